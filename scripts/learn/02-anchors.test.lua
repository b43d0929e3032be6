-- In room coordinates the rooms begin at x = 16, 118, 220 and 322; inside they go from 6 to 82. The
-- floor is at y = 168, the step begins at 62.
local ORIGINS = { 16, 118, 220 }

local function rects(s)
  local list = {}
  for one in s:each("person") do
    local left, top, w, h = one:rect()
    list[#list + 1] = { left - ORIGINS[#list + 1], top, w, h }
  end
  return list
end

return {
  { "feet, centre and corner have the same edges at the start", function(t)
    for _, rect in ipairs(rects(t.scene)) do
      t:eq(table.concat(rect, " "), table.concat({ 31.0, 137.0, 15.0, 31.0 }, " "))
    end
  end },

  { "they collide alike, to the last bit, for twenty seconds", function(t)
    t:never(function(s)
      local list = rects(s)
      local feet, center, corner = list[1], list[2], list[3]
      return feet[1] ~= center[1] or feet[1] ~= corner[1]
        or feet[2] ~= center[2] or feet[2] ~= corner[2]
    end, 1200)
  end },

  { "a wall stops the edge of the body, wherever the anchor is", function(t)
    t:hold("left")
    t:step(25) -- from 31 to 6, one unit each tick
    for one in t.scene:each("person") do
      t:eq(one.blocked.left, false, "flush, but not yet stopped")
    end
    t:step()
    for i, rect in ipairs(rects(t.scene)) do
      t:eq(rect[1], 6, "room " .. i)
    end
    for one in t.scene:each("person") do
      t:eq(one.blocked.left, true)
    end
    t:eq(t.scene.person.x, 16 + 6 + 7.5)
  end },

  { "the knight's boxes are mirrored about the anchor", function(t)
    local knight = t.scene.knight
    t:hold("left")
    t:step() -- one unit to the left, and facing it
    t:eq(knight.x, 353)
    t:eq(knight.facing, -1)
    local left, top, w, h = knight:rect("push")
    t:eq(left, 353 - 11)
    t:eq(left + w, 353 + 4)
    t:eq(top + h, 168)
    left, top, w, h = knight:rect("lance")
    t:eq(left, 353 - 20)
    t:eq(left + w, 353 - 11)
  end },

  { "a lance that only touches a wall does not turn the knight yet", function(t)
    -- The tip is 20 before the anchor, the step begins at 322 + 62 = 384: it touches at x = 364.
    t:step(10)
    t:eq(t.scene.knight.x, 364)
    t:eq(t.scene.knight.way, 1)
    t:step()
    t:eq(t.scene.knight.way, -1)
  end },
}
