"""The window, as a user meets it: keys and mouse. Needs Xvfb and xdotool."""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import HERO, HeroTest, main_by_classes, pixel  # noqa: E402


class Keys(HeroTest):
    def test_arrow_keys_move_the_hero(self):
        self.scene(HERO)
        window = self.open("scene.lua")
        window.wait_output("at 160 100")
        window.user("keydown", "Right")
        window.wait_for(lambda: self.places(window)[-1][0] >= 165, "the hero moves right")
        window.user("keyup", "Right")
        window.user("keydown", "Up")
        window.wait_for(lambda: self.places(window)[-1][1] <= 95, "the hero moves up")
        window.user("keyup", "Up")
        window.key("space")
        window.wait_title("paused")
        x, y = self.last_place(window)
        self.assertGreaterEqual(x, 165)
        self.assertLessEqual(y, 95)

    def test_a_tap_between_two_ticks_is_not_lost(self):
        self.scene("""tick = 2, update = function(s, input)
            if input:pressed("jump") then print("jumped") end
            if input:pressed("key q") then print("raw q") end
          end,""")
        window = self.open("scene.lua")
        window.key("z")
        window.wait_output("jumped")
        window.key("q")
        window.wait_output("raw q")

    def test_space_pauses_and_goes_on(self):
        self.scene(HERO)
        window = self.open("scene.lua")
        window.key("space")
        window.wait_title("paused at tick")
        count = len(self.places(window))
        window.key("F1", "F1")  # it is alive, but no tick is run
        self.assertEqual(len(self.places(window)), count)
        window.key("space")
        window.wait_for(lambda: len(self.places(window)) > count + 2, "ticks are run again")
        window.wait_for(lambda: "paused" not in window.title(), "the title says so")

    def test_a_dot_runs_one_tick(self):
        self.scene(HERO)
        window = self.open("--paused", "scene.lua")
        window.wait_title("paused at tick 0")
        window.key("period")
        window.wait_title("paused at tick 1")
        window.key("period", "period", "F10")
        window.wait_title("paused at tick 4")
        self.assertEqual(len(self.places(window)), 4)

    def test_a_dot_that_is_let_go_runs_no_more_ticks(self):
        self.scene("""update = function(s)
            local n = 0
            for i = 1, 1e7 do n = n + i end -- longer than between two repetitions of a key
            print("tick " .. s.ticks)
          end,""")
        window = self.open("--paused", "scene.lua")
        window.user("keydown", "period")
        window.wait_for(lambda: window.output().count("tick") >= 15, "the key repeats itself")
        window.user("keyup", "period")
        count = window.output().count("tick")
        window.key("Escape")  # after what the key has still to do
        window.wait_end()
        self.assertLess(window.output().count("tick") - count, 4)

    def test_r_starts_again(self):
        self.scene(HERO)
        window = self.open("--paused", "scene.lua")
        window.user("keydown", "Right")
        window.key("period", "period")
        window.user("keyup", "Right")
        window.wait_title("tick 2")
        self.assertEqual(self.places(window)[-1], (162, 100))
        window.key("r")
        window.wait_title("tick 0")
        self.assertEqual(self.last_place(window), (160, 100))

    def test_keys_that_the_scene_gives_to_actions_are_the_scenes(self):
        self.scene("""input = { jump = { "key space" } }, update = function(s, input)
            print(input:down("jump") and "jumps", input:down("key r") and "reloads")
          end,""")
        window = self.open("--paused", "scene.lua")
        window.key("period")
        window.wait_title("paused at tick 1")
        window.key("space", "r", "period")
        window.wait_output("jumps\treloads\n")
        window.wait_title("paused at tick 2")
        window.key("F10", "F7")
        window.wait_title("paused at tick 0")
        window.key("F8")
        window.wait_for(lambda: "paused" not in window.title(), "it goes on")

    def test_a_button_that_does_not_exist_is_reported(self):
        self.scene("""input = { dash = { "key C", "key c", "pad a", "key left shift" }, jump = { "key enter" } },
          update = function(s, input) return input:down("mouse 1"), input:down("key foo") end,""")
        window = self.open("scene.lua")
        for told in ("'key C', did you mean 'key c'?", "'key enter', did you mean 'key return'?", "'key foo'",
                     "'mouse 1', did you mean 'mouse left'?"):
            window.wait_output("there is no button " + told + "\n")
        self.assertEqual(window.output().count("no button"), 4)

    def test_a_likely_typo_in_a_rule_is_reported(self):
        self.scene('rules = { { "hero", "wal" } }, things = { { "hero" }, { "wall" } },')
        window = self.open("scene.lua")
        window.wait_output("rule 1 (scene.lua:3) names 'wal', but nothing has that name, did you mean 'wall'?\n")
        self.scene("""rules = { { "hero", "wall" } }, things = { { "hero" }, { "wall" } },
          update = function() ticks = (ticks or 0) + 1 if ticks == 300 then print("later") end end,""")
        window.wait_output("later")  # when no other notice is in the way
        self.assertEqual(window.output().count("did you mean"), 1)

    def test_a_likely_typo_in_a_query_is_reported(self):
        self.scene('things = { { "coin" } }, update = function(s) s.coins = s:count("cion") end,')
        window = self.open("scene.lua")
        window.wait_output(
            "s:count(\"cion\") finds nothing, because nothing has that name, did you mean 'coin'?\n")

    def test_a_message_stays_long_enough_to_be_read(self):
        def status(seconds, wall):
            things = 'things = { { "hero" }, { "%s" } },' % wall
            self.scene('title = "", rules = { { "hero", "wall" } }, ' + things)
            window = self.open("--paused", "scene.lua")
            window.key("period")
            window.wait_title("paused at tick 1")
            time.sleep(seconds)
            rows = b"".join(window.picture().rows[-80:])  # above the status line
            window.key("Escape")
            window.wait_end()
            return rows
        soon = status(0.5, "walls")
        self.assertTrue(soon == status(2.5, "walls"))  # of six
        self.assertTrue(soon != status(0.5, "wall"))

    def test_an_undefined_global_is_reported(self):
        self.scene("""things = { { "foe", at = { 9, 9 }, w = 4, h = 4 } },
          update = function(s)
            local n = 0
            for foe in s:each(foe) do n = n + 1 end
            s.foe.color = red
            known = (known or 0) + 1
            s.mine = love or other
          end,""")
        window = self.open("scene.lua")
        window.wait_output("""scene.lua:6 reads the global 'foe', which is not set, did you mean "foe" or s.foe?\n""")
        window.wait_output("scene.lua:7 reads the global 'red', which is not set\n")
        window.wait_output("scene.lua:9 reads the global 'other', which is not set\n")
        self.assertEqual(window.output().count("reads the global"), 3)

    def test_setting_x_and_y_past_an_obstacle_is_reported(self):
        walk = """things = { { "hero", at = { 9, 9 }, w = 4, h = 4 }, { "wall", at = { 60, 9 }, w = 40, h = 9 } },
          rules = { { "hero", "wall", response = "slide" } },
          update = function(s) if s.ticks < 60 then %s end end,"""
        self.scene(walk % "s.hero.x = s.hero.x + 1")
        window = self.open("scene.lua")
        window.wait_output("hero is inside wall: 'slide' of rule 1 (scene.lua:4) stops t:move(dx, dy), but "
                           "not an assignment to x or y\n")
        window.key("Escape")
        window.wait_end()
        self.scene(walk % "s.hero:move(1, 0) s.wall.x = s.wall.x - 1")
        window = self.open("--frames", "80", "scene.lua")
        window.wait_end()
        self.assertNotIn("inside", window.output())

    def test_a_velocity_without_effect_is_reported(self):
        self.scene('things = { { "ball", r = 4, data = { vx = 2 } } },')
        window = self.open("scene.lua")
        window.wait_output("ball has a vx but never moves: call t:moveByVelocity() in update\n")

    def test_an_angle_in_degrees_is_reported(self):
        self.scene('things = { { "gate", w = 40, h = 4, angle = 90 } },')
        self.open("scene.lua").wait_output("gate has the angle 90 in radians: for degrees write math.rad(90)\n")

    def test_a_function_that_is_never_called_is_reported(self):
        self.scene("load = function(s) end,")
        self.open("scene.lua").wait_output("hitbox never calls the scene's load: did you mean start(s)?\n")

    def test_a_left_button_that_the_scene_does_not_receive_is_reported(self):
        self.scene('update = function(s, input) return input:down("mouse left") end,')
        window = self.open("scene.lua")
        window.wait_output("the scene reads 'mouse left', which drags things here: add mouse = true\n")

    def test_escape_ends_with_0(self):
        self.scene(HERO)
        window = self.open("scene.lua")
        window.key("Escape")
        self.assertEqual(window.wait_end(), 0)

    def test_frames_end_the_window_too(self):
        self.scene(HERO)
        window = self.open("--frames", "20", "scene.lua")
        self.assertEqual(window.wait_end(), 0)
        self.assertEqual(len(self.places(window)), 20)

    def test_the_tick_of_the_scene_is_kept(self):
        self.scene("""tick = 30, things = { { "a", w = 5, h = 5 } },
          update = function(s, input, dt) print(("dt %.4f"):format(dt)) end,""")
        window = self.open("--frames", "3", "scene.lua")
        self.assertEqual(window.wait_end(), 0)
        self.assertEqual(window.output().split("\n")[:3], ["dt 0.0333"] * 3)


class Mouse(HeroTest):
    def drag(self, window, a, b, button="1"):
        window.pointer(*pixel(*a))
        window.user("mousedown", button)
        window.pointer(*pixel((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
        window.pointer(*pixel(*b))
        window.user("mouseup", button)

    def test_a_thing_is_dragged_while_paused(self):
        self.scene(HERO)
        window = self.open("--paused", "scene.lua")
        self.drag(window, (163, 98), (43, 48))
        self.assertEqual(self.last_place(window), (40, 50))

    def test_places_that_a_fast_mouse_has_left_are_skipped(self):
        self.scene("""view = { 320, 200 }, policy = "touch",
          rules = { { "mover", "post", when = function()
            for i = 1, 2e6 do end -- longer than the mouse takes to the next post
            print("met")
          end } },
          things = (function()
            local things = { { "mover", at = { 50, 100 }, w = 8, h = 40 } }
            for i = 1, 200 do things[i + 1] = { "post", at = { 56 + i, 100 }, w = 0.5, h = 10 } end
            return things
          end)(),""")
        window = self.open("--paused", "scene.lua")
        x, y = pixel(50, 115)
        window.pointer(x, y)
        moves = [word for i in range(200) for word in
                 ("mousemove", "--window", window.id, str(x + i), str(y))]
        window.user("mousedown", "1", *moves, "mouseup", "1", "key", "period")
        window.wait_title("paused at tick 1")
        self.assertIn("met", window.output())
        self.assertLess(window.output().count("met"), 100)

    def test_a_thing_is_dragged_while_it_runs(self):
        self.scene(HERO)
        window = self.open("scene.lua")
        window.wait_output("at 160 100")
        window.pointer(*pixel(160, 100))
        window.user("mousedown", "1")
        window.pointer(*pixel(60, 40))
        window.wait_for(lambda: self.places(window)[-1] == (60, 40), "the hero follows the mouse")
        window.user("mouseup", "1")

    def test_the_left_button_is_the_scenes_if_it_says_so(self):
        self.scene("""mouse = true, view = { 320, 200 },
          things = { { "hero", at = { 160, 100 }, w = 20, h = 20 } },
          update = function(s, input)
            if input:pressed("mouse left") then
              print(("click %g %g"):format(input.mouse.x, input.mouse.y))
            end
            print(("at %g %g"):format(s.hero.x, s.hero.y))
          end,""")
        window = self.open("scene.lua")
        window.pointer(*pixel(160, 100))
        window.user("mousedown", "1")
        window.wait_output("click 160 100")
        window.pointer(*pixel(60, 40))
        window.user("mouseup", "1")
        window.key("space")
        window.wait_title("paused")
        self.assertEqual(self.last_place(window), (160, 100))
        self.drag(window, (160, 100), (60, 40), button="3")
        self.assertEqual(self.last_place(window), (60, 40))

    def test_a_click_is_where_the_button_went_down_however_fast_the_mouse_goes_on(self):
        self.scene("""mouse = true, tick = 2, view = { 320, 200 }, update = function(s, input)
            local x, y = input.mouse.x, input.mouse.y
            if input:pressed("mouse left") then print(("click %g %g"):format(x, y)) end
            if input:released("mouse left") then print(("let go %g %g"):format(x, y)) end
          end,""")
        window = self.open("scene.lua")
        at, beyond, away = ([str(p) for p in pixel(*place)] for place in ((40, 50), (200, 120), (300, 20)))
        window.user("mousemove", "--window", window.id, *at, "mousedown", "1",
                    "mousemove", "--window", window.id, *beyond)
        window.wait_output("click 40 50")
        window.user("mousemove", "--window", window.id, *beyond, "mouseup", "1",
                    "mousemove", "--window", window.id, *away)
        window.wait_output("let go 200 120")

    def test_dragging_while_paused_shows_the_contacts_of_that_moment(self):
        self.scene("""view = { 320, 200 }, background = "#000000",
          rules = { { "a", "b" } },
          things = {
            { "a", at = { 60, 100 }, w = 20, h = 20, color = "#ff0000" },
            { "b", at = { 160, 100 }, w = 20, h = 20, color = "#0000ff" },
          },""")
        window = self.open("--paused", "scene.lua")
        before = window.picture()
        self.drag(window, (60, 100), (150, 100))
        window.pointer(330, 235)
        after = window.picture()
        arrow = (255, 255, 255)
        self.assertGreater(after.count(arrow), before.count(arrow))

    def test_the_wheel_zooms_about_the_mouse_and_home_goes_back(self):
        self.scene("""view = { 320, 200 }, background = "#000000",
          things = { { "a", at = { 160, 100 }, w = 20, h = 20 } },
          draw = function(s, g) g:rect(100, 100, 2, 2, "#ff0000", true) end,""")
        window = self.open("--paused", "scene.lua")
        red = (255, 0, 0)
        before = window.picture()
        window.pointer(*pixel(101, 101))
        window.user("click", "4")
        window.user("click", "4")
        window.user("click", "4")
        window.user("click", "4")
        window.user("click", "4")
        closer = window.picture()
        self.assertEqual(before.at(*pixel(101, 101)), red)
        self.assertEqual(closer.at(*pixel(101, 101)), red)
        self.assertGreater(closer.count(red), 2 * before.count(red))
        window.key("Home")
        self.assertEqual(window.picture().count(red), before.count(red))

    def test_the_middle_button_moves_the_view(self):
        self.scene("""view = { 320, 200 }, background = "#000000",
          draw = function(s, g) g:rect(100, 100, 4, 4, "#ff0000", true) end,""")
        window = self.open("--paused", "scene.lua")
        self.drag(window, (20, 20), (60, 50), button="2")
        self.assertEqual(window.picture().at(*pixel(142, 132)), (255, 0, 0))

    def test_the_right_button_moves_the_view_where_it_meets_no_thing(self):
        self.scene("""view = { 320, 200 }, background = "#000000", things = {
            { "a", at = { 102, 102 }, w = 20, h = 20, color = "#ff0000" } },
          draw = function(s, g) g:rect(s.a.x + 3, s.a.y + 3, 6, 6, "#ff0000", true) end,""")
        window = self.open("--paused", "scene.lua")
        self.drag(window, (20, 20), (60, 50), button="3")
        self.assertEqual(window.picture().at(*pixel(148, 138)), (255, 0, 0))
        self.drag(window, (145, 135), (205, 165), button="3")  # the thing, and not the view
        self.assertEqual(window.picture().at(*pixel(208, 168)), (255, 0, 0))
        window.key("Home")
        self.assertEqual(window.picture().at(*pixel(168, 138)), (255, 0, 0))

    def test_a_check_box_hides_what_it_names(self):
        self.scene("""view = { 320, 200 }, background = "#000000",
          things = { { "a", at = { 60, 100 }, w = 40, h = 40, color = "#ff0000" } },""")
        window = self.open("--paused", "scene.lua")
        inside = pixel(70, 110)
        self.assertNotEqual(window.picture().at(*inside)[0], 0)
        window.key("F2")
        picture = window.picture()
        box = (0x2b, 0x33, 0x3d)
        x, y = next((x, y) for y in range(picture.height) for x in range(picture.width)
                    if picture.at(x, y) == box)
        window.pointer(x + 6, y + 6)  # the topmost is that of the fill
        window.user("click", "1")
        self.assertEqual(window.picture().at(*inside)[0], 0)

    def test_the_kinds_of_a_room_that_fills_the_window_are_seen_at_the_mouse_if_it_has_several(self):
        for more, seen in (("", False), (", sensor = { w = 248, h = 128 }", True)):
            self.scene("""view = { 320, 200 }, background = "#000000",
              things = { { "room", at = { 160, 100 }, boxes = { push = { w = 280, h = 160, hollow = 16 }""" + more + "} } },")
            window = self.open("--paused", "scene.lua")
            corners = []
            for x in (1, 160):
                window.pointer(*pixel(x, 100))
                corners.append(window.picture().rows[:224])
            self.assertEqual(corners[0] != corners[1], seen)
            window.key("Escape")
            window.wait_end()

    def test_f3_tells_about_the_thing_at_the_mouse(self):
        self.scene(HERO)
        window = self.open("--paused", "scene.lua")

        def uncovered(x, y):
            window.pointer(*pixel(x, y))
            return window.picture().count((0, 0, 0))
        bare = uncovered(30, 30)
        window.key("F3")
        about = uncovered(160, 100)
        self.assertLess(about, bare - 5000)
        self.assertAlmostEqual(uncovered(150, 30), about, delta=200)  # of the thing before
        window.key("Escape")
        self.assertAlmostEqual(uncovered(150, 30), bare, delta=200)

    def test_a_check_box_shows_the_broad_phase(self):
        self.scene("""view = { 320, 200 }, background = "#000000", broadPhase = "tree",
          things = { { "a", at = { 20, 20 }, w = 20, h = 20 },
                     { "b", at = { 140, 120 }, w = 20, h = 20 } },""")
        window = self.open("--paused", "--size", "344x500", "scene.lua")

        def edges():  # of the box around both, right of the one and left of the panel
            picture = window.picture()
            return sum(max(picture.at(72, y)) > 60 for y in range(picture.height - 40))

        self.assertEqual(edges(), 0)
        window.key("F2")
        picture = window.picture()
        box = (0x2b, 0x33, 0x3d)
        x, y = next((x, y) for y in reversed(range(picture.height - 40))
                    for x in range(picture.width) if picture.at(x, y) == box)
        window.pointer(x + 6, y - 6 - 26)  # the lowest is that of sound, 26 pixels below
        window.user("click", "1")
        self.assertEqual(edges(), 2)


if __name__ == "__main__":
    main_by_classes()
