--- a rate of ticks that is none
--- ends 3: tick of the scene must be
return hitbox.scene { tick = 0 }

--- a rate of ticks that is infinite
--- ends 3: tick of the scene must be
return hitbox.scene { tick = 1 / 0 }

--- a seed that is no number
--- ends 3: seed of the scene must be
return hitbox.scene { seed = 0 / 0 }

--- a view of NaN
--- ends 3: view of the scene must be
return hitbox.scene { view = { 0 / 0, 9 } }

--- a colour that is none
--- ends 3: background of the scene
return hitbox.scene { background = "no colour" }

--- a colour that becomes none
--- ends 3: scene.lua:1: no
--- with --frames 2 --png out-%d.png@1-2
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s) s.a.color = setmetatable({}, { __tostring = function() error "no" end }) end }

--- a thing that is no table
--- ends 3: things[1] must be a table
return hitbox.scene { things = { 42 } }

--- rules that are no tables
--- ends 3: rule 1 must be a table
return hitbox.scene { rules = { "hero", 42, print } }

--- a handler that is not there
--- ends 3: has no function 'nothing'
return hitbox.scene { rules = { { "a", "b", on = "nothing" } } }

--- a box without a size
--- ends 3: has no size
return hitbox.scene { things = { { "a", boxes = { push = {} } } } }

--- a box of a size below zero
--- ends 3: must be >= 0
return hitbox.scene { things = { { "a", w = -1, h = 9 } } }

--- a box of NaN
--- ends 3: w of thing 'a' must be a finite number
return hitbox.scene { things = { { "a", w = 0 / 0, h = 9 } } }

--- a place that is infinite
--- ends 3: x of thing 'a' must be a finite number
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s) s.a.x = 1 / 0 end }

--- a place that is no number
--- ends 3: y of thing 'a' must be a finite number
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s) s.a.y = "x" end }

--- a scale, an angle and a facing of NaN
--- ends 0: all of it ran
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s)
  for _, key in ipairs { "scale", "angle", "facing", "x", "y" } do assert(not pcall(function() s.a[key] = 0 / 0 end), key) end
  print "all of it ran"
end }

--- a move by NaN
--- ends 3: dx of a move of thing 'a'
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s) s.a:move(0 / 0, 0) end }

--- an item is added to the world of the scene by hand
--- ends 0: all of it ran
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, rules = { { "a", "a", on = "meet" } }, meet = function() end,
  update = function(s) assert(not pcall(s.world.add, s.world, "x" .. s.ticks, 0, 0, 9, 9)) print "all of it ran" end }

--- a box is removed from the world of the scene by hand
--- ends 3: 'remove' of a scene's world
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s)
  for _, item in ipairs(s.world:items()) do s.world:remove(item) end
  s.a:move(1, 1)
end }

--- a thing that was removed is moved, which does nothing
--- ends 0: all of it ran
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s) local a = s.a a:remove() a:move(1, 1) print "all of it ran" end }

--- a scene that quits in start
--- ends 0: all of it ran
--- with --frames 1000000
return hitbox.scene { start = function(s) s:quit() print "all of it ran" end }

--- a scene that is none
--- ends 3: must end in
return { def = {}, step = function() end }

--- a scene whose fields are functions that raise
--- ends 3: scene.lua:1: no
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { start = function(s) rawset(s, "count", function() error "no" end) rawset(s, "each", function() error "no" end) rawset(s, "thingAt", error) end }

--- an error that is nil
--- ends 3: a value of type nil
return hitbox.scene { update = function() error(nil) end }

--- an error that is a table without a text
--- ends 3: a value of type table
return hitbox.scene { update = function() error({}) end }

--- an error within the handling of an error
--- ends 3: a value of type table
return hitbox.scene { update = function() error(setmetatable({}, { __tostring = function() error(setmetatable({}, { __tostring = 42 })) end })) end }

--- an error of a megabyte
--- ends 3: scene.lua:1: xxxx
return hitbox.scene { update = function() error(("x"):rep(1 << 20)) end }

--- a name of a thing that is a number, a table, too long
--- ends 0: 1	thing
for _, name in ipairs { 42, {}, print } do assert(not pcall(hitbox.scene, { things = { { name, w = 9, h = 9 } } })) end
return hitbox.scene { things = { { ("x"):rep(100000), w = 9, h = 9 } }, update = function(s) print(s:count(), "thing") end }

--- 10,000 kinds of boxes
--- ends 0: all of it ran
--- with --frames 2 --png out.png@2
local boxes = {}
for i = 1, 10000 do boxes["kind" .. i] = { w = 9, h = 9 } end
return hitbox.scene { things = { { "a", boxes = boxes } }, draw = function(s) assert(s.a.boxes.kind10000) print "all of it ran" end }

--- 10,000 rules
--- ends 0: all of it ran
local rules = {}
for i = 1, 10000 do rules[i] = { "a", "b", on = "meet" } end
return hitbox.scene { things = { { "a", w = 9, h = 9 }, { "b", w = 9, h = 9 } }, rules = rules, meet = function() print "all of it ran" end }

--- a tree of things that is too deep
--- ends 3: a hierarchy has at most 16 levels
local thing = { "a", w = 9, h = 9 }
for _ = 1, 1000 do thing = { "a", w = 9, h = 9, children = { thing } } end
return hitbox.scene { things = { thing } }

--- things that hang on each other
--- ends 3: which is attached to it
return hitbox.scene { things = { { "a", w = 9, h = 9 }, { "b", w = 9, h = 9, parent = "a" } }, update = function(s) s.a:attach(s.b) end }
