"""Check the floors of the project: sandbox -> lua -> core -> libc and libm, and never upward.

    floors.py SOURCE_DIR BUILD_DIR

Looks at which headers the sources include, and at the symbols of what was built.
"""

import re
import subprocess
import sys
from pathlib import Path

LIBC = {
    "assert.h", "ctype.h", "errno.h", "fenv.h", "float.h", "inttypes.h", "limits.h", "math.h",
    "stdalign.h", "stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h",
    "stdnoreturn.h", "string.h", "time.h",
}
# The compiler's own, for the few functions that compute several doubles at once.
VECTORS = {"arm_neon.h", "emmintrin.h", "immintrin.h"}
LUA = {"lua.h", "lauxlib.h", "lualib.h"}

faults = []


def fault(text):
    faults.append(text)


def includes(folder):
    """Yield (file, line number, header as written, header's path if it is one of ours)."""
    for file in sorted(p for p in folder.rglob("*") if p.suffix in {".c", ".h", ".cpp"}):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")', line)
            if found:
                name = found[1] or found[2]
                places = [file.parent / name, source / "src" / name, source / "src/core" / name]
                yield file, number, name, next((p.resolve() for p in places if p.exists()), None)


def check_includes():
    core, lua, sandbox = (source / "src" / name for name in ("core", "lua", "sandbox"))
    headers = [core / "hitbox.h", core / "hitbox"]
    for folder, system, ours in (
        (core, (LIBC | VECTORS).__contains__, [core]),
        (lua, (LIBC | LUA).__contains__, [lua, *headers]),
        (sandbox, lambda name: True, [sandbox, *headers]),
    ):
        count = 0
        for file, number, name, path in includes(folder):
            count += 1
            if path is None:
                allowed = (system(name)
                           or (file == lua / "module.c" and name in ("windows.h", "dlfcn.h")))  # stays in memory
            else:
                allowed = any(path == place or place in path.parents for place in ours)
            if not allowed:
                fault(f"{file.relative_to(source)}:{number}: may not include {name}")
        if count == 0:
            fault(f"{folder}: no includes found at all")


# What enters Lua, or may by a metamethod. In the binding only call.c does, which looks at the world again.
ENTERING = re.compile(r"\b(lua_(?:p?callk?|resume|yieldk?|gettable|settable|[gs]etfield|[gs]eti|[gs]etglobal"
                      r"|compare|equal|lessthan|arith|concat|len)|luaL_(?:callmeta|tolstring|len|gsub|dostring))\s*\(")
EXCEPTIONS = {
    ("world/query.c", "lua_geti"): "of a world's own table",
    ("world/query.c", "lua_seti"): "of a table that was seen to have no metatable",
    ("batch_query.c", "lua_seti"): "of a table that was seen to have no metatable",
    ("binding.h", "lua_geti"): "of a table that was seen to have no metatable",
}


def check_entering():
    folder, unused = source / "src/lua", dict(EXCEPTIONS)
    for file in sorted(p for p in folder.rglob("*") if p.suffix in {".c", ".h"}):
        name = file.relative_to(folder).as_posix()
        # compat.h defines what older Luas lack; worlds of the drop-in for bump.lua cannot be destroyed.
        if name in ("call.c", "compat.h") or name.startswith("bump/"):
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            for call in ENTERING.findall(line):
                if (name, call) not in EXCEPTIONS:
                    fault(f"src/lua/{name}:{number}: may not use {call}; use hbl_call, hbl_get_field or a raw access")
                unused.pop((name, call), None)
    for name, call in unused:
        fault(f"tests/floors.py: src/lua/{name} does not use {call} any more: remove the exception")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(*command):
    """The names that nm prints, without their versions."""
    lines = (line.split() for line in run("nm", *command).splitlines())
    return {words[-1].split("@")[0] for words in lines if len(words) >= 2}


def check_undefined(file, *prefixes):
    names = symbols("--undefined-only", "-D" if file.suffix == ".so" else "-g", str(file))
    if not names:
        fault(f"{file}: nm found no symbols")
    for name in sorted(names):
        if name.startswith(prefixes):
            fault(f"{file.name}: may not use {name}")


def check_exports(file, pattern):
    names = symbols("--defined-only", "-D", str(file))
    if not names:
        fault(f"{file.name}: exports nothing")
    for name in sorted(names):
        if not re.fullmatch(pattern, name):
            fault(f"{file.name}: may not export {name}")


def check_needed(file, *allowed):
    for name in re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", str(file))):
        if not name.startswith(("libc.so", "libm.so", "ld-linux", *allowed)):
            fault(f"{file.name}: may not need {name}")


source, build = (Path(argument).resolve() for argument in sys.argv[1:3])
modules = sorted((build / "lua/hitbox").glob("hitbox-lua5?.so"))
public = [source / "src/core/hitbox.h", *(source / "src/core/hitbox").glob("*.h")]
declared = [name for header in public for name in re.findall(r"\bhb_\w+(?=\()", header.read_text())]

check_includes()
check_entering()
check_undefined(build / "libhitbox.a", "lua_", "luaL_", "SDL_")
check_undefined(build / "libhitbox.so", "lua_", "luaL_", "SDL_")
for module in modules:
    check_undefined(module, "SDL_")
    check_exports(module, r"luaopen_\w+")
    check_needed(module)
if build / "lua/hitbox/hitbox-lua54.so" not in modules:
    fault("there is no module for Lua 5.4")
check_exports(build / "libhitbox.so", "|".join(declared))
check_needed(build / "libhitbox.so")

for text in faults:
    print(text)
sys.exit(1 if faults else 0)
