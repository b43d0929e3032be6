--- Reads Aseprite's own files (.aseprite, .ase) into the table that its JSON export gives: frames with durations,
--- tags and slices. Format: https://github.com/aseprite/aseprite/blob/main/docs/ase-file-specs.md
---
--- Pictures are left out. The frames of the table lie in a sheet of rows, as a host that draws the file lays them out:
--- frame i of n, from 0 on, is in column i % c and row floor(i / c), with c the least number whose square is at
--- least n.
local aseFile = {}

local FILE_MAGIC, FRAME_MAGIC = 0xA5E0, 0xF1FA
local FILE_HEADER, FRAME_HEADER, CHUNK_HEADER = 128, 16, 6 -- bytes
local LAYER, TAGS, SLICE = 0x2004, 0x2018, 0x2022 -- types of chunks

local directions = { [0] = "forward", "reverse", "pingpong", "pingpong_reverse" }

--- Raise an error for bytes that are not as the format says. The caller catches it.
local function fail(message, ...)
  error(message:format(...), 0)
end

--- Bytes that are read one after the other, up to an end.
---@class internal.AseBytes
---@field text string
---@field at integer the next byte, from 1 on
---@field last integer the last byte that may be read
local function need(from, count)
  local at = from.at
  if count > from.last - at + 1 then
    fail("it ends too early, at byte %d", from.last)
  end
  from.at = at + count
  return at
end

--- Read a whole number without a sign, of 1, 2 or 4 bytes.
local function unsigned(from, size)
  local at, value = need(from, size), 0
  for i = size - 1, 0, -1 do
    value = value * 256 + from.text:byte(at + i)
  end
  return value
end

--- Read a whole number of 4 bytes with a sign.
local function signed(from)
  local value = unsigned(from, 4)
  return value < 2 ^ 31 and value or value - 2 ^ 32
end

local function readString(from)
  local length = unsigned(from, 2)
  local at = need(from, length)
  return from.text:sub(at, at + length - 1)
end

local readers = {} ---@type table<integer, fun(from: table, meta: table)>

readers[LAYER] = function(from, meta)
  need(from, 16)
  meta.layers[#meta.layers + 1] = { name = readString(from) }
end

readers[TAGS] = function(from, meta)
  local count = unsigned(from, 2)
  need(from, 8)
  for _ = 1, count do
    local tag = { from = unsigned(from, 2), to = unsigned(from, 2), direction = directions[unsigned(from, 1)] or "forward" }
    tag["repeat"] = unsigned(from, 2)
    need(from, 10)
    tag.name = readString(from)
    meta.frameTags[#meta.frameTags + 1] = tag
  end
end

readers[SLICE] = function(from, meta)
  local count, flags = unsigned(from, 4), unsigned(from, 4)
  need(from, 4)
  local slice = { name = readString(from), keys = {} }
  for i = 1, count do
    local key = { frame = unsigned(from, 4) }
    key.bounds = { x = signed(from), y = signed(from), w = unsigned(from, 4), h = unsigned(from, 4) }
    if flags % 2 == 1 then -- the middle of nine patches
      need(from, 16)
    end
    if flags % 4 >= 2 then
      key.pivot = { x = signed(from), y = signed(from) }
    end
    slice.keys[i] = key
  end
  meta.slices[#meta.slices + 1] = slice
end

--- Read the chunks of a frame.
local function readChunks(from, count, meta)
  for _ = 1, count do
    local size, kind = unsigned(from, 4), unsigned(from, 2)
    if size < CHUNK_HEADER then
      fail("a chunk has %d bytes, fewer than its header", size)
    end
    local at = need(from, size - CHUNK_HEADER)
    if readers[kind] then
      readers[kind]({ text = from.text, at = at, last = from.at - 1 }, meta)
    end
  end
end

--- Read a frame. Returns its duration in milliseconds; old files have one for all frames.
local function readFrame(from, meta, usual)
  local begin, size = from.at, unsigned(from, 4)
  if unsigned(from, 2) ~= FRAME_MAGIC then
    fail("no frame begins at byte %d", begin)
  elseif size < FRAME_HEADER then
    fail("a frame has %d bytes, fewer than its header", size)
  end
  local oldCount, duration = unsigned(from, 2), unsigned(from, 2)
  need(from, 2)
  local count = unsigned(from, 4)
  from.at = begin
  need(from, size)
  readChunks({ text = from.text, at = begin + FRAME_HEADER, last = from.at - 1 }, count > 0 and count or oldCount, meta)
  return duration > 0 and duration or usual
end

--- The number of columns of the sheet.
local function columnsOf(count)
  local columns = 1
  while columns * columns < count do
    columns = columns + 1
  end
  return columns
end

--- Read a file.
---@param text string its bytes
---@param image string|nil the path of the picture, for `meta.image`
---@return table data as of a JSON export
--- Errors: a string that says what is wrong with the bytes.
function aseFile.decode(text, image)
  local from = { text = text, at = 1, last = #text }
  need(from, FILE_HEADER)
  from.at = 5
  if unsigned(from, 2) ~= FILE_MAGIC then
    fail("it is no file of Aseprite")
  end
  local count, w, h = unsigned(from, 2), unsigned(from, 2), unsigned(from, 2)
  need(from, 6) -- depth and flags
  local usual = unsigned(from, 2)
  from.at = FILE_HEADER + 1
  local meta = { image = image, layers = {}, frameTags = {}, slices = {} }
  local frames, columns = {}, columnsOf(count)
  for i = 1, count do
    local x, y = (i - 1) % columns * w, math.floor((i - 1) / columns) * h
    frames[i] = { frame = { x = x, y = y, w = w, h = h }, spriteSourceSize = { x = 0, y = 0, w = w, h = h },
      sourceSize = { w = w, h = h }, duration = readFrame(from, meta, usual) }
  end
  return { frames = frames, meta = meta }
end

return aseFile
