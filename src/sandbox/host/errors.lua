-- How an error of a script is told: the message, in words for who has made one of the usual slips, and
-- those lines of the traceback that lie in the script. Nothing of it runs before something fails.
--
-- The chunk's arguments are the folder of the module, whether scripts are trusted, and a function that
-- takes out of a text what a terminal would obey; it returns the message handler.

local module_folder, trusts, clean = ...

local hitbox = require "hitbox"
local check = require "hitbox.check"
local Input = require "hitbox.input"
local things = require "hitbox.thing"
local testing = require "hitbox.testing"

local LONGEST_MESSAGE = 4000 -- bytes; more fills no window

-- What Lua has, and scripts have not unless they are trusted.
local CAGED = {
  io = true, os = true, debug = true, package = true, dofile = true, loadfile = true, load = true,
  collectgarbage = true, warn = true, dump = true,
}

-- The methods of all that a script has at hand.
local function methods()
  local words, scene = {}, hitbox.scene {}
  local paint = debug.getregistry()["hitbox.paint"] -- what draw gets; there is none before it was called
  for _, class in ipairs { Input, things.methods, getmetatable(scene).methods, testing._methods,
    debug.getmetatable(scene.world).__index, paint and paint.__index } do
    for name in pairs(class) do
      if type(name) == "string" and not name:find("^_") then
        words[name] = true
      end
    end
  end
  return words
end

-- What may help with an error that Lua itself raises; "" if nobody knows.
local function advice(message)
  local kind, name = message:match("attempt to %a+ a nil value %((%a+) '([%w_]+)'%)$")
  if CAGED[name] and not trusts and (kind ~= "field" and kind ~= "method" or name == "dump") then
    return ("\n(scripts run in a cage without %s: no files, programs and clock; if you trust who wrote "
      .. "this one, --trust opens it)"):format(name)
  end
  name = message:match("attempt to call a nil value %(method '([%w_]+)'%)$")
  local hint = name and check.hint(name, methods()):match("did you mean.*")
  return hint and "\n(" .. hint .. ")" or ""
end

-- Add those lines of a traceback that lie in the script.
local function add_lines(lines, traceback)
  for line in traceback:gmatch("\n\t([^\n]+)") do
    if line:find("^%[host%]:") then
      break
    end
    local ours = line:find(module_folder, 1, true) or line:find("^%[C%]") or line:find("^%[cage%]")
    if not ours and line ~= "(...tail calls...)" then
      line = line:gsub("^%.%.%.\t", "... "):gsub(": in field 'integer index'$", "") -- a function of a list, as a test
      lines[#lines + 1] = "  in " .. line
    end
  end
end

return function(message)
  local inner = ""
  if type(message) ~= "string" then
    message = "the script raised a value of type " .. type(message)
  elseif #message > LONGEST_MESSAGE then
    message = message:sub(1, LONGEST_MESSAGE) .. " ..."
  else
    local at = message:find("\nstack traceback:\n", 1, true) -- of a function that was given to s:run
    message, inner = message:sub(1, (at or 0) - 1), message:sub(at or #message + 1)
    message = message .. advice(message)
  end
  local lines = { message }
  add_lines(lines, inner)
  add_lines(lines, debug.traceback("", 2))
  return clean(table.concat(lines, "\n"))
end
