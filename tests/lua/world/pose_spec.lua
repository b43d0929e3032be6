local hitbox = require "hitbox"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"
local refused, bound, refuses_bad_numbers =
  support.refused, support.bound, support.refuses_bad_numbers

local pi = math.pi

local function bounds(shape)
  return { shape:bounds() }
end

--- The lengths of the four sides of a box, and its area.
local function form(shape)
  local p, sides = shape:points(), {}
  for i = 0, 3 do
    local x1, y1, x2, y2 = p[2 * i + 1], p[2 * i + 2], p[(2 * i + 2) % 8 + 1], p[(2 * i + 3) % 8 + 1]
    sides[i + 1] = math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
  end
  local ux, uy, vx, vy = p[3] - p[1], p[4] - p[2], p[7] - p[1], p[8] - p[2]
  return sides, ux * vy - uy * vx
end

describe("a shape that is transformed", function()
  it("turns_clockwise_about_the_origin", function()
    assert.are.equal(hitbox.point(-2, 1), hitbox.point(1, 2):rotated(pi / 2))
    assert.are.equal(hitbox.aabb(-6, 1, 4, 3), hitbox.aabb(1, 2, 3, 4):rotated(pi / 2))
    assert.are.equal(hitbox.aabb(-4, -6, 3, 4), hitbox.aabb(1, 2, 3, 4):rotated(pi))
    assert.are.equal(hitbox.aabb(2, -4, 4, 3), hitbox.aabb(1, 2, 3, 4):rotated(-pi / 2))
    assert.are.equal(hitbox.aabb(2, -4, 4, 3), hitbox.aabb(1, 2, 3, 4):rotated(math.rad(270)))
    assert.is_true(hitbox.overlaps(hitbox.aabb(-10, -1, 20, 2):rotated(pi / 4), hitbox.point(5, 5)))
    assert.is_false(hitbox.overlaps(hitbox.aabb(-10, -1, 20, 2):rotated(pi / 4), hitbox.point(5, -5)))
  end)

  it("becomes_a_box_where_an_aabb_is_turned_by_another_angle", function()
    assert.are.equal("box", hitbox.aabb(0, 0, 3, 4):rotated(0.1):kind())
    assert.are.equal("aabb", hitbox.aabb(0, 0, 3, 4):rotated(0.1):rotated(-0.1):kind())
    assert.are.equal("aabb", hitbox.aabb(0, 0, 3, 4):rotated(0):kind())
  end)

  it("grows_about_the_origin", function()
    assert.are.equal(hitbox.aabb(2, 4, 6, 8), hitbox.aabb(1, 2, 3, 4):scaled(2))
    assert.are.equal(hitbox.circle(-5, 3, 1), hitbox.circle(-10, 6, 2):scaled(0.5))
    assert.are.equal(hitbox.aabb(0, 0, 0, 0), hitbox.aabb(1, 2, 3, 4):scaled(0))
  end)

  it("is_mirrored_then_scaled_then_turned_then_moved", function()
    local all = { x = 10, y = 20, angle = pi / 2, scale = 2, mirrored = true }
    assert.are.equal(hitbox.point(6, 18), hitbox.point(1, 2):transformed(all))
    assert.are.equal(hitbox.point(6, 18),
      hitbox.point(1, 2):mirrored():scaled(2):rotated(pi / 2):translated(10, 20))
    assert.are.equal(hitbox.point(11, 2), hitbox.point(1, 2):transformed { x = 10 })
    assert.are.equal(hitbox.point(-1, 2), hitbox.point(1, 2):transformed { mirrored = true })
    assert.are.equal(hitbox.point(1, 2), hitbox.point(1, 2):transformed {})
    assert.are.equal(hitbox.point(1, 2), hitbox.point(1, 2):transformed())
  end)

  it("follows_the_order_of_calls", function()
    local one = hitbox.aabb(1, 2, 3, 4)
    assert.are.equal(hitbox.aabb(-6, 11, 4, 3), one:translated(10, 0):rotated(pi / 2))
    assert.are.equal(hitbox.aabb(4, 1, 4, 3), one:rotated(pi / 2):translated(10, 0))
    assert.are.equal(hitbox.aabb(22, 4, 6, 8), one:translated(10, 0):scaled(2))
    assert.are.equal(hitbox.aabb(-14, 2, 3, 4), one:translated(10, 0):mirrored())
    assert.are.equal(hitbox.aabb(2, 1, 4, 3), one:rotated(pi / 2):mirrored())
    assert.are.equal(hitbox.aabb(-6, -4, 4, 3), one:mirrored():rotated(pi / 2))
  end)

  it("keeps_its_form_through_a_chain_of_ten_thousand", function()
    local shape = hitbox.aabb(-6, -28, 12, 28)
    collectgarbage("stop") -- tests/tools/collect.lua would have it run ten thousand times
    for i = 1, 10000 do
      shape = shape:rotated(0.1)
      if i % 100 == 0 then
        shape = shape:translated(0.1, 0.3):translated(-0.1, -0.3)
      end
    end
    collectgarbage("restart")
    local sides, area = form(shape)
    for i, length in ipairs { 12, 28, 12, 28 } do
      assert.is_near(length, sides[i], 1e-13)
    end
    assert.is_near(336, area, 1e-11)
    local x, y = shape:points()[1], shape:points()[2]
    assert.is_near(-6 * math.cos(1000) + 28 * math.sin(1000), x, 1e-9)
    assert.is_near(-6 * math.sin(1000) - 28 * math.cos(1000), y, 1e-9)
  end)

  it("comes_back_to_the_same_numbers_after_any_number_of_quarter_turns", function()
    local hexagon = hitbox.polygon(2.1, 0.3, 4, 0, 6.7, 3, 4, 6.1, 2, 6, 0.1, 3)
    local shape = hexagon
    for _ = 1, 400 do
      shape = shape:rotated(pi / 2)
    end
    assert.are.equal(hexagon, shape)
  end)

  it("leaves_the_first_as_it_was_and_lives_on_without_it", function()
    local corners = {}
    for i = 0, 49 do
      corners[#corners + 1] = 10 * math.cos(i * pi / 25)
      corners[#corners + 1] = 10 * math.sin(i * pi / 25)
    end
    local shapes = {}
    for i = 1, 50 do
      local wheel = hitbox.polygon(corners)
      shapes[i] = wheel:rotated(0.1):scaled(2)
      assert.are.equal(hitbox.polygon(corners), wheel)
    end
    versions.collect()
    for i = 1, 50 do
      local _, _, w, h = shapes[i]:rotated(i):bounds()
      assert.is_near(40, w, 0.1)
      assert.is_near(40, h, 0.1)
    end
  end)

  it("refuses_bad_numbers", function()
    local shape = hitbox.aabb(1, 2, 3, 4)
    refuses_bad_numbers(bound(shape, "rotated"), "rotated", { 1 }, { { 1, "angle" } })
    refuses_bad_numbers(bound(shape, "scaled"), "scaled", { 1 }, { { 1, "factor", "size" } })
    local transformed = bound(shape, "transformed")
    local bad = "bad argument #1 to 'transformed' "
    refused(bad .. "(angle must be finite, got NaN)", transformed, { angle = 0 / 0 })
    refused(bad .. "(scale must be >= 0, got -2)", transformed, { scale = -2 })
    refused(bad .. "(number expected for x, got string)", transformed, { x = "1" })
    refused(bad .. "(y must be finite, got inf)", transformed, { y = 1 / 0 })
    refused(bad .. "(boolean expected for mirrored, got number)", transformed, { mirrored = -1 })
    refused(bad .. '(unknown option "angl", did you mean "angle"?)', transformed, { angl = 1 })
    refused(bad .. "(table expected for options, got number)", transformed, 3)
    refused("bad argument #1 to 'scaled' (every edge of the shape must be at most 2^100 in "
      .. "magnitude)", bound(shape, "scaled"), 2 ^ 99)
  end)
end)

describe("an item that is turned", function()
  local function new(shape, options)
    local world = hitbox.newWorld()
    world:add("ship", 100, 50, shape, options)
    return world
  end

  it("has_an_angle_and_a_scale_from_the_start", function()
    local world = new(hitbox.aabb(-2, -1, 4, 2), { angle = pi / 2, scale = 3 })
    assert.are.same({ pi / 2, 3 }, { world:angle("ship") })
    assert.are.same({ 97, 44, 6, 12 }, { world:rect("ship") })
    world:add("other", 0, 0, 4, 2)
    assert.are.same({ 0, 1 }, { world:angle("other") })
  end)

  it("turns_about_its_anchor", function()
    local world = new(hitbox.aabb(0, 0, 4, 2))
    world:setTransform("ship", pi / 2)
    assert.are.same({ 98, 50, 2, 4 }, { world:rect("ship") })
    assert.are.same({ 100, 50 }, { world:position("ship") })
    world:setTransform("ship", pi, 2)
    assert.are.same({ 92, 46, 8, 4 }, { world:rect("ship") })
    world:setTransform("ship", 0)
    assert.are.same({ 0, 2 }, { world:angle("ship") })
    assert.are.same({ 100, 50, 8, 4 }, { world:rect("ship") })
    assert.are.equal(hitbox.aabb(100, 50, 8, 4), world:shape("ship"))
  end)

  it("has_edges_that_are_those_of_its_neighbours", function()
    local world = hitbox.newWorld()
    world:add("one", 0.1, 0.7, 0.2, 0.1)
    world:add("two", 0.1 + 0.2, 0.7 + 0.1, 1, 1)
    assert.are.same({ 0.1, 0.7, 0.1 + 0.2, 0.7 + 0.1 }, { world:edges("one") })
    world:update("one", 0.7, 0)
    assert.are.same({ 0.7, 0, 0.7 + 0.2, 0.1 }, { world:edges("one") })
    local left, top = world:edges("two")
    world:setTransform("two", pi / 2)
    assert.are.same({ left - 1, top, left, top + 1 }, { world:edges("two") })
  end)

  it("turns_as_it_faces", function()
    local world = hitbox.newWorld()
    world:add("ship", 0, 0, 4, 2, { facing = -1, angle = pi / 2 })
    assert.are.same({ -2, -4, 2, 4 }, { world:rect("ship") })
  end)

  it("keeps_its_angle_through_moves_updates_and_new_shapes", function()
    local world = new(hitbox.aabb(0, 0, 4, 2), { angle = pi / 2, scale = 2 })
    world:add("wall", 200, 0, 10, 100)
    local x = world:move("ship", 300, 50)
    assert.are.equal(200, x) -- its right side is at its anchor
    assert.are.same({ pi / 2, 2 }, { world:angle("ship") })
    world:update("ship", 10, 10)
    assert.are.same({ 6, 10, 4, 8 }, { world:rect("ship") })
    world:update("ship", 10, 10, 1, 3)
    assert.are.same({ 4, 10, 6, 2 }, { world:rect("ship") })
    world:reshape("ship", hitbox.aabb(0, 0, 5, 1))
    assert.are.same({ 8, 10, 2, 10 }, { world:rect("ship") })
  end)

  it("keeps_its_form_through_ten_thousand_turns", function()
    local world = new(hitbox.aabb(-6, -28, 12, 28))
    for i = 1, 10000 do
      world:setTransform("ship", i * 0.1)
    end
    local sides, area = form(world:shape("ship"))
    for i, length in ipairs { 12, 28, 12, 28 } do
      assert.is_near(length, sides[i], 1e-12)
    end
    assert.is_near(336, area, 1e-10)
    world:setTransform("ship", 0)
    assert.are.equal(hitbox.aabb(94, 22, 12, 28), world:shape("ship"))
  end)

  it("is_met_where_it_is_now", function()
    local world = new(hitbox.aabb(-20, -1, 40, 2))
    assert.are.equal(0, world:queryPoint(100, 65))
    world:setTransform("ship", pi / 2)
    assert.are.equal(1, world:queryPoint(100, 65))
    assert.are.equal(0, world:queryPoint(115, 50))
    world:setTransform("ship", pi / 4)
    assert.are.equal(1, world:queryPoint(110, 60))
  end)

  it("refuses_bad_numbers_and_stays_as_it_was", function()
    local world = new(hitbox.aabb(1, 2, 3, 4), { angle = 0.5 })
    local before = world:shape("ship")
    refuses_bad_numbers(bound(world, "setTransform"), "setTransform", { "ship", 1 }, { { 2, "angle" } })
    local turn = bound(world, "setTransform")
    refused("bad argument #3 to 'setTransform' (scale must be >= 0, got -3)", turn, "ship", 0, -3)
    refused("bad argument #3 to 'setTransform' (number expected for scale, got string)", turn, "ship", 0, "1")
    refused("bad argument #2 to 'setTransform' (every edge of the shape must be at most 2^100 in magnitude)",
      turn, "ship", 0, 2 ^ 100)
    refused("bad argument #1 to 'setTransform' (item is not in this world; add it first)", turn, "shop", 0)
    refused("bad argument #1 to 'angle' (item is not in this world; add it first)", bound(world, "angle"), "shop")
    assert.are.equal(before, world:shape("ship"))
    local add = bound(world, "add")
    refused("bad argument #6 to 'add' (angle must be finite, got NaN)", add, "a", 0, 0, 1, 1,
      { angle = 0 / 0 })
    refused("bad argument #5 to 'add' (scale must be >= 0, got -1)", add, "a", 0, 0,
      hitbox.circle(0, 0, 1), { scale = -1 })
    assert.are.equal(1, world:count())
    world:remove("ship")
    refused("bad argument #1 to 'setTransform' (item is not in this world; add it first)", turn, "ship", 0)
  end)

  it("turns_by_quarters_only_among_pixels", function()
    local world = hitbox.newWorld { policy = "pixel" }
    world:add("tile", 0, 0, 4, 2)
    world:setTransform("tile", pi / 2)
    assert.are.same({ -2, 0, 2, 4 }, { world:rect("tile") })
    refused("bad argument #2 to 'setTransform' (\"pixel\" has a meaning for points, AABBs and masks only; "
      .. 'use "overlap" or "touch")', bound(world, "setTransform"), "tile", 0.3)
    assert.are.same({ pi / 2, 1 }, { world:angle("tile") })
  end)
end)
