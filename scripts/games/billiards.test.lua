-- Balls have radius 5 and lose 0.008 of their speed in each tick before they move. The cloth
-- reaches from (40, 38) to (360, 198), the middle pocket at the top is about (200, 34) with radius
-- 9.

-- The white ball at (x, y), and at most one other; there is no player.
local function balls(t, x, y, otherX, otherY)
  local s = t.scene
  s.played = true
  local other
  for ball in s:each("ball") do
    if ball ~= s.ball and other then
      ball:remove()
    elseif ball ~= s.ball then
      other = ball
    end
  end
  s.ball:setPosition(x, y)
  other:setPosition(otherX or 60, otherY or 60)
  return s.ball, other
end

return {
  { "hit in the middle, a ball takes over the speed and the other stops", function(t)
    local white, other = balls(t, 100, 118, 112, 118)
    white.vx = 3
    t:step()
    t:eq(white.x, 102)
    t:eq(white.vx, 0)
    t:near(other.vx, 2.992 - 0.008, 1e-12) -- its turn comes later in the same tick, and it rolls
    t:eq(other.vy, 0)
  end },

  { "hit at the side, each ball keeps its part: 6, 8, 10", function(t)
    local white, other = balls(t, 100, 100, 108, 108)
    white.vx = 5 -- after 2 units the way from ball to ball is (6, 8)
    t:step()
    t:near(white.x, 102, 1e-9)
    t:near(other.vx, (4.992 * 0.6 - 0.008) * 0.6, 1e-9) -- it has rolled, too
    t:near(other.vy, (4.992 * 0.6 - 0.008) * 0.8, 1e-9)
    t:near(white.vx, 4.992 * 0.64, 1e-9)
    t:near(white.vy, -4.992 * 0.48, 1e-9)
  end },

  { "a ball that only touches another in passing leaves it alone", function(t)
    local white, other = balls(t, 100, 118, 110, 118)
    white.vy = 2
    t:step()
    t:noContact("ball", "ball")
    t:eq(other.vx, 0)
    t:near(white.y, 119.992, 1e-12)
    t:near(white.vy, 1.992, 1e-12)
  end },

  { "a cushion gives nine tenths of the speed back", function(t)
    local white = balls(t, 354, 118)
    white.vx, white.vy = 3, 0 -- 1 to the cushion, and of the other 1.992 nine tenths back
    t:step()
    t:near(white.x, 355 - 0.9 * 1.992, 1e-9)
    t:near(white.vx, -0.9 * 2.992, 1e-9)
  end },

  { "a ball falls when its middle is inside a pocket, not on the rim of it", function(t)
    local _, other = balls(t, 120, 118, 200, 43)
    t:step()
    t:ok(other.alive)
    t:eq(#t.scene.potted, 0)
    other:setPosition(200, 42.9)
    t:step()
    t:ok(not other.alive)
    t:eq(t.scene.ticks, 0) -- it was the last one: the next game begins
    t:eq(t.scene:count("ball"), 16)
  end },

  { "the white ball comes back from a pocket, and rests", function(t)
    local white = balls(t, 200, 48)
    white.vy = -7
    t:step()
    t:eq(white.x, 120)
    t:eq(white.y, 118)
    t:eq(white.vy, 0)
  end },

  { "a cue that is drawn for half the time strikes with half the strength", function(t)
    local white = balls(t, 100, 118)
    t:point(100, 30)
    t:hold("mouse left")
    t:step(60)
    t:eq(white.vy, 0)
    t:release()
    t:step()
    t:eq(white.vx, 0)
    t:eq(white.vy, -5)
  end },

  { "the table opens by itself, but not for a player", function(t)
    t.scene.played = true
    t:never(function(s) return not s.still and s.ticks > 0 end, 200)
    t.scene.played = false
    t:eventually(function(s) return #s.potted > 0 or s.contactCount > 0 end, 200)
  end },
}
