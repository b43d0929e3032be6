-- Balloons of our own, alone in the sky. In the first tick they stay where they are, as the sine of
-- (1 + sway) is that of 0.
local function alone(t)
  for balloon in t.scene:each("balloon") do
    balloon:remove()
  end
end

local function put(t, x, y, r, rise)
  return t.scene:spawn {
    "balloon", at = { x, y }, r = r, data = { radius = r, rise = rise or 0, sway = -1 },
  }
end

return {
  { "a point on the rim pops: 12, 16, 20", function(t)
    alone(t)
    local balloon = put(t, 100, 100, 20)
    t:click(112, 116)
    t:eq(balloon.alive, false)
    t:eq(t.scene.score, 4) -- 24 - 20
  end },

  { "a point just beyond the rim does not", function(t)
    alone(t)
    local balloon = put(t, 100, 100, 20)
    t:click(112.001, 116)
    t:eq(balloon.alive, true)
    t:eq(t.scene.score, 0)
  end },

  { "the corner of the box about a balloon is sky", function(t)
    alone(t)
    local balloon = put(t, 100, 100, 20)
    t:click(119, 119)
    t:eq(balloon.alive, true)
  end },

  { "of two balloons the upper one pops, the one that was made last", function(t)
    alone(t)
    local lower, upper = put(t, 100, 100, 20), put(t, 110, 100, 20)
    t:click(105, 100)
    t:eq(upper.alive, false)
    t:eq(lower.alive, true)
  end },

  { "hits in a row count more, until one misses", function(t)
    alone(t)
    put(t, 100, 100, 20)
    put(t, 200, 100, 14)
    put(t, 100, 200, 20)
    t:click(100, 100) -- 4
    t:step() -- lets the button go
    t:click(200, 100) -- 2 * 10
    t:eq(t.scene.score, 24)
    t:step()
    t:click(160, 160)
    t:eq(t.scene.streak, 0)
    t:step()
    t:click(100, 200) -- 4
    t:eq(t.scene.score, 28)
  end },

  { "a balloon is lost when it is in the sensor, not yet when it touches it", function(t)
    alone(t)
    local balloon = put(t, 100, -33, 10, 1) -- its top at -43; the sensor ends at -44
    t:step()
    t:eq(balloon.y, -34)
    t:eq(t.scene.lost, 0)
    t:step()
    t:eq(t.scene.lost, 1)
    t:eq(balloon.alive, false)
  end },
}
