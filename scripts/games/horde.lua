-- Horde: hundreds of foes press towards the hero, push each other aside, and walk around rocks.
--
-- Run with the arrow keys or WASD; the hero shoots the nearest visible foe by itself. Until you
-- press a key, the hero also runs by itself. Gems fly to the hero, and every ten make it faster.
--
-- A rule with `push` separates the foes: each yields half of the overlap. Rocks block all of them.
-- A query for the nearest foe names its type, so it costs the same among hundreds as among a few.
local hitbox = require "hitbox"

local W, H = 640, 360
local REACH = 150 -- of the hero's shots
local MERCY = 40 -- ticks after a hit in which the hero cannot be hurt again
local FIRST, MORE, MOST = 60, 20, 200 -- foes of the first wave, how many more each next one has, and at most

local function rock(x, y, r)
  return { "rock", at = { x, y }, r = r, color = "#5d6b78" }
end

--- Some more, out of sight, all around.
local function newWave(s)
  s.wave = s.wave + 1
  for i = 1, math.min(FIRST + MORE * (s.wave - 1), MOST) do
    local far, x, y = 370 + s.random(0, 100), hitbox.direction(i * 2.4)
    local isBrute = i % 12 == 0
    s:spawn(isBrute and "brute" or "foe", {
      at = { s.hero.x + far * x, s.hero.y + far * y } })
  end
end

--- Steer the hero without a player: run from the crowd, and back to the middle.
local near = {}
local function flee(s)
  local hero = s.hero
  local dx, dy = (W / 2 - hero.x) / 100, (H / 2 - hero.y) / 100
  for i = 1, (s:query(hitbox.circle(hero.x, hero.y, 60), "foe", near)) do
    local awayX, awayY, distance = near[i]:towards(hero)
    dx, dy = dx + awayX * 20 / (distance + 1), dy + awayY * 20 / (distance + 1)
  end
  local length = math.sqrt(dx * dx + dy * dy)
  return dx / math.max(length, 1), dy / math.max(length, 1)
end

local function fire(s)
  local hero = s.hero
  local foe = hero:nearest("foe", REACH)
  if foe and hero:sees(foe, "rock") then
    local dx, dy = hero:towards(foe)
    s:spawn("shot", { at = { hero.x, hero.y }, data = { vx = 7 * dx, vy = 7 * dy } })
  end
end

return hitbox.scene {
  title = "Horde", view = { 0, 0, W, H }, background = "#11161f",
  types = {
    foe = { r = 4, color = "#d4736c", data = { health = 1, speed = 0.6 } },
    brute = { extends = "foe", r = 9, color = "#a57bd6", data = { health = 6, speed = 0.4 } },
    shot = { r = 2, color = "#9fe3f2" },
    gem = { boxes = { sensor = { r = 2 } }, color = "#5fd38d" },
  },
  rules = {
    { "shot", "foe", on = "strike", max = 2 },
    { "shot", "rock", response = "touch", on = "leave" },
    { "hero", "gem", on = "take" },
    { "hero", "foe", push = 0.2, on = "ouch", every = MERCY },
    { "foe", "foe", push = 0.5 },
    { "hero", "rock", response = "slide" },
    { "hero", "edge", response = "slide" },
    { "foe", "rock", response = "slide" },
  },
  things = {
    { "edge", at = { W / 2, H / 2 }, w = W, h = H, hollow = 40, hidden = true },
    { "hero", at = { W / 2, H / 2 }, r = 6, color = "#6fb1ea" },
    rock(170, 110, 26), rock(470, 250, 34), rock(480, 90, 18), rock(150, 270, 20),
  },

  start = function(s)
    s.wave, s.gems, s.lives = 0, 0, 5
    newWave(s)
    s:every(300, newWave)
  end,

  update = function(s, input)
    local hero, dx, dy = s.hero, input.x, input.y
    s.played = s.played or dx ~= 0 or dy ~= 0
    if not s.played then
      dx, dy = flee(s)
    end
    hero:move(2 * dx, 2 * dy)
    if s.ticks % math.max(3, 12 - math.floor(s.gems / 10)) == 0 then
      fire(s)
    end
    for foe in s:each("foe") do
      local x, y = foe:towards(hero)
      foe:nudge(x * foe.speed, y * foe.speed) -- rocks stop it; the rules find its contacts afterwards
    end
    for shot in s:each("shot") do
      shot:moveByVelocity()
      local _, _, distance = shot:towards(hero)
      if distance > 2 * REACH then shot:remove() end
    end
    for i = 1, (s:query(hitbox.circle(hero.x, hero.y, 50), "gem", near)) do
      local x, y, distance = near[i]:towards(hero)
      local step = math.min(4, distance)
      near[i]:setPosition(near[i].x + x * step, near[i].y + y * step)
    end
  end,

  strike = function(s, c)
    local foe = c.b
    foe.health = foe.health - 1
    if foe.health == 0 then
      s:spawn("gem", { at = { foe.x, foe.y } })
      foe:remove()
    end
  end,
  leave = function(_, c) c.a:remove() end,
  take = function(s, c)
    s.gems = s.gems + 1
    c.b:remove()
  end,
  ouch = function(s)
    s.lives = s.lives - 1
    if s.lives == 0 then s:reset() end
  end,

  drawAbove = function(s, g) -- the crowd comes in front of what draw draws
    g:rect(0, 8, 150, 40, "#11161fc0", true)
    g:rect(0, H - 16, 80, 16, "#11161fc0", true)
    g:text(12, 14, "Horde", "#f4f6f8", 13)
    g:text(12, 32, ("wave %d   gems %d   lives %d"):format(s.wave, s.gems, s.lives), "#ffd35a", 9)
    g:text(12, H - 12, "run: arrow keys", "#8e99a6", 8)
  end,
}
