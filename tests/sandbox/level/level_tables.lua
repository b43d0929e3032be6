--- Tables of pictures, as hitbox/scene/maps/pictures.lua collects them of maps, whole or damaged: tests of
--- src/sandbox/level/read have them read.
local hitbox = require "hitbox"
local file = require "hitbox.scene.data.file"
local pictures = require "hitbox.scene.maps.pictures"
local mutations = require "tests.tools.mutations"
local samples = require "tests.tools.samples"

local tables = {}

local FILES = { ["outside.lua"] = mutations.lua(samples.tileset), ["Far.ldtkl"] = mutations.json(samples.level) }

--- Collect the pictures of a map in a file.
local function collect(format, text)
  local before, map = file.read, { [format] = "map.lua" }
  FILES["map.lua"] = text
  file.read = function(path)
    return FILES[path:match("[^/]*$")], path .. ": no such file"
  end
  pictures.collect(function() return 1 end)
  local s = hitbox.scene { types = { coin = { r = 3 }, hero = { anchor = "feet", w = 8, h = 14 } }, map = map }
  pictures.collect(nil)
  file.read = before
  return s._maps[1].pictures
end

--- Copy a table, with simple ones in the places of Tiles and things. A thing's own fields are in `own`.
local function copy(value, key)
  if key == "layer" then
    return { changes = 1, changed = { [0] = { [0] = true, [2] = true }, [1] = { [3] = true }, [-1] = { [-16] = true } } }
  elseif key == "things" then
    local list = {}
    for i, thing in ipairs(value) do
      list[i] = thing and { own = { alive = true, x = 3, y = 4, facing = -1, angle = 0.5, scale = 2 } }
    end
    return list
  elseif type(value) ~= "table" then
    return value
  end
  local result = {}
  for name, entry in pairs(value) do
    result[name] = copy(entry, name)
  end
  return result
end

local function oriented(orientation, axis)
  local map = mutations.copy(samples.tiled)
  map.orientation, map.staggeraxis, map.staggerindex, map.hexsidelength = orientation, axis, "odd", 8
  return collect("tiled", mutations.lua(map))
end

local WHOLE = {
  copy(oriented "orthogonal"), copy(oriented "isometric"), copy(oriented("hexagonal", "x")), copy(oriented("staggered", "y")),
  copy(collect("ldtk", mutations.json(samples.ldtk))),
}
tables.count = #WHOLE

--- Give things their own fields where these are still tables.
local function bind(list)
  for i = 1, #list do
    local things = type(list[i]) == "table" and rawget(list[i], "things")
    for k = 1, type(things) == "table" and rawlen(things) or 0 do
      local thing = rawget(things, k)
      local own = type(thing) == "table" and rawget(thing, "own")
      if type(own) == "table" and getmetatable(thing) == nil then
        setmetatable(thing, own)
      end
    end
  end
  return list
end

--- Name the image that all pictures have, where a table names any.
local function setImages(list, path)
  for _, image in ipairs(list.images) do
    image.path = path
  end
  return list
end

--- Make a whole table.
---@param i integer up to tables.count
---@param path string of the image
function tables.whole(i, path)
  return bind(setImages(mutations.copy(WHOLE[i]), path))
end

--- Make a damaged table.
---@param seed integer
---@param path string of the image
function tables.damaged(seed, path)
  local random = mutations.random(seed)
  for _ = 1, 5 do
    random(2) -- the first ones are much the same for seeds that are near each other
  end
  return bind(mutations.data(setImages(mutations.copy(WHOLE[random(#WHOLE)]), path), random))
end

return tables
