"""A broken file of each format: cut off, ids that nothing has, places outside the text, places that
overlap, two documents in one, another encoding."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from tests.timeml.readers.examples import EXAMPLES, Files, as_files
from timeml.readers import FORMATS, Source, read_files

ANAFORA = "note/note.Temporal-Relation.gold.completed.xml"
Change = tuple[bytes, bytes]


class Broken(NamedTuple):
    """What to change in which file of an example."""

    file: str
    outside: Change | None = None  # a place outside the text
    id: Change | None = None  # an id that nothing has
    overlap: Change | None = None  # a place that overlaps another


CASES = {
    "ttk": Broken(
        "fido.ttk",
        (b'begin="22" end="27"', b'begin="22" end="270"'),
        (b'relatedToTime="t1"', b'relatedToTime="t9"'),
        (b'begin="22" end="27"', b'begin="8" end="27"'),
    ),
    "anafora": Broken(
        ANAFORA,
        (b"<span>9,15</span>", b"<span>9,150</span>"),
        (b"<Source>2@e", b"<Source>9@e"),
        (b"<span>9,15</span>", b"<span>0,15</span>"),
    ),
    "cat": Broken(
        "cars.xml",
        (b'<token_anchor t_id="6"/>', b'<token_anchor t_id="60"/>'),
        (b'<source m_id="1"/><target m_id="9"/>', b'<source m_id="1"/><target m_id="90"/>'),
        (b'<token_anchor t_id="6"/>', b'<token_anchor t_id="4"/><token_anchor t_id="5"/>'),
    ),
    "estonian": Broken(
        "corpus/tlink-event-timex", id=(b"a.sol\te1\tBEFORE-OR", b"a.sol\te9\tBEFORE-OR")
    ),
    "i2b2": Broken(
        "12.xml",
        (b'start="33" end="38"', b'start="33" end="380"'),
        (b'toID="S0"', b'toID="S9"'),
        (b'start="33" end="38"', b'start="2" end="38"'),
    ),
    "webanno": Broken(
        "note.tsv",
        (b"1-2\t3-7\tfell", b"1-2\t3-70\tfell"),
        (b"\t2-1[0_1]", b"\t2-1[0_9]"),
        (b"He\t_", b"He\tOCCURRENCE[1]"),
    ),
    "brat": Broken(
        "trip.ann",
        (b"EVENT 29 33", b"EVENT 29 330"),
        (b"Arg1:T1", b"Arg1:T9"),
        (b"EVENT 29 33\tcame", b"EVENT 6 33\tft on Monday before he came"),
    ),
    "marks": Broken(
        "pump.marks.json",
        (b'"occurrence": 2', b'"occurrence": 9'),
        (b'"b": "e2"', b'"b": "e9"'),
        (b'"quote": "Monday"', b'"quote": "failed on Monday"'),
    ),
    "label-studio": Broken(
        "export.json",
        (b'"start": 11, "end": 17', b'"start": 11, "end": 170'),
        (b'"to_id": "a", "type": "relation", "dir', b'"to_id": "z", "type": "relation", "dir'),
        (b'"start": 11, "end": 17', b'"start": 5, "end": 17'),
    ),
    "narrativetime": Broken(
        "a.jsonl", (b'"3": [9, 9]', b'"3": [9, 90]'), overlap=(b'"3": [9, 9]', b'"3": [7, 9]')
    ),
    "uima": Broken(
        "trip.json",
        (b'"begin": 8, "end": 12', b'"begin": 8, "end": 120'),
        (b'"@Governor": 2', b'"@Governor": 9'),
        (b'"begin": 8, "end": 12', b'"begin": 5, "end": 12'),
    ),
    "maven-ere": Broken(
        "valid.jsonl",
        (b'"offset": [4, 5]', b'"offset": [4, 9]'),
        (b'[["EVENT_1", "EVENT_2"]]', b'[["EVENT_1", "EVENT_9"]]'),
        (b'"offset": [4, 5]', b'"offset": [2, 5]'),
    ),
    "omnitemp": Broken(
        "trip.json",
        (b'"tokens_ids": [1]', b'"tokens_ids": [9]'),
        (b'"_secondId": "1"', b'"_secondId": "9"'),
        (b'"tokens_ids": [2]', b'"tokens_ids": [5, 6]'),
    ),
    "tempeval2": Broken("tlinks-timex-event.tab", id=(b"a\te1\tt1\tBEFORE", b"a\te9\tt1\tBEFORE")),
    "timeline": Broken("jobs.txt"),
    "link-list": Broken("links.tsv"),
    "matres": Broken("links.txt"),
    "statements": Broken("story.txt"),
    "csp": Broken("two.csp"),
    "csp-points": Broken("points.csp"),
    "network": Broken("net.json"),
}
# Their links name what they like: the entities are those that are named.
OWN_IDS = ("timeline", "link-list", "matres", "statements", "csp", "csp-points", "network")
# Their places are not numbers of characters in the same file.
NO_PLACES = (*OWN_IDS, "estonian", "tempeval2")


@pytest.fixture(params=sorted(CASES))
def format(request: pytest.FixtureRequest) -> str:
    if request.param == "uima":
        pytest.importorskip("cassis", reason="dkpro-cassis is not installed (extra uima)")
    return str(request.param)


def found(format: str, data: bytes) -> list[Source]:
    files: Files = {**EXAMPLES[format], CASES[format].file: data}
    return read_files(as_files(files), format=format)


def changed(format: str, change: Change) -> bytes:
    data = EXAMPLES[format][CASES[format].file]
    assert change[0] in data
    return data.replace(*change)


def complaints(format: str, data: bytes) -> set[str]:
    """The codes of the diagnostics of all documents, and ``error``; each has its line."""
    codes = set()
    for one in found(format, data):
        if one.error is not None:
            assert one.error.line is not None
            codes.add("error")
        for diagnostic in one.document.diagnostics if one.document else ():
            codes.add(diagnostic.code)
            assert diagnostic.id
    return codes


def test_every_format_has_a_case() -> None:
    assert set(CASES) == set(FORMATS)


def test_cut_off(format: str) -> None:
    data = EXAMPLES[format][CASES[format].file].rstrip()
    cut = data[: data.rindex(b"\t") if b"\t" in data.splitlines()[-1] else len(data) - 8]
    errors = [one.error for one in found(format, cut) if one.error]
    if format == "timeline":  # each of whose lines may have any number of events
        assert errors == []
        return
    (error,) = errors
    assert str(error).startswith(f"in/{CASES[format].file}:")
    assert error.line == cut.count(b"\n") + 1


def test_ids_that_nothing_has(format: str) -> None:
    case = CASES[format]
    if case.id is None:
        assert format in (*OWN_IDS, "narrativetime")
        return
    expected = {"error"} if format == "webanno" else {"dangling-id"}
    before = complaints(format, EXAMPLES[format][case.file])
    assert complaints(format, changed(format, case.id)) - before == expected


def test_places_outside_the_text(format: str) -> None:
    case = CASES[format]
    if case.outside is None:
        assert format in NO_PLACES
        return
    assert complaints(format, changed(format, case.outside)) & {"bad-span", "error"}


def test_places_that_overlap(format: str) -> None:
    case = CASES[format]
    if case.overlap is None:
        assert format in NO_PLACES
        return
    before = complaints(format, EXAMPLES[format][case.file])
    assert complaints(format, changed(format, case.overlap)) == before


def test_two_documents_in_one(format: str) -> None:
    data = EXAMPLES[format][CASES[format].file]
    twice = found(format, data + data)
    once = found(format, data)
    if format in ("narrativetime", "maven-ere", "csp", "csp-points"):  # a line, or some, is one
        assert len(twice) > len(once)
        assert len({one.name for one in twice}) == len(twice)
    elif format in ("link-list", "matres", "tempeval2", "estonian", "statements"):  # of one name
        assert [one.name for one in twice] == [one.name for one in once]
    elif format == "brat":
        assert "duplicate-id" in complaints(format, data + data)
    else:
        errors = [one.error for one in twice if one.error]
        assert len(errors) == 1
        assert errors[0].line is not None


def test_another_encoding(format: str) -> None:
    data = EXAMPLES[format][CASES[format].file]
    place = re.search(rb"[A-Za-z]{3}", data[len(data) // 2 :])
    assert place is not None
    broken = len(data) // 2 + place.start() + 1
    latin = data[:broken] + b"\xe9" + data[broken + 1 :]
    (error,) = (one.error for one in found(format, latin) if one.error)
    assert "UTF-8" in str(error)
    assert error.line == latin.count(b"\n", 0, broken) + 1
    wide = found(format, data.decode().encode("utf-16"))
    assert [one.document for one in wide] == [one.document for one in found(format, data)]


@pytest.mark.parametrize("damage", [b"\0", b"\0" * 40])
def test_nul_bytes(format: str, damage: bytes) -> None:
    data = EXAMPLES[format][CASES[format].file].rstrip()
    (error,) = (one.error for one in found(format, data + damage) if one.error)
    assert "NUL byte" in str(error)
    assert error.line == data.count(b"\n") + 1


def test_numbers_of_many_digits(format: str) -> None:
    data = EXAMPLES[format][CASES[format].file]
    for number in re.finditer(rb"(?<![\w.-])\d+(?![\w.])", data):
        changed = data[: number.start()] + b"9" * 5000 + data[number.end() :]
        for one in found(format, changed):
            assert one.error is None or (one.error.file and len(str(one.error)) < 7000)


def test_an_empty_file(format: str) -> None:
    if format == "brat":  # a text without annotations
        (one,) = found(format, b"")
        assert one.document is not None
        return
    name = CASES[format].file
    (one,) = read_files(as_files({name: b" \n"}), format=FORMATS[format].name)
    assert str(one.error).startswith(f"in/{name}:")


XML = ("anafora", "cat", "i2b2")


@pytest.mark.parametrize("format", XML)
@pytest.mark.parametrize(
    ("declared", "complaint"),
    [
        (b'a SYSTEM "file:///etc/hostname"', "the entity reference &a; is not read"),
        (b'a "text"', "the entity reference &a; is not read"),
        (b'b "&c;&c;"><!ENTITY c "x"><!ENTITY a "&b;&b;"', "markup or other entities"),
    ],
)
def test_entities_of_xml_are_refused(format: str, declared: bytes, complaint: str) -> None:
    data = EXAMPLES[format][CASES[format].file]
    *head, body = re.split(rb"(<\?xml.*?\?>\s*)", data)
    place = re.search(rb"<[A-Za-z][^>]*>", body)
    assert place is not None
    body = body[: place.end()] + b"&a;" + body[place.end() :]
    data = b"".join(head) + b"<!DOCTYPE x [<!ENTITY " + declared + b">]>\n" + body
    (error,) = (e.error for e in found(format, data) if e.error and ".xml" in str(e.error))
    assert complaint in str(error)
    assert error.line is not None
