local hitbox = require "hitbox"
local support = require "tests.scene.support"
local message = support.message

--- A ball of radius 5, and a floor whose upper edge is at 100; below it a wall from 200 on to the right.
local function hall(rule, vx, vy)
  rule = rule or {}
  rule[1], rule[2], rule.response = "ball", "ground", rule.response or "bounce"
  return hitbox.scene { rules = { rule }, things = {
    { "ball", at = { 50, 50 }, r = 5, data = { vx = vx, vy = vy } },
    { "ground", at = { 0, 100 }, anchor = "top-left", w = 400, h = 50 },
    { "ground", at = { 200, 0 }, anchor = "top-left", w = 50, h = 200 },
  } }
end

describe("thing:moveByVelocity", function()
  it("moves_by_the_thing's_own_velocity", function()
    local ball = hall(nil, 3, -2).ball
    assert.are.equal(0, ball:moveByVelocity())
    assert.are.same({ 53, 48, 3, -2 }, { ball.x, ball.y, ball.vx, ball.vy })
  end)

  it("rests_without_a_velocity", function()
    local ball = hall().ball
    assert.are.equal(0, ball:moveByVelocity())
    assert.are.same({ 50, 50, 0, 0 }, { ball.x, ball.y, ball.vx, ball.vy })
  end)

  it("turns_the_velocity_with_the_motion_that_bounces_back", function()
    local ball = hall(nil, 1, 50).ball
    assert.are.equal(1, ball:moveByVelocity()) -- 45 to the floor, and 5 back
    assert.are.same({ 90, -50, 1 }, { ball.y, ball.vy, ball.vx })
    ball.vx, ball.vy = 160, 0
    ball:moveByVelocity() -- from 51 it has 144 to the wall, and 16 back
    assert.are.same({ 179, -160, 0 }, { ball.x, ball.vx, ball.vy })
  end)

  it("gives_back_what_the_rule_says_or_else_the_options", function()
    local ball = hall({ bounce = 0.5 }, 0, 50).ball
    ball:moveByVelocity { bounce = 0.25 }
    assert.are.same({ 92.5, -25 }, { ball.y, ball.vy })
    ball = hall(nil, 0, 50).ball
    ball:moveByVelocity { bounce = 0.25 }
    assert.are.same({ 93.75, -12.5 }, { ball.y, ball.vy })
  end)

  it("loses_what_leads_into_what_it_slides_along", function()
    local ball = hall({ response = "slide" }, 3, 50).ball
    ball:moveByVelocity()
    assert.are.same({ 53, 95, 3, 0 }, { ball.x, ball.y, ball.vx, ball.vy })
    ball.vy = -1 -- away from it
    ball:moveByVelocity()
    assert.are.same({ 3, -1 }, { ball.vx, ball.vy })
  end)

  it("shares_the_change_with_what_has_a_velocity_as_well", function()
    local function meet(bounce, v, w, dy)
      local s = hitbox.scene { rules = { { "ball", "ball", response = "bounce", bounce = bounce } }, things = {
        { "ball", at = { 0, 0 }, r = 5, data = { vx = v, vy = 0 } }, { "ball", at = { 12, dy or 0 }, r = 5, data = { vx = w, vy = 0 } } } }
      local list = {}
      for ball in s:each() do
        list[#list + 1] = ball
      end
      list[1]:moveByVelocity()
      return list[1], list[2]
    end
    local a, b = meet(nil, 8, 0) -- head on they swap their speeds
    assert.are.same({ 2, 0, 8, 12 }, { a.x, a.vx, b.vx, b.x })
    a, b = meet(nil, 8, -4)
    assert.are.same({ -4, 8 }, { a.vx, b.vx })
    a, b = meet(0.5, 8, 0) -- together as fast, apart half as fast
    assert.are.same({ 2, 6 }, { a.vx, b.vx })
    a, b = meet(0, 8, 2)
    assert.are.same({ 5, 5 }, { a.vx, b.vx })
    a, b = meet(nil, 8, 9) -- it is getting away
    assert.are.same({ 8, 9 }, { a.vx, b.vx })
    a, b = meet(nil, 20, 0, 6) -- they touch where the first is at 4: the normal is (-0.8, -0.6)
    assert.are.near(4, a.x, 1e-9)
    for _, case in ipairs { { a.vx, 7.2 }, { a.vy, -9.6 }, { b.vx, 12.8 }, { b.vy, 9.6 } } do
      assert.are.near(case[2], case[1], 1e-9)
    end
  end)

  it("bounces_off_what_has_no_whole_velocity_as_off_a_wall", function()
    local s = hitbox.scene { rules = { { "ball", "wall", response = "bounce" } }, things = {
      { "ball", r = 5, data = { vx = 8, vy = 0 } }, { "wall", at = { 15, 0 }, w = 10, h = 10, data = { vx = 3 } } } }
    s.ball:moveByVelocity()
    assert.are.same({ 2, -8, 3 }, { s.ball.x, s.ball.vx, s.wall.vx })
  end)

  it("leaves_it_to_the_rule's_functions_where_it_only_touches_or_crosses", function()
    for response, y in pairs { touch = 95, cross = 100 } do
      local ball = hall({ response = response }, 0, 50).ball
      ball:moveByVelocity()
      assert.are.same({ y, 50 }, { ball.y, ball.vy })
    end
  end)

  it("has_changed_the_velocity_before_the_rule's_function_is_called", function()
    local seen
    local s = hitbox.scene { rules = { { "ball", "wall", response = "bounce", on = "hit" } },
      things = { { "ball", at = { 0, 0 }, r = 5, data = { vx = 10, vy = 0 } }, { "wall", at = { 15, 0 }, w = 10, h = 10 } },
      update = function(s) s.ball:moveByVelocity() end,
      hit = function(_, c) seen = { c.a.vx, c.nx, c.speed } end }
    s:step()
    assert.are.same({ -10, -1, 10 }, seen)
  end)

  it("falls_faster_by_gravity_and_no_faster_than_fall", function()
    local ball = hall(nil, 1, 0).ball
    for _ = 1, 3 do
      ball:moveByVelocity { gravity = 0.5, maxFall = 1.25 }
    end
    assert.are.same({ 53, 52.75, 1.25 }, { ball.x, ball.y, ball.vy }) -- 0.5, 1 and 1.25
  end)

  it("gets_slower_by_drag_along_its_way_until_it_rests", function()
    local ball = hall(nil, 3, -4).ball
    ball:moveByVelocity { drag = 1 }
    assert.are.near(2.4, ball.vx, 1e-12) -- a speed of 5 is 4
    assert.are.near(-3.2, ball.vy, 1e-12)
    assert.are.near(52.4, ball.x, 1e-12)
    ball:moveByVelocity { drag = 4.5 }
    assert.are.same({ 0, 0 }, { ball.vx, ball.vy })
  end)

  it("comes_to_rest_on_the_ground_instead_of_hopping_there_for_ever", function()
    local ball = hall({ bounce = 0.8 }, 0, 0).ball
    for _ = 1, 600 do
      ball:moveByVelocity { gravity = 0.2 }
    end
    assert.are.same({ 95, 0 }, { ball.y, ball.vy })
  end)

  it("lies_on_the_ground_where_it_has_come_to_rest_and_goes_on_along_it", function()
    for _, bounce in ipairs { 0.3, 0.5, 0.9, 1 } do
      local ball = hall({ bounce = bounce }, 0, 0).ball
      ball.y = 94.9 -- it falls faster than it is pulled in no tick
      for _ = 1, 20 do
        ball:moveByVelocity { gravity = 0.2 }
        assert.is_true(ball.blocked.below or ball.y < 95)
      end
      assert.are.same({ 95, 0 }, { ball.y, ball.vy })
      ball.vx = 2
      ball:moveByVelocity { gravity = 0.2 }
      assert.are.same({ 52, 95, 2, 0 }, { ball.x, ball.y, ball.vx, ball.vy })
    end
  end)

  it("moves_as_move_does_with_its_options", function()
    local s = hitbox.scene { rules = { { "hero", "wall", response = "slide" } }, things = {
      { "hero", w = 10, h = 10, data = { vx = 20, vy = 0 } }, { "wall", at = { 20, 12 }, w = 10, h = 20 } } }
    s.hero:moveByVelocity { cornerCorrection = 4 } -- the wall's upper edge is at 2, its own lower one at 5
    assert.are.same({ 20, -3 }, { s.hero.x, s.hero.y })
  end)

  it("goes_through_what_it_is_to_and_pushes_what_it_is_to", function()
    local s = hitbox.scene { rules = { { "hero", "*", response = "slide" } }, things = {
      { "hero", w = 10, h = 10, data = { vx = 20, vy = 0 } }, { "door", at = { 12, 0 }, w = 4, h = 20 },
      { "crate", at = { 25, 0 }, w = 10, h = 10 } } }
    s.hero:moveByVelocity { through = s.door, push = "crate" }
    assert.are.same({ 20, 30 }, { s.hero.x, s.crate.x })
  end)

  it("goes_nowhere_while_it_sticks_to_something", function()
    local s = hitbox.scene { rules = { { "ball", "wall", response = "stick" } }, things = {
      { "ball", r = 5, data = { vx = 10, vy = 0 } }, { "wall", at = { 15, 0 }, w = 10, h = 10 } } }
    s.ball:moveByVelocity()
    for _ = 1, 5 do
      s.ball:moveByVelocity { gravity = 1 }
    end
    assert.are.same({ 5, 0, 0 }, { s.ball.x, s.ball.y, s.ball.vy })
  end)

  it("refuses_what_is_no_velocity_and_no_option", function()
    local ball = hall().ball
    ball.vx = 0 / 0
    assert.matches("vx of moveByVelocity of thing 'ball' must be a finite number, got NaN", message(ball.moveByVelocity, ball))
    ball.vx = 0
    assert.matches("drag of moveByVelocity of thing 'ball' must be >= 0, got %-1", message(ball.moveByVelocity, ball, { drag = -1 }))
    assert.matches("unknown key 'gravty' in moveByVelocity of thing 'ball', did you mean 'gravity'%?", message(ball.moveByVelocity, ball, { gravty = 1 }))
    assert.are.same({ 50, 50 }, { ball.x, ball.y })
  end)
end)

describe("thing:walk with gravity", function()
  local function walker()
    return hitbox.scene { rules = { { "hero", "ground", response = "slide" } }, things = {
      { "hero", at = { 50, 90 }, anchor = "feet", w = 10, h = 20 },
      { "ground", at = { 0, 100 }, anchor = "top-left", w = 400, h = 50 },
      { "ground", at = { 200, 0 }, anchor = "top-left", w = 50, h = 60 },
    } }.hero
  end
  local FALLS = { gravity = 0.5, maxFall = 4 }

  it("falls_by_its_own_vy_and_stands_with_none", function()
    local hero, ground = walker(), nil
    local y = 90
    for tick = 1, 5 do
      assert.is_nil((hero:walk(1, nil, FALLS)))
      y = y + 0.5 * tick
      assert.are.same({ 50 + tick, y, 0.5 * tick }, { hero.x, hero.y, hero.vy })
    end
    ground = hero:walk(1, nil, FALLS) -- 2.5 of the 3 are left
    assert.are.same({ "ground", 100, 0 }, { ground.name, hero.y, hero.vy })
  end)

  it("jumps_where_vy_is_below_0_and_falls_from_where_its_head_was_hit", function()
    local hero = walker()
    hero:setPosition(220, 90) -- the head is 10 below the ceiling
    hero.vy = -30
    assert.is_nil((hero:walk(0, nil, FALLS)))
    assert.are.same({ 80, 0, true }, { hero.y, hero.vy, hero.blocked.above })
    hero:walk(0, nil, FALLS)
    assert.are.same({ 80.5, 0.5 }, { hero.y, hero.vy })
  end)

  it("loses_a_vx_that_leads_into_a_wall_which_has_stopped_it_on_the_ground_and_in_the_air", function()
    for _, y in ipairs { 0, -40 } do
      local s = hitbox.scene { rules = { { "hero", "wall", response = "slide" } }, things = {
        { "wall", at = { 0, 0 }, anchor = "top", w = 400, h = 10 }, { "wall", at = { 20, 0 }, anchor = "bottom-left", w = 10, h = 200 },
        { "hero", at = { 13, y }, anchor = "feet", w = 10, h = 20, data = { vx = 1, vy = 0 } },
      } }
      local hero = s.hero
      hero:walk(hero.vx, nil, FALLS)
      assert.are.same({ 14, 1 }, { hero.x, hero.vx })
      hero:walk(hero.vx, nil, FALLS)
      assert.are.same({ 15, 1, false }, { hero.x, hero.vx, hero.blocked.right }) -- it has only arrived there
      hero:walk(hero.vx, nil, FALLS)
      assert.are.same({ 15, 0, true }, { hero.x, hero.vx, hero.blocked.right })
      hero.vx = -1
      hero:walk(1, nil, FALLS) -- whatever it is walked by: the velocity leads away
      assert.are.same({ 15, -1, true }, { hero.x, hero.vx, hero.blocked.right })
      hero.vx = 1
      hero:walk(1, 1) -- without gravity
      assert.are.same({ 1, true }, { hero.vx, hero.blocked.right })
    end
  end)

  it("is_refused_with_a_dy_as_well", function()
    local hero = walker()
    assert.matches("a walk of thing 'hero' has dy and gravity", message(hero.walk, hero, 1, 2, FALLS))
  end)
end)

describe("a move that pushes", function()
  local function room(...)
    local s = hitbox.scene { rules = { { "hero", "crate", response = "slide" }, { "hero", "stone", response = "slide" },
      { "crate", "*.push", response = "slide" } }, things = { { "hero", w = 10, h = 10 } } }
    for i, x in ipairs { ... } do
      s:spawn { i == 1 and "crate" or "stone", at = { x, 0 }, w = 10, h = 10 }
    end
    return s.hero, s.crate, s
  end

  it("takes_what_is_in_its_way_along_with_it", function()
    local hero, crate = room(13)
    hero:move(8, 0, { push = "crate" })
    assert.are.same({ 8, 18, true }, { hero.x, crate.x, hero.blocked.right })
    hero:move(-8, 0, { push = "crate" })
    assert.are.same({ 0, 18 }, { hero.x, crate.x })
  end)

  it("stops_where_what_it_pushes_is_stopped", function()
    local hero, crate = room(13, 26)
    hero:move(8, 0, { push = "crate" })
    assert.are.same({ 6, 16 }, { hero.x, crate.x })
  end)

  it("slides_along_meanwhile", function()
    local hero, crate = room(13)
    hero:move(8, 2, { push = "crate" })
    assert.are.near(8, hero.x, 1e-9)
    assert.are.near(18, crate.x, 1e-9)
    assert.are.same({ 2, 0 }, { hero.y, crate.y })
  end)

  it("leaves_alone_what_is_not_called_so_or_only_crossed", function()
    local hero, crate = room(13)
    hero:move(8, 0, { push = "barrel" })
    assert.are.same({ 3, 13 }, { hero.x, crate.x })
    local s = hitbox.scene { rules = { { "hero", "crate", on = "meet" } }, meet = function() end,
      things = { { "hero", w = 10, h = 10 }, { "crate", at = { 13, 0 }, w = 10, h = 10 } } }
    s.hero:move(8, 0, { push = "crate" })
    assert.are.same({ 8, 13 }, { s.hero.x, s.crate.x })
  end)

  it("pushes_one_and_not_what_that_meets", function()
    local hero, crate, s = room(13)
    local second = s:spawn { "crate", at = { 25, 0 }, w = 10, h = 10 }
    hero:move(8, 0, { push = "crate" })
    assert.are.same({ 5, 15, 25 }, { hero.x, crate.x, second.x })
  end)

  it("pushes_at_most_as_many_in_a_row_as_pushDepth_says", function()
    for depth = 1, 4 do
      local hero, crate, s = room(12)
      local second, third = s:spawn { "crate", at = { 24, 0 }, w = 10, h = 10 }, s:spawn { "crate", at = { 36, 0 }, w = 10, h = 10 }
      hero:move(9, 0, { push = "crate", pushDepth = depth })
      local free = ({ 4, 6, 9, 9 })[depth] -- the gaps are 2 wide each
      assert.are.same({ free, free + 10, math.max(24, free + 20), math.max(36, free + 30) },
        { hero.x, crate.x, second.x, third.x })
    end
  end)

  it("stops_all_of_a_chain_where_the_last_one_is_stopped", function()
    local hero, crate, s = room(12, 32) -- a stone, 1 from the second crate
    local second = s:spawn { "crate", at = { 21 + 1 / 2, 0 }, w = 10, h = 9 }
    crate:setPosition(11, 0)
    for _ = 1, 3 do
      hero:move(4, 0, { push = "crate", pushDepth = 2 })
      assert.are.same({ 2, 12, 22 }, { hero.x, crate.x, second.x })
    end
  end)

  it("takes_along_all_that_lie_side_by_side_in_its_way", function()
    local hero, crate, s = room(13)
    crate.y = -5
    local second, third = s:spawn { "crate", at = { 15, 5 }, w = 10, h = 10 }, s:spawn { "crate", at = { 12, 15 }, w = 10, h = 10 }
    hero:move(8, 0, { push = "crate" })
    assert.are.same({ 8, 18, 18, 12 }, { hero.x, crate.x, second.x, third.x })
  end)

  it("leaves_them_side_by_side_if_one_of_them_cannot_go", function()
    local hero, crate, s = room(13, 22)
    crate.y, s.stone.y = -5, 10
    local second = s:spawn { "crate", at = { 11, 5 }, w = 10, h = 10 } -- 1 from the stone
    for _ = 1, 3 do
      hero:move(4, 0, { push = "crate" })
      assert.are.same({ 2, 13, 12 }, { hero.x, crate.x, second.x })
    end
    crate.x = 12
    hero:move(4, 0, { push = "crate" })
    assert.are.same({ 2, 12, 12 }, { hero.x, crate.x, second.x })
  end)

  it("refuses_a_deep_that_is_no_count_or_of_no_push", function()
    local hero = room(13)
    assert.matches("pushDepth of a move of thing 'hero' must be a whole number >= 1, got 0", message(hero.move, hero, 8, 0,
      { push = "crate", pushDepth = 0 }))
    assert.matches("pushDepth of moveByVelocity of thing 'hero' needs push", message(hero.moveByVelocity, hero, { pushDepth = 2 }))
    assert.are.equal(0, hero.x)
  end)
end)
