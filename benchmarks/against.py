"""Compare two checkouts: ``python benchmarks/against.py OLDER [NEWER] [--only NAME] [--rounds 5]``.

Measures the same work with both, in processes of their own that alternate, so that neither has a
quieter machine; prints the medians, and how many times as long the newer one takes. Times are
processor time, which other work on the machine changes least. ``NEWER`` is this checkout by
default. The work uses only public names, which both must have. Documents come from
the corpora if they are there (``TIMEGRAPH_DATA``), else from the kit.

Exits with 1 if something takes more than ``--slack`` (1.1) times as long.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
DATA = Path(os.environ.get("TIMEGRAPH_DATA", HERE.parent.parent / "shared" / "data")).resolve()
KIT = HERE.parent / "examples" / "kit"

__all__ = ["main"]


def _used() -> float:
    """Seconds of the processor that this process and those it has waited for have used."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def _best(work: Callable[[], object], *, runs: int) -> float:
    """Seconds of the fastest of several runs, after one that is not measured."""
    work()
    fastest = float("inf")
    for _ in range(runs):
        start = _used()
        work()
        fastest = min(fastest, _used() - start)
    return fastest


def _folder(*corpus: str) -> Path:
    folder = DATA.joinpath(*corpus)
    return folder if folder.is_dir() else KIT / "gold"


def _sources(*corpus: str, most: int) -> list[bytes]:
    return [path.read_bytes() for path in sorted(_folder(*corpus).rglob("*.tml"))[:most]]


def _documents(*corpus: str, most: int) -> list[Any]:
    import timeml

    return [timeml.read(source) for source in _sources(*corpus, most=most)]


def _graph(shape: str, points: int, **options: Any) -> Any:
    from graphs import SHAPES

    from timegraph import TimeGraph

    graph = TimeGraph(on_conflict="drop-link", **options)
    for entity in range(points // 2):
        graph.add_entity(f"ei{entity}")
    for a, relation, b in SHAPES[shape](points).links:
        graph.add(f"ei{a}", relation, f"ei{b}")
    return graph


def _load_kernels() -> None:
    """Ask for what compiled code alone answers: a single question may be answered before that is
    loaded."""
    _graph("dense", 2_000).relation_matrix()


def _ask(shape: str, points: int, *, kernels: bool) -> float:
    if kernels:
        _load_kernels()
    graph = _graph(shape, points)
    rng = random.Random(1)
    pairs = [(rng.choice(graph.entities), rng.choice(graph.entities)) for _ in range(20_000)]
    ask = graph.ask

    def work() -> None:
        for a, b in pairs:
            ask(a, "before", b)

    return _best(work, runs=9) / len(pairs)


def read() -> float:
    """timeml.read, TBAQ"""
    import timeml

    sources = _sources("tempeval3", "TBAQ-cleaned", most=100)
    return _best(lambda: [timeml.read(source) for source in sources], runs=5)


def close_documents() -> float:
    """TimeGraph from the links of a document, TBAQ, closed"""
    from timegraph import TimeGraph, build

    made = [build(document) for document in _documents("tempeval3", "TBAQ-cleaned", most=256)]
    contents = [(graph.entities, graph.links) for graph in made if len(graph) > 1]

    def work() -> None:
        for entities, links in contents:
            graph = TimeGraph(on_conflict="drop-constraint")
            for entity in entities:
                graph.add_entity(entity)
            graph.extend(links)
            graph.relations(entities[0], entities[-1])

    return _best(work, runs=7)


def build_documents() -> float:
    """build and ask ten questions, TBAQ"""
    from timegraph import build
    from timegraph.qa import answer_question, parse_question

    documents = _documents("tempeval3", "TBAQ-cleaned", most=100)
    asked = []
    for document in documents:
        ids = document.entities
        asked.append(
            [parse_question(f"IS {ids[k % len(ids)]} BEFORE {ids[-1 - k % 3]}") for k in range(10)]
        )

    def work() -> None:
        for document, questions in zip(documents, asked, strict=True):
            graph = build(document)
            for question in questions:
                answer_question(graph, document, question)

    return _best(work, runs=5)


def contradictions() -> float:
    """contradicting documents: closed, conflicts explained"""
    from timegraph import build

    folder = ("qa-tempeval", "fold1", "TIPSem-fold1-normalized")
    documents = _documents(*folder, most=25)
    return _best(lambda: [build(document).conflicts for document in documents], runs=5)


def proofs() -> float:
    """explain, TBAQ"""
    from timegraph import build, explain

    graphs = [build(document) for document in _documents("tempeval3", "TBAQ-cleaned", most=40)]
    rng = random.Random(1)
    asked = [
        (graph, rng.choice(graph.entities), rng.choice(graph.entities))
        for graph in graphs
        if len(graph) > 1
        for _ in range(20)
    ]
    return _best(lambda: [explain(graph, a, "before", b) for graph, a, b in asked], runs=5)


def awareness() -> float:
    """awareness of documents against themselves"""
    from timegraph.scoring import score_awareness

    documents = _documents("tempeval3", "te3-platinum", most=20)
    return _best(
        lambda: [score_awareness(gold=document, system=document) for document in documents], runs=5
    )


def grow_small() -> float:
    """add 300 links one by one, ask after each"""
    from graphs import SHAPES

    from timegraph import TimeGraph

    links = SHAPES["document"](600).links[:300]

    def work() -> None:
        graph = TimeGraph()
        for a, relation, b in links:
            graph.add(a, relation, b)
            graph.ask(a, "before", b)

    return _best(work, runs=9)


def grow_large() -> float:
    """add 20,000 links one by one, each checked"""
    from graphs import SHAPES

    from timegraph import TimeGraph

    _load_kernels()
    links = SHAPES["document"](36_000).links[:20_000]

    def work() -> None:
        graph = TimeGraph()
        for a, relation, b in links:
            graph.add(a, relation, b)

    return _best(work, runs=2)


def close_large() -> float:
    """close 100,000 links, some contradicting"""
    from timegraph import Link, TimeGraph

    links = list(_graph("document", 170_000).links)
    for k in range(0, len(links), len(links) // 10):
        wrong = links[k]
        links.append(Link(wrong.b, wrong.relation, wrong.a, "wrong"))

    def work() -> None:
        graph = TimeGraph(on_conflict="drop-link")
        graph.extend(links)
        graph.ask(links[0].a, "before", links[0].b)

    return _best(work, runs=3)


def index_by_labels() -> float:
    """relations by labels and searches, 300,000 random points"""
    import numpy as np

    from timegraph import TimeGraph

    count = 150_000
    rng = np.random.default_rng(1)
    pairs = np.sort(rng.integers(0, count, (3 * count, 2)), axis=1)
    graph = TimeGraph(on_conflict="drop-link", memory_budget=2**29)
    for a, b in pairs[pairs[:, 0] < pairs[:, 1]].tolist():
        graph.add(a, "before", b)
    asked = rng.integers(0, len(graph), (20_000, 2)).tolist()
    entities = graph.entities

    def work() -> None:
        for a, b in asked:
            graph.relations(entities[a], entities[b])

    return _best(work, runs=2) / len(asked)


def many(points: int) -> float:
    import numpy as np

    graph = _graph("document", points)
    rng = np.random.default_rng(1)
    sources, targets = rng.integers(0, len(graph), (2, 200_000), dtype=np.int32)
    return _best(lambda: graph.ask_many(sources, "before", targets), runs=25) / len(sources)


def matrix() -> float:
    """relation_matrix, 4,000 points, a pair"""
    graph = _graph("dense", 4_000)
    return _best(graph.relation_matrix, runs=5) / len(graph) ** 2


def _process(*arguments: str) -> Callable[[], float]:
    def start() -> None:
        # The document has a time that repeats, of which the calendar says so each time.
        quiet = subprocess.DEVNULL
        subprocess.run([sys.executable, *arguments], check=True, stdout=quiet, stderr=quiet)

    return lambda: _best(start, runs=5)


_PROGRAM = ("-c", "from cli import main; main()")
_DOCUMENT = str(KIT / "gold" / "blog-sourdough-diary.tml")

WORK: dict[str, tuple[str, Callable[[], float]]] = {
    "help": ("timegraph --help", _process(*_PROGRAM, "--help")),
    "ask-command": ("timegraph ask", _process(*_PROGRAM, "ask", _DOCUMENT, "IS e11 BEFORE e13")),
    "import": ("import timegraph", _process("-c", "import timegraph")),
    "ask-100": ("ask, 100 points", lambda: _ask("document", 100, kernels=False)),
    "ask-1000": ("ask, 1,000 points", lambda: _ask("document", 1_000, kernels=False)),
    "ask-2000": ("ask, 2,000 points, bit rows", lambda: _ask("document", 2_000, kernels=True)),
    "ask-50000": ("ask, 50,000 points, bit rows", lambda: _ask("dense", 20_000, kernels=True)),
    "ask-many": ("ask_many, 2,000 points, a question", lambda: many(2_000)),
    **{
        function.__name__.replace("_", "-"): ((function.__doc__ or "").strip(), function)
        for function in (
            matrix, read, close_documents, build_documents, contradictions, proofs, awareness,
            grow_small, grow_large, close_large, index_by_labels,
        )
    },
}  # fmt: skip


def _measured(checkout: Path, name: str) -> float:
    """Seconds that a process with the code of ``checkout`` measures."""
    done = subprocess.run(
        [sys.executable, str(HERE / "against.py"), "--measure", name],
        check=False,
        stdout=subprocess.PIPE,
        text=True,
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
    )
    if done.returncode:
        sys.exit(f"{checkout} cannot do this: {WORK[name][0]}")
    return float(done.stdout)


def main() -> int:
    """Compare as the command line says; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("older", type=Path, nargs="?")
    parser.add_argument("newer", type=Path, nargs="?", default=HERE.parent)
    parser.add_argument("--only", choices=WORK, action="append")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slack", type=float, default=1.1)
    parser.add_argument("--measure", choices=WORK, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        sys.stdout.write(f"{WORK[arguments.measure][1]()!r}\n")
        return 0
    if arguments.older is None:
        parser.error("which checkout to compare with?")
    for checkout in (arguments.older, arguments.newer):
        # Else an installed copy would be measured in its place.
        if not all((checkout / name / "__init__.py").is_file() for name in ("timegraph", "timeml")):
            parser.error(f"{checkout} is not a checkout: it lacks timegraph or timeml")
    slower = 0
    for name in arguments.only or WORK:
        times: tuple[list[float], list[float]] = [], []
        for round_ in range(arguments.rounds):
            # Whoever is second may profit from what the first has warmed: take turns.
            for which in (0, 1) if round_ % 2 else (1, 0):
                checkout = (arguments.older, arguments.newer)[which].resolve()
                times[which].append(_measured(checkout, name))
        older, newer = map(median, times)
        slower += newer > arguments.slack * older
        sys.stdout.write(f"{newer / older:6.2f}  {older:9.3g} s  {newer:9.3g} s  {WORK[name][0]}\n")
        sys.stdout.flush()
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
