local hitbox = require "hitbox"
local testing = require "hitbox.scene.testing"
local support = require "tests.scene.support"

local def = {
  rules = { { "hero.push", "floor", response = "slide" } },
  things = {
    { "hero", at = { 0, -20 }, anchor = "feet", w = 10, h = 20 },
    { "floor", anchor = "top", w = 200, h = 10 },
  },
  start = function(s)
    s.jumps, s.clicks = 0, {}
  end,
  update = function(s, input)
    s.hero:move(input.x, 5)
    s.jumps = s.jumps + (input:pressed("jump") and 1 or 0)
    if input:pressed("mouse left") then
      s.clicks[#s.clicks + 1] = input.mouse.x .. "," .. input.mouse.y
    end
  end,
}

local function load()
  return hitbox.scene(def)
end

--- Run one case; what it failed with, or nil.
local function run(play)
  local result
  testing.run(load, { { "it", play } }, function(_, ok, message)
    result = { ok, message }
  end)
  assert.are.equal(result[1], result[2] == nil)
  return result[2]
end

--- The message of a case that must fail, without file and line.
local function failure(play)
  local message = run(play)
  assert.is_string(message)
  local text, n = message:gsub("^tests/scene/testing_spec%.lua:%d+: ", "")
  assert.are.equal(1, n, message)
  return text
end

describe("a run of cases", function()
  it("reports_each_and_counts_them", function()
    local told = {}
    local passed, failed = testing.run(load, {
      { "one", function() end },
      { "two", function(t) t:eq(1, 2) end },
      { "three", function(t) t:ok(true) end },
    }, function(name, ok)
      told[#told + 1] = name .. " " .. tostring(ok)
    end)
    assert.are.same({ 2, 1 }, { passed, failed })
    assert.are.same({ "one true", "two false", "three true" }, told)
  end)

  it("gives_each_case_a_fresh_scene", function()
    local scenes = {}
    local function play(t)
      t:step(3)
      assert.are.equal(3, t.scene.ticks)
      scenes[t.scene] = true
    end
    testing.run(load, { { "one", play }, { "two", play } }, function(_, ok)
      assert.is_true(ok)
    end)
    local n = 0
    for _ in pairs(scenes) do
      n = n + 1
    end
    assert.are.equal(2, n)
  end)

  it("fails_a_case_that_calls_a_field_like_a_method", function()
    local message = run(function(t)
      t.mine = 3
      t.step = 3
    end)
    assert.matches("testing_spec.lua:%d+: 'step' is a method of tests: your field needs another name, such as t.myStep", message)
  end)

  it("fails_a_case_by_a_fault_of_the_script_and_shows_where", function()
    local message = run(function(t)
      t.scene.absent:move(1, 2)
    end)
    assert.matches("^tests/scene/testing_spec%.lua:%d+: attempt to index .*nil value", message)
    assert.matches("stack traceback", message)
    assert.matches("^[^\n]*no scene today", (function()
      local told
      testing.run(function()
        error("no scene today")
      end, { { "it", function() end } }, function(_, _, text)
        told = text
      end)
      return told
    end)())
  end)

  it("compares_tables_by_their_entries_and_names_the_first_that_differs", function()
    local function told(got, want)
      local message = run(function(t) t:eq(got, want) end)
      return message and message:gsub("^[^:]*:%d+: ", "")
    end
    local thing = hitbox.scene { things = { { "hero", r = 1 } } }.hero
    local ring, other = { 1 }, { 1 }
    ring.ring, other.ring = ring, other
    assert.is_nil(told({ 1, { a = "b" }, thing }, { 1, { a = "b" }, thing }))
    assert.is_nil(told({}, {}))
    assert.is_nil(told(ring, other))
    other[1] = 2
    assert.are.equal("[1] got 1, want 2", told(ring, other))
    assert.are.equal("[2] got 3, want nil", told({ 1, 3 }, { 1 }))
    assert.are.equal("[2] got nil, want 3", told({ 1 }, { 1, 3 }))
    assert.are.equal(".pos.x got 4, want 5", told({ pos = { x = 4 } }, { pos = { x = 5 } }))
    assert.are.equal("[true] got nil, want a table", told({}, { [true] = {} }))
    assert.are.equal("[1] got thing 'hero', want a table", told({ thing }, { {} }))
    assert.are.equal("got a table, want 3", told({}, 3))
    assert.are.equal("[1] got NaN, want NaN", told({ 0 / 0 }, { 0 / 0 }))
    assert.is_nil(told(support.lattice(1), support.lattice(1)))
    assert.matches("^%[1%]%[1%].* got 1, want 2$", told(support.lattice(1), support.lattice(2)))
  end)

  it("names_the_line_of_the_expectation", function()
    local line = debug.getinfo(1, "l").currentline
    local message = run(function(t)
      t:eq(1, 2)
    end)
    assert.are.equal(("tests/scene/testing_spec.lua:%d: got 1, want 2"):format(line + 2), message)
  end)

  it("refuses_what_is_no_list_of_cases", function()
    local function refused(cases)
      local ok, message = pcall(testing.run, load, cases, function() end)
      assert.is_false(ok)
      return (message:gsub("^[^:]*:%d+: ", ""))
    end
    assert.are.equal("a scene test must return a list of cases, got nil", refused(nil))
    assert.are.equal("a scene test must return a list of cases, got a table", refused {})
    assert.are.equal('case 1 must be { "a sentence", function(t) ... end }', refused { { "a" } })
    assert.are.equal('case 1 must be { "a sentence", function(t) ... end }, got a function', refused { print })
    local named = "tests of %s must be a list, got the key 'falls': a case is { \"the hero lands\", function(t) ... end }"
    assert.are.equal(named:format("a scene"), refused { falls = print })
    local ok, message = pcall(hitbox.scene, { tests = { falls = print } })
    assert.is_false(ok)
    assert.are.equal(named:format("the scene"), (message:gsub("^%S+:%d+: ", "")))
  end)
end)

describe("an expectation", function()
  it("of_equal_values", function()
    assert.is_nil(run(function(t)
      t:eq("a", "a")
      t:eq(t.scene.hero, t.scene.hero)
    end))
    assert.are.equal("got 'a', want 3", failure(function(t) t:eq("a", 3) end))
    assert.are.equal("score: got nil, want true", failure(function(t) t:eq(nil, true, "score") end))
    assert.are.equal("got thing 'hero', want thing 'floor'", failure(function(t)
      t:eq(t.scene.hero, t.scene.floor)
    end))
    assert.are.equal("got 0.30000000000000004, want 0.3", failure(function(t)
      t:eq(0.1 + 0.2, 0.3)
    end))
  end)

  it("of_near_numbers", function()
    assert.is_nil(run(function(t) t:near(1.5, 1, 0.5) end))
    assert.are.equal("got 1.6, want 1 within 0.5", failure(function(t) t:near(1.6, 1, 0.5) end))
    assert.are.equal("x: got NaN, want 1 within 9", failure(function(t)
      t:near(0 / 0, 1, 9, "x")
    end))
    assert.are.equal("got nil, want 1 within 9", failure(function(t) t:near(nil, 1, 9) end))
  end)

  it("of_something_true", function()
    assert.is_nil(run(function(t) t:ok(0) end))
    assert.are.equal("alive: got false, want something true", failure(function(t)
      t:ok(false, "alive")
    end))
  end)

  it("of_a_contact", function()
    assert.is_nil(run(function(t)
      t:noContact("hero", "floor")
      t:step(5)
      t:contact("hero", "floor")
      t:contact("floor", "hero.push")
      t:contact("*.push", "*")
      t:noContact("hero.hurt", "floor")
    end))
    assert.are.equal("no contact of 'hero' with 'floor.hurt' in tick 1; contacts: none", failure(function(t)
      t:step()
      t:contact("hero", "floor.hurt")
    end))
    assert.are.equal("no contact of 'hero' with 'floor.hurt' in tick 5; "
      .. "contacts: hero.push with floor.push", failure(function(t)
        t:step(5)
        t:contact("hero", "floor.hurt")
      end))
    assert.are.equal("'hero' is in contact with '*.push' in tick 5", failure(function(t)
      t:step(5)
      t:noContact("hero", "*.push")
    end))
  end)

  it("of_a_contact_may_name_several_words_and_kinds", function()
    assert.is_nil(run(function(t)
      t:step(5)
      t:contact("hero.hit|push", "floor")
      t:contact("floor|hero", "*.push")
      t:noContact("hero.hit|hurt", "floor")
    end))
    assert.are.equal("'hero.hit|push' is in contact with 'floor' in tick 5", failure(function(t)
      t:step(5)
      t:noContact("hero.hit|push", "floor")
    end))
  end)

  it("of_a_contact_may_name_a_team", function()
    local function both(t)
      t.scene.hero.team = "red"
      t:step(5)
    end
    assert.is_nil(run(function(t)
      both(t)
      t:contact("red", "floor")
    end))
    assert.are.equal("'red.push' is in contact with 'floor' in tick 5", failure(function(t)
      both(t)
      t:noContact("red.push", "floor")
    end))
  end)

  it("of_a_missing_thing_is_an_error", function()
    local function slip(text, play)
      local message = run(play)
      assert.is_truthy(message:find(text, 1, true), message)
      assert.is_truthy(message:find("testing_spec.lua:", 1, true), message)
    end
    slip("noContact: no thing, type, group or team of the scene is called 'flor', did you mean 'floor'?", function(t)
      t:noContact("hero", "flor")
    end)
    slip("contact: no thing, type, group or team of the scene is called 'heroo', did you mean 'hero'?", function(t)
      t:contact("heroo.push", "floor")
    end)
    slip("pattern of contact must be 'name', 'name.kind', '*.kind' or '*', got nil", function(t) t:contact("hero") end)
    slip("pattern of noContact must be 'name', 'name.kind', '*.kind' or '*', got thing 'floor'", function(t)
      t:noContact("hero", t.scene.floor)
    end)
    assert.is_nil(run(function(t)
      t.scene.floor:remove()
      t:noContact("hero", "floor") -- it was there
    end))
  end)

  it("with_wrong_arguments_is_a_slip", function()
    for text, play in pairs({
      ["the ticks of step must be >= 0, got -1"] = function(t) t:step(-1) end,
      ["the ticks of step must be a whole number, got 1.5"] = function(t) t:step(1.5) end,
      ["the ticks of step must be a finite number, got 'x'"] = function(t) t:step("x") end,
      ["what is wanted of near must be a finite number, got nil"] = function(t) t:near(1) end,
      ["the tolerance of near must be a finite number, got nil"] = function(t) t:near(1, 2) end,
      ["what is expected of eventually must be a function, got 60"] = function(t) t:eventually(60) end,
      ["the ticks of eventually must be a finite number, got 'x'"] = function(t) t:eventually(print, "x") end,
      ["what is expected of never must be a function, got nil"] = function(t) t:never() end,
      ["y of point must be a finite number, got nil"] = function(t) t:click(1) end,
    }) do
      local message = run(play)
      assert.is_truthy(message:find("testing_spec.lua:%d+: " .. text:gsub("%p", "%%%0")), message)
    end
  end)

  it("of_something_to_come", function()
    assert.is_nil(run(function(t)
      local got = t:eventually(function(s)
        return s.hero.blocked.below and "landed"
      end, 5)
      t:eq(got, "landed")
      t:eq(t.scene.ticks, 5)
    end))
    assert.are.equal("the condition was false for 3 ticks; values: false from tick 0", failure(function(t)
      t:eventually(function(s)
        return s.ticks > 3
      end, 3)
    end))
  end)

  it("of_something_to_come_shows_the_values_that_were_seen", function()
    local function told(see, ticks)
      return failure(function(t) t:eventually(see, ticks) end):gsub("^the condition was false for %d+ ticks; values: ", "")
    end
    assert.are.equal("nil from tick 0", (told(function(s) return s.hero.landed end, 9)))
    assert.are.equal("0 from tick 0, 1 from tick 1, 2 from tick 2", (told(function(s) return false, s.ticks end, 2)))
    assert.are.equal("0 from tick 0, 1 from tick 4", (told(function(s) return false, math.floor(s.ticks / 4) end, 7)))
    assert.are.equal("0, 'a' from tick 0, 1, 'a' from tick 1, 2, 'a' from tick 2, 3, 'a' from tick 3, 4, 'a' from tick 4, "
      .. "5, 'a' from tick 5", (told(function(s) return false, s.ticks, "a" end, 5)))
    assert.are.equal("0 from tick 0, 1 from tick 1, 2 from tick 2, ..., 18 from tick 18, 19 from tick 19, 20 from tick 20",
      (told(function(s) return false, s.ticks end, 20)))
    assert.are.equal("thing 'hero', nil from tick 0", (told(function(s) return nil, s.hero, nil end, 3)))
    assert.are.equal("the condition was true after 3 ticks; value: 3, 'b'", failure(function(t)
      t:never(function(s) return s.ticks == 3, s.ticks, "b" end, 9)
    end))
  end)

  it("of_something_that_never_comes", function()
    assert.is_nil(run(function(t)
      t:never(function(s)
        return s.ticks > 5
      end, 5)
      t:eq(t.scene.ticks, 5)
    end))
    assert.are.equal("the condition was true after 2 ticks; value: true", failure(function(t)
      t:never(function(s)
        return s.ticks == 2
      end)
    end))
    assert.are.equal("the condition was true after 0 ticks; value: true", failure(function(t)
      t:never(function()
        return true
      end)
    end))
  end)

  it("is_about_the_first_of_what_a_call_returns", function()
    assert.is_nil(run(function(t)
      t:step(5)
      t:ok(t.scene:raycast(0, -40, 0, 80))
      t:eq(t.scene.hero, t.scene:raycast(0, -40, 0, 80))
    end))
    assert.are.equal("got false, want something true", failure(function(t)
      t:ok(false, t.scene.hero, 3)
    end))
  end)

  it("with_the_line_of_the_case_if_it_is_in_a_function_that_this_calls", function()
    local line = debug.getinfo(1, "l").currentline
    local function lands(t)
      t:eventually(function() return false end, 1)
    end
    local function helper(t)
      lands(t)
      return true
    end
    local file = "tests/scene/testing_spec.lua:"
    local said = file .. "%d: the condition was false for 1 ticks; values: false from tick 0%s"
    local called = " (called at " .. file .. "%d)"
    assert.are.equal(said:format(line + 2, called:format(line + 12)), run(function(t)
      helper(t)
      t:step()
    end))
    assert.are.equal(said:format(line + 16, ""), run(function(t)
      t:eventually(function() return false end, 1)
    end))
    local play = testing.play(load(), function(t)
      helper(t)
    end)
    play()
    assert.are.equal(said:format(line + 2, called:format(line + 19)), support.message(play))
  end)

  it("with_what_it_is_about", function()
    local function no() return false end
    assert.are.equal("he lands: the condition was false for 2 ticks; values: false from tick 0", failure(function(t) t:eventually(no, 2, "he lands") end))
    assert.are.equal("he falls: the condition was true after 0 ticks; value: 'table'", failure(function(t) t:never(type, nil, "he falls") end))
  end)
end)

describe("the buttons of a case", function()
  it("are_held_until_they_are_released", function()
    assert.is_nil(run(function(t)
      t:hold("right", "jump")
      t:step(4)
      t:eq(t.scene.hero.x, 4)
      t:eq(t.scene.jumps, 1)
      t:release("jump")
      t:hold("jump") -- no tick has seen it up
      t:step()
      t:eq({ t.scene.hero.x, t.scene.jumps }, { 5, 1 })
      t:release("right")
      t:step(4)
      t:eq(t.scene.hero.x, 5)
      t:ok(t.scene.input:down("jump"))
      t:release()
      t:step()
      t:ok(t.scene.input:released("jump"))
    end))
  end)

  it("are_pressed_for_one_tick", function()
    assert.is_nil(run(function(t)
      t:press("jump")
      t:eq(t.scene.ticks, 1)
      t:ok(t.scene.input:down("jump"))
      t:step()
      t:ok(t.scene.input:released("jump"))
      t:eq(t.scene.jumps, 1)
    end))
  end)

  it("are_pressed_together", function()
    assert.is_nil(run(function(t)
      t:hold("left")
      t:press("jump", "right")
      t:eq({ t.scene.jumps, t.scene.ticks, t.scene.hero.x }, { 1, 1, 0 })
      t:press("right", "jump")
      t:eq({ t.scene.jumps, t.scene.ticks, t.scene.hero.x }, { 2, 3, -1 })
      t:step()
      t:eq(t.scene.hero.x, -2)
    end))
  end)

  it("are_pressed_twice_by_two_presses", function()
    assert.is_nil(run(function(t)
      t:press("jump")
      t:press("jump")
      t:eq(t.scene.jumps, 2)
      t:eq(t.scene.ticks, 3, "with one between them")
      t:click(1, 2)
      t:click(3, 4)
      t:eq(table.concat(t.scene.clicks, " "), "1,2 3,4")
    end))
  end)

  it("click_where_the_mouse_points", function()
    assert.is_nil(run(function(t)
      t:click(3, 4)
      t:step()
      t:point(5, 6)
      t:press("mouse left")
      t:eq(table.concat(t.scene.clicks, " "), "3,4 5,6")
    end))
  end)

  it("stand_beside_a_stick", function()
    assert.is_nil(run(function(t)
      t:stick(0.5, -1)
      t:step(2)
      t:eq(t.scene.input.x, 0.5)
      t:eq(t.scene.input.y, -1)
      t:stick(0, 0)
      t:step()
      t:eq(t.scene.input.x, 0)
    end))
  end)

  it("compare_what_a_scene_has_in_records", function()
    assert.is_nil(run(function(t)
      t:step()
      t:eq(t.scene.view, { x = 0, y = 0, w = 320, h = 240 })
      t:eq(t.scene.input.mouse, { x = 0, y = 0, moved = false })
      t:eq(t.scene:spawn({ "rock", r = 1 }).blocked, { left = false, right = false, above = false, below = false })
    end))
    assert.matches("%.w got 320, want 300", run(function(t) t:eq(t.scene.view, { x = 0, y = 0, w = 300, h = 240 }) end))
  end)

  it("aim_with_the_other_stick", function()
    assert.is_nil(run(function(t)
      t:aim(0, -0.5)
      t:step(2)
      t:eq({ t.scene.input.aim.x, t.scene.input.aim.y }, { 0, -0.5 })
    end))
    assert.matches("y of aim must be a finite number, got nil", run(function(t) t:aim(1) end))
  end)

  it("must_have_a_name_that_there_is", function()
    assert.matches("there is no input named 'jmp', did you mean 'jump'%?", run(function(t)
      t:hold("jmp")
    end))
    assert.matches("there is no input named 'lft', did you mean 'left'%?", run(function(t)
      t:release("lft")
    end))
  end)
end)

describe("a thing that is dragged", function()
  it("is_where_it_is_dragged_to_whatever_the_scene_does", function()
    assert.is_nil(run(function(t)
      local hero = t.scene.hero
      local x, y = hero.x, hero.y
      t:eq(t:grab(x + 1, y - 2), hero)
      t:drag(x + 31, y + 8)
      t:eq(hero.x, x + 30)
      t:eq(hero.y, y + 10)
      t:hold("right")
      t:step(3)
      t:eq(hero.x, x + 31, "one step from where it is held")
      t:drop()
      t:step()
      t:eq(hero.x, x + 32)
    end))
  end)

  it("is_one_that_is_there", function()
    assert.matches("there is no thing at %(%-900, 5%) to grab", run(function(t)
      t:grab(-900, 5)
    end))
    assert.matches("drag needs a grabbed thing: call t:grab%(x, y%)", run(function(t)
      t:drag(1, 2)
    end))
    assert.matches("y .*must be .*got NaN", run(function(t)
      t:grab(1, 0 / 0)
    end))
    assert.is_nil(run(function(t)
      t:grab(50, 5):remove()
      t:drag(1, 2)
      t:step()
      t:drop()
    end))
  end)
end)

describe("a scene that is played by a function", function()
  local function played(play)
    local s = hitbox.scene { things = { { "hero", w = 2, h = 2 } }, update = function(s, input)
      s.hero.x = s.hero.x + input.x
      s.jumps = (s.jumps or 0) + (input:pressed("jump") and 1 or 0)
    end }
    return s, testing.play(s, play)
  end

  it("is_given_what_is_held_in_each_tick_that_a_host_runs_until_the_function_ends", function()
    local s, nextInput = played(function(t)
      t:hold("right")
      t:step(3)
      t:release()
      t:press("jump")
      t:press("jump") -- lets it go for a tick
      t:stick(0.5, 0)
      t:eventually(function(scene) return scene.ticks == 9 end)
      t:grab(t.scene.hero.x, 0)
      t:drag(50, 0)
      t:step()
    end)
    local places = {}
    local input = nextInput()
    while input do
      s:step(input)
      places[#places + 1] = s.hero.x
      input = nextInput()
    end
    assert.are.same({ 1, 2, 3, 3, 3, 3, 3.5, 4, 4.5, 50.5 }, places)
    assert.are.equal(2, s.jumps)
    assert.is_nil(nextInput())
  end)

  it("raises_what_the_function_raises_once", function()
    local s, nextInput = played(function(t)
      t:step()
      t:eq(t.scene.ticks, 2, "ticks")
    end)
    s:step(nextInput())
    assert.matches("^tests/scene/testing_spec.lua:%d+: ticks: got 1, want 2$", support.message(nextInput))
    assert.is_nil(nextInput())
    local _, broken = played(function() error("mine") end)
    assert.matches("testing_spec.lua:%d+: mine\nstack traceback:", support.message(broken))
    local _, thrown = played(function() error({ 5 }) end)
    local ok, value = pcall(thrown)
    assert.are.same({ false, { 5 } }, { ok, value })
  end)
end)
