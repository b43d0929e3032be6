-- The hero stands still in the middle, at (320, 180), and there are no foes.
local function alone(t)
  local s = t.scene
  s.played = true
  for foe in s:each("foe") do foe:remove() end
  return s
end

local function foeAt(s, x, y, speed, kind)
  return s:spawn(kind or "foe", { at = { x, y }, data = { speed = speed or 0 } })
end

return {
  { "two foes that overlap yield half of it each", function(t)
    local s = alone(t)
    local a, b = foeAt(s, 100, 20), foeAt(s, 106, 20)
    t:step()
    t:near(a.x, 99, 1e-9)
    t:near(b.x, 107, 1e-9)
  end },

  { "a crowd comes to the hero from all sides and does not pass through itself", function(t)
    local s = alone(t)
    for i = 1, 40 do foeAt(s, 20 + 15 * i, i % 2 == 0 and 20 or 340, 0.6) end
    t:step(240)
    local list = {}
    for foe in s:each("foe") do list[#list + 1] = foe end
    for i, a in ipairs(list) do
      for k = i + 1, #list do
        local b = list[k]
        t:ok(math.sqrt((a.x - b.x) ^ 2 + (a.y - b.y) ^ 2) > 5, "two are one")
      end
    end
    t:ok(#list < 40, "the hero shot no foe")
  end },

  { "a shot strikes two and no third", function(t)
    local s = alone(t)
    local list = {}
    for i = 1, 3 do list[i] = foeAt(s, 100 + 20 * i, 320) end
    s:spawn("shot", { at = { 100, 320 }, data = { vx = 7, vy = 0 } })
    t:step(15)
    t:ok(not list[1].alive and not list[2].alive)
    t:ok(list[3].alive)
  end },

  { "a brute bears six", function(t)
    local s = alone(t)
    local brute = foeAt(s, 200, 330, 0, "brute")
    for _ = 1, 5 do
      s:spawn("shot", { at = { 180, 330 }, data = { vx = 7, vy = 0 } })
      t:step(8)
    end
    t:eq(brute.health, 1)
    s:spawn("shot", { at = { 180, 330 }, data = { vx = 7, vy = 0 } })
    t:step(8)
    t:ok(not brute.alive)
  end },

  { "shots stop at a rock, and foes go around it", function(t)
    local s = alone(t)
    s.hero:setPosition(80, 110)
    s:spawn("shot", { at = { 120, 110 }, data = { vx = 7, vy = 0 } })
    t:step(10)
    t:eq(s:count("shot"), 0)
    local foe = foeAt(s, 215, 112, 0.6) -- behind the rock at (170, 110)
    t:step(20)
    t:eq(s:count("shot"), 0)
    t:eventually(function() return not foe.alive end, 270)
  end },

  { "gems that are near come to the hero", function(t)
    local s = alone(t)
    s:spawn("gem", { at = { 360, 180 } })
    local far = s:spawn("gem", { at = { 390, 180 } })
    t:step(15)
    t:eq(s.gems, 1)
    t:ok(far.alive and far.x == 390)
  end },

  { "a hurt hero is safe for a while, and the fifth hit is the last", function(t)
    local s = alone(t)
    s:spawn("brute", { at = { 320, 180 }, data = { health = 1000 } })
    t:step()
    t:eq(s.lives, 4)
    t:step(39)
    t:eq(s.lives, 4)
    t:step()
    t:eq(s.lives, 3)
    t:step(120)
    t:eq(s.lives, 5)
    t:ok(s:count("foe") > 40)
  end },
}
