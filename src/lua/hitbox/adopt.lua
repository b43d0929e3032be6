--- Live reload: a scene made from an edited script goes on where the old one is.
---
--- Whatever the script gives first (a position, a field) is compared with what it gave before:
--- where it was edited, the new value wins; else what it has become meanwhile goes over.
local folder = (...):match("^.*[./]") or ""
local check = require(folder .. "check")
local family = require(folder .. "things.family")
local maps = require(folder .. "maps.maps")
local isField = require(folder .. "thing").isField
local parting = require(folder .. "rules.parting")
local playing = require(folder .. "moves.playing")

--- Whether two values of a definition are alike, tables by what they hold.
---@param met table<table, table<table, true>>|nil two tables that were met before are the same if all else is:
---   looked at anew on each way to them, those of a graph would take as long as it has ways
local function same(a, b, met)
  if a == b then
    return true
  elseif type(a) ~= "table" or type(b) ~= "table" then
    return false
  end
  met = met or {}
  met[a] = met[a] or {}
  if met[a][b] then
    return true
  end
  met[a][b] = true
  for key, value in pairs(a) do
    if not same(value, b[key], met) then
      return false
    end
  end
  for key in pairs(b) do
    if a[key] == nil then
      return false
    end
  end
  return true
end

--- Whether a scene's field of the old script's making goes over. A table or a thing has changed
--- since it was first there, so that nothing can be said of it: it goes over. A function does not:
--- it is the old script's code.
local function isKept(old, new)
  if type(new) == "function" then
    return false
  end
  return type(old) == "table" or type(new) == "table" or old == new
end

--- Replace the old scene and its things by the new ones, in all plain tables that can be reached.
local function translate(value, twins, seen)
  if twins[value] then
    return twins[value]
  elseif type(value) ~= "table" or getmetatable(value) or seen[value] then
    return value
  end
  seen[value] = true
  local keys = {}
  for key, entry in pairs(value) do
    value[key] = translate(entry, twins, seen)
    if twins[key] then
      keys[#keys + 1] = key
    end
  end
  for _, key in ipairs(keys) do
    value[twins[key]], value[key] = value[key], nil
  end
  return value
end

--- What the definition of a thing says first about one of its fields.
local function firstOf(def, key)
  if key == "color" or key == "hidden" then
    return def[key]
  end
  return def.data and def.data[key]
end

--- Fields of a thing: what has become of them, unless the definition's first value was edited.
local function adoptFields(old, new)
  for key, value in pairs(old) do
    local fixed = key == "playing" or key == "frozen"
    if fixed or isField(key) and key ~= "stuckTo" and same(firstOf(old.def, key), firstOf(new.def, key)) then
      rawset(new, key, value) -- also what scripts may not assign, or might not as the definition is now
      new.scene.hasColors = new.scene.hasColors or (key == "color" or key == "hidden") and value ~= false
    end
  end
  for key in pairs(new.def.data or {}) do
    if rawget(old, key) == nil and same(firstOf(old.def, key), firstOf(new.def, key)) then
      new[key] = nil
    end
  end
  playing.repair(new)
end

--- Boxes that were changed, added or taken away since the thing was made stay so.
local function adoptBoxes(old, new)
  for _, box in ipairs(old._list) do
    if box.def ~= old._first[box.kind] then
      new:reshape(box.kind, box.def)
    end
  end
  for kind in pairs(old._first) do
    if not old.boxes[kind] then
      new:reshape(kind, nil)
    end
  end
end

local function adoptThing(old, new)
  if same(old.def.anchor, new.def.anchor) and not same(old.anchor, new.anchor) then
    new:setAnchor(old.anchor, { keep = "at" })
  end
  if same(old.def.at, new.def.at) then
    new:place(old.x, old.y)
  end
  for _, key in ipairs({ "facing", "angle", "scale", "team" }) do
    if old.def[key] == new.def[key] and old[key] ~= new[key] then
      new[key] = old[key]
    end
  end
  adoptFields(old, new)
  adoptBoxes(old, new)
end

--- The things that a scene had at first, by name and number.
local function firstByName(scene)
  local byName = {}
  for _, thing in ipairs(scene._firstThings) do
    if not thing._tiles then -- the map knows of those
      byName[thing.name] = byName[thing.name] or {}
      table.insert(byName[thing.name], thing)
    end
  end
  return byName
end

--- Make a thing again that the old scene has made since its beginning, with what belonged to it at
--- first; who hangs on whom is settled later.
---@return table|nil twin nil if the script has no such type any more
local function remake(scene, thing, twins, settled)
  local typeName = thing._given.type
  local gone = typeName and not scene._types.defs[typeName]
  local twin = not gone and scene:_remake(thing._given) or nil
  for i, child in ipairs(thing._brood or {}) do
    local again = twin and twin._brood[i]
    settled[child] = true
    if child.alive then
      twins[child] = again
    elseif again then
      again:remove()
    end
  end
  return twin
end

--- Let all things of the new scene go, and say who hung on whom.
local function takeLinks(scene)
  local links = {}
  for thing in scene:each() do
    if thing._parent then
      links[thing] = { parent = thing._parent, point = thing._point, held = thing._held }
    end
  end
  for thing in pairs(links) do
    family.detach(thing)
  end
  return links
end

--- Who hung on whom at last in the old scene, where the definition of that was not edited.
local function carryLinks(links, twins)
  for thing, twin in pairs(twins) do
    local before, after = thing.def, twin.def
    local unedited = (twins[before.parent] or before.parent) == after.parent
    for _, key in ipairs({ "point", "at", "facing", "angle", "scale" }) do
      unedited = unedited and same(before[key], after[key])
    end
    local parent = twins[thing._parent]
    if unedited and (parent or not thing._parent) then
      links[twin] = parent and {
        parent = parent, point = parent._points[thing._point] and thing._point, held = thing._held,
      }
    end
  end
end

--- Hang the things of the new scene on each other.
local function attachAll(scene, links)
  for thing in scene:each() do
    local link = links[thing]
    if link then
      family.attach(thing, link.parent, link.point, link.held)
    end
  end
end

--- Bring over the things: those of the script by name and number, the others from the definition
--- they were made of.
---@return table<table, table> twins the new thing for each old one
local function adoptThings(scene, old)
  local twins, settled = {}, {}
  local new, links = firstByName(scene), takeLinks(scene)
  for name, things in pairs(firstByName(old)) do
    for i, thing in ipairs(things) do
      local twin = new[name] and new[name][i]
      settled[thing] = true
      if thing.alive then
        twins[thing] = twin
      elseif twin then
        twin:remove()
      end
    end
  end
  for thing in old:each() do
    if not twins[thing] and not settled[thing] and not thing._tiles then
      twins[thing] = remake(scene, thing, twins, settled)
    end
    if twins[thing] then
      adoptThing(thing, twins[thing])
    else
      for _, child in ipairs(thing._brood or {}) do
        settled[child] = true -- it goes with what it was made with
      end
    end
  end
  carryLinks(links, twins)
  attachAll(scene, links)
  for thing in old:each() do
    if not twins[thing] then
      thing:remove() -- it is no longer in the script
    end
  end
  return twins
end

--- Whether two scenes have the same maps: by their definitions, and by what was in the files that these
--- name.
local function haveSameMaps(scene, old)
  local alike = same(old.def.map, scene.def.map) and #old._maps == #scene._maps
  for i = 1, alike and #scene._maps or 0 do
    alike = alike and same(old._maps[i].sources, scene._maps[i].sources)
  end
  return alike
end

--- Bring over the things and the maps.
---@return table<table, table> twins
local function adoptAll(scene, old)
  local unedited = haveSameMaps(scene, old)
  if unedited then
    maps.repeatChanges(scene, old)
  end
  local twins = adoptThings(scene, old)
  if unedited then
    maps.eachLayer(scene, old, function(layer, before)
      layer:adopt(before, twins)
    end)
  end
  return twins
end

--- The new rule for each old one.
local function matchRules(scene, old)
  local rules, taken = {}, {}
  for _, before in ipairs(old.rules.list) do
    for _, after in ipairs(scene.rules.list) do
      if after.key == before.key and not taken[after] then
        rules[before], taken[after] = after, true
        break
      end
    end
  end
  return rules
end

--- What the rules remember of each thing: when they fired last, how often, and for whom they have once.
local function adoptMemory(twins, rules)
  for old, new in pairs(twins) do
    for rule, tick in pairs(rawget(old, "_fired") or {}) do
      if rules[rule] then
        new._fired = new._fired or {}
        new._fired[rules[rule]] = tick
      end
    end
    for rule, count in pairs(rawget(old, "_counts") or {}) do
      if rules[rule] then
        new._counts = new._counts or {}
        new._counts[rules[rule]] = count
      end
    end
    for rule, others in pairs(rawget(old, "_once") or {}) do
      if rules[rule] then
        local done = setmetatable({}, { __mode = "k" })
        for other, swing in pairs(others) do
          done[twins[other] or other] = swing
        end
        new._once = new._once or {}
        new._once[rules[rule]] = done
      end
    end
  end
end

--- Fields of the scene, with the things in them.
local function adoptSceneFields(scene, old, twins)
  for key, value in pairs(old) do
    if not scene._fixed[key] and isKept(old._firstFields[key], scene._firstFields[key]) then
      rawset(scene, key, value)
    end
  end
  for key, value in pairs(scene._firstFields) do
    if rawget(old, key) == nil and isKept(old._firstFields[key], value) then
      scene[key] = nil
    end
  end
  twins[old] = scene
  local seen = {}
  for key, value in pairs(scene) do
    if not scene._fixed[key] then
      scene[key] = translate(value, twins, seen)
    end
  end
  for thing in scene:each() do
    for key, value in pairs(thing) do
      if isField(key) then
        thing[key] = translate(value, twins, seen)
      end
    end
  end
end

---@param scene hitbox.Scene new, and not run yet
---@param old hitbox.Scene used up by this
return function(scene, old)
  scene._contacts:clear()
  local twins = adoptAll(scene, old)
  local rules = matchRules(scene, old)
  adoptMemory(twins, rules)
  scene._contacts:carry(old._contacts, twins, rules)
  adoptSceneFields(scene, old, twins)
  playing.adopt(scene, old, twins)
  for _, thing in ipairs(old._stuck) do
    local twin = twins[thing]
    if twin and twins[thing.stuckTo] then
      parting.stick(twin, twins[thing.stuckTo])
    end
  end
  scene.ticks = check.size(old.ticks, "ticks", "the scene")
  scene.input:copy(old.input)
  if old.def.seed == scene.def.seed then
    scene._seeds[1] = check.size(old._seeds[1], "a seed", "the scene")
    scene._seeds[2] = check.size(old._seeds[2], "a seed", "the scene")
  end
  if same(old.def.view, scene.def.view) then
    for key, value in pairs(old.view) do
      scene.view[key] = value
    end
  end
end
