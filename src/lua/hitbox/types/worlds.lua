---@meta _
--- Worlds: items and where they are. Any Lua value is an item; what is found comes in the order of
--- adding. Every number is checked before anything changes: it must be finite and at most MAX_COORD in
--- magnitude, and sizes >= 0. An item must be in the world; a world must not be destroyed.

---@class hitbox
local hitbox = {}

--- Make a world.
---@param options hitbox.WorldOptions?
---@return hitbox.World
--- Errors: an unknown option, policy or broad phase.
function hitbox.newWorld(options) end

---@class hitbox.WorldOptions
---@field contact hitbox.Policy? what counts as meeting; "overlap" if nil
---@field recover number? how deep an overlap may be that moves push the mover out of, in world units; 0 for never. Default:
---   half the smaller side of the mover's bounding box
---@field broad hitbox.Broad? how it finds what may meet; "grid" if nil. The answers are the same

---@alias hitbox.Broad
---| "grid" # a level for each size of things; nothing to tune
---| "tree" # boxes in boxes
---| "brute" # everything with everything: for a few dozen things, or to check

--- A name of a layer, or several. A world has at most 64 of them.
---@alias hitbox.Layers string|string[]

---@alias hitbox.Response
---| "touch" # stop there
---| "slide" # go on along it
---| "bounce" # come back from it
---| "cross" # go through, and report it

--- The layers that get a response: { cross = "coin", bounce = { "ball", "bumper" } }. Of several responses for one
--- item the first counts: "ignore", "cross", "touch", "slide", "bounce".
---@alias hitbox.Responses table<hitbox.Response|"ignore", hitbox.Layers>

--- From where an item stops what meets it: a side, or where {x, y} points; {0, 0} is as false.
---@alias hitbox.Side "above"|"below"|"left"|"right"|number[]

---@class hitbox.World: userdata
---@field [string] any fields and methods of your own
local World = {}

-- ---- Items -------------------------------------------------------------------------------------

--- Put an item into the world. A shape's own origin is its anchor, unless one is given; of a rectangle
--- it is the left top corner. So an outline in world coordinates is added at 0, 0, and then turns about there.
---@param item any any value but nil and NaN
---@param x number where its anchor is, in world units
---@param y number
---@param w number >= 0
---@param h number >= 0
---@param options hitbox.AddOptions?
---@return any item
---@overload fun(self: hitbox.World, item: any, x: number, y: number, shape: hitbox.Shape, options: hitbox.AddOptions?): any
--- Errors: the item is in the world already; an unknown option; a layer beyond the 64th.
--- Example:
---     local world = hitbox.newWorld()
---     world:add("hero", 40, 200, 12, 28, { anchor = "feet", layer = "hero", mask = { "wall", "coin" } })
---     world:add("rock", 90, 90, hitbox.circle(0, 0, 6))
---     print(world:rect("hero"))   --> 34.0	172.0	12.0	28.0
function World:add(item, x, y, w, h, options) end

---@class hitbox.AddOptions
---@field anchor hitbox.Anchor? the point that x and y name
---@field facing 1|-1|nil -1 mirrors it about the anchor; 1 if nil
---@field angle number? about the anchor, in radians, clockwise on the screen; 0 if nil
---@field scale number? about the anchor, >= 0; 1 if nil
---@field layer hitbox.Layers? what it is; "default" if nil
---@field mask hitbox.Layers? what it looks for; everything if nil
---@field response hitbox.Response? of its moves; "slide" if nil
---@field responses hitbox.Responses? of its moves, by the layers of what they meet
---@field moverResponse hitbox.Response? of the moves of others, when they meet it; each mover's own if nil
---@field tag integer? for hosts in C; exact up to 2^53 before Lua 5.3
---@field oneWay hitbox.Side|false|nil it stops only what comes from there

--- Place an item without a sweep; its anchor, facing, angle and scale stay.
---@param item any
---@param x number where its anchor is, in world units
---@param y number
---@param w number? another size, with h; as it is if nil
---@param h number? not without w
---@overload fun(self: hitbox.World, item: any, x: number, y: number, shape: hitbox.Shape)
function World:update(item, x, y, w, h) end

--- Place all items of a list at one point without a sweep, as the boxes of one thing: in turn, up to
--- one that is not in the world or cannot be there, which is no error.
---@param items any[]
---@param x number where their anchors are, in world units
---@param y number
---@return boolean all they are there; false also if x or y is no number, not finite or too large
---@return integer? placed how many are there; nil if all are
--- Example:
---     local world = hitbox.newWorld()
---     local boxes = { world:add("body", 0, 0, 12, 28), world:add("feet", 0, 0, 10, 4, { anchor = "feet" }) }
---     print(world:place(boxes, 40, 200), world:rect("feet"))   --> true	35.0	196.0	10.0	4.0
---     print(world:place(boxes, 0 / 0, 0))                      --> false	0
function World:place(items, x, y) end

--- Place many items by one call without a sweep, as `update` does one after the other, in about half of
--- the time: where your own loop moves them. Keep the lists of numbers, and fill them again; it makes no
--- garbage. The lists are read raw. All are placed, or none if there is an error.
---@param items any[] an item may be there several times: the last place is its
---@param xs number[] where their anchors are, in world units; what is beyond `#items` is not read
---@param ys number[]
--- Errors: a list that is no table; an item that is not in the world; a place that is no number, not finite or
--- too large. The message names the entry, as `xs[3]`.
--- Example:
---     local world = hitbox.newWorld()
---     local foes = { world:add("bat", 0, 0, 8, 8), world:add("rat", 0, 0, 8, 8) }
---     world:updateMany(foes, { 40, 90 }, { 20, 100 })
---     print(world:position("rat"))   --> 90.0	100.0
function World:updateMany(items, xs, ys) end

--- Turn an item to an angle about its anchor, without a sweep, and bring it to a scale. The world keeps
--- its shape as it was made, so that it keeps its form however often it is turned.
---@param item any
---@param angle number in radians, clockwise on the screen
---@param scale number? >= 0; as it is if nil
--- Errors: a mask that would be turned or scaled.
function World:turn(item, angle, scale) end

--- Change an item's shape where it is; its angle and scale stay.
---@param item any
---@param w number >= 0
---@param h number >= 0
---@param options hitbox.ReshapeOptions?
---@return boolean done false if it would not fit, of which it was asked by `fits`
---@return any other what is in the way
---@overload fun(self: hitbox.World, item: any, shape: hitbox.Shape, options: hitbox.ReshapeOptions?): boolean, any
function World:reshape(item, w, h, options) end

---@class hitbox.ReshapeOptions
---@field anchor hitbox.Anchor? as it is if nil
---@field facing 1|-1|nil as it is if nil
---@field fits boolean|hitbox.Filter|nil only if it fits: by the item's response, or by a filter; false if nil

--- Say from where an item stops what meets it. For all else it is not there, and what is inside of it
--- never pops out. The side is mirrored and turned with the item.
---@param item any
---@param side hitbox.Side|false false: from everywhere
function World:setOneWay(item, side) end

--- Change an item's layers.
---@param item any
---@param layer hitbox.Layers? what it is; as it is if nil
---@param mask hitbox.Layers|true|nil what it looks for, true: everything; as it is if nil
--- Errors: a layer beyond the 64th.
function World:setLayers(item, layer, mask) end

--- Take an item out of the world. Events of the next step still name it.
---@param item any
function World:remove(item) end

--- Whether an item is in the world.
---@param item any any value at all
---@return boolean
function World:has(item) end

--- How many items are in the world.
---@return integer
function World:count() end

--- All items.
---@param out any[]? a table to fill; a new one if nil
---@return any[] out in the order of adding
function World:items(out) end

--- Where an item's anchor is.
---@param item any
---@return number x world units
---@return number y
function World:position(item) end

--- The bounds of an item.
---@param item any
---@return number x left, in world units
---@return number y top
---@return number w
---@return number h
function World:rect(item) end

--- The bounds of an item by their edges, to the last bit: where two edges are equal, the two lie against
--- each other. What `rect` gives is the size that the item has anywhere; added to x it would round.
---@param item any
---@return number left in world units
---@return number top
---@return number right
---@return number bottom
function World:edges(item) end

--- The shape of an item, where it is.
---@param item any
---@return hitbox.Shape
function World:shape(item) end

--- How an item is turned.
---@param item any
---@return number angle in radians
---@return number scale
function World:angle(item) end

--- How two items meet where they are, as `hitbox.contact` says it of shapes.
---@param a any
---@param b any
---@param policy hitbox.Policy|nil the world's if nil
---@return number|nil nx the unit normal, from a to b; nil if they do not meet
---@return number ny
---@return number depth >= 0, in world units
---@return number px a point where they meet
---@return number py
---@return number|nil qx the other end, where they meet along a line
---@return number|nil qy
function World:contactOf(a, b, policy) end

-- ---- Pairs and events --------------------------------------------------------------------------

--- Every pair of items that meet, once, if either looks for the other: `for a, b in world:pairs() do`.
--- Those are walked that meet when the loop begins. It may add, move and remove; pairs of what it has
--- removed are left out.
---@return fun(): any, any
function World:pairs() end

--- The same pairs, in the same order, as a list: `out[1]` and `out[2]` are the first pair, `out[3]` and
--- `out[4]` the second.
---@param out any[]? a table to fill; a new one if nil
---@return integer n how many pairs there are: half as many as entries
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

--- What began, lasted and ended at the last step: `for what, a, b in world:events() do`.
---@return fun(): "enter"|"stay"|"exit", any, any iterator also of items that were removed meanwhile
function World:events() end

--- How much work the last `pairs` or `step` was; 0 after `restore`.
---@return integer compared how many pairs were compared
---@return integer met how many of them meet
function World:stats() end

-- ---- The world itself --------------------------------------------------------------------------

--- What counts as meeting: the policy that it was made with, or that of the saved world that it was
--- restored to.
---@return hitbox.Policy
function World:contact() end

--- The broad phase: how it finds what may meet.
---@return hitbox.Broad
function World:broad() end

--- Exchange the broad phase for another. The answers and their order stay the same.
---@param name hitbox.Broad
function World:setBroad(name) end

--- What the broad phase divides the plane into now, to draw it; nothing for "brute".
---@param out number[]? a table to fill; a new one if nil
---@return integer n how many regions there are
---@return number[] out x, y, w, h, depth, count of each: its bounds, its level, and how many items it holds
function World:regions(out) end

--- End the world now; all calls but this one are errors from then on. It is done by the collector too.
function World:destroy() end

--- The C world, for hosts that draw it; valid until it is destroyed.
---@return lightuserdata
function World:corePointer() end
