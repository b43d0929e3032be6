--- an endless loop in update
--- ends 3: has run for
return hitbox.scene { update = function() while true do end end }

--- an endless loop while the script is loaded
--- ends 3: has run for
while true do end

--- an endless loop in start
--- ends 3: has run for
return hitbox.scene { start = function() while true do end end }

--- an endless loop in draw
--- ends 3: has run for
return hitbox.scene { draw = function() while true do end end }

--- an endless loop in drawAbove
--- ends 3: has run for
return hitbox.scene { drawAbove = function() while true do end end }

--- an endless loop in a handler of a rule
--- ends 3: has run for
return hitbox.scene {
  things = { { "a", w = 9, h = 9 }, { "b", w = 9, h = 9 } },
  rules = { { "a", "b", on = "meet" } },
  meet = function() while true do end end,
}

--- an endless loop in the condition of a rule
--- ends 3: has run for
return hitbox.scene {
  things = { { "a", w = 9, h = 9 }, { "b", w = 9, h = 9 } },
  rules = { { "a", "b", on = "meet", when = "ever" } },
  ever = function() while true do end end,
  meet = function() end,
}

--- an endless loop in a task that waits
--- ends 3: has run for
return hitbox.scene { start = function(s) s:run(function() s:wait(1) while true do end end) end }

--- an endless loop in a timer
--- ends 3: has run for
return hitbox.scene { start = function(s) s:after(1, function() while true do end end) end }

--- an endless loop in the easing of a tween
--- ends 3: has run for
return hitbox.scene {
  things = { { "a", w = 9, h = 9 } },
  start = function(s) s:tween(s.a, { x = 9 }, 10, function() while true do end end) end,
}

--- the end of the time is caught by pcall and goes on
--- ends 3: has run for
return hitbox.scene { update = function() while true do pcall(function() while true do end end) end end }

--- the end of the time is caught once, by pcall of a coroutine
--- ends 3: has run for
return hitbox.scene { update = function() pcall(coroutine.wrap(function() while true do end end)) end }

--- the end of the time is caught by a resumed coroutine
--- ends 3: has run for
return hitbox.scene { update = function() coroutine.resume(coroutine.create(function() while true do end end)) end }

--- the end of the time is caught in coroutines within coroutines
--- ends 3: has run for
local function deeper(n)
  if n == 0 then while true do end end
  pcall(coroutine.wrap(deeper), n - 1)
end
return hitbox.scene { update = function() deeper(50) end }

--- the end of the time is caught by xpcall whose handler does not end
--- ends 3: has run for
return hitbox.scene { update = function() xpcall(function() while true do end end, function() while true do end end) end }

--- an endless __close of a local
--- ends 3: has run for
return hitbox.scene { update = function()
  local x <close> = setmetatable({}, { __close = function() while true do end end })
end }

--- an endless __close in a coroutine that the time has ended
--- ends 3: has run for
return hitbox.scene { update = function()
  pcall(coroutine.wrap(function()
    local x <close> = setmetatable({}, { __close = function() while true do end end })
    while true do end
  end))
end }

--- an endless __close in a coroutine that is closed
--- ends 3: has run for
return hitbox.scene { update = function()
  local thread = coroutine.create(function()
    local x <close> = setmetatable({}, { __close = function() while true do end end })
    coroutine.yield()
  end)
  coroutine.resume(thread)
  coroutine.close(thread)
end }

--- an endless __index
--- ends 3: has run for
return hitbox.scene { update = function()
  local t = setmetatable({}, { __index = function() while true do end end })
  return t.x
end }

--- an endless __index of the options of a world, which are read raw
--- ends 0: a world was made
return hitbox.scene { update = function()
  hitbox.newWorld(setmetatable({}, { __index = function() while true do end end, __pairs = function() while true do end end }))
  print "a world was made"
end }

--- an endless __lt in a sort
--- ends 3: has run for
return hitbox.scene { update = function()
  local meta = { __lt = function() while true do end end }
  table.sort({ setmetatable({}, meta), setmetatable({}, meta) })
end }

--- an order for a sort that is none, over many
--- ends 3: has run for
return hitbox.scene { update = function()
  local list = {}
  for i = 1, 1000000 do list[i] = i end
  while true do table.sort(list, function(a, b) return a % 7 < b % 5 end) end
end }

--- an endless __tostring of what is printed
--- ends 3: has run for
return hitbox.scene { update = function() print(setmetatable({}, { __tostring = function() while true do end end })) end }

--- an endless __tostring of what is raised
--- ends 3: a value of type table
return hitbox.scene { update = function() error(setmetatable({}, { __tostring = function() while true do end end })) end }

--- an endless __concat
--- ends 3: has run for
return hitbox.scene { update = function()
  local t = setmetatable({}, { __concat = function() while true do end end })
  pcall(function() return t .. "" end)
end }

--- an endless __len
--- ends 3: has run for
return hitbox.scene { update = function()
  local t = setmetatable({}, { __len = function() while true do end end })
  pcall(function() return #t end)
end }

--- an endless __eq
--- ends 3: has run for
return hitbox.scene { update = function()
  local t = setmetatable({}, { __eq = function() while true do end end })
  pcall(function() return t == setmetatable({}, getmetatable(t)) end)
end }

--- an endless __call
--- ends 3: has run for
return hitbox.scene { update = function()
  local t = setmetatable({}, { __call = function() while true do end end })
  pcall(function() return t() end)
end }

--- a replacement of gsub that does not end
--- ends 3: has run for
return hitbox.scene { update = function() local _ = ("x"):gsub(".", function() while true do end end) end }

--- an iterator that does not end
--- ends 3: has run for
return hitbox.scene { update = function() for _ in function() return 1 end do end end }

--- a pattern that finds nothing, again and again
--- ends 3: has run for
return hitbox.scene { update = function() while true do ("aaaaaaaaaaaaaaaaaaaaaaaa"):find("b") end end }

--- a filter of a world that does not end
--- ends 3: has run for
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  w:add("a", 0, 0, 9, 9) w:add("b", 20, 0, 9, 9)
  w:move("a", 40, 0, function() while true do end end)
end }

--- a mask whose function does not end
--- ends 3: has run for
return hitbox.scene { update = function() hitbox.mask(9, 9, function() while true do end end) end }

--- a loop over events that goes round for ever
--- ends 3: has run for
return hitbox.scene { update = function(s) while true do for _ in s.world:events() do end end end }

--- things that double in each tick
--- ends 3: has run for | not enough memory
--- with --frames 60
return hitbox.scene {
  types = { a = { w = 9, h = 9 } },
  things = { { "a" }, { "a" } },
  rules = { { "a", "a", on = "meet" } },
  update = function(s) for _ in s:each("a") do s:spawn("a") end end,
  meet = function(s) s:spawn("a") end,
}

--- a scene that switches to itself
--- ends 3: start restarts the scene without end
--- with --frames 30
return hitbox.scene {
  scenes = { two = { start = function(s) s:switch "two" end, update = function(s) s:switch "two" end } },
  update = function(s) s:switch "two" end,
}

--- a recursion without end
--- ends 3: stack overflow
local function f(n) return 1 + f(n + 1) end
return hitbox.scene { update = function() f(1) end }

--- a recursion without end through pcall
--- ends 3: has run for
local function f() pcall(f) f() end
return hitbox.scene { update = function() f() end }

--- a recursion without end through a metamethod
--- ends 3: stack overflow
local t = setmetatable({}, {})
getmetatable(t).__index = function(x, k) return x[k .. "x"] end
return hitbox.scene { update = function() return t.x end }

--- a recursion without end through a filter
--- ends 3: stack overflow
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  w:add("a", 0, 0, 9, 9) w:add("b", 20, 0, 9, 9)
  local function filter() w:check("a", 40, 0, filter) end
  w:check("a", 40, 0, filter)
end }

--- a recursion without end through a sort, gsub, tostring
--- ends 3: has run for
local function f()
  pcall(table.sort, { 3, 2, 1 }, function() f() end)
  pcall(string.gsub, "x", "x", f)
  tostring(setmetatable({}, { __tostring = function() f() return "" end }))
end
return hitbox.scene { update = function() f() end }

--- coroutines that resume each other without end
--- ends 3: stack overflow
local function f() return coroutine.wrap(f)() end
return hitbox.scene { update = function() f() end }
