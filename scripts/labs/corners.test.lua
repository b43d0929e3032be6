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
  { "a hero that is off by up to 1 gets through, with the correction by up to 5", function(t)
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

  { "an exact corner has the side along which most of the motion is left, else the level one",
    function(t)
    local stones = {}
    for one in t.scene:each("stone") do stones[#stones + 1] = one end
    t:step(15)
    local flat, long, steep = stones[1], stones[2], stones[3]
    t:eq(flat.x + 8, 136) -- all three are at their corners
    t:eq(long.x, 216)
    t:eq(steep.x + 8, 312)
    t:step(5)
    t:eq(flat.y + 8, 56) -- (1, 1) lands
    t:eq(flat.x + 8, 136 + 5)
    t:eq(long.y + 8, 56) -- (-2, 1) goes on over the step
    t:eq(long.x, 216 - 2 * 5)
    t:eq(steep.x + 8, 312) -- (1, 2) falls along it
    t:eq(steep.y + 8, 56 + 2 * 5)
  end },

  { "it rises as if nothing had been there", function(t)
    local _, _, hero = jump(t, 0)
    local y = hero.y
    _, _, hero = jump(t, 5)
    t:eq(hero.y, y)
  end },
}
