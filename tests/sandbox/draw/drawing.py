"""What scenes may draw, and what the sandbox does with more: every limit ends in an error at the line
of the call, or in less that is drawn, and never in a program that hangs."""

import pathlib
import struct
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import Picture, SandboxTest, WindowTest, main  # noqa: E402


class Drawing(SandboxTest):
    def draws(self, body, name="draw"):
        """Write a scene that draws. Its first line is the fourth of the file."""
        self.scene(f"view = {{ 320, 200 }}, {name} = function(s, g)\n{body}\nend,")

    def picture(self, *more):
        return self.run_sandbox("--headless", "--png", "shot.png@0", "--size", "320x226", *more, "scene.lua")

    def assert_too_much(self, body, says):
        """The call at the fourth line raises the same error whether a picture is drawn or not."""
        self.draws(body)
        for result in (self.headless(frames=1), self.picture()):
            self.assert_fails(result, "scene.lua:4: draw: " + says)

    def test_more_commands_than_the_limit_are_an_error_at_the_call(self):
        for call in ("g:line(0, 0, 1, 1)", "g:rect(0, 0, 1, 1)", 'g:text(0, 0, "")'):
            with self.subTest(call):
                self.draws(f"for i = 1, 50000 do {call} end")
                self.assert_ends(self.headless(), 0)
                self.assert_too_much(f"for i = 1, 50001 do {call} end", "more than 50000 commands in a frame; draw fewer")

    def test_more_corners_than_the_limit_are_an_error_at_the_call(self):
        many = "local p = {} for i = 1, 256 do p[2 * i - 1], p[2 * i] = math.sin(i), math.cos(i) end "
        for body in ("for i = 1, 40000 do g:circle(0, 0, 1) end",
                     'for i = 1, 300 do g:text(0, 0, ("x"):rep(1000)) end',
                     many + "for i = 1, 4000 do g:polygon(p) end",
                     'local m = hitbox.mask({ ("#."):rep(500) }) for i = 1, 600 do g:shape(m) end'):
            with self.subTest(body):
                self.assert_too_much(body, "more than 1000000 corners in a frame, of which")

    def test_covering_the_view_too_often_is_an_error_at_the_call(self):
        for call in ("g:rect(-9, -9, 999, 999, 0xff, true)", "g:circle(160, 100, 1e9, 0xff, true)",
                     "g:line(0, 0, 320, 0, 0xff, 200)", "g:polygon({ 0, 0, 1e9, 0, 1e9, 1e9, 0, 1e9 }, 0xff, true)",
                     'g:text(0, 0, ("x"):rep(50), 0xff, 1e9)', "g:shape(hitbox.aabb(0, 0, 320, 200), 0xff, true)"):
            with self.subTest(call):
                self.draws(f"for i = 1, 199 do {call} end")
                self.assert_ends(self.headless(), 0)
                self.assert_too_much(f"for i = 1, 202 do {call} end", "the view is covered more than 200 times in a frame")
        self.draws("for i = 1, 5000 do g:rect(400, 0, 999, 999, 0xff, true) g:rect(0, 0, 320, 200) end")
        self.assert_ends(self.headless(), 0)  # beside the view, and outlines

    def test_both_functions_of_a_frame_have_one_limit_and_each_frame_its_own(self):
        self.scene("""draw = function(s, g) for i = 1, 30000 do g:rect(0, 0, 1, 1) end end,
          drawAbove = function(s, g) for i = 1, 20000 do g:rect(0, 0, 1, 1) end end,""")
        self.assert_ends(self.headless(frames=3), 0)
        self.scene("""draw = function(s, g) for i = 1, 30000 do g:rect(0, 0, 1, 1) end end,
          drawAbove = function(s, g)
            for i = 1, 20001 do g:rect(0, 0, 1, 1) end end,""")
        self.assert_fails(self.headless(), "scene.lua:5: draw: more than 50000 commands")

    def test_a_script_that_catches_the_error_draws_no_more(self):
        self.draws("""local n = 0
          for i = 1, 60000 do n = n + (pcall(g.rect, g, 0, 0, 1, 1) and 1 or 0) end print(n)""")
        self.assertEqual(self.headless(frames=0).stdout.split(), ["50000"])

    def test_large_texts_and_shapes_of_many_parts_are_cut_or_refused(self):
        self.draws("""local long = ("0123456789\\n"):rep(10000000)  -- 110 megabytes
          for i = 1, 3 do g:text(0, 0, long, "white", 8, "center") g:textSize(long) end""")
        self.assert_ends(self.picture(), 0)
        self.draws("""local rows = {} for y = 1, 1500 do rows[y] = ("#."):rep(750) end
          g:shape(hitbox.mask(rows))""")
        self.assert_fails(self.headless(), "#1 to 'shape' (its parts or runs of pixels are too many to be drawn; draw its bounds")

    def test_a_text_that_is_nil_is_refused_and_any_other_value_is_drawn(self):
        self.scene("""start = function(s) s.score = 0 end,
          draw = function(s, g) g:text(0, 0, false) g:textSize(s.score) g:text(4, 4, s.scroe) end,""")
        told = "#3 to 'text' (a text expected, got nil: tostring(value) shows that as well)"
        self.assert_fails(self.headless(), "scene.lua:4: bad argument " + told)
        self.draws("g:textSize(nil, 8)")
        self.assert_fails(self.headless(), "#1 to 'textSize' (a text expected, got nil")
        self.draws("g:text(1, 2)")
        self.assert_fails(self.headless(), "#3 to 'text' (a text expected, got nil")

    def test_tables_with_metamethods_that_raise_or_draw_do_no_harm(self):
        self.write_bytes("dot.ppm", b"P6 1 1 255\n" + bytes(3))
        self.draws("""local function part(f) return setmetatable({}, { __index = f }) end
          print(pcall(g.picture, g, "dot.ppm", 0, 0, 1, 1, part(function() error "mine" end)))
          g:picture("dot.ppm", 0, 0, 1, 1, part(function(_, key) g:picture("dot.ppm", 0, 0) return key == "w" and 1 or 0 end))
          print(pcall(g.text, g, 0, 0, setmetatable({}, { __tostring = function() error "too" end })))
          print(pcall(g.text, g, 0, 0, setmetatable({}, { __tostring = function(t) g:text(0, 0, t) end })))
          print(pcall(g.polygon, g, setmetatable({}, { __len = function() return 6 end, __index = function() return 1 end })))""")
        result = self.picture()
        self.assert_ends(result, 0)
        self.assertEqual([line.split()[0] for line in result.stdout.splitlines()], 4 * ["false"])
        for word in ("mine", "too", "overflow", "corners"):
            self.assertIn(word, result.stdout)

    def test_of_what_is_too_much_for_the_renderer_the_rest_is_not_drawn_and_the_line_below_says_so(self):
        self.write_bytes("dot.ppm", b"P6 1 1 255\n" + bytes(3))
        line, dot = "g:line(0, i % 200, 320, (7 * i) % 200, 0xff000020)", 'g:picture("dot.ppm", 0, 0, 320, 200)'

        def status(times, call):  # the pixels of the status line
            self.draws(f"for i = 1, {times} do {call} end")
            self.assert_ends(self.picture("--size", "960x600"), 0)
            picture = Picture(self.path("shot.png"))
            return picture.rows[-24:]
        usual = status(20, line)
        self.assertEqual(status(10, dot), usual)
        self.assertNotEqual(status(40000, line), usual)
        self.assertEqual(status(199, dot), status(40000, line))

    def inks(self, view, spawn):
        """The colours of a picture of some things whose right half is clear: one beside them, and one in the
        right half of the last."""
        self.scene(f"""background = "#102030", view = {{ {view}, {view} }}, start = function(s)
            local function mask(size)
              local rows = {{}} for y = 1, size do rows[y] = ("#."):rep(size / 4) .. ("."):rep(size / 2) end
              return hitbox.mask(rows)
            end
            {spawn}
          end,""")
        self.assert_ends(self.run_sandbox("--headless", "--png", "shot.png@0", "--size", "424x450", "scene.lua"), 0)
        picture = Picture(self.path("shot.png"))
        return picture.at(12 + 380, 12 + 380), picture.at(12 + 290, 12 + 200)

    def test_shapes_of_one_mask_share_their_pieces(self):
        # 300 things of 2,500 runs of pixels are more than is stored of shapes that do not share them.
        beside, inside = self.inks(400, """local m = mask(100)
          for i = 1, 300 do s:spawn { "a", at = { 10, 10 }, facing = i % 2 * 2 - 1, shape = m } end
          s:spawn { "last", at = { 220, 150 }, shape = m }""")
        self.assertLess(max(abs(a - b) for a, b in zip(beside, inside)), 12)

    def test_a_shape_too_large_to_be_stored_is_drawn_as_its_bounds(self):
        beside, inside = self.inks(2000, 's:spawn { "large", at = { 100, 100 }, shape = mask(1600) }')
        self.assertGreater(max(abs(a - b) for a, b in zip(beside, inside)), 12)

    def test_names_of_files_are_noted_once_and_no_more_than_4096_of_them(self):
        self.draws("""for i = 1, 4090 do pcall(g.picture, g, "a" .. i .. ".png", 0, 0) end
          for i = 1, 9000 do pcall(g.picture, g, "a1.png", 0, 0) end
          for i = 1, 20 do local _, why = pcall(g.picture, g, "b" .. i .. ".png", 0, 0) print(why) end
          g:picture(("x"):rep(2000), 0, 0)""")
        result = self.headless(frames=0)
        self.assert_fails(result, "#1 to 'picture' (a path of at most 1024 bytes expected)")
        self.assertIn("picture 'b1.png': there is no such file", result.stdout)
        self.assertIn("picture 'b20.png': a scene may read 4096 files", result.stdout)

    def png(self, *chunks):
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", length or len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data, length in chunks)

    def test_a_damaged_picture_is_an_error_at_its_call_and_stays_one(self):
        head = (b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0), 0)
        data = zlib.compress(8 * (b"\0" + 24 * b"\xff"))
        end = (b"IEND", b"", 0)
        good = self.png(head, (b"IDAT", data, 0), end)
        for name, content, says in (
                ("long.png", self.png(head, (b"IDAT", data, 0x7fffffff), end), "it is damaged"),
                ("other.png", self.png(head, (b"juNk", 300 * b"x", 0x7ffffff0), (b"IDAT", data, 0), end), "it is damaged"),
                ("cut.png", good[:-20], "it is damaged"), ("empty.png", b"", "it is none of PNG, JPEG"),
                ("wide.png", self.png((b"IHDR", struct.pack(">IIBBBBB", 70000, 1, 8, 2, 0, 0, 0), 0), (b"IDAT", data, 0), end),
                 "too large: 70000 x 1 pixels; a side may have 16384"),
                ("a.gif", b"GIF89a" + bytes(50), "it is none of PNG, JPEG"),
                ("text.tga", b"no picture at all, though it is called one", "it is")):
            with self.subTest(name):
                self.write_bytes(name, content)
                self.draws(f"""pcall(g.picture, g, "{name}", 0, 0)
                  g:picture("{name}", 0, 0)""")
                self.assert_fails(self.headless(), f"scene.lua:5: picture '{name}': {says}")
        self.write_bytes("good.png", good)
        self.draws('g:picture("good.png", 0, 0)')
        self.assert_ends(self.picture(), 0)


class DrawingInAWindow(WindowTest):
    def test_150000_large_circles_are_an_error_and_the_window_goes_on(self):
        self.scene("""view = { 320, 200 }, draw = function(s, g)
          for i = 1, 150000 do g:circle(160, 100, 90, "red", true) end
        end,""")
        window = self.open("scene.lua")
        window.wait_output("scene.lua:4: draw: the view is covered more than 200 times in a frame")
        window.wait_title("(error)")
        self.scene('view = { 320, 200 }, background = "#102030", draw = function(s, g) g:circle(160, 100, 90, "red") end,')
        window.wait_for(lambda: "(error)" not in window.title(), "the error is gone")


if __name__ == "__main__":
    main()
