--- Responses of a mover as data: by layer, and by item.
local hitbox = require "hitbox"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"
local refused, bound = support.refused, support.bound

local RESPONSES = { "ignore", "cross", "touch", "slide", "bounce" }

--- Where a box of 2 x 2 at (0, 0) ends on its way to (32, 4), past a wall whose left side is at x = 10, which
--- it meets at x = 8 and y = 1, with 24 left to go: and how many hits it has.
local ENDS = {
  ignore = { 32, 4, 0 }, cross = { 32, 4, 1 }, touch = { 8, 1, 1 }, slide = { 8, 4, 1 }, bounce = { -16, 4, 1 },
}

--- A world with that box and that wall, of layer "wall".
local function wallWorld(heroOptions, wallOptions)
  local world = hitbox.newWorld()
  wallOptions.layer, wallOptions.mask = "wall", {}
  world:add("wall", 10, -100, 2, 200, wallOptions)
  world:add("hero", 0, 0, 2, 2, heroOptions)
  return world
end

local function assertEnds(response, world, ...)
  local x, y, n = world:move("hero", 32, 4, ...)
  assert.are.same(ENDS[response], { x, y, n }, response)
  if n > 0 then
    assert.are.same({ "wall", response }, { (world:hit(1)), (select(5, world:hit(1))) })
  end
end

--- The same game three times: coins are crossed, walls slid along.
local function coinWorld(heroOptions, coinOptions)
  local world = hitbox.newWorld()
  heroOptions.layer = "hero"
  coinOptions.layer, coinOptions.mask = "coin", {}
  world:add("hero", 0, 0, 10, 10, heroOptions)
  world:add("wall", 50, -100, 10, 200, { layer = "wall", mask = {} })
  world:add("coin", 20, 0, 4, 4, coinOptions)
  return world
end

local function hits(world, n)
  local list = {}
  for i = 1, n do
    local other, _, _, _, response = world:hit(i)
    list[i] = other .. " " .. response
  end
  return table.concat(list, ", ")
end

describe("responses by layer", function()
  it("slide_along_walls_and_cross_coins_in_a_move_and_a_check", function()
    for _, method in ipairs { "check", "move" } do
      local world = coinWorld({}, {})
      local x, y, n = world[method](world, "hero", 80, 16, nil, { responses = { cross = "coin" } })
      assert.are.same({ 40, 16, 2 }, { x, y, n })
      assert.are.equal("coin cross, wall slide", hits(world, n))
      assert.are.same({ method == "move" and 40 or 0, method == "move" and 16 or 0 }, { world:position("hero") })
    end
  end)

  it("slide_along_walls_and_cross_coins_if_the_hero_was_added_with_them", function()
    local world = coinWorld({ responses = { cross = "coin" } }, {})
    local x, y, n = world:move("hero", 80, 16)
    assert.are.same({ 40, 16, 2 }, { x, y, n })
    assert.are.equal("coin cross, wall slide", hits(world, n))
  end)

  it("slide_along_walls_and_cross_coins_if_the_coins_say_so_for_every_mover", function()
    local world = coinWorld({}, { moverResponse = "cross" })
    world:add("foe", 0, 40, 10, 10)
    for _, mover in ipairs { "hero", "foe" } do
      world:update(mover, 0, 0)
      local x, y, n = world:move(mover, 80, 16)
      assert.are.same({ 40, 16, 2 }, { x, y, n })
      assert.are.equal("coin cross, wall slide", hits(world, n))
      world:remove(mover)
    end
  end)

  it("hold_for_a_walk_too", function()
    for i, options in ipairs { { {}, {} }, { { responses = { cross = "coin" } }, {} }, { {}, { moverResponse = "cross" } } } do
      local world = coinWorld(options[1], options[2])
      local given = i == 1 and { responses = { cross = "coin" } } or nil
      local x, y, n = world:walk("hero", 80, 16, nil, given)
      assert.are.same({ 40, 16, 2 }, { x, y, n })
      assert.are.equal("coin cross, wall slide", hits(world, n))
    end
  end)

  it("hold_for_what_moves_by_itself", function()
    for _, options in ipairs { { { responses = { cross = "coin" } }, {} }, { {}, { moverResponse = "cross" } } } do
      local world = coinWorld(options[1], options[2])
      world:setVelocity("hero", 80, 16)
      assert.are.equal(2, (world:step(1)))
      assert.are.same({ "coin", "cross" }, { (select(2, world:stepHit(1))), (select(6, world:stepHit(1))) })
      assert.are.same({ "wall", "slide" }, { (select(2, world:stepHit(2))), (select(6, world:stepHit(2))) })
      assert.are.same({ 40, 16 }, { world:position("hero") })
    end
  end)

  it("are_those_of_a_motion_if_that_has_some", function()
    local world = coinWorld({ responses = { touch = "coin" } }, {})
    world:setVelocity("hero", 80, 0)
    assert.are.same({ touch = { "coin" } }, world:motion("hero").responses)
    world:step(1)
    assert.are.same({ 10, 0 }, { world:position("hero") })
    world:setMotion("hero", { vx = 80, responses = { ignore = "coin" } })
    assert.are.same({ ignore = { "coin" } }, world:motion("hero").responses)
    world:step(1)
    assert.are.same({ 40, 0 }, { world:position("hero") })
    assert.are.same({ touch = { "coin" } }, world:responses("hero"))
  end)

  it("may_name_several_layers_and_of_several_responses_to_an_item_the_first_counts", function()
    local world = coinWorld({ responses = { cross = { "coin", "gem" }, touch = { "gem", "wall" }, ignore = "air" } }, {})
    world:add("gem", 30, 0, 4, 4, { layer = { "gem", "wall" } })
    world:add("wind", 10, 0, 4, 4, { layer = { "air", "gem" } })
    local _, _, n = world:move("hero", 80, 0)
    assert.are.equal("coin cross, gem cross, wall touch", hits(world, n))
  end)

  it("do_not_count_for_layers_that_the_mover_does_not_look_for", function()
    local world = coinWorld({ mask = "wall", responses = { cross = "coin" } }, { moverResponse = "cross" })
    local _, _, n = world:move("hero", 80, 0)
    assert.are.equal("wall slide", hits(world, n))
  end)
end)

describe("of several that say what a mover does", function()
  --- Each way to say something, from the first that counts to the last.
  local WAYS = { "call", "filter", "own", "item", "response" }

  --- Move as some of the ways say, each by another response.
  local function run(says, asFunction)
    local own, item = {}, {}
    if says.own then
      own.responses = { [says.own] = "wall" }
    end
    own.response = says.response
    item.moverResponse = says.item
    local options = says.call and { responses = { [says.call] = "wall" } } or nil
    local filter = says.filter
    if filter and asFunction then
      filter = function()
        return says.filter ~= "ignore" and says.filter or nil
      end
    end
    return wallWorld(own, item), filter, options
  end

  it("the_first_counts_call_filter_own_layers_item_own_response", function()
    local tried = 0
    for case = 0, 31 do
      for turn = 0, 4 do
        for _, asFunction in ipairs { false, true } do
          local says, first = {}, nil
          for i, way in ipairs(WAYS) do
            if math.floor(case / 2 ^ (i - 1)) % 2 == 1 then
              local response = RESPONSES[(i + turn) % 5 + 1]
              local named = way == "item" or way == "response" or (way == "filter" and not asFunction)
              if response == "ignore" and named then -- which an item cannot say, nor a name
                response = RESPONSES[(i + turn + 3) % 5 + 1]
              end
              says[way] = response
              first = first or response
            end
          end
          local world, filter, options = run(says, asFunction)
          assertEnds(first or "slide", world, filter, options)
          tried = tried + 1
        end
      end
    end
    assert.are.equal(320, tried)
  end)

  it("a_filter_is_not_called_for_layers_that_the_responses_of_the_call_name", function()
    local world, asked = coinWorld({}, {}), {}
    local _, _, n = world:move("hero", 80, 0, function(_, other)
      asked[#asked + 1] = other
      return "touch"
    end, { responses = { cross = "coin" } })
    assert.are.same({ "wall" }, asked)
    assert.are.equal("coin cross, wall touch", hits(world, n))
  end)

  it("a_filter_is_called_for_an_item_with_a_response_of_its_own", function()
    local world, asked = coinWorld({ responses = { cross = "wall" } }, { moverResponse = "cross" }), {}
    world:move("hero", 80, 0, function(_, other)
      asked[#asked + 1] = other
      return "slide"
    end)
    assert.are.same({ "coin" }, asked)
    assert.are.same({ 10, 0 }, { world:position("hero") })
  end)

  it("through_comes_before_them", function()
    local world = coinWorld({ responses = { touch = "coin" } }, {})
    local _, _, n = world:move("hero", 80, 0, nil, { through = "coin", responses = { touch = "coin" } })
    assert.are.equal("wall slide", hits(world, n))
  end)

  it("names_that_no_item_has_yet_say_nothing", function()
    local world = coinWorld({}, {})
    for i = 1, 100 do -- more than a world has layers: a call uses none up
      local _, _, n = world:check("hero", 80, 0, nil, { responses = { cross = "gem" .. i } })
      assert.are.equal("coin slide", hits(world, n))
    end
  end)
end)

describe("an item that movers cross", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("hero", 0, 0, 10, 10, { layer = "hero" })
    world:add("smoke", 5, 0, 10, 10, { layer = "smoke", mask = {}, moverResponse = "cross" })
  end)

  it("does_not_block_a_fit", function()
    assert.are.same({ true, nil }, { world:fits("hero") })
    assert.are.same({ false, "smoke" }, { world:fits("hero", nil, "slide") })
    assert.is_true(world:reshape("hero", 12, 12, { fits = true }))
    assert.is_false((world:reshape("hero", 14, 14, { fits = "slide" })))
  end)

  it("does_not_block_a_fit_that_names_its_layer", function()
    world:add("ghost", 0, 0, 10, 10, { mask = { "smoke", "hero" }, responses = { ignore = { "smoke", "hero" } } })
    assert.is_true((world:fits("ghost")))
    world:add("mouse", 0, 0, 10, 10, { mask = "hero" })
    assert.are.same({ false, "hero" }, { world:fits("mouse") })
  end)

  it("need_not_be_left", function()
    assert.are.same({ true, 0, 0 }, { world:depenetrate("hero") })
    assert.are.same({ true, -5, 0 }, { world:depenetrate("hero", "slide") })
  end)

  it("does_not_stop_a_mover_pressed_into_it", function()
    world:add("foe", -5, 0, 10, 10, { layer = "foe", mask = {} })
    assert.are.equal(1, world:separate({ "foe", "hero" }, 0))
    assert.are.same({ 5, 0 }, { world:position("hero") })
    world:update("hero", 0, 0)
    world:update("smoke", 12, 0)
    assert.are.equal(1, world:separate({ "foe", "hero" }, 0, "slide"))
    assert.are.same({ 2, 0 }, { world:position("hero") })
  end)

  it("does_not_stop_passengers_or_pushed_items", function()
    for _, options in ipairs { { moverResponse = "cross" }, {} } do
      local other = hitbox.newWorld()
      other:add("lift", 0, 10, 40, 4, { layer = "lift", mask = {} })
      other:add("crate", 0, 0, 10, 10)
      options.mask = {}
      other:add("cloud", 0, -8, 10, 4, options)
      other:carry("lift", 0, 2)
      assert.are.same({ 0, options.moverResponse and -8 or -4 }, { other:position("crate") })
    end
  end)

  it("carries_no_item", function()
    local other = hitbox.newWorld()
    other:add("cloud", 0, 10, 40, 4, { mask = {}, moverResponse = "cross" })
    other:add("crate", 0, 0, 10, 10)
    assert.are.same({ 0, 0 }, { other:carry("cloud", 5, 10) })
    assert.are.same({ 1, 0 }, { other:carry("cloud", 0, 10, "slide") })
  end)
end)

describe("the quick way with responses", function()
  it("gives_the_same_positions_and_hits_as_the_slow_path", function()
    local below = support.random(1937)
    local layers = { "a", "b", "c" }
    local function options()
      local some = { layer = layers[1 + below(3)], response = RESPONSES[2 + below(4)] }
      if below(2) == 0 then
        some.responses = { [RESPONSES[1 + below(5)]] = layers[1 + below(3)], [RESPONSES[1 + below(5)]] = { "a", "c" } }
      end
      if below(3) == 0 then
        some.moverResponse = RESPONSES[2 + below(4)]
      end
      return some
    end
    for _ = 1, versions.rounds(5) do
      local quick, long = hitbox.newWorld(), hitbox.newWorld()
      for i = 1, 80 do
        local x, y, some = below(150), below(150), options()
        quick:add(i, x, y, 8, 8, some)
        long:add(i, x, y, 8, 8, some)
      end
      for i = 1, 80 do
        local x, y = below(150), below(150)
        local a, b = { quick:move(i, x, y) }, { long:move(i, x, y, nil, { mask = layers }) }
        assert.are.same(b, a)
        for k = 1, b[3] do
          assert.are.same({ long:hit(k) }, { quick:hit(k) })
        end
      end
    end
  end)
end)

describe("what an item was added with", function()
  it("is_read", function()
    local world = wallWorld({ responses = { cross = { "coin", "wall" }, ignore = "air" } }, { moverResponse = "touch" })
    local read = world:responses("hero")
    table.sort(read.cross)
    assert.are.same({ cross = { "coin", "wall" }, ignore = { "air" } }, read)
    assert.is_nil(world:moverResponse("hero"))
    assert.is_nil(world:responses("wall"))
    assert.are.equal("touch", world:moverResponse("wall"))
    refused("bad argument #1 to 'responses' (item is not in this world; add it first)", bound(world, "responses"), "absent")
    refused("bad argument #1 to 'moverResponse' (item is not in this world; add it first)", bound(world, "moverResponse"), "absent")
  end)

  it("stays_as_the_item_is_changed", function()
    local world = wallWorld({ responses = { bounce = "wall" } }, { moverResponse = "cross" })
    world:reshape("wall", hitbox.polygon(0, 0, 2, 0, 2, 200, 0, 200))
    world:setLayers("wall", { "wall", "stone" }, "none")
    world:setTransform("wall", 0)
    world:reshape("hero", 2, 2, { anchor = "top-left" })
    assert.are.equal("cross", world:moverResponse("wall"))
    assertEnds("bounce", world)
  end)

  it("ends_with_the_item", function()
    local world = wallWorld({ responses = { bounce = "wall" } }, { moverResponse = "cross" })
    world:remove("wall")
    world:remove("hero")
    world:add("hero", 0, 0, 2, 2)
    world:add("wall", 10, -100, 2, 200)
    assertEnds("slide", world)
    assert.is_nil(world:moverResponse("wall"))
    assert.is_nil(world:responses("hero"))
  end)

  it("is_there_again_in_a_snapshot_and_in_a_saved_world", function()
    local world = wallWorld({ responses = { touch = "stone" } }, { moverResponse = "cross" })
    world:add("stone", 5, 60, 2, 2, { layer = "stone" })
    local snapshot, saved = world:snapshot(), world:save()
    for _, name in ipairs { "hero", "wall", "stone" } do
      world:remove(name)
    end
    world:add("wall", 10, -100, 2, 200, { moverResponse = "bounce" })
    world:add("hero", 0, 0, 2, 2, { responses = { bounce = "stone" } })
    world:restore(snapshot)
    for _, is in ipairs { world, hitbox.load(saved) } do
      assert.are.equal("cross", is:moverResponse("wall"))
      assert.are.same({ touch = { "stone" } }, is:responses("hero"))
      assert.are.equal(saved, is:save())
      assertEnds("cross", is)
      is:update("hero", 0, 60)
      is:move("hero", 40, 60)
      assert.are.same({ 3, 60 }, { is:position("hero") })
    end
  end)

  it("takes_no_bytes_of_a_saved_world_if_unused", function()
    local plain, other = wallWorld({}, {}), wallWorld({ responses = { touch = "wall" } }, {})
    assert.are.equal(40, #other:save() - #plain:save()) -- five sets of layers
  end)
end)

describe("responses are refused", function()
  local world

  before_each(function()
    world = wallWorld({}, {})
  end)

  local function eachCall(check)
    check("#5 to 'move'", bound(world, "move"), { "hero", 1, 1, nil })
    check("#5 to 'check'", bound(world, "check"), { "hero", 1, 1, nil })
    check("#5 to 'walk'", bound(world, "walk"), { "hero", 1, 1, nil })
    check("#6 to 'add'", bound(world, "add"), { "new", 1, 1, 4, 4 })
    check("#2 to 'setMotion'", bound(world, "setMotion"), { "hero" })
  end

  local function expect(what, options)
    eachCall(function(where, call, arguments)
      local count = where:find("add") and 5 or where:find("setMotion") and 1 or 4
      arguments[count + 1] = options
      refused(("bad argument %s (%s)"):format(where, what), call, (unpack or table.unpack)(arguments, 1, count + 1))
      assert.is_false(world:has("new"))
      assert.is_nil(world:motion("hero"))
      assert.are.same({ 0, 0 }, { world:position("hero") })
    end)
  end

  it("if_they_are_no_table", function()
    expect("table expected for responses, got string", { responses = "cross" })
  end)

  it("if_a_response_has_another_name", function()
    expect('unknown option "crossing", did you mean "cross"?', { responses = { crossing = "coin" } })
    expect('unknown option "walk"; known are ignore, cross, touch, slide, bounce', { responses = { walk = "coin" } })
  end)

  it("if_a_layer_is_no_name", function()
    expect("name or list of names expected for cross, got number", { responses = { cross = 3 } })
    expect("names expected for bounce, got boolean", { responses = { bounce = { "coin", true } } })
  end)

  it("if_movers_are_to_do_something_else", function()
    local add = bound(world, "add")
    refused("bad argument #6 to 'add' (unknown moverResponse \"ignore\"; known are cross, touch, slide, bounce)", add,
      "new", 0, 0, 1, 1, { moverResponse = "ignore" })
    refused("bad argument #6 to 'add' (name expected for moverResponse, got boolean)", add, "new", 0, 0, 1, 1,
      { moverResponse = true })
    assert.is_false(world:has("new"))
  end)
end)
