--- Maps, tilesets and templates as Tiled saves them in XML (TMX, TSX and TX), made into the table that its Lua export has.
--- A malformed number or flag stays a text: the table is checked as a whole afterwards (maps/formats.lua).
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local ordered = require(folder .. "scene.ordered")
local values = require(folder .. "scene.tiled.values")

local tmx = {}

local flags = { ["0"] = false, ["1"] = true, ["false"] = false, ["true"] = true }

--- An attribute as a number, a flag or a text; nil where there is none.
local function number(node, name)
  local text = node.attributes[name]
  return text and (ordered.toNumber(text) or text)
end

local function flag(node, name)
  local text = node.attributes[name]
  if flags[text or ""] == nil then
    return text
  end
  return flags[text]
end

--- The first child of a name.
local function child(node, name)
  for _, one in ipairs(node) do
    if one.name == name then
      return one
    end
  end
end

--- A list of what a function makes of each child of a name.
local function each(node, name, read)
  local list = {}
  for _, one in ipairs(node or {}) do
    if one.name == name then
      list[#list + 1] = read(one)
    end
  end
  return list
end

-- ---- Properties ---------------------------------------------------------------------------------

local readProperties

--- The value of a property, or of an entry of a list.
local function readValue(ctx, node, depth)
  local kind, inner = node.attributes.type, child(node, "properties")
  local text = node.attributes.value or node.text or ""
  if kind == "class" or inner then
    return readProperties(ctx, node, depth + 1)
  elseif kind == "list" then
    return each(node, "item", function(item)
      return readValue(ctx, item, depth + 1)
    end)
  elseif kind == "bool" then
    return flags[text]
  elseif kind == "int" or kind == "float" or kind == "object" then
    return values.property(ctx, kind, ordered.toNumber(text) or 0, depth)
  end
  return values.property(ctx, kind, text, depth)
end

--- The properties of a node by name.
function readProperties(ctx, node, depth)
  local result = {}
  for _, one in ipairs(child(node, "properties") or {}) do
    if one.name == "property" and one.attributes.name then
      result[one.attributes.name] = readValue(ctx, one, depth or 0)
    end
  end
  return result
end

--- The same, or nil if a node says nothing of them.
local function givenProperties(ctx, node)
  return child(node, "properties") and readProperties(ctx, node) or nil
end

-- ---- Objects ------------------------------------------------------------------------------------

--- Points as "0,0 16,0 16,8".
local function readPoints(node)
  local points = {}
  for x, y in (node.attributes.points or ""):gmatch("([^%s,]+),([^%s,]+)") do
    points[#points + 1] = { x = ordered.toNumber(x) or x, y = ordered.toNumber(y) or y }
  end
  return points
end

local function readText(node, object)
  object.text = node.text or ""
  object.fontfamily, object.pixelsize = node.attributes.fontfamily, number(node, "pixelsize")
  object.wrap, object.color = flag(node, "wrap"), values.color(node.attributes.color)
  object.bold, object.italic = flag(node, "bold"), flag(node, "italic")
  object.halign, object.valign = node.attributes.halign, node.attributes.valign
end

--- By the name of the child that says which shape an object has.
local shapes = {
  ellipse = function() end, point = function() end, capsule = function() end, text = readText,
  polygon = function(node, object) object.polygon = readPoints(node) end,
  polyline = function(node, object) object.polyline = readPoints(node) end,
}

--- An object with the fields that are there.
local function readGiven(ctx, node)
  local a = node.attributes
  local object = {
    id = number(node, "id"), name = a.name, type = a.type or a.class, template = a.template, gid = number(node, "gid"),
    x = number(node, "x"), y = number(node, "y"), width = number(node, "width"), height = number(node, "height"),
    rotation = number(node, "rotation"), opacity = number(node, "opacity"), visible = flag(node, "visible"),
    properties = givenProperties(ctx, node),
  }
  for _, one in ipairs(node) do
    local read = shapes[one.name]
    if read then
      object.shape = one.name
      read(one, object)
    end
  end
  return object
end

local function readObjects(ctx, map, node)
  return each(node, "object", function(one)
    return values.object(ctx, map, readGiven(ctx, one))
  end)
end

-- ---- Tilesets -----------------------------------------------------------------------------------

--- The picture of a tileset, a tile or a layer.
local function readImage(ctx, node)
  local image = child(node, "image")
  if image then
    return values.path(ctx, image.attributes.source), number(image, "width"), number(image, "height"),
      image.attributes.trans and values.transparent(image.attributes.trans)
  end
end

local function readTile(ctx, node)
  local a = node.attributes
  local image, width, height = readImage(ctx, node)
  local group, animation = child(node, "objectgroup"), child(node, "animation")
  return {
    id = number(node, "id"), type = a.type or a.class, properties = givenProperties(ctx, node), image = image,
    x = number(node, "x"), y = number(node, "y"), width = number(node, "width") or width,
    height = number(node, "height") or height, probability = number(node, "probability"),
    objectGroup = group and { type = "objectgroup", draworder = group.attributes.draworder, name = group.attributes.name,
      properties = readProperties(ctx, group), objects = readObjects(ctx, {}, group) },
    animation = animation and each(animation, "frame", function(frame)
      return { tileid = number(frame, "tileid"), duration = number(frame, "duration") }
    end),
  }
end

local function readTileset(ctx, node)
  local a = node.attributes
  if a.source then
    return { firstgid = number(node, "firstgid"), name = a.name, filename = values.path(ctx, a.source) }
  end
  local offset, grid = child(node, "tileoffset"), child(node, "grid")
  local image, width, height, transparent = readImage(ctx, node)
  return values.countTiles {
    name = a.name or "", firstgid = number(node, "firstgid"), class = a.class or "", tilewidth = number(node, "tilewidth"),
    tileheight = number(node, "tileheight"), spacing = number(node, "spacing") or 0, margin = number(node, "margin") or 0,
    columns = number(node, "columns"), tilecount = number(node, "tilecount"), image = image, imagewidth = width,
    imageheight = height, transparentcolor = transparent, objectalignment = a.objectalignment or "unspecified",
    tilerendersize = a.tilerendersize or "tile", fillmode = a.fillmode or "stretch",
    tileoffset = { x = offset and number(offset, "x") or 0, y = offset and number(offset, "y") or 0 },
    grid = grid and { orientation = grid.attributes.orientation, width = number(grid, "width"),
      height = number(grid, "height") },
    properties = readProperties(ctx, node), tiles = each(node, "tile", function(tile)
      return readTile(ctx, tile)
    end),
  }
end

-- ---- Layers -------------------------------------------------------------------------------------

--- The tiles of a layer or chunk: a text, or a list if each tile is an element.
local function readData(node, encoding)
  if encoding then
    return node.text or ""
  end
  local list, known = {}, {} -- tiles that are alike are one element
  for i = 1, #node do
    local tile = node[i]
    local gid = known[tile]
    if not gid then
      gid = number(tile, "gid") or 0
      known[tile] = gid
    end
    list[i] = gid
  end
  return list
end

local layers = {}

function layers.layer(_, _, node, layer)
  local data = child(node, "data") or { attributes = { encoding = "csv" } }
  layer.type, layer.width, layer.height = "tilelayer", number(node, "width"), number(node, "height")
  layer.x, layer.y = number(node, "x"), number(node, "y")
  layer.encoding, layer.compression = data.attributes.encoding, data.attributes.compression
  if not child(data, "chunk") then
    layer.data = readData(data, layer.encoding)
    return
  end
  layer.chunks = each(data, "chunk", function(chunk)
    return { x = number(chunk, "x"), y = number(chunk, "y"), width = number(chunk, "width"), height = number(chunk, "height"),
      data = readData(chunk, layer.encoding) }
  end)
end

function layers.objectgroup(ctx, map, node, layer)
  layer.type, layer.draworder = "objectgroup", node.attributes.draworder or "topdown"
  layer.objects = readObjects(ctx, map, node)
end

function layers.imagelayer(ctx, _, node, layer)
  layer.type = "imagelayer"
  layer.image, layer.imagewidth, layer.imageheight, layer.transparentcolor = readImage(ctx, node)
  layer.repeatx, layer.repeaty = flag(node, "repeatx"), flag(node, "repeaty")
  layer.offsetx, layer.offsety = layer.offsetx or number(node, "x"), layer.offsety or number(node, "y") -- before 0.15
end

local readLayers

function layers.group(ctx, map, node, layer)
  layer.type, layer.layers = "group", readLayers(ctx, map, node)
end

function readLayers(ctx, map, node)
  local list = {}
  for _, one in ipairs(node) do
    local a, read = one.attributes, layers[one.name]
    if read then
      local layer = {
        id = number(one, "id"), name = a.name or "", class = a.class or "", visible = flag(one, "visible"),
        opacity = number(one, "opacity") or 1, offsetx = number(one, "offsetx"), offsety = number(one, "offsety"),
        parallaxx = number(one, "parallaxx") or 1, parallaxy = number(one, "parallaxy") or 1, mode = a.mode,
        tintcolor = values.color(a.tintcolor), properties = readProperties(ctx, one),
      }
      read(ctx, map, one, layer)
      if layer.visible == nil then
        layer.visible = true
      end
      list[#list + 1] = layer
    end
  end
  return list
end

-- ---- Whole files --------------------------------------------------------------------------------

local files = {}

function files.map(ctx, node)
  local a = node.attributes
  local map = {
    version = a.version, tiledversion = a.tiledversion, class = a.class or "", orientation = a.orientation or "orthogonal",
    renderorder = a.renderorder or "right-down", width = number(node, "width"), height = number(node, "height"),
    tilewidth = number(node, "tilewidth"), tileheight = number(node, "tileheight"),
    hexsidelength = number(node, "hexsidelength"), staggeraxis = a.staggeraxis, staggerindex = a.staggerindex,
    skewx = number(node, "skewx"), skewy = number(node, "skewy"), backgroundcolor = values.color(a.backgroundcolor),
    properties = readProperties(ctx, node),
  }
  local x, y = number(node, "parallaxoriginx"), number(node, "parallaxoriginy")
  map.parallaxorigin = (x or y) and { x = x or 0, y = y or 0 } or nil
  map.tilesets = each(node, "tileset", function(set)
    return readTileset(ctx, set)
  end)
  map.layers = readLayers(ctx, map, node)
  return map
end

files.tileset = readTileset

function files.template(ctx, node)
  local object, set = child(node, "object"), child(node, "tileset")
  return { object = object and readGiven(ctx, object), tileset = set and readTileset(ctx, set) }
end

--- Make a file's element into the table of a map, a tileset or a template.
---@param ctx internal.TiledFile
---@param root internal.Element
---@return table|nil value nil if it is none of these
function tmx.read(ctx, root)
  local read = files[root.name]
  return read and read(ctx, root)
end

return tmx
