-- The ground is a mask of 320 x 114 pixels, of which the one at (x, y) is a square of size 1 at (x, 60 + y).

local function solid(s, x, y)
  return s.ground.boxes.push.shape:get(x, y - 60)
end

-- Whether a disc overlaps the square at (x, y): by its point that is nearest to the centre.
local function isInDisc(x, y, cx, cy, r)
  local dx = cx - math.max(x, math.min(cx, x + 1))
  local dy = cy - math.max(y, math.min(cy, y + 1))
  return dx * dx + dy * dy < r * r
end

-- A shot alone, with nothing around that moves.
local function shoot(t, x, y, vx, vy)
  local s = t.scene
  s.played = true
  for boulder in s:each("boulder") do boulder:remove() end
  return s:spawn { "shot", at = { x, y }, r = 1.5, data = { vx = vx, vy = vy } }
end

return {
  { "a blast takes the pixels that its disc overlaps, and no others", function(t)
    local s, before = t.scene, {}
    for y = 60, 173 do
      for x = 0, 319 do before[y * 320 + x] = solid(s, x, y) end
    end
    local shot = shoot(t, 150, 20, 0, 3)
    local lastX, lastY
    t:eventually(function()
      lastX, lastY = shot.x, shot.y
      return s.blasts == 1
    end, 60)
    local taken, wrong = 0, 0
    for y = 60, 173 do
      for x = 0, 319 do
        local was, is = before[y * 320 + x], solid(s, x, y)
        taken = taken + (was and not is and 1 or 0)
        wrong = wrong + (is ~= (was and not isInDisc(x, y, lastX, lastY, 9)) and 1 or 0)
      end
    end
    t:eq(wrong, 0)
    t:ok(taken > 60, "only " .. taken .. " were taken")
  end },

  { "a shot stops at the surface, however fast it comes", function(t)
    local s = t.scene
    local surface = 60
    while not solid(s, 150, surface) do surface = surface + 1 end
    local shot = shoot(t, 150.5, -1000, 0, 1500) -- in one tick through all the ground
    t:step()
    t:eq(s.blasts, 1)
    t:ok(shot.y + 1.5 <= surface + 1 and shot.y > surface - 9, "it stopped at " .. shot.y)
  end },

  { "what rested on ground that is shot away falls", function(t)
    local s, last = t.scene, {}
    s.played = true
    local stone
    t:eventually(function() -- one that lies still
      for boulder in s:each("boulder") do
        stone = stone or s.ticks > 1 and last[boulder] == boulder.y and boulder.blocked.below and boulder
        last[boulder] = boulder.y
      end
      return stone
    end, 900)
    local x, y = stone.x, stone.y
    for _, side in ipairs { -1, 1 } do -- close by, so that the disc reaches below it
      s:spawn { "shot", at = { x + side * (stone.boxes.push.radius + 2), y - 30 }, r = 1.5, data = { vx = 0, vy = 8 } }
    end
    t:step(60)
    t:ok(s.blasts == 2 and stone.y > y + 1, ("after %d blasts it is at %g, was at %g"):format(s.blasts, stone.y, y))
  end },

  { "no boulder is ever in the ground or in another one", function(t)
    local s, found = t.scene, {}
    t:never(function()
      for boulder in s:each("boulder") do
        for i = 1, s.world:queryShape(s.world:shape(boulder.boxes.push), found) do
          local name = found[i].thing.name
          if found[i].thing ~= boulder and (name == "ground" or name == "boulder") then return true end
        end
      end
    end, 600)
    t:ok(s.blasts > 5, "the cannon fires by itself")
  end },

  { "a click fires there, and then the cannon waits for the next", function(t)
    local s = t.scene
    t:click(200, 40)
    t:eq(s:count("shot"), 1)
    t:near(s.angle, 0, 1e-12)
    t:step(10)
    t:eq(s:count("shot"), 1)
  end },
}
