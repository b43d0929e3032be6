-- The floor is at 168; walkers go 1.25 units a tick, on slopes of up to 50 degrees.

return {
  { "a walker that has landed never leaves the ground again, and keeps its pace", function(t)
    t:step(60)
    local places = {}
    t:never(function(s)
      for one in s:each("walker") do
        local x = places[one]
        places[one] = one.x
        local pace = x and math.abs(one.x - x)
        if not one.stands or pace and pace > 1.25 + 1e-9 then
          return true
        end
      end
    end, 1500)
  end },

  { "each walker goes over the whole land, and only turns at its ends", function(t)
    t:step(60)
    for one in t.scene:each("walker") do
      local least, most, turns, way = one.x, one.x, 0, one.way
      for _ = 1, 900 do
        t:step()
        least, most = math.min(least, one.x), math.max(most, one.x)
        turns = turns + (one.way ~= way and 1 or 0)
        way = one.way
      end
      t:ok(least < 20 and most > 325, "it goes from end to end")
      t:ok(turns >= 3 and turns <= 5, "and turns at them")
    end
  end },

  { "the hero goes up the slope at the speed at which it walks on the floor", function(t)
    local hero = t.scene.hero
    t:step(30)
    t:eq(hero.y, 168)
    t:hold("right")
    t:step(60)
    t:near(hero.x, 30 + 60 * 1.25, 1e-9)
    -- a disc of 6 whose middle is 6 above the feet rests on a slope of 32 in 60
    local rise, run = 32, 60
    local length = math.sqrt(rise * rise + run * run)
    local surface = 168 - (hero.x - 56) * rise / run
    t:near(hero.y, surface - 6 * length / run + 6, 1e-6)
    t:near(hero.nx, -rise / length, 1e-9)
  end },

  { "a slope of 63 degrees is a wall", function(t)
    local hero = t.scene.hero
    hero:setPosition(325, 168)
    t:hold("right")
    t:step(60)
    t:ok(hero.x < 340)
    t:eq(hero.stands, true)
    t:near(hero.y, 168, 1e-6)
  end },

  { "a jump leaves the ground, and lands", function(t)
    local hero = t.scene.hero
    t:step(30)
    t:press("jump")
    t:eq(hero.stands, false)
    t:near(hero.y, 168 - 4.25, 1e-9)
    t:eventually(function() return hero.stands end, 60)
    t:near(hero.y, 168, 1e-9)
  end },
}
