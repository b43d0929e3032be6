-- Many rays cast by one call. Expected values come from a hand, and from single casts.
local hitbox = require "hitbox"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"
local refused, bound = support.refused, support.bound

local nan, inf = 0 / 0, 1 / 0

local below

--- Rays of which many begin on a side, and some are upright, level, or go nowhere.
local function fan(count)
  local lists = { {}, {}, {}, {} }
  for i = 1, count do
    for k = 1, 2 do
      lists[k][i] = (below(850) - 25) / 4
      lists[k + 2][i] = below(5) > 0 and below(240) / 4 - 30 or 0
    end
  end
  return lists[1], lists[2], lists[3], lists[4]
end

describe("many rays in one call", function()
  before_each(function()
    below = support.random(1849)
  end)

  it("hit_what_each_of_them_hits_alone", function()
    local out, ts, total = {}, {}, 0
    for _, options in ipairs { {}, { policy = "touch" }, { policy = "pixel" }, { broadPhase = "tree" }, { broadPhase = "brute" } } do
      local world = support.crowd(below, options, versions.rounds(400), options.policy == "pixel")
      for round = 1, 4 do
        local mask = ({ nil, "third", { "b", "third" }, "none" })[round]
        local xs, ys, dxs, dys = fan(below(versions.rounds(400)))
        local n = world:raycastMany(xs, ys, dxs, dys, out, ts, mask)
        local told, hits = {}, 0
        for i = 1, #xs do
          told[i] = { world:result(i) }
        end
        for i = 1, #xs do
          local item, t, nx, ny, inside = world:raycast(xs[i], ys[i], dxs[i], dys[i], mask)
          hits = hits + (item and 1 or 0)
          assert(rawequal(out[i], item or false) and ts[i] == (t or 1), "another one is hit")
          assert.are.same({ item, t, nx, ny, inside }, told[i])
        end
        assert.are.same({ hits, #xs, #xs }, { n, #out, #ts })
        assert.is_nil(world:result(#xs + 1))
        total = total + n
        for i = 1, 50 do
          world:update(world:has(i) and i or "item1", below(800) / 4, below(800) / 4)
        end
      end
    end
    assert.is_true(total > (versions.isCollecting and 10 or 1000))
  end)

  it("fill_tables_and_clear_what_is_left_of_their_last_use", function()
    local world = hitbox.newWorld()
    world:add("a", 10, 0, 10, 10)
    local out, ts = { name = "mine" }, { name = "too" }
    local n, same, sameToo = world:raycastMany({ 0, 0, 0 }, { 5, 50, 5 }, { 20, 20, 5 }, { 0, 0, 0 }, out, ts)
    assert.is_true(rawequal(same, out) and rawequal(sameToo, ts))
    assert.are.equal(1, n)
    assert.are.same({ "a", false, false, name = "mine" }, out)
    assert.are.same({ 0.5, 1, 1, name = "too" }, ts)
    assert.are.equal(1, (world:raycastMany({ 12 }, { 4 }, { 100 }, { 0 }, out, ts)))
    assert.are.same({ "a", name = "mine" }, out)
    assert.are.same({ 0, name = "too" }, ts)
    assert.are.same({ "a", 0, -1, 0, true }, { world:result(1) })
    assert.are.equal(0, (world:raycastMany({}, {}, {}, {}, out, ts)))
    assert.are.same({ { name = "mine" }, { name = "too" } }, { out, ts })
    assert.is_nil(world:result(1))
  end)

  it("make_tables_where_none_are_given", function()
    local world = hitbox.newWorld()
    world:add("a", 10, 0, 10, 10)
    local mine = {}
    for _, given in ipairs { { nil, nil }, { mine, nil }, { nil, mine } } do
      local n, out, ts = world:raycastMany({ 0 }, { 5 }, { 20 }, { 0 }, given[1], given[2], nil)
      assert.are.same({ 1, { "a" }, { 0.5 } }, { n, out, ts })
      assert.is_true(given[1] == nil or rawequal(given[1], out))
      assert.is_true(given[2] == nil or rawequal(given[2], ts))
    end
    local n, out, ts = hitbox.newWorld():raycastMany({ 1, 2 }, { 3, 4 }, { 5, 6 }, { 7, 8 })
    assert.are.same({ 0, { false, false }, { 1, 1 } }, { n, out, ts })
  end)

  it("may_fill_the_lists_of_its_arguments", function()
    local world = hitbox.newWorld()
    world:add("a", 10, 0, 10, 10)
    for _ = 1, 2 do
      local xs, dys = { 0, 0 }, { 0, 0 }
      assert.are.equal(1, (world:raycastMany(xs, { 5, 50 }, { 20, 20 }, dys, dys, xs)))
      assert.are.same({ { "a", false }, { 0.5, 1 } }, { dys, xs })
    end
  end)

  it("are_as_many_as_the_first_list_has", function()
    local world = hitbox.newWorld()
    world:add("a", 10, 0, 10, 10)
    local n, out = world:raycastMany({ 0 }, { 5, "more" }, { 20, nan }, { 0, {} })
    assert.are.same({ 1, { "a" } }, { n, out })
  end)

  it("fill_nothing_if_anything_is_wrong", function()
    local world = hitbox.newWorld()
    world:add("a", 10, 0, 10, 10)
    local out, ts = { "old" }, { "older" }
    local method = bound(world, "raycastMany")
    local function refuses(position, value, what)
      local given = { { 1, 2, 3 }, { 1, 2, 3 }, { 1, 2, 3 }, { 1, 2, 3 }, out, ts }
      given[position] = value
      assert.are.equal(1, (world:queryPoint(11, 1)))
      refused(("bad argument #%d to 'raycastMany' (%s)"):format(position, what), method, given[1], given[2], given[3],
        given[4], given[5], given[6], given[7])
      assert.are.same({ { "old" }, { "older" } }, { out, ts })
      assert.are.equal("a", (world:result(1)))
    end
    for k, list in ipairs { "xs", "ys", "dxs", "dys" } do
      refuses(k, nil, "table expected for " .. list .. ", got nil")
      refuses(k, 5, "table expected for " .. list .. ", got number")
      local function refusesNumber(value, what)
        refuses(k, { 1, 2, value }, what:gsub("?", list .. "[3]"))
      end
      if k > 1 then
        refusesNumber(nil, "number expected for ?, got nil")
      end
      refusesNumber("12", "number expected for ?, got string")
      refusesNumber(nan, "? must be finite, got NaN")
      refusesNumber(-inf, "? must be finite, got -inf")
      refusesNumber(1e31, "? must be at most 2^100 in magnitude, got 1e+31")
    end
    refuses(5, "out", "table expected for out, got string; the mask comes last")
    refuses(6, 5, "table expected for ts, got number")
    refuses(6, out, "ts must not be the same table as out")
    refuses(7, 5, "name or list of names expected for mask, got number")
    local most = 2 ^ 100
    refused(("bad argument #2 to 'raycastMany' (ys[2] + dys[2] must be at most 2^100 in magnitude, got %s)"):format(-1.5 * most),
      method, { 0, 0 }, { 0, -most }, { 0, most }, { 0, -0.5 * most }, out, ts)
    assert.are.same({ { "old" }, { "older" } }, { out, ts })
    assert.are.equal(1, (world:raycastMany({ -most }, { 5 }, { most }, { 0 }) + world:raycastMany({ 0 }, { 5 }, { most }, { 0 })))
  end)

  it("ask_no_metatable", function()
    local guarded, calls = support.guarded()
    local function list(...)
      return guarded { ... }
    end
    local world = hitbox.newWorld()
    world:add("a", 10, 0, 10, 10)
    for _ = 1, 2 do
      local out, ts = list("old", "old", "old"), list(9, 9, 9)
      assert.are.equal(1, (world:raycastMany(list(0, 0), list(5, 50), list(20, 20), list(0, 0), out, ts)))
      assert.are.same({ "a", false }, { rawget(out, 1), rawget(out, 2), rawget(out, 3) })
      assert.are.same({ 0.5, 1 }, { rawget(ts, 1), rawget(ts, 2), rawget(ts, 3) })
      assert.are.same({ "a", 0.5, -1, 0, false }, { world:result(1) })
    end
    refused("bad argument #2 to 'raycastMany' (number expected for ys[2], got nil)", bound(world, "raycastMany"),
      { 1, 2 }, list(5), { 1, 1 }, { 1, 1 })
    assert.are.equal(0, calls())
  end)

  it("are_as_many_as_there_is_memory_for", function()
    local world = hitbox.newWorld()
    world:add("a", 10, -1e4, 10, 2e4)
    local xs, ys, dxs, dys = {}, {}, {}, {}
    for i = 1, versions.rounds(5000) do
      xs[i], ys[i], dxs[i], dys[i] = 0, i, i % 2 == 0 and 20 or 5, 1
    end
    for _ = 1, 2 do
      local n, out, ts = world:raycastMany(xs, ys, dxs, dys)
      assert.are.same({ math.floor(#xs / 2), #xs, #xs }, { n, #out, #ts })
      for i = 1, #xs do
        assert(out[i] == (i % 2 == 0 and "a") and ts[i] == (i % 2 == 0 and 0.5 or 1))
      end
    end
  end)
end)
