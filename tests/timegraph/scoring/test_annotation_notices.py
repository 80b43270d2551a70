"""Notices: complete sentences, and the shortest name of what they are about."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from timegraph import TimeGraph, build
from timegraph.documents.conventions import CALENDAR
from timegraph.links import Conflict
from timegraph.options import Interpretation
from timegraph.scoring import Notice, annotation_notices
from timegraph.scoring.annotation_notices import annotation_faults, left_out, links_left_out
from timegraph.scoring.signature import unread_labels
from timeml import TLink, open_collection, read

FAULTY = b"""\
<TimeML><TEXT><EVENT eid="e1">a</EVENT> <EVENT eid="e2">b</EVENT></TEXT>
<TLINK lid="l1" relType="NEAR" eventInstanceID="e1" relatedToEventInstance="e2"/>
<TLINK lid="l2" relType="BEFORE" eventInstanceID="e9" relatedToEventInstance="e2"/>
</TimeML>"""

DATED = b"""\
<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-08"
functionInDocument="CREATION_TIME">May 8</TIMEX3></DCT>
<TEXT><TIMEX3 tid="t1" type="DATE" value="2020-05-05">Tuesday</TIMEX3></TEXT>
<TLINK lid="l1" relType="BEFORE" timeID="t0" relatedToTime="t1"/></TimeML>"""


def test_faults_that_keep_links_out_are_named_and_harmless_ones_are_not() -> None:
    document = read(FAULTY)
    assert {diagnostic.code for diagnostic in document.diagnostics} > {"no-instance"}
    notices = list(annotation_faults(document, "a.tml"))
    assert [notice.brief for notice in notices] == ["a.tml", "a.tml:3 l2"]
    assert [notice.code for notice in notices] == ["unread-labels", "diagnostic"]
    assert all(str(notice).startswith("a.tml:") for notice in notices)


@pytest.fixture
def graph() -> TimeGraph:
    links = (
        TLink("", "BEFORE", "e1", "e2", line=2),
        TLink("", "AFTER", "e1", "e2", line=3),
        TLink("", "IBEFORE", "e1", "e2"),
    )
    graph = TimeGraph(on_conflict="drop-link")
    for link, relation in zip(links, ("before", "after", "meets"), strict=True):
        graph.add(link.source, relation, link.target, link)
    return graph


def test_links_without_lid_are_named_by_line_or_words(graph: TimeGraph) -> None:
    first, second = links_left_out(graph, "a.tml")
    assert (first.message, first.brief) == (
        "a.tml:3: e1 AFTER e2 (e2.end < e1.start) contradicts line 2: e1 BEFORE e2",
        "a.tml:3",
    )
    assert second.message == (
        "a.tml: e1 IBEFORE e2 (e1.end = e2.start) contradicts line 2: e1 BEFORE e2"
    )
    assert second.brief == "a.tml e1 IBEFORE e2"


def test_one_conflict_is_one_notice(graph: TimeGraph) -> None:
    expected = list(links_left_out(graph, "a.tml"))
    assert [left_out(conflict, "a.tml") for conflict in graph.conflicts] == expected


def test_what_is_contradicted_is_looked_for_a_thousand_times_at_most(
    graph: TimeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("timegraph.scoring.annotation_notices._MOST_EXPLAINED", 1)
    every = [left_out(conflict, "a.tml") for conflict in graph.conflicts]
    first, second = links_left_out(graph, "a.tml")
    assert first == every[0]
    assert second.message == "a.tml: e1 IBEFORE e2 contradicts links before it"
    assert second.brief == every[1].brief


def test_what_the_calendar_contradicts_says_so() -> None:
    graph = build(read(DATED), calendar=True, on_conflict="drop-link")
    (notice,) = links_left_out(graph, "a.tml")
    assert "contradicts calendar" in notice.message
    assert notice.brief == "a.tml:4 l1 (calendar)"


def test_labels_that_are_not_read_are_counted_and_a_scheme_that_has_them_is_named() -> None:
    links = b"".join(
        b'<TLINK lid="l%d" relType="%s" eventID="e1" relatedToEvent="e2"/>\n' % (number, label)
        for number, label in enumerate([b"VAGUE"] * 3 + [b"OVERLAP"] + [b"INCLUDES"] * 2)
    )
    data = FAULTY.replace(b"<TLINK", links + b"<TLINK", 1).replace(b"NEAR", b"BEFORE")
    document = read(data)
    [first, *_] = annotation_faults(document, "ada: a.tml", owner="ada")
    others = annotation_faults(document, "ben: a.tml", owner="ben")
    named = (
        "4 of 8 links are not read, with labels that are not of the scheme tml: VAGUE 3, "
        "OVERLAP 1; in 1 document more than a tenth of the links; --labels nt has all of them"
    )
    assert str(first) == f"ada: a.tml: {named}"
    twice = named.replace("4 of 8", "8 of 16").replace("3,", "6,").replace("P 1", "P 2")
    assert unread_labels([first, *others, first]) == [
        f"ada: {twice.replace('1 document', '2 documents')}",
        f"ben: {named}",
    ]
    read_by_nt = annotation_faults(document, "a.tml", Interpretation(labels="nt"))
    assert unread_labels(read_by_nt) == []


def test_a_notice_prints_as_its_message() -> None:
    assert str(Notice("diagnostic", "a.tml", "a sentence", "brief")) == "a sentence"


@pytest.mark.parametrize("dates", [0, 9])
def test_chains_of_many_links_left_out_wait_for_a_reader(
    monkeypatch: pytest.MonkeyPatch, dates: int
) -> None:
    graph: TimeGraph[int] = TimeGraph(on_conflict="drop-link")
    for k in range(dates):
        graph.add(100 + k, "before", 101 + k, CALENDAR)
    for k in range(50):
        graph.add(k, "before", k + 1)
    for k in range(1, 51):
        graph.add(k, "before", 0)
    for k in range(dates):
        graph.add(101 + k, "before", 100)
    found: list[Conflict] = []
    words = annotation_notices._words_of

    def noted(conflict: Conflict, *rest: Any) -> tuple[str, str]:
        found.append(conflict)
        return words(conflict, *rest)

    monkeypatch.setattr(annotation_notices, "_words_of", noted)
    notices = list(links_left_out(graph, "a.tml"))
    assert not found
    assert sum(notice.by_calendar for notice in notices) == dates
    assert notices[7] == left_out(graph.conflicts[7], "a.tml")
    assert pickle.loads(pickle.dumps(notices)) == notices
    assert len(found) == 51 + dates  # each once, and the one that left_out words


@pytest.mark.parametrize(("text", "named"), [("a BEFORE|AFTER b\n", 1), ("a BEFORE b\n", 0)])
def test_scores_say_that_they_decide_no_choices(text: str, named: int, tmp_path: Path) -> None:
    path = tmp_path / "visit.txt"
    path.write_text(text)
    document = open_collection(path).read("visit.txt")
    notices = [*annotation_faults(document, "visit.txt", scored=True)]
    assert [notice.code for notice in notices] == ["choices"] * named
    assert all("scores do not decide choices" in notice.message for notice in notices)
