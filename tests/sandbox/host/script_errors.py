"""Scripts that fail: exit code 3, and what the message says and leaves out."""

import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import PROGRAM, SandboxTest, main  # noqa: E402

STILL = 'things = { { "box", at = { 160, 120 }, w = 40, h = 20 } },'


class Failures(SandboxTest):
    def test_lines_of_the_library_are_left_out_wherever_it_lies(self):
        folder = pathlib.Path(self.path("a folder of so long a name/that Lua shows no more than the end of paths"))
        shutil.copytree(pathlib.Path(PROGRAM).parent / "lua", folder / "lua")
        shutil.copy(PROGRAM, folder)
        self.scene("""things = { { "hero" } },
          update = function(s) s.hero:setPosition("here") end,""")
        result = subprocess.run([folder / pathlib.Path(PROGRAM).name, "--headless", "--frames", "1", "scene.lua"],
                                cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(result.stderr, "scene.lua:4: x of thing 'hero' must be a finite number, got 'here'\n"
                         "  in scene.lua:4: in local 'update'\n")

    def test_a_syntax_error_exits_3_with_file_and_line(self):
        self.write("scene.lua", 'local hitbox = require "hitbox"\n\nlocal x = = 1\n')
        self.assert_fails(self.headless(), "scene.lua:3: unexpected symbol near '='")

    def test_an_error_while_it_runs_exits_3_with_a_traceback(self):
        self.scene("""update = function(s)
            if s.ticks == 3 then
              s.def.trip()
            end
          end,
          trip = function()
            error("tripped")
          end,""")
        result = self.headless(frames=10)
        self.assert_fails(result, "scene.lua:9: tripped")
        self.assertRegex(result.stderr, r"in scene\.lua:5: ")

    def test_an_error_in_draw_exits_3_though_no_picture_is_asked_for(self):
        self.scene("draw = function(s, g) g:line(0, 0, 10) end,")
        self.assert_fails(self.headless(), "scene.lua:3: bad argument #4 to 'line'")

    def test_a_method_called_with_a_dot_is_reported_at_the_users_line(self):
        for call in ("s.box.move(1, 2)", "s.box.remove()", "s.box.walk(2)", "s.spawn('box')",
                     "input.down('left')"):
            with self.subTest(call):
                self.scene(STILL + "update = function(s, input) " + call + " end,")
                result = self.headless()
                self.assert_fails(result, "scene.lua:3: calling '")
                self.assertIn("is it called with ':'", result.stderr)
                self.assertNotIn("hitbox/", result.stderr)

    def test_a_misspelt_method_is_answered_with_the_nearest_one(self):
        for call, meant in (("s.box:mov(1)", "move"), ("s:spwan()", "spawn"),
                            ("input:presed('fire')", "pressed"), ("s.world:quryRect()", "queryRect")):
            with self.subTest(call):
                self.scene(STILL + "update = function(s, input) " + call + " end,")
                self.assert_fails(self.headless(), f"(did you mean '{meant}'?)")

    def test_a_misspelt_drawing_method_is_answered_with_the_nearest_one(self):
        self.scene(STILL + "draw = function(s, g) g:cirle(1, 2, 3) end,")
        self.assert_fails(self.headless(), "(did you mean 'circle'?)")

    def test_a_method_of_another_object_is_answered_with_its_owner(self):
        for body, owner in (("update = function(s) s.box:spawn('x') end", "the scene"),
                            ("update = function(s) s:face(1) end", "things"),
                            ("draw = function(g) g:text(1, 2, '') end", "the second argument of draw(s, g)")):
            with self.subTest(body):
                self.scene(STILL + body + ",")
                self.assert_fails(self.headless(), f"\n(it is a method of {owner})\n")

    def test_words_of_other_libraries_and_misused_pairs_are_answered_with_ours(self):
        for call, hint in (("s.box:destroy()", "(did you mean 'remove'?)"), ("s:add {}", "(did you mean 'spawn'?)"),
                           ("s:querySegment()", "(it is a method of worlds)"),
                           ("s.box:touching(s.box)", "(did you mean 'overlaps'?)"),
                           ("s:each('box'):remove()", 'for t in s:each("coin") do)'),
                           ("for _, t in ipairs(s:each()) do end", 'for t in s:each("coin") do)'),
                           ("for _, t in pairs(s:each()) do end", 'for t in s:each("coin") do)'),
                           ("for _, t in s:each() do print(t.x) end", 'for t in s:each("coin") do)'),
                           ("s.view = { 100, 100 }", "view of the scene must be { x =, y =, w =, h = }"),
                           ("setmetatable(s.box, {})", "thing 'box' must keep its metatable: ")):
            with self.subTest(call):
                self.scene(STILL + "update = function(s) " + call + " end,")
                self.assert_fails(self.headless(), hint)

    def test_assigning_over_a_scene_method_is_reported_with_its_line(self):
        for call, told in (("s.world = 1", "scene.lua:4: 'world' of a scene cannot be assigned: "),
                           ("s.title = 5", "scene.lua:4: title of the scene must be a string"),
                           ("s.view = nil", "scene.lua:4: view of the scene must be "),
                           ("s.view.w = -s.view.w", "(line 4: s.view.w = -s.view.w)"),
                           ("s.box.color = 'reddish'", "(line 4: s.box.color = 'reddish')")):
            with self.subTest(call):
                self.scene(STILL + "update = function(s)\n" + call + "\nend,")
                self.assert_fails(self.headless(), told)

    def test_fields_of_other_libraries_are_answered_with_ours(self):
        for body, hint in (("update = function(s) s.camera.x = 1 end", "(assign s.view.x"),
                           ("update = function(s, input) return input.keys.left end", '(call input:down("key space")'),
                           ("update = function(s) for _, t in ipairs(s.things) do end end", "for t in s:each("),
                           ("update = function(s, dt) s.left = 60 * dt end", "update = function(s, input, dt))"),
                           ("update = function(s) s.box.pos.x = 3 end", "(read or assign t.x and t.y"),
                           ("update = function(s) return love.keyboard.isDown('a') end", "(scenes run without L\u00d6VE: "),
                           ("update = function(s, input) return input.isDown('left') end", "(did you mean 'down'?)"),
                           ("update = function(s) return s.box:distance(s.box) end", "(local dx, dy, far = t:towards(other))"),
                           ('rules = { { "*", "*", on = "met" } }, met = function(s, c) c.other:remove() end,'
                            'start = function(s) s:spawn { "x", at = { 160, 120 }, r = 3 } end', "(read c.a, "),
                           ("draw = function(s, g) g:setColor(1, 0, 0) end", "(pass the colour to each call: "),
                           ("update = function(s) s.box.color = { 1, 0, 0 } end", "got a table\n(line 3: "),
                           ("background = { 0, 0, 0 }", "got a table\n(line 3: "),
                           ("update = function(s) for k in pairs(s.all) do end end", "(pairs got nil; for things write "),
                           ("start = function(s) s:after(1, s.box.remove) end", "s:after(60, function() t:remove() end))"),
                           ("update = function(s) s.box.colour = 'red' end", "unknown field 'colour' of thing 'box', did "
                                                                             "you mean 'color'?")):
            with self.subTest(body):
                self.scene(STILL + body + ",")
                self.assert_fails(self.headless(), hint)

    def test_the_error_for_a_nil_field_names_a_like_named_thing_or_how_to_set_it(self):
        for body, hint in (("s.scroe = s.scroe + 1", "did you mean 'score'?"), ("s.box.x = s.box.x + s.box.seed", "did you mean 'speed'?"),
                           ("s.text = 'hp ' .. s.box.hp", "it is not set yet: write s.hp = 0 in start = function(s), or data = { hp = 0 } in a thing"),
                           ("s.speed = s.speed + 1", "it is not set yet: write s.speed = 0 in ")):
            with self.subTest(body):
                self.scene('things = { { "box", data = { speed = 3 } } }, start = function(s) s.score = 0 end, update = function(s) '
                           + body + " end,")
                self.assert_fails(self.headless(), "\n(" + hint)

    def test_endless_recursion_is_reported_in_few_lines(self):
        self.scene("start = function(s)\n local function f() return f() + 1 end\n f() end,")
        result = self.headless()
        self.assert_fails(result, "scene.lua:4: stack overflow")
        self.assertRegex(result.stderr, r"\n  in scene.lua:4: in upvalue 'f' \(\d+ times\)\n")
        self.assertLess(result.stderr.count("\n"), 9)

    def test_reading_the_size_of_a_thing_is_answered_with_the_right_call(self):
        self.scene(STILL + "update = function(s) s.half = s.box.w / 2 end,")
        self.assert_fails(self.headless(), "(for the size of a thing write local x, y, w, h = t:rect(); "
                                           "for a field of your own, data = { w = 4 })")

    def test_a_global_with_the_name_of_a_scene_field_is_explained(self):
        for call, hint in (("box:move(1, 0)", "'s.box'"), ("spawn { 'x' }", "'s:spawn'"), ("x = lives + 1", "'s.lives'"),
                           ("random(3)", "'s.random'"), ("die(s)", "'s.def.die'"),
                           ("g:text(1, 2, '')", "draw = function(s, g)"), ("self.box:move(1, 0)", "function(s, input)"),
                           ("x = dt * 2", "function(s, input, dt)"), ("other.x = 1", "")):
            with self.subTest(call):
                self.scene(STILL + "start = function(s) s.lives = 3 end, die = function() end,"
                           + "update = function(s, input) " + call + " end,")
                result = self.headless()
                self.assert_fails(result, hint)
                self.assertEqual("(" in result.stderr.split("\n")[1], hint != "")

    def test_syntax_errors_of_other_languages_are_answered_with_luas_syntax(self):
        for body, hint in (('things = { { "a" } { "b" } },', "is a comma missing before it?"),
                           ('title = "a"\ntick = 30,', "is a comma missing before it?"),
                           ("function update(s) end,", "within a table it is update = function(s) ... end,"),
                           ("start = function(s) s.x += 1 end,", "Lua has no += and -=: x = x + 1"),
                           ("start = function(s) s.x++ end,", "Lua has no ++: x = x + 1"),
                           ("start = function(s) if s.x = 1 then end end,", "to compare, write =="),
                           ("start = function(s) if s.x != 1 then end end,", "Lua writes ~= for 'is not'"),
                           ("start = function(s) if s.x && s.y then end end,", "Lua writes and"),
                           ('things = { { "a" }, , { "b" } },', "is it a comma too many, or is an end missing before it?"),
                           ('start = function(s) f("a += b") 3 end, -- x += 1', ""),
                           ("update(s) = 3,", "")):
            with self.subTest(body):
                self.scene(body)
                result = self.headless()
                self.assert_fails(result, f"\n({hint})\n" if hint else "scene.lua:3: ")
                self.assertEqual(result.stderr.count("\n"), 2 if hint else 1)

    def test_a_missing_brace_at_the_end_is_reported(self):
        self.write("scene.lua", 'return require "hitbox".scene {\n  title = "a",\n')
        self.assert_fails(self.headless(), "scene.lua:3: unexpected symbol near <eof>\n(is a } missing at the end?)\n")

    def test_an_error_of_string_format_names_the_users_line(self):
        self.scene('start = function(s) s.text = ("%d"):format(1.5) end,')
        self.assert_fails(self.headless(), "scene.lua:3: bad argument #2 to 'format' (number has no integer")

    def test_things_are_printed_by_their_names(self):
        self.scene('things = { { "a" }, { "b" } }, start = function(s) print(s.b, ("%s"):format(s.a), s, {}) end,')
        self.assertEqual(self.headless().stdout, "thing 'b' #2\tthing 'a' #1\ta scene\ttable: 1\n")

    def test_a_misspelt_function_of_the_module_is_answered_with_the_nearest_one(self):
        for text, hint in (('require "hitbox".Scene {}', ""), ("hitbox.Scene {}", "did you mean 'scene'?"),
                           ('hitbox.cirle(1, 2, 3)', "did you mean 'circle'?")):
            with self.subTest(text):
                self.write("scene.lua", f'local hitbox = require "hitbox"\nlocal _ = {text}\n')
                self.assert_fails(self.headless(), f"\n({hint})\n" if hint else "attempt to call a nil value")
        self.write("scene.lua", "return hitbox.scene {}\n")
        self.assert_fails(self.headless(), '\n(begin the script with local hitbox = require "hitbox")\n')

    def test_a_removed_or_misnamed_thing_is_reported(self):
        for name, hint in (("box", "(there is no thing 'box' any more)"), ("bxo", ""),
                           ("wal", "(did you mean 'wall'?)"), ("score", "")):
            with self.subTest(name):
                self.scene('things = { { "box" }, { "wall" } }, update = function(s) s.box:remove(); s.'
                           + name + ".x = 1 end,")
                result = self.headless()
                self.assert_fails(result, f"attempt to index a nil value (field '{name}')\n{hint}")
                self.assertEqual("(" in result.stderr.split("\n")[1], hint != "")

    def test_an_error_in_a_function_given_to_run_has_the_same_report(self):
        self.scene(STILL + """start = function(s)
            s:run(function()
              local function deep() s.box:mov(1) end
              deep()
            end)
          end,""")
        result = self.headless()
        self.assert_fails(result, "scene.lua:5: attempt to call a nil value (method 'mov')\n(did you mean 'move'?)")
        self.assertRegex(result.stderr, r"\n  in scene.lua:5: in local 'deep'\n  in scene.lua:6: in")
        self.assertNotIn("[C]", result.stderr)
        self.assertNotIn("stack traceback", result.stderr)

    def test_names_that_the_cage_removes_are_reported_as_such(self):
        self.scene(STILL + "start = function(s) s.t = os.time() end,")
        self.assert_fails(self.headless(), "scripts run in a cage without os")

    def test_a_script_that_makes_no_scene_exits_3(self):
        self.write("scene.lua", "return 42")
        self.assert_fails(self.headless(), "hitbox.scene")

    def test_an_error_that_is_no_text_exits_3(self):
        self.scene("update = function() error({}) end,")
        self.assert_fails(self.headless(), "table")

    def test_endless_recursion_exits_3(self):
        self.scene("update = function(s) local function f() return 1 + f() end f() end,")
        self.assert_fails(self.headless(), "stack overflow")

    def test_an_unknown_colour_exits_3(self):
        self.scene('things = { { "box", w = 4, h = 4, color = "reddish" } },')
        self.assert_fails(self.headless(), "color of thing 'box': ")
        self.assert_fails(self.headless(), '(line 3: things = { { "box", w = 4, h = 4, color = "reddish" } },)')
        self.assert_fails(self.headless(), "or one of white, black, red, green, blue, yellow, orange, purple, cyan, pink, "
                                           "grey, brown, got reddish")

    def test_an_invalid_colour_is_found_in_a_crowd_after_a_few_frames(self):
        for i in (1, 300, 600):
            for owner in ("t", "t.boxes.push"):
                with self.subTest(i, owner=owner):
                    self.scene("""view = { 600, 10 }, things = {},
                      start = function(s)
                        for i = 1, 600 do s:spawn { "box", at = { i - 1, 5 }, w = 1, h = 1, color = "red" } end
                      end,
                      update = function(s)
                        local n = 0
                        for t in s:each "box" do
                          n = n + 1
                          if s.ticks == 2 and n == %d then %s.color = "reddish" end
                        end
                      end,""" % (i, owner))
                    self.assert_ends(self.headless(frames=1), 0)
                    self.assert_fails(self.headless(frames=5), "color of thing 'box': a colour is")

    def test_grey_may_be_spelt_in_both_ways(self):
        self.scene('things = { { "box", w = 4, h = 4, color = "gray" }, { "ball", r = 4, color = "grey" } },')
        self.assert_ends(self.headless(), 0)

    def test_a_view_that_cannot_be_shown_exits_3(self):
        self.scene("update = function(s) s.view.w = 0/0 end,")
        self.assert_fails(self.headless(), "view of the scene")

    def test_a_very_long_message_is_cut(self):
        self.scene('update = function() error(("long "):rep(100000)) end,')
        result = self.headless()
        self.assert_fails(result, "long long long")
        self.assertLess(len(result.stderr), 10000)


class Endless(SandboxTest):
    """What has no end is stopped, wherever it is and whatever it catches."""

    def test_a_script_without_end_is_stopped(self):
        self.write("scene.lua", "while true do end")
        self.assert_fails(self.headless(), "scene.lua:1: the script has run for 2 seconds")

    def test_a_tick_that_catches_errors_without_end_is_stopped(self):
        self.scene("""update = function()
            while true do pcall(function() while true do end end) end
          end,""")
        self.assert_fails(self.headless(), "without coming to an end")

    def test_a_coroutine_without_end_is_stopped(self):
        self.scene("""update = function()
            while true do coroutine.wrap(function() while true do end end)() end
          end,""")
        self.assert_fails(self.headless(), "without coming to an end")


if __name__ == "__main__":
    main()
