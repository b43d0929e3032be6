-- The ship begins at (150, 176). Its hull reaches 10 to each side, its heart has radius 2.5, as
-- flak has: so the two touch at a distance of 5. The field is 300 wide.
local function quiet(t)
  t.scene.played = true -- the ship stays
  t.scene.coming = -1 -- and no foe comes
  return t.scene
end

local function flak(t, x, y, vx)
  return t.scene:spawn { "flak", at = { x, y }, boxes = { hit = { r = 2.5 } },
    data = { vx = vx or 0, vy = 0 } }
end

-- A scout that comes straight down, and three shots destroy. It can be hit within 10 of (150, 80).
local function scout(t)
  return t.scene:spawn { "foe", at = { 150, 80 }, boxes = { hurt = { r = 10 } },
    data = { age = 0, side = 0, health = 3 } }
end

local function shot(t, y)
  return t.scene:spawn { "shot", at = { 150, y }, w = 2, h = 8 }
end

return {
  { "flak hurts inside of the heart, not by touching it or by grazing the hull", function(t)
    local s = quiet(t)
    local it = flak(t, 155, 176)
    flak(t, 150, 182)
    t:step()
    t:eq(s.lives, 3)
    it.x = 154.9
    t:step()
    t:eq(s.lives, 2)
  end },

  { "a ship that was hit is safe for 90 ticks", function(t)
    local s = quiet(t)
    flak(t, 150, 176)
    t:step()
    t:eq(s.lives, 2)
    flak(t, 151, 176)
    t:step(89)
    t:eq(s.lives, 2)
    t:step()
    t:eq(s.lives, 1)
  end },

  { "a shot never jumps over a foe", function(t)
    quiet(t)
    local foe, it = scout(t), shot(t, 180)
    it:move(0, -150) -- from far below to far above
    t:step()
    t:eq(foe.health, 2)
    t:ok(not it.alive)
  end },

  { "the third of four shots destroys a scout, and the fourth goes on", function(t)
    local s = quiet(t)
    local foe = scout(t)
    for _ = 1, 4 do
      shot(t, 90)
    end
    t:step()
    t:ok(not foe.alive)
    t:eq(s.score, 50)
    t:eq(s:count("shot"), 1)
  end },

  { "the hull stops at the edges of the field", function(t)
    local s = quiet(t)
    t:hold("left")
    t:step(80)
    t:eq(s.ship.x, 10)
    t:release()
    t:hold("right")
    t:step(160)
    t:eq(s.ship.x, 290)
    t:contact("ship", "edge")
  end },

  { "flak is gone when it overlaps the edge, not when it touches it", function(t)
    quiet(t)
    local it = flak(t, 3.5, 100, -1)
    t:step()
    t:eq(it.x, 2.5)
    t:ok(it.alive)
    t:step()
    t:ok(not it.alive)
  end },

  { "bullets do not look at each other", function(t)
    local s = quiet(t)
    flak(t, 50, 50)
    flak(t, 50, 50)
    t:step()
    for a, b in s.world:pairs() do
      t:ok(a.thing.name ~= "flak" or b.thing.name ~= "flak")
    end
    t:eq(s.contactCount, 0)
  end },
}
