"""The page of measured figures, ``docs/benchmarks.md``, and tables for other pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from textwrap import fill

from folders import DOCS
from measuring import Result, duration, factor, memory

from timegraph.report import Column, Report, Table, TableOptions, render

__all__ = ["is_shown", "put_into", "write_page"]

_INTRODUCTION = """# Benchmarks

Times and memory of closing graphs, asking, reading, scoring and searching, compared with other
libraries. Not here: rows for developers, which `python benchmarks/run.py` prints; what a version
costs ([versions](versions.md)). You need: to know what a [closure](glossary.md) is.

Measured on: {machine}.
Compare ratios, not seconds: machines of this kind differ by a factor of up to two.

Times are the best of several runs, or medians where two ways run in turn. All libraries start from
the same integer arrays, and the time to make their own graph counts. They get equal points merged.
Compiling is not counted; see [starting up](#starting-up). The memory of others is what Python and
numpy allocated, not a library's own heap.

Graphs are drawn from fixed seeds. *Document*: sections of 90 entities with a date, with links as in
TempEval-3's corpora. *Cross-document*: many texts anchored in one calendar. *Chain*: everything in
a row. *Dense*: five links per entity, between entities anywhere. An entity has two points.

To measure again: `pip install '.[bench]'`, then `python benchmarks/run.py` (`--quick`: a minute;
`--publish`: write this page; `--only SECTION`: a part). `python benchmarks/against.py
OLDER_CHECKOUT` compares two versions.

![Time and memory against the number of points, a line per library](benchmarks.png)
"""

_Cell = Callable[[Result], str | None]
_LIBRARIES = ("networkx", "scipy", "rustworkx", "igraph")


def _points(result: Result) -> str:
    return f"{result.points:,}"


def _time(result: Result) -> str | None:
    return duration(result.seconds)


def _other(result: Result) -> str | None:
    return duration(result.other)


def _ratio(result: Result) -> str | None:
    return None if result.ratio is None or result.against == "goal" else factor(result.ratio)


def _against(result: Result) -> str:
    """What it is compared with; goals are for the developers."""
    if not result.other or result.against == "goal":
        return ""
    return f"{result.against}, {duration(result.other)}"


def _what(result: Result) -> str:
    return result.what


def _shape(result: Result) -> str:
    return result.shape


def _documents(result: Result) -> str:
    return f"{result.shape}: {result.note}"


def _memory(result: Result) -> str | None:
    return memory(result.memory)


def _note(result: Result) -> str:
    return result.note.partition("; goal")[0]


def _first_note(result: Result) -> str:
    return result.note.partition(";")[0]


def _compared(result: Result) -> str:
    """What it is compared with, or its note; not the figures for each k."""
    return _against(result) or ("" if result.note.startswith("k=") else result.note)


def _all(result: Result) -> bool:
    return True


def _growing(result: Result) -> bool:
    """A call that grows by more than a little over its entities, or takes a while with dates."""
    long = result.shape == "dates, 5 % wrong" and (result.seconds or 0) > 0.1
    others = result.shape in ("order, 5 % wrong", "dates", "dates, 30 % wrong")
    return long or ((result.ratio or 0) > 2.6 and not others)


_LARGE = ("document", "cross-document", "chain", "random", "layers", "many chains")
"""The shapes of graphs of a million points that the page has: the usual and the hardest."""


def _lived_with(result: Result) -> bool:
    """The rows about one policy, and the largest graphs."""
    what, _, policy = result.what.partition(", drop-")
    if what == "retract and ask":
        return result.points == 100_000 and result.shape not in ("chain", "random")
    if what == "question after a link":
        return result.shape == "document"
    others = what == "peak" or what.endswith(", error") or policy == "constraint"
    return not others and result.shape != "random"


@dataclass(frozen=True)
class _Section:
    """A heading, what its figures mean, and the columns of its table."""

    title: str
    text: str
    columns: tuple[tuple[str, _Cell], ...] = ()
    libraries: tuple[str, ...] = ()
    """Instead of columns: a column for each of these, with how many times longer they take."""
    shown: Callable[[Result], bool] = _all
    """Which of the measured rows are on the page."""

    def table(self, results: Sequence[Result]) -> str:
        return _pivot(results, self.libraries) if self.libraries else _plain(results, self.columns)


_SECTIONS = {
    "closure": _Section(
        "Against other libraries",
        "How many times longer the others take. Small graphs are closed in pure Python, "
        "unless the kernels are loaded already: loading them takes longer than closing a "
        "document.",
        libraries=("timegraph, pure Python", *_LIBRARIES),
        shown=lambda r: r.points in (200, 2_000),
    ),
    "queries": _Section(
        "Queries",
        "`ask` with strings for ids, drawn at random, one after the other in a Python loop; "
        "`ask_many` with arrays of positions; `relation_matrix` per pair of entities. Graphs are "
        "shaped like documents.",
        (("query", _what), ("points", _points), ("each", _time)),
        shown=lambda r: r.shape == "document",
    ),
    "conflicts": _Section(
        "Contradictions",
        "A hundred thousand links, ten of which contradict those before them, and random links "
        "that mostly contradict: from the first that is added to the first answer, or to the "
        "exception. The outcome is that of trying them one by one.",
        (("policy", _what), ("shape", _shape), ("seconds", _time),
         ("", _first_note)),
        shown=lambda r: r.shape != "random links" or r.points == 32_000,
    ),
    "reading": _Section(
        "Reading",
        "",
        (("what", _what), ("documents", _documents), ("per document", _time),
         ("against", _against), ("ratio", _ratio)),
        shown=lambda r: r.shape == "TimeBank",
    ),
    "formats": _Section(
        "Reading other formats",
        "Processor time for a million bytes of a corpus, from memory, and its ratio to that of "
        "TimeBank's TimeML. In NarrativeTime's own format each pair of entities is a link: by the "
        "byte there are a hundred times as many links as in TimeML, and eight times as many as in "
        "a list of links.",
        (("format", _what), ("corpus", _shape), ("a million bytes", _time),
         ("ratio", _ratio)),
    ),
    "awareness": _Section(
        "Temporal awareness",
        "From files to figures, in processor time, compared with reading and aligning the same "
        "files.",
        (("what", _what), ("documents", _documents), ("in all", _time),
         ("reading and aligning", _other), ("ratio", _ratio)),
        shown=lambda r: r.what == "default",
    ),
    "metric": _Section(
        "Distances",
        "Bounds on the distances between points of a graph with durations and dates.",
        (("what", _what), ("points", _points), ("time", _time), ("against", _against),
         ("ratio", _ratio), ("memory", _memory)),
        shown=lambda r: r.points == 100_000 or r.against not in ("", "goal"),
    ),
    "calls": _Section(
        "Growth of calls",
        "How many times longer a call takes with twice as many entities, up to 8,000, in processor "
        "time. Graphs have two links or distances for each entity, and dates a year for each. The "
        "table has what grows by more than 2.6, and in a graph with dates and wrong links what "
        "takes more than a tenth of a second; of graphs that are alike it has one."
        "\n\n"
        "What grows by more than 2.6 has a reason. A matrix has a cell for each pair: 4 times as "
        "many with each doubling, more time where they leave the processor's caches, and for dates "
        "shortest paths. The best of weighted links is searched for. `explain` proves an unknown "
        "by two orders of all points, and the ten proofs differ in length. `conflicts` and "
        "`snapshot` copy lists. Hard choices in networks are searched for, which may take "
        "exponential time.",
        (("call", _what), ("graph", _shape), ("time", _time), ("growth", _ratio)),
        shown=_growing,
    ),
    "networks": _Section(
        "Networks with choices",
        "Random networks, built and decided, compared with python-sat (Cadical) with a lean "
        "encoding, whose transitivity is added as answers break it; at 80 intervals it was not "
        "waited for. Schedules are OR-tools' own ground, and it wins there.\n\n![Growth at the "
        "phase transition, and the transition at 50 intervals](networks.png)",
        (("network", _what), ("intervals", _points), ("time", _time), ("against", _against),
         ("ratio", _ratio), ("", _note)),
        shown=lambda r: "(n" not in r.what or "9.5" in r.what,
    ),
    "proofs": _Section(
        "Proofs",
        "The median of `explain`, for pairs drawn at random, and that of `ask`. An "
        "*unknown* is proved by two orders of all points, the others by chains of links.",
        (("answer", _what), ("documents", _documents), ("proof", _time), ("asking", _other),
         ("ratio", _ratio)),
        shown=lambda r: r.shape == "TimeBank",
    ),
    "facts": _Section(
        "Dated facts",
        "Questions in English about 2,000 groups of 18 facts, read from the file, answered and "
        "scored in one process; and one question on a base that is loaded.",
        (("what", _what), ("time", _time), ("", _note)),
    ),
    "corpus": _Section(
        "Many documents",
        "*closed*: read, built, closed and asked; *aligned*: with a key read and aligned as "
        "well.",
        (("what", _what), ("documents", _shape), ("each", _time), ("against", _against),
         ("ratio", _ratio), ("", _note)),
        shown=lambda r: r.seconds is not None and bool(r.shape),
    ),
    "large": _Section(
        "A million points",
        "The index that the library chooses (see [large graphs](large.md)), from integer "
        "arrays, and a query to it; then a whole graph of random links."
        "\n\n"
        "![Time, memory and time per query against the number of points](large.png)",
        (("what", _what), ("shape", _shape), ("time", _time), ("memory", _memory), ("", _note)),
        shown=lambda r: r.points == 1_000_000 and r.shape in _LARGE,
    ),
    "stream": _Section(
        "Streams",
        "Links of a growing text, added one by one, each checked; queries after every "
        "thousandth. Then the same links under `drop-link`, in pieces or one by one. All in "
        "processor time, with the questions.",
        (("what", _what), ("each", _time), ("memory", _memory), ("", _note)),
    ),
    "live": _Section(
        "Graphs to live with",
        "16,000 links are added one by one under `drop-link`, with a question about two entities "
        "drawn at random after each k of them (k = 1, 3, 10, 50, 200). A row has the worst of the "
        "five: the median question, all calls together, and the slowest call without the pauses of "
        "Python's garbage collector, which take up to half a second. `drop-constraint` takes about "
        "as long. Sources are retracted from 100,000 links.\n\n"
        "Where 200 links are added between questions, what a question needs has left the "
        "processor's caches, and the question also decides about links that wait. Graphs with "
        "distances, which read more tables, take longest.",
        (("what", _what), ("shape", _shape), ("time", _time), ("", _compared)),
        shown=_lived_with,
    ),
    "startup": _Section(
        "Starting up",
        "Whole processes, compared with `python -c 'import click, lxml.etree'`. The kernels are "
        "loaded only for large graphs; the first time on a machine they are compiled as well, "
        "which takes half a minute (`timegraph warm-up` does it beforehand).",
        (("process", _what), ("time", _time), ("ratio", _ratio)),
    ),
}  # fmt: skip


def _pivot(results: Sequence[Result], libraries: Sequence[str]) -> str:
    """A row for each shape and size: our time, and how many times longer the others take."""
    columns = [Column("shape"), Column("points"), Column("timegraph"), Column("memory")]
    columns += [Column(library) for library in libraries]
    cells: dict[tuple[str, int], dict[str, str]] = {}
    for result in results:
        row = cells.setdefault((result.shape, result.points), {})
        if result.ratio is None or not result.against:
            row["timegraph"] = duration(result.seconds) or ""
            row["memory"] = memory(result.memory) or ""
        else:
            row.setdefault("timegraph", duration(result.seconds) or "")
            row[result.against] = f"{factor(result.ratio)} x"
    rows = tuple(
        (shape, f"{size:,}", *(row.get(column.name) for column in columns[2:]))
        for (shape, size), row in cells.items()
    )
    used = [k for k in range(len(columns)) if any(row[k] for row in rows)]
    shown = tuple(tuple(row[k] for k in used) for row in rows)
    return _markdown(Table(tuple(columns[k] for k in used), shown))


def _plain(results: Iterable[Result], columns: Sequence[tuple[str, _Cell]]) -> str:
    rows = tuple(tuple(cell(result) for _, cell in columns) for result in results)
    return _markdown(Table(tuple(Column(title) for title, _ in columns), rows))


def _markdown(table: Table) -> str:
    return render(Report([table]), TableOptions("markdown"))


def is_shown(result: Result) -> bool:
    """Whether the page has a row for a result."""
    section = _SECTIONS.get(result.section)
    return section is not None and section.shown(result)


def write_page(results: Sequence[Result], machine: dict[str, str], path: Path) -> None:
    """Write the page; sections that were not measured stay as they are in it."""
    described = [f"{name} {value}" for name, value in machine.items() if name != "pace"]
    introduction = _INTRODUCTION.format(machine=", ".join(described))
    parts = [introduction]
    earlier = _sections_of(path)
    for name, section in _SECTIONS.items():
        measured = [r for r in results if r.section == name and is_shown(r)]
        if measured:
            text = [
                fill(paragraph, 100, break_on_hyphens=False)
                for paragraph in section.text.split("\n\n")
            ]
            day = f"Measured on {date.today():%Y-%m-%d}."
            part = [f"## {section.title}", *text, day, section.table(measured)]
            parts.append("\n\n".join(filter(None, part)))
        elif section.title in earlier:
            parts.append(earlier[section.title])
    path.write_text("\n".join(part.rstrip("\n") + "\n" for part in parts), encoding="utf-8")


def _sections_of(path: Path) -> dict[str, str]:
    """The sections of the page as it is, by their titles."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    _, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    return {part.partition("\n")[0]: f"## {part}" for part in parts}


def put_into(page: str, script: str, table: str) -> None:
    """Write what a script measured where a page of docs says that it belongs."""
    text = (DOCS / page).read_text(encoding="utf-8")
    head = re.escape(f"<!-- Made by benchmarks/{script}. -->\n\n")
    made = re.compile(rf"(?<={head}).*?(?=<!-- End of what is made)", re.DOTALL)
    text, count = made.subn(lambda old: table + "\n\n", text)
    if count != 1:
        raise SystemExit(f"docs/{page} marks {count} parts that {script} makes")
    (DOCS / page).write_text(text, encoding="utf-8")
