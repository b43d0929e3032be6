"""Runs hostile scenes in the sandbox and checks how each one ends.

    attack.py PROGRAM FILE... [--only TEXT] [--share N] [--first I] [--sanitized] [--verbose]

A file in scenes/ holds many cases. A case is a head of lines that begin with "--- ", then its scene:

    --- an endless loop in update            what the scene does
    --- ends 3: has run for                  its exit code, and a text that is printed, or one of
                                             several: `a | b`. Where the code is 0, the scene prints
                                             it once its hostile part has run
    --- with --frames 3 --memory 64          options; --frames 1 if there are none
    --- memory 700                           megabytes that the process may have; 400 if not given
    --- make huge_png bad.png                a file beside the scene, by a function below
    --- test                                 run as `hitbox test scene.lua`
    --- quiet                                what it prints is thrown away
    --- file bad.lua                         what follows is that file; `--- file scene.lua` goes on

Whatever a case says, the process ends by an exit code, not by a signal; prints no code of control;
and takes no more processor time than the limit of the script, which the cases set to LIMIT, and
what starting and ending a scene takes. That is measured with an empty scene in the same run, so
that no result depends on how fast the machine is.
"""

import argparse
import os
import pathlib
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

LIMIT = 0.3  # seconds of processor time that a scene may take for a tick
MEGABYTES = 400
KILL = 120  # seconds after which a process is killed, and the case has failed

HEAD = 'local hitbox = require "hitbox" '


# ---- Files beside a scene ------------------------------------------------------------------------


def png(*chunks):
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data) if length is None else length) + kind + data
        + struct.pack(">I", zlib.crc32(kind + data)) for kind, data, length in chunks)


def damaged_png(path):
    header = (b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 6, 0, 0, 0), None)
    path.write_bytes(png(header, (b"iCCP", bytes(300), 0x7ffffff0)))


def huge_png(path):
    header = (b"IHDR", struct.pack(">IIBBBBB", 60000, 60000, 1, 0, 0, 0, 0), None)
    path.write_bytes(png(header, (b"IDAT", zlib.compress(bytes(100)), None), (b"IEND", b"", None)))


def huge_bmp(path):
    path.write_bytes(b"BM" + struct.pack("<IHHI", 1000, 0, 0, 54)
                     + struct.pack("<IiiHHIIiiII", 40, 60000, 60000, 1, 32, 0, 0, 0, 0, 0, 0) + bytes(900))


def huge_gif(path):
    path.write_bytes(b"GIF89a" + struct.pack("<HHBBB", 60000, 60000, 0x80, 0, 0) + bytes(6)
                     + b"," + struct.pack("<HHHHB", 0, 0, 60000, 60000, 0) + b"\x02\x02\x4c\x01\0;")


def zeros(path, size):
    with open(path, "wb") as file:
        file.truncate(int(size))


def pipe(path):
    os.mkfifo(path)


def link(path, target):
    path.symlink_to(target)


def in_hex(path, digits):
    path.write_bytes(bytes.fromhex(digits))


def brackets(path, size):
    path.write_bytes(b"return " + b"{" * int(size))


def nested(path, depth):
    path.write_bytes(b"return " + b"{" * int(depth) + b"}" * int(depth))


MAKERS = {"damaged_png": damaged_png, "huge_png": huge_png, "huge_bmp": huge_bmp, "huge_gif": huge_gif,
          "zeros": zeros, "pipe": pipe, "link": link, "bytes": in_hex, "brackets": brackets, "nested": nested}


# ---- Cases ---------------------------------------------------------------------------------------


class Case:
    """One scene, and how it has to end."""

    def __init__(self, name):
        self.name, self.code, self.texts = name, None, []
        self.options, self.megabytes, self.tests, self.quiet = ["--frames", "1"], MEGABYTES, False, False
        self.files, self.makers, self.seconds = {}, [], LIMIT
        self.current = "scene.lua"

    def read_head(self, line):
        word, _, rest = line.partition(" ")
        if word == "ends":
            code, _, text = rest.partition(": ")
            self.code, self.texts = int(code), text.split(" | ") if text else []
            if {*self.texts} <= {"scene.lua"}:
                raise ValueError(f"{self.name}: a case that never ran, or any mistake in it, ends so, too; "
                                 "which text is printed?")
        elif word == "with":
            options = rest.split()
            self.options = options if "--frames" in options else ["--frames", "1", *options]
            if "--seconds" in options:
                self.seconds = float(options[options.index("--seconds") + 1])
        elif word == "memory":
            self.megabytes = int(rest)
        elif word == "make":
            self.makers.append(rest.split())
        elif word in ("test", "quiet"):
            setattr(self, "tests" if word == "test" else "quiet", True)
        elif word == "file":
            self.current = rest
        else:
            raise ValueError(f"{self.name}: unknown line '{line}'")

    def read_body(self, line):
        self.files.setdefault(self.current, []).append(line)

    def write(self, folder):
        for name, lines in self.files.items():
            (folder / name).write_text((HEAD if name == "scene.lua" else "") + "\n".join(lines) + "\n")
        for maker, name, *arguments in self.makers:
            MAKERS[maker](folder / name, *arguments)


def read_cases(path):
    """The cases of a file. A head begins after a blank line, or where the file does."""
    cases, before = [], ""
    for line in path.read_text().splitlines():
        head = line[4:] if line.startswith("--- ") else None
        if head and before == "":
            cases.append(Case(head))
        elif head:
            cases[-1].read_head(head)
        elif line:
            cases[-1].read_body(line)
        before = line
    return cases


# ---- Running -------------------------------------------------------------------------------------


class Result:
    """What came of a process: how it ended, what it took and what it printed."""

    def __init__(self, arguments, folder, quiet):
        out = tempfile.TemporaryFile()
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        process = subprocess.Popen(arguments, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL if quiet else out, stderr=out,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (KILL, KILL)))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.code = process.returncode
        self.seconds = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss / 1024
        out.seek(0)
        self.printed = out.read(1 << 22)


# Codes that control or deceive a terminal: C0 but for tab and newline, DEL, C1, marks of direction.
CONTROLS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def faults_of(case, result, most_seconds, most_megabytes):
    """What is wrong with how a case has ended, in words."""
    printed = result.printed.decode("utf-8", "surrogateescape")
    faults = []
    if result.code != case.code:
        faults.append(f"ends with {result.code}, not {case.code}")
    if case.texts and not any(text in printed for text in case.texts):
        faults.append("does not print '" + "' or '".join(case.texts) + "'")
    if CONTROLS.search(printed) or re.search("[\udc80-\udcff]", printed):
        faults.append("prints codes of control")
    if "Sanitizer" in printed or "runtime error:" in printed:
        faults.append("a sanitizer reports")
    if result.seconds > most_seconds:
        faults.append(f"takes {result.seconds:.1f} s, more than {most_seconds:.1f}")
    if result.megabytes > most_megabytes:
        faults.append(f"takes {result.megabytes:.0f} MB, more than {most_megabytes:.0f}")
    return faults


class Runner:
    """Runs cases by one program."""

    def __init__(self, options):
        self.options = options
        self.program = os.path.abspath(options.program)
        empty = Case("an empty scene")
        empty.code, empty.files = 0, {"scene.lua": ["return hitbox.scene {}"]}
        self.start = max(self.run(empty).seconds for _ in range(2))

    def run(self, case):
        folder = pathlib.Path(tempfile.mkdtemp())
        try:
            case.write(folder)
            limits = ["--seconds", str(case.seconds)]
            way = ["test"] if case.tests else ["--headless", *case.options]
            return Result([self.program, *way, *limits, "scene.lua"], folder, case.quiet)
        finally:
            shutil.rmtree(folder)

    def check(self, case):
        """Run a case and print how it went. @return whether it ended as it has to"""
        result = self.run(case)
        # A tick, a picture of it, and what is left to do when the time is over.
        seconds = 3 * case.seconds + 0.25 + 20 * self.start
        megabytes = 3 * case.megabytes + 400 if self.options.sanitized else case.megabytes
        faults = faults_of(case, result, seconds, megabytes)
        print(f"{'FAIL' if faults else 'ok  '}  {result.code:3} {result.seconds:6.2f} s {result.megabytes:5.0f} MB  {case.name}"
              + "".join(f"\n      {fault}" for fault in faults), flush=True)
        if faults or self.options.verbose:
            print(ascii(result.printed.decode("utf-8", "surrogateescape"))[:1500])
        return not faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--share", type=int, default=1, help="run one case in N")
    parser.add_argument("--first", type=int, default=0, help="the first of these: 0 is that of the file")
    parser.add_argument("--sanitized", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    runner = Runner(options)
    failed = count = 0
    for file in options.files:
        for i, case in enumerate(read_cases(file)):
            if options.only in case.name and i % options.share == options.first:
                failed += not runner.check(case)
                count += 1
    print(f"{count - failed} passed, {failed} failed")
    sys.exit(failed > 0 or count == 0)


if __name__ == "__main__":
    main()
