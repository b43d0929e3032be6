-- A map made with Tiled, read from its Lua export maps/cave.lua.
--
-- Arrow keys: left and right to walk, up to jump. Take the coins, avoid the spikes.
--
-- Each class in the map is a type here. Ground tiles merge. Slopes, half tiles and the round stone
-- have collision shapes from Tiled's editor, with flips and rotations. The bridge is a polyline,
-- the rock a polygon, the plank a rotated rectangle and the egg a rotated ellipse. The hero is an
-- object of the map too. Plants have no class, so they are only pictures.
--
-- Uses: map = { tiled = ... }, types, thing:walk with gravity.
local hitbox = require "hitbox"

local SPEED, JUMP = 1.5, 4.6 -- units a tick
local WALK = { gravity = 0.25, maxFall = 4, maxAngle = math.rad(50) }

return hitbox.scene {
  title = "A map made with Tiled", view = { 384, 208 }, background = "#1a1d26",
  types = {
    wall = { color = "#6b7a90" },
    spike = { color = "#e0605a" },
    coin = { r = 4, color = "#f2cf63", data = { worth = 1 } },
    hero = { anchor = "feet", shape = hitbox.capsule(0, -14, 0, -5, 5), color = "#7fd0a0",
      data = { vy = 0, stands = false } },
  },
  map = { tiled = "maps/cave.lua" },
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
    local tile = s:tileAt(s.hero.x, s.hero.y + 1)
    local text = ("coins %d of 9    below the feet: %s"):format(s.worth, tile or "nothing")
    g:text(24, 3, text, "white", 9)
  end,
}
