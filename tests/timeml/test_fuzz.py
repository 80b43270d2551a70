"""Bytes that are nearly TimeML, and values that are nearly dates, through all that reads them."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given, strategies as st

import timeml
from timegraph import build
from timegraph.testing.strategies import documents
from timeml import TimeMLError, align_ids, open_collection

PIECES = [b"<", b">", b"&", b"&#0;", b"&#xD800;", b"]]>", b"<!--", b"<?x ?>", b"\0", b"\xff", b'"']
PIECES += [b"<EVENT eid='e1'>", b"</EVENT>", b"<TEXT>", b"</TEXT>", b"<TLINK/>", b"<!DOCTYPE x>"]


def changed(data: st.DataObject, original: bytes) -> bytes:
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(original)))
        stop = start + data.draw(st.integers(0, 30))
        new = data.draw(st.sampled_from(PIECES) | st.binary(max_size=5) | st.just(original[:stop]))
        original = original[:start] + new + original[stop:]
    return original


@given(st.data())
def test_what_can_be_read_can_be_built_and_aligned(data: st.DataObject) -> None:
    key = data.draw(documents())
    try:
        system = timeml.read(changed(data, timeml.write(key)))
    except TimeMLError:
        return
    for calendar in (False, True):
        graph = build(system, calendar=calendar)
        assert set(system.entities) <= set(graph.entities)
    renamed = align_ids(system=system, key=key).document
    assert len(renamed.entities) == len(system.entities)
    assert timeml.read(timeml.write(renamed)) == renamed


@given(st.data())
def test_changed_archives_give_documents_or_an_error(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in ("a.tml", "b/c.tml"):
            archive.writestr(name, b"<TimeML><TEXT>x</TEXT></TimeML>")
    path = tmp_path_factory.getbasetemp() / "fuzzed.zip"
    path.write_bytes(changed(data, stream.getvalue()))
    try:
        found = open_collection(path, recursive=True)
        for name in found:
            assert found.bytes(name) is not None
    except TimeMLError as error:
        refused = error
    else:
        return
    assert refused.file == str(path)
