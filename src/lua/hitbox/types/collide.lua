---@meta _
--- Tests of two shapes, without a world, and the same tests on plain numbers. A yes or no is exact:
--- rounding never changes it. "Overlap" below follows the policy: with "touch", shapes that share
--- one boundary point overlap too.

---@class hitbox
local hitbox = {}

--- Return whether two shapes overlap.
---@param a hitbox.Shape
---@param b hitbox.Shape
---@param policy hitbox.Policy? default: "overlap"
---@return boolean
--- Errors: "pixel" with a shape other than a point, an AABB or a mask.
function hitbox.overlaps(a, b, policy) end

--- Return the contact of two overlapping shapes. Moving b by normal * depth separates them. This is
--- the shortest such translation. Exception: if more than a million pairs of parts of compounds or
--- masks are near each other, the translation is longer and leads past the bounds of the whole
--- shapes.
---@param a hitbox.Shape
---@param b hitbox.Shape
---@param policy hitbox.Policy? default: "overlap"
---@return number|nil nx the unit normal, from a to b; nil if they do not overlap
---@return number ny
---@return number depth >= 0, in world units
---@return number px a contact point
---@return number py
---@return number|nil qx the second contact point, if the contact is a line
---@return number|nil qy
--- Errors: "pixel" with a shape other than a point, an AABB or a mask.
function hitbox.contact(a, b, policy) end

--- Return the distance of two shapes and their closest points. If the shapes share a point, both
--- closest points are the same: the shape itself if it is a point, else the first contact point. A
--- mask without a solid pixel is infinitely far from everything. The function then returns only d.
---@param a hitbox.Shape
---@param b hitbox.Shape
---@return number d in world units; 0 if the shapes share a point
---@return number ax the point of a nearest to b
---@return number ay
---@return number bx the point of b nearest to a
---@return number by
function hitbox.distance(a, b) end

--- Sweep a shape in a straight line and return when it hits another shape. Shapes that touch at the
--- start hit at t = 0 if they move into each other. They do not hit if they move apart or along
--- each other.
---@param a hitbox.Shape
---@param dx number the motion of a, in world units
---@param dy number
---@param b hitbox.Shape
---@param policy hitbox.Policy? default: "overlap"
---@return number|nil t 0..1 of the motion; nil if there is no hit
---@return number nx the unit normal, from b to a
---@return number ny
---@return boolean inside true if they overlap at the start; t is then 0
--- Errors: "pixel" with a shape other than a point, an AABB or a mask.
function hitbox.sweep(a, dx, dy, b, policy) end

--- Cast a ray and return where it enters a shape. A ray that ends on an edge hits at t = 1. A ray
--- does not hit if it only runs along an edge, only grazes a corner, or starts on an edge and leads
--- away.
---@param shape hitbox.Shape
---@param x number the start, in world units
---@param y number
---@param dx number the vector from the start to the end
---@param dy number
---@return number|nil t 0..1 of the ray; nil if it misses
---@return number nx the unit normal, towards the start of the ray
---@return number ny
---@return boolean inside true if the ray starts in the shape; t is then 0
function hitbox.raycast(shape, x, y, dx, dy) end

-- ---- Plain numbers, no shapes made -------------------------------------------------------------

--- Return whether two rectangles overlap.
---@param x1 number left, in world units
---@param y1 number top
---@param w1 number >= 0
---@param h1 number >= 0
---@param x2 number
---@param y2 number
---@param w2 number >= 0
---@param h2 number >= 0
---@param policy hitbox.Policy? default: "overlap"
---@return boolean
function hitbox.aabbAabb(x1, y1, w1, h1, x2, y2, w2, h2, policy) end

--- Return whether a point is in a rectangle.
---@param px number world units
---@param py number
---@param x number left
---@param y number top
---@param w number >= 0
---@param h number >= 0
---@param policy hitbox.Policy? default: "overlap"
---@return boolean
function hitbox.pointAabb(px, py, x, y, w, h, policy) end

--- Return whether a point is in a circle.
---@param px number world units
---@param py number
---@param x number the centre
---@param y number
---@param r number >= 0
---@param policy "overlap"|"touch"|nil default: "overlap"
---@return boolean
function hitbox.pointCircle(px, py, x, y, r, policy) end

--- Return whether two circles overlap.
---@param x1 number world units
---@param y1 number
---@param r1 number >= 0
---@param x2 number
---@param y2 number
---@param r2 number >= 0
---@param policy "overlap"|"touch"|nil default: "overlap"
---@return boolean
function hitbox.circleCircle(x1, y1, r1, x2, y2, r2, policy) end

--- Return whether a circle and a rectangle overlap.
---@param cx number world units
---@param cy number
---@param r number >= 0
---@param x number left
---@param y number top
---@param w number >= 0
---@param h number >= 0
---@param policy "overlap"|"touch"|nil default: "overlap"
---@return boolean
function hitbox.circleAabb(cx, cy, r, x, y, w, h, policy) end

-- ---- Angles ------------------------------------------------------------------------------------

--- Return the unit vector of an angle: its cosine and sine. Unlike `math.cos` and `math.sin`, the
--- result has the same bits on every system. It is exact for quarter turns.
---@param angle number radians, clockwise on the screen from (1, 0)
---@return number x
---@return number y
function hitbox.direction(angle) end

--- Return the angle of a vector of any length, with the same bits on every system. The angle of (0,
--- 0) is 0.
---@param x number world units
---@param y number
---@return number angle radians, from -pi to pi, clockwise on the screen from (1, 0)
function hitbox.angle(x, y) end
