local hitbox = require "hitbox"
local garbageOf = require "tests.tools.garbage"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"
local refused = support.refused

describe("world:separate", function()
  local world

  before_each(function() -- two squares that overlap by 4
    world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10, { layer = "body" })
    world:add("b", 6, 0, 10, 10, { layer = "body" })
  end)

  local walls = { mask = "wall" }

  local function xs()
    return { (world:position("a")), (world:position("b")) }
  end

  it("parts_two_by_halves_or_by_a_share", function()
    local n, met = world:queryPairs()
    assert.are.equal(1, n)
    world:add("wall", 100, 0, 1, 1, { layer = "wall" })
    assert.are.equal(1, world:separate(met, nil, nil, walls))
    assert.are.same({ -2, 8 }, xs())
    assert.are.equal(0, world:separate(met, nil, nil, walls))
    for share, wanted in pairs { [0] = { 0, 10 }, [0.25] = { -1, 9 }, [1] = { -4, 6 } } do
      world:update("a", 0, 0)
      world:update("b", 6, 0)
      assert.are.equal(1, world:separate(met, share, "slide", walls))
      assert.are.same(wanted, xs())
    end
  end)

  it("leaves_to_the_other_what_one_cannot_yield", function()
    world:add("wall", 17, 0, 10, 10, { layer = "wall" })
    world:separate({ "a", "b" }, 0.5, "slide", walls)
    assert.are.same({ -3, 7 }, xs())
    world:update("b", 6, 0)
    world:separate({ "a", "b" }, 0, "slide", walls)
    assert.are.same({ -3, 7 }, xs())
  end)

  it("asks_a_filter_as_a_move_does_and_else_takes_the_item's_response", function()
    world:add("wall", 17, 0, 10, 10, { layer = "wall" })
    local asked = {}
    world:separate({ "a", "b" }, 0, function(...)
      asked[#asked + 1] = { ... }
      return "cross"
    end, walls)
    assert.are.same({ { "b", "wall", -1, 0, 0.25, false } }, asked)
    assert.are.same({ 0, 10 }, xs())
    world:update("b", 6, 0)
    world:separate({ "a", "b" }, 0, function() return "bounce", 0.5 end, walls)
    assert.are.same({ 0, 5.5 }, xs()) -- 1 of 4 to the wall, and half of 3 back
    world:add("c", 50, 0, 10, 10, { response = "cross" })
    world:add("d", 44, 0, 10, 10)
    world:add("post", 61, 0, 10, 10, { layer = "wall" })
    world:separate({ "d", "c" }, 0, nil, walls)
    assert.are.equal(54, (world:position("c")))
  end)

  it("is_what_a_loop_of_moves_comes_to", function()
    local random = require("hitbox.scene.random").new(20261123)
    local function move(w, item, dx, dy, filter, options)
      if dx ~= 0 or dy ~= 0 then
        local x, y = w:position(item)
        local reach = 0
        for _, edge in ipairs({ w:edges(item) }) do
          reach = math.max(reach, math.abs(edge))
        end
        w:move(item, x + dx, y + dy, filter, { mask = options.mask, recover = reach * 2 ^ -42 })
      end
    end
    local function part(w, a, b, share, filter, options)
      local nx, ny, depth = w:contact(a, b)
      if not nx or depth == 0 then
        return 0
      end
      local dx, dy, bx, by = -nx * depth, -ny * depth, w:position(b)
      if share < 1 then
        move(w, b, (share - 1) * dx, (share - 1) * dy, filter, options)
      end
      if share > 0 then
        local x, y = w:position(b)
        dx, dy = dx + (x - bx), dy + (y - by)
        local ax, ay = w:position(a)
        move(w, a, dx, dy, filter, options)
        x, y = w:position(a)
        if share < 1 and (x ~= ax + dx or y ~= ay + dy) then
          move(w, b, x - ax - dx, y - ay - dy, filter, options)
        end
      end
      local last, by1 = share < 1 and b or a, share < 1 and 1 or -1
      local reach = 0
      for _, edge in ipairs({ w:edges(last) }) do
        reach = math.max(reach, math.abs(edge))
      end
      local step = reach * 2 ^ -52
      nx, ny, depth = w:contact(a, b)
      while nx and depth > 0 and depth < reach * 2 ^ -42 and step < reach * 2 ^ -42 do
        move(w, last, by1 * step * nx, by1 * step * ny, filter, options)
        step = 2 * step
        nx, ny, depth = w:contact(a, b)
      end
      return 1
    end
    for round = 1, versions.rounds(12) do
      local fast, plain, items, asked = hitbox.newWorld(), hitbox.newWorld(), {}, {}
      for i = 1, 100 do
        local r = 1 + 3 * random()
        local shapes = { hitbox.circle(0, 0, r), hitbox.aabb(-r, -r, 2 * r, r), hitbox.capsule(-r, 0, r, 1, 1),
          hitbox.box(0, 0, 2 * r, r, r) }
        local wall, x, y = i % 8 == 0, 80 * random(), 80 * random()
        local options = { layer = wall and "wall" or "body", oneWay = i % 16 == 0 and "above" or nil }
        items[i] = i
        for _, w in ipairs { fast, plain } do
          w:add(i, x, y, shapes[i % #shapes + 1], options)
        end
      end
      local share, options = random(0, 4) / 4, round % 3 == 0 and {} or walls
      local filter = round % 2 == 0 and "slide" or function(item, other, nx, ny, t, inside)
        asked[#asked + 1] = ("%d %d %.17g %.17g %.17g %s"):format(item, other, nx, ny, t, tostring(inside))
        return other % 3 == 0 and "slide" or other % 3 == 1 and "touch" or nil
      end
      for _ = 1, 3 do
        local n, met = fast:queryPairs()
        local parted = fast:separate(met, share, filter, options)
        local told = asked
        asked = {}
        for i = 1, 2 * n, 2 do
          parted = parted - part(plain, met[i], met[i + 1], share, filter, options)
        end
        assert.are.equal(0, parted)
        assert.are.same(asked, told)
        asked = {}
        for _, item in ipairs(items) do
          assert.are.same({ fast:position(item) }, { plain:position(item) })
        end
      end
    end
  end)

  it("lets_a_filter_do_anything", function()
    world:add("wall", 17, 0, 10, 10, { layer = "wall" })
    world:add("c", 0, 3, 10, 10, { layer = "body" })
    assert.are.equal(1, world:separate({ "a", "b", "c", "a" }, 0, function(item)
      world:remove(item)
      assert.are.equal(1, world:separate({ "a", "c" }, 0, "slide", walls)) -- one within the other
    end, walls))
    assert.is_false(world:has("b"))
    assert.are.same({ 0, 10 }, { world:position("c") })
    world:add("b", 6, 0, 10, 10)
    refused("enough", world.separate, world, { "a", "b" }, 0, function() error("enough", 0) end)
    refused("calling 'separate' on bad self (world is destroyed)", world.separate, world, { "a", "b" }, 0, function() world:destroy() end)
  end)

  it("has_room_for_more_hits_than_usual", function()
    local count = 0
    for i = 1, 40 do
      world:add(i, 16.5 + i / 32, 0, 0.25, 10, { layer = "wall" })
    end
    world:separate({ "a", "b" }, 0, function()
      count = count + 1
      return "cross"
    end, walls)
    assert.are.equal(40, count)
    assert.are.same({ 0, 10 }, xs())
  end)

  it("makes_no_garbage", function()
    local met = { "a", "b" }
    world:add("wall", 17, 0, 10, 10, { layer = "wall" })
    local function press()
      world:update("a", 0, 0)
      world:update("b", 6, 0)
      world:separate(met, 0.5, "slide", walls)
    end
    assert.are.equal(0, garbageOf(10, press))
  end)

  it("refuses_what_is_wrong", function()
    local function wrong(message, ...)
      refused("bad argument " .. message, world.separate, world, ...)
      assert.are.same({ 0, 6 }, xs())
    end
    wrong("#1 to 'separate' (table expected for pairs, got string)", "a")
    wrong("#1 to 'separate' (pairs must hold an even number of items, got 3)", { "a", "b", "a" })
    wrong("#1 to 'separate' (pairs[4] is not in this world, got string)", { "a", "b", "a", "c" })
    wrong("#2 to 'separate' (share must be >= 0, got -1)", { "a", "b" }, -1)
    wrong("#2 to 'separate' (share must be from 0 to 1, got 1.5)", { "a", "b" }, 1.5)
    wrong("#2 to 'separate' (number expected for share, got string)", { "a", "b" }, "1")
    wrong("#3 to 'separate' (function or name expected for filter, got boolean)", { "a", "b" }, 1, true)
    wrong([[#4 to 'separate' (unknown option "masc", did you mean "mask"?)]], { "a", "b" }, 1, nil, { masc = "wall" })
  end)
end)
