--- The level of the platformers in Lua: 10,000 tiles, and 1,000 movers that run, jump, fall and slide.
---
--- Unless it is to be even, nothing in it is but the tiles: where a way leads exactly onto a corner,
--- hitbox's own world decides by another rule than bump.lua.
local level = { TILES = 10000, MOVERS = 1000, GRAVITY = 0.2371, JUMP = 5.013, FASTEST = 7.9177 }

local COLUMNS, ROWS, SIZE = 400, 100, 16

local state

--- Begin the same numbers again.
function level.seed()
  state = 12345
end

--- A whole number below n: Park and Miller 1988.
function level.below(n)
  state = state * 48271 % 2147483647
  return state % n
end

local below = level.below

--- A frame of tiles, floors with gaps on every fifth row, and single tiles in between.
---@param add fun(item: table, x: number, y: number, w: number, h: number)
---@return table<integer, boolean> taken
local function addTiles(add)
  local taken, count = {}, 0
  local function put(column, row)
    local cell = row * COLUMNS + column
    if column < COLUMNS and not taken[cell] and count < level.TILES then
      taken[cell] = true
      count = count + 1
      add({ tile = true }, column * SIZE, row * SIZE, SIZE, SIZE)
    end
  end
  for column = 0, COLUMNS - 1 do
    put(column, 0)
    put(column, ROWS - 1)
  end
  for row = 0, ROWS - 1 do
    put(0, row)
    put(COLUMNS - 1, row)
  end
  while count < level.TILES * 0.6 do
    local column, row = below(COLUMNS), below(ROWS / 5) * 5
    for k = 0, 3 + below(12) do
      put(column + k, row)
    end
  end
  while count < level.TILES do
    put(below(COLUMNS), below(ROWS))
  end
  return taken
end

--- Put all of it into a world by `add`. @return the movers
---@param add fun(item: table, x: number, y: number, w: number, h: number)
---@param even boolean? whether places and speeds are quarters and eighths
---@return table[]
function level.make(add, even)
  level.seed()
  local movers = {}
  local taken = addTiles(add)
  while #movers < level.MOVERS do
    local column, row = below(COLUMNS), below(ROWS)
    if not taken[row * COLUMNS + column] then
      local x, y = below(even and 17 or 39989) / (even and 4 or 9999), below(even and 9 or 19997) / (even and 4 or 9999)
      local mover = {
        x = column * SIZE + x, y = row * SIZE + y,
        vx = (below(2) == 0 and -1 or 1) * (1 + below(even and 17 or 19991) / (even and 8 or 9973)), vy = 0,
        grounded = false,
      }
      movers[#movers + 1] = mover
      add(mover, mover.x, mover.y, 12, 14)
    end
  end
  return movers
end

--- A checksum of the positions in which movers ended, in any order of hits.
function level.sumOf(movers)
  local sum = 0
  for i, mover in ipairs(movers) do
    sum = (sum * 31 + mover.x * 64 + mover.y * 1024 * i) % 2 ^ 40
  end
  return sum
end

return level
