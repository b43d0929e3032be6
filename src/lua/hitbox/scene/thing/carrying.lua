--- Platforms: things that carry others. A part of motion.lua.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local items = require(folder .. "scene.rules.items")
local pose = require(folder .. "scene.thing.pose")
local stored = require(folder .. "scene.thing.stored")

---@class hitbox.CarryOptions
---@field maxAngle number|nil steepest surface that carries, as its angle to the horizontal, in
---   radians, below pi/2 (more than 1.5 counts as 1.5). Default: pi/4
---@field maxPush number|nil how far a crushed passenger may be pushed free, in world units.
---   Default: the length of the platform's motion

local carryKeys = { maxAngle = true, maxPush = true }

--- The options of `world:carry`, reused.
local carrying = {}

--- The push boxes that take part in the present carry: the platform's and those of passengers.
local participants = {}

--- Return whether a box belongs to a passenger. It will follow the passenger, so it blocks nothing.
local function willFollow(box)
  local push = stored.root(box.thing).boxes.push
  return box ~= push and participants[push or false] ~= nil
end

--- The motion of the platform in the present carry.
local motionX, motionY = 0, 0

--- The fraction of a motion that counts as all of it; the rest is rounding.
local ALMOST_ALL = 1 - 2 ^ -20

--- Store how far a thing was carried in this tick, and by what.
local function storeRide(thing, on, dx, dy)
  local own, tick = thing.__index, thing._contacts.tick
  if own._rode == tick and own._rodeOn == on then
    dx, dy = own._rodeX + dx, own._rodeY + dy
  end
  own._rode, own._rodeOn, own._rodeX, own._rodeY = tick, on, dx, dy
end

--- Return whether a passenger has already moved as far in this tick on another carrier: two wagons of a
--- train move a thing that stands on both only once. A thing that is lifted no longer stands on the second.
---@param nx number the normal of the carrier's surface
local function ridesAlready(thing, on, nx, ny)
  local own = thing.__index
  return own._rode == thing._contacts.tick and own._rodeOn ~= on and motionX * nx + motionY * ny <= 0
    and own._rodeX * motionX + own._rodeY * motionY >= ALMOST_ALL * (motionX * motionX + motionY * motionY)
end

--- Give things their methods for carrying.
---@param Thing table the methods of things
---@param motion table the functions shared with motion.lua
return function(Thing, motion)
  local begin, follow, respond, ruleFor = motion.begin, motion.follow, motion.respond, motion.ruleFor
  local checkOptions, checkedSize, checkedSlope = motion.checkOptions, motion.checkedSize, motion.checkedSlope
  ---@class hitbox.Thing
  local Thing = Thing -- so that editors know whose functions these are

  --- The filter of a carry: the response of a box to a platform that would carry or push it, and then to
  --- boxes in its way. A box is carried if a rule names it first and the platform second, so ground that
  --- rules name second is not pushed. Only push boxes are carried; other boxes and attached things follow.
  local function ride(box, other, nx, ny, t, inside)
    if participants[box] then
      return not willFollow(other) and respond(box, other, nx, ny, t, inside) or nil
    elseif box.kind == "push" and not box.thing._parent and box.thing ~= stored.root(other.thing) then
      local rule, flipped = ruleFor(box, other, nx, ny, false)
      participants[box] = rule and not flipped and rule.response ~= "cross"
        and not ridesAlready(box.thing, other.thing, nx, ny) or nil
      return participants[box] and rule.response
    end
  end

  local function carryOptions(thing, options)
    local what = "a carry"
    checkOptions(options, carryKeys, thing, what)
    carrying.maxAngle = options.maxAngle and checkedSlope(options.maxAngle, thing, what)
    carrying.maxPush = options.maxPush and checkedSize(options.maxPush, "maxPush", thing, what)
    return carrying
  end

  --- Store the passengers of the last carry. The boxes of each follow, and crushed ones get a contact.
  local function takePassengers(thing, n)
    local world, contacts = thing.scene.world, thing.scene._contacts
    local list = thing._passengers or {}
    thing.__index._passengers, thing.__index._passengerCount = list, n
    for i = 1, n do
      local box, dx, dy, crushed, rides, by = world:passenger(i)
      local passenger, at = box.thing, 6 * i
      list[at - 5], list[at - 4], list[at - 3] = passenger, dx, dy
      list[at - 2], list[at - 1], list[at] = crushed, rides, by and by.thing
      if rides and by then
        storeRide(passenger, by.thing, dx, dy)
      end
      follow(passenger, world:position(box))
      if crushed and by then
        contacts:crush(box, by)
      end
    end
  end

  --- Move by (dx, dy) as a platform: all the way. It carries things that stand on it, and things
  --- that stand on these, and pushes things in its way, as far as the rules let it stop them. A
  --- crushed thing is a contact of this tick, and the rule's `crush` is called.
  ---@param dx number|nil world units, 0 if nil
  ---@param dy number|nil
  ---@param options hitbox.CarryOptions|nil
  ---@return integer n the number of passengers, see `passenger`
  ---@return integer crushed the number of crushed passengers
  --- Errors: a number is not finite; an unknown option.
  function Thing:carry(dx, dy, options)
    local given = options and carryOptions(self, options)
    local goalX, goalY, push = begin(self, dx, dy, "a carry")
    self.__index._passengerCount = 0
    if not push then
      self:setPosition(goalX, goalY)
      return 0, 0
    end
    for box in pairs(participants) do -- of the last carry; assigning nil makes no garbage
      participants[box] = nil
    end
    participants[push] = true
    motionX, motionY = goalX - self.x, goalY - self.y
    local n, crushed = items.carry(self.scene.world, push, goalX, goalY, ride, given)
    follow(self, goalX, goalY)
    takePassengers(self, n)
    return n, crushed
  end

  --- Return a passenger of this thing's last `carry`.
  ---@param i integer 1..n, in order of creation
  ---@return hitbox.Thing|nil passenger nil if there is none
  ---@return number dx its motion, in world units
  ---@return number dy
  ---@return boolean crushed
  ---@return boolean rides true if it stood on its carrier; false if it was pushed
  ---@return hitbox.Thing by the thing that carried or pushed it: this one or another passenger
  function Thing:passenger(i)
    if type(i) ~= "number" or not (i >= 1 and i <= self._passengerCount) then
      check.type(i, "number", "i", "passenger")
      return nil
    end
    local list, at = self._passengers, 6 * i
    return list[at - 5], list[at - 4], list[at - 3], list[at - 2], list[at - 1], list[at]
  end
end
