local hitbox = require "hitbox"
local support = require "tests.tools.support"
local refused, refuses_bad_numbers = support.refused, support.refuses_bad_numbers

local pixel_only = '("pixel" has a meaning for points, AABBs and masks only; use "overlap" or "touch")'

describe("overlaps", function()
  local a = hitbox.aabb(0, 0, 64, 32)

  it("answers_yes_and_no", function()
    assert.is_true(hitbox.overlaps(a, hitbox.circle(70, 16, 8)))
    assert.is_false(hitbox.overlaps(a, hitbox.circle(80, 16, 8)))
  end)

  it("counts_a_shared_boundary_by_the_policy", function()
    local right = hitbox.aabb(64, 0, 5, 5)
    assert.is_false(hitbox.overlaps(a, right))
    assert.is_false(hitbox.overlaps(a, right, nil))
    assert.is_false(hitbox.overlaps(a, right, "overlap"))
    assert.is_true(hitbox.overlaps(a, right, "touch"))
    assert.is_false(hitbox.overlaps(a, right, "pixel"))
    assert.is_true(hitbox.overlaps(a, hitbox.circle(72, 16, 8), "touch"))
    assert.is_false(hitbox.overlaps(a, hitbox.circle(72, 16, 8)))
  end)

  it("gives_left_and_top_edges_to_the_pixel", function()
    assert.is_true(hitbox.overlaps(hitbox.point(0, 0), a, "pixel"))
    assert.is_true(hitbox.overlaps(a, hitbox.point(0, 31), "pixel"))
    assert.is_false(hitbox.overlaps(hitbox.point(64, 0), a, "pixel"))
    assert.is_false(hitbox.overlaps(hitbox.point(0, 32), a, "pixel"))
  end)

  it("refuses_a_policy_without_meaning", function()
    local circle = hitbox.circle(0, 0, 1)
    refused("bad argument #3 to 'overlaps' " .. pixel_only, hitbox.overlaps, a, circle, "pixel")
    refused("bad argument #3 to 'contact' " .. pixel_only, hitbox.contact, circle, a, "pixel")
    refused("bad argument #5 to 'sweep' " .. pixel_only, hitbox.sweep, circle, 1, 1, a, "pixel")
  end)

  it("refuses_what_is_no_shape_and_no_policy", function()
    refused("bad argument #1 to 'overlaps' (shape expected for a, got table)", hitbox.overlaps, {}, a)
    refused("bad argument #2 to 'overlaps' (shape expected for b, got no value)", hitbox.overlaps, a)
    refused("bad argument #2 to 'overlaps' (shape expected for b, got hitbox.world)",
      hitbox.overlaps, a, hitbox.newWorld())
    refused('bad argument #3 to \'overlaps\' (unknown policy "tuoch", did you mean "touch"?)',
      hitbox.overlaps, a, a, "tuoch")
    refused("bad argument #3 to 'overlaps' (name expected for policy, got boolean)",
      hitbox.overlaps, a, a, true)
  end)
end)

describe("contact", function()
  it("points_from_a_to_b_along_the_least_translation", function()
    local nx, ny, depth = hitbox.contact(hitbox.aabb(0, 0, 10, 10), hitbox.aabb(8, 3, 10, 4))
    assert.are.same({ 1, 0, 2 }, { nx, ny, depth })
    nx, ny, depth = hitbox.contact(hitbox.aabb(8, 3, 10, 4), hitbox.aabb(0, 0, 10, 10))
    assert.are.same({ -1, 0, 2 }, { nx, ny, depth })
  end)

  it("gives_two_points_for_edges_and_one_for_a_corner", function()
    local function values(...)
      return select("#", ...)
    end
    assert.are.equal(7, values(hitbox.contact(hitbox.aabb(0, 0, 10, 10), hitbox.aabb(8, 3, 10, 4))))
    assert.are.equal(5, values(hitbox.contact(hitbox.aabb(0, 0, 10, 10), hitbox.circle(11, 5, 2))))
    assert.are.equal(1, values(hitbox.contact(hitbox.aabb(0, 0, 1, 1), hitbox.circle(11, 5, 2))))
  end)

  it("is_nil_where_overlaps_is_false", function()
    local a, b = hitbox.aabb(0, 0, 5, 5), hitbox.aabb(5, 0, 5, 5)
    assert.is_nil(hitbox.contact(a, b))
    local nx, ny, depth = hitbox.contact(a, b, "touch")
    assert.are.same({ 1, 0, 0 }, { nx, ny, depth })
  end)

  -- The heaps leave each other by 3 to the right; past their bounds, by 10 up or down.
  it("leads_past_the_bounds_where_more_than_a_million_pairs_of_parts_are_near", function()
    local function heap(count, x, last)
      local parts = {}
      for i = 1, count do
        parts[i] = hitbox.aabb(x, 0, 10, 10)
      end
      parts[count + 1] = last
      return hitbox.compound(parts)
    end
    for count, wanted in pairs { [900] = { 1, 0, 3 }, [1023] = { 0, 1, 10 } } do
      local a, b = heap(count, 0, hitbox.aabb(100, 5, 1, 1)), heap(count, 7)
      local world = hitbox.newWorld()
      world:add("a", 0, 0, a)
      world:add("b", 0, 0, b)
      for _, found in ipairs { { hitbox.contact(a, b) }, { world:contact("a", "b") } } do
        assert.are.same(wanted, { found[1], math.abs(found[2]), found[3] })
      end
    end
  end)
end)

describe("distance", function()
  it("gives_the_closest_points", function()
    assert.are.same({ 5, 5, 2, 10, 2 }, { hitbox.distance(hitbox.segment(5, 0, 5, 2),
      hitbox.point(10, 2)) })
    assert.are.same({ 3, 2, 0, 5, 0 }, { hitbox.distance(hitbox.circle(0, 0, 2),
      hitbox.circle(10, 0, 5)) })
  end)

  it("is_0_where_the_shapes_share_a_point", function()
    assert.are.equal(0, (hitbox.distance(hitbox.aabb(0, 0, 5, 5), hitbox.aabb(5, 0, 5, 5))))
    assert.are.equal(0, (hitbox.distance(hitbox.aabb(0, 0, 5, 5), hitbox.aabb(1, 1, 1, 1))))
  end)

  it("is_infinite_from_a_mask_without_pixels_and_has_no_points", function()
    local empty = hitbox.mask({ "..", ".." })
    assert.are.same({ math.huge }, { hitbox.distance(empty, hitbox.circle(0, 0, 2)) })
    assert.are.same({ math.huge }, { hitbox.distance(hitbox.point(1, 1), empty) })
    assert.are.same({ math.huge }, { hitbox.distance(empty, empty) })
  end)

  it("refuses_what_is_no_shape", function()
    local point = hitbox.point(0, 0)
    refused("bad argument #2 to 'distance' (shape expected for b, got nil)", hitbox.distance, point, nil)
  end)
end)

describe("sweep", function()
  local a, wall = hitbox.aabb(0, 0, 10, 10), hitbox.aabb(20, 0, 5, 10)

  it("gives_the_time_of_impact_and_the_normal_towards_the_mover", function()
    assert.are.same({ 0.25, -1, 0, false }, { hitbox.sweep(a, 40, 0, wall) })
    assert.are.same({ 0.25, -1, 0, false }, { hitbox.sweep(a, 40, 8, wall) })
    assert.is_nil(hitbox.sweep(a, 9, 0, wall))
    assert.is_nil(hitbox.sweep(a, -40, 0, wall))
  end)

  it("counts_arriving_flush_by_the_policy", function()
    assert.is_nil(hitbox.sweep(a, 10, 0, wall))
    assert.are.same({ 1, -1, 0, false }, { hitbox.sweep(a, 10, 0, wall, "touch") })
  end)

  it("says_whether_it_began_inside", function()
    local t, nx, ny, inside = hitbox.sweep(hitbox.aabb(11, 0, 10, 10), 5, 0, wall)
    assert.are.same({ 0, -1, 0, true }, { t, nx, ny, inside })
  end)

  it("refuses_bad_numbers", function()
    refuses_bad_numbers(hitbox.sweep, "sweep", { a, 1, 2, wall }, { { 2, "dx" }, { 3, "dy" } })
    refused("bad argument #4 to 'sweep' (shape expected for b, got no value)", hitbox.sweep, a, 1, 2)
  end)
end)

describe("raycast", function()
  local box = hitbox.aabb(10, 0, 10, 10)

  it("gives_the_time_and_the_normal_where_it_enters", function()
    assert.are.same({ 0.5, -1, 0, false }, { hitbox.raycast(box, 0, 5, 20, 0) })
    assert.are.same({ 0.5, 1, 0, false }, { hitbox.raycast(hitbox.circle(0, 0, 5), 15, 0, -20, 0) })
    assert.is_nil(hitbox.raycast(box, 0, 5, 9, 0))
    assert.is_nil(hitbox.raycast(box, 0, 5, -20, 0))
  end)

  it("ends_on_the_boundary_and_grazes_without_a_hit", function()
    assert.are.same({ 1, -1, 0, false }, { hitbox.raycast(box, 0, 5, 10, 0) })
    assert.is_nil(hitbox.raycast(box, 0, 0, 40, 0))
  end)

  it("says_whether_it_began_inside", function()
    local t, _, _, inside = hitbox.raycast(box, 15, 5, 1, 0)
    assert.are.same({ 0, true }, { t, inside })
  end)

  it("refuses_bad_numbers", function()
    refuses_bad_numbers(hitbox.raycast, "raycast", { box, 1, 2, 3, 4 },
      { { 2, "x" }, { 3, "y" }, { 4, "dx" }, { 5, "dy" } })
  end)
end)

describe("tests of plain numbers", function()
  it("test_two_boxes", function()
    assert.is_true(hitbox.aabbAabb(0, 0, 10, 10, 9, 9, 5, 5))
    assert.is_false(hitbox.aabbAabb(0, 0, 10, 10, 10, 0, 5, 5))
    assert.is_true(hitbox.aabbAabb(0, 0, 10, 10, 10, 10, 5, 5, "touch"))
    assert.is_false(hitbox.aabbAabb(0, 0, 10, 10, 10, 0, 5, 5, "pixel"))
    assert.is_false(hitbox.aabbAabb(0, 0, 10, 10, 5, 5, 0, 0, "pixel"))
  end)

  it("test_a_point_and_a_box", function()
    assert.is_true(hitbox.pointAabb(5, 5, 0, 0, 10, 10))
    assert.is_false(hitbox.pointAabb(0, 5, 0, 0, 10, 10))
    assert.is_true(hitbox.pointAabb(0, 5, 0, 0, 10, 10, "touch"))
    assert.is_true(hitbox.pointAabb(0, 5, 0, 0, 10, 10, "pixel"))
    assert.is_false(hitbox.pointAabb(10, 5, 0, 0, 10, 10, "pixel"))
  end)

  it("test_two_circles", function()
    assert.is_true(hitbox.circleCircle(0, 0, 3, 4, 0, 2))
    assert.is_false(hitbox.circleCircle(0, 0, 3, 5, 0, 2))
    assert.is_true(hitbox.circleCircle(0, 0, 3, 5, 0, 2, "touch"))
    assert.is_true(hitbox.pointCircle(1, 1, 0, 0, 3))
    assert.is_false(hitbox.pointCircle(3, 4, 0, 0, 5))
    assert.is_true(hitbox.pointCircle(3, 4, 0, 0, 5, "touch"))
  end)

  it("test_a_circle_and_a_box", function()
    assert.is_true(hitbox.circleAabb(-3, -3, 5, 0, 0, 10, 10))
    assert.is_false(hitbox.circleAabb(-3, -4, 5, 0, 0, 10, 10))
    assert.is_true(hitbox.circleAabb(-3, -4, 5, 0, 0, 10, 10, "touch"))
  end)

  it("refuse_pixels_for_circles", function()
    refused("bad argument #6 to 'pointCircle' " .. pixel_only, hitbox.pointCircle, 0, 0, 0, 0, 1, "pixel")
    refused("bad argument #7 to 'circleCircle' " .. pixel_only, hitbox.circleCircle,
      0, 0, 1, 0, 0, 1, "pixel")
    refused("bad argument #8 to 'circleAabb' " .. pixel_only, hitbox.circleAabb,
      0, 0, 1, 0, 0, 1, 1, "pixel")
  end)

  it("refuse_bad_numbers", function()
    refuses_bad_numbers(hitbox.aabbAabb, "aabbAabb", { 1, 2, 3, 4, 5, 6, 7, 8 }, {
      { 1, "x1" }, { 2, "y1" }, { 3, "w1", "size" }, { 4, "h1", "size" },
      { 5, "x2" }, { 6, "y2" }, { 7, "w2", "size" }, { 8, "h2", "size" },
    })
    refuses_bad_numbers(hitbox.pointAabb, "pointAabb", { 1, 2, 3, 4, 5, 6 },
      { { 1, "px" }, { 2, "py" }, { 3, "x" }, { 4, "y" }, { 5, "w", "size" }, { 6, "h", "size" } })
    refuses_bad_numbers(hitbox.pointCircle, "pointCircle", { 1, 2, 3, 4, 5 },
      { { 1, "px" }, { 2, "py" }, { 3, "x" }, { 4, "y" }, { 5, "r", "size" } })
    refuses_bad_numbers(hitbox.circleCircle, "circleCircle", { 1, 2, 3, 4, 5, 6 }, {
      { 1, "x1" }, { 2, "y1" }, { 3, "r1", "size" }, { 4, "x2" }, { 5, "y2" }, { 6, "r2", "size" },
    })
    refuses_bad_numbers(hitbox.circleAabb, "circleAabb", { 1, 2, 3, 4, 5, 6, 7 }, {
      { 1, "cx" }, { 2, "cy" }, { 3, "r", "size" },
      { 4, "x" }, { 5, "y" }, { 6, "w", "size" }, { 7, "h", "size" },
    })
    refused("bad argument #5 to 'aabbAabb' (every edge of the box must be at most 2^100 in magnitude)",
      hitbox.aabbAabb, 0, 0, 1, 1, 2 ^ 100, 0, 2 ^ 100, 1)
  end)
end)

describe("angles", function()
  it("lead_to_directions_and_quarter_turns_exactly", function()
    assert.are.same({ 1, 0 }, { hitbox.direction(0) })
    assert.are.same({ 0, 1 }, { hitbox.direction(math.pi / 2) }) -- down, as y is
    assert.are.same({ -1, 0 }, { hitbox.direction(math.rad(180)) })
    assert.are.same({ 0, -1 }, { hitbox.direction(math.rad(-450)) })
    local x, y = hitbox.direction(math.pi / 6)
    assert.is_true(math.abs(x - math.sqrt(0.75)) < 2 ^ -52 and math.abs(y - 0.5) < 2 ^ -52)
  end)

  it("are_those_of_vectors_of_any_length", function()
    assert.are.equal(0, hitbox.angle(5, 0))
    assert.are.equal(math.pi / 4, hitbox.angle(3, 3))
    assert.are.equal(-math.pi / 2, hitbox.angle(0, -2 ^ 80))
    assert.are.equal(math.pi, hitbox.angle(-2 ^ -80, 0))
    assert.are.equal(0, hitbox.angle(0, 0))
    for k = -31, 31 do
      assert.is_true(math.abs(hitbox.angle(hitbox.direction(k / 10)) - k / 10) < 2 ^ -50)
    end
  end)

  it("are_the_ones_by_which_shapes_turn", function()
    for k = 1, 50 do
      local x, y = hitbox.direction(0.37 * k)
      local turnedX, turnedY = hitbox.point(1, 0):rotated(0.37 * k):center()
      assert.is_true(math.abs(x - turnedX) < 2 ^ -51 and math.abs(y - turnedY) < 2 ^ -51)
    end
  end)

  it("refuse_bad_numbers", function()
    refuses_bad_numbers(hitbox.direction, "direction", { 1 }, { { 1, "angle" } })
    refuses_bad_numbers(hitbox.angle, "angle", { 1, 2 }, { { 1, "x" }, { 2, "y" } })
  end)
end)
