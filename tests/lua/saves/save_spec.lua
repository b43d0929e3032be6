local hitbox = require "hitbox"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"

local function events(world)
  local list = {}
  for what, a, b in world:events() do
    list[#list + 1] = what .. " " .. tostring(a) .. " " .. tostring(b)
  end
  return table.concat(list, ", ")
end

--- All that a world says of itself.
local function look(world)
  local list = { world:policy() }
  for _, item in ipairs(world:items()) do
    local vx, vy, ground = world:velocity(item)
    local x, y = world:position(item)
    local l, t, w, h = world:rect(item)
    local angle, scale = world:angle(item)
    for _, value in ipairs { tostring(item), x, y, l, t, w, h, angle, scale, vx or "-", vy or "-",
      tostring(ground) } do
      list[#list + 1] = type(value) == "number" and ("%.17g"):format(value) or value
    end
  end
  for a, b in world:pairs() do
    list[#list + 1] = tostring(a) .. "+" .. tostring(b)
  end
  return table.concat(list, " ") .. " " .. events(world)
end

--- A generator of its own (Park and Miller 1988), to be set back as well.
local function random(state, n)
  state.seed = state.seed * 16807 % 2147483647
  return state.seed % n
end

-- ---- A platformer, whose state is a world and a table of numbers --------------------------------

local platformer = {}

function platformer.new()
  local world = hitbox.newWorld()
  world:setGravity(0, 640)
  for i = 1, 20 do
    world:add("floor" .. i, 16 * i, 160, 16, 16, { layer = "wall" })
    world:add("wall" .. i, i % 2 * 320 + 16, 160 - 8 * i, 16, 16, { layer = "wall" })
  end
  world:add("ledge", 150, 100, 60, 4, { layer = "wall", oneWay = "above" })
  world:add("slope", 250, 160, hitbox.polygon(0, 0, 40, 0, 40, -20), { layer = "wall" })
  world:add("lift", 60, 120, 30, 6, { layer = "wall" })
  world:setMotion("lift", { vx = 20, gravity = 0, carries = true })
  world:add("hero", 100, 150, 10, 20, { anchor = "feet", layer = "hero", mask = { "wall", "coin" } })
  world:setMotion("hero", { walks = true, responses = { cross = "coin" } })
  for i = 1, 6 do
    world:add("ball" .. i, 40 * i + 20, 40, hitbox.circle(0, 0, 4),
      { layer = "ball", mask = { "wall", "ball" } })
    world:setMotion("ball" .. i, { vx = 30 - 10 * i, response = "bounce", bounce = 0.9 })
  end
  return { world = world, frame = 0, coins = 0, seed = 1 }
end

--- One frame, in which anything may come and go.
function platformer.step(game, input)
  local world = game.world
  game.frame = game.frame + 1
  world:setVelocity("hero", 60 * (input % 3 - 1), input > 6 and -200 or select(2, world:velocity("hero")))
  if game.frame % 40 == 20 then
    world:setVelocity("lift", game.frame % 80 == 20 and -20 or 20, 0)
  end
  local roll = random(game, 10)
  if roll == 0 then
    game.coins = game.coins + 1
    world:add("coin" .. game.coins, 40 + random(game, 250), 150, hitbox.circle(0, 0, 3), { layer = "coin" })
  elseif roll == 1 and world:has("coin" .. game.coins) then
    world:remove("coin" .. game.coins)
  elseif roll == 2 then
    world:setTransform("slope", -0.01 * random(game, 20))
  elseif roll == 3 then
    world:move("ledge", 140 + random(game, 20), 100)
  end
  world:step(1 / 60)
end

function platformer.save(game, into)
  into = into or {}
  into.world = game.world:snapshot(into.world)
  into.frame, into.coins, into.seed = game.frame, game.coins, game.seed
  return into
end

function platformer.restore(game, from)
  game.world:restore(from.world)
  game.frame, game.coins, game.seed = from.frame, from.coins, from.seed
end

describe("a snapshot", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10)
    world:add("b", 5, 5, 10, 10)
  end)

  it("brings_a_platformer_back_to_any_of_600_frames_and_it_plays_on_as_before", function()
    versions.collectUsually() -- where all is collected at every step, this is too long
    local game, frames, looks, inputs = platformer.new(), 600, {}, { seed = 7 }
    local kept = {} -- the last 60 frames, in a ring of snapshots
    local script = {}
    for i = 1, frames do
      script[i] = random(inputs, 8)
      kept[i % 60] = platformer.save(game, kept[i % 60])
      platformer.step(game, script[i])
      looks[i] = look(game.world)
      if i % 13 == 0 then
        local back = 1 + random(inputs, math.min(i, 60))
        for wrong = 1, random(inputs, 3) do -- what the other player was thought to do
          platformer.step(game, wrong)
        end
        platformer.restore(game, kept[(i - back + 1) % 60])
        assert.are.equal(i - back, game.frame)
        for k = i - back + 1, i do
          kept[k % 60] = platformer.save(game, kept[k % 60])
          platformer.step(game, script[k])
          assert(looks[k] == look(game.world), "frame " .. k .. " is another one")
        end
      end
    end
  end)

  it("brings_back_what_was_removed_and_takes_out_what_was_added", function()
    local first = look(world)
    local snapshot = world:snapshot()
    world:remove("a")
    world:add("c", 0, 0, 1, 1) -- where a was
    world:add("a", 50, 50, 3, 3) -- the same value as another item
    world:restore(snapshot)
    assert.are.equal(first, look(world))
    assert.is_false(world:has("c"))
    world:remove("b")
    world:restore(snapshot)
    assert.are.equal(first, look(world))
    assert.are.same({ "a", "b" }, world:items())
  end)

  it("tells_two_futures_apart_in_which_the_same_handles_are_of_others", function()
    local start = world:snapshot()
    world:add("one", 0, 0, 2, 2, { anchor = "center" })
    local one, lookOne = world:snapshot(), look(world)
    world:restore(start)
    world:add("other", 0, 0, 2, 2, { layer = "x", facing = -1 })
    local other, lookOther = world:snapshot(), look(world)
    world:restore(one)
    assert.are.equal(lookOne, look(world))
    assert.is_false(world:has("other"))
    world:restore(other)
    assert.are.equal(lookOther, look(world))
    world:restore(one)
    world:update("one", 5, 5, 4, 4) -- by its anchor
    assert.are.equal("3 3 4 4", ("%g %g %g %g"):format(world:rect("one")))
  end)

  it("forgets_layers_that_were_first_named_since", function()
    local start, saved = world:snapshot(), world:save()
    for round = 1, 70 do -- more than a world can have
      for _, name in ipairs { "ghost" .. round, "other" .. round } do
        world:setLayers("a", name)
        assert.are.equal(1, (world:queryRect(0, 0, 20, 20, {}, name)))
      end
      world:restore(start)
      assert.are.equal(saved, world:save())
      assert.are.equal(0, (world:queryRect(0, 0, 20, 20, {}, "ghost" .. round)))
    end
    world:setLayers("a", "ghost")
    saved = world:save()
    world:restore(start)
    world:setLayers("a", "ghost")
    assert.are.equal(saved, world:save())
  end)

  it("keeps_its_layers_apart_from_those_of_other_futures", function()
    local start = world:snapshot()
    world:setLayers("a", "one")
    local one, lookOne = world:snapshot(), look(world)
    for _, back in ipairs { start, hitbox.newWorld():save() } do
      world:restore(back)
      world:restore(start)
      world:setLayers("a", "another")
      world:add("c", 0, 0, 5, 5, { layer = "third", mask = "another" })
      local another, lookAnother = world:snapshot(), look(world)
      world:restore(one)
      assert.are.equal(lookOne, look(world))
      assert.are.equal("1 0", ("%d %d"):format((world:queryPoint(2, 2, {}, "one")), (world:queryPoint(2, 2, {}, "another"))))
      world:restore(another)
      assert.are.equal(lookAnother, look(world))
      assert.are.equal("0 1", ("%d %d"):format((world:queryPoint(2, 2, {}, "one")), (world:queryPoint(2, 2, {}, "another"))))
    end
  end)

  it("goes_on_with_the_events_also_of_what_is_gone", function()
    world:updateEvents()
    world:remove("b")
    local snapshot = world:snapshot()
    world:updateEvents()
    assert.are.equal("exit a b", events(world))
    local after = world:snapshot()
    world:updateEvents()
    world:restore(snapshot)
    assert.are.equal("enter a b", events(world))
    world:updateEvents()
    assert.are.equal("exit a b", events(world))
    world:add("b", 0, 0, 1, 1)
    world:updateEvents()
    world:restore(after)
    assert.are.equal("exit a b", events(world))
    world:updateEvents()
    assert.are.equal("", events(world))
  end)

  it("keeps_gravity_responses_anchors_and_facings", function()
    world:setGravity(1, 2)
    world:add("c", 40, 0, 4, 4, { anchor = { 0.25, 1 }, facing = -1, response = "touch" })
    world:setMotion("c", { mask = nil })
    local snapshot = world:snapshot()
    world:setGravity(0, 0)
    world:reshape("c", 9, 9, { anchor = "feet", facing = 1 })
    world:restore(snapshot)
    world:update("c", 40, 0, 8, 8)
    assert.are.equal("34 -8 8 8", ("%g %g %g %g"):format(world:rect("c")))
    world:step(1)
    assert.are.equal("1 2", ("%g %g"):format(world:velocity("c")))
  end)

  it("can_be_taken_again_into_the_same_one_without_garbage", function()
    local snapshot, back = world:snapshot(), world:snapshot()
    assert.are.equal(snapshot, world:snapshot(snapshot))
    local made = versions.garbage(function()
      for i = 1, 50 do
        world:update("a", i, i)
        world:snapshot(snapshot)
        world:restore(back)
        world:snapshot(back)
      end
    end)
    assert.are.equal(0, made)
  end)

  it("holds_the_pixels_of_masks_without_other_references", function()
    world:add("m", 20, 20, hitbox.mask { "##", "#." })
    local snapshot = world:snapshot()
    world:reshape("m", hitbox.mask { "#" })
    world:remove("a")
    versions.collect()
    world:restore(snapshot)
    assert.are.equal(3, world:shape("m"):count())
    world:remove("m")
    collectgarbage()
    world:restore(snapshot)
    collectgarbage()
    assert.are.equal(3, world:shape("m"):count())
  end)

  it("is_of_one_world", function()
    local snapshot = world:snapshot()
    local other = hitbox.newWorld()
    support.refused("bad argument #1 to 'restore' (snapshot belongs to another world)", support.bound(other, "restore"), snapshot)
    support.refused("bad argument #1 to 'snapshot' (snapshot belongs to another world)", support.bound(other, "snapshot"), snapshot)
    support.refused("bad argument #1 to 'snapshot' (hitbox.snapshot expected, got hitbox.world)", support.bound(world, "snapshot"), world)
    support.refused("bad argument #1 to 'restore' (hitbox.snapshot or string expected, got nil)", support.bound(world, "restore"), nil)
    support.refused("bad argument #1 to 'restore' (hitbox.snapshot or string expected, got hitbox.shape)", support.bound(world, "restore"), hitbox.point(0, 0))
    world:destroy()
    support.refused("calling 'restore' on bad self (world is destroyed)", world.restore, world, snapshot)
  end)

  it("ends_a_loop_over_events", function()
    world:updateEvents()
    local snapshot = world:snapshot()
    support.refused("the world was stepped in a loop over its events; step it after the loop", function()
      for _ in world:events() do
        world:restore(snapshot)
      end
    end)
  end)

  it("forgets_what_calls_have_found_whichever_way_they_went", function()
    local lift, carried = world:add("lift", 100, 4, 10, 4), setmetatable({}, { __mode = "k" })
    local snapshot, saved = world:snapshot(), world:save()
    for _, from in ipairs { snapshot, saved } do
      for _, filter in ipairs { "none", "slide", function() return "slide" end } do
        local rider = {}
        carried[rider] = true
        world:add(rider, 100, 0, 4, 4)
        world:move(rider, 100, 50, filter ~= "none" and filter or nil)
        world:carry(lift, 100, 3)
        assert.is_true(world:hit(1) == lift and world:passenger(1) == rider)
        world:restore(from)
        assert.is_nil(world:hit(1))
        assert.is_nil(world:passenger(1))
      end
    end
    versions.collect()
    assert.is_nil(next(carried)) -- and keeps no reference to items that it forgot
  end)

  it("may_be_gone_back_to_in_the_middle_of_a_move", function()
    world:add("wall", 40, 0, 10, 10)
    local snapshot = world:snapshot()
    world:move("a", 100, 0, function()
      world:remove("wall")
      world:restore(snapshot)
      return "cross"
    end)
    world:restore(snapshot)
    assert.is_true(world:has("wall"))
  end)
end)

describe("a saved world", function()
  local world, hero

  local function nameOf(item)
    return type(item) == "table" and item.name or item
  end

  local function itemOf(name)
    return name == "hero" and hero or name
  end

  before_each(function()
    hero = setmetatable({ name = "hero" }, { __tostring = function() return "hero" end })
    world = hitbox.newWorld { policy = "touch" }
    world:setGravity(0, 100)
    world:add(hero, 40, 20, 12, 28, { anchor = "feet", layer = "hero", mask = { "wall", "coin" }, response = "touch" })
    world:add("wall", 100, -100, 16, 200, { layer = "wall" })
    world:add(1.5, 30, 20, hitbox.capsule(0, 0, 5, 5, 2), { layer = "coin", angle = 0.5, scale = 2, facing = -1 })
    world:add(7, 35, 20, hitbox.mask { "##", "#." }, { layer = { "coin", "gold" } })
    world:add(true, 20, 0, hitbox.ellipse(0, 0, 9, 4), { oneWay = "above", layer = "wall" })
    world:add(false, 50, 10, hitbox.polygon(0, 0, 9, 0, 9, 9, 6, 9, 6, 3, 3, 3, 3, 9, 0, 9), { layer = "coin" })
    world:setMotion(hero, { vx = 20, walks = true })
    world:step(1 / 60)
  end)

  it("is_the_same_one_in_another_program", function()
    local saved = world:save(nameOf)
    local wanted = look(world)
    local loaded = hitbox.load(saved, itemOf)
    assert.are.equal(wanted, look(loaded))
    for _ = 1, 10 do
      world:step(1 / 60)
      loaded:step(1 / 60)
      assert.are.equal(look(world), look(loaded))
    end
    assert.are.equal(3, loaded:shape(7):count())
    assert.are.equal(saved, hitbox.load(saved, itemOf):save(nameOf))
  end)

  it("knows_its_layers_responses_and_anchors", function()
    local loaded = hitbox.load(world:save(nameOf), itemOf)
    local _, found = loaded:queryRect(-500, -500, 1000, 1000, nil, "gold")
    assert.are.same({ 7 }, found)
    assert.are.same({}, select(2, loaded:queryRect(-500, -500, 1000, 1000, nil, "silver")))
    local _, y = loaded:position(hero)
    loaded:update(hero, 80, y)
    local _, _, n = loaded:move(hero, 300, y)
    assert.are.equal(1, n)
    assert.are.equal("wall touch", ("%s %s"):format(loaded:hit(1), (select(5, loaded:hit(1)))))
    loaded:update(hero, 0, 0, 10, 10)
    assert.are.equal("-5 -10 10 10", ("%g %g %g %g"):format(loaded:rect(hero)))
  end)

  it("writes_a_whole_number_as_one_name_whatever_lua_holds_it_in", function()
    local whole = hitbox.newWorld()
    whole:add("7", 1, 2, 3, 4)
    for _, name in ipairs { 7, 7.0, 14 / 2 } do
      local saved = whole:save(function()
        return name
      end)
      assert.is_truthy(saved:find("\3\7\0\0\0\0\0\0\0", 1, true)) -- an integer of 64 bits
      assert.are.equal(7, hitbox.load(saved):items()[1])
    end
    for name, bytes in pairs { [2 ^ 63] = "\0\0\0\0\0\0\224\67", [0.5] = "\0\0\0\0\0\0\224\63", [1 / 0] = "\0\0\0\0\0\0\240\127" } do
      local saved = whole:save(function()
        return name
      end)
      assert.is_truthy(saved:find("\2" .. bytes, 1, true)) -- no such integer: a double
      assert.are.equal(name, hitbox.load(saved):items()[1])
    end
  end)

  it("takes_as_many_bytes_as_there_are_to_tell", function()
    local small = hitbox.newWorld()
    small:add("x", 1, 2, 3, 4, { layer = "l" })
    local saved = small:save()
    assert.are.equal("hitboxL\n", saved:sub(1, 8))
    local head, start, layers, items, gone, sum = 16, 4 + 8 + 16, 4 + 4 + 1, 4 + 3 + 16 + 1 + 4 + 1, 4, 8
    assert.are.equal(head + start + layers + items + gone + sum + (104 + 80 + 8), #saved)
  end)

  it("names_items_that_are_gone_in_the_events_to_come", function()
    world:remove(7)
    world:remove(hero)
    local wanted = events(world)
    local loaded = hitbox.load(world:save(nameOf), itemOf)
    assert.are.equal(wanted, events(loaded))
    assert.is_false(loaded:has(hero))
    world:updateEvents()
    loaded:updateEvents()
    assert.are.equal(events(world), events(loaded))
  end)

  it("may_be_loaded_into_a_world_that_there_is", function()
    local saved, wanted = world:save(nameOf), look(world)
    local other = hitbox.newWorld()
    other:add("old", 0, 0, 5, 5, { layer = "old" })
    local before, old = other:snapshot(), look(other)
    other.mine = 5
    other:restore(saved, itemOf)
    assert.are.equal(wanted, look(other))
    assert.are.equal(5, other.mine)
    local after = other:snapshot()
    other:restore(before)
    assert.are.equal(old, look(other))
    assert.are.equal(1, (other:queryPoint(1, 1, nil, "old")))
    assert.are.equal(0, (other:queryPoint(1, 1, nil, "hero")))
    other:restore(after)
    assert.are.equal(wanted, look(other))
    assert.are.equal(1, (other:queryRect(-500, -500, 1000, 1000, nil, "hero")))
  end)

  it("is_refused_where_it_was_cut_or_changed_and_nothing_is_changed", function()
    versions.collectUsually()
    local saved = world:save(nameOf)
    local other = hitbox.newWorld()
    other:add("old", 0, 0, 5, 5)
    local wanted = look(other)
    local message = "bad argument #1 to 'restore' (string is no saved world, or was cut or changed)"
    local restore = support.bound(other, "restore")
    for i = 0, #saved - 1 do
      support.refused(message, restore, saved:sub(1, i), itemOf)
      local byte = string.char((saved:byte(i + 1) + 1) % 256)
      local newer = i >= 16 and i < 20 -- of the version
      support.refused(newer and "bad argument #1 to 'restore' (string was saved by a newer version)" or message,
        restore, saved:sub(1, i) .. byte .. saved:sub(i + 2), itemOf)
    end
    support.refused(message, restore, saved .. "\0", itemOf)
    assert.are.equal(wanted, look(other))
  end)

  it("is_refused_where_an_item_has_a_response_that_there_is_not", function()
    if not math.type then
      return -- the checksum takes integers of 64 bits
    end
    local checksum = versions.chunk(_G, [[
      -- as hb_checksum
      return function(bytes)
        local function word(i)
          return (("<i8"):unpack(bytes .. ("\0"):rep(7), i))
        end
        local function stir(sum, value)
          sum = (sum ~ value) * 0x9e3779b97f4a7c15
          return sum ~ sum >> 32
        end
        local sums, lanes, words = { 1, 2, 3, 4, 5, 6, 7, 8 }, #bytes // 64 * 64, #bytes // 8 * 8
        for i = 0, lanes - 1, 8 do
          local lane = i // 8 % 8 + 1
          sums[lane] = stir(sums[lane], word(i + 1))
        end
        local sum = #bytes
        for lane = 1, 8 do
          sum = stir(sum, sums[lane])
        end
        for i = lanes, words - 1, 8 do
          sum = stir(sum, word(i + 1))
        end
        return stir(sum, words < #bytes and word(words + 1) or 0) * 0xd1342543de82ef95
      end
    ]], "checksum")()
    local small = hitbox.newWorld()
    small:add(true, 1, 2, 3, 4, { layer = "" })
    local saved = small:save()
    local first, head = 17, 4 + 8 + 16 + 4 + 4 + 4 -- of the binding's own part; up to the item
    local last = first + head + 3 + 16 + 1 + 4 - 1
    local sum, response = saved:sub(last + 1, last + 8), first + head + 1
    assert.are.equal(sum, string.pack("<i8", checksum(saved:sub(first, last))))
    assert.are.equal(3, saved:byte(response)) -- slide
    for byte = 0, 5 do
      local own = saved:sub(first, response - 1) .. string.char(byte) .. saved:sub(response + 1, last)
      local changed = saved:sub(1, first - 1) .. own .. string.pack("<i8", checksum(own)) .. saved:sub(last + 9)
      if byte >= 1 and byte <= 4 then
        local names = { "cross", "touch", "slide", "bounce" }
        assert.are.equal(names[byte], hitbox.load(changed):response(true))
      else
        support.refused("bad argument #1 to 'load' (string is no saved world, or was cut or changed)", hitbox.load, changed)
      end
    end
  end)

  it("needs_names_for_items_that_are_not_names_themselves", function()
    support.refused("bad argument #1 to 'save' (function expected for nameOf, as an item is a table, not a string, number or boolean)", support.bound(world, "save"))
    support.refused("bad argument #1 to 'save' (nameOf must return a string, number or boolean, got nil)", support.bound(world, "save"), function() end)
    support.refused("bad argument #1 to 'save' (nameOf must return a string, number or boolean, got table)", support.bound(world, "save"), function(item) return item == hero and {} or item end)
    support.refused("bad argument #1 to 'save' (nameOf must return a string, number or boolean, got NaN)", support.bound(world, "save"), function() return 0 / 0 end)
    support.refused("bad argument #1 to 'save' (function expected for nameOf, got string)", support.bound(world, "save"), "name")
    support.refused("bad argument #2 to 'load' (function expected for itemOf, got table)", hitbox.load, world:save(nameOf), {})
    support.refused("bad argument #1 to 'load' (string expected, got nil)", hitbox.load)
    local saved = world:save(nameOf)
    support.refused("bad argument #2 to 'load' (itemOf must return an item for each name, got nil for hero)", hitbox.load, saved, function() end)
    support.refused("bad argument #2 to 'load' (itemOf must return an item for each name, got NaN for hero)", hitbox.load, saved, function() return 0 / 0 end)
    support.refused("bad argument #2 to 'load' (itemOf must return a different item for each name, but repeats one for wall)", hitbox.load, saved, function() return hero end)
    saved = world:save(function() return "coin" end)
    support.refused("bad argument #2 to 'load' (function expected for itemOf, as two items have the name coin)", hitbox.load, saved)
    support.refused("bad argument #2 to 'restore' (function expected for itemOf, as two items have the name coin)", support.bound(world, "restore"), saved)
    assert.are.equal(world:count(), hitbox.load(saved, function() return {} end):count())
    support.refused("bad argument #2 to 'restore' (function expected for itemOf, got number)", support.bound(world, "restore"), saved, 3)
  end)

  it("stays_whole_whatever_the_functions_do", function()
    local wanted = look(world)
    support.refused("no name", world.save, world, function() error("no name", 0) end)
    assert.are.equal(wanted, look(world))
    local saved = world:save(nameOf)
    support.refused("no item", world.restore, world, saved, function() error("no item", 0) end)
    assert.are.equal(wanted, look(world))
    support.refused("the world changed while it was saved; nameOf must not change it", world.save, world, function(item)
      world:remove(1.5)
      world:add(1.5, 30, 20, 5, 5)
      return nameOf(item)
    end)
    support.refused("calling 'save' on bad self (world is destroyed)", function()
      local doomed = hitbox.newWorld()
      doomed:add("x", 0, 0, 1, 1)
      doomed:save(function(item)
        doomed:destroy()
        return item
      end)
    end)
    local doomed = hitbox.newWorld()
    support.refused("calling 'restore' on bad self (world is destroyed)", doomed.restore, doomed, saved, function(name)
      doomed:destroy()
      return itemOf(name)
    end)
  end)

  it("of_nothing_is_of_nothing", function()
    local loaded = hitbox.load(hitbox.newWorld({ policy = "pixel" }):save())
    assert.are.equal(0, loaded:count())
    assert.are.equal("pixel", loaded:policy())
    loaded:add("x", 0, 0, 1, 1)
    assert.are.equal(1, loaded:count())
  end)
end)
