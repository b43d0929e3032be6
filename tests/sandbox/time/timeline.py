"""Going back and forth in what was run, as a user meets it. Needs Xvfb and xdotool."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import HERO, HeroTest, main_by_classes, pixel  # noqa: E402


class GoingBack(HeroTest):
    def test_a_comma_goes_back_by_one_tick(self):
        window = self.open_to_the_right()
        window.key("comma")
        window.wait_title("paused at tick 2")
        self.assertEqual(self.places(window), [(161, 100), (162, 100), (163, 100)])
        self.assertEqual(self.last_place(window), (163, 100))
        window.key("comma", "F9", "comma", "comma")
        window.wait_title("paused at tick 0")
        self.assertEqual(self.last_place(window), (161, 100))

    def test_new_input_replaces_the_recorded_future(self):
        window = self.open_to_the_right()
        window.key("comma", "comma")
        window.wait_title("paused at tick 1")
        window.user("keydown", "Left")
        window.key("period")
        window.user("keyup", "Left")
        window.wait_title("paused at tick 2")
        self.assertEqual(self.places(window)[-1], (160, 100))
        self.assertEqual(self.last_place(window), (160, 100))
        window.key("comma", "comma", "period")
        window.wait_title("paused at tick 2")
        self.assertEqual(self.places(window)[-1], (160, 100))

    def test_going_back_repeats_what_was_random_dragged_and_done_in_between(self):
        self.scene("""view = { 320, 200 },
          things = { { "hero", at = { 160, 100 }, w = 20, h = 20 } },
          start = function(s)
            s:run(function() while true do s:wait(2) s.hero.x = s.hero.x + s.random(9) end end)
          end,
          update = function(s)
            if s.ticks == 4 then s:spawn { "rock", at = { 20, 20 }, r = 5 } end
            print(("%d %s"):format(s.ticks, s:hash()))
          end,""")
        window = self.open("--paused", "scene.lua")
        window.key("period", "period")
        window.wait_title("tick 2")
        window.pointer(*pixel(160, 100))
        window.user("mousedown", "3")
        window.pointer(*pixel(130, 100))
        window.pointer(*pixel(100, 90))
        window.key("period", "period")
        window.user("mouseup", "3")
        window.key(*["period"] * 6)
        window.wait_title("tick 10")
        window.key("comma", "comma", "comma", "comma")
        window.wait_title("tick 6")
        window.key("period", "period", "period", "period")
        window.wait_title("tick 10")
        lines = window.output().splitlines()
        self.assertEqual(len(lines), 14)
        self.assertEqual(lines[10:], lines[6:10])

    def test_going_back_leads_out_of_an_error(self):
        self.scene("""update = function(s)
            if s.ticks == 3 then error("tripped") end
          end,""")
        window = self.open("--paused", "scene.lua")
        window.key("period", "period", "period")
        window.wait_title("error")
        window.key("comma")
        window.wait_title("paused at tick 2")
        window.key("period")
        window.wait_title("error")

    def test_many_steps_back_are_one_run_from_the_begin(self):
        self.scene("""update = function(s)
            local n = 0
            for i = 1, 400000 do n = n + i end -- some milliseconds
            s.n = s.ticks
            print("n is " .. s.n)
          end, start = function() io.stderr:write("begun\\n") end,""")
        window = self.open("--trust", "--frames", "10000", "scene.lua")
        window.wait_output("n is 90\n")
        window.key("space")
        window.wait_title("paused at tick")
        ticks = int(re.search(r"tick (\d+)", window.title())[1])
        window.key(*["comma"] * 40)
        window.wait_title(f"tick {ticks - 40})")
        self.assertLess(window.output().count("begun"), 30)
        window.key("comma", "comma", "period")
        window.wait_title(f"tick {ticks - 41})")
        self.assertTrue(window.output().endswith(f"n is {ticks - 41}\n"), window.output()[-50:])

    def test_checkpoints_take_little_memory_without_input(self):
        self.scene("""tick = 6000, update = function(s)
            if s.ticks == 1000 or s.ticks == 9000 then
              collectgarbage() collectgarbage()
              print(("%d bytes"):format(collectgarbage("count") * 1024))
            end
          end,""")
        window = self.open("--trust", "--frames", "9000", "scene.lua")
        self.assertEqual(window.wait_end(), 0)
        early, late = map(int, re.findall(r"(\d+) bytes", window.output()))
        self.assertLess((late - early) / 8000, 40)  # a tick

    def test_escape_ends_going_back_where_the_scene_has_come_to(self):
        self.scene("""update = function(s)
            local n = 0
            for i = 1, 1500000 do n = n + i end
            if s.ticks == 100 then print "a while" end
          end,""")
        window = self.open("--trust", "scene.lua")  # nothing is kept of it on its way
        window.wait_output("a while")
        window.key("space")
        window.wait_title("paused at tick")
        title = window.title()
        window.key("comma", "Escape")
        window.wait_for(lambda: window.title() != title, "it has begun anew")
        before, after = (int(re.search(r"tick (\d+)", text)[1]) for text in (title, window.title()))
        self.assertLess(after, before - 1)

    def test_going_back_after_a_save_is_as_if_the_script_had_been_so(self):
        window = self.open_to_the_right()
        self.scene(HERO.replace("input.x *", "10 * input.x *") + 'title = (function() print("edited") end)(),')
        window.wait_output("edited")
        window.key("comma")
        window.wait_title("tick 2")
        self.assertEqual(self.last_place(window), (190, 100))

    def test_recorded_input_is_replayed_on_a_saved_script(self):
        window = self.open_to_the_right()
        window.key("comma", "comma")
        window.wait_title("paused at tick 1")
        self.scene(HERO.replace("input.x *", "10 * input.x *") + 'start = function() print("new") end, title = (function() print("edited") end)(),')
        window.wait_output("edited")
        self.assertEqual(self.last_place(window), (171, 100))
        self.assertEqual(self.last_place(window), (181, 100))
        window.key("comma")
        window.wait_title("paused at tick 2")
        self.assertEqual(self.last_place(window), (181, 100))


class GoingAnywhere(HeroTest):
    def test_shift_goes_back_and_on_by_a_second(self):
        self.scene(HERO + " tick = 20,")
        window = self.open("--paused", "scene.lua")
        window.user("keydown", "Right")
        window.key("shift+period", "shift+period")
        window.user("keyup", "Right")
        window.wait_title("paused at tick 40")
        window.key("shift+comma")
        window.wait_title("paused at tick 20")
        window.key("comma")
        window.wait_title("paused at tick 19")
        window.key("shift+period")
        window.wait_title("paused at tick 39")
        self.assertEqual(self.places(window)[-1], (199, 100))
        window.key("shift+comma", "shift+comma")
        window.wait_title("paused at tick 0")

    def test_the_line_of_time_leads_to_each_tick(self):
        self.scene(HERO + " tick = 20,")
        window = self.open("--paused", "scene.lua")
        window.user("keydown", "Right")
        window.key("shift+period", "shift+period")
        window.user("keyup", "Right")
        window.wait_title("paused at tick 40")
        line = 250 - 26  # pixels from above, from 12 to 344 - 12
        window.pointer(12 + 320 * 0.5, line - 13)  # a hand that errs
        window.user("mousedown", "1")
        window.wait_title("paused at tick 20")
        window.user("mouseup", "1")
        window.pointer(12 + 320 * 0.25, line + 11)
        window.user("mousedown", "1")
        window.wait_title("paused at tick 10")
        window.pointer(12 + 320 * 0.75, line - 40)  # it is held
        window.wait_title("paused at tick 30")
        window.pointer(2, line)
        window.wait_title("paused at tick 0")
        window.pointer(12 + 320 * 0.5, line)
        window.user("mouseup", "1")
        window.wait_title("paused at tick 20")
        window.pointer(12 + 320 * 0.75, line)
        self.assertIn("tick 20", window.title())
        self.assertEqual(self.last_place(window), (181, 100))
        picture = window.picture()
        self.assertEqual(picture.at(12 + 320 * 0.25, line), (255, 211, 90))
        self.assertNotEqual(picture.at(12 + 320 * 0.75, line), (255, 211, 90))
        window.key("space")
        window.wait_for(lambda: "paused" not in window.title(), "it goes on")
        window.key("space")
        window.wait_title("paused")
        self.assertEqual(self.places(window)[-1], (181, 100))  # what was ahead is gone

    def test_a_scene_may_be_left_while_the_line_of_time_is_held(self):
        self.scene(HERO, "scripts/scene.lua")
        window = self.open("--paused")
        window.key("Return")
        window.wait_title("paused at tick 0")
        window.key("period", "period")
        window.wait_title("paused at tick 2")
        window.pointer(300, 250 - 26)
        window.user("mousedown", "1")
        window.wait_title("paused at tick 2")
        window.key("Escape")
        window.wait_for(lambda: window.title() == "hitbox", "the list is shown")
        window.pointer(100, 250 - 26)
        window.pointer(200, 100)
        window.user("mouseup", "1")
        window.key("Return")
        window.wait_title("paused at tick 0")

    def test_going_back_releases_the_dragged_thing(self):
        self.scene(HERO)
        window = self.open("--paused", "scene.lua")
        window.pointer(*pixel(160, 100))
        window.user("mousedown", "3")
        window.pointer(*pixel(120, 90))
        window.key("period", "period")
        window.wait_title("paused at tick 2")
        window.key("comma")
        window.wait_title("paused at tick 1")
        window.key("period")
        window.wait_title("paused at tick 2")
        window.user("mouseup", "3")
        window.pointer(*pixel(40, 40))
        self.assertEqual(self.last_place(window), (120, 90))

    def test_a_click_on_nothing_leaves_what_was_run(self):
        window = self.open_to_the_right()
        window.key("comma", "comma")
        window.wait_title("paused at tick 1")
        window.pointer(*pixel(40, 40))
        window.user("click", "1")
        window.user("mousedown", "3")
        window.pointer(*pixel(50, 45))  # which moves the view
        window.user("mouseup", "3")
        window.pointer(344 - 12, 250 - 26)
        window.user("click", "1")
        window.wait_title("paused at tick 3")

    def test_a_recording_is_exported_as_a_test(self):
        self.scene(HERO + """
          things = { { "hero", at = { 160, 100 }, w = 20, h = 20 }, { "rock", at = { 60, 40 }, r = 9 } },
          input = { dash = { "key z" } },
          update = function(s, input)
            local fast = input:down("dash") and 3 or 1
            s.hero:move((input.x + (input:down("key q") and 7 or 0)) * fast, 0)
            print(("at %g %g"):format(s.hero.x, s.hero.y))
          end,""")
        window = self.open("--paused", "scene.lua")
        window.key("F3")
        self.step_right(window)
        window.pointer(*pixel(60, 40))
        window.user("mousedown", "3")
        window.pointer(*pixel(70, 50))
        window.key("period")
        window.wait_title("tick 4")
        window.pointer(*pixel(80, 55))
        window.user("mouseup", "3")
        for key in ("z", "q"):
            window.user("keydown", "Left", "keydown", key)
            window.key("period", "period")
            window.user("keyup", "Left", "keyup", key)
        window.wait_title("tick 8")
        window.key("comma")
        window.wait_title("tick 7")
        window.key("F5")
        written = pathlib.Path(self.path("scene.test.lua"))
        window.wait_for(lambda: written.exists() and written.read_text(encoding="utf-8").endswith("}\n"), "it is written")
        text = pathlib.Path(self.path("scene.test.lua")).read_text(encoding="utf-8")
        for line in ('t:hold("right")', "t:step(3)", 't:hold("jump", "key z", "left")',
                     "t:grab(60, 40)", "t:drag(70, 50)", "t:drag(80, 55)", "t:drop()",
                     "t:near(t.scene.rock.x, 80, 1e-9)"):
            self.assertIn(line, text)
        self.assert_ends(self.run_sandbox("test", "scene.lua"), 0)
        window.key("F5")  # never over a file that is there
        window.wait_output("run of 7 ticks")
        self.assertEqual(pathlib.Path(self.path("scene.test.lua")).read_text("utf-8"), text)
        self.write("scene.test.lua", text.replace("t:step(3)", "t:step(2)"))
        self.assert_ends(self.run_sandbox("test", "scene.lua"), 1)

    def test_a_test_is_kept_beside_a_script_without_an_ending(self):
        self.scene(HERO, "my.scenes/hero")
        window = self.open("--paused", "my.scenes/hero")
        window.key("period")
        window.wait_title("tick 1")
        window.key("F5")
        window.wait_for(lambda: pathlib.Path(self.path("my.scenes/hero.test.lua")).exists(), "it is written")


if __name__ == "__main__":
    main_by_classes()
