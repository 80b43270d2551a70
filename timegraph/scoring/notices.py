"""Notices: what a reader of a score should know about the documents behind it, as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timegraph.builder import faults_of
from timegraph.calendar_links import CALENDAR
from timegraph.citations import cite, line_of, named, words_of
from timegraph.graph import TimeGraph
from timegraph.links import Conflict, contradiction_in_words
from timegraph.options import Interpretation

if TYPE_CHECKING:
    from timeml import Alignment, Document

__all__ = ["Notice", "alignment_notices", "annotation_faults", "left_out", "links_left_out"]

# Diagnostics that cost no link: key files and many systems are written this way.
_HARMLESS = frozenset({"no-instance", "no-dct", "self-link"})


@dataclass(frozen=True, slots=True)
class Notice:
    """One line about one document, or one question.

    ``code`` is one of ``missing-document``, ``failed-document``, ``extra-document``,
    ``not-in-gold``, ``differing-text``, ``partial-pair``, ``left-out``, ``not-in-key``,
    ``diagnostic``, ``missing-entity``, ``literal-date``, ``not-answered``, ``unknown-question``,
    ``not-in-set``, ``unusable-answer``, ``not-decided``;
    ``message`` is complete by itself, with document, line and id. ``brief`` is the shortest name
    of what the notice is about (``a.tml:12 l3``), for long lists.
    """

    code: str
    document: str
    message: str
    brief: str

    def __str__(self) -> str:
        return self.message


def annotation_faults(
    document: Document, name: str, interpretation: Interpretation = Interpretation()
) -> Iterator[Notice]:
    """The diagnostics of annotations that are not in the graph, its labels read as
    ``interpretation`` says."""
    for diagnostic in faults_of(document, interpretation):
        if diagnostic.code not in _HARMLESS:
            where = name if diagnostic.line is None else f"{name}:{diagnostic.line}"
            message = f"{where}: {diagnostic.message} [{diagnostic.code}]"
            yield Notice("diagnostic", name, message, f"{where} {diagnostic.id}".rstrip())


def alignment_notices(
    alignment: Alignment, document: str, file: str, *, key: str = "the key"
) -> Iterator[Notice]:
    """How the text of ``file`` differs from that of the key, and which annotations pair although
    they do not cover the same characters. ``document`` is the name of the key's document, ``key``
    whose it is."""
    for text in alignment.warnings:
        warning = text
        if key != "the key":
            warning = text.replace("the system's text", "this text").replace(
                "the key's", f"{key}'s"
            )
        yield Notice("differing-text", document, f"{file}: {warning}", document)
    for pair in alignment.partial:
        brief = f"{file} {pair.system_id}"
        yield Notice("partial-pair", document, f"{file}: {pair}", brief)


def links_left_out(graph: TimeGraph, name: str) -> Iterator[Notice]:
    """The links that ``graph``, built from the document ``name``, left out as contradictory."""
    for conflict in graph.conflicts:
        yield left_out(conflict, name)


def left_out(conflict: Conflict, name: str) -> Notice:
    """One conflict in the document ``name``, by the ids and lines of its TLINKs."""
    line = line_of(conflict.link)
    where = name if line is None else f"{name}:{line}"
    # The message begins with the line, so that a link without a name needs only its words.
    what = contradiction_in_words(
        named(conflict.link), conflict.constraints, map(cite, conflict.against)
    )
    lid = getattr(conflict.link.source, "lid", "")
    brief = lid or ("" if line is not None else words_of(conflict.link))
    if any(link.source is CALENDAR for link in conflict.against):
        brief += " (calendar)"
    return Notice("left-out", name, f"{where}: {what}", f"{where} {brief}".rstrip())
