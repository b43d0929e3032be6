-- Tiles are 16 units; the middle of the tile in column 2, row 2, where the hero begins, is (40, 40).
local function at(thing)
  return { (thing.x - 8) / 16, (thing.y - 8) / 16 }
end

local function steps(t, ...)
  for _, way in ipairs({ ... }) do t:press(way) end
end

local function tile(col, row)
  return 20 * row + col
end

return {
  { "nothing happens between turns, and a step into a wall is none", function(t)
    t:step(50)
    steps(t, "up", "up", "left", "left")
    t:eq({ at(t.scene.hero), t.scene.turn }, { { 1, 1 }, 2 })
  end },

  { "a crate is pushed, but not into a wall", function(t)
    steps(t, "right", "right", "right", "right", "right")
    t:eq({ at(t.scene.crate), at(t.scene.hero), t.scene.turn }, { { 6, 2 }, { 5, 2 }, 3 })
  end },

  { "a crate is not pushed into another one", function(t)
    t.scene:spawn("crate", { at = { 88, 40 } }) -- in column 5
    steps(t, "right", "right")
    t:eq({ at(t.scene.crate), t.scene.turn }, { { 4, 2 }, 1 })
  end },

  { "the gate opens when there is a crate on each plate", function(t)
    local s, crates = t.scene, {}
    for crate in s:each("crate") do crates[#crates + 1] = crate end
    crates[1]:setPosition(14 * 16 + 8, 5 * 16 + 8)
    crates[2]:setPosition(6 * 16 + 8, 9 * 16 + 8)
    s:spawn("plate", { at = { 56, 24 } }) -- in column 3, row 1
    t:press("up")
    t:eq({ s:count("gate"), (s:tileAt(13 * 16 + 8, 7 * 16 + 8)) }, { 1, "gate" })
    s:spawn("crate", { at = { 56, 24 } })
    t:press("down")
    t:eq({ s:count("gate"), (s:tileAt(13 * 16 + 8, 7 * 16 + 8)) }, { 0 })
  end },

  { "rats come a step nearer each turn if they see the hero, and bite", function(t)
    local s, rat = t.scene, t.scene.rat
    steps(t, "left", "right")
    t:eq(at(rat), { 15, 3 })
    s.hero:setPosition(12 * 16 + 8, 3 * 16 + 8)
    steps(t, "up", "down") -- to row 2 and back: the rat comes to columns 14 and 13
    t:eq({ at(rat), s.hero.hp }, { { 13, 3 }, 5 })
    steps(t, "right") -- strikes, and is bitten
    t:eq({ at(rat), rat.hp, s.hero.hp }, { { 13, 3 }, 1, 4 })
    steps(t, "right")
    t:eq({ rat.alive, s.hero.hp, at(s.hero) }, { false, 4, { 12, 3 } })
  end },

  { "a hero without lives takes no turns", function(t)
    t.scene.hero.hp = 1
    t.scene.rat:setPosition(40, 72) -- two tiles below
    steps(t, "left", "right") -- it comes one nearer, and bites
    t:eq({ t.scene:count("hero"), t.scene.turn }, { 0, 2 })
    steps(t, "left")
    t:eq(t.scene.turn, 2)
  end },

  { "walls hide what is behind them, the doorway does not", function(t)
    local s = t.scene
    t:eq({ s.seen[tile(5, 4)], s.seen[tile(7, 1)], s.seen[tile(8, 1)], s.seen[tile(8, 2)] },
      { true, "wall", false, false })
    t:eq({ s.seen[tile(19, 5)], s.crate.hidden, s.rat.hidden }, { false, false, true })
    t:eq(s.known[tile(9, 3)], false)
    s.hero:setPosition(5 * 16 + 8, 3 * 16 + 8)
    t:press("left") -- to column 4, in the row of the doorway in column 7
    t:eq({ s.seen[tile(9, 3)], s.seen[tile(9, 1)] }, { true, false })
    steps(t, "right", "up", "up") -- to column 5, row 1: what was seen is known
    t:eq({ s.seen[tile(9, 3)], s.known[tile(9, 3)] }, { false, true })
  end },

  { "the way out ends it", function(t)
    local s = t.scene
    s.hero:setPosition(17 * 16 + 8, 9 * 16 + 8)
    s.rat:remove()
    s.rat:remove()
    steps(t, "right", "down")
    t:eq({ s.won, s.turn }, { true, 2 })
    steps(t, "up")
    t:eq(s.turn, 2)
  end },
}
