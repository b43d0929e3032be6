--- How bodies part that overlap (a rule's `push`), and how what sticks stays where it stuck.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local items = require(folder .. "scene.rules.items")
local pose = require(folder .. "scene.thing.pose")
local stored = require(folder .. "scene.thing.stored")

local parting = {}

--- The way out along an axis for the first of two boxes: the shorter one.
local function wayAlong(world, axis, a, b)
  local left1, top1, right1, bottom1 = world:edges(a)
  local left2, top2, right2, bottom2 = world:edges(b)
  local before, after
  if axis == "x" then
    before, after = right1 - left2, right2 - left1
  else
    before, after = bottom1 - top2, bottom2 - top1
  end
  local way = before < after and -before or after
  if before == after and a.order < b.order then
    way = -before
  end
  if axis == "x" then
    return way, 0
  end
  return 0, way
end

--- How far a thing has gone from a place.
local function gone(thing, x, y)
  return thing.x - x, thing.y - y
end

--- Parts of the largest coordinate: the last bit of a double, and what is more than rounding leaves, also with compounds.
local LAST_BIT, MORE_THAN_ROUNDING = 2 ^ -52, 2 ^ -42

--- Where bodies that were parted overlap by no more than rounding, move one on by as little as ends
--- that: else they would meet in each tick.
---@param yields hitbox.Box of the contact
local function sever(world, contact, yields)
  local left, top, right, bottom = world:edges(yields)
  local reach = math.max(math.abs(left), math.abs(top), math.abs(right), math.abs(bottom))
  local step = LAST_BIT * reach
  local nx, ny, depth = world:contact(contact.boxA, contact.boxB)
  while nx and depth > 0 and depth < MORE_THAN_ROUNDING * reach and step < MORE_THAN_ROUNDING * reach do
    local by = yields == contact.boxB and step or -step
    yields.thing:nudge(nx * by, ny * by)
    step = 2 * step
    nx, ny, depth = world:contact(contact.boxA, contact.boxB)
  end
end

--- Part the two bodies of a contact whose rule says how: a yields its share, b the rest, and what one
--- of them cannot, as something stops it, the other does. What hangs on a thing yields with it.
---@param scene hitbox.Scene
---@param contact hitbox.Contact of boxes that overlap
function parting.part(scene, contact)
  local world, rule, a, b = scene.world, contact.rule, contact.a, contact.b
  local nx, ny, depth = world:contact(contact.boxA, contact.boxB)
  if not nx or depth == 0 then
    return -- another pair has parted them
  end
  local dx, dy = -nx * depth, -ny * depth
  if rule.axis then
    dx, dy = wayAlong(world, rule.axis, contact.boxA, contact.boxB)
  end
  local x, y = b.x, b.y
  if rule.push < 1 then
    b:nudge((rule.push - 1) * dx, (rule.push - 1) * dy)
  end
  local bx, by = gone(b, x, y)
  x, y = a.x, a.y
  if rule.push > 0 then
    dx, dy = dx + bx, dy + by
    a:nudge(dx, dy)
    if rule.push < 1 and (a.x ~= x + dx or a.y ~= y + dy) then
      local ax, ay = gone(a, x, y)
      b:nudge(ax - dx, ay - dy)
    end
  end
  sever(world, contact, rule.push < 1 and contact.boxB or contact.boxA)
end

-- ---- Many at once ------------------------------------------------------------------------------

--- What pairs wait for the one call of the world that parts them: those in a row of which the first body
--- yields the same share, and which the same may stop.
---@return internal.Press
function parting.press()
  ---@class internal.Press
  return { boxes = {}, count = 0, share = false, stoppers = false, number = 1, joined = {}, joinedCount = 0 }
end

--- Add a box to those that the world separates, if its thing moves with it and no other box of the thing
--- blocks. All else follows later.
---@return boolean
local function join(press, box)
  local thing = box.thing
  if thing._root or thing._children or thing.boxes.push ~= box or not box.alive then
    return false
  end
  local list = thing._list
  for i = 1, list and #list or 0 do
    if list[i] ~= box and press.stoppers:meets(list[i].class) then
      return false
    end
  end
  box._pressed, press.joinedCount = press.number, press.joinedCount + 1
  press.joined[press.joinedCount] = box
  return true
end

--- A thing is where its push box is.
local function catchUp(world, box)
  local x, y = world:position(box)
  local thing = box.thing
  local own = thing.__index
  if x == own.x and y == own.y then
    return
  elseif thing._list then
    pose.setPosition(thing, x, y)
  else -- its earlier position is not read before the next tick
    own.x, own.y = x, y
  end
end

--- Separate the waiting pairs.
---@param count integer the number of their boxes
---@return integer number by which those that join from now on are known
local function release(world, press, count)
  local list, joined = press.boxes, press.joined
  for i = count + 1, press.count do
    list[i] = nil
  end
  local ok, message = true, nil
  if count > 0 then
    ok, message = pcall(items.separate, world, list, press.share, parting.resist, press.stoppers.separateOptions)
  end
  for i = press.joinedCount, 1, -1 do
    catchUp(world, joined[i])
    joined[i] = nil
  end
  press.count, press.joinedCount, press.number = count, 0, press.number + 1
  if not ok then -- some would be out of range
    error(message, 0)
  end
  return press.number
end

--- Part the two bodies of each contact of a list, in turn.
---@param scene hitbox.Scene
---@param contacts hitbox.Contact[]
---@param count integer how many they are
---@param press internal.Press kept for reuse
function parting.all(scene, contacts, count, press)
  local world, list, waiting, number = scene.world, press.boxes, 0, press.number
  local rule, classA, classB, stoppers
  for i = 1, count do
    local contact = contacts[i]
    local a, b = contact.boxA, contact.boxB
    if rule ~= contact.rule or classA ~= a.class or classB ~= b.class then
      rule, classA, classB = contact.rule, a.class, b.class
      stoppers = not rule.axis and scene.rules:stoppers(classA, classB)
      if stoppers ~= press.stoppers or rule.push ~= press.share then
        number, waiting = release(world, press, waiting), 0
        press.stoppers, press.share = stoppers, rule.push
      end
    end
    if stoppers and (a._pressed == number or join(press, a)) and (b._pressed == number or join(press, b)) then
      list[waiting + 1], list[waiting + 2] = a, b
      waiting = waiting + 2
    else
      number, waiting = release(world, press, waiting), 0
      parting.part(scene, contact)
    end
  end
  release(world, press, waiting)
end

-- ---- What sticks -------------------------------------------------------------------------------

--- From now on a thing goes where another one does.
---@param thing hitbox.Thing
---@param to hitbox.Thing
function parting.stick(thing, to)
  local scene = thing.scene
  if not thing.stuckTo then
    scene._stuck[#scene._stuck + 1] = thing
  end
  local own = thing.__index
  stored.setStuck(thing, to)
  own._stuckX, own._stuckY = pose.toThing(to, thing.x, thing.y)
  own._stuckAngle = thing.angle - to.angle
end

--- A thing has another anchor, at (x, y) seen from the old one, and has gone by (dx, dy) to it: what sticks
--- to it, and it to another, stays where it is there.
---@param thing hitbox.Thing
function parting.shift(thing, x, y, dx, dy)
  for _, stuck in ipairs(thing.scene._stuck) do
    if stuck.stuckTo == thing then
      local own = stuck.__index
      own._stuckX, own._stuckY = own._stuckX - x, own._stuckY - y
    end
  end
  local to = thing.stuckTo
  if to then
    dx, dy = pose.toThing(to, to.x + dx, to.y + dy)
    local own = thing.__index
    own._stuckX, own._stuckY = own._stuckX + dx, own._stuckY + dy
  end
end

--- Where a thing is that sticks to another one.
local function placeStuck(thing, to)
  local x, y = pose.toWorld(to, thing._stuckX, thing._stuckY)
  local angle = to.angle + thing._stuckAngle
  if x ~= thing.x or y ~= thing.y then
    thing:setPosition(x, y)
  end
  if angle ~= thing.angle then
    thing.angle = angle
  end
end

--- Move the things that stick along with their carriers. If a carrier is gone, the thing is free again.
---@param scene hitbox.Scene
function parting.follow(scene)
  local list, kept = scene._stuck, 0
  for i = 1, #list do
    local thing = list[i]
    local to = thing.alive and thing.stuckTo
    list[i] = nil
    if to and check.selves[to] == "thing" and to.alive then
      kept = kept + 1
      list[kept] = thing
      placeStuck(thing, to)
    elseif to then
      stored.setStuck(thing, nil)
    end
  end
end

return parting
