--- The cells of a world of hitbox.bump, in the form of bump.lua's `rows`, for drawing. They are computed
--- from the positions of the items at each call.
local ceil, floor = math.ceil, math.floor

local MOST = 2 ^ 20 -- cells that are made, as an item may be of any size; some 200 MB
local FARTHEST = 2 ^ 53 -- beyond it a loop by steps of 1 gets nowhere

---@class internal.Cell
---@field x integer column, from 1 on
---@field y integer row
---@field itemCount integer
---@field items table<any, boolean> whose keys are the items

--- Add an item to a cell.
---@param rows table<integer, table<integer, internal.Cell>>
local function enter(rows, column, row, item)
  local cells = rows[row] or {}
  rows[row] = cells
  local cell = cells[column] or { itemCount = 0, x = column, y = row, items = {} }
  cells[column] = cell
  cell.itemCount = cell.itemCount + 1
  cell.items[item] = true
end

---@param binding table the functions of C
---@param world hitbox.bump.World
---@return table<integer, table<integer, internal.Cell>> rows
return function(binding, world)
  local size, rows, room = world.cellSize, {}, MOST
  for _, item in ipairs((binding.getItems(world))) do
    local x, y, w, h = binding.getRect(world, item)
    local left, top = floor(x / size) + 1, floor(y / size) + 1
    local right, bottom = ceil((x + w) / size), ceil((y + h) / size)
    room = room - (right - left + 1) * (bottom - top + 1)
    local isNear = left > -FARTHEST and top > -FARTHEST and right < FARTHEST and bottom < FARTHEST
    if not (room >= 0 and isNear) then -- or not a number, of an infinite item
      error(("rows would be more than %d cells, or are farther away than 2^53"):format(MOST), 3)
    end
    for row = top, bottom do
      for column = left, right do
        enter(rows, column, row, item)
      end
    end
  end
  return rows
end
