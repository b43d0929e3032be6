local hitbox = require "hitbox"
local support = require "tests.tools.support"
local refused, refuses_bad_numbers, bound =
  support.refused, support.refuses_bad_numbers, support.bound

describe("world:move", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("hero", 0, 0, 10, 10)
  end)

  it("goes_where_nothing_is_in_the_way", function()
    assert.are.same({ 44, 205.5, 0 }, { world:move("hero", 44, 205.5) })
    assert.are.same({ 44, 205.5 }, { world:position("hero") })
    assert.is_nil(world:hit(1))
    assert.are.same({ 44, 205.5, 0 }, { world:move("hero", 44, 205.5) })
  end)

  it("does_not_tunnel", function()
    world:add("paper", 1000, 0, 0.001, 10)
    assert.are.same({ 990, 0, 1 }, { world:move("hero", 1e9, 0) })
  end)

  it("slides_unless_told_otherwise", function()
    world:add("wall", 20, 0, 5, 100)
    assert.are.same({ 10, 30, 1 }, { world:move("hero", 40, 30) })
    assert.are.same({ "wall", -1, 0, 0.25, "slide", false, 10, 7.5, 0 }, { world:hit(1) })
  end)

  it("answers_by_the_response_of_the_item", function()
    world:add("wall", 20, -50, 5, 200, { layer = "wall" })
    local expected = {
      slide = { 10, 30, 1 }, touch = { 10, 7.5, 1 }, cross = { 40, 30, 1 }, bounce = { -20, 30, 1 },
    }
    for response, place in pairs(expected) do
      world:add(response, 0, 0, 10, 10, { response = response, mask = "wall" })
      assert.are.same(place, { world:move(response, 40, 30) }, response)
      assert.are.equal(response, (select(5, world:hit(1))))
    end
  end)

  it("answers_by_a_named_response", function()
    world:add("wall", 20, 0, 5, 100)
    assert.are.same({ 10, 7.5, 1 }, { world:move("hero", 40, 30, "touch") })
    world:update("hero", 0, 0)
    assert.are.same({ 40, 30, 1 }, { world:move("hero", 40, 30, "cross") })
  end)

  it("asks_a_filter_with_item_other_normal_time_and_inside", function()
    world:add("mud", 4, 0, 10, 10) -- more than half of the hero is in it
    world:add("wall", 20, 0, 5, 100)
    local calls = {}
    local x, y, n = world:move("hero", 40, 30, function(...)
      calls[#calls + 1] = { ... }
      return "touch"
    end)
    assert.are.same({ 10, 7.5, 2 }, { x, y, n })
    assert.are.equal(2, #calls)
    assert.are.same({ "hero", "wall", -1, 0, 0.25, false }, calls[2])
    assert.are.same({ "hero", "mud" }, { calls[1][1], calls[1][2] })
    assert.are.same({ 0, true }, { calls[1][5], calls[1][6] })
    assert.are.same({ "mud", "cross" }, { (world:hit(1)), (select(5, world:hit(1))) })
  end)

  it("ignores_what_the_filter_answers_with_nil_or_false", function()
    world:add("ghost", 20, 0, 5, 100)
    world:add("smoke", 30, 0, 5, 100)
    world:add("wall", 50, 0, 5, 100)
    local x, _, n = world:move("hero", 100, 0, function(_, other)
      if other == "ghost" then
        return nil
      end
      return other == "wall" and "touch"
    end)
    assert.are.same({ 40, 1 }, { x, n })
    assert.are.equal("wall", (world:hit(1)))
    assert.is_nil(world:hit(2))
  end)

  it("takes_a_callable_table_as_a_filter", function()
    world:add("wall", 20, 0, 5, 100)
    local filter = setmetatable({}, {
      __call = function(_, item, other)
        assert.are.same({ "hero", "wall" }, { item, other })
        return "cross"
      end,
    })
    assert.are.equal(40, (world:move("hero", 40, 0, filter)))
  end)

  it("keeps_the_anchor", function()
    world:add("walker", 100, 200, 12, 28, { anchor = "feet" })
    world:add("floor", 0, 210, 500, 10)
    assert.are.same({ 104, 210, 1 }, { world:move("walker", 104, 220) })
    assert.are.same({ 98, 182, 12, 28 }, { world:rect("walker") })
  end)

  it("moves_shapes_of_many_corners", function()
    world:add("nut", 0, 50, hitbox.polygon(2, 0, 4, 0, 6, 3, 4, 6, 2, 6, 0, 3))
    world:add("wall", 20, 0, 5, 100)
    local x, y, n = world:move("nut", 100, 50)
    assert.is_near(14, x, 1e-9)
    assert.are.same({ 50, 1 }, { y, n })
  end)

  it("keeps_more_hits_than_ever_before", function()
    for i = 1, 300 do
      world:add(i, 20 * i, 0, 1, 10)
    end
    local x, _, n = world:move("hero", 10000, 0, "cross")
    assert.are.same({ 10000, 300 }, { x, n })
    for i = 1, 300 do
      assert((world:hit(i)) == i)
    end
    assert.is_nil(world:hit(301))
    world:update("hero", 0, 0)
    local seen = 0
    world:move("hero", 10000, 0, function()
      seen = seen + 1
      return "cross"
    end)
    assert.are.equal(300, seen)
    assert.are.same({ 0, nil }, { select(3, world:move("hero", 0, 500)), (world:hit(1)) })
  end)

  it("refuses_bad_arguments_and_stays", function()
    world:add("wall", 20, 0, 5, 100)
    local function stays()
      assert.are.same({ 0, 0 }, { world:position("hero") })
    end
    local move = bound(world, "move")
    refuses_bad_numbers(move, "move", { "hero", 1, 2 }, { { 2, "x" }, { 3, "y" } }, stays)
    refuses_bad_numbers(bound(world, "check"), "check", { "hero", 1, 2 }, { { 2, "x" }, { 3, "y" } })
    refused("bad argument #1 to 'move' (item is not in this world; add it first)", move, "absent", 1, 2)
    refused('bad argument #4 to \'move\' (unknown response "slid", did you mean "slide"?)', move,
      "hero", 1, 2, "slid")
    refused("bad argument #4 to 'move' (function or name expected for filter, got table; options come after it)", move,
      "hero", 1, 2, {})
    refused("bad argument #4 to 'move' (function or name expected for filter, got boolean)", move,
      "hero", 1, 2, false)
    refused('bad argument #4 to \'move\' (unknown response "tuch", did you mean "touch"?)', move,
      "hero", 40, 0, function()
        return "tuch"
      end)
    refused("bad argument #4 to 'move' (filter must return a name, nil or false, got boolean)", move,
      "hero", 40, 0, function()
        return true
      end)
    refused("bad argument #4 to 'move' (filter must return a name, nil or false, got number)", move,
      "hero", 40, 0, function()
        return 1
      end)
    stays()
  end)
end)

describe("world:check", function()
  it("tells_where_a_move_would_end_and_moves_nothing", function()
    local world = hitbox.newWorld()
    world:add("hero", 0, 0, 10, 10)
    world:add("wall", 20, 0, 5, 100)
    assert.are.same({ 10, 30, 1 }, { world:check("hero", 40, 30) })
    assert.are.equal("wall", (world:hit(1)))
    assert.are.same({ 40, 30, 1 }, { world:check("hero", 40, 30, "cross") })
    assert.are.same({ 40, 30, 0 }, { world:check("hero", 40, 30, function() end) })
    assert.are.same({ 5, 5, 0 }, { world:check("hero", 5, 5) })
    assert.are.same({ 0, 0 }, { world:position("hero") })
  end)
end)

describe("world:hit", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("hero", 0, 0, 10, 10)
    world:add("wall", 20, 0, 5, 100)
  end)

  it("is_nil_out_of_range", function()
    assert.is_nil(world:hit(1))
    world:move("hero", 40, 0)
    for _, i in ipairs { 0, -1, 2, 1000, math.maxinteger or 2 ^ 53, math.mininteger or -2 ^ 53 } do
      assert.is_nil(world:hit(i))
    end
    assert.are.equal("wall", (world:hit(1.0)))
  end)

  it("refuses_what_is_no_integer", function()
    local hit = bound(world, "hit")
    refused("bad argument #1 to 'hit' (i must be an integer, got 1.5)", hit, 1.5)
    refused("bad argument #1 to 'hit' (i must be an integer, got NaN)", hit, 0 / 0)
    refused("bad argument #1 to 'hit' (i must be an integer, got inf)", hit, 1 / 0)
    refused("bad argument #1 to 'hit' (integer expected for i, got string)", hit, "1")
    refused("bad argument #1 to 'hit' (integer expected for i, got no value)", hit)
  end)

  it("still_names_an_item_that_was_removed_since", function()
    world:move("hero", 40, 0)
    world:remove("wall")
    world:add("other", 100, 100, 1, 1)
    assert.are.equal("wall", (world:hit(1)))
  end)

  it("stays_as_it_is_when_a_move_is_refused", function()
    world:move("hero", 40, 0)
    pcall(world.move, world, "hero", 0 / 0, 0)
    pcall(world.move, world, "absent", 0, 0)
    assert.are.equal("wall", (world:hit(1)))
  end)
end)

describe("a filter", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("hero", 0, 0, 10, 10)
    world:add("first", 20, 0, 5, 10)
    world:add("second", 40, 0, 5, 10)
  end)

  it("may_raise_and_the_item_stays", function()
    for _ = 1, 100 do
      refused("no", world.move, world, "hero", 100, 0, function()
        error("no", 0)
      end)
    end
    assert.are.same({ 0, 0 }, { world:position("hero") })
    local raised = {}
    local ok, err = pcall(world.move, world, "hero", 100, 0, function()
      error(raised)
    end)
    assert.are.same({ false, raised }, { ok, err })
    assert.are.same({ 10, 0, 1 }, { world:move("hero", 100, 0) })
    assert.are.equal("first", (world:hit(1)))
  end)

  it("leaves_its_own_traceback", function()
    local trace = select(2, xpcall(function()
      world:move("hero", 100, 0, function()
        local nothing = nil
        return nothing.response
      end)
    end, debug.traceback))
    assert.is_truthy(trace:find("attempt to index", 1, true))
    assert.is_truthy(trace:find("in method 'move'", 1, true) or trace:find("in function", 1, true))
  end)

  it("may_not_yield", function()
    local run = coroutine.wrap(function()
      return pcall(world.move, world, "hero", 100, 0, function()
        coroutine.yield()
      end)
    end)
    local ok, message = run()
    assert.is_false(ok)
    assert.is_truthy(message:find("attempt to yield across .*C%-call boundary$"))
    assert.are.same({ 0, 0 }, { world:position("hero") })
  end)

  it("may_run_coroutines_that_move", function()
    world:add("ghost", 0, 50, 10, 10)
    local run = coroutine.wrap(function()
      while true do
        coroutine.yield((world:move("ghost", 7, 50)))
      end
    end)
    local x, _, n = world:move("hero", 100, 0, function()
      assert.are.equal(7, run())
      return "cross"
    end)
    assert.are.same({ 100, 2 }, { x, n })
  end)

  it("may_remove_what_was_hit", function()
    local x, _, n = world:move("hero", 100, 0, function(_, other)
      world:remove(other)
      return "cross"
    end)
    assert.are.same({ 100, 2 }, { x, n })
    assert.are.same({ "first", "second" }, { (world:hit(1)), (world:hit(2)) })
    assert.are.equal(1, world:count())
  end)

  it("may_remove_what_it_then_touches", function()
    local x, _, n = world:move("hero", 100, 0, function(_, other)
      world:remove(other)
      return "touch"
    end)
    assert.are.same({ 10, 1 }, { x, n })
  end)

  it("may_remove_what_comes_later", function()
    local x, _, n = world:move("hero", 100, 0, function()
      if world:has("second") then
        world:remove("second")
      end
      return "cross"
    end)
    assert.are.same({ 100, 1 }, { x, n })
  end)

  it("may_remove_the_mover_which_then_stays_away", function()
    local x, y, n = world:move("hero", 100, 0, function(item)
      world:remove(item)
      return "touch"
    end)
    assert.are.same({ 10, 0, 1 }, { x, y, n })
    assert.is_false(world:has("hero"))
    assert.are.equal("first", (world:hit(1)))
    assert.are.equal(2, world:count())
  end)

  it("may_remove_the_mover_and_add_it_again", function()
    world:move("hero", 100, 0, function(item)
      world:remove(item)
      world:add(item, -50, -50, 1, 1)
      return "touch"
    end)
    assert.are.same({ -50, -50, 1, 1 }, { world:rect("hero") })
  end)

  it("may_add_what_is_then_met", function()
    local x, _, n = world:move("hero", 100, 0, function(_, other)
      if other == "first" then
        for i = 1, 100 do
          world:add(i, 60, 100 * i, 5, 10)
        end
        world:add("new", 60, 0, 5, 10)
        return "cross"
      end
      return other == "new" and "touch" or "cross"
    end)
    assert.are.same({ 50, 3 }, { x, n })
    assert.are.equal("new", (world:hit(3)))
  end)

  it("may_move_others_and_itself_in_the_middle_of_a_move", function()
    local depth, deepest = 0, 0
    local function filter(item, other)
      depth = depth + 1
      deepest = math.max(deepest, depth)
      if other == "first" and depth < 20 then
        world:check(item, 100, 0, filter)
        assert.are.equal(2, select(3, world:check(item, 100, 0, "cross")))
        assert.are.same({ "first", "second" }, { (world:hit(1)), (world:hit(2)) })
      end
      depth = depth - 1
      return other == "first" and "cross" or "touch"
    end
    assert.are.same({ 30, 0, 2 }, { world:move("hero", 100, 0, filter) })
    assert.are.equal(20, deepest)
    assert.are.same({ "first", "second" }, { (world:hit(1)), (world:hit(2)) })
    assert.is_nil(world:hit(3))
  end)

  it("may_move_an_item_and_remove_one_that_the_outer_move_hit", function()
    world:add("crate", 60, 0, 5, 10)
    local inner
    local function filter(_, other)
      if other == "second" then
        local x, _, n = world:move("second", 100, 0)
        inner = { x, n, (world:hit(1)) }
        world:remove("first")
      end
      return "cross"
    end
    for _ = 1, 3 do
      world:update("hero", 0, 0)
      world:update("second", 40, 0)
      assert.are.equal(3, select(3, world:move("hero", 100, 0, filter)))
      assert.are.same({ 55, 1, "crate" }, inner)
      assert.are.same({ "first", "second", "crate" }, { (world:hit(1)), (world:hit(2)), (world:hit(3)) })
      world:add("first", 20, 0, 5, 10)
    end
  end)

  it("may_raise_out_of_a_nested_move", function()
    local function filter(item, other)
      if other == "first" then
        assert.has_error(function()
          world:move("first", 200, 0, function()
            error("inner")
          end)
        end)
      end
      assert.has_error(function()
        world:check(item, 100, 0, function()
          error("inner")
        end)
      end)
      return "cross"
    end
    for _ = 1, 10 do
      world:update("hero", 0, 0)
      local x, _, n = world:move("hero", 100, 0, filter)
      assert.are.same({ 100, 2 }, { x, n })
      assert.are.same({ "first", "second" }, { (world:hit(1)), (world:hit(2)) })
    end
  end)

  it("may_ask_the_world", function()
    local out = {}
    world:move("hero", 100, 0, function()
      local n = world:queryRect(0, 0, 100, 100, out)
      assert.are.equal(3, n)
      for _ in world:pairs() do
        error("nothing meets")
      end
      world:updateEvents()
      assert.is_nil(world:hit(1))
      return "cross"
    end)
    assert.are.equal(2, (select(3, world:check("hero", 0, 0, "cross"))))
  end)

  it("may_destroy_the_world", function()
    refused("calling 'move' on bad self (world is destroyed)", world.move, world, "hero", 100, 0,
      function()
        world:destroy()
        return "cross"
      end)
    assert.are.equal("world(destroyed)", tostring(world))
  end)
end)

describe("a move with a mask", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("wall", 50, -20, 10, 60, { layer = "wall", mask = {} })
    world:add("foe", 20, 0, 10, 10, { layer = "foe", mask = "hero" })
    world:add("hero", 0, 0, 10, 10, { layer = "hero", mask = { "wall", "foe" } })
  end)

  it("meets_only_what_is_on_these_layers", function()
    for _ = 1, 2 do
      assert.are.same({ 40, 0, 1 }, { world:check("hero", 90, 0, nil, { mask = "wall" }) })
      assert.are.equal("wall", (world:hit(1)))
      assert.are.same({ 10, 0, 1 }, { world:check("hero", 90, 0, nil, { mask = { "foe", "wall" } }) })
      assert.are.same({ 10, 0, 1 }, { world:check("hero", 90, 0) })
      assert.are.same({ 90, 0, 0 }, { world:check("hero", 90, 0, nil, { mask = {} }) })
    end
    assert.are.same({ 40, 0, 1 }, { world:move("hero", 90, 0, "touch", { mask = "wall" }) })
  end)

  it("looks_for_nothing_that_the_mover_does_not_look_for", function()
    world:setLayers("hero", nil, "foe")
    assert.are.same({ 90, 0, 0 }, { world:check("hero", 90, 0, nil, { mask = "wall" }) })
    assert.are.same({ 90, 0, 0 }, { world:check("hero", 90, 0, nil, { mask = "unused" }) })
  end)

  it("is_for_walks_as_well", function()
    local x, _, n = world:walk("hero", 90, 0, nil, { mask = "wall" })
    assert.are.same({ 40, 1 }, { x, n })
    x, _, n = world:walk("hero", -90, 0, nil, { mask = "wall" })
    assert.are.same({ -50, 0 }, { x, n })
    x, _, n = world:walk("hero", 90, 0)
    assert.are.same({ 10, 1 }, { x, n })
  end)

  it("refuses_what_names_no_layers", function()
    refused("bad argument #5 to 'move' (name or list of names expected for mask, got number)",
      bound(world, "move"), "hero", 0, 0, nil, { mask = 3 })
    refused("bad argument #5 to 'check' (names expected for mask, got boolean)",
      bound(world, "check"), "hero", 0, 0, nil, { mask = { true } })
    refused("bad argument #5 to 'walk' (name or list of names expected for mask, got boolean)",
      bound(world, "walk"), "hero", 0, 0, nil, { mask = true })
    assert.are.equal(0, (world:edges("hero")))
  end)
end)

describe("a move with corner correction", function()
  it("slips_past_the_corner_of_a_roof", function()
    local world = hitbox.newWorld()
    world:add("roof", 0, -20, 50, 10)
    world:add("hero", 47, 0, 10, 10)
    assert.are.same({ 47, -10, 1 }, { world:check("hero", 47, -40) })
    assert.are.same({ 47, -10, 1 }, { world:check("hero", 47, -40, nil, { cornerCorrection = 2 }) })
    assert.are.same({ 50, -40, 0 }, { world:move("hero", 47, -40, nil, { cornerCorrection = 3 }) })
    refused("bad argument #5 to 'move' (cornerCorrection must be >= 0, got -1)", bound(world, "move"), "hero",
      0, 0, nil, { cornerCorrection = -1 })
  end)
end)

describe("a move with a bounce", function()
  it("may_be_chosen_by_the_filter_for_each_hit", function()
    local world = hitbox.newWorld()
    world:add("ball", 0, 0, 8, 8)
    world:add("mat", 28, 0, 8, 8)
    local function answer(share)
      return function() return "bounce", share end
    end
    assert.are.equal(10, (world:check("ball", 40, 0, answer(0.5))))
    assert.are.equal(0, (world:check("ball", 40, 0, answer())))
    assert.are.equal(15, (world:check("ball", 40, 0, answer(0.25), { bounce = 0 })))
    assert.are.equal(20, (world:check("ball", 40, 0, answer("far"), { bounce = 0 })))
    assert.matches("filter's bounce must be >= 0, got %-1", select(2, pcall(world.check, world, "ball",
      40, 0, answer(-1))))
    assert.are.equal(20, (world:check("ball", 40, 0, function() return "slide", -1 end)))
  end)

  it("reflects_the_given_part_of_the_motion", function()
    local world = hitbox.newWorld()
    world:add("wall", 30, 0, 10, 10)
    world:add("ball", 0, 0, 10, 10)
    assert.are.same({ 0, 4, 1 }, { world:check("ball", 40, 4, "bounce") })
    assert.are.same({ 10, 4, 1 }, { world:check("ball", 40, 4, "bounce", { bounce = 0.5 }) })
    assert.are.same({ 20, 4, 1 }, { world:check("ball", 40, 4, "bounce", { bounce = 0 }) })
    refused("bad argument #5 to 'move' (bounce must be >= 0, got -1)", bound(world, "move"), "ball",
      0, 0, nil, { bounce = -1 })
  end)
end)

describe("an item that is oneWay", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("hero", 0, 0, 10, 10)
  end)

  it("stops_what_comes_from_that_side_only", function()
    for way, ends in pairs { above = { 0, -20 }, below = { 0, 20 }, left = { -20, 0 }, right = { 20, 0 } } do
      world:add(way, 0, 0, 10, 10, { oneWay = way })
      for _, from in ipairs { { 0, -20 }, { 0, 20 }, { -20, 0 }, { 20, 0 } } do
        world:update("hero", from[1], from[2])
        local x, y, n = world:move("hero", -from[1], -from[2])
        local stopped = from[1] == ends[1] and from[2] == ends[2]
        assert.are.same(stopped and { from[1] / 2, from[2] / 2, 1 } or { -from[1], -from[2], 0 },
          { x, y, n })
      end
      world:remove(way)
    end
  end)

  it("is_mirrored_by_its_facing_and_turned", function()
    world:add("door", 40, 0, 10, 10, { oneWay = { 1, 0 }, facing = -1, anchor = { 0, 0 } })
    world:update("hero", 0, 0)
    assert.are.same({ 20, 0, 1 }, { world:move("hero", 100, 0) }) -- it reaches from 30 to 40
    world:reshape("door", 10, 10, { facing = 1 })
    assert.are.same({ 100, 0, 0 }, { world:move("hero", 100, 0) })
    assert.are.same({ 50, 0, 1 }, { world:move("hero", 0, 0) })
    world:setTransform("door", math.pi)
    assert.are.same({ 0, 0, 0 }, { world:move("hero", 0, 0) })
    world:setOneWay("door", false)
    world:update("hero", 0, -5)
    assert.are.same({ 20, -5, 1 }, { world:move("hero", 100, -5) })
  end)

  it("is_dropped_through_on_request_and_ignored_until_it_is_left", function()
    world:add("ledge", -50, 10, 200, 4, { oneWay = "above" })
    world:add("floor", -50, 100, 200, 4)
    for _, through in ipairs { true, "ledge", { "floor", "ledge" } } do
      world:update("hero", 0, 0)
      assert.are.same({ 0, 0, 1 }, { world:move("hero", 0, 1) })
      assert.are.same({ 0, 1, 0 }, { world:move("hero", 0, 1, nil, { through = through }) })
      assert.are.same({ 0, 30, 0 }, { world:move("hero", 0, 30) })
      assert.are.same({ 0, -30, 0 }, { world:move("hero", 0, -30) })
      assert.are.same({ 0, 0, 1 }, { world:move("hero", 0, 30) })
    end
    world:update("hero", 0, 80)
    assert.are.same({ 0, 90, 1 }, { world:move("hero", 0, 120, nil, { through = true }) })
    assert.are.same({ 0, 120, 0 }, { world:move("hero", 0, 120, nil, { through = "floor" }) })
  end)

  it("refuses_what_is_no_side", function()
    local add, set, move = bound(world, "add"), bound(world, "setOneWay"), bound(world, "move")
    refused('bad argument #6 to \'add\' (unknown side "abov", did you mean "above"?)', add, "x", 0, 0,
      1, 1, { oneWay = "abov" })
    refused("bad argument #6 to 'add' (side, {x, y} or false expected for oneWay, got boolean)", add,
      "x", 0, 0, 1, 1, { oneWay = true })
    refused("bad argument #2 to 'setOneWay' (oneWay[2] must be finite, got NaN)", set, "hero",
      { 0, 0 / 0 })
    refused("bad argument #2 to 'setOneWay' (number expected for oneWay[1], got nil)", set, "hero", {})
    refused('bad argument #5 to \'move\' (unknown option "thru", did you mean "through"?)', move,
      "hero", 1, 1, nil, { thru = true })
    refused("bad argument #5 to 'move' (table expected for options, got number)", move,
      "hero", 1, 1, nil, 3)
  end)
end)
