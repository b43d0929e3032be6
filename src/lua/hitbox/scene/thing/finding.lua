--- Methods by which things find each other: the direction to another one, and the things that form a chain. The nearest
--- thing and the line of sight are in queries.lua.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local pose = require(folder .. "scene.thing.pose")
local boxes = require(folder .. "scene.thing.boxes")

--- No limit for the number of results of a query.
local ANY_COUNT = 2147483647

--- The box that represents a thing: its push box, or its first one.
local function bodyOf(thing)
  local push = thing.boxes.push
  return push and push.alive and push or boxes.first(thing)
end

--- Return whether another thing belongs to the chain.
---@param filter string|nil|fun(other: hitbox.Thing, thing: hitbox.Thing): any
local function belongs(filter, other, thing)
  if type(filter) == "function" then
    return filter(other, thing)
  end
  return filter == nil or other:is(filter)
end

local sqrt, LARGEST, selves = math.sqrt, check.LARGEST, check.selves

---@class hitbox.Thing
local Thing = {}

--- Return the direction and distance to a point.
---@param goal {x: number, y: number} a thing, the mouse, or any table with x and y
---@return number dx the unit vector from the thing's anchor to the goal; 0, 0 if it is there
---@return number dy
---@return number distance in world units
--- Errors: x or y of the goal is not finite.
function Thing:towards(goal)
  if goal == nil and selves[self] ~= "thing" then
    check.badSelf("towards", "thing", self)
  end
  local x, y
  if type(goal) == "table" then
    x, y = goal.x, goal.y
  end
  if type(x) ~= "number" or type(y) ~= "number" or not (x >= -LARGEST and x <= LARGEST)
    or not (y >= -LARGEST and y <= LARGEST) then
    local owner = "towards of thing '" .. self.name .. "'"
    if type(goal) ~= "table" or x == nil then
      check.refuse("the goal", owner, "a thing, or a table with x and y", goal)
    end
    check.number(x, "x of the goal", owner)
    check.number(y, "y of the goal", owner)
  end
  local dx, dy = x - self.x, y - self.y
  local distance = sqrt(dx * dx + dy * dy)
  if distance == 0 then
    return 0, 0, 0
  end
  return dx / distance, dy / distance, distance
end

--- Return the things that form a chain with this one: things near it, things near these, and so
--- on. Distances are those of the push boxes, or else of the first boxes.
---@param gap number the maximum distance between two neighbours, in world units; 0: they touch
---@param filter string|nil|fun(other: hitbox.Thing, thing: hitbox.Thing): any a name, type, group
---   or team; or a function that returns true if `other`, which is near `thing`, belongs to the
---   chain. Default: all things
---@return hitbox.Thing[] things this one first, then by steps; also a set: `things[t]` is true
---   for each
--- Errors: gap is not finite, or below 0; those of the function.
function Thing:connected(gap, filter)
  local owner = "connected of " .. pose.owner(self)
  check.size(gap, "gap", owner)
  if filter ~= nil and type(filter) ~= "function" then
    check.called(filter, "filter", owner)
  end
  local world, near = self.scene.world, {}
  local things = { self, [self] = true }
  for i = 1, math.huge do
    local thing = things[i]
    if not thing then
      return things
    end
    local body = thing.alive and bodyOf(thing)
    for k = 1, body and (world:queryNearest(world:shape(body), ANY_COUNT, gap, near)) or 0 do
      local other = near[k].thing
      if near[k] == bodyOf(other) and not things[other] and belongs(filter, other, thing) then
        things[#things + 1], things[other] = other, true
      end
    end
  end
end

return Thing
