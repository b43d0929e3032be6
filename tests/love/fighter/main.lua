-- A scene of hitbox as a game of LÖVE: its file as it is, and these lines.
local debugging, scene = require "hitbox.debug", require "fighter"
local view, late, held, g = scene.view, 0, {}, {}
local scale = love.graphics.getWidth() / view.w
local font = love.graphics.newFont(7 * scale) -- of the only size that is drawn
local function rgb(color) -- "#rrggbb"; what has none is grey
  local n = tonumber((color or "#7d8794"):sub(2), 16)
  return love.math.colorFromBytes(math.floor(n / 65536), math.floor(n / 256) % 256, n % 256)
end
function g:rect(x, y, w, h, color, filled)
  love.graphics.setColor(rgb(color))
  love.graphics.rectangle(filled and "fill" or "line", x, y, w, h)
end
function g:text(x, y, text, color)
  love.graphics.setColor(rgb(color))
  love.graphics.print(text, font, x, y, 0, 1 / scale)
end
function love.keypressed(key) held["key " .. key] = true end
function love.keyreleased(key) held["key " .. key] = nil end
function love.update(dt)
  late = math.min(late + dt, 0.1) -- a machine that is slower than that shows it slower
  while late >= scene.dt do late = late - scene.dt scene:step { held = held } end
end
function love.draw()
  love.graphics.scale(scale) love.graphics.translate(-view.x, -view.y)
  love.graphics.clear(rgb(scene.def.background)) love.graphics.setLineWidth(2 / scale)
  scene.def.draw(scene, g)
  local colors = { color = function(box) return rgb(box.color or box.thing.color) end }
  debugging.draw(scene, debugging.love, { view.x, view.y, view.w, view.h }, colors)
end
