local hitbox = require "hitbox"
local support = require "tests.scene.support"
local versions = require "tests.tools.versions"
local logged, message, names, refusal, steps =
  support.logged, support.message, support.names, support.refusal, support.steps

local function numbered(name, number, x)
  return { name, at = { x or 0, 0 }, r = 5, data = { number = number } }
end

describe("a scene", function()
  it("has_defaults_for_all_it_can_have", function()
    local s = hitbox.scene {}
    s:step()
    assert.are.same({ 1, 1 / 60, 0, 0, false },
      { s.ticks, s.dt, s:count(), s.contactCount, s.title })
    assert.are.same({ x = 0, y = 0, w = 320, h = 240 }, s.view)
    assert.are.equal("overlap", s.world:policy())
    assert.are.same({ "push", "hurt", "hit", "sensor" }, s.kinds)
  end)

  it("has_what_its_definition_says", function()
    local def = { tick = 30, title = "a scene", view = { -10, -20, 100, 50 }, policy = "touch" }
    local s = hitbox.scene(def)
    assert.are.same({ 1 / 30, "a scene", def }, { s.dt, s.title, s.def })
    assert.are.same({ x = -10, y = -20, w = 100, h = 50 }, s.view)
    assert.are.equal("touch", s.world:policy())
  end)

  it("calls_start_when_it_is_made_and_update_in_each_tick", function()
    local seen = {}
    local s = hitbox.scene {
      tick = 50,
      start = function(s)
        s.score = 7
      end,
      update = function(s, input, dt)
        seen[#seen + 1] = { s.ticks, s.score, input.x, dt }
      end,
    }
    assert.are.equal(7, s.score)
    steps(s, 2, { held = { left = true } })
    assert.are.same({ { 1, 7, -1, 0.02 }, { 2, 7, -1, 0.02 } }, seen)
  end)

  it("numbers_the_kinds_of_boxes_for_the_tags_of_its_items", function()
    local boxes = {}
    for _, kind in ipairs({ "zone", "hit", "eye", "tail", "nose", "ear" }) do
      boxes[kind] = { r = 1 }
    end
    local s = hitbox.scene { things = { { "a", boxes = boxes } } }
    assert.are.same({ "push", "hurt", "hit", "sensor", "ear", "eye", "nose", "tail", "zone" },
      s.kinds)
  end)

  it("knows_whether_any_box_has_a_colour_or_is_hidden", function()
    local function has(def)
      return hitbox.scene({ things = { def } }).hasColors
    end
    assert.is_false(has { "a", r = 1 })
    assert.is_true(has { "a", r = 1, color = "red" })
    assert.is_true(has { "a", r = 1, hidden = true })
    assert.is_true(has { "a", boxes = { hit = { r = 1, color = "red" } } })
    local s = hitbox.scene { things = { { "a", r = 1 } } }
    s.a.color = "blue"
    assert.is_true(s.hasColors)
    s = hitbox.scene { things = { { "a", r = 1 } } }
    s.a.boxes.push.color = "blue"
    assert.is_true(s.hasColors)
  end)

  it("asks_the_host_to_end_it_by_quit", function()
    local s = hitbox.scene {}
    assert.is_false(s.done)
    s:quit()
    assert.is_true(s.done)
  end)
end)

describe("the things of a scene", function()
  local function made()
    return hitbox.scene {
      things = { numbered("a", 1), numbered("b", 1), numbered("a", 2), numbered("c", 1) },
    }
  end

  it("are_found_by_name_the_first_that_lives", function()
    local s = made()
    assert.are.equal(1, s.a.number)
    s.a:remove()
    assert.are.equal(2, s.a.number)
    s.a:remove()
    assert.is_nil(s.a)
    assert.is_nil(s.absent)
  end)

  it("are_counted", function()
    local s = made()
    assert.are.same({ 4, 2, 1, 0 }, { s:count(), s:count("a"), s:count("b"), s:count("d") })
    s.a:remove()
    assert.are.same({ 3, 1 }, { s:count(), s:count("a") })
  end)

  it("are_walked_in_order_of_making", function()
    local s = made()
    s:spawn(numbered("b", 2))
    assert.are.equal("a1 b1 a2 c1 b2", names(s))
    assert.are.equal("b1 b2", names(s, "b"))
    assert.are.equal("", names(s, "d"))
    assert.are.equal("", names(hitbox.scene {}))
  end)

  it("may_be_removed_while_they_are_walked", function()
    for first = 1, 4 do
      for last = first, 4 do
        local s, all, seen = made(), {}, {}
        for thing in s:each() do
          all[#all + 1] = thing
        end
        local i = 0
        for thing in s:each() do
          i = i + 1
          seen[#seen + 1] = thing
          if i == 1 then
            for k = first, last do
              all[k]:remove()
            end
          end
        end
        local want = { all[1] }
        for k = 2, 4 do
          want[#want + 1] = all[k].alive and all[k] or nil
        end
        assert.are.equal(#want, #seen)
        for k = 1, #want do
          assert.are.equal(want[k], seen[k])
        end
      end
    end
  end)

  it("may_be_made_while_they_are_walked_and_are_not_visited", function()
    local s = made()
    local n = 0
    for thing in s:each("a") do
      n = n + 1
      s:spawn(numbered("a", 10 + n))
      if n == 2 then
        thing:remove() -- the last of those that were there
      end
    end
    assert.are.equal(2, n)
    assert.are.equal("a1 a11 a12", names(s, "a"))
  end)

  it("may_all_be_removed_while_they_are_walked", function()
    local s = made()
    for thing in s:each() do
      thing:remove()
    end
    assert.are.same({ 0, 0 }, { s:count(), s.world:count() })
  end)

  it("are_found_at_a_point_the_last_made_first_edges_included", function()
    local s = hitbox.scene {
      things = {
        { "under", w = 20, h = 20 },
        { "over", at = { 10, 0 }, r = 5 },
        { "slope", at = { 50, 0 }, points = { 0, 0, 10, 0, 0, 10 } },
      },
    }
    local function at(x, y)
      local thing = s:thingAt(x, y)
      return thing and thing.name
    end
    assert.are.equal("over", at(8, 0))
    assert.are.equal("over", at(5, 0))
    assert.are.equal("under", at(10, 10))
    assert.are.equal("under", at(-10, -10))
    assert.is_nil(at(10.001, 10))
    assert.is_nil(at(14, 4))
    assert.are.equal("slope", at(55, 5))
    assert.is_nil(at(55.001, 5.001))
  end)

  it("are_not_made_at_all_if_a_box_is_refused", function()
    local s = hitbox.scene {}
    local text = message(s.spawn, s, { "a", boxes = { hit = { r = 1 }, push = { r = -1 } } })
    assert.matches("r of box 'push' of thing 'a' must be >= 0, got %-1$", text)
    assert.are.same({ 0, 0 }, { s:count(), s.world:count() })
    assert.is_nil(s.a)
    s = hitbox.scene { policy = "pixel" }
    assert.has_error(function()
      s:spawn { "a", boxes = { hit = { w = 1, h = 1 }, push = { r = 1 } } }
    end)
    assert.are.same({ 0, 0 }, { s:count(), s.world:count() })
  end)
end)

describe("reset", function()
  it("begins_anew", function()
    local s = hitbox.scene {
      things = { { "a", at = { 1, 2 }, r = 3 } },
      rules = { { "a", "b" } },
      start = function(s)
        s.luck = s.random(1000)
        s:spawn { "b", at = { 2, 2 }, r = 1 }
      end,
    }
    local luck = s.luck
    s:step()
    s.a.x, s.score, s.view.x = 50, 3, 99
    s:spawn { "c" }
    s:quit()
    s.a:remove()
    s:reset()
    assert.are.same({ 0, luck, 1, 0, 0 }, { s.ticks, s.luck, s.a.x, s.view.x, s.contactCount })
    assert.are.same({ "a b", 2 }, { names(s), s.world:count() })
    assert.is_nil(s.score)
    assert.is_false(s.done)
  end)
end)

describe("what_is_a_scene's_own", function()
  local function told(assign, where)
    local def = { things = { { "a", r = 3 }, { "b", r = 3 } }, rules = { { "a", "b", on = "met" } }, met = function() end }
    def[where] = assign
    if where == "start" then
      return support.refusal(def), nil
    end
    local s = hitbox.scene(def)
    return support.message(s.step, s):gsub("^[^:]*:%d+: ", ""), s
  end

  it("is_not_assigned_without_a_word", function()
    for _, where in ipairs { "start", "update", "met" } do
      for _, key in ipairs { "contacts", "current", "def", "dt", "hitbox", "input", "kinds", "rules", "world", "contactCount",
        "hasColors", "ticks" } do
        local message = told(function(s) s[key] = 5 end, where)
        assert.are.equal(("'%s' of a scene cannot be assigned: give your field another name"):format(key), message)
      end
    end
    assert.are.equal("random of the scene must be a function, got nil", (told(function(s) s.random = nil end, "update")))
    assert.are.equal("services of the scene must be a table, got 5", (told(function(s) s.services = 5 end, "update")))
  end)

  it("is_as_it_was_after_that_so_that_a_script_that_is_mended_goes_on", function()
    local _, s = told(function(s)
      if s.ticks == 1 then
        s.random, s.world, s.ticks, s.view.x = 5, 5, 5, "left"
      end
    end, "update")
    assert.are.equal(1, s.ticks)
    assert.is_true(s.random() < 1)
    assert.is_false(pcall(s.step, s)) -- the view
    s:step()
    assert.are.same({ x = 0, y = 0, w = 320, h = 240 }, s.view)
  end)

  it("has_a_view_of_numbers", function()
    local names = "view of the scene must be { x =, y =, w =, h = }, got "
    for _, case in ipairs {
      { function(s) s.view.x = "left" end, "x of view of the scene must be a finite number, got 'left'" },
      { function(s) s.view.h = 0 / 0 end, "h of view of the scene must be a finite number, got NaN" },
      { function(s) s.view.w = 0 end, "w of view of the scene must be > 0, got 0" },
      { function(s) s.view = nil end, names .. "nil" },
      { function(s) s.view = { 100, 100 } end, names .. "a table without these names" },
    } do
      assert.are.equal(case[2], (told(case[1], "update")))
      assert.are.equal(case[2], (told(case[1], "start")))
    end
    told(function(s)
      s.view = { x = 1, y = 2, w = 3, h = 4 }
      error("nothing", 0)
    end, "update")
  end)

  it("has_a_view_without_the_words_that_others_have", function()
    local s = hitbox.scene {}
    local function says(key, meant, call)
      assert.are.equal(("a view has no %s: it has x, y, w and h, did you mean '%s'?"):format(key, meant),
        (support.message(call, s):gsub("^[^:]*:%d+: ", "")))
    end
    says("'width'", "w", function() s.view.width = 400 end)
    says("'height'", "h", function() return s.view.height / 2 end)
    says("[3]", "w", function() return s.view[3] / 2 end)
    s.view.shake = 3
    assert.are.equal(3, s.view.shake)
    assert.is_nil(s.view.other)
  end)

  it("has_a_title_of_letters", function()
    local message, s = told(function(s)
      if s.ticks == 1 then
        s.title = 5
      end
    end, "update")
    assert.are.equal("title of the scene must be a string, got 5", message)
    assert.is_false(s.title)
    s.title = "level 2"
    s:step()
    s.title = nil
    s:step()
    assert.are.equal("title of the scene must be a string, got true", (told(function(s) s.title = true end, "start")))
  end)

  it("is_another_one_after_a_reset_or_a_switch_within_a_tick", function()
    for _, where in ipairs { "update", "met" } do
      local def = {
        things = { { "a", r = 3 }, { "b", r = 3 } }, rules = { { "a", "b", on = "met" } }, met = function() end,
        scenes = { other = { things = { { "c", r = 1 } } } },
      }
      def[where] = function(s)
        s:reset()
        s:switch("other")
      end
      local s = hitbox.scene(def)
      s:step()
      s:step()
      assert.are.same({ "other", 1 }, { s.current, s.ticks })
    end
  end)
end)

describe("updateContacts", function()
  it("lists_what_meets_now_and_changes_nothing", function()
    local s = logged {
      rules = { { "hero", "foe", on = "on", exit = "exit" } },
      things = { { "foe", r = 5 }, { "hero", at = { 50, 0 }, r = 5 } },
    }
    s:step()
    s.hero.x = 8
    s:updateContacts()
    local c = s.contacts[1]
    assert.are.same({ 1, "hero", "foe", 2, 1 },
      { s.contactCount, c.a.name, c.b.name, c.depth, c.nx })
    s.hero.x = 50
    s:updateContacts()
    assert.are.equal(0, s.contactCount)
    s:step()
    assert.are.same({}, s.log)
  end)

  it("in_the_middle_of_a_tick_leaves_shown_what_the_tick_has_found", function()
    local s = hitbox.scene {
      rules = { { "hero", "foe", on = "on" } },
      things = { { "foe", r = 5 }, { "foe", at = { 2, 0 }, r = 5 }, { "hero", at = { 1, 0 }, r = 5 } },
      on = function(s, c)
        if not s.seen then
          c.b:remove()
          s.hero:setPosition(50, 0)
          s:updateContacts()
          s.seen = s.contactCount
        end
      end,
    }
    s:step()
    assert.are.same({ 0, 1 }, { s.seen, s.contactCount })
    assert.are.equal(s.foe, s.contacts[1].b)
  end)
end)

describe("the same input", function()
  --- Balls and a hero that bounce about, are made and removed at random.
  local function run()
    local s = hitbox.scene {
      seed = 7,
      rules = {
        { "hero.hurt", "ball", on = "hurt", every = 5 },
        { "ball", "wall", response = "bounce", on = "turn" },
        { "hero", "wall", response = "slide" },
        { "ball", "ball", on = "turn", exit = "turn" },
      },
      things = {
        { "hero", at = { 160, 120 }, boxes = { push = { w = 12, h = 20 }, hurt = { r = 9 } } },
        { "wall", at = { 0, 0 }, anchor = "top-left", w = 10, h = 240 },
        { "wall", at = { 310, 0 }, anchor = "top-left", w = 10, h = 240 },
        { "wall", at = { 0, 0 }, anchor = "top-left", w = 320, h = 10 },
        { "wall", at = { 0, 230 }, anchor = "top-left", w = 320, h = 10 },
      },
      start = function(s)
        s.log = {}
      end,
      update = function(s, input)
        s.hero:move(input.x * 3, input.y * 3)
        if s:count("ball") < 20 then
          s:spawn { "ball", at = { s.random(20, 300), s.random(20, 220) }, r = s.random(3, 6),
            data = { vx = s.random() * 4 - 2, vy = s.random() * 4 - 2 } }
        end
        for ball in s:each("ball") do
          ball:move(ball.vx, ball.vy)
        end
      end,
      turn = function(s, c)
        s.log[#s.log + 1] = ("%d %s %.17g %.17g"):format(c.tick, c.b.name, c.x, c.y)
        c.a.vx, c.a.vy = -c.a.vx, s.random() * 4 - 2
        if s.random(20) == 1 then
          c.a:remove()
        end
      end,
      hurt = function(s, c)
        s.log[#s.log + 1] = ("%d hurt"):format(c.tick)
        c.b:remove()
      end,
    }
    local actions = { "left", "right", "up", "down" }
    for tick = 1, 200 do
      s:step { held = { [actions[math.floor(tick / 17) % 4 + 1]] = true } }
    end
    for thing in s:each() do
      s.log[#s.log + 1] = ("%s %.17g %.17g"):format(thing.name, thing.x, thing.y)
    end
    return s
  end

  it("gives_the_same_scene", function()
    local one = run()
    assert.is_true(#one.log > 50)
    assert.are.same(one.log, run().log)
  end)

  it("gives_the_same_scene_after_a_reset", function()
    local s = hitbox.scene {
      things = { { "a", r = 3 } },
      update = function(s)
        s.a.x = s.a.x + s.random()
        s:spawn { "b", at = { s.random(9), 0 }, r = 1 }
      end,
    }
    local function play()
      steps(s, 20)
      local list = {}
      for thing in s:each() do
        list[#list + 1] = thing.x
      end
      return list
    end
    local first = play()
    s:reset()
    assert.are.same(first, play())
  end)
end)

describe("a wrong scene", function()
  it("is_refused_at_the_line_of_the_call", function()
    local function run(text)
      local ok, err = pcall(versions.chunk(_G, text, "@scripts/x.lua"))
      assert.is_false(ok)
      return err
    end
    assert.are.equal("scripts/x.lua:2: unknown key 'anchr' in thing 'hero', did you mean 'anchor'?",
      run([[local hitbox = require "hitbox"
        local s = hitbox.scene {
          things = { { "hero", anchr = "feet" } },
        }
        return s]]))
    -- A tail call, as most scripts end. LuaJIT then takes the script for ended.
    local err = run([[local hitbox = require "hitbox"
        return hitbox.scene {
          rulez = {},
        }]])
    assert.are.equal("unknown key 'rulez' in the scene, did you mean 'rules'?", (err:gsub("^[^:]*:%d+: ", "")))
    assert.are.equal(not versions.isJit, err:find("scripts/x.lua:2: ", 1, true) == 1)
    assert.are.equal("scripts/x.lua:4: r of thing 'hero' must be >= 0, got -1",
      run([[local hitbox = require "hitbox"
        return hitbox.scene {
          start = function(s)
            s:spawn { "hero", r = -1 }
          end,
        }]]))
  end)

  it("is_refused_if_a_function_that_is_called_for_it_is_misspelt", function()
    local function f() end
    for wrong, right in pairs { upadte = "update", Update = "update", udpate = "update", strat = "start", DRAW = "draw" } do
      assert.are.equal(("nothing calls the function '%s' of the scene, did you mean '%s'?"):format(wrong, right),
        refusal { [wrong] = f })
    end
    assert.has_no.errors(function()
      hitbox.scene { updated = f, ward = f, tarts = f, star = f, redraw = f, updat = f }
      hitbox.scene { update = f, upadte = f }
    end)
  end)

  it("is_refused_by_key_and_value", function()
    assert.are.equal("a scene must be a table, got nil", refusal(nil))
    assert.are.equal("scene 'cave' must be a table, got 3", refusal { scenes = { cave = 3 } })
    assert.are.equal("tick of the scene must be a whole number >= 1, got 0", refusal { tick = 0 })
    assert.are.equal("tick of the scene must be a finite number, got '60'", refusal { tick = "60" })
    assert.are.equal("seed of the scene must be a whole number, got 0.5", refusal { seed = 0.5 })
    assert.are.equal("policy of the scene cannot be 'touching', did you mean 'touch'?",
      refusal { policy = "touching" })
    assert.are.equal("broadPhase of the scene cannot be 'treee', did you mean 'tree'?", refusal { broadPhase = "treee" })
    assert.are.equal("tree", hitbox.scene({ broadPhase = "tree" }).world:broadPhase())
    assert.are.equal("title of the scene must be a string, got 3", refusal { title = 3 })
    assert.are.equal("mouse of the scene must be a boolean, got 'left'", refusal { mouse = "left" })
    assert.are.equal("update of the scene must be a function, got true", refusal { update = true })
    assert.are.equal("drawAbove of the scene must be a function, got true", refusal { drawAbove = true })
    assert.are.equal("nothing calls the function 'drawabove' of the scene, did you mean 'drawAbove'?",
      refusal { drawabove = function() end })
    assert.are.equal("rules of the scene must be a table, got 3", refusal { rules = 3 })
    assert.are.equal("things of the scene must be a list, got the key 'hero': a thing is { 'name', at = { 40, 100 }, ... }",
      refusal { things = { hero = { r = 1 } } })
    assert.are.equal("view of the scene must be {w, h} or {x, y, w, h}", refusal { view = { 1 } })
    assert.are.equal("[2] of view of the scene must be > 0, got 0", refusal { view = { 320, 0 } })
    assert.are.equal("unknown key 1 in the scene; known are background, broadPhase, draw, drawAbove, input, map, "
      .. "mouse, policy, recover, rules, scenes, seed, start, tests, things, tick, title, types, update, view", refusal { {} })
    assert.are.equal("unknown key 'fps' in the scene, did you mean 'tick'?", refusal { fps = 30 })
  end)

  it("cannot_be_stepped_with_what_is_no_input", function()
    local s = hitbox.scene {}
    assert.matches("the input of a step must be a table, got 'left'$", message(s.step, s, "left"))
    assert.are.equal(0, s.ticks)
  end)

  it("cannot_take_a_method_s_name_for_a_field", function()
    local s = hitbox.scene {}
    local text = message(function()
      s.count = 3
    end)
    assert.matches("'count' is a method of scenes: your field needs another name, such as s.myCount$", text)
    assert.are.equal(0, s:count())
  end)

  it("lets_no_object_of_its_own_have_a_field_that_is_called_like_a_method", function()
    local s = hitbox.scene { rules = {}, things = { { "hero", w = 4, h = 4 } } }
    local objects = {
      input = { s.input, "down" }, ["task"] = { s:after(1, function() end), "stop" },
      machine = { s:machine({ idle = {} }, "idle"), "switch" },
    }
    for name, of in pairs(objects) do
      local object, method = of[1], of[2]
      local kind = name == "machine" and "task" or name
      local before = object[method]
      local text = message(function()
        object[method] = 3
      end)
      assert.are.equal(("'%s' is a method of %ss: your field needs another name, such as %s.my%s"):format(method, kind, kind,
        method:sub(1, 1):upper() .. method:sub(2)), (text:gsub("^[^:]*scene_spec.lua:%d+: ", "")))
      assert.are.equal(before, object[method])
      object.mine = 3
      assert.are.equal(3, object.mine)
      object[method] = print -- as a debugger that watches calls does
      assert.are.equal(print, object[method])
    end
  end)

  it("refuses_functions_that_belong_into_its_table", function()
    local s = hitbox.scene {}
    local text = message(function()
      function s:update() end
    end)
    assert.matches("'update' is called only if it is in the definition: write hitbox.scene { update = function(s) ... end }",
      text, 1, true)
    s.start = 5
    assert.are.equal(5, s.start)
  end)

  it("keeps_a_thing_whose_name_is_assigned_nil_and_says_how_it_is_removed", function()
    local s = hitbox.scene { types = { foe = { r = 1 } }, things = { { "hero" }, { "foe" } } }
    for _, name in ipairs { "hero", "foe" } do
      assert.matches(("s.%s = nil does not remove the thing: call s.%s:remove()"):format(name, name),
        message(function() s[name] = nil end), 1, true)
    end
    s.hero:remove()
    s.hero, s.target = nil, nil
    s.foe = 5 -- a field of one's own
    s.foe = nil
    assert.are.equal("foe", s.foe.name)
  end)

  it("is_not_ended_by_a_field_of_the_script_that_is_called_done", function()
    local s = hitbox.scene { update = function(s) s.done = s.ticks == 2 end }
    assert.matches("'done' of a scene cannot be assigned: call s:quit%(%)$", message(s.step, s))
    assert.is_false(s.done)
    s:quit()
    assert.is_true(s.done)
    local again = hitbox.scene {}
    again:reloadFrom(s)
    assert.is_true(again.done)
  end)
end)
