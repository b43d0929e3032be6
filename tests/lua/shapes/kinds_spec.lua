-- Ellipses, compounds and concave outlines, as a script makes and reads them. Their results are tested in
-- tests/core; here is a sample of each query.
local hitbox = require "hitbox"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"
local refused, bound, refuses_bad_numbers =
  support.refused, support.bound, support.refuses_bad_numbers

local pi = math.pi

local function bounds(shape)
  return { shape:bounds() }
end

--- An L of 4 by 4 with arms of width 1.
local function bracket()
  return hitbox.polygon(0, 0, 4, 0, 4, 1, 1, 1, 1, 4, 0, 4)
end

describe("an ellipse", function()
  it("has_a_centre_and_two_half_axes", function()
    local egg = hitbox.ellipse(10, 20, 3, 5)
    assert.are.equal("ellipse", egg:kind())
    assert.are.same({ 7, 15, 6, 10 }, bounds(egg))
    assert.are.same({ 10, 20 }, { egg:center() })
    assert.are.same({ 3, 0, 0, 5 }, { egg:axes() })
    assert.are.same({}, egg:points())
    assert.are.same({ egg }, egg:parts())
    assert.is_nil(hitbox.circle(0, 0, 1):axes())
  end)

  it("turns_about_its_centre", function()
    for _, egg in ipairs { hitbox.ellipse(10, 20, 3, 5, pi / 2),
      hitbox.ellipse(0, 0, 3, 5):rotated(pi / 2):translated(10, 20) } do
      local x, y, w, h = egg:bounds() -- which enclose it, rounded outward
      assert.is_near(5, x, 1e-14)
      assert.is_near(17, y, 1e-14)
      assert.is_near(10, w, 2e-14)
      assert.is_near(6, h, 2e-14)
    end
    local ux, uy = hitbox.ellipse(0, 0, 5, 3, 0.5):axes()
    assert.is_near(5 * math.cos(0.5), ux, 1e-15)
    assert.is_near(5 * math.sin(0.5), uy, 1e-15)
  end)

  it("is_a_segment_without_one_of_the_axes", function()
    assert.are.same({ 7, 20, 6, 0 }, bounds(hitbox.ellipse(10, 20, 3, 0)))
    assert.are.same({ 10, 20, 0, 0 }, bounds(hitbox.ellipse(10, 20, 0, 0)))
  end)

  it("meets_other_shapes", function()
    local egg = hitbox.ellipse(0, 0, 5, 3)
    assert.is_true(hitbox.overlaps(egg, hitbox.point(3, 2.3)))
    assert.is_false(hitbox.overlaps(egg, hitbox.point(3, 2.5))) -- 9/25 + 6.25/9 > 1
    local nx, ny, depth = hitbox.contact(egg, hitbox.aabb(4, -10, 5, 20))
    assert.is_near(1, nx, 1e-12)
    assert.is_near(0, ny, 1e-12)
    assert.is_near(1, depth, 1e-12)
    assert.is_near(2, (hitbox.distance(egg, hitbox.ellipse(0, 8, 5, 3))), 1e-12)
    assert.is_near(0.5, (hitbox.sweep(egg, 10, 0, hitbox.aabb(10, -1, 1, 2))), 1e-9)
    assert.is_near(0.5, (hitbox.raycast(egg, 10, 0, -10, 0)), 1e-9)
  end)

  it("is_equal_by_value_and_written_as_it_was_made", function()
    assert.are.equal(hitbox.ellipse(1, 2, 3, 4), hitbox.ellipse(1, 2, 3, 4))
    assert.are_not.equal(hitbox.ellipse(1, 2, 3, 4), hitbox.ellipse(1, 2, 3, 4.5))
    assert.are_not.equal(hitbox.ellipse(1, 2, 3, 4), hitbox.ellipse(1, 2, 3, 4, 0.1))
    assert.are_not.equal(hitbox.ellipse(0, 0, 3, 3), hitbox.circle(0, 0, 3))
    assert.are.equal("ellipse(1, 2, 3, 4)", tostring(hitbox.ellipse(1, 2, 3, 4)))
    assert.are.equal("ellipse(1, 2, 3, 4, 0.5)", tostring(hitbox.ellipse(1, 2, 3, 4, 0.5)))
  end)

  it("refuses_bad_numbers", function()
    refuses_bad_numbers(hitbox.ellipse, "ellipse", { 1, 2, 3, 4 },
      { { 1, "cx" }, { 2, "cy" }, { 3, "rx", "size" }, { 4, "ry", "size" } })
    refused("bad argument #5 to 'ellipse' (angle must be finite, got NaN)", hitbox.ellipse, 1, 2, 3, 4,
      0 / 0)
  end)
end)

describe("a concave outline", function()
  it("becomes_a_compound_of_convex_parts", function()
    local shape = bracket()
    assert.are.equal("compound", shape:kind())
    assert.are.same({ 0, 0, 4, 4 }, bounds(shape))
    assert.are.same({}, shape:points())
    local parts, area = shape:parts(), 0
    assert.are.equal(2, #parts)
    for _, part in ipairs(parts) do
      assert.are.equal("polygon", part:kind())
      local p = part:points()
      for i = 1, #p, 2 do
        area = area + (p[i] * (p[i + 3] or p[2]) - p[i + 1] * (p[i + 2] or p[1])) / 2
      end
    end
    assert.are.equal(7, area)
  end)

  it("holds_what_is_in_it_and_not_what_is_in_its_bay", function()
    local shape = bracket()
    for _, policy in ipairs { "overlap", "touch" } do
      assert.is_true(hitbox.overlaps(shape, hitbox.point(0.5, 3), policy))
      assert.is_true(hitbox.overlaps(shape, hitbox.point(0.5, 0.5), policy))
      assert.is_false(hitbox.overlaps(shape, hitbox.point(2, 2), policy))
      assert.is_true(hitbox.overlaps(shape, hitbox.circle(2.5, 2.5, 1.6), policy))
      assert.is_false(hitbox.overlaps(shape, hitbox.circle(2.5, 2.5, 1.4), policy))
    end
    assert.is_false(hitbox.overlaps(shape, hitbox.point(1, 2)))
    assert.is_true(hitbox.overlaps(shape, hitbox.point(1, 2), "touch"))
    assert.are.equal(1.5, (hitbox.distance(shape, hitbox.point(2.5, 3))))
    assert.are.equal(0.5, (hitbox.raycast(shape, 3, 2, -4, 0)))
  end)

  it("takes_either_winding_a_table_and_a_radius", function()
    local reversed = hitbox.polygon { 0, 4, 1, 4, 1, 1, 4, 1, 4, 0, 0, 0 }
    assert.are.equal("compound", reversed:kind())
    assert.is_false(hitbox.overlaps(reversed, hitbox.point(2, 2)))
    local round = hitbox.polygon({ 0, 0, 4, 0, 4, 1, 1, 1, 1, 4, 0, 4 }, 0.5)
    assert.are.same({ -0.5, -0.5, 5, 5 }, bounds(round))
    assert.is_true(hitbox.overlaps(round, hitbox.point(1.4, 2)))
    assert.is_false(hitbox.overlaps(round, hitbox.point(2, 2)))
  end)

  it("is_refused_where_it_crosses_itself_and_both_edges_are_named", function()
    local crosses = "(outline crosses itself: the edge from corner %d meets the edge from corner %d)"
    refused("bad argument #1 to 'polygon' " .. crosses:format(1, 3), hitbox.polygon,
      0, 0, 4, 4, 4, 0, 0, 4)
    refused("bad argument #1 to 'polygon' " .. crosses:format(2, 4), hitbox.polygon,
      { 0, 0, 4, 0, 4, 4, 1, 2, 4.5, 2, 0, 4 })
    refused("bad argument #3 to 'polygon' " .. crosses:format(2, 4), hitbox.polygon,
      0, 0, 4, 0, 4, 4, 1, 2, 4.5, 2, 0, 4)
  end)

  it("drops_corners_at_which_it_folds_back", function()
    local triangle = hitbox.polygon(0, 0, 10, 0, 10, 4)
    assert.are.equal(triangle, hitbox.polygon(0, 0, 10, 0, 10, 10, 10, 4))
    assert.are.equal(triangle, hitbox.polygon { 0, 0, 10, 0, 10, 10, 10, 10, 10, 4 })
    assert.are.equal(triangle, hitbox.polygon({ 0, 0, 10, 0, 10, 10, 10, 4 }, 0))
    assert.are.equal("polygon", hitbox.polygon(0, 0, 4, 0, 4, 9, 4, 4, 0, 4):kind())
    refused("bad argument #1 to 'polygon' (outline needs at least three distinct corners that are not on one line)", hitbox.polygon,
      0, 0, 5, 0, 5, 5, 5, 0)
  end)

  it("with_a_radius_is_refused_where_it_folds_back_and_the_corner_is_named", function()
    local folds = "bad argument #%d to 'polygon' (outline with a radius folds back onto itself at corner %d; leave that corner out)"
    refused(folds:format(1, 3), hitbox.polygon, { 0, 0, 10, 0, 10, 10, 10, 4 }, 2)
    refused(folds:format(1, 4), hitbox.polygon, { 0, 0, 0, 0, 10, 0, 10, 10, 10, 10, 10, 4, 0, 0 }, 2)
    refused(folds:format(1, 1), hitbox.polygon, { 10, 10, 10, 4, 0, 0, 10, 0, 10, 10 }, 2)
  end)

  it("turns_and_moves_without_coming_apart", function()
    local shape = bracket()
    for _ = 1, 1000 do
      shape = shape:rotated(0.1)
    end
    local a, b = shape:parts()[1]:points(), shape:parts()[2]:points()
    local shared = 0
    for i = 1, #a, 2 do
      for k = 1, #b, 2 do
        shared = shared + (a[i] == b[k] and a[i + 1] == b[k + 1] and 1 or 0)
      end
    end
    assert.are.equal(2, shared)
    assert.are.equal(bracket(), bracket():rotated(pi / 2):rotated(-pi / 2))
    assert.are.equal(bracket():translated(10, 20), hitbox.polygon(10, 20, 14, 20, 14, 21, 11, 21, 11, 24, 10, 24))
  end)
end)

describe("a compound", function()
  it("meets_what_one_of_its_parts_meets", function()
    local hammer = hitbox.compound(hitbox.aabb(-1, 0, 2, 10), hitbox.circle(0, 0, 3))
    assert.are.equal("compound", hammer:kind())
    assert.are.same({ -3, -3, 6, 13 }, bounds(hammer))
    assert.is_true(hitbox.overlaps(hammer, hitbox.point(2, 0)))
    assert.is_true(hitbox.overlaps(hammer, hitbox.point(0, 9)))
    assert.is_false(hitbox.overlaps(hammer, hitbox.point(2, 9)))
    local nx, ny, depth = hitbox.contact(hammer, hitbox.aabb(-5, 9, 10, 5))
    assert.are.same({ 0, 1, 1 }, { nx, ny, depth })
    assert.are.equal(2, (hitbox.distance(hammer, hitbox.aabb(3, 4, 5, 5))))
  end)

  it("takes_shapes_or_a_list_and_gives_them_back", function()
    local box, ball = hitbox.aabb(1, 2, 3, 4), hitbox.ellipse(5, 6, 7, 8)
    local wheel = {}
    for i = 0, 15 do
      wheel[#wheel + 1], wheel[#wheel + 2] = math.cos(i * pi / 8), math.sin(i * pi / 8)
    end
    local disc = hitbox.polygon(wheel)
    local whole = hitbox.compound(box, ball, disc)
    assert.are.same({ box, ball, disc }, whole:parts())
    assert.are.equal(whole, hitbox.compound { box, ball, disc })
    local out = { 1, 2, 3, 4, 5 }
    assert.are.equal(out, whole:parts(out))
    assert.are.same({ box, ball, disc }, out)
    assert.are.same({ box }, box:parts())
    -- one of which another is made is taken apart
    assert.are.same({ box, box, ball, disc }, hitbox.compound(box, whole):parts())
  end)

  it("is_equal_by_value_and_written_as_it_was_made", function()
    local a = hitbox.compound(hitbox.circle(1, 2, 3), hitbox.point(4, 5))
    assert.are.equal(a, hitbox.compound(hitbox.circle(1, 2, 3), hitbox.point(4, 5)))
    assert.are_not.equal(a, hitbox.compound(hitbox.circle(1, 2, 3), hitbox.point(4, 6)))
    assert.are_not.equal(a, hitbox.compound(hitbox.circle(1, 2, 3)))
    assert.are.equal("compound(circle(1, 2, 3), point(4, 5))", tostring(a))
  end)

  it("outlives_what_it_was_made_of", function()
    local shapes = {}
    for i = 1, 50 do
      local star = {}
      for k = 0, 19 do
        local r = k % 2 == 0 and 10 or 4
        star[#star + 1], star[#star + 2] = r * math.cos(k * pi / 10), r * math.sin(k * pi / 10)
      end
      shapes[i] = hitbox.compound(hitbox.polygon(star), hitbox.circle(0, 0, i)):rotated(0.5)
    end
    versions.collect()
    for i = 1, 50 do
      assert.is_true(hitbox.overlaps(shapes[i], hitbox.point(0, i - 0.5)))
      assert.is_true(#shapes[i]:parts() > 5)
    end
  end)

  it("refuses_what_is_no_shape", function()
    refused("bad argument #1 to 'compound' (shape expected for part 1, got no value)", hitbox.compound)
    refused("bad argument #1 to 'compound' (shape expected for part 1, got nil)", hitbox.compound, {})
    refused("bad argument #2 to 'compound' (shape expected for part 2, got number)", hitbox.compound,
      hitbox.point(0, 0), 3)
    refused("bad argument #1 to 'compound' (shape expected for part 2, got string)", hitbox.compound,
      { hitbox.point(0, 0), "x" })
    refused("bad argument #1 to 'parts' (table expected for out, got number)",
      bound(hitbox.point(0, 0), "parts"), 3)
  end)
end)

describe("an item of one of these kinds", function()
  it("is_added_turned_and_met", function()
    local world = hitbox.newWorld()
    world:add("bracket", 100, 100, bracket():scaled(10))
    world:add("egg", 130, 125, hitbox.ellipse(0, 0, 15, 5))
    assert.are.equal(0, world:queryPoint(130, 130))
    local met = 0
    for _ in world:pairs() do
      met = met + 1
    end
    assert.are.equal(0, met) -- the egg lies in the bay
    world:setTransform("egg", pi / 2)
    world:update("egg", 113, 130)
    for a, b in world:pairs() do
      assert.are.same({ "bracket", "egg" }, { a, b })
      met = met + 1
    end
    assert.are.equal(1, met)
    world:setTransform("bracket", pi)
    assert.are.same({ 60, 60, 40, 40 }, { world:rect("bracket") })
    assert.are.equal(bracket():scaled(10):rotated(pi):translated(100, 100), world:shape("bracket"))
  end)

  it("moves_and_stops_at_what_is_in_its_way", function()
    local world = hitbox.newWorld()
    world:add("bracket", 0, 0, bracket())
    world:add("egg", 3, 10, hitbox.ellipse(0, 0, 1, 2))
    local x, y, n = world:move("egg", 3, 0)
    assert.are.equal(1, n)
    assert.are.equal(3, x)
    assert.is_near(3, y, 1e-8)
    assert.is_nil(world:contact("egg", "bracket"))
    world:add("tile", -10, 5, 2, 2)
    world:add("hammer", 0, 20, hitbox.compound(hitbox.aabb(-1, 0, 2, 8), hitbox.aabb(-4, 0, 8, 2)))
    x, y = world:move("hammer", -9, 2, "touch")
    assert.is_true(y >= 2 and x <= 0)
    assert.is_nil(world:contact("hammer", "tile"))
  end)

  it("is_drawn_by_hosts_in_c", function()
    assert.are.equal("userdata", type(bracket():corePointer()))
  end)
end)
