"""A scheme as data."""

from __future__ import annotations

import pickle
import re

import pytest

from timegraph.allen import Allen, AllenSet
from timegraph.labels import NOTHING, Scheme, SchemeError, find_scheme
from timegraph.options import Interpretation

MINE = Scheme(
    "mine", "", (("Begins-On", "a.start = b.start"), ("LATER", "after | met_by"), ("?", "nothing"))
)


def test_schemes_of_one_name_that_say_different_things_are_signed_differently() -> None:
    one = Scheme("own", "", (("BEFORE", "before"), ("AFTER", "converse of BEFORE")))
    same = Scheme("own", "of us", (("after", "after"), ("before", "a.end < b.start")))
    other = Scheme("own", "", (("BEFORE", "before | meets"), ("AFTER", "converse of BEFORE")))
    assert one.signed == same.signed != other.signed
    assert re.fullmatch(r"own@[0-9a-f]{8}", one.signed)
    assert Interpretation(labels=one).signature()["labels"] == one.signed
    assert Interpretation(labels=find_scheme("thyme")).signature()["labels"] == "thyme"
    thyme = Scheme("thyme", "", (("BEFORE", "before"),))
    assert Interpretation(labels=thyme).signature()["labels"] == thyme.signed


def test_labels_are_found_however_they_are_spelt() -> None:
    for spelt in ("Begins-On", "BEGINS_ON", " begins on "):
        assert MINE.meaning(spelt) == AllenSet(["starts", "equal", "started_by"])
    assert MINE.meaning("BEGINS") is None
    assert MINE.names == ("Begins-On", "LATER", "?")


def test_a_label_may_say_nothing() -> None:
    assert MINE.meaning("?") == NOTHING
    assert MINE.says_nothing("?")
    assert not MINE.says_nothing("LATER")
    assert not MINE.says_nothing("unknown")


def test_the_converse_is_a_label_of_the_scheme_or_none() -> None:
    assert MINE.converse("begins_on") == "Begins-On"
    assert MINE.converse("LATER") is None
    assert MINE.converse("unknown") is None
    assert find_scheme("tml").converse("IDENTITY") == "SIMULTANEOUS"
    assert MINE.label_of(AllenSet("before")) is None


def test_during_follows_the_option_where_it_is_timemls() -> None:
    tml, anafora = find_scheme("tml"), find_scheme("anafora")
    assert tml.meaning("DURING") == AllenSet("equal")
    assert tml.meaning("DURING", during="contained") == AllenSet("during")
    assert tml.meaning("DURING_INV", during="contained") == AllenSet("contains")
    assert tml.converse("DURING", during="contained") == "INCLUDES"
    assert find_scheme("tml-weak").meaning("DURING", during="contained") == AllenSet(
        [Allen.DURING, Allen.STARTS, Allen.FINISHES, Allen.EQUAL]
    )
    assert anafora.meaning("DURING", during="contained") == AllenSet("equal")


def test_a_scheme_is_a_value() -> None:
    again = pickle.loads(pickle.dumps(MINE))
    assert again == MINE
    assert hash(again) == hash(MINE)
    assert again.meaning("LATER") == MINE.meaning("LATER")


def test_a_scheme_that_cannot_be_read_is_not_made() -> None:
    with pytest.raises(SchemeError, match="label 'X': unknown Allen relation"):
        Scheme("bad", "", (("X", "sometimes"),))
