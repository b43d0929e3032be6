--- How overlapping bodies are separated (`push` of a rule), and how a thing that sticks to another stays there.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local items = require(folder .. "scene.rules.items")
local pose = require(folder .. "scene.thing.pose")
local stored = require(folder .. "scene.thing.stored")

local separation = {}

--- The shortest translation along an axis that separates the first of two boxes from the second.
local function shortestAlong(world, axis, a, b)
  local left1, top1, right1, bottom1 = world:edges(a)
  local left2, top2, right2, bottom2 = world:edges(b)
  local before, after
  if axis == "x" then
    before, after = right1 - left2, right2 - left1
  else
    before, after = bottom1 - top2, bottom2 - top1
  end
  local distance = before < after and -before or after
  if before == after and a.order < b.order then
    distance = -before
  end
  if axis == "x" then
    return distance, 0
  end
  return 0, distance
end

--- The displacement of a thing from (x, y).
local function displacement(thing, x, y)
  return thing.x - x, thing.y - y
end

--- Relative to the largest coordinate: the last bit of a double, and a bound of rounding, also with compounds.
local LAST_BIT, MORE_THAN_ROUNDING = 2 ^ -52, 2 ^ -42

--- If separated bodies still overlap by rounding, move one by the smallest step that ends it: otherwise they would be in
--- contact in each tick.
---@param yields hitbox.Box the box to move
local function clearRounding(world, contact, yields)
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

--- Separate the two bodies of a contact by its rule: a moves its share, b the rest. If one is blocked, the other moves
--- instead. Attached things move along.
---@param scene hitbox.Scene
---@param contact hitbox.Contact of boxes that overlap
function separation.separatePair(scene, contact)
  local world, rule, a, b = scene.world, contact.rule, contact.a, contact.b
  local nx, ny, depth = world:contact(contact.boxA, contact.boxB)
  if not nx or depth == 0 then
    return -- the separation of another pair has separated them
  end
  local dx, dy = -nx * depth, -ny * depth
  if rule.axis then
    dx, dy = shortestAlong(world, rule.axis, contact.boxA, contact.boxB)
  end
  local x, y = b.x, b.y
  if rule.push < 1 then
    b:nudge((rule.push - 1) * dx, (rule.push - 1) * dy)
  end
  local bx, by = displacement(b, x, y)
  x, y = a.x, a.y
  if rule.push > 0 then
    dx, dy = dx + bx, dy + by
    a:nudge(dx, dy)
    if rule.push < 1 and (a.x ~= x + dx or a.y ~= y + dy) then
      local ax, ay = displacement(a, x, y)
      b:nudge(ax - dx, ay - dy)
    end
  end
  clearRounding(world, contact, rule.push < 1 and contact.boxB or contact.boxA)
end

-- ---- Many at once ------------------------------------------------------------------------------

--- A batch of pairs for one call of `world:separate`: consecutive pairs with the same share and the same stoppers.
---@return internal.SeparationBatch
function separation.newBatch()
  ---@class internal.SeparationBatch
  return { boxes = {}, count = 0, share = false, stoppers = false, number = 1, added = {}, addedCount = 0 }
end

--- Add a box to the batch, if it is its thing's push box and no other box of the thing can be blocked. The thing is
--- updated later.
---@return boolean
local function addToBatch(batch, box)
  local thing = box.thing
  if thing._root or thing._children or thing.boxes.push ~= box or not box.alive then
    return false
  end
  local list = thing._list
  for i = 1, list and #list or 0 do
    if list[i] ~= box and batch.stoppers:meets(list[i].class) then
      return false
    end
  end
  box._batch, batch.addedCount = batch.number, batch.addedCount + 1
  batch.added[batch.addedCount] = box
  return true
end

--- Move a thing to the position of its push box.
local function updateThing(world, box)
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

--- Separate the pairs of the batch.
---@param count integer the number of their boxes
---@return integer number of the next batch
local function separateBatch(world, batch, count)
  local list, added = batch.boxes, batch.added
  for i = count + 1, batch.count do
    list[i] = nil
  end
  local ok, message = true, nil
  if count > 0 then
    ok, message = pcall(items.separate, world, list, batch.share, separation.resist, batch.stoppers.separateOptions)
  end
  for i = batch.addedCount, 1, -1 do
    updateThing(world, added[i])
    added[i] = nil
  end
  batch.count, batch.addedCount, batch.number = count, 0, batch.number + 1
  if not ok then -- some would be out of range
    error(message, 0)
  end
  return batch.number
end

--- Separate the two bodies of each contact of a list, in order.
---@param scene hitbox.Scene
---@param contacts hitbox.Contact[]
---@param count integer how many they are
---@param batch internal.SeparationBatch reused
function separation.separate(scene, contacts, count, batch)
  local world, list, waiting, number = scene.world, batch.boxes, 0, batch.number
  local rule, classA, classB, stoppers
  for i = 1, count do
    local contact = contacts[i]
    local a, b = contact.boxA, contact.boxB
    if rule ~= contact.rule or classA ~= a.class or classB ~= b.class then
      rule, classA, classB = contact.rule, a.class, b.class
      stoppers = not rule.axis and scene.rules:stoppers(classA, classB)
      if stoppers ~= batch.stoppers or rule.push ~= batch.share then
        number, waiting = separateBatch(world, batch, waiting), 0
        batch.stoppers, batch.share = stoppers, rule.push
      end
    end
    if stoppers and (a._batch == number or addToBatch(batch, a)) and (b._batch == number or addToBatch(batch, b)) then
      list[waiting + 1], list[waiting + 2] = a, b
      waiting = waiting + 2
    else
      number, waiting = separateBatch(world, batch, waiting), 0
      separation.separatePair(scene, contact)
    end
  end
  separateBatch(world, batch, waiting)
end

-- ---- Sticking --------------------------------------------------------------------------------

--- Make a thing stick to another one.
---@param thing hitbox.Thing
---@param to hitbox.Thing
function separation.stick(thing, to)
  local scene = thing.scene
  if not thing.stuckTo then
    scene._stuck[#scene._stuck + 1] = thing
  end
  local own = thing.__index
  stored.setStuck(thing, to)
  own._stuckX, own._stuckY = pose.toThing(to, thing.x, thing.y)
  own._stuckAngle = thing.angle - to.angle
end

--- Update what sticks after the anchor of a thing has moved by (x, y) on the thing, and the thing by (dx, dy).
---@param thing hitbox.Thing
function separation.shift(thing, x, y, dx, dy)
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

--- Place a thing that sticks to another one.
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
function separation.follow(scene)
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

return separation
