local hitbox = require "hitbox"
local support = require("tests.scene.support")
local message = support.message

describe("asking_a_scene", function()
  --- Things of several kinds at random places; s.random is seeded.
  local function crowd(seed, policy)
    local s = hitbox.scene {
      seed = seed, policy = policy,
      types = { foe = { boxes = { hurt = { r = 6 }, push = { w = 9, h = 9 } } }, slime = { extends = "foe" } },
    }
    for _ = 1, 60 do
      local at = { s.random(0, 400) / 2, s.random(0, 400) / 2 }
      local kind = s.random(1, 4)
      if kind == 1 then
        s:spawn("foe", { at = at })
      elseif kind == 2 then
        s:spawn("slime", { at = at, angle = s.random() })
      elseif kind == 3 then
        s:spawn { "wall", at = at, w = s.random(4, 30), h = s.random(4, 30) }
      else
        s:spawn { "rock", at = at, points = { 0, 0, 12, 3, 5, 14 } }
      end
    end
    return s
  end

  --- All boxes that a word and a kind name, with their shapes in the world, in order of making.
  local function boxesOf(s, word, kind)
    local list = {}
    for thing in s:each(word) do
      for _, name in ipairs { "hurt", "push" } do
        local box = thing.boxes[name]
        if box and (not kind or kind == name) then
          list[#list + 1] = { thing = thing, kind = name, order = box.order, shape = s.world:shape(box) }
        end
      end
    end
    table.sort(list, function(a, b) return a.order < b.order end)
    return list
  end

  local asked = { { nil }, { "foe", "foe" }, { "slime.hurt", "slime", "hurt" }, { "*.push", nil, "push" },
    { "*" }, { "absent", "absent" } }

  it("finds_the_things_that_meet_a_shape", function()
    for seed = 1, 10 do
      for _, policy in ipairs { "overlap", "touch" } do
        local s, out, some = crowd(seed, policy), { "old", 2, 3 }, 0
        for _, case in ipairs(asked) do
          local place = hitbox.circle(s.random(0, 200), s.random(0, 200), s.random(0, 60))
          local want = {}
          for _, box in ipairs(boxesOf(s, case[2], case[3])) do
            if hitbox.overlaps(box.shape, place, policy) then
              want[box.thing] = true
            end
          end
          local n, list = s:query(place, case[1], out)
          assert.are.equal(out, list)
          assert.are.equal(n, #list)
          for i = 1, n do
            assert.is_true(want[list[i]])
            assert(i == 1 or list[i - 1].order < list[i].order, "not in order, or twice")
            want[list[i]] = nil
          end
          assert.is_nil(next(want))
          some = some + n
        end
        assert(some > 5)
      end
    end
  end)

  it("gives_a_thing_of_several_boxes_once_though_they_were_made_later", function()
    local s = hitbox.scene { things = { { "a", boxes = { hurt = { r = 3 } } }, { "b", r = 3 } } }
    s.a:reshape("push", { r = 4 })
    local n, out = s:query(hitbox.circle(0, 0, 5))
    assert.are.equal(2, n)
    assert.are.same({ "a", "b" }, { out[1].name, out[2].name })
  end)

  it("names_the_line_that_asks_with_no_shape_or_no_number", function()
    local s = hitbox.scene { things = { { "a", r = 3 } } }
    local ok, message = pcall(function()
      local _ = s:query(3)
    end)
    assert.is_false(ok)
    assert.matches("queries_spec%.lua:%d+: the shape of query must be a shape, got 3$", message)
    ok, message = pcall(function()
      local _ = s:thingAt(3)
    end)
    assert.is_false(ok)
    assert.matches("queries_spec%.lua:%d+: y of thingAt must be a finite number, got nil$", message)
  end)

  it("finds_the_first_thing_on_a_ray", function()
    local hits = 0
    for seed = 1, 20 do
      local s = crowd(seed)
      for _, case in ipairs(asked) do
        local x, y, dx, dy = s.random(0, 200), s.random(0, 200), s.random(-150, 150), s.random(-150, 150)
        local first, best = nil, math.huge
        for _, box in ipairs(boxesOf(s, case[2], case[3])) do
          local t = hitbox.raycast(box.shape, x, y, dx, dy)
          if t and t < best then
            first, best = box, t
          end
        end
        local thing, t, nx, ny, kind = s:raycast(x, y, dx, dy, case[1])
        assert.are.equal(first and first.thing, thing)
        if first then
          local _, wantX, wantY = hitbox.raycast(first.shape, x, y, dx, dy)
          assert.are.same({ best, wantX, wantY, first.kind }, { t, nx, ny, kind })
          hits = hits + 1
        end
      end
    end
    assert(hits > 30)
  end)

  it("finds_the_nearest_thing_however_many_others_are_nearer", function()
    for seed = 1, 20 do
      local s = crowd(seed)
      for _, case in ipairs(asked) do
        local x, y = s.random(0, 200), s.random(0, 200)
        local first, least = nil, math.huge
        for _, box in ipairs(boxesOf(s, case[2], case[3])) do
          local d = hitbox.distance(hitbox.point(x, y), box.shape)
          if d < least then
            first, least = box, d
          end
        end
        local thing, d, px, py, kind = s:nearest(x, y, case[1])
        assert.are.equal(first and first.thing, thing)
        if first then
          assert.are.equal(first.kind, kind)
          assert(math.abs(d - least) <= 1e-12 * least, d .. " " .. least)
          local far = math.sqrt((px - x) ^ 2 + (py - y) ^ 2)
          assert(math.abs(far - d) <= 1e-9, ("%g away, said to be %g"):format(far, d))
          assert.are.equal(thing, (s:nearest(x, y, case[1], d)))
          assert.is_nil(d > 0 and s:nearest(x, y, case[1], d * 0.999) or nil)
        end
      end
    end
  end)

  it("finds_the_nearest_to_a_thing_and_of_equally_near_ones_the_first", function()
    local s = hitbox.scene { types = { foe = { r = 1 } }, things = {
      { "hero", at = { 0, 0 }, r = 1 }, { "foe", at = { 9, 0 } }, { "slime", type = "foe", at = { 3, 4 } },
      { "stone", at = { 1.5, 0 }, r = 1 }, { "late", type = "foe", at = { -5, 0 } } } }
    assert.are.same({ s.slime.name, 4 }, { s.hero:nearest("foe").name, (select(2, s.hero:nearest("foe"))) })
    assert.are.equal(s.stone, (s.hero:nearest()))
    assert.are.equal(s.hero, (s.stone:nearest()))
    assert.is_nil((s.hero:nearest("foe", 3.99)))
    assert.are.equal(s.slime, (s.hero:nearest("foe.push", 4)))
    assert.is_nil((s.hero:nearest("ghost")))
  end)

  it("finds_neither_the_asking_thing_nor_its_children", function()
    local s = hitbox.scene { things = {
      { "hero", at = { 0, 0 }, w = 10, h = 10, points = { hand = { 8, 0 } } },
      { "sword", parent = "hero", point = "hand", w = 10, h = 2 },
      { "foe", at = { 60, 0 }, w = 10, h = 10 },
    } }
    assert.are.equal("hero", s:raycast(0, 0, 100, 0).name)
    for _, except in ipairs { s.hero, s.sword } do
      local thing, t = s:raycast(0, 0, 100, 0, nil, except)
      assert.are.equal("foe", thing.name)
      assert.is_near(0.55, t, 1e-12)
      assert.are.equal(s.foe, (s:nearest(0, 0, nil, nil, except)))
    end
    assert.are.equal(s.foe, (s:raycast(0, 0, 100, 0, "foe")))
  end)

  it("finds_things_that_were_made_or_renamed_after_the_first_query", function()
    local s = hitbox.scene {
      types = { foe = { r = 4, team = "red" }, brute = { extends = "foe", groups = { "big" } } },
      rules = { { "*.push", "*.push", teams = "other" } },
      things = { { "foe", at = { 10, 0 } } },
    }
    local all = hitbox.circle(0, 0, 100)
    local function count(pattern)
      return (s:query(all, pattern))
    end
    for _, pattern in ipairs { "foe", "big", "red", "blue", "*.hurt", "late" } do
      assert.are.equal((pattern == "foe" or pattern == "red") and 1 or 0, count(pattern), pattern)
    end
    local brute = s:spawn("brute", { at = { 20, 0 } })
    s:spawn { "late", at = { 30, 0 }, r = 3, team = "blue" }
    s.foe:reshape("hurt", { r = 2 })
    assert.are.same({ 2, 1, 2, 1, 1, 1 }, { count "foe", count "big", count "red", count "blue",
      count "*.hurt", count "late" })
    brute.team = "blue"
    assert.are.same({ 1, 2 }, { count "red", count "blue" })
    assert.are.equal("late", s:nearest(40, 0, "blue").name)
    assert.are.equal("brute", s:raycast(0, 0, 90, 0, "blue").name)
    assert.is_true(s.foe:sees(s.late, "red"))
    brute:remove()
    assert.are.same({ 1, 1, 0 }, { count "foe", count "blue", count "big" })
  end)

  it("answers_for_words_of_which_there_are_more_than_layers", function()
    local rules, things = {}, {}
    for i = 1, 30 do
      rules[i] = { "a" .. i, "b" .. i, on = "meet" }
    end
    for i = 1, 90 do
      things[i] = { "a" .. i, type = "a", at = { i, 0 }, w = 0.5, h = 1, anchor = "top-left" }
    end
    local s = hitbox.scene { types = { a = {}, b = {} }, rules = rules, things = things,
      start = function(s) s.met = 0 end, meet = function(s) s.met = s.met + 1 end }
    for i = 1, 90 do -- words of the rules get theirs as these are needed, however many are asked for
      assert.are.equal("a" .. i, s:nearest(0, 0, "a" .. i).name)
      assert.are.equal(1, (s:query(hitbox.aabb(-10, -10, 200, 20), "a" .. i)))
    end
    for i = 1, 30 do
      s:spawn { "b" .. i, at = { i + 0.25, 0.5 }, w = 0.25, h = 0.5 }
    end
    s:step()
    assert.are.equal(30, s.met)
    for i = 1, 30 do
      assert.are.equal("b" .. i, s:raycast(i + 0.25, -5, 0, 10, "b" .. i).name)
    end
  end)

  it("leaves_layers_to_teams_that_come_later", function()
    local s = hitbox.scene {
      rules = { { "*.push", "*.push", teams = "other", on = "meet" } },
      start = function(s) s.met = 0 end, meet = function(s) s.met = s.met + 1 end,
    }
    for i = 1, 60 do
      assert.is_nil((s:nearest(0, 0, "team" .. i)))
    end
    for i = 1, 60 do
      s:spawn { "man", team = "team" .. i, at = { 0, 0 }, r = 1 }
    end
    s:step()
    assert.are.equal(60 * 59 / 2, s.met)
    assert.are.equal("team60", s:nearest(0, 0, "team60").team)
  end)

  it("may_be_asked_for_the_first_time_in_the_middle_of_a_move", function()
    local s = hitbox.scene {
      things = { { "hero", at = { 0, 0 }, r = 4 }, { "wall", at = { 20, 0 }, w = 4, h = 20 },
        { "key", at = { 20, 15 }, r = 1 } },
      rules = { { "hero", "wall", response = "slide", when = "isShut" } },
      isShut = function(s) return s:nearest(20, 0, "key", 30) ~= nil end,
    }
    s.hero:move(30, 0)
    assert.are.equal(14, s.hero.x)
    s.key:remove()
    s.hero:move(30, 0)
    assert.are.equal(44, s.hero.x)
  end)

  it("returns_which_things_see_each_other", function()
    local s = hitbox.scene { things = {
      { "hero", at = { 0, 0 }, anchor = "feet", w = 10, h = 30, points = { eyes = { 3, -26 } } },
      { "guard", at = { 100, 0 }, anchor = "feet", w = 10, h = 30, points = { eyes = { -3, -26 } } },
      { "crate", at = { 50, 0 }, anchor = "feet", w = 16, h = 16 },
      { "ghost", at = { 30, 0 }, anchor = "feet", boxes = { sensor = { w = 16, h = 60 } } },
    } }
    local eyes = { from = "eyes", to = "eyes" }
    local function check(seen, by, viewer, blockers, points)
      local sees, blocker = viewer:sees(by, blockers, points)
      assert.are.equal(seen, sees)
      return blocker
    end
    assert.are.equal(s.ghost, check(false, s.hero, s.guard, nil, eyes))
    assert.is_nil(check(true, s.hero, s.guard, "*.push", eyes))
    assert.is_nil(check(true, s.hero, s.guard)) -- along the lower edges of what stands between
    s.crate.scale = 2
    assert.are.equal(s.crate, check(false, s.hero, s.guard, "crate", eyes))
    assert.are.equal(s.crate, check(false, s.guard, s.hero, "*.push", eyes))
    assert.is_nil(check(true, s.guard, s.hero, "wall", eyes))
    assert.is_nil(check(true, s.hero, s.hero))
  end)

  it("sees_a_standing_thing_at_its_feet_and_is_seen_from_there", function()
    for y = 1, 300 do
      local s = hitbox.scene { things = {
        { "guard", at = { 1.3, y / 10 }, anchor = "feet", w = 10, h = 30.3, points = { eyes = { 0, -26.2 } } },
        { "thief", at = { 25.8 + y / 7, y / 10 }, anchor = "feet", w = 10, h = 20 },
        { "floor", at = { 0, y / 10 }, anchor = "top", w = 400, h = 20 },
      } }
      assert.is_true(s.guard:sees(s.thief, "floor", { from = "eyes" }))
      assert.is_true(s.thief:sees(s.guard, "floor", { to = "eyes" }))
      s.thief.y = s.thief.y + 0.1
      assert.is_false((s.guard:sees(s.thief, "floor", { from = "eyes" })))
      assert.is_false((s.thief:sees(s.guard, "floor", { to = "eyes" })))
    end
  end)

  it("returns_things_within_a_range_and_a_cone_of_sight", function()
    local s = hitbox.scene { things = { { "guard", r = 2, points = { eye = { 10, 0 } } }, { "hero", r = 2 } } }
    local guard, hero = s.guard, s.hero
    -- Directions of which the angle to either side is known: atan(3/4) = 36.87 degrees, atan(4/3) = 53.13.
    for _, case in ipairs {
      { 1, 0, 40, 30, 74, true }, { 1, 0, 40, 30, 73, false }, { 1, 0, 40, -30, 74, true }, { 1, 0, -40, 30, 180, false },
      { -1, 0, -40, 30, 74, true }, { -1, 0, 40, 30, 74, false },
      { 1, 90, 30, 40, 74, true }, { 1, 90, 40, 30, 74, false }, { 1, 90, 40, 30, 107, true },
      { -1, 90, 30, -40, 74, true }, { 1, 0, -40, 30, 360, true }, { 1, 0, 0, 0, 1, true },
    } do
      guard.facing, guard.angle = case[1], math.rad(case[2])
      hero:setPosition(case[3], case[4])
      assert.are.equal(case[6], (guard:sees(hero, "wall", { cone = math.rad(case[5]) })), table.concat({ case[3], case[4] }, ","))
    end
    guard.facing, guard.angle, guard.scale = 1, 0, 2
    hero:setPosition(30, 0)
    assert.is_true(guard:sees(hero, nil, { range = 30, cone = 1 }))
    assert.is_false(guard:sees(hero, nil, { range = 29.99 }))
    assert.is_true(guard:sees(hero, nil, { range = 10, from = "eye" }))
    assert.is_false(guard:sees(hero, nil, { range = 9, from = "eye" }))
  end)

  it("refuses_what_it_cannot_answer", function()
    local s = hitbox.scene { things = { { "hero", w = 4, h = 4 } } }
    local other = hitbox.scene { things = { { "hero", w = 4, h = 4 } } }
    local function refusal(method, ...)
      return (message(method, ...):gsub("^[^:]*:%d+: ", ""))
    end
    local pattern = "the pattern of raycast must be 'name', 'name.kind', '*.kind' or '*', got "
    assert.are.equal(pattern .. "'a.b.c'", refusal(s.raycast, s, 0, 0, 1, 0, "a.b.c"))
    assert.are.equal(pattern .. "7", refusal(s.raycast, s, 0, 0, 1, 0, 7))
    assert.are.equal("dx of raycast must be a finite number, got NaN", refusal(s.raycast, s, 0, 0, 0 / 0, 0))
    assert.are.equal("y of nearest must be a finite number, got nil", refusal(s.nearest, s, 0))
    assert.are.equal("maxDistance of nearest must be >= 0, got -1", refusal(s.nearest, s, 0, 0, nil, -1))
    assert.are.equal("except of raycast must be a thing of the scene, got thing 'hero' of another one",
      refusal(s.raycast, s, 0, 0, 1, 0, nil, other.hero))
    assert.are.equal("out of query must be a table, got 3",
      refusal(s.query, s, hitbox.point(0, 0), nil, 3))
    assert.is_truthy(refusal(s.query, s, 7):find("shape", 1, true))
    assert.are.equal("other of sees must be a thing of the scene, got nil", refusal(s.hero.sees, s.hero))
    assert.are.equal("other of sees must be a thing of the scene, got thing 'hero' of another one",
      refusal(s.hero.sees, s.hero, other.hero))
    assert.are.equal("unknown key 'form' in sight of sees, did you mean 'from'?",
      refusal(s.hero.sees, s.hero, s.hero, nil, { form = "eyes" }))
    assert.are.equal("thing 'hero' has no point 'eyes'",
      refusal(s.hero.sees, s.hero, s.hero, nil, { from = "eyes" }))
    assert.are.equal("range of sees must be >= 0, got -1", refusal(s.hero.sees, s.hero, s.hero, nil, { range = -1 }))
    assert.are.equal("cone of sees must be a finite number, got '9'",
      refusal(s.hero.sees, s.hero, s.hero, nil, { cone = "9" }))
    assert.are.equal("cone of sees must be at most 2 * math.pi, in radians, got 90: for degrees write math.rad(90)",
      refusal(s.hero.sees, s.hero, s.hero, nil, { cone = 90 }))
  end)
end)

describe("scene:thingAt", function()
  it("is_the_last_made_of_all_that_contain_the_point", function()
    for _, policy in ipairs { "overlap", "touch" } do
      local s = hitbox.scene {
        policy = policy,
        types = { ball = { r = 3 }, crate = { w = 4, h = 6 }, ramp = { points = { 0, 0, 6, 0, 0, 6 } },
          spot = { shape = hitbox.point(0, 0) } },
      }
      local types = { "ball", "crate", "ramp", "spot" }
      for _ = 1, 60 do
        s:spawn(types[s.random(4)], { at = { s.random(0, 20), s.random(0, 20) } })
      end
      local late = s:spawn { "late", at = { 10, 10 } } -- whose box is younger than the next thing's
      s:spawn { "last", at = { 12, 10 }, w = 4, h = 4 }
      late:reshape("hurt", { w = 4, h = 4 })
      local found = 0
      for x = -4, 24 do
        for y = -4, 24 do
          local top
          for thing in s:each() do
            for _, box in pairs(thing.boxes) do
              top = hitbox.overlaps(hitbox.point(x, y), s.world:shape(box), "touch") and thing or top
            end
          end
          assert.are.equal(top, s:thingAt(x, y), x .. " " .. y)
          found = found + (top and 1 or 0)
        end
      end
      assert.is_true(found > 300, found)
    end
  end)
end)
