--- Moves in hitbox.bump, by bump.lua's contract: project, move, check and responses.
local bump = require "hitbox.bump"
local shared = require "tests.tools.support"
local refused, random = shared.refused, shared.random
local support = require "tests.bump.support"

describe("project", function()
  it("reports_all_hits_on_a_path_sorted_by_time", function()
    local world = bump.newWorld()
    world:add("far", 90, 0, 10, 10)
    world:add("near", 50, 0, 10, 10)
    world:add("beside", 50, 20, 10, 10)
    local cols, len = world:project(nil, 0, 0, 10, 10, 100, 0)
    assert.are.equal(2, len)
    assert.are.equal("near far", support.names(cols))
    assert.are.equal(0.4, cols[1].ti) -- 40 units of 100
    assert.are.equal(0.8, cols[2].ti)
  end)

  it("tells_everything_about_a_hit", function()
    local world = bump.newWorld()
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
    local world = bump.newWorld()
    world:add("wall", 50, 0, 10, 10)
    assert.are.same({ {}, 0 }, { world:project(nil, 0, 0, 10, 10, 40, 0) })
    assert.are.same({ {}, 0 }, { world:project(nil, 40, 0, 10, 10, 0, 0) }) -- nor what it leaves
    assert.are.same({ {}, 0 }, { world:project(nil, 40, 0, 10, 10, 40, 90) }) -- nor slides along
    local _, len = world:project(nil, 40, 0, 10, 10, 41, 0)
    assert.are.equal(1, len)
  end)

  it("reports_for_an_overlap_its_negated_area_and_the_shortest_way_out", function()
    local world = bump.newWorld()
    world:add("box", 8, 5, 10, 10)
    local col = world:project(nil, 0, 0, 10, 10)[1]
    assert.is_true(col.overlaps)
    assert.are.equal(-10, col.ti) -- 2 x 5
    assert.are.same({ x = -1, y = 0 }, col.normal)
    assert.are.same({ x = -2, y = 0 }, col.touch)
  end)

  it("goes_back_out_of_an_overlap_on_its_way", function()
    local world = bump.newWorld()
    world:add("box", 8, 0, 10, 10)
    local col = world:project(nil, 0, 0, 10, 10, 4, 0)[1]
    assert.are.same({ x = -2, y = 0 }, col.touch)
    assert.are.same({ x = -1, y = 0 }, col.normal)
    assert.are.equal(-20, col.ti)
  end)

  it("takes_the_nearer_centre_of_two_that_are_met_at_once", function()
    local world = bump.newWorld()
    world:add("off", 50, 8, 10, 10)
    world:add("level", 50, -2, 10, 10)
    assert.are.equal("level off", support.names((world:project(nil, 0, 0, 10, 10, 100, 0))))
  end)

  it("leaves_out_the_item_itself", function()
    local world = bump.newWorld()
    world:add("a", 0, 0, 10, 10)
    assert.are.same({ {}, 0 }, { world:project("a", 0, 0, 10, 10, 5, 5) })
  end)

  it("goes_nowhere_without_a_goal", function()
    local world = bump.newWorld()
    world:add("a", 0, 0, 10, 10)
    local col = world:project(nil, 5, 0, 10, 10)[1]
    assert.are.same({ x = 0, y = 0 }, col.move)
  end)

  it("asks_its_filter_about_all_that_share_a_cell_with_the_way", function()
    local world = bump.newWorld(64)
    world:add("in_reach", 60, 60, 2, 2)
    world:add("next_cell", 65, 0, 2, 2)
    world:add("far", 200, 0, 2, 2)
    local asked = {}
    world:project("me", 0, 0, 10, 10, 5, 5, function(item, other)
      asked[#asked + 1] = item .. " " .. other
    end)
    assert.are.equal("me in_reach", support.sorted(asked))
  end)

  it("calls_the_filter_for_items_that_the_cells_name_at_their_edges_and_far_away", function()
    local below = random(31)
    local function range(size, x, y, w, h)
      return { math.floor(x / size), math.ceil((x + w) / size), math.floor(y / size), math.ceil((y + h) / size) }
    end
    local function share(a, b) -- and each has cells; NaN has none
      for k = 1, 3, 2 do
        if not (a[k] < b[k + 1] and b[k] < a[k + 1] and a[k] < a[k + 1] and b[k] < b[k + 1]) then
          return false
        end
      end
      return true
    end
    local function place(size)
      local at = (below(9) - 4) * size
      return ({ at, at, at + size / 4, at - 2 ^ -44, at + 2 ^ -44, at + (below(64) - 32) / 8, at + 2 ^ -120 })[1 + below(7)]
    end
    for _, size in ipairs { 16, 64, 1, 3, 10, 100, 0.5, 2 ^ 40 } do
      for round = 1, 100 do
        local world, rects = bump.newWorld(size), {}
        for i = 1, 20 do
          local w, h = (1 + below(4)) * size / 2, (1 + below(8)) / 8
          rects[i] = { place(size), place(size), w, h }
          if round % 4 == 0 and i == 20 then
            rects[i] = ({
              { (below(9) - 4) * size, place(size), 2 ^ -60, h }, -- of which nothing is left, but at 0
              { place(size), place(size), 2 ^ 110, h }, { place(size), place(size), 2 ^ -130, h },
              { 0 / 0, place(size), w, h }, { 2 ^ 90, place(size), w, h },
            })[1 + round / 4 % 5]
          end
          world:add(i, (table.unpack or unpack)(rects[i]))
        end
        local x, y, goalX, goalY = place(size), place(size), place(size), place(size)
        local w, h = size / 2, 1 + below(3)
        local left, top = math.min(x, goalX), math.min(y, goalY)
        local way = range(size, left, top, math.max(x + w, goalX + w) - left, math.max(y + h, goalY + h) - top)
        local asked, expected = {}, {}
        world:project("me", x, y, w, h, goalX, goalY, function(_, other)
          asked[#asked + 1] = other
        end)
        for i, rect in ipairs(rects) do
          if share(range(size, (table.unpack or unpack)(rect)), way) then
            expected[#expected + 1] = i
          end
        end
        table.sort(asked)
        assert.are.same(expected, asked)
      end
    end
  end)

  it("refuses_a_rectangle_that_is_none", function()
    local world = bump.newWorld()
    refused("w must be a positive integer, but was nil(nil)", world.project, world, nil, 0, 0)
  end)
end)

describe("move", function()
  local function hall()
    local world = bump.newWorld()
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
    assert.are.equal("wall floor", support.names(cols))
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
    assert.are.equal("wall", support.names(cols))
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
    local world = bump.newWorld()
    world:add("me", 0, 0, 1, 1)
    world:add("thin", 500, 0, 0.125, 1)
    assert.are.equal(499, (world:move("me", 4096, 0)))
  end)

  it("refuses_an_unknown_response", function()
    local world = hall()
    refused("Unknown collision type: wobble (string)", world.move, world, "me", 80, 0, function()
      return "wobble"
    end)
    assert.are.same({ 0, 0, 10, 10 }, { world:getRect("me") })
  end)

  it("meets_a_hundred_in_one_go", function()
    local world = bump.newWorld()
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

  it("moves_an_item_that_its_filter_removed_and_added_again", function()
    for _, answer in ipairs { "cross", false } do
      local world = bump.newWorld()
      world:add("mover", 0, 0, 10, 10)
      world:add("wall", 50, 0, 10, 10)
      local x, y = world:move("mover", 80, 0, function()
        world:remove("mover")
        world:add("other", 500, 500, 7, 7) -- in its place
        world:add("mover", 20, 30, 4, 6)
        return answer
      end)
      assert.are.same({ 80, 0 }, { x, y })
      assert.are.same({ 80, 0, 4, 6 }, { world:getRect("mover") })
      assert.are.same({ 500, 500, 7, 7 }, { world:getRect("other") })
    end
  end)

  it("survives_a_filter_that_removes_its_argument", function()
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
    local world = bump.newWorld()
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
    assert.is_false(got[9]("me", "pad")) -- the filter is not called again for an item that was hit
    assert.are.equal("leap", got[9]("me", "other"))
  end)

  it("may_use_those_of_the_module", function()
    local world = bump.newWorld()
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
    local world, other = bump.newWorld(), bump.newWorld()
    for _, w in ipairs { world, other } do
      w:add("me", 0, 0, 10, 10)
      w:add("wall", 50, -100, 10, 200)
    end
    world:addResponse("slide", bump.responses.touch)
    assert.are.same({ 40, 8 }, { (select(1, world:move("me", 80, 16))), (select(2, world:getRect("me"))) })
    assert.are.equal(16, (select(2, other:move("me", 80, 16))))
  end)
end)
