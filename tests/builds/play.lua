--- Plays scenes without the sandbox, with any Lua, and says what each has come to:
---
---     LUA tests/builds/play.lua [--held] [--log] TICKS SCENE...
---
--- A line for each scene: its hash and its path. Nothing is held, as in the sandbox without a window; with --held
--- other buttons every few ticks, also of the mouse, always the same ones. With --log the state of
--- each tick comes before that, as the sandbox's --hash-log writes it.
local hitbox = require "hitbox"
local new_random = require("hitbox.scene.random").new
local ordered = require "hitbox.scene.ordered"
local state = require "hitbox.scene.state"

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

--- Compile a text as if it stood in a file.
local function compile(text, path, env)
  local chunk = assert((loadstring or load)(text, "@" .. path, "t", env))
  return setfenv and setfenv(chunk, env) or chunk -- 5.1
end

--- The module, with a `scene` that is called in the scene's own file: where that is the last thing that the
--- file does, LuaJIT forgets which file it was, and then maps are looked for elsewhere.
local function module_for(path)
  local wrap = compile("local make = ... return function(def) local made = make(def) return made end", path, {})
  return setmetatable({ scene = wrap(hitbox.scene) }, { __index = hitbox })
end

--- Functions that the sandbox's cage replaces, so that scenes run alike each time.
local function environment(path, random_of)
  local env = setmetatable({}, { __index = _G })
  env.pairs, env.next, env.tostring = ordered.pairs, ordered.next, ordered.newTostring()
  env.print = function() end
  env.table = setmetatable({ sort = ordered.sort }, { __index = table })
  env.math = setmetatable({ random = function(...) return random_of()(...) end }, { __index = math })
  env.require = function(name)
    return name == "hitbox" and module_for(path) or require(name)
  end
  return env
end

local function load_scene(path)
  local made
  local early = new_random(1) -- for what runs before there is a scene
  local chunk = compile(read(path), path, environment(path, function()
    return made and made.random or early
  end))
  made = chunk()
  return made
end

local BUTTONS = { "right", "jump", "left", "fire", "up", "down", "start", "key z", "key x", "mouse left" }

--- Buttons held from now on; the first three are those that most games use.
local function press(raw, draw)
  raw.held = { [BUTTONS[draw(#BUTTONS)]] = true, [BUTTONS[draw(3)]] = true }
  raw.mouse = { x = draw(0, 320), y = draw(0, 200) }
end

local options = {}
while arg[1] and arg[1]:find("^%-%-") do
  options[table.remove(arg, 1)] = true
end
local ticks = assert(tonumber(table.remove(arg, 1)), "usage: play.lua [--held] [--log] TICKS SCENE...")
for _, path in ipairs(arg) do
  local scene, draw = load_scene(path), new_random(1)
  local raw, before = { held = {} }, nil
  for tick = 1, ticks do
    if options["--held"] and tick % 7 == 0 then
      press(raw, draw)
    end
    scene:step(raw)
    if options["--log"] then
      local now = state.capture(scene)
      io.write(state.changes(before, now))
      before = now
    end
    if scene.done then
      break
    end
  end
  print(scene:hash() .. " " .. path)
end
