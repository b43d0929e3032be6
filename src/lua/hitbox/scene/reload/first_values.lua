--- The first values of a scene: what its fields, and those of its things, hold when `start` is over. At a
--- reload those of the old script are compared with those of the new one: where they differ, the script was
--- edited; else the difference to now is what play has done.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local isField = require(folder .. "scene.thing.thing").isField
local reserved = require(folder .. "scene.diagnostics.reserved_fields")

local selves = check.selves
local first = {}

--- Stands for a value that counts as unedited, whatever the other one is.
local UNKNOWN = {}

--- The maximum number of entries copied for a field. A larger field counts as unedited.
local MAX_ENTRIES = 1000

--- Whether a key of a thing is a field that goes over by itself.
first.isThingField = isField

--- Whether a key of a scene is a field of the script's.
function first.isSceneField(key)
  return reserved.isFree("scene", key)
end

--- Whether a value is a table of the script's, also one with a metatable; those of the library are marked.
function first.isOwn(value)
  if type(value) ~= "table" or selves[value] then
    return false
  end
  local meta = getmetatable(value)
  return meta == nil or type(meta) == "table" and not rawget(meta, "isLibrary")
end

local function copyInto(value, known, room)
  if type(value) ~= "table" or selves[value] then
    return value
  elseif not first.isOwn(value) then
    return UNKNOWN
  elseif known[value] then
    return known[value]
  end
  local copied = {}
  known[value] = copied
  for key, entry in next, value do
    room.left = room.left - 1
    if room.left < 0 or type(key) == "table" and selves[key] ~= "thing" then
      room.left = -1
      return UNKNOWN
    end
    copied[key] = copyInto(entry, known, room)
  end
  return copied
end

--- A copy of a value to compare with later.
local function copy(value)
  local room = { left = MAX_ENTRIES }
  local copied = copyInto(value, {}, room)
  return room.left < 0 and UNKNOWN or copied
end

--- Whether two first values are alike, tables by what they hold. Calls no metamethod of a script's tables.
---@param twins table|nil the new thing for each old one
---@param met table<table, table<table, true>>|nil two tables that were met before are the same if all else is:
---   looked at anew on each way to them, those of a graph would take as long as it has ways
function first.same(a, b, twins, met)
  if rawequal(a, b) or rawequal(a, UNKNOWN) or rawequal(b, UNKNOWN) or a ~= a and b ~= b then
    return true
  elseif type(a) ~= type(b) then
    return false
  elseif type(a) == "function" or type(a) == "thread" then
    return true
  elseif type(a) ~= "table" then
    return false
  elseif selves[a] or selves[b] then
    return twins ~= nil and twins[a] == b or selves[a] == selves[b] and selves[a] ~= "thing"
  end
  met = met or {}
  met[a] = met[a] or {}
  if met[a][b] then
    return true
  end
  met[a][b] = true
  for key, value in next, a do
    local twin = twins and twins[key]
    if twin == nil then
      twin = key
    end
    if not first.same(value, rawget(b, twin), twins, met) then
      return false
    end
  end
  local count = 0
  for _ in next, a do
    count = count + 1
  end
  for _ in next, b do
    count = count - 1
  end
  return count == 0
end

--- Return the first value of an entry of a table.
function first.part(values, key)
  if rawequal(values, UNKNOWN) then
    return UNKNOWN
  end
  return type(values) == "table" and rawget(values, key) or nil
end

--- Whether two first values are tables by names, whose entries are compared one by one. A list is one value.
function first.areRecords(a, b)
  return type(a) == "table" and type(b) == "table" and not selves[a] and not selves[b] and rawget(a, 1) == nil
    and rawget(b, 1) == nil
end

--- The fields that the definition of a thing gives it.
local function givenTo(thing)
  local def = thing.def
  local values = { color = def.color, hidden = def.hidden }
  for key, value in next, def.data or {} do
    values[key] = value
  end
  return values
end

--- Whether a thing has other fields than its definition gives it.
local function hasChanged(thing)
  local def = thing.def
  local data = def.data or {}
  for key, value in next, thing do
    if first.isThingField(key) then
      local given = rawget(data, key)
      if key == "color" or key == "hidden" then
        given = def[key]
      end
      if not first.same(given, value) then
        return true
      end
    end
  end
  for key in next, data do
    if rawget(thing, key) == nil then
      return true
    end
  end
  return thing.playing ~= nil or thing.queued ~= nil
end

local function copyFields(thing)
  local values = { playing = thing.playing, queued = thing.queued }
  for key, value in next, thing do
    if first.isThingField(key) then
      values[key] = copy(value)
    end
  end
  return values
end

--- Whether two tables hold the very same.
local function holdSame(a, b)
  for key, value in next, a do
    if b[key] ~= value then
      return false
    end
  end
  for key in next, b do
    if a[key] == nil then
      return false
    end
  end
  return true
end

--- Have the boxes that a thing has now as its first ones, without those of an action.
local function keepBoxes(thing)
  local base, now = thing.playing and thing._base, {}
  for kind, box in next, thing.boxes do
    now[kind] = box.def
  end
  for kind in next, base and thing._changed or {} do
    now[kind] = base[kind]
  end
  if not holdSame(now, thing._first) then
    thing.__index._first = now
  end
end

--- The buttons that are bound to actions.
---@return table<string, string[]>
function first.bindings(scene)
  local bound = {}
  for action, buttons in next, scene.input.bound do
    bound[action] = buttons
  end
  return bound
end

--- Remember the first values of a scene.
---@param bound table<string, string[]> the bindings before `start`
function first.keep(scene, bound)
  local kept = { things = {}, values = {}, fields = {}, bound = {}, tasks = {}, title = scene.title }
  for thing in scene:each() do
    kept.things[#kept.things + 1] = thing
    if scene.def.start and not thing._tiles then
      keepBoxes(thing)
      kept.values[thing] = hasChanged(thing) and copyFields(thing) or nil
    end
  end
  for key, value in next, scene do
    if first.isSceneField(key) then
      kept.fields[key] = copy(value)
    end
  end
  for action, buttons in next, scene.input.bound do
    kept.bound[action] = buttons ~= bound[action] and buttons or nil
  end
  for i, task in ipairs(scene._tasks) do
    kept.tasks[i] = task
  end
  scene._own._first = kept
end

--- The first values of the fields of a thing.
---@return table<string, any>
function first.ofThing(thing)
  return thing.scene._first.values[thing] or givenTo(thing)
end

return first
