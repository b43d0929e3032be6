"""Maps of Tiled whose tilesets, templates or pictures are missing, or lie outside of the map's folder: they open, drawn
in plain colours, with one line that names what is not read. With --trust what lies outside is read; `strict = true`
makes it an error (tmx.py)."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import Picture, SandboxTest, main  # noqa: E402
import pygame  # noqa: E402

MARGIN = 12  # pixels about the view
RED, GREEN = (200, 0, 0), (0, 200, 0)
ONLY_PICTURES = "-fill,-aabb,-outline,-one-way,-anchor,-contact,-name,-grid"
OUTSIDE = "it lies outside of the scene's folder"

# Tiles 1 to 4 and an empty cell in each row, of 16 pixels.
ROWS = [[1, 2, 0, 1], [2, 2, 0, 1]]

SET = ('<tileset firstgid="1" name="set" tilewidth="16" tileheight="16" tilecount="2" columns="2">'
       '<image source="{image}" width="32" height="16"/></tileset>')


def tmx(sets, more="", rows=None):
    rows = rows or ROWS
    data = ",".join(str(gid) for row in rows for gid in row)
    return ('<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">' + sets
            + f'<layer id="1" name="tiles" width="4" height="2"><data encoding="csv">{data}</data></layer>{more}</map>')


class Missing(SandboxTest):
    def setUp(self):
        super().setUp()
        surface = pygame.Surface((32, 16))
        surface.fill(RED, (0, 0, 16, 16))
        surface.fill(GREEN, (16, 0, 16, 16))
        pygame.image.save(surface, self.path("set.png"))
        self.write("set.tsx", SET.format(image="set.png").replace('firstgid="1" ', ""))

    def cells(self, *more, name="maps/a.tmx"):
        """The colours of the middles of the cells, row by row, and what was printed as an error."""
        self.write("scene.lua", "")
        result = self.run_sandbox("--headless", "--frames", "0", "--png", "shot.png@0", "--show", ONLY_PICTURES, "--size",
                                  f"{64 + 2 * MARGIN}x{32 + 2 * MARGIN + 26}", *more, name)
        self.assert_ends(result, 0)
        picture = Picture(self.path("shot.png"))
        return [[picture.at(MARGIN + 16 * x + 4, MARGIN + 16 * y + 4) for x in range(4)] for y in range(2)], result.stderr

    def assert_plain(self, cells):
        """Each tile has a colour of its own, which is that of no picture, and the empty cells have that of the ground."""
        (a, b, none, c), (d, e, nothing, f) = cells
        self.assertEqual([a, a, b, b, none], [c, f, d, e, nothing])
        self.assertEqual(len({a, b, none, RED, GREEN}), 5)

    def assert_one_line(self, text, *parts):
        self.assertEqual(text.count("\n"), 1, text)
        for part in parts:
            self.assertIn(part, text)

    def test_a_tileset_outside_is_drawn_in_plain_colours_and_named(self):
        self.write("maps/a.tmx", tmx('<tileset firstgid="1" source="../set.tsx"/>'))
        cells, text = self.cells()
        self.assert_plain(cells)
        self.assert_one_line(text, "tileset '../set.tsx' of the map is drawn in plain colours", OUTSIDE, "--trust")
        cells, text = self.cells("--trust")
        self.assertEqual((cells[0][:2], text), ([RED, GREEN], ""))

    def test_a_picture_outside_is_drawn_in_plain_colours_and_named(self):
        self.write("maps/a.tmx", tmx(SET.format(image="../set.png")))
        cells, text = self.cells()
        self.assert_plain(cells)
        self.assert_one_line(text, "picture 'maps/../set.png' of the map is drawn in plain colours", OUTSIDE, "--trust")
        cells, text = self.cells("--trust")
        self.assertEqual((cells[0][:2], text), ([RED, GREEN], ""))

    def test_a_missing_tileset_or_picture_is_named(self):
        self.write("maps/a.tmx", tmx('<tileset firstgid="1" source="lost.tsx"/>'))
        cells, text = self.cells()
        self.assert_plain(cells)
        self.assert_one_line(text, "tileset 'lost.tsx' of the map is drawn in plain colours", "No such file")
        self.write("maps/a.tmx", tmx(SET.format(image="lost.png")))
        cells, text = self.cells()
        self.assert_plain(cells)
        self.assert_one_line(text, "picture 'maps/lost.png' of the map", "there is no such file")

    def test_a_file_of_the_same_name_beside_the_map_is_taken(self):
        self.write_bytes("maps/set.png", pathlib.Path(self.path("set.png")).read_bytes())
        for path in ("../art/set.png", "C:/Users/me/set.png", "/home/me/set.png", "../maps/set.png", r"..\art\set.png"):
            self.write("maps/a.tmx", tmx(SET.format(image=path)))
            cells, text = self.cells()
            self.assertEqual((cells[0][:2], text), ([RED, GREEN], ""), path)
        self.write("maps/set.tsx", SET.format(image="set.png").replace('firstgid="1" ', ""))
        self.write("maps/box.tx", '<template><object name="box" width="30" height="8"/></template>')
        for folder in ("../art/", "C:/Users/me/", "/home/me/"):
            self.write("maps/a.tmx", tmx(f'<tileset firstgid="1" source="{folder}set.tsx"/>', '<objectgroup id="2" name="things">'
                                         f'<object id="1" template="{folder}box.tx" x="4" y="4"/></objectgroup>'))
            cells, text = self.cells()
            self.assertEqual((cells[0][:2], text), ([RED, GREEN], ""), folder)
        self.scene("""map = { tiled = "maps/a.tmx", strict = true }""")
        self.assert_fails(self.headless(), "must be a file beside the scene's or below, got '/home/me/box.tx'")

    def test_tiles_of_isometric_maps_are_rhombs(self):
        """Two by two cells of 32 by 16, which lie as a rhomb of 64 by 32; the tiles are of 32 by 64."""
        for orientation, more, middles in (("isometric", "", ((32, 8), (48, 16), (16, 16), (32, 24))),
                                           ("staggered", 'staggeraxis="y" staggerindex="odd"', ((16, 8), (48, 8), (32, 16), (64, 16)))):
            data = "1,2,2,1" if orientation == "isometric" else "1,2,1,2"
            self.write("a.tmx", f'<map version="1.10" orientation="{orientation}" {more} width="2" height="2" tilewidth="32" '
                       'tileheight="16"><tileset firstgid="1" name="s" tilewidth="32" tileheight="64" tilecount="2" columns="2">'
                       '<image source="lost.png" width="64" height="64"/></tileset>'
                       f'<layer id="1" name="a" width="2" height="2"><data encoding="csv">{data}</data></layer></map>')
            self.scene("""background = "#102030", view = { 96, 48 }, map = { tiled = "a.tmx" }""")
            self.assert_ends(self.run_sandbox("--headless", "--frames", "0", "--png", "shot.png@0", "--show", ONLY_PICTURES, "--size",
                                              f"{96 + 2 * MARGIN}x{48 + 2 * MARGIN + 26}", "scene.lua"), 0)
            picture = Picture(self.path("shot.png"))
            colors = [picture.at(MARGIN + x, MARGIN + y) for x, y in middles]
            first, second = (0, 3), (1, 2)
            if orientation == "staggered":
                first, second = (0, 2), (1, 3)
            self.assertEqual(len({colors[i] for i in first}), 1, colors)
            self.assertEqual(len({colors[i] for i in second}), 1, colors)
            self.assertEqual(len({*colors, (16, 32, 48)}), 3, colors)
            for x, y in middles:  # a rhomb ends halfway between its middle and each corner of the cell
                for dx, dy in ((-6, -2), (6, -2), (-6, 2), (6, 2)):
                    self.assertEqual(picture.at(MARGIN + x + dx, MARGIN + y + dy), picture.at(MARGIN + x, MARGIN + y))
            self.assertEqual(picture.at(MARGIN + middles[0][0] - 13, MARGIN + 2), (16, 32, 48))
            self.assertEqual(picture.at(MARGIN + 90, MARGIN + 40), (16, 32, 48))

    def test_several_files_are_counted(self):
        self.write("maps/a.tmx", tmx('<tileset firstgid="1" source="../set.tsx"/><tileset firstgid="2" source="lost.tsx"/>',
                                     '<objectgroup id="2" name="things"><object id="1" template="lost.tx" x="4" y="4"/></objectgroup>'))
        cells, text = self.cells()
        self.assert_plain(cells)
        self.assert_one_line(text, "of the map (and 2 more) is drawn")

    def test_an_object_of_a_missing_template_is_what_it_says_itself(self):
        self.write("maps/a.tmx", tmx(SET.format(image="x.png"), '<objectgroup id="2" name="things"><object id="1" name="door" '
                                     'template="lost.tx" x="4" y="4"/><object id="2" template="lost.tx" x="4" y="4"/></objectgroup>'))
        self.scene("""map = { tiled = "maps/a.tmx" }, start = function(s) print(("%g %g %d"):format(s.door.x, s.door.y, s:count())) end""")
        result = self.headless()
        self.assert_ends(result, 0)
        self.assertEqual(result.stdout, "4 4 2\n")
        self.assert_one_line(result.stderr, "template 'maps/lost.tx' of the map is left out", "No such file")

    def test_a_tileset_that_is_no_tileset_stays_an_error(self):
        self.write("maps/set.tsx", "<tileset><")
        self.write("maps/a.tmx", tmx('<tileset firstgid="1" source="set.tsx"/>'))
        self.assert_fails(self.headless("maps/a.tmx"), "tileset 'set.tsx' of the map 'a.tmx': maps/set.tsx: line 1")

    def test_missing_files_are_listed_among_the_meanings(self):
        self.write("maps/a.tmx", tmx('<tileset firstgid="1" source="../set.tsx"/>'))
        result = self.run_sandbox("--explain", "maps/a.tmx")
        self.assert_ends(result, 0)
        self.assertIn("  tileset '../set.tsx' of the map is drawn in plain colours", result.stdout)


class Old(SandboxTest):
    """What files of old versions and of other programs leave out."""

    def things(self, name, text):
        self.write(name, text)
        self.scene(f"""map = {{ tiled = "{name}" }}, start = function(s)
            for t in s:each() do
              local x, y, w, h = t:rect()
              print(("%s %g %g %g %g"):format(t.name, x, y, w, h))
            end
          end""")
        result = self.headless()
        self.assert_ends(result, 0)
        return result.stdout.replace("\t", " ").splitlines()

    def test_objects_of_lua_exports_without_numbers_and_shapes_are_read(self):  # Tiled before 0.11
        self.assertEqual(self.things("old.lua", """return { version = "1.1", luaversion = "5.1", orientation = "orthogonal",
          width = 4, height = 2, tilewidth = 16, tileheight = 16, properties = {}, tilesets = {}, layers = { {
            type = "objectgroup", name = "objects", visible = true, opacity = 1, properties = {}, objects = {
              { name = "", type = "door", x = 16, y = 0, width = 16, height = 32, properties = {} },
              { name = "ramp", type = "", x = 40, y = 8, width = 0, height = 0, properties = {},
                polygon = { { x = 0, y = 0 }, { x = 8, y = 8 }, { x = 0, y = 8 } } } } } } }"""),
            ["door 16 0 16 32", "ramp 40 8 8 8"])

    def test_tilesets_without_a_size_have_that_of_the_cells(self):
        for size in ("", 'tilewidth="0" tileheight="0" '):
            tiles = '<tile id="0" type="wall"/>'
            lines = self.things("a.tmx", tmx(f'<tileset firstgid="1" name="set" {size}>{tiles}</tileset>', rows=[[0, 1, 0, 0], 4 * [0]]))
            self.assertEqual(lines, ["wall 16 0 16 16"])

    def test_a_layer_without_data_is_empty(self):
        for data in ('<data encoding="csv"></data>', '<data encoding="base64" compression="zlib"></data>', "<data>\n0,0</data>"):
            text = tmx('<tileset firstgid="1" name="set" tilewidth="16" tileheight="16"><tile id="0" type="wall"/></tileset>',
                       f'<layer id="2" name="empty" width="4" height="2">{data}</layer>', rows=[[0, 1, 0, 0], 4 * [0]])
            self.assertEqual(self.things("a.tmx", text), ["wall 16 0 16 16"], data)


if __name__ == "__main__":
    main()
