"""Check that the project's texts are written in plain English, with its own names.

    words.py SOURCE_DIR [PATH...]

Reads every text below READ, or the given files and folders, and prints file:line, the words found
and what to write instead. In tests it reads names as well, whose words are joined by underscores. People are "who"; items, boxes, worlds and functions are "it" or "they".
"""

import re
import sys
from pathlib import Path

READ = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "docs/README.md",
    "docs/explanations",
    "docs/guides",
    "docs/reference",
    "docs/tutorial",
    "scripts",
    "src/core",
    "src/lua",
    "src/sandbox",
    "tests",
]
NOT_READ = {"tests/checks/words.py"}  # names what it bans
SUFFIXES = {"", ".c", ".cpp", ".h", ".lua", ".md", ".py", ".txt"}

PERSON = (r"people|persons?|users?|readers?|players?|authors?|makers?|owners?|strangers?|"
          r"engineers?|programmers?|writers?|contributors?|friends?|someone|everyone|they|you")

# (pattern, what to write instead). Matched in each line, in any case.
RULES = [
    (r"\b(?:whom|whoever|whomever)\b",
     "name the thing: \"items that ...\", \"the box that ...\""),
    (r"\b(?:somebody|nobody|anybody)\b",
     "name the thing: \"an item\", \"no item\", \"any box\""),
    (r"\bwho\b",
     "\"that\" for a thing; \"who\" only right behind a word for people"),
    (r"\b(?:is|are|was|were|be|been) told\b",
     "\"receives\", or name the source: \"the status line names ...\""),
    (r"\btells? (?:of|what|whether|which|how|it|them|all|nothing)\b",
     "\"reports\", \"returns\", \"describes\""),
    (r"\bask(?:s|ed)? about\b", "\"checks\", \"tests\", \"queries\""),
    (r"\bheed(?:s|ed)?\b", "\"uses\", \"respects\""),
    (r"\bso (?:many|much)\b(?! (?:as|that|more|less|better|faster|slower))",
     "a number with its unit, or \"that many\""),
    (r"\bbe (?:it|they) (?:a|an|the|among|by|in|of)\b", "\"even if it is\", \"also\""),
    (r"\bsuch as (?:are|is|have|has|do|does)\b", "\"items that are ...\""),
    (r"\b(?:is|are) of no (?:weight|matter)\b", "\"Ignored if ...\""),
    (r"\bis had\b", "\"has\", with its subject"),
    (r"\bcomes? to (?:the same|nothing|another|other)\b", "\"gives\", \"returns\", \"ends in\""),
    (r"(?-i:(?:^|[.:;|] |- |\* |-- |/// |# )What) [^?|#]*\b(?:is|are|was|were|has|have|does|do|may|"
     r"can|must|stands?|comes?|goes|falls?|moves?|begins?|ends?)\b(?![^.|]*\?)",
     "name the subject: \"Items that ...\", \"The text that ...\""),
    (r"(?:\bstatic void |\bdef test |\bit\(\")what (?!are the )",
     "name the subject of the case"),
    (r"\bhb_(?:escape|slips|slip_past|answer|is_grid)\b|\b(?:contactOf|twofold)\b",
     "the names in the glossary of CONTRIBUTING.md"),
    (r"\b(?:world|thing|scene|[ts]):(?:part|turn|met|shove|go|contactOf|setBroad|adopt)\b"
     r"|\bshape:(?:turned|placed)\b", "the name in docs/reference"),
]
ALLOWED = rf"\b(?:{PERSON}),? who\b|^##+ (?:Who|What)\b"
COMPILED = [(re.compile(pattern, re.IGNORECASE), advice) for pattern, advice in RULES]

# Each must be found, as (line, words found) ...
PLANTED = [
    ("A rule decides whom the mover meets.", "whom"),
    ("-- Whoever lets go of it stays down.", "Whoever"),
    ("A rule without a response stops nobody; on names the function.", "nobody"),
    ("/// Who is round below rolls over their edges.", "Who"),
    ("an item who overlaps", "who"),
    ("What was decided when two met holds until they part.", "What was"),
    ("- What is drawn is seen.", "What is"),
    ("A misspelt layer is told once.", "is told"),
    ("`world:carry` tells what is crushed", "tells what"),
    ("the filter asks about each item", "asks about"),
    ("input:down heeds the left stick", "heeds"),
    (">= 1, of which 64 count: so many find the pairs", "so many find"),
    ("Who could get out is not, be it among 256 others", "be it among"),
    ("numbers such as are no doubles", "such as are"),
    ("the option is of no weight then", "is of no weight"),
    ("each run comes to the same states", "comes to the same"),
    ("A page for who comes from bump.lua", "who"),
    ("a look is had at each", "is had"),
    ("static void what is crossed is reported(void **state)", "what"),
    ("int hb_escape(void);", "hb_escape"),
    ("`world:part(item)` finds a way out", "world:part"),
]
# ... and in these nothing.
PLAIN = [
    "A one-way item blocks movers that come from above.",
    "## Who needs this page",
    "Users who trust the author of a script open the cage.",
    "For people, who read a page once.",
    "## What it is not good for",
    "What is a contact policy?",
    "What does `touch` mean, and what is exact?",
    "The shape whose radius is zero.",
    "It is so much faster that nothing else matters.",
    "Ignored if the item has no mask.",
]


def find(line):
    """Yield (words found, what to write instead) of a line."""
    line = re.sub(ALLOWED, lambda m: " " * len(m[0]), line, flags=re.IGNORECASE)
    for pattern, advice in COMPILED:
        for match in pattern.finditer(line):
            yield match[0].strip(" .:;|-*/#"), advice


def check_rules():
    """Yield each fault of the rules themselves."""
    for line, words in PLANTED:
        if not any(words in found or found in words for found, _ in find(line)):
            yield f"words.py: {words!r} is not found in {line!r}"
    for line in PLAIN:
        for found, _ in find(line):
            yield f"words.py: {found!r} is found in {line!r}"
    for pattern, _ in COMPILED:
        if not any(pattern.search(line) for line, _ in PLANTED):
            yield f"words.py: no planted sentence is found by {pattern.pattern}"


def texts(source, paths):
    for path in (source / name for name in paths):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            name = str(file.relative_to(source))
            if file.is_file() and file.suffix in SUFFIXES and name not in NOT_READ:
                yield name, file


def main():
    source, paths = Path(sys.argv[1]), sys.argv[2:] or READ
    faults = list(check_rules())
    count = 0
    for name, path in texts(source, paths):
        count += 1
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        if name.startswith("tests/"):
            lines = [line.replace("_", " ") for line in lines]
        for number, line in enumerate(lines, 1):
            faults += [f"{name}:{number}: \"{words}\": {advice}" for words, advice in find(line)]
    print("\n".join(faults) or f"{count} files are plain")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
