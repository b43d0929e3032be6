-- Grappling hook: a ray finds the first rock, and a rope holds there.
--
-- Aim with the mouse, hold its left button to hang on and release it to fly. Left and right swing,
-- up and down shorten and lengthen the rope. The rope bends around corners. On the ground left and
-- right walk, and up, Z or W jumps.
--
-- Uses: s:raycast, t:moveByVelocity with a velocity that the scene changes, t:rect, t.blocked.
local hitbox = require "hitbox"

local REACH, SHORTEST = 150, 12 -- of the rope, in world units
local WALK = { gravity = 0.25, maxFall = 8 }
local FALL = { gravity = 0.25 }

--- On which side of the line from a to b p lies, as a sign; and how far from it, times the line's length.
local function side(a, b, p)
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
end

local function distance(a, b)
  return math.sqrt((b.x - a.x) ^ 2 + (b.y - a.y) ^ 2)
end

--- The corner of a rock that the rope has met first when its end went from one place to another: of those that
--- it has gone over, the one nearest in angle to how it lay before.
local function corner(rock, pin, from, to)
  local x, y, w, h = rock:rect()
  local best, least
  for i = 0, 3 do
    local c = { x = x + i % 2 * w, y = y + math.floor(i / 2) * h }
    local reach = distance(pin, c)
    local ahead = (c.x - pin.x) * (to.x - pin.x) + (c.y - pin.y) * (to.y - pin.y) > 0
    if ahead and reach < distance(pin, to) and side(pin, from, c) * side(pin, to, c) <= 0 then
      local off = math.abs(side(pin, from, c)) / reach
      if not best or off < least then best, least = c, off end
    end
  end
  return best
end

--- The hero went from a place to where he is: lay the rope round what has come in its way, and take it off again.
local function wind(s, hero, from)
  local rope = s.rope
  local last, before = rope[#rope], rope[#rope - 1]
  if before and side(before, last, hero) * last.side < 0 then
    rope[#rope] = nil
    rope.length = rope.length + distance(before, last)
    return
  end
  for _ = 1, 4 do -- as a rock has four corners
    local rock, t = s:raycast(hero.x, hero.y, last.x - hero.x, last.y - hero.y, "rock")
    local pin = rock and t < 1 - 1e-6 and corner(rock, last, from, hero)
    if not pin then return end
    pin.side = side(last, pin, hero) < 0 and -1 or 1
    rope.length = rope.length - distance(last, pin)
    rope[#rope + 1], last = pin, pin
  end
end

--- Swing: the part of the velocity that would lead farther from the pin than the rope is long is lost.
local function swing(s, hero, input)
  local rope = s.rope
  local pin = rope[#rope]
  rope.length = math.max(SHORTEST, rope.length + 1.2 * input.y)
  hero.vx, hero.vy = hero.vx + 0.04 * input.x, hero.vy + FALL.gravity
  local to = { x = hero.x + hero.vx, y = hero.y + hero.vy }
  local far = distance(pin, to)
  if far > rope.length then
    local k = (far - rope.length) / far
    hero.vx, hero.vy = hero.vx - k * (to.x - pin.x), hero.vy - k * (to.y - pin.y)
  end
  local from = { x = hero.x, y = hero.y }
  hero:moveByVelocity()
  wind(s, hero, from)
end

return hitbox.scene {
  title = "Grappling hook",
  view = { 320, 200 },
  background = "#182430",
  mouse = true,
  types = { rock = { color = "#5d6b7c" }, thorn = { color = "#c2564b" } },
  map = { tile = 10, legend = { ["#"] = "rock", ["^"] = "thorn",
    ["@"] = { "hero", w = 8, h = 10, color = "#7fb4e6", data = { vx = 0, vy = 0 } },
    G = { "flag", anchor = "feet", boxes = { sensor = { w = 10, h = 20 } }, color = "#f2cf63" } }, rows = {
    "################################", "#..............................#", "#..............................#",
    "#.......##.....................#", "#..............##.......##.....#", "#..............##..............#",
    "#..............................#", "#..............................#", "#..............................#",
    "#..............................#", "#....@.....................G...#", "########................########",
    "########................########", "########................########", "########................########",
    "########................########", "########................########", "########................########",
    "########^^^^^^^^^^^^^^^^########", "################################" } },
  rules = {
    { "hero", "thorn", on = "fallen" },
    { "hero", "flag", on = "arrived", once = true },
    { "hero", "rock", response = "slide" },
  },
  start = function(s) s.falls, s.won, s.rope, s.flying = 0, false, nil, false end,
  update = function(s, input)
    local hero = s.hero
    if input:pressed("mouse left") then
      local dx, dy = hero:towards(input.mouse)
      local rock, t = s:raycast(hero.x, hero.y, REACH * dx, REACH * dy, "rock")
      s.rope = rock and { { x = hero.x + REACH * dx * t, y = hero.y + REACH * dy * t }, length = REACH * t } or nil
    elseif not input:down("mouse left") then
      s.rope = nil
    end
    if s.rope then
      s.flying = true
      swing(s, hero, input)
    elseif s.flying then
      hero:moveByVelocity(FALL)
      s.flying = not hero.blocked.below
    else
      if input:pressed("jump") and hero.blocked.below then hero.vy = -4 end
      hero:walk(1.6 * input.x, nil, WALK)
      hero.vx = 1.6 * input.x -- which it has when it hangs on
    end
  end,
  fallen = function(s, c)
    s.falls, s.rope, s.flying = s.falls + 1, nil, false
    c.a.vx, c.a.vy = 0, 0
    c.a:setPosition(55, 105)
  end,
  arrived = function(s) s.won = true end,
  draw = function(s, g)
    local x, y = s.hero.x, s.hero.y
    for i = #(s.rope or ""), 1, -1 do
      g:line(x, y, s.rope[i].x, s.rope[i].y, "#d8e2ee", 1)
      x, y = s.rope[i].x, s.rope[i].y
    end
    g:text(14, 11, s.won and "There you are." or ("Fallen %d times"):format(s.falls), "#d8e2ee", 8)
  end,
}
