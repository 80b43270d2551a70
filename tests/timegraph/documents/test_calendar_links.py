"""The calendar of a document in its graph: before the links, after them, under every policy."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from timegraph import Allen, AllenSet, Answer, ContradictionError, TimeGraph, build, explain
from timegraph.documents.calendar_links import add_conventions, place_of, places_of, read_calendar
from timegraph.documents.conventions import CALENDAR, Convention
from timegraph.options import POLICIES, Interpretation, Policy
from timegraph.testing.strategies import documents
from timeml.document import Document, Event, Instance, Timex3, TLink

CALENDAR_ON = Interpretation(calendar=True)


def made(
    *values: str | tuple[str, dict[str, str]],
    links: tuple[str, ...] = (),
    created: str | None = "1998-05-03",
) -> Document:
    """A document created at ``created`` (t0) with timexes t1, t2 ... and an event e1. A value may
    have a mod (``"1998 START"``) or the attributes of its timex; links are ``"e1 BEFORE t0"``."""
    timexes = []
    if created is not None:
        timexes.append(Timex3("t0", "DATE", created, None, None, ""))
    for number, value in enumerate(values, 1):
        value, others = (value, {}) if isinstance(value, str) else value
        value, _, mod = value.partition(" ")
        others = {"text": "x", "mod": mod or None, "type": "DATE"} | others  # type: ignore[dict-item]
        timexes.append(
            Timex3(f"t{number}", value=value, start=number, end=number + 1, **others)  # type: ignore[arg-type]
        )
    return Document(
        dct=timexes[0] if created is not None else None,
        timexes=tuple(timexes),
        events=(Event("e1", None, 50, 51, "x", (Instance("ei1", "e1"),)),),
        tlinks=tuple(
            TLink(f"l{number}", relation, source, target)
            for number, (source, relation, target) in enumerate(map(str.split, links), 1)
        ),
    )


def relation(one: str, other: str) -> set[Allen]:
    """What is left open between two values, conventions included."""
    return set(build(made(one, other), calendar=True).relations("t1", "t2"))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("1998-05-03", "1998-05-04", Allen.BEFORE),
        ("1998-05-31", "1998-06", Allen.BEFORE),
        ("1998-05-03", "1998-W18-7", Allen.EQUAL),
        ("1998-Q2", "1998-Q2", Allen.EQUAL),
        ("1998-Q2", "1998-Q3", Allen.BEFORE),
        ("1998-Q2", "1998-04", Allen.CONTAINS),  # both start on the same day, but a month is less
        ("1998-06-30", "1998-Q2", Allen.DURING),
        ("1998-Q2", "1998", Allen.DURING),
        ("1998-03-01", "1998-03", Allen.DURING),
        ("1998", "1998-05-03T09:30", Allen.CONTAINS),
        ("1998-W18", "1998-05", Allen.OVERLAPS),
        ("1998-05-03TMO", "1998-05-03", Allen.DURING),
        ("1998-05-03TNI", "1998-05-03", Allen.DURING),
        ("1998-05-03TNI", "1998-05-04", Allen.BEFORE),
        ("1998-05-03TMO", "1998-05-04TMO", Allen.BEFORE),
        ("1998-05-03TNI", "1998-05-03TNI", Allen.EQUAL),
        ("1998-05 START", "1998-05", Allen.DURING),
        ("1998-05 START", "1998-05 END", Allen.BEFORE),
        ("1998-05 START", "1998-05-20", Allen.BEFORE),
        ("1998 AFTER", "1998", Allen.AFTER),
        ("1998-SU", "1998", Allen.DURING),
    ],
)
def test_two_values_are_related_as_annotators_mean_them(
    one: str, other: str, expected: Allen
) -> None:
    assert relation(one, other) == {expected}
    assert relation(other, one) == {expected.converse}


def test_values_in_edtf_are_ordered_by_option() -> None:
    document = made("1964/2008", "1964-02", "2010~", "2009-05")
    assert build(document, calendar=True).relations("t1", "t4") == AllenSet.all()
    graph = build(document, calendar=True, calendar_reading="edtf")
    assert graph.ask("t1", Allen.BEFORE, "t4") is Answer.YES
    assert graph.ask("t2", Allen.DURING, "t1") is Answer.UNKNOWN
    assert graph.ask("t4", Allen.BEFORE, "t3") is Answer.UNKNOWN
    written = build(document, calendar=True, calendar_reading="edtf-as-written")
    assert written.ask("t4", Allen.BEFORE, "t3") is Answer.YES
    plain = made("1998-05-03", "1998-05-04", "199", "1998-SU")
    both = (build(plain, calendar=True, calendar_reading=r) for r in ("annotators", "edtf"))  # type: ignore[arg-type]
    first, second = (graph.links for graph in both)
    assert first == second


def test_what_happened_today_may_lie_before_the_creation_time() -> None:
    document = made("1998-05-03", links=("ei1 BEFORE t0", "ei1 IS_INCLUDED t1"))
    graph = build(document, calendar=True, on_conflict="error")
    assert graph.ask("ei1", Allen.DURING, "t1") is Answer.YES
    assert graph.ask("ei1", Allen.BEFORE, "t0") is Answer.YES
    exact = build(document, calendar=True, calendar_reading="exact")
    assert [conflict.link.source.lid for conflict in exact.conflicts] == ["l2"]


def test_a_convention_gives_way_to_any_link() -> None:
    touching = made("1998-05-03", "1998-05-04", links=("t1 IBEFORE t2",))
    shared = made("1998-05-01", "1998-05", links=("t1 BEGINS t2",))
    for document, meant in ((touching, Allen.MEETS), (shared, Allen.STARTS)):
        for policy in POLICIES:
            graph = build(document, calendar=True, on_conflict=policy)
            assert graph.conflicts == ()
            assert set(graph.relations("t1", "t2")) == {meant}


@pytest.mark.parametrize("policy", ["drop-link", "drop-constraint"])
def test_what_is_certain_does_not_give_way(policy: Policy) -> None:
    document = made("1998-05-03", "1998-05-05", links=("t1 AFTER t2", "ei1 BEFORE t1"))
    graph = build(document, calendar=True, on_conflict=policy)
    (conflict,) = graph.conflicts
    assert conflict.link.source.lid == "l1"
    assert {link.source for link in conflict.against} == {CALENDAR}
    assert graph.ask("ei1", Allen.BEFORE, "t2") is Answer.YES
    with pytest.raises(ContradictionError, match='t1 "x" after t2 "x"'):
        build(document, calendar=True, on_conflict="error")


def test_a_long_document_gives_way_as_a_short_one_does() -> None:
    days = [f"{year}-01-{day:02d}" for year in range(1990, 1999) for day in range(1, 32)]
    document = made(*days, links=("t1 IBEFORE t2", "t200 AFTER t1"))
    for policy in POLICIES:
        graph = build(document, calendar=True, on_conflict=policy)
        assert graph.conflicts == ()
        assert set(graph.relations("t1", "t2")) == {Allen.MEETS}
        assert set(graph.relations("t2", "t3")) == {Allen.BEFORE}


def test_conventions_can_be_left_out() -> None:
    graph = build(made("1998-05-03", "1998-05-04"), calendar=True, conventions=False)
    assert set(graph.relations("t1", "t2")) == {Allen.BEFORE, Allen.MEETS}
    assert {link.source for link in graph.links} == {CALENDAR}


def test_proofs_show_conventions_by_name() -> None:
    graph = build(made("1998-05-03", "1998-05-04"), calendar=True)
    proof = explain(graph, "t1", Allen.BEFORE, "t2")
    assert str(proof) == (
        "t1 before t2, since t1 is before t2: 3 May 1998 is before 4 May 1998 "
        "(calendar, by convention: adjacent days)"
    )
    assert [str(step) for chain in proof.chains for step in chain.steps] == [
        "t1.end = end of 1998-05-03 (calendar: t1.end = end of 1998-05-03)",
        "end of 1998-05-03 < start of 1998-05-04 "
        "(by convention: adjacent days: end of 1998-05-03 < start of 1998-05-04)",
        "start of 1998-05-04 = t2.start (calendar: t2.start = start of 1998-05-04)",
    ]


def test_the_creation_time_equals_no_timex_by_value() -> None:
    graph = build(made("1998-05-03", "1998-05"), calendar=True)
    within = [Allen.DURING, Allen.STARTS, Allen.FINISHES, Allen.EQUAL]
    assert graph.ask("t0", within, "t1") is Answer.YES
    assert graph.ask("t0", Allen.EQUAL, "t1") is Answer.UNKNOWN
    assert graph.ask("t0", Allen.DURING, "t2") is Answer.YES
    timed = build(made("1998-05-03", created="1998-05-03T09:09"), calendar=True)
    assert timed.ask("t1", Allen.CONTAINS, "t0") is Answer.YES


def test_past_present_and_future_are_relative_to_the_creation_time() -> None:
    document = made("PAST_REF", "PRESENT_REF", "FUTURE_REF", "1998-05-02", "1998-05-04")
    graph = build(document, calendar=True)
    assert graph.ask("t1", Allen.BEFORE, "t0") is Answer.YES
    assert graph.ask("t2", Allen.CONTAINS, "t0") is Answer.YES
    assert graph.ask("t3", Allen.AFTER, "t0") is Answer.YES
    assert graph.ask("t1", Allen.BEFORE, "t5") is Answer.YES
    assert graph.ask("t3", Allen.AFTER, "t4") is Answer.YES
    # They are conventions, too: "already" may lie before the creation time.
    earlier = build(made("PRESENT_REF", links=("t1 BEFORE t0",)), calendar=True)
    assert earlier.conflicts == ()
    unknown = build(made("PAST_REF", created=None), calendar=True)
    assert unknown.links == ()


def test_daylight_saving_may_move_another_date_by_an_hour() -> None:
    zoned = "1998-05-04T12:30Z"
    document = made("1998-05-04T08:00", zoned, "1998-05-03", created="1998-05-03T22:09-05:00")
    graph = build(document, calendar=True)
    # 12:30 UTC is half past seven with the offset of the day before, and half past eight without.
    assert graph.ask("t1", Allen.BEFORE, "t2") is Answer.UNKNOWN
    assert graph.ask("t3", Allen.CONTAINS, "t0") is Answer.YES
    # On the date of the creation time the clock is known.
    same = made("1998-05-03T08:00", "1998-05-03T12:30Z", created="1998-05-03T22:09-05:00")
    assert build(same, calendar=True).ask("t2", Allen.BEFORE, "t1") is Answer.YES


def test_untrusted_values_are_not_used() -> None:
    document = made(
        ("610", {"text": "610"}),
        ("1998-05-04", {"text": "Friday"}),
        ("1998-05-04", {"text": "Monday"}),
    )
    graph = build(document, calendar=True)
    assert len(graph.relations("t1", "t3")) == 13
    assert len(graph.relations("t2", "t3")) == 13
    exact = build(document, calendar=True, calendar_reading="exact")
    assert set(exact.relations("t2", "t3")) == {Allen.EQUAL}


def test_literal_dates_mean_what_they_say() -> None:
    document = made("1998-05-03", "1998-Q2")
    graph = build(document, calendar=True, dates=("1998-05", "1998-Q2", "610"))
    assert graph.ask("t1", Allen.DURING, "1998-05") is Answer.YES
    assert graph.ask("610", Allen.BEFORE, "t1") is Answer.YES  # a year, far or not
    assert graph.ask("t2", Allen.EQUAL, "1998-Q2") is Answer.YES  # by convention
    with pytest.raises(ValueError, match="'P3D' is not a date"):
        build(document, calendar=True, dates=("P3D",))
    assert str(place_of("1998-05", document)) == "[1998-05-01, 1998-06-01)"


def test_places_are_read_as_asked() -> None:
    document = made("1998 START")
    assert [str(place) for _, place in places_of(document)][1] == "within [1998-01-01, 1999-01-01)"
    (_, annotators) = places_of(document, reading="annotators")
    assert str(annotators[1]) == "within [1998-01-01, 1998-06-02T02:00)"


def test_the_exact_reading_has_no_conventions() -> None:
    exact = Interpretation(calendar=True, calendar_reading="exact")
    assert read_calendar(made("1998", "1999"), exact)[1] == []
    _, usual = read_calendar(made("1998", "1999"), CALENDAR_ON)
    assert [str(link.source) for link in usual] == ["by convention: adjacent years"]


# Properties -----------------------------------------------------------------------------------

_VALUES = (
    *("1998", "1998-Q2", "1998-04", "1998-05", "1998-06", "1998-W18", "1998-W19", "1998-05-01"),
    *("1998-05-03", "1998-05-04", "1998-05-03TMO", "1998-05-03TNI", "1998-05 END", "1998-SU"),
    *("PAST_REF", "PRESENT_REF", "FUTURE_REF", "1998-05-03T09:09", "1998-05-04T02:00Z", "someday"),
)
_names = st.sampled_from(["ei1", *(f"t{number}" for number in range(5))])
_links = st.tuples(
    _names, st.sampled_from(["BEFORE", "IBEFORE", "BEGINS", "INCLUDES", "SIMULTANEOUS"]), _names
).map(" ".join)
_documents = st.one_of(
    st.builds(
        lambda values, links: made(*values, links=tuple(links)),
        st.lists(st.sampled_from(_VALUES), min_size=4, max_size=4),
        st.lists(_links, max_size=6),
    ),
    documents(max_events=3, max_timexes=4),
)


@given(_documents, st.sampled_from(["drop-link", "drop-constraint"]))
def test_conventions_are_taken_one_by_one_where_nothing_contradicts_them(
    document: Document, policy: Policy
) -> None:
    graph = build(document, calendar=True, on_conflict=policy)
    expected = build(document, calendar=True, on_conflict=policy, conventions=False)
    assert graph.conflicts == expected.conflicts
    for link in read_calendar(document, CALENDAR_ON)[1]:
        trial = expected.copy()
        trial.extend([link])
        if len(trial.conflicts) == len(expected.conflicts):
            expected = trial
    assert [link.source for link in graph.links] == [link.source for link in expected.links]
    for a, b in combinations(graph, 2):
        assert graph.relations(a, b) == expected.relations(a, b)


@given(_documents)
def test_conventions_only_add_to_what_is_known(document: Document) -> None:
    with_them = build(document, calendar=True)
    without = build(document, calendar=True, conventions=False)
    for a, b in combinations(without, 2):
        assert not with_them.relations(a, b) - without.relations(a, b)


@given(_documents, st.sampled_from(POLICIES))
def test_many_conventions_at_once_are_those_one_by_one(document: Document, policy: Policy) -> None:
    _, usual = read_calendar(document, CALENDAR_ON)
    try:
        few = build(document, calendar=True, on_conflict=policy)
        many = build(document, calendar=True, on_conflict=policy, conventions=False)
    except ContradictionError:
        return
    # The same ones again and again are more than are added one by one, and say no more.
    add_conventions(many, [link for link in usual for _ in range(201)])
    assert {link.source for link in many.links} == {link.source for link in few.links}
    for a, b in combinations(few, 2):
        assert many.relations(a, b) == few.relations(a, b)
    assert many.conflicts == few.conflicts


def test_a_graph_without_the_entities_gets_them() -> None:
    graph = TimeGraph()
    certain, usual = read_calendar(made("PAST_REF"), CALENDAR_ON)
    graph.extend(certain)
    add_conventions(graph, usual)
    assert graph.ask("t1", Allen.BEFORE, "t0") is Answer.YES
    assert {type(link.source) for link in graph.links} == {type(CALENDAR), Convention}
