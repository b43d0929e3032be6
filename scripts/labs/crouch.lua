-- Crouch, and stand up where there is room.
--
-- Arrow keys: left and right to walk, down to crouch. If you release down under a low roof, the
-- hero stays down until there is room to stand. The dashed outline is the standing box, and red if
-- it is blocked.
--
-- The anchor is at the feet, so the hero changes its height and stays on the floor. You can drag
-- the roofs: the next tick uses the new place.
--
-- Uses: thing:fits, which tests a box before anything changes, and thing:reshape.
local hitbox = require "hitbox"

local STAND, CROUCH = { w = 12, h = 28 }, { w = 12, h = 14 }
local RUN, CREEP, FALL = 2, 1, 4 -- units a tick
local FLOOR = 144

local function block(x, y, w, h)
  return { "wall", at = { x, y }, anchor = "top-left", w = w, h = h }
end

local function drawHero(g, hero, crouched)
  local x, y, facing = hero.x, hero.y, hero.facing
  local head = crouched and 9 or 22
  local stride = 3 * math.sin(x / 4)
  g:rect(x - 3.5 + stride, y - 6, 3, 6, "#3b5b86", true)
  g:rect(x + 0.5 - stride, y - 6, 3, 6, "#3b5b86", true)
  g:rect(x - 4, y - head + 3, 8, head - 7, "#6fa3dc", true)
  g:circle(x + facing, y - head, 4.5, "#f2d0a0", true)
  g:circle(x - facing, y - head - 1.5, 4, "#7a4a33", true)
  g:circle(x + 3 * facing, y - head - 0.5, 0.8, "#20242c", true)
end

local function drawDashed(g, x, y, w, h, color)
  for i = 0, 3 do
    local a, b = i / 4, (i + 0.6) / 4
    g:line(x + a * w, y, x + b * w, y, color, 1)
    g:line(x + a * w, y + h, x + b * w, y + h, color, 1)
    g:line(x, y + a * h, x, y + b * h, color, 1)
    g:line(x + w, y + a * h, x + w, y + b * h, color, 1)
  end
end

return hitbox.scene {
  title = "Crouch",
  view = { 352, 184 },
  background = "#1d1a26",

  rules = { { "hero", "wall", response = "slide" } },

  things = {
    block(0, FLOOR, 352, 40), block(0, 0, 352, 24), block(-16, 24, 16, 120), block(352, 24, 16, 120),
    block(88, 24, 56, FLOOR - 24 - 16), -- room for a crouching hero
    block(176, 24, 48, FLOOR - 24 - 28), -- just room for a standing hero
    block(272, 24, 40, FLOOR - 24 - 20), -- not quite
    { "hero", at = { 40, FLOOR }, anchor = "feet", w = STAND.w, h = STAND.h },
  },

  start = function(s)
    s.crouched, s.hindrance = false, false
  end,

  update = function(s, input)
    local hero = s.hero
    if input:down("down") ~= s.crouched then
      local def = s.crouched and STAND or CROUCH
      local free, other = hero:fits(def)
      s.hindrance = other or false
      if free then
        hero:reshape("push", def)
        s.crouched = not s.crouched
      end
    end
    hero:face(input.x)
    hero:move(input.x * (s.crouched and CREEP or RUN), FALL)
  end,

  draw = function(s, g)
    local hero = s.hero
    for wall in s:each("wall") do
      local x, y, w, h = wall:rect()
      g:rect(x, y, w, h, wall == s.hindrance and s.crouched and "#6d4350" or "#3d3a52", true)
    end
    if s.crouched then
      local free = hero:fits(STAND)
      drawDashed(g, hero.x - 6, hero.y - 28, 12, 28, free and "green" or "red")
    end
    drawHero(g, hero, s.crouched)
    g:text(10, 6, "Crouch and stand up", "white", 11)
    g:text(10, 156, "←  → walk    ↓ crouch", "white", 9)
    g:text(10, 168, "A hero that does not fit stays down.", "grey", 8)
    g:text(104, 112, "16", "grey", 9)
    g:text(192, 100, "28", "grey", 9)
    g:text(284, 108, "20", "grey", 9)
  end,
}
