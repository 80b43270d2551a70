"""Dated facts as claims: each against the facts that are known."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from timegraph.dates.granules import Granule
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact
from timegraph.facts.readers import ReadFacts, read_facts_file
from timegraph.facts.readers.datasets import text_of
from timegraph.facts.readers.wikidata import is_wikidata
from timegraph.service.claims import Claim, Verdict, Verified
from timeml import TimeMLError
from timeml.readers.records import fields_of


def verify_facts(
    claimed: ReadFacts, base: FactBase, ids: Mapping[int | None, str] = MappingProxyType({})
) -> list[Verified]:
    """The verdict of each dated fact against known ones.

    Its start and its end, as far as it has them, are compared with each fact that is known with the
    same subject, relation and object. One such fact that lies within the claimed dates supports
    it; it is contradicted if each of them lies elsewhere, and unknown if there is none, or if it
    could not be read. A claim is called by the id of its line, or else its number.
    """
    verified = [
        _of_fact(fact, base, ids.get(fact.source.line if fact.source else None, str(number)))
        for number, fact in enumerate(claimed.facts, start=1)
    ]
    for left_out in claimed.unread:
        line = left_out.position.line if left_out.position else None
        claim = Claim(ids.get(line, str(line)), (), left_out.message)
        verified.append(Verified(claim, Verdict.UNKNOWN, left_out.note))
    return verified


def ids_in(path: Path) -> dict[int | None, str]:
    """The ids in a file of facts, by their lines; as far as it can be read."""
    ids: dict[int | None, str] = {}
    with suppress(TimeMLError):
        for line, row in () if is_wikidata(path) else fields_of(text_of(path)):
            if row.get("id"):
                ids[line] = row["id"]
    return ids


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
