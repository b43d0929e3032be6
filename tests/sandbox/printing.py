"""What reaches the terminal and the reports: no control code, and no line that is not the sandbox's."""

import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))
from sandbox import PROGRAM, PROJECT, SandboxTest, main, without_display  # noqa: E402

# Each of these obeys, breaks a line or is no UTF-8; as Lua writes them, and as they are printed.
NASTY = [("\\27]0;pwn\\7", "\\27]0;pwn\\7"), ("\\155", "\\155"), ("\\194\\155", "\\155"), ("\\127", "\\127"),
         ("\\r", "\\13"), ("\\u{202E}", "\\u{202E}"), ("\\u{2066}", "\\u{2066}"), ("\\255", "\\255")]
LUA = "".join(lua for lua, _ in NASTY) + "ä"
SHOWN = "".join(shown for _, shown in NASTY) + "ä"

# Functions that print, or could; and the lines that may call them, by file: they print texts of the program itself, or
# write a file that the user has named.
PRINTS = re.compile(r"\b(v?f?printf|f?puts|f?putc(har)?|fwrite|perror|SDL_Log\w*|warn|print|std::c(out|err))\b\s*\(?|"
                    r"io\.(write|stderr|output)|stdout:write")
MAY_PRINT = {
    "terminal.c": None, "terminal.h": None,
    "options.c": ['puts("Usage: hitbox'],
    "main.c": ['puts("hitbox " HB_VERSION);'],
    "modes/tests.c": ["fputs(\"<?xml", 'fputs("</testsuite>\\n", tests->junit);'],
    "host/host.c": ["fputs(text, tests->junit);"],
    "host/setup.c": ["fputs(xml, tests->junit);"],
    "window/window_events.c": ["fprintf(file,"],
    "ui/ui.cpp": ['fputs("hitbox: not enough memory to draw'],
}


class Sources(SandboxTest):
    def test_one_file_prints_what_comes_from_scripts(self):
        folder, found = pathlib.Path(PROJECT, "src/sandbox"), 0
        for file in sorted(p for p in folder.rglob("*") if p.suffix in {".c", ".h", ".cpp", ".lua"}):
            name, lua = str(file.relative_to(folder)), file.suffix == ".lua"
            allowed = MAY_PRINT.get(name, [])
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                code = re.sub(r"--.*" if lua else r"/\*.*|\*/|//.*", "", line)
                code = re.sub(r'"(print|warn)"|\b(print|warn) = true|env\.(print|warn)|\bwarn$', "", code)
                if allowed is None or not re.search(PRINTS, code) or re.match(r" \*|   [A-Za-z]", line):
                    continue
                if "(" not in code[re.search(PRINTS, code).end() - 1:]:
                    continue
                found += 1
                self.assertTrue(any(text in line for text in allowed),
                                f"{name}:{number} prints by itself; terminal.h has what prints: {line}")
        self.assertGreaterEqual(found, 6, "the lines that may print are found")


class PrintingTest(SandboxTest):
    def run_bytes(self, *arguments):
        """A run's code and all that it has printed, which must be printable."""
        result = subprocess.run([PROGRAM, *arguments], cwd=self.folder, env=without_display(), timeout=60,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        text = result.stdout.decode("utf-8")  # it is UTF-8
        self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]")
        return result.returncode, text


class Printing(PrintingTest):
    def run_scene(self, body, *arguments):
        self.scene(body)
        return self.run_bytes("--headless", "--frames", "2", *arguments, "scene.lua")

    def assert_says(self, text, body, *arguments):
        self.assertIn(text, self.run_scene(body, *arguments)[1])

    def test_script_output_and_errors(self):
        self.assert_says(SHOWN + "\t2\n", f'start = function() print("{LUA}", 2) end,')
        self.assert_says("1: " + SHOWN, f'start = function() error("1: {LUA}") end,')
        self.assert_says(SHOWN, f'things = {{ {{ "a", ["{LUA}"] = 1 }} }},')
        self.assert_says("1: " + SHOWN, f'start = function() error("1: {LUA}") end,', "--trust")

    def test_hints(self):
        self.assert_says(f"reads the global '{SHOWN}', which", f'update = function() return _G["{LUA}"] end,')
        self.assert_says(f"there is no button 'key {SHOWN}'", f'input = {{ dash = {{ "key {LUA}" }} }},')
        self.assert_says("there is no button 'key a\\10b'", r'input = { dash = { "key a\nb" } },')
        self.assert_says("there is no button 'key \\27x'", r'input = { dash = { "key \27x" } },', "--trust")

    def test_comparisons_with_a_log(self):
        body = 'start = function(s) s["{0}"] = %d s.x = "{0}" end,'.format(LUA + "\\n")
        self.run_scene(body % 1, "--hash-log", "log")
        code, text = self.run_scene(body % 2, "--hash-compare", "log")
        self.assertEqual(code, 1)
        self.assertRegex(text, r"^first difference in tick 0: scene\.\\027\]0;pwn\\007.*ä\\010 is 2, was 1\n$")
        self.write_bytes("log", b"no\x1b[31m log\xff\n")
        self.assertEqual(self.run_bytes("--headless", "--frames", "2", "--hash-compare", "log", "scene.lua"),
                         (1, "not a log of states: no\\27[31m log\\255\n"))

    def test_no_field_is_a_line_of_a_log(self):
        self.run_scene(r'start = function(s) s["a\ntick 5 0123456789abcdef"] = 1 end,', "--hash-log", "log")
        ticks = [line for line in pathlib.Path(self.path("log")).read_text("utf-8").splitlines()
                 if line.startswith("tick ")]
        self.assertEqual([line.split()[1] for line in ticks], ["0", "1", "2"])

    def test_names_of_files(self):
        name = b"a\x1b[31m\xc2\x9b\xff\nok  \xe2\x80\xaeb.lua".decode("utf-8", "surrogateescape")
        shown = "a\\27[31m\\155\\255\\10ok  \\u{202E}b.lua"
        headless = ("--headless", "--frames", "1")
        for arguments in ((name,), ("test", name), (*headless, "--hash-compare", name, name),
                          ("--" + name,), ("test", "--filter", name, ".")):
            self.assertIn(shown, self.run_bytes(*arguments)[1], arguments)
        for text in ("return {", "error(1)", 'return { { "x", 5 } }'):
            self.write_bytes("x", text.encode())
            pathlib.Path(self.path("x")).rename(pathlib.Path(self.path(name)))
            self.assertIn("a\\27[31m\\155\\255", self.run_bytes(*headless, name)[1])
            for tap in ([], ["--tap"]):
                code, said = self.run_bytes("test", *tap, name)
                self.assertIn("a\\27[31m\\155\\255", said)
                self.assertNotRegex(said, "(?m)^ok ")


REPORT = r"""tests = {
  { "fine\nok 7 - forged", function(t) print("ok 8 - forged\nok    scene.lua: forged") end },
  { "%s", function(t) t:eq("%s\nok 9 - forged", 2) end },
  { "raised", function() error("x\nok 9 - forged\nnot ok 3 - forged") end },
},"""


class Reports(PrintingTest):
    def report(self, *arguments):
        self.scene(REPORT.replace("%s", LUA))
        return self.run_bytes("test", *arguments, "scene.lua")[1].splitlines()

    def test_no_name_or_text_adds_a_line_to_a_plain_report(self):
        lines = self.report()
        self.assertEqual([line for line in lines if not line.startswith(" ")],
                         ["ok    scene.lua: fine\\10ok 7 - forged", "FAIL  scene.lua: " + SHOWN,
                          "FAIL  scene.lua: raised", "1 passed, 2 failed"])
        self.assertIn("      ok 8 - forged", lines)

    def test_no_name_or_text_adds_a_line_in_the_test_anything_protocol(self):
        for trust in ([], ["--trust"]):
            lines = [line for line in self.report("--tap", *trust) if not line.startswith("#")]
            if trust:  # which prints what it likes
                self.assertEqual(lines.pop(0) + lines.pop(0), "ok 8 - forgedok    scene.lua: forged")
            self.assertEqual(lines, ["ok 1 - scene.lua: fine\\10ok 7 - forged", "not ok 2 - scene.lua: " + SHOWN,
                                     "not ok 3 - scene.lua: raised", "1..3"])

    def test_a_file_that_does_not_run_is_one_case(self):
        name = "x # TODO\nok 3.lua"
        self.write_bytes(name, b'error("1\\nok 5 - forged", 0)')
        self.assertEqual(self.run_bytes("test", "--tap", name),
                         (1, "not ok 1 - a script runs\n# x # TODO\\10ok 3.lua: 1\n# ok 5 - forged\n#   in x # TODO\n1..1\n"))
        self.assertEqual(self.run_bytes("test", name)[1].splitlines()[:2],
                         ["FAIL  x # TODO\\10ok 3.lua: 1", "      ok 5 - forged"])

    def test_a_report_in_xml_is_well_formed_whatever_names_are(self):
        names = [f"\\{byte}" for byte in range(256)] + [f"\\u{{{code:X}}}" for code in (
            0x7f, 0x80, 0x9f, 0x85, 0x2028, 0x202e, 0xd800, 0xdfff, 0xfffd, 0xfffe, 0xffff, 0x10ffff, 0x110000)]
        names.append(LUA + "&lt;]]><!--\\\"'")
        cases = "".join(f'{{ "a{name}b", function() error("{name}c") end }},' for name in names)
        self.scene(f"tests = {{ {cases} }},")
        self.run_bytes("test", "--junit", "out.xml", "scene.lua")
        suite = list(xml.etree.ElementTree.parse(self.path("out.xml")).getroot().iter("testcase"))
        got = [case.get("name") for case in suite]
        self.assertEqual(len(got), len(names))
        self.assertEqual([got[i] for i in (0, 9, 10, 13, 27, 34, 60, 65, 155, 255)],
                         ["a\\0b", "a\tb", "a\nb", "a\\13b", "a\\27b", 'a"b', "a<b", "aAb", "a\\155b", "a\\255b"])
        self.assertEqual(got[256:], [f"a{name}b" for name in (
            "\\127", "\\128", "\\159", "\\133", "\\u{2028}", "\\u{202E}", "\\237\\160\\128", "\\237\\191\\191",
            "\ufffd", "\\u{FFFE}", "\\u{FFFF}", "\U0010ffff", "\\244\\144\\128\\128", SHOWN + "&lt;]]><!--\"'")])
        self.assertTrue(all(case.find("failure").get("message").startswith("scene.lua:3: ") for case in suite))


if __name__ == "__main__":
    main()
