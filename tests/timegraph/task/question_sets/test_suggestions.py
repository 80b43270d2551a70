"""What gold lacks: against adding every link, and pair of links, to the graph itself."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.drawing import examples
from timegraph.allen import Allen
from timegraph.answer import Answer
from timegraph.documents.build import build, relation_for
from timegraph.graph import TimeGraph
from timegraph.links import ContradictionError
from timegraph.options import Interpretation
from timegraph.qa import read_questions
from timegraph.qa.contradictions import ask_sets
from timegraph.task.question_sets.gold_answers import judge, read_beside
from timegraph.task.question_sets.suggestions import (
    Suggestion,
    advice_for,
    fewest_to_drop,
    missing_links,
)
from timeml import RelType, open_collection, read

WORDS = ("ate", "slept", "dreamt", "rose")
TEXT = "".join(
    f'He <EVENT eid="e{n}">{word}</EVENT> then.\n' for n, word in enumerate(WORDS, start=1)
)
INSTANCES = "".join(
    f'<MAKEINSTANCE eventID="e{n}" eiid="ei{n}"/>' for n in range(1, len(WORDS) + 1)
)
DOCUMENT = read(f"<TimeML><TEXT>{TEXT}</TEXT>{INSTANCES}</TimeML>".encode())
IDS = tuple(f"ei{n}" for n in range(1, 5))


def answer_with(
    graph: TimeGraph, suggestion: Suggestion, labels: tuple[str, ...], **asked: Any
) -> Answer:
    longer = graph.copy()
    for (c, d), label in zip(suggestion.pairs, labels, strict=True):
        longer.add(c, relation_for(RelType.parse(label)), d)
    return longer.ask(asked["a"], asked["relation"], asked["b"])


def single_links_that_answer(
    graph: TimeGraph, a: str, relation: Allen, b: str
) -> set[tuple[frozenset[str], str, Answer]]:
    """By brute force: each link that gives an answer, with the answer."""
    found = set()
    for c, d in combinations(IDS, 2):
        if {c, d} == {a, b}:
            continue
        for possible in Allen:
            longer = graph.copy()
            try:
                longer.add(c, possible, d)
            except ContradictionError:
                continue
            answer = longer.ask(a, relation, b)
            if answer is not Answer.UNKNOWN:
                found.add((frozenset((c, d)), f"{c} {possible.value}", answer))
    return found


@given(
    st.lists(
        st.tuples(st.permutations(IDS).map(lambda p: tuple(p[:2])), st.sampled_from(list(Allen))),
        max_size=3,
    ),
    st.sampled_from(list(Allen)),
)
@examples(60)
def test_links_are_those_of_brute_force(
    drawn: list[tuple[tuple[str, str], Allen]], relation: Allen
) -> None:
    graph = build(DOCUMENT)
    for (c, d), stated in drawn:
        with suppress(ContradictionError):
            graph.add(c, stated, d)
    assume(graph.ask("ei1", relation, "ei2") is Answer.UNKNOWN)
    found = missing_links(graph, DOCUMENT, "ei1", relation, "ei2")
    brute = single_links_that_answer(graph, "ei1", relation, "ei2")
    singles = [one for one in found if len(one.pairs) == 1]
    assert {frozenset(single.pairs[0]) for single in singles} == {pair for pair, _, _ in brute}
    assert sum(len(single.yes) + len(single.no) for single in singles) == len(brute)
    if brute:
        assert len(singles) == len(found)
    for one in found:
        for answer, choices in ((Answer.YES, one.yes), (Answer.NO, one.no)):
            for labels in choices[:3]:
                asked = {"a": "ei1", "relation": relation, "b": "ei2"}
                assert answer_with(graph, one, labels, **asked) is answer
    distances = [one.distance for one in found]
    assert distances == sorted(distances)


def test_two_links_where_one_does_not_do() -> None:
    found = missing_links(build(DOCUMENT), DOCUMENT, "ei1", Allen.BEFORE, "ei2")
    assert {len(one.pairs) for one in found} == {2}
    assert found[0].pairs == (("ei2", "ei3"), ("ei1", "ei3"))
    assert ("AFTER", "BEFORE") in found[0].yes


def test_the_fewest_links_to_remove() -> None:
    links = (
        '<TLINK lid="l1" eventInstanceID="ei1" relatedToEventInstance="ei3" relType="BEFORE"/>'
        '<TLINK lid="l2" eventInstanceID="ei3" relatedToEventInstance="ei2" relType="BEFORE"/>'
    )
    document = read(f"<TimeML><TEXT>{TEXT}</TEXT>{INSTANCES}{links}</TimeML>".encode())
    graph = build(document)
    dropped = fewest_to_drop(graph, graph.links, "ei1", Allen.AFTER, "ei2")
    assert [link.source.lid for link in dropped] == ["l1"]
    assert fewest_to_drop(graph, (), "ei1", Allen.AFTER, "ei2") == ()


@pytest.mark.slow
def test_open_questions_of_the_training_set(data: Path) -> None:
    """Every suggested link, added, gives the answer; where two are suggested no single one does."""
    kit = data / "qa-tempeval" / "train" / "eval-questions"
    questions = read_questions(next(kit.glob("question-set*.txt")), lenient=True)
    key = open_collection(kit / "question-events")
    folder = data / "tempeval3" / "TBAQ-cleaned"
    asked_questions = 0
    for corpus in ("TimeBank", "AQUAINT"):
        gold = open_collection(folder / corpus)
        for asked in ask_sets([("q", questions)], key):
            if gold.match(asked.name) is None:
                continue
            beside = read_beside(asked.name, asked.document, gold, Interpretation())
            assert beside.graph is not None
            judged = judge(asked, beside, Interpretation())
            for advice in advice_for(judged, beside):
                if advice.judged.verdict != "open":
                    continue
                asked_questions += 1
                question = advice.judged.question.question.question
                assert question is not None
                a, b = (beside.resolve(id) for id in question.args)  # type: ignore[misc]
                where = {"a": a, "relation": advice.judged.question.relation, "b": b}
                assert advice.add
                for one in advice.add:
                    for answer, choices in ((Answer.YES, one.yes), (Answer.NO, one.no)):
                        for labels in choices[:2]:
                            assert answer_with(beside.graph, one, labels, **where) is answer
    assert asked_questions > 30
