"""The dates of the calendar's points: they say how far apart dates are, and nothing of order."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from timegraph import build
from timegraph.documents.conventions import CalendarPoint, with_dates
from timegraph.links import EPOCH
from timegraph.testing.strategies import documents
from timeml import Document, read
from timeml.gregorian import rounded


def timexes(*values: str) -> Document:
    tags = "".join(
        f'<TIMEX3 tid="t{n}" type="DATE" value="{value}">x</TIMEX3> '
        for n, value in enumerate(values, start=1)
    )
    return read(f"<TimeML><TEXT>{tags}</TEXT></TimeML>".encode())


def days(document: Document, x: tuple[str, str], y: tuple[str, str]) -> tuple[Fraction, Fraction]:
    bounds = with_dates(build(document, calendar=True)).distance(x, y)
    assert bounds.lower is not None
    assert bounds.upper is not None
    return rounded(bounds.lower) / 86_400, rounded(bounds.upper) / 86_400


def test_dates_are_as_far_apart_as_on_the_calendar() -> None:
    document = timexes("1998-02-27", "1998-03-02", "1998-03", "1996")
    assert days(document, ("t1", "end"), ("t2", "start")) == (2, 2)
    assert days(document, ("t3", "start"), ("t3", "end")) == (31, 31)
    assert days(document, ("t4", "start"), ("t4", "end")) == (366, 366)
    assert days(document, ("t2", "start"), ("t4", "end")) == (-425, -425)


def test_adjacent_days_stay_before_each_other() -> None:
    document = timexes("1998-03-02", "1998-03-03")
    graph = with_dates(build(document, calendar=True))
    assert str(graph.ask("t1", "before", "t2")) == "yes"
    assert days(document, ("t1", "end"), ("t2", "start")) == (0, 0)
    assert not graph.conflicts


def test_only_one_clock_has_dates() -> None:
    zoned = timexes("1998-03-02T09:00Z", "1998-03-02T10:00Z")
    assert days(zoned, ("t1", "start"), ("t2", "start")) == (Fraction(1, 24),) * 2
    mixed = with_dates(build(timexes("1998-03-02T09:00Z", "1998-03-05"), calendar=True))
    assert mixed.distance(EPOCH, ("t2", "start")).lower == 889_056_000
    assert mixed.distance(EPOCH, ("t1", "start")).lower is None
    assert mixed.distance(("t1", "end"), ("t2", "start")).lower == 0


def test_a_graph_without_dates_or_with_dates_stays_itself() -> None:
    plain = build(timexes("1998"))
    assert with_dates(plain) is plain
    dated = with_dates(build(timexes("1998"), calendar=True))
    assert with_dates(dated) is dated


def test_dates_that_somebody_gave_are_not_mixed_with_others() -> None:
    graph = build(timexes("1998-03-02"), calendar=True)
    graph.place("t1", within="1998-03-02T09:00Z")
    assert graph.earliest(("t1", "start")) == with_dates(graph).earliest(("t1", "start"))


@pytest.mark.parametrize("reading", ["annotators", "exact"])
@given(document=documents(max_events=4, max_timexes=5, max_tlinks=6))
def test_dates_contradict_no_link_and_change_no_order(reading: str, document: Document) -> None:
    graph = build(document, calendar=True, calendar_reading=reading)
    dated = with_dates(graph)
    assert len(dated.conflicts) == len(graph.conflicts)
    points = [point for point in graph.instants if isinstance(point, CalendarPoint)]
    for a in graph.entities:
        for b in graph.entities:
            assert dated.relations(a, b) == graph.relations(a, b)
        for point in points:
            assert dated.label((point, "at"), (a, "start")) == graph.label(
                (point, "at"), (a, "start")
            )


def test_only_what_dates_may_add_is_rounded() -> None:
    assert rounded(Fraction(86_400_001, 1_000)) == 86_400
    assert rounded(Fraction(86_399_998, 1_000)) == 86_400
    assert rounded(Fraction(1, 100)) == Fraction(1, 100)
