-- The map is 24 by 13 tiles of 16, the ground is at 192. Gravity adds a quarter to the speed in each tick.

local function put(t, x, y, ticks)
  t:release()
  t.scene.hero:setPosition(x, y)
  t.scene.hero.vy = 0
  t:step(ticks or 1)
  return t.scene.hero
end

--- All things at a point.
local function at(t, x, y)
  local found = {}
  t.scene.world:queryPoint(x, y, found)
  return found[1] and found[1].thing.name
end

return {
  { "the hero stands where the map has put him", function(t)
    t:step(10)
    t:eq(t.scene.hero.x, 40)
    t:eq(t.scene.hero.y, 192)
    t:contact("hero", "wall")
  end },

  { "slopes are flipped as in the map: up, down, and at the ceiling's corners", function(t)
    t:eq(at(t, 94, 190), "wall") -- the lower right half of a tile
    t:eq(at(t, 82, 178), nil)
    t:eq(at(t, 162, 190), "wall") -- the lower left one
    t:eq(at(t, 174, 178), nil)
    t:eq(at(t, 18, 18), "wall") -- the upper left one
    t:eq(at(t, 30, 30), nil)
    t:eq(at(t, 366, 18), "wall") -- the upper right one
    t:eq(at(t, 354, 30), nil)
  end },

  { "spikes that were turned point from the wall", function(t)
    t:eq(at(t, 20, 104), "spike")
    t:eq(at(t, 28, 104), nil)
    put(t, 24, 120)
    t:eq(t.scene.hero.x, 40) -- back at the start
    t:eq(t.scene.hero.y, 190)
  end },

  { "half a tile carries at its upper half", function(t)
    local hero = put(t, 320, 70, 10)
    t:eq(hero.y, 80)
    t:eq(at(t, 325, 85), "wall")
    t:eq(at(t, 325, 90), nil)
  end },

  { "the hero walks over the bridge, which is a polyline", function(t)
    local hero = put(t, 230, 115, 10)
    t:near(hero.y, 120, 1e-9)
    t:hold("right")
    t:step(60)
    t:near(hero.x, 320, 1e-9)
    t:near(hero.y, 80, 1e-9)
  end },

  { "objects have the names of the map, else those of their class", function(t)
    for _, name in ipairs { "bridge", "rock", "beam", "block", "egg" } do
      t:eq(t.scene[name].type, "wall", name)
    end
    t:near(t.scene.beam.angle, math.rad(12), 1e-15)
    t:eq(t.scene:count("coin"), 5)
  end },

  { "a coin is worth what the map says", function(t)
    for coin in t.scene:each("coin") do
      put(t, coin.x, coin.y)
    end
    t:eq(t.scene.worth, 9)
  end },
}
