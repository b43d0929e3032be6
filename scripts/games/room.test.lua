--- Put the hero somewhere, and walk for a while.
local function go(t, x, y, way, ticks)
  t:release()
  t.scene.hero:setPosition(x, y)
  t:hold(way)
  t:step(ticks)
  t:release()
end

return {
  { "a door of two tiles is one thing, and so is the gate", function(t)
    t:eq(t.scene:count("door"), 3)
    t:eq(t.scene:count("gate"), 1)
    t:eq((t.scene:tileAt(120, 50)), "door")
    t:eq((t.scene:tileAt(120, 70)), "door")
  end },

  { "a door is shut without a key", function(t)
    go(t, 80, 120, "left", 60)
    t:eq(t.scene.hero.x, 64 + 5) -- the door ends at 64
    t:eq(t.scene:count("door"), 3)
  end },

  { "a key opens one door, and is used up", function(t)
    go(t, 40, 30, "down", 5)
    t:eq(t.scene.hero.key, 1)
    go(t, 80, 120, "left", 60)
    t:eq(t.scene.hero.key, 1) -- that of this door is gone, the one behind it is taken
    t:eq(t.scene:count("door"), 2)
    t:eq(t.scene:count("key"), 1)
    t:eq((t.scene:tileAt(56, 120)), nil)
  end },

  { "the crate is pushed as fast as the hero walks, as far as the next wall", function(t)
    local crate = t.scene.crate
    local x = crate.x
    go(t, x - 12, crate.y, "right", 20) -- they touch
    t:eq(crate.x, x + 30)
    t:hold("right")
    t:step(200)
    t:eq(crate.x, 240 - 7) -- the gate begins at 240
  end },

  { "the crate is not pulled, nor pushed by a hero that walks past it", function(t)
    local crate = t.scene.crate
    go(t, crate.x - 12, crate.y, "left", 10)
    go(t, crate.x - 12.5, crate.y + 20, "up", 25)
    t:eq(crate.x, 168)
    t:eq(crate.y, 56)
  end },

  { "the gate is open as long as something lies on the plate", function(t)
    local s, crate = t.scene, t.scene.crate
    crate:setPosition(232, 136)
    t:step(2)
    t:eq(s:count("gate"), 0)
    go(t, 230, 60, "right", 30)
    t:ok(s.hero.x > 260)
    crate:setPosition(168, 56)
    t:step(2)
    t:eq(s:count("gate"), 1)
    t:eq((s:tileAt(248, 56)), "gate")
  end },

  { "the gate stays open while a thing stands in it", function(t)
    local s, crate = t.scene, t.scene.crate
    crate:setPosition(232, 136)
    t:step(2)
    s.hero:setPosition(248, 56)
    crate:setPosition(168, 56)
    t:step(3)
    t:eq((s:tileAt(248, 56)), nil)
    t:eq((s:tileAt(248, 72)), "gate")
    s.hero:setPosition(280, 56)
    t:step()
    t:eq(s:count("gate"), 1) -- both tiles are one thing again
  end },

  { "all the gold can be taken", function(t)
    for gold in t.scene:each("gold") do
      t.scene.hero:setPosition(gold.x, gold.y)
      t:step()
    end
    t:eq(t.scene.hero.gold, 3)
  end },
}
