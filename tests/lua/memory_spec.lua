local hitbox = require "hitbox"
local versions = require "tests.tools.versions"

--- A table that holds its values weakly, and how many are left in it after a full collection.
local function weak()
  return setmetatable({}, { __mode = "v" })
end

local function left(values)
  versions.collect()
  local count = 0
  for _ in pairs(values) do
    count = count + 1
  end
  return count
end

--- Bytes that a function leaves behind per call, once it has run a while.
local function garbage_per_call(f)
  for _ = 1, 50 do
    f()
  end
  return versions.garbage(function()
    for _ = 1, 100 do
      f()
    end
  end) * 1024 / 100
end

describe("the collector", function()
  after_each(versions.collectUsually) -- also if a case fails: all others would take very long

  it("takes_items_that_were_removed", function()
    local world, items = hitbox.newWorld(), weak()
    for i = 1, 50 do
      items[i] = {}
      world:add(items[i], i, 0, 1, 1)
    end
    assert.are.equal(50, left(items))
    for i = 1, 50, 2 do
      world:remove(items[i])
    end
    assert.are.equal(25, left(items))
  end)

  it("collects_removed_items_after_their_exit_was_reported", function()
    local world, items = hitbox.newWorld(), weak()
    items[1] = {}
    world:add(items[1], 0, 0, 10, 10)
    world:add("other", 0, 0, 10, 10)
    world:updateEvents()
    world:remove(items[1])
    assert.are.equal(1, left(items))
    world:updateEvents()
    assert.are.equal(1, left(items))
    for what, a in world:events() do
      assert.are.same({ "exit", items[1] }, { what, a })
    end
    world:updateEvents()
    assert.are.equal(0, left(items))
  end)

  it("takes_a_world_whose_items_name_it", function()
    local worlds = weak()
    for i = 1, 20 do
      local world = hitbox.newWorld()
      local item = { world = world }
      world:add(item, 0, 0, 1, 1)
      world:add(world, 0, 0, 1, 1)
      world.itself = world
      world.callback = function()
        return world, item
      end
      world:updateEvents()
      world:move(item, 5, 5)
      worlds[i] = world
    end
    assert.are.equal(0, left(worlds))
  end)

  it("takes_items_of_a_destroyed_world", function()
    local world, items = hitbox.newWorld(), weak()
    items[1] = {}
    world:add(items[1], 0, 0, 1, 1)
    world:add("wall", 3, 0, 1, 1)
    world:move("wall", 0, 0, "cross")
    world:destroy()
    assert.are.equal(0, left(items))
  end)

  it("leaves_items_that_are_in_the_world_only", function()
    local world = hitbox.newWorld()
    for i = 1, 100 do
      world:add({ number = i }, i, 0, 1, 1)
    end
    collectgarbage()
    for i, item in ipairs(world:items()) do
      assert(item.number == i)
    end
  end)

  it("takes_removed_items_once_another_move_has_ended", function()
    local world, items = hitbox.newWorld(), weak()
    world:add("hero", 0, 0, 10, 10)
    items[1] = {}
    world:add(items[1], 20, 0, 5, 10)
    world:move("hero", 100, 0)
    world:remove(items[1])
    world:move("hero", 0, 0)
    assert.are.equal(0, left(items))
  end)

  it("takes_what_moves_hold_that_were_broken_off", function()
    local world, items = hitbox.newWorld(), weak()
    world:add("hero", 0, 0, 10, 10)
    for i = 1, 20 do
      items[i] = {}
      world:add(items[i], 20, 0, 5, 10)
    end
    for _ = 1, 20 do
      pcall(world.move, world, "hero", 100, 0, function(_, other)
        world:remove(other)
        if world:count() % 3 == 0 then
          error("enough")
        end
        return "cross"
      end)
    end
    while world:count() > 1 do
      local _, list = world:queryRect(0, 0, 100, 100)
      world:remove(list[2])
    end
    world:move("hero", 0, 0)
    assert.are.equal(0, left(items))
  end)

  it("may_run_finalizers_that_use_the_world_in_the_middle_of_a_call", function()
    local world = hitbox.newWorld()
    for i = 1, 30 do
      world:add(i, 10 * i, 0, 5, 10)
    end
    local runs, done, last = 0, false, nil
    local function drop()
      versions.finalized(function()
        if done or runs == 4000 then -- compiled by LuaJIT it would go on for long
          return
        end
        runs = runs + 1
        local item = {}
        world:add(item, 0, 0, 4, 4)
        world:queryRect(0, 0, 1000, 1000)
        world:move(item, 300, 0, "cross")
        if last then
          world:remove(last)
        end
        last = item
        if runs % 7 == 0 then
          world:updateEvents()
        end
        for _ in world:pairs() do
          break
        end
        world:updateMany({ item, 1 }, { 0, 10 }, { 0, 0 })
        world:queryPoints({ 1, 2, 500 }, { 1, 2, 0 })
        world:raycastMany({ 1, 2 }, { 1, -2 }, { 0, 500 }, { 9, 0 })
        drop()
      end)
    end
    drop()
    local nut = hitbox.polygon(2, 0, 4, 0, 6, 3, 4, 6, 2, 6, 0, 3)
    local list, xs, ys, ws, out, asked = {}, {}, {}, {}, {}, {}
    versions.collectAlways()
    for i = 1, 100 do
      world:add(-i, -i, 0, nut, { anchor = "center", facing = -1, layer = { "a", "b" .. i % 5 } })
      world:queryRect(-1000, -1000, 2000, 2000)
      world:check(2, 300, 0, "cross")
      assert(world:shape(-i):kind() == "polygon")
      for k = 1, i do
        list[k], xs[k], ys[k], ws[k] = -k, -k, 0, k
      end
      world:updateMany(list, xs, ys)
      world:queryPairs(out)
      world:queryRects(xs, ys, ws, ws, out, asked)
      assert(#out == #asked and asked[#asked] == i)
      world:raycastMany(xs, ys, ws, ws, out, asked)
      assert(#out == i and #asked == i and out[i] and asked[i] == 0)
      for a, b in world:pairs() do
        assert(a ~= nil and b ~= nil)
        -- 5.1 and 5.2 may collect, and so remove one of them, when the call that gave them has ended.
        assert(_VERSION == "Lua 5.1" or _VERSION == "Lua 5.2" or world:has(a) and world:has(b))
      end
    end
    done = true
    versions.collectUsually()
    assert.is_true(runs >= 100)
    for i = 1, 30 do
      assert(world:position(i) == 10 * i)
    end
    for i = 1, 100 do
      assert(world:position(-i) == -i)
    end
  end)

  it("may_destroy_the_world_in_a_finalizer_in_the_middle_of_a_call", function()
    for size = 1, 20 do
      local world = hitbox.newWorld()
      for i = 1, size do
        world:add(i, 0, 0, 10, 10)
      end
      versions.finalized(function()
        world:destroy()
      end)
      local nut = hitbox.polygon(2, 0, 4, 0, 6, 3, 4, 6, 2, 6, 0, 3)
      pcall(function()
        for i = 1, 200 do
          world:add({}, 100 * i, 0, nut, { anchor = "center", facing = -1 })
          world:shape(1)
          world:queryPoint(5, 5)
          world:updateMany({ 1 }, { 0 }, { 0 })
          world:queryPairs()
          world:queryPoints({ 5, 6 }, { 5, 6 })
          world:raycastMany({ 5, 6 }, { 5, 6 }, { 1, 1 }, { 1, 1 })
          world:move(1, 5, 5, "cross")
          for _ in world:pairs() do
            break
          end
          world:updateEvents()
        end
      end)
      world:destroy()
    end
  end)

  it("ends_worlds_at_the_end_of_the_state", function()
    hitbox.newWorld():add("left to the end", 0, 0, 1, 1)
  end)
end)

describe("calls of every frame", function()
  it("leave_no_garbage", function()
    local world, out = hitbox.newWorld(), {}
    world:add("hero", 0, 0, 10, 10)
    world:add("other", 5, 5, 10, 10)
    for i = 1, 40 do
      world:add(i, 20 * i, 0, 5, 10)
    end
    local shape = hitbox.circle(0, 0, 50)
    local mask = { "default", "no such layer" }
    local list, xs, ys = { "hero", 7, "other", 8 }, { 0, 140, 5, 160 }, { 0, 0, 5, 0 }
    local ws, hs, asked = { 1000, 1, 1, 1 }, { 10, 1, 1, 1 }, {}
    local function filter()
      return "cross"
    end
    local calls = {
      move = function()
        world:move("hero", 1000, 3, "cross")
        world:move("hero", 0, 0, filter)
        world:check("hero", 3, 3)
        for i = 1, 3 do
          world:hit(i)
        end
      end,
      queries = function()
        world:queryRect(0, 0, 1000, 1000, out, mask)
        world:queryPoint(5, 5, out, "default")
        world:queryShape(shape, out)
        world:querySegment(0, 5, 1000, 5, out)
        world:raycast(0, 5, 1000, 0)
        world:queryCircle(0, 0, 100, out, mask)
        world:queryItem("other", out)
        world:queryItem("hero", out, mask)
        world:querySweep(shape, 1000, 5, out)
        world:castShape(shape, 1000, 5, mask)
        world:nearest(5, 100, 1000, mask)
        world:nearest(shape)
        world:queryNearest(shape, 20, 1000, out, mask)
        world:result(1)
        world:regions(out)
        world:items(out)
        world:queryPairs(out)
        world:queryPoints(xs, ys, out, asked, mask)
        world:queryRects(xs, ys, ws, hs, out, asked)
        world:raycastMany(xs, ys, ws, hs, out, asked, mask)
      end,
      readers = function()
        world:position("hero")
        world:rect("hero")
        world:has("absent")
        world:count()
        world:stats()
        shape:bounds()
        shape:points(out)
      end,
      updates = function()
        world:update("other", 5, 5)
        world:update("other", 5, 5, 10, 10)
        world:updateMany(list, xs, ys)
        world:reshape("other", 10, 10)
        world:setLayers("other", "default", mask)
      end,
      tests = function()
        hitbox.overlaps(shape, shape, "touch")
        hitbox.contact(shape, shape)
        hitbox.aabbAabb(0, 0, 1, 1, 2, 2, 3, 3)
      end,
      pairs = function()
        for _ in world:pairs() do
          for _ in world:pairs() do
            if _VERSION >= "Lua 5.4" then -- none before closes a loop that is left
              break
            end
          end
        end
      end,
      events = function()
        world:updateEvents()
        for _ in world:events() do
        end
      end,
      bullets = function()
        world:add("bullet", 5, 5, 2, 2)
        world:updateEvents()
        world:remove("bullet")
      end,
    }
    for name, call in pairs(calls) do
      assert.is_true(garbage_per_call(call) < 1, name .. " leaves garbage")
    end
  end)
end)
