"""The command line: options, exit codes, and what they say."""

import os
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))
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

    def test_a_full_disk_exits_1(self):
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

    def test_a_name_that_is_too_long_is_reported_and_exits_1(self):
        self.scene(STILL)
        result = self.run_sandbox("--headless", "--png", "x" * 5000 + "@1", "scene.lua")
        self.assert_ends(result, 1)
        self.assertEqual(result.stderr, "hitbox: the name of the picture of frame 1 is too long\n")

    def test_a_folder_and_a_missing_file_have_different_errors(self):
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

    def test_only_plain_files_are_scenes(self):
        self.scene(STILL, "scripts/apple.lua")
        os.mkfifo(self.path("scripts/pipe.lua"))
        os.symlink("nowhere", self.path("scripts/gone.lua"))
        result = self.run_sandbox("--headless", "--frames", "1")
        self.assertEqual(result.stdout.split(), ["scripts/apple.lua"])


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

    def test_errors_in_a_test_have_the_same_hints_as_elsewhere(self):
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

    def test_test_results_may_be_written_as_tap_and_junit(self):
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
