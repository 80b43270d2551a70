"""Groups of pairs of entities, in a text where they can be counted by hand."""

from __future__ import annotations

import pytest

import timeml
from timegraph.scoring.pairs import PAIR_KINDS, Places, group_order

TEXT = b"""<TimeML>
<DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02">now</TIMEX3></DCT>
<TEXT>He <EVENT eid="e1">ate</EVENT> on <TIMEX3 tid="t1" type="DATE" value="2020">Monday</TIMEX3>.
It <EVENT eid="e2">left</EVENT> <TIMEX3 tid="t2" type="DATE" value="2019">later</TIMEX3>.</TEXT>
<TIMEX3 tid="t3" type="DURATION" value="P1D"/>
</TimeML>"""


@pytest.fixture
def groups() -> Places:
    return Places(timeml.read(TEXT, name="day.tml"))


def test_pairs_are_of_four_kinds(groups: Places) -> None:
    pairs = [("e1", "e2"), ("t1", "e1"), ("t1", "t2"), ("e1", "t0"), ("t0", "t1")]
    assert [groups.group("kind", *pair) for pair in pairs] == [*PAIR_KINDS, "creation-time"]


def test_distances_are_those_of_score(groups: Places) -> None:
    pairs = [("e1", "t1"), ("e2", "e1"), ("e1", "t0"), ("e1", "t3")]
    assert [groups.group("distance", *pair) for pair in pairs] == [
        "0",
        "1",
        "creation time",
        "(no place)",
    ]
    assert groups.group("document", "e1", "t1") == "day.tml"


def test_groups_stand_in_order() -> None:
    assert group_order("distance", ["creation time", "(no place)", "5+", "0"]) == [
        "0",
        "5+",
        "creation time",
        "(no place)",
    ]
    assert group_order("kind", ["creation-time", "event-timex"]) == ["event-timex", "creation-time"]
    assert group_order("document", ["b", "a"]) == ["a", "b"]
