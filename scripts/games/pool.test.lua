-- The cloth is from (30, 40) to (270, 160), the middle pocket above about (150, 36.7). Balls have radius 4.
local function only(t, x, y, vx, vy)
  local s = t.scene
  s.played = true
  for ball in s:each("ball") do if ball ~= s.ball then ball:remove() end end
  local white, it = s.white, s.ball
  white:setPosition(60, 100)
  it:setPosition(x, y)
  it.vx, it.vy = vx, vy
  return s, it, white
end

return {
  { "a ball that rolls into a pocket is potted, and counts for the present player", function(t)
    local s = only(t, 150, 60, 0, -2)
    s.player = 2
    t:eventually(function() return s.score[2] == 1 end, 30)
    t:eq(s:count("white"), 1)
  end },

  { "one that is too fast jumps over it", function(t)
    local s, it = only(t, 100, 36.7, 12, 0) -- along the cushion's back, for the sake of the test
    for thing in s:each("cushion") do thing:remove() end
    it.vx = 12
    t:step(10)
    t:ok(it.alive and it.x > 160)
    it:setPosition(140, 36.7)
    it.vx = 3
    t:eventually(function() return not it.alive end, 10)
    t:eq(s.score[1], 1)
  end },

  { "white in a pocket is a foul: it comes back, and the turn is the other's", function(t)
    local s, _, white = only(t, 200, 100, 0, 0)
    white:setPosition(150, 60)
    white.vy = -2
    t:eventually(function() return s.player == 2 end, 30)
    t:near(white.x, 90, 1e-9)
    t:eq(s.score[2], 0)
  end },

  { "white met in its way back finds another place", function(t)
    local s, it, white = only(t, 90, 100, 0, 0)
    white:setPosition(150, 60)
    white.vy = -2
    t:eventually(function() return s.player == 2 end, 30)
    t:ok(white.x <= 82)
    t:ok(not white:overlaps(it))
  end },

  { "two balls that meet head on swap their speeds", function(t)
    local s, it, white = only(t, 100, 100, 0, 0)
    white:setPosition(80, 100)
    white.vx = 2
    t:eventually(function() return it.vx > 1.8 end, 12)
    t:ok(white.vx < 0.1)
    t:near(it.vy, 0, 1e-12)
    t:ok(s.moving)
  end },

  { "a cushion gives back its part, and nothing leaves the cloth", function(t)
    local _, it = only(t, 200, 60, 0, -6)
    t:step(8)
    t:ok(it.vy > 4 and it.vy < 6 * 0.85)
    it.vx, it.vy = 25, 31
    t:never(function() return it.alive and (it.x < 23 or it.x > 277 or it.y < 33 or it.y > 167) end, 400)
  end },
}
