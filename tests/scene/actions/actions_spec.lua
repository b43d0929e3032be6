local hitbox = require "hitbox"
local support = require "tests.scene.support"
local refusal, steps = support.refusal, support.steps

--- Frame 1 to 3 startup, 4 and 5 with a hit box, to 9 recovery.
local function jab(more)
  local action = { frames = 9, [4] = { hit = { x = 10, w = 10, h = 4 } }, [6] = {} }
  for key, value in pairs(more or {}) do
    action[key] = value
  end
  return action
end

local function fighter(actions, rules, more)
  local def = {
    rules = rules,
    things = {
      { "ann", boxes = { push = { w = 8, h = 20 }, hurt = { w = 10, h = 18 } }, actions = actions },
      { "bob", at = { 18, 0 }, boxes = { push = { w = 8, h = 20 }, hurt = { w = 10, h = 18 } } },
    },
    start = function(s)
      s.log = {}
    end,
    on = function(s, c)
      s.log[#s.log + 1] = s.ticks .. " " .. c.a.name
    end,
  }
  for key, value in pairs(more or {}) do
    def[key] = value
  end
  return hitbox.scene(def)
end

--- The kinds of the boxes that a thing has, with their widths.
local function shown(thing)
  local words = {}
  for _, kind in ipairs { "hit", "hurt", "push" } do
    local _, _, w = thing:rect(kind)
    words[#words + 1] = w and kind .. w
  end
  return (table.concat(words, " "):gsub("%.0", ""))
end

describe("an action", function()
  it("has_the_boxes_of_its_entries_from_frame_to_frame_and_gives_back_the_thing's_own", function()
    local s = fighter { kick = { frames = 6,
      [2] = { hurt = { w = 20, h = 18 } },
      [3] = { hit = { w = 12, h = 4 }, hurt = false },
      [5] = { push = { w = 4, h = 20 } } } }
    local seen = {}
    assert.is_true(s.ann:play("kick"))
    for i = 1, 7 do
      seen[i] = s.ann.frame .. " " .. shown(s.ann)
      s:step()
    end
    assert.are.same({
      "1 hurt10 push8", "2 hurt20 push8", "3 hit12 push8", "4 hit12 push8", "5 hurt10 push4",
      "6 hurt10 push4", "0 hurt10 push8",
    }, seen)
    assert.is_nil(s.ann.playing)
  end)

  it("gives_back_the_one_box_that_is_in_the_definition_of_the_thing", function()
    local s = hitbox.scene { things = { { "ann", at = { 5, 5 }, anchor = "feet", w = 8, h = 20, color = "red",
      actions = { duck = { frames = 2, [1] = { push = { w = 12, h = 6, color = "blue" } }, [2] = {} } } } } }
    local own = { 1, -15, 9, 5 } -- the feet are at 5, 5
    assert.are.same(own, support.edges(s.ann))
    s.ann:play("duck")
    assert.are.same({ -1, -1, 11, 5 }, support.edges(s.ann))
    assert.are.equal("blue", s.ann.boxes.push.color)
    steps(s, 1)
    assert.are.same(own, support.edges(s.ann))
    assert.is_nil(s.ann.boxes.push.color) -- the thing's is its colour
  end)

  it("gives_back_an_outline_that_stands_beside_named_points", function()
    local s = hitbox.scene { things = { { "ann", anchor = "feet", points = { 0, 0, 8, 0, 8, 8, hand = { 1, 2 } },
      actions = { duck = { frames = 2, [1] = { push = { w = 12, h = 6 } }, [2] = {} } } } } }
    local own = support.edges(s.ann)
    s.ann:play("duck")
    assert.are.same({ -6, -6, 6, 0 }, support.edges(s.ann))
    steps(s, 1)
    assert.are.same(own, support.edges(s.ann))
    assert.are.same({ 1, 2 }, { s.ann:point("hand") })
  end)

  it("tells_startup_active_and_recovery", function()
    local s = fighter { jab = jab(), wave = { frames = 3, [1] = {} },
      two = { frames = 9, [2] = { hit = { r = 1 } }, [3] = {}, [5] = { hit = { r = 1 } }, [7] = {} } }
    local function data(name)
      local d = s.ann:frameData(name)
      return { d.frames, d.startup, d.active, d.recovery }
    end
    assert.are.same({ 9, 3, 2, 4 }, data("jab"))
    assert.are.same({ 3, 0, 0, 0 }, data("wave"))
    assert.are.same({ 9, 1, 5, 3 }, data("two"))
    s.ann:play("jab")
    local phases = {}
    for i = 1, 10 do
      phases[i] = s.ann:phase() or "none"
      s:step()
    end
    assert.are.equal("startup startup startup active active recovery recovery recovery recovery none",
      table.concat(phases, " "))
    assert.are.equal("active", s.ann:frameData("jab").phases[4])
    assert.is_nil(s.ann:frameData())
  end)

  it("has_no_phase_if_it_has_no_hit_box", function()
    local s = fighter { wave = { frames = 3, [1] = { hurt = false }, [2] = { hit = false } }, jab = jab() }
    s.ann:play("wave")
    for _ = 1, 3 do
      assert.are.same({ "wave", nil }, { s.ann.playing, s.ann:phase() })
      s:step()
    end
    assert.are.same({}, s.ann:frameData("wave").phases)
    s.ann:play("jab")
    s.ann:play("wave", { force = true })
    assert.is_nil(s.ann:phase())
  end)

  it("is_mirrored_with_its_thing", function()
    local s = fighter { jab = jab() }
    s.ann.facing = -1
    s.ann:play("jab")
    steps(s, 3)
    assert.are.same({ -15, -2, 10, 4 }, { s.ann:rect("hit") })
  end)

  it("goes_along_in_each_frame_towards_where_the_thing_faces_and_stops_at_walls", function()
    local s = fighter({ dash = { frames = 4, [2] = { dx = 3, dy = -1 }, [4] = {} } },
      { { "*.push", "*.push", response = "slide" } })
    s.ann.facing = -1
    s.ann:play("dash")
    steps(s, 6)
    assert.are.same({ -6, -2 }, { s.ann.x, s.ann.y })
    s.ann.facing = 1
    s.ann:setPosition(9, 0)
    s.ann:play("dash")
    steps(s, 6)
    assert.are.equal(10, s.ann.x)
  end)

  it("says_which_picture_is_shown_and_calls_functions_at_its_frames", function()
    local s = fighter({ cast = { frames = 4, [1] = { sprite = 7 }, [3] = { sprite = "open", call = "spell" } } },
      nil, { spell = function(s, t) s.log[#s.log + 1] = s.ticks .. " " .. t.name .. t.frame end })
    s.ann:play("cast")
    assert.are.equal(7, s.ann.sprite)
    steps(s, 5)
    assert.are.equal("open", s.ann.sprite)
    assert.are.same({ "2 ann3" }, s.log)
  end)

  it("may_loop_or_go_on_with_another", function()
    local s = fighter { idle = { frames = 2, loop = true }, jab = jab { next = "idle" } }
    s.ann:play("jab")
    steps(s, 9)
    assert.are.same({ "idle", 1 }, { s.ann.playing, s.ann.frame })
    steps(s, 2)
    assert.are.same({ "idle", 1 }, { s.ann.playing, s.ann.frame })
    s.ann:stop()
    assert.are.same({ nil, 0 }, { s.ann.playing, s.ann.frame })
  end)
end)

describe("cancelling", function()
  local actions = {
    jab = jab { cancel = { { "strong", from = 5, to = 7, on = "hit" }, { "dash", on = "contact" },
      { "*", from = 8, on = "whiff" } } },
    strong = jab(), dash = jab(), idle = { frames = 5, cancel = { "*" } },
  }

  local function at(frame, landed, name)
    local s = fighter(actions)
    s.ann:play("jab")
    steps(s, frame - 1)
    s.ann.__index.landed = landed
    return s.ann:canPlay(name)
  end

  it("follows_the_frames_and_what_has_come_of_the_move", function()
    assert.is_false(at(4, "hit", "strong"))
    assert.is_true(at(5, "hit", "strong"))
    assert.is_true(at(7, "hit", "strong"))
    assert.is_false(at(8, "hit", "strong"))
    assert.is_false(at(6, "block", "strong"))
    assert.is_false(at(6, nil, "strong"))
    assert.is_true(at(2, "block", "dash"))
    assert.is_true(at(2, "hit", "dash"))
    assert.is_false(at(2, nil, "dash"))
    assert.is_true(at(8, nil, "idle"))
    assert.is_false(at(7, nil, "idle"))
    assert.is_false(at(8, "hit", "idle"))
  end)

  it("begins_the_other_with_the_thing's_own_boxes_given_back", function()
    local s = fighter { jab = jab(), idle = { frames = 5, cancel = { "jab" }, [1] = { hurt = false } } }
    s.ann:play("idle")
    assert.are.equal("push8", shown(s.ann))
    assert.is_true(s.ann:play("jab"))
    assert.are.equal("hurt10 push8", shown(s.ann))
    assert.is_false(s.ann:play("idle"))
    assert.is_true(s.ann:play("idle", { force = true }))
  end)

  it("waits_for_its_turn_in_a_buffer", function()
    local s = fighter { jab = jab(), strong = jab() }
    s.ann:play("jab")
    steps(s, 5) -- 4 more ticks until it is over
    s.ann:play("strong", { buffer = 3 })
    steps(s, 4)
    assert.are.equal(nil, s.ann.playing)
    s.ann:play("jab")
    steps(s, 5)
    assert.is_false(s.ann:play("strong", { buffer = 4 }))
    steps(s, 4)
    assert.are.same({ "strong", 1 }, { s.ann.playing, s.ann.frame })
  end)
end)

describe("a hit box of an action", function()
  local rule = { "*.hit", "*.hurt", on = "on", once = "swing" }

  it("hits_each_target_once_in_a_swing", function()
    local s = fighter({ jab = jab() }, { rule })
    s.ann:play("jab")
    steps(s, 12)
    assert.are.same({ "3 ann" }, s.log) -- frame 4 is that of tick 3
    s.ann:play("jab")
    steps(s, 12)
    assert.are.same({ "3 ann", "15 ann" }, s.log)
  end)

  it("hits_again_when_an_entry_begins_a_new_swing", function()
    local hit = { x = 10, w = 10, h = 4 }
    local s = fighter({ flurry = { frames = 9, [2] = { hit = hit }, [4] = { hit = hit },
      [6] = { hit = hit, swing = true }, [7] = {} } }, { rule })
    s.ann:play("flurry")
    steps(s, 12)
    assert.are.same({ "1 ann", "5 ann" }, s.log)
  end)

  it("makes_the_move_a_hit_or_what_the_rule_says", function()
    for _, result in ipairs { "hit", "block" } do
      local s = fighter({ jab = jab() }, { { "*.hit", "*.hurt", on = "on", result = result } })
      s.ann:play("jab")
      steps(s, 2)
      assert.is_nil(s.ann.landed)
      steps(s, 1)
      assert.are.equal(result, s.ann.landed)
      steps(s, 9)
      assert.is_nil(s.ann.landed)
    end
  end)

  it("freezes_both_for_the_ticks_of_stop", function()
    local s = fighter({ jab = jab() }, { { "*.hit", "*.hurt", on = "on", once = "swing", hitstop = 4 } })
    s.ann:play("jab")
    steps(s, 3)
    assert.are.same({ 4, 4, 4 }, { s.ann.frame, s.ann.frozen, s.bob.frozen })
    steps(s, 4)
    assert.are.same({ 4, nil, nil }, { s.ann.frame, s.ann.frozen, s.bob.frozen })
    steps(s, 1)
    assert.are.equal(5, s.ann.frame)
  end)

  it("has_a_frozen_in_update_for_the_ticks_that_are_left_after_that_one", function()
    local seen = {}
    local s = fighter({ jab = jab() }, nil, { update = function(s)
      seen[#seen + 1] = ("%d:%s"):format(s.ann.frame, tostring(s.ann.frozen))
    end })
    s.ann:play("jab")
    s.ann:freeze(3)
    steps(s, 4)
    assert.are.equal("1:2 1:1 1:nil 2:nil", table.concat(seen, " "))
  end)

  it("rests_for_as_long_as_its_thing_is_frozen", function()
    local s = fighter { jab = jab() }
    assert.is_nil(s.ann.frozen)
    s.ann:play("jab")
    s.ann:freeze(3)
    for left = 3, 1, -1 do
      assert.are.equal(left, s.ann.frozen)
      s:step()
    end
    assert.are.same({ 1, nil }, { s.ann.frame, s.ann.frozen })
    s:step()
    assert.are.equal(2, s.ann.frame)
    assert.matches("ticks", support.message(s.ann.freeze, s.ann, -1))
  end)

  it("begins_at_once_by_force_in_the_function_of_a_rule_with_stop_and_rests_on_frame_1", function()
    local s = fighter(nil, { { "*.hit", "*.hurt", on = "struck", once = "swing", hitstop = 4 } }, {
      things = {
        { "ann", boxes = { push = { w = 8, h = 20 } }, actions = { jab = jab() } },
        { "bob", at = { 18, 0 }, boxes = { hurt = { w = 10, h = 18 } }, actions = { reel = { frames = 9 } } },
      },
      struck = function(_, c)
        assert.is_true(c.b:play("reel", { force = true }))
        assert.are.same({ "reel", 1, 4 }, { c.b.playing, c.b.frame, c.b.frozen })
      end,
    })
    s.ann:play("jab")
    steps(s, 3)
    for _ = 1, 4 do
      assert.are.same({ "reel", 1 }, { s.bob.playing, s.bob.frame })
      s:step()
    end
    assert.are.same({ "reel", 1, nil }, { s.bob.playing, s.bob.frame, s.bob.frozen })
    s:step()
    assert.are.equal(2, s.bob.frame)
  end)

  it("may_be_cancelled_after_the_freeze_by_what_was_asked_for_in_it", function()
    local s = fighter({ jab = jab { cancel = { { "strong", to = 4, on = "hit" } } }, strong = jab() },
      { { "*.hit", "*.hurt", on = "on", once = "swing", hitstop = 4 } })
    s.ann:play("jab")
    steps(s, 4)
    assert.is_false(s.ann:play("strong"))
    steps(s, 3)
    assert.are.equal("jab", s.ann.playing)
    steps(s, 1)
    assert.are.same({ "strong", 1 }, { s.ann.playing, s.ann.frame })
  end)
end)

describe("an action that is waited for", function()
  it("outlasts_the_begin_of_a_loop_and_of_the_next_move", function()
    local s = fighter { idle = { frames = 4, loop = true, cancel = { { "jab", from = 2, to = 2 } } }, jab = jab() }
    s.ann:play("idle")
    steps(s, 2)
    assert.is_false(s.ann:play("jab", { buffer = 10 })) -- in frame 3
    steps(s, 2) -- 4, 1
    assert.are.same({ "idle", 1, "jab" }, { s.ann.playing, s.ann.frame, s.ann.queued })
    steps(s, 1) -- 2, and so
    assert.are.same({ "jab", 1, nil }, { s.ann.playing, s.ann.frame, s.ann.queued })
    s = fighter { roll = { frames = 3, next = "rise" }, rise = { frames = 3 }, jab = jab() }
    s.ann:play("roll")
    s.ann:play("jab", { buffer = 20 })
    steps(s, 5)
    assert.are.same({ "rise", "jab" }, { s.ann.playing, s.ann.queued })
    steps(s, 1)
    assert.are.same({ "jab", 1 }, { s.ann.playing, s.ann.frame })
  end)
end)

describe("a reload", function()
  it("goes_on_in_the_middle_of_a_move_with_its_new_data", function()
    local old, new = fighter { jab = jab() }, fighter { jab = jab { frames = 20 } }
    old.ann:play("jab")
    steps(old, 4)
    new:reloadFrom(old)
    assert.are.same({ "jab", 5 }, { new.ann.playing, new.ann.frame })
    assert.are.equal("hit10 hurt10 push8", shown(new.ann))
    steps(new, 5)
    assert.are.same({ "jab", 10 }, { new.ann.playing, new.ann.frame })
    assert.are.equal("hurt10 push8", shown(new.ann))
  end)

  it("ends_what_is_played_or_waited_for_and_no_longer_there", function()
    local old = fighter { jab = jab(), kick = jab() }
    old.ann:play("jab")
    old.ann:play("kick", { buffer = 60 })
    steps(old, 3)
    local new = fighter { jab = jab() }
    new:reloadFrom(old)
    assert.are.same({ "jab", "kick" }, { new.ann.playing, new.ann.queued })
    steps(new, 30)
    assert.are.same({ nil, nil }, { new.ann.playing, new.ann.queued })
    old = fighter { kick = jab() }
    old.ann:play("kick")
    new = fighter { jab = jab() }
    new:reloadFrom(old)
    assert.are.same({ nil, nil }, { new.ann:frameData(), new.ann:phase() }) -- a picture is drawn before the next tick
    steps(new, 1)
    assert.is_nil(new.ann.playing)
  end)
end)

describe("a wrong action", function()
  local function refused(action, name)
    return refusal { things = { { "ann", w = 1, h = 1, actions = { [name or "jab"] = action } } } }
  end

  it("is_refused_by_frame_key_and_value", function()
    assert.are.equal("frames of action 'jab' of thing 'ann' must be a finite number, got nil", refused {})
    assert.are.equal("frames of action 'jab' of thing 'ann' must be a whole number >= 1, got 0", refused { frames = 0 })
    assert.are.equal("unknown key 'frame' in action 'jab' of thing 'ann', did you mean 'frames'?", refused { frame = 9 })
    assert.are.equal("'hit' of [2] of action 'jab' of thing 'ann' must be a box, or false, got 3",
      refused { frames = 5, [2] = { hit = 3 } })
    assert.are.equal("[9] of action 'jab' of thing 'ann' is no frame: it has 5", refused { frames = 5, [9] = {} })
    assert.are.equal("unknown key 'cancl' in action 'jab' of thing 'ann', did you mean 'cancel'?",
      refused { frames = 5, cancl = {} })
    assert.are.equal("'dxx' of [2] of action 'jab' of thing 'ann' must be a box, or false, got 3, did you mean 'dx'?",
      refused { frames = 5, [2] = { dxx = 3 } })
    assert.are.equal("dx of [2] of action 'jab' of thing 'ann' must be a finite number, got 'a'",
      refused { frames = 5, [2] = { dx = "a" } })
    assert.are.equal("[2] of action 'jab' of thing 'ann': w of box 'hit' of thing 'ann' must be >= 0, got -1",
      refused { frames = 5, [2] = { hit = { w = -1, h = 1 } } })
    assert.are.equal("[1] of cancel of action 'jab' of thing 'ann' cannot be 'jib', did you mean 'jab'?",
      refused { frames = 5, cancel = { "jib" } })
    assert.are.equal("on of cancel of action 'jab' of thing 'ann' cannot be 'hti', did you mean 'hit'?",
      refused { frames = 5, cancel = { { "jab", on = "hti" } } })
    for _, row in ipairs { { "jab", from = 9 }, { "jab", from = 9, to = 20 }, { "jab", from = 6 } } do
      assert.are.equal(("from of cancel of action 'jab' of thing 'ann' must be a frame up to 5, its last, got %d"):format(row.from),
        refused { frames = 5, cancel = { row } })
    end
    assert.are.equal("from of cancel of action 'jab' of thing 'ann' must be a frame up to 2, its last, got 4",
      refused { frames = 5, cancel = { { "jab", from = 4, to = 2 } } })
    assert.are.equal("action 'jab' of thing 'ann' has a loop, and so its next, 'jab', never begins: leave one of them out",
      refused { frames = 5, loop = true, next = "jab" })
    assert.are.equal("next of action 'jab' of thing 'ann' cannot be 'jib', did you mean 'jab'?",
      refused { frames = 5, next = "jib" })
    assert.are.equal("call of [1] of action 'jab' of thing 'ann': the scene has no function 'spel'",
      refused { frames = 5, [1] = { call = "spel" } })
  end)

  it("is_refused_when_it_is_played", function()
    local s = fighter { jab = jab() }
    assert.matches("thing 'ann' has no action 'jib', did you mean 'jab'%?$",
      support.message(s.ann.play, s.ann, "jib"))
    assert.matches("unknown key 'bufer' in play of thing 'ann', did you mean 'buffer'%?$",
      support.message(s.ann.play, s.ann, "jab", { bufer = 1 }))
  end)
end)
