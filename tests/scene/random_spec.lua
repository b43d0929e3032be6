local hitbox = require "hitbox"
local message = require("tests.scene.support").message

describe("random", function()
  local function draws(seed, ...)
    local s, list = hitbox.scene { seed = seed }, {}
    for i = 1, 1000 do
      list[i] = s.random(...)
    end
    return list
  end

  it("follows_from_the_seed", function()
    assert.are.same(draws(5), draws(5))
    assert.are_not.same(draws(5), draws(6))
    assert.are_not.same(draws(0), draws(1))
  end)

  it("gives_the_numbers_of_its_generators", function()
    -- Worked out apart, with Python's whole numbers: out of 2147483562.
    local want = { [1] = 1183403069, [2] = 810241792, [3] = 227936670, [1000] = 836552619 }
    local got = draws(1)
    for i, value in pairs(want) do
      assert.are.equal(value / 2147483562, got[i])
    end
  end)

  it("lies_in_the_asked_range_and_fills_it", function()
    for _, value in ipairs(draws(1)) do
      assert(value >= 0 and value < 1, value)
    end
    for _, range in ipairs({ { 1, 6, 6 }, { -2, 2, -2, 2 } }) do
      local seen = {}
      for _, value in ipairs(draws(1, range[3], range[4])) do
        seen[value] = (seen[value] or 0) + 1
      end
      for value = range[1], range[2] do
        assert.is_true(seen[value] > 100)
        seen[value] = nil
      end
      assert.is_nil(next(seen))
    end
  end)

  it("refuses_an_empty_range", function()
    local s = hitbox.scene {}
    assert.matches("random needs m <= n, got 3 and 2$", message(s.random, 3, 2))
    assert.matches("random needs m <= n, got 1 and 0$", message(s.random, 0))
    assert.matches("argument m of random must be a finite number, got 'x'$",
      message(s.random, "x", 3))
  end)
end)
