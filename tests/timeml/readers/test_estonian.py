"""The layers of the Estonian corpus."""

from __future__ import annotations

import pytest

from tests.timeml.readers.examples import ESTONIAN, read_all
from timeml import TimeMLError
from timeml.readers.tables import LAYERS


def test_the_layers_make_documents() -> None:
    (a,) = read_all(ESTONIAN)
    assert (a.name, a.scheme, a.text) == ("a.sol", "est", "20.11\nHe was robbed")
    (robbed,) = a.events
    assert (robbed.eid, robbed.class_, robbed.text) == ("e1", "OCCURRENCE", "was robbed")
    assert robbed.extra == (("polarity", "NEG"),)
    assert a.dct is not None
    assert (a.dct.tid, a.dct.value) == ("t0", "2002-11-20")
    (t1,) = a.timexes[1:]
    assert (t1.type, t1.value, t1.mod, t1.text) == ("DATE", "2002-11-20", "END", "20.11")
    assert [(k.rel_type, k.target, k.extra) for k in a.tlinks] == [
        ("BEFORE", "t0", (("layer", LAYERS[0]),)),
        ("BEFORE-OR-OVERLAP", "t1", (("layer", LAYERS[1]),)),
        ("SIMULTANEOUS", "e1", (("layer", LAYERS[2]),)),
    ]
    assert [diagnostic.code for diagnostic in a.diagnostics] == ["self-link"]


def test_without_tokens_annotations_have_words_but_no_place() -> None:
    files = {name: data for name, data in ESTONIAN.items() if "base" not in name}
    (a,) = read_all(files)
    assert (a.text, a.events[0].start, a.events[0].text) == ("", None, "was robbed")


def test_two_folders_are_two_corpora() -> None:
    twice = {f"{top}/{name}": data for top in ("a", "b") for name, data in ESTONIAN.items()}
    assert [document.name for document in read_all(twice)] == ["a.sol", "a.sol"]


@pytest.mark.parametrize(
    ("layer", "line", "complaint"),
    [
        (
            "tlink-main-events",
            b"a.sol\te1\tBEFORE\n",
            r"in/corpus/tlink-main-events:3: a line has",
        ),
        (
            "tlink-event-dct",
            b"a.sol\te1\tA\tB\tC\n",
            r":3: a line has 5 tab-separated fields, not",
        ),
        ("event-annotation", b"a.sol\t1\n", r":4: a line has 2 .* \(document, sentence, word"),
        ("timex-annotation-dct", b"a.sol\n", ":3: a line has 1"),
        (
            "base-segmentation-morph-syntax",
            b"a.sol\t1\t2\tx\n",
            "sentence 1 has token 2 twice",
        ),
    ],
)
def test_a_broken_line_is_named(layer: str, line: bytes, complaint: str) -> None:
    name = f"corpus/{layer}"
    with pytest.raises(TimeMLError, match=complaint):
        read_all({**ESTONIAN, name: ESTONIAN[name] + line})


def test_what_is_read_has_its_line() -> None:
    (a,) = read_all(ESTONIAN)
    assert a.dct is not None
    assert [one.line for one in (*a.events, *a.timexes, *a.tlinks)] == [2, 2, 2, 2, 2, 2]
    assert [diagnostic.line for diagnostic in a.diagnostics] == [2]


def test_a_word_that_the_text_does_not_have_is_reported() -> None:
    name = "corpus/event-annotation"
    data = ESTONIAN[name].replace(b"a.sol\t1\t2\t", b"a.sol\t1\t9\t")
    (a,) = read_all({**ESTONIAN, name: data})
    assert (a.events[0].text, a.events[0].line) == ("was", 2)
    (one,) = (diagnostic for diagnostic in a.diagnostics if diagnostic.code == "bad-span")
    assert (one.id, one.line) == ("e1", 3)
    assert one.message == "e1: sentence 1 has no token 9; it is left out"


def test_layers_may_have_endings() -> None:
    ended = {f"{name}.txt": data for name, data in ESTONIAN.items()}
    assert read_all(ended) == read_all(ESTONIAN)
    name = "corpus/tlink-event-dct"
    both = {**ESTONIAN, f"{name}.txt": ESTONIAN[name]}
    with pytest.raises(TimeMLError, match=r"^in/corpus/tlink-event-dct.txt:1: .* same layer; keep"):
        read_all(both)


def test_links_of_other_layers_are_counted() -> None:
    rows = b"# fileName\tentityID_A\trelation\tentityID_B\tcomment\na.sol\te1\tCAUSE\te1\n"
    (note,) = read_all({**ESTONIAN, "corpus/clink-events": rows})
    (fault,) = (fault for fault in note.diagnostics if fault.code == "unread-relation")
    assert (fault.line, fault.message.rpartition(": ")[2]) == (2, "clink-events 1")
