local hitbox = require "hitbox"
local calls = require "tests.tools.calls"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"

describe("the module", function()
  it("names_its_version", function()
    assert.is_truthy(hitbox._VERSION:match("^hitbox %d+%.%d+%.%d+$"))
  end)

  it("hands_out_nothing_that_is_not_for_scripts", function()
    for _, kind in ipairs(calls.kinds()) do
      for name in pairs(kind[3]) do
        assert(name == "_VERSION" or name:sub(1, 1) ~= "_", kind[1] .. name)
      end
    end
    for _, name in ipairs { "openBump", "digest", "keepCaller", "openFfi" } do
      assert.is_nil(hitbox[name])
    end
  end)

  it("leaves_no_global_behind", function()
    local known = {}
    for name in pairs(_G) do
      known[name] = true
    end
    local path = support.module_path()
    assert(loadfile(path))("hitbox", path)
    for name in pairs(_G) do
      assert.is_true(known[name], name)
    end
  end)

  --- Call a function while the module's folder is also found as libs/hitbox: `require "libs.hitbox"`.
  local function within_libs(f)
    local folder = support.module_path():match("^(.*)hitbox[/\\]init%.lua$")
    local function search(name)
      local rest = name:match("^libs[./](.*)$")
      for _, ending in ipairs { ".lua", "/init.lua" } do
        local file = rest and folder .. rest:gsub("%.", "/") .. ending
        if file and io.open(file) then
          return loadfile(file), file
        end
      end
    end
    local searchers = package.searchers or package.loaders
    table.insert(searchers, 2, search)
    local ok, message = pcall(f)
    table.remove(searchers, 2)
    for name in pairs(package.loaded) do
      if name:find "^libs[./]" then
        package.loaded[name], package.preload[name] = nil, nil
      end
    end
    assert(ok, message)
  end

  it("has_modules_that_a_game_may_require_before_it", function()
    for _, name in ipairs { "libs.hitbox.debug", "libs.hitbox.bump" } do
      within_libs(function()
        assert.are.equal("table", type(require(name)))
      end)
    end
  end)

  it("is_the_same_module_under_another_name", function()
    within_libs(function()
      local other, slashed = require "libs.hitbox", require "libs/hitbox"
      local scene = other.scene { things = { { "stone", at = { 3, 4 }, w = 2, h = 2 } } }
      local bumps = { require "libs.hitbox.bump", require "libs/hitbox/bump" }
      bumps[3] = require("libs/hitbox/scene/state").hash(scene)
      assert.is_true(bumps[1].newWorld() ~= bumps[2].newWorld())
      assert.are.equal(3, scene.stone.x)
      assert.is_truthy(package.loaded["libs.hitbox.scene.scene"])
      assert.are.equal(16, #bumps[3])
      assert.are_not.equal(hitbox, other)
      assert.is_true(hitbox.overlaps(other.circle(0, 0, 2), slashed.point(1, 1)))
      assert.are.equal(hitbox.point(1, 1), other.point(1, 1))
      local world = other.newWorld()
      world:add("stone", 0, 0, hitbox.circle(0, 0, 2))
      assert.are.equal(hitbox.circle(0, 0, 2), world:shape("stone"))
    end)
  end)

  it("tells_shapes_and_worlds_of_a_copy_in_another_file_from_its_own", function()
    local file = os.tmpname()
    local binary = "hitbox-lua" .. _VERSION:gsub("%D", "") .. ".so"
    local handle = assert(io.open(file, "wb"))
    handle:write(support.read((support.module_path():gsub("init%.lua$", binary))))
    handle:close()
    local copy = assert(package.loadlib(file, "luaopen_hitbox"))(_VERSION)
    os.remove(file)
    local other = " of another copy of hitbox; require it from one folder only)"
    support.refused("bad argument #2 to 'overlaps' (shape expected for b, got hitbox.shape" .. other, hitbox.overlaps,
      hitbox.point(0, 0), copy.point(0, 0))
    local world = hitbox.newWorld()
    support.refused("bad argument #4 to 'add' (number or shape expected for w, got hitbox.shape" .. other,
      support.bound(world, "add"), "a", 0, 0, copy.circle(0, 0, 1))
    support.refused("calling 'step' on bad self (hitbox.world expected, got hitbox.world" .. other, world.step,
      copy.newWorld())
    support.refused("bad argument #2 to 'add' (number expected for x, got hitbox.world)", support.bound(world, "add"),
      "a", world, 0, 1, 1)
    assert.are.equal(0, hitbox.load(copy.load(world:save()):save()):count())
  end)

  it("loads_without_require", function()
    assert.are.equal(hitbox._VERSION, dofile(support.module_path())._VERSION)
  end)

  it("loads_where_love_is_a_stand_in", function()
    local path = support.module_path()
    local anything = setmetatable({}, { __index = function()
      return function()
        return {}
      end
    end })
    local before = rawget(_G, "love")
    for _, love in ipairs { { filesystem = anything }, { filesystem = {} }, {} } do
      rawset(_G, "love", love)
      local ok, loaded = pcall(assert(loadfile(path)), "hitbox", path)
      rawset(_G, "love", before)
      assert.are.equal("function", ok and type(loaded.newWorld) or loaded)
    end
  end)

  it("reads_no_global_that_was_not_set", function()
    local before = getmetatable(_G)
    local ok, message = support.withoutModule(function()
      setmetatable(_G, { __index = function(_, name)
        error("global '" .. tostring(name) .. "' is not set", 2)
      end })
      require "hitbox.bump"
      require "hitbox.debug"
      require "hitbox.scene.data.file".load("tests/scene/maps/levels/", "small.lua", "tiled", "the map")
      dofile("scripts/games/fighter.lua"):step()
    end)
    setmetatable(_G, before)
    assert.is_true(ok, message)
  end)

  --- The result of init.lua with other values of these globals.
  local function refusal(globals, path)
    local init = support.module_path()
    local chunk = versions.chunk(setmetatable(globals, { __index = _G }), support.read(init), "@" .. init)
    local ok, message = pcall(chunk, "hitbox", path or init)
    assert.is_false(ok)
    return message
  end

  it("names_the_binary_that_is_missing_and_those_that_are_there", function()
    local folder = support.module_path():match("^(.*)init%.lua$")
    local before = "hitbox cannot load its binary: the file for Lua 5.9, " .. folder
      .. "hitbox-lua59.so, does not exist (found: "
    local message = refusal { _VERSION = "Lua 5.9" }
    assert.are.equal(before, message:sub(1, #before))
    assert.is_truthy(message:find("hitbox-lua" .. _VERSION:gsub("%D", "") .. ".so", 1, true))
  end)

  it("says_where_it_looked_for_its_binary", function()
    local digits = _VERSION:gsub("%D", "")
    assert.are.equal(("hitbox cannot load its binary: the file for %s, /nowhere/hitbox-lua%s.so, "
      .. "does not exist (found: none)"):format(_VERSION, digits), refusal({}, "/nowhere/init.lua"))
  end)

  it("says_that_the_binary_is_for_another_lua", function()
    local folder = support.module_path():match("^(.*)init%.lua$")
    for _, digits in ipairs { "51", "52", "53", "54", "55" } do
      local file = io.open(folder .. "hitbox-lua" .. digits .. ".so")
      if file and _VERSION:gsub("%D", "") ~= digits then
        local message = refusal { package = {
          config = package.config,
          loadlib = function(_, name)
            return package.loadlib(folder .. "hitbox-lua" .. digits .. ".so", name)
          end,
        } }
        -- the one or the other, as what the binary needs is there or not
        assert.is_truthy(message:find("^hitbox cannot load its binary: the file for " .. _VERSION .. ", .*: ")
          and (message:find "undefined symbol" or message:find "this binary is for Lua 5%.%d, and"))
      end
    end
  end)

  --- The binary that a game in an archive loads on a system like Windows, where no file is renamed onto another.
  ---@param saved table<string, string> the files in the save directory, which change
  ---@param quicker? boolean another game has written the binary by the time that this one has, and uses it
  local function loadedFromArchive(saved, quicker)
    local binary, saves, loaded = "hitbox-lua" .. _VERSION:gsub("%D", "") .. ".dll", "C:/saves/", nil
    local archive = { ["libs/hitbox/init.lua"] = "", ["libs/hitbox/" .. binary] = "bytes" }
    local os = {}
    function os.remove(path)
      local name = path:sub(#saves + 1)
      local was = saved[name]
      if not quicker or name:find "draft" then
        saved[name] = nil
      end
      return was and not saved[name]
    end
    function os.rename(from, to)
      local draft, name = from:sub(#saves + 1), to:sub(#saves + 1)
      saved[name] = quicker and "bytes" or saved[name]
      if saved[name] then
        return nil, "file exists"
      end
      saved[name], saved[draft] = saved[draft], nil
      return true
    end
    local filesystem = {
      read = function(path) return archive[path] or saved[path] end,
      write = function(path, text) saved[path] = text return true end,
      getInfo = function(path) return archive[path] end,
      getRealDirectory = function(path) return archive[path] and "C:/game.love" end,
      getSaveDirectory = function() return "C:/saves" end,
      createDirectory = function() return true end,
    }
    local function digest()
      return "digest"
    end
    local function load(path)
      loaded = path
      return nil, "not here"
    end
    local message = refusal({
      os = os, io = { open = function() end }, love = { filesystem = filesystem, data = { hash = digest, encode = digest } },
      package = { config = "\\", cpath = "", loadlib = load },
      tostring = function(value) return type(value) == "table" and "draft" or value end, -- it names a draft so
    }, "libs/hitbox/init.lua")
    assert.is_truthy(message:find(": not here$"))
    assert.are.same({ ["hitbox/digest-" .. binary] = "bytes" }, saved)
    assert.are.equal("C:\\saves\\hitbox\\digest-" .. binary, loaded)
  end

  it("writes_its_binary_out_of_an_archive_where_no_file_is_renamed_onto_another", function()
    local target = "hitbox/digest-hitbox-lua" .. _VERSION:gsub("%D", "") .. ".dll"
    loadedFromArchive {}
    loadedFromArchive { [target] = "bytes" }
    loadedFromArchive { [target] = "byt" } -- the disk was full
    loadedFromArchive({}, true)
  end)

  it("says_that_it_does_not_know_where_it_is", function()
    local chunk = versions.chunk(_G, support.read(support.module_path()), "=hitbox")
    local ok, message = pcall(chunk, "hitbox")
    assert.is_false(ok)
    assert.is_truthy(message:find("loaded from a string", 1, true))
  end)

  it("says_what_is_wrong_and_where_if_its_files_were_stripped", function()
    local path = support.module_path():gsub("init%.lua$", "check.lua")
    local check = assert((loadstring or load)(string.dump(assert(loadfile(path)), true)))("hitbox.check")
    local line = debug.getinfo(1, "l").currentline + 1
    assert.is_truthy(check.located("no %s", "thing"):find("module_spec%.lua:" .. line .. ": no thing$"))
  end)

  it("blames_the_line_that_called_it", function()
    local game = versions.chunk({}, "\n\nhitbox = ...; hitbox.circle(0, 0, -1)", "=game.lua")
    local ok, message = pcall(game, hitbox)
    assert.is_false(ok)
    assert.are.equal("game.lua:3: bad argument #3 to 'circle' (r must be >= 0, got -1)", message)
  end)
end)
