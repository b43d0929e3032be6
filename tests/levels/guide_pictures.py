"""The pictures of docs/guides/scenes/levels.md: they are what the sandbox shows of the levels in scripts/.

Set WRITE=1 to write them anew.
"""

import os
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))
import pygame  # noqa: E402
from sandbox import PROJECT, Picture, SandboxTest, Window, main  # noqa: E402

FOLDER = pathlib.Path(PROJECT, "docs/pictures/levels")
MAX_STEP = 24  # of a colour, which is written in 32 steps
MAX_SHARE = 0.01  # of all pixels may be further apart: letters are drawn otherwise elsewhere
STEPS = bytes(value & 0xF8 | value >> 5 for value in range(256))


def write(picture, path):
    pixels = b"".join(picture.rows).translate(STEPS)
    path.parent.mkdir(exist_ok=True)
    pygame.image.save(pygame.image.fromstring(pixels, (picture.width, picture.height), "RGB"), str(path))


def share_apart(one, other):
    """Of all bytes, those that are further apart than rounding makes them."""
    pairs = zip(b"".join(one.rows), b"".join(other.rows))
    return sum(abs(a - b) > MAX_STEP for a, b in pairs) / (3 * one.width * one.height)


class GuidePictures(SandboxTest):
    def judge(self, picture, name):
        path = FOLDER / name
        if "WRITE" in os.environ:
            write(picture, path)
        kept = Picture(path)
        self.assertEqual((kept.width, kept.height), (picture.width, picture.height))
        self.assertLess(share_apart(kept, picture), MAX_SHARE, f"{name} is out of date: run this test with WRITE=1")

    def headless(self, path, size):
        result = self.run_sandbox("--headless", "--png", "shot.png@60", "--size", size, os.path.join(PROJECT, path))
        self.assert_ends(result, 0)
        return Picture(self.path("shot.png"))

    def test_a_map_of_tiled_with_the_list_of_its_words(self):
        shutil.copytree(pathlib.Path(PROJECT, "scripts/learn/maps"), self.path("maps"))
        window = Window(self, "--size", "960x560", "--paused", "maps/cave.tmx")
        window.key("F4")
        self.judge(window.picture(), "tiled.png")

    def test_two_levels_of_ldtk(self):
        self.judge(self.headless("scripts/games/maps/cellar.ldtk", "960x330"), "ldtk.png")

    def test_a_sprite_of_aseprite(self):
        self.judge(self.headless("scripts/learn/sheets/knight.aseprite", "480x320"), "aseprite.png")


if __name__ == "__main__":
    main()
