--- For busted's `--helper`: notes which of the module's functions the tests call, and writes their names,
--- one a line, to the file that the environment's HITBOX_CALLS names.
local bound = require "tests.api.bound"
local busted = require "busted"

-- Loaded before any test, the module is the same in all of them.
local names, called = {}, {}
for class, entry in pairs(bound.classes()) do
  for name, f in pairs(entry.functions) do
    names[f] = class .. " " .. name
  end
end

local getinfo = debug.getinfo
debug.sethook(function()
  local name = names[getinfo(2, "f").func]
  if name then
    called[name] = true
  end
end, "c")

busted.subscribe({ "suite", "end" }, function()
  debug.sethook()
  local file = assert(io.open(os.getenv("HITBOX_CALLS"), "w"))
  for name in pairs(called) do
    file:write(name, "\n")
  end
  file:close()
  return nil, true
end)
