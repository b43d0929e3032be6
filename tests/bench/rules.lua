--- The cost of rules: a scene of 2,000 things that all move in each tick, with 20 rules, and the same world
--- without them. From the root of the project, after a build:
---
---     LUA_PATH="build/lua/?.lua;build/lua/?/init.lua" lua5.4 tests/bench/rules.lua [things [ticks]]
---
--- Boxes of 8 to 16 units move by 1 to 3 in each tick, about one pair meets for each thing: the uniform
--- workload of build/bench_world, which times Chipmunk and Box2D. Rows are medians of 11 runs, in
--- milliseconds for a tick. "world" places the boxes and asks for their pairs, without Lua's scene;
--- "rules" is what a tick takes beyond placing and pairs.
local hitbox = require "hitbox"

local COUNT, TICKS, RUNS = tonumber(arg[1]) or 2000, tonumber(arg[2]) or 60, 11
local SIDE = math.sqrt(COUNT) * 18 -- so that about one pair meets for each

--- Ten names with two kinds each; 20 rules of all sorts, of which most pairs meet one.
local function rules()
  local list = {}
  for i = 0, 4 do
    list[#list + 1] = { "n" .. i .. ".hit", "n" .. i + 5 .. ".hurt", on = "count", every = 30 }
    list[#list + 1] = { "n" .. i .. ".hurt", "n" .. i + 5 .. ".hit", on = "count", once = true }
    list[#list + 1] = { "n" .. i .. ".push", "n" .. i + 1 .. ".push", stay = "count" }
    list[#list + 1] = { "n" .. i .. ".push", "n" .. i + 5 .. ".push", on = "count", from = "above" }
  end
  return list
end

--- A scene whose things go straight on and come back at the edges.
local function make(list)
  local things, going = {}, {}
  local random = hitbox.scene({ seed = 5 }).random
  for i = 1, COUNT do
    things[i] = { "n" .. i % 10, at = { random() * SIDE, random() * SIDE },
      w = 8 + random() * 8, h = 8 + random() * 8 }
    local angle, speed = random() * 6.28318, 1 + random() * 2
    going[i] = { speed * math.cos(angle), speed * math.sin(angle) }
  end
  local s = hitbox.scene {
    rules = list, things = things,
    count = function(s) s.calls = s.calls + 1 end,
    start = function(s) s.calls, s.each1 = 0, {} for t in s:each() do s.each1[#s.each1 + 1] = t end end,
    update = function(s)
      local all = s.each1
      for i = 1, #all do
        local t, way = all[i], going[i]
        local x, y = t.x + way[1], t.y + way[2]
        if x < 0 or x > SIDE then way[1] = -way[1] end
        if y < 0 or y > SIDE then way[2] = -way[2] end
        t:setPosition(x, y)
      end
    end,
  }
  return s, going
end

--- The median time of a tick, in milliseconds.
local function time(tick)
  local times = {}
  for run = 1, RUNS do
    local before = os.clock()
    for _ = 1, TICKS do
      tick()
    end
    times[run] = (os.clock() - before) / TICKS * 1000
  end
  table.sort(times)
  return times[(RUNS + 1) / 2]
end

local function row(name, milliseconds, note)
  print(("%-34s %7.3f ms  %s"):format(name, milliseconds, note or ""))
end

local s = make(rules())
for _ = 1, 30 do
  s:step()
end
local before, contacts, ticks = s.calls, 0, 0
local all = time(function()
  s:step()
  contacts, ticks = contacts + s.contactCount, ticks + 1
end)
local calls = (s.calls - before) / ticks

local update = s.def.update
local placing = time(function() update(s) end)
local pairsOnly = time(function()
  update(s)
  for _ in s.world:pairs() do end
end) - placing

print(("%s, %d things, 20 rules: %.0f contacts and %.0f calls in a tick"):format(
  type(jit) == "table" and jit.version or _VERSION, COUNT, contacts / ticks, calls))
row("a tick", all)
row("  placing all things", placing, ("%.0f ns each"):format(placing * 1e6 / COUNT))
row("  the world's pairs", pairsOnly)
row("  rules: contacts and calls", all - placing - pairsOnly,
  ("%.0f ns a contact"):format((all - placing - pairsOnly) * 1e6 / (contacts / ticks)))

local none = make({})
row("the same without rules", time(function() none:step() end), "no pair comes to Lua")
