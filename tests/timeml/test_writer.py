"""Writing TimeML: nothing is lost, and what XML cannot hold is refused."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import timeml
from tests.timeml.corpora import unlike
from timeml import ALink, Document, Event, Instance, Signal, SLink, Timex3, TLink
from timeml.writer import write_pieces

CASES = Path(__file__).parent / "cases"
ALL_CASES = sorted(path.name for path in CASES.glob("*.tml"))
DCT = Timex3("t0", "DATE", "2001", None, None, "2001", "CREATION_TIME")


@pytest.mark.parametrize("name", ALL_CASES)
def test_what_is_written_reads_equal_and_is_stable(name: str) -> None:
    document = timeml.read(CASES / name)
    data = timeml.write(document)
    again = timeml.read(data)
    assert again == document
    assert again.entities == document.entities
    assert again.linked == document.linked
    assert timeml.write(again) == data
    if name != "entities.tml":  # where an entity's text has joined the text around it
        assert again.layout == document.layout


@pytest.mark.parametrize("name", ALL_CASES)
def test_documents_are_written_without_their_layout_too(name: str) -> None:
    document = timeml.read(CASES / name)
    bare = dataclasses.replace(document, layout=type(document.layout)())
    if document.dct is not None and document.dct.start is not None:
        assert timeml.read(timeml.write(bare)).timexes == document.timexes
    assert timeml.read(timeml.write(bare)) == bare


def test_unknown_parts_survive() -> None:
    data = timeml.write(timeml.read(CASES / "unknown.tml"))
    for part in (
        b"<!-- before -->",
        b'<HEAD kind="a"><LINE>one</LINE> &amp; <LINE my:n="2">two</LINE></HEAD>',
        b"<DCT>Oslo, <TIMEX3 ",
        b'my:sure="yes">1 January</TIMEX3> (staff)</DCT>',
        b'<TEXT my:kind="news"><!-- in the text --><p>It <EVENT ',
        b'my:score="0.5" stem="rain">rai<b>ned</b><!-- in an event --></EVENT></p><?page 2?>.',
        b"\nstray words\n",
        b'mood="NONE"/>',
        b'<my:CONFIDENCE tagId="ei1"><my:VALUE>0.9</my:VALUE></my:CONFIDENCE>',
        b"<note>words</note>",
        b"<!-- after the link -->\n</TimeML>",
        b"<!-- after -->",
        b"<?end ?>",
        b'<?style sheet="x"?>',
        b'<TimeML xmlns:my="urn:example:my" version="9" xml:lang="en">',
    ):
        assert part in data


def test_the_dtd_stays_and_the_encoding_becomes_utf_8() -> None:
    data = timeml.write(timeml.read(CASES / "timeml12.tml"))
    head = b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE TimeML SYSTEM "TimeML.dtd">\n'
    assert data.startswith(head)


def test_a_file_is_written_where_asked(tmp_path: Path) -> None:
    document = timeml.read(CASES / "nested.tml")
    path = tmp_path / "out.tml"
    data = timeml.write(document, path)
    assert path.read_bytes() == data
    assert timeml.read(path) == document
    with pytest.raises(FileNotFoundError, match="nowhere"):
        timeml.write(document, tmp_path / "nowhere" / "out.tml")


def test_a_document_made_in_python_gets_the_usual_layout() -> None:
    document = Document(
        docid="a1",
        text="It rained & stopped.",
        dct=DCT,
        timexes=(DCT,),
        events=(
            Event("e1", "OCCURRENCE", 3, 9, "rained", (Instance("ei1", "e1", tense="PAST"),)),
            Event("e2", None, 12, 19, "stopped"),
        ),
        tlinks=(TLink("l1", "BEFORE", "ei1", "t0", target_attribute="relatedToTime"),),
    )
    assert timeml.write(document).decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<TimeML>\n\n<DOCID>a1</DOCID>\n\n'
        '<DCT><TIMEX3 tid="t0" type="DATE" value="2001" functionInDocument="CREATION_TIME">2001'
        '</TIMEX3></DCT>\n\n<TEXT>It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT> &amp; '
        '<EVENT eid="e2">stopped</EVENT>.</TEXT>\n\n'
        '<MAKEINSTANCE eiid="ei1" eventID="e1" tense="PAST"/>\n'
        '<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToTime="t0"/>\n'
        "</TimeML>\n"
    )


def event(eid: str, start: int, end: int, text: str) -> Event:
    return Event(eid, None, start, end, text)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (Document(text="abc", events=(event("e1", 0, 2, "ab"), event("e2", 1, 3, "bc"))), "nest"),
        (Document(text="abc", events=(event("e1", 2, 9, "c"),)), "EVENT e1: its span 2:9"),
        (Document(text="abc", events=(event("e1", 0, 2, "xy"),)), "EVENT e1: its text is 'xy'"),
        (Document(text="abc", timexes=(Timex3("t1", None, None, 2, 1, ""),)), "TIMEX3 t1: its"),
        (Document(text="abc", signals=(Signal("s1", -1, 1, ""),)), "SIGNAL s1: its span"),
        (Document(text="a\x00c"), "XML"),
        (Document(text="a\ud800c"), "surrogates|XML"),
        (Document(tlinks=(TLink("\x01", "BEFORE", "e1", "e2"),)), "XML"),
        (Document(tlinks=(TLink("l", "BEFORE", "e1", "e2", extra=(("a b", "c"),)),)), "name"),
    ],
)
def test_what_xml_cannot_hold_is_refused(document: Document, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        timeml.write(document)


# Documents by drawing their tags first, so that spans nest and slice to the text.

# What XML cannot hold. Not a filter, with which texts are drawn one character after the other.
ILLEGAL = "\ufffe\uffff" + "".join(char for char in map(chr, range(32)) if char not in "\t\n\r")
LEGAL = st.characters(codec="utf-8", exclude_characters=ILLEGAL, exclude_categories=["Cs"])
TEXT = st.text(LEGAL, max_size=6)
NAMES = st.sampled_from(["stem", "origin", "my-own", "{urn:example}kind", "é"])
EXTRA = st.dictionaries(NAMES, TEXT, max_size=2).map(lambda found: tuple(found.items()))
OPTIONAL = st.none() | TEXT
TREES: st.SearchStrategy[Any] = st.recursive(
    TEXT,
    lambda inner: st.tuples(
        st.sampled_from(["EVENT", "TIMEX3", "SIGNAL"]), st.lists(inner, max_size=3)
    ),
    max_leaves=8,
)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    pieces: list[str] = []
    events: list[Event] = []
    timexes: list[Timex3] = []
    signals: list[Signal] = []

    def add(tree: Any) -> None:
        if isinstance(tree, str):
            pieces.append(tree)
            return
        kind, inner = tree
        group: list[Any] = {"EVENT": events, "TIMEX3": timexes, "SIGNAL": signals}[kind]
        index, start, place = len(group), sum(map(len, pieces)), len(pieces)
        group.append(None)
        for one in inner:
            add(one)
        text = "".join(pieces[place:])
        end, extra = start + len(text), draw(EXTRA)
        if kind == "EVENT":
            eid = f"e{index}"
            count = draw(st.integers(0, 2))
            tense = draw(OPTIONAL)
            made = tuple(Instance(f"{eid}i{n}", eid, tense, extra=extra) for n in range(count))
            group[index] = Event(eid, draw(OPTIONAL), start, end, text, made, extra)
        elif kind == "TIMEX3":
            value, mod = draw(OPTIONAL), draw(OPTIONAL)
            group[index] = Timex3(
                f"t{index}", "DATE", value, start, end, text, mod=mod, extra=extra
            )
        else:
            group[index] = Signal(f"s{index}", start, end, text, extra)

    for tree in draw(st.lists(TREES, max_size=4)):
        add(tree)
    dct = draw(st.none() | st.just(DCT) | TEXT.map(lambda t: dataclasses.replace(DCT, text=t)))
    if dct is not None:
        timexes = [
            dct,
            *(dataclasses.replace(timex, tid=f"u{timex.tid}") for timex in timexes),
        ]
    outside = draw(TEXT.map(lambda text: [Event("e77", None, None, None, text)]) | st.just([]))
    label = st.sampled_from(["BEFORE", "iafter", "VAGUE", ""])
    ids = st.sampled_from(["", "e0", "ei0", "e0i1", "t0", "t1", "e77"])
    link = st.builds(TLink, st.sampled_from(["", "l1", "l2"]), label, ids, ids, extra=EXTRA)
    others = st.tuples(st.just("l3"), TEXT, ids, ids, OPTIONAL)
    return Document(
        text="".join(pieces),
        docid=draw(st.none() | st.sampled_from(["a", "x y"])),
        dct=dct,
        events=(*outside, *events),
        timexes=tuple(timexes),
        signals=tuple(signals),
        tlinks=tuple(draw(st.lists(link, max_size=3))),
        slinks=tuple(draw(st.lists(others.map(lambda given: SLink(*given)), max_size=1))),
        alinks=tuple(draw(st.lists(others.map(lambda given: ALink(*given)), max_size=1))),
    )


@given(documents())
def test_writing_then_reading_is_the_identity(document: Document) -> None:
    data = timeml.write(document)
    again = timeml.read(data)
    assert again == document
    assert again.entities == document.entities
    assert again.linked == document.linked
    for annotation in (*again.events, *again.timexes, *again.signals):
        if annotation.start is not None:
            assert again.text[annotation.start : annotation.end] == annotation.text
    assert timeml.write(again) == data
    assert timeml.read(timeml.write(again)).layout == again.layout


@given(documents(), documents())
def test_any_annotations_can_be_put_into_any_layout(first: Document, second: Document) -> None:
    layout = timeml.read(timeml.write(first)).layout
    again = timeml.read(timeml.write(dataclasses.replace(second, layout=layout)))
    assert again == second


@given(documents(), st.sampled_from(ALL_CASES))
def test_any_annotations_can_be_put_into_the_layout_of_any_file(
    document: Document, name: str
) -> None:
    layout = timeml.read(CASES / name).layout
    again = timeml.read(timeml.write(dataclasses.replace(document, layout=layout)))
    assert again == document


@pytest.mark.slow
@pytest.mark.data
def test_all_corpora_survive_being_written(data: Path) -> None:
    paths = unlike(data.rglob("*.tml"))
    assert len(paths) > 1000
    for path in paths:
        document = timeml.read(path)
        again = timeml.read(timeml.write(document))
        assert again == document
        if any(found.code == "dialect" for found in document.layout.diagnostics):
            # Written as TimeML, with a first line that names its labels; from then on it stays.
            document, again = again, timeml.read(timeml.write(again))
        assert again.layout == document.layout
        bare = dataclasses.replace(document, layout=type(document.layout)())
        if not document.layout.root_is_text:
            assert timeml.read(timeml.write(bare)) == document


@given(documents(), st.integers(0, 3))
def test_pieces_are_what_is_written_at_once(document: Document, more: int) -> None:
    new = [
        TLink(f"new{k}", "BEFORE", "a<", 'b"', extra=(("origin", "CLOSURE"),)) for k in range(more)
    ]
    links = (*document.tlinks, *new)
    whole = timeml.write(dataclasses.replace(document, tlinks=links)).decode()
    assert "".join(write_pieces(document, iter(links))) == whole


@pytest.mark.parametrize("name", ALL_CASES)
@pytest.mark.parametrize("more", [1, 2, 1203])
def test_links_in_pieces_go_where_they_go_at_once(name: str, more: int) -> None:
    document = timeml.read(CASES / name)
    links = (*document.tlinks, *(TLink(f"new{k}", "BEFORE", "e1", "e\u00e9") for k in range(more)))
    whole = timeml.write(dataclasses.replace(document, tlinks=links)).decode()
    assert "".join(write_pieces(document, links)) == whole


def test_fewer_links_in_pieces() -> None:
    document = timeml.read(CASES / ALL_CASES[0])
    whole = timeml.write(dataclasses.replace(document, tlinks=())).decode()
    assert "".join(write_pieces(document, ())) == whole
