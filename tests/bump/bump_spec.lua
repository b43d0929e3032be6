--- The contract of hitbox.bump, which is bump.lua's, with values by hand. tests/bump/differential.lua
--- compares the two.
local bump = require "hitbox.bump"
local refused, randomOf = require("tests.tools.support").refused, require("tests.tools.support").random
local versions = require "tests.tools.versions"
local support = require "tests.bump.support"

local function newWorld(cellSize)
  return bump.newWorld(cellSize)
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

  it("list_their_cells_in_rows_for_drawing", function()
    local world, item = newWorld(10), {}
    world:add(item, 5, -5, 10, 5) -- two columns of one row, as it ends where the next begins
    world:add("small", 12, -9, 1, 1)
    local left = { x = 1, y = 0, itemCount = 1, items = { [item] = true } }
    local right = { x = 2, y = 0, itemCount = 2, items = { [item] = true, small = true } }
    assert.are.same({ [0] = { left, right } }, world.rows)
    world:remove("small")
    world:update(item, 0, 0, 10, 10)
    assert.are.same({ { { x = 1, y = 1, itemCount = 1, items = { [item] = true } } } }, world.rows)
    local level = setmetatable({}, { __index = world })
    assert.are.equal(1, level.rows[1][1].itemCount)
  end)

  it("have_as_many_cells_in_rows_as_they_count", function()
    local world, below = newWorld(7), randomOf(2)
    for i = 1, 200 do
      world:add(i, below(1000) / 3 - 150, below(1000) / 3 - 150, below(60) / 3 + 0.5, below(60) / 3 + 0.5)
    end
    local count = 0
    for _, row in pairs(world.rows) do
      for _ in pairs(row) do
        count = count + 1
      end
    end
    assert.are.equal(world:countCells(), count)
  end)

  it("refuse_rows_of_cells_without_end", function()
    local world = newWorld()
    world:add("far and wide", 0, 0, math.huge, 10)
    refused("rows would be more than 1048576 cells, or are farther away than 2^53", function()
      local rows = world.rows
      return rows
    end)
  end)

  it("refuse_rows_that_no_loop_could_walk", function()
    local world = newWorld(1)
    world:add("far", 1e300, 0, 1e284, 1)
    refused("rows would be more than 1048576 cells, or are farther away than 2^53", function()
      local rows = world.rows
      return rows
    end)
  end)

  it("say_what_to_ask_instead_of_fields_that_they_lack", function()
    local world = newWorld()
    refused("a world of hitbox.bump has no 'rects': see getRect and hasItem", function()
      local rects = world.rects
      return rects
    end)
    refused("a world of hitbox.bump has no 'nonEmptyCells': see countCells", function()
      local cells = world.nonEmptyCells
      return cells
    end)
    world.rects, world.rows = 1, 2 -- but may be given them
    assert.are.same({ 1, 2 }, { world.rects, world.rows })
    assert.is_nil(world.others)
  end)

  it("are_let_go_with_their_items_even_in_a_cycle", function()
    local seen = setmetatable({}, { __mode = "k" })
    do
      local world = newWorld()
      local item = { world = world }
      world:add(item, 0, 0, 1, 1)
      seen[world], seen[item] = true, true
    end
    versions.collect()
    assert.is_nil(next(seen))
  end)

  it("are_refused_when_they_are_none", function()
    local message = "calling a method on bad self (a world of hitbox.bump expected, got "
    for _, name in ipairs { "add", "move", "check", "project", "update", "remove", "queryRect", "getRect" } do
      local method = newWorld()[name]
      refused(message .. "table)", method, {}, "a", 0, 0, 1, 1)
      refused(message .. "string)", method, "a", 0, 0) -- by a dot for a colon
      refused(message .. "nil)", method, nil)
    end
  end)
end)

describe("a_goal", function()
  it("is_named_as_other_numbers_are_where_it_is_none", function()
    local world = newWorld()
    world:add("a", 0, 0, 1, 1)
    for _, name in ipairs { "move", "check" } do
      refused("goalX must be a number, but was x(a string)", world[name], world, "a", "x", 0)
      refused("goalY must be a number, but was x(a string)", world[name], world, "a", 0, "x")
    end
    refused("goalX must be a number, but was true(a boolean)", world.project, world, "a", 0, 0, 1, 1, true, 0)
    refused("goalY must be a number, but was x(a string)", bump.rect.detectCollision, 0, 0, 1, 1, 0, 0, 1, 1, 5, "x")
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
    assert.are.equal("a b", support.sorted(items))
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

  it("must_be_in_the_world_to_be_queried_moved_or_removed", function()
    local world = newWorld()
    local message = "Item b must be added to the world before getting its rect."
      .. " Use world:add(item, x,y,w,h) to add it first."
    for _, method in ipairs { "getRect", "remove", "update", "move", "check" } do
      refused(message, world[method], world, "b", 1, 1)
    end
  end)

  it("are_reported_missing_at_the_line_of_the_game", function()
    local world, patched = newWorld(), newWorld()
    patched.getRect = function(self, item) -- a plugin's, which makes check and move go the long way
      local x, y, w, h = world.getRect(self, item)
      return x, y, w, h
    end
    world:add("a", 0, 0, 1, 1)
    local function told(text, f, ...)
      local line = debug.getinfo(f, "S").linedefined
      local ok, got = pcall(f, ...)
      assert.is_false(ok)
      assert.are.equal(("tests/bump/bump_spec.lua:%d: %s"):format(line, text), (got:gsub("^%./", "")))
    end
    local missing = "Item b must be added to the world before getting its rect."
      .. " Use world:add(item, x,y,w,h) to add it first."
    for _, method in ipairs { "getRect", "remove", "update", "move", "check" } do
      told(missing, function() local x = world[method](world, "b", 1, 1) return x end)
    end
    for _, method in ipairs { "move", "check" } do
      told("goalX must be a number, but was z(a string)", function() local x = world[method](world, "a", "z") return x end)
      told("table index is nil", function() local x = world[method](world) return x end)
      told("table index is nil", function() local x = patched[method](patched) return x end)
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
    collectgarbage()
    assert.are.equal(3, world:countCells())
  end)

  it("of_removed_items_are_counted_until_the_collector_has_run", function()
    local world = newWorld(64)
    world:add("a", 0, 0, 64, 64)
    world:add("b", 32, 0, 64, 64)
    collectgarbage("stop")
    assert.are.equal(2, world:countCells())
    world:remove("b")
    assert.are.equal(2, world:countCells())
    world:add("b", 300, 0, 1, 1)
    world:remove("a")
    world:remove("b")
    assert.are.equal(3, world:countCells())
    collectgarbage()
    assert.are.equal(0, world:countCells())
    collectgarbage("restart")
  end)

  it("are_counted_to_a_number_that_is_finite_and_not_negative", function()
    local edges = { 0, 1, -1, 7.5, 1e15, -2 ^ 53, 2 ^ 62 + 4096, -2 ^ 63, 2 ^ 63, 1e200, -1e300, 1.7e308 }
    local sizes = { 5e-324, 1, 100, 2 ^ 53, 2 ^ 62, 2 ^ 63, 2 ^ 64 + 4096, 1e200, 1e300, 1.7e308, math.huge }
    local below = randomOf(3)
    local function add(world, item)
      world:add(item, edges[1 + below(#edges)], edges[1 + below(#edges)], sizes[1 + below(#sizes)],
        sizes[1 + below(#sizes)])
    end
    for _, cellSize in ipairs { 5e-324, 0.7, 64, 2 ^ 70, 1.7e308 } do
      local world = newWorld(cellSize)
      for i = 1, 200 do
        add(world, i)
        if i > 10 then
          world:remove(i - 10)
        end
        local count = world:countCells()
        assert(count >= 0 and count < math.huge, count)
      end
    end
  end)

  it("are_counted_also_of_items_that_are_wider_than_an_integer", function()
    local world = newWorld(1)
    world:add("wide", -2 ^ 51, 0, 2 ^ 52, 1)
    assert.are.equal(2 ^ 52, world:countCells())
    world:add("wider", 2 ^ 63, 0, 2 ^ 63, 2)
    assert.are.equal(2 ^ 64 + 2 ^ 52, world:countCells())
  end)
end)

describe("items", function()
  it("are_where_they_were_put_in_loops_that_are_compiled", function()
    local world, sum = newWorld(), 0
    for i = 1, 300 do
      world:add(i, i, 0, 10, 10)
    end
    for round = 1, 3 do
      for i = 1, 300 do
        if round == 2 and i % 3 == 0 then
          world:remove(i)
        elseif world:hasItem(i) then
          world:update(i, i + round, round, nil, 10 * round)
          local x, y, w, h = world:getRect(i)
          sum = sum + x - i + y + w + h
        end
      end
    end
    assert.are.equal(300 * 22 + 200 * 34 + 200 * 46, sum) -- 2 round + 10 + 10 round, of 300, 200 and 200
    assert.are.equal(200, world:countItems())
    assert.is_false(world:hasItem(nil))
    local missing = "Item 3 must be added to the world before getting its rect. "
      .. "Use world:add(item, x,y,w,h) to add it first."
    refused(missing, world.getRect, world, 3)
    refused(missing, world.update, world, 3, 0, 0)
    refused("w must be a positive integer, but was 0(number)", world.update, world, 1, 0, 0, 0)
  end)
end)

describe("the module", function()
  it("is_found_where_require_knows_of_files_only", function()
    local shared, path, folder = require "tests.tools.support", package.path, nil
    local ok, fresh = shared.withoutModule(function()
      package.path = shared.module_path():gsub("hitbox/init%.lua$", "?.lua")
      local module = require "hitbox.bump"
      folder = package.loaded.hitbox
      return module
    end)
    package.path = path
    assert.is_true(ok, fresh)
    assert.is_nil(folder)
    assert.are.equal("a", fresh.newWorld():add("a", 0, 0, 1, 1))
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

  it("may_be_replaced_by_a_class_that_inherits_from_a_world", function()
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
    assert.is_nil(newWorld().answer)
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
    assert.are.equal("a b", support.sorted(items))
    assert.are.equal(2, len)
    assert.are.same({ {}, 0 }, { world:queryRect(20, 10, 10, 10) })
    refused("w must be a positive integer, but was 0(number)", world.queryRect, world, 0, 0, 0, 1)
  end)

  it("find_what_is_at_a_point_but_not_on_an_edge", function()
    local world = field()
    assert.are.equal("a", support.names((world:queryPoint(15, 15))))
    assert.are.same({ {}, 0 }, { world:queryPoint(10, 15) })
    assert.are.same({ {}, 0 }, { world:queryPoint(20, 15) })
  end)

  it("find_what_is_on_a_segment_from_its_start_on", function()
    local world = field()
    assert.are.equal("a b", support.names((world:querySegment(0, 15, 100, 15))))
    assert.are.equal("b a", support.names((world:querySegment(100, 15, 0, 15))))
    assert.are.equal("c b a", support.names((world:querySegment(300, 15, 0, 15))))
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
    assert.are.equal("b", support.names((world:queryRect(0, 0, 100, 100, notA))))
    assert.are.equal(0, (select(2, world:queryPoint(15, 15, notA))))
    assert.are.equal("b", support.names((world:querySegment(0, 15, 100, 15, notA))))
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
    assert.are.equal("earth", support.names((world:queryPoint(5e8, 5e8))))
    world:update("earth", -1e12, 100, 2e12, 50)
    assert.are.equal(2e12 * 50 + 100, world:countCells())
  end)

  it("costs_nothing_for_an_infinite_box", function()
    local world = newWorld()
    world:add("sea", 0, 100, math.huge, math.huge)
    world:add("me", 5, 0, 10, 10)
    assert.are.equal(90, (select(2, world:move("me", 5, 400))))
    assert.are.equal("sea", support.names((world:queryPoint(1e300, 1e300))))
    world:remove("sea")
    assert.are.equal(400, (select(2, world:move("me", 5, 400))))
  end)

  it("ends_for_a_far_place_a_long_way_and_a_long_segment", function()
    local world = newWorld()
    world:add("me", 1e18, -1e18, 10, 10)
    world:move("me", -1e18, 1e18)
    world:add("a", 1e6, -5, 10, 10)
    assert.are.equal("a", support.names((world:querySegment(0, 0, 1e12, 0))))
    world:querySegment(0, 0, math.huge, 0)
  end)

  it("leaves_no_memory_behind_for_items_that_wander", function()
    local world = newWorld(1)
    world:add("me", 0, 0, 1, 1)
    local function wander(from)
      for i = from, from + 20000 do
        world:move("me", i * 3, i * 2)
      end
      versions.collect()
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
