local hitbox = require "hitbox"
local lint = require "hitbox.scene.diagnostics.lint"

local function scene(update, more)
  local def = {
    things = { { "wall", at = { 40, 0 }, w = 20, h = 20 }, { "hero", at = { 0, 0 }, w = 10, h = 10 } },
    rules = { { "hero", "wall", response = "slide" } }, update = update,
  }
  for key, value in pairs(more or {}) do
    def[key] = value
  end
  return hitbox.scene(def)
end

local function run(s, ticks)
  for _ = 1, ticks do
    s:step()
  end
  return s
end

describe("a move that starts deep inside what was to stop it", function()
  local function down(s)
    for hero in s:each("hero") do hero:move(0, 1) end
  end

  --- A hero of 12 x 20 whose feet are `depth` below the top of a floor, or of what `floor` says.
  local function deep(depth, floor, more, hero)
    local def = { things = { { "floor", at = { 0, 0 }, w = 200, h = 40, anchor = "top" }, { "hero", at = { 0, depth }, w = 12,
      h = 20, anchor = "feet" } } }
    for key, value in pairs(floor or {}) do def.things[1][key] = value end
    def.things[2] = hero or def.things[2]
    for key, value in pairs(more or {}) do def[key] = value end
    return run(scene(down, def), 1)
  end

  local rules = { { "hero", "floor", response = "slide" } }
  local told = "hero starts a move %s deep inside floor, which therefore does not stop it: place it beside floor, call t:depenetrate(), or "
    .. "raise recover"

  it("is_reported_with_its_depth_from_half_of_the_smaller_extent_on", function()
    for depth, text in pairs { [6.5] = "6.5", [10] = "10", [19] = "19" } do
      assert.are.equal(told:format(text), lint.inside(deep(depth, nil, { rules = rules }), {}))
    end
    assert.are.equal(told:format("7"), lint.inside(deep(7, nil, { rules = rules },
      { "hero", at = { 0, 7 }, r = 6, anchor = "feet" }), {}))
    for _, depth in ipairs { 0, 1e-9, 3, 6 } do
      assert.is_nil(lint.inside(deep(depth, nil, { rules = rules }), {}))
    end
  end)

  it("is_reported_for_touch_and_bounce_walks_and_velocities_too", function()
    for _, response in ipairs { "touch", "bounce" } do
      local s = deep(10, nil, { rules = { { "hero", "floor", response = response } } })
      assert.are.equal(told:format("10"), lint.inside(s, {}))
    end
    for _, update in ipairs { function(s) s.hero:walk(0, 1) end, function(s) s.hero.vy = 1 s.hero:moveByVelocity() end } do
      assert.are.equal(told:format("10"), lint.inside(deep(10, nil, { rules = rules, update = update }), {}))
    end
  end)

  it("is_reported_once_for_each_pair_of_types", function()
    local s = run(scene(down, {
      types = { soil = { w = 20, h = 40, anchor = "top" } }, rules = { { "hero", "*", response = "slide" } },
      things = { { "a", type = "soil", at = { 0, 0 } }, { "b", type = "soil", at = { 40, 0 } }, { "rock", at = { 80, 0 }, w = 20,
        h = 40, anchor = "top" }, { "hero", at = { 0, 10 }, w = 12, h = 20, anchor = "feet" }, { "hero", at = { 40, 10 }, w = 12,
        h = 20, anchor = "feet" }, { "hero", at = { 80, 10 }, w = 12, h = 20, anchor = "feet" } } }), 1)
    local known, texts = {}, {}
    for _ = 1, 4 do
      texts[#texts + 1] = lint.inside(s, known)
      run(s, 1)
    end
    assert.are.equal(2, #texts)
    assert.matches("inside a,", texts[1])
    assert.matches("inside rock,", texts[2])
  end)

  it("is_not_told_of_what_stops_from_one_side_lets_through_parts_or_is_a_lift_that_was_placed_there", function()
    local function isToldNot(...)
      assert.is_nil(lint.inside(deep(...), {}))
    end
    isToldNot(10, { oneWay = "above" }, { rules = rules })
    isToldNot(10, nil, { rules = { { "hero", "floor", response = "slide", from = "above" } } })
    isToldNot(10, nil, { rules = { { "hero", "floor" } } })
    isToldNot(10, nil, { rules = {} })
    isToldNot(10, nil, { rules = { { "hero", "floor", response = "slide", push = 1 } } })
    isToldNot(10, nil, { rules = { { "hero", "floor", response = "slide", when = function() return false end } } })
    isToldNot(0, nil, { rules = rules, update = function(s) s.floor.y = -10 down(s) end })
  end)

  it("is_reported_only_for_the_last_tick_and_calls_no_function_of_the_script", function()
    local asked = 0
    local s = deep(10, nil, { rules = { { "hero", "floor", response = "slide", when = function()
      asked = asked + 1
      return true
    end } } })
    local before = asked
    assert.are.equal(told:format("10"), lint.inside(s, {}))
    assert.are.equal(before, asked)
    s.def.update = nil
    assert.is_nil(lint.inside(run(s, 1), {}))
    s = deep(10, nil, { rules = rules })
    s.hero:reshape("push", nil)
    assert.is_nil(lint.inside(s, {}))
  end)
end)

describe("what would have stopped a move", function()
  local function right(s) s.hero.x = s.hero.x + 2 end

  it("is_reported_if_a_thing_was_placed_into_it", function()
    local s = run(scene(right), 12) -- it touches the wall, and no more
    assert.is_nil(lint.placed(s))
    assert.are.equal("hero is inside wall: 'slide' of rule 1 stops t:move(dx, dy), but not an assignment to "
      .. "x or y", lint.placed(run(s, 1)))
    assert.matches("^hero is inside wall", lint.placed(run(scene(function(s) s.hero:setPosition(36, 0) end), 1)))
  end)

  it("is_not_told_where_it_was_made_so_where_nothing_is_stopped_or_where_things_move", function()
    for _, s in ipairs {
      scene(nil, { things = { { "wall", w = 20, h = 20 }, { "hero", w = 10, h = 10 } } }),
      scene(right, { rules = { { "hero", "wall", on = "met" } }, met = function() end }),
      scene(function(s) s.wall:move(0, 0) right(s) end),
      scene(function(s) s.wall:carry(0, 0) right(s) end),
    } do
      assert.is_nil(lint.placed(run(s, 15)))
    end
  end)
end)

describe("a velocity", function()
  local function told(update, data)
    local s, known = scene(update, { things = { { "hero", w = 4, h = 4, data = data } }, rules = {} }), {}
    assert.is_nil(lint.resting(s, known))
    return lint.resting(run(s, 3), known)
  end

  it("is_reported_if_it_moves_nothing", function()
    assert.are.equal("hero has a vx but never moves: call t:moveByVelocity() in update",
      told(nil, { vx = 2, vy = 1 }))
    assert.matches("hero has a vy", told(nil, { vx = 0, vy = -1 }))
    assert.is_nil(told(nil, { vx = 0, speed = 3 }))
    assert.is_nil(told(nil, { vx = "fast" }))
  end)

  it("is_not_told_of_what_goes_or_moves_by_it", function()
    assert.is_nil(told(function(s) s.hero:moveByVelocity() end, { vx = 2 }))
    assert.is_nil(told(function(s) s.hero.x = s.hero.x + s.hero.vx end, { vx = 2 }))
    assert.is_nil(told(function(s) s.hero.vx = 0 end, { vx = 2 })) -- it has come to rest
  end)
end)

describe("an angle", function()
  local function told(update, def)
    local things = { { "gate", w = 4, h = 4 } }
    for key, value in pairs(def or {}) do
      things[1][key] = value
    end
    local s, known = scene(update, { things = things, rules = {} }), {}
    assert.is_nil(lint.degrees(s, known))
    return lint.degrees(run(s, 3), known)
  end

  it("is_reported_if_it_is_probably_in_degrees", function()
    assert.are.equal("gate has the angle 90 in radians: for degrees write math.rad(90)", told(nil, { angle = 90 }))
    assert.matches("^gate has the angle %-45 in radians", told(nil, { angle = -45 }))
    assert.is_nil(told(function(s) s.gate.angle = 90 end)) -- it may turn on
    assert.is_nil(told(nil, { angle = math.rad(90) }))
    assert.is_nil(told(nil, { angle = 3 }))
  end)

  it("is_reported_if_it_is_a_field_without_effect", function()
    assert.are.equal("gate has a rotation, which has no effect: assign t.angle, in radians", told(nil, { data = { rotation = 1 } }))
    assert.is_nil(told(function(s) s.gate.angle = s.gate.rotation end, { data = { rotation = 1 } }))
    assert.is_nil(told(nil, { data = { rotation = 0 } }))
    assert.is_nil(told(nil, { data = { rotation = "left" } }))
  end)
end)

describe("a field that changes nothing", function()
  local function told(fields, def, more)
    local things = { { "hero", boxes = { push = { w = 10, h = 20 }, hit = { r = 3 } },
      actions = { jab = { frames = 9, [3] = { hit = { r = 2 } } } } } }
    for key, value in pairs(def or {}) do
      things[1][key] = value
    end
    local s = scene(function() end, { things = things, rules = {}, draw = more and more.draw })
    for key, value in pairs(fields) do
      s.hero[key] = value
    end
    return lint.unusedField(s)
  end

  it("is_reported_if_it_has_the_name_of_a_size", function()
    assert.are.equal('hero has a width, which changes no box: call t:reshape("push", { w = ..., h = ... })', told { width = 30 })
    assert.are.equal('hero has a radius, which changes no box: call t:reshape("hit", { r = ... })', told { radius = 30 })
    assert.is_nil(told { width = 10, height = 20, radius = 3 }) -- as its boxes have it
    assert.is_nil(told { width = "wide" })
    assert.is_nil(told({ radius = 4 }, { boxes = { push = { w = 10, h = 20 } } }))
    assert.is_nil(told({ width = 40 }, { data = { width = 30 } })) -- meant to be a field
  end)

  it("is_reported_if_it_has_the_name_of_a_place_or_a_look", function()
    assert.are.equal("hero has a pos, which moves nothing: assign t.x and t.y, or call t:move(dx, dy)",
      told { pos = { x = 3, y = 4 } })
    assert.matches("^hero has a position, ", told { position = { 3, 4 } })
    assert.is_nil(told { pos = { x = 0, y = 0 }, position = { "left", "top" } })
    assert.are.equal("hero has visible = false, which has no effect: assign t.hidden = true", told { visible = false })
    assert.is_nil(told { visible = true })
    assert.is_nil(told { visible = false, hidden = true })
    assert.is_nil(told({ visible = false }, { data = { visible = true } }))
    assert.are.equal("hero has image = 'a/hero.png', which nothing draws: write "
      .. 'g:picture("a/hero.png", t.x, t.y) in draw(s, g) of the scene', told { image = "a/hero.png" })
    assert.is_nil(told { image = "idle" })
    assert.is_nil(told({ image = "hero.png" }, nil, { draw = function() end }))
  end)
end)

describe("a function that others call", function()
  local function told(def)
    return lint.uncalled(hitbox.scene(def))
  end
  local function nothing() end

  it("is_reported_with_the_right_name", function()
    assert.are.equal('hitbox never calls the scene\'s keypressed: call input:pressed("key a") in update',
      told { keypressed = nothing, update = nothing })
    assert.are.equal("hitbox never calls the scene's load: did you mean start(s)?", told { load = nothing })
    assert.matches("did you mean update%(s%)%?$", told { step = nothing, start = nothing })
  end)

  it("is_not_told_if_ours_is_there_too_or_a_rule_names_it", function()
    assert.is_nil(told { load = nothing, start = nothing })
    assert.is_nil(told { load = nothing, rules = { { "a", "b", on = "load" } } })
    assert.is_nil(told { loaded = nothing, take = nothing })
  end)
end)
