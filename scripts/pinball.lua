-- Pinball: a ball under gravity, flippers that turn, bumpers that kick, slings, targets, a drain.
--
-- Left and right arrows, or A and D, flip; until then the table plays by itself. The ball's move is swept: each hit
-- takes the speed into what it met and gives some of it back. A flipper adds the speed of its own surface there.
local hitbox = require "hitbox"

local W, H, R = 180, 300, 5
local REST, UP, TURN = 0.45, -0.5, 0.22 -- a flipper's angles, and how far it turns in a tick
local GIVES = { wall = 0.55, flipper = 0.35, bumper = 0.6, sling = 0.7, target = 0.5 } -- back, of the speed into it

local function wall(...) return { "wall", color = "#46607e", points = { ... } } end
local function bumper(x, y, r) return { "bumper", at = { x, y }, r = r or 11, color = "#e6b15c" } end
local function target(x, y) return { "target", at = { x, y }, w = 4, h = 16, color = "#5fd38d" } end
local function flipper(x, facing)
  return { "flipper", at = { x, 262 }, facing = facing, angle = facing * REST, color = "#d4736c", data = { spin = 0 },
    shape = hitbox.polygon(0, -5, 34, -2, 36, 0, 34, 2, 0, 5, -3, 0) }
end

return hitbox.scene {
  title = "Pinball", tick = 120, view = { -10, 0, W + 20, H }, background = "#141824",
  rules = {
    { "ball", "bumper", response = "bounce", bounce = 0, on = "kick", every = 5 },
    { "ball", "target", response = "bounce", bounce = 0, on = "drop", speed = { ">", 1 } }, -- too slow: it stays up
    { "ball", "sling", response = "bounce", bounce = 0, on = "kick", every = 5 },
    { "ball", "flipper", response = "slide" },
    { "ball", "*", response = "slide" },
  },
  things = {
    wall(-20, -20, 0, -20, 0, H, -20, H), wall(W, -20, W + 20, -20, W + 20, H, W, H), wall(-20, -20, W + 20, -20, W + 20, 0, -20, 0),
    wall(0, 0, 40, 0, 14, 14, 0, 40), wall(W, 0, W, 40, W - 14, 14, W - 40, 0),
    wall(0, 225, 48, 258, 48, 264, 0, 240), wall(W, 225, W, 240, W - 48, 264, W - 48, 258),
    { "sling", color = "#a57bd6", points = { 22, 180, 38, 222, 22, 212 } }, { "sling", color = "#a57bd6", points = { W - 22, 180, W - 22, 212, W - 38, 222 } },
    bumper(60, 80), bumper(120, 80), bumper(90, 125), bumper(90, 45, 7), target(6, 100), target(6, 120), target(W - 6, 100), target(W - 6, 120),
    flipper(48, 1), flipper(W - 48, -1),
    { "ball", at = { 90, 20 }, r = R, color = "#f4f6f8", data = { vx = 0.6, vy = 0 } },
  },
  start = function(s) s.score, s.best, s.balls = 0, s.best or 0, 3 end,

  update = function(s, input)
    local ball, left, right = s.ball, input:down("left"), input:down("right")
    s.played = s.played or left or right
    if not s.played then left, right = ball.y > 245 and ball.x < 92, ball.y > 245 and ball.x > 88 end
    for f in s:each("flipper") do
      local up, angle = f.facing == 1 and left or f.facing == -1 and right, f.angle * f.facing
      local goal = up and math.max(UP, angle - TURN) or math.min(REST, angle + TURN / 2)
      f.spin, f.angle = (goal - angle) * f.facing, goal * f.facing -- in radians a tick
      if f:overlaps(ball) then s.def.flip(ball, f) end
    end
    ball.vy = math.min(ball.vy + 0.02, 6)
    local n = ball:move(ball.vx, ball.vy)
    for i = 1, n do
      local other, nx, ny = ball:hit(i)
      local into = math.min(ball.vx * nx + ball.vy * ny, 0)
      local gives = into < -0.3 and GIVES[other.name] or 0
      ball.vx, ball.vy = ball.vx - (1 + gives) * into * nx, ball.vy - (1 + gives) * into * ny
    end
    if ball.y > H + 20 then
      s.balls, s.best = s.balls - 1, math.max(s.best, s.score)
      if s.balls == 0 then s.score, s.balls = 0, 3 end
      ball:place(90 + s.random() * 4, 20)
      ball.vx, ball.vy = s.random() * 2 - 1, 0
    end
  end,

  -- A flipper turns into the ball: its surface is as fast as its spin times the distance, and the ball gets that.
  flip = function(ball, f)
    local dx, dy = ball.x - f.x, ball.y - f.y
    ball:part()
    local px, py = ball.x - (f.x + dx), ball.y - (f.y + dy)
    local length = math.max(math.sqrt(px * px + py * py), 1e-9)
    local nx, ny = px / length, py / length
    local into = (ball.vx + f.spin * dy) * nx + (ball.vy - f.spin * dx) * ny
    if into < 0 then ball.vx, ball.vy = ball.vx - 1.3 * into * nx, ball.vy - 1.3 * into * ny end
  end,

  kick = function(s, c) s.score, c.a.vx, c.a.vy = s.score + 10, c.a.vx + 1.6 * c.nx, c.a.vy + 1.6 * c.ny end,
  drop = function(s, c)
    local t = c.b
    s.score, t.hidden = s.score + 50, true
    t:reshape("push", nil)
    s:after(600, function() t:reshape("push", { w = 4, h = 16 }) t.hidden = nil end)
  end,
  draw = function(s, g)
    g:text(W / 2 - 48, 286, ("%d   best %d   balls %d"):format(s.score, s.best, s.balls), "#ffd35a", 8)
  end,
}
