-- A jump starts with 5 units a tick upwards, and gravity takes a quarter off in each. The first floor is at 176,
-- from 0 to 240; a ledge at 128 is from 80 to 144; the wall of the block is at 368, its top at 80.

-- The hero alone, at rest, and on its feet after two ticks if there is something below.
local function alone(t, x, y)
  for slime in t.scene:each("slime") do slime:remove() end
  t.scene.hero:setPosition(x, y)
  t:step(2)
  return t.scene.hero
end

-- Hold buttons, and no others, until something is so.
local function playUntil(t, is, ...)
  t:release()
  if ... then t:hold(...) end
  t:eventually(is, 400, ("with %s held, hero at (%g, %g), tick %d"):format(
    table.concat({ ... }, " "), t.scene.hero.x, t.scene.hero.y, t.scene.ticks))
end

return {
  { "a held jump rises 4.75 + 4.5 + ... + 0.25 = 47.5 units", function(t)
    local hero = alone(t, 40, 176)
    t:contact("hero.push", "wall")
    t:hold("jump")
    t:step(20)
    t:eq(hero.y, 176 - 47.5)
    t:step(20)
    t:eq(hero.y, 176)
  end },

  { "a tapped jump rises 4.75, then 2.25 + 2 + ... + 0.25 = 11.25", function(t)
    local hero = alone(t, 40, 176)
    t:press("jump")
    t:step(9)
    t:eq(hero.y, 176 - 4.75 - 11.25)
  end },

  { "a jump counts for five ticks after the ground was lost, not for six", function(t)
    local hero = alone(t, 40, 176)
    hero:setPosition(40, 100)
    t:step(5) -- the first of them begins on the ground still
    t:press("jump")
    t:eq(hero.vy, -4.75)
    t.scene:reset()
    hero = alone(t, 40, 176)
    hero:setPosition(40, 100)
    t:step(6)
    t:press("jump")
    t:eq(hero.vy, 7 * 0.25)
  end },

  { "a jump that is wished five ticks before the landing counts, six before it does not", function(t)
    for early = 5, 6 do
      t.scene:reset()
      local hero = alone(t, 40, 176 - 20)
      t:eventually(function() return hero.ground end) -- a first fall tells when it lands
      local ticks = t.scene.ticks
      t.scene:reset()
      hero = alone(t, 40, 176 - 20)
      t:step(ticks - 2 - early)
      t:press("jump")
      t:step(early)
      t:eq(hero.vy < 0, early == 5)
    end
  end },

  { "a ledge lets the hero through from below, and carries from above", function(t)
    local hero = alone(t, 112, 176)
    t:hold("jump")
    t:step(20)
    t:eq(hero.y, 128.5) -- 0.5 too low
    t.scene:reset()
    hero = alone(t, 112, 160)
    hero.stood = t.scene.ticks
    t:hold("jump")
    t:step(20)
    t:eq(hero.y, 160 + 0.25 + 0.5 - 47.5) -- the feet are above the ledge
    t:step(20)
    t:eq(hero.y, 128)
    t:contact("hero.push", "ledge")
  end },

  { "down drops the hero through a ledge, and not through the ground", function(t)
    local hero = alone(t, 112, 128)
    t:eq(hero.ground.name, "ledge")
    t:step(30)
    t:eq(hero.y, 128)
    t:press("down")
    t:eq(hero.y, 128.25)
    t:step(60)
    t:eq({ hero.y, hero.ground.name }, { 176, "wall" })
    t:hold("down")
    t:step(30)
    t:eq(hero.y, 176)
  end },

  { "a ledge does not carry a hero that only touches its corner", function(t)
    local hero = alone(t, 144 + 5, 128) -- the ledge ends at 144, the hero reaches 6 to each side
    t:eq(hero.y, 128)
    hero:setPosition(144 + 6, 128)
    t:step()
    t:eq(hero.y, 128.25)
  end },

  { "the lift carries the hero up and down, between 184 and 76", function(t)
    local s, hero = t.scene, alone(t, 344, 170)
    t:eventually(function() return hero.ground == s.lift end, 60)
    local top, bottom = math.huge, 0
    for _ = 1, 315 do -- once up and down: 2 pi * 50 ticks
      t:step()
      t:eq({ hero.x, hero.y, hero.ground.name }, { 344, s.lift.y, "lift" })
      top, bottom = math.min(top, hero.y), math.max(bottom, hero.y)
    end
    t:near(top, 76, 0.02)
    t:near(bottom, 184, 0.02)
  end },

  { "the hero runs and jumps on the lift as on the ground", function(t)
    local s, hero = t.scene, alone(t, 344, 170)
    t:eventually(function() return s.lift.y < 140 and hero.ground == s.lift end, 200)
    t:press("jump")
    t:ok(hero.y < s.lift.y - 3)
    t:eventually(function() return hero.ground == s.lift end, 60)
    t:hold("left")
    t:step(4)
    t:eq({ hero.x, hero.y }, { 344 - 0.25 - 0.5 - 0.75 - 1, s.lift.y })
  end },

  { "the spring throws the hero 6.25 + 6 + ... + 0.25 = 81.25 units up", function(t)
    local s, hero = t.scene, alone(t, 40, 176)
    hero:setPosition(s.spring.x, 60)
    t:eventually(function() return hero.vy == -6.5 end, 60)
    t:eq(hero.y, 74) -- the spring is 6 high, on 80
    local top = hero.y
    t:press("jump") -- neither cuts the throw short nor makes a jump of it
    for _ = 1, 30 do
      t:step()
      top = math.min(top, hero.y)
    end
    t:eq(top, 74 - 81.25)
    t:eventually(function() return hero.vy == -6.5 end, 60, "it throws again")
  end },

  { "the spring lets the hero through from the side", function(t)
    local s, hero = t.scene, alone(t, 390, 80)
    t:hold("right")
    t:eventually(function() return hero.x > s.spring.x + 13 end, 60)
    t:eq(hero.y, 80)
  end },

  { "a hero that presses against a wall slides down it at 1 unit a tick", function(t)
    local hero = alone(t, 368 - 6, 90)
    hero.vx, hero.vy = 2, 0
    t.scene.lift:setPosition(320, 184)
    t:hold("right")
    t:step(10)
    t:eq({ hero.x, hero.vy }, { 362, 1 })
    local y = hero.y
    t:step(10)
    t:eq({ hero.y, hero.slides }, { y + 10, true })
    t:release()
    t:step(10) -- the first of these begins at the wall, and without pressing it falls
    t:eq({ hero.vy, hero.slides }, { 3.5, false })
  end },

  { "a jump off a wall leads away from it, and cannot be turned back for 10 ticks", function(t)
    local hero = alone(t, 362, 90)
    hero.vx, hero.vy = 2, 0
    t:hold("right")
    t:step(12)
    local y = hero.y
    t:hold("jump")
    t:step(10)
    t:eq({ hero.x, hero.facing }, { 362 - 20, -1 })
    t:eq(hero.y, y - (4.75 + 2.5) * 10 / 2)
    t:step(40)
    t:eq(hero.x, 362, "back at the wall")
  end },

  { "walls close together lead up, by one jump after the other", function(t)
    local s, hero = t.scene, alone(t, 550, 176)
    playUntil(t, function() return hero.y < 150 and hero.blocked.right end, "right", "jump")
    local jumps, way = 0, "right"
    playUntil(t, function()
      if hero.ground and hero.y == 48 then return true end
      if hero.slides and (hero.blocked.left or hero.blocked.right) then
        way, jumps = way == "right" and "left" or "right", jumps + 1
        t:release()
        t:step()
        t:hold(way, "jump")
      end
    end, "right", "jump")
    t:ok(jumps >= 2 and jumps <= 8, jumps .. " jumps")
    t:ok(hero.x > 570 and s.hearts == 3)
  end },

  { "a coin is taken by overlapping it, touching is not enough", function(t)
    local hero = alone(t, 104 - 5 - 6, 128)
    t:eq(t.scene.coins, 0)
    hero:setPosition(104 - 5 - 6 + 0.25, 128)
    t:step()
    t:eq(t.scene.coins, 1)
    t:eq(t.scene:count("coin"), 12)
  end },

  { "feet on a head are a stomp, and it does not hurt", function(t)
    local slime = t.scene.slime
    t.scene.hero:setPosition(slime.x, slime.y - 36)
    t:eventually(function() return not slime.alive end, 30)
    t:eq({ t.scene.hearts, t.scene.hero.vy }, { 3, -5 })
  end },

  { "a slime hurts a hero that stays in it again after 60 ticks, not sooner", function(t)
    local hero, slime = t.scene.hero, t.scene.slime
    local function stay(ticks)
      for _ = 1, ticks do
        hero.vx, hero.vy = 0, 0
        hero:setPosition(slime.x, slime.y)
        t:step()
      end
    end
    stay(60)
    t:eq(t.scene.hearts, 2)
    stay(1)
    t:eq(t.scene.hearts, 1)
  end },

  { "a slime turns where its sensor has left the ground", function(t)
    local slime = t.scene.slime
    -- From 392, half a unit a tick. Its sensor begins 8 ahead of it; the block is from 368 to 448.
    t:step(95)
    t:eq({ slime.x, slime.facing }, { 439.5, 1 })
    t:step()
    t:eq({ slime.x, slime.facing }, { 440, -1 })
    t:never(function() return slime.x < 376 or slime.x > 440 or slime.y ~= 80 end, 1000)
  end },

  { "a fall into the gap costs a heart, the last one begins anew", function(t)
    t.scene.hero:setPosition(264, 261)
    t:step()
    t:eq(t.scene.hearts, 2)
    t.scene.hearts, t.scene.coins = 1, 5
    t.scene.hero:setPosition(264, 261)
    t:step()
    t:eq({ t.scene.hearts, t.scene.coins, t.scene.hero.x }, { 3, 0, 40 })
  end },

  { "the view follows the hero, and ends with the level", function(t)
    local view, hero = t.scene.view, t.scene.hero
    for _, case in ipairs { { 40, 0 }, { 300, 108 }, { 690, 320 } } do
      hero:setPosition(case[1], 40)
      t:step()
      t:eq(view.x, case[2])
    end
  end },

  { "played from the start, jump, lift and spring lead to the flag", function(t)
    local s, hero = t.scene, t.scene.hero
    playUntil(t, function() return hero.x > 160 end, "right")
    playUntil(t, function() return hero.vy > 0 end, "right", "jump") -- over the slime, or onto it
    playUntil(t, function() return hero.ground end, "right")
    playUntil(t, function() return hero.x > 228 end, "right")
    playUntil(t, function() return hero.x > 290 end, "right", "jump") -- over the gap
    playUntil(t, function() return hero.ground end)
    playUntil(t, function() return s.lift.y > 176 end) -- a step down
    playUntil(t, function() return hero.x > 332 end, "right")
    playUntil(t, function() return hero.ground == s.lift end)
    playUntil(t, function() return hero.y < 79 end)
    playUntil(t, function() return hero.x > 374 and hero.ground end, "right")
    s.slime:remove()
    playUntil(t, function() return hero.x > 386 end, "right")
    playUntil(t, function() return hero.vy < 0 end, "right", "jump")
    playUntil(t, function() return hero.vy == -6.5 end, "right") -- a short jump, onto the spring
    playUntil(t, function() return hero.ground end, "right")
    t:eq({ hero.y, hero.ground.name }, { 32, "ledge" })
    playUntil(t, function() return hero.x > 500 end, "right")
    playUntil(t, function() return s.won end, "right", "jump")
    t:eq(hero.y, 48)
    t:ok(s.coins >= 1)
  end },
}
