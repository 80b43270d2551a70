"""How far apart entities stand."""

from __future__ import annotations

from itertools import combinations

from timegraph.scoring.pairs import BIN_NAMES, Places, bin_number
from timeml import read

TEXT = """<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-01"
 functionInDocument="CREATION_TIME">1 January</TIMEX3></DCT><TEXT>It <EVENT eid="e1">rained</EVENT>,
 so they <EVENT eid="e2">left</EVENT>. Nobody <EVENT eid="e3">saw</EVENT> it, I
 <EVENT eid="e4">think</EVENT>. That is all.</TEXT></TimeML>"""


def test_sentences_apart() -> None:
    places = Places(read(TEXT.encode()))
    assert [places.apart("e4", end) for end in ("e1", "e3")] == [1, 0]
    assert places.is_creation_time("t0")
    assert not places.is_creation_time("e1")
    assert places.apart("e1", "t0") is None
    assert places.sentence("t0") is None


def test_bins() -> None:
    for distance in range(120):
        low, _, high = BIN_NAMES[bin_number(distance)].rstrip("+").partition("-")
        assert int(low) <= distance
        assert BIN_NAMES[bin_number(distance)].endswith("+") or distance <= int(high or low)


def test_the_order_of_the_two_does_not_matter() -> None:
    places = Places(read(TEXT.encode()))
    for a, b in combinations(["e1", "e2", "e3", "e4"], 2):
        assert places.apart(a, b) == places.apart(b, a)
