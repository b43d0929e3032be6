-- The second target of the lowest row starts with its feet at (76, 190), is 30 wide and 36 high,
-- and goes half a unit in each tick: in the second one it covers 62 <= x < 92, 154 <= y < 190.
local function shootInSecondTick(t, x, y)
  t:step()
  t:click(x, y)
end

local function expect(t, score, shots)
  t:eq(t.scene.score, score, "score")
  t:eq(t.scene.shots, shots, "shots")
end

return {
  { "a box owns its left and top edge", function(t)
    shootInSecondTick(t, 62, 154)
    expect(t, 10, 1)
  end },

  { "a box does not own its right edge", function(t)
    shootInSecondTick(t, 92, 172)
    expect(t, 0, 1)
  end },

  { "a box does not own its bottom edge, on which the target stands", function(t)
    shootInSecondTick(t, 77, 190)
    expect(t, 0, 1)
  end },

  { "what is just before the right and bottom edge is in the box", function(t)
    shootInSecondTick(t, 91.99, 189.99)
    expect(t, 10, 1)
  end },

  { "the rows give 30, 20 and 10 points", function(t)
    t:click(77.25, 74) -- tick 1: feet at 76 + 1.25
    expect(t, 30, 1)
    t:step()
    t:click(73.75, 120) -- tick 3: feet at 76 - 3 * 0.75
    expect(t, 50, 2)
    t:step()
    t:click(78.5, 172) -- tick 5: feet at 76 + 5 * 0.5
    expect(t, 60, 3)
  end },

  { "a button that stays down is one shot", function(t)
    t:point(80, 172)
    t:hold("mouse left")
    t:step(20)
    expect(t, 10, 1)
  end },

  { "a flat target cannot be hit, and stands again on the next round", function(t)
    t:click(364.5, 172) -- the last target of the lowest row, at 364 + 0.5
    t:step()
    t:click(365.5, 189) -- on its flat box
    expect(t, 10, 2)
    t:step(149) -- tick 152: 364 + 76 is 40 beyond the picture, so it begins at -40
    t:click(-39.5, 172)
    expect(t, 20, 3)
  end },
}
