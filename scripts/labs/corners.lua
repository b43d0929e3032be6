-- Corners: two heroes jump into a hole that is hardly wider than they are.
--
-- Each jump starts from another place. The left hero hits the edge if it is off by one unit. The
-- right hero has a corner correction of 4 units, and slips past. Arrow keys: left and right run
-- with both.
--
-- The scene corrects corners only while a hero rises, so that a hero on the ground never slips off
-- an edge.
--
-- Above, three stones hit a corner exactly, where either side could stop them. The stone slides
-- along the side that keeps most of its motion; if both keep the same, it lands on the horizontal
-- side.
--
-- Uses: the option `cornerCorrection` of thing:move, and the normal at an exact corner.
local hitbox = require "hitbox"

local JUMP, GRAVITY, RUN = 6.5, 0.25, 1.5 -- units a tick
local EVERY = 75 -- ticks from jump to jump
local FLOOR, HOLE, ASSIST = 148, 14, 4 -- a hero is 12 wide

local STONE, STEP_TOP, AIM = 8, 56, 15 -- ticks to the corner

--- A stone that comes to a corner of a step along (vx, vy) a tick, from the left if vx > 0.
local function stone(cornerX, vx, vy, color)
  local x = cornerX - (vx > 0 and STONE or 0) - AIM * vx
  local y = STEP_TOP - STONE - AIM * vy
  return { "stone", at = { x, y }, anchor = "top-left", w = STONE, h = STONE, color = color,
    data = { home = { x, y }, vx = vx, vy = vy } }
end

local function wall(x, y, w, h)
  return { "wall", at = { x, y }, anchor = "top-left", w = w, h = h, color = "#505a78" }
end

local things = {
  wall(0, FLOOR, 352, 44), wall(0, 0, 352, 12),
  wall(136, STEP_TOP, 34, 32), wall(182, STEP_TOP, 34, 32), wall(312, STEP_TOP, 34, 32),
  stone(136, 1, 1, "#f2d27a"), stone(216, -2, 1, "#8fd3f0"), stone(312, 1, 2, "#e58ab0"),
}
for i, assist in ipairs { 0, ASSIST } do
  local middle = 176 * i - 88
  things[#things + 1] = wall(middle - 88, 88, 88 - HOLE / 2, 14)
  things[#things + 1] = wall(middle + HOLE / 2, 88, 88 - HOLE / 2, 14)
  things[#things + 1] = wall(middle - 88, 12, 6, FLOOR - 12)
  things[#things + 1] = wall(middle + 82, 12, 6, FLOOR - 12)
  things[#things + 1] = { "hero", at = { middle, FLOOR }, anchor = "feet", w = 12, h = 22,
    color = assist > 0 and "#6fdca0" or "#e08a6f",
    data = { middle = middle, assist = assist, vy = 0, jumps = 0, through = 0, high = false } }
end

return hitbox.scene {
  title = "Corners",
  view = { 352, 192 },
  background = "#1b1a28",
  things = things,
  rules = { { "hero", "wall", response = "slide" }, { "stone", "wall", response = "slide" } },

  update = function(s, input)
    s.def.roll(s)
    for hero in s:each("hero") do
      local jumps = s.ticks % EVERY == 1
      if jumps and input.x == 0 then
        hero:setPosition(hero.middle + s.random(-6, 6), FLOOR)
      end
      if jumps then
        hero.vy, hero.high = -JUMP, false
        hero.jumps = hero.jumps + 1
      end
      hero.vy = hero.vy + GRAVITY
      hero:move(input.x * RUN, hero.vy, { cornerCorrection = hero.vy < 0 and hero.assist or 0 })
      if hero.blocked.above or hero.blocked.below then hero.vy = 0 end
      if hero.y < 88 and not hero.high then
        hero.through, hero.high = hero.through + 1, true
      end
    end
  end,

  --- To the corner and on, again and again.
  roll = function(s)
    for one in s:each("stone") do
      if s.ticks % (2 * AIM + 30) == 1 then
        one:setPosition(one.home[1], one.home[2])
      end
      one:move(one.vx, one.vy)
    end
  end,

  draw = function(s, g)
    for hero in s:each("hero") do
      g:circle(hero.x, hero.y - 17, 4, "#f2d0a0", true)
      local assist = hero.assist > 0 and "cornerCorrection = " .. hero.assist or "none"
      g:text(hero.middle, 154, assist, "white", 10, "top")
      g:text(hero.middle, 170, ("through %d of %d"):format(hero.through, hero.jumps), "grey", 9, "top")
    end
  end,
}
