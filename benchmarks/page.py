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

__all__ = ["put_into", "write_page"]

_INTRODUCTION = """# Benchmarks

What timegraph's closure takes, beside networkx, scipy, rustworkx and igraph, beside the textbook's
algorithms in compiled code, and beside a bare loop over the same words, which no closure by bit
rows can do without. `python benchmarks/run.py` measures all of it in some minutes (`--quick`: a
minute; `pip install '.[bench]'` installs the other libraries), and `--publish` writes this page
(with `--only SECTION`, that section of it).
`python benchmarks/against.py OLDER_CHECKOUT` compares two versions of timegraph.

Measured on: {machine}. A section with a
date was measured by itself on that day: compare its ratios with those of others, not its seconds,
since machines of this kind differ by a factor of up to two. A *goal* is so many times what a
yardstick takes in the same run, and is shown as the time that this makes:
{pace}.

Times are the best of several runs, or medians where two ways run in turn. All start from the same
integer arrays, and include the time that a library needs to make its own graph of them; the others
get a graph in which equal points are merged already. Compiling, which happens once on a machine, is
not counted; see [start-up](#starting-up). The memory of others is what Python and numpy allocated,
not a library's own heap.

The graphs are drawn, from fixed seeds, in four shapes. *Document*: sections of 90 entities with a
date; number, length and relations of the links, and how much follows from them, as in TempEval-3's
corpora. *Cross-document*: many texts anchored in one calendar. *Chain*: everything in a row.
*Dense*: five links per entity, between entities anywhere. An entity has two points.

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
    return None if result.ratio is None else factor(result.ratio)


def _against(result: Result) -> str:
    return f"{result.against}, {duration(result.other)}" if result.other else ""


def _ceiling(result: Result) -> str | None:
    return None if result.target is None else f"at most {factor(result.target)}"


def _share(result: Result) -> str:
    return f"{100 * (result.ratio or 0):.0f} %"


def _what(result: Result) -> str:
    return result.what


def _shape(result: Result) -> str:
    return result.shape


def _documents(result: Result) -> str:
    return f"{result.shape}: {result.note}"


def _memory(result: Result) -> str | None:
    return memory(result.memory)


def _note(result: Result) -> str:
    return result.note


@dataclass(frozen=True)
class _Section:
    """A heading, what its figures mean, and the columns of its table."""

    title: str
    text: str
    columns: tuple[tuple[str, _Cell], ...] = ()
    libraries: tuple[str, ...] = ()
    """Instead of columns: a column for each of these, with how many times longer they take."""

    def table(self, results: Sequence[Result]) -> str:
        return _pivot(results, self.libraries) if self.libraries else _plain(results, self.columns)


_SECTIONS = {
    "closure": _Section(
        "Against other libraries",
        "How many times longer the others take. Small graphs are closed in pure Python, "
        "unless the kernels are loaded already: loading them takes longer than closing a "
        "document.",
        libraries=("timegraph, pure Python", *_LIBRARIES),
    ),
    "textbook": _Section(
        "Against the textbook",
        "Warshall's algorithm and the method of the four Russians, compiled and over bit "
        "rows.",
        libraries=("warshall", "four-russians"),
    ),
    "bound": _Section(
        "Against the bound",
        "The share of the time that a bare compiled loop needs to OR the same words, given a "
        "list of what to OR. In graphs shaped like documents there is little to OR; the time "
        "goes into the order of the points.",
        (("shape", _shape), ("points", _points), ("words", lambda r: r.note.partition(" ")[0]),
         ("bare loop", _other), ("timegraph", _time), ("share", _share)),
    ),
    "growth": _Section(
        "Growth",
        "Many small graphs are closed in turn, so that none of them stays in the caches.",
        (("shape", _shape), ("points", _points), ("time", _time), ("to half the size", _ratio),
         ("memory", _memory)),
    ),
    "paths": _Section(
        "Fast paths",
        "Each fast path of the closure beside the plain way to do the same: median processor "
        "times of the two in turn. Where the ratio is below 1, the plain way is faster in that "
        "shape. The module is one of `timegraph/_closure`.",
        (("path", _what), ("instead of", lambda r: r.against), ("shape", _shape),
         ("points", _points), ("time", _time), ("plain way", _other), ("ratio", _ratio),
         ("module", _note)),
    ),
    "queries": _Section(
        "Queries",
        "`ask` with strings for ids, drawn at random, one after the other in a Python loop; "
        "`ask_many` with arrays of positions; `relation_matrix` per pair of entities.",
        (("query", _what), ("shape", _shape), ("points", _points), ("each", _time),
         ("goal", _other)),
    ),
    "conflicts": _Section(
        "Contradictions",
        "A hundred thousand links, ten of which contradict those before them: from the first "
        "that is added to the first answer, or to the exception. The outcome is that of "
        "trying them one by one.",
        (("policy", _what), ("shape", _shape), ("seconds", _time), ("goal", _other), ("", _note)),
    ),
    "reading": _Section(
        "Reading",
        "",
        (("what", _what), ("documents", _documents), ("per document", _time),
         ("against", _against), ("ratio", _ratio), ("goal", _ceiling)),
    ),
    "formats": _Section(
        "Reading other formats",
        "Processor time for a million bytes of a corpus, from memory, in turn with TimeBank's "
        "TimeML. In NarrativeTime's own format a line of JSON puts spans on a timeline, and each "
        "pair of entities is a link: so by the byte there are a hundred times as many links as in "
        "TimeML, and eight times as many as in a list of links.",
        (("format", _what), ("corpus", _shape), ("a million bytes", _time), ("TimeML", _other),
         ("ratio", _ratio), ("goal", _ceiling), ("", _note)),
    ),
    "awareness": _Section(
        "Temporal awareness",
        "From files to figures, in processor time, beside reading and aligning the same files "
        "alone.",
        (("what", _what), ("documents", _documents), ("in all", _time),
         ("reading and aligning", _other), ("ratio", _ratio), ("goal", _ceiling)),
    ),
    "metric": _Section(
        "Distances",
        "Bounds on the distances between points of a graph with durations and dates.",
        (("what", _what), ("points", _points), ("time", _time), ("against", _against),
         ("ratio", _ratio), ("memory", _memory), ("", _note)),
    ),
    "calls": _Section(
        "Growth of calls",
        "How many times longer a call takes with twice as many entities, in processor time (the "
        "median of three below a second). Graphs have two links or distances for each entity, and "
        "dates a year for each, around a hidden truth that some contradict. What grows by more "
        "than 2.6 has a reason. A matrix has the square of the entities, which is 4 times as many "
        "cells with each doubling; the cells of order take longer where 128 MB of them leave the "
        "processor's caches (3.7 ns to 5.7 ns), and those of dates come of shortest paths, which "
        "take the logarithm of the points as well. The best of weighted links is searched for. "
        "`explain` proves an unknown by two whole orders of all points: from 2,000 entities of "
        "order to 32,000 it takes 1.9 to 2.4 times as long with each doubling; with dates the ten "
        "proofs differ in length, so that single doublings take 1.4 to 4.6 times as long, and "
        "those from 2,000 to 16,000 together 2.3 to 2.8 times a doubling. `conflicts` and "
        "`snapshot`, which copy lists, take some milliseconds. Choices in networks are tried one "
        "way through, each as the times of the graph have it or nearest to that. Where that does "
        "not get through, as where choices are hard, they are searched for with a set, and where "
        "something is measured a bound, for each pair of the intervals that they are about: 4 "
        "times as many with each doubling, beside a search that is exponential.",
        (("call", _what), ("graph", _shape), ("entities", _points), ("time", _time),
         ("growth", _ratio), ("with half as many, and so on", _note)),
    ),
    "networks": _Section(
        "Networks with choices",
        "Random networks, built and decided; python-sat (Cadical) with a lean encoding, whose "
        "transitivity is added as answers break it; at 80 intervals it was not waited for. "
        "Schedules are OR-tools' own ground, and it wins there.\n\n![Growth at the phase "
        "transition, and the transition at 50 intervals](networks.png)",
        (("network", _what), ("intervals", _points), ("time", _time), ("against", _against),
         ("ratio", _ratio), ("", _note)),
    ),
    "proofs": _Section(
        "Proofs",
        "The median of `explain`, for pairs drawn at random, beside that of `ask`. An "
        "*unknown* is proved by two whole orders of all points, the others by chains of "
        "links.",
        (("answer", _what), ("documents", _documents), ("proof", _time), ("asking", _other),
         ("ratio", _ratio)),
    ),
    "facts": _Section(
        "Dated facts",
        "Questions in English about 2,000 groups of 18 facts, read from the file, answered and "
        "scored in one process; and one question on a base that is loaded.",
        (("what", _what), ("time", _time), ("goal", _other), ("", _note)),
    ),
    "corpus": _Section(
        "Many documents",
        "*closed*: read, built, closed and asked; *aligned*: with a key read and aligned as "
        "well. Memory is that of the process that hands out documents.",
        (("what", _what), ("documents", _shape), ("each", _time), ("against", _against),
         ("ratio", _ratio), ("memory", _memory), ("", _note)),
    ),
    "large": _Section(
        "A million points",
        "The index that the library chooses (see [large graphs](large.md)), from integer "
        "arrays, and a query to it; then a whole graph of random links. Goals are for the "
        "shapes that documents and random links have.\n\n"
        "![Time, memory and time per query against the number of points](large.png)",
        (("what", _what), ("shape", _shape), ("points", _points), ("time", _time),
         ("goal", lambda r: _other(r) if r.target else None), ("memory", _memory), ("", _note)),
    ),
    "stream": _Section(
        "Streams",
        "Links of a growing text, added one by one, each checked; queries after every "
        "thousandth. Then the same links under `drop-link`, in pieces or one by one. All in "
        "processor time, with the questions.",
        (("what", _what), ("points", _points), ("each", _time), ("goal", _other),
         ("memory", _memory), ("", _note)),
    ),
    "live": _Section(
        "Graphs to live with",
        "Links are added one by one, with a question about two entities drawn at random after "
        "each k of them (k = 1, 3, 10, 50, 200). A row has the worst of the five: the median "
        "question, all calls together beside the same stream under `error`, and the slowest call. "
        "Each call was timed in three streams. For questions and sums its fastest time counts; the "
        "peak is the slowest call of all three, beside the longest pause in which Python's garbage "
        "collector looked at all objects, and once without the collector's pauses.\n\n"
        "Where 200 links are added between questions, what a question needs has left the "
        "processor's caches: under `error`, one that took 15 µs took 3 µs when it was asked again "
        "at once. Under the other policies a question also decides about links that wait. With "
        "distances, where a question reads more tables, it takes a little more than the 20 µs that "
        "are the goal.",
        (("what", _what), ("shape", _shape), ("links", _points), ("time", _time),
         ("against", _against), ("ratio", _ratio), ("by k", _note)),
    ),
    "startup": _Section(
        "Starting up",
        "Whole processes, beside `python -c 'import click, lxml.etree'`. The kernels are "
        "loaded only for large graphs; the first time on a machine they are compiled as well,"
        " which takes some seconds.",
        (("process", _what), ("time", _time), ("ratio", _ratio), ("goal", _ceiling)),
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


def write_page(results: Sequence[Result], machine: dict[str, str], path: Path) -> None:
    """Write the page; sections that were not measured stay as they are in it."""
    described = [f"{name} {value}" for name, value in machine.items() if name != "pace"]
    introduction = _INTRODUCTION.format(machine=", ".join(described), pace=machine["pace"])
    parts = [introduction]
    earlier = _sections_of(path)
    for name, section in _SECTIONS.items():
        measured = [result for result in results if result.section == name]
        if measured:
            text = [fill(paragraph, 100) for paragraph in section.text.split("\n\n")]
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
