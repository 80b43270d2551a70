"""The calendar in the graph: one chain of points, against a world drawn day by day."""

from __future__ import annotations

import pickle
from datetime import date, timedelta
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from timegraph import Allen, Answer, Link, PointLink, TimeGraph, build
from timegraph.documents.calendar_links import places_of
from timegraph.documents.conventions import CALENDAR, calendar_links
from timegraph.links import Calendar
from timeml.document import Document, Event, Instance, Timex3, TLink
from timeml.timex_value import CalendarInterval, parse_value


def made(
    *values: str | tuple[str, dict[str, str]],
    created: str | None = "1998-05-03T09:09",
    tlinks: tuple[TLink, ...] = (),
) -> Document:
    """A document created at ``created`` (t0) with timexes t1, t2, ... and an event ei1."""
    timexes = []
    if created is not None:
        timexes.append(Timex3("t0", "TIME", created, None, None, ""))
    for number, value in enumerate(values, 1):
        value, others = (value, {}) if isinstance(value, str) else value
        timexes.append(
            Timex3(f"t{number}", "DATE", value, number, number + 1, "x", **others)  # type: ignore[arg-type]
        )
    event = Event("e1", None, 50, 51, "x", (Instance("ei1", "e1"),))
    return Document(
        dct=timexes[0] if created is not None else None,
        timexes=tuple(timexes),
        events=(event,),
        tlinks=tlinks,
    )


def relation(one: str, other: str) -> set[Allen]:
    """What the calendar leaves open between two values."""
    return set(
        build(made(one, other), calendar=True, calendar_reading="exact").relations("t1", "t2")
    )


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("1998-05-03", "1998-05-04", Allen.BEFORE),  # adjacent periods, as annotators mark them
        ("1998-05-31", "1998-06", Allen.BEFORE),
        ("1998-05-03", "1998-W18-7", Allen.EQUAL),
        ("1998-Q2", "1998-04", Allen.STARTED_BY),
        ("1998-06-30", "1998-Q2", Allen.FINISHES),
        ("1998", "1998-05-03T09:30", Allen.CONTAINS),
        ("1998-W18", "1998-05", Allen.OVERLAPS),
        ("199", "19", Allen.FINISHES),
        ("BC0044-03-15", "0001", Allen.BEFORE),
        ("12345-06", "1998", Allen.AFTER),
        ("1998-05-03T24:00", "1998-05-04", Allen.STARTS),
        ("1998-05-03T10:00Z", "1998-05-03T12:00+02:00", Allen.EQUAL),
        ("1998-05-03T10:00Z", "1998-05-03T12:00+03:00", Allen.AFTER),
        ("1998-05-03TMO", "1998-05-04TMO", Allen.BEFORE),
        ("1998-SU", "2000", Allen.BEFORE),
    ],
)
def test_two_values_are_related_as_their_periods_are(one: str, other: str, expected: Allen) -> None:
    assert relation(one, other) == {expected}
    assert relation(other, one) == {expected.converse}


def test_bounds_leave_open_what_they_do_not_settle() -> None:
    within = {Allen.DURING, Allen.STARTS, Allen.FINISHES, Allen.EQUAL}
    assert relation("1998-XX-XX", "1998") == within
    # No guideline says when a morning ends.
    assert relation("1998-05-03TMO", "1998-05-03TAF") == set(Allen)
    # A winter is named after either of its years.
    assert relation("1998-SU", "1998-WI") == set(Allen)
    assert relation("1998-SP", "1998-SU") == set(Allen)


def test_a_part_of_a_day_is_less_than_the_day() -> None:
    for part in ("MO", "MI", "AF", "EV", "NI", "DT"):
        for period in ("1998-05-03", "1998-05", "1998"):
            assert relation(f"1998-05-03T{part}", period) == {Allen.DURING}
    assert relation("1998-05-03TNI", "1998-05-04") == {Allen.BEFORE}


def test_seasons_lie_where_they_do_in_the_north() -> None:
    assert relation("1998-SU", "1998") == {Allen.DURING}
    assert relation("1998-SP", "1998-FA") == {Allen.BEFORE}
    assert relation("1998-SU", "1999-WI") == {Allen.BEFORE}


def test_a_zoned_and_a_floating_value_order_beyond_any_offset() -> None:
    assert relation("1998-05-03T12:00Z", "1998-05-04T02:01") == {
        Allen.BEFORE,
        Allen.MEETS,
        Allen.OVERLAPS,
    }
    assert relation("1998-05-03T12:00Z", "1998-05-04T02:02") == {Allen.BEFORE}
    assert relation("1998-05-02T23:59", "1998-05-03T12:00Z") > {Allen.BEFORE}
    assert relation("1998-05-02T23:58", "1998-05-03T12:00Z") == {Allen.BEFORE}


def test_the_creation_time_keeps_its_time_of_day() -> None:
    graph = build(
        made("1998-05-03", created="1998-05-03T09:09"), calendar=True, calendar_reading="exact"
    )
    assert graph.ask("t1", Allen.CONTAINS, "t0") is Answer.YES
    zoned = build(
        made("1998-05-03", created="1998-05-03T22:09-05:00"),
        calendar=True,
        calendar_reading="exact",
    )
    assert zoned.ask("t1", Allen.CONTAINS, "t0") is Answer.YES


def test_references_lie_where_the_creation_time_puts_them() -> None:
    document = made("PAST_REF", "PRESENT_REF", "FUTURE_REF", "1998-05-02", "1998-05-04")
    graph = build(document, calendar=True, calendar_reading="exact")
    assert graph.ask("t2", [Allen.CONTAINS, Allen.EQUAL, Allen.STARTED_BY, Allen.FINISHED_BY],
                     "t0") is Answer.YES  # fmt: skip
    assert graph.label(("t1", "end"), ("t0", "start")) == "<="
    assert graph.label(("t0", "end"), ("t3", "start")) == "<="
    assert graph.ask("t1", Allen.BEFORE, "t5") is Answer.YES
    assert graph.ask("t3", Allen.AFTER, "t4") is Answer.YES
    assert graph.ask("t1", Allen.BEFORE, "t4") is Answer.UNKNOWN


def test_references_say_nothing_without_a_creation_time() -> None:
    graph = build(made("PAST_REF", "1998", created=None), calendar=True, calendar_reading="exact")
    assert len(graph.relations("t1", "t2")) == 13
    unread = build(
        made("PAST_REF", "FUTURE_REF", created="someday"), calendar=True, calendar_reading="exact"
    )
    assert unread.ask("t1", [Allen.BEFORE, Allen.MEETS], "t2") is Answer.YES
    own = build(made(created="PRESENT_REF"), calendar=True, calendar_reading="exact")
    assert own.links == ()


def test_an_anchored_duration_starts_and_ends_at_its_anchors() -> None:
    document = made(
        "1998-05-03",
        "1998-05-06",
        ("P3D", {"begin_point": "t1"}),
        ("P3D", {"end_point": "t2"}),
        ("PXD", {"begin_point": "t1", "end_point": "t2"}),
        "1998-05-02",
        "1998-05-04",
        "1998-05-05",
        "1998-05-07",
    )
    graph = build(document, calendar=True, calendar_reading="exact")
    for duration in ("t3", "t4", "t5"):
        assert graph.ask(duration, Allen.AFTER, "t6") is Answer.YES
        assert graph.ask(duration, Allen.BEFORE, "t9") is Answer.YES
    # Three days from the 3rd may be all of the 3rd, 4th and 5th, and end with the 5th.
    assert Allen.STARTED_BY in graph.relations("t3", "t1")
    assert Allen.FINISHED_BY in graph.relations("t3", "t8")
    # The last three days on the 6th may end where the 6th begins.
    assert Allen.BEFORE in graph.relations("t4", "t2")
    day_within = [Allen.CONTAINS, Allen.STARTED_BY, Allen.FINISHED_BY, Allen.EQUAL]
    assert graph.ask("t3", day_within, "t7") is Answer.YES
    assert graph.ask("t4", day_within, "t8") is Answer.YES


def test_coarse_values_may_be_read_as_some_time_within() -> None:
    document = made("1998", "1998-05", "1998-05-03", "1999")
    exact, bounds = (
        build(document, calendar=True, calendar_reading="exact", coarse=c)
        for c in ("exact", "bounds")
    )  # type: ignore[arg-type]
    assert exact.ask("t1", Allen.CONTAINS, "t2") is Answer.YES
    assert bounds.ask("t1", Allen.CONTAINS, "t2") is Answer.UNKNOWN
    assert bounds.ask("t2", Allen.BEFORE, "t4") is Answer.YES
    assert bounds.ask("t3", Allen.CONTAINS, "t0") is Answer.YES  # a day is not coarse


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(ValueError, match="coarse is one of exact, bounds"):
        build(made("1998"), calendar=True, calendar_reading="exact", coarse="vague")  # type: ignore[arg-type]


def test_literal_dates_join_the_chain() -> None:
    document = made("1998-05-03")
    graph = build(document, calendar=True, calendar_reading="exact", dates=("1998-05", "2000"))
    assert graph.ask("t1", Allen.DURING, "1998-05") is Answer.YES
    assert graph.ask("1998-05", Allen.BEFORE, "2000") is Answer.YES
    off = build(document, dates=("1998-05",))
    assert off.ask("t1", Allen.DURING, "1998-05") is Answer.UNKNOWN
    with pytest.raises(ValueError, match="'P3D' is not a date"):
        build(document, calendar=True, calendar_reading="exact", dates=("P3D",))


# Links and calendar ---------------------------------------------------------------------------


def test_a_tlink_that_contradicts_the_calendar_is_what_is_left_out() -> None:
    wrong = TLink("l1", "AFTER", "t1", "t2", "timeID", "relatedToTime")
    document = made("1998-05-03", "1998-05-04", tlinks=(wrong,))
    graph = build(document, calendar=True, calendar_reading="exact", on_conflict="drop-link")
    (conflict,) = graph.conflicts
    assert isinstance(conflict.link, Link)
    assert conflict.link.source is wrong
    assert conflict.against
    assert {str(link.source) for link in conflict.against} == {"calendar"}
    assert "1998-05-04" in str(conflict)
    assert graph.ask("t1", Allen.BEFORE, "t2") is Answer.YES
    assert build(document, on_conflict="drop-link").conflicts == ()


def test_the_calendar_comes_first_and_is_linear() -> None:
    values = [(date(1998, 1, 1) + timedelta(days=n)).isoformat() for n in range(200)]
    links = build(made(*values), calendar=True, calendar_reading="exact").links
    assert all(isinstance(link, PointLink) and link.source is CALENDAR for link in links)
    assert len(links) < 5 * len(values)


def test_the_source_of_the_calendar_prints_and_stays_one() -> None:
    assert str(CALENDAR) == "calendar"
    assert repr(CALENDAR) == "CALENDAR"
    assert isinstance(CALENDAR, Calendar)
    graph = build(made("1998", "1999-SU"), calendar=True, calendar_reading="exact")
    again = pickle.loads(pickle.dumps(graph))
    assert again.links == graph.links
    assert all(link.source is CALENDAR for link in again.links)


# Properties -----------------------------------------------------------------------------------

_values = st.sampled_from(
    [
        "1998", "1999", "199", "1998-H1", "1998-Q2", "1998-QX", "1998-04", "1998-05", "1998-XX",
        "1998-W18", "1998-W18-WE", "1998-WXX", "1998-05-01", "1998-05-02", "1998-05-03",
        "1998-05-04", "1998-05-XX", "1998-05-03TMO", "1998-05-03TNI", "1998-05-03T09",
        "1998-05-03T09:09", "1998-05-02T24:00", "1998-SU", "1998-SP", "FY1998", "PAST_REF",
        "PRESENT_REF", "FUTURE_REF", "1998-05-03T09:09Z", "1998-05-04T02:00+05:00",
        "1998-05-03T15:00-05", "P3D", "someday",
    ]
)  # fmt: skip


_durations = st.tuples(
    st.sampled_from(["P3D", "PXM", "P1M", "PT0S", "P2Q"]),
    st.fixed_dictionaries(
        {},
        optional={
            "begin_point": st.sampled_from(["t0", "t1", "t2", "t3"]),
            "end_point": st.sampled_from(["t0", "t1", "t2", "t3"]),
            "mod": st.sampled_from(["START", "LESS_THAN", "MORE_THAN", "APPROX"]),
        },
    ),
)


@given(st.lists(st.one_of(_values, _durations), max_size=12), st.sampled_from(["exact", "bounds"]))
def test_the_calendar_never_contradicts_itself(
    values: list[str | tuple[str, dict[str, str]]], coarse: str
) -> None:
    # The policy "error" raises at the first contradiction.
    graph = build(made(*values), calendar=True, calendar_reading="exact", coarse=coarse)  # type: ignore[arg-type]
    assert graph.conflicts == ()


@given(_values, _values)
def test_the_chain_says_what_two_intervals_say(one: str, other: str) -> None:
    a, b = parse_value(one), parse_value(other)
    if not isinstance(a, CalendarInterval) or not isinstance(b, CalendarInterval):
        return
    graph = TimeGraph()
    graph.extend(calendar_links([("a", a), ("b", b)]))
    graph.add_entity("a")
    graph.add_entity("b")
    assert (graph.ask("a", Allen.BEFORE, "b") is Answer.YES) is a.precedes(b)
    if a.exact and b.exact and a.zone == b.zone:
        assert (graph.ask("a", Allen.EQUAL, "b") is Answer.YES) is (
            (a.earliest, a.latest) == (b.earliest, b.latest)
        )
        assert len(graph.relations("a", "b")) == 1


def _world(document: Document, draw: st.DrawFn) -> dict[str, tuple[float, float]]:
    """A place for every entity that its value allows, in seconds of the document's clock;
    the chain's two points at an instant lie just before and just after it."""
    little = 0.25
    world: dict[str, tuple[float, float]] = {}
    dct = document.dct
    assert dct is not None
    for tid, place in places_of(document):
        if isinstance(place, CalendarInterval):
            assert place.earliest is not None
            assert place.latest is not None
            first, last = int(place.earliest), int(place.latest)
            if place.exact:
                world[tid] = (first + little, last - little)
            else:
                start = draw(st.integers(first + 1, last - 3), label=tid)
                world[tid] = (start, draw(st.integers(start + 1, last - 1)))
    now = world[dct.tid]
    for timex in document.timexes:
        if timex.tid in world:
            continue
        start = draw(st.integers(-(10**4), 10**4))
        length = draw(st.integers(1, 10**4))
        if timex.value == "PAST_REF":
            world[timex.tid] = (now[0] - abs(start) - length, now[0] - abs(start))
        elif timex.value == "FUTURE_REF":
            world[timex.tid] = (now[1] + abs(start), now[1] + abs(start) + length)
        elif timex.value == "PRESENT_REF":
            world[timex.tid] = (now[0] - abs(start), now[1] + length - 1)
        else:
            world[timex.tid] = (start, start + length)
    return world


def _allen(a: tuple[float, float], b: tuple[float, float]) -> Allen:
    def sign(x: float, y: float) -> int:
        return (x > y) - (x < y)

    signs = tuple(sign(x, y) for x, y in product(a, b))
    return next(member for member in Allen if tuple(member.signs) == signs)


_floating = _values.filter(lambda value: "Z" not in value and "05:00" not in value)


@st.composite
def _consistent(draw: st.DrawFn) -> tuple[Document, TimeGraph, dict[str, tuple[float, float]]]:
    """A document with links that are true in a world in which its calendar is true, too."""
    values = draw(st.lists(_floating.filter(lambda v: "T15" not in v), min_size=2, max_size=7))
    document = made(*values)
    world = _world(document, draw)
    names = sorted(world)
    graph = TimeGraph(on_conflict="drop-link")
    for name in names:
        graph.add_entity(name)
    pairs = draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=6))
    for a, b in pairs:
        if a != b:
            graph.add(a, _allen(world[a], world[b]), b, "a link")
    return document, graph, world


@given(_consistent())
def test_the_calendar_changes_no_yes_or_no_of_links_consistent_with_it(
    case: tuple[Document, TimeGraph, dict[str, tuple[float, float]]],
) -> None:
    document, links_only, world = case
    both = TimeGraph(on_conflict="error")  # raises if this case were not consistent after all
    both.extend(calendar_links(places_of(document), dct="t0"))
    both.extend(links_only.links)
    for name in world:
        both.add_entity(name)
    assert links_only.conflicts == ()
    for a, b in product(world, repeat=2):
        possible = both.relations(a, b)
        assert _allen(world[a], world[b]) in possible
        assert not possible - links_only.relations(a, b)
        for asked in (Allen.BEFORE, Allen.DURING, Allen.EQUAL):
            answer = links_only.ask(a, asked, b)
            if answer is not Answer.UNKNOWN:
                assert both.ask(a, asked, b) is answer


@given(st.lists(st.dates(date(1990, 1, 1), date(2010, 1, 1)), min_size=2, max_size=8))
def test_days_order_as_dates_do(days: list[date]) -> None:
    graph = build(made(*(day.isoformat() for day in days)), calendar=True, calendar_reading="exact")
    for (i, one), (j, other) in product(enumerate(days, 1), repeat=2):
        expected = Allen.BEFORE if one < other else Allen.AFTER if one > other else Allen.EQUAL
        assert set(graph.relations(f"t{i}", f"t{j}")) == {expected}


# The corpora ----------------------------------------------------------------------------------


@pytest.mark.data
@pytest.mark.slow
def test_the_calendar_of_every_gold_document_is_consistent(data: Path) -> None:
    import timeml

    links = left_out = 0
    for path in sorted((data / "tempeval3" / "TBAQ-cleaned").rglob("*.tml")):
        document = timeml.read(path)
        dct = None if document.dct is None else document.dct.tid
        TimeGraph(on_conflict="error").extend(calendar_links(places_of(document), dct=dct))
        graph = build(document, calendar=True, calendar_reading="exact", on_conflict="drop-link")
        assert all(conflict.link.source is not CALENDAR for conflict in graph.conflicts)
        links += len(document.linked)
        left_out += len(graph.conflicts)
    assert 0.01 < left_out / links < 0.05, (left_out, links)


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.parametrize(
    ("kit_name", "questions", "system", "reached"),
    [
        ("test-news", "question-set-yes.txt", "TIPSem", 0.33),
        ("test-news", "question-set-yes.txt", "TIPSemB", 0.38),
        ("train", "question-set.txt", "human-fold1-original", 0.65),
        ("train", "question-set.txt", "TIPSem-fold1-original", 0.47),
    ],
)
def test_the_calendar_raises_the_scores_of_raw_systems(
    data: Path, kit_name: str, questions: str, system: str, reached: float
) -> None:
    from timegraph.qa import answer_question, read_questions
    from timegraph.scoring import score_answers
    from timeml import align_ids, open_collection

    folder = data / "qa-tempeval" / kit_name
    asked = read_questions(folder / "eval-questions" / questions, lenient=True)
    keys = open_collection(folder / "eval-questions" / "question-events")
    systems = open_collection(folder / "systems" / system)
    documents, graphs = {}, {}
    for name in asked.documents:
        one, key = systems.match(name), keys.match(name)
        if one is not None and key is not None:
            found = align_ids(system=systems.read(one), key=keys.read(key)).document
            documents[name], graphs[name] = (
                found,
                build(found, calendar=True, calendar_reading="exact"),
            )
    predicted = [
        answer_question(graphs[item.document], documents[item.document], item.question)
        if item.question is not None and item.document in graphs
        else Answer.UNKNOWN
        for item in asked.questions
    ]
    score = score_answers(expected=[item.answer for item in asked.questions], predicted=predicted)
    assert score.f1 is not None
    assert score.f1 >= reached, score
