--- A strict reader of JSON (RFC 8259): errors name the position. null becomes nil, so lists may have
--- holes. The order of keys is lost, but can be recorded, and duplicate keys with it.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local natives = require(folder .. "scene.data.natives")
local rows = require(folder .. "scene.data.numbers")
local ordered = require(folder .. "scene.ordered")

local json = {}

--- Deeper than any file that people make; a reader that recurses needs an end.
local MAX_DEPTH = 200

--- Characters of a number: about as many have ones that are finite.
local MAX_NUMBER = 300

local escapes = {
  ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t",
}
local byte, find, match, sub = string.byte, string.find, string.match, string.sub
local QUOTE, BACKSLASH, DELETE, POINT, COMMA, COLON = 34, 92, 127, 46, 44, 58
local ZERO, NINE = 48, 57
local LARGE_E, SMALL_E, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT = 69, 101, 91, 93, 123, 125
local words = { -- by the byte that each begins with
  [byte("t")] = { text = "true", value = true }, [byte("f")] = { text = "false", value = false },
  [byte("n")] = { text = "null", value = nil },
}
local readValue

--- The keys of each object in order, if the caller asked for them.
local orders = nil ---@type nil|table<table, string[]>

--- Numbers by their digits, while a text is read.
local numbers = {} ---@type table<string, number|false>

local function fail(text, at, what)
  orders, numbers = nil, {}
  local before = text:sub(1, at - 1)
  local _, lines = before:gsub("\n", "")
  local column = at - #(before:match("^.*\n") or "")
  error(("line %d, column %d: %s"):format(lines + 1, column, what), 0)
end

--- A character of Unicode in UTF-8.
local function utf8(code)
  if code < 0x80 then
    return string.char(code)
  elseif code < 0x800 then
    return string.char(0xC0 + math.floor(code / 0x40), 0x80 + code % 0x40)
  elseif code < 0x10000 then
    return string.char(0xE0 + math.floor(code / 0x1000), 0x80 + math.floor(code / 0x40) % 0x40,
      0x80 + code % 0x40)
  end
  return string.char(0xF0 + math.floor(code / 0x40000), 0x80 + math.floor(code / 0x1000) % 0x40,
    0x80 + math.floor(code / 0x40) % 0x40, 0x80 + code % 0x40)
end

local function readCode(text, at)
  local digits = text:match("^\\u(%x%x%x%x)", at)
  return digits and tonumber(digits, 16)
end

--- What follows a backslash: the character, and the place after it.
local function readEscape(text, at)
  local plain = escapes[text:sub(at + 1, at + 1)]
  if plain then
    return plain, at + 2
  end
  local code = readCode(text, at)
  if not code then
    fail(text, at, "no such escape")
  elseif code >= 0xD800 and code < 0xDC00 then
    local low = readCode(text, at + 6)
    if low and low >= 0xDC00 and low < 0xE000 then
      return utf8(0x10000 + (code - 0xD800) * 0x400 + low - 0xDC00), at + 12
    end
  end
  if code >= 0xD800 and code < 0xE000 then
    fail(text, at, "half of a surrogate pair")
  end
  return utf8(code), at + 6
end

--- The rest of a string in which there is more than plain characters.
---@param start integer where it begins
---@param at integer
---@param stop integer|nil where that is
local function readRest(text, start, at, stop)
  local parts = {}
  while stop do
    parts[#parts + 1] = text:sub(at, stop - 1)
    local sign = byte(text, stop)
    if sign == QUOTE then
      return table.concat(parts), stop + 1
    elseif sign == BACKSLASH then
      parts[#parts + 1], at = readEscape(text, stop)
    elseif sign == DELETE then
      parts[#parts + 1], at = "\127", stop + 1
    else
      fail(text, stop, "a control character in a string")
    end
    stop = find(text, '[%c"\\]', at)
  end
  fail(text, start, "a string does not end")
end

local function readString(text, at)
  local stop = find(text, '[%c"\\]', at + 1)
  if stop and byte(text, stop) == QUOTE then
    return sub(text, at + 1, stop - 1), stop + 1
  end
  return readRest(text, at, at + 1, stop)
end

local function readNumber(text, at)
  local digits, stop = match(text, "^(%-?%d+)()", at)
  if not digits or match(digits, "^%-?0%d") then
    fail(text, at, digits and "a number begins with 0" or "a value is missing")
  end
  local sign = byte(text, stop)
  if sign == POINT or sign == SMALL_E or sign == LARGE_E then
    stop = match(text, "^%.%d+()", stop) or stop
    stop = match(text, "^[eE][+-]?%d+()", stop) or stop
    digits = sub(text, at, stop - 1)
  end
  local number = #digits <= MAX_NUMBER and ordered.toNumber(digits) or math.huge
  if number - number ~= 0 then
    fail(text, at, "a number is too large")
  end
  return number, stop
end

local function skip(text, at)
  return find(text, "[^ \t\r\n]", at) or #text + 1
end

--- The place after a comma, or nil after the closing sign.
local function readComma(text, at, closing)
  at = skip(text, at)
  local sign = byte(text, at)
  if sign == closing then
    return nil, at + 1
  elseif sign ~= COMMA then
    fail(text, at, ("',' or '%s' is missing"):format(string.char(closing)))
  end
  return skip(text, at + 1)
end

local function readObject(text, at, depth)
  local object, keys, stop = {}, orders and {}, nil
  if orders then
    orders[object] = keys
  end
  at = skip(text, at + 1)
  if byte(text, at) == CLOSE_OBJECT then
    return object, at + 1
  end
  while at do
    if byte(text, at) ~= QUOTE then
      fail(text, at, "a key must be a string")
    end
    local key, after = readString(text, at)
    if object[key] ~= nil and keys then
      key = ("%s (%d)"):format(key, #keys + 1)
    end
    if object[key] ~= nil then
      fail(text, at, "a key is there twice")
    end
    at = skip(text, after)
    if byte(text, at) ~= COLON then
      fail(text, at, "':' is missing")
    end
    if keys then
      keys[#keys + 1] = key
    end
    object[key], at = readValue(text, skip(text, at + 1), depth)
    at, stop = readComma(text, at, CLOSE_OBJECT)
  end
  return object, stop
end

local function readList(text, at, depth)
  local list, n, stop = {}, 0, nil
  at = skip(text, at + 1)
  if byte(text, at) == CLOSE_LIST then
    return list, at + 1
  end
  while at do
    n = n + 1
    list[n], at = readValue(text, at, depth)
    at, stop = readComma(text, at, CLOSE_LIST)
    local sign = at and byte(text, at)
    if sign and sign >= ZERO and sign <= NINE then
      n, at = rows.read(text, at, list, n, numbers)
    end
  end
  return list, stop
end

function readValue(text, at, depth)
  local sign = byte(text, at)
  if depth > MAX_DEPTH then
    fail(text, at, "too deep")
  elseif sign == QUOTE then
    return readString(text, at)
  elseif sign == OPEN_OBJECT then
    return readObject(text, at, depth + 1)
  elseif sign == OPEN_LIST then
    return readList(text, at, depth + 1)
  end
  local word = words[sign]
  if word and sub(text, at, at + #word.text - 1) == word.text then
    return word.value, at + #word.text
  end
  return readNumber(text, at)
end

--- Read a text.
---@param text string
---@param order table<table, string[]>|nil to be filled with the keys of each object, in their order. A key that is
---   there again has its place behind it then
---@return any
--- Errors: the text is no JSON; the message says line and column.
function json.decode(text, order)
  text = text:gsub("^\239\187\191", "")
  if natives.json and not order then
    local fine, read = natives.json(text)
    if fine then
      return read
    end
  end
  orders = order
  numbers = setmetatable({}, { __index = function(known, digits)
    known[digits] = #digits <= MAX_NUMBER and not match(digits, "^0%d") and tonumber(digits)
    return known[digits]
  end })
  local value, at = readValue(text, skip(text, 1), 0)
  at = skip(text, at)
  if at <= #text then
    fail(text, at, "more than one value")
  end
  orders, numbers = nil, {}
  return value
end

return json
