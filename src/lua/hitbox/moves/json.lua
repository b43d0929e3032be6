--- Reads JSON (RFC 8259), strictly: what is no JSON is an error that says where. null becomes nil, so
--- that a list may have holes; objects do not keep their order.
local json = {}

--- Deeper than any file that people make; a reader that recurses needs an end.
local MAX_DEPTH = 200

local escapes = {
  ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t",
}
local words = { { "true", true }, { "false", false }, { "null", nil } }
local readValue

local function fail(text, at, what)
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

local function readString(text, at)
  local parts, start = {}, at
  at = at + 1
  while true do
    local stop = text:find('[%c"\\]', at)
    if not stop then
      fail(text, start, "a string does not end")
    end
    parts[#parts + 1] = text:sub(at, stop - 1)
    local sign = text:sub(stop, stop)
    if sign == '"' then
      return table.concat(parts), stop + 1
    elseif sign == "\\" then
      parts[#parts + 1], at = readEscape(text, stop)
    elseif sign == "\127" then
      parts[#parts + 1], at = sign, stop + 1
    else
      fail(text, stop, "a control character in a string")
    end
  end
end

local function readNumber(text, at)
  local digits = text:match("^%-?%d+", at)
  if not digits or digits:find("^%-?0%d") then
    fail(text, at, digits and "a number begins with 0" or "a value is missing")
  end
  local stop = at + #digits
  stop = stop + #(text:match("^%.%d+", stop) or "")
  stop = stop + #(text:match("^[eE][+-]?%d+", stop) or "")
  return tonumber(text:sub(at, stop - 1)), stop
end

local function skip(text, at)
  return text:find("[^ \t\r\n]", at) or #text + 1
end

--- The place after a comma, or nil after the closing sign.
local function readComma(text, at, closing)
  at = skip(text, at)
  local sign = text:sub(at, at)
  if sign == closing then
    return nil, at + 1
  elseif sign ~= "," then
    fail(text, at, ("',' or '%s' is missing"):format(closing))
  end
  return skip(text, at + 1)
end

local function readObject(text, at, depth)
  local object, stop = {}, nil
  at = skip(text, at + 1)
  if text:sub(at, at) == "}" then
    return object, at + 1
  end
  while at do
    if text:sub(at, at) ~= '"' then
      fail(text, at, "a key must be a string")
    end
    local key
    key, at = readString(text, at)
    at = skip(text, at)
    if text:sub(at, at) ~= ":" then
      fail(text, at, "':' is missing")
    end
    object[key], at = readValue(text, skip(text, at + 1), depth)
    at, stop = readComma(text, at, "}")
  end
  return object, stop
end

local function readList(text, at, depth)
  local list, n, stop = {}, 0, nil
  at = skip(text, at + 1)
  if text:sub(at, at) == "]" then
    return list, at + 1
  end
  while at do
    n = n + 1
    list[n], at = readValue(text, at, depth)
    at, stop = readComma(text, at, "]")
  end
  return list, stop
end

function readValue(text, at, depth)
  local sign = text:sub(at, at)
  if depth > MAX_DEPTH then
    fail(text, at, "too deep")
  elseif sign == "{" then
    return readObject(text, at, depth + 1)
  elseif sign == "[" then
    return readList(text, at, depth + 1)
  elseif sign == '"' then
    return readString(text, at)
  end
  for _, word in ipairs(words) do
    if text:sub(at, at + #word[1] - 1) == word[1] then
      return word[2], at + #word[1]
    end
  end
  return readNumber(text, at)
end

--- Read a text.
---@param text string
---@return any
--- Errors: the text is no JSON; the message says line and column.
function json.decode(text)
  text = text:gsub("^\239\187\191", "")
  local value, at = readValue(text, skip(text, 1), 0)
  at = skip(text, at)
  if at <= #text then
    fail(text, at, "more than one value")
  end
  return value
end

return json
