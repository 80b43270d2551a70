"""Contrast questions: every answer decided again by reachability among points."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest

from timegraph.answer import Answer
from timegraph.graph import TimeGraph
from timegraph.links import Link
from timegraph.options import Interpretation
from timegraph.task.drawing.contrast import Contrasts, Window, draw_contrasts
from timeml import Collection, Document, Event, Instance, RelType, TLink, open_collection

READING = Interpretation(on_conflict="drop-link")


def points(graph: TimeGraph) -> nx.DiGraph:
    """Each point twice: an edge from (x, 0) to (y, 1) says that x is before y, one from (x, 0) to
    (y, 0) that it is not after it."""
    left_out = {id(conflict.link) for conflict in graph.conflicts}
    found = nx.DiGraph()

    def order(x: object, y: object, sign: int) -> None:
        if sign > 0:
            order(y, x, -sign)
            return
        for flag in (0, 1):
            found.add_edge((x, flag), (y, 1 if sign else flag))
            if not sign:
                found.add_edge((y, flag), (x, flag))

    found.add_nodes_from(
        ((entity, side), flag)
        for entity in graph.entities
        for side in ("start", "end")
        for flag in (0, 1)
    )
    for entity in graph.entities:
        order((entity, "start"), (entity, "end"), -1)
    for link in graph.links:
        if isinstance(link, Link) and id(link) not in left_out:
            (relation,) = link.relation
            ends = [(x, y) for x in ("start", "end") for y in ("start", "end")]
            for (x, y), sign in zip(ends, relation.signs, strict=True):
                order((link.a, x), (link.b, y), sign)
    return found


def decided_again(found: nx.DiGraph, event: str, anchor: str) -> dict[str, Answer]:
    """What each question says of an event, from what is reachable."""
    e, f, a, b = (event, "start"), (event, "end"), (anchor, "start"), (anchor, "end")

    def less(x: object, y: object) -> bool:
        return nx.has_path(found, (x, 0), (y, 1))

    def at_most(x: object, y: object) -> bool:
        return less(x, y) or nx.has_path(found, (x, 0), (y, 0))

    def answer(yes: bool, no: bool) -> Answer:
        return Answer.YES if yes else Answer.NO if no else Answer.UNKNOWN

    return {
        "before": answer(at_most(f, a), at_most(a, e)),
        "after": answer(at_most(b, e), at_most(e, a)),
        "while": answer(less(e, b) and less(a, f), at_most(b, e) or at_most(f, a)),
        "begun": answer(less(e, a), at_most(a, e)),
        "going on": answer(less(e, a) and less(a, f), at_most(a, e) or at_most(f, a)),
    }


def check(drawn: Contrasts) -> int:
    """Decide all again; how many answers and non-answers there are."""
    count = 0
    graphs = {id(window.graph): points(window.graph) for window in drawn.windows if window.groups}
    for window in drawn.windows:
        for group in window.groups:
            for event in group.relations:
                again = decided_again(graphs[id(window.graph)], event, group.anchor)
                for name, answers in group.answers.items():
                    assert answers[event] is again[name], (window.name, group.anchor, event, name)
                    count += 1
    return count


def check_form(window: Window) -> None:
    """What holds of every passage."""
    questions = [(group, name) for group in window.groups for name in group.answers]
    texts = [window.question(group, name) for group, name in questions]
    assert len(set(texts)) == len(texts)
    for event, (start, end) in window.events.items():
        assert window.text[start:end] == " ".join(window.document.entity(event).text.split())
    for group in window.groups:
        assert Answer.UNKNOWN not in {one for own in group.answers.values() for one in own.values()}
        assert {*group.relations} == {*window.events} - {group.anchor}
        assert all(
            group.chosen(one) != group.chosen(other)
            for one, other in combinations(group.answers, 2)
        )


def test_answers_are_those_of_an_independent_closure(kit: Path) -> None:
    drawn = draw_contrasts(open_collection(kit / "gold"), interpretation=READING)
    assert len(drawn.groups) > 50
    assert check(drawn) > 500
    for window in drawn.windows:
        check_form(window)


@pytest.mark.data
@pytest.mark.parametrize(
    "corpus", ["TBAQ-cleaned/TimeBank", "TBAQ-cleaned/AQUAINT", "te3-platinum"]
)
def test_answers_are_those_of_an_independent_closure_on_corpora(data: Path, corpus: str) -> None:
    documents = open_collection(data / "tempeval3" / corpus)
    drawn = draw_contrasts(documents, interpretation=READING)
    assert check(drawn) > 600
    texts = [window.text for window in drawn.windows]
    assert len(set(texts)) == len(texts)
    for window in drawn.windows:
        check_form(window)


@pytest.fixture
def draw(tmp_path: Path) -> Callable[..., Contrasts]:
    """A function that draws from "One two. Three." with these links and annotations."""

    def drawn(*links: tuple[str, RelType, str], modality: str | None = None) -> Contrasts:
        text = "We saw fire and ran. They left."
        events = []
        for number, word in enumerate(("saw", "ran", "left"), start=1):
            instance = Instance(f"ei{number}", f"e{number}", modality=modality)
            at = text.index(word)
            events.append(
                Event(f"e{number}", "OCCURRENCE", at, at + len(word), word, instances=(instance,))
            )
        tlinks = tuple(TLink(f"l{k}", kind.value, a, b) for k, (a, kind, b) in enumerate(links))
        document = Document(text=text, events=tuple(events), tlinks=tlinks, name="one.tml")
        return draw_contrasts(Only(document))

    return drawn


class Only:
    """A collection of one document."""

    path = Path("only")

    def __init__(self, document: Document) -> None:
        self.names = (document.name,)
        self.read = lambda name: document


def test_a_group_keeps_the_anchor_and_changes_the_relation(draw: Callable[..., Contrasts]) -> None:
    drawn = draw(("ei1", RelType.BEFORE, "ei2"), ("ei2", RelType.BEFORE, "ei3"))
    (window,) = drawn.windows
    chosen = {
        window.question(group, name): group.chosen(name)
        for group in window.groups
        for name in group.answers
        if group.anchor == "ei2"
    }
    assert chosen == {
        'What happened before "ran"?': ("ei1",),
        'What happened after "ran"?': ("ei3",),
        'What was happening at some time during "ran"?': (),
    }
    assert not window.open


def test_readings_that_differ_leave_a_question_out(draw: Callable[..., Contrasts]) -> None:
    drawn = draw(("ei1", RelType.INCLUDES, "ei2"), ("ei2", RelType.BEFORE, "ei3"))
    group = next(group for group in drawn.groups if group.anchor == "ei2")
    # "saw" starts before "ran" and does not end before it; what had begun is what was going on.
    assert {name: group.chosen(name) for name in group.answers} == {
        "after": ("ei3",),
        "while": ("ei1",),
    }


@pytest.mark.parametrize("modality", ["NONE", "none"])
def test_no_modality_may_be_written_none(draw: Callable[..., Contrasts], modality: str) -> None:
    drawn = draw(("ei1", RelType.BEFORE, "ei2"), modality=modality)
    assert [group.anchor for group in drawn.windows[0].open] == ["ei1", "ei2", "ei3"]


def test_open_and_modal_anchors_are_not_drawn(draw: Callable[..., Contrasts]) -> None:
    drawn = draw(("ei1", RelType.BEFORE, "ei2"))
    assert not drawn.groups
    assert [group.anchor for group in drawn.windows[0].open] == ["ei1", "ei2", "ei3"]
    drawn = draw(("ei1", RelType.BEFORE, "ei2"), modality="could")
    assert not drawn.windows[0].open


def test_the_seed_chooses_the_groups(kit: Path) -> None:
    gold: Collection = open_collection(kit / "gold")
    one, again, other = (draw_contrasts(gold, number=5, seed=seed) for seed in (1, 1, 2))
    names = [
        [(window.name, group.anchor) for window in drawn.windows for group in window.groups]
        for drawn in (one, again, other)
    ]
    assert len(names[0]) == 5
    assert names[0] == names[1] != names[2]
