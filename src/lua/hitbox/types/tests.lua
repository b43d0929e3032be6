---@meta _
--- Tests of two shapes, and of plain numbers. They need no world. Yes and no are exact, to the last bit.

---@class hitbox
local hitbox = {}

--- Whether two shapes meet.
---@param a hitbox.Shape
---@param b hitbox.Shape
---@param policy hitbox.Policy? "overlap" if nil
---@return boolean
--- Errors: "pixel", and a shape that is neither a point, an AABB nor a mask.
function hitbox.overlaps(a, b, policy) end

--- How two shapes meet: normal * depth is the least translation of b that parts them.
--- Compounds and masks of which more than a million pairs of parts are near each other are parted by a longer
--- translation, past the bounds of the whole shapes.
---@param a hitbox.Shape
---@param b hitbox.Shape
---@param policy hitbox.Policy? "overlap" if nil
---@return number|nil nx the unit normal, from a to b; nil if they do not meet
---@return number ny
---@return number depth >= 0, in world units
---@return number px a point where they meet
---@return number py
---@return number|nil qx the other end, where they meet along a line
---@return number|nil qy
--- Errors: "pixel", and a shape that is neither a point, an AABB nor a mask.
function hitbox.contact(a, b, policy) end

--- How far two shapes are from each other. Where they share a point the two that are nearest are one:
--- a shape that is a point, else the first point of their contact. A mask without a solid pixel is
--- infinitely far from everything: then there are no points, and d is all that is returned.
---@param a hitbox.Shape
---@param b hitbox.Shape
---@return number d world units; 0 if they share a point
---@return number ax the point of a that is nearest to b
---@return number ay
---@return number bx the point of b that is nearest to a
---@return number by
function hitbox.distance(a, b) end

--- When a shape that moves meets another one. Shapes that touch and move apart or along are free; those
--- that touch and close in meet at t = 0.
---@param a hitbox.Shape
---@param dx number how far a moves, in world units
---@param dy number
---@param b hitbox.Shape
---@param policy hitbox.Policy? "overlap" if nil
---@return number|nil t 0..1 of the motion; nil if they do not meet
---@return number nx the unit normal, from b to a
---@return number ny
---@return boolean inside they overlap at the start; t is 0 then
--- Errors: "pixel", and a shape that is neither a point, an AABB nor a mask.
function hitbox.sweep(a, dx, dy, b, policy) end

--- Where a ray enters a shape. One that ends on an edge hits at t = 1; one that only runs along an edge or
--- grazes a corner, or starts on an edge and leads away, does not hit.
---@param shape hitbox.Shape
---@param x number where it begins, in world units
---@param y number
---@param dx number how far it goes
---@param dy number
---@return number|nil t 0..1 of its way; nil if it misses
---@return number nx the unit normal, towards where it comes from
---@return number ny
---@return boolean inside it begins in the shape; t is 0 then
function hitbox.raycast(shape, x, y, dx, dy) end

-- ---- Plain numbers, no shapes made -------------------------------------------------------------

--- Whether two rectangles meet.
---@param x1 number left, in world units
---@param y1 number top
---@param w1 number >= 0
---@param h1 number >= 0
---@param x2 number
---@param y2 number
---@param w2 number >= 0
---@param h2 number >= 0
---@param policy hitbox.Policy? "overlap" if nil
---@return boolean
function hitbox.aabbAabb(x1, y1, w1, h1, x2, y2, w2, h2, policy) end

--- Whether a point is in a rectangle.
---@param px number world units
---@param py number
---@param x number left
---@param y number top
---@param w number >= 0
---@param h number >= 0
---@param policy hitbox.Policy? "overlap" if nil
---@return boolean
function hitbox.pointAabb(px, py, x, y, w, h, policy) end

--- Whether a point is in a circle.
---@param px number world units
---@param py number
---@param x number the centre
---@param y number
---@param r number >= 0
---@param policy "overlap"|"touch"|nil "overlap" if nil
---@return boolean
function hitbox.pointCircle(px, py, x, y, r, policy) end

--- Whether two circles meet.
---@param x1 number world units
---@param y1 number
---@param r1 number >= 0
---@param x2 number
---@param y2 number
---@param r2 number >= 0
---@param policy "overlap"|"touch"|nil "overlap" if nil
---@return boolean
function hitbox.circleCircle(x1, y1, r1, x2, y2, r2, policy) end

--- Whether a circle and a rectangle meet.
---@param cx number world units
---@param cy number
---@param r number >= 0
---@param x number left
---@param y number top
---@param w number >= 0
---@param h number >= 0
---@param policy "overlap"|"touch"|nil "overlap" if nil
---@return boolean
function hitbox.circleAabb(cx, cy, r, x, y, w, h, policy) end

-- ---- Angles ------------------------------------------------------------------------------------

--- The unit vector that an angle leads to: its cosine and sine, with the same bits on every system, which
--- `math.cos` and `math.sin` have not. Exact for quarter turns.
---@param angle number radians, clockwise on the screen from (1, 0)
---@return number x
---@return number y
function hitbox.direction(angle) end

--- The angle of a vector of any length, with the same bits on every system. 0 for (0, 0).
---@param x number world units
---@param y number
---@return number angle radians, from -pi to pi, clockwise on the screen from (1, 0)
function hitbox.angle(x, y) end
