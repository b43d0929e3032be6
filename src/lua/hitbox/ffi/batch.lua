--- Worlds in LuaJIT, calls for many at once: positions of items, and queries of points, rectangles and rays.
--- A part of ffi/world.lua.
---
--- The script's lists are copied into memory that C reads. A finalizer may call the same function where a
--- compiled trace ends. So calls are counted, and an interrupted one falls back to the C function.
local ffi = require "ffi"
local rawequal = rawequal

local Doubles, Integers = ffi.typeof("double[?]"), ffi.typeof("int32_t *")

-- An hb_cast_hit, and in how many ids there is room for one.
local Hit = ffi.typeof("struct { int32_t index, serial; double t, nx, ny; bool inside; }")
local Hits, HIT_IDS = ffi.typeof("$ *", Hit), math.ceil(ffi.sizeof(Hit) / 8)

-- The size of an hb_batch_hit in integers: on 32-bit x86 it has no padding at its end.
local FOUND = ffi.sizeof("struct { uint64_t id; int asked; }") / 4

--- What a world keeps for these calls.
---@class internal.Many
---@field places ffi.cdata* of updateMany, two numbers of each item
---@field handles ffi.cdata* and the ids of those, of which the first half is the number - 1
---@field handleMemory ffi.cdata*[] which these are in
---@field placeRoom integer room of `places`, in items
---@field handlesAt number how many removals there had been when all ids were looked up
---@field placings integer how often it was called
---@field ranges ffi.cdata* the numbers of the queries
---@field rangeRoom integer room of `ranges`
---@field askings integer the number of calls

--- Put quick methods over those of C.
---@param C fun(name: string, declaration: string): ffi.cdata* a function of C's
---@param methods table<string, function> of worlds
---@param of table of ffi/world.lua: what it has for all methods
---@return fun(): internal.Many new
return function(C, methods, of)
  local cUpdateMany = C("updateMany", "int (*)(void *, void *, void *, int, int, double)")
  local cEnds = C("ends", "int (*)(void *, int)")
  local cQueryMany = C("queryMany", "int (*)(void *, void *, int, int, int)")
  local cRaycastMany = C("raycastMany", "int (*)(void *, void *, int, int)")
  local REMOVALS, QUERIES = of.REMOVALS, of.QUERIES
  local quickOf, areNumbers, isPlain, layerOf, hasGrown = of.quickOf, of.areNumbers, of.isPlain, of.layerOf, of.hasGrown

  local slow = {}
  for _, name in ipairs { "updateMany", "queryPoints", "queryRects", "raycastMany" } do
    slow[name] = methods[name]
  end

  -- ---- Placing ---------------------------------------------------------------------------------

  --- Make room for positions. The old memory stays alive, as an interrupted call may still read it.
  local function growPlaces(many, room)
    local handles, places = Doubles(room), Doubles(2 * room)
    many.handleMemory[#many.handleMemory + 1] = handles
    many.handles, many.places = ffi.cast(Integers, handles), places
    many.placeRoom, many.handlesAt = room, -2
  end

  --- Copy the items and positions of a list. Entries mostly hold the same item as in the last call: checking
  --- the stored number takes less time than looking it up.
  --- @return whether all is usual
  local function gather(quick, many, items, xs, ys, count)
    local places, handles, itemNumbers, byNumber = many.places, many.handles, quick.itemNumbers, quick.items
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
        handles[2 * i - 2], many.handlesAt = number - 1, -2
      end
      places[2 * i - 2], places[2 * i - 1] = x, y
    end
    return true
  end

  function methods.updateMany(world, items, xs, ys)
    local quick = quickOf(world)
    if quick and isPlain(items) and isPlain(xs) and isPlain(ys) then
      local count, many = #items, quick.many
      if count > many.placeRoom then
        growPlaces(many, 2 * count)
      end
      local removals, placings = quick.numbers[REMOVALS], many.placings + 1
      many.placings = placings
      if gather(quick, many, items, xs, ys, count) then
        local known = many.handlesAt == removals and 1 or 0
        local refused = cUpdateMany(quick.numbers, many.handles, many.places, count, known, removals)
        many.handlesAt = refused == 0 and removals or -2
        if refused == 0 and many.placings == placings then
          return
        end
      end
    end
    return slow.updateMany(world, items, xs, ys)
  end

  -- ---- Asking ----------------------------------------------------------------------------------

  --- Start a query: make room for its numbers.
  --- @return the room, and the number of this call
  local function begin(many, room)
    if room > many.rangeRoom then
      many.ranges, many.rangeRoom = Doubles(2 * room), 2 * room
    end
    many.askings = many.askings + 1
    return many.ranges, many.askings
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
  local function ask(quick, ranges, width, count, layer, out, asked, asking)
    local numbers = quick.numbers
    local queries = numbers[QUERIES] + 1
    local n = cQueryMany(numbers, ranges, width, count, layer)
    if n < 0 and hasGrown(quick, n, 2) then -- an answer takes the room of two ids
      queries, n = queries + 1, cQueryMany(numbers, ranges, width, count, layer)
    end
    if n < 0 or numbers[QUERIES] ~= queries or quick.many.askings ~= asking then
      return nil
    end
    local items, found = quick.items, quick.found
    for k = 1, n do
      out[k], asked[k] = items[found[FOUND * (k - 1)] + 1], found[FOUND * (k - 1) + 2] + 1
    end
    clear(out, n + 1)
    clear(asked, n + 1)
    if numbers[QUERIES] == queries then
      return n
    end
  end

  --- Whether two lists can be read, and neither is one of the tables that are to be filled: as what was
  --- asked may have to be read again.
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
    local quick = quickOf(world)
    local layer = quick and layerOf(quick, mask)
    if layer and isPlain(out) and isPlain(asked) and out ~= asked and areLists(xs, ys, out, asked) then
      local count = #xs
      local ranges, asking = begin(quick.many, 2 * count)
      local n = writePoints(ranges, xs, ys, count)
        and ask(quick, ranges, 2, count, layer, out, asked, asking)
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
    local quick = quickOf(world)
    local layer = quick and layerOf(quick, mask)
    if layer and isPlain(out) and isPlain(asked) and out ~= asked and areLists(xs, ys, out, asked)
      and areLists(ws, hs, out, asked) then
      local count = #xs
      local ranges, asking = begin(quick.many, 4 * count)
      local n = writeFours(ranges, xs, ys, ws, hs, count) and cEnds(ranges, count) == 0
        and ask(quick, ranges, 4, count, layer, out, asked, asking)
      if n then
        return n, out, asked
      end
    end
    return slow.queryRects(world, xs, ys, ws, hs, out, asked, mask)
  end

  --- Cast the rays that were written down, and fill two tables with what each hits, or false, and when.
  --- @return how many hit something; nil if they are refused, or something came between
  local function cast(quick, rays, count, layer, out, ts, asking)
    local numbers = quick.numbers
    local queries = numbers[QUERIES] + 1
    local n = cRaycastMany(numbers, rays, count, layer)
    if n < 0 and hasGrown(quick, n, HIT_IDS) then
      queries, n = queries + 1, cRaycastMany(numbers, rays, count, layer)
    end
    if n < 0 or numbers[QUERIES] ~= queries or quick.many.askings ~= asking then
      return nil
    end
    local items, hits = quick.items, ffi.cast(Hits, quick.found)
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
    local quick = quickOf(world)
    local layer = quick and layerOf(quick, mask)
    if layer and isPlain(out) and isPlain(ts) and out ~= ts and areLists(xs, ys, out, ts)
      and areLists(dxs, dys, out, ts) then
      local count = #xs
      local rays, asking = begin(quick.many, 4 * count)
      local n = writeFours(rays, xs, ys, dxs, dys, count) and cast(quick, rays, count, layer, out, ts, asking)
      if n then
        return n, out, ts
      end
    end
    return slow.raycastMany(world, xs, ys, dxs, dys, out, ts, mask)
  end

  ---@return internal.Many
  return function()
    local many = { handleMemory = {}, placings = 0, ranges = Doubles(0), rangeRoom = 0, askings = 0 }
    growPlaces(many, 0)
    return many
  end
end
