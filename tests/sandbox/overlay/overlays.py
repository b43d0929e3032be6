"""Overlays in pictures: which are shown, and where they would be in the way."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import PictureTest, main  # noqa: E402


class Overlays(PictureTest):
    def test_a_kind_is_named_where_a_thing_has_several_and_not_on_walls(self):
        def letters(x, *things):  # right of the box there
            picture = self.draw("things = { " + ", ".join(things) + " },")
            right = int(320 + (x - 50 + 4.5) * 6.16) + 3
            return sum(picture.at(i, j)[0] > 200 for i in range(right, right + 60) for j in range(100, 180))
        box = '{ "wall", at = { %d, 25 }, color = "#ff4040", boxes = { %s } }'
        single, double = '["■■■"] = { w = 9, h = 20 }', '["■■■"] = { w = 9, h = 20 }, ["■■■■"] = { w = 8, h = 19 }'
        self.assertEqual(letters(50, box % (50, single)), 0)
        for x in (20, 80):
            self.assertEqual(letters(x, *(box % (at, single) for at in (5, 20, 50, 80))), 0)
        one = letters(50, box % (50, double))
        self.assertGreater(one, 30)
        walls = [box % (x, single) for x in (5, 20, 80, 95)]  # names come and go with nothing else
        self.assertEqual(letters(50, box % (50, double), *walls), one)

    def marks(self, depth, unit=1):
        """White pixels of the arrow and the depth of two boxes, which are larger by `unit` than the view."""
        picture = self.draw(f"""view = {{ {100 * unit}, {50 * unit} }}, rules = {{ {{ "a", "b" }} }}, things = {{
            {{ "a", at = {{ {40 * unit}, {25 * unit} }}, w = {20 * unit}, h = {20 * unit} }},
            {{ "b", at = {{ {60 * unit} - {depth}, {25 * unit} }}, w = {20 * unit}, h = {20 * unit} }} }},""")
        return picture.count((255, 255, 255))

    def test_an_overlap_below_a_tenth_of_a_unit_has_no_arrow_and_no_depth(self):
        for depth in (1e-9, 0.01, 0.0999):
            self.assertEqual(self.marks(depth), 0, depth)
        self.assertGreater(self.marks(0.1001), 20)

    def test_where_a_tenth_of_a_unit_is_many_pixels_an_overlap_that_can_be_seen_has_an_arrow(self):
        self.assertGreater(self.marks(0.05, 0.05), 20)  # 6 pixels, in a scene in metres
        self.assertEqual(self.marks(0.005, 0.05), 0)

    def test_the_hit_of_a_move_has_an_arrow_and_no_depth(self):
        picture = self.draw("""rules = { { "a", "b", response = "slide" } }, things = {
            { "a", at = { 40, 25 }, w = 20, h = 20 }, { "b", at = { 61, 25 }, w = 20, h = 20 } },
            update = function(s) s.a:move(5, 0) end,""")
        arrow, both = picture.count((255, 255, 255)), self.marks(5)
        self.assertGreater(arrow, 20)
        self.assertLess(arrow, both)

    def test_of_many_contacts_none_is_marked(self):
        def white(pairs, beyond=0):
            picture = self.draw(f"""rules = {{ {{ "a", "b" }} }}, start = function(s)
                for i = 1, {pairs} do
                  local x = i <= {pairs} - {beyond} and 8 * i or 1000 + i * 8
                  s:spawn {{ "a", at = {{ x, 10 }}, w = 5, h = 5 }}
                  s:spawn {{ "b", at = {{ x, 14 }}, w = 5, h = 5 }}
                end end,""")
            return picture.count((255, 255, 255))
        self.assertGreater(white(10), 9 * white(1))
        self.assertEqual(white(11), 0)
        self.assertEqual(white(30), 0)
        self.assertEqual(white(40, 30), white(10))  # those that are not on the screen do not count

    def test_a_hollow_room_has_no_anchor_in_its_middle(self):
        def middle(room):
            picture = self.draw('things = { { "room", at = { 50, 25 }, w = 90, h = 40, ' + room + " } },")
            return max(max(picture.at(x, y)) for x in range(315, 326) for y in range(182, 193))
        self.assertGreater(middle("r = nil"), 160)
        self.assertLess(middle("hollow = 4"), 80)
        self.assertLess(middle('w = nil, h = nil, boxes = { a = { w = 90, h = 40, hollow = 4 } }'), 80)

    # Two boxes that overlap, a circle, a ledge that stops movers from above, and a level of one colour.
    EVERYTHING = """map = { at = { 4, 4 }, tiled = { orientation = "orthogonal", width = 1, height = 1,
        tilewidth = 8, tileheight = 8, backgroundcolor = { 200, 0, 0 }, layers = {}, tilesets = {} } }, broadPhase = "tree", things = {
        { "a", at = { 30, 25 }, boxes = { push = { w = 20, h = 20 }, hurt = { w = 16, h = 16 } } },
        { "b", at = { 46, 25 }, w = 20, h = 20 }, { "c", at = { 80, 12 }, r = 6 },
        { "d", at = { 80, 40 }, w = 20, h = 4, oneWay = "above" } },
        rules = { { "a", "b" } }, start = function(s) s.c.vx = 1 end,"""

    def names(self):
        """The names of all overlays, as the message about an unknown one lists them."""
        self.scene("")
        result = self.run_sandbox("--headless", "--frames", "0", "--show", "?", "scene.lua")
        self.assert_ends(result, 2)
        return re.search(r"to hide it, of (.*): \?", result.stderr)[1].split(", ")

    def test_each_overlay_changes_the_picture_and_all_can_be_hidden(self):
        names = self.names()
        self.assertIn("fill", names)
        hide_all = ",".join("-" + name for name in names)
        bare = self.draw(self.EVERYTHING, "--show", hide_all)
        self.assertEqual({bare.at(x, y) for x in range(100, 540) for y in range(60, 320)}, {(16, 32, 48)})
        for name in names:
            with self.subTest(name):
                if name == "crowd":  # shows nothing by itself
                    continue
                shown = self.draw(self.EVERYTHING, "--show", hide_all + "," + name)
                self.assertTrue(shown.rows != bare.rows)

    def test_the_overlay_crowd_shows_the_contacts_of_a_crowd(self):
        crowd = """rules = { { "a", "b" } }, start = function(s)
            for i = 1, 11 do
              s:spawn { "a", at = { 8 * i, 10 }, w = 5, h = 5 }
              s:spawn { "b", at = { 8 * i, 14 }, w = 5, h = 5 }
            end end,"""
        self.assertTrue(self.draw(crowd, "--show", "crowd").rows != self.draw(crowd).rows)

    def test_the_overlay_velocity_leads_to_where_a_thing_is_after_ten_ticks(self):
        def bounds(velocity):
            picture = self.draw('things = { { "a", at = { 30, 25 }, w = 4, h = 4 } }, start = function(s) '
                                + velocity + " end,", "--show", "velocity,-anchor,-fill,-outline")
            return picture.bounds((255, 106, 213), 2) if picture.places((255, 106, 213), 2) else None
        left, right, top, bottom = bounds("s.a.vx, s.a.vy = 2, 0")  # 20 units, of 6.16 pixels; 50, 25 is in the middle
        self.assertAlmostEqual(left, 320 - 20 * 6.16, delta=4)
        self.assertAlmostEqual(right, 320, delta=4)  # the tip is thin
        self.assertAlmostEqual((top + bottom) / 2, 188, delta=2)
        left, right, top, bottom = bounds("s.a.vy = -1.5")
        self.assertAlmostEqual(top, 188 - 15 * 6.16, delta=4)
        self.assertAlmostEqual(bottom, 188, delta=4)
        for still in ("0", "0.01", "0/0", "1/0", '"fast"', "{}", "true"):
            self.assertIsNone(bounds("s.a.vx = " + still), still)
        self.assertIsNone(bounds("s.a.vx, s.a.hidden = 2, true"))

    def test_a_later_choice_wins_and_hides_with_a_minus(self):
        usual = self.draw(self.EVERYTHING)
        self.assertTrue(self.draw(self.EVERYTHING, "--show", "-fill,fill").rows == usual.rows)
        self.assertTrue(self.draw(self.EVERYTHING, "--show", "-fill", "--show", "fill").rows == usual.rows)
        self.assertTrue(self.draw(self.EVERYTHING, "--show", "fill,-fill").rows != usual.rows)

    def test_an_unknown_overlay_is_refused_with_the_names_that_there_are(self):
        for wrong in ("cels", "", "fill,", "--fill", "-", "fill,,grid", "Fill"):
            result = self.run_sandbox("--headless", "--frames", "0", "--show", wrong, "scene.lua")
            self.assert_ends(result, 2)
            self.assertIn("--show takes names", result.stderr, wrong)
            self.assertIn("fill, ", result.stderr, wrong)


if __name__ == "__main__":
    main()
