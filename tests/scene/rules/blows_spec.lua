local hitbox = require "hitbox"
local garbageOf = require "tests.tools.garbage"
local support = require "tests.scene.support"
local steps = support.steps

local BODY = { push = { w = 12, h = 40 }, hurt = { w = 16, h = 38 } }

--- A fighter whose fist is out in frames 4 to 11, far enough to be in the middle of bob's chest, or behind it.
local function fight(rule, more)
  local function log(word)
    return function(s, c)
      s.log[#s.log + 1] = { word, c.nx, c.ny }
    end
  end
  local def = {
    rules = { rule, { "*.push", "*.push", push = 0.5, axis = "x" } },
    things = {
      { "ann", anchor = "feet", boxes = BODY, actions = {
        jab = { frames = 18, [4] = { hit = { x = 16, y = -20, w = 20, h = 6 }, dx = 1 }, [12] = {} } } },
      { "bob", at = { 26, 0 }, anchor = "feet", boxes = BODY },
    },
    on = log("on"), stay = log("stay"),
    asked = function(s, c)
      log("asked")(s, c)
      return true
    end,
    start = function(s)
      s.log = {}
    end,
  }
  for key, value in pairs(more or {}) do
    def[key] = value
  end
  return hitbox.scene(def)
end

--- The normals of contacts, each once, as "nx ny", and how many contacts there were.
local function normals(s)
  local list, has = {}, {}
  for _, entry in ipairs(s.log) do
    local text = ("%.3f %.3f"):format(entry[2] + 0, entry[3] + 0):gsub("%-0%.000", "0.000")
    if not has[text] then
      has[text], list[#list + 1] = true, text
    end
  end
  return list, #s.log
end

describe("the normal of a blow", function()
  it("leads_from_the_struck_to_the_striker_in_each_tick", function()
    for _, distance in ipairs { 12, 14, 20, 26, 30, 34 } do
      for _, side in ipairs { 1, -1 } do
        local s = fight { "*.hit", "*.hurt", on = "on", stay = "stay", when = "asked" }
        s.bob:setPosition(side * distance, 0)
        s.ann:face(side)
        s.ann:play("jab")
        steps(s, 12)
        local list, count = normals(s)
        assert.are.same({ ("%.3f 0.000"):format(-side) }, list, distance)
        assert.is_true(count >= 8)
      end
    end
  end)

  it("is_from_b_to_a_in_either_order_of_names", function()
    local s = fight { "*.hurt", "*.hit", on = "on", stay = "stay", when = "asked" }
    s.ann:play("jab")
    steps(s, 12)
    assert.are.same({ "1.000 0.000" }, (normals(s)))
  end)

  it("points_to_a_striker_above_or_beyond_a_corner", function()
    local s = fight({ "*.hit", "*.hurt", on = "on", stay = "stay" }, { things = {
      { "ann", boxes = { push = { w = 10, h = 10 }, hit = { y = 20, w = 4, h = 30 } } },
      { "bob", boxes = { hurt = { w = 20, h = 20 } } },
    } })
    s.ann:setPosition(2, -30)
    s:step()
    s.ann:setPosition(-19, -23) -- its right lower corner is 4 to the left of bob's, and 8 above it
    s.ann:reshape("hit", { x = 10, y = 20, w = 30, h = 30 })
    s:step()
    assert.are.same({ "on", 0, -1 }, s.log[1])
    assert.are.near(-4 / math.sqrt(80), s.log[2][2], 1e-15)
    assert.are.near(-8 / math.sqrt(80), s.log[2][3], 1e-15)
  end)

  it("is_that_of_the_bodies_where_they_overlap_or_touch", function()
    for _, x in ipairs { -20, -18, -15 } do -- apart by 2, side by side, inside by 3
      local s = fight({ "*.hit", "*.hurt", on = "on" }, { things = {
        { "ann", at = { x, 0 }, boxes = { push = { w = 16, h = 16 }, hit = { x = 20, w = 8, h = 4 } } },
        { "bob", boxes = { hurt = { w = 20, h = 20 } } },
      } })
      s:step()
      assert.are.same({ "on", -1, 0 }, s.log[1])
    end
  end)

  it("flips_only_if_the_striker_passes_to_the_other_side", function()
    local s = fight({ "*.hit", "*.hurt", on = "on", stay = "stay" }, { rules = { { "*.hit", "*.hurt", on = "on", stay = "stay" } },
      update = function(s) s.ann.x = s.ann.x + 2 end })
    s.ann:reshape("hit", { w = 80, h = 4, y = -20 })
    steps(s, 20)
    for i, entry in ipairs(s.log) do
      local left = 2 * i < 26
      if 2 * i ~= 26 then
        assert.are.equal(left and -1 or 1, entry[2], i)
      end
    end
    assert.are.equal(20, #s.log)
  end)

  it("of_a_sword_points_to_its_holder", function()
    local s = fight({ "sword.hit", "*.hurt", on = "on", stay = "stay" }, { things = {
      { "ann", anchor = "feet", boxes = BODY, points = { hand = { 6, -20 } },
        children = { { "sword", point = "hand", anchor = "left", boxes = { hit = { w = 40, h = 3 } } } } },
      { "bob", at = { 30, 0 }, anchor = "feet", boxes = BODY },
    } })
    steps(s, 3)
    assert.are.same({ "-1.000 0.000" }, (normals(s)))
    s.sword.angle = math.pi / 4
    steps(s, 2)
    assert.are.same({ "-1.000 0.000" }, (normals(s)))
  end)

  it("of_a_move_through_it_is_the_same_in_the_tick_of_the_move_and_after_it", function()
    local s = fight({ "foe.hit", "hero.push", on = "on", stay = "stay" }, {
      rules = { { "foe.hit", "hero.push", on = "on", stay = "stay" } },
      things = { { "hero", at = { -40, 0 }, boxes = { push = { w = 8, h = 8 } } },
        { "foe", boxes = { push = { w = 8, h = 8 }, hit = { x = -10, w = 12, h = 2 } } } },
      update = function(s) s.hero:move(s.ticks == 1 and 27 or 0, 0) end })
    steps(s, 3)
    assert.are.same({ { "on", 1, 0 }, { "stay", 1, 0 }, { "stay", 1, 0 } }, s.log)
  end)

  it("of_a_striker_without_a_body_and_of_two_hit_boxes_is_the_shortest_way_out", function()
    local function normalOf(kind, boxes)
      local s = fight({ "ann.hit", "bob", on = "on" }, { things = {
        { "ann", boxes = boxes }, { "bob", at = { 30, -9 }, boxes = { [kind] = { w = 10, h = 10 } } } } })
      s:step()
      return { s.log[1][2], s.log[1][3] }
    end
    assert.are.same({ 0, 1 }, normalOf("hurt", { hit = { w = 100, h = 10 } })) -- spikes
    assert.are.same({ 0, 1 }, normalOf("hit", { push = { w = 4, h = 4 }, hit = { w = 100, h = 10 } }))
    assert.are.same({ -1, 0 }, normalOf("hurt", { push = { w = 4, h = 10 }, hit = { w = 100, h = 10 } }))
  end)

  it("makes_no_garbage", function()
    local s = fight({ "*.hit", "*.hurt", stay = "nothing" }, { nothing = function() end })
    s.ann:reshape("hit", { x = 16, y = -20, w = 20, h = 6 })
    steps(s, 10)
    assert.are.equal(1, s.contactCount)
    assert.are.equal(0, garbageOf(20, function() s:step() end))
  end)
end)
