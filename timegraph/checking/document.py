"""Checking documents: what is wrong with each, as data.

The rules read the annotations; the graph that is built from them shows which links cannot be true
with those before them in the file.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timegraph._files import write_bytes
from timegraph._wording import counted
from timegraph.checking import attribute_rules, diagnostics, link_rules, span_rules
from timegraph.checking.diagnostics import ALWAYS, UNREADABLE
from timegraph.corpus import Source
from timegraph.corpus.runner import run_on_sources
from timegraph.documents.build import labelled
from timegraph.documents.closure import (
    CONTRADICTION,
    Contradictions,
    ExplainedConflict,
    Reading,
    RuleSet,
    contradictions_of,
    file_without_links,
)
from timegraph.findings import SEVERITIES, CitedLink, Finding, Rule, Severity
from timegraph.labels import near
from timegraph.links import AnyLink
from timegraph.options import Interpretation
from timegraph.repairs import Repair
from timeml import Position

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph.corpus.runner import Running
    from timegraph.options import Choices
    from timeml import Diagnostic, Document


# All rules together: which there are, which are selected, and what they find in a document.


RULE_SETS: tuple[RuleSet, ...] = (
    *diagnostics.RULE_SETS,
    *link_rules.REFERENCE_RULES,
    *link_rules.PAIR_RULES,
    *span_rules.SPAN_RULES,
    *attribute_rules.VALUE_RULES,
    *attribute_rules.NAME_RULES,
    *attribute_rules.TIMEX_RULES,
    *link_rules.LENGTH_RULES,
)


# The others are about elements and attributes of TimeML.
_ANY_FORMAT: tuple[RuleSet, ...] = (
    *diagnostics.RULE_SETS,
    *link_rules.PAIR_RULES,
    *span_rules.SPAN_RULES,
    *attribute_rules.TIMEX_RULES,
)


def _rules_of(*sets: tuple[RuleSet, ...]) -> tuple[Rule, ...]:
    return tuple(rule for rules, _ in chain(*sets) for rule in rules)


SECTIONS: Mapping[str, tuple[Rule, ...]] = {
    "Documents": (*diagnostics.OF_DOCUMENTS, *_rules_of(span_rules.SPAN_RULES)),
    "Links": (CONTRADICTION, *diagnostics.OF_LINKS, *_rules_of(link_rules.PAIR_RULES)),
    "Ids": (*diagnostics.OF_IDS, *_rules_of(link_rules.REFERENCE_RULES)),
    "Attributes": _rules_of(attribute_rules.VALUE_RULES, attribute_rules.NAME_RULES),
    "Values of time expressions": _rules_of(attribute_rules.TIMEX_RULES, link_rules.LENGTH_RULES),
}
"""The rules by what they are about."""

RULES: Mapping[str, Rule] = {
    rule.code: rule
    for rule in sorted(chain(*SECTIONS.values()), key=lambda rule: SEVERITIES.index(rule.severity))
}
"""Each rule by its code, the gravest first."""


def findings_of(reading: Reading, codes: Collection[str]) -> list[Finding]:
    """What the rules of these ``codes`` find, apart from contradictions."""
    findings: list[Finding] = []
    for rules, check in RULE_SETS if reading.document.layout.format == "timeml" else _ANY_FORMAT:
        if any(rule.code in codes for rule in rules):
            findings += (finding for finding in check(reading) if finding.code in codes)
    return findings


class UnknownRuleError(ValueError):
    """A code or pattern that no rule has."""


@dataclass(frozen=True)
class Selection:
    """The rules to report: those that ``select`` names, all if it is empty, without those that
    ``ignore`` names, if they are at least as severe as ``severity``.

    Both hold codes, or patterns such as ``"unknown-*"``. Without a ``severity`` warnings and
    errors are shown, and with ``select`` notes, too. ``unreadable`` is always among the rules.

    Raises :class:`UnknownRuleError` for a code or pattern that fits no rule, and for ignoring
    ``unreadable``; ``ValueError`` for an unknown severity.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Severity | None = None
    rules: Mapping[str, Rule] = field(default_factory=lambda: RULES, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.severity not in (None, *SEVERITIES):
            raise ValueError(f"severity is one of {', '.join(SEVERITIES)}, not {self.severity!r}")
        _matching(self.select, self.rules)
        for code in ALWAYS & set(self.ignore):
            raise UnknownRuleError(
                f"the rule {code} cannot be ignored: fix the document or leave it out"
            )
        _matching(self.ignore, self.rules)

    @cached_property
    def codes(self) -> frozenset[str]:
        """The codes of the rules to report."""
        selected = _matching(self.select, self.rules) if self.select else frozenset(self.rules)
        lowest = self.severity or ("note" if self.select else "warning")
        shown = SEVERITIES[: SEVERITIES.index(lowest) + 1]
        severe = {code for code, rule in self.rules.items() if rule.severity in shown}
        ignored = _matching(self.ignore, self.rules)
        return ((selected - ignored) & severe) | (ALWAYS & self.rules.keys())


def _matching(patterns: Iterable[str], rules: Mapping[str, Rule]) -> frozenset[str]:
    codes: set[str] = set()
    for pattern in patterns:
        matching = [code for code in rules if fnmatchcase(code, pattern)]
        if not matching:
            meant = near(pattern, tuple(rules))
            hint = f"did you mean {meant}?" if meant else f"the rules are {', '.join(rules)}"
            raise UnknownRuleError(f"there is no rule {pattern!r}; {hint}")
        codes.update(matching)
    return frozenset(codes)


@dataclass(frozen=True, slots=True)
class Repairs:
    """A smallest set of links of a document without which the others agree, searched for so many
    seconds; ``cited`` are its links in the words of the text."""

    smallest: Repair
    time_limit: float
    cited: tuple[CitedLink, ...] = ()


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


def check_document(
    document: Document,
    *,
    path: str,
    folder: str = "",
    data: bytes | None = None,
    selection: Selection = Selection(),
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    time_limit: float | None = None,
    whole_chains: bool = False,
    **choices: Unpack[Choices],
) -> CheckedDocument:
    """Check one document; ``path`` is what reports call it.

    The findings are those of the rules in ``selection``; with the ``data`` of the document's file
    they name columns, too. ``interpretation`` and the choices by keyword are those of
    :func:`timegraph.build`, except that links are left out as wholes by default.
    ``on_conflict="error"`` raises :class:`timegraph.ContradictionError` as there. With a
    ``time_limit`` a smallest repair is searched for as many seconds
    (:func:`timegraph.repairs.smallest_repair`). Independent conflicts are looked for if that is
    cheap (:func:`timegraph.repairs.independent_conflicts`). For both the calendar is taken
    as given. With ``whole_chains`` findings hold all links of a long chain, and all conflicts their
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
            reading, time_limit=time_limit, whole_chains=whole_chains
        )
    if CONTRADICTION.code in selection.codes:
        findings += contradictions.findings
    repairs = None
    if contradictions.repair is not None and time_limit is not None:
        smallest = contradictions.repair
        cited = tuple(map(reading.describer.link, smallest.links))
        repairs = Repairs(smallest, time_limit, cited)
    scheme = interpretation.scheme(document.scheme)
    labels = document.labels.most_common()
    return CheckedDocument(
        path=path,
        folder=folder,
        diagnostics=reading.faults,
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
    finding = UNREADABLE.found(path, error, position=None if line is None else Position(line))
    return CheckedDocument(path, folder, error=error, line=line, findings=(finding,))


def totals(checked: Iterable[CheckedDocument]) -> dict[str, int | None]:
    """The counts over documents: ``inconsistent`` are those with a link left out (``None``, as
    ``links_left_out``, if some were not closed), ``failed`` those that could not be read. Of the
    ``links``, those in ``say_nothing`` say nothing about time."""
    everything = tuple(checked)
    closed = all(document.closed for document in everything)
    labels = [(label in d.says_nothing, n) for d in everything for label, n in d.labels]
    return {
        "documents": len(everything),
        "inconsistent": sum(bool(d.conflicts) for d in everything) if closed else None,
        "links_left_out": sum(len(d.conflicts) for d in everything) if closed else None,
        "diagnostics": sum(len(document.diagnostics) for document in everything),
        "failed": sum(document.error is not None for document in everything),
        "links": sum(number for _, number in labels),
        "say_nothing": sum(number for silent, number in labels if silent),
    }


# Checking many documents, each by itself, and writing those that a check repairs.
#
# Those that cannot be read are named among the others.


def check_documents(
    sources: Iterable[tuple[Source, str]],
    *,
    selection: Selection = Selection(),
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    time_limit: float | None = None,
    whole_chains: bool = False,
    **running: Unpack[Running],
) -> Iterator[CheckedDocument]:
    """Each of ``sources`` checked (:func:`timegraph.checking.document.check_document`), in order.

    With each source comes the folder that a summary counts it in. The other options are those of
    ``check_document`` and of :func:`timegraph.corpus.run`.
    """
    check = partial(
        _checked,
        selection=selection,
        interpretation=interpretation,
        time_limit=time_limit,
        whole_chains=whole_chains,
    )
    return run_on_sources(check, failed_document, sources, **running)


def _checked(source: Source, **options: Any) -> CheckedDocument:
    return check_document(source.read(), data=source.data or None, **options)


def write_repaired(
    sources: Iterable[Source], checked: Sequence[CheckedDocument], folder: str | os.PathLike[str]
) -> tuple[Path, ...]:
    """Write each of ``sources`` that was checked with a time limit and has contradictions, without
    the links that its repair leaves out, and return the paths of the files. A TimeML file differs
    from its source in nothing but these links.

    A document is written below ``folder``, by its path below the folder that all of ``checked``
    share; folders are made as needed. Raises ``OSError`` if a file cannot be written, and what
    reading a source raises.
    """
    repairs = {document.path: document.repairs.smallest for document in checked if document.repairs}
    folders = [os.path.dirname(os.path.abspath(document.path)) for document in checked]
    written = []
    for source in sources:
        if source.path in repairs:
            data = file_without_links(source.read(), repairs[source.path].links, source.data)
            name = os.path.relpath(os.path.abspath(source.path), os.path.commonpath(folders))
            target = Path(folder, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            write_bytes([data], target)
            written.append(target)
    return tuple(written)
