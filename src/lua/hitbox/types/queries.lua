---@meta _
--- Asking a world. Points, rectangles, circles, shapes and sweeps heed the world's policy; segments, rays
--- and distances do not need it. Of equally near items, or equal times, the one that was added first
--- comes first. What is found goes into a table of yours, which makes no garbage.

---@class hitbox.World
local World = {}

--- The items at a point.
---@param x number world units
---@param y number
---@param out any[]? a table to fill; a new one if nil
---@param mask hitbox.Layers? only what is on these layers; all if nil
---@return integer n
---@return any[] out in the order of adding
function World:queryPoint(x, y, out, mask) end

--- The items that meet a rectangle.
---@param x number left, in world units
---@param y number top
---@param w number >= 0
---@param h number >= 0
---@param out any[]? a table to fill; a new one if nil
---@param mask hitbox.Layers? only what is on these layers; all if nil
---@return integer n
---@return any[] out in the order of adding
function World:queryRect(x, y, w, h, out, mask) end

--- Who is at each of many points, by one call, as by `queryPoint` one after the other: where
--- hundreds of things ask in each frame. Keep the lists and the tables, and fill them again; it makes no
--- garbage. The lists are read raw, and all is read and checked before anything is filled.
---@param xs number[] where the points are, in world units
---@param ys number[] what is beyond `#xs` is not read
---@param out any[]? a table to fill; a new one if nil
---@param asked integer[]? another table to fill; a new one if nil
---@param mask hitbox.Layers? only what is on these layers; all if nil
---@return integer n how many answers there are
---@return any[] out an item of each, in the order of the points, for each point in the order of adding
---@return integer[] asked the number, from 1 on, of the point at which it is
--- Errors: a list that is no table; a place that is no number, not finite or too large; `asked` being `out`.
--- The message names the entry, as `xs[3]`.
--- Example:
---     local world = hitbox.newWorld()
---     world:add("sea", 0, 0, 100, 100)
---     world:add("isle", 20, 20, 10, 10)
---     local n, out, asked = world:queryPoints({ 90, 25 }, { 90, 25 })
---     print(n, table.concat(out, " "))   --> 3	sea sea isle
---     print(table.concat(asked, " "))    --> 1 2 2
function World:queryPoints(xs, ys, out, asked, mask) end

--- Who meets each of many rectangles, by one call, as by `queryRect` one after the other; the rest is as for
--- `queryPoints`.
---@param xs number[] left, in world units
---@param ys number[] top
---@param ws number[] >= 0
---@param hs number[] >= 0; what is beyond `#xs` in one of these lists is not read
---@param out any[]? a table to fill; a new one if nil
---@param asked integer[]? another table to fill; a new one if nil
---@param mask hitbox.Layers? only what is on these layers; all if nil
---@return integer n how many answers there are
---@return any[] out an item of each, in the order of the rectangles, for each in the order of adding
---@return integer[] asked the number, from 1 on, of the rectangle that it meets
--- Errors: as of `queryPoints`; a size below 0; an edge beyond MAX_COORD.
function World:queryRects(xs, ys, ws, hs, out, asked, mask) end

--- The items that meet a circle.
---@param x number the centre, in world units
---@param y number
---@param r number >= 0
---@param out any[]? a table to fill; a new one if nil
---@param mask hitbox.Layers? only what is on these layers; all if nil
---@return integer n
---@return any[] out in the order of adding
function World:queryCircle(x, y, r, out, mask) end

--- The items that meet a shape.
---@param shape hitbox.Shape where it is, in world units
---@param out any[]? a table to fill; a new one if nil
---@param mask hitbox.Layers? only what is on these layers; all if nil
---@return integer n
---@return any[] out in the order of adding
function World:queryShape(shape, out, mask) end

--- The items that an item meets where it is, without itself: as `queryShape(world:shape(item))` finds
--- them, and no shape is made. How it meets one of them tells `contactOf(other, item)`.
---@param item any
---@param out any[]? a table to fill; a new one if nil
---@param mask hitbox.Layers? only what is on these layers; what the item looks for if nil
---@return integer n
---@return any[] out in the order of adding
--- Example:
---     local world = hitbox.newWorld()
---     world:add("crate", 0, 0, 20, 20)
---     world:add("ball", -3, 10, hitbox.circle(0, 0, 5))
---     local n, found = world:queryItem("ball")
---     print(n, found[1])                            --> 1	crate
---     local nx, ny, depth = world:contactOf("crate", "ball")
---     print(nx * depth, ny * depth)                 --> -2.0	0.0
function World:queryItem(item, out, mask) end

--- All items that a segment hits, in the order along it. `result` says where. It ends exactly where it is told
--- to, also where x2 - x1 is no double.
---@param x1 number world units
---@param y1 number
---@param x2 number
---@param y2 number
---@param out any[]? a table to fill; a new one if nil
---@param mask hitbox.Layers? only what is on these layers; all if nil
---@return integer n
---@return any[] out by time
--- Example:
---     local world = hitbox.newWorld()
---     world:add("crate", 20, -5, 20, 10)
---     print(world:querySegment(0, 0, 100, 0, {}) == 1)   --> true
---     print(world:result(1))   --> crate	0.2	-1.0	0.0	false	0.4	1.0	0.0
function World:querySegment(x1, y1, x2, y2, out, mask) end

--- All items that a shape meets on a straight way, in the order along it. `result` says when.
---@param shape hitbox.Shape where it begins, in world units
---@param dx number how far it goes
---@param dy number
---@param out any[]? a table to fill; a new one if nil
---@param mask hitbox.Layers? only what is on these layers; all if nil
---@return integer n
---@return any[] out by time
function World:querySweep(shape, dx, dy, out, mask) end

--- The nearest items to a shape or a point. `result` says how near.
---@param shape hitbox.Shape where it is, in world units
---@param count integer how many at most, >= 0
---@param most number? how far at most, >= 0; any distance if nil
---@param out any[]? a table to fill; a new one if nil
---@param mask hitbox.Layers? only what is on these layers; all if nil
---@return integer n
---@return any[] out by distance
---@overload fun(self: hitbox.World, x: number, y: number, count: integer, most: number?, out: any[]?, mask: hitbox.Layers?): integer, any[]
function World:queryNearest(shape, count, most, out, mask) end

--- More of what the last query found: after `querySegment` t, nx, ny, inside, exitT, exitNx, exitNy (it
--- leaves the item there for good; exitT is 1 if it ends inside), after `querySweep` and `raycastMany` t, nx,
--- ny, inside,
--- after `queryNearest` d, ax, ay, bx, by, after `queryPairs` the other item,
--- after `queryPoints` and `queryRects` the number of the point or rectangle.
---@param i integer 1..n; after `raycastMany` the number of the ray
---@return any item nil if there is none
---@return any ... see above
function World:result(i) end

--- The first item that a ray hits, as `hitbox.raycast` says of each. Where its end has to be exact, as on an
--- edge, ask `querySegment`.
---@param x number where it begins, in world units
---@param y number
---@param dx number how far it goes
---@param dy number
---@param mask hitbox.Layers? only what is on these layers; all if nil
---@return any item nil if it hits none
---@return number t 0..1 of its way
---@return number nx the unit normal, from the item
---@return number ny
---@return boolean inside it begins in the item; t is 0 then
--- Errors: the end of the ray is beyond MAX_COORD.
function World:raycast(x, y, dx, dy, mask) end

--- What each of many rays hits first, by one call, as by `raycast` one after the other: for
--- fields of view, lights, and shots by the hundred. The lists and tables are kept and filled as those of
--- `queryPoints`.
---@param xs number[] where the rays begin, in world units
---@param ys number[]
---@param dxs number[] how far they go
---@param dys number[] what is beyond `#xs` in one of these lists is not read
---@param out any[]? a table to fill; a new one if nil
---@param ts number[]? another table to fill; a new one if nil
---@param mask hitbox.Layers? only what is on these layers; all if nil
---@return integer n how many of them hit something
---@return any[] out of each ray the item, or `false` if it hits none
---@return number[] ts of each 0..1 of its way, 1 if it hits none: it ends at `xs[i] + ts[i] * dxs[i]`, and so on
--- Errors: as of `queryPoints`; the end of a ray is beyond MAX_COORD. `result(i)` tells the normal of ray i.
--- Example:
---     local world = hitbox.newWorld()
---     world:add("wall", 20, -5, 20, 10)
---     local n, out, ts = world:raycastMany({ 0, 0 }, { 0, 0 }, { 100, 0 }, { 0, 100 })
---     print(n, out[1], ts[1], out[2], ts[2])   --> 1	wall	0.2	false	1.0
---     print(world:result(1))                   --> wall	0.2	-1.0	0.0	false
function World:raycastMany(xs, ys, dxs, dys, out, ts, mask) end

--- The first item that a shape meets on a straight way.
---@param shape hitbox.Shape where it begins, in world units
---@param dx number how far it goes
---@param dy number
---@param mask hitbox.Layers? only what is on these layers; all if nil
---@return any item nil if it meets none
---@return number t 0..1 of its way
---@return number nx the unit normal, from the item
---@return number ny
---@return boolean inside they overlap at the start
function World:castShape(shape, dx, dy, mask) end

--- The nearest item to a shape or a point.
---@param shape hitbox.Shape where it is, in world units
---@param most number? how far at most, >= 0; any distance if nil
---@param mask hitbox.Layers? only what is on these layers; all if nil
---@return any item nil if there is none
---@return number d how far it is; 0 if they share a point
---@return number ax the point of the shape that is nearest to the item
---@return number ay
---@return number bx the point of the item that is nearest to the shape
---@return number by
---@overload fun(self: hitbox.World, x: number, y: number, most: number?, mask: hitbox.Layers?): any, number, number, number, number, number
function World:nearest(shape, most, mask) end
