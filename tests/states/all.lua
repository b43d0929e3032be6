-- What tests/states/states.c calls.
local versions = dofile "tests/tools/versions.lua"

--- A finalizer that is older than the module, so that before 5.2 it runs when Lua has let go of the binary.
local hitbox
local oldest = versions.finalized(function()
  assert(hitbox.overlaps(hitbox.circle(1, 2, 3), hitbox.point(1, 2)))
end)

hitbox = require "hitbox"

if versions.isJit then
  jit.off() -- its traces take memory at times of their own
end

local all = { oldest = oldest, cases = 1 }

local world, out -- those of `use`, which may end in the middle

local function shapes()
  local nut = hitbox.polygon(2, 0, 4, 0, 6, 3, 4, 6, 2, 6, 0, 3)
  local cross = hitbox.polygon(0, 0, 9, 0, 9, 9, 6, 9, 6, 3, 3, 3, 3, 9, 0, 9)
  local both = hitbox.compound(nut, hitbox.circle(9, 9, 2))
  local mask = hitbox.mask { ".##.", "####", ".##." }
  assert(mask:cut(hitbox.circle(2, 1, 0.9)):count() < mask:count())
  assert(mask:outline() == 1 and #cross:parts() >= 2)
  assert(tostring(both:rotated(0.3):scaled(2):mirrored()):find "compound")
  return { nut, cross, both, mask, mask:translated(3, 3), hitbox.ellipse(0, 0, 5, 3, 0.2) }
end

local function fill()
  for i, shape in ipairs(shapes()) do
    world:add("shape" .. i, 30 * i, 0, shape, { layer = { "shapes", "layer" .. i }, mask = "all" })
  end
  -- Named, as before 5.3 Lua itself loses entries with integer keys where a table cannot grow.
  for i = 1, 40 do
    world:add("tile" .. i, 8 * i, 60, 8, 8, { layer = "tiles" })
  end
  world:add("hero", 20, 20, 6, 12,
    { anchor = "feet", facing = -1, responses = { cross = { "coins", "gems" }, touch = "mud" } })
  world:add("lift", 60, 50, 20, 4, { oneWay = "above", moverResponse = "slide" })
end

--- Going back takes memory of Lua's and of the core's, and may be broken off as well.
local function goBack()
  local before, count = world:snapshot(), world:count()
  world:remove("tile1")
  world:add("later", 0, 0, hitbox.circle(0, 0, 3), { layer = "later" })
  world:restore(before)
  assert(world:has "tile1" and not world:has "later" and world:count() == count)
  local saved = world:save()
  assert(hitbox.load(saved):count() == count)
  world:restore(saved)
  assert(world:count() == count)
end

local function play()
  local hits = 0
  local function filter(_, other)
    hits = hits + 1
    return other == "lift" and "cross" or "slide"
  end
  world:move("hero", 300, 70, filter)
  world:check("hero", 300, 70, nil, { responses = { bounce = { "tiles", "shapes" }, ignore = "mist" } })
  assert(#world:responses("hero").cross == 2 and (world:unusedLayers()) >= 3)
  world:walk("hero", -40, 3)
  world:carry("lift", 80, 40)
  world:setMotion("shape1", { vx = 60, vy = 200, response = "bounce", responses = { slide = "tiles" } })
  world:step(1 / 60)
  world:remove("shape2")
  for _, a in world:events() do
    assert(a)
  end
  for a, b in world:pairs() do
    if not world:contact(a, b) then
      break
    end
  end
  world:fits("hero", { w = 9, h = 9 })
  world:depenetrate("hero")
  out = select(2, world:queryRect(-1000, -1000, 3000, 3000, out))
  world:querySegment(0, 0, 400, 70, out)
  world:queryPairs(out)
  world:queryPoints({ 0, 20 }, { 0, 20 }, out)
  world:queryRects({ 0, 20 }, { 0, 20 }, { 400, 5 }, { 90, 5 }, out)
  world:raycastMany({ 0, 20 }, { 0, 20 }, { 400, 5 }, { 90, 5 }, out)
  world:updateMany({ "tile1", "hero" }, { 8, 20 }, { 60, 20 })
  world:queryNearest(10, 10, 5, 1000, out)
  assert(world:shape("shape4"):kind() == "mask")
  world:reshape("shape4", 3, 4)
  world:regions(out)
  goBack()
end

--- A world whose memory is there.
function all.prepare()
  world, out = hitbox.newWorld(), nil
  collectgarbage()
end

--- Much of what the module can do. It may be broken off anywhere.
function all.use()
  world = world or hitbox.newWorld()
  fill()
  play()
  local run = coroutine.wrap(function()
    for _ in world:pairs() do
      coroutine.yield(world:count())
    end
  end)
  run() -- and is left
end

--- Whatever became of `use`, the world knows its items, and can be used.
function all.useAgain()
  local items = world:items()
  assert(#items == world:count())
  for _, item in ipairs(items) do
    local x, y = world:position(item)
    world:update(item, x, y + 1)
    world:move(item, x + 1, y, "cross")
    world:shape(item)
    world:remove(item)
  end
  world:updateEvents()
  world:updateEvents()
  assert(world:count() == 0 and #world:items() == 0)
  world:add("new", 0, 0, hitbox.mask { "##" })
  assert(world:queryPoint(1, 0.5) == 1)
  world:destroy()
  world = nil
  collectgarbage()
end

--- Calls find room on the stack of a coroutine, however much of that is taken when they begin.
function all.useDeeply()
  for depth = 1, 60 do
    local function dive(...)
      if select("#", ...) < depth then
        local count = dive(1, ...)
        return count + 1
      end
      world = hitbox.newWorld()
      fill()
      play()
      world:setMotion("shape1", { responses = { bounce = { "a", "b", "c", "tiles" } } })
      world:fits("hero", { w = 90, h = 90, anchor = "feet" }, function()
        return "cross"
      end)
      world:destroy()
      world = nil
      return 0
    end
    assert(coroutine.wrap(dive)() == depth)
  end
end

--- Call a method while the n-th finalizer from now on, each of which leaves another one behind, ends the
--- world: for each n up to `most`, and with a world of its own.
local function endInTheMidst(old, method, most, ...)
  for n = 1, most do
    local own, left = hitbox.newWorld(), n
    own:restore(old:save())
    own:remove("bullet")
    own:updateEvents()
    own:add("bullet", 0, 0, 2, 2)
    local function arm()
      versions.finalized(function()
        left = left - 1
        if left == 0 then
          own:destroy()
        elseif left > 0 then
          arm()
        end
      end)
    end
    versions.collectAlways(true)
    arm()
    pcall(method, own, ...)
    versions.collectUsually()
    left = -1
  end
end

--- A place that was used two million times has an id beyond 2^53, and an odd one.
function all.useOften()
  world = hitbox.newWorld()
  world:add("stone", 0, 0, 4, 4)
  for _ = 1, 2 ^ 21 do
    world:add("bullet", 0, 0, 2, 2)
    world:remove("bullet")
  end
  for _ = 1, 3 do
    world:add("bullet", 0, 0, 2, 2)
    assert(select("#", world:position("bullet")) == 2 and world:queryPoint(1, 1) == 2)
    world:updateEvents()
    world:remove("bullet")
    world:updateEvents()
    local told = {}
    for what, a, b in world:events() do
      told[#told + 1] = table.concat({ what, a, b }, " ")
    end
    assert(table.concat(told) == "exit stone bullet", table.concat(told))
  end
  world:add("bullet", 0, 0, 2, 2)
  local before = world:snapshot()
  world:remove("bullet")
  world:restore(before)
  assert(world:has "bullet" and world:queryPoint(1, 1) == 2)
  assert(hitbox.load(world:save()):has "bullet")
  endInTheMidst(world, world.save, 5)
  endInTheMidst(world, world.remove, 2, "bullet")
  world = nil
end

local function checkEntered(counts, part)
  assert(part > 0.9, part .. " of the actions are done")
  for _, name in ipairs { "add 1", "carry 1", "move 1", "save 1", "snapshot 1", "outline 1", "updateMany 1" } do
    assert(counts["world:" .. name] > 0, name .. " is not entered")
  end
end

--- Scripts do their worst in finalizers in the middle of each call: each action in one of eight moments.
function all.enter()
  checkEntered(require("tests.tools.reentry").makeSome(8, true))
end

--- The same with one action in four for each call.
function all.enterShortly()
  checkEntered(require("tests.tools.reentry").makeSome(8, true, 4))
end

--- The same, each action in each moment: docs/explanations/trust.md has the command.
function all.enterFully()
  checkEntered(require("tests.tools.reentry").makeAll(math.huge, true))
end

-- ---- Each call by itself -------------------------------------------------------------------------

local calls, listed, number, before

--- All of a world that a script can see, as a string.
local function stateOf(of)
  for _, item in ipairs(of:items()) do
    assert(of:has(item) and of:rect(item) and of:shape(item) and of:response(item))
  end
  return of:save(calls.nameOf)
end

--- Go on to the next of all calls.
---@return boolean there whether there is one
function all.nextCall()
  if not listed then
    calls = require "tests.tools.calls"
    listed, number = calls.all(), 0
    for _, call in ipairs(listed) do
      if call.name:find "^hitbox%." then
        call.run(nil, calls.plain) -- loads files, which is not what is to be broken off
      end
    end
  end
  number = number + 1
  return listed[number] ~= nil
end

--- A world for the call.
function all.prepareCall()
  world = calls.newWorld()
  before = stateOf(world)
  collectgarbage()
end

function all.makeCall()
  listed[number].run(world, calls.plain)
end

--- The call was refused memory: the world is as before, and the call works where there is memory.
function all.refused()
  local name = listed[number].name
  assert(stateOf(world) == before, name .. " is refused memory, and has changed the world")
  listed[number].run(world, calls.plain)
  if name:find "destroy" then
    return
  end
  assert(world:count() == #world:items(), name)
  stateOf(calls.nameless(world))
end

local function again()
  for name in pairs(package.loaded) do
    if name:find "^hitbox" then
      package.loaded[name] = nil
    end
  end
  hitbox = require "hitbox"
end

--- How often the module is loaded: in CI less often, as to load it takes most of what these tests take.
local LOADS = os.getenv "CI" == "true" and 100 or 1000

--- Make enough strings that the table of all strings keeps its size from now on: it has doubled before, for
--- strings that are released, and those that are kept do not let it shrink below its need.
local function steadyStrings()
  local names = {}
  for i = 1, 20000 do
    names[i] = "name" .. i
  end
  for i = 5001, 20000 do
    names[i] = nil
  end
  return names
end

--- Loaded again and again, it leaves nothing behind. LuaJIT's compiled code keeps the objects that it was
--- compiled from until there is too much of it: so it is released first.
function all.reload()
  local names = steadyStrings()
  local least = { math.huge, math.huge }
  for i = 1, LOADS do
    local before = hitbox.circle(1, 2, 3)
    again()
    assert(before == hitbox.circle(1, 2, 3)) -- the shapes of all are of one kind
    local scene = hitbox.scene { things = { { "stone", at = { 3, 4 }, w = 2, h = 2 } } }
    scene:step()
    if i % (LOADS / 10) == 0 then
      if jit then
        jit.flush()
      end
      collectgarbage()
      collectgarbage()
      local half = i <= LOADS / 2 and 1 or 2
      least[half] = math.min(least[half], collectgarbage "count")
    end
  end
  local grown = least[2] - least[1]
  assert(names[5000] and grown < 1, grown .. " KB more after half of the loads") -- not a table for each
end

function all.reloadCollecting()
  versions.collectAlways(true)
  for _ = 1, LOADS do
    again()
    assert(hitbox.overlaps(hitbox.circle(0, 0, 2), hitbox.mask { "##" }))
  end
end

function all.useCollecting()
  versions.collectAlways(true)
  all.use()
  all.useAgain()
end

return all
