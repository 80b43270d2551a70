"""Groups of questions."""

from __future__ import annotations

import pytest

from tests.results import answered
from timegraph.answer import Answer
from timegraph.qa import read_questions
from timegraph.scoring import AnsweredQuestion, DocumentAnswers, Grouping
from timegraph.scoring.qa_tempeval.measure import (
    KINDS,
    WITHOUT_INTERVALS,
    KindOfGroup,
    groupings,
)
from timeml import Document, read

KEY = """<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-01"
 functionInDocument="CREATION_TIME">1 January</TIMEX3></DCT><TEXT>It <EVENT eid="e1">rained</EVENT>,
 so they <EVENT eid="e2">left</EVENT>. Nobody <EVENT eid="e3">saw</EVENT> it.</TEXT></TimeML>"""
SET = """\
1|a.tml|IS e1 BEFORE e2|Did it?|yes|source=us,them
2|a.tml|IS e3 AFTER e1|Did it?|no
3|a.tml|IS e1 BEFORE t0|Did it?|unknown|source=us
4|a.tml|IS e1 BEFORE e9|Did it?|yes
5|a.tml|IS e1 BEFORE 1998|Did it?|yes
6|b.tml|IS e1 BEFORE e2|Did it?|yes
7|a.tml|IS e1 NEAR e2|Did it?|yes
"""
ANSWERED = [
    AnsweredQuestion(question, Answer.YES)
    for question in read_questions(SET.encode(), lenient=True).questions
]
GROUPS: dict[KindOfGroup, list[str]] = {
    "source": ["us them", "(no source)", "us", *["(no source)"] * 4],
    "sentence": ["within", "across", "creation time", *["(no place)"] * 3, "(malformed)"],
    "distance": ["0", "1", "creation time", *["(no place)"] * 3, "(malformed)"],
    "answer": ["yes", "no", "unknown", "yes", "yes", "yes", "(malformed)"],
    "relation": ["BEFORE", "AFTER", *["BEFORE"] * 4, "(malformed)"],
    "document": [*["a.tml"] * 5, "b.tml", "a.tml"],
}


def grouping(kind: str) -> Grouping[DocumentAnswers]:
    key = {"a.tml": read(KEY.encode()), "b.tml": Document()}
    (found,) = groupings([kind], key=key)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind(kind: KindOfGroup) -> None:
    found = grouping(kind)
    assert (found.name, found.drawn) == (kind, kind not in WITHOUT_INTERVALS)
    expected: dict[str, int] = {}
    for answered_question, names in zip(ANSWERED, GROUPS[kind], strict=True):
        unit = answered("s", [answered_question]).units[0]
        groups = {name for (name,) in found.split(unit)}
        if answered_question.question.scored:
            assert " ".join(sorted(groups, key=names.find)) == names
            expected.update(dict.fromkeys(groups, 0))
    assert expected


def test_signatures_have_bins_and_splitter() -> None:
    assert list(grouping("sentence").fields) == ["splitter"]
    assert grouping("distance").fields["bins"] == "0,1,2-4,5+"
    with pytest.raises(ValueError, match="nothing: groups are by source, sentence"):
        grouping("nothing")


def test_what_has_no_expected_answer_is_in_no_group() -> None:
    (question,) = read_questions(b"1|a.tml|IS e1 BEFORE e2|Did it?\n").questions
    result = answered("s", [AnsweredQuestion(question, Answer.YES)])
    assert result.group_scores(grouping("relation")) == {}
