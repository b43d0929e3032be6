-- The first foe walks on the ground at 170; its head is from 157 to 163 on the left ground, so that feet at 158
-- and a way down are a stomp. The hero falls from above, or walks into it.
local function over(t, x, y)
  local s = t.scene
  s.foe.vx = 0
  s.hero:setPosition(x or s.foe.x, y or 130)
  return s, s.hero, s.foe
end

return {
  { "a hero that falls on a head squashes the foe and is not hurt", function(t)
    local s, hero = over(t)
    t:eventually(function() return s.stomps == 1 end, 40)
    t:eq(hero.hp, 3)
    t:ok(hero.vy < 0)
    t:step(60)
    t:eq(s:count("foe"), 1)
    t:eq(hero.hp, 3)
  end },

  { "a hero that walks into a foe is hurt, once a second", function(t)
    local s, hero, foe = over(t, 108, 170)
    foe.vx = 0
    t:hold("right")
    t:eventually(function() return hero.hp == 2 end, 20)
    t:release()
    hero:setPosition(foe.x, 170)
    t:step(58)
    t:eq(hero.hp, 2)
    t:eventually(function() return hero.hp == 1 end, 5)
    t:eq(s.stomps, 0)
  end },

  { "a hero that jumps up into a head does not stomp it", function(t)
    local s, hero = over(t, nil, 172)
    hero.vy, hero.grounded = -3, false
    t:step(3)
    t:eq(s.stomps, 0)
  end },

  { "spikes cannot be stomped", function(t)
    local s = t.scene
    s.spiked.vx = 0
    s.hero:setPosition(s.spiked.x, 110)
    t:eventually(function() return s.hero.hp == 2 end, 40)
    t:eq(s.stomps, 0)
    t:ok(s:why(s.hero, s.spiked):find("rule 2", 1, true))
  end },

  { "to hold jump bounces higher", function(t)
    local s, hero = over(t)
    t:eventually(function() return s.stomps == 1 end, 40)
    t:eq(hero.vy, -4)
    s:reset()
    over(t)
    t:hold("jump")
    t:eventually(function() return s.stomps == 1 end, 40)
    t:eq(s.hero.vy, -6.5)
  end },
}
