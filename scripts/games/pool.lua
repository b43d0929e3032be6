-- Pool with pockets, for two players: after a pot the same player continues.
--
-- Aim with the mouse, hold its left button to draw the cue back, release it to strike; until then
-- the table plays by itself. A pocket takes a ball if the middle of the ball, a point box, is in
-- it and the ball is slow enough: the rule has a speed condition.
--
-- Uses: thing:moveByVelocity with drag, thing:towards, thing:fits, rules with a speed and a
-- bounce.
local hitbox = require "hitbox"

local R, ROLLS, SPRING = 4, { drag = 0.012 }, 0.85 -- what a tick takes, and what cushions give back
local L, T, RIGHT, B = 30, 40, 270, 160 -- of the cloth
local COLORS = { "#e9c04f", "#4f83d6", "#d9574f", "#8a63c9", "#e08a45", "#49a86b" }

local things = { { "cushion", at = { 150, 100 }, w = 260, h = 140, hollow = 10 } } -- the rail
local function cushion(...) things[#things + 1] = { "cushion", points = { ... } } end
for i = -1, 1, 2 do
  local x, y = i < 0 and L or RIGHT, i < 0 and T or B
  cushion(L + 8, y, 144, y, 141, y + 10 * i, L, y + 10 * i)
  cushion(156, y, RIGHT - 8, y, RIGHT, y + 10 * i, 159, y + 10 * i)
  cushion(x, T + 8, x, B - 8, x + 10 * i, B, x + 10 * i, T)
  for at = L, RIGHT, 120 do things[#things + 1] = { "pocket", at = { at, y + 3.3 * i } } end
end

return hitbox.scene {
  title = "Pool", tick = 120, view = { 300, 200 }, background = "#16463a", mouse = true,
  types = { ball = { extends = "round" }, white = { extends = "round", color = "#f4f6f8" },
    round = { data = { vx = 0, vy = 0 },
      boxes = { push = { r = R }, core = { shape = hitbox.point(0, 0) } } },
    cushion = { color = "#2f6b57" }, pocket = { boxes = { sensor = { r = 8 } } } },
  rules = {
    { "round.core", "pocket", policy = "touch", speed = { "<", 4 }, on = "pot" },
    { "round.push", "cushion", response = "bounce", bounce = SPRING },
    { "round.push", "round.push", response = "bounce", bounce = 0.94 },
  },
  things = things,
  start = function(s)
    s.score, s.player, s.drawn, s.potted, s.dx, s.dy = { 0, 0 }, 1, 0, 0, 1, 0
    s:spawn("white", { at = { 90, 100 } })
    for row = 0, 3 do
      for y = -row, row, 2 do -- a hair apart, and as unevenly as by hand
        local at = { 190 + 7.3 * row + 0.2 * s.random(), 100 + 4.2 * y }
        s:spawn("ball", { at = at, color = COLORS[s:count("ball") % 6 + 1] })
      end
    end
  end,

  update = function(s, input)
    local held, moving = input:down("mouse left"), false
    for ball in s:each("round") do
      ball:moveByVelocity(ROLLS)
      moving = moving or ball.vx ~= 0 or ball.vy ~= 0
    end
    s.played = s.played or held
    if s.moving and not moving and s.potted == 0 then s.player = 3 - s.player end
    s.moving = moving
    if moving then return end
    s.dx, s.dy = s.white:towards(s.played and input.mouse or s.ball or s.white)
    if held then
      s.drawn = math.min(s.drawn + 1, 100)
    elseif s.drawn > 0 or not s.played and s.ticks % 60 == 0 then
      local power = s.played and 0.09 * s.drawn or 8
      s.white.vx, s.white.vy, s.drawn, s.potted = power * s.dx, power * s.dy, 0, 0
    end
    if not s.ball then s:reset() end
  end,

  pot = function(s, c)
    if c.a.name == "ball" then
      s.score[s.player], s.potted = s.score[s.player] + 1, s.potted + 1
      return c.a:remove()
    end
    s.player, s.potted, c.a.vx, c.a.vy = 3 - s.player, 1, 0, 0
    c.a:setPosition(90, 100)
    while not c.a:fits() do c.a.x = c.a.x - 1 end
  end,
  draw = function(s, g)
    local x, y, a, b = s.white.x, s.white.y, s.score[1], s.score[2]
    for pocket in s:each("pocket") do g:circle(pocket.x, pocket.y, 8, "#070b0b", true) end
    for ball in s:each("round") do g:circle(ball.x, ball.y, R, ball.color, true) end
    if not s.moving then g:line(x, y, x + 60 * s.dx, y + 60 * s.dy, "#ffffff60") end
    g:text(30, 6, ("player 1: %d   player 2: %d   turn: %d"):format(a, b, s.player), "#ffd35a", 9)
    g:rect(30, 184, s.drawn, 5, "#d9574f", true)
  end,
}
