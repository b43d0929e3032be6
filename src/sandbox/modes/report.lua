-- How cases of tests are told: as lines for people, in the Test Anything Protocol, or in JUnit's XML.
--
-- The chunk's arguments are a function that escapes what a terminal would obey, and one that prints a text.
-- It returns the function that prints a case, one that prints what else is to be said of it, and the one
-- that gives it in XML.

local escape, print_text = ...

-- What is escaped has no character that XML forbids.
local function xml(text)
  local names = { ["<"] = "&lt;", [">"] = "&gt;", ["&"] = "&amp;", ['"'] = "&quot;", ["\n"] = "&#10;", ["\t"] = "&#9;" }
  return (escape(text):gsub('[<>&"\n\t]', names))
end

-- A case in JUnit's XML.
local function case(script, name, ok, message)
  return ('  <testcase classname="%s" name="%s"%s\n'):format(xml(script), xml(name),
    ok and "/>" or ('>\n    <failure message="%s"/>\n  </testcase>'):format(xml(tostring(message))))
end

-- In the protocol "#" begins what is said of a case, as that it is to fail for the present, and a line ends it.
local function described(script, name)
  return (escape(script .. ": " .. name, true):gsub("(\\*)#", "%1%1\\#"))
end

-- Say more of the case that was told last.
local function add(text, in_tap)
  local before = in_tap and "# " or "      "
  print_text(before .. text:gsub("\n", "\n" .. before))
end

-- Tell how a case has ended; in the protocol if it has a number.
local function tell(script, name, ok, message, number)
  if number then
    print_text(("%sok %d - %s"):format(ok and "" or "not ", number, described(script, name)))
  else
    print_text(("%s  %s"):format(ok and "ok  " or "FAIL", escape(script .. ": " .. name, true)))
  end
  if not ok then
    add(tostring(message), number)
  end
end

return tell, add, case
