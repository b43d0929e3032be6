--- Damages data and texts at random: wrong types and ranges, missing and doubled parts, endless tables.
local mutations = {}

--- A random number generator that gives the same numbers in each Lua: Park and Miller, 1988.
---@return fun(n: integer): integer random from 1 to n
function mutations.random(seed)
  local state = seed % 2147483646 + 1
  return function(n)
    state = state * 48271 % 2147483647
    return state % n + 1
  end
end

local function endless()
  return setmetatable({}, { __index = function(t) return t end, __len = function() return 1e9 end })
end

local function raising()
  local function raise()
    error("a metamethod of the file was called")
  end
  return setmetatable({}, { __index = raise, __len = raise, __pairs = raise, __call = raise, __eq = raise, __tostring = raise,
    __concat = raise })
end

local function deep(n)
  local t = {}
  for _ = 1, n do
    t = { t, layers = t, objects = t }
  end
  return t
end

local function cyclic()
  local t = { type = "group", name = "g", frame = 1 }
  t[1], t.layers, t.objects, t.bounds, t.properties = t, t, t, t, t
  return { t, t, t, layers = t, x = t }
end

--- Values that a file must not have in most places.
local values = {
  true, false, 0, -1, 1, 0.5, 2, 0 / 0, 1 / 0, -1 / 0, 1e300, -1e300, 1e-300, 2 ^ 31, 2 ^ 53, -2 ^ 63, 1e9, -1e9, 2e9, 1e6, 65535, "", "x",
  "1", "-1e999", "wall", "door.1", "*", "world", "\0\255%s%d\n", ("long "):rep(20000), ("9"):rep(300), ("("):rep(250), "../../x", "/etc/passwd",
  function() return {} end, function() return { 1 } end, function() return { x = 1 } end, function() return { {}, {} } end,
  endless, raising, cyclic, function() return deep(150) end, function() return deep(5000) end, function() return print end,
  function() return { 1, nil, 3 } end, function() return coroutine.create(function() end) end,
}

--- Copy data, so that damage to the copy stays there.
function mutations.copy(value)
  if type(value) ~= "table" then
    return value
  end
  local copy = {}
  for key, entry in next, value do
    copy[key] = mutations.copy(entry)
  end
  return copy
end

local function isBefore(a, b)
  if type(a) ~= type(b) then
    return type(a) == "number"
  end
  return a < b
end

--- All places in data, in an order that is the same in each Lua.
local function placesOf(value, places)
  local keys = {}
  for key in next, value do
    keys[#keys + 1] = key
  end
  table.sort(keys, isBefore)
  for _, key in ipairs(keys) do
    places[#places + 1] = { value, key }
    if type(value[key]) == "table" then
      placesOf(value[key], places)
    end
  end
  return places
end

local function anyValue(random)
  local value = values[random(#values)]
  if type(value) == "function" then
    return value()
  end
  return value
end

--- Make one change in data.
local function change(random, places)
  local place, other = places[random(#places)], places[random(#places)]
  local parent, key = place[1], place[2]
  local kind = random(10)
  if kind == 1 then
    parent[key] = nil
  elseif kind == 2 then
    parent[key] = other[1][other[2]] -- which may hold this place
  elseif kind == 3 and type(parent[key]) == "table" then
    local n = 1
    while rawget(parent[key], n) ~= nil do
      n = n + 1
    end
    rawset(parent[key], n, anyValue(random))
  elseif kind == 4 and type(parent[key]) == "table" then
    rawset(parent[key], random(2) == 1 and random(5) or "extra", anyValue(random))
  elseif kind == 5 and type(parent[key]) == "number" then
    local factors = { -1, 1000, 0.3, 1e12, 0 }
    parent[key] = parent[key] * factors[random(#factors)]
  else
    parent[key] = anyValue(random)
  end
end

--- Damage data in one to three places.
function mutations.data(value, random)
  local damaged = mutations.copy(value)
  local places = placesOf(damaged, {})
  for _ = 1, random(3) do
    change(random, places)
  end
  return damaged
end

--- Pieces that texts are damaged with.
local pieces = { "<", "/>", "</", ">", "&#0;", "&amp;", "&b;", "<!--", "-->", "<![CDATA[", "]]>", "<!ENTITY b 'c'>", "<tile/>",
  ' width="9"', ' source="x"', ' template="t"', ' encoding="base64"', ' compression="zstd"', "<data>", "<chunk/>", "<properties>", "<point/>",
  "[", "]", "{", "}", '"', "'", "\\", ",", ":", "=", "-", "--", "--[[", "[[", "]]", "[=[", "1e999", "-1e999", "1e", "0x1p4", "00",
  "nan", "null", "nil", "true", "false", "return", "\\u0000", "\\ud800", "\\uZZZZ", "\\999", "\\x", "\0", "\255\254", "\239\187\191", "\n", "\r",
  "1..2", ".", "while true do end", "os.exit()", "(", "('x'):rep(1e9)", "\27Lua", ";", '"a":1,"a":2,', "e", "99999999999999999999" }
local large = { ("["):rep(100000), ("{"):rep(100000), ('{"a":'):rep(50000), ("{["):rep(50000), ("9"):rep(100000), ("\\"):rep(99999), ("["):rep(1000) .. "=",
  (" "):rep(100000), ("1,"):rep(50000), ("-"):rep(100000), ('"a\\n"'):rep(20000), ("--[["):rep(20000), ("<a>"):rep(20000), ("<tile/>"):rep(20000), "[" .. ("="):rep(100000) .. "[" }

local function changeText(text, random)
  local at, kind = random(#text + 1), random(10)
  local before, after = text:sub(1, at - 1), text:sub(at)
  if kind == 1 then
    return before
  elseif kind == 2 then
    return before .. after:sub(1 + random(20))
  elseif kind == 3 then
    return before .. string.char(random(256) - 1) .. after:sub(2)
  elseif kind == 4 then
    return before .. after:sub(1, random(200)) .. after
  elseif kind == 5 and random(4) == 1 then
    return before .. large[random(#large)] .. after
  elseif kind == 6 then -- a number for another one
    return before .. after:gsub("%d+", ({ "1e999", "0.5", "-7", "2000000000", '"x"', "null", "nil", "{}" })[random(8)], 1)
  elseif kind == 7 then -- a name for another one, or none
    return before .. after:gsub('%a+', ({ "x", "", "name", "width" })[random(4)], 1)
  end
  return before .. pieces[random(#pieces)] .. after
end

--- Damage a text in one to three places.
function mutations.text(text, random)
  for _ = 1, random(3) do
    text = changeText(text, random)
  end
  return text
end

-- ---- Texts of data ------------------------------------------------------------------------------

local function encode(value, isLua, parts)
  local function add(text)
    parts[#parts + 1] = text
  end
  if type(value) ~= "table" then
    add(type(value) == "string" and ("%q"):format(value) or type(value) == "number" and ("%.14g"):format(value) or tostring(value))
    return parts
  end
  local isList, isFirst = value[1] ~= nil or next(value) == nil, true
  add((isList and not isLua) and "[" or "{")
  local keys = placesOf(value, {})
  for _, place in ipairs(keys) do
    if place[1] == value then
      local key = place[2]
      add(isFirst and " " or ", ")
      if not isList then
        add((isLua and "[%q] = " or "%q: "):format(key))
      end
      encode(value[key], isLua, parts)
      isFirst = false
    end
  end
  add((isList and not isLua) and " ]\n" or " }\n")
  return parts
end

function mutations.json(value)
  return table.concat(encode(value, false, {}))
end

function mutations.lua(value)
  return "return " .. table.concat(encode(value, true, {}))
end

return mutations
