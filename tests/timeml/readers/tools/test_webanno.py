"""WebAnno TSV 3."""

from __future__ import annotations

import pytest

from tests.timeml.readers.examples import WEBANNO, read_all
from timeml import Document, TimeMLError
from timeml.errors import ReaderFault

(DATA,) = WEBANNO.values()
EVENTS = "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Event|class\n"
JOINED = EVENTS + "#T_RL=webanno.custom.TLINK|relType|BT_webanno.custom.Event\n"


def read(old: bytes = b"", new: bytes = b"") -> Document:
    assert old in DATA
    (document,) = read_all({"note.tsv": DATA.replace(old, new)})
    return document


def read_text(text: str) -> Document:
    (document,) = read_all({"note.tsv": text.encode()})
    return document


def places(document: Document) -> list[tuple[str, str | None, int | None, str]]:
    return [(event.eid, event.class_, event.start, event.text) for event in document.events]


def test_spans_and_relations() -> None:
    note = read()
    assert (note.name, note.text) == ("note", "He fell ill .\nSlept on Monday")
    assert [(e.eid, e.class_, e.text, e.line) for e in note.events] == [
        ("e1", "OCCURRENCE", "fell ill", 9), ("e2", None, "Slept", 14)
    ]  # fmt: skip
    assert [(t.tid, t.type, t.value, t.text) for t in note.timexes] == [
        ("t3", "DATE", "1998-05-04", "Monday")
    ]
    # The relation stands at the dependent and names its governor.
    assert [(k.source, k.rel_type, k.target) for k in note.tlinks] == [("e2", "AFTER", "e1")]
    assert note.diagnostics == ()


def test_several_annotations_of_a_token_are_told_apart_by_their_numbers() -> None:
    stacked = read(b"Slept\t*\t_\t_\t_\t_", b"Slept\tSTATE[3]|ASPECTUAL[4]\t_\t_\tBEFORE\t2-1[3_4]")
    assert [(e.eid, e.class_) for e in stacked.events if e.start == 14] == [
        ("e2", "STATE"), ("e3", "ASPECTUAL")
    ]  # fmt: skip
    assert [(k.source, k.rel_type, k.target) for k in stacked.tlinks] == [
        ("e2", "AFTER", "e1"), ("e2", "BEFORE", "e3")
    ]  # fmt: skip


def test_several_relations_of_a_token() -> None:
    note = read_text(
        f"{JOINED}\n\n#Text=a b c\n1-1\t0-1\ta\t*\t_\t_\t\n1-2\t2-3\tb\t*\t_\t_\t\n"
        "1-3\t4-5\tc\t*\tAFTER|BEFORE\t1-1|1-2\t\n"
    )
    assert [(k.source, k.rel_type, k.target, k.line) for k in note.tlinks] == [
        ("e1", "AFTER", "e3", 9), ("e2", "BEFORE", "e3", 9)
    ]  # fmt: skip


def test_relations_without_a_feature_have_the_name_of_their_layer() -> None:
    note = read_text(
        f"{EVENTS}#T_RL=webanno.custom.Before|BT_webanno.custom.Event\n\n\n"
        "#Text=a b\n1-1\t0-1\ta\t*\t_\t\n1-2\t2-3\tb\t*\t1-1\t\n"
    )
    assert [(k.source, k.rel_type, k.target) for k in note.tlinks] == [("e1", "Before", "e2")]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"a\|b\_c", "a|b_c"),
        (r"\*\[1\]\;", "*[1];"),
        (r"x\->y\\", "x->y\\"),
        (r"\t\n", "\t\n"),
    ],
)
def test_escaped_characters_are_plain(written: str, meant: str) -> None:
    note = read(b"\tDATE\t1998-05-04", b"\tDATE\t" + written.encode())
    assert note.timexes[0].value == meant


def test_an_escaped_bar_does_not_divide_and_an_escaped_backslash_does_not_escape() -> None:
    note = read_text(rf"{EVENTS}" + "\n\n#Text=a\n1-1\t0-1\ta\t" + r"x\\[1]|y\|z[2]" + "\t\n")
    assert places(note) == [("e1", "x\\", 0, "a"), ("e2", "y|z", 0, "a")]


def test_places_count_units_of_utf_16() -> None:
    note = read_text(
        f"{EVENTS}\n\n#Text=I \U0001f60a run\n1-1\t0-1\tI\t_\t\n1-2\t2-4\t\U0001f60a\tA\t\n"
        "1-3\t5-8\trun\tB\t\n\n#Text=So\n2-1\t9-11\tSo\tC\t\n"
    )
    assert note.text == "I \U0001f60a run\nSo"
    assert places(note) == [
        ("e1", "A", 2, "\U0001f60a"), ("e2", "B", 4, "run"), ("e3", "C", 8, "So")
    ]  # fmt: skip
    assert note.diagnostics == ()


def test_parts_of_tokens_have_places_and_relations() -> None:
    note = read_text(
        f"{JOINED}\n\n#Text=Playing on\n1-1\t0-7\tPlaying\t_\t_\t_\t\n"
        "1-1.1\t0-4\tPlay\tA[1]\t_\t_\t\n1-1.2\t4-7\ting\tA[1]|B[2]\tAFTER\t1-1.1[1_2]\t\n"
        "1-1.3\t7-7\t\tC\t_\t_\t\n1-2\t8-10\ton\t_\t_\t_\t\n"
    )
    assert places(note) == [
        ("e1", "A", 0, "Playing"), ("e2", "B", 4, "ing"), ("e3", "C", None, "")
    ]  # fmt: skip
    assert [(k.source, k.target) for k in note.tlinks] == [("e1", "e2")]


def test_links_of_chains_and_slots_are_counted() -> None:
    note = read_text(
        "#FORMAT=WebAnno TSV 3.3\n"
        "#T_SP=webanno.custom.Event|ROLE_webanno.custom.Event:args_webanno.custom.EventArgs"
        "|uima.tcas.Annotation|class\n"
        "#T_CH=x.CoreferenceLink|referenceType|referenceRelation\n\n\n"
        "#Text=a b\n1-1\t0-1\ta\twho;what\t1-2[7];1-2\tA\tpr[3]\tcoref->1-1\t\n"
        "1-2\t2-3\tb\t_\t_\tB\tpr[3]\t*->1-2\t\n"
    )
    assert places(note) == [("e1", "A", 0, "a"), ("e2", "B", 2, "b")]
    (diagnostic,) = note.diagnostics
    assert (diagnostic.code, diagnostic.line) == ("unread-relation", 7)
    assert diagnostic.message.endswith("known here: Event:args 2, CoreferenceLink 1")


def test_slots_of_several_tokens_and_chains_of_one_element() -> None:
    note = read_text(
        "#FORMAT=WebAnno TSV 3.3\n"
        "#T_SP=webanno.custom.Event|ROLE_webanno.custom.Event:args_webanno.custom.EventArgs"
        "|uima.tcas.Annotation|class\n"
        "#T_CH=x.CoreferenceLink|referenceType|referenceRelation\n\n\n"
        "#Text=a b\n1-1\t0-1\ta\twho[1]\t1-2[1]\tA[1]\tpr[3]\tcoref->1-1\t\n"
        "1-2\t2-3\tb\twho[1]\t1-2[1]\tA[1]\tpr[4]\t*->2-1\t\n"
    )
    (diagnostic,) = note.diagnostics
    assert diagnostic.message.startswith("1 relation is not read")
    assert diagnostic.message.endswith("known here: Event:args 1")


def test_relations_on_tokens_make_events_of_them() -> None:
    token = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"
    note = read_text(
        f"#FORMAT=WebAnno TSV 3.3\n#T_RL=webanno.custom.Before|value|BT_{token}\n\n\n"
        "#Text=It rose then fell\n1-1\t0-2\tIt\t_\t_\t\n1-2\t3-7\trose\t_\t_\t\n"
        "1-3\t8-12\tthen\t_\t_\t\n1-4\t13-17\tfell\tBEFORE|AFTER\t1-2|1-1\t\n"
    )
    assert sorted(event.text for event in note.events) == ["It", "fell", "rose"]
    words = {event.eid: event.text for event in note.events}
    assert [(words[k.source], k.rel_type, words[k.target]) for k in note.tlinks] == [
        ("rose", "BEFORE", "fell"), ("It", "AFTER", "fell")
    ]  # fmt: skip
    assert note.diagnostics == ()


def test_a_sentence_may_have_several_lines_and_an_id() -> None:
    note = read_text(
        f"{EVENTS}\n\n#Sentence.id=s1\n#Text=One\n#Text=two \\\\\n1-1\t0-3\tOne\tA\t\n"
        "1-2\t4-7\ttwo\tB\t\n1-3\t8-9\t\\\\\t_\t\n\n\n#Text=Three\n2-1\t12-17\tThree\tC\t\n"
    )
    assert note.text == "One\ntwo \\  \nThree"
    assert [text for *_, text in places(note)] == ["One", "two", "Three"]
    assert note.diagnostics == ()


def test_without_text_the_words_are_the_text() -> None:
    note = read_text(f"{EVENTS}\n\n1-1\t0-3\tOne\tA\t\n1-2\t4-7\ttwo\tB\t\n")
    assert (note.text, len(note.events)) == ("One two", 2)


def test_words_that_are_not_in_their_places_are_reported() -> None:
    note = read(b"1-2\t3-7\tfell", b"1-2\t4-7\tfell")
    assert [
        (diagnostic.code, diagnostic.id, diagnostic.line) for diagnostic in note.diagnostics
    ] == [("bad-span", "1-2", 9)]
    assert (
        "token 1-2 is 'fell', but the text at its position is 'ell'" in note.diagnostics[0].message
    )


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (b"1-2\t3-7\t", b"1-2\t3\t", "a token's line has its number"),
        (b"1-2\t3-7\t", b"1-2\t7-3\t", "token 1-2 ends at 3, before it begins"),
        (b"1-2\t3-7\t", b"1-2\t3-70\t", "token 1-2 ends at 70, outside the text of its sentence"),
        (b"1-2\t3-7\t", b"1-2\t1-7\t", "token 1-2 begins before the token before it ends"),
        (b"1-2\t3-7\t", b"1-2\t3-999999999999\t", "far beyond the end of the text"),
        (b"1-2\t3-7\t", b"1-1\t3-7\t", "token 1-1 comes twice; give each document a file"),
        (b"1-2\t3-7\t", b"#FORMAT=WebAnno TSV 3.3\n", "a second document begins here"),
        (b"\t2-1[0_1]", b"\t2-9[0_1]", "a relation leads to 2-9, where"),
        (b"\t2-1[0_1]", b"\t2-1[0_8]", "where webanno.custom.Event has no annotation 8"),
        (b"\t2-1[0_1]", b"\tx", "'x' is not the position of an annotation of webanno.custom.Event"),
        (b"\t2-1[0_1]", b"\t2-1[0_1]\t_\t_", "token 1-2 has 7 columns, the header names 5"),
        (
            b"#T_SP=webanno.custom.Event",
            b"#T_SP=webanno.custom.E",
            "is not the position of an annotation",
        ),
    ],
)
def test_a_broken_line_is_named(old: bytes, new: bytes, complaint: str) -> None:
    with pytest.raises(TimeMLError) as caught:
        read(old, new)
    assert str(caught.value).startswith("in/note.tsv:9: ")
    assert complaint in str(caught.value)


def test_sentences_do_not_overlap() -> None:
    with pytest.raises(TimeMLError, match=r"note.tsv:14: token 2-1 begins before the sentence"):
        read(b"2-1\t14-19", b"2-1\t10-15")


@pytest.mark.parametrize("lost", [3, 8, 14])
def test_a_file_that_breaks_off_is_named(lost: int) -> None:
    with pytest.raises(TimeMLError, match=r"^in/note.tsv:16: "):
        read_all({"note.tsv": DATA.rstrip()[:-lost]})


def test_other_encodings() -> None:
    (note,) = read_all({"note.tsv": DATA.decode().encode("utf-16")})
    assert note == read()
    with pytest.raises(TimeMLError, match=r"note.tsv:7: is not UTF-8.*save the file as UTF-8"):
        read(b"He fell", "H\xe9 fell".encode("latin-1"))


def test_another_format_is_refused() -> None:
    with pytest.raises(TimeMLError, match="the first line is not #FORMAT=WebAnno TSV 3"):
        read_all({"note.tsv": b"1-1\t0-2\tHe\n"}, "webanno")


@pytest.mark.parametrize("kind", ["SP", "RL", "CH"])
def test_a_header_after_the_tokens_is_an_error_with_its_line(kind: str) -> None:
    late = f"#T_{kind}=webanno.custom.Timex3|value\n"
    with pytest.raises(TimeMLError, match="stands after the first token; move it") as caught:
        read_text(f"{EVENTS}\n\n#Text=a\n1-1\t0-1\ta\t_\t\n{late}")
    assert (caught.value.file, caught.value.line) == ("in/note.tsv", 7)
    assert not isinstance(caught.value, ReaderFault)
