local hitbox = require "hitbox"
local support = require "tests.scene.support"
local logged, refusal, steps = support.logged, support.refusal, support.steps

--- Things that rest, by name, each a square of 10 about its place.
local function squares(...)
  local things = {}
  for i, thing in ipairs({ ... }) do
    things[i] = { thing[1], at = { thing[2], thing[3] or 0 }, w = 10, h = 10, data = thing.data }
  end
  return things
end

--- Where `mover` goes in each tick: an update that moves it so.
local function going(dx, dy)
  return function(s)
    s.hero:move(dx, dy)
  end
end

describe("a pattern", function()
  local function contacts(rule)
    local s = hitbox.scene {
      rules = { rule },
      things = {
        { "hero", boxes = { push = { r = 5 }, hurt = { r = 4 } } },
        { "foe", boxes = { push = { r = 5 }, hit = { r = 4 } } },
        { "foe", at = { 2, 0 }, boxes = { hit = { r = 4 } } },
      },
    }
    s:step()
    local list = {}
    for i = 1, s.contactCount do
      local c = s.contacts[i]
      list[i] = ("%s.%s %s.%s"):format(c.a.name, c.kindA, c.b.name, c.kindB)
    end
    return list
  end

  it("of_a_name_and_a_kind_names_that_box", function()
    assert.are.same({ "hero.hurt foe.hit", "hero.hurt foe.hit" },
      contacts { "hero.hurt", "foe.hit" })
  end)

  it("of_a_name_names_all_its_boxes", function()
    assert.are.same({ "hero.hurt foe.push", "hero.push foe.push" }, contacts { "hero", "foe.push" })
  end)

  it("of_a_star_and_a_kind_names_that_kind_of_all", function()
    assert.are.same({ "hero.push foe.push" }, contacts { "*.push", "*.push" })
  end)

  it("of_a_star_names_all", function()
    assert.are.same(10 - 1 - 1, #contacts { "*", "*" }) -- all pairs but those within a thing
  end)

  it("matches_either_way_round_and_a_is_what_it_named_first", function()
    assert.are.same({ "foe.hit hero.hurt", "foe.hit hero.hurt" },
      contacts { "foe.hit", "hero.hurt" })
  end)

  it("leaves_things_that_no_rule_names_alone", function()
    assert.are.same({}, contacts { "hero.hurt", "rock" })
  end)

  it("that_matches_both_ways_has_the_one_made_first_as_a", function()
    assert.are.same({ "foe.hit foe.hit" }, contacts { "foe.hit", "foe.hit" })
    local things = squares({ "one", 0 }, { "two", 3 })
    local s = hitbox.scene { rules = { { "*", "*" } }, things = things }
    s:step()
    assert.are.equal("one", s.contacts[1].a.name)
  end)
end)

describe("of several rules", function()
  it("the_first_that_matches_wins", function()
    local s = logged {
      rules = { { "hero", "foe" }, { "hero", "*", on = "on" } },
      things = squares({ "hero", 0 }, { "foe", 3 }, { "coin", 6 }),
    }
    steps(s, 2)
    assert.are.same({ "1 on hero.push coin.push" }, s.log)
    assert.are.equal(1, s.contacts[1].rule.index)
    assert.are.equal("foe", s.contacts[1].rule[2])
  end)

  it("the_next_is_tried_where_one_does_not_hold", function()
    local s = logged {
      rules = {
        { "hero", "box", from = "above", on = "on" },
        { "hero", "box", from = "left", response = "slide", stay = "stay" },
      },
      things = squares({ "hero", 0 }, { "box", 12 }),
      update = going(3, 0),
    }
    steps(s, 2)
    assert.are.equal(2, s.hero.x)
    assert.are.same({ "2 stay hero.push box.push" }, s.log)
  end)
end)

describe("a contact", function()
  it("begins_lasts_and_ends", function()
    local s = logged {
      rules = { { "hero", "foe", on = "on", stay = "stay", exit = "exit" } },
      things = squares({ "hero", 0 }, { "foe", 14 }),
      update = going(4, 0),
    }
    steps(s, 9)
    assert.are.same({
      "2 on hero.push foe.push", "3 stay hero.push foe.push", "4 stay hero.push foe.push",
      "5 stay hero.push foe.push", "6 exit hero.push foe.push",
    }, s.log)
  end)

  it("that_is_hit_again_each_tick_is_one", function()
    local s = logged {
      rules = { { "hero", "floor", response = "slide", on = "on", exit = "exit" } },
      things = { { "hero", at = { 0, -20 }, anchor = "feet", w = 10, h = 20 },
        { "floor", anchor = "top", w = 100, h = 10 } },
      update = function(s)
        s.hero:move(1, s.ticks == 8 and -30 or 15)
      end,
    }
    steps(s, 7)
    assert.are.same({ "2 on hero.push floor.push" }, s.log)
    steps(s, 1)
    assert.are.same({ "2 on hero.push floor.push", "8 exit hero.push floor.push" }, s.log)
  end)

  it("ends_before_the_next_begins_in_the_same_tick", function()
    local s = logged {
      rules = { { "hero", "*", on = "on", exit = "exit" } },
      things = squares({ "hero", 0 }, { "one", 5 }, { "two", 30 }),
      update = function(s)
        s.hero.x = s.ticks * 25 - 25
      end,
    }
    steps(s, 2)
    assert.are.same({ "1 on hero.push one.push", "2 exit hero.push one.push",
      "2 on hero.push two.push" }, s.log)
  end)

  it("tells_where_and_how_deep_boxes_meet", function()
    local s = hitbox.scene {
      rules = { { "hero", "foe" } },
      things = { { "hero", w = 10, h = 20 }, { "foe", at = { 8, 2 }, w = 10, h = 20 } },
    }
    s:step()
    local c = s.contacts[1]
    assert.are.same({ -1, 0, 2 }, { c.nx, c.ny, c.depth })
    assert.are.same({ "push", "push", s.hero.boxes.push }, { c.kindA, c.kindB, c.boxA })
    assert.is_true(c.x >= 3 and c.x <= 5 and c.y >= -8 and c.y <= 10)
  end)

  it("has_its_normal_from_b_to_a_for_either_mover", function()
    for _, rule in ipairs({ { "hero", "wall" }, { "wall", "hero" } }) do
      rule.response = "slide"
      local s = hitbox.scene {
        rules = { rule },
        things = squares({ "hero", 0, 3 }, { "wall", 12 }),
        update = going(5, 0),
      }
      s:step()
      local c, sign = s.contacts[1], rule[1] == "hero" and -1 or 1
      assert.are.same({ sign, 0, 0, 7, 1.5 }, { c.nx, c.ny, c.depth, c.x, c.y })
    end
  end)

  it("of_circles_is_on_the_circle", function()
    local s = hitbox.scene {
      rules = { { "hero", "ball", response = "touch" } },
      things = { { "hero", r = 5 }, { "ball", at = { 15, 0 }, r = 5 } },
      update = going(20, 0),
    }
    s:step()
    assert.are.same({ 5, 10, 0 }, { s.hero.x, s.contacts[1].x, s.contacts[1].y })
  end)

  it("is_never_between_boxes_of_one_thing", function()
    local s = hitbox.scene {
      rules = { { "*", "*", response = "slide" } },
      things = {
        { "hero", boxes = { push = { r = 5 }, hurt = { r = 4 }, hit = { r = 4, x = 10 } } },
      },
      update = going(3, 0),
    }
    steps(s, 3)
    assert.are.same({ 0, 9 }, { s.contactCount, s.hero.x })
    assert.is_nil(s.hero:hit(1))
  end)

  it("found_twice_in_a_tick_reports_the_first_time", function()
    local s = hitbox.scene {
      rules = { { "hero", "floor", response = "slide" } },
      things = { { "hero", at = { 0, -12 }, w = 10, h = 10 }, { "floor", w = 200, h = 14 } },
      update = function(s)
        s.hero:move(0, 5)
        s.hero:move(50, 0)
        s.hero:move(0, 5)
      end,
    }
    s:step()
    assert.are.same({ 50, 1, 0 }, { s.hero.x, s.contactCount, s.contacts[1].x })
  end)

  it("of_a_move_that_ends_deep_inside_tells_where_it_went_in", function()
    local s = hitbox.scene {
      rules = { { "hero", "foe" } },
      things = squares({ "hero", 0 }, { "foe", 20 }),
      update = going(24, 0),
    }
    s:step()
    local c = s.contacts[1]
    assert.are.same({ -1, 15, 6 }, { c.nx, c.x, c.depth })
    s.def.update = nil
    s:step()
    assert.are.equal(1, s.contacts[1].nx)
  end)

  it("of_the_same_two_under_another_rule_is_another", function()
    local s = logged {
      rules = {
        { "hero", "box", response = "slide", from = "left",
          on = "on", stay = "stay", exit = "exit" },
        { "hero", "box", response = "slide", from = "above",
          on = "on", stay = "stay", exit = "exit" },
      },
      things = squares({ "hero", -10 }, { "box", 0 }),
      update = function(s)
        if s.ticks == 3 then
          s.hero:setPosition(-10, -10.5)
        end
        s.hero:move(2, s.ticks > 2 and 2 or 0)
      end,
    }
    steps(s, 4)
    assert.are.same({ "1 on hero.push box.push", "2 stay hero.push box.push",
      "3 exit hero.push box.push", "3 on hero.push box.push", "4 stay hero.push box.push" }, s.log)
    assert.are.equal(2, s.contacts[1].rule.index)
  end)

  it("is_not_told_to_stay_once_its_on_has_removed_one", function()
    local s = logged {
      rules = { { "hero", "foe", on = "hurt", every = 2, stay = "stay" } },
      things = squares({ "hero", 0 }, { "foe", 3 }),
      hurt = function(_, c)
        if c.tick > 2 then
          c.b:remove()
        end
      end,
    }
    steps(s, 4)
    assert.are.same({ "2 stay hero.push foe.push" }, s.log)
  end)

  it("may_be_of_touching_boxes_where_the_scene_says_so", function()
    local def = { rules = { { "hero", "foe" } }, things = squares({ "hero", 0 }, { "foe", 10 }) }
    local s = hitbox.scene(def)
    s:step()
    assert.are.equal(0, s.contactCount)
    def.policy = "touch"
    s = hitbox.scene(def)
    s:step()
    assert.are.equal(1, s.contactCount)
  end)
end)

describe("response", function()
  local function run(response, ticks)
    local s = logged {
      rules = { { "hero", "wall", response = response, on = "on", exit = "exit" } },
      things = squares({ "hero", 0, 3 }, { "wall", 14 }),
      update = going(10, 4),
    }
    steps(s, ticks or 1)
    return s
  end

  it("slide_goes_on_along_the_wall", function()
    local s = run("slide")
    assert.are.same({ 4, 7 }, { s.hero.x, s.hero.y })
    assert.are.same({ "1 on hero.push wall.push" }, s.log)
  end)

  it("touch_stops_where_it_met", function()
    local s = run("touch")
    assert.are.equal(4, s.hero.x)
    assert.are.near(3 + 4 * 0.4, s.hero.y, 1e-12)
  end)

  it("bounce_turns_back", function()
    local s = run("bounce")
    assert.are.near(-2, s.hero.x, 1e-12)
    assert.are.near(7, s.hero.y, 1e-12)
  end)

  it("cross_passes_through_and_is_reported", function()
    local s = run("cross")
    assert.are.same({ 10, 7 }, { s.hero.x, s.hero.y })
    assert.are.same({ "1 on hero.push wall.push" }, s.log)
  end)

  it("cross_is_what_a_rule_without_one_has", function()
    local s = run(nil)
    assert.are.same({ 10, 7 }, { s.hero.x, s.hero.y })
  end)

  it("of_a_fast_thing_never_misses_a_thin_one", function()
    local s = logged {
      rules = { { "hero", "paper", on = "on", exit = "exit" } },
      things = { { "hero", r = 1 }, { "paper", at = { 500, 0 }, w = 0.5, h = 40 } },
      update = going(1000, 0),
    }
    steps(s, 2)
    assert.are.same({ "1 on hero.push paper.push", "2 exit hero.push paper.push" }, s.log)
  end)

  it("is_of_moves_only", function()
    local s = hitbox.scene {
      rules = { { "hero", "wall", response = "slide" } },
      things = squares({ "hero", 0 }, { "wall", 12 }),
    }
    s.hero:setPosition(9, 0)
    s:step()
    assert.are.same({ 9, 1 }, { s.hero.x, s.contactCount })
  end)
end)

describe("every", function()
  it("fires_again_while_the_contact_lasts", function()
    local s = logged {
      rules = { { "hero", "fire", on = "on", every = 10 } },
      things = squares({ "hero", 0 }, { "fire", 3 }),
    }
    steps(s, 25)
    assert.are.same({ "1 on hero.push fire.push", "11 on hero.push fire.push",
      "21 on hero.push fire.push" }, s.log)
  end)

  it("keeps_a_safe_from_all_of_them_for_so_long", function()
    local s = logged {
      rules = { { "hero", "foe", on = "on", every = 45 } },
      things = squares({ "hero", 0 }, { "foe", 3 }, { "foe", 4 }, { "foe", 100 }),
      update = function(s)
        s.hero.x = s.ticks >= 20 and 100 or 0
      end,
    }
    steps(s, 50)
    assert.are.same({ "1 on hero.push foe.push", "46 on hero.push foe.push" }, s.log)
  end)

  it("counts_for_each_a", function()
    local s = logged {
      rules = { { "foe", "hero", on = "on", every = 45 } },
      things = squares({ "hero", 0 }, { "foe", 3 }, { "foe", 4 }),
    }
    steps(s, 2)
    assert.are.equal(2, #s.log)
  end)
end)

describe("once", function()
  it("fires_once_for_a_pair_however_often_it_meets", function()
    local s = logged {
      rules = { { "hero", "sign", on = "on", once = true, exit = "exit" } },
      things = squares({ "hero", 0 }, { "sign", 3 }, { "sign", 50 }),
      update = function(s)
        s.hero.x = ({ 0, 100, 0, 50, 0 })[s.ticks]
      end,
    }
    steps(s, 5)
    assert.are.same({
      "1 on hero.push sign.push", "2 exit hero.push sign.push", "4 exit hero.push sign.push",
      "4 on hero.push sign.push", "5 exit hero.push sign.push",
    }, s.log)
  end)

  it("is_not_used_up_by_a_tick_in_which_every_says_no", function()
    local s = logged {
      rules = { { "hero", "coin", on = "on", once = true, every = 10 } },
      things = squares({ "hero", 0 }, { "coin", 3 }, { "coin", 4 }),
    }
    steps(s, 30)
    assert.are.same({ "1 on hero.push coin.push", "11 on hero.push coin.push" }, s.log)
  end)
end)

describe("from", function()
  --- A hero of 10 by 20 with its feet at (0, y), and a ledge with its top at 0, 8 thick.
  local function ledge(y, velocity, more)
    local def = more or {}
    def.rules = def.rules or {
      { "hero", "ledge", response = "slide", from = "above", on = "on", stay = nil, exit = "exit" },
    }
    def.things = {
      { "hero", at = { 0, y }, anchor = "feet", w = 10, h = 20 },
      { "ledge", anchor = "top", w = 100, h = 8 },
    }
    def.update = function(s)
      s.v = s.v or velocity
      s.hero:move(0, s.v)
      s.v = s.hero.blocked.below and 1 or s.v + 1
    end
    return logged(def)
  end

  it("above_lets_a_jump_pass_from_below_and_lands_from_above", function()
    local s = ledge(30, -12)
    local highest = 30
    for _ = 1, 60 do
      s:step()
      highest = math.min(highest, s.hero.y)
    end
    assert.are.equal(30 - 12 * 13 / 2, highest)
    assert.are.equal(0, s.hero.y)
    assert.is_true(s.hero.blocked.below)
    assert.are.same({ "23 on hero.push ledge.push" }, s.log)
  end)

  it("above_neither_lifts_nor_tells_a_jump_that_ends_inside", function()
    local s = ledge(30, -7) -- highest at 2, where the way up would be the shortest way out
    for tick = 1, 40 do
      local before = s.hero.y
      s:step()
      assert.are.equal(before + tick - 8, s.hero.y)
      assert.is_nil(s.hero:hit(1))
    end
    assert.are.same({ {}, 0 }, { s.log, s.contactCount })
  end)

  it("is_seen_from_b_whichever_pattern_is_first", function()
    local s = ledge(-5, 0, {
      rules = { { "ledge", "hero", response = "slide", from = "below", on = "on" } },
    })
    steps(s, 10)
    assert.are.same({ 0, { "4 on ledge.push hero.push" } }, { s.hero.y, s.log })
    s = ledge(-5, 0, { rules = { { "ledge", "hero", response = "slide", from = "above" } } })
    steps(s, 10)
    assert.are.equal(40, s.hero.y)
  end)

  it("above_holds_on_a_slope_of_45_degrees", function()
    local s = hitbox.scene {
      rules = { { "ball", "slope", response = "slide", from = "above" } },
      things = { { "ball", at = { 20, 0 }, r = 5 }, { "slope", points = { 0, 0, 60, 60, 0, 60 } } },
      update = function(s)
        s.ball:move(0, 4)
      end,
    }
    steps(s, 8)
    assert.is_true(s.ball.blocked.below)
    assert.is_false(s.ball.blocked.left)
    assert.are.near(5, (s.ball.x - s.ball.y) / math.sqrt(2), 1e-6)
  end)

  it("above_keeps_a_standing_thing_in_one_contact", function()
    local s = ledge(-5, 0)
    steps(s, 40)
    assert.are.same({ "4 on hero.push ledge.push" }, s.log)
    assert.are.same({ 1, -1 }, { s.contactCount, s.contacts[1].ny })
  end)

  it("is_the_same_when_the_other_moves", function()
    local s = logged {
      rules = { { "hero", "lift", response = "cross", from = "above", on = "on" } },
      things = { { "hero", anchor = "feet", w = 10, h = 20 },
        { "lift", at = { 0, 6 }, anchor = "top", w = 100, h = 8 } },
      update = function(s)
        s.lift:move(0, -4)
      end,
    }
    steps(s, 2)
    assert.are.same({ "2 on hero.push lift.push" }, s.log)
  end)

  it("is_where_boxes_were_apart_before_they_met", function()
    local function side(x, y, dx, dy)
      local s = logged {
        rules = {
          { "hero", "box", from = "above" }, { "hero", "box", from = "below" },
          { "hero", "box", from = "left" }, { "hero", "box", from = "right" },
        },
        things = squares({ "hero", x, y }, { "box", 0, 0 }),
        update = function(s)
          s.hero.x, s.hero.y = s.hero.x + dx, s.hero.y + dy
        end,
      }
      s:step()
      return s.contacts[1] and s.contacts[1].rule.from
    end
    assert.are.equal("above", side(2, -11, 0, 9)) -- deep inside by now
    assert.are.equal("below", side(2, 11, 0, -9))
    assert.are.equal("left", side(-11, 2, 9, 0))
    assert.are.equal("right", side(11, 2, -9, 0))
    assert.are.equal("above", side(0, -3, 0, 0)) -- there from the start: the least way out
    assert.are.equal("right", side(3, 1, 0, 0))
  end)

  it("holds_as_long_as_the_boxes_meet", function()
    local s = logged {
      rules = { { "hero", "zone", from = "left", stay = "stay" } },
      things = { { "hero", at = { -20, 0 }, w = 10, h = 10 }, { "zone", w = 20, h = 20 } },
      update = function(s)
        s.hero.x = s.hero.x + 10
      end,
    }
    steps(s, 5)
    assert.are.same({ "2 stay hero.push zone.push", "3 stay hero.push zone.push" }, s.log)
    s:reset()
    s.hero.x = 20
    s.def.update = nil
    steps(s, 1)
    s.hero.x = 5
    steps(s, 1)
    s.hero.x = -9 -- to the left by now, but it came from the right
    steps(s, 3)
    assert.are.same({ {}, 0 }, { s.log, s.contactCount })
  end)
end)

describe("more rules than a world has layers", function()
  it("are_all_heard", function()
    local rules, things = {}, {}
    for i = 1, 100 do
      rules[i] = { "a" .. i, "b" .. i }
      things[2 * i - 1] = { "a" .. i, at = { i * 50, 0 }, r = 5 }
      things[2 * i] = { "b" .. i, at = { i * 50 + 3, 0 }, r = 5 }
    end
    local s = hitbox.scene { rules = rules, things = things }
    s:step()
    assert.are.equal(100, s.contactCount)
    assert.are.same({ "a100", "b100" }, { s.contacts[100].a.name, s.contacts[100].b.name })
  end)

  it("keep_pairs_that_no_rule_names_in_the_world_while_they_are_few", function()
    local s = hitbox.scene {
      rules = { { "a", "b" } },
      things = squares({ "a", 0 }, { "b", 1 }, { "c", 2 }, { "c", 3 }, { "a", 4 }),
    }
    local n = 0
    for _ in s.world:pairs() do
      n = n + 1
    end
    assert.are.equal(2, n)
  end)
end)

describe("a wrong rule", function()
  local function refused(rule, def)
    def = def or {}
    def.rules = { { "a", "b" }, rule }
    return refusal(def)
  end

  it("is_refused_by_number_key_and_value", function()
    assert.are.equal("unknown key 'onn' in rule 2, did you mean 'on'?",
      refused { "a", "b", onn = "x" })
    assert.are.equal("rule 2 must be a table, got 'x'", refused "x")
    assert.are.equal("[2] of rule 2 must be 'name', 'name.kind', '*.kind' or '*', got nil",
      refused { "a" })
    assert.are.equal("[1] of rule 2 must be 'name', 'name.kind', '*.kind' or '*', got 'a.b.c'",
      refused { "a.b.c", "d" })
    assert.are.equal("[1] of rule 2 must be 'name', 'name.kind', '*.kind' or '*', got 'a*'",
      refused { "a*", "d" })
    assert.are.equal("response of rule 2 cannot be 'slid', did you mean 'slide'?",
      refused { "a", "b", response = "slid" })
    assert.are.equal("from of rule 2 cannot be 'abov', did you mean 'above'?",
      refused { "a", "b", from = "abov" })
    assert.are.equal("every of rule 2 must be a whole number >= 1, got 0",
      refused { "a", "b", every = 0 })
    assert.are.equal("once of rule 2 must be true, false or 'swing', got 1",
      refused { "a", "b", once = 1 })
  end)

  it("is_refused_if_it_names_no_function", function()
    local function nothing() end
    assert.are.equal("on of rule 2: the scene has no function 'stmp', did you mean 'stomp'?",
      refused({ "a", "b", on = "stmp" }, { stomp = nothing, update = nothing }))
    assert.are.equal("exit of rule 2: the scene has no function 'leave'",
      refused({ "a", "b", exit = "leave" }, { update = nothing }))
    assert.are.equal("on of rule 2 must be the name of a function of the scene, as on = 'take', got a function",
      refused { "a", "b", on = nothing })
    assert.are.equal("on of rule 2 cannot be 'update', which is called in each tick: name another function, "
      .. "as on = 'take'", refused({ "a", "b", on = "update" }, { update = nothing }))
    assert.are.equal("stay of rule 2 cannot be 'draw', which is called for each picture: name another function, "
      .. "as stay = 'take'", refused { "a", "b", stay = "draw" })
    assert.are.equal("on of rule 2: 'reset' is a method of the scene, not a function of the definition: write "
      .. "reset = function(s) s:reset() end", refused { "a", "b", on = "reset" })
    assert.are.equal(1, hitbox.scene { rules = { { "a", "b", on = "reset" } }, reset = nothing }.rules.list[1].index)
  end)
end)
