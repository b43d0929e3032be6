-- A helper for busted: while a test runs, the collector takes a full cycle whenever Lua asks it for
-- a step. So whatever a C function holds without an anchor is gone by the time it is used.
local busted = require "busted"

busted.subscribe({ "test", "start" }, function()
  collectgarbage("incremental", 1, 1000) -- no pause between cycles, full effort
end)

busted.subscribe({ "test", "end" }, function()
  collectgarbage("incremental", 200, 100) -- Lua's defaults
end)
