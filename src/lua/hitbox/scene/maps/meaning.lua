--- The meaning of an editor's map where the scene has no word for it: a class that is no type becomes one, an object
--- without a name is called by its layer, and everything that makers mark as solid is in the group "solid". With
--- `strict = true` in the map's definition the readers raise errors instead.
---
--- `map.taken` lists each of these, for people (`hitbox --explain`).
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local reserved = require(folder .. "scene.diagnostics.reserved_fields")
local Tiles = require(folder .. "scene.maps.tiles")

--- One for each map that is read.
local Meaning = {}
local meta = { __index = Meaning } -- apart from the class, which no script may reach and change

--- The group of all that is solid.
local SOLID = "solid"

--- Layers, classes and values with these names are solid, in upper or lower case.
local solidNames = {
  solid = true, wall = true, walls = true, collision = true, collisions = true, ground = true, platform = true, platforms = true,
}

--- The one of them that a floor has as well, which is seen from above; and those that say that walls are elsewhere.
local FLOOR = "ground"
local wallNames = { solid = true, wall = true, walls = true, collision = true, collisions = true }

--- How much of a layer is full if that is a floor, and how many cells it has at least on each side.
local FLOOR_SHARE, FLOOR_SIZE = 0.9, 8

--- Values of an IntGrid that are not solid, though those beside them are.
local openNames = { ladder = true, ladders = true, water = true, lava = true, floor = true, walkable = true }

local sides = { above = true, below = true, left = true, right = true }

--- A word of a map that the scene has not, and its meaning.
---@class internal.Taken
---@field word string what its things are called
---@field isType boolean it is a type that the scene's definition has not
---@field isSolid boolean
---@field oneWay string|nil
---@field tiles integer how many of them
---@field objects integer
---@field reasons string[] why, each once
---@field source string the map

--- The marks of a layer, a tile or an object.
---@class internal.Marks
---@field solid string|nil why it is solid
---@field oneWay string|nil
---@field isByName boolean|nil it is solid since its layer is called so
local NO_MARKS = {}

--- The maximum number of reasons that are listed for one word.
local MAX_REASONS = 8

---@param scene hitbox.Scene
---@param strict any of the map's definition
---@param source string the map, for people
---@param owner string for errors
function Meaning.new(scene, strict, source, owner)
  if strict ~= nil then
    check.type(strict, "boolean", "strict", owner)
  end
  return setmetatable({
    strict = strict or false, types = scene._types, source = source, owner = owner,
    taken = {}, -- internal.Taken, in the order in which they are found
    words = {}, -- by word, the first marked brush, for setTile
    marked = {}, -- by brush and marks, a brush
    known = {}, -- by text, an entry of `taken`
  }, meta)
end

-- ---- Names --------------------------------------------------------------------------------------

--- Whether what is called so is solid.
local function isSolidName(word)
  return type(word) == "string" and solidNames[word:lower()] or false
end

--- A word that things can be called by, as near to one of the map's as can be.
---@param word string|nil
---@return string
function Meaning:name(word)
  if self.strict then
    return word
  end
  word = (word or ""):gsub("[.*|]", "_"):gsub("^_+", "")
  word = word ~= "" and word or "object"
  while not reserved.isFree("scene", word) do
    word = word .. "_"
  end
  return word
end

--- The name of a type for a class of the map: if there is none, it becomes one.
---@param class string
---@return string
function Meaning:typeOf(class)
  if self.strict or self.types.defs[class] then
    return class
  end
  local name = self:name(class)
  if not self.types.defs[name] then
    self.types:find(name)
  end
  return name
end

--- Whether the scene's definition has a type of that name.
---@param name string|nil
function Meaning:isGiven(name)
  return name ~= nil and self.types.defs[name] ~= nil and not self.types.found[name]
end

-- ---- Marks --------------------------------------------------------------------------------------

local function flagOf(value)
  if value == true or value == "true" then -- text in maps of old versions
    return true
  elseif value == false or value == "false" then
    return false
  end
end

local function sideOf(value)
  return sides[value] and value or flagOf(value) and "above" or nil
end

--- Read marks from properties, else from a name, else from the layer around.
---@param base internal.Marks of the layer
---@param properties table|nil
---@param what string for people, "layer 'Ground'"
---@param why string|nil the reason why it is solid by its name
---@return internal.Marks
local function readMarks(base, properties, what, why)
  local solid, way = base.solid or why, base.oneWay
  local flag = properties and flagOf(properties.collidable)
  local side = properties and sideOf(properties.oneWay)
  if flag == false then
    return NO_MARKS
  elseif side then
    solid, way = "oneWay of " .. what, side
  elseif flag then
    solid = "collidable of " .. what
  end
  if solid == base.solid and way == base.oneWay then
    return base
  end
  return { solid = solid, oneWay = way, isByName = why ~= nil and solid == why }
end

--- Read the marks of a layer.
---@param base internal.Marks|nil of its group
---@param properties table|nil
---@param name string|nil
---@param class string|nil
---@return internal.Marks
function Meaning:layerMarks(base, properties, name, class)
  if self.strict then
    return NO_MARKS
  end
  local what = ("layer '%s'"):format(name or "")
  local why = (isSolidName(name) or isSolidName(class)) and what or nil
  return readMarks(base or NO_MARKS, properties, what, why)
end

--- The marks of a layer of tiles if it is a floor that is seen from above, or a background: nil if it cannot be one, as
--- it is solid for other reasons than its name, or is not solid.
---@param base internal.Marks|nil of its group
---@param layer table of Tiled
---@return internal.Marks|nil
function Meaning:floorMarks(base, layer)
  if self.strict or layer.type ~= "tilelayer" or not isSolidName(layer.name) then
    return nil
  end
  local marks = self:layerMarks(base, layer.properties, nil, layer.class)
  return not marks.solid and marks or nil
end

--- Whether a layer has the name that floors have as well.
function Meaning.isFloorName(name)
  return (name or ""):lower() == FLOOR
end

--- Whether a layer has walls, so that another one called "ground" is a floor.
---@param layer table of Tiled
function Meaning:isWalls(layer)
  local flag = layer.properties and flagOf(layer.properties.collidable)
  return flag or flag == nil and (wallNames[(layer.name or ""):lower()] or wallNames[(layer.class or ""):lower()]) or false
end

--- Whether a layer is so full that it is a floor or a background: a figure could stand nowhere in it.
---@param data number[]
---@param width integer
function Meaning.isFull(data, width)
  local count = 0
  for i = 1, #data do
    count = count + (data[i] ~= 0 and 1 or 0)
  end
  return width >= FLOOR_SIZE and #data >= FLOOR_SIZE * width and count > FLOOR_SHARE * #data
end

--- The value of an IntGrid that fills it so far; nil if none does.
---@param data number[]
---@param width integer
---@return integer|nil
function Meaning.fullValue(data, width)
  local counts = {}
  for i = 1, #data do
    counts[data[i]] = (counts[data[i]] or 0) + 1
  end
  for value, count in pairs(counts) do
    if value ~= 0 and width >= FLOOR_SIZE and #data >= FLOOR_SIZE * width and count > FLOOR_SHARE * #data then
      return value
    end
  end
end

--- The marks of a layer as far as they are those of its objects: one with a class is not solid because its layer is
--- called so.
---@param marks internal.Marks|nil
---@param class string|nil
function Meaning.forObject(marks, class)
  return not (class and marks and marks.isByName) and marks or nil
end

--- Read the marks of tiles, objects, values or entities.
---@param base internal.Marks|nil of their layer
---@param properties table|nil
---@param what string "tiles"
---@param class string|nil
---@param name string|nil
---@return internal.Marks
function Meaning:marks(base, properties, what, class, name)
  if self.strict then
    return NO_MARKS
  end
  local why = isSolidName(class) and ("class '%s'"):format(class) or isSolidName(name) and ("name '%s'"):format(name) or nil
  return readMarks(base or NO_MARKS, properties, what, why)
end

--- The same marks, of something that is solid whatever its name is.
---@param marks internal.Marks
---@param why string
function Meaning:solidFor(marks, why)
  return (self.strict or marks.solid) and marks or { solid = why, oneWay = marks.oneWay }
end

--- The properties of a tile without those that are read here, so that tiles are joined that differ in nothing else.
function Meaning:rest(properties)
  if self.strict or not properties or flagOf(properties.collidable) == nil and not sideOf(properties.oneWay) then
    return properties
  end
  local rest = {}
  for key, value in pairs(properties) do
    if key ~= "collidable" and key ~= "oneWay" then
      rest[key] = value
    end
  end
  return rest
end

--- Which values of an IntGrid layer are solid: those that are called so if there are any, else all but a few.
---@param words table<integer, (string|integer)[]> the names for each value
---@return fun(value: integer): boolean
function Meaning:solidValues(words)
  local hasNames = false
  local function isNamed(value)
    for _, word in ipairs(words[value] or {}) do
      if isSolidName(word) then
        return true
      end
    end
    return false
  end
  for value in pairs(words) do
    hasNames = hasNames or isNamed(value)
  end
  return function(value)
    local first = (words[value] or {})[1]
    return isNamed(value) or not hasNames and not (type(first) == "string" and openNames[first:lower()])
  end
end

-- ---- The list -----------------------------------------------------------------------------------

--- The entry of the list for things of a word.
local function entryFor(self, word, isType, marks)
  local key = table.concat({ word, tostring(isType), marks.solid and SOLID or "", marks.oneWay or "" }, "\0")
  local entry = self.known[key]
  if not entry then
    entry = { word = word, isType = isType, isSolid = marks.solid ~= nil, oneWay = marks.oneWay, tiles = 0, objects = 0,
      reasons = {}, source = self.source }
    self.known[key] = entry
    self.taken[#self.taken + 1] = entry
  end
  return entry
end

local function addReason(entry, reason)
  for _, known in ipairs(entry.reasons) do
    if known == reason then
      return
    end
  end
  if reason and #entry.reasons < MAX_REASONS then
    entry.reasons[#entry.reasons + 1] = reason
  end
end

--- The groups of a definition with the one of what is solid.
local function withSolid(groups)
  local result = { SOLID }
  for i, word in ipairs(groups or {}) do
    result[i + 1] = word
  end
  return result
end

--- A brush for the same, marked.
local function markedBrush(self, brush, marks)
  local given = {}
  for key, value in pairs(brush.given) do
    given[key] = value
  end
  given.groups = withSolid(given.groups)
  if (brush.def or given).boxes == nil then -- else each box has its own
    given.oneWay = marks.oneWay or given.oneWay
  end
  if not brush.def then -- of an object that has a name only
    return { given = given, fills = brush.fills }
  end
  return Tiles.brush(given, self.types:resolve(given, self.owner))
end

--- Have the brushes of a legend stay as they are: the scene says there what things are.
---@param brushes table<any, internal.Brush|false>
function Meaning.keepGiven(brushes)
  for _, brush in pairs(brushes) do
    if brush then
      brush.isGiven = true
    end
  end
end

--- Return the brush with some marks, and list it if the scene has no word for it.
---@param brush internal.Brush|false
---@param marks internal.Marks
---@param why string where its word is from, "class of tiles in layer 'Ground'"
---@return internal.Brush|false
function Meaning:mark(brush, marks, why)
  if self.strict or not brush or brush.isGiven then
    return brush
  end
  local word = brush.given[1]
  local isType = brush.type ~= nil and not self:isGiven(brush.type)
  if not marks.solid and not isType then
    return brush
  end
  local made = brush
  if marks.solid then
    local of = self.marked[brush] or {}
    self.marked[brush] = of
    local key = marks.oneWay or SOLID
    of[key] = of[key] or markedBrush(self, brush, marks)
    made = of[key]
  end
  self.words[word] = self.words[word] or brush.def and made
  made.taken = made.taken or entryFor(self, word, isType, marks)
  addReason(made.taken, why)
  addReason(made.taken, marks.solid)
  return made
end

--- Count an object of a brush.
function Meaning.count(brush)
  local taken = brush and brush.taken
  if taken then
    taken.objects = taken.objects + 1
  end
end

--- List something that is left out or changed.
---@param text string
function Meaning:note(text)
  if not self.known[text] then
    self.known[text] = { note = text, source = self.source }
    self.taken[#self.taken + 1] = self.known[text]
  end
end

-- ---- For people ---------------------------------------------------------------------------------

local function plural(n, noun)
  return ("%d %s%s"):format(n, noun, n == 1 and "" or "s")
end

local function lineOf(entry)
  if entry.note then
    return entry.note
  end
  local as = { entry.isType and "type" or nil }
  if entry.isSolid then
    as[#as + 1] = entry.oneWay and "solid from " .. entry.oneWay or "solid"
  end
  local counts = {}
  if entry.tiles > 0 then
    counts[#counts + 1] = plural(entry.tiles, "tile")
  end
  if entry.objects > 0 then
    counts[#counts + 1] = plural(entry.objects, "object")
  end
  return ("%s: %s; %s; %s"):format(entry.word, table.concat(as, ", "), table.concat(counts, ", "),
    table.concat(entry.reasons, ", "))
end

--- List the meanings in the maps of a scene as lines: one for each map, then one for each entry.
---@param scene hitbox.Scene
---@return string[]
function Meaning.explain(scene)
  local lines = {}
  for _, map in ipairs(scene._maps) do
    local before
    for _, entry in ipairs(map.taken or {}) do
      if entry.note or entry.tiles + entry.objects > 0 then
        if entry.source ~= before then
          lines[#lines + 1], before = entry.source, entry.source
        end
        lines[#lines + 1] = "  " .. lineOf(entry)
      end
    end
  end
  return lines
end

return Meaning
