--- Reads base64 (RFC 4648), and the bytes that it stands for as numbers.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local natives = require(folder .. "scene.data.natives")

local base64 = {}

local byte, char, floor = string.byte, string.char, math.floor
local ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local bits = {} ---@type table<integer, integer>
for i = 1, #ALPHABET do
  bits[byte(ALPHABET, i)] = i - 1
end

--- The three bytes of four characters.
local function triple(text, at)
  local a, b, c, d = byte(text, at, at + 3)
  local number = ((bits[a] * 64 + bits[b]) * 64 + bits[c]) * 64 + bits[d]
  return floor(number / 65536), floor(number / 256) % 256, number % 256
end

--- The bytes of a text.
---@param text string white space does not count
---@return string|nil bytes
---@return string|nil message why there are none
function base64.decode(text)
  if natives.base64 then
    return natives.base64(text)
  end
  text = text:gsub("%s+", ""):gsub("=.*$", "")
  if text:find("[^%w+/]") then
    return nil, "the text is not base64"
  end
  local parts, length = {}, #text
  local whole = length - length % 4
  for at = 1, whole - 15, 16 do
    local a, b, c = triple(text, at)
    local d, e, f = triple(text, at + 4)
    local g, h, i = triple(text, at + 8)
    parts[#parts + 1] = char(a, b, c, d, e, f, g, h, i, triple(text, at + 12))
  end
  for at = whole - whole % 16 + 1, whole, 4 do
    parts[#parts + 1] = char(triple(text, at))
  end
  if length % 4 >= 2 then
    local last = char(triple(text:sub(whole + 1) .. "AA", 1))
    parts[#parts + 1] = last:sub(1, length % 4 - 1)
  end
  return table.concat(parts)
end

--- The unsigned 32-bit integers in bytes, little-endian.
---@param bytes string
---@return integer[]
function base64.integers(bytes)
  if natives.integers then
    return natives.integers(bytes)
  end
  local list = {}
  for i = 1, floor(#bytes / 4) do
    local a, b, c, d = byte(bytes, 4 * i - 3, 4 * i)
    list[i] = a + 256 * b + 65536 * c + 16777216 * d
  end
  return list
end

return base64
