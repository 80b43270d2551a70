"""The page of measured figures, ``docs/benchmarks.md``, written from results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from measuring import Result, duration, factor, memory

from timegraph.report import Column, Table, render

__all__ = ["write_page", "write_summary"]

_INTRODUCTION = """# Benchmarks

What timegraph's closure takes, beside what else one would take: networkx, scipy, rustworkx and
igraph, the textbook's algorithms in compiled code, and a bare loop over the same words, which no
closure by bit rows can do without. `python benchmarks/run.py` measures all of it in some minutes
(`--quick`: a minute; `pip install '.[bench]'` brings the other libraries), and `--publish` writes
this page.

Measured on: {machine}.

Times are the best of several runs, from the same integer arrays, with what each library needs to
make its own graph of them; the others are given a graph in which equal points are merged already.
Compiling, which happens once on a machine, is not counted; see [start-up](#starting-up). The
memory of others is what Python and numpy allocated, not a library's own heap.

The graphs are drawn, from fixed seeds, in four shapes. *Document*: sections of 90 entities with a
date; number, length and relations of the links, and how much follows from them, as in TempEval-3's
corpora. *Cross-document*: many texts anchored in one calendar. *Chain*: everything in a row.
*Dense*: five links an entity, between entities anywhere. An entity has two points.

![Time and memory against the number of points, a line a library](benchmarks.png)
"""


def _points(result: Result) -> str:
    return f"{result.points:,}"


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
    return render(
        Table(
            tuple(columns[k] for k in used),
            tuple(tuple(row[k] for k in used) for row in rows),
        ),
        "markdown",
    )


def _plain(
    results: Iterable[Result], columns: Sequence[tuple[str, Callable[[Result], str | None]]]
) -> str:
    rows = tuple(tuple(cell(result) for _, cell in columns) for result in results)
    return render(Table(tuple(Column(title) for title, _ in columns), rows), "markdown")


def _share(result: Result) -> str:
    return f"{100 * (result.ratio or 0):.0f} %"


def _per(result: Result) -> str | None:
    return duration(result.seconds)


def _times(result: Result) -> str | None:
    return None if result.ratio is None else factor(result.ratio)


def _goal(result: Result) -> str | None:
    return duration(result.other)


def _ceiling(result: Result) -> str | None:
    return None if result.target is None else f"at most {factor(result.target)}"


_BEGIN, _END = "<!-- benchmarks: begin -->\n", "<!-- benchmarks: end -->\n"
_LARGEST = 10_000


def write_summary(results: Sequence[Result], machine: dict[str, str], path: Path) -> None:
    """Put the closure of graphs of 10,000 points between two marks in the README."""
    found = [r for r in results if r.section == "closure" and r.points == _LARGEST]
    libraries = ("networkx", "scipy", "rustworkx", "igraph")
    about = (
        f"Closing a graph of {_LARGEST:,} points, and how many times longer others take ("
        + ", ".join(f"{name} {machine[name]}" for name in (*libraries, "python"))
        + f"; {machine['processor']}, {machine['cores']} cores). `python benchmarks/run.py` "
        "measures; [all figures](docs/benchmarks.md).\n\n"
    )
    before, begin, rest = path.read_text(encoding="utf-8").partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not (begin and end):
        raise ValueError(f"{path} has no place for a summary")
    text = before + begin + about + _pivot(found, libraries).rstrip("\n") + "\n" + end + after
    path.write_text(text, encoding="utf-8")


def write_page(results: Sequence[Result], machine: dict[str, str], path: Path) -> None:
    """Write the page; sections that were not measured are left out."""

    def of(section: str) -> list[Result]:
        return [result for result in results if result.section == section]

    about = ", ".join(f"{name} {value}" for name, value in machine.items())
    parts = [_INTRODUCTION.format(machine=about)]
    if found := of("closure"):
        libraries = ("timegraph, pure Python", "networkx", "scipy", "rustworkx", "igraph")
        parts.append(
            "## Against other libraries\n\nHow many times longer the others take. Small graphs are "
            "closed in pure Python, unless the kernels are\nloaded already: loading them takes "
            "longer than closing a document.\n\n" + _pivot(found, libraries)
        )
    if found := of("textbook"):
        parts.append(
            "## Against the textbook\n\nWarshall's algorithm and the method of the four Russians, "
            "compiled and over bit rows.\n\n" + _pivot(found, ("warshall", "four-russians"))
        )
    if found := of("bound"):
        columns = [
            ("shape", lambda r: r.shape),
            ("points", _points),
            ("words", lambda r: r.note.partition(" ")[0]),
            ("bare loop", _goal),
            ("timegraph", _per),
            ("share", _share),
        ]
        parts.append(
            "## Against the bound\n\nThe share of the time that a bare compiled loop needs to OR "
            "the same words, given a list of what to OR.\nIn graphs shaped like documents there is "
            "little to OR; the time goes into the order of the points.\n\n" + _plain(found, columns)
        )
    if found := of("growth"):
        columns = [
            ("shape", lambda r: r.shape),
            ("points", _points),
            ("time", _per),
            ("to half the size", _times),
            ("memory", lambda r: memory(r.memory)),
        ]
        parts.append(
            "## Growth\n\nOf small sizes many graphs are closed in turn, so that the processor "
            "knows none by heart.\n\n" + _plain(found, columns)
        )
    if found := of("queries"):
        columns = [
            ("question", lambda r: r.what),
            ("shape", lambda r: r.shape),
            ("points", _points),
            ("each", _per),
            ("goal", _goal),
        ]
        parts.append(
            "## Questions\n\n`ask` with strings for ids, drawn at random, one after the other in a "
            "Python loop; `ask_many` with arrays of\npositions; `relation_matrix` for a pair of "
            "entities.\n\n" + _plain(found, columns)
        )
    if found := of("conflicts"):
        columns = [
            ("policy", lambda r: r.what),
            ("shape", lambda r: r.shape),
            ("seconds", _per),
            ("goal", _goal),
            ("", lambda r: r.note),
        ]
        parts.append(
            "## Contradictions\n\nA hundred thousand links, ten of which contradict those before "
            "them: from the first that is added\nto the first answer, or to the exception. The "
            "outcome is that of trying them one by one.\n\n" + _plain(found, columns)
        )
    if found := of("reading"):
        columns = [
            ("what", lambda r: r.what),
            ("documents", lambda r: f"{r.shape}: {r.note}"),
            ("a document", _per),
            ("against", lambda r: f"{r.against}, {duration(r.other)}"),
            ("ratio", _times),
            ("goal", _ceiling),
        ]
        parts.append("## Reading\n\n" + _plain(found, columns))
    if found := of("awareness"):
        columns = [
            ("what", lambda r: r.what),
            ("documents", lambda r: f"{r.shape}: {r.note}"),
            ("in all", _per),
            ("toolkit", _goal),
            ("ratio", _times),
        ]
        parts.append(
            "## Temporal awareness\n\nFrom files to figures. The toolkit is TempEval-3's; its "
            "time was taken on a machine of the same kind.\n\n" + _plain(found, columns)
        )
    if found := of("proofs"):
        columns = [
            ("answer", lambda r: r.what),
            ("documents", lambda r: f"{r.shape}: {r.note}"),
            ("proof", _per),
            ("asking", _goal),
            ("ratio", _times),
        ]
        parts.append(
            "## Proofs\n\nThe median of `explain`, of pairs drawn at random, beside that of `ask`. "
            "An *unknown* is proved by two whole orders\nof all points, the others by chains of "
            "links.\n\n" + _plain(found, columns)
        )
    if found := of("corpus"):
        columns = [
            ("what", lambda r: r.what),
            ("documents", lambda r: r.shape),
            ("each", _per),
            ("against", lambda r: f"{r.against}, {duration(r.other)}" if r.other else ""),
            ("ratio", _times),
            ("memory", lambda r: memory(r.memory)),
            ("", lambda r: r.note),
        ]
        parts.append(
            "## Many documents\n\n*closed*: read, built, closed and asked; *aligned*: with a key "
            "read and aligned as well. Memory is that of the process\nthat hands documents out.\n\n"
            + _plain(found, columns)
        )
    if found := of("large"):
        columns = [
            ("what", lambda r: r.what),
            ("shape", lambda r: r.shape),
            ("points", _points),
            ("time", _per),
            ("goal", lambda r: _goal(r) if r.target else None),
            ("memory", lambda r: memory(r.memory)),
            ("", lambda r: r.note),
        ]
        parts.append(
            "## A million points\n\nThe index that the library chooses (see [large graphs]"
            "(large.md)), from integer arrays, and a question to it;\nthen a whole graph of random "
            "links. Goals are for the shapes that documents and random links have.\n\n"
            "![Time, memory and time a question against the number of points](large.png)\n\n"
            + _plain(found, columns)
        )
    if found := of("stream"):
        columns = [
            ("what", lambda r: r.what),
            ("points", _points),
            ("each", _per),
            ("goal", _goal),
            ("memory", lambda r: memory(r.memory)),
            ("", lambda r: r.note),
        ]
        parts.append(
            "## Streams\n\nLinks of a growing text, added one by one, each checked; questions "
            "after every thousandth.\n\n" + _plain(found, columns)
        )
    if found := of("startup"):
        columns = [
            ("process", lambda r: r.what),
            ("time", _per),
            ("ratio", _times),
            ("goal", _ceiling),
        ]
        parts.append(
            "## Starting up\n\nWhole processes, beside `python -c 'import click, lxml.etree'`. "
            "The kernels are loaded only for large graphs;\nthe first time on a machine they are "
            "compiled as well, which takes some seconds.\n\n" + _plain(found, columns)
        )
    path.write_text("\n".join(part.rstrip("\n") + "\n" for part in parts), encoding="utf-8")
