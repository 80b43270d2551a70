"""The tokens of files: every character of the text, and a mark for every annotation."""

from __future__ import annotations

from pathlib import Path

import pytest

from timeml import Document, read
from timeml._model import Layout, Mark, Raw, Reference

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.tml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_layout_has_a_mark_for_each_annotation_and_ends_every_element(path: Path) -> None:
    document = read(path)
    tokens = document.layout.tokens
    assert tokens is not None
    count = tokens.count
    assert count(Mark.EVENT) == len(document.events)
    assert count(Mark.DCT) == (document.dct is not None)
    assert count(Mark.TIMEX3) + count(Mark.DCT) == len(document.timexes)
    assert count(Mark.SIGNAL) == len(document.signals)
    assert count(Mark.MAKEINSTANCE) == len(document.instances)
    assert count(Mark.TLINK) == len(document.tlinks)
    assert count(Mark.SLINK) == len(document.slinks)
    assert count(Mark.ALINK) == len(document.alinks)
    opened = [t for t in tokens if isinstance(t, Raw) and t.tag not in ("!--", "?")]
    spans = [t for t in tokens if t in (Mark.EVENT, Mark.DCT, Mark.TIMEX3, Mark.SIGNAL)]
    assert count(Mark.CLOSE) == len(opened) + len(spans)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_characters_of_the_text_are_the_text(path: Path) -> None:
    document = read(path)
    depth, inside, text = 0, document.layout.root_is_text, ""
    text_depth: int | None = None
    for token in document.layout.tokens or ():
        if isinstance(token, str):
            text += token if inside else ""
        elif token is Mark.CLOSE:
            if depth == text_depth:
                inside, text_depth = False, None
            depth -= 1
        elif isinstance(token, Raw) and token.tag not in ("!--", "?"):
            depth += 1
            if token.is_text:
                inside, text_depth = True, depth
        elif token in (Mark.EVENT, Mark.DCT, Mark.TIMEX3, Mark.SIGNAL):
            depth += 1
    assert text == document.text


def test_references_are_strings_that_say_what_they_are() -> None:
    document = read(b'<!DOCTYPE T SYSTEM "t.dtd"><TimeML><TEXT>a&nbsp;b</TEXT></TimeML>')
    tokens = document.layout.tokens
    assert tokens is not None
    assert [t for t in tokens if isinstance(t, Reference)] == ["&nbsp;"]


def test_layouts_are_compared_without_diagnostics() -> None:
    one = read(b"<TimeML><TEXT/></TimeML>").layout
    assert one != Layout()
    assert one == read(b"<TimeML><TEXT/></TimeML>").layout
    assert Document().layout == Layout()
    assert Document().layout.tokens is None


def test_instances_without_event_are_lost_and_not_marked() -> None:
    document = read(
        b'<TimeML><TEXT><EVENT eid="e1">a</EVENT></TEXT>'
        b'<MAKEINSTANCE eiid="ei1" eventID="e1"/><MAKEINSTANCE eiid="ei2" eventID="e2"/></TimeML>'
    )
    assert document.layout.lost == {"ei2"}
    raw = Raw("MAKEINSTANCE", (("eiid", "ei2"), ("eventID", "e2")))
    assert document.layout.tokens is not None
    assert raw in document.layout.tokens
