"""Check that each public header of the core stands alone.

    headers.py SOURCE_DIR C_COMPILER CXX_COMPILER

Compiles each header as the only include of a file, in C and in C++, and checks that the functions
that it declares are defined in its own folders: so world.h declares nothing that lives in move/.
"""

import re
import subprocess
import sys
from pathlib import Path

# The folders of src/core whose functions a header may declare; "" is src/core itself.
FOLDERS = {
    "base.h": {"", "base"},
    "shape.h": {"shape", "exact", "collide"},  # collide/ makes compounds and ellipses
    "collide.h": {"collide"},
    "world.h": {"world"},
    "move.h": {"move"},
}
LANGUAGES = {"c": ["-std=c17"], "c++": ["-std=c++17"]}


def declared(text):
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
    return set(re.findall(r"^(?!typedef|#|static)[\w ]+[ *](hb_\w+)\([^;{]*\)\s*;", text, flags=re.M))


def definitions(core):
    """Where each function of the core is defined: its name, and the folder."""
    places = {}
    for file in sorted(core.rglob("*.c")):
        folder = file.relative_to(core).parts[0] if file.parent != core else ""
        for name in re.findall(r"^(?!static)\w[\w ]*[ *](hb_\w+)\([^;{]*\)\s*\{", file.read_text(),
                               flags=re.M):
            places[name] = folder
    return places


def compile_alone(compiler, language, core, include):
    command = [compiler, *LANGUAGES[language], "-Wall", "-Wextra", "-Wpedantic", "-Werror",
               f"-I{core}", "-fsyntax-only", "-x", language, "-"]
    done = subprocess.run(command, input=f"#include <{include}>\nhb_vec unused;\n", text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return "" if done.returncode == 0 else f"{include} alone in {language}:\n{done.stdout}"


def check_defaults(texts):
    """Yield the definitions, and what else a caller fills in, that have no default."""
    names = set(re.findall(r"^typedef struct (hb_\w+_def) \{", texts, flags=re.M))
    for name in sorted(names | {"hb_motion", "hb_motion_step", "hb_query_filter"}):
        default = "hb_default_" + name.removeprefix("hb_").removesuffix("_def")
        if not re.search(rf"^{name} {default}\(void\);", texts, flags=re.M):
            yield f"{name} has no {default}()"


def check_folders(header, text, places):
    for name in sorted(declared(text)):
        if name not in places:
            yield f"{header} declares {name}, which is defined nowhere"
        elif places[name] not in FOLDERS[header]:
            yield f"{header} declares {name}, which lives in src/core/{places[name]}"


def main(source, compilers):
    core = source / "src/core"
    headers = sorted((core / "hitbox").glob("*.h"))
    places, faults, count = definitions(core), [], 0
    if {header.name for header in headers} != set(FOLDERS):
        faults.append(f"public headers are {', '.join(sorted(FOLDERS))}: change FOLDERS here")
    else:
        for header in headers:
            text = header.read_text()
            count += len(declared(text))
            faults += check_folders(header.name, text, places)
    for include in ["hitbox.h", *(f"hitbox/{header.name}" for header in headers)]:
        faults += [fault for language, compiler in compilers.items()
                   if (fault := compile_alone(compiler, language, core, include))]
    faults += check_defaults("".join(header.read_text() for header in headers))
    # a planted fault of either kind must be found
    if not compile_alone(compilers["c"], "c", core, "hitbox/no_such_header.h"):
        faults.append("a header that does not exist compiles")
    if not list(check_folders("base.h", "int hb_move_begin(void);\n", places)):
        faults.append("a function of move/ in base.h is not found")
    if len(list(check_defaults("typedef struct hb_new_def {\n"))) != 4:
        faults.append("a definition without a default is not found")
    if count < 100:
        faults.append(f"only {count} functions found: are the headers still read?")
    print("\n".join(faults) or f"{len(headers)} headers, {count} functions")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), dict(zip(LANGUAGES, sys.argv[2:4]))))
