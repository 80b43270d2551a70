"""What was asked beside what was got."""

from __future__ import annotations

from pathlib import Path

from tests.question_sets import GOLD, collection
from timegraph.answer import Answer
from timegraph.task.drawing.draw import draw_questions
from timegraph.task.drawing.kit import Outcome, outcomes
from timegraph.task.drawing.pool import Shares
from timeml import RelType


def test_only_what_was_asked_can_be_missed(tmp_path: Path) -> None:
    gold = collection(tmp_path / "gold", day=GOLD)
    shares = Shares({Answer.YES: 1}, {RelType.BEFORE: 0, RelType.INCLUDES: 0})
    drawn = draw_questions(gold, number=3, shares=shares, allow_implied=True)
    found = outcomes(drawn)
    assert found[0] == Outcome("questions", "all", 3, 3)
    assert found[1:4] == [
        Outcome("answer", "yes", 3, 3),
        Outcome("answer", "no", 0, 0),
        Outcome("answer", "unknown", 0, 0),
    ]
    assert [(one.value, one.asked) for one in found[4:]] == [
        (value, None) for value in ("BEFORE", "INCLUDES", "near", "distant", "annotated", "implied")
    ]
    assert all(one.met for one in found)
    assert not Outcome("answer", "no", 2, 1).met
