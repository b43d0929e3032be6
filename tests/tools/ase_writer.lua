--- Writes the bytes of a file of Aseprite for the table of a JSON export, as far as tests need it:
--- https://github.com/aseprite/aseprite/blob/main/docs/ase-file-specs.md
local writer = {}

local directions = { forward = 0, reverse = 1, pingpong = 2, pingpong_reverse = 3 }

local function number(value, size)
  value = value % 256 ^ size -- two's complement
  local bytes = {}
  for i = 1, size do
    bytes[i] = string.char(value % 256)
    value = math.floor(value / 256)
  end
  return table.concat(bytes)
end

local function text(value)
  return number(#value, 2) .. value
end

local function chunk(kind, bytes)
  return number(#bytes + 6, 4) .. number(kind, 2) .. bytes
end

local function layerChunk(layer)
  return chunk(0x2004, number(1, 2) .. ("\0"):rep(10) .. "\255\0\0\0" .. text(layer.name))
end

local function tagsChunk(tags)
  local parts = { number(#tags, 2), ("\0"):rep(8) }
  for _, tag in ipairs(tags) do
    parts[#parts + 1] = number(tag.from, 2) .. number(tag.to, 2) .. number(directions[tag.direction or "forward"], 1)
      .. number(tonumber(tag["repeat"] or 0), 2) .. ("\0"):rep(6) .. "\1\2\3\0" .. text(tag.name)
  end
  return chunk(0x2018, table.concat(parts))
end

local function rectangle(r)
  return number(r.x, 4) .. number(r.y, 4) .. number(r.w, 4) .. number(r.h, 4)
end

--- Which keys have a pivot or a centre is said once for a slice: a slice is written with those of its first key.
local function sliceChunk(slice)
  local first = slice.keys[1]
  local parts = { number(#slice.keys, 4), number((first.center and 1 or 0) + (first.pivot and 2 or 0), 4), number(0, 4), text(slice.name) }
  for _, key in ipairs(slice.keys) do
    local pivot = key.pivot or first.pivot
    parts[#parts + 1] = number(key.frame, 4) .. rectangle(key.bounds)
      .. (first.center and rectangle { x = 1, y = 1, w = 2, h = 2 } or "")
      .. (first.pivot and number(pivot.x, 4) .. number(pivot.y, 4) or "")
  end
  return chunk(0x2022, table.concat(parts))
end

local function frame(duration, chunks, isOld)
  local bytes = table.concat(chunks)
  local count = number(isOld and #chunks or math.min(#chunks, 65535), 2)
  return number(#bytes + 16, 4) .. number(0xF1FA, 2) .. count .. number(duration, 2) .. "\0\0" .. number(isOld and 0 or #chunks, 4) .. bytes
end

--- @param sheet table of a JSON export, with a list of frames
--- @param options { w: integer, h: integer, isOld: boolean|nil, chunks: string[]|nil }
--- @return string bytes
function writer.encode(sheet, options)
  local first, frames = {}, {}
  for _, bytes in ipairs(options.chunks or {}) do
    first[#first + 1] = bytes
  end
  for _, layer in ipairs(sheet.meta.layers or {}) do
    first[#first + 1] = layerChunk(layer)
  end
  first[#first + 1] = tagsChunk(sheet.meta.frameTags or {})
  for _, slice in ipairs(sheet.meta.slices or {}) do
    first[#first + 1] = sliceChunk(slice)
  end
  for i, one in ipairs(sheet.frames) do
    frames[i] = frame(one.duration, i == 1 and first or {}, options.isOld)
  end
  local body = table.concat(frames)
  local head = number(#body + 128, 4) .. number(0xA5E0, 2) .. number(#frames, 2) .. number(options.w, 2) .. number(options.h, 2)
    .. number(32, 2)
  return head .. ("\0"):rep(128 - #head) .. body
end

writer.chunk, writer.number = chunk, number

return writer
