--- Maps made with Tiled, in the form of its Lua export: https://doc.mapeditor.org, JSON and TMX map format, which have
--- the same fields (tiled/files.lua reads them into that form). Read are finite and infinite maps,
--- also isometric, staggered and hexagonal ones (lattice.lua): tile layers, object layers and groups of both, tilesets
--- with the collision shapes of tiles.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local copy = require(folder .. "scene.thing.types").copy
local file = require(folder .. "scene.data.file")
local schema = require(folder .. "scene.data.schema")
local extent = require(folder .. "scene.maps.extent")
local formats = require(folder .. "scene.maps.formats")
local lattice = require(folder .. "scene.maps.lattice")
local Meaning = require(folder .. "scene.maps.meaning")
local objects = require(folder .. "scene.maps.objects")
local pictures = require(folder .. "scene.maps.pictures")
local Tiles = require(folder .. "scene.maps.tiles")
local tilesets = require(folder .. "scene.maps.tilesets")
local cells = require(folder .. "scene.tiled.cells")
local files = require(folder .. "scene.tiled.files")

local tiled = {}

local keys = { at = true, tiled = true, legend = true, layers = true, strict = true }

--- What a map's options say of classes and layers.
local function readOptions(scene, def, owner, maps)
  check.keys(def, keys, owner)
  local legend, brushes = check.type(def.legend or {}, "table", "legend", owner), {}
  local words = {}
  for word in pairs(legend) do
    words[#words + 1] = check.type(word, "string", "a key of legend", owner)
  end
  table.sort(words)
  for _, word in ipairs(words) do
    brushes[word] = maps.brush(scene, legend[word], ("legend[%q]"):format(word), owner)
  end
  Meaning.keepGiven(brushes)
  return brushes, check.type(def.layers or {}, "table", "layers", owner)
end

--- The map in the form of Tiled's Lua export, read once for each scene.
---@return table export
---@return internal.TiledMap|nil open nil if the table itself was given
local function exportOf(scene, given, owner, isStrict)
  local open
  if type(given) == "string" then
    open = file.ofScene(scene, given, "tiled", owner, function(base, path, key, of)
      return files.open(base, path, key, of, not isStrict and pictures.areCollected())
    end)
    given = open.map
  end
  if type(given) ~= "table" or not rawget(given, "layers") or not rawget(given, "tilesets") then
    check.refuse("tiled", owner, "a map that Tiled has saved or exported, or the name of its file", given)
  end
  schema.check(given, formats.tiled, owner)
  if given.orientation ~= "orthogonal" and not lattice.of(given) then
    check.fail("tiled of %s: the map is %s, which is not known: it can be orthogonal, isometric, staggered or hexagonal",
      owner, tostring(given.orientation))
  end
  return given, open
end

--- Where a layer begins. In files from before Tiled 0.15 a layer of tiles may begin at another cell than the map.
local function cornerOf(export, layer)
  local x, y, col, row = layer.offsetx or 0, layer.offsety or 0, layer.x or 0, layer.y or 0
  if layer.type ~= "tilelayer" or layer.chunks or col == 0 and row == 0 then
    return x, y
  elseif export.orientation == "isometric" then
    return x + (col - row) * export.tilewidth / 2, y + (col + row) * export.tileheight / 2
  end
  return x + col * export.tilewidth, y + row * export.tileheight
end

--- Whether a layer called "ground" is a floor, whatever is in it: it lies in a map that is seen from above, or beside
--- a layer of walls.
local function hasFloor(export, meaning)
  local stack, isFloor = { export.layers }, export.orientation ~= "orthogonal"
  while stack[1] and not isFloor do
    local list = table.remove(stack)
    for _, layer in ipairs(list) do
      stack[#stack + 1] = layer.layers
      isFloor = isFloor or meaning:isWalls(layer)
    end
  end
  return isFloor
end

--- Have a layer be the floor or background that it may be.
local function makeFloor(one, meaning)
  one.marks, one.floor = one.floor, nil
  meaning:note(("layer '%s' is taken for a floor or a background: a property collidable = true makes it solid")
    :format(one.layer.name))
end

--- All layers, from below to above, with what the groups about them say: `offset`, `hidden`, `marks`, and the
--- class of what has none; false if it is left out. `word` is the layer's name if it can be used.
local function flatten(export, given, owner, maps, meaning)
  local result, names, isFloor = {}, {}, hasFloor(export, meaning)
  local stack = { { list = export.layers, next = 1, x = 0, y = 0, hidden = false } }
  while stack[1] do
    local top = stack[#stack]
    local layer = top.list[top.next]
    top.next = top.next + 1
    if not layer then
      stack[#stack] = nil
    else
      names[layer.name or ""] = true
      local x, y = cornerOf(export, layer)
      local class, isGiven = given[layer.name], given[layer.name] ~= nil
      if top.class == false then
        class = false
      elseif class == nil then
        class = layer.class ~= "" and layer.class or top.class
      end
      local one = {
        layer = layer, class = class, hidden = top.hidden or layer.visible == false,
        word = not meaning.strict and layer.name ~= "" and layer.name or nil,
        marks = not isGiven and meaning:layerMarks(top.marks, layer.properties, layer.name, layer.class) or nil, isGiven = isGiven,
        brushes = { [0] = false }, -- by number of a tile
        x = top.x + x, y = top.y + y, drawn = pictures.inherit(top.drawn, layer),
      }
      one.floor = not isGiven and meaning:floorMarks(top.marks, layer) or nil
      if one.floor and isFloor and Meaning.isFloorName(layer.name) then
        makeFloor(one, meaning)
      end
      if layer.type == "group" then
        one.list, one.next = layer.layers, 1
        stack[#stack + 1] = one
      else
        result[#result + 1] = one
      end
    end
  end
  maps.checkLayers(given, names, "map", owner)
  return result
end

--- The numbers of all objects, also of those that are left out.
local function idsOf(layers)
  local ids = {}
  for _, one in ipairs(layers) do
    for _, object in ipairs(one.layer.objects or {}) do
      ids[object.id] = true
    end
  end
  return ids
end

--- Tiles of all layers together, which a packed layer may only claim to have.
local MAX_TILES = 10000000

--- Have the level's extent reach around the cells of a block.
local function addCells(ctx, one, data, width, left, top)
  local col, row, cols, rows = extent.ofCells(data, width)
  if not one.hidden and col then
    col, row = left + col, top + row
    local x, y, w, h = col * ctx.w, row * ctx.h, cols * ctx.w, rows * ctx.h
    if ctx.lattice then
      x, y, w, h = ctx.lattice:bounds(col, row, cols, rows)
    end
    extent.add(ctx.extent, ctx.x + one.x + x, ctx.y + one.y + y, w, h)
  end
end

--- The same for an object, or the image of a layer.
local function addRect(ctx, one, object)
  if not one.hidden and object.visible ~= false then
    local h = object.height or 0
    extent.add(ctx.extent, ctx.x + one.x + object.x, ctx.y + one.y + object.y - (object.gid and h or 0), object.width or 0, h)
  end
end

--- Put a block of tiles into a layer.
local function putBlock(ctx, one, tiles, block, left, top)
  local where, width = ("layer '%s' in %s"):format(one.layer.name or "", ctx.owner), block.width
  if block.data == nil then
    check.fail("%s: it has no data", where)
  end
  ctx.tiles = ctx.tiles + width * block.height
  if ctx.tiles > MAX_TILES then
    check.fail("%s: all layers together have more than %d tiles", where, MAX_TILES)
  end
  local data, bytes = cells.read(block, one.layer, where)
  local brushes = one.brushes
  pictures.keep(ctx, block, data, bytes)
  addCells(ctx, one, data, width, left, top)
  if one.floor and not one.layer.chunks and Meaning.isFull(data, width) then
    makeFloor(one, ctx.meaning)
  end
  for i = 1, #data do
    local gid = data[i]
    local brush = brushes[gid]
    if brush == nil then
      brush = tilesets.brush(ctx, gid, one)
    end
    if brush then
      tiles:put(left + (i - 1) % width, top + math.floor((i - 1) / width), brush)
    end
  end
end

local function readTiles(ctx, one)
  local layer = one.layer
  local isEndless = layer.chunks ~= nil
  local tiles = Tiles.new(ctx.scene, ctx.x + one.x, ctx.y + one.y, ctx.w, ctx.h, not isEndless and layer.width or nil,
    not isEndless and layer.height or nil, ctx.lattice)
  for _, chunk in ipairs(layer.chunks or {}) do
    putBlock(ctx, one, tiles, chunk, chunk.x, chunk.y)
  end
  if not isEndless then
    putBlock(ctx, one, tiles, layer, 0, 0)
  end
  return tiles
end

--- Read the data and position of a map: an infinite map is as large as its chunks.
local function readLevel(ctx, export, layers, name)
  local cells = extent.new()
  for _, one in ipairs(layers) do
    for _, chunk in ipairs(one.layer.chunks or {}) do
      extent.add(cells, chunk.x, chunk.y, chunk.width, chunk.height)
    end
  end
  if cells[3] < cells[1] then
    cells = { 0, 0, export.width or 0, export.height or 0 }
  end
  local left, top, right, bottom = cells[1], cells[2], cells[3], cells[4]
  local fields = copy(export.properties or {})
  objects.link(ctx, fields, nil, fields)
  local x, y, w, h = left * ctx.w, top * ctx.h, (right - left) * ctx.w, (bottom - top) * ctx.h
  if ctx.lattice then
    x, y, w, h = ctx.lattice:bounds(left, top, right - left, bottom - top)
  end
  return { x = ctx.x + x, y = ctx.y + y, w = w, h = h, name = name, fields = fields }
end

--- The objects of a layer, where Tiled draws them.
local function flatObjects(ctx, list)
  if not ctx.lattice then
    return list
  end
  local flat = {}
  for i, object in ipairs(list) do
    flat[i] = ctx.lattice:flat(object)
  end
  return flat
end

--- Read a layer, unless it is left out: then it is only a picture.
local function readLayer(ctx, one, map)
  local isRead = one.class ~= false
  if one.layer.type == "tilelayer" then
    local tiles = isRead and readTiles(ctx, one) or nil
    map.layers[#map.layers + 1] = tiles
    pictures.addTiles(ctx, one, tiles)
  elseif one.layer.type == "objectgroup" then
    local list = flatObjects(ctx, one.layer.objects)
    for _, object in ipairs(isRead and list or {}) do
      objects.read(ctx, one, object, map.things)
      addRect(ctx, one, object)
    end
    pictures.addObjects(ctx, one, list, objects.alignment)
    pictures.addTexts(ctx, one, list)
  elseif one.layer.type == "imagelayer" then
    pictures.addImage(ctx, one)
    addRect(ctx, one, { x = 0, y = 0, width = one.layer.imagewidth, height = one.layer.imageheight })
  end
end

--- Say which files the map does without.
---@param unread internal.UnreadFile[]
local function remark(ctx, unread)
  local texts = { tileset = "tileset '%s' of the map%s is drawn in plain colours: %s",
    template = "template '%s' of the map%s is left out: %s" }
  for _, kind in ipairs { "tileset", "template" } do
    for _, one in ipairs(unread) do
      local isFirst = one.kind == kind and not ctx.pictures.remark
      local more = isFirst and #unread > 1 and (" (and %d more)"):format(#unread - 1) or ""
      if one.kind == kind then
        local text = texts[kind]:format(one.path, more, one.why)
        ctx.meaning:note(text)
        ctx.pictures.remark = ctx.pictures.remark or text
      end
    end
  end
end

--- Read a map that Tiled has exported.
---@param scene hitbox.Scene
---@param def hitbox.MapDef
---@param owner string
---@param maps table of maps.lua
---@return table map
function tiled.read(scene, def, owner, maps)
  if type(def.tiled) == "string" then
    owner = owner .. " '" .. def.tiled .. "'"
  end
  local brushes, layers = readOptions(scene, def, owner, maps)
  local export, open = exportOf(scene, def.tiled, owner, def.strict)
  local x, y = maps.origin(def.at, owner)
  local meaning = Meaning.new(scene, def.strict, type(def.tiled) == "string" and def.tiled or "a map of Tiled", owner)
  local flat = flatten(export, layers, owner, maps, meaning)
  local ctx = {
    scene = scene, owner = owner, maps = maps, legend = brushes, x = x, y = y,
    w = export.tilewidth, h = export.tileheight, sets = tilesets.read(export, open, owner), found = {},
    ids = idsOf(flat), places = {}, links = {}, meaning = meaning, tiles = 0,
    where = open, export = export, lattice = lattice.of(export), pictures = pictures.new(),
    extent = extent.new(),
  }
  local level = readLevel(ctx, export, flat, type(def.tiled) == "string" and def.tiled or nil)
  local map = { layers = {}, things = {}, brushes = brushes, sources = { open and open.texts or export }, links = ctx.links,
    places = ctx.places, taken = meaning.taken, words = meaning.words, pictures = ctx.pictures, levels = { level } }
  pictures.addGround(ctx, level, export.backgroundcolor)
  for _, one in ipairs(flat) do
    readLayer(ctx, one, map)
  end
  pictures.addSets(ctx)
  remark(ctx, open and open.unread or {})
  level.full = extent.within(ctx.extent, level)
  return map
end

return tiled
