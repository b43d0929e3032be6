"""A scene is the same in each tick, however one looks at it: in a window and without one, drawn slowly, paused
and stepped, zoomed and searched. tests/builds/determinism compares builds and Luas. Needs Xvfb and xdotool."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import PROJECT, SandboxTest, Window, main  # noqa: E402

EVERYTHING = pathlib.Path(PROJECT, "tests/scene/fixtures/everything.lua")

# Appended to a scene: it says what it is in each tick.
SAYING = """
local update = s.def.update
s.def.update = function(...)
  update(...)
  print(("tick %d %s"):format(s.ticks, s:hash()))
end
return s
"""

# So that a picture takes as long as several ticks.
SLOW = """
s.def.draw = function()
  local sum = 0
  for i = 1, 3e6 do sum = sum + i end
end
"""

TICKS = 60


class Determinism(SandboxTest):
    def setUp(self):
        super().setUp()
        text = EVERYTHING.read_text(encoding="utf-8").replace("return hitbox.scene", "local s = hitbox.scene")
        self.write("scene.lua", text + SAYING)
        self.write("slow.lua", text + SLOW + SAYING)
        result = self.headless("scene.lua", TICKS)
        self.assert_ends(result, 0)
        self.expected = self.said(result.stdout)
        self.assertEqual(len(set(self.expected)), TICKS)

    def said(self, output):
        """The lines in which the scene tells its state, tick by tick."""
        return re.findall(r"^tick \d+ \w{16}$", output, re.MULTILINE)

    def assert_same(self, window):
        self.assertEqual(window.wait_end(), 0)
        self.assertEqual(self.said(window.output()), self.expected)

    def test_a_window_changes_nothing(self):
        self.assert_same(Window(self, "--frames", str(TICKS), "scene.lua"))

    def test_slow_pictures_change_nothing(self):
        self.assert_same(Window(self, "--frames", str(TICKS), "slow.lua"))

    def test_pausing_and_stepping_change_nothing(self):
        window = Window(self, "--paused", "--frames", str(TICKS), "scene.lua")
        window.key(*["period"] * 5)
        window.wait_title("paused at tick 5")
        window.key("space", "space")
        window.wait_title("paused")
        window.key("period")
        window.key("space")
        self.assert_same(window)

    def test_looking_about_changes_nothing(self):
        window = Window(self, "--paused", "--frames", str(TICKS), "scene.lua")
        window.pointer(300, 200)
        window.user("click", "4")
        window.key("F1", "F2", "period", "period")
        window.wait_title("paused at tick 2")
        window.user("windowsize", "--sync", window.id, "500", "400")
        window.key("space")
        self.assert_same(window)

    def test_pictures_of_a_run_without_a_window_change_nothing(self):
        result = self.headless("scene.lua", TICKS, "--png", "shot-%d.png@0-60", "--size", "64x48")
        self.assert_ends(result, 0)
        self.assertEqual(self.said(result.stdout), self.expected)


if __name__ == "__main__":
    main()
