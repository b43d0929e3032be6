-- How cases of tests are told: as lines for people, in the Test Anything Protocol, or in JUnit's XML.
--
-- The chunk's argument is a function that takes out of a text what a terminal would obey. It returns the
-- function that prints a case, one that prints what else is to be said of it, and the one that gives it in
-- XML.

local clean = ...

-- What is no character of XML's, as half of one, is told by its bytes: a single one would make the whole
-- report unreadable.
local function characters(text)
  local function code(c)
    return ("\\%d"):format(c:byte())
  end
  local parts, first = {}, 1
  local fine, wrong = utf8.len(text)
  while not fine do
    parts[#parts + 1] = text:sub(first, wrong - 1)
    parts[#parts + 1] = code(text:sub(wrong, wrong))
    first = wrong + 1
    fine, wrong = utf8.len(text, first)
  end
  parts[#parts + 1] = text:sub(first)
  return (table.concat(parts):gsub("\239\191[\190\191]", function(last)
    return last:gsub(".", code)
  end))
end

local function xml(text)
  local names = { ["<"] = "&lt;", [">"] = "&gt;", ["&"] = "&amp;", ['"'] = "&quot;" }
  return (characters(text):gsub('[<>&"]', names):gsub("[%c]", function(c)
    return c == "\n" and "&#10;" or " "
  end))
end

-- A case in JUnit's XML.
local function case(script, name, ok, message)
  return ('  <testcase classname="%s" name="%s"%s\n'):format(xml(script), xml(name),
    ok and "/>" or ('>\n    <failure message="%s"/>\n  </testcase>'):format(xml(tostring(message))))
end

-- In the protocol "#" begins what is said of a case, as that it is to fail for the present, and a line ends it.
local function described(script, name)
  return ((script .. ": " .. name):gsub("(\\*)#", "%1%1\\#"):gsub("\n", " "))
end

-- Say more of the case that was told last; in the protocol if it has a number.
local function add(text, number)
  local before = number and "# " or "      "
  print(before .. clean(text):gsub("\n", "\n" .. before))
end

-- Tell how a case has ended, likewise.
local function tell(script, name, ok, message, number)
  name = clean(name)
  if number then
    print(("%sok %d - %s"):format(ok and "" or "not ", number, described(script, name)))
  else
    print(("%s  %s: %s"):format(ok and "ok  " or "FAIL", script, name))
  end
  if not ok then
    add(tostring(message), number)
  end
end

return tell, add, case
