-- Bubbles of our own, of radius 8, so two touch at a distance of 16. One is far away at the
-- ceiling, whose lower edge is at y = 16. A shot starts at (200, 200).
local function clear(t)
  for bubble in t.scene:each("bubble") do
    bubble:remove()
  end
  t.scene.demo = false
  return t.scene:spawn { "bubble", at = { 128, 24 }, r = 8, color = "grey" }
end

local function put(t, x, y, color)
  return t.scene:spawn { "bubble", at = { x, y }, r = 8, color = color }
end

-- Fire, wait until the shot sticks, and return the last bubble.
local function fire(t, color)
  t.scene.loaded.color = color
  t:press("fire")
  t:eventually(function(s)
    return not s.shot
  end, 200)
  local last
  for bubble in t.scene:each("bubble") do
    last = bubble
  end
  return last
end

return {
  { "a shot sticks where it touches the ceiling", function(t)
    clear(t)
    local bubble = fire(t, "red")
    t:eq(bubble.x, 200)
    t:near(bubble.y, 24, 1e-9)
  end },

  { "a shot sticks beside a bubble where the two touch: 9.6, 12.8, 16", function(t)
    clear(t)
    put(t, 209.6, 100, "blue")
    local bubble = fire(t, "red")
    t:eq(bubble.x, 200)
    t:near(bubble.y, 112.8, 1e-9)
  end },

  { "a shot that only grazes a bubble goes on", function(t)
    clear(t)
    put(t, 216, 100, "blue") -- 16 to the side
    t:near(fire(t, "red").y, 24, 1e-9)
  end },

  { "a bubble that is a little nearer stops it", function(t)
    clear(t)
    put(t, 215, 100, "blue")
    t:near(fire(t, "red").y, 100 + math.sqrt(16 * 16 - 15 * 15), 1e-9)
  end },

  { "a shot bounces off a wall and keeps its speed", function(t)
    clear(t)
    t.scene.angle = math.atan(3 / 4) -- so it goes 3 to the right and 4 up in a tick
    t:press("fire")
    t:step(28 - t.scene.ticks)
    t:near(t.scene.shot.x, 260, 1e-9) -- 284, had it not met the wall at 280 - 8
    t:near(t.scene.shot.y, 200 - 4 * 28, 1e-9)
    t:step()
    t:near(t.scene.shot.x, 257, 1e-9)
  end },

  { "two of a colour stay, three fall", function(t)
    clear(t)
    put(t, 200, 24, "red")
    fire(t, "red")
    t:eq(t.scene:count("bubble"), 3)
    t:eq(t.scene.score, 0)
    fire(t, "red")
    t:eq(t.scene:count("bubble"), 1)
    t:eq(t.scene.score, 30)
  end },

  { "what hung on them alone falls with them, what hangs elsewhere stays", function(t)
    clear(t)
    put(t, 184, 24, "red")
    put(t, 200, 24, "red")
    put(t, 184, 40, "blue") -- below the first
    put(t, 216, 24, "blue") -- at the ceiling
    fire(t, "red")
    t:eq(t.scene:count("bubble"), 2)
    t:eq(t.scene.score, 40)
  end },

  { "a bubble at the line ends the game, and it begins anew", function(t)
    clear(t)
    put(t, 140, 167, "blue") -- the line's upper edge is at 200 - 24 - 0.5
    t:step()
    t:eq(t.scene:count("bubble"), 2)
    put(t, 180, 168, "blue")
    t:step()
    t:eq(t.scene:count("bubble"), 10 + 9 + 10 + 9 + 10)
  end },
}
