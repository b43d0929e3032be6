local hitbox = require "hitbox"
local support = require "tests.scene.support"
local garbageOf = require "tests.tools.garbage"
local logged, refusal, steps = support.logged, support.refusal, support.steps

--- Things that rest, each a square of 10 about its place: name, x, y, and what else it has.
local function squares(...)
  local things = {}
  for i, thing in ipairs({ ... }) do
    things[i] = { thing[1], at = { thing[2], thing[3] or 0 }, w = 10, h = 10 }
  end
  return things
end

--- A scene of things that have a type, groups and a team, and a square of each kind.
local function called(rules, list)
  local things = {}
  for i, entry in ipairs(list) do
    local boxes = {}
    for _, kind in ipairs(entry.kinds or { "push" }) do
      boxes[kind] = { w = 10, h = 10 }
    end
    things[i] = { entry[1], at = { i, 0 }, type = entry.type, groups = entry.groups, team = entry.team,
      boxes = boxes }
  end
  return logged { types = { mover = {}, walker = { extends = "mover" } }, rules = rules, things = things }
end

describe("a pattern's word", function()
  it("is_a_name_a_type_a_group_or_a_team", function()
    for _, word in ipairs { "one", "walker", "mover", "undead", "red" } do
      local s = called({ { word .. ".push", "*.push", on = "on" } }, {
        { "one", type = "walker", groups = { "undead" }, team = "red" }, { "two" } })
      s:step()
      assert.are.same({ "1 on one.push two.push" }, s.log, word)
    end
    local s = called({ { "tall", "*", on = "on" } }, { { "one", groups = { "small" } }, { "two" } })
    s:step()
    assert.are.same({}, s.log)
  end)

  it("counts_anew_when_a_thing_is_called_something_else", function()
    local s = called({ { "red", "two", on = "on" } }, { { "one" }, { "two" } })
    s:step()
    s.one.team = "red"
    s:step()
    assert.are.same({ "2 on one.push two.push" }, s.log)
  end)
end)

describe("a rule for teams", function()
  local three = {
    { "ann", team = "red", kinds = { "hit", "hurt" } }, { "bob", team = "red", kinds = { "hurt" } },
    { "cat", team = "blue", kinds = { "hurt" } }, { "dog", kinds = { "hurt" } },
  }

  it("names_those_of_other_teams_and_none_without_one", function()
    local s = called({ { "*.hit", "*.hurt", teams = "other", on = "on" } }, three)
    s:step()
    assert.are.same({ "1 on ann.hit cat.hurt" }, s.log)
  end)

  it("names_those_of_the_same_team", function()
    local s = called({ { "*.hit", "*.hurt", teams = "same", on = "on" } }, three)
    s:step()
    assert.are.same({ "1 on ann.hit bob.hurt" }, s.log)
  end)

  it("leaves_the_rest_to_the_next_rule", function()
    local s = called({ { "*.hit", "*.hurt", teams = "other" }, { "*.hit", "*.hurt", on = "on" } }, three)
    s:step()
    assert.are.same({ "1 on ann.hit bob.hurt", "1 on ann.hit dog.hurt" }, s.log)
  end)

  it("keeps_pairs_of_one_team_within_the_world", function()
    local s = called({ { "*.hit", "*.hurt", teams = "other", on = "on" } }, {
      { "a", team = "red", kinds = { "hit" } }, { "b", team = "red", kinds = { "hurt" } },
      { "c", team = "blue", kinds = { "hurt" } }, { "d", team = "green", kinds = { "hit" } } })
    local seen = {}
    for a, b in s.world:pairs() do
      seen[#seen + 1] = a.thing.name .. b.thing.name
    end
    table.sort(seen)
    assert.are.same({ "ac", "bd", "cd" }, seen)
  end)
end)

describe("layers", function()
  --- How many pairs reach Lua in a tick, and how many of these a rule names.
  local function count(s)
    local between, asked, named = s.rules.between, 0, 0
    for a, b in s.world:pairs() do
      asked = asked + 1
      named = named + (between(s.rules, a.class, b.class) and 1 or 0)
    end
    return asked, named
  end

  it("keep_pairs_that_no_rule_names_out_of_lua_with_hundreds_of_names", function()
    local rules, things = {}, { { "hero", r = 10, boxes = { sensor = { r = 10 } } } }
    for i = 1, 200 do
      rules[i] = { "hero.push", "coin" .. i .. ".push" }
      things[i + 1] = { "coin" .. i, boxes = { push = { r = 4 }, hurt = { r = 4 } } }
    end
    local asked, named = count(hitbox.scene { rules = rules, things = things })
    assert.are.same({ 200, 200 }, { asked, named }) -- of 80,000 and more that overlap
  end)

  it("are_shared_by_the_last_of_too_many_patterns_and_the_rules_stay_right", function()
    local rules, things = {}, {}
    for i = 1, 50 do
      rules[i] = { "a" .. i, "b" .. i }
      things[2 * i - 1] = { "a" .. i, r = 5 }
      things[2 * i] = { "b" .. i, r = 5 }
    end
    local s = hitbox.scene { rules = rules, things = things }
    local asked, named = count(s)
    s:step()
    assert.are.equal(50, named)
    assert.are.equal(50, s.contactCount)
    -- 31 pairs have two layers of their own and one has one; a box on the shared one meets all others there.
    assert.is_true(asked > 50)
    assert.are.equal(31 + 37 * 38 / 2, asked)
  end)
end)

describe("a rule with a speed", function()
  local function falls(speed, by)
    local s = logged {
      rules = { { "hero", "floor", response = "slide", speed = speed, on = "on" },
        { "hero", "floor", response = "slide" } },
      things = squares({ "hero", 0 }, { "floor", 0, 12 }),
      update = function(s)
        s.hero:move(0, by)
      end,
    }
    s:step()
    return s, #s.log
  end

  it("asks_how_fast_the_two_meet_also_if_one_stops_the_other", function()
    local s, n = falls({ ">", 4 }, 5)
    assert.are.equal(2, s.hero.y)
    assert.are.equal(1, n)
    assert.are.equal(5, s.contacts[1].speed)
    assert.are.equal(0, select(2, falls({ ">", 5 }, 5)))
    assert.are.equal(1, select(2, falls({ ">=", 5 }, 5)))
    assert.are.equal(0, select(2, falls({ "<", 5 }, 5)))
    assert.are.equal(1, select(2, falls({ "<=", 5 }, 5)))
    assert.are.equal(1, select(2, falls({ min = 2, max = 5 }, 5)))
    assert.are.equal(0, select(2, falls({ max = 4 }, 5)))
  end)

  it("asks_for_the_speed_of_one_against_the_other", function()
    local s = logged {
      rules = { { "one", "two", speed = { ">", 6 }, on = "on" } },
      things = squares({ "one", 0 }, { "two", 13 }),
      update = function(s)
        s.one.x, s.two.x = s.one.x + 3, s.two.x - 4
      end,
    }
    s:step()
    assert.are.same({ "1 on one.push two.push" }, s.log)
    assert.are.equal(7, s.contacts[1].speed)
  end)

  it("is_refused_if_it_is_no_speed", function()
    local function refused(speed)
      return refusal { rules = { { "a", "b", speed = speed } } }
    end
    assert.are.equal("speed of rule 1 must be a table, got 3", refused(3))
    assert.are.equal("[1] of speed of rule 1 cannot be '=>', did you mean '>'?", refused { "=>", 3 })
    assert.are.equal("[2] of speed of rule 1 must be >= 0, got -3", refused { ">", -3 })
    assert.are.equal("unknown key 'mni' in speed of rule 1, did you mean 'min'?", refused { mni = 3 })
    assert.are.equal("speed of rule 1 must be {'>', number} or { min =, max = }", refused {})
  end)
end)

describe("a rule with a when", function()
  it("asks_a_function_of_the_scene_by_name_with_a_contact", function()
    local asked
    local s = logged {
      rules = { { "*.push", "hero", when = "isOpen", on = "on" } },
      things = squares({ "hero", 0 }, { "door", 4 }),
      isOpen = function(s, c)
        asked = { s.ticks, c.a.name, c.b.name, c.kindA, c.nx, c.rule.index }
        return s.open
      end,
    }
    s:step()
    assert.are.same({}, s.log)
    assert.are.same({ 1, "door", "hero", "push", 1, 1 }, asked)
    s.hero.x = 50
    s:step()
    s.open, s.hero.x = true, 0
    s:step()
    assert.are.same({ "3 on door.push hero.push" }, s.log)
  end)

  it("lets_a_move_through_where_it_says_no", function()
    local s = hitbox.scene {
      rules = { { "hero", "wall", response = "slide", when = function(_, c) return not c.a.ghost end } },
      things = squares({ "hero", 0 }, { "wall", 15 }),
    }
    s.hero:move(8, 0)
    assert.are.equal(5, s.hero.x)
    s.hero.ghost = true
    s.hero:move(8, 0)
    assert.are.equal(13, s.hero.x)
  end)

  it("is_refused_if_there_is_no_such_function", function()
    assert.are.equal("when of rule 1: the scene has no function 'isOpn', did you mean 'isOpen'?",
      refusal { rules = { { "a", "b", when = "isOpn" } }, isOpen = function() end })
  end)
end)

describe("a rule with a contact policy", function()
  local function scene(policy, ruled, second)
    return logged {
      policy = policy,
      rules = { { "ball", "brick", policy = ruled, on = "on", exit = "exit" }, second },
      things = squares({ "ball", 0 }, { "brick", 12 }),
      update = function(s)
        s.ball.x = s.goal
      end,
      start = function(s)
        s.goal = 0
      end,
    }
  end

  it("counts_touching_where_the_scene_does_not", function()
    local s = scene("overlap", "touch")
    s:step()
    s.goal = 2
    s:step()
    assert.are.same({ "2 on ball.push brick.push" }, s.log)
    assert.are.same({ -1, 0, 0 }, { s.contacts[1].nx, s.contacts[1].ny, s.contacts[1].depth })
    s.goal = 1
    s:step()
    assert.are.equal("3 exit ball.push brick.push", s.log[2])
  end)

  it("counts_overlaps_only_where_the_scene_counts_touching", function()
    local s = scene("touch", "overlap", { "ball", "*", stay = "stay" })
    s.goal = 2
    steps(s, 2)
    assert.are.same({ "2 stay ball.push brick.push" }, s.log)
    s.goal = 3
    steps(s, 1)
    assert.are.same({ "2 stay ball.push brick.push", "3 on ball.push brick.push" }, s.log)
    s.goal = 2
    steps(s, 1)
    assert.are.equal("4 exit ball.push brick.push", s.log[3])
  end)

  it("is_half_open_by_pixels", function()
    local s = hitbox.scene {
      rules = { { "mouse", "tile", policy = "pixel" } },
      things = { { "mouse", shape = hitbox.point(0, 0), at = { 10, 5 } },
        { "tile", anchor = "top-left", w = 10, h = 10 },
        { "tile", at = { 10, 0 }, anchor = "top-left", w = 10, h = 10 } },
    }
    s:step()
    assert.are.equal(1, s.contactCount)
    assert.are.equal(10, s.contacts[1].b.x)
  end)
end)

describe("rules with policies of their own", function()
  --- Contacts by their boxes' numbers, the first that the rule names first.
  local function numbers(s)
    local list = {}
    for i = 1, s.contactCount do
      local c = s.contacts[i]
      list[i] = c.a.number .. " " .. c.b.number
    end
    return list
  end

  --- A scene of things on a small grid, where many touch and few overlap.
  local function crowd(rules, seed)
    local s = hitbox.scene {
      seed = seed, rules = rules,
      types = { shot = { r = 2 }, crate = { w = 4, h = 2, group = "solid" }, ship = { points = { 0, -2, 2, 2, -2, 2 } },
        spot = { shape = hitbox.point(0, 0) } },
    }
    local types = { "shot", "crate", "ship", "spot", "shot", "shot" }
    for i = 1, 60 do
      s:spawn(types[s.random(#types)], { at = { s.random(-8, 8), s.random(-8, 8) }, data = { number = i },
        team = s.random(2) == 1 and "red" or nil })
    end
    s:step()
    return s
  end

  --- What pairs touch, by what the shapes alone say, in the order of making.
  local function brute(s, isOne, isTwo)
    local list, things = {}, {}
    for thing in s:each() do
      things[#things + 1] = thing
    end
    for i = 1, #things do
      for k = i + 1, #things do
        local a, b = things[i], things[k]
        if hitbox.overlaps(s.world:shape(a.boxes.push), s.world:shape(b.boxes.push), "touch") then
          if isOne(a) and isTwo(b) then
            list[#list + 1] = a.number .. " " .. b.number
          elseif isOne(b) and isTwo(a) then
            list[#list + 1] = b.number .. " " .. a.number
          end
        end
      end
    end
    return list
  end

  local function named(word)
    return function(thing)
      return word == "*" or thing.team == word or thing:is(word)
    end
  end

  it("find_all_that_touch_whichever_is_named_first", function()
    local many = 0
    for seed = 1, 8 do
      for _, words in ipairs { { "shot", "ship" }, { "ship", "shot" }, { "solid", "*" }, { "red", "crate" },
        { "shot", "red" }, { "spot", "crate" } } do
        local s = crowd({ { words[1], words[2], policy = "touch" } }, seed)
        local found, want = numbers(s), brute(s, named(words[1]), named(words[2]))
        many = many + #want
        table.sort(found)
        table.sort(want)
        assert.are.same(want, found, seed .. words[1] .. words[2])
      end
    end
    assert.is_true(many > 400, many)
  end)

  it("pass_first_the_thing_named_first_even_if_it_was_made_last", function()
    local s = hitbox.scene {
      rules = { { "ball", "wall", policy = "touch" } },
      things = { { "wall", w = 10, h = 10 }, { "ball", at = { 10, 0 }, w = 10, h = 10 } },
    }
    s:step()
    local c = s.contacts[1]
    assert.are.same({ "ball", "wall", 1 }, { c.a.name, c.b.name, c.nx })
  end)

  it("report_things_that_only_touch_in_the_order_of_making", function()
    local s = hitbox.scene {
      rules = { { "c", "d", policy = "touch" }, { "b", "a", policy = "touch" } },
      things = {
        { "a", data = { number = 1 }, w = 2, h = 2 }, { "c", at = { 20, 0 }, data = { number = 2 }, w = 2, h = 2 },
        { "d", at = { 22, 0 }, data = { number = 3 }, w = 2, h = 2 }, { "b", at = { 2, 0 }, data = { number = 4 }, w = 2, h = 2 },
        { "b", at = { -2, 0 }, data = { number = 5 }, w = 2, h = 2 },
      },
    }
    s:step()
    assert.are.same({ "4 1", "5 1", "2 3" }, numbers(s))
  end)

  it("see_what_touches_far_from_the_origin_and_next_to_it", function()
    for _, far in ipairs { 0, 1e-300, 0.1, 1e9, 2 ^ 80 } do
      local w = far < 1 and 0.25 or far / 1024
      local s = hitbox.scene {
        rules = { { "one", "two", policy = "touch" } },
        things = { { "one", at = { far, far }, anchor = "top-left", w = w, h = w },
          { "two", at = { far + w, far + w }, anchor = "top-left", w = w, h = w } },
      }
      s:step()
      assert.are.equal(1, s.contactCount, far)
    end
  end)

  it("make_no_garbage", function()
    local s = hitbox.scene {
      rules = { { "shot", "ship", policy = "touch", stay = "f" } },
      things = { { "ship", r = 6 } }, f = function() end,
      start = function(s)
        for i = 1, 200 do
          s:spawn { "shot", at = { i % 20 - 10, i % 14 - 7 }, r = 1 }
        end
      end,
    }
    steps(s, 200)
    assert.is_true(s.contactCount > 50)
    assert.are.equal(0, garbageOf(20, function() s:step() end))
  end)
end)

describe("a rule with max", function()
  it("calls_on_a_limited_number_of_times_for_the_same_a", function()
    local s = logged {
      rules = { { "shot", "foe", on = "on", max = 2 } },
      things = squares({ "shot", 0 }, { "foe", 1 }, { "foe", 2 }, { "foe", 3 }, { "shot", 40 }, { "foe", 41 }),
    }
    steps(s, 3)
    assert.are.equal(3, #s.log)
    assert.matches("used up for shot", s:why(s.shot, s.contacts[3].b))
  end)
end)

describe("once in a swing", function()
  it("is_used_up_until_the_next_swing", function()
    local s = logged {
      rules = { { "foe.hurt", "hero.hit", on = "on", once = "swing" } },
      things = { { "hero", boxes = { hit = { r = 5 } } }, { "foe", boxes = { hurt = { r = 5 } } } },
      update = function(s)
        s.hero.x = s.ticks % 2 * 50
      end,
    }
    steps(s, 6)
    assert.are.equal(1, #s.log)
    s.hero.__index._swing = 1
    steps(s, 6)
    assert.are.equal(2, #s.log)
  end)
end)
