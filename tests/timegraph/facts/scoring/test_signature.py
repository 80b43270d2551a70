"""The signature of scores of answers."""

from __future__ import annotations

from dataclasses import replace

from timegraph.facts import Fact, FactBase
from timegraph.facts.readers.lines import Record
from timegraph.facts.relations import OneAtATime
from timegraph.facts.scoring.measure import AnswerOptions, answers_signature
from timegraph.facts.scoring.scorers import OfficialOptions

RECORD = Record("1", "q", ("x",), FactBase([Fact("a", "b", "c")]), "g", "timeqa")


def test_all_choices_are_in_it() -> None:
    plain = str(answers_signature("m", [RECORD], AnswerOptions()))
    assert "facts:oracle|reading:timeqa|open-ends:open|split:substring" in plain
    others = [
        answers_signature("n", [RECORD], AnswerOptions()),
        answers_signature("m", [replace(RECORD, question="r")], AnswerOptions()),
        answers_signature("m", [replace(RECORD, golds=("y",))], AnswerOptions()),
        answers_signature("m", [replace(RECORD, base=FactBase())], AnswerOptions()),
        answers_signature("m", [RECORD], AnswerOptions("certain")),
        answers_signature("m", [RECORD], AnswerOptions(missing="skip")),
        answers_signature("m", [RECORD], AnswerOptions(one_at_a_time=OneAtATime(("spouse",)))),
        answers_signature("m", [RECORD], AnswerOptions(official=OfficialOptions(split="marker"))),
        answers_signature("m", [RECORD], AnswerOptions(official=OfficialOptions(commas="clean"))),
        answers_signature(
            "m", [RECORD], AnswerOptions(official=OfficialOptions(empty_golds="keep"))
        ),
    ]
    assert len({plain, *map(str, others)}) == len(others) + 1
