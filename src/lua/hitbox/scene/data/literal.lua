--- Reads a Lua file that only returns a table, as Tiled exports maps: strings, numbers, true, false, nil, and tables of
--- these. The file is read as data and not run, so it can neither loop nor call.
--- Method: recursive descent over a part of Lua's grammar (Lua 5.1 manual, 2.1 and 2.5.7). Files are mostly lists of
--- numbers and fields with a name, so these have patterns of their own: 2 to 3 times the time of `load`, else 5 times.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local rows = require(folder .. "scene.data.numbers")
local ordered = require(folder .. "scene.ordered")

local literal = {}

--- Deeper than any file that people make; a reader that recurses needs an end.
local MAX_DEPTH = 200

--- Characters of a number: about as many have ones that are finite.
local MAX_NUMBER = 300

local escapes = { a = "\a", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", v = "\v", ["\\"] = "\\", ['"'] = '"',
  ["'"] = "'", ["\n"] = "\n" }
local words = { ["true"] = true, ["false"] = false }
local byte, find, match, sub = string.byte, string.find, string.match, string.sub
local OPEN, CLOSE, BRACKET, QUOTE, APOSTROPHE, MINUS, BACKSLASH = byte('{}["\'-\\', 1, -1)

--- Numbers by their digits, while a text is read: in a map the same ones come again and again.
local numbers = {} ---@type table<string, number|false>

local readValue

local function fail(text, at, what)
  numbers = {}
  local _, lines = sub(text, 1, at - 1):gsub("\n", "")
  error(("%d: %s"):format(lines + 1, what), 0)
end

--- Read a text in long brackets.
---@return integer|nil at after it; nil if there is none
---@return string|nil
local function readLong(text, at)
  local level, start = match(text, "^%[(=*)%[\r?\n?()", at)
  if level then
    local stop, last = find(text, "]" .. level .. "]", start, true)
    if not stop then
      fail(text, at, "a string or comment in long brackets does not end")
    end
    return last + 1, sub(text, start, stop - 1)
  end
end

--- The next place that is neither white space nor in a comment.
local function skip(text, at)
  at = find(text, "%S", at) or #text + 1
  while byte(text, at) == MINUS and byte(text, at + 1) == MINUS do
    at = readLong(text, at + 2) or find(text, "\n", at, true) or #text + 1
    at = find(text, "%S", at) or #text + 1
  end
  return at
end

--- The character of an escape, and the place after it.
local function readEscape(text, at)
  local digits = match(text, "^%d%d?%d?", at + 1)
  if digits and tonumber(digits) < 256 then
    return string.char(tonumber(digits)), at + 1 + #digits
  end
  return escapes[sub(text, at + 1, at + 1)] or fail(text, at, "no such escape"), at + 2
end

local function readString(text, at)
  local plain, after = match(text, '^"([^"\\\n]*)"()', at)
  if plain then
    return plain, after
  end
  local special = byte(text, at) == QUOTE and '["\\\n]' or "['\\\n]"
  local start, parts = at, {}
  at = at + 1
  while true do
    local stop = find(text, special, at)
    local sign = stop and byte(text, stop)
    if not stop or sign == 10 then
      fail(text, start, "a string does not end")
    end
    parts[#parts + 1] = sub(text, at, stop - 1)
    if sign ~= BACKSLASH then
      return table.concat(parts), stop + 1
    end
    parts[#parts + 1], at = readEscape(text, stop)
  end
end

local function readNumber(text, at)
  local word, stop = match(text, "^(%-?[%w_.]+)()", at)
  local sign = word and match(text, "^[+-]%d+()", stop)
  if sign and find(word, "^%-?[%d.]+[eE]$") then
    word, stop = sub(text, at, sign - 1), sign
  end
  local isDecimal = word and find(word, "^%-?%.?%d[%d.eE+-]*$") -- LuaJIT would take more
  local number = isDecimal and #word <= MAX_NUMBER and ordered.toNumber(word)
  if not number or number - number ~= 0 then
    local got = sub(word or sub(text, at, at), 1, 40):gsub("%c", "?")
    fail(text, at, ("a value must be a string, a finite number, true, false, nil or a table, got '%s'"):format(got))
  end
  return number, stop
end

--- Read a key in brackets, and the sign that makes it one.
local function readKey(text, at, depth)
  local key, stop = readValue(text, skip(text, at + 1), depth)
  local after = match(text, "^%]%s*=()", skip(text, stop))
  if type(key) ~= "string" and type(key) ~= "number" then
    fail(text, at, "a key must be a string or a number")
  elseif not after then
    fail(text, stop, "']=' is missing after a key")
  end
  return key, skip(text, after)
end

local function readTable(text, at, depth)
  local result, n = {}, 0
  at = skip(text, at + 1)
  while byte(text, at) ~= CLOSE do
    local key, after = match(text, "^([%a_][%w_]*)%s*=%s*()", at)
    if not key and byte(text, at) == BRACKET and not find(text, "^%[=*%[", at) then
      key, after = readKey(text, at, depth)
    end
    if key then
      result[key], at = readValue(text, after, depth)
    else
      n = n + 1
      result[n], at = readValue(text, at, depth)
    end
    after = match(text, "^%s*[,;]()", at)
    if not after and byte(text, skip(text, at)) ~= CLOSE then
      after = match(text, "^[,;]()", skip(text, at)) or fail(text, skip(text, at), "',' or '}' is missing")
    end
    at = skip(text, after or at)
    if not key then
      n, at = rows.read(text, at, result, n, numbers)
      at = skip(text, at)
    end
  end
  return result, at + 1
end

function readValue(text, at, depth)
  local sign = byte(text, at)
  if depth > MAX_DEPTH then
    fail(text, at, "too deep")
  elseif sign == OPEN then
    return readTable(text, at, depth + 1)
  elseif sign == QUOTE or sign == APOSTROPHE then
    return readString(text, at)
  end
  local digits, stop = match(text, "^(%-?%d+)()[,%s}]", at)
  if digits and numbers[digits] then
    return numbers[digits], stop
  end
  local after, long = readLong(text, at)
  if after then
    return long, after
  end
  local word = match(text, "^%a[%w_]*", at)
  if word == "nil" or words[word] ~= nil then
    return words[word], at + #word
  end
  return readNumber(text, skip(text, at))
end

--- Read a text.
---@param text string
---@return any
--- Errors: the text is not `return` and one value; the message begins with the line, as "12: ".
function literal.decode(text)
  numbers = setmetatable({}, { __index = function(known, digits)
    known[digits] = #digits <= MAX_NUMBER and tonumber(digits)
    return known[digits]
  end })
  local start = skip(text, match(text, "^\239\187\191()") or 1)
  local after = match(text, "^return()%f[^%w_]", start)
    or fail(text, start, "the file must be `return` and a table, and nothing else")
  local value, at = readValue(text, skip(text, after), 0)
  at = skip(text, at)
  at = skip(text, match(text, "^;()", at) or at)
  if at <= #text then
    fail(text, at, "nothing may follow the table that the file returns")
  end
  numbers = {}
  return value
end

return literal
