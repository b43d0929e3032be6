-- Terrain: ground of pixels that shots carve.
--
-- Up and down aim, left and right set the power, X or Return fires; or click at a target. Until
-- you do, the cannon fires by itself.
--
-- The ground is one box with a pixel mask as its shape. A blast cuts its circle out of the mask
-- exactly, and things that rested there fall. Shots are swept: they stop at the first pixel.
--
-- Uses: mask, mask:cut, reshape, thing:moveByVelocity with gravity, rules with "touch" and
-- "slide".
local hitbox = require "hitbox"

local W, H, TOP, BLAST, FALLS = 320, 180, 60, 9, { gravity = 0.12 }

local function isSolid(x, y)
  local hill = 46 + 16 * math.sin(x / 34) + 7 * math.sin(x / 11 + 2)
  local dx, dy = (x - 205) / 44, (y - 78) / 13
  return y > hill and dx * dx + dy * dy > 1 -- with a cave in it
end

return hitbox.scene {
  title = "Terrain", view = { W, H }, background = "#141b2b", mouse = true,
  types = { shot = { r = 1.5, color = "#ffe08a" }, boulder = { color = "#a3a9b5" } },
  rules = {
    { "shot", "ground", response = "touch", on = "blast" },
    { "shot", "boulder", response = "touch", on = "blast" },
    { "boulder", "*.push", response = "slide" },
    { "shot", "rock", response = "touch", on = "fade" },
  },
  things = {
    { "ground", at = { 0, TOP }, shape = hitbox.mask(W, H - TOP - 6, isSolid), color = "#7a5c3e" },
    { "rock", at = { 0, H }, anchor = "bottom-left", w = W, h = 6, color = "#3d4452" },
    { "cannon", at = { 22, 40 }, color = "#9fb4cc", boxes = { base = { r = 5 } } },
  },

  start = function(s)
    s.angle, s.power, s.blasts = -0.6, 4.5, 0
    for i = 1, 8 do s:spawn("boulder", { at = { 60 + 30 * i, 20 }, r = 4 + i % 3 }) end
  end,

  update = function(s, input)
    local click, cannon = input:pressed("mouse left"), s.cannon
    local fires = click or input:pressed("fire")
    s.played = s.played or input.x ~= 0 or input.y ~= 0 or fires
    if not s.played then s.angle = -0.7 + 0.6 * hitbox.direction(s.ticks / 70) end
    s.angle = math.max(-1.5, math.min(s.angle + 0.03 * input.y, 0.6))
    s.power = math.max(2, math.min(s.power + 0.05 * input.x, 7))
    if click then s.angle = hitbox.angle(input.mouse.x - cannon.x, input.mouse.y - cannon.y) end
    if fires or not s.played and s.ticks % 40 == 0 then
      local x, y = hitbox.direction(s.angle)
      s:spawn("shot", { at = { cannon.x, cannon.y }, data = { vx = s.power * x, vy = s.power * y } })
    end
    for boulder in s:each("boulder") do boulder:moveByVelocity(FALLS) end
    for shot in s:each("shot") do
      shot:moveByVelocity(FALLS)
      if shot.x < -10 or shot.x > W + 10 then shot:remove() end
    end
  end,

  fade = function(_, c) c.a:remove() end,
  blast = function(s, c)
    local ground = s.ground
    local hole = hitbox.circle(c.a.x - ground.x, c.a.y - ground.y, BLAST)
    ground:reshape("push", { shape = ground.boxes.push.shape:cut(hole) })
    s.blasts = s.blasts + 1
    c.a:remove()
  end,

  draw = function(s, g)
    local x, y = s.cannon.x, s.cannon.y
    local dx, dy = hitbox.direction(s.angle)
    g:rect(x - 2, y + 4, 4, 72, "#5a6b80", true)
    g:line(x, y, x + 3 * s.power * dx, y + 3 * s.power * dy, "#d8e2ee", 3)
    g:text(12, 8, "Terrain", "#f4f6f8", 14)
    g:text(96, 12, ("%d blasts"):format(s.blasts), "#ffd35a", 8)
    g:text(140, 12, "up, down: aim   left, right: power   X: fire", "#aeb8c4", 8)
  end,
}
