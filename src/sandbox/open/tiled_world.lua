-- Reads the worlds that Tiled saves (https://doc.mapeditor.org, "Working with Worlds"): maps side by side, each named with
-- its place, or found in the world's folder by the numbers in their names.
--
-- The argument is the host's bridge. Returns a function that takes the path and the text of a world, and returns the list of
-- its maps: { file, x, y }.

local bridge = ...

local check = require "hitbox.check"
local json = require "hitbox.scene.data.json"
local schema = require "hitbox.scene.data.schema"

check.hideCaller()

local PLACE = { kind = "number", min = -1e9, max = 1e9 } -- pixels
local NAME = { kind = "string", max = 1024 }
local MAX_MAPS = 1000

local WORLD = schema.record({}, {
  maps = schema.list(schema.record({ "fileName" }, { fileName = NAME, x = PLACE, y = PLACE }), { maxCount = MAX_MAPS }),
  patterns = schema.list(schema.record({ "regexp" }, {
    regexp = { kind = "string", max = 255 }, multiplierX = PLACE, multiplierY = PLACE, offsetX = PLACE, offsetY = PLACE }),
    { maxCount = 100 }),
})

-- Escapes of regular expressions that patterns of Lua write in another way.
local ESCAPES = { d = "%d", D = "%D", w = "[%w_]", s = "%s", S = "%S" }

-- A name of a file may be matched in very many ways by a pattern of many repetitions.
local MAX_REPEATS, MAX_NAME = 6, 64

-- One sign of a regular expression in a pattern of Lua; nil if it is not known.
local function sign_of(sign)
  local escaped = sign:match("^\\(.)$")
  if escaped then
    return ESCAPES[escaped] or escaped:find("%p") and "%" .. escaped or nil
  elseif sign:find("^[%-%%]") then
    return "%" .. sign
  end
  return not sign:find("^[|{}%[%]^$*+?]") and sign or nil
end

-- A regular expression as a pattern of Lua; nil if it has more than letters, ., escapes, repetitions of these, and captures.
local function pattern_of(regexp)
  local parts, repeats, depth = {}, 0, 0
  regexp = regexp:gsub("^%^", ""):gsub("%$$", "")
  for sign, times in regexp:gmatch("(\\?.)([*+?]?)") do
    local part = sign_of(sign)
    depth = depth + (sign == "(" and 1 or sign == ")" and -1 or 0)
    if not part or depth < 0 or depth > 1 or times ~= "" and sign:find("^[()]") then
      return nil
    end
    parts[#parts + 1] = part .. times
    repeats = repeats + #times
  end
  return depth == 0 and repeats <= MAX_REPEATS and "^" .. table.concat(parts) .. "$" or nil
end

local function add(maps, map, path)
  if #maps == MAX_MAPS then
    check.fail("%s: it has more than %d maps", path, MAX_MAPS)
  end
  maps[#maps + 1] = map
end

-- Add the maps of a folder whose names match.
local function add_matching(maps, one, i, path)
  local pattern = pattern_of(one.regexp)
  if not pattern then
    check.fail("%s: patterns[%d].regexp is not known, got %s: it may have letters, . and escapes with * + ? behind, and ()",
      path, i, schema.show(one.regexp))
  end
  for _, name in ipairs(bridge.list_files(path:match("^.*/") or ".")) do
    local x, y
    if #name <= MAX_NAME then
      x, y = name:match(pattern)
    end
    x, y = tonumber(x), tonumber(y)
    if x and y then
      add(maps, { file = name, x = x * (one.multiplierX or 1) + (one.offsetX or 0),
        y = y * (one.multiplierY or 1) + (one.offsetY or 0) }, path)
    end
  end
end

return function(path, text)
  local fine, world = pcall(json.decode, text)
  if not fine then
    check.fail("%s is no JSON, as worlds of Tiled are: %s", path, world)
  end
  schema.check(world, WORLD, path)
  local maps = {}
  for _, map in ipairs(world.maps or {}) do
    add(maps, { file = map.fileName:gsub("\\", "/"), x = map.x or 0, y = map.y or 0 }, path)
  end
  for i, one in ipairs(world.patterns or {}) do
    add_matching(maps, one, i, path)
  end
  if not maps[1] then
    check.fail("%s: it is no world of Tiled, or has no maps", path)
  end
  return maps
end
