-- The floor is at 168. Stairs from 60 on: up four of 5 units, each 14 wide, and down; from 190 on three
-- of 8, each 16 wide; from 300 on two of 10; from 380 to 452 the hill of pixels, 24 high.

--- The walker with a step height.
local function walkerOf(t, stepUp)
  for one in t.scene:each("walker") do
    if one.stepUp == stepUp then
      return one
    end
  end
end

return {
  { "each goes as far as the first step that is too high for him", function(t)
    local least, most = {}, {}
    for _ = 1, 1200 do
      t:step()
      for one in t.scene:each("walker") do
        least[one.stepUp] = math.min(least[one.stepUp] or one.x, one.x)
        most[one.stepUp] = math.max(most[one.stepUp] or one.x, one.x)
      end
    end
    t:near(most[5], 190 - 5, 1e-9)
    t:near(most[8], 300 - 7, 1e-9)
    t:near(most[10], 472 - 6, 1e-9)
    t:near(least[5], 8 + 5, 1e-9)
    t:near(least[8], 8 + 7, 1e-9)
    t:near(least[10], 8 + 6, 1e-9)
  end },

  { "no walker leaves the ground, and all keep their pace", function(t)
    t:step(2)
    local places = {}
    t:never(function(s)
      for one in s:each("walker") do
        local x, way = places[one], one.way
        places[one] = one.x
        if not one.stands or x and not one.blocked.left and not one.blocked.right
          and math.abs(math.abs(one.x - x) - 1) > 1e-9 then
          return true
        end
      end
    end, 1200)
  end },

  { "a box is as high as the highest step below it", function(t)
    local box = walkerOf(t, 10)
    while box.x < 180 do
      t:step()
      local right, left = box.x + 6, box.x - 6
      local up = math.max(0, math.min(4, math.ceil((right - 60) / 14)))
      local down = math.max(0, math.min(4, math.ceil((60 + 7 * 14 - left) / 14)))
      t:near(box.y, 168 - 5 * math.min(up, down), 1e-9)
    end
  end },

  { "the hero chooses how high he steps", function(t)
    local hero = t.scene.hero
    t:press("fire")
    t:eq(hero.stepUp, 10)
    t:press("fire")
    t:eq(hero.stepUp, 0)
    t:hold("right")
    t:step(60)
    t:near(hero.x, 185, 1e-9)
    t:release("right")
    for _ = 1, 3 do
      t:press("fire")
    end
    t:hold("right")
    t:eventually(function() return hero.x == 467 end, 400)
    t:near(hero.y, 168, 1e-9)
  end },
}
