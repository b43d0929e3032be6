-- Runs the tests of scenes and reports them: as lines for people, in the Test Anything Protocol (TAP), or in JUnit's
-- XML.
--
-- The argument is the host's bridge (host.lua).

local bridge = ...
local escape, print_text = bridge.escape, bridge.print_text

local unknownNames = require "hitbox.scene.diagnostics.unknown_names"
local check = require "hitbox.check"
local new_random = require("hitbox.scene.random").new
local lint_of = require "hitbox.scene.diagnostics.rule_lint"
local testing = require "hitbox.scene.testing"

local report = { is_open = false } -- whether tests are run

local in_tap -- whether that is asked for

-- ---- Lines --------------------------------------------------------------------------------------

-- An escaped text has no character that XML forbids.
local function xml(text)
  local names = { ["<"] = "&lt;", [">"] = "&gt;", ["&"] = "&amp;", ['"'] = "&quot;", ["\n"] = "&#10;", ["\t"] = "&#9;" }
  return (escape(text):gsub('[<>&"\n\t]', names))
end

-- A case in JUnit's XML.
function report.case(script, name, ok, message)
  return ('  <testcase classname="%s" name="%s"%s\n'):format(xml(script), xml(name),
    ok and "/>" or ('>\n    <failure message="%s"/>\n  </testcase>'):format(xml(tostring(message))))
end

-- Print more about the case that was printed last.
function report.add(text)
  local before = in_tap and "# " or "      "
  print_text(before .. text:gsub("\n", "\n" .. before))
end

-- Print how a case has ended; in TAP if it has a number. There "#" begins a directive, such as that a case is to fail
-- for the present.
local function print_result(script, name, ok, message, number)
  local line = escape(script .. ": " .. name, true)
  if number then
    print_text(("%sok %d - %s"):format(ok and "" or "not ", number, (line:gsub("(\\*)#", "%1%1\\#"))))
  else
    print_text(("%s  %s"):format(ok and "ok  " or "FAIL", line))
  end
  if not ok then
    report.add(tostring(message))
  end
end

-- ---- Tests --------------------------------------------------------------------------------------

-- The cases of a test file, or those that a scene has itself.
local function cases_of(host, test_path, script)
  if test_path == script then
    return host.new_scene(script).def.tests or {}
  end
  local cases = host.run(test_path, function()
    return new_random(1)
  end)
  if type(cases) ~= "table" then
    error(("%s: must return a list of tests; it returned %s"):format(test_path, type(cases)), 0)
  end
  check.list(cases, "tests", test_path, check.CASE)
  return cases
end

-- Only those whose sentence or script has a text in it.
local function filtered(cases, script, filter)
  if not filter or script:find(filter, 1, true) then
    return cases
  end
  local some = {}
  for _, case in ipairs(cases) do
    if type(case) == "table" and tostring(case[1]):find(filter, 1, true) then
      some[#some + 1] = case
    end
  end
  return some
end

-- Run the cases of one test file against the scene beside it, or those of a scene. Each is reported and counted
-- as soon as it ends.
---@param host table functions: `run` and `new_scene` load a script, `read` reads a file, `begin` gets the path of the
---   script that is tested, `count` gets each result with its XML, `trace` is a message handler
---@param filter string|nil
---@param number integer|nil of the first case, if they are reported in TAP
---@param found boolean the file was found in a folder, not named
function report.test(host, test_path, filter, number, found)
  local script = test_path:gsub("%.test%.lua$", ".lua")
  if test_path == script and found and not host.read(script):find("%f[%w_]tests%s*=%s*{") then
    return
  end
  report.is_open, in_tap = true, number ~= nil
  local cases = filtered(cases_of(host, test_path, script), script, filter)
  local made, reported
  if #cases == 0 then
    return
  end
  host.begin(script)
  testing.run(function()
    made = host.new_scene(script)
    return made
  end, cases, function(name, ok, message)
    print_result(script, name, ok, message, number)
    local text = made and (lint_of(made) or unknownNames.hint(made))
    if text and text ~= reported then
      report.add(text)
      reported = text
    end
    number = number and number + 1
    host.count(ok, report.case(script, name, ok, message))
  end, host.trace)
end

return report
