"""Answers to a contrast group that no world makes all true."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from itertools import combinations, product

from hypothesis import given, strategies as st

from timegraph.allen import Allen
from timegraph.torque.answers import relations_asked
from timegraph.torque.passages import Passage, PassageSet, Span, TorqueQuestion
from timegraph.torque.scoring import claims_of, contradiction_in, score_torque

TEXT = "They sailed, sang, slept and landed."
EVENTS = tuple((TEXT.index(word), TEXT.index(word) + len(word)) for word in
               ("sailed", "sang", "slept", "landed"))  # fmt: skip
SAILED, SANG, SLEPT, LANDED = EVENTS
THREE = (SAILED, SANG, LANDED)
TEXTS = (
    "What happened before they sailed?",
    "What happened after they sailed?",
    "What was happening while they sailed?",
    "What ended before they sailed?",
    "What started after they landed?",
    "What happened before they landed?",
)
QUESTIONS = tuple(TorqueQuestion("p", text, (), frozenset()) for text in TEXTS)
PASSAGE = Passage("p", TEXT, EVENTS, QUESTIONS)
SHAPES = (
    (SAILED, "before", None),
    (SAILED, "after", None),
    (SAILED, "overlap", None),
    (SAILED, "before", "end"),
    (LANDED, "after", "start"),
    (LANDED, "before", None),
)


def answered(*answers: frozenset[Span]) -> dict[tuple[str, str], frozenset[Span]]:
    return {question.key: answer for question, answer in zip(QUESTIONS, answers, strict=False)}


def test_before_and_after_contradict_each_other() -> None:
    both = frozenset({SANG})
    assert contradiction_in(QUESTIONS, answered(both, both), PASSAGE) == QUESTIONS[:2]


def test_before_by_starts_and_while_do_not() -> None:
    answers = answered(frozenset({SANG}), frozenset(), frozenset({SANG}))
    assert contradiction_in(QUESTIONS, answers, PASSAGE) == ()


def test_one_answer_is_not_judged_nor_are_questions_of_what_may_happen() -> None:
    assert contradiction_in(QUESTIONS, answered(frozenset({SANG})), PASSAGE) is None
    modal = TorqueQuestion("p", "What might happen before they sailed?", (), frozenset())
    assert claims_of(modal, {SANG}, PASSAGE) == []
    unknown = TorqueQuestion("p", "What happened before the banquet?", (), frozenset())
    assert claims_of(unknown, {SANG}, PASSAGE) == []


worlds = st.lists(
    st.tuples(st.integers(0, 6), st.integers(1, 6)), min_size=len(EVENTS), max_size=len(EVENTS)
)


@given(worlds, st.data())
def test_answers_that_a_world_gives_are_consistent(
    lengths: list[tuple[int, int]], data: st.DataObject
) -> None:
    spans = {e: (start, start + n) for e, (start, n) in zip(EVENTS, lengths, strict=True)}
    answers = []
    for anchor, order, side in SHAPES:
        wanted = relations_asked(order, side, None, "starts")  # type: ignore[arg-type]
        right = [e for e in EVENTS if e != anchor and relation(spans[e], spans[anchor]) in wanted]
        some = st.frozensets(st.sampled_from(right)) if right else st.just(frozenset())
        answers.append(data.draw(some))
    assert not contradiction_in(QUESTIONS, answered(*answers), PASSAGE)


@given(st.lists(st.frozensets(st.sampled_from(THREE)), min_size=6, max_size=6))
def test_the_fewest_questions_are_those_of_brute_force(answers: list[frozenset[Span]]) -> None:
    given_answers = answered(*answers)
    true_in = {
        question: {
            number
            for number, world in enumerate(all_worlds())
            if all(world[link.a, link.b] in link.relation for link in links)
        }
        for question in QUESTIONS
        if (links := claims_of(question, given_answers[question.key], PASSAGE))
    }
    contradictions = [
        chosen
        for size in range(1, len(true_in) + 1)
        for chosen in combinations(true_in, size)
        if not set.intersection(*(true_in[question] for question in chosen))
    ]
    found = contradiction_in(QUESTIONS, given_answers, PASSAGE)
    if len(true_in) < 2:
        assert found is None
    else:
        assert found == (contradictions[0] if contradictions else ())


@cache
def all_worlds() -> list[dict[tuple[Hashable, Hashable], Allen]]:
    """How three events can stand to the two anchors, with ends among six places."""
    spans = [(s, e) for s in range(5) for e in range(s + 1, 6)]
    pairs = [(event, anchor) for event in THREE for anchor in (SAILED, LANDED) if event != anchor]
    worlds = {
        tuple(relation(placed[a], placed[b]) for a, b in pairs)
        for placed in (dict(zip(THREE, chosen, strict=True)) for chosen in product(spans, repeat=3))
    }
    return [dict(zip(pairs, world, strict=True)) for world in worlds]


@cache
def relation(a: tuple[int, int], b: tuple[int, int]) -> Allen:
    signs = tuple((x > y) - (x < y) for x in a for y in b)
    return next(r for r in Allen if r.signs == signs)


def test_the_measure_counts_groups_and_names_the_contradiction() -> None:
    group = tuple(question.key for question in QUESTIONS[:2])
    both = frozenset({SANG})
    systems = {"wrong": answered(both, both), "right": answered(both, frozenset({SLEPT}))}
    run = score_torque(PassageSet((PASSAGE,)), systems, groups=[group], consistency=True)
    wrong, right = run.results
    assert wrong.units[0].value.contradictions == (QUESTIONS[:2],)
    assert [result.score.consistent_share for result in (wrong, right)] == [0.0, 1.0]  # type: ignore[attr-defined]
