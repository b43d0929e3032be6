local hitbox = require "hitbox"
local versions = require "tests.tools.versions"
local support = require "tests.tools.support"
local refused, refuses_bad_numbers, bound =
  support.refused, support.refuses_bad_numbers, support.bound

describe("world:carry", function()
  local world

  before_each(function() -- a hero on a crate on a lift, a post beside it, and a roof
    world = hitbox.newWorld()
    world:add("hero", 0, -20, 10, 20, { anchor = "feet", layer = "body", mask = { "solid", "body" } })
    world:add("crate", 0, 0, 20, 20, { anchor = "feet", layer = "body", mask = { "solid", "body" } })
    world:add("lift", 0, 0, 60, 5, { anchor = "top", layer = "solid", mask = "body" })
    world:add("post", 40, 10, 6, 30, { anchor = "center", layer = "body", mask = "solid" })
    world:add("roof", -200, -100, 400, 10, { layer = "solid", mask = {} })
  end)

  it("takes_along_what_stands_on_it_and_on_that", function()
    assert.are.same({ 2, 0 }, { world:carry("lift", 5, -30) })
    assert.are.same({ 5, -30 }, { world:position("lift") })
    assert.are.same({ 5, -30 }, { world:position("crate") })
    assert.are.same({ 5, -50 }, { world:position("hero") })
    assert.are.same({ "hero", 5, -30, false, true, "crate" }, { world:passenger(1) })
    assert.are.same({ "crate", 5, -30, false, true, "lift" }, { world:passenger(2) })
    assert.is_nil(world:passenger(3))
  end)

  it("pushes_what_is_in_its_way_until_it_touches", function()
    assert.are.same({ 3, 0 }, { world:carry("lift", 30, 0) })
    assert.are.same({ 63, 10 }, { world:position("post") })
    assert.are.same({ "post", 23, 0, false, false, "lift" }, { world:passenger(3) })
  end)

  it("returns_crushed_items", function()
    assert.are.same({ 2, 1 }, { world:carry("lift", 0, -60, nil, { maxPush = 2 }) })
    local item, _, dy, crushed = world:passenger(1)
    assert.are.same({ "hero", -50, true }, { item, dy, crushed })
    assert.is_false((select(4, world:passenger(2))))
  end)

  it("pushes_free_a_passenger_near_enough_to_the_edge", function()
    world:remove("crate")
    world:remove("post")
    world:update("hero", 33, 0)
    assert.are.same({ 1, 1 }, { world:carry("lift", 0, -80, nil, { maxPush = 1 }) })
    world:update("lift", 0, 0)
    world:update("hero", 33, 0)
    assert.are.same({ 1, 0 }, { world:carry("lift", 0, -80, nil, { maxPush = 2 }) })
    assert.are.same({ 35, -70 }, { world:position("hero") })
  end)

  it("calls_the_filter_for_each_item_and_obstacle", function()
    local asked = {}
    world:carry("lift", 0, -60, function(item, other, nx, ny, t, inside)
      asked[#asked + 1] = { item, other, nx, ny, t, inside }
      return item ~= "hero" and other ~= "hero" and "slide" or nil
    end)
    assert.are.same({ "crate", "lift", 0, -1, 0, false }, asked[1])
    assert.are.same({ "hero", "crate", 0, -1, 0, false }, asked[2])
    assert.are.same({ 0, -20 }, { world:position("hero") })
    assert.are.same({ 0, -60 }, { world:position("crate") })
    assert.are.same({ 0, 0 }, { world:carry("lift", 0, 0, "cross") })
  end)

  it("uses_the_passengers_own_responses_without_a_filter", function()
    world:add("ghost", 20, 0, 4, 4, { anchor = "feet", layer = "body", response = "cross" })
    assert.are.equal(2, (world:carry("lift", 0, 10)))
    assert.are.same({ 20, 0 }, { world:position("ghost") })
  end)

  it("carries_the_given_layers_and_by_default_items_whose_mask_has_the_platform", function()
    assert.are.equal(0, (world:carry("lift", 0, 1, nil, { layer = "solid" })))
    world:update("lift", 0, 0)
    world:setLayers("lift", "solid", {}) -- what the platform looks for has no say in it
    assert.are.equal(2, (world:carry("lift", 0, 1)))
    world:carry("lift", 0, 0)
    assert.are.equal(2, (world:carry("lift", 0, 1, nil, { layer = { "body" } })))
  end)

  it("survives_filters_that_change_the_world", function()
    world:carry("lift", 5, -5, function(item) world:remove(item) end)
    assert.is_false(world:has("crate"))
    assert.are.same({ 5, -5 }, { world:position("lift") })
    world:update("hero", 5, -5)
    assert.has_error(function() world:carry("lift", 0, 40, function() error("no", 0) end) end, "no")
    world:add("crate", 5, -5, 20, 20, { anchor = "feet", layer = "body" })
    world:carry("lift", 0, 0, function() world:remove("lift") end)
    assert.is_false(world:has("lift"))
    world:add("lift", 5, -5, 60, 5, { anchor = "top", layer = "solid", mask = "body" })
    assert.has_error(function()
      world:carry("lift", 0, 40, function()
        world:destroy()
        return "slide"
      end)
    end)
  end)

  it("may_be_nested", function()
    local inner
    local n = world:carry("lift", 3, 0, function(item)
      if item == "crate" and not inner then
        inner = world:carry("lift", 1, 0)
      end
      return "slide"
    end)
    assert.is_true(n >= 1 and inner == 2)
  end)

  it("carries_a_crowd_and_makes_no_garbage", function()
    for i = 1, 40 do
      world:add(i, -29 + 1.4 * i, -200 - i, 1, 1, { layer = "body", mask = "solid" })
    end
    world:remove("crate")
    world:remove("hero")
    world:remove("roof")
    for i = 1, 40 do
      world:move(i, -29 + 1.4 * i, 50)
    end
    assert.are.equal(40, (world:carry("lift", 3, 3)))
    local back, forth = 0, 3
    assert.are.equal(0, versions.garbage(function()
      for i = 1, 20 do
        world:carry("lift", i % 2 == 0 and back or forth, 3)
      end
    end))
  end)

  it("refuses_bad_arguments_and_stays", function()
    local carry = bound(world, "carry")
    refuses_bad_numbers(carry, "carry", { "lift", 1, 2 }, { { 2, "x" }, { 3, "y" } }, function()
      assert.are.same({ 0, 0 }, { world:position("lift") })
    end)
    refused("bad argument #5 to 'carry' (maxPush must be >= 0, got -1)", carry, "lift", 1, 1, nil, { maxPush = -1 })
    refused("bad argument #5 to 'carry' (maxAngle must be below pi/2, got 1.6)", carry, "lift", 1, 1, nil,
      { maxAngle = 1.6 })
    refused("bad argument #1 to 'carry' (item is not in this world; add it first)", carry, "absent", 1, 1)
    refused("bad argument #4 to 'carry' (function or name expected for filter, got number)", carry, "lift", 1, 1, 3)
  end)
end)
