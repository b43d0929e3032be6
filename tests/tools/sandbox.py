"""What the sandbox's tests share: running the program, reading its pictures, and a window on a
display of its own. Each test is a program: its first argument is the sandbox, its second the
folder of the project.
"""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame  # noqa: E402, which reads pictures

PNG_END = b"IEND\xaeB`\x82"  # of one that is written as a whole
LAST_RESORT = 120  # seconds: what takes so long on the slowest machine does not happen at all

PROGRAM = os.path.abspath(sys.argv[1])
PROJECT = os.path.abspath(sys.argv[2])


def without_display():
    """The environment of a machine that has no screen."""
    return {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}


class SandboxTest(unittest.TestCase):
    """Each case works in an empty folder."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write_bytes(self, name, data):
        path = pathlib.Path(self.path(name))
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written beside and moved, as editors do: no half file is ever seen.
        beside = path.with_suffix(".new")
        beside.write_bytes(data)
        beside.replace(path)

    def write(self, name, text):
        self.write_bytes(name, text.encode("utf-8"))

    def scene(self, body, name="scene.lua"):
        """Write a scene whose definition is `body`."""
        opening = 'local hitbox = require "hitbox"\nreturn hitbox.scene {\n'
        self.write(name, opening + body + "\n}\n")

    def run_sandbox(self, *arguments):
        return subprocess.run(
            [PROGRAM, *arguments], cwd=self.folder, env=without_display(), text=True,
            capture_output=True, timeout=LAST_RESORT, check=False)

    def headless(self, name="scene.lua", frames=1, *more):
        return self.run_sandbox("--headless", "--frames", str(frames), *more, name)

    def assert_ends(self, result, code):
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)

    def assert_fails(self, result, text):
        """The script failed and `text` is in the message."""
        self.assert_ends(result, 3)
        self.assertIn(text, result.stderr)


class Picture:
    """The pixels of a PNG, as rows of bytes: red, green and blue of each."""

    def __init__(self, path):
        surface = pygame.image.load(path)
        self.width, self.height = surface.get_size()
        pixels, stride = pygame.image.tostring(surface, "RGB"), 3 * self.width
        self.rows = [pixels[y * stride:(y + 1) * stride] for y in range(self.height)]

    def at(self, x, y):
        row, i = self.rows[int(y)], int(x) * 3
        return tuple(row[i:i + 3])

    def places(self, color, tolerance):
        """Where the pixels of a colour are, as x and y."""
        (r0, g0, b0), (r1, g1, b1) = ([c + by for c in color] for by in (-tolerance, tolerance))
        return [(x, y) for y, row in enumerate(self.rows)
                for x, (r, g, b) in enumerate(zip(row[::3], row[1::3], row[2::3]))
                if r0 <= r <= r1 and g0 <= g <= g1 and b0 <= b <= b1]

    def bounds(self, color, tolerance):
        """The left, right, top and bottom of the pixels of a colour."""
        xs, ys = zip(*self.places(color, tolerance))
        return min(xs), max(xs), min(ys), max(ys)

    def count(self, color):
        """How many pixels are of that colour, within what rounding may change."""
        return len(self.places(color, 2))


class PictureTest(SandboxTest):
    def draw(self, body, *more):
        """Run a scene of 100 x 50 units in a picture of 640 x 400 and read it."""
        self.scene('background = "#102030", view = { 100, 50 }, ' + body)
        result = self.run_sandbox("--headless", "--png", "shot.png@1", "--size", "640x400", *more,
                                  "scene.lua")
        self.assert_ends(result, 0)
        return Picture(self.path("shot.png"))


def eventually(look, seconds=LAST_RESORT):
    """Wait until `look` gives something, and return that."""
    until = time.monotonic() + seconds
    while True:
        found = look()
        if found or time.monotonic() > until:
            return found
        time.sleep(0.02)


def end(process):
    process.terminate()
    process.wait(LAST_RESORT)
    if process.stdout:
        process.stdout.close()


@functools.lru_cache(maxsize=None)
def screen():
    """The number of an invisible display. It lasts until the tests are done."""
    for tool in ("Xvfb", "xdotool"):
        if shutil.which(tool) is None:
            raise AssertionError(f"{tool} is missing: tests/tools/packages names what tests need")
    # Without -noreset it begins anew whenever xdotool has been its only client.
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten", "tcp", "-noreset"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    unittest.addModuleCleanup(end, server)
    return server.stdout.readline().decode().strip()


class Window:
    """The sandbox in a window, and a user (xdotool)."""

    def __init__(self, test, *arguments, environment=None, program=PROGRAM):
        self.test = test
        # There is no graphics card here: SDL's own renderer is the fastest. A window loads drivers
        # and unloads them without giving back their memory, so leaks are looked for elsewhere.
        self.environment = dict(
            without_display(), DISPLAY=":" + screen(), SDL_RENDER_DRIVER="software",
            ASAN_OPTIONS="detect_leaks=0", **(environment or {}))
        self.log = open(test.path("log.txt"), "w+", encoding="utf-8")
        test.addCleanup(self.log.close)
        self.program = subprocess.Popen(
            [program, *arguments], cwd=test.folder, env=self.environment, stdout=self.log,
            stderr=self.log)
        test.addCleanup(end, self.program)
        self.id = eventually(lambda: self.user("search", "--onlyvisible", "--name", "hitbox"))
        test.assertTrue(self.id, "no window: " + self.output())
        self.user("windowfocus", "--sync", self.id)
        time.sleep(0.3)  # SDL waits for 0.2 s before it believes that it has the keyboard

    def user(self, *what):
        """Let the user do something. Returns what xdotool says."""
        done = subprocess.run(["xdotool", *what], env=self.environment, text=True,
                              capture_output=True, timeout=LAST_RESORT, check=False)
        return done.stdout.strip()

    def title(self):
        return self.user("getwindowname", self.id)

    def key(self, *keys):
        self.user("key", *keys)

    def pointer(self, x, y):
        self.user("mousemove", "--window", self.id, str(x), str(y))

    def output(self):
        return pathlib.Path(self.log.name).read_text(encoding="utf-8")

    def wait_for(self, look, what):
        self.test.assertTrue(eventually(look), f"not so: {what}: {self.output()[-2000:]}")

    def wait_title(self, text):
        self.wait_for(lambda: text in self.title(), f"'{text}' is in the title")

    def wait_output(self, text):
        self.wait_for(lambda: text in self.output(), f"'{text}' is printed")

    def picture(self):
        """What the user sees, as the user saves it."""
        folder = pathlib.Path(self.test.folder)
        for old in folder.glob("*.png"):
            old.unlink()
        self.key("F12")
        found = eventually(lambda: [p for p in folder.glob("*.png") if p.read_bytes().endswith(PNG_END)])
        self.test.assertTrue(found, "no picture was saved")
        return Picture(found[0])

    def wait_end(self):
        """Wait until the program ends. Returns its exit code, and prints what it said if that is not 0."""
        code = self.program.wait(LAST_RESORT)
        if code != 0:
            print(f"exit code {code}: {self.output()[-4000:]}", file=sys.stderr)
        return code


# The view is 320 x 200 units, the window 344 x 250 pixels: a pixel a unit, a margin of 12 at each
# side, and 26 for the status line.
SIZE = ("--size", "344x250")


def pixel(x, y):
    """Where a point of the world is in the window."""
    return 12 + x, 12 + y


class WindowTest(SandboxTest):
    def open(self, *arguments):
        window = Window(self, *SIZE, *arguments)
        window.pointer(330, 235)
        return window


HERO = """view = { 320, 200 }, background = "#000000",
  things = { { "hero", at = { 160, 100 }, w = 20, h = 20, data = { speed = 1 } } },
  update = function(s, input)
    s.hero:move(input.x * s.hero.speed, input.y * s.hero.speed)
    print(("at %g %g"):format(s.hero.x, s.hero.y))
  end,"""


class HeroTest(WindowTest):
    def places(self, window):
        """Where the hero was at each tick so far."""
        found = re.findall(r"^at (\S+) (\S+)$", window.output(), re.MULTILINE)
        return [(float(x), float(y)) for x, y in found]

    def step_right(self, window):
        """Three ticks to the right, of a scene that has just been opened paused."""
        window.user("keydown", "Right")
        window.key("period", "period", "period")
        window.user("keyup", "Right")
        window.wait_title("paused at tick 3")

    def open_to_the_right(self):
        """A window, paused, in which the hero has gone three ticks to the right."""
        self.scene(HERO)
        window = self.open("--paused", "scene.lua")
        self.step_right(window)
        return window

    def last_place(self, window):
        """Where the hero is after one more tick; the scene is paused."""
        before = len(self.places(window))
        window.key("period")
        window.wait_for(lambda: len(self.places(window)) > before, "a tick is run")
        return self.places(window)[-1]


def main():
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[3:]])


def main_by_classes():
    """As `main`, but the program's classes run at the same time, each by a process of its own: a
    user mostly waits for what comes."""
    if sys.argv[3:]:
        main()
    tests = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    names = [type(next(iter(suite))).__name__ for suite in tests if suite.countTestCases() > 0]
    runs = [subprocess.Popen([sys.executable, *sys.argv, name], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for name in names]
    for run in runs:
        print(run.communicate()[0])
    sys.exit(any(run.returncode != 0 for run in runs))
