---@meta _
--- Shapes are immutable values. Two shapes are equal if all their numbers are equal. y points down.
--- You choose the unit, usually pixels. Angles are in radians, clockwise on the screen. Points,
--- rectangles, circles, segments, capsules and convex polygons consist of a convex core of corners
--- and a radius around it.

---@class hitbox
---@field _VERSION string for example "hitbox 0.1.0"
---@field MAX_COORD number 2^100: the largest magnitude of a coordinate
local hitbox = {}

--- The rule for boundaries. "overlap": interiors must overlap, and touching does not count.
--- "touch": one shared boundary point counts. "pixel": the left and top edges belong to a shape,
--- the right and bottom edges do not. "pixel" takes only points, AABBs and masks.
---@alias hitbox.Policy "overlap"|"touch"|"pixel"

--- The point of a box or thing that its x and y refer to: a name, fractions of the width and
--- height, or pixels from the top left corner.
---@alias hitbox.Anchor hitbox.AnchorName|number[]|{px: number, py: number}

---@alias hitbox.AnchorName
---| "top-left"
---| "top"
---| "top-right"
---| "left"
---| "center"
---| "right"
---| "bottom-left"
---| "bottom"
---| "bottom-right"
---| "feet" # the same as "bottom"

---@alias hitbox.Kind
---| "point"
---| "aabb"
---| "circle"
---| "segment"
---| "capsule"
---| "box" # a rotated rectangle
---| "polygon"
---| "ellipse"
---| "compound"
---| "mask"

-- ---- Making ------------------------------------------------------------------------------------

--- Make a point.
---@param x number world units
---@param y number
---@return hitbox.Shape
function hitbox.point(x, y) end

--- Make a rectangle from its top left corner and size. Its edges are exactly x, x + w, y and y + h.
---@param x number world units
---@param y number
---@param w number >= 0
---@param h number >= 0
---@return hitbox.Shape
function hitbox.aabb(x, y, w, h) end

--- Make a rectangle from two opposite corners, in any order.
---@param x1 number world units
---@param y1 number
---@param x2 number
---@param y2 number
---@return hitbox.Shape
function hitbox.aabbCorners(x1, y1, x2, y2) end

--- Make a rectangle from its centre and size. It reaches w / 2 and h / 2 to either side; odd sizes
--- are not truncated.
---@param cx number world units
---@param cy number
---@param w number >= 0
---@param h number >= 0
---@return hitbox.Shape
function hitbox.aabbCenter(cx, cy, w, h) end

--- Make a rectangle from its anchor point and size. If it reaches l to the left and r to the right
--- of the anchor, its edges are exactly x - l and x + r.
---@param x number the anchor, in world units
---@param y number
---@param w number >= 0
---@param h number >= 0
---@param anchor hitbox.Anchor
---@return hitbox.Shape
--- Errors: an unknown anchor name. The message names the nearest known one.
function hitbox.aabbAnchor(x, y, w, h, anchor) end

--- Make a circle.
---@param x number the centre, in world units
---@param y number
---@param r number >= 0
---@return hitbox.Shape
function hitbox.circle(x, y, r) end

--- Make a segment between two points.
---@param x1 number world units
---@param y1 number
---@param x2 number
---@param y2 number
---@return hitbox.Shape
function hitbox.segment(x1, y1, x2, y2) end

--- Make a capsule: a segment with a radius.
---@param x1 number world units
---@param y1 number
---@param x2 number
---@param y2 number
---@param r number >= 0
---@return hitbox.Shape
function hitbox.capsule(x1, y1, x2, y2, r) end

--- Make a rectangle rotated about its centre. Its kind is "box" at any angle. An AABB rotated by
--- quarter turns stays an AABB: `hitbox.aabb(x, y, w, h):rotated(math.pi / 2)`.
---@param cx number world units
---@param cy number
---@param w number >= 0
---@param h number >= 0
---@param angle number in radians, clockwise on the screen
---@return hitbox.Shape
function hitbox.box(cx, cy, w, h, angle) end

--- Make a polygon of up to 4,096 corners, in either winding. A concave outline becomes a compound
--- of convex parts. Redundant corners are dropped: duplicates, corners on a straight line, and
--- corners at which the outline folds back onto itself.
---@param x1 number world units
---@param y1 number
---@param ... number x2, y2, x3, y3 and so on
---@return hitbox.Shape
---@overload fun(corners: number[], radius: number?): hitbox.Shape {x1, y1, ...}, rounded by a radius >= 0
--- Errors: fewer than three corners are left; the outline crosses itself (the message names both
--- edges); it folds back onto itself and has a radius (the message names the corner); an x without
--- its y; more than 4,096 corners; convex parts with more than 4,096 corners together, which is
--- possible from 1,027 corners on.
--- Example:
---     print(hitbox.polygon({ 0, 0, 40, 0, 40, -30 }, 2):radius())   --> 2.0
function hitbox.polygon(x1, y1, ...) end

--- Make an ellipse from its half axes, rotated about its centre.
---@param cx number world units
---@param cy number
---@param rx number >= 0
---@param ry number >= 0
---@param angle number? in radians, clockwise on the screen. Default: 0
---@return hitbox.Shape
function hitbox.ellipse(cx, cy, rx, ry, angle) end

--- Make one shape of several. It overlaps a shape if one of its parts does. The limits are 1,024
--- parts and 4,096 corners together. Each part counts as at least 4 corners, an ellipse as 64.
---@param ... hitbox.Shape of any kind except masks. A compound adds its parts
---@return hitbox.Shape
---@overload fun(shapes: hitbox.Shape[]): hitbox.Shape
--- Errors: a mask; no shapes; too many parts.
function hitbox.compound(...) end

-- ---- Reading -----------------------------------------------------------------------------------

--- A shape. `==` compares all numbers. `tostring` shows its kind and numbers.
---@class hitbox.Shape: userdata
local Shape = {}

--- Return the kind of the shape.
---@return hitbox.Kind
function Shape:kind() end

--- Return the bounding rectangle, radius included.
---@return number x left, in world units
---@return number y top
---@return number w
---@return number h
function Shape:bounds() end

--- Return the centre of the bounds.
---@return number x world units
---@return number y
function Shape:center() end

--- Return the radius around the core.
---@return number r in world units; 0 if the corners are sharp
function Shape:radius() end

--- Return the corners of the core: the centre of a circle, the two ends of a capsule. An ellipse, a
--- compound and a mask have none.
---@param out number[]? table to fill. Default: a new one
---@return number[] out x1, y1, x2, y2, ...
function Shape:points(out) end

--- Return the half axes of an ellipse, as two vectors.
---@return number|nil ux in world units; nil for any other kind
---@return number uy
---@return number vx
---@return number vy
function Shape:axes() end

--- Return the parts of a compound. Any other shape has itself as its only part.
---@param out hitbox.Shape[]? table to fill. Default: a new one
---@return hitbox.Shape[] out
function Shape:parts(out) end

--- Return a pointer to the C shape, for hosts that draw it. Valid as long as the shape is alive.
---@return lightuserdata
function Shape:corePointer() end

-- ---- Transforms --------------------------------------------------------------------------------

--- Return the shape moved by (x, y).
---@param x number in world units
---@param y number
---@return hitbox.Shape
function Shape:translated(x, y) end

--- Return the shape mirrored about x = 0.
---@return hitbox.Shape
function Shape:mirrored() end

--- Return the shape rotated about the origin. Quarter turns are exact, also for math.rad(90).
---@param angle number in radians, clockwise on the screen
---@return hitbox.Shape
--- Errors: the rotation would change a mask.
function Shape:rotated(angle) end

--- Return the shape scaled about the origin, its radius too.
---@param factor number >= 0
---@return hitbox.Shape
--- Errors: the shape is a mask, unless the factor is 1.
function Shape:scaled(factor) end

--- Return the shape after these steps: mirror, scale, rotate, move.
---@param pose hitbox.Pose
---@return hitbox.Shape
--- Errors: an unknown key; the angle or scale would change a mask.
function Shape:transformed(pose) end

---@class hitbox.Pose
---@field x number? move by this much, in world units. Default: 0
---@field y number?
---@field angle number? in radians, clockwise on the screen. Default: 0
---@field scale number? >= 0. Default: 1
---@field mirrored boolean? true mirrors about x = 0. Default: false
