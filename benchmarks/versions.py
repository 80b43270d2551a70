"""What each version scores, costs and weighs: ``python benchmarks/versions.py``.

Writes docs/versions.md. A version is the last commit before the next one begins, found in the
history of ``timegraph/_version.py``. Each is checked out into a temporary folder and does the same
work on the same files, in processes that take turns; times are processor time as a share of what
this version takes, so the machine and other work on it fall out. The files are the example kit and
one link list that this script makes from a seed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from folders import DOCS

__all__ = ["Figures", "Version", "first_commits", "page"]

ROOT = DOCS.parent
_VERSION_FILE = "timegraph/_version.py"
_WRITTEN = re.compile(r'^__version__ = "([^"]+)"', re.MULTILINE)
_F1 = re.compile(r"^(careful|hasty)\s.*?(\d\.\d{3})\*?\s*$", re.MULTILINE)
_KIT = "examples/kit"
_INTRODUCTION = """\
# Figures by version

What each version scores on the example kit, and what it costs, as a share of the processor time of
the last row. Not here: how fast the last one is ([benchmarks](benchmarks.md)); why a score changed
("Score-changing" in the [changelog](../CHANGELOG.md)). You need: nothing; `python
benchmarks/versions.py` writes the page.

`start`: `timegraph --help`. `ask`: one question to a document of the kit. `score`: the kit with two
systems. `contradictions`: `ask` in 1,000 events with 5,000 random links. `lines`: Python of the
product (`timegraph/`, `timeml/`, `cli.py`).
"""


@dataclass(frozen=True)
class Version:
    """A version, and the last commit that has it."""

    name: str
    commit: str
    date: str


@dataclass(frozen=True)
class Figures:
    """What a version scores (F1 by system), takes (seconds by task) and weighs (lines)."""

    scores: dict[str, str]
    seconds: dict[str, float]
    lines: int


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


def first_commits(log: str) -> list[tuple[str, str]]:
    """``(name, commit)`` of the first commit of each version, oldest first.

    Args:
        log: What ``git log --reverse --format=%h -p`` prints for the file with the version.
    """
    firsts = []
    commit = ""
    for line in log.splitlines():
        if re.fullmatch(r"[0-9a-f]{7,40}", line):
            commit = line
        elif written := _WRITTEN.match(line.removeprefix("+")):
            firsts.append((written[1], commit))
    return [firsts[i] for i in range(len(firsts)) if not i or firsts[i][0] != firsts[i - 1][0]]


def _versions() -> Iterator[Version]:
    log = _git("log", "--reverse", "--format=%h", "-U0", "-p", "--", _VERSION_FILE)
    added = "\n".join(line for line in log.splitlines() if not line.startswith("-"))
    firsts = first_commits(added)
    ends = [f"{commit}~" for _, commit in firsts[1:]] + ["HEAD"]
    for (name, _), end in zip(firsts, ends, strict=True):
        commit, date = _git("log", "-1", "--format=%h %cs", end).split()
        yield Version(name, commit, date)


def _links(path: Path) -> None:
    rng = random.Random(0)
    pairs = [rng.sample(range(1000), 2) for _ in range(5000)]
    path.write_text("".join(f"d\te{a}\te{b}\tBEFORE\n" for a, b in pairs))


def _tasks(links: Path) -> dict[str, list[str]]:
    document = next(iter(sorted((ROOT / _KIT / "gold").rglob("*.tml"))))
    ids = re.findall(r'eiid="(\w+)"', document.read_text())
    question = f"IS {ids[0]} BEFORE {ids[1]}"
    return {
        "start": ["--help"],
        "ask": ["ask", str(document), question],
        "score": ["score", "--kit", str(ROOT / _KIT)],
        "contradictions": ["ask", str(links), "IS e1 BEFORE e2"],
    }


def _run(root: Path, words: list[str]) -> tuple[float, str]:
    """Processor time in seconds of a command of the checkout in ``root``, and what it prints."""
    before = os.times()
    # Byte code is kept, as where a user has installed it.
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    finished = subprocess.run(
        [sys.executable, str(root / "cli.py"), *words],
        env={**own, "PYTHONPATH": str(root), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    after = os.times()
    if finished.returncode > 1:
        raise SystemExit(f"versions.py: {' '.join(words)} in {root}: {finished.stderr}")
    used = after.children_user + after.children_system
    return used - before.children_user - before.children_system, finished.stdout


def _lines(root: Path) -> int:
    files = [*root.glob("timegraph/**/*.py"), *root.glob("timeml/**/*.py"), root / "cli.py"]
    return sum(len(path.read_text().splitlines()) for path in files)


def _measured(roots: dict[Version, Path], links: Path, *, rounds: int) -> dict[Version, Figures]:
    tasks = _tasks(links)
    taken: dict[tuple[Version, str], list[float]] = {}
    scores: dict[Version, dict[str, str]] = {}
    for turn in range(rounds + 1):  # the first compiles, and is not counted
        for task, words in tasks.items():
            for version, root in roots.items():
                seconds, printed = _run(root, words)
                if task == "score":
                    scores[version] = dict(_F1.findall(printed))
                if turn:
                    taken.setdefault((version, task), []).append(seconds)
    return {
        version: Figures(
            scores[version],
            {task: median(taken[version, task]) for task in tasks},
            _lines(root),
        )
        for version, root in roots.items()
    }


def page(figures: dict[Version, Figures]) -> str:
    """The page, with a row for each version, oldest first."""
    last = list(figures.values())[-1]
    head = ["version", "commit", "date", *last.scores, *last.seconds, "lines"]
    rows = [head, ["--"] * len(head)]
    for version, measured in figures.items():
        shares = (f"{measured.seconds[task] / last.seconds[task]:.2f}" for task in last.seconds)
        scored = (measured.scores.get(system, "") for system in last.scores)
        names = (version.name, version.commit, version.date)
        rows.append([*names, *scored, *shares, f"{measured.lines:,}"])
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"{_INTRODUCTION}\n{table}\n"


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        roots = {}
        for version in _versions():
            root = Path(folder) / version.commit
            _git("worktree", "add", "--detach", "--quiet", str(root), version.commit)
            roots[version] = root
        links = Path(folder) / "links.tsv"
        _links(links)
        try:
            figures = _measured(roots, links, rounds=rounds)
        finally:
            for root in roots.values():
                _git("worktree", "remove", "--force", str(root))
    (DOCS / "versions.md").write_text(page(figures))


if __name__ == "__main__":
    main()
