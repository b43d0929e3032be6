--- Worlds in LuaJIT, calls for many at once: positions of items, and queries of points, rectangles and rays.
--- A part of ffi/world.lua.
---
--- The script's lists are copied into memory that C reads. A finalizer may call the same function where a
--- compiled trace ends. So calls are counted, and an interrupted one falls back to the C function.
local ffi = require "ffi"
local rawequal = rawequal

local Doubles, Integers = ffi.typeof("double[?]"), ffi.typeof("int32_t *")

-- An hb_cast_hit, and its size in ids.
local Hit = ffi.typeof("struct { int32_t index, serial; double t, nx, ny; bool inside; }")
local Hits, HIT_IDS = ffi.typeof("$ *", Hit), math.ceil(ffi.sizeof(Hit) / 8)

-- The size of an hb_batch_hit in integers: on 32-bit x86 it has no padding at its end.
local FOUND = ffi.sizeof("struct { uint64_t id; int asked; }") / 4

--- The data of a world for these calls.
---@class internal.Batch
---@field places ffi.cdata* of updateMany, x and y of each item
---@field handles ffi.cdata* the ids of these items; the first half is the number - 1
---@field handleMemory ffi.cdata*[] the memory of the ids
---@field placeRoom integer room of `places`, in items
---@field handlesAt number the counter of removals when all ids were looked up
---@field updateCalls integer the number of its calls
---@field ranges ffi.cdata* the numbers of the queries
---@field rangeRoom integer room of `ranges`
---@field queryCalls integer the number of calls

--- Replace the most used methods of C.
---@param C fun(name: string, declaration: string): ffi.cdata* a function of C's
---@param methods table<string, function> of worlds
---@param of table the functions of ffi/world.lua for all methods
---@return fun(): internal.Batch new
return function(C, methods, of)
  local cUpdateMany = C("updateMany", "int (*)(void *, void *, void *, int, int, double)")
  local cEnds = C("ends", "int (*)(void *, int)")
  local cQueryMany = C("queryMany", "int (*)(void *, void *, int, int, int)")
  local cRaycastMany = C("raycastMany", "int (*)(void *, void *, int, int)")
  local REMOVALS, QUERIES = of.REMOVALS, of.QUERIES
  local dataOf, areNumbers, isPlain, layerOf, hasGrown = of.dataOf, of.areNumbers, of.isPlain, of.layerOf, of.hasGrown

  local slow = {}
  for _, name in ipairs { "updateMany", "queryPoints", "queryRects", "raycastMany" } do
    slow[name] = methods[name]
  end

  -- ---- Positions -------------------------------------------------------------------------------

  --- Make room for positions. The old memory stays alive, as an interrupted call may still read it.
  local function growPlaces(batch, room)
    local handles, places = Doubles(room), Doubles(2 * room)
    batch.handleMemory[#batch.handleMemory + 1] = handles
    batch.handles, batch.places = ffi.cast(Integers, handles), places
    batch.placeRoom, batch.handlesAt = room, -2
  end

  --- Copy the items and positions of a list. Entries mostly hold the same item as in the last call: checking
  --- the stored number takes less time than looking it up.
  --- @return false for unusual values
  local function gather(data, batch, items, xs, ys, count)
    local places, handles, itemNumbers, byNumber = batch.places, batch.handles, data.itemNumbers, data.items
    for i = 1, count do
      local item, x, y = items[i], xs[i], ys[i]
      if not item or not areNumbers(x, y) then
        return false
      end
      if not rawequal(byNumber[handles[2 * i - 2] + 1], item) then
        local number = itemNumbers[item]
        if not number then
          return false
        end
        handles[2 * i - 2], batch.handlesAt = number - 1, -2
      end
      places[2 * i - 2], places[2 * i - 1] = x, y
    end
    return true
  end

  function methods.updateMany(world, items, xs, ys)
    local data = dataOf(world)
    if data and isPlain(items) and isPlain(xs) and isPlain(ys) then
      local count, batch = #items, data.batch
      if count > batch.placeRoom then
        growPlaces(batch, 2 * count)
      end
      local removals, updateCalls = data.numbers[REMOVALS], batch.updateCalls + 1
      batch.updateCalls = updateCalls
      if gather(data, batch, items, xs, ys, count) then
        local known = batch.handlesAt == removals and 1 or 0
        local refused = cUpdateMany(data.numbers, batch.handles, batch.places, count, known, removals)
        batch.handlesAt = refused == 0 and removals or -2
        if refused == 0 and batch.updateCalls == updateCalls then
          return
        end
      end
    end
    return slow.updateMany(world, items, xs, ys)
  end

  -- ---- Queries ---------------------------------------------------------------------------------

  --- Start a query: make room for its numbers.
  --- @return the room, and the number of this call
  local function begin(batch, room)
    if room > batch.rangeRoom then
      batch.ranges, batch.rangeRoom = Doubles(2 * room), 2 * room
    end
    batch.queryCalls = batch.queryCalls + 1
    return batch.ranges, batch.queryCalls
  end

  --- Clear a table from an entry on, up to the first nil.
  local function clear(list, first)
    while list[first] ~= nil do
      list[first] = nil
      first = first + 1
    end
  end

  --- Run the queries, with `width` numbers each, and fill two tables with the results.
  --- @return the number of results; nil if the queries are refused or were interrupted
  local function query(data, ranges, width, count, layer, out, asked, call)
    local numbers = data.numbers
    local queries = numbers[QUERIES] + 1
    local n = cQueryMany(numbers, ranges, width, count, layer)
    if n < 0 and hasGrown(data, n, 2) then -- a result takes the room of two ids
      queries, n = queries + 1, cQueryMany(numbers, ranges, width, count, layer)
    end
    if n < 0 or numbers[QUERIES] ~= queries or data.batch.queryCalls ~= call then
      return nil
    end
    local items, found = data.items, data.found
    for k = 1, n do
      out[k], asked[k] = items[found[FOUND * (k - 1)] + 1], found[FOUND * (k - 1) + 2] + 1
    end
    clear(out, n + 1)
    clear(asked, n + 1)
    if numbers[QUERIES] == queries then
      return n
    end
  end

  --- Whether two lists can be read, and neither is an output table, as the arguments may be read again.
  local function areLists(a, b, out, asked)
    return isPlain(a) and isPlain(b) and a ~= out and a ~= asked and b ~= out and b ~= asked
  end

  local function writePoints(ranges, xs, ys, count)
    for i = 1, count do
      local x, y = xs[i], ys[i]
      if not areNumbers(x, y) then
        return false
      end
      ranges[2 * i - 2], ranges[2 * i - 1] = x, y
    end
    return true
  end

  function methods.queryPoints(world, xs, ys, out, asked, mask)
    local data = dataOf(world)
    local layer = data and layerOf(data, mask)
    if layer and isPlain(out) and isPlain(asked) and out ~= asked and areLists(xs, ys, out, asked) then
      local count = #xs
      local ranges, call = begin(data.batch, 2 * count)
      local n = writePoints(ranges, xs, ys, count)
        and query(data, ranges, 2, count, layer, out, asked, call)
      if n then
        return n, out, asked
      end
    end
    return slow.queryPoints(world, xs, ys, out, asked, mask)
  end

  local function writeFours(ranges, xs, ys, ws, hs, count)
    for i = 1, count do
      local x, y, w, h = xs[i], ys[i], ws[i], hs[i]
      if not areNumbers(x, y) or not areNumbers(w, h) then
        return false
      end
      ranges[4 * i - 4], ranges[4 * i - 3], ranges[4 * i - 2], ranges[4 * i - 1] = x, y, w, h
    end
    return true
  end

  function methods.queryRects(world, xs, ys, ws, hs, out, asked, mask)
    local data = dataOf(world)
    local layer = data and layerOf(data, mask)
    if layer and isPlain(out) and isPlain(asked) and out ~= asked and areLists(xs, ys, out, asked)
      and areLists(ws, hs, out, asked) then
      local count = #xs
      local ranges, call = begin(data.batch, 4 * count)
      local n = writeFours(ranges, xs, ys, ws, hs, count) and cEnds(ranges, count) == 0
        and query(data, ranges, 4, count, layer, out, asked, call)
      if n then
        return n, out, asked
      end
    end
    return slow.queryRects(world, xs, ys, ws, hs, out, asked, mask)
  end

  --- Cast the stored rays, and fill two tables with the item that each hits, or false, and the time.
  --- @return the number of hits; nil if C refuses them or another query came between
  local function cast(data, rays, count, layer, out, ts, call)
    local numbers = data.numbers
    local queries = numbers[QUERIES] + 1
    local n = cRaycastMany(numbers, rays, count, layer)
    if n < 0 and hasGrown(data, n, HIT_IDS) then
      queries, n = queries + 1, cRaycastMany(numbers, rays, count, layer)
    end
    if n < 0 or numbers[QUERIES] ~= queries or data.batch.queryCalls ~= call then
      return nil
    end
    local items, hits = data.items, ffi.cast(Hits, data.found)
    for i = 1, count do
      local hit = hits[i - 1]
      local index = hit.index
      out[i] = (index ~= 0 or hit.serial ~= 0) and items[index + 1] or false
      ts[i] = hit.t
    end
    clear(out, count + 1)
    clear(ts, count + 1)
    if numbers[QUERIES] == queries then
      return n
    end
  end

  function methods.raycastMany(world, xs, ys, dxs, dys, out, ts, mask)
    local data = dataOf(world)
    local layer = data and layerOf(data, mask)
    if layer and isPlain(out) and isPlain(ts) and out ~= ts and areLists(xs, ys, out, ts)
      and areLists(dxs, dys, out, ts) then
      local count = #xs
      local rays, call = begin(data.batch, 4 * count)
      local n = writeFours(rays, xs, ys, dxs, dys, count) and cast(data, rays, count, layer, out, ts, call)
      if n then
        return n, out, ts
      end
    end
    return slow.raycastMany(world, xs, ys, dxs, dys, out, ts, mask)
  end

  ---@return internal.Batch
  return function()
    local batch = { handleMemory = {}, updateCalls = 0, ranges = Doubles(0), rangeRoom = 0, queryCalls = 0 }
    growPlaces(batch, 0)
    return batch
  end
end
