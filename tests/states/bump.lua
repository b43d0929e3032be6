-- Calls of hitbox.bump for tests/states/states.c: each method while memory runs out. After an error the world is
-- as it was before, and without one it is as it should be.
local bump = require "hitbox.bump"

local WALLS = 300 -- more than are held on the stack
local names = {}
for i = 1, WALLS do
  names[i] = "wall" .. i -- as before 5.3 Lua itself loses entries with integer keys where a table cannot grow
end

if type(jit) == "table" then
  jit.off() -- after LuaJIT's own methods were chosen: its traces take memory at times of their own
end

local all = {}

local world, result, done, before

--- All results of a world about its items, as one string.
local function stateOf()
  local items, count = world:getItems()
  assert(count == #items and count == world:countItems())
  local _, found = world:queryRect(-1e9, -1e9, 2e9, 2e9)
  assert(found == count, found)
  world:queryRect(401, 402, 1, 1, function(item)
    assert(item == "new", tostring(item)) -- and nothing that is half there
  end)
  local lines = {}
  for i, item in ipairs(items) do
    assert(world:hasItem(item))
    lines[i] = tostring(item) .. " " .. table.concat({ world:getRect(item) }, " ")
  end
  return table.concat(lines, "\n")
end

--- Walls side by side, so that a path along them hits as many as it is long; and the mover.
local function fill(count)
  world = bump.newWorld(16)
  for i = 1, count do
    world:add(names[i], 20 * i, 0, 10, 10)
  end
  world:add("me", 0, 2, 5, 5)
  world:addResponse("ice", function(w, col, x, y, width, height, goalX, goalY, filter)
    return bump.responses.slide(w, col, x, y, width, height, goalX, goalY, filter)
  end)
end

local KINDS = { "cross", "cross", "bounce", "ice", "slide" }

local function kinds(_, other)
  return KINDS[#other % #KINDS + 1]
end

local function cross()
  return "cross"
end

local function some(item, other) -- a filter of a way, and of a query
  return (other or item):find "^wall%d*7$" and "cross"
end

--- The calls, and their numbers of walls.
local cases = {
  { 0, function() return bump.newWorld(32) end },
  { 0, function() return world:add("new", 401, 402, 3, 4) end },
  { 15, function() return world:add("new", 401, 402, 3, 4) end }, -- for which all arrays grow
  { 5, function() return world:remove "wall2" end },
  { 5, function() world:countCells() world:remove "wall2" end },
  { 5, function() return world:countCells() end },
  { 5, function() world:update("me", 3, 4) end },
  { 5, function() world:update("me", -1e30, 4, 1e40, 6) end },
  { 5, function() return world:move("me", -30, 2) end },
  { 5, function() return world:move("me", 400, 40) end },
  { 34, function() return world:move("me", 2000, 2, cross) end }, -- more than C remembers
  { WALLS, function() return world:move("me", 9000, 2, some) end },
  { 20, function() return world:move("me", 900, 2, kinds) end },
  { 20, function() return world:check("me", 900, 3, kinds) end },
  { 5, function() return world:check("me", nil, nil) end },
  { 60, function() return world:project("me", 0, 0, 5, 5, 2000, 1) end },
  { WALLS, function() return world:project("me", 0, 0, 5, 5, 9000, 1, some) end },
  { WALLS, function() return world:queryRect(0, 0, 9000, 9, some) end },
  { 60, function() return world:queryPoint(25, 5, some) end },
  { WALLS, function() return world:querySegment(0, 5, 9000, 5, some) end },
  { 60, function() return world:querySegmentWithCoords(0, 5, 2000, 6) end },
  { 20, function() return world:getItems() end },
  { 5, function() return world.rows end },
  { 5, function() return bump.rect.detectCollision(0, 0, 1, 1, 5, 0, 1, 1, 9, 0) end },
}
all.cases = #cases

function all.prepare()
  fill(cases[all.case][1])
  before, result, done = stateOf(), nil, false
  collectgarbage()
end

function all.use()
  result = cases[all.case][2]()
  done = true
end

--- Whatever became of `use`.
function all.useAgain()
  assert(done or stateOf() == before, "the world is another one after an error")
  assert(done or not world:hasItem "new")
  if not done then -- and the same call goes well
    result = cases[all.case][2]()
  end
  world:update("me", 0, 200, 5, 5)
  assert(select(4, world:move("me", 0, 200, kinds)) == 0)
  for _, item in ipairs((world:getItems())) do
    world:move(item, 3, 4)
    world:remove(item)
  end
  assert(world:countItems() == 0)
  world:add("late", 0, 0, 1, 1)
  assert(select(2, world:queryPoint(0.5, 0.5)) == 1 and world:move("late", 7, 0, cross) == 7)
  world, result = nil, nil
  collectgarbage()
end

return all
