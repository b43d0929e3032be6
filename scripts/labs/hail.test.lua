-- The floor is y = 205, the walls x = 4 and x = 396.

return {
  { "no stone gets into a wall, a roof or the lift", function(t)
    local world, found = t.scene.hail, {}
    for _ = 1, 300 do
      t:step()
      for i = #found, 1, -1 do found[i] = nil end
      for _, stone in ipairs(t.scene.stones) do
        t:eq(world:queryShape(world:shape(stone), found, { "wall", "lift" }), 0)
      end
    end
  end },

  { "stones come down and stay in the picture", function(t)
    for _ = 1, 300 do t:step() end
    local low = 0
    for _, stone in ipairs(t.scene.stones) do
      local x, y = t.scene.hail:position(stone)
      t:ok(x >= 4 and x <= 396 and y <= 205, "a stone at " .. x .. ", " .. y)
      low = low + (y > 100 and 1 or 0)
    end
    t:ok(low > 50, "only " .. low .. " came down")
  end },

  { "the lift goes up and down and carries the stones on it", function(t)
    local s = t.scene
    local world, stone = s.hail, s.stones[1]
    for i = #s.stones, 2, -1 do world:remove(s.stones[i]) s.stones[i] = nil end
    s.wanted = 1
    world:update(stone, 320, 189 - stone.r) -- above the lift, which begins at 190
    world:setMotion(stone, { vx = 0, vy = 0, response = "slide" })
    for _ = 1, 60 do t:step() end -- at 30 a second
    local _, lift = world:position("lift")
    local _, y = world:position(stone)
    t:near(lift, 160, 1e-6)
    t:near(y, 160 - stone.r, 1e-6)
  end },

  { "up and down change the hail by 100, within bounds", function(t)
    local s = t.scene
    t:press("up")
    t:eq(#s.stones, 400)
    for _ = 1, 4 do
      t:step()
      t:press("down")
    end
    t:eq(#s.stones, 100)
  end },
}
