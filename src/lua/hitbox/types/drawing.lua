---@meta _
--- What a drawing of a world shows beside what its queries tell: `hitbox.debug` is made of it.

---@class hitbox.Shape
local Shape = {}

---@class hitbox.World
local World = {}

--- The outline of a shape, as lines one after another: of each the count of its numbers, then its corners.
--- A line of one corner is a point, one of two a segment, all others are closed. Arcs are chords, and parts
--- of a compound that share an edge are one.
---@param out number[]? a table to fill; a new one if nil
---@param tolerance number? how far chords may be off, in world units, > 0; 0.25 if nil
---@return integer n how many lines there are
---@return number[] out
---@return hitbox.Kind kind of the shape: a circle is better drawn as one
--- Example:
---     local n, out = hitbox.polygon(0, 0, 8, 0, 8, 8, 4, 2, 0, 8):trace()
---     print(n, table.concat(out, " "))   --> 1	10.0 0.0 0.0 8.0 0.0 8.0 8.0 4.0 2.0 0.0 8.0
function Shape:trace(out, tolerance) end

--- The same of an item, where it is.
---@param item any
---@param out number[]? a table to fill; a new one if nil
---@param tolerance number? how far chords may be off, in world units, > 0; 0.25 if nil
---@return integer n how many lines there are
---@return number[] out
---@return hitbox.Kind kind of its shape
function World:trace(item, out, tolerance) end

--- The layers that an item is on.
---@param item any
---@param out string[]? a table to fill; a new one if nil
---@return integer n
---@return string[] out in the order in which the world met their names
function World:layers(item, out) end

--- The layers that an item looks for.
---@param item any
---@param out string[]? a table to fill; a new one if nil
---@return integer|nil n nil: it looks for everything
---@return string[] out in the order in which the world met their names
function World:mask(item, out) end

--- The layers that masks, responses and motions name, and that no item has been on since the world was made or
--- loaded: most likely misspelt. `hitbox.debug.hints` makes sentences of them.
---@param out string[]? a table to fill; a new one if nil
---@return integer n
---@return string[] out in the order in which the world met their names
--- Example:
---     local world = hitbox.newWorld()
---     world:add("wall", 50, 0, 10, 10, { layer = "wall" })
---     world:add("hero", 0, 0, 10, 10, { layer = "hero", mask = { "wal", "hero" } })
---     local n, out = world:unusedLayers()
---     print(n, out[1])   --> 1	wal
function World:unusedLayers(out) end

--- The response of an item's moves, where nothing else says one.
---@param item any
---@return hitbox.Response
function World:response(item) end

--- The responses of an item's moves by layer, as it was added with them.
---@param item any
---@return hitbox.Responses|nil responses a new table; nil if there are none
--- Example:
---     local world = hitbox.newWorld()
---     world:add("hero", 0, 0, 8, 8, { responses = { cross = "coin" } })
---     print(world:responses("hero").cross[1])   --> coin
function World:responses(item) end

--- The response of other items' moves when they meet an item, as it was added with it.
---@param item any
---@return hitbox.Response|nil
function World:moverResponse(item) end

--- From where what an item stops has to come, as the item is mirrored and turned now.
---@param item any
---@return number|nil x a vector of length 1; nil if it stops from everywhere
---@return number y
function World:oneWay(item) end
