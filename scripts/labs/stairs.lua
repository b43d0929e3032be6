-- Stairs: walkers climb steps up to a height of their own.
--
-- The box climbs steps of 10 units, the disc of 8, the capsule of 5; a higher step turns them
-- around. The hill is made of pixels, and each pixel is a step. Arrow keys: left and right to
-- walk, up to jump; x changes the step height of the hero.
--
-- Uses: the option stepUp of thing:walk.
local hitbox = require "hitbox"

local FLOOR, SPEED, JUMP = 168, 1, 4
local HEIGHTS = { 0, 5, 8, 10 } -- of the hero's steps
local STONE = "#6b7488"

local things = { { "stone", at = { 0, FLOOR }, anchor = "top-left", w = 480, h = 32, color = STONE },
  { "stone", at = { 0, 0 }, anchor = "top-left", w = 8, h = FLOOR, color = STONE },
  { "stone", at = { 472, 0 }, anchor = "top-left", w = 8, h = FLOOR, color = STONE } }

--- Steps of one height, up and down again.
---@param x number where they begin
local function stairs(x, count, height, tread)
  for i = 1, count do
    table.insert(things, { "stone", at = { x + (i - 1) * tread, FLOOR - i * height }, anchor = "top-left",
      w = (2 * (count - i) + 1) * tread, h = height, color = STONE })
  end
end

stairs(60, 4, 5, 14)
stairs(190, 3, 8, 16)
stairs(300, 2, 10, 16)
table.insert(things, { "stone", at = { 380, FLOOR - 24 }, color = STONE, shape = hitbox.mask(72, 24,
  function(x, y) return y >= 24 - 24 * math.sin(math.pi * (x + 0.5) / 72) end) })

local function walker(name, x, stepUp, color, box)
  box[1], box.at, box.color, box.data = name, { x, FLOOR }, color, { stepUp = stepUp, way = 1, vy = 0 }
  table.insert(things, box)
end

walker("walker", 20, 10, "#e6a15c", { anchor = "feet", w = 12, h = 16 })
walker("walker", 32, 8, "#d9d36b", { shape = hitbox.circle(0, -7, 7) })
walker("walker", 44, 5, "#d987b4", { shape = hitbox.capsule(0, -14, 0, -5, 5) })
walker("hero", 160, 8, "#6fb4dc", { anchor = "feet", w = 10, h = 18 })

local function go(one, dx)
  one.stands = one:walk(dx, nil, { gravity = 0.25, maxFall = 5, stepUp = one.stepUp }) ~= nil
end

return hitbox.scene {
  title = "Stairs",
  view = { 480, 200 },
  background = "#171c24",
  things = things,
  rules = {
    { "walker", "stone", response = "slide" },
    { "hero", "stone", response = "slide" },
  },

  update = function(s, input)
    for one in s:each("walker") do
      go(one, one.way * SPEED)
      if one.blocked.left or one.blocked.right then
        one.way = -one.way
      end
    end
    local hero = s.hero
    if input:pressed("fire") then
      local i = 1
      while HEIGHTS[i] <= hero.stepUp and i < #HEIGHTS do
        i = i + 1
      end
      hero.stepUp = hero.stepUp == HEIGHTS[#HEIGHTS] and HEIGHTS[1] or HEIGHTS[i]
    end
    if hero.stands and input:pressed("jump") then
      hero.vy = -JUMP
    end
    go(hero, input.x * SPEED)
  end,

  draw = function(s, g)
    g:text(16, 12, "Stairs", "white", 11)
    g:text(16, 30, ("the hero steps up by %d"):format(s.hero.stepUp), "grey", 9)
    g:text(16, 182, "←  → walk    ↑ jump    x how high", "white", 9)
    g:text(106, 136, "5", "grey", 8)
    g:text(227, 132, "8", "grey", 8)
    g:text(321, 136, "10", "grey", 8)
    for one in s:each("walker") do
      g:text(one.x, one.y - 25, tostring(one.stepUp), one.color, 9, "bottom")
    end
  end,
}
