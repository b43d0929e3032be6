-- Tiles are 16 wide; foes come in at the middle of the tile (0, 5), which is (8, 88), and the gate is at (312, 88).

-- The scene without towers and foes, and with gold enough.
local function clear(t)
  local s = t.scene
  s:step()
  for tower in s:each("tower") do s:setTile(tower.x, tower.y, nil) end
  for foe in s:each("foe") do foe:remove() end
  s.gold = 1000
  return s
end

local function click(t, col, row)
  t:click(16 * col + 8, 16 * row + 8)
  return t.scene:tileAt(16 * col + 8, 16 * row + 8) == "tower"
end

return {
  { "foes come to the gate past all that stands there", function(t)
    local s, first = t.scene, t.scene.left
    t:step(2)
    t:never(function()
      for foe in s:each("foe") do
        if s:query(s.world:shape(foe.boxes.push), "rock") + s:query(s.world:shape(foe.boxes.push), "tower") > 0 then
          return true
        end
      end
    end, 500)
    for tower in s:each("tower") do tower.wait = math.huge end -- none of which fires
    t:eventually(function() return s.left < first end, 1500)
  end },

  { "a tower makes the way longer by what they have to go around it", function(t)
    local s = clear(t)
    t:eq(s.far[5 * 20], 23) -- 19 columns, a row down below the first rock, two up above the next, and one down
    t:ok(click(t, 11, 4))
    t:eq(s.far[5 * 20], 25)
    t:ok(click(t, 14, 9))
    t:eq({ s.far[5 * 20], s.gold }, { 25, 980 })
    t:click(184, 72) -- where there is one
    t:click(168, 24) -- a rock
    t:click(184, 500)
    t:eq(s.gold, 980)
  end },

  { "the last gap stays open, and so does a gap with a foe in it", function(t)
    local s = clear(t)
    for row = 1, 8 do t:ok(click(t, 3, row)) end
    t:eq(click(t, 3, 9), false)
    t:eq(s.gold, 920)
    s:setTile(56, 24, nil) -- another gap: now it may be closed, unless a foe is there
    s:spawn("foe", { at = { 56, 152 }, data = { col = 4, row = 9, hp = 1, most = 1 } })
    t:eq(click(t, 3, 9), false)
    t:step(40)
    t:ok(click(t, 3, 9))
  end },

  { "a tower hits foes in its range, and no others", function(t)
    local s = clear(t)
    t:ok(click(t, 5, 9)) -- at (88, 152)
    local near = s:spawn("foe", { at = { 88, 120 }, data = { pace = 0, hp = 2, most = 2 } })
    local far = s:spawn("foe", { at = { 150, 152 }, data = { pace = 0, hp = 2, most = 2 } })
    near.col, near.row, far.col, far.row = 5, 7, 9, 9
    t:step(60)
    t:eq({ near.alive, far.hp }, { false, 2 })
    t:eq(s.gold, 1000 - 10 + 2)
    t:near(s.tower.angle, -math.pi / 2, 1e-9)
  end },

  { "while they rest one builds, and then all go on", function(t)
    local s = clear(t)
    t:step(200)
    t:press("start")
    local foes, x, wave = s:count("foe"), s.foe.x, s.wave
    t:step(500)
    t:eq({ s:count("foe"), s.foe.x, s.wave }, { foes, x, wave })
    t:ok(click(t, 17, 9))
    t:press("start")
    t:step()
    t:ok(s.foe.x ~= x)
    t:eventually(function() return s.wave == wave + 1 end, 400)
  end },

  { "a foe that comes through is gone, and the tenth ends the game", function(t)
    local s = clear(t)
    local function come() s:spawn("foe", { at = { 280, 88 }, data = { col = 18, row = 5, hp = 1, most = 1 } }) end
    s.left = 2
    come()
    t:eventually(function() return s.left == 1 end, 120)
    t:ok(s.wave > 0)
    come()
    t:eventually(function() return s.left == 10 end, 120)
    t:eq({ s.wave, s.gold }, { 1, 40 }) -- from the beginning
  end },
}
