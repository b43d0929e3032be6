---@meta _
--- Queries of a world. Pass a table `out`, and the results are stored in it without garbage.
--- Points, rectangles, circles, shapes and sweeps use the world's policy; segments, rays and
--- distances do not depend on it. Of items at the same distance or time, the one added first comes
--- first.

---@class hitbox.World
local World = {}

--- Find the items at a point.
---@param x number in world units
---@param y number
---@param out any[]? table to fill. Default: a new one
---@param mask hitbox.Layers? only items on these layers. Default: all
---@return integer n
---@return any[] out in the order they were added
function World:queryPoint(x, y, out, mask) end

--- Find the items that overlap a rectangle.
---@param x number left, in world units
---@param y number top
---@param w number >= 0
---@param h number >= 0
---@param out any[]? table to fill. Default: a new one
---@param mask hitbox.Layers? only items on these layers. Default: all
---@return integer n
---@return any[] out in the order they were added
function World:queryRect(x, y, w, h, out, mask) end

--- Find the items at each of many points in one call, for hundreds of queries per frame. The
--- results are those of one `queryPoint` per point. Reuse the lists and tables to avoid garbage.
--- Metamethods of the lists are ignored. All lists are checked before a table is filled.
---@param xs number[] the points, in world units
---@param ys number[] entries beyond `#xs` are ignored
---@param out any[]? table to fill. Default: a new one
---@param asked integer[]? another table to fill. Default: a new one
---@param mask hitbox.Layers? only items on these layers. Default: all
---@return integer n the number of results
---@return any[] out the item of each result, in the order of the points; for one point, in the
---   order they were added
---@return integer[] asked the point of each result, as its number from 1 on
--- Errors: a list that is not a table; a position that is not a number, not finite or too large;
--- `asked` is the same table as `out`. The message names the entry, for example `xs[3]`.
--- Example:
---     local world = hitbox.newWorld()
---     world:add("sea", 0, 0, 100, 100)
---     world:add("isle", 20, 20, 10, 10)
---     local n, out, asked = world:queryPoints({ 90, 25 }, { 90, 25 })
---     print(n, table.concat(out, " "))   --> 3	sea sea isle
---     print(table.concat(asked, " "))    --> 1 2 2
function World:queryPoints(xs, ys, out, asked, mask) end

--- Find the items that overlap each of many rectangles in one call. The results are those of one
--- `queryRect` per rectangle. Lists and tables work as in `queryPoints`.
---@param xs number[] left, in world units
---@param ys number[] top
---@param ws number[] >= 0
---@param hs number[] >= 0; entries beyond `#xs` in any of these lists are ignored
---@param out any[]? table to fill. Default: a new one
---@param asked integer[]? another table to fill. Default: a new one
---@param mask hitbox.Layers? only items on these layers. Default: all
---@return integer n the number of results
---@return any[] out the item of each result, in the order of the rectangles; for one rectangle, in
---   the order they were added
---@return integer[] asked the rectangle of each result, as its number from 1 on
--- Errors: those of `queryPoints`; a size below 0; an edge beyond MAX_COORD.
function World:queryRects(xs, ys, ws, hs, out, asked, mask) end

--- Find the items that overlap a circle.
---@param x number the centre, in world units
---@param y number
---@param r number >= 0
---@param out any[]? table to fill. Default: a new one
---@param mask hitbox.Layers? only items on these layers. Default: all
---@return integer n
---@return any[] out in the order they were added
function World:queryCircle(x, y, r, out, mask) end

--- Find the items that overlap a shape.
---@param shape hitbox.Shape in world coordinates
---@param out any[]? table to fill. Default: a new one
---@param mask hitbox.Layers? only items on these layers. Default: all
---@return integer n
---@return any[] out in the order they were added
function World:queryShape(shape, out, mask) end

--- Find the other items that an item overlaps at its position. The results are those of
--- `queryShape(world:shape(item))` without the item itself, and no shape is made.
--- `contact(other, item)` returns the contact with one of them.
---@param item any
---@param out any[]? table to fill. Default: a new one
---@param mask hitbox.Layers? only items on these layers. Default: the item's mask
---@return integer n
---@return any[] out in the order they were added
--- Example:
---     local world = hitbox.newWorld()
---     world:add("crate", 0, 0, 20, 20)
---     world:add("ball", -3, 10, hitbox.circle(0, 0, 5))
---     local n, found = world:queryItem("ball")
---     print(n, found[1])                            --> 1	crate
---     local nx, ny, depth = world:contact("crate", "ball")
---     print(nx * depth, ny * depth)                 --> -2.0	0.0
function World:queryItem(item, out, mask) end

--- Find all items that a segment hits, in order along the segment. `result` returns where. The
--- segment ends exactly at (x2, y2), even if x2 - x1 is rounded.
---@param x1 number in world units
---@param y1 number
---@param x2 number
---@param y2 number
---@param out any[]? table to fill. Default: a new one
---@param mask hitbox.Layers? only items on these layers. Default: all
---@return integer n
---@return any[] out by time
--- Example:
---     local world = hitbox.newWorld()
---     world:add("crate", 20, -5, 20, 10)
---     print(world:querySegment(0, 0, 100, 0, {}) == 1)   --> true
---     print(world:result(1))   --> crate	0.2	-1.0	0.0	false	0.4	1.0	0.0
function World:querySegment(x1, y1, x2, y2, out, mask) end

--- Sweep a shape in a straight line and find all items that it hits, in order along the path.
--- `result` returns when.
---@param shape hitbox.Shape at its start, in world coordinates
---@param dx number the motion, in world units
---@param dy number
---@param out any[]? table to fill. Default: a new one
---@param mask hitbox.Layers? only items on these layers. Default: all
---@return integer n
---@return any[] out by time
function World:querySweep(shape, dx, dy, out, mask) end

--- Find the items nearest to a shape or a point. `result` returns their distances.
---@param shape hitbox.Shape in world coordinates
---@param count integer the maximum number of items, >= 0
---@param maxDistance number? the maximum distance, in world units, >= 0. Default: any distance
---@param out any[]? table to fill. Default: a new one
---@param mask hitbox.Layers? only items on these layers. Default: all
---@return integer n
---@return any[] out by distance
---@overload fun(self: hitbox.World, x: number, y: number, count: integer, maxDistance: number?, out: any[]?, mask: hitbox.Layers?): integer, any[]
function World:queryNearest(shape, count, maxDistance, out, mask) end

--- Return the details of one result of the last query. After the item come:
---
--- - after `querySegment`: t, nx, ny, inside, exitT, exitNx, exitNy. The exit is where the segment
---   leaves the item for the last time; exitT is 1 if the segment ends inside.
--- - after `querySweep` and `raycastMany`: t, nx, ny, inside.
--- - after `queryNearest`: d, ax, ay, bx, by.
--- - after `queryPairs`: the other item.
--- - after `queryPoints` and `queryRects`: the number of the point or rectangle.
---@param i integer 1..n; after `raycastMany`, the number of the ray
---@return any item nil if there is none
---@return any ... see above
function World:result(i) end

--- Cast a ray and return the first item that it hits, by the rules of `hitbox.raycast`. The end
--- `x + dx` may be rounded. Use `querySegment` if the end must be exact, for example on an edge.
---@param x number the start, in world units
---@param y number
---@param dx number the vector from the start to the end
---@param dy number
---@param mask hitbox.Layers? only items on these layers. Default: all
---@return any item nil if it hits none
---@return number t 0..1 of the ray
---@return number nx the unit normal, away from the item
---@return number ny
---@return boolean inside true if the ray starts in the item; t is then 0
--- Errors: the end of the ray is beyond MAX_COORD.
function World:raycast(x, y, dx, dy, mask) end

--- Cast many rays in one call, for fields of view, lights, and shots by the hundred. The results
--- are those of one `raycast` per ray. Lists and tables work as in `queryPoints`.
---@param xs number[] the starts, in world units
---@param ys number[]
---@param dxs number[] the vectors from start to end
---@param dys number[] entries beyond `#xs` in any of these lists are ignored
---@param out any[]? table to fill. Default: a new one
---@param ts number[]? another table to fill. Default: a new one
---@param mask hitbox.Layers? only items on these layers. Default: all
---@return integer n the number of rays that hit an item
---@return any[] out the item that each ray hits, or `false` if it hits none
---@return number[] ts 0..1 of each ray, 1 if it hits none. The x of the hit is `xs[i] + ts[i] *
---   dxs[i]`, and so for y. `result(i)` returns the normal
--- Errors: those of `queryPoints`; the end of a ray is beyond MAX_COORD.
--- Example:
---     local world = hitbox.newWorld()
---     world:add("wall", 20, -5, 20, 10)
---     local n, out, ts = world:raycastMany({ 0, 0 }, { 0, 0 }, { 100, 0 }, { 0, 100 })
---     print(n, out[1], ts[1], out[2], ts[2])   --> 1	wall	0.2	false	1.0
---     print(world:result(1))                   --> wall	0.2	-1.0	0.0	false
function World:raycastMany(xs, ys, dxs, dys, out, ts, mask) end

--- Sweep a shape in a straight line and return the first item that it hits.
---@param shape hitbox.Shape at its start, in world coordinates
---@param dx number the motion, in world units
---@param dy number
---@param mask hitbox.Layers? only items on these layers. Default: all
---@return any item nil if it hits none
---@return number t 0..1 of the motion
---@return number nx the unit normal, away from the item
---@return number ny
---@return boolean inside true if they overlap at the start
function World:castShape(shape, dx, dy, mask) end

--- Return the item nearest to a shape or a point.
---@param shape hitbox.Shape in world coordinates
---@param maxDistance number? the maximum distance, in world units, >= 0. Default: any distance
---@param mask hitbox.Layers? only items on these layers. Default: all
---@return any item nil if there is none
---@return number d the distance; 0 if they share a point
---@return number ax the point of the shape nearest to the item
---@return number ay
---@return number bx the point of the item nearest to the shape
---@return number by
---@overload fun(self: hitbox.World, x: number, y: number, maxDistance: number?, mask: hitbox.Layers?): any, number, number, number, number, number
function World:nearest(shape, maxDistance, mask) end
