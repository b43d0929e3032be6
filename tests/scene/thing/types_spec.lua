local hitbox = require "hitbox"
local support = require "tests.scene.support"
local edges, message, refusal = support.edges, support.message, support.refusal

--- A scene of these types, with one thing for each definition.
local function made(types, ...)
  return hitbox.scene { types = types, things = { ... } }
end

describe("a type", function()
  it("gives_things_what_they_do_not_say_themselves", function()
    local s = made({ foe = { w = 8, h = 12, anchor = "feet", color = "green", data = { hp = 3, bag = {} } } },
      { "slime", type = "foe", at = { 20, 30 } },
      { "king", type = "foe", color = "red", w = 20, data = { hp = 9 } })
    assert.are.same({ "foe", "green", 3, 20, 30 }, { s.slime.type, s.slime.color, s.slime.hp, s.slime.x,
      s.slime.y })
    assert.are.same({ 16, 18, 24, 30 }, edges(s.slime))
    assert.are.same({ "red", 9, { -10, -12, 10, 0 } }, { s.king.color, s.king.hp, edges(s.king) })
    s.slime.color, s.king.color = "white", "white"
    assert.are.same({ "white", "white" }, { s.slime.color, s.king.color })
    s.slime.color, s.king.color = nil, nil
    assert.are.same({ "green", "red" }, { s.slime.color, s.king.color })
    s.slime.color = false
    assert.is_false(s.slime.color)
    assert.are_not.equal(s.slime.bag, s.king.bag)
  end)

  it("is_that_of_the_things_that_are_called_so", function()
    local s = made({ foe = { r = 4 } }, { "foe" }, { "hero", r = 1 })
    assert.are.same({ "foe", nil }, { s.foe.type, s.hero.type })
    assert.are.same({ -4, -4, 4, 4 }, edges(s.foe))
  end)

  it("goes_on_with_another_one_which_may_go_on_with_a_third", function()
    local s = made({
      king = { extends = "slime", data = { hp = 9 } },
      slime = { extends = "foe", r = 6, group = "wet" },
      foe = { w = 8, h = 8, groups = { "bad" }, team = "red", data = { hp = 1, speed = 2 } },
    }, { "king" })
    local king = s.king
    assert.are.same({ -6, -6, 6, 6 }, edges(king)) -- a radius takes the place of w and h
    assert.are.same({ 9, 2, "red", { "bad", "wet" } }, { king.hp, king.speed, king.team, king.groups })
    for _, word in ipairs { "king", "slime", "foe", "bad", "wet" } do
      assert.is_true(king:is(word), word)
      assert.are.equal(king, s[word])
    end
    assert.is_false(king:is("hero"))
  end)

  it("has_boxes_and_points_of_which_a_thing_may_change_add_and_take_away_single_ones", function()
    local types = { foe = { boxes = { push = { r = 4 }, hurt = { r = 3 }, hit = { r = 2 } },
      points = { hand = { 5, 0 }, foot = { 0, 4 } } } }
    local s = made(types, { "foe", boxes = { hit = false, head = { r = 1 } }, points = { hand = { 9, 9 } } },
      { "other", type = "foe", w = 6, h = 2 })
    local kinds = {}
    for _, kind in ipairs { "head", "hit", "hurt", "push" } do
      kinds[#kinds + 1] = s.foe.boxes[kind] and kind
    end
    assert.are.same({ "head", "hurt", "push" }, kinds)
    assert.are.same({ 9, 9, 0, 4 }, { s.foe._points.hand[1], s.foe._points.hand[2], s.foe:point("foot") })
    assert.are.same({ -3, -1, 3, 1 }, edges(s.other)) -- its own shape instead of the type's push box
    assert.is_nil(types.foe.boxes.head) -- the definition stays as it was written
  end)

  it("has_moves_of_which_a_thing_may_change_and_add_single_ones", function()
    local s = made({ foe = { r = 4, actions = { jab = { frames = 4, [2] = { hit = { r = 2 } } }, kick = { frames = 9 } } } },
      { "foe" }, { "boss", type = "foe", actions = { kick = { frames = 20 }, slam = { frames = 30 } } })
    assert.are.same({ 4, 9, 4, 20, 30 }, { s.foe:frameData("jab").frames, s.foe:frameData("kick").frames,
      s.boss:frameData("jab").frames, s.boss:frameData("kick").frames, s.boss:frameData("slam").frames })
    assert.matches("has no action 'slam'", message(s.foe.play, s.foe, "slam"))
    assert.are.equal(s.foe:frameData("jab"), s:spawn("foe"):frameData("jab")) -- worked out once
  end)

  it("is_what_a_thing_is_spawned_of", function()
    local s = made({ foe = { r = 4, data = { hp = 2 } } })
    local plain = s:spawn("foe")
    local special = s:spawn("foe", { "boss", at = { 7, 8 }, data = { hp = 5 } })
    assert.are.same({ "foe", "foe", 0, 2 }, { plain.name, plain.type, plain.x, plain.hp })
    assert.are.same({ "boss", "foe", 7, 5 }, { special.name, special.type, special.x, special.hp })
    assert.matches("first argument of spawn: there is no type 'fo', did you mean 'foe'%?$",
      message(s.spawn, s, "fo"))
    local advice = ". For a thing without a type write s:spawn { 'spark', at = { 8, 8 } }"
    assert.are.equal("the first argument of spawn: there is no type 'spark'; known are foe" .. advice,
      (message(s.spawn, s, "spark", { x = 1 }):gsub("^[^:]*:%d+: ", "")))
    assert.are.equal("the first argument of spawn: there is no type 'spark': the scene has no types" .. advice,
      (message(s.spawn, made({}), "spark", { x = 1 }):gsub("^[^:]*:%d+: ", "")))
    assert.matches("unknown key 'x' in thing 'foe': write at = { 8, 8 }", message(s.spawn, s, "foe", { x = 1 }), 1, true)
    assert.matches("overrides of spawn need the name of a type, as s:spawn('foe', { at = { 8, 8 } }): put them into the definition",
      message(s.spawn, s, { "foe" }, { at = { 1, 2 } }), 1, true)
    assert.matches("the first argument of spawn must be a table, got nil$",
      message(s.spawn, s, nil, { at = { 1, 2 } }))
    assert.are.equal(2, s:count("foe"))
  end)

  it("counts_in_rules_and_in_tests_as_a_name_does_and_so_does_a_group", function()
    local met = {}
    local s = hitbox.scene {
      types = { foe = { r = 4 }, slime = { extends = "foe" } },
      rules = { { "hero", "foe", on = "hit" }, { "hero", "sweet", on = "hit" } },
      things = { { "hero", r = 4 }, { "slime" }, { "boss", type = "foe" }, { "cake", r = 1, group = "sweet" },
        { "rock", r = 4 } },
      hit = function(_, c) met[#met + 1] = c.b.name end,
    }
    s:step()
    assert.are.same({ "slime", "boss", "cake" }, met)
    local cases = { { "it meets", function(t)
      t:step()
      t:contact("hero", "foe")
      t:contact("foe.push", "*")
      t:noContact("hero", "rock")
    end } }
    local passed = require("hitbox.scene.testing").run(function() return s end, cases, function() end)
    assert.are.equal(1, passed)
  end)
end)

describe("things of a type or group", function()
  local function army()
    return made({ foe = { r = 1, group = "all" } }, { "a", type = "foe" }, { "hero", r = 1 },
      { "b", type = "foe" }, { "c", r = 1, groups = { "all" } }, { "foe" })
  end

  local function names(s, word)
    local list = {}
    for thing in s:each(word) do
      list[#list + 1] = thing.name
    end
    return table.concat(list, " ")
  end

  it("are_walked_in_order_of_making", function()
    local s = army()
    assert.are.same({ "a b foe", "a b c foe", "a hero b c foe", "" },
      { names(s, "foe"), names(s, "all"), names(s), names(s, "none") })
    assert.are.same({ 3, 4, 0 }, { s:count("foe"), s:count("all"), s:count("none") })
  end)

  it("may_be_removed_and_made_while_they_are_walked", function()
    local s = army()
    local seen = {}
    for thing in s:each("all") do
      seen[#seen + 1] = thing.name
      s:spawn("foe", { "new" })
      if thing.name == "a" then
        thing:remove()
        s.b:remove()
      end
    end
    assert.are.same({ "a", "c", "foe" }, seen)
    assert.are.same({ "foe new new new", 5 }, { names(s, "foe"), s:count("all") })
  end)
end)

--- How many hundreds of instructions of Lua are run for each of n things.
---@param play fun(s: hitbox.Scene, foes: hitbox.Thing[])
local function work(n, play)
  local s, foes, count = made { foe = { r = 1 } }, {}, 0
  for i = 1, n do
    foes[i] = s:spawn("foe")
  end
  if jit then
    jit.off()
  end
  debug.sethook(function() count = count + 1 end, "", 100)
  local ok, err = pcall(play, s, foes)
  debug.sethook()
  if jit then
    jit.on()
  end
  assert(ok, err)
  return count / n
end

describe("a walk in which things are removed", function()

  it("looks_at_as_many_for_each_of_a_thousand_as_of_a_hundred", function()
    for _, visit in ipairs {
      function(thing, number) -- each second one
        if number % 2 == 0 then
          thing:remove()
        end
      end,
      function(thing, number, s) -- itself and the first ones
        if number % 3 == 0 then
          thing:remove()
          s.foe:remove()
        end
      end,
      function(thing) thing:remove() end,
    } do
      local function walk(s)
        local number = 0
        for thing in s:each("foe") do
          number = number + 1
          visit(thing, number, s)
        end
      end
      assert.is_true(work(1000, walk) < 1.5 * work(100, walk))
    end
  end)

  it("goes_on_with_the_next_one_that_lives", function()
    for seed = 1, 60 do
      local s = hitbox.scene { seed = seed, types = { foe = { r = 1 } } }
      local list, seen, want = {}, {}, {}
      for i = 1, 30 do
        list[i] = s:spawn("foe", { data = { number = i } })
      end
      local at = 0
      for thing in s:each("foe") do
        seen[#seen + 1] = thing.number
        repeat
          at = at + 1
        until list[at].alive -- the list gives the next one
        want[#want + 1] = at
        for _ = 1, s.random(0, 4) do
          list[math.max(1, math.min(at + s.random(-6, 4), 30))]:remove()
        end
      end
      repeat
        at = at + 1
      until at > 30 or list[at].alive
      assert.are.same({ want, 31 }, { seen, at })
    end
  end)
end)

describe("a team", function()
  it("is_data_that_may_change", function()
    local s = made({ foe = { r = 4, team = "red" } }, { "foe" }, { "hero", r = 2, team = "blue" })
    assert.are.same({ "red", "blue" }, { s.foe.team, s.hero.team })
    s.foe.team = "blue"
    assert.are.same({ "blue", "foe" }, { s.foe.team, s.foe.type })
    s.foe.team = nil
    assert.is_nil(s.foe.team)
    assert.matches("team of thing 'foe' must be a word, got 3$", message(function() s.foe.team = 3 end))
  end)

  it("is_what_its_things_are_called", function()
    local s = made({ foe = { r = 4, team = "red" } }, { "foe" }, { "a", r = 1, team = "red", group = "blue" },
      { "b", r = 1, team = "blue" }, { "c", r = 1 })
    local function called(word)
      return support.names(s, word) .. " " .. s:count(word)
    end
    assert.are.same({ "foe a 2", "a b 2", s.foe, s.a, nil }, { called "red", called "blue", s.red, s.blue, s.green })
    assert.are.same({ true, false }, { s.foe:is("red"), s.c:is("red") })
    s.b.team, s.a.team, s.c.team = "red", nil, "blue"
    assert.are.same({ "foe b 2", "a c 2", false }, { called "red", called "blue", s.a:is("red") })
    s.a.team = "blue" -- which it is called anyway
    s.a.team = "red"
    assert.are.same({ "foe a b 3", "a c 2" }, { called "red", called "blue" })
    s.foe:remove()
    assert.are.same({ "a b 2", s.a }, { called "red", s.red })
  end)

  it("is_changed_by_thousands_in_any_order_as_fast_for_each_as_by_ten", function()
    for _, nth in ipairs {
      function(i) return i end,
      function(i, n) return n + 1 - i end,
      function(i, n) return 1 + 37 * i % n end,
    } do
      local function play(_, foes)
        for i = 1, #foes do
          foes[nth(i, #foes)].team = "red"
        end
      end
      assert.is_true(work(3000, play) < 2 * work(300, play) + 1)
    end
  end)

  it("may_change_and_things_may_go_while_its_things_are_walked", function()
    local teams = { "red", "blue" }
    for seed = 1, 60 do
      local s = hitbox.scene { seed = seed }
      local random = s.random
      for _ = 1, 13 do
        s:spawn { "foe", r = 1, team = teams[random(3)] }
      end
      local seen, want, last = {}, {}, nil
      for thing in s:each("red") do
        last = thing
      end
      for thing in s:each("red") do
        seen[#seen + 1] = thing.order
        for _ = 1, 4 do -- a thing that is red when the iteration reaches it is visited
          local k, other = random(s:count()), nil
          for one in s:each() do
            k = k - 1
            other = other or k <= 0 and one
          end
          if random(4) == 1 then
            other:remove()
          else
            other.team = teams[random(3)]
          end
        end
        s:spawn { "new", r = 1, team = "red" }
        local after
        for one in s:each() do
          after = after or one.team == "red" and one.order > thing.order and one.order <= last.order and one
        end
        want[#want + 1] = after and after.order or nil
      end
      table.remove(seen, 1)
      assert.are.same(want, seen)
      local count = 0
      for thing in s:each() do
        count = count + (thing.team == "red" and 1 or 0)
      end
      assert.are.equal(count, s:count("red"))
    end
  end)
end)

describe("a wrong type", function()
  local function refused(types, thing)
    return refusal { types = types, things = { thing } }
  end

  it("is_refused_by_key_with_the_nearest_right_one", function()
    assert.are.equal("unknown key 'anchr' in type 'foe', did you mean 'anchor'?", refused { foe = { anchr = 1 } })
    assert.are.equal("extends of type 'slime' cannot be 'fo', did you mean 'foe'?",
      refused { foe = {}, slime = { extends = "fo" } })
    assert.are.equal("type 'a' extends itself: a extends b extends a",
      refused { a = { extends = "b" }, b = { extends = "a" } })
    assert.are.equal("group of type 'foe' must be a name without '.', '*' and '|', got 'a.b'",
      refused { foe = { group = "a.b" } })
    assert.are.equal("groups of type 'foe' must be a list, got the key 'x'",
      refused { foe = { groups = { x = "y" } } })
    assert.are.equal("the name of a type cannot have the name 'each': s.each belongs to the scene, choose another name",
      refused { each = {} })
    assert.are.equal("anchor of type 'foe' cannot be 'foot', did you mean 'feet'?",
      refused { foe = { anchor = "foot" } })
  end)

  it("is_refused_by_file_and_line", function()
    local line = debug.getinfo(1, "l").currentline + 1
    local text = message(function() hitbox.scene { types = { foe = { anchr = 1 } } } end)
    assert.matches("types_spec.lua:" .. line .. ": unknown key", text)
  end)

  it("is_refused_where_a_thing_names_it", function()
    assert.are.equal("type of thing 'hero': there is no type 'fo', did you mean 'foe'?",
      refused({ foe = {} }, { "hero", type = "fo" }))
    assert.are.equal("type of thing 'hero': there is no type 'foe': the scene has no types",
      refused(nil, { "hero", type = "foe" }))
    assert.are.equal("w of thing 'boss' of type 'foe' must be >= 0, got -1",
      refused({ foe = { w = -1, h = 1 } }, { "boss", type = "foe" }))
    local s = made({ foe = {} }, { "foe" })
    assert.matches("'type' of thing 'foe' cannot be assigned: a thing keeps the type that it was made with$", message(function() s.foe.type = "x" end))
  end)

  it("makes_the_shapes_of_a_type_once_but_those_that_a_thing_changes_anew", function()
    local outline = { 0, 0, 8, 0, 8, 4 }
    local types = {
      foe = { boxes = { hit = { r = 2 } } }, crate = { w = 4, h = 6 }, slope = { points = outline },
      rock = { boxes = { push = { points = outline } } },
    }
    local s = hitbox.scene { types = types }
    local function rectOf(name, kind, given)
      local x, y, w, h = s:spawn(name, given):rect(kind)
      return { x, y, w, h }
    end
    for _ = 1, 2 do
      assert.are.same({ -2, -2, 4, 4 }, rectOf("foe", "hit", {}))
      assert.matches("unknown key 'colr' in box 'hit' of thing 'foe'",
        message(rectOf, "foe", "hit", { boxes = { hit = { r = 2, colr = "red" } } }))
      assert.are.same({ -2, -4, 4, 4 }, rectOf("foe", "hit", { anchor = "feet" }))
      assert.are.same({ -5, -5, 10, 10 }, rectOf("foe", "hit", { boxes = { hit = { r = 5 } } }))
      assert.are.same({ -2, -3, 4, 6 }, rectOf("crate", "push", {}))
      assert.are.same({ -2, -6, 4, 6 }, rectOf("crate", "push", { anchor = "feet" }))
      assert.are.same({ 0, 0, 4, 6 }, rectOf("crate", "push", { anchor = { 0, 0 } }))
      assert.are.same({ -1, -1, 2, 2 }, rectOf("crate", "push", { r = 1 }))
      assert.are.same({ 0, 0, 8, 4 }, rectOf("slope", "push", {}))
      assert.are.same({ 0, 0, 8, 4 }, rectOf("rock", "push", {}))
    end
  end)

  it("reads_the_types_when_the_scene_is_made", function()
    local outline, types = { 0, 0, 8, 0, 8, 4 }, { foe = { boxes = { hit = { r = 2 } }, data = { bag = { 1 } } } }
    types.slope, types.other = { points = outline }, { boxes = { hit = { r = 2 } } }
    local s = hitbox.scene { types = types }
    local function widthOf(name, kind)
      return (select(3, s:spawn(name):rect(kind)))
    end
    assert.are.equal(4, widthOf("foe", "hit"))
    types.foe.boxes.hit.r, types.foe.data.bag[1], types.other.boxes.hit.r, outline[5] = 3, 2, 3, 10
    assert.are.same({ 4, 4, 8, 1 }, { widthOf("foe", "hit"), widthOf("other", "hit"), widthOf("slope", "push"),
      s:spawn("foe").bag[1] })
  end)
end)
