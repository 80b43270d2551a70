"""The label scheme that a file names inside: written, read back, and never misread."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, strategies as st

import timeml
from tests.drawing import examples
from timegraph import Allen, AllenSet, build
from timegraph.labels import SCHEMES, find_scheme
from timegraph.options import Interpretation
from timeml import Document, Event, TLink
from timeml._model import (
    COMMENT,
    INSTRUCTION,
    Raw,
    instruction,
    scheme_in,
    scheme_named_by,
    with_scheme,
)
from timeml.readers import File, read_files
from timeml.writers import FORMATS, write_as
from timeml.writers.flat import Span

# Statements have Allen's relations only: other labels are translated before they are written.
LABELLED = [format for format in FORMATS if format != "statements"]
WORDS = ("swam", "ran", "sang", "slept")
NOTE = Raw(INSTRUCTION, content=instruction("matres"))


def document(scheme: str, links: list[tuple[str, str, str]]) -> Document:
    text, events = "", []
    for number, word in enumerate(WORDS, start=1):
        span: Span = (len(text), len(text) + len(word))
        events.append(Event(f"e{number}", "STATE", *span, word))
        text += f"{word} "
    tlinks = [TLink(f"l{k}", *(label, a, b)) for k, (label, a, b) in enumerate(links, start=1)]
    return Document(
        text=text, docid="d", events=tuple(events), tlinks=tuple(tlinks), scheme=scheme, name="d"
    )


def back(format: str, written: Document) -> Document:
    files, _ = write_as(format, {"d": written})  # type: ignore[arg-type]
    if format == "timeml":
        return timeml.read(files["d.tml"], name="d")
    texts = {name: data for name, data in files.items() if name.endswith(".txt")}
    (found,) = read_files(
        [
            File(name, name, lambda data=data: data, texts.get)  # type: ignore[misc]
            for name, data in files.items()
            if name not in texts
        ],
        format=format,  # type: ignore[arg-type]
    )
    assert found.document is not None, found.error
    return found.document


@pytest.mark.parametrize("scheme", [*SCHEMES, "my-own.1"])
@pytest.mark.parametrize("format", LABELLED)
def test_a_file_is_read_by_the_scheme_of_the_document(format: str, scheme: str) -> None:
    written = document(scheme, [("BEFORE", "e1", "e2")])
    read = back(format, written)
    assert read.scheme == scheme
    assert [link.rel_type for link in read.tlinks] == ["BEFORE"]
    if format == "timeml":
        assert timeml.read(timeml.write(read)).scheme == scheme


def test_statements_have_no_scheme_but_that_of_allen() -> None:
    with pytest.raises(ValueError, match="statements have labels of allen, not of matres"):
        write_as("statements", {"d": document("matres", [("BEFORE", "e1", "e2")])})
    files, _ = write_as("statements", {"d": document("allen", [("before", "e1", "e2")])})
    assert files == {"d.txt": b"e1 BEFORE e2   # l1\n"}


@st.composite
def true_documents(draw: st.DrawFn) -> Document:
    """A document whose links, of any scheme, are true of intervals that are drawn first."""
    scheme = find_scheme(draw(st.sampled_from(list(SCHEMES))))
    world = {}
    for number in range(1, len(WORDS) + 1):
        start = draw(st.integers(0, 5))
        world[f"e{number}"] = (start, start + draw(st.integers(1, 4)))
    pairs = [(a, b) for a in world for b in world if a != b]
    links = []
    for a, b in draw(st.lists(st.sampled_from(pairs), max_size=6)):
        true = Allen.between(world[a], world[b])
        labels = [label for label in scheme.names if true in (scheme.meaning(label) or ())]
        if labels:
            links.append((draw(st.sampled_from(labels)), a, b))
    return document(scheme.name, links)


@examples(150, deadline=None)
@given(true_documents(), st.sampled_from(LABELLED))
def test_no_answer_is_more_certain_after_a_round_trip(written: Document, format: str) -> None:
    assume(written.tlinks)  # a list without links has no document
    graph, again = build(written), build(back(format, written))
    for a in written.entities:
        for b in written.entities:
            if a in again and b in again:
                assert graph.relations(a, b) <= again.relations(a, b), (a, b)


def test_instructions_name_schemes() -> None:
    assert scheme_in(instruction("tml-weak")) == "tml-weak"
    assert scheme_in(" timegraph  labels = 'nt' ") == "nt"
    for other in (
        "",
        "timegraph",
        'timegraph labels="a b"',
        'xml labels="nt"',
        "timegraph labels=nt",
    ):
        assert scheme_in(other) is None
    assert scheme_named_by([Raw(COMMENT, content=NOTE.content)]) is None
    assert scheme_named_by([Raw(INSTRUCTION, content="other"), NOTE]) == "matres"


def test_what_stands_before_the_root_changes_only_where_it_says_another_scheme() -> None:
    others = (Raw(COMMENT, content=" c "), Raw(INSTRUCTION, content="xml-stylesheet"))
    assert with_scheme(others, "tml") == others
    assert with_scheme((NOTE, *others), "matres") == (NOTE, *others)
    assert with_scheme((NOTE, *others), "tml") == others
    assert with_scheme((NOTE, *others), "nt") == (*others, Raw("?", content=instruction("nt")))


def test_a_comment_of_a_list_may_name_the_scheme_of_its_format() -> None:
    data = b'# timegraph labels="tml"\nd\te1\te2\tBEFORE\n'
    (found,) = read_files([File("a.tsv", "a.tsv", lambda: data)])
    assert found.document is not None
    assert found.document.scheme == "tml"


def test_links_keep_their_meaning_when_timeml_is_read_and_written() -> None:
    matres = timeml.write(document("matres", [("BEFORE", "e1", "e2")]))
    assert b'<?timegraph labels="matres"?>' in matres
    read = timeml.read(matres)
    assert Allen.OVERLAPS in build(read).relations("e1", "e2")
    in_timeml = timeml.write(timeml.read(timeml.write(document("tml", []))))
    assert b"<?timegraph" not in in_timeml
    assert build(read, Interpretation(labels="tml")).relations("e1", "e2") == AllenSet("before")
