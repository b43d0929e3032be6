--- a pattern that takes for ever
--- ends 3: has run for
return hitbox.scene { update = function() ("a"):rep(30000):find((".-"):rep(12) .. "b") end }

--- a pattern of match that takes for ever
--- ends 3: has run for
return hitbox.scene { update = function() pcall(string.match, ("a"):rep(30000), (".-"):rep(12) .. "b") end }

--- a pattern of gmatch that takes for ever
--- ends 3: has run for
return hitbox.scene { update = function()
  pcall(function() for _ in ("a"):rep(30000):gmatch((".-"):rep(12) .. "b") do end end)
end }

--- a pattern of gsub that takes for ever
--- ends 3: has run for
return hitbox.scene { update = function() pcall(string.gsub, ("a"):rep(30000), (".-"):rep(12) .. "b", "") end }

--- table.move over 2^40 fields
--- ends 3: has run for
return hitbox.scene { update = function() table.move({}, 1, 2 ^ 40, 2) end }

--- table.move to and fro in one table
--- ends 3: has run for
return hitbox.scene { update = function() local t = { 1 } while true do pcall(table.move, t, 1, 1 << 40, 2) end end }

--- table.unpack over 10^7
--- ends 3: too many results to unpack
return hitbox.scene { update = function() return table.unpack({}, 1, 10000000) end }

--- table.unpack over 10^6, caught, again and again
--- ends 3: has run for
return hitbox.scene { update = function() while true do pcall(function() return table.unpack({}, 1, 900000) end) end end }

--- table.concat of a table without end
--- ends 3: has run for
return hitbox.scene { update = function()
  table.concat(setmetatable({}, { __index = function() return "x" end, __len = function() return 1 << 40 end }))
end }

--- table.insert at the front of what says it is long
--- ends 3: has run for
return hitbox.scene { update = function()
  table.insert(setmetatable({}, { __len = function() return 1 << 40 end }), 1, true)
end }

--- table.remove of the first of what says it is long
--- ends 3: has run for
return hitbox.scene { update = function()
  table.remove(setmetatable({}, { __len = function() return 1 << 40 end }), 1)
end }

--- a sort of what says it is long
--- ends 3: has run for
return hitbox.scene { update = function() table.sort(setmetatable({}, { __len = function() return 1 << 30 end })) end }

--- a sort of what cannot be compared
--- ends 3: have no order
return hitbox.scene { update = function() table.sort({ {}, 1, "x", true }) end }

--- string.rep of a gigabyte
--- ends 3: not enough memory
--- memory 1400
return hitbox.scene { update = function() return ("x"):rep(1 << 30) end }

--- string.rep of what has no size
--- ends 3: resulting string too large
return hitbox.scene { update = function() return ("x"):rep(1 << 62) end }

--- string.rep of nothing, 2^62 times
--- ends 3: has run for
return hitbox.scene { update = function() return (""):rep(1 << 62) end }

--- string.rep with a separator
--- ends 3: resulting string too large
--- with --memory 100
return hitbox.scene { update = function() return (""):rep(1 << 40, "x") end }

--- string.format with a width that is too large
--- ends 3: invalid conversion
return hitbox.scene { update = function() local _ = ("%99999d"):format(1) end }

--- string.format of very long numbers
--- ends 3: has run for
return hitbox.scene { update = function() local f = ("%99.99f"):rep(200) local n = {} for i = 1, 200 do n[i] = 1e308 end while true do f:format(table.unpack(n)) end end }

--- string.byte, char and select of many
--- ends 3: has run for
return hitbox.scene { update = function()
  local text = ("x"):rep(1 << 24)
  while true do
    pcall(string.byte, text, 1, -1)
    pcall(function() return select(-1, text:byte(1, 500000)) end)
    pcall(string.char, text:byte(1, 200000))
  end
end }

--- string.packsize and unpack of a million numbers
--- ends 3: has run for
return hitbox.scene { update = function()
  local format = ("i16"):rep(1000000)
  while true do string.packsize(format) pcall(string.unpack, format, ("x"):rep(1 << 24)) end
end }

--- utf8 over a long text, again and again
--- ends 3: has run for
return hitbox.scene { update = function() local text = ("x"):rep(1 << 20) while true do utf8.len(text) utf8.offset(text, -1) pcall(utf8.codepoint, text, 1, -1) end end }

--- a walk over a table whose next is never found
--- ends 3: has run for
return hitbox.scene { update = function()
  local t = {}
  for i = 1, 2000000 do t[i] = i end
  while true do for k in pairs(t) do t[k] = nil break end end
end }

--- rawlen of a table that grows by doubling
--- ends 3: has run for | not enough memory
--- with --memory 200
return hitbox.scene { update = function() local t = {} for i = 1, 60 do t[1 << i] = i end local n = 1 while true do t[n] = n n = n + 1 if #t < 0 then break end end end }

--- pairs of 100,000 items in one heap
--- ends 3: has run for | not enough memory
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  for i = 1, 100000 do w:add(i, 0, 0, 9, 9) end
  while true do for _ in w:pairs() do end end
end }

--- queryPairs of 50,000 items in one heap
--- ends 3: has run for | not enough memory
--- with --memory 200
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  for i = 1, 50000 do w:add(i, 0, 0, 9, 9) end
  w:queryPairs()
end }

--- the events of 50,000 items in one heap
--- ends 3: has run for | not enough memory
--- with --memory 200
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  for i = 1, 50000 do w:add(i, 0, 0, 9, 9) end
  w:updateEvents()
end }

--- a separation of 30,000 items in one heap
--- ends 3: has run for
--- with --memory 400
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  local pairs = {}
  for i = 1, 30000 do
    w:add(i, 0, 0, 9, 9)
    pairs[2 * i - 1], pairs[2 * i] = 1, i
  end
  pairs[1] = 2
  while true do w:separate(pairs) end
end }

--- a move through 200,000 items
--- ends 3: has run for | not enough memory
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  for i = 1, 100000 do w:add(i, i, 0, 9, 9) end
  w:add("mover", -50, 0, 9, 9)
  while true do w:check("mover", 200000, 0, "cross") end
end }

--- a carry of 50,000 riders
--- ends 3: has run for
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  w:add("lift", 0, 10, 1000, 9)
  for i = 1, 50000 do w:add(i, i % 900, 0, 10, 10) end
  while true do w:carry("lift", 0, 9) w:carry("lift", 0, 10) end
end }

--- the contact of two compounds of 1,024 parts, again and again
--- ends 3: has run for
return hitbox.scene { update = function()
  local parts = {}
  for i = 1, 1024 do parts[i] = hitbox.circle(i % 32, i // 32, 3) end
  local a = hitbox.compound(parts)
  while true do hitbox.contact(a, a:translated(0.5, 0.5)) hitbox.distance(a, a:translated(900, 0)) end
end }

--- a compound of 20,000 parts
--- ends 3: must have at most 4096 corners
return hitbox.scene { update = function()
  local parts = {}
  for i = 1, 20000 do parts[i] = hitbox.circle(i % 150, i // 150, 3) end
  hitbox.compound(parts)
end }

--- the trace of 1,024 triangles that lie upon each other, again and again
--- ends 3: has run for
--- memory 200
return hitbox.scene { update = function()
  local parts = {}
  for i = 1, 1024 do parts[i] = hitbox.polygon(i, 0, 4096 - i, 0, 2048, -1000) end
  local a = hitbox.compound(parts)
  while true do a:outline() end
end }

--- an outline of 200,000 corners that is a comb
--- ends 3: must have at most 4096 corners
--- memory 500
return hitbox.scene { update = function()
  local corners = { 0, 100 }
  for i = 1, 200000 do corners[#corners + 1] = i corners[#corners + 1] = i % 2 * 50 end
  corners[#corners + 1] = 200001 corners[#corners + 1] = 100
  while true do hitbox.polygon(corners) end
end }

--- an outline that crosses itself a million times
--- ends 3: crosses itself
--- memory 500
return hitbox.scene { update = function()
  local corners = {}
  for i = 1, 4096 do corners[2 * i - 1] = i * 7919 % 1000 corners[2 * i] = i * 104729 % 1000 end
  hitbox.polygon(corners)
end }

--- masks of 4096 x 4096 pixels against each other
--- ends 3: has run for
--- memory 600
return hitbox.scene { update = function()
  local rows = {}
  for y = 1, 4096 do rows[y] = ("#...."):rep(821):sub(y % 5 + 1, y % 5 + 4096) end
  local m = hitbox.mask(rows)
  while true do hitbox.contact(m, m:translated(1, 1)) end
end }

--- a snapshot and a save of 100,000 items, again and again
--- ends 3: has run for | not enough memory
return hitbox.scene { update = function()
  local w = hitbox.newWorld()
  for i = 1, 100000 do w:add(i, i, 0, 9, 9) end
  while true do w:restore(w:snapshot()) hitbox.load(w:save()) end
end }

--- a hash of a scene with 20,000 fields, again and again
--- ends 3: has run for
return hitbox.scene { update = function(s)
  for i = 1, 20000 do s["field" .. i] = { i } end
  while true do s:hash() end
end }
