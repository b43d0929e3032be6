--- What hitbox's own world costs a game in Lua, beside bump.lua at its best size of cells: how many
--- times as fast it is, and how many are wanted.
---
---     native.lua [SECONDS [ROUNDS [SCENE...]]]
---
--- The path of a bump.lua is in the environment's BUMP; without one hitbox runs alone. First both compute
--- the same results, and nothing is timed unless these are equal. Each time is the minimum of rounds that
--- alternate in processes of their own: code that LuaJIT compiled for one library would slow down the
--- other. A median would measure how busy the machine is, to hitbox's advantage: other users of the caches
--- make bump.lua's times up to half as long again, hitbox's hardly. The range of both is printed as well,
--- and for hitbox how much garbage a frame makes.
local path = os.getenv("BUMP")
local hasPeer = path and path ~= ""
local CELLS = { 16, 24, 32, 48, 64, 96 }

local level = dofile((arg[0]:gsub("[^/]*$", "")) .. "level.lua")
local below = level.below

--- Each scene has a function for each library. It fills a world and returns two functions: one runs a frame,
--- the other returns a checksum of the results. A frame has `units` of timed work.
---@class Scene
---@field units integer
---@field frames integer after which answers are compared
---@field wanted {[1]: number, [2]: number} how many times as fast, on Lua 5.4 and on LuaJIT
---@field bump fun(world: table): function, function
---@field hitbox fun(world: table): function, function

---@type table<string, Scene>
local scenes = {}

-- ---- A platformer: one mover in one tick, with what the game does about it -----------------------

local function accelerate(mover)
  if mover.grounded and below(64) == 0 then
    mover.vy = -level.JUMP
  end
  mover.vy = math.min(mover.vy + level.GRAVITY, level.FASTEST)
  mover.grounded = false
end

local function meet(mover, nx, ny)
  if ny ~= 0 then
    mover.grounded = mover.grounded or ny < 0
    mover.vy = 0
  elseif nx * mover.vx < 0 then
    mover.vx = -mover.vx
  end
end

local function tilesOnly(_, other)
  return other.tile and "slide"
end

scenes.platformer = { units = level.MOVERS, frames = 120, wanted = { 25, 40 } }

function scenes.platformer.bump(world)
  local movers = level.make(function(...)
    world:add(...)
  end)
  return function()
    for i = 1, #movers do
      local mover = movers[i]
      accelerate(mover)
      local x, y, cols, len = world:move(mover, mover.x + mover.vx, mover.y + mover.vy, tilesOnly)
      mover.x, mover.y = x, y
      for k = 1, len do
        local normal = cols[k].normal
        meet(mover, normal.x, normal.y)
      end
    end
  end, function()
    return level.sumOf(movers)
  end
end

function scenes.platformer.hitbox(world)
  local movers = level.make(function(item, x, y, w, h)
    local tile = item.tile
    world:add(item, x, y, w, h, { layer = tile and "tile" or "mover", mask = tile and {} or "tile" })
  end)
  return function()
    for i = 1, #movers do
      local mover = movers[i]
      accelerate(mover)
      local x, y, len = world:move(mover, mover.x + mover.vx, mover.y + mover.vy)
      mover.x, mover.y = x, y
      for k = 1, len do
        local _, nx, ny = world:hit(k)
        meet(mover, nx, ny)
      end
    end
  end, function()
    return level.sumOf(movers)
  end
end

-- ---- Things of 8 to 16 units, which overlap about two others each --------------------------------

local COUNT, SIDE = 10000, 1697

local function addThings(world)
  local things = {}
  level.seed()
  for i = 1, COUNT do
    local thing = {
      number = i, x = below(SIDE * 8) / 8, y = below(SIDE * 8) / 8, w = 8 + below(65) / 8, h = 8 + below(65) / 8,
      vx = (below(33) - 16) / 8, vy = (below(33) - 16) / 8,
    }
    world:add(thing, thing.x, thing.y, thing.w, thing.h)
    things[i] = thing
  end
  return things
end

--- How far along their ways things are in a frame: to and fro, 2 units at the most from one to the next.
local function phaseOf(frame)
  return math.abs(frame % 16 - 8)
end

local function updateAll(world, things, phase)
  for i = 1, COUNT do
    local thing = things[i]
    world:update(thing, thing.x + thing.vx * phase, thing.y + thing.vy * phase)
  end
end

local function findPlaces(things, phase, xs, ys)
  for i = 1, COUNT do
    local thing = things[i]
    xs[i], ys[i] = thing.x + thing.vx * phase, thing.y + thing.vy * phase
  end
end

-- All move, and all pairs are read. The checksum of each pair is only added up: a remainder takes Lua 5.4 as
-- long as some calls. The sum of a frame is exact.
scenes.pairs = { units = COUNT, frames = 5, wanted = { 50, 100 } }

function scenes.pairs.bump(world)
  local things, frame, sum = addThings(world), 0, 0
  return function()
    frame = frame + 1
    local phase, products = phaseOf(frame), 0
    updateAll(world, things, phase)
    for i = 1, COUNT do
      local thing = things[i]
      local found, len = world:queryRect(thing.x + thing.vx * phase, thing.y + thing.vy * phase, thing.w, thing.h)
      for k = 1, len do
        local other = found[k].number
        if other > i then
          products = products + i * other
        end
      end
    end
    sum = (sum + products) % 2 ^ 40
  end, function()
    return sum
  end
end

-- One call for all positions takes three quarters of the time of one call each. A list of the pairs would
-- take as long as the loop.
function scenes.pairs.hitbox(world)
  local things, frame, sum, xs, ys = addThings(world), 0, 0, {}, {}
  return function()
    frame = frame + 1
    local phase, products = phaseOf(frame), 0
    findPlaces(things, phase, xs, ys)
    world:updateMany(things, xs, ys)
    for a, b in world:pairs() do
      products = products + a.number * b.number
    end
    sum = (sum + products) % 2 ^ 40
  end, function()
    return sum
  end
end

scenes.update = { units = COUNT, frames = 5, wanted = { 5, 5 } }

function scenes.update.bump(world)
  local things, frame = addThings(world), 0
  return function()
    frame = frame + 1
    updateAll(world, things, phaseOf(frame))
  end, function()
    local _, len = world:queryRect(SIDE / 4, SIDE / 4, SIDE / 2, SIDE / 2)
    return len
  end
end

function scenes.update.hitbox(world)
  local things, frame = addThings(world), 0
  return function()
    frame = frame + 1
    updateAll(world, things, phaseOf(frame))
  end, function()
    return (world:queryRect(SIDE / 4, SIDE / 4, SIDE / 2, SIDE / 2))
  end
end

local QUERIES, PLACES = 1000, 20000

--- Run queries: `ask` returns a count and a list of items. The use that a game makes of the list is not timed,
--- nor is drawing the queried places: there are more than a processor has learned. The loop has its values in
--- locals, as LuaJIT reads all others again whenever it takes another path.
local function query(ask)
  local xs, ys, at, sum = {}, {}, 0, 0
  level.seed()
  for i = 1, PLACES do
    xs[i], ys[i] = below(SIDE) + 0.3, below(SIDE) + 0.3
  end
  return function()
    local count, of, next, x, y = 0, PLACES, at, xs, ys
    for _ = 1, QUERIES do
      next = next % of + 1
      count = count + ask(x[next], y[next])
    end
    at, sum = next, sum + count
  end, function()
    for i = 1, PLACES do
      local len, found = ask(xs[i], ys[i])
      for k = 1, len do
        sum = (sum + found[k].number) % 2 ^ 40
      end
    end
    return sum
  end
end

-- A rectangle of 64 units, into a table that is used again; bump.lua makes a new one.
scenes.queryRect = { units = QUERIES, frames = 2, wanted = { 40, 40 } }

function scenes.queryRect.bump(world)
  addThings(world)
  return query(function(x, y)
    local found, len = world:queryRect(x, y, 64, 64)
    return len, found
  end)
end

function scenes.queryRect.hitbox(world)
  local out = {}
  addThings(world)
  return query(function(x, y)
    return world:queryRect(x, y, 64, 64, out)
  end)
end

scenes.queryPoint = { units = QUERIES, frames = 2, wanted = { 15, 15 } }

function scenes.queryPoint.bump(world)
  addThings(world)
  return query(function(x, y)
    local found, len = world:queryPoint(x, y)
    return len, found
  end)
end

function scenes.queryPoint.hitbox(world)
  local out = {}
  addThings(world)
  return query(function(x, y)
    return world:queryPoint(x, y, out)
  end)
end

-- ---- In a process of its own ---------------------------------------------------------------------

--- Bytes of garbage that a frame makes. The compiler of LuaJIT is off meanwhile, as it takes memory of its own.
local function garbageOf(frame)
  collectgarbage()
  collectgarbage("stop")
  if jit then
    jit.off()
    jit.flush()
  end
  frame()
  local before = collectgarbage("count")
  frame()
  return (collectgarbage("count") - before) * 1024
end

--- Print the answer, the time in ns, and the garbage.
local function measure(name, which, cellSize, seconds)
  local scene = scenes[name]
  local module = which == "bump" and assert(loadfile(path))() or require("hitbox")
  local frame, answer = scene[which](module.newWorld(which == "bump" and cellSize or nil))
  for _ = 1, scene.frames do
    frame()
  end
  local right = answer()
  collectgarbage()
  local frames, spent, start = 0, 0, os.clock()
  while spent < seconds do
    frame()
    frames = frames + 1
    spent = os.clock() - start
  end
  local time = spent / math.max(frames, 1) / scene.units * 1e9
  print(("%.17g %.17g %.17g"):format(right, time, garbageOf(frame)))
end

if arg[1] == "measure" then
  measure(arg[2], arg[3], tonumber(arg[4]), tonumber(arg[5]))
  return
end

-- ---- All of them ---------------------------------------------------------------------------------

local function run(name, which, cellSize, seconds)
  local process = assert(io.popen(("%s %s measure %s %s %g %g"):format(arg[-1], arg[0], name, which, cellSize,
    seconds)))
  local right, time, garbage = process:read("*n", "*n", "*n")
  process:close()
  return assert(right, "a process failed"), time, garbage
end

--- The least of several times, and how much longer the longest was, in percent.
local function leastOf(times)
  table.sort(times)
  return times[1], (times[#times] / times[1] - 1) * 100
end

--- The size of cells with which bump.lua is fastest; its answers have to be ours.
local function bestCells(name, right, seconds, rounds)
  local best, least
  for _, cellSize in ipairs(CELLS) do
    local times = {}
    for i = 1, rounds do
      local theirs
      theirs, times[i] = run(name, "bump", cellSize, seconds)
      assert(theirs == right, ("%s: the answers differ, %.17g and %.17g"):format(name, theirs, right))
    end
    local time = leastOf(times)
    if not least or time < least then
      best, least = cellSize, time
    end
  end
  return best
end

local function compare(name, seconds, rounds)
  local right = run(name, "hitbox", 0, 0)
  local cells = hasPeer and bestCells(name, right, seconds, math.min(rounds, 3))
  local ours, theirs, garbage = {}, {}, nil
  for i = 1, rounds do
    _, ours[i], garbage = run(name, "hitbox", 0, seconds)
    if hasPeer then
      _, theirs[i] = run(name, "bump", cells, seconds)
    end
  end
  local time, more = leastOf(ours)
  local line = ("%-10s  hitbox %5.0f ns +%2.0f %%, %.0f bytes of garbage"):format(name, time, more, garbage)
  if hasPeer then
    local theirTime, theirMore = leastOf(theirs)
    local ratio, wanted = theirTime / time, scenes[name].wanted[jit and 2 or 1]
    line = ("%s  bump.lua %6.0f ns +%2.0f %%, cells of %2d  %5.1f times as fast, wanted %d%s"):format(line, theirTime,
      theirMore, cells, ratio, wanted, ratio >= wanted and "" or "  <--")
  end
  print(line)
end

print(jit and jit.version or _VERSION)
local names = { "platformer", "pairs", "queryRect", "queryPoint", "update" }
if arg[3] then
  names = { select(3, (unpack or table.unpack)(arg)) }
end
for _, name in ipairs(names) do
  compare(name, tonumber(arg[1]) or 0.5, tonumber(arg[2]) or 3)
end
