local hitbox = require "hitbox"
local support = require "tests.scene.support"
local message, refusal, steps = support.message, support.refusal, support.steps

local function open(more)
  local def = { things = { { "a", r = 1 } }, start = function(s) s.log = {} end }
  for key, value in pairs(more or {}) do
    def[key] = value
  end
  return hitbox.scene(def)
end

local function note(word)
  return function(s)
    s.log[#s.log + 1] = s.ticks .. " " .. word
  end
end

describe("a timer", function()
  it("calls_once_after_a_number_of_ticks_or_periodically", function()
    local s = open()
    s:after(3, note "after")
    s:every(2, note "every")
    steps(s, 6)
    assert.are.same({ "2 every", "3 after", "4 every", "6 every" }, s.log)
  end)

  it("is_counted_from_when_it_was_made_and_may_be_stopped", function()
    local s = open()
    steps(s, 2)
    local task = s:every(1, note "every")
    s:after(2, function() task:stop() end)
    s:after(1, function(t) t:after(1, note "nested") end)
    steps(s, 5)
    assert.are.same({ "3 every", "4 every", "4 nested" }, s.log)
  end)

  it("ends_with_the_scene_that_is_begun_anew", function()
    local s = open()
    s:after(2, function(t) t:reset() end)
    s:after(2, note "late")
    s:every(1, note "every")
    steps(s, 4)
    assert.are.same({}, s.log)
    assert.are.equal(2, s.ticks)
  end)

  it("is_refused_with_no_ticks_or_no_function", function()
    local s = open()
    assert.matches("the ticks of after must be a whole number >= 1, got 0$", message(s.after, s, 0, print))
    assert.matches("the function of every must be a function, got nil$", message(s.every, s, 1))
  end)
end)

describe("a tween", function()
  it("changes_numbers_little_by_little_and_ends_exactly", function()
    local s = open()
    s:tween(s.a, { x = 10, y = -0.1 }, 4, nil, note "there")
    local seen = {}
    for i = 1, 5 do
      s:step()
      seen[i] = s.a.x
    end
    assert.are.same({ 2.5, 5, 7.5, 10, 10 }, seen)
    assert.are.equal(-0.1, s.a.y)
    assert.are.same({ "4 there" }, s.log)
  end)

  it("eases", function()
    for ease, half in pairs { linear = 50, ["in"] = 25, out = 75, inOut = 50 } do
      local s, t = open(), { v = 0 }
      s:tween(t, { v = 100 }, 2, ease)
      s:step()
      assert.are.equal(half, t.v)
    end
    local s, t = open(), { v = 0 }
    s:tween(t, { v = 100 }, 2, function(part) return part / 5 end)
    s:step()
    assert.are.equal(10, t.v)
    assert.matches("ease of a tween cannot be 'inout', did you mean 'inOut'%?$",
      message(s.tween, s, t, { v = 1 }, 2, "inout"))
    assert.matches("w of the subject of a tween must be a finite number, got nil$",
      message(s.tween, s, t, { w = 1 }, 2))
  end)

  it("ends_with_its_thing", function()
    local s = open()
    s:tween(s.a, { x = 10 }, 4, nil, note "there")
    s.a:remove()
    steps(s, 5)
    assert.are.same({}, s.log)
  end)
end)

describe("a coroutine", function()
  it("waits_for_ticks_and_for_what_a_function_says", function()
    local s = open()
    s:run(function(t, word)
      note(word)(t)
      t:wait(2)
      note "two"(t)
      t:wait()
      note "three"(t)
      t:wait(function(u) return u.ready end)
      note "ready"(t)
    end, "now")
    steps(s, 6)
    s.ready = true
    steps(s, 2)
    assert.are.same({ "0 now", "2 two", "3 three", "7 ready" }, s.log)
  end)

  it("may_be_stopped_and_its_errors_say_where", function()
    local s = open()
    local task = s:run(function(t) t:wait(2) note "late"(t) end)
    task:stop()
    steps(s, 3)
    assert.are.same({}, s.log)
    s:run(function(t) t:wait(1) error("oh") end)
    assert.matches("behaviour_spec.lua:%d+: oh", message(s.step, s))
    s:step() -- it is over
    assert.matches("wait can be called only in a function that was given to run$", message(s.wait, s, 1))
  end)
end)

describe("a machine", function()
  it("calls_enter_update_and_exit_of_its_states", function()
    local s = open()
    local function say(word)
      return function(a, m) s.log[#s.log + 1] = ("%d %s %s %d"):format(s.ticks, a.name, word, m.ticks) end
    end
    local machine = s:machine({
      idle = { enter = say "in idle", update = function(_, m) return m.ticks == 2 and "run" or nil end,
        exit = say "out of idle" },
      run = { enter = say "in run" },
    }, "idle", s.a)
    steps(s, 4)
    assert.are.same({ "0 a in idle 0", "2 a out of idle 2", "2 a in run 0" }, s.log)
    assert.are.same({ "run", 2 }, { machine.state, machine.ticks })
    machine:switch("idle")
    assert.are.equal("4 a in idle 0", s.log[4])
    s.a:remove()
    steps(s, 5)
    assert.are.equal("idle", machine.state)
    assert.is_true(machine.done)
  end)

  it("is_refused_with_unknown_states", function()
    local s = open()
    assert.matches("the first state of a machine cannot be 'idl', did you mean 'idle'%?$",
      message(s.machine, s, { idle = {} }, "idl"))
    assert.matches("unknown key 'updat' in state 'idle' of a machine, did you mean 'update'%?$",
      message(s.machine, s, { idle = { updat = print } }, "idle"))
    local line = debug.getinfo(1, "l").currentline + 1
    s:machine({ idle = { update = function() return "runn" end }, run = {} }, "idle")
    assert.matches(("behaviour_spec%%.lua:%d: the next state after 'idle' of a machine cannot be "
      .. "'runn', did you mean 'run'%%?$"):format(line), message(s.step, s))
  end)
end)

describe("several scenes", function()
  local def = {
    things = { { "sign", r = 1 } }, start = function(s) s.mode = "menu" end,
    scenes = { play = { tick = 30, policy = "touch", rules = { { "hero", "wall", on = "meet" } },
      things = { { "hero", w = 10, h = 10 }, { "wall", at = { 10, 0 }, w = 10, h = 10 } },
      start = function(s, score) s.score = score end, meet = function(s) s.met = true end } },
  }

  it("are_one_object_that_switches_between_them", function()
    local s = hitbox.scene(def)
    s:step()
    s:switch("play", 7)
    assert.are.same({ "play", 0, 7, 1 / 30, nil, nil }, { s.current, s.ticks, s.score, s.dt, s.mode, s.title or nil })
    assert.are.equal(2, s:count())
    s:step()
    assert.is_true(s.met)
    s:reset()
    assert.are.same({ "play", nil }, { s.current, s.met })
    s:switch("main")
    assert.are.same({ "main", "menu", 1 }, { s.current, s.mode, s:count("sign") })
  end)

  it("may_switch_in_the_middle_of_a_tick", function()
    local s = hitbox.scene {
      update = function(s) s:switch("next") end,
      scenes = { next = { update = function(s) s.n = (s.n or 0) + 1 end } },
    }
    steps(s, 3)
    assert.are.same({ 2, 2 }, { s.ticks, s.n })
  end)

  it("go_on_in_the_same_one_after_a_reload", function()
    local old, new = hitbox.scene(def), hitbox.scene(def)
    old:switch("play", 7)
    old.hero.x = 3
    new:reloadFrom(old)
    assert.are.same({ "play", 3, 7 }, { new.current, new.hero.x, new.score })
  end)

  it("are_refused_if_they_are_not_there_or_wrong", function()
    local s = hitbox.scene(def)
    assert.matches("there is no scene 'pla' to switch to, did you mean 'play'%?$", message(s.switch, s, "pla"))
    assert.are.equal("unknown key 'tics' in scene 'play', did you mean 'tick'?",
      refusal { scenes = { play = { tics = 1 } } })
  end)

  it("may_lead_back_to_the_first_by_their_tables", function()
    local first = { start = function(s) s.n = 1 end }
    first.scenes = { again = first, other = { scenes = { main = first } } }
    local s = hitbox.scene(first)
    for _, name in ipairs { "again", "other", "main" } do
      s:switch(name)
      assert.are.same({ name, name ~= "other" and 1 or nil }, { s.current, s.n })
    end
  end)

  it("are_checked_for_their_rules_and_types_when_the_first_is_made", function()
    assert.matches("the scene has no function 'meet'.*%(in the scene 'play'%)$",
      refusal { scenes = { play = { rules = { { "hero", "wall", on = "meet" } } } }, meet = function() end })
    assert.matches("'person'.*%(in the scene 'play'%)$",
      refusal { scenes = { play = { types = { hero = { extends = "person" } } } } })
  end)

  it("leave_the_present_one_as_it_is_if_they_cannot_begin", function()
    local faulty = {
      things = { { things = { { "hero", w = 1, h = 1 }, { "hero", w = -1, h = 1 } } }, "w of thing 'hero' must be >= 0, got %-1" },
      children = { { things = { { "a", r = 1, children = { { "b", r = 1 }, { "c", anchr = 1 } } } } }, "'anchr'" },
      map = { { map = { tile = 8, rows = { "#" }, legend = {} } }, "legend does not know" },
      view = { { view = { 1, 0 } }, "view of the scene must be > 0" },
      start = { { seed = 5, view = { 7, 7 }, things = { { "hero", r = 1 } }, start = function(s)
        s.score, s.view.x = s.random() + s.hero.x, 9
        s:every(1, function() error("a task of what never began") end)
        error("start has failed", 0)
      end }, "^start has failed %(in the scene 'start'%)$" },
      object = { { start = function() error({ code = 7 }) end } },
    }
    local scenes = {}
    for name, fault in pairs(faulty) do
      scenes[name] = fault[1]
    end
    local function open()
      local s = hitbox.scene {
        view = { 100, 50 }, scenes = scenes, rules = { { "hero", "wall", response = "slide", stay = "count" } },
        things = { { "hero", r = 4, children = { { "hat", at = { 0, -6 }, r = 1 } } }, { "wall", at = { 12, 0 }, w = 4, h = 9 } },
        start = function(s)
          s.n, s.task = 0, 0
          s:every(1, function() s.task = s.task + 1 end)
        end,
        update = function(s) s.hero:move(s.random() + 3, 0) end,
        count = function(s) s.n = s.n + 1 end,
      }
      steps(s, 3)
      return s
    end
    for name, fault in pairs(faulty) do
      local s, other = open(), open()
      local hero, ok, err = s.hero, pcall(s.switch, s, name)
      assert.is_false(ok, name)
      if fault[2] then
        assert.matches(fault[2], err)
        assert.matches("%(in the scene '" .. name .. "'%)$", err)
      else
        assert.are.same({ code = 7 }, err)
      end
      assert.are.equal("main", s.current)
      steps(s, 5)
      steps(other, 5)
      assert.are.equal(other:hash(), s:hash(), name)
      assert.is_true(hero == s.hero and hero.alive and s.n > 3 and s.task == 8)
      assert.are.same({ x = 0, y = 0, w = 100, h = 50 }, s.view)
      s:reset()
      assert.are.same({ "main", 3, 0 }, { s.current, s:count(), s.n })
    end
  end)

  it("may_be_refused_in_the_middle_of_a_tick_which_then_goes_on", function()
    local s = hitbox.scene {
      things = { { "a", r = 1 }, { "b", r = 1 } }, rules = { { "a", "b", on = "meet" } },
      update = function(s) s.refused = not pcall(s.switch, s, "other") end,
      meet = function(s) s.met = true end,
      scenes = { other = { start = function(s) s:switch("third") end },
        third = { things = { { "a", r = -1 } } } },
    }
    s:step()
    assert.are.same({ true, true, "main", 1 }, { s.refused, s.met, s.current, s.ticks })
  end)

  it("may_be_given_things_of_the_one_before_which_are_gone_then", function()
    local seen
    local s = hitbox.scene { things = { { "hero", r = 1, data = { hp = 3 } } },
      scenes = { other = { things = { { "hero", r = 2 } }, start = function(s, hero) s.hp, seen = hero.hp, hero end } } }
    s:switch("other", s.hero)
    assert.are.same({ 3, false, 1 }, { s.hp, seen.alive, s:count() })
    assert.is_true(s.hero ~= seen)
  end)
end)

describe("sounds", function()
  it("are_the_host's_if_it_has_any", function()
    local s, heard = open(), {}
    s:sound("jump")
    s.services.sound = function(name, options) heard[1], heard[2] = name, options end
    s:sound("jump", { volume = 0.5 })
    s:music(nil)
    assert.are.same({ "jump", { volume = 0.5 } }, heard)
  end)

  it("are_those_of_the_module_for_scenes_that_have_none_of_their_own", function()
    local heard = {}
    hitbox.services.music = function(name) heard[#heard + 1] = name end
    hitbox.services.sound = function(name) heard[#heard + 1] = "all " .. name end
    local s = open { start = function(s) s:music("theme") end }
    s:sound("jump")
    s.services.sound = function(name) heard[#heard + 1] = "own " .. name end
    s:sound("jump")
    hitbox.services.music, hitbox.services.sound = nil, nil
    assert.are.same({ "theme", "all jump", "own jump" }, heard)
    assert.is_nil(next(hitbox.services))
  end)
end)

describe("actions of a scene", function()
  local function scene()
    return open { input = { dash = { "key c", "pad b" }, jump = { "key space" } } }
  end

  local function down(s, raw)
    s:step(raw)
    return s.input:down("dash"), s.input:down("jump")
  end

  it("are_held_by_their_buttons", function()
    local s = scene()
    assert.are.same({ true, false }, { down(s, { held = { ["key c"] = true } }) })
    assert.are.same({ true, true }, { down(s, { held = { ["pad b"] = true, ["key space"] = true } }) })
    assert.are.same({ true, false }, { down(s, { held = { dash = true } }) })
    assert.is_true(s.input:down("pad b") == false)
  end)

  it("take_the_place_of_the_host's_usual_buttons", function()
    local s = scene()
    local raw = { held = { ["key z"] = true }, usual = { jump = true, fire = true } }
    assert.is_false(select(2, down(s, raw)))
    assert.is_true(s.input:down("fire"))
    assert.are.same({ "key space" }, s.input:buttons("jump"))
    assert.is_nil(s.input:buttons("fire"))
  end)

  it("may_be_bound_to_others_which_a_reset_keeps", function()
    local s = scene()
    s.input:bind("dash", { "mouse right" })
    s.input:bind("fire", { "key x" })
    s:reset()
    assert.are.same({ false, false }, { down(s, { held = { ["key c"] = true }, usual = { fire = true } }) })
    assert.is_false(s.input:down("fire"))
    assert.is_true((down(s, { held = { ["mouse right"] = true } })))
    s.input:bind("dash")
    assert.is_true((down(s, { held = { ["key c"] = true } })))
  end)

  it("are_refused_with_what_is_no_button", function()
    assert.are.equal("[1] of action 'dash' of the input must be a button, as 'key c', 'mouse left' or 'pad a', got 'c'",
      refusal { input = { dash = { "c" } } })
    local s = scene()
    assert.matches("there is no input named 'dsh', did you mean 'dash'%?$", message(s.input.down, s.input, "dsh"))
    assert.matches("a button cannot be bound, only an action: got 'key c'$", message(s.input.bind, s.input, "key c", {}))
  end)
end)
