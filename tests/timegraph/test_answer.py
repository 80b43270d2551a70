"""The three answers."""

from __future__ import annotations

import json
import pickle

import pytest

from timegraph import Answer


def test_answers_print_as_the_task_spells_them() -> None:
    assert [str(answer) for answer in Answer] == ["yes", "no", "unknown"]


@pytest.mark.parametrize("answer", Answer)
def test_an_answer_has_no_truth_value(answer: Answer) -> None:
    with pytest.raises(TypeError, match="no truth value"):
        bool(answer)


def test_an_answer_is_its_word() -> None:
    assert json.dumps([Answer.YES, {Answer.NO: Answer.UNKNOWN}]) == '["yes", {"no": "unknown"}]'
    assert (Answer.YES == "yes", f"{Answer.NO}", str(Answer.UNKNOWN)) == (True, "no", "unknown")
    assert Answer("yes") is Answer.YES
    assert pickle.loads(pickle.dumps(Answer.YES)) is Answer.YES
