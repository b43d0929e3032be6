--- The pose of a thing: position, facing, angle and scale, all about its anchor. Attached things follow
--- only through hierarchy.lua.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local items = require(folder .. "scene.rules.items")
local anchors = require(folder .. "scene.thing.anchor")
local boxes = require(folder .. "scene.thing.boxes")
local store = require(folder .. "scene.store")
local stored = require(folder .. "scene.thing.stored")

local selves = check.selves
local pose = {}

---@class hitbox.Thing
local Thing = {} -- of which pose.setPosition is made a method

--- The name of a thing in errors.
function pose.owner(thing)
  return "thing '" .. thing.name .. "'"
end

--- The square of the largest coordinate.
local FAR = check.LARGEST * check.LARGEST
pose.FAR = FAR

--- As check.number, without making a string where all is well.
---@param call string|nil what the value was given to
function pose.checked(value, key, thing, call)
  if type(value) ~= "number" or not (value * value <= FAR) then
    check.number(value, key, (call and call .. " of " or "") .. pose.owner(thing))
  end
  return value
end

--- Raise an error unless a value is a facing.
function pose.checkFacing(value, owner)
  if value ~= 1 and value ~= -1 then
    check.refuse("facing", owner, "1 or -1", value)
  end
  return value
end

--- Raise an error unless a value is a scale.
function pose.checkScale(value, owner)
  if check.number(value, "scale", owner) <= 0 then
    check.refuse("scale", owner, "> 0", value)
  end
  return value
end

--- Other words for the sides of `blocked`. Reading one of these would always give nil, so it is an error.
local sides = { down = "below", bottom = "below", up = "above", top = "above" }

local notBlocked = { left = false, right = false, above = false, below = false }

local function failSide(_, key)
  if sides[key] then
    check.fail("blocked has no '%s': it has left, right, above and below, did you mean '%s'?", key, sides[key])
  end
end

local blockedMeta = { isRecord = true, __index = setmetatable(notBlocked, { __index = failSide }) }

--- Return the `blocked` of a new thing: no side. Sides that a move does not set are false.
function pose.newBlocked()
  return setmetatable({}, blockedMeta)
end

--- Set all sides to false.
function pose.unblock(blocked)
  blocked.left, blocked.right, blocked.above, blocked.below = false, false, false, false
end

--- Place all boxes of a thing or, if one is out of range, none, and raise an error.
local function placeOrFail(thing, x, y)
  local world, list = thing.scene.world, boxes.list(thing)
  items.updateGroup(world, list, thing.x, thing.y)
  pose.checked(x, "x", thing)
  pose.checked(y, "y", thing)
  local all, placed = items.updateGroup(world, list, x, y)
  if not all then
    items.updateGroup(world, list, thing.x, thing.y)
    check.fail("every edge of %s must be at most 2^100 in magnitude",
      boxes.owner(thing, list[placed + 1].kind))
  end
end

--- Set the position of the anchor, without a sweep.
---@param x number world units
---@param y number
--- Errors: x or y is not finite.
function Thing:setPosition(x, y, _)
  -- Games place thousands of things in each tick, so only the store is called here. It reports whether the boxes
  -- fit; only if they do not, the values are checked one by one.
  if y == nil and selves[self] ~= "thing" then
    check.badSelf("setPosition", "thing", self)
  elseif _ ~= nil then
    check.surplus("setPosition", "x, y", 2, _)
  end
  local own = self.__index
  local contacts = own._contacts
  if not store.place(contacts.world, contacts.store, own.order, x, y) then
    placeOrFail(self, x, y)
  end
  own.x, own.y = x, y
end

pose.setPosition = Thing.setPosition -- without the things attached to it

--- Set the side that a thing faces.
function pose.face(thing, facing)
  if facing == thing.facing then
    return
  end
  thing.__index.facing = facing
  for _, box in boxes.each(thing) do
    boxes.refresh(box)
  end
end

--- Set the angle and scale of a thing.
function pose.setTransform(thing, angle, scale)
  if angle ~= thing.angle or scale ~= thing.scale then
    boxes.setTransform(thing, angle, scale)
  end
end

--- Convert a point of a thing to world coordinates.
---@param thing hitbox.Thing
---@param x number from the anchor, as the thing is when it faces to the right, unturned and unscaled
---@param y number
---@return number x, number y
function pose.toWorld(thing, x, y)
  x, y = x * thing.scale * thing.facing, y * thing.scale
  if thing.angle ~= 0 then
    local c, s = thing.scene.hitbox.direction(thing.angle)
    x, y = x * c - y * s, x * s + y * c
  end
  return thing.x + x, thing.y + y
end

--- Convert world coordinates to a point of a thing.
function pose.toThing(thing, x, y)
  x, y = x - thing.x, y - thing.y
  if thing.angle ~= 0 then
    local c, s = thing.scene.hitbox.direction(thing.angle)
    x, y = x * c + y * s, y * c - x * s
  end
  return x / thing.scale * thing.facing, y / thing.scale
end

--- Return the position of an anchor relative to the present one, in the bounds of the push box, or of the first box.
---@return number x, number y as for toWorld
function pose.anchorPosition(thing, anchor)
  local box = thing.boxes.push or boxes.first(thing)
  if not box then
    return 0, 0
  end
  local x, y, w, h = box.shape:bounds()
  local left, up = anchors.reach(anchor, w, h)
  return x + left, y + up
end

--- Make another point of a thing its anchor. Boxes and points keep their positions relative to each other.
---@param thing hitbox.Thing
---@param anchor any a checked one
---@param stays boolean the boxes stay where they are, and x and y change; else the other way round
---@return number x, number y where the new anchor was, seen from the old one
function pose.setAnchor(thing, anchor, stays)
  local ox, oy = pose.anchorPosition(thing, anchor)
  local own, x, y = thing.__index, thing.x, thing.y
  if stays then
    x, y = pose.toWorld(thing, ox, oy)
    pose.checked(x, "x", thing)
    pose.checked(y, "y", thing)
    stored.shift(thing, own.x, own.y, x, y)
  end
  local list, shapes = boxes.list(thing), {}
  for i = 1, #list do -- all before any box is changed
    shapes[i] = list[i].shape:translated(-ox, -oy)
  end
  own.anchor, own.x, own.y = anchor, x, y
  for i = 1, #list do
    boxes.setShape(list[i], shapes[i])
    boxes.refresh(list[i])
    items.update(thing.scene.world, list[i], x, y)
  end
  for _, point in pairs(thing._points) do
    point[1], point[2] = point[1] - ox, point[2] - oy
  end
  return ox, oy
end

return pose
