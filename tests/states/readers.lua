-- What tests/states/states.c calls of the readers of maps and exports while memory runs out. After an error the same
-- file is read again, and makes the same scene.
local hitbox = require "hitbox"
local file = require "hitbox.scene.data.file"
local pictures = require "hitbox.scene.maps.pictures"
local mutations = require "tests.tools.mutations"
local samples = require "tests.tools.samples"

local files = {
  ["sets/outside.lua"] = mutations.lua(samples.tileset), ["a.lua"] = mutations.lua(samples.tiled),
  ["a.ldtk"] = mutations.json(samples.ldtk), ["world/Far.ldtkl"] = mutations.json(samples.level),
  ["a.json"] = mutations.json(samples.sheet),
}

file.read = function(path)
  local text = files[path:match("^.*states/(.*)$") or path]
  return text, not text and path .. ": no such file" or nil
end

pictures.collect(function() -- as a host does
  return 1
end)

local TYPES = { wall = {}, spike = { oneWay = "above" }, coin = { r = 3 }, hero = { anchor = "feet", w = 8, h = 14 }, Foe = {} }

local function sceneOf(map)
  return hitbox.scene { types = TYPES, map = map }
end

--- The files to read.
local cases = {
  function() return sceneOf { tiled = "a.lua", legend = { Enemy = "coin", m = false } } end,
  function() return sceneOf { ldtk = "a.ldtk" } end,
  function()
    local made = hitbox.aseprite { file = "a.json" }
    return hitbox.scene { things = { { "knight", anchor = made.anchor, boxes = made.boxes, actions = made.actions } } }
  end,
}

--- LuaJIT crashes here, also interpreted. Where an allocation is refused, lj_err_mem writes its message at the top of the
--- stack, which is an old one: in Lua functions up to November 2022 (LuaJIT's issue 906; Debian 12 has an older one), and in
--- fast functions such as string.sub, which make strings, later too. That overwrites the frame of a caller.
local all = { cases = type(jit) == "table" and 0 or #cases }

local wanted, scene, done = {}, nil, false

--- Read each file once, so that the library has loaded its files.
for i, read in ipairs(cases) do
  wanted[i] = read():hash()
end

function all.prepare()
  scene, done = nil, false
  collectgarbage()
end

function all.use()
  scene = cases[all.case]()
  done = true
end

--- Whatever became of `use`.
function all.useAgain()
  local again = done and scene or cases[all.case]()
  assert(again:hash() == wanted[all.case], "the file makes another scene after an error")
end

return all
