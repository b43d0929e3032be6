-- Positions set and pairs read by one call. Expected values come from a hand, from update item for item,
-- and from tests of each two.
local hitbox = require "hitbox"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"
local refused, bound = support.refused, support.bound

local nan, inf = 0 / 0, 1 / 0

local below

local shapes = {
  hitbox.aabb(0, 0, 8, 6), hitbox.circle(0, 0, 4), hitbox.polygon(-4, -4, 6, 0, -4, 4), hitbox.mask { "##.", ".##" },
  hitbox.box(0, 0, 9, 5, 0.4),
}

--- Two equal worlds of items of many kinds.
---@return any, any
---@return any[] items
local function twoWorlds(count)
  local worlds, items = { hitbox.newWorld(), hitbox.newWorld() }, {}
  for i = 1, count do
    local item = ({ { number = i }, "item" .. i, i, i + 0.5, print })[1 + i % 5]
    items[i] = item == print and function()
      return i
    end or item
    local x, y = below(400) / 4, below(400) / 4
    for _, world in ipairs(worlds) do
      world:add(items[i], x, y, shapes[1 + i % 7 % 5])
    end
  end
  items[count], items[count + 1] = true, false
  for _, world in ipairs(worlds) do
    world:remove(world:items()[count])
    world:add(true, 0, 0, 3, 3)
    world:add(false, 2, 2, 3, 3, { angle = 0.3 })
  end
  return worlds[1], worlds[2], items
end

local function places(world, items)
  local all = {}
  for i, item in ipairs(items) do
    all[i] = table.concat({ world:edges(item) }, " ") .. " at " .. table.concat({ world:position(item) }, " ")
  end
  return all
end

local function pairsOf(world)
  local all = {}
  for a, b in world:pairs() do
    all[#all + 1], all[#all + 2] = a, b
  end
  return all
end

describe("updateMany", function()
  local world, list, xs, ys

  before_each(function()
    below = support.random(4711)
    world = hitbox.newWorld()
    list = { world:add({}, 1, 2, 10, 10), world:add("b", 3, 4, 10, 10), world:add(7, 5, 6, hitbox.circle(0, 0, 3)) }
    xs, ys = { 10, 20, 30 }, { -1, -2, -3 }
  end)

  --- Where the three are.
  local function where()
    local all = {}
    for i = 1, 3 do
      all[2 * i - 1], all[2 * i] = world:position(list[i])
    end
    return all
  end

  it("puts_each_item_of_a_list_at_its_place", function()
    assert.are.equal(0, select("#", world:updateMany(list, xs, ys)))
    assert.are.same({ 10, -1, 20, -2, 30, -3 }, where())
    world:updateMany({ 7, "b" }, { 1, 2, 3, "more" }, { 8, 9 })
    assert.are.same({ 10, -1, 2, 9, 1, 8 }, where())
    world:updateMany({}, {}, {})
    assert.are.same({ 10, -1, 2, 9, 1, 8 }, where())
  end)

  it("leaves_an_item_that_is_there_twice_at_its_last_place", function()
    world:updateMany({ "b", list[1], "b", 7, "b" }, { 1, 2, 3, 4, 5 }, { 10, 20, 30, 40, 50 })
    assert.are.same({ 2, 20, 5, 50, 4, 40 }, where())
  end)

  it("does_what_update_does_item_for_item", function()
    local many, one, items = twoWorlds(150)
    local restored, then_
    for round = 1, versions.rounds(24) do
      local some = {}
      for i = 1, 1 + below(#items) do
        some[i] = round % 3 > 0 and items[i] or items[1 + below(#items)]
      end
      local toX, toY = {}, {}
      for i = 1, #some do
        local far = round % 8 == 0 and below(5) == 0 and 2 ^ 60 or 1
        toX[i], toY[i] = below(4000) / 8 * (type(some[i]) == "string" and far or 1), below(4000) / 8
      end
      for i = 1, #some do
        if not pcall(one.update, one, some[i], toX[i], toY[i]) then
          one:update(some[i], 5, i)
          toX[i], toY[i] = 5, i
        end
      end
      many:updateMany(some, toX, toY)
      assert.are.same(places(one, items), places(many, items))
      assert.are.same(pairsOf(one), pairsOf(many))
      if round % 4 == 0 then -- others have the numbers of these from then on
        for _, w in ipairs { many, one } do
          w:remove(items[3])
          w:remove(items[1])
          w:add(items[1], 1, 1, 6, 6)
          w:add(items[3], 3, 3, 6, 6)
        end
      elseif round % 8 == 3 then
        restored, then_ = many:snapshot(), one:snapshot()
      elseif round % 8 == 7 then
        many:restore(restored)
        one:restore(then_)
      end
    end
  end)

  it("moves_nothing_if_anything_is_wrong", function()
    local call = bound(world, "updateMany")
    local before = { 1, 2, 3, 4, 5, 6 }
    local stranger = {}
    local function refuses(message, ...)
      refused(message, call, ...)
      assert.are.same(before, where())
    end
    for _ = 1, 2 do
      refuses("bad argument #1 to 'updateMany' (table expected for items, got nil)")
      refuses("bad argument #1 to 'updateMany' (table expected for items, got string)", "b", 1, 2)
      refuses("bad argument #2 to 'updateMany' (table expected for xs, got number)", list, 1, 2)
      refuses("bad argument #3 to 'updateMany' (table expected for ys, got nil)", list, xs)
      refuses("bad argument #1 to 'updateMany' (items[2] is not in this world, got table)", { "b", stranger }, xs, ys)
      refuses("bad argument #1 to 'updateMany' (items[2] is not in this world, got \"c\")", { "b", "c", 7 }, xs, ys)
      refuses("bad argument #1 to 'updateMany' (items[3] is not in this world, got 8)", { "b", 7, 8 }, xs, ys)
      refuses("bad argument #1 to 'updateMany' (items[1] is not in this world, got NaN)", { nan }, xs, ys)
      refuses("bad argument #1 to 'updateMany' (items[1] is not in this world, got boolean)", { false }, xs, ys)
      local hole = { "b", list[1], 7 }
      hole[2] = nil
      if #hole == 3 then -- which it need not be
        refuses("bad argument #1 to 'updateMany' (item expected for items[2], got nil)", hole, xs, ys)
      end
      for k, name in ipairs { "xs", "ys" } do
        local function refusesNumber(what, value)
          local bad = { 1, 2, 3 }
          bad[3] = value
          refuses(("bad argument #%d to 'updateMany' (%s)"):format(k + 1, what:gsub("?", name .. "[3]")), list,
            k == 1 and bad or xs, k == 2 and bad or ys)
        end
        refusesNumber("number expected for ?, got nil", nil)
        refusesNumber("number expected for ?, got string", "12")
        refusesNumber("number expected for ?, got table", {})
        refusesNumber("? must be finite, got NaN", nan)
        refusesNumber("? must be finite, got inf", inf)
        refusesNumber("? must be finite, got -inf", -inf)
        refusesNumber("? must be at most 2^100 in magnitude, got 1e+31", 1e31)
      end
    end
    world:updateMany(list, xs, ys) -- and then it is as ever
    assert.are.same({ 10, -1, 20, -2, 30, -3 }, where())
  end)

  --- Of a world with an item "odd" that can be at x = 0, but not at `x`.
  local function refusesOdd(w, reason, x)
    w:add("a", 1, 2, 10, 10)
    w:add("b", 3, 4, 10, 10)
    refused(("bad argument #2 to 'update' (every edge of the shape %s)"):format(reason), bound(w, "update"), "odd", x, 0)
    local found = pairsOf(w)
    for _ = 1, 2 do
      refused(("bad argument #2 to 'updateMany' (every edge of items[5] %s)"):format(reason), bound(w, "updateMany"),
        { "b", "a", "b", "odd", "odd", "b" }, { 1, 2, 3, 0, x, 6 }, { 1, 2, 3, 9, 5, 6 })
      assert.are.same({ 1, 2 }, { w:position("a") })
      assert.are.same({ 3, 4 }, { w:position("b") })
      assert.are.same({ 0, 0 }, { w:position("odd") })
      assert.are.same(found, pairsOf(w))
    end
    w:updateMany({ "b", "odd", "a" }, { 1, 0, 2 ^ 60 }, { 2, 7, 0 })
    assert.are.same({ 1, 2 }, { w:position("b") })
    assert.are.same({ 0, 7 }, { w:position("odd") })
    assert.are.same({ 2 ^ 60, 0 }, { w:position("a") })
  end

  it("moves_nothing_if_a_shape_cannot_be_there", function()
    local function with(...)
      local w = hitbox.newWorld()
      w:add("odd", 0, 0, ...)
      return w
    end
    local reason, near = "must be at most 2^100 in magnitude", 2 ^ 48 -- which is the last bit of 2^100
    refusesOdd(with(near, 1), reason, 2 ^ 100)
    refusesOdd(with(1, near, { angle = math.pi / 2, anchor = "bottom-left" }), reason, 2 ^ 100)
    refusesOdd(with(2 ^ 100, 1), reason, near)
    refusesOdd(with(1, 1, { scale = 2 ^ 100 }), reason, near)
    local w = with(1, 1)
    w:update("odd", 0, 0, 2 ^ 100, 1)
    refusesOdd(w, reason, near)
    w = with(1, 1)
    w:reshape("odd", 2 ^ 100, 1)
    refusesOdd(w, reason, near)
    w = with(1, 1)
    w:setTransform("odd", 0, 2 ^ 100)
    refusesOdd(w, reason, near)
    refusesOdd(hitbox.load(with(2 ^ 100, 1):save()), reason, near)
    w = with(2 ^ 100, 1)
    local before = w:snapshot()
    w:remove("odd")
    w:restore(before)
    refusesOdd(w, reason, near)
  end)

  it("moves_nothing_if_a_mask_cannot_be_there", function()
    local mask, reason = hitbox.mask { "##" }, "must be at most 2^51 in magnitude for a mask"
    local far, near = hitbox.newWorld(), hitbox.newWorld()
    near:add("odd", 0, 0, mask)
    refusesOdd(near, reason, 2 ^ 51)
    far:add("odd", 0, 0, mask:translated(2 ^ 51 - 4, 0))
    refusesOdd(far, reason, 3)
  end)

  it("asks_no_metatable", function()
    local guarded, calls = support.guarded()
    local a, b = guarded {}, guarded {}
    world:add(a, 0, 0, 1, 1)
    world:add(b, 5, 5, 1, 1)
    for _ = 1, 3 do
      world:updateMany({ b, a }, { 1, 2 }, { 3, 4 })
      world:updateMany({ a, b }, { 1, 2 }, { 3, 4 })
      assert.are.same({ 1, 3 }, { world:position(a) })
      assert.are.same({ 2, 4 }, { world:position(b) })
      world:updateMany(guarded { a }, guarded { 7 }, guarded { 8, 9 })
      assert.are.same({ 7, 8 }, { world:position(a) })
    end
    refused("bad argument #2 to 'updateMany' (number expected for xs[2], got nil)", bound(world, "updateMany"), { a, b },
      guarded { 5 }, { 1, 1 })
    assert.are.same({ 7, 8 }, { world:position(a) })
    assert.are.equal(0, calls())
  end)

  it("takes_a_hundred_thousand", function()
    local items = {}
    world = hitbox.newWorld()
    for i = 1, versions.isCollecting and 500 or 100000 do
      items[i] = world:add({}, i, 0, 0.5, 0.5)
      xs[i], ys[i] = -i, i / 2
    end
    local last = #items
    for round = 1, 2 do
      world:updateMany(items, xs, ys)
      for i = 1, last, 97 do
        local x, y = world:position(items[i])
        assert(x == xs[i] and y == ys[i])
      end
      assert.are.equal(round, (world:queryPoint(0.25 - last, last / 2 + 0.25)))
      xs[last - 1], ys[last - 1] = xs[last], ys[last]
      items[last], items[last - 1], items[1] = items[last - 1], items[last], items[1]
    end
    world:remove(items[last])
    refused(("bad argument #1 to 'updateMany' (items[%d] is not in this world, got table)"):format(last),
      bound(world, "updateMany"), items, ys, xs)
    assert.are.same({ -1, 0.5 }, { world:position(items[1]) })
  end)

  it("knows_no_item_of_another_world_from_earlier_calls", function()
    local other = hitbox.newWorld()
    world:updateMany(list, xs, ys)
    world:remove(list[1])
    refused("bad argument #1 to 'updateMany' (items[1] is not in this world, got table)", bound(world, "updateMany"),
      list, xs, ys)
    other:add(list[1], 0, 0, 1, 1)
    refused("bad argument #1 to 'updateMany' (items[1] is not in this world, got table)", bound(world, "updateMany"),
      list, xs, ys)
    world:add("in its place", 0, 0, 5, 5)
    refused("bad argument #1 to 'updateMany' (items[1] is not in this world, got table)", bound(world, "updateMany"),
      list, xs, ys)
    assert.are.same({ 0, 0 }, { world:position("in its place") })
  end)
end)

describe("queryPairs", function()
  local world

  before_each(function()
    below = support.random(815)
    world = hitbox.newWorld()
    for i, name in ipairs { "a", "b", "c", "d" } do
      world:add(name, 6 * i, 0, 10, 10)
    end
  end)

  it("lists_both_items_of_each_pair_in_the_order_of_pairs", function()
    local n, out = world:queryPairs()
    assert.are.equal(3, n)
    assert.are.same({ "a", "b", "b", "c", "c", "d" }, out)
    local crowd = twoWorlds(200)
    for _ = 1, 3 do
      local items, expected = crowd:items(), {}
      for i = 1, #items do
        for k = i + 1, #items do
          if crowd:contact(items[i], items[k]) then
            expected[#expected + 1], expected[#expected + 2] = items[i], items[k]
          end
        end
      end
      assert.is_true(#expected > 100)
      assert.are.equal(#expected / 2, (crowd:queryPairs(out)))
      assert.are.same(expected, out)
      assert.are.same(pairsOf(crowd), out)
      for i = 1, #items, 3 do
        crowd:update(items[i], below(400) / 4, below(400) / 4)
      end
    end
  end)

  it("fills_a_table_and_clears_what_is_left_of_its_last_use", function()
    local out = { name = "mine" }
    local n, same = world:queryPairs(out)
    assert.are.equal(out, same)
    assert.are.same({ 3, 6 }, { n, #out })
    world:remove("b")
    world:queryPairs(out)
    assert.are.same({ "c", "d", name = "mine" }, out)
    world:remove("c")
    assert.are.equal(0, (world:queryPairs(out)))
    assert.are.same({ name = "mine" }, out)
  end)

  it("asks_no_metatable_of_the_table_it_fills", function()
    local asked = 0
    local function ask()
      asked = asked + 1
    end
    local out = setmetatable({}, { __index = ask, __newindex = ask, __len = ask })
    assert.are.equal(3, (world:queryPairs(out)))
    assert.are.equal("d", rawget(out, 6))
    assert.are.equal(0, asked)
  end)

  it("refuses_what_is_no_table", function()
    refused("bad argument #1 to 'queryPairs' (table expected for out, got string)", bound(world, "queryPairs"), "a")
  end)

  it("reports_each_pair_by_result_as_other_queries_do", function()
    local out = {}
    world:queryPairs(out)
    assert.are.same({ "b", "c" }, { world:result(2) })
    assert.is_nil(world:result(4))
    assert.are.equal(1, select("#", world:result(4)))
    world:queryPoint(7, 1, out)
    assert.are.same({ "a" }, { world:result(1) })
    world:queryPairs(setmetatable({}, {}))
    assert.are.same({ "c", "d" }, { world:result(3) })
  end)

  it("has_room_for_any_number_of_pairs", function()
    local out = {}
    for i = 1, 60 do
      world:add(i, 1000, 1000, 5, 5)
    end
    for _ = 1, 2 do
      assert.are.equal(3 + 60 * 59 / 2, (world:queryPairs(out)))
      assert.are.equal(2 * (3 + 60 * 59 / 2), #out)
      assert.are.same({ 59, 60 }, { out[#out - 1], out[#out] })
    end
  end)

  it("respects_layers_and_masks", function()
    local w = hitbox.newWorld()
    w:add("wall", 0, 0, 10, 10, { layer = "wall", mask = {} })
    w:add("post", 5, 5, 10, 10, { layer = "wall", mask = {} })
    w:add("hero", 5, 0, 10, 10, { layer = "hero", mask = "wall" })
    local n, out = w:queryPairs()
    assert.are.equal(2, n)
    assert.are.same({ "wall", "hero", "post", "hero" }, out)
  end)
end)
