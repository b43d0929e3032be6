"""What the sandbox costs: a tick beside plain Lua, a window with 5,000 boxes, the begin.

    python3 tests/bench/sandbox/sandbox.py [--short] [build folder]

Ticks are processor time, the least of several runs that take turns; their states are compared. The
window is on a display of its own, with SDL's software renderer: no graphics card helps. With
--short, which CI runs, all of it is run and compared, but for so short a time that no number means
anything. Needs lua5.4 and Xvfb.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import tempfile
import time

FOLDER = pathlib.Path(__file__).parent.resolve()
PROJECT = FOLDER.parents[2]
TICK = 60  # a second
SIZE = "1280x720"


class Bench:
    def __init__(self, build, short, folder):
        self.program, self.build, self.short = str(build / "hitbox"), build, short
        self.frames_file = os.path.join(folder, "frames")
        self.environment = {k: v for k, v in os.environ.items()
                            if k not in ("DISPLAY", "WAYLAND_DISPLAY")}

    def run(self, command, **environment):
        """Run a program. Returns what it printed and its seconds of processor time."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, env=dict(self.environment, **environment), check=True,
                              text=True, stdout=subprocess.PIPE)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return done.stdout.strip(), (after.ru_utime + after.ru_stime
                                     - before.ru_utime - before.ru_stime)

    def observed(self, *arguments, **environment):
        """Run the sandbox. Returns seconds to the first frame and to the last one, how many there
        were, the most memory in megabytes, and the seconds of processor time."""
        environment.update(
            LD_PRELOAD=str(self.build / "libbench_frames.so"), HITBOX_FRAMES=self.frames_file,
            HITBOX_FRAMES_BEGIN=repr(time.clock_gettime(time.CLOCK_MONOTONIC)))
        _, processor = self.run([self.program, *arguments], **environment)
        first, last, frames, peak = pathlib.Path(self.frames_file).read_text().split()
        return float(first), float(last), int(frames), int(peak) / 1024, processor


def ticks(bench):
    """A tick of the boxes in plain Lua and in the sandbox."""
    few, many, runs = (1, 3, 1) if bench.short else (20, 220, 5)
    lua = {"LUA_PATH": f"{bench.build}/lua/?.lua;{bench.build}/lua/?/init.lua", "LUA_CPATH": ""}
    scene = str(FOLDER / "boxes.lua")
    headless = ["--headless", "--hash", scene, "--frames"]
    rows = {
        "plain Lua 5.4": (["lua5.4", str(FOLDER / "plain.lua"), str(FOLDER)], lua),
        "sandbox, headless": ([bench.program, *headless], {}),
        "sandbox, headless, --trust": ([bench.program, "--trust", *headless], {}),
    }
    least = {}
    hashes = set()
    for _ in range(runs):
        for name, (command, environment) in rows.items():
            for count in (few, many):
                text, seconds = bench.run([*command, str(count)], **environment)
                least[name, count] = min(least.get((name, count), seconds), seconds)
            hashes.add(text)
    assert len(hashes) == 1, f"the states differ: {hashes}"
    cost = {name: (least[name, many] - least[name, few]) / (many - few) for name in rows}
    for name in rows:
        ratio = cost[name] / max(cost["plain Lua 5.4"], 1e-9)
        print(f"{name:30} {1000 * cost[name]:8.2f} ms a tick {ratio:8.2f}")


def window(bench, display):
    """The boxes in a window, and what it has in memory after a minute."""
    count = 3 if bench.short else 60 * TICK
    first, last, frames, peak, processor = bench.observed(
        "--size", SIZE, "--frames", str(count), str(FOLDER / "boxes.lua"), **display)
    print(f"{'window, ' + SIZE:30} {(frames - 1) / max(last - first, 1e-9):8.1f} frames/s "
          f"{1000 * processor / frames:6.2f} ms of processor time each")
    print(f"{'':30} {peak:8.0f} MB at most, in {count / TICK:.0f} s with the time line")


def begin(bench, display, folder):
    """From the start of the program to the first frame of the platformer."""
    scene, runs = str(PROJECT / "scripts/games/platformer.lua"), 1 if bench.short else 9
    least = min(bench.observed("--frames", "1", scene, **display)[0] for _ in range(runs))
    print(f"{'first frame, window':30} {1000 * least:8.0f} ms")
    picture = os.path.join(folder, "picture.png@0")
    seconds = []
    for _ in range(runs):
        started = time.monotonic()
        bench.run([bench.program, "--headless", "--png", picture, "--frames", "0", scene])
        seconds.append(time.monotonic() - started)
    print(f"{'first picture, headless':30} {1000 * min(seconds):8.0f} ms, until it is written")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=PROJECT / "build", type=pathlib.Path)
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.build.resolve(), options.short, folder)
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten", "tcp",
             "-noreset"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            number = server.stdout.readline().decode().strip()
            display = {"DISPLAY": ":" + number, "SDL_RENDER_DRIVER": "software"}
            ticks(bench)
            begin(bench, display, folder)
            window(bench, display)
        finally:
            server.terminate()
            server.wait()
            server.stdout.close()


if __name__ == "__main__":
    main()
