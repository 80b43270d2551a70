"""Distances and times are added by methods of TimeGraph; names that are not dates cost nothing."""

from __future__ import annotations

from datetime import date

from timegraph import TimeGraph
from timegraph.links import PLAIN


def test_plain_names_are_never_dates() -> None:
    assert not PLAIN & {date}


def test_a_distance_is_at_least_at_most_or_exactly_so_long() -> None:
    graph = TimeGraph()
    graph.add_distance(("a", "end"), ("b", "start"), exactly="1 day")
    graph.add_duration("a", at_least="2 days", at_most="3 days")
    assert str(graph.duration("a")) == "at least 2 days and at most 3 days"
    assert str(graph.distance(("a", "end"), ("b", "start"))) == "exactly 1 day"
