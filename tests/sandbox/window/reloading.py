"""Saving the script or its files while a window is open, as a user meets it. Needs Xvfb and xdotool."""

import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import HERO, HeroTest, main, pixel  # noqa: E402


class Saving(HeroTest):
    def test_changes_that_a_script_makes_to_the_module_end_with_it(self):
        self.scene("""start = function(s)
            hitbox.services.sound = function() print "mine" end
            s.hitbox.circle = nil
          end,
          update = function(s) s:sound "beep" end,""")
        window = self.open("scene.lua")
        window.wait_output("mine")
        self.scene('update = function(s) s:sound "beep" print(s.hitbox.circle and "whole" or "broken") end,')
        window.wait_output("whole")
        self.assertNotIn("mine", window.output().partition("whole")[2])

    def test_a_saved_script_goes_on_from_where_it_is(self):
        self.scene(HERO)
        window = self.open("--paused", "scene.lua")
        window.user("keydown", "Right")
        window.key("period", "period", "period")
        window.wait_title("tick 3")
        self.scene(HERO.replace("speed = 1", "speed = 10"))
        window.wait_for(lambda: self.last_place(window)[0] >= 173, "the new speed counts")
        window.user("keyup", "Right")
        self.assertNotIn("tick 1)", window.title())
        self.assertEqual(self.places(window)[2], (163, 100))

    def test_a_move_that_is_edited_while_paused_shows_its_new_boxes_and_hits_with_them(self):
        fight = """rules = { { "ann.hit", "bob.hurt", on = "hurt" } },
          things = { { "ann", w = 8, h = 20, actions = { jab = { frames = 9, [4] = { hit = { w = %d, h = 4 } }, [8] = {} } } },
            { "bob", at = { 20, 0 }, boxes = { hurt = { w = 8, h = 8 } } } },
          start = function(s) s.ann:play("jab") end,
          hurt = function(s, c) print("hurt in frame", c.a.frame) end,
          draw = function(s) print(s.ann.frame, s.ann:rect("hit")) end,"""
        self.scene(fight % 20)
        window = self.open("--paused", "scene.lua")
        for tick in range(1, 5):
            window.key("period")
            window.wait_title(f"tick {tick}")
        window.wait_output("5\t-10.0\t-2.0\t20.0\t4.0")
        self.scene(fight % 40)
        window.wait_output("5\t-20.0\t-2.0\t40.0\t4.0")
        self.assertNotIn("hurt", window.output())
        window.key("period")
        window.wait_output("hurt in frame\t6")

    def test_a_syntax_error_is_shown_and_goes_away_when_it_is_mended(self):
        self.scene(HERO)
        window = self.open("--paused", "scene.lua")
        window.key("period", "period")
        window.wait_title("tick 2")
        clear = window.picture()
        self.write("scene.lua", "return hitbox.scene {")
        window.wait_title("error")
        window.wait_output("scene.lua:1: ")
        panel = (0x23, 0x2a, 0x33)
        self.assertGreater(window.picture().count(panel), clear.count(panel) + 500)
        self.scene(HERO)
        window.wait_title("paused at tick 2")
        self.assertEqual(window.picture().count(panel), clear.count(panel))
        self.assertEqual(self.last_place(window), (160, 100))

    def test_a_script_that_an_editor_has_emptied_to_write_it_is_waited_for(self):
        self.scene(HERO)
        window = self.open("--paused", "scene.lua")
        window.key("period")
        window.wait_title("paused at tick 1")
        self.write("scene.lua", "")
        time.sleep(0.5)
        self.assertNotIn("error", window.title())
        self.scene(HERO + 'title = "written",')
        time.sleep(0.5)
        window.key("period")
        window.wait_title("paused at tick 2")
        self.assertNotIn("must end in", window.output())

    def test_an_error_while_it_runs_stops_it_and_goes_away_when_it_is_mended(self):
        self.scene(HERO)
        window = self.open("scene.lua")
        window.wait_output("at 160 100")
        self.scene(HERO.replace("s.hero:move", "s.villain:move"))
        window.wait_title("error")
        window.wait_output("villain")
        count = len(self.places(window))
        self.scene(HERO)
        window.wait_for(lambda: len(self.places(window)) > count, "it runs again")
        window.wait_for(lambda: "error" not in window.title(), "the error is gone")

    def map_scene(self, tiles, name="maps/level.lua"):
        """Write a map of Tiled's, and a scene that says how many tiles it has."""
        self.write(name, f"""return {{ orientation = "orthogonal", tilewidth = 16, tileheight = 16,
          tilesets = {{ {{ name = "set", firstgid = 1, filename = "set.tsx", exportfilename = "set.lua" }} }},
          layers = {{ {{ type = "tilelayer", name = "tiles", width = 4, height = 1, encoding = "lua",
            data = {{ {tiles} }} }} }} }}""")

    def set_of_tiles(self, first, second):
        self.write("maps/set.lua", f"""return {{ name = "set", tilewidth = 16, tileheight = 16,
          tiles = {{ {{ id = 0, type = "{first}" }}, {{ id = 1, type = "{second}" }} }} }}""")

    def test_a_saved_map_or_tileset_is_read_again_and_the_state_goes_on(self):
        self.set_of_tiles("coin", "gem")
        self.map_scene("1, 1, 2, 0")
        self.scene("""view = { 320, 200 }, types = { coin = { r = 4 }, gem = { r = 3 } },
          map = { tiled = "maps/level.lua" }, things = { { "hero", at = { 160, 100 }, w = 9, h = 9 } },
          start = function(s) s.n = 0 end,
          update = function(s)
            s.n = s.n + 1
            print(("tick %d: %d coins, %d gems"):format(s.n, s:count("coin"), s:count("gem")))
          end,""")
        window = self.open("scene.lua")
        window.wait_output(": 2 coins, 1 gems")
        self.map_scene("1, 1, 1, 2")
        window.wait_output(": 3 coins, 1 gems")
        self.set_of_tiles("gem", "coin")
        window.wait_output(": 1 coins, 3 gems")
        ticks = [int(tick) for tick in re.findall(r"^tick (\d+)", window.output(), re.MULTILINE)]
        self.assertEqual(ticks, list(range(1, len(ticks) + 1)))
        self.write("maps/level.lua", "return {")
        window.wait_title("error")
        window.wait_output("maps/level.lua:1: ")
        self.map_scene("2, 2, 2, 2")
        window.wait_output(": 4 coins, 0 gems")
        window.wait_for(lambda: "error" not in window.title(), "the error is gone")

    def test_a_map_that_is_missing_is_read_when_it_is_there(self):
        self.set_of_tiles("coin", "gem")
        self.scene("""types = { coin = { r = 4 }, gem = { r = 3 } }, map = { tiled = "maps/level.lua" },
          update = function(s) print(s:count("coin") .. " coins") end,""")
        window = self.open("scene.lua")
        window.wait_title("error")
        window.wait_output("maps/level.lua: No such file")
        self.map_scene("1, 1, 1, 1")
        window.wait_output("4 coins")

    def test_a_saved_module_of_a_trusted_script_is_loaded_again(self):
        self.write("speed.lua", "return 1")
        self.scene(HERO.replace("speed = 1", 'speed = require "speed"'))
        window = self.open("--paused", "--trust", "scene.lua")
        window.user("keydown", "Right")
        window.key("period", "period", "period")
        window.wait_title("tick 3")
        self.write("speed.lua", "return 10")
        window.wait_for(lambda: self.last_place(window)[0] >= 173, "the new speed counts")
        window.user("keyup", "Right")

    def test_a_module_that_was_missing_is_loaded_when_it_is_written(self):
        self.write("scene.lua", 'print(require "late")\nreturn require("hitbox").scene {}')
        window = self.open("--trust", "scene.lua")
        window.wait_output("module 'late' not found")
        self.write("late.lua", 'return "it is here"')
        window.wait_output("it is here")

    def test_a_saved_picture_is_drawn_anew(self):
        def fill(color):
            self.write_bytes("dot.ppm", b"P6 8 8 255\n" + bytes(color) * 64)

        fill((255, 0, 0))
        self.scene("""view = { 320, 200 }, background = "#000000",
          draw = function(s, g) g:picture("dot.ppm", 100, 100, 8, 8) end,""")
        window = self.open("--paused", "scene.lua")
        self.assertEqual(window.picture().at(*pixel(104, 104)), (255, 0, 0))
        fill((0, 255, 0))
        window.wait_for(lambda: window.picture().at(*pixel(104, 104)) == (0, 255, 0), "it is green")

    def test_a_call_that_has_no_end_is_shown_and_goes_away_when_it_is_mended(self):
        self.scene(HERO)
        window = self.open("scene.lua")
        window.wait_output("at 160 100")
        endless = 'table.move({}, 1, 2^40, 2)'
        self.scene(HERO.replace("update = function(s, input)", f"update = function(s, input) {endless}"))
        window.wait_title("error")
        window.wait_output("scene.lua:5: the script has run for 2 seconds without coming to an end\n")
        self.write("scene.lua", endless)
        window.wait_output("scene.lua:1: the script has run for 2 seconds without coming to an end\n")
        self.scene(HERO.replace("160, 100", "200, 100"))
        window.wait_for(lambda: "error" not in window.title(), "the error is gone")
        window.wait_output("at 160 100\nat 160 100\n")
        window.key("Escape")
        self.assertEqual(window.wait_end(), 0)

    def test_a_script_that_is_wrong_at_first_may_be_mended(self):
        self.write("scene.lua", "return hitbox.scene {")
        window = self.open("scene.lua")
        window.wait_title("error")
        self.scene(HERO)
        window.wait_output("at 160 100")

    def test_leaving_a_failed_script_exits_3(self):
        self.write("scene.lua", "return nil + 1")
        window = self.open("scene.lua")
        window.wait_title("error")
        window.key("Escape")
        self.assertEqual(window.wait_end(), 3)


if __name__ == "__main__":
    main()
