local hitbox = require "hitbox"
local versions = require "tests.tools.versions"
local support = require "tests.tools.support"
local refused, refuses_bad_numbers, bound =
  support.refused, support.refuses_bad_numbers, support.bound

describe("world:step(dt)", function()
  local world

  before_each(function() -- 8 units a second and second, a floor, a wall
    world = hitbox.newWorld()
    world:setGravity(0, 8)
    world:add("floor", -100, 0, 200, 10, { layer = "solid", mask = {} })
    world:add("wall", 20, -50, 4, 50, { layer = "solid", mask = {} })
    world:add("ball", 0, -4, 2, 2, { anchor = "center", layer = "body" })
  end)

  it("moves_what_has_a_velocity_and_nothing_else", function()
    world:add("stone", -50, -30, 2, 2)
    world:setVelocity("ball", 4, 0)
    assert.are.same({ 0, 0 }, { world:step(0.25) })
    assert.are.same({ 1, -3.5 }, { world:position("ball") })
    assert.are.same({ 4, 2, nil }, { world:velocity("ball") })
    assert.are.same({ -50, -30 }, { world:position("stone") })
    assert.is_nil(world:velocity("stone"))
  end)

  it("returns_the_hits_and_the_ground", function()
    world:setVelocity("ball", 4, 0)
    for _ = 1, 3 do
      world:step(0.25)
    end
    assert.are.same({ 1, 0 }, { world:step(0.25) })
    assert.are.same({ "ball", "floor", 0, -1, 0, "slide", false, 3, -1, 0 }, { world:stepHit(1) })
    assert.is_nil(world:stepHit(2))
    assert.are.same({ 4, 0, "floor" }, { world:velocity("ball") })
    world:remove("floor")
    assert.are.equal("floor", (select(2, world:stepHit(1))))
  end)

  it("returns_the_values_that_were_set", function()
    assert.are.same({ 0, 8 }, { world:gravity() })
    assert.are.same({ 0, 0 }, { hitbox.newWorld():gravity() })
    assert.is_nil(world:motion("ball"))
    world:setVelocity("ball", 4, -2)
    local usual = { vx = 4, vy = -2, ax = 0, ay = 0, gravity = 1, bounce = 1, response = "slide", walks = false,
      carries = false, maxAngle = math.pi / 4, stepUp = 0, maxPush = 0 }
    assert.are.same(usual, world:motion("ball"))
    local given = { vx = 1, vy = 2, ax = 3, ay = 4, gravity = 0.5, bounce = 0.25, response = "touch",
      responses = { bounce = { "solid", "ball" }, cross = { "coin" }, ignore = { "air" } }, walks = true,
      carries = true, maxAngle = 1, snap = 0, stepUp = 3, layer = { "body", "coin" }, maxPush = 9 }
    world:setMotion("ball", given)
    local got = world:motion("ball")
    table.sort(got.layer)
    table.sort(got.responses.bounce, function(a, b) return a > b end)
    assert.are.same(given, got)
    world:add("twin", 50, -4, 2, 2)
    world:setMotion("twin", got)
    assert.are.same(world:motion("ball"), world:motion("twin"))
    world:setMotion("ball", { responses = {}, layer = {} })
    assert.is_nil(world:motion("ball").responses)
    assert.are.same({}, world:motion("ball").layer)
    world:setMotion("ball", false)
    assert.is_nil(world:motion("ball"))
    refused("bad argument #1 to 'motion' (item is not in this world; add it first)", bound(world, "motion"), "absent")
  end)

  it("answers_by_layers_and_turns_velocities", function()
    world:setMotion("ball", { vx = 100, gravity = 0, bounce = 0.5, responses = { bounce = "solid", cross = "ghost" } })
    world:add("ghost", 8, -20, 4, 40, { layer = "ghost" })
    assert.are.same({ 2, 0 }, { world:step(0.25) })
    assert.are.same({ 16, -4 }, { world:position("ball") })
    assert.are.same({ -50, 0 }, { world:velocity("ball") })
    assert.are.same({ "ghost", "cross" }, { (select(2, world:stepHit(1))), (select(6, world:stepHit(1))) })
    world:setMotion("ball", { response = "touch", responses = {} })
    world:step(0.25)
    assert.are.same({ 13, 0, 0 }, { (world:position("ball")), world:velocity("ball") })
  end)

  it("lets_what_lies_on_the_floor_lie_though_it_bounces", function() -- it used to hover
    world:update("ball", 0, -1)
    world:setMotion("ball", { vx = 4, bounce = 0.5, response = "bounce" })
    for i = 1, 8 do
      world:step(0.25)
      assert.are.same({ i, -1 }, { world:position("ball") })
      assert.are.same({ 4, 0, "floor" }, { world:velocity("ball") })
    end
  end)

  it("carries_items_whose_mask_has_the_platform_by_default", function()
    world:add("lift", 0, -30, 20, 4, { anchor = "top", layer = "lift", mask = {} })
    world:update("ball", 0, -31)
    world:setMotion("lift", { vy = -8, gravity = 0, carries = true })
    assert.are.same({ 0, 1 }, { world:step(0.25) })
    assert.are.same({ 0, -33 }, { world:position("ball") })
    world:setMotion("lift", { layer = "other" })
    assert.are.same({ 0, 0 }, { world:step(0.25) })
  end)

  it("moves_platforms_first", function()
    world:add("lift", 0, -30, 20, 4, { anchor = "top", layer = "lift", mask = "body" })
    world:update("ball", 0, -31)
    world:setMotion("ball", { vx = 4, walks = true })
    world:setMotion("lift", { vx = 8, vy = -8, gravity = 0, carries = true })
    assert.are.same({ 1, 1 }, { world:step(0.25) })
    assert.are.same({ 2, -32 }, { world:position("lift") })
    assert.are.same({ 3, -33 }, { world:position("ball") })
    assert.are.same({ "ball", 2, -2, false, true, "lift" }, { world:passenger(1) })
    assert.are.same({ 4, 0, "lift" }, { world:velocity("ball") })
  end)

  it("closes_a_step_for_events", function()
    world:setMotion("ball", { vx = 0, vy = 40, response = "cross" })
    world:step(0.125)
    local said = {}
    for what, a, b in world:events() do
      said[#said + 1] = { what, a, b }
    end
    assert.are.same({ { "enter", "floor", "ball" } }, said)
  end)

  it("forgets_motions_on_request_and_with_their_items", function()
    world:setVelocity("ball", 4, 0)
    world:setMotion("ball", false)
    world:step(0.25)
    assert.are.same({ 0, -4 }, { world:position("ball") })
    world:setVelocity("ball", 4, 0)
    world:remove("ball")
    assert.are.same({ 0, 0 }, { world:step(0.25) })
  end)

  it("moves_a_crowd_and_makes_no_garbage", function()
    for i = 1, 400 do
      world:add(i, -90 + 0.25 * i, -3 * (i % 15) - 20, 1, 1, { layer = "body", mask = "solid" })
      world:setVelocity(i, 100 - i / 4, 0)
    end
    local most = 0
    for _ = 1, 30 do
      local n = world:step(1 / 60)
      most = math.max(most, n)
    end
    for _ = 1, 60 do world:step(1 / 60) end
    assert.are.equal(0, versions.garbage(function()
      for _ = 1, 10 do world:step(1 / 60) end
    end))
  end)

  it("refuses_bad_arguments", function()
    refuses_bad_numbers(bound(world, "setVelocity"), "setVelocity", { "ball", 1, 2 }, { { 2, "vx" }, { 3, "vy" } })
    refuses_bad_numbers(bound(world, "setGravity"), "setGravity", { 1, 2 }, { { 1, "x" }, { 2, "y" } })
    local step, set = bound(world, "step"), bound(world, "setMotion")
    refused("bad argument #1 to 'step' (number expected for dt, got no value)", step)
    refused("bad argument #1 to 'step' (dt must be >= 0, got -1)", step, -1)
    refused("bad argument #1 to 'step' (dt must be finite, got NaN)", step, 0 / 0)
    refused("bad argument #2 to 'setMotion' (bounce must be >= 0, got -1)", set, "ball", { bounce = -1 })
    refused("bad argument #2 to 'setMotion' (boolean expected for walks, got number)", set, "ball", { walks = 1 })
    refused('bad argument #2 to \'setMotion\' (unknown option "speed"; known are vx, vy, ax, ay, gravity, bounce, '
      .. 'response, responses, walks, carries, maxAngle, snap, stepUp, layer, maxPush, recover)', set, "ball", { speed = 1 })
    refused('bad argument #2 to \'setMotion\' (unknown option "slid", did you mean "slide"?)', set, "ball",
      { responses = { slid = "wall" } })
    refused("bad argument #2 to 'setMotion' (table expected for responses, got string)", set, "ball", { responses = "x" })
    refused("bad argument #2 to 'setMotion' (table expected for options, got boolean)", set, "ball", true)
    assert.is_nil(world:velocity("ball"))
  end)
end)
