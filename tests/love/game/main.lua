-- A game that uses hitbox as a library, under the name given: love . lib.hitbox shot.rgba
-- It prints what hitbox says, draws it, saves what is on the screen, and ends. With a third word, debug,
-- it draws a world with hitbox.debug instead.
local picture = require "picture"

local SCALE = 10 -- of the sprite, whose left top corner is at 20, 20

local image, sprite, mask, scene, file, drawWorld

-- A sprite as games have them: from a PNG.
local function load()
  local drawn = love.image.newImageData(picture.width, picture.height)
  drawn:mapPixel(function(x, y)
    return 1, 1, 1, picture.alpha(x, y)
  end)
  return love.image.newImageData(drawn:encode("png"))
end

--- Results of hitbox in a Lua state of its own, which a thread has.
local function inThread(name, data)
  local thread = love.thread.newThread [[
    require "love.image"
    local name, data, channel = ...
    channel:push(table.concat(require("answers")(require(name), data), "\n"))
  ]]
  local channel = love.thread.newChannel()
  thread:start(name, data, channel)
  thread:wait()
  return channel:pop() or error(thread:getError())
end

--- Of an image with bytes of RGBA hitbox reads these, and of one of another format its pixels: the mask
--- must be that of asking for each pixel.
local function checkFormats(hitbox)
  for _, format in ipairs { "rgba8", "rgba16", "rgba32f" } do
    local data = love.image.newImageData(67, 41, format)
    data:mapPixel(function(x, y)
      return 0, 1, 0, (x * 41 + y) * 7919 % 1021 / 1020
    end)
    for _, threshold in ipairs { 0, 0.1, 0.2, 127 / 255, 0.5, 0.6, 1 } do
      local read = hitbox.mask(data, threshold)
      local asked = hitbox.mask(67, 41, function(x, y)
        return select(4, data:getPixel(x, y))
      end, threshold)
      for y = 0, 40 do
        for x = 0, 66 do
          assert(read:get(x, y) == asked:get(x, y), format .. ": another pixel is solid")
        end
      end
    end
  end
end

function love.load(arguments)
  local hitbox = require(arguments[1])
  file = arguments[2]
  drawWorld = arguments[3] and require("world")(hitbox, require(arguments[1] .. ".debug"))
  checkFormats(hitbox)
  image = load()
  mask = hitbox.mask(image)
  local lines
  lines, scene = require("answers")(hitbox, image)
  print(table.concat(lines, "\n"))
  assert(inThread(arguments[1], image) == table.concat(lines, "\n"), "a thread says something else")
  sprite = love.graphics.newImage(image)
  sprite:setFilter("nearest", "nearest")
end

local function drawMask()
  love.graphics.setColor(0.2, 0.3, 0.6)
  love.graphics.draw(sprite, 20, 20, 0, SCALE)
  love.graphics.setColor(1, 0, 0)
  love.graphics.translate(20, 20)
  local lines, corners = mask:outline()
  local at = 1
  for _ = 1, lines do
    local line = {}
    for i = 1, corners[at] do
      line[i] = corners[at + i] * SCALE
    end
    love.graphics.polygon("line", line)
    at = at + #line + 1
  end
  love.graphics.origin()
end

local function drawScene()
  for thing in scene:each() do
    local x, y, w, h = thing:rect()
    love.graphics.setColor(thing.name == "hero" and { 0, 1, 0 } or { 1, 1, 0 })
    love.graphics.rectangle("fill", x, y, w, h)
  end
end

function love.draw()
  love.graphics.setLineStyle("rough")
  love.graphics.setLineWidth(drawWorld and 1 or 2)
  if drawWorld then
    drawWorld()
  else
    drawMask()
    drawScene()
  end
  love.graphics.captureScreenshot(function(shot)
    local out = assert(io.open(file, "wb"))
    out:write(shot:getString()) -- the bytes, RGBA
    out:close()
    love.event.quit()
  end)
end

function love.errorhandler(message)
  io.stderr:write(debug.traceback(tostring(message), 2), "\n")
  return function()
    return 1
  end
end
