--- Moulds: what is worked out of a definition, once for all things that are alike, and what these share.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local anchors = require(folder .. "scene.thing.anchor")
local boxes = require(folder .. "scene.thing.boxes")
local hierarchy = require(folder .. "scene.thing.hierarchy")
local playing = require(folder .. "scene.actions.playing")

local moulds = {}

--- The metatable of what things share.
local methods = {}

--- Set the class of things: their methods.
---@param Thing table
function moulds.setClass(Thing)
  methods.__index = Thing
end

--- Default fields of things, and fields that things with the same definition and words share.
local defaults = {
  facing = 1, angle = 0, scale = 1, alive = true, frame = 0,
  _root = false, _list = false, _parent = false, _children = false, _localPose = false, _linked = false, _hits = false, _hitCount = false, _passengers = false,
  _passengerCount = 0, _firstChildren = false,
}

--- Let things with a mould share their common fields, by their class.
---@param mould internal.Mould
---@return fun(own: table, scene: hitbox.Scene, class: internal.ThingClass): table sets the metatable of `own`
local function sharing(mould)
  local contacts, metatables
  return function(own, scene, class)
    if contacts ~= scene._contacts then -- the scene has begun anew
      contacts, metatables = scene._contacts, {}
    end
    local meta = metatables[class]
    if not meta then
      local shared = {
        name = class.name, type = class.type, team = class.team, groups = class.groups, scene = scene,
        anchor = mould.anchor,
        _thingClass = class, _share = mould.share, _contacts = contacts, _points = mould.points,
        _actions = mould.actions,
        _recover = mould.recover or false, _first = mould.first, color = mould.color,
        setPosition = contacts.setPosition or nil,
      }
      for key, value in next, defaults do
        shared[key] = value
      end
      meta = { __index = setmetatable(shared, methods) }
      metatables[class] = meta
    end
    return setmetatable(own, meta)
  end
end

--- Let a thing be removed: what it has of its own may have no room for a field more.
---@param own table
function moulds.setRemoved(own)
  local meta = getmetatable(own)
  meta.removed = meta.removed or { __index = setmetatable({ alive = false }, meta) }
  setmetatable(own, meta.removed)
end

---@class internal.Mould what is worked out of a definition
---@field anchor any
---@field points table<string, number[]> by name
---@field boxes internal.Planned[]
---@field first table<string, hitbox.BoxDef|hitbox.BoxDef[]> the definitions of these boxes, by kind
---@field actions table<string, hitbox.Action>
---@field recover number|nil
---@field color any of their type
---@field share fun(own: table, scene: hitbox.Scene, class: internal.ThingClass): table see sharing

--- Work out how things with a definition are shaped and move.
---@param scene hitbox.Scene
---@param def hitbox.ThingDef resolved
---@param owner string
---@return internal.Mould
function moulds.new(scene, def, owner)
  local anchor = def.anchor == nil and "center" or anchors.check(def.anchor, owner)
  local maker = { name = def[1], scene = scene, anchor = anchor }
  local plan = boxes.plan(maker, def, owner)
  local mould = { anchor = anchor, points = hierarchy.points(def, owner), boxes = plan, first = boxes.definitions(plan),
    actions = playing.compile(maker, def.actions, owner),
    recover = def.recover ~= nil and check.size(def.recover, "recover", owner) or nil }
  mould.share = sharing(mould)
  return mould
end

--- What of a definition without boxes, actions and points decides its mould.
local formKeys = { "recover", "oneWay" }
for key in pairs(anchors.keys) do
  formKeys[#formKeys + 1] = key
end

--- Whether a mould of a definition may be that of others.
local function canShare(def)
  if def.boxes or def.actions or def.points then
    return false
  end
  for i = 1, #formKeys do
    if type(def[formKeys[i]]) == "table" then -- which may be changed
      return false
    end
  end
  return true
end

local function isAlike(a, b)
  for i = 1, #formKeys do
    local key = formKeys[i]
    if a[key] ~= b[key] then
      return false
    end
  end
  return true
end

--- The mould of a definition that says how a thing is shaped: the last one made for things of its name if it is the
--- same, as most of a name are alike.
function moulds.own(scene, def, owner)
  if not canShare(def) then
    return moulds.new(scene, def, owner)
  end
  local known, name = scene._types.last, def[1]
  local last = known[name]
  if not last or not isAlike(last, def) then
    last = { mould = moulds.new(scene, def, owner) }
    for i = 1, #formKeys do
      last[formKeys[i]] = def[formKeys[i]]
    end
    known[name] = last
  end
  return last.mould
end

return moulds
