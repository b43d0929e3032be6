"""Check that each public function of the core has a test of wrong arguments.

    cases.py SOURCE_DIR

Compares the functions that src/core/hitbox.h and its parts declare with the CASE(...) entries of
tests/core/refusals.
"""

import re
import sys
from pathlib import Path

# Functions that take no more than a world or a mask, about which nothing can be wrong but a null
# pointer, or a handle of which every number is allowed.
NOTHING_TO_REFUSE = {
    "hb_mask_width", "hb_mask_height", "hb_mask_solid_count", "hb_mask_equal", "hb_world_item_count",
    "hb_world_get_policy", "hb_world_get_broad", "hb_world_index_count", "hb_world_get_stats",
    "hb_world_update_events", "hb_world_get_events", "hb_id_index",
    "hb_version", "hb_world_clear", "hb_default_world", "hb_default_walk",
    "hb_default_motion_step",
}


def declared(core):
    functions = set()
    for header in [core / "hitbox.h", *sorted((core / "hitbox").glob("*.h"))]:
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", header.read_text(), flags=re.S)
        functions.update(re.findall(r"^(?!typedef|#)[\w ]+[ *](hb_\w+)\([^;{]*\)\s*[;{]", text,
                                    flags=re.M))
    return functions


def main(source):
    functions = declared(source / "src/core")
    cases = [case for file in sorted((source / "tests/core/refusals").glob("*_test.c"))
             for case in re.findall(r"\bCASE(?:_IN_WORLD)?\((hb_\w+)\)", file.read_text())]
    faults = [f"{name}: no CASE in tests/core/refusals"
              for name in sorted(functions - set(cases) - NOTHING_TO_REFUSE)]
    faults += [f"{name}: not declared in src/core/hitbox.h or its parts"
               for name in sorted((set(cases) | NOTHING_TO_REFUSE) - functions)]
    faults += [f"{name}: more than one CASE" for name in sorted(functions)
               if cases.count(name) > 1]
    faults += [f"{name}: has a CASE and is listed as one without"
               for name in sorted(NOTHING_TO_REFUSE & set(cases))]
    if len(functions) < 100:
        faults.append(f"only {len(functions)} functions found: are the headers still read?")
    print("\n".join(faults) or f"{len(functions)} functions, {len(cases)} cases")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
