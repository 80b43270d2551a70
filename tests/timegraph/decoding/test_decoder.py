"""Decoding against all annotations, and the examples of its definition.

The weighted links of a graph, decoded, against all choices of them.
"""

from __future__ import annotations

import os
import pickle
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.drawing import examples
from tests.oracle.decoding import best_annotation, is_annotation
from tests.timegraph.decoding.decoding_cases import (
    ALL_CASES,
    CASES,
    OTHERS,
    TBD,
    TML,
    given_links,
    options,
    rows,
)
from timegraph import Allen, AllenSet, Answer, ContradictionError, Link, Period, TimeGraph
from timegraph.decoding import CandidateError, decode, decode_documents
from timegraph.decoding.bounds import installed
from timegraph.labels import SchemeError
from timegraph.points import mask_table
from timegraph.testing.oracle import link_constraints

PROGRAMS = [False, True] if installed() else [False]
GIVEN = int(os.environ.get("TIMEGRAPH_ANNOTATIONS", "20"))
MANY = int(os.environ.get("TIMEGRAPH_ANNOTATIONS", "150"))


def check(decoded, weights, words, best, given=()):
    """The result is an annotation, is worth what it says, and is the best there is."""
    chosen = {}
    for (a, b), label in decoded.labels.items():
        meaning = words.scheme.meaning(label) or AllenSet.all()
        pair, meant = ((a, b), meaning) if (a, b) in weights else ((b, a), meaning.converse)
        chosen[pair] = meant
    assert is_annotation(chosen, words.meanings, decoded.mode, given)
    assert decoded.value == sum(weights[pair][meaning] for pair, meaning in chosen.items())
    assert decoded.optimal
    assert decoded.value == decoded.bound == best
    assert decoded.loss == sum(max(row.values()) for row in allowed(weights, decoded.mode)) - best


def allowed(weights, mode):
    """What each pair can have: in the mode "order" nothing vague."""
    return [
        {m: w for m, w in row.items() if len(m) < 13 or mode != "order"} for row in weights.values()
    ]


def best_of(weights, words, mode, given=()):
    """What the best annotation weighs, ``None`` if there is none."""
    possible = dict(zip(weights, allowed(weights, mode), strict=True))
    return best_annotation(possible, words.meanings, mode, given)


@pytest.mark.slow
@pytest.mark.parametrize(("words", "mode"), ALL_CASES)
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_best_of_all_annotations_is_found(words, mode, program):
    most = {TBD: 4, TML: 3}.get(words, 5)

    @settings(max_examples=MANY // 5, deadline=None)
    @given(rows(words, most))
    def holds(candidates):
        decoded = decode(candidates, labels=words.scheme, mode=mode, program=program)
        weights = options(candidates, words)
        check(decoded, weights, words, best_of(weights, words, mode))
        assert {(o.a, o.b) for o in decoded.overruled} <= {
            *decoded.labels, *((b, a) for a, b in decoded.labels)
        }  # fmt: skip

    holds()


@pytest.mark.parametrize(("words", "mode"), [*CASES, *OTHERS])
@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_given_takes_part_in_every_closure(words, mode, program):
    most = 4 if words.points == 1 else 3 if len(words) < 8 else 2

    @settings(max_examples=GIVEN, deadline=None)
    @given(rows(words, most), given_links(), st.booleans())
    def holds(candidates, known, excluded):
        said = [one for link in known for one in link_constraints(link)]
        weights = options(candidates, words, excluded=excluded)
        choices = {"mode": mode, "program": program, "given": known}
        if excluded:
            choices["unlisted"] = "excluded"
        best = best_of(weights, words, mode, said)
        if best is None:
            with pytest.raises(CandidateError, match="no consistent annotation exists"):
                decode(candidates, labels=words.scheme, **choices)
            return
        decoded = decode(candidates, labels=words.scheme, **choices)
        check(decoded, weights, words, best, said)
        lines = [{**row, "document": name} for name in "xy" for row in candidates]
        choices["given"] = {"x": [], "y": known}
        assert dict(decode_documents(lines, labels=words.scheme, **choices))["y"] == decoded
        for link in known:
            if isinstance(link, Link):
                assert decoded.graph.relations(link.a, link.b) <= link.relation

    holds()


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(
    ("scheme", "known", "candidates", "value", "label"),
    [
        (
            "matres",
            Link("b", AllenSet("after"), "c"),
            [("d", "c", "BEFORE", 4), ("b", "d", "VAGUE", 1)],
            4,
            ("b", "d", "AFTER"),
        ),
        (
            "tbd",
            Link("a", AllenSet("equal"), "b"),
            [("b", "a", "VAGUE", 2), ("b", "c", "BEFORE", 4), ("a", "c", "SIMULTANEOUS", 3)],
            4,
            ("b", "a", "SIMULTANEOUS"),
        ),
        (
            "matres",
            Link("b", AllenSet("after"), "c"),
            [
                *[("a", "b", "EQUAL", 2), ("b", "d", "BEFORE", 4), ("a", "b", "AFTER", 1)],
                *[("d", "c", "BEFORE", 4), ("b", "d", "VAGUE", 1), ("c", "a", "VAGUE", 3)],
                ("b", "c", "VAGUE", 4),
            ],
            7,
            ("b", "c", "AFTER"),
        ),
        (
            # One of the two labels alone is worth less than neither.
            "tempeval2",
            Link("c", AllenSet("started_by"), "d"),
            [
                *[("c", "a", "OVERLAP", 3), ("d", "b", "VAGUE", 3)],
                *[("a", "d", "AFTER", 2), ("a", "d", "VAGUE", 4)],
            ],
            8,
            ("a", "d", "AFTER"),
        ),
    ],
)
def test_a_given_link_decides_what_a_pair_can_be(scheme, known, candidates, value, label, program):
    decoded = decode(candidates, labels=scheme, given=[known], program=program)
    assert (decoded.value, decoded.bound, decoded.optimal) == (value, value, True)
    assert decoded.labels[label[:2]] == label[2]
    assert decoded.graph.relations(known.a, known.b) <= known.relation


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_leaves_no_annotation_is_named_at_once(program):
    known = [Link("x", AllenSet("before"), "y"), Link("a", AllenSet("met_by"), "c")]
    choices = {"unlisted": "excluded", "given": known, "program": program}
    pairs = [("a", "c", "BEFORE", 1), ("a", "c", "SIMULTANEOUS", 0), ("b", "c", "AFTER", 2)]
    with pytest.raises(CandidateError) as error:
        decode(pairs, labels="tbd", **choices)
    assert "what is given (a met_by c) excludes a BEFORE c or a SIMULTANEOUS c;" in str(error.value)
    circle = [("a", "b", "BEFORE", 4), ("b", "c", "BEFORE", 2), ("c", "a", "BEFORE", 1)]
    with pytest.raises(CandidateError, match="contradict each other: a BEFORE b; b BEFORE c; c B"):
        decode([*circle, ("c", "d", "BEFORE", 1)], labels="matres", unlisted="excluded")
    others = [
        (m, n, label, 1) for m in range(30) for n in range(m) for label in ("BEFORE", "AFTER")
    ]
    choices["given"] = [*known, Link("y", AllenSet("before"), 3), Link(7, AllenSet("before"), "x")]
    pairs = [*others, ("x", 3, "AFTER", 1), ("y", 7, "VAGUE", 1)]
    with pytest.raises(CandidateError, match=r"\(x before y; y before 3\) excludes x AFTER 3;"):
        decode(pairs, labels="tbd", **choices)


@pytest.mark.parametrize(
    ("written", "expected"),
    [("AFTER", "BEFORE"), ("a", "b"), ("after", "before"), ("A", "b")],
)
def test_labels_come_back_as_they_are_spelt(written, expected):
    decoded = decode([("a", "b", written, 2), ("b", "c", written, 2), ("c", "a", written, 1)],
                     labels="tbd")  # fmt: skip
    assert decoded.labels == {("a", "b"): written, ("b", "c"): written, ("c", "a"): expected}


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(
    ("candidates", "values"),
    [
        ([("a", "b", "before", 3), ("b", "c", "before", 3), ("a", "c", "vague", 5)], (8, 11, 6)),
        ([("a", "b", "before", 3), ("b", "c", "before", 3), ("a", "c", "after", 4)], (7, 7, 7)),
        ([("a", "b", "equal", 2), ("b", "c", "equal", 2), ("a", "c", "before", 3)], (5, 5, 5)),
        ([(*pair, "before", 1) for pair in ("ab", "bc", "cd", "da")], (3, 3, 3)),
    ],
)
def test_examples_of_starts(candidates, values, program):
    for mode, value in zip(("closed", "links", "order"), values, strict=True):
        decoded = decode(candidates, labels="matres", mode=mode, program=program)
        assert (decoded.value, decoded.bound, decoded.optimal) == (value, value, True)


def test_examples_of_intervals():
    beside = [("a", "b", "b", 1), ("a", "c", "i", 1), ("b", "c", "i", 1)]
    assert decode(beside, labels="tbd").value == 2
    inside = [
        *[("a", "b", "b", 1), ("a", "c", "b", 1), ("a", "d", "ii", 1), ("b", "c", "b", 1)],
        *[("c", "d", "ii", 1), ("b", "d", "v", 1)],
    ]
    assert decode(inside, labels="tbd", mode="links").value == 6
    closed = decode(inside, labels="tbd")
    assert (closed.value, closed.labels["b", "d"]) == (5, "ii")
    (given_up,) = closed.overruled
    assert given_up.why == "entails"
    assert {str(link) for link in given_up.chain} == {
        "a before b", "b before c", "c during d", "a during d",
    }  # fmt: skip


def test_what_is_given_up_names_its_chain():
    cycle = [("a", "b", "b", 2), ("b", "c", "b", 2), ("a", "c", "a", 1)]
    decoded = decode(cycle, labels="tbd", mode="links")
    (given_up,) = decoded.overruled
    assert (given_up.label, given_up.why) == ("a", "contradicts")
    assert [str(link) for link in given_up.chain] == ["a before b", "b before c"]
    assert "contradicts it" in str(given_up)
    assert decoded.graph.ask("a", "before", "c").name == "YES"
    vague = decode([("a", "b", "b", 3), ("b", "c", "b", 3), ("a", "c", "v", 5)], labels="tbd")
    (given_up,) = vague.overruled
    assert given_up.why == "entails"
    assert str(given_up.consequence) == "a before c"


def test_weights_are_exact_and_only_differences_count():
    thirds = [
        ("a", "b", "before", 0.1),
        ("a", "b", "after", Fraction(1, 3)),
        ("a", "b", "vague", -5),
    ]
    decoded = decode(thirds, labels="matres")
    assert (decoded.value, decoded.labels["a", "b"]) == (Fraction(1, 3), "after")
    assert decode([("a", "b", "before", 0.1)] * 10, labels="matres").value == 1
    odd = [
        (a, b, "before", 0.123456789012345 + k / 7) for k, (a, b) in enumerate(("ab", "bc", "ca"))
    ]
    rounded = decode(odd, labels="matres", mode="links")
    assert rounded.optimal
    assert rounded.value <= rounded.bound <= rounded.value + Fraction(1, 10**9)


def test_what_is_not_listed_can_be_excluded():
    cycle = [(a, b, "before", 1) for a, b in ("ab", "bc", "ca")]
    with pytest.raises(CandidateError, match="no consistent annotation"):
        decode(cycle, labels="matres", unlisted="excluded")
    both = [*cycle, ("b", "a", "before", 0)]
    assert decode(both, labels="matres", unlisted="excluded").value == 2


def test_a_time_limit_of_nothing_gives_links_by_weight_and_a_bound():
    candidates = [("a", "b", "before", 3), ("b", "c", "before", 3), ("a", "c", "after", 4)]
    decoded = decode(candidates, labels="matres", time_limit=0)
    assert decoded.value == 7
    assert (decoded.bound, decoded.optimal) == (10, False)
    assert decoded.gap == pytest.approx(3 / 7)


def test_documents_come_one_after_the_other():
    lines = [
        {"document": name, "a": 1, "b": 2, "weights": {"before": weight}}
        for name, weight in (("x", 1), ("y", 2))
    ]
    found = list(decode_documents(iter(lines), labels="matres"))
    assert [(name, one.value) for name, one in found] == [("x", 1), ("y", 2)]
    with pytest.raises(CandidateError, match="2 documents; use decode_documents"):
        decode(lines, labels="matres")
    with pytest.raises(CandidateError, match="do not stand together"):
        list(decode_documents([*lines, lines[0]], labels="matres"))
    assert list(decode_documents([], labels="matres")) == []


@pytest.mark.parametrize("ahead", [0, 32])
def test_few_documents_are_read_before_they_are_decoded(ahead):
    read = []

    def lines():
        for number in range(100):
            read.append(number)
            yield {"document": number // 2, "a": number % 2, "b": 2, "weights": {"before": 1}}

    with ThreadPoolExecutor(1) as executor:
        found = decode_documents(lines(), labels="matres", executor=executor if ahead else None)
        for number, (document, _) in enumerate(found):
            assert document == number
            assert len(read) <= 2 * (number + 1 + ahead) + 1
    assert len(read) == 100


def test_nothing_to_decode():
    decoded = decode([], labels="matres")
    assert (dict(decoded.labels), decoded.value, decoded.optimal) == ({}, 0, True)
    assert len(decoded.graph) == 0


def test_dates_of_a_given_graph_stay_in_its_zone():
    berlin: TimeGraph = TimeGraph(timezone="Europe/Berlin")
    berlin.add("a", "during", Period("2024-05-01T12:00"))
    berlin.add("b", "during", Period("2024-05-01T10:30Z"))  # 12:30 in Berlin
    votes = [("a", "b", "AFTER", 3), ("x", "a", "BEFORE", 1)]
    decoded = decode(votes, labels="matres", given=berlin)
    assert decoded.labels == {("a", "b"): "BEFORE", ("x", "a"): "BEFORE"}
    assert decoded.graph.timezone == "Europe/Berlin"
    assert decoded.graph.ask("a", "before", "b") is Answer.YES
    (given_up,) = decoded.overruled
    assert given_up.why == "contradicts"
    assert pickle.loads(pickle.dumps(decoded)) == decoded
    for a, b in (("a", "x"), ("x", "b")):
        berlin.add(a, "before", b, weight=2)
    assert berlin.decoded().optimal


def test_what_cannot_be_decoded_is_refused():
    pair = [("a", "b", "before", 1)]
    with pytest.raises(ValueError, match="mode must be one of"):
        decode(pair, labels="matres", mode="best")
    with pytest.raises(ValueError, match="time_limit"):
        decode(pair, labels="matres", time_limit=-1)
    with pytest.raises(SchemeError, match="starts only"):
        decode(pair, labels="tbd", mode="order")
    with pytest.raises(SchemeError, match="one strongest label"):
        decode([("a", "b", "BEFORE", 1)], labels="thyme")
    assert decode([("a", "b", "BEFORE", 1)], labels="thyme", mode="links").value == 1
    circle: TimeGraph = TimeGraph()
    circle.add("a", "before", "b")
    with pytest.raises(ContradictionError):
        decode(pair, labels="matres", given=[*circle.links, Link("b", AllenSet(Allen.BEFORE), "a")])
    circle.add_duration("a", 3)
    with pytest.raises(CandidateError, match="exactly 3: labels cannot be weighed against lengths"):
        decode(pair, labels="matres", given=circle)


@given(st.integers(0, 3))
@settings(max_examples=4, deadline=None)
def test_the_result_is_the_same_again(seed):
    cycle = [(a, b, "before", 1) for a, b in ("ab", "bc", "cd", "da", "ac")]
    first, second = (decode(cycle, labels="matres", seed=seed) for _ in range(2))
    assert first.labels == second.labels


RELATIONS = ["before", "after", "meets", "during", "equal", "before | meets", "overlaps"]
LINKS = st.lists(
    st.tuples(
        st.permutations("abcd").map(lambda names: names[:2]),
        st.sampled_from(RELATIONS),
        st.none() | st.integers(1, 9),
    ),
    max_size=7,
)


def holds(links: list[Link]) -> bool:
    graph: TimeGraph[Any] = TimeGraph(on_conflict="drop-link")
    graph.extend(links)
    return not graph.conflicts


def weighted_graph_best_of(links: list[Link]) -> int:
    """The greatest weight of links that hold together with those without one, at most one
    (its equals and converses included) of a pair; -1 if what is given contradicts itself."""
    fixed = [link for link in links if link.weight is None]
    if not holds(fixed):
        return -1
    pairs: dict[frozenset[Any], dict[tuple[Any, AllenSet], int]] = {}
    for link in links:
        if link.weight is not None:
            first = min(link.a, link.b)
            relation = link.relation if first == link.a else link.relation.converse
            said = pairs.setdefault(frozenset((link.a, link.b)), {})
            said[first, relation] = said.get((first, relation), 0) + link.weight
    best = 0
    for chosen in product(*([None, *said.items()] for said in pairs.values())):
        kept = [
            (Link(first, relation, next(iter(pair - {first}))), weight)
            for pair, choice in zip(pairs, chosen, strict=True)
            if choice is not None
            for (first, relation), weight in [choice]
        ]
        if holds([*fixed, *(link for link, _ in kept)]):
            best = max(best, sum(weight for _, weight in kept))
    return best


@examples(60, deadline=None)
@given(LINKS)
def test_no_choice_of_the_links_weighs_more(
    said: list[tuple[list[str], str, int | None]],
) -> None:
    links = [Link(a, AllenSet(r.split(" | ")), b, weight=w) for (a, b), r, w in said]
    graph: TimeGraph[Any] = TimeGraph(on_conflict="drop-link")
    graph.extend(links)
    best = weighted_graph_best_of(links)
    if best < 0:
        with pytest.raises(ContradictionError):
            graph.decoded()
        return
    decoded = graph.decoded()
    assert (decoded.value, decoded.optimal) == (best, True)
    assert not decoded.graph.conflicts


def test_what_is_chosen_has_its_sources_and_what_is_given_holds() -> None:
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b", "Ann", weight=3)
    graph.add("b", "before", "c", "Ben", weight=2)
    graph.add("c", "before", "a", "Cyd", weight=4)
    graph.add("d", "before", "a")
    decoded = graph.decoded()
    assert [str(link) for link in graph.conflicts[0].against] != []
    assert (decoded.value, decoded.loss) == (7, 2)
    assert {link.source for link in decoded.links} == {("Ann",), ("Cyd",)}
    assert decoded.graph.ask("d", "before", "b") == "yes"


def test_a_graph_without_weights_is_what_is_given() -> None:
    graph: TimeGraph[str] = TimeGraph()
    assert graph.decoded().optimal
    graph.add("a", "before", "b")
    assert graph.decoded().value == 0
    assert graph.decoded().graph.ask("a", "before", "b") == "yes"


def test_what_cannot_be_weighed_is_refused() -> None:
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    graph.add_points(("a", "start"), "<", ("b", "start"), weight=2)
    with pytest.raises(CandidateError, match="say it as a relation"):
        graph.decoded()
    lengths: TimeGraph[str] = TimeGraph()
    lengths.add_duration("a", "3 days")
    with pytest.raises(CandidateError, match="lengths and distances"):
        lengths.decoded()


def test_links_of_too_many_kinds_are_refused():
    graph = TimeGraph(on_conflict="drop-link")
    for mask in sorted({*mask_table()} - {0}):
        relation = AllenSet([member for k, member in enumerate(Allen) if mask >> k & 1])
        graph.add("a", relation, "b", weight=1)
    with pytest.raises(SchemeError, match="62 are the limit: decode links of fewer kinds"):
        graph.decoded()
