-- Functions that rules call may remove, spawn, raise errors and yield, in each kind of call.
local hitbox = require "hitbox"

local KINDS = { "on", "stay", "exit", "every", "crush" }

--- A rule for two names whose function is called in a contact: by `on` alone, which needs no record, or otherwise.
local function ruleOf(kind)
  local rule = { "a", "b", [kind] = "met" }
  if kind == "every" then
    rule.every, rule.on = 1, "met"
  elseif kind == "crush" then
    rule.crush, rule.on = nil, "met"
    rule.max = 9
  end
  return rule
end

--- Six pairs of things of which each pair overlaps; they separate in the second tick for `exit`.
local function newScene(kind, met)
  local things = {}
  for i = 1, 6 do
    things[2 * i - 1] = { "a", at = { 20 * i, 0 }, w = 4, h = 4 }
    things[2 * i] = { "b", at = { 20 * i + 1, 0 }, w = 4, h = 4 }
  end
  return hitbox.scene { things = things, rules = { ruleOf(kind) }, met = met, update = function(s)
    if kind == "exit" and s.ticks == 2 then
      for b in s:each "b" do b.y = 50 end
    end
  end }
end

--- How often the function was called in three ticks, if it does nothing.
local CALLS = { on = 6, stay = 12, exit = 6, every = 18, crush = 6 }

describe("a function that a rule calls", function()
  for _, kind in ipairs(KINDS) do
    it("is_called_as_often_as_the_rule_says_" .. kind, function()
      local calls = 0
      local s = newScene(kind, function() calls = calls + 1 end)
      for _ = 1, 3 do s:step() end
      assert.are.equal(CALLS[kind], calls)
    end)

    it("may_remove_both_and_all_others_" .. kind, function()
      local calls = 0
      local s = newScene(kind, function(s, c)
        calls = calls + 1
        assert.is_true(c.a:is "a" and c.b:is "b")
        for t in s:each() do t:remove() end
      end)
      for _ = 1, 3 do s:step() end
      assert.are.same({ 1, 0, 0 }, { calls, s:count(), s.contactCount })
    end)

    it("may_spawn_things_that_meet_in_the_next_tick_" .. kind, function()
      local calls = 0
      local s = newScene(kind, function(s, c)
        calls = calls + 1
        if calls == 1 then
          s:spawn { "a", at = { c.a.x, 200 }, w = 4, h = 4 }
          s:spawn { "b", at = { c.a.x, 200 }, w = 4, h = 4 }
        end
      end)
      for _ = 1, 3 do s:step() end
      local more = ({ on = 1, stay = 0, exit = 0, every = 2, crush = 1 })[kind]
      assert.are.equal(CALLS[kind] + more, calls)
    end)

    it("may_raise_an_error_and_the_scene_goes_on_" .. kind, function()
      local calls = 0
      local s = newScene(kind, function()
        calls = calls + 1
        if calls == 2 then error("stumbled", 0) end
      end)
      local failures = 0
      for _ = 1, 4 do
        local ok, err = pcall(s.step, s)
        failures = failures + (ok and 0 or 1)
        assert.is_true(ok or err == "stumbled")
      end
      assert.are.equal(1, failures)
      assert.is_true(calls >= 2)
      for t in s:each() do t:remove() end
      s:step()
      assert.are.equal(0, s.contactCount)
    end)

    it("may_yield_and_go_on_" .. kind, function()
      local names = {}
      local s = newScene(kind, function(_, c)
        local a, b = c.a, c.b
        coroutine.yield "waits"
        assert.is_true(c.a == a and c.b == b and c.boxA.thing == a)
        names[#names + 1] = c.kindA
      end)
      local thread, yields = coroutine.create(function()
        for _ = 1, 3 do s:step() end
      end), 0
      repeat
        local ok, what = coroutine.resume(thread)
        assert.is_true(ok, what)
        yields = yields + (what == "waits" and 1 or 0)
        collectgarbage()
      until coroutine.status(thread) == "dead"
      assert.are.same({ CALLS[kind], CALLS[kind] }, { yields, #names })
    end)
  end
end)
