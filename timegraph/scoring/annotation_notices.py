"""Notices about annotations: what is not read, how texts differ, which links are left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from timegraph._wording import contradiction_in_words
from timegraph.documents.build import faults_of
from timegraph.documents.conventions import CALENDAR
from timegraph.graph import TimeGraph
from timegraph.links import Conflict, Naming, cite, line_of, named, renamed, words_of
from timegraph.options import Interpretation
from timegraph.scoring.signature import Notice, UnreadLabels, unread_in_words

if TYPE_CHECKING:
    from timeml import Alignment, Diagnostic, Document


TRAINED_ON_IT = ("model", "trained on this document")
"""The attribute of events and links by a model that has seen their document's annotations."""

# Diagnostics that cost no link: key files and many systems are written this way.
_HARMLESS = frozenset({"no-instance", "no-dct", "self-link", "unread-columns"})
_UNREAD = "unknown-reltype"
# What concerns a whole document has no id that would name it.
_OF_WHOLE = frozenset({"dialect", "no-annotation", "unexpected-root"})
# Documents of real corpora leave out some hundred links at most.
_MOST_EXPLAINED = 1_000
# So many links left out are looked into at once.
_FEW = 20


def annotation_faults(
    document: Document,
    name: str,
    interpretation: Interpretation = Interpretation(),
    *,
    owner: str = "",
    scored: bool = False,
) -> Iterator[Notice]:
    """The diagnostics of annotations that are not in the graph, its labels read as
    ``interpretation`` says; labels that are not read are one notice, and so is that a model which
    was trained on the document annotated it. ``owner`` is who annotated the document, where several
    did. Where it is ``scored``, there is one that a score takes no choices of statements."""
    extras = [*(event.extra for event in document.events), *(k.extra for k in document.tlinks)]
    if any(TRAINED_ON_IT in extra for extra in extras):
        message = f"{name}: annotated by a model that was trained on this document"
        yield Notice("trained-on", name, message, name)
    faults = faults_of(document, interpretation)
    yield from _unread(document, name, faults, interpretation, owner)
    for diagnostic in faults:
        if diagnostic.code == "unread-relation":
            yield Notice(diagnostic.code, name, f"{name}: {diagnostic.message}", name)
        elif diagnostic.code not in _HARMLESS and diagnostic.code != _UNREAD:
            where = name if diagnostic.line is None else f"{name}:{diagnostic.line}"
            message = f"{where}: {diagnostic.message} [{diagnostic.code}]"
            code = "whole-document" if diagnostic.code in _OF_WHOLE else "diagnostic"
            yield Notice(code, name, message, f"{where} {diagnostic.id}".rstrip())
    if scored and document.scheme == "allen":
        # Few scores are of statements.
        from timegraph.stated_links import has_choices, leaves_orders

        if has_choices(document) or leaves_orders(document):
            message = f"{name}: scores do not decide choices, and count what is certain without"
            yield Notice("choices", name, f"{message}; ask, open and closure decide them", name)


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
    labels = document.labels
    unknown = Counter(link.rel_type for link in document.tlinks if (link.lid, link.line) in places)
    unread = UnreadLabels(
        interpretation.scheme(document.scheme).name,
        tuple(sorted(unknown.items(), key=lambda item: (-item[1], item[0]))),
        frozenset(labels - unknown),
        labels.total(),
        owner,
    )
    yield Notice("unread-labels", name, f"{name}: {unread_in_words([unread])}", name, unread)


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


def links_left_out(graph: Any, name: str, *, words: Naming | None = None) -> Iterator[Notice]:
    """The links that ``graph``, built from the document ``name``, left out as contradictory.
    Entities are called as ``words`` says.

    What they contradict is named for the first thousand of them. Each takes a search: where there
    are many, it waits until somebody reads the notice, which keeps the graph until then.
    """
    conflicts = graph.conflicts
    kept_without = _kept_without_calendar(graph) if conflicts else frozenset()
    for number, conflict in enumerate(conflicts):
        dated = id(conflict.link) in kept_without
        find = partial(_words_of, conflict, name, words, dated, number < _MOST_EXPLAINED)
        notice = Notice.found_later("left-out", name, find, by_calendar=dated)
        if len(conflicts) > _FEW or notice.message:
            yield notice


def _kept_without_calendar(graph: Any) -> frozenset[int]:
    """Which links, by identity, would not be left out if the calendar related no dates."""
    links = [link for link in graph.links if link.source is not CALENDAR]
    if len(links) == len(graph.links):
        return frozenset()
    without: TimeGraph = TimeGraph(
        on_conflict=graph.on_conflict, timezone=graph.timezone, conventions=graph.conventions
    )
    without.extend(links)
    left_out = {id(conflict.link) for conflict in without.conflicts}
    return frozenset(id(link) for link in links if id(link) not in left_out)


def left_out(conflict: Conflict, name: str, *, words: Naming | None = None) -> Notice:
    """One conflict in the document ``name``, by the ids and lines of its TLINKs; entities are
    called as ``words`` says."""
    dated = any(other.source is CALENDAR for other in conflict.against)
    return Notice("left-out", name, *_words_of(conflict, name, words, dated, True))


def _words_of(
    conflict: Conflict, name: str, words: Naming | None, by_calendar: bool, explained: bool
) -> tuple[str, str]:
    """What a notice says of a conflict, and its shortest name."""
    line = line_of(conflict.link)
    where = name if line is None else f"{name}:{line}"
    brief = getattr(conflict.link.source, "lid", "")
    brief = brief or ("" if line is not None else words_of(conflict.link))
    # The message begins with the line, so that a link without a name needs only its words.
    link = named(renamed(conflict.link, words))
    what = f"{link} contradicts links before it"
    if explained:
        against = [cite(other, words) for other in conflict.against]
        what = contradiction_in_words(link, conflict.constraints, against)
    if by_calendar:
        brief += " (calendar)"
    if brief.startswith(where):  # a statement is called by its file and line
        return what, brief
    return f"{where}: {what}", f"{where} {brief}".rstrip()
