-- The room is from (8, 8) to (472, 262). The radius of the hero is 6, of a chaser 6, of a brute 10.
local ROOM = { 8, 8, 472, 262 }

--- How far a circle at (x, y) is from the nearest point of a wall; 0 if its middle is inside.
local function gapToWall(wall, x, y)
  if wall.x == 240 and wall.y == 135 then
    return math.min(x - ROOM[1], y - ROOM[2], ROOM[3] - x, ROOM[4] - y)
  end
  local left, top, w, h = wall:rect()
  local dx, dy = math.max(left - x, 0, x - left - w), math.max(top - y, 0, y - top - h)
  return math.sqrt(dx * dx + dy * dy)
end

local function isRound(wall)
  local _, _, w = wall:rect()
  return wall.x == 240 and wall.y == 135 and w == 36
end

--- Raise an error if the hero or a chaser is inside a wall.
local function checkWalls(t)
  local s, walls = t.scene, {}
  for wall in s:each("wall") do walls[#walls + 1] = wall end
  for thing in s:each() do
    local radius = thing.name == "brute" and 10 or (thing.name == "hero" or thing.name == "chaser") and 6
    for _, wall in ipairs(radius and walls or {}) do
      local gap = isRound(wall) and math.sqrt((thing.x - 240) ^ 2 + (thing.y - 135) ^ 2) - 18
        or gapToWall(wall, thing.x, thing.y)
      t:ok(gap >= radius - 1e-9, ("%s at (%g, %g) is inside a wall"):format(thing.name, thing.x, thing.y))
    end
  end
end

--- A scene into which no chaser comes, and that the hero survives.
local function quiet(t, x, y)
  local s = t.scene
  s.entered, s.hearts = -1e9, 1000
  s.hero:setPosition(x, y)
  return s, s.hero
end

--- Let thirty chasers come in while the hero, at (x, y), cannot be felled.
local function crowd(t, x, y)
  local s = t.scene
  s.hearts = 1000
  s.hero:setPosition(x, y)
  t:eventually(function() return s:count("chaser") == 30 end, 1200, "thirty came in")
  return s, s.hero
end

local function chaserAt(s, x, y, pace, kind)
  return s:spawn(kind or "chaser", { at = { x, y }, data = { side = 1, pace = pace or 0 } })
end

return {
  { "thirty chasers come in, and no more, and a fifth of them are brutes", function(t)
    local s = crowd(t, 400, 230)
    t:never(function() return s:count("chaser") > 30 end, 200)
    local brutes = s:count("brute")
    t:ok(brutes >= 5 and brutes <= 7, brutes .. " brutes")
  end },

  { "thirty chasers press towards the hero, and end in a heap around it", function(t)
    local s, hero = crowd(t, 420, 135)
    for _ = 1, 600 do -- the way from the farthest gate, at 0.6 units a tick
      hero:setPosition(420, 135)
      t:step()
    end
    for chaser in s:each("chaser") do
      local _, _, distance = chaser:towards(hero)
      -- 24 discs of radius 6 and 6 of radius 10 cover as much as one of radius 38: a heap is at most twice as wide.
      t:ok(distance < 76, ("one is %g away"):format(distance))
    end
  end },

  { "a crowd presses no chaser and no hero into a wall, at the pillar, in a corner or at a block", function(t)
    local s, hero = crowd(t, 240, 165)
    for _, place in ipairs { { 240, 160 }, { 14, 14 }, { 130, 92 } } do
      hero:setPosition(place[1], place[2])
      for _ = 1, 150 do
        t:step()
        checkWalls(t)
      end
    end
    t:eq(s:count("chaser"), 30)
  end },

  { "a hero that runs along all walls for ten seconds stays out of them, with the crowd behind", function(t)
    crowd(t, 400, 230)
    for _, keys in ipairs { { "left" }, { "left", "up" }, { "up" }, { "right", "up" }, { "right", "down" },
      { "left", "down" } } do
      t:release()
      t:hold(keys[1], keys[2] or keys[1])
      for _ = 1, 100 do
        t:step()
        checkWalls(t)
      end
    end
  end },

  { "two chasers that overlap yield half of the way each", function(t)
    local s = quiet(t, 400, 230)
    local a, b = chaserAt(s, 240, 60), chaserAt(s, 248, 60)
    t:step()
    t:near(a.x, 238, 1e-9)
    t:near(b.x, 250, 1e-9)
  end },

  { "a chaser behind a wall comes round it", function(t)
    local s, hero = quiet(t, 360, 50)
    local chaser = chaserAt(s, 360, 120, 0.8) -- the block between them is 40 wide and high
    t:ok(not chaser:sees(hero, "wall"))
    t:eventually(function() return s.hearts < 1000 end, 200)
  end },

  { "two shots fell a chaser, six a brute", function(t)
    local s = quiet(t, 60, 230)
    for kind, shots in pairs { chaser = 2, brute = 6 } do
      local foe = chaserAt(s, 300, 30, 0, kind)
      for i = 1, shots do
        t:ok(foe.alive, "felled by too few")
        s:spawn("shot", { at = { 280, 30 }, data = { vx = 6, vy = 0 } })
        t:step(6)
        t:eq({ foe.health, s:count("shot") }, { shots - i, 0 })
      end
      t:ok(not foe.alive)
    end
    t:eq(s.felled, 2)
  end },

  { "the hero fires where the mouse is, and fells the chaser that comes from there", function(t)
    local s = quiet(t, 60, 50)
    chaserAt(s, 200, 30, 0.8)
    t:point(200, 30)
    t:hold("fire")
    t:eventually(function() return s.felled == 1 end, 60)
    t:eq(s.hearts, 1000)
  end },

  { "a held button fires each seventh tick, and shots end at walls", function(t)
    local s = quiet(t, 60, 230)
    t:point(60, 100)
    t:hold("fire")
    local most = 0
    for _ = 1, 70 do
      t:step()
      most = math.max(most, s:count("shot"))
    end
    t:ok(most >= 5 and most <= 6, most .. " shots in the air") -- 220 units at 6 a tick are 37 ticks
    t:release()
    t:step(60)
    t:eq(s:count("shot"), 0)
  end },

  { "a stick aims and fires, and the hero looks there until the mouse moves", function(t)
    local s, hero = quiet(t, 60, 230)
    t:point(60, 100)
    t:step()
    t:aim(0.9, 0)
    t:step(14)
    t:eq(hero.angle, 0)
    t:eq(s:count("shot"), 2)
    t:aim(0, 0)
    t:step(20)
    t:eq(hero.angle, 0)
    t:point(60, 101)
    t:step()
    t:near(hero.angle, -math.pi / 2, 1e-9)
  end },

  { "a chaser hurts the hero each 60 ticks, and the fifth blow ends the game", function(t)
    local s, hero = quiet(t, 60, 50)
    s.hearts = 5
    chaserAt(s, 75, 50, 0.5)
    t:eventually(function() return s.hearts == 4 end, 20)
    t:step(59)
    t:eq(s.hearts, 4)
    t:step()
    t:eq(s.hearts, 3)
    t:step(120)
    t:eq({ s.hearts, s.paused }, { 1, false })
    t:step(60)
    t:eq({ s.hearts, s.paused }, { 0, true })
    local x = hero.x
    t:hold("right")
    t:step(100)
    t:eq({ s.hearts, hero.x }, { 0, x })
    t:press("start")
    t:eq(s.hearts, 5)
    t:ok(not s.paused)
  end },

  { "a diagonal is no faster", function(t)
    local _, hero = quiet(t, 60, 50)
    t:hold("right", "down")
    t:step(10)
    t:near(math.sqrt((hero.x - 60) ^ 2 + (hero.y - 50) ^ 2), 18, 1e-9)
  end },
}
