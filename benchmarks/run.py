"""Run the benchmarks: ``python benchmarks/run.py [--quick] [--only SECTION]``.

Needs the extra ``bench`` (``pip install '.[bench]'``); a library that is not installed is left
out. Prints a table per section, with ratios to what a user would otherwise take, and writes
``results.json``, ``closure.png`` and ``large.png`` to ``benchmarks/results``. ``--publish`` makes
``docs/benchmarks.md`` (with ``--only``: these sections of it) from
them. ``--quick`` takes less than a minute on an idle machine. Machine code that is not there yet
is compiled first, and that is not measured.

Exits with 1 if a ratio of two things that were measured side by side falls short of a third of
its target (or is three times a ceiling): noise does not explain that much. A goal is so many times
what a yardstick takes in the same run (``yardstick.py``).
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))  # the code of this clone, installed or not

import stream  # noqa: E402
from folders import DOCS  # noqa: E402
from measuring import Pace, Result, machine, table  # noqa: E402
from page import write_page  # noqa: E402
from sections import (  # noqa: E402
    awareness,
    calls,
    closure,
    conflicts,
    corpus,
    facts,
    formats,
    large,
    metric,
    networks,
    paths,
    proofs,
    queries,
    reading,
    startup,
)
from yardstick import pace  # noqa: E402

__all__ = ["main"]

PACKAGES = ("numpy", "numba", "networkx", "scipy", "rustworkx", "igraph", "lxml")
SLACK = 3.0

SECTIONS: dict[str, tuple[str, Callable[[bool, float], Iterator[Result]]]] = {
    "closure": (
        "Closing a graph, from the same integer arrays; ratio: how many times faster ours is",
        lambda quick, limit: closure.against_libraries(quick=quick, limit=limit),
    ),
    "textbook": (
        "Closing a graph by the textbook, compiled and over bit rows",
        lambda quick, limit: closure.against_textbook(quick=quick, limit=limit),
    ),
    "bound": (
        "The share of the time that a bare loop needs to OR the same words",
        lambda quick, limit: closure.against_bound(quick=quick),
    ),
    "growth": (
        "Growth; ratio: to half the size",
        lambda quick, limit: closure.growth(quick=quick),
    ),
    "paths": (
        "Each fast path and the plain way; ratio: how many times faster it is",
        lambda quick, limit: paths.fast_paths(quick=quick),
    ),
    "queries": (
        "Queries; ratio: how many times faster than the goal for one query or pair",
        lambda quick, limit: queries.questions(quick=quick),
    ),
    "conflicts": (
        "Links in file order, with contradictions; ratio: how many times faster than the goal",
        lambda quick, limit: chain(
            conflicts.file_order(quick=quick), conflicts.random_links(quick=quick)
        ),
    ),
    "reading": (
        "Reading a document and answering ten questions",
        lambda quick, limit: reading.documents(quick=quick),
    ),
    "formats": (
        "Reading a million bytes of other formats; ratio: to a million bytes of TimeML",
        lambda quick, limit: formats.by_the_byte(quick=quick),
    ),
    "awareness": (
        "Temporal awareness, from files to figures; ratio: to reading and aligning",
        lambda quick, limit: awareness.collections(quick=quick),
    ),
    "metric": (
        "Distances: bounds between points; ratio: how many times longer the other takes",
        lambda quick, limit: metric.distances(quick=quick),
    ),
    "calls": (
        "Growth of calls with twice as many entities; ratio: how many times longer they take",
        lambda quick, limit: calls.calls(quick=quick),
    ),
    "networks": (
        "Networks with choices; ratio: how many times longer the other takes",
        lambda quick, limit: networks.networks(quick=quick),
    ),
    "proofs": (
        "The median proof; ratio: to asking alone",
        lambda quick, limit: proofs.answers(quick=quick),
    ),
    "facts": (
        "Questions about dated facts; ratio: how many times faster than the goal",
        lambda quick, limit: facts.dated_facts(quick=quick),
    ),
    "corpus": (
        "Many documents, in several processes; ratio: how many times faster",
        lambda quick, limit: corpus.corpora(quick=quick),
    ),
    "large": (
        "Graphs of up to a million points, by the index that the library chooses",
        lambda quick, limit: chain(large.indexes(quick=quick), large.loaded(quick=quick)),
    ),
    "stream": (
        "Links added one by one, each checked",
        lambda quick, limit: large.stream(quick=quick),
    ),
    "live": (
        "Graphs to live with: links added one by one, questions in between; ratio: see the row",
        lambda quick, limit: stream.live(quick=quick),
    ),
    "startup": (
        "Starting up; ratio: to python -c 'import click, lxml.etree'",
        lambda quick, limit: startup.commands(quick=quick),
    ),
}
# Sections that take minutes whatever the sizes.
NOT_QUICK = ("corpus", "large", "stream", "live")


def _failed(result: Result) -> bool:
    if result.target is None or result.ratio is None:
        return False
    if result.at_most:
        return result.ratio > result.target * SLACK
    return result.ratio < result.target / SLACK


def main() -> int:
    """Run the sections that the command line names; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="small sizes, in a minute")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="only this section")
    parser.add_argument("--results", type=Path, default=HERE / "results", help="a folder")
    parser.add_argument(
        "--limit", type=float, default=30.0, help="seconds that another library may take"
    )
    parser.add_argument("--publish", action="store_true", help="write docs/benchmarks.md as well")
    parser.add_argument("--format", choices=("text", "markdown"), default="text")
    arguments = parser.parse_args()
    limit = min(arguments.limit, 1.0) if arguments.quick else arguments.limit
    Pace.share = 0.2 if arguments.quick else 1.0
    about = machine(PACKAGES)
    sys.stdout.write(", ".join(f"{name} {value}" for name, value in about.items()) + "\n")
    results: list[Result] = []
    # In a process of its own, so that this one loads what it would load without.
    subprocess.run(
        [sys.executable, str(HERE.parent / "cli.py"), "warm-up"],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    began = time.perf_counter()
    for name in arguments.only or SECTIONS:
        if arguments.quick and name in NOT_QUICK and not arguments.only:
            continue
        title, section = SECTIONS[name]
        measured = list(section(arguments.quick, limit))
        results += measured
        sys.stdout.write(f"\n{title}\n\n{table(measured, arguments.format)}")
        sys.stdout.flush()
    took = time.perf_counter() - began
    wanted = [result for result in results if result.met is not None]
    short = [result for result in wanted if not result.met]
    sys.stdout.write(
        f"\n{len(wanted) - len(short)} of {len(wanted)} targets met, in {took:.0f} s\n"
    )
    about["pace"] = pace()
    document = {
        "machine": about,
        "quick": arguments.quick,
        "results": [result.record() for result in results],
    }
    arguments.results.mkdir(parents=True, exist_ok=True)
    written = arguments.results / "results.json"
    written.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if find_spec("matplotlib") and any(result.section == "closure" for result in results):
        from plot import draw

        draw(results, arguments.results / "closure.png")
        if arguments.publish:
            shutil.copy(arguments.results / "closure.png", DOCS / "benchmarks.png")
    if find_spec("matplotlib") and any(result.section == "large" for result in results):
        large.draw(results, arguments.results / "large.png")
        if arguments.publish:
            shutil.copy(arguments.results / "large.png", DOCS / "large.png")
    if find_spec("matplotlib") and any(result.section == "networks" for result in results):
        networks.draw(results, arguments.results / "networks.png")
        if arguments.publish:
            shutil.copy(arguments.results / "networks.png", DOCS / "networks.png")
    if arguments.publish:
        write_page(results, about, DOCS / "benchmarks.md")
    failed = [result for result in wanted if _failed(result)]
    for result in failed:
        sys.stderr.write(
            f"far from its target: {result.section} {result.what} {result.against} "
            f"{result.shape} {result.points}: {result.ratio:.3g} for {result.target:.3g}\n"
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
