"""What notebooks show of graphs and results: HTML that is escaped, and text that fits a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import timeml
from tests.results import score_awareness_system, score_entities_system, score_relations_system
from timegraph import TimeGraph, build, explain
from timegraph.qa import read_questions
from timegraph.scoring import (
    read_gold,
    read_key,
    score_system,
)
from timegraph.scoring.agreement.measure import measure_agreement
from timegraph.scoring.qa_tempeval.comparison import compare_systems
from timeml import open_collection


def test_a_graph_is_drawn() -> None:
    graph = TimeGraph()
    assert graph._repr_html_() == "<p>&lt;TimeGraph: 0 entities, 0 links&gt;</p>"
    graph.add("<a>", "before", "b")
    for one in (graph, graph.snapshot()):
        html = one._repr_html_()
        assert "<svg" in html
        assert "<a>" not in html


def test_a_large_graph_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = TimeGraph()
    for k in range(401):
        graph.add_entity(k)
    assert graph._repr_html_() == "<p>&lt;TimeGraph: 401 entities, 0 links&gt;</p>"


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    kit = Path(__file__).resolve().parents[3] / "examples" / "kit"
    folder = kit / "eval-questions"
    questions = read_questions(folder / "question-set.txt")
    key = read_key(open_collection(folder / "question-events"), questions)
    gold = read_gold(open_collection(kit / "gold"))
    systems = {name: open_collection(kit / "systems" / name) for name in ("careful", "hasty")}
    scored = [score_system(one, questions=questions, key=key, name=n) for n, one in systems.items()]
    careful = {"gold": gold, "system": systems["careful"], "name": "<careful>"}
    both = {n: open_collection(kit.parent / "agreement" / n) for n in ("ada", "ben")}
    document = timeml.read(kit / "gold" / "news-festival-storm.tml")
    graph = build(document)
    return {
        "score": scored[0],
        "comparison": compare_systems(scored),
        "awareness": score_awareness_system(**careful),
        "entities": score_entities_system(**careful),
        "relations": score_relations_system(**careful),
        "agreement": measure_agreement(both),
        "document": document,
        "graph": graph,
        "proof": explain(graph, "ei5", "before", "ei9"),
    }


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("score", "<Result of qa-tempeval: careful, 8 documents, P 0.87, R 0.51, F1 0.64>"),
        (
            "awareness",
            "<Result of temporal-awareness: <careful>, 8 documents, P 0.90, R 0.63, F1 0.74>",
        ),
        ("entities", "<Result of entities: <careful>, 8 documents>"),
        (
            "relations",
            "<Result of relations: <careful>, 8 documents, micro F1 0.77, macro F1 0.59, "
            "micro F1 (clear) 0.77>",
        ),
        ("comparison", "<Comparison of careful, hasty: 93 questions, 1 pair>"),
        ("agreement", "<Agreement of ada, ben: 3 texts>"),
    ],
)
def test_results_are_a_line_of_text(results: dict[str, Any], name: str, text: str) -> None:
    assert repr(results[name]) == text


@pytest.mark.parametrize("name", ["document", "graph"])
def test_results_are_tables_with_everything_escaped(results: dict[str, Any], name: str) -> None:
    html = results[name]._repr_html_()
    assert "<careful>" not in html
    assert "<svg" in html or "<table" in html or "<mark" in html
    assert len(repr(results[name])) < 100


class Printer:
    """What IPython prints with."""

    def __init__(self) -> None:
        self.said = ""

    def text(self, words: str) -> None:
        self.said += words


def test_proofs_and_conflicts_print_their_words() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b")
    graph.add("b", "before", "a")
    for one in (explain(graph, "a", "before", "b"), graph.conflicts[0]):
        printer = Printer()
        one._repr_pretty_(printer, False)
        assert printer.said == str(one)
