--- Maps, tilesets and templates as Tiled saves them in JSON (TMJ, TSJ and TJ), made into the table that its Lua export has.
--- A value of a wrong type stays: the table is checked as a whole afterwards (maps/formats.lua).
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local values = require(folder .. "scene.tiled.values")

local tmj = {}

--- Give each table of a list to a function, which changes it or returns another one.
local function each(list, change)
  if type(list) == "table" then
    for i = 1, #list do
      list[i] = type(list[i]) == "table" and change(list[i]) or list[i]
    end
  end
  return list
end

-- ---- Properties ---------------------------------------------------------------------------------

--- The properties of something by name. Before Tiled 1.2 they were so in the file, and their types beside them.
local function readProperties(ctx, from)
  local given, kinds, result = from.properties, from.propertytypes, {}
  from.propertytypes = nil
  if type(given) ~= "table" then
    return given
  end
  for key, one in pairs(given) do
    if type(key) == "number" and type(one) == "table" and type(one.name) == "string" then
      result[one.name] = values.property(ctx, one.type, one.value, 0)
    elseif type(key) == "string" then
      result[key] = values.property(ctx, type(kinds) == "table" and kinds[key] or nil, one, 0)
    end
  end
  return result
end

-- ---- Objects ------------------------------------------------------------------------------------

--- Flags and fields that say which shape an object has.
local shapes = { "ellipse", "point", "capsule", "polygon", "polyline" }

--- An object with the fields that are there.
local function readGiven(ctx, object)
  object.properties = readProperties(ctx, object)
  object.type, object.class = object.type or object.class, nil
  for _, shape in ipairs(shapes) do
    if object[shape] then
      object.shape = shape
      object[shape] = type(object[shape]) == "table" and object[shape] or nil
    end
  end
  local text = object.text
  if type(text) == "table" then
    object.shape, object.text = "text", text.text or ""
    for _, key in ipairs { "fontfamily", "pixelsize", "wrap", "bold", "italic", "halign", "valign" } do
      object[key] = text[key]
    end
    object.color = values.color(text.color)
  end
  return object
end

local function readObjects(ctx, map, list)
  return each(list, function(object)
    return values.object(ctx, map, readGiven(ctx, object))
  end)
end

-- ---- Tilesets -----------------------------------------------------------------------------------

local function readTile(ctx, tile)
  tile.properties = readProperties(ctx, tile)
  tile.type, tile.class = tile.type or tile.class, nil
  tile.image = values.path(ctx, tile.image)
  tile.width, tile.height = tile.width or tile.imagewidth, tile.height or tile.imageheight
  local group = tile.objectgroup
  tile.objectGroup, tile.objectgroup = group, nil
  if type(group) == "table" then
    group.properties, group.objects = readProperties(ctx, group), readObjects(ctx, {}, group.objects)
  end
  return tile
end

--- A table of tiles by their numbers as text, as Tiled wrote it before 1.2, as a list.
local function listTiles(set)
  local list, byId = {}, {}
  local function tileOf(key)
    local id = tonumber(tostring(key):match("^%d+$"))
    if id and not byId[id] then
      byId[id] = { id = id }
      list[#list + 1] = byId[id]
    end
    return byId[id]
  end
  local fields = { tiles = set.tiles, properties = set.tileproperties, propertytypes = set.tilepropertytypes }
  for _, field in ipairs { "tiles", "properties", "propertytypes" } do
    for key, value in pairs(type(fields[field]) == "table" and fields[field] or {}) do
      local tile = tileOf(key)
      for name, more in pairs(tile and field == "tiles" and type(value) == "table" and value or {}) do
        tile[name] = name ~= "id" and more or tile[name]
      end
      if tile and field ~= "tiles" then
        tile[field] = value
      end
    end
  end
  table.sort(list, function(a, b)
    return a.id < b.id
  end)
  return list
end

local function readTileset(ctx, set)
  if set.source ~= nil then
    return { firstgid = set.firstgid, name = set.name, filename = values.path(ctx, set.source) }
  end
  if type(set.tiles) ~= "table" or set.tiles[1] == nil then
    set.tiles = listTiles(set)
  end
  set.tileproperties, set.tilepropertytypes = nil, nil
  set.properties, set.image = readProperties(ctx, set), values.path(ctx, set.image)
  set.transparentcolor = values.transparent(set.transparentcolor)
  set.backgroundcolor, set.wangsets, set.terrains = values.color(set.backgroundcolor), nil, nil
  each(set.tiles, function(tile)
    return readTile(ctx, tile)
  end)
  return values.countTiles(set)
end

-- ---- Layers -------------------------------------------------------------------------------------

local function readLayers(ctx, map, list)
  return each(list, function(layer)
    layer.properties = readProperties(ctx, layer)
    layer.tintcolor, layer.image = values.color(layer.tintcolor), values.path(ctx, layer.image)
    layer.transparentcolor = values.transparent(layer.transparentcolor)
    if layer.type == "imagelayer" then -- before 0.15
      layer.offsetx, layer.offsety = layer.offsetx or layer.x, layer.offsety or layer.y
    end
    layer.objects = readObjects(ctx, map, layer.objects)
    layer.layers = readLayers(ctx, map, layer.layers)
    return layer
  end)
end

-- ---- Whole files --------------------------------------------------------------------------------

local function readMap(ctx, map)
  map.properties, map.backgroundcolor = readProperties(ctx, map), values.color(map.backgroundcolor)
  local x, y = map.parallaxoriginx, map.parallaxoriginy
  map.parallaxorigin = (x or y) and { x = x or 0, y = y or 0 } or nil
  each(map.tilesets, function(set)
    return readTileset(ctx, set)
  end)
  readLayers(ctx, map, map.layers)
  return map
end

--- Make what a file holds into the table of a map, a tileset or a template.
---@param ctx internal.TiledFile
---@param value any changed
---@return table|nil value nil if it is none of these
function tmj.read(ctx, value)
  if type(value) ~= "table" then
    return nil
  elseif value.layers ~= nil and value.tilesets ~= nil then
    return readMap(ctx, value)
  elseif type(value.object) == "table" then
    return { object = readGiven(ctx, value.object),
      tileset = type(value.tileset) == "table" and readTileset(ctx, value.tileset) or nil }
  elseif value.tilewidth ~= nil then
    return readTileset(ctx, value)
  end
end

return tmj
