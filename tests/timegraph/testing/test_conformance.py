"""Reasoners that are right pass; those with a fault are found, and the fault is small."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence

import pytest

from timegraph import TimeGraph
from timegraph.testing import NonconformingError, check_reasoner
from timegraph.testing.conformance import LinkTriple


def right(links: Sequence[LinkTriple], a: str, relation: str, b: str) -> str:
    graph: TimeGraph[str] = TimeGraph()
    for entity in (a, b):
        graph.add_entity(entity)
    for x, name, y in links:
        graph.add(x, name, y)  # type: ignore[arg-type]
    return str(graph.ask(a, relation, b))  # type: ignore[arg-type]


def test_a_right_reasoner_conforms() -> None:
    check_reasoner(right)


def test_lost_transitivity_through_equality_is_found_and_small() -> None:
    def wrong(links: Sequence[LinkTriple], a: str, relation: str, b: str) -> str:
        kept = [link for link in links if link[1] != "equal" or {link[0], link[2]} == {a, b}]
        return right(kept, a, relation, b)

    with pytest.raises(NonconformingError) as caught:
        check_reasoner(wrong, examples=199)
    message = str(caught.value)
    assert len(re.findall(r"\('", message.partition("==")[0])) <= 3
    assert "'equal'" in message


def test_a_reasoner_is_asked_for_the_relations_that_it_knows() -> None:
    known = {"before", "after"}

    def narrow(links: Sequence[LinkTriple], a: str, relation: str, b: str) -> str:
        assert {relation, *(name for _, name, _ in links)} <= known
        return right(links, a, relation, b)

    check_reasoner(narrow, relations=sorted(known))
    with pytest.raises(NonconformingError, match="AssertionError"):
        check_reasoner(narrow)
    with pytest.raises(ValueError, match="relations is empty"):
        check_reasoner(narrow, relations=[])


@pytest.mark.parametrize("entities", [1, 9])
def test_a_number_of_entities_that_tests_nothing_is_refused(entities: int) -> None:
    with pytest.raises(ValueError, match="entities must be from 2 to 8"):
        check_reasoner(right, entities=entities)


def test_without_hypothesis_it_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['hypothesis'] = None; from timegraph.testing import check_reasoner"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "pip install 'timegraph-qa[testing]'" in done.stderr


@pytest.mark.parametrize("answer", ["maybe", "", "YES"])
def test_other_words_are_no_answers(answer: str) -> None:
    with pytest.raises(NonconformingError, match="assert answer"):
        check_reasoner(lambda *_: answer)


def test_an_error_is_reported_with_its_call() -> None:
    def failing(*_: object) -> str:
        raise KeyError("a")

    with pytest.raises(NonconformingError, match=r"answer\(\[\], .* raised KeyError"):
        check_reasoner(failing)
