-- The Lua half of the sandbox's host (host.c is the other): it loads scripts into a cage, keeps the
-- running scene, hands its state on when a script is saved, and runs the tests of scenes.
-- It alone has Lua's whole library; what a script gets is made here, anew for each script.
--
-- The chunk's argument is the folder of the module.

local module_folder = ...
package.path = module_folder .. "/?.lua;" .. module_folder .. "/?/init.lua"
package.cpath = ""

local hitbox = require "hitbox"
local new_random = require("hitbox.random").new
local testing = require "hitbox.testing"

-- Taken from the module itself: a script may put something else in a world's place, and what comes
-- of it is used as an address.
local core_pointer = hitbox.newWorld().corePointer

local host = {}

local scene -- the running one, nil until a script was loaded
local path -- of its script
local held -- what the mouse drags: { thing, dx, dy }

io.stdout:setvbuf("line") -- what a script prints is seen at once, also through a pipe

-- ("").f would otherwise lead a script to the table that everybody's strings share.
getmetatable("").__metatable = false

-- ---- The cage -----------------------------------------------------------------------------------

local BASE = {
  "assert", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "print", "rawequal",
  "rawget", "rawlen", "rawset", "select", "setmetatable", "tonumber", "tostring", "type", "xpcall",
  "_VERSION",
}

local function copy(from)
  local to = {}
  for key, value in pairs(from) do
    to[key] = value
  end
  return to
end

-- What scripts see as global. `random_of` is called for the random function in use.
local function new_environment(random_of)
  local env = {}
  for _, name in ipairs(BASE) do
    env[name] = _G[name]
  end
  env._G = env
  for _, name in ipairs { "coroutine", "math", "string", "table", "utf8" } do
    env[name] = copy(_G[name])
  end
  env.string.dump = nil
  env.math.random = function(...)
    return random_of()(...)
  end
  env.math.randomseed = function()
    error("math.randomseed is not there: a scene says seed = 1, so that it runs alike each time", 2)
  end
  local module = copy(hitbox)
  env.require = function(name)
    if name == "hitbox" then
      return module
    end
    error(("scripts can require \"hitbox\" only, not %q"):format(tostring(name)), 2)
  end
  return env
end

local function read(file_path)
  local file, message = io.open(file_path, "rb")
  if not file then
    error(message, 0)
  end
  local text = file:read("a")
  file:close()
  return text or error(file_path .. ": cannot be read", 0)
end

-- Run a script in a cage of its own.
local function run(script, random_of)
  local text = read(script):gsub("^\239\187\191", ""):gsub("^#[^\n]*", "")
  local chunk, message = load(text, "@" .. script, "t", new_environment(random_of))
  if not chunk then
    error(message, 0)
  end
  return chunk()
end

local function is_scene(value)
  return type(value) == "table" and type(value.def) == "table" and type(value.step) == "function"
end

local function new_scene(script)
  local made
  local early = new_random(1) -- for what runs before there is a scene
  local result = run(script, function()
    return made and made.random or early
  end)
  if not is_scene(result) then
    local message = "%s: must end in 'return hitbox.scene { ... }'; it returned %s"
    error(message:format(script, type(result)), 0)
  end
  made = result
  return result
end

-- ---- The running scene --------------------------------------------------------------------------

-- Load a script, or load it again: then the new scene takes over the state of the old. If it
-- fails, the old scene stays. This, `restart` and `step` return how many ticks the scene has run
-- and whether it is done.
function host.load(script)
  local fresh = new_scene(script)
  local old = script == path and scene
  scene, path, held = fresh, script, nil
  if old then
    fresh:adopt(old)
  end
  return fresh.ticks, fresh.done
end

function host.restart()
  held = nil
  scene:reset()
  return scene.ticks, scene.done
end

-- The thing that is dragged follows the mouse, whatever the scene does to it.
local function drag(x, y)
  if held and held.thing.alive then
    held.thing:place(x + held.dx, y + held.dy)
  else
    held = nil
  end
end

-- Run one tick with the input `raw`.
function host.step(raw)
  drag(raw.mouse.x, raw.mouse.y)
  scene:step(raw)
  return scene.ticks, scene.done
end

-- Take hold of the thing at a point. Says whether there is one.
function host.grab(x, y)
  local thing = scene:thingAt(x, y)
  held = thing and { thing = thing, dx = thing.x - x, dy = thing.y - y }
  return thing ~= nil
end

function host.drag(x, y)
  drag(x, y)
  scene:look()
end

function host.drop()
  held = nil
end

function host.draw(g)
  local draw = scene.def.draw
  if draw then
    draw(scene, g)
  end
end

-- ---- What there is to be seen -------------------------------------------------------------------

-- All of it is reused from frame to frame.
local items = {}
local anchors = {} -- x1, y1, x2, y2, ...
local contacts = {} -- x, y, nx, ny, depth of each
local met = setmetatable({}, { __mode = "k" }) -- box -> the frame in which it was last in a contact
local seen = { items = items, anchors = anchors, contacts = contacts, met = met, frame = 0 }

-- The state of the scene for snapshot.c.
function host.look()
  local frame = seen.frame + 1
  local n = 0
  for thing in scene:each() do
    if not thing.hidden then
      anchors[n + 1], anchors[n + 2] = thing.x, thing.y
      n = n + 2
    end
  end
  seen.anchor_count = n // 2

  n = 0
  for i = 1, scene.contactCount do
    local c = scene.contacts[i]
    met[c.boxA], met[c.boxB] = frame, frame
    contacts[n + 1], contacts[n + 2], contacts[n + 3] = c.x, c.y, c.nx
    contacts[n + 4], contacts[n + 5] = c.ny, c.depth
    n = n + 5
  end
  seen.contact_count = n // 5

  scene.world:items(items)
  seen.frame = frame
  seen.core = core_pointer(scene.world)
  seen.kinds, seen.has_colors = scene.kinds, scene.hasColors
  seen.title = scene.title
  seen.view, seen.background = scene.view, scene.def.background
  seen.ticks, seen.rate = scene.ticks, scene.def.tick or 60
  seen.things = scene:count()
  seen.mouse = scene.def.mouse
  return seen
end

-- ---- Tests of scenes ----------------------------------------------------------------------------

-- Run the cases of one test file against the scene beside it. Returns how many passed and failed.
function host.test(test_path)
  local script = test_path:gsub("%.test%.lua$", ".lua")
  local cases = run(test_path, function()
    return new_random(1)
  end)
  if type(cases) ~= "table" then
    error(("%s: must return a list of tests; it returned %s"):format(test_path, type(cases)), 0)
  end
  return testing.run(function()
    return new_scene(script)
  end, cases, function(name, ok, message)
    print(("%s  %s: %s"):format(ok and "ok  " or "FAIL", script, name))
    if not ok then
      print("      " .. tostring(message):gsub("\n", "\n      "))
    end
  end)
end

-- ---- Errors -------------------------------------------------------------------------------------

local LONGEST_MESSAGE = 4000 -- bytes; more fills no window

-- The message handler: the message and the lines of the traceback that lie in the user's script.
function host.trace(message)
  if type(message) ~= "string" then
    message = "the script raised a value of type " .. type(message)
  elseif #message > LONGEST_MESSAGE then
    message = message:sub(1, LONGEST_MESSAGE) .. " ..."
  end
  local lines = { message }
  for line in debug.traceback("", 2):gmatch("\n\t([^\n]+)") do
    if line:find("^%[host%]:") then
      break
    end
    local ours = line:find(module_folder, 1, true) or line:find("^%[C%]")
    if not ours and line ~= "(...tail calls...)" then
      lines[#lines + 1] = "  in " .. line:gsub("^%.%.%.\t", "... ")
    end
  end
  return table.concat(lines, "\n")
end

return host
