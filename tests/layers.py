"""Check the layers of the core: a file includes only files of its own folder and of lower layers.

    layers.py SOURCE_DIR

Reads each #include of src/core, src/lua and src/sandbox. The folders of src/core are layers, in the
order of LAYERS. A public header of hitbox/ may be included from above its line on.
"""

import re
import sys
import tempfile
from pathlib import Path

# From the lowest to the highest. What stands in one line may not include each other. hitbox/world.h
# has what a broad phase reports, and hitbox/move.h the motion that a world keeps and saves.
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
    ["collide/single"],
    ["collide/compound"],
    ["collide"],
    ["hitbox/world.h"],
    ["broad"],
    ["broad/grid", "broad/tree"],
    ["hitbox/move.h"],
    ["world"],
    ["world/query", "world/save"],
    ["move"],
    ["move/walk", "move/depenetrate"],
    ["move/carry"],
    ["move/advance"],
]
LEVEL = {folder: level for level, folders in enumerate(LAYERS) for folder in folders}


def level_of(path):
    """The layer of a file of src/core, by its path in there, and its level; None if it is in none."""
    layer = path.as_posix() if path.parts[0] == "hitbox" else path.parent.as_posix()
    return layer, LEVEL.get(layer)


def includes(folder):
    for file in sorted(p for p in folder.rglob("*") if p.suffix in {".c", ".h", ".cpp"}):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if found:
                yield file, number, found[1]


def check_core(source):
    core, count = source / "src/core", 0
    for file, number, name in includes(core):
        count += 1
        place = f"{file.relative_to(source)}:{number}"
        places = [p for p in (file.parent / name, core / name) if p.exists()]
        if not places or core.resolve() not in places[0].resolve().parents:
            yield f"{place}: {name} is no file of src/core"
            continue
        path, own = places[0].resolve().relative_to(core.resolve()), file.relative_to(core)
        if own.parts[0] in ("hitbox", "hitbox.h", "hitbox.c"):
            if path.parts[0] not in ("hitbox", "hitbox.h"):
                yield f"{place}: a public header stands alone, without {path}"
            continue
        folder, level = level_of(own)
        other, other_level = level_of(path)
        if level is None or other_level is None:
            yield f"{place}: {folder if level is None else other} is in no layer of tests/layers.py"
        elif folder != other and other_level >= level:
            yield f"{place}: {folder} may not include {path}, which is not below it"
    if count == 0:
        yield "src/core: no includes found at all"


def check_above(source, folder, forbidden):
    for file, number, name in includes(source / "src" / folder):
        for base in (file.parent, source / "src", source / "src/core"):
            path = (base / name).resolve()
            if path.exists() and (source / "src" / forbidden).resolve() in path.parents:
                yield f"{file.relative_to(source)}:{number}: {folder} may not include {name}"


def check(source):
    return [*check_core(source), *check_above(source, "core", "lua"),
            *check_above(source, "core", "sandbox"), *check_above(source, "lua", "sandbox")]


def check_itself():
    """A wrong include of each kind is found, and right ones are not."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)

        def write(name, text=""):
            (root / "src" / name).parent.mkdir(parents=True, exist_ok=True)
            (root / "src" / name).write_text(text)

        for name in ("core/base/a.h", "core/world/w.h", "core/collide/c.h", "lua/l.h", "sandbox/s.h",
                     "core/hitbox/world.h", "core/odd/o.h"):
            write(name)
        write("core/move/m.c", '#include "../world/w.h"\n#include "../base/a.h"\n')
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
        ):
            write("core/world/query/up.h")
            write(name, text)
            assert any(Path(name).name in fault for fault in check(root)), name
            (root / "src" / name).unlink()


check_itself()
faults = check(Path(sys.argv[1]).resolve())
for text in faults:
    print(text)
sys.exit(1 if faults else 0)
