--- the doors to the C side of bump are closed
--- ends 0: all of it ran
return hitbox.scene { update = function(s)
  assert(hitbox._openBump == nil and s.hitbox._openBump == nil and hitbox._digest == nil and s.hitbox._digest == nil)
  print "all of it ran"
end }

--- no function of the module is hidden behind a '_'
--- ends 0: all of it ran
return hitbox.scene { update = function(s)
  for _, module in ipairs { hitbox, s.hitbox } do
    for name, value in pairs(module) do
      if name:sub(1, 1) == "_" and type(value) == "function" then error(name .. " is within reach") end
    end
  end
  print "all of it ran"
end }

--- methods of worlds are called on what is no world
--- ends 0: all of it ran
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s)
  local w = hitbox.newWorld()
  local fake = setmetatable({}, { __index = function(_, k) return w[k] end })
  for _, name in ipairs { "add", "move", "check", "walk", "carry", "update", "remove", "items", "pairs", "events", "step", "save",
    "snapshot", "restore", "destroy", "queryRect", "raycast", "result", "hit", "passenger", "stepHit", "corePointer", "count" } do
    for _, self in ipairs { 1, "x", {}, fake, s, s.a, hitbox, hitbox.point(0, 0), print, coroutine.create(print), w:snapshot() } do
      local method = assert(w[name], name)
      assert(not pcall(method, self, "a", 0, 0, 9, 9), name)
      assert(not pcall(method, self), name)
    end
  end
  print "all of it ran"
end }

--- methods of shapes are called on what is no shape
--- ends 0: all of it ran
return hitbox.scene { update = function(s)
  local p, w = hitbox.mask(9, 9, function() return true end), hitbox.newWorld()
  for _, name in ipairs { "kind", "bounds", "center", "radius", "points", "axes", "parts", "corePointer", "translated", "mirrored", "rotated",
    "scaled", "transformed", "size", "count", "get", "cut", "fill", "outline" } do
    for _, self in ipairs { 1, "x", {}, s, hitbox, w, print, w:snapshot() } do assert(not pcall(assert(p[name], name), self, 0, 0, 9, 9), name) end
  end
  print "all of it ran"
end }

--- addresses are of no use
--- ends 3: another name
return hitbox.scene { update = function(s)
  local w = hitbox.newWorld()
  w:add("a", 0, 0, 9, 9)
  local there, shape = w:corePointer(), hitbox.point(0, 0):corePointer()
  for _, value in ipairs { there, shape } do
    for _, name in ipairs { "add", "move", "remove", "count", "step", "save" } do pcall(w[name], value, "a", 0, 0, 9, 9) pcall(w[name], w, value, value, value) end
    pcall(hitbox.overlaps, value, value) pcall(hitbox.load, value) pcall(w.restore, w, value)
  end
  s.world = there
end }

--- another value stands in for the world of the scene
--- ends 3: 'world' of a scene cannot be assigned
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s)
  s.world = setmetatable({}, { __index = function() return function() return 1 << 40 end end })
end }

--- hidden fields of the scene are overwritten, one by one
--- ends 0: all of it ran
--- with --frames 3
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s)
  local s, n = s._own, 0
    for k in next, s do
      if type(k) == "string" and k:sub(1, 1) == "_" then
        for _, value in ipairs { 1, "x", {}, print, setmetatable({}, { __index = function() error "no" end }) } do
          local before = s[k]
          pcall(function() s[k] = value s:spawn { "b", w = 9, h = 9 } s:count() s:updateContacts() end)
          s[k] = before
          n = n + 1
        end
      end
    end
  assert(n > 10, n)
  print "all of it ran"
end }

--- hidden fields of the scene are taken away
--- ends 3: attempt to index
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s)
  local s = s._own
  for k in next, s do if type(k) == "string" and k:sub(1, 1) == "_" then rawset(s, k, nil) end end
end }

--- hidden fields of a thing are overwritten with tables that do harm
--- ends 3: scene.lua:2: no
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s)
  local bad = setmetatable({}, { __index = function() error "no" end, __newindex = function() error "no" end, __len = function() return 1 << 40 end })
  local own = s.a.__index
  for k in next, own do if type(k) == "string" and k:sub(1, 1) == "_" then rawset(own, k, bad) end end
end }

--- a thing without fields
--- ends 3: attempt to
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s) local a = s.a.__index for k in next, a do rawset(a, k, nil) end end }

--- boxes of a thing are other values
--- ends 3: attempt to index
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s)
  for k in pairs(s.a.boxes) do rawset(s.a.boxes, k, 42) end
  rawset(s.a, "boxes", "x")
  s.a:walk(1, 1)
end }

--- contacts that are made up
--- ends 3: attempt to index
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { things = { { "a", w = 9, h = 9 }, { "b", w = 9, h = 9 } }, rules = { { "a", "b", on = "meet" } }, meet = function() end,
  draw = function(s) rawset(s, "contacts", { 1, 2, 3 }) rawset(s, "contactCount", 1 << 30) end }

--- kinds, view and title that are something else
--- ends 3: view of the scene must be
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s)
  rawset(s, "kinds", setmetatable({}, { __index = function() return {} end })) rawset(s, "view", print) rawset(s, "title", {})
end }

--- a number of ticks that is none
--- ends 3: attempt to
--- with --frames 3 --png out-%d.png@1-3
return hitbox.scene { update = function(s) rawset(s, "ticks", "x") end }

--- metatables of the library are out of reach
--- ends 0: all of it ran
return hitbox.scene { things = { { "a", w = 9, h = 9 } }, update = function(s, input)
  for _, value in ipairs { s, s.a, s.a.boxes, input, s.world, hitbox.point(0, 0), "", s.world:snapshot() } do
    local meta = getmetatable(value)
    assert(type(meta) ~= "table", "a metatable is within reach")
    pcall(setmetatable, value, { __gc = print, __index = function() error "no" end })
  end
  print "all of it ran"
end }

--- a metatable with __gc, __mode and __close
--- ends 0: all of it ran
return hitbox.scene { update = function()
  assert(not pcall(setmetatable, {}, { __gc = function() end }))
  local meta = {}
  local t = setmetatable({}, meta)
  meta.__gc, meta.__mode = function() error "it ran" end, "kv"
  t = nil
  for _ = 1, 300 do local _ = ("x"):rep(100000) end
  print "all of it ran"
end }

--- the globals of the host are out of reach
--- ends 0: all of it ran
return hitbox.scene { update = function(s)
  for _, name in ipairs { "io", "os", "debug", "package", "load", "loadstring", "loadfile", "dofile", "collectgarbage", "warn" } do
    assert(_G[name] == nil and _ENV[name] == nil, name)
  end
  assert(string.dump == nil)
  assert(getmetatable("") == false)
  print "all of it ran"
end }

--- environments of functions are those of the script
--- ends 0: all of it ran
return hitbox.scene { update = function(s)
  local seen = {}
  local function walk(value, depth)
    if type(value) ~= "table" or seen[value] or depth > 8 then return end
    seen[value] = true
    for k, v in next, value do
      assert(k ~= "_G" or v == _G)
      assert(not (type(k) == "string" and (k == "loadlib" or k == "popen" or k == "sethook" or k == "execute")), k)
      walk(k, depth + 1) walk(v, depth + 1)
    end
  end
  walk(_G, 0) walk(s, 0) walk(hitbox, 0)
  print "all of it ran"
end }

--- bytes that are no saved world
--- ends 0: all of it ran
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  for i = 1, 9 do w:add(i, i, 0, hitbox.polygon(0, 0, 9, 0, 5, i)) end
  local saved = w:save(function(item) return tostring(item) end)
  assert(hitbox.load(saved, function(name) return name end):count() == 9)
  for i = 1, #saved do
    for _, byte in ipairs { 0, 127, 128, 255 } do
      pcall(hitbox.load, saved:sub(1, i - 1) .. string.char(byte) .. saved:sub(i + 1), function(name) return name end)
    end
    pcall(hitbox.load, saved:sub(1, i), function(name) return name end)
  end
  for _, value in ipairs { "", "x", 1, {}, print, ("\255"):rep(1000), ("\0"):rep(1000) } do pcall(hitbox.load, value) pcall(w.restore, w, value) end
  print "all of it ran"
end }

--- snapshots of worlds that are gone, and of other ones
--- ends 0: all of it ran
return hitbox.scene { update = function()
  local w, v = hitbox.newWorld(), hitbox.newWorld()
  for i = 1, 9 do w:add(i, i, 0, 9, 9) end
  local kept = w:snapshot()
  w:destroy()
  pcall(w.restore, w, kept) pcall(v.restore, v, kept) pcall(v.restore, v, {}) pcall(v.restore, v)
  for i = 1, 99 do v:add(i, i, 0, 9, 9) end
  pcall(v.restore, v, kept) v:updateEvents() v:queryPairs()
  print "all of it ran"
end }

--- results and hits of a call that is long gone
--- ends 0: all of it ran
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  for i = 1, 9 do w:add(i, 10 * i, 0, 9, 9) end
  w:queryRect(0, 0, 99, 99, {}) w:move(1, 99, 0) w:updateEvents()
  for i = 1, 9 do w:remove(i) end
  for _, i in ipairs { -1, 0, 1, 2, 9, 10, 1 << 31, 1 << 32, 1 << 62, math.mininteger, 0.5, 0 / 0, 1 / 0 } do
    assert(w.result and w.hit and w.stepHit and w.passenger)
    pcall(w.result, w, i) pcall(w.hit, w, i) pcall(w.stepHit, w, i) pcall(w.passenger, w, i)
  end
  w:destroy()
  for _, name in ipairs { "result", "hit", "stepHit", "passenger", "events", "pairs", "step" } do assert(not pcall(w[name], w, 1)) end
  print "all of it ran"
end }

--- numbers at the ends of what there is
--- ends 0: all of it ran
return hitbox.scene { update = function()
  local numbers = { 0, -0.0, 1, -1, 0.1, 1e-320, 1e-300, 2 ^ 53, 2 ^ 99, 2 ^ 100, 2 ^ 101, 1e308, 1 / 0, -1 / 0, 0 / 0, math.maxinteger, math.mininteger }
  local w = hitbox.newWorld()
  w:add("a", 0, 0, 9, 9) w:add("b", 5, 0, hitbox.circle(0, 0, 9)) w:add("c", -5, 5, hitbox.ellipse(0, 0, 9, 3))
  for _, name in ipairs { "add", "update", "move", "check", "walk", "carry", "setTransform", "reshape", "fits", "depenetrate", "queryPoint", "queryRect",
    "queryCircle", "querySegment", "raycast", "nearest", "setVelocity", "setGravity", "step", "separate" } do
    assert(w[name], name)
    for _, x in ipairs(numbers) do
      for _, y in ipairs(numbers) do
        pcall(w[name], w, "a", x, y) pcall(w[name], w, x, y) pcall(w[name], w, x, y, y, x) pcall(w[name], w, {}, x, y, y, x)
      end
    end
    w:destroy()
    w = hitbox.newWorld()
    w:add("a", 0, 0, 9, 9) w:add("b", 5, 0, hitbox.circle(0, 0, 9)) w:add("c", -5, 5, hitbox.ellipse(0, 0, 9, 3))
  end
  print "all of it ran"
end }
