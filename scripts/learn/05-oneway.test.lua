-- The hero jumps with 5.6 less 0.25 in each tick, the first of them at once: 61 units high.

local function still(t)
  for ball in t.scene:each("ball") do
    ball:remove()
  end
  t:step(2)
  return t.scene.hero
end

return {
  { "the hero jumps up through the ledges and lands on each", function(t)
    local hero = still(t)
    hero:setPosition(76, 152)
    t:step()
    for _, y in ipairs { 116, 82, 48 } do
      t:press("jump")
      t:eventually(function() return hero.blocked.below end, 80)
      t:eq(hero.y, y)
    end
  end },

  { "down drops through one ledge after the other, and not through the floor", function(t)
    local hero = still(t)
    hero:setPosition(76, 48)
    t:step()
    for _, y in ipairs { 82, 116, 152, 152 } do
      t:press("down")
      t:eventually(function() return hero.blocked.below end, 80)
      t:eq(hero.y, y)
    end
  end },

  { "a hero placed into a ledge does not pop out, and falls", function(t)
    local hero = still(t)
    hero:setPosition(76, 118)
    t:step()
    t:ok(hero.y > 118)
    t:eventually(function() return hero.y == 152 end, 80)
  end },

  { "both doors lead out of the room between them, and never in", function(t)
    local hero = still(t)
    hero:setPosition(200, 152)
    t:hold("right")
    t:step(60)
    t:eq(hero.x, 240 - 3 - 6)
    hero:setPosition(280, 152)
    t:step(60)
    t:ok(hero.x > 340)
    t:release()
    t:hold("left")
    t:step(80)
    t:eq(hero.x, 330 + 3 + 6)
  end },

  { "nothing ever sinks into the swinging plank while it swings down", function(t)
    local hero = still(t)
    local hitbox = require "hitbox"
    hero:setPosition(186, 80)
    t:never(function(s)
      local a, b = s.world:shape(hero.boxes.push), s.world:shape(s.plank.boxes.push)
      return hero.y < 90 and s.ticks < 60 and hitbox.overlaps(a, b)
    end, 50)
  end },

  { "the balls jump from ledge to ledge", function(t)
    local ball = t.scene.ball
    t:eventually(function() return ball.y < 48 end, 600)
  end },
}
