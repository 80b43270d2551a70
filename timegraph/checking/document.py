"""Checking documents: what is wrong with each, as data.

The rules read the annotations; the graph that is built from them shows which links cannot be true
beside those before them in the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from timegraph._wording.counting import counted
from timegraph.checking.all_rules import Selection, findings_of
from timegraph.checking.weighing import Weighing
from timegraph.documents.build import faults_of, labelled
from timegraph.documents.contradictions import (
    CONTRADICTION,
    Contradictions,
    ExplainedConflict,
    contradictions_of,
)
from timegraph.documents.reading import Reading
from timegraph.findings import CitedLink, Finding
from timegraph.findings.rules import UNREADABLE
from timegraph.links import AnyLink
from timegraph.options import Interpretation
from timegraph.repairs import Repair
from timeml import Position

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph.options import Choices
    from timeml import Diagnostic, Document

__all__ = ["CheckedDocument", "Repairs", "Totals", "check_document", "failed_document", "totals"]


@dataclass(frozen=True, slots=True)
class Repairs:
    """A smallest set of links of a document without which the others agree, searched for so many
    seconds; ``cited`` are its links in the words of the text. If links were weighed, it is a set of
    least weight, and ``words`` are those that the attribute ``weighing`` names has in all links."""

    smallest: Repair
    time_limit: float
    cited: tuple[CitedLink, ...] = ()
    weighing: Weighing | None = None
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """One document with all that is wrong with it.

    ``folder`` is the part of ``path`` that a summary groups by. ``conflicts`` are the links left
    out, in file order, the first 1,000 with the chains that contradict them. ``independent`` are
    conflicts of which no two share a link, ``None`` if they were not looked for. ``findings`` are
    what the rules report, by line. A document that could not be read has an ``error`` that says
    why, and one finding; ``line`` is the error's, if known. ``labels`` has each label of its
    TLINKs, read by ``scheme``, with their number, the most frequent first; those in
    ``says_nothing`` say nothing about time. Where no rule was selected that needs it, the links
    were not ``closed``, and nobody knows the conflicts.
    """

    path: str
    folder: str
    diagnostics: tuple[Diagnostic, ...] = ()
    conflicts: tuple[ExplainedConflict, ...] = ()
    repairs: Repairs | None = None
    error: str | None = None
    line: int | None = None
    independent: tuple[tuple[AnyLink, ...], ...] | None = None
    findings: tuple[Finding, ...] = ()
    scheme: str = "tml"
    labels: tuple[tuple[str, int], ...] = ()
    says_nothing: tuple[str, ...] = ()
    closed: bool = True

    def __repr__(self) -> str:
        what = "cannot be read" if self.error else counted(len(self.findings), "finding")
        return f"<CheckedDocument {self.path!r}: {what}>"

    @property
    def links(self) -> int:
        """How many TLINKs there are."""
        return sum(count for _, count in self.labels)

    @property
    def links_left_out(self) -> int | None:
        """How many links were left out, wholly or in part, if they were closed. Not among them are
        those that diagnostics keep out, and links of an entity with itself that may be equal."""
        return len(self.conflicts) if self.closed else None

    @property
    def failure(self) -> str | None:
        """The error with its place; ``None`` if the document could be read."""
        if self.error is None:
            return None
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.error}"

    @property
    def clean(self) -> bool:
        """Whether the findings hold no error and no warning."""
        return all(finding.severity == "note" for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts over documents; ``inconsistent`` are those with a link left out (``None``, as
    ``links_left_out``, if some were not closed), ``failed`` those that could not be read. Of the
    ``links``, those in ``say_nothing`` say nothing about time."""

    documents: int
    inconsistent: int | None
    links_left_out: int | None
    diagnostics: int
    failed: int
    links: int = 0
    say_nothing: int = 0


def check_document(
    document: Document,
    *,
    path: str,
    folder: str = "",
    data: bytes | None = None,
    selection: Selection = Selection(),
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    time_limit: float | None = None,
    weighing: Weighing | None = None,
    whole_chains: bool = False,
    **choices: Unpack[Choices],
) -> CheckedDocument:
    """Check one document; ``path`` is what reports call it.

    The findings are those of the rules in ``selection``; with the ``data`` of the document's file
    they name columns, too.
    ``interpretation`` and the choices by keyword are those of :func:`timegraph.build`, except that
    links are left out as wholes by default. ``on_conflict="error"`` raises
    :class:`timegraph.ContradictionError` as there. With a ``time_limit`` a smallest repair is
    searched for as many seconds (:func:`timegraph.repairs.smallest_repair`), with ``weighing``
    one of least weight. Independent conflicts are looked for if that is cheap
    (:func:`timegraph.repairs.independent_conflicts_within`). For both the calendar is taken as
    given. With ``whole_chains`` findings hold all links of a long chain, and all conflicts their
    chains, not only the first 1,000.
    """
    interpretation = replace(interpretation, **choices)
    document = labelled(document, interpretation)
    reading = Reading(document, path=path, data=data, interpretation=interpretation)
    findings = findings_of(reading, selection.codes)
    # Closing takes most of the time, and only contradictions and repairs need it.
    closes = CONTRADICTION.code in selection.codes or time_limit is not None
    contradictions = Contradictions((), ())
    if closes:
        contradictions = contradictions_of(
            reading, time_limit=time_limit, weigh=weighing, whole_chains=whole_chains
        )
    if CONTRADICTION.code in selection.codes:
        findings += contradictions.findings
    repairs = None
    if contradictions.repair is not None and time_limit is not None:
        smallest = contradictions.repair
        cited = tuple(map(reading.describer.link, smallest.links))
        words = frozenset(weighing.words(document.tlinks) if weighing else ())
        repairs = Repairs(smallest, time_limit, cited, weighing, words)
    scheme = interpretation.scheme(document.scheme)
    labels = Counter(link.rel_type for link in document.tlinks).most_common()
    return CheckedDocument(
        path=path,
        folder=folder,
        diagnostics=faults_of(document, interpretation),
        conflicts=contradictions.conflicts,
        repairs=repairs,
        independent=contradictions.independent,
        closed=closes,
        findings=tuple(sorted(findings, key=_place)),
        scheme=scheme.name,
        labels=tuple(labels),
        says_nothing=tuple(label for label, _ in labels if scheme.says_nothing(label)),
    )


def _place(finding: Finding) -> tuple[int, int]:
    position = finding.position
    return (0, 0) if position is None else (position.line, position.column or 0)


def failed_document(
    error: str, *, path: str, folder: str = "", line: int | None = None
) -> CheckedDocument:
    """A document that could not be read, and why."""
    finding = Finding(
        code=UNREADABLE.code,
        severity=UNREADABLE.severity,
        document=path,
        message=error,
        position=None if line is None else Position(line),
        fix=UNREADABLE.fix,
    )
    return CheckedDocument(path, folder, error=error, line=line, findings=(finding,))


def totals(checked: Iterable[CheckedDocument]) -> Totals:
    """The counts over all of ``checked``."""
    everything = tuple(checked)
    closed = all(document.closed for document in everything)
    return Totals(
        documents=len(everything),
        inconsistent=sum(bool(document.conflicts) for document in everything) if closed else None,
        links_left_out=sum(len(document.conflicts) for document in everything) if closed else None,
        diagnostics=sum(len(document.diagnostics) for document in everything),
        failed=sum(document.error is not None for document in everything),
        links=sum(document.links for document in everything),
        say_nothing=sum(
            count
            for document in everything
            for label, count in document.labels
            if label in document.says_nothing
        ),
    )
