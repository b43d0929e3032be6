-- In the middle of a call a script may run: a function that it passed, a metamethod, a finalizer. It may do
-- anything to the world of the call. Here every call of tests/tools/calls.lua is made, and in each moment at
-- which a script can run in it, the script does its worst.
local hitbox = require "hitbox"
local calls = require "tests.tools.calls"
local versions = require "tests.tools.versions"

local entered = {}

-- So often a script runs in one call: where LuaJIT has compiled its finalizers they would never end.
local LAST = 20

local responses = { "slide", "cross", "touch", "bounce", nil }

-- ---- Actions of a script -----------------------------------------------------------------------

local other = calls.savedWorld()
local shapes = { hitbox.mask { ("#."):rep(9) }, hitbox.circle(0, 0, 6), hitbox.polygon(0, 0, 9, 0, 9, 5, 4, 9, 0, 5) }

local actions = {
  destroy = function(world)
    world:destroy()
  end,
  remove = function(world)
    for _, item in ipairs(world:items()) do
      world:remove(item)
    end
  end,
  reshape = function(world)
    for i, item in ipairs(world:items()) do
      world:reshape(item, shapes[1 + i % 3], { anchor = "feet", facing = -1 })
      if i % 3 > 0 then -- no mask can be turned
        world:setTransform(item, i, 2)
      end
    end
  end,
  load = function(world)
    world:restore(other, calls.itemOf)
  end,
  restore = function(world, snapshot)
    world:restore(snapshot)
  end,
  retake = function(world, snapshot)
    world:add({}, 1, 1, 4, 4, { layer = "retaken" })
    world:snapshot(snapshot)
  end,
  grow = function(world)
    for i = 1, 40 do
      world:add({ i }, i, 9, shapes[1 + i % 3], { layer = "body" })
    end
    world:queryRect(-99, -99, 999, 999)
    world:queryPairs()
    world:step(1)
  end,
  again = function(world, _, call)
    call(world, calls.plain)
  end,
  collect = function()
    collectgarbage()
    collectgarbage()
  end,
  raise = function()
    error("enough", 0)
  end,
}

local names = {}
for name in pairs(actions) do
  names[#names + 1] = name
end
table.sort(names)

-- ---- When it does that --------------------------------------------------------------------------

--- Arguments that a script gives to a call. Each calls `enter` if Lua runs it.
local function given(enter)
  local function hook()
    return responses[1 + enter() % 5]
  end
  return {
    call = hook,
    table = function(t, f)
      return setmetatable(t, { __index = hook, __newindex = hook, __len = hook, __eq = hook, __lt = hook, __unm = hook,
        __concat = hook, __call = f or hook, __pairs = hook, __ipairs = hook, __tostring = hook })
    end,
  }
end

--- Make garbage, so that there are finalizers to run.
local function waste()
  for i = 1, 2 do
    local made = { { i }, { i } }
    made[1][1] = made
  end
end

--- The same, where finalizers do the actions.
local harmless = {
  call = function()
    waste()
    return "slide"
  end,
  table = function(t, f)
    waste()
    return setmetatable(t, { __index = waste, __call = f })
  end,
}

--- Make a call in which the script does a action when it runs for the n-th time.
---@param action string|nil nothing is done if it is nil
---@param finalizers boolean whether that is counted in finalizers, or in functions and metamethods
---@return integer moments how often it ran
---@return string|nil message
---@return any world
local function make(call, action, n, finalizers)
  local world = calls.newWorld()
  local snapshot = world:snapshot()
  local left, over = n, false
  local function enter()
    left = left - 1
    if left == 0 and action then
      actions[action](world, snapshot, call.run)
    end
    return n - left
  end
  local function arm()
    versions.finalized(function()
      if not over then
        if n - left < LAST then
          arm()
        end
        enter()
      end
    end)
  end
  local gift = finalizers and harmless or given(enter)
  if finalizers then
    versions.collectAlways(true)
  end
  local ok, message = pcall(function()
    if finalizers then
      arm()
    end
    call.run(world, gift)
  end)
  over = true
  versions.collectUsually()
  return n - left, not ok and tostring(message) or nil, world
end

--- The world holds what it says that it holds, or is destroyed and says that.
local function check(world)
  local ok, items = pcall(world.items, world)
  if not ok then
    assert(items:find("world is destroyed", 1, true), items)
    return
  end
  local seen = {}
  assert(#items == world:count(), "an item is missing")
  for _, item in ipairs(items) do
    assert(not seen[item] and world:has(item) and world:rect(item) and world:shape(item), "an item is there twice")
    seen[item] = true
  end
  local _, found = world:queryPairs({})
  world:setBroadPhase("brute")
  local _, wanted = world:queryPairs({})
  assert(#found == #wanted, "pairs are missing")
  world:step(1 / 64)
end

--- The error of a broken-off call comes from the script, or from the module.
local function checkMessage(name, action, message)
  if message and (message:find("attempt to", 1, true) or message:find("stack overflow", 1, true)) then
    error(("%s, %s: %s"):format(name, action, message), 0)
  end
end

--- Make a call in which the script does a action in the n-th moment; then check the world.
---@return boolean done whether the script ran so often
local function try(call, action, n, finalizers)
  local moments, message, world = make(call, action, n, finalizers)
  checkMessage(call.name, action, message)
  local ok, wrong = pcall(check, world)
  assert(ok, ("%s, %s in the middle of it, moment %d: %s"):format(call.name, action, n, tostring(wrong)))
  return moments >= n
end

--- Make all calls, with all actions, in each moment up to a number of them.
---@param most integer
---@param finalizers boolean
---@return table<string, integer> counts how often the script ran in each
---@return number part of the actions that were done: finalizers do not run as often each time
function entered.makeAll(most, finalizers)
  local counts, tries, done = {}, 0, 0
  for _, call in ipairs(calls.all()) do
    counts[call.name] = make(call, nil, 0, finalizers)
    for n = 1, math.min(counts[call.name], most) do
      for _, action in ipairs(names) do
        tries = tries + 1
        done = done + (try(call, action, n, finalizers) and 1 or 0)
      end
    end
  end
  return counts, done / tries
end

--- The same, with each action in one of those moments, which differ from call to call.
---@param share integer|nil do one action in `share` of each call, all if nil
function entered.makeSome(most, finalizers, share)
  local counts, tries, done = {}, 0, 0
  for number, call in ipairs(calls.all()) do
    counts[call.name] = make(call, nil, 0, finalizers)
    local moments = math.min(counts[call.name], most)
    for i = 1 + number % (share or 1), moments > 0 and #names or 0, share or 1 do
      tries = tries + 1
      done = done + (try(call, names[i], 1 + (number + i) % moments, finalizers) and 1 or 0)
    end
  end
  return counts, done / tries
end

return entered
