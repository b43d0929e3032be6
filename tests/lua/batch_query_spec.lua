-- Queries of many points and rectangles in one call. Expected values come from a hand, and from single
-- queries.
local hitbox = require "hitbox"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"
local refused, bound = support.refused, support.bound

local nan, inf = 0 / 0, 1 / 0
local unpack = unpack or table.unpack

local below

--- The expected results of one call, from single queries.
---@param single string queryPoint or queryRect
---@param lists number[][]
---@return any[] found
---@return integer[] asked
local function oneByOne(world, single, lists, mask)
  local all, found, asked = {}, {}, {}
  for i = 1, #lists[1] do
    local arguments = {}
    for k, list in ipairs(lists) do
      arguments[k] = list[i]
    end
    arguments[#lists + 1], arguments[#lists + 2] = all, mask
    local n = world[single](world, unpack(arguments, 1, #lists + 2))
    for k = 1, n do
      found[#found + 1], asked[#asked + 1] = all[k], i
    end
  end
  return found, asked
end

local CALLS = {
  { many = "queryPoints", single = "queryPoint", names = { "xs", "ys" } },
  { many = "queryRects", single = "queryRect", names = { "xs", "ys", "ws", "hs" } },
}

--- Places and sizes of queries, of which many lie on edges and some are empty.
local function queries(count)
  local lists = { {}, {}, {}, {} }
  for i = 1, count do
    for k = 1, 2 do
      lists[k][i] = (below(850) - 25) / 4
      lists[k + 2][i] = below(4) > 0 and below(60) / 4 or 0
    end
  end
  return lists
end

describe("many queries in one call", function()
  before_each(function()
    below = support.random(1848)
  end)

  it("are_answered_in_their_order_and_each_in_the_order_of_adding", function()
    local world = hitbox.newWorld()
    world:add("sea", 0, 0, 100, 100)
    world:add("isle", 20, 20, 10, 10)
    world:add("hut", 24, 24, 2, 2)
    local n, out, asked = world:queryPoints({ 25, 200, 50, 21 }, { 25, 0, 50, 21 })
    assert.are.equal(6, n)
    assert.are.same({ "sea", "isle", "hut", "sea", "sea", "isle" }, out)
    assert.are.same({ 1, 1, 1, 3, 4, 4 }, asked)
    n, out, asked = world:queryRects({ 90, 25, 200 }, { 90, 0, 0 }, { 50, 1, 9 }, { 50, 24.5, 9 })
    assert.are.equal(4, n)
    assert.are.same({ "sea", "sea", "isle", "hut" }, out)
    assert.are.same({ 1, 2, 2, 2 }, asked)
  end)

  it("have_the_answers_that_they_have_one_by_one", function()
    local out, asked, total = {}, {}, 0
    for _, options in ipairs { {}, { policy = "touch" }, { policy = "pixel" }, { broadPhase = "tree" }, { broadPhase = "brute" } } do
      local world = support.crowd(below, options, versions.rounds(400), options.policy == "pixel")
      for round = 1, 4 do
        local lists = queries(below(versions.rounds(400)))
        for _, call in ipairs(CALLS) do
          local mask = ({ nil, "third", { "b", "third" }, "none" })[round]
          local given, count = {}, #call.names
          for k = 1, count do
            given[k] = lists[k]
          end
          local found, numbers = oneByOne(world, call.single, given, mask)
          given[count + 1], given[count + 2], given[count + 3] = out, asked, mask
          local n = world[call.many](world, unpack(given, 1, count + 3))
          assert.are.equal(#found, n)
          assert.are.same(found, out)
          assert.are.same(numbers, asked)
          total = total + n
        end
        for i = 1, 50 do
          world:update(world:has(i) and i or "item1", below(800) / 4, below(800) / 4)
        end
      end
    end
    assert.is_true(total > (versions.isCollecting and 20 or 2000))
  end)

  it("fill_tables_and_clear_what_is_left_of_their_last_use", function()
    local world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10)
    world:add("b", 5, 0, 10, 10)
    local out, asked = { name = "mine" }, { name = "too" }
    local n, same, sameToo = world:queryPoints({ 7, 7, 7 }, { 1, 1, 1 }, out, asked)
    assert.are.same({ 6, 6, 6 }, { n, #out, #asked })
    assert.is_true(rawequal(same, out) and rawequal(sameToo, asked))
    n, same, sameToo = world:queryRects({ 0, 11 }, { 0, 0 }, { 1, 1 }, { 1, 1 }, out, asked)
    assert.is_true(rawequal(same, out) and rawequal(sameToo, asked))
    assert.are.equal(2, n)
    assert.are.same({ "a", "b", name = "mine" }, out)
    assert.are.same({ 1, 2, name = "too" }, asked)
    assert.are.equal(0, (world:queryPoints({ 99 }, { 99 }, out, asked)))
    assert.are.same({ name = "mine" }, out)
    assert.are.same({ name = "too" }, asked)
    world:queryPoints({ 7 }, { 7 }, out, asked)
    assert.are.equal(0, (world:queryRects({}, {}, {}, {}, out, asked)))
    assert.are.same({ name = "mine" }, out)
    assert.are.same({ name = "too" }, asked)
  end)

  it("make_tables_where_none_are_given", function()
    local world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10)
    local mine = {}
    for _, given in ipairs { { nil, nil }, { mine, nil }, { nil, mine } } do
      local n, out, asked = world:queryPoints({ 50, 5 }, { 5, 5 }, given[1], given[2], nil)
      assert.are.same({ 1, { "a" }, { 2 } }, { n, out, asked })
      assert.is_true(given[1] == nil or rawequal(given[1], out))
      assert.is_true(given[2] == nil or rawequal(given[2], asked))
      n, out, asked = world:queryRects({ 50, 5 }, { 5, 5 }, { 1, 1 }, { 1, 1 }, given[1], given[2], nil)
      assert.are.same({ 1, { "a" }, { 2 } }, { n, out, asked })
    end
    assert.are.equal(0, (hitbox.newWorld():queryPoints({ 1, 2 }, { 3, 4 })))
  end)

  it("may_fill_the_lists_of_its_arguments", function()
    local world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10)
    for _ = 1, 2 do
      local xs, ys = { 50, 5, 6 }, { 5, 5, 5 }
      assert.are.equal(2, (world:queryPoints(xs, ys, ys, xs)))
      assert.are.same({ { "a", "a" }, { 2, 3 } }, { ys, xs })
      local ws, hs = { 1, 1 }, { 1, 1 }
      assert.are.equal(1, (world:queryRects({ 50, 5 }, { 5, 5 }, ws, hs, ws, hs)))
      assert.are.same({ { "a" }, { 2 } }, { ws, hs })
    end
  end)

  it("are_as_many_as_the_first_list_has", function()
    local world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10)
    assert.are.equal(1, (world:queryPoints({ 5 }, { 5, 5, "more" })))
    assert.are.equal(2, (world:queryRects({ 5, 6 }, { 5, 5, 5 }, { 1, 1, -1 }, { 1, 1, nan })))
  end)

  it("have_rectangles_whose_edges_are_those_of_queryRect", function()
    local tiny = 0.75 * 2 ^ -100
    for _, row in ipairs {
      -- x of the box, then of the rectangle, its w, whether they touch, and overlap
      { 0.1 + 0.2, 0.1, 0.2, true, false },
      { 0.3, 0.1, 0.2, true, true },
      { 0.75, 0.5, 0.25, true, false },
      { 2 ^ -100, tiny, tiny, false, false }, -- each is next to zero, and so counts as zero
      { 2 ^ 53, 2 ^ 53 - 1, 0.5, true, false }, -- the sum is rounded to it
    } do
      for k, policy in ipairs { "touch", "overlap" } do
        local world = hitbox.newWorld { policy = policy }
        world:add("x", row[1], 0, 1, 1)
        world:add("y", 0, row[1] + 100, 1, 1)
        local n = row[3 + k] and 1 or 0
        assert.are.equal(n, (world:queryRect(row[2], 0.5, row[3], 0.25)))
        assert.are.equal(n, (world:queryRects({ row[2] }, { 0.5 }, { row[3] }, { 0.25 })))
      end
      local world = hitbox.newWorld { policy = "touch" }
      world:add("y", 0, row[1], 1, 1)
      assert.are.equal(row[4] and 1 or 0, (world:queryRects({ 0.5 }, { row[2] }, { 0.25 }, { row[3] })))
    end
  end)

  it("fill_nothing_if_anything_is_wrong", function()
    local world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10)
    local out, asked = { "old" }, { "older" }
    for _, call in ipairs(CALLS) do
      local name, count, method = call.many, #call.names, bound(world, call.many)
      local good = { { 1, 2, 3 }, { 1, 2, 3 }, { 1, 2, 3 }, { 1, 2, 3 } }
      for k = 4, count + 1, -1 do
        good[k] = nil
      end
      good[count + 1], good[count + 2] = out, asked
      local function refuses(position, value, what)
        local given = {}
        for k = 1, count + 2 do
          given[k] = good[k]
        end
        given[position] = value
        refused(("bad argument #%d to '%s' (%s)"):format(position, name, what), method,
          unpack(given, 1, count + 3))
        assert.are.same({ { "old" }, { "older" } }, { out, asked })
      end
      for _ = 1, 2 do
        for k, list in ipairs(call.names) do
          refuses(k, nil, "table expected for " .. list .. ", got nil")
          refuses(k, 5, "table expected for " .. list .. ", got number")
          refuses(k, hitbox.point(0, 0), "table expected for " .. list .. ", got hitbox.shape")
          local function refusesNumber(value, what)
            refuses(k, { 1, 2, value }, what:gsub("?", list .. "[3]"))
          end
          if k > 1 then
            refusesNumber(nil, "number expected for ?, got nil")
          end
          refusesNumber("12", "number expected for ?, got string")
          refusesNumber({}, "number expected for ?, got table")
          refusesNumber(nan, "? must be finite, got NaN")
          refusesNumber(inf, "? must be finite, got inf")
          refusesNumber(-inf, "? must be finite, got -inf")
          refusesNumber(1e31, "? must be at most 2^100 in magnitude, got 1e+31")
          refusesNumber(-1e31, "? must be at most 2^100 in magnitude, got -1e+31")
          if k > 2 then
            refusesNumber(-0.5, "? must be >= 0, got -0.5")
            refusesNumber(-2 ^ -1000, "? must be >= 0, got " .. -2 ^ -1000)
          end
        end
        refuses(count + 1, "out", "table expected for out, got string; the mask comes last")
        refuses(count + 2, 5, "table expected for asked, got number")
        refuses(count + 2, out, "asked must not be the same table as out")
        refuses(count + 3, 5, "name or list of names expected for mask, got number")
      end
    end
    for k, axis in ipairs { "x", "y" } do
      local far, sizes = { 0, 2 ^ 100 }, { 1, 2 ^ 99 }
      local what = ("%ss[2] + %ss[2] must be at most 2^100 in magnitude, got %s"):format(axis, k == 1 and "w" or "h",
        2 ^ 100 + 2 ^ 99)
      refused(("bad argument #%d to 'queryRects' (%s)"):format(k, what), bound(world, "queryRects"),
        k == 1 and far or { 0, 0 }, k == 2 and far or { 0, 0 }, k == 1 and sizes or { 1, 1 }, k == 2 and sizes or { 1, 1 },
        out, asked)
      assert.are.same({ { "old" }, { "older" } }, { out, asked })
    end
  end)

  it("reach_to_the_ends_of_the_domain", function()
    local most = 2 ^ 100
    local world = hitbox.newWorld { policy = "touch" }
    world:add("all", -most, -most, most, most)
    assert.are.equal(2, (world:queryPoints({ -most, most, 0 }, { -most, most, -most })))
    assert.are.equal(1, (world:queryRects({ -most, most }, { -most, most }, { most, 0 }, { most, 0 })))
  end)

  it("ask_no_metatable", function()
    local guarded, calls = support.guarded()
    local function list(...)
      return guarded { ... }
    end
    local world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10)
    for _ = 1, 2 do
      local out, asked = list("old", "old", "old"), list(9, 9, 9)
      assert.are.equal(2, (world:queryPoints(list(5, 50, 6), list(5, 5, 5), out, asked)))
      assert.are.same({ "a", "a" }, { rawget(out, 1), rawget(out, 2), rawget(out, 3) })
      assert.are.same({ 1, 3 }, { rawget(asked, 1), rawget(asked, 2), rawget(asked, 3) })
      assert.are.equal(1, (world:queryRects(list(50, 5), list(5, 5), list(1, 1), list(1, 1), out, asked)))
      assert.are.same({ "a" }, { rawget(out, 1), rawget(out, 2) })
      assert.are.same({ 2 }, { rawget(asked, 1), rawget(asked, 2) })
    end
    refused("bad argument #2 to 'queryPoints' (number expected for ys[2], got nil)", bound(world, "queryPoints"), { 1, 2 },
      list(5))
    assert.are.equal(0, calls())
  end)

  it("have_room_for_any_number_of_answers", function()
    local world, lists = hitbox.newWorld(), queries(versions.rounds(1600))
    for i = 1, 40 do
      world:add(i, -100, -100, 500, 500)
    end
    local count, out, asked = 40 * #lists[1], {}, {}
    for _ = 1, 2 do
      assert.are.equal(count, (world:queryPoints(lists[1], lists[2], out, asked)))
      assert.are.same({ count, count }, { #out, #asked })
      for k = 1, count, 7 do
        assert(out[k] == 1 + (k - 1) % 40 and asked[k] == 1 + math.floor((k - 1) / 40))
      end
      out, asked = {}, {}
      assert.are.equal(count, (world:queryRects(lists[1], lists[2], lists[3], lists[4], out, asked)))
      for k = 1, count, 7 do
        assert(out[k] == 1 + (k - 1) % 40 and asked[k] == 1 + math.floor((k - 1) / 40))
      end
    end
  end)

  it("return_for_each_result_the_item_and_the_index_of_the_query", function()
    local world, out, asked = hitbox.newWorld(), {}, {}
    world:add("a", 0, 0, 10, 10)
    world:add("b", 20, 0, 10, 10)
    for _, made in ipairs { false, true } do -- in LuaJIT tables with a metatable go another way
      world:queryPoints({ 50, 25, 5 }, { 5, 5, 5 }, made and setmetatable({}, {}) or out, asked)
      assert.are.same({ "b", 2 }, { world:result(1) })
      assert.are.same({ "a", 3 }, { world:result(2) })
      assert.is_nil(world:result(3))
      assert.are.equal(1, select("#", world:result(3)))
      world:queryRects({ 5, 25 }, { 5, 5 }, { 20, 1 }, { 1, 1 }, made and setmetatable({}, {}) or out, asked)
      assert.are.same({ "a", 1 }, { world:result(1) })
      assert.are.same({ "b", 2 }, { world:result(3) })
      world:queryPoint(5, 5, out)
      assert.are.same({ "a" }, { world:result(1) })
    end
  end)
end)
