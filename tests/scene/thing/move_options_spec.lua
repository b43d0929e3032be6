-- Moves without options are made in C where no rule has to be asked. With options, even with none of them given, Lua
-- makes them: so a scene must go the same way with both.
local hitbox = require "hitbox"

local KINDS = { "ball", "wall", "coin", "glue", "ghost", "ledge" }

--- A crowd of all kinds of things, of which the balls move.
---@param log string[] gets what comes of each move
local function crowd(seed, rules, options, log)
  local random, things = hitbox.scene({ seed = seed }).random, {}
  for i = 1, 90 do
    local name = i <= 40 and "ball" or KINDS[1 + i % #KINDS]
    things[i] = { name, at = { random(0, 160), random(0, 90) }, w = random(2, 12), h = random(2, 12),
      oneWay = name == "ledge" and "above" or nil, team = i % 2 == 0 and "red" or "blue",
      recover = i % 5 == 0 and 2 or nil, data = { vx = random(-6, 6) / 2, vy = random(-6, 6) / 2 } }
  end
  things[1].children = { { "ghost", at = { 3, 0 }, w = 2, h = 2 } }
  things[2].boxes, things[2].w, things[2].h = { push = { w = 4, h = 4 }, hurt = { r = 3 } }, nil, nil
  return hitbox.scene { things = things, rules = rules,
    met = function(_, c) log[#log + 1] = ("%s %s %.17g"):format(c.a.name, c.b.name, c.speed) end,
    isSlow = function(_, c) return c.speed < 2 end,
    update = function(s)
      for t in s:each "ball" do
        local n = t:move(t.vx, t.vy, options)
        log[#log + 1] = ("%d %.17g %.17g"):format(n, t.x, t.y)
        for i = 1, n do
          local other, nx, ny, at, response, inside, depth = t:hit(i)
          log[#log + 1] = ("%s %.17g %.17g %.17g %s %s %.17g"):format(other.name, nx, ny, at, response,
            tostring(inside), depth)
        end
        local blocked = t.blocked
        log[#log + 1] = ("%s %s %s %s"):format(tostring(blocked.left), tostring(blocked.right),
          tostring(blocked.above), tostring(blocked.below))
        assert.is_nil(t:hit(n + 1))
        if blocked.left or blocked.right then t.vx = -t.vx end
        if blocked.above or blocked.below then t.vy = -t.vy end
      end
    end }
end

--- The results of such a scene in some ticks.
local function ran(seed, rules, options)
  local log = {}
  local s = crowd(seed, rules, options, log)
  for _ = 1, 30 do
    s:step()
  end
  return log, s:hash()
end

local function isSame(rules)
  for seed = 1, 6 do
    local quick, quickHash = ran(seed, rules, nil)
    local long, longHash = ran(seed, rules, {})
    assert.are.same(long, quick)
    assert.are.equal(longHash, quickHash)
    assert.is_true(#quick > 2400)
  end
end

describe("a move without options goes as one with them", function()
  it("among_things_of_which_no_rule_speaks", function()
    isSame {}
  end)

  it("with_each_response", function()
    isSame { { "ball", "wall", response = "slide", on = "met" }, { "ball", "coin", on = "met" },
      { "ball", "glue", response = "touch", on = "met" }, { "ball", "ghost", response = "bounce" },
      { "ball", "ledge", response = "slide" } }
  end)

  it("with_what_sticks_and_with_half_a_bounce", function()
    isSame { { "ball", "glue", response = "stick" }, { "ball", "wall", response = "bounce", bounce = 0.5 },
      { "ball", "ball", response = "slide" } }
  end)

  it("with_rules_that_ask_for_the_side_the_speed_and_a_function", function()
    isSame { { "ball", "wall", from = "above", response = "slide", on = "met" },
      { "ball", "coin", speed = { ">", 1 }, on = "met" },
      { "ball", "ghost", when = "isSlow", response = "touch" }, { "ball", "ball", response = "slide" } }
  end)

  it("with_teams_and_with_bodies_that_are_parted", function()
    isSame { { "ball", "ball", teams = "other", response = "slide" }, { "ball", "ball", push = 0.5 },
      { "ball", "wall", push = 1, response = "slide" } }
  end)
end)

describe("a move in the middle of a tick", function()
  it("goes_by_the_rules_of_the_team_that_a_thing_is_in_now", function()
    local s = hitbox.scene { rules = { { "a", "b", teams = "other", response = "slide" } },
      things = { { "a", w = 4, h = 4, team = "red" }, { "b", at = { 10, 0 }, w = 4, h = 4, team = "blue" } } }
    assert.are.equal(1, s.a:move(20, 0))
    assert.are.equal(6, s.a.x)
    s.a.team = "blue"
    assert.are.equal(0, s.a:move(20, 0))
    assert.are.equal(26, s.a.x)
  end)

  it("does_not_move_what_sticks_until_it_is_free", function()
    local s = hitbox.scene { rules = { { "a", "b", response = "stick" } },
      things = { { "a", w = 4, h = 4 }, { "b", at = { 10, 0 }, w = 4, h = 4 } } }
    s.a:move(20, 0)
    assert.are.equal(0, s.a:move(-5, 0))
    assert.are.equal(6, s.a.x)
    s.a:unstick()
    s.a:move(-5, 0)
    assert.are.equal(1, s.a.x)
  end)

  it("takes_its_children_along_and_does_not_when_they_are_gone", function()
    local s = hitbox.scene { things = { { "a", w = 4, h = 4 }, { "b", at = { 10, 0 }, w = 4, h = 4 } } }
    s.b:attach(s.a, nil, { keep = true })
    s.a:move(5, 0)
    assert.are.same({ 5, 15 }, { s.a.x, s.b.x })
    s.b:detach()
    s.a:move(5, 0)
    assert.are.same({ 10, 15 }, { s.a.x, s.b.x })
  end)

  it("of_a_thing_that_is_removed_or_has_no_box_changes_its_place_alone", function()
    local s = hitbox.scene { things = { { "a", w = 4, h = 4 }, { "b" } } }
    local a = s.a
    a:remove()
    assert.are.same({ 0, 5 }, { a:move(5, 0), a.x })
    assert.are.same({ 0, 5 }, { s.b:move(5, 0), s.b.x })
  end)
end)
