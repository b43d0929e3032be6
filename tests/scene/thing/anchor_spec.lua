local hitbox = require "hitbox"
local support = require "tests.scene.support"
local edges, refusal = support.edges, support.refusal

local function placed(def)
  def[1] = "it"
  def.at = def.at or { 100, 200 }
  return hitbox.scene({ things = { def } }).it
end

describe("an anchor", function()
  it("may_have_any_of_nine_names", function()
    local want = {
      ["top-left"] = { 100, 200, 110, 220 },
      ["top"] = { 95, 200, 105, 220 },
      ["top-right"] = { 90, 200, 100, 220 },
      ["left"] = { 100, 190, 110, 210 },
      ["center"] = { 95, 190, 105, 210 },
      ["right"] = { 90, 190, 100, 210 },
      ["bottom-left"] = { 100, 180, 110, 200 },
      ["bottom"] = { 95, 180, 105, 200 },
      ["bottom-right"] = { 90, 180, 100, 200 },
      ["feet"] = { 95, 180, 105, 200 },
    }
    for name, box in pairs(want) do
      assert.are.same(box, edges(placed { anchor = name, w = 10, h = 20 }), name)
    end
  end)

  it("is_the_centre_if_none_is_given", function()
    assert.are.same({ 95, 190, 105, 210 }, edges(placed { w = 10, h = 20 }))
  end)

  it("may_be_fractions", function()
    assert.are.same({ 95, 182, 105, 202 }, edges(placed { anchor = { 0.5, 0.9 }, w = 10, h = 20 }))
  end)

  it("may_be_pixels_from_the_left_top", function()
    local it = placed { anchor = { px = 6, py = 31 }, w = 10, h = 20 }
    assert.are.same({ 94, 169, 104, 189 }, edges(it))
  end)

  it("splits_an_odd_size_in_halves_that_are_not_cut_off", function()
    assert.are.same({ 93.5, 187, 106.5, 200 }, edges(placed { anchor = "feet", w = 13, h = 13 }))
    assert.are.same({ 93.5, 193.5, 106.5, 206.5 }, edges(placed { w = 13, h = 13 }))
  end)

  it("names_a_point_in_the_bounds_of_a_circle", function()
    assert.are.same({ 92, 184, 108, 200 }, edges(placed { anchor = "feet", r = 8 }))
    assert.are.same({ 100, 200, 116, 216 }, edges(placed { anchor = "top-left", r = 8 }))
  end)

  it("leaves_a_shape_its_own_origin_unless_it_stands_beside_the_shape", function()
    local shape = hitbox.aabb(2, 3, 10, 20)
    assert.are.same({ 102, 203, 112, 223 }, edges(placed { shape = shape }))
    assert.are.same({ 95, 180, 105, 200 }, edges(placed { shape = shape, anchor = "feet" }))
    local it = placed { anchor = "feet", boxes = { push = { shape = shape } } }
    assert.are.same({ 102, 203, 112, 223 }, edges(it))
    it = placed { boxes = { push = { shape = shape, anchor = "feet" } } }
    assert.are.same({ 95, 180, 105, 200 }, edges(it))
  end)

  it("holds_for_points_as_for_shapes", function()
    local points = { 0, 0, 10, 0, 0, 20 }
    assert.are.same({ 100, 200, 110, 220 }, edges(placed { points = points }))
    local it = placed { points = points, anchor = "bottom-right" }
    assert.are.same({ 90, 180, 100, 200 }, edges(it))
  end)

  it("of_a_box_comes_before_that_of_the_thing", function()
    local it = placed { anchor = "feet", boxes = { push = { w = 10, h = 20, anchor = "left" } } }
    assert.are.same({ 100, 190, 110, 210 }, edges(it))
  end)
end)

describe("a box", function()
  it("reaches_as_far_to_each_side_as_it_says", function()
    local it = placed { left = 3, right = 9, up = 31, down = 2 }
    assert.are.same({ 97, 169, 109, 202 }, edges(it))
  end)

  it("reaches_nowhere_on_a_side_that_is_left_out", function()
    assert.are.same({ 100, 190, 106, 200 }, edges(placed { right = 6, up = 10 }))
  end)

  it("may_lie_beside_its_anchor", function()
    local it = placed { boxes = { hit = { left = -5, right = 9, up = 2, down = 2 } } }
    assert.are.same({ 105, 198, 109, 202 }, edges(it))
  end)

  it("is_offset_from_the_thing", function()
    local it = placed { anchor = "feet", boxes = { hit = { w = 10, h = 4, x = 12, y = -9 } } }
    assert.are.same({ 107, 187, 117, 191 }, edges(it))
    it = placed { boxes = { hit = { r = 4, x = 12, y = -9 } } }
    assert.are.same({ 108, 187, 116, 195 }, edges(it))
    it = placed { boxes = { hit = { shape = hitbox.aabb(0, 0, 4, 6), x = 12, y = -9 } } }
    assert.are.same({ 112, 191, 116, 197 }, edges(it))
  end)

  it("has_edges_that_are_rounded_once", function()
    local it = placed { at = { 0.1, 0.7 }, anchor = "top-left", w = 0.2, h = 0.1 }
    local x, y, w, h = it.scene.world:shape(it.boxes.push):bounds()
    assert.are.same({ 0.1, 0.7, (0.1 + 0.2) - 0.1, (0.7 + 0.1) - 0.7 }, { x, y, w, h })
  end)

  it("can_be_without_any_size", function()
    assert.are.same({ 100, 200, 100, 200 }, edges(placed { w = 0, h = 0 }))
  end)
end)

describe("a thing that faces left", function()
  local boxes = {
    push = { w = 13, h = 20 },
    extents = { left = 3, right = 9, up = 31, down = 2 },
    offset = { w = 10, h = 4, x = 12, y = -9 },
    circle = { r = 4, x = 12, y = -9 },
    shape = { shape = hitbox.circle(20, 5, 2) },
    points = { points = { 0, 0, 10, 0, 0, 20 } },
  }
  local right = {
    push = { 93.5, 180, 106.5, 200 },
    extents = { 97, 169, 109, 202 },
    offset = { 107, 187, 117, 191 },
    circle = { 108, 183, 116, 191 },
    shape = { 118, 203, 122, 207 },
    points = { 100, 200, 110, 220 },
  }
  local function expectMirrored(it)
    for kind, box in pairs(right) do
      assert.are.same({ 200 - box[3], box[2], 200 - box[1], box[4] }, edges(it, kind), kind)
    end
  end

  it("has_all_its_boxes_mirrored_about_the_anchor", function()
    local it = placed { anchor = "feet", boxes = boxes }
    for kind, box in pairs(right) do
      assert.are.same(box, edges(it, kind), kind)
    end
    it.facing = -1
    expectMirrored(it)
    it:face(3)
    for kind, box in pairs(right) do
      assert.are.same(box, edges(it, kind), kind)
    end
  end)

  it("may_do_so_from_the_start", function()
    expectMirrored(placed { anchor = "feet", facing = -1, boxes = boxes })
  end)

  it("gets_new_boxes_mirrored_too", function()
    local it = placed { anchor = "feet", facing = -1, boxes = boxes }
    it:reshape("sword", { left = -6, right = 16, up = 20, down = -14 })
    assert.are.same({ 84, 180, 94, 186 }, edges(it, "sword"))
    it:reshape("push", { left = 1, right = 5, up = 9 })
    assert.are.same({ 95, 191, 101, 200 }, edges(it, "push"))
    it.facing = 1
    assert.are.same({ 99, 191, 105, 200 }, edges(it, "push"))
    it.facing = -1
    assert.are.same({ 95, 191, 101, 200 }, edges(it, "push"))
  end)

  it("is_mirrored_about_an_anchor_that_is_not_in_the_middle", function()
    local it = placed { anchor = "top-left", facing = -1, w = 10, h = 20 }
    assert.are.same({ 90, 200, 100, 220 }, edges(it))
  end)

  it("keeps_its_polygons_in_shape", function()
    local it = placed { facing = -1, points = { 0, 0, 10, 0, 0, 20 } }
    local shape = it.scene.world:shape(it.boxes.push)
    assert.is_true(hitbox.overlaps(hitbox.point(99, 201), shape))
    assert.is_false(hitbox.overlaps(hitbox.point(91, 219), shape))
  end)
end)

describe("the same person anchored elsewhere", function()
  --- A walk with jumps among walls; the positions are those of the box's left top corner.
  local function walk(anchor, left, up)
    local s = hitbox.scene {
      rules = { { "person", "wall", response = "slide" } },
      things = {
        { "person", at = { 40 + left, 60 + up }, anchor = anchor, w = 13, h = 29 },
        { "wall", at = { 0, 160 }, anchor = "top-left", w = 320, h = 20 },
        { "wall", at = { 120, 130 }, anchor = "top-left", w = 24, h = 30 },
        { "wall", at = { 200, 100 }, anchor = "top-left", w = 8, h = 20 },
      },
      start = function(s)
        s.vx, s.vy = 1.75, 0
      end,
      update = function(s)
        local person = s.person
        s.vy = s.vy + 0.25
        person:move(s.vx, s.vy)
        if person.blocked.below then
          s.vy = s.ticks % 3 == 0 and -5.5 or 0
        elseif person.blocked.above then
          s.vy = 0
        end
        if person.blocked.left or person.blocked.right then
          s.vx = -s.vx
        end
      end,
    }
    local path = {}
    for tick = 1, 400 do
      s:step()
      path[tick] = ("%.17g %.17g %d"):format(s.person.x - left, s.person.y - up, s.contactCount)
    end
    return path
  end

  it("collides_alike_at_feet_centre_and_corner", function()
    local corner = walk("top-left", 0, 0)
    assert.are.same(corner, walk("feet", 6.5, 29))
    assert.are.same(corner, walk("center", 6.5, 14.5))
    assert.are.same(corner, walk("bottom-right", 13, 29))
    assert.are.same(corner, walk({ px = 4, py = 27 }, 4, 27))
  end)
end)

describe("a wrong box", function()
  local function refused(box)
    return refusal { things = { { "hero", boxes = { hurt = box } } } }
  end

  it("is_refused_by_key_and_value", function()
    assert.are.equal("w of box 'hurt' of thing 'hero' must be >= 0, got -3",
      refused { w = -3, h = 1 })
    assert.are.equal("h of box 'hurt' of thing 'hero' must be a finite number, got nil",
      refused { w = 3 })
    assert.are.equal("r of box 'hurt' of thing 'hero' must be a finite number, got NaN",
      refused { r = 0 / 0 })
    assert.are.equal("x of box 'hurt' of thing 'hero' must be a finite number, got inf",
      refused { r = 1, x = math.huge })
    assert.are.equal("y of box 'hurt' of thing 'hero' must be at most 2^90 in magnitude, got 1e+40",
      refused { r = 1, y = 1e40 })
    assert.are.equal("left + right of box 'hurt' of thing 'hero' must be >= 0, got -2",
      refused { left = -5, right = 3 })
    assert.are.equal("shape of box 'hurt' of thing 'hero' must be a shape, as hitbox.circle(0, 0, 8), got a table",
      refused { shape = {} })
    assert.are.equal("unknown key 'width' in box 'hurt' of thing 'hero', did you mean 'w'?",
      refused { width = 3, h = 3 })
    assert.are.equal("box 'hurt' of thing 'hero' must be a table, as { w = 12, h = 28 } or { shape = ... }, got 3", refused(3))
  end)

  it("is_refused_for_points_with_their_reason", function()
    assert.are.equal(
      "points of box 'hurt' of thing 'hero': " .. support.message(hitbox.polygon, { 0, 0, 1, 1 })
        :match("%((.*)%)$"),
      refused { points = { 0, 0, 1, 1 } })
  end)

  it("is_refused_without_a_size_or_with_two", function()
    assert.are.equal("box 'hurt' of thing 'hero' has no size: give w and h, r, left/right/up/down, "
      .. "shape or points", refused {})
    assert.are.equal("box 'hurt' of thing 'hero' has its size twice, by w and h and by r",
      refused { w = 1, h = 1, r = 1 })
    assert.are.equal("thing 'hero' has two boxes of kind 'push', in boxes and beside them: for one box of two "
      .. "parts write boxes = { push = { {...}, {...} } }",
      refusal { things = { { "hero", r = 1, boxes = { push = { r = 2 } } } } })
  end)

  it("is_refused_for_an_anchor_that_is_none", function()
    local function anchored(anchor)
      return refusal { things = { { "hero", r = 1, anchor = anchor } } }
    end
    assert.are.equal("anchor of thing 'hero' cannot be 'feets', did you mean 'feet'?",
      anchored("feets"))
    assert.are.equal("anchor of thing 'hero' must be a name, {fx, fy} or {px=, py=}, got 3",
      anchored(3))
    assert.are.equal("anchor[2] of thing 'hero' must be a finite number, got nil", anchored { 0.5 })
    assert.are.equal("anchor.py of thing 'hero' must be a finite number, got nil",
      anchored { px = 1 })
    assert.are.equal("unknown key 'x' in the anchor of thing 'hero'", anchored { x = 1, y = 1 })
  end)

  it("is_refused_where_the_world_has_no_meaning_for_it", function()
    assert.are.equal([[box 'push' of thing 'ball': "pixel" has a meaning for points, AABBs and ]]
      .. [[masks only; use "overlap" or "touch"]],
      refusal { policy = "pixel", things = { { "ball", r = 3 } } })
  end)
end)

describe("a point by the name of an anchor", function()
  local function at(t, name)
    local x, y = t:point(name)
    return { x, y }
  end

  it("is_that_of_the_push_box_whatever_the_anchor_of_the_thing_is", function()
    local s = hitbox.scene { things = {
      { "hero", at = { 40, 100 }, anchor = "feet", w = 12, h = 28 },
      { "sword", at = { 10, 10 }, boxes = { hit = { left = 2, right = 18, up = 1, down = 3 } } },
      { "mark", at = { 5, 6 } },
    } }
    assert.are.same({ 40, 86 }, at(s.hero, "center"))
    assert.are.same({ 34, 72 }, at(s.hero, "top-left"))
    assert.are.same({ 40, 100 }, at(s.hero, "feet"))
    assert.are.same({ 18, 11 }, at(s.sword, "center")) -- of its first box
    s.sword.facing = -1
    assert.are.same({ 2, 11 }, at(s.sword, "center"))
    s.hero.scale = 2
    assert.are.same({ 40, 72 }, at(s.hero, "center"))
    s.hero.angle = math.pi / 2 -- lies on his back: what was up is at the right
    local x, y = s.hero:point("center")
    assert.is_true(math.abs(x - 68) < 1e-9 and math.abs(y - 100) < 1e-9)
    assert.are.same({ 5, 6 }, at(s.mark, "center"))
  end)

  it("gives_way_to_a_point_of_its_own", function()
    local s = hitbox.scene { things = { { "hero", anchor = "feet", w = 12, h = 28, points = { top = { 3, -30 } } } } }
    assert.are.same({ 3, -30 }, at(s.hero, "top"))
    s.hero:setAnchor("center", { keep = "box" })
    assert.are.same({ 3, -30 }, at(s.hero, "top"))
    assert.are.same({ 0, -14 }, at(s.hero, "center"))
    assert.has_error(function() s.hero:point("centre") end)
  end)
end)
