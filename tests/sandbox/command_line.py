"""The command line: options, exit codes, and what they say."""

import os
import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parent / "support"))
from sandbox import PROGRAM, PROJECT, SandboxTest, main  # noqa: E402

STILL = 'things = { { "box", at = { 160, 120 }, w = 40, h = 20 } },'


class CommandLine(SandboxTest):
    def test_help_names_every_option(self):
        result = self.run_sandbox("--help")
        self.assert_ends(result, 0)
        for option in ("--headless", "--frames", "--png", "--size", "--paused", "--version", "--memory", "--seconds",
                       "--hash", "--hash-log", "--hash-compare", "--filter", "--tap", "--junit", "--input", "test"):
            self.assertIn(option, result.stdout)

    def test_version_is_that_of_the_header(self):
        result = self.run_sandbox("--version")
        self.assert_ends(result, 0)
        header = pathlib.Path(PROJECT, "src/core/hitbox/base.h").read_text(encoding="utf-8")
        version = header.split('#define HB_VERSION "')[1].split('"')[0]
        self.assertEqual(result.stdout, f"hitbox {version}\n")

    def test_a_scene_that_runs_exits_0(self):
        self.scene(STILL)
        self.assert_ends(self.headless(frames=10), 0)

    def test_run_may_be_said(self):
        self.scene(STILL)
        self.assert_ends(self.run_sandbox("run", "--headless", "--frames", "1", "scene.lua"), 0)

    def test_cases_by_name_are_no_list_and_told_so(self):
        self.scene('things = { { "hero", w = 8, h = 8 } },')
        self.write("scene.test.lua", "return { lands = function(t) t:step(1) end }")
        result = self.run_sandbox("test", "scene.test.lua")
        self.assert_ends(result, 1)
        self.assertIn("tests of scene.test.lua must be a list, got the key 'lands': a case is { \"", result.stdout)

    def test_without_a_scene_all_are_listed_each_with_the_first_sentence_of_its_comment(self):
        comments = {
            "brackets": "--[[ A hero jumps. And more. ]] return {}\n",
            "code": "return {} -- A hero\n",
            "dashes": "-- A hero\n-- jumps.\n-- And more.\n",
            "docs": "--- A hero jumps.\n",
            "level": "--[==[\n  A hero ]] jumps\n\n  And more.\n]==]\nreturn {}\n",
            "unclosed": "--[=[ A hero",
        }
        for name, comment in comments.items():
            self.write(f"scripts/{name}.lua", comment)
        result = self.run_sandbox("--headless", "--frames", "1")
        self.assert_ends(result, 2)
        listed = (line.partition(" ") for line in result.stdout.splitlines())
        self.assertEqual({name: text.strip() for name, _, text in listed}, {
            "scripts/brackets.lua": "A hero jumps",
            "scripts/code.lua": "",
            "scripts/dashes.lua": "A hero jumps",
            "scripts/docs.lua": "A hero jumps",
            "scripts/level.lua": "A hero ]] jumps",
            "scripts/unclosed.lua": "A hero",
        })

    def test_options_may_follow_the_scene(self):
        self.scene(STILL)
        self.assert_ends(self.run_sandbox("scene.lua", "--headless", "--frames", "1"), 0)

    def test_a_missing_file_exits_2_and_is_named(self):
        result = self.headless("nowhere.lua")
        self.assert_ends(result, 2)
        self.assertIn("nowhere.lua", result.stderr)

    def test_wrong_usage_exits_2_and_points_to_the_help(self):
        self.scene(STILL)
        for wrong in (
            ["--nonsense", "scene.lua"],
            ["--frames"],
            ["--frames", "many", "scene.lua"],
            ["--frames", "-1", "scene.lua"],
            ["--size", "0x0", "scene.lua"],
            ["--size", "640", "scene.lua"],
            ["--memory", "15", "scene.lua"],
            ["--memory", "2049", "scene.lua"],
            ["--memory", "64M", "scene.lua"],
            ["--seconds", "0", "scene.lua"],
            ["--seconds", "3601", "scene.lua"],
            ["--seconds", "-1", "scene.lua"],
            ["--seconds", "0x1", "scene.lua"],
            ["--seconds", "nan", "scene.lua"],
            ["--seconds", ".", "scene.lua"],
            ["--headless", "scene.lua"],
            ["--png", "a-%d.png@1", "scene.lua"],
            ["--headless", "--png", "a-%d.png@", "scene.lua"],
            ["--headless", "--png", "a-%d.png@5-2", "scene.lua"],
            ["--headless", "--png", "a-%d.png@1,,2", "scene.lua"],
            ["--headless", "--frames", "5", "--png", "a-%d.png@6", "scene.lua"],
            ["--headless", "--png", "a.png@1,2", "scene.lua"],
            ["--headless", "--frames", "1", "scene.lua", "scene.lua"],
        ):
            with self.subTest(" ".join(wrong)):
                result = self.run_sandbox(*wrong)
                self.assert_ends(result, 2)
                self.assertIn("hitbox --help", result.stderr)

    def test_no_script_is_written_over(self):
        self.scene(STILL)
        before = pathlib.Path(self.path("scene.lua")).read_text(encoding="utf-8")
        for arguments in (["test", "--junit", "scene.lua"], ["--headless", "--hash-log", "scene.lua", "--frames", "1"],
                          ["--headless", "--frames", "1", "--hash-log", "scene.lua", "scene.lua"],
                          ["--headless", "--png", "scene.lua@1", "scene.lua"]):
            with self.subTest(arguments):
                result = self.run_sandbox(*arguments)
                self.assert_ends(result, 2)
                self.assertIn("nothing is written over a script: scene.lua", result.stderr)
                self.assertEqual(pathlib.Path(self.path("scene.lua")).read_text(encoding="utf-8"), before)

    def test_a_file_that_cannot_be_written_exits_1(self):
        self.scene(STILL)
        result = self.run_sandbox("--headless", "--png", "no/such/folder.png@0", "scene.lua")
        self.assert_ends(result, 1)

    def test_what_a_full_disk_does_not_take_exits_1(self):
        self.scene(STILL + 'tests = { { "fine", function(t) t:step() end } },')
        os.symlink("/dev/full", self.path("full.png"))
        for told, *arguments in (
            ("picture of frame 1", "--headless", "--png", "full.png@1", "scene.lua"),
            ("/dev/full: No space", "--headless", "--frames", "1", "--hash-log", "/dev/full", "scene.lua"),
            ("/dev/full cannot be written", "test", "--junit", "/dev/full", "scene.lua"),
        ):
            with self.subTest(told):
                result = self.run_sandbox(*arguments)
                self.assert_ends(result, 1)
                self.assertIn(told, result.stdout + result.stderr)
        for arguments in (["--headless", "--frames", "1", "--hash", "scene.lua"], ["test", "scene.lua"],
                          ["--help"], ["--version"]):
            with self.subTest(arguments), open("/dev/full", "w", encoding="utf-8") as full:
                result = subprocess.run(
                    [PROGRAM, *arguments], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, text=True,
                    timeout=120, check=False)
                self.assertEqual(result.returncode, 1)
                self.assertIn("cannot be written", result.stderr)

    def test_a_name_that_is_too_long_exits_1_and_is_told(self):
        self.scene(STILL)
        result = self.run_sandbox("--headless", "--png", "x" * 5000 + "@1", "scene.lua")
        self.assert_ends(result, 1)
        self.assertEqual(result.stderr, "hitbox: the name of the picture of frame 1 is too long\n")

    def test_a_folder_is_told_from_what_is_not_there(self):
        os.mkdir(self.path("scenes"))
        for name, told in (("scenes", "is a folder"), ("none", "there is no such file")):
            result = self.run_sandbox("--headless", "--frames", "1", name)
            self.assert_ends(result, 2)
            self.assertIn(f"hitbox: {name}: {told}", result.stderr)

    def test_a_log_that_is_missing_exits_2_and_one_that_cannot_be_written_1(self):
        self.scene("")
        result = self.headless("scene.lua", 1, "--hash-compare", "none")
        self.assert_ends(result, 2)
        self.assertEqual(result.stderr, "hitbox: none: there is no such file\n")
        result = self.headless("scene.lua", 1, "--hash-log", "none/log")
        self.assert_ends(result, 1)
        self.assertEqual(result.stderr, "hitbox: none/log: No such file or directory\n")

    def test_without_a_display_a_window_is_refused_and_headless_is_named(self):
        self.scene(STILL)
        result = self.run_sandbox("scene.lua")
        self.assert_ends(result, 1)
        self.assertIn("--headless", result.stderr)

    def test_a_list_of_scenes_has_nothing_that_a_terminal_obeys(self):
        self.write("scripts/rust.lua", "-- It is \x1b[31mred\x07 now\x9b.\n")
        self.assertIn("It is  [31mred  now  \n", self.run_sandbox("--headless").stdout)

    def test_headless_without_a_scene_lists_those_in_scripts_and_exits_2(self):
        self.scene(STILL, "scripts/apple.lua")
        self.scene(STILL, "scripts/pear.lua")
        self.write("scripts/plum.lua", "-- A plum falls. And falls.\n")
        self.write("scripts/quince.lua", "-- Is it ripe, which has\n-- taken long? No.\n")
        self.write("scripts/pear.test.lua", "return {}")
        result = self.run_sandbox("--headless", "--frames", "1")
        self.assert_ends(result, 2)
        names = [line.split()[0] for line in result.stdout.splitlines()]
        self.assertEqual(names, ["scripts/apple.lua", "scripts/pear.lua", "scripts/plum.lua",
                                 "scripts/quince.lua"])
        self.assertRegex(result.stdout, "A plum falls\n")
        self.assertIn("Is it ripe, which has taken long?\n", result.stdout)

    def test_scenes_lie_in_scripts_and_its_three_folders_in_the_order_of_learning(self):
        for name in ("labs/shapes", "games/apple", "learn/10-maps", "learn/02-rules", "own",
                     "learn/maps/cave", "other/pear"):
            self.scene(STILL, f"scripts/{name}.lua")
        listed = [line.split()[0] for line in self.run_sandbox("--headless").stdout.splitlines()]
        self.assertEqual(listed, [f"scripts/{name}.lua" for name in (
            "own", "learn/02-rules", "learn/10-maps", "games/apple", "labs/shapes")])

    def test_what_is_no_plain_file_is_no_scene(self):
        self.scene(STILL, "scripts/apple.lua")
        os.mkfifo(self.path("scripts/pipe.lua"))
        os.symlink("nowhere", self.path("scripts/gone.lua"))
        result = self.run_sandbox("--headless", "--frames", "1")
        self.assertEqual(result.stdout.split(), ["scripts/apple.lua"])


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

    def test_a_method_with_a_dot_is_told_at_the_users_line(self):
        for call in ("s.box.move(1, 2)", "s.box.remove()", "s.box.walk(2)", "s.spawn('box')",
                     "input.down('left')"):
            with self.subTest(call):
                self.scene(STILL + "update = function(s, input) " + call + " end,")
                result = self.headless()
                self.assert_fails(result, "scene.lua:3: calling '")
                self.assertIn("is it called with ':'", result.stderr)
                self.assertNotIn("hitbox/", result.stderr)

    def test_a_misspelt_method_is_told_with_the_nearest_one(self):
        for call, meant in (("s.box:mov(1)", "move"), ("s:spwan()", "spawn"),
                            ("input:presed('fire')", "pressed"), ("s.world:quryRect()", "queryRect")):
            with self.subTest(call):
                self.scene(STILL + "update = function(s, input) " + call + " end,")
                self.assert_fails(self.headless(), f"(did you mean '{meant}'?)")

    def test_a_misspelt_method_of_what_draws_is_told_with_the_nearest_one(self):
        self.scene(STILL + "draw = function(s, g) g:cirle(1, 2, 3) end,")
        self.assert_fails(self.headless(), "(did you mean 'circle'?)")

    def test_a_method_of_something_else_is_told_with_whose_it_is(self):
        for body, owner in (("update = function(s) s.box:spawn('x') end", "the scene"),
                            ("update = function(s) s:face(1) end", "things"),
                            ("draw = function(g) g:text(1, 2, '') end", "the second argument of draw(s, g)")):
            with self.subTest(body):
                self.scene(STILL + body + ",")
                self.assert_fails(self.headless(), f"\n(it is a method of {owner})\n")

    def test_words_of_other_libraries_and_pairs_about_each_are_told_with_ours(self):
        for call, hint in (("s.box:destroy()", "(did you mean 'remove'?)"), ("s:add {}", "(did you mean 'spawn'?)"),
                           ("s:querySegment()", "(it is a method of worlds)"),
                           ("s.box:touching(s.box)", "(did you mean 'overlaps'?)"),
                           ("s:each('box'):remove()", 'for t in s:each("coin") do)'),
                           ("for _, t in ipairs(s:each()) do end", 'for t in s:each("coin") do)'),
                           ("for _, t in pairs(s:each()) do end", 'for t in s:each("coin") do)'),
                           ("for _, t in s:each() do print(t.x) end", 'for t in s:each("coin") do)'),
                           ("s.view = { 100, 100 }", "view of the scene must be { x =, y =, w =, h = }"),
                           ("setmetatable(s.box, {})", "thing 'box' needs the metatable that it has: ")):
            with self.subTest(call):
                self.scene(STILL + "update = function(s) " + call + " end,")
                self.assert_fails(self.headless(), hint)

    def test_what_a_script_has_assigned_to_the_scene_is_told_with_its_line(self):
        for call, told in (("s.world = 1", "scene.lua:4: 'world' of a scene is its own: "),
                           ("s.title = 5", "scene.lua:4: title of the scene must be a string"),
                           ("s.view = nil", "scene.lua:4: view of the scene must be "),
                           ("s.view.w = -s.view.w", "(line 4: s.view.w = -s.view.w)"),
                           ("s.box.color = 'reddish'", "(line 4: s.box.color = 'reddish')")):
            with self.subTest(call):
                self.scene(STILL + "update = function(s)\n" + call + "\nend,")
                self.assert_fails(self.headless(), told)

    def test_fields_that_others_have_are_told_with_ours(self):
        for body, hint in (("update = function(s) s.camera.x = 1 end", "(s.view is what is shown: "),
                           ("update = function(s, input) return input.keys.left end", '(input:down("key space") says'),
                           ("update = function(s) for _, t in ipairs(s.things) do end end", "for t in s:each("),
                           ("update = function(s, dt) s.left = 60 * dt end", "update = function(s, input, dt))"),
                           ("update = function(s) s.box.pos.x = 3 end", "(t.x and t.y are where a thing is"),
                           ("update = function(s) return love.keyboard.isDown('a') end", "(scenes run without L\u00d6VE: "),
                           ("update = function(s, input) return input.isDown('left') end", "(did you mean 'down'?)"),
                           ("update = function(s) return s.box:distance(s.box) end", "(local dx, dy, far = t:towards(other))"),
                           ('rules = { { "*", "*", on = "met" } }, met = function(s, c) c.other:remove() end,'
                            'start = function(s) s:spawn { "x", at = { 160, 120 }, r = 3 } end', "(a contact has c.a, "),
                           ("draw = function(s, g) g:setColor(1, 0, 0) end", "(each call takes its colour: "),
                           ("update = function(s) s.box.color = { 1, 0, 0 } end", "got a table\n(line 3: "),
                           ("background = { 0, 0, 0 }", "got a table\n(line 3: "),
                           ("update = function(s) for k in pairs(s.all) do end end", "(pairs was given nil; s:each() walks things"),
                           ("start = function(s) s:after(1, s.box.remove) end", "s:after(60, function() t:remove() end))"),
                           ("update = function(s) s.box.colour = 'red' end", "unknown field 'colour' of thing 'box', did "
                                                                             "you mean 'color'?")):
            with self.subTest(body):
                self.scene(STILL + body + ",")
                self.assert_fails(self.headless(), hint)

    def test_a_field_that_is_nil_is_told_with_what_is_called_so_or_how_it_is_set(self):
        for body, hint in (("s.scroe = s.scroe + 1", "did you mean 'score'?"), ("s.box.x = s.box.x + s.box.seed", "did you mean 'speed'?"),
                           ("s.text = 'hp ' .. s.box.hp", "nothing has set it yet: s.hp = 0 in start = function(s), or data = { hp = 0 } of a thing"),
                           ("s.speed = s.speed + 1", "nothing has set it yet: s.speed = 0 in ")):
            with self.subTest(body):
                self.scene('things = { { "box", data = { speed = 3 } } }, start = function(s) s.score = 0 end, update = function(s) '
                           + body + " end,")
                self.assert_fails(self.headless(), "\n(" + hint)

    def test_what_calls_itself_without_end_is_told_in_few_lines(self):
        self.scene("start = function(s)\n local function f() return f() + 1 end\n f() end,")
        result = self.headless()
        self.assert_fails(result, "scene.lua:4: stack overflow")
        self.assertRegex(result.stderr, r"\n  in scene.lua:4: in upvalue 'f' \(\d+ times\)\n")
        self.assertLess(result.stderr.count("\n"), 9)

    def test_the_size_of_a_thing_is_told_where_it_is(self):
        self.scene(STILL + "update = function(s) s.half = s.box.w / 2 end,")
        self.assert_fails(self.headless(), "(if it is that of a thing: local x, y, w, h = t:rect() measures its box, "
                                           "and data = { w = 4 } gives it a field)")

    def test_a_global_that_is_something_of_the_scenes_is_told_so(self):
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

    def test_slips_of_syntax_are_told_with_what_lua_writes(self):
        for body, hint in (('things = { { "a" } { "b" } },', "is a comma missing before it?"),
                           ('title = "a"\ntick = 30,', "is a comma missing before it?"),
                           ("function update(s) end,", "within a table it is update = function(s) ... end,"),
                           ("start = function(s) s.x += 1 end,", "Lua has no += and -=: x = x + 1"),
                           ("start = function(s) s.x++ end,", "Lua has no ++: x = x + 1"),
                           ("start = function(s) if s.x = 1 then end end,", "to compare is =="),
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

    def test_a_brace_that_is_missing_at_the_end_is_told(self):
        self.write("scene.lua", 'return require "hitbox".scene {\n  title = "a",\n')
        self.assert_fails(self.headless(), "scene.lua:3: unexpected symbol near <eof>\n(is a } missing at the end?)\n")

    def test_what_format_refuses_is_told_at_the_users_line(self):
        self.scene('start = function(s) s.text = ("%d"):format(1.5) end,')
        self.assert_fails(self.headless(), "scene.lua:3: bad argument #2 to 'format' (number has no integer")

    def test_things_are_printed_by_their_names(self):
        self.scene('things = { { "a" }, { "b" } }, start = function(s) print(s.b, ("%s"):format(s.a), s, {}) end,')
        self.assertEqual(self.headless().stdout, "thing 'b' #2\tthing 'a' #1\ta scene\ttable: 1\n")

    def test_a_misspelt_function_of_the_module_is_told_with_the_nearest_one(self):
        for text, hint in (('require "hitbox".Scene {}', ""), ("hitbox.Scene {}", "did you mean 'scene'?"),
                           ('hitbox.cirle(1, 2, 3)', "did you mean 'circle'?")):
            with self.subTest(text):
                self.write("scene.lua", f'local hitbox = require "hitbox"\nlocal _ = {text}\n')
                self.assert_fails(self.headless(), f"\n({hint})\n" if hint else "attempt to call a nil value")
        self.write("scene.lua", "return hitbox.scene {}\n")
        self.assert_fails(self.headless(), '\n(a script begins with: local hitbox = require "hitbox")\n')

    def test_a_thing_that_is_gone_or_called_otherwise_is_told(self):
        for name, hint in (("box", "(there is no thing 'box' any more)"), ("bxo", ""),
                           ("wal", "(did you mean 'wall'?)"), ("score", "")):
            with self.subTest(name):
                self.scene('things = { { "box" }, { "wall" } }, update = function(s) s.box:remove(); s.'
                           + name + ".x = 1 end,")
                result = self.headless()
                self.assert_fails(result, f"attempt to index a nil value (field '{name}')\n{hint}")
                self.assertEqual("(" in result.stderr.split("\n")[1], hint != "")

    def test_what_fails_in_a_function_given_to_run_is_told_alike(self):
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

    def test_what_the_cage_takes_away_is_named(self):
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

    def test_a_colour_that_is_none_is_told_of_each_of_a_crowd_after_a_few_frames(self):
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


class SceneTests(SandboxTest):
    def setUp(self):
        super().setUp()
        self.scene("start = function(s) s.n = 0 end, update = function(s) s.n = s.n + 1 end,")

    def test_tests_that_pass_exit_0(self):
        self.write("scene.test.lua", """return {
            { "it counts", function(t) t:step(3) t:eq(t.scene.n, 3) end },
            { "each case begins anew", function(t) t:eq(t.scene.n, 0) end },
        }""")
        result = self.run_sandbox("test", "scene.test.lua")
        self.assert_ends(result, 0)
        self.assertIn("it counts", result.stdout)
        self.assertIn("2 passed, 0 failed", result.stdout)

    def test_a_scene_that_is_named_has_the_tests_beside_it(self):
        self.write("scene.test.lua", 'return { { "beside", function(t) t:step(1) t:eq(t.scene.n, 1) end } }')
        result = self.run_sandbox("test", "scene.lua")
        self.assert_ends(result, 0)
        self.assertIn("1 passed, 0 failed", result.stdout)

    def test_a_test_that_fails_exits_1_with_got_and_want(self):
        self.write("scene.test.lua", """return {
            { "it counts wrong", function(t) t:step() t:eq(t.scene.n, 7) end },
        }""")
        result = self.run_sandbox("test", "scene.test.lua")
        self.assert_ends(result, 1)
        self.assertIn("0 passed, 1 failed", result.stdout)
        self.assertIn("scene.test.lua:2", result.stdout)
        self.assertIn("7", result.stdout)

    def test_what_a_script_does_wrong_in_a_test_is_told_as_elsewhere(self):
        self.write("scene.lua", """
            local hitbox = require "hitbox"
            return hitbox.scene { things = { { "hero", w = 4, h = 4 } },
              update = function(s) s.hero:mov(1, 0) end }
        """)
        self.write("scene.test.lua", 'return { { "goes", function(t) t:step() end }, { "reads", function() io.read() end },\n'
                   '{ "waits", function(t) t:eventualy(print) end } }')
        result = self.run_sandbox("test", "scene.test.lua")
        self.assert_ends(result, 1)
        self.assertIn("scene.lua:4: attempt to call a nil value (method 'mov')\n      (did you mean 'move'?)", result.stdout)
        self.assertIn("(scripts run in a cage without io", result.stdout)
        self.assertNotIn("integer index", result.stdout)
        self.assertIn("(did you mean 'eventually'?)", result.stdout)
        self.assertRegex(result.stdout, r"\n *in scene.lua:4: in [^\n]*\n *in scene.test.lua:1\n")
        for inner in ("hitbox/scene/testing.lua", "[host]", "[C]", "stack traceback"):
            self.assertNotIn(inner, result.stdout)

    def test_a_folder_means_all_tests_below_it(self):
        self.write("a/one.lua", pathlib.Path(self.path("scene.lua")).read_text(encoding="utf-8"))
        self.write("a/one.test.lua", 'return { { "one", function(t) t:step() end } }')
        self.write("a/b/two.lua", pathlib.Path(self.path("scene.lua")).read_text(encoding="utf-8"))
        self.write("a/b/two.test.lua", 'return { { "two", function(t) t:step() end } }')
        result = self.run_sandbox("test", "a")
        self.assert_ends(result, 0)
        self.assertIn("2 passed", result.stdout)

    def test_a_link_that_leads_in_a_circle_runs_each_test_once(self):
        self.scene(STILL, "a/b/one.lua")
        self.write("a/b/one.test.lua", 'return { { "one", function(t) t:step() end } }')
        os.symlink(".", self.path("a/self"))
        os.symlink("..", self.path("a/b/up"))
        self.assertIn("1 passed, 0 failed", self.run_sandbox("test", "a").stdout)

    def test_a_test_file_that_does_not_load_counts_as_failed(self):
        self.write("scene.test.lua", "return {")
        result = self.run_sandbox("test", "scene.test.lua")
        self.assert_ends(result, 1)
        self.assertIn("scene.test.lua:1", result.stdout)

    def test_a_scene_may_have_its_tests_itself(self):
        cases = 'tests = { { "it is there", function(t) t:ok(t.scene.box) end },' \
            ' { "it is <gone>", function(t) t:ok(not t.scene.box) end } },'
        self.scene(STILL + cases, "scenes/one.lua")
        self.scene(STILL, "scenes/none.lua")
        self.write("scenes/module.lua", "return { tests = {} }")
        result = self.run_sandbox("test", "scenes/one.lua")
        self.assert_ends(result, 1)
        self.assertIn("ok    scenes/one.lua: it is there", result.stdout)
        result = self.run_sandbox("test", "scenes", "--filter", "there")
        self.assert_ends(result, 1)  # as module.lua is no scene
        self.assertIn("1 passed, 1 failed", result.stdout)
        pathlib.Path(self.path("scenes/module.lua")).unlink()
        self.assert_ends(self.run_sandbox("test", "scenes", "--filter", "there"), 0)
        self.assert_ends(self.run_sandbox("test", "scenes", "--filter", "nowhere"), 2)
        self.assert_ends(self.run_sandbox("test", "scenes/none.lua"), 2)
        self.assert_ends(self.run_sandbox("scenes/one.lua", "--filter", "there"), 2)

    def test_tests_may_be_told_as_tap_and_junit(self):
        cases = 'tests = { { "fine", function(t) t:ok(1) end },' \
            ' { "it is <gone>", function(t) t:ok(not t.scene.box) end } },'
        self.scene(STILL + cases)
        result = self.run_sandbox("test", "--tap", "--junit", "out.xml", "scene.lua", "scene.lua")
        self.assert_ends(result, 1)
        lines = [line for line in result.stdout.splitlines() if not line.startswith("#")]
        self.assertEqual(lines, ["ok 1 - scene.lua: fine", "not ok 2 - scene.lua: it is <gone>",
                                 "ok 3 - scene.lua: fine", "not ok 4 - scene.lua: it is <gone>", "1..4"])
        suite = xml.etree.ElementTree.parse(self.path("out.xml")).getroot()
        names = [(case.get("name"), case.find("failure") is None) for case in suite]
        self.assertEqual(names, [("fine", True), ("it is <gone>", False)] * 2)
        self.assertIn("got false", suite[1].find("failure").get("message"))

    def test_no_name_of_a_test_changes_what_a_report_says(self):
        self.scene(r'''tests = {
            { "fails # TODO", function(t) t:eq(1, 2) end }, { "a \\# SKIP\nok 9", function(t) t:eq(1, 2) end },
            { "half \xc3", function(t) t:eq("\xed\xa0\x80 \xef\xbf\xbf \xff", "ä") end },
          },''')
        subprocess.run([PROGRAM, "test", "--junit", "out.xml", "--filter", "half", "scene.lua"],
                       cwd=self.folder, stdout=subprocess.DEVNULL, timeout=120, check=False)
        case, = xml.etree.ElementTree.parse(self.path("out.xml")).getroot().iter("testcase")
        self.assertEqual(case.get("name"), "half \\195")
        self.assertIn("got '\\237\\160\\128 \\u{FFFF} \\255', want 'ä'", case.find("failure").get("message"))
        result = self.run_sandbox("test", "--tap", "--filter", "#", "scene.lua")
        self.assertEqual([line for line in result.stdout.splitlines() if line.find("ok ") in (0, 4)],
                         [r"not ok 1 - scene.lua: fails \# TODO", r"not ok 2 - scene.lua: a \\\# SKIP\10ok 9"])

    def test_a_file_that_does_not_load_is_a_case_of_junits_too(self):
        self.write('a & <b>".test.lua', "return {")
        self.assert_ends(self.run_sandbox("test", "--junit", "out.xml", "."), 1)
        case, = xml.etree.ElementTree.parse(self.path("out.xml")).getroot().iter("testcase")
        self.assertEqual(case.get("classname"), './a & <b>".test.lua')
        self.assertIn("unexpected symbol", case.find("failure").get("message"))

    def test_no_test_exits_2(self):
        self.write("empty/readme.txt", "")
        self.assert_ends(self.run_sandbox("test", "empty"), 2)
        self.assert_ends(self.run_sandbox("test", "nowhere"), 2)


if __name__ == "__main__":
    main()
