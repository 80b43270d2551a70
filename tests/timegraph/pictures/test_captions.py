"""Captions: the words of a document's entities."""

from __future__ import annotations

from timegraph.pictures.layout import caption_of
from timeml import read

DOCUMENT = read(
    b'<TimeML><TEXT>He <EVENT eid="e1">ran  and\nran and ran and ran and ran</EVENT> '
    b'<TIMEX3 tid="t1" type="DATE" value="2020">then</TIMEX3>.</TEXT></TimeML>'
)


def test_words_are_shortened_and_kept():
    caption = caption_of("e1", DOCUMENT)
    assert caption.whole == "ran and ran and ran and ran and ran"
    assert len(caption.words) <= 28
    assert caption.words.endswith("\u2026")
    assert (caption.kind, caption.start) == ("event", 3)


def test_a_time_has_a_sign_and_a_value():
    caption = caption_of("t1", DOCUMENT)
    assert (caption.kind, caption.value) == ("timex", "2020")
    assert caption.label.endswith(" then")
    assert caption.label != "then"


def test_an_entity_without_a_document_has_its_name():
    assert caption_of(("a", 1)).label == "('a', 1)"
    assert caption_of("e9", DOCUMENT).kind == "other"
