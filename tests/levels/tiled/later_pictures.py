"""Pictures of features that Debian's tmxrasterizer does not draw: parallax, which depends on the view, and features of
later versions of Tiled. The expected pixels are those that Tiled's documentation says: of the same map without the
feature, drawn by tmxrasterizer and shifted, or of the image.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from tiled_pictures import (  # noqa: E402
    GROUND, MARGIN, ONLY_PICTURES, PLAIN, STATUS, TOLERANCE, MapPictures, image, tile_layer, tiled_map, tileset)
from sandbox import Picture, main  # noqa: E402

WIDTH, HEIGHT = 64, 48  # of all views


class LaterPictures(MapPictures):
    def view(self, text, left=0, top=0):
        """What the sandbox draws of a map in a view from a place on, one unit a pixel, by x and y in the world."""
        self.write("map.tmx", text)
        self.scene(f"""background = "#102030", view = {{ {left}, {top}, {WIDTH}, {HEIGHT} }},
            map = {{ tiled = "map.tmx" }},""")
        result = self.run_sandbox(
            "--headless", "--frames", "0", "--png", "shot.png@0", "--show", ONLY_PICTURES, "--size",
            f"{WIDTH + 2 * MARGIN}x{HEIGHT + 2 * MARGIN + STATUS}", "scene.lua")
        self.assert_ends(result, 0)
        picture = Picture(self.path("shot.png"))
        return lambda x, y: picture.at(x - left + MARGIN, y - top + MARGIN)

    def assert_pixels(self, at, wanted, left=0, top=0):
        """Each pixel of the view is what `wanted(x, y)` says: a colour, or None for the ground."""
        drawn = 0
        for y in range(top, top + HEIGHT):
            for x in range(left, left + WIDTH):
                color = wanted(x, y)
                drawn += color is not None
                if max(abs(a - b) for a, b in zip(at(x, y), color or GROUND)) > TOLERANCE:
                    self.fail(f"the pixel at {x}, {y} is {at(x, y)}, and should be {color}")
        self.assertGreater(drawn, 100)

    def assert_shifted(self, text, plain, shift, left, top):
        """A map looks like another one that Tiled draws, shifted."""
        drawn = self.tiled(plain)

        def wanted(x, y):
            x, y = x - shift[0], y - shift[1]
            inside = 0 <= x < drawn.width and 0 <= y < drawn.height
            return drawn.at(x, y) if inside and drawn.at(x, y) != GROUND else None
        self.assert_pixels(self.view(text, left, top), wanted, left, top)

    def parallax_map(self, layer="", group=None, origin=""):
        tiles = tile_layer([[1, 2, 3, 4, 5, 6, 7, 8, 0, 0]] * 3, "far", layer)
        if group is not None:
            tiles = f'<group id="5" name="g" {group}>{tiles}</group>'
        return tiled_map(tileset() + tiles, size=(10, 3), more=origin)

    def test_a_layer_with_parallax_follows_the_middle_of_the_view(self):
        """A layer is shifted by what the middle of the view is from the origin, times 1 less its factor."""
        # The middle is at 72, 40: half of 72 and three quarters of 40.
        self.assert_shifted(self.parallax_map('parallaxx="0.5" parallaxy="0.25"'), self.parallax_map(), (36, 30), 40, 16)
        # With the origin at 24, 8 that is 48, 32 away.
        origin = 'parallaxoriginx="24" parallaxoriginy="8"'
        self.assert_shifted(self.parallax_map('parallaxx="0.5" parallaxy="0.25"', origin=origin), self.parallax_map(),
                            (24, 24), 40, 16)
        # A factor above 1 is of what is nearer than the map, 0 of what does not move in the window.
        self.assert_shifted(self.parallax_map('parallaxx="1.5" parallaxy="0"'), self.parallax_map(), (-36, 40), 40, 16)

    def test_factors_of_groups_are_multiplied_and_offsets_added(self):
        text = self.parallax_map('parallaxx="0.5" offsetx="3"', 'parallaxx="0.5" parallaxy="0.5" offsety="-2"')
        self.assert_shifted(text, self.parallax_map(), (54 + 3, 20 - 2), 40, 16)

    def repeated(self, more):
        return tiled_map('<imagelayer id="6" name="sky" offsetx="21" offsety="10" ' + more
                         + '><image source="sky.png" width="20" height="12"/></imagelayer>')

    def test_image_layers_are_repeated_across_and_down(self):
        sky = image(20, 12, seed=3)
        self.save("sky.png", sky)
        for across in (False, True):
            for down in (False, True):
                def wanted(x, y, across=across, down=down):
                    x, y = x - 21, y - 10
                    if (across or 0 <= x < 20) and (down or 0 <= y < 12):
                        return tuple(sky.get_at((x % 20, y % 12)))[:3]
                    return None
                with self.subTest(across=across, down=down):
                    text = self.repeated(f'repeatx="{int(across)}" repeaty="{int(down)}"')
                    self.assert_pixels(self.view(text), wanted)
                    self.assert_pixels(self.view(text, -7, -5), wanted, -7, -5)

    def test_a_repeated_image_has_parallax(self):
        sky = image(20, 12, seed=3)
        self.save("sky.png", sky)
        # The middle is at 72, 40: the image begins at 21 + 36, 10 + 20.
        at = self.view(self.repeated('repeatx="1" repeaty="1" parallaxx="0.5" parallaxy="0.5"'), 40, 16)
        self.assert_pixels(at, lambda x, y: tuple(sky.get_at(((x - 57) % 20, (y - 30) % 12)))[:3], 40, 16)

    def large(self, tile):
        """An image of tiles, and one of which each pixel is that pixel four times: twice as wide and high."""
        small = image(64, 32)
        self.save("small.png", small)
        large = image(128, 64)
        for y in range(64):
            for x in range(128):
                large.set_at((x, y), small.get_at((x // 2, y // 2)))
        self.save("large.png", large)
        return tileset("large.png", (128, 64), tile, 8, 4, more='tilerendersize="grid"')

    def test_tiles_are_as_large_as_the_cells_if_their_tileset_says_so(self):  # Tiled 1.9
        self.assert_shifted(tiled_map(self.large((32, 32)) + tile_layer(PLAIN)),
                            tiled_map(tileset("small.png") + tile_layer(PLAIN)), (0, 0), 0, 0)

    def test_tiles_keep_their_aspect_if_their_tileset_says_so(self):  # Tiled 1.9
        # A tile of 64 x 32 is 16 x 8 in a cell of 16 x 16, in its middle.
        self.save("wide.png", image(64, 32))
        surface = image(16, 8)
        for y in range(8):
            for x in range(16):
                surface.set_at((x, y), (x * 16, y * 32, 90, 255))
        self.save("low.png", surface)
        wide = image(64, 32)
        for y in range(32):
            for x in range(64):
                wide.set_at((x, y), surface.get_at((x // 4, y // 4)))
        self.save("wide.png", wide)
        fit = tileset("wide.png", (64, 32), (64, 32), 1, 1, more='tilerendersize="grid" fillmode="preserve-aspect-fit"')
        at = self.view(tiled_map(fit + tile_layer([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])))

        def wanted(x, y):
            column, row, inside = x // 16, y // 16, y % 16 - 4
            filled = (column, row) in ((0, 0), (2, 0), (1, 1), (3, 1), (0, 2), (1, 2)) and 0 <= inside < 8
            return tuple(surface.get_at((x % 16, inside)))[:3] if filled else None
        self.assert_pixels(at, wanted)

    def test_a_tile_may_be_a_part_of_an_image(self):  # Tiled 1.9
        sheet = image(64, 32)
        self.save("tiles.png", sheet)
        collection = ('<tileset firstgid="1" name="c" tilewidth="16" tileheight="16" tilecount="2" columns="0">'
                      '<tile id="0" x="5" y="3" width="16" height="16"><image width="64" height="32" source="tiles.png"/></tile>'
                      '<tile id="1" x="40" y="9" width="16" height="16"><image width="64" height="32" source="tiles.png"/></tile>'
                      "</tileset>")
        at = self.view(tiled_map(collection + tile_layer([[1, 2, 0, 0], [0, 0, 1, 0], [2, 0, 0, 0]])))
        corners = {(0, 0): (5, 3), (1, 0): (40, 9), (2, 1): (5, 3), (0, 2): (40, 9)}

        def wanted(x, y):
            corner = corners.get((x // 16, y // 16))
            return tuple(sheet.get_at((corner[0] + x % 16, corner[1] + y % 16)))[:3] if corner else None
        self.assert_pixels(at, wanted)

    def test_tile_objects_made_by_templates(self):
        """They are as if each said itself what its template says; tmxrasterizer draws them elsewhere."""
        self.write("big.tx", '<template><tileset firstgid="1" source="set.tsx"/><object name="big" gid="6" width="32" height="32"/>'
                   "</template>")
        self.write("set.tsx", tileset().replace(' firstgid="1"', ""))
        made = ('template="big.tx" x="4" y="40"', 'template="big.tx" gid="2" x="40" y="40" width="16" height="16"')
        whole = ('gid="6" x="4" y="40" width="32" height="32"', 'gid="2" x="40" y="40" width="16" height="16"')
        self.assert_shifted(*(tiled_map('<tileset firstgid="1" source="set.tsx"/>' + self.objects(*each)) for each in (made, whole)),
                            (0, 0), 0, 0)

    def test_chunks_of_an_infinite_map_may_lie_above_and_to_the_left_of_it(self):
        sheet = image(64, 32)
        self.save("tiles.png", sheet)
        fill = ",".join(str(i % 9) for i in range(256))
        layer = ('<layer id="1" name="t" width="16" height="16"><data encoding="csv">'
                 f'<chunk x="-16" y="-16" width="16" height="16">{fill}</chunk></data></layer>')
        text = tiled_map(tileset() + layer).replace('infinite="0"', 'infinite="1"')

        def wanted(x, y):
            column, row = x // 16 + 16, y // 16 + 16
            gid = (16 * row + column) % 9 if column < 16 and row < 16 else 0
            return tuple(sheet.get_at(((gid - 1) % 4 * 16 + x % 16, (gid - 1) // 4 * 16 + y % 16)))[:3] if gid else None
        self.assert_pixels(self.view(text, -48, -32), wanted, -48, -32)


if __name__ == "__main__":
    main()
