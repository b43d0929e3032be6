-- The hero begins on the ledge to the left, his middle at 55, 105. Rocks hang at 80 to 100, 30 to 40, at 150 to
-- 170, 40 to 60, and at 240 to 260, 40 to 50; the ceiling is at 10. The rope reaches 150.
local function hang(t, x, y)
  t:point(x, y)
  t:hold("mouse left")
  t:step(1)
end

local function far(s)
  local pin = s.rope[#s.rope]
  return math.sqrt((s.hero.x - pin.x) ^ 2 + (s.hero.y - pin.y) ^ 2)
end

return {
  { "the hook holds where the ray meets rock", function(t)
    hang(t, 80, 60) -- 25 to the right and 45 up: it meets the lower edge of the first rock, 65 above
    local pin = t.scene.rope[1]
    t:near(pin.x, 55 + 65 * 25 / 45, 1e-9)
    t:near(pin.y, 40, 1e-9)
    t:near(t.scene.rope.length, 65 / 45 * math.sqrt(25 ^ 2 + 45 ^ 2), 1e-9)
  end },

  { "beyond the rope's reach it holds nowhere", function(t)
    hang(t, 300, 40)
    t:eq(t.scene.rope, nil)
    t:step(30)
    t:eq({ t.scene.hero.x, t.scene.hero.y }, { 55, 105 })
  end },

  { "a swinging hero is never farther away than the rope is long", function(t)
    local s = t.scene
    s.hero:setPosition(110, 70)
    hang(t, 90, 36)
    t:hold("right")
    t:never(function() return far(s) > s.rope.length + 1e-9 end, 400)
  end },

  { "unsteered, he rises nearly as high as his speed would take him", function(t)
    local s = t.scene
    s.hero:setPosition(205, 70)
    hang(t, 205, 0) -- he hangs straight down from the ceiling, 60 below
    s.hero.vx = 2 -- by v^2 / 2g he would rise by 8; the rope takes a little
    local highest = 0
    t:never(function() highest = math.max(highest, 70 - s.hero.y) end, 300)
    t:ok(highest > 7 and highest < 8)
  end },

  { "the rope lies round a corner, and comes off it again", function(t)
    local s = t.scene
    s.hero:setPosition(120, 80)
    hang(t, 145, 10) -- the ceiling, just to the left of the middle rock
    s.hero.vx = 2.5
    t:eventually(function() return #s.rope == 2 end, 120)
    t:eq({ s.rope[2].x, s.rope[2].y }, { 150, 60 })
    t:ok(s.hero.x > 150)
    t:near(far(s), s.rope.length, 0.2)
    t:eventually(function() return #s.rope == 1 end, 240)
    t:ok(s.hero.x < 154)
    t:near(s.rope.length, math.sqrt(25 ^ 2 + 70 ^ 2), 1e-9) -- as at first
  end },

  { "a hero that lets go flies on, and walks after the landing", function(t)
    local s = t.scene
    s.hero:setPosition(60, 60)
    hang(t, 90, 36)
    s.hero.vx, s.hero.vy = 0, 0
    t:release()
    t:step(1)
    t:ok(not s.rope and s.flying)
    t:eventually(function() return not s.flying end, 120)
    t:eq(s.hero.y, 105)
    t:hold("right")
    t:step(10)
    t:ok(s.hero.x > 70)
  end },

  { "over the thorns he goes by two hooks", function(t)
    local s = t.scene
    t:step(5)
    t:hold("right")
    t:step(15)
    hang(t, 155, 55)
    t:step(55)
    t:release("mouse left")
    t:step(4)
    hang(t, 245, 45)
    t:step(19)
    t:release("mouse left")
    t:eventually(function() return s.won end, 120)
    t:eq(s.falls, 0)
  end },

  { "thorns are the end of a fall, and he begins again", function(t)
    local s = t.scene
    s.hero:setPosition(160, 150)
    t:eventually(function() return s.falls == 1 end, 120)
    t:eq({ s.hero.x, s.hero.y }, { 55, 105 })
  end },
}
