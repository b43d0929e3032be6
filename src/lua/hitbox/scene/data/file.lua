--- Data in files beside a scene's: texts, and Lua that returns a table, as Tiled exports it. Such a file is
--- not run, and only files beside the scene and below can be named, so a shared scene reaches nothing else.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local literal = require(folder .. "scene.data.literal")
local ordered = require(folder .. "scene.ordered")

local file = {}

local love = rawget(_G, "love") -- reading an unset global may be an error

--- LÖVE's files, which lie in the game, wherever that is.
local files = type(love) == "table" and love.filesystem

--- A function of the host, called for each file that is read.
local onRead = nil ---@type nil|fun(path: string)

--- Have a function called with the path of each file before it is read: a host watches them, also those
--- that are not there yet.
---@param call nil|fun(path: string)
function file.watch(call)
  onRead = call
end

--- Whether scenes may read any file, and how an error says what to do about others.
local isTrusting, advice = false, ""

--- Have scenes read files outside of their folder, too: for a host whose user trusts them.
---@param trusts boolean
---@param how string else how the user does so, for the end of an error
function file.trust(trusts, how)
  isTrusting, advice = trusts, how
end

--- Read a file, of a game in LÖVE one that lies in the game.
---@param path string
---@return string|nil text
---@return string|nil message why it cannot be read
function file.read(path)
  if onRead then
    onRead(path)
  end
  if files and files.read and files.getInfo and files.getInfo(path) then
    return files.read(path)
  end
  local handle, message = io.open(path, "rb")
  if not handle then
    return nil, message
  end
  local text = handle:read("*a")
  handle:close()
  return text, path .. ": it cannot be read"
end

--- Whether a path stays within the folder that it begins in.
---@param path string
---@return boolean
function file.isBelow(path)
  return path ~= "" and not path:find("[\\:%c]") and path:sub(1, 1) ~= "/"
    and not ("/" .. path .. "/"):find("/../", 1, true)
end

--- Raise an error unless a path names a file that a scene may read.
local function checkPath(path, key, owner)
  if not isTrusting and not file.isBelow(path) then
    check.fail("%s of %s must be a file beside the scene's or below, got '%s'%s", key, owner, path, advice)
  end
end

--- Read a text from a file, if a scene may read that and it is there.
---@param base string the folder of the file that names it
---@param path string from there
---@return string|nil text
---@return string|nil message why not
function file.find(base, path)
  if not isTrusting and not file.isBelow(path) then
    return nil, "it lies outside of the scene's folder" .. advice
  end
  return file.read(base .. path)
end

--- Read a text from a file.
---@param base string the folder of the file that names it
---@param path string from there
---@param key string what names the file, for errors
---@param owner string
---@return string
function file.text(base, path, key, owner)
  checkPath(path, key, owner)
  local text, message = file.read(base .. path)
  if not text then
    check.fail("%s of %s: %s", key, owner, tostring(message))
  end
  return text
end

--- The folder that a scene's file lies in, for a path from there. LuaJIT forgets a file that ends in
--- `return hitbox.scene { ... }` when it calls, so that another one seems to have called: what is not
--- beside that one may be beside the file of the scene's functions.
local function folderFor(scene, path)
  local base = scene._folder
  if rawget(_G, "jit") and file.isBelow(path) and not (base and file.read(base .. path)) then
    for _, value in ordered.pairs(scene.def) do
      local source = type(value) == "function" and debug.getinfo(value, "S").source:match("^@(.*)$")
      local beside = source and (source:match("^.*[/\\]") or "")
      if beside and file.read(beside .. path) then
        return beside
      end
    end
  end
  return base
end

--- Read what a scene's map is made with, once for each scene.
---@param scene hitbox.Scene
---@param path string from the scene's file
---@param key string what names the file, for errors
---@param owner string
---@param read fun(base: string, path: string, key: string, owner: string): any
---@return any value
---@return table where it is, for `from`
function file.ofScene(scene, path, key, owner, read)
  local known = scene._files[path] or { base = folderFor(scene, path) }
  scene._files[path] = known
  if not known.base then
    check.fail("%s of %s: '%s' cannot be found, as the scene is not in a file: %spass the table itself", key,
      owner, path, rawget(_G, "jit") and "write local s = hitbox.scene { ... } return s, or " or "")
  end
  known.value = known.value or read(known.base, path, key, owner)
  return known.value, { base = known.base, folder = path:match("^.*/") or "" }
end

--- The file that a scene's file names from where it is itself. That may lead up, but not out of the scene's folder.
---@param where table of `ofScene`
---@param path string
---@return string base the scene's folder
---@return string path from there
function file.from(where, path)
  if path:sub(1, 1) == "/" then
    return where.base, path -- which will be refused
  end
  local parts = {}
  for part in (where.folder .. path):gmatch("[^/]+") do
    local last = parts[#parts]
    if part == ".." and last and last ~= ".." then
      parts[#parts] = nil
    elseif part ~= "." then
      parts[#parts + 1] = part
    end
  end
  return where.base, table.concat(parts, "/")
end

--- Read a table from a file of Lua.
---@param base string the folder of the file that names it
---@param path string from there
---@param key string what names the file, for errors
---@param owner string
---@return table
function file.load(base, path, key, owner)
  local ok, value = pcall(literal.decode, file.text(base, path, key, owner))
  if not ok then
    check.fail("%s of %s: %s%s:%s", key, owner, base, path, value)
  elseif type(value) ~= "table" then
    check.fail("%s of %s: %s%s returns no table", key, owner, base, path)
  end
  return value
end

return file
