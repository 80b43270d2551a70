"""What is collected from a tree: text, spans, links and tokens in file order."""

from __future__ import annotations

from pathlib import Path

import pytest

import timeml
from timeml import Document, TimeMLError
from timeml._model import Mark, Raw, Reference
from timeml._xml_tree import Visitor, characters, parse

CASES = Path(__file__).parent.parent / "cases"


def case(name: str) -> Document:
    return timeml.read(CASES / f"{name}.tml")


def visit(xml: str) -> Visitor:
    return Visitor(parse(xml.encode(), "a.tml"), "a.tml")


def test_nested_tags_come_in_file_order() -> None:
    document = case("nested")
    assert [e.text for e in document.events] == ["the 2014 flood relief", "flood", "", "was late"]
    assert document.timexes[1].text == "2014 flood"
    assert document.layout.instance_order == (1, 0, 2, 3)


def test_character_data_is_read_as_xml_means_it() -> None:
    document = case("entities")
    assert document.text == "Smith é Sons <traded> & gre<&>w 🚀 fell."
    assert document.events[1].extra == (("comment", '"a\nb" Smith é Sons'),)
    assert document.dct is not None
    assert document.dct.text == "3 Feb 2001"


def test_several_texts_are_one_and_no_text_is_the_whole() -> None:
    assert case("several_texts").text == "One began. Two ended."
    document = case("no_text")
    assert document.text.startswith("Filed 9/9/1999.\nRain fell.")
    assert document.dct is not None
    assert document.dct.start == 6


def test_elements_count_in_the_namespace_of_the_root_only() -> None:
    document = case("namespaced")
    assert [event.eid for event in document.events] == ["e1"]
    assert document.events[0].extra == (("{urn:example:other}id", "7"),)
    assert [link.lid for link, _, _ in document.linked] == ["l1"]


def test_entities_that_only_a_dtd_knows_stay_as_they_are() -> None:
    xml = b'<!DOCTYPE TimeML SYSTEM "TimeML.dtd"><TimeML><TEXT>a&nbsp;<EVENT eid="e1">b&copy;'
    document = timeml.read(xml + b"</EVENT></TEXT></TimeML>")
    assert document.text == "a&nbsp;b&copy;"
    assert document.events[0].text == "b&copy;"
    assert [diagnostic.code for diagnostic in document.diagnostics if diagnostic.line] == [
        "unresolved-entity"
    ] * 2
    assert b"a&nbsp;<EVENT" in timeml.write(document)


def test_tokens_come_in_file_order() -> None:
    visitor = visit(
        '<TimeML>x<TEXT n="1">a<EVENT eid="e1">b<i/></EVENT>c<!--d--></TEXT>'
        '<TLINK lid="l1"/>y</TimeML>'
    )
    assert visitor.tokens == [
        "x",
        Raw("TEXT", (("n", "1"),), is_text=True),
        "a",
        Mark.EVENT,
        "b",
        Raw("i"),
        Mark.CLOSE,
        Mark.CLOSE,
        "c",
        Raw("!--", content="d"),
        Mark.CLOSE,
        Mark.TLINK,
        "y",
    ]
    assert visitor.texts == ["abc"]
    assert visitor.spans["EVENT"]["e1"][:5] == ["e1", None, 1, 2, "b"]


def test_what_is_outside_the_text_has_words_and_no_position() -> None:
    visitor = visit('<TimeML><H><EVENT eid="e1">a<i>b</i></EVENT></H><TEXT>c</TEXT></TimeML>')
    assert visitor.spans["EVENT"]["e1"][2:5] == [None, None, "ab"]


def test_only_the_first_timex_in_the_dct_is_the_creation_time() -> None:
    visitor = visit(
        '<TimeML><TEXT><TIMEX3 tid="t1"/></TEXT><DCT><b><TIMEX3 tid="t2"/></b>'
        '<TIMEX3 tid="t3"/></DCT></TimeML>'
    )
    assert visitor.creation == "t2"
    assert visitor.tokens.count(Mark.DCT) == 1


def test_characters_of_elements_within_links_are_kept() -> None:
    visitor = visit("<TimeML><TEXT>a<TLINK lid='l1'>b<i>c</i></TLINK>d</TEXT></TimeML>")
    assert visitor.texts == ["abcd"]
    assert characters(visitor.tokens) == "abcd"


def test_an_undeclared_entity_is_reported() -> None:
    visitor = visit("<!DOCTYPE T SYSTEM 't.dtd'><TimeML>\na&nbsp;</TimeML>")
    assert visitor.tokens[1] == Reference("&nbsp;")
    assert [
        (diagnostic.code, diagnostic.message, diagnostic.line) for diagnostic in visitor.diagnostics
    ] == [
        (
            "unresolved-entity",
            "the file does not declare the entity &nbsp;; the text keeps it as it is",
            2,
        )
    ]


@pytest.mark.parametrize("element", ["i", "EVENT", "TLINK"])
def test_too_many_attributes_are_an_error_with_a_line(element: str) -> None:
    xml = f"<TimeML>\n<{element} " + " ".join(f"a{n}=''" for n in range(257)) + "/></TimeML>"
    with pytest.raises(TimeMLError, match=r"^a\.tml:2: .*257 attributes; this is not TimeML"):
        visit(xml)
