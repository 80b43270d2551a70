"""What claims are held against, and claims from documents and from facts.

Events of two documents are paired by where they are in the text, not by their ids: two annotators
number them differently. An event that is negated or hypothetical on one side has no place in the
other's timeline, so nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from timegraph.allen import AllenSet
from timegraph.documents.build import build, read_links
from timegraph.facts import Fact, FactBase, Granule
from timegraph.facts.readers import ReadFacts, read_facts_file
from timegraph.facts.readers.wikidata import is_wikidata
from timegraph.labels import Scheme
from timegraph.links import Link
from timegraph.options import Interpretation
from timegraph.service.claims import Claim, Verdict, Verified, is_excluded, undisputed, verify
from timegraph.service.weak import begun_before, loose
from timeml import Document, Event, Instance, TimeMLError, align_ids
from timeml.timex_value import Unresolvable, parse_value

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph

__all__ = [
    "claims_of_document",
    "facts_in",
    "timeline_of",
    "verify_claims",
    "verify_document",
    "verify_facts",
    "verify_read",
]

_WEAK = Interpretation(on_conflict="drop-link", calendar=True)


def verify_document(
    claimed: Document,
    against: Document,
    *,
    interpretation: Interpretation = _WEAK,
    strict: bool = False,
) -> list[Verified]:
    """The verdict of each link of a document against the timeline of another one over the same
    text, whose ids may differ.

    Where one of the two has no text, or not this one, entities are paired by their ids.
    ``interpretation`` says how both are read; the labels of ``claimed`` are those of its own
    scheme.
    """
    claims = claims_of_document(claimed, against, strict=strict)
    return verify_claims(claims, against, interpretation=interpretation, strict=strict)


def verify_claims(
    claims: Iterable[Claim],
    against: Document,
    *,
    interpretation: Interpretation = _WEAK,
    strict: bool = False,
) -> list[Verified]:
    """The verdict of each claim about the entities of a document against its timeline.

    Unless ``strict``, a claim is contradicted only if it is excluded, too, where the document's own
    labels are read loosely (:func:`timegraph.service.weak.loose`); what differs from them in degree
    only is unknown.
    """
    verdicts = verify(timeline_of(against, interpretation), claims, strict=strict)
    if strict or all(verdict.verdict is not Verdict.CONTRADICTED for verdict in verdicts):
        return verdicts
    loosely = undisputed(timeline_of(*_read_loosely(against, interpretation)))
    return [
        replace(verdict, verdict=Verdict.UNKNOWN, reason=f"only in degree: {verdict.reason}")
        if verdict.verdict is Verdict.CONTRADICTED and not is_excluded(loosely, verdict.claim)
        else verdict
        for verdict in verdicts
    ]


def timeline_of(document: Document, interpretation: Interpretation = _WEAK) -> TimeGraph:
    """The graph of a document that claims are held against: without what the calendar has by
    convention only, and with the day of a creation time that is a time of day."""
    day = _day_of_creation(document)
    return build(
        *(document, interpretation),
        dates=[day] if day and interpretation.calendar else (),
        conventions=False,
        on_conflict="drop-link",
    )


_WITHIN = AllenSet(("during", "starts", "finishes", "equal"))


def _read_loosely(
    document: Document, interpretation: Interpretation
) -> tuple[Document, Interpretation]:
    """The document with an interpretation that takes from its labels the order only.

    What is *within* the creation time, or another present, may have begun before: who annotates
    "owns" so does not say that nobody owned it yesterday.
    """
    times = {timex.tid for timex in document.timexes}
    present = {timex.tid for timex in document.timexes if timex.value == "PRESENT_REF"}
    if document.dct is not None:
        present.add(document.dct.tid)

    def read(event: str, said: AllenSet, time: str) -> AllenSet:
        now = time in present and event not in times and said <= _WITHIN
        return begun_before(loose(said)) if now else loose(said)

    labels, links = {}, []
    for link, a, said, b in read_links(document, interpretation):
        meaning = read(b, said.converse, a).converse if a in present else read(a, said, b)
        label = " | ".join(relation.value for relation in meaning)
        labels[label] = label
        links.append(replace(link, rel_type=label))
    scheme = Scheme("loose", "what labels say of the order", tuple(labels.items()))
    return replace(document, tlinks=tuple(links)), replace(interpretation, labels=scheme)


def _day_of_creation(document: Document) -> str:
    """The day of a creation time that is a time of day; else nothing."""
    value = (document.dct.value or "") if document.dct is not None else ""
    day, clock, _ = value.partition("T")
    meaning = parse_value(day, "DATE")
    if isinstance(meaning, Unresolvable) and meaning.reason in ("malformed", "no-such-date"):
        return ""
    return day if clock and len(day) == 10 else ""


def claims_of_document(
    claimed: Document, against: Document, *, strict: bool = False
) -> list[Claim]:
    """The links of a document as claims about the entities of another one.

    What is within the creation time is within its day, unless ``strict``: most annotators take
    the time of day at which a text was sent for the day on which it was written.
    """
    paired = _paired(claimed, against)
    day, dct = "" if strict else _day_of_creation(against), against.dct and against.dct.tid
    claims = []
    for link, source, meaning, target in read_links(paired):
        if len(meaning) == 13:
            continue  # a label that says nothing claims nothing
        a, b = (_in(against, entity) for entity in (source, target))
        words = f"{a} {link.rel_type} {b}"
        if day and b == dct and meaning <= _WITHIN:
            b = day
        elif day and a == dct and meaning.converse <= _WITHIN:
            a = day
        doubts = (_doubt(paired, source, against, a), _doubt(paired, target, against, b))
        doubt = next(filter(None, doubts), "")
        claims.append(Claim(link.lid or words, (Link(a, meaning, b, link),), words, doubt))
    return claims


def _in(document: Document, entity: str) -> str:
    """The document's own name of an entity."""
    return document.resolve(entity) or entity


def _paired(claimed: Document, against: Document) -> Document:
    """The document with the ids of the other one, by the places of annotations in the text."""
    if not claimed.text.strip() or not against.text.strip():
        return claimed
    try:
        return align_ids(system=claimed, key=against).document
    except TimeMLError:
        return claimed


def _doubt(claimed: Document, entity: str, against: Document, same: str) -> str:
    """Why an event has no place in the other timeline, if so."""
    here, there = _unreal(claimed, entity), _unreal(against, same)
    if here == there:
        return ""
    return f"{same} is {here or there} {'in the claim' if here else 'in the timeline'} only"


def _unreal(document: Document, entity: str) -> str:
    """Whether an event is negated or hypothetical, in a word."""
    try:
        annotation = document.entity(entity)
    except KeyError:
        return ""
    if not isinstance(annotation, Event):
        return ""
    extra = dict(annotation.extra)  # where formats without instances have these
    traits = [
        (instance.polarity or extra.get("polarity"), instance.modality or extra.get("modality"))
        for instance in annotation.instances or (Instance("", annotation.eid),)
        if entity in (instance.eiid, annotation.eid)
    ]
    if any((polarity or "").upper() == "NEG" for polarity, _ in traits):
        return "negated"
    modal = any((modality or "NONE").upper() != "NONE" for _, modality in traits)
    return "hypothetical" if modal else ""


# ---- facts ------------------------------------------------------------------------------------


def verify_facts(claimed: Iterable[Fact], base: FactBase) -> list[Verified]:
    """The verdict of each dated fact against known ones.

    Its start and its end, as far as it has them, are held against each fact that is known with the
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
