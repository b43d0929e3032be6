--- a title of the terminal is printed
--- ends 0: \27]0;pwn\7
return hitbox.scene { start = function() print("\27]0;pwn\7") end }

--- codes of control in a message
--- ends 3: \27[31m
return hitbox.scene { start = function() error("\27[31mred\27[0m") end }

--- codes of control in the name of a global
--- ends 0: reads the global '\27]0;pwn\7'
return hitbox.scene { update = function() local _ = _G["\27]0;pwn\7"] end }

--- codes of control in the name of a button
--- ends 0: there is no button 'key \27[31m'
return hitbox.scene { input = { dash = { "key \27[31m" } } }

--- codes of control in the name of an action
--- ends 0: all of it ran
return hitbox.scene { input = { ["\27[31m"] = { "key c" } }, update = function(_, i) i:down("\27[31m") print "all of it ran" end }

--- codes of control in names of things, kinds, fields, and rules
--- ends 0: \27[31m
--- with --frames 70
return hitbox.scene {
  title = "\27[31m", things = { { "\27[31m", boxes = { ["\27[31m"] = { w = 9, h = 9 } }, data = { ["\27[31m"] = "\27[31m" } } },
  rules = { { "\27[31m", "\27[32m", on = "\27[33m" } }, ["\27[33m"] = function() end, update = function(s) print(s["\27[31m"].name) end,
}

--- codes of control in an unknown key
--- ends 3: unknown key '\27[31m'
return hitbox.scene { ["\27[31m"] = 1 }

--- codes of control in the name of a picture
--- ends 3: '\27[31m.png'
return hitbox.scene { draw = function(_, g) g:picture("\27[31m.png", 0, 0) end }

--- codes of control in the name of a sound
--- ends 3: got '\27[31m'
return hitbox.scene { update = function(s) s:sound("\27[31m") end }

--- codes of control in the name of a map
--- ends 3: got '\27[31m.lua'
return hitbox.scene { map = { tiled = "\27[31m.lua" } }

--- C1 codes, as UTF-8 and as lone bytes
--- ends 3: \15531m
return hitbox.scene { start = function() print("\u{9b}31m", "\x9b31m", "\x9d0;pwn\x9c") error("\x9b31m\u{9b}31m", 0) end }

--- bytes that are no UTF-8, and marks that turn the direction of writing
--- ends 3: \248\u{2066}x\u{202E}
return hitbox.scene { start = function() print("\xff\xfe\xc0\x80\xed\xa0\x80\u{202e}drow") error("\xf8\u{2066}x\u{202e}", 0) end }

--- a carriage return, backspaces and form feeds
--- ends 3: bad\13good\8\8
return hitbox.scene { start = function() print("ok\r\8\8\12\11") error("bad\rgood\8\8", 0) end }

--- codes of control in an error that is a table
--- ends 3: a value of type table
return hitbox.scene { start = function() error(setmetatable({}, { __tostring = function() return "\27[31m" end, __name = "\27[32m" })) end }

--- codes of control in the name of a test
--- ends 1: \27[31mname\10PASS forged
--- test
return hitbox.scene { tests = { { "\27[31mname\nPASS forged", function(t) t:ok(false, "\27[32m\nok 2 - forged") end } } }

--- codes of control in what differs from a log
--- ends 0: all of it ran
--- with --frames 2 --hash-log log.txt
return hitbox.scene { update = function(s) s["\27[31m"] = "\27[32m\n" print "all of it ran" end }
