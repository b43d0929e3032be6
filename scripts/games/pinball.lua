-- Pinball: a ball under gravity, rotating flippers, bumpers, slings, targets and a drain.
--
-- Left and right arrows, or A and D, flip; until then the table plays by itself. Rules set how
-- much speed each part gives back; a flipper adds the speed of its own surface.
--
-- Uses: thing:moveByVelocity with gravity, bounce, speed and every of rules, mirrored things,
-- thing:depenetrate.
local hitbox = require "hitbox"

local W, H, FALLS = 180, 300, { gravity = 0.02, maxFall = 6 }
local REST, UP, TURN = 0.45, -0.5, 0.22 -- a flipper's angles, and how far it turns in a tick

local function part(name, ...) return { name, points = { ... } } end

return hitbox.scene {
  title = "Pinball", tick = 120, view = { -10, 0, W + 20, H }, background = "#141824",
  types = { wall = { color = "#46607e" }, sling = { color = "#a57bd6" },
    bumper = { r = 11, color = "#e6b15c" }, target = { w = 4, h = 16, color = "#5fd38d" },
    flipper = { points = { 0, -5, 34, -2, 36, 0, 34, 2, 0, 5, -3, 0 }, color = "#d4736c",
      data = { spin = 0 } } },
  rules = {
    { "ball", "bumper", response = "bounce", bounce = 0.6, on = "kick", every = 5 },
    { "ball", "sling", response = "bounce", bounce = 0.7, on = "kick", every = 5 },
    { "ball", "target", response = "bounce", bounce = 0.5, on = "drop", speed = { ">", 1 } },
    { "ball", "flipper", response = "bounce", bounce = 0.35 },
    { "ball", "*", response = "bounce", bounce = 0.55 }, -- also a target that it is too slow for
  },
  things = {
    { "wall", at = { 0, 0 }, anchor = "top-left", w = W, h = 400, hollow = 20 },
    part("wall", 0, 0, 40, 0, 14, 14, 0, 40), part("wall", W, 0, W, 40, W - 14, 14, W - 40, 0),
    part("wall", 0, 225, 48, 258, 48, 264, 0, 240),
    part("wall", W, 225, W, 240, W - 48, 264, W - 48, 258),
    part("sling", 22, 180, 38, 222, 22, 212), part("sling", W - 22, 180, W - 22, 212, W - 38, 222),
    { "bumper", at = { 60, 80 } }, { "bumper", at = { 120, 80 } }, { "bumper", at = { 90, 125 } },
    { "bumper", at = { 90, 45 }, r = 7 }, { "target", at = { 6, 100 } },
    { "target", at = { 6, 120 } }, { "target", at = { 174, 100 } }, { "target", at = { 174, 120 } },
    { "flipper", at = { 48, 262 }, angle = REST },
    { "flipper", at = { W - 48, 262 }, angle = -REST, facing = -1 },
    { "ball", at = { 90, 20 }, r = 5, color = "#f4f6f8", data = { vx = 0.6, vy = 0 } },
  },
  start = function(s) s.score, s.best, s.balls = 0, 0, 3 end,

  update = function(s, input)
    local ball, left, right = s.ball, input:down("left"), input:down("right")
    s.played = s.played or left or right
    local low = not s.played and ball.y > 245 and s.ticks % 60 < 30
    left, right = left or low and ball.x < 92, right or low and ball.x > 88
    for f in s:each("flipper") do
      local up, angle = f.facing == 1 and left or f.facing == -1 and right, f.angle * f.facing
      local goal = up and math.max(UP, angle - TURN) or math.min(REST, angle + TURN / 2)
      f.spin, f.angle = (goal - angle) * f.facing, goal * f.facing -- in radians a tick
      if f:overlaps(ball) then s.def.flip(ball, f) end
    end
    ball:moveByVelocity(FALLS)
    if ball.y < H + 20 then return end
    s.balls, s.best = s.balls - 1, math.max(s.best, s.score)
    if s.balls == 0 then s.score, s.balls = 0, 3 end
    ball:setPosition(90 + s.random() * 4, 20)
    ball.vx, ball.vy = s.random() * 2 - 1, 0
  end,

  flip = function(ball, f) -- the ball gets the speed of the surface: spin times distance
    local from, dx, dy = { x = ball.x, y = ball.y }, ball.x - f.x, ball.y - f.y
    ball:depenetrate()
    local nx, ny = ball:towards(from) -- into the flipper
    local into = (ball.vx + f.spin * dy) * nx + (ball.vy - f.spin * dx) * ny
    if into > 0 then ball.vx, ball.vy = ball.vx - 1.3 * into * nx, ball.vy - 1.3 * into * ny end
  end,

  kick = function(s, c)
    s.score, c.a.vx, c.a.vy = s.score + 10, c.a.vx + 1.6 * c.nx, c.a.vy + 1.6 * c.ny
  end,
  drop = function(s, c)
    local t = c.b
    s.score, t.hidden = s.score + 50, true
    t:reshape("push", nil)
    s:after(600, function()
      t:reshape("push", { w = 4, h = 16 })
      t.hidden = nil
    end)
  end,
  draw = function(s, g)
    g:text(42, 286, ("%d   best %d   balls %d"):format(s.score, s.best, s.balls), "#ffd35a", 8)
  end,
}
