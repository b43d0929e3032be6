local hitbox = require "hitbox"
local support = require "tests.tools.support"
local refused, refuses_bad_numbers = support.refused, support.refuses_bad_numbers

local function bounds(shape)
  return { shape:bounds() }
end

describe("makers of shapes", function()
  it("make_each_kind", function()
    local kinds = {
      point = hitbox.point(1, 2),
      aabb = hitbox.aabb(1, 2, 3, 4),
      circle = hitbox.circle(1, 2, 3),
      segment = hitbox.segment(1, 2, 3, 4),
      capsule = hitbox.capsule(1, 2, 3, 4, 5),
      box = hitbox.box(1, 2, 3, 4, 0.5),
      polygon = hitbox.polygon(0, 0, 4, 0, 0, 3),
    }
    for kind, shape in pairs(kinds) do
      assert.are.equal(kind, shape:kind())
    end
  end)

  it("give_an_aabb_its_left_top_and_size", function()
    assert.are.same({ 1, 2, 3, 4 }, bounds(hitbox.aabb(1, 2, 3, 4)))
    assert.are.same({ 1, 2, 0, 0 }, bounds(hitbox.aabb(1, 2, 0, 0)))
    assert.are.same({ -1.5, -2.5, 3, 4 }, bounds(hitbox.aabb(-1.5, -2.5, 3, 4)))
  end)

  it("make_an_aabb_of_any_two_opposite_corners", function()
    local shape = hitbox.aabb(1, 2, 3, 4)
    assert.are.equal(shape, hitbox.aabbCorners(1, 2, 4, 6))
    assert.are.equal(shape, hitbox.aabbCorners(4, 6, 1, 2))
    assert.are.equal(shape, hitbox.aabbCorners(1, 6, 4, 2))
    assert.are.equal(shape, hitbox.aabbCorners(4, 2, 1, 6))
    assert.are.equal(hitbox.aabb(1, 2, 0, 0), hitbox.aabbCorners(1, 2, 1, 2))
  end)

  it("do_not_truncate_the_halves_of_odd_sizes", function()
    assert.are.same({ 7.5, 17.5, 5, 7 }, bounds(hitbox.aabbCenter(10, 21, 5, 7)))
    assert.are.same({ 8, 18, 4, 6 }, bounds(hitbox.aabbCenter(10, 21, 4, 6)))
  end)

  it("anchor_an_aabb_by_each_of_the_nine_names", function()
    local corners = {
      ["top-left"] = { 100, 50 }, ["top"] = { 95, 50 }, ["top-right"] = { 90, 50 },
      ["left"] = { 100, 47 }, ["center"] = { 95, 47 }, ["right"] = { 90, 47 },
      ["bottom-left"] = { 100, 44 }, ["bottom"] = { 95, 44 }, ["bottom-right"] = { 90, 44 },
      ["feet"] = { 95, 44 },
    }
    for name, corner in pairs(corners) do
      local expected = { corner[1], corner[2], 10, 6 }
      assert.are.same(expected, bounds(hitbox.aabbAnchor(100, 50, 10, 6, name)), name)
    end
  end)

  it("anchor_an_aabb_by_fractions_and_by_pixels", function()
    assert.are.same({ 95, 45.5, 10, 5 }, bounds(hitbox.aabbAnchor(100, 50, 10, 5, { 0.5, 0.9 })))
    assert.are.same({ 94, 19, 13, 32 },
      bounds(hitbox.aabbAnchor(100, 50, 13, 32, { px = 6, py = 31 })))
    -- outside of the box: the anchor of a lamp may be the ceiling above it
    assert.are.same({ 100, 60, 4, 4 }, bounds(hitbox.aabbAnchor(100, 50, 4, 4, { px = 0, py = -10 })))
    assert.are.same({ 80, 50, 10, 4 }, bounds(hitbox.aabbAnchor(100, 50, 10, 4, { 2, 0 })))
  end)

  it("round_each_edge_once", function()
    local x, _, w = hitbox.aabbAnchor(0.3, 0, 0.2, 1, "right"):bounds()
    assert.are.equal(0.3 - 0.2, x)
    assert.are.equal(0.3, x + w)
    local neighbour = hitbox.aabb(0.1 + 0.7, 0, 1, 1)
    assert.is_false(hitbox.overlaps(hitbox.aabb(0.1, 0, 0.7, 1), neighbour))
    assert.is_true(hitbox.overlaps(hitbox.aabb(0.1, 0, 0.7, 1), neighbour, "touch"))
  end)

  it("turn_a_box_clockwise_on_a_screen", function()
    local x, y, w, h = hitbox.box(10, 20, 8, 2, math.pi / 2):bounds()
    assert.is_near(9, x, 1e-12)
    assert.is_near(16, y, 1e-12)
    assert.is_near(2, w, 1e-12)
    assert.is_near(8, h, 1e-12)
    -- the right end of a wide box goes down, y growing downward
    assert.is_true(hitbox.overlaps(hitbox.box(0, 0, 20, 2, math.pi / 4), hitbox.point(5, 5)))
    assert.is_false(hitbox.overlaps(hitbox.box(0, 0, 20, 2, math.pi / 4), hitbox.point(5, -5)))
  end)

  it("take_corners_of_a_polygon_in_either_winding", function()
    local clockwise = hitbox.polygon(0, 0, 4, 0, 4, 3)
    assert.are.same({ 0, 0, 4, 3 }, bounds(clockwise))
    assert.are.same({ 0, 0, 4, 3 }, bounds(hitbox.polygon(0, 0, 4, 3, 4, 0)))
    assert.are.equal(6, #clockwise:points())
  end)

  it("take_corners_of_a_polygon_in_a_table_with_a_radius", function()
    local rounded = hitbox.polygon({ 0, 0, 4, 0, 4, 3 }, 2)
    assert.are.equal(2, rounded:radius())
    assert.are.same({ -2, -2, 8, 7 }, bounds(rounded))
    assert.are.equal(hitbox.polygon(0, 0, 4, 0, 4, 3), hitbox.polygon({ 0, 0, 4, 0, 4, 3 }))
    assert.are.equal(hitbox.polygon(0, 0, 4, 0, 4, 3), hitbox.polygon({ 0, 0, 4, 0, 4, 3 }, 0))
  end)

  it("drop_repeated_and_collinear_corners", function()
    local square = hitbox.polygon(0, 0, 2, 0, 2, 0, 4, 0, 4, 4, 0, 4, 0, 2)
    assert.are.equal(8, #square:points())
    assert.are.equal(hitbox.polygon(0, 0, 4, 0, 4, 4, 0, 4), square)
  end)

  it("take_polygons_of_many_corners", function()
    local corners = {}
    for i = 0, 99 do
      corners[#corners + 1] = 1000 * math.cos(i * math.pi / 50)
      corners[#corners + 1] = 1000 * math.sin(i * math.pi / 50)
    end
    local wheel = hitbox.polygon(corners)
    assert.are.equal(200, #wheel:points())
    assert.is_true(hitbox.overlaps(wheel, hitbox.point(998, 0)))
    assert.is_false(hitbox.overlaps(wheel, hitbox.point(1001, 0)))
  end)

  it("allow_what_has_no_extent", function()
    assert.are.same({ 3, 4, 0, 0 }, bounds(hitbox.circle(3, 4, 0)))
    assert.are.same({ 3, 4, 0, 0 }, bounds(hitbox.segment(3, 4, 3, 4)))
    assert.are.same({ 3, 4, 0, 0 }, bounds(hitbox.box(3, 4, 0, 0, 1)))
    assert.are.same({ 2, 3, 2, 2 }, bounds(hitbox.capsule(3, 4, 3, 4, 1)))
  end)

  it("go_up_to_the_largest_coordinate", function()
    local most = hitbox.MAX_COORD
    assert.are.equal(2 ^ 100, most)
    assert.are.same({ most, -most, 0, 0 }, bounds(hitbox.point(most, -most)))
    local beyond = "(every edge of the shape must be at most 2^100 in magnitude)"
    refused("bad argument #1 to 'aabb' " .. beyond, hitbox.aabb, most, 0, most, 1)
    refused("bad argument #1 to 'aabbAnchor' " .. beyond, hitbox.aabbAnchor, -most, 0, 1e30, 1, "right")
    refused("bad argument #1 to 'aabbCenter' " .. beyond, hitbox.aabbCenter, 0, most, 0, most)
  end)

  it("refuse_bad_numbers", function()
    local x, y = { 1, "x" }, { 2, "y" }
    refuses_bad_numbers(hitbox.point, "point", { 1, 2 }, { x, y })
    refuses_bad_numbers(hitbox.aabb, "aabb", { 1, 2, 3, 4 },
      { x, y, { 3, "w", "size" }, { 4, "h", "size" } })
    refuses_bad_numbers(hitbox.aabbCorners, "aabbCorners", { 1, 2, 3, 4 },
      { { 1, "x1" }, { 2, "y1" }, { 3, "x2" }, { 4, "y2" } })
    refuses_bad_numbers(hitbox.aabbCenter, "aabbCenter", { 1, 2, 3, 4 },
      { { 1, "cx" }, { 2, "cy" }, { 3, "w", "size" }, { 4, "h", "size" } })
    refuses_bad_numbers(hitbox.aabbAnchor, "aabbAnchor", { 1, 2, 3, 4, "feet" },
      { x, y, { 3, "w", "size" }, { 4, "h", "size" } })
    refuses_bad_numbers(hitbox.circle, "circle", { 1, 2, 3 }, { x, y, { 3, "r", "size" } })
    refuses_bad_numbers(hitbox.segment, "segment", { 1, 2, 3, 4 },
      { { 1, "x1" }, { 2, "y1" }, { 3, "x2" }, { 4, "y2" } })
    refuses_bad_numbers(hitbox.capsule, "capsule", { 1, 2, 3, 4, 5 },
      { { 1, "x1" }, { 2, "y1" }, { 3, "x2" }, { 4, "y2" }, { 5, "r", "size" } })
    refuses_bad_numbers(hitbox.box, "box", { 1, 2, 3, 4, 5 },
      { { 1, "cx" }, { 2, "cy" }, { 3, "w", "size" }, { 4, "h", "size" }, { 5, "angle" } })
    refuses_bad_numbers(hitbox.polygon, "polygon", { 0, 0, 4, 0, 4, 3 },
      { { 2, "y1" }, { 3, "x2" }, { 4, "y2" }, { 5, "x3" }, { 6, "y3" } })
  end)

  it("say_which_argument_is_missing", function()
    refused("bad argument #2 to 'circle' (number expected for y, got no value)", hitbox.circle, 1)
    refused("bad argument #6 to 'polygon' (number expected for y3, got no value)", hitbox.polygon,
      0, 0, 4, 0, 4)
    refused("bad argument #1 to 'polygon' (number expected for y3, got no value)", hitbox.polygon,
      { 0, 0, 4, 0, 4 })
    refused("bad argument #1 to 'polygon' (number expected for x1, got table; corners are x1, y1, x2, y2, ...)",
      hitbox.polygon, { { 0, 0 }, { 4, 0 }, { 0, 4 } })
    refused("bad argument #1 to 'polygon' (number expected for y1, got string)", hitbox.polygon,
      { 0, "0", 4, 0, 4, 3 })
    refused("bad argument #1 to 'polygon' (x2 must be finite, got NaN)", hitbox.polygon,
      { 0, 0, 0 / 0, 0, 4, 3 })
    refused("bad argument #2 to 'polygon' (radius must be >= 0, got -1)", hitbox.polygon,
      { 0, 0, 4, 0, 4, 3 }, -1)
  end)

  it("check_from_left_to_right", function()
    refused("bad argument #1 to 'aabb' (x must be finite, got NaN)", hitbox.aabb, 0 / 0, "y", -1)
    refused("bad argument #3 to 'aabb' (w must be >= 0, got -1)", hitbox.aabb, 0, 0, -1, 0 / 0)
  end)

  it("refuse_outlines_without_an_area", function()
    local message = "bad argument #1 to 'polygon' (outline needs at least three distinct corners "
      .. "that are not on one line)"
    refused(message, hitbox.polygon)
    refused(message, hitbox.polygon, {})
    refused(message, hitbox.polygon, 0, 0, 4, 0)
    refused(message, hitbox.polygon, 0, 0, 4, 0, 0, 0, 4, 0)
    refused(message, hitbox.polygon, 0, 0, 1, 1, 2, 2)
    refused(message, hitbox.polygon, { 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5 })
  end)

  it("refuse_bad_anchors", function()
    local function anchored(anchor)
      return hitbox.aabbAnchor(1, 2, 3, 4, anchor)
    end
    local bad = "bad argument #5 to 'aabbAnchor' "
    refused(bad .. '(unknown anchor "feat", did you mean "feet"?)', anchored, "feat")
    refused(bad .. '(unknown anchor "botom-left", did you mean "bottom-left"?)', anchored,
      "botom-left")
    refused(bad .. '(unknown anchor "centre", did you mean "center"?)', anchored, "centre")
    refused(bad .. "(name, {fx, fy} or {px=, py=} expected for anchor, got nil)", anchored, nil)
    refused(bad .. "(name, {fx, fy} or {px=, py=} expected for anchor, got number)", anchored, 1)
    refused(bad .. "(number expected for anchor[1], got nil)", anchored, {})
    refused(bad .. "(number expected for anchor[2], got nil)", anchored, { 0.5 })
    refused(bad .. "(anchor[1] must be finite, got NaN)", anchored, { 0 / 0, "x" })
    refused(bad .. "(number expected for anchor.py, got nil)", anchored, { px = 1 })
    refused(bad .. "(number expected for anchor.px, got nil)", anchored, { py = 1 })
    refused(bad .. "(anchor.py must be finite, got -inf)", anchored, { px = 1, py = -1 / 0 })
  end)
end)

describe("a shape", function()
  it("reads_its_middle_and_radius", function()
    assert.are.same({ 2.5, 4 }, { hitbox.aabb(1, 2, 3, 4):center() })
    assert.are.same({ 70, 16 }, { hitbox.circle(70, 16, 8):center() })
    assert.are.equal(8, hitbox.circle(70, 16, 8):radius())
    assert.are.equal(0, hitbox.aabb(1, 2, 3, 4):radius())
  end)

  it("reads_its_corners_in_order_of_a_positive_turn", function()
    assert.are.same({ 1, 2, 4, 2, 4, 6, 1, 6 }, hitbox.aabb(1, 2, 3, 4):points())
    assert.are.same({ 70, 16 }, hitbox.circle(70, 16, 8):points())
    assert.are.same({ 1, 2, 3, 4 }, hitbox.capsule(1, 2, 3, 4, 5):points())
  end)

  it("reads_its_corners_into_a_reused_table", function()
    local out = { 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, name = "mine" }
    assert.are.equal(out, hitbox.segment(1, 2, 3, 4):points(out))
    assert.are.same({ 1, 2, 3, 4, name = "mine" }, out)
    refused("bad argument #1 to 'points' (table expected for out, got number)",
      support.bound(hitbox.point(0, 0), "points"), 3)
  end)

  it("moves_to_a_place", function()
    assert.are.equal(hitbox.aabb(11, 22, 3, 4), hitbox.aabb(1, 2, 3, 4):translated(10, 20))
    assert.are.equal(hitbox.circle(5, 5, 2), hitbox.circle(0, 0, 2):translated(5, 5))
    local hexagon = hitbox.polygon(2, 0, 4, 0, 6, 3, 4, 6, 2, 6, 0, 3)
    assert.are.equal(hitbox.polygon(12, 0, 14, 0, 16, 3, 14, 6, 12, 6, 10, 3), hexagon:translated(10, 0))
    assert.are.same({ 0, 0, 6, 6 }, bounds(hexagon))
  end)

  it("refuses_a_bad_place", function()
    for _, shape in ipairs { hitbox.circle(0, 0, 1), hitbox.polygon(2, 0, 4, 0, 6, 3, 4, 6, 2, 6) } do
      refuses_bad_numbers(support.bound(shape, "translated"), "translated", { 1, 2 }, { { 1, "x" }, { 2, "y" } })
    end
    refused("bad argument #1 to 'translated' (every edge of the shape must be at most 2^100 in "
      .. "magnitude)", support.bound(hitbox.point(2 ^ 99, 0), "translated"), 2 ^ 100, 0)
  end)

  it("mirrors_about_x_0", function()
    assert.are.equal(hitbox.aabb(-4, 2, 3, 4), hitbox.aabb(1, 2, 3, 4):mirrored())
    assert.are.equal(hitbox.circle(-70, 16, 8), hitbox.circle(70, 16, 8):mirrored())
    local wedge = hitbox.polygon(0, 0, 4, 0, 5, 1, 4, 3, 1, 4)
    assert.are.same({ -5, 0, 5, 4 }, bounds(wedge:mirrored()))
    assert.are.same({ 0, 0, 5, 4 }, bounds(wedge:mirrored():mirrored()))
  end)

  it("is_equal_to_another_by_value", function()
    assert.are.equal(hitbox.circle(1, 2, 3), hitbox.circle(1, 2, 3))
    assert.are_not.equal(hitbox.circle(1, 2, 3), hitbox.circle(1, 2, 4))
    assert.are_not.equal(hitbox.circle(1, 2, 3), hitbox.circle(1, 3, 3))
    assert.are_not.equal(hitbox.point(1, 2), hitbox.circle(1, 2, 0))
    assert.is_false(hitbox.point(1, 2) == hitbox.newWorld())
    assert.is_false(hitbox.point(1, 2) == io.stdout)
  end)

  it("is_written_as_it_was_made", function()
    assert.are.equal("point(1, -2)", tostring(hitbox.point(1, -2)))
    assert.are.equal("aabb(1, 2, 3, 4.5)", tostring(hitbox.aabb(1, 2, 3, 4.5)))
    assert.are.equal("circle(70, 16, 8)", tostring(hitbox.circle(70, 16, 8)))
    assert.are.equal("segment(1, 2, 3, 4)", tostring(hitbox.segment(1, 2, 3, 4)))
    assert.are.equal("segment(1, 2, 1, 2)", tostring(hitbox.segment(1, 2, 1, 2)))
    assert.are.equal("capsule(1, 2, 3, 4, 0.1)", tostring(hitbox.capsule(1, 2, 3, 4, 0.1)))
    assert.are.equal("polygon(0, 0, 4, 0, 4, 3)", tostring(hitbox.polygon(0, 0, 4, 0, 4, 3)))
    assert.are.equal("polygon({0, 0, 4, 0, 4, 3}, 2)",
      tostring(hitbox.polygon({ 0, 0, 4, 0, 4, 3 }, 2)))
    assert.are.equal("box({-2, -1, 2, -1, 2, 1, -2, 1})", tostring(hitbox.box(0, 0, 4, 2, 0)))
  end)

  it("cannot_be_changed_or_looked_into", function()
    local shape = hitbox.point(1, 2)
    assert.is_false(getmetatable(shape))
    assert.has_error(function()
      shape.x = 3
    end)
    assert.has_error(function()
      setmetatable(shape, {})
    end)
  end)

  it("names_the_right_method_in_place_of_a_missing_one", function()
    local shape = hitbox.aabb(1, 2, 3, 4)
    for _, name in ipairs({ "x", "y", "w", "h", "width", "height" }) do
      refused("a shape has no '" .. name .. "': local x, y, w, h = shape:bounds()", function() return shape[name] end)
    end
    refused("a shape has no 'r': shape:radius()", function() return shape.r end)
    refused("a shape has no 'overlaps': hitbox.overlaps(a, b) tests two shapes", function() return shape:overlaps(shape) end)
    refused("a shape has no 'move': shapes are immutable, and shape:translated(x, y) returns a new one",
      function() shape:move(1, 2) end)
    assert.is_nil(shape.color)
    assert.is_nil(shape[1])
  end)

  it("refuses_a_wrong_self", function()
    local shape = hitbox.point(1, 2)
    refused("calling 'bounds' on bad self (shape expected for self, got number): is it called with ':', as shape:bounds(...)?", shape.bounds, 3)
    refused("calling 'kind' on bad self (shape expected for self, got hitbox.world): is it called with ':', as shape:kind(...)?",
      shape.kind, hitbox.newWorld())
    refused("calling 'mirrored' on bad self (shape expected for self, got no value): is it called with ':', as shape:mirrored(...)?", shape.mirrored)
  end)
end)
