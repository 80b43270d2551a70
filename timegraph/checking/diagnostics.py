"""What reading a document repaired or kept out, as findings: the document's own diagnostics."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from timegraph.builder import faults_of
from timegraph.checking.reading import Annotation, Reading, RuleSet, id_of, kind_of
from timegraph.checking.rules import near
from timegraph.findings import Finding
from timegraph.labels import SCHEMES, find_scheme
from timeml import Diagnostic, TLink

__all__ = ["RULE_SETS"]


def _diagnostics(reading: Reading) -> Iterator[Finding]:
    diagnostics = faults_of(reading.document, reading.interpretation)
    if not diagnostics:
        return
    known = _by_id_and_line(reading)
    labels = _UnknownLabels(reading)
    for diagnostic in diagnostics:
        about = known.get((diagnostic.id, diagnostic.line))
        yield _finding(reading, diagnostic, about, labels)


class _UnknownLabels(dict[str, str]):
    """How to mend links with each label that the scheme of a document does not have: they may be
    thousands."""

    def __init__(self, reading: Reading) -> None:
        super().__init__()
        self._known = tuple(filter(None, reading.scheme.names))
        self._document = reading.document

    def __missing__(self, label: str) -> str:
        meant = near(label, self._known)
        mend = f"did you mean {meant}?" if meant else f"write one of {', '.join(self._known)}"
        others = _schemes_with(frozenset(link.rel_type for link in self._document.tlinks))
        if others:
            mend += f"; or choose --labels {others}, where all labels of the document are known"
        self[label] = mend
        return mend


def _finding(
    reading: Reading, diagnostic: Diagnostic, about: Annotation | None, labels: _UnknownLabels
) -> Finding:
    message = diagnostic.message
    if about is None:
        # Kept out of the document, which at most has another annotation of the same id.
        other = reading.describer.mention(diagnostic.id)
        if diagnostic.code == "duplicate-id" and other.words:
            message = f"{message}: {other}"
        ids = (diagnostic.id,) if diagnostic.id else ()
        return reading.finding(
            diagnostic.code, message, ids=ids, line=diagnostic.line, mentions=ids
        )
    plain = f"{kind_of(about)} {id_of(about)}"
    if id_of(about) and plain in message:
        message = message.replace(plain, reading.named(about), 1)
    elif isinstance(about, TLink):
        message = f"{message}: {reading.describer.link(about)}"
    if not isinstance(about, TLink):
        return reading.finding(diagnostic.code, message, about=about)
    mend, links = "", [reading.describer.link(about)]
    if diagnostic.code == "unknown-reltype" and about.rel_type:
        mend = labels[about.rel_type]
    elif diagnostic.code == "dangling-id":
        mend = _other_instance(reading, about)
    elif diagnostic.code == "duplicate-id":
        first = next(link for link in reading.document.tlinks if link.lid == about.lid)
        links.append(reading.describer.link(first))
        message = f"{message}; the first one is {links[-1]}"
    return reading.finding(diagnostic.code, message, about=about, links=tuple(links), mend=mend)


@lru_cache(maxsize=256)
def _schemes_with(labels: frozenset[str]) -> str:
    """The built-in label schemes that have all of these labels."""
    return " or ".join(
        name
        for name in SCHEMES
        if all(find_scheme(name).meaning(label) is not None for label in labels)
    )


def _other_instance(reading: Reading, link: TLink) -> str:
    """Which instance an end may be meant for that names an instance which is not there."""
    for end in (link.source, link.target):
        entity = reading.document.resolve(end)
        if entity is not None and reading.document.resolve_end(end) is None:
            return f"did you mean {reading.describer.mention(entity)}?"
    return ""


def _by_id_and_line(reading: Reading) -> dict[tuple[str, int | None], Annotation]:
    document = reading.document
    found: dict[tuple[str, int | None], Annotation] = {}
    for group in (document.tlinks, document.events, document.instances, document.timexes):
        for annotation in group:
            found.setdefault((id_of(annotation), annotation.line), annotation)
    return found


RULE_SETS: tuple[RuleSet, ...] = (
    (
        frozenset(
            {
                *("duplicate-id", "missing-id", "dangling-id", "unknown-reltype", "self-link"),
                *("no-instance", "no-dct", "unresolved-entity", "unexpected-root", "bad-span"),
            }
        ),
        _diagnostics,
    ),
)
