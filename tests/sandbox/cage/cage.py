"""What a script can reach, and what it cannot."""

import os
import pathlib
import struct
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import PROGRAM, SandboxTest, main, without_display  # noqa: E402


class Cage(SandboxTest):
    def says(self, script):
        """What a script prints while it is loaded."""
        self.write("scene.lua", script + '\nreturn require("hitbox").scene {}\n')
        result = self.headless()
        self.assert_ends(result, 0)
        return result.stdout

    def test_no_message_of_a_script_opens_a_file(self):
        os.mkfifo(self.path("pipe"))  # to open it for reading waits for a writer
        self.scene("""update = function()
            error("pipe:1: attempt to index a nil value (local 'x')", 0)
          end,""")
        self.assert_fails(self.headless(), "local 'x'")

    def test_a_scene_makes_worlds_by_the_module_that_is_required(self):
        self.scene("start = function(s) print(s.hitbox.newWorld == hitbox.newWorld) end,")
        self.assertEqual(self.headless().stdout, "true\n")
        self.scene("start = function() hitbox.newWorld { recover = 0 / 0 } end,")
        self.assert_fails(self.headless(), "scene.lua:3: bad argument #1 to 'newWorld' (recover")

    def test_the_useful_part_of_lua_is_there(self):
        self.assertEqual(self.says("""
            for _, name in ipairs { "assert", "error", "ipairs", "next", "pairs", "pcall", "print",
              "rawequal", "rawget", "rawlen", "rawset", "select", "setmetatable", "getmetatable",
              "tonumber", "tostring", "type", "xpcall", "require" } do
              assert(type(_G[name]) == "function", name)
            end
            assert(math.floor(2.5) == 2)
            assert(string.rep("x", 3) == "xxx" and ("abc"):upper() == "ABC")
            assert(table.concat { 1, 2 } == "12" and utf8.char(228) == "ä")
            assert(coroutine.wrap(function() coroutine.yield(7) end)() == 7)
            print(_VERSION)"""), "Lua 5.4\n")

    def test_files_programs_and_the_clock_are_out_of_reach(self):
        self.assertEqual(self.says("""
            for _, name in ipairs { "os", "io", "debug", "package", "load", "loadstring",
              "loadfile", "dofile", "collectgarbage" } do
              assert(_G[name] == nil, name)
              assert(_ENV[name] == nil, name)
            end
            assert(string.dump == nil and ("").dump == nil)
            print("none")"""), "none\n")

    def test_only_the_module_can_be_required(self):
        self.assertIn("only", self.says("""
            for _, name in ipairs { "io", "os", "package", "hitbox.scene", "scene", "../scene" } do
              local fine, message = pcall(require, name)
              assert(not fine, name)
              print(message)
            end"""))

    def test_the_module_is_the_same_table_each_time(self):
        self.assertEqual(self.says('print(require "hitbox" == require "hitbox")'), "true\n")

    def test_the_metatable_of_strings_is_hidden(self):
        self.assertEqual(self.says("""
            assert(getmetatable("") == false)
            assert(not pcall(setmetatable, "", {}))
            string.upper = function() return "poison" end
            string.format = nil
            print(("ok"):upper(), ("%d"):format(3))"""), "OK\t3\n")

    def test_a_script_cannot_spoil_the_libraries_of_the_next(self):
        self.scene("update = function(s) s:quit() end,")
        poison = """
            math.floor, table.insert, string.gsub, pairs, require("hitbox").newWorld = nil
            _G.type = nil
        """
        self.write("scene.test.lua", poison + """
            return { { "a scene made after", function(t) t:step(3) t:ok(t.scene.done) end } }""")
        self.assert_ends(self.run_sandbox("test", "scene.test.lua"), 0)

    def test_results_of_tostring_metamethods_are_printed_as_they_are(self):
        self.assertEqual(self.says("""
            local says = { __tostring = function() return "score: 42" end, __metatable = "hidden" }
            print(setmetatable({}, says), ("%s"):format(setmetatable({}, says)))
            print({}, setmetatable({}, { __name = "foe" }))"""), "score: 42\tscore: 42\ntable: 1\tfoe: 2\n")

    def test_globals_of_a_script_are_its_own(self):
        self.assertEqual(self.says("""
            x = 5
            print(_G.x, _G == _ENV)"""), "5\ttrue\n")

    def test_random_numbers_are_the_same_in_each_run(self):
        script = 'print(math.random(), math.random(6), math.random(-3, 3))'
        first = self.says(script)
        self.assertEqual(first, self.says(script))
        self.scene('seed = 5, update = function() print(math.random(1000000)) end,')
        again = self.headless(frames=5).stdout
        self.assertEqual(again, self.headless(frames=5).stdout)
        self.assertEqual(len(set(again.split())), 5)

    def test_the_seed_of_a_scene_counts(self):
        body = "update = function() print(math.random(1000000)) end,"
        self.scene("seed = 1, " + body)
        first = self.headless(frames=5).stdout
        self.scene("seed = 2, " + body)
        self.assertNotEqual(first, self.headless(frames=5).stdout)

    def test_seeding_by_hand_is_refused_with_the_way_to_do_it(self):
        self.write("scene.lua", "math.randomseed(1)")
        self.assert_fails(self.headless(), "seed = 1")

    def test_a_map_is_read_from_beside_the_scene_and_from_nowhere_else(self):
        level = """return { orientation = "orthogonal", tilewidth = 8, tileheight = 8, tilesets = {}, layers = {
            { type = "objectgroup", name = "all", objects = { { id = 1, name = "hero", shape = "point",
              x = 3, y = 4, visible = %s } } } } }"""
        self.write("maps/level.lua", level % "true")
        self.write("maps/reaching.lua", level % "print('it ran', os, io, require, hitbox) == nil")
        show = "start = function(s) print(s.hero.x, s.hero.y) end,"
        self.scene('map = { tiled = "maps/level.lua" }, ' + show)
        self.assertEqual(self.headless().stdout, "3\t4\n")
        self.scene('map = { tiled = "maps/reaching.lua" }, ' + show)
        self.assert_fails(self.headless(), "got 'print'")
        for path in ["../maps/level.lua", self.path("maps/level.lua"), "maps/../../x.lua"]:
            self.scene(f'map = {{ tiled = "{path}" }}, ' + show)
            self.assert_fails(self.headless(), "beside the scene's or below")

    def test_an_export_of_aseprite_is_read_from_beside_the_scene_and_from_nowhere_else(self):
        self.write("sheets/hero.json", """{ "frames": [ { "frame": { "x": 0, "y": 0, "w": 8, "h": 6 } } ],
            "meta": { "image": "hero.png" } }""")
        read = 'start = function(s) local made = hitbox.aseprite { file = "%s" } print(made.image, made.anchor.py) end,'
        self.scene(read % "sheets/hero.json")
        self.assertEqual(self.headless().stdout.split(), ["sheets/hero.png", "6"])
        for path in ["../sheets/hero.json", self.path("sheets/hero.json"), "sheets/../../x.json"]:
            self.scene(read % path)
            self.assert_fails(self.headless(), "beside the scene's or below")

    def test_compiled_chunks_are_refused(self):
        self.write("scene.lua", "\x1bLua")
        self.assert_fails(self.headless(), "binary chunk")

    def test_a_world_that_is_none_is_refused(self):
        self.scene("""update = function(s)
            local function nothing() end
            local function none() return nothing end
            rawset(s, "world", setmetatable({}, { __index = function() return none end }))
          end,""")
        self.assert_fails(self.headless(frames=2), "corePointer")

    def test_the_folder_that_a_scene_remembers_leads_nowhere_else(self):
        self.write("level.lua", """return { orientation = "orthogonal", tilewidth = 8, tileheight = 8, tilesets = {},
            layers = { { type = "objectgroup", name = "all", objects = { { id = 1, name = "secret",
            shape = "point", x = 3, y = 4, visible = true } } } } }""")
        for folder in ("", self.folder + "/", "scenes/../"):
            self.scene(f"""scenes = {{ two = {{ map = {{ tiled = "level.lua" }},
                start = function(s) print(s.secret.x) end }} }},
              update = function(s) s._own._folder = "{folder}" s:switch "two" end,""", "scenes/scene.lua")
            result = self.headless("scenes/scene.lua", 2)
            self.assert_fails(result, "a scene can read only files beside it or below")
            self.assertEqual(result.stdout, "")

    def test_pictures_are_read_from_beside_the_scene_and_from_nowhere_else(self):
        dot = b"P6 1 1 255\n" + bytes(3)
        self.write_bytes("scenes/own/dot.ppm", dot)
        self.write_bytes("dot.ppm", dot)
        draw = 'draw = function(s, g) g:picture("%s", 0, 0) end,'
        self.scene(draw % "own/dot.ppm", "scenes/scene.lua")
        self.assert_ends(self.headless("scenes/scene.lua"), 0)
        for path in ["../dot.ppm", self.path("dot.ppm"), "own/../../dot.ppm", "..", "own/..", ""]:
            with self.subTest(path):
                self.scene(draw % path, "scenes/scene.lua")
                self.assert_fails(self.headless("scenes/scene.lua"), "beside the scene's or below")

    def test_links_are_followed_within_the_folder_of_the_scene_and_no_further(self):
        dot, sheet = b"P6 1 1 255\n" + bytes(3), '{ "frames": [ { "frame": {} } ], "meta": {} }'
        for folder in ("scenes/own", "elsewhere"):
            self.write_bytes(folder + "/dot.ppm", dot)
            self.write(folder + "/sheet.json", sheet)
            self.write(folder + "/beep.wav", "no sound, but a file")
        os.symlink("own", self.path("scenes/inward"))
        os.symlink("../elsewhere", self.path("scenes/folder"))
        for name in ("dot.ppm", "sheet.json", "beep.wav"):
            os.symlink(self.path("elsewhere/" + name), self.path("scenes/file-" + name))
        picture = 'draw = function(s, g) g:picture("%s", 0, 0) end,'
        export = 'start = function(s) print(pcall(hitbox.aseprite, { file = "%s" })) end,'
        sound = 'start = function(s) s:sound "%s" end,'
        for use, name in ((picture, "dot.ppm"), (export, "sheet.json"), (sound, "beep.wav")):
            for way, leads_out in (("own/", False), ("inward/", False), ("folder/", True),
                                   ("file-", True)):
                for more, refused in (((), leads_out), (("--trust",), False)):
                    with self.subTest(way + name, more=more):
                        self.scene(use % (way + name), "scenes/scene.lua")
                        result = self.headless("scenes/scene.lua", 1, *more)
                        said = result.stdout + result.stderr
                        self.assertEqual("no file of the scene's folder" in said, refused, said)

    def test_a_path_that_is_no_file_does_not_block(self):
        os.mkfifo(self.path("pipe"))
        self.scene('draw = function(s, g) g:picture("pipe", 0, 0) end,')
        self.assert_fails(self.headless(), "no file of the scene's folder")

    def picture(self, name, side, whole=True):
        """Write a white square as a PNG, of which there may be no more than the begin."""
        rows = (b"\0" + b"\xff" * ((side + 7) // 8)) * (side if whole else 1)
        parts = ((b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)),
                 (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b""))
        self.write_bytes(name, b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in parts))

    def test_pictures_have_no_more_than_512_megabytes(self):
        for side, whole in ((60000, False), (12000, True)):
            self.picture("huge.png", side, whole)
            self.scene('draw = function(s, g) g:picture("huge.png", 0, 0) end,')
            self.assert_fails(self.headless(), "too large")
        for name in ("a.png", "b.png"):
            self.picture(name, 8200)  # 8,200 x 8,200 x 4 bytes are 257 megabytes
        self.scene('draw = function(s, g) g:picture("a.png", 0, 0) g:picture("a.png", 0, 0) end,')
        self.assert_ends(self.headless(), 0)
        self.scene('draw = function(s, g) g:picture("a.png", 0, 0) g:picture("b.png", 0, 0) end,')
        self.assert_fails(self.headless(), "picture 'b.png': too large")

    def test_pictures_whose_decoders_crash_are_refused(self):
        for name, data in (("huge.xpm", b'/* XPM */\nstatic char *x[] = {"40000 40000 1 1","a c #ff0000","a"};'),
                           ("a.lbm", b"FORM\0\0\0\xffILBMBMHD"), ("a.xcf", b"gimp xcf file\0" + bytes(50))):
            with self.subTest(name):
                self.write_bytes(name, data)
                self.scene(f'draw = function(s, g) g:picture("{name}", 0, 0) end,')
                self.assert_fails(self.headless(), f"picture '{name}': it is none of PNG, JPEG")

    def test_a_scene_is_read_without_its_metamethods(self):
        # A world that is destroyed while its boxes are read would be used after it is gone.
        self.scene("""things = { { "a", at = { 1, 2 }, w = 3, h = 4, color = "red" }, { "b", at = { 5, 2 }, r = 3 } },
          update = function(s)
            local twin, world = s.b, s.world
            s.a.color = nil
            debug.setmetatable(s.a, { __index = function(_, key)
              if key == "color" then
                print "called"
                world:destroy()
              end
              return twin[key]
            end })
          end,""")
        self.assertEqual(self.headless("scene.lua", 1, "--trust").stdout, "")

    def test_the_metatables_of_the_library_are_hidden_and_the_own_ones_are_not(self):
        self.assertEqual(self.says("""
            local meta, guarded = {}, { __metatable = "mine" }
            print(getmetatable(setmetatable({}, meta)) == meta, getmetatable(setmetatable({}, guarded)),
              getmetatable(setmetatable({}, { __metatable = meta })) == meta, getmetatable({}),
              getmetatable(setmetatable(setmetatable({}, meta), nil)),
              getmetatable(setmetatable({}, { __metatable = 0 / 0 })) == 1)
            local s = require("hitbox").scene { things = { { "a", at = { 0, 0 }, w = 1, h = 1 } } }
            print(getmetatable(s), getmetatable(s.a), getmetatable(s.world), getmetatable(s.input))"""),
            "true\tmine\ttrue\tnil\tnil\tfalse\nfalse\tfalse\tfalse\tfalse\n")

    def test_control_codes_are_not_printed(self):
        self.write("scene.lua", 'print("\\27]0;owned\\7\\tä\\194\\155m\\r") error("\\27[31m red\\n")')
        result = self.headless()
        self.assertEqual(result.stdout, "\\27]0;owned\\7\tä\\155m\\13\n")
        self.assert_fails(result, "\\27[31m red\n")
        self.write("scene.test.lua", 'return { { "a \\27c", function() error("\\27[2J") end } }')
        self.scene("")
        self.assertNotIn("\x1b", self.run_sandbox("test", "scene.test.lua").stdout)
        self.assertNotIn("\x1b", self.run_sandbox("test", "--tap", "scene.test.lua").stdout)

    def test_coroutines_are_as_lua_has_them(self):
        self.assertEqual(self.says("""
            local next_of = coroutine.wrap(function(a, b)
              local c = coroutine.yield(a + b)
              local d, e = coroutine.yield(c, nil, c)
              return d, e
            end)
            print(next_of(1, 2))
            print(next_of(4))
            print(next_of(5, nil))
            print(select(2, pcall(next_of)))
            local closed = false
            local failing = coroutine.wrap(function()
              local x <close> = setmetatable({}, { __close = function() closed = true end })
              error { code = 7 }
            end)
            local fine, thrown = pcall(failing)
            print(fine, thrown.code, closed)
            local co = coroutine.create(function(...) return coroutine.isyieldable(), ... end)
            print(coroutine.resume(co, 1, nil, 3))
            print(coroutine.resume(co))
            print(coroutine.close(co), select(2, pcall(function() coroutine.close((coroutine.running())) end)))
            print(select(2, pcall(function() coroutine.wrap(5) end)))
            print(select(2, pcall(coroutine.wrap(function() local x = nil + 1 end))))
            print(xpcall(error, function(m) return "handled " .. m end, "x", 0))
            print(select(2, pcall(function() xpcall(print) end)))"""),
            "3\n4\tnil\t4\n5\tnil\ncannot resume dead coroutine\nfalse\t7\ttrue\ntrue\ttrue\t1\tnil\t3\n"
            "false\tcannot resume dead coroutine\ntrue\tscene.lua:21: cannot close a running coroutine\n"
            "scene.lua:22: bad argument #1 to 'wrap' (function expected, got number)\n"
            "scene.lua:23: attempt to perform arithmetic on a nil value\nfalse\thandled x\n"
            "scene.lua:25: bad argument #2 to 'xpcall' (function expected, got no value)\n")

    def test_an_error_for_a_caged_name_says_how_to_trust_the_script(self):
        for script in ("io.open('x')", "local f = os.time()", "local clock = os clock = nil os.clock()",
                       "load('x')", "debug.getinfo(1)", "collectgarbage()", "string.dump(print)",
                       "local package = package print(package.path)", "require 'other'"):
            with self.subTest(script):
                self.write("scene.lua", script)
                self.assert_fails(self.headless(), "if you trust the author, --trust opens it")
        self.write("scene.lua", "local level = {} level.load()")
        result = self.headless()
        self.assert_fails(result, "field 'load'")
        self.assertNotIn("--trust", result.stderr)

    def test_g_is_of_no_use_outside_of_draw(self):
        self.scene("""draw = function(s, g) s.g = g end,
          update = function(s) if s.g then s.g:line(0, 0, 1, 1) end end,""")
        self.assert_fails(self.headless(frames=3), "draw function")


if __name__ == "__main__":
    main()
