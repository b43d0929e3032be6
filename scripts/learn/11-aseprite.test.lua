-- The boxes of each frame about the pivot, x, y, w, h, by hand: a slice's bounds less where the pivot is in the
-- picture. That is (16, 30) in frames 0 to 6, (24, 30) in 7, (8, 30) in 8 and 9. t.sprite counts from 1.
local FLOOR, BODY = 126, { -5, -22, 10, 22 } -- 11 - 16, 19 - 24 and 3 - 8; 8 - 30
local WANTED = {
  { push = BODY, hurt = { -6, -26, 12, 26 } }, { push = BODY, hurt = { -6, -25, 12, 25 } },
  { push = BODY, hurt = { -6, -26, 13, 26 } }, { push = BODY, hurt = { -6, -26, 13, 26 } },
  { push = BODY, hurt = { -6, -26, 13, 26 } }, { push = BODY, hurt = { -6, -26, 12, 20 } },
  { push = BODY, hurt = { -6, -27, 12, 27 } }, { push = BODY, hurt = { -7, -26, 12, 26 } },
  { push = BODY, hurt = { -4, -23, 15, 23 }, hit = { 10, -16, 22, 6 } },
  { push = BODY, hurt = { -4, -24, 14, 24 } },
}

--- The boxes that the knight has are those of the frame that is shown.
local function checkBoxes(t, knight)
  for _, kind in ipairs { "push", "hurt", "hit" } do
    local want = WANTED[knight.sprite][kind]
    local label = ("%s of frame %d"):format(kind, knight.sprite - 1)
    t:eq(knight.boxes[kind] ~= nil, want ~= nil, label)
    if want then
      local x, y, w, h = knight:rect(kind)
      local left = knight.facing > 0 and want[1] or -want[1] - want[3]
      t:near(x - knight.x, left, 1e-9, label)
      t:near(y - knight.y, want[2], 1e-9, label)
      t:near(w, want[3], 1e-9, label)
      t:near(h, want[4], 1e-9, label)
    end
  end
end

--- Stand, walk, jump, land and strike, far from the dummies; what is done in each tick, and how many frames were seen.
local function tour(t, way, each)
  local knight, seen, count = t.scene.knight, {}, 0
  local function run(ticks)
    for _ = 1, ticks do
      t:step()
      each(knight)
      count = count + (seen[knight.sprite] and 0 or 1)
      seen[knight.sprite] = true
    end
  end
  t:press(way) -- turns him
  run(35)
  t:hold(way)
  run(15)
  t:release()
  t:hold("jump")
  run(45)
  t:release()
  t:press("fire")
  run(25)
  return count
end

return {
  { "in each frame the boxes are the slices less the pivot", function(t)
    t:eq(tour(t, "right", function(knight) checkBoxes(t, knight) end), 10)
    t:eq(t.scene.knight.facing, 1)
  end },

  { "facing the other way mirrors all boxes about the pivot", function(t)
    t:eq(tour(t, "left", function(knight) checkBoxes(t, knight) end), 10)
    t:eq(t.scene.knight.facing, -1)
  end },

  { "the anchor stays on the ground, though it is elsewhere in the picture", function(t)
    local grounded = 0
    tour(t, "right", function(knight)
      local _, y, _, h = knight:rect("push")
      t:near(y + h, knight.y, 1e-9)
      if knight.playing ~= "jump" and knight.playing ~= "fall" then
        grounded = grounded + 1
        t:near(knight.y, FLOOR, 1e-9)
      end
    end)
    t:ok(grounded > 70)
  end },

  { "he does not move while he strikes", function(t)
    local knight = t.scene.knight
    t:press("fire")
    t:hold("right")
    for _ = 1, 20 do
      t:step()
      t:eq(knight.playing, "strike")
      t:eq(knight.x, 150)
    end
  end },

  { "durations become ticks, rounded where frames begin", function(t)
    local knight = t.scene.knight
    t:eq(knight:frameData("idle").frames, 30) -- 300 and 200 ms
    t:eq(knight:frameData("walk").frames, 22) -- four times 90 ms are 21.6
    t:eq(knight:frameData("jump").frames, 6)
    local strike = knight:frameData("strike") -- 120, 80 and 150 ms: 7.2 to 12 to 21
    t:eq(("%d %d %d"):format(strike.startup, strike.active, strike.recovery), "7 5 9")
    local shown = {}
    t:hold("right")
    for _ = 1, 22 do -- 5.4, 10.8 and 16.2: there and back
      t:step()
      shown[#shown + 1] = knight.sprite
    end
    t:eq(table.concat(shown), "3333344444455555444444")
  end },

  { "a swing hits once, and both rest for eight ticks", function(t)
    local knight, dummy = t.scene.knight, t.scene:thingAt(220, 100)
    knight:setPosition(182, FLOOR) -- 32 farther is 214, and the dummy begins at 213
    t:press("fire") -- the first frame
    t:step(6)
    t:eq(dummy.hits, 0)
    t:step()
    t:eq(dummy.hits, 1)
    t:eq(knight.frame, 8)
    t:step(8)
    t:eq(knight.frame, 8)
    t:step()
    t:eq(knight.frame, 9)
    t:step(20)
    t:eq(dummy.hits, 1)
    t:eq(knight.playing, "idle")
    t:press("fire")
    t:step(7)
    t:eq(dummy.hits, 2)
  end },

  { "a dummy that leaves the sword and comes back is not hit again", function(t)
    local knight, dummy = t.scene.knight, t.scene:thingAt(220, 100)
    knight:setPosition(182, FLOOR)
    t:press("fire")
    t:step(7)
    t:eq(dummy.hits, 1)
    dummy:setPosition(240, FLOOR)
    t:step()
    t:noContact("knight", "dummy")
    dummy:setPosition(220, FLOOR)
    t:step()
    t:contact("knight", "dummy")
    t:ok(knight.boxes.hit)
    t:step(20)
    t:eq(dummy.hits, 1)
  end },

  { "the sword reaches 32 pixels from the pivot to either side, and no farther", function(t)
    local knight = t.scene.knight
    for _, case in ipairs { { 182, "right", 1 }, { 180, "right", 0 }, { 118, "left", 1 }, { 120, "left", 0 } } do
      local dummy = t.scene:thingAt(case[2] == "right" and 220 or 80, 100)
      knight:setPosition(case[1], FLOOR)
      knight:face(case[2] == "right" and 1 or -1)
      dummy.hits = 0
      t:press("fire")
      t:step(30)
      t:eq(dummy.hits, case[3], tostring(case[1]))
    end
  end },

  { "the dummy stops him", function(t)
    t:hold("right")
    t:step(80)
    t:near(t.scene.knight.x, 211, 1e-6) -- 220 less 4 and 5
  end },
}
