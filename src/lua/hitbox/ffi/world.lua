--- Worlds in LuaJIT, which cannot compile a call through Lua's API: the most used methods call C by the
--- FFI, and read the results from its memory.
---
--- Each method handles common arguments. All others, and all wrong ones, go to the C function of the
--- same name by a tail call, so that errors name the line of the script. The results are the same.
---
--- No method makes garbage, compiled or interpreted: the FFI reads only numbers. While a list of C is
--- read, Lua allocates nothing, but a compiled trace may end, and then the collector may run a finalizer
--- that uses the world. A counter shows afterwards whether the list has changed, and each reader has its
--- own memory.
local ffi = require "ffi"
local bit = require "bit"
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local addBatch = require(folder .. "ffi.batch")
local addAngles = require(folder .. "ffi.angles")
local floor, band = math.floor, bit.band
local type, rawget, rawequal = type, rawget, rawequal -- else each trace would look them up in the globals
local getmetatable = debug.getmetatable -- `__metatable` hides the metatables of worlds

-- As of hbl_ffi, in doubles: src/lua/binding.h.
local X, Y, W, H, REMOVALS, QUERIES, STEPS, HIT = 0, 1, 2, 3, 4, 5, 6, 7

-- As of hbl_ffi.hit: in doubles, and in integers.
local T, NORMAL_X, NORMAL_Y, AT_X, AT_Y, DEPTH = HIT + 1, HIT + 2, HIT + 3, HIT + 4, HIT + 5, HIT + 6
local RESPONSE, INSIDE = 2 * HIT + 14, 2 * HIT + 15

local RESPONSES = { "cross", "touch", "slide", "bounce" } -- from 1 on, as hb_response
local RESPONSE_NUMBERS = { cross = 1, touch = 2, slide = 3, bounce = 4 }
local EVENTS = { [0] = "enter", "stay", "exit" } -- as hb_event_kind

local ALL_LAYERS, NO_LAYER = -1, 64

--- The data of a world's methods, in its metatable. Lists of C are in `found`, as integers, in the memory
--- of `buffer`, which has room for `room` ids.
---@class internal.FfiWorld
---@field numbers ffi.cdata* its hbl_ffi, as doubles; C takes it as the world
---@field integers ffi.cdata* the same as integers
---@field items table by their numbers
---@field itemNumbers table<any, integer>
---@field layers table
---@field buffer ffi.cdata*
---@field found ffi.cdata*
---@field room integer
---@field after ffi.cdata* number -> number of the item looked up after it, 0 for none; [0] is the last one
---@field afterRoom integer
---@field batch internal.Batch
---@field idle table? the first unused loop

--- The key of a loop in the metatable of its cursor. A script holds the cursor; with the loop it could read and
--- write memory.
local LOOP = {}
local newproxy = newproxy

local Doubles, Integers, Numbers = ffi.typeof("double[?]"), ffi.typeof("int32_t *"), ffi.typeof("int32_t[?]")

--- Give a reader of lists more room. The old memory stays alive, as the reader may be using it.
local function grow(reader, room)
  local buffer = Doubles(room)
  reader[#reader + 1] = buffer
  reader.found, reader.buffer, reader.room = ffi.cast(Integers, buffer), buffer, room
end

--- Make room in `after` for items up to a number, and clear it.
--- @return the room
local function growAfter(data, number)
  data.after, data.afterRoom = Numbers(2 * number), 2 * number
  return data.after
end

--- Replace the most used methods of C.
---@param key string under which a world's metatable holds its internal.FfiWorld
---@param pointers table<string, lightuserdata> of C's functions
---@param methods table<string, function> of worlds
---@param shapeMetatable table
---@param eventItems fun(world: any, i: integer): any, any
---@param hitbox table the module
---@return function equip
return function(key, pointers, methods, shapeMetatable, eventItems, hitbox)
  local function C(name, declaration)
    return ffi.cast(declaration, pointers[name])
  end
  addAngles(C, hitbox)

  local cMove = C("move", "int (*)(void *, int, double, double, int, int)")
  local cHit = C("hit", "int (*)(void *, int)")
  local cPlace = C("place", "int (*)(void *, int, double, double)")
  local cPosition = C("position", "int (*)(void *, int)")
  local cRect = C("rect", "int (*)(void *, int)")
  local cEdges = C("edges", "int (*)(void *, int)")
  local cSetRoom = C("setRoom", "void (*)(void *, void *, int)")
  local cQueryRect = C("queryRect", "int (*)(void *, double, double, double, double, int)")
  local cQueryPoint = C("queryPoint", "int (*)(void *, double, double, int)")
  local cQueryCircle = C("queryCircle", "int (*)(void *, double, double, double, int)")
  local cQueryShape = C("queryShape", "int (*)(void *, void *, int)")
  local cQueryPairs = C("queryPairs", "int (*)(void *)")
  local cRaycast = C("raycast", "int (*)(void *, double, double, double, double, int)")
  local cPairs = C("pairs", "int (*)(void *, void *, int)")
  local cEvents = C("events", "int (*)(void *, void *, int)")
  local cHasPair = C("hasPair", "int (*)(void *, int32_t *)")

  local slow = {}
  for name, method in pairs(methods) do
    slow[name] = method
  end

  --- Return the data of a world; nil for anything else, and for worlds of other copies of the module.
  ---@return internal.FfiWorld?
  local function dataOf(world)
    if type(world) == "userdata" then
      local metatable = getmetatable(world)
      return metatable and rawget(metatable, key)
    end
  end

  local function areNumbers(a, b)
    return type(a) == "number" and type(b) == "number"
  end

  --- Return whether a table can be read and filled without metamethods.
  local function isPlain(out)
    return type(out) == "table" and not getmetatable(out)
  end

  --- Return the number of an item, or nil. A game names its items in the same order in each frame, and some
  --- several times in a row. So the predicted entry is tried before the lookup: its random memory access
  --- takes longer than all else here.
  ---@return integer?
  local function numberOf(data, item)
    local after, items = data.after, data.items
    local last = after[0]
    local likely = items[last]
    if likely and rawequal(likely, item) then
      return last
    end
    local number = after[last]
    likely = items[number]
    if not likely or not rawequal(likely, item) then
      number = data.itemNumbers[item]
      if not number then
        return nil
      end
      if number >= data.afterRoom then
        after = growAfter(data, number)
      end
      after[last] = number
    end
    after[0] = number
    return number
  end

  -- ---- Moves -----------------------------------------------------------------------------------

  local function move(data, item, x, y, filter, stays)
    local number, response = numberOf(data, item), 0
    if filter ~= nil then
      response = RESPONSE_NUMBERS[filter]
    end
    if number and response and areNumbers(x, y) then
      return cMove(data.numbers, number, x, y, response, stays)
    end
    return -1
  end

  function methods.move(world, item, x, y, filter, options)
    local data = dataOf(world)
    if data and options == nil then
      local count = move(data, item, x, y, filter, 0)
      if count >= 0 then
        return data.numbers[X], data.numbers[Y], count
      end
    end
    return slow.move(world, item, x, y, filter, options)
  end

  function methods.check(world, item, x, y, filter, options)
    local data = dataOf(world)
    if data and options == nil then
      local count = move(data, item, x, y, filter, 1)
      if count >= 0 then
        return data.numbers[X], data.numbers[Y], count
      end
    end
    return slow.check(world, item, x, y, filter, options)
  end

  function methods.hit(world, i)
    local data = dataOf(world)
    if data and type(i) == "number" then
      local number = i >= 1 and i < 2147483648 and floor(i) == i and cHit(data.numbers, i) or -1
      if number > 0 then
        local numbers, integers = data.numbers, data.integers
        return data.items[number], numbers[NORMAL_X], numbers[NORMAL_Y], numbers[T], RESPONSES[integers[RESPONSE]],
          band(integers[INSIDE], 255) ~= 0, numbers[AT_X], numbers[AT_Y], numbers[DEPTH]
      end
    end
    if i == nil then
      return slow.hit(world) -- of none it says that there is no value
    end
    return slow.hit(world, i)
  end

  -- ---- Where items are -------------------------------------------------------------------------

  function methods.update(world, item, x, y, w, h)
    local data = dataOf(world)
    if data and w == nil and areNumbers(x, y) then
      local number = numberOf(data, item)
      if number and cPlace(data.numbers, number, x, y) == 0 then
        return
      end
    end
    return slow.update(world, item, x, y, w, h)
  end

  --- Set items to one position, up to one that C refuses. @return the number set
  local function place(data, items, x, y)
    for i = 1, #items do
      local number = numberOf(data, items[i])
      if not number or cPlace(data.numbers, number, x, y) ~= 0 then
        return i - 1
      end
    end
    return #items
  end

  function methods.updateGroup(world, items, x, y)
    local data = dataOf(world)
    if data and areNumbers(x, y) and isPlain(items) and items[1] ~= nil
      and place(data, items, x, y) == #items then
      return true
    end
    return slow.updateGroup(world, items, x, y)
  end

  function methods.position(world, item)
    local data = dataOf(world)
    local number = data and numberOf(data, item)
    if number and cPosition(data.numbers, number) == 0 then
      return data.numbers[X], data.numbers[Y]
    end
    return slow.position(world, item)
  end

  function methods.rect(world, item)
    local data = dataOf(world)
    local number = data and numberOf(data, item)
    if number and cRect(data.numbers, number) == 0 then
      local numbers = data.numbers
      return numbers[X], numbers[Y], numbers[W], numbers[H]
    end
    return slow.rect(world, item)
  end

  function methods.edges(world, item)
    local data = dataOf(world)
    local number = data and numberOf(data, item)
    if number and cEdges(data.numbers, number) == 0 then
      local numbers = data.numbers
      return numbers[X], numbers[Y], numbers[W], numbers[H]
    end
    return slow.edges(world, item)
  end

  -- ---- Queries ---------------------------------------------------------------------------------

  --- The bit of a mask's layer; nil of a list and of all that is no name.
  local function layerOf(data, mask)
    if mask == nil then
      return ALL_LAYERS
    elseif type(mask) == "string" then
      local layer = data.layers[mask]
      return layer and data.layers[layer + 1] == mask and layer or NO_LAYER
    end
  end

  --- Grow the buffer after a query that returned minus its number of results, of `size` ids each, or was refused.
  --- @return true if the room was too small; it is enough now
  local function hasGrown(data, count, size)
    if count < -1 then
      grow(data, -2 * count * size)
      cSetRoom(data.numbers, data.buffer, data.room)
      return true
    end
  end

  --- Fill a table with the results.
  ---@param queries number the expected counter of queries
  --- @return false if another query came between
  local function take(data, queries, count, out)
    if count < 0 then
      return false
    elseif count == 0 and out[1] == nil then
      return true
    end
    local items, found = data.items, data.found
    for i = 1, count do
      out[i] = items[found[2 * i - 2] + 1]
    end
    local rest = count + 1
    while out[rest] ~= nil do
      out[rest] = nil
      rest = rest + 1
    end
    return data.numbers[QUERIES] == queries
  end

  function methods.queryRect(world, x, y, w, h, out, mask)
    local data = dataOf(world)
    local layer = data and layerOf(data, mask)
    if layer and areNumbers(x, y) and areNumbers(w, h) and isPlain(out) then
      local numbers = data.numbers
      local queries = numbers[QUERIES] + 1
      local count = cQueryRect(numbers, x, y, w, h, layer)
      if count < 0 and hasGrown(data, count, 1) then
        queries, count = queries + 1, cQueryRect(numbers, x, y, w, h, layer)
      end
      if take(data, queries, count, out) then
        return count, out
      end
    end
    return slow.queryRect(world, x, y, w, h, out, mask)
  end

  function methods.queryPoint(world, x, y, out, mask)
    local data = dataOf(world)
    local layer = data and layerOf(data, mask)
    if layer and areNumbers(x, y) and isPlain(out) then
      local numbers = data.numbers
      local queries = numbers[QUERIES] + 1
      local count = cQueryPoint(numbers, x, y, layer)
      if count < 0 and hasGrown(data, count, 1) then
        queries, count = queries + 1, cQueryPoint(numbers, x, y, layer)
      end
      if take(data, queries, count, out) then
        return count, out
      end
    end
    return slow.queryPoint(world, x, y, out, mask)
  end

  function methods.queryCircle(world, x, y, r, out, mask)
    local data = dataOf(world)
    local layer = data and layerOf(data, mask)
    if layer and areNumbers(x, y) and type(r) == "number" and isPlain(out) then
      local numbers = data.numbers
      local queries = numbers[QUERIES] + 1
      local count = cQueryCircle(numbers, x, y, r, layer)
      if count < 0 and hasGrown(data, count, 1) then
        queries, count = queries + 1, cQueryCircle(numbers, x, y, r, layer)
      end
      if take(data, queries, count, out) then
        return count, out
      end
    end
    return slow.queryCircle(world, x, y, r, out, mask)
  end

  function methods.queryShape(world, shape, out, mask)
    local data = dataOf(world)
    local layer = data and layerOf(data, mask)
    if layer and type(shape) == "userdata" and getmetatable(shape) == shapeMetatable and isPlain(out) then
      local numbers = data.numbers
      local queries = numbers[QUERIES] + 1
      local count = cQueryShape(numbers, shape, layer)
      if count < 0 and hasGrown(data, count, 1) then
        queries, count = queries + 1, cQueryShape(numbers, shape, layer)
      end
      if take(data, queries, count, out) then
        return count, out
      end
    end
    return slow.queryShape(world, shape, out, mask)
  end

  function methods.queryPairs(world, out)
    local data = dataOf(world)
    if data and isPlain(out) then
      local numbers = data.numbers
      local queries = numbers[QUERIES] + 1
      local count = cQueryPairs(numbers)
      if count < 0 and hasGrown(data, count, 2) then
        queries, count = queries + 1, cQueryPairs(numbers)
      end
      if take(data, queries, 2 * count, out) then -- the two ids of a pair are side by side
        return count, out
      end
    end
    return slow.queryPairs(world, out)
  end

  function methods.raycast(world, x, y, dx, dy, mask)
    local data = dataOf(world)
    local layer = data and layerOf(data, mask)
    if layer and areNumbers(x, y) and areNumbers(dx, dy) then
      local number = cRaycast(data.numbers, x, y, dx, dy, layer)
      if number > 0 then
        local numbers = data.numbers
        return data.items[number], numbers[X], numbers[W], numbers[H], numbers[Y] ~= 0
      elseif number == 0 then
        return nil
      end
    end
    return slow.raycast(world, x, y, dx, dy, mask)
  end

  local newBatch = addBatch(C, methods, {
    REMOVALS = REMOVALS, QUERIES = QUERIES,
    dataOf = dataOf, areNumbers = areNumbers, isPlain = isPlain, layerOf = layerOf, hasGrown = hasGrown,
  })

  -- ---- Loops -----------------------------------------------------------------------------------

  --- The state of a loop. It holds its world, and is reused after the loop has ended; after a break the collector
  --- frees it.
  ---@class internal.Loop
  ---@field cursor userdata the state of its `for`
  ---@field world any
  ---@field data internal.FfiWorld
  ---@field next integer
  ---@field pairCount integer
  ---@field eventCount integer
  ---@field removals number of the world, when it began
  ---@field steps number
  ---@field idle internal.Loop?

  ---@return internal.Loop
  local function takeLoop(world, data)
    local loop = data.idle
    if loop then
      data.idle, loop.idle = loop.idle, nil
    else
      loop = { world = world, data = data, cursor = newproxy(true) }
      local metatable = getmetatable(loop.cursor)
      metatable.__metatable, metatable[LOOP] = false, loop
      grow(loop, 16)
    end
    loop.next, loop.pairCount, loop.eventCount, loop.ended = 0, 0, 0, false
    loop.removals, loop.steps = data.numbers[REMOVALS], data.numbers[STEPS]
    return loop
  end

  local function endLoop(loop)
    if not loop.ended then
      loop.ended = true
      loop.idle, loop.data.idle = loop.data.idle, loop
    end
  end

  --- The loop that a cursor drives; nil of anything else.
  ---@return internal.Loop?
  local function loopOf(cursor)
    if type(cursor) == "userdata" then
      local metatable = getmetatable(cursor)
      return metatable and rawget(metatable, LOOP)
    end
  end

  local function checkLoop(loop, cursor)
    if not loop then
      error("hitbox.cursor expected, got " .. type(cursor), 3)
    end
    if loop.data.numbers[REMOVALS] < 0 then
      error("world is destroyed", 3)
    end
  end

  --- After an item was removed during the loop: skip pairs with a removed item.
  local function nextPairLeft(loop, cursor)
    checkLoop(loop, cursor)
    local found, items = loop.found, loop.data.items
    while loop.next < loop.pairCount do
      local at = 4 * loop.next
      loop.next = loop.next + 1
      if cHasPair(loop.data.numbers, found + at) ~= 0 then
        return items[found[at] + 1], items[found[at + 2] + 1]
      end
    end
    endLoop(loop)
  end

  local function nextPair(cursor)
    local loop = loopOf(cursor)
    if loop then
      local next, data = loop.next, loop.data
      if next < loop.pairCount and data.numbers[REMOVALS] == loop.removals then
        local found, items = loop.found, data.items
        loop.next = next + 1
        return items[found[4 * next] + 1], items[found[4 * next + 2] + 1]
      end
    end
    return nextPairLeft(loop, cursor)
  end

  --- Take a loop over a list of C, with room for all of it.
  ---@param list ffi.cdata* cPairs or cEvents
  ---@return internal.Loop
  ---@return integer count
  local function takeListed(world, data, list)
    local loop = takeLoop(world, data)
    local count = list(data.numbers, loop.buffer, floor(loop.room / 2))
    while count > floor(loop.room / 2) do
      grow(loop, 3 * count)
      count = list(data.numbers, loop.buffer, floor(loop.room / 2))
    end
    return loop, count
  end

  methods.pairs = function(world)
    local data = dataOf(world)
    if not data or data.numbers[REMOVALS] < 0 then
      return slow.pairs(world)
    end
    local loop, count = takeListed(world, data, cPairs)
    loop.pairCount = count
    return nextPair, loop.cursor, nil
  end

  --- The next event, also for removed items.
  local function nextEventLeft(loop, cursor)
    checkLoop(loop, cursor)
    local next, data = loop.next, loop.data
    if data.numbers[STEPS] ~= loop.steps then
      error("the world was stepped in a loop over its events; step it after the loop", 2)
    end
    if next >= loop.eventCount then
      endLoop(loop)
      return nil
    end
    loop.next = next + 1
    return EVENTS[loop.found[3 * next]], eventItems(loop.world, next)
  end

  local function nextEvent(cursor)
    local loop = loopOf(cursor)
    if loop then
      local next, data = loop.next, loop.data
      local numbers = data.numbers
      if next < loop.eventCount and numbers[STEPS] == loop.steps and numbers[REMOVALS] == loop.removals then
        local found, items = loop.found, data.items
        local a, b = found[3 * next + 1], found[3 * next + 2]
        if a > 0 and b > 0 then
          loop.next = next + 1
          return EVENTS[found[3 * next]], items[a], items[b]
        end
      end
    end
    return nextEventLeft(loop, cursor)
  end

  methods.events = function(world)
    local data = dataOf(world)
    if not data or data.numbers[REMOVALS] < 0 then
      return slow.events(world)
    end
    local loop, count = takeListed(world, data, cEvents)
    loop.eventCount = count
    return nextEvent, loop.cursor, nil
  end

  -- ---- Worlds ----------------------------------------------------------------------------------

  return function(numbers, items, itemNumbers, layers)
    local data = {
      numbers = ffi.cast("double *", numbers), integers = ffi.cast(Integers, numbers),
      items = items, itemNumbers = itemNumbers, layers = layers,
    }
    grow(data, 64)
    growAfter(data, 32)
    cSetRoom(data.numbers, data.buffer, data.room)
    data.batch = newBatch()
    return data
  end
end
