"""Closures and reductions of documents as TimeML, JSON, DOT and GraphML.

The text comes in pieces, so that a closure of millions of relations need not fit into memory;
GraphML alone, which networkx writes, is made as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, get_args

import timeml
from timegraph.documents.closure import Relation, tlinks_of
from timegraph.report.formats.json import json_pieces
from timeml import Event

if TYPE_CHECKING:
    from timeml import Document

__all__ = ["CLOSURE_FORMATS", "ClosureFormat", "closure_pieces"]

ClosureFormat = Literal["timeml", "json", "dot", "graphml"]
CLOSURE_FORMATS: tuple[ClosureFormat, ...] = get_args(ClosureFormat)


def closure_pieces(
    document: Document, relations: Iterable[Relation], format: ClosureFormat
) -> Iterator[str]:
    """The relations of ``document`` in ``format``, piece by piece.

    TimeML is the whole document with the relations as TLINKs. DOT and GraphML show the relations
    that have a name in TimeML, JSON shows all.
    """
    if format == "timeml":
        # The relations have TimeML's labels, whatever those of the document were.
        in_timeml = replace(document, scheme="tml")
        return timeml.write_pieces(in_timeml, tlinks_of(document, relations))
    if format == "json":
        head: dict[str, object] = {"document": document.name, "entities": list(document.entities)}
        return json_pieces(head, "relations", map(_object, relations))
    named = (relation for relation in relations if relation.label is not None)
    return _dot(document, named) if format == "dot" else _graphml(document, named)


def _object(relation: Relation) -> dict[str, object]:
    label, link = relation.label, relation.link
    return {
        "a": relation.a,
        "relation": None if label is None else label.value,
        "b": relation.b,
        "relations": [member.value for member in relation.relations],
        "lid": (link.lid or None) if link is not None else None,
        "line": None if link is None else link.line,
    }


def _nodes(document: Document) -> Iterator[tuple[str, dict[str, str]]]:
    for entity in document.entities:
        annotation = document.entity(entity)
        shown = {"text": " ".join(annotation.text.split())}
        if isinstance(annotation, Event):
            shown["kind"] = "event"
        else:
            shown["kind"] = "timex"
            shown["value"] = annotation.value or ""
        yield entity, shown


def _dot(document: Document, relations: Iterable[Relation]) -> Iterator[str]:
    yield f"digraph {_quoted(document.name)} {{\n  rankdir=LR;\n"
    for entity, shown in _nodes(document):
        shape = "box" if shown["kind"] == "timex" else "ellipse"
        label = _quoted(f"{entity}\n{shown['text']}")
        yield f"  {_quoted(entity)} [label={label}, shape={shape}];\n"
    for relation in relations:
        assert relation.label is not None
        style = ", style=dashed" if relation.link is None else ""
        yield (
            f"  {_quoted(relation.a)} -> {_quoted(relation.b)} "
            f"[label={_quoted(relation.label.value)}{style}];\n"
        )
    yield "}\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _graphml(document: Document, relations: Iterable[Relation]) -> Iterator[str]:
    import networkx  # only this format needs it

    graph = networkx.MultiDiGraph(name=document.name)
    for entity, shown in _nodes(document):
        graph.add_node(entity, **shown)
    # Keys become the ids of edges, and networkx would number them from 0 for each pair.
    for key, relation in enumerate(relations, start=1):
        assert relation.label is not None
        lid = "" if relation.link is None else relation.link.lid
        attributes = {"lid": lid} if lid else {}
        graph.add_edge(relation.a, relation.b, key, relation=relation.label.value, **attributes)
    for line in networkx.generate_graphml(graph):
        yield f"{line}\n"
