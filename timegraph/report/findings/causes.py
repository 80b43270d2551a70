"""Findings grouped by what causes them: by rule, and contradictions by the link to blame.

A link that stands in many contradictions is the likeliest one to be wrong. So the link that most
of them share comes first with all of them, then the one that most of the rest share, and so on;
where a repair is known, links that it leaves out go before all others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from timegraph.findings import CitedLink, Finding

__all__ = ["Blame", "blames", "by_code", "by_document", "key"]

LinkKey = tuple[str, int | None, str]


@dataclass(frozen=True, slots=True)
class Blame:
    """A link and the contradictions of one document that it is blamed for; ``share`` is the
    number of all contradictions of the document that it is in."""

    link: CitedLink
    findings: tuple[Finding, ...]
    share: int


def by_code(findings: Iterable[Finding], order: Iterable[str]) -> dict[str, list[Finding]]:
    """The findings of each code: known codes in this ``order``, then the others as they come."""
    groups: dict[str, list[Finding]] = {code: [] for code in order}
    for finding in findings:
        groups.setdefault(finding.code, []).append(finding)
    return {code: group for code, group in groups.items() if group}


def by_document(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """The findings of each document, in the order of the documents."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.document, []).append(finding)
    return groups


def blames(findings: Sequence[Finding], repair: Collection[CitedLink] = ()) -> list[Blame]:
    """The contradictions of one document, each under one link; the link with the most first.

    ``repair`` are links that a repair leaves out. The calendar is never to blame.
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
