"""Claims of documents and of dated facts: pairing, doubts, and the day of a creation time."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

import timeml
from timegraph import AllenSet, Link
from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.claims import facts_in, ids_in, verify_facts
from timegraph.facts.readers import ReadFacts
from timegraph.service import Claim, Verdict
from timegraph.service.claims import (
    claims_of_document,
    timeline_of,
    undisputed,
    verify_claims,
    verify_document,
)

KIT = Path(__file__).resolve().parents[3] / "examples/kit/gold"
DOCUMENTS = sorted(KIT.glob("*.tml"))

TEXT = """<TimeML><DOCID>d</DOCID><DCT><TIMEX3 tid="t0" type="TIME" value="1998-02-06T22:19"
functionInDocument="CREATION_TIME">late</TIMEX3></DCT><TEXT>It <EVENT eid="e1" class="OCCURRENCE">fell</EVENT>,
<EVENT eid="e2" class="OCCURRENCE">rose</EVENT> and <EVENT eid="e3" class="OCCURRENCE">sank</EVENT>.</TEXT>
<MAKEINSTANCE eiid="ei1" eventID="e1" polarity="POS"/><MAKEINSTANCE eiid="ei2" eventID="e2" polarity="POS"/>
<MAKEINSTANCE eiid="ei3" eventID="e3" polarity="{polarity}" {modality}/>
{links}</TimeML>"""  # noqa: E501


def document(*links: str, polarity: str = "POS", modality: str = "") -> timeml.Document:
    tags = []
    for number, link in enumerate(links, start=1):
        a, label, b = link.split()
        ends = [
            f'{"timeID" if a[0] == "t" else "eventInstanceID"}="{a}"',
            f'{"relatedToTime" if b[0] == "t" else "relatedToEventInstance"}="{b}"',
        ]
        tags.append(f'<TLINK lid="l{number}" relType="{label}" {" ".join(ends)}/>')
    text = TEXT.format(links="".join(tags), polarity=polarity, modality=modality)
    return timeml.read(text.encode())


def verdicts(claimed: timeml.Document, against: timeml.Document) -> list[str]:
    return [str(one.verdict) for one in verify_document(claimed, against)]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_a_document_supports_itself_and_its_reversed_orders_are_found(path: Path) -> None:
    own = timeml.read(path)
    assert set(verdicts(own, own)) <= {"supported"}
    graph, rng = timeline_of(own), random.Random(path.stem)
    before = AllenSet("before")
    clean = undisputed(graph)
    pairs = [(a, b) for a in clean for b in clean if a != b and clean.relations(a, b) == before]
    for a, b in rng.sample(pairs, min(len(pairs), 5)):
        (found,) = verify_claims([Claim("1", (Link(b, before, a),))], own)
        assert found.verdict is Verdict.CONTRADICTED
        assert found.links or "calendar" in found.reason


def test_events_are_paired_by_their_places_not_their_ids() -> None:
    against = document("ei1 BEFORE ei2")
    text = document("ei1 AFTER ei2")
    swapped = replace(
        text,
        events=tuple(
            replace(e, eid=new, instances=(replace(e.instances[0], eiid=f"i{new}", event_id=new),))
            for e, new in zip(text.events, ("e2", "e1", "e7"), strict=True)
        ),
        tlinks=tuple(replace(t, source="ie1", target="ie2") for t in text.tlinks),
    )
    assert verdicts(text, against) == ["contradicted"]
    assert verdicts(swapped, against) == ["supported"]


def test_what_is_negated_on_one_side_is_unknown() -> None:
    against = document("ei1 BEFORE ei3")
    (found,) = verify_document(document("ei1 AFTER ei3", polarity="NEG"), against)
    assert (found.verdict, found.reason) == (Verdict.UNKNOWN, "ei3 is negated in the claim only")
    modal = document("ei1 BEFORE ei3", modality='modality="may"')
    (found,) = verify_document(document("ei1 AFTER ei3"), modal)
    assert found.reason == "ei3 is hypothetical in the timeline only"
    assert verdicts(document("ei1 AFTER ei3", modality='modality="may"'), modal) == ["contradicted"]
    bare = tuple(
        replace(event, eid=f"ei{event.eid[1:]}", instances=(), extra=(("polarity", "NEG"),))
        for event in against.events
    )
    (found,) = verify_document(replace(document("ei1 AFTER ei3"), events=bare), against)
    assert found.reason == "ei1 is negated in the claim only"


def test_within_the_creation_time_is_within_its_day() -> None:
    against = document("ei1 BEFORE t0")
    assert verdicts(document("ei1 IS_INCLUDED t0"), against) == ["unknown"]
    assert verdicts(document("ei1 AFTER t0"), against) == ["contradicted"]
    strict = verify_document(document("ei1 IS_INCLUDED t0"), against, strict=True)
    assert [one.verdict for one in strict] == [Verdict.CONTRADICTED]


@pytest.mark.parametrize(
    ("scheme", "claim", "timeline", "verdict"),
    [
        ("tml", "ei1 BEFORE ei2", ["ei2 BEGUN_BY ei1"], "unknown"),
        ("tml", "ei1 AFTER ei2", ["ei1 ENDS ei2"], "unknown"),
        ("tml", "ei1 AFTER ei2", ["ei1 BEGINS ei2"], "contradicted"),
        ("matres", "ei1 AFTER ei2", ["ei1 INCLUDES ei2"], "unknown"),
        ("matres", "ei1 AFTER ei2", ["ei1 BEFORE ei2"], "contradicted"),
        # Which of two contains the other is more than a degree.
        ("tml", "ei1 IS_INCLUDED ei2", ["ei1 INCLUDES ei2"], "contradicted"),
        ("tml", "ei1 INCLUDES ei2", ["ei1 IS_INCLUDED ei2"], "contradicted"),
        ("tml", "ei1 INCLUDES ei3", ["ei3 INCLUDES ei2", "ei2 INCLUDES ei1"], "contradicted"),
        ("tbd", "ei1 IS_INCLUDED ei2", ["ei1 INCLUDES ei2"], "contradicted"),
        # What holds at the creation time can have begun before.
        ("matres", "ei1 BEFORE ei2", ["ei1 IS_INCLUDED t0", "ei2 BEFORE t0"], "unknown"),
        ("matres", "ei1 BEFORE ei2", ["t0 INCLUDES ei1", "ei2 BEFORE t0"], "unknown"),
        ("tml", "ei1 BEFORE ei2", ["ei1 IS_INCLUDED t0", "ei2 BEFORE t0"], "contradicted"),
        ("matres", "ei1 BEFORE ei2", ["ei1 DURING t0", "ei2 BEFORE t0"], "unknown"),
        ("matres", "ei1 AFTER ei2", ["ei1 IS_INCLUDED t0", "ei2 AFTER t0"], "contradicted"),
        ("tml", "ei1 BEFORE ei3", ["ei1 SIMULTANEOUS ei2", "ei3 BEFORE ei2"], "contradicted"),
    ],
)
def test_what_differs_from_labels_in_degree_only_is_unknown(
    scheme: str, claim: str, timeline: list[str], verdict: str
) -> None:
    claimed, against = replace(document(claim), scheme=scheme), document(*timeline)
    (found,) = verify_document(claimed, against)
    assert str(found.verdict) == verdict, found.reason
    assert found.reason.startswith("only in degree: not ") == (verdict == "unknown")
    (found,) = verify_document(claimed, against, strict=True)
    assert found.verdict is Verdict.CONTRADICTED


def test_labels_that_say_nothing_claim_nothing() -> None:
    vague = replace(document("ei1 BEFORE ei2"), scheme="tbd")
    vague = replace(vague, tlinks=tuple(replace(t, rel_type="v") for t in vague.tlinks))
    assert claims_of_document(vague, document()) == []


def fact(start: str, end: str, name: str = "Acme") -> Fact:
    return Fact("Ann", "employer", name, read_date(start), read_date(end))


def test_facts_are_held_against_facts(tmp_path: Path) -> None:
    base = FactBase([fact("2001-03", "2004"), fact("2010", "2012")])
    claims = [
        (fact("2001", "2004"), "supported"),
        (fact("2002", "2004"), "contradicted"),
        (fact("2010", "2012-05"), "unknown"),
        (fact("2001", "2004", "Other"), "unknown"),
    ]
    found = verify_facts(ReadFacts(tuple(claim for claim, _ in claims)), base)
    assert [str(one.verdict) for one in found] == [verdict for _, verdict in claims]
    file = tmp_path / "f.csv"
    file.write_text("subject,relation,object,start,end\nAnn,employer,Acme,2001,2004\n")
    read = facts_in(file)
    assert read is not None
    assert len(read.facts) == 1
    assert facts_in(DOCUMENTS[0]) is None


def test_claims_keep_their_ids(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    claim = '"subject": "Ann", "relation": "employer", "object": "Acme"}\n'
    file.write_text(
        f'{{"id": "c1", {claim}{{"end": "2003", {claim}{{"id": "c3", "start": "?!", {claim}oops\n'
    )
    read = facts_in(file)
    assert read is not None
    verified = verify_facts(read, FactBase([fact("2001", "2004")]), ids_in(file))
    assert [verdict.claim.id for verdict in verified] == ["c1", "2", "c3", "4"]


@pytest.mark.parametrize("day", ["1998-02-30", "abcdefghij"])
def test_a_creation_time_on_no_day_is_only_itself(day: str) -> None:
    def made(link: str) -> timeml.Document:
        plain = document(link)
        assert plain.dct is not None
        dct = replace(plain.dct, value=f"{day}T22:19")
        return replace(plain, dct=dct, timexes=(dct, *plain.timexes[1:]))

    assert verdicts(made("ei1 IS_INCLUDED t0"), made("ei1 BEFORE t0")) == ["contradicted"]
