--- Deterministic replacements for functions of Lua's library: the order of `pairs`, addresses in texts,
--- the order of equal entries in `table.sort`, and the order of texts and the decimal point, which
--- depend on the locale of the host except in LuaJIT.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local ordered = {}

local selves = check.selves
local unpack = table.unpack or unpack -- 5.1

--- Call a function of Lua's library. An error names the line that called this library.
---@param name string
local function call(name, f, ...)
  local ok, result = pcall(f, ...)
  if ok then
    return result
  elseif result == "not enough memory" then
    return f(...) -- which fails as it should: pcall makes an error like any other of it
  elseif type(result) == "string" and (result:find("^bad argument") or result:find("^invalid") or result:find("^'__")) then
    check.fail("%s", (result:gsub("'%?'", "'" .. name .. "'")))
  end
  error(result, 0)
end

local function checkArgument(value, wanted, index, name)
  if type(value) ~= wanted then
    check.fail("bad argument #%d to '%s' (%s expected, got %s)", index, name, wanted, type(value))
  end
end

local function hasOrder(value)
  local meta = getmetatable(value)
  return type(value) == "number" or type(meta) == "table" and meta.__lt ~= nil
end

--- Where the keys of a type come: numbers, strings, booleans, things, what else has an order of making, the rest.
local ranks = { number = 1, string = 2, boolean = 3 }

--- Return the rank and value to sort a key by. Keys without a number keep the order of `next`.
local function placeOf(key)
  local kind = type(key)
  local rank = ranks[kind]
  if kind == "boolean" then
    return rank, key and 1 or 0
  elseif rank then
    return rank, key
  end
  local isThing = selves[key] == "thing"
  local order = kind == "table" and (isThing and key.order or rawget(key, "order"))
  return isThing and 4 or type(order) == "number" and 5 or 6, order or 0
end

--- Whether a text comes before another one by its bytes, as it does in the locale "C".
---@param a string
---@param b string
---@return boolean
local function isTextBefore(a, b)
  if "B" < "a" then -- the locale is that one, or goes by bytes as well
    return a < b
  end
  for i = 1, math.min(#a, #b) do
    local byteA, byteB = a:byte(i), b:byte(i)
    if byteA ~= byteB then
      return byteA < byteB
    end
  end
  return #a < #b
end

ordered.isTextBefore = isTextBefore

local function isBefore(a, b)
  local rankA, valueA = placeOf(a)
  local rankB, valueB = placeOf(b)
  if rankA ~= rankB then
    return rankA < rankB
  elseif rankA == 2 then
    return isTextBefore(valueA, valueB)
  end
  return rankA < 6 and valueA < valueB
end

--- Merge two sorted runs of `from` into `to`.
local function merge(from, to, first, middle, last, before)
  local i, j = first, middle + 1
  for place = first, last do
    if i <= middle and (j > last or not before(from[j], from[i])) then
      to[place], i = from[i], i + 1
    else
      to[place], j = from[j], j + 1
    end
  end
end

local function less(a, b)
  if type(a) == "string" and type(b) == "string" then
    return isTextBefore(a, b)
  elseif not (hasOrder(a) and hasOrder(b)) then
    check.fail("bad argument #1 to 'sort' (%s and %s have no order: pass a comparison function)", check.show(a),
      check.show(b))
  end
  return a < b
end

--- As table.sort, but what is equal stays in order, and texts go by their bytes. Lua's own is free to do
--- otherwise, and does so by the clock when a list is long.
---@param list table
---@param before fun(a, b): boolean|nil
function ordered.sort(list, before)
  checkArgument(list, "table", 1, "sort")
  if before ~= nil then
    checkArgument(before, "function", 2, "sort")
  end
  before = before or less
  local n, width = #list, 1
  local from, to = {}, {}
  for i = 1, n do
    from[i] = list[i]
  end
  while width < n do
    for first = 1, n, 2 * width do
      merge(from, to, first, math.min(first + width - 1, n), math.min(first + 2 * width - 1, n), before)
    end
    from, to, width = to, from, 2 * width
  end
  for i = 1, n do
    list[i] = from[i]
  end
end

--- The keys of a table in order.
---@param t table
---@param counts nil|fun(key: any): any which keys; all if nil
---@return any[]
local function keysOf(t, counts)
  local keys, n, isSorted = {}, 0, true
  for key in next, t do
    if not counts or counts(key) then
      n = n + 1
      keys[n] = key
      isSorted = isSorted and (n == 1 or isBefore(keys[n - 1], key))
    end
  end
  if not isSorted then
    ordered.sort(keys, isBefore)
  end
  return keys
end

ordered.keys = keysOf

--- As Lua's `pairs`, but in order: numbers, strings, false, true, things and boxes by their making. Keys
--- made on the way are not visited, and those taken away are not either.
---@param t table
function ordered.pairs(t)
  local meta = getmetatable(t)
  local own = type(meta) == "table" and rawget(meta, "__pairs")
  if own then
    return own(t)
  end
  checkArgument(t, "table", 1, "pairs")
  local keys, i = keysOf(t), 0
  return function()
    local key, value
    repeat
      i = i + 1
      key = keys[i]
      value = nil
      if key ~= nil then
        value = rawget(t, key)
      end
    until key == nil or value ~= nil
    return key, value
  end, t, nil
end

--- The table of the last call of `next`, and its keys: a loop calls it again for each key.
local walked, walkedKeys, walkedAt = setmetatable({}, { __mode = "v" }), {}, 0

--- As Lua's `next`, in the order of `pairs`.
---@param t table
---@param key any
function ordered.next(t, key)
  checkArgument(t, "table", 1, "next")
  if next(t) == nil then
    return nil
  end
  if key == nil or walked[1] ~= t or walkedKeys[walkedAt] ~= key then
    walked[1], walkedKeys, walkedAt = t, keysOf(t), 0
    while key ~= nil and walkedKeys[walkedAt] ~= key do
      walkedAt = walkedAt + 1
      if walkedAt > #walkedKeys then
        check.fail("bad argument #2 to 'next' (no key of the table)")
      end
    end
  end
  repeat
    walkedAt = walkedAt + 1
    key = walkedKeys[walkedAt]
  until key == nil or rawget(t, key) ~= nil
  if key ~= nil then
    return key, rawget(t, key)
  end
end

--- A number with all its digits and, if it has one, a point.
---@param value number
---@return string
function ordered.digits(value)
  local text = ("%.17g"):format(value)
  if text:find("[^%w.+-]") then
    text = text:gsub("[^%w.+-]+", ".")
  end
  return text
end

--- As `tonumber`, of a text that has a point, which before Lua 5.3 is none in the locale of the host.
---@param text string
---@return number?
function ordered.toNumber(text)
  return tonumber(text) or tonumber((text:gsub("%.", ("%.1f"):format(0.5):match("^0(.+)5$"))))
end

--- A `tostring` that numbers what Lua shows the address of, in the order in which it is asked. Things are shown by
--- their names and the numbers of their making.
---@return fun(value: any): string
function ordered.newTostring()
  local numbers, count = setmetatable({}, { __mode = "k" }), 0
  return function(value)
    if selves[value] then
      return check.show(value) .. (selves[value] == "thing" and " #" .. value.order or "")
    end
    local text = call("tostring", tostring, value)
    local kind = type(value)
    if kind ~= "table" and kind ~= "function" and kind ~= "userdata" and kind ~= "thread" then
      return text
    end
    local meta = kind == "table" and debug.getmetatable(value)
    if meta and rawget(meta, "__tostring") ~= nil then -- what looks like an address is the script's own number
      return text
    end
    local what = text:match("^(.*: )0?x?%x+$") or text:match("^(.*: builtin)#?%d*$")
    if not what then
      return text
    end
    if not numbers[value] then
      count = count + 1
      numbers[value] = count
    end
    return what .. numbers[value]
  end
end

--- A `string.format` that shows no addresses.
---@param show fun(value: any): string
---@return fun(format: string, ...): string
function ordered.newFormat(show)
  local format = string.format
  return function(text, ...)
    local values, n = { ... }, select("#", ...)
    for i = 1, n do
      local kind = type(values[i])
      if kind == "table" or kind == "function" or kind == "userdata" or kind == "thread" then
        values[i] = show(values[i])
      end
    end
    if type(text) == "string" then
      text = text:gsub("%%(%-?%d*)([p%%])", function(width, what)
        return what == "p" and "%" .. width .. "s" or nil
      end)
    end
    return call("format", format, text, unpack(values, 1, n))
  end
end

return ordered
