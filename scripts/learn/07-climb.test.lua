-- Gravity adds a quarter to the speed in each tick; the ground is at 192.

local function put(t, x, y)
  t.scene.hero:setPosition(x, y)
  t.scene.hero.vy = 0
  t:step(2)
  return t.scene.hero
end

local function tiles(t, word)
  local count = 0
  for x = 8, 376, 16 do
    count = count + (t.scene:tileAt(x, 34) == word and 1 or 0)
  end
  return count
end

return {
  { "the walls are few things without seams", function(t)
    t:ok(t.scene:count("wall") <= 8)
    local hero = put(t, 120, 192)
    t:hold("left")
    t:step(20)
    t:eq(hero.x, 90)
    t:eq(hero.y, 192)
  end },

  { "slopes are walked up and down at the same speed", function(t)
    local hero = put(t, 170, 192)
    t:hold("right")
    t:step(20) -- 5 to its foot: the slope begins at 192, the front foot is 5 ahead
    t:eq(hero.x, 200)
    t:eq(hero.y, 192 - (200 + 5 - 192))
    t:step(80)
    t:eq(hero.x, 320)
    t:eq(hero.y, 192 - (336 - (320 - 5)) + 0)
  end },

  { "a ledge lets the hero through from below, carries from above, and lets go on request", function(t)
    local hero = put(t, 190, 160)
    put(t, 176, 128)
    t:eq(hero.y, 128)
    t:contact("hero", "ledge")
    t:hold("down")
    t:step(30)
    t:ok(hero.y > 150)
  end },

  { "a crumbling ledge gives way 30 ticks after it was stepped on, and comes back 150 later", function(t)
    local hero = put(t, 168, 32)
    t:eq(tiles(t, "crumbly"), 7)
    t:eventually(function() return tiles(t, "crumbly") == 6 end, 31)
    t:step(5)
    t:ok(hero.y > 32)
    t:step(145)
    t:eq(tiles(t, "crumbly"), 7)
  end },

  { "the lift carries the hero up and down", function(t)
    local lift = t.scene.lift
    local hero = put(t, 310, lift.y - 3)
    for _ = 1, 200 do
      t:step()
      t:eq(hero.y, lift.y - 3)
    end
  end },

  { "a ladder is climbed without falling, and left at its top for the ledge", function(t)
    local hero = put(t, 88, 192)
    t:hold("up")
    t:step(50)
    t:eq(hero.y, 142)
    t:release()
    t:step(10)
    t:eq(hero.y, 142)
    t:hold("up")
    t:step(115)
    t:eq(hero.y, 32)
    t:ok(hero.stands)
    t:release()
    t:hold("down")
    t:step(20)
    t:ok(hero.climbs and hero.y > 40)
  end },

  { "five gems are all there are", function(t)
    t:eq(t.scene.gems, 5)
    for gem in t.scene:each("gem") do
      put(t, gem.x, gem.y)
    end
    t:eq(t.scene.gems, 0)
  end },
}
