"""What --trust opens to a script, and what stays as it is."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import SandboxTest, main  # noqa: E402

SCENE = '\nreturn require("hitbox").scene {}\n'


class Trust(SandboxTest):
    def says(self, script, name="scene.lua"):
        """What a trusted script prints while it is loaded."""
        self.write(name, script + SCENE)
        result = self.headless(name, 1, "--trust")
        self.assert_ends(result, 0)
        return result.stdout

    def test_the_rest_of_the_library_is_there(self):
        self.assertEqual(self.says("""
            for _, name in ipairs { "load", "loadfile", "dofile", "collectgarbage", "warn", "require" } do
              assert(type(_G[name]) == "function", name)
            end
            for _, name in ipairs { "io", "os", "debug", "package" } do
              assert(type(_G[name]) == "table", name)
              assert(require(name) == _G[name], name)
            end
            assert(require "_G" == _G and package.loaded.hitbox == require "hitbox")
            local twice = load(string.dump(function(n) return 2 * n end))
            print(twice(21), ("").dump == string.dump, type(os.clock()), os.getenv("NEVER_SET"))"""),
            "42\ttrue\tnumber\tnil\n")

    def test_files_are_read_and_written(self):
        self.says('local f = io.open("out.txt", "w") f:write("seen") f:close()')
        self.assertEqual(pathlib.Path(self.path("out.txt")).read_text("utf-8"), "seen")

    def test_modules_are_found_beside_the_script(self):
        self.write("game/levels/first.lua", "made = (made or 0) + 1 return { name = ..., width = 320, seen = G }")
        self.write("game/parts/init.lua", 'return "parts"')
        self.assertEqual(self.says("""
            G = "global"
            local level, file = require "levels.first"
            print(level.name, level.width, level.seen, file)
            print(require "levels.first" == level, made, (require "parts"))""", "game/scene.lua"),
            "levels.first\t320\tglobal\tgame/levels/first.lua\ntrue\t1\tparts\n")

    def test_a_module_that_returns_nothing_counts_as_loaded(self):
        self.write("quiet.lua", "n = (n or 0) + 1")
        self.assertEqual(self.says('print(require "quiet", require "quiet", n)'), "true\ttrue\t1\n")

    def test_modules_of_hitbox_are_those_of_the_program(self):
        self.write("hitbox/bump.lua", 'return "another"')
        self.assertEqual(self.says("""
            local world = require("hitbox.bump").newWorld(32)
            world:add("box", 0, 0, 8, 8)
            print(world:countItems())"""), "1\n")

    def test_a_missing_module_is_reported_with_the_paths_that_were_tried(self):
        self.write("scene.lua", 'local x = 1\nrequire "levels.none"')
        result = self.headless("scene.lua", 1, "--trust")
        self.assert_fails(result, "scene.lua:2: module 'levels.none' not found:")
        self.assertIn("no file 'levels/none.lua'", result.stderr)

    def test_an_error_in_a_module_is_reported_with_its_line(self):
        self.write("wrong.lua", "x = 1\nx = = 2")
        self.write("scene.lua", 'require "wrong"')
        self.assert_fails(self.headless("scene.lua", 1, "--trust"), "wrong.lua:2:")

    def test_loaded_chunks_have_the_globals_of_the_script(self):
        self.write("part.lua", "return n, pairs")
        self.assertEqual(self.says("""
            n = 7
            local a, its_pairs = dofile "part.lua"
            print(a, its_pairs == pairs, load("return n")(), load("return n", "=x", "t", { n = 8 })())
            print((loadfile("part.lua"))(), (loadfile("part.lua", "t", { n = 9 }))())
            print(load("n = = 1", "=x"))
            print(pcall(dofile, "none.lua"))"""),
            "7\ttrue\t7\t8\n7\t9\tnil\nnil\tx:1: unexpected symbol near '='\n"
            "false\tcannot open none.lua: No such file or directory\n")

    def test_modules_may_be_preloaded_searched_and_replaced(self):
        self.assertEqual(self.says("""
            package.preload.early = function(name, where) return name .. where end
            table.insert(package.searchers, 1, function(name)
              return name == "mine" and function() return "own" end or nil
            end)
            print(require "early", (require "mine"))
            package.loaded.mine = "other"
            print(require "mine", package.searchpath("none", "?.lua;x/?.lua"))"""),
            "early:preload:\town\nother\tnil\tno file 'none.lua'\n\tno file 'x/none.lua'\n")

    def test_each_script_has_modules_of_its_own(self):
        self.write("count.lua", "return { n = 0 }")
        self.write("scene.lua", 'local c = require "count" c.n = c.n + 1 c.os = os os.exit = nil\n'
                   'return require("hitbox").scene { start = function(s) s.n = c.n end }')
        self.write("scene.test.lua", """return {
            { "first", function(t) t:eq(t.scene.n, 1) t:eq(type(os.exit), "function") end },
            { "second", function(t) t:eq(t.scene.n, 1) t:ok(io.open("count.lua")) end } }""")
        self.assert_ends(self.run_sandbox("test", "--trust", "scene.test.lua"), 0)
        self.assert_ends(self.run_sandbox("test", "scene.test.lua"), 1)

    def test_deterministic_replacements_stay(self):
        script = """
            local keys = {}
            for key in pairs { b = 1, a = 2, [2] = 3, c = 4 } do keys[#keys + 1] = key end
            print(table.concat(keys, " "), tostring({}), math.random(1000000))
            assert(not pcall(math.randomseed, 1))
            assert(not pcall(setmetatable, {}, { __gc = print }))"""
        said = self.says(script)
        self.assertRegex(said, r"^2 a b c\ttable: 1\t\d+\n$")
        self.write("scene.lua", script + SCENE)
        self.assertEqual(self.headless().stdout, said)

    def test_the_hash_of_a_scene_is_the_same_with_and_without(self):
        self.scene("""things = { { "a", at = { 0, 0 }, w = 4, h = 4 } },
          update = function(s) s.a:move(math.random(3), 1) for k in pairs { x = 1, y = 2 } do s.last = k end end,""")
        first = self.headless("scene.lua", 30, "--hash").stdout
        self.assertRegex(first, r"^[0-9a-f]{16}\n$")
        self.assertEqual(self.headless("scene.lua", 30, "--hash", "--trust").stdout, first)

    def test_maps_may_lie_elsewhere_and_pictures_stay_beside_the_scene(self):
        self.write("level.lua", "return { orientation = 'orthogonal', width = 1, height = 1, tilewidth = 8, "
                   "tileheight = 8, layers = {}, tilesets = {} }")
        self.scene("""map = { tiled = "../level.lua" },""", "game/scene.lua")
        self.assert_fails(self.headless("game/scene.lua", 1), "beside the scene's or below")
        self.assert_ends(self.headless("game/scene.lua", 1, "--trust"), 0)
        self.scene("""draw = function(s, g) g:picture("../dot.png", 0, 0) end,""")
        self.assert_fails(self.headless("scene.lua", 1, "--trust"), "beside the scene's or below")

    def test_an_endless_call_is_stopped(self):
        self.scene("update = function() while true do end end,")
        self.assert_fails(self.headless("scene.lua", 1, "--trust"), "without coming to an end")

    def test_trust_may_stand_anywhere_and_is_explained(self):
        self.write("scene.lua", "print(type(io))" + SCENE)
        for line in (["--trust", "scene.lua"], ["scene.lua", "--trust"], ["run", "--trust", "scene.lua"]):
            head = line[:1] if line[0] == "run" else []
            result = self.run_sandbox(*head, "--headless", "--frames", "1", *line[len(head):])
            self.assertEqual(result.stdout, "table\n")
        self.assertIn("--trust", self.run_sandbox("--help").stdout)


if __name__ == "__main__":
    main()
