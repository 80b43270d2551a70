"""Durations whose length contradicts what is known of them.

What stands between two dates is as long as these say: a length that does not fit is reported
always. If lengths are read (:attr:`timegraph.options.Interpretation.durations`), so are those that
links and dates contradict.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from timegraph.documents.build import build
from timegraph.documents.durations import ReadDuration, add_durations, read_durations
from timegraph.documents.reading import Reading, RuleSet
from timegraph.findings import CitedLink, Finding
from timegraph.findings.rules import Rule
from timegraph.graph import TimeGraph
from timegraph.proofs import explain_distance

__all__ = ["RULE_SETS"]

TIMEX_LENGTH = Rule(
    "timex-length",
    "warning",
    "duration whose value does not fit its dates or links",
    fix="write the length that is meant, or fix the begin point, the end point or the links",
    explanation="""
    The begin point and the end point of a DURATION have dates, and what lies between them is longer
    or shorter than its value by more than its unit. Annotators round, so that "two months" may be
    ten weeks, but not six months. With `--durations soft` or `exact`, lengths that contradict links
    and dates are reported, too. [Durations](distances.md#durations-in-documents) has how lengths
    are read.
    """,
    example="""
    It rained from <TIMEX3 tid="t1" type="DATE" value="2019-01-03">3 January</TIMEX3> to
    <TIMEX3 tid="t2" type="DATE" value="2019-07-01">1 July</TIMEX3>,
    <TIMEX3 tid="t3" type="DURATION" value="P2M" beginPoint="t1" endPoint="t2">two months</TIMEX3>.
    """,
)
_OWN_DATES = "the dates of its begin point and end point"


def _lengths(reading: Reading) -> Iterator[Finding]:
    document, interpretation = reading.document, reading.interpretation
    if interpretation.durations == "off":
        for read in read_durations(document, interpretation):
            if read.outcome == "rounded":
                yield _finding(reading, read, _OWN_DATES, ())
        return
    graph = build(document, replace(interpretation, durations="off"))
    for read in add_durations(graph, document, interpretation):
        if read.outcome == "rounded":
            yield _finding(reading, read, _OWN_DATES, ())
        elif read.outcome == "contradicted":
            links = _links(reading, graph, read)
            names = ", ".join(filter(None, (link.id for link in links)))
            yield _finding(reading, read, f"{names} and dates" if names else "dates", links)


def _finding(
    reading: Reading, read: ReadDuration, by: str, links: tuple[CitedLink, ...]
) -> Finding:
    timex = read.timex
    message = f"{reading.named(timex)} has value={timex.value!r}, but {by} make it {read.known}"
    anchors = [point for point in (timex.begin_point, timex.end_point) if point]
    return reading.finding(
        TIMEX_LENGTH, f"{message} long", about=timex, mentions=(timex.tid, *anchors), links=links
    )


def _links(reading: Reading, graph: TimeGraph, read: ReadDuration) -> tuple[CitedLink, ...]:
    """The links behind what is known of a length; what the calendar says is in the message."""
    assert read.length is not None
    chains = explain_distance(graph, read.length.x, read.length.y)
    links = {id(link): link for chain in chains for link in chain.links}
    tlinks = [link for link in links.values() if hasattr(link.source, "rel_type")]
    return tuple(map(reading.describer.link, tlinks))


RULE_SETS: tuple[RuleSet, ...] = (((TIMEX_LENGTH,), _lengths),)
