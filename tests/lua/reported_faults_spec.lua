--- Faults that users of other libraries and engines have reported in public, each as a case of its own with the
--- number of the report. Expected values are derived by hand; comments say how if it is not plain.
local hitbox = require "hitbox"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"

describe("parry #34", function()
  it("a_ball_whose_centre_is_on_a_corner_of_a_box_has_a_contact", function()
    -- The ball has to go 1 to be out of the box, to the side or up: no other way is shorter, as its centre is 0 away.
    for _, square in ipairs { hitbox.aabbCorners(-1, -1, 1, 1), hitbox.box(0, 0, 2, 2, 0), hitbox.polygon(-1, -1, 1, -1, 1, 1, -1, 1) } do
      for _, sx in ipairs { -1, 1 } do
        for _, sy in ipairs { -1, 1 } do
          local ball = hitbox.circle(sx, sy, 1)
          local nx, ny, depth = hitbox.contact(square, ball)
          assert.are.equal(1, depth)
          assert.are.equal(1, nx * nx + ny * ny)
          assert.is_true(nx * sx >= 0 and ny * sy >= 0)
          local parted = ball:translated(nx * depth, ny * depth)
          assert.is_false(hitbox.overlaps(square, parted))
          assert.is_true(hitbox.overlaps(square, parted, "touch"))
          assert.is_true(hitbox.overlaps(square, ball))
        end
      end
    end
  end)

  it("the_ball_of_the_report_has_one_as_well", function() -- at (1, 1), on a square of half size 1
    assert.are.equal(1, (select(3, hitbox.contact(hitbox.circle(1, 1, 1), hitbox.aabbCenter(0, 0, 2, 2)))))
  end)
end)

--- Gaps of which 5.96046448e-08, 2^-24, is that of the report.
local GAPS = { 0, 1e-12, 2 ^ -24, 6e-8 }

local function movers(gap)
  return {
    hitbox.aabb(0, -1 - gap, 1, 1), hitbox.box(0.5, -0.5 - gap, 1, 1, 0), hitbox.circle(0.5, -0.5 - gap, 0.5),
    hitbox.capsule(0, -0.5 - gap, 0.5, -0.5 - gap, 0.5), hitbox.polygon({ 0.25, -0.5 - gap, 0.75, -0.5 - gap, 0.5, -0.25 - gap }, 0.25),
  }
end

describe("box2d #917", function()
  it("a_cast_along_a_surface_meets_nothing_however_near_it_is", function()
    for _, gap in ipairs(GAPS) do
      local world = hitbox.newWorld()
      world:add("ground", -5, 0, 30, 1)
      for _, mover in ipairs(movers(gap)) do
        for _, dx in ipairs { 10, -3, 0.1 } do
          assert.is_nil((hitbox.sweep(mover, dx, 0, hitbox.aabb(-5, 0, 30, 1))))
          assert.is_nil((world:castShape(mover, dx, 0)))
        end
      end
    end
  end)

  it("and_what_stands_on_the_surface_is_met_with_a_normal_of_length_1", function()
    for _, gap in ipairs(GAPS) do
      local world = hitbox.newWorld()
      world:add("ground", -5, 0, 30, 1)
      world:add("post", 6, -5, 1, 5) -- 5 to the right of all of them
      for _, mover in ipairs(movers(gap)) do
        local other, t, nx, ny, inside = world:castShape(mover, 10, 0)
        assert.are.same({ "post", -1, 0, false }, { other, nx, ny, inside })
        assert.is_true(math.abs(t - 0.5) <= 1e-9)
      end
    end
  end)
end)

describe("box2d #625", function()
  local x, y, radius = -0.105458483, 0.229372352, 0.249999985 -- of the report: nearer than its tolerance of 0.0025
  local length = math.sqrt(x * x + y * y)

  it("a_cast_that_begins_within_a_tolerance_hits_when_it_arrives", function()
    local t, nx, ny, inside = hitbox.sweep(hitbox.point(x, y), -2 * x, -2 * y, hitbox.circle(0, 0, radius))
    assert.is_true(math.abs(t - (length - radius) / (2 * length)) <= 1e-9)
    assert.is_true(math.abs(nx - x / length) <= 1e-9 and math.abs(ny - y / length) <= 1e-9)
    assert.is_false(inside)
  end)

  it("and_misses_where_it_leads_away", function()
    assert.is_nil((hitbox.sweep(hitbox.point(x, y), x, y, hitbox.circle(0, 0, radius))))
  end)

  it("a_cast_that_begins_in_an_overlap_says_so", function()
    for _, way in ipairs { { 1, 0 }, { -1, 0 }, { 0, 3 }, { 0, 0 } } do
      local t, _, _, inside = hitbox.sweep(hitbox.circle(x, y, 0.1), way[1], way[2], hitbox.circle(0, 0, radius))
      assert.are.same({ 0, true }, { t, inside })
    end
  end)
end)

describe("box2d #935", function()
  it("a_box_that_is_cast_onto_tiles_has_normals_along_the_axes", function()
    -- Of two rectangles that are not turned, the places in which they touch make up a rectangle.
    local world, below = hitbox.newWorld(), support.random(935)
    for i = 0, 39 do
      world:add(i, 16 * i, 100, 16, 16)
    end
    local met = 0
    for _ = 1, 2000 do
      local mover = hitbox.aabb(16 + below(560), 60 + below(30), 10, 10)
      local other, _, nx, ny = world:castShape(mover, below(81) - 40, 10 + below(60))
      if other then
        met = met + 1
        assert.is_true(math.abs(nx) + math.abs(ny) == 1 and nx * ny == 0)
      end
    end
    assert.is_true(met > 500)
  end)
end)

describe("ncollide #242", function()
  it("a_ray_from_the_surface_of_a_turned_box_leads_away_from_it", function()
    -- The ray begins 1e-9 outside of the line of an edge, far beyond rounding, and leads away from that line.
    local below, cast = support.random(242), 0
    for _ = 1, versions.rounds(2000) do
      local box = hitbox.box(below(100), below(100), 1 + below(40), 1 + below(40), below(6283) / 1000)
      local cx, cy = box:center()
      local dx, dy = hitbox.direction(below(6283) / 1000)
      local t, nx, ny = hitbox.raycast(box, cx - 200 * dx, cy - 200 * dy, 200 * dx, 200 * dy)
      local x, y = cx + (t - 1) * 200 * dx + 1e-9 * nx, cy + (t - 1) * 200 * dy + 1e-9 * ny
      local into = dx * nx + dy * ny
      assert.is_true(into < 0)
      assert.is_nil((hitbox.raycast(box, x, y, 200 * (dx - 2 * into * nx), 200 * (dy - 2 * into * ny)))) -- reflected
      assert.is_nil((hitbox.raycast(box, x, y, 200 * nx, 200 * ny)))
      cast = cast + 1
    end
    assert.is_true(cast > 0)
  end)
end)

describe("box3d #32", function()
  it("a_shape_at_rest_is_cast_away_from_what_it_rests_on_and_along_it", function()
    for _, gap in ipairs { 0, 1e-9, 0.004 } do
      local world = hitbox.newWorld()
      world:add("ground", -50, 0, 100, 10)
      for _, mover in ipairs(movers(gap)) do
        for _, way in ipairs { { 0, -5 }, { 5, 0 }, { -5, 0 }, { 5, -1e-9 }, { -5, -3 } } do
          assert.is_nil((world:castShape(mover, way[1], way[2])))
        end
        local other, t, nx, ny, inside = world:castShape(mover, 0, 1)
        assert.are.same({ "ground", 0, -1, false }, { other, nx, ny, inside })
        assert.is_true(math.abs(t - gap) <= 1e-9)
      end
    end
  end)
end)

--- An item that rises and falls by moves: each tick faster by 1. @return where its feet are after each tick
local function jump(world, item, speed, ticks)
  local heights = {}
  for i = 1, ticks do
    local x, y = world:position(item)
    local _, _, n = world:move(item, x, y + speed)
    speed = n > 0 and 0 or speed + 1
    heights[i] = select(2, world:position(item))
  end
  return heights
end

describe("prime31 CharacterController2D #43", function()
  it("a_jump_goes_all_the_way_through_a_one_way_platform_just_overhead_and_lands_on_it", function()
    local world = hitbox.newWorld()
    world:add("floor", -50, 0, 100, 10)
    world:add("ledge", -50, -22, 100, 2, { oneWay = "above" }) -- its lower side is at the head, its upper one 2 higher
    world:add("hero", 0, 0, 10, 20, { anchor = "feet" })
    local heights, y = jump(world, "hero", -8, 16), 0
    for i = 1, 8 do
      y = y - (9 - i) -- -8, -15, -21, -26, -30, -33, -35, -36
      assert.are.equal(y, heights[i])
    end
    for i, wanted in ipairs { -36, -35, -33, -30, -26, -22, -22, -22 } do
      assert.are.equal(wanted, heights[8 + i])
    end
    assert.are.equal("ledge", (world:hit(1)))
  end)
end)

describe("prime31 CharacterController2D #101", function()
  it("a_head_that_enters_a_one_way_platform_pushes_no_walker_down_a_slope", function()
    for _, ledge in ipairs { false, true } do
      local world = hitbox.newWorld()
      world:add("slope", 0, 0, hitbox.polygon(0, 0, 100, -50, 100, 0)) -- 1 up in 2
      world:add("hero", 5, 0, hitbox.polygon(0, 0, -4, -20, 4, -20)) -- stands on a tip
      world:update("hero", 10, -5)
      if ledge then
        world:add("ledge", 30, -40, 60, 4, { oneWay = "above" })
      end
      for i = 1, 30 do
        local x, y, _, ground = world:walk("hero", 2, 3)
        assert.are.equal(10 + 2 * i, x)
        assert.is_true(math.abs(y - -(10 + 2 * i) / 2) <= 1e-9)
        assert.are.equal("slope", ground)
      end
    end
  end)
end)

describe("GDevelop #3013", function()
  it("a_walker_loses_no_speed_where_slopes_are_joined", function()
    local corners = { { 0, 0 }, { 40, 0 }, { 80, -10 }, { 120, -40 }, { 150, -40 }, { 190, -20 }, { 230, -60 }, { 260, -60 } }
    local function heightAt(x)
      for i = 2, #corners do
        local a, b = corners[i - 1], corners[i]
        if x <= b[1] then
          return a[2] + (x - a[1]) / (b[1] - a[1]) * (b[2] - a[2])
        end
      end
    end
    for _, way in ipairs { 1, -1 } do
      for _, speed in ipairs { 1, 2.5, 7 } do
        local world = hitbox.newWorld()
        for i = 2, #corners do -- a platform for each
          local a, b = corners[i - 1], corners[i]
          world:add(i, 0, 0, hitbox.polygon(a[1], a[2], b[1], b[2], b[1], 20, a[1], 20))
        end
        local x = way == 1 and 4 or 256
        world:add("hero", x, heightAt(x), hitbox.polygon(0, 0, -3, -12, 3, -12))
        while x + way * speed > 0 and x + way * speed < 260 do
          x = x + way * speed
          local got, y, _, ground = world:walk("hero", way * speed, 4)
          assert.are.equal(x, got)
          assert.is_true(math.abs(y - heightAt(x)) <= 1e-9)
          assert.is_not_nil(ground)
        end
      end
    end
  end)
end)

describe("godot #9399", function()
  it("a_passenger_of_a_rising_one_way_platform_does_not_fall_through_it", function()
    local world = hitbox.newWorld()
    world:add("lift", 0, 0, 40, 4, { anchor = "top", oneWay = "above", layer = "lift", mask = {} })
    world:add("hero", 3, 0, 10, 20, { anchor = "feet" })
    for i = 1, 40 do
      world:carry("lift", 0, -3.25 * i)
      assert.are.same({ 3, -3.25 * i }, { world:position("hero") })
      local _, _, _, ground = world:walk("hero", 0, 5)
      assert.are.equal("lift", ground)
      assert.are.same({ 3, -3.25 * i }, { world:position("hero") })
    end
  end)

  it("nor_where_both_move_by_themselves", function()
    local world = hitbox.newWorld()
    world:setGravity(0, 64)
    world:add("lift", 0, 0, 40, 4, { anchor = "top", oneWay = "above", layer = "lift", mask = {} })
    world:add("hero", 3, 0, 10, 20, { anchor = "feet" })
    world:setMotion("lift", { vy = -32, gravity = 0, carries = true })
    world:setMotion("hero", { vx = 0, vy = 0 })
    for i = 1, 40 do
      world:step(1 / 16)
      assert.are.same({ 0, -2 * i }, { world:position("lift") })
      assert.are.same({ 3, -2 * i }, { world:position("hero") })
      assert.are.equal("lift", (select(3, world:velocity("hero"))))
    end
  end)
end)
