---@meta _
--- Shapes: immutable values, equal if all their numbers are. Up to the polygon a shape is a convex core
--- of corners plus a radius. y points down; units are yours, usually pixels; angles are radians,
--- clockwise on the screen.

---@class hitbox
---@field _VERSION string "hitbox 0.1.0" and so on
---@field MAX_COORD number 2^100: how large a coordinate may be, in magnitude
local hitbox = {}

--- What counts as meeting: interiors must meet ("overlap"), a shared point of the boundary counts
--- ("touch"), or left and top edges belong and right and bottom ones do not ("pixel": points, AABBs
--- and masks only).
---@alias hitbox.Policy "overlap"|"touch"|"pixel"

--- The point of a thing that its x and y name: a name, fractions of its width and height, or pixels
--- from its left top corner.
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
---| "feet" # as "bottom"

---@alias hitbox.Kind
---| "point"
---| "aabb"
---| "circle"
---| "segment"
---| "capsule"
---| "box" # a rectangle that is turned
---| "polygon"
---| "ellipse"
---| "compound"
---| "mask"

-- ---- Making ------------------------------------------------------------------------------------

--- A point.
---@param x number world units
---@param y number
---@return hitbox.Shape
function hitbox.point(x, y) end

--- A rectangle by its left top corner and its size: its edges are exactly x, x + w, y and y + h.
---@param x number world units
---@param y number
---@param w number >= 0
---@param h number >= 0
---@return hitbox.Shape
function hitbox.aabb(x, y, w, h) end

--- A rectangle by two opposite corners, in any order.
---@param x1 number world units
---@param y1 number
---@param x2 number
---@param y2 number
---@return hitbox.Shape
function hitbox.aabbCorners(x1, y1, x2, y2) end

--- A rectangle that reaches w / 2 and h / 2 to either side of its centre; odd sizes are not truncated.
---@param cx number world units
---@param cy number
---@param w number >= 0
---@param h number >= 0
---@return hitbox.Shape
function hitbox.aabbCenter(cx, cy, w, h) end

--- A rectangle that reaches from an anchor point: by l to the left and r to the right, its edges are
--- exactly x - l and x + r.
---@param x number where the anchor is, in world units
---@param y number
---@param w number >= 0
---@param h number >= 0
---@param anchor hitbox.Anchor
---@return hitbox.Shape
--- Errors: an unknown name of an anchor; the nearest known one is named.
function hitbox.aabbAnchor(x, y, w, h, anchor) end

--- A circle.
---@param x number the centre, in world units
---@param y number
---@param r number >= 0
---@return hitbox.Shape
function hitbox.circle(x, y, r) end

--- A segment between two points.
---@param x1 number world units
---@param y1 number
---@param x2 number
---@param y2 number
---@return hitbox.Shape
function hitbox.segment(x1, y1, x2, y2) end

--- A segment with a radius.
---@param x1 number world units
---@param y1 number
---@param x2 number
---@param y2 number
---@param r number >= 0
---@return hitbox.Shape
function hitbox.capsule(x1, y1, x2, y2, r) end

--- A rectangle that is turned about its centre. Its kind is "box" at any angle; an AABB that is turned by
--- quarter turns stays one: `hitbox.aabb(x, y, w, h):turned(math.pi / 2)`.
---@param cx number world units
---@param cy number
---@param w number >= 0
---@param h number >= 0
---@param angle number in radians, clockwise on the screen
---@return hitbox.Shape
function hitbox.box(cx, cy, w, h, angle) end

--- A polygon of up to 4,096 corners, either winding. Doubled corners, corners on a line, and corners at
--- which the outline folds back onto itself are dropped. An outline that is not convex becomes a compound of
--- convex parts.
---@param x1 number world units
---@param y1 number
---@param ... number x2, y2, x3, y3 and so on
---@return hitbox.Shape
---@overload fun(corners: number[], radius: number?): hitbox.Shape {x1, y1, ...}, widened by a radius >= 0
--- Errors: fewer than three corners are left; the outline crosses itself, and both edges are named; with a
--- radius, the outline folds back onto itself, and the corner is named; an x without its y; more than 4,096
--- corners; convex parts that have more than that together, which is possible from 1,027 corners on.
--- Example:
---     print(hitbox.polygon({ 0, 0, 40, 0, 40, -30 }, 2):radius())   --> 2.0
function hitbox.polygon(x1, y1, ...) end

--- An ellipse by its half axes, turned about its centre.
---@param cx number world units
---@param cy number
---@param rx number >= 0
---@param ry number >= 0
---@param angle number? in radians, clockwise on the screen; 0 if nil
---@return hitbox.Shape
function hitbox.ellipse(cx, cy, rx, ry, angle) end

--- Several shapes as one, which meets what one of its parts meets. At most 1,024 parts: they may have 4,096 corners
--- together, where each part counts as at least 4 and an ellipse as 64.
---@param ... hitbox.Shape of any kind but masks; the parts of compounds become its own
---@return hitbox.Shape
---@overload fun(shapes: hitbox.Shape[]): hitbox.Shape
--- Errors: a mask among them; no shape at all; too many parts.
function hitbox.compound(...) end

-- ---- Reading -----------------------------------------------------------------------------------

--- A shape. `==` compares all its numbers; `tostring` shows it as it was made.
---@class hitbox.Shape: userdata
local Shape = {}

--- What kind of shape it is.
---@return hitbox.Kind
function Shape:kind() end

--- The rectangle around it, radius included.
---@return number x left, in world units
---@return number y top
---@return number w
---@return number h
function Shape:bounds() end

--- The middle of its bounds.
---@return number x world units
---@return number y
function Shape:center() end

--- What its core is widened by.
---@return number r world units; 0 if its corners are sharp
function Shape:radius() end

--- The corners of its core: of a circle the centre, of a capsule two points. None for an ellipse, a
--- compound and a mask.
---@param out number[]? a table to fill; a new one if nil
---@return number[] out x1, y1, x2, y2, ...
function Shape:points(out) end

--- The half axes of an ellipse.
---@return number|nil ux world units; nil for any other kind
---@return number uy
---@return number vx
---@return number vy
function Shape:axes() end

--- The parts of a compound; any other shape gives itself.
---@param out hitbox.Shape[]? a table to fill; a new one if nil
---@return hitbox.Shape[] out
function Shape:parts(out) end

--- The C shape, for hosts that draw it; valid as long as the shape is.
---@return lightuserdata
function Shape:corePointer() end

-- ---- Turning and moving ------------------------------------------------------------------------

--- The same shape, moved.
---@param x number by how much, in world units
---@param y number
---@return hitbox.Shape
function Shape:placed(x, y) end

--- The same shape, mirrored about x = 0.
---@return hitbox.Shape
function Shape:mirrored() end

--- The same shape, turned about the origin. Quarter turns are exact, also as math.rad(90).
---@param angle number in radians, clockwise on the screen
---@return hitbox.Shape
--- Errors: a mask, unless it is left as it is.
function Shape:turned(angle) end

--- The same shape, larger or smaller about the origin; its radius too.
---@param factor number >= 0
---@return hitbox.Shape
--- Errors: a mask, unless the factor is 1.
function Shape:scaled(factor) end

--- The same shape, mirrored, then scaled, then turned, then moved.
---@param pose hitbox.Pose
---@return hitbox.Shape
--- Errors: an unknown key; a mask that would be scaled or turned.
function Shape:transformed(pose) end

---@class hitbox.Pose
---@field x number? by how much it is moved, in world units; 0 if nil
---@field y number?
---@field angle number? in radians, clockwise on the screen; 0 if nil
---@field scale number? >= 0; 1 if nil
---@field mirrored boolean? about x = 0
