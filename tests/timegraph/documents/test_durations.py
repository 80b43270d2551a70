"""Durations of documents: what they say, what is left out, and that they overrule nothing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from tests.drawing import examples
from tests.invariants import check_graph
from tests.oracle.dated import MetricBound, tightest_bounds
from timegraph import Answer, TimeGraph, build
from timegraph.allen import AllenSet
from timegraph.documents.conventions import with_dates
from timegraph.documents.durations import OUTCOMES, ReadDuration, add_durations, read_durations
from timegraph.links import DistanceLink, Link, PointLink
from timegraph.options import Interpretation
from timegraph.points import constraints_of
from timeml import Document, read

DAY = 86_400
MONTHS = "at least 59 days and at most 62 days"
LESS = "more than 0 and less than 3 days"
AT_MOST = "more than 0 and at most 3 days"
SOFT = Interpretation(on_conflict="drop-link", durations="soft")


def document(body: str, links: str = "") -> Document:
    return read(
        f"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-08"
functionInDocument="CREATION_TIME">May 8</TIMEX3></DCT><TEXT>
<EVENT eid="e1" class="OCCURRENCE">slept</EVENT> <EVENT eid="e2" class="OCCURRENCE">ate</EVENT>
{body}</TEXT>{links}</TimeML>""".encode()
    )


def duration(value: str, rest: str = "", tid: str = "t9") -> str:
    return f'<TIMEX3 tid="{tid}" type="DURATION" value="{value}" {rest}>so long</TIMEX3>'


def link(rel_type: str, a: str, b: str, lid: str = "l1") -> str:
    ends = ("eventID" if a[0] == "e" else "timeID", "relatedToEvent" if b[0] == "e" else "")
    target = ends[1] or "relatedToTime"
    return f'<TLINK lid="{lid}" relType="{rel_type}" {ends[0]}="{a}" {target}="{b}"/>'


def length(graph: TimeGraph, entity: str) -> str:
    return str(graph.distance((entity, "start"), (entity, "end")))


@pytest.mark.parametrize(
    ("value", "rest", "soft", "exact"),
    [
        ("P3D", "", "more than 2 days and less than 4 days", "exactly 3 days"),
        ("P1D", "", "more than 0 and less than 2 days", "exactly 1 day"),
        ("PT9H", "", "more than 8 hours and less than 10 hours", "exactly 9 hours"),
        ("P2M", "", "more than 28 days and less than 92 days", MONTHS),
        ("P3D", 'mod="APPROX"', "more than 0", "more than 0"),
        ("P3D", 'mod="START"', "more than 0", "more than 0"),
        ("P3D", 'mod="MORE_THAN"', "more than 3 days", "more than 3 days"),
        ("P3D", 'mod="EQUAL_OR_MORE"', "at least 3 days", "at least 3 days"),
        ("P3D", 'mod="LESS_THAN"', LESS, LESS),
        ("P3D", 'mod="EQUAL_OR_LESS"', AT_MOST, AT_MOST),
        ("PXD", "", "more than 0", "more than 0"),
        ("P1Q", "", "more than 0 and less than 184 days", "at least 89 days and at most 92 days"),
        ("1998-05", "", "more than 0", "more than 0"),
        ("three", "", "more than 0", "more than 0"),
    ],
)
def test_a_length_is_as_long_as_its_reading_says(
    value: str, rest: str, soft: str, exact: str
) -> None:
    asked = document(duration(value, rest))
    assert length(build(asked, durations="soft"), "t9") == soft
    assert length(build(asked, durations="exact"), "t9") == exact
    assert length(build(asked), "t9") == "more than 0"


def test_an_event_lasts_what_it_is_simultaneous_with_or_during() -> None:
    for rel_type in ("SIMULTANEOUS", "DURING", "IDENTITY"):
        asked = document(duration("P3D"), link(rel_type, "e1", "t9"))
        assert length(build(asked, durations="exact"), "e1") == "exactly 3 days"
    asked = document(duration("P3D"), link("DURING", "e1", "t9"))
    contained = build(asked, durations="exact", during="contained")
    assert length(contained, "e1") == "more than 0 and less than 3 days"


def test_only_durations_have_lengths() -> None:
    sets = duration("P1D").replace("DURATION", "SET")
    asked = document(sets + duration("P1D", tid="t8").replace("DURATION", "DATE"))
    assert not list(read_durations(asked, SOFT))
    assert not any(isinstance(one, DistanceLink) for one in build(asked, SOFT).links)


TWO_DAYS_LATER = document(
    '<TIMEX3 tid="t1" type="DATE" value="2020-05-04">Monday</TIMEX3>'
    + duration("P2D", 'beginPoint="t1" endPoint="t2"')
    + '<TIMEX3 tid="t2" type="DATE" value="XXXX-XX-XX" temporalFunction="true"'
    ' anchorTimeID="t9">then</TIMEX3>',
    link("IS_INCLUDED", "e1", "t2"),
)


def test_two_days_later_tells_a_date_that_has_no_value() -> None:
    known = build(TWO_DAYS_LATER, calendar=True, durations="exact")
    assert str(known.earliest(("t2", "end"))) == "2020-05-06 00:00:00"
    latest = known.latest(("t2", "start"))
    # Where periods touch, a date may be a thousandth of a second off.
    assert latest is not None
    assert str(latest.replace(microsecond=0)) == "2020-05-07 00:00:00"
    plain = build(TWO_DAYS_LATER, calendar=True)
    assert plain.label(("t1", "start"), ("t2", "end")) is None


def test_without_the_calendar_anchors_are_entities() -> None:
    graph = build(TWO_DAYS_LATER, durations="exact")
    assert graph.label(("t1", "start"), ("t9", "start")) == "<="
    bounds = graph.distance(("t1", "start"), ("t2", "end"))
    assert bounds.lower == 2 * DAY


def test_an_anchor_alone_does_not_say_which_end_it_is() -> None:
    asked = document(duration("P2D", 'anchorTimeID="t0" temporalFunction="true"'))
    graph = build(asked, calendar=True, durations="exact")
    assert graph.earliest(("t9", "start")) is None
    assert graph.latest(("t9", "end")) is None


DATED = (
    '<TIMEX3 tid="t1" type="DATE" value="2020-01-03">x</TIMEX3> '
    '<TIMEX3 tid="t2" type="DATE" value="2020-07-01">y</TIMEX3> '
)


@pytest.mark.parametrize("calendar", [False, True])
def test_a_length_is_not_believed_against_its_own_dates(calendar: bool) -> None:
    ends = 'beginPoint="t1" endPoint="t2"'
    for value, outcome in (("P6M", "used"), ("P5M", "used"), ("P2M", "rounded")):
        asked = document(DATED + duration(value, ends))
        interpretation = replace(SOFT, calendar=calendar)
        (read,) = add_durations(
            build(asked, interpretation, durations="off"), asked, interpretation
        )
        assert read.outcome == outcome
    assert str(read.known) == "at least 179 days and at most 181 days"
    assert length(with_dates(build(asked, interpretation)), "t9").startswith(
        "at least 178 days 23 hours" if calendar else "more than 0"
    )


def test_a_length_never_overrules_a_link() -> None:
    links = link("BEGINS", "t9", "t8") + link("SIMULTANEOUS", "t8", "e1", "l2")
    asked = document(duration("P3D") + duration("P1D", tid="t8"), links)
    graph = build(asked, SOFT)
    assert not graph.conflicts
    assert graph.ask("t9", "starts", "e1") is Answer.YES
    plain = build(asked, SOFT, durations="off")
    outcomes = {one.timex.tid: one.outcome for one in add_durations(plain, asked, SOFT)}
    assert outcomes == {"t9": "used", "t8": "contradicted"}


def test_strange_values_and_anchors_do_no_harm() -> None:
    bodies = [
        duration("P0D"),
        duration("P99999999Y"),
        duration("P3D", 'beginPoint="t9" endPoint="t9"'),
        duration("P3D", 'beginPoint="nowhere" endPoint="e1"'),
        duration("P3D", 'beginPoint="t8"') + duration("P3D", 'endPoint="t9"', "t8"),
        DATED + duration("P6M", 'beginPoint="t2" endPoint="t1"'),
        duration("P-3D"),
        duration("P1M", 'beginPoint="t0"'),
    ]
    for body in bodies:
        for calendar in (False, True):
            for durations in ("soft", "exact"):
                graph = build(document(body), calendar=calendar, durations=durations)
                assert not graph.conflicts
                check_graph(graph)


units = st.sampled_from(["D", "W"])
values = st.builds("P{}{}".format, st.integers(1, 4), units)
mods = st.sampled_from(["", "", 'mod="MORE_THAN"', 'mod="EQUAL_OR_LESS"', 'mod="APPROX"'])
ENTITIES = ("e1", "e2", "t7", "t8", "t9")
relations = st.sampled_from(["BEFORE", "INCLUDES", "SIMULTANEOUS", "BEGINS", "IBEFORE", "ENDED_BY"])
tlinks = st.lists(
    st.tuples(relations, st.sampled_from(ENTITIES), st.sampled_from(ENTITIES)), max_size=6
)


def bounds_of(graph: TimeGraph, points: dict[tuple[str, str], int]) -> list[MetricBound]:
    """All in force in a graph of order alone, as bounds."""
    zero = Fraction(0)
    found: list[MetricBound] = []
    for entity in ("t0", *ENTITIES):
        found.append((points[entity, "end"], points[entity, "start"], zero, True))
    left_out = {id(conflict.link) for conflict in graph.conflicts}
    for one in graph.links:
        if isinstance(one, Link) and id(one) not in left_out:
            four = [points[e, s] for e in (one.a, one.b) for s in ("start", "end")]
            for p, op, q in constraints_of(AllenSet(one.relation).mask):
                found.append((four[q], four[p], zero, op == "<"))
                if op == "=":
                    found.append((four[p], four[q], zero, False))
    return found


@examples(80)
@given(st.tuples(*[st.tuples(values, mods)] * 3), tlinks, st.sampled_from(["soft", "exact"]))
def test_each_length_is_used_unless_what_comes_before_contradicts_it(
    lengths: tuple[tuple[str, str], ...], said: list[tuple[str, str, str]], durations: str
) -> None:
    body = "".join(
        duration(value, mod, tid)
        for (value, mod), tid in zip(lengths, ("t7", "t8", "t9"), strict=True)
    )
    links = "".join(link(*one, lid=f"l{n}") for n, one in enumerate(said))
    asked = document(body, links)
    interpretation = Interpretation(on_conflict="drop-link", durations=durations)
    plain = build(asked, interpretation, durations="off")
    graph = plain.copy()
    read = add_durations(graph, asked, interpretation)
    sides = ("start", "end")
    every = ("t0", *ENTITIES)
    points = {(e, s): 2 * n + k for n, e in enumerate(every) for k, s in enumerate(sides)}
    known = bounds_of(plain, points)
    for one in read:
        if one.length is None:
            assert one.outcome == "no-bounds"
            continue
        x, y = points[one.length.x], points[one.length.y]
        own: list[MetricBound] = []
        if one.length.at_most is not None:
            own.append((x, y, one.length.at_most, one.length.less))
        if one.length.at_least is not None:
            own.append((y, x, -one.length.at_least, one.length.more))
        fits = tightest_bounds(len(points), [*known, *own]) is not None
        assert one.outcome == ("used" if fits else "contradicted")
        known += own if fits else []
    # Lengths only add: what was answered is answered the same.
    assert len(graph.conflicts) == len(plain.conflicts)
    for a in every:
        for b in every:
            assert set(graph.relations(a, b)) <= set(plain.relations(a, b))


def test_the_outcomes_are_named() -> None:
    assert set(OUTCOMES) == {"used", "length-unknown", "no-bounds", "rounded", "contradicted"}
    (read,) = read_durations(document(duration("PXM")), SOFT)
    assert read == ReadDuration(read.timex, None, outcome="length-unknown")
    (read,) = read_durations(document(duration("P3D", 'beginPoint="t0"')), SOFT)
    assert str(read.length) == "t9.end - t9.start is about P3D"
    assert [str(end) for end in read.ends] == ["t0.start <= t9.start", "t9.start <= t0.end"]
    assert all(isinstance(end, PointLink) and str(end.source) == "t9 P3D" for end in read.ends)
