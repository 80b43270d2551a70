"""Input that is broken or means harm: an error that says where and what, quickly and in bounds."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import timeml
from tests.limits import cpu_limit
from timeml import TimeMLError

CASES = Path(__file__).parent / "cases"

BOMB = "<!DOCTYPE TimeML [<!ENTITY a 'aaaaaaaaaa'>" + "".join(
    f"<!ENTITY {name} '{f'&{before};' * 10}'>"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
LONG = "<!DOCTYPE TimeML [<!ENTITY a '" + "a" * 20_000 + "'>]>"
FILE = "<!DOCTYPE TimeML [<!ENTITY a SYSTEM 'file:///etc/hostname'>]>"
BODY = "<TimeML>\n<TEXT><EVENT eid='e1'>{}</EVENT></TEXT></TimeML>"

BROKEN = {
    "empty": ("", "1: the document is empty"),
    "blank": (" \n\t\n", "1: the document is empty"),
    "only-mark": ("\ufeff", "1: the document is empty"),
    "nul": ("\0\0\0\0", "1: the document contains only NUL bytes; download"),
    "nul-after-mark": ("\ufeff" + "\0" * 1000, "1: the document contains only NUL bytes; download"),
    "no-quotes": (
        "<TimeML><EVENT eid=e1/></TimeML>",
        "1: .*put the values of attributes in quotes",
    ),
    "nul-first": ("\0\0It rained.", "1: not well-formed XML: .*this is not XML"),
    "words": ("It rained.", "1: not well-formed XML: Start tag expected.*not XML"),
    "binary": ("\x89PNG\r\n\x1a\n\0\0", "not well-formed XML"),
    "nul-in-text": (BODY.format("a\0b"), "2: not well-formed XML: Invalid character"),
    "control-character": (BODY.format("a\x01b"), "2: not well-formed XML"),
    "cut-in-tag": ("<TimeML>\n<TEXT>It <EVENT eid='e1", "2: not well-formed XML"),
    "cut-in-text": ("<TimeML>\n<TEXT>It rai", "2: .*is the file complete"),
    "cut-in-comment": ("<TimeML>\n<!-- It", "2: not well-formed XML"),
    "cut-in-cdata": ("<TimeML>\n<![CDATA[It", "2: not well-formed XML"),
    "crossing-tags": (BODY.format("<a>x</EVENT><b>"), "2: .*mismatch"),
    "two-roots": ("<TimeML/>\n<TimeML/>", "2: .*Extra content"),
    "attribute-twice": ("<TimeML>\n<TEXT a='1' a='2'/></TimeML>", "2: .*redefined"),
    "unquoted": ("<TimeML>\n<TEXT a=1/></TimeML>", "2: not well-formed XML"),
    "bare-ampersand": (BODY.format("Smith & Sons"), "2: .*must be written &amp;"),
    "bare-less-than": (BODY.format("1 < 2"), "2: not well-formed XML"),
    "undeclared-entity": (BODY.format("a&nbsp;b"), "2: .*nbsp.*write the character itself"),
    "undeclared-prefix": ("<TimeML>\n<x:a/></TimeML>", "2: .*[Nn]amespace"),
    "other-format": ("<rss><channel/></rss>", "1: the root element is <rss>.*another format"),
    "unknown-encoding": ("<?xml version='1.0' encoding='martian'?><TimeML/>", "1: .*UTF-8"),
    "declared-utf-16": ("<?xml version='1.0' encoding='utf-16'?><TimeML/>", "1: not well-formed"),
    "bomb": (BOMB + "]>" + BODY.format("&i;"), "entit"),
    "bomb-unused": (
        BOMB + "]>" + BODY.format("x"),
        "1: entity 'b' contains markup.*write its text",
    ),
    "bomb-in-attribute": (BOMB + "]>" + BODY.replace("e1", "&i;"), "entit"),
    "quadratic": (LONG + BODY.format("&a;" * 10_000), "entit"),
    "quadratic-attribute": (LONG + BODY.replace("e1", "&a;" * 10_000), "entit"),
    "recursive": ("<!DOCTYPE T [<!ENTITY a '&a;'>]>" + BODY.format("&a;"), "entit"),
    "many-declarations": (
        "<!DOCTYPE TimeML ["
        + "".join(f"<!ATTLIST TimeML a{n} CDATA 'x'>" for n in range(100_000))
        + "]><TimeML/>",
        "1: the root element does not begin within 32 KB",
    ),
    "many-entities": (
        "<!DOCTYPE TimeML [<!ENTITY x ']>'>"
        + "".join(f"<!ENTITY a{n} 'x'>" for n in range(100_000))
        + "]><TimeML/>",
        "1: the root element does not begin within 32 KB",
    ),
    "markup-entity": (
        "<!DOCTYPE T [<!ENTITY a '<b/>'>]>" + BODY.format("&a;"),
        "1: entity 'a' contains markup",
    ),
    "parameter-entity": (
        "<!DOCTYPE T [\n<!ENTITY % a \"<!ENTITY b 'x'>\">\n%a; %a; ]>" + BODY.format("&b;"),
        "2: entity 'a' contains markup",
    ),
    "hidden-entity": (
        "\n<!DOCTYPE T [\n<!ENTITY % a \"&#60;!ENTITY b '&#38;#60;x/>'>\"> %a; ]>"
        + BODY.format("x"),
        "3: entity 'a' contains markup",
    ),
    "long-entity": (
        "<!DOCTYPE T [\n<!ENTITY b 'x'>\n<!ENTITY a '" + "a" * 2000 + "'>]>" + BODY.format("&a;"),
        "3: the entities expand to too much text",
    ),
    "external-entity": (FILE + BODY.format("&a;"), "2: the external entity 'a' is not loaded"),
    "external-in-attribute": (FILE + BODY.replace("e1", "&a;"), "2: .*external entity"),
    "deep": ("<TimeML>" + "<a>" * 100_000 + "</a>" * 100_000 + "</TimeML>", "too deep"),
    "deep-unclosed": ("<TimeML>" + "<EVENT eid='e1'>" * 100_000, "too deep"),
    "deep-and-huge": (
        "<TimeML>" + "<a>" * 1000 + "x" * 10_000_001 + "</a>" * 1000 + "</TimeML>",
        "nested more than 256 deep",
    ),
    "crowded": (
        "<TimeML>\n<TEXT " + " ".join(f"a{n}='x'" for n in range(100_000)) + "/></TimeML>",
        "2: an element has 100000 attributes",
    ),
    "crowded-event": (
        BODY.replace("eid", " ".join(f"a{n}='x'" for n in range(20_000)) + " eid"),
        "2: an element has 20001 attributes",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_input_is_refused_with_its_place(name: str, tmp_path: Path) -> None:
    xml, message = BROKEN[name]
    path = tmp_path / "broken.tml"
    path.write_bytes(xml.encode())
    error = pytest.raises(TimeMLError, match=f"(?s)broken\\.tml:.*?{message}")
    with cpu_limit(10), error as caught:
        timeml.read(path)
    assert caught.value.file == str(path)
    assert caught.value.line is not None
    assert str(caught.value).count("broken.tml") == 1
    with pytest.raises(TimeMLError, match=message):
        timeml.read(xml.encode())


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root reads all files")
def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "secret.tml"
    path.write_bytes(b"<TimeML/>")
    path.chmod(0)
    with pytest.raises(PermissionError, match=r"secret\.tml"):
        timeml.read(path)


@pytest.mark.slow
def test_many_repeated_ids_take_linear_time() -> None:
    spans = "<EVENT eid='e1'>x</EVENT><TEXT>y</TEXT>" * 20_000
    made = "<MAKEINSTANCE eventID='e2' eiid='ei1'/>" * 20_000
    links = "<TLINK lid='l1' relType='BEFORE'/>" * 20_000
    with cpu_limit(30):
        document = timeml.read(f"<TimeML>{spans}{made}{links}</TimeML>".encode())
        assert len(document.diagnostics) > 60_000
        assert timeml.read(timeml.write(document)) == document


@given(st.data())
def test_changed_bytes_give_a_document_or_an_error(data: st.DataObject) -> None:
    paths = sorted(CASES.glob("*.tml"))
    original = data.draw(st.sampled_from(paths)).read_bytes()
    place = st.integers(0, len(original))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(place)
        stop = start + data.draw(st.integers(0, 40))
        new = st.one_of(st.binary(max_size=6), st.sampled_from([b"<", b"&", b"</TEXT>", b'"']))
        original = original[:start] + data.draw(new) + original[stop:]
    try:
        document = timeml.read(original)
    except TimeMLError:
        return
    assert document.entities is not None
    assert document.linked is not None
    assert document.diagnostics is not None
    again = timeml.read(timeml.write(document))
    assert again == document
    assert again.linked == document.linked
