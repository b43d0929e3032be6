-- The floor is at 204. Platforms go by one period of a cosine: the lift between 204 and 90 in 300
-- ticks, the ferry between 80 and 216 in 360, rams in 240, the press down to 198 in 200.

local function overlap(a, b)
  local x1, y1, w1, h1 = a:rect()
  local x2, y2, w2, h2 = b:rect()
  return x1 < x2 + w2 and x2 < x1 + w1 and y1 < y2 + h2 and y2 < y1 + h1
end

return {
  { "what rides keeps its place on the platform", function(t)
    t:step(60)
    local s = t.scene
    local crates = {}
    for one in s:each("crate") do crates[#crates + 1] = one end
    local onLift, onThat, onFerry = crates[1], crates[2], crates[3]
    local dx = onFerry.x - s.ferry.x
    t:never(function()
      return math.abs(onLift.x - 66) > 0 or onLift.y ~= s.lift.y or onThat.y ~= onLift.y - 14
        or onFerry.y ~= s.ferry.y or math.abs(onFerry.x - s.ferry.x - dx) > 1e-9
    end, 700)
  end },

  { "nothing is ever inside of anything that it is not crushed by", function(t)
    t:step(60)
    t:never(function(s)
      for a in s:each() do
        for b in s:each() do
          local solid = a ~= b and a.vy and (b.vy or b.name == "ground" or b.name ~= "ferry")
          if solid and not a.lost and not b.lost and overlap(a, b) then
            return true
          end
        end
      end
    end, 700)
  end },

  { "rams push the crates to and fro, and both at once", function(t)
    local s = t.scene
    local crates = {}
    for one in s:each("crate") do crates[#crates + 1] = one end
    local near, far = crates[4], crates[5]
    t:step(480)
    local least, most = near.x, near.x
    for _ = 1, 240 do
      t:step()
      t:ok(near.x + 14 <= far.x, "the two never overlap")
      t:eq(near.y, 204)
      least, most = math.min(least, near.x), math.max(most, near.x)
    end
    -- from the front of the left ram, at 182, to that of the right one, at 208, less both crates
    t:near(most, 182 + 7, 1e-9)
    t:near(least, 208 - 14 - 7, 1e-9)
  end },

  { "the press crushes what is under it, which begins anew", function(t)
    local s = t.scene
    t:step(110)
    t:eq(s.crushes, 1)
    t:step(200)
    t:eq(s.crushes, 1)
    s.hero:setPosition(360, 204)
    t:step(200)
    t:eq(s.crushes, 2)
    t:near(s.hero.x, 20, 1e-9)
  end },

  { "the hero rides the lift, and steps off it onto the ledge", function(t)
    local s = t.scene
    t:step(2)
    t:hold("right")
    t:press("jump")
    t:eventually(function() return s.hero.x > 44 end, 60)
    t:release("right")
    t:eventually(function() return s.hero.y <= 91 and s.hero.stands end, 400)
    t:hold("left")
    t:eventually(function() return s.hero.x < 28 end, 60)
    t:eq(s.hero.y, 90)
  end },

  { "the ferry is jumped onto from below", function(t)
    local s = t.scene
    local hero = s.hero
    hero:setPosition(s.ferry.x + 40, s.ferry.y + 28)
    hero.vy = -4.2
    t:eventually(function() return hero.stands end, 60)
    t:eq(hero.y, s.ferry.y)
    local dx = hero.x - s.ferry.x
    t:step(300)
    t:near(hero.x - s.ferry.x, dx, 1e-9)
  end },
}
