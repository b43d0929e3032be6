-- Slopes and rounded ground.
--
-- Three walkers walk to and fro and stay on the ground at the same horizontal speed: uphill, over
-- crests, downhill and over the round hill. The slope on the right is steeper than their limit, so
-- it is a wall for them. Arrow keys: left and right to walk, up to jump.
--
-- The trails of the walkers show that they never hop; the arrows are the ground's normals.
--
-- Uses: thing:walk.
local hitbox = require "hitbox"

local SPEED, JUMP = 1.25, 4.5 -- units a tick
local WALK = { gravity = 0.25, maxFall = 5, maxAngle = math.rad(50) }
local FLOOR, TRACE = 168, 120 -- how many places a trace has

local function ground(points)
  return { "ground", points = points, color = "#5b7a62" }
end

local function walker(name, x, color, box)
  local def = { name, at = { x, FLOOR - 40 }, color = color, data = {
    way = 1, vy = 0, nx = 0, ny = 0, stands = false, trace = {} } }
  for key, value in pairs(box) do
    def[key] = value
  end
  return def
end

local things = {
  ground { 0, FLOOR, 400, FLOOR, 400, 200, 0, 200 },
  ground { 0, 0, 10, 0, 10, FLOOR, 0, FLOOR },
  ground { 56, FLOOR, 116, FLOOR - 32, 116, FLOOR }, -- 28 degrees
  ground { 116, FLOOR, 116, FLOOR - 32, 148, FLOOR - 32, 148, FLOOR },
  ground { 148, FLOOR, 148, FLOOR - 32, 180, FLOOR }, -- 45 degrees
  { "ground", at = { 244, FLOOR + 50 }, r = 72, color = "#5b7a62" }, -- 46 degrees at its foot
  ground { 336, FLOOR, 360, FLOOR - 48, 400, FLOOR - 48, 400, FLOOR }, -- 63 degrees
  walker("walker", 80, "#e6a15c", { anchor = "feet", w = 12, h = 16 }),
  walker("walker", 150, "#d9d36b", { r = 8 }),
  walker("walker", 250, "#d987b4", { shape = hitbox.capsule(0, -12, 0, -6, 6) }),
  walker("hero", 30, "#6fb4dc", { shape = hitbox.capsule(0, -16, 0, -6, 6) }),
}

--- Walk, and note the ground.
---@return boolean onward whether it came as far as it wanted
local function go(one, dx)
  local x = one.x
  local stands, nx, ny = one:walk(dx, nil, WALK)
  one.stands, one.nx, one.ny = stands ~= nil, nx, ny
  local trace, place = one.trace, one.scene.ticks % TRACE + 1
  trace[place] = trace[place] or {}
  trace[place][1], trace[place][2] = one.x, one.y
  return math.abs(one.x - x - dx) < 0.01
end

local function drawTrace(g, one, newest)
  local before
  for i = 1, TRACE do
    local place = one.trace[(newest + i) % TRACE + 1]
    if place and before and math.abs(place[1] - before[1]) < 10 then
      local alpha = math.floor(200 * i / TRACE)
      g:line(before[1], before[2], place[1], place[2], ("%s%02x"):format(one.color, alpha), 1)
    end
    before = place
  end
end

return hitbox.scene {
  title = "Slopes",
  view = { 400, 200 },
  background = "#171c24",
  things = things,
  rules = {
    { "walker", "ground", response = "slide" },
    { "hero", "ground", response = "slide" },
  },

  update = function(s, input)
    for one in s:each("walker") do
      if not go(one, one.way * SPEED) and one.stands then
        one.way = -one.way
      end
    end
    local hero = s.hero
    if hero.stands and input:pressed("jump") then
      hero.vy = -JUMP
    end
    go(hero, input.x * SPEED)
  end,

  draw = function(s, g)
    for one in s:each() do
      if one.trace then
        drawTrace(g, one, s.ticks % TRACE)
        if one.stands then
          local _, y, _, h = one:rect()
          g:line(one.x, y + h / 2, one.x + 14 * one.nx, y + h / 2 + 14 * one.ny, "white", 1)
        end
      end
    end
    local hero = s.hero
    g:text(16, 12, "Slopes and rounded ground", "white", 11)
    g:text(16, 30, hero.stands
      and ("the hero stands on %.0f°"):format(math.deg(math.acos(-hero.ny)))
      or "the hero is in the air", "grey", 9)
    g:text(16, 182, "←  → walk    ↑ jump", "white", 9)
    g:text(362, 106, "63°", "grey", 8)
    g:text(72, 128, "28°", "grey", 8)
    g:text(172, 140, "45°", "grey", 8)
  end,
}
