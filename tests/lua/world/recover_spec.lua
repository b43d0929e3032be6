--- Moves that begin with a slight overlap of a blocking item.
local hitbox = require "hitbox"

local FLOOR = 30

--- A world with a floor whose top is at y = 30, and a hero of 10 x 30 with its feet so far below that.
local function sunk(depth, options)
  local world = hitbox.newWorld(options)
  world:add("floor", -50, FLOOR, 100, 40)
  world:add("hero", 0, FLOOR + depth, 10, 30, { anchor = "feet" })
  return world
end

local function feet(world)
  return select(2, world:position("hero"))
end

local function near(expected, actual)
  assert.is_true(math.abs(expected - actual) < 1e-9, ("%.17g instead of %.17g"):format(actual, expected))
end

describe("a mover that starts inside a floor by little", function()
  it("does_not_fall_through_it_in_60_moves_or_walks", function()
    for _, method in ipairs { "move", "walk" } do
      local world = hitbox.newWorld()
      world:add("floor", -50, 0.3, 100, 40)
      world:add("hero", 0, 0.1 + 0.2, 10, 30, { anchor = "feet" }) -- 5e-17 inside
      for _ = 1, 60 do
        if method == "walk" then
          world:walk("hero", 0, 3)
        else
          world:move("hero", 0, feet(world) + 3)
        end
      end
      assert.are.equal(0.3, feet(world), method)
    end
  end)

  it("stands_on_it_after_growing_by_a_pixel_about_its_centre", function()
    local world = hitbox.newWorld()
    world:add("floor", -50, 30, 100, 40)
    world:add("hero", 0, 15, 10, 30, { anchor = "center" })
    world:reshape("hero", 11, 31)
    assert.are.same({ 0, 14.5, 1 }, { world:move("hero", 0, 18) })
    assert.are.same({ "floor", 0, -1, 0, "slide", false, 0, 14.5, 0.5 }, { world:hit(1) })
  end)

  it("stands_on_a_platform_that_update_lifts_by_2_a_tick", function()
    local world = sunk(0)
    for tick = 1, 10 do
      world:update("floor", -50, FLOOR - 2 * tick)
      world:move("hero", 0, feet(world) + 3)
      assert.are.equal(FLOOR - 2 * tick, feet(world))
      assert.are.equal(2, (select(9, world:hit(1))))
    end
  end)

  it("stands_on_it_after_a_box_on_the_ground_was_turned", function()
    local world = hitbox.newWorld()
    world:add("floor", -50, 30, 100, 40)
    world:add("hero", 0, 25, hitbox.box(0, 0, 10, 10, 0))
    world:setTransform("hero", 0.3)
    world:move("hero", 0, 28)
    near(30 - 5 * (math.cos(0.3) + math.sin(0.3)), feet(world)) -- half the height of the turned square
  end)

  it("stands_on_a_slope_with_the_feet_half_a_unit_too_low", function()
    local world = hitbox.newWorld()
    world:add("slope", 0, 0, hitbox.polygon(0, 100, 100, 0, 100, 100)) -- its surface is y = 100 - x
    world:add("hero", 50, 45.5, 10, 10, { anchor = "feet" }) -- its right foot is at (55, 45.5)
    local x, y = world:move("hero", 50, 45.5)
    near(49.75, x) -- the least translation: 0.5 / sqrt(2), along (-1, -1) / sqrt(2)
    near(45.25, y)
    world:update("hero", 50, 45.5)
    for _ = 1, 60 do
      world:walk("hero", 0, 3)
    end
    assert.is_true(100 - (select(1, world:position("hero")) + 5) - feet(world) > -1e-9)
    assert.is_false(hitbox.overlaps(world:shape("hero"), world:shape("slope")))
  end)

  it("is_pushed_out_by_move_check_walk_and_step_to_the_same_place", function()
    local world = sunk(2)
    assert.are.same({ 0, FLOOR, 1 }, { world:check("hero", 0, 40) })
    assert.are.equal(FLOOR + 2, feet(world))
    assert.are.same({ 0, FLOOR, 1 }, { world:move("hero", 0, 40) })
    world = sunk(2)
    local x, y, _, ground = world:walk("hero", 0, 8)
    assert.are.same({ 0, FLOOR, "floor" }, { x, y, ground })
    world = sunk(2)
    world:setVelocity("hero", 0, 8)
    world:step(1)
    assert.are.equal(FLOOR, feet(world))
  end)

  it("rides_a_lift_by_carry_from_2_units_inside_of_it", function()
    local world = sunk(2)
    world:carry("floor", -50, 20)
    assert.are.same({ 0, 20 }, { world:position("hero") })
    world:carry("floor", -46, 20)
    assert.are.same({ 4, 20 }, { world:position("hero") })
  end)

  it("is_only_reported_by_castShape", function()
    local world = sunk(2)
    local shape = world:shape("hero")
    world:remove("hero")
    assert.are.same({ "floor", 0, 0, -1, true }, { world:castShape(shape, 0, 8) })
  end)

  it("is_crossed_from_more_than_half_its_smaller_side_on", function()
    for depth, ends in pairs { [5] = FLOOR, [5.25] = FLOOR + 20 } do
      local world = sunk(depth)
      assert.are.same({ 0, ends, 1 }, { world:move("hero", 0, FLOOR + 20) })
      local _, _, _, _, response, inside = world:hit(1)
      assert.are.same({ depth > 5 and "cross" or "slide", depth > 5 }, { response, inside })
    end
  end)

  it("is_crossed_at_any_depth_with_recover_of_0", function()
    for _, way in ipairs { "world", "move", "walk", "motion" } do
      local world = sunk(2, way == "world" and { recover = 0 } or nil)
      if way == "motion" then
        world:setMotion("hero", { vx = 0, vy = 8, recover = 0 })
        world:step(1)
      elseif way == "walk" then
        world:walk("hero", 0, 8, nil, { recover = 0 })
      else
        world:move("hero", 0, FLOOR + 10, nil, way == "move" and { recover = 0 } or nil)
      end
      assert.are.equal(FLOOR + 10, feet(world), way)
    end
  end)

  it("is_never_pushed_out_of_a_one_way_item", function()
    local world = hitbox.newWorld()
    world:add("ledge", -50, 30, 100, 40, { oneWay = "above" })
    world:add("hero", 0, 32, 10, 30, { anchor = "feet" })
    world:move("hero", 0, 40)
    assert.are.equal(40, feet(world))
  end)

  it("comes_to_the_mirrored_place_in_a_mirrored_world_and_in_any_order_of_adding", function()
    local tiles = { { 0, 0 }, { 16, 0 }, { 32, 0 }, { 32, -16 } }
    local orders = { { 1, 2, 3, 4 }, { 4, 3, 2, 1 }, { 3, 1, 4, 2 } }
    for _, order in ipairs(orders) do
      for side = -1, 1, 2 do
        local world = hitbox.newWorld()
        for _, i in ipairs(order) do
          local x, y = tiles[i][1], tiles[i][2]
          world:add(i, side == 1 and x or -x - 16, y, 16, 16)
        end
        world:add("hero", 28 * side, 0.5, 10, 14, { anchor = "feet" }) -- 0.5 too low, 1 too far into the wall
        local x, y = world:move("hero", 28 * side, 0.5)
        assert.are.same({ 27 * side, 0 }, { x, y })
      end
    end
  end)
end)

describe("a coin at the place to which a mover is pushed out", function()
  --- The hero's head is at y = 8 and comes to y = 0, where there is a coin.
  local function world()
    local made = sunk(3)
    made:add("coin", -2, -3, 4, 4, { moverResponse = "cross" })
    return made
  end

  it("is_reported_with_the_next_move_if_this_one_goes_nowhere", function()
    local w = world()
    assert.are.same({ 0, FLOOR, 1 }, { w:move("hero", 0, FLOOR + 3) })
    assert.are.equal("floor", (w:hit(1)))
    assert.are.same({ 0, FLOOR, 1 }, { w:move("hero", 0, FLOOR) })
    local item, _, _, _, response, inside = w:hit(1)
    assert.are.same({ "coin", "cross", true }, { item, response, inside })
  end)

  it("is_reported_in_the_same_move_if_it_goes_on", function()
    local w = world()
    assert.are.same({ 4, FLOOR, 2 }, { w:move("hero", 4, FLOOR + 3) })
    assert.are.equal("floor", (w:hit(1)))
    assert.are.equal("coin", (w:hit(2)))
  end)
end)

describe("the rule that a hero may jump if a normal points up", function()
  --- As docs/guides/from/bump.md has it.
  local function mayJump(world, n, vy)
    for i = 1, n do
      local _, _, ny, _, response = world:hit(i)
      if response ~= "cross" and ny < 0 and vy >= 0 then
        return true
      end
    end
    return false
  end

  it("holds_on_ground_also_a_little_inside_it_and_not_in_the_air_at_walls_or_deep_inside", function()
    local function moved(y, dy, wall)
      local world = sunk(y - FLOOR)
      if wall then
        world:add("wall", 5, -100, 10, 125)
      end
      local x, at = world:position("hero")
      local _, _, n = world:move("hero", x + (wall and 3 or 0), at + dy)
      return mayJump(world, n, dy)
    end
    assert.are.same({ true, true, true }, { moved(FLOOR, 3), moved(FLOOR - 1, 3), moved(FLOOR + 2, 3) })
    assert.are.same({ false, false, false, false },
      { moved(FLOOR - 9, 3), moved(FLOOR - 9, 3, true), moved(FLOOR, -3), moved(FLOOR + 8, 3) })
  end)
end)
