-- Put behind `local NAMES = ...`: calls each public function with right and wrong values of all kinds, and prints
-- errors that name no line of this script, name one of the library, or are Lua's own about the library's code.

local hitbox = require "hitbox"

local problems, calls, errors = {}, 0, 0

-- Whether an error says what it should: at a line of this script, and nowhere else.
local function has_own_check(message)
  if type(message) == "table" then -- of a test whose expectation failed
    message = rawget(message, "message"):gsub(" %(called at scene%.lua:%d+%)$", "")
  end
  local rest = type(message) == "string" and message:match("^scene%.lua:%d+: (.*)$")
  return rest and not rest:find("attempt to", 1, true) and not rest:find("%.lua:%d") and not rest:find("%[%a+%]:%d")
end

local function judge(title, message, values, n)
  errors = errors + 1
  if has_own_check(message) then
    return
  end
  local words = {}
  for i = 1, n do
    words[i] = type(values[i]) == "string" and ("%q"):format(values[i]) or tostring(values[i])
  end
  problems[#problems + 1] = ("%s(%s): %s"):format(title, table.concat(words, ", "), tostring(message))
end

local function def()
  return {
    types = { mob = { r = 4 } }, scenes = { other = {} }, input = { dash = { "key x" } }, seed = 2,
    map = { tile = 8, rows = { "#.#" }, legend = { ["#"] = "mob" } },
    rules = { { "hero", "wall", response = "slide", on = "note" }, { "hero", "mob", push = 0.5 } },
    things = {
      { "hero", w = 4, h = 4, points = { hand = { 2, 0 } }, actions = { jab = { frames = 3, [2] = { hit = { r = 2 } } } } },
      { "wall", at = { 9, 0 }, w = 4, h = 4, children = { { "nail", w = 1, h = 1 } } }, { "gone", w = 2, h = 2 },
    },
    note = function() end,
  }
end

-- The arguments that are tried.
local function pool(s, more)
  local gone, other = s.gone, hitbox.scene(def())
  gone:remove()
  local values = {
    true, false, 0, 1, 2.5, -1, 0 / 0, 1 / 0, -1 / 0, 1e300, "", "x", "hero", "push", "left", "jab", "hero.push", "*", "a.b.c",
    {}, { 1, 2 }, { x = 1 }, { keep = "at" }, { w = 2, h = 2 }, { "rock", r = 2 }, function() end, s, s.hero, s.wall, gone,
    other.hero, s.world, s.input, s.hero.boxes.push, hitbox.circle(0, 0, 2), hitbox.newWorld(), coroutine.create(print),
  }
  for _, value in ipairs(more or {}) do
    values[#values + 1] = value
  end
  return values, #values + 1 -- and nil
end

-- Call a method of an object, which is made anew, or a function if it has none, with many lists of arguments.
local function try(title, new, name, is_method, times)
  local s, object, more = new()
  local values, count = pool(s, more)
  for round = 1, times do
    local given, n = {}, round <= count and 1 or math.random(0, 5)
    for i = 1, n do
      given[i] = values[round <= count and round or math.random(count)]
    end
    calls = calls + 1
    local ok, message = pcall(function()
      local f = object[name]
      if is_method then
        return (f(object, table.unpack(given, 1, n)))
      end
      return (f(table.unpack(given, 1, n)))
    end)
    if not ok then
      judge(title .. name, message, given, n)
    end
  end
  return s
end

-- Call all functions of a kind of object.
local function try_all(kind, new, is_method, skipped)
  for _, name in ipairs(NAMES[kind]) do
    if not (skipped and skipped[name]) then
      local s = try(kind .. (is_method and ":" or "."), new, name, is_method, TIMES)
      local ok, message = pcall(s.step, s)
      calls = calls + 1
      if not ok then
        judge(kind .. ":" .. name .. " and then a step", message, {}, 0)
      end
    end
  end
end

local function report()
  print(("%d calls, %d errors, %d problems"):format(calls, errors, #problems))
  for i = 1, #problems do
    print(problems[i])
  end
end
