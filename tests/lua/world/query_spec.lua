local hitbox = require "hitbox"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"
local refused, refuses_bad_numbers, bound =
  support.refused, support.refuses_bad_numbers, support.bound

local function found(n, out)
  assert.are.equal(n, #out)
  return table.concat(out, " ")
end

describe("queries", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10)
    world:add("b", 20, 0, 10, 10)
    world:add("c", 5, 5, 10, 10)
  end)

  it("find_what_a_rectangle_meets_in_the_order_of_adding", function()
    assert.are.equal("a b c", found(world:queryRect(0, 0, 100, 100)))
    assert.are.equal("a c", found(world:queryRect(6, 6, 1, 1)))
    assert.are.equal("", found(world:queryRect(15, 15, 5, 5)))
    assert.are.equal("", found(world:queryRect(10, 0, 10, 5)))
  end)

  it("find_what_is_at_a_point", function()
    assert.are.equal("a c", found(world:queryPoint(6, 6)))
    assert.are.equal("", found(world:queryPoint(0, 0)))
    assert.are.equal("b", found(world:queryPoint(21, 1)))
  end)

  it("find_what_a_shape_meets", function()
    assert.are.equal("b c", found(world:queryShape(hitbox.circle(18, 10, 4))))
    assert.are.equal("a b c", found(world:queryShape(hitbox.segment(1, 1, 25, 9))))
    -- through a corner of c only
    assert.are.equal("a b", found(world:queryShape(hitbox.segment(1, 1, 29, 9))))
    assert.are.equal("", found(world:queryShape(hitbox.point(100, 0))))
  end)

  it("follow_a_segment_exactly_to_its_end", function()
    local world = hitbox.newWorld()
    world:add("ahead", 58.9, 0, 10, 10)
    world:add("beside", -10, 10, 90, 10)
    assert.are.equal(1, (world:querySegment(25.8, 5.3, 58.9, 5.7)))
    assert.are.same({ "ahead", 1, -1, 0, false, 1, -1, 0 }, { world:result(1) })
    assert.are.equal(0, (world:querySegment(25.8, 5.3, 58.9 - 2 ^ -47, 5.7)))
  end)

  it("find_what_a_segment_crosses_in_its_order", function()
    assert.are.equal("a c b", found(world:querySegment(-5, 7, 40, 7)))
    assert.are.equal("b c a", found(world:querySegment(40, 7, -5, 7)))
    assert.are.equal("", found(world:querySegment(-5, 40, 40, 40)))
    assert.are.equal("a", found(world:querySegment(1, 1, 1, 1)))
  end)

  it("count_a_shared_boundary_by_the_worlds_policy", function()
    local touching = hitbox.newWorld({ policy = "touch" })
    local pixels = hitbox.newWorld({ policy = "pixel" })
    touching:add("a", 0, 0, 10, 10)
    pixels:add("a", 0, 0, 10, 10)
    assert.are.equal("a", found(touching:queryPoint(10, 10)))
    assert.are.equal("a", found(touching:queryRect(10, 0, 5, 5)))
    assert.are.equal("a", found(pixels:queryPoint(0, 0)))
    assert.are.equal("", found(pixels:queryPoint(10, 0)))
    assert.are.equal("", found(pixels:queryPoint(0, 10)))
  end)

  it("fill_a_table_and_clear_what_is_left_of_its_last_use", function()
    local out = { name = "mine" }
    local n, same = world:queryRect(0, 0, 100, 100, out)
    assert.are.equal(out, same)
    assert.are.same({ 3, 3 }, { n, #out })
    world:queryPoint(21, 1, out)
    assert.are.same({ "b", name = "mine" }, out)
    world:queryPoint(100, 1, out)
    assert.are.same({ name = "mine" }, out)
  end)

  it("grow_with_what_they_find", function()
    for i = 1, 1000 do
      world:add(i, 50, 50, 10, 10)
    end
    local out = {}
    assert.are.equal(1000, (world:queryPoint(55, 55, out)))
    for i = 1, 1000 do
      assert(out[i] == i)
    end
    assert.are.equal(1000, (world:querySegment(40, 55, 70, 55, out)))
    assert.are.equal(1, out[1])
    assert.are.equal(1000, out[1000])
    assert.are.equal(2, (world:queryPoint(6, 6, out)))
    assert.are.same({ "a", "c" }, out)
  end)

  it("do_not_ask_the_metatable_of_the_table", function()
    local out = setmetatable({}, { __newindex = error, __index = error })
    world:queryPoint(6, 6, out)
    assert.are.equal("a", rawget(out, 1))
    world:queryPoint(100, 1, out)
    assert.is_nil(rawget(out, 1))
  end)

  it("refuse_bad_arguments", function()
    refuses_bad_numbers(bound(world, "queryRect"), "queryRect", { 1, 2, 3, 4 },
      { { 1, "x" }, { 2, "y" }, { 3, "w", "size" }, { 4, "h", "size" } })
    refuses_bad_numbers(bound(world, "queryPoint"), "queryPoint", { 1, 2 }, { { 1, "x" }, { 2, "y" } })
    refuses_bad_numbers(bound(world, "querySegment"), "querySegment", { 1, 2, 3, 4 },
      { { 1, "x1" }, { 2, "y1" }, { 3, "x2" }, { 4, "y2" } })
    refuses_bad_numbers(bound(world, "raycast"), "raycast", { 1, 2, 3, 4 },
      { { 1, "x" }, { 2, "y" }, { 3, "dx" }, { 4, "dy" } })
    refused("bad argument #1 to 'queryShape' (shape expected for shape, got string)",
      bound(world, "queryShape"), "a")
    refused("bad argument #3 to 'queryPoint' (table expected for out, got string; the mask comes last)",
      bound(world, "queryPoint"), 0, 0, "a")
    refused("bad argument #5 to 'queryRect' (table expected for out, got function; a query takes no filter, but layers as the mask)",
      bound(world, "queryRect"), 0, 0, 1, 1, print)
    local noFilter = "(name or list of names expected for mask, got function; a query takes no filter)"
    refused("bad argument #6 to 'queryRect' " .. noFilter, bound(world, "queryRect"), 0, 0, 1, 1, {}, print)
    refused("bad argument #5 to 'raycast' " .. noFilter, bound(world, "raycast"), 0, 0, 1, 1, print)
    refused("bad argument #3 to 'queryPoint' (table expected for out, got number)", bound(world, "queryPoint"), 0, 0, 3)
    refused("bad argument #1 to 'queryRect' (every edge of the rectangle must be at most 2^100 in "
      .. "magnitude)", bound(world, "queryRect"), 2 ^ 100, 0, 2 ^ 100, 1)
    refused("bad argument #1 to 'querySegment' (the way along the segment must be at most 2^100 in "
      .. "magnitude)", bound(world, "querySegment"), -2 ^ 100, 0, 2 ^ 100, 1)
    refused("bad argument #1 to 'raycast' (the end of the ray must be at most 2^100 in magnitude)",
      bound(world, "raycast"), 2 ^ 100, 0, 2 ^ 100, 1)
  end)
end)

describe("world:raycast", function()
  it("gives_the_first_item_with_time_and_normal", function()
    local world = hitbox.newWorld()
    world:add("far", 30, 0, 10, 10)
    world:add("near", 10, 0, 10, 10)
    assert.are.same({ "near", 0.25, -1, 0, false }, { world:raycast(0, 5, 40, 0) })
    assert.are.same({ "far", 0.25, 1, 0, false }, { world:raycast(50, 5, -40, 0) })
    assert.is_nil(world:raycast(0, 5, 9, 0))
    assert.is_nil(world:raycast(0, 20, 40, 0))
  end)

  it("returns_whether_it_begins_inside", function()
    local world = hitbox.newWorld()
    world:add("box", 0, 0, 10, 20, { layer = "box" })
    world:add("edge", 40, 0, 10, 20, { layer = "edge" })
    for _, mask in ipairs({ "box", { "box" } }) do
      local item, t, _, _, inside = world:raycast(2, 10, 40, 0, mask)
      assert.are.same({ "box", 0, true }, { item, t, inside })
      inside = select(5, world:raycast(-10, 10, 40, 0, mask))
      assert.is_false(inside)
    end
    assert.are.same({ "edge", 0, -1, 0, false }, { world:raycast(40, 10, 5, 0, "edge") })
  end)

  it("looks_only_for_a_mask", function()
    local world = hitbox.newWorld()
    world:add("near", 10, 0, 10, 10, { layer = "glass" })
    world:add("far", 30, 0, 10, 10, { layer = "wall" })
    assert.are.equal("far", (world:raycast(0, 5, 40, 0, "wall")))
    assert.are.equal("near", (world:raycast(0, 5, 40, 0, { "wall", "glass" })))
    assert.is_nil(world:raycast(0, 5, 40, 0, {}))
  end)
end)

describe("world:queryItem", function()
  it("finds_what_an_item_meets_and_not_itself", function()
    local world = hitbox.newWorld()
    world:add("ball", 10, 10, hitbox.circle(0, 0, 5))
    world:add("far", 14, 14, 10, 10)     -- its corner is 5.66 away
    world:add("wall", 14.5, 0, 10, 20)   -- 4.5 away
    world:add("floor", 0, 15, 100, 10)   -- touches it
    world:add("same", 10, 10, hitbox.circle(0, 0, 5))
    assert.are.equal("wall same", found(world:queryItem("ball")))
    assert.are.equal("ball wall", found(world:queryItem("same")))
    assert.are.equal("ball far floor same", found(world:queryItem("wall", { 1, 2, 3, 4, 5 })))
    world:update("ball", 10, 10.25)
    assert.are.equal("wall floor same", found(world:queryItem("ball")))
  end)

  it("asks_for_what_the_item_looks_for_or_for_the_layers_that_are_named", function()
    local world = hitbox.newWorld({ policy = "touch" })
    world:add("ship", 0, 0, 10, 10, { layer = "ship", mask = { "rock", "shot" } })
    world:add("rock", 10, 0, 10, 10, { layer = "rock", mask = {} })
    world:add("star", 5, 5, 10, 10, { layer = "star" })
    world:add("shot", 1, 1, 2, 2, { layer = "shot", mask = "ship" })
    assert.are.equal("rock shot", found(world:queryItem("ship")))
    assert.are.equal("star", found(world:queryItem("ship", {}, "star")))
    assert.are.equal("", found(world:queryItem("ship", {}, {})))
    assert.are.equal("", found(world:queryItem("rock")))
    assert.are.equal("ship star", found(world:queryItem("rock", nil, { "ship", "star" })))
    assert.are.equal("ship rock", found(world:queryItem("star")))
  end)

  it("finds_what_brute_force_finds", function()
    local world, below = hitbox.newWorld(), support.random(5)
    local items = {}
    for i = 1, versions.isCollecting and 40 or 120 do
      local shape = i % 3 == 0 and hitbox.circle(0, 0, 4 + i % 7)
        or i % 3 == 1 and hitbox.aabb(-5, -3, 10, 6) or hitbox.polygon(-6, -4, 7, 0, -6, 4, -2, 0)
      items[i] = world:add({ number = i }, below(200), below(200), shape, { angle = i % 3 == 1 and 0 or i })
    end
    local out = {}
    for _, a in ipairs(items) do
      local wanted = {}
      for _, b in ipairs(items) do
        if a ~= b and hitbox.overlaps(world:shape(a), world:shape(b)) then
          wanted[#wanted + 1] = b
        end
      end
      local n, same = world:queryItem(a, out)
      assert(same == out and n == #wanted)
      assert.are.same(wanted, out)
      assert.are.equal(wanted[n], (world:result(n)))
      assert.is_nil(world:result(n + 1))
    end
  end)

  it("is_refused_for_what_is_no_item", function()
    local world = hitbox.newWorld()
    world:add("a", 0, 0, 1, 1)
    refused("bad argument #1 to 'queryItem' (item is not in this world; add it first)", bound(world, "queryItem"), "b")
    refused("bad argument #2 to 'queryItem' (table expected for out, got string; the mask comes last)", bound(world, "queryItem"),
      "a", "out")
    refused("bad argument #3 to 'queryItem' (name or list of names expected for mask, got boolean)",
      bound(world, "queryItem"), "a", {}, true)
  end)
end)

describe("world:queryCircle", function()
  it("finds_what_a_circle_meets", function()
    local world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10)
    world:add("b", 20, 0, 10, 10, { layer = "b" })
    assert.are.equal("a b", found(world:queryCircle(15, 5, 5.5)))
    assert.are.equal("b", found(world:queryCircle(15, 5, 5.5, nil, "b")))
    assert.are.equal("", found(world:queryCircle(15, 5, 5)))
    assert.are.equal("", found(world:queryCircle(15, 15, 7)))
  end)

  it("refuses_bad_arguments", function()
    local world, pixels = hitbox.newWorld(), hitbox.newWorld({ policy = "pixel" })
    refuses_bad_numbers(bound(world, "queryCircle"), "queryCircle", { 1, 2, 3 },
      { { 1, "x" }, { 2, "y" }, { 3, "r", "size" } })
    refused("bad argument #1 to 'queryCircle' (\"pixel\" has a meaning for points, AABBs and masks "
      .. "only; use \"overlap\" or \"touch\")", bound(pixels, "queryCircle"), 1, 2, 3)
  end)
end)

describe("world:querySegment", function()
  it("leaves_entries_and_exits_to_be_read", function()
    local world = hitbox.newWorld()
    world:add("far", 64, 0, 16, 10)
    world:add("near", 16, 0, 16, 10)
    assert.are.equal("near far", found(world:querySegment(0, 5, 128, 5)))
    assert.are.same({ "near", 0.125, -1, 0, false, 0.25, 1, 0 }, { world:result(1) })
    assert.are.same({ "far", 0.5, -1, 0, false, 0.625, 1, 0 }, { world:result(2) })
    assert.is_nil(world:result(0))
    assert.is_nil(world:result(3))
    world:querySegment(72, 2, 8, 2) -- from the inside of one
    local item, t, _, _, inside, leaves = world:result(1)
    assert.are.same({ "far", 0, true, 0.125 }, { item, t, inside, leaves })
  end)
end)

describe("world:result", function()
  it("is_of_the_last_query_whatever_it_was", function()
    local world = hitbox.newWorld()
    assert.is_nil(world:result(1))
    world:add("a", 0, 0, 10, 10)
    world:add("b", 5, 0, 10, 10)
    world:queryPoint(7, 5)
    assert.are.same({ "b" }, { world:result(2) })
    world:querySegment(-5, 5, 5, 5)
    assert.are.equal(8, select("#", world:result(1)))
    world:queryPoint(100, 5)
    assert.is_nil(world:result(1))
  end)

  it("names_no_item_that_is_gone_for_good", function()
    local world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10)
    world:querySegment(-5, 5, 5, 5)
    world:remove("a")
    world:add("b", 0, 0, 10, 10) -- in its place
    world:updateEvents()
    world:updateEvents()
    local item, t = world:result(1)
    assert.are.same({ nil, 0.5 }, { item, t })
  end)

  it("takes_an_integer", function()
    local world = hitbox.newWorld()
    refused("bad argument #1 to 'result' (integer expected for i, got nil)", bound(world, "result"), nil)
    refused("bad argument #1 to 'result' (i must be an integer, got 1.5)", bound(world, "result"), 1.5)
  end)
end)

describe("world:querySweep", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("far", 60, 0, 10, 10, { layer = "wall" })
    world:add("near", 20, 0, 10, 10)
    world:add("under", 0, 0, 2, 2)
  end)

  it("finds_what_a_shape_meets_by_time", function()
    assert.are.equal("under near far", found(world:querySweep(hitbox.aabb(0, 0, 10, 10), 80, 0)))
    assert.are.same({ "near", 0.125, -1, 0, false }, { world:result(2) })
    assert.are.same({ "far", 0.625, -1, 0, false }, { world:result(3) })
    assert.is_true((select(5, world:result(1))))
    local out = {}
    assert.are.equal(1, (world:querySweep(hitbox.circle(50, 5, 4), 10, 0, out, "wall")))
    assert.are.same({ "far" }, out)
    assert.are.equal("", found(world:querySweep(hitbox.circle(50, 5, 4), 0, 100)))
  end)

  it("gives_the_first_as_castShape", function()
    local box = hitbox.aabb(5, 0, 10, 10)
    assert.are.same({ "near", 0.25, -1, 0, false }, { world:castShape(box, 20, 0) })
    assert.are.same({ "far", 0.5625, -1, 0, false }, { world:castShape(box, 80, 0, "wall") })
    assert.is_nil(world:castShape(box, 0, 50))
    local item, t, _, _, inside = world:castShape(hitbox.circle(25, 5, 1), 20, 0)
    assert.are.same({ "near", 0, true }, { item, t, inside })
  end)

  it("refuses_bad_arguments", function()
    local shape = hitbox.point(0, 0)
    for _, name in ipairs { "querySweep", "castShape" } do
      refuses_bad_numbers(bound(world, name), name, { shape, 2, 3 }, { { 2, "dx" }, { 3, "dy" } })
      refused("bad argument #1 to '" .. name .. "' (shape expected for shape, got number)",
        bound(world, name), 1, 2, 3)
      refused("bad argument #1 to '" .. name .. "' (\"pixel\" has a meaning for points, AABBs and "
        .. "masks only; use \"overlap\" or \"touch\")",
        bound(hitbox.newWorld({ policy = "pixel" }), name), hitbox.circle(0, 0, 1), 2, 3)
    end
  end)
end)

describe("world:nearest", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("right", 20, 0, 10, 10, { layer = "wall" })
    world:add("left", -30, 0, 10, 10, { layer = "wall" })
    world:add("ball", 0, 50, hitbox.circle(0, 0, 5))
  end)

  it("gives_the_item_its_distance_and_the_closest_points", function()
    assert.are.same({ "right", 16, 4, 5, 20, 5 }, { world:nearest(4, 5) })
    assert.are.same({ "ball", 5, 0, 40, 0, 45 }, { world:nearest(hitbox.circle(0, 30, 10)) })
    local item, d = world:nearest(25, 5)
    assert.are.same({ "right", 0 }, { item, d })
  end)

  it("takes_the_first_added_of_equally_near_ones", function()
    assert.are.equal("right", (world:nearest(0, 5)))
    world:remove("right")
    world:add("right", 20, 0, 10, 10)
    assert.are.equal("left", (world:nearest(0, 5)))
  end)

  it("looks_no_farther_than_told_and_only_for_a_mask", function()
    assert.is_nil(world:nearest(4, 5, 15.9))
    assert.are.equal("right", (world:nearest(4, 5, 16)))
    assert.are.equal("right", (world:nearest(0, 40, nil, "wall")))
    assert.is_nil(world:nearest(hitbox.point(0, 40), 1e6, {}))
    assert.is_nil(hitbox.newWorld():nearest(0, 0))
  end)

  it("gives_several_as_queryNearest", function()
    local out = { 1, 2, 3, 4 }
    assert.are.same({ 2, out }, { world:queryNearest(4, 5, 2, nil, out) })
    assert.are.same({ "right", "left" }, out)
    assert.are.same({ "left", 24, 4, 5, -20, 5 }, { world:result(2) })
    assert.are.equal("right left ball", found(world:queryNearest(4, 5, 100)))
    assert.are.equal("right", found(world:queryNearest(4, 5, 100, 20)))
    assert.are.equal("ball", found(world:queryNearest(hitbox.aabb(0, 0, 1, 1), 100, nil, nil, "default")))
    assert.are.equal("", found(world:queryNearest(4, 5, 0)))
    for i = 1, 500 do
      world:add(i, i, 100, 1, 1)
    end
    local n = world:queryNearest(0, 100.5, 300, nil, out)
    assert.are.equal(300, n)
    assert.are.equal(1, out[1])
    assert.are.equal(503, (world:queryNearest(0, 100.5, 2 ^ 53, nil, out)))
  end)

  it("refuses_bad_arguments", function()
    refuses_bad_numbers(bound(world, "nearest"), "nearest", { 1, 2 }, { { 2, "y" } })
    refused("bad argument #3 to 'nearest' (maxDistance must be >= 0, got -1)", bound(world, "nearest"), 1, 2, -1)
    refused("bad argument #2 to 'nearest' (maxDistance must be finite, got NaN)", bound(world, "nearest"),
      hitbox.point(1, 2), 0 / 0)
    refused("bad argument #1 to 'nearest' (number expected for x, got string)", bound(world, "nearest"), "a")
    refused("bad argument #4 to 'nearest' (name or list of names expected for mask, got number)",
      bound(world, "nearest"), 1, 2, 3, 4)
    refused("bad argument #3 to 'queryNearest' (integer expected for count, got nil)",
      bound(world, "queryNearest"), 1, 2, nil)
    refused("bad argument #2 to 'queryNearest' (count must be >= 0, got -1)",
      bound(world, "queryNearest"), hitbox.point(1, 2), -1)
    refused("bad argument #3 to 'queryNearest' (maxDistance must be >= 0, got -1)",
      bound(world, "queryNearest"), hitbox.point(1, 2), 1, -1)
  end)
end)

describe("world:pairs", function()
  local world

  local function all()
    local list = {}
    for a, b in world:pairs() do
      list[#list + 1] = a .. b
    end
    return table.concat(list, " ")
  end

  before_each(function()
    world = hitbox.newWorld()
  end)

  it("gives_every_pair_once_in_the_order_of_adding", function()
    assert.are.equal("", all())
    for _, name in ipairs { "c", "a", "b" } do
      world:add(name, 0, 0, 10, 10)
    end
    world:add("far", 100, 0, 10, 10)
    assert.are.equal("ca cb ab", all())
    assert.are.equal("ca cb ab", all())
    world:remove("c")
    world:add("c", 0, 0, 10, 10)
    assert.are.equal("ab ac bc", all())
  end)

  it("works_in_nested_loops", function()
    for _, name in ipairs { "a", "b", "c" } do
      world:add(name, 0, 0, 10, 10)
    end
    local list = {}
    for a, b in world:pairs() do
      for c, d in world:pairs() do
        for e, f in world:pairs() do
          list[#list + 1] = a .. b .. c .. d .. e .. f
        end
      end
    end
    local expected = {}
    for _, first in ipairs { "ab", "ac", "bc" } do
      for _, second in ipairs { "ab", "ac", "bc" } do
        for _, third in ipairs { "ab", "ac", "bc" } do
          expected[#expected + 1] = first .. second .. third
        end
      end
    end
    assert.are.same(expected, list)
  end)

  it("passes_over_items_that_were_removed_in_the_loop", function()
    for _, name in ipairs { "a", "b", "c", "d" } do
      world:add(name, 0, 0, 10, 10)
    end
    local list = {}
    for a, b in world:pairs() do
      list[#list + 1] = a .. b
      if world:has("c") then
        world:remove("c")
        world:add("late", 0, 0, 10, 10)
      end
    end
    assert.are.equal("ab ad bd", table.concat(list, " "))
  end)

  it("can_be_left_by_break_and_by_an_error", function()
    for i = 1, 20 do
      world:add(i, 0, 0, 10, 10)
    end
    for _ = 1, 100 do
      for a in world:pairs() do
        if a == 2 then
          break
        end
      end
      pcall(function()
        for _ in world:pairs() do
          error("enough")
        end
      end)
    end
    local count = 0
    for _ in world:pairs() do
      count = count + 1
    end
    assert.are.equal(190, count)
  end)

  it("is_broken_off_when_the_world_is_destroyed_in_the_loop", function()
    world:add("a", 0, 0, 10, 10)
    world:add("b", 0, 0, 10, 10)
    refused("world is destroyed", function()
      for _ in world:pairs() do
        world:destroy()
      end
    end)
  end)

  it("has_an_iterator_that_takes_nothing_but_its_cursor", function()
    local iterate, cursor = world:pairs()
    assert.has_error(function()
      iterate(nil)
    end)
    assert.has_error(function()
      iterate(world)
    end)
    assert.has_error(function()
      iterate(io.stdout)
    end)
    assert.is_nil(iterate(cursor))
    assert.is_nil(iterate(cursor))
    assert.is_false(getmetatable(cursor))
    assert.are.equal("userdata", type(cursor)) -- which no script can look into
  end)

  it("counts_what_it_compared_and_found", function()
    assert.are.same({ 0, 0 }, { world:stats() })
    world:add("a", 0, 0, 10, 10)
    world:add("b", 5, 5, 10, 10)
    world:add("c", 100, 5, 10, 10)
    all()
    local tested, met = world:stats()
    assert.are.equal(1, met)
    assert.is_true(tested >= 1 and tested <= 3)
  end)
end)
