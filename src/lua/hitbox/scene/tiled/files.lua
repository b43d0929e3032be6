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
---@field templates table<string, table> the same, what they hold

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

function readers.Lua(ctx, value)
  if type(value) ~= "table" then
    return nil
  elseif ctx.folder ~= "" then
    movePaths(ctx, value)
  end
  return value
end

local readTemplate

--- Read one file.
---@param open internal.TiledMap
---@param name string from the map's folder
---@param key string what names the file, for errors
---@param owner string
---@param path string|nil the name from the scene's folder. Default: as the map's file names it
---@return table
local function readFile(open, name, key, owner, path)
  local base, from = file.from(open, name)
  path = path or from
  local text = file.text(base, path, key, owner)
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
function readTemplate(open, name, owner)
  local template = open.templates[name] or readFile(open, name, "template", owner)
  if type(template.object) ~= "table" then
    check.fail("template of %s: %s is no template of Tiled's", owner, name)
  end
  open.templates[name] = template
  return template
end

--- Open a map: for `ofScene` of data/file.lua.
---@param base string the scene's folder
---@param path string from there
---@param key string what names the file, for errors
---@param owner string
---@return internal.TiledMap
function files.open(base, path, key, owner)
  local open = { base = base, folder = path:match("^.*/") or "", name = path:match("[^/]*$"), texts = {}, templates = {} }
  open.map = readFile(open, open.name, key, owner, path)
  return open
end

--- Read the file of a tileset, as Tiled saves or exports it.
---@param open internal.TiledMap
---@param name string from the map's folder
---@param key string what names the file, for errors
---@param owner string
---@return table set not yet checked
function files.tileset(open, name, key, owner)
  return readFile(open, name, key, owner)
end

return files
