-- Up the walls: wall slides, wall jumps, late jumps and ledge grabs.
--
-- Arrow keys run, and up jumps. Press against a wall to slide down slowly; up jumps off it. A jump
-- also works for a few ticks after the hero has left an edge. A hero that falls past an edge and
-- presses against it holds on: up climbs, up and away jumps off, down lets go. The flag is at the
-- top.
--
-- A wall is beside the hero if he does not fit two units further. The hero holds an edge if his
-- hands have passed the top of the blocking thing in this tick and he fits on top of it. Both work
-- for all shapes.
--
-- Uses: s:machine, t:moveByVelocity with gravity, t.blocked, t:hit, t:rect, t:fits, s:tween.
local hitbox = require "hitbox"

local RUN, PUSH, JUMP, HOP, OFF = 1.7, 0.3, 4.6, 1.5, 2.3 -- units a tick
local FALLS, SLIDES = { gravity = 0.25, maxFall = 5 }, { gravity = 0.25, maxFall = 0.8 }
local GRACE, LOCK = 6, 9 -- ticks in which a jump still counts, and ticks without steering after a jump off a wall
local WIDE, HIGH, HANDS = 10, 18, 16 -- of the hero, and from his feet to his hands

local function approach(value, goal, step)
  return math.max(value - step, math.min(value + step, goal))
end

--- At which side a wall is, -1 or 1; nil if at none.
local function wallBeside(hero)
  for side = -1, 1, 2 do
    if not hero:fits(nil, hero.x + 2 * side, hero.y) then return side end
  end
end

--- The height of the edge that his hands have come past in this tick.
---@param before number his y in the tick before
local function edgeAtHand(hero, hits, before)
  for i = 1, hits do
    local other, nx = hero:hit(i)
    local _, top = other:rect()
    if nx == -hero.facing and before - HANDS < top and top <= hero.y - HANDS
      and hero:fits(nil, hero.x + WIDE * hero.facing, top) then
      return top
    end
  end
end

local function jump(hero, vx)
  hero.vy, hero.wished, hero.stood = -JUMP, -GRACE, -GRACE
  if vx then
    hero.vx, hero.lock = vx, LOCK
    hero:face(vx)
  end
  hero.scene:sound("jump", { volume = 0.4 })
end

local states = {
  free = { -- on the ground and in the air
    update = function(hero)
      local s, input, side = hero.scene, hero.scene.input, wallBeside(hero)
      if input:pressed("jump") then hero.wished = s.ticks end
      if hero.blocked.below then hero.stood = s.ticks end
      local wishes = s.ticks - hero.wished < GRACE
      if wishes and s.ticks - hero.stood < GRACE then
        jump(hero)
      elseif wishes and side then
        jump(hero, -OFF * side)
      elseif not input:down("jump") then
        hero.vy = math.max(hero.vy, -HOP)
      end
      hero.lock = math.max(hero.lock - 1, 0)
      if hero.lock == 0 then
        hero:face(input.x)
        hero.vx = approach(hero.vx, input.x * RUN, PUSH)
      end
      local before, presses = hero.y, side == input.x
      local hits = hero:moveByVelocity(presses and hero.vy > 0 and SLIDES or FALLS)
      hero.slides = presses and hero.vy > 0 and not hero.blocked.below
      hero.edge = hero.slides and edgeAtHand(hero, hits, before)
      return hero.edge and "hangs" or nil
    end,
  },
  hangs = {
    enter = function(hero)
      hero.vx, hero.vy, hero.slides = 0, 0, false
      hero:setPosition(hero.x, hero.edge + HANDS)
    end,
    update = function(hero)
      local input = hero.scene.input
      if input:pressed("jump") and input.x == -hero.facing then
        jump(hero, OFF * input.x)
        return "free"
      end
      return input:pressed("jump") and "climbs" or input:pressed("down") and "free" or nil
    end,
  },
  climbs = {
    enter = function(hero)
      local s, x = hero.scene, hero.x + WIDE * hero.facing
      s:tween(hero, { y = hero.edge }, 12, "out", function()
        s:tween(hero, { x = x }, 6, "in", function() hero.mind:switch("free") end)
      end)
    end,
  },
}

local function drawHero(g, hero)
  local x, y, f, state = hero.x, hero.y, hero.facing, hero.mind.state
  local stride = hero.blocked.below and 2.5 * math.sin(x / 4) * math.min(math.abs(hero.vx), 1) or 1.5
  g:rect(x - 3.5 + stride, y - 5, 3, 5, "#3a3350", true)
  g:rect(x + 0.5 - stride, y - 5, 3, 5, "#3a3350", true)
  g:rect(x - 4, y - 11, 8, 7, "#d9573f", true)
  g:circle(x, y - 14, 4.5, "#f2d0a0", true)
  g:rect(x - 4.5, y - 17, 9, 2.5, "#ffd35a", true)
  g:circle(x + 2 * f, y - 13.5, 0.8, "#20242c", true)
  local up = state ~= "free" and 7 or hero.slides and 3 or 0 -- his hands
  g:line(x - f, y - 9, x + 5 * f, y - 9 - up, "#f2d0a0", 2)
  if hero.slides then
    for i = 0, 2 do g:circle(x + 5 * f, y - (hero.scene.ticks + 4 * i) % 12, 1 + i % 2, "#ffffff50", true) end
  end
end

return hitbox.scene {
  title = "Up the walls", view = { 320, 240 }, background = "#1d2033",
  types = {
    wall = { color = "#5d6a8c" }, flag = { anchor = "feet", w = 10, h = 24, color = "#ffd35a" },
    hero = { anchor = "feet", w = WIDE, h = HIGH, color = "#f08a5d",
      data = { vx = 0, vy = 0, wished = -GRACE, stood = -GRACE, lock = 0 } },
  },
  map = { tile = 16, legend = { ["#"] = "wall", F = "flag", ["@"] = "hero" }, rows = {
    "####################", "#..................#", "#..................#", "#.F................#", "#######............#",
    "#.........##..##...#", "#.............##...#", "#.............##...#", "#.............##...#", "#.......####..##...#",
    "#.......####..##...#", "#.......####.......#", "#...########.......#", "#@..########.......#", "####################" } },
  rules = { { "hero", "wall", response = "slide" }, { "hero", "flag", on = "win", once = true } },
  start = function(s) s.hero.mind = s:machine(states, "free", s.hero) end,
  win = function(s)
    s.won = s.ticks
    s:sound("coin")
  end,
  draw = function(s, g)
    g:circle(214, 62, 26, "#e9e4cf18", true)
    g:circle(214, 62, 20, "#e9e4cf", true)
    for i = 1, 40 do g:rect(i * i * 53 % 319, i * 37 % 201, 1, 1, "#ffffff60", true) end
    for wall in s:each("wall") do
      local x, y, w, h = wall:rect()
      g:rect(x, y, w, h, "#333b57", true)
      for row = 0, h / 8 - 1 do
        g:line(x, y + 8 * row, x + w, y + 8 * row, "#1d203380")
        for at = row % 2 * 8, w - 1, 16 do g:line(x + at, y + 8 * row, x + at, y + 8 * row + 8, "#1d203380") end
      end
    end
    local x, y, up = s.flag.x, s.flag.y, s.won and 0 or 12
    g:line(x, y, x, y - 24, "#c9ccd6", 1.5)
    g:polygon({ x, y - 24 + up, x + 10, y - 20 + up + math.sin(s.ticks / 9), x, y - 16 + up }, "#ffd35a", true)
    drawHero(g, s.hero)
    g:text(22, 3, s.won and "Well done! " .. math.floor(s.won / 60) .. " seconds. r: again" or "←  → run    ↑ jump, off walls as well    ↓ let go",
      "white", 8)
  end,
}
