local hitbox = require "hitbox"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"
local refused, bound = support.refused, support.bound

--- The lines of an outline as lists of corners, each number to six digits.
local function lines(n, out)
  local list, at = {}, 1
  for i = 1, n do
    local line = {}
    for k = 1, out[at] do
      line[k] = ("%.6g"):format(out[at + k]):gsub("^%-0$", "0")
    end
    list[i] = table.concat(line, " ")
    at = at + out[at] + 1
  end
  assert.are.equal(at - 1, #out)
  return list
end

local function traced(shape, tolerance)
  local n, out, kind = shape:outline(nil, tolerance)
  return lines(n, out), kind
end

--- The corners of the only line.
local function corners(shape, tolerance)
  local n, out = shape:outline(nil, tolerance)
  assert.are.equal(1, n)
  local list = {}
  for i = 2, #out, 2 do
    list[#list + 1] = { x = out[i], y = out[i + 1] }
  end
  return list
end

describe("shape:outline", function()
  it("gives_the_corners_of_sharp_shapes", function()
    assert.are.same({ { "1 2" }, "point" }, { traced(hitbox.point(1, 2)) })
    assert.are.same({ { "1 2 5 9" }, "segment" }, { traced(hitbox.segment(1, 2, 5, 9)) })
    assert.are.same({ { "1 2 4 2 4 6 1 6" }, "aabb" }, { traced(hitbox.aabb(1, 2, 3, 4)) })
  end)

  it("gives_a_concave_outline_as_one_line", function()
    local arrow = hitbox.polygon(0, 0, 8, 0, 8, 8, 4, 2, 0, 8)
    assert.are.same({ { "0 0 8 0 8 8 4 2 0 8" }, "compound" }, { traced(arrow) })
  end)

  it("draws_no_internal_edge_if_a_corner_of_a_part_lies_on_an_edge_of_another", function()
    local plus = { 10, 0, 20, 0, 20, 10, 30, 10, 30, 20, 20, 20, 20, 30, 10, 30, 10, 20, 0, 20, 0, 10, 10, 10 }
    local corners = " " .. traced(hitbox.polygon(plus))[1] .. " "
    for i = 1, #plus, 2 do
      assert.is_truthy(corners:find((" %d %d "):format(plus[i], plus[i + 1]), 1, true))
    end
    for _, shape in ipairs { hitbox.polygon(plus), hitbox.polygon(plus):rotated(0.3), hitbox.polygon(plus, 2) } do
      local n, out = shape:outline(nil, 1e9)
      assert.are.equal(1, n)
      assert.is_true(#out >= 25)
    end
    assert.are.equal(1, (hitbox.polygon(0, 0, 50, 0, 50, 10, 10, 10, 10, 20, 40, 20, 40, 30, 10, 30, 10, 40, 50, 40,
      50, 50, 0, 50):outline()))
  end)

  it("gives_the_hole_of_a_ring_of_parts_as_a_line_of_its_own", function()
    local list = traced(hitbox.compound(
      hitbox.polygon(0, 0, 6, 0, 4, 2, 2, 2), hitbox.polygon(6, 0, 6, 6, 4, 4, 4, 2),
      hitbox.polygon(6, 6, 0, 6, 2, 4, 4, 4), hitbox.polygon(0, 6, 0, 0, 2, 2, 2, 4)))
    table.sort(list)
    assert.are.same({ "0 0 6 0 6 6 0 6", "4 2 2 2 2 4 4 4" }, list)
  end)

  it("gives_each_part_of_a_compound_that_shares_no_edge", function()
    local list = traced(hitbox.compound(hitbox.aabb(0, 0, 2, 2), hitbox.aabb(1, 1, 2, 2),
      hitbox.segment(5, 5, 6, 6)))
    table.sort(list)
    assert.are.same({ "0 0 2 0 2 2 0 2", "1 1 3 1 3 3 1 3", "5 5 6 6" }, list)
  end)

  it("gives_the_borders_of_a_mask_and_of_its_hole", function()
    local mask = hitbox.mask { "###", "#.#", "###" }:translated(10, 20)
    local list = traced(mask)
    assert.are.same({ "10 20 13 20 13 23 10 23", "11 21 11 22 12 22 12 21" }, list)
    assert.are.equal(0, (hitbox.mask { "..", ".." }:outline()))
  end)

  it("keeps_the_corners_of_a_round_outline_at_its_distance", function()
    for _, corner in ipairs(corners(hitbox.circle(3, 4, 5))) do
      assert.is_near(25, (corner.x - 3) ^ 2 + (corner.y - 4) ^ 2, 1e-12)
    end
    for _, corner in ipairs(corners(hitbox.ellipse(3, 4, 6, 2))) do
      assert.is_near(1, ((corner.x - 3) / 6) ^ 2 + ((corner.y - 4) / 2) ^ 2, 1e-12)
    end
    for _, shape in ipairs { hitbox.capsule(0, 0, 10, 5, 2), hitbox.polygon({ 0, 0, 9, 0, 4, 7 }, 2) } do
      local core = shape:kind() == "capsule" and hitbox.segment(0, 0, 10, 5) or hitbox.polygon(0, 0, 9, 0, 4, 7)
      for _, corner in ipairs(corners(shape)) do
        assert.is_near(2, (hitbox.distance(core, hitbox.point(corner.x, corner.y))), 1e-12)
      end
    end
  end)

  it("widens_a_hollow_corner_to_where_its_edges_cross", function()
    local angle = hitbox.polygon({ 0, 0, 20, 0, 20, 4, 4, 4, 4, 20, 0, 20 }, 1)
    local n, out = angle:outline()
    local list = lines(n, out)
    assert.are.equal(1, n)
    assert.is_truthy((list[1] .. " "):find(" 5 5 ", 1, true))
  end)

  it("keeps_its_chords_within_the_tolerance", function()
    for _, tolerance in ipairs { 1, 0.25, 0.01 } do
      local list = corners(hitbox.circle(0, 0, 20), tolerance)
      for i, a in ipairs(list) do
        local b = list[i % #list + 1]
        assert.is_true(20 - math.sqrt(((a.x + b.x) / 2) ^ 2 + ((a.y + b.y) / 2) ^ 2) <= tolerance)
      end
    end
    -- pi * sqrt(20 / 0.02) is 99.3
    assert.are.equal(100, #corners(hitbox.circle(0, 0, 20), 0.01))
    assert.are.equal(16, #corners(hitbox.circle(0, 0, 1)))
    assert.are.equal(256, #corners(hitbox.circle(0, 0, 1e9)))
  end)

  it("fills_a_table_that_is_given_and_clears_what_is_behind", function()
    local out = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 }
    local n, same = hitbox.segment(1, 2, 5, 9):outline(out)
    assert.are.equal(out, same)
    assert.are.same({ 1, { 4, 1, 2, 5, 9 } }, { n, out })
  end)

  it("refuses_what_is_no_table_and_no_tolerance", function()
    local shape = hitbox.point(0, 0)
    refused("bad argument #1 to 'outline' (table expected for out, got number)", bound(shape, "outline"), 1)
    for _, value in ipairs { 0, -1 } do
      refused(("bad argument #2 to 'outline' (tolerance must be > 0, got %d)"):format(value),
        bound(shape, "outline"), {}, value)
    end
    refused("bad argument #2 to 'outline' (number expected for tolerance, got string)",
      bound(shape, "outline"), {}, "1")
  end)
end)

describe("an item's outline from a world", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("hero", 10, 20, hitbox.polygon(0, 0, 4, 0, 0, 2),
      { angle = math.pi / 2, layer = { "body", "hero" }, mask = { "wall", "hero" }, response = "bounce" })
    world:add("ledge", 0, 0, 10, 2, { oneWay = "above" })
  end)

  it("is_its_outline_where_it_is", function()
    local n, out, kind = world:outline("hero")
    assert.are.same({ { "10 20 10 24 8 20" }, "polygon" }, { lines(n, out), kind })
    n, out = world:outline("ledge")
    assert.are.same({ "0 0 10 0 10 2 0 2" }, lines(n, out))
  end)

  it("are_its_layers_and_what_it_looks_for", function()
    local out = {}
    assert.are.same({ 2, { "body", "hero" } }, { world:layers("hero", out) })
    assert.are.same({ 2, { "hero", "wall" } }, { world:mask("hero", out) })
    assert.are.same({ 1, { "default" } }, { world:layers("ledge", out) })
    assert.are.same({ "default" }, out)
    assert.is_nil(world:mask("ledge"))
    world:setLayers("hero", nil, {})
    assert.are.same({ 0, {} }, { world:mask("hero") })
  end)

  it("is_its_response", function()
    assert.are.equal("bounce", world:response("hero"))
    assert.are.equal("slide", world:response("ledge"))
  end)

  it("is_from_where_it_stops_turned_with_it", function()
    assert.is_nil(world:oneWay("hero"))
    local x, y = world:oneWay("ledge")
    assert.are.same({ 0, -1 }, { x, y })
    world:setTransform("ledge", math.pi / 2)
    x, y = world:oneWay("ledge")
    assert.is_near(1, x, 1e-15)
    assert.is_near(0, y, 1e-15)
    world:add("slope", 0, 0, 9, 9, { oneWay = { 3, -4 }, facing = -1 })
    x, y = world:oneWay("slope")
    assert.is_near(-0.6, x, 1e-15)
    assert.is_near(-0.8, y, 1e-15)
    world:setOneWay("slope", false)
    assert.is_nil(world:oneWay("slope"))
  end)

  it("is_refused_of_what_is_not_in_it", function()
    for _, name in ipairs { "outline", "layers", "mask", "response", "oneWay" } do
      refused(("bad argument #1 to '%s' (item is not in this world; add it first)"):format(name), bound(world, name),
        "absent")
      refused(("bad argument #1 to '%s' (item expected, got no value)"):format(name), bound(world, name))
    end
  end)
end)

describe("the collector and traces", function()
  it("may_run_a_finalizer_that_traces_or_gives_the_item_a_larger_shape", function()
    local world = hitbox.newWorld()
    local large = {}
    for i = 0, 999 do
      large[2 * i + 1], large[2 * i + 2] = 1000 * math.cos(i * math.pi / 500), 1000 * math.sin(i * math.pi / 500)
    end
    large = hitbox.polygon(large)
    world:add("hero", 0, 0, 10, 10)
    for _ = 1, 20 do
      world:reshape("hero", 10, 10)
      versions.finalized(function()
        large:outline()
        world:reshape("hero", large)
      end)
      local n, out = world:outline("hero")
      assert.are.equal(1, n)
      assert.are.equal(#out - 1, out[1])
      collectgarbage()
    end
  end)
end)
