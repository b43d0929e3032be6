--- Reloads, one by one: what no fresh start can show. See cases_spec.lua for what one can.
local hitbox = require "hitbox"
local support = require "tests.scene.support"
local made = require "tests.scene.reload.made"
local steps, jab, boxer, Camera = support.steps, made.jab, made.boxer, made.Camera

--- A scene of one definition, run for some ticks, then reloaded by another one.
local function reloaded(before, after, ticks, play)
  local old = hitbox.scene(before)
  steps(old, ticks)
  if play then
    play(old)
  end
  local new = hitbox.scene(after)
  new:reloadFrom(old)
  return new, old
end

describe("after a reload an action", function()
  local function playing(name, actions)
    return { things = { boxer(actions) }, start = function(s)
      if name then
        s.ann:play(name)
      end
    end }
  end
  local actions = { jab = jab(), kick = { frames = 90, [1] = { hit = { r = 3 } } } }

  it("begins_if_start_plays_another_one_than_before", function()
    local s = reloaded(playing("jab", actions), playing("kick", actions), 4)
    assert.are.same({ "kick", 1 }, { s.ann.playing, s.ann.frame })
    assert.are.same({ -3, -3, 3, 3 }, support.edges(s.ann, "hit"))
    steps(s, 1)
    assert.are.same({ "kick", 2 }, { s.ann.playing, s.ann.frame })
  end)

  it("ends_if_start_plays_none_any_more_or_the_script_has_it_no_more", function()
    for _, after in ipairs { playing(nil, actions), playing(nil, { kick = actions.kick }) } do
      local s = reloaded(playing("jab", actions), after, 11)
      assert.are.same({ nil, 0, nil }, { s.ann.playing, s.ann.frame, s.ann.boxes.hit })
    end
    local s = reloaded(playing(nil, actions), playing(nil, { kick = actions.kick }), 1, function(s)
      s.ann:play("jab")
      steps(s, 10)
      assert.is_table(s.ann.boxes.hit)
    end)
    assert.are.same({ nil, 0, nil }, { s.ann.playing, s.ann.frame, s.ann.boxes.hit })
  end)

  it("has_its_last_frame_if_it_is_shorter_now", function()
    local s = reloaded(playing("jab", actions), playing("jab", { jab = { frames = 6, [5] = { hit = { r = 2 } } } }), 11)
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
    local s = reloaded(playing(nil, actions), playing(nil, actions), 1, function(s)
      s.ann:reshape("push", { w = 8, h = 6 })
      s.ann:play("kick")
    end)
    s.ann:stop()
    assert.are.same({ -4, -3, 4, 3 }, support.edges(s.ann, "push"))
    assert.is_nil(s.ann.boxes.hit)
  end)

  it("keeps_a_box_that_was_changed_in_the_middle_of_it", function()
    local s = reloaded(playing("kick", actions), playing("kick", actions), 1, function(s)
      s.ann:reshape("hit", { r = 7 })
    end)
    assert.are.same({ -7, -7, 7, 7 }, support.edges(s.ann, "hit"))
    s.ann:stop()
    assert.is_nil(s.ann.boxes.hit)
  end)

  it("runs_at_its_pace_after_many_saves", function()
    local s = hitbox.scene(playing("kick", actions))
    for _ = 1, 5 do
      s = reloaded(playing("kick", actions), playing("kick", actions), 0, function(old)
        old:reloadFrom(s)
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

describe("after a reload a list whose keys are booleans", function()
  it("is_what_play_has_made_of_it_if_it_was_not_edited", function()
    local function script(s) s.isSeen = { 1, [false] = 2 } end
    local s = reloaded({ start = script }, { start = script }, 1, function(old) old.isSeen[1] = 5 end)
    assert.are.same({ 5, [false] = 2 }, s.isSeen)
  end)
end)

describe("a reload of tables with metamethods", function()
  local function refuse() error("a metamethod was called") end
  local function strict(values)
    return setmetatable(values, { __index = refuse, __newindex = refuse, __eq = refuse })
  end
  local function with(data, start)
    return { things = { { "hero", w = 4, h = 4, data = data } }, start = start }
  end

  it("calls_none_of_them_and_takes_what_was_edited", function()
    for _, start in ipairs { false, function() end } do
      local s = reloaded(with({ pos = strict { x = 1, y = 2 } }, start or nil),
        with({ pos = strict { x = 1, z = 4 } }, start or nil), 1)
      assert.are.equal(1, rawget(s.hero.pos, "x"))
      assert.are.equal(4, rawget(s.hero.pos, "z"))
    end
  end)

  it("takes_a_thing_s_data_that_is_such_a_table", function()
    local function script(nick)
      return with(strict { hp = 3 }, function(s) s.hero.nick = nick end)
    end
    local s = reloaded(script("x"), script("y"), 1)
    assert.are.same({ 3, "y" }, { s.hero.hp, s.hero.nick })
  end)
end)
