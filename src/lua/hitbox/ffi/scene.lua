--- Scenes in LuaJIT, which cannot compile a call through Lua's API: the most used functions of the store call C by the
--- FFI. See src/lua/scene/ffi.c; ffi/world.lua does the same for worlds.
---
--- No function here makes garbage, and only numbers are read. While they are read Lua allocates nothing, but a compiled
--- trace may end, and then the collector may run a finalizer that calls the same function. A counter shows whether the
--- numbers have changed; if so they are read again.
local ffi = require "ffi"

-- As in scene/ffi.c.
local REFUSED, READS = -1, 10

---@param slow table<string, function> the functions of the store
---@return table<string, function> functions the same, the most used ones replaced
return function(slow)
  local pointers, functions = slow.ffi(), {}
  local cPlace = ffi.cast("int (*)(void *, int, double, double)", pointers.place)
  local cAssign = ffi.cast("int (*)(void *, int, int, double)", pointers.assign)
  local cMove = ffi.cast("int (*)(void *, int, double, double, double, double, int)", pointers.move)
  local cWhere = ffi.cast("void (*)(void *, int)", pointers.where)
  local cFiring = ffi.cast("int (*)(void *, int)", pointers.firing)
  local cRead = ffi.cast("void (*)(void *, int)", pointers.read)
  local outs = setmetatable({}, { __mode = "k" }) -- by the store: the numbers that C leaves
  local itemsOf = setmetatable({}, { __mode = "k" })

  for name, call in pairs(slow) do
    functions[name] = call
  end

  function functions.new(world, asks)
    local all = slow.new(world, asks)
    outs[all], itemsOf[all] = ffi.cast("double *", all), slow.items(world)
    return all
  end

  function functions.place(_, all, order, x, y)
    return type(x) == "number" and type(y) == "number" and cPlace(all, order, x, y) == 0
  end

  function functions.setters(_, all, other)
    return function(thing, key, value)
      local own = (key == "x" or key == "y") and type(value) == "number" and thing.__index
      if not own or cAssign(all, own.order, key == "x" and 1 or 0, value) ~= 0 then
        return other(thing, key, value)
      elseif key == "x" then
        own.x = value
      else
        own.y = value
      end
    end
  end

  --- Where a thing is.
  local function where(all, order)
    local out = outs[all]
    local reads = out[READS]
    cWhere(all, order)
    local x, y = out[0], out[1]
    if out[READS] ~= reads + 1 then
      return where(all, order)
    end
    return x, y
  end

  function functions.move(world, all, order, x, y, dx, dy, bounces)
    if not (type(dx) == "number" and type(dy) == "number") then
      return nil
    end
    local n = cMove(all, order, x, y, dx, dy, bounces and 1 or 0)
    if n >= 0 then
      return n, where(all, order)
    elseif n ~= REFUSED then
      return slow.move(world, all, order, x, y, dx, dy, bounces)
    end
  end

  --- Read a live contact that has a function to call.
  local function read(all, i, isFresh, isRecorded)
    local out = outs[all]
    local reads = out[READS]
    cRead(all, i)
    local number, nx, ny, depth, x, y = out[0], out[1], out[2], out[3], out[4], out[5]
    local rule, a, b, speed = out[6], out[7], out[8], out[9]
    if out[READS] ~= reads + 1 then
      return read(all, i, isFresh, isRecorded)
    elseif isRecorded then
      return i, number, isFresh, nx, ny, depth, x, y
    end
    local items = itemsOf[all]
    return i, number, isFresh, nx, ny, depth, x, y, items[a], items[b], rule, speed
  end

  function functions.firing(_, all, i)
    local answer = cFiring(all, i)
    if answer ~= 0 then
      local flags = answer % 4
      return read(all, (answer - flags) / 4, flags % 2 == 1, flags > 1)
    end
  end

  return functions
end
