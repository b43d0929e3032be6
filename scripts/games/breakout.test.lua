-- The walls' inner faces are x = 20, x = 380 and y = 30; a ball's radius is 4. Bricks are 24 x 10,
-- flush: those of the lowest row have y from 96 to 106, the third of them x from 68 to 92. The bat
-- reaches 22 to each side of its middle, its top is at y = 190.
local SPEED = 3.5

-- The only ball, from (x, y) at a velocity. The bat rests in the middle, as if one played.
local function ball(t, x, y, vx, vy)
  local s = t.scene
  s.rest, s.played = 0, true
  s.ball:setPosition(x, y)
  s.ball.vx, s.ball.vy = vx, vy
  return s.ball
end

local function bricksAfter(t, x, y)
  ball(t, x, y, 0, 0)
  t:step()
  return t.scene:count("brick")
end

return {
  { "a ball that only touches a brick breaks it", function(t)
    t:eq(bricksAfter(t, 80, 110), 89) -- 106 + 4
  end },

  { "a ball one unit below a brick does not break it", function(t)
    t:eq(bricksAfter(t, 80, 111), 90)
  end },

  { "a ball that touches two bricks where they meet breaks both", function(t)
    t:eq(bricksAfter(t, 92, 110), 88)
  end },

  { "what is left of a tick's motion goes on in the mirrored direction", function(t)
    local it = ball(t, 25, 150, -3, 2) -- 1 to the wall, 2 back
    t:step()
    t:near(it.x, 26, 1e-9)
    t:near(it.y, 152, 1e-9)
    t:eq(it.vx, 3)
    t:eq(it.vy, 2)
    t:contact("ball", "wall")
  end },

  { "a wall that is hit in two ticks running turns the ball twice", function(t)
    local it = ball(t, 25, 150, -3, 2)
    t:step()
    it.vx = -3 -- as the end of the bat would send it
    t:step() -- 2 to the wall, 1 back
    t:near(it.x, 25, 1e-9)
    t:eq(it.vx, 3)
  end },

  { "the middle of the bat sends a ball straight up", function(t)
    local it = ball(t, 200, 184, 0, 3) -- 2 down to the bat, 1 up again
    t:step()
    t:near(it.y, 185, 1e-9)
    t:near(it.vx, 0, 1e-9)
    t:near(it.vy, -SPEED, 1e-9)
  end },

  { "the ends of the bat send a ball 60 degrees to the side", function(t)
    local it = ball(t, 178, 184, 0, 3)
    t:step()
    t:near(it.vx, -SPEED * math.sqrt(3) / 2, 1e-9)
    t:near(it.vy, -SPEED / 2, 1e-9)
  end },

  { "the bat slides as far as the wall and no ball stops it", function(t)
    ball(t, 300, 194, 0, 0) -- in its way
    t:hold("right")
    t:step(15)
    t:eq(t.scene.bat.x, 200 + 15 * 5) -- 1 unit into the ball
    t:step(45)
    t:eq(t.scene.bat.x, 380 - 22)
    t:contact("bat.push", "wall")
  end },

  { "a lost ball costs a life, and the next one starts from the bat", function(t)
    ball(t, 300, 213, 0, 2) -- the pit begins at y = 220
    t:step()
    t:eq(t.scene.lives, 3)
    t.scene.ball.vy = 1 -- and at y = 216 the ball touches it
    t:step()
    t:eq(t.scene.lives, 2)
    t:step()
    t:eq(t.scene.ball.x, t.scene.bat.x)
    t:step(30)
    t:ok(t.scene.ball.vy < 0 and t.scene.ball.y < 185, "it flies")
  end },
}
