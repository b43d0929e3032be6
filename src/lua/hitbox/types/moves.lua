---@meta _
--- Moves are swept, so an item cannot tunnel through another. After a move, the item overlaps no
--- item that blocked it. A move first pushes the item out of shallow overlaps. An item that it
--- overlaps deeper does not block it until the two have separated.

---@class hitbox.World
local World = {}

--- How a move responds to items in its way: one response for all, or a function that returns one
--- for each. The function returns false or nil to ignore an item.
---
--- `nx, ny` is the unit normal, from the other to the item. `t` is 0..1 of the requested motion.
--- `inside` is true if the two overlap at the start. If the response then blocks and the overlap is
--- shallow, the move first pushes the item out. The move also calls the function for items at
--- places where the item could be pushed to.
---
--- With "bounce", the function may return a second value, which replaces the option `bounce`. The
--- function may raise errors, and add, remove and move items, but not yield.
---@alias hitbox.Filter hitbox.Response|fun(item: any, other: any, nx: number, ny: number, t: number, inside: boolean): hitbox.Response|false|nil, number?

-- ---- Moves -------------------------------------------------------------------------------------

--- Move an item in a straight line to a position.
---@param item any
---@param x number target of the anchor, in world units
---@param y number
---@param filter hitbox.Filter? default: the items' own responses
---@param options hitbox.WorldMoveOptions?
---@return number x position of the anchor after the move
---@return number y
---@return integer n the number of hits, see `hit`
--- Errors: those of the filter; a filter that returns anything but a response, false or nil; an
--- unknown option.
--- Example:
---     local world = hitbox.newWorld()
---     world:add("wall", 100, 0, 16, 64)
---     world:add("hero", 40, 60, 12, 28, { anchor = "feet" })
---     print(world:move("hero", 300, 60))   --> 94.0	60.0	1
---     world:add("coin", 60, 40, 4, 4, { layer = "coin" })
---     print(world:move("hero", 40, 60, nil, { responses = { cross = "coin" } }))   --> 40.0	60.0	1
function World:move(item, x, y, filter, options) end

---@class hitbox.WorldMoveOptions
---@field through any pass through this item, or through the items of a list; true passes through
---   all one-way items
---@field mask hitbox.Layers? collide only with these layers of the item's mask. Default: all of its
---   mask
---@field responses hitbox.Responses? responses by the layer of the other item; the filter decides
---   for all other layers
---@field cornerCorrection number? largest step aside, in world units, if it leads past an obstacle. Default:
---   0
---@field bounce number? fraction of the motion into the surface that a bounce returns, >= 0.
---   Default: 1
---@field recover number? push the item out of blocking items that it overlaps up to this depth, in
---   world units; 0 for never. Default: that of the world

--- Return what `move` would return, without moving the item.
---@param item any
---@param x number target of the anchor, in world units
---@param y number
---@param filter hitbox.Filter? default: the items' own responses
---@param options hitbox.WorldMoveOptions?
---@return number x position of the anchor after the move
---@return number y
---@return integer n the number of hits, see `hit`
function World:check(item, x, y, filter, options) end

--- Return a hit of the last `move`, `check` or `walk`.
---@param i integer 1..n
---@return any other nil if there is no hit i
---@return number nx the unit normal, from the other to the item
---@return number ny
---@return number t 0..1 of the requested motion
---@return hitbox.Response response
---@return boolean inside true if they overlapped at the start, and still do
---@return number x position of the item's anchor at the hit
---@return number y
---@return number depth depth of the overlap with a blocking item at the start. If `inside` is
---   false, the item was pushed out. 0 for all other hits, and with `recover = 0`
function World:hit(i) end

--- Move an item that walks under gravity, which points down. On the ground it follows the ground:
--- up and down slopes at the same horizontal speed, without hops, and up steps if you set `stepUp`.
--- In the air, or if dy is below 0, it moves by (dx, dy), slides along walls, and lands.
---@param item any
---@param dx number in world units
---@param dy number how far it falls while in the air; below 0 it rises
---@param filter hitbox.Filter? default: the items' own responses
---@param options hitbox.WorldWalkOptions?
---@return number x position of the anchor after the walk
---@return number y
---@return integer n the number of hits, see `hit`
---@return any ground the item it stands on; nil in the air
---@return number nx the unit normal of the ground
---@return number ny
--- Errors: those of `move`.
function World:walk(item, dx, dy, filter, options) end

---@class hitbox.WorldWalkOptions
---@field through any the same as for `move`
---@field mask hitbox.Layers? the same as for `move`
---@field responses hitbox.Responses? the same as for `move`
---@field maxAngle number? steepest ground, as its angle to the horizontal, in radians, below pi/2
---   (more than 1.5 counts as 1.5). Steeper surfaces are walls. Default: pi/4
---@field snap number? stay on ground that lies up to this far below, in world units. Default: as
---   far as two slopes of `maxAngle` need it, at least `stepUp`
---@field stepUp number? highest step to climb, in world units, if there is room and ground on it.
---   Items that are one-way from above count as steps too. Default: 0
---@field recover number? the same as for `move`

-- ---- Platforms ---------------------------------------------------------------------------------

--- Move a platform all the way, with its passengers. It carries items that stand on it, and items
--- that stand on these. It pushes items in its way. Each passenger is swept, so walls stop it. A
--- passenger that then overlaps the platform or another passenger is pushed free; if that fails, it
--- is crushed.
---@param platform any
---@param x number target of the anchor, in world units
---@param y number
---@param filter hitbox.Filter? decides whether an item is carried or pushed (if the response
---   blocks), and then how it responds to items in its way. Default: the items' own responses
---@param options hitbox.WorldCarryOptions?
---@return integer n the number of passengers, see `passenger`
---@return integer crushed the number of crushed passengers
function World:carry(platform, x, y, filter, options) end

---@class hitbox.WorldCarryOptions
---@field layer hitbox.Layers? carry and push only items on these layers. Default: all
---@field maxAngle number? steepest surface that carries, as its angle to the horizontal, in
---   radians, below pi/2 (more than 1.5 counts as 1.5). Default: pi/4
---@field maxPush number? how far a crushed passenger may be pushed free, in world units. Default: the
---   length of the platform's motion

--- Return a passenger of the last `carry`, or of the platforms of the last `step`.
---@param i integer 1..n, in the order the items were added
---@return any item nil if there is no passenger i
---@return number dx its motion, in world units
---@return number dy
---@return boolean crushed
---@return boolean rides true if it stood on its carrier; false if it was pushed
---@return any by the platform or passenger that carried or pushed it
function World:passenger(i) end

-- ---- Room --------------------------------------------------------------------------------------

--- Return whether an item would fit with another shape or position: for crouching and standing up.
--- It fits if it overlaps no item that blocks it. Items that only touch it, and one-way items, do
--- not block.
---@param item any
---@param options hitbox.FitOptions? the changes to test. Default: none
---@param filter hitbox.Filter? called with `inside` true. Default: the items' own responses
---@return boolean
---@return any other the item in the way
--- Errors: w and h beside a shape; an anchor or facing without either.
function World:fits(item, options, filter) end

---@class hitbox.FitOptions fields that are not given are unchanged
---@field x number? position of the anchor, in world units
---@field y number?
---@field w number? >= 0; with h
---@field h number? >= 0; with w
---@field shape hitbox.Shape? instead of w and h
---@field anchor hitbox.Anchor? of w and h, or of the shape
---@field facing 1|-1|nil
---@field angle number? in radians
---@field scale number? >= 0

--- Push an item out of all blocking items that it overlaps, by the shortest translation found. It
--- never pushes the item into another blocking item.
---@param item any
---@param filter hitbox.Filter? called with `inside` true. Default: the items' own responses
---@param maxDistance number? the maximum distance, in world units. Default: any distance
---@return boolean free true if no blocking item overlaps it now; if false, it has not moved
---@return number x position of the anchor after the call
---@return number y
function World:depenetrate(item, filter, maxDistance) end

--- Separate many overlapping pairs, such as the bodies of a crowd. The pairs are handled in order.
--- Both items of a pair move, together by the shortest translation that separates them at that
--- moment. These moves are swept, so walls stop them. If one item cannot move its share, the other
--- moves the rest, unless its own share is 0. In a dense crowd, pairs that were separated first may
--- overlap again.
---@param pairs any[] items two by two, as `queryPairs` returns them. Pairs that do not overlap are
---   skipped
---@param share number? part of the translation for the first item of a pair, 0 to 1; the second
---   moves the rest. Default: 0.5
---@param filter hitbox.Filter? the response of a moved item to items in its way. Default: the
---   items' own responses
---@param options hitbox.SeparateOptions?
---@return integer n the number of pairs that overlapped
--- Errors: those of `move`; an entry that is not in the world; an odd number of items. After an
--- error in the middle, the pairs before it stay separated.
--- Example:
---     local world = hitbox.newWorld()
---     world:add("wall", 17, 0, 10, 10, { layer = "wall" })
---     world:add("ant", 0, 0, 10, 10, { layer = "bug" })
---     world:add("bee", 6, 0, 10, 10, { layer = "bug" })
---     local n, met = world:queryPairs()
---     print(world:separate(met, 0.5, "slide", { mask = "wall" }))    --> 1
---     print(world:position("ant"))                                   --> -3.0	0.0
---     print(world:position("bee"))                                   --> 7.0	0.0
function World:separate(pairs, share, filter, options) end

---@class hitbox.SeparateOptions
---@field mask hitbox.Layers? collide only with these layers of the item's mask. Default: all of its
---   mask, which takes far longer in a crowd than walls alone

-- ---- Many at once ------------------------------------------------------------------------------

--- Move all items that have a motion, in C, then call `updateEvents`. Platforms move first. For
--- each item, `step` adds its acceleration and the world's gravity to its velocity, moves it by
--- velocity * dt, and changes the velocity by the response to each hit.
---@param dt number seconds, >= 0
---@return integer hits the number of hits, see `stepHit`
---@return integer passengers the number of passengers of platforms, see `passenger`
function World:step(dt) end

--- Return a hit of the last `step`.
---@param i integer 1..hits
---@return any mover nil if there is no hit i
---@return any other
---@return number nx the unit normal, from the other to the mover
---@return number ny
---@return number t 0..1 of the motion
---@return hitbox.Response response
---@return boolean inside true if they overlapped at the start, and still do
---@return number x position of the mover's anchor at the hit
---@return number y
---@return number depth the same as for `hit`
function World:stepHit(i) end

--- Set how `step` moves an item. Fields that are not given stay; at the first call they get their
--- defaults.
---@param item any
---@param options hitbox.Motion|false false: `step` no longer moves the item
--- Errors: an unknown option.
function World:setMotion(item, options) end

--- Return how `step` moves an item, in the form that `setMotion` takes. Fields that were not given
--- have their defaults, except `responses`, `snap`, `layer` and `recover`, which are then absent.
---@param item any
---@return hitbox.Motion|nil motion a new table; nil if the item has no motion
--- Example:
---   local world = hitbox.newWorld()
---   world:add("ball", 0, 0, 4, 4)
---   world:setMotion("ball", { vx = 8, responses = { bounce = "wall" } })
---   local motion = world:motion("ball")
---   print(motion.vx, motion.gravity, motion.responses.bounce[1])   --> 8.0	1.0	wall
function World:motion(item) end

---@class hitbox.Motion
---@field vx number? velocity, in world units per second. Default: 0
---@field vy number?
---@field ax number? acceleration, in world units per second squared. Default: 0
---@field ay number?
---@field gravity number? factor of the world's gravity. Default: 1
---@field response hitbox.Response? default: the item's own
---@field responses hitbox.Responses? responses by the layer of the other item. Default: the item's
---   own
---@field bounce number? fraction of the speed into the surface that a bounce returns, >= 0.
---   Default: 1
---@field walks boolean? true: it moves as `walk` does. Default: false
---@field carries boolean? true: it is a platform, and moves as `carry` does. Default: false
---@field maxAngle number? steepest ground, or steepest surface that carries, in radians, below pi/2
---   (more than 1.5 counts as 1.5). Default: pi/4
---@field snap number? the same as for `walk`
---@field stepUp number? the same as for `walk`. Default: 0
---@field layer hitbox.Layers? a platform carries and pushes only items on these layers. Default:
---   all whose mask has a layer of the platform
---@field maxPush number? the same as for `carry`. Default: 0
---@field recover number? the same as for `move`. Default: that of the world

--- Set the velocity of an item. From now on `step` moves it.
---@param item any
---@param vx number in world units per second
---@param vy number
function World:setVelocity(item, vx, vy) end

--- Return the velocity of an item that `step` moves.
---@param item any
---@return number|nil vx in world units per second; nil if the item has no motion
---@return number vy
---@return any ground the item it stands on, or nil
function World:velocity(item) end

--- Set the gravity of all items that `step` moves.
---@param x number in world units per second squared
---@param y number
function World:setGravity(x, y) end

--- Return the gravity of all items that `step` moves.
---@return number x in world units per second squared. Default: 0
---@return number y
function World:gravity() end
