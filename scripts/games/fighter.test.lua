-- Ann's jab: 4 frames of startup, active from frame 5 to 7. Its box is 22 wide, its middle 20 from her feet, so
-- that it reaches 31 (and 1 more for each active frame), and a hurt box 12 from Bob's.
local function beside(t, distance)
  local s = t.scene
  s.bob.ai = false
  s.ann:setPosition(100, 150)
  s.bob:setPosition(100 + distance, 150)
  return s, s.ann, s.bob
end

return {
  { "frame data is derived from where the hit boxes are", function(t)
    local function data(name)
      local d = t.scene.ann:frameData(name)
      return d.startup .. " " .. d.active .. " " .. d.recovery
    end
    t:eq(data("jab"), "4 3 8")
    t:eq(data("kick"), "7 4 13")
    t:eq(data("heavy"), "12 5 21")
  end },

  { "a jab hits in its fifth frame, and once", function(t)
    local s, ann, bob = beside(t, 40)
    t:press("key z") -- frame 1 is that of this tick
    t:step(3)
    t:eq(bob.hp, 100)
    t:step()
    t:eq(bob.hp, 96)
    t:eq(ann.frame, 5)
    t:step(9)
    t:eq(ann.frame, 5)
    t:step(20)
    t:eq(bob.hp, 96)
    t:eq(s.ann.playing, nil)
  end },

  { "a jab misses a fighter that it does not reach", function(t)
    local _, ann, bob = beside(t, 47) -- 31 + 3 + 12 is 46
    t:press("key z")
    t:never(function() return ann.landed end, 20)
    t:eq(bob.hp, 100)
  end },

  { "each blow is startup, then active, then recovery, for as many frames as its data say", function(t)
    local blows = { { "z", 36, 4, 3, 8 }, { "x", 36, 7, 4, 13 }, { "c", 36, 12, 5, 21 } }
    for _, blow in ipairs(blows) do
      t.scene:reset()
      local _, ann = beside(t, 150) -- out of reach: nothing freezes it
      local counts = { startup = 0, active = 0, recovery = 0 }
      t:press("key " .. blow[1])
      while ann.playing do
        local phase = ann:phase()
        counts[phase] = counts[phase] + 1
        t:eq(ann.boxes.hit ~= nil, phase == "active")
        t:step()
      end
      t:eq(counts, { startup = blow[3], active = blow[4], recovery = blow[5] })
    end
  end },

  { "hitstop: a hit freezes both for nine ticks, a blocked blow for five", function(t)
    for _, case in ipairs { { "hit", 9 }, { "block", 5 } } do
      t.scene:reset()
      local _, ann, bob = beside(t, 36)
      if case[1] == "block" then t:hold("right2") end
      t:press("key z")
      t:eventually(function() return ann.landed == case[1] end, 10)
      local annAt, bobAt = ann.x, bob.x
      for left = case[2], 1, -1 do
        t:eq({ ann.frozen, bob.frozen }, { left, left })
        t:eq({ ann.frame, ann.x, bob.x }, { 5, annAt, bobAt })
        t:step()
      end
      t:eq({ ann.frozen, bob.frozen, ann.frame }, { nil, nil, 5 }) -- that was the last tick of rest
      t:step()
      t:eq(ann.frame, 6)
      t:step(2)
      t:ok(bob.x > bobAt, "pushed back")
    end
  end },

  { "in recovery nothing else begins, and the other one can punish", function(t)
    local _, ann, bob = beside(t, 60) -- a heavy punch reaches 43 + 3 * 5, its target 12 to this side
    bob:setPosition(176, 150)
    t:press("key c")
    t:step(20)
    t:eq({ ann:phase(), bob.hp }, { "recovery", 100 })
    t:press("key z")
    t:eq(ann.playing, "heavy")
    bob:setPosition(ann.x + 40, 150)
    t:press("key i")
    t:eventually(function() return ann.hp == 92 end, 12)
    t:eq(ann.playing, "reel")
  end },

  { "a fighter that walks away blocks: the blow takes a quarter", function(t)
    for key, hp in pairs { jab = 99, kick = 98, heavy = 96 } do
      t.scene:reset()
      local _, ann, bob = beside(t, 30)
      t:hold("right2")
      t:press(key)
      t:eventually(function() return ann.landed == "block" end, 20)
      t:eq({ bob.hp, bob.playing }, { hp, "guard" })
    end
  end },

  { "a fighter that holds away while it guards blocks the next blow as well", function(t)
    local _, ann, bob = beside(t, 30)
    t:hold("right2")
    t:press("heavy")
    t:step(10) -- frame 11: active in two ticks
    bob:play("guard", { force = true })
    t:eventually(function() return ann.landed end, 5)
    t:eq({ ann.landed, bob.hp }, { "block", 96 })
  end },

  { "a blow that ends a round makes the other one fall, and a round later both are as new", function(t)
    local s, ann, bob = beside(t, 40)
    bob.hp = 4
    t:press("key z")
    t:eventually(function() return bob.hp == 0 end, 10)
    t:eq({ bob.playing, ann.wins, bob.wins, s.says }, { "fall", 1, 0, "K. O." })
    t:press("key c") -- between rounds no blow begins
    t:ok(ann.playing ~= "heavy")
    t:step(118)
    t:eq(bob.hp, 0)
    t:step()
    t:eq({ ann.hp, bob.hp, ann.x, bob.x, ann.wins }, { 100, 100, 100, 220, 1 })
  end },

  { "two rounds win, and then all begins anew", function(t)
    local s, ann, bob = beside(t, 40)
    ann.wins, bob.hp = 1, 1
    t:press("key z")
    t:eventually(function() return ann.wins == 2 end, 10)
    t:eq(s.says, "ann wins")
    t:step(121)
    t:eq({ s.ann.wins, s.ann.hp, s.bob.hp, s.pause }, { 0, 100, 100, 0 })
  end },

  { "a jab that met is cancelled into the heavy punch, one that missed is not", function(t)
    local _, ann = beside(t, 40)
    t:press("jab")
    t:step(5)
    t:press("heavy")
    t:eventually(function() return ann.playing == "heavy" end, 12)
    local _, again = beside(t, 150)
    again:stop()
    t:press("jab")
    t:step(6)
    t:press("heavy")
    t:eq(again.playing, "jab")
  end },

  { "bodies part by halves, and a body at the wall is not moved", function(t)
    local s, ann, bob = beside(t, 10) -- bodies are 16 wide
    t:step()
    t:near(ann.x, 97, 1e-9)
    t:near(bob.x, 113, 1e-9)
    bob:setPosition(312, 150)
    ann:setPosition(302, 150)
    t:step()
    t:near(bob.x, 312, 1e-9)
    t:near(ann.x, 296, 1e-9)
    t:ok(not s.ann.playing)
  end },

  { "mirrored fighters hit alike", function(t)
    local s, ann, bob = beside(t, 40)
    s.bob:play("kick")
    t:step(8)
    t:eq(ann.hp, 92)
    t:eq(bob.hp, 100)
  end },
}
