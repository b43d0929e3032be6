--- Worlds of hitbox.bump whose fields a script has overwritten with anything: calls return or raise an error.
local hitbox = require "hitbox"
local bump = require "hitbox.bump"
local refused = require("tests.tools.support").refused

local function newWorld()
  local world, item = bump.newWorld(16), {}
  world:add(item, 0, 0, 8, 8)
  for i = 1, 20 do
    world:add("wall" .. i, 20 * i, 0, 10, 10)
  end
  return world, item
end

local function cross()
  return "cross"
end

--- Call all methods on something that may be no world.
local function callAll(methods, self, item)
  for _, arguments in ipairs {
    { "add", {}, 1, 2, 3, 4 }, { "hasItem", item }, { "getRect", item }, { "countItems" }, { "getItems" },
    { "countCells" }, { "move", item, 90, 1 }, { "move", item, 0, 0, cross }, { "move", "wall1", 0, 0 },
    { "check", item, 90, 1 }, { "check", item, 90, 1, cross }, { "project", item, 0, 0, 8, 8, 90, 1, cross },
    { "queryRect", 0, 0, 90, 9 }, { "queryPoint", 4, 4, cross }, { "querySegment", 0, 0, 90, 9, cross },
    { "querySegmentWithCoords", 0, 0, 90, 9 }, { "update", item, 1, 2, 3, 4 }, { "toCell", 1, 2 }, { "toWorld", 1, 2 },
    { "addResponse", "ice", cross }, { "remove", item },
  } do
    pcall(methods[arguments[1]], self, (table.unpack or unpack)(arguments, 2, 8))
  end
end

local function methodsOf(world)
  local methods = {}
  for _, name in ipairs { "add", "remove", "update", "move", "check", "project", "getRect", "hasItem", "getItems",
    "countItems", "countCells", "queryRect", "queryPoint", "querySegment", "querySegmentWithCoords", "addResponse",
    "toCell", "toWorld" } do
    methods[name] = world[name]
  end
  return methods
end

--- Values that are no world's userdata.
local function odd()
  local list = { true, 7, "text", {}, cross, io.stdout, hitbox.circle(0, 0, 1), hitbox.newWorld(),
    coroutine.create(cross), hitbox.mask { "####" } }
  if newproxy then
    local proxy = newproxy(true)
    getmetatable(proxy).inner = { handle = io.stdout, items = {}, indices = {}, replaced = false, removals = { 0 } }
    list[#list + 1] = proxy
  end
  return list
end

describe("a_forged_world", function()
  it("is_refused_whatever_is_in_place_of_its_userdata", function()
    local keys = {}
    for key, value in pairs((newWorld())) do
      keys[#keys + 1] = type(value) == "userdata" and key or nil
    end
    assert(#keys >= 1)
    for _, value in ipairs(odd()) do
      for _, key in ipairs(keys) do
        local world, item = newWorld()
        local before = rawget(world, key)
        rawset(world, key, value)
        callAll(methodsOf(world), world, item)
        rawset(world, key, before)
        assert.are.equal(world:countItems(), #world:getItems())
      end
      local world = newWorld()
      local methods = methodsOf(world)
      for _, key in ipairs(keys) do
        rawset(world, key, value)
      end
      refused("calling a method on bad self (a world of hitbox.bump expected, got table)", methods.countItems, world)
      callAll(methods, world, "wall1")
      callAll(methods, { [keys[1]] = value }, "wall1")
    end
  end)

  it("is_refused_if_it_is_something_else", function()
    local methods, level = methodsOf((newWorld())), hitbox.newWorld()
    for _, self in ipairs(odd()) do
      callAll(methods, self, "wall1")
    end
    callAll(methods, nil, "wall1")
    callAll(methods, level, "wall1")
    assert.are.equal(0, level:count())
  end)

  it("is_the_world_whose_userdata_it_has", function()
    local world, item = newWorld()
    local copy = setmetatable({}, { __index = world })
    for key, value in pairs(world) do
      copy[key] = value
    end
    callAll(methodsOf(world), copy, item)
    assert.is_false(world:hasItem(item))
    local other, otherItem = newWorld()
    for key, value in pairs(other) do
      rawset(world, key, value)
    end
    callAll(methodsOf(world), world, otherItem)
    assert.is_false(other:hasItem(otherItem))
    assert.are.equal(other:countItems(), #other:getItems())
  end)

  it("answers_or_refuses_whatever_its_fields_are", function()
    local keys = { "responses", "cellSize", "project", "getRect", "check", "update", "rows" }
    for _, value in ipairs { false, 0, -1, 1 / 0, 0 / 0, "text", {}, cross, setmetatable({}, { __index = cross }) } do
      for _, key in ipairs(keys) do
        local world, item = newWorld()
        world[key] = value
        callAll(methodsOf(bump.newWorld()), world, item)
        pcall(function()
          return world.rows
        end)
        assert.are.equal(world:countItems(), #world:getItems())
      end
    end
  end)

  it("is_answered_by_responses_and_records_that_are_none", function()
    for _, response in ipairs {
      function() end,
      function() return 1 end,
      function() return 1, 2, nil, 1 end,
      function() return 1, 2, {}, 1 end,
      function() return {}, {}, {}, 0 end,
      function(world, col) col.touch, col.other, col.item = nil, nil, nil return bump.responses.slide(world, col) end,
      function() return 0 / 0, 1 / 0, {}, 0 end,
    } do
      local world, item = newWorld()
      for _, kind in ipairs { "slide", "touch", "cross", "bounce" } do
        world:addResponse(kind, response)
      end
      callAll(methodsOf(world), world, item)
      pcall(world.move, world, "wall2", 10, 1, cross)
      assert.are.equal(world:countItems(), #world:getItems())
    end
  end)

  it("takes_any_value_as_a_filter_an_item_or_a_number", function()
    local world = newWorld()
    local values = odd()
    values[#values + 1], values[#values + 2], values[#values + 3] = 1 / 0, 0 / 0, 2 ^ 63
    for name, method in pairs(methodsOf(world)) do
      for _, a in ipairs(values) do
        for _, b in ipairs(values) do
          pcall(method, world, a, b, b, a, b, b, b, a)
          pcall(method, world, "wall1", b, b, a, a)
          pcall(method, world, 1, 2, 3, 4, a, b, b, a)
        end
        assert(name and pcall(world.countItems, world))
      end
    end
    assert.are.equal(world:countItems(), #world:getItems())
  end)
end)

--- The tables of a world's items, which only `debug` finds: by index, and the indices.
local function tablesOf(world)
  for _, value in pairs(world) do
    if type(value) == "userdata" and debug.getfenv then
      local values = debug.getfenv(value)
      return values[1], values[2]
    elseif type(value) == "userdata" and _VERSION >= "Lua 5.4" then
      return debug.getuservalue(value, 1), debug.getuservalue(value, 2)
    elseif type(value) == "userdata" then
      local values = debug.getuservalue(value)
      return values[1], values[2]
    end
  end
end

describe("an_index", function()
  it("is_checked_wherever_it_comes_from", function()
    for _, value in ipairs { 0, -1, 22, 1000, 2 ^ 31, 2 ^ 32 + 1, 2 ^ 40, 2 ^ 62, -2 ^ 63, 1e300, "1", false, {} } do
      local world = newWorld()
      local methods = methodsOf(world)
      local items, indices = tablesOf(world)
      assert.are.equal(2, indices.wall1)
      assert.are.equal("wall1", items[2])
      indices.wall1 = value
      if type(value) == "number" then -- of a string LuaJIT's FFI says something else
        refused("Item wall1 must be added to the world before getting its rect."
          .. " Use world:add(item, x,y,w,h) to add it first.", world.getRect, world, "wall1")
      end
      callAll(methods, world, "wall1")
      indices.stranger = value
      callAll(methods, world, "stranger")
      assert.are.equal(#world:getItems(), world:countItems())
    end
  end)

  it("may_lead_to_no_item", function()
    for _, value in ipairs { 7, {}, false } do
      local world = newWorld()
      local items = tablesOf(world)
      for i in ipairs(items) do
        items[i] = value
      end
      callAll(methodsOf(world), world, "wall1")
      assert(pcall(world.queryRect, world, 0, 0, 900, 9, cross))
    end
  end)
end)

describe("a_world", function()
  --- Everything that a script gets at from a value, without `debug`.
  local function reach(value, seen, visit)
    if type(value) ~= "table" and type(value) ~= "userdata" or seen[value] then
      return
    end
    seen[value] = true
    visit(value)
    local metatable = getmetatable(value)
    reach(metatable, seen, visit)
    if type(value) == "table" then
      for key, field in next, value do
        reach(key, seen, visit)
        reach(field, seen, visit)
      end
    end
  end

  it("shows_no_table_of_its_items", function()
    local world, item = newWorld()
    local visited, seen = 0, { [_G] = true, [package.loaded] = true }
    for _, start in ipairs { world, bump, getmetatable(world), world.responses } do
      reach(start, seen, function(value)
        visited = visited + 1
        assert(type(value) ~= "table" or rawget(value, item) == nil, "by its items")
        for _, field in next, type(value) == "table" and value or {} do
          assert(field ~= item, "with its items")
          assert(type(field) ~= "cdata", "an address")
        end
      end)
    end
    assert(visited > 4)
  end)

  it("shows_no_metatable_of_its_userdata", function()
    for _, value in pairs((newWorld())) do
      if type(value) == "userdata" then
        assert.is_false(getmetatable(value))
      end
    end
  end)
end)
