-- Wherever Lua takes memory its collector may run, and with it a script's finalizers, which may do
-- anything to the world that is in the midst of something. Here the collector goes round whenever it
-- may, and each finalizer leaves another one behind.
local hitbox = require "hitbox"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"

local below

--- Call a function with a number of finalizers that run one after another as it goes on.
local function amidst(count, finalize, f, ...)
  local left = count
  local function arm()
    if left > 0 then
      left = left - 1
      versions.finalized(function()
        if left >= 0 then
          pcall(finalize)
          arm()
        end
      end)
    end
  end
  arm()
  versions.collectAlways(true)
  local ok, message = pcall(f, ...)
  versions.collectUsually()
  left = -1
  return ok, message
end

--- An error unless each item is there once, and the pairs are those that brute force finds.
local function check(world)
  local items, seen = world:items(), {}
  assert(#items == world:count(), "an item is missing")
  for _, item in ipairs(items) do
    assert(not seen[item] and world:has(item) and world:rect(item), "an item is there twice, or not at all")
    seen[item] = true
  end
  local _, found = world:queryPairs({})
  local broad = world:broadPhase()
  world:setBroadPhase("brute")
  local _, wanted = world:queryPairs({})
  world:setBroadPhase(broad)
  assert.are.same(wanted, found)
end

describe("a finalizer in the midst of a call", function()
  it("may_add_the_same_item", function()
    for round = 1, 20 do
      local world = hitbox.newWorld()
      for i = 1, round do
        world:add(i, 0, 0, 5, 5)
      end
      amidst(3 + round % 20, function()
        if world:has("one") then
          world:remove("one")
        else
          world:add("one", 0, 0, 5, 5, { layer = "theirs" })
        end
      end, function()
        for _ = 1, 10 do
          pcall(world.add, world, "one", 9, 9, 5, 5, { layer = "ours", anchor = "feet" })
        end
      end)
      check(world)
      local there = world:has("one") and 1 or 0
      assert.are.equal(round + there, world:count())
      assert.are.equal(there, (world:queryRect(-20, -20, 50, 50, {}, { "ours", "theirs" })))
    end
  end)

  it("may_give_layers_their_bits", function()
    for round = 1, 20 do
      local world = hitbox.newWorld()
      local theirs = "default"
      world:add("a", 0, 0, 5, 5)
      world:add("b", 0, 0, 5, 5)
      amidst(3 + round % 20, function()
        theirs = theirs .. "x"
        world:setLayers("b", theirs)
      end, function()
        for i = 1, 4 do
          world:setMotion("a", { responses = { cross = "ours", bounce = { "ours2" } }, layer = "ours" .. 2 + i })
        end
        world:add("c", 0, 0, 5, 5, { layer = "ours" })
      end)
      local _, names = world:layers("b")
      assert.are.same({ theirs }, names)
      local motion = world:motion("a")
      assert.are.same({ cross = { "ours" }, bounce = { "ours2" } }, motion.responses)
      assert.are.same({ "ours6" }, motion.layer)
      assert.are.equal(1, (world:queryRect(0, 0, 9, 9, {}, "ours")))
    end
  end)

  it("may_give_an_item_another_mask", function()
    local function mask(count)
      return hitbox.mask { ("#"):rep(count) .. ("."):rep(100 - count) }
    end
    for round = 1, 20 do
      local world, snapshot = hitbox.newWorld(), nil
      local count = 0
      for i = 1, 9 do
        world:add(i, 0, 0, mask(1))
      end
      amidst(3 + round % 20, function()
        count = count + 1
        for i = 1, 9 do
          world:reshape(i, mask(count))
        end
      end, function()
        snapshot = world:snapshot()
      end)
      assert.is_truthy(snapshot)
      for i = 1, 9 do
        world:remove(i)
      end
      versions.collect()
      local others = {} -- in the memory of pixels without references
      for i = 1, 50 do
        others[i] = mask(99)
      end
      world:restore(snapshot)
      for i = 1, 9 do
        assert.are.equal(world:shape(1):count(), world:shape(i):count())
      end
    end
  end)

  it("may_destroy_the_world", function()
    local calls = {
      function(world) for what, a, b in world:events() do assert(what and a and b) end end,
      function(world) for a, b in world:pairs() do assert(a and b) end end,
      function(world) world:add({}, 0, 0, 5, 5, { layer = "new" }) end,
      function(world) world:setMotion("a", { vx = 5, responses = { cross = "x" } }) end,
      function(world) world:save(function(item) return "name of " .. item end) end,
      function(world) world:snapshot() end,
      function(world) world:restore(world:save()) end,
      function(world) world:fits("a", { w = 20, h = 20, anchor = "feet" }) end,
      function(world) world:move("a", 50, 50, function() return "cross" end) end,
      function(world) world:carry("a", 50, 50) end,
      function(world) world:layers("a") end,
      function(world) world:outline("a") end,
      function(world) world:motion("a") end,
      function(world) world:reshape("a", hitbox.circle(0, 0, 9), { anchor = "feet" }) end,
      function(world) world:updateMany({ "a", "b" }, { 1, 2 }, { 1, 2 }) end,
      function(world) world:queryPoints({ 1, 2 }, { 1, 2 }) end,
      function(world) world:raycastMany({ 1, -2 }, { 1, 2 }, { 9, 9 }, { 0, 0 }) end,
      function(world) world:queryItem("a", nil, { "default", "x" }) end,
      function(world) world:step(1) end,
    }
    for _, call in ipairs(calls) do
      for steps = 0, 4 do
        local before = steps
        local world = hitbox.newWorld()
        world:add("a", 0, 0, 9, 9)
        world:add("b", 4, 4, 9, 9)
        world:setMotion("a", { vx = 1, responses = { cross = "x" } })
        world:updateEvents()
        amidst(5, function()
          before = before - 1
          if before < 0 then
            world:destroy()
          end
        end, call, world)
        world:destroy()
      end
    end
  end)

  it("may_do_anything_to_it", function()
    below = support.random(4711)
    local world, snapshot
    local shapes = { hitbox.circle(0, 0, 6), hitbox.polygon(0, 0, 9, 0, 4, 9), hitbox.mask { "##", "#." } }
    local function item()
      return "item" .. below(12)
    end
    local function place()
      return below(400) / 8
    end
    local acts = {
      function() world:remove(item()) end,
      function() world:add(item(), place(), place(), 8, 8, { layer = "l" .. below(20), mask = { "l1", "l2" } }) end,
      function() world:add(item(), place(), place(), shapes[1 + below(3)], { anchor = "feet" }) end,
      function() world:reshape(item(), shapes[1 + below(3)], { anchor = "center" }) end,
      function() world:setLayers(item(), "l" .. below(20)) end,
      function() world:setMotion(item(), { vx = 5, responses = { cross = "l" .. below(20) } }) end,
      function() world:move(item(), place(), place(), below(2) == 0 and function() return "slide" end or nil) end,
      function() world:carry(item(), place(), place()) end,
      function() world:fits(item(), { w = 9, h = 9, x = place() }) end,
      function() world:depenetrate(item()) end,
      function() world:step(1 / 32) end,
      function() snapshot = world:snapshot(snapshot) end,
      function() world:restore(snapshot) end,
      function() world:restore(world:save()) end,
      function() for _, a in world:events() do assert(a ~= false) end end,
      function() world:queryRect(0, 0, 60, 60, {}) end,
      function() world:queryItem(item(), {}) end,
      function() world:updateMany({ item(), item() }, { 1, 2 }, { 3, 4 }) end,
      function() for _, one in ipairs(world:items()) do world:remove(one) end end,
    }
    local function act()
      acts[1 + below(#acts)]()
    end
    for round = 1, versions.rounds(200) do
      if round % 40 == 1 then
        world, snapshot = hitbox.newWorld { broadPhase = round % 80 == 1 and "tree" or nil }, nil
      end
      for _ = 1, 4 do
        pcall(acts[2])
      end
      amidst(below(12), act, act)
      check(world)
    end
  end)
end)
