-- The cage: the globals of a script, made anew for each. They have no files, programs and clock. Functions of Lua's
-- library that differ from run to run have deterministic replacements, also for trusted scripts.
--
-- The argument is the host's bridge (host.lua), with `add_trusted`, which adds what trusted scripts see (trust.lua).
-- Returns new_environment, which makes the globals of a script; next_unset, which returns, each once, a global that
-- the script has read and nothing has set: its name, and where; new_sample, which makes an empty scene that no script
-- has touched; and worlds, which returns the worlds that the script has made.

local bridge = ...
local trusts, hitbox, copy = bridge.trusts, bridge.hitbox, bridge.copy

local ordered = require "hitbox.scene.ordered"

local check = require "hitbox.check"
local selves = check.selves

check.hideCaller()

local BASE = {
  "assert", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "print", "rawequal",
  "rawget", "rawlen", "rawset", "select", "setmetatable", "tonumber", "tostring", "type", "xpcall",
  "_VERSION",
}

-- Otherwise ("").f would lead a script to the table that the strings of all scripts share. Its functions remain
-- methods of strings.
getmetatable("").__metatable = false
if not trusts then
  string.dump = nil
end

-- ---- Alike in each run --------------------------------------------------------------------------

-- Addresses, and the order in which Lua keeps the keys of a table, differ from run to run. Texts show
-- neither, and `pairs` is in order. All strings share this `format`.
local numbered = ordered.newTostring() -- the one of the script that was loaded last, which counts from 1 again

local function show(value)
  return numbered(value)
end

string.format = ordered.newFormat(show)

-- When a finalizer runs is not the same in each run either.
local function set_metatable(value, meta)
  if selves[value] then -- without its own it would have neither x and y nor methods
    error(("%s must keep its metatable: put your functions into a table, as Foes.turn(t)")
      :format(check.show(value)), 2)
  end
  if type(meta) == "table" and rawget(meta, "__gc") ~= nil then
    error("a scene's tables cannot have __gc: it would run at another time in each run", 2)
  end
  local fine, wrong = pcall(setmetatable, value, meta)
  if not fine then
    check.fail("%s", wrong)
  end
  return value
end

-- ---- Printing ------------------------------------------------------------------------------------

local function show_all(...)
  if bridge.replays() then
    return
  end
  local values = table.pack(...)
  for i = 1, values.n do
    values[i] = show(values[i])
  end
  bridge.print_case(table.concat(values, "\t"))
end

-- ---- The module ---------------------------------------------------------------------------------

local MAX_WORLDS = 16 -- that are looked at for hints

local worlds -- those of the script that was loaded last, in their order

local function new_world(options)
  local fine, world = pcall(hitbox.newWorld, options) -- checks them
  if not fine then
    error((tostring(world):gsub("'%?'", "'newWorld'")), 2)
  end
  if #worlds < MAX_WORLDS then
    worlds[#worlds + 1] = world
  end
  return world
end

local module -- of the script that was loaded last

-- Each script has a module of its own, which its scenes have as s.hitbox: whatever it does to that is gone with it.
local function new_module()
  local made = copy(hitbox)
  made.services = copy(hitbox.services)
  made.newWorld = new_world
  return made
end

local make_scenes = require "hitbox.scene.scene"
make_scenes(hitbox) -- it takes what it needs before a script has a module
package.loaded["hitbox.scene.scene"] = function() -- which the module requires when it makes the first scene
  return function(definition)
    return make_scenes(module)(definition)
  end
end

-- ---- The globals --------------------------------------------------------------------------------

local made = setmetatable({}, { __mode = "k" }) -- the metatables that scripts gave something

-- The library's own metatables lead to the functions that it works with.
local function get_metatable(value)
  local meta = getmetatable(value)
  if type(meta) == "table" and not made[meta] then
    return false
  end
  return meta
end

local function set_own_metatable(value, meta)
  set_metatable(value, meta)
  if meta then
    made[meta] = true
    local told = rawget(meta, "__metatable")
    made[type(told) == "table" and told or meta] = true
  end
  return value
end

-- Globals that scripts read to find out where they run.
local ELSEWHERE = {
  io = true, os = true, debug = true, package = true, load = true, loadfile = true, dofile = true, love = true,
  jit = true, bit = true, bit32 = true, unpack = true, loadstring = true, setfenv = true, getfenv = true,
  module = true, arg = true, collectgarbage = true, warn = true,
}

local MAX_UNSET = 16 -- a script that reads more uses the globals as a table of its own

local globals, unset, asked -- of the script that was loaded last: they, names and places, and how often

local function note_unset(env, name)
  if env ~= globals or type(name) ~= "string" or asked[name] or ELSEWHERE[name] or asked.count == MAX_UNSET then
    return
  end
  asked[name], asked.count = true, asked.count + 1
  local info = debug.getinfo(3, "Sl")
  unset[#unset + 1] = { name, ("%s:%d"):format(info.short_src, info.currentline) }
end

local function next_unset()
  while unset[1] do
    local found = table.remove(unset, 1)
    if rawget(globals, found[1]) == nil then
      return found[1], found[2]
    end
  end
end

-- A misspelt name is nil, which most often says nothing: s:each(foe) is about all things.
local function watch(env)
  globals, unset, asked = env, {}, { count = 0 }
  return setmetatable(env, { __index = function(_, name) note_unset(env, name) end })
end

-- Make the globals of a script. `random_of` returns the random function in use; `folder` is the folder of the
-- script, with the slash.
local function new_environment(random_of, folder)
  local env = {}
  for _, name in ipairs(BASE) do
    env[name] = _G[name]
  end
  env._G = env
  for _, name in ipairs { "coroutine", "math", "string", "table", "utf8" } do
    env[name] = copy(_G[name])
  end
  env.pairs, env.next, env.tostring, env.print = ordered.pairs, ordered.next, show, show_all
  env.setmetatable, env.table.sort = set_metatable, ordered.sort
  env.math.random = function(...)
    return random_of()(...)
  end
  env.math.randomseed = function()
    error("math.randomseed does not exist in scenes: write seed = 1 in the definition", 2)
  end
  module, numbered, worlds = new_module(), ordered.newTostring(), setmetatable({}, { __mode = "v" })
  local own = module
  if trusts then
    bridge.add_trusted(env, own, folder)
    return watch(env)
  end
  env.getmetatable, env.setmetatable = get_metatable, set_own_metatable
  env.require = function(name)
    if name == "hitbox" then
      return own
    end
    error(("scripts run in a cage and can require \"hitbox\" only, not %q; if you trust the author, "
      .. "--trust opens it"):format(tostring(name)), 2)
  end
  return watch(env)
end

return {
  new_environment = new_environment,
  next_unset = next_unset,
  new_sample = function()
    return make_scenes(hitbox) {}
  end,
  worlds = function()
    return worlds
  end,
}
