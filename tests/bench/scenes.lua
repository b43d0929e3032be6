--- What scenes cost beside the same game written by hand on the world. From the root of the project, once
--- it is built:
---
---     LUA_PATH="build/lua/?.lua;build/lua/?/init.lua" lua5.4 tests/bench/scenes.lua [things]
---
--- Boxes of 6 x 6 go by their velocity and turn back at the edges of 1280 x 720, at the same density if there are more
--- or fewer than 5,000; one rule, "met". A row is the least of several runs, which take turns, so that the rows see the
--- same machine. In the end both games must have their boxes in the same places.
local hitbox = require "hitbox"

local COUNT = tonumber(arg and arg[1]) or 5000
local TICKS, RUNS = 20, 9
local WIDTH, HEIGHT = 1280 * math.sqrt(COUNT / 5000), 720 * math.sqrt(COUNT / 5000)

--- The places and velocities of the boxes.
local function begin()
  local random, boxes = hitbox.scene({ seed = 5 }).random, {}
  for i = 1, COUNT do
    local angle, speed = random() * 6.28318, 0.5 + random() * 1.5
    boxes[i] = { x = random() * WIDTH, y = random() * HEIGHT, vx = speed * math.cos(angle), vy = speed * math.sin(angle) }
  end
  return boxes
end

--- Turn a velocity back at the edges.
local function turnBack(t)
  if t.x < 0 and t.vx < 0 or t.x > WIDTH and t.vx > 0 then
    t.vx = -t.vx
  end
  if t.y < 0 and t.vy < 0 or t.y > HEIGHT and t.vy > 0 then
    t.vy = -t.vy
  end
end

--- A world with the boxes.
local function newWorld(mask)
  local world, boxes = hitbox.newWorld(), begin()
  for _, box in ipairs(boxes) do
    world:add(box, box.x, box.y, 6, 6, { anchor = "center", mask = mask })
  end
  return world, boxes
end

--- The definitions of the boxes as things.
local function newThings()
  local things = {}
  for i, b in ipairs(begin()) do
    things[i] = { "box", at = { b.x, b.y }, w = 6, h = 6, data = { vx = b.vx, vy = b.vy } }
  end
  return things
end

--- A scene with the boxes.
local function newScene(rules, update)
  return hitbox.scene { things = newThings(), rules = rules, update = update, met = function() end }
end

local rows = {}

--- Add a row.
---@param tick fun() what is measured
---@param count integer|nil how many there are of what the row is about, the boxes if nil
local function row(name, tick, count)
  rows[#rows + 1] = { name = name, tick = tick, count = count or COUNT, least = math.huge }
end

local world, boxes = newWorld()
row("by hand", function()
  for i = 1, COUNT do
    local b = boxes[i]
    b.x, b.y = b.x + b.vx, b.y + b.vy
    turnBack(b)
    world:update(b, b.x, b.y)
  end
  local met = 0
  for _ in world:pairs() do
    met = met + 1
  end
  return met
end)
local whole = newScene({ { "box", "box", on = "met" } }, function(s)
  for t in s:each "box" do
    t.x, t.y = t.x + t.vx, t.y + t.vy
    turnBack(t)
  end
end)
row("the same as a scene", function() whole:step() end)
row("an empty each", function() for _ in whole:each "box" do end end)
local placed = newScene(nil, function(s)
  for t in s:each "box" do
    t.x, t.y = t.x + t.vx, t.y + t.vy
  end
end)
row("t.x and t.y, no rule", function() placed:step() end)
local free, movers = newWorld({})
row("world:move, by hand", function()
  for i = 1, COUNT do
    local b = movers[i]
    b.x, b.y = free:move(b, b.x + b.vx, b.y + b.vy)
  end
end)
local moved = newScene(nil, function(s)
  for t in s:each "box" do
    t:move(t.vx, t.vy)
  end
end)
row("t:move, no rule", function() moved:step() end)
for _, kind in ipairs { { "contacts without a handler", "on" }, { "contacts with a handler", "stay" } } do
  local still = newScene { { "box", "box", [kind[2]] = "met" } }
  still:step()
  row(kind[1], function() still:step() end, still.contactCount)
end

for run = 1, RUNS do
  for _, one in ipairs(rows) do
    local before = os.clock()
    for _ = 1, TICKS do
      one.tick()
    end
    if run > 1 then -- the first one warms up
      one.least = math.min(one.least, (os.clock() - before) / TICKS)
    end
  end
end

print(("%s, %d boxes"):format(jit and jit.version or _VERSION, COUNT))
for _, one in ipairs(rows) do
  print(("%-28s %8.3f ms a tick  %7.3f us each"):format(one.name, one.least * 1e3, one.least * 1e6 / one.count))
end

--- The bytes in use.
local function memory()
  collectgarbage()
  collectgarbage()
  return collectgarbage("count") * 1024
end

local things, fields = newThings(), {}
for n = 1, COUNT do
  fields[n] = false
end
local before = memory()
for n = 1, COUNT do
  fields[n] = { vx = n, vy = n }
end
local filled = memory()
local again = hitbox.scene { things = things }
local made = memory()
print(("%-28s %8.0f bytes, without its definition, beyond a table of its fields"):format("memory of a thing",
  (made - filled - (filled - before)) / again:count()))

local i = 0
for t in whole:each "box" do
  i = i + 1
  assert(t.x == boxes[i].x and t.y == boxes[i].y, "the scene and the game by hand end in other places")
end
