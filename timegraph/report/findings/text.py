"""Findings as text for people: grouped by cause, what mends most first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from timegraph.findings import CitedLink, Finding
from timegraph.report.findings.causes import blames, by_code, by_document
from timegraph.report.plain_text import coloured, printable, wrapped

__all__ = ["Advice", "render_text"]

_STYLES = {"error": "1;31", "warning": "1;33", "note": "1"}
"""ANSI codes of headings by severity: bold red, bold yellow, bold."""

_SENTENCES = 6
"""Sentences of a finding that are shown; JSON holds all."""

_MANY_LINKS = 10
"""Links with the same unknown label that are counted, with a few of them as examples."""
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Advice:
    """What is known of the contradictions of a document as a whole.

    ``at_least`` is a number of links of which it is certain that so many have to go, ``None`` if
    it was not looked for. ``repair`` are links without which all others agree, ``None`` without
    a repair; ``how`` says how they were found, ``hint`` how the user can see such links.
    """

    at_least: int | None = None
    repair: tuple[CitedLink, ...] | None = None
    how: str = ""
    hint: str = "--repair says which"


def render_text(
    findings: Sequence[Finding],
    titles: Mapping[str, str],
    *,
    advice: Mapping[str, Advice],
    most: int = 0,
    width: int | None = None,
    colour: bool = False,
) -> str:
    """The findings of each rule under its title, at most ``most`` of each (0: all).

    ``titles`` say what each code means, in the order in which rules are shown; ``advice`` is what
    is known of the contradictions of a document. ``width`` is the number of terminal columns,
    ``None`` for no limit. ``colour`` adds ANSI codes to the headings.
    """
    lines: list[str] = []
    for code, group in by_code(findings, tuple(titles)).items():
        style = _STYLES[group[0].severity] if colour else ""
        heading = _heading(code, titles.get(code, ""), group)
        lines += (coloured(part, style) for part in _fitting(heading, width))
        lines += _fitting(_mend(group), width)
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
    count = f"{_count(len(group), 'finding')} in {_count(documents, 'document')}"
    what = f": {title}" if title else ""
    yield f"{code} ({group[0].severity}){what}: {count}"


def _mend(group: Sequence[Finding]) -> Iterator[str]:
    """How to mend the findings, if it is the same for all."""
    mends = {finding.mend for finding in group}
    if len(mends) == 1 and (mend := mends.pop()):
        yield f"  To mend it: {mend}"


def _shown(group: Sequence[Finding], most: int, advice: Mapping[str, Advice]) -> Iterator[str]:
    if group[0].code == "wrong-answer":
        for findings in by_document(group).values():
            yield from _by_link(findings)
        return
    if group[0].code != "contradiction":
        yield from _each(group[: most or None], group[0].mend if _alike(group) else None)
        return
    left = most or len(group)
    documents = by_document(group)
    # Where most is wrong, one link mends most.
    for document in sorted(documents, key=lambda name: -len(documents[name])):
        if left > 0:
            yield from _contradictions(document, documents[document], advice.get(document), left)
        left -= len(documents[document])


def _alike(group: Sequence[Finding]) -> bool:
    return len({finding.mend for finding in group}) == 1


def _each(findings: Iterable[Finding], said: str | None) -> Iterator[str]:
    """Each finding, with how to mend it unless that was ``said`` before."""
    for finding in findings:
        mend = f". To mend it: {finding.mend}" if finding.mend not in ("", said) else ""
        yield f"  {finding.place}: {finding.message}{mend}"
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
            yield from _each(shown, group[0].mend if alike else None)
            left -= len(shown)
            continue
        documents = _count(len({finding.document for finding in findings}), "document")
        mends = Counter(finding.mend for finding in findings)
        (mend, _), *others = mends.most_common()
        what = "most of them" if others else "them"
        how = "" if alike or not mend else f". To mend {what}: {mend}"
        yield f"  {len(findings)} links in {documents} have the label {label!r}{how}"
        shown = findings[: min(_EXAMPLES, left)] if most else findings
        yield from _each(shown, mend)
        left -= len(shown)
    yield from _left_out(len(group) - ((most or len(group)) - left))


def _contradictions(
    document: str, findings: Sequence[Finding], advice: Advice | None, most: int
) -> Iterator[str]:
    """The contradictions of one document: how to mend all of them, then each by its cause."""
    yield from _advice(document, len(findings), advice or Advice())
    repair = (advice and advice.repair) or ()
    for blame in blames(findings, repair):
        if most <= 0:
            return
        several = len(findings) > 1 and blame.share > 1
        if several:
            share = f"in {blame.share} of {len(findings)} contradictions"
            yield f"  {_cited(blame.link)}: {share}"
        for finding in blame.findings[:most]:
            yield from _contradiction(finding, "    " if several else "  ")
        most -= len(blame.findings)


def _by_link(findings: Sequence[Finding]) -> Iterator[str]:
    """Wrong answers about one document, those below each other that follow from the same link."""
    for blame in blames(findings):
        several = len(blame.findings) > 1
        if several:
            count = _count(len(blame.findings), "wrong answer")
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
        links = _count(len(advice.repair), "link")
        yield f"  {document}: leave out {links}, and the others agree ({advice.how})"
        for link in advice.repair:
            yield f"    - {_cited(link)}"
    elif count > 1:
        least = ""
        if advice.at_least is not None:
            least = f"; at least {_count(advice.at_least, 'link')} must be removed"
        yield f"  {document}: {count} contradictions{least} ({advice.hint})"


def _contradiction(finding: Finding, indent: str) -> Iterator[str]:
    own, *against = finding.links
    contradicts = "contradicts" if against else "can never hold"
    yield f"{indent}{finding.place}: {own}{_uses(own)} {contradicts}"
    half = len(against) // 2
    for number, link in enumerate(against):
        if finding.links_between and number == half:
            yield f"{indent}    ... {finding.links_between} more"
        yield f"{indent}    {_cited(link)}{_uses(link)}"
    yield from _sentences(finding)


def _sentences(finding: Finding) -> Iterator[str]:
    for sentence in finding.sentences[:_SENTENCES]:
        yield f"      | {sentence}"
    if len(finding.sentences) > _SENTENCES:
        yield f"      | ... and {_count(len(finding.sentences) - _SENTENCES, 'sentence')} more"


def _uses(link: CitedLink) -> str:
    return f" ({', '.join(link.uses)})" if link.uses else ""


def _cited(link: CitedLink) -> str:
    return str(link) if link.line is None else f"line {link.line}: {link}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
