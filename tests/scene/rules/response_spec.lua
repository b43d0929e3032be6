local hitbox = require "hitbox"
local support = require "tests.scene.support"
local edges, refusal, steps = support.edges, support.refusal, support.steps

local function squares(...)
  local things = {}
  for i, thing in ipairs({ ... }) do
    things[i] = { thing[1], at = { thing[2], thing[3] or 0 }, w = 10, h = 10 }
  end
  return things
end

describe("push", function()
  local function parted(rule, ...)
    local s = hitbox.scene { rules = { rule, { "*", "wall", response = "slide" } }, things = squares(...) }
    s:step()
    return s
  end

  it("parts_bodies_each_by_its_share", function()
    local s = parted({ "a", "b", push = 0.25 }, { "a", 0 }, { "b", 6 })
    assert.are.same({ -1, 9 }, { s.a.x, s.b.x })
    s = parted({ "a", "b", push = 1 }, { "a", 0 }, { "b", 6 })
    assert.are.same({ -4, 6 }, { s.a.x, s.b.x })
    s = parted({ "a", "b", push = 0 }, { "a", 0 }, { "b", 6 })
    assert.are.same({ 0, 10 }, { s.a.x, s.b.x })
  end)

  it("is_a_contact_of_that_tick_with_the_depth_there_was", function()
    local s = parted({ "a", "b", push = 0.5 }, { "a", 0 }, { "b", 6 })
    assert.are.same({ 1, 4 }, { s.contactCount, s.contacts[1].depth })
    s:step()
    assert.are.equal(0, s.contactCount)
  end)

  it("leaves_to_the_other_what_one_cannot_yield_for_a_wall", function()
    local s = parted({ "a", "b", push = 0.5 }, { "a", 0 }, { "b", 6 }, { "wall", 17 })
    assert.are.same({ -3, 7 }, { s.a.x, s.b.x })
    s = parted({ "a", "b", push = 0.5 }, { "a", 0 }, { "b", 6 }, { "wall", -11 })
    assert.are.same({ -1, 9 }, { s.a.x, s.b.x })
  end)

  it("leaves_no_overlap_of_a_last_bit_that_would_be_a_contact_for_ever", function()
    local random, apart = require("hitbox.scene.random").new(5), 0
    for _ = 1, 200 do
      local s = hitbox.scene {
        rules = { { "a", "b", push = 0.3, exit = "part" } },
        things = {
          { "a", at = { 100 * random(), 100 * random() }, r = 5 },
          { "b", at = { 0, 0 }, r = 5 },
        },
        part = function() apart = apart + 1 end,
      }
      s.b.x, s.b.y = s.a.x + 6 * random() - 3, s.a.y + 6 * random() - 3
      s:step()
      assert.is_nil(s.world:contact(s.a.boxes.push, s.b.boxes.push))
      assert.is_true(math.abs(math.sqrt((s.b.x - s.a.x) ^ 2 + (s.b.y - s.a.y) ^ 2) - 10) < 1e-12)
      s:step()
    end
    assert.are.equal(200, apart)
  end)

  it("is_stopped_by_those_of_a_team_that_comes_later", function()
    local s = hitbox.scene {
      rules = { { "ball", "ball", push = 0.5 }, { "ball", "gate", teams = "other", response = "slide" } },
      things = squares({ "ball", 0 }, { "ball", 50 }),
      types = { gate = { w = 10, h = 10 } },
    }
    local balls = {}
    for ball in s:each("ball") do
      ball.team = "red"
      balls[#balls + 1] = ball
    end
    local one, two = balls[1], balls[2]
    s:spawn("gate", { at = { 90, 0 }, team = "green" })
    s:step()
    s:spawn("gate", { at = { 17, 0 }, team = "blue" })
    s:spawn("gate", { at = { -10, 0 }, team = "red" })
    two.x = 6
    s:step()
    assert.are.same({ -3, 7 }, { one.x, two.x }) -- the red one stops no red ones
  end)

  it("moves_along_an_axis_if_the_rule_says_so", function()
    local s = parted({ "a", "b", push = 0.5, axis = "x" }, { "a", 0 }, { "b", 2, 7 })
    assert.are.same({ -4, 0, 6, 7 }, { s.a.x, s.a.y, s.b.x, s.b.y })
    s = parted({ "a", "b", push = 0.5, axis = "y" }, { "a", 0 }, { "b", 7, -2 })
    assert.are.same({ 4, -6 }, { s.a.y, s.b.y })
    s = parted({ "b", "a", push = 0.5, axis = "x" }, { "a", 0 }, { "b", 0 })
    assert.are.same({ -5, 5 }, { s.a.x, s.b.x }) -- which way, is the order of making
  end)

  it("is_refused_beyond_0_to_1_and_axis_without_it", function()
    assert.are.equal("push of rule 1 must be from 0 to 1, got 2",
      refusal { rules = { { "a", "b", push = 2 } } })
    assert.are.equal("axis of rule 1 needs push", refusal { rules = { { "a", "b", axis = "x" } } })
    assert.are.equal("axis of rule 1 cannot be 'z'; known are x, y",
      refusal { rules = { { "a", "b", push = 1, axis = "z" } } })
  end)
end)

describe("bounce", function()
  it("of_a_rule_says_how_much_of_the_motion_comes_back", function()
    local s = hitbox.scene {
      rules = { { "ball", "mat", response = "bounce", bounce = 0.5 }, { "ball", "*", response = "bounce" } },
      things = squares({ "ball", 0 }, { "mat", 14 }, { "stone", 0, 14 }),
    }
    s.ball:move(10, 0) -- 4 to the mat, and half of the other 6 back
    assert.are.equal(1, s.ball.x)
    s.ball:move(0, 10)
    assert.are.equal(-2, s.ball.y)
  end)

  it("is_refused_with_another_response", function()
    assert.are.equal("bounce of rule 1 needs response = 'bounce'",
      refusal { rules = { { "a", "b", bounce = 1 } } })
  end)
end)

describe("stick", function()
  local function thrown()
    local s = hitbox.scene {
      rules = { { "spear", "cart", response = "stick" } },
      things = squares({ "spear", 0 }, { "cart", 20 }),
    }
    s.spear:move(30, 0)
    return s
  end

  it("stops_and_goes_along_with_what_it_met", function()
    local s = thrown()
    assert.are.equal(10, s.spear.x)
    assert.are.equal(s.cart, s.spear.stuckTo)
    s.cart.x, s.cart.y = 50, 7
    s:step()
    assert.are.same({ 40, 7 }, { s.spear.x, s.spear.y })
    assert.are.equal(0, s.spear:move(5, 0))
    assert.are.equal(40, s.spear.x)
  end)

  it("is_turned_and_mirrored_with_it", function()
    local s = thrown()
    s.cart.facing = -1
    s:step()
    assert.are.equal(30, s.spear.x)
    s.cart.facing, s.cart.angle = 1, math.pi / 2
    s:step()
    assert.is_true(math.abs(s.spear.x - 20) < 1e-12 and math.abs(s.spear.y + 10) < 1e-12)
    assert.are.equal(math.pi / 2, s.spear.angle)
  end)

  it("grows_apart_with_it", function()
    local s = thrown()
    s.cart.scale = 2
    s:step()
    assert.are.same({ 0, 1 }, { s.spear.x, s.spear.scale })
  end)

  it("stays_where_it_is_when_one_of_the_two_gets_another_anchor", function()
    for _, name in ipairs { "spear", "cart" } do
      local s = thrown()
      s[name]:setAnchor("bottom-left", { keep = "box" })
      s:step()
      assert.are.same({ { 5, -5, 15, 5 }, { 15, -5, 25, 5 } }, { edges(s.spear), edges(s.cart) }, name)
    end
    local s = thrown()
    s.cart:setAnchor("left", { keep = "at" }) -- its box goes 5 to the right, and the spear with that
    s:step()
    assert.are.same({ { 10, -5, 20, 5 }, { 20, -5, 30, 5 } }, { edges(s.spear), edges(s.cart) })
  end)

  it("ends_on_demand_or_when_its_host_is_gone", function()
    local s = thrown()
    s.spear:unstick()
    s.cart.x = 50
    steps(s, 2)
    assert.are.equal(10, s.spear.x)
    s = thrown()
    s.cart:remove()
    s:step()
    assert.is_nil(s.spear.stuckTo)
    s.spear:move(5, 0)
    assert.are.equal(15, s.spear.x)
  end)
end)

describe("a rule that names the lift first", function()
  local function carried(rules, dx, dy)
    local s = hitbox.scene {
      rules = rules,
      things = {
        { "lift", at = { 0, 0 }, anchor = "top", w = 80, h = 6 }, { "hero", anchor = "feet", w = 10, h = 16 },
        { "wall", at = { 60, -9 }, w = 10, h = 10 },
      },
      update = function(s)
        s.lift:carry(dx, dy)
        s.hero:walk(0, nil, { gravity = 0.25 })
      end,
    }
    steps(s, 3)
    return s
  end
  local first, second = { "lift", "hero", response = "slide" }, { "hero", "lift", response = "slide" }
  local says = "hero is not carried by lift, because rule 1 names lift first: "
    .. "write { \"hero\", \"lift\", response = \"slide\" }"

  local function why(s, a, b)
    return (s:why(s[a], s[b]):gsub(" %(response_spec.lua:%d+%)", ""))
  end

  it("lets_a_hero_stand_and_not_go_along_and_why_says_so", function()
    local s = carried({ first }, 2, 0)
    assert.are.same({ 6, 0, 0 }, { s.lift.x, s.hero.x, s.hero.y })
    assert.are.equal("rule 1 applies to lift.push and hero.push: slide, they touch; " .. says, why(s, "hero", "lift"))
    assert.are.equal(why(s, "hero", "lift"), why(s, "lift", "hero"))
    assert.is_truthy(why(carried({ first }, 0, -2), "hero", "lift"):find(says, 1, true))
  end)

  it("is_the_other_way_round_where_a_hero_goes_along", function()
    local s = carried({ second }, 2, 0)
    assert.are.same({ 6, 6 }, { s.lift.x, s.hero.x })
    assert.are.equal("rule 1 applies to hero.push and lift.push: slide, they touch", why(s, "hero", "lift"))
    s = carried({ { "*", "*", response = "slide" } }, 2, 0)
    assert.are.equal(6, s.hero.x)
    assert.is_nil(why(s, "hero", "lift"):find("go along", 1, true))
  end)

  it("ignores_neighbours_and_things_that_do_not_move", function()
    local s = carried({ first, { "lift", "wall", response = "slide" } }, 10, -2) -- into the wall from the left
    assert.is_nil(why(s, "lift", "wall"):find("go along", 1, true))
    s = carried({ first }, 0, 0)
    s.hero:setPosition(-48, 6)
    s.def.update = function() s.hero:move(8, 0) end
    steps(s, 1)
    assert.are.equal(1, s.contactCount)
    assert.is_nil(why(s, "hero", "lift"):find("go along", 1, true))
  end)
end)

describe("why", function()
  local s
  local function open(rules, ...)
    s = hitbox.scene {
      rules = rules,
      things = squares(...),
      ouch = function() end,
    }
    s:step()
  end

  local function why(a, b)
    return (s:why(s[a], s[b]):gsub("%(response_spec.lua:%d+%) ", ""))
  end

  it("names_the_rule_that_decides", function()
    open({ { "x", "y" }, { "hero", "foe", response = "slide" } }, { "hero", 0 }, { "foe", 7.5 })
    assert.are.equal("rule 2 applies to hero.push and foe.push: slide, they overlap by 2.5",
      why("hero", "foe"))
    assert.are.equal(why("hero", "foe"), why("foe", "hero"))
  end)

  it("returns_the_gap_of_things_that_a_rule_names", function()
    open({ { "foe", "hero" } }, { "hero", 0 }, { "foe", 14.5 })
    assert.are.equal("rule 1 names foe.push and hero.push, but they do not overlap: 4.5 apart",
      why("hero", "foe"))
    open({ { "foe", "hero" } }, { "hero", 0 }, { "foe", 10 })
    assert.are.equal("rule 1 names foe.push and hero.push, but they do not overlap: they only touch",
      why("hero", "foe"))
  end)

  it("says_that_what_moves_by_no_push_box_is_not_stopped", function()
    s = hitbox.scene {
      rules = { { "shot.hit", "wall", response = "touch" } },
      things = { { "shot", at = { 0, 0 }, boxes = { hit = { r = 2 } } }, { "wall", at = { 50, 0 }, w = 10, h = 10 } },
    }
    local apart = "rule 1 names shot.hit and wall.push, but they do not overlap: 43 apart"
    s:step()
    assert.are.equal(apart, why("shot", "wall"))
    s.shot:move(100, 0)
    s:step()
    assert.are.equal(apart .. "; its touch stops only push boxes, and shot.hit is not one", why("shot", "wall"))
    s.shot:move(-50, 0)
    s:step()
    assert.are.equal("rule 1 applies to shot.hit and wall.push: touch, they overlap by 7"
      .. "; its touch stops only push boxes, and shot.hit is not one", why("shot", "wall"))
  end)

  it("says_that_no_rule_names_them", function()
    open({ { "foe", "coin" } }, { "hero", 0 }, { "foe", 0 })
    assert.are.equal("no rule names hero.push and foe.push", why("hero", "foe"))
  end)

  it("says_which_word_of_a_rule_nothing_is_called_that_is_near_to_theirs", function()
    open({ { "foe", "coin" }, { "heroo", "foe" } }, { "hero", 0 }, { "foe", 0 })
    assert.are.equal("no rule names hero.push and foe.push; nothing has the name 'heroo', which rule 2 names, "
      .. "did you mean 'hero'?", why("hero", "foe"))
    open({ { "foe.psh", "hero.hit" } }, { "hero", 0 }, { "foe", 0 })
    assert.are.equal("no rule names hero.push and foe.push; no box has the kind 'psh', which rule 1 names, "
      .. "did you mean 'push'?", why("hero", "foe"))
    open({ { "foes", "hero" } }, { "hero", 0 }, { "foe", 0 }, { "foes", 99 }) -- a thing of that name exists
    assert.are.equal("no rule names hero.push and foe.push", why("hero", "foe"))
  end)

  it("says_which_limit_is_used_up", function()
    open({ { "hero", "foe", on = "ouch", once = true } }, { "hero", 0 }, { "foe", 5 })
    assert.are.equal("rule 1 applies to hero.push and foe.push: cross, they overlap by 5, "
      .. "'ouch' was called and its once is used up for these two", why("hero", "foe"))
    open({ { "hero", "foe", on = "ouch", every = 20 } }, { "hero", 0 }, { "foe", 5 }, { "foe", 50 })
    s.hero.x = 49
    s:step()
    assert.matches("it would call 'ouch', but its every = 20 holds for 19 ticks more$",
      s:why(s.hero, s.contacts[1].b))
  end)

  it("says_which_condition_does_not_hold", function()
    open({ { "hero", "foe", from = "above" } }, { "hero", 0 }, { "foe", 8 })
    assert.are.equal("rule 1 names hero.push and foe.push, which overlap, but it applies only "
      .. "from above", why("foe", "hero"))
    open({ { "hero", "foe", speed = { ">", 3 } } }, { "hero", 0 }, { "foe", 8 })
    assert.are.equal("rule 1 names hero.push and foe.push, which overlap, but it needs a speed of "
      .. "more than 3, and it is 0", why("foe", "hero"))
    open({ { "hero", "foe", speed = { min = 3, max = 5 } } }, { "hero", 0 }, { "foe", 8 })
    assert.matches("it needs a speed of at least 3 and at most 5, and it is 0$", why("foe", "hero"))
    open({ { "hero", "foe", speed = { "<", 0 } } }, { "hero", 0 }, { "foe", 8 })
    assert.matches("it needs a speed of less than 0, and it is 0$", why("foe", "hero"))
    open({ { "hero", "foe", when = function() end } }, { "hero", 0 }, { "foe", 8 })
    assert.matches("but its 'when' returned false$", why("foe", "hero"))
  end)

  it("names_the_line_of_the_rule", function()
    s = hitbox.scene {
      rules = {
        { "a", "b" }, -- a comment with } and {
        { "c", "d",
          when = function(_, c) return c ~= "}" end },
        { "hero", "foe" },
      },
      things = squares({ "hero", 0 }, { "foe", 30 }),
    }
    local line = debug.getinfo(1, "l").currentline - 4
    assert.are.equal(("rule 3 (response_spec.lua:%d) names hero.push and foe.push, but they do not "
      .. "overlap: 20 apart"):format(line), s:why(s.hero, s.foe))
  end)

  it("is_refused_for_what_is_no_thing", function()
    open({}, { "hero", 0 })
    assert.matches("b of why must be a thing of the scene, got nil$",
      support.message(s.why, s, s.hero, nil))
  end)
end)

describe("the error of a rule", function()
  it("names_the_line_of_the_rule", function()
    local line = debug.getinfo(1, "l").currentline + 4
    local message = support.message(function()
      local made = hitbox.scene { -- no tail call, which leaves nothing to tell a line by
        rules = { { "a", "b" },
          { "a", "c", evry = 3 } },
      }
      return made
    end)
    assert.are.equal(("tests/scene/rules/response_spec.lua:%d: unknown key 'evry' in rule 2, "
      .. "did you mean 'every'?"):format(line), message)
  end)
end)
