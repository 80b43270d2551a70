"""Temporal awareness from files to figures, beside reading and aligning the same files."""

from __future__ import annotations

from collections.abc import Iterator

from folders import DATA, KIT
from measuring import Result, best, side_by_side

from timegraph.scoring import AWARENESS, read_gold, run_measure, score_awareness
from timegraph.scoring.awareness import METHODS
from timeml import align_ids, open_collection

__all__ = ["collections"]

# What the reasoning may take beside reading and aligning: how many times that, in all.
_MOST = 2.0


def collections(*, quick: bool) -> Iterator[Result]:
    """The silver documents against themselves, and the slowest documents of a real system."""
    silver = DATA / "tempeval3" / "silver-sample"
    folder = silver if silver.is_dir() else KIT
    documents = open_collection(folder)
    count = len(documents)

    def read() -> None:
        for name in documents.names:
            align_ids(system=documents.read(name), key=documents.read(name))

    for method in METHODS[: 1 if quick else None]:

        def score() -> None:
            task = AWARENESS.task(
                gold=read_gold(documents),
                system=documents,
                method=method,  # noqa: B023
            )
            run_measure(AWARENESS, [task])

        seconds, reading = side_by_side(score, read)
        yield Result(
            "awareness", method, folder.name, 0, seconds, "reading and aligning", reading,
            seconds / reading, _MOST if method == "default" else None, at_most=True,
            note=f"{count} documents read twice, aligned and scored",
        )  # fmt: skip
    fold1 = DATA / "qa-tempeval" / "fold1"
    if not fold1.is_dir():
        return
    gold = open_collection(fold1 / "test-fold1-normalized")
    system = open_collection(fold1 / "TIPSem-fold1-normalized")
    slowest = []
    for name in gold.names:
        found = system.match(name)
        if found is None:
            continue

        def one() -> None:
            key = gold.read(name)  # noqa: B023
            aligned = align_ids(system=system.read(found), key=key)  # noqa: B023
            score_awareness(gold=key, system=aligned.document)

        slowest.append((best(one, budget=0.1, most=5), name))
    for seconds, name in sorted(slowest, reverse=True)[:4]:
        yield Result("awareness", name, "TIPSem", 0, seconds, note="of TIPSem, among the slowest")
