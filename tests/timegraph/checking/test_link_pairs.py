"""Links that say the same, and events without a link."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from timegraph.checking.document import findings_of
from timegraph.documents.closure import Reading
from timegraph.findings import Finding
from timegraph.options import Interpretation
from timeml import Document, Event, TLink

Find = Callable[..., list[Finding]]
CODES = ("repeated-link", "reversed-link")


def links(*pairs: str) -> str:
    """TLINKs l1, l2 ..., one per line, from "ei11 BEFORE ei12"."""
    rows = []
    for number, pair in enumerate(pairs, start=1):
        a, relation, b = pair.split()
        source = "timeID" if a[0] == "t" else "eventInstanceID"
        target = "relatedToTime" if b[0] == "t" else "relatedToEventInstance"
        rows.append(f'<TLINK lid="l{number}" relType="{relation}" {source}="{a}" {target}="{b}"/>')
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("ei11 BEFORE ei12", "ei11 BEFORE ei12", "repeated-link"),
        ("ei11 BEFORE ei12", "ei12 AFTER ei11", "reversed-link"),
        ("ei11 IDENTITY ei12", "ei11 SIMULTANEOUS ei12", "repeated-link"),
        ("ei11 IDENTITY ei12", "ei12 SIMULTANEOUS ei11", "reversed-link"),
        ("ei11 INCLUDES ei12", "ei12 IS_INCLUDED ei11", "reversed-link"),
        ("ei11 DURING ei12", "ei11 SIMULTANEOUS ei12", "repeated-link"),
        ("ei11 BEFORE ei12", "ei11 IBEFORE ei12", None),
        ("ei11 BEFORE ei12", "ei12 BEFORE ei11", None),
        ("ei11 BEFORE ei12", "ei11 BEFORE t1", None),
        ("ei11 SIMULTANEOUS ei11", "ei11 SIMULTANEOUS ei11", "repeated-link"),
    ],
)
def test_pairs_of_links(findings: Find, first: str, second: str, code: str | None) -> None:
    found = findings(links(first, second), *CODES)
    assert [(one.code, one.ids) for one in found] == ([(code, ("l2",))] if code else [])


def test_the_other_link_is_named(findings: Find) -> None:
    (found,) = findings(links("ei11 BEFORE ei12", "ei12 AFTER ei11"), *CODES)
    assert found.message == (
        'TLINK l2 (ei12 "slept" AFTER ei11 "ate") reverses l1: ei11 "ate" BEFORE ei12 "slept", '
        "line 5"
    )
    assert [link.id for link in found.links] == ["l2", "l1"]


def test_what_during_means_decides(reading: Callable[..., Reading]) -> None:
    added = links("ei11 DURING ei12", "ei11 SIMULTANEOUS ei12", "ei11 IS_INCLUDED ei12")
    shown = {}
    for during in ("simultaneous", "contained"):
        read = reading(added, interpretation=Interpretation(during=during))
        shown[during] = [one.ids for one in findings_of(read, frozenset(CODES))]
    assert shown == {"simultaneous": [("l2",)], "contained": [("l3",)]}


def test_events_in_no_link(findings: Find) -> None:
    (found,) = findings(links("ei11 BEFORE t1"), "unlinked-event")
    assert (found.message, found.ids) == ('EVENT e2 "slept" is in no TLINK', ("e2",))
    (whole,) = findings("", "unlinked-event")
    assert whole.message == "the document has no TLINK: its 2 events have no place in time"
    assert (
        findings("", "unlinked-event", frame="<TimeML><TEXT>{}<SIGNAL sid='s'/></TEXT></TimeML>")
        == []
    )


def test_links_that_say_nothing_repeat_nothing() -> None:
    document = Document(
        events=tuple(Event(e, None, None, None, "") for e in ("e1", "e2")),
        tlinks=(TLink("l1", "v", "e1", "e2"), TLink("l2", "v", "e2", "e1")),
        scheme="tbd",
    )
    assert findings_of(Reading(document, path="x"), CODES) == []


def test_nearly_all_pairs_in_both_directions_are_one_finding() -> None:
    events = tuple(Event(f"e{n}", None, None, None, "") for n in range(12))
    forth = [TLink(f"f{n}", "b", "e0", f"e{n}") for n in range(1, 12)]
    back = [TLink(f"b{n}", "a", f"e{n}", "e0") for n in range(1, 12)]
    whole = Document(events=events, tlinks=(*forth, *back), scheme="tbd")
    (found,) = findings_of(Reading(whole, path="x"), CODES)
    assert found.code == "reversed-link"
    assert found.message.startswith("11 of 11 pairs are linked in both directions, e.g. TLINK b1 ")
    few = Document(events=events, tlinks=(*forth, *back[:6]), scheme="tbd")
    assert len(findings_of(Reading(few, path="x"), CODES)) == 6
