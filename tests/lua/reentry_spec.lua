-- tests/states/all.lua tests scripts in finalizers: with little else loaded that takes less time.
local calls = require "tests.tools.calls"
local entered = require "tests.tools.reentry"

describe("a script in the middle of a call", function()
  it("may_do_nothing", function()
    for _, call in ipairs(calls.all()) do
      call.run(calls.newWorld(), calls.plain)
    end
  end)

  it("may_do_anything_in_a_function_that_it_gave", function()
    local counts, part = entered.makeAll(8, false)
    assert.equal(1, part)
    for _, name in ipairs { "hitbox.load 1", "hitbox.mask 1", "hitbox.mask 2", "world:carry 1", "world:check 1",
      "world:fits 1", "world:fits 2", "world:move 1", "world:move 2", "world:depenetrate 1", "world:reshape 1",
      "world:restore 1", "world:save 1", "world:separate 1", "world:walk 1" } do
      assert(counts[name] > 0, name .. " is not entered")
    end
  end)
end)
