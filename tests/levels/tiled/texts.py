"""Text objects of Tiled in pictures. Fonts differ from machine to machine, so the places of the words are compared with
the rectangle and the alignment that the map says (doc.mapeditor.org, TMX map format, <text>), not their pixels."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import Picture, SandboxTest, main  # noqa: E402

MARGIN, STATUS = 12, 26  # pixels about the view, and below it
WIDTH, HEIGHT = 320, 160
LEFT, TOP, RIGHT, BOTTOM = 40, 20, 280, 140  # of the rectangle
SIZE = 16  # of the glyphs
RED = (255, 0, 0)


def tmx(words, text="", more="", layer="", x=LEFT, y=TOP):
    return (f'<map version="1.10" orientation="orthogonal" width="20" height="10" tilewidth="16" tileheight="16">'
            f'<objectgroup id="2" name="texts" {layer}><object id="1" x="{x}" y="{y}" width="{RIGHT - LEFT}" '
            f'height="{BOTTOM - TOP}" {more}><text pixelsize="{SIZE}" color="#ff0000" {text}>{words}</text></object>'
            '</objectgroup></map>')


class Texts(SandboxTest):
    def draw(self, name, zoom=1, show="-grid"):
        self.scene(f"""background = "#000000", view = {{ {WIDTH}, {HEIGHT} }}, map = {{ tiled = "{name}" }}""")
        size = f"{zoom * WIDTH + 2 * MARGIN}x{zoom * HEIGHT + 2 * MARGIN + STATUS}"
        self.assert_ends(self.run_sandbox("--headless", "--frames", "0", "--png", "shot.png@0", "--show", show, "--size", size,
                                          "scene.lua"), 0)
        return Picture(self.path("shot.png"))

    def words(self, *arguments, zoom=1, name="a.tmx", **more):
        """The bounds of the red pixels in world units: left, right, top, bottom."""
        self.write(name, tmx(*arguments, **more))
        bounds = self.draw(name, zoom).bounds(RED, 90)
        return [(at - MARGIN) / zoom for at in bounds]

    def assert_near(self, found, expected, by=4):
        self.assertLess(abs(found - expected), by, f"{found}, and not {expected}")

    def test_words_are_in_their_rectangle_where_they_are_aligned(self):
        left, right, top, bottom = self.words("HXH")
        wide, high = right - left, bottom - top
        self.assertTrue(SIZE / 2 < high <= SIZE and SIZE < wide < 4 * SIZE, (wide, high))
        self.assert_near(left, LEFT)
        self.assert_near(top, TOP, 6)  # capitals are lower than a line
        left, right, top, bottom = self.words("HXH", 'halign="right" valign="bottom"')
        self.assert_near(right, RIGHT)
        self.assert_near(bottom, BOTTOM, 6)
        left, right, top, bottom = self.words("HXH", 'halign="center" valign="center"')
        self.assert_near((left + right) / 2, (LEFT + RIGHT) / 2)
        self.assert_near((top + bottom) / 2, (TOP + BOTTOM) / 2)

    def test_words_grow_with_the_view(self):
        one, three = self.words("HXH"), self.words("HXH", zoom=3)
        for i in range(4):
            self.assert_near(three[i], one[i], 2)

    def test_lines_are_wrapped_where_the_map_says_so(self):
        row = " ".join(["HX"] * 40)
        left, right, top, bottom = self.words(row, 'wrap="1"')
        self.assertTrue(LEFT - 2 < left and right < RIGHT + 2 and bottom - top > 3 * SIZE, (left, right, top, bottom))
        left, right, top, bottom = self.words(row)
        self.assertTrue(right > RIGHT and bottom - top <= SIZE, (right, top, bottom))
        left, right, top, bottom = self.words("HX\nHX\nHX")
        self.assertTrue(2 * SIZE < bottom - top < 4 * SIZE, (top, bottom))
        left, right, top, bottom = self.words("HX\n" * 50)
        self.assertTrue(top > TOP - SIZE and bottom < BOTTOM + SIZE, (top, bottom))

    def test_a_text_may_be_hidden_or_faint(self):
        for more in ({"more": 'visible="0"'}, {"layer": 'visible="0"'}, {"layer": 'opacity="0"'}):
            self.write("a.tmx", tmx("HXH", **more))
            self.assertEqual(self.draw("a.tmx").places(RED, 90), [], more)
        self.write("a.tmx", tmx("HXH"))
        self.assertEqual(self.draw("a.tmx", show="-grid,-pictures").places(RED, 90), [])
        self.write("a.tmx", tmx("HXH", layer='opacity="0.5"'))
        picture = self.draw("a.tmx")
        self.assertEqual(picture.places(RED, 60), [])
        self.assertGreater(len(picture.places((128, 0, 0), 30)), 20)

    def test_all_formats_of_maps_have_texts(self):
        expected = self.words("HXH")
        text = f'"text": "HXH", "pixelsize": {SIZE}, "color": "#ff0000"'
        self.write("a.tmj", '{"orientation": "orthogonal", "width": 20, "height": 10, "tilewidth": 16, "tileheight": 16, "tilesets": [], '
                   f'"layers": [{{"type": "objectgroup", "name": "texts", "objects": [{{"id": 1, "x": {LEFT}, "y": {TOP}, '
                   f'"width": {RIGHT - LEFT}, "height": {BOTTOM - TOP}, "text": {{{text}}}}}]}}]}}')
        self.write("a.lua", f"""return {{ orientation = "orthogonal", width = 20, height = 10, tilewidth = 16, tileheight = 16,
          tilesets = {{}}, layers = {{ {{ type = "objectgroup", name = "texts", objects = {{ {{ id = 1, shape = "text", x = {LEFT},
          y = {TOP}, width = {RIGHT - LEFT}, height = {BOTTOM - TOP}, text = "HXH", pixelsize = {SIZE}, color = {{ 255, 0, 0 }} }} }} }} }} }}""")
        for name in ("a.tmj", "a.lua"):
            self.assertEqual([at - MARGIN for at in self.draw(name).bounds(RED, 90)], expected, name)


if __name__ == "__main__":
    main()
