"""What the comparisons with other libraries share. Each is called as

    <script> ANSWERS [--seed 1] [--rows 20000]

where ANSWERS is the program built from answers.c.
"""

import argparse
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "oracle"))


def begin(description, rows=20000):
    """Read the command line: (random numbers of its seed, how many rows, a function that asks)."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("answers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=rows)
    args = parser.parse_args()
    print(f"seed {args.seed}, {args.rows} rows")

    def ask(pairs):
        """What the core says of each pair of shapes: (overlap, touch, pixel), each True, False or
        None."""
        text = "".join(f"| {a.text()} | {b.text()}\n" for a, b in pairs)
        run = subprocess.run([args.answers], input=text, check=True, capture_output=True, text=True)
        answers = run.stdout.splitlines()
        if len(answers) != len(pairs):
            sys.exit(f"{len(pairs)} rows, but {len(answers)} answers")
        meaning = {"1": True, "0": False, "-": None}
        return [tuple(meaning[c] for c in line) for line in answers]

    return random.Random(args.seed), args.rows, ask


class Faults:
    """Counts what differs and prints the first few."""

    def __init__(self):
        self.count = 0

    def add(self, text, a, b):
        self.count += 1
        if self.count <= 10:
            print(f"{text}\n  | {a.text()} | {b.text()}", file=sys.stderr)

    def end(self):
        sys.exit(f"{self.count} answers differ" if self.count else 0)
