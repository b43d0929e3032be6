-- The hole is one unit wider than a hero to either side; the heroes jump in the first tick of 75.

local function heroes(t)
  local plain, helped
  for hero in t.scene:each("hero") do
    plain, helped = plain and plain or hero, hero
  end
  return plain, helped
end

--- Let both jump from a place off the middle of the hole.
local function jump(t, off)
  t.scene:reset()
  local plain, helped = heroes(t)
  t.scene.random = function() return off end
  t:step(40)
  return plain.through, helped.through, helped
end

return {
  { "who is off by up to 1 gets through, with the assist by up to 5", function(t)
    for off = -6, 6 do
      local plain, helped = jump(t, off)
      t:eq(plain, math.abs(off) <= 1 and 1 or 0, "without, off by " .. off)
      t:eq(helped, math.abs(off) <= 5 and 1 or 0, "with, off by " .. off)
    end
  end },

  { "it steps aside only as far as it has to", function(t)
    local _, _, hero = jump(t, 4)
    t:eq(hero.x, hero.middle + 1)
    local _, _, other = jump(t, -3)
    t:eq(other.x, other.middle - 1)
  end },

  { "it rises as if nothing had been there", function(t)
    local _, _, hero = jump(t, 0)
    local y = hero.y
    _, _, hero = jump(t, 5)
    t:eq(hero.y, y)
  end },
}
