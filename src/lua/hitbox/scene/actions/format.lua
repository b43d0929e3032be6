--- Describes what Aseprite exports as JSON, as data/schema.lua checks it: https://www.aseprite.org/docs/cli, --data.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local schema = require(folder .. "scene.data.schema")

local list, record = schema.list, schema.record

--- Pixels, and milliseconds.
local LARGEST = 1000000000

local NAME = { kind = "string", max = 255 }
local POSITION = { kind = "number", min = -LARGEST, max = LARGEST }
local SIZE = { kind = "number", min = 0, max = LARGEST }
local FRAME_INDEX = { kind = "whole", min = 0, max = LARGEST }

local function rectangle(needs)
  return record(needs, { x = POSITION, y = POSITION, w = SIZE, h = SIZE })
end

local FRAME = record({ "frame" }, {
  filename = NAME, frame = rectangle { "x", "y", "w", "h" }, spriteSourceSize = rectangle { "x", "y" },
  sourceSize = rectangle { "w", "h" }, duration = SIZE })
local KEY = record({ "frame", "bounds" }, {
  frame = FRAME_INDEX, bounds = rectangle { "x", "y", "w", "h" }, pivot = record({ "x", "y" }, { x = POSITION, y = POSITION }) })

return record({ "frames" }, {
  frames = { kind = "names", max = NAME.max, of = FRAME },
  meta = record({}, {
    image = { kind = "string", max = 4096 },
    layers = list(record({}, { name = NAME })),
    slices = list(record({ "name", "keys" }, { name = NAME, keys = list(KEY) })),
    frameTags = list(record({ "name", "from", "to" }, {
      name = NAME, from = FRAME_INDEX, to = FRAME_INDEX, direction = NAME,
      ["repeat"] = { kind = "whole", min = 0, max = 65535, orText = true } })), -- as Aseprite's own files can say
  }),
})
