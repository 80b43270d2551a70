"""Findings in every format, made from their fields alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from timegraph._wording import counted
from timegraph.findings import CitedLink, Finding
from timegraph.report.plain_text import coloured, printable, wrapped
from timegraph.report.tables import Advice, Cell, Column, FindingsSection, Report, Table

# The report on findings, with a table that sums them up.


def findings_report(
    sections: Sequence[FindingsSection],
    tables: Sequence[Table],
    *,
    lines: Sequence[str] = (),
    members: Mapping[str, object] | Callable[[], Mapping[str, object]] | None = None,
) -> Report:
    """The findings, and below them the tables that sum them up.

    CSV has a row for each finding. The JSON object has the findings, the rows of the tables and
    other ``members``. ``lines`` are for text alone and come last.
    """
    findings = [finding for section in sections for finding in section.findings]

    def record() -> dict[str, object]:
        content: dict[str, object] = {"findings": [finding.to_json() for finding in findings]}
        content |= {table.name: table.records for table in tables}
        return {**content, **((members() if callable(members) else members) or {})}

    return Report(
        tables=tables,
        rows=[findings_table(findings)],
        record=record,
        findings=sections,
        findings_first=True,
        lines=lines,
    )


_COLUMNS = (
    *("document", "line", "column", "end_line", "end_column", "severity", "code", "ids"),
    *("words", "message", "sentence", "links", "mend"),
)


def findings_table(findings: Sequence[Finding]) -> Table:
    """Every field of each finding; what is several is joined by ``; ``, sentences by a blank."""
    return Table(tuple(map(Column, _COLUMNS)), tuple(map(_row, findings)), name="findings")


def _row(finding: Finding) -> tuple[Cell, ...]:
    at = finding.position
    place = (None,) * 4 if at is None else (at.line, at.column, at.end_line, at.end_column)
    return (
        finding.document,
        *place,
        finding.severity,
        finding.code,
        "; ".join(finding.ids),
        "; ".join(map(str, finding.mentions)),
        finding.message,
        " ".join(map(str, finding.sentences)),
        "; ".join(map(str, finding.links)),
        finding.fix,
    )


# Findings as text for people: grouped by cause, what fixes most first.
#
# A link that stands in many contradictions is the likeliest one to be wrong. So the link that
# most of them share comes first with all of them, then the one that most of the rest share, and
# so on; where a repair is known, links that it leaves out go before all others.


_STYLES = {"error": "1;31", "warning": "1;33", "note": "1"}
"""ANSI codes of headings by severity: bold red, bold yellow, bold."""

_SENTENCES = 6
"""Sentences of a finding that are shown; JSON holds all."""

_MANY_LINKS = 10
"""Links with the same unknown label that are counted, with a few of them as examples."""
_EXAMPLES = 3


def findings_text(
    section: FindingsSection, *, width: int | None = None, colour: bool = False
) -> str:
    """The findings of each rule under its title. ``width`` is the number of terminal columns,
    ``None`` for no limit. ``colour`` adds ANSI codes to the headings."""
    lines: list[str] = []
    most, advice = section.most, section.advice
    findings = [finding for finding in section.findings if finding.code not in section.hidden]
    for code, group in grouped(findings, "code", section.rules).items():
        style = _STYLES[group[0].severity] if colour else ""
        rule = section.rules.get(code)
        heading = _heading(code, rule.title if rule else "", group)
        lines += (coloured(part, style) for part in _fitting(heading, width))
        lines += _fitting(_fix(group), width)
        if code == "unknown-reltype":
            lines += _fitting(_by_label(group, most), width)
        else:
            lines += _fitting(_shown(group, most, advice), width)
            lines += _left_out(len(group) - most if most else 0)
        lines.append("")
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _fitting(lines: Iterable[str], width: int | None) -> Iterator[str]:
    return (part for line in lines for part in wrapped(printable(line), width))


def _heading(code: str, title: str, group: Sequence[Finding]) -> Iterator[str]:
    documents = len({finding.document for finding in group})
    count = f"{counted(len(group), 'finding')} in {counted(documents, 'document')}"
    what = f": {title}" if title else ""
    yield f"{code} ({group[0].severity}){what}: {count}"


def _fix(group: Sequence[Finding]) -> Iterator[str]:
    """How to fix the findings, if it is the same for all."""
    fixes = {finding.fix for finding in group}
    if len(fixes) == 1 and (fix := fixes.pop()):
        yield f"  Fix: {fix}"


def _shown(group: Sequence[Finding], most: int, advice: Mapping[str, Advice]) -> Iterator[str]:
    if group[0].code == "wrong-answer":
        for findings in grouped(group, "document").values():
            yield from _by_link(findings)
        return
    if group[0].code != "contradiction" or not group[0].links:  # of facts, not of a document
        yield from _each(group[: most or None], group[0].fix if _alike(group) else None)
        return
    left = most or len(group)
    documents = grouped(group, "document")
    # Where most is wrong, one link fixes most.
    for document in sorted(documents, key=lambda name: -len(documents[name])):
        if left > 0:
            yield from _contradictions(document, documents[document], advice.get(document), left)
        left -= len(documents[document])


def _alike(group: Sequence[Finding]) -> bool:
    return len({finding.fix for finding in group}) == 1


def _each(findings: Iterable[Finding], said: str | None) -> Iterator[str]:
    """Each finding, with how to fix it unless that was ``said`` before."""
    for finding in findings:
        fix = f". Fix: {finding.fix}" if finding.fix not in ("", said) else ""
        yield f"  {finding.place}: {finding.message}{fix}"
        yield from _sentences(finding)


def _left_out(number: int) -> Iterator[str]:
    if number > 0:
        yield f"  and {number} more; --max 0 shows all"


def _by_label(group: Sequence[Finding], most: int) -> Iterator[str]:
    """Links whose labels are not known: of a label that many have, their number and some links."""
    labels: dict[str, list[Finding]] = {}
    for finding in group:
        labels.setdefault(finding.links[0].relation if finding.links else "", []).append(finding)
    left, alike = most or len(group), _alike(group)
    for label, findings in sorted(labels.items(), key=lambda item: -len(item[1])):
        if not label or len(findings) < _MANY_LINKS or left <= 0:
            shown = findings[: max(0, left)]
            yield from _each(shown, group[0].fix if alike else None)
            left -= len(shown)
            continue
        documents = counted(len({finding.document for finding in findings}), "document")
        fixes = Counter(finding.fix for finding in findings)
        (fix, _), *others = fixes.most_common()
        what = "Fix for most of them" if others else "Fix"
        how = "" if alike or not fix else f". {what}: {fix}"
        yield f"  {len(findings)} links in {documents} have the label {label!r}{how}"
        shown = findings[: min(_EXAMPLES, left)] if most else findings
        yield from _each(shown, fix)
        left -= len(shown)
    yield from _left_out(len(group) - ((most or len(group)) - left))


def _contradictions(
    document: str, findings: Sequence[Finding], advice: Advice | None, most: int
) -> Iterator[str]:
    """The contradictions of one document: how to fix all of them, then each by its cause."""
    advice = advice or Advice()
    yield from _advice(document, len(findings), advice)
    repair = advice.repair or ()
    told = sum(map(_says_what, findings))
    for blame in blames(findings, repair):
        if most <= 0:
            return
        several = len(findings) > 1 and blame.share > 1
        if several:
            share = f"in {blame.share} of {told} contradictions"
            yield f"  {_cited(blame.link)}: {share}"
        for finding in blame.findings[:most]:
            yield from _contradiction(finding, "    " if several else "  ")
        most -= len(blame.findings)


def _by_link(findings: Sequence[Finding]) -> Iterator[str]:
    """Wrong answers about one document, those below each other that follow from the same link."""
    for blame in blames(findings):
        several = len(blame.findings) > 1
        if several:
            count = counted(len(blame.findings), "wrong answer")
            yield f"  {findings[0].document}: {count} by {_cited(blame.link)}"
        indent = "    " if several else "  "
        for finding in blame.findings:
            yield f"{indent}{finding.document}: {finding.message}"
            yield from _sentences(finding)
            for link in finding.links:
                if not several or link != blame.link:
                    yield f"      by {_cited(link)}"
    for finding in findings:
        if not finding.links:
            yield f"  {finding.document}: {finding.message}"
            yield from _sentences(finding)


def _advice(document: str, count: int, advice: Advice) -> Iterator[str]:
    if advice.repair is not None:
        links = counted(len(advice.repair), "link")
        yield f"  {document}: leave out {links}, and the others agree ({advice.how})"
        for link in advice.repair:
            yield f"    - {_cited(link)}"
    elif count > 1:
        least = ""
        if advice.at_least is not None:
            least = f"; at least {counted(advice.at_least, 'link')} must be removed"
        yield f"  {document}: {count} contradictions{least} ({advice.hint})"


def _contradiction(finding: Finding, indent: str) -> Iterator[str]:
    link, *against = finding.links
    if not _says_what(finding):
        yield f"{indent}{finding.place}: {finding.message}"
        yield from _sentences(finding)
        return
    contradicts = "contradicts" if against else "cannot hold by itself"
    where = "" if str(link).startswith(f"{finding.place}:") else f"{finding.place}: "
    yield f"{indent}{where}{link}{_uses(link)} {contradicts}"
    half = len(against) // 2
    for number, other in enumerate(against):
        if finding.links_between and number == half:
            yield f"{indent}    ... {finding.links_between} more"
        yield f"{indent}    {_cited(other)}{_uses(other)}"
    yield from _sentences(finding)


def _says_what(finding: Finding) -> bool:
    """Whether a contradiction has the constraints that were left out, and so what contradicts
    them: in a document full of contradictions only the first do."""
    return bool(finding.links[0].uses) or len(finding.links) > 1


def _sentences(finding: Finding) -> Iterator[str]:
    for sentence in finding.sentences[:_SENTENCES]:
        yield f"      | {sentence}"
    if len(finding.sentences) > _SENTENCES:
        yield f"      | ... and {counted(len(finding.sentences) - _SENTENCES, 'sentence')} more"


def _uses(link: CitedLink) -> str:
    return f" ({', '.join(link.uses)})" if link.uses else ""


def _cited(link: CitedLink) -> str:
    """The link with its line, which the source of a statement has itself."""
    named = link.line is None or link.id.split(" (")[0].endswith(f":{link.line}")
    return str(link) if named else f"line {link.line}: {link}"


LinkKey = tuple[str, int | None, str]


@dataclass(frozen=True, slots=True)
class Blame:
    """A link and the contradictions of one document that it takes part in; ``share`` is the
    number of all contradictions of the document that it is in."""

    link: CitedLink
    findings: tuple[Finding, ...]
    share: int


def grouped(
    findings: Iterable[Finding], field: str, order: Iterable[str] = ()
) -> dict[str, list[Finding]]:
    """The findings by this field: known values in this ``order``, then the others as they come."""
    groups: dict[str, list[Finding]] = {value: [] for value in order}
    for finding in findings:
        groups.setdefault(getattr(finding, field), []).append(finding)
    return {value: group for value, group in groups.items() if group}


def blames(findings: Sequence[Finding], repair: Collection[CitedLink] = ()) -> list[Blame]:
    """The contradictions of one document, each under one link; the link with the most first.

    ``repair`` are links that a repair leaves out. The calendar is never the cause.
    """
    members = [{key(link): link for link in finding.links} for finding in findings]
    users: dict[LinkKey, list[int]] = {}
    for number, links in enumerate(members):
        for link_key in links:
            users.setdefault(link_key, []).append(number)
    removed = set(map(key, repair))
    left = dict.fromkeys(range(len(findings)))
    # Of equal links the first counts, which is the one that was left out.
    heap = [
        (link_key not in removed, -len(numbers), order, link_key)
        for order, (link_key, numbers) in enumerate(users.items())
        if members[numbers[0]][link_key].origin == "TLINK"
    ]
    heapify(heap)
    groups: list[Blame] = []
    while heap and left:
        kept, count, order, link_key = heappop(heap)
        numbers = [number for number in users[link_key] if number in left]
        if len(numbers) < -count:  # others took some of its contradictions since
            if numbers:
                heappush(heap, (kept, -len(numbers), order, link_key))
            continue
        for number in numbers:
            del left[number]
        link = members[numbers[0]][link_key]
        groups.append(Blame(link, tuple(findings[n] for n in numbers), len(users[link_key])))
    rest = [findings[number] for number in left]
    return groups + [Blame(finding.links[0], (finding,), 1) for finding in rest if finding.links]


def key(link: CitedLink) -> LinkKey:
    """What makes two citations of a document the same link."""
    return link.id, link.line, f"{link.source.id} {link.relation} {link.target.id}"
