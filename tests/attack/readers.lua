--- Damages files of Tiled, LDtk and Aseprite at random, and requires that each is read or refused in good order:
---   - an error is one of the library's own, which names the script's line and the file, and none of Lua itself;
---   - no file takes more than MAX_STEPS instructions (no clock is read), or MAX_MEMORY of Lua's memory.
---
---   LUA_PATH="build/lua/?.lua;build/lua/?/init.lua;;" lua5.4 tests/attack/readers.lua 100000 [seed [reader]]
---
--- The number is how many files each reader gets; readers are tiled, tiledFile, tiledJson, tiledXml (only in the sandbox, see
--- xml.lua), ldtk, ldtkFile, aseprite, asepriteText and asepriteFile.
--- With LuaJIT, switch compilation off (luajit -joff): compiled code calls no hooks. A failure shows seed and number of
--- the file; `lua5.4 tests/attack/readers.lua 1 <that seed> <reader>` reads this file alone.
local hitbox = require "hitbox"
local file = require "hitbox.scene.data.file"
local natives = require "hitbox.scene.data.natives"
local pictures = require "hitbox.scene.maps.pictures"
local mutations = require "tests.tools.mutations"
local samples = require "tests.tools.samples"
local writer = require "tests.tools.ase_writer"

local MAX_STEPS = 50000000
local MAX_MEMORY = 64 * 1024 -- in KiB, as collectgarbage counts

local COUNT, SEED, ONLY = tonumber(arg[1] or 300), tonumber(arg[2] or 1), arg[3]

--- Texts that no error of the library contains.
local RAW = { "attempt to", "bad argument", "overflow", "not enough memory", "invalid value", "invalid option", "table index is",
  "initial value", "limit must", "too many", "stack traceback", "malformed pattern", "hitbox/[%w_/]+%.lua", "%[string ", "%[C%]",
  "a metamethod of the file", "number has no integer", "unable to get", "too large string", "out of range" }

local TYPES = { wall = {}, spike = { oneWay = "above" }, coin = { r = 3 }, hero = { anchor = "feet", w = 8, h = 14 }, Foe = {} }
local LEGEND = { Enemy = "coin", m = false }

--- The files that can be read, by name; nothing is on disk.
local files = {}

file.read = function(path)
  local text = files[path:match("^.*attack/(.*)$") or path]
  if text then
    return text
  end
  return nil, path .. ": no such file"
end

--- Numbers for the pictures of maps, as a host gives them.
local function nextNumber()
  return 1
end

--- Use a scene as a game does: the values of its map go through all parts of the library. Its pictures are collected once,
--- and once not.
local function play(map)
  pictures.collect(nextNumber)
  local s = hitbox.scene { types = TYPES, map = map, things = { { "stone", at = { 5, 5 }, w = 4, h = 4 } } }
  pictures.collect(nil)
  local again = hitbox.scene { types = TYPES, map = map }
  s:setTile(8, 8, "wall")
  s:step()
  s:hash()
  s:levelAt(3, 3)
  s:tileAt(20, 20)
  again:reloadFrom(s)
  for _ in s:each() do
  end
  s:reset()
end

local function playSheet(made)
  local s = hitbox.scene { things = { { "knight", at = { 9, 9 }, anchor = made.anchor, boxes = made.boxes, actions = made.actions } } }
  for name in pairs(made.actions) do
    s.knight:play(name)
    s:step()
  end
  s:hash()
end

local TEXTS = {
  tiled = mutations.lua(samples.tiled), tileset = mutations.lua(samples.tileset), ldtk = mutations.json(samples.ldtk),
  level = mutations.json(samples.level), sheet = mutations.json(samples.sheet), sheetByName = mutations.json(samples.sheetByName),
  tmj = mutations.json(samples.tmj), tsj = mutations.json(samples.tsj), tj = mutations.json(samples.tj),
  tmx = samples.tmx, tsx = samples.tsx, tx = samples.tx,
  sprite = writer.encode(samples.sheet, { w = 32, h = 24 }),
}

--- Each makes a damaged file and returns a function that reads it.
local readers = {}

function readers.tiled(random)
  local map = mutations.data(samples.tiled, random)
  map.tilesets = random(4) > 1 and type(map.tilesets) == "table" and { samples.tiled.tilesets[1] } or map.tilesets
  return function()
    play { tiled = map, legend = LEGEND }
  end
end

function readers.tiledFile(random)
  local isSet = random(4) == 1
  files["a.lua"] = isSet and TEXTS.tiled or mutations.text(TEXTS.tiled, random)
  files["sets/outside.lua"] = isSet and mutations.text(TEXTS.tileset, random) or TEXTS.tileset
  return function()
    play { tiled = "a.lua", legend = LEGEND }
  end
end

--- Damage one of the three files of a map, and play that map.
local function playFiles(ending, names, random)
  local damaged = random(2) == 1 and 1 or random(3)
  for i, name in ipairs { "a.tm" .. ending, "sets/outside.ts" .. ending, "t/gem.t" .. ending } do
    files[name] = i == damaged and mutations.text(TEXTS[names[i]], random) or TEXTS[names[i]]
  end
  return function()
    play { tiled = "a.tm" .. ending, legend = LEGEND }
  end
end

function readers.tiledJson(random)
  return playFiles("j", { "tmj", "tsj", "tj" }, random)
end

function readers.tiledXml(random)
  return playFiles("x", { "tmx", "tsx", "tx" }, random)
end

function readers.ldtk(random)
  local project = mutations.data(samples.ldtk, random)
  local level, depth = random(3) > 1 and { "Cave", "Deep" } or nil, nil
  if not level then
    level, depth = random(2) == 1 and "Cave" or nil, random(2) == 1 and 1 or nil
    depth = not level and depth or nil
  end
  return function()
    play { ldtk = project, level = level, depth = depth }
  end
end

function readers.ldtkFile(random)
  local isLevel = random(4) == 1
  files["a.ldtk"] = isLevel and TEXTS.ldtk or mutations.text(TEXTS.ldtk, random)
  files["world/Far.ldtkl"] = isLevel and mutations.text(TEXTS.level, random) or TEXTS.level
  return function()
    play { ldtk = "a.ldtk" }
  end
end

function readers.aseprite(random)
  local sheet = mutations.data(random(3) == 1 and samples.sheetByName or samples.sheet, random)
  return function()
    playSheet(hitbox.aseprite(sheet, { tick = 60 }))
  end
end

function readers.asepriteText(random)
  local text = mutations.text(random(3) == 1 and TEXTS.sheetByName or TEXTS.sheet, random)
  files["a.json"] = text
  local isFile = random(2) == 1
  return function()
    local made = hitbox.aseprite(isFile and { file = "a.json" } or text)
    playSheet(made)
  end
end

function readers.asepriteFile(random)
  local bytes = mutations.text(TEXTS.sprite, random)
  files["a.aseprite"] = bytes
  local isFile = random(2) == 1
  return function()
    playSheet(hitbox.aseprite(isFile and { file = "a.aseprite" } or bytes))
  end
end

--- Call a function, with steps and memory counted.
---@return string|nil fault what is wrong with how it ended
---@return string|nil message the error that it raised
local function watch(read)
  collectgarbage()
  local before, steps, fault = collectgarbage("count"), 0, nil
  local function stop() -- at each instruction, as the library catches errors, too
    local level, info = 2, debug.getinfo(2, "f")
    while info do
      if info.func == read then
        error("stopped", 0)
      end
      level = level + 1
      info = debug.getinfo(level, "f")
    end
  end
  debug.sethook(function()
    steps = steps + 10000
    if collectgarbage("count") - before > MAX_MEMORY then
      collectgarbage() -- garbage does not count
      fault = collectgarbage("count") - before > MAX_MEMORY and "takes more than 64 MiB" or fault
    end
    fault = fault or steps > MAX_STEPS and "does not come to an end" or nil
    if fault then
      debug.sethook(stop, "", 1)
      stop()
    end
  end, "", 10000)
  local ok, message = pcall(read)
  debug.sethook()
  if fault or ok then
    return fault, nil
  elseif type(message) ~= "string" or not message:find("^[^\n]*attack/readers%.lua:%d+: ") then
    fault = "raises an error that does not begin with the line of the script"
  elseif #message > 2000 then
    fault = "raises an error that is too long"
  end
  local rest = tostring(message):gsub("^[^\n]-%.lua:%d+: ", "")
  for _, raw in ipairs(RAW) do
    fault = fault or rest:find(raw) and "raises an error of Lua itself" or nil
  end
  return fault, message
end

local function attack(name)
  local faults, refused = 0, 0
  for i = 1, COUNT do
    local seed = SEED + i - 1
    local random = mutations.random(seed)
    for _ = 1, 5 do
      random(2) -- the first ones are much the same for seeds that are near each other
    end
    local fault, message = watch(readers[name](random))
    refused = refused + (message and 1 or 0)
    if fault then
      faults = faults + 1
      print(("%s, seed %d: %s: %s"):format(name, seed, fault, tostring(message):sub(1, 400)))
    end
  end
  print(("%s: %d files from seed %d, %d refused, %d faults"):format(name, COUNT, SEED, refused, faults))
  return faults
end

--- The samples themselves must be read.
local function checkSamples()
  files["a.lua"], files["sets/outside.lua"], files["a.ldtk"], files["world/Far.ldtkl"] = TEXTS.tiled, TEXTS.tileset, TEXTS.ldtk, TEXTS.level
  files["a.tmj"], files["sets/outside.tsj"], files["t/gem.tj"] = TEXTS.tmj, TEXTS.tsj, TEXTS.tj
  files["a.tmx"], files["sets/outside.tsx"], files["t/gem.tx"] = TEXTS.tmx, TEXTS.tsx, TEXTS.tx
  play { tiled = "a.lua", legend = LEGEND }
  play { tiled = "a.tmj", legend = LEGEND }
  if natives.xml then
    play { tiled = "a.tmx", legend = LEGEND }
  end
  play { ldtk = "a.ldtk" }
  playSheet(hitbox.aseprite(TEXTS.sheet))
  playSheet(hitbox.aseprite(TEXTS.sheetByName))
  playSheet(hitbox.aseprite(TEXTS.sprite))
end

--- Each fault must be noticed, also where the library would catch the error.
local function checkWatch()
  local list = {}
  for wanted, read in pairs {
    ["does not come to an end"] = function() while true do pcall(function() while true do end end) end end,
    ["takes more than 64 MiB"] = function() for i = 1, 1e7 do list[i] = { i } end end,
    ["raises an error of Lua itself"] = function() error("tests/attack/readers.lua:1: attempt to index a nil value", 0) end,
    ["raises an error that does not begin with the line of the script"] = function() error("hitbox/scene/maps/tiled.lua:1: x", 0) end,
    ["raises an error that is too long"] = function() error("tests/attack/readers.lua:1: " .. ("x"):rep(3000), 0) end,
  } do
    local fault = watch(read)
    assert(fault == wanted, ("expected '%s', got '%s'"):format(wanted, tostring(fault)))
    list = {}
  end
end

checkWatch()
checkSamples()
local faults = 0
local READERS = {
  "tiled", "tiledFile", "tiledJson", "tiledXml", "ldtk", "ldtkFile", "aseprite", "asepriteText", "asepriteFile",
}
for _, name in ipairs(READERS) do
  if (not ONLY or ONLY == name) and (name ~= "tiledXml" or natives.xml) then
    faults = faults + attack(name)
  end
end
os.exit(faults == 0 and 0 or 1)
