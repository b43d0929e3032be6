--- Reloads, by one table of cases: what `start` sets going, and what a definition holds. A scene that was
--- reloaded is compared, tick by tick, with one that the same script has begun and that was never reloaded.
local hitbox = require "hitbox"
local state = require "hitbox.state"
local support = require "tests.scene.support"
local steps = support.steps

local TICKS, MORE = 12, 12 -- before the reload, and after it

--- The state of a scene as lines. Things are counted, as a reload numbers them anew.
local function picture(s)
  local captured, ranks, count = state.capture(s), {}, 0
  local function rank(order)
    if not ranks[order] then
      count = count + 1
      ranks[order] = count
    end
    return "#" .. ranks[order]
  end
  local lines = {}
  for i = 1, captured.n do
    local path = captured.paths[i]
    lines[i] = (path .. " = " .. captured.values[path]):gsub("#(%d+)", rank)
  end
  return lines
end

local function assertAlike(fresh, s, when)
  local wanted, found = picture(fresh), picture(s)
  for i = 1, math.max(#wanted, #found) do
    if wanted[i] ~= found[i] then
      error(("%s, tick %d: %s, but in a fresh start %s"):format(when, s.ticks, found[i], wanted[i]), 0)
    end
  end
end

--- A scene of a case, played by its input for some ticks.
local function played(case, isEdited, ticks)
  local s = hitbox.scene(case.def(isEdited))
  for _ = 1, ticks do
    s:step(case.input)
  end
  return s
end

local function reload(case, isEdited, old)
  local new = hitbox.scene(case.def(isEdited))
  new:adopt(old)
  return new
end

--- How a scene may be reloaded. Each gives the reloaded scene, and is compared with a fresh start.
local ways = {
  { "while_it_runs", function(case, isEdited)
    local s, fresh = reload(case, isEdited, played(case, false, TICKS)), played(case, isEdited, TICKS)
    for _ = 1, MORE do
      assertAlike(fresh, s, "reloaded once")
      s:step(case.input)
      fresh:step(case.input)
    end
    assertAlike(fresh, s, "reloaded once")
  end },
  { "in_each_tick", function(case, isEdited)
    local s, fresh = played(case, false, TICKS), played(case, isEdited, TICKS)
    for _ = 1, MORE do
      s = reload(case, isEdited, s)
      assertAlike(fresh, s, "reloaded in each tick")
      s:step(case.input)
      fresh:step(case.input)
    end
  end },
  { "while_the_host_pauses", function(case, isEdited)
    local s, fresh = played(case, false, TICKS), played(case, isEdited, TICKS)
    for _ = 1, 3 do
      s = reload(case, isEdited, s)
      assertAlike(fresh, s, "paused")
    end
    s:step(case.input)
    fresh:step(case.input)
    assertAlike(fresh, s, "a step after the pause")
  end },
  { "while_the_scene_rests", function(case, isEdited)
    local s, fresh = played(case, false, TICKS), played(case, isEdited, TICKS)
    s.paused, fresh.paused = true, true
    for _ = 1, 2 do
      s:step(case.input)
      s = reload(case, isEdited, s)
      fresh:step(case.input)
      assertAlike(fresh, s, "at rest")
    end
    s.paused, fresh.paused = nil, nil
    for _ = 1, MORE do
      s:step(case.input)
      fresh:step(case.input)
    end
    assertAlike(fresh, s, "after the rest")
  end },
}

--- Active in the frames 10 to 16, and so in the tick of the reload.
local function jab(width)
  return { frames = 20, [10] = { hit = { x = 8, w = width or 10, h = 4 } }, [17] = {} }
end

local function boxer(jabs)
  return { "ann", at = { 0, 0 }, boxes = { push = { w = 8, h = 20 }, hurt = { w = 10, h = 18 } }, moves = jabs }
end

-- ---- What start sets going ----------------------------------------------------------------------

local Camera = function(speed)
  local class = {}
  class.__index = class
  function class:pan() self.x = self.x + speed end
  return class
end

local started = {
  a_move = function()
    return { things = { boxer { jab = jab() } }, start = function(s) s.ann:play("jab") end }
  end,
  a_move_that_has_ended = function()
    return { things = { boxer { jab = { frames = 5, [2] = { hit = { r = 3 } } } } }, start = function(s) s.ann:play("jab") end }
  end,
  a_move_that_loops_and_one_that_waits_for_it = function()
    return { things = { boxer { walk = { frames = 4, loop = true, [1] = { dx = 1 }, [3] = { push = { w = 6, h = 20 } } }, jab = jab() } },
      start = function(s)
        s.ann:play("walk")
        s.ann:play("jab", { buffer = 15 })
      end }
  end,
  a_move_that_play_has_taken_another_for = function()
    return { things = { boxer { jab = jab(), kick = jab(14) } }, start = function(s) s.ann:play("jab") end,
      update = function(s) if s.ticks == 3 then s.ann:play("kick", { force = true }) end end }
  end,
  a_move_that_is_frozen = function()
    return { things = { boxer { jab = jab() } }, start = function(s)
      s.ann:play("jab")
      s.ann:freeze(14)
    end }
  end,
  a_box_that_is_reshaped = function()
    return { things = { boxer {} }, start = function(s) s.ann:reshape("hit", { r = 3 }) end,
      update = function(s) if s.ticks == 5 then s.ann:reshape("hurt", { r = 2 }) end end }
  end,
  a_tween_of_a_table_in_a_field = function()
    return { things = { { "lift", at = { 0, 200 }, w = 40, h = 8 } },
      start = function(s)
        s.way = { y = 200 }
        s:tween(s.way, { y = 100 }, 20)
      end,
      update = function(s) s.lift.y = s.way.y end }
  end,
  a_tween_of_a_table_deep_in_others = function()
    return { start = function(s)
      s.lifts = { { way = { y = 200 } }, { way = { y = 10 } } }
      s:tween(s.lifts[2].way, { y = 50 }, 20, "inOut")
      s:tween(s.lifts[1].way, { y = 100 }, 20, "in")
    end }
  end,
  tweens_of_things_with_an_end = function()
    return { things = { { "lift", w = 40, h = 8 } }, start = function(s)
      s.ends = 0
      s:tween(s.lift, { y = 100 }, 20, "out", function() s.ends = s.ends + 1 end)
      s:tween(s.lift, { x = 10 }, 5, nil, function() s.ends = s.ends + 10 end)
    end }
  end,
  timers = function()
    return { start = function(s)
      s.log, s.beats = "", 0
      for _, ticks in ipairs { 5, 12, 13, 17, 50 } do
        s:after(ticks, function() s.log = s.log .. " " .. s.ticks end)
      end
      s:every(5, function() s.beats = s.beats + 1 end)
    end }
  end,
  timers_that_fields_hold = function()
    return { start = function(s)
      s.rings, s.bell, s.clocks = 0, s:every(1, function() s.rings = s.rings + 1 end), {}
      s.clocks.late = s:every(1, function() s.rings = s.rings + 100 end)
      s:after(5, function() s.clocks.late:stop() end)
      s:after(TICKS + 3, function() s.bell:stop() end)
    end }
  end,
  a_timer_whose_function_holds_a_table_of_a_field = function()
    return { start = function(s)
      local boss = { hp = 100, near = {} }
      boss.near.boss, s.boss = boss, boss
      s:every(2, function() boss.near.boss.hp = boss.hp - 1 end)
    end }
  end,
  a_function_that_waits_no_more = function()
    return { start = function(s)
      s.acts = 0
      s:run(function(_, n)
        s:wait(4)
        s.acts = s.acts + n
      end, 7)
    end }
  end,
  machines = function()
    return { things = { { "guard", at = { 5, 5 }, w = 4, h = 4 } }, start = function(s)
      s.turns = 0
      s:machine({
        left = { update = function(t, m) t.x = t.x - 1 return m.ticks == 5 and "right" or nil end },
        right = { enter = function() s.turns = s.turns + 1 end, update = function(t, m)
          t.x = t.x + 1
          return m.ticks == 4 and "left" or nil
        end },
      }, "left", s.guard)
    end }
  end,
  things_that_it_spawns_at_random_places = function()
    return { seed = 5, start = function(s)
      for _ = 1, 6 do
        s:spawn { "rock", at = { s.random(300), s.random(200) }, r = s.random(3, 6), data = { v = s.random() } }
      end
      s:every(3, function() s:spawn { "shot", at = { s.random(300), 0 }, r = 1 } end)
    end, update = function(s)
      for rock in s:each "rock" do rock.x = rock.x + rock.v end
      if s.ticks == 7 then s.rock:remove() end
    end }
  end,
  fields_of_things_and_of_the_scene = function()
    return { things = { { "hero", w = 8, h = 8, data = { hp = 3, bag = { gold = 1, "rope" } } } }, start = function(s)
      s.hero.hp, s.hero.mood, s.hero.color = 5, "calm", "red"
      s.score, s.best, s.target, s.list, s.marks = 0, { ann = 3 }, s.hero, { 1, 2, 3 }, { [s.hero] = true }
    end, update = function(s)
      s.score, s.best.ann, s.best.bob, s.hero.hp = s.ticks, s.ticks + 1, 1, s.hero.hp - 1
      s.hero.bag.gold, s.hero.bag[2], s.list[4] = s.ticks, "lamp", s.ticks
      if s.ticks == 9 then s.target, s.hero.mood, s.marks[s.hero] = nil, nil, nil end
    end }
  end,
  objects_of_a_class = function()
    return { start = function(s)
      local class = Camera(2)
      s.camera, s.others = setmetatable({ x = 0 }, class), {}
      s:every(4, function() s.others[#s.others + 1] = setmetatable({ x = s.ticks, of = s.camera }, class) end)
    end, update = function(s)
      s.camera:pan()
      for _, other in ipairs(s.others) do other:pan() end
    end }
  end,
  a_button_that_it_binds = function()
    return { input = { dash = { "key c" } }, start = function(s)
      s.input:bind("jump", { "key j" })
      s.jumps, s.dashes = 0, 0
    end, update = function(s, input)
      if s.ticks == 4 then input:bind("dash", { "key j" }) end
      s.jumps = s.jumps + (input:down("jump") and 1 or 0)
      s.dashes = s.dashes + (input:pressed("dash") and 1 or 0)
    end }, { held = { ["key j"] = true } }
  end,
  another_scene = function()
    return { start = function(s) s:switch("play", 3) end, scenes = { play = {
      things = { { "hero", w = 4, h = 4 } }, start = function(s, n)
        s.n = n
        s:every(4, function() s.n = s.n + 1 end)
      end, update = function(s) s.hero.x = s.hero.x + s.n end } } }
  end,
  what_stands_on_the_ground = function()
    return { rules = { { "hero", "ground", response = "slide" } },
      things = { { "hero", at = { 0, -10 }, anchor = "feet", w = 8, h = 8 }, { "ground", anchor = "top-left", at = { -99, 0 }, w = 400, h = 20 } },
      start = function(s) s.vy, s.hops = 0, 0 end, update = function(s)
        s.vy = s.hero.blocked.below and 0 or s.vy + 1
        s.hops = s.hops + (s.hero.blocked.below and 1 or 0)
        s.hero:move(2, s.vy + 1)
      end }
  end,
  what_rules_remember = function()
    return { rules = { { "hero", "fire", on = "burn", every = 5 }, { "hero", "sign", on = "read", once = true },
        { "hero", "gate", on = "enter", exit = "leave", stay = "stay" } },
      things = { { "hero", r = 5 }, { "fire", r = 5 }, { "sign", r = 5 }, { "gate", at = { 30, 0 }, r = 5 } },
      start = function(s) s.log = "" end, update = function(s) s.hero.x = s.ticks * 2 % 40 end,
      burn = function(s) s.log = s.log .. "b" end, read = function(s) s.log = s.log .. "r" end,
      enter = function(s) s.log = s.log .. "e" end, leave = function(s) s.log = s.log .. "l" end,
      stay = function(s) s.log = s.log .. "s" end }
  end,
  the_view_and_the_title = function()
    return { title = "one", view = { 100, 50 }, start = function(s) s.title = "two" end, update = function(s)
      s.view.x = s.view.x + 1
      s.seen = s.view.x .. s.title
      if s.ticks == 6 then s.title = "three" end
    end }
  end,
}

-- ---- What a definition holds --------------------------------------------------------------------

local edited = {
  the_hit_box_of_the_frame_that_is_played = function(isEdited)
    return { rules = { { "ann.hit", "bob.hurt", on = "hurt" } }, hurt = function(s) s.hurts = (s.hurts or 0) + 1 end,
      things = { boxer { jab = jab(isEdited and 16 or 10) }, { "bob", at = { 300, 0 }, boxes = { hurt = { w = 10, h = 18 } } } },
      start = function(s) s.ann:play("jab") end }
  end,
  the_frames_of_a_move = function(isEdited)
    local move = jab()
    if isEdited then
      move[10], move[13], move.frames = nil, { hit = { r = 4 }, hurt = false }, 18
    end
    return { things = { boxer { jab = move } }, start = function(s) s.ann:play("jab") end }
  end,
  the_boxes_that_a_move_leaves_alone = function(isEdited)
    local ann = boxer { jab = { frames = 20, [4] = { push = { w = 20, h = 4 } }, [18] = {} } }
    ann.boxes.hurt.w, ann.boxes.push.w, ann.boxes.feet = isEdited and 30 or 10, isEdited and 9 or 8, isEdited and { r = 1 } or nil
    return { things = { ann }, start = function(s) s.ann:play("jab") end }
  end,
  the_picture_of_a_move = function(isEdited)
    return { things = { boxer { jab = { frames = 20, [1] = { sprite = "a" }, [8] = { sprite = isEdited and "c" or "b" }, [10] = {} } } },
      start = function(s) s.ann:play("jab") end }
  end,
  the_boxes_of_things = function(isEdited)
    return { things = { { "hero", at = { 9, 9 }, w = isEdited and 20 or 10, h = 10, oneWay = isEdited and "above" or nil },
      { "orb", boxes = { hurt = { r = isEdited and 4 or 3 }, hit = not isEdited and { r = 1 } or nil } } } }
  end,
  types = function(isEdited)
    return { types = { foe = { r = isEdited and 6 or 4, data = { hp = isEdited and 7 or 3, mood = "wild" } }, bat = { extends = "foe" } },
      things = { { "bat", at = { 4, 4 } } }, start = function(s) s:every(5, function() s:spawn("foe", { at = { s.ticks, 0 } }) end) end,
      update = function(s) for foe in s:each "foe" do foe.mood = "calm" end end }
  end,
  first_fields = function(isEdited)
    return { things = { { "hero", w = 4, h = 4, color = isEdited and "red" or "blue", data = { speed = isEdited and 5 or 2, way = { x = 1 } } } },
      start = function(s)
        s.hero.jump, s.gravity, s.tuning = isEdited and 9 or 3, isEdited and 2 or 1, { walk = isEdited and 4 or 1, run = 8 }
        s.list = isEdited and { 1, 2 } or { 1 }
        s.new, s.tuning.new = isEdited or nil, isEdited or nil
      end, update = function(s) s.tuning.run, s.hero.way.x = s.ticks, s.ticks end }
  end,
  functions = function(isEdited)
    return { start = function(s)
      s.answer = function() return isEdited and 2 or 1 end
      s.calls = { deep = s.answer }
    end, update = function(s) s.last = s.ticks > TICKS and s.answer() + s.calls.deep() or nil end }
  end,
  classes = function(isEdited)
    return { start = function(s)
      local class = Camera(2)
      class.zoom = isEdited and function() return 2 end or nil
      s.camera = setmetatable({ x = 0 }, class)
      s:every(5, function() s.second = setmetatable({ x = 0 }, class) end)
    end, update = function(s)
      s.camera:pan()
      s.zoom = s.ticks > TICKS and isEdited and s.camera:zoom() + s.second:zoom() or nil
    end }
  end,
  rules = function(isEdited)
    return { rules = { { "hero", "wall", response = isEdited and "cross" or "slide", on = isEdited and "meet" or nil } },
      things = { { "hero", w = 4, h = 4 }, { "wall", at = { 40, 0 }, w = 8, h = 8 } },
      update = function(s) s.hero:move(2, 0) end, meet = function(s) s.met = s.ticks end }
  end,
  a_map = function(isEdited)
    return { map = { tile = 8, rows = isEdited and { "###..", "....." } or { "#####", "....#" }, legend = { ["#"] = "wall" } }, types = { wall = {} },
      rules = { { "hero", "wall", response = "slide" } }, things = { { "hero", at = { 4, 60 }, w = 4, h = 4 } },
      update = function(s) s.hero:move(1, 0) end }
  end,
  the_input = function(isEdited)
    return { input = { dash = { isEdited and "key d" or "key e" } }, update = function(s, input)
      s.dash = s.ticks > TICKS and input:down("dash") or nil
    end }, { held = { ["key d"] = true } }
  end,
  the_seed_the_view_and_the_title = function(isEdited)
    return { seed = isEdited and 2 or 1, title = isEdited and "b" or "a", view = { isEdited and 99 or 50, 50 }, update = function(s)
      s.seen = s.ticks > TICKS and s.view.w .. s.title or nil
    end }
  end,
}

local function caseOf(make)
  local _, input = make(false)
  return { def = function(isEdited) return (make(isEdited)) end, input = input }
end

for _, way in ipairs(ways) do
  describe("a script that is saved as it was, " .. way[1], function()
    for _, cases in ipairs { started, edited } do
      for name, make in hitbox.pairs(cases) do
        it("goes_on_with_" .. name, function() way[2](caseOf(make), false) end)
      end
    end
  end)
  describe("a script that is edited and saved, " .. way[1], function()
    for name, make in hitbox.pairs(edited) do
      it("has_as_a_fresh_start_has_" .. name, function() way[2](caseOf(make), true) end)
    end
  end)
end

-- ---- What no fresh start can show ----------------------------------------------------------------

--- A scene of one definition, run for some ticks, then reloaded by another one.
local function reloaded(before, after, ticks, play)
  local old = hitbox.scene(before)
  steps(old, ticks)
  if play then
    play(old)
  end
  local new = hitbox.scene(after)
  new:adopt(old)
  return new, old
end

describe("after a reload a move", function()
  local function playing(name, moves)
    return { things = { boxer(moves) }, start = function(s)
      if name then
        s.ann:play(name)
      end
    end }
  end
  local moves = { jab = jab(), kick = { frames = 90, [1] = { hit = { r = 3 } } } }

  it("begins_if_start_plays_another_one_than_before", function()
    local s = reloaded(playing("jab", moves), playing("kick", moves), 4)
    assert.are.same({ "kick", 1 }, { s.ann.playing, s.ann.frame })
    assert.are.same({ -3, -3, 3, 3 }, support.edges(s.ann, "hit"))
    steps(s, 1)
    assert.are.same({ "kick", 2 }, { s.ann.playing, s.ann.frame })
  end)

  it("ends_if_start_plays_none_any_more_or_the_script_has_it_no_more", function()
    for _, after in ipairs { playing(nil, moves), playing(nil, { kick = moves.kick }) } do
      local s = reloaded(playing("jab", moves), after, 11)
      assert.are.same({ nil, 0, nil }, { s.ann.playing, s.ann.frame, s.ann.boxes.hit })
    end
    local s = reloaded(playing(nil, moves), playing(nil, { kick = moves.kick }), 1, function(s)
      s.ann:play("jab")
      steps(s, 10)
      assert.is_table(s.ann.boxes.hit)
    end)
    assert.are.same({ nil, 0, nil }, { s.ann.playing, s.ann.frame, s.ann.boxes.hit })
  end)

  it("has_its_last_frame_if_it_is_shorter_now", function()
    local s = reloaded(playing("jab", moves), playing("jab", { jab = { frames = 6, [5] = { hit = { r = 2 } } } }), 11)
    assert.are.same({ "jab", 6 }, { s.ann.playing, s.ann.frame })
    assert.are.same({ -2, -2, 2, 2 }, support.edges(s.ann, "hit"))
    steps(s, 1)
    assert.are.same({ nil, nil }, { s.ann.playing, s.ann.boxes.hit })
  end)

  it("hits_with_its_edited_box_in_the_next_tick_and_not_before", function()
    local function fight(width)
      return { rules = { { "ann.hit", "bob.hurt", on = "hurt" } }, hurt = function(s) s.hurts = s.hurts + 1 end,
        things = { boxer { jab = jab(width) }, { "bob", at = { 16, 0 }, boxes = { hurt = { w = 4, h = 4 } } } },
        start = function(s)
          s.hurts = 0
          s.ann:play("jab")
        end }
    end
    local s = reloaded(fight(10), fight(20), 11) -- up to 13, then up to 18; bob begins at 14
    assert.are.same({ -2, -2, 18, 2 }, support.edges(s.ann, "hit"))
    assert.are.same({ 0, 1, "hit", "hurt" }, { s.hurts, s.contactCount, s.contacts[1].kindA, s.contacts[1].kindB })
    steps(s, 1)
    assert.are.equal(1, s.hurts)
  end)

  it("gives_back_boxes_that_play_had_changed_before_it", function()
    local s = reloaded(playing(nil, moves), playing(nil, moves), 1, function(s)
      s.ann:reshape("push", { w = 8, h = 6 })
      s.ann:play("kick")
    end)
    s.ann:stop()
    assert.are.same({ -4, -3, 4, 3 }, support.edges(s.ann, "push"))
    assert.is_nil(s.ann.boxes.hit)
  end)

  it("keeps_a_box_that_was_changed_in_the_middle_of_it", function()
    local s = reloaded(playing("kick", moves), playing("kick", moves), 1, function(s)
      s.ann:reshape("hit", { r = 7 })
    end)
    assert.are.same({ -7, -7, 7, 7 }, support.edges(s.ann, "hit"))
    s.ann:stop()
    assert.is_nil(s.ann.boxes.hit)
  end)

  it("runs_at_its_pace_after_many_saves", function()
    local s = hitbox.scene(playing("kick", moves))
    for _ = 1, 5 do
      s = reloaded(playing("kick", moves), playing("kick", moves), 0, function(old)
        old:adopt(s)
      end)
    end
    steps(s, 10)
    assert.are.equal(11, s.ann.frame)
  end)
end)

describe("after a reload a task of start", function()
  local function starting(start)
    return { things = { { "lift", w = 4, h = 4 } }, start = function(s)
      s.log = ""
      start(s)
    end }
  end
  local function note(s) s.log = s.log .. s.ticks .. " " end

  it("that_waits_in_a_function_begins_anew", function()
    local function script(s)
      s:run(function()
        s:wait(4)
        note(s)
        s:wait(4)
        note(s)
      end)
    end
    local s = reloaded(starting(script), starting(script), 6)
    assert.are.equal("4 ", s.log)
    steps(s, 20)
    assert.are.equal("4 10 14 ", s.log)
  end)

  it("that_is_a_function_begins_anew_if_there_are_more_or_fewer_than_before", function()
    local function one(s) s:run(function() note(s) end) end
    local function two(s)
      s:run(function()
        s:wait(2)
        note(s)
      end)
      one(s)
    end
    local s = reloaded(starting(one), starting(two), 6)
    steps(s, 9)
    assert.are.equal("0 8 ", s.log)
  end)

  it("begins_now_if_its_numbers_were_edited", function()
    local function timing(ticks, goal)
      return starting(function(s)
        s.bell = s:every(ticks, note)
        s:tween(s.lift, { y = goal }, 10)
      end)
    end
    local s = reloaded(timing(4, 100), timing(3, 20), 6)
    assert.are.equal(60, s.lift.y)
    steps(s, 5)
    assert.are.equal(40, s.lift.y) -- half of the way from 60 to 20
    steps(s, 5)
    assert.are.same({ 20, "4 9 12 15 " }, { s.lift.y, s.log })
    s.bell:stop() -- the field holds the one that runs
    steps(s, 9)
    assert.are.equal("4 9 12 15 ", s.log)
  end)

  it("is_known_by_its_numbers_where_others_were_added", function()
    local function timing(more)
      return starting(function(s)
        if more then
          s:after(2, note)
        end
        s:after(10, note)
        s:after(3, note)
      end)
    end
    local s = reloaded(timing(false), timing(true), 6)
    steps(s, 20)
    assert.are.equal("3 8 10 ", s.log)
  end)

  it("is_not_run_again_if_its_thing_is_gone", function()
    local function script(s)
      s:tween(s.lift, { y = 10 }, 10, "linear", note)
      s:machine({ up = { update = function() note(s) end } }, "up", s.lift)
    end
    local s = reloaded(starting(script), starting(script), 2, function(s)
      s.lift:remove()
    end)
    assert.are.equal("1 2 ", s.log)
    steps(s, 12)
    assert.are.equal("1 2 ", s.log)
  end)
end)

describe("after a reload a task of play", function()
  it("ends_but_for_tweens_without_functions", function()
    local def = { things = { { "gate", w = 4, h = 4 } } }
    local s, old = reloaded(def, def, 2, function(s)
      s.rings, s.place = 0, { x = 0 }
      s.bell = s:every(1, function() s.rings = s.rings + 1 end)
      s.opening = s:tween(s.gate, { y = 10 }, 10)
      s:tween(s.place, { x = 20 }, 10)
      s:tween(s.gate, { x = 10 }, 10, "linear", function() s.rings = 100 end)
      steps(s, 5)
    end)
    assert.is_true(old.bell.done)
    steps(s, 2)
    assert.are.same({ 7, 14, 5, 5 }, { s.gate.y, s.place.x, s.gate.x, s.rings })
    s.opening:stop()
    steps(s, 9)
    assert.are.same({ 7, 20, 5, 5 }, { s.gate.y, s.place.x, s.gate.x, s.rings })
  end)
end)

describe("after a reload a field", function()
  it("keeps_a_table_that_several_lead_to_one_table", function()
    local def = { things = { { "hero", w = 1, h = 1 } }, start = function(s)
      s.way = { y = 1 }
      s.ways, s.hero.way = { s.way }, s.way
    end }
    local s = reloaded(def, def, 1, function(s)
      s.way.y, s.last = 5, s.way
    end)
    s.way.y = s.way.y + 1
    assert.are.same({ 6, 6, 6 }, { s.ways[1].y, s.hero.way.y, s.last.y })
  end)

  it("that_holds_a_box_holds_the_new_one", function()
    local def = { things = { { "hero", w = 1, h = 1 } }, start = function(s) s.box = s.hero.boxes.push end }
    local s = reloaded(def, def, 1, function(s) s.other = { s.hero.boxes.push } end)
    assert.are.equal(s.hero.boxes.push, s.box)
    assert.are.equal(s.hero.boxes.push, s.other[1])
  end)

  it("that_holds_a_world_of_bump_holds_the_new_one", function()
    local bump = require "hitbox.bump"
    local def = { start = function(s)
      s.item, s.space = { n = 1 }, bump.newWorld()
      s.space:add(s.item, 0, 0, 1, 1)
    end }
    local s = reloaded(def, def, 1, function(s) s.item.n = 2 end)
    assert.are.same({ 2, true }, { s.item.n, s.space:hasItem(s.item) })
  end)

  it("has_the_class_of_the_new_script_also_in_objects_of_play", function()
    local function classy(speed)
      return { start = function(s)
        s.class = Camera(speed)
        s.camera, s.others = setmetatable({ x = 0 }, s.class), {}
      end }
    end
    local s = reloaded(classy(1), classy(10), 0, function(s)
      s.camera:pan()
      s.others[1] = setmetatable({ x = 5, of = s.camera, scene = s }, s.class)
    end)
    s.camera:pan()
    s.others[1]:pan()
    assert.are.same({ 11, 15 }, { s.camera.x, s.others[1].x })
    assert.are.equal(s.camera, s.others[1].of)
    assert.are.equal(s, s.others[1].scene)
  end)

  it("with_more_entries_than_are_compared_counts_as_unedited", function()
    local function large(value)
      return { start = function(s)
        s.cells = {}
        for i = 1, 2000 do
          s.cells[i] = value
        end
      end }
    end
    local s = reloaded(large(1), large(2), 1, function(s) s.cells[2000] = nil end)
    assert.are.same({ 1, 1999 }, { s.cells[1], #s.cells })
  end)
end)

describe("after a reload a button", function()
  it("that_play_has_bound_stays_unless_the_script_s_own_was_edited", function()
    local function binding(button)
      return { input = { dash = { button } } }
    end
    local function bind(s) s.input:bind("dash", { "key v" }) end
    assert.are.same({ "key v" }, (reloaded(binding "key c", binding "key c", 1, bind)).input:buttons("dash"))
    assert.are.same({ "key d" }, (reloaded(binding "key c", binding "key d", 1, bind)).input:buttons("dash"))
    local function starting(button)
      return { start = function(s) s.input:bind("jump", { button }) end }
    end
    local function unbind(s)
      s:reset()
      s.input:bind("jump", nil)
    end
    assert.is_nil((reloaded(starting "key c", starting "key c", 1, unbind)).input:buttons("jump"))
    assert.are.same({ "key d" }, (reloaded(starting "key c", starting "key d", 1, unbind)).input:buttons("jump"))
  end)
end)

describe("after a reload what sticks", function()
  it("is_what_stuck_in_play_and_not_what_start_s_moves_have_met", function()
    local def = { rules = { { "arrow", "wall", response = "stick" } },
      things = { { "arrow", w = 2, h = 2 }, { "wall", at = { 20, 0 }, w = 4, h = 40 } },
      start = function(s) s.arrow:move(30, 0) end }
    local s = reloaded(def, def, 1, function(s)
      assert.are.equal(s.wall, s.arrow.stuckTo)
    end)
    assert.are.equal(s.wall, s.arrow.stuckTo)
    s = reloaded(def, def, 1, function(old)
      old.wall:remove()
      steps(old, 1)
    end)
    assert.is_nil(s.arrow.stuckTo)
  end)
end)
