"""Run what README.md, scripts/README.md and the pages below docs/ show, so that it stays true.

    readme.py SOURCE_DIR BUILD_DIR

Everything happens in a copy of the project's root with the build folder as `build`. The convention:

```lua    is run by lua5.4, with the build's module on its path and `hitbox` required for it. One
          that holds `return hitbox.scene` is run for 60 frames by the sandbox instead; one
          behind the line `<!-- tests the scene above -->` has the cases of the last of these.
```c      is compiled; if it has a main, it is linked with build/libhitbox.a and run.
```sh     is run in the root, as one script that ends at the first failure. Left out are lines
          that build, install, fetch or open a window: scripts/run, tests/run, .ci/run, cmake,
          ctest, git, cd, sudo, apt-get, and build/hitbox without an option. Of them only the
          paths are looked at: they must exist, as must a cmake preset.
```text   right after one of these is the output expected of it; a line `...` stands for any lines.
          In Lua, `print(...) --> text` says the same of one line.
Any other language is for reading only, and so is a block behind the line `<!-- not run: why -->`.

Relative links and pictures must exist as well, and so must the files and the C functions that a
page names, and what scripts/run, tests/run and .ci/run call. Pages but the reference are short, and
docs/README.md lists them.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NOT_RUN = {"scripts/run", "tests/run", ".ci/run", "cmake", "ctest", "git", "cd", "sudo", "apt-get"}
SECONDS = 300  # none takes nearly as long
MAX_LINES = 250  # of a page, but for the reference


class Fault(Exception):
    pass


class Block:
    """A fenced block: its language, its text, the line it begins at, and what it should print."""

    def __init__(self, language, line, before):
        self.language, self.line = language, line
        self.skipped = before.startswith("<!-- not run:")
        self.tests = before == "<!-- tests the scene above -->"
        self.lines = []
        self.expected = None

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


def read_blocks(text):
    blocks = []
    block = None
    before = ""  # the last line outside of a block that is not blank
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"```\s*(\w*)", line)
        if block and line.rstrip() == "```":
            previous = blocks[-1] if blocks else None
            if block.language == "text" and previous and before == "```":
                previous.expected = block.lines
            blocks.append(block)
            block, before = None, "```"
        elif block:
            block.lines.append(line)
        elif fence:
            block = Block(fence[1], number, before)
        elif line.strip():
            before = line
    return blocks


def run(command, **options):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=SECONDS, **options)
    if done.returncode != 0:
        raise Fault(f"{shlex.join(command)} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout.splitlines()


def compare(output, expected):
    pattern = "".join(r"(.*\n)*" if line.strip() == "..." else re.escape(line.rstrip()) + r"\n"
                      for line in expected)
    if not re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in output)):
        raise Fault("\n".join(["printed:", *output, "expected:", *expected]))


def run_lua(block):
    file = Path("readme_block.lua")
    if block.tests:
        file.with_suffix(".test.lua").write_text(block.text)
        return run(["build/hitbox", "test", str(file)])
    # on the first line, so that numbers of lines stay as they are in the block
    file.write_text('local hitbox = require "hitbox"; ' + block.text)
    if "return hitbox.scene" in block.text:
        return run(["build/hitbox", "--headless", "--frames", "60", str(file)])
    promised = re.findall(r"^ *print\(.*--> (.*)$", block.text, re.MULTILINE)
    if promised and block.expected is None:
        block.expected = promised
    path = "build/lua/?.lua;build/lua/?/init.lua"
    return run(["lua5.4", str(file)], env=dict(os.environ, LUA_PATH=path))


def run_c(block):
    Path("readme_block.c").write_text(block.text)
    compile = ["cc", "-std=c17", "-Wall", "-Wextra", "-Werror", "-Isrc/core", "readme_block.c"]
    if not re.search(r"\bmain\s*\(", block.text):
        return run([*compile, "-fsyntax-only"])
    run([*compile, "build/libhitbox.a", "-lm", "-o", "readme_block"])
    return run(["./readme_block"])


def is_run(words):
    if words[0] == "build/hitbox":
        return any(word.startswith("--") or word == "test" for word in words)
    return words[0] not in NOT_RUN


def check_command(words):
    for word in words:
        is_path = "/" in word and "://" not in word and not word.startswith("-")
        if is_path and not Path(word).exists():
            raise Fault(f"{word} does not exist")
    if "--preset" in words:
        presets = json.loads(Path("CMakePresets.json").read_text())["configurePresets"]
        name = words[words.index("--preset") + 1]
        if name not in {preset["name"] for preset in presets}:
            raise Fault(f"there is no preset {name}")


def run_sh(block):
    script = []
    for line in block.text.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        command = [word for word in words if not re.match(r"\w+=", word)] if words else []
        if not command or is_run(command):
            script.append(line)
        else:
            check_command(command)
    return run(["sh", "-e", "-c", "\n".join(script)])


def check_links(text, folder):
    for target in re.findall(r"\]\(([^)#\s]+)", text) + re.findall(r'src="([^"]+)"', text):
        if "://" not in target and not (folder / target).exists():
            raise Fault(f"the link {target} leads nowhere")


def check_names(text, functions):
    """Yield what a page names and the project has not."""
    for path in sorted(set(re.findall(r"`((?:src|tests|docs|scripts|cmake)/[^`\s*<>]+)`", text))):
        if not Path(path).exists():
            yield f"{path} does not exist"
    for name in sorted(set(re.findall(r"\bhb_[a-z0-9_]+\b", text)) - functions):
        yield f"src/core has no {name}"


def check_programs():
    """Yield the paths that the programs of the two commands name and that do not exist."""
    for program in ("scripts/run", "tests/run", ".ci/run"):
        code = re.sub(r"^\s*#.*", "", Path(program).read_text(), flags=re.M)
        paths = re.findall(r"(?:^|[\s\"'=]|\$root/)((?:scripts|tests)/[\w/.]+)", code)
        if not paths:
            yield f"{program}: names no program"
        for path in sorted(set(paths)):
            if not Path(path).exists():
                yield f"{program}: {path} does not exist"


def check_order(pages):
    """Yield pages that are too long to be read at once, or that the index of docs does not list."""
    index = Path("docs/README.md")
    listed = {(index.parent / target).resolve()
              for target in re.findall(r"\]\(([^)#\s]+)", index.read_text())}
    for page in pages:
        if "reference" in page.parts or page.parts[0] != "docs":
            continue
        if len(page.read_text().splitlines()) > MAX_LINES:
            yield f"{page}: has more than {MAX_LINES} lines"
        if page != index and page.resolve() not in listed:
            yield f"{page}: docs/README.md does not list it"


def check(page, functions):
    """Yield each fault of a page as a text."""
    text = page.read_text()
    runners = {"lua": run_lua, "c": run_c, "sh": run_sh}
    count = 0
    for block in read_blocks(text):
        if block.skipped or block.language not in runners:
            continue
        count += 1
        try:
            output = runners[block.language](block)
            if block.expected is not None:
                compare(output, block.expected)
        except (Fault, ValueError, subprocess.TimeoutExpired) as fault:
            yield f"{page}:{block.line}: {fault}"
    print(f"{page}: {count} blocks were run")
    try:
        check_links(text, page.parent)
    except Fault as fault:
        yield f"{page}: {fault}"
    for fault in check_names(text, functions):
        yield f"{page}: {fault}"


def main():
    source, build = (Path(argument).resolve() for argument in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "hitbox")
        shutil.copytree(source, root, ignore=shutil.ignore_patterns("build", "build-*", ".git"))
        (root / "build").symlink_to(build)
        os.chdir(root)
        pages = [Path("README.md"), Path("CONTRIBUTING.md"), Path("scripts/README.md"),
                 *sorted(Path("docs").rglob("*.md"))]
        functions = {name for file in Path("src/core").rglob("*.[ch]")
                     for name in re.findall(r"\bhb_[a-z0-9_]+\b", file.read_text())}
        faults = [fault for page in pages for fault in check(page, functions)]
        faults += [*check_order(pages), *check_programs()]
        os.chdir(source)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


sys.exit(main())
