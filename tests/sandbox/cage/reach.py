"""A caged script reaches the public names of the library, Lua's library as far as it is harmless, and nothing else."""

import pathlib
import re
import sys

SCRIPTS = pathlib.Path(__file__).parent / "scripts"
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import PROJECT, SandboxTest, main  # noqa: E402

WALK, FULL, REACH = ((SCRIPTS / name).read_text(encoding="utf-8") for name in ("walk.lua", "full.lua", "reach.lua"))

# What Lua's manual calls basic, and the libraries without files, programs, code and clock.
GLOBALS = set("""
    _G _VERSION assert error getmetatable ipairs next pairs pcall print rawequal rawget rawlen rawset require select
    setmetatable tonumber tostring type xpcall coroutine math string table utf8 reached
    coroutine.close coroutine.create coroutine.isyieldable coroutine.resume coroutine.running coroutine.status
    coroutine.wrap coroutine.yield
    math.abs math.acos math.asin math.atan math.ceil math.cos math.deg math.exp math.floor math.fmod math.huge math.log
    math.max math.maxinteger math.min math.mininteger math.modf math.pi math.rad math.random math.randomseed math.sin
    math.sqrt math.tan math.tointeger math.type math.ult
    string.byte string.char string.find string.format string.gmatch string.gsub string.len string.lower string.match
    string.pack string.packsize string.rep string.reverse string.sub string.unpack string.upper
    table.concat table.insert table.move table.pack table.remove table.sort table.unpack
    math.atan2 math.cosh math.frexp math.ldexp math.log10 math.pow math.sinh math.tanh
    utf8.char utf8.charpattern utf8.codepoint utf8.codes utf8.len utf8.offset""".split())

# Other values that a script reaches, by a pattern of class and name and the type; and why each does no harm.
HARMLESS = [
    # State of the library's Lua files. The sandbox's C reads none of it, host.lua reads it raw and checks it, and a
    # reload takes over no more than checks pass (reload_test.c). A script that changes it breaks its own scene.
    (r"hitbox\.(Scene|Thing|Box|Input|Task|Machine|Test)\._\w+ (table|number|string|boolean)", "state"),
    (r"hitbox\.Box\.(order|class|def|shape|mirrored|radius|oneWay|met) (number|table|userdata|boolean|string)", "state"),
    (r"hitbox\.(Thing\.list|Scene\.reached) table", "the data of this scene"),
    (r"hitbox\.Scene\.(rules|hitbox) table", "the rules are compiled, and s.hitbox is the script's own module"),
    (r"hitbox\.Input\.(hasMouse|now|before|given|bound|clicks) (table|boolean)", "what is held, and by which buttons"),
    (r"hitbox\.(Task|Machine)\.(run|call|at|period|scene|states|subject|state|ticks) (function|number|table|string)",
     "what the script has given, and the library's function that runs it"),
    (r"hitbox\.Contact\.(seen|swept|begun|next|crushedAt|called|_firedAt|_number|_before) (number|boolean|table)", "which contacts go on"),
    (r"hitbox\.Test\.raw table", "the input of the next tick"),
    (r"hitbox\.Thing\.(order|queued) (number|string)", "the order of making, and the thing's own fields"),
    (r"hitbox\.(Scene|Thing)\.__newindex function", "checks what a script assigns"),
    (r"hitbox\.Thing\._share function", "gives a thing what those of its definition share"),
    # Functions of the library's own that are methods, as they are called on objects of other files.
    (r"hitbox\.Scene\.(_tagOf|_enlist|_rename|_forget|_remake|_spawnTile|_spawnCast|_workOut|_checkDef) function",
     "make things and lists as spawn and team do"),
    (r"hitbox\.Input\.(_findButton|_checkRaw|check|new) function", "read the buttons, and check definitions"),
]


class Reach(SandboxTest):
    maxDiff = None

    def setUp(self):
        super().setUp()
        self.used = set()

    def names(self):
        """All names that anything of the library has, and those that are annotated, by class."""
        files = sorted(pathlib.Path(PROJECT, "src/lua/hitbox").rglob("*.lua"))
        head = f"local PROJECT, FILES = [[{PROJECT}]], {{ {', '.join(f'[[{file}]]' for file in files)} }}\n"
        self.write("names.lua", head + (SCRIPTS / "names.lua").read_text(encoding="utf-8"))
        result = self.headless("names.lua", 0, "--trust")
        self.assert_ends(result, 0)
        lines = [line.split("\t") for line in result.stdout.splitlines()]
        return sorted(line[1] for line in lines if line[0] == "candidate"), \
            {f"{line[1]}.{line[2]}" for line in lines if line[0] == "public"}

    def assert_reached(self, lines, public, kinds):
        rows = [line.split("\t") for line in lines]
        found = [(kind, name, what) for kind, name, what in rows if kind not in ("userdata", "metatable")]
        for kind in kinds:
            self.assertGreater(sum(row[0] == kind for row in found), 1, kind + " is looked at")
        bad = []
        for kind, name, what in found:
            known = name in GLOBALS if kind == "global" else f"{kind}.{name}" in public
            entry = f"{kind}.{name} {what}"
            patterns = [] if known else [pattern for pattern, _ in HARMLESS if re.fullmatch(pattern, entry)]
            self.used.update(patterns)
            if not known and not patterns:
                bad.append(entry)
        # Of a machine what a task has is public too.
        bad = [entry for entry in bad if not (entry.startswith("hitbox.Machine.") and
                                              "hitbox.Task." + entry.split()[0].split(".")[-1] in public)]
        self.assertEqual(sorted(bad), [])
        userdata = {what for kind, _, what in rows if kind == "userdata"}
        self.assertLessEqual(userdata, {"world", "hitbox", "aabb", "circle", "polygon", "capsule", "compound"})
        metatables = [name for kind, name, _ in rows if kind == "metatable"]
        self.assertEqual(metatables, [], "metatables and classes")

    def test_visible_names(self):
        candidates, public = self.names()
        self.assertGreater(len(candidates), 500)
        self.assertGreater(len(public), 300)
        head = WALK + "local CANDIDATES = {" + ", ".join(f'"{name}"' for name in candidates) + "}\n" + REACH
        scene = head + FULL.replace("scenes = {", """draw = function(s, g) list_names(s, nil, g) end,
            tests = { { "one", function(t) t:step(3) list_names(t.scene, t) end } }, scenes = {""")
        self.write("scene.lua", scene.replace("reached.scene,", "s.reached = reached reached.scene,"))
        result = self.headless(frames=1)
        self.assert_ends(result, 0)
        common = ["hitbox", "hitbox.Scene", "hitbox.Thing", "hitbox.Box", "hitbox.Contact", "hitbox.Input", "hitbox.Task",
                  "hitbox.Machine", "hitbox.Shape", "hitbox.World", "global"]
        lines = result.stdout.splitlines()

        self.assert_reached(lines, public, common + ["hitbox.Paint"])
        result = self.run_sandbox("test", "scene.lua")
        self.assert_ends(result, 0)
        lines = [line.strip() for line in result.stdout.splitlines() if "\t" in line]
        self.assert_reached(lines, public, common + ["hitbox.Test"])
        self.assertEqual([pattern for pattern, _ in HARMLESS if pattern not in self.used], [], "allowed, and not there")

    def test_a_method_that_is_not_public_is_found(self):
        with self.assertRaises(AssertionError):
            self.assert_reached(["hitbox.World\t_secret\tfunction"], set(), [])


if __name__ == "__main__":
    main()
