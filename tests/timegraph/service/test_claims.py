"""Verdicts: what is supported, contradicted, disputed or unknown, and that alarms are not false."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given

from timegraph import Allen, Answer, Link, TimeGraph
from timegraph.service import Claim, ServiceError, Verdict, verify
from timegraph.service.claims import claim_of, undisputed, weak
from timegraph.testing.strategies import arbitrary_link_sets, models_with_links


def graph_of(*links: tuple[str, Any, str]) -> TimeGraph[str]:
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    for a, relation, b in links:
        graph.add(a, relation, b, f"{a}{b}")
    return graph


def verdicts(graph: TimeGraph[str], *claims: dict[str, Any], strict: bool = False) -> list[str]:
    found = verify(graph, [claim_of(one, 1, "claim") for one in claims], strict=strict)
    return [str(one.verdict) for one in found]


def test_verdicts_of_relations() -> None:
    graph = graph_of(("a", "before", "b"), ("b", "meets", "c"))
    claims = [
        {"a": "a", "relation": "before", "b": "c"},
        {"a": "c", "relation": "before", "b": "a"},
        {"a": "b", "relation": "before", "b": "c"},
        {"a": "c", "relation": "during", "b": "d"},
        {"question": "IS a.start BEFORE c.start"},
        {"question": "IS c IBEFORE a"},
    ]
    assert verdicts(graph, *claims) == [
        *("supported", "contradicted", "supported", "unknown", "supported", "contradicted")
    ]
    assert verdicts(graph, claims[2], strict=True) == ["contradicted"]


def test_what_is_disputed_contradicts_nothing() -> None:
    graph = graph_of(("a", "before", "b"), ("b", "before", "c"), ("c", "before", "a"))
    graph.add("c", "before", "d", "cd")
    claims = [{"a": "a", "relation": "before", "b": "b"}, {"a": "c", "relation": "after", "b": "d"}]
    assert verdicts(graph, *claims) == ["disputed", "contradicted"]
    assert verdicts(graph, {"a": "d", "relation": "before", "b": "a"}) == ["disputed"]


def test_dates_points_and_lengths() -> None:
    graph = graph_of(("a", "before", "b"))
    graph.place("a", within="1998-05", source="log")
    graph.add_duration("b", at_least="3 days")
    claims = [
        {"of": "a", "within": "1998"},
        {"of": "a", "within": "1999"},
        {"of": ["a", "start"], "within": "1998-05-03"},
        {"lasts": "b", "at_least": "2 days"},
        {"lasts": "b", "at_most": "2 days"},
        {"x": ["a", "end"], "op": "<", "y": ["b", "end"]},
        {"x": ["b", "end"], "op": "<", "y": ["a", "end"]},
        {"x": ["a", "end"], "y": ["b", "start"], "at_most": "1 day"},
        {"x": ["noon", "at"], "y": ["b", "start"], "at_most": "1 day"},
    ]
    assert verdicts(graph, *claims) == [
        *("supported", "contradicted", "unknown", "supported", "contradicted", "supported"),
        *("contradicted", "unknown", "unknown"),
    ]


@pytest.mark.parametrize(
    ("relation", "hour", "verdict"),
    [("contains", 10, "supported"), ("contains", 9, "contradicted"), ("after", 8, "supported"),
     ("before", 12, "supported"), ("before", 11, "contradicted")],
)  # fmt: skip
def test_every_bound_of_a_place_must_follow(relation: str, hour: int, verdict: str) -> None:
    graph, other = TimeGraph[str](on_conflict="drop-link"), TimeGraph[str]()
    graph.place("a", spanning=(datetime(2024, 5, 1, 9), datetime(2024, 5, 1, 11)))
    graph.place("b", within="2024")
    for name, expected in (("a", verdict), ("b", "unknown")):
        other.add(name, relation, datetime(2024, 5, 1, hour))
        (found,) = verify(graph, [Claim("1", (other.links[-1],))])
        assert str(found.verdict) == expected


def test_each_verdict_has_a_reason() -> None:
    graph = graph_of(("a", "before", "b"))
    claims = [claim_of({"id": "x", "a": "b", "relation": "before", "b": "a"}, 1, "claim")]
    (found,) = verify(graph, claims)
    assert found.to_json() == {
        "id": "x",
        "claim": "b before a",
        "verdict": "contradicted",
        "reason": "not b before or meets a, since ab: a before b",
        "links": ["ab: a before b"],
    }
    (missing,) = verify(graph, [claim_of({"a": "a", "relation": "before", "b": "z"}, 1, "claim")])
    assert (missing.verdict, missing.reason) == (Verdict.UNKNOWN, "the timeline does not have z")
    (doubted,) = verify(graph, [Claim("d", claims[0].links, doubt="b is negated")])
    assert (doubted.verdict, doubted.reason) == (Verdict.UNKNOWN, "b is negated")


@pytest.mark.parametrize("text", ["", "WHEN a", "LIST BEFORE a", "IS a BEFOR b", "hello"])
def test_what_claims_nothing_is_refused(text: str) -> None:
    with pytest.raises(ServiceError, match="claim 7"):
        claim_of({"question": text}, 7, "claim 7")


@given(models_with_links())
def test_what_is_true_in_a_world_is_never_contradicted(drawn: Any) -> None:
    """A concrete world first: no claim that is true in it is contradicted by true links."""
    model, links = drawn[0], drawn[1]
    graph: TimeGraph[Any] = TimeGraph()
    for entity in model:
        graph.add_entity(entity)
    graph.extend(links)
    claims = [
        Claim(f"{a} {b}", (Link(a, weak_of(Allen.between(model[a], model[b])), b),))
        for a in model
        for b in model
        if a != b
    ]
    for strict in (False, True):
        found = verify(graph, claims, strict=strict)
        assert not {one.verdict for one in found} & {Verdict.CONTRADICTED, Verdict.DISPUTED}


def weak_of(relation: Allen) -> Any:
    from timegraph import AllenSet

    return AllenSet(relation)


@given(arbitrary_link_sets())
def test_verdicts_are_as_defined(links: Any) -> None:
    """Arbitrary links, by the definition: with and without all links that stand in a conflict."""
    graph: TimeGraph[Any] = TimeGraph(on_conflict="drop-link")
    graph.extend(links)
    clean = undisputed(graph)
    assert not clean.conflicts
    involved = [id(x) for c in graph.conflicts for x in (c.link, *c.against)]
    assert not {id(link) for link in clean.links} & set(involved)
    for conflict in graph.conflicts:  # nothing that is left contradicts what was left out
        trial = clean.copy()
        trial.extend([conflict.link])
        if conflict.against:
            assert not trial.conflicts
    for a in graph.entities:
        for b in graph.entities:
            claim = Claim("1", (Link(a, weak_of("before"), b),))
            (found,) = verify(graph, [claim])
            wanted = weak(weak_of("before"))
            answers = clean.ask(a, wanted, b), graph.ask(a, wanted, b)
            expected = {
                Answer.YES: Verdict.SUPPORTED,
                Answer.NO: Verdict.CONTRADICTED,
                Answer.UNKNOWN: Verdict.UNKNOWN
                if answers[1] is Answer.UNKNOWN
                else Verdict.DISPUTED,
            }[answers[0]]
            assert found.verdict is expected


def test_a_graph_without_conventions_is_verified_without() -> None:
    graph: TimeGraph[str] = TimeGraph(
        on_conflict="drop-link", conventions=False, timezone="Europe/Berlin"
    )
    graph.place("x", within=date(2024, 5, 1))
    graph.place("y", within="2024-05-02T10:00Z")
    graph.place("z", within=date(2024, 5, 2))
    graph.add("p", "before", "q")
    graph.add("q", "before", "p")  # the graph without disputed links is another one
    claims = [{"a": "x", "relation": "before", "b": other} for other in "yz"]
    assert verdicts(graph, *claims, strict=True) == ["supported", "unknown"]
