--- a damaged PNG whose chunk is as long as can be
--- ends 3: it is damaged
--- make damaged_png bad.png
return hitbox.scene { draw = function(_, g) g:picture("bad.png", 0, 0) end }

--- a PNG of 60,000 x 60,000 pixels in some bytes
--- ends 3: too large: 60000 x 60000
--- make huge_png bad.png
return hitbox.scene { draw = function(_, g) g:picture("bad.png", 0, 0) end }

--- a BMP and a GIF of 60,000 x 60,000 pixels in some bytes
--- ends 0: all of it ran
--- make huge_bmp bad.bmp
--- make huge_gif bad.gif
return hitbox.scene { draw = function(_, g) assert(not pcall(g.picture, g, "bad.bmp", 0, 0)) assert(not pcall(g.picture, g, "bad.gif", 0, 0)) print "all of it ran" end }

--- a picture of 512 MB of zeros
--- ends 3: the file is too large
--- make zeros bad.png 536870912
return hitbox.scene { draw = function(_, g) g:picture("bad.png", 0, 0) end }

--- a picture that is asked for in each tick, and is none
--- ends 0: all of it ran
--- make zeros bad.png 100
--- with --frames 300
return hitbox.scene { draw = function(_, g) for _ = 1, 20 do assert(not pcall(g.picture, g, "bad.png", 0, 0)) end print "all of it ran" end }

--- a picture is a pipe
--- ends 3: it is no file
--- make pipe bad.png
return hitbox.scene { draw = function(_, g) g:picture("bad.png", 0, 0) end }

--- a picture is a folder, a device, a link out of the folder
--- ends 0: all of it ran
--- make link null.png /dev/zero
--- make link out.png /etc/passwd
return hitbox.scene { draw = function(_, g)
  for _, name in ipairs { "null.png", "out.png", ".", "", "/etc/passwd", "../x.png", "a\0b.png", ("x"):rep(5000) } do
    assert(not pcall(g.picture, g, name, 0, 0), name)
  end
  print "all of it ran"
end }

--- a sound of 512 MB of zeros
--- ends 0: all of it ran
--- make zeros bad.wav 536870912
return hitbox.scene { update = function(s) s:sound "bad" print "all of it ran" end }

--- a sound that is a pipe, a device
--- ends 0: all of it ran
--- make pipe bad.wav
--- make link null.wav /dev/zero
return hitbox.scene { update = function(s) pcall(s.sound, s, "bad") pcall(s.sound, s, "null") pcall(s.music, s, "bad") print "all of it ran" end }

--- a map is a pipe
--- ends 3: it is no file
--- make pipe bad.lua
return hitbox.scene { map = { tiled = "bad.lua" } }

--- a map is a program that does not end
--- ends 3: the file must be `return` and a table
--- file bad.lua
while true do end
--- file scene.lua
return hitbox.scene { map = { tiled = "bad.lua" } }

--- a map is a program that takes memory
--- ends 3: the file must be `return` and a table
--- with --memory 64
--- file bad.lua
local t = {} while true do t[#t + 1] = {} end
--- file scene.lua
return hitbox.scene { map = { tiled = "bad.lua" } }

--- a map of layers that are no tables
--- ends 3: layers[1] of the map must be a table
return hitbox.scene { map = { tiled = { orientation = "orthogonal", layers = { 1 }, tilesets = {} } } }

--- a map of LDtk whose level is empty
--- ends 3: levels[1].identifier
return hitbox.scene { map = { ldtk = { defs = { layers = {} }, levels = { {} } } } }

--- a map whose chunks are two billion tiles apart
--- ends 3: chunks[2].y of the map
return hitbox.scene { types = { wall = {} }, map = { tiled = { orientation = "orthogonal", tilewidth = 8, tileheight = 8, infinite = true, width = 1, height = 1,
  tilesets = { { firstgid = 1, name = "t", tilewidth = 8, tileheight = 8, tilecount = 1, columns = 1, tiles = { { id = 0, type = "wall" } } } },
  layers = { { type = "tilelayer", name = "a", encoding = "lua", chunks = { { x = 0, y = 0, width = 1, height = 1, data = { 1 } }, { x = 0, y = 2e9, width = 1, height = 1, data = { 1 } } } } } } } }

--- a map of 2^31 x 2^31 tiles
--- ends 3: height of the map
return hitbox.scene { types = { wall = {} }, map = { tiled = { orientation = "orthogonal", tilewidth = 8, tileheight = 8, width = 2 ^ 31, height = 2 ^ 31,
  tilesets = {}, layers = { { type = "tilelayer", name = "a", width = 2 ^ 31, height = 2 ^ 31, encoding = "lua", data = { 1 } } } } } }

--- a map that leads back to itself
--- ends 3: is too deep
local map = { orientation = "orthogonal", tilewidth = 8, tileheight = 8, tilesets = {} }
map.layers = { { type = "group", name = "a", layers = map.layers } }
map.layers[1].layers = map.layers
return hitbox.scene { map = { tiled = map } }

--- an export of Aseprite whose frames are numbers
--- ends 3: frames[1] of the export
hitbox.aseprite '{"frames":[5]}'

--- an export of Aseprite with a tag to frame 1e9
--- ends 3: has a frame 1000000000
hitbox.aseprite '{"frames":[{"frame":{"x":0,"y":0,"w":8,"h":8},"duration":100}],"meta":{"frameTags":[{"name":"a","from":0,"to":1000000000,"direction":"forward"}]}}'

--- an export of Aseprite with a duration of 1e9
--- ends 3: is too long
--- with --memory 64
return hitbox.scene { types = { a = hitbox.aseprite '{"frames":[{"frame":{"x":0,"y":0,"w":8,"h":8},"duration":1000000000}],"meta":{"frameTags":[{"name":"a","from":0,"to":0,"direction":"forward"}]}}' } }

--- JSON of 100,000 brackets
--- ends 3: too deep
hitbox.aseprite(("["):rep(100000))

--- JSON of one megabyte of digits
--- ends 3: a number is too large
hitbox.aseprite('{"frames":' .. ("9"):rep(1000000) .. "}")

--- a map drawn in a million rows
--- ends 3: has run for | not enough memory
local rows = {}
for i = 1, 1000000 do rows[i] = "#" end
return hitbox.scene { types = { wall = {} }, map = { tile = 8, rows = rows, legend = { ["#"] = "wall" } }, update = function(s) for i = 1, 1000000 do s:setTile(i, i % 2 == 0 and "#" or ".") end end }

--- the script is a binary chunk
--- ends 3: binary
--- make bytes scene.lua 1b4c7561540019930d0a1a0a

--- the script is 64 megabytes of brackets
--- ends 3: has run for | not enough memory
--- with --memory 64
--- make brackets scene.lua 67108864

--- the script is 100,000 nested tables
--- ends 3: C stack overflow
--- make nested scene.lua 100000

--- the script is empty
--- ends 3: must end in
--- make zeros scene.lua 0
