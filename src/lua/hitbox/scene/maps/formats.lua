--- Descriptions of the files that maps are read from, as data/schema.lua checks them: the keys that are read, and the
--- values that these may have. Formats: https://doc.mapeditor.org (JSON map format) and https://ldtk.io/json.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local schema = require(folder .. "scene.data.schema")

local formats = {}
local list, record = schema.list, schema.record

--- Positions and sizes, in pixels and in cells. A double holds sums and products of them exactly.
local LARGEST = 1000000000

--- Groups hold layers, and a table given directly may hold the same group many times.
local MAX_LAYERS = 100000

--- The time to split an outline into convex parts grows with the square of its points.
local MAX_POINTS = 10000

--- Of an object that is a text, in bytes.
local MAX_TEXT = 100000

local NAME = { kind = "string", max = 255 }
local PATH = { kind = "string", max = 1024 }
local FLAG = { kind = "boolean" }
local POSITION = { kind = "number", min = -LARGEST, max = LARGEST }
local SIZE = { kind = "number", min = 0, max = LARGEST }
local CELL = { kind = "whole", min = -LARGEST, max = LARGEST }
local CELLS = { kind = "whole", min = 0, max = LARGEST }
local TILE_SIZE = { kind = "whole", min = 1, max = 1000000 }
local NUMBER = { kind = "whole", min = -2 ^ 31, max = 2 ^ 31 - 1 }
local SHARE = { kind = "number", min = 0, max = 1 }
local FACTOR = { kind = "number", min = -1000, max = 1000 }
local DATA = { kind = "data" }
--- A colour, which is never what a map fails by: only its parts are read, if they are there.
local COLOR = schema.list({ kind = "number", min = 0, max = 255 }, { orText = true, minCount = 3, maxCount = 4 })
local FIELDS = { kind = "fields" }

-- ---- Tiled --------------------------------------------------------------------------------------

local POINT = record({ "x", "y" }, { x = POSITION, y = POSITION })
local sized = { gid = true, shape = { rectangle = true, ellipse = true, capsule = true } }

local function objectList(needs)
  needs.x, needs.y, needs.width, needs.height = true, true, sized, sized
  needs.polygon, needs.polyline = { shape = { polygon = true } }, { shape = { polyline = true } }
  return list(record(needs, {
    id = CELLS, name = NAME, class = NAME, type = NAME, shape = NAME, gid = { kind = "whole", min = 1, max = 2 ^ 32 - 1 },
    x = POSITION, y = POSITION, width = SIZE, height = SIZE, rotation = POSITION, visible = FLAG, properties = FIELDS,
    text = { kind = "string", max = MAX_TEXT }, pixelsize = { kind = "number", min = 0, max = 10000 }, color = COLOR,
    halign = NAME, valign = NAME, wrap = FLAG,
    polygon = list(POINT, { minCount = 3, maxCount = MAX_POINTS }),
    polyline = list(POINT, { minCount = 2, maxCount = MAX_POINTS }), opacity = SHARE,
  }))
end

local TILES = list({ kind = "whole", min = 0, max = 2 ^ 32 - 1 }, { orText = true })
local CHUNK = record({ "x", "y", width = { data = true }, height = { data = true } }, {
  x = CELL, y = CELL, width = CELLS, height = CELLS, data = TILES })
local LAYER = record({ "type", objects = { type = { objectgroup = true } }, layers = { type = { group = true } },
  width = { data = true }, height = { data = true } }, {
  type = NAME, name = NAME, class = NAME, visible = FLAG, offsetx = POSITION, offsety = POSITION, x = POSITION, y = POSITION,
  width = CELLS, height = CELLS, opacity = SHARE, tintcolor = COLOR, parallaxx = FACTOR, parallaxy = FACTOR, image = PATH,
  imagewidth = SIZE, imageheight = SIZE,
  transparentcolor = NAME, repeatx = FLAG, repeaty = FLAG, draworder = NAME, encoding = NAME, compression = NAME,
  properties = FIELDS, data = TILES,
  chunks = list(CHUNK), objects = objectList { "id" } })
local LAYERS = list(LAYER, { maxTotal = MAX_LAYERS })
LAYER.fields.layers = LAYERS

local FRAME = record({ "tileid", "duration" }, { tileid = CELLS, duration = CELLS })
local TILE = record({ "id" }, {
  id = CELLS, image = PATH, x = CELLS, y = CELLS, animation = list(FRAME), type = NAME, class = NAME, width = TILE_SIZE,
  height = TILE_SIZE, properties = FIELDS,
  objectGroup = record({ "objects" }, { objects = objectList {} }) })

--- A tileset, embedded or in a file of its own.
formats.tileset = record({ "tilewidth", "tileheight" }, {
  name = NAME, tilewidth = TILE_SIZE, tileheight = TILE_SIZE, tileoffset = POINT, objectalignment = NAME, fillmode = NAME,
  tilerendersize = NAME, tiles = list(TILE), image = PATH, transparentcolor = NAME, columns = CELLS, margin = CELLS,
  spacing = CELLS, tilecount = CELLS })

local REFERENCE = record({ "firstgid" }, {
  firstgid = { kind = "whole", min = 1, max = 2 ^ 28 }, name = NAME, filename = NAME, exportfilename = NAME })

formats.tiled = record({ "tilewidth", "tileheight", "layers", "tilesets" }, {
  orientation = NAME, staggeraxis = NAME, staggerindex = NAME, hexsidelength = SIZE, renderorder = NAME,
  parallaxorigin = POINT, backgroundcolor = COLOR, tilewidth = TILE_SIZE, tileheight = TILE_SIZE, width = CELLS,
  height = CELLS, properties = FIELDS,
  layers = LAYERS, tilesets = list(REFERENCE) })

-- ---- LDtk, with the fields of old versions, for ldtk_versions.lua -------------------------------

local FACTOR = { kind = "number", min = -1, max = 1 }
local PAIR = list(POSITION, { minCount = 2, maxCount = 2 })
local FIELD = record({ "__identifier", "__type" }, { __identifier = NAME, __type = NAME, __value = DATA })
local PICTURES = list(record({ "px" }, { px = PAIR, src = PAIR, f = CELLS, a = SHARE }))
local RECTANGLE = list(CELLS, { minCount = 4, maxCount = 4 })
local PART = record({ "tilesetUid" }, {
  tilesetUid = NUMBER, x = CELLS, y = CELLS, w = CELLS, h = CELLS, srcRect = RECTANGLE })
local ENTITY = record({ "__identifier", "px" }, {
  __tile = PART, defUid = NUMBER, __identifier = NAME, __pivot = PAIR, __tags = list(NAME), iid = NAME, width = SIZE,
  height = SIZE, px = PAIR,
  fieldInstances = list(FIELD) })
local LAYER_INSTANCES = list(record({ "__identifier", "__type", "__cWid", "__cHei", "__gridSize",
  entityInstances = { __type = { Entities = true } } }, {
  __identifier = NAME, __type = NAME, __cWid = CELLS, __cHei = CELLS, __gridSize = TILE_SIZE, __pxTotalOffsetX = POSITION,
  __pxTotalOffsetY = POSITION, pxOffsetX = POSITION, pxOffsetY = POSITION, __opacity = SHARE, __tilesetDefUid = NUMBER, overrideTilesetUid = NUMBER,
  layerDefUid = NUMBER, visible = FLAG, intGridCsv = list(NUMBER), gridTiles = PICTURES,
  intGrid = list(record({ "coordId", "v" }, { coordId = CELLS, v = CELLS })),
  autoLayerTiles = PICTURES, entityInstances = list(ENTITY) }), { maxTotal = MAX_LAYERS })
local LEVELS = list(record({ "identifier" }, { -- before 0.6 there was no world
  identifier = NAME, iid = NAME, uid = NUMBER, worldX = POSITION, worldY = POSITION, worldDepth = CELL, pxWid = SIZE, pxHei = SIZE,
  __bgColor = COLOR, bgRelPath = PATH, bgPos = NAME, __bgPos = record({ "topLeftPx", "scale", "cropRect" }, {
    topLeftPx = PAIR, scale = PAIR, cropRect = list(POSITION, { minCount = 4, maxCount = 4 }) }),
  externalRelPath = NAME, layerInstances = LAYER_INSTANCES, fieldInstances = list(FIELD),
  __neighbours = list(record({}, { levelIid = NAME, levelUid = NUMBER, dir = NAME })) }))
local DEFINITION = record({ "identifier", "uid" }, {
  identifier = NAME, uid = NUMBER, tilePivotX = SHARE, tilePivotY = SHARE, parallaxFactorX = FACTOR, parallaxFactorY = FACTOR,
  parallaxScaling = FLAG, tilesetDefUid = NUMBER, autoTilesetDefUid = NUMBER,
  intGridValues = list(record({}, { value = NUMBER, identifier = NAME, groupUid = NUMBER, color = COLOR })),
  intGridValuesGroups = list(record({ "uid" }, { uid = NUMBER, identifier = NAME })) })

--- What tiles and entities look like.
local SET = record({ "uid", "tileGridSize" }, {
  uid = NUMBER, tileGridSize = TILE_SIZE, relPath = PATH, padding = CELLS, spacing = CELLS })
local LOOKS = record({ "uid" }, {
  uid = NUMBER, width = SIZE, height = SIZE, pivotX = POSITION, pivotY = POSITION, tileRenderMode = NAME, tileOpacity = SHARE, nineSliceBorders = list(CELLS, { maxCount = 4 }) })

--- A level in a file of its own.
formats.level = record({ "layerInstances" }, { layerInstances = LAYER_INSTANCES })

formats.ldtk = record({ "defs", "levels" }, {
  defs = record({ "layers" }, { layers = list(DEFINITION), tilesets = list(SET), entities = list(LOOKS) }),
  levels = LEVELS, worldLayout = NAME,
  worlds = list(record({ "levels" }, { levels = LEVELS, worldLayout = NAME })) })

-- ---- Points and references in LDtk's fields -----------------------------------------------------

formats.point = record({ "cx", "cy" }, { cx = CELL, cy = CELL })
formats.reference = record({ "entityIid" }, { entityIid = NAME })

return formats
