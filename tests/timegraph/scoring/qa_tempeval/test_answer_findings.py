"""Wrong and unknown answers as findings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest

from timegraph.answer import Answer
from timegraph.findings import CitedLink, Mention, Sentence
from timegraph.qa import read_questions
from timegraph.scoring import AnsweredQuestion, QuestionContext, Unknown
from timegraph.scoring.qa_tempeval.comparison import ANSWER_RULES, UnknownReason, answer_finding

LINES = b"7|a.tml|IS ei1 BEFORE ei2|Was it?|yes\n8|a.tml|IS ei1 BEFORE ei2||unknown\n"
WAS_IT, OPEN = read_questions(LINES).questions
MENTIONS = (Mention("ei1", "ate"), Mention("ei2", "slept"))
LINK = CitedLink("l3", MENTIONS[1], "BEFORE", MENTIONS[0], line=12)
CONTEXT = QuestionContext(MENTIONS, (Sentence("She ate."),), (LINK,))


def test_a_wrong_answer_has_its_words_its_links_and_its_line() -> None:
    finding = answer_finding(AnsweredQuestion(WAS_IT, Answer.NO, context=CONTEXT))
    assert finding is not None
    assert (finding.code, finding.severity, finding.ids) == (
        *("wrong-answer", "error"),
        ("ei1", "ei2"),
    )
    assert finding.place == "a.tml:12"
    assert finding.message == (
        'question 7 "Was it?" (IS ei1 "ate" BEFORE ei2 "slept"): no, expected yes'
    )
    assert finding.links == (LINK,)
    assert finding.sentences == CONTEXT.sentences
    assert "one of these links is wrong" in finding.fix


@pytest.mark.parametrize("reason", get_args(UnknownReason))
def test_each_reason_has_a_rule_of_its_own(reason: Any) -> None:
    context = QuestionContext(MENTIONS, unknown=Unknown(reason, "so it is"))
    finding = answer_finding(AnsweredQuestion(WAS_IT, Answer.UNKNOWN, context=context))
    assert finding is not None
    assert finding.code == reason.replace(" ", "-")
    assert finding.fix == ANSWER_RULES[finding.code].fix
    assert finding.message.endswith("unknown, expected yes: so it is")


def test_what_is_right_or_not_scored_is_no_finding() -> None:
    for question, answer in ((WAS_IT, Answer.YES), (OPEN, Answer.UNKNOWN)):
        assert answer_finding(AnsweredQuestion(question, answer)) is None
    unscored = replace(WAS_IT, answer=None)
    assert answer_finding(AnsweredQuestion(unscored, Answer.UNKNOWN)) is None
    assert answer_finding(AnsweredQuestion(unscored, Answer.YES)) is None


def test_without_explanations_a_finding_has_no_words() -> None:
    finding = answer_finding(AnsweredQuestion(OPEN, Answer.YES))
    assert finding is not None
    assert str(finding) == (
        "a.tml: question 8 (IS ei1 BEFORE ei2): yes, expected unknown [wrong-answer]"
    )
    left_open = answer_finding(AnsweredQuestion(WAS_IT, Answer.UNKNOWN))
    assert left_open is not None
    assert left_open.code == "unknown-answer"
