-- Bubble shooter: swept circles that stick where they touch.
--
-- Aim with the mouse or left and right, fire with the left button, X, Ctrl or Return. Three or
-- more bubbles of one colour fall, with all bubbles that hung on them alone. Until you play, it
-- plays itself. A shot bounces off the walls and stops at its first contact. There is no grid:
-- bubbles are connected when the gap between them is small.
--
-- Uses: thing:moveByVelocity, thing:connected, rules with a response.
local hitbox = require "hitbox"

local R, W, TOP, GAP = 8, 160, 16, 1.5 -- a bubble's radius, the field, how near hangs together
local X, Y, SPEED = 200, 200, 5 -- where a shot starts, and how far it goes in a tick
local COLORS = { "#ea6f7d", "#62b6ee", "#7fd08f", "#efcf6a" }

local function alike(a, b) return a.name == b.name and a.color == b.color end
local function drop(s, bubble)
  local falling = s:spawn("falling", { at = { bubble.x, bubble.y }, color = bubble.color })
  s:after(60, function() falling:remove() end)
  s.score = s.score + 10
  bubble:remove()
end

return hitbox.scene {
  title = "Bubble shooter", view = { 400, 225 }, background = "#151a28", mouse = true,
  types = { round = { r = R }, bubble = { extends = "round" }, shot = { extends = "round" },
    loaded = { extends = "round" }, falling = { extends = "round", data = { vy = -2 } } },
  rules = {
    { "shot", "wall", response = "bounce" },
    { "shot", "ceiling", response = "touch", on = "stick" },
    { "shot", "bubble", response = "touch", on = "stick" },
    { "bubble", "line", on = "lose" },
  },
  things = {
    { "wall", at = { X, -20 }, anchor = "top", w = W, h = 300, hollow = 8, color = "#55617a" },
    { "ceiling", at = { X, TOP }, anchor = "bottom", w = W, h = TOP + 8, color = "#55617a" },
    { "line", at = { X, Y - 24 }, boxes = { sensor = { w = W, h = 1 } } },
    { "loaded", at = { X, Y }, color = COLORS[1] },
  },

  start = function(s)
    for row = 0, 4 do
      for x = X - W / 2 + R + R * (row % 2), X + W / 2 - R, 2 * R do
        s:spawn("bubble", { at = { x, TOP + R + 14 * row }, color = COLORS[s.random(#COLORS)] })
      end
    end
    s.score, s.angle, s.demo = 0, 0, true
  end,

  update = function(s, input)
    local mouse, fire = input.mouse, input:pressed("fire")
    s.demo = s.demo and not (fire or mouse.moved or input.x ~= 0)
    local _, sway = hitbox.direction(s.ticks / 40)
    local angle = s.demo and 1.1 * sway or s.angle + 0.03 * input.x
    if mouse.moved then angle = hitbox.angle(math.max(Y - mouse.y, 1), mouse.x - X) end
    s.angle = math.max(-1.3, math.min(angle, 1.3))
    if not s.shot and (fire or s.demo and s.ticks % 40 == 0) then
      local up, right = hitbox.direction(s.angle)
      s:spawn("shot", { at = { X, Y }, color = s.loaded.color, data = { vx = SPEED * right, vy = -SPEED * up } })
      s.loaded.color = COLORS[s.random(#COLORS)]
    end
    if s.shot then s.shot:moveByVelocity() end
    for falling in s:each("falling") do falling:moveByVelocity { gravity = 0.3 } end
  end,

  stick = function(s, c)
    local bubble = s:spawn("bubble", { at = { c.a.x, c.a.y }, color = c.a.color })
    c.a:remove()
    local group = bubble:connected(GAP, alike)
    if #group < 3 then return end
    for _, member in ipairs(group) do drop(s, member) end
    local held = s.ceiling:connected(GAP, "bubble")
    for other in s:each("bubble") do if not held[other] then drop(s, other) end end
    if not s.bubble then s:reset() end -- won
  end,

  lose = function(s) s:reset() end,

  draw = function(s, g)
    local y, x = hitbox.direction(s.angle)
    for i = 18, 63, 9 do g:circle(X + i * x, Y - i * y, 1, "#9aa5b1", true) end
    for one in s:each("round") do g:circle(one.x, one.y, R - 2, one.color, true) end
    g:text(20, 10, "Bubble\nshooter", "#f4f6f8", 14)
    g:text(20, 56, s.score .. " points", "#efcf6a", 9)
    g:text(306, 16, "aim: mouse\nor left, right\n\nfire: click\nor Return", "#9aa5b1", 8)
  end,
}
