-- Arena: one against five hundred. Move with the arrow keys or WASD, aim with the mouse, and hold the left
-- button or X to fire. Until you do, the ship fights by itself.
--
-- All foes go for the ship and push each other aside: two rules, and no loop over pairs. Shots are swept,
-- and go through three foes each; a foe takes two hits.
--
-- Of hitbox: push shares, max and every of rules, things that are made and removed by the hundred.
local hitbox = require "hitbox"

local W, H, CROWD, SPEED, RELOAD = 480, 270, 500, 2.2, 4
local atan2 = math.atan2 or math.atan

local function wall(x, y, w, h)
  return { "wall", at = { x, y }, anchor = "top-left", w = w, h = h, color = "#39434f" }
end

-- Somewhere along the edge, outside of the picture.
local function newFoe(s)
  local along, side = s.random(), s.random(4)
  local x = side == 1 and -12 or side == 2 and W + 12 or along * W
  local y = side == 3 and -12 or side == 4 and H + 12 or along * H
  s:spawn { "foe", at = { x, y }, r = 3.5, color = "#d4736c", data = { health = 2, pace = 0.35 + 0.4 * s.random() } }
end

local function chase(s)
  local x, y = s.ship.x, s.ship.y
  for foe in s:each("foe") do
    local dx, dy = x - foe.x, y - foe.y
    local length = math.sqrt(dx * dx + dy * dy) + 1e-9
    foe:place(foe.x + dx / length * foe.pace, foe.y + dy / length * foe.pace)
  end
end

-- What the ship does by itself: fire at the nearest, and leave the crowd behind in a circle.
local function pilot(s)
  local least, target = math.huge, nil
  for foe in s:each("foe") do
    local dx, dy = foe.x - s.ship.x, foe.y - s.ship.y
    if dx * dx + dy * dy < least then least, target = dx * dx + dy * dy, foe end
  end
  local turn = s.ticks / 90
  local dx, dy = W / 2 + 130 * math.cos(turn) - s.ship.x, H / 2 + 75 * math.sin(turn) - s.ship.y
  return dx / 40, dy / 40, target and target.x or W / 2, target and target.y or H / 2
end

return hitbox.scene {
  title = "Arena", view = { W, H }, background = "#11141c", mouse = true,
  rules = {
    { "shot", "foe", on = "strike", once = true, max = 3 },
    { "ship", "foe", on = "ouch", every = 45 },
    { "ship", "wall", response = "slide" },
    { "shot", "wall", on = "leave" },
    { "foe", "foe", push = 0.5 },
  },
  things = {
    wall(-20, -20, 24, H + 40), wall(W - 4, -20, 24, H + 40), wall(-20, -20, W + 40, 24), wall(-20, H - 4, W + 40, 24),
    { "ship", at = { W / 2, H / 2 }, r = 5, color = "#6fb1ea" },
  },

  start = function(s)
    s.felled, s.hurt = 0, 0
    for _ = 1, CROWD do newFoe(s) end
  end,

  update = function(s, input)
    local dx, dy, x, y = input.x, input.y, input.mouse.x, input.mouse.y
    local fires = input:down("fire") or input:down("mouse left")
    s.played = s.played or dx ~= 0 or dy ~= 0 or fires
    if not s.played then dx, dy, x, y = pilot(s) end
    local length = math.max(math.sqrt(dx * dx + dy * dy), 1)
    s.ship:move(SPEED * dx / length, SPEED * dy / length)
    s.ship.angle = atan2(y - s.ship.y, x - s.ship.x)
    if (fires or not s.played) and s.ticks % RELOAD == 0 then
      s:spawn { "shot", at = { s.ship.x, s.ship.y }, w = 7, h = 2, angle = s.ship.angle, color = "#ffe08a" }
    end
    for shot in s:each("shot") do shot:move(6 * math.cos(shot.angle), 6 * math.sin(shot.angle)) end
    chase(s)
    for _ = s:count("foe") + 1, CROWD do newFoe(s) end
  end,

  ouch = function(s) s.hurt = s.hurt + 1 end,
  leave = function(_, c) c.a:remove() end,
  strike = function(s, c)
    c.a.passed, c.b.health = (c.a.passed or 0) + 1, c.b.health - 1
    if c.b.health == 0 then s.felled = s.felled + 1 c.b:remove() end
    if c.a.passed == 3 then c.a:remove() end
  end,

  draw = function(s, g)
    local x, y, a = s.ship.x, s.ship.y, s.ship.angle
    g:line(x, y, x + 9 * math.cos(a), y + 9 * math.sin(a), "#d8e2ee", 3)
    g:text(12, 10, "Arena", "#f4f6f8", 14)
    g:text(72, 14, ("%d foes   %d felled   hurt %d times"):format(s:count("foe"), s.felled, s.hurt), "#ffd35a", 8)
  end,
}
