-- Trusted scripts see this in addition: the rest of Lua's library, and a `require` that
-- finds modules beside the script and where Lua looks for them. Code that they load gets the
-- globals of the script, and a file that they load is watched for changes like the script.
--
-- The argument is the host's bridge (host.lua). Returns a function that adds all that to a script's globals.

local bridge = ...
local path, cpath, note, copy = bridge.package_path, bridge.package_cpath, bridge.note, bridge.copy

require("hitbox.check").hideCaller()

-- ---- Code ---------------------------------------------------------------------------------------

-- load and loadfile with the script's globals, where no others are given.
local function add_loaders(env)
  env.load = function(chunk, name, mode, ...)
    if select("#", ...) == 0 then
      return load(chunk, name, mode, env)
    end
    return load(chunk, name, mode, ...)
  end
  env.loadfile = function(file, mode, ...)
    if type(file) == "string" then
      note(file)
    end
    if select("#", ...) == 0 then
      return loadfile(file, mode, env)
    end
    return loadfile(file, mode, ...)
  end
  env.dofile = function(file)
    local chunk, message = env.loadfile(file)
    if not chunk then
      error(message, 0)
    end
    return chunk()
  end
end

-- ---- Modules ------------------------------------------------------------------------------------

-- How a module is looked for: each returns a loader and what it gets besides the name, or where there
-- is none.
local function new_searchers(package, env, folder)
  local function preloaded(name)
    local loader = package.preload[name]
    if loader then
      return loader, ":preload:"
    end
    return ("no field package.preload['%s']"):format(name)
  end
  local function ours(name) -- hitbox.bump: that of this program, not one that a game has beside it
    if name:find("^hitbox%.") then
      return require, ":hitbox:"
    end
  end
  local function in_lua(name)
    local file, message = package.searchpath(name, package.path)
    if not file then
      note(folder .. name:gsub("%.", "/") .. ".lua") -- when it is written, try again
      return message
    end
    note(file)
    local chunk, wrong = loadfile(file, nil, env)
    if not chunk then
      error(("error loading module '%s' from file '%s':\n\t%s"):format(name, file, wrong), 4)
    end
    return chunk, file
  end
  local function in_c(name)
    local file, message = package.searchpath(name, package.cpath)
    if not file then
      return message
    end
    local opener = "luaopen_" .. name:gsub("^[^-]*%-", ""):gsub("%.", "_")
    local loader, wrong = package.loadlib(file, opener)
    if not loader then
      error(("error loading module '%s' from file '%s':\n\t%s"):format(name, file, wrong), 4)
    end
    return loader, file
  end
  return { preloaded, ours, in_lua, in_c }
end

local function load_module(package, name)
  local tried = {}
  for _, search in ipairs(package.searchers) do
    local loader, extra = search(name)
    if type(loader) == "function" then
      return loader(name, extra), extra
    end
    tried[#tried + 1] = loader
  end
  error(("module '%s' not found:\n\t%s"):format(name, table.concat(tried, "\n\t")), 3)
end

-- `package` and `require` as Lua has them, apart from the host's.
local function add_modules(env, module, folder)
  local package = copy(package)
  env.package = package
  package.path = folder .. "?.lua;" .. folder .. "?/init.lua;" .. path
  package.cpath = folder .. "?.so;" .. cpath
  package.preload = {}
  package.searchers = new_searchers(package, env, folder)
  package.loaded = { _G = env, package = package, hitbox = module }
  for _, name in ipairs { "coroutine", "debug", "io", "math", "os", "string", "table", "utf8" } do
    package.loaded[name] = env[name]
  end
  env.require = function(name)
    local loaded = package.loaded
    if loaded[name] then
      return loaded[name]
    end
    local value, extra = load_module(package, name)
    if value ~= nil then
      loaded[name] = value
    elseif loaded[name] == nil then
      loaded[name] = true
    end
    return loaded[name], extra
  end
end

return function(env, module, folder)
  for _, name in ipairs { "debug", "io", "os" } do
    env[name] = copy(_G[name])
  end
  env.collectgarbage, env.warn = collectgarbage, warn
  add_loaders(env)
  add_modules(env, module, folder)
end
