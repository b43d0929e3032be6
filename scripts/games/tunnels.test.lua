-- The ground is a mask of 320 x 180 pixels at 0, 0: the one at (x, y) is a square of size 1 there.
local W, H = 320, 180

local function pixels(s)
  local shape, rows = s.ground.boxes.push.shape, {}
  for y = 0, H - 1 do
    rows[y] = {}
    for x = 0, W - 1 do rows[y][x] = shape:get(x, y) end
  end
  return rows
end

-- One walker on the shelf; no other walker comes, and none has a task by itself.
local function alone(t, x, form)
  local s = t.scene
  s.played, s.out = true, 60
  for other in s:each("walker") do other:remove() end
  local one = s:spawn("walker", form or { at = { x, 40 } })
  t:eventually(function() return one.blocked.below end, 60)
  return one
end

-- How many pixels came and went, and how many of them elsewhere than `where` says.
local function compare(before, after, where)
  local came, went, wrong = 0, 0, 0
  for y = 0, H - 1 do
    for x = 0, W - 1 do
      local was, is = before[y][x], after[y][x]
      came, went = came + (is and not was and 1 or 0), went + (was and not is and 1 or 0)
      wrong = wrong + (was ~= is and not where(x, y) and 1 or 0)
    end
  end
  return came, went, wrong
end

return {
  { "by themselves all come home, through the wall, over the gap and through the shelf", function(t)
    t:eventually(function(s) return s.home == 60 end, 2400)
    t:eq(t.scene:count("walker"), 0)
  end },

  { "pixels do not stop a walker with a round bottom, and one stops a box", function(t)
    local one = alone(t, 30)
    local x, top, bottom = one.x, H, 0
    for i = 1, 90 do
      t:step()
      t:near(one.x, x + 0.6 * i, 1e-9)
      top, bottom = math.min(top, one.y), math.max(bottom, one.y)
    end
    t:ok(top < 64 and bottom > 69, top .. " to " .. bottom)
    one = alone(t, 30, { at = { 30, 40 }, w = 6, h = 10 })
    t:never(function() return one.x > 50 end, 300)
  end },

  { "they turn at walls", function(t)
    local one = alone(t, 90)
    t:eventually(function() return one.facing < 0 end, 60)
    t:near(one.x, 109 - 3, 0.6) -- the wall is at 109, and a walker reaches 3 to its sides
    t:eventually(function() return one.facing > 0 end, 300)
    t:near(one.x, 3, 0.6)
  end },

  { "a digging walker takes ten columns of the shelf and leaves the floor", function(t)
    local one = alone(t, 250)
    local x, before = one.x, pixels(t.scene)
    t:point(one.x, one.y - 5)
    t:press("mouse left")
    t:eq(one.task, "dig")
    t:eventually(function() return one.y == 160 end, 300)
    local came, went, wrong = compare(before, pixels(t.scene), function(px)
      return px + 1 > x - 5 and px < x + 5
    end)
    t:eq({ came, wrong }, { 0, 0 })
    t:eq(went, 21 * (math.ceil(x + 5) - math.floor(x - 5))) -- of the rows 71 to 91
    t:eq(one.task, "walk")
  end },

  { "a building walker fills two rows ahead, and that can be dug through", function(t)
    local one, s = alone(t, 180), t.scene
    local before = pixels(s)
    t:press("build")
    t:point(one.x, one.y - 5)
    t:press("mouse left")
    local x = one.x - 3 -- where the first of twelve pieces was put
    t:eventually(function() return one.task == "walk" end, 200)
    local came, went, wrong = compare(before, pixels(s), function(px, py)
      return px + 1 > x and px < x + 8 + 3 * 11 and (py == 71 or py == 72)
    end)
    t:eq({ went, wrong }, { 0, 0 })
    t:eq(came, 2 * 26) -- the gap: the columns 205 to 230
    t:eventually(function() return one.x > 240 end, 120)
    t:eq(one.y, 71)
    local other = alone(t, 218)
    t:press("dig")
    t:point(other.x, other.y - 5)
    t:press("mouse left")
    t:eventually(function() return other.y == 160 end, 200)
  end },

  { "a tunneling walker gets through the wall, upright", function(t)
    local one = alone(t, 80)
    t:press("tunnel")
    t:point(one.x, one.y - 5)
    t:press("mouse left")
    t:eventually(function() return one.x > 140 end, 400)
    t:eq(t.scene.ground.boxes.push.shape:get(120, 57), true) -- the wall above is there still
  end },
}
