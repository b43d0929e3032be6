---@meta _
--- Data for drawing a world: outlines, layers and responses. `hitbox.debug` uses these functions.

---@class hitbox.Shape
local Shape = {}

---@class hitbox.World
local World = {}

--- Return the outline of a shape as polylines. Each line is stored as the count of its numbers,
--- then its corners. A line of one corner is a point, a line of two corners is a segment, and all
--- others are closed. Chords replace arcs. Parts of a compound that share an edge have one common
--- outline.
---@param out number[]? table to fill. Default: a new one
---@param tolerance number? largest distance of a chord from its arc, in world units, > 0. Default:
---   0.25
---@return integer n the number of lines
---@return number[] out
---@return hitbox.Kind kind of the shape. A circle looks better if you draw it as a circle
--- Example:
---     local n, out = hitbox.polygon(0, 0, 8, 0, 8, 8, 4, 2, 0, 8):outline()
---     print(n, table.concat(out, " "))   --> 1	10.0 0.0 0.0 8.0 0.0 8.0 8.0 4.0 2.0 0.0 8.0
function Shape:outline(out, tolerance) end

--- Return the outline of an item at its position, as `shape:outline` does.
---@param item any
---@param out number[]? table to fill. Default: a new one
---@param tolerance number? largest distance of a chord from its arc, in world units, > 0. Default:
---   0.25
---@return integer n the number of lines
---@return number[] out
---@return hitbox.Kind kind of the item's shape
function World:outline(item, out, tolerance) end

--- Return the layers of an item.
---@param item any
---@param out string[]? table to fill. Default: a new one
---@return integer n
---@return string[] out in the order in which the names were first used in the world
function World:layers(item, out) end

--- Return the layers in an item's mask.
---@param item any
---@param out string[]? table to fill. Default: a new one
---@return integer|nil n nil if the mask is all layers
---@return string[] out in the order in which the names were first used in the world
function World:mask(item, out) end

--- Return layers that are probably misspelt: masks, responses or motions name them, but no item has
--- been on them since the world was made or loaded. `hitbox.debug.hints` returns them as sentences.
---@param out string[]? table to fill. Default: a new one
---@return integer n
---@return string[] out in the order in which the names were first used in the world
--- Example:
---     local world = hitbox.newWorld()
---     world:add("wall", 50, 0, 10, 10, { layer = "wall" })
---     world:add("hero", 0, 0, 10, 10, { layer = "hero", mask = { "wal", "hero" } })
---     local n, out = world:unusedLayers()
---     print(n, out[1])   --> 1	wal
function World:unusedLayers(out) end

--- Return the response of an item's moves that applies if nothing else sets one.
---@param item any
---@return hitbox.Response
function World:response(item) end

--- Return the responses of an item's moves by layer, as given to `add`.
---@param item any
---@return hitbox.Responses|nil responses a new table; nil if there are none
--- Example:
---     local world = hitbox.newWorld()
---     world:add("hero", 0, 0, 8, 8, { responses = { cross = "coin" } })
---     print(world:responses("hero").cross[1])   --> coin
function World:responses(item) end

--- Return the `moverResponse` of an item, as given to `add`: the response of other items' moves
--- when they hit it.
---@param item any
---@return hitbox.Response|nil
function World:moverResponse(item) end

--- Return the direction from which a one-way item blocks movers, with the item's current mirroring
--- and angle.
---@param item any
---@return number|nil x a vector of length 1; nil if the item blocks from all sides
---@return number y
function World:oneWay(item) end
