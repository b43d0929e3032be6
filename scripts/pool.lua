-- Pool with pockets: two players, and who pots goes on.
--
-- Aim with the mouse, hold its left button to draw the cue back, let go to strike; until then the table plays by
-- itself. A pocket takes a ball by its middle, a box that is a mere point, and only if it is not too fast:
-- that is a speed in a rule. White in a pocket is a foul: it comes back, and the other player's turn begins.
local hitbox = require "hitbox"

local R, FRICTION, SPRING = 4, 0.012, 0.85 -- what a ball loses in a tick, and what a cushion gives back
local L, T, RIGHT, B = 30, 40, 270, 160 -- of the cloth
local COLORS = { "#e9c04f", "#4f83d6", "#d9574f", "#8a63c9", "#e08a45", "#49a86b" }

local things = {}
local function cushion(...) things[#things + 1] = { "cushion", color = "#2f6b57", points = { ... } } end
for _, y in ipairs { T, B } do
  local out = y == T and -10 or 10
  cushion(L + 8, y, 144, y, 141, y + out, L, y + out)
  cushion(L - 20, y + out, RIGHT + 20, y + out, RIGHT + 20, y + 2 * out, L - 20, y + 2 * out) -- the rail behind the pockets
  cushion(156, y, RIGHT - 8, y, RIGHT, y + out, 159, y + out)
  for _, x in ipairs { L, 150, RIGHT } do things[#things + 1] = { "pocket", at = { x, y + out / 3 }, color = "#0b1512", boxes = { sensor = { r = 8 } } } end
end
for _, x in ipairs { L, RIGHT } do
  local out = x == L and -10 or 10
  cushion(x + out, T - 20, x + out, B + 20, x + 2 * out, B + 20, x + 2 * out, T - 20)
  cushion(x, T + 8, x, B - 8, x + out, B, x + out, T)
end

local function newBall(s, name, x, y, color)
  return s:spawn { name, at = { x, y }, color = color, data = { vx = 0, vy = 0 }, boxes = { push = { r = R }, core = { shape = hitbox.point(0, 0) } } }
end

return hitbox.scene {
  title = "Pool", tick = 120, view = { 300, 200 }, background = "#16463a", mouse = true,
  rules = {
    { "*.core", "pocket", contact = "touch", speed = { "<", 4 }, on = "pot" },
    { "ball.push", "cushion", response = "bounce", bounce = SPRING, on = "rebound", stay = "rebound" },
    { "white.push", "cushion", response = "bounce", bounce = SPRING, on = "rebound", stay = "rebound" },
    { "white.push", "ball.push", response = "touch", on = "knock", stay = "knock" },
    { "ball.push", "ball.push", response = "touch", on = "knock", stay = "knock" },
  },
  things = things,
  start = function(s)
    s.score, s.player, s.drawn, s.potted, s.dx, s.dy = { 0, 0 }, 1, 0, 0, 1, 0
    newBall(s, "white", 90, 100, "#f4f6f8")
    for row = 0, 3 do
      for i = 0, row do newBall(s, "ball", 190 + row * 7.3 + 0.2 * s.random(), 100 + (2 * i - row) * 4.2, COLORS[s:count("ball") % 6 + 1]) end
    end
  end,

  update = function(s, input)
    local moving = false
    for _, name in ipairs { "white", "ball" } do
      for t in s:each(name) do
        local speed = math.sqrt(t.vx * t.vx + t.vy * t.vy)
        local keep = math.max(0, 1 - FRICTION / math.max(speed, FRICTION))
        t.vx, t.vy, moving = t.vx * keep, t.vy * keep, moving or keep > 0
        t:move(t.vx, t.vy)
      end
    end
    s.played = s.played or input:down("mouse left")
    if s.moving and not moving and s.potted == 0 then s.player = 3 - s.player end -- nothing potted: the other one's turn
    s.moving = moving
    if moving then return end
    local goal = s.played and input.mouse or s.ball or s.white
    local dx, dy = goal.x - s.white.x, goal.y - s.white.y
    local length = math.max(math.sqrt(dx * dx + dy * dy), R)
    s.dx, s.dy = dx / length, dy / length
    local strikes = s.drawn > 0 and not input:down("mouse left") or not s.played and s.ticks % 60 == 0
    s.drawn = input:down("mouse left") and math.min(s.drawn + 1, 100) or s.drawn
    if strikes then
      local power = s.played and 9 * s.drawn / 100 or 8
      s.white.vx, s.white.vy, s.drawn, s.potted = power * s.dx, power * s.dy, 0, 0
    end
    if s:count("ball") == 0 then s:reset() end
  end,

  pot = function(s, c)
    if c.a.name == "ball" then
      s.score[s.player], s.potted = s.score[s.player] + 1, s.potted + 1
      c.a:remove()
    else
      s.player, s.potted = 3 - s.player, 1
      c.a.vx, c.a.vy = 0, 0
      c.a:place(90, 100)
      while not c.a:fits() do c.a.x = c.a.x - 1 end
    end
  end,
  rebound = function(_, c)
    local into = math.min(c.a.vx * c.nx + c.a.vy * c.ny, 0)
    c.a.vx, c.a.vy = c.a.vx - (1 + SPRING) * into * c.nx, c.a.vy - (1 + SPRING) * into * c.ny
  end,
  knock = function(_, c) -- equal masses swap their speeds along the normal
    local a, b = c.a, c.b
    local into = (a.vx - b.vx) * c.nx + (a.vy - b.vy) * c.ny
    if into < 0 then
      a.vx, a.vy, b.vx, b.vy = a.vx - 0.97 * into * c.nx, a.vy - 0.97 * into * c.ny, b.vx + 0.97 * into * c.nx, b.vy + 0.97 * into * c.ny
    end
  end,
  draw = function(s, g)
    if not s.moving then g:line(s.white.x, s.white.y, s.white.x + 60 * s.dx, s.white.y + 60 * s.dy, "#ffffff60") end
    g:text(30, 12, ("player 1: %d   player 2: %d   turn: %d"):format(s.score[1], s.score[2], s.player), "#ffd35a", 9)
    g:rect(30, 184, s.drawn, 5, "#d9574f", true)
  end,
}
