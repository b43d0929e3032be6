-- The ball has a radius of 5, so that it reaches the bumper at (60, 80), of radius 11, from 16 away. The table is 180
-- wide. Where nothing is met, 0.02 is added to the way down in each tick.
local function ball(t, x, y, vx, vy)
  local it = t.scene.ball
  t.scene.played = true
  it:setPosition(x, y)
  it.vx, it.vy = vx, vy
  return it, t.scene
end

return {
  { "a bumper kicks the ball back faster than it came, and counts", function(t)
    local it, s = ball(t, 85, 80, -1.5, 0)
    t:eventually(function() return s.score == 10 end, 10)
    t:ok(it.vx > 1.5, "it came with 1.5")
    t:ok((it.x - 60) ^ 2 + (it.y - 80) ^ 2 >= 255.999, "it is not inside")
  end },

  { "a flipper that turns up throws the ball, one that rests only holds it", function(t)
    local it = ball(t, 70, 255, 0, 1)
    t:step(60)
    t:ok(it.vy > -1, "at rest")
    it = ball(t, 70, 255, 0, 1)
    t:step(8)
    t:hold("left")
    t:eventually(function() return it.vy < -2.5 end, 6)
  end },

  { "mirrored flippers throw alike", function(t)
    local function thrown(x, key)
      local it = ball(t, x, 262, 0, 0)
      t:hold(key)
      t:step(6)
      t:release()
      t:step(12)
      return it.x, it.y
    end
    local x1, y1 = thrown(70, "left")
    local x2, y2 = thrown(110, "right")
    t:near(x1 + x2, 180, 1e-6)
    t:near(y1, y2, 1e-6)
  end },

  { "a target falls to a ball that is fast enough, and stands up again", function(t)
    local it, s = ball(t, 20, 100, -0.8, 0)
    t:step(30)
    t:eq(s.score, 0)
    it = ball(t, 20, 100, -2, 0)
    t:eventually(function() return s.score == 50 end, 10)
    it:setPosition(90, 20)
    local down = 0
    for target in s:each("target") do down = down + (target.hidden and 1 or 0) end
    t:eq(down, 1)
    t:step(600)
    for target in s:each("target") do t:ok(not target.hidden or s.score > 50) end
  end },

  { "what goes between the flippers is lost, and the third one ends the game", function(t)
    local it, s = ball(t, 90, 270, 0, 2)
    s.score = 120
    t:eventually(function() return s.balls == 2 end, 60)
    t:near(it.x, 92, 3)
    t:eq(s.best, 120)
    s.balls = 1
    ball(t, 90, 270, 0, 2)
    t:eventually(function() return s.score == 0 and s.balls == 3 end, 60)
  end },

  { "the table that plays by itself never holds the ball for long", function(t)
    local it, x, y, still = t.scene.ball, 0, 0, 0
    t:never(function()
      still = math.abs(it.x - x) + math.abs(it.y - y) < 0.02 and still + 1 or 0
      x, y = it.x, it.y
      return still > 60
    end, 8000)
  end },

  { "the fastest ball stays on the table", function(t)
    local it = ball(t, 90, 60, 40, -35)
    t:never(function() return it.x < 5 or it.x > 175 or it.y < 5 end, 300)
  end },
}
