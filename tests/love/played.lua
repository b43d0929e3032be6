-- In the place of a game's main.lua, which is game.lua beside it: it plays that, and prints the final state of
-- its scene: love . SCENE shot.rgba TICKS [KEYS], names of modules; KEYS returns the keys held in a tick. The SCENE
-- "none" is one that the game keeps to itself: nothing is printed.
require "game"

local function play(scene, keysOf, ticks, file)
  local tick, held = 0, {}

  local function press()
    local now = keysOf(tick)
    for key in pairs(held) do
      if not now[key] then
        love.keyreleased(key)
      end
    end
    for key in pairs(now) do
      if not held[key] then
        love.keypressed(key)
      end
    end
    held = now
  end

  local function draw()
    love.graphics.origin()
    love.graphics.clear(love.graphics.getBackgroundColor())
    love.draw()
    if tick == ticks then
      love.graphics.captureScreenshot(function(shot)
        local out = assert(io.open(file, "wb"))
        out:write(shot:getString()) -- the bytes, RGBA
        out:close()
      end)
    end
    love.graphics.present()
  end

  return function()
    love.event.pump()
    tick = tick + 1
    press()
    love.update(scene and scene.dt or 1 / 60)
    draw()
    if tick == ticks then
      print(scene and scene:hash(), scene and scene.ann.hp, scene and scene.bob.hp)
      return 0
    end
  end
end

function love.run()
  local _, name, file, ticks, keys = nil, unpack(love.arg.parseGameArguments(arg))
  local keysOf = keys and require(keys) or function() return {} end
  return play(name ~= "none" and require(name), keysOf, tonumber(ticks), file)
end

function love.errorhandler(message)
  io.stderr:write(debug.traceback(tostring(message), 2), "\n")
  return function()
    return 1
  end
end
