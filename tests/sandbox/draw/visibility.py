"""What is drawn can be seen and read: names, marks and outlines on any ground. Without a display."""

import itertools
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import Picture, PictureTest, main  # noqa: E402


def as_seen(color, blindness):
    """A colour in CIELAB, as people without one kind of cones see it (Vienot, Brettel and Mollon, 1999)."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color]

    def times(matrix, vector):
        return [sum(a * b for a, b in zip(row, vector)) for row in matrix]
    l, m, s = times(((17.8824, 43.5161, 4.11935), (3.45565, 27.1554, 3.86714),
                     (0.0299566, 0.184309, 1.46709)), linear)
    if blindness == "protanopia":
        l = 2.02344 * m - 2.52581 * s
    elif blindness == "deuteranopia":
        m = 0.494207 * l + 1.24827 * s
    seen = times(((0.0809444479, -0.130504409, 0.116721066),
                  (-0.0102485335, 0.0540193266, -0.113614708),
                  (-0.000365296938, -0.00412161469, 0.693511405)), (l, m, s))
    xyz = times(((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728)),
                [min(max(c, 0), 1) for c in seen])
    x, y, z = [c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in xyz]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


class Visibility(PictureTest):
    def test_the_name_of_a_dark_box_can_be_read(self):
        picture = self.draw("""things = {
            { "dark", at = { 50, 25 }, color = "#203040", boxes = { a = { w = 80, h = 30 }, b = { w = 80, h = 30 } } },
          },""")
        bright = sum(max(picture.at(x, y)) > 110 for y in range(70, 130) for x in range(60, 640))
        dark = self.draw('things = { { "dark", at = { 50, 25 }, color = "#203040", w = 80, h = 30 } },')
        bright -= sum(max(dark.at(x, y)) > 110 for y in range(70, 130) for x in range(60, 640))
        self.assertGreater(bright, 10)  # of the glyphs beside it

    def test_the_name_of_a_kind_may_have_twenty_letters_of_any_language(self):
        def ink(glyphs):
            boxes = f'boxes = {{ ["{"■" * glyphs}"] = {{ w = 8, h = 30 }}, a = {{ w = 8, h = 30, color = "#102030" }} }}'
            picture = self.draw(f'things = {{ {{ "a", at = {{ 10, 25 }}, color = "#00ff00", {boxes} }} }},')
            return sum(picture.at(x, y)[1] > 200 for y in range(80, 150) for x in range(104, 500))
        self.assertGreater(ink(10), 100)
        self.assertAlmostEqual(ink(20), 2 * ink(10), delta=20)

    def test_a_name_hides_no_words_of_the_scene(self):
        box = '{ "a", at = { 10, 25 }, color = "#00ff00", boxes = { push = { w = 8, h = 30 }, hurt = { w = 7, h = 29 } } }'
        words = 'draw = function(s, g) g:text(14.5, 10.5, "■■■■", "#ff0000", 3) end,'
        alone, named = (self.draw(f"things = {{ {things} }}, {words}").count((255, 0, 0))
                        for things in ("", box))
        self.assertGreater(alone, 100)
        self.assertEqual(named, alone)

    def test_names_at_one_place_stand_side_by_side(self):
        picture = self.draw("""things = {
            { "a", at = { 50, 25 }, color = "#ff4040", boxes = { ["■■■■"] = { r = 3 }, ["■■■"] = { r = 3 } } },
            { "b", at = { 50, 25 }, color = "#40ff40", boxes = { ["■■■■"] = { r = 2.9 }, ["■■■"] = { r = 2.9 } } } },""")
        middle = 320
        red = [x for x, y in picture.places((255, 64, 64), 70) if x > middle + 24]
        green = [x for x, y in picture.places((64, 255, 64), 70) if x < middle - 24]
        self.assertGreater(min(len(red), len(green)), 40)

    def test_draw_covers_outlines_anchors_and_names_and_drawBelow_lies_below_them(self):
        def inks(name):
            picture = self.draw(f"""things = {{ {{ "box", at = {{ 50, 25 }}, w = 60, h = 30, color = "#ff4040" }} }},
                {name} = function(s, g) g:rect(0, 0, 100, 50, "#204060", true) end,""", "--frames", "1")
            return len({picture.at(x, y) for x in range(110, 530) for y in range(80, 300)})
        self.assertEqual(inks("drawAbove"), 1)
        self.assertGreater(inks("draw"), 3)

    def test_names_lie_on_no_other_thing_where_there_is_a_place_beside_it(self):
        def man(x, color):
            boxes = f'boxes = {{ ["■■■"] = {{ w = 8, h = 20 }}, ["■■■■"] = {{ w = 7, h = 19 }} }}'
            return f'{{ "man", at = {{ {x}, 25 }}, color = "{color}", {boxes} }},'
        picture = self.draw(f"""things = {{ {{ "room", at = {{ 50, 25 }}, w = 98, h = 48, color = "#102030" }},
            {man(41, "#ff4040")} {man(50, "#40ff40")} {man(59, "#9090ff")} }},""")
        for color, x in (((255, 64, 64), 41), ((64, 255, 64), 50), ((144, 144, 255), 59)):
            middle, half = 320 + (x - 50) * 6.16, 4 * 6.16 + 2
            others = [at for at in (41, 50, 59) if at != x]
            ink = [(a, b) for a, b in picture.places(color, 60) if abs(a - middle) > half or abs(b - 187) > 66]
            self.assertGreater(len(ink), 100, x)  # all of the names is outside of it
            for other in others:
                middle = 320 + (other - 50) * 6.16
                self.assertEqual([(a, b) for a, b in ink if abs(a - middle) < half - 4 and abs(b - 187) < 60], [], x)

    def test_two_depths_at_one_place_are_written_in_two_lines_and_a_repeated_one_once(self):
        def rows(*widths):
            boxes = ", ".join(f"k{i} = {{ w = {w}, h = 20 }}" for i, w in enumerate(widths))
            rules = ", ".join(f'{{ "a.k{i}", "b" }}' for i in range(len(widths)))
            picture = self.draw(f"""rules = {{ {rules} }}, things = {{
                {{ "a", at = {{ 40, 25 }}, color = "#102030", boxes = {{ {boxes} }} }},
                {{ "b", at = {{ 56, 25 }}, color = "#102030", w = 20, h = 20 }} }},""")
            return [y for y in range(170, 220) if any(min(picture.at(x, y)) > 160 for x in range(272, 284))]
        self.assertAlmostEqual(len(rows(20, 19.9)), 2 * len(rows(20)), delta=2)
        self.assertEqual(rows(20, 20), rows(20))

    def test_names_much_taller_than_their_thing_are_left_out(self):
        def glyphs(size):
            kinds = ", ".join(f'["■■■■{i}"] = {{ w = {size}, h = {size} }}' for i in range(4))
            picture = self.draw(f"""types = {{ dot = {{ w = 1, h = 1, color = "#102030" }} }}, things = {{
                {{ "a", at = {{ 20, 25 }}, color = "#ff4040", boxes = {{ {kinds} }} }},
                {", ".join(f'{{ "dot", at = {{ {6 * i}, 48 }} }}' for i in range(12))} }},""")
            right = 320 + (20 - 50 + size / 2) * 6.16
            return sum(picture.at(right + i, y)[0] > 200 for i in range(3, 50) for y in range(80, 240))
        self.assertGreater(glyphs(20), 100)
        self.assertEqual(glyphs(1), 0)

    def test_marks_can_be_seen_on_a_white_ground(self):
        self.scene("""background = "white", view = { 100, 50 }, rules = { { "a", "b" } }, things = {
            { "a", at = { 20, 25 }, w = 20, h = 20, color = "white" },
            { "b", at = { 36, 25 }, w = 20, h = 20, color = "white" },
            { "c", at = { 80, 25 }, w = 20, h = 20, color = "white" } },""")
        self.assert_ends(self.run_sandbox(
            "--headless", "--png", "shot.png@1", "--size", "640x400", "scene.lua"), 0)
        picture = Picture(self.path("shot.png"))

        def dark(x, y, reach):
            x, y = 320 + (x - 50) * 6.16, 187 + (y - 25) * 6.16
            return sum(max(picture.at(x + i, y + j)) < 190 for i in range(-reach, reach)
                       for j in range(-reach, reach))
        self.assertGreater(dark(80, 25, 8), 10)  # the anchor
        self.assertGreater(dark(28, 25, 16), 40)  # the arrow

    def test_an_outline_is_seen_on_a_ground_of_its_own_colour(self):
        def light(color):
            return sum(part * (c / 255) ** 2.2 for part, c in zip((0.2126, 0.7152, 0.0722), color))

        def edge(ground, color):  # what is farthest from the ground at the lower edge of a box, and the ground
            self.scene(f"""background = "{ground}", view = {{ 100, 50 }}, things = {{
                {{ "box", at = {{ 50, 25 }}, w = 40, h = 20, color = "{color}" }} }},""")
            self.assert_ends(self.run_sandbox(
                "--headless", "--png", "shot.png@1", "--size", "640x400", "scene.lua"), 0)
            picture = Picture(self.path("shot.png"))
            x, y = 320 - 10 * 6.16, 187 + 10 * 6.16
            beside = picture.at(x, y + 6)
            near = (picture.at(x, y + dy) for dy in range(-3, 4))
            return max(near, key=lambda c: abs(light(c) - light(beside))), beside

        for ground, color in (("#14181d", "#14181d"), ("#14181d", "black"), ("#14181d", "#301010"), ("white", "white"),
                              ("#fff0c0", "#ffffa0"), ("#707070", "#707070"), ("#205040", "#2a6a50")):
            with self.subTest(ground, color=color):
                dark, bright = sorted(light(c) + 0.05 for c in edge(ground, color))
                self.assertGreater(bright / dark, 1.25)  # in a picture lines are half as thick
        line, ground = edge("#14181d", "#ff0000")  # what is seen is as it was asked for
        self.assertTrue(line[0] > 90 and all(a <= b for a, b in zip(line[1:], ground[1:])), line)

    def test_colour_blind_people_can_distinguish_the_kinds_of_boxes(self):
        kinds = ("push", "hurt", "hit", "sensor")
        things = [f'{{ "{kind}", at = {{ {20 + 20 * i}, 25 }}, boxes = {{ {kind} = {{ w = 10, h = 20 }} }} }},'
                  for i, kind in enumerate(kinds)]
        picture = self.draw("things = {" + "".join(things) + "},")
        outlines = []
        for i in range(len(kinds)):  # its lower edge, left of the anchor
            x, y = 320 + (17 + 20 * i - 50) * 6.16, 187 + 10 * 6.16
            outlines.append(max((picture.at(x, y + dy) for dy in range(-3, 4)), key=max))
        for blindness in ("none", "protanopia", "deuteranopia"):
            for a, b in itertools.combinations(range(len(kinds)), 2):
                with self.subTest(blindness, a=kinds[a], b=kinds[b]):
                    seen = [as_seen(outlines[i], blindness) for i in (a, b)]
                    self.assertGreater(math.dist(*seen), 15)  # thin lines, on a dark ground

    def test_a_concave_outline_shows_no_internal_edge(self):
        picture = self.draw("""things = {
            { "star", at = { 50, 25 }, color = "#ff0000", points = {
              -20, -20, 20, -20, 20, -4, -4, -4, -4, 4, 20, 4, 20, 20, -20, 20 } },
          }, draw = function(s, g) g:line(0, 0, 1, 0, s.star.color) end,""")
        scale = 6.16
        left, top = 320 - 50 * scale, 187 - 25 * scale
        # down its back, beside the anchor's mark: the fill and the lines of the grid, no others
        back = [picture.at(left + 34 * scale, top + y / 10 * scale) for y in range(90, 410)]
        beside = [picture.at(left + 20 * scale, top + y / 10 * scale) for y in range(90, 410)]
        for row in (back, beside):
            self.assertLess(max(c[0] for c in row) - min(c[0] for c in row), 40, set(row))
        across = [picture.at(left + x / 10 * scale, top + 9 * scale) for x in range(200, 800)]
        self.assertGreater(max(c[0] for c in across), 150, "an outline")


if __name__ == "__main__":
    main()
