-- Helpers for specs.
local assert = require "luassert"
local hitbox = require "hitbox"

local support = {}

local nan, inf = 0 / 0, 1 / 0

--- Call a function and expect it to raise exactly this message; the position before it aside.
--- Compares by itself, since it is called thousands of times.
function support.refused(message, f, ...)
  local ok, err = pcall(f, ...)
  if ok then
    error("expected an error: " .. message, 2)
  end
  err = tostring(err):gsub("^[%w_./-]+:%d+: ", "")
  if err ~= message then
    assert.are.equal(message, err)
  end
end

--- Run a function where nothing of the module is loaded, and put back what was.
---@return boolean ok and more, as of pcall
function support.withoutModule(run)
  local function take()
    local taken = {}
    for name in pairs(package.loaded) do
      if name:find("^hitbox") then
        taken[name], package.loaded[name] = package.loaded[name], nil
      end
    end
    return taken
  end
  local before = take()
  local ok, value = pcall(run)
  take()
  for name, module in pairs(before) do
    package.loaded[name] = module
  end
  return ok, value
end

--- Pass bad numbers for each number of a call in turn, and expect each to be refused by its name.
---@param call function takes the arguments
---@param name string the function's name in messages
---@param good any[] arguments that are right
---@param numbers table[] { position, name [, "size"] } of each number among them
---@param unchanged? function called after each refusal
function support.refuses_bad_numbers(call, name, good, numbers, unchanged)
  local unpack = unpack or table.unpack
  local function refused(position, what, value)
    local arguments = {}
    for i = 1, #good do
      arguments[i] = good[i]
    end
    arguments[position] = value
    local message = ("bad argument #%d to '%s' (%s)"):format(position, name, what)
    support.refused(message, call, unpack(arguments, 1, #good))
    if unchanged then
      unchanged()
    end
  end
  for _, number in ipairs(numbers) do
    local position, what = number[1], number[2]
    refused(position, what .. " must be finite, got NaN", nan)
    refused(position, what .. " must be finite, got NaN", -nan)
    refused(position, what .. " must be finite, got inf", inf)
    refused(position, what .. " must be finite, got -inf", -inf)
    refused(position, what .. " must be at most 2^100 in magnitude, got 1e+31", 1e31)
    refused(position, what .. " must be at most 2^100 in magnitude, got -1e+31", -1e31)
    refused(position, "number expected for " .. what .. ", got string", "12")
    refused(position, "number expected for " .. what .. ", got nil", nil)
    refused(position, "number expected for " .. what .. ", got table", {})
    refused(position, "number expected for " .. what .. ", got boolean", true)
    refused(position, "number expected for " .. what .. ", got hitbox.shape", hitbox.point(0, 0))
    if number[3] == "size" then
      refused(position, what .. " must be >= 0, got -3", -3)
      refused(position, what .. " must be >= 0, got -0.5", -0.5)
    end
  end
end

--- Where the module's init.lua is.
function support.module_path()
  for template in package.path:gmatch("[^;]+") do
    local path = template:gsub("%?", "hitbox")
    local file = path:match("init%.lua$") and io.open(path)
    if file then
      file:close()
      return path
    end
  end
end

--- All that is in a file.
function support.read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

--- A method as a function of its arguments, so that they count as in messages.
function support.bound(object, method)
  return function(...)
    return object[method](object, ...)
  end
end

--- Random whole numbers below a number, the same in every Lua: Park and Miller 1988.
---@param seed integer 1 .. 2147483646
---@return fun(n: integer): integer
function support.random(seed)
  return function(n)
    seed = seed * 48271 % 2147483647
    return seed % n
  end
end

--- Tables that notice each use of their metatable.
---@return fun(t: table): table guarded with such a metatable
---@return fun(): integer calls number of uses
function support.guarded()
  local calls = 0
  local function ask()
    calls = calls + 1
    return 1
  end
  local meta = { __index = ask, __newindex = ask, __len = ask, __eq = ask, __unm = ask }
  return function(t)
    return setmetatable(t, meta)
  end, function()
    return calls
  end
end

local shapes = {
  hitbox.aabb(0, 0, 8, 6), hitbox.circle(0, 0, 4), hitbox.polygon(-4, -4, 6, 0, -4, 4), hitbox.mask { "##.", ".##" },
  hitbox.box(0, 0, 9, 5, 0.4), hitbox.aabb(0, 0, 5, 9),
}

--- A world of items of many kinds, on a lattice of quarters between 0 and 200.
---@param below fun(n: integer): integer random
---@param options table of the world
---@param count integer
---@param boxesOnly boolean no other shapes
function support.crowd(below, options, count, boxesOnly)
  local world = hitbox.newWorld(options)
  for i = 1, count do
    local item = ({ { number = i }, "item" .. i, i, i + 0.5, true })[1 + i % 5]
    world:add(item == true and { i } or item, below(800) / 4, below(800) / 4, shapes[boxesOnly and 1 or 1 + i % 6],
      { layer = i % 3 == 0 and "third" or { "b", "c" } })
  end
  return world
end

return support
