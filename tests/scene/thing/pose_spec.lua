local hitbox = require "hitbox"
local support = require "tests.scene.support"
local edges, message, refusal = support.edges, support.message, support.refusal

local function hero(def)
  def[1] = "hero"
  return hitbox.scene { things = { def } }.hero
end

--- A hero of 12 by 28 with its feet at (40, 100), and a smaller hurt box on the same feet.
local function figure(more)
  local def = { at = { 40, 100 }, anchor = "feet", points = { hand = { 6, -14 } },
    boxes = { push = { w = 12, h = 28 }, hurt = { w = 8, h = 20 } } }
  for key, value in pairs(more or {}) do
    def[key] = value
  end
  return hero(def)
end

local BOXES = { { 34, 72, 46, 100 }, { 36, 80, 44, 100 } }

local function boxesOf(thing)
  return { edges(thing), edges(thing, "hurt") }
end

describe("another anchor", function()
  it("may_leave_the_boxes_where_they_are", function()
    for name, place in pairs { center = { 40, 86 }, ["top-left"] = { 34, 72 }, right = { 46, 86 } } do
      local one = figure()
      one:setAnchor(name, { keep = "box" })
      assert.are.same({ place, BOXES, name }, { { one.x, one.y }, boxesOf(one), one.anchor })
    end
    local one = figure()
    one:setAnchor({ px = 3, py = 4 }, { keep = "box" })
    assert.are.same({ { 37, 76 }, BOXES }, { { one.x, one.y }, boxesOf(one) })
    one:setAnchor({ 0.25, 0.75 }, { keep = "box" })
    assert.are.same({ { 37, 93 }, BOXES }, { { one.x, one.y }, boxesOf(one) })
  end)

  it("may_leave_x_and_y_as_they_are", function()
    local one = figure()
    one:setAnchor("center", { keep = "at" })
    assert.are.same({ { 40, 100 }, { { 34, 86, 46, 114 }, { 36, 94, 44, 114 } } },
      { { one.x, one.y }, boxesOf(one) }) -- both boxes by 14, half the height of the push box
  end)

  it("leaves_named_points_and_what_hangs_there_on_the_same_spot_of_the_body", function()
    local s = hitbox.scene { things = {
      { "hero", at = { 40, 100 }, anchor = "feet", w = 12, h = 28, points = { hand = { 6, -14 } } },
      { "sword", parent = "hero", point = "hand", r = 1 }, { "hat", parent = "hero", at = { 0, -28 }, r = 1 },
    } }
    s.hero:setAnchor("top", { keep = "box" })
    assert.are.same({ 46, 86, 40, 72 }, { s.sword.x, s.sword.y, s.hat.x, s.hat.y })
    s.hero:setAnchor("center", { keep = "at" }) -- 14 up
    assert.are.same({ 46, 72, 40, 58 }, { s.sword.x, s.sword.y, s.hat.x, s.hat.y })
    assert.are.same({ 46, 72 }, { s.hero:point("hand") })
  end)

  it("is_what_a_thing_is_mirrored_turned_and_scaled_about_from_then_on", function()
    local one = figure()
    one:setAnchor("bottom-left", { keep = "box" })
    one.facing = -1
    assert.are.same({ 22, 72, 34, 100 }, edges(one))
    one.facing, one.angle = 1, math.pi / 2
    assert.are.same({ 34, 100, 62, 112 }, edges(one))
  end)

  it("is_found_on_a_thing_that_is_mirrored_turned_and_scaled", function()
    local one = figure { facing = -1, angle = math.pi / 2, scale = 2, anchor = "bottom-left" }
    local before = boxesOf(one)
    one:setAnchor("top-right", { keep = "box" })
    -- 24 wide and 56 high: mirrored (-24, -56), turned clockwise (56, -24).
    assert.are.same({ { 96, 76 }, before }, { { one.x, one.y }, boxesOf(one) })
  end)

  it("is_no_motion", function()
    local s = hitbox.scene {
      rules = { { "hero", "ledge", on = "land", from = "above" } },
      things = { { "hero", at = { 0, -10 }, anchor = "feet", w = 4, h = 4 }, { "ledge", at = { 0, 2 }, w = 40, h = 4 } },
      start = function(s) s.landed = 0 end,
      land = function(s) s.landed = s.landed + 1 end,
    }
    s:step()
    s.hero:setPosition(0, 1)
    s.hero:setAnchor("top", { keep = "box" }) -- it has come from above all the same
    s:step()
    assert.are.equal(1, s.landed)
  end)

  it("is_kept_by_a_reload_unless_the_script_gives_another", function()
    local function def(anchor)
      return { things = { { "hero", at = { 40, 100 }, anchor = anchor, w = 12, h = 28 } } }
    end
    local old = hitbox.scene(def("feet"))
    old.hero:setAnchor("top-left", { keep = "box" })
    old.hero.scale = 2
    local new = hitbox.scene(def("feet"))
    new:reloadFrom(old)
    assert.are.same({ "top-left", 34, 72, 2 }, { new.hero.anchor, new.hero.x, new.hero.y, new.hero.scale })
    assert.are.same({ 34, 72, 58, 128 }, edges(new.hero))
    local edited = hitbox.scene(def("center"))
    edited:reloadFrom(new)
    assert.are.equal("center", edited.hero.anchor)
  end)

  it("has_to_say_what_stays", function()
    local one = figure()
    assert.matches("setAnchor of thing 'hero' needs an option: { keep = \"at\" } or { keep = \"box\" }$",
      message(one.setAnchor, one, "center"))
    assert.matches("keep of setAnchor of thing 'hero' cannot be 'bxo', did you mean 'box'%?$",
      message(one.setAnchor, one, "center", { keep = "bxo" }))
    assert.matches("anchor of thing 'hero' cannot be 'foot', did you mean 'feet'%?$",
      message(one.setAnchor, one, "foot", { keep = "at" }))
    assert.matches("'anchor' of thing 'hero' cannot be assigned: call t:setAnchor",
      message(function() one.anchor = "center" end))
    assert.are.same(BOXES, boxesOf(one))
  end)
end)

describe("the scale of a thing", function()
  it("is_about_its_anchor", function()
    local one = figure { scale = 0.5 }
    assert.are.same({ { 37, 86, 43, 100 }, { 38, 90, 42, 100 } }, boxesOf(one))
    one.scale = 2
    assert.are.same({ { 28, 44, 52, 100 }, { 32, 60, 48, 100 } }, boxesOf(one))
    one.facing = -1
    assert.are.same({ 28, 72 }, { one:point("hand") })
  end)

  it("is_kept_by_moves_and_by_new_boxes", function()
    local one = figure { scale = 2 }
    one:move(10, 0)
    one:reshape("hurt", { w = 1, h = 3 })
    assert.are.same({ { 38, 44, 62, 100 }, { 49, 94, 51, 100 } }, boxesOf(one))
  end)

  it("is_of_extents_that_differ_from_side_to_side_too", function()
    local one = hero { at = { 10, 10 }, left = 1, right = 2, up = 3, down = 4, scale = 2, facing = -1 }
    assert.are.same({ 6, 4, 12, 18 }, edges(one))
  end)

  it("counts_where_contacts_look_for_the_point_on_a_circle", function()
    local s = hitbox.scene {
      rules = { { "ball", "wall", response = "slide", on = "hit" } },
      things = { { "ball", r = 2, scale = 2 }, { "wall", at = { 15, 0 }, w = 10, h = 40 } },
      update = function(s) s.ball:move(20, 0) end,
      hit = function(s, c) s.place = { c.x, c.y } end,
    }
    s:step()
    assert.are.same({ 6, { 10, 0 } }, { s.ball.x, s.place })
  end)

  it("is_a_number_above_0", function()
    local one = figure()
    assert.matches("scale of thing 'hero' must be > 0, got 0$", message(function() one.scale = 0 end))
    assert.matches("scale of thing 'hero' must be a finite number, got nil$", message(function() one.scale = nil end))
    assert.are.equal("scale of thing 'hero' must be > 0, got -1",
      refusal { things = { { "hero", r = 1, scale = -1 } } })
    assert.are.same({ 1, BOXES }, { one.scale, boxesOf(one) })
  end)

  it("is_refused_where_a_box_has_none", function()
    local mask = hitbox.mask { "##", "##" }
    local one = hero { shape = mask }
    assert.matches("scale of box 'push' of thing 'hero': ", message(function() one.scale = 2 end))
    assert.are.equal(1, one.scale)
  end)
end)
