-- What it takes a game to go back by a frame, and to be saved:
--
--     LUA_PATH="build/lua/?.lua;build/lua/?/init.lua" luajit tests/bench/snapshots.lua [COUNT [ROUNDS]]
--
-- Each round takes a snapshot, moves every thing, and restores it; of "bullets" ten things come and ten go
-- as well. Medians, in microseconds.
local hitbox = require "hitbox"

local count = tonumber(arg and arg[1]) or 1000
local rounds = tonumber(arg and arg[2]) or 1000

local function median(list)
  table.sort(list)
  return list[math.floor(#list / 2) + 1] * 1e6
end

--- Seconds for each call: os.clock is too coarse for one, so it is the mean of some.
local function time(f)
  local calls, start = 10, os.clock()
  for _ = 1, calls do
    f()
  end
  return (os.clock() - start) / calls
end

local function newWorld(shape)
  local world, side = hitbox.newWorld(), math.floor(math.sqrt(count))
  for i = 1, count do
    local options = { layer = "layer" .. i % 5, mask = i % 3 > 0 and { "layer0", "layer1" } or nil }
    if shape then
      world:add(i, i % side * 9, math.floor(i / side) * 13, shape, options)
    else
      world:add(i, i % side * 9, math.floor(i / side) * 13, 8, 12, options)
    end
  end
  world:updateEvents()
  return world
end

local function measure(name, world, bullets)
  local snapshot = world:snapshot()
  local taking, both, moving, next = {}, {}, {}, count
  local function change()
    for i = 1, count do
      world:update(i, i, i)
    end
    for _ = 1, bullets do
      next = next + 1
      world:add(next, next, 0, 2, 2)
    end
  end
  for i = 1, math.max(rounds / 10, 3) do
    taking[i] = time(function()
      world:snapshot(snapshot)
    end)
    local bare = time(function()
      for k = 1, count do
        world:update(k, k, k)
      end
      for _ = 1, bullets do
        next = next + 1
        world:add(next, next, 0, 2, 2)
        world:remove(next)
      end
    end)
    moving[i] = bare
    both[i] = time(function()
      world:snapshot(snapshot)
      change()
      world:restore(snapshot)
    end) - bare
  end
  print(("%-8s %-10s %6d things %8.1f snapshot %8.1f both"):format(jit and jit.version:sub(1, 6) or
    _VERSION, name, count, median(taking), median(both)))
end

measure("AABBs", newWorld(), 0)
measure("bullets", newWorld(), 10)
measure("circles", newWorld(hitbox.circle(0, 0, 5)), 0)
local world = newWorld()
local saving, loading, saved = {}, {}, world:save()
for i = 1, math.max(rounds / 10, 3) do
  saving[i] = time(function()
    saved = world:save()
  end)
  loading[i] = time(function()
    hitbox.load(saved)
  end)
end
print(("%-8s strings    %6d things %8.1f save     %8.1f load"):format(jit and jit.version:sub(1, 6) or
  _VERSION, count, median(saving), median(loading)))
