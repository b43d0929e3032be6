---@meta _
--- Moving items, swept: nothing tunnels, and where a move ends, the item overlaps nothing that stopped it.
--- First a move pushes the item out of what it overlaps by little; what it overlaps deeper does not stop it, until
--- it has left.

---@class hitbox.World
local World = {}

--- What a move does about what is in its way: a response for all, or a function that returns one, or nil
--- to ignore it. `nx, ny` is the unit normal, from the other to the item; `t` is 0..1 of the asked
--- motion; `inside` tells that they overlap at the start: if the response blocks, and the overlap is shallow, the item
--- is pushed out first. A filter is also asked about what is where it could be pushed to. Beside "bounce" it may return how much of the
--- motion into the other comes back, as the option `bounce`. It may raise, add, remove and move things, but
--- not yield.
---@alias hitbox.Filter hitbox.Response|fun(item: any, other: any, nx: number, ny: number, t: number, inside: boolean): hitbox.Response|false|nil, number?

-- ---- Moves -------------------------------------------------------------------------------------

--- Move an item to a place in a straight line.
---@param item any
---@param x number where its anchor is to go, in world units
---@param y number
---@param filter hitbox.Filter? what the items were added with if nil
---@param options hitbox.WorldMoveOptions?
---@return number x where its anchor is then
---@return number y
---@return integer n how many hits there were, see `hit`
--- Errors: those of the filter; a filter that returns something else; an unknown option.
--- Example:
---     local world = hitbox.newWorld()
---     world:add("wall", 100, 0, 16, 64)
---     world:add("hero", 40, 60, 12, 28, { anchor = "feet" })
---     print(world:move("hero", 300, 60))   --> 94.0	60.0	1
---     world:add("coin", 60, 40, 4, 4, { layer = "coin" })
---     print(world:move("hero", 40, 60, nil, { responses = { cross = "coin" } }))   --> 40.0	60.0	1
function World:move(item, x, y, filter, options) end

---@class hitbox.WorldMoveOptions
---@field through any through this item, through several in a list, or with true through all that are one-way
---@field mask hitbox.Layers? meet only what is on these layers, of those that the item looks for; all of them if nil
---@field responses hitbox.Responses? by the layers of what is met; the filter is for all other layers
---@field assist number? step aside by at most so much where that leads past what is met; 0 if nil
---@field bounce number? how much of the motion into what it bounces off comes back, >= 0; 1 if nil
---@field recover number? push the item out of blocking items that it overlaps no deeper than this, in world units; 0 for
---   none. Default: that of the world

--- What a move would do, without moving the item.
---@param item any
---@param x number where its anchor would go, in world units
---@param y number
---@param filter hitbox.Filter? what the items were added with if nil
---@param options hitbox.WorldMoveOptions?
---@return number x where its anchor would be then
---@return number y
---@return integer n how many hits there would be, see `hit`
function World:check(item, x, y, filter, options) end

--- A hit of the last `move`, `check` or `walk`.
---@param i integer 1..n
---@return any other nil if there is none
---@return number nx the unit normal, from the other to the item
---@return number ny
---@return number t 0..1 of the asked motion
---@return hitbox.Response response
---@return boolean inside they overlapped at the start, and still do
---@return number x where the item's anchor was at the hit
---@return number y
---@return number depth how deep the item was in a blocking one at the start: with `inside` it still is, without it was
---   pushed out; else 0, and with `recover = 0`
function World:hit(i) end

--- Move an item under gravity, which is downwards: along the ground if it stands on some, up and down
--- slopes at the same horizontal speed, without hops, and up steps if it is told how high. In the air, and if dy is below 0, it goes by (dx,
--- dy), slides along walls, and lands.
---@param item any
---@param dx number world units
---@param dy number how far it falls (or rises) as far as it is in the air
---@param filter hitbox.Filter? what the items were added with if nil
---@param options hitbox.WorldWalkOptions?
---@return number x where its anchor is then
---@return number y
---@return integer n how many hits there were, see `hit`
---@return any ground what it stands on; nil in the air
---@return number nx the unit normal of the ground
---@return number ny
--- Errors: as of `move`.
function World:walk(item, dx, dy, filter, options) end

---@class hitbox.WorldWalkOptions
---@field through any as of a move
---@field mask hitbox.Layers? as of a move
---@field responses hitbox.Responses? as of a move
---@field maxAngle number? of ground against the horizontal, in radians, below pi/2 (1.5 at the most); pi/4 if nil. What is steeper is a wall
---@field snap number? how far below ground may be that it stays on; if nil as far as two such slopes need it, and no less than stepUp
---@field stepUp number? how high a step it comes up, if there is room and ground on it, also onto items that are one-way from
---   above; 0 if nil
---@field recover number? as of `move`

-- ---- Platforms ---------------------------------------------------------------------------------

--- Move a platform all the way, with what stands on it and on that; what is in the way is pushed. Each
--- passenger is swept, so that a wall stops it. Who is overlapped then gets out, or is crushed.
---@param platform any
---@param x number where its anchor is to go, in world units
---@param y number
---@param filter hitbox.Filter? whether an item is stopped by what would carry or push it, and by what it meets; what the items were added with if nil
---@param options hitbox.WorldCarryOptions?
---@return integer n how many went along, see `carried`
---@return integer crushed how many of them are crushed
function World:carry(platform, x, y, filter, options) end

---@class hitbox.WorldCarryOptions
---@field layer hitbox.Layers? of what goes along; all if nil
---@field maxAngle number? of what carries against the horizontal, in radians, below pi/2 (1.5 at the most); pi/4 if nil
---@field most number? how far who would be crushed may get out of the way; as far as the platform goes if nil

--- Who went along with the last `carry`, or the platforms of the last `step`.
---@param i integer 1..n, in the order of adding
---@return any item nil if there is none
---@return number dx how far it went, in world units
---@return number dy
---@return boolean crushed
---@return boolean rides it stood on what carried it; else that pushed it
---@return any by the platform, or another passenger
function World:carried(i) end

-- ---- Room --------------------------------------------------------------------------------------

--- Whether an item would overlap nothing that stops it if it were different: for crouching and standing
--- up. Touching is no hindrance, and what is one-way is none.
---@param item any
---@param options hitbox.FitOptions? what would be different; nothing if nil
---@param filter hitbox.Filter? asked with `inside` true; what the items were added with if nil
---@return boolean
---@return any other what is in the way
--- Errors: w and h beside a shape; an anchor or facing without either.
function World:fits(item, options, filter) end

---@class hitbox.FitOptions what is not given is as it is
---@field x number? where its anchor would be, in world units
---@field y number?
---@field w number? >= 0; with h
---@field h number? >= 0; with w
---@field shape hitbox.Shape? instead of w and h
---@field anchor hitbox.Anchor? of w and h, or of the shape
---@field facing 1|-1|nil
---@field angle number? in radians
---@field scale number? >= 0

--- Get an item out of all that stops it, by the least translation that is found, and never into
--- something else.
---@param item any
---@param filter hitbox.Filter? asked with `inside` true; what the items were added with if nil
---@param most number? how far at most, in world units; as far as need be if nil
---@return boolean free whether it is out of all; if not, it stays where it is
---@return number x where its anchor is then
---@return number y
function World:part(item, filter, most) end

--- Part the items of many pairs that overlap, as the bodies of a crowd that press against each other: in
--- turn, each by the least translation that parts the two where they are by then. Each item is moved,
--- swept, so that walls hold it; what one cannot yield, the other does, if it has a share. In a dense crowd
--- pairs that were parted first may overlap again.
---@param pairs any[] items two by two, as `queryPairs` gives them; those that do not overlap are passed over
---@param share number? 0 to 1: how much of the way the first of two yields, the second the rest; 0.5 if nil
---@param filter hitbox.Filter? what an item does about what stops it; what the items were added with if nil
---@param options hitbox.SeparateOptions?
---@return integer n how many pairs overlapped
--- Errors: those of a move; what is in the list is not in the world; an odd number of items. Where an error is
--- raised in the middle, the pairs before it are parted.
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
---@field mask hitbox.Layers? only what is on these layers stops an item, of those that it looks for; all of them if nil,
---   which takes far longer in a crowd than the walls alone

-- ---- Many at once ------------------------------------------------------------------------------

--- Move all that has a motion, in C, then close a step, of which `events` tells. Platforms go first. An
--- item gets faster by its acceleration and the world's gravity, then goes by velocity * dt; its velocity
--- is then what the hits leave of it.
---@param dt number? seconds, >= 0; nil moves nothing, and returns nothing
---@return integer hits how many there were, see `met`
---@return integer passengers how many went along with platforms, see `carried`
function World:step(dt) end

--- What something met in the last `step`.
---@param i integer 1..hits
---@return any mover nil if there is none
---@return any other
---@return number nx the unit normal, from the other to the mover
---@return number ny
---@return number t 0..1 of the motion
---@return hitbox.Response response
---@return boolean inside they overlapped at the start
---@return number x where the mover's anchor was at the hit
---@return number y
---@return number depth as of `hit`
function World:met(i) end

--- Say how an item moves by itself. What is not given stays; at first it rests, and answers as its moves
--- do.
---@param item any
---@param options hitbox.Motion|false false: it rests from now on
--- Errors: an unknown option.
function World:setMotion(item, options) end

--- How an item moves by itself, as `setMotion` takes it: what that did not say is there as well, but
--- `responses`, `snap`, `layer` and `recover` only if they were given.
---@param item any
---@return hitbox.Motion|nil motion a new table; nil if it does not move by itself
--- Example:
---   local world = hitbox.newWorld()
---   world:add("ball", 0, 0, 4, 4)
---   world:setMotion("ball", { vx = 8, responses = { bounce = "wall" } })
---   local motion = world:motion("ball")
---   print(motion.vx, motion.gravity, motion.responses.bounce[1])   --> 8.0	1.0	wall
function World:motion(item) end

---@class hitbox.Motion
---@field vx number? velocity, in world units per second
---@field vy number?
---@field ax number? acceleration, in world units per second squared
---@field ay number?
---@field gravity number? how many times the world's pulls it; at first 1
---@field response hitbox.Response? at first the item's own
---@field responses hitbox.Responses? by the layers of what is met; at first the item's own
---@field bounce number? what is left of the speed that leads into what it bounces off, >= 0; at first 1
---@field walks boolean? it moves as `walk` does
---@field carries boolean? it is a platform, and moves as `carry` does
---@field maxAngle number? of ground, or of what carries, in radians, below pi/2 (1.5 at the most); at first pi/4
---@field snap number? as of `walk`
---@field stepUp number? as of `walk`; at first 0
---@field layer hitbox.Layers? of what a platform takes along; at first all that look for it
---@field most number? as of `carry`; at first 0
---@field recover number? as of `move`; at first that of the world

--- Set an item's velocity; it moves by itself from now on.
---@param item any
---@param vx number world units per second
---@param vy number
function World:setVelocity(item, vx, vy) end

--- The velocity of an item that moves by itself.
---@param item any
---@return number|nil vx world units per second; nil if it does not move by itself
---@return number vy
---@return any ground what it stands on, or nil
function World:velocity(item) end

--- Set what pulls all items that move by themselves.
---@param x number world units per second squared
---@param y number
function World:setGravity(x, y) end

--- What pulls all items that move by themselves.
---@return number x world units per second squared; 0 at first
---@return number y
function World:gravity() end
