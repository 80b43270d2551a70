"""Whether the same is answered to questions that ask for the same."""

from __future__ import annotations

import pytest

from timegraph.facts.readers.lines import Record
from timegraph.facts.scoring.measure import Consistency, consistency_of, score_consistency
from timegraph.facts.scoring.systems import Answered, AnsweringSystem


def record(id: str, gold: str = "X", **columns) -> Record:
    return Record(id, "q", (gold,), None, "g", columns=columns)


def answered(id: str, predicted: tuple[str, ...] | None, gold: str = "X") -> Answered:
    return Answered(record(id, gold), predicted, None, "certain")


def test_sets_by_id_and_by_fact() -> None:
    (by_id,) = score_consistency([record("1"), record("1"), record("2")]).results
    assert by_id.score.sets == 1
    (by_fact,) = score_consistency([record(str(n), fact=("f",)) for n in range(3)]).results
    assert by_fact.score.sets == 1


def test_identical_and_right() -> None:
    sets = [
        [answered("1", ("X",)), answered("1", ("the X!",))],
        [answered("2", ("Y",)), answered("2", ("Y",))],
        [answered("3", ("X",)), answered("3", ("Y",))],
        [answered("4", None), answered("4", None)],
        [answered("5", (), gold=""), answered("5", ("",), gold="")],
    ]
    found = consistency_of(sets)
    assert found == Consistency(5, 3, 2)
    assert (found.identical_share, found.right_share) == (0.6, 0.4)
    assert consistency_of([]).identical_share is None


def test_sets_are_what_is_drawn() -> None:
    def asked(id: str, **columns: str) -> Record:
        return Record(id, "q", ("X",), None, "g", columns={n: (v,) for n, v in columns.items()})

    records = [asked("1", m="X", k="X"), asked("2", m="X", k="X"), asked("1", m="the X", k="Y")]
    systems = [AnsweringSystem(name, column=name) for name in ("m", "k")]
    run = score_consistency(records, systems, statistics=True)
    assert [result.score for result in run.results] == [Consistency(1, 1, 1), Consistency(1, 0, 0)]
    assert run.remarks[0].startswith("1 set only")
    assert run.statistics is not None
    assert run.statistics.by_system["k"][()].comparisons["identical_share"].against == "m"
    with pytest.raises(ValueError, match="no two questions ask for the same"):
        score_consistency(records[:2], systems)
