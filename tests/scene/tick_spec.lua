local hitbox = require "hitbox"
local support = require "tests.scene.support"
local garbageOf = require "tests.tools.garbage"
local versions = require "tests.tools.versions"
local logged, message, names, steps = support.logged, support.message, support.names, support.steps

describe("within the functions of a tick", function()
  it("a_removed_thing_is_not_told_of_but_its_end_is", function()
    local s = logged {
      rules = {
        { "bullet", "foe", on = "strike", exit = "exit" },
        { "bullet", "smoke", on = "on", exit = "exit" },
      },
      things = { { "bullet", r = 2 }, { "smoke", r = 9 }, { "foe", r = 3 }, { "foe", r = 3 },
        { "smoke", r = 9 } },
      strike = function(s, c)
        s.struck = (s.struck or 0) + 1
        c.a:remove()
      end,
    }
    steps(s, 2)
    assert.are.equal(1, s.struck)
    assert.are.same({ "1 on bullet.push smoke.push", "2 exit bullet.push smoke.push",
      "2 exit bullet.push foe.push" }, s.log)
  end)

  it("no_end_is_reported_if_both_are_gone", function()
    local s = logged {
      rules = { { "a", "b", on = "strike", exit = "exit" } },
      things = { { "a", r = 2 }, { "b", r = 3 } },
      strike = function(_, c)
        c.a:remove()
        c.b:remove()
      end,
    }
    steps(s, 3)
    assert.are.same({ {}, 0 }, { s.log, s.contactCount })
  end)

  it("contacts_of_removed_things_are_not_listed", function()
    local s = hitbox.scene {
      rules = { { "a", "b", on = "strike" } },
      things = { { "a", r = 2 }, { "b", r = 3 }, { "b", r = 3 } },
      strike = function(s, c)
        s.listed = (s.listed or "") .. s.contactCount
        c.b:remove()
        s.listed = s.listed .. s.contactCount
      end,
    }
    s:step()
    assert.are.same({ "2110", 0 }, { s.listed, s.contactCount })
    assert.is_nil(s.contacts[1])
  end)

  it("things_may_be_made_and_meet_in_the_next_tick", function()
    local s = logged {
      rules = { { "a", "b", on = "breed" }, { "a", "child", on = "on" } },
      things = { { "a", r = 2 }, { "b", r = 3 } },
      breed = function(s)
        s:spawn { "child", r = 1 }
      end,
    }
    steps(s, 1)
    assert.are.same({ "a b child", {} }, { names(s), s.log })
    steps(s, 1)
    assert.are.same({ "2 on a.push child.push" }, s.log)
  end)

  it("hits_of_moves_count_for_the_next_tick", function()
    local s = logged {
      rules = {
        { "a", "b", on = "push", exit = "exit" },
        { "a", "wall", response = "slide", on = "on" },
      },
      things = { { "a", r = 2 }, { "b", r = 3 }, { "wall", at = { 20, 0 }, r = 3 } },
      push = function(s)
        s.a:move(30, 0)
      end,
    }
    steps(s, 1)
    assert.are.same({ 15, {} }, { s.a.x, s.log })
    steps(s, 1)
    assert.are.same({ "2 exit a.push b.push", "2 on a.push wall.push" }, s.log)
  end)

  it("an_error_leaves_the_scene_able_to_go_on", function()
    local s = logged {
      rules = { { "a", "b", on = "fail", exit = "exit" }, { "a", "c", on = "on", exit = "exit" } },
      things = { { "a", r = 2 }, { "b", r = 3 }, { "c", r = 3 } },
      fail = function(s)
        s.failed = (s.failed or 0) + 1
        error("a fault in the script")
      end,
    }
    assert.matches("tick_spec.lua:%d+: a fault in the script$", message(s.step, s))
    assert.are.equal(2, s.contactCount)
    steps(s, 1)
    assert.are.same({ 1, { "2 on a.push c.push" } }, { s.failed, s.log })
    s.a.x = 50
    steps(s, 1)
    assert.are.same({ "2 on a.push c.push", "3 exit a.push b.push", "3 exit a.push c.push" }, s.log)
  end)

  it("reset_ends_the_tick", function()
    for _, where in ipairs({ "update", "on", "exit" }) do
      local function again(s)
        if not s.def.again then
          s.def.again = true
          s:reset()
        end
      end
      local told = 0
      local s = hitbox.scene {
        rules = { { "a", "b", on = "on", exit = "exit" }, { "a", "c", on = "count" } },
        things = { { "a", r = 2 }, { "b", r = 3 }, { "c", r = 3 } },
        update = function(s)
          s.a.x = where == "exit" and s.ticks == 2 and 50 or 0
          return where == "update" and again(s)
        end,
        on = function(s)
          return where == "on" and again(s)
        end,
        exit = function(s)
          return where == "exit" and again(s)
        end,
        count = function()
          told = told + 1
        end,
      }
      steps(s, where == "exit" and 2 or 1)
      assert.are.same({ 0, 0, "a b c" }, { s.ticks, s.contactCount, names(s) }, where)
      assert.are.equal(where == "exit" and 1 or 0, told, where)
      s:step()
      assert.are.same({ 1, 2 }, { s.ticks, s.contactCount }, where)
    end
  end)
end)

describe("a scene that goes on alike", function()
  --- Things of several boxes to and fro over others, with rules of most sorts, again each 40 ticks.
  local function swinging()
    local things = { { "floor", at = { 0, 30 }, w = 400, h = 10 } }
    for i = 1, 20 do
      things[#things + 1] = { "hero", at = { 10 * i - 100, 0 }, team = i % 2 == 0 and "red" or "blue",
        boxes = { push = { w = 6, h = 8 }, hurt = { w = 8, h = 8 }, hit = { x = 5, w = 4, h = 4 } },
        children = { { "flag", at = { 0, -8 }, w = 4, h = 4 } } }
      things[#things + 1] = { "foe", at = { 12 * i - 100, 4 }, r = 5 }
    end
    local function count(s)
      s.calls = s.calls + 1
    end
    return hitbox.scene {
      things = things, on = count, exit = count, stay = count,
      when = function(_, c) return c.speed >= 0 end,
      rules = {
        { "*.hit", "*.hurt", teams = "other", on = "on", every = 7 },
        { "hero.push", "floor", response = "slide", stay = "stay" },
        { "hero.push", "foe", on = "on", exit = "exit", from = "left" },
        { "hero.push", "foe", on = "on", speed = { ">", 1 }, when = "when" },
        { "foe", "flag", on = "on", max = 3 },
      },
      start = function(s) s.calls = 0 end,
      update = function(s)
        local way = s.ticks % 40 < 20 and 2 or -2
        for t in s:each("hero") do
          t:move(way, way)
        end
        for t in s:each("foe") do
          t.x = t.x - way
        end
      end,
    }
  end

  it("makes_no_garbage", function()
    local s = swinging()
    steps(s, 1000)
    local calls = s.calls
    assert.are.equal(0, garbageOf(200, function() s:step() end))
    assert.is_true(s.calls > calls + 1000)
  end)
end)

describe("a tick in a steady state", function()
  it("makes_no_garbage", function()
    local s = hitbox.scene {
      rules = {
        { "hero.push", "floor", response = "slide", on = "on", stay = "on" },
        { "hero.hurt", "fire", on = "on", every = 3 }, { "ball", "ball", stay = "on" },
      },
      things = {
        { "hero", anchor = "feet", boxes = { push = { w = 10, h = 20 }, hurt = { r = 5 } } },
        { "floor", anchor = "top", w = 100, h = 10 }, { "fire", at = { 0, -3 }, r = 5 },
        { "ball", at = { 200, 0 }, r = 5 }, { "ball", at = { 204, 0 }, r = 5 },
      },
      update = function(s, input)
        s.hero:move(input.x, 2)
        s.hero:face(input.x)
        for ball in s:each("ball") do
          ball.y = ball.y + input.x
        end
      end,
      on = function() end,
    }
    local left, right = { held = { left = true } }, { held = { right = true } }
    local function play(n)
      for i = 1, n do
        s:step(i % 20 < 10 and left or right)
      end
    end
    play(100)
    local made = versions.garbage(function()
      play(1000)
    end)
    assert.is_true(made < 1, ("%.1f KB in 1000 ticks"):format(made))
  end)
end)

describe("a scene that is paused", function()
  --- Things that a scene does by itself: tasks, a move's frames, rules. Button `start` pauses it.
  local function busy()
    return logged {
      rules = { { "hero.hit", "foe", on = "on", stay = "stay" }, { "hero", "fire", on = "burn", every = 2 } },
      things = {
        { "hero", r = 2, actions = { jab = { frames = 9, [3] = { hit = { r = 4 } } } } }, { "foe", at = { 5, 0 }, r = 2 },
        { "fire", r = 1 }, { "door", at = { 50, 0 }, r = 1 },
      },
      start = function(s)
        s.updates, s.burnt, s.beats = 0, 0, 0
        s.hero:play("jab")
        s:tween(s.door, { y = 20 }, 20)
        s:every(2, function() s.beats = s.beats + 1 end)
        s:run(function()
          s:wait(5)
          s.waited = s.ticks
        end)
      end,
      update = function(s, input)
        s.updates = s.updates + 1
        if input:pressed("start") then
          s.paused = not s.paused
        end
      end,
      burn = function(s) s.burnt = s.burnt + 1 end,
    }
  end

  local press = { held = { start = true } }

  it("goes_on_where_it_was", function()
    local twin, s = busy(), busy()
    steps(s, 2)
    s:step(press)
    assert.are.same({ true, 3 }, { s.paused, s.ticks })
    local hash = s:hash()
    steps(s, 30)
    assert.are.equal(33, s.updates)
    s.updates = 3
    assert.are.equal(hash, s:hash())
    s:step(press)
    assert.are.same({ false, 3 }, { s.paused, s.ticks })
    steps(s, 12)
    steps(twin, 15)
    assert.are.same(twin.log, s.log)
    assert.are.same({ 15, twin.door.y, twin.burnt, twin.beats, 5 }, { s.ticks, s.door.y, s.burnt, s.beats, s.waited })
    assert.are.same({ 15, 8, 7 }, { s.door.y, s.burnt, s.beats })
  end)

  it("ends_the_tick_in_which_it_is_paused", function()
    local s = busy()
    s:step(press)
    assert.are.same({ 1, 1 }, { s.burnt, s.ticks })
    s:step()
    assert.are.same({ 1, 1, 2 }, { s.burnt, s.ticks, s.updates })
  end)

  it("is_not_after_a_reset_or_as_another_one", function()
    local s = hitbox.scene { scenes = { menu = {} } }
    for _, leave in ipairs { function() s:reset() end, function() s:switch("menu") end } do
      s.paused = true
      steps(s, 3)
      assert.are.equal(0, s.ticks)
      leave()
      s:step()
      assert.are.same({ 1 }, { s.ticks, s.paused })
      s:reset()
    end
  end)

  it("may_have_things_that_are_called_so", function()
    local s = hitbox.scene { things = { { "paused", r = 3 } } }
    s:step()
    assert.are.equal(1, s.ticks)
  end)
end)
