--- Things: what a scene is made of. A thing has a position, its anchor's, and boxes about it, which
--- are the items of the scene's world.
local folder = (...):match("^.*[./]") or ""
local check = require(folder .. "check")
local anchors = require(folder .. "anchor")
local addMotion = require(folder .. "motion")
local playing = require(folder .. "playing")

---@class hitbox.ThingDef: hitbox.Form a shape right here is that of a box of the kind "push"
---@field [1] string the name; several things may share it
---@field at number[]|nil {x, y} of the anchor in world units, {0, 0} if nil
---@field anchor hitbox.Anchor|nil a name, {fx, fy} or {px=, py=}; "center" if nil
---@field facing 1|-1|nil 1 if nil
---@field angle number|nil in radians, clockwise on the screen, 0 if nil
---@field boxes table<string, hitbox.BoxDef>|nil by kind
---@field oneWay hitbox.Side|nil it stops only what comes from there
---@field moves table<string, hitbox.MoveDef>|nil by name
---@field hidden boolean|nil
---@field data table<string, any>|nil fields for the thing; tables in it are copied

---@class hitbox.Box
---@field thing hitbox.Thing
---@field kind string "push", "hurt", "hit", "sensor" or a word of the scene's
---@field color any a colour of its own, or nil
---@field alive boolean it is in the world

---@class hitbox.Thing
---@field name string
---@field x number the anchor's place in world units; may be assigned
---@field y number y points down; may be assigned
---@field facing 1|-1 -1 mirrors all boxes about the anchor; may be assigned
---@field angle number in radians, turns all boxes about the anchor; may be assigned
---@field anchor any as in the definition
---@field boxes table<string, hitbox.Box> by kind
---@field scene hitbox.Scene
---@field alive boolean
---@field color any of all boxes without one of their own; may be assigned
---@field hidden boolean|nil not to be drawn; may be assigned
---@field blocked {left: boolean, right: boolean, above: boolean, below: boolean} the sides at which
---   the last move was stopped; reused
---@field playing string|nil the name of the move that it plays
---@field frame integer of that move, 0 if there is none
---@field landed "hit"|"block"|nil what has come of that move so far
---@field frozen integer|nil for how many ticks its moves rest
---@field sprite any what the moves say
---@field def hitbox.ThingDef
local Thing = {}

local thingKeys = {
  true, at = true, facing = true, angle = true, boxes = true, hidden = true, data = true,
  oneWay = true, moves = true,
}
for key in pairs(anchors.keys) do
  thingKeys[key] = true
end

local boxKeys = { x = true, y = true, oneWay = true }
for key in pairs(anchors.keys) do
  boxKeys[key] = true
end

--- What a thing is made with; data cannot have these names.
local ownKeys = {
  name = true, x = true, y = true, facing = true, angle = true, anchor = true, boxes = true,
  scene = true, alive = true, color = true, hidden = true, blocked = true, def = true, order = true,
}

--- Whether a key of a thing is a field of the user's.
local function isField(key)
  return key == "color" or key == "hidden"
    or not ownKeys[key] and tostring(key):sub(1, 1) ~= "_"
end

local function ownerOf(thing)
  return "thing '" .. thing.name .. "'"
end

local function boxOwner(thing, kind)
  return "box '" .. kind .. "' of thing '" .. thing.name .. "'"
end

--- Note where the thing is before it moves for the first time since contacts were collected.
local function remember(thing)
  local stamp = thing.scene._contacts.stamp
  if thing._moved ~= stamp then
    thing._moved, thing._fromX, thing._fromY = stamp, thing._x, thing._y
    thing._lostX, thing._lostY = 0, 0
  end
end

--- As check.number, without making a string where all is well.
local function checked(value, key, thing)
  if type(value) ~= "number" or not (value >= -check.LARGEST and value <= check.LARGEST) then
    check.number(value, key, ownerOf(thing))
  end
  return value
end

local function setPosition(thing, x, y)
  checked(x, "x", thing)
  checked(y, "y", thing)
  remember(thing)
  local world, list = thing.scene.world, thing._list
  for i = 1, #list do
    world:update(list[i], x, y)
  end
  thing._x, thing._y = x, y
end

--- The shape of a box as its thing faces.
local function facingShape(box)
  if box.thing._facing == 1 then
    return box.shape
  end
  box.mirrored = box.mirrored or box.shape:mirrored()
  return box.mirrored
end

local ways = { above = { 0, -1 }, below = { 0, 1 }, left = { -1, 0 }, right = { 1, 0 } }

--- Check from where a box stops what meets it.
local function checkOneWay(def, owner)
  local way = def.oneWay
  if type(way) == "table" then
    check.keys(way, { true, true }, "oneWay of " .. owner)
    check.number(way[1], "oneWay[1]", owner)
    check.number(way[2], "oneWay[2]", owner)
  elseif way ~= nil and way ~= false then
    check.word(way, ways, "oneWay", owner)
  end
end

--- Tell the world from where a box stops what meets it, as its thing faces.
local function setOneWay(box)
  local way = box.def.oneWay
  if way or box.oneWay then
    way = ways[way] or way or { 0, 0 }
    box.thing.scene.world:setOneWay(box, { way[1] * box.thing._facing, way[2] })
    box.oneWay = box.def.oneWay
  end
end

local function setFacing(thing, facing)
  if facing ~= 1 and facing ~= -1 then
    check.refuse("facing", ownerOf(thing), "1 or -1", facing)
  elseif facing == thing._facing then
    return
  end
  thing._facing = facing
  for i = 1, #thing._list do
    local box = thing._list[i]
    thing.scene.world:reshape(box, facingShape(box))
    setOneWay(box)
  end
end

--- Turn all boxes, or none of them if one cannot be turned.
local function setAngle(thing, angle)
  checked(angle, "angle", thing)
  local world, list = thing.scene.world, thing._list
  for i = 1, #list do
    local ok, err = pcall(world.turn, world, list[i], angle)
    if not ok then
      for k = 1, i - 1 do
        world:turn(list[k], thing._angle)
      end
      check.fail("angle of %s: %s", boxOwner(thing, list[i].kind), check.reason(err))
    end
  end
  thing._angle = angle
end

local meta = {}

function meta.__index(thing, key)
  if key == "x" then
    return thing._x
  elseif key == "y" then
    return thing._y
  elseif key == "facing" then
    return thing._facing
  elseif key == "angle" then
    return thing._angle
  end
  return Thing[key]
end

function meta.__newindex(thing, key, value)
  if key == "x" then
    setPosition(thing, value, thing._y)
  elseif key == "y" then
    setPosition(thing, thing._x, value)
  elseif key == "facing" then
    setFacing(thing, value)
  elseif key == "angle" then
    setAngle(thing, value)
  elseif Thing[key] ~= nil then
    check.fail("'%s' is a method of things: thing '%s' needs another name for it", key, thing.name)
  else
    if (key == "color" or key == "hidden") and value then
      thing.scene.hasColors = true
    end
    rawset(thing, key, value)
  end
end

--- Set what a box is from its definition.
local function setShape(box, def, shape)
  box.def, box.color, box.shape, box.mirrored = def, def.color, shape, nil
  box.radius = shape:kind() == "circle" and shape:radius() or nil
end

local function newBox(thing, kind, def, shape)
  local scene = thing.scene
  local box = { thing = thing, kind = kind, order = 0, alive = false }
  box.class = scene.rules:class(scene.rules:kinOf(thing), kind, scene:_tagOf(kind))
  setShape(box, def, shape)
  return box
end

local function removeBox(thing, box)
  box.alive = false
  thing.scene.world:remove(box)
end

--- Add a box to the world, and to the thing in order of kinds.
local function addBox(thing, box)
  local scene = thing.scene
  box.order = scene:_nextOrder()
  scene.world:add(box, thing._x, thing._y, facingShape(box), box.class.options)
  box.alive = true
  setOneWay(box)
  if thing._angle ~= 0 then
    local ok, err = pcall(scene.world.turn, scene.world, box, thing._angle)
    if not ok then
      removeBox(thing, box)
      error(err, 0)
    end
  end
  thing.boxes[box.kind] = box
  local list, place = thing._list, #thing._list
  while place > 0 and list[place].kind > box.kind do
    list[place + 1] = list[place]
    place = place - 1
  end
  list[place + 1] = box
  scene.hasColors = scene.hasColors or box.color ~= nil
end

--- Give a box another shape where it is.
local function changeBox(box, def, shape)
  local thing = box.thing
  thing.scene.world:reshape(box, thing._facing == 1 and shape or shape:mirrored())
  setShape(box, def, shape)
  setOneWay(box)
  thing.scene.hasColors = thing.scene.hasColors or box.color ~= nil
end

--- Take one box away.
local function dropBox(thing, box)
  removeBox(thing, box)
  thing.boxes[box.kind] = nil
  local list, place = thing._list, 1
  while list[place] ~= box do
    place = place + 1
  end
  table.remove(list, place)
end

local function removeBoxes(thing)
  for i = #thing._list, 1, -1 do
    removeBox(thing, thing._list[i])
    thing._list[i] = nil
  end
end

local function makeShape(thing, kind, def)
  local owner = boxOwner(thing, kind)
  if type(def) ~= "table" then
    check.fail("%s must be a table, got %s", owner, check.show(def))
  end
  check.keys(def, boxKeys, owner)
  checkOneWay(def, owner)
  return anchors.shape(thing.scene.hitbox, def, thing.anchor, owner)
end

--- Whether the definition of a thing has a box's own keys.
local function hasShape(def)
  for key in pairs(anchors.keys) do
    if key ~= "anchor" and key ~= "color" and def[key] ~= nil then
      return true
    end
  end
  return false
end

--- Make the boxes of a new thing, in order of kinds; none is in the world yet.
local function makeBoxes(thing, def, owner)
  local kinds, boxes, given = {}, {}, def.boxes or {}
  for kind in pairs(check.type(given, "table", "boxes", owner)) do
    if type(kind) ~= "string" then
      check.fail("boxes of %s must be by kind (push, hurt, ...), got the key %s", owner,
        check.show(kind))
    end
    kinds[#kinds + 1] = kind
  end
  local single = hasShape(def)
  checkOneWay(def, owner)
  if def.oneWay and not single then
    check.fail("%s has a oneWay, but no box of its own: put it into a box", owner)
  end
  if single then
    if given.push ~= nil then
      check.fail("%s has two boxes of kind 'push'", owner)
    end
    kinds[#kinds + 1] = "push"
  end
  table.sort(kinds)
  for i, kind in ipairs(kinds) do
    if single and kind == "push" then
      local shape = anchors.shape(thing.scene.hitbox, def, thing.anchor, owner)
      boxes[i] = newBox(thing, kind, def, shape)
      boxes[i].color = nil -- the definition's is the thing's
    else
      boxes[i] = newBox(thing, kind, given[kind], makeShape(thing, kind, given[kind]))
    end
  end
  return boxes
end

local function copyDeep(value)
  if type(value) ~= "table" or getmetatable(value) then
    return value
  end
  local copy = {}
  for key, entry in pairs(value) do
    copy[key] = copyDeep(entry)
  end
  return copy
end

local function copyData(thing, data, owner)
  for key, value in pairs(check.type(data, "table", "data", owner)) do
    if ownKeys[key] or Thing[key] ~= nil or tostring(key):sub(1, 1) == "_" then
      check.fail("data of %s cannot have the name %s: every thing has its own", owner,
        check.show(key))
    end
    rawset(thing, key, copyDeep(value))
  end
end

local function positionOf(def, owner)
  local at = def.at
  if at == nil then
    return 0, 0
  end
  check.type(at, "table", "at", owner)
  check.keys(at, { true, true }, "at of " .. owner)
  return check.number(at[1], "at[1]", owner), check.number(at[2], "at[2]", owner)
end

--- Make a thing and put its boxes into the scene's world. Everything is checked before anything is
--- added.
---@param scene hitbox.Scene
---@param def hitbox.ThingDef
---@return hitbox.Thing
local function make(scene, def)
  local name = def[1]
  local owner = "thing '" .. name .. "'"
  check.keys(def, thingKeys, owner)
  local x, y = positionOf(def, owner)
  local facing = def.facing == nil and 1 or def.facing
  if facing ~= 1 and facing ~= -1 then
    check.refuse("facing", owner, "1 or -1", facing)
  end
  local angle = def.angle == nil and 0 or check.number(def.angle, "angle", owner)
  local thing = {
    name = name, anchor = def.anchor == nil and "center" or anchors.check(def.anchor, owner),
    scene = scene, boxes = {}, alive = true, def = def, color = def.color, hidden = def.hidden,
    blocked = { left = false, right = false, above = false, below = false },
    _x = x, _y = y, _facing = facing, _angle = angle, _moved = 0, _fromX = x, _fromY = y,
    _lostX = 0, _lostY = 0, frame = 0,
    _list = {}, _first = {}, _hits = {}, _hitCount = 0, _passengers = false, _passengerCount = 0,
  }
  thing._root = thing
  if def.data ~= nil then
    copyData(thing, def.data, owner)
  end
  local boxes = makeBoxes(thing, def, owner)
  playing.attach(thing, def.moves, owner, makeShape)
  setmetatable(thing, meta)
  for i = 1, #boxes do
    thing._first[boxes[i].kind] = boxes[i].def
    local ok, err = pcall(addBox, thing, boxes[i])
    if not ok then
      removeBoxes(thing)
      check.fail("%s: %s", boxOwner(thing, boxes[i].kind), check.reason(err))
    end
  end
  scene.hasColors = scene.hasColors or def.color ~= nil or def.hidden == true
  return thing
end

--- Place the thing without a sweep.
---@param x number world units
---@param y number
--- Errors: x or y is not finite.
function Thing:place(x, y)
  setPosition(self, x, y)
end

--- Turn to a side.
---@param direction number its sign is what counts; 0 changes nothing
function Thing:face(direction)
  checked(direction, "direction", self)
  if direction ~= 0 then
    setFacing(self, direction < 0 and -1 or 1)
  end
end

--- Change a box, add one (a sword comes out) or take one away.
---@param kind string
---@param def hitbox.BoxDef|nil nil takes the box away
--- Errors: as when a thing is made.
function Thing:reshape(kind, def)
  check.type(kind, "string", "the kind in a reshape", ownerOf(self))
  local box = self.boxes[kind]
  if not self.alive then
    return
  elseif def ~= nil then
    local shape = makeShape(self, kind, def)
    local ok, err
    if box then
      ok, err = pcall(changeBox, box, def, shape)
    else
      ok, err = pcall(addBox, self, newBox(self, kind, def, shape))
    end
    if not ok then
      check.fail("%s: %s", boxOwner(self, kind), check.reason(err))
    end
  elseif box then
    dropBox(self, box)
  end
end

--- Remove the thing. Its boxes vanish at once, and contacts that wait to be told are not. Again is
--- fine.
function Thing:remove()
  if not self.alive then
    return
  end
  self.alive = false
  removeBoxes(self)
  self.scene:_forget(self)
end

--- Whether boxes of two things meet now, under the scene's contact policy.
---@param other hitbox.Thing
---@param kind string|nil only this box of the thing
---@param otherKind string|nil only this box of the other
---@return boolean
--- Errors: other is no thing.
function Thing:overlaps(other, kind, otherKind)
  if type(other) ~= "table" or getmetatable(other) ~= meta then
    check.refuse("other", "overlaps", "a thing", other)
  end
  local world = self.scene.world
  for i = 1, #self._list do
    local a = self._list[i]
    for j = 1, #other._list do
      local b = other._list[j]
      if (not kind or a.kind == kind) and (not otherKind or b.kind == otherKind)
        and world:contactOf(a, b) then
        return true
      end
    end
  end
  return false
end

--- The bounds of a box where it is.
---@param kind string|nil "push" if there is one, else the first in alphabetical order
---@return number|nil x left, in world units; nil if there is no such box
---@return number y top
---@return number w
---@return number h
function Thing:rect(kind)
  local box = self.boxes[kind or "push"] or not kind and self._list[1]
  if box and box.alive then
    return self.scene.world:rect(box)
  end
end

playing.extend(Thing)
addMotion(Thing, {
  checked = checked, remember = remember, setPosition = setPosition, makeShape = makeShape,
})

return { make = make, isField = isField }
