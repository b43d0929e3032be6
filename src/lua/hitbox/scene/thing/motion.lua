--- How things move: swept, against what the rules say.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local items = require(folder .. "scene.rules.items")
local boxes = require(folder .. "scene.thing.boxes")
local addCarrying = require(folder .. "scene.thing.carrying")
local conditions = require(folder .. "scene.rules.conditions")
local hierarchy = require(folder .. "scene.thing.hierarchy")
local separation = require(folder .. "scene.rules.separation")
local pose = require(folder .. "scene.thing.pose")
local store = require(folder .. "scene.store")
local stored = require(folder .. "scene.thing.stored")
local velocity = require(folder .. "scene.thing.velocity")
local pushAhead = require(folder .. "scene.thing.pushing")

local selves = check.selves
local pick, sideOf, opposite = conditions.pick, conditions.side, conditions.opposite
local LARGEST, FAR, UPRIGHT = check.LARGEST, pose.FAR, math.pi / 2
-- Of ground, as in the core (sweep_step.h): the steepest in radians, and the rounding of a normal.
local MAX_SLOPE, SLOPE_TOLERANCE = 1.5, 2 ^ -40
local DEFAULT_MIN_UP = math.sqrt(0.5) - SLOPE_TOLERANCE -- of pi / 4

--- Return the rule for a box and another one in its way, and whether the rule's first pattern is the other's.
--- It runs for each box near a move, so the common case makes no call.
local function ruleFor(box, other, nx, ny, inside)
  local class = box.class
  local candidates = class.candidates[other.class]
  if candidates == nil then
    candidates = box.thing.scene.rules:between(class, other.class)
  end
  if not candidates then
    return nil
  elseif candidates.unconditional then
    return candidates[1].rule, candidates[1].flipped
  end
  return pick(candidates, box.thing.scene, box, other, not inside and sideOf(nx, ny) or nil, nx, ny)
end

--- The filter of a move: return the response to a box in its way, and the fraction that a bounce returns.
local function respond(box, other, nx, ny, _, inside)
  local candidates, thing, otherThing = box.class.candidates[other.class], box.thing, other.thing
  if candidates == false or (thing._root or thing) == (otherThing._root or otherThing) then
    return nil
  end
  local rule = candidates and candidates.unconditional and candidates[1].rule or ruleFor(box, other, nx, ny, inside)
  if rule then
    return rule.response, rule.bounce
  end
end

--- The filter of a nudge: it reports no contacts, so only boxes that may block matter.
local function resist(box, other, nx, ny, t, inside)
  local candidates = box.class.candidates[other.class]
  if candidates == nil or candidates and candidates.blocks then
    return respond(box, other, nx, ny, t, inside)
  end
end
separation.resist = resist

--- Update a thing after its push box has moved: its position, its other boxes, and the things attached to it.
local function follow(thing, x, y)
  local own = thing.__index
  if own._list then
    pose.setPosition(thing, x, y)
  else
    own.x, own.y = x, y
  end
  if own._parent or own._children then
    hierarchy.moved(thing)
  end
end

---@class hitbox.MoveOptions
---@field through true|hitbox.Thing|nil pass through this thing; true passes through all one-way boxes
---@field cornerCorrection number|nil largest step aside, in world units, if it leads past an obstacle. Default: 0
---@field bounce number|nil fraction of the motion into the surface that a bounce returns. Default: 1
---@field recover number|nil push the thing out of overlaps up to this depth first, in world units; 0 for never.
---   Default: the thing's
---@field push string|nil things with this name, type, group or team are pushed ahead if they are in the way
---@field pushDepth integer|nil for `push`: how many things may push each other in a row. Default: 1

---@class hitbox.MoveByVelocityOptions: hitbox.MoveOptions
---@field gravity number|nil added to vy in each tick. Default: 0
---@field maxFall number|nil the maximum of vy
---@field drag number|nil subtracted from the speed in each tick, down to 0, in world units per tick. Default: 0

---@class hitbox.WalkOptions
---@field through true|hitbox.Thing|nil the same as for `move`
---@field gravity number|nil added to the thing's `vy` in each tick; the thing falls by `vy`, so dy must be nil
---@field maxFall number|nil the maximum of vy
---@field maxAngle number|nil steepest ground, as its angle to the horizontal, in radians, below
---   pi/2 (more than 1.5 counts as 1.5). Default: pi/4
---@field snap number|nil stay on ground that lies up to this far below, in world units. Default: as
---   far as two slopes of maxAngle need it, at least stepUp
---@field stepUp number|nil highest step to climb, in world units, also onto boxes that are one-way
---   from above. Default: 0
---@field recover number|nil the same as for `move`

local moveKeys = { through = true, cornerCorrection = true, bounce = true, push = true, pushDepth = true,
  recover = true }
local moveByVelocityKeys = { through = true, cornerCorrection = true, bounce = true, push = true,
  pushDepth = true, recover = true, gravity = true, maxFall = true, drag = true }
local walkKeys = { through = true, snap = true, maxAngle = true, stepUp = true, gravity = true, maxFall = true,
  recover = true }

--- The options of `world:move`, reused.
local moveOptions = {}

--- The same for a move without options.
local defaultOptions = {}

--- The options of a thing's definition, nil if there are none.
local function ownOptions(thing)
  defaultOptions.recover = thing._recover
  return defaultOptions.recover and defaultOptions or nil
end

--- The owner of options in errors. The text is made only for an error, as games pass options thousands of times in each
--- tick.
local function ownerOf(thing, what)
  return what .. " of thing '" .. thing.name .. "'"
end

--- Raise an error unless two numbers are finite and in range.
---@param what string|nil the call that they are arguments of
local function checkBoth(a, keyA, b, keyB, thing, what)
  if not (type(a) == "number" and type(b) == "number" and a * a <= FAR and b * b <= FAR) then
    if selves[thing] ~= "thing" then
      check.badSelf(what:match("%a+$"), "thing", thing)
    end
    pose.checked(a, keyA, thing, what)
    if type(b) == "table" and not selves[b] then
      check.fail("%s of %s must be a finite number, got a table: options are the third argument", keyB,
        ownerOf(thing, what))
    end
    pose.checked(b, keyB, thing, what)
  end
end

--- Raise an error unless options are a table of known keys.
local function checkOptions(options, keys, thing, what)
  if type(options) == "table" and not selves[options] then
    local key = next(options)
    while key ~= nil and keys[key] do
      key = next(options, key)
    end
    if key == nil then
      return
    end
  end
  local owner = ownerOf(thing, what)
  check.keys(check.type(options, "table", "the options", owner), keys, owner)
end

--- Check an option that is a size.
local function checkedSize(value, key, thing, what)
  if not (type(value) == "number" and value >= 0 and value <= LARGEST) then
    check.size(value, key, ownerOf(thing, what))
  end
  return value
end

--- Check an option that is the angle of a slope.
local function checkedSlope(value, thing, what)
  if checkedSize(value, "maxAngle", thing, what) >= UPRIGHT then
    check.refuse("maxAngle", ownerOf(thing, what), "below pi/2", value)
  end
  return value
end

--- Convert the options of a move or a walk to those of the world.
local function worldOptions(thing, options, keys, what)
  checkOptions(options, keys, thing, what)
  local through, push = options.through, options.push
  if selves[through] == "thing" then
    through = through._list or boxes.first(through) or nil
  elseif through ~= nil and type(through) ~= "boolean" then
    check.refuse("through", ownerOf(thing, what), "a thing, or true for all one-way boxes", through)
  end
  if push ~= nil and type(push) ~= "string" then
    check.type(push, "string", "push", ownerOf(thing, what))
  elseif options.pushDepth ~= nil then
    check.count(options.pushDepth, "pushDepth", ownerOf(thing, what))
    if push == nil then
      check.fail("pushDepth of %s needs push", ownerOf(thing, what))
    end
  end
  moveOptions.through = through
  moveOptions.cornerCorrection = options.cornerCorrection
    and checkedSize(options.cornerCorrection, "cornerCorrection", thing, what)
  moveOptions.bounce = options.bounce and checkedSize(options.bounce, "bounce", thing, what)
  moveOptions.snap = options.snap and checkedSize(options.snap, "snap", thing, what)
  moveOptions.stepUp = options.stepUp and checkedSize(options.stepUp, "stepUp", thing, what)
  moveOptions.recover = options.recover and checkedSize(options.recover, "recover", thing, what) or thing._recover or nil
  moveOptions.maxAngle = options.maxAngle and checkedSlope(options.maxAngle, thing, what)
  return moveOptions
end

--- The minimum upward component of a ground normal, as in walks of the world.
---@param maxAngle number|nil
local function minUpOf(thing, maxAngle)
  return maxAngle and thing.scene.hitbox.direction(math.min(maxAngle, MAX_SLOPE)) - SLOPE_TOLERANCE or DEFAULT_MIN_UP
end

-- ---- Velocities: vx and vy of a thing, in world units a tick --------------------------------------

--- Apply gravity and drag to a thing's velocity, before it moves.
local function accelerate(thing, options, what)
  local vx, vy, gravity = thing.vx or 0, thing.vy or 0, options.gravity
  checkBoth(vx, "vx", vy, "vy", thing, what)
  local drag = options.drag and checkedSize(options.drag, "drag", thing, what) or 0
  if drag > 0 then
    local speed = math.sqrt(vx * vx + vy * vy)
    local keep = speed > drag and 1 - drag / speed or 0
    vx, vy = keep * vx, keep * vy
  end
  if gravity then
    if not (type(gravity) == "number" and gravity >= -LARGEST and gravity <= LARGEST) then
      check.number(gravity, "gravity", ownerOf(thing, what))
    end
    vy = vy + gravity
  end
  if options.maxFall ~= nil then
    vy = math.min(vy, checkedSize(options.maxFall, "maxFall", thing, what))
  end
  thing.vx, thing.vy = vx, vy
end

--- The options of the current `moveByVelocity`, for `respondByVelocity`.
local currentVelocityMove

--- Like `respond`, for `moveByVelocity`. A bounce off a thing with a velocity ends the motion of this tick, as the other
--- thing moves away. Other bounces return the same part of the motion as of the velocity, so that a thing that comes
--- to rest lies on the ground and does not hover above it.
local function respondByVelocity(box, other, nx, ny, ...)
  local response, bounce = respond(box, other, nx, ny, ...)
  if response ~= "bounce" then
    return response
  elseif velocity.isOf(other.thing) then
    return "touch"
  end
  local thing = box.thing
  return response, velocity.returned(-(thing.vx * nx + thing.vy * ny), bounce, currentVelocityMove)
end

--- Store the hits of the last move.
---@param byVelocity hitbox.MoveByVelocityOptions|nil of `moveByVelocity`: hits change the velocity
---@param minUp number|nil of a walk: surfaces whose normal points up by at least this are ground, and block no side
local function takeHits(thing, push, n, byVelocity, minUp)
  local own = thing.__index
  own._hitCount = n
  local contacts, hits = own._contacts, own._hits
  if n == 0 then
    own._hits = hits or contacts.noHits
    return
  elseif not hits or hits == contacts.noHits then
    hits = {}
    own._hits = hits
  end
  local world, blocked, stuckTo = contacts.world, own.blocked, nil
  for i = 1, n do
    local other, nx, ny, t, response, inside, x, y, depth = world:hit(i)
    local at = 7 * i
    hits[at - 6], hits[at - 5], hits[at - 4], hits[at - 3] = other.thing, nx, ny, t
    hits[at - 2], hits[at - 1], hits[at] = response, inside, depth
    if not inside then -- else they are in contact already, or `collect` finds them
      if response ~= "cross" and not (minUp and -ny >= minUp) then
        blocked[opposite[sideOf(nx, ny)]] = true
      end
      local rule = contacts:hit(push, other, nx, ny, x - own.x, y - own.y)
      stuckTo = stuckTo or rule and rule.sticks and other.thing
      if byVelocity and rule then
        velocity.take(thing, other.thing, nx, ny, response, rule, byVelocity)
      end
    elseif depth > 0 then -- for lint.inside
      own._inside, own._insideAt, own._insideDepth = other, contacts.tick, depth
    end
  end
  if stuckTo then
    separation.stick(thing, stuckTo)
  end
end

local function isStuck(thing)
  local to = thing.stuckTo
  return to and selves[to] == "thing" and to.alive
end

--- The query of `fits`, reused.
local fitQuery = {}

--- The options of `moveByVelocity` and `walk` if none are given.
local noOptions = {}

--- Give things their methods for moving.
---@param Thing table the methods of things
return function(Thing)
  ---@class hitbox.Thing
  local Thing = Thing -- so that editors know whose functions these are

  --- Check the goal of a move, and clear the hits of the last one.
  ---@return number x, number y, hitbox.Box|nil push
  local function begin(thing, dx, dy, what)
    dx, dy = dx or 0, dy or 0
    checkBoth(dx, "dx", dy, "dy", thing, what)
    local own = thing.__index
    local x, y = own.x + dx, own.y + dy
    if not (x * x <= FAR and y * y <= FAR) then
      checkBoth(x, "x", y, "y", thing, what)
    end
    pose.unblock(own.blocked)
    own._hitCount = 0
    local push = own.boxes.push
    return x, y, push and push.alive and push
  end

  --- Before a move, store the requested motion, if a rule may read the speed during the move.
  local function storeRequest(thing, dx, dy)
    local contacts = thing._contacts
    if contacts.rules.readsMotion then
      stored.lose(thing, dx, dy)
    end
  end

  --- Finish a move to (x, y) that requested (dx, dy). The part that was blocked counts as speed: a thing that is stopped
  --- is not slow.
  local function arrive(thing, x, y, dx, dy)
    local own = thing.__index
    local contacts, goneX, goneY = own._contacts, x - own.x, y - own.y
    if contacts.rules.readsMotion then
      stored.lose(thing, 0 - goneX, 0 - goneY)
    elseif goneX ~= dx or goneY ~= dy then
      stored.lose(thing, dx - goneX, dy - goneY)
    end
    follow(thing, x, y)
  end

  --- Move by (dx, dy), swept, for a motion that is not the thing's own: wind, a current, a blow.
  --- Obstacles stop it, and no contacts are reported. If the thing is attached to another one, the
  --- whole hierarchy moves, as far as the push box of its root can.
  ---@param dx number world units
  ---@param dy number
  --- Errors: the goal is out of range.
  function Thing:nudge(dx, dy, _)
    if dy == nil and selves[self] ~= "thing" then
      check.badSelf("nudge", "thing", self)
    elseif _ ~= nil then
      check.surplus("nudge", "dx, dy", 2, _)
    end
    checkBoth(dx, "dx", dy, "dy", self, "a nudge")
    local root = stored.root(self)
    local push, x, y = root.boxes.push, root.x + dx, root.y + dy
    if not (x * x <= FAR and y * y <= FAR) then
      checkBoth(x, "x", y, "y", root, "a nudge")
    end
    local stoppers = push and push.alive and push.class.stoppers
    if not stoppers then
      root:setPosition(x, y)
    elseif dx ~= 0 or dy ~= 0 then
      x, y = items.move(root.scene.world, push, x, y, resist, stoppers)
      follow(root, x, y)
    end
  end

  --- End the hold of a "stick" response.
  function Thing:unstick()
    stored.setStuck(self, nil)
  end

  --- Push the things that the last move has hit, and follow them.
  ---@param push internal.Push
  local function pushHits(thing, dx, dy, push, pushDepth)
    for i = 1, thing._hitCount do
      local other, nx, ny, t, response = thing:hit(i)
      local rest = -(1 - t) * (dx * nx + dy * ny)
      if response ~= "cross" and rest > 0 and other.alive and other:is(push.word) then
        pushAhead(thing, other, -nx, -ny, rest, pushDepth, push)
      end
    end
  end

  local moveBy

  --- The pushes by word, reused.
  local pushes = {}

  local function pushOf(word)
    pushes[word] = pushes[word] or { word = word, respond = respond, move = function(other, dx, dy, pushDepth)
      moveBy(other, dx, dy, nil, nil, word, pushDepth)
    end }
    return pushes[word]
  end

  --- Move in the store, if it knows the responses to all boxes on the way.
  ---@return integer|nil n the number of hits; nil: nothing was done
  local function moveStored(thing, dx, dy, byVelocity)
    local own = thing.__index
    local contacts = own._contacts
    local n, x, y = store.move(contacts.world, contacts.store, own.order, own.x, own.y, dx, dy, not byVelocity)
    if not n then -- then x is a box for which the store does not know the rules, or nil
      return x and contacts:learn(own.boxes.push, x) and moveStored(thing, dx, dy, byVelocity) or nil
    end
    own.x, own.y = x, y
    if own._hitCount then
      pose.unblock(own.blocked)
      own._hitCount = nil
    end
    if n > 0 then
      takeHits(thing, own.boxes.push, n, byVelocity)
    end
    return n
  end

  --- Move, swept, by checked values.
  ---@param given table|nil options for the world
  ---@param byVelocity hitbox.MoveByVelocityOptions|nil as of takeHits
  ---@param pushWord string|nil things with this word are pushed
  ---@param pushDepth integer|nil how many things may push each other in a row. Default: 1
  function moveBy(thing, dx, dy, given, byVelocity, pushWord, pushDepth)
    local n = byVelocity and not given and moveStored(thing, dx, dy, byVelocity)
    if n then
      return n
    end
    local goalX, goalY, push = begin(thing, dx, dy, byVelocity and "moveByVelocity" or "a move")
    if not push then
      thing:setPosition(goalX, goalY)
      return 0
    end
    if isStuck(thing) then
      return 0
    end
    storeRequest(thing, dx, dy)
    currentVelocityMove = byVelocity
    local filter = byVelocity and respondByVelocity or respond
    local x, y, count = items.move(thing.scene.world, push, goalX, goalY, filter, given or ownOptions(thing))
    arrive(thing, x, y, dx, dy)
    takeHits(thing, push, count, byVelocity)
    if pushWord and pushDepth ~= 0 and thing.alive then
      pushHits(thing, dx, dy, pushOf(pushWord), pushDepth or 1)
    end
    return count
  end

  --- Move by (dx, dy), swept. The push box responds to hits by the rules; the other boxes follow. A
  --- thing without a push box moves all the way. A thing that sticks to another one stays there.
  ---@param dx number|nil world units. Default: 0
  ---@param dy number|nil
  ---@param options hitbox.MoveOptions|nil
  ---@return integer n the number of hits, see `hit`; crossed boxes count
  --- Errors: dx or dy is not finite; an unknown option.
  function Thing:move(dx, dy, options, _)
    if dy == nil and selves[self] ~= "thing" then
      check.badSelf("move", "thing", self)
    elseif _ ~= nil then
      check.surplus("move", "dx, dy, options", 3, _)
    elseif not options and type(dy) == "number" then
      local n = moveStored(self, dx, dy)
      if n then
        return n
      end
    end
    local given = options and worldOptions(self, options, moveKeys, "a move")
    return moveBy(self, dx or 0, dy or 0, given, nil, options and options.push, options and options.pushDepth)
  end

  --- Move by the thing's velocity, `t.vx` and `t.vy`, and update it. First gravity and drag change
  --- it. Sliding then removes the part into the obstacle; bouncing returns that part, times the
  --- rule's `bounce`. If the obstacle has a velocity too, each gets half of the change. For "touch"
  --- and "cross" the functions of the rule decide.
  ---@param options hitbox.MoveByVelocityOptions|nil
  ---@return integer n the number of hits, see `hit`; crossed boxes count
  --- Errors: vx or vy is not finite; an unknown option.
  function Thing:moveByVelocity(options, _)
    if options == nil and selves[self] ~= "thing" then
      check.badSelf("moveByVelocity", "thing", self)
    elseif _ ~= nil then
      check.surplus("moveByVelocity", "options", 1, _)
    end
    local given = options and worldOptions(self, options, moveByVelocityKeys, "moveByVelocity") or nil
    options = options or noOptions
    if not isStuck(self) then
      accelerate(self, options, "moveByVelocity")
    end
    return moveBy(self, self.vx or 0, self.vy or 0, given, options, options.push, options.pushDepth)
  end

  --- Walk by dx under gravity, which points down. On the ground the thing follows the ground: up
  --- and down slopes at the same horizontal speed, without hops. In the air, or if dy is below 0,
  --- it moves by (dx, dy), slides along walls, and lands. With `gravity` it falls by its `t.vy`,
  --- which becomes 0 when it stands or hits its head; a `t.vx` into a wall that stopped it becomes
  --- 0 too. Without `gravity` a walk changes no velocity.
  ---@param dx number|nil world units. Default: 0
  ---@param dy number|nil how far it falls while in the air; below 0 it rises. Default: 0
  ---@param options hitbox.WalkOptions|nil
  ---@return hitbox.Thing|nil ground the thing that it stands on; nil in the air
  ---@return number nx the unit normal of the ground; 0 in the air
  ---@return number ny
  --- Errors: a number is not finite; an unknown option; both dy and `gravity`.
  function Thing:walk(dx, dy, options, _)
    if dy == nil and selves[self] ~= "thing" then
      check.badSelf("walk", "thing", self)
    elseif _ ~= nil then
      check.surplus("walk", "dx, dy, options", 3, _)
    end
    local given = options and worldOptions(self, options, walkKeys, "a walk")
    local falls = options and options.gravity ~= nil
    if falls and dy ~= nil then
      check.fail("a walk of thing '%s' has dy and gravity: give only one of them", self.name)
    elseif falls then
      accelerate(self, options, "a walk")
      dy = self.vy
    end
    local goalX, goalY, push = begin(self, dx, dy, "a walk")
    if not push then
      self:setPosition(goalX, goalY)
      return nil, 0, 0
    end
    storeRequest(self, dx or 0, dy or 0)
    local world = self.scene.world
    local x, y, n, ground, nx, ny = items.walk(world, push, dx or 0, dy or 0, respond, given or ownOptions(self))
    arrive(self, x, y, dx or 0, dy or 0)
    takeHits(self, push, n, nil, minUpOf(self, given and given.maxAngle))
    self.blocked.below = ground ~= nil
    if falls then
      local blocked, vx = self.blocked, self.vx
      self.vy = (ground or blocked.above) and 0 or self.vy
      if type(vx) == "number" and (vx > 0 and blocked.right or vx < 0 and blocked.left) then
        self.vx = 0
      end
    end
    return ground and ground.thing, nx, ny
  end

  --- Push the thing out of all boxes that its push box overlaps and that block it, by the shortest
  --- translation found, and never into another blocking box.
  ---@param maxDistance number|nil the maximum distance, in world units. Default: any distance
  ---@return boolean free true if no blocking box overlaps it now; if false, it has not moved
  --- Errors: maxDistance is not finite, or below 0.
  function Thing:depenetrate(maxDistance)
    local push = self.boxes.push
    if maxDistance ~= nil then
      checkedSize(maxDistance, "maxDistance", self, "depenetrate")
    end
    if not push or not push.alive then
      return true
    end
    local free, x, y = items.depenetrate(self.scene.world, push, respond, maxDistance)
    follow(self, x, y)
    return free
  end

  --- Return a hit of this thing's last move.
  ---@param i integer 1..n
  ---@return hitbox.Thing|nil other nil if there is no such hit
  ---@return number nx the unit normal, from the other to this thing
  ---@return number ny
  ---@return number t 0..1 of the requested motion
  ---@return string response
  ---@return boolean inside true if the two overlapped at the start of the move, and still do
  ---@return number depth the depth of the overlap with a blocking box at the start. If `inside` is
  ---   false, the thing was pushed out. 0 for all other hits, and with `recover = 0`
  function Thing:hit(i)
    if i == nil and selves[self] ~= "thing" then
      check.badSelf("hit", "thing", self)
    end
    if type(i) ~= "number" or not (i >= 1 and i <= (self._hitCount or 0)) then
      check.type(i, "number", "i", "hit")
      return nil
    end
    local hits, at = self._hits, 7 * i
    return hits[at - 6], hits[at - 5], hits[at - 4], hits[at - 3], hits[at - 2], hits[at - 1], hits[at]
  end

  --- Return whether the push box would overlap no blocking box with another shape or at another
  --- position: for crouching and standing up. One-way boxes do not count. A thing without a push
  --- box fits anywhere.
  ---@param def hitbox.BoxDef|hitbox.BoxDef[]|nil the shape to test, as in `reshape`. Default: its own
  ---@param x number|nil the position to test, in world units. Default: its own
  ---@param y number|nil
  ---@return boolean
  ---@return hitbox.Thing|nil other the thing in the way
  --- Errors: those of `reshape`; x or y is not finite.
  function Thing:fits(def, x, y)
    fitQuery.x = pose.checked(x or self.x, "x", self, "fits")
    fitQuery.y = pose.checked(y or self.y, "y", self, "fits")
    local push = self.boxes.push
    fitQuery.shape = boxes.testShape(self, def)
    if not push or not push.alive then
      return true
    end
    local free, other = self.scene.world:fits(push, fitQuery, respond)
    return free, other and other.thing
  end

  addCarrying(Thing, {
    begin = begin, follow = follow, respond = respond, ruleFor = ruleFor,
    checkOptions = checkOptions, checkedSize = checkedSize, checkedSlope = checkedSlope,
  })
end
