--- The tiles of a layer or chunk of Tiled's as a list of numbers: https://doc.mapeditor.org, TMX map format, <data>.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local base64 = require(folder .. "scene.data.base64")
local natives = require(folder .. "scene.data.natives")
local numbers = require(folder .. "scene.data.numbers")

local cells = {}

local BYTES = 4 -- of a tile's number

--- How tiles may be packed, by the function of natives.lua that unpacks them.
local unpackers = { zlib = "inflate", gzip = "inflate", zstd = "zstd" }

--- By their digits, for numbers.read.
local toNumber = setmetatable({}, { __index = function(_, digits)
  return tonumber(digits)
end })

--- Numbers as text, with commas between them.
local function readText(text, where)
  local list = {}
  local n, at = numbers.read(text, text:match("^%s*()"), list, 0, toNumber)
  local rest = text:sub(at)
  if rest:find("[^%d%s,]") then
    check.fail("%s: its tiles are not numbers with commas between them", where)
  end
  for digits in rest:gmatch("%d+") do
    n = n + 1
    list[n] = tonumber(digits)
  end
  return list
end

--- Bytes as base64, which may be packed.
---@return number[]
---@return string bytes four of each number, the lowest first
local function readBytes(text, count, compression, where)
  local bytes, message = base64.decode(text)
  if bytes and compression and compression ~= "" then
    local unpacker = unpackers[compression]
    if not unpacker then
      check.fail("%s: its tiles are packed by '%s', which is not known", where, compression)
    elseif not natives[unpacker] then
      check.fail("%s: its tiles are packed by %s, which plain Lua does not unpack: run `hitbox convert` with the map and "
        .. "the name of a .lua file, or choose CSV as the map's Tile Layer Format in Tiled", where, compression)
    end
    bytes, message = natives[unpacker](bytes, BYTES * count)
  end
  if not bytes then
    check.fail("%s: %s", where, message)
  end
  return base64.integers(bytes), bytes
end

--- Read the tiles of a layer or chunk.
---@param block table it has `data`, `width` and `height`
---@param layer table it has `encoding` and `compression`
---@param where string which layer, for errors
---@return number[]
---@return string|nil bytes the same, four bytes each, if they were saved so
function cells.read(block, layer, where)
  local data, count, bytes = block.data, block.width * block.height, nil
  if type(data) == "string" and not data:find("%S") then
    data = {}
  elseif type(data) == "string" and layer.encoding == "csv" then
    data = readText(data, where)
  elseif type(data) == "string" and layer.encoding == "base64" then
    data, bytes = readBytes(data, count, layer.compression, where)
  elseif type(data) == "string" then
    check.fail("%s: its tiles are encoded as '%s', which is not known", where, tostring(layer.encoding))
  end
  if #data == 0 then
    return data -- an empty layer of some programs
  elseif #data ~= count then
    check.fail("%s: %d tiles are there, and %.0f should be", where, #data, count)
  end
  return data, bytes
end

return cells
