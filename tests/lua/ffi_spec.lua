-- Frequent calls take a fast path through the binding, in LuaJIT one past Lua's API. It is compared with the
-- slow path: moves with a filter, queries with a list for a mask or with a table that has a metatable; and
-- with results computed in Lua.
local hitbox = require "hitbox"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"

local unpack = unpack or table.unpack

local below

--- Boxes and discs at random, on layers of their own, with numbers for items. @return two equal worlds
local function two_worlds(count)
  local worlds = { hitbox.newWorld(), hitbox.newWorld() }
  below = support.random(4711)
  for i = 1, count do
    local x, y, size = below(2400) / 8, below(2400) / 8, 8 + below(64) / 8
    local response = ({ "slide", "cross", "touch", "bounce" })[1 + below(4)]
    local options = { layer = i % 3 == 0 and "wall" or "thing", response = response }
    for _, world in ipairs(worlds) do
      if i % 5 == 0 then
        world:add(i, x, y, hitbox.circle(0, 0, size / 2), options)
      else
        world:add(i, x, y, size, size, options)
      end
    end
  end
  return worlds[1], worlds[2], count
end

local function hits(world, n)
  local all = {}
  for i = 1, n + 1 do
    all[i] = { world:hit(i) }
  end
  return all
end

--- As `out` in a query that is not to take the quick way.
local function watched()
  return setmetatable({}, { __index = function() end })
end

describe("the quick way", function()
  it("names_each_of_many_items_in_each_move", function()
    local world = hitbox.newWorld()
    world:add("hero", 0, 0, 10, 10)
    for i = 1, 20 do
      world:add(i, 20 * i, 0, 10, 10, { moverResponse = "cross" })
    end
    for round = 1, 3 do
      world:update("hero", 0, 0)
      assert.are.same({ 500, 0, 20 }, { world:move("hero", 500, 0, round == 3 and "cross" or nil) })
      world:remove(round)
      for i = 1, 20 do
        assert.are.equal(i, (world:hit(i)))
      end
      world:add(round, 20 * round, 0, 10, 10, { moverResponse = "cross" })
    end
  end)

  it("moves_to_the_same_places_with_the_same_hits", function()
    local quick, long, count = two_worlds(versions.isCollecting and 50 or 150)
    local responses = { "slide", "cross", "touch", "bounce" }
    for _ = 1, versions.rounds(3) do
      for i = 1, count do
        local x, y = quick:position(i)
        local goalX, goalY = x + below(81) - 40, y + below(81) - 40
        local response = responses[1 + below(4)]
        local function filter()
          return response
        end
        local method = below(3) == 0 and "check" or "move"
        local a, b = { quick[method](quick, i, goalX, goalY, response) }, { long[method](long, i, goalX, goalY, filter) }
        assert.are.same(b, a)
        assert.are.same(hits(long, b[3]), hits(quick, a[3]))
        assert.are.same({ long:position(i) }, { quick:position(i) })
        assert.are.same({ long:rect(i) }, { quick:rect(i) })
        assert.are.same({ long:edges(i) }, { quick:edges(i) })
      end
    end
  end)

  it("finds_items_named_in_any_order_while_some_leave_and_others_take_their_places", function()
    local world, where, names = hitbox.newWorld(), {}, {}
    below = support.random(815)
    local function add(item)
      names[#names + 1], where[item] = item, { 5, -100 }
      world:add(item, 5, -100, 8, 8)
    end
    for i = 1, 90 do
      add(i % 3 == 0 and { i } or i % 3 == 1 and "item " .. i or i)
    end
    add(false)
    for round = 1, versions.rounds(12) do
      for i = 1, #names do -- in one order, with another one now and then, some twice
        local item = names[below(7) == 0 and 1 + below(#names) or i]
        for _ = 0, below(2) do
          where[item] = { 40 * i, 100 * round + below(80) }
          world:update(item, where[item][1], where[item][2])
          local x, y = world:position(item)
          assert(x == where[item][1] and y == where[item][2])
        end
      end
      for _, item in ipairs(names) do
        local _, there = world:queryPoint(where[item][1] + 4, where[item][2] + 4, watched())
        local is_there = false
        for i = 1, #there do
          is_there = is_there or there[i] == item
        end
        assert(is_there)
      end
      local gone = table.remove(names, 1 + below(#names)) -- whose number the next one gets
      world:remove(gone)
      assert.has_error(function()
        world:update(gone, 1, 2)
      end)
      assert.has_error(function()
        world:update(nil, 1, 2)
      end)
      add({ round })
    end
  end)

  it("answers_by_the_items_response_where_none_is_given", function()
    local quick, long, count = two_worlds(150)
    local responses, turns = {}, 0
    below = support.random(4711)
    for i = 1, count do
      below(1)
      below(1)
      below(1)
      responses[i] = ({ "slide", "cross", "touch", "bounce" })[1 + below(4)]
    end
    for i = 1, count do
      local x, y = long:position(i)
      local function filter()
        turns = turns + 1
        return responses[i]
      end
      local a, b = { quick:move(i, x + 50, y - 30) }, { long:move(i, x + 50, y - 30, filter) }
      assert.are.same(b, a)
      assert.are.same(hits(long, b[3]), hits(quick, a[3]))
    end
    assert.is_true(turns > 50)
  end)

  it("finds_the_same_in_the_same_order", function()
    local world = two_worlds(200)
    local out = {}
    local shape = hitbox.polygon(0, 0, 70, 10, 30, 60)
    for _ = 1, versions.rounds(15) do
      local x, y, w, h = below(300), below(300), below(150), below(200)
      for _, mask in ipairs { false, "wall", "thing", "unused" } do
        local name, list = mask or nil, mask and { mask } or { "wall", "thing" }
        local calls = {
          queryRect = { x, y, w, h }, queryPoint = { x, y }, queryCircle = { x, y, w }, queryShape = { shape:translated(x, y) },
        }
        for method, arguments in pairs(calls) do
          local at = #arguments
          arguments[at + 1], arguments[at + 2] = out, name
          local n, same = world[method](world, unpack(arguments, 1, at + 2))
          assert(same == out and #out == n)
          local first = world:result(1)
          assert.are.equal(out[1], first)
          assert.are.equal(out[n], (world:result(n)))
          arguments[at + 1], arguments[at + 2] = watched(), list
          local m, expected = world[method](world, unpack(arguments, 1, at + 2))
          assert.are.equal(m, n)
          assert.are.same(setmetatable(expected, nil), out)
        end
        local a, b = { world:raycast(x, y, w - 75, h - 75, name) }, { world:raycast(x, y, w - 75, h - 75, list) }
        assert.are.same(b, a)
      end
    end
  end)

  it("finds_pairs_and_events_as_lua_does", function()
    local world, _, count = two_worlds(100)
    for i = 1, count, 5 do -- discs
      if i > 1 then
        world:remove(i - 1)
      end
    end
    local before = {}
    for _ = 1, 3 do
      local expected, now = {}, {}
      for a = 1, count do
        for b = a + 1, count do
          if world:has(a) and world:has(b) and world:contact(a, b) then
            expected[#expected + 1] = a .. " " .. b
            now[a .. " " .. b] = true
          end
        end
      end
      local found = {}
      for a, b in world:pairs() do
        found[#found + 1] = a .. " " .. b
      end
      assert.are.same(expected, found)
      world:updateEvents()
      local met = {}
      for what, a, b in world:events() do
        local pair = a .. " " .. b
        assert.are.equal(not now[pair] and "exit" or before[pair] and "stay" or "enter", what)
        met[pair] = true
      end
      for pair in pairs(now) do
        assert.is_true(met[pair])
      end
      before = now
      for i = 1, count do
        if world:has(i) then
          local x, y = world:position(i)
          world:update(i, x + below(9) - 4, y + below(9) - 4)
        end
      end
      local gone = 1 + below(count)
      if world:has(gone) then
        world:remove(gone)
      end
    end
  end)

  it("returns_the_hit_item_even_if_it_was_removed_or_replaced", function()
    local world = hitbox.newWorld()
    world:add("hero", 0, 0, 10, 10)
    world:add("coin", 20, 0, 5, 10)
    world:add("wall", 40, 0, 5, 10)
    assert.are.same({ 30, 0, 2 }, { world:move("hero", 90, 0, function(_, other)
      return other == "coin" and "cross" or "slide"
    end) })
    world:update("hero", 0, 0)
    assert.are.equal(2, (select(3, world:check("hero", 90, 0, "cross"))))
    world:remove("coin")
    world:add("gem", 200, 0, 5, 5)
    assert.are.equal("coin", (world:hit(1)))
    assert.are.equal("wall", (world:hit(2)))
    assert.is_nil(world:hit(3))
    world:remove("wall")
    assert.are.equal("wall", (world:hit(2)))
    assert.are.equal(1, (select(3, world:move("hero", 250, 0))))
    assert.are.equal("gem", (world:hit(1)))
  end)

  it("has_room_for_any_number_of_hits_and_results", function()
    local world, out = hitbox.newWorld(), {}
    world:add("hero", -20, 0, 5, 5)
    for i = 1, 1000 do
      world:add(i, 10 * i, 0, 5, 5)
    end
    for _ = 1, 3 do
      for _, goal in ipairs { 45, 75, 85, 95, 10000 } do
        local met = math.ceil((goal + 5) / 10) - 1 -- as what is only touched is not met
        assert.are.same({ goal, 0, met }, { world:check("hero", goal, 0, "cross") })
        assert.are.equal(met, (world:hit(met)))
        assert.is_nil(world:hit(met + 1))
        assert.are.equal(1, (world:hit(1)))
      end
      assert.are.equal(1000, (world:queryRect(0, 0, 20000, 10, out)))
      assert.are.equal(1000, out[1000])
      assert.are.equal(7, (world:queryRect(0, 0, 75, 10, out)))
      assert.are.equal(7, #out)
    end
  end)

  it("may_be_gone_in_the_middle_of_a_loop", function()
    local world = hitbox.newWorld()
    for i = 1, 40 do
      world:add(i, 5 * i, 0, 8, 8)
    end
    local seen = {}
    for a, b in world:pairs() do
      seen[#seen + 1] = a .. " " .. b
      if a == 3 then
        world:remove(4)
        world:add("new", 1000, 0, 1, 1) -- in its place
      end
      for c in world:pairs() do -- a loop in a loop
        assert(c)
        break
      end
    end
    assert.are.equal(38, #seen)
    assert.are.same({ "1 2", "2 3", "3 4", "5 6" }, { unpack(seen, 1, 4) })
    world:updateEvents()
    world:remove(2)
    world:updateEvents()
    local exits = 0
    for what, a, b in world:events() do
      if what == "exit" then
        exits = exits + 1
        assert.is_true(a == 2 or b == 2)
        if world:has(1) then
          world:remove(1)
        end
      end
    end
    assert.are.equal(2, exits)
  end)

  it("is_not_taken_by_another_world_nor_by_one_that_is_gone", function()
    local world, other = hitbox.newWorld(), hitbox.newWorld()
    world:add("hero", 0, 0, 5, 5)
    assert.has_error(function()
      other:move("hero", 5, 5)
    end)
    local move, iterate, cursor = world.move, world:pairs()
    for _, wrong in ipairs { false, 5, "world", {}, io.stdout, hitbox.point(0, 0) } do
      assert.has_error(function()
        move(wrong, "hero", 5, 5)
      end)
      assert.has_error(function()
        iterate(wrong)
      end)
    end
    world:destroy()
    for _, call in ipairs { "move", "check", "position", "rect", "edges", "update", "updateGroup", "hit", "queryPoint", "pairs", "events", "updateMany", "queryPairs",
      "queryPoints", "queryRects", "raycastMany" } do
      local ok, message = pcall(world[call], world, "hero", 1, 2)
      assert(not ok and message:find "world is destroyed", message)
    end
    local ok, message = pcall(iterate, cursor)
    assert(not ok and message:find "world is destroyed", message)
  end)

  it("knows_every_table_that_is_an_item_and_no_other", function()
    local world, tables, places = hitbox.newWorld(), {}, {}
    local kept, keptPlaces
    local function check()
      for i = 1, #tables do
        local place = places[i]
        assert(world:has(tables[i]) == (place ~= nil), "it is there or not")
        if place then
          local x, y = world:position(tables[i])
          local count, found = world:queryPoint(place + 0.5, 0.5 - place)
          assert(x == place and y == -place, "it is elsewhere")
          assert(count == 1 and found[1] == tables[i], "it is another one")
        end
      end
    end
    below = support.random(99)
    for step = 1, 300 do
      local i = 1 + below(40)
      tables[i] = tables[i] or { number = i }
      for k = #tables + 1, i do
        tables[k] = tables[k] or { number = k }
      end
      if places[i] and below(3) == 0 then
        world:remove(tables[i])
        places[i] = nil
      elseif places[i] then
        places[i] = step * 10
        world:update(tables[i], step * 10, -step * 10)
      else
        places[i] = step * 10
        world:add(tables[i], step * 10, -step * 10, 1, 1)
      end
      if step % 100 == 20 then
        kept, keptPlaces = world:snapshot(), {}
        for k, place in pairs(places) do
          keptPlaces[k] = place
        end
      elseif step % 100 == 90 then
        world:restore(kept)
        places = keptPlaces
      elseif step % 100 == 95 then
        local names = {}
        local text = world:save(function(item)
          return item.number
        end)
        for k = 1, #tables do
          names[k] = below(2) == 0 and tables[k] or { number = k } -- some have an address of their own
        end
        world:restore(text, function(name)
          return names[name]
        end)
        tables = names
      end
      if step % 20 == 0 then
        check()
      end
    end
    check()
  end)

  it("takes_no_table_for_one_that_was_at_its_address", function()
    local world = hitbox.newWorld()
    for _ = 1, versions.rounds(20) do
      for i = 1, 50 do
        world:remove(world:add({}, i * 10, 0, 5, 5))
      end
      collectgarbage()
      for _ = 1, 100 do
        assert.is_false(world:has({}))
      end
    end
    local other, wall = hitbox.newWorld(), {}
    world:add(wall, 0, 0, 5, 5)
    assert.is_false(other:has(wall))
    assert.has_error(function()
      other:update(wall, 1, 2)
    end)
  end)

  it("hands_out_nothing_more_by_a_loop_that_was_left", function()
    local world = hitbox.newWorld()
    for i = 1, 4 do
      world:add({}, i, 0, 9, 9)
    end
    local iterate, cursor, first, closing = world:pairs()
    assert.is_truthy(iterate(cursor, first))
    local metatable = closing and debug.getmetatable(closing)
    if not (metatable and metatable.__close) then
      return -- no Lua before 5.4 can leave it
    end
    metatable.__close(closing)
    assert.is_nil(iterate(cursor, first))
    for _ in world:pairs() do
      iterate(cursor, first)
    end
  end)

  it("finds_a_method_again_when_a_field_of_its_name_is_gone", function()
    local world, other = hitbox.newWorld(), hitbox.newWorld()
    for _, name in ipairs { "move", "update", "queryPoint", "hit", "setTransform" } do
      world[name] = nil
      assert.are.equal(other[name], world[name])
      world[name] = print
      assert.are.equal(print, world[name])
      assert.is_function(other[name])
      world[name] = nil
      assert.are.equal(other[name], world[name])
    end
  end)

  it("leaves_what_the_last_call_has_found_when_it_is_refused", function()
    local world = hitbox.newWorld { policy = "pixel" }
    world:add("wall", 10, 0, 4, 4)
    world:add("hero", 0, 0, 4, 4)
    local inf, circle = 1 / 0, hitbox.circle(0, 0, 5)
    local many, ones = {}, {}
    for i = 1, 60 do
      many[i], ones[i] = 11, 1
    end
    many[60] = inf
    local refused = {
      queryPoint = { inf, 0, {} }, queryRect = { 0, 0, inf, 1, {} }, queryCircle = { 0, 0, 5, {} }, queryShape = { circle, {} },
      queryPoints = { many, many, {}, {} }, queryRects = { many, many, ones, ones, {}, {} }, querySweep = { circle, 1, 1, {} },
      raycastMany = { many, many, ones, ones, {}, {} },
    }
    local asks = {
      function(out) return world:queryPoint(11, 1, out) end,
      function(out) return world:querySegment(11, 1, 12, 1, out) end,
    }
    for _, ask in ipairs(asks) do
      for name, arguments in pairs(refused) do
        assert.are.equal(1, (ask({})))
        assert.has_error(function()
          world[name](world, unpack(arguments, 1, 6))
        end)
        assert.are.equal("wall", (world:result(1)), name)
      end
    end
    for _, filter in ipairs { "none", "touch", function() return "touch" end } do
      world:move("hero", 50, 0, filter ~= "none" and filter or nil)
      for _, name in ipairs { "move", "check", "walk" } do
        assert.has_error(function()
          world[name](world, "hero", 0 / 0, 0)
        end)
        assert.are.equal("wall", (world:hit(1)), name)
      end
    end
  end)

  it("names_the_line_of_the_script", function()
    local world = hitbox.newWorld()
    world:add("hero", 0, 0, 5, 5)
    local ok, message = pcall(function()
      local x = world:move("hero", 0 / 0, 5)
      return x
    end)
    assert.is_false(ok)
    assert(message:find "^[%w_./-]*ffi_spec.lua:%d+: bad argument #2 to 'move' %(x must be finite, got NaN%)", message)
  end)
end)
