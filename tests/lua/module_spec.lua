local hitbox = require "hitbox"
local refused = require("tests.lua.support").refused

describe("the module", function()
  it("names_its_version", function()
    assert.is_truthy(hitbox._VERSION:match("^hitbox %d+%.%d+%.%d+$"))
  end)

  it("has_the_functions_of_the_design", function()
    local names = {
      "point", "aabb", "aabbCorners", "aabbCenter", "aabbAnchor", "circle", "segment", "capsule",
      "box", "polygon", "overlaps", "contact", "distance", "sweep", "raycast", "aabbAabb",
      "pointAabb", "pointCircle", "circleCircle", "circleAabb", "newWorld", "scene",
    }
    for _, name in ipairs(names) do
      assert.are.equal("function", type(hitbox[name]), name)
    end
  end)

  it("leaves_no_global_behind", function()
    local known = {}
    for name in pairs(_G) do
      known[name] = true
    end
    local path = assert(package.searchpath("hitbox", package.path))
    assert(loadfile(path))("hitbox", path)
    for name in pairs(_G) do
      assert.is_true(known[name], name)
    end
  end)

  it("is_the_same_module_under_another_name", function()
    local path = assert(package.searchpath("hitbox", package.path))
    local folder = path:match("^(.*)hitbox[/\\]init%.lua$")
    local saved = package.path
    -- as a game that keeps it in libs/ sees it: require "libs.hitbox"
    table.insert(package.searchers, 2, function(name)
      local rest = name:match("^libs[./](.*)$")
      local file = rest and package.searchpath(rest, folder .. "?.lua;" .. folder .. "?/init.lua")
      if file then
        return loadfile(file), file
      end
    end)
    local other, slashed = require "libs.hitbox", require "libs/hitbox"
    local scene = other.scene { things = { { "stone", at = { 3, 4 }, w = 2, h = 2 } } }
    table.remove(package.searchers, 2)
    package.path = saved
    assert.are.equal(3, scene.stone.x)
    assert.is_truthy(package.loaded["libs.hitbox.scene"])
    assert.are_not.equal(hitbox, other)
    assert.is_true(hitbox.overlaps(other.circle(0, 0, 2), slashed.point(1, 1)))
    assert.are.equal(hitbox.point(1, 1), other.point(1, 1))
    local world = other.newWorld()
    world:add("stone", 0, 0, hitbox.circle(0, 0, 2))
    assert.are.equal(hitbox.circle(0, 0, 2), world:shape("stone"))
  end)

  it("loads_without_require", function()
    local path = assert(package.searchpath("hitbox", package.path))
    assert.are.equal(hitbox._VERSION, dofile(path)._VERSION)
  end)

  it("says_which_lua_it_is_for", function()
    local path = assert(package.searchpath("hitbox", package.path))
    local chunk = assert(loadfile(path, "t", setmetatable({ _VERSION = "Lua 5.3" }, { __index = _G })))
    refused("hitbox has no binary for Lua 5.3 (it has one for Lua 5.4)", chunk, "hitbox", path)
  end)

  it("says_where_it_looked_for_its_binary", function()
    local path = assert(package.searchpath("hitbox", package.path))
    local ok, message = pcall(assert(loadfile(path)), "hitbox", "/nowhere/init.lua")
    assert.is_false(ok)
    assert.is_truthy(message:find("^hitbox cannot load its binary: /nowhere/hitbox%-lua54%.so"))
  end)

  it("blames_the_line_that_called_it", function()
    local ok, message = pcall(load("\n\nhitbox = ...; hitbox.circle(0, 0, -1)", "=game.lua", "t", {}), hitbox)
    assert.is_false(ok)
    assert.are.equal("game.lua:3: bad argument #3 to 'circle' (r must be >= 0, got -1)", message)
  end)
end)
