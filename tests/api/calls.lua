--- For busted's `--helper`: notes which of the module's functions the tests call, and writes their names,
--- one a line, to the file that the environment's HITBOX_CALLS names. Ends when there is none left.
local bound = require "tests.api.bound"
local busted = require "busted"

-- The hook sees only the first calls of each test, up to this number: long tests repeat the same calls, and
-- a hooked call takes several times as long.
local MOST = 20000

-- Loaded before any test, the module is the same in all of them.
local names, called, missing = {}, {}, 0
for class, entry in pairs(bound.classes()) do
  for name, f in pairs(entry.functions) do
    missing = missing + (names[f] and 0 or 1)
    names[f] = class .. " " .. name
  end
end

local getinfo, sethook = debug.getinfo, debug.sethook
local left

local function finish()
  sethook()
  local file = assert(io.open(os.getenv("HITBOX_CALLS"), "w"))
  for name in pairs(called) do
    file:write(name, "\n")
  end
  file:close()
  return nil, true
end

local function note()
  local name = names[getinfo(2, "f").func]
  if name and not called[name] then
    called[name] = true
    missing = missing - 1
    if missing == 0 then
      finish()
      os.exit(0)
    end
  end
  left = left - 1
  if left == 0 then
    sethook()
  end
end

local function watch()
  left = MOST
  sethook(note, "c")
  return nil, true
end

watch()
busted.subscribe({ "test", "start" }, watch)
busted.subscribe({ "suite", "end" }, finish)
