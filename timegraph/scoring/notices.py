"""Notices: what a reader of a score should know about the documents behind it, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timegraph._pace.limits import TimeLimitError
from timegraph._wording.counting import counted
from timegraph.builder import faults_of
from timegraph.calendar_links import CALENDAR
from timegraph.citations import cite, line_of, named, words_of
from timegraph.graph import TimeGraph
from timegraph.labels import schemes_with
from timegraph.links import Conflict, Naming, contradiction_in_words, renamed
from timegraph.options import Interpretation
from timegraph.scoring.signature import Signature

if TYPE_CHECKING:
    from timeml import Alignment, Diagnostic, Document

__all__ = [
    "Notice",
    "UnreadLabels",
    "alignment_notices",
    "annotation_faults",
    "failure_code",
    "left_out",
    "links_left_out",
    "much_unread",
    "unread_labels",
    "within_limit",
]

# Diagnostics that cost no link: key files and many systems are written this way.
_HARMLESS = frozenset({"no-instance", "no-dct", "self-link"})
_UNREAD = "unknown-reltype"
# Documents of real corpora leave out some hundred links at most.
_MOST_EXPLAINED = 1_000


@dataclass(frozen=True, slots=True)
class UnreadLabels:
    """The labels in a document that its scheme does not have, and how many links have each; the
    labels that it has; how many links there are; and whose the document is."""

    scheme: str
    unknown: tuple[tuple[str, int], ...]
    known: frozenset[str]
    links: int
    owner: str = ""

    @property
    def count(self) -> int:
        """How many links are not read."""
        return sum(count for _, count in self.unknown)

    @property
    def is_much(self) -> bool:
        """Whether more than a tenth of the links are not read: figures are then of the others."""
        return 10 * self.count > self.links


@dataclass(frozen=True, slots=True)
class Notice:
    """One line about one document, or one question.

    ``code`` is one of ``missing-document``, ``failed-document``, ``out-of-time``, ``extra-
    document``, ``unread-labels``, ``not-in-gold``, ``differing-text``, ``partial-pair``, ``left-
    out``, ``not-in-key``, ``diagnostic``, ``missing-entity``, ``literal-date``, ``not-answered``,
    ``unknown-question``, ``not-in-set``, ``unusable-answer``, ``not-decided``; ``message`` is
    complete by itself, with document, line and id. ``brief`` is the shortest name of what the
    notice is about (``a.tml:12 l3``), for long lists. Where links have labels that are not read,
    there is one notice for the document, with these as ``unread``.
    """

    code: str
    document: str
    message: str
    brief: str
    unread: UnreadLabels | None = None

    def __str__(self) -> str:
        return self.message


def failure_code(error: Exception) -> str:
    """The code of the notice that a document failed with this error."""
    return "out-of-time" if isinstance(error, TimeLimitError) else "failed-document"


def within_limit(
    signature: Signature, notices: Iterable[Notice], seconds: float | None
) -> Signature:
    """The signature with the time limit of a document, if these ``notices`` say that one failed
    because of it: another limit, or a faster machine, would give another score."""
    if seconds is None or all(notice.code != "out-of-time" for notice in notices):
        return signature
    return signature.adding(time_limit=f"{seconds:g}")


def annotation_faults(
    document: Document,
    name: str,
    interpretation: Interpretation = Interpretation(),
    *,
    owner: str = "",
) -> Iterator[Notice]:
    """The diagnostics of annotations that are not in the graph, its labels read as
    ``interpretation`` says; labels that are not read are one notice. ``owner`` is who annotated the
    document, where several did."""
    faults = faults_of(document, interpretation)
    yield from _unread(document, name, faults, interpretation, owner)
    for diagnostic in faults:
        if diagnostic.code not in _HARMLESS and diagnostic.code != _UNREAD:
            where = name if diagnostic.line is None else f"{name}:{diagnostic.line}"
            message = f"{where}: {diagnostic.message} [{diagnostic.code}]"
            yield Notice("diagnostic", name, message, f"{where} {diagnostic.id}".rstrip())


def _unread(
    document: Document,
    name: str,
    faults: Sequence[Diagnostic],
    interpretation: Interpretation,
    owner: str,
) -> Iterator[Notice]:
    places = {(fault.id, fault.line) for fault in faults if fault.code == _UNREAD}
    if not places:
        return
    labels = Counter(link.rel_type for link in document.tlinks)
    unknown = Counter(link.rel_type for link in document.tlinks if (link.lid, link.line) in places)
    unread = UnreadLabels(
        interpretation.scheme(document.scheme).name,
        tuple(sorted(unknown.items(), key=lambda item: (-item[1], item[0]))),
        frozenset(labels - unknown),
        labels.total(),
        owner,
    )
    yield Notice("unread-labels", name, f"{name}: {_in_words([unread])}", name, unread)


def much_unread(notices: Iterable[Notice]) -> bool:
    """Whether more than a tenth of the links of a document have labels that are not read."""
    return any(notice.unread is not None and notice.unread.is_much for notice in notices)


def unread_labels(notices: Iterable[Notice]) -> list[str]:
    """What labels are not read, by their number, in a line for each owner of documents: with the
    scheme that has all of them, and whether that is more than a tenth of the links of some."""
    owners: dict[str, list[UnreadLabels]] = {}
    for notice in notices:
        if notice.unread is not None:
            owners.setdefault(notice.unread.owner, []).append(notice.unread)
    return [
        f"{owner}: {_in_words(unread)}" if owner else _in_words(unread)
        for owner, unread in owners.items()
    ]


def _in_words(unread: Sequence[UnreadLabels]) -> str:
    labels: Counter[str] = Counter()
    for document in unread:
        labels.update(dict(document.unknown))
    total = counted(sum(document.links for document in unread), "link")
    named = ", ".join(f"{label or '(none)'} {count:,}" for label, count in labels.most_common(10))
    more = ", ..." if len(labels) > 10 else ""
    schemes = " or ".join(sorted({document.scheme for document in unread}))
    be = "is" if labels.total() == 1 else "are"
    text = f"{labels.total():,} of {total} {be} not read, with labels that are not of the scheme"
    text += f" {schemes}: {named}{more}"
    much = sum(document.is_much for document in unread)
    if much:
        text += f"; in {counted(much, 'document')} more than a tenth of the links"
    others = schemes_with(frozenset(labels).union(*(document.known for document in unread)))
    return f"{text}; --labels {' or '.join(others)} has all of them" if others else text


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


def links_left_out(graph: TimeGraph, name: str, *, words: Naming | None = None) -> Iterator[Notice]:
    """The links that ``graph``, built from the document ``name``, left out as contradictory; what
    they contradict is named for the first thousand of them, since each takes a search. Entities are
    called as ``words`` says."""
    for number, conflict in enumerate(graph.conflicts):
        if number < _MOST_EXPLAINED:
            yield left_out(conflict, name, words=words)
        else:
            yield _unexplained(conflict, name, words)


def _unexplained(conflict: Conflict, name: str, words: Naming | None) -> Notice:
    line, link = line_of(conflict.link), named(renamed(conflict.link, words))
    where = name if line is None else f"{name}:{line}"
    lid = getattr(conflict.link.source, "lid", "")
    brief = lid or ("" if line is not None else words_of(conflict.link))
    message = f"{where}: {link} contradicts links before it"
    return Notice("left-out", name, message, f"{where} {brief}".rstrip())


def left_out(conflict: Conflict, name: str, *, words: Naming | None = None) -> Notice:
    """One conflict in the document ``name``, by the ids and lines of its TLINKs; entities are
    called as ``words`` says."""
    line = line_of(conflict.link)
    where = name if line is None else f"{name}:{line}"
    # The message begins with the line, so that a link without a name needs only its words.
    what = contradiction_in_words(
        named(renamed(conflict.link, words)),
        conflict.constraints,
        (cite(link, words) for link in conflict.against),
    )
    lid = getattr(conflict.link.source, "lid", "")
    brief = lid or ("" if line is not None else words_of(conflict.link))
    if any(link.source is CALENDAR for link in conflict.against):
        brief += " (calendar)"
    return Notice("left-out", name, f"{where}: {what}", f"{where} {brief}".rstrip())
