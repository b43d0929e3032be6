--- A platformer in Lua: 10,000 tiles, 1,000 movers that run, jump, fall and slide; the time of one
--- mover in one tick, with what the game does about it. hitbox.bump beside bump.lua, at each of some
--- sizes of its cells, with and without a filter; all must end in the same places. And the same game
--- with hitbox's own world.
---
---     bump.lua [SECONDS [ROUNDS]]
---
--- The path of a bump.lua is in the environment's BUMP; without one hitbox.bump is alone. Each time
--- is the median of rounds in processes of their own, by turns: what LuaJIT has compiled for one
--- would slow down the other.
local path = os.getenv("BUMP")
local hasPeer = path and path ~= ""
local seconds = tonumber(arg[1]) or 1
local rounds = tonumber(arg[2]) or 3

local COLUMNS, ROWS, SIZE = 400, 100, 16
local TILES, MOVERS = 10000, 1000
local GRAVITY, JUMP, FASTEST = 0.25, 5, 8

local state
local function below(n) -- Park and Miller 1988
  state = state * 48271 % 2147483647
  return state % n
end

--- A frame of tiles, floors with gaps on every fifth row, and single tiles in between.
local function addTiles(world, add)
  local taken, count = {}, 0
  local function put(column, row)
    local cell = row * COLUMNS + column
    if column < COLUMNS and not taken[cell] and count < TILES then
      taken[cell] = true
      count = count + 1
      add(world, { tile = true }, column * SIZE, row * SIZE, SIZE, SIZE)
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
  while count < TILES * 0.6 do
    local column, row = below(COLUMNS), below(ROWS / 5) * 5
    for k = 0, 3 + below(12) do
      put(column + k, row)
    end
  end
  while count < TILES do
    put(below(COLUMNS), below(ROWS))
  end
  return taken
end

local function makeLevel(module, cellSize)
  state = 12345
  local world, add = module.newWorld(cellSize)
  add = add or world.add
  local level = { world = world, movers = {} }
  local taken = addTiles(world, add)
  while #level.movers < MOVERS do
    local column, row = below(COLUMNS), below(ROWS)
    if not taken[row * COLUMNS + column] then
      local mover = {
        x = column * SIZE + below(17) / 4, y = row * SIZE + below(9) / 4,
        vx = (below(2) == 0 and -1 or 1) * (1 + below(17) / 8), vy = 0, grounded = false,
      }
      level.movers[#level.movers + 1] = mover
      add(world, mover, mover.x, mover.y, 12, 14)
    end
  end
  return level
end

local function tilesOnly(_, other)
  return other.tile and "slide"
end

local function tick(level, filter)
  local world, movers = level.world, level.movers
  for i = 1, #movers do
    local mover = movers[i]
    if mover.grounded and below(64) == 0 then
      mover.vy = -JUMP
    end
    mover.vy = math.min(mover.vy + GRAVITY, FASTEST)
    mover.grounded = false
    local x, y, cols, len = world:move(mover, mover.x + mover.vx, mover.y + mover.vy, filter)
    mover.x, mover.y = x, y
    for k = 1, len do
      local normal = cols[k].normal
      if normal.y ~= 0 then
        mover.grounded = mover.grounded or normal.y < 0
        mover.vy = 0
      elseif normal.x * mover.vx < 0 then
        mover.vx = -mover.vx
      end
    end
  end
end

--- The same with hitbox's own world, whose layers say who is stopped by what.
local function tickNatively(level)
  local world, movers = level.world, level.movers
  for i = 1, #movers do
    local mover = movers[i]
    if mover.grounded and below(64) == 0 then
      mover.vy = -JUMP
    end
    mover.vy = math.min(mover.vy + GRAVITY, FASTEST)
    mover.grounded = false
    local x, y, len = world:move(mover, mover.x + mover.vx, mover.y + mover.vy)
    mover.x, mover.y = x, y
    for k = 1, len do
      local _, nx, ny = world:hit(k)
      if ny ~= 0 then
        mover.grounded = mover.grounded or ny < 0
        mover.vy = 0
      elseif nx * mover.vx < 0 then
        mover.vx = -mover.vx
      end
    end
  end
end

local function native(withFilter)
  local hitbox = require("hitbox")
  local function newWorld()
    local world = hitbox.newWorld()
    local function add(self, item, x, y, w, h)
      if item.tile then
        self:add(item, x, y, w, h, { layer = "tile", mask = {} })
      else
        self:add(item, x, y, w, h, { layer = "mover", mask = withFilter and "tile" or nil })
      end
    end
    return world, add
  end
  return { newWorld = newWorld }
end

--- A number that tells whether movers ended in the same places, whoever was met first.
local function sumOf(level)
  local sum = 0
  for i, mover in ipairs(level.movers) do
    sum = (sum * 31 + mover.x * 64 + mover.y * 1024 * i) % 2 ^ 40
  end
  return sum
end

local function measure(module, cellSize, filter, step)
  local level = makeLevel(module, cellSize)
  for _ = 1, 60 do
    step(level, filter)
  end
  local sum = sumOf(level)
  collectgarbage()
  local ticks, start, spent = 0, os.clock(), 0
  while spent < seconds do
    step(level, filter)
    ticks = ticks + 1
    spent = os.clock() - start
  end
  return spent / ticks / MOVERS * 1e9, sum
end

if arg[3] then -- a process of its own
  local which, cellSize, filter = arg[3], tonumber(arg[4]), arg[5] == "filter" and tilesOnly or nil
  local module = which == "bump.lua" and assert(loadfile(path))() or which == "hitbox" and native(filter)
    or require("hitbox.bump")
  print(("%.17g %.17g"):format(measure(module, cellSize, filter, which == "hitbox" and tickNatively or tick)))
  return
end

local function run(which, cellSize, filter)
  local process = assert(io.popen(("%s %s %g 1 %s %g %s"):format(arg[-1], arg[0], seconds, which, cellSize,
    filter and "filter" or "none")))
  local time, sum = process:read("*n", "*n")
  process:close()
  return assert(time), sum
end

local function median(times)
  table.sort(times)
  return times[math.ceil(#times / 2)]
end

print(jit and jit.version or _VERSION)
for _, filter in ipairs({ false, true }) do
  print(filter and "with a filter that takes tiles only" or "without a filter: movers meet each other as well")
  local runs = {}
  for _, cellSize in ipairs({ 16, 24, 32, 48, 64 }) do
    if hasPeer then
      runs[#runs + 1] = { "bump.lua", cellSize, {} }
    end
    runs[#runs + 1] = { "hitbox.bump", cellSize, {} }
  end
  runs[#runs + 1] = { "hitbox", 0, {} }
  local places
  for _ = 1, rounds do
    for _, entry in ipairs(runs) do
      local time, sum = run(entry[1], entry[2], filter)
      entry[3][#entry[3] + 1] = time
      places = places or sum
      assert(entry[1] == "hitbox" or sum == places, "movers end in other places")
    end
  end
  local best = {}
  for _, entry in ipairs(runs) do
    local time = median(entry[3])
    best[entry[1]] = math.min(best[entry[1]] or time, time)
    print(("  %-11s  cell %3d  %6.0f ns"):format(entry[1], entry[2], time))
  end
  if hasPeer then
    print(("  best against best: %.1f times as fast"):format(best["bump.lua"] / best["hitbox.bump"]))
  end
end
