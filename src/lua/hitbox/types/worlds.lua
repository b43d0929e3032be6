---@meta _
--- A world holds items, each with a shape and a position. Any Lua value except nil and NaN can be
--- an item. Results come in the order in which the items were added. Every number is checked before
--- anything changes: it must be finite and at most MAX_COORD in magnitude, and sizes must be >= 0.
--- An item must be in the world, and the world must not be destroyed.

---@class hitbox
local hitbox = {}

--- Make a world.
---@param options hitbox.WorldOptions?
---@return hitbox.World
--- Errors: an unknown option, policy or broad phase.
function hitbox.newWorld(options) end

---@class hitbox.WorldOptions
---@field policy hitbox.Policy? the contact policy. Default: "overlap"
---@field recover number? moves push the mover out of overlaps up to this depth, in world units; 0
---   for never. Default: half the smaller side of the mover's bounding box
---@field broadPhase hitbox.BroadPhase? the broad phase. It does not change any result. Default: "grid"

---@alias hitbox.BroadPhase
---| "grid" # one grid level per item size; nothing to tune
---| "tree" # a tree of bounding boxes
---| "brute" # every item against every other: for a few dozen items, or to check the others

--- One layer name, or a list of them. A world has at most 64 layers.
---@alias hitbox.Layers string|string[]

---@alias hitbox.Response
---| "touch" # stop at the hit
---| "slide" # go on along the surface
---| "bounce" # go back from the surface
---| "cross" # go through, and report the hit

--- Responses by layer: { cross = "coin", bounce = { "ball", "bumper" } }. If several responses
--- apply to one item, the first of this list wins: "ignore", "cross", "touch", "slide", "bounce".
---@alias hitbox.Responses table<hitbox.Response|"ignore", hitbox.Layers>

--- The side from which a one-way item blocks movers: a name, or a vector {x, y} that points there.
--- {0, 0} is the same as false.
---@alias hitbox.Side "above"|"below"|"left"|"right"|number[]

---@class hitbox.World: userdata
---@field [string] any your own fields and methods
local World = {}

-- ---- Items -------------------------------------------------------------------------------------

--- Add an item to the world. The default anchor of a rectangle is its top left corner, that of a
--- shape is the origin of its coordinates. So add an outline in world coordinates at 0, 0; it then
--- rotates about 0, 0.
---@param item any any value except nil and NaN
---@param x number position of the anchor, in world units
---@param y number
---@param w number >= 0
---@param h number >= 0
---@param options hitbox.AddOptions?
---@return any item
---@overload fun(self: hitbox.World, item: any, x: number, y: number, shape: hitbox.Shape, options: hitbox.AddOptions?): any
--- Errors: the item is already in the world; an unknown option; a layer beyond the 64th.
--- Example:
---     local world = hitbox.newWorld()
---     world:add("hero", 40, 200, 12, 28, { anchor = "feet", layer = "hero", mask = { "wall", "coin" } })
---     world:add("rock", 90, 90, hitbox.circle(0, 0, 6))
---     print(world:rect("hero"))   --> 34.0	172.0	12.0	28.0
function World:add(item, x, y, w, h, options) end

---@class hitbox.AddOptions
---@field anchor hitbox.Anchor? the point that x and y refer to
---@field facing 1|-1|nil -1 mirrors about the anchor. Default: 1
---@field angle number? about the anchor, in radians, clockwise on the screen. Default: 0
---@field scale number? about the anchor, >= 0. Default: 1
---@field layer hitbox.Layers? the layers of the item. Default: "default"
---@field mask hitbox.Layers? the layers that the item collides with. Default: all
---@field response hitbox.Response? the response of its moves. Default: "slide"
---@field responses hitbox.Responses? responses of its moves by the layer of the other item
---@field moverResponse hitbox.Response? the response of other items' moves when they hit this item.
---   Default: the mover's own
---@field tag integer? a number for hosts in C; exact up to 2^53 before Lua 5.3
---@field oneWay hitbox.Side|false|nil the item blocks only movers that come from this side

--- Set the position of an item, without a sweep. Its anchor, facing, angle and scale stay.
---@param item any
---@param x number position of the anchor, in world units
---@param y number
---@param w number? a new size, with h. Default: unchanged
---@param h number? only with w
---@overload fun(self: hitbox.World, item: any, x: number, y: number, shape: hitbox.Shape)
function World:update(item, x, y, w, h) end

--- Set all items of a list to one position, without a sweep: for the boxes of one thing. The
--- function places them in order. It stops, without an error, at an item that is not in the world
--- or cannot be placed there.
---@param items any[]
---@param x number position of the anchors, in world units
---@param y number
---@return boolean all true if all items were placed; false also if x or y is not a number, not
---   finite or too large
---@return integer? placed the number of items placed; nil if all were
--- Example:
---     local world = hitbox.newWorld()
---     local boxes = { world:add("body", 0, 0, 12, 28), world:add("feet", 0, 0, 10, 4, { anchor = "feet" }) }
---     print(world:updateGroup(boxes, 40, 200), world:rect("feet"))   --> true	35.0	196.0	10.0	4.0
---     print(world:updateGroup(boxes, 0 / 0, 0))                      --> false	0
function World:updateGroup(items, x, y) end

--- Set the positions of many items in one call, without a sweep. It gives the same result as one
--- `update` per item in about half the time. If there is an error, no item is placed. Reuse the
--- lists to avoid garbage. Metamethods of the lists are ignored.
---@param items any[] if an item occurs several times, its last position counts
---@param xs number[] positions of the anchors, in world units; entries beyond `#items` are ignored
---@param ys number[]
--- Errors: a list that is not a table; an item that is not in the world; a position that is not a
--- number, not finite or too large. The message names the entry, for example `xs[3]`.
--- Example:
---     local world = hitbox.newWorld()
---     local foes = { world:add("bat", 0, 0, 8, 8), world:add("rat", 0, 0, 8, 8) }
---     world:updateMany(foes, { 40, 90 }, { 20, 100 })
---     print(world:position("rat"))   --> 90.0	100.0
function World:updateMany(items, xs, ys) end

--- Set the angle and scale of an item about its anchor, without a sweep. The world applies them to
--- the original shape, so rounding errors do not add up over many calls.
---@param item any
---@param angle number in radians, clockwise on the screen
---@param scale number? >= 0. Default: unchanged
--- Errors: the angle or scale would change a mask.
function World:setTransform(item, angle, scale) end

--- Change the shape of an item at its position. Its angle and scale stay.
---@param item any
---@param w number >= 0
---@param h number >= 0
---@param options hitbox.ReshapeOptions?
---@return boolean done false if the option `fits` is set and the shape does not fit
---@return any other the item in the way
---@overload fun(self: hitbox.World, item: any, shape: hitbox.Shape, options: hitbox.ReshapeOptions?): boolean, any
function World:reshape(item, w, h, options) end

---@class hitbox.ReshapeOptions
---@field anchor hitbox.Anchor? default: unchanged
---@field facing 1|-1|nil default: unchanged
---@field fits boolean|hitbox.Filter|nil change the shape only if it fits: true uses the item's
---   responses, a filter replaces them. Default: false

--- Make an item one-way: it blocks only movers that come from one side. All others pass through it,
--- and it never pushes out a mover that is inside it. The side is mirrored and rotated with the
--- item.
---@param item any
---@param side hitbox.Side|false false: block from all sides
function World:setOneWay(item, side) end

--- Set the layers and the mask of an item.
---@param item any
---@param layer hitbox.Layers? the layers of the item. Default: unchanged
---@param mask hitbox.Layers|true|nil the layers that it collides with; true for all. Default:
---   unchanged
--- Errors: a layer beyond the 64th.
function World:setLayers(item, layer, mask) end

--- Remove an item from the world. The next events still name it.
---@param item any
function World:remove(item) end

--- Return whether an item is in the world.
---@param item any any value, also nil
---@return boolean
function World:has(item) end

--- Count the items.
---@return integer
function World:count() end

--- Return all items.
---@param out any[]? table to fill. Default: a new one
---@return any[] out in the order they were added
function World:items(out) end

--- Return the position of an item's anchor.
---@param item any
---@return number x in world units
---@return number y
function World:position(item) end

--- Return the bounding rectangle of an item.
---@param item any
---@return number x left, in world units
---@return number y top
---@return number w
---@return number h
function World:rect(item) end

--- Return the exact edges of an item's bounds. If the right edge of one item equals the left edge
--- of another, they touch. Use this instead of x + w from `rect`: that sum is rounded.
---@param item any
---@return number left in world units
---@return number top
---@return number right
---@return number bottom
function World:edges(item) end

--- Return the shape of an item, in world coordinates.
---@param item any
---@return hitbox.Shape
function World:shape(item) end

--- Return the angle and scale of an item.
---@param item any
---@return number angle in radians
---@return number scale
function World:angle(item) end

--- Return the contact of two overlapping items, as `hitbox.contact` does for shapes.
---@param a any
---@param b any
---@param policy hitbox.Policy|nil default: the world's
---@return number|nil nx the unit normal, from a to b; nil if they do not overlap
---@return number ny
---@return number depth >= 0, in world units
---@return number px a contact point
---@return number py
---@return number|nil qx the second contact point, if the contact is a line
---@return number|nil qy
function World:contact(a, b, policy) end

-- ---- Pairs and events --------------------------------------------------------------------------

--- Iterate over all overlapping pairs, each once: `for a, b in world:pairs() do`. A pair counts if
--- the mask of one item has a layer of the other. The pairs are those at the start of the loop. The
--- loop may add, move and remove items; it skips pairs with a removed item.
---@return fun(): any, any
function World:pairs() end

--- Return the pairs of `pairs`, in the same order, as a list: `out[1]` and `out[2]` are the first
--- pair, `out[3]` and `out[4]` the second.
---@param out any[]? table to fill. Default: a new one
---@return integer n the number of pairs, half the number of entries
---@return any[] out
--- Example:
---     local world = hitbox.newWorld()
---     world:add("hero", 0, 0, 10, 10)
---     world:add("coin", 5, 5, 10, 10)
---     local n, out = world:queryPairs()
---     for i = 1, 2 * n, 2 do
---       print(out[i], out[i + 1])   --> hero	coin
---     end
function World:queryPairs(out) end

--- Find the overlaps that began, last or ended since the last call, for `events`. Nothing moves;
--- `step(dt)` moves items and then does the same.
function World:updateEvents() end

--- Iterate over the overlaps that began, lasted or ended at the last `updateEvents` or `step`:
--- `for what, a, b in world:events() do`.
---@return fun(): "enter"|"stay"|"exit", any, any iterator includes events of items that were
---   removed since
function World:events() end

--- Return how many pairs the last `pairs`, `updateEvents` or `step` compared. Both numbers are 0 after `restore`.
---@return integer compared pairs that the broad phase compared
---@return integer met pairs that overlap
function World:stats() end

-- ---- The world itself --------------------------------------------------------------------------

--- Return the contact policy: the one given to `newWorld`, or that of the saved world that was
--- restored.
---@return hitbox.Policy
function World:policy() end

--- Return the name of the broad phase.
---@return hitbox.BroadPhase
function World:broadPhase() end

--- Replace the broad phase. Results and their order stay the same.
---@param name hitbox.BroadPhase
function World:setBroadPhase(name) end

--- Return the current cells or boxes of the broad phase, for drawing. "brute" has none.
---@param out number[]? table to fill. Default: a new one
---@return integer n the number of regions
---@return number[] out x, y, w, h, depth, count of each: its bounds, its level and its number of
---   items
function World:regions(out) end

--- Destroy the world now. Every later call except `destroy` raises an error. The garbage collector
--- destroys an unused world by itself.
function World:destroy() end

--- Return a pointer to the C world, for hosts that draw it. Valid until the world is destroyed.
---@return lightuserdata
function World:corePointer() end
