local sti, hitbox = require "sti", require "hitbox"
local map = sti "maps/castle.lua" -- draws it
local scene = hitbox.scene { -- collides with it
  map = { tiled = "maps/castle.lua" },
  rules = { { "hero", "solid", response = "slide" } },
  input = { left = { "key left" }, right = { "key right" }, jump = { "key up" } },
  things = { { "hero", at = { 40, 40 }, anchor = "feet", w = 12, h = 14, data = { vy = 0 } } },
  update = function(s, input)
    if s.hero.stands and input:pressed("jump") then s.hero.vy = -5 end
    s.hero.stands = s.hero:walk(2 * input.x, nil, { gravity = 0.25, maxFall = 5 }) ~= nil
  end,
}
local held, late = {}, 0
function love.keypressed(key) held["key " .. key] = true end
function love.keyreleased(key) held["key " .. key] = nil end
function love.update(dt)
  map:update(dt)
  late = math.min(late + dt, 0.1)
  while late >= scene.dt do late = late - scene.dt scene:step { held = held } end
end
function love.draw()
  local x, y, w, h = scene.hero:rect()
  local left = math.floor(love.graphics.getWidth() / 2 - x) -- whole pixels, as STI draws
  local top = math.floor(love.graphics.getHeight() / 2 - y)
  map:draw(left, top)
  love.graphics.rectangle("fill", left + x, top + y, w, h)
end
