-- Balloons: a click tests whether a point is in a circle.
--
-- Pop the balloons with the left mouse button before they escape. Small balloons are worth more,
-- and hits in a row without a miss count up to five times as much.
--
-- s:thingAt(x, y) returns the topmost thing with a box that contains the point. The boxes are
-- circles: the corners around a balloon are sky, and the rim counts. A balloon that escapes
-- overlaps the sensor above the picture, and a rule reacts to that.
local hitbox = require "hitbox"

local colors = { "#e8707c", "#f0a860", "#f2d56b", "#7fcf9a", "#6fb4ea", "#b893ea" }

local function launch(s, y)
  local r = s.random(9, 20)
  s:spawn {
    "balloon", at = { s.random(150, 360), y }, r = r, color = colors[s.random(#colors)],
    data = { radius = r, rise = 12 / r, sway = s.random(0, 99) },
  }
end

local function pop(s, balloon)
  s.streak = s.streak + 1
  s.score = s.score + (24 - balloon.radius) * math.min(s.streak, 5)
  s:spawn {
    "burst", at = { balloon.x, balloon.y }, color = balloon.color, -- a thing may have no boxes
    data = { radius = balloon.radius, age = 0 },
  }
  balloon:remove()
  s:sound("pop", { pan = math.max(-1, math.min(1, balloon.x / 200 - 1)) })
end

local function drawBurst(g, burst)
  local near = burst.age + burst.radius * burst.age / 20
  local far = burst.age + burst.radius
  for i = 0, 7 do
    local x, y = hitbox.direction(i * math.pi / 4)
    g:line(burst.x + near * x, burst.y + near * y, burst.x + far * x, burst.y + far * y,
      burst.color)
  end
end

return hitbox.scene {
  title = "Balloons",
  view = { 400, 225 },
  background = "#16202e",
  mouse = true,

  things = {
    { "sky", at = { 200, -44 }, anchor = "bottom", boxes = { sensor = { w = 480, h = 20 } } },
  },
  rules = {
    { "balloon", "sky", on = "escape" },
  },

  start = function(s)
    s.score, s.streak, s.lost = 0, 0, 0
    for i = 1, 6 do
      launch(s, 230 - 30 * i)
    end
  end,

  update = function(s, input)
    for balloon in s:each("balloon") do
      local _, aside = hitbox.direction((s.ticks + balloon.sway) / 25)
      balloon:move(0.4 * aside, -balloon.rise)
    end
    for burst in s:each("burst") do
      burst.age = burst.age + 1
      if burst.age == 20 then
        burst:remove()
      end
    end
    if s.ticks % 30 == 0 then
      launch(s, 247)
    end
    if input:pressed("mouse left") then
      local there = s:thingAt(input.mouse.x, input.mouse.y)
      if there and there.name == "balloon" then
        pop(s, there)
      else
        s.streak = 0
      end
    end
  end,

  escape = function(s, c)
    s.lost = s.lost + 1
    c.a:remove()
  end,

  draw = function(s, g)
    for balloon in s:each("balloon") do
      local x, y, r = balloon.x, balloon.y, balloon.radius
      g:circle(x - 0.35 * r, y - 0.4 * r, 0.2 * r, "#ffffff70", true)
      g:line(x, y + r, x - 2, y + 2 * r, "#9aa5b1")
    end
    for burst in s:each("burst") do
      drawBurst(g, burst)
    end
    g:text(20, 10, "Balloons", "#f4f6f8", 14)
    for i, line in ipairs({ s.score .. " points", s.streak .. " in a row", s.lost .. " lost" }) do
      g:text(20, 26 + 16 * i, line, "#f2d56b", 9)
    end
    g:text(20, 190, "pop them with the", "#9aa5b1", 8)
    g:text(20, 202, "left mouse button", "#9aa5b1", 8)
  end,
}
