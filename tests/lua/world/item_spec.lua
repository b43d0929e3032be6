local hitbox = require "hitbox"
local support = require "tests.tools.support"
local refused, refuses_bad_numbers, bound =
  support.refused, support.refuses_bad_numbers, support.bound

local function rect(world, item)
  return { world:rect(item) }
end

describe("world:add", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
  end)

  it("takes_any_lua_value_as_an_item", function()
    local items = {
      "hero", 1, 2.5, true, false, {}, function() end, coroutine.create(function() end), world,
      hitbox.point(0, 0), io.stdout, 1 / 0,
    }
    for i, item in ipairs(items) do
      assert.are.equal(item, world:add(item, i, 2 * i, 3, 4))
    end
    assert.are.equal(#items, world:count())
    assert.are.same(items, world:items())
    for i, item in ipairs(items) do
      assert.are.same({ i, 2 * i, 3, 4 }, rect(world, item))
    end
  end)

  it("refuses_nil_and_nan_as_an_item", function()
    refused("bad argument #1 to 'add' (item expected, got nil)", world.add, world, nil, 0, 0, 1, 1)
    refused("bad argument #1 to 'add' (item expected, got no value)", world.add, world)
    refused("bad argument #1 to 'add' (item must be equal to itself, got NaN)", world.add, world,
      0 / 0, 0, 0, 1, 1)
    assert.are.equal(0, world:count())
  end)

  it("refuses_an_item_that_is_there", function()
    world:add("a", 1, 2, 3, 4)
    refused("bad argument #1 to 'add' (item is already in this world; change it by update or reshape)", world.add, world, "a",
      5, 6, 7, 8)
    assert.are.equal(1, world:count())
    assert.are.same({ 1, 2, 3, 4 }, rect(world, "a"))
    hitbox.newWorld():add("a", 0, 0, 1, 1)
  end)

  it("takes_an_item_again_once_it_was_removed", function()
    world:add("a", 1, 2, 3, 4)
    world:remove("a")
    world:add("a", 5, 6, 7, 8)
    assert.are.same({ 5, 6, 7, 8 }, rect(world, "a"))
  end)

  it("refuses_bad_numbers_and_adds_nothing", function()
    refuses_bad_numbers(bound(world, "add"), "add", { "a", 1, 2, 3, 4 },
      { { 2, "x" }, { 3, "y" }, { 5, "h", "size" } }, function()
        assert.are.equal(0, world:count())
        assert.is_false(world:has("a"))
      end)
    local add = bound(world, "add")
    refused("bad argument #4 to 'add' (w must be >= 0, got -3)", add, "a", 0, 0, -3, 1)
    refused("bad argument #4 to 'add' (w must be finite, got NaN)", add, "a", 0, 0, 0 / 0, 1)
    refused("bad argument #4 to 'add' (number or shape expected for w, got string)", add, "a", 0, 0, "3", 1)
    refused("bad argument #4 to 'add' (number or shape expected for w, got no value)", add, "a", 0, 0)
    refused("bad argument #5 to 'add' (number expected for h, got table)", add, "a", 0, 0, 3, {})
    local beyond = "bad argument #4 to 'add' (every edge of the shape must be at most 2^100 in magnitude)"
    refused(beyond, add, "a", 2 ^ 100, 0, 2 ^ 100, 1)
    refused(beyond, add, "a", 2 ^ 100, 0, hitbox.circle(2 ^ 100, 0, 1))
    assert.are.equal(0, world:count())
  end)

  it("places_a_shape_by_its_own_origin", function()
    world:add("rock", 90, 80, hitbox.circle(0, 0, 6))
    world:add("roof", 90, 80, hitbox.polygon(-5, 0, 5, 0, 0, -4))
    assert.are.same({ 84, 74, 12, 12 }, rect(world, "rock"))
    assert.are.equal(hitbox.circle(90, 80, 6), world:shape("rock"))
    assert.are.same({ 85, 76, 10, 4 }, rect(world, "roof"))
  end)

  it("anchors_a_rectangle", function()
    world:add("hero", 40, 200, 12, 28, { anchor = "feet" })
    assert.are.same({ 34, 172, 12, 28 }, rect(world, "hero"))
    assert.are.same({ 40, 200 }, { world:position("hero") })
    world:add("odd", 40, 200, 13, 27, { anchor = "center" })
    assert.are.same({ 33.5, 186.5, 13, 27 }, rect(world, "odd"))
    world:add("own", 40, 200, 13, 32, { anchor = { px = 6, py = 31 } })
    assert.are.same({ 34, 169, 13, 32 }, rect(world, "own"))
    world:add("part", 40, 200, 10, 20, { anchor = { 0.5, 0.9 } })
    assert.are.same({ 35, 182, 10, 20 }, rect(world, "part"))
  end)

  it("anchors_a_shape_by_its_bounds_if_asked", function()
    world:add("ball", 40, 200, hitbox.circle(100, 100, 5), { anchor = "feet" })
    assert.are.equal(hitbox.circle(40, 195, 5), world:shape("ball"))
    local hexagon = hitbox.polygon(2, 0, 4, 0, 6, 3, 4, 6, 2, 6, 0, 3)
    world:add("nut", 10, 20, hexagon, { anchor = "bottom-right" })
    assert.are.same({ 4, 14, 6, 6 }, rect(world, "nut"))
    assert.are.equal(hexagon:translated(4, 14), world:shape("nut"))
  end)

  it("mirrors_about_the_anchor_when_facing_left", function()
    world:add("sword", 100, 50, 20, 4, { anchor = "left", facing = -1 })
    assert.are.same({ 80, 48, 20, 4 }, rect(world, "sword"))
    world:add("shield", 100, 50, 20, 4, { anchor = "left", facing = 1 })
    assert.are.same({ 100, 48, 20, 4 }, rect(world, "shield"))
    world:add("point", 100, 50, 9, 9, { anchor = { px = 2, py = 0 }, facing = -1 })
    assert.are.same({ 93, 50, 9, 9 }, rect(world, "point"))
    world:add("wedge", 0, 0, hitbox.polygon(0, 0, 4, 0, 4, 3), { facing = -1 })
    assert.are.equal(hitbox.polygon(0, 0, -4, 0, -4, 3), world:shape("wedge"))
    local kite = hitbox.polygon(0, 0, 4, -1, 6, 0, 4, 1, 2, 1)
    world:add("kite", 10, 0, kite, { facing = -1 })
    assert.are.same({ 4, -1, 6, 2 }, rect(world, "kite"))
    world:add("tied kite", 10, 0, kite, { anchor = "right", facing = -1 })
    assert.are.same({ 10, -1, 6, 2 }, rect(world, "tied kite"))
  end)

  it("puts_neighbours_at_shared_edges", function()
    world:add("a", 0.1, 0, 0.7, 1)
    local x, y, w, h = world:rect("a")
    assert.are.equal(0.7, w)
    world:add("b", x + w, y, w, h)
    for a, b in world:pairs() do
      error(a .. " meets " .. b)
    end
  end)

  it("takes_a_tag", function()
    for i, tag in ipairs { 0, 7, -1, 2.0 } do
      world:add(i, 0, 0, 1, 1, { tag = tag })
    end
    assert.are.equal(4, world:count())
  end)

  it("refuses_bad_options_and_adds_nothing", function()
    local function add(options)
      return world:add("a", 1, 2, 3, 4, options)
    end
    local bad = "bad argument #6 to 'add' "
    refused(bad .. '(unknown option "anchr", did you mean "anchor"?)', add, { anchr = "feet" })
    refused(bad .. '(unknown option "facng", did you mean "facing"?)', add, { facng = 1 })
    refused(bad .. '(unknown option "layers", did you mean "layer"?)', add, { layers = "x" })
    refused(bad .. "(name expected for option, got number)", add, { "feet" })
    refused(bad .. "(table expected for options, got string)", add, "feet")
    refused(bad .. '(unknown anchor "foot", did you mean "feet"?)', add, { anchor = "foot" })
    refused(bad .. "(facing must be 1 or -1, got 0)", add, { facing = 0 })
    refused(bad .. "(facing must be 1 or -1, got 0.5)", add, { facing = 0.5 })
    refused(bad .. "(facing must be finite, got NaN)", add, { facing = 0 / 0 })
    refused(bad .. "(number expected for facing, got string)", add, { facing = "left" })
    refused(bad .. '(unknown response "slid", did you mean "slide"?)', add, { response = "slid" })
    refused(bad .. "(name expected for response, got function)", add, { response = print })
    refused(bad .. "(integer expected for tag, got string)", add, { tag = "1" })
    refused(bad .. "(tag must be an integer, got 1.5)", add, { tag = 1.5 })
    refused(bad .. "(tag must be an integer, got NaN)", add, { tag = 0 / 0 })
    refused(bad .. "(name or list of names expected for layer, got number)", add, { layer = 3 })
    refused(bad .. "(names expected for mask, got boolean)", add, { mask = { "a", true } })
    assert.are.equal(0, world:count())
    refused("bad argument #5 to 'add' (unknown option \"achor\", did you mean \"anchor\"?)",
      bound(world, "add"), "a", 1, 2, hitbox.circle(0, 0, 1), { achor = "feet" })
  end)

  it("says_the_same_however_it_is_called", function()
    local message = "bad argument #4 to 'add' (w must be >= 0, got -3)"
    local add = world.add
    refused(message, add, world, "a", 0, 0, -3, 1)
    refused(message, function()
      world:add("a", 0, 0, -3, 1)
    end)
    refused(message, function()
      add(world, "a", 0, 0, -3, 1)
    end)
    refused(message, function()
      return world:add("a", 0, 0, -3, 1)
    end)
  end)

  it("takes_only_points_and_boxes_in_a_world_of_pixels", function()
    local pixels = hitbox.newWorld({ policy = "pixel" })
    pixels:add("box", 0, 0, 4, 4)
    pixels:add("point", 0, 0, hitbox.point(0, 0))
    local message = "'%s' (\"pixel\" has a meaning for points, AABBs and masks only; use \"overlap\" or "
      .. "\"touch\")"
    refused("bad argument #4 to " .. message:format("add"), bound(pixels, "add"), "ball", 0, 0,
      hitbox.circle(0, 0, 1))
    refused("bad argument #2 to " .. message:format("reshape"), bound(pixels, "reshape"), "box",
      hitbox.circle(0, 0, 1))
    refused("bad argument #1 to " .. message:format("queryShape"), bound(pixels, "queryShape"),
      hitbox.circle(0, 0, 1))
    assert.are.equal(2, pixels:count())
    assert.are.same({ 0, 0, 4, 4 }, rect(pixels, "box"))
  end)
end)

describe("an item", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("a", 1, 2, 3, 4)
    world:add("hero", 40, 200, 12, 28, { anchor = "feet" })
  end)

  it("is_there_until_it_is_removed", function()
    assert.is_true(world:has("a"))
    world:remove("a")
    assert.is_false(world:has("a"))
    assert.are.equal(1, world:count())
    assert.is_false(world:has("b"))
    assert.is_false(world:has(nil))
    assert.is_false(world:has())
    assert.is_false(world:has(0 / 0))
  end)

  it("is_refused_by_every_method_once_it_is_stale", function()
    world:remove("a")
    local calls = {
      { "remove", "a" }, { "update", "a", 0, 0 }, { "update", "a", 0, 0, 1, 1 },
      { "reshape", "a", 1, 1 }, { "setLayers", "a", "x" }, { "position", "a" }, { "rect", "a" },
      { "shape", "a" }, { "move", "a", 0, 0 }, { "check", "a", 0, 0 }, { "contact", "a", "hero" },
    }
    for _, call in ipairs(calls) do
      local name = table.remove(call, 1)
      local message = "bad argument #1 to '" .. name .. "' "
      local unpack = unpack or table.unpack
      refused(message .. "(item is not in this world; add it first)", bound(world, name), unpack(call))
      call[1] = nil
      refused(message .. "(item expected, got nil)", bound(world, name), unpack(call, 1, 3))
      refused(message .. "(item is not in this world; add it first)", bound(world, name), 0 / 0)
    end
    assert.are.equal(1, world:count())
  end)

  it("is_not_mixed_up_with_the_one_that_took_its_slot", function()
    world:remove("a")
    world:add("b", 5, 6, 7, 8)
    assert.is_false(world:has("a"))
    assert.are.same({ 5, 6, 7, 8 }, rect(world, "b"))
    assert.are.same({ "hero", "b" }, world:items())
  end)

  it("is_listed_in_the_order_of_adding", function()
    for i = 1, 100 do
      world:add(i, i, i, 1, 1)
    end
    for i = 1, 100, 2 do
      world:remove(i)
    end
    local out = { "stale", "stale" }
    assert.are.equal(out, world:items(out))
    assert.are.equal(52, #out)
    assert.are.same({ "a", "hero", 2, 4 }, { out[1], out[2], out[3], out[4] })
    for i = 2, 100, 2 do
      world:remove(i)
    end
    world:items(out)
    assert.are.same({ "a", "hero" }, out)
    refused("bad argument #1 to 'items' (table expected for out, got boolean)",
      bound(world, "items"), true)
  end)

  it("is_put_elsewhere_by_its_anchor", function()
    world:update("hero", 50, 100)
    assert.are.same({ 44, 72, 12, 28 }, rect(world, "hero"))
    world:update("a", -1.5, 0)
    assert.are.same({ -1.5, 0 }, { world:position("a") })
  end)

  it("keeps_its_feet_when_it_changes_its_size", function()
    world:update("hero", 50, 100, 14, 16)
    assert.are.same({ 43, 84, 14, 16 }, rect(world, "hero"))
    world:reshape("hero", 12, 28)
    assert.are.same({ 44, 72, 12, 28 }, rect(world, "hero"))
    assert.are.same({ 50, 100 }, { world:position("hero") })
  end)

  it("takes_another_shape_anchor_and_facing", function()
    world:reshape("hero", 20, 4, { anchor = "left" })
    assert.are.same({ 40, 198, 20, 4 }, rect(world, "hero"))
    world:reshape("hero", 20, 4, { facing = -1 })
    assert.are.same({ 20, 198, 20, 4 }, rect(world, "hero"))
    world:reshape("hero", 10, 4)
    assert.are.same({ 30, 198, 10, 4 }, rect(world, "hero"))
    world:reshape("hero", hitbox.circle(0, 0, 5), { anchor = "center" })
    assert.are.equal(hitbox.circle(40, 200, 5), world:shape("hero"))
    world:reshape("a", hitbox.circle(0, 0, 5))
    assert.are.equal(hitbox.circle(1, 2, 5), world:shape("a"))
    world:reshape("a", hitbox.polygon(2, 0, 4, 0, 6, 3, 4, 6, 2, 6, 0, 3))
    assert.are.same({ 1, 2, 6, 6 }, rect(world, "a"))
    world:reshape("a", 3, 4)
    assert.are.same({ 1, 2, 3, 4 }, rect(world, "a"))
    world:update("a", 7, 7, hitbox.point(0, 0))
    assert.are.equal(hitbox.point(7, 7), world:shape("a"))
  end)

  it("is_as_it_was_after_a_refusal", function()
    local function unchanged()
      assert.are.same({ 34, 172, 12, 28 }, rect(world, "hero"))
      assert.are.same({ 40, 200 }, { world:position("hero") })
    end
    refuses_bad_numbers(bound(world, "update"), "update", { "hero", 1, 2, 3, 4 },
      { { 2, "x" }, { 3, "y" }, { 5, "h", "size" } }, unchanged)
    refuses_bad_numbers(bound(world, "reshape"), "reshape", { "hero", 3, 4 },
      { { 3, "h", "size" } }, unchanged)
    local beyond, most = "(every edge of the shape must be at most 2^100 in magnitude)", 2 ^ 100
    refused("bad argument #4 to 'update' " .. beyond, bound(world, "update"), "hero", most, 0, most, 1)
    refused("bad argument #2 to 'reshape' " .. beyond, bound(world, "reshape"), "hero", most, most,
      { anchor = { 2, 0 } })
    world:add("huge", 0, 0, most, 1)
    refused("bad argument #2 to 'update' " .. beyond, bound(world, "update"), "huge", most, 0)
    refused("bad argument #2 to 'move' " .. beyond, bound(world, "move"), "huge", most, 0)
    assert.are.same({ 0, 0, most, 1 }, rect(world, "huge"))
    refused("bad argument #4 to 'update' (w must be >= 0, got -3)", bound(world, "update"), "hero",
      1, 2, -3, 4)
    refused("bad argument #2 to 'reshape' (w must be >= 0, got -3)", bound(world, "reshape"), "hero",
      -3, 4)
    refused('bad argument #4 to \'reshape\' (unknown option "layer"; known are anchor, facing, fits)',
      bound(world, "reshape"), "hero", 3, 4, { layer = "x" })
    refused('bad argument #3 to \'reshape\' (unknown anchor "foet", did you mean "feet"?)',
      bound(world, "reshape"), "hero", hitbox.point(0, 0), { anchor = "foet" })
    unchanged()
  end)

  it("keeps_its_corners_when_a_place_is_refused", function()
    local kite = hitbox.polygon(0, 0, 4, -1, 2 ^ 99, 0, 4, 1, 2, 1)
    world:add("kite", 10, 0, kite)
    local before = world:shape("kite")
    assert.has_error(function()
      world:update("kite", 2 ^ 100, 0)
    end)
    assert.are.equal(before, world:shape("kite"))
  end)

  it("gives_a_shape_that_stays_when_it_moves_on", function()
    local nut = hitbox.polygon(2, 0, 4, 0, 6, 3, 4, 6, 2, 6, 0, 3)
    world:add("nut", 10, 0, nut)
    local was = world:shape("nut")
    world:update("nut", 20, 0)
    world:remove("nut")
    assert.are.equal(nut:translated(10, 0), was)
  end)
end)

describe("world:contact", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10)
    world:add("b", 8, 3, 10, 4)
  end)

  it("returns_the_contact_of_two_items", function()
    local nx, ny, depth = world:contact("a", "b")
    assert.are.same({ 1, 0, 2 }, { nx, ny, depth })
    nx, ny, depth = world:contact("b", "a")
    assert.are.same({ -1, 0, 2 }, { nx, ny, depth })
  end)

  it("goes_by_the_worlds_policy", function()
    world:update("b", 10, 3)
    assert.is_nil(world:contact("a", "b"))
    local touching = hitbox.newWorld({ policy = "touch" })
    touching:add("a", 0, 0, 10, 10)
    touching:add("b", 10, 3, 10, 4)
    local nx, ny, depth = touching:contact("a", "b")
    assert.are.same({ 1, 0, 0 }, { nx, ny, depth })
  end)

  it("goes_by_the_policy_that_is_given", function()
    world:update("b", 10, 3)
    local nx, ny, depth = world:contact("a", "b", "touch")
    assert.are.same({ 1, 0, 0 }, { nx, ny, depth })
    assert.is_nil(world:contact("a", "b", "pixel"))
    assert.is_nil(world:contact("a", "b", nil))
    world:update("b", 8, 3)
    assert.are.equal(2, (select(3, world:contact("a", "b", "pixel"))))
    local contact_of = bound(world, "contact")
    refused("bad argument #3 to 'contact' (unknown policy \"tuch\", did you mean \"touch\"?)", contact_of, "a", "b",
      "tuch")
    world:add("ball", 0, 0, hitbox.circle(0, 0, 3))
    refused("bad argument #3 to 'contact' (\"pixel\" has a meaning for points, AABBs and masks only; use \"overlap\" or "
      .. "\"touch\")", contact_of, "a", "ball", "pixel")
  end)

  it("refuses_what_is_not_in_the_world", function()
    local contact_of = bound(world, "contact")
    refused("bad argument #1 to 'contact' (item is not in this world; add it first)", contact_of, "c", "b")
    refused("bad argument #2 to 'contact' (item is not in this world; add it first)", contact_of, "a", "c")
    refused("bad argument #2 to 'contact' (item expected, got no value)", contact_of, "a")
  end)
end)
