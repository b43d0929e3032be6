---@meta _
--- Masks: shapes made of the solid pixels of a picture. Each pixel is a square of size 1. The top
--- left corner of the picture is at the origin. The bounds of the mask are those of the picture. A
--- mask can be moved and mirrored, but not rotated or scaled.

---@class hitbox
local hitbox = {}

---@class hitbox.Shape
local Shape = {}

--- Make a mask from a picture. The picture is one of these: rows of characters, in which a space or
--- a dot is clear and any other character is solid; a function, called for each pixel, from 0, 0; a
--- string of one alpha byte or four RGBA bytes per pixel; or an object with `getWidth`, `getHeight`
--- and `getPixel`, such as an ImageData of LÖVE.
---@param width integer of the picture, in pixels, 0 to 16384
---@param height integer
---@param pixels string|fun(x: integer, y: integer): boolean|number the function returns true if the
---   pixel is solid, or an alpha from 0 to 1
---@param threshold number? lowest alpha of a solid pixel, 0 to 1. Default: 0.5
---@return hitbox.Shape
---@overload fun(rows: string[]): hitbox.Shape
---@overload fun(image: table|userdata, threshold: number?): hitbox.Shape
--- Errors: rows of different lengths; too few or too many bytes; an alpha that is not a number.
--- Example:
---     print(hitbox.mask({ "..##", "####" }):count())                                    --> 6
---     print(hitbox.mask(4, 4, function(x, y) return x <= y end):count())                --> 10
function hitbox.mask(width, height, pixels, threshold) end

--- Return the size of a mask's picture.
---@return integer width in pixels
---@return integer height
--- Errors: the shape is not a mask.
function Shape:size() end

--- Count the solid pixels of a mask.
---@return integer
--- Errors: the shape is not a mask.
function Shape:count() end

--- Return whether a pixel of a mask's picture is solid. The position of the mask does not matter.
---@param x integer column, from 0
---@param y integer row, from 0
---@return boolean solid false outside the picture
--- Errors: the shape is not a mask.
function Shape:get(x, y) end

--- Return a mask without the pixels that another shape overlaps, for ground that is shot away.
---@param hole hitbox.Shape in world coordinates
---@return hitbox.Shape
--- Errors: the shape is not a mask.
function Shape:cut(hole) end

--- Return a mask in which the pixels that another shape overlaps are solid too, for ground that is
--- built. Parts of the shape outside the picture are lost.
---@param patch hitbox.Shape in world coordinates
---@return hitbox.Shape
--- Errors: the shape is not a mask.
--- Example:
---     local pit = hitbox.mask { "....", "#..#", "####" }
---     print(pit:fill(hitbox.aabb(1, 1, 2, 1)):count(), pit:count())   --> 8	6
function Shape:fill(patch) end
