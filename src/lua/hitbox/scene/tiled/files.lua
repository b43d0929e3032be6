--- Opens Tiled's files: a map, with the tilesets and templates that it names, each in any of Tiled's formats. The result
--- has the form of Tiled's Lua export, and all paths in it are from the map's folder.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local file = require(folder .. "scene.data.file")
local json = require(folder .. "scene.data.json")
local literal = require(folder .. "scene.data.literal")
local natives = require(folder .. "scene.data.natives")
local tmj = require(folder .. "scene.tiled.tmj")
local tmx = require(folder .. "scene.tiled.tmx")
local values = require(folder .. "scene.tiled.values")

local files = {}

---@class internal.TiledMap
---@field map table in the form of Tiled's Lua export, not yet checked
---@field base string the scene's folder
---@field folder string the map's, from there
---@field name string the map's, from its folder
---@field texts table<string, string> of all files that were read, by their names
---@field templates table<string, table|false> the same, what they hold
---@field unread internal.UnreadFile[]|nil files that the map does without; nil: such a file is an error

---@class internal.UnreadFile
---@field kind string "tileset" or "template"
---@field path string
---@field why string

--- The format of a text, by its first sign.
local function formatOf(text)
  local sign = text:match("^[\239\187\191%s]*(.)")
  return sign == "<" and "XML" or sign == "{" and "JSON" or "Lua"
end

local decoders = { JSON = json.decode, Lua = literal.decode }

function decoders.XML(text)
  local root, message = natives.xml(text)
  return root or error(message, 0)
end

--- Give the paths in a tileset that lies elsewhere from the map's folder.
local function movePaths(ctx, set)
  set.image = set.image and values.path(ctx, set.image)
  for _, tile in ipairs(type(set.tiles) == "table" and set.tiles or {}) do
    if type(tile) == "table" then
      tile.image = tile.image and values.path(ctx, tile.image)
    end
  end
end

local readers = { JSON = tmj.read, XML = tmx.read }

--- Make the objects of a map whole, which old versions of Tiled write without number and shape.
local function completeObjects(ctx, map)
  for _, layer in ipairs(type(map.layers) == "table" and map.layers or {}) do
    for _, object in ipairs(type(layer) == "table" and type(layer.objects) == "table" and layer.objects or {}) do
      if type(object) == "table" then
        values.object(ctx, map, object)
      end
    end
  end
end

function readers.Lua(ctx, value)
  if type(value) ~= "table" then
    return nil
  elseif ctx.folder ~= "" then
    movePaths(ctx, value)
  end
  completeObjects(ctx, value)
  return value
end

local readTemplate

--- The text of a file that the map can do without. If it is not where the map says, one of the same name beside the map
--- is taken: people move maps, and leave the paths of another folder or machine in them.
---@return string|nil text
---@return string name from the map's folder
---@return string path from the scene's
---@return string|nil why there is no text
local function findText(open, name)
  local base, path = file.from(open, name)
  local text, why = file.find(base, path)
  local beside = name:match("[^/]*$")
  if not text and beside ~= name then
    local _, other = file.from(open, beside)
    text = file.find(base, other)
    if text then
      return text, beside, other
    end
  end
  return text, name, path, why
end

--- Read one file.
---@param open internal.TiledMap
---@param name string from the map's folder
---@param key string what names the file, for errors
---@param owner string
---@param path string|nil the name from the scene's folder. Default: as the map's file names it
---@return table|nil value nil for a file that the map does without
local function readFile(open, name, key, owner, path)
  local base, from = file.from(open, name)
  local text, why
  if open.unread and not path then
    text, name, from, why = findText(open, name)
  else
    text = file.text(base, path or from, key, owner)
  end
  path = path or from
  if not text then
    table.insert(open.unread, { kind = key == "template" and key or "tileset", path = path, why = why })
    return nil
  end
  open.texts[name] = text
  local format = formatOf(text)
  if format == "XML" and not natives.xml then
    check.fail("%s of %s: %s%s is XML, which plain Lua does not read: run `hitbox convert %s %s` and name that file", key,
      owner, base, path, open.name, (open.name:gsub("%.%w+$", "") .. ".lua"))
  end
  local ok, value = pcall(decoders[format], text)
  if not ok then
    check.fail("%s of %s: %s%s:%s%s", key, owner, base, path, format == "Lua" and "" or " ", value)
  end
  local ctx = { folder = name:match("^.*/") or "" }
  function ctx.template(from)
    return readTemplate(open, from, owner)
  end
  return readers[format](ctx, value) or check.fail("%s of %s: %s%s is no map, tileset or template of Tiled's", key, owner,
    base, path)
end

--- Read a template, once.
---@return table|false template false if the map does without it
function readTemplate(open, name, owner)
  local template = open.templates[name]
  if template == nil then
    template = readFile(open, name, "template", owner) or false
    open.templates[name] = template
  end
  if template and type(template.object) ~= "table" then
    check.fail("template of %s: %s is no template of Tiled's", owner, name)
  end
  return template
end

--- Open a map: for `ofScene` of data/file.lua.
---@param base string the scene's folder
---@param path string from there
---@param key string what names the file, for errors
---@param owner string
---@param isLenient boolean|nil the map does without tilesets and templates that cannot be read
---@return internal.TiledMap
function files.open(base, path, key, owner, isLenient)
  local open = { base = base, folder = path:match("^.*/") or "", name = path:match("[^/]*$"), texts = {}, templates = {},
    unread = isLenient and {} or nil }
  open.map = readFile(open, open.name, key, owner, path)
  return open
end

--- Read the file of a tileset, as Tiled saves or exports it.
---@param open internal.TiledMap
---@param name string from the map's folder
---@param key string what names the file, for errors
---@param owner string
---@return table|nil set not yet checked; nil if the map does without it
function files.tileset(open, name, key, owner)
  return readFile(open, name, key, owner)
end

return files
