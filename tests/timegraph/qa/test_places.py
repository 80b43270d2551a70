"""How far apart entities stand."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from tests.oracle.orders import events_between, words_between
from timegraph.qa.places import BINS, UNITS, Places, bin_names, bin_number
from timeml import read

TEXT = """<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-01"
 functionInDocument="CREATION_TIME">1 January</TIMEX3></DCT><TEXT>It <EVENT eid="e1">rained</EVENT>,
 so they <EVENT eid="e2">left</EVENT>. Nobody <EVENT eid="e3">saw</EVENT> it, I
 <EVENT eid="e4">think</EVENT>. That is all.</TEXT></TimeML>"""


def test_each_unit() -> None:
    places = Places(read(TEXT.encode()))
    found = {unit: places.apart("e4", "e1", unit) for unit in UNITS}
    assert found == {"sentences": 1, "words": 10, "events": 2}
    assert [places.apart("e1", "e2", unit) for unit in UNITS] == [0, 3, 0]
    assert [places.apart("e1", "e1", unit) for unit in UNITS] == [0, 0, 0]
    assert places.is_creation_time("t0")
    assert not places.is_creation_time("e1")
    assert {places.apart("e1", "t0", unit) for unit in UNITS} == {None}
    assert places.sentence("t0") is None


def test_bins() -> None:
    assert bin_names("sentences") == ("0", "1", "2-4", "5+")
    assert bin_names("words") == ("0-9", "10-29", "30-99", "100+")
    assert bin_names("events") == ("0", "1-2", "3-9", "10+")
    for unit in UNITS:
        names = bin_names(unit)
        for distance in range(120):
            name = names[bin_number(distance, unit)]
            low, _, high = name.rstrip("+").partition("-")
            assert int(low) <= distance
            assert name.endswith("+") or distance <= int(high or low)
        assert len(names) == len(BINS[unit])


WORDS = st.sampled_from(["it", "can't", "rained.", "(so", "said)", "\n\n", "1,500", "--", "Mr."])


@given(st.lists(st.tuples(st.lists(WORDS, max_size=6), st.sampled_from(["ran", "held up"]))))
def test_as_counted_one_by_one(parts: list[tuple[list[str], str]]) -> None:
    text = " ".join(
        f'{" ".join(words)} <EVENT eid="e{number}">{word}</EVENT>'
        for number, (words, word) in enumerate(parts)
    )
    document = read(f"<TimeML><TEXT>{text} the end.</TEXT></TimeML>".encode())
    places = Places(document)
    for a, b in combinations(document.entities, 2):
        assert places.apart(a, b, "words") == words_between(document, a, b)
        assert places.apart(b, a, "events") == events_between(document, a, b)


@pytest.mark.parametrize("unit", UNITS)
def test_the_order_of_the_two_does_not_matter(unit: str) -> None:
    places = Places(read(TEXT.encode()))
    for a, b in combinations(["e1", "e2", "e3", "e4"], 2):
        assert places.apart(a, b, unit) == places.apart(b, a, unit)  # type: ignore[arg-type]
