local hitbox = require "hitbox"
local garbageOf = require "tests.tools.garbage"
local support = require "tests.tools.support"
local refused, bound = support.refused, support.bound

describe("world:fits", function()
  local world

  before_each(function() -- a hero of 10 x 10 on a floor, in a corridor of 16
    world = hitbox.newWorld()
    world:add("hero", 0, 0, 10, 10, { anchor = "feet" })
    world:add("floor", -100, 0, 200, 10)
    world:add("roof", -100, -26, 200, 10)
  end)

  it("returns_whether_another_size_overlaps_an_item", function()
    assert.is_true(world:fits("hero"))
    assert.is_true(world:fits("hero", { w = 10, h = 16 }))
    assert.are.same({ false, "roof" }, { world:fits("hero", { w = 10, h = 16.25 }) })
    assert.are.same({ -5, -10, 10, 10 }, { world:rect("hero") })
  end)

  it("takes_a_place_an_anchor_a_facing_an_angle_and_a_scale", function()
    assert.are.same({ false, "floor" }, { world:fits("hero", { y = 1 }) })
    assert.is_true(world:fits("hero", { x = 500, y = 1 }))
    assert.are.same({ false, "floor" }, { world:fits("hero", { w = 10, h = 10, anchor = "center" }) })
    assert.is_true(world:fits("hero", { scale = 1.6 }))
    assert.are.same({ false, "roof" }, { world:fits("hero", { scale = 1.7 }) })
    assert.are.same({ false, "floor" }, { world:fits("hero", { angle = math.pi / 2 }) })
    local hook = hitbox.aabb(0, -5, 20, 5)
    world:add("post", 10, -5, 5, 5)
    assert.are.same({ false, "post" }, { world:fits("hero", { shape = hook, anchor = { px = 0, py = 5 } }) })
    assert.is_true(world:fits("hero", { shape = hook, anchor = { px = 0, py = 5 }, facing = -1 }))
  end)

  it("asks_a_filter_as_a_move_does", function()
    local asked = {}
    local function filter(item, other, nx, ny, t, inside)
      asked[#asked + 1] = { item, other, nx, ny, t, inside }
      return other == "floor" and "slide" or nil
    end
    assert.is_true(world:fits("hero", { w = 10, h = 20 }, filter))
    assert.are.same({ { "hero", "roof", 0, 1, 0, true } }, asked)
    assert.are.same({ false, "floor" }, { world:fits("hero", { y = 1 }, filter) })
    assert.is_true(world:fits("hero", { y = 1 }, "cross"))
    world:add("ghost", 0, 0, 4, 4, { response = "cross" })
    assert.is_true(world:fits("ghost"))
  end)

  it("survives_a_filter_that_removes_everything", function()
    world:add("mask", 0, -3, hitbox.mask { "###" })
    assert.is_true(world:fits("mask", { x = -2, y = 0 }, function()
      for _, item in ipairs(world:items()) do
        world:remove(item)
      end
      collectgarbage()
    end))
    assert.are.equal(0, world:count())
  end)

  it("refuses_what_makes_no_sense", function()
    local fits = bound(world, "fits")
    refused("bad argument #1 to 'fits' (item is not in this world; add it first)", fits, "absent")
    refused('bad argument #2 to \'fits\' (unknown option "width", did you mean "w"?)', fits, "hero",
      { width = 3 })
    refused("bad argument #2 to 'fits' (w must be >= 0, got -3)", fits, "hero", { w = -3, h = 1 })
    refused("bad argument #2 to 'fits' (number expected for h, got nil)", fits, "hero", { w = 3 })
    refused("bad argument #2 to 'fits' (give either w and h, or shape)", fits, "hero",
      { w = 3, shape = hitbox.circle(0, 0, 1) })
    refused("bad argument #2 to 'fits' (anchor and facing need w and h, or shape)", fits, "hero",
      { anchor = "feet" })
    refused("bad argument #2 to 'fits' (x must be finite, got NaN)", fits, "hero", { x = 0 / 0 })
    refused("bad argument #3 to 'fits' (function or name expected for filter, got number)", fits,
      "hero", nil, 3)
  end)
end)

describe("world:reshape", function()
  it("can_be_asked_to_refuse_what_does_not_fit", function()
    local world = hitbox.newWorld()
    world:add("hero", 0, 0, 10, 10, { anchor = "feet" })
    world:add("roof", -100, -26, 200, 10)
    assert.are.same({ false, "roof" }, { world:reshape("hero", 10, 20, { fits = true }) })
    assert.are.same({ -5, -10, 10, 10 }, { world:rect("hero") })
    assert.is_true(world:reshape("hero", 10, 16, { fits = true }))
    assert.are.same({ -5, -16, 10, 16 }, { world:rect("hero") })
    assert.is_true(world:reshape("hero", 10, 20, { fits = function() end }))
    assert.is_true(world:reshape("hero", 10, 25, { fits = "cross" }))
    assert.is_true(world:reshape("hero", 10, 30, { fits = false }))
    assert.is_true(world:reshape("hero", 10, 40))
    refused("bad argument #4 to 'reshape' (function or name expected for filter, got number)",
      bound(world, "reshape"), "hero", 1, 1, { fits = 3 })
  end)
end)

describe("world:depenetrate", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("floor", 0, 0, 100, 10)
    world:add("wall", 90, -100, 10, 100)
    world:add("hero", 50, 3, 10, 10, { anchor = "feet" })
  end)

  it("pushes_an_item_out_by_the_least_translation", function()
    assert.are.same({ true, 50, 0 }, { world:depenetrate("hero") })
    assert.are.same({ 50, 0 }, { world:position("hero") })
    world:update("hero", 87, 1)
    assert.are.same({ true, 85, 0 }, { world:depenetrate("hero") })
    assert.are.same({ true, 85, 0 }, { world:depenetrate("hero") })
  end)

  it("leaves_it_where_it_is_if_that_would_be_too_far", function()
    assert.are.same({ false, 50, 3 }, { world:depenetrate("hero", nil, 2.5) })
    assert.are.same({ true, 50, 0 }, { world:depenetrate("hero", nil, 3) })
  end)

  it("asks_a_filter_of_each_once", function()
    local asked = {}
    world:add("water", -100, -100, 300, 300)
    assert.is_true((world:depenetrate("hero", function(item, other, nx, ny, t, inside)
      asked[#asked + 1] = other
      assert.are.same({ "hero", 0, true }, { item, t, inside })
      if other == "floor" then
        assert.are.same({ 0, -1 }, { nx, ny })
      end
      return other ~= "water" and "slide" or "cross"
    end)))
    table.sort(asked)
    assert.are.same({ "floor", "water" }, asked)
    assert.are.same({ 50, 0 }, { world:position("hero") })
    assert.is_true((world:depenetrate("hero", "cross")))
  end)

  it("makes_no_garbage_among_few_as_fits_does", function()
    local function filter()
      return "slide"
    end
    local where = { x = 50, y = 3 }
    local function ask()
      world:update("hero", 50, 3)
      assert(world:depenetrate("hero", filter, 20))
      assert(not world:fits("hero", where, filter))
    end
    assert.are.equal(0, garbageOf(50, ask))
  end)

  it("needs_room_for_many", function()
    for i = 1, 40 do
      world:add(i, 50 - i / 10, 0, 10, 10)
    end
    assert.is_false(world:fits("hero", nil, function() return "slide" end))
    assert.are.same({ true, 50, 0 }, { world:depenetrate("hero", function() return "slide" end) })
  end)

  it("survives_a_filter_that_removes_the_item_or_ends_the_world", function()
    world:depenetrate("hero", function(item) world:remove(item) end)
    assert.is_false(world:has("hero"))
    world:add("hero", 50, 3, 10, 10)
    refused("calling 'depenetrate' on bad self (world is destroyed)", bound(world, "depenetrate"), "hero", function()
      world:destroy()
    end)
  end)

  it("refuses_bad_arguments", function()
    local part = bound(world, "depenetrate")
    refused("bad argument #1 to 'depenetrate' (item is not in this world; add it first)", part, "absent")
    refused("bad argument #3 to 'depenetrate' (maxDistance must be >= 0, got -1)", part, "hero", nil, -1)
    refused("bad argument #2 to 'depenetrate' (filter must return a name, nil or false, got number)", part,
      "hero", function() return 1 end)
  end)
end)
