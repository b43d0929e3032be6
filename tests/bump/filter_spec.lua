--- hitbox.bump with a filter: LuaJIT uses src/lua/hitbox/ffi/bump.lua. Here its results are compared with those of
--- the slow path, which a world with a method of its own takes, whatever its filters do.
local bump = require "hitbox.bump"
local refused = require("tests.tools.support").refused
local versions = require "tests.tools.versions"

local state
local function below(n) -- Park and Miller 1988
  state = state * 48271 % 2147483647
  return state % n
end

--- Make two worlds with equal items; the second one takes the slow path.
local function pairOfWorlds(count, cellSize)
  local worlds = { bump.newWorld(cellSize), bump.newWorld(cellSize) }
  local project = worlds[2].project
  worlds[2].project = function(...)
    return project(...)
  end
  for i = 1, count do
    local x, y, w, h = below(400) / 2, below(400) / 2, 4 + below(40) / 4, 4 + below(40) / 4
    for _, world in ipairs(worlds) do
      world:add(i, x, y, w, h)
    end
  end
  return worlds
end

--- All results of a move, and the arguments of its filter.
local function told(world, method, item, x, y, filter)
  local asked = {}
  local ok, endX, endY, cols, len = pcall(world[method], world, item, x, y, function(one, other)
    asked[#asked + 1] = other
    return filter(world, one, other)
  end)
  if not ok then
    return { message = tostring(endX):gsub("^[^:]*:%d+: ", ""), asked = asked, cols = {} }
  end
  table.sort(cols, function(a, b)
    if a.ti ~= b.ti then
      return a.ti < b.ti
    end
    return tostring(a.other) < tostring(b.other)
  end)
  return { x = endX, y = endY, cols = cols, len = len, asked = asked }
end

local function places(world)
  local all = {}
  for _, item in ipairs((world:getItems())) do
    all[item] = { world:getRect(item) }
  end
  return all
end

--- The action of a filter, at random: mostly it returns a response.
local KINDS = { "slide", "touch", "cross", "bounce", false, nil, "slide", "ice" }

local function answers(mischief)
  return function(world, item, other)
    local what = below(mischief)
    if what == 0 and world:hasItem(other) then
      world:remove(other)
    elseif what == 1 and world:hasItem(other) then
      local x, y, w, h = world:getRect(other)
      world:remove(other)
      world:add(other, x + 1, y, w, h)
    elseif what == 2 then
      world:add({}, below(200), below(200), 5, 5)
    elseif what == 3 and world:hasItem(other) then
      world:move(other, below(200), below(200), function() return "touch" end)
    elseif what == 4 then
      error("the filter fails")
    elseif what == 5 and world:hasItem(item) then
      world:remove(item)
    end
    return KINDS[1 + below(#KINDS)]
  end
end

describe("a_filter", function()
  for _, case in ipairs { { "by_name", 1000000 }, { "and_does_what_it_likes", 60 } } do
    it("is_answered_as_on_the_long_way " .. case[1], function()
      state = 7
      local filter = answers(case[2])
      for round = 1, 3 do
        local worlds = pairOfWorlds(80, ({ 16, 64, 7.5 })[1 + round % 3])
        for _, world in ipairs(worlds) do
          world:addResponse("ice", function(w, col, x, y, width, height, goalX, goalY, asks)
            return w.responses.slide(w, col, x, y, width, height, goalX, goalY, asks)
          end)
        end
        for _ = 1, 100 do
          local item, method = 1 + below(80), below(4) == 0 and "check" or "move"
          local x, y, seed = below(200), below(200), state
          local one = worlds[1]:hasItem(item) and told(worlds[1], method, item, x, y, filter)
          local after = state
          state = seed
          local two = worlds[2]:hasItem(item) and told(worlds[2], method, item, x, y, filter)
          assert.are.equal(after, state)
          for _, said in ipairs { one or nil, two or nil } do
            for _, col in ipairs(said.cols) do
              col.other = type(col.other) == "table" and "a new one" or col.other
            end
            for i, other in ipairs(said.asked) do
              said.asked[i] = type(other) == "table" and "a new one" or other
            end
          end
          assert.are.same(two, one)
        end
        local one, two = places(worlds[1]), places(worlds[2])
        for item, rect in pairs(two) do
          if type(item) ~= "table" then
            assert.are.same(rect, one[item])
          end
        end
      end
    end)
  end

  it("may_be_called_for_any_number_of_items_and_hit_them_all", function()
    local world, asked = bump.newWorld(1000), 0
    for i = 1, 300 do
      world:add(i, 20 * i, 0, 10, 10)
    end
    world:add("me", 0, 0, 10, 10)
    local x, _, cols, len = world:move("me", 7000, 0, function()
      asked = asked + 1
      return "cross"
    end)
    assert.are.same({ 7000, 300, 300 }, { x, len, #cols })
    assert.is_true(asked >= 300)
  end)

  it("that_fails_leaves_the_world_as_it_was", function()
    local world = bump.newWorld()
    world:add("wall", 20, 0, 10, 10)
    world:add("me", 0, 0, 10, 10)
    for _ = 1, 100 do
      assert.has_error(function()
        world:move("me", 50, 0, function() error("no") end)
      end)
    end
    local x, _, _, len = world:move("me", 50, 0, function() return "slide" end)
    assert.are.same({ 10, 1 }, { x, len })
  end)

  it("raises_an_error_for_the_item_that_it_removed", function()
    local world = bump.newWorld()
    world:add("wall", 20, 0, 10, 10)
    world:add("me", 0, 0, 10, 10)
    refused("Item me must be added to the world before getting its rect."
      .. " Use world:add(item, x,y,w,h) to add it first.", world.move, world, "me", 50, 0, function(item)
      world:remove(item)
      return "slide"
    end)
  end)

  it("of_which_a_response_is_not_known_names_the_line_of_the_script", function()
    local world = bump.newWorld()
    world:add("wall", 20, 0, 10, 10)
    world:add("me", 0, 0, 10, 10)
    local _, message = pcall(function()
      local x = world:move("me", 50, 0, function() return "wobble" end)
      return x
    end)
    assert(message:find "filter_spec.lua:%d+: Unknown collision type: wobble %(string%)", message)
  end)

  it("releases_the_items_that_it_was_called_with", function()
    local world, weak = bump.newWorld(), setmetatable({}, { __mode = "k" })
    world:add("me", 0, 0, 10, 10)
    for i = 1, 50 do
      local wall = {}
      weak[wall] = true
      world:add(wall, 20, i, 10, 10)
    end
    for _ = 1, 50 do
      world:check("me", 50, 20, function() return "cross" end)
    end
    for wall in pairs(weak) do
      world:remove(wall)
    end
    world:check("me", 50, 20, function() return "cross" end)
    versions.collect()
    assert.is_nil(next(weak))
  end)
end)
