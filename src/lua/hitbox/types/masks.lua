---@meta _
--- Masks: shapes made of the solid pixels of a picture, each a square of size 1. Its picture's left top
--- corner is at the origin, and its bounds are the picture's. A mask can be moved and mirrored, not
--- turned or scaled.

---@class hitbox
local hitbox = {}

---@class hitbox.Shape
local Shape = {}

--- A mask of a picture: of rows of characters, in which a space or a point is clear and all others are
--- solid; of a function that is asked about each pixel, from 0, 0; of a string with a byte of alpha for
--- each pixel, or four of RGBA; or of anything with `getWidth`, `getHeight` and `getPixel`, as an
--- ImageData of LÖVE.
---@param width integer of the picture, in pixels, 0 to 16384
---@param height integer
---@param pixels string|fun(x: integer, y: integer): boolean|number a function gives true, or an alpha from 0 to 1
---@param threshold number? the alpha, 0 to 1, from which on a pixel is solid; 0.5 if nil
---@return hitbox.Shape
---@overload fun(rows: string[]): hitbox.Shape
---@overload fun(image: table|userdata, threshold: number?): hitbox.Shape
--- Errors: rows of different lengths; bytes that are too few or too many; an alpha that is no number.
--- Example:
---     print(hitbox.mask({ "..##", "####" }):count())                                    --> 6
---     print(hitbox.mask(4, 4, function(x, y) return x <= y end):count())                --> 10
function hitbox.mask(width, height, pixels, threshold) end

--- The size of a mask's picture.
---@return integer width in pixels
---@return integer height
--- Errors: the shape is no mask.
function Shape:size() end

--- How many pixels of a mask are solid.
---@return integer
--- Errors: the shape is no mask.
function Shape:count() end

--- Whether a pixel of a mask's picture is solid, wherever the mask is placed.
---@param x integer column, from 0
---@param y integer row, from 0
---@return boolean solid false outside of the picture
--- Errors: the shape is no mask.
function Shape:get(x, y) end

--- The borders of what is solid in a mask, where it is, to draw.
---@return number[][] lines {x1, y1, ...} each: clockwise around what is solid, the other way around holes
--- Errors: the shape is no mask.
function Shape:outline() end

--- A mask without the pixels that another shape overlaps: for ground that is shot away.
---@param hole hitbox.Shape where it is, in world units
---@return hitbox.Shape
--- Errors: the shape is no mask.
function Shape:cut(hole) end

--- A mask with the pixels of its picture that another shape overlaps as well: for ground that is built. What
--- of the shape is outside of the picture is lost.
---@param patch hitbox.Shape where it is, in world units
---@return hitbox.Shape
--- Errors: the shape is no mask.
--- Example:
---     local pit = hitbox.mask { "....", "#..#", "####" }
---     print(pit:fill(hitbox.aabb(1, 1, 2, 1)):count(), pit:count())   --> 8	6
function Shape:fill(patch) end
