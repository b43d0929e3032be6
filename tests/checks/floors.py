"""Check the floors of the project: sandbox -> lua -> core -> libc and libm, and never upward.

    floors.py SOURCE_DIR BUILD_DIR

Looks at what the binding calls, and at the symbols of what was built; layers.py looks at includes.
"""

import re
import subprocess
import sys
from pathlib import Path

faults = []


def fault(text):
    faults.append(text)


# Functions that enter Lua, or may by a metamethod. In the binding only call.c calls them, which checks the world again.
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
        fault(f"tests/checks/floors.py: src/lua/{name} does not use {call} any more: remove the exception")


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
