--- Checks that every public name is annotated, documented and tested, and that the reference in docs/reference
--- is what its generator makes.
---
---     lua5.4 tests/api/run.lua BUSTED...     the command that starts busted, in its words
local annotations = require "tests.api.annotations"
local bound = require "tests.api.bound"
local check = require "tests.api.check"
local options = require "tests.api.options"
local pages = require "tests.api.pages"

-- Specs that go through all functions, or all names, again and again: they take most of the time, and
-- are run last, where a function is still missing.
local LONG = { callbacks_spec = true, finalizer_spec = true, reserved_fields_spec = true }

--- The files of the suites. Specs that wait for the collector would wait for ever: to watch calls makes
--- garbage.
local function specs()
  local first, last = {}, {}
  for path in io.popen("find tests/lua tests/scene tests/bump -name '*_spec.lua' | sort"):lines() do
    local name = path:match("([%w_]+)%.lua$")
    local list = LONG[name] and last or first
    list[#list + 1] = not name:find("memory") and path or nil
  end
  return table.concat(first, " ") .. " " .. table.concat(last, " ")
end

--- Which functions the suites call. Whether they pass is the matter of other tests.
local function calls(command)
  local record = os.tmpname()
  os.execute(("HITBOX_CALLS='%s' %s --helper=tests/api/calls.lua %s >/dev/null 2>&1"):format(record, command,
    specs()))
  local called = {}
  for line in io.lines(record) do
    called[line] = true
  end
  os.remove(record)
  return called
end

local all = annotations.read(pages.sources())
local called = calls(table.concat(arg, " "))
assert(next(called), "the tests have called nothing: did busted run?")
local faults = check.faults(bound.classes(), all, called, pages.classes(all))
for class, message in pairs(options()) do
  for _, fault in ipairs(check.options(all, class, message)) do
    faults[#faults + 1] = fault
  end
end

for _, fault in ipairs(pages.unlisted(all)) do
  faults[#faults + 1] = fault
end

for path in io.popen("find src/lua -name '*.c'"):lines() do
  for _, fault in ipairs(check.words(all, assert(io.open(path)):read("*a"))) do
    faults[#faults + 1] = fault
  end
end

for path, text in pairs(pages.make(all)) do
  local file = io.open(path)
  if not file or file:read("*a") ~= text then
    faults[#faults + 1] = path .. " is not what lua5.4 tests/api/pages.lua makes"
  end
end

if faults[1] then
  io.write(table.concat(faults, "\n"), "\n\n", check.HELP, "\n")
  os.exit(1)
end
