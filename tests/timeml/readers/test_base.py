"""Link lists beside the TimeML documents that they annotate."""

from __future__ import annotations

from pathlib import Path

from tests.timeml.readers.examples import read_all
from timeml import open_collection, read, write
from timeml.readers.base import with_base

BASE = b"""\
<TimeML><DOCID>one</DOCID><DCT><TIMEX3 tid="t25" type="DATE" value="1998-01-08"
 functionInDocument="CREATION_TIME">Jan 8</TIMEX3></DCT>
<TEXT>She <EVENT eid="e1" class="OCCURRENCE">left</EVENT> on
<TIMEX3 tid="t2" type="DATE" value="1998-01-05">Monday</TIMEX3>.</TEXT>
<MAKEINSTANCE eiid="ei71" eventID="e1"/>
<TLINK lid="l9" relType="BEFORE" eventInstanceID="ei71" relatedToTime="t25"/></TimeML>
"""
LIST = b"one\te1\tt0\tb\none\te1\tt2\tii\none\te5\te1\ta\none\tt7\te1\tv\n"


def test_links_keep_their_meaning_and_get_the_text() -> None:
    (listed,) = read_all({"x.tsv": LIST})
    whole = with_base(listed, read(BASE))
    assert (whole.name, whole.scheme, whole.layout.format) == ("one", "tbd", "link-list")
    assert whole.events[0].text == "left"
    assert whole.dct is not None
    assert whole.dct.tid == "t25"
    assert [(k.source, k.rel_type, k.target, k.line) for k in whole.tlinks] == [
        ("ei71", "b", "t25", 1), ("ei71", "ii", "t2", 2), ("e5", "a", "ei71", 3),
        ("t7", "v", "ei71", 4),
    ]  # fmt: skip
    first = whole.tlinks[0]
    assert (first.source_attribute, first.target_attribute) == ("eventInstanceID", "relatedToTime")
    assert len(whole.linked) == 4
    # What only the list has stays, without a place.
    assert [event.start is None for event in whole.events] == [False, True]
    assert [timex.tid for timex in whole.timexes] == ["t25", "t2", "t7"]
    assert whole.diagnostics == ()
    assert read(write(whole)).text == whole.text


def test_a_base_without_creation_time_gets_that_of_the_list() -> None:
    (listed,) = read_all({"x.tsv": LIST})
    base = read(BASE.replace(b"CREATION_TIME", b"NONE").replace(b"DCT>", b"X>"))
    whole = with_base(listed, base)
    assert whole.dct is not None
    assert [timex.tid for timex in whole.timexes] == ["t0", "t25", "t2", "t7"]
    assert whole.tlinks[0].target == "t0"


def test_a_collection_takes_texts_from_another(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "one.tml").write_bytes(BASE)
    (tmp_path / "x.tsv").write_bytes(LIST + b"two\te1\te2\tb\n")
    lists = open_collection(tmp_path / "x.tsv")
    whole = lists.with_texts(open_collection(tmp_path / "base"))
    assert [bool(whole.read(name).text) for name in whole] == [True, False]
    assert not lists.read("one").text
