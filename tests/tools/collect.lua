-- A helper for busted: while a test runs, the collector takes a full cycle whenever Lua asks it for
-- a step. So whatever a C function holds without an anchor is gone by the time it is used.
local busted = require "busted"
local versions = require "tests.tools.versions"
versions.isCollecting = true

busted.subscribe({ "test", "start" }, function()
  versions.collectAlways()
end)
busted.subscribe({ "test", "end" }, versions.collectUsually)
