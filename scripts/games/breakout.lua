-- Breakout: a ball that touches a brick hits it and bounces.
--
-- Left and right (or A and D) move the bat. The place where the ball lands on the bat sets its
-- direction. A brick with a pearl releases another ball. Until you play, the bat plays itself.
--
-- With `policy = "touch"` a shared edge or corner is a contact. The ball moves by its own
-- velocity, swept. `response = "bounce"` mirrors its velocity, and the ball travels the rest of
-- the tick in the new direction. The script itself handles the bounce off the bat.
local hitbox = require "hitbox"

local SPEED, SERVE = 3.5, 30 -- of a ball, units a tick; for how many ticks it rests on the bat
local R, BAT = 4, 22 -- a ball's radius, half of the bat's width
local WIDEST = math.rad(60) -- from straight up: what the ends of the bat give
local COLORS = { "#d9657f", "#e08a5c", "#dcb35a", "#86b870", "#55a8ae", "#6a88cc" }

local things = {
  { "wall", at = { 15, 118 }, w = 10, h = 196, color = "#5b6a80" },
  { "wall", at = { 385, 118 }, w = 10, h = 196, color = "#5b6a80" },
  { "wall", at = { 200, 25 }, w = 360, h = 10, color = "#5b6a80" },
  { "pit", at = { 200, 230 }, w = 480, h = 20, hidden = true },
  -- Walls stop its push box, balls meet its hit box: so no ball ever stands in the bat's way.
  { "bat", at = { 200, 194 }, color = "#cfd8e3",
    boxes = { push = { w = 2 * BAT, h = 8 }, hit = { w = 2 * BAT, h = 8 } } },
}
for row, color in ipairs(COLORS) do
  for column = 1, 15 do
    things[#things + 1] = { "brick", at = { 8 + 24 * column, 41 + 10 * row }, w = 24, h = 10,
      color = color, data = { pearl = (7 * row + column) % 18 == 0 } }
  end
end

local function newBall(s, x, y, angle)
  local up, right = hitbox.direction(angle)
  return s:spawn { "ball", at = { x, y }, r = R, color = "#f4f6f8",
    data = { vx = SPEED * right, vy = -SPEED * up, trail = {} } }
end

-- The place the bat moves to without a player: where a ball lands first, not always with its middle.
local function follow(s)
  local first = s.ball
  if s.rest > 0 then
    return 0
  end
  for ball in s:each("ball") do
    if ball.y + 40 * ball.vy > first.y + 40 * first.vy then
      first = ball
    end
  end
  local _, aside = hitbox.direction(s.ticks / 50)
  local way = first.x + BAT * aside - s.bat.x
  return math.max(-1, math.min(1, way / 5))
end

return hitbox.scene {
  title = "Breakout", view = { 400, 216 }, background = "#12161f",
  policy = "touch",
  rules = {
    { "ball", "brick", response = "bounce", on = "smash" },
    { "ball", "wall", response = "bounce" },
    { "ball", "bat.hit", response = "bounce", on = "deflect" },
    { "ball", "pit", on = "lose" },
    { "bat.push", "wall", response = "slide" },
  },
  things = things,

  start = function(s)
    s.score, s.lives, s.rest = 0, 3, SERVE
    newBall(s, 200, 180, 0.3)
  end,

  update = function(s, input)
    s.played = s.played or input.x ~= 0
    s.bat:move(5 * (s.played and input.x or follow(s)), 0)
    for ball in s:each("ball") do
      if s.rest > 0 then -- only the last ball rests; a unit above the bat, so not in touch with it
        s.rest = s.rest - 1
        ball:setPosition(s.bat.x, s.bat.y - 4 - R - 1)
      else
        ball:moveByVelocity()
      end
      ball.trail[s.ticks % 12] = { ball.x, ball.y }
    end
  end,

  deflect = function(_, c)
    local angle = WIDEST * math.max(-1, math.min(1, (c.a.x - c.b.x) / BAT))
    local up, right = hitbox.direction(angle)
    c.a.vx, c.a.vy = SPEED * right, -SPEED * up
  end,

  smash = function(s, c)
    s.score = s.score + 10
    if c.b.pearl then
      newBall(s, c.b.x, c.b.y, s.random() - 0.5)
    end
    c.b:remove()
    if not s.brick then
      s:reset()
    end
  end,

  lose = function(s, c)
    c.a:remove()
    if not s.ball then
      s.lives, s.rest = s.lives - 1, SERVE
      newBall(s, s.bat.x, 180, s.random() - 0.5)
    end
    if s.lives == 0 then
      s:reset()
    end
  end,

  draw = function(s, g)
    for brick in s:each("brick") do
      g:rect(brick.x - 11, brick.y - 4, 22, 8, brick.color .. "a0", true)
      if brick.pearl then
        g:circle(brick.x, brick.y, 2.5, "#f4f6f8", true)
      end
    end
    for ball in s:each("ball") do
      for age = 11, 1, -1 do
        local at = ball.trail[(s.ticks - age) % 12] or { ball.x, ball.y }
        g:circle(at[1], at[2], R - 0.25 * age, "#8fd3e818", true)
      end
      g:circle(ball.x, ball.y, R, "#f4f6f8", true)
    end
    g:rect(s.bat.x - BAT, s.bat.y - 4, 2 * BAT, 8, "#cfd8e3", true)
    g:text(10, 2, "Breakout", "#f4f6f8", 14)
    g:text(180, 6, ("score %d    lives %d"):format(s.score, s.lives), "#dcb35a", 9)
    g:text(26, 204, "left and right move the bat; its ends send a ball off sideways", "#8e99a6", 8)
  end,
}
