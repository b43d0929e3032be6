--- hitbox: 2D collision for Lua games. Exact tests of shapes, worlds with swept moves, and scenes.
---
--- This folder may lie anywhere that `require` finds it, under any name: it looks for the binary
--- and for the other files beside itself. It holds a binary for each Lua; LuaJIT, and with it LÖVE,
--- takes the one for 5.1.
local name, path = ... -- 5.1 and LuaJIT give no path

--- Nil without LÖVE, also if reading an unset global is an error.
local _, love = pcall(function()
  return love
end)

--- Of LÖVE, whose `require` looks into the game, wherever that is: a folder or an archive.
local files = type(love) == "table" and love.filesystem

--- Where the other files are, as `require` names them: "hitbox." or "libs/hitbox." or so.
local siblings = (name or "hitbox"):gsub("[./]init$", "") .. "."

local suffix = package.config:sub(1, 1) == "\\" and ".dll" or ".so"

--- The binary's file for a Lua, by its _VERSION.
local function binaryFor(version)
  return "hitbox-lua" .. version:gsub("%D", "") .. suffix
end

local function exists(file)
  local handle = io.open(file, "rb")
  if handle then
    handle:close()
  end
  return handle ~= nil
end

local function fail(message, ...)
  error("hitbox cannot load its binary: " .. message:format(...), 0)
end

--- The binaries that there are, in words.
---@param has fun(name: string): any whether this folder has a file
local function present(has)
  local found = {}
  for minor = 1, 5 do
    local binary = binaryFor("5." .. minor)
    if has(binary) then
      found[#found + 1] = binary
    end
  end
  return found[1] and table.concat(found, ", ") or "none"
end

--- A path of LÖVE's as Lua's own functions take it.
local function native(there)
  return suffix == ".dll" and there:find("[\128-\255]") and require(siblings .. "ffi.codepage")(there) or there
end

--- Put a file that is complete in the place of another, or of none, both in the save directory.
local function replace(draft, target, bytes)
  local saves = native(files.getSaveDirectory()) .. "/"
  local ok, message = os.rename(saves .. draft, saves .. target)
  if not ok and os.remove(saves .. target) then -- Windows renames onto no file
    ok, message = os.rename(saves .. draft, saves .. target)
  end
  if not ok and files.read(target) == bytes then -- there it is in use: another game was quicker
    ok = os.remove(saves .. draft)
  end
  return ok, message
end

--- Write what the game's archive holds as a file of its own, as no system loads code from within an
--- archive. Its name says what is in it, and it is there as a whole or not at all: so a running game
--- never has the file that it uses changed.
---@param source string path of the binary within the game
---@param archive string
---@return string file
local function unpackBinary(source, archive)
  local bytes = files.read(source)
  local saves = files.getSaveDirectory()
  local digest = love.data.encode("string", "hex", love.data.hash("sha1", bytes)) -- LÖVE 11's MD5 is wrong
  local folder, binary = "hitbox", source:match("[^/]*$")
  local target = folder .. "/" .. digest .. "-" .. binary
  if files.read(target) == bytes then
    return native(saves) .. "/" .. target
  end
  local draft = target .. "." .. tostring({}):match("%w*$")
  local ok, message = files.createDirectory(folder)
  if ok then
    ok, message = files.write(draft, bytes)
  end
  if ok then
    ok, message = replace(draft, target, bytes)
  end
  if not ok then
    fail("it is inside %s, from which no system can load code, and could not be copied to %s: %s. "
      .. "Ship the game as a folder, or make its save directory writable",
      archive, saves .. "/" .. target, tostring(message))
  end
  return native(saves) .. "/" .. target
end

--- As `find`, for a game of LÖVE that holds this file at `path`.
local function findInGame(binary)
  local folder = path:match("^(.*/)") or ""
  local root = files.getRealDirectory(path)
  local function has(name)
    return files.getInfo(folder .. name)
  end
  if has(binary) and not exists(native(root .. "/" .. path)) then
    return unpackBinary(folder .. binary, root), has
  end
  return native(root .. "/" .. folder .. binary), has
end

---@return string file that is, or should be, the binary
---@return fun(name: string): any has
local function find(binary)
  path = path or debug.getinfo(1, "S").source:match("^@(.*)$")
  if not path then
    fail("init.lua does not know its folder, because it was loaded from a string or stripped of its name. "
      .. "Load the original file")
  end
  local getRoot = files and files.getRealDirectory
  if getRoot and type(getRoot(path)) == "string" then -- a stand-in for LÖVE in tests returns anything
    return findInGame(binary)
  end
  local folder = path:match("^(.*[/\\])") or "./"
  return folder .. binary, function(name)
    return exists(folder .. name)
  end
end

--- LuaRocks keeps binaries apart from Lua files, in a folder for each Lua: there it is called "core".
local function findRock()
  local core = (name or "hitbox"):gsub("[./]init$", ""):gsub("%.", "/") .. "/core"
  for template in package.cpath:gmatch("[^;]+") do
    local candidate = template:gsub("%?", (core:gsub("%%", "%%%%")))
    if exists(candidate) then
      return candidate
    end
  end
end

local file, has = find(binaryFor(_VERSION))
if not has(binaryFor(_VERSION)) then
  file = findRock() or file
end
local open, message = package.loadlib(suffix == ".dll" and file:gsub("/", "\\") or file, "luaopen_hitbox")
if not open and not has(binaryFor(_VERSION)) then
  fail("the file for %s, %s, does not exist (found: %s)", _VERSION, file, present(has))
elseif not open then
  fail("the file for %s, %s: %s", _VERSION, file, message)
end

local ok, hitbox, internals = pcall(open, _VERSION)
if not ok then
  fail("the file for %s, %s: %s", _VERSION, file, hitbox)
end
local keepCaller = internals.keepCaller

--- Functions of C for the files beside this one, which `require` them: not in the module, where any script
--- that has the module would have them too.
for _, separator in ipairs { ".", "/" } do
  package.preload[siblings:sub(1, -2) .. separator .. "internals"] = function()
    return internals
  end
end

local jit = rawget(_G, "jit")
if internals.openFfi and jit and jit.status() then -- interpreted, the FFI is slower than Lua's API
  internals.openFfi(require(siblings .. "ffi.world"), hitbox)
  internals.isCompiled = true
end

--- See types/scene.lua. Its files are loaded by the first call, as many a game has scenes of its own.
hitbox.scene = keepCaller(function(def)
  hitbox.scene = keepCaller(require(siblings .. "scene.scene")(hitbox))
  return hitbox.scene(def)
end)

--- See types/scene.lua.
hitbox.services = {}

--- See types/scene.lua.
function hitbox.pairs(t)
  hitbox.pairs = require(siblings .. "scene.ordered").pairs
  return hitbox.pairs(t)
end

--- See types/scene.lua.
hitbox.aseprite = keepCaller(function(given, options)
  hitbox.aseprite = keepCaller(require(siblings .. "scene.actions.aseprite")(hitbox))
  return hitbox.aseprite(given, options)
end)

return hitbox --[[@as hitbox]]
