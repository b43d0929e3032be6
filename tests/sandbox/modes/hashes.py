"""Scenes run alike each time: hashes of states, logs of them, and what scripts could tell runs apart by."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import PROJECT, SandboxTest, main  # noqa: E402

MOVING = """
    things = { { "a", w = 3, h = 3 } },
    update = function(s) s.a.x = s.ticks == 37 and %s or s.ticks end"""


class Hashes(SandboxTest):
    def last_line(self, *arguments):
        result = self.run_sandbox("--headless", *arguments)
        self.assert_ends(result, 0)
        return result.stdout.splitlines()[-1]

    def test_the_hash_is_the_last_line_and_what_every_lua_comes_to(self):
        spec = pathlib.Path(PROJECT, "tests/scene/hash_spec.lua").read_text(encoding="utf-8")
        expected = re.search(r'EVERYTHING = "(\w+)"', spec).group(1)
        scene = f"{PROJECT}/tests/scene/fixtures/everything.lua"
        self.assertEqual(self.last_line("--frames", "600", "--hash", scene), expected)

    def test_every_scene_has_the_same_hash_each_time(self):
        for scene in sorted(pathlib.Path(PROJECT, "scripts").glob("*/*.lua")):
            if not scene.name.endswith(".test.lua"):
                with self.subTest(scene.name):
                    options = ("--frames", "60", "--hash", str(scene))
                    self.assertEqual(self.last_line(*options), self.last_line(*options))

    def test_the_first_difference_is_named_by_tick_and_field(self):
        self.scene(MOVING % "41.5", "one.lua")
        self.scene(MOVING % "41.25", "two.lua")
        self.assert_ends(self.headless("one.lua", 60, "--hash-log", "log"), 0)
        self.assert_ends(self.headless("one.lua", 60, "--hash-compare", "log"), 0)
        result = self.headless("two.lua", 60, "--hash-compare", "log")
        self.assert_ends(result, 1)
        self.assertRegex(result.stdout, r"^first difference in tick 37: a#\d+\.x is 41.25, was 41.5\n$")

    def test_an_invalid_or_truncated_log_is_reported(self):
        self.scene(MOVING % "1")
        self.write("none", "hello\n")
        result = self.headless("scene.lua", 3, "--hash-compare", "none")
        self.assert_ends(result, 1)
        self.assertIn("not a log of states", result.stdout)
        self.assert_ends(self.headless("scene.lua", 3, "--hash-log", "log"), 0)
        result = self.headless("scene.lua", 9, "--hash-compare", "log")
        self.assert_ends(result, 1)
        self.assertIn("the log ends before tick 4", result.stdout)
        self.assert_ends(self.headless("scene.lua", 9, "--hash-compare", "nowhere"), 2)

    def test_a_log_is_not_lost_by_comparing_with_it(self):
        self.scene(MOVING % "1")
        self.assert_ends(self.headless("scene.lua", 3, "--hash-log", "log"), 0)
        before = pathlib.Path(self.path("log")).read_text(encoding="utf-8")
        result = self.headless("scene.lua", 3, "--hash-log", "./log", "--hash-compare", "log")
        self.assert_ends(result, 2)
        self.assertEqual(result.stderr, "hitbox: ./log: cannot be written, because it is the log to compare with\n")
        self.assertEqual(pathlib.Path(self.path("log")).read_text(encoding="utf-8"), before)

    def test_the_hash_needs_headless(self):
        self.scene(MOVING % "1")
        self.assert_ends(self.run_sandbox("--hash", "scene.lua"), 2)

    def test_texts_and_loops_are_the_same_in_each_run(self):
        self.write("scene.lua", """
            local set, words = {}, {}
            for i = 1, 50 do set["key" .. i * 7919 % 1000] = i end
            for key in pairs(set) do words[#words + 1] = key end
            print(table.concat(words, " "), next(set))
            print({}, print, ("%s %s"):format({}, coroutine.create(print)), tostring({}))
            print(string.format("%p", words) == string.format("%p", words))
            assert(("%%p %%%%p"):format() == "%p %%p")
            print(pcall(setmetatable, {}, { __gc = print }))
            return require("hitbox").scene {}""")
        first = self.headless()
        self.assert_ends(first, 0)
        self.assertIn("key109 key112 key137 ", first.stdout)
        self.assertNotIn("0x", first.stdout)
        self.assertIn("cannot have __gc", first.stdout)
        for _ in range(3):
            self.assertEqual(self.headless().stdout, first.stdout)


if __name__ == "__main__":
    main()
