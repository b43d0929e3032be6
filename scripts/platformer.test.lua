-- A jump starts with 5 units a tick upwards, and gravity takes a quarter off in each.

-- The hero alone, at rest, and on its feet after two ticks if there is something below.
local function alone(t, x, y)
  for slime in t.scene:each("slime") do
    slime:remove()
  end
  t.scene.hero:place(x, y)
  t:step(2)
  return t.scene.hero
end

return {
  { "a held jump rises 4.75 + 4.5 + ... + 0.25 = 47.5 units", function(t)
    local hero = alone(t, 28, 184)
    t:contact("hero.push", "wall")
    t:hold("jump")
    t:step(20)
    t:eq(hero.y, 184 - 47.5)
    t:step(20)
    t:eq(hero.y, 184)
  end },

  { "a tapped jump rises 4.75, then 2.25 + 2 + ... + 0.25 = 11.25", function(t)
    local hero = alone(t, 28, 184)
    t:press("jump")
    t:step(9)
    t:eq(hero.y, 184 - 4.75 - 11.25)
  end },

  { "a jump counts for five ticks after the ground was lost, not for six", function(t)
    local hero = alone(t, 28, 184)
    hero:place(28, 100)
    t:step(5) -- the first of them begins on the ground still
    t:press("jump")
    t:eq(hero.vy, -4.75)
    t.scene:reset()
    hero = alone(t, 28, 184)
    hero:place(28, 100)
    t:step(6)
    t:press("jump")
    t:eq(hero.vy, 7 * 0.25)
  end },

  { "a ledge lets the hero through from below, and carries from above", function(t)
    local hero = alone(t, 80, 184)
    t:hold("jump")
    t:step(20) -- the feet are at 136.5, above the ledge at 144
    t:eq(hero.y, 136.5)
    t:step(8) -- 0.25 + 0.5 + ... + 2 = 9 would be below it
    t:eq(hero.y, 144)
    t:contact("hero.push", "ledge")
  end },

  { "a ledge does not carry a hero that only touches its corner", function(t)
    local hero = alone(t, 112 + 5, 144) -- the ledge ends at 112, the hero reaches 6 to each side
    t:eq(hero.y, 144)
    hero:place(112 + 6, 144)
    t:step()
    t:eq(hero.y, 144.25)
  end },

  { "a coin is taken by overlapping it, touching is not enough", function(t)
    local hero = alone(t, 64 - 5 - 6, 144)
    t:eq(t.scene.coins, 0)
    hero:place(64 - 5 - 6 + 0.25, 144)
    t:step()
    t:eq(t.scene.coins, 1)
    t:eq(t.scene:count("coin"), 11)
  end },

  { "feet on a head are a stomp, and it does not hurt", function(t)
    local slime = t.scene.slime
    t.scene.hero:place(slime.x, 150)
    t:eventually(function() return not slime.alive end, 30)
    t:eq(t.scene.hearts, 3)
    t:eq(t.scene.hero.vy, -5)
  end },

  { "whoever stays in a slime is hurt again after 60 ticks, not sooner", function(t)
    local hero, slime = t.scene.hero, t.scene.slime
    local function stay(ticks)
      for _ = 1, ticks do
        hero.vx, hero.vy = 0, 0
        hero:place(slime.x, slime.y)
        t:step()
      end
    end
    stay(60)
    t:eq(t.scene.hearts, 2)
    stay(1)
    t:eq(t.scene.hearts, 1)
  end },

  { "a slime turns where its sensor has left the ledge", function(t)
    local slimes = {}
    for slime in t.scene:each("slime") do
      slimes[#slimes + 1] = slime
    end
    -- From 150, half a unit a tick; its sensor begins 8 ahead of it, the ledge ends at 192.
    local slime = slimes[2]
    t:step(67)
    t:eq(slime.x, 183.5)
    t:eq(slime.facing, 1)
    t:step()
    t:eq(slime.x, 184)
    t:eq(slime.facing, -1)
    t:never(function() return slime.x < 136 or slime.x > 184 end, 1000)
  end },

  { "a fall into the gap costs a heart, the last one begins anew", function(t)
    t.scene.hero:place(236, 261)
    t:step()
    t:eq(t.scene.hearts, 2)
    t.scene.hearts, t.scene.coins = 1, 5
    t.scene.hero:place(236, 261)
    t:step()
    t:eq(t.scene.hearts, 3)
    t:eq(t.scene.coins, 0)
    t:eq(t.scene.hero.x, 28)
  end },
}
