"""Proofs as a person reads them: what each line says follows from what it cites."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import pytest

import timeml
from timegraph import Answer, Link, PointConstraint, TimeGraph, build, explain
from timegraph.links import DistanceConstraint
from timegraph.proofs import Proof, ProofLine

GOLD = Path(__file__).resolve().parents[3] / "examples" / "kit" / "gold"
_ENTAILED = {"<": ("<",), "<=": ("<", "<=", "="), "=": ("=",)}


def entailed(line: ProofLine) -> bool:
    """Whether the links of a line say what it claims, by themselves."""
    if line.claim is None:
        (link,) = line.links
        return str(link) in line.text or str(getattr(link.source, "rel_type", "")) in line.text
    graph = TimeGraph()
    graph.extend(line.links)
    for key, side in (line.claim.x, line.claim.y):
        graph.add_instant(key) if side == "at" else graph.add_entity(key)
    if isinstance(line.claim, DistanceConstraint):
        upper = graph.distance(line.claim.x, line.claim.y).upper
        return upper is not None and upper <= line.claim.value
    return graph.label(line.claim.x, line.claim.y) in _ENTAILED[line.claim.op]


def decides(proof: Proof) -> bool:
    """Whether the lines together decide the answer: as links and constraints of a graph."""
    graph = TimeGraph()
    for entity in (proof.a, proof.b):
        graph.add_entity(entity)
    for line in proof.shown:
        if isinstance(line.claim, PointConstraint):
            graph.add_points(line.claim.x, line.claim.op, line.claim.y)
        else:
            graph.extend(line.links)
    return graph.ask(proof.a, proof.relation, proof.b) is proof.answer


@pytest.mark.parametrize("name", sorted(path.name for path in GOLD.glob("*.tml")))
def test_each_line_follows_from_what_it_cites_and_all_decide(name: str) -> None:
    graph = build(timeml.read(GOLD / name), calendar=True, on_conflict="drop-link")
    pairs = list(combinations(graph.entities, 2))
    lines = 0
    for a, b in random.Random(name).sample(pairs, min(40, len(pairs))):
        for relation in ("before", "during", "equal"):
            proof = explain(graph, a, relation, b)
            if proof.answer is Answer.UNKNOWN:
                continue
            assert all(map(entailed, proof.shown))
            assert decides(proof)
            assert len(proof.shown) <= len(proof.links) or not proof.links
            assert proof.steps == tuple(step for chain in proof.chains for step in chain.steps)
            lines += len(proof.shown)
    assert lines


def dated(*values: str) -> TimeGraph:
    timexes = "".join(
        f'<TIMEX3 tid="t{n}" type="DATE" value="{value}">x{n}</TIMEX3> '
        for n, value in enumerate(values, 1)
    )
    text = f"<TimeML><TEXT>{timexes}</TEXT></TimeML>"
    return build(timeml.read(text.encode()), calendar=True)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (
            ("2010-06-16", "2010-09", "2010-12-06"),
            "t1 is before t3: 16 June 2010 is before 6 December 2010 (calendar)",
        ),
        (
            ("2018-12-25", "2018-12-25", "2018-12-26"),
            "t1 is before t3: 25 December 2018 is before 26 December 2018 "
            "(calendar, by convention: adjacent days)",
        ),
        (("BC0044", "1990", "199"), "t1 is before t3: 44 BC is before the 1990s (calendar)"),
    ],
)
def test_neighbouring_steps_of_the_calendar_are_one_with_its_dates(
    values: tuple[str, ...], words: str
) -> None:
    proof = explain(dated(*values), "t1", "before", "t3")
    assert [str(line) for line in proof.shown] == [words]
    assert str(proof) == f"t1 before t3, since {words}"
    assert list(proof.lines()) == ["t1 before t3, since", words]
    (chain,) = proof.chains
    assert str(chain.conclusion) == "t1.end < t3.start"
    assert len(chain.steps) == len(proof.steps)


def test_points_are_words() -> None:
    graph = dated("2018-12-25", "2018-12-25", "2018-12")
    same = explain(graph, "t1", ["starts", "equal", "started by"], "t2").shown
    assert [str(line) for line in same] == [
        "the start of t1 is the start of t2: the start of 25 December 2018 (calendar)"
    ]


def test_links_are_cited_as_they_are() -> None:
    graph = TimeGraph()
    graph.add("the war", "before", "the peace", "a book")
    proof = explain(graph, "the war", "before", "the peace")
    assert [str(line) for line in proof.shown] == ["a book: the war before the peace"]
    assert isinstance(proof.shown[0].links[0], Link)
    assert proof.shown[0].claim is None


def test_an_equality_of_the_calendar_is_said_once() -> None:
    timex = '<TIMEX3 tid="t{0}" type="DATE" value="1989-Q3">x</TIMEX3>'
    event = '<EVENT eid="e{0}" class="OCCURRENCE">a</EVENT>'
    link = '<TLINK lid="l{0}" relType="SIMULTANEOUS" eventID="e{0}" relatedToTime="t{0}"/>'
    text = " ".join(part.format(n) for part in (timex, event) for n in (1, 2))
    links = link.format(1) + link.format(2)
    document = timeml.read(f"<TimeML><TEXT>{text}</TEXT>{links}</TimeML>".encode())
    shown = explain(build(document, calendar=True), "e1", "equal", "e2").shown
    assert [line.text.partition(":")[0] for line in shown] == [
        "l1",
        "the start of t1 is the start of t2",
        "l2",
        "the end of t1 is the end of t2",
    ]
