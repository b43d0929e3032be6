"""Check what the sources include: sandbox -> lua -> core -> libc and libm, and never upward; in the
core a file includes only files of its own folder and of lower layers. Check that only the files
base/simd*.h name instructions of a processor. And check the sizes of files and folders below src and
tests.

    layers.py SOURCE_DIR

Reads each #include of src/core, src/lua and src/sandbox. The folders of src/core are layers, in the
order of LAYERS. A public header of hitbox/ may be included from above its line on.
"""

import re
import sys
import tempfile
from pathlib import Path

MAX_LINES, MAX_FILES = 600, 15  # of a file, and in a folder

LIBC = {
    "assert.h", "ctype.h", "errno.h", "fenv.h", "float.h", "inttypes.h", "limits.h", "math.h",
    "stdalign.h", "stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h",
    "stdnoreturn.h", "string.h", "time.h",
}
# The compiler's own, for vectors; and the names in them.
VECTORS = {"arm_neon.h", "emmintrin.h", "immintrin.h"}
INTRINSIC = re.compile(r"\b(_mm\d*_\w+|__m\d+[di]?|__builtin_ia32_\w+|v[a-z]\w*q?_(n_)?[fsu](8|16|32|64))\b")
LUA = {"lua.h", "lauxlib.h", "lualib.h"}

# From the lowest to the highest. Folders on one line may not include each other.
LAYERS = [
    ["hitbox/base.h"],
    ["base"],
    ["exact"],
    ["hitbox/shape.h"],
    ["shape"],
    ["hitbox/collide.h"],
    ["collide/convex", "collide/mask"],
    ["collide/sweep"],
    ["collide/ellipse"],
    ["collide/compound"],
    ["collide"],
    ["broad"],
    ["broad/grid"],
    ["hitbox/world.h"],
    ["world"],
    ["world/query", "world/save"],
    ["hitbox/move.h"],
    ["move"],
]
LEVEL = {folder: level for level, folders in enumerate(LAYERS) for folder in folders}


def level_of(path):
    """The layer of a file of src/core, by its path in there, and its level; None if it is in none."""
    layer = path.as_posix() if path.parts[0] == "hitbox" else path.parent.as_posix()
    return layer, LEVEL.get(layer)


def includes(source, folder):
    """Yield (file, line number, header as written, header's path if it is one of ours)."""
    for file in sorted(p for p in (source / "src" / folder).rglob("*") if p.suffix in {".c", ".h", ".cpp"}):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")', line)
            if found:
                name = found[1] or found[2]
                places = [file.parent / name, source / "src" / name, source / "src/core" / name]
                yield file, number, name, next((p.resolve() for p in places if p.exists()), None)


def check_floors(source):
    core, lua, sandbox = (source / "src" / name for name in ("core", "lua", "sandbox"))
    headers = [core / "hitbox.h", core / "hitbox"]
    for folder, system, ours in (
        (core, (LIBC | VECTORS).__contains__, [core]),
        (lua, (LIBC | LUA).__contains__, [lua, *headers]),
        (sandbox, lambda name: True, [sandbox, *headers]),
    ):
        count = 0
        for file, number, name, path in includes(source, folder.name):
            count += 1
            if path is None:
                allowed = (system(name)
                           or (file == lua / "module.c" and name in ("windows.h", "dlfcn.h")))  # stays in memory
            else:
                allowed = any(path == place or place in path.parents for place in ours)
            if not allowed:
                yield f"{file.relative_to(source)}:{number}: may not include {name}"
        if count == 0:
            yield f"{folder.relative_to(source)}: no includes found at all"


def check_core(source):
    core = source / "src/core"
    for file, number, name, found in includes(source, "core"):
        place = f"{file.relative_to(source)}:{number}"
        if found is None or core not in found.parents:
            continue  # check_floors
        path, own = found.relative_to(core), file.relative_to(core)
        if own.parts[0] in ("hitbox", "hitbox.h", "hitbox.c"):
            if path.parts[0] not in ("hitbox", "hitbox.h"):
                yield f"{place}: a public header stands alone, without {path}"
            continue
        folder, level = level_of(own)
        other, other_level = level_of(path)
        if level is None or other_level is None:
            yield f"{place}: {folder if level is None else other} is in no layer of tests/checks/layers.py"
        elif folder != other and other_level >= level:
            yield f"{place}: {folder} may not include {path}, which is not below it"


def check_vectors(source):
    """base/simd.h is the one place for vectors, so that each kernel is written once."""
    core = source / "src/core"
    for file in sorted(p for p in core.rglob("*") if p.suffix in {".c", ".h"}):
        if file.parent == core / "base" and file.name.startswith("simd"):
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            found = INTRINSIC.search(line) or next((name for name in VECTORS if name in line), None)
            if found:
                name = found if isinstance(found, str) else found[0]
                yield f"{file.relative_to(source)}:{number}: {name} is for src/core/base/simd*.h only"


def check_sizes(source):
    sizes = {}
    for file in sorted(p for top in ("src", "tests") for p in (source / top).rglob("*")):
        if not file.is_file() or "__pycache__" in file.parts:
            continue
        sizes.setdefault(file.parent, []).append(file)
        lines = file.read_bytes().count(b"\n")
        if lines > MAX_LINES:
            yield f"{file.relative_to(source)}: has {lines} lines; the limit is {MAX_LINES}"
    for folder, files in sizes.items():
        if len(files) > MAX_FILES:
            yield f"{folder.relative_to(source)}: has {len(files)} files; the limit is {MAX_FILES}"


def check(source):
    return [*check_floors(source), *check_core(source), *check_vectors(source), *check_sizes(source)]


def check_itself():
    """A wrong include of each kind and a wrong size are found, and right ones are not."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()

        def write(name, text=""):
            (root / "src" / name).parent.mkdir(parents=True, exist_ok=True)
            (root / "src" / name).write_text(text, encoding="utf-8")

        for name in ("core/base/a.h", "core/world/w.h", "core/collide/c.h", "core/hitbox/world.h", "core/odd/o.h"):
            write(name)
        write("lua/l.h", "#include <lua.h>\n")
        write("sandbox/s.h", "#include <SDL.h>\n")
        write("core/move/m.c", '#include "../world/w.h"\n#include "../base/a.h"\n')
        write("core/base/simd_new.h", "#include <immintrin.h>\n__m256 a(void) { return _mm256_set1_ps(1); }\n")
        write("core/world/query/q.c", '#include "../w.h"\n#include "../../hitbox/world.h"\n')
        assert check(root) == [], check(root)
        for name, text in (
            ("core/base/up.h", '#include "../world/w.h"\n'),
            ("core/collide/convex/up.c", '#include "../c.h"\n'),
            ("core/world/up.c", '#include "query/up.h"\n'),
            ("core/shape/public.c", '#include "../hitbox/world.h"\n'),
            ("core/hitbox/move.h", '#include "../base/a.h"\n'),
            ("core/base/lost.c", '#include "nowhere.h"\n'),
            ("core/world/odd.c", '#include "../odd/o.h"\n'),
            ("lua/up.c", '#include "../sandbox/s.h"\n'),
            ("core/move/up.c", '#include "../../lua/l.h"\n'),
            ("core/base/system.c", "#include <SDL.h>\n"),
            ("core/broad/x86.c", "__m128i a;\n"),
            ("core/broad/avx.c", "float a = f(_mm256_add_ps(b, c));\n"),
            ("core/broad/neon.c", "float a = f(vaddq_f32(b, c));\n"),
            ("core/broad/sse.h", "#include <emmintrin.h>\n"),
            ("sandbox/long.c", "\n" * (MAX_LINES + 1)),
            ("../tests/lua/long_spec.lua", "\n" * (MAX_LINES + 1)),
        ):
            write("core/world/query/up.h")
            write(name, text)
            assert any(Path(name).name in fault for fault in check(root)), name
            (root / "src" / name).unlink()
        for i in range(MAX_FILES):
            write(f"sandbox/{i}.c")
        assert any("files" in fault for fault in check(root)), "a full folder"


check_itself()
faults = check(Path(sys.argv[1]).resolve())
for text in faults:
    print(text)
sys.exit(1 if faults else 0)
