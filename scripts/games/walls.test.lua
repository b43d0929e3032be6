-- The hero is 10 wide and 18 high; his hands are 16 above his feet. The pillar on the right is from 224 to 256
-- and from y = 80 to 176; behind it is a shaft of 48, up to the wall at 304.

-- From there he falls, pressed to the left side of the upper block, whose top is at 144.
local function hang(t)
  local s = t.scene
  s.hero:setPosition(123, 150)
  t:hold("right")
  t:eventually(function() return s.hero.mind.state == "hangs" end, 60)
  return s, s.hero
end

-- In the shaft he slides down the wall on the right of him.
local function slide(t)
  local hero = t.scene.hero
  hero:setPosition(299, 100)
  t:hold("right")
  t:step(20)
  return hero, hero.y
end

-- Jump off the walls at both sides, steering on to the other one each time.
local function climb(t, is)
  local hero = t.scene.hero
  t:eventually(function()
    if hero.vy > -1 then
      t:release()
      t:step()
      t:hold("jump")
    end
    t:release("left", "right")
    t:hold(hero.facing < 0 and "left" or "right")
    return is()
  end, 300)
end

return {
  { "he slides down a wall slowly while he presses against it, and falls fast if not", function(t)
    local hero, y = slide(t)
    t:step(10)
    t:near(hero.y - y, 8, 0.001) -- 0.8 a tick
    t:ok(hero.slides)
    t:release()
    t:step(2)
    t:ok(not hero.slides and hero.vy > 1)
  end },

  { "he jumps off a wall, away from it, and cannot steer back at once", function(t)
    local hero, y = slide(t)
    t:press("jump")
    t:hold("jump")
    t:step(7)
    t:near(hero.x, 299 - 8 * 2.3, 0.001)
    t:ok(hero.y < y - 20)
    t:step(12)
    t:eq(hero.x > 299 - 19 * 2.3, true, "but after a while he can")
  end },

  { "from wall to wall he comes up the shaft", function(t)
    local s = t.scene
    s.hero:setPosition(299, 224)
    climb(t, function() return s.hero.y < 70 end)
  end },

  { "he holds on to an edge that his hands come past, at its height", function(t)
    local _, hero = hang(t)
    t:eq({ hero.x, hero.y }, { 123, 144 + 16 })
    t:step(60)
    t:eq({ hero.x, hero.y, hero.mind.state }, { 123, 160, "hangs" })
  end },

  { "up pulls him onto the edge, where he stands", function(t)
    local _, hero = hang(t)
    t:release()
    t:press("jump")
    t:step(20)
    t:eq({ hero.x, hero.y, hero.mind.state, hero.blocked.below }, { 133, 144, "free", true })
  end },

  { "down lets him fall, past an edge that he still presses against", function(t)
    local _, hero = hang(t)
    t:press("down")
    t:eventually(function() return hero.blocked.below end, 100)
    t:eq({ hero.x, hero.y }, { 123, 192 })
  end },

  { "up and away jumps off the edge", function(t)
    local _, hero = hang(t)
    t:release()
    t:hold("left")
    t:press("jump")
    t:hold("jump")
    t:step(5)
    t:ok(hero.x < 123 - 10 and hero.y < 160 - 10 and hero.mind.state == "free")
  end },

  { "no edge is held on to where there is no room above it", function(t)
    local s = t.scene
    s:spawn("wall", { at = { 128, 130 }, anchor = "top-left", w = 64, h = 10 })
    s.hero:setPosition(123, 150)
    t:hold("right")
    t:never(function() return s.hero.mind.state == "hangs" end, 100)
  end },

  { "a jump just after an edge counts, one later does not", function(t)
    for after, jumps in pairs { [3] = true, [9] = false } do
      local s = t.scene
      s:reset()
      s.hero:setPosition(186, 144) -- on the upper block, whose right edge is at 192
      t:hold("right")
      t:step()
      t:eventually(function() return not s.hero.blocked.below end, 60)
      t:step(after)
      t:press("jump")
      t:eq(s.hero.vy < 0, jumps)
      t:release()
    end
  end },

  { "from the start he comes to the flag", function(t)
    local s, hero = t.scene, t.scene.hero
    -- Go a way, and jump at each wall and each edge.
    local function go(way, is)
      t:release()
      t:hold(way)
      t:eventually(function()
        local ahead, below = s:tileAt(hero.x + 7 * hero.facing, hero.y - 4), s:tileAt(hero.x + 5 * hero.facing, hero.y + 4)
        if hero.mind.state == "hangs" or hero.blocked.below and (ahead or not below) then t:press("jump") end
        t:hold("jump")
        return is()
      end)
    end
    go("right", function() return hero.x > 170 and hero.y <= 144 end)
    t:release()
    t:hold("right")
    t:eventually(function() return hero.blocked.right and hero.blocked.below end, 300)
    climb(t, function() return hero.y <= 80 and hero.blocked.below end)
    go("left", function() return s.won end)
  end },
}
