--- a filter of carry destroys the world
--- ends 3: world is destroyed
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  w:add("lift", 0, 0, 20, 4) w:add("rider", 2, -4, 4, 4) w:add("roof", 2, -20, 30, 10)
  w:carry("lift", 5, -10, function(i, o) if o == "roof" then w:destroy() end return i == "rider" and "slide" end)
end }

--- a filter of carry removes all items, and adds others
--- ends 0: all of it ran
return hitbox.scene { update = function()
  local w, calls = hitbox.newWorld(), 0
  w:add("lift", 0, 0, 20, 4) w:add("rider", 2, -4, 4, 4) w:add("roof", 2, -20, 30, 10)
  pcall(w.carry, w, "lift", 5, -10, function(i)
    for _, item in ipairs(w:items()) do w:remove(item) end
    for n = 1, 500 do w:add("new" .. n .. tostring(i), n, 0, 9, 9) end
    calls = calls + 1
    return "slide"
  end)
  assert(calls > 0 and not w:has("lift") and w:count() >= 500)
  print "all of it ran"
end }

--- a filter of move, check and walk destroys the world
--- ends 0: all of it ran
return hitbox.scene { update = function()
  for _, name in ipairs { "move", "check", "walk" } do
    local w = hitbox.newWorld()
    w:add("a", 0, 0, 9, 9) w:add("b", 20, 0, 9, 9) w:add("c", 40, 0, 9, 9)
    local ok, text = pcall(w[name], w, "a", 90, 0, function() w:destroy() return "slide" end)
    assert(not ok and text:find("world is destroyed"), text)
  end
  print "all of it ran"
end }

--- a filter of fits, part and reshape destroys the world
--- ends 0: all of it ran
return hitbox.scene { update = function()
  for _, call in ipairs {
    function(w, f) w:fits("a", { x = 3, y = 0 }, f) end, function(w, f) w:depenetrate("a", f, 9) end,
    function(w, f) w:reshape("a", 30, 30, { fits = f }) end,
  } do
    local w = hitbox.newWorld()
    w:add("a", 0, 0, 9, 9) w:add("b", 5, 0, 9, 9) w:add("c", 7, 7, 9, 9)
    assert(not pcall(call, w, function() w:destroy() return "slide" end))
    assert(not pcall(w.count, w)) -- it was called
  end
  print "all of it ran"
end }

--- a filter removes the mover, and adds it again elsewhere
--- ends 0: all of it ran
return hitbox.scene { update = function()
  local w, calls = hitbox.newWorld(), 0
  w:add("a", 0, 0, 9, 9)
  for i = 1, 50 do w:add(i, 10 * i + 10, 0, 9, 9) end
  for _ = 1, 20 do
    pcall(w.move, w, "a", 900, 0, function()
      w:remove("a") w:add("a", 0, 0, 9, 9)
      calls = calls + 1
      return "cross"
    end)
    if w:has("a") then w:update("a", 0, 0) else w:add("a", 0, 0, 9, 9) end
  end
  assert(calls >= 20)
  print "all of it ran"
end }

--- a filter moves the mover, which moves the mover
--- ends 0: all of it ran
return hitbox.scene { update = function()
  local w, deep = hitbox.newWorld(), 0
  w:add("a", 0, 0, 9, 9)
  for i = 1, 50 do w:add(i, 10 * i + 10, 0, 9, 9) end
  local function filter()
    deep = deep + 1
    if deep < 100 then w:move("a", 900 - deep, deep, filter) end
    return "cross"
  end
  w:move("a", 900, 0, filter)
  assert(deep >= 100)
  print "all of it ran"
end }

--- a filter reshapes its argument to a mask, a compound, a point
--- ends 0: all of it ran
return hitbox.scene { update = function()
  local shapes = { hitbox.mask(50, 50, function() return true end), hitbox.point(0, 0), hitbox.circle(0, 0, 99),
    hitbox.compound(hitbox.circle(0, 0, 9), hitbox.aabb(5, 5, 30, 30)), hitbox.polygon(0, 0, 30, 0, 15, 5, 15, 30) }
  local w, n, calls = hitbox.newWorld(), 0, 0
  w:add("a", 0, 0, shapes[3])
  for i = 1, 50 do w:add(i, 10 * i + 10, 0, shapes[i % 5 + 1]) end
  pcall(w.move, w, "a", 900, 0, function(_, other)
    n = n + 1
    w:reshape(other, shapes[n % 5 + 1]) w:reshape("a", shapes[(n + 2) % 5 + 1])
    calls = calls + 1
    return "slide"
  end)
  assert(calls > 0 and calls == n)
  print "all of it ran"
end }

--- a filter restores a snapshot of before, and of another world
--- ends 0: all of it ran
return hitbox.scene { update = function()
  local w, v = hitbox.newWorld(), hitbox.newWorld()
  w:add("a", 0, 0, 9, 9)
  local first = w:snapshot()
  for i = 1, 50 do w:add(i, 10 * i + 10, 0, 9, 9) v:add(i, 0, 0, 9, 9) end
  local all, other, n = w:snapshot(), v:snapshot(), 0
  for _ = 1, 9 do
    pcall(w.move, w, "a", 900, 0, function()
      n = n + 1
      w:restore(n % 3 == 0 and first or n % 3 == 1 and all or all) assert(not pcall(w.restore, w, other))
      return "slide"
    end)
    pcall(w.restore, w, all)
  end
  assert(n >= 9)
  print "all of it ran"
end }

--- a loop over pairs and events removes what it walks over
--- ends 0: all of it ran
return hitbox.scene { update = function()
  local w, n, m = hitbox.newWorld(), 0, 0
  for i = 1, 99 do w:add(i, i, 0, 9, 9) end
  for a, b in w:pairs() do n = n + 1 if w:has(a) then w:remove(a) end if w:has(b) then w:remove(b) end w:add({}, 0, 0, 9, 9) end
  w:updateEvents()
  for _, a in w:events() do m = m + 1 if w:has(a) then w:remove(a) end w:add({}, 0, 0, 9, 9) end
  assert(n > 0 and m > 0)
  print "all of it ran"
end }

--- a loop over pairs destroys the world
--- ends 3: world is destroyed
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  for i = 1, 99 do w:add(i, i, 0, 9, 9) end
  for _ in w:pairs() do w:destroy() end
end }

--- a loop over events destroys the world, and steps in it
--- ends 3: world is destroyed
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  for i = 1, 99 do w:add(i, i, 0, 9, 9) end
  w:updateEvents()
  for _ in w:events() do w:updateEvents() w:setBroadPhase("tree") w:destroy() end
end }

--- options whose metamethods would destroy the world are read without them
--- ends 0: all of it ran
return hitbox.scene { update = function()
  for _, name in ipairs { "add", "move", "walk", "carry", "fits", "depenetrate", "reshape", "separate", "setMotion", "castShape", "raycast" } do
    local w = hitbox.newWorld()
    w:add("a", 0, 0, 9, 9) w:add("b", 5, 0, 9, 9)
    local options = setmetatable({}, { __index = function() w:destroy() end, __pairs = function() w:destroy() return next, {}, nil end,
      __len = function() w:destroy() return 1 end })
    for _, arguments in ipairs { { "a", 9, 9, options }, { "a", 9, 9, nil, options }, { "c", 0, 0, 9, 9, options }, { "a", options }, { options } } do
      assert(w[name], name)
      pcall(w[name], w, table.unpack(arguments, 1, 6))
      assert(w:count() >= 2)
    end
  end
  print "all of it ran"
end }

--- lists whose metamethods would destroy the world are read and filled without them
--- ends 0: all of it ran
return hitbox.scene { update = function()
  for _, name in ipairs { "updateGroup", "updateMany", "queryPoints", "queryRects", "raycastMany", "items", "queryRect", "queryPairs" } do
    local w = hitbox.newWorld()
    w:add("a", 0, 0, 9, 9) w:add("b", 5, 0, 9, 9)
    assert(w[name], name)
    local list = setmetatable({}, { __index = function() pcall(w.destroy, w) return "a" end, __newindex = function() pcall(w.destroy, w) end,
      __len = function() pcall(w.destroy, w) return 2 end })
    pcall(w[name], w, list, 0, 0, 9, 9) pcall(w[name], w, 0, 0, 9, 9, list) pcall(w[name], w, list, list, list)
    assert(w:count() == 2)
  end
  print "all of it ran"
end }

--- the function of a mask destroys a world, and yields, and raises
--- ends 0: all of it ran
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  assert(pcall(hitbox.mask, 9, 9, function() pcall(w.destroy, w) return true end))
  assert(not pcall(w.count, w))
  local thrown = {}
  assert(not pcall(hitbox.mask, 9, 9, function() coroutine.yield() end))
  assert(select(2, pcall(hitbox.mask, 9, 9, function() error(thrown) end)) == thrown)
  coroutine.wrap(function() assert(not pcall(hitbox.mask, 9, 9, function() coroutine.yield() return true end)) end)()
  print "all of it ran"
end }

--- a filter yields
--- ends 0: all of it ran
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  w:add("a", 0, 0, 9, 9) w:add("b", 20, 0, 9, 9)
  coroutine.wrap(function() assert(not pcall(w.move, w, "a", 40, 0, function() coroutine.yield() end)) end)()
  w:move("a", 40, 0)
  print "all of it ran"
end }

--- a filter returns what is no response
--- ends 0: all of it ran
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  w:add("a", 0, 0, 9, 9) w:add("b", 20, 0, 9, 9)
  local calls = 0
  for _, value in ipairs { 1, "x", {}, print, true, "bounce" } do
    pcall(w.check, w, "a", 40, 0, function() calls = calls + 1 return value, 0 / 0 end)
    pcall(w.check, w, "a", 40, 0, function() calls = calls + 1 return value, -1 end)
  end
  assert(calls == 12)
  print "all of it ran"
end }

--- handlers of rules remove both, and themselves, and all
--- ends 0: all of it ran
--- with --frames 5
return hitbox.scene {
  types = { a = { w = 9, h = 9 } }, things = { { "a" }, { "a" }, { "a" }, { "a" } },
  rules = { { "a", "a", on = "meet", stay = "meet", exit = "meet" } },
  meet = function(s, c) c.a:remove() c.b:remove() for t in s:each() do t:remove() end s:spawn("a") s:spawn("a") print "all of it ran" end,
}

--- a handler restarts, switches, and ends the scene
--- ends 0: all of it ran
--- with --frames 9
return hitbox.scene {
  types = { a = { w = 9, h = 9 } }, things = { { "a" }, { "a" } },
  rules = { { "a", "a", on = "meet" } },
  scenes = { two = { things = { { "b", w = 9, h = 9 }, { "b", w = 9, h = 9 } }, types = {}, rules = { { "b", "b", on = "meet" } },
    meet = function(s) s:reset() end } },
  meet = function(s) s:switch "two" s:reset() s:quit() print "all of it ran" end,
}

--- a handler steps the scene that calls it
--- ends 3: stack overflow | has run for | not enough memory
return hitbox.scene {
  things = { { "a", w = 9, h = 9 }, { "b", w = 9, h = 9 } }, rules = { { "a", "b", on = "meet" } },
  meet = function(s) s:step() end, update = function(s) s:step() end,
}

--- a task removes what it moves, and stops itself
--- ends 0: all of it ran
--- with --frames 9
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, start = function(s)
  local task
  s:tween(s.a, { x = 99 }, 3, function(x) if s.a then s.a:remove() end return x end)
  task = s:every(1, function() task:stop() s:every(1, function() task:stop() print "all of it ran" end) end)
  s:run(function() s:wait(3) s:reset() s:wait(1) end)
end }

--- the world of the scene is destroyed
--- ends 3: 'destroy' of a scene's world
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s) s.world:destroy() end }

--- the world of the scene is restored to another
--- ends 3: 'restore' of a scene's world
--- with --frames 5
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s)
  local w = hitbox.newWorld()
  w:add({}, 0, 0, 9, 9)
  s.world:restore(w:snapshot())
end }

--- the world of the scene is restored to before a thing was made
--- ends 3: 'restore' of a scene's world
--- with --frames 5
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, types = { b = { w = 9, h = 9 } }, update = function(s)
  local before = s.world:snapshot()
  s:spawn("b")
  s.world:restore(before)
  for t in s:each() do t:move(1, 1) end
end }

--- a draw in which worlds are destroyed and made
--- ends 0: all of it ran
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, draw = function(s, g)
  local w = hitbox.newWorld() w:add(1, 0, 0, 9, 9) w:destroy()
  s:spawn { "b", w = 9, h = 9 } s.a.hidden = not s.a.hidden g:circle(0, 0, 9)
  print "all of it ran"
end }
