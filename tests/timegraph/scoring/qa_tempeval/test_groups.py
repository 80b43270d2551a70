"""Groups of questions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.results import Texts, answered
from timegraph.answer import Answer
from timegraph.qa import read_questions
from timegraph.scoring import AnsweredQuestion
from timegraph.scoring.qa_tempeval.measure import (
    KINDS,
    WITHOUT_INTERVALS,
    KindOfGroup,
    KitTexts,
    groupings,
    kind_of_group,
)
from timeml import open_collection, read

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
WIKI = Texts({"a.tml": read(KEY.encode())})
KITS: dict[str, KitTexts] = {"wiki": WIKI}

GROUPS: dict[KindOfGroup, list[str]] = {
    "domain": ["wiki"] * 7,
    "source": ["us them", "(no source)", "us", *["(no source)"] * 4],
    "sentence": ["within", "across", "creation time", *["(no place)"] * 3, "(malformed)"],
    "distance": ["0", "1", "creation time", *["(no place)"] * 3, "(malformed)"],
    "answer": ["yes", "no", "unknown", "yes", "yes", "yes", "(malformed)"],
    "relation": ["BEFORE", "AFTER", *["BEFORE"] * 4, "(malformed)"],
    "document": [*["a.tml"] * 5, "b.tml", "a.tml"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind(kind: KindOfGroup) -> None:
    grouping = kind_of_group(kind, KITS)
    assert [" ".join(grouping.of("wiki", answer)) for answer in ANSWERED] == GROUPS[kind]
    assert grouping.name == kind


def test_documents_of_several_kits_are_told_apart() -> None:
    grouping = kind_of_group("document", {**KITS, "news": Texts()})
    assert grouping.of("news", ANSWERED[0]) == ("news/a.tml",)


def test_signatures_have_unit_bins_splitter_and_events() -> None:
    assert list(kind_of_group("sentence", KITS).fields) == ["splitter"]
    assert kind_of_group("distance", KITS).fields["bins"] == "0,1,2-4,5+"
    words = kind_of_group("distance", KITS, unit="words").fields
    assert words == {"distance": "words", "bins": "0-9,10-29,30-99,100+"}
    events = kind_of_group("distance", KITS, unit="events").fields
    assert events == {"distance": "events", "bins": "0,1-2,3-9,10+", "events": "key"}


def test_gold_has_more_events_under_ids_of_its_own(tmp_path: Path) -> None:
    gold = KEY.replace("so they", 'so <EVENT eid="e7">they</EVENT>')
    gold = gold.replace('"e1"', '"e21"').replace('"e2"', '"e22"')
    (tmp_path / "a.tml").write_text(gold, encoding="utf-8")
    kit = Texts(WIKI.key, open_collection(tmp_path))
    expected: list[tuple[KitTexts, list[str]]] = [(WIKI, ["0", "1-2"]), (kit, ["1-2", "1-2"])]
    for texts, bins in expected:
        grouping = kind_of_group("distance", {"wiki": texts}, unit="events")
        assert [grouping.of("wiki", answer)[0] for answer in ANSWERED[:2]] == bins
    both = kind_of_group("distance", {"wiki": kit, "news": Texts()}, unit="events")
    assert both.fields["events"] == "wiki=gold,news=key"
    assert both.of("news", ANSWERED[0]) == ("(no place)",)


def test_two_kinds_are_crossed() -> None:
    crossed = groupings(["source,distance", "relation"], KITS)["source,distance"]
    assert crossed.kinds == ("source", "distance")
    first = answered("s", ANSWERED[:1]).units[0]
    pairs = list(crossed.split(replace(first, stratum="wiki")))
    assert pairs == [("us", "0"), ("them", "0")]
    with pytest.raises(ValueError, match="groups are by domain, source"):
        groupings(["nothing"], KITS)


def test_groups_have_intervals_unless_every_run_has_them() -> None:
    found = groupings([*KINDS, "source,domain"], KITS)
    assert {name for name, grouping in found.items() if not grouping.drawn} == {*WITHOUT_INTERVALS}
    # A system that a kit lacks has the groups that lie within the others.
    within = [name for name, grouping in found.items() if grouping.within_stratum]
    assert within == ["domain", "document", "source,domain"]
    assert found["sentence"].fields == kind_of_group("sentence", KITS).fields


def test_what_has_no_expected_answer_is_in_no_group() -> None:
    (question,) = read_questions(b"1|a.tml|IS e1 BEFORE e2|Did it?\n").questions
    result = answered("s", [AnsweredQuestion(question, Answer.YES)])
    assert result.group_scores(groupings(["relation"], KITS)["relation"]) == {}
