local hitbox = require "hitbox"

-- Five entries, 130 wide and 26 high, one below the other from (28, 58): they meet at y = 84, 110,
-- 136 and 162, and end at x = 158 and y = 188.
local function lit(t)
  local count, label = 0, nil
  for entry in t.scene:each("entry") do
    if entry.lit then
      count, label = count + 1, entry.label
    end
  end
  return count, label
end

local function expect(t, x, y, wanted)
  t:point(x, y)
  t:step()
  local count, label = lit(t)
  t:eq(count, wanted and 1 or 0, "entries lit")
  t:eq(label, wanted)
end

return {
  { "an edge that two entries share is the lower one's", function(t)
    t:step()
    expect(t, 70, 83, "New game")
    expect(t, 70, 84, "Continue")
    expect(t, 70, 85, "Continue")
  end },

  { "in the menu one entry is lit at each height, and beside it none", function(t)
    t:step()
    local labels = { "New game", "Continue", "Options", "Help", "Quit" }
    for y = 58, 187 do
      expect(t, 70, y, labels[math.floor((y - 58) / 26) + 1])
    end
    expect(t, 70, 57, nil)
    expect(t, 70, 188, nil)
  end },

  { "the left edge is in the menu, the right edge is not", function(t)
    t:step()
    expect(t, 28, 70, "New game")
    expect(t, 157, 70, "New game")
    expect(t, 158, 70, nil)
    expect(t, 27, 70, nil)
  end },

  { "on an edge overlap finds no entry and touch finds two", function(t)
    local found = { overlap = 0, touch = 0, pixel = 0 }
    for i = 0, 4 do
      for policy in pairs(found) do
        local on = hitbox.pointAabb(70, 84, 28, 58 + 26 * i, 130, 26, policy)
        found[policy] = found[policy] + (on and 1 or 0)
      end
    end
    t:eq(found.overlap, 0)
    t:eq(found.touch, 2)
    t:eq(found.pixel, 1)
  end },

  { "a click chooses what it is on, at once; to point alone chooses nothing", function(t)
    t:step()
    expect(t, 70, 100, "Continue")
    t:eq(t.scene.chosen, "nothing yet")
    t:click(70, 136)
    t:eq(t.scene.chosen, "Help")
    t:click(200, 100)
    t:eq(t.scene.chosen, "Help")
  end },

  { "down moves by one unit, and fire chooses", function(t)
    t:step()
    expect(t, 70, 83, "New game")
    t:press("down")
    t:press("fire")
    t:eq(t.scene.pointer.y, 84)
    t:eq(t.scene.chosen, "Continue")
  end },

  { "left alone, the pointer wanders and rests where entries meet", function(t)
    t:step(3 * 16) -- from y = 68 down to 84, a unit in three ticks
    t:eq(t.scene.pointer.y, 84)
    t:step(59)
    t:eq(t.scene.pointer.y, 84)
    t:step()
    t:eq(t.scene.pointer.y, 85)
  end },
}
