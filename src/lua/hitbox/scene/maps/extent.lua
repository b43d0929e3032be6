--- Bounds that grow around rectangles; and the part of a level in which something is: full cells of its layers, and
--- objects.
local extent = {}

---@class internal.Extent left, top, right and bottom, in world units
---@field [1] number
---@field [2] number
---@field [3] number
---@field [4] number

---@return internal.Extent
function extent.new()
  return { math.huge, math.huge, -math.huge, -math.huge }
end

--- Have it reach around a rectangle.
---@param of internal.Extent changed
function extent.add(of, x, y, w, h)
  of[1], of[2] = math.min(of[1], x), math.min(of[2], y)
  of[3], of[4] = math.max(of[3], x + w), math.max(of[4], y + h)
end

--- The first column of a row that is not empty, from one column towards another; nil if there is none.
local function firstFull(data, row, width, from, to, step)
  for col = from, to, step do
    if data[row * width + col + 1] ~= 0 then
      return col
    end
  end
end

--- The cells of a block that are not empty, as a rectangle.
---@param data number[] row by row
---@param width integer
---@return integer|nil left nil if all are empty
---@return integer top
---@return integer cols
---@return integer rows
function extent.ofCells(data, width)
  local left, right, top, bottom = width, -1, nil, nil
  for row = 0, width > 0 and #data / width - 1 or -1 do
    local first = firstFull(data, row, width, 0, width - 1, 1)
    if first then
      top, bottom, left = top or row, row, math.min(left, first)
      right = firstFull(data, row, width, width - 1, right + 1, -1) or right
    end
  end
  if top then
    return left, top, right - left + 1, bottom - top + 1
  end
end

--- The rectangle itself, as far as it is in a level; all of the level if nothing is there.
---@param of internal.Extent
---@param level table x, y, w, h
---@return { x: number, y: number, w: number, h: number }
function extent.within(of, level)
  local left, top = math.max(of[1], level.x), math.max(of[2], level.y)
  local right, bottom = math.min(of[3], level.x + level.w), math.min(of[4], level.y + level.h)
  if right <= left or bottom <= top then
    return level
  end
  return { x = left, y = top, w = right - left, h = bottom - top }
end

return extent
