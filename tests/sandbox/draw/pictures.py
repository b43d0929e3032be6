"""Pictures written without a display."""

import itertools
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import Picture, PictureTest, main  # noqa: E402

GROUND = (0x10, 0x20, 0x30)


class Pictures(PictureTest):
    def pngs(self):
        return sorted(name for name in os.listdir(self.folder) if name.endswith(".png"))

    def test_the_frames_of_the_list_are_written_and_no_others(self):
        self.scene('things = { { "box", w = 40, h = 20 } },')
        self.assert_ends(self.run_sandbox(
            "--headless", "--frames", "12", "--png", "out-%d.png@2,5-7", "--size", "64x48",
            "scene.lua"), 0)
        self.assertEqual(self.pngs(), ["out-2.png", "out-5.png", "out-6.png", "out-7.png"])

    def test_without_a_list_every_frame_is_written_from_0_on(self):
        self.scene("")
        self.assert_ends(self.run_sandbox(
            "--headless", "--frames", "2", "--png", "%03d.png", "--size", "64x48", "scene.lua"), 0)
        self.assertEqual(self.pngs(), ["000.png", "001.png", "002.png"])

    def test_without_frames_it_runs_to_the_last_of_the_list(self):
        self.scene("update = function(s) print(s.ticks) end,")
        result = self.run_sandbox(
            "--headless", "--png", "x.png@4", "--size", "64x48", "scene.lua")
        self.assertEqual(result.stdout.split(), ["1", "2", "3", "4"])

    def test_a_scene_that_quits_ends_the_run(self):
        self.scene("update = function(s) print(s.ticks) if s.ticks == 3 then s:quit() end end,")
        result = self.headless(frames=100)
        self.assert_ends(result, 0)
        self.assertEqual(result.stdout.split(), ["1", "2", "3"])

    def test_a_picture_has_the_size_that_was_asked_for(self):
        picture = self.draw("")
        self.assertEqual((picture.width, picture.height), (640, 400))

    def test_a_picture_shows_the_state_after_its_tick(self):
        self.scene("""view = { 100, 100 },
          things = { { "box", at = { 0, 50 }, w = 10, h = 10, color = "#ff0000" } },
          update = function(s) s.box.x = s.ticks * 10 end,""")
        self.assert_ends(self.run_sandbox(
            "--headless", "--png", "%d.png@2,8", "--size", "400x400", "scene.lua"), 0)
        reds = []
        for name in ("2.png", "8.png"):
            picture = Picture(self.path(name))
            row = [picture.at(x, picture.height // 2 - 13) for x in range(picture.width)]
            reds.append([x for x, c in enumerate(row) if c[0] > c[1] + 30][0])
        self.assertAlmostEqual((reds[1] - reds[0]) / picture.width, 0.6, delta=0.08)

    def test_boxes_are_drawn_without_drawing_code(self):
        empty = self.draw("")
        drawn = self.draw("""things = {
            { "a", at = { 20, 25 }, w = 20, h = 20 },
            { "b", at = { 50, 25 }, r = 10 },
            { "c", at = { 80, 25 }, points = { -10, -10, 10, -10, 0, 10 } },
          },""")
        for x in (20, 50, 80):
            at = (320 + (x - 50) * 6.16 + 6, 187 + 6)
            self.assertNotEqual(drawn.at(*at), empty.at(*at), f"the box at {x}")

    def test_of_a_large_world_what_is_on_the_screen_is_drawn(self):
        near = """{ "a", at = { 20, 25 }, w = 20, h = 20 }, { "b", at = { 100, 25 }, r = 10, facing = -1 },
            { "wide", at = { 50, 40 }, w = 1e6, h = 4 },"""
        bare = self.draw(f"things = {{ {near} }},")
        full = self.draw(f"""things = (function()
            local things = {{ {near} }}
            for i = 1, 3000 do
              things[#things + 1] = {{ "far", at = {{ 200 + i % 60 * 20, i // 60 * 20 - 500 }}, w = 16, h = 16 }}
            end
            return things
          end)(),""")
        self.assertEqual(full.rows[:full.height - 26], bare.rows[:bare.height - 26])
        self.assertNotEqual(full.rows, bare.rows, "the status line has their number")

    def test_the_look_of_a_thing_is_checked_when_it_is_drawn(self):
        self.scene("""view = { 100, 50 }, things = { { "far", at = { 500, 25 }, w = 10, h = 10 } },
          update = function(s)
            s.far.color = "reddish"
            s.far.x = s.far.x - 100
            print(s.far.x)
          end,""")
        result = self.headless(frames=10)
        self.assert_fails(result, "color of thing 'far': ")
        self.assertEqual(result.stdout.split(), ["400", "300", "200", "100"])

    def test_a_hidden_thing_is_not_drawn(self):
        def count(hidden):
            return self.draw(f"""things = {{
                {{ "a", at = {{ 50, 25 }}, w = 20, h = 20, color = "#ff0000", hidden = {hidden} }},
              }}, draw = function(s, g) g:line(0, 0, 1, 0, s.a.color) end,""").count(GROUND)
        self.assertGreater(count("true"), count("false"))

    def test_a_colour_of_nil_is_that_of_the_definition_and_false_is_none(self):
        def rows(first, later, box=""):
            return self.draw(f"""types = {{ crate = {{ {first} }} }}, things = {{
                {{ "a", type = "crate", at = {{ 30, 25 }}, w = 20, h = 20 }},
                {{ "b", type = "crate", at = {{ 70, 25 }}, boxes = {{ push = {{ r = 9 }}, hit = {{ r = 5 {box} }} }} }},
              }}, start = function(s) {later} end,""").rows
        red, plain, marked = rows('color = "red"', ""), rows("", ""), rows('color = "red"', "", ', color = "white"')
        self.assertEqual(len({repr(picture) for picture in (red, plain, marked)}), 3)
        for first, later, box, expected in (
                ('color = "red"', 's.a.color, s.b.color = "blue", "blue"  s.a.color, s.b.color = nil, nil', "", red),
                ("", 's.a.color, s.b.color = "red", "red"', "", red),
                ("", 's.a.color, s.b.color = "red", "red"  s.a.color, s.b.color = nil, nil', "", plain),
                ('color = "red"', "s.a.color, s.b.color = false, false", "", plain),
                ('color = "red"', 's.b.boxes.hit.color = "white"', "", marked),
                ('color = "red"', 's.b.boxes.hit.color = "white"  s.b.boxes.hit.color = nil', "", red),
                ('color = "red"', 's.b.boxes.hit.color = "blue"  s.b.boxes.hit.color = nil', ', color = "white"', marked),
                ('color = "red"', "s.b.boxes.hit.color = false", ', color = "white"', red),
                ('color = "blue"', 's.a.color, s.b.color = "red", "red"', "", red)):
            with self.subTest(later, first=first):
                self.assertEqual(rows(first, later, box), expected)

    def test_a_hidden_thing_has_no_arrow(self):
        def arrows(hidden):
            return self.draw(f"""things = {{
                {{ "a", at = {{ 40, 25 }}, w = 20, h = 20 }},
                {{ "b", at = {{ 55, 25 }}, w = 20, h = 20, hidden = {hidden} }},
              }}, rules = {{ {{ "a", "b", response = "cross" }} }},""").count((255, 255, 255))
        self.assertGreater(arrows("false"), 20)
        self.assertEqual(arrows("true"), 0)

    def test_a_scene_draws_lines_shapes_and_text(self):
        picture = self.draw("""draw = function(s, g)
            g:rect(0, 0, 100, 50, "#102030", true)
            g:rect(2, 2, 10, 10, "#f00f", true)
            g:circle(30, 10, 8, "#0f0", true)
            g:polygon({ 50, 2, 60, 2, 60, 12, 50, 12 }, "#0000ff", true)
            g:shape(hitbox.capsule(75, 5, 90, 5, 4), 0xffff00ff, true)
            g:line(0, 30, 100, 30, "#ff00ff", 2)
            g:text(10, 36, "hitbox", "white", 12)
            assert(g:width() == 100 and g:height() == 50)
          end,""")
        scale = 6.16
        left, top = 320 - 50 * scale, 187 - 25 * scale
        for x, y, color in (
            (7, 7, (255, 0, 0)), (30, 10, (0, 255, 0)), (55, 7, (0, 0, 255)),
            (82, 5, (255, 255, 0)), (72, 5, (255, 255, 0)), (50, 30, (255, 0, 255)),
            (45, 20, GROUND),
        ):
            self.assertEqual(picture.at(left + x * scale, top + y * scale), color, f"at {x}, {y}")
        self.assertGreater(picture.count((0xf4, 0xf6, 0xf8)), 100, "glyphs")

    def test_a_text_has_its_anchor_where_it_is_put(self):
        scale = 6.16

        def ends(anchor, text="■■■"):  # of the glyphs: left, right, top, bottom, from the place in units
            places = self.draw(f"""draw = function(s, g)
                g:text(50, 25, "{text}", "#ff0000", 8{anchor}) end,""").places((255, 0, 0), 60)
            xs, ys = [(x - 320) / scale for x, _ in places], [(y - 187) / scale for _, y in places]
            return min(xs), max(xs), min(ys), max(ys)
        left, right, top, bottom = ends("")
        self.assertGreater(left, -0.5)
        self.assertGreater(top, 0)
        self.assertEqual(ends(', "top-left"'), (left, right, top, bottom))
        w, h = right + left, 8  # as much room at both sides
        for anchor, fx, fy in (("top", 0.5, 0), ("top-right", 1, 0), ("left", 0, 0.5), ("center", 0.5, 0.5),
                               ("right", 1, 0.5), ("bottom-left", 0, 1), ("bottom", 0.5, 1),
                               ("bottom-right", 1, 1), ("feet", 0.5, 1)):
            with self.subTest(anchor):
                found = ends(f', "{anchor}"')
                self.assertAlmostEqual(found[0], left - fx * w, delta=0.35)
                self.assertAlmostEqual(found[2], top - fy * h, delta=0.35)
        # Of several lines each is aligned: beside the short one in the middle there is room at both sides.
        short = ends(', "top-right"', "■")
        both = ends(', "top-right"', "■■■\\n■")
        self.assertAlmostEqual(both[0], left - w, delta=0.35)
        self.assertAlmostEqual(both[1], short[1], delta=0.35)
        self.assertAlmostEqual(both[3], bottom + h, delta=0.35)

    def test_a_text_is_as_large_as_it_is_said_to_be(self):
        for size in (3, 12):
            picture = self.draw(f"""draw = function(s, g)
                local w, h = g:textSize("■■", {size})
                g:rect(10, 10, w, h, "#0000ff", true)
                g:text(10, 10, "■■", "#ff0000", {size})
              end,""")
            self.assertGreater(picture.count((255, 0, 0)), 20)
            blue = picture.places((0, 0, 255), 60)
            red = picture.places((255, 0, 0), 60)
            for axis in (0, 1):
                (b0, b1), (r0, r1) = ((min(p[axis] for p in ps), max(p[axis] for p in ps)) for ps in (blue, red))
                self.assertTrue(b0 <= r0 and r1 <= b1, (size, axis))
                self.assertLess(b1 - b0, 1.8 * (r1 - r0), (size, axis))
        self.scene("""draw = function(s, g)  -- where nothing is seen
            local w, h = g:textSize("größer\\nals", 10)
            assert(w == 36 and h == 20, w .. " x " .. h)
            print("measured")
          end,""")
        result = self.headless()
        self.assert_ends(result, 0)
        self.assertIn("measured", result.stdout)

    def test_an_invalid_anchor_is_reported(self):
        for given, says in (('"x", "white", 8, "middle"', "or bottom-right, got middle"),
                            ('"x", "center"', "'center' is an anchor, which comes last"),
                            ('"x", "white", "center"', "'center' is an anchor, which comes last")):
            with self.subTest(given):
                self.scene(f"draw = function(s, g) g:text(0, 0, {given}) end,")
                self.assert_fails(self.headless(), says)

    def test_a_scene_draws_the_letters_of_the_fonts_that_there_are(self):
        def glyphs(text):  # where their pixels are
            return self.draw(f'draw = function(s, g) g:text(2, 2, "{text}", "#ff0000", 20) end,').places(
                (255, 0, 0), 100)
        missing, sun, tree, both, cut = map(glyphs, (
            "\U0001f600", "\u65e5", "\u6728", "\u65e5\u6728", "\u65e5\\230\\156"))
        self.assertTrue(sun != missing and sun != tree)
        self.assertTrue(sun == cut)  # half a glyph is none
        self.assertAlmostEqual(len(both), len(sun) + len(tree), delta=10)
        # More glyphs than are kept, and so large that there is room for them only if they are stretched.
        self.draw("""draw = function(s, g)
            for first = 0x4e00, 0x5700, 0x100 do
              local glyphs = {}
              for i = 1, 0x100 do glyphs[i] = utf8.char(first + i) end
              g:text(0, 0, table.concat(glyphs), "white", 14)
            end
          end,""")

    def test_a_scene_draws_shapes_of_every_kind(self):
        picture = self.draw("""draw = function(s, g)
            g:rect(0, 0, 100, 50, "#102030", true)
            g:shape(hitbox.ellipse(15, 12, 12, 4), "#ff0000", true)
            g:shape(hitbox.polygon(40, 2, 60, 2, 60, 6, 44, 6, 44, 20, 40, 20), "#00ff00", true)
            g:shape(hitbox.mask { "##..", "....", "..##" }:mirrored():translated(84, 10), "#0000ff", true)
            g:shape(hitbox.compound(hitbox.circle(20, 35, 5), hitbox.aabb(25, 34, 20, 2)), "#ffff00",
              true)
          end,""")
        scale = 6.16
        left, top = 320 - 50 * scale, 187 - 25 * scale
        for x, y, color in (
            (5, 12, (255, 0, 0)), (15, 15, (255, 0, 0)), (6, 15, GROUND),
            (58, 4, (0, 255, 0)), (42, 18, (0, 255, 0)), (42, 4, (0, 255, 0)), (50, 10, GROUND),
            (83, 10.5, (0, 0, 255)), (81, 12.5, (0, 0, 255)), (81, 10.5, GROUND), (83, 12.5, GROUND),
            (20, 38, (255, 255, 0)), (40, 35, (255, 255, 0)), (40, 38, GROUND),
        ):
            self.assertEqual(picture.at(left + x * scale, top + y * scale), color, f"at {x}, {y}")

    def test_a_scene_draws_pictures(self):
        self.draw('draw = function(s, g) g:rect(0, 0, 100, 50, "#ff0000", true) end,')
        os.makedirs(self.path("art"))
        os.rename(self.path("shot.png"), self.path("art/red.png"))
        picture = self.draw("""draw = function(s, g)
            g:picture("art/red.png", 0, 0, 100, 50)
          end,""")
        self.assertEqual(picture.at(320, 187), (255, 0, 0))

    def test_a_part_of_a_picture_is_drawn_mirrored_where_its_width_is_below_0(self):
        self.draw("""draw = function(s, g)
            g:rect(0, 0, 50, 50, "#ff0000", true) g:rect(50, 0, 50, 50, "#0000ff", true)
          end,""", "--size", "640x400")
        os.rename(self.path("shot.png"), self.path("two.png"))
        # 40 pixels left of the seam, and 20 right of it
        picture = self.draw("""draw = function(s, g)
            local part = { x = 280, y = 180, w = 60, h = 10 }
            g:picture("two.png", 0, 0, 60, 10, part)
            g:picture("two.png", 60, 20, -60, 10, part)
            g:picture("two.png", 0, 40, nil, nil, { x = 300, y = 180, w = 10, h = 10 })
          end,""")
        scale = 6.16
        left, top = 320 - 50 * scale, 187 - 25 * scale
        red, blue = (255, 0, 0), (0, 0, 255)
        for x, y, color in ((38, 5, red), (42, 5, blue), (58, 5, blue), (62, 5, GROUND),
                            (2, 25, blue), (18, 25, blue), (22, 25, red), (58, 25, red),
                            (5, 45, red), (12, 45, GROUND)):
            self.assertEqual(picture.at(left + x * scale, top + y * scale), color, f"at {x}, {y}")
        for part in ('{ x = 0, y = 0, w = 641, h = 1 }', '{ x = 600, y = 0, w = 41, h = 1 }',
                     '{ x = 0, y = -1, w = 1, h = 1 }', '{ x = 0 / 0, y = 0, w = 1, h = 1 }', '{}'):
            with self.subTest(part):
                self.scene(f'draw = function(s, g) g:picture("two.png", 0, 0, 1, 1, {part}) end,')
                self.assert_fails(self.headless(), "of the part must be within the picture's")

    def test_of_a_picture_far_larger_than_the_window_the_part_in_it_is_drawn(self):
        red, green, blue, white = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
        self.write_bytes("four.ppm", b"P6 2 2 255\n" + bytes(red + green + blue + white))
        for size in (1e3, 1e6, 1e9, 1e30):
            for across in (1, -1):
                with self.subTest(size, across=across):
                    picture = self.draw(f"""draw = function(s, g)
                        local w, h = {across * size}, {size}
                        g:picture("four.ppm", 50 - w / 2, 25 - h / 2, w, h)
                      end,""")
                    seen = [picture.at(x, y) for y in (40, 330) for x in (40, 600)]
                    wanted = [red, green, blue, white] if across == 1 else [green, red, white, blue]
                    if size < 1e7:  # beyond that, where it lies is off by more than a window
                        self.assertEqual(seen, wanted)

    def test_the_texels_of_a_picture_that_reaches_out_of_the_window_stay_where_they_are(self):
        colors = [(255 * (i % 2), 255 - 20 * i, 20 * i) for i in range(8)]
        self.write_bytes("row.ppm", b"P6 8 1 255\n" + bytes(sum(colors, ())))
        texel = 130  # pixels: the row is wider than the window
        for left in (-300, -35, 100):  # of the picture, in pixels
            picture = self.draw(f"""draw = function(s, g)
                g:picture("row.ppm", 50 + {left - 320} / 6.16, 10, 8 * {texel} / 6.16, 30)
              end,""")
            for i, color in enumerate(colors):
                for x in (left + texel * i + 3, left + texel * (i + 1) - 3):
                    if 4 <= x < 636:
                        with self.subTest(left=left, texel=i, x=x):
                            self.assertEqual(picture.at(x, 180), color)

    def test_a_missing_picture_is_an_error_that_names_it(self):
        self.scene('draw = function(s, g) g:picture("gone.png", 0, 0) end,')
        self.assert_fails(self.headless(), "gone.png")

    def test_a_text_that_is_a_table_shows_no_address(self):
        shown, meant = (self.draw(f"draw = function(s, g) g:text(10, 10, {text}) end,").rows
                        for text in ("{}", '"a table"'))
        self.assertTrue(shown == meant)

    def test_a_one_way_box_has_an_arrow_to_where_it_stops_from(self):
        for pose, way in (("", (-1, 0)), ("facing = -1,", (1, 0)), ("angle = math.pi / 2,", (0, -1))):
            picture = self.draw('things = { { "gate", at = { 50, 25 }, w = 1, h = 1, oneWay = "left", color = "#ff0000", '
                                + pose + ' } }, start = function(s) for i = 1, 13 do s:spawn { "dot", r = 1 } end end,')
            near = [(x, y) for x in range(-12, 13) for y in range(-12, 13) if max(abs(x), abs(y)) > 5]
            seen = [picture.at(320 + x, 187 + y) for x, y in near]
            tip = [at for at, (r, g, _) in zip(near, seen) if r > 0x80 and g < 0x20]
            self.assertTrue(tip)
            for x, y in tip:  # beyond its edge, which is 3 pixels away
                self.assertGreater(x * way[0] + y * way[1], 4)

    def test_a_name_leaves_the_arrow_of_a_small_one_way_box_alone(self):
        crowd = 'start = function(s) for i = 1, 13 do s:spawn { "dot", r = 1 } end end,'  # too many to be named
        for side, (dx, dy) in (("left", (-1, 0)), ("right", (1, 0)), ("above", (0, -1)), ("below", (0, 1))):
            gate = 'things = { { "gate", at = { 50, 25 }, w = 1, h = 1, oneWay = "' + side + '", color = "#ff0000" } },'
            alone, among = self.draw(gate), self.draw(gate + crowd)
            for i, j in itertools.product(range(16), range(-4, 5)):
                at = 320 + i * dx + j * dy, 187 + i * dy + j * dx
                self.assertEqual(alone.at(*at), among.at(*at), (side, at))

    def test_a_name_leaves_the_anchor_of_a_low_box_alone(self):
        crowd = 'start = function(s) for i = 1, 13 do s:spawn { "dot", r = 1 } end end,'  # too many to be named
        car = 'things = { { "car", at = { 50, 25 }, w = 6, h = 3, color = "#ff0000" } },'
        alone, among = self.draw(car), self.draw(car + crowd)
        for x, y in itertools.product(range(-18, 18), range(-9, 9)):
            self.assertEqual(alone.at(320 + x, 187 + y), among.at(320 + x, 187 + y), (x, y))

    def test_a_filled_polygon_need_not_be_convex(self):
        corners = [(20, 5), (50, 25), (80, 5), (80, 45), (50, 30), (20, 45)]  # notches above and below
        for way in (1, -1):
            numbers = ", ".join(f"{x}, {y}" for x, y in corners[::way])
            picture = self.draw("draw = function(s, g) g:polygon({ " + numbers + ' }, "#ff0000", true) end,')
            red = [picture.at(320 + 6.16 * (x - 50), 187 + 6.16 * (y - 25)) == (255, 0, 0) for x, y in
                   ((50, 27), (22, 10), (78, 10), (22, 40), (78, 40), (50, 15), (50, 35))]
            self.assertEqual(red, 5 * [True] + 2 * [False])

    def test_drawing_checks_what_it_is_given(self):
        for call, message in (
            ("g:line(0, 0, 0/0, 1)", "x must be finite, got NaN"),
            ("g:rect(0, 0, -3, 1)", "w must be >= 0, got -3"),
            ('g:circle(0, 0, 1, "rde")', "got rde"),
            ("g:circle(0, 0, 1, { 255, 0, 0 })", "got a table)"),  # and not where it is
            ("g:polygon({ 1, 2, 3, 4 })", "3 to"),
            ("g:polygon(1, 2, 3, 4, 5, 6)", "a table of corners {x1, y1, x2, y2, ...} expected, got number"),
            ("g:rect('fill', 1, 2, 3, 4)", "bad argument #1 to 'rect' (number expected for x, got string)"),
            ("g:line({ 1, 2, 3, 4 })", "number expected for x, got table"),
            ("g:circle(1, 2)", "bad argument #3 to 'circle' (number expected for r, got no value)"),
            ("g.rect(1, 2, 3, 4)", "\n(call it with ':', as g:rect(...))\n"),
            ('g:polygon({ 1, 2, 3, 4, 5, "six" })', "corner 3"),
            ('g:shape("circle")', "shape expected"),
            ("g:text(0, 0)", "#3"),
            ('g:text(0, 0, ("a_b"):gsub("_", " "))', "bad argument #4 to 'text' (the colour 1 is an invisible black; text:gsub(a, b) returns a count "),
            ('g:text(0, 0, ("ab"):gsub("_", " "))', "the colour 0 is an invisible black"),
            ('g.line(1, 2)', "hitbox.paint"),
            ("g:rect(0, 0, 3, 1, 1, 0.5, 0)", "bad argument #7 to 'rect' (nothing follows there; a colour is one argument, "),
            ('g:text(0, 0, "a", "red", 8, "top", 1)', "bad argument #7 to 'text' (nothing follows there"),
            ('g:text(0, 0, "a", 1, 0.5, 0)', "bad argument #6 to 'text' (an anchor expected: top-left, "),
            ('g:textSize("a", -1)', "bad argument #2 to 'textSize' (size must be >= 0, got -1"),
            ("g:textSize()", "bad argument #1 to 'textSize' (a text expected, got nil"),
            ('g:line(0, 0, 1, 1, "red", 1, 2)', "bad argument #7 to 'line' (nothing follows there"),
            ('g:circle(0, 0, 1, "red", "line")', "bad argument #5 to 'circle' (filled is true or false, got 'line')"),
            ('g:polygon({ 0, 0, 3, 0, 0, 3 }, 1, 0, 0)', "bad argument #4 to 'polygon' (nothing follows there"),
        ):
            with self.subTest(call):
                self.scene("draw = function(s, g) " + call + " end,")
                self.assert_fails(self.headless(), message)

    def test_a_text_is_as_faint_as_its_colour_says_where_it_may_be_meant(self):
        self.draw('draw = function(s, g) g:text(0, 0, "a", 32) g:text(0, 0, "a", 1, 8) g:text(0, 0, "a", 0xffffff00) end,')

    def test_far_and_huge_things_are_drawn_without_harm(self):
        self.draw("""things = {
            { "a", at = { 1e25, -1e25 }, w = 5, h = 5 },
            { "b", at = { 0, 0 }, w = 1e25, h = 1e25 },
            { "c", at = { 50, 25 }, r = 1e12 },
            { "d", shape = hitbox.segment(-1e20, 0, 1e20, 50) },
            { "e", shape = hitbox.point(50, 25) },
          },
          draw = function(s, g)
            g:line(-1e300, 0, 1e300, 10) g:circle(0, 0, 1e300) g:text(1e300, 0, "far")
            g:text(0, 0, "huge", "white", 1e300) g:text(0, 0, ("long"):rep(100000))
            g:rect(-1e300, 0, 1e301, 1e300, "red", true)
            g:circle(1e300, 0, 5) g:circle(-1e300, 1e300, 1e300, "red", true)
            g:polygon({ 1e300, 0, 0, 1e300, -1e300, 0 }, "red", true)
            g:line(0, 0, 10, 0, "red", 1e300)
          end,""")

    def test_a_view_that_a_script_moves_too_far_is_refused(self):
        for far, told in (("1.7e308", "within 2^100"), ("-2 ^ 101", "within 2^100"), ("0 / 0", "a finite number")):
            self.scene(f"view = {{ 320, 200 }}, update = function(s) s.view.x, s.view.w = {far}, 1e306 end,")
            self.assert_fails(self.headless("scene.lua", 1, "--png", "shot.png@1"), told)

    def test_a_line_that_leads_far_out_leads_only_there(self):
        def left_half(call):
            picture = self.draw(f"draw = function(s, g) {call} end,")
            return [row[:3 * 310] for row in picture.rows[:360]]
        empty = left_half("")
        for call in ('g:line(50, 25, {far}, {far}, "#ff0000")', 'g:line({far}, {far}, 50, 25, "#ff0000")',
                     'g:shape(require("hitbox").segment(50, 25, {far}, {far}), "#ff0000")'):
            for far in ("1e3", "1e9", "1e25"):
                with self.subTest(call + far):
                    self.assertTrue(left_half(call.format(far=far)) == empty)

    def test_the_same_scene_gives_the_same_picture(self):
        body = """things = { { "a", at = { 50, 25 }, w = 20, h = 20 } },
          update = function(s) s.a.x = math.random(100) end,"""
        first = self.draw(body).rows
        self.assertEqual(first, self.draw(body).rows)


if __name__ == "__main__":
    main()
