--- The contract of hitbox.bump, which is bump.lua's, with values by hand. tests/bump/differential.lua
--- compares the two.
local bump = require "hitbox.bump"
local refused = require("tests.lua.support").refused

local function newWorld(cellSize)
  return bump.newWorld(cellSize)
end

--- The names of items, or of what was hit, in their order.
local function names(list)
  local result = {}
  for i, entry in ipairs(list) do
    result[i] = type(entry) == "table" and (entry.other or entry.item) or entry
  end
  return table.concat(result, " ")
end

local function sorted(list)
  table.sort(list)
  return table.concat(list, " ")
end

describe("worlds", function()
  it("have_cells_of_64_units_unless_told_otherwise", function()
    assert.are.equal(64, newWorld().cellSize)
    assert.are.equal(32, newWorld(32).cellSize)
  end)

  it("refuse_cells_without_a_size", function()
    refused("cellSize must be a positive integer, but was 0(number)", newWorld, 0)
    refused("cellSize must be a positive integer, but was x(string)", newWorld, "x")
  end)

  it("are_tables_that_take_new_fields", function()
    local world = newWorld()
    world.name = "forest"
    assert.are.equal("table", type(world))
    assert.are.equal("forest", world.name)
  end)

  it("are_let_go_with_their_items_even_in_a_cycle", function()
    local seen = setmetatable({}, { __mode = "k" })
    do
      local world = newWorld()
      local item = { world = world }
      world:add(item, 0, 0, 1, 1)
      seen[world], seen[item] = true, true
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(next(seen))
  end)

  it("are_refused_when_they_are_none", function()
    local ok, message = pcall(newWorld().add, {}, "a", 0, 0, 1, 1)
    assert.is_false(ok)
    assert.is_truthy(message:find("a world of hitbox.bump expected", 1, true))
  end)
end)

describe("add", function()
  it("returns_the_item", function()
    local item = {}
    assert.are.equal(item, newWorld():add(item, 1, 2, 3, 4))
  end)

  it("refuses_what_is_there_already", function()
    local world = newWorld()
    world:add("a", 0, 0, 1, 1)
    refused("Item a added to the world twice.", world.add, world, "a", 0, 0, 1, 1)
    refused("Item a added to the world twice.", world.add, world, "a", "x")
  end)

  it("names_the_first_number_that_is_none", function()
    local world = newWorld()
    refused("x must be a number, but was nil(a nil)", world.add, world, "a")
    refused("y must be a number, but was z(a string)", world.add, world, "a", 1, "z", 0, 0)
    refused("w must be a positive integer, but was 0(number)", world.add, world, "a", 1, 1, 0, 0)
    refused("h must be a positive integer, but was -3(number)", world.add, world, "a", 1, 1, 1, -3)
    refused("w must be a positive integer, but was true(boolean)", world.add, world, "a", 1, 1, true, 1)
    assert.are.equal(0, world:countItems())
  end)

  it("names_the_line_that_called", function()
    local world = newWorld()
    local _, message = pcall(function()
      world:add("a")
    end)
    assert.is_truthy(message:find("^[^\n]*bump_spec%.lua:%d+: x must be"))
  end)

  it("takes_any_value_but_nil_and_nan", function()
    local world = newWorld()
    for _, item in ipairs { "a", 1, 1.5, true, print, {} } do
      world:add(item, 0, 0, 1, 1)
      assert.is_true(world:hasItem(item))
    end
    assert.has_error(function() world:add(nil, 0, 0, 1, 1) end)
    assert.has_error(function() world:add(0 / 0, 0, 0, 1, 1) end)
    assert.are.equal(6, world:countItems())
  end)
end)

describe("items", function()
  it("are_counted_listed_and_told_where_they_are", function()
    local world = newWorld()
    world:add("a", 1, 2, 3, 4)
    world:add("b", 5.5, 6, 7, 8)
    assert.are.same({ 5.5, 6, 7, 8 }, { world:getRect("b") })
    local items, len = world:getItems()
    assert.are.equal("a b", sorted(items))
    assert.are.equal(2, len)
    assert.are.equal(2, world:countItems())
    assert.is_false(world:hasItem("c"))
    assert.is_false(world:hasItem(nil))
  end)

  it("are_gone_when_they_are_removed", function()
    local world = newWorld()
    world:add("a", 0, 0, 10, 10)
    world:remove("a")
    assert.is_false(world:hasItem("a"))
    assert.are.same({ {}, 0 }, { world:getItems() })
    assert.are.same({ {}, 0 }, { world:queryRect(0, 0, 10, 10) })
    world:add("a", 5, 5, 1, 1)
    assert.are.same({ 5, 5, 1, 1 }, { world:getRect("a") })
  end)

  it("must_be_there_to_be_asked_about_moved_or_removed", function()
    local world = newWorld()
    local message = "Item b must be added to the world before getting its rect."
      .. " Use world:add(item, x,y,w,h) to add it first."
    for _, method in ipairs { "getRect", "remove", "update", "move", "check" } do
      refused(message, world[method], world, "b", 1, 1)
    end
  end)

  it("are_put_elsewhere_by_update_with_another_size_or_the_same", function()
    local world = newWorld()
    world:add("a", 0, 0, 10, 20)
    world:update("a", 100, 50)
    assert.are.same({ 100, 50, 10, 20 }, { world:getRect("a") })
    world:update("a", 1, 2, 3)
    assert.are.same({ 1, 2, 3, 20 }, { world:getRect("a") })
    refused("h must be a positive integer, but was -1(number)", world.update, world, "a", 1, 2, 3, -1)
    assert.are.same({ 1, 2, 3, 20 }, { world:getRect("a") })
  end)

  if math.type then
    it("keep_their_integers", function()
      local world = newWorld()
      world:add("a", 1, 2.0, 3, 4)
      local x, y = world:getRect("a")
      assert.are.equal("integer", math.type(x))
      assert.are.equal("float", math.type(y))
      assert.are.equal("integer", math.type((world:move("a", 7, 8))))
    end)
  end
end)

describe("cells", function()
  it("are_counted_from_1", function()
    local world = newWorld(64)
    assert.are.same({ 1, 2 }, { world:toCell(63, 64) })
    assert.are.same({ 0, 0 }, { world:toCell(-1, -64) })
    assert.are.same({ 64, -64 }, { world:toWorld(2, 0) })
  end)

  it("are_counted_once_however_many_share_them", function()
    local world = newWorld(64)
    assert.are.equal(0, world:countCells())
    world:add("a", 0, 0, 64, 64) -- its right and lower edges belong to no cell more
    assert.are.equal(1, world:countCells())
    world:add("b", 32, 32, 64, 64)
    assert.are.equal(4, world:countCells())
    world:add("c", 640, 0, 65, 10)
    assert.are.equal(6, world:countCells())
    world:remove("b")
    assert.are.equal(3, world:countCells())
  end)
end)

describe("project", function()
  it("tells_all_that_is_on_a_way_by_time", function()
    local world = newWorld()
    world:add("far", 90, 0, 10, 10)
    world:add("near", 50, 0, 10, 10)
    world:add("beside", 50, 20, 10, 10)
    local cols, len = world:project(nil, 0, 0, 10, 10, 100, 0)
    assert.are.equal(2, len)
    assert.are.equal("near far", names(cols))
    assert.are.equal(0.4, cols[1].ti) -- 40 units of 100
    assert.are.equal(0.8, cols[2].ti)
  end)

  it("tells_everything_about_a_hit", function()
    local world = newWorld()
    world:add("wall", 50, 2, 10, 20)
    local cols = world:project("ball", 0, 0, 10, 10, 80, 4)
    assert.are.same({
      item = "ball", other = "wall", type = "slide", overlaps = false, ti = 0.5,
      move = { x = 80, y = 4 },
      normal = { x = -1, y = 0 },
      touch = { x = 40, y = 2 },
      itemRect = { x = 0, y = 0, w = 10, h = 10 },
      otherRect = { x = 50, y = 2, w = 10, h = 20 },
    }, cols[1])
  end)

  it("meets_nothing_that_it_only_arrives_at", function()
    local world = newWorld()
    world:add("wall", 50, 0, 10, 10)
    assert.are.same({ {}, 0 }, { world:project(nil, 0, 0, 10, 10, 40, 0) })
    assert.are.same({ {}, 0 }, { world:project(nil, 40, 0, 10, 10, 0, 0) }) -- nor what it leaves
    assert.are.same({ {}, 0 }, { world:project(nil, 40, 0, 10, 10, 40, 90) }) -- nor slides along
    local _, len = world:project(nil, 40, 0, 10, 10, 41, 0)
    assert.are.equal(1, len)
  end)

  it("tells_of_an_overlap_minus_its_area_and_the_shortest_way_out", function()
    local world = newWorld()
    world:add("box", 8, 5, 10, 10)
    local col = world:project(nil, 0, 0, 10, 10)[1]
    assert.is_true(col.overlaps)
    assert.are.equal(-10, col.ti) -- 2 x 5
    assert.are.same({ x = -1, y = 0 }, col.normal)
    assert.are.same({ x = -2, y = 0 }, col.touch)
  end)

  it("goes_back_out_of_an_overlap_on_its_way", function()
    local world = newWorld()
    world:add("box", 8, 0, 10, 10)
    local col = world:project(nil, 0, 0, 10, 10, 4, 0)[1]
    assert.are.same({ x = -2, y = 0 }, col.touch)
    assert.are.same({ x = -1, y = 0 }, col.normal)
    assert.are.equal(-20, col.ti)
  end)

  it("takes_the_nearer_centre_of_two_that_are_met_at_once", function()
    local world = newWorld()
    world:add("off", 50, 8, 10, 10)
    world:add("level", 50, -2, 10, 10)
    assert.are.equal("level off", names((world:project(nil, 0, 0, 10, 10, 100, 0))))
  end)

  it("leaves_out_the_item_itself", function()
    local world = newWorld()
    world:add("a", 0, 0, 10, 10)
    assert.are.same({ {}, 0 }, { world:project("a", 0, 0, 10, 10, 5, 5) })
  end)

  it("goes_nowhere_without_a_goal", function()
    local world = newWorld()
    world:add("a", 0, 0, 10, 10)
    local col = world:project(nil, 5, 0, 10, 10)[1]
    assert.are.same({ x = 0, y = 0 }, col.move)
  end)

  it("asks_its_filter_about_all_that_share_a_cell_with_the_way", function()
    local world = newWorld(64)
    world:add("in_reach", 60, 60, 2, 2)
    world:add("next_cell", 65, 0, 2, 2)
    world:add("far", 200, 0, 2, 2)
    local asked = {}
    world:project("me", 0, 0, 10, 10, 5, 5, function(item, other)
      asked[#asked + 1] = item .. " " .. other
    end)
    assert.are.equal("me in_reach", sorted(asked))
  end)

  it("refuses_a_rectangle_that_is_none", function()
    local world = newWorld()
    refused("w must be a positive integer, but was nil(nil)", world.project, world, nil, 0, 0)
  end)
end)

describe("move", function()
  local function hall()
    local world = newWorld()
    world:add("me", 0, 0, 10, 10)
    world:add("wall", 50, -100, 10, 200)
    return world
  end

  it("goes_where_nothing_is_in_its_way", function()
    local world = hall()
    assert.are.same({ 30, 40, {}, 0 }, { world:move("me", 30, 40) })
    assert.are.same({ 30, 40, 10, 10 }, { world:getRect("me") })
  end)

  it("slides_without_a_filter", function()
    local world = hall()
    local x, y, cols, len = world:move("me", 80, 16)
    assert.are.same({ 40, 16 }, { x, y })
    assert.are.equal(1, len)
    assert.are.equal("slide", cols[1].type)
    assert.are.same({ x = 40, y = 16 }, cols[1].slide)
    assert.are.same({ x = 40, y = 8 }, cols[1].touch)
    assert.are.same({ 40, 16, 10, 10 }, { world:getRect("me") })
  end)

  it("slides_along_one_thing_into_the_next", function()
    local world = hall()
    world:add("floor", -100, 20, 200, 10)
    local x, y, cols, len = world:move("me", 80, 16)
    assert.are.same({ 40, 10, 2 }, { x, y, len })
    assert.are.equal("wall floor", names(cols))
    assert.are.same({ x = 40, y = 8, w = 10, h = 10 }, cols[2].itemRect)
  end)

  it("stops_by_touch", function()
    local x, y, cols = hall():move("me", 80, 16, function() return "touch" end)
    assert.are.same({ 40, 8 }, { x, y })
    assert.is_nil(cols[1].slide)
  end)

  it("goes_through_by_cross", function()
    local x, y, cols = hall():move("me", 80, 16, function() return "cross" end)
    assert.are.same({ 80, 16 }, { x, y })
    assert.are.equal("wall", names(cols))
  end)

  it("bounces", function()
    local x, y, cols = hall():move("me", 80, 16, function() return "bounce" end)
    assert.are.same({ 0, 16 }, { x, y }) -- of 80 units, 40 are left, and go back
    assert.are.same({ x = 0, y = 16 }, cols[1].bounce)
  end)

  it("does_not_see_what_its_filter_rules_out", function()
    local world = hall()
    assert.are.same({ 80, 0, {}, 0 }, { world:move("me", 80, 0, function() return false end) })
    assert.are.same({ 0, 0, {}, 0 }, { world:move("me", 0, 0, function() return nil end) })
  end)

  it("does_not_tunnel", function()
    local world = newWorld()
    world:add("me", 0, 0, 1, 1)
    world:add("thin", 500, 0, 0.125, 1)
    assert.are.equal(499, (world:move("me", 4096, 0)))
  end)

  it("refuses_a_response_that_nobody_knows", function()
    local world = hall()
    refused("Unknown collision type: wobble (string)", world.move, world, "me", 80, 0, function()
      return "wobble"
    end)
    assert.are.same({ 0, 0, 10, 10 }, { world:getRect("me") })
  end)

  it("meets_a_hundred_in_one_go", function()
    local world = newWorld()
    world:add("me", 0, 0, 10, 10)
    for i = 1, 100 do
      world:add(i, 20 * i, 0, 10, 10)
    end
    local x, _, cols, len = world:move("me", 3000, 0, function() return "cross" end)
    assert.are.same({ 3000, 100 }, { x, len })
    assert.are.equal(1, cols[1].other)
    assert.are.equal(100, cols[100].other)
  end)

  it("is_only_tried_by_check", function()
    local world = hall()
    local x, y, _, len = world:check("me", 80, 0)
    assert.are.same({ 40, 0, 1 }, { x, y, len })
    assert.are.same({ 0, 0, 10, 10 }, { world:getRect("me") })
  end)

  it("survives_a_filter_that_removes_what_it_is_asked_about", function()
    local world = hall()
    local x = world:move("me", 80, 0, function(_, other)
      world:remove(other)
      return "slide"
    end)
    assert.are.equal(80, x)
  end)

  it("leaves_the_world_as_it_was_when_a_filter_fails", function()
    local world = hall()
    assert.has_error(function()
      world:move("me", 80, 0, function() error("no") end)
    end)
    assert.are.equal(40, (world:move("me", 80, 0)))
  end)
end)

describe("responses", function()
  it("may_be_added", function()
    local world = newWorld()
    world:add("me", 0, 0, 10, 10)
    world:add("pad", 50, 0, 10, 10)
    local got
    world:addResponse("leap", function(...)
      got = { ... }
      return 7, 8, {}, 0
    end)
    local filter = function() return "leap" end
    local x, y, cols, len = world:move("me", 80, 0, filter)
    assert.are.same({ 7, 8, 1 }, { x, y, len })
    assert.are.equal(world, got[1])
    assert.are.equal(cols[1], got[2])
    assert.are.same({ 0, 0, 10, 10, 80, 0 }, { got[3], got[4], got[5], got[6], got[7], got[8] })
    assert.is_false(got[9]("me", "pad")) -- who was met already is not asked about again
    assert.are.equal("leap", got[9]("me", "other"))
  end)

  it("may_use_those_of_the_module", function()
    local world = newWorld()
    world:add("me", 0, 0, 10, 10)
    world:add("wall", 50, -100, 10, 200)
    world:addResponse("stick", function(w, col, x, y, width, h, goalX, goalY, filter)
      return bump.responses.slide(w, col, x, y, width, h, goalX, goalY, filter)
    end)
    local x, y, cols = world:move("me", 80, 16, function() return "stick" end)
    assert.are.same({ 40, 16 }, { x, y })
    assert.are.same({ x = 40, y = 16 }, cols[1].slide)
  end)

  it("may_be_replaced_in_one_world", function()
    local world, other = newWorld(), newWorld()
    for _, w in ipairs { world, other } do
      w:add("me", 0, 0, 10, 10)
      w:add("wall", 50, -100, 10, 200)
    end
    world:addResponse("slide", bump.responses.touch)
    assert.are.same({ 40, 8 }, { (select(1, world:move("me", 80, 16))), (select(2, world:getRect("me"))) })
    assert.are.equal(16, (select(2, other:move("me", 80, 16))))
  end)
end)

describe("methods", function()
  it("may_be_replaced_in_a_world_and_are_called_by_the_others", function()
    for _, method in ipairs { "check", "update", "project", "getRect" } do
      local world = newWorld()
      world:add("me", 0, 0, 10, 10)
      world:add("wall", 50, -100, 10, 200)
      local original, calls = world[method], 0
      world[method] = function(...)
        calls = calls + 1
        return original(...)
      end
      assert.are.equal(40, (world:move("me", 80, 0)))
      assert.is_true(calls > 0, method)
    end
  end)

  it("may_be_replaced_by_who_inherits_from_a_world", function()
    local world = newWorld()
    local level = setmetatable({}, { __index = world })
    local calls = 0
    function level:project(...)
      calls = calls + 1
      return world.project(self, ...)
    end
    level:add("me", 0, 0, 10, 10)
    level:add("wall", 50, -100, 10, 200)
    assert.are.equal(40, (level:move("me", 80, 0)))
    assert.are.equal(2, calls)
  end)

  it("may_be_added_for_all_worlds", function()
    local class = getmetatable(newWorld()).__index
    function class:answer()
      return 42
    end
    assert.are.equal(42, newWorld():answer())
    class.answer = nil
  end)
end)

describe("queries", function()
  local function field()
    local world = newWorld()
    world:add("a", 10, 10, 10, 10)
    world:add("b", 30, 10, 10, 10)
    world:add("c", 200, 10, 10, 10)
    return world
  end

  it("find_what_is_in_a_rectangle_and_more_than_beside_it", function()
    local world = field()
    local items, len = world:queryRect(0, 0, 31, 31)
    assert.are.equal("a b", sorted(items))
    assert.are.equal(2, len)
    assert.are.same({ {}, 0 }, { world:queryRect(20, 10, 10, 10) })
    refused("w must be a positive integer, but was 0(number)", world.queryRect, world, 0, 0, 0, 1)
  end)

  it("find_what_is_at_a_point_but_not_on_an_edge", function()
    local world = field()
    assert.are.equal("a", names((world:queryPoint(15, 15))))
    assert.are.same({ {}, 0 }, { world:queryPoint(10, 15) })
    assert.are.same({ {}, 0 }, { world:queryPoint(20, 15) })
  end)

  it("find_what_is_on_a_segment_from_its_start_on", function()
    local world = field()
    assert.are.equal("a b", names((world:querySegment(0, 15, 100, 15))))
    assert.are.equal("b a", names((world:querySegment(100, 15, 0, 15))))
    assert.are.equal("c b a", names((world:querySegment(300, 15, 0, 15))))
  end)

  it("tell_where_a_segment_comes_in_and_where_it_leaves", function()
    local infos, len = field():querySegmentWithCoords(0, 15, 80, 15)
    assert.are.equal(2, len)
    assert.are.same({ item = "a", ti1 = 0.125, ti2 = 0.25, x1 = 10, y1 = 15, x2 = 20, y2 = 15 }, infos[1])
    local inside = field():querySegmentWithCoords(15, 15, 15, 31)[1]
    assert.are.same({ item = "a", ti1 = 0, ti2 = 0.3125, x1 = 15, y1 = 15, x2 = 15, y2 = 20 }, inside)
  end)

  it("leave_out_what_their_filter_does_not_want", function()
    local world = field()
    local function notA(item)
      return item ~= "a"
    end
    assert.are.equal("b", names((world:queryRect(0, 0, 100, 100, notA))))
    assert.are.equal(0, (select(2, world:queryPoint(15, 15, notA))))
    assert.are.equal("b", names((world:querySegment(0, 15, 100, 15, notA))))
  end)

  it("find_thousands", function()
    local world = newWorld()
    for i = 1, 5000 do
      world:add(i, i % 100 * 8, math.floor(i / 100) * 8, 4, 4)
    end
    local _, len = world:queryRect(-10, -10, 1000, 1000, function(item) return item % 2 == 0 end)
    assert.are.equal(2500, len)
    assert.are.equal(5000, (select(2, world:queryRect(-10, -10, 1000, 1000))))
  end)
end)

describe("what_bump_lua_hangs_on", function()
  it("costs_nothing_for_a_huge_box", function()
    local world = newWorld(1)
    world:add("earth", -1e9, 100, 2e9, 1e9)
    world:add("me", 0, 0, 10, 10)
    assert.are.equal(90, (select(2, world:move("me", 0, 1e6))))
    assert.are.equal("earth", names((world:queryPoint(5e8, 5e8))))
    world:update("earth", -1e12, 100, 2e12, 50)
    assert.are.equal(2e12 * 50 + 100, world:countCells())
  end)

  it("costs_nothing_for_an_infinite_box", function()
    local world = newWorld()
    world:add("sea", 0, 100, math.huge, math.huge)
    world:add("me", 5, 0, 10, 10)
    assert.are.equal(90, (select(2, world:move("me", 5, 400))))
    assert.are.equal("sea", names((world:queryPoint(1e300, 1e300))))
    world:remove("sea")
    assert.are.equal(400, (select(2, world:move("me", 5, 400))))
  end)

  it("ends_for_a_far_place_a_long_way_and_a_long_segment", function()
    local world = newWorld()
    world:add("me", 1e18, -1e18, 10, 10)
    world:move("me", -1e18, 1e18)
    world:add("a", 1e6, -5, 10, 10)
    assert.are.equal("a", names((world:querySegment(0, 0, 1e12, 0))))
    world:querySegment(0, 0, math.huge, 0)
  end)

  it("leaves_nothing_behind_who_wanders", function()
    local world = newWorld(1)
    world:add("me", 0, 0, 1, 1)
    local function wander(from)
      for i = from, from + 20000 do
        world:move("me", i * 3, i * 2)
      end
      collectgarbage()
      collectgarbage()
      return collectgarbage("count")
    end
    local before = wander(0)
    assert.is_true(wander(30000) - before < 64) -- KB
    assert.are.equal(1, world:countCells())
  end)
end)

describe("rect", function()
  local rect = bump.rect

  it("has_bump_lua_s_functions", function()
    assert.are.same({ 10, 0 }, { rect.getNearestCorner(0, 0, 10, 10, 9, 2) })
    assert.are.same({ 10, 20, 6, 9 }, { rect.getDiff(0, 0, 2, 4, 12, 24, 4, 5) })
    assert.is_true(rect.containsPoint(0, 0, 10, 10, 5, 5))
    assert.is_false(rect.containsPoint(0, 0, 10, 10, 10, 5))
    assert.is_true(rect.isIntersecting(0, 0, 10, 10, 9, 9, 5, 5))
    assert.is_false(rect.isIntersecting(0, 0, 10, 10, 10, 0, 5, 5))
    assert.are.equal(25, rect.getSquareDistance(0, 0, 2, 2, 2, 3, 4, 4)) -- centres 1, 1 and 4, 5
    assert.are.same({ 0.25, 0.5, -1, 0, 1, 0 }, { rect.getSegmentIntersectionIndices(2, 0, 2, 2, 0, 1, 8, 1) })
    assert.is_nil(rect.getSegmentIntersectionIndices(2, 0, 2, 2, 0, 5, 8, 5))
    assert.are.equal(0.5, rect.detectCollision(0, 0, 2, 2, 4, 0, 2, 2, 4, 0).ti)
    assert.is_nil(rect.detectCollision(0, 0, 2, 2, 4, 0, 2, 2, 2, 0))
  end)
end)

describe("the_module", function()
  it("may_be_loaded_under_several_names_in_one_state", function()
    package.loaded["hitbox.bump"] = nil
    local again = require "hitbox.bump"
    package.loaded["hitbox.bump"] = bump
    assert.are_not.equal(bump, again)
    local world, other = bump.newWorld(), again.newWorld()
    world:add("a", 0, 0, 1, 1)
    other:add("a", 5, 0, 1, 1)
    assert.are.equal(0, (world:getRect("a")))
    assert.are.equal(7, (other:move("a", 7, 0)))
  end)

  it("says_what_it_is", function()
    assert.is_truthy(bump._VERSION:find("bump v3.1.7", 1, true))
    for _, field in ipairs { "_URL", "_DESCRIPTION", "_LICENSE" } do
      assert.are.equal("string", type(bump[field]))
    end
  end)
end)
