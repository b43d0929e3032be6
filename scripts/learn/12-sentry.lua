-- Sentries: lines of sight.
--
-- Sneak past the sentries to the gold; arrow keys walk. The area that a sentry sees is drawn, and
-- obstacles throw shadows. A hero that is seen for half a second begins again.
--
-- Uses: t:sees with a range, a cone and named points, s:raycast, s:machine, children on points.
local hitbox = require "hitbox"

local SIGHT = { from = "eye", range = 110, cone = math.rad(64) }
local PATIENCE = 30 -- ticks until the alarm

--- The corners of what a sentry sees: its eye, and where rays within its cone end.
local function seen(s, sentry)
  local x, y = sentry:point("eye")
  local corners = { x, y }
  for i = -24, 24 do
    local dx, dy = hitbox.direction(sentry.angle + SIGHT.cone * i / 48)
    dx, dy = SIGHT.range * dx, SIGHT.range * dy
    local _, t = s:raycast(x, y, dx, dy, "solid")
    corners[#corners + 1], corners[#corners + 2] = x + dx * (t or 1), y + dy * (t or 1)
  end
  return corners
end

local states = {
  patrol = {
    update = function(sentry)
      local goal = sentry.route[sentry.leg]
      local dx, dy = goal[1] - sentry.x, goal[2] - sentry.y
      local far = math.sqrt(dx * dx + dy * dy)
      local turn = (hitbox.angle(dx, dy) - sentry.angle + math.pi) % (2 * math.pi) - math.pi
      sentry.angle = sentry.angle + math.max(-0.05, math.min(0.05, turn))
      if far < 1 then
        sentry.leg = sentry.leg % #sentry.route + 1
      elseif math.abs(turn) < 0.1 then -- it turns before it walks
        sentry:move(0.6 * dx / far, 0.6 * dy / far)
      end
      return sentry:sees(sentry.scene.hero, "solid", SIGHT) and "alert" or nil
    end,
  },
  alert = {
    update = function(sentry, machine)
      local s = sentry.scene
      if machine.ticks == PATIENCE then
        s.caught = s.caught + 1
        s.hero:setPosition(24, 150)
      end
      return not sentry:sees(s.hero, "solid", SIGHT) and "patrol" or nil
    end,
  },
}

return hitbox.scene {
  title = "Sentries",
  view = { 320, 180 },
  background = "#1b2027",
  types = {
    wall = { group = "solid", color = "#596273" },
    crate = { group = "solid", w = 16, h = 16, color = "#a9865b" },
    gold = { r = 5, color = "#ffb938" },
    hero = { w = 9, h = 9, color = "#7fb4e6" },
    sentry = { r = 6, color = "#9bb0c8", points = { eye = { 4, 0 } }, data = { leg = 1 } },
  },
  map = { tile = 16, legend = { ["#"] = "wall", c = "crate", o = "gold" }, rows = {
    "####################", "#.........#.......o#", "#.........#........#", "#....c.......c.....#", "#.........#........#",
    "#.....##..#...c....#", "####..#...####..####", "#.....#............#", "#..c..#.....c......#", "#.........c........#",
    "####################" } },
  things = {
    { "hero", at = { 24, 150 } },
    { "sentry", at = { 40, 24 }, data = { route = { { 136, 24 }, { 136, 72 }, { 40, 72 }, { 40, 24 } } } },
    { "sentry", at = { 184, 32 }, data = { route = { { 296, 32 }, { 296, 72 }, { 184, 72 }, { 184, 32 } } } },
    { "sentry", at = { 136, 120 }, data = { route = { { 296, 120 }, { 136, 120 } } } },
  },
  rules = {
    { "hero", "gold", on = "win", once = true },
    { "hero", "solid", response = "slide" }, { "sentry", "solid", response = "slide" },
  },
  start = function(s)
    s.caught, s.won = 0, false
    for sentry in s:each("sentry") do sentry.mind = s:machine(states, "patrol", sentry) end
  end,
  update = function(s, input) s.hero:move(input.x * 1.2, input.y * 1.2) end,
  win = function(s, c) s.won = true c.b:remove() end,
  draw = function(s, g)
    for sentry in s:each("sentry") do
      g:polygon(seen(s, sentry), sentry.mind.state == "alert" and "#e8645a44" or "#f2cf6333", true)
    end
    g:text(20, 4, s.won and "The gold is yours." or ("Caught %d times"):format(s.caught), "#d8e2ee", 8)
  end,
}
