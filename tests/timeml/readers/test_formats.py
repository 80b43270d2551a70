"""Recognising the format of a file by how it begins."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from timeml import writers
from timeml.readers.formats import FORMATS, FormatName, begins_as, recognise, unknown

BEGINNINGS = {
    "timeml": b'<?xml version="1.0"?>\n<!-- a - b -->\n<TimeML xmlns:x="y">',
    "link-list": b"APW1\te1\tt0\tv\n",
    "matres": b"APW1\tsaid\twent\t1\t20\tBEFORE\n",
}


@pytest.mark.parametrize("format", BEGINNINGS)
def test_a_beginning_shows_its_format(format: str, tmp_path: Path) -> None:
    data = BEGINNINGS[format]
    assert recognise("file", data) == format
    assert recognise("file", b"\xef\xbb\xbf" + data) == format
    assert recognise("file", ("\ufeff" + data.decode()).encode("utf-16-le")) == format
    assert recognise("file", data.replace(b"\n", b"\r\n")) == format
    (tmp_path / "file").write_bytes(data + b"x" * 100_000)
    assert begins_as(tmp_path / "file") == format


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"# A corpus\n", b"<html><body>", b"{}", b"[]", b"a\tb\tc\td\n",
     b"one\ttwo\n", b"\x00\x01\x02", b"\xff\xfe", b"PK\x03\x04", b"name\te1\tt0\n"],
)  # fmt: skip
def test_other_files_show_none(data: bytes) -> None:
    assert recognise("README.md", data) is None


@pytest.mark.parametrize(
    ("lines", "format"),
    [
        (b"", "link-list"),
        (b"a\tT1\tx-2\tis before\n", "link-list"),
        (b"a\tsaid\twent\tT1\tT2\tis before\n", "matres"),
    ],
)
def test_a_list_is_known_by_the_comment_that_names_its_labels(lines: bytes, format: str) -> None:
    assert recognise("a.tsv", b'# timegraph labels="mine"\n' + lines) == format
    assert recognise("a.tsv", b"# a comment\n" + lines) is None


def test_every_format_is_described() -> None:
    for name, format in FORMATS.items():
        assert format.name == name
        assert format.about
        assert all(part.isidentifier() for part in re.split("[-.:]", format.module or name))


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"A1\tNegated T3\n", b"#1\tAnnotatorNotes T3\tx\n", b"*\tEquiv T1 T2\n"]
)
def test_a_file_of_brat_may_be_empty_or_begin_with_anything_of_brat(data: bytes) -> None:
    assert recognise("a.ann", data) == "brat"


def test_text_in_another_root_is_still_taken_for_timeml() -> None:
    assert recognise("a.xml", b"<article><TEXT>It <EVENT eid='e1'>rained</EVENT></TEXT>") is None


def test_the_names_of_formats_for_type_checkers() -> None:
    assert get_args(FormatName) == ("timeml", *FORMATS)
    assert get_args(writers.FormatName) == tuple(writers.FORMATS)


DENSE = "d\te1\te2\tb\nd\te2\tt0\tv\nd\te1\tt0\ta\n"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_do_not_hide_a_format(encoding: str, end: str) -> None:
    assert recognise("a.dat", DENSE.replace("\n", end).encode(encoding)) == "link-list"


@pytest.mark.parametrize(
    "head",
    [
        "# made by hand\n" + DENSE,
        "document\tone\tother\tlabel\n" + DENSE,
        "d\te\xe9\te2\tb\n" + DENSE,
        DENSE + "d\te1",
    ],
)
def test_a_broken_line_does_not_hide_a_list(head: str) -> None:
    assert recognise("a.dat", head.encode("latin-1")) == "link-list"


@pytest.mark.parametrize("ending", ["", ".txt", ".dat", ".tsv"])
def test_layers_may_have_an_ending(ending: str) -> None:
    head = b"# fileName\tentityID_A\trelation_to_DCT\tcomment\n"
    assert recognise(f"x/tlink-event-dct{ending}", head) == "estonian"
    assert recognise("tlink-event-dct.ann-a", head) is None, "an annotator's own layer"


def test_a_document_type_does_not_hide_a_format() -> None:
    head = b'<!DOCTYPE data [<!ENTITY a "b">]>\n<data><annotations>'
    assert recognise("a.xml", head) == "anafora"


@pytest.mark.parametrize(
    "head", [b"He left.\n", b"a,b,c\n1,2,3\n", b'{"a": [1]}', b"\x89PNG\r\n\x1a\n\0\0", b"\0" * 50]
)
def test_what_is_of_no_format_is_told_the_formats(head: bytes) -> None:
    assert recognise("a.txt", head) is None
    error = unknown("in/a.txt", head)
    assert error is not None
    assert str(error).startswith("in/a.txt:1: is not TimeML, and its format was not recognized")
    for name in FORMATS:
        assert name in error.message


@pytest.mark.parametrize("head", [b"", b" \n", b"<note>", "<note>".encode("utf-16")])
def test_what_is_empty_or_xml_is_left_to_the_parser(head: bytes) -> None:
    assert unknown("a.txt", head) is None
