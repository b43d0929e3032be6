-- The boss stays where it is put: its left wing is from 65 to 91 across and 37 to 53 down when it is at (120, 45).
local function still(t)
  local s = t.scene
  s.played, s.boss.way = true, 0
  s.boss:stop()
  s.ship:setPosition(20, 190)
  return s, s.boss
end

local function shoot(t, x, n)
  for _ = 1, n or 1 do
    t.scene:spawn { "shot", at = { x, 100 }, w = 2, h = 7 }
    t:step(14)
  end
end

return {
  { "each part bears what it bears, and is gone then", function(t)
    local s, boss = still(t)
    shoot(t, 78, 11)
    t:eq(s.hp.left, 1)
    t:ok(boss.boxes.left)
    shoot(t, 78)
    t:ok(not boss.boxes.left)
    t:eq(s.hp.right, 12)
    shoot(t, 78)
    t:eq(s.hp.left, 0)
  end },

  { "a part that is gone does not come back with the next action", function(t)
    local _, boss = still(t)
    boss:play("fan")
    shoot(t, 78, 12)
    boss:play("rest", { force = true })
    t:step(60)
    t:ok(not boss.boxes.left)
  end },

  { "the core is closed until both wings are gone", function(t)
    local s, boss = still(t)
    s:spawn { "shot", at = { 120, 66 }, w = 2, h = 7 }
    t:step()
    t:eq(s.hp.core, 20)
    t:eq(s.shot.vy, 4) -- it glances off, downwards
    s.hp.left, s.hp.right = 0, 0
    shoot(t, 120)
    t:eq(s.hp.core, 19)
    t:ok(boss.alive)
  end },

  { "with its core the boss is gone, and two seconds later all begins anew", function(t)
    local s = still(t)
    s.hp.left, s.hp.right, s.hp.core = 0, 0, 1
    shoot(t, 120)
    t:ok(not s.boss)
    t:eventually(function() return s.boss end, 125)
    t:eq(s.hp.core, 20)
  end },

  { "the lance is out from frame 40 to 59", function(t)
    local _, boss = still(t)
    boss:play("lance")
    local d = boss:frameData()
    t:eq(d.startup .. " " .. d.active .. " " .. d.recovery, "39 20 31")
    t:step(39)
    t:ok(boss.boxes.hit)
    t:step(20)
    t:ok(not boss.boxes.hit)
  end },

  { "a fan of seven comes twice, and one hit makes safe for a while", function(t)
    local s, boss = still(t)
    boss:play("fan")
    t:step(31)
    t:eq(s:count("flak"), 14)
    local flak = s.flak
    s.ship:setPosition(flak.x, flak.y)
    t:step(3)
    t:eq(s.ship.hp, 2)
  end },
}
