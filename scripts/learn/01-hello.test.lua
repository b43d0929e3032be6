-- The box reaches 40 units to each side of its middle, 32 up and 32 down; the ball's radius is 40.
local function answers(t)
  return t.scene.def.meets(t.scene, "overlap"), t.scene.def.meets(t.scene, "touch")
end

local function expect(t, overlap, touch)
  local isOverlap, isTouch = answers(t)
  t:eq(isOverlap, overlap, "overlap")
  t:eq(isTouch, touch, "touch")
end

return {
  { "at the start they touch and do not overlap", function(t)
    t:step()
    expect(t, false, true)
    t:contact("box", "ball")
  end },

  { "one step towards the ball, and they overlap", function(t)
    t:press("right")
    t:eq(t.scene.box.x, 136)
    expect(t, true, true)
  end },

  { "one step away, and they do not meet at all", function(t)
    t:press("left")
    t:eq(t.scene.box.x, 120)
    expect(t, false, false)
    t:noContact("box", "ball")
  end },

  { "a ball that is 24 across and 32 down from the corner touches it: 3, 4, 5", function(t)
    t.scene.ball:setPosition(128 + 40 + 24, 88 + 32 + 32)
    t:step()
    expect(t, false, true)
    t:press("right")
    expect(t, true, true)
  end },

  { "what is dragged falls into the grid", function(t)
    t.scene.ball:setPosition(200.9, 67.9) -- 25.11 and 8.49 steps
    t.scene.box:setPosition(4, -4) -- half a step goes to the right, and down
    t:step()
    t:eq(t.scene.ball.x, 200)
    t:eq(t.scene.ball.y, 64)
    t:eq(t.scene.box.x, 8)
    t:eq(t.scene.box.y, 0)
  end },
}
