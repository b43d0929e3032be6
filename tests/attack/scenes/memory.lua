--- a string that doubles
--- ends 3: not enough memory: a script may have 64 megabytes
--- with --memory 64
return hitbox.scene { update = function() local s = "x" while true do s = s .. s end end }

--- strings of one size after another, none of which stay
--- ends 0: all of it ran
--- with --memory 64 --frames 40 --seconds 8
--- memory 160
return hitbox.scene { update = function(s)
  local size = 40 + 48 * s.ticks
  pcall(function()
    local kept = {}
    for i = 1, 22e6 // (size + 40) do kept[i] = ("x"):rep(size) .. i end
  end)
  print "all of it ran"
end }

--- strings of one size after another, some of which stay
--- ends 0: all of it ran
--- with --memory 64 --frames 40 --seconds 8
--- memory 160
local stay = {}
return hitbox.scene { update = function(s)
  local size = 40 + 48 * s.ticks
  pcall(function()
    local kept = {}
    for i = 1, 22e6 // (size + 40) do
      kept[i] = ("x"):rep(size) .. i
      if i % 100 == 0 then stay[#stay + 1] = kept[i] end
    end
  end)
  print "all of it ran"
end }

--- memory that is filled to the last byte
--- ends 0: all of it ran
--- with --memory 64 --seconds 8
--- memory 110
return hitbox.scene { update = function()
  local t = {}
  for _, size in ipairs { 20000, 200, 1 } do
    assert(not pcall(function() while true do t[#t + 1] = ("x"):rep(size) .. #t end end))
  end
  t = nil
  print "all of it ran"
end }

--- a table that grows
--- ends 3: not enough memory: a script may have 64 megabytes
--- with --memory 64
return hitbox.scene { update = function() local t = {} while true do t[#t + 1] = { #t } end end }

--- a table that grows while the script is loaded
--- ends 3: not enough memory: a script may have 64 megabytes
--- with --memory 64
local t = {} while true do t[#t + 1] = { #t } end

--- memory that runs out is caught, and asked for again
--- ends 3: has run for | not enough memory
--- with --memory 64
return hitbox.scene { update = function()
  local kept = {}
  while true do pcall(function() while true do kept[#kept + 1] = ("x"):rep(100000) .. #kept end end) end
end }

--- memory runs out in a coroutine
--- ends 3: not enough memory
--- with --memory 64
return hitbox.scene { update = function() coroutine.wrap(function() local t = {} while true do t[#t + 1] = { #t } end end)() end }

--- coroutines without end
--- ends 3: not enough memory
--- with --memory 64
return hitbox.scene { update = function() local t = {} while true do t[#t + 1] = coroutine.wrap(function() coroutine.yield() end) t[#t]() end end }

--- closures without end
--- ends 3: not enough memory
--- with --memory 64
return hitbox.scene { update = function() local f while true do local g = f f = function() return g end end end }

--- fields of the scene without end
--- ends 3: not enough memory
--- with --memory 64 --seconds 8
return hitbox.scene { update = function(s) local n = 0 while true do n = n + 1 s["f" .. n] = n end end }

--- things without end
--- ends 3: not enough memory
--- with --memory 64 --seconds 5
return hitbox.scene { types = { a = { w = 9, h = 9 } }, update = function(s) while true do s:spawn("a") end end }

--- tasks without end
--- ends 3: not enough memory
--- with --memory 64
return hitbox.scene { update = function(s) while true do s:after(9, function() end) end end }

--- tweens without end
--- ends 3: not enough memory
--- with --memory 64
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s) while true do s:tween({ x = 0 }, { x = 9 }, 9) end end }

--- worlds without end
--- ends 3: not enough memory
--- with --memory 64
return hitbox.scene { update = function() local t = {} while true do t[#t + 1] = hitbox.newWorld() end end }

--- items of a world without end
--- ends 3: not enough memory
--- with --memory 64
return hitbox.scene { update = function() local w, n = hitbox.newWorld(), 0 while true do n = n + 1 w:add(n, n, n, 9, 9) end end }

--- polygons without end
--- ends 3: not enough memory
--- with --memory 64 --seconds 5
return hitbox.scene { update = function() local t = {} while true do t[#t + 1] = hitbox.polygon(0, 0, 9, 0, 9, 9 + #t, 3, 20) end end }

--- a polygon of a million corners
--- ends 3: must have at most 4096 corners | not enough memory
--- with --memory 64
return hitbox.scene { update = function()
  local t = {}
  for i = 1, 1000000 do t[2 * i - 1], t[2 * i] = math.cos(i) * 9, math.sin(i) * 9 end
  hitbox.polygon(t)
end }

--- masks without end
--- ends 3: not enough memory
--- with --memory 16 --seconds 8
return hitbox.scene { update = function() local t = {} while true do t[#t + 1] = hitbox.mask(500, 500, function() return true end) end end }

--- a mask that is as large as none can be
--- ends 3: width must be at most
return hitbox.scene { update = function() hitbox.mask(1 << 30, 1 << 30, function() return true end) end }

--- snapshots without end
--- ends 3: not enough memory
--- with --memory 64
return hitbox.scene { update = function()
  local w, t = hitbox.newWorld(), {}
  for i = 1, 1000 do w:add(i, i, 0, 9, 9) end
  while true do t[#t + 1] = w:snapshot() end
end }

--- saves without end
--- ends 3: not enough memory
--- with --memory 64
return hitbox.scene { update = function()
  local w, t = hitbox.newWorld(), {}
  for i = 1, 1000 do w:add(i, i, 0, 9, 9) end
  while true do t[#t + 1] = w:save() .. #t end
end }

--- names of layers without end
--- ends 3: at most 64 layers
return hitbox.scene { update = function() local w = hitbox.newWorld() for i = 1, 1000 do w:add(i, 0, 0, 9, 9, { layer = "layer" .. i }) end end }

--- a step of a world that has no room for its pairs
--- ends 3: not enough memory: a script may have 64 megabytes
--- with --memory 64
return hitbox.scene { update = function(s)
  local w = hitbox.newWorld()
  for i = 1, 9000 do w:add(i, 0, 0, 9, 9) end
  w:updateEvents()
end }

--- contacts of a scene without end
--- ends 3: has run for | not enough memory
--- with --memory 64
return hitbox.scene { types = { a = { w = 9, h = 9 } }, rules = { { "a", "a", on = "meet" } }, meet = function() end,
  start = function(s) for _ = 1, 5000 do s:spawn("a") end end, update = function() end }

--- names of pictures without end
--- ends 3: has run for | not enough memory
--- with --memory 64 --frames 3
return hitbox.scene { draw = function(_, g) local n = 0 while true do n = n + 1 pcall(g.picture, g, ("x"):rep(200) .. n .. ".png", 0, 0) end end }

--- names of sounds without end
--- ends 3: has run for | not enough memory
--- with --memory 64 --frames 3
return hitbox.scene { update = function(s) local n = 0 while true do n = n + 1 s:sound(("x"):rep(200) .. n) end end }

--- names of maps without end
--- ends 3: has run for | not enough memory
--- with --memory 64
return hitbox.scene { update = function() local n = 0 while true do n = n + 1 pcall(hitbox.aseprite, { file = ("x"):rep(200) .. n .. ".json" }) end end }

--- words of drawn texts without end
--- ends 3: corners in a frame | has run for
--- with --memory 64 --frames 1 --png out.png@1
return hitbox.scene { draw = function(_, g) local n = 0 while true do n = n + 1 g:text(9, 9, ("x"):rep(1000) .. n) end end }

--- globals that nothing has set, without end
--- ends 3: has run for
return hitbox.scene { update = function() local n = 0 while true do n = n + 1 local _ = _G["name" .. n] end end }

--- what is printed has no end
--- ends 3: has run for
--- quiet
return hitbox.scene { update = function() while true do print(("x"):rep(100000)) end end }

--- 60,000 things with one mask, drawn
--- ends 0: 60000	things
--- with --seconds 20 --frames 1 --png out.png@1
--- memory 700
local m = hitbox.mask(64, 64, function(x, y) return (x + y) % 2 == 0 end)
return hitbox.scene { types = { a = { shape = m } }, start = function(s) for i = 1, 60000 do s:spawn("a", { at = { i % 300, i // 300 } }) end print(s:count(), "things") end }

--- 100 compounds of 1,000 parts, drawn
--- ends 0: 100	things
--- with --seconds 20 --frames 1 --png out.png@1
--- memory 900
local things = {}
for n = 1, 100 do
  local parts = {}
  for i = 1, 1000 do parts[i] = hitbox.circle(i % 317, 10 * n + i // 317, 3) end
  things[n] = { "a", shape = hitbox.compound(parts) }
end
return hitbox.scene { things = things, draw = function(s) print(s:count(), "things") end }

--- a title, kinds and names of a megabyte each
--- ends 0: 1	thing
--- with --frames 3 --png out.png@1
local long = ("name"):rep(250000)
return hitbox.scene { draw = function(s) print(s:count(), "thing") end, title = long, things = { { long, boxes = { [long] = { w = 9, h = 9 } }, data = { [long] = long } } } }
