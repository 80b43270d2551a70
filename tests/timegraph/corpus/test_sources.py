"""Documents as work: read here or there, kept up to a limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.corpus import Documents, runner
from timegraph.corpus.runner import source_of
from timeml import TimeMLError, open_collection

GOOD = b"""<?xml version="1.0" ?>
<TimeML><DOCID>d</DOCID>
<DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-04" functionInDocument="CREATION_TIME">now</TIMEX3></DCT>
<TEXT>It <EVENT eid="e1" class="OCCURRENCE">rose</EVENT> and <EVENT eid="e2" class="OCCURRENCE">fell</EVENT>.</TEXT>
<MAKEINSTANCE eiid="ei1" eventID="e1" tense="PAST" aspect="NONE" polarity="POS" pos="VERB"/>
<MAKEINSTANCE eiid="ei2" eventID="e2" tense="PAST" aspect="NONE" polarity="POS" pos="VERB"/>
<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToEventInstance="ei2"/>
</TimeML>
"""  # noqa: E501 - a line break inside the annotations would be part of the text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Ten documents, of which one is no XML and one cannot be read at all."""
    place = tmp_path / "documents"
    place.mkdir()
    for number in range(10):
        (place / f"d{number}.tml").write_bytes(GOOD.replace(b">d<", f">{number}<".encode()))
    (place / "d3.tml").write_bytes(b"<TimeML><TEXT>")
    return place


def test_sources_read_what_the_collection_reads(folder: Path) -> None:
    documents = open_collection(folder)
    source = documents.source("d1.tml")
    assert source.read() == documents.read("d1.tml")
    assert source.read().name == "d1.tml"
    with pytest.raises(TimeMLError) as theirs:
        documents.read("d3.tml")
    with pytest.raises(TimeMLError) as ours:
        documents.source("d3.tml").read()
    assert str(ours.value) == str(theirs.value)


def test_many_documents_are_read_but_few_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "KEPT", 2)
    names = {str(number): f"d{number}.tml" for number in (0, 1, 2, 4)}
    documents = Documents(open_collection(folder), names, absent=["7"])
    assert [documents[name].docid for name in documents] == ["0", "1", "2", "4"]
    assert documents["7"].events == ()
    assert documents["0"] is documents["0"]
    last = documents["4"]
    assert documents["4"] is last
    assert documents["2"].docid == "2"
    assert documents["4"] is not last
    assert len(documents) == 4
    as_bytes = source_of(documents, "4", as_bytes=True)
    assert as_bytes.data
    assert as_bytes.read() == documents["4"]
    assert source_of(documents, "7", as_bytes=True).read() is documents["7"]
    assert source_of(documents, "4", as_bytes=False).data == b""


def test_a_name_that_several_files_have_is_an_error_when_read(folder: Path) -> None:
    for name in ("xY.tml", "Xy.tml"):
        (folder / name).write_bytes(GOOD)
    if len(list(folder.glob("[xX]*"))) < 2:
        pytest.skip("file names differ by case alone only on some systems")
    documents = open_collection(folder)
    source = documents.matching("XY")
    assert source is not None
    assert source.name == ""
    with pytest.raises(TimeMLError, match="matches several files"):
        source.read()
    assert documents.matching("other") is None
    found = documents.matching("d2")
    assert found is not None
    assert found.name == "d2.tml"
