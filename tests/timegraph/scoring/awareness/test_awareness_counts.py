"""The methods of temporal awareness: what each of them counts, and what matches."""

from __future__ import annotations

import inspect
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from tests.oracle.scores import awareness_counts
from timegraph._graph.arguments import Statement
from timegraph.allen import Allen
from timegraph.labels import find_scheme
from timegraph.scoring import AwarenessScore, Method, score_awareness
from timegraph.scoring.awareness import METHODS, count_awareness
from timeml import Document, Event, TLink

NAMES = {
    Allen.BEFORE: "BEFORE",
    Allen.AFTER: "AFTER",
    Allen.MEETS: "IBEFORE",
    Allen.MET_BY: "IAFTER",
    Allen.CONTAINS: "INCLUDES",
    Allen.DURING: "IS_INCLUDED",
    Allen.STARTS: "BEGINS",
    Allen.STARTED_BY: "BEGUN_BY",
    Allen.FINISHES: "ENDS",
    Allen.FINISHED_BY: "ENDED_BY",
    Allen.EQUAL: "SIMULTANEOUS",
}
ENTITIES = tuple("abcde")


def document(*links: str | Statement, entities: tuple[str, ...] = ENTITIES) -> Document:
    """A document with events ``a`` to ``e`` and links such as ``"a BEFORE b"``."""
    triples = [
        link.split() if isinstance(link, str) else (link[0], NAMES[link[1]], link[2])
        for link in links
    ]
    return Document(
        text=" ".join(entities),
        events=tuple(
            Event(one, "OCCURRENCE", 2 * k, 2 * k + 1, one) for k, one in enumerate(entities)
        ),
        tlinks=tuple(TLink(f"l{k}", r, a, b) for k, (a, r, b) in enumerate(triples)),
    )


def counts(gold: Document, system: Document, method: Method = "default") -> tuple[int, ...]:
    score = score_awareness(gold=gold, system=system, method=method)
    return (
        score.precision_matched,
        score.system_total,
        score.recall_matched,
        score.gold_total,
    )


# By hand


def test_links_that_follow_from_those_before_are_not_counted() -> None:
    gold = document("a BEFORE b", "b BEFORE c", "a BEFORE c")
    assert counts(gold, gold) == (2, 2, 2, 2)
    # The same links in another order: a BEFORE c now says something new.
    other = document("a BEFORE c", "a BEFORE b", "b BEFORE c")
    assert counts(gold, other) == (3, 3, 2, 2)


def test_links_match_by_closure() -> None:
    gold = document("a BEFORE b", "b BEFORE c")
    assert counts(gold, document("a BEFORE c")) == (1, 1, 0, 2)
    assert counts(gold, document("c AFTER a")) == (1, 1, 0, 2)
    assert counts(gold, document("a IBEFORE c")) == (0, 1, 0, 2)


def test_contradicting_links_stay_in_the_totals_and_match_themselves_only() -> None:
    gold = document("a BEFORE b", "b BEFORE a")
    assert counts(gold, gold) == (2, 2, 2, 2)
    assert counts(gold, document("a AFTER b")) == (1, 1, 1, 2)
    assert counts(gold, document("a IBEFORE b")) == (0, 1, 0, 2)


def test_exact_repeats_count_once_but_in_acl11() -> None:
    gold = document("a BEFORE b", "b BEFORE a", "b BEFORE a", "c SIMULTANEOUS c")
    assert counts(gold, gold) == (2, 2, 2, 2)
    assert counts(gold, gold, "acl11") == (7, 7, 7, 7)


def test_during_is_read_as_simultaneous_unless_told_otherwise() -> None:
    gold, system = document("a SIMULTANEOUS b"), document("a DURING b")
    assert score_awareness(gold=gold, system=system).f1 == 1
    assert score_awareness(gold=gold, system=system, during="contained").f1 == 0
    assert score_awareness(gold=gold, system=document("b DURING_INV a")).f1 == 1


def test_what_gold_leaves_unsaid_gains_a_little_recall() -> None:
    gold = document("a BEFORE b", "b BEFORE c", "c BEFORE d")
    system = document("a BEFORE c", "c BEFORE d", "b BEFORE d", "a BEFORE e")
    score = score_awareness(gold=gold, system=system, method="implicit_in_recall")
    # Common entities: a b c d; gold's matched link: c BEFORE d; unsaid: a-c and b-d.
    assert score.implicit == pytest.approx(2 * 0.99 / (1 + 4 * 3 / 2 - 1))
    assert score.recall == pytest.approx((1 + score.implicit) / 3)
    assert score.precision == 3 / 4
    # With its denominator 1 + 3 - 3 the weight is largest; below 1 it is 0.
    small = document("a BEFORE b", "b BEFORE c")
    more = document("a BEFORE c", "a BEFORE b", "b BEFORE c")
    assert score_awareness(gold=small, system=more, method="implicit_in_recall").implicit == (
        pytest.approx(0.99 / 2)
    )
    twice = document("a BEFORE b", "b BEFORE a")
    assert score_awareness(gold=twice, system=twice, method="implicit_in_recall").implicit == 0


def test_ratios_are_undefined_where_there_is_nothing() -> None:
    nothing, something = document(), document("a BEFORE b")
    empty = score_awareness(gold=nothing, system=nothing)
    assert (empty.precision, empty.recall, empty.f1) == (None, None, None)
    silent = score_awareness(gold=something, system=nothing)
    assert (silent.precision, silent.recall, silent.f1) == (None, 0, 0)
    chatty = score_awareness(gold=nothing, system=something)
    assert (chatty.precision, chatty.recall, chatty.f1) == (0, None, 0)


def test_scores_add_up_and_refuse_what_cannot_be() -> None:
    total = AwarenessScore(1, 2, 3, 4, 0.5) + AwarenessScore(1, 1, 0, 2, 0.25)
    assert total == AwarenessScore(2, 3, 3, 6, 0.75)
    with pytest.raises(ValueError, match="more matched"):
        AwarenessScore(2, 1, 0, 0)
    with pytest.raises(ValueError, match="method is one of"):
        score_awareness(gold=document(), system=document(), method="best")  # type: ignore[arg-type]


@pytest.mark.parametrize("method", METHODS)
def test_precision_and_recall_cannot_be_swapped(method: Method) -> None:
    gold = document("a BEFORE b", "b BEFORE c", "c BEFORE d", "d BEFORE e")
    system = document("a BEFORE b", "b AFTER c")
    score = score_awareness(gold=gold, system=system, method=method)
    assert score.precision == 1 / 2
    assert score.recall == 1 / 4
    swapped = score_awareness(gold=system, system=gold, method=method)
    assert (swapped.precision, swapped.recall) == (score.recall, score.precision)
    for function in (score_awareness, count_awareness):
        kinds = {p.kind for p in inspect.signature(function).parameters.values()}
        assert kinds <= {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}


# By the slow twin

relations = st.sampled_from(list(NAMES))
triples = st.tuples(st.sampled_from("abcd"), relations, st.sampled_from("abcd"))
link_lists = st.lists(triples, max_size=6)


@pytest.mark.parametrize("method", ["default", "acl11", "implicit_in_recall"])
@given(link_lists, link_lists)
def test_counts_equal_those_of_the_slow_twin(
    method: Method, gold: list[Statement], system: list[Statement]
) -> None:
    expected = awareness_counts(gold=gold, system=system, method=method)
    score = score_awareness(gold=document(*gold), system=document(*system), method=method)
    assert (score.precision_matched, score.system_total, score.gold_total) == (
        *expected[:2],
        expected[3],
    )
    assert score.recall_matched + score.implicit == pytest.approx(float(expected[2]))


# Labels that leave several relations possible

THYME = find_scheme("thyme")
weak_lists = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.sampled_from(("CONTAINS", "OVERLAP", "BEFORE", "BEGINS-ON", "SIMULTANEOUS")),
        st.sampled_from("abc"),
    ),
    max_size=5,
)


def clinical(*links: str | tuple[str, str, str]) -> Document:
    triples = [link.split() if isinstance(link, str) else link for link in links]
    tlinks = tuple(TLink(f"l{k}", r, a, b) for k, (a, r, b) in enumerate(triples))
    return replace(document(entities=tuple("abc")), scheme="thyme", tlinks=tlinks)


def test_weak_labels_match_where_one_of_their_relations_is_entailed() -> None:
    gold = clinical("a CONTAINS b", "b CONTAINS c")
    assert counts(gold, clinical("a CONTAINS c")) == (1, 1, 0, 2)
    assert counts(gold, clinical("a OVERLAP c")) == (1, 1, 0, 2)
    assert counts(gold, clinical("c CONTAINS a")) == (0, 1, 0, 2)


@pytest.mark.parametrize("method", METHODS)
@given(weak_lists, weak_lists)
def test_counts_of_weak_labels_equal_those_of_the_slow_twin(
    method: Method, gold: list[tuple[str, str, str]], system: list[tuple[str, str, str]]
) -> None:
    def meant(links: list[tuple[str, str, str]]) -> list[Statement]:
        found: list[Statement] = []
        for a, label, b in links:
            meaning = THYME.meaning(label)
            assert meaning is not None
            found.append((a, next(iter(meaning)) if len(meaning) == 1 else meaning, b))
        return found

    expected = awareness_counts(gold=meant(gold), system=meant(system), method=method)
    score = score_awareness(gold=clinical(*gold), system=clinical(*system), method=method)
    assert (score.precision_matched, score.system_total, score.gold_total) == (
        *expected[:2],
        expected[3],
    )
    assert score.recall_matched + score.implicit == pytest.approx(float(expected[2]))


def test_labels_that_say_nothing_are_not_counted() -> None:
    gold = replace(clinical("a b b"), scheme="tbd")
    system = replace(clinical("a b b", "b v c", "a v c"), scheme="tbd")
    assert counts(gold, system) == (1, 1, 1, 1)


def test_of_links_of_an_entity_with_itself_those_count_that_contradict_themselves() -> None:
    gold = document("a BEFORE b", "a SIMULTANEOUS a", "a AFTER a", "a AFTER a")
    assert counts(gold, document("a BEFORE b", "b SIMULTANEOUS b")) == (1, 1, 1, 2)
