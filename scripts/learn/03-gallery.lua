-- Shooting gallery: one rule between a point and boxes.
--
-- Aim with the mouse, shoot with its left button. The small targets are fast and worth the most. A
-- target that was hit stands up again on its next round.
--
-- The sight is a thing whose only box is a point, and a rule reacts when that point is in the
-- "hurt" box of a target. A target that was hit lies flat: its box has another kind then, and no
-- rule names that kind. The policy "pixel" is half-open: a box owns its left and top edges, but
-- not its right and bottom ones, as the pixels of a picture do.
--
-- Uses: rules with on and stay, the policy "pixel", input.mouse, reshape.
local hitbox = require "hitbox"

local MARGIN = 40 -- how far beyond the picture targets go before they begin anew
local LAP = 400 + 2 * MARGIN

local rows = {
  { y = 84, w = 16, h = 20, speed = 1.25, points = 30, color = "#e8909c" },
  { y = 134, w = 22, h = 28, speed = -0.75, points = 20, color = "#e9b872" },
  { y = 190, w = 30, h = 36, speed = 0.5, points = 10, color = "#7fc8a9" },
}

local things = { { "sight", at = { 200, 112 }, boxes = { hit = { shape = hitbox.point(0, 0) } } } }
for _, row in ipairs(rows) do
  for i = 0, 4 do
    things[#things + 1] = {
      "target", at = { i * LAP / 5 - 20, row.y }, anchor = "feet", color = row.color,
      boxes = { hurt = { w = row.w, h = row.h } }, data = { row = row },
    }
  end
end

local function standUp(target)
  target:reshape("flat", nil)
  target:reshape("hurt", { w = target.row.w, h = target.row.h })
end

local function fall(target)
  target:reshape("hurt", nil)
  target:reshape("flat", { w = target.row.w, h = 3, color = "#7a8494" })
end

-- The sight is where the mouse is; until that is used, it wanders.
local function aimAt(s, mouse)
  s.byHand = s.byHand or mouse.moved or s.input:pressed("mouse left")
  if s.byHand then
    s.sight:setPosition(mouse.x, mouse.y)
  else
    s.sight:setPosition(200 + 110 * hitbox.direction(s.ticks / 50), 126 + 54 * hitbox.direction(s.ticks / 37))
  end
end

return hitbox.scene {
  title = "Shooting gallery",
  view = { 400, 225 },
  background = "#1a1f2b",
  policy = "pixel",
  mouse = true,
  things = things,

  rules = {
    { "sight", "target.hurt", on = "aim", stay = "aim" },
  },

  start = function(s)
    s.shots, s.hits, s.score = 0, 0, 0
  end,

  update = function(s, input)
    for target in s:each("target") do
      target:move(target.row.speed, 0)
      if target.x < -MARGIN or target.x >= 400 + MARGIN then
        target.x = target.x < 0 and target.x + LAP or target.x - LAP
        standUp(target)
      end
    end
    aimAt(s, input.mouse)
    if input:pressed("mouse left") then
      s.shots = s.shots + 1
    end
  end,

  -- Called in every tick in which the sight is on a target that stands.
  aim = function(s, c)
    if s.input:pressed("mouse left") then
      s.hits, s.score = s.hits + 1, s.score + c.b.row.points
      fall(c.b)
    end
  end,

  draw = function(s, g)
    for _, row in ipairs(rows) do
      g:rect(-MARGIN, row.y, LAP, 4, "#4a3b33", true)
    end
    for target in s:each("target") do
      if target.boxes.hurt then
        local y, r = target.y - target.row.h / 2, target.row.w / 2 - 3
        g:circle(target.x, y, r, "#f4f6f8", true)
        g:circle(target.x, y, r / 2, target.color, true)
      end
    end
    g:text(20, 10, "Shooting gallery", "#f4f6f8", 14)
    g:text(232, 13, ("score %d    hits %d    misses %d"):format(s.score, s.hits, s.shots - s.hits),
      "#e9b872", 9)
    g:text(20, 205, "aim with the mouse, shoot with its left button", "#9aa5b1", 8)
    local x, y, color = s.sight.x, s.sight.y, s.contactCount > 0 and "#ff5f5f" or "#f4f6f8"
    g:circle(x, y, 7, color)
    g:line(x - 10, y, x + 10, y, color)
    g:line(x, y - 10, x, y + 10, color)
  end,
}
