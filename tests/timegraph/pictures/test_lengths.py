"""How long entities last, as pictures say it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from timegraph import TimeGraph
from timegraph.pictures.layout import captions_of, lengths_of, short_length, timeline_of
from timegraph.pictures.orders import Window


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ({"exactly": "3 days"}, "3 days"),
        ({"at_least": "2 days", "at_most": "3 days"}, "2 to 3 days"),
        ({"at_least": "1 day", "at_most": "3 days"}, "1 to 3 days"),
        ({"at_least": "90 minutes", "at_most": "2 hours"}, "1 hour 30 minutes to 2 hours"),
        ({"at_least": "20 hours", "at_most": "2 days"}, "20 hours to 2 days"),
        ({"at_least": "3 days"}, "3 days or more"),
        ({"at_most": "1 hour"}, "up to 1 hour"),
    ],
)
def test_lengths_are_said_in_a_few_words(bounds, words):
    graph = TimeGraph()
    graph.add_duration("a", **bounds)
    graph.add_entity("b")
    found = lengths_of(graph, graph.entities, {})
    assert set(found) == {0}
    assert short_length(found[0]) == words
    captions = captions_of(timeline_of(graph))
    assert (captions[0].label, captions[1].label) == (f"a ({words})", "b")


def test_a_graph_without_distances_has_no_lengths():
    graph = TimeGraph()
    graph.add("a", "before", "b")
    assert lengths_of(graph, graph.entities, {}) == {}


def test_what_holds_a_length_is_as_long():
    graph = TimeGraph()
    graph.add_duration("a", at_least="2 days")
    graph.add("b", "contains", "a")
    graph.add("c", "during", "b")
    words = {
        graph.entities[k]: short_length(b) for k, b in lengths_of(graph, graph.entities, {}).items()
    }
    assert words == {"a": "2 days or more", "b": "2 days or more"}


def test_what_a_window_shows_is_not_said_again():
    graph = TimeGraph()
    graph.add_duration("a", at_least="2 hours", at_most="2 days")
    day = Fraction(86_400)
    dated = {0: Window(Fraction(0), None, None, day)}
    (shown,) = lengths_of(graph, graph.entities, dated).values()
    assert short_length(shown) == "2 hours or more"
    certain = {0: Window(Fraction(0), 9 * day, 9 * day + 7200, 10 * day)}
    (shown,) = lengths_of(graph, graph.entities, certain).values()
    assert short_length(shown) == "up to 2 days"
    assert lengths_of(graph, graph.entities, {0: Window(Fraction(0), day, 2 * day, day * 2)}) == {}
