"""Files that are nearly of a format: documents that can be used, or an error that says where."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from tests.timeml.readers.examples import EXAMPLES, Files, as_files, read_all
from tests.timeml.test_fuzz import changed
from timegraph import build
from timegraph.documents.build import faults_of
from timeml import Document
from timeml.errors import ReaderFault
from timeml.readers import FORMATS, read_files

PIECES = [
    b"\t",
    b"\n",
    b"\r",
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"-1",
    b"1e99",
    b"null",
    b"#",
]


def same(one: Document) -> tuple[object, ...]:
    return (one, one.name, one.scheme, one.layout.format, one.diagnostics)


def test_every_format_has_an_example() -> None:
    assert set(EXAMPLES) == set(FORMATS)


def needs_its_library(format: str) -> None:
    if format == "uima":
        pytest.importorskip("cassis", reason="dkpro-cassis is not installed (extra uima)")


@pytest.mark.parametrize("format", EXAMPLES)
def test_an_example_is_recognised_and_read_the_same_when_named(format: str) -> None:
    needs_its_library(format)
    found = read_all(EXAMPLES[format])
    assert found
    shown = {"csp-points": "csp"}.get(format, format)  # whose labels are also those of intervals
    assert {one.layout.format for one in found} == {shown}
    if shown != format:
        return
    assert list(map(same, read_all(EXAMPLES[format], format))) == list(map(same, found))
    for one in found:
        assert faults_of(one) == one.diagnostics, "every label is known"
        assert one.linked
        assert set(one.entities) <= set(build(one, on_conflict="drop-link").entities)


@pytest.mark.parametrize("format", EXAMPLES)
@given(data=st.data())
def test_what_can_be_read_can_be_built(format: str, data: st.DataObject) -> None:
    needs_its_library(format)
    files = dict(EXAMPLES[format])
    name = data.draw(st.sampled_from(sorted(files)))
    files[name] = changed(data, files[name])
    if data.draw(st.booleans()):
        place = data.draw(st.integers(0, len(files[name])))
        piece = data.draw(st.sampled_from(PIECES))
        files[name] = files[name][:place] + piece + files[name][place:]
    can_be_used(files, data.draw(st.sampled_from([None, format])))


@pytest.mark.parametrize("format", EXAMPLES)
@given(data=st.data())
def test_numbers_and_ids_may_be_any(format: str, data: st.DataObject) -> None:
    needs_its_library(format)
    files = dict(EXAMPLES[format])
    name = data.draw(st.sampled_from(sorted(files)))
    parts = re.split(rb"(\d+|[A-Za-z_]{2,})", files[name])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(parts) - 1))
        others = st.sampled_from(parts) | st.sampled_from(
            [b"0", b"-7", b"9" * 30, b"", "é".encode()]
        )
        parts[place] = data.draw(others)
    files[name] = b"".join(parts)
    can_be_used(files, format)


@pytest.mark.parametrize("format", EXAMPLES)
@given(data=st.data())
def test_a_file_may_break_off_and_have_any_encoding(format: str, data: st.DataObject) -> None:
    needs_its_library(format)
    files = dict(EXAMPLES[format])
    name = data.draw(st.sampled_from(sorted(files)))
    text = files[name].decode()
    text = text[: data.draw(st.integers(0, len(text)))]
    text = text.replace("e", data.draw(st.sampled_from(["e", "\u00e9", "\U0001f60a", "\ud800"])))
    encoding = data.draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"]))
    errors = "surrogatepass" if encoding.startswith("utf") else "replace"
    files[name] = text.encode(encoding, errors)
    can_be_used(files, data.draw(st.sampled_from([None, format])))


@pytest.mark.parametrize("format", EXAMPLES)
@given(data=st.data())
def test_two_documents_in_one_file(format: str, data: st.DataObject) -> None:
    needs_its_library(format)
    files = dict(EXAMPLES[format])
    name = data.draw(st.sampled_from(sorted(files)))
    cut = data.draw(st.integers(0, len(files[name])))
    files[name] += data.draw(st.sampled_from([b"", b"\n", b","])) + files[name][cut:]
    can_be_used(files, format)


def can_be_used(files: Files, format: str | None) -> None:
    """Whether these files give documents that can be used, or errors that name their file."""
    for found in read_files(as_files(files), format=format):
        if found.error is not None:
            assert found.error.file, "an error names its file"
            assert found.error.message
            assert not isinstance(found.error, ReaderFault), "the reader says what is wrong"
            continue
        document = found.document
        assert document is not None
        for annotation in (*document.events, *document.timexes):
            if annotation.start is not None:
                assert annotation.end is not None
                assert 0 <= annotation.start < annotation.end <= len(document.text)
        faults_of(document)
        graph = build(document, on_conflict="drop-link")
        assert set(document.entities) <= set(graph.entities)
