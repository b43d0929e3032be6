-- Attempts of a script to break the code that is loaded after it: put between walk.lua and a scene that calls one of these with
-- itself, in each tick.

local hitbox = require "hitbox"

local function fail() error("poisoned", 0) end

local BAD = {}
for _, event in ipairs { "__index", "__newindex", "__call", "__pairs", "__len", "__eq", "__lt", "__le", "__concat",
  "__tostring", "__unm", "__add", "__sub", "__mul", "__close" } do
  BAD[event] = fail
end

-- Do something with each table that can be reached.
local function each(s, call)
  local all = {}
  walk({ s = s, globals = _G, contact = reached }, function(value)
    if type(value) == "table" and value ~= _G and value ~= BAD then
      all[#all + 1] = value
    end
  end)
  for _, value in ipairs(all) do
    call(value)
  end
end

local function replace_each(value)
  return function(s)
    each(s, function(one)
      for key in next, one do
        rawset(one, key, value)
      end
    end)
  end
end

local function set(name, value)
  return function(s) rawset(s, name, value) end
end

local function set_of_things(name, value)
  return function(s)
    for thing in s:each() do rawset(thing, name, value) end
  end
end

local deep = {}
for kind, value in ipairs { {}, "x", -1, setmetatable({}, BAD) } do
  for _, name in ipairs { "ticks", "current", "world", "input", "contacts", "def", "hitbox", "rules", "view", "title",
    "random", "services", "kinds", "contactCount", "dt", "done", "paused", "_seeds", "_given", "_all", "_names", "_types",
    "_fixed", "_first", "_contacts", "_tasks", "_playing", "_stuck", "_maps", "_own", "_main",
    "_functions", "_tags", "_thingsMade", "_boxesMade", "field" } do
    deep[#deep + 1] = { "s." .. name .. " is value " .. kind, set(name, value) }
  end
  for _, name in ipairs { "frame", "playing", "frozen", "landed", "stuckTo", "queued", "_queueTicks", "_swing", "__index",
    "_thingClass", "_list", "_first", "_fired", "_counts", "_once", "_parent", "_children", "_localPose", "_points",
    "_actions",
    "_given", "_root", "_firstChildren", "_base", "_changed", "_isPlaying", "_tiles", "_contacts", "color", "field" } do
    deep[#deep + 1] = { "t." .. name .. " is value " .. kind, set_of_things(name, value) }
  end
end

local poisons = {
  { "metatables of the module and its services", function(s)
    setmetatable(s.hitbox, BAD)
    setmetatable(s.hitbox.services, BAD)
  end },
  { "a module without functions", function(s)
    for key in next, s.hitbox do s.hitbox[key] = nil end
  end },
  { "a module whose functions fail", function(s)
    for key in next, s.hitbox do s.hitbox[key] = fail end
  end },
  { "services of its own", function(s)
    s.hitbox.services.sound, s.hitbox.services.music, s.services.sound = fail, 5, fail
  end },
  { "libraries that are empty", function()
    for _, library in ipairs { string, table, math, coroutine, utf8 } do
      for key in next, library do library[key] = nil end
    end
  end },
  { "empty tables everywhere", replace_each(nil) },
  { "functions that fail everywhere", replace_each(fail) },
  { "numbers everywhere", replace_each(-1) },
  { "metatables everywhere", function(s)
    each(s, function(one) pcall(setmetatable, one, BAD) end)
  end },
  { "a world that is gone", function(s) s.world:destroy() end },
  { "random numbers", function(s) for _ = 1, 99 do math.random() s.random() end end },
  { "numbers of tables", function() for _ = 1, 99 do tostring {} end end },
  { "an input that is bound", function(s) s.input:bind("jump", { "key q" }) end },
  { "groups of things", function(s) for t in s:each() do table.insert(t.groups, "x") end end },
  { "another scene, whose start waits for ever", function(s)
    waits = true
    s:run(function() s:switch("waits") end)
  end },
  { "another scene", function(s) if s.current == "main" then s:switch("other", BAD, setmetatable({}, BAD)) end end },
  { "a scene that cannot be made", function()
    pcall(hitbox.scene, { rules = { setmetatable({}, { __index = fail }) } })
    pcall(hitbox.scene, setmetatable({}, BAD))
  end },
  { "a stack that overflows", function()
    local function deeper() return deeper() + 1 end
    deeper()
  end },
  { "an error that cannot be shown", function() error(setmetatable({}, BAD)) end },
  { "fields that hold each other", function(s)
    s.field = { s, s.hero, [s.hero] = s }
    s.field.field, s.hero.field, s.field[s.field] = s.field, s.field, s.field
  end },
  { "data whose metatable fails", function(s)
    s.hero.def.data, s.coin.def.data = setmetatable({}, BAD), { x = setmetatable({}, BAD) }
  end },
}
for i = 1, #deep do
  poisons[#poisons + 1] = deep[i]
end
