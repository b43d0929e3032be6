"""Worlds of Tiled: maps side by side, by name or by the numbers in their names. The expected places come from the
documentation: doc.mapeditor.org/en/stable/manual/worlds."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import Picture, SandboxTest, WindowTest, main_by_classes  # noqa: E402
import pygame  # noqa: E402

MARGIN, STATUS = 12, 26  # pixels about the view, and below it
ONLY_PICTURES = "-fill,-aabb,-outline,-one-way,-anchor,-contact,-name,-grid"
COLORS = (200, 0, 0), (0, 200, 0), (0, 0, 200)


def tmx(gid, width=2, height=2):
    data = ",".join([str(gid)] * (width * height))
    return (f'<map version="1.10" orientation="orthogonal" width="{width}" height="{height}" tilewidth="16" tileheight="16">'
            '<tileset firstgid="1" name="set" tilewidth="16" tileheight="16" tilecount="3" columns="3">'
            '<image source="set.png" width="48" height="16"/></tileset>'
            f'<layer id="1" name="tiles" width="{width}" height="{height}"><data encoding="csv">{data}</data></layer></map>')


class WorldTest(SandboxTest):
    def setUp(self):
        super().setUp()
        surface = pygame.Surface((48, 16))
        for i, color in enumerate(COLORS):
            surface.fill(color, (16 * i, 0, 16, 16))
        pygame.image.save(surface, self.path("set.png"))

    def world(self, **fields):
        self.write("a.world", json.dumps({"type": "world", "onlyShowAdjacentMaps": False, **fields}))

    def colors(self, width, height, name="a.world"):
        """The colours of the middles of squares of 32 units, row by row; None for the ground."""
        result = self.run_sandbox("--headless", "--frames", "0", "--png", "shot.png@0", "--show", ONLY_PICTURES, "--size",
                                  f"{width + 2 * MARGIN}x{height + 2 * MARGIN + STATUS}", name)
        self.assert_ends(result, 0)
        self.assertEqual(result.stderr, "")
        picture = Picture(self.path("shot.png"))
        found = [[picture.at(MARGIN + x + 8, MARGIN + y + 8) for x in range(0, width, 32)] for y in range(0, height, 32)]
        return [[COLORS.index(color) + 1 if color in COLORS else None for color in row] for row in found]


class Worlds(WorldTest):
    def test_maps_lie_where_the_world_says(self):
        self.write("one.tmx", tmx(1))
        self.write("two.tmx", tmx(2))
        self.write("three.tmx", tmx(3))
        self.world(maps=[{"fileName": "one.tmx", "x": -32, "y": 0, "width": 32, "height": 32},
                         {"fileName": "two.tmx", "x": 32, "y": 0}, {"fileName": "three.tmx", "y": 32}])
        self.assertEqual(self.colors(96, 64), [[1, None, 2], [None, 3, None]])

    def test_maps_are_found_by_the_numbers_in_their_names(self):
        for name, gid in (("map-x0-y0.tmx", 1), ("map-x02-y01.tmx", 2), ("xmap-x1-y1.tmx", 3), ("map-x1-y1.tmx.bak", 3)):
            self.write(name, tmx(gid))
        self.world(patterns=[{"regexp": r"map-x0*(\d+)-y0*(\d+)\.tmx", "multiplierX": 32, "multiplierY": 32, "offsetX": 5}])
        self.assertEqual(self.colors(96, 64), [[1, None, None], [None, None, 2]])
        self.world(patterns=[{"regexp": r"^map-x0*(\d+).y0*(\d+).*tmx$", "multiplierX": 32, "multiplierY": 32}])
        self.assertEqual(self.colors(96, 64), [[1, None, None], [None, None, 2]])

    def test_a_fault_is_named_in_one_line(self):
        def refused(text, **fields):
            self.world(**fields)
            result = self.headless("a.world")
            self.assert_fails(result, text)
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        refused("a.world: it is no world of Tiled, or has no maps")
        refused("a.world: it is no world of Tiled, or has no maps", patterns=[{"regexp": r"none(\d+)x(\d+)"}])
        refused("tiled of map[1] 'lost.tmx': lost.tmx: No such file", maps=[{"fileName": "lost.tmx", "x": 0, "y": 0}])
        refused("must be a file beside the scene's or below, got '../a.tmx'; start hitbox with --trust",
                maps=[{"fileName": "../a.tmx", "x": 0, "y": 0}])
        refused("maps[1].x of a.world must be a number from -1000000000 to 1000000000, got 'a'",
                maps=[{"fileName": "a.tmx", "x": "a", "y": 0}])
        for regexp in ("a|b", "[ab](\\d+)", "(a)+(b)", "(?<x>1)(2)", ".*.*.*.*.*.*.*", "a**", "(1", "\\b(1)(2)"):
            refused("a.world: patterns[1].regexp is not known, got", patterns=[{"regexp": regexp}])
        self.write("a.world", "<sdf></sdf>")
        self.assert_fails(self.headless("a.world"), "a.world is no JSON, as worlds of Tiled are: line 1")


class Written(WorldTest, WindowTest):
    def test_f6_writes_a_scene_with_all_maps(self):
        self.write("one.tmx", tmx(1))
        self.write("two.tmx", tmx(2))
        self.world(maps=[{"fileName": "one.tmx", "x": 0, "y": 0}, {"fileName": "two.tmx", "x": 32, "y": 0}])
        window = self.open("a.world")
        window.key("F6")
        window.wait_for(lambda: pathlib.Path(self.path("a.lua")).exists(), "a.lua is written")
        self.assertEqual(self.colors(64, 32, "a.lua"), [[1, 2]])


if __name__ == "__main__":
    main_by_classes()
