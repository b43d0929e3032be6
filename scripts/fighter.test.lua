-- Ann's jab: 4 frames of startup, active from frame 5 to 7. Its box is 22 wide, its middle 20 from her feet, so
-- that it reaches 31 (and 1 more for each active frame), and a hurt box 12 from Bob's.
local function beside(t, distance)
  local s = t.scene
  s.bob.ai = false
  s.ann:place(100, 150)
  s.bob:place(100 + distance, 150)
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

  { "a jab hits in its fifth frame, once, and both freeze for nine ticks", function(t)
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

  { "it misses whom it does not reach", function(t)
    local _, ann, bob = beside(t, 47) -- 31 + 3 + 12 is 46
    t:press("key z")
    t:never(function() return ann.landed end, 20)
    t:eq(bob.hp, 100)
  end },

  { "who walks away blocks, and no life is lost", function(t)
    local _, ann, bob = beside(t, 36)
    t:hold("right2")
    t:press("jab")
    t:eventually(function() return ann.landed == "block" end, 10)
    t:eq(bob.hp, 100)
    t:eq(bob.playing, "guard")
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

  { "bodies part by halves, and at the wall who stands there is not moved", function(t)
    local s, ann, bob = beside(t, 10) -- bodies are 16 wide
    t:step()
    t:near(ann.x, 97, 1e-9)
    t:near(bob.x, 113, 1e-9)
    bob:place(312, 150)
    ann:place(302, 150)
    t:step()
    t:near(bob.x, 312, 1e-9)
    t:near(ann.x, 296, 1e-9)
    t:ok(not s.ann.playing)
  end },

  { "mirrored fighters hit alike", function(t)
    local s, ann, bob = beside(t, 40)
    s.bob:play("kick")
    t:step(8)
    t:eq(ann.hp, 93)
    t:eq(bob.hp, 100)
  end },
}
