-- Moving platforms that carry, push and crush.
--
-- Arrow keys: left and right to walk, up to jump. Ride the lift and the ferry, stand on a crate
-- that stands on one, let the rams push you, and stay out from under the press. The ferry is
-- one-way: jump onto it from below.
--
-- The script does not say how things are carried: a platform follows its path with `carry`. The
-- rules name the things that it carries and pushes, and the function to call when one is crushed.
--
-- Uses: thing:carry, the `crush` of a rule.
local hitbox = require "hitbox"

local SPEED, JUMP, FALLS = 1.5, 4.2, { gravity = 0.2, maxFall = 4 } -- units a tick
local FLOOR = 204

--- A platform that goes to and fro between two places, smoothly, once in `period` ticks.
local function platform(name, x1, y1, x2, y2, period, w, h, phase)
  return { name, at = { x1, y1 }, anchor = "top-left", w = w, h = h, color = "#8f7bb8",
    oneWay = name == "ferry" and "above" or nil,
    data = { path = { x1, y1, x2, y2, period, phase or 0 } } }
end

local function block(x, y, w, h)
  return { "ground", at = { x, y }, anchor = "top-left", w = w, h = h, color = "#4d5a6b" }
end

local function crate(x, y, size, home)
  return { "crate", at = { x, y }, anchor = "feet", w = size, h = size, color = "#c79a5b",
    data = { home = home or { x, y }, vy = 0 } }
end

--- Where a platform is at a tick.
local function along(path, tick)
  local x1, y1, x2, y2, period, phase = path[1], path[2], path[3], path[4], path[5], path[6]
  local k = (1 - hitbox.direction(2 * math.pi * (tick / period + phase))) / 2
  return x1 + (x2 - x1) * k, y1 + (y2 - y1) * k
end

--- Back to where it began, if there is room.
local function begin(one)
  if one:fits(nil, one.home[1], one.home[2]) then
    one:setPosition(one.home[1], one.home[2])
    one.vy, one.lost = 0, nil
  end
end

return hitbox.scene {
  title = "Platforms",
  view = { 400, 220 },
  background = "#171c24",
  rules = {
    { "*", "ground", response = "slide" },
    { "hero", "crate", response = "slide", crush = "crushed" },
    { "crate", "crate", response = "slide", crush = "crushed" },
    { "hero", "lift", response = "slide", crush = "crushed" },
    { "crate", "lift", response = "slide", crush = "crushed" },
    { "hero", "ferry", response = "slide" },
    { "crate", "ferry", response = "slide" },
    { "hero", "ram", response = "slide", crush = "crushed" },
    { "crate", "ram", response = "slide", crush = "crushed" },
  },
  things = {
    block(0, FLOOR, 400, 16), block(0, 0, 6, FLOOR), block(394, 0, 6, FLOOR), block(6, 90, 24, 8),
    block(276, 96, 40, 8),
    platform("lift", 32, FLOOR, 32, 90, 300, 44, 6),
    platform("ferry", 80, 96, 216, 96, 360, 56, 5),
    platform("ram", 100, FLOOR - 18, 162, FLOOR - 18, 240, 20, 18),
    platform("ram", 270, FLOOR - 18, 208, FLOOR - 18, 240, 20, 18, 0.5),
    platform("ram", 340, 20, 340, FLOOR - 70, 200, 40, 64),
    crate(66, 180, 14), crate(66, 160, 10), crate(100, 80, 16), crate(170, FLOOR, 14),
    crate(190, FLOOR, 14), crate(360, FLOOR, 12, { 328, 60 }),
    { "hero", at = { 20, FLOOR }, anchor = "feet", w = 10, h = 18, color = "#6fb4dc",
      data = { home = { 20, FLOOR }, vy = 0, stands = false } },
  },

  start = function(s) s.crushes = 0 end,

  update = function(s, input)
    for one in s:each() do
      if one.path then
        local x, y = along(one.path, s.ticks)
        one:carry(x - one.x, y - one.y)
      end
    end
    for one in s:each("crate") do
      if one.lost then begin(one) end
      one:walk(0, nil, FALLS)
    end
    local hero = s.hero
    if hero.lost then begin(hero) end
    if hero.stands and input:pressed("jump") then hero.vy = -JUMP end
    hero.stands = hero:walk(input.x * SPEED, nil, FALLS) ~= nil
  end,

  crushed = function(s, c)
    s.crushes = s.crushes + 1
    c.crushed.lost = true
    begin(c.crushed)
  end,

  draw = function(s, g)
    for one in s:each() do
      if one.path then
        local path, _, _, w, h = one.path, one:rect()
        g:line(path[1] + w / 2, path[2] + h / 2, path[3] + w / 2, path[4] + h / 2, "#8f7bb855", 1)
      end
    end
    g:text(16, 12, "Moving platforms", "white", 11)
    g:text(16, 28, ("crushed so far: %d"):format(s.crushes), "grey", 9)
    g:text(16, 207, "←  → walk    ↑ jump", "white", 9)
  end,
}
