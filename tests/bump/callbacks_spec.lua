--- Every method of hitbox.bump with every callback that it has, each of which does anything to the world: the call
--- returns or raises an error, and all results of the world about its items agree.
local bump = require "hitbox.bump"
local versions = require "tests.tools.versions"

local WALLS = 5

local function newWorld()
  local world = bump.newWorld(16)
  for i = 1, WALLS do
    world:add("wall" .. i, 20 * i, 0, 10, 10)
  end
  world:add("me", 0, 2, 5, 5)
  world:add("far", 900, 900, 5, 5)
  return world
end

--- Check that all results of a world about its items agree, and that they can be moved and removed.
local function check(world)
  local items, count = world:getItems()
  assert.are.equal(count, #items)
  assert.are.equal(count, world:countItems())
  local listed = {}
  for _, item in ipairs(items) do
    assert(listed[item] == nil and world:hasItem(item))
    listed[item] = true
    local x, y, w, h = world:getRect(item)
    assert(x == x and y == y and w > 0 and h > 0)
  end
  local found, foundCount = world:queryRect(-1e6, -1e6, 2e6, 2e6)
  assert.are.equal(count, foundCount)
  for _, item in ipairs(found) do
    assert(listed[item])
  end
  assert(world:countCells() <= 20 * count + 20)
  for _, item in ipairs(items) do
    local x, y = world:getRect(item)
    local _, _, cols, len = world:check(item, x + 30, y + 1, function(_, other)
      assert(listed[other])
      return "slide"
    end)
    assert.are.equal(len, #cols)
    world:remove(item)
    listed[item] = nil
  end
  assert.are.equal(0, world:countItems())
end

local serial = 0

local function fresh()
  serial = serial + 1
  return { serial = serial }
end

--- Actions of callbacks, on the item of the call or on any other.
local actions = {
  removeMe = function(world)
    if world:hasItem "me" then
      world:remove "me"
    end
  end,
  removeOther = function(world, other)
    if world:hasItem(other) then
      world:remove(other)
    end
  end,
  removeAll = function(world)
    for _, item in ipairs((world:getItems())) do
      world:remove(item)
    end
  end,
  addAgain = function(world, other)
    for _, item in ipairs { other, "me" } do
      if world:hasItem(item) then
        local x, y, w, h = world:getRect(item)
        world:remove(item)
        world:add(fresh(), x, y, w, h) -- which takes its place
        world:add(item, x, y, w, h)
      end
    end
  end,
  addMany = function(world)
    for i = 1, 60 do
      world:add(fresh(), i, 0, 3, 9)
    end
  end,
  update = function(world)
    for i, item in ipairs((world:getItems())) do
      world:update(item, 3 * i, 1, 7, 8)
    end
  end,
  collect = function()
    collectgarbage()
  end,
  raise = function()
    error("enough")
  end,
  move = function(world)
    local function cross()
      return "cross"
    end
    for _, item in ipairs((world:getItems())) do
      world:move(item, 100, 5)
      world:move(item, 0, 2, cross)
    end
  end,
  fields = function(world)
    world.responses = { slide = function() return 1, 2, {}, 0 end }
    world.cellSize = "large"
    world.add, world.update = false, nil
  end,
  userdata = function(world)
    for key, value in pairs(world) do
      if type(value) == "userdata" then
        rawset(world, key, nil)
      end
    end
    versions.collect()
  end,
}

--- Calls, each with a filter or without. Queries take `other` as their last argument.
local calls = {
  move = function(world, filter) return world:move("me", 90, 4, filter) end,
  check = function(world, filter) return world:check("me", 90, 4, filter) end,
  moveWithoutAWay = function(world, filter) return world:move("me", 0, 2, filter) end,
  project = function(world, filter) return world:project("me", 0, 2, 5, 5, 90, 4, filter) end,
  projectNobody = function(world, filter) return world:project(nil, 0, 2, 5, 5, 90, 4, filter) end,
  queryRect = function(world, filter) return world:queryRect(0, 0, 90, 9, filter) end,
  queryPoint = function(world, filter) return world:queryPoint(25, 5, filter) end,
  querySegment = function(world, filter) return world:querySegment(0, 5, 90, 5, filter) end,
  querySegmentWithCoords = function(world, filter) return world:querySegmentWithCoords(0, 5, 90, 5, filter) end,
  update = function(world) return world:update("me", 3, 4, 5) end,
  remove = function(world) return world:remove("wall3") end,
  add = function(world) return world:add(fresh(), 3, 4, 5, 6) end,
  getRect = function(world) return world:getRect("me") end,
  getItems = function(world) return world:getItems() end,
  countCells = function(world) return world:countCells() end,
  rows = function(world) return world.rows end,
}

--- Where a script is entered: `prepare` has the action run there, once it has been entered so often.
local entrances = {}

for _, kind in ipairs { "slide", "touch", "cross", "bounce", "ice", "nothing" } do
  entrances["filter that returns " .. kind] = function(world, act)
    world:addResponse("ice", world.responses.slide)
    return function(...)
      local item = select(select("#", ...), ...)
      act(world, item)
      return kind ~= "nothing" and kind
    end
  end
end

function entrances.response(world, act)
  world:addResponse("slide", function(w, col, ...)
    act(world, col.other)
    return bump.responses.slide(w, col, ...)
  end)
end

entrances["responses that are asked for"] = function(world, act)
  world.responses = setmetatable({}, { __index = function(_, kind)
    act(world, "wall2")
    return bump.responses[kind]
  end })
end

for _, name in ipairs { "getRect", "project", "update", "check" } do
  entrances["a " .. name .. " of its own"] = function(world, act)
    local original = world[name]
    world[name] = function(self, item, ...)
      act(world, item)
      return original(self, item, ...)
    end
  end
end

entrances["a world that inherits"] = function(world, act)
  return nil, setmetatable({}, { __index = function(_, key)
    act(world, "wall1")
    return world[key]
  end })
end

--- Call a function once, in the n-th callback, and not in those that it causes itself.
local function once(action, after)
  local left, done = after, false
  return function(world, other)
    left = left - 1
    if left < 0 and not done then
      done = true
      action(world, other)
    end
  end
end

--- Take away what a action has replaced, to look at the world's items.
local function bare(world, handles)
  for key in pairs(world) do
    if type(key) == "string" then
      rawset(world, key, nil)
    end
  end
  for key, value in pairs(handles) do
    rawset(world, key, value)
  end
end

local function handlesOf(world)
  local handles = { cellSize = world.cellSize }
  handles.responses = {}
  for kind, response in pairs(world.responses) do
    handles.responses[kind] = response
  end
  for key, value in pairs(world) do
    if type(value) == "userdata" then
      handles[key] = value
    end
  end
  return handles
end

local function each(list, run)
  local names = {}
  for name in pairs(list) do
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(names) do
    run(name, list[name])
  end
end

describe("a_callback", function()
  each(entrances, function(entrance, prepare)
    it("may_do_anything: " .. entrance, function()
      each(calls, function(_, call)
        each(actions, function(_, action)
          for after = 0, 2, 2 do
            local world = newWorld()
            local handles = handlesOf(world)
            local filter, self = prepare(world, once(action, after))
            pcall(call, self or world, filter)
            bare(world, handles)
            check(world)
          end
        end)
      end)
    end)
  end)

  it("may_end_a_move_before_it_has_changed_anything", function()
    local world = newWorld()
    local ok, message = pcall(calls.move, world, function()
      error("enough", 0)
    end)
    assert.are.same({ false, "enough" }, { ok, message })
    assert.are.same({ 0, 2, 5, 5 }, { world:getRect("me") })
    check(world)
  end)
end)

describe("a_finalizer", function()
  each(actions, function(name, action)
    it("may_do_anything: " .. name, function()
      each(calls, function(_, call)
        for _, kind in ipairs { "none", "slide" } do
          local world, runs, left = newWorld(), 0, 4
          local handles = handlesOf(world)
          local function arm()
            versions.finalized(function()
              left = left - 1
              if left >= 0 then
                arm()
              end
              if left == 2 or left == 0 then
                runs = runs + 1
                pcall(action, world, "wall" .. runs)
              end
            end)
          end
          arm()
          versions.collectAlways()
          local filter = kind ~= "none" and function() return kind end or nil
          pcall(call, world, filter)
          versions.collectUsually()
          left = -1
          bare(world, handles)
          check(world)
        end
      end)
    end)
  end)

  it("never_calls_a_filter_with_false_for_items_that_it_removed", function()
    local asked = 0
    for _ = 1, 4 do
      local world, done = bump.newWorld(16), false
      for i = 1, 280 do -- more than are held on the stack
        world:add("wall" .. i, 3 * i, 0, 2, 10)
      end
      world:add("me", 0, 0, 1, 1)
      local function arm()
        versions.finalized(function()
          for i = 1, 280 do
            if not done and world:hasItem("wall" .. i) then
              world:remove("wall" .. i)
              break
            end
          end
          if not done then
            arm()
          end
        end)
      end
      arm()
      versions.collectAlways()
      local function filter(...)
        asked = asked + 1
        assert(select(select("#", ...), ...), "a filter was called without an item")
        return "cross"
      end
      world:queryRect(0, 0, 850, 9, filter)
      local _, _, cols = world:check("me", 850, 0, function(...)
        return filter(...) and "touch"
      end)
      for _, col in ipairs(cols) do
        assert(col.other, "hit nothing")
      end
      _, _, cols = world:check("me", 90, 0)
      for _, col in ipairs(cols) do
        assert(col.other, "hit nothing")
      end
      done = true
      versions.collectUsually()
    end
    assert.is_true(asked > 100)
  end)
end)
