"""Runs without a window in which a script holds the buttons: --input."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import Picture, SandboxTest, main  # noqa: E402


class Held(SandboxTest):
    def test_buttons_that_a_script_holds_are_seen_in_the_pictures(self):
        body = """things = { { "hero", at = { 10, 25 }, w = 10, h = 10, color = "white" } }, mouse = true,
          update = function(s, input)
            s.hero.x = s.hero.x + 2 * input.x
            if input:pressed("jump") then s.hero.y = s.hero.y - 10 end
            if input:pressed("mouse left") then s.hero.y = input.mouse.y end
          end"""

        def middle(frame):  # of what is drawn in white, in units
            self.scene("view = { 100, 50 }, " + body)
            self.assert_ends(self.run_sandbox("--headless", "--png", f"shot.png@{frame}", "--size", "640x400", "--input",
                                              "held.lua", "scene.lua"), 0)
            picture = Picture(self.path("shot.png"))
            left, right, top, bottom = picture.bounds((255, 255, 255), 40)
            return (left + right) / 2, (top + bottom) / 2
        self.write("held.lua", """return function(t)
          t:hold("right") t:step(10) t:release() t:press("jump") t:ok(t.scene.hero.x == 30) t:step(3) t:click(5, 40) end""")
        start, walked = middle(0), middle(10)
        zoom = (walked[0] - start[0]) / 20  # 10 ticks of 2 units
        self.assertGreater(zoom, 2)
        self.assertAlmostEqual(walked[1], start[1], delta=1)
        for frame, x, y in ((11, 30, 15), (14, 30, 15), (15, 30, 40), (40, 30, 40)):  # the function has ended at 15
            got = middle(frame)
            self.assertAlmostEqual((got[0] - start[0]) / zoom, x - 10, delta=0.5)
            self.assertAlmostEqual((got[1] - start[1]) / zoom, y - 25, delta=0.5)

    def test_a_script_holds_the_buttons_and_its_failures_are_those_of_the_run(self):
        self.scene("update = function(s, input) s.held = input:down('fire') end,")
        hashes = []
        for held in ("t:hold('fire') t:step(5)", "t:hold('fire') t:step(2) t:release() t:step(3)", "t:step(9)", ""):
            self.write("in/held.lua", f"return function(t) {held} end")
            result = self.headless("scene.lua", 3, "--hash", "--input", "in/held.lua")
            self.assert_ends(result, 0)
            hashes.append(result.stdout)
        self.assertEqual(hashes[1], hashes[2])
        self.assertEqual(hashes[2], hashes[3])
        self.assertNotEqual(hashes[0], hashes[1])
        for text, told in (("return 5", "in/held.lua: must return a function, as function(t) "),
                           ("return function(t) t:step(2) t:eq(t.scene.held, true) end",
                            "in/held.lua:1: got false, want true"),
                           ("return function(t)\n t:hold('dash') end", "in/held.lua:2: there is no input named 'dash'"),
                           ("return function(t)\n local none\n none() end", "in/held.lua:3: attempt to call a nil value"),
                           ("return function(t) while true do end end", "the script has run for"),
                           ("return {", "in/held.lua:1: ")):
            with self.subTest(text):
                self.write("in/held.lua", text)
                self.assert_fails(self.headless("scene.lua", 5, "--input", "in/held.lua"), told)

    def test_a_script_that_holds_buttons_needs_a_run_without_a_window_and_is_there(self):
        self.scene("")
        self.write("held.lua", "return function(t) end")
        result = self.run_sandbox("--frames", "1", "--input", "held.lua", "scene.lua")
        self.assert_ends(result, 2)
        self.assertIn("--input needs --headless", result.stderr)
        result = self.headless("scene.lua", 1, "--input", "none.lua")
        self.assert_ends(result, 2)
        self.assertIn("none.lua: there is no such file", result.stderr)

    def test_files_of_a_scene_are_beside_it_also_where_a_script_elsewhere_holds_the_buttons(self):
        self.write("scenes/level.lua", """return { orientation = "orthogonal", tilewidth = 8, tileheight = 8, tilesets = {},
            layers = { { type = "objectgroup", name = "all", objects = { { id = 1, name = "spot",
            shape = "point", x = 3, y = 4, visible = true } } } } }""")
        self.scene('scenes = { two = { map = { tiled = "level.lua" }, start = function(s) print(s.spot.x) end } },'
                   "update = function(s, input) if input:down('jump') then s:switch 'two' end end,", "scenes/scene.lua")
        self.write("held/it.lua", "return function(t) t:press('jump') end")
        result = self.headless("scenes/scene.lua", 3, "--input", "held/it.lua")
        self.assert_ends(result, 0)
        self.assertEqual(result.stdout, "3\n")


if __name__ == "__main__":
    main()
