"""How far apart entities stand."""

from __future__ import annotations

from tests.question_sets import KEY
from timegraph.task.question_sets.rules import Places
from timeml import read


def test_sentences_and_kinds() -> None:
    places = Places(read(KEY.encode()))
    assert places.sentence("e1") == places.sentence("e2") == 0
    assert places.sentence("t0") is None
    assert places.bin("e1", "e2") == "same sentence"
    assert places.bin("e3", "e1") == "next sentence"
    assert places.bin("e1", "e4") == "2 to 4 sentences"
    assert places.bin("e1", "t0") == "creation time"
    assert [places.kinds(*pair) for pair in (("e1", "e2"), ("t1", "e2"), ("t0", "t1"))] == [
        "event and event",
        "event and timex",
        "timex and timex",
    ]


def test_far_apart() -> None:
    sentences = " ".join(f'It <EVENT eid="e{n}">rained</EVENT>.' for n in range(7))
    places = Places(read(f"<TimeML><TEXT>{sentences}</TEXT></TimeML>".encode()))
    assert places.bin("e0", "e4") == "2 to 4 sentences"
    assert places.bin("e6", "e1") == "5 or more"
