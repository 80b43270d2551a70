"""Answers about distances: against the definitions, and by hand on a small document."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, strategies as st

from tests.drawing import examples
from tests.oracle.dated import MetricBound
from tests.oracle.facts import answer_by_bounds, bounds_of_relation, distance_holds
from timegraph import Allen, Answer, TimeGraph, build
from timegraph.points import constraints_of
from timegraph.qa import (
    Comparison,
    DistanceRelation,
    LengthAnswer,
    ListAnswer,
    Session,
    answer_how_long,
    answer_list,
    answer_question,
    parse_question,
)
from timegraph.qa.distance_answers import relation_answer
from timeml import read

ENTITIES = "abc"
POINT = {
    (entity, side): 2 * n + (side == "end")
    for n, entity in enumerate(ENTITIES)
    for side in ("start", "end")
}
relations = st.builds(
    DistanceRelation,
    st.sampled_from(list(Comparison)),
    st.integers(0, 6).map(lambda n: f"{n} SECONDS"),
    st.sampled_from(["BEFORE", "AFTER"]),
)
ends = st.tuples(st.sampled_from(ENTITIES), st.sampled_from(["start", "end"]))
distances = st.tuples(ends, ends, st.integers(0, 5), st.none() | st.integers(0, 3))
links = st.tuples(st.sampled_from(ENTITIES), st.sampled_from(list(Allen)), st.sampled_from("abc"))


def seconds_of(relation: DistanceRelation) -> Fraction:
    return Fraction(relation.length.split()[0])


def known_to(graph: TimeGraph) -> list[MetricBound]:
    """All that is in force in a graph, as bounds."""
    zero = Fraction(0)
    known: list[MetricBound] = [(2 * n + 1, 2 * n, zero, True) for n in range(len(ENTITIES))]
    left_out = {id(conflict.link) for conflict in graph.conflicts}
    for link in graph.links:
        if id(link) in left_out:
            continue
        if hasattr(link, "relation"):
            four = [POINT[one, side] for one in (link.a, link.b) for side in ("start", "end")]
            for p, op, q in constraints_of(link.relation.mask):
                known.append((four[q], four[p], zero, op == "<"))
                if op == "=":
                    known.append((four[p], four[q], zero, False))
        else:
            x, y = POINT[link.x], POINT[link.y]
            known += [] if link.at_most is None else [(x, y, link.at_most, False)]
            known += [] if link.at_least is None else [(y, x, -link.at_least, False)]
    return known


@examples(300)
@given(st.lists(distances | links, max_size=6), relations, st.permutations(ENTITIES))
def test_an_answer_is_what_all_worlds_say(said, relation, order) -> None:
    graph = TimeGraph(on_conflict="drop-link")
    for entity in ENTITIES:
        graph.add_entity(entity)
    for one in said:
        if len(one) == 3:
            graph.add(*one)
        else:
            x, y, least, more = one
            graph.add_distance(x, y, at_least=least, at_most=None if more is None else least + more)
    a, b = order[:2]
    asked = bounds_of_relation(
        relation.comparison.value,
        seconds_of(relation),
        relation.side,
        (POINT[a, "start"], POINT[a, "end"]),
        (POINT[b, "start"], POINT[b, "end"]),
    )
    expected = answer_by_bounds(len(POINT), known_to(graph), asked)
    assert relation_answer(graph, relation, a, b) is expected


def test_the_bounds_of_a_relation_are_its_definition_in_every_small_world() -> None:
    intervals = [(Fraction(s), Fraction(e)) for s, e in combinations(range(6), 2)]
    for comparison, side, n in product(Comparison, ("BEFORE", "AFTER"), range(4)):
        bounds = bounds_of_relation(comparison.value, Fraction(n), side, (0, 1), (2, 3))
        for a, b in product(intervals, repeat=2):
            times = [*a, *b]
            held = all(
                times[y] - times[x] < value or (times[y] - times[x] == value and not strict)
                for x, y, value, strict in bounds
            )
            assert held == distance_holds(comparison.value, Fraction(n), side, a, b)


@given(relations, st.tuples(*[st.integers(0, 4), st.integers(1, 4)] * 2))
def test_exact_intervals_give_yes_or_no(relation, drawn) -> None:
    a_start, a_long, b_start, b_long = drawn
    graph = TimeGraph()
    graph.add_duration("a", a_long)
    graph.add_duration("b", b_long)
    first, second = (("a", "start"), ("b", "start"))
    if b_start < a_start:
        first, second = second, first
    gap = abs(b_start - a_start)
    graph.add_distance(first, second, at_least=gap, at_most=gap)
    a = Fraction(a_start), Fraction(a_start + a_long)
    b = Fraction(b_start), Fraction(b_start + b_long)
    held = distance_holds(relation.comparison.value, seconds_of(relation), relation.side, a, b)
    answer = relation_answer(graph, relation, "a", "b")
    assert answer is (Answer.YES if held else Answer.NO)


DOCUMENT = read(
    b"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-08"
functionInDocument="CREATION_TIME">May 8</TIMEX3></DCT><TEXT>
<EVENT eid="e1" class="OCCURRENCE">a</EVENT> <EVENT eid="e2" class="OCCURRENCE">b</EVENT>
<TIMEX3 tid="t1" type="DATE" value="2020-05-04">Monday</TIMEX3>
<TIMEX3 tid="t2" type="DATE" value="2020-05-05">Tuesday</TIMEX3>
<TIMEX3 tid="t3" type="DATE" value="2020-06-30">June 30</TIMEX3></TEXT>
<TLINK lid="l1" relType="IS_INCLUDED" eventInstanceID="e1" relatedToTime="t1"/>
<TLINK lid="l2" relType="IS_INCLUDED" eventInstanceID="e2" relatedToTime="t3"/>
<TLINK lid="l3" relType="BEFORE" timeID="t1" relatedToTime="t2"/></TimeML>"""
)


@pytest.fixture(scope="module")
def session() -> Session:
    return Session(DOCUMENT)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("IS t1 EXACTLY 56 DAYS BEFORE t3", "yes"),
        ("IS t3 EXACTLY 8 WEEKS AFTER t1", "yes"),
        ("IS t1 AT LEAST 1 MONTH BEFORE t3", "yes"),
        ("IS t1 MORE THAN 1 MONTH BEFORE t3", "yes"),
        ("IS t1 LESS THAN 2 MONTHS BEFORE t3", "yes"),
        ("IS e1 EXACTLY 56 DAYS BEFORE e2", "no"),
        ("IS e1 EXACTLY 57 DAYS BEFORE e2", "unknown"),
        ("IS e1 MORE THAN 56 DAYS BEFORE e2", "yes"),
        ("IS e1 AT MOST 56 DAYS BEFORE e2", "no"),
        ("IS e1 LESS THAN 58 DAYS BEFORE e2", "yes"),
        ("IS e1 AT LEAST 1 DAY AFTER e2", "no"),
        ("IS e1 AT LEAST 3 DAYS BEFORE e1", "no"),
        ("IS e1 AT MOST 0 DAYS BEFORE e2", "no"),
        ("IS e1 EXACTLY 1 MONTH BEFORE 2020-06-05", "no"),
        ("IS e1 EXACTLY 1 MONTH BEFORE 2020-06-04T09:00", "unknown"),
        ("IS t1 EXACTLY 1 MONTH BEFORE 2020-06-05", "yes"),
        ("IS 2020-04-30 EXACTLY 2 YEARS 3 MONTHS BEFORE 2022-08", "yes"),
        ("IS e9 AT LEAST 3 DAYS BEFORE e1", "unknown"),
        # Adjacent days: the link says BEFORE, the calendar nothing between them.
        ("IS t1 BEFORE t2", "yes"),
        ("IS t1 AT MOST 3 DAYS BEFORE t2", "yes"),
        ("IS t1 MORE THAN 0 DAYS BEFORE t2", "yes"),
        ("IS t1 MORE THAN 1 SECOND BEFORE t2", "no"),
    ],
)
def test_dates_have_distances(session: Session, question: str, answer: str) -> None:
    assert str(session.ask(question)) == answer


def words(session: Session, question: str) -> str:
    answer = session.ask(question)
    assert isinstance(answer, LengthAnswer)
    return answer.words


def test_how_long(session: Session) -> None:
    assert words(session, "HOW LONG t1") == "exactly 1 day"
    assert words(session, "HOW LONG e1") == "more than 0 and less than 1 day"
    assert words(session, "HOW LONG t0") == "more than 0 and at most 1 day"
    assert words(session, "HOW LONG BETWEEN t1.end t3.start") == "exactly 56 days"
    assert words(session, "HOW LONG BETWEEN t3.start t1.end") == "exactly -56 days"
    assert words(session, "HOW LONG BETWEEN t1.end t2.start") == "exactly 0"
    assert words(session, "HOW LONG BETWEEN 2020.start 2021.start") == "exactly 366 days"
    assert words(session, "HOW LONG e9") == "unknown"


def test_without_dates_only_order_is_known() -> None:
    session = Session(DOCUMENT, calendar=False)
    assert words(session, "HOW LONG e1") == "unknown"
    assert words(session, "HOW LONG BETWEEN t1.end t2.start") == "more than 0"
    assert words(session, "HOW LONG BETWEEN e1.end e2.start") == "unknown"
    assert session.ask("IS t1 AT LEAST 1 DAY AFTER t2") is Answer.NO
    assert session.ask("IS t1 AT LEAST 1 DAY BEFORE t2") is Answer.UNKNOWN


def test_what_lies_within_so_long(session: Session) -> None:
    assert session.ask("LIST WITHIN 1 WEEK BEFORE t0") == ListAnswer(("e1", "t1", "t2"), ())
    assert session.ask("LIST WITHIN 1 DAY AFTER t1") == ListAnswer(("t2",), ())
    assert session.ask("LIST WITHIN 57 DAYS AFTER t1", listed="events") == ListAnswer(("e2",), ())
    # Of the part of June 30 that is asked for the event may take less or more.
    half = session.ask("LIST WITHIN 1356 HOURS AFTER t1", listed="events")
    assert half == ListAnswer((), ("e2",))


def test_order_is_answered_as_before(session: Session) -> None:
    session.ask("HOW LONG t1")
    with_dates = session.graph
    plain = build(DOCUMENT, calendar=True)
    session.ask("IS e1 BEFORE e2")
    assert session.graph is not with_dates
    for a, b in product(plain.entities, repeat=2):
        assert with_dates.relations(a, b) == plain.relations(a, b)


def test_functions_alone_know_the_dates_of_a_graph() -> None:
    graph = build(DOCUMENT, calendar=True)
    asked = parse_question("IS t1 EXACTLY 56 DAYS BEFORE t3")
    assert answer_question(graph, DOCUMENT, asked) is Answer.YES
    listed = answer_list(graph, DOCUMENT, parse_question("LIST WITHIN 1 DAY AFTER t1"))
    assert listed.certain == ("t2",)
    length = answer_how_long(graph, DOCUMENT, parse_question("HOW LONG t3"))
    assert (length.lower, length.upper) == (86_400, 86_400)
    assert (length.lower_reached, length.upper_reached) == (True, True)
    with pytest.raises(ValueError, match="ask a HOW LONG question"):
        answer_how_long(graph, DOCUMENT, parse_question("WHEN t3"))


def test_an_interval_that_is_too_long_is_not_within() -> None:
    graph = TimeGraph()
    graph.add_duration("a", at_least="4 days")
    graph.add_entity("b")
    within = DistanceRelation(Comparison.WITHIN, "3 DAYS", "AFTER")
    assert relation_answer(graph, within, "a", "b") is Answer.NO
