local hitbox = require "hitbox"
local support = require "tests.tools.support"
local refused, refuses_bad_numbers, bound =
  support.refused, support.refuses_bad_numbers, support.bound

describe("world:walk", function()
  local world

  before_each(function() -- a slope of 3 in 4 from 0 to 40, then a plateau
    world = hitbox.newWorld()
    world:add("floor", -100, 0, 300, 10)
    world:add("slope", 0, 0, hitbox.polygon(0, 0, 40, -30, 40, 0))
    world:add("plateau", 40, -30, 50, 30)
    world:add("hero", -20, 0, 10, 10, { anchor = "feet" })
  end)

  it("keeps_to_the_ground_at_the_same_horizontal_speed", function()
    local ground, nx, ny, x, y, n
    for i = 1, 30 do
      x, y, n, ground, nx, ny = world:walk("hero", 1, 2)
      assert.are.same({ -20 + i, true }, { x, ground ~= nil })
      assert.are.equal(ground, (world:hit(n)))
    end
    assert.are.equal("slope", ground)
    assert.is_near(-0.75 * (x + 5), y, 1e-9)
    assert.is_near(-0.6, nx, 1e-12)
    assert.is_near(-0.8, ny, 1e-12)
  end)

  it("tells_when_it_is_in_the_air", function()
    world:update("hero", -20, -50)
    assert.are.same({ -19, -48, 0, nil, 0, 0 }, { world:walk("hero", 1, 2) })
    world:update("hero", -20, 0)
    assert.are.same({ -19, -2, 0, nil, 0, 0 }, { world:walk("hero", 1, -2) })
  end)

  it("climbs_steps_up_to_the_given_height", function()
    world:remove("slope")
    world:add("step", -5, -6, 20, 6)
    assert.are.same({ -10, 0, 2, "floor", 0, -1 }, { world:walk("hero", 12, 2, nil, { stepUp = 5 }) })
    assert.are.equal("step", (world:hit(1)))
    assert.are.same({ -8, -6, 1, "step", 0, -1 }, { world:walk("hero", 2, 2, nil, { stepUp = 6 }) })
    local other, nx, ny = world:hit(1)
    assert.are.same({ "step", 0, -1 }, { other, nx, ny })
  end)

  it("snaps_down_by_at_most_the_given_distance", function()
    world:update("hero", 95, -30)
    assert.are.same({ 97, -28, 0, nil, 0, 0 }, { world:walk("hero", 2, 2) }) -- nothing is within 4
    world:update("hero", 94, -30)
    assert.are.equal("floor", (select(4, world:walk("hero", 2, 2, nil, { snap = 30 }))))
    assert.are.same({ 96, 0 }, { world:position("hero") })
  end)

  it("takes_what_is_steeper_than_maxAngle_for_a_wall", function()
    world:update("hero", -8, 0)
    for _ = 1, 5 do
      world:walk("hero", 2, 2, nil, { maxAngle = math.rad(36) })
    end
    assert.is_near(-5, (world:position("hero")), 1e-9)
    world:walk("hero", 2, 2, nil, { maxAngle = math.rad(37) })
    assert.is_near(-3, (world:position("hero")), 1e-9)
  end)

  it("calls_the_filter_and_passes_the_items_that_it_names", function()
    local x, y = world:walk("hero", 30, 5, function(item, other)
      assert.are.equal("hero", item)
      return other ~= "slope" and "slide" or nil
    end)
    assert.are.same({ 10, 0 }, { x, y })
    world:update("hero", -20, 0)
    world:setOneWay("floor", "above")
    assert.are.same({ -20, 5, 0, nil, 0, 0 }, { world:walk("hero", 0, 5, nil, { through = true }) })
    world:update("hero", -20, 0)
    world:walk("hero", 0, 5, function(item) world:remove(item) end)
    assert.is_false(world:has("hero"))
  end)

  it("refuses_bad_arguments_and_stays", function()
    local walk = bound(world, "walk")
    refuses_bad_numbers(walk, "walk", { "hero", 1, 2 }, { { 2, "dx" }, { 3, "dy" } }, function()
      assert.are.same({ -20, 0 }, { world:position("hero") })
    end)
    refused("bad argument #5 to 'walk' (snap must be >= 0, got -1)", walk, "hero", 1, 1, nil, { snap = -1 })
    refused("bad argument #5 to 'walk' (stepUp must be >= 0, got -1)", walk, "hero", 1, 1, nil, { stepUp = -1 })
    refused("bad argument #5 to 'walk' (maxAngle must be below pi/2, got 1.6)", walk, "hero", 1, 1, nil,
      { maxAngle = 1.6 })
    refused('bad argument #5 to \'walk\' (unknown option "cornerCorrection"; known are through, mask, '
      .. 'responses, snap, maxAngle, stepUp, recover)', walk, "hero",
      1, 1, nil, { cornerCorrection = 1 })
  end)
end)
