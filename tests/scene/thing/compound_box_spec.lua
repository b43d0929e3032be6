local hitbox = require "hitbox"
local support = require "tests.scene.support"
local logged, message, refusal, steps = support.logged, support.message, support.refusal, support.steps

--- A figure of a body and a head: 10 by 20 above the feet, and a circle of radius 4 on it.
local FIGURE = { { anchor = "feet", w = 10, h = 20 }, { y = -24, r = 4 }, color = "red" }

local function scene(more)
  local def = {
    rules = { { "bob.hurt", "shot", on = "on" }, { "*.push", "wall", response = "slide" } },
    things = {
      { "bob", at = { 100, 50 }, boxes = { hurt = FIGURE } },
      { "shot", at = { 0, 0 }, r = 1 },
    },
  }
  for key, value in pairs(more or {}) do
    def[key] = value
  end
  return logged(def)
end

describe("a box of several parts", function()
  it("is_met_where_one_of_them_is_and_once_where_several_are", function()
    local s = scene()
    for _, at in ipairs { { 104, 40 }, { 103, 26 }, { 100, 30 } } do -- the body, the head, both
      s.shot:setPosition(at[1], at[2])
      s:step()
      s.shot:setPosition(0, 0)
      s:step()
    end
    assert.are.same({ "1 on bob.hurt shot.push", "3 on bob.hurt shot.push", "5 on bob.hurt shot.push" }, s.log)
    s.shot:setPosition(106, 27) -- beside the head, above the body's corner
    assert.is_false(s.bob:overlaps(s.shot))
    assert.are.same({ 95, 22, 10, 28 }, { s.bob:rect("hurt") })
    assert.are.equal("compound", s.world:shape(s.bob.boxes.hurt):kind())
  end)

  it("may_have_one_part_and_holds_its_shape_then", function()
    local s = scene { things = { { "bob", boxes = { hurt = { { r = 4 } } } }, { "shot", r = 1 } } }
    assert.are.same({ -4, -4, 8, 8 }, { s.bob:rect("hurt") })
  end)

  it("has_one_colour_and_one_side_that_stops", function()
    local s = scene { things = {
      { "bob", at = { 0, 0 }, boxes = { push = { { x = -10, w = 8, h = 8 }, { x = 10, w = 8, h = 8 }, oneWay = "above" } } },
      { "shot", boxes = { hit = FIGURE } },
    } }
    assert.are.same({ 0, -1 }, { s.world:oneWay(s.bob.boxes.push) })
    assert.are.equal("red", s.shot.boxes.hit.color)
    assert.is_true(s.hasColors)
  end)

  it("is_swept_and_stopped_with_all_its_parts", function()
    local s = scene { things = {
      { "bob", at = { 0, 0 }, boxes = { push = { { w = 4, h = 40 }, { x = 10, y = -18, w = 16, h = 4 } } } }, -- a gallows
      { "wall", at = { 60, -18 }, w = 20, h = 10 },
    } }
    s.bob:move(100, 0)
    assert.are.equal(50 - 18, s.bob.x) -- its arm reaches 18 to the right
    s.bob:move(0, 40)
    s.bob:move(100, 0)
    assert.are.equal(132, s.bob.x) -- below the wall
  end)

  it("is_mirrored_turned_and_scaled_with_its_thing", function()
    local s = scene { things = { { "bob", boxes = { hurt = { { x = 10, w = 4, h = 4 }, { x = 20, w = 4, h = 4 } } } } } }
    s.bob.facing = -1
    assert.are.same({ -22, -2, 14, 4 }, { s.bob:rect("hurt") })
    s.bob.facing, s.bob.scale = 1, 2
    assert.are.same({ 16, -4, 28, 8 }, { s.bob:rect("hurt") })
    s.bob.scale, s.bob.angle = 1, math.pi / 2
    assert.are.same({ -2, 8, 4, 14 }, { s.bob:rect("hurt") })
  end)

  it("comes_and_goes_in_moves_and_by_reshape_and_is_tried_by_fits", function()
    local s = scene { things = {
      { "bob", boxes = { push = { w = 8, h = 8 } }, actions = {
        spin = { frames = 4, [2] = { hit = { { x = -20, r = 3 }, { x = 20, r = 3 } } }, [4] = {} } } },
      { "wall", at = { 20, 0 }, w = 10, h = 10 },
    } }
    s.bob:play("spin")
    steps(s, 1)
    assert.are.same({ -23, -3, 46, 6 }, { s.bob:rect("hit") })
    steps(s, 2)
    assert.is_nil(s.bob:rect("hit"))
    for _ = 1, 2 do
      assert.is_true((s.bob:fits({ { w = 8, h = 8 }, { y = 20, w = 60, h = 4 } })))
      assert.is_false((s.bob:fits({ { w = 8, h = 8 }, { y = 4, w = 60, h = 4 } })))
    end
    assert.is_truthy(message(s.bob.fits, s.bob, {}):find("box 'push' of thing 'bob' has no size", 1, true))
    s.bob:reshape("push", { { w = 8, h = 8 }, { y = 20, w = 60, h = 4 } })
    assert.are.same({ -30, -4, 60, 26 }, { s.bob:rect() })
    s.bob:reshape("push", { w = 2, h = 2 })
    assert.are.same({ -1, -1, 2, 2 }, { s.bob:rect() })
  end)

  it("takes_the_place_of_the_box_of_a_type", function()
    local s = scene { types = { foe = { boxes = { hurt = { r = 2 }, hit = { r = 1 } } } },
      things = { { "foe", boxes = { hurt = FIGURE } }, { "foe" } } }
    assert.are.same({ -5, -28, 10, 28 }, { s.foe:rect("hurt") })
    assert.are.same({ -1, -1, 2, 2 }, { s.foe:rect("hit") })
  end)

  it("is_kept_or_edited_by_a_reload", function()
    local old = scene()
    local new = scene { things = {
      { "bob", at = { 100, 50 }, boxes = { hurt = { { r = 1 }, { x = 9, r = 1 } } } }, { "shot", r = 1 } } }
    new:reloadFrom(old)
    assert.are.same({ 99, 49, 11, 2 }, { new.bob:rect("hurt") })
    new.bob:reshape("hurt", { { r = 2 }, { x = 8, r = 2 } })
    local third = scene()
    third:reloadFrom(new)
    assert.are.same({ 98, 48, 12, 4 }, { third.bob:rect("hurt") })
  end)

  it("is_refused_with_the_part_that_is_wrong", function()
    local function refused(hurt)
      return refusal { things = { { "bob", boxes = { hurt = hurt } } } }
    end
    assert.are.equal("w of [2] of box 'hurt' of thing 'bob' must be >= 0, got -1", refused { { r = 1 }, { w = -1, h = 1 } })
    assert.are.equal("unknown key 'ww' in [1] of box 'hurt' of thing 'bob', did you mean 'w'?", refused { { ww = 1 } })
    assert.are.equal("[2] of box 'hurt' of thing 'bob' has no size: give w and h, r, left/right/up/down, shape or points",
      refused { { r = 1 }, {} })
    assert.are.equal("[2] of box 'hurt' of thing 'bob' must be a table, as { w = 12, h = 28 } or { shape = ... }, got 5",
      refused { { r = 1 }, 5 })
    assert.are.equal("unknown key 'w' in box 'hurt' of thing 'bob', which has several parts; known are color, oneWay",
      refused { { r = 1 }, w = 5 })
    assert.are.equal("color of [1] of box 'hurt' of thing 'bob' applies to all parts: write hurt = { {...}, {...}, color = ... }",
      refused { { r = 1, color = "red" } })
    assert.are.equal("parts of box 'hurt' of thing 'bob' must be a list, got the key 0.5", refused { { r = 1 }, [0.5] = { r = 1 } })
    assert.are.equal("the parts of box 'hurt' of thing 'bob': a mask cannot be part of a compound",
      refused { { r = 1 }, { shape = hitbox.mask { "#" } } })
    assert.are.equal("[2] of action 'jab' of thing 'bob': r of [1] of box 'hit' of thing 'bob' must be >= 0, got -1",
      refusal { things = { { "bob", actions = { jab = { frames = 3, [2] = { hit = { { r = -1 } } } } } } } })
  end)
end)
