--- what a script does to the module does not outlive it
--- ends 0: 1 passed, 0 failed
--- test
--- file scene.test.lua
local hitbox = require "hitbox"
setmetatable(hitbox, { __pairs = function() error "poison" end, __index = function() return "poison" end })
for k in next, hitbox do pcall(rawset, hitbox, k, nil) end
return { { "a scene is as ever", function(t) t:step(3) t:eq(t.scene.ticks, 3) t:ok(t.scene.hitbox.newWorld()) end } }
--- file scene.lua
pcall(setmetatable, hitbox, { __pairs = function() error "poison" end })
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, start = function(s)
  pcall(setmetatable, s.hitbox, { __pairs = function() error "poison" end })
  pcall(function() s.hitbox.newWorld2 = 1 end)
end }

--- metatables of the module
--- ends 0: all of it ran
return hitbox.scene { start = function(s)
  pcall(setmetatable, s.hitbox, { __pairs = function() error "poison" end, __index = function() error "poison" end })
  pcall(setmetatable, hitbox, { __pairs = function() error "poison" end })
end, update = function(s) s:spawn { "a", w = 9, h = 9 } s.hitbox.newWorld() print "all of it ran" end }

--- functions of Lua's library are replaced
--- ends 0: 1 passed, 0 failed
--- test
--- file scene.test.lua
for _, library in ipairs { string, table, math, coroutine, utf8 } do for k in next, library do library[k] = function() error "poison" end end end
pairs, ipairs, next, type, tostring, error, assert, pcall, select = nil
return { { "a scene is as ever", function(t) t:step(3) t:eq(t.scene.ticks, 3) end } }
--- file scene.lua
return hitbox.scene { update = function(s) s.x = ("%d"):format(3) .. table.concat({ 1, 2 }) .. math.floor(2.5) end }

--- services of the module are replaced, which is a matter of this script alone
--- ends 3: poison
return hitbox.scene { start = function(s)
  pcall(function() hitbox.services.sound = function() error "poison" end end)
  pcall(function() s.hitbox.services.sound = function() error "poison" end end)
  s:sound "x"
end }

--- random numbers are taken away
--- ends 3: random of the scene must be a function
return hitbox.scene { start = function(s) s.random = nil end, update = function() math.random() end }

--- a module is required by a path
--- ends 3: can require "hitbox" only
require "hitbox.check"

--- a module is required by other paths
--- ends 0: all of it ran
for _, name in ipairs { "hitbox.scene.ordered", "hitbox/init", "../hitbox", "/etc/passwd", "os", "", "hitbox\0.check", "hitbox.core" } do
  assert(not pcall(require, name), name)
end
print "all of it ran"
return hitbox.scene {}

--- the table of globals gets a metatable
--- ends 0: all of it ran
setmetatable(_G, { __index = function(_, k) return k end, __newindex = function() end })
return hitbox.scene { update = function(s) x = s.ticks assert(y == "y") print "all of it ran" end }

--- the scene gets another metatable
--- ends 0: all of it ran
return hitbox.scene { update = function(s) assert(not pcall(setmetatable, s, {})) print "all of it ran" end }

--- definitions that lead back to themselves
--- ends 3: a hierarchy has at most 16 levels
local def = { things = {} }
def.things[1] = { "a", w = 9, h = 9, children = def.things }
return hitbox.scene(def)

--- a type that extends itself
--- ends 3: extends itself
return hitbox.scene { types = { a = { extends = "b" }, b = { extends = "a" } } }

--- data that leads back to itself
--- ends 0: all of it ran
--- with --frames 3 --hash
local data = {}
data.self = data
return hitbox.scene { things = { { "a", w = 9, h = 9, data = data } }, update = function(s) s.loop = data s.deep = s.deep and { s.deep } or {} print "all of it ran" end }

--- a table of 200,000 levels in a field
--- ends 3: not enough memory
--- with --seconds 20 --frames 1 --hash
--- memory 1400
return hitbox.scene { start = function(s) local t = {} for _ = 1, 200000 do t = { t } end s.deep = t end }

--- a scene with a __index that raises in its definition
--- ends 3: scene.lua:1: no
return hitbox.scene(setmetatable({}, { __index = function() error "no" end, __pairs = function() error "no" end }))
