--- Maps made with LDtk: https://ldtk.io/json, from version 0.5 of the format on. Read are the values of
--- IntGrid layers, the entities with their fields, and the tiles of layers that have a type or are solid; levels lie
--- in the project's file or in files of their own.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local anchors = require(folder .. "scene.thing.anchor")
local file = require(folder .. "scene.data.file")
local json = require(folder .. "scene.data.json")
local schema = require(folder .. "scene.data.schema")
local formats = require(folder .. "scene.maps.formats")
local ldtkPictures = require(folder .. "scene.maps.ldtk_pictures")
local levels = require(folder .. "scene.maps.ldtk_levels")
local versions = require(folder .. "scene.maps.ldtk_versions")
local Meaning = require(folder .. "scene.maps.meaning")
local Tiles = require(folder .. "scene.maps.tiles")
local tilesets = require(folder .. "scene.maps.tilesets")

local ldtk = {}

local keys = { at = true, ldtk = true, level = true, depth = true, legend = true, layers = true, strict = true }

--- An entity is where the player starts if its name has one of these in it, in any case.
local STARTS = { "player", "hero", "spawn", "start" }

-- ---- Files --------------------------------------------------------------------------------------

--- The texts of files by what was read from them. Reloads compare these: what is in them has millions of tables.
local texts = setmetatable({}, { __mode = "k" }) ---@type table<table, string>

local function readFile(base, path, key, owner)
  local text = file.text(base, path, key, owner)
  local ok, value = pcall(json.decode, text)
  if not ok then
    check.fail("%s of %s: %s%s is no JSON: %s", key, owner, base, path, tostring(value))
  elseif type(value) == "table" then
    texts[value] = text
  end
  return value
end

local function projectOf(scene, given, owner)
  local where
  if type(given) == "string" then
    given, where = file.ofScene(scene, given, "ldtk", owner, readFile)
  end
  if type(given) ~= "table" or not rawget(given, "defs") or not rawget(given, "levels") then
    check.refuse("ldtk", owner, "a project of LDtk, or the name of its file", given)
  end
  return schema.check(given, formats.ldtk, owner), where
end

--- Return the layers of a level, which may be in a file of its own.
---@param files table<table, table> what such files have in them, by level
local function layersOf(level, where, owner, files)
  local known = level.layerInstances or files[level] and files[level].layerInstances
  if known then
    return known
  elseif not level.externalRelPath or not where then
    check.fail("level '%s' of %s lies in a file of its own%s", level.identifier, owner,
      where and ", and it is not said in which" or ": give the project by the name of its file")
  end
  local base, path = file.from(where, level.externalRelPath)
  local own = readFile(base, path, "level '" .. level.identifier .. "'", owner)
  if type(own) ~= "table" or type(own.layerInstances) ~= "table" then
    check.fail("level '%s' of %s: there are no layers in %s", level.identifier, owner, level.externalRelPath)
  end
  schema.check(own, formats.level, ("%s of %s"):format(path, owner))
  files[level] = own
  return own.layerInstances
end

local function isStart(entity)
  local name = entity.__identifier:lower()
  for _, word in ipairs(STARTS) do
    if name:find(word, 1, true) then
      return true
    end
  end
  return false
end

--- Whether there is an entity in some layers at which the player starts.
local function holdsStart(layers)
  for _, layer in ipairs(layers) do
    for _, entity in ipairs(layer.__type == "Entities" and layer.entityInstances or {}) do
      if isStart(entity) then
        return true
      end
    end
  end
  return false
end

-- ---- Floors -------------------------------------------------------------------------------------

--- The middles of the entities of a level at which the player starts, from the level's corner.
local function startsOf(ctx, layers)
  local list = {}
  for _, layer in ipairs(layers) do
    local left, top = versions.offset(layer)
    for _, entity in ipairs(layer.__type == "Entities" and layer.entityInstances or {}) do
      if isStart(entity) then
        local w, h, pivot = versions.form(entity, ctx.entitiesByUid[entity.defUid] or {})
        list[#list + 1] = { left + entity.px[1] + (0.5 - pivot[1]) * w, top + entity.px[2] + (0.5 - pivot[2]) * h }
      end
    end
  end
  return list
end

--- Whether there is a tile in a cell of a layer.
local function hasTile(layer, col, row)
  local size = layer.__gridSize
  for _, tile in ipairs(layer.gridTiles or {}) do
    if math.floor(tile.px[1] / size) == col and math.floor(tile.px[2] / size) == row then
      return true
    end
  end
  return false
end

--- Note the values and layers in which the player starts: they are a floor that is seen from above, and not solid.
local function findFloors(ctx, layers)
  for _, at in ipairs(startsOf(ctx, layers)) do
    for _, layer in ipairs(layers) do
      local left, top = versions.offset(layer)
      local col, row = math.floor((at[1] - left) / layer.__gridSize), math.floor((at[2] - top) / layer.__gridSize)
      local floors = ctx.floors[layer.__identifier] or {}
      ctx.floors[layer.__identifier] = floors
      if col < 0 or row < 0 or col >= layer.__cWid or row >= layer.__cHei then
        col = nil -- outside
      elseif layer.__type == "IntGrid" then
        floors[versions.values(layer, ctx.owner)[row * layer.__cWid + col + 1]] = true
      elseif layer.__type == "Tiles" and ctx.meaning:layerMarks(nil, nil, layer.__identifier).solid then
        floors.tiles = floors.tiles or hasTile(layer, col, row)
      end
    end
  end
end

-- ---- Definitions of things ----------------------------------------------------------------------

--- The brush of a type: one for all, so that tiles are joined that have other names in LDtk.
local function brushOfType(ctx, word, key)
  ctx.types[word] = ctx.types[word] or ctx.maps.brush(ctx.scene, word, key, ctx.owner)
  return ctx.types[word]
end

local function readLegend(ctx, legend, maps)
  local brushes = maps.readLegend(ctx.scene, legend, ctx.owner, false)
  for word, entry in pairs(legend) do
    if type(entry) == "string" then
      ctx.types[entry] = ctx.types[entry] or brushes[word]
      brushes[word] = ctx.types[entry]
    end
  end
  Meaning.keepGiven(brushes)
  return brushes
end

--- The brush for one of some words, of the legend or a type's, else that of the layer; nil if there is none.
local function brushOf(ctx, words, layer)
  for _, word in ipairs(words) do
    if ctx.legend[word] ~= nil then
      return ctx.legend[word]
    elseif ctx.meaning:isGiven(word) then
      return brushOfType(ctx, word, word)
    end
  end
  local class = ctx.layers[layer.__identifier]
  return class and brushOfType(ctx, class, ("layers[%q]"):format(layer.__identifier)) or nil
end

--- The same, or that of a word of the map: nil only if the map's definition is strict.
local function brushOrFound(ctx, words, layer)
  local brush, word = brushOf(ctx, words, layer), layer.__identifier
  for i = #words, 1, -1 do
    word = type(words[i]) == "string" and words[i] or word
  end
  if brush == nil and not ctx.meaning.strict then
    return brushOfType(ctx, ctx.meaning:typeOf(word), word)
  end
  return brush
end

--- The same brush, of things that are hidden if the layer is.
local function inLayer(ctx, brush, layer)
  if not brush or layer.visible ~= false then
    return brush
  end
  if not ctx.hidden[brush] then
    local given = tilesets.define(brush.given, nil, true)
    ctx.hidden[brush] = Tiles.brush(given, ctx.scene._types:resolve(given, ctx.owner))
    ctx.hidden[brush].taken = brush.taken
  end
  return ctx.hidden[brush]
end

-- ---- Tiles --------------------------------------------------------------------------------------

--- The words for each value of an IntGrid layer: its name, that of its group, its number.
local function wordsOf(definition)
  local groups, words = {}, {}
  for _, group in ipairs(definition.intGridValuesGroups or {}) do
    groups[group.uid] = group.identifier
  end
  for i, value in ipairs(definition.intGridValues or {}) do
    local list, number = {}, value.value or i -- before 0.8 they were numbered by their order
    list[#list + 1] = value.identifier
    list[#list + 1] = groups[value.groupUid]
    list[#list + 1] = number
    words[number] = list
  end
  return words
end

--- How a key of a table is written.
local function keyOf(word)
  return type(word) == "string" and word:match("^[%a_][%w_]*$") or ("[%s]"):format(check.show(word))
end

--- Raise an error for values that are no types.
local function refuseValues(words, layer, owner)
  local shown, entries = {}, {}
  for i, word in ipairs(words) do
    shown[i], entries[i] = check.show(word), keyOf(word) .. " = a type, or false"
  end
  check.fail("%s has the value%s %s, which %s no type%s: say legend = { %s }, or layers = { %s = a type, or false }", owner,
    words[2] and "s" or "", table.concat(shown, ", "), words[2] and "are" or "is", words[2] and "s" or "",
    table.concat(entries, ", "), keyOf(layer.__identifier))
end

--- The marks of a value that is solid by its name, or since all are; but a floor is not.
local function solidMarks(ctx, layer, word, where, isFloor)
  local marks = ctx.meaning:marks(nil, nil, "values")
  if ctx.layers[layer.__identifier] then
    return marks
  elseif isFloor then
    ctx.meaning:note(("%s of %s is taken for a floor or a background: a type of that name can be solid"):format(word, where))
    return marks
  end
  return ctx.meaning:solidFor(marks, where)
end

local function readValues(ctx, layer, data, tiles)
  local width, floors, full = layer.__cWid, ctx.floors[layer.__identifier] or {}, Meaning.fullValue(data, layer.__cWid)
  local known, brushes, strange = wordsOf(ctx.definitions[layer.layerDefUid] or {}), {}, {}
  local isSolid, where = ctx.meaning:solidValues(known), ("IntGrid '%s'"):format(layer.__identifier)
  for i = 1, #data do
    local value = data[i]
    if value ~= 0 and brushes[value] == nil then
      local words, marks = known[value] or { value }, nil
      if isSolid(value) then
        marks = solidMarks(ctx, layer, words[1], where, floors[value] or value == full)
      else
        marks = ctx.meaning:marks(nil, nil, "values")
      end
      local brush = inLayer(ctx, ctx.meaning:mark(brushOrFound(ctx, words, layer), marks, where), layer)
      if brush == nil then
        strange[#strange + 1] = words[1]
      end
      brushes[value] = brush or false
    end
    if brushes[value] then
      tiles:put((i - 1) % width, math.floor((i - 1) / width), brushes[value])
    end
  end
  if strange[1] then
    refuseValues(strange, layer, ("layer '%s' of %s"):format(layer.__identifier, ctx.owner))
  end
end

--- Whether a layer that is solid by its name is a floor: the player starts in it, or it is full.
local function isFloor(ctx, layer)
  local cells, width, size = {}, layer.__cWid, layer.__gridSize
  if not ctx.meaning:layerMarks(nil, nil, layer.__identifier).solid then
    return false
  end
  for i = 1, width * layer.__cHei do
    cells[i] = 0
  end
  for _, tile in ipairs(layer.gridTiles or {}) do
    local i = math.floor(tile.px[2] / size) * width + math.floor(tile.px[1] / size) + 1
    cells[i] = cells[i] and 1
  end
  return (ctx.floors[layer.__identifier] or {}).tiles or Meaning.isFull(cells, width)
end

--- Tiles are pictures, but where their layer has a type or is solid.
local function readPictures(ctx, layer, tiles)
  local isOpen = layer.__type ~= "Tiles" or ctx.layers[layer.__identifier]
  if not isOpen and isFloor(ctx, layer) then
    ctx.meaning:note(("layer '%s' is taken for a floor or a background: layers = { %s = a type } makes it one"):format(
      layer.__identifier, layer.__identifier))
    isOpen = true
  end
  local marks = ctx.meaning:layerMarks(nil, nil, not isOpen and layer.__identifier or nil)
  local brush = marks.solid and brushOrFound(ctx, {}, layer) or brushOf(ctx, {}, layer)
  brush = inLayer(ctx, ctx.meaning:mark(brush, marks), layer)
  for _, list in ipairs(brush and { layer.gridTiles or {}, layer.autoLayerTiles or {} } or {}) do
    for _, tile in ipairs(list) do
      tiles:put(math.floor(tile.px[1] / tiles.w), math.floor(tile.px[2] / tiles.h), brush)
    end
  end
end

--- Read a layer of values or pictures.
---@param values number[]|nil
local function readTiles(ctx, layer, values)
  local size = layer.__gridSize
  local tiles = Tiles.new(ctx.scene, ctx.x, ctx.y, size, size, layer.__cWid, layer.__cHei)
  if values then
    readValues(ctx, layer, values, tiles)
  else
    readPictures(ctx, layer, tiles)
  end
  return tiles
end

-- ---- Entities -----------------------------------------------------------------------------------

--- Return the value of a field: points become positions in the world, references the names that LDtk gives entities.
---@param owner string the field, for errors
local function valueOf(ctx, layer, kind, value, owner)
  if type(value) ~= "table" then
    return value
  elseif kind == "EntityRef" then
    return schema.check(value, formats.reference, owner).entityIid
  end
  local of = kind:match("^Array<(.*)>$")
  if of then
    local list, places = {}, {}
    for i in pairs(value) do
      places[#places + 1] = type(i) == "number" and i or nil
    end
    table.sort(places) -- there are holes where LDtk says null
    for k, i in ipairs(places) do
      list[k] = valueOf(ctx, layer, of, value[i], owner)
    end
    return list
  elseif kind == "Point" and layer.__gridSize then
    local size = schema.check(value, formats.point, owner) and layer.__gridSize
    return { ctx.x + (value.cx + 0.5) * size, ctx.y + (value.cy + 0.5) * size }
  end
  return value
end

--- Fields, as data. References become things when there are all.
---@param layer table to whose grid points belong
---@param instances table[]|nil
---@param at integer|nil which thing of the map has them; nil if they are a level's
local function readFields(ctx, layer, instances, at)
  local data = {}
  for _, field in ipairs(instances or {}) do
    local key = field.__identifier
    data[key] = valueOf(ctx, layer, field.__type, field.__value, ("field '%s' in %s"):format(key, ctx.owner))
    if data[key] ~= nil and field.__type:find("EntityRef", 1, true) then
      ctx.links[#ctx.links + 1] = { at = at, into = not at and data or nil, key = key, to = data[key] }
    end
  end
  return data
end

--- The groups that the legend gives a thing, and its tags.
local function groupsOf(given, entity)
  local groups = {}
  for _, list in ipairs({ given.groups or {}, entity.__tags or {} }) do
    for _, word in ipairs(list) do
      groups[#groups + 1] = word
    end
  end
  return groups[1] and groups or nil
end

--- Read an entity.
---@return integer|nil index of its thing; nil if it is left out
local function readEntity(ctx, layer, entity)
  local name, w, h, pivot = entity.__identifier, versions.form(entity, ctx.entitiesByUid[entity.defUid] or {})
  local brush = brushOrFound(ctx, { name }, layer)
  if brush == false then
    return
  end
  if not brush then
    ctx.scene._types.checkName(name, ("entity '%s' in layer '%s' of %s"):format(name, layer.__identifier, ctx.owner))
    brush = { given = { name }, fills = true }
  end
  local at = #ctx.things + 1
  local fields = readFields(ctx, layer, entity.fieldInstances, at)
  local marks = ctx.meaning:marks(nil, fields, "entities", name)
  brush = ctx.meaning:mark(brush, marks, "entities")
  Meaning.count(brush)
  local def = tilesets.define(brush.given, fields, layer.visible == false)
  local place = brush.place
  if brush.fills then
    def.w, def.h, def.anchor = w, h, brush.anchor or pivot
    place = def.anchor
  end
  local left, up = anchors.reach(place, w, h)
  def.at = { ctx.x + entity.px[1] + (left - pivot[1] * w), ctx.y + entity.px[2] + (up - pivot[2] * h) }
  def.groups = groupsOf(brush.given, entity)
  ctx.things[at] = def
  if entity.iid then -- since version 1.0
    ctx.places[entity.iid] = at
  end
  return at
end

-- ---- A map --------------------------------------------------------------------------------------

--- Read the data of a level. Its fields have no points, which would need a grid.
local function readLevel(ctx, one, x, y)
  local level, fields = one.level, readFields(ctx, {}, one.level.fieldInstances)
  if fields.neighbours == nil then -- a field of that name is the user's
    fields.neighbours = one.neighbours
  end
  return { x = x, y = y, w = level.pxWid or 0, h = level.pxHei or 0, name = level.identifier, fields = fields }
end

--- Read a layer of a level, whose things come after those of the layers below it.
---@param x number where the level begins
---@param y number
local function readLayer(ctx, layer, x, y, map)
  local left, top = versions.offset(layer)
  ctx.x, ctx.y = x + left, y + top
  local isRead = ctx.layers[layer.__identifier] ~= false
  if layer.__type ~= "Entities" then
    local values = layer.__type == "IntGrid" and versions.values(layer, ctx.owner) or nil
    local tiles = isRead and readTiles(ctx, layer, values) or nil
    map.layers[#map.layers + 1] = tiles
    if values then
      ldtkPictures.addColors(ctx, layer, tiles, values)
    end
    ldtkPictures.addTiles(ctx, layer, tiles)
    return
  end
  for _, entity in ipairs(layer.entityInstances) do
    local index = isRead and readEntity(ctx, layer, entity) or nil
    ldtkPictures.addEntity(ctx, layer, entity, index)
  end
end

local function checkLayers(maps, project, given, owner)
  local names = {}
  for _, definition in ipairs(project.defs.layers) do
    names[definition.identifier] = true
  end
  maps.checkLayers(given, names, "project", owner)
  return given
end

--- Read levels of a project of LDtk.
---@param scene hitbox.Scene
---@param def hitbox.MapDef
---@param owner string
---@param maps table of maps.lua
---@return table map
function ldtk.read(scene, def, owner, maps)
  if type(def.ldtk) == "string" then
    owner = owner .. " '" .. def.ldtk .. "'"
  end
  check.keys(def, keys, owner)
  local project, where = projectOf(scene, def.ldtk, owner)
  local x, y = maps.origin(def.at, owner)
  local ctx = {
    scene = scene, owner = owner, maps = maps, layers = checkLayers(maps, project, def.layers or {}, owner), definitions = {},
    types = {}, hidden = {}, things = {}, places = {}, links = {}, floors = {},
    meaning = Meaning.new(scene, def.strict, type(def.ldtk) == "string" and def.ldtk or "a project of LDtk", owner),
  }
  ctx.legend = readLegend(ctx, def.legend or {}, maps)
  for _, definition in ipairs(project.defs.layers) do
    ctx.definitions[definition.uid] = definition
  end
  local map = { layers = {}, levels = {}, things = ctx.things, brushes = ctx.legend, sources = { texts[project] or project },
    links = ctx.links, places = ctx.places, taken = ctx.meaning.taken, words = ctx.meaning.words,
    pictures = ldtkPictures.begin(ctx, project, where) }
  local files = {}
  local list, others = levels.choose(project, def, owner, function(level)
    return holdsStart(layersOf(level, where, owner, files))
  end)
  if others[1] then
    ctx.meaning:note(("levels of other depths (%s): left out; depth = %d in the map's definition reads them instead"):format(
      table.concat(others, ", "), others[1]))
  end
  for _, one in ipairs(list) do
    findFloors(ctx, layersOf(one.level, where, owner, files))
  end
  ldtkPictures.addLevels(ctx, list, x, y)
  for _, one in ipairs(list) do
    local layers = layersOf(one.level, where, owner, files)
    map.sources[#map.sources + 1] = files[one.level] and texts[files[one.level]]
    map.levels[#map.levels + 1] = readLevel(ctx, one, x + one.x, y + one.y)
    ldtkPictures.addLevel(ctx, one.level, map.levels[#map.levels])
    for i = #layers, 1, -1 do -- the first one is the topmost
      readLayer(ctx, layers[i], x + one.x, y + one.y, map)
    end
  end
  for word, brush in pairs(ctx.types) do
    ctx.legend[word] = ctx.legend[word] or brush -- for setTile
  end
  return map
end

return ldtk
