"""Small graphs of numbered links, and whether these agree."""

from __future__ import annotations

from dataclasses import replace

from timegraph import TimeGraph
from timegraph.testing import oracle

ENTITIES = ("a", "b", "c", "d")


def numbered(links):
    return [replace(link, source=number) for number, link in enumerate(links)]


def agree(links):
    said = [c for link in links for c in oracle.link_constraints(link)]
    return oracle.consistent(ENTITIES, said)


def graph_of(links):
    graph = TimeGraph(on_conflict="drop-link")
    for entity in ENTITIES:
        graph.add_entity(entity)
    graph.extend(links)
    return graph
