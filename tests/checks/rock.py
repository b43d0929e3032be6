"""hitbox as a rock: what LuaRocks builds of hitbox-scm-1.rockspec, in a folder of its own.

    rock.py PROJECT COMPILER

Its lists name every file of the module (CMake writes them); `luarocks make` builds and installs it for Lua
5.4 and 5.1, and a spec runs from there; and no product and sum are fused in what is compiled without
CMake's flags. Where the environment has CI=true, the rock is built without optimisation, which takes
a third of the time. Needs luarocks, busted, lua5.4, lua5.1 and their headers, and objdump.
"""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(sys.argv[1]).resolve()
COMPILER = sys.argv[2]
ROCKSPEC = PROJECT / "hitbox-scm-1.rockspec"
IN_CI = os.environ.get("CI") == "true"
SPEC = "tests/lua/shapes/collide_spec.lua"


# A compiler for two rocks: the core, which looks at no header of Lua's, is compiled for the first of them, and
# its objects are taken for the second.
ONCE = """#!/bin/sh
last=
object=
for word; do
    [ "$last" != -o ] || object=$word
    last=$word
done
case $object in src/core/*) ;; *) exec {compiler} "$@" ;; esac
kept={folder}/$(echo "$object" | tr / _)
if [ -e "$kept" ]; then
    cp "$kept" "$object"
else
    {compiler} "$@" && cp "$object" "$kept"
fi
"""


def run(*command, **options):
    result = subprocess.run(command, text=True, capture_output=True, timeout=250, check=False, **options)
    if result.returncode != 0:
        raise AssertionError(f"{command}\n{result.stdout}\n{result.stderr}")
    return result.stdout


def listed():
    """The files that the rockspec names: those in Lua by the module, and the sources of the binary."""
    text = re.sub(r"--.*", "", ROCKSPEC.read_text())
    return dict(re.findall(r'\[?"?([\w.]+)"?\]?\s*=\s*"([^"]+\.lua)"', text)), re.findall(r'"([^"]+\.c)"', text)


STALE = f"{ROCKSPEC.name}: run `cmake --preset release`, which writes its lists"


def module_of(file):
    path = file.relative_to(PROJECT / "src/lua").with_suffix("")
    return ".".join(path.parts).removesuffix(".init")


class Lists(unittest.TestCase):
    def test_the_lua_files_are_those_that_there_are(self):
        files = sorted((PROJECT / "src/lua/hitbox").rglob("*.lua"))
        wanted = {module_of(file): str(file.relative_to(PROJECT)) for file in files}
        self.assertGreater(len(wanted), 10)
        self.assertEqual(listed()[0], wanted, STALE)

    def test_the_sources_are_those_that_there_are(self):
        wanted = sorted(str(file.relative_to(PROJECT)) for folder in ("core", "lua")
                        for file in (PROJECT / "src" / folder).rglob("*.c"))
        self.assertGreater(len(wanted), 50)
        self.assertEqual(sorted(listed()[1]), wanted, STALE)


class Flags(unittest.TestCase):
    """A compiler that may fuse must not, by CMake's flag or by the rock's macro."""

    def code(self, source, *flags):
        with tempfile.TemporaryDirectory() as folder:
            out = f"{folder}/out.o"
            run(COMPILER, "-O2", "-fPIC", *flags, "-Isrc", "-Isrc/core", "-c", source, "-o", out, cwd=PROJECT)
            return run("objdump", "-d", "--no-show-raw-insn", out).split("\n", 3)[3]

    def test_operations_that_may_be_fused_are_not(self):
        fused = ("-mfma",) if platform.machine() == "x86_64" else ()
        source = "src/core/collide/sweep/sweep.c"
        off = self.code(source, *fused, "-ffp-contract=off")
        self.assertEqual(self.code(source, *fused, "-DHB_WITHOUT_FLAGS"), off)
        self.assertNotEqual(self.code(source, *fused), off, "this test could not fail")

    def test_arithmetic_that_is_not_exact_is_refused(self):
        macros = ["-dM", "-E", "-x", "c", "/dev/null"]
        for flag, macro in (("-mfpmath=387", "__FLT_EVAL_METHOD__ 2"), ("-ffast-math", "__FAST_MATH__ 1")):
            tried = subprocess.run([COMPILER, flag, *macros], text=True, capture_output=True, check=False)
            if macro not in tried.stdout:
                continue # another processor's compiler
            with self.subTest(flag=flag):
                source = [COMPILER, flag, "-fsyntax-only", "src/core/exact/predicates.c"]
                refused = subprocess.run(source, cwd=PROJECT, text=True, capture_output=True, check=False)
                self.assertNotEqual(refused.returncode, 0)
                self.assertIn("#error \"hitbox: ", refused.stderr)

    def test_files_for_avx2_are_the_same_code_in_a_rock(self):
        sources = [name for name in listed()[1] if "HB_BEGIN_AVX2" in (PROJECT / name).read_text()]
        self.assertTrue(sources)
        for source in sources:
            with self.subTest(source=source):
                self.assertEqual(self.code(source, "-DHB_WITHOUT_FLAGS"), self.code(source, "-ffp-contract=off"))


class Rock(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kept = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.kept)
        cls.compiler = f"{cls.kept}/cc"
        pathlib.Path(cls.compiler).write_text(ONCE.format(compiler=COMPILER, folder=cls.kept))
        os.chmod(cls.compiler, 0o755)

    def make(self, version):
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        shutil.copytree(PROJECT / "src", folder / "src", ignore=shutil.ignore_patterns("*.o"))
        shutil.copy(ROCKSPEC, folder)
        environment = dict(os.environ, HOME=str(folder))
        flags = ["CFLAGS=-O0 -fPIC"] if IN_CI else []
        run("luarocks", f"--lua-version={version}", f"--tree={folder}/tree", "make", f"CC={self.compiler}", *flags,
            cwd=folder, env=environment)
        shutil.rmtree(folder / "src")
        return folder / "tree"

    def check(self, version):
        tree = self.make(version)
        lua, c = tree / "share/lua" / version, tree / "lib/lua" / version
        environment = dict(os.environ, LUA_PATH=f"{lua}/?.lua;{lua}/?/init.lua;;", LUA_CPATH=f"{c}/?.so;;")
        out = run(f"lua{version}", shutil.which("busted"), "--lpath=", "--output=plainTerminal", SPEC,
                  cwd=PROJECT, env=environment)
        self.assertRegex(out, r"[1-9]\d* successes / 0 failures / 0 errors")
        scene = 'local h = require "hitbox"; local s = h.scene { things = { { "a", r = 1 } } }; print(s.a.x)'
        self.assertIn("0", run(f"lua{version}", "-e", scene, cwd=tree, env=environment))

        late = '''
            old = newproxy and newproxy(true) or setmetatable({}, { __gc = true })
            getmetatable(old).__gc = function() io.write("late ", tostring(pcall(world.move, world, 1, 2, 3))) end
            world = require("hitbox").newWorld()'''
        self.assertEqual("late false", run(f"lua{version}", "-e", late, cwd=tree, env=environment))

    def test_it_is_built_and_runs_for_lua_5_4(self):
        self.check("5.4")

    def test_it_is_built_and_runs_for_lua_5_1(self):
        self.check("5.1")


unittest.main(argv=[sys.argv[0], "-v"] + sys.argv[3:])
