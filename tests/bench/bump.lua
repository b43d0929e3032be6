--- A platformer in Lua: 10,000 tiles, 1,000 movers that run, jump, fall and slide; the time of one
--- mover in one tick, with what the game does about it. hitbox.bump beside bump.lua, at each of some
--- sizes of its cells, with and without a filter; all must end in the same places. native.lua has the
--- same with hitbox's own world.
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

local level = dofile((arg[0]:gsub("[^/]*$", "")) .. "level.lua")
local below, MOVERS = level.below, level.MOVERS
local GRAVITY, JUMP, FASTEST = 0.25, 5, 8

local function makeLevel(module, cellSize)
  local world = module.newWorld(cellSize)
  return {
    world = world,
    movers = level.make(function(...)
      world:add(...)
    end, true),
  }
end

local function tilesOnly(_, other)
  return other.tile and "slide"
end

local function tick(made, filter)
  local world, movers = made.world, made.movers
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

local function measure(module, cellSize, filter)
  local made = makeLevel(module, cellSize)
  for _ = 1, 60 do
    tick(made, filter)
  end
  local sum = level.sumOf(made.movers)
  collectgarbage()
  local ticks, start, spent = 0, os.clock(), 0
  while spent < seconds do
    tick(made, filter)
    ticks = ticks + 1
    spent = os.clock() - start
  end
  return spent / ticks / MOVERS * 1e9, sum
end

if arg[3] then -- a process of its own
  local which, cellSize, filter = arg[3], tonumber(arg[4]), arg[5] == "filter" and tilesOnly or nil
  local module = which == "bump.lua" and assert(loadfile(path))() or require("hitbox.bump")
  print(("%.17g %.17g"):format(measure(module, cellSize, filter)))
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
  local places
  for _ = 1, rounds do
    for _, entry in ipairs(runs) do
      local time, sum = run(entry[1], entry[2], filter)
      entry[3][#entry[3] + 1] = time
      places = places or sum
      assert(sum == places, ("movers of %s with cells of %d end in other places: %.17g, not %.17g"):format(entry[1],
        entry[2], sum, places))
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
