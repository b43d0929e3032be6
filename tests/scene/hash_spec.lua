local hitbox = require "hitbox"
local ordered = require "hitbox.scene.ordered"
local support = require "tests.scene.support"

--- The hash after 600 ticks of fixtures/everything.lua. Every Lua and every build must end with it: the number
--- itself is arbitrary. A change of what scenes do may have to change it.
local EVERYTHING = "cbdf6240c24eb53c"

local function everything()
  local path = debug.getinfo(1, "S").source:match("^@(.*/)")
  return dofile(path .. "fixtures/everything.lua")
end

describe("the hash of a scene", function()
  it("is_the_same_in_every_lua_and_every_build", function()
    local s = everything()
    support.steps(s, 600)
    assert.is_true(s.counts.ballwall > 50 and s.counts.ballball > 5 and s.counts.fighterball > 0 and s.counts.fighterdummy > 5
      and s.counts.clubball > 5 and s.counts.ballstone > 0)
    assert.is_true(s:count("dart") > 0)
    assert.are.equal(EVERYTHING, s:hash())
  end)

  it("is_that_of_the_state_and_not_of_the_way_there", function()
    local function make()
      return hitbox.scene { things = { { "a", r = 1, data = { hp = 3, list = { 1, 2 } } } } }
    end
    local one, two = make(), make()
    assert.are.equal(one:hash(), two:hash())
    one.a.x, two.a.x = 5, 7
    two.a.x = 5
    two.extra = 1
    two.extra = nil
    assert.are.equal(one:hash(), two:hash())
    for key, change in pairs {
      x = function(s) s.a.x = 6 end, bits = function(s) s.a.x = 5 + 2 ^ -50 end, hp = function(s) s.a.hp = 4 end,
      inTable = function(s) s.a.list[2] = 3 end, own = function(s) s.score = 1 end,
      random = function(s) s.random() end, tick = function(s) s:step() end, box = function(s) s.a:reshape("hit", { r = 2 }) end,
    } do
      local other = make()
      other.a.x = 5
      change(other)
      assert.are_not.equal(one:hash(), other:hash(), key)
    end
  end)

  it("takes_3_for_3.0_and_minus_zero_for_zero_and_goes_round_in_circles", function()
    local function hash(fill)
      local s = hitbox.scene { things = { { "a", r = 1 } } }
      s.t = {}
      fill(s, s.t)
      return s:hash()
    end
    assert.are.equal(hash(function(_, t) t[1] = 3 end), hash(function(_, t) t[1] = 6 / 2 end))
    assert.are.equal(hash(function(_, t) t.x = 0 end), hash(function(_, t) t.x = -0.0 end))
    assert.are.equal(hash(function(s, t) t.t, t.s, t.a = t, s, s.a end), hash(function(s, t) t.a, t.s, t.t = s.a, s, t end))
    assert.are.equal(hash(function(_, t) t.nan = 0 / 0 end), hash(function(_, t) t.nan = -(0 / 0) end))
  end)
end)

describe("a case", function()
  it("can_expect_a_hash", function()
    local testing = require "hitbox.scene.testing"
    local message
    testing.run(function()
      return hitbox.scene {}
    end, { { "it", function(t)
      t:hash(t:hash())
      t:hash("0123456789abcdef")
    end } }, function(_, _, text)
      message = text
    end)
    assert.matches("the state in tick 0 has the hash %x+, want '0123456789abcdef'$", message)
  end)
end)

describe("pairs", function()
  it("comes_in_order_of_numbers_strings_booleans_things_and_boxes", function()
    local s = hitbox.scene { things = { { "b", r = 1 }, { "a", r = 1 } } }
    local boxA, boxB = s.a.boxes.push, s.b.boxes.push
    local t = { [s.a] = 1, [true] = 2, z = 3, [2.5] = 4, [1] = 5, a = 6, [s.b] = 7, [false] = 8, [-1] = 9, B = false,
      [boxA] = 10, [boxB] = 11 }
    local keys = {}
    for key, value in hitbox.pairs(t) do
      assert.are.equal(t[key], value)
      keys[#keys + 1] = key
    end
    assert.are.equal(12, #keys)
    for i, key in ipairs { -1, 1, 2.5, "B", "a", "z", false, true, s.b, s.a, boxB, boxA } do
      assert.are.equal(key, keys[i])
    end
    local again = {}
    for key in ordered.next, t do
      again[#again + 1] = key
    end
    assert.are.same(keys, again)
    assert.is_nil(ordered.next({}))
    assert.is_false(pcall(ordered.next, { a = 1 }, "b"))
  end)

  it("leaves_out_what_is_taken_away_meanwhile", function()
    local t, seen = { a = 1, b = 2, c = 3 }, {}
    for key in hitbox.pairs(t) do
      seen[#seen + 1] = key
      t.b, t.d = nil, 4
    end
    assert.are.same({ "a", "c" }, seen)
  end)
end)

describe("sort", function()
  it("keeps_the_order_of_what_is_equal", function()
    local list = {}
    for i = 1, 1000 do
      list[i] = { i * 7919 % 13, i }
    end
    ordered.sort(list, function(a, b) return a[1] < b[1] end)
    for i = 2, 1000 do
      assert.is_true(list[i - 1][1] < list[i][1] or list[i - 1][1] == list[i][1] and list[i - 1][2] < list[i][2])
    end
    local words = { "b", "c", "a" }
    ordered.sort(words)
    assert.are.same({ "a", "b", "c" }, words)
  end)
end)
