-- Writes a map of Tiled's as Lua that plain Lua games read: tilesets, templates and packed tiles are in it. The argument
-- is the host's bridge (host.lua). Returns a function that takes the map's path and that of the file to write.

require("hitbox.check").hideCaller()

local check = require "hitbox.check"
local disk = require "hitbox.scene.data.file"
local literal = require "hitbox.scene.data.literal"
local schema = require "hitbox.scene.data.schema"
local formats = require "hitbox.scene.maps.formats"
local tilesets = require "hitbox.scene.maps.tilesets"
local cells = require "hitbox.scene.tiled.cells"
local files = require "hitbox.scene.tiled.files"

local HEADER = "-- Made by hitbox convert from "
local INDENT = "  "

-- ---- Text of Lua --------------------------------------------------------------------------------

local function name_of(key)
  local is_name = type(key) == "string" and key:find("^[%a_][%w_]*$") and load("local " .. key .. " = 1")
  return is_name and key or "[" .. (type(key) == "string" and ("%q"):format(key) or tostring(key)) .. "]"
end

local function text_of(value)
  if type(value) == "string" then
    return (("%q"):format(value):gsub("\\\n", "\\n"):gsub("\r", "\\13"))
  elseif math.type(value) == "float" then
    local short = ("%.14g"):format(value)
    return tonumber(short) == value and short or ("%.17g"):format(value)
  end
  return tostring(value)
end

-- Fields that are no table come first, as in Tiled's export.
local function comes_before(value, a, b)
  local is_table_a, is_table_b = type(value[a]) == "table", type(value[b]) == "table"
  if is_table_a ~= is_table_b then
    return is_table_b
  elseif type(a) ~= type(b) then
    return type(a) == "number"
  end
  return a < b
end

local function keys_of(value)
  local keys = {}
  for key in pairs(value) do
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b)
    return comes_before(value, a, b)
  end)
  return keys
end

-- A list of numbers, a row of a layer in each line.
local function add_numbers(parts, list, width, indent)
  parts[#parts + 1] = "{\n"
  for first = 1, #list, width do
    local last = math.min(first + width - 1, #list)
    parts[#parts + 1] = indent .. INDENT .. table.concat(list, ", ", first, last) .. ",\n"
  end
  parts[#parts + 1] = indent .. "}"
end

local MAX_DEPTH = 200 -- as literal.lua reads them

local function add(parts, value, indent, depth)
  if type(value) ~= "table" then
    parts[#parts + 1] = text_of(value)
    return
  elseif depth > MAX_DEPTH then
    check.fail("tables of the map are too deep in each other")
  end
  parts[#parts + 1] = "{\n"
  local count = #value
  for i = 1, count do
    parts[#parts + 1] = indent .. INDENT
    add(parts, value[i], indent .. INDENT, depth + 1)
    parts[#parts + 1] = ",\n"
  end
  for _, key in ipairs(keys_of(value)) do
    if not (math.type(key) == "integer" and key >= 1 and key <= count) then
      parts[#parts + 1] = indent .. INDENT .. name_of(key) .. " = "
      if key == "data" and type(value.data) == "table" and value.width then
        add_numbers(parts, value.data, value.width, indent .. INDENT)
      else
        add(parts, value[key], indent .. INDENT, depth + 1)
      end
      parts[#parts + 1] = ",\n"
    end
  end
  parts[#parts + 1] = indent .. "}"
end

-- ---- Maps ---------------------------------------------------------------------------------------

-- Where a folder lies from another one: "" or with a slash behind.
local function between(from, to)
  local here = os.getenv("PWD") or ""
  if (from:sub(1, 1) == "/") ~= (to:sub(1, 1) == "/") then
    from, to = from:find("^/") and from or here .. "/" .. from, to:find("^/") and to or here .. "/" .. to
  end
  local there = {}
  for part in to:gmatch("[^/]+") do
    if part ~= "." then
      there[#there + 1] = part
    end
  end
  local up, at = 0, 1
  for part in from:gmatch("[^/]+") do
    if part ~= "." and (up > 0 or there[at] ~= part) then
      up = up + 1
    elseif part ~= "." then
      at = at + 1
    end
  end
  local way = ("../"):rep(up) .. table.concat(there, "/", at)
  return (way == "" or way:sub(-1) == "/") and way or way .. "/"
end

-- Give the pictures of something from where the file is written.
local function move_image(of, way)
  if type(of.image) == "string" and not of.image:find("^/") then
    local _, path = disk.from({ base = "", folder = way }, of.image)
    of.image = path
  end
end

local function unpack_layers(list, way, owner)
  for _, layer in ipairs(list) do
    local where = ("layer '%s' in %s"):format(layer.name or "", owner)
    for _, block in ipairs(layer.chunks or { layer.data ~= nil and layer or nil }) do
      block.data = cells.read(block, layer, where)
    end
    if layer.encoding then
      layer.encoding, layer.compression = "lua", nil
    end
    move_image(layer, way)
    unpack_layers(layer.layers or {}, way, owner)
  end
end

-- Fields that Tiled's own export always has. Other programs that read the file count on them.
local USUAL = {
  map = { luaversion = "5.1", properties = {} },
  tileset = { properties = {}, tileoffset = { x = 0, y = 0 }, tiles = {}, wangsets = {} },
  layer = { name = "", x = 0, y = 0, visible = true, opacity = 1, offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1,
    properties = {} },
  object = { name = "", type = "", shape = "rectangle", width = 0, height = 0, rotation = 0, visible = true, properties = {} },
}

local function complete(value, kind)
  for key, usual in pairs(USUAL[kind]) do
    if value[key] == nil then
      value[key] = usual
    end
  end
end

local function complete_layers(list)
  for _, layer in ipairs(list) do
    complete(layer, "layer")
    for _, object in ipairs(layer.objects or {}) do
      complete(object, "object")
    end
    complete_layers(layer.layers or {})
  end
end

local function complete_map(map)
  complete(map, "map")
  for _, set in ipairs(map.tilesets) do
    complete(set, "tileset")
    for _, tile in ipairs(set.tiles) do
      complete_layers { tile.objectGroup }
    end
  end
  complete_layers(map.layers)
end

-- The table of a map with all that lies in other files.
local function whole_map(from, way)
  local owner = "the map '" .. from .. "'"
  local open = files.open(from:match("^.*/") or "", from:match("[^/]*$"), "the file", owner)
  local map = open.map
  schema.check(map, formats.tiled, owner)
  local sets = {}
  for i, set in ipairs(tilesets.read(map, open, owner)) do
    sets[i] = set.set
    move_image(set.set, way)
    for _, tile in ipairs(set.set.tiles or {}) do
      move_image(tile, way)
    end
  end
  map.tilesets = sets
  unpack_layers(map.layers, way, owner)
  complete_map(map)
  return map
end

-- A scene is soon written over, where its name is given by mistake.
local function check_target(path)
  local file = io.open(path, "rb")
  local first = file and file:read(#HEADER) or HEADER
  if file then
    file:close()
  end
  if first ~= HEADER then
    check.fail("%s: is there, and was not made by hitbox convert: delete it first", path)
  end
end

return function(from, to)
  check_target(to)
  local map = whole_map(from, between(to:match("^.*/") or "", from:match("^.*/") or ""))
  local parts = { HEADER, (from:match("[^/]*$"):gsub("%c", "?")), "\nreturn " }
  add(parts, map, "", 0)
  parts[#parts + 1] = "\n"
  local text = table.concat(parts)
  literal.decode(text) -- or it could not be read
  local file, message = io.open(to, "wb")
  if not file then
    check.fail("%s", message)
  end
  local fine, why = file:write(text)
  fine, why = file:close() and fine, why
  if not fine then
    check.fail("%s: %s", to, tostring(why))
  end
end
