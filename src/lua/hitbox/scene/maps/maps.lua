--- Maps of tiles, as a scene's definition has them: rows of characters with a legend, what Tiled exports
--- (tiled.lua), or what LDtk saves (ldtk.lua). A map is one or more layers of tiles (tiles.lua) and some things.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local reserved = require(folder .. "scene.diagnostics.reserved_fields")
local extent = require(folder .. "scene.maps.extent")
local Tiles = require(folder .. "scene.maps.tiles")
local ldtk = require(folder .. "scene.maps.ldtk")
local pictures = require(folder .. "scene.maps.pictures")
local tiled = require(folder .. "scene.maps.tiled")

---@class hitbox.MapDef
---@field at number[]|nil {x, y} of the top left corner. Default: {0, 0}
---@field tile number|number[] the size of a tile, or {w, h}
---@field rows (string|table)[]|string one character for each tile; rows may be lines of one text,
---   or tables with a character, word, number or false for each tile
---@field legend table<string|number, string|hitbox.ThingDef|false>|nil the meaning of each
---   character: a type, a thing, or false for nothing. In rows that are tables, a type's name needs
---   no entry. For Tiled's maps: the meaning of each class
---@field tiled string|table|nil instead of rows: the file of a Tiled map, or a Lua export as a table
---@field ldtk string|table|nil instead of rows: a project of LDtk, or its file name
---@field level string|string[]|nil for LDtk: one level, which starts at `at`; or several, at their
---   positions in LDtk's world, in a row if its layout is linear. Default: all of one depth
---@field depth integer|nil for LDtk: of which worldDepth the levels are. Default: the first one with an
---   entity where the player starts, else the one with most levels
---@field layers table<string, string|false>|nil for Tiled and LDtk: the type of tiles without one,
---   by layer; false leaves the layer out
---@field strict boolean|nil for Tiled and LDtk: true makes an error of each class, value and name
---   that the scene has no type for, and finds nothing solid by itself. Default: false

local maps = {}

--- How far from a map's corner a tile may be, in cells. From 2^53 on a cell has the same number as the next one.
local MAX_DISTANCE = 2 ^ 31

local keys = { at = true, tile = true, rows = true, legend = true }

--- A character of a text in UTF-8.
local CHARACTER = "[%z\1-\127\194-\244][\128-\191]*"

--- Characters for an empty cell, unless the legend has them.
local empty = { [" "] = true, ["."] = true, [0] = true, [false] = true }

--- Numbers first, then words.
local function isBefore(a, b)
  if type(a) ~= type(b) then
    return type(a) == "number"
  end
  return a < b
end

--- The brush of an entry of a legend.
---@param scene hitbox.Scene
---@param entry any a type's name, a definition of a thing, or false
---@param key string
---@param owner string
---@return internal.Brush|false
function maps.brush(scene, entry, key, owner)
  if entry == false then
    return false
  elseif type(entry) == "string" then
    entry = { scene._types:check(entry, key, owner) }
  elseif type(entry) ~= "table" then
    check.refuse(key, owner, "a type, a thing or false", entry)
  end
  scene:_checkDef(entry, key .. " of " .. owner)
  if entry.at ~= nil then
    check.fail("%s of %s has an at: the map says where it is", key, owner)
  end
  return Tiles.brush(entry, scene._types:resolve(entry, key .. " of " .. owner))
end

--- The brushes of a legend by character; or by word or number as well.
---@param isText boolean all rows are texts
function maps.readLegend(scene, legend, owner, isText)
  local brushes, chars = {}, {}
  for char in pairs(check.type(legend, "table", "legend", owner)) do
    if isText and (type(char) ~= "string" or not char:match("^" .. CHARACTER .. "$")) then
      check.fail("legend of %s must be by single characters, got the key %s", owner, check.show(char))
    elseif type(char) ~= "string" and type(char) ~= "number" then
      check.fail("legend of %s must be by characters, words and numbers, got the key %s", owner,
        check.show(char))
    end
    chars[#chars + 1] = char
  end
  table.sort(chars, isBefore)
  for _, char in ipairs(chars) do
    local key = type(char) == "string" and ("legend[%q]"):format(char) or ("legend[%s]"):format(char)
    brushes[char] = maps.brush(scene, legend[char], key, owner)
  end
  return brushes, chars
end

--- The rows of a map as a list of strings and tables.
---@return table rows
---@return boolean isText all are strings
local function readRows(rows, owner)
  if type(rows) == "string" then
    local list = {}
    for line in (rows:gsub("\r", "") .. "\n"):gmatch("(.-)\n") do
      list[#list + 1] = line
    end
    if list[#list]:match("^%s*$") then -- the line with the closing brackets
      list[#list] = nil
    end
    return list, true
  end
  check.list(check.type(rows, "table", "rows", owner), "rows", owner)
  local isText = true
  for i, row in ipairs(rows) do
    local key = ("rows[%d]"):format(i)
    if type(row) == "table" then
      check.list(row, key, owner)
      isText = false
    elseif type(row) ~= "string" then
      check.refuse(key, owner, "a string or a table", row)
    end
  end
  return rows, isText
end

--- Return the cells of a row: its characters if it is a text.
local function cellsOf(row)
  if type(row) == "table" then
    return row
  end
  local cells = {}
  for char in row:gmatch(CHARACTER) do
    cells[#cells + 1] = char
  end
  return cells
end

--- The size of a map's tiles.
function maps.tileSize(tile, owner)
  local w, h = tile, tile
  if type(tile) == "table" then
    check.keys(tile, { true, true }, "tile of " .. owner)
    w, h = tile[1], tile[2]
  end
  if math.min(check.number(w, "tile", owner), check.number(h, "tile", owner)) <= 0 then
    check.refuse("tile", owner, "> 0", math.min(w, h))
  end
  return w, h
end

--- Where a map begins.
function maps.origin(at, owner)
  if at == nil then
    return 0, 0
  end
  check.keys(check.type(at, "table", "at", owner), { true, true }, "at of " .. owner)
  return check.number(at[1], "at[1]", owner), check.number(at[2], "at[2]", owner)
end

--- Raise an error unless what an editor's layers are said to be is a type or false, and there are such layers.
---@param given table<string, string|false> by the layer's name
---@param names table<string, any> whose keys are those of all layers
---@param whole string what has the layers
---@param owner string
function maps.checkLayers(given, names, whole, owner)
  for name, class in pairs(check.type(given, "table", "layers", owner)) do
    if class ~= false and type(class) ~= "string" then
      check.refuse(("layers[%q]"):format(tostring(name)), owner, "a type or false", class)
    elseif not names[name] then
      check.fail("layers of %s: the %s has no layer %s%s", owner, whole, check.show(name), check.hint(name, names))
    end
  end
end

--- Read a map that is given in rows.
local function readText(scene, def, owner)
  check.keys(def, keys, owner)
  local x, y = maps.origin(def.at, owner)
  local w, h = maps.tileSize(def.tile, owner)
  local rows, isText = readRows(def.rows, owner)
  local lines, cols = {}, 0
  for row, line in ipairs(rows) do
    lines[row] = cellsOf(line)
    cols = math.max(cols, #lines[row])
  end
  local layer = Tiles.new(scene, x, y, w, h, cols, #rows)
  local legend = def.legend
  if legend == nil and not isText then
    legend = {}
  end
  local brushes, chars = maps.readLegend(scene, legend, owner, isText)
  for row, cells in ipairs(lines) do
    for col, cell in ipairs(cells) do
      if brushes[cell] == nil and not isText and scene._types.given[cell] then
        brushes[cell] = maps.brush(scene, cell, ("rows[%d]"):format(row), owner)
      end
      local brush = brushes[cell]
      if brush then
        layer:put(col - 1, row - 1, brush)
      elseif brush == nil and not empty[cell] then
        check.fail("rows[%d] of %s has %s at place %d, which the legend does not know%s", row, owner,
          check.show(cell), col, chars[1] and "; it knows " .. table.concat(chars, " ") or "")
      end
    end
  end
  local level = { x = x, y = y, w = cols * w, h = #rows * h, fields = {} }
  return { layers = { layer }, levels = { level }, things = {}, brushes = brushes }
end

--- The thing that an editor's name for it stands for, or a list of those that are there.
local function findThings(map, names)
  if type(names) ~= "table" then
    return map.things[map.places[names]]
  end
  local list = {}
  for i = 1, #names do
    list[#list + 1] = map.things[map.places[names[i]]]
  end
  return list
end

--- Set what refers to things of the map: to these, or to nothing if they are not there.
---@param map table `links` are { at = which thing, key = its field, to = names }, or { into = fields, ... };
---   `places` of things by name
local function link(map)
  for _, one in ipairs(map.links or {}) do
    local thing = map.things[one.at]
    local into = one.into or reserved.isFree("thing", one.key) and thing or thing.fields
    rawset(into, one.key, findThings(map, one.to)) -- also where an assignment would be a slip, as "at"
  end
end

--- Read and make the maps of a scene.
---@param scene hitbox.Scene
function maps.make(scene)
  local given = scene.def.map
  scene._own._maps = {}
  if given == nil then
    return
  end
  check.type(given, "table", "map", "the scene")
  local list = given[1] and given or { given }
  check.list(list, "map", "the scene")
  for i, def in ipairs(list) do
    local owner = given[1] and "map[" .. i .. "]" or "the map"
    if type(def) ~= "table" then
      check.refuse(owner, "the scene", "a table, as { tile = 16, rows = { ... }, legend = { ... } }", def)
    end
    local read = def.tiled ~= nil and tiled.read or def.ldtk ~= nil and ldtk.read or readText
    local map = read(scene, def, owner, maps)
    scene._maps[i], map.words = map, map.words or {}
    for _, layer in ipairs(map.layers) do
      layer:make()
    end
    for k, thing in ipairs(map.things) do
      map.things[k] = scene:_spawnTile(thing)
      Tiles.setLabel(map.things[k])
    end
    pictures.bind(map)
    link(map)
  end
end

--- Return the bounds of all levels of a scene's maps.
---@param scene hitbox.Scene
---@param isFull boolean|nil of their parts in which something is
---@return number|nil x nil if the scene has no map, or its maps have no size
---@return number y
---@return number w
---@return number h
function maps.bounds(scene, isFull)
  local all = extent.new()
  for _, map in ipairs(scene._maps) do
    for _, level in ipairs(map.levels) do
      level = isFull and level.full or level
      extent.add(all, level.x, level.y, level.w, level.h)
    end
  end
  local left, top, right, bottom = all[1], all[2], all[3], all[4]
  if right > left and bottom > top then
    return left, top, right - left, bottom - top
  end
end

--- The layer of which a tile is changed at a place, and its map: the topmost one that has one there, else the
--- undermost that covers the place of the first map that does, else the undermost of the first one that has any.
local function layerFor(scene, x, y)
  local first, firstMap, covering, map = nil, nil, nil, nil
  for i = #scene._maps, 1, -1 do
    local layers = scene._maps[i].layers
    for k = #layers, 1, -1 do
      first, firstMap = layers[k], scene._maps[i]
      local col, row = first:cellAt(x, y)
      if first:at(col, row) then
        return first, firstMap
      elseif first:covers(col, row) then
        covering, map = first, firstMap
      end
    end
  end
  return covering or first, map or firstMap
end

--- The brush for a word: of the legend, or a type's.
local function findBrush(scene, map, word)
  local keysInOrder = {}
  for key in pairs(map.brushes) do
    keysInOrder[#keysInOrder + 1] = key
  end
  table.sort(keysInOrder, isBefore)
  for _, key in ipairs(keysInOrder) do
    if map.brushes[key] and map.brushes[key].word == word then
      return map.brushes[key]
    end
  end
  return maps.brush(scene, word, "the tile", "setTile")
end

--- The same, looked for once: scripts that let sand fall set many tiles in each tick.
local function brushFor(scene, map, word)
  local brush = map.words[word] or findBrush(scene, map, word)
  map.words[word] = brush
  return brush
end

--- Call a function for each layer of two scenes that have the same maps.
---@param scene hitbox.Scene
---@param old hitbox.Scene
---@param call fun(layer: table, before: table, map: table)
function maps.eachLayer(scene, old, call)
  for i, map in ipairs(scene._maps) do
    for k, layer in ipairs(map.layers) do
      call(layer, old._maps[i].layers[k], map)
    end
  end
end

--- Change the tiles of a new scene as those of the old one were, which has the same maps.
function maps.repeatChanges(scene, old)
  maps.eachLayer(scene, old, function(layer, before, map)
    layer:repeatChanges(before, function(word)
      local ok, brush = pcall(brushFor, scene, map, word)
      return ok and brush or nil
    end)
  end)
end

--- Give scenes their methods for tiles.
---@param Scene table the methods of scenes
function maps.addMethods(Scene)
  ---@class hitbox.Scene
  local Scene = Scene -- as in motion.lua

  --- Return the tile at a point, of the topmost layer that has one.
  ---@param x number world units
  ---@param y number
  ---@return string|nil word the name of its things; nil if there is none
  ---@return hitbox.Thing thing
  ---@return integer col in its map, from 0
  ---@return integer row
  function Scene:tileAt(x, y)
    check.number(x, "x", "tileAt")
    check.number(y, "y", "tileAt")
    for i = #self._maps, 1, -1 do
      local layers = self._maps[i].layers
      for k = #layers, 1, -1 do
        local col, row = layers[k]:cellAt(x, y)
        local brush, thing = layers[k]:at(col, row)
        if brush then
          return brush.word, thing, col, row
        end
      end
    end
  end

  --- Return the level at a point: an LDtk level, or a whole map. If several cover it, the last one
  --- counts. Left and top edges belong to a level, right and bottom edges do not. Makes no garbage.
  ---@param x number world units
  ---@param y number
  ---@return number|nil left in world units; nil if there is none
  ---@return number top
  ---@return number w
  ---@return number h
  ---@return string|nil name an LDtk level's name; for Tiled the file, as the map's definition names
  ---   it
  ---@return table<string, any> fields of the LDtk level, and `neighbours`, a list of { level =,
  ---   side = }; or the custom properties of the Tiled map; read only
  function Scene:levelAt(x, y)
    check.number(x, "x", "levelAt")
    check.number(y, "y", "levelAt")
    for i = #self._maps, 1, -1 do
      local levels = self._maps[i].levels
      for k = #levels, 1, -1 do
        local one = levels[k]
        if x >= one.x and y >= one.y and x < one.x + one.w and y < one.y + one.h then
          return one.x, one.y, one.w, one.h, one.name, one.fields
        end
      end
    end
  end

  --- Return the bounds of what is in the scene's maps: of a Tiled map the tiles and objects that it
  --- has, if it has any; of other maps their levels.
  ---@return number|nil x world units; nil if the scene has no map, or its maps have no size
  ---@return number y
  ---@return number w
  ---@return number h
  function Scene:mapBounds()
    return maps.bounds(self, true)
  end

  --- Change a tile: the topmost one at the point, or else that of the lowest layer of the first map
  --- or level that covers the point.
  ---@param x number world units
  ---@param y number
  ---@param word string|nil a character or word of the map's legend, or a type; nil or false removes
  ---   the tile
  --- Errors: there is no map; no such word; the point is more than 2^31 tiles from the map's
  --- corner.
  function Scene:setTile(x, y, word)
    check.number(x, "x", "setTile")
    check.number(y, "y", "setTile")
    local layer, map = layerFor(self, x, y)
    if not layer then
      check.fail("setTile: the scene has no map with tiles")
    end
    local brush = word and brushFor(self, map, word) or nil
    local col, row = layer:cellAt(x, y)
    if math.max(math.abs(col), math.abs(row)) > MAX_DISTANCE then
      check.fail("setTile: the tile must be at most 2^31 tiles from its map's corner, got x %s, y %s", check.show(x),
        check.show(y))
    elseif layer:at(col, row) ~= brush then
      layer:change(col, row, brush)
    end
  end
end

return maps
