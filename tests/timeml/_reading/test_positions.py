"""Lines and columns of start tags, against where the bytes have them."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from timeml import Position, positions, read

TEXT = """\
<?xml version="1.0"?>
<TimeML><TEXT>日本 é <EVENT eid="e1" class="a>b">ate</EVENT>
<!-- <EVENT eid="e2"/> --><EVENT
  class="STATE"
  eid="e2">was</EVENT></TEXT>
<MAKEINSTANCE eventID="e1" eiid="ei1"/><TLINK relType="BEFORE"/><TLINK/>
</TimeML>
"""


def test_one_line_and_several() -> None:
    found = positions(TEXT.encode())
    assert found.find("EVENT", "e1") == Position(2, 20, 2, 48)
    assert found.find("EVENT", "e2") == Position(3, 27, 5, 12)
    assert found.find("MAKEINSTANCE", "ei1", 6) == Position(6, 1, 6, 40)


def test_annotations_without_id_are_found_by_line() -> None:
    found = positions(TEXT.encode())
    assert found.find("TLINK", "", 6) == Position(6, 40, 6, 65)
    assert found.find("TLINK", "", 7) is None
    assert found.find("TLINK", "l1") is None


def test_the_line_decides_between_annotations_of_one_id() -> None:
    data = b'<TimeML>\n<TLINK lid="l1"/>\n<TLINK lid="l1"/>\n</TimeML>'
    assert positions(data).find("TLINK", "l1", 3) == Position(3, 1, 3, 18)


@given(st.lists(st.sampled_from(["<TLINK/>", "<TLINK\n/>", "<TLINK\n\n/>", "\n"]), max_size=8))
def test_the_first_of_several_around_a_line_is_found(pieces: list[str]) -> None:
    line, lines = 1, []
    for piece in pieces:
        after = line + piece.count("\n")
        if piece != "\n":
            lines.append((line, after))
        line = after
    found = positions(f"<TimeML>{''.join(pieces)}</TimeML>".encode())
    for wanted in range(line + 2):
        first = next((span for span in lines if span[0] <= wanted <= span[1]), None)
        position = found.find("TLINK", "", wanted)
        assert (position and (position.line, position.end_line)) == first


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-32-be", codecs.BOM_UTF32_BE),
    ],
)
def test_any_encoding_has_the_same_columns(encoding: str, mark: bytes) -> None:
    text = TEXT.replace("é", "e")
    data = mark + text.encode(encoding)
    assert read(data).events[0].line == 2
    assert positions(data).find("EVENT", "e1") == Position(2, 20, 2, 48)


def test_latin_1_and_carriage_returns() -> None:
    text = '<?xml version="1.0" encoding="iso-8859-1"?>\r\n<TimeML>é<EVENT\r\n eid="e1"/></TimeML>'
    found = positions(text.encode("latin-1")).find("EVENT", "e1")
    assert found == Position(2, 10, 3, 12)


def test_blanks_before_the_declaration_count() -> None:
    data = b'\n\n <?xml version="1.0"?>\n<TimeML><EVENT eid="e1"/></TimeML>'
    assert read(data).events[0].line == 4
    assert positions(data).find("EVENT", "e1", 4) == Position(4, 9, 4, 26)


def test_a_namespace_is_not_part_of_the_name() -> None:
    data = b'<TimeML xmlns="urn:x"><EVENT eid="e1"/></TimeML>'
    assert positions(data).find("EVENT", "e1") == Position(1, 23, 1, 40)


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\0", b"<TimeML", "<a>ä</a>".encode("cp037")])
def test_what_cannot_be_read_has_no_positions(data: bytes) -> None:
    assert positions(data).find("EVENT", "e1") is None


def test_what_stands_before_an_error_is_found() -> None:
    assert positions(b'<TimeML>\n<EVENT eid="e1"/>\n<<').find("EVENT", "e1") is not None


@given(st.lists(st.sampled_from(["a", "é", "\n", " ", "日", "𝄞"]), max_size=30).map("".join))
def test_columns_count_characters_since_the_line_began(before: str) -> None:
    tag = '<EVENT eid="e1">'
    found = positions(f"<T>{before}{tag}</EVENT></T>".encode()).find("EVENT", "e1")
    rows = f"<T>{before}".split("\n")
    assert found == Position(len(rows), len(rows[-1]) + 1, len(rows), len(rows[-1]) + len(tag) + 1)


@pytest.mark.data
def test_every_annotation_of_a_corpus_has_a_position_that_ends_on_its_line(data: Path) -> None:
    files = sorted((data / "tempeval3" / "te3-platinum").rglob("*.tml"))
    assert files
    for file in files:
        content = file.read_bytes()
        document, found = read(content), positions(content)
        for link in document.tlinks:
            position = found.find("TLINK", link.lid, link.line)
            assert position is not None
            assert position.end_line == link.line
