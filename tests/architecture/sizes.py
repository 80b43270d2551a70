"""How long a file may be, and that each folder of modules is a package."""

from __future__ import annotations

from collections.abc import Iterator

from tests.architecture.house import House
from tests.architecture.rule import Fault, Rule

MOST_LINES = 800
"""A file is one idea, whole; what is longer is usually two."""


def long_files(house: House) -> Iterator[Fault]:
    for module in house.modules.values():
        if module.lines > MOST_LINES:
            reason = f"has {module.lines} lines; {MOST_LINES} are the limit"
            yield Fault(module.name, module.name, reason)


def nameless(house: House) -> Iterator[Fault]:
    """Folders of modules without __init__.py, which packaging would leave out."""
    for module in house.modules.values():
        folder = module.path.rpartition("/")[0]
        if folder and folder.replace("/", ".") not in house.modules:
            yield Fault(folder, module.name, f"has no {folder}/__init__.py")


def long_file(lines: int) -> str:
    return "a = 1\n" * lines


RULES = (
    Rule(
        "files are short",
        long_files,
        noticed=({"timegraph/a.py": long_file(MOST_LINES + 1)},),
        allowed=({"timegraph/a.py": long_file(MOST_LINES)},),
    ),
    Rule(
        "folders are packages",
        nameless,
        noticed=({"timegraph/__init__.py": "", "timegraph/facts/fact.py": ""},),
        allowed=({"timegraph/__init__.py": "", "timegraph/a.py": "", "cli.py": ""},),
    ),
)
