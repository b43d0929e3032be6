local hitbox = require "hitbox"
local support = require "tests.scene.support"
local garbageOf = require "tests.tools.garbage"
local message = support.message

local function scene(def)
  def.rules = def.rules or { { "hero", "wall", response = "slide" } }
  return hitbox.scene(def)
end

describe("thing:fits", function()
  local function room(rules)
    return scene { rules = rules, things = {
      { "hero", anchor = "feet", w = 10, h = 10, boxes = { hurt = { w = 30, h = 40 } } },
      { "wall", at = { 0, -20 }, anchor = "feet", w = 40, h = 10 },
    } }
  end

  it("asks_for_another_push_box_and_changes_nothing", function()
    local s = room()
    assert.is_true((s.hero:fits()))
    assert.is_true((s.hero:fits({ w = 10, h = 20 })))
    local free, other = s.hero:fits({ w = 10, h = 20.5 })
    assert.is_false(free)
    assert.are.equal(s.wall, other)
    assert.are.same({ 0, 0 }, { s.hero.x, s.hero.y })
    assert.are.equal(10, select(4, s.hero:rect()))
  end)

  it("asks_for_another_place_and_as_the_thing_faces", function()
    local s = room()
    assert.is_false((s.hero:fits(nil, 0, -15)))
    assert.is_true((s.hero:fits(nil, 40, -15)))
    assert.is_false((s.hero:fits({ left = 0, right = 10, up = 20, down = 0 }, -25, -5)))
    s.hero.facing = -1
    assert.is_true((s.hero:fits({ left = 0, right = 10, up = 20, down = 0 }, -25, -5)))
  end)

  it("forgets_earlier_results_and_sees_every_change", function()
    local hero, STANDING = room().hero, { left = 0, right = 10, up = 20, down = 0 }
    local function ask()
      assert(not hero:fits(STANDING, -25, -5))
    end
    assert.are.equal(0, garbageOf(20, ask))
    hero.facing = -1
    assert.is_true((hero:fits(STANDING, -25, -5)))
    hero.facing = 1
    STANDING.left, STANDING.right = 10, 0
    assert.is_true((hero:fits(STANDING, -25, -5)))
    STANDING.left, STANDING.right = 0, 10
    ask()
    hero.scale = 0.5
    assert.is_true((hero:fits(STANDING, -23, -5)))
    STANDING.lft = 3
    assert.matches("unknown key 'lft' in box 'push' of thing 'hero'", message(hero.fits, hero, STANDING))
  end)

  it("respects_only_things_that_stop_it_from_all_sides", function()
    assert.is_true((room({ { "hero", "wall" } }).hero:fits({ w = 10, h = 25 })))
    assert.is_true((room({ { "hero", "wall", response = "slide", from = "above" } }).hero
      :fits({ w = 10, h = 25 })))
    assert.is_true((room({}).hero:fits({ w = 10, h = 25 })))
  end)

  it("fits_anywhere_without_a_push_box", function()
    local s = scene { things = { { "hero" }, { "wall", w = 9, h = 9 } } }
    assert.is_true((s.hero:fits()))
    assert.is_true((s.hero:fits({ w = 1, h = 1 })))
  end)

  it("refuses_what_a_reshape_would", function()
    local hero = room().hero
    assert.is_truthy(message(hero.fits, hero, { w = 1 }):find("h of box 'push' of thing 'hero'", 1, true))
    assert.is_truthy(message(hero.fits, hero, nil, 0 / 0):find("x of fits of thing 'hero' must be", 1, true))
  end)
end)

describe("thing:depenetrate", function()
  it("takes_a_thing_out_of_what_stops_it_with_all_its_boxes", function()
    local s = scene { rules = { { "hero", "wall", response = "slide" }, { "hero", "coin" } }, things = {
      { "hero", at = { 0, 2 }, anchor = "feet", w = 10, h = 10, boxes = { hurt = { w = 4, h = 4 } } },
      { "wall", at = { 0, 0 }, anchor = "top", w = 100, h = 10 },
      { "coin", at = { 0, -5 }, r = 9 },
    } }
    assert.is_false(s.hero:depenetrate(1))
    assert.are.equal(2, s.hero.y)
    assert.is_true(s.hero:depenetrate())
    assert.are.same({ 0, 0 }, { s.hero.x, s.hero.y })
    assert.are.same({ -2, -4, 4, 4 }, { s.hero:rect("hurt") })
    assert.is_truthy(message(s.hero.depenetrate, s.hero, -1):find("maxDistance of depenetrate of thing 'hero' must be >= 0", 1, true))
    assert.is_true(s.coin:depenetrate())
  end)
end)

describe("thing:walk with stepUp", function()
  it("comes_up_a_ledge_that_is_one_way_by_oneWay_and_not_one_that_is_so_by_from", function()
    local function feet(height, oneWay, from)
      local s = scene { rules = { { "hero", "ledge", response = "slide", from = from }, { "hero", "ground", response = "slide" } },
        things = {
          { "ground", at = { 0, 100 }, anchor = "top", w = 200, h = 40 },
          { "ledge", at = { 0, 100 - height }, anchor = "top-left", w = 100, h = 8, oneWay = oneWay },
          { "hero", at = { -20, 100 }, anchor = "feet", w = 10, h = 20 },
        } }
      for _ = 1, 40 do
        s.hero:walk(1, nil, { gravity = 0.25, stepUp = 4 })
        s:step()
      end
      assert.are.same({ 20, false }, { s.hero.x, s.hero.blocked.right })
      return s.hero.y
    end
    assert.are.equal(99.9, feet(0.1, "above"))
    assert.are.equal(96, feet(4, "above"))
    assert.are.equal(100, feet(4.5, "above"))
    assert.are.equal(100, feet(0.1, nil, "above"))
  end)
end)

describe("options in a table that is kept", function()
  it("are_those_that_it_has_when_the_move_is_called", function()
    local s = scene { rules = { { "hero", "ledge", response = "slide" } }, things = {
      { "ledge", at = { 0, 0 }, anchor = "top", w = 100, h = 8, oneWay = "above" }, { "ledge", at = { 0, 40 }, anchor = "top", w = 100, h = 8 },
      { "hero", at = { 0, 0 }, anchor = "feet", w = 10, h = 20 },
    } }
    local how = { gravity = 1 }
    for i, want in ipairs { 0, 0, 1, 3, 6 } do
      how.through = i == 3 or nil
      s.hero:walk(0, nil, how)
      assert.are.equal(want, s.hero.y)
    end
    s.hero:setPosition(0, 0)
    how.through, how.gravity = s.ledge, nil
    for _, method in ipairs { "move", "walk" } do
      s.hero:setPosition(0, 0)
      s.hero[method](s.hero, 0, 5, how)
      assert.are.equal(5, s.hero.y)
    end
  end)
end)

describe("thing:hit", function()
  -- The hero is 12 wide and 20 high: what is inside by up to 6 is shallow.
  local function hitAt(depth, method, options)
    local s = scene { rules = { { "hero", "floor", response = "slide" }, { "hero", "coin", response = "cross" } }, things = {
      { "floor", at = { 0, 100 }, anchor = "top", w = 100, h = 40 },
      { "coin", at = { 4, 94 }, r = 2 },
      { "hero", at = { 0, 100 + depth }, anchor = "feet", w = 12, h = 20 },
    } }
    s.hero[method](s.hero, 0, 1, options)
    for i = 1, 2 do
      if s.hero:hit(i).name == "floor" then
        return { select(2, s.hero:hit(i)) }
      end
    end
  end

  it("returns_the_depth_in_the_thing_that_pushed_it_out", function()
    for _, method in ipairs { "move", "walk" } do
      assert.are.same({ 0, -1, 0, "slide", false, 4 }, hitAt(4, method))
      assert.are.same({ 0, -1, 0, "slide", false, 9 }, hitAt(9, method, { recover = 9 }))
    end
  end)

  it("returns_the_depth_in_a_blocking_thing_that_it_crosses", function()
    for _, method in ipairs { "move", "walk" } do
      assert.are.same({ 0, -1, 0, "cross", true, 7 }, hitAt(7, method))
      assert.are.same({ 0, -1, 0, "cross", true, 0 }, hitAt(4, method, { recover = 0 })) -- not measured
    end
  end)

  it("tells_no_depth_of_what_stops_the_thing_or_is_crossed_by_a_rule", function()
    local s = scene { rules = { { "hero", "floor", response = "slide" }, { "hero", "coin", response = "cross" } }, things = {
      { "floor", at = { 0, 100 }, anchor = "top", w = 100, h = 40 }, { "coin", at = { 0, 90 }, r = 2 },
      { "hero", at = { 0, 96 }, anchor = "feet", w = 12, h = 20 },
    } }
    assert.are.equal(2, s.hero:move(0, 8))
    assert.are.same({ "coin", "cross", true, 0 }, { s.hero:hit(1).name, select(5, s.hero:hit(1)) })
    assert.are.same({ "floor", 0, -1, 0.5, "slide", false, 0 }, { s.hero:hit(2).name, select(2, s.hero:hit(2)) })
    assert.is_nil(s.hero:hit(3))
  end)
end)

describe("thing:nudge", function()
  it("goes_as_far_as_there_is_room_and_leaves_what_the_last_move_told", function()
    local s = scene { things = {
      { "hero", at = { 0, -5 }, w = 10, h = 10, boxes = { hurt = { w = 4, h = 4 } } },
      { "wall", at = { 0, 0 }, anchor = "top", w = 100, h = 10 }, { "wall", at = { 20, -5 }, anchor = "left", w = 10, h = 10 },
    } }
    s.hero:move(0, 3)
    for _, x in ipairs { 9, 15, 15 } do
      s.hero:nudge(9, 0)
      assert.are.same({ x, -5, x - 2 }, { s.hero.x, s.hero.y, (s.hero:rect("hurt")) })
      assert.are.same({ left = false, right = false, above = false, below = true }, s.hero.blocked)
      assert.are.same({ "wall", 0, -1 }, { s.hero:hit(1).name, select(2, s.hero:hit(1)), (select(3, s.hero:hit(1))) })
    end
  end)
end)

describe("thing:move with corner correction", function()
  it("slips_past_the_corner_of_a_roof_and_is_not_blocked", function()
    local s = scene { things = {
      { "hero", at = { 22, 20 }, w = 10, h = 10 }, { "wall", at = { 0, 0 }, w = 40, h = 10 },
    } }
    s.hero:move(0, -50, { cornerCorrection = 3 })
    assert.are.same({ 25, -30, false }, { s.hero.x, s.hero.y, s.hero.blocked.above })
    assert.is_truthy(message(s.hero.move, s.hero, 0, 0, { cornerCorrection = -1 }):find("must be >= 0", 1, true))
  end)
end)

describe("thing:move with a bounce", function()
  it("reflects_the_given_part_of_the_motion", function()
    local s = scene { rules = { { "hero", "wall", response = "bounce" } }, things = {
      { "hero", at = { 0, 20 }, w = 10, h = 10 }, { "wall", at = { 0, 0 }, w = 40, h = 10 },
    } }
    s.hero:move(0, -20, { bounce = 0.5 })
    assert.are.equal(15, s.hero.y)
  end)
end)

describe("a thing that is oneWay", function()
  local function room(oneWay)
    return scene { rules = { { "hero", "ledge", response = "slide" } }, things = {
      { "hero", at = { 0, 40 }, w = 10, h = 10 },
      { "ledge", at = { 0, 0 }, w = 100, h = 10, oneWay = oneWay },
    } }
  end

  it("lets_through_and_carries", function()
    local s = room("above")
    s.hero:move(0, -80)
    assert.are.equal(-40, s.hero.y)
    s.hero:move(0, 80)
    assert.are.equal(-10, s.hero.y)
    assert.is_true(s.hero.blocked.below)
    assert.are.equal(1, s.hero:move(0, 1))
  end)

  it("turns_round_with_the_facing_and_the_angle", function()
    local s = room("left")
    s.hero:setPosition(-70, 0)
    s.hero:move(140, 0)
    assert.are.equal(-55, s.hero.x)
    s.ledge.facing = -1
    s.hero:move(140, 0)
    assert.are.equal(85, s.hero.x)
    s.hero:move(-140, 0)
    assert.are.equal(55, s.hero.x)
    s.ledge.angle = math.pi / 2 -- its right side is the lower one now
    s.hero:setPosition(0, -70)
    s.hero:move(0, 140)
    assert.are.equal(70, s.hero.y)
    s.hero:move(0, -140)
    assert.are.equal(55, s.hero.y)
  end)

  it("is_dropped_through_on_request", function()
    local s = room { 0, -1 }
    s.hero:setPosition(0, -10)
    s.hero:move(0, 2)
    assert.are.equal(-10, s.hero.y)
    s.hero:move(0, 2, { through = s.ledge })
    assert.are.equal(-8, s.hero.y)
    s.hero:move(0, 40)
    assert.are.equal(32, s.hero.y)
    s.hero:setPosition(0, -10)
    s.hero:move(0, 2, { through = true })
    assert.are.equal(-8, s.hero.y)
  end)

  it("can_become_solid_by_a_reshape", function()
    local s = room("above")
    s.ledge:reshape("push", { w = 100, h = 10 })
    s.hero:move(0, -80)
    assert.are.equal(10, s.hero.y)
  end)

  it("refuses_what_is_no_side", function()
    local refusal = support.refusal
    assert.are.equal("oneWay of thing 'a' cannot be 'abov', did you mean 'above'?",
      refusal { things = { { "a", w = 1, h = 1, oneWay = "abov" } } })
    assert.are.equal("oneWay[2] of box 'hit' of thing 'a' must be a finite number, got nil",
      refusal { things = { { "a", boxes = { hit = { w = 1, h = 1, oneWay = { 1 } } } } } })
    assert.are.equal("thing 'a' has a oneWay, but no box beside it: write oneWay into a box",
      refusal { things = { { "a", oneWay = "left", boxes = { hit = { w = 1, h = 1 } } } } })
    local hero = room("above").hero
    assert.is_truthy(message(hero.move, hero, 0, 0, { thru = 1 }):find("unknown key 'thru'", 1, true))
    assert.is_truthy(message(hero.move, hero, 0, 0, { through = "ledge" })
      :find("must be a thing, or true for all one-way boxes, got 'ledge'", 1, true))
  end)
end)

describe("thing:walk", function()
  local function room()
    return scene { things = {
      { "hero", at = { -20, 0 }, anchor = "feet", w = 10, h = 10, boxes = { hurt = { w = 4, h = 4 } } },
      { "wall", at = { 0, 0 }, anchor = "top", w = 200, h = 10 },
      { "wall", points = { 0, 0, 40, -30, 40, 0 } },
    } }
  end

  it("keeps_to_the_ground_with_all_its_boxes_and_tells_on_what_it_stands", function()
    local s = room()
    for i = 1, 30 do
      local ground, nx = s.hero:walk(1, 2)
      assert.are.same({ "wall", -20 + i, true }, { ground.name, s.hero.x, s.hero.blocked.below })
      assert.is_near(i > 15 and -0.6 or 0, nx, 1e-9)
    end
    assert.is_near(-0.75 * 15, s.hero.y, 1e-9)
    assert.are.equal(s.hero.x - 2, (s.hero:rect("hurt")))
    assert.are.equal("wall", s.hero:hit(1).name)
  end)

  it("is_stopped_by_walls_and_not_by_ground_however_steep_that_is", function()
    -- a slope of 60 degrees, which begins at x = 0, then a plateau and a wall at 100
    local s = scene { things = {
      { "hero", at = { -20, 0 }, anchor = "feet", w = 10, h = 10 }, { "wall", at = { 0, 0 }, anchor = "top", w = 200, h = 10 },
      { "wall", points = { 0, 0, 30, -30 * math.sqrt(3), 30, 0 } }, { "wall", at = { 30, -30 * math.sqrt(3) }, anchor = "top-left", w = 90, h = 9 },
      { "wall", at = { 100, -60 }, anchor = "left", w = 10, h = 40 } } }
    local hero, blocked, how, up = s.hero, s.hero.blocked, { maxAngle = math.rad(60), gravity = 0.25 }, 0
    for _ = 1, 115 do
      local _, nx = hero:walk(1, nil, how)
      assert.are.same({ false, false, true }, { blocked.left, blocked.right, blocked.below })
      up = up + (nx < -0.8 and 1 or 0)
    end
    assert.are.equal(30, up)
    assert.is_near(95, hero.x, 1e-9)
    hero:walk(1, nil, how)
    assert.are.same({ 95, false, true, true }, { hero.x, blocked.left, blocked.right, blocked.below })
    hero:setPosition(-20, 0)
    for _ = 1, 20 do
      hero:walk(1) -- 45 degrees at the most: a wall
    end
    assert.are.same({ -5, true }, { hero.x, blocked.right })
  end)

  it("is_a_wall_to_what_is_too_steep", function()
    local s = room()
    for _ = 1, 40 do
      s.hero:walk(1, 2, { maxAngle = 0.5, snap = 1 })
    end
    assert.is_near(-5, s.hero.x, 1e-9)
    assert.is_true(s.hero.blocked.below)
  end)

  it("comes_up_steps_and_is_not_blocked_by_them", function()
    for _, box in ipairs { { w = 10, h = 10 }, { r = 5, anchor = "bottom" } } do
      local s = scene { things = {
        { "hero", at = { -20, 0 }, anchor = "feet", w = box.w, h = box.h, r = box.r },
        { "wall", at = { 0, 0 }, anchor = "top", w = 200, h = 10 },
        { "wall", at = { 0, 0 }, anchor = "bottom-left", w = 30, h = 4 },
        { "wall", at = { 30, 0 }, anchor = "bottom-left", w = 30, h = 9 } } }
      local hero, blocked, how = s.hero, s.hero.blocked, { gravity = 0.25, stepUp = 4, maxAngle = math.rad(30) }
      while hero.x < 25 do
        local x = hero.x
        local ground = hero:walk(1, nil, how)
        assert.are.same({ "wall", 0 }, { ground.name, hero.vy })
        assert.are.same({ false, false, true }, { blocked.left, blocked.right, blocked.below })
        assert.is_near(x + 1, hero.x, 1e-9)
      end
      assert.is_near(-4, hero.y, 1e-9)
      hero:walk(1, nil, how) -- the next step is 5 high
      assert.are.same({ 25, true, true }, { hero.x, blocked.right, blocked.below })
      while hero.x > -30 do
        hero:walk(-1, nil, how)
        assert.are.same({ false, false, true }, { blocked.left, blocked.right, blocked.below })
      end
      assert.is_near(0, hero.y, 1e-9)
    end
  end)

  it("tells_that_it_flies", function()
    local s = room()
    assert.are.same({ nil, 0, 0 }, { s.hero:walk(1, -3) })
    assert.is_false(s.hero.blocked.below)
    assert.are.equal(-3, s.hero.y)
    s.hero:reshape("push", nil)
    assert.are.same({ nil, 0, 0 }, { s.hero:walk(1, 30) })
    assert.are.equal(27, s.hero.y)
  end)

  it("refuses_unknown_options", function()
    local hero = room().hero
    assert.is_truthy(message(hero.walk, hero, 0, 0, { cornerCorrection = 1 }):find("unknown key 'cornerCorrection'", 1, true))
    assert.is_truthy(message(hero.walk, hero, 0, 0, { maxAngle = 2 }):find("below pi/2", 1, true))
    assert.is_truthy(message(hero.walk, hero, 0 / 0):find("dx of a walk of thing 'hero'", 1, true))
  end)
end)

describe("thing:carry", function()
  local function lift(extra)
    local def = {
      rules = {
        { "*", "wall", response = "slide" },
        { "hero", "lift", response = "slide", crush = "crushed" },
        { "hero", "crate", response = "slide", crush = "crushed" },
        { "crate", "lift", response = "slide" },
        { "coin", "lift" },
      },
      things = {
        { "wall", at = { 0, 60 }, w = 400, h = 20 },
        { "wall", at = { 0, -100 }, w = 400, h = 20 },
        { "lift", anchor = "top", w = 60, h = 6, boxes = { sensor = { w = 60, h = 20 } } },
        { "crate", anchor = "feet", w = 20, h = 10 },
        { "hero", at = { 0, -10 }, anchor = "feet", w = 8, h = 16, boxes = { hurt = { w = 30, h = 40 } } },
        { "coin", at = { 20, 0 }, anchor = "feet", w = 4, h = 4 },
      },
      crushed = function(s, c)
        s.told = (s.told or 0) + 1
        s.crushed, s.by = c.crushed.name, c.crushed == c.a and c.b.name or c.a.name
      end,
    }
    for key, value in pairs(extra or {}) do
      def[key] = value
    end
    return hitbox.scene(def)
  end

  it("takes_along_what_a_rule_stops_on_it_with_all_boxes", function()
    local s = lift()
    assert.are.same({ 2, 0 }, { s.lift:carry(7, -5) })
    assert.are.same({ 7, -5, 7, -5, 7, -15 }, { s.lift.x, s.lift.y, s.crate.x, s.crate.y, s.hero.x, s.hero.y })
    assert.are.same({ 20, 0 }, { s.coin.x, s.coin.y })
    assert.are.same({ 7 - 15, -15 - 40, 30, 40 }, { s.hero:rect("hurt") })
    assert.are.same({ 7 - 30, -5, 60, 20 }, { s.lift:rect("sensor") })
    local thing, dx, dy, crushed, rides, by = s.lift:passenger(2)
    assert.are.same({ "hero", 7, -5, false, true, "crate" }, { thing.name, dx, dy, crushed, rides, by.name })
    assert.is_nil(s.lift:passenger(3))
    assert.is_nil(s.hero:passenger(1))
  end)

  it("leaves_alone_what_a_rule_names_second", function()
    local s = lift()
    s.lift:carry(0, 50) -- into the floor
    assert.are.same({ 0, 60 }, { s.wall.x, s.wall.y })
  end)

  it("carries_a_passenger_of_two_platforms_once", function()
    local ways = { -- of each of the two, and of a thing on both
      { 3, 0, 3, 0, 3, 0 }, { -2, 0, -2, 0, -2, 0 }, { 0, 2, 0, 2, 0, 2 }, { 0, -2, 0, -2, 0, -2 },
      { 3, -2, 3, -2, 3, -2 }, { 2, 0, 1, 0, 2, 0 }, { 2, 0, -2, 0, 0, 0 } }
    for _, way in ipairs(ways) do
      local s = hitbox.scene {
        rules = { { "*", "wagon", response = "slide" }, { "hero", "crate", response = "slide" } },
        things = {
          { "wagon", at = { 0, 0 }, anchor = "top-left", w = 40, h = 6 },
          { "wagon", at = { 40, 0 }, anchor = "top-left", w = 40, h = 6 },
          { "crate", at = { 40, 0 }, anchor = "feet", w = 10, h = 10 },
          { "hero", at = { 42, -10 }, anchor = "feet", w = 8, h = 16 },
        },
        update = function(s)
          local k = 0
          for wagon in s:each("wagon") do
            wagon:carry(way[k + 1], way[k + 2])
            k = k + 2
          end
        end,
      }
      s:step()
      assert.are.same({ 40 + way[5], way[6], 42 + way[5], way[6] - 10 }, { s.crate.x, s.crate.y, s.hero.x, s.hero.y })
    end
  end)

  it("adds_up_what_a_platform_on_a_platform_goes", function()
    local s = hitbox.scene {
      rules = { { "*", "ferry", response = "slide" }, { "hero", "cart", response = "slide" } },
      things = {
        { "ferry", anchor = "top", w = 100, h = 6 }, { "cart", anchor = "feet", w = 40, h = 6 },
        { "hero", at = { 0, -6 }, anchor = "feet", w = 8, h = 16 },
      },
      update = function(s)
        s.ferry:carry(2, 0)
        s.cart:carry(2, 0)
        s.cart:carry(1, 0)
      end,
    }
    s:step()
    s:step()
    assert.are.same({ 4, 10, 10 }, { s.ferry.x, s.cart.x, s.hero.x })
  end)

  it("reports_a_crushed_thing_once_in_a_tick", function()
    local s = lift { update = function(s) s.lift:carry(0, -10, { maxPush = 0 }) end }
    for _ = 1, 6 do
      s:step()
    end
    assert.are.same({ 0, nil }, { s.hero.y + 70, s.told })
    s:step()
    assert.are.same({ 1, "hero", "crate" }, { s.told, s.crushed, s.by })
    assert.are.same({ -74, -70 }, { s.hero.y, s.crate.y })
  end)

  it("carries_nothing_without_a_push_box", function()
    local s = hitbox.scene { things = { { "lift" }, { "hero", anchor = "feet", w = 8, h = 16 } } }
    assert.are.same({ 0, 0 }, { s.lift:carry(3, 4) })
    assert.are.same({ 3, 4 }, { s.lift.x, s.lift.y })
  end)

  it("refuses_bad_arguments", function()
    local s = lift()
    assert.is_truthy(message(s.lift.carry, s.lift, 0 / 0):find("dx of a carry of thing 'lift' must be", 1, true))
    assert.is_truthy(message(s.lift.carry, s.lift, 1, 1, { maxPush = -1 })
      :find("maxPush of a carry of thing 'lift' must be >= 0", 1, true))
    assert.is_truthy(message(s.lift.carry, s.lift, 1, 1, { maxPosh = 1 }):find("did you mean 'maxPush'", 1, true))
    assert.are.same({ 0, 0 }, { s.lift.x, s.lift.y })
  end)
end)
