"""Tiles at any zoom and place of the view: each pixel has a colour of a tile, so that nothing is blended, and no gap of
the ground is between two of them."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))
from sandbox import Picture, SandboxTest, main  # noqa: E402
import pygame  # noqa: E402

SIDE, TILE = 24, 16  # tiles on a side of the map, pixels of a tile
GROUND = (255, 0, 255)
COLORS = [(40, 40, 40), (200, 40, 40), (40, 200, 40), (200, 200, 40)]
MARGIN, STATUS, WIDTH, HEIGHT = 12, 26, 300, 200


class Zooms(SandboxTest):
    def setUp(self):
        super().setUp()
        surface = pygame.Surface((2 * TILE, TILE))
        for x in range(2 * TILE):
            for y in range(TILE):
                surface.set_at((x, y), COLORS[2 * (x // TILE) + (x + y) % 2])
        pygame.image.save(surface, self.path("tiles.png"))
        numbers = ", ".join(str(1 + (i + i // SIDE) % 2) for i in range(SIDE * SIDE))
        self.write("map.lua", f"""return {{ orientation = "orthogonal", width = {SIDE}, height = {SIDE}, tilewidth = {TILE},
            tileheight = {TILE}, tilesets = {{ {{ firstgid = 1, name = "t", tilewidth = {TILE}, tileheight = {TILE},
            tilecount = 2, columns = 2, image = "tiles.png", tiles = {{}} }} }}, layers = {{ {{ type = "tilelayer", name = "a",
            width = {SIDE}, height = {SIDE}, encoding = "lua", data = {{ {numbers} }} }} }} }}""")

    def shots(self, zoom, places):
        """A picture with the view at each of the places, which all lie in the map."""
        at = ", ".join(f"{{ {x}, {y} }}" for x, y in places)
        self.scene(f'background = "#ff00ff", map = {{ tiled = "map.lua" }}, start = function(s) s.view.w = {WIDTH / zoom} '
                   f's.view.h = {HEIGHT / zoom} end, update = function(s) local at = ({{ {at} }})[s.ticks] '
                   'if at then s.view.x, s.view.y = at[1], at[2] end end')
        frames = ",".join(str(i + 1) for i in range(len(places)))
        self.assert_ends(self.run_sandbox(
            "--headless", "--frames", str(len(places)), "--png", "shot-%d.png@" + frames, "--size",
            f"{WIDTH + 2 * MARGIN}x{HEIGHT + 2 * MARGIN + STATUS}", "--show",
            "-fill,-aabb,-outline,-one-way,-anchor,-contact,-name,-grid", "scene.lua"), 0)
        return [Picture(self.path(f"shot-{i + 1}.png")) for i in range(len(places))]

    def colors(self, picture):
        found = set()
        for y in range(MARGIN, MARGIN + HEIGHT):
            row = picture.rows[y][3 * MARGIN:3 * (MARGIN + WIDTH)]
            found |= set(zip(row[::3], row[1::3], row[2::3]))
        return found

    def test_near_tiles_are_neither_blended_nor_apart(self):
        for zoom in (1, 1.5, 2.75, 3.3, 5.1, 8):
            room = SIDE * TILE - WIDTH / zoom - 20
            places = [(10 + i * 0.37 / zoom + room * i / 20, 10 + i * 0.5 / zoom) for i in range(6)]
            for picture, place in zip(self.shots(zoom, places), places):
                self.assertEqual(self.colors(picture) - set(COLORS), set(), (zoom, place))

    def test_a_pixel_of_a_tile_is_a_square_of_as_many_pixels(self):
        picture, = self.shots(4, [(16, 32)])
        wrong = [(x, y) for x in range(64) for y in range(64)
                 if picture.at(MARGIN + x, MARGIN + y) != COLORS[2 + (x // 4 + y // 4) % 2]]
        self.assertEqual(wrong, [])

    def test_no_gaps_are_between_tiles_that_are_far_away(self):
        # Such pixels are averages: of two colours of a tile, never of the ground, whose blue is 255.
        for zoom in (0.9, 0.81, 0.79):
            places = [(1 + i * 0.5, 2 + i * 0.3) for i in range(6)]
            for picture, place in zip(self.shots(zoom, places), places):
                self.assertLess(max(blue for _, _, blue in self.colors(picture)), 60, (zoom, place))


if __name__ == "__main__":
    main()
