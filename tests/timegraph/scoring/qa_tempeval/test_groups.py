"""Groups of questions."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.answer import Answer
from timegraph.qa import read_questions
from timegraph.scoring import AnsweredQuestion
from timegraph.scoring.qa_tempeval.groups import (
    KINDS,
    KindOfGroup,
    KitTexts,
    crossed,
    grouping_by,
    groupings,
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
KITS = {"wiki": KitTexts({"a.tml": read(KEY.encode())}, sources={("2", "a.tml"): ("they",)})}

GROUPS: dict[KindOfGroup, list[str]] = {
    "domain": ["wiki"] * 7,
    "source": ["us them", "they", "us", *["(no source)"] * 4],
    "sentence": ["within", "across", "creation time", *["(no place)"] * 3, "(malformed)"],
    "distance": ["0", "1", "creation time", *["(no place)"] * 3, "(malformed)"],
    "answer": ["yes", "no", "unknown", "yes", "yes", "yes", "(malformed)"],
    "relation": ["BEFORE", "AFTER", *["BEFORE"] * 4, "(malformed)"],
    "document": [*["a.tml"] * 5, "b.tml", "a.tml"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind(kind: KindOfGroup) -> None:
    grouping = grouping_by(kind, KITS)
    assert [" ".join(grouping.of("wiki", one)) for one in ANSWERED] == GROUPS[kind]
    assert grouping.name == kind


def test_documents_of_several_kits_are_told_apart() -> None:
    grouping = grouping_by("document", {**KITS, "news": KitTexts()})
    assert grouping.of("news", ANSWERED[0]) == ("news/a.tml",)


def test_signatures_have_unit_bins_splitter_and_events() -> None:
    assert list(grouping_by("sentence", KITS).fields) == ["splitter"]
    assert grouping_by("distance", KITS).fields["bins"] == "0,1,2-4,5+"
    words = grouping_by("distance", KITS, unit="words").fields
    assert words == {"distance": "words", "bins": "0-9,10-29,30-99,100+"}
    events = grouping_by("distance", KITS, unit="events").fields
    assert events == {"distance": "events", "bins": "0,1-2,3-9,10+", "events": "key"}


def test_gold_has_more_events_under_ids_of_its_own(tmp_path: Path) -> None:
    gold = KEY.replace("so they", 'so <EVENT eid="e7">they</EVENT>')
    gold = gold.replace('"e1"', '"e21"').replace('"e2"', '"e22"')
    (tmp_path / "a.tml").write_text(gold, encoding="utf-8")
    kit = KitTexts(KITS["wiki"].key, open_collection(tmp_path))
    for kits, bins in ((KITS, ["0", "1-2"]), ({"wiki": kit}, ["1-2", "1-2"])):
        grouping = grouping_by("distance", kits, unit="events")
        assert [grouping.of("wiki", one)[0] for one in ANSWERED[:2]] == bins
    both = grouping_by("distance", {"wiki": kit, "news": KitTexts()}, unit="events")
    assert both.fields["events"] == "wiki=gold,news=key"
    assert both.of("news", ANSWERED[0]) == ("(no place)",)


def test_two_kinds_are_crossed() -> None:
    found = groupings(["source,distance", "relation"], KITS)
    assert [one.name for one in found["source,distance"]] == ["source", "distance"]
    pairs = list(crossed(found["source,distance"], "wiki", ANSWERED[0]))
    assert pairs == [("us", "0"), ("them", "0")]
    with pytest.raises(ValueError, match="groups are by domain, source"):
        groupings(["nothing"], KITS)
