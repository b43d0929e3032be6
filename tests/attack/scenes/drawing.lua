--- 150,000 large circles
--- ends 3: corners in a frame
--- with --frames 1 --png out.png@1
return hitbox.scene { draw = function(_, g) for _ = 1, 150000 do g:circle(160, 120, 1000) end end }

--- 150,000 large circles that are not drawn
--- ends 3: corners in a frame
--- with --frames 1
return hitbox.scene { draw = function(_, g) for _ = 1, 150000 do g:circle(160, 120, 1000) end end }

--- circles without end
--- ends 3: corners in a frame
return hitbox.scene { draw = function(_, g) while true do g:circle(160, 120, 1) end end }

--- circles without end in drawAbove
--- ends 3: corners in a frame
--- with --frames 1 --png out.png@1
return hitbox.scene { drawAbove = function(_, g) while true do g:circle(160, 120, 1) end end }

--- the end of the drawing is caught, and drawing goes on
--- ends 3: has run for
--- with --frames 1 --png out.png@1
return hitbox.scene { draw = function(_, g) while true do pcall(g.circle, g, 160, 120, 100) end end }

--- rectangles of the whole view
--- ends 3: commands in a frame
--- with --frames 1 --png out.png@1
return hitbox.scene { draw = function(_, g) for _ = 1, 1000000 do g:rect(0, 0, 320, 240, "red") end end }

--- lines without end
--- ends 3: commands in a frame
--- with --frames 1 --png out.png@1
return hitbox.scene { draw = function(_, g) for i = 1, 10000000 do g:line(0, 0, i, 240) end end }

--- a polygon of a million corners
--- ends 3: 3 to 256 corners
--- with --frames 1 --png out.png@1
return hitbox.scene { draw = function(_, g)
  local t = {}
  for i = 1, 1000000 do t[2 * i - 1], t[2 * i] = 160 + 100 * math.cos(i / 159155), 120 + 100 * math.sin(i / 159155) end
  g:polygon(t)
end }

--- a text of 100 megabytes, of which the first bytes are drawn
--- ends 0: all of it ran
--- with --seconds 5 --frames 1 --png out.png@1
--- memory 700
return hitbox.scene { draw = function(_, g) g:text(0, 0, ("x"):rep(100000000)) print "all of it ran" end }

--- a text of a million lines
--- ends 3: corners in a frame | has run for
--- with --frames 1 --png out.png@1
return hitbox.scene { draw = function(_, g) for _ = 1, 200 do g:text(0, 0, ("\n"):rep(1000000)) end end }

--- letters of every kind, at every size
--- ends 3: the view is covered | has run for
--- with --frames 1 --png out.png@1
--- memory 700
return hitbox.scene { draw = function(_, g) for i = 1, 100000 do g:text(0, 0, utf8.char(32 + i % 60000), "white", 1 + i % 500) end end }

--- places that are no numbers, infinite, and huge
--- ends 0: all of it ran
--- with --frames 1 --png out.png@1
return hitbox.scene { draw = function(_, g)
  for _, x in ipairs { 0 / 0, 1 / 0, -1 / 0, 1e308, -1e308, 1e20, -0.0, 1e-320 } do
    pcall(g.circle, g, x, 0, 9) pcall(g.circle, g, 0, 0, x) pcall(g.rect, g, x, x, x, x)
    pcall(g.line, g, 0, x, x, 0) pcall(g.text, g, x, x, "x") pcall(g.text, g, 0, 0, "x", "white", x)
    pcall(g.polygon, g, { 0, 0, x, 0, 9, x }) pcall(g.line, g, 0, 0, 9, 9, "red", x)
  end
  print "all of it ran"
end }

--- a list of corners that changes while it is read
--- ends 0: all of it ran
--- with --frames 1 --png out.png@1
return hitbox.scene { draw = function(_, g)
  local t = { 0, 0, 9, 0, 9, 9 }
  pcall(g.polygon, g, setmetatable({}, { __len = function() return 1 << 40 end, __index = function() return 1 end }))
  pcall(g.polygon, g, setmetatable({}, { __len = function() return 6 end, __index = function(_, i) for k in pairs(t) do t[k] = nil end return i end }))
  pcall(g.polygon, g, setmetatable({}, { __len = function() error "no" end }))
  print "all of it ran"
end }

--- g is kept and used outside of draw
--- ends 3: g draws only while
local kept
return hitbox.scene { draw = function(_, g) kept = g end, update = function() if kept then kept:circle(0, 0, 9) end end }

--- g is kept and used in a coroutine, later
--- ends 3: g draws only while
local kept
return hitbox.scene {
  draw = function(_, g) kept = kept or coroutine.wrap(function() while true do g:circle(0, 0, 9) coroutine.yield() end end) kept() end,
  update = function() if kept then kept() end end,
}

--- methods of g are called on what is no g
--- ends 0: all of it ran
--- with --frames 1 --png out.png@1
return hitbox.scene { draw = function(s, g)
  for _, self in ipairs { 1, "x", {}, s, hitbox.newWorld(), hitbox.point(0, 0), print } do
    for _, name in ipairs { "circle", "rect", "line", "polygon", "text", "picture", "textSize" } do
      assert(not pcall(assert(g[name], name), self, 0, 0, 9, 9, 9))
    end
  end
  print "all of it ran"
end }

--- draw yields
--- ends 3: attempt to yield from outside a coroutine
--- with --frames 1 --png out.png@1
return hitbox.scene { draw = function() coroutine.yield() end }

--- draw destroys the world, and removes all
--- ends 3: 'destroy' of a scene's world
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, draw = function(s) for t in s:each() do t:remove() end s.world:destroy() end }

--- a view of no size
--- ends 3: w of view of the scene must be > 0
--- with --frames 1 --png out.png@1
return hitbox.scene { update = function(s) s.view.w = 0 end }

--- a view that is huge, and far away
--- ends 0: all of it ran
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s) s.view.x, s.view.w, s.view.h = 1e29, 1e-20, 1e29 print "all of it ran" end }

--- 100,000 boxes in view
--- ends 0: 100000	things
--- with --seconds 20 --frames 1 --png out.png@1
--- memory 900
return hitbox.scene { types = { a = { w = 3, h = 3 } }, start = function(s) for i = 1, 100000 do s:spawn("a", { at = { i % 320, i // 320 } }) end print(s:count(), "things") end }

--- 3,000 boxes that all meet, with their contacts drawn
--- ends 3: has run for
--- with --frames 2 --png out-%d.png@1-2
--- memory 1500
return hitbox.scene { types = { a = { w = 30, h = 30 } }, rules = { { "a", "a", on = "meet" } }, meet = function() end,
  start = function(s) for i = 1, 3000 do s:spawn("a", { at = { i % 10, i // 300 } }) end end }
