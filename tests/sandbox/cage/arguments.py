"""Whatever a script hands in, an error names a line of the script, and says what is wrong there."""

import pathlib
import re
import sys

SCRIPTS = pathlib.Path(__file__).parent / "scripts"
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import PROJECT, SandboxTest, main  # noqa: E402

LIBRARY = pathlib.Path(PROJECT, "src/lua/hitbox")
FUZZ = (SCRIPTS / "arguments.lua").read_text(encoding="utf-8")


def names_of(owner, *files):
    """The public functions of a class, as the library or its annotations write them."""
    found = set()
    for pattern in files:
        for file in LIBRARY.glob(pattern):
            found.update(re.findall(rf"^ *function {owner}[.:]([a-z]\w*)\(", file.read_text("utf-8"), re.MULTILINE))
    return sorted(found)


NAMES = {
    "s": names_of("Scene", "scene/**/*.lua"),
    "t": names_of("Thing", "scene/**/*.lua"),
    "input": [name for name in names_of("Input", "scene/input.lua") if name not in ("new", "check")],
    "task": ["stop"], "machine": names_of("Machine", "scene/behaviour.lua"),
    "test": names_of("Test", "scene/testing.lua"),
    "world": [name for file in ("worlds", "moves", "queries", "saves", "drawing")
              for name in names_of("World", f"types/{file}.lua")],
    "shape": names_of("Shape", "types/*.lua"),
    "hitbox": names_of("hitbox", "types/*.lua"),
    "g": re.findall(r"^---@field (\w+) fun\(g", (LIBRARY / "types/scene.lua").read_text("utf-8"), re.MULTILINE),
}

CALLS = """
local function scene_and(what)
  return function()
    local s = hitbox.scene(def())
    s:step()
    return s, what(s)
  end
end
local function itself(s) return s end

try_all("s", scene_and(itself), true, { adopt = true })
try_all("t", scene_and(function(s) return s.hero, { "hand", { force = true }, { "nail" } } end), true)
try_all("input", scene_and(function(s) return s.input, { "dash", "key a", { "key a" } } end), true)
try_all("task", scene_and(function(s) return s:after(5, function() end) end), true)
try_all("machine", scene_and(function(s) return s:machine({ idle = {} }, "idle"), { "idle" } end), true)
try_all("world", scene_and(function(s) return s.world end), true)
try_all("world", scene_and(function(s)
  local world = hitbox.newWorld()
  world:add("x", 0, 0, 4, 4)
  return world, { { anchor = "feet" }, { layer = "a", mask = { "b" } }, "slide" }
end), true)
try_all("shape", scene_and(function(s) return hitbox.circle(0, 0, 2) end), true)
try_all("hitbox", scene_and(function(s) return hitbox end), false)
"""


class Arguments(SandboxTest):
    def run_calls(self, times, end, body=CALLS):
        lists = ", ".join(f"{kind} = {{ {', '.join(map(repr, names))} }}" for kind, names in NAMES.items())
        self.write("scene.lua", f"local NAMES, TIMES = {{ {lists} }}, {times}\n{FUZZ}{body}{end}")

    def assert_told(self, result, least):
        lines = result.stdout.splitlines()
        found = next(re.search(r"(\d+) calls, (\d+) errors, (\d+) problems", line) for line in lines if "calls," in line)
        self.assertEqual(found[3], "0", result.stdout[:14000])
        self.assertGreater(int(found[1]), least)
        self.assertGreater(int(found[2]), least / 3)

    def test_of_things_scenes_worlds_and_the_module(self):
        self.assertGreater(len(NAMES["s"]) + len(NAMES["t"]), 50)
        self.run_calls(90, "\nreport()\nreturn hitbox.scene {}\n")
        result = self.headless()
        self.assert_ends(result, 0)
        self.assert_told(result, 10000)

    def test_of_functions_of_lua_that_are_not_luas(self):
        for call, says in (
            ('("%99999d"):format(1)', "invalid conversion specification: '%99999d'"),
            ('string.format("%d", "x")', "bad argument #2 to 'format' (number expected, got string)"),
            ("string.format()", "bad argument #1 to 'format' (string expected, got nil)"),
            ("pairs(nil)", "bad argument #1 to 'pairs' (table expected, got nil)"),
            ("next(5)", "bad argument #1 to 'next' (table expected, got number)"),
            ("next({}, {}) next({ 1 }, {})", "bad argument #2 to 'next' (no key of the table)"),
            ("table.sort(5)", "bad argument #1 to 'sort' (table expected, got number)"),
            ("table.sort({}, 5)", "bad argument #2 to 'sort' (function expected, got number)"),
            ("table.sort { 1, {} }", "bad argument #1 to 'sort' (a table and 1 have no order: "),
            ("setmetatable(5, {})", "bad argument #1 to 'setmetatable' (table expected, got number)"),
            ("setmetatable({}, 5)", "bad argument #2 to 'setmetatable' (nil or table expected"),
            ("tostring(setmetatable({}, { __tostring = function() end }))", "'__tostring' must return a string"),
            ("coroutine.resume(5)", "bad argument #1 to 'resume' (thread expected, got number)"),
            ("math.random({})", "argument n of random must be a finite number, got a table"),
        ):
            self.write("scene.lua", f'print(select(2, pcall(function()\n{call} end)))\nreturn require("hitbox").scene {{}}')
            self.assertTrue(self.headless().stdout.startswith("scene.lua:2: " + says), call + self.headless().stdout)

    def test_a_time_limit_exceeded_in_the_library_is_reported_at_the_script(self):
        self.scene("""things = { { "a", w = 4, h = 4 }, { "b", w = 4, h = 4 } },
          update = function(s)
            local go = coroutine.wrap(function() while true do s.a:overlaps(s.b) end end)
            go()
          end,""")
        result = self.headless()
        self.assert_ends(result, 3)
        self.assertRegex(result.stderr, r"^scene\.lua:[56]: the script has run for 2 seconds")
        self.assertNotIn("/hitbox/", result.stderr)

    def test_of_definitions(self):
        self.run_calls(0, """local go = coroutine.wrap(function() try_definitions() report() return true end)
            return hitbox.scene { update = function(s) if go() then s:quit() end end }""",
                       (SCRIPTS / "definitions.lua").read_text(encoding="utf-8"))
        result = self.headless(frames=1000)
        self.assert_ends(result, 0)
        self.assert_told(result, 4000)

    def test_of_what_draws(self):
        self.assertGreater(len(NAMES["g"]), 8)
        self.run_calls(150, """return hitbox.scene { draw = function(s, g)
          try_all("g", scene_and(function() return g, { "red", "#ff0000", { 0, 0, 4, 0, 4, 4 } } end), true)
          report()
        end }""", CALLS[:CALLS.index("try_all")])
        result = self.headless(frames=0)
        self.assert_ends(result, 0)
        self.assert_told(result, 1000)

    def test_of_tests(self):
        self.assertGreater(len(NAMES["test"]), 15)
        self.run_calls(90, """return hitbox.scene { tests = { { "each", function(t)
          local function new()
            local s = hitbox.scene(def())
            rawset(t, "scene", s)
            rawset(t, "raw", { held = {} })
            rawset(t, "_dragged", nil)
            return s, t
          end
          try_all("test", new, true, { step = true, eventually = true, never = true })
          report()
        end } } }""", CALLS[:CALLS.index("try_all")])
        result = self.run_sandbox("test", "scene.lua")
        self.assert_ends(result, 0)
        self.assert_told(result, 1000)


if __name__ == "__main__":
    main()
