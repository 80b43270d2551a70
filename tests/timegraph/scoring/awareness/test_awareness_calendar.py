"""Temporal awareness with the calendar: by hand, and by graphs of ever longer documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, strategies as st

from tests.results import score_awareness_system
from timegraph import Allen, Answer, PointLink, TimeGraph, build
from timegraph._graph.arguments import NamedClosure, Statement, inverse
from timegraph.documents.build import relation_for
from timegraph.options import Choices
from timegraph.scoring import Method, read_gold, score_awareness
from timegraph.scoring.awareness import METHODS, in_order
from timegraph.testing.strategies import dated_facts, documents
from timeml import Document, Event, RelType, Timex3, TLink, open_collection

EVENTS = ("e1", "e2")
TIMEXES = ("t1", "t2", "t3")
LABELS = [rel_type.value for rel_type in RelType if rel_type.annotated]


def document(*links: str, created: str | None = "1998-05-03", **values: str) -> Document:
    """A document with events ``e1`` and ``e2``, a creation time ``t0``, a timex for each of
    ``values``, and links such as ``"e1 BEFORE t1"``. A value may end in a mod: ``1998 START``."""
    text = " ".join((*EVENTS, *values))
    at = [3 * k for k in range(len(EVENTS) + len(values))]
    dct = Timex3("t0", "DATE", created, None, None, "") if created is not None else None
    timexes = [] if dct is None else [dct]
    for start, (tid, value) in zip(at[len(EVENTS) :], values.items(), strict=True):
        value, _, mod = value.partition(" ")
        timexes.append(Timex3(tid, "DATE", value, start, start + 2, tid, mod=mod or None))
    return Document(
        text=text,
        dct=dct,
        events=tuple(
            Event(e, "OCCURRENCE", start, start + 2, e)
            for e, start in zip(EVENTS, at, strict=False)
        ),
        timexes=tuple(timexes),
        tlinks=tuple(
            TLink(f"l{k}", rel_type, source, target)
            for k, (source, rel_type, target) in enumerate(link.split() for link in links)
        ),
    )


def counts(
    gold: Document, system: Document, method: Method = "default", **options: Any
) -> tuple[int, ...]:
    options = {"calendar": True} | options
    score = score_awareness(gold=gold, system=system, method=method, **options)
    return score.precision_matched, score.system_total, score.recall_matched, score.gold_total


# By hand

DAYS = {"t1": "1998-05-03", "t2": "1998-05-04"}


def test_what_the_calendar_says_is_given_and_not_counted() -> None:
    gold = document("t1 BEFORE t2", "e1 BEFORE t1", "e1 BEFORE t2", **DAYS)
    assert counts(gold, gold, calendar=False) == (2, 2, 2, 2)
    assert counts(gold, gold) == (1, 1, 1, 1)
    assert counts(gold, gold, "acl11") == (6, 6, 6, 6)
    # Alone it is nothing to be right or wrong about.
    assert counts(document(**DAYS), document(**DAYS)) == (0, 0, 0, 0)


@pytest.mark.parametrize("method", METHODS)
def test_precision_and_recall_cannot_be_swapped(method: Method) -> None:
    gold = document("e1 IS_INCLUDED t1", "e1 BEFORE e2", "e2 BEFORE t2", **DAYS)
    system = document("e1 BEFORE t2", "t2 BEFORE e2", **DAYS)
    ways = 2 if method == "acl11" else 1
    assert counts(gold, system, method) == (ways, 2 * ways, ways, 3 * ways)
    assert counts(system, gold, method) == (ways, 3 * ways, ways, 2 * ways)
    # "e1 BEFORE t2" follows from gold's links in any case, "e1 BEFORE e2" from the system's, too.
    sparse = document("e1 IS_INCLUDED t1", **DAYS)
    assert counts(sparse, system, method) == (ways, 2 * ways, 0, ways)
    assert counts(sparse, system, method, calendar=False) == (0, 2 * ways, 0, ways)
    assert counts(system, sparse, method) == (0, ways, ways, 2 * ways)


def test_each_side_has_the_calendar_of_its_own_timexes() -> None:
    gold = document("e1 IS_INCLUDED t1", **DAYS)
    wrong = {**DAYS, "t2": "1998-05-02"}
    link = "e1 BEFORE t2"
    assert counts(gold, document(link, **wrong)) == (1, 1, 0, 1)
    assert counts(document("e1 IS_INCLUDED t1", **wrong), document(link, **DAYS)) == (0, 1, 0, 1)


def test_links_that_contradict_the_calendar_stay_in_the_totals() -> None:
    wrong = document("t2 BEFORE t1", "e1 BEFORE t2", **DAYS)
    assert counts(wrong, wrong) == (2, 2, 2, 2)
    right = document("e1 BEFORE t1", **DAYS)
    # Of the system's, gold entails the second; the first is nowhere.
    assert counts(right, wrong) == (1, 2, 0, 1)
    assert counts(right, wrong, calendar=False) == (0, 2, 1, 1)


def test_references_are_relative_to_the_creation_time() -> None:
    gold = document("e1 BEFORE t1", t1="PAST_REF")
    assert counts(gold, document("e1 BEFORE t0")) == (1, 1, 0, 1)
    unknown = document("e1 BEFORE t1", created=None, t1="PAST_REF")
    assert counts(unknown, document("e1 BEFORE t0")) == (0, 1, 0, 1)


def test_coarse_values_may_be_read_as_some_time_within() -> None:
    values = {"t1": "1998-05", "t2": "1998-05-03"}
    gold, system = document("e1 INCLUDES t1", **values), document("e1 INCLUDES t2", **values)
    assert counts(gold, system, calendar_reading="exact") == (1, 1, 0, 1)
    assert counts(gold, system, calendar_reading="exact", coarse="bounds") == (0, 1, 0, 1)
    with pytest.raises(ValueError, match="coarse is one of exact, bounds, not 'vague'"):
        counts(gold, system, coarse="vague")
    with pytest.raises(ValueError, match="coarse is one of exact, bounds, not 'vague'"):
        counts(gold, system, coarse="vague", calendar=False)


def test_a_timex_with_two_values_keeps_what_the_graph_keeps() -> None:
    once = document("e1 BEFORE t1", **DAYS)
    again = replace(once.timexes[-1], tid="t1")
    twice = replace(once, timexes=(*once.timexes, again))
    assert build(twice, calendar=True).conflicts
    assert counts(twice, once) == (1, 1, 1, 1)


def test_what_is_given_must_not_contradict_itself() -> None:
    x, y = ("a", "start"), ("b", "end")
    circle = [PointLink(x, "<", y), PointLink(y, "<=", x)]
    with pytest.raises(ValueError, match="contradict each other"):
        NamedClosure(circle)
    with pytest.raises(ValueError, match="contradict each other"):
        in_order([("a", Allen.BEFORE, "b")], circle)


# By the slow twin

Reading = Literal["annotators", "exact", "bounds"]
READINGS: dict[Reading, Choices] = {
    "annotators": {},
    "exact": {"calendar_reading": "exact"},
    "bounds": {"calendar_reading": "exact", "coarse": "bounds"},
}
readings = st.sampled_from(tuple(READINGS))


class Slow:
    """One side: every closure is the graph of a document with the links up to there."""

    def __init__(self, document: Document, reading: Reading) -> None:
        self.document, self.choices = document, READINGS[reading]
        linked = [link for link, _, _ in document.linked if link.relation is not None]
        self.links = linked
        self.stated: list[Statement] = [_said(link) for link in linked]
        # Of the calendar's conventions those hold that nothing in the document contradicts.
        whole = self._built(linked)
        left_out = [conflict.link for conflict in whole.conflicts]
        self.given = [
            link for link in whole.links if isinstance(link, PointLink) and link not in left_out
        ]
        self.whole = self.graph(len(linked))
        dated = {key for link in self.graph(0).links for key, _ in (link.x, link.y)}  # type: ignore[union-attr]
        self.named = {end for a, _, b in self.stated for end in (a, b)} | dated

    def graph(self, number: int) -> TimeGraph:
        graph = TimeGraph(on_conflict="drop-link")
        for entity in self.document.entities:
            graph.add_entity(entity)
        graph.extend(self.given)
        graph.extend(
            link
            for link in self._built(self.links[:number]).links
            if not isinstance(link, PointLink)
        )
        return graph

    def _built(self, links: list[TLink]) -> TimeGraph:
        document = replace(self.document, tlinks=tuple(links))
        return build(document, on_conflict="drop-link", calendar=True, **self.choices)

    def informative(self) -> list[Statement]:
        """What those before do not entail."""
        return [
            said
            for k, said in enumerate(self.stated)
            if said not in self.stated[:k] and self.graph(k).ask(*said) is not Answer.YES
        ]

    def entails(self, said: Statement) -> bool:
        return {said[0], said[2]} <= self.named and self.whole.ask(*said) is Answer.YES

    def matches(self, said: Statement) -> bool:
        literal = said in self.stated or inverse(said) in self.stated
        return literal or self.entails(said)


def _said(link: TLink) -> Statement:
    assert link.relation is not None
    return link.source, relation_for(link.relation), link.target


def slow_counts(
    gold: Document, system: Document, method: Method, reading: Reading
) -> tuple[int, int, Fraction, int]:
    sides = Slow(system, reading), Slow(gold, reading)
    ours, theirs = ([] for _ in sides) if method == "acl11" else (s.informative() for s in sides)
    for side, counted in zip(sides, (ours, theirs), strict=True):
        for said in side.stated if method == "acl11" else ():
            counted += [said] if said[0] == said[2] else [said, inverse(said)]
    found = sum(sides[0].matches(said) for said in theirs)
    bonus = Fraction(0)
    if method == "implicit_in_recall":
        one, other = ({end for a, _, b in some for end in (a, b)} for some in (ours, theirs))
        n = len(one & other)
        unsaid = [s for s in ours if s not in theirs and inverse(s) not in theirs]
        if (possible := 1 + n * (n - 1) // 2 - found) > 0:
            bonus = Fraction(99, 100) * sum(map(sides[1].entails, unsaid)) / possible
    return sum(map(sides[1].matches, ours)), len(ours), found + bonus, len(theirs)


def check_counts(gold: Document, system: Document, method: Method, reading: Reading) -> None:
    score = score_awareness(
        gold=gold, system=system, method=method, calendar=True, **READINGS[reading]
    )
    precise, ours, found, theirs = slow_counts(gold, system, method, reading)
    assert (score.precision_matched, score.system_total, score.gold_total) == (
        precise,
        ours,
        theirs,
    )
    assert score.recall_matched + score.implicit == pytest.approx(float(found))


# Values that touch, share bounds, lie within each other, or have bounds only.
VALUES = (
    *("1998-05-03", "1998-05-04", "1998-05", "1998-Q2", "1998-04", "1998-06", "1998-W18"),
    *("1998", "1998 START", "1998-05 MID", "1998-05-03TMO", "1998-05-04 BEFORE", "1998-SP"),
    *("PAST_REF", "PRESENT_REF", "FUTURE_REF", "XXXX-WXX-1", "1998-05-03T12:00Z"),
)
values = st.sampled_from(VALUES) | dated_facts(min_year=1998, max_year=1998).map(
    lambda fact: fact[3] or fact[4] or "XXXX"
)
ends = st.sampled_from((*EVENTS, "t0", *TIMEXES))
link_lists = st.lists(st.tuples(ends, st.sampled_from(LABELS), ends).map(" ".join), max_size=7)
dated = st.builds(
    lambda links, some, created: document(
        *links, created=created, **dict(zip(TIMEXES, some, strict=True))
    ),
    link_lists,
    st.lists(values, min_size=3, max_size=3),
    st.sampled_from(["1998-05-03", "1998-05-03", "1998-05-04T10:00Z"]),
)


@pytest.mark.parametrize("method", METHODS)
@given(dated, dated, readings, st.booleans())
def test_counts_equal_those_of_graphs_of_ever_longer_documents(
    method: Method, gold: Document, system: Document, reading: Reading, same_dates: bool
) -> None:
    if same_dates:
        system = replace(system, dct=gold.dct, timexes=gold.timexes)
    check_counts(gold, system, method, reading)


@pytest.mark.parametrize("method", METHODS)
@given(documents(max_events=3, max_timexes=4, max_instances=1), st.data(), readings)
def test_documents_as_corpora_have_them(
    method: Method, gold: Document, data: st.DataObject, reading: Reading
) -> None:
    kept = data.draw(st.lists(st.sampled_from(gold.tlinks)) if gold.tlinks else st.just([]))
    system = replace(gold, tlinks=tuple(kept))
    check_counts(gold, system, method, reading)
    check_counts(system, gold, method, reading)


@pytest.mark.parametrize("method", METHODS)
@given(gold=dated, system=dated)
def test_a_calendar_without_dates_changes_nothing(
    method: Method, gold: Document, system: Document
) -> None:
    undated = [
        replace(
            one,
            dct=None,
            timexes=tuple(replace(timex, value="XXXX", mod=None) for timex in one.timexes),
        )
        for one in (gold, system)
    ]
    off = score_awareness(gold=gold, system=system, method=method)
    for sides in (undated, (gold, system)):
        on = score_awareness(
            gold=sides[0], system=sides[1], method=method, calendar=sides is undated
        )
        assert on == off


# Collections


@pytest.fixture
def folders(folder: Callable[..., Path]) -> tuple[Path, Path]:
    """Gold, and a system of which one link contradicts its dates."""
    head = (
        '<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="1998-05-03" '
        'functionInDocument="CREATION_TIME">3 May</TIMEX3></DCT><TEXT>She <EVENT eid="e1" '
        'class="OCCURRENCE">ate</EVENT> on <TIMEX3 tid="t1" type="DATE" value="1998-05-04">'
        'Monday</TIMEX3>.</TEXT><MAKEINSTANCE eiid="ei1" eventID="e1"/>'
    )
    link = '<TLINK lid="l{}" {}="{}" relType="BEFORE" relatedToTime="{}"/>'
    gold = link.format(1, "eventInstanceID", "ei1", "t0")
    wrong = link.format(1, "timeID", "t1", "t0")
    right = link.format(2, "eventInstanceID", "ei1", "t1")
    return (
        folder("gold", **{"a.tml": f"{head}{gold}</TimeML>"}),
        folder("one", **{"a.tml": f"{head}{wrong}{right}</TimeML>"}),
    )


def test_collections_have_the_calendar_in_score_signature_and_notices(
    folders: tuple[Path, Path],
) -> None:
    gold, system = read_gold(open_collection(folders[0])), open_collection(folders[1])
    off = score_awareness_system(gold=gold, system=system)
    on = score_awareness_system(gold=gold, system=system, calendar=True)
    exact = score_awareness_system(
        gold=gold, system=system, calendar=True, calendar_reading="exact", coarse="bounds"
    )
    assert (off.score.precision_matched, off.score.system_total) == (0, 2)
    assert (on.score.precision_matched, on.score.system_total) == (1, 2)
    assert "|calendar:off|coarse:exact|align-by:overlap|version:" in str(off.signature)
    assert "|calendar:annotators|coarse:-|align-by:overlap|version:" in str(on.signature)
    assert "|calendar:on|coarse:bounds|align-by:overlap|version:" in str(exact.signature)
    assert exact.score == on.score
    assert off.notices == ()
    (notice,) = on.notices
    assert notice.code == "left-out"
    assert 'l1: t1 "Monday" BEFORE t0 "3 May" (t1.end < t0.start) contradicts calendar' in str(
        notice
    )
    assert score_awareness_system(gold=gold, system=system, calendar=False) == off
