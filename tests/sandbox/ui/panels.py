"""The window's panels, as a user meets them, and the list of scenes. Needs Xvfb and xdotool."""

import pathlib
import shutil
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import PROGRAM, SIZE, Window, WindowTest, eventually, main_by_classes, pixel  # noqa: E402


class Panels(WindowTest):
    def text(self, picture, color):
        """Where pixels of a text are, as x and y."""
        return [(x, y) for x, y in picture.places(color, 47) if y < picture.height - 26]

    def test_help_wraps_in_a_narrow_window(self):
        self.scene("")
        window = self.open("--paused", "scene.lua")
        window.key("F1")
        picture = window.picture()
        letters = self.text(picture, (0xdf, 0xe5, 0xec))
        self.assertGreater(len(letters), 100)
        self.assertLess(max(x for x, y in letters if y > 60), 344 - 16 - 14)  # margin, scroll bar

    def test_help_says_what_the_scene_says_of_itself(self):
        def ink(comment):
            self.write("scene.lua", comment + 'return require "hitbox".scene { view = { 320, 200 } }')
            window = self.open("--paused", "scene.lua")
            window.key("F1")
            letters = self.text(window.picture(), (0xdf, 0xe5, 0xec))
            window.key("Escape", "Escape")
            window.wait_end()
            return len([y for x, y in letters if x < 170 and y > 50])  # where keys are, in blue
        self.assertGreater(ink("-- ■■■■■■■■■■■■■■■■■■■■■■■■■\n"), ink("") + 500)

    def test_help_tells_the_buttons_of_the_scene_s_own_actions(self):
        def lines(actions):
            self.scene("view = { 320, 200 }, " + actions)
            window = self.open("--paused", "--size", "800x700", "scene.lua")
            window.key("F1")
            rows = {y for x, y in self.text(window.picture(), (0x7c, 0xc4, 0xff))}
            window.key("Escape", "Escape")
            window.wait_end()
            return len([y for y in rows if y - 1 not in rows])
        bound = 'start = function(s) s.input:bind("swing", { "key j" }) end,'
        none = lines("")
        given = 'input = { dash = { "key c", "pad b" }, look = { "key l" } },'
        self.assertEqual(lines(given), none + 2)
        self.assertEqual(lines('input = { dash = { "key c" }, swing = {} },' + bound), none + 2)
        self.assertEqual(lines('input = { jump = { "key j" } },'), none)  # in the place of the usual ones
        self.assertEqual(lines("input = { jump = {} },"), none - 1)

    def test_help_has_the_keys_of_the_window_as_the_scene_leaves_them(self):
        def ink(body):  # of the keys and of what they do
            self.scene("view = { 320, 200 }, " + body)
            window = self.open("--paused", "--size", "800x700", "scene.lua")
            window.key("F1")
            picture = window.picture()
            window.key("Escape", "Escape")
            window.wait_end()
            return [len(self.text(picture, color)) for color in ((0x7c, 0xc4, 0xff), (0xdf, 0xe5, 0xec))]
        usual = ink('input = { fire = { "key c" }, jump = { "key j" } },')
        spaced = ink('input = { fire = { "key c" }, jump = { "key space" } },')
        self.assertLess(spaced[0], usual[0])  # "F8" for "space or F8", and "space" for "J"
        self.assertEqual(spaced[1], usual[1])
        with_mouse = ink('mouse = true, input = { fire = { "key c" }, jump = { "key j" } },')
        self.assertEqual(with_mouse[0], usual[0])
        self.assertNotEqual(with_mouse[1], usual[1])  # the left button drags nothing

    def test_help_pauses_and_goes_on_when_it_is_closed(self):
        self.scene("view = { 320, 200 },")
        window = self.open("scene.lua")

        def waits(text, is_there):
            window.wait_for(lambda: (text in window.title()) == is_there, f"'{text}' is in the title: {is_there}")
        for close in ("F1", "Escape"):
            window.key("F1")
            waits("paused", True)
            window.key(close)
            waits("paused", False)
        window.key("F1", "period")  # a tick that the user asks for leaves it paused
        waits("paused", True)
        window.key("F1", "F2", "F2")
        waits("paused", True)
        window.key("F1", "F1", "F2", "F2")
        waits("paused", True)
        window.key("space", "F1", "space", "F1", "F2", "F2")  # as it was, and as the user wants it
        waits("paused", False)

    def test_f3_over_nothing_keeps_the_status_line_and_says_what_to_do(self):
        self.scene("""view = { 320, 200 }, background = "#000000", things = { { "hero", at = { 40, 50 }, w = 20, h = 20 } },""")
        window = self.open("--size", "900x300", "--paused", "scene.lua")
        window.pointer(600, 100)
        before = window.picture()
        window.key("F3")
        eventually(lambda: False, 2.2)  # until nothing more says that it was saved
        after = window.picture()
        self.assertEqual(after.rows[-24:], before.rows[-24:])
        self.assertTrue(self.text(after, (0xff, 0xd3, 0x5a)))

    def test_fields_of_a_thing_go_by_the_numbers_in_their_names(self):
        def rows(*fields):  # of the names, which have a wide letter more or less
            data = ", ".join(f"[ {name} ] = 1" for name in fields)
            self.scene(f"""view = {{ 320, 200 }}, background = "#000000", things = {{
                {{ "hero", at = {{ 10, 10 }}, w = 20, h = 20, data = {{ {data} }} }} }},""")
            window = self.open("--paused", "scene.lua")
            window.key("F3")
            window.pointer(*pixel(10, 10))
            names = self.text(window.picture(), (0x7c, 0xc4, 0xff))
            window.key("Escape", "Escape")
            window.wait_end()
            last = max(y for _, y in names)
            return len([x for x, y in names if y > last - 10])  # of the last line
        self.assertEqual(rows('"a2"', '"a10"'), rows('"a1"', '"a10"'))

    def test_the_list_has_a_help_of_its_own(self):
        self.scene("", "scripts/apple.lua")
        window = self.open("--size", "800x700")
        window.key("F1")
        rows = {y for _, y in self.text(window.picture(), (0x7c, 0xc4, 0xff))}
        self.assertLess(len([y for y in rows if y - 1 not in rows]), 12)  # of a scene they are twice as many
        window.key("Return")  # a scene that is shown below the help waits until that is closed
        window.wait_title("apple (paused at tick 0)")
        window.key("F1")
        window.wait_for(lambda: "paused" not in window.title(), "it runs")

    def test_a_long_field_does_not_run_into_its_value(self):
        self.scene("""view = { 320, 200 }, background = "#000000", things = {
            { "hero", at = { 10, 10 }, w = 20, h = 20, data = { [("■"):rep(14)] = "■■■" } } },""")
        window = self.open("--paused", "scene.lua")
        window.key("F3")
        window.pointer(*pixel(10, 10))
        picture = window.picture()
        names, values = self.text(picture, (0x7c, 0xc4, 0xff)), self.text(picture, (0xdf, 0xe5, 0xec))
        wide = [y for x, y in names if x > 180]
        self.assertTrue(wide)
        for row in set(wide):
            last = max(x for x, y in names if y == row)
            self.assertFalse([x for x, y in values if y == row and x <= last], f"in row {row}")

    def test_panels_have_the_letters_of_the_fonts_that_there_are(self):
        values = []
        for letter in ("\u65e5", "\u6728", "\U0001f600"):
            self.scene(f"""view = {{ 320, 200 }}, background = "#000000", things = {{
                {{ "hero", at = {{ 10, 10 }}, w = 20, h = 20, data = {{ word = "{letter}" }} }} }},""")
            window = self.open("--paused", "scene.lua")
            window.key("F3")
            window.pointer(*pixel(10, 10))
            values.append(self.text(window.picture(), (0xdf, 0xe5, 0xec)))
            window.key("Escape", "Escape")
            window.wait_end()
        sun, tree, missing = map(len, values)
        self.assertTrue(abs(sun - tree) > 2 and abs(sun - missing) > 2, (sun, tree, missing))

    def test_a_script_that_never_ran_has_no_counts(self):
        ends = []
        for script in ("return {", 'return require "hitbox".scene { update = function() error "no" end }'):
            self.write("scene.lua", script)
            window = self.open("--size", "900x250", "scene.lua")
            window.wait_title("error")
            picture = window.picture()
            ends.append(max(x for y in range(picture.height - 20, picture.height)
                            for x in range(picture.width) if picture.at(x, y)[0] > 180))
            window.key("Escape")
            window.wait_end()
        self.assertLess(ends[0], ends[1] - 100)

    def test_the_inspector_and_the_overlay_panel_lie_side_by_side(self):
        self.scene("""view = { 320, 200 }, background = "#000000", things = {
            { "hero", at = { 40, 50 }, w = 20, h = 20 }, { "foe", at = { 40, 170 }, w = 20, h = 20 } },""")
        window = self.open("--size", "664x450", "--paused", "scene.lua")
        window.key("F2", "F3")
        for y in (50, 170):  # in the upper half, and in the lower one
            window.pointer(*pixel(80, 2 * y))  # the window is twice as large
            words = self.text(window.picture(), (0x7c, 0xc4, 0xff))  # and check marks
            told = [(x, row) for x, row in words if x < 68]
            self.assertTrue([x for x, _ in words if x > 430])
            self.assertTrue(told)
            self.assertEqual({row > 225 for _, row in told}, {y < 100})

    def test_the_panel_of_a_thing_gets_no_narrower_with_each_of_its_numbers(self):
        self.scene("""view = { 320, 200 }, background = "#000000", things = {
            { "hero", at = { 10, 10 }, w = 20, h = 20, data = { x0 = 1 } },
            { "foe", at = { 50, 10 }, w = 20, h = 20, data = { x0 = 1 } } },
            update = function(s) s.hero.x0 = s.ticks == 1 and ("■"):rep(14) or 1 end,""")
        window = self.open("--paused", "scene.lua")
        window.key("F3")
        window.pointer(*pixel(10, 10))
        window.key("period")
        long = window.picture().count((0, 0, 0))
        window.key("period")
        self.assertEqual(window.picture().count((0, 0, 0)), long)
        window.pointer(*pixel(50, 10))
        self.assertGreater(window.picture().count((0, 0, 0)), long + 500)

    def test_the_inspected_thing_is_marked(self):
        self.scene("""view = { 320, 200 }, background = "#000000", things = {
            { "a", at = { 40, 40 }, w = 20, h = 20 }, { "b", at = { 100, 40 }, w = 20, h = 20 } },""")
        window = self.open("--paused", "scene.lua")
        window.key("F3")
        for x, marked in ((40, [True, False]), (100, [False, True]), (70, [False, True])):
            window.pointer(*pixel(x, 40))
            picture = window.picture()
            frames = [picture.at(*pixel(left - 4, 44)) for left in (30, 90)]
            self.assertEqual([color == (255, 255, 255) for color in frames], marked)
        window.key("F3")
        self.assertNotEqual(window.picture().at(*pixel(90 - 4, 44)), (255, 255, 255))

    def test_of_many_contacts_those_of_the_inspected_thing_are_marked(self):
        self.scene("""view = { 320, 200 }, background = "#000000", rules = { { "a", "b" } }, start = function(s)
            for i = 1, 12 do
              s:spawn { "a", at = { 24 * i, 40 }, w = 16, h = 16 }
              s:spawn { "b", at = { 24 * i, 52 }, w = 16, h = 16 }
            end
          end,""")
        window = self.open("--paused", "scene.lua")

        def marks(x):  # of the contact there, inside of the frame
            picture = window.picture()
            return sum(picture.at(12 + i, 12 + j) == (255, 255, 255) for i in range(x - 10, x + 11) for j in range(24, 70))
        at = [24 * i for i in range(2, 12)]
        self.assertEqual([x for x in at if marks(x) > 20], [])
        window.key("F3")
        window.pointer(*pixel(72, 36))
        self.assertEqual([x for x in at if marks(x) > 20], [72])
        window.pointer(*pixel(120, 60))
        self.assertEqual([x for x in at if marks(x) > 20], [120])
        window.key("F3")
        self.assertEqual([x for x in at if marks(x) > 20], [])

    def test_with_shift_the_inspector_keeps_its_thing_even_after_its_removal(self):
        self.scene("""view = { 320, 200 }, background = "#000000", things = {
            { "a", at = { 40, 40 }, w = 20, h = 20 }, { "b", at = { 100, 40 }, w = 20, h = 20 } },
            update = function(s) if s.ticks == 1 then s.b:remove() end end,""")
        window = self.open("--paused", "scene.lua")

        def marked():
            picture = window.picture()
            return [picture.at(*pixel(left - 4, 44)) == (255, 255, 255) for left in (30, 90)]
        window.pointer(*pixel(100, 40))
        window.key("shift+F3")
        window.pointer(*pixel(40, 40))
        self.assertEqual(marked(), [False, True])
        window.pointer(*pixel(310, 40))  # at the other side; the panel is not above the thing
        self.assertEqual(marked(), [False, True])
        self.assertFalse([x for x, y in self.text(window.picture(), (0x7c, 0xc4, 0xff)) if x < 40 and y > 130])
        window.pointer(*pixel(40, 40))
        window.key("shift+F3")
        self.assertEqual(marked(), [True, False])
        window.pointer(*pixel(100, 40))
        window.key("shift+F3")
        window.pointer(*pixel(40, 40))
        self.assertEqual(marked(), [False, True])

        def told():
            return self.text(window.picture(), (0x7c, 0xc4, 0xff))
        window.key("period", "period")
        window.wait_title("tick 2")
        self.assertEqual(marked(), [False, False])
        self.assertTrue(told())  # that it is gone
        window.key("comma", "comma")
        window.wait_title("tick 0")
        self.assertEqual(marked(), [False, True])
        window.key("period", "period")
        window.wait_title("tick 2")
        window.key("shift+F3")
        self.assertEqual(marked(), [True, False])

    def test_the_inspector_shows_the_blocked_sides(self):
        rows, values = [], []
        for move in ("", "s.hero:move(0, 0)", "s.hero:move(9, 0)"):
            self.scene(f"""view = {{ 320, 200 }}, background = "#000000", things = {{
                {{ "hero", at = {{ 40, 40 }}, w = 20, h = 20 }}, {{ "wall", at = {{ 60, 40 }}, w = 20, h = 20 }} }},
                rules = {{ {{ "hero", "wall", response = "slide" }} }}, update = function(s) {move} end,""")
            window = self.open("--paused", "scene.lua")
            window.key("F3", "period")
            window.pointer(*pixel(40, 40))
            window.wait_title("tick 1")
            picture = window.picture()
            rows.append(len({y for x, y in self.text(picture, (0x7c, 0xc4, 0xff)) if y > 100}))
            values.append(len([y for x, y in self.text(picture, (0xdf, 0xe5, 0xec)) if y > 100]))
            window.key("Escape", "Escape")
            window.wait_end()
        self.assertGreater(rows[1], rows[0] + 4)  # one more line
        self.assertGreater(values[2], values[1] + 10)  # "right" is longer than "no"

    def test_the_inspector_shows_from_where_a_one_way_box_stops(self):
        letters = []
        for way in ("", 'oneWay = "above"', "oneWay = { 3, 4 }"):
            self.scene(f"""view = {{ 320, 200 }}, background = "#000000", things = {{
                {{ "ledge", at = {{ 40, 40 }}, w = 20, h = 20, {way} }} }},""")
            window = self.open("--paused", "scene.lua")
            window.key("F3")
            window.pointer(*pixel(40, 40))
            letters.append(len([y for x, y in self.text(window.picture(), (0xdf, 0xe5, 0xec)) if y > 100]))
            window.key("Escape", "Escape")
            window.wait_end()
        self.assertGreater(letters[1], letters[0] + 100)  # ", stops from above"
        self.assertNotEqual(letters[2], letters[1])

    def test_the_panel_covers_no_thing_left_of_the_middle(self):
        self.scene("""view = { 320, 200 }, background = "#000000", things = {
            { "hero", at = { 140, 188 }, w = 20, h = 20, data = { word = ("long "):rep(9), other = 1 } } },""")
        window = self.open("--size", "664x450", "--paused", "scene.lua")  # twice as large
        window.key("F3")
        window.pointer(12 + 280, 12 + 376)
        picture = window.picture()
        self.assertTrue([x for x, y in self.text(picture, (0x7c, 0xc4, 0xff)) if x > 664 / 2])
        self.assertEqual(picture.at(12 + 260 - 4, 12 + 376), (255, 255, 255))  # its frame

    def test_in_a_low_window_the_panel_leaves_room_for_the_thing(self):
        for y in (40, 150):
            self.scene(f"""view = {{ 320, 200 }}, background = "#000000", things = {{
                {{ "hero", at = {{ 140, {y} }}, w = 20, h = 20, data = {{ a = 1, b = 1, c = 1, d = 1, e = "■" }} }} }},""")
            window = self.open("--paused", "scene.lua")
            window.key("F3")
            window.pointer(*pixel(140, y))
            picture = window.picture()
            self.assertEqual(picture.at(*pixel(130 - 4, y)), (255, 255, 255))  # its frame
            values = [row for _, row in self.text(picture, (0xdf, 0xe5, 0xec))]
            self.assertGreater(max(values) - min(values), 90)  # all of its seven lines
            window.key("Escape", "Escape")
            window.wait_end()

    def test_in_a_low_window_the_panel_is_no_higher_than_beside_the_thing(self):
        fields = ", ".join(f"f{i} = {i}" for i in range(20))
        for y, h in ((60, 60), (110, 60), (140, 60)):
            self.scene(f"""view = {{ 320, 200 }}, background = "#000000", things = {{
                {{ "hero", at = {{ 140, {y} }}, w = 20, h = {h}, data = {{ {fields} }} }} }},""")
            window = self.open("--paused", "scene.lua")
            window.key("F3")
            window.pointer(*pixel(140, y))
            picture = window.picture()
            for at in (y - h / 2, y, y + h / 2 - 1):  # its frame
                self.assertEqual(picture.at(*pixel(130 - 4, at)), (255, 255, 255), (y, at))
            rows = {row for _, row in self.text(picture, (0xdf, 0xe5, 0xec))}
            self.assertGreater(len(rows), 20)  # some lines of it
            window.key("Escape", "Escape")
            window.wait_end()

    def test_a_notice_longer_than_the_window_is_wrapped(self):
        self.scene("""view = { 320, 200 }, background = "#000000", title = "A",
            rules = { { "coin", "a.very_long_word_for_a_bx" } }, things = {
            { "a", at = { 40, 40 }, boxes = { very_long_word_for_a_box = { w = 20, h = 20 } } } },""")
        rows = []
        for size in (SIZE, ("--size", "900x250")):
            window = self.open(*size, "scene.lua")
            eventually(lambda: False, 1)
            rows.append({y for _, y in window.picture().places((0xc3, 0xcc, 0xd6), 20) if 190 < y < 224})
            window.key("Escape")
            window.wait_end()
        self.assertGreater(len(rows[0]), 12)
        self.assertEqual(rows[1], set())

    def test_the_inspected_thing_stays_after_going_back_saving_and_restarting(self):
        body = """view = { 320, 200 }, background = "#000000", things = {
            { "a", at = { 40, 40 }, w = 20, h = 20 }, { "b", at = { 100, 40 }, w = 20, h = 20 } },"""
        self.scene(body)
        window = self.open("--paused", "scene.lua")
        window.key("F3")
        window.pointer(*pixel(100, 40))
        window.key("period", "period")
        window.wait_title("tick 2")
        window.pointer(*pixel(200, 150))

        def marked():
            return window.picture().at(*pixel(90 - 4, 44)) == (255, 255, 255)
        self.assertTrue(marked())
        window.key("comma")
        window.wait_title("tick 1")
        self.assertTrue(marked())
        self.scene(body + 'update = function() print("new") end, title = (function() print("edited") end)(),')
        window.wait_output("edited")
        self.assertTrue(marked())
        window.key("period")
        window.wait_output("new")
        window.key("r")
        window.wait_title("tick 0")
        self.assertTrue(marked())

    def test_missing_sound_is_reported_once(self):
        rows = []
        for sound in ("", 's:sound "hit"'):
            self.write_bytes("hit.wav", b"never read")
            self.scene(f'view = {{ 320, 200 }}, update = function(s) {sound} end,')
            window = Window(self, "--size", "900x250", "--paused", "scene.lua",
                            environment={"SDL_AUDIODRIVER": "none that there is"})
            window.pointer(330, 100)
            window.key("period")
            window.wait_title("tick 1")
            time.sleep(2.5)  # a notice stays for 2 seconds
            window.key("period")
            window.wait_title("tick 2")
            rows.append(window.picture().rows[-20:])
            window.key("Escape")
            window.wait_end()
        self.assertTrue(rows[0] == rows[1])


class List(WindowTest):
    def test_without_a_scene_one_is_picked_from_scripts(self):
        self.scene('update = function() print("apple") end,', "scripts/apple.lua")
        self.scene('update = function() print("pear") end,', "scripts/pear.lua")
        window = self.open()
        self.assertEqual(window.title(), "hitbox")
        window.key("Down", "Return")
        window.wait_title("pear")
        window.wait_output("pear")
        window.key("Escape")
        window.wait_for(lambda: window.title() == "hitbox", "the list is there again")
        window.key("Up", "Return")
        window.wait_output("apple")
        window.key("Escape", "Escape")
        self.assertEqual(window.wait_end(), 0)

    def test_the_list_has_scenes_that_were_written_meanwhile(self):
        self.scene("", "scripts/pear.lua")
        window = self.open()
        window.key("Return")
        window.wait_title("pear")
        for name in ("apple", "plum"):
            self.scene("", f"scripts/{name}.lua")
        window.key("Escape")
        window.wait_for(lambda: window.title() == "hitbox", "the list is there again")
        for key, name in (("Down", "plum"), ("Up", "pear"), ("Up", "apple")):  # pear is still chosen
            window.key(key, "Return")
            window.wait_title(name)
            window.key("Escape")
            window.wait_for(lambda: window.title() == "hitbox", "the list is there again")
        for name in ("apple", "pear"):
            pathlib.Path(self.path(f"scripts/{name}.lua")).unlink()
        window.key("Return", "Escape")  # which is gone: the window says so
        window.wait_output("apple.lua: No such file")
        window.key("Return")
        window.wait_title("plum")

    def test_a_scene_that_quits_leads_back_to_the_list(self):
        self.scene("update = function(s) if s.ticks == 30 then s:quit() end end,", "scripts/apple.lua")
        window = self.open()
        window.key("Return")
        window.wait_title("apple")
        window.wait_for(lambda: window.title() == "hitbox", "the list is there again")
        window.key("Escape")
        self.assertEqual(window.wait_end(), 0)

    def test_overlay_switches_stay_from_scene_to_scene(self):
        for name in ("apple", "pear"):
            self.scene("""view = { 320, 200 }, background = "#000000", tick = 1, things = {
              { "a", at = { 60, 100 }, w = 40, h = 40, color = "#ff0000" } },""", f"scripts/{name}.lua")
        window = self.open()
        window.key("Return")
        window.wait_title("apple")
        window.key("F2")
        picture = window.picture()
        box = (0x2b, 0x33, 0x3d)
        x, y = picture.places(box, 0)[0]
        window.pointer(x + 6, y + 6)  # the topmost is that of the fill
        window.user("click", "1")
        window.wait_for(lambda: max(window.picture().at(*pixel(70, 110))) < 20, "the fill is hidden")
        window.key("Escape", "Escape", "Down", "Return")
        window.wait_title("pear")
        self.assertLess(max(window.picture().at(*pixel(70, 110))), 20)

    def test_the_enter_that_picks_a_scene_is_no_input_of_it(self):
        self.scene("""update = function(s, input)
            if input:pressed("fire") then print("fired") end
          end,""", "scripts/apple.lua")
        window = self.open()
        window.user("keydown", "Return")
        window.wait_title("apple")
        time.sleep(1.2)  # until it repeats itself
        window.user("keyup", "Return")
        window.key("x")
        window.wait_output("fired")
        self.assertEqual(window.output().count("fired"), 1)

    def test_a_tap_in_a_scene_is_no_input_of_the_next_one(self):
        for name in ("apple", "pear"):
            self.scene("""update = function(s, input)
                print("TICK", input:pressed("fire"), input:down("right"))
              end,""".replace("TICK", name), f"scripts/{name}.lua")
        window = self.open("--paused")
        window.key("Return")
        window.wait_title("apple")
        window.key("x")
        window.key("Escape", "Down", "Return")
        window.wait_title("pear")
        window.key("period")
        window.wait_output("pear\tfalse\tfalse\n")

    def test_a_program_without_the_module_beside_it_exits_1(self):
        self.scene("", "scripts/apple.lua")
        shutil.copy(PROGRAM, self.path("alone"))
        window = Window(self, *SIZE, program=self.path("alone"))
        window.key("Return")
        self.assertEqual(window.wait_end(), 1)
        self.assertIn("module 'hitbox' not found", window.output())

    def test_a_message_in_the_list_of_scenes_is_shown_for_a_moment(self):
        self.scene("", "scripts/apple.lua")
        window = self.open()
        before, told = window.picture().rows[-20:], window.picture().rows[-20:]  # the first one was saved
        time.sleep(2.5)
        self.assertFalse(told == before)
        self.assertTrue(window.picture().rows[-20:] == before)

    def test_a_message_about_a_scene_is_not_shown_in_the_list_or_the_next_scene(self):
        self.scene("start = function(s) s:each('shto') end, things = { { 'shot', r = 2 } },", "scripts/apple.lua")
        self.scene("", "scripts/pear.lua")
        window = self.open()
        empty = window.picture().rows[-20:]
        time.sleep(2.5)
        window.key("Return")
        window.wait_output("did you mean 'shot'?")
        window.key("Escape")
        window.wait_for(lambda: window.title() == "hitbox", "the list is there again")
        self.assertTrue(window.picture().rows[-20:] == empty)

    def test_the_list_stands_still_after_a_scene_that_told_something(self):
        self.scene("", "scripts/apple.lua")
        window = self.open("--paused")
        window.key("Return")
        window.wait_title("apple")
        window.key("F12")  # whose notice stays for 2 seconds
        time.sleep(0.5)
        window.key("Escape")
        window.wait_for(lambda: window.title() == "hitbox", "the list is there again")
        time.sleep(2.5)

        def ticks_of_the_processor():  # a hundred a second
            fields = pathlib.Path(f"/proc/{window.program.pid}/stat").read_text().rsplit(")", 1)[1].split()
            return int(fields[11]) + int(fields[12])
        before = ticks_of_the_processor()
        time.sleep(2)
        self.assertLess(ticks_of_the_processor() - before, 8)

    def test_a_long_name_does_not_run_into_what_its_scene_is_about(self):
        def letters(name, about):
            self.write(f"scripts/{name}.lua", f"-- {about}\n")
            window = self.open("--size", "700x300")
            window.key("x")  # no such scene: the marked one is that of the name
            picture = window.picture()
            window.key("Escape")
            window.wait_end()
            pathlib.Path(self.path(f"scripts/{name}.lua")).unlink()
            return picture.places((0xdf, 0xe5, 0xec), 40), picture.places((0xc3, 0xcc, 0xd6), 12)
        alone, _ = letters("w" * 30, "")
        _, about = letters("w" * 30, "■■■■■■■■")
        self.assertLess(max(x for x, y in alone if y > 140), max(x for x, y in about) - 60)

    def test_the_list_has_the_keys_of_lists(self):
        for i in range(30):
            self.scene(f'update = function() print("scene {i}") end,', f"scripts/{chr(97 + i // 3)}{i:02}.lua")
        window = self.open()
        for keys, scene in ((("End",), "j29"), (("Home",), "a00"), (("Next", "Next"), "g20"),
                            (("Prior", "Up"), "d09"), (("f",), "f15"), (("f", "f"), "f17"),
                            (("f",), "f15"), (("x",), "f15")):
            with self.subTest(keys):
                window.key(*keys, "Return")
                window.wait_title(scene)
                window.key("Escape")
                window.wait_for(lambda: window.title() == "hitbox", "the list is there again")

    def test_the_chosen_scene_stays_in_sight_when_the_window_changes_its_size(self):
        for i in range(40):
            self.scene("", f"scripts/{i:02}.lua")
        window = self.open("--size", "700x800")
        window.key("End")
        marked = (0x2c, 0x4a, 0x66)
        self.assertGreater(window.picture().count(marked), 1000)
        window.user("windowsize", "--sync", window.id, "500", "300")
        self.assertGreater(window.picture().count(marked), 1000)

    def test_letters_are_larger_in_a_window_for_four_thousand_pixels(self):
        self.scene('update = function() print("apple") end,', "scripts/apple.lua")
        window = self.open("--size", "3840x2160")
        window.pointer(1920, 1080 + 32)  # beyond the only row, were it not twice as high
        window.user("click", "1")
        window.wait_title("apple")

    def test_the_view_fits_the_window_when_it_changes_its_size(self):
        self.scene("""view = { 320, 200 }, background = "#000000",
          draw = function(s, g) g:rect(0, 0, 320, 200, "#ff0000", true) end,""")
        window = self.open("--paused", "scene.lua")
        red = window.picture().count((255, 0, 0))
        window.user("windowsize", "--sync", window.id, "664", "450")
        self.assertAlmostEqual(window.picture().count((255, 0, 0)) / red, 4, delta=0.2)


if __name__ == "__main__":
    main_by_classes()
