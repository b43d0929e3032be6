-- Billiards: circles that never pass through each other.
--
-- Aim with the mouse, hold its left button to draw the cue back, release it to strike. Until you
-- do, the table plays by itself.
--
-- Each ball moves by its own velocity, swept, and bounces. The rule sets how much speed a cushion
-- gives back. When two moving balls hit, they swap their speeds along the normal and keep the
-- rest. The box of a ball that pockets test is a point in its middle. The line that predicts a
-- shot comes from world:check, which computes a move without making it.
local hitbox = require "hitbox"

local R, ROLLS = 5, { drag = 0.008 } -- a ball's radius; what it loses of its speed in a tick
local HARDEST, DRAWING = 10, 120 -- the speed of the hardest shot, and how many ticks to draw for it
local SPRING = 0.9 -- what a cushion gives back of the speed into it
local LEFT, TOP, RIGHT, BOTTOM = 40, 38, 360, 198 -- of the cloth
local HEAD, FOOT, AXIS = 120, 264, 118 -- where the white ball and the rack are put
local COLORS = { "#e9c04f", "#4f83d6", "#d9574f", "#8a63c9", "#e08a45", "#49a86b", "#b0605a" }

local things = {}
for _, side in ipairs { { TOP, -1 }, { BOTTOM, 1 } } do
  local y, out = side[1], side[2]
  for x = LEFT, RIGHT, (RIGHT - LEFT) / 2 do
    local corner = x == 200 and 0 or x < 200 and -1 or 1
    things[#things + 1] = { "pocket", at = { x + 2 * corner, y + (corner == 0 and 4 or 2) * out },
      boxes = { sensor = { r = 9 } }, color = "#30403d" }
  end
  -- Cushions are longer at their backs, which makes the jaws of the pockets.
  for _, x in ipairs { 120, 280 } do
    things[#things + 1] = { "cushion", at = { x, y }, color = "#43866d",
      points = { -70, 0, 70, 0, 74, 8 * out, -74, 8 * out } }
  end
end
for _, side in ipairs { { LEFT, -1 }, { RIGHT, 1 } } do
  things[#things + 1] = { "cushion", at = { side[1], AXIS }, color = "#43866d",
    points = { 0, -70, 0, 70, 8 * side[2], 74, 8 * side[2], -74 } }
end

local function newBall(s, x, y, color)
  s:spawn { "ball", at = { x, y }, color = color, data = { vx = 0, vy = 0 },
    boxes = { push = { r = R }, core = { shape = hitbox.point(0, 0) } } }
end

-- What a table without a player aims at.
local function anyTarget(s)
  for ball in s:each("ball") do
    if ball ~= s.ball then
      return ball
    end
  end
end

return hitbox.scene {
  title = "Billiards", tick = 120, view = { 400, 216 }, background = "#12211f", mouse = true,
  rules = {
    { "ball.push", "cushion", response = "bounce", bounce = SPRING },
    { "ball.push", "ball.push", response = "bounce", push = 0.5 }, -- parts what is put onto another
    { "ball.core", "pocket", on = "pot" },
  },
  things = things,

  start = function(s)
    s.potted, s.drawn, s.quiet = {}, 0, 0
    newBall(s, HEAD, AXIS, "#f4f6f8") -- made first and never removed: s.ball is the white one
    for row = 0, 4 do
      for i = 0, row do -- a hair apart, and as unevenly as by hand
        newBall(s, FOOT + row * 1.8 * R + 0.3 * s.random(), AXIS + (2 * i - row) * 1.05 * R,
          COLORS[s:count("ball") % #COLORS + 1])
      end
    end
  end,

  update = function(s, input)
    s.still = true -- until something rolls
    for ball in s:each("ball") do
      ball:moveByVelocity(ROLLS)
      s.still = s.still and ball.vx == 0 and ball.vy == 0
    end
    s.quiet = s.still and s.quiet + 1 or 0
    s.played = s.played or input:down("mouse left")
    if s.still then
      s.def.aim(s, input)
    end
  end,

  aim = function(s, input)
    local white, goal = s.ball, s.played and input.mouse or anyTarget(s)
    s.dx, s.dy = white:towards(goal)
    local power = 0
    if input:down("mouse left") then
      s.drawn = math.min(s.drawn + 1, DRAWING)
    elseif s.drawn > 0 then
      power, s.drawn = HARDEST * s.drawn / DRAWING, 0
    elseif not s.played and s.quiet > 90 then
      power = HARDEST - 3 * s.random()
    end
    white.vx, white.vy = power * s.dx, power * s.dy
  end,

  pot = function(s, c)
    local ball = c.a
    if ball == s.ball then
      ball.vx, ball.vy = 0, 0
      ball:setPosition(HEAD, AXIS)
      return
    end
    s.potted[#s.potted + 1] = ball.color
    ball:remove()
    if s:count("ball") == 1 then
      s:reset()
    end
  end,

  draw = function(s, g)
    g:rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, "#1a3f35", true)
    for pocket in s:each("pocket") do
      g:circle(pocket.x, pocket.y, 9, "#070b0b", true)
    end
    for ball in s:each("ball") do
      g:circle(ball.x, ball.y, R, ball.color, true)
      g:circle(ball.x - 1.6, ball.y - 1.8, 1.2, "#ffffffb0", true)
    end
    if s.still then
      local white, dx, dy = s.ball, s.dx, s.dy
      local push, goalX, goalY = white.boxes.push, white.x + 400 * dx, white.y + 400 * dy
      local x, y, n = s.world:check(push, goalX, goalY, "touch")
      g:line(white.x + R * dx, white.y + R * dy, x, y, "#ffffff50")
      g:circle(x, y, R, "#ffffffa0")
      local box, nx, ny = s.world:hit(n)
      local met = box and box.thing
      if met and met.name == "ball" then
        g:line(met.x, met.y, met.x - 24 * nx, met.y - 24 * ny, met.color)
      end
      local back = R + 3 + 25 * s.drawn / DRAWING
      g:line(white.x - back * dx, white.y - back * dy, white.x - (back + 90) * dx,
        white.y - (back + 90) * dy, "#c79a64", 2.5)
    end
    g:text(32, 4, "Billiards", "#f4f6f8", 14)
    g:text(112, 9, "mouse: aim; hold the left button, let go to strike", "#8e99a6", 8)
    for i, color in ipairs(s.potted) do
      g:circle(376, TOP - 4 + 11 * i, 4, color, true)
    end
  end,
}
