"""Pictures of levels as Tiled draws them: each map is drawn by the sandbox and by tmxrasterizer, Tiled's own
renderer, and compared pixel by pixel.

The maps are written here, in TMX. Their images are made here, too: every pixel of a tile differs from its neighbours, so that none can be in another place unnoticed.
"""

import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import LAST_RESORT, Picture, SandboxTest, main  # noqa: E402
import pygame  # noqa: E402

MARGIN, STATUS = 12, 26  # pixels about the view, and below it
TOLERANCE = 2  # of 255
GROUND = (16, 32, 48)
ONLY_PICTURES = "-fill,-aabb,-outline,-one-way,-anchor,-contact,-name,-grid"

ACROSS, DOWN, DIAGONAL = 1 << 31, 1 << 30, 1 << 29


def image(width, height, alpha=lambda x, y: 255, seed=0):
    """Pixels of which any two that are near each other differ by far more than the tolerance."""
    surface = pygame.Surface((width, height), pygame.SRCALPHA)
    for y in range(height):
        for x in range(width):
            surface.set_at((x, y), ((x * 37 + seed * 61) % 256, (y * 53 + 40) % 256, (x * y * 11 + seed) % 256, alpha(x, y)))
    return surface


def tile_layer(cells, name="tiles", more="", inside=""):
    """A layer of rows of numbers."""
    text = ",\n".join(",".join(str(gid) for gid in row) for row in cells)
    return (f'<layer id="1" name="{name}" width="{len(cells[0])}" height="{len(cells)}" {more}>{inside}'
            f'<data encoding="csv">{text}</data></layer>')


def tileset(source="tiles.png", size=(64, 32), tile=(16, 16), count=8, columns=4, first=1, more="", inside=""):
    return (f'<tileset firstgid="{first}" name="set{first}" tilewidth="{tile[0]}" tileheight="{tile[1]}" '
            f'tilecount="{count}" columns="{columns}" {more}>{inside}'
            f'<image source="{source}" width="{size[0]}" height="{size[1]}"/></tileset>')


def tiled_map(body, size=(4, 3), tile=(16, 16), orientation="orthogonal", more=""):
    return (f'<?xml version="1.0"?><map version="1.8" tiledversion="1.8.2" orientation="{orientation}" '
            f'renderorder="right-down" width="{size[0]}" height="{size[1]}" tilewidth="{tile[0]}" '
            f'tileheight="{tile[1]}" infinite="0" nextlayerid="9" nextobjectid="9" {more}>{body}</map>')


PLAIN = [[1, 2, 3, 4], [5, 0, 7, 8], [8, 7, 6, 5]]


class MapPictures(SandboxTest):
    def setUp(self):
        super().setUp()
        self.save("tiles.png", image(64, 32))

    def save(self, name, surface):
        pygame.image.save(surface, self.path(name))

    def tool(self, *arguments):
        if shutil.which(arguments[0]) is None:
            raise AssertionError(f"{arguments[0]} is missing: tests/tools/packages names what tests need")
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": self.folder}
        result = subprocess.run(arguments, cwd=self.folder, env=environment, text=True, capture_output=True,
                                timeout=LAST_RESORT, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def tiled(self, text):
        """The picture that Tiled draws of a map, on GROUND, as rows of colours."""
        self.write("map.tmx", text)
        self.tool("tmxrasterizer", "--no-smoothing", "map.tmx", "tiled.png")
        surface = pygame.image.load(self.path("tiled.png"))
        ground = pygame.Surface(surface.get_size())
        ground.fill(GROUND)
        ground.blit(surface, (0, 0))
        pygame.image.save(ground, self.path("ground.png"))
        return Picture(self.path("ground.png"))

    def hitbox(self, width, height, name="map.tmx"):
        """The picture that the sandbox draws of it, one unit a pixel."""
        self.scene(f"""background = "#102030", view = {{ {width}, {height} }}, map = {{ tiled = "{name}" }}""")
        result = self.run_sandbox(
            "--headless", "--frames", "0", "--png", "shot.png@0", "--show", ONLY_PICTURES, "--size",
            f"{width + 2 * MARGIN}x{height + 2 * MARGIN + STATUS}", "scene.lua")
        self.assert_ends(result, 0)
        self.assertEqual(result.stderr, "")
        return Picture(self.path("shot.png"))

    def objects(self, *objects, more=""):
        return f'<objectgroup id="4" name="objects" {more}>' + "".join(
            f'<object id="{i + 1}" {text}/>' for i, text in enumerate(objects)) + "</objectgroup>"

    def assert_alike(self, text):
        """Both draw a map alike, and it is not empty."""
        expected = self.tiled(text)
        got = self.hitbox(expected.width, expected.height)
        drawn = 0
        for y in range(expected.height):
            for x in range(expected.width):
                wanted, found = expected.at(x, y), got.at(x + MARGIN, y + MARGIN)
                drawn += wanted != GROUND
                if max(abs(a - b) for a, b in zip(wanted, found)) > TOLERANCE:
                    self.fail(f"the pixel at {x}, {y} is {found}, and Tiled's {wanted}")
        self.assertGreater(drawn, 100)

    def assert_nearly_alike(self, text, share):
        """Both draw a map alike, but for a share of what is drawn: edges that are neither level nor upright."""
        expected = self.tiled(text)
        got = self.hitbox(expected.width, expected.height)
        places = [(x, y) for y in range(expected.height) for x in range(expected.width)]
        drawn = sum(expected.at(x, y) != GROUND for x, y in places)
        apart = sum(max(abs(a - b) for a, b in zip(expected.at(x, y), got.at(x + MARGIN, y + MARGIN))) > TOLERANCE
                    for x, y in places)
        self.assertGreater(drawn, 100)
        self.assertLess(apart / drawn, share)


class TiledPictures(MapPictures):
    def test_layers_may_begin_at_another_cell(self):  # before Tiled 0.15
        beside = tile_layer([[1, 2], [3, 4]], "beside", 'x="1" y="1"')
        self.assert_alike(tiled_map(tileset() + beside))
        self.assert_alike(tiled_map(tileset() + beside, orientation="isometric", tile=(32, 16)))

    def test_layers_lie_above_each_other(self):
        self.save("holes.png", image(64, 32, lambda x, y: 0 if (x + y) % 3 else 255, 7))
        self.assert_alike(tiled_map(
            tileset() + tileset("holes.png", first=9) + tile_layer(PLAIN)
            + tile_layer([[9, 10, 11, 12], [0, 13, 14, 0], [16, 0, 0, 15]], "above")))

    def test_tiles_are_laid_down_in_eight_ways(self):
        ways = [across | down | diagonal for across in (0, ACROSS) for down in (0, DOWN) for diagonal in (0, DIAGONAL)]
        self.assert_alike(tiled_map(tileset() + tile_layer([[1 | way for way in ways[:4]], [6 | way for way in ways[4:]]]),
                                    size=(4, 2)))

    def test_tiles_that_are_not_square_lie_on_their_side(self):
        ways = [across | down | diagonal for across in (0, ACROSS) for down in (0, DOWN) for diagonal in (0, DIAGONAL)]
        cells = [[0] * 12 for _ in range(6)]
        for i, way in enumerate(ways):
            cells[2 + 3 * (i // 4)][1 + 3 * (i % 4)] = 1 + i % 4 | way
        self.assert_alike(tiled_map(tileset(tile=(16, 32), count=4) + tile_layer(cells), size=(12, 6)))

    def test_tiles_are_shifted_by_the_drawing_offset(self):
        self.assert_alike(tiled_map(tileset(inside='<tileoffset x="5" y="-3"/>') + tile_layer(PLAIN)))

    def test_large_tiles_stand_on_their_cells(self):
        cells = [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [1, 0, 2, 0, 0], [0, 2, 1, 0, 0]]
        self.assert_alike(tiled_map(tileset(tile=(32, 32), count=2, columns=2) + tile_layer(cells), size=(5, 4)))

    def test_the_render_order_decides_which_tile_is_above(self):
        cells = [[0, 0, 0, 0], [0, 1, 2, 0], [0, 2, 1, 0], [0, 1, 2, 0]]
        for order in ("right-down", "right-up", "left-down", "left-up"):
            with self.subTest(order):
                text = tiled_map(tileset(tile=(32, 32), count=2, columns=2) + tile_layer(cells), size=(4, 4))
                self.assert_alike(text.replace("right-down", order))

    def test_margin_and_spacing_of_a_tileset(self):
        self.save("spaced.png", image(75, 40))
        self.assert_alike(tiled_map(
            tileset("spaced.png", (75, 40), more='margin="2" spacing="3"') + tile_layer(PLAIN)))

    def test_one_colour_of_an_image_is_transparent(self):
        self.save("keyed.png", image(64, 32))
        surface = pygame.image.load(self.path("keyed.png"))
        for x in range(64):
            surface.set_at((x, (x * 7) % 32), (255, 0, 255, 255))
        self.save("keyed.png", surface)
        self.assert_alike(tiled_map(
            tileset("keyed.png").replace("<image ", '<image trans="ff00ff" ') + tile_layer(PLAIN)))

    def test_alpha_of_an_image(self):
        self.save("faint.png", image(64, 32, lambda x, y: (x * 16 + y * 5) % 256))
        self.assert_alike(tiled_map(tileset() + tileset("faint.png", first=9) + tile_layer(PLAIN)
                                    + tile_layer([[9, 10, 11, 12], [13, 14, 15, 16], [9, 9, 9, 9]], "above")))

    def test_opacity_of_layers_and_groups(self):
        self.assert_alike(tiled_map(
            tileset() + tile_layer(PLAIN) + '<group id="5" name="g" opacity="0.6">'
            + tile_layer([[4, 3, 2, 1], [1, 2, 3, 4], [0, 0, 5, 5]], "above", 'opacity="0.5"') + "</group>"))

    def test_tint_of_layers_and_groups(self):
        self.save("holes.png", image(64, 32, lambda x, y: 128 if x % 3 else 255, 7))
        self.assert_alike(tiled_map(
            tileset("holes.png") + '<group id="5" name="g" tintcolor="#ffcc80">'
            + tile_layer(PLAIN, "tinted", 'tintcolor="#80c0ff"') + "</group>"))

    def test_offsets_of_layers_and_groups(self):
        self.assert_alike(tiled_map(
            tileset() + tile_layer(PLAIN) + '<group id="5" name="g" offsetx="7" offsety="-4">'
            + tile_layer([[0, 0, 0, 0], [0, 4, 3, 0], [0, 0, 0, 0]], "above", 'offsetx="-2" offsety="9"') + "</group>"))

    def test_hidden_layers_are_not_drawn(self):
        self.assert_alike(tiled_map(
            tileset() + tile_layer(PLAIN) + tile_layer([[8] * 4] * 3, "hidden", 'visible="0"')
            + '<group id="5" name="g" visible="0">' + tile_layer([[7] * 4] * 3, "within") + "</group>"))

    def test_image_layers(self):
        self.save("sky.png", image(40, 30, seed=3))
        self.save("cloud.png", image(20, 10, lambda x, y: 90, 5))
        self.assert_alike(tiled_map(
            tileset() + '<imagelayer id="6" name="sky"><image source="sky.png" width="40" height="30"/></imagelayer>'
            + tile_layer([[0, 0, 3, 4], [0, 0, 7, 8], [1, 2, 3, 4]])
            + '<imagelayer id="7" name="cloud" offsetx="13" offsety="8" opacity="0.8">'
            '<image source="cloud.png" width="20" height="10"/></imagelayer>'))

    def test_image_collections(self):
        names = [("a.png", 16, 16), ("b.png", 24, 40), ("c.png", 10, 12)]
        for i, (name, w, h) in enumerate(names):
            self.save(name, image(w, h, seed=i))
        tiles = "".join(f'<tile id="{3 * i}"><image width="{w}" height="{h}" source="{name}"/></tile>'
                        for i, (name, w, h) in enumerate(names))
        collection = f'<tileset firstgid="1" name="c" tilewidth="24" tileheight="40" tilecount="3" columns="0">{tiles}</tileset>'
        self.assert_alike(tiled_map(
            collection + tile_layer([[0] * 4, [0] * 4, [1, 4, 7, 0], [7, 1 | ACROSS, 4 | DOWN, 7]]), size=(4, 4)))

    def test_tile_objects_as_they_are_stretched_and_laid_down(self):
        self.assert_alike(tiled_map(tileset() + self.objects(
            'gid="1" x="2" y="20" width="16" height="16"', f'gid="{2 | ACROSS}" x="20" y="36" width="32" height="32"',
            f'gid="{3 | DOWN}" x="50" y="36" width="16" height="32"',
            f'gid="{4 | DIAGONAL}" x="4" y="46" width="16" height="16"'), size=(5, 3)))

    def test_tile_objects_turned_by_quarters(self):
        self.assert_alike(tiled_map(tileset() + self.objects(*(
            f'gid="{1 + i}" x="{20 + 20 * i}" y="24" width="16" height="16" rotation="{90 * i}"' for i in range(4))),
            size=(8, 3)))

    def test_tile_objects_are_drawn_from_top_to_bottom(self):
        three = ('gid="1" x="8" y="30" width="16" height="16"', 'gid="2" x="14" y="26" width="16" height="16"',
                 'gid="3" x="2" y="22" width="16" height="16"')
        self.assert_alike(tiled_map(tileset() + self.objects(*three)))
        self.assert_alike(tiled_map(tileset() + self.objects(*three, more='draworder="index"')))

    def test_hidden_tile_objects_are_not_drawn(self):
        self.assert_alike(tiled_map(tileset() + self.objects(
            'gid="1" x="8" y="30" width="16" height="16"', 'gid="2" x="30" y="30" width="16" height="16" visible="0"')))

    def test_alignments_of_tile_objects(self):
        for word in ("topleft", "top", "topright", "left", "center", "right", "bottomleft", "bottom", "bottomright"):
            with self.subTest(word):
                self.assert_alike(tiled_map(tileset(more=f'objectalignment="{word}"') + self.objects(
                    'gid="1" x="32" y="24" width="32" height="16"',
                    'gid="6" x="48" y="24" width="16" height="16" rotation="90"')))

    def test_an_animated_tile_begins_with_its_first_frame(self):
        frames = ('<tile id="0"><animation><frame tileid="5" duration="100"/><frame tileid="2" duration="100"/>'
                  "</animation></tile>")
        text = tiled_map(tileset() + tile_layer(PLAIN))
        self.assert_alike(text.replace("</tileset>", frames + "</tileset>"))

    SQUARE = [[1, 2, 3, 4, 5], [5, 0, 7, 8, 1], [8, 7, 6, 5, 2], [3, 4, 1, 2, 3]]

    def test_isometric_maps(self):
        self.save("blocks.png", image(128, 96, lambda x, y: 255 if (x + y) % 5 else 0))
        self.assert_alike(tiled_map(
            tileset("blocks.png", (128, 96), (32, 48)) + tile_layer(self.SQUARE), size=(5, 4), tile=(32, 16),
            orientation="isometric"))

    def test_tile_objects_of_isometric_maps(self):
        self.assert_alike(tiled_map(
            tileset() + tile_layer([[0] * 5] * 4) + self.objects(
                'gid="1" x="20" y="36" width="16" height="16"', 'gid="2" x="40" y="8" width="32" height="16"',
                'gid="3" x="50" y="50" width="16" height="16" rotation="90"'),
            size=(5, 4), tile=(32, 16), orientation="isometric"))

    def test_staggered_maps(self):
        for axis in "xy":
            for index in ("odd", "even"):
                with self.subTest(axis + " " + index):
                    self.assert_alike(tiled_map(
                        tileset(tile=(32, 16), columns=2, count=4) + tile_layer([[1, 2, 3, 4, 1], [4, 0, 2, 1, 3], [2, 2, 1, 4, 4],
                                                                                [3, 1, 2, 3, 1]]),
                        size=(5, 4), tile=(32, 16), orientation="staggered",
                        more=f'staggeraxis="{axis}" staggerindex="{index}"'))

    def test_hexagonal_maps(self):
        self.save("hexagons.png", image(72, 64))
        for axis in "xy":
            for index in ("odd", "even"):
                with self.subTest(axis + " " + index):
                    self.assert_alike(tiled_map(
                        tileset("hexagons.png", (72, 64), (18, 16), 16) + tile_layer(self.SQUARE), size=(5, 4), tile=(18, 16),
                        orientation="hexagonal", more=f'hexsidelength="8" staggeraxis="{axis}" staggerindex="{index}"'))

    def quarters(self, width, height):
        """Save an image of four colours, so that pixels are the same wherever a turned image is sampled."""
        surface = pygame.Surface((width, height), pygame.SRCALPHA)
        for i, color in enumerate(((200, 40, 40), (40, 200, 40), (40, 40, 200), (200, 200, 40))):
            surface.fill(color, (i % 2 * width // 2, i // 2 * height // 2, width // 2, height // 2))
        self.save("quarters.png", surface)

    def test_tiles_of_hexagonal_maps_are_turned_by_sixths(self):
        self.quarters(72, 64)
        turned = 1 << 28
        cells = [[1, 0, 1 | DIAGONAL, 0], [0, 0, 0, 0], [1 | turned, 0, 1 | DIAGONAL | turned, 0], [0, 0, 0, 0],
                 [1 | ACROSS | turned, 0, 1 | DOWN | DIAGONAL, 0]]
        self.assert_nearly_alike(tiled_map(
            tileset("quarters.png", (72, 64), (72, 64), 1, 1) + tile_layer(cells), size=(4, 5), tile=(72, 64),
            orientation="hexagonal", more='hexsidelength="32" staggeraxis="y" staggerindex="odd"'), 0.06)

    def test_tile_objects_turned_by_any_angle(self):
        self.quarters(64, 32)
        self.assert_nearly_alike(tiled_map(tileset("quarters.png", tile=(64, 32), count=1, columns=1) + self.objects(
            'gid="1" x="60" y="110" width="192" height="96" rotation="30"',
            f'gid="{1 | ACROSS}" x="260" y="250" width="192" height="96" rotation="-50"'), size=(28, 18)), 0.04)

    def test_chunks_of_an_infinite_map(self):
        chunk = ('<chunk x="{}" y="{}" width="16" height="16">{}</chunk>')
        fill = ",".join(str(i % 9) for i in range(256))
        layer = ('<layer id="1" name="t" width="16" height="16"><data encoding="csv">' + chunk.format(0, 0, fill)
                 + chunk.format(16, 0, fill) + "</data></layer>")
        self.assert_alike(tiled_map(tileset() + layer, size=(32, 16)).replace('infinite="0"', 'infinite="1"'))


if __name__ == "__main__":
    main()
