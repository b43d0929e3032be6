--- hitbox.bump against bump.lua: random worlds, in which both must say the same in every call.
---
---     differential.lua [SEED [CALLS]]
---
--- The path of a bump.lua is in the environment's BUMP; without one there is nothing to compare. Each
--- call goes to three worlds: one of bump.lua; one of hitbox.bump; and one whose methods are
--- replaced by functions that call them, so that it takes the slow path. Results are compared to the
--- last bit, integers, signs of zero, texts of errors and arguments of filters included. Results that
--- bump.lua leaves to chance are not: lists that it makes with `pairs` are compared as sets, and hits
--- that are equal by its order are put into the order in which they were added.
local path = os.getenv("BUMP")
if not path or path == "" then
  print("no bump.lua to compare with: name its path in the environment's BUMP")
  os.exit(77) -- skipped
end

local peer = assert(loadfile(path))()
local ours = require("hitbox.bump")

local seed, calls = tonumber(arg[1]) or os.time(), tonumber(arg[2]) or 20000
local mathType = math.type or type

-- ---- Random numbers: the same in every Lua (Park and Miller 1988) ------------------------------

local state = seed % 2147483646 + 1
local function random()
  state = state * 48271 % 2147483647
  return state / 2147483647
end
for _ = 1, 10 do
  random()
end

local function below(n)
  return math.floor(random() * n)
end

local function chance(p)
  return random() < p
end

local function pick(list)
  return list[below(#list) + 1]
end

-- ---- Comparing ---------------------------------------------------------------------------------

local function same(a, b)
  if type(a) == "number" and type(b) == "number" then
    return (a == b and mathType(a) == mathType(b) and (a ~= 0 or 1 / a == 1 / b)) or (a ~= a and b ~= b)
  end
  return rawequal(a, b)
end

local function show(value, depth)
  if type(value) == "number" then
    return ("%.17g"):format(value) .. (mathType(value) == "integer" and "i" or "")
  elseif type(value) ~= "table" or value.name or depth == 4 then
    return type(value) == "table" and value.name or tostring(value)
  end
  local parts = {}
  for key, item in pairs(value) do
    parts[#parts + 1] = tostring(key) .. "=" .. show(item, (depth or 0) + 1)
  end
  table.sort(parts)
  return "{" .. table.concat(parts, " ") .. "}"
end

--- Items are tables that have a name: the same in all worlds.
local function equal(a, b)
  if type(a) ~= "table" or type(b) ~= "table" or a.name or b.name then
    return same(a, b)
  end
  for key, value in pairs(a) do
    if not equal(value, b[key]) then
      return false
    end
  end
  for key in pairs(b) do
    if a[key] == nil then
      return false
    end
  end
  return true
end

local function withoutPlace(message)
  return (tostring(message):gsub("^[^\n]-:%d+: ", ""))
end

-- ---- Three worlds of the same ------------------------------------------------------------------

local numbers = {} -- of items, in the order of adding
local added = 0

--- Equal hits in the order of adding.
local function settle(cols, len)
  local distance = peer.rect.getSquareDistance
  local function square(col)
    local a, b = col.itemRect, col.otherRect
    return distance(a.x, a.y, a.w, a.h, b.x, b.y, b.w, b.h)
  end
  for i = 2, len do
    local col, k = cols[i], i - 1
    while k >= 1 and cols[k].ti == col.ti and square(cols[k]) == square(col)
      and numbers[cols[k].other] > numbers[col.other] do
      cols[k + 1] = cols[k]
      k = k - 1
    end
    cols[k + 1] = col
  end
  return cols, len
end

local customs = {
  halt = function(_, _, col)
    return col.touch.x, col.touch.y, {}, 0
  end,
  ghost = function(_, world, col, x, y, w, h, goalX, goalY, filter)
    local cols, len = world:project(col.item, x, y, w, h, goalX, goalY, filter)
    return goalX, goalY, cols, len
  end,
  spring = function(module, ...)
    return module.responses.bounce(...)
  end,
  ice = function(module, world, col, x, y, w, h, goalX, goalY, filter)
    if col.normal.y ~= 0 then
      return module.responses.slide(world, col, x, y, w, h, goalX, goalY, filter)
    end
    return module.responses.touch(world, col, x, y, w, h, goalX, goalY, filter)
  end,
  portal = function(_, world, col, _, _, w, h, goalX, goalY, filter)
    local x, y = col.touch.x + 16, col.touch.y
    local cols, len = world:project(col.item, x, y, w, h, goalX + 16, goalY, filter)
    return goalX + 16, goalY, cols, len
  end,
}

local function makeWorlds(cellSize)
  local worlds = { peer.newWorld(cellSize), ours.newWorld(cellSize), ours.newWorld(cellSize) }
  local peerProject = worlds[1].project
  worlds[1].project = function(...)
    return settle(peerProject(...))
  end
  for _, method in ipairs({ "project", "getRect", "check", "update" }) do
    local original = worlds[3][method]
    worlds[3][method] = function(...)
      return original(...)
    end
  end
  for i, world in ipairs(worlds) do
    for name, response in pairs(customs) do
      local module = i == 1 and peer or ours
      world:addResponse(name, function(...)
        return response(module, ...)
      end)
    end
  end
  return worlds
end

-- ---- Random places -----------------------------------------------------------------------------

--- Styles of numbers. Most provoke what is hard: touching, equal centres, edges of cells.
local styles = {
  function(scale) return below(12 * scale) - 3 * scale end, -- integers
  function(scale) return (below(16) - 4) * 16 * (scale > 8 and 1 or 0.25) end,
  function(scale) return (below(12 * scale) - 3 * scale) * 0.1 end,
  function(scale) return (below(40) - 10) * scale / 8 end,
  function(scale) return (random() * 12 - 3) * scale end,
  function(scale) return (below(16) - 4) * scale / 4 + pick({ 0, 0, 1e-10, -1e-10, 3e-11, 2e-10, -3e-15 }) end,
}

local scale, style

local function coordinate()
  local value = (chance(0.9) and style or pick(styles))(scale)
  if chance(0.05) then
    value = math.floor(value)
  end
  return value
end

local function size()
  local value = math.abs(coordinate()) / (chance(0.5) and 4 or 1)
  if mathType(value) == "float" and chance(0.4) and value == math.floor(value) then
    value = math.floor(value)
  end
  return value > 0 and value or pick({ 1, 8, 16, 0.5, 2.0, 1e-12 })
end

-- ---- Filters -----------------------------------------------------------------------------------

local kinds = { "slide", "touch", "cross", "bounce", "slide", "cross", false, "halt", "ghost", "spring",
  "ice", "portal" }

local newcomers = false -- whether a filter has added any

local function nameOf(item)
  return type(item) == "table" and item.name or tostring(item)
end

--- A filter for one world, which notes its arguments.
local function makeFilter(plan, world, asked)
  if not plan then
    return nil
  end
  local first = true
  return function(item, other)
    local key = nameOf(item) .. "/" .. nameOf(other)
    asked[key] = (asked[key] or 0) + 1
    if first and plan.newcomer then
      first = false
      newcomers = true
      world:add(plan.newcomer, plan.x, plan.y, plan.w, plan.h)
    end
    if plan.shifts and other and numbers[other] % 3 == 0 then
      world:update(other, plan.x + numbers[other], plan.y)
    end
    if plan.kind ~= nil then
      return plan.kind
    end
    local number = numbers[other or item]
    return plan.kinds[number % #plan.kinds + 1]
  end
end

local function makePlan()
  if chance(0.25) then
    return nil
  end
  local plan = {}
  if chance(0.5) then
    plan.kind = pick(kinds)
  else
    plan.kinds = {}
    for i = 1, 1 + below(6) do
      plan.kinds[i] = pick(kinds)
    end
  end
  if chance(0.02) then
    -- Lua 5.1 fails at the text of bump.lua's error about a type that is no string
    plan.kind = pick({ "unknown", _VERSION ~= "Lua 5.1" or jit and true or "unknown", 7 })
  end
  if chance(0.03) then
    plan.newcomer = { name = "newcomer" .. added }
    plan.x, plan.y, plan.w, plan.h = coordinate(), coordinate(), size(), size()
    added = added + 1
    numbers[plan.newcomer] = added
  elseif chance(0.02) then
    plan.shifts, plan.x, plan.y = true, coordinate(), coordinate()
  end
  return plan
end

-- ---- Calls -------------------------------------------------------------------------------------

local items = {}
local compared, refused = 0, 0

local function fail(what, arguments, results)
  io.write(("seed %d, call %d: %s(%s) differs\n"):format(seed, compared, what, show(arguments)))
  for i, name in ipairs({ "bump.lua", "hitbox.bump", "the long way" }) do
    io.write(("  %s: %s\n"):format(name, show(results[i]):sub(1, 2000)))
  end
  os.exit(1)
end

local function pack(...)
  return { n = select("#", ...), ... }
end

local unpack = table.unpack or unpack

--- Call a method of all worlds; the argument after the last is a filter by the plan, if one is given.
local function call(worlds, method, normalize, plan, ...)
  local results, asked = {}, { {}, {}, {} }
  local arguments = pack(...)
  for i, world in ipairs(worlds) do
    local own = pack(...)
    if plan then
      own.n = own.n + 1
      own[own.n] = makeFilter(plan, world, asked[i])
    end
    local result = pack(pcall(world[method], world, unpack(own, 1, own.n)))
    if not result[1] then
      result = { false, withoutPlace(result[2]), n = 2 }
    elseif normalize then
      normalize(result, arguments)
    end
    result.asked = asked[i]
    results[i] = result
  end
  compared = compared + 1
  if not (equal(results[1], results[2]) and equal(results[1], results[3])) then
    fail(method, arguments, results)
  end
  refused = refused + (results[1][1] and 0 or 1)
  return results[1]
end

local function byNumber(a, b)
  return numbers[a] < numbers[b]
end

local function sortItems(result)
  table.sort(result[2], byNumber)
end

--- Items on a line come in its order, which is random if two are equal.
local function sortLine(result, ends)
  local indices = peer.rect.getSegmentIntersectionIndices
  local last
  for _, entry in ipairs(result[2]) do
    local item = entry.item or entry
    local t1, t2 = indices(item.x, item.y, item.w, item.h, ends[1], ends[2], ends[3], ends[4], -math.huge,
      math.huge)
    local t = math.min(t1, t2)
    assert(not last or last <= t, "not in order")
    last = t
  end
  table.sort(result[2], function(a, b)
    return byNumber(a.item or a, b.item or b)
  end)
end

local function sync(world)
  for _, item in ipairs(items) do
    item.x, item.y, item.w, item.h = world:getRect(item)
  end
end

local bad = { "7", false, {}, -1, 0, 0 / 0 }

local actions = {
  add = function(worlds)
    local item = chance(0.98) and { name = "item" .. added } or pick(items) or 1
    if type(item) == "table" and not numbers[item] then
      added = added + 1
      numbers[item] = added
    end
    local arguments = { coordinate(), coordinate(), size(), size() }
    if chance(0.02) then
      arguments[below(4) + 1] = pick(bad)
    end
    local x, y, w, h = unpack(arguments, 1, 4)
    if type(item) ~= "table" or x ~= x or y ~= y or w ~= w or h ~= h then
      return
    end
    local known = worlds[1]:hasItem(item)
    if call(worlds, "add", nil, nil, item, x, y, w, h)[1] and not known then
      items[#items + 1] = item
    end
  end,
  remove = function(worlds)
    if #items == 0 then
      return
    end
    local at = below(#items) + 1
    call(worlds, "remove", nil, nil, items[at])
    table.remove(items, at)
  end,
  removeMissing = function(worlds)
    call(worlds, pick({ "remove", "getRect", "update", "move", "check", "hasItem" }), nil, nil,
      pick({ "absent", 12, 1.5, true }), 1, 2)
  end,
  update = function(worlds)
    if chance(0.5) then
      call(worlds, "update", nil, nil, pick(items), coordinate(), coordinate())
    else
      call(worlds, "update", nil, nil, pick(items), coordinate(), coordinate(), size(), chance(0.7) and size() or nil)
    end
  end,
  updateBadly = function(worlds)
    call(worlds, "update", nil, nil, pick(items), pick({ "7", false, {} }), pick({ 1, "x" }), pick({ 1, -1, 0 }))
  end,
  move = function(worlds)
    local item, plan = pick(items), makePlan()
    call(worlds, "move", nil, plan, item, coordinate(), coordinate())
    call(worlds, "getRect", nil, nil, item)
  end,
  nudge = function(worlds)
    local item, plan = pick(items), makePlan()
    local x, y = worlds[1]:getRect(item)
    local step = pick({ 0, 0, 1, -1, 0.5, 4, -3, scale / 2, -scale, scale * 5, 1e-10, -1e-11 })
    local other = pick({ 0, 0, step, -step, step / 3 })
    if chance(0.5) then
      step, other = other, step
    end
    call(worlds, "move", nil, plan, item, x + step, y + other)
  end,
  check = function(worlds)
    local plan = makePlan()
    if plan then
      plan.newcomer = nil
    end
    call(worlds, "check", nil, plan, pick(items), coordinate(), coordinate())
  end,
  checkInPlace = function(worlds)
    if chance(0.5) then
      local item = pick(items)
      local x, y = worlds[1]:getRect(item)
      call(worlds, "check", nil, nil, item, x, y)
    else
      call(worlds, "check", nil, nil, pick(items), nil, nil)
    end
  end,
  project = function(worlds)
    local plan = makePlan()
    if plan then
      plan.newcomer = nil
    end
    local item = chance(0.7) and pick(items) or pick({ "stranger", 3 })
    numbers[item] = numbers[item] or 1
    local goalX, goalY = coordinate(), coordinate()
    if chance(0.2) then
      goalX = nil
    end
    if chance(0.2) then
      goalY = nil
    end
    if chance(0.1) then
      goalX, goalY = nil, nil
    end
    call(worlds, "project", nil, plan, item, coordinate(), coordinate(), size(), size(), goalX, goalY)
  end,
  projectNobody = function(worlds)
    call(worlds, "project", nil, nil, nil, coordinate(), coordinate(), size(), size(), coordinate(), coordinate())
  end,
  queryRect = function(worlds)
    call(worlds, "queryRect", sortItems, makePlan(), coordinate(), coordinate(), size(), size())
  end,
  queryPoint = function(worlds)
    local plan = makePlan()
    local x, y = coordinate(), coordinate()
    if chance(0.3) then
      local item = pick(items)
      local left, top, w, h = worlds[1]:getRect(item)
      x, y = left + pick({ 0, w, w / 2, 1e-10 }), top + pick({ h / 2, h, 0, 2e-10 })
    end
    call(worlds, "queryPoint", sortItems, plan, x, y)
  end,
  querySegment = function(worlds)
    local plan = makePlan()
    if plan then
      plan.newcomer, plan.shifts = nil, nil
    end
    sync(worlds[1])
    local x1, y1, x2, y2 = coordinate(), coordinate(), coordinate(), coordinate()
    if chance(0.3) then
      x2 = x1
    elseif chance(0.3) then
      y2 = y1
    end
    call(worlds, pick({ "querySegment", "querySegmentWithCoords" }), sortLine, plan, x1, y1, x2, y2)
  end,
  items = function(worlds)
    call(worlds, "countItems", nil, nil)
    call(worlds, "getItems", sortItems, nil)
    call(worlds, "hasItem", nil, nil, pick(items))
    for _, item in ipairs(items) do
      call(worlds, "getRect", nil, nil, item)
    end
  end,
  cells = function(worlds)
    collectgarbage() -- of cells that something has left bump.lua counts those that are not collected yet
    call(worlds, "countCells", nil, nil)
    call(worlds, "toCell", nil, nil, coordinate(), coordinate())
    call(worlds, "toWorld", nil, nil, below(100) - 50, below(100))
  end,
}

local often = { "move", "nudge", "nudge", "nudge", "check", "project", "queryRect", "queryPoint",
  "querySegment", "update" }
local seldom = { "items", "removeMissing", "updateBadly", "checkInPlace", "projectNobody", "remove" }

--- Fields that filters have added must be usable as well.
local function adopt(worlds)
  local known = {}
  for _, item in ipairs(items) do
    known[item] = true
  end
  local all = worlds[1]:getItems()
  table.sort(all, byNumber)
  for _, item in ipairs(all) do
    if not known[item] then
      items[#items + 1] = item
    end
  end
end

-- ---- bump.rect ---------------------------------------------------------------------------------

local function compareRectangles()
  local numbersOfCall = {}
  for i = 1, 10 do
    numbersOfCall[i] = coordinate()
  end
  for _, i in ipairs({ 3, 4, 7, 8 }) do
    numbersOfCall[i] = size()
  end
  for name in pairs(peer.rect) do
    local a = pack(peer.rect[name](unpack(numbersOfCall)))
    local b = pack(ours.rect[name](unpack(numbersOfCall)))
    compared = compared + 1
    if not equal(a, b) then
      fail("rect." .. name, numbersOfCall, { a, b })
    end
  end
end

-- ---- Running -----------------------------------------------------------------------------------

local worldCount = 0
while compared < calls do
  worldCount = worldCount + 1
  local cellSize = pick({ 64, 64, 32, 16, 10, 7, 100, 0.7, 1, 48.5 })
  scale = pick({ cellSize, cellSize, 16, 32 })
  if scale < 4 then
    scale = 4
  end
  style = pick(styles)
  items, numbers, added = {}, {}, 0
  local worlds = makeWorlds(cellSize)
  for _ = 1, 3 + below(30) do
    actions.add(worlds)
  end
  for _ = 1, 200 do
    if #items < 3 then
      actions.add(worlds)
    else
      local action = chance(0.9) and pick(often) or chance(0.9) and pick(seldom) or chance(0.2) and "cells" or "add"
      actions[action](worlds)
      if newcomers then
        adopt(worlds)
        newcomers = false
      end
    end
  end
  compareRectangles()
end
print(("%s: %d calls in %d worlds, %d of them refused, seed %d: no difference"):format(
  jit and jit.version or _VERSION, compared, worldCount, refused, seed))
