--- bump.lua's module, with the same results, on hitbox's core: `local bump = require "hitbox.bump"`.
---
--- The fast paths are in C (src/lua/bump). This file opens them, raises errors with bump.lua's texts, and
--- has the slow path of `check` and `move`, for worlds with a method or a response of their own.
--- docs/guides/from/bump.md lists what a game gains beyond bump.lua.
local name = ... or "hitbox.bump"

--- A game whose `require` knows of files only, as by `love.filesystem.setRequirePath("lib/?.lua")`, finds
--- this one by its name, and the folder by that of its init.lua.
local folder = name:gsub("[./]bump$", "")
local found, hitbox = pcall(require, folder)
if not found and tostring(hitbox):find("module '" .. folder .. "' not found", 1, true) then
  hitbox = require(folder .. ".init")
elseif not found then
  error(hitbox, 0)
end

local floor, abs = math.floor, math.abs

---@class hitbox.bump
local bump = {
  _VERSION = "bump v3.1.7 (" .. hitbox._VERSION .. ")",
  _URL = "https://github.com/kikito/bump.lua",
  _DESCRIPTION = "bump.lua's collision detection for rectangles, on hitbox",
  _LICENSE = "as hitbox's",
}

--- A rectangle that was hit, as `move`, `check` and `project` return them. They are sorted by `ti`.
---@class hitbox.bump.Collision
---@field item any the mover
---@field other any the item hit
---@field type any what the filter returned
---@field overlaps boolean whether they overlapped before
---@field ti number the part of the motion before the hit, 0 to 1; minus the shared area if they overlapped
---@field move {x: number, y: number} the motion asked for
---@field normal {x: number, y: number} from the other to the item
---@field touch {x: number, y: number} where the item is when they touch
---@field itemRect {x: number, y: number, w: number, h: number}
---@field otherRect {x: number, y: number, w: number, h: number}
---@field slide {x: number, y: number}? the goal after the slide
---@field bounce {x: number, y: number}? the goal after the bounce

-- ---- Errors, whose texts are bump.lua's; they name the line that called -------------------------

local errors = {}

--- Raise an error at the line of the game, however many functions of ours, or its own responses, are between.
local function raise(message, ...)
  require((name:gsub("bump$", "check"))).fail(message, ...)
end

function errors.missing(item)
  raise("Item %s must be added to the world before getting its rect."
    .. " Use world:add(item, x,y,w,h) to add it first.", tostring(item))
end

function errors.duplicate(item)
  raise("Item %s added to the world twice.", tostring(item))
end

function errors.notNumber(value, what)
  raise("%s must be a number, but was %s(a %s)", what, tostring(value), type(value))
end

function errors.notSize(value, what)
  raise("%s must be a positive integer, but was %s(%s)", what, tostring(value), type(value))
end

function errors.unknown(kind)
  raise("Unknown collision type: %s (%s)", tostring(kind), type(kind))
end

-- ---- Records -----------------------------------------------------------------------------------

--- Lua makes tables of constants and fields faster than C does, above all LuaJIT.

local function record(item, other, kind, overlaps, ti, moveX, moveY, normalX, normalY, touchX, touchY,
    x1, y1, w1, h1, x2, y2, w2, h2)
  return {
    item = item, other = other, type = kind, overlaps = overlaps, ti = ti,
    move = { x = moveX, y = moveY },
    normal = { x = normalX, y = normalY },
    touch = { x = touchX, y = touchY },
    itemRect = { x = x1, y = y1, w = w1, h = h1 },
    otherRect = { x = x2, y = y2, w = w2, h = h2 },
  }
end

local function slideRecord(item, other, kind, overlaps, ti, moveX, moveY, normalX, normalY, touchX, touchY,
    x1, y1, w1, h1, x2, y2, w2, h2, slideX, slideY)
  return {
    item = item, other = other, type = kind, overlaps = overlaps, ti = ti,
    move = { x = moveX, y = moveY },
    normal = { x = normalX, y = normalY },
    touch = { x = touchX, y = touchY },
    itemRect = { x = x1, y = y1, w = w1, h = h1 },
    otherRect = { x = x2, y = y2, w = w2, h = h2 },
    slide = { x = slideX, y = slideY },
  }
end

-- ---- Responses ---------------------------------------------------------------------------------

--- A response returns the goal after a hit, and the hits on the way there. `x, y, w, h` is the rectangle
--- at the start of the move. `check` does the responses below in C.

local function touch(_, col)
  return col.touch.x, col.touch.y, {}, 0
end

local function cross(world, col, x, y, w, h, goalX, goalY, filter)
  return goalX, goalY, world:project(col.item, x, y, w, h, goalX, goalY, filter)
end

local function goOn(world, col, w, h, goalX, goalY, filter)
  local from = col.touch
  return goalX, goalY, world:project(col.item, from.x, from.y, w, h, goalX, goalY, filter)
end

local function moves(col)
  return col.move.x ~= 0 or col.move.y ~= 0
end

local function slide(world, col, x, y, w, h, goalX, goalY, filter)
  goalX, goalY = goalX or x, goalY or y
  if moves(col) and col.normal.x ~= 0 then
    goalX = col.touch.x
  elseif moves(col) then
    goalY = col.touch.y
  end
  col.slide = { x = goalX, y = goalY }
  return goOn(world, col, w, h, goalX, goalY, filter)
end

local function bounce(world, col, x, y, w, h, goalX, goalY, filter)
  goalX, goalY = goalX or x, goalY or y
  local from = col.touch
  local toX, toY = from.x, from.y
  if moves(col) then
    local restX, restY = goalX - from.x, goalY - from.y
    if col.normal.x == 0 then
      restY = -restY
    else
      restX = -restX
    end
    toX, toY = from.x + restX, from.y + restY
  end
  col.bounce = { x = toX, y = toY }
  return goOn(world, col, w, h, toX, toY, filter)
end

bump.responses = { touch = touch, cross = cross, slide = slide, bounce = bounce }

-- ---- The slow path -----------------------------------------------------------------------------

local function slideAll()
  return "slide"
end

--- Respond to hits until the path is free. `cols` holds `len` hits, the last one without a response yet;
--- if it is empty, find the first hit.
local function respond(world, item, x, y, w, h, goalX, goalY, filter, cols, len)
  filter = filter or slideAll
  local met = { [item] = true }
  local function unmet(it, other)
    return not met[other] and filter(it, other)
  end

  local ahead, count
  if len == 0 then
    ahead, count = world:project(item, x, y, w, h, goalX, goalY, unmet)
  else
    for i = 1, len - 1 do
      met[cols[i].other] = true
    end
    ahead, count, len = { cols[len] }, 1, len - 1
  end

  while count > 0 do
    local col = ahead[1]
    len = len + 1
    cols[len] = col
    met[col.other] = true
    local response = world.responses[col.type]
    if not response then
      errors.unknown(col.type)
    end
    goalX, goalY, ahead, count = response(world, col, x, y, w, h, goalX, goalY, unmet)
  end
  return goalX, goalY, cols, len
end

local function check(world, item, goalX, goalY, filter)
  if item == nil then
    raise("table index is nil")
  end
  local x, y, w, h = world:getRect(item)
  return respond(world, item, x, y, w, h, goalX, goalY, filter, {}, 0)
end

local function move(world, item, goalX, goalY, filter)
  local x, y, cols, len = world:check(item, goalX, goalY, filter)
  world:update(item, x, y)
  return x, y, cols, len
end

-- ---- Worlds ------------------------------------------------------------------------------------

local isFfi = {} -- the methods of ffi/bump.lua, which do not count as replaced

local binding = require(folder .. ".internals").openBump({
  ffiMethods = isFfi,
  missing = errors.missing,
  duplicate = errors.duplicate,
  notNumber = errors.notNumber,
  notSize = errors.notSize,
  unknown = errors.unknown,
  move = move,
  check = check,
  respond = respond,
  record = record,
  slideRecord = slideRecord,
  touch = touch,
  cross = cross,
  slide = slide,
  bounce = bounce,
})

-- ---- LuaJIT ------------------------------------------------------------------------------------

--- Methods that other methods call. A replacement is noted, so that only then a method is looked up.
local internalCalls = { project = true, check = true, update = true, getRect = true }
local replaced = { all = false }

local ffiMethods, attach, note
do
  local jit = rawget(_G, "jit")
  if jit and jit.status() then -- interpreted, the FFI is slower than Lua's API
    local open = require((name:gsub("bump$", "ffi.bump")))
    ffiMethods, attach, note = open(binding, errors, bump.responses, record, slideRecord, respond, replaced)
  end
end

---@class hitbox.bump.World
---@field cellSize number
---@field responses table<any, function>
---@field rows table<integer, table<integer, table>> by row and column the cells that hold something, each with `x`, `y`, `itemCount` and `items`; a copy, made whenever it is read
local methods = {}

for _, method in ipairs({
  "add", "remove", "update", "move", "check", "project", "getRect", "hasItem", "getItems",
  "countItems", "countCells", "queryRect", "queryPoint", "querySegment", "querySegmentWithCoords",
}) do
  methods[method] = binding[method]
end
for method, f in pairs(ffiMethods or {}) do
  methods[method], isFfi[f] = f, true
end

--- Give the world a response of its own, under a name that filters may return.
---@param kind any
---@param response hitbox.bump.Response
function methods:addResponse(kind, response)
  self.responses[kind] = response
end

--- The left top corner of a cell.
---@param column integer from 1 on
---@param row integer
---@return number x
---@return number y
function methods:toWorld(column, row)
  return (column - 1) * self.cellSize, (row - 1) * self.cellSize
end

--- The cell of a point, from 1 on.
---@param x number
---@param y number
---@return integer column
---@return integer row
function methods:toCell(x, y)
  return floor(x / self.cellSize) + 1, floor(y / self.cellSize) + 1
end

--- Note that such a method was replaced, in a world or in all of them.
local function patch(key, world)
  if not internalCalls[key] then
    return
  end
  binding.patch(world)
  if not world then
    replaced.all = true
  elseif note then
    note(world)
  end
end

--- The metatable of worlds that a program gets, as in bump.lua: an entry of its `__index` is a method of
--- all worlds.
local shown = {
  isLibrary = true, -- for reloads, see reload/first_values.lua
  __index = setmetatable({}, {
    __index = methods,
    __newindex = function(_, key, value)
      methods[key] = value
      patch(key)
    end,
  }),
}

--- Fields of bump.lua's worlds that do not exist here, and what to use instead.
local instead = { rects = "getRect and hasItem", nonEmptyCells = "countCells" }

local metatable = {
  __metatable = shown,
  __index = function(world, key)
    local value = methods[key]
    if value ~= nil then
      return value
    elseif key == "rows" then
      local rows = require(name .. ".cells")(binding, world)
      return rows
    elseif instead[key] then
      error(("a world of hitbox.bump has no '%s': see %s"):format(key, instead[key]), 2)
    end
  end,
  __newindex = function(world, key, value)
    rawset(world, key, value)
    patch(key, world)
  end,
}

--- Make a world.
---@param cellSize number? matters only for `countCells`, `toCell` and `toWorld`, and for the items that
---   filters are called for. Default: 64
---@return hitbox.bump.World
function bump.newWorld(cellSize)
  cellSize = cellSize or 64
  if type(cellSize) ~= "number" or cellSize <= 0 then
    errors.notSize(cellSize, "cellSize")
  end
  local world = { cellSize = cellSize, responses = {} }
  local make = attach or binding.attach
  make(world, cellSize)
  setmetatable(world, metatable)
  world:addResponse("touch", touch)
  world:addResponse("cross", cross)
  world:addResponse("slide", slide)
  world:addResponse("bounce", bounce)
  return world
end

-- ---- Rectangles --------------------------------------------------------------------------------

---@class hitbox.bump.rect bump.lua's functions of rectangles, its margin of 1e-10 included
local rect = {
  detectCollision = binding.detectCollision,
  getSegmentIntersectionIndices = binding.getSegmentIntersectionIndices,
}
bump.rect = rect

local MARGIN = 1e-10

local function nearerEnd(from, length, to)
  local till = from + length
  return abs(from - to) < abs(till - to) and from or till
end

--- The corner of a rectangle that is nearest to a point.
---@param x number left
---@param y number top
---@param w number
---@param h number
---@param px number
---@param py number
---@return number x
---@return number y
function rect.getNearestCorner(x, y, w, h, px, py)
  return nearerEnd(x, w, px), nearerEnd(y, h, py)
end

--- The Minkowski difference: the second rectangle, grown by the size of the first, seen from its corner.
---@param x1 number
---@param y1 number
---@param w1 number
---@param h1 number
---@param x2 number
---@param y2 number
---@param w2 number
---@param h2 number
---@return number x
---@return number y
---@return number w
---@return number h
function rect.getDiff(x1, y1, w1, h1, x2, y2, w2, h2)
  return x2 - x1 - w1, y2 - y1 - h1, w1 + w2, h1 + h2
end

--- Whether a point is inside of a rectangle, by more than the margin.
---@param x number left
---@param y number top
---@param w number
---@param h number
---@param px number
---@param py number
---@return boolean
function rect.containsPoint(x, y, w, h, px, py)
  return px - x > MARGIN and py - y > MARGIN and x + w - px > MARGIN and y + h - py > MARGIN
end

--- Whether two rectangles overlap.
---@param x1 number
---@param y1 number
---@param w1 number
---@param h1 number
---@param x2 number
---@param y2 number
---@param w2 number
---@param h2 number
---@return boolean
function rect.isIntersecting(x1, y1, w1, h1, x2, y2, w2, h2)
  return x1 < x2 + w2 and x2 < x1 + w1 and y1 < y2 + h2 and y2 < y1 + h1
end

--- The squared distance of the centres of two rectangles.
---@param x1 number
---@param y1 number
---@param w1 number
---@param h1 number
---@param x2 number
---@param y2 number
---@param w2 number
---@param h2 number
---@return number
function rect.getSquareDistance(x1, y1, w1, h1, x2, y2, w2, h2)
  local dx, dy = x1 - x2 + (w1 - w2) / 2, y1 - y2 + (h1 - h2) / 2
  return dx * dx + dy * dy
end

return bump
