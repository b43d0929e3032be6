-- A map made with Tiled, read from the file that Tiled saves: maps/cave.tmx.
--
-- Arrow keys: left and right to walk, up to jump. Take the coins, avoid the spikes. F4 lists the
-- words of the map.
--
-- Each class in the map is a type here. Ground tiles merge. Slopes, planks and the round stone have
-- collision shapes from Tiled's editor, with flips and rotations. The coins and the hero are tile
-- objects, so their pictures move with them. The bridge is a polyline, the rock a polygon, the beam
-- a rotated rectangle and the egg a rotated ellipse: the scene draws these. Plants, torches and the
-- back wall have no class, so they are only pictures.
--
-- Uses: map = { tiled = ... }, types, thing:walk with gravity, g:shape.
local hitbox = require "hitbox"

local SPEED, JUMP = 1.5, 4.6 -- units a tick
local WALK = { gravity = 0.25, maxFall = 4, maxAngle = math.rad(50) }
local DRAWN = { "rock", "beam", "egg", "bridge" }

return hitbox.scene {
  title = "A map made with Tiled", background = "#1a1d26",
  types = {
    wall = { color = "#8fa0d8" },
    spike = { color = "#e0605a" },
    coin = { r = 4, color = "#f2cf63", data = { worth = 1 } },
    hero = { anchor = "feet", shape = hitbox.capsule(0, -14, 0, -5, 5), color = "#7fd0a0",
      data = { vy = 0, stands = false } },
  },
  map = { tiled = "maps/cave.tmx" },
  rules = {
    { "hero", "wall", response = "slide" },
    { "hero", "coin", on = "take" },
    { "hero", "spike", on = "hurt" },
  },

  start = function(s)
    s.worth, s.from = 0, { s.hero.x, s.hero.y }
  end,

  update = function(s, input)
    local hero = s.hero
    hero:face(input.x)
    if hero.stands and input:pressed("jump") then hero.vy = -JUMP end
    hero.stands = hero:walk(input.x * SPEED, nil, WALK) ~= nil
  end,

  take = function(s, c)
    s.worth = s.worth + c.b.worth -- a property in Tiled
    c.b:remove()
  end,

  hurt = function(s, c)
    c.a:setPosition(s.from[1], s.from[2])
    c.a.vy = 0
  end,

  draw = function(s, g)
    for _, name in ipairs(DRAWN) do
      g:shape(s.world:shape(s[name].boxes.push), "#4d5180", name ~= "bridge")
    end
    local tile = s:tileAt(s.hero.x, s.hero.y + 1)
    local text = ("coins %d of 9    below the feet: %s"):format(s.worth, tile or "nothing")
    g:text(24, 3, text, "white", 9)
  end,
}
