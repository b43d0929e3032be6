--- Where a thing is and how: place, facing, angle and scale, all about its anchor. What is attached to
--- it comes along only when family.lua says so.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local anchors = require(folder .. "anchor")
local boxes = require(folder .. "things.boxes")

local pose = {}

--- How errors call a thing.
function pose.owner(thing)
  return "thing '" .. thing.name .. "'"
end

--- As check.number, without making a string where all is well.
function pose.checked(value, key, thing)
  if type(value) ~= "number" or not (value >= -check.LARGEST and value <= check.LARGEST) then
    check.number(value, key, pose.owner(thing))
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

--- Note where the thing is before it moves for the first time since contacts were collected.
function pose.remember(thing)
  local stamp = thing.scene._contacts.stamp
  if thing._moved ~= stamp then
    thing._moved, thing._fromX, thing._fromY = stamp, thing._x, thing._y
    thing._lostX, thing._lostY = 0, 0
  end
end

local type, LARGEST = type, check.LARGEST

--- Place a thing without a sweep. Games place thousands in each tick: what is nearly always so is seen
--- here, without a call.
function pose.place(thing, x, y)
  if type(x) ~= "number" or type(y) ~= "number" or not (x >= -LARGEST and x <= LARGEST
    and y >= -LARGEST and y <= LARGEST) then
    pose.checked(x, "x", thing)
    pose.checked(y, "y", thing)
  end
  local scene, list = thing.scene, thing._list
  if thing._moved ~= scene._contacts.stamp then
    pose.remember(thing)
  end
  local world = scene.world
  for i = 1, #list do
    world:update(list[i], x, y)
  end
  thing._x, thing._y = x, y
end

--- Mirror all boxes, or back.
function pose.face(thing, facing)
  if facing == thing._facing then
    return
  end
  thing._facing = facing
  for i = 1, #thing._list do
    boxes.refresh(thing._list[i])
  end
end

--- Turn all boxes and bring them to a scale, or none of them if one cannot be.
function pose.turn(thing, angle, scale)
  if angle ~= thing._angle or scale ~= thing._scale then
    boxes.turn(thing, angle, scale)
  end
end

--- The cosine and sine of an angle; of quarter turns exact, as the core has them.
local function turnOf(angle)
  local quarters = angle / (math.pi / 2)
  if quarters % 1 ~= 0 then
    return math.cos(angle), math.sin(angle)
  end
  quarters = quarters % 4
  return quarters == 0 and 1 or quarters == 2 and -1 or 0,
    quarters == 1 and 1 or quarters == 3 and -1 or 0
end

--- Where a point of a thing is in the world.
---@param thing hitbox.Thing
---@param x number from the anchor, as the thing is when it faces to the right, unturned and unscaled
---@param y number
---@return number x, number y
function pose.toWorld(thing, x, y)
  x, y = x * thing._scale * thing._facing, y * thing._scale
  if thing._angle ~= 0 then
    local c, s = turnOf(thing._angle)
    x, y = x * c - y * s, x * s + y * c
  end
  return thing._x + x, thing._y + y
end

--- The other way round.
function pose.toThing(thing, x, y)
  x, y = x - thing._x, y - thing._y
  if thing._angle ~= 0 then
    local c, s = turnOf(thing._angle)
    x, y = x * c + y * s, y * c - x * s
  end
  return x / thing._scale * thing._facing, y / thing._scale
end

--- Where an anchor of a thing is, seen from the present one: a point of the bounds of the push box, or
--- of the first box if there is none.
---@return number x, number y as for toWorld
local function placeOf(thing, anchor)
  local box = thing.boxes.push or thing._list[1]
  if not box then
    return 0, 0
  end
  local x, y, w, h = box.shape:bounds()
  local left, up = anchors.reach(anchor, w, h)
  return x + left, y + up
end

--- Have another point of a thing as its anchor. Its boxes and points keep their places to each other.
---@param thing hitbox.Thing
---@param anchor any a checked one
---@param stays boolean the boxes stay where they are, and x and y change; else the other way round
---@return number x, number y where the new anchor was, seen from the old one
function pose.setAnchor(thing, anchor, stays)
  local ox, oy = placeOf(thing, anchor)
  local x, y = thing._x, thing._y
  if stays then
    x, y = pose.toWorld(thing, ox, oy)
    pose.checked(x, "x", thing)
    pose.checked(y, "y", thing)
    if thing._moved == thing.scene._contacts.stamp then -- it has not moved by that
      thing._fromX, thing._fromY = thing._fromX + (x - thing._x), thing._fromY + (y - thing._y)
    end
  end
  local list, shapes = thing._list, {}
  for i = 1, #list do -- all of them before any is changed
    shapes[i] = list[i].shape:placed(-ox, -oy)
  end
  thing._anchor, thing._x, thing._y = anchor, x, y
  for i = 1, #list do
    boxes.setShape(list[i], shapes[i])
    boxes.refresh(list[i])
    thing.scene.world:update(list[i], x, y)
  end
  for _, point in pairs(thing._points) do
    point[1], point[2] = point[1] - ox, point[2] - oy
  end
  return ox, oy
end

return pose
