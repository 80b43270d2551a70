"""Reading TimeML in all its variants."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import timeml
from timeml import Document
from timeml.errors import ReaderFault

CASES = Path(__file__).parent / "cases"
ALL_CASES = sorted(path.name for path in CASES.glob("*.tml"))


def case(name: str) -> Document:
    return timeml.read(CASES / f"{name}.tml")


def codes(document: Document) -> list[tuple[str, str, int | None]]:
    return [
        (diagnostic.code, diagnostic.id, diagnostic.line) for diagnostic in document.diagnostics
    ]


def assert_spans_fit(document: Document) -> None:
    for annotation in (*document.events, *document.timexes, *document.signals):
        if annotation.start is not None:
            assert document.text[annotation.start : annotation.end] == annotation.text


@pytest.mark.parametrize("name", ALL_CASES)
def test_offsets_slice_to_the_surface_text(name: str) -> None:
    assert_spans_fit(timeml.read(CASES / name))


def test_every_part_of_a_tempeval3_document_is_kept() -> None:
    document = case("tempeval3")
    assert document.name == "tempeval3.tml"
    assert document.docid == "harbour"
    assert document.text.startswith("\nA ferry sank yesterday.\n")
    assert document.dct is not None
    assert (document.dct.tid, document.dct.start, document.dct.text) == ("t0", None, "12 May 2004")
    assert [timex.tid for timex in document.timexes] == ["t0", "t1", "t2"]
    assert document.timexes[1].anchor_time_id == "t0"
    assert document.timexes[1].temporal_function == "true"
    assert document.timexes[2].mod == "APPROX"
    assert [(e.eid, e.text, e.start, e.line) for e in document.events] == [
        ("e9", "sinks", None, 8),
        ("e1", "sank", 9, 11),
        ("e2", "said", 32, 12),
        ("e3", "begun", 52, 12),
    ]
    begun = document.events[3].instances[0]
    assert (begun.eiid, begun.aspect, begun.signal_id, begun.cardinality, begun.line) == (
        *("ei12", "PERFECTIVE", "s1", "1"),
        17,
    )
    assert document.events[0].instances == ()
    link = document.tlinks[2]
    assert (link.lid, link.source, link.target, link.signal_id) == ("l3", "ei12", "t2", "s1")
    assert (link.source_attribute, link.target_attribute) == ("eventInstanceID", "relatedToTime")
    assert (link.extra, link.line) == ((("origin", "USER"),), 21)
    assert document.tlinks[1].source_attribute == "timeID"
    assert document.slinks[0].subordinated_event_instance == "ei12"
    assert document.alinks[0].related_to_event_instance == "ei10"
    assert [signal.text for signal in document.signals] == ["before"]


def test_timeml_1_2_with_its_dtd_dct_in_the_text_and_links_anywhere() -> None:
    document = case("timeml12")
    assert document.dct is not None
    assert (document.dct.tid, document.dct.text) == ("t31", "2 March 1997")
    assert document.dct.start == 1
    assert [i.eiid for i in document.events[0].instances] == ["ei40", "ei41"]
    assert document.events[0].instances[0].extra == (("negation", "false"),)
    assert [i.eiid for i in document.instances] == ["ei40", "ei41", "ei50", "ei60"]
    assert document.timexes[1].quant == "EVERY"
    assert document.tlinks[0].extra == (("magnitude", "t32"),)
    assert document.diagnostics == ()


def test_key_files_need_no_instances() -> None:
    document = case("key_events_only")
    assert document.entities == ("t0", "e1", "t1", "e2")
    assert document.resolve("ei2") == "e2"
    assert document.events[0].class_ is None
    (diagnostic,) = document.diagnostics
    assert str(diagnostic) == (
        "the document has no MAKEINSTANCE; the eids of its 2 EVENTs are used instead [no-instance]"
    )
    one = timeml.read(b"<TimeML><TEXT><EVENT eid='e1'>x</EVENT></TEXT></TimeML>")
    assert "MAKEINSTANCE; the eid of its EVENT is used" in one.diagnostics[-1].message
    assert "no-instance" not in [
        d.code for d in timeml.read(b"<TimeML><TEXT/></TimeML>").diagnostics
    ]


def test_events_may_hold_what_belongs_to_instances() -> None:
    document = case("event_attributes")
    assert dict(document.events[0].extra)["tense"] == "PAST"
    ends = [(source, target) for _, source, target in document.linked]
    assert ends == [("e1", "e2"), ("e1", "t0")]
    assert document.tlinks[1].source_attribute == "eventID"


def test_links_that_cannot_be_used_are_kept_and_named() -> None:
    document = case("broken_links")
    assert [link.lid for link in document.tlinks][:3] == ["l1", "l2", "l3"]
    assert [link.line for link, _, _ in document.linked] == [11, 12, 14]
    assert codes(document) == [
        ("no-instance", "e2", 4),
        ("dangling-id", "l1", 6),
        ("unknown-reltype", "l2", 7),
        ("dangling-id", "l3", 8),
        ("dangling-id", "l4", 9),
        ("unknown-reltype", "l5", 10),
        ("self-link", "l6", 11),
        ("missing-id", "", 12),
        ("unknown-reltype", "l8", 13),
        ("dangling-id", "l10", 15),
    ]


def test_sources_are_paths_bytes_and_binary_files(tmp_path: Path) -> None:
    path = CASES / "tempeval3.tml"
    data = path.read_bytes()
    expected = timeml.read(path)
    with path.open("rb") as stream:
        assert timeml.read(stream).name == "tempeval3.tml"
    for source in (str(path), data, bytearray(data), memoryview(data), io.BytesIO(data)):
        assert timeml.read(source) == expected
    assert timeml.read(data).name == ""
    assert timeml.read(data, name="given.tml").name == "given.tml"
    with pytest.raises(TypeError, match="encode XML text"):
        timeml.read(data.decode())
    with pytest.raises(TypeError, match="binary mode"):
        timeml.read(io.StringIO("<TimeML/>"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not int"):
        timeml.read(3)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError, match=r"missing\.tml"):
        timeml.read(tmp_path / "missing.tml")
    with pytest.raises(OSError, match=tmp_path.name):
        timeml.read(tmp_path)


@pytest.mark.data
@pytest.mark.slow
def test_all_corpora_are_read_with_fitting_offsets(data: Path) -> None:
    folders = {
        "tempeval3/TBAQ-cleaned": 256,
        "tempeval3/te3-platinum": 20,
        "tempeval3/silver-sample": 205,
        "qa-tempeval": 0,
        "tlink": 0,
    }
    for folder, count in folders.items():
        paths = sorted((data / folder).rglob("*.tml"))
        assert len(paths) == count or (not count and paths)
        for path in paths:
            document = timeml.read(path)
            assert_spans_fit(document)
            assert (document.text and document.dct is not None) or folder == "tlink", path
            left_out = {"dangling-id", "unknown-reltype", "duplicate-id"}
            named = {
                diagnostic.id for diagnostic in document.diagnostics if diagnostic.code in left_out
            }
            linked = {link.lid for link, _, _ in document.linked}
            assert {link.lid for link in document.tlinks} - linked <= named


def test_whatever_fails_in_the_reader_is_an_error_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*args: object) -> None:
        raise IndexError("at 5")

    monkeypatch.setattr("timeml.parser.document_of", fails)
    path = tmp_path / "a.tml"
    path.write_bytes(b"<TimeML/>")
    with pytest.raises(ReaderFault, match=r"a\.tml: the reader of timeml failed .*at 5"):
        timeml.read(path)
