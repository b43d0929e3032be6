--- A world and its mirror image are one game: an item at x in the one stands at -x in the other and faces the
--- other way, and then all contacts and moves are mirrored as well. And with its anchor anywhere a thing has
--- equal contacts if its boxes are at equal places.
---
--- Nothing is rounded by mirroring, so that unturned scenes run alike to the last bit for any number of ticks.
--- The corners of turned boxes are rounded, and so are distances between them: there the contacts are still
--- the same, and numbers are within the bounds of docs/explanations/exactness.md.
---
---     MIRROR_SEEDS=500 tests/run -R busted_scene_lua5.4      more scenes; 8 of each kind if not said
local hitbox = require "hitbox"
local new_random = require("hitbox.scene.random").new

local SEEDS = tonumber(os.getenv("MIRROR_SEEDS")) or 8
local TICKS = 15

--- Of contact points and of motions, in world units, where all is within some 250 of 0.
local ROUNDED = 1e-10

-- ---- Random scenes ------------------------------------------------------------------------------

local draw -- random numbers of the scene that is being made

local function pick(list)
  return list[draw(#list)]
end

--- A number with few digits, of which sums and halves are exact; but with so many that two of them
--- hardly make a tie, which only the order of looking could break.
local function dyadic(from, to)
  return draw(from * 1024, to * 1024) / 1024
end

local NAMES = { "hero", "foe", "ball", "wall", "ledge" }
local KINDS = { "push", "hurt", "hit" }
local ANCHORS = { "top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom",
  "bottom-right", "feet" }
local QUARTERS = { 0, 0, 0, math.pi / 2, math.pi, -math.pi / 2 }

local function picture()
  local rows = { "#..##.###" }
  for y = 2, draw(5, 12) do
    local row = {}
    for x = 1, 9 do
      row[x] = draw(3) > 1 and "#" or "."
    end
    rows[y] = table.concat(row)
  end
  return hitbox.mask(rows)
end

--- Shapes whose sides lie along the axes, or that have none.
local straight = {
  function() return hitbox.aabb(dyadic(-20, 5), dyadic(-20, 5), dyadic(1, 30), dyadic(1, 30)) end,
  function() return hitbox.circle(dyadic(-9, 9), dyadic(-9, 9), dyadic(1, 12)) end,
  picture,
}

local slanted = {
  straight[1], straight[2], straight[3],
  function()
    return hitbox.capsule(dyadic(-9, 0), dyadic(-9, 9), dyadic(1, 9), dyadic(-9, 9), dyadic(1, 6))
  end,
  function()
    return hitbox.polygon({ dyadic(-12, -4), dyadic(-12, -4), dyadic(4, 12), dyadic(-12, -4), dyadic(4, 12),
      dyadic(4, 12) })
  end,
  function() -- of a hollow outline
    return hitbox.polygon({ -12, -12, 12, -12, dyadic(4, 12), 12, dyadic(-3, 3), dyadic(-9, 3),
      dyadic(-12, -4), dyadic(5, 12) })
  end,
  function()
    return hitbox.box(dyadic(-5, 5), dyadic(-5, 5), dyadic(2, 20), dyadic(2, 20), dyadic(-3, 3))
  end,
  function()
    return hitbox.ellipse(dyadic(-5, 5), dyadic(-5, 5), dyadic(2, 12), dyadic(2, 12), dyadic(-3, 3))
  end,
}

local function box(shapes)
  local form = draw(5)
  if form == 1 then
    return { w = dyadic(2, 20), h = dyadic(2, 20), anchor = pick(ANCHORS) }
  elseif form == 2 then
    return { r = dyadic(2, 9), x = dyadic(-5, 5), y = dyadic(-5, 5) }
  elseif form == 3 then
    return { left = dyadic(0, 9), right = dyadic(1, 9), up = dyadic(0, 9), down = dyadic(1, 9) }
  end
  return { shape = pick(shapes)() }
end

--- Rules with any response, from any side, by any policy.
---@param parts boolean some of them part what overlaps
local function rules(parts)
  local function pattern()
    return pick(NAMES) .. (draw(2) == 1 and "" or "." .. pick(KINDS))
  end
  local list = {}
  for i = 1, 12 do
    local rule = { pattern(), pattern(), on = "tell",
      response = pick { "slide", "slide", "touch", "bounce", "cross", "stick" } }
    rule.bounce = rule.response == "bounce" and 0.5 or nil
    rule.from = draw(4) == 1 and pick { "above", "below", "left", "right" } or nil
    rule.push = parts and draw(3) == 1 and pick { 0, 0.5, 1 } or nil
    rule.axis = rule.push and draw(2) == 1 and pick { "x", "y" } or nil
    rule.policy = draw(8) == 1 and "touch" or nil
    rule.speed = draw(8) == 1 and { ">", 1 } or nil
    list[i] = rule
  end
  return list
end

--- Nine things, and five that hang on them, each of up to three boxes. Masks cannot be turned: they hang
--- on nothing, and what they may stick to is turned no further.
local function things(shapes, angle)
  local list = {}
  for i = 1, 14 do
    local def = { pick(NAMES), at = { dyadic(-80, 80), dyadic(-80, 80) }, anchor = pick(ANCHORS),
      facing = pick { 1, -1 }, boxes = {}, points = { hand = { dyadic(-9, 9), dyadic(-9, 9) } } }
    local isMask = false
    for j = 1, draw(3) do
      local made = box(shapes)
      isMask = isMask or made.shape ~= nil and made.shape:kind() == "mask"
      def.boxes[KINDS[j]] = made
    end
    if not isMask then -- which cannot be turned
      def.angle, def.scale = angle(), pick { 1, 1, 0.5, 2 }
    end
    if draw(5) == 1 then
      def.boxes.push.oneWay = pick { "above", "left", "right" }
    end
    local parent = i > 9 and not isMask and draw(9) or nil
    if parent then
      def.at, def.angle = { dyadic(-9, 9), dyadic(-9, 9) }, nil
    end
    list[i] = { def = def, turns = not isMask and not parent, parent = parent }
  end
  return list
end

local function copy(from)
  local to = {}
  for key, value in pairs(from) do
    to[key] = value
  end
  return to
end

--- As it is, or its mirror image. A thing with a parent is as it is in the parent's frame.
---@param side 1|-1
local function scene(side, ruleList, list)
  local mirrored = { left = "right", right = "left" }
  local own = {}
  for i, rule in ipairs(ruleList) do
    own[i] = copy(rule)
    own[i].from = side < 0 and mirrored[rule.from] or rule.from
  end
  local s = hitbox.scene {
    rules = own, tell = function(s, c) s.told = s.told .. c.a.order .. c.kindA .. c.b.order .. c.kindB .. " " end,
    start = function(s) s.told = "" end,
  }
  local all = {}
  for i, thing in ipairs(list) do
    local def = copy(thing.def)
    if thing.parent then
      def.parent, def.point = all[thing.parent], "hand"
    else
      def.at = { side * def.at[1], def.at[2] }
      def.facing, def.angle = side * def.facing, def.angle and side * def.angle
    end
    all[i] = s:spawn(def)
  end
  s.all = all
  return s
end

-- ---- What happens in a tick ---------------------------------------------------------------------

--- The action of each thing in the next tick.
local function plan(list)
  local acts = {}
  for i = 1, #list do
    local what = draw(12)
    if what <= 6 then
      acts[i] = { "move", dyadic(-12, 12), dyadic(-12, 12), draw(3) == 1 and { cornerCorrection = 3 } or nil }
    elseif what <= 8 then
      acts[i] = { "walk", dyadic(-6, 6), 3, draw(2) == 1 and { stepUp = 4 } or nil }
    elseif what == 9 then
      acts[i] = { "face" }
    elseif what == 10 and not list[i].parent then
      acts[i] = { "place", dyadic(-80, 80), dyadic(-80, 80) }
    elseif what == 11 then
      acts[i] = { "carry", dyadic(-6, 6), dyadic(-6, 6) }
    end
  end
  return acts
end

local function act(thing, side, a)
  if not a then
    return
  elseif a[1] == "face" then
    thing.facing = -thing.facing
  elseif a[1] == "place" then
    thing:setPosition(side * a[2], a[3])
  else
    thing[a[1]](thing, side * a[2], a[3], a[4])
  end
end

--- Where each thing is to be put, with few digits, so that what was rounded is forgotten.
local function places(list)
  local put = {}
  for i = 1, #list do
    local reach = list[i].parent and 9 or 80
    put[i] = { x = dyadic(-reach, reach), y = dyadic(-reach, reach), facing = pick { 1, -1 },
      angle = list[i].turns and dyadic(-3, 3) or 0 }
  end
  return put
end

local function put(thing, side, at)
  thing:unstick()
  if thing.parent then
    thing:setLocal(at.x, at.y, at.angle)
  else
    thing:setPosition(side * at.x, at.y)
    thing.angle = side * at.angle
  end
  thing.facing = side * at.facing
end

-- ---- Comparison -------------------------------------------------------------------------------

--- All that can be seen, as a list of words and numbers with what they are; as it would be unmirrored.
---@param most integer how many hits of a move
local function look(s, side, into, most)
  local n = 0
  local function add(what, value)
    n = n + 1
    into[n] = into[n] or {}
    into[n].what, into[n].value = what, value
  end
  for _, thing in ipairs(s.all) do
    local name = thing.name .. "#" .. thing.order
    add(name .. ".x", side * thing.x)
    add(name .. ".y", thing.y)
    add(name .. ".facing", side * thing.facing)
    add(name .. ".angle", side * thing.angle)
    local blocked = thing.blocked
    add(name .. ".blocked.left", tostring(side < 0 and blocked.right or side > 0 and blocked.left))
    add(name .. ".blocked.below", tostring(blocked.below))
    local i, other, nx, ny, t, response = 1, thing:hit(1)
    while other and i <= most do
      add(name .. " hits", other.order .. " " .. response)
      add(name .. " hits nx", side * nx)
      add(name .. " hits ny", ny)
      add(name .. " hits t", t)
      i = i + 1
      other, nx, ny, t, response = thing:hit(i)
    end
  end
  for i = 1, most > 1 and s.contactCount or 0 do
    local c = s.contacts[i]
    local masks = c.boxA.shape:kind() == "mask" and c.boxB.shape:kind() == "mask"
    local name = ("contact of %d.%s and %d.%s"):format(c.a.order, c.kindA, c.b.order, c.kindB)
    add(name, c.rule.index)
    add(name .. " nx", side * c.nx)
    add(name .. " ny", c.ny)
    add(name .. " depth", c.depth)
    add(name .. " speed", c.speed)
    if not masks then -- of these any of several pixels may be the one where they meet
      add(name .. " x", side * c.x)
      add(name .. " y", c.y)
    end
  end
  add("told", most > 1 and s.told)
  return n
end

local one, two = {}, {}

--- Raise an error unless a scene and its mirror image are alike.
---@param tolerance number of numbers; words are the same, and so is their order
local function compare(where, a, b, tolerance, most)
  local n, m = look(a, 1, one, most), look(b, -1, two, most)
  for i = 1, math.max(n, m) do
    local p, q = i <= n and one[i] or {}, i <= m and two[i] or {}
    local x, y = p.value, q.value
    local alike = p.what == q.what and (x == y or type(x) == "number" and type(y) == "number"
      and math.abs(x - y) <= tolerance)
    if not alike then
      error(("%s: %s is %s, mirrored %s is %s"):format(where, p.what, tostring(x), q.what, tostring(y)), 0)
    end
  end
end

describe("a world and its mirror image", function()
  --- Run random scenes with their mirror images.
  ---@param def { shapes: table, angle: function, parts: boolean|nil } what they are made of
  ---@param ticks { puts: boolean|nil, acts: boolean|nil } whether things are put somewhere else in each tick,
  ---   and whether they then move
  ---@param rounding number how far numbers may be apart
  ---@param most integer how many hits of a move are compared, and of more than one the contacts too
  ---@return number contacts, number hits of a tick, on average
  local function run(def, ticks, rounding, most)
    local contacts, hits = 0, 0
    for seed = 1, SEEDS do
      draw = new_random(seed)
      local ruleList, list = rules(def.parts), things(def.shapes, def.angle)
      local a, b = scene(1, ruleList, list), scene(-1, ruleList, list)
      for tick = 1, TICKS do
        local acts, at = plan(list), places(list)
        for i, s in ipairs { a, b } do
          local side = i == 1 and 1 or -1
          s.def.update = function()
            for k = 1, ticks.puts and #list or 0 do
              put(s.all[k], side, at[k])
            end
            for k = 1, ticks.acts and #list or 0 do
              act(s.all[k], side, acts[k])
            end
          end
          s:step()
        end
        compare(("seed %d, tick %d"):format(seed, tick), a, b, rounding, most)
        contacts = contacts + a.contactCount
        for _, thing in ipairs(a.all) do
          hits = hits + (thing:hit(1) and 1 or 0)
        end
      end
    end
    return contacts / SEEDS / TICKS, hits / SEEDS / TICKS
  end

  local unturned = { shapes = straight, parts = true, angle = function() return pick(QUARTERS) end }
  local turned = { shapes = slanted, angle = function() return dyadic(-3, 3) end }

  it("are_alike_to_the_last_bit_where_nothing_is_turned", function()
    local contacts, hits = run(unturned, { acts = true }, 0, 99)
    assert.is_true(contacts > 1 and hits > 0.5, contacts .. " contacts and " .. hits .. " hits")
  end)

  it("have_the_same_contacts_however_things_are_turned", function()
    local contacts = run(turned, { puts = true }, ROUNDED, 99)
    assert.is_true(contacts > 1, contacts .. " contacts")
  end)

  it("have_the_same_moves_however_things_are_turned", function()
    local _, hits = run(turned, { puts = true, acts = true }, ROUNDED, 1)
    assert.is_true(hits > 0.5, hits .. " hits")
  end)
end)

-- ---- Anchors ------------------------------------------------------------------------------------

--- The push box of a thing, and every way to say which point of it is the anchor: from its left top corner.
local W, H = 12, 28
local PLACES = {
  ["top-left"] = { 0, 0 }, ["top"] = { 6, 0 }, ["top-right"] = { 12, 0 },
  ["left"] = { 0, 14 }, ["center"] = { 6, 14 }, ["right"] = { 12, 14 },
  ["bottom-left"] = { 0, 28 }, ["bottom"] = { 6, 28 }, ["bottom-right"] = { 12, 28 },
  ["feet"] = { 6, 28 },
}

describe("a thing with its anchor elsewhere", function()
  --- Things that walk, fly and carry among walls, one of whose kind has that anchor, which is (left, up)
  --- from the corner; all else about it is where it was.
  ---@param given any the anchor of the definition
  ---@param later any one that is set afterwards, the boxes staying where they are; nil if none is
  local function level(given, left, up, later)
    local people = {}
    local s = hitbox.scene {
      rules = {
        { "person.hit", "*.hurt", on = "tell", exit = "tell" },
        { "sword.hit", "*.hurt", on = "tell", stay = "tell" },
        { "person", "ledge", response = "slide", from = "above", on = "tell" },
        { "person", "wall", response = "bounce", bounce = 0.5, on = "tell", speed = { ">", 5 } },
        { "person", "wall", response = "slide", on = "tell" },
        { "person.push", "person.push", push = 0.5, axis = "x", on = "tell" },
        { "person.push", "lift", response = "slide", on = "tell" },
        { "person", "coin", on = "tell", policy = "touch" },
      },
      things = {
        { "wall", at = { 0, 160 }, anchor = "top-left", w = 320, h = 20 },
        { "wall", at = { 0, 0 }, anchor = "top-left", w = 20, h = 160 },
        { "wall", at = { 300, 0 }, anchor = "top-left", w = 20, h = 160 },
        { "wall", at = { 150, 130 }, anchor = "top-left", w = 24, h = 30 },
        { "ledge", at = { 50, 100 }, anchor = "top-left", w = 60, h = 5 },
        { "lift", at = { 200, 158 }, anchor = "top-left", w = 40, h = 6 },
        { "coin", at = { 100, 150 }, r = 5 },
        { "coin", at = { 230, 90 }, shape = hitbox.capsule(-4, 2, 9, 5, 3) },
      },
      tell = function(s, c)
        s:note(c.tick, c.a.order, c.kindA, c.b.order, c.kindB, c.nx, c.ny, c.depth, c.speed)
        s.met = s.met + 1
      end,
      note = function(s, ...)
        for i = 1, select("#", ...) do
          s.seen[#s.seen + 1] = (select(i, ...))
        end
      end,
      start = function(s) s.seen, s.met, s.note = {}, 0, s.def.note end,
    }
    for i = 1, 4 do
      local facing = i % 2 == 0 and 1 or -1
      people[i] = s:spawn { "person", facing = facing, anchor = given, data = { vx = i * 0.75 - 1, vy = 0 },
        at = { i * 50 + facing * left, 60 + up },
        boxes = { push = { w = W, h = H },
          hurt = { shape = hitbox.capsule(6, 6, 6, 22, 5), x = -left, y = -up },
          hit = { left = left - 12, right = 30 - left, up = up - 8, down = 14 - up } },
        points = { hand = { 12 - left, 10 - up } },
        children = { { "sword", point = "hand", anchor = "left", boxes = { hit = { w = 14, h = 3 } } } } }
      if later then
        people[i]:setAnchor(later, { keep = "box" })
      end
    end
    s.def.update = function()
      for i, person in ipairs(people) do
        person.vy = person.blocked.below and s.ticks % 16 == 0 and -5.5 or person.vy + 0.25
        if i == 4 then
          person:walk(person.vx, 3)
        else
          person:move(person.vx, person.vy)
        end
        person.vy = (person.blocked.below or person.blocked.above) and person.vy > -5 and 0 or person.vy
        if person.blocked.left or person.blocked.right then
          person.vx = -person.vx -- and faces as before: one turns about the anchor
        end
      end
      s.lift:carry(0, s.ticks % 80 < 40 and -1 or 1)
    end
    return s, people
  end

  --- The visible results of some seconds that do not depend on the anchor's own place: edges, hits and
  --- contacts.
  local function play(given, later)
    local at = PLACES[given] or given.px and { given.px, given.py } or { given[1] * W, given[2] * H }
    local s, people = level(given, at[1], at[2], later)
    for _ = 1, 70 do
      s:step()
      for thing in s:each() do
        for _, box in hitbox.pairs(thing.boxes) do
          s:note(s.world:edges(box))
        end
      end
      for _, person in ipairs(people) do
        local i, other, nx, ny, t, response = 1, person:hit(1)
        while other do
          s:note(other.order, nx, ny, t, response)
          i = i + 1
          other, nx, ny, t, response = person:hit(i)
        end
      end
    end
    return s.seen, s.met
  end

  local expected, contacts = play("top-left")

  --- Raise an error unless it was the same as with the left top corner.
  local function expect(what, ...)
    local seen = play(...)
    for i = 1, math.max(#expected, #seen) do
      assert(seen[i] == expected[i], what)
    end
  end

  it("has_equal_contacts_and_moves_by_whatever_name", function()
    assert.is_true(contacts > 15, contacts .. " contacts")
    for name in pairs(PLACES) do
      expect(name, name)
    end
  end)

  it("has_equal_contacts_and_moves_by_fractions_and_pixels", function()
    expect("fractions", { 0.25, 0.75 })
    expect("fractions of what is beside it", { -0.5, 1.25 })
    expect("pixels", { px = 5, py = 27 })
    expect("pixels beside it", { px = -3, py = 31.5 })
  end)

  it("has_equal_contacts_and_moves_if_the_anchor_was_set_later", function()
    for name in pairs(PLACES) do
      expect(name, "center", name)
    end
    expect("fractions", "feet", { 0.25, 0.75 })
  end)
end)
