local hitbox = require "hitbox"

-- The ship begins at (160, 100) and looks up. No rock comes by itself while there is one: a small
-- one far away, which does not move.
local function rock(s, size, x, y, vx, vy, points)
  return s:spawn { "rock", at = { x, y }, points = points or { -20, -20, 20, -20, 20, 20, -20, 20 },
    data = { size = size, vx = vx, vy = vy, spin = 0 } }
end

local function quiet(t)
  local s = t.scene
  s.played, s.safe = true, 0
  rock(s, 1, 300, 190, 0, 0, { -1, -1, 1, -1, 0, 1 })
  return s
end

return {
  { "the ship turns by 0.07 radians a tick", function(t)
    local s = quiet(t)
    t:hold("right")
    t:step(10)
    t:near(s.ship.angle, -math.pi / 2 + 0.7, 1e-12)
  end },

  { "thrust adds 0.05 a tick the way it looks, and drag takes 0.008 of the speed off", function(t)
    local s = quiet(t)
    t:hold("up")
    t:step()
    t:near(s.ship.vy, -0.042, 1e-12)
    t:near(s.ship.y, 99.958, 1e-12)
    t:step()
    t:near(s.ship.vy, -0.084, 1e-12)
    t:near(s.ship.vx, 0, 1e-12)
  end },

  { "what is wholly beyond an edge comes in at the other one", function(t)
    local s = quiet(t)
    s.ship.x, s.ship.vx = 329, 2.008
    t:step()
    t:near(s.ship.x, 331, 1e-9) -- it reaches 11 from its anchor, and touches the edge
    t:step()
    t:near(s.ship.x, -11, 1e-9)
    t:eq(s.ship.y, 100)
  end },

  { "a shot splits a rock in two, whose motions add up to twice that of the rock", function(t)
    local s = quiet(t)
    local one = rock(s, 3, 160, 40, 0.25, 0.5)
    t:hold("fire")
    t:eventually(function() return not one.alive end, 60)
    local vx, vy, count = 0, 0, 0
    for piece in s:each("rock") do
      if piece.size == 2 then
        vx, vy, count = vx + piece.vx, vy + piece.vy, count + 1
      end
    end
    t:eq(count, 2)
    t:near(vx, 0.5, 1e-12)
    t:near(vy, 1, 1e-12)
    t:eq(s.score, 20)
  end },

  { "the smallest rocks leave nothing", function(t)
    local s = quiet(t)
    local one = rock(s, 1, 160, 50, 0, 0)
    t:hold("fire")
    t:eventually(function() return not one.alive end, 60)
    t:eq(s:count("rock"), 1)
    t:eq(s.score, 100)
  end },

  { "a rock turns about the middle of its area", function(t)
    local s = t.scene
    t:step()
    for one in s:each("rock") do
      local shape = s.world:shape(one.boxes.push)
      local x, y, count = 0, 0, 0 -- of all points of a grid that are in it
      for i = -60, 60 do
        for k = -60, 60 do
          local px, py = one.x + i / 2, one.y + k / 2
          if hitbox.overlaps(shape, hitbox.point(px, py)) then
            x, y, count = x + px, y + py, count + 1
          end
        end
      end
      t:near(x / count, one.x, 0.2)
      t:near(y / count, one.y, 0.2)
    end
  end },

  { "the shield turns a rock round", function(t)
    local s = quiet(t)
    local one = rock(s, 3, 205, 100, -1, 0) -- its left side is at 185, 8 from the shield
    t:hold("down")
    t:step(8)
    t:eq(one.vx, -1)
    t:step(2)
    t:near(one.vx, 1, 1e-12)
    t:near(one.vy, 0, 1e-12)
    t:step(30)
    t:eq(s.lives, 3)
    t:near(one.x, 205 - 9 + 31, 1e-9)
  end },

  { "the shield is gone with its power, and comes back", function(t)
    local s = quiet(t)
    t:hold("down")
    t:step(2)
    t:ok(s.ship.boxes.shield)
    t:eventually(function() return not s.ship.boxes.shield end, 130)
    t:release()
    t:step(40)
    t:ok(s.ship.power > 9)
  end },

  { "a rock costs a ship, and the next one is safe for 90 ticks", function(t)
    local s = quiet(t)
    rock(s, 3, 160, 100, 0, 0)
    t:step()
    t:eq(s.lives, 2)
    t:step(89)
    t:eq(s.lives, 2)
    t:step(2)
    t:eq(s.lives, 1)
  end },
}
