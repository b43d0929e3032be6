--- Reloads, by one table of cases: what `start` sets going, and what a definition holds. A scene that was
--- reloaded is compared, tick by tick, with one that the same script has begun and that was never reloaded.
local hitbox = require "hitbox"
local state = require "hitbox.scene.state"
local support = require "tests.scene.support"
local made = require "tests.scene.reload.made"
local steps, jab, boxer, Camera = support.steps, made.jab, made.boxer, made.Camera

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
  new:reloadFrom(old)
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

-- ---- What start sets going ----------------------------------------------------------------------

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
    local action = jab()
    if isEdited then
      action[10], action[13], action.frames = nil, { hit = { r = 4 }, hurt = false }, 18
    end
    return { things = { boxer { jab = action } }, start = function(s) s.ann:play("jab") end }
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
