"""Gold documents beside a system's: matched by name, without annotations where one is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from timegraph.corpus import Progress
from timegraph.scoring import (
    FoundScore,
    Gold,
    Measure,
    Measured,
    Result,
    Signature,
    read_gold,
    run_measure,
)
from timegraph.scoring.pairs import Pair, extra_documents, pair_task
from timegraph.scoring.signature import Notice
from timeml import Collection, open_collection

Folder = Callable[..., Path]
Text = Callable[..., str]


@pytest.fixture
def gold(folder: Folder, key_text: str) -> Gold:
    names = dict.fromkeys(("a.tml", "b.tml", "c.tml"), key_text)
    return read_gold(open_collection(folder("gold", **names, **{"bad.tml": "<TimeML>"})))


@pytest.fixture
def system(folder: Folder, system_text: Text) -> Collection:
    text = system_text()
    files = {"a.tml": text, "b.tml": "no XML", "bad.tml": text, "extra.tml": text}
    return open_collection(folder("system", **files))


def links(pair: Pair) -> tuple[int, tuple[Notice, ...]]:
    return len(pair.system.tlinks), (Notice("diagnostic", pair.name, "seen", "seen"),)


def ids(pair: Pair) -> tuple[tuple[str, ...], tuple[Notice, ...]]:
    return pair.system.entities, ()


MEASURE: Measure[Any] = Measure(
    name="seen", figures=(), empty=FoundScore(), scores=lambda value: {}, task=pair_task
)


def compared(
    count: Callable[[Pair], tuple[Any, tuple[Notice, ...]]],
    progress: Progress | None = None,
    **inputs: Any,
) -> Result[Any]:
    """What ``count`` gives for each pair, in a run of its own."""
    task = pair_task(count, name="s", signature=Signature.of("seen"), **inputs)
    return run_measure(MEASURE, [task], progress=progress).results[0]


def test_gold_names_what_cannot_be_read(gold: Gold) -> None:
    assert list(gold.documents) == ["a.tml", "b.tml", "bad.tml", "c.tml"]
    assert gold.failed == ("bad.tml",)
    assert [notice.code for notice in gold.warnings] == ["failed-document"]
    assert gold.documents["bad.tml"].events == ()


def test_every_gold_document_is_compared_in_order(gold: Gold, system: Collection) -> None:
    seen: list[str] = []
    result = compared(links, seen.append, gold=gold, system=system)
    measured: Sequence[Measured[int]] = result.units
    assert [unit.name for unit in measured] == seen == list(gold.documents)
    assert [one.status for one in measured] == ["found", "failed", "found", "missing"]
    assert [one.value for one in measured][1::2] == [0, 0]
    assert measured[0].value > 0
    assert [notice.code for notice in measured[1].notices] == ["failed-document", "diagnostic"]
    assert [notice.code for notice in measured[3].notices] == ["missing-document", "diagnostic"]
    assert [notice.brief for notice in extra_documents(system, measured)] == ["extra.tml"]
    assert result.notices[-1].brief == "extra.tml"
    assert [n for unit in measured for n in unit.notices] == list(result.notices[:-1])


def test_ids_are_those_of_gold_unless_they_are_taken_as_they_are(
    gold: Gold, system: Collection
) -> None:
    aligned = compared(ids, gold=gold, system=system).units
    unaligned = compared(ids, gold=gold, system=system, align_by=None).units
    assert set(aligned[0].value) == {"ei1", "ei2", "t0"}
    assert unaligned[0].value == system.read("a.tml").entities
    assert aligned[0].value != unaligned[0].value
