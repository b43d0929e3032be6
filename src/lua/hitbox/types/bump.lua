---@meta _
--- bump.lua's module, with the same results: `local bump = require "hitbox.bump"`. Every number
--- argument is checked. The error texts are bump.lua's.

---@class hitbox.bump
---@field _VERSION string
---@field _URL string
---@field _DESCRIPTION string
---@field _LICENSE string
---@field responses table<string, hitbox.bump.Response> "touch", "cross", "slide" and "bounce"
---@field rect hitbox.bump.rect

--- Choose how `item` responds to `other`: return the name of a response, or false or nil to ignore
--- `other`.
---@alias hitbox.bump.Filter fun(item: any, other: any): any

--- Return where the item goes after a hit, and its collisions on the rest of the path.
---@alias hitbox.bump.Response fun(world: hitbox.bump.World, col: hitbox.bump.Collision, x: number, y: number, w: number, h: number, goalX: number, goalY: number, filter: hitbox.bump.Filter): number, number, hitbox.bump.Collision[], integer

---@class hitbox.bump.World
---@field cellSize number
---@field responses table<any, hitbox.bump.Response>
local World = {}

--- Add an item to the world.
---@param item any
---@param x number left
---@param y number top
---@param w number > 0
---@param h number > 0
---@return any item
--- Errors: the item is already in the world.
function World:add(item, x, y, w, h) end

--- Remove an item from the world.
---@param item any
--- Errors: the item is not in the world.
function World:remove(item) end

--- Set the position and size of an item, without a sweep.
---@param item any
---@param x number left
---@param y number top
---@param w number? default: unchanged
---@param h number? default: unchanged
--- Errors: the item is not in the world.
function World:update(item, x, y, w, h) end

--- Move an item towards a goal. The responses of the hits decide where it ends.
---@param item any
---@param goalX number left
---@param goalY number top
---@param filter hitbox.bump.Filter? default: "slide" for all
---@return number x left, after the move
---@return number y
---@return hitbox.bump.Collision[] cols
---@return integer len
--- Errors: the item is not in the world; an unknown response.
function World:move(item, goalX, goalY, filter) end

--- Return what `move` would return, without moving the item.
---@param item any
---@param goalX number left
---@param goalY number top
---@param filter hitbox.bump.Filter? default: "slide" for all
---@return number x left, after the move
---@return number y
---@return hitbox.bump.Collision[] cols
---@return integer len
--- Errors: the item is not in the world; an unknown response.
function World:check(item, goalX, goalY, filter) end

--- Return all collisions of a rectangle on a straight path, without responses.
---@param item any left out of the results, and passed to the filter; may be nil
---@param x number left
---@param y number top
---@param w number > 0
---@param h number > 0
---@param goalX number? default: x
---@param goalY number? default: y
---@param filter hitbox.bump.Filter? default: "slide" for all
---@return hitbox.bump.Collision[] cols
---@return integer len
function World:project(item, x, y, w, h, goalX, goalY, filter) end

--- Return the rectangle of an item.
---@param item any
---@return number x left
---@return number y top
---@return number w
---@return number h
--- Errors: the item is not in the world.
function World:getRect(item) end

--- Return whether an item is in the world.
---@param item any
---@return boolean
function World:hasItem(item) end

--- Return all items.
---@return any[] items in the order they were added
---@return integer len
function World:getItems() end

--- Count the items.
---@return integer
function World:countItems() end

--- Count the cells that hold an item. As in bump.lua, the cells of a removed item count until the
--- next garbage collection.
---@return integer
function World:countCells() end

--- Return the items that overlap a rectangle.
---@param x number left
---@param y number top
---@param w number > 0
---@param h number > 0
---@param filter (fun(item: any): any)? default: all items
---@return any[] items
---@return integer len
function World:queryRect(x, y, w, h, filter) end

--- Return the items at a point.
---@param x number
---@param y number
---@param filter (fun(item: any): any)? default: all items
---@return any[] items
---@return integer len
function World:queryPoint(x, y, filter) end

--- Return the items that a segment crosses, in order along the segment.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param filter (fun(item: any): any)? default: all items
---@return any[] items
---@return integer len
function World:querySegment(x1, y1, x2, y2, filter) end

--- Return the same items as `querySegment`, with the points where the segment enters and leaves
--- each one.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param filter (fun(item: any): any)? default: all items
---@return {item: any, ti1: number, ti2: number, x1: number, y1: number, x2: number, y2: number}[] infos
---@return integer len
function World:querySegmentWithCoords(x1, y1, x2, y2, filter) end

---@class hitbox.bump.rect
local rect = {}

--- Return the collision of a moving rectangle with another rectangle.
---@param x1 number left of the moving rectangle
---@param y1 number
---@param w1 number > 0
---@param h1 number > 0
---@param x2 number left of the other rectangle
---@param y2 number
---@param w2 number > 0
---@param h2 number > 0
---@param goalX number? default: x1
---@param goalY number? default: y1
---@return hitbox.bump.Collision|nil col without items and type; nil if there is no collision
function rect.detectCollision(x1, y1, w1, h1, x2, y2, w2, h2, goalX, goalY) end

--- Return where a segment enters and leaves a rectangle, as fractions of the segment, between ti1
--- and ti2.
---@param x number left
---@param y number top
---@param w number > 0
---@param h number > 0
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param ti1 number? default: 0
---@param ti2 number? default: 1
---@return number|nil ti1 nil if the segment misses
---@return number ti2
---@return number nx1 the normal at the entry
---@return number ny1
---@return number nx2 the normal at the exit
---@return number ny2
function rect.getSegmentIntersectionIndices(x, y, w, h, x1, y1, x2, y2, ti1, ti2) end
