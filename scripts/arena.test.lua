-- The walls leave the field from (4, 4) to (476, 266); the ship's radius is 5, a foe's 3.5.

-- The ship in the middle, with foes only where they are put: they stand still.
local function clear(t, ...)
  local s = t.scene
  s.played = true
  for foe in s:each("foe") do foe:place(-500, foe.order * 20) foe.pace = 0 end
  local placed, i = {}, 0
  for foe in s:each("foe") do
    i = i + 1
    if select(i, ...) then
      placed[i] = foe
      foe:place(select(i, ...), 135)
    end
  end
  return s, placed
end

return {
  { "who is felled comes again in the next tick", function(t)
    local s = t.scene
    for _ = 1, 120 do
      local felled = s.felled
      t:step()
      t:eq(s:count("foe") + s.felled - felled, 500)
    end
    t:ok(s.felled > 0)
  end },

  { "a shot goes through three and no further, and two shots fell a foe", function(t)
    local s, foes = clear(t, 300, 310, 320, 330)
    t:point(400, 135)
    for shots = 1, 2 do
      t:eventually(function() return s.ticks % 4 == 3 end, 4)
      t:press("fire")
      t:step(40)
      for i, foe in ipairs(foes) do
        t:eq(foe.health, i == 4 and 2 or 2 - shots)
        t:eq(foe.alive, i == 4 or shots == 1)
      end
    end
    t:eq(s.felled, 3)
    t:eq(s:count("shot"), 0)
  end },

  { "a stick aims and fires, and the ship looks there until the mouse moves", function(t)
    local s, foes = clear(t, 300)
    t:point(0, 135)
    t:aim(0.9, 0)
    t:step(60)
    t:eq(foes[1].alive, false)
    t:aim(0, 0)
    t:step(60)
    t:eq({ s.ship.angle, s:count("shot") }, { 0, 0 })
    t:point(1, 135)
    t:step()
    t:near(s.ship.angle, math.pi, 1e-9)
  end },

  { "foes that are in each other part, each by half", function(t)
    local s, foes = clear(t, 300, 304)
    t:step(20)
    t:near(foes[1].x, 298.5, 0.01) -- 4 apart, and 7 have to be
    t:near(foes[2].x, 305.5, 0.01)
    t:eq(s.hurt, 0)
  end },

  { "the ship stays in the field, and is hurt at most each 45 ticks", function(t)
    local s = t.scene
    t:hold("left", "up")
    t:never(function()
      return s.ship.x < 9 or s.ship.y < 9 or s.ship.x > 471 or s.ship.y > 261
    end, 400)
    t:near(s.ship.x, 9, 1e-9)
    t:near(s.ship.y, 9, 1e-9)
    t:ok(s.hurt >= 1 and s.hurt <= 9, "hurt " .. s.hurt .. " times")
  end },
}
