local hitbox = require "hitbox"
local support = require "tests.scene.support"
local message = support.message

local function names(list)
  local words = {}
  for i, thing in ipairs(list) do
    words[i] = thing.name
  end
  return table.concat(words, " ")
end

describe("thing:towards", function()
  local hero = hitbox.scene { things = { { "hero", at = { 10, 20 }, r = 1 }, { "foe", at = { 13, 16 }, r = 1 } } }.hero

  it("tells_the_way_to_a_thing_or_a_place_and_how_far_it_is", function()
    assert.are.same({ 0.6, -0.8, 5 }, { hero:towards(hero.scene.foe) })
    assert.are.same({ 0, 1, 7 }, { hero:towards { x = 10, y = 27 } })
  end)

  it("is_nowhere_from_where_it_is", function()
    assert.are.same({ 0, 0, 0 }, { hero:towards { x = 10, y = 20 } })
  end)

  it("refuses_what_has_no_place", function()
    assert.matches("the goal of towards of thing 'hero' must be a thing, or a table with x and y, got nil", message(hero.towards, hero))
    assert.matches("y of the goal of towards of thing 'hero' must be a finite number, got nil", message(hero.towards, hero, { x = 1 }))
  end)
end)

describe("thing:connected", function()
  --- Circles of radius 5 in a row, at these places, called a, b, c, ...
  local function row(...)
    local things = {}
    for i, x in ipairs { ... } do
      things[i] = { string.char(96 + i), at = { x, 0 }, r = 5, group = i % 2 == 0 and "even" or "odd" }
    end
    return hitbox.scene { things = things }
  end

  it("finds_those_near_it_and_those_near_them", function()
    local s = row(0, 11, 22, 34)
    assert.are.equal("a b c", names(s.a:connected(1)))
    assert.are.equal("d", names(s.d:connected(1)))
    assert.are.equal("b a c d", names(s.b:connected(2)))
  end)

  it("counts_what_just_touches_under_every_policy", function()
    for _, policy in ipairs { "overlap", "touch" } do
      local s = hitbox.scene { policy = policy, things = {
        { "a", w = 10, h = 10 }, { "b", at = { 10, 0 }, w = 10, h = 10 }, { "c", at = { 20.5, 0 }, w = 10, h = 10 } } }
      assert.are.equal("a b", names(s.a:connected(0)))
    end
  end)

  it("goes_on_only_by_those_that_are_called_so", function()
    local s = row(0, 10, 20, 30)
    assert.are.equal("a b", names(s.a:connected(0, "even"))) -- d is even, but c is between
    assert.are.equal("a", names(s.a:connected(0, "ghost")))
  end)

  it("asks_a_function_with_each_one_and_what_it_is_near_to", function()
    local s = row(0, 10, 20)
    local asked = {}
    local found = s.a:connected(0, function(other, thing)
      asked[#asked + 1] = thing.name .. other.name
      return other ~= s.c
    end)
    assert.are.equal("a b", names(found))
    assert.are.same({ "ab", "bc" }, asked)
  end)

  it("has_its_things_as_keys_as_well", function()
    local s = row(0, 10, 40)
    local found = s.a:connected(0)
    assert.are.same({ 2, true, true, nil }, { #found, found[s.a], found[s.b], found[s.c] })
  end)

  it("uses_push_boxes_or_else_the_first_ones", function()
    local s = hitbox.scene { things = {
      { "a", boxes = { hurt = { r = 30 }, push = { r = 5 } } }, { "b", at = { 12, 0 }, boxes = { hurt = { r = 9 }, push = { r = 5 } } },
      { "c", at = { 0, 12 }, boxes = { sensor = { r = 7 } } }, { "d", at = { 0, -9 } } } }
    assert.are.equal("a c", names(s.a:connected(0)))
    assert.are.equal("a c b", names(s.a:connected(2)))
    assert.are.equal("d", names(s.d:connected(100)))
  end)

  it("gives_the_same_as_trying_all_pairs", function()
    local random = 7
    local function next()
      random = random * 16807 % 2147483647
      return random / 2147483647
    end
    local s = hitbox.scene {}
    for _ = 1, 150 do
      s:spawn { "it", at = { next() * 200, next() * 200 }, r = 2 + 3 * next() }
    end
    local list, root = {}, {}
    for thing in s:each() do
      list[#list + 1], root[thing] = thing, thing
    end
    local function find(thing)
      while root[thing] ~= thing do
        thing = root[thing]
      end
      return thing
    end
    for i, a in ipairs(list) do
      for k = i + 1, #list do
        local b = list[k]
        if math.sqrt((a.x - b.x) ^ 2 + (a.y - b.y) ^ 2) - a.boxes.push.radius - b.boxes.push.radius <= 3 then
          root[find(a)] = find(b)
        end
      end
    end
    for _, a in ipairs(list) do
      local found = a:connected(3)
      for _, b in ipairs(list) do
        assert.are.equal(find(a) == find(b), found[b] == true)
      end
    end
  end)

  it("refuses_an_invalid_gap_and_a_missing_thing", function()
    local s = row(0)
    assert.matches("gap of connected of thing 'a' must be a finite number, got nil", message(s.a.connected, s.a))
    assert.matches("filter of connected of thing 'a' must be a name, a type, a group or a team, got 3", message(s.a.connected, s.a, 1, 3))
  end)
end)

describe("a hollow box", function()
  local function room(def)
    def[1], def.hollow = "edge", def.hollow or 20
    return hitbox.scene { rules = { { "hero", "edge", response = "slide", on = "meet", exit = "leave" } },
      things = { def, { "hero", at = { 50, 40 }, w = 10, h = 10 } },
      meet = function(s) s.met = true end, leave = function() end }
  end

  it("has_room_inside_and_walls_about_it", function()
    local s = room { at = { 0, 0 }, anchor = "top-left", w = 100, h = 80 }
    s:step()
    assert.is_nil(s.met)
    for _, case in ipairs { { -400, 0, 5, 40 }, { 400, 0, 95, 40 }, { 0, -400, 50, 5 }, { 0, 400, 50, 75 }, { 400, 300, 95, 75 } } do
      s.hero:setPosition(50, 40)
      s.hero:move(case[1], case[2])
      assert.are.same({ case[3], case[4] }, { s.hero.x, s.hero.y })
    end
  end)

  it("is_as_thick_as_it_says_and_closed_at_the_corners", function()
    local s = room { at = { 50, 40 }, w = 100, h = 80, hollow = 4 }
    assert.are.same({ -4, -4, 108, 88 }, { s.edge:rect() })
    for _, case in ipairs { { 102, 40, true }, { 102, 82, true }, { 99, 79, false }, { 105, 40, false } } do
      assert.are.equal(case[3], s:thingAt(case[1], case[2]) == s.edge)
    end
  end)

  it("keeps_what_bounces_in_it_at_its_speed_and_inside", function()
    local s = hitbox.scene { rules = { { "ball", "edge", response = "bounce" } }, things = {
      { "edge", at = { 50, 40 }, w = 100, h = 80, hollow = 10 },
      { "ball", at = { 30, 30 }, r = 5, data = { vx = 13.7, vy = -9.1 } } } }
    for _ = 1, 2000 do
      s.ball:moveByVelocity()
      assert.is_true(s.ball.x >= 5 and s.ball.x <= 95 and s.ball.y >= 5 and s.ball.y <= 75)
      assert.are.same({ 13.7, 9.1 }, { math.abs(s.ball.vx), math.abs(s.ball.vy) })
    end
  end)

  it("is_refused_without_a_size_and_with_a_bad_one", function()
    local function refusal(def)
      def[1] = "edge"
      return support.refusal { things = { def } }
    end
    assert.are.equal("hollow of thing 'edge' must be >= 0, got -1", refusal { w = 1, h = 1, hollow = -1 })
    assert.are.equal("thing 'edge' has its size twice, by w and h and by r", refusal { r = 1, hollow = 1 })
    assert.are.equal("w of thing 'edge' must be a finite number, got nil", refusal { hollow = 1 })
  end)
end)
