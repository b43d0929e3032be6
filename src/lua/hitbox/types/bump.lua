---@meta _
--- bump.lua's module, with the same results: `local bump = require "hitbox.bump"`. Where a number is to be
--- given, it must be one; the texts of errors are bump.lua's.

---@class hitbox.bump
---@field _VERSION string
---@field _URL string
---@field _DESCRIPTION string
---@field _LICENSE string
---@field responses table<string, hitbox.bump.Response> "touch", "cross", "slide" and "bounce"
---@field rect hitbox.bump.rect

--- Whether and how `item` is stopped by `other`: the name of a response, or false or nil to ignore it.
---@alias hitbox.bump.Filter fun(item: any, other: any): any

--- Says where the way goes on from a hit, and whom it meets there.
---@alias hitbox.bump.Response fun(world: hitbox.bump.World, col: hitbox.bump.Collision, x: number, y: number, w: number, h: number, goalX: number, goalY: number, filter: hitbox.bump.Filter): number, number, hitbox.bump.Collision[], integer

---@class hitbox.bump.World
---@field cellSize number
---@field responses table<any, hitbox.bump.Response>
local World = {}

--- Put an item into the world.
---@param item any
---@param x number left
---@param y number top
---@param w number > 0
---@param h number > 0
---@return any item
--- Errors: it is in the world already.
function World:add(item, x, y, w, h) end

--- Take an item out of the world.
---@param item any
--- Errors: it is not in the world.
function World:remove(item) end

--- Place an item without a sweep.
---@param item any
---@param x number left
---@param y number top
---@param w number? as it is if nil
---@param h number? as it is if nil
--- Errors: it is not in the world.
function World:update(item, x, y, w, h) end

--- Move an item as far as what is in the way lets it.
---@param item any
---@param goalX number left
---@param goalY number top
---@param filter hitbox.bump.Filter? "slide" for all if nil
---@return number x where it is then
---@return number y
---@return hitbox.bump.Collision[] cols
---@return integer len
--- Errors: it is not in the world; a response that is not known.
function World:move(item, goalX, goalY, filter) end

--- What `move` would do, without moving it.
---@param item any
---@param goalX number left
---@param goalY number top
---@param filter hitbox.bump.Filter? "slide" for all if nil
---@return number x where it would be
---@return number y
---@return hitbox.bump.Collision[] cols
---@return integer len
--- Errors: it is not in the world; a response that is not known.
function World:check(item, goalX, goalY, filter) end

--- All that a rectangle meets on its way, without any response.
---@param item any who is left out, and whom the filter is given; may be nil
---@param x number left
---@param y number top
---@param w number > 0
---@param h number > 0
---@param goalX number? x if nil
---@param goalY number? y if nil
---@param filter hitbox.bump.Filter? "slide" for all if nil
---@return hitbox.bump.Collision[] cols
---@return integer len
function World:project(item, x, y, w, h, goalX, goalY, filter) end

--- Where an item is.
---@param item any
---@return number x left
---@return number y top
---@return number w
---@return number h
--- Errors: it is not in the world.
function World:getRect(item) end

--- Whether an item is in the world.
---@param item any
---@return boolean
function World:hasItem(item) end

--- All items.
---@return any[] items in the order of adding
---@return integer len
function World:getItems() end

--- How many items are in the world.
---@return integer
function World:countItems() end

--- How many cells hold an item. As in bump.lua, cells of a removed item count until the next garbage collection.
---@return integer
function World:countCells() end

--- The items that overlap a rectangle.
---@param x number left
---@param y number top
---@param w number > 0
---@param h number > 0
---@param filter (fun(item: any): any)? all if nil
---@return any[] items
---@return integer len
function World:queryRect(x, y, w, h, filter) end

--- The items at a point.
---@param x number
---@param y number
---@param filter (fun(item: any): any)? all if nil
---@return any[] items
---@return integer len
function World:queryPoint(x, y, filter) end

--- The items that a segment crosses, in the order along it.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param filter (fun(item: any): any)? all if nil
---@return any[] items
---@return integer len
function World:querySegment(x1, y1, x2, y2, filter) end

--- As `querySegment`, with the places where it enters and leaves each.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param filter (fun(item: any): any)? all if nil
---@return {item: any, ti1: number, ti2: number, x1: number, y1: number, x2: number, y2: number}[] infos
---@return integer len
function World:querySegmentWithCoords(x1, y1, x2, y2, filter) end

---@class hitbox.bump.rect
local rect = {}

--- Whether and how a rectangle meets another one on its way.
---@param x1 number left of who moves
---@param y1 number
---@param w1 number > 0
---@param h1 number > 0
---@param x2 number left of the other
---@param y2 number
---@param w2 number > 0
---@param h2 number > 0
---@param goalX number? x1 if nil
---@param goalY number? y1 if nil
---@return hitbox.bump.Collision|nil col without items and type
function rect.detectCollision(x1, y1, w1, h1, x2, y2, w2, h2, goalX, goalY) end

--- Where a segment enters and leaves a rectangle, as fractions of its way from ti1 to ti2.
---@param x number left
---@param y number top
---@param w number > 0
---@param h number > 0
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param ti1 number? 0 if nil
---@param ti2 number? 1 if nil
---@return number|nil ti1 nil if it misses
---@return number ti2
---@return number nx1 the normal where it enters
---@return number ny1
---@return number nx2 the normal where it leaves
---@return number ny2
function rect.getSegmentIntersectionIndices(x, y, w, h, x1, y1, x2, y2, ti1, ti2) end
