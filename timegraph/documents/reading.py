"""One document as the rules read it, and the one place where they make findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from timegraph.documents.build import labelled
from timegraph.findings import CitedLink, Describer, Finding
from timegraph.findings.rules import Rule
from timegraph.options import Interpretation
from timeml import (
    ALink,
    Event,
    Instance,
    Position,
    Positions,
    Signal,
    SLink,
    Timex3,
    TLink,
    positions,
)

if TYPE_CHECKING:
    from timeml import Document

__all__ = ["KINDS", "Annotation", "Reading", "RuleSet", "id_of", "kind_of"]

Annotation = Event | Instance | Timex3 | Signal | TLink | SLink | ALink

_KINDS: dict[type, tuple[str, str]] = {
    Event: ("EVENT", "eid"),
    Instance: ("MAKEINSTANCE", "eiid"),
    Timex3: ("TIMEX3", "tid"),
    Signal: ("SIGNAL", "sid"),
    TLink: ("TLINK", "lid"),
    SLink: ("SLINK", "lid"),
    ALink: ("ALINK", "lid"),
}

KINDS = tuple(kind for kind, _ in _KINDS.values())

RuleSet = tuple[tuple[Rule, ...], Callable[["Reading"], Iterator[Finding]]]
"""The rules that a function applies, and the function."""


def id_of(annotation: Annotation) -> str:
    """The annotation's own id, ``""`` if it has none."""
    return str(getattr(annotation, _KINDS[type(annotation)][1]))


def kind_of(annotation: Annotation) -> str:
    """The name of the annotation's element: ``"TLINK"``."""
    return _KINDS[type(annotation)][0]


class Reading:
    """A document with all that turns a rule's hit into a finding.

    ``path`` is what findings call the document, ``data`` the bytes of its file, ``None`` if it
    has none: then a position is a line alone. ``interpretation`` is how its links are read,
    ``scheme`` what their labels mean.
    """

    def __init__(
        self,
        document: Document,
        *,
        path: str,
        data: bytes | None = None,
        interpretation: Interpretation = Interpretation(),
    ) -> None:
        self.document = labelled(document, interpretation)
        self.scheme = interpretation.scheme(document.scheme)
        self.path = path
        self.interpretation = interpretation
        self._data = data

    @cached_property
    def describer(self) -> Describer:
        """The document's annotations in its own words."""
        return Describer(self.document)

    @cached_property
    def _positions(self) -> Positions:
        return positions(self._data or b"")

    def position(self, kinds: Iterable[str], id: str, line: int | None) -> Position | None:
        """The position of the annotation of one of these ``kinds`` that has this id and line; its
        line alone if no more is known."""
        if line is None:
            return None
        places = (self._positions.find(kind, id, line) for kind in kinds)
        return next(filter(None, places), Position(line))

    def named(self, annotation: Annotation) -> str:
        """The annotation as a message names it: ``TLINK l3 (ei3 "dreamt" BEFORE ei1 "ate")``."""
        kind, id = kind_of(annotation), id_of(annotation)
        name = f"{kind} {id}" if id else f"{kind} without a lid"
        if isinstance(annotation, (TLink, SLink, ALink)):
            link = self.describer.link(annotation)
            return f"{name} ({link.source} {link.relation} {link.target})"
        if isinstance(annotation, Instance):
            return f"{name} of {self.describer.mention(annotation.event_id)}"
        return f"{kind} {self.describer.mention(id)}"

    def finding(
        self,
        rule: Rule,
        message: str,
        *,
        about: Annotation | None = None,
        ids: Iterable[str] = (),
        line: int | None = None,
        mentions: Iterable[str] = (),
        links: tuple[CitedLink, ...] | None = None,
        links_between: int = 0,
        fix: str = "",
    ) -> Finding:
        """A finding of ``rule`` about one annotation, with its words, sentences and position.

        For what is not an annotation of the document, ``ids`` and ``line`` say where it is.
        ``mentions`` are further ids that the message names; ``links`` the links involved, by
        default the annotation itself if it is one. Without ``fix`` the rule's own is taken.
        """
        ids = tuple(ids)
        concerned = [*mentions]
        kinds: Iterable[str] = KINDS
        if about is not None:
            concerned[:0] = _ends(about)
            # A link without lid is known by its ends.
            ids = ids or ((id_of(about),) if id_of(about) else tuple(filter(None, _ends(about))))
            line, kinds = about.line, (kind_of(about),)
            if links is None and isinstance(about, (TLink, SLink, ALink)):
                links = (self.describer.link(about),)
        name = id_of(about) if about is not None else next(iter(ids), "")
        return Finding(
            code=rule.code,
            severity=rule.severity,
            document=self.path,
            message=message,
            ids=ids,
            position=self.position(kinds, name, line),
            mentions=self.describer.mentions(concerned),
            sentences=self.describer.sentences(concerned),
            links=links or (),
            links_between=links_between,
            fix=fix or rule.fix,
        )


def _ends(about: Annotation) -> tuple[str, ...]:
    """The ids whose words an annotation is about."""
    if isinstance(about, TLink):
        return about.source, about.target
    if isinstance(about, SLink):
        return about.event_instance_id, about.subordinated_event_instance
    if isinstance(about, ALink):
        return about.event_instance_id, about.related_to_event_instance
    return (about.event_id,) if isinstance(about, Instance) else (id_of(about),)
