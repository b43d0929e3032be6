"""The hint about things that overlap, in a window. Needs Xvfb and xdotool."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import WindowTest, main  # noqa: E402

# The feet are too low by as much as a test says; half of the smaller side of the hero is 5.
SCENE = """title = "", rules = { { "hero", "floor", response = "slide" } },
  types = { floor = { w = 80, h = 40, anchor = "top" }, hero = { w = 10, h = 20, anchor = "feet" } }, things = {
    { "floor", at = { 60, 100 } }, { "floor", at = { 200, 100 } },
    { "hero", at = { 60, 100 + %(depth)d } }, { "hero", at = { 200, 100 + %(depth)d } } },
  update = function(s)
    for hero in s:each("hero") do hero:move(s.ticks %% 2 * 2 - 1, 0) end
    if s.ticks == 30 then print("later") end
  end,"""
TOLD = ("hero starts a move 8 deep inside floor, which therefore does not stop it: place it beside floor, call t:depenetrate(), or "
        "raise recover\n")


class Hints(WindowTest):
    def test_a_move_that_starts_deep_inside_an_obstacle_is_reported_once_with_advice(self):
        self.scene(SCENE % {"depth": 8})
        window = self.open("scene.lua")
        window.wait_output(TOLD)
        window.wait_output("later")  # both heroes have moved thirty times by then
        self.assertEqual(window.output().count("deep inside"), 1)

    def test_a_shallow_overlap_is_not_told(self):
        self.scene(SCENE % {"depth": 5})
        window = self.open("scene.lua")
        window.wait_output("later")
        self.assertEqual(window.output(), "later\n")

    def test_the_hint_about_a_deep_overlap_is_seen_in_the_window(self):
        def told(depth):
            """The rows above the status line."""
            self.scene(SCENE % {"depth": depth})
            window = self.open("--paused", "scene.lua")
            window.key("period", "period")
            window.wait_title("paused at tick 2")
            rows = window.picture().rows[-60:-26]
            window.key("Escape")
            window.wait_end()
            return rows
        self.assertNotEqual(told(8), told(5))


if __name__ == "__main__":
    main()
