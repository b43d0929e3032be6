"""How much time and memory a script may take, and what comes of one that takes more."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import SandboxTest, main  # noqa: E402

ENDLESS = "function() while true do end end"
SOON = ("--seconds", "0.3")
OVER = "scene.lua:4: the script has run for 0.3 seconds without coming to an end"
REFUSAL = "not enough memory: a script may have 1024 megabytes of it"


class Memory(SandboxTest):
    def test_memory_has_an_end(self):
        at_once = "local t = ('x'):rep(1024):rep((1 << 21) - 1)"
        self.scene(f"update = function() {at_once} end,")
        self.assert_fails(self.headless("scene.lua", 1), REFUSAL)
        # Most are made before there is no more, which a scene's two seconds may be too short for: a
        # file of tests has a minute.
        for body in (at_once, "local t = 'x' while true do t = t .. t end",
                     "local t = {} for i = 1, 20 do t[i] = ('x'):rep(1024):rep(1 << 16) end",
                     "local w = require('hitbox').newWorld() for i = 1, 13000 do w:add(i, 0, 0, 5, 5) end "
                     "for a, b in w:pairs() do end"):
            with self.subTest(body):
                self.write("scene.test.lua", body)
                result = self.run_sandbox("test", "scene.test.lua")
                self.assert_ends(result, 1)
                self.assertIn(REFUSAL, result.stdout)

    def test_another_limit_may_be_given(self):
        body = "local t = ('x'):rep(%d << 20)"
        for megabytes, wanted, fits in ((16, 5, True), (16, 20, False), (64, 25, True), (64, 70, False)):
            with self.subTest(megabytes=megabytes, wanted=wanted):
                self.scene(f"update = function() {body % wanted} end,")
                result = self.headless("scene.lua", 1, "--memory", str(megabytes))
                if fits:
                    self.assert_ends(result, 0)
                else:
                    self.assert_fails(result, f"not enough memory: a script may have {megabytes} megabytes of it")
        self.write("scene.test.lua", body % 20)
        result = self.run_sandbox("test", "--memory", "16", "scene.test.lua")
        self.assert_ends(result, 1)
        self.assertIn("a script may have 16 megabytes of it", result.stdout)

    def test_the_limit_is_named_once(self):
        """Lua, and the sandbox for the pictures of the map, of 1.4 million cells."""
        layer = '<layer width="600" height="600"><data encoding="csv">' + ",".join(["1"] * 360000) + "</data></layer>"
        self.write("map.tmx", '<map orientation="orthogonal" width="600" height="600" tilewidth="16" tileheight="16"><tileset '
                   'firstgid="1" name="set" tilewidth="16" tileheight="16" tilecount="1" columns="1"/>' + 4 * layer + "</map>")
        self.scene('map = { tiled = "map.tmx" },')
        refused = 0
        for megabytes in range(16, 40, 2):
            result = self.headless("scene.lua", 1, "--memory", str(megabytes))
            if result.returncode != 0:
                refused += 1
                self.assertEqual(result.stderr.count("a script may have"), 1, result.stderr)
        self.assertTrue(0 < refused < 12, refused)

    def test_a_script_may_go_on_after_a_refusal(self):
        self.scene("""update = function(s)
            local fine, message = pcall(string.rep, ("x"):rep(1024), (1 << 21) - 1)
            print(fine, message, #("x"):rep(1 << 20))
          end,""")
        self.assertEqual(self.headless("scene.lua", 1).stdout, "false\tnot enough memory\t1048576\n")


class Time(SandboxTest):
    def assert_stopped(self, body, message=OVER):
        self.scene(f"update = function(s)\n{body} end,")
        self.assert_fails(self.headless("scene.lua", 1, *SOON), message)

    def test_a_script_is_stopped_in_lua_and_in_functions_of_c(self):
        for body in ("while true do end", f"pcall(coroutine.wrap({ENDLESS}))",
                     "local at = ('a'):rep(30000):find(('.-'):rep(12) .. 'b')"):
            with self.subTest(body):
                self.assert_stopped(body)

    def test_no_line_of_the_library_is_named(self):
        self.scene("things = { { 'a', w = 5, h = 5 } },\n  update = function(s)\n"
                   "while true do for thing in s:each() do thing:move(0, 0) end end end,")
        self.assert_fails(self.headless("scene.lua", 1, *SOON), OVER.replace(":4:", ":5:"))

    def test_a_function_that_draws_is_stopped_as_well(self):
        self.scene("drawAbove = function(s, g)\nwhile true do g:width() end end,")
        self.assert_fails(self.headless("scene.lua", 1), OVER.replace("0.3", "2"))  # the usual limit

    def test_output_from_before_a_script_was_stopped_is_kept(self):
        self.scene("update = function(s)\nprint('before') table.move({}, 1, 2^40, 2) end,")
        self.assertEqual(self.headless("scene.lua", 1, *SOON).stdout, "before\n")

    def test_a_trusted_script_ends_the_program(self):
        self.scene("""update = function()
            pcall(string.find, ("a"):rep(1000000), ".-.-.-.-b")
          end,""")
        self.assert_fails(self.headless("scene.lua", 1, "--trust", *SOON),
                          "hitbox: scene.lua: the script calls a function that does not come to an end")


if __name__ == "__main__":
    main()
