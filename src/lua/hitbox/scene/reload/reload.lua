--- Live reload: a scene made from an edited script goes on where the old one is.
---
--- Whatever the script gives first (a position, a field) is compared with what it gave before:
--- where it was edited, the new value wins; else what it has become meanwhile goes over. For places and
--- poses that is what definitions say; for fields, actions and tasks it is what there is after `start`.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local behaviour = require(folder .. "scene.behaviour")
local check = require(folder .. "check")
local hierarchy = require(folder .. "scene.thing.hierarchy")
local first = require(folder .. "scene.reload.first_values")
local maps = require(folder .. "scene.maps.maps")
local merge = require(folder .. "scene.reload.merge")
local separation = require(folder .. "scene.rules.separation")
local reloadActions = require(folder .. "scene.reload.actions")
local stored = require(folder .. "scene.thing.stored")

local same = first.same

local function reloadThing(old, new)
  if same(old.def.anchor, new.def.anchor) and not same(old.anchor, new.anchor) then
    new:setAnchor(old.anchor, { keep = "at" })
  end
  if same(old.def.at, new.def.at) then
    new:setPosition(old.x, old.y)
  end
  for _, key in ipairs({ "facing", "angle", "scale", "team" }) do
    if old.def[key] == new.def[key] and old[key] ~= new[key] then
      new[key] = old[key]
    end
  end
  for _, side in ipairs({ "left", "right", "above", "below" }) do
    new.blocked[side] = old.blocked[side] == true
  end
end

--- The things that a scene had at first, by name and number.
local function firstByName(scene)
  local byName = {}
  for _, thing in ipairs(scene._first.things) do
    if not thing._tiles then -- the map knows of those
      byName[thing.name] = byName[thing.name] or {}
      table.insert(byName[thing.name], thing)
    end
  end
  return byName
end

--- Make a thing again that the old scene has made since its beginning, with what belonged to it at
--- first; parents are set later.
---@return table|nil twin nil if the script has no such type any more
local function remake(scene, thing, twins, settled)
  local given = thing._contacts.given[thing.order] or thing.def
  local typeName = given.type
  local gone = typeName and not scene._types.defs[typeName]
  local twin = not gone and scene:_remake(given) or nil
  for i, child in ipairs(thing._firstChildren or {}) do
    local again = twin and twin._firstChildren[i]
    settled[child] = true
    if child.alive then
      twins[child] = again
    elseif again then
      again:remove()
    end
  end
  return twin
end

--- Detach all things of the new scene, and return their parents.
local function takeLinks(scene)
  local links = {}
  for thing in scene:each() do
    if thing._parent then
      links[thing] = { parent = thing._parent, point = thing._point, localPose = thing._localPose }
    end
  end
  for thing in pairs(links) do
    hierarchy.detach(thing)
  end
  return links
end

--- Use the last parents of the old scene, if the definition of them was not edited.
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
        parent = parent, point = parent._points[thing._point] and thing._point, localPose = thing._localPose,
      }
    end
  end
end

--- Hang the things of the new scene on each other.
local function attachAll(scene, links)
  for thing in scene:each() do
    local link = links[thing]
    if link then
      hierarchy.attach(thing, link.parent, link.point, link.localPose)
    end
  end
end

--- Bring over the things: those of the script by name and number, the others from the definition
--- they were made of.
---@return table<table, table> twins the new thing for each old one
---@return table<table, table> removed the same of things that are not there any more
local function reloadThings(scene, old)
  local twins, removed, settled = {}, {}, {}
  local new, links = firstByName(scene), takeLinks(scene)
  for name, things in pairs(firstByName(old)) do
    for i, thing in ipairs(things) do
      local twin = new[name] and new[name][i]
      settled[thing] = true
      if thing.alive then
        twins[thing] = twin
      elseif twin then
        removed[thing] = twin
        twin:remove()
      end
    end
  end
  for thing in old:each() do
    if not twins[thing] and not settled[thing] and not thing._tiles then
      twins[thing] = remake(scene, thing, twins, settled)
    end
    if twins[thing] then
      reloadThing(thing, twins[thing])
    else
      for _, child in ipairs(thing._firstChildren or {}) do
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
  return twins, removed
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
---@return table<table, table> removed
local function reloadThingsAndMaps(scene, old)
  local unedited = haveSameMaps(scene, old)
  if unedited then
    maps.repeatChanges(scene, old)
  end
  local twins, removed = reloadThings(scene, old)
  if unedited then
    maps.eachLayer(scene, old, function(layer, before)
      layer:adopt(before, twins)
    end)
  end
  return twins, removed
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

--- Copy the limits of rules for each thing: when they fired last, how often, and for which targets.
local function reloadLimits(twins, rules)
  for old, new in pairs(twins) do
    for rule, tick in pairs(old._fired or {}) do
      if rules[rule] then
        new.__index._fired = new._fired or {}
        new._fired[rules[rule]] = tick
      end
    end
    for rule, count in pairs(old._counts or {}) do
      if rules[rule] then
        new.__index._counts = new._counts or {}
        new._counts[rules[rule]] = count
      end
    end
    for rule, others in pairs(old._once or {}) do
      if rules[rule] then
        local done = setmetatable({}, { __mode = "k" })
        for other, swing in pairs(others) do
          done[twins[other] or other] = swing
        end
        new.__index._once = new._once or {}
        new._once[rules[rule]] = done
      end
    end
  end
end

--- Fields of things and of the scene, with the things and tables in them.
---@return internal.Merge
local function reloadFields(scene, old, twins, removed)
  local m = merge.new(twins, removed)
  m.twins[old] = scene
  for thing in old:each() do
    local twin = twins[thing]
    if twin then
      merge.fields(m, first.ofThing(thing), first.ofThing(twin), thing, twin, first.isThingField)
      scene._own.hasColors = scene.hasColors or twin.color ~= nil or twin.hidden == true
      reloadActions.sprite(thing, twin)
    end
  end
  merge.fields(m, old._first.fields, scene._first.fields, old, scene, first.isSceneField)
  return m
end

--- Buttons that were bound in play.
local function reloadBindings(scene, old)
  local before, now = old.input, scene.input
  local function carry(bound)
    for action in pairs(bound) do
      if same(old._first.bound[action], scene._first.bound[action])
        and same(before.given[action], now.given[action]) then
        now:bind(action, before.bound[action])
      end
    end
  end
  carry(before.bound)
  carry(now.bound)
end

--- What stuck to something sticks to it again, and nothing else.
local function reloadStuck(scene, old, twins)
  for _, thing in ipairs(scene._stuck) do
    stored.setStuck(thing, nil)
  end
  scene._own._stuck = {}
  for _, thing in ipairs(old._stuck) do
    local twin = twins[thing]
    if twin and twins[thing.stuckTo] then
      separation.stick(twin, twins[thing.stuckTo])
    end
  end
end

--- Copy the state besides the things: random numbers, input, view and title.
local function reloadRest(scene, old)
  scene._own.done = old.done == true
  scene._own.ticks = check.size(old.ticks, "ticks", "the scene")
  scene.input:copy(old.input)
  reloadBindings(scene, old)
  if old.def.seed == scene.def.seed then
    scene._seeds[1] = check.size(old._seeds[1], "a seed", "the scene")
    scene._seeds[2] = check.size(old._seeds[2], "a seed", "the scene")
  end
  if same(old.def.view, scene.def.view) then
    for key, value in pairs(old.view) do
      rawset(scene.view, key, value) -- whatever else a script has put there
    end
  end
  if old._first.title == scene._first.title then
    scene._own.title = old.title
  end
end

---@param scene hitbox.Scene new, and not run yet
---@param old hitbox.Scene used up by this
return function(scene, old)
  scene._contacts:clear()
  local twins, removed = reloadThingsAndMaps(scene, old)
  local rules = matchRules(scene, old)
  reloadActions.actions(scene, old, twins)
  reloadLimits(twins, rules)
  scene._contacts:carry(old._contacts, twins, rules)
  local m = reloadFields(scene, old, twins, removed)
  reloadStuck(scene, old, twins)
  merge.finish(m, behaviour.reload(scene, old, m))
  reloadRest(scene, old)
  scene._contacts:show() -- while it is paused nothing else finds its contacts
end
