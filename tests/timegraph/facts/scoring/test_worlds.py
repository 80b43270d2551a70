"""Answers about one subject and relation that no world of the facts makes all true."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from tests.drawing import examples
from timegraph import IntervalNetwork
from timegraph.dates import OPEN, Granule
from timegraph.dates.granules import year
from timegraph.facts import Fact, FactBase
from timegraph.facts.answering import ask
from timegraph.facts.answering.answers import Reading
from timegraph.facts.fact import extent_of
from timegraph.facts.questions.resolve import read_question
from timegraph.facts.readers.lines import Record
from timegraph.facts.relations import ONE_AT_A_TIME, OneAtATime
from timegraph.facts.report import answer_contradictions
from timegraph.facts.scoring.measure import (
    Claim,
    claims_of,
    contradictions_among,
    score_facts,
    some_world,
)
from timegraph.facts.scoring.scorers import Predictions
from timegraph.facts.scoring.systems import Answered, AnsweringSystem, AnswerOptions

COACH = OneAtATime(("head coach",))
Q = "Who was the head coach of Town {}?"


def fact(object: str, start: Granule, end: Granule = OPEN) -> Fact:
    return Fact("Town", "head coach", object, start, end)


FACTS = [fact("Bo", year(2001)), fact("Cy", year(2005)), fact("Di", year(2009), year(2012))]
BASE = FactBase(FACTS)


def answered(
    time: str, *names: str, base: FactBase = BASE, reading: Reading = "possible"
) -> Answered:
    text = Q.format(time)
    return Answered(
        Record(time, text, ("",), base, "Town"), names, read_question(text, base), reading
    )


def contradiction(*answers: Answered, one_at_a_time: OneAtATime = COACH) -> list[str] | None:
    found = contradictions_among(answers, one_at_a_time)
    return [answered.record.id for answered in found[0]] if found else None


def test_what_the_dates_exclude_stands_alone() -> None:
    right, wrong = answered("in 2003", "Bo"), answered("in 2020", "Di")
    assert contradiction(right, wrong, one_at_a_time=ONE_AT_A_TIME) == ["in 2020"]
    assert contradiction(right, one_at_a_time=ONE_AT_A_TIME) == []


def test_two_answers_exclude_each_other_where_there_is_one_at_a_time() -> None:
    answers = answered("in 2003", "Bo"), answered("in 2007", "Cy"), answered("in 2008", "Bo")
    # Bo in 2008 lets Cy begin only after that, which the facts exclude by themselves.
    assert contradiction(*answers) == ["in 2008"]
    assert contradiction(*answers, one_at_a_time=ONE_AT_A_TIME) == []
    vague = Granule(year(2001).first, year(2010).after, "span")
    base = FactBase([fact("Bo", vague, vague), fact("Cy", vague, vague)])
    turns = [answered(f"in {y}", name, base=base) for y, name in
             ((2002, "Bo"), (2004, "Cy"), (2006, "Bo"))]  # fmt: skip
    assert contradiction(*turns) == ["in 2002", "in 2004", "in 2006"]
    assert contradiction(*turns[:2]) == []


def test_a_change_within_the_time_asked_for_is_none() -> None:
    assert contradiction(answered("in 2005", "Bo", "Cy")) == []


def test_one_of_several_times_in_office_is_enough() -> None:
    facts = [
        fact("Bo", year(2001), year(2003)),
        fact("Cy", year(2003), year(2005)),
        fact("Bo", year(2005), year(2008)),
    ]
    base = FactBase(facts)
    answers = answered("in 2002", "Bo", base=base), answered("in 2007", "Bo", base=base)
    assert contradiction(*answers, answered("in 2004", "Cy", base=base)) == []


@pytest.mark.parametrize(
    ("time", "names"),
    [
        ("in 2003", ()),
        ("in 2003", ("Nobody",)),
        ("before Cy was the head coach", ("Bo",)),
        ("in 198X", ("Bo",)),
        ("from 2003 to 2001", ("Bo",)),
    ],
)
def test_what_claims_nothing(time: str, names: tuple[str, ...]) -> None:
    assert claims_of(answered(time, *names)) == []
    assert contradiction(answered(time, *names)) is None


def test_facts_without_a_world_are_not_judged() -> None:
    both = FactBase([fact("Bo", year(2001), year(2009)), fact("Cy", year(2003), year(2008))])
    assert contradiction(answered("in 2004", "Bo", base=both)) is None


def test_the_column_and_the_table_below_it() -> None:
    asked = [answered("in 2003", "Bo"), answered("in 2008", "Bo")]
    given = Predictions(
        "wrong", {answered.record.id: answered.predicted or () for answered in asked}, {}
    )
    system = AnsweringSystem("wrong", given)
    options = AnswerOptions(one_at_a_time=COACH)
    records = [answered.record for answered in asked]
    run = score_facts(records, [system], options=options, further=["consistent"])
    assert run.results[0].scores["neutral",].consistent_share == 0.0  # type: ignore[attr-defined]
    [table] = answer_contradictions(run).tables
    assert table.rows == (("wrong", "Town", f"{Q.format('in 2008')} Bo"),)
    plain = score_facts(records, [system], options=options)
    assert plain.results[0].scores["neutral",].consistent_share is None  # type: ignore[attr-defined]


# ---- the worlds one by one ------------------------------------------------------------------

years = st.integers(2000, 2004)
granules = st.tuples(years, st.integers(0, 2)).map(
    lambda pair: Granule(year(pair[0]).first, year(pair[0] + pair[1]).after, "span")
)
some_facts = st.lists(
    st.builds(fact, st.sampled_from("KLM"), granules, st.one_of(st.just(OPEN), granules)),
    min_size=1,
    max_size=3,
    unique=True,
).map(lambda facts: [fact for fact in facts if extent_of(fact) is not None])
asked_times = st.one_of(
    years.map(lambda y: (f"in {y}", year(y).low, year(y).high)),
    years.map(lambda y: (f"before {y}", float("-inf"), year(y).low)),
    years.map(lambda y: (f"after {y}", year(y).high, float("inf"))),
    st.tuples(years, years).map(
        lambda p: (f"from {min(p)} to {max(p)}", year(min(p)).low, year(max(p)).high)
    ),
)
some_answers = st.lists(st.tuples(asked_times, st.sampled_from("KLM")), min_size=1, max_size=3)


def in_some_world(facts: list[Fact], claims: list[Claim], one_at_a_time: OneAtATime) -> bool:
    """Whether a network of the facts' dates has a world for some choice of the facts claimed."""
    if not claims:
        return network_of(facts, {}, one_at_a_time)
    return any(chosen_in_some_world(facts, claims, (), one_at_a_time))


def chosen_in_some_world(facts, claims, chosen, one_at_a_time):  # type: ignore[no-untyped-def]
    if not claims:
        yield network_of(facts, chosen, one_at_a_time)
        return
    for fact in claims[0].facts:
        more = (*chosen, (fact, claims[0].low, claims[0].high))
        yield from chosen_in_some_world(facts, claims[1:], more, one_at_a_time)


def network_of(facts, chosen, one_at_a_time) -> bool:  # type: ignore[no-untyped-def]
    network: IntervalNetwork[object] = IntervalNetwork()
    number = {one: n for n, one in enumerate(facts)}

    def at(instant):  # type: ignore[no-untyped-def]
        point = (("at", instant), "start")
        network.add_distance(("epoch", "start"), point, at_least=instant, at_most=instant)
        return point

    for one, n in number.items():
        network.add_entity(n)
        for side, date in (("start", one.start), ("end", one.end)):
            if date.first is not None:
                network.add_distance(("epoch", "start"), (n, side), at_least=date.first)
            if date.after is not None:
                network.add_points((n, side), "<", at(date.after))
    for one, low, high in chosen:
        if low != float("-inf"):
            network.add_points(at(low), "<", (number[one], "end"))
        if high != float("inf"):
            network.add_points((number[one], "start"), "<", at(high))
    for a, b in combinations(facts, 2) if one_at_a_time else ():
        if a.object != b.object:
            network.add_no_overlap([number[a], number[b]])
    return network.consistent()


@examples(150, deadline=None)
@given(some_facts, some_answers, st.sampled_from([ONE_AT_A_TIME, COACH]))
def test_the_fewest_answers_are_those_of_brute_force(facts, given_answers, one) -> None:  # type: ignore[no-untyped-def]
    base = FactBase(facts)
    answers = [answered(time, name, base=base) for (time, *_), name in given_answers]
    expected_claims = {
        id(answer): [Claim(named, low, high)]
        for answer, ((_, low, high), name) in zip(answers, given_answers, strict=True)
        if (named := tuple(fact for fact in facts if fact.object == name))
    }
    assert {id(a): claims for a in answers if (claims := claims_of(a))} == expected_claims
    claiming = [answer for answer in answers if id(answer) in expected_claims]

    def stand(some: tuple[Answered, ...]) -> bool:
        claims = [claim for answer in some for claim in expected_claims[id(answer)]]
        slow = in_some_world(facts, claims, one)
        assert some_world(facts, claims, one) is slow
        return slow

    found = contradictions_among(answers, one)
    if not claiming or not stand(()):
        assert found == []
        return
    fewest = next(
        (
            some
            for size in range(1, len(claiming) + 1)
            for some in combinations(claiming, size)
            if not stand(some)
        ),
        (),
    )
    assert [tuple(map(id, some)) for some in found] == [tuple(map(id, fewest))]


@examples(200, deadline=None)
@given(
    some_facts,
    st.lists(
        st.one_of(
            asked_times.map(lambda time: time[0]),
            st.sampled_from(
                ["in May 2002", "since 2002", "until 2003", "between 2001 and 2002",
                 "in early 2000s", "in late 2000s", "2 years before May 2003", "as of June 2001"]
            ),
        ),
        max_size=6,
    ),
    st.sampled_from(["certain", "possible", "complex-tr", "tempreason", "timeqa"]),
)  # fmt: skip
def test_what_the_engine_answers_is_never_excluded(facts, times, reading) -> None:  # type: ignore[no-untyped-def]
    base = FactBase(facts)
    answers = [
        answered(time, *(ask(base, Q.format(time), reading=reading).items or ()), base=base,
                 reading=reading)
        for time in times
    ]  # fmt: skip
    assert not any(contradictions_among(answers, ONE_AT_A_TIME))
    if reading == "certain":
        assert not any(contradictions_among(answers, COACH))
