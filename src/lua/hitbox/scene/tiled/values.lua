--- Values of Tiled's files: shared by the readers of XML (tmx.lua) and JSON (tmj.lua). Both make the table that Tiled's
--- Lua export has: colours are lists, properties are by name, and objects made by a template are whole. Formats:
--- https://doc.mapeditor.org/en/stable/reference/tmx-map-format/ and .../json-map-format/.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local file = require(folder .. "scene.data.file")

local values = {}

--- The first number for the tiles of tilesets that only templates name, and the numbers for each of these. They are
--- above those of all other tilesets, and below the bits of a number that give the tile's flips.
local TEMPLATE_GID, TEMPLATE_ROOM = 2 ^ 27, 2 ^ 20

--- The lowest bit of those.
local FLAGS = 2 ^ 28

--- The first number for objects that have none, as in files from before Tiled 0.11.
local FIRST_ID = 5e8

---@class internal.TiledFile one that is being read
---@field folder string its own, from the map's: "" or with the slash
---@field nextId integer|nil for objects without a number
---@field template fun(path: string): table|false the template in a file, named from the map's folder

--- The path of a file that another one names, from the map's folder; nil for none.
---@param ctx internal.TiledFile
---@param path any
---@return any
function values.path(ctx, path)
  if type(path) ~= "string" or path == "" then
    return nil
  end
  path = path:gsub("\\", "/") -- some programs for Windows write these
  local _, from = file.from({ base = "", folder = ctx.folder }, path)
  return from
end

--- A colour as a list: "#rrggbb" or "#aarrggbb", with or without the sign.
---@return number[]|nil rgb with the opacity behind, unless that is all
function values.color(text)
  local a, r, g, b = tostring(text):match("^#?(%x?%x?)(%x%x)(%x%x)(%x%x)$")
  if not a or #a == 1 then
    return nil
  end
  local color = { tonumber(r, 16), tonumber(g, 16), tonumber(b, 16), tonumber(a, 16) }
  color[4] = color[4] ~= 255 and color[4] or nil
  return color
end

--- The colour of a picture that stands for nothing, as a text: "#rrggbb".
function values.transparent(text)
  local digits = tostring(text):match("^#?(%x%x%x%x%x%x)$")
  return digits and "#" .. digits:lower() or nil
end

--- The value of a property.
---@param ctx internal.TiledFile
---@param kind string|nil its type
---@param value any
---@param depth integer 0 for a property of a map, object and so on; more within others
function values.property(ctx, kind, value, depth)
  if kind == "file" then
    return values.path(ctx, value) or ""
  elseif kind == "object" and depth == 0 then
    return { id = value }
  end
  return value
end

--- How many tiles lie side by side in a picture.
local function countOf(size, tile, margin, spacing)
  if type(size) ~= "number" or type(tile) ~= "number" or type(margin) ~= "number" or type(spacing) ~= "number" then
    return nil
  end
  return tile + spacing >= 1 and math.max(math.floor((size - margin + spacing) / (tile + spacing)), 0) or nil
end

--- Give a tileset the numbers that files from before Tiled 0.15 leave out.
---@param set table changed
function values.countTiles(set)
  local margin, spacing = set.margin or 0, set.spacing or 0
  local columns = countOf(set.imagewidth, set.tilewidth, margin, spacing)
  local rows = countOf(set.imageheight, set.tileheight, margin, spacing)
  set.columns = set.columns or columns
  set.tilecount = set.tilecount or columns and rows and columns * rows
  return set
end

--- Give an object the fields that files leave out.
local function complete(ctx, object)
  if object.id == nil then
    ctx.nextId = (ctx.nextId or FIRST_ID) + 1
    object.id = ctx.nextId
  end
  object.name, object.type = object.name or "", object.type or ""
  object.x, object.y = object.x or 0, object.y or 0
  object.width, object.height = object.width or 0, object.height or 0
  object.rotation, object.properties = object.rotation or 0, object.properties or {}
  object.shape = object.shape or object.polygon and "polygon" or object.polyline and "polyline" or "rectangle"
  if object.visible == nil then
    object.visible = true
  end
  return object
end

--- The number of a template's tile in a map, which gets the template's tileset if it has that not yet.
local function gidIn(map, template)
  local object, set, sets = template.object, template.tileset, map.tilesets
  if type(object.gid) ~= "number" or type(set) ~= "table" or type(sets) ~= "table" then
    return object.gid
  end
  local first, count = nil, 0
  for _, one in ipairs(sets) do
    if type(one) == "table" and one.filename == set.filename then
      first = first or one.firstgid
    end
    count = count + (type(one) == "table" and one.fromTemplate and 1 or 0)
  end
  if type(first) ~= "number" then
    first = TEMPLATE_GID + count * TEMPLATE_ROOM
    sets[#sets + 1] = { firstgid = first, filename = set.filename, fromTemplate = true }
  end
  local id = object.gid % FLAGS - (type(set.firstgid) == "number" and set.firstgid or 1)
  return object.gid - object.gid % FLAGS + first + id
end

--- The entries of two lists of properties, of which either may be nil. A name that is in both has the value of `over`.
---@return table<string, any>
function values.join(base, over)
  local properties = {}
  for _, list in ipairs { base or {}, over or {} } do
    for key, value in pairs(list) do
      properties[key] = value
    end
  end
  return properties
end

--- Make an object whole: what it does not say itself, its template says.
---@param ctx internal.TiledFile
---@param map table whose object it is
---@param object table changed
---@return table object
function values.object(ctx, map, object)
  local path = values.path(ctx, object.template)
  object.template = nil
  if not path then
    return complete(ctx, object)
  end
  local template = ctx.template(path)
  if not template then
    return complete(ctx, object)
  end
  local from = template.object
  if object.gid == nil and (object.shape == nil or object.shape == from.shape) then
    object.gid = gidIn(map, template)
  end
  local properties = values.join(from.properties, object.properties)
  for key, value in pairs(from) do
    if object[key] == nil and key ~= "gid" and key ~= "id" then
      object[key] = value
    end
  end
  object.properties = properties
  return complete(ctx, object)
end

return values
