local hitbox = require "hitbox"
local versions = require "tests.tools.versions"
local support = require "tests.tools.support"
local refused, bound = support.refused, support.bound

describe("newWorld", function()
  it("makes_an_empty_world_where_interiors_must_meet", function()
    local world = hitbox.newWorld()
    assert.are.equal(0, world:count())
    assert.are.equal("overlap", world:policy())
    assert.are.equal("overlap", hitbox.newWorld({}):policy())
  end)

  it("takes_a_contact_policy", function()
    for _, policy in ipairs { "overlap", "touch", "pixel" } do
      assert.are.equal(policy, hitbox.newWorld({ policy = policy }):policy())
    end
  end)

  it("answers_the_same_in_the_same_order_by_every_broad_phase", function()
    local grid, brute = hitbox.newWorld { broadPhase = "grid" }, hitbox.newWorld { broadPhase = "brute" }
    local tree = hitbox.newWorld { broadPhase = "tree" }
    local below = support.random(1)
    for round = 1, 4 do
      for i = 1, 100 do
        local x, y, w, h = below(300), below(300), below(20), below(20)
        for _, world in ipairs { grid, tree, brute } do
          if round == 1 then
            world:add(i, x, y, w, h)
          else
            world:move(i, x, y, "cross")
          end
        end
      end
      local found = {}
      for a, b in brute:pairs() do
        found[#found + 1] = { a, b }
      end
      assert.is_true(#found > 5)
      for _, world in ipairs { grid, tree } do
        local n = 0
        for a, b in world:pairs() do
          n = n + 1
          assert.are.same(found[n], { a, b })
        end
        assert.are.equal(#found, n)
      end
    end
  end)

  it("exchanges_its_broad_phase_and_says_which_it_is", function()
    local world = hitbox.newWorld()
    assert.are.equal("grid", world:broadPhase())
    for i = 1, 50 do
      world:add(i, i * 5, 0, 6, 6)
    end
    for _, broad in ipairs { "tree", "brute", "grid" } do
      world:setBroadPhase(broad)
      assert.are.equal(broad, world:broadPhase())
      local n = 0
      for a, b in world:pairs() do
        n = n + 1
        assert(a == n and b == n + 1)
      end
      assert.are.equal(49, n)
      assert.are.equal(2, (world:queryPoint(10.5, 3)))
    end
    refused('bad argument #1 to \'setBroadPhase\' (unknown broad phase "treee", did you mean "tree"?)',
      bound(world, "setBroadPhase"), "treee")
    assert.are.equal("grid", world:broadPhase())
  end)

  it("shows_the_regions_of_its_broad_phase", function()
    local world, out = hitbox.newWorld { broadPhase = "tree" }, { 1, 2, 3 }
    assert.are.same({ 0, {} }, { world:regions(out) })
    world:add("a", 0, 0, 10, 20)
    world:add("b", 30, 0, 10, 10)
    world:add("c", 36, 4, 10, 10)
    local n, regions = world:regions(out)
    assert.are.equal(out, regions)
    assert.are.equal(2, n)
    assert.are.same({ 0, 0, 46, 20, 0, 3, 30, 0, 16, 14, 1, 2 }, regions)
    world:setBroadPhase("brute")
    assert.are.equal(0, (world:regions(out)))
    world:setBroadPhase("grid")
    n = world:regions(out)
    assert.is_true(n >= 1 and #out == 6 * n)
  end)

  it("refuses_unknown_options_and_policies", function()
    refused('bad argument #1 to \'newWorld\' (unknown option "polciy", did you mean "policy"?)',
      hitbox.newWorld, { polciy = "touch" })
    refused('bad argument #1 to \'newWorld\' (unknown policy "pixels", did you mean "pixel"?)',
      hitbox.newWorld, { policy = "pixels" })
    refused('bad argument #1 to \'newWorld\' (unknown broad phase "grit", did you mean "grid"?)',
      hitbox.newWorld, { broadPhase = "grit" })
    refused("bad argument #1 to 'newWorld' (name expected for option, got number)",
      hitbox.newWorld, { "touch" })
    refused("bad argument #1 to 'newWorld' (table expected for options, got number; a world has no cell size)",
      hitbox.newWorld, 64)
    refused("bad argument #1 to 'newWorld' (table expected for options, got string)", hitbox.newWorld, "touch")
  end)
end)

describe("a world", function()
  it("is_written_with_its_count", function()
    local world = hitbox.newWorld()
    assert.are.equal("world(0 items)", tostring(world))
    world:add("a", 0, 0, 1, 1)
    assert.are.equal("world(1 item)", tostring(world))
    world:destroy()
    assert.are.equal("world(destroyed)", tostring(world))
  end)

  it("takes_new_fields", function()
    local world = hitbox.newWorld()
    world.name = "cave"
    world[1] = world
    assert.are.equal("cave", world.name)
    assert.are.equal(world, world[1])
    assert.is_nil(hitbox.newWorld().name)
    world.name = nil
    assert.is_nil(world.name)
  end)

  it("lets_its_methods_be_overridden_for_itself_alone", function()
    local world, other = hitbox.newWorld(), hitbox.newWorld()
    local moves, move = 0, world.move
    world.move = function(self, ...)
      moves = moves + 1
      return move(self, ...)
    end
    world:add("a", 0, 0, 1, 1)
    other:add("a", 0, 0, 1, 1)
    assert.are.same({ 5, 6, 0 }, { world:move("a", 5, 6) })
    other:move("a", 7, 8)
    assert.are.equal(1, moves)
    world.move = nil
    world:move("a", 1, 1)
    assert.are.equal(1, moves)
  end)

  it("refuses_a_field_that_is_called_like_a_method", function()
    local world = hitbox.newWorld()
    for _, name in ipairs { "count", "move", "raycast" } do
      local method = world[name]
      for _, value in ipairs { 3, "x", true, false, {}, hitbox.circle(0, 0, 1) } do
        local ok, text = pcall(function()
          world[name] = value
        end)
        assert.is_false(ok)
        assert.are.equal(("'%s' is a method of worlds: your field needs another name, such as world.my%s"):format(name,
          name:sub(1, 1):upper() .. name:sub(2)), (text:gsub("^tests/lua/world/world_spec.lua:%d+: ", "")))
        assert.are.equal(method, world[name])
      end
    end
    local watcher = setmetatable({}, { __call = function(_, self) return self end })
    world.count = watcher
    assert.are.equal(watcher, world.count)
    world.count = nil
    assert.are.equal(0, world:count())
  end)

  it("hides_its_metatable", function()
    assert.is_false(getmetatable(hitbox.newWorld()))
    assert.has_error(function()
      setmetatable(hitbox.newWorld(), {})
    end)
  end)

  it("names_our_method_in_place_of_one_of_another_library", function()
    local world = hitbox.newWorld()
    for name, instead in pairs({ getRect = "world:rect(item)", hasItem = "world:has(item)", countItems = "world:count()",
      getItems = "world:items(out)", getPosition = "world:position(item)", setMask = "world:setLayers(item, nil, mask)" }) do
      refused("a world has no '" .. name .. "': " .. instead, function() world[name](world, "hero") end)
    end
    assert.is_nil(world.level)
    world.getRect = 3 -- fields of one's own
    assert.are.equal(3, world.getRect)
  end)

  it("refuses_a_wrong_self", function()
    local world = hitbox.newWorld()
    refused("calling 'count' on bad self (hitbox.world expected, got table): is it called with ':', as world:count(...)?", world.count, {})
    refused("calling 'add' on bad self (hitbox.world expected, got no value): is it called with ':', as world:add(...)?", world.add)
    refused("calling 'move' on bad self (hitbox.world expected, got hitbox.shape): is it called with ':', as world:move(...)?", world.move,
      hitbox.point(0, 0))
    refused("calling 'destroy' on bad self (hitbox.world expected, got userdata): is it called with ':', as world:destroy(...)?", world.destroy,
      world:corePointer())
  end)

  it("has_a_core_pointer", function()
    assert.are.equal("userdata", type(hitbox.newWorld():corePointer()))
  end)

  it("refuses_everything_once_it_is_destroyed", function()
    local world = hitbox.newWorld()
    world:add("a", 0, 0, 1, 1)
    world:destroy()
    world:destroy()
    local calls = {
      { "add", "b", 0, 0, 1, 1 }, { "remove", "a" }, { "update", "a", 0, 0 }, { "has", "a" },
      { "reshape", "a", 1, 1 }, { "setLayers", "a", "x" }, { "count" }, { "items" },
      { "position", "a" }, { "rect", "a" }, { "shape", "a" }, { "policy" }, { "corePointer" },
      { "contact", "a", "a" },
      { "queryRect", 0, 0, 1, 1 }, { "queryPoint", 0, 0 }, { "queryShape", hitbox.point(0, 0) },
      { "querySegment", 0, 0, 1, 1 }, { "queryCircle", 0, 0, 1 }, { "raycast", 0, 0, 1, 1 },
      { "querySweep", hitbox.point(0, 0), 1, 1 }, { "castShape", hitbox.point(0, 0), 1, 1 },
      { "updateGroup", { "a" }, 0, 0 }, { "broadPhase" }, { "setBroadPhase", "grid" }, { "regions" }, { "nearest", 0, 0 }, { "queryNearest", 0, 0, 1 }, { "result", 1 }, { "pairs" }, { "events" },
      { "step" }, { "stats" }, { "move", "a", 0, 0 }, { "check", "a", 0, 0 }, { "hit", 1 },
    }
    for _, call in ipairs(calls) do
      local name = table.remove(call, 1)
      refused("calling '" .. name .. "' on bad self (world is destroyed)", bound(world, name),
        (unpack or table.unpack)(call))
    end
  end)

  it("is_destroyed_where_a_variable_to_be_closed_ends", function()
    if _VERSION < "Lua 5.4" then
      return
    end
    local world = hitbox.newWorld()
    versions.chunk(_G, "local closed <close> = ...", "=spec")(world)
    assert.are.equal("world(destroyed)", tostring(world))
  end)
end)

describe("a world of many items", function()
  it("finds_each_after_adding_and_removing_at_random", function()
    local world, model, list = hitbox.newWorld(), {}, {}
    local seed = 12345 -- a generator of our own: the same in every Lua
    local function random(n)
      seed = (seed * 16807) % 2147483647
      return seed % n + 1
    end
    for _ = 1, versions.rounds(20000) do
      local item = random(500)
      if model[item] then
        world:remove(item)
        model[item] = nil
      else
        local x = random(1000)
        world:add(item, x, -x, 2, 3)
        model[item] = x
      end
    end
    local count = 0
    for item, x in pairs(model) do
      count = count + 1
      local left, top, w, h = world:rect(item)
      assert(left == x and top == -x and w == 2 and h == 3)
    end
    assert.are.equal(count, world:count())
    assert.are.equal(count, #world:items(list))
  end)
end)
