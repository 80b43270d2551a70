"""Dated facts as claims: each against the facts that are known."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from timegraph.dates.granules import Granule
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact
from timegraph.facts.readers import ReadFacts, read_facts_file
from timegraph.facts.readers.wikidata import is_wikidata
from timegraph.service.claims import Claim, Verdict, Verified


def verify_facts(claimed: Iterable[Fact], base: FactBase) -> list[Verified]:
    """The verdict of each dated fact against known ones.

    Its start and its end, as far as it has them, are compared with each fact that is known with the
    same subject, relation and object. One such fact that lies within the claimed dates supports
    it; it is contradicted if each of them lies elsewhere, and unknown if there is none.
    """
    return [_of_fact(fact, base, str(number)) for number, fact in enumerate(claimed, start=1)]


def verify_read(claimed: ReadFacts, known: ReadFacts) -> list[Verified]:
    """The verdict of each fact of a file, as :func:`verify_facts` has them; claims that could not
    be read are unknown."""
    left_out = (
        Verified(Claim(str(line.position and line.position.line), (), line.message),
                 Verdict.UNKNOWN, line.note)
        for line in claimed.unread
    )  # fmt: skip
    return [*verify_facts(claimed.facts, known.base), *left_out]


def _of_fact(fact: Fact, base: FactBase, id: str) -> Verified:
    claim = Claim(id, (), str(fact))
    facts = [row.fact for row in base.events(fact.subject, fact.relation, fact.object) or ()]
    unread = base.unread_about(fact.subject, (fact.relation,))
    doubt = "; ".join(line.note for line in unread)
    if not facts:
        reason = doubt or "no known fact says so at any time"
        return Verified(claim, Verdict.UNKNOWN, reason)
    verdicts = [_compared(fact, other) for other in facts]
    reason = "known: " + "; ".join(map(str, facts[:3]))
    for verdict in (Verdict.SUPPORTED, Verdict.UNKNOWN):
        if verdict in verdicts:
            return Verified(claim, verdict, reason)
    if doubt:
        return Verified(claim, Verdict.UNKNOWN, f"{reason}; {doubt}")
    return Verified(claim, Verdict.CONTRADICTED, reason)


def _compared(claimed: Fact, known: Fact) -> Verdict:
    ends = ((claimed.start, known.start), (claimed.end, known.end))
    verdicts = {_within(end, other) for end, other in ends if not end.is_open}
    for verdict in (Verdict.CONTRADICTED, Verdict.UNKNOWN):
        if verdict in verdicts:
            return verdict
    return Verdict.SUPPORTED


def _within(claimed: Granule, known: Granule) -> Verdict:
    """Whether a date that lies in ``known`` lies in ``claimed``."""
    if claimed.low <= known.low and known.high <= claimed.high:
        return Verdict.SUPPORTED
    apart = known.high <= claimed.low or claimed.high <= known.low
    return Verdict.CONTRADICTED if apart else Verdict.UNKNOWN


def facts_in(path: Path) -> ReadFacts | None:
    """The dated facts in a file of CSV or JSON, Wikidata's too; ``None`` for a file that holds
    something else. Raises ``OSError``."""
    if ".csv" not in path.name.lower() and not is_wikidata(path):
        with path.open("rb") as stream:
            head = stream.read(2000)
        if not head.lstrip().startswith((b"{", b"[")) or b'"subject"' not in head:
            return None
    read = read_facts_file(path)
    return read if read.facts or any(line.subject for line in read.unread) else None
