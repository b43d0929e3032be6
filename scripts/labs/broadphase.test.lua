-- The crowd lives in 0 <= x < 440 and 62 <= y < 240. It begins with 1500 things, or 1124250 pairs.

-- Only n things, which stand still in a row, 100 apart.
local function few(t, count)
  local s = t.scene
  s.wanted = count
  t:step()
  local i = 0
  for mote in s:each("mote") do
    mote:reshape("sensor", { w = 20, h = 20 })
    mote:setPosition(50 + 100 * i, 100)
    mote.vx, mote.vy, i = 0, 0, i + 1
  end
  return s
end

return {
  { "no pair is compared twice, and none is found that was not compared", function(t)
    t:step()
    local compared, found = t.scene.world:stats()
    t:ok(compared <= 1124250)
    t:ok(found > 0 and found <= compared)
    t:eq(found, t.scene.contactCount)
  end },

  { "things that touch are not found, things that overlap are", function(t)
    local s = few(t, 3)
    s.mote:setPosition(130, 100) -- 20 from the second
    t:step()
    local _, found = s.world:stats()
    t:eq(found, 0)
    s.mote:setPosition(130.5, 100)
    t:step()
    _, found = s.world:stats()
    t:eq(found, 1)
  end },

  { "three things on one place are three pairs", function(t)
    local s = few(t, 3)
    for mote in s:each("mote") do
      mote:setPosition(200, 150)
    end
    t:step()
    local compared, found = s.world:stats()
    t:eq(compared, 3)
    t:eq(found, 3)
  end },

  { "grid, tree and brute force find the same", function(t)
    local s = t.scene
    local founds, compareds = {}, {}
    for i, broad in ipairs { "grid", "tree", "brute", "grid" } do
      t:eq(s.world:broadPhase(), broad)
      for mote in s:each("mote") do
        mote.vx, mote.vy = 0, 0 -- so that all have the same to find
      end
      t:step()
      compareds[i], founds[i] = s.world:stats()
      t:eq(founds[i], founds[1])
      t:press("fire")
      t:step()
    end
    t:eq(compareds[3], 1124250)
    t:ok(compareds[1] < 10000 and compareds[2] < 10000)
  end },

  { "up and down change the crowd by 100, within bounds", function(t)
    local s = t.scene
    t:press("up")
    t:eq(s:count("mote"), 1600)
    s.wanted = 200
    t:step()
    t:eq(s:count("mote"), 200)
    t:press("down")
    t:step()
    t:press("down")
    t:eq(s:count("mote"), 100)
  end },

  { "what leaves at one side comes back at the other", function(t)
    local s = few(t, 1)
    s.mote:setPosition(439.5, 62.5)
    s.mote.vx, s.mote.vy = 1, -1
    t:step()
    t:eq(s.mote.x, 0.5)
    t:eq(s.mote.y, 239.5)
  end },
}
