"""Documents of every format as statements, in each spelling, and back."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given, strategies as st

from tests.timegraph.test_statements import STORIES
from tests.timeml.readers.examples import EXAMPLES, read_all
from timegraph.documents.build import build
from timegraph.documents.closure import translate_labels
from timegraph.labels import find_scheme
from timegraph.links import Link
from timegraph.statements import Statement
from timeml import Document
from timeml.readers.statement_lines import FIELDS, Row, line_of_text, rows_of, table_row, text_of
from timeml.readers.statements import document_of
from timeml.writers import write_as

ENDINGS = (".txt", ".jsonl", ".csv", ".tsv")


def there_and_back(document: Document, ending: str) -> tuple[Document, int]:
    """The document after writing and reading, and how many statements a table cannot say."""
    files, losses = write_as("statements", {"it": document}, ending)
    ((name, data),) = files.items()
    assert name == f"it{ending}"
    spelling = "table" if ending in (".csv", ".tsv") else "text"
    lost = sum(loss.count for loss in losses if "a table cannot say" in loss.what)
    return document_of(rows_of(data.decode().split("\n"), spelling, name), name), lost


def links(document: Document) -> Counter[tuple[str, str, str]]:
    said = [(link.source, link.rel_type, link.target) for link in document.tlinks]
    return Counter(
        (document.resolve_end(a) or "", r, document.resolve_end(b) or "") for a, r, b in said
    )


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("source", EXAMPLES)
def test_links_and_dates_of_every_format_come_back(source: str, ending: str) -> None:
    if source == "uima":
        pytest.importorskip("cassis", reason="dkpro-cassis is not installed (extra uima)")
    for document in read_all(EXAMPLES[source]):
        translated = translate_labels(document, find_scheme("allen")).document
        back, lost = there_and_back(translated, ending)
        expected = Counter(
            {said: n for said, n in links(translated).items() if said[0] and said[2]}
        )
        assert (links(back), lost) == (expected, 0)
        before, after = (
            {str(link) for link in build(read).links if isinstance(link, Link)}
            for read in (translated, back)
        )
        assert before <= after


def stories() -> Document:
    return document_of([Row(n, data) for n, (_, _, data) in enumerate(STORIES, 1)], "stories")


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_is_said_comes_back(ending: str) -> None:
    document = stories()
    back, lost = there_and_back(document, ending)
    choices = [stated for stated in document.statements if "any_of" in stated.data]
    assert lost == (len(choices) if ending in (".csv", ".tsv") else 0)
    assert [stated.data for stated in back.statements] == [
        stated.data for stated in document.statements if not lost or "any_of" not in stated.data
    ]
    assert links(back) == links(document)
    assert back.entities == document.entities or lost


NAMES = st.text(min_size=1, max_size=6).filter(lambda name: name.strip())


@given(NAMES, NAMES, NAMES, NAMES)
def test_any_names_come_back(a: str, b: str, c: str, source: str) -> None:
    said = [
        {"subject": a, "relation": b, "object": c, "start": "1997", "source": source},
        {"subject": a, "relation": b, "object": c, "start": "2001", "occurrence": c},
        {"one_at_a_time": b, "per": "object"},
        {"of": a, "within": "1997"},
        {"of": [b, "start"], "within": "1997"},
        {"lasts": a, "exactly": "3 days"},
        {"lasts": b, "at_most": 7},
        {"x": [a, "start"], "op": "<", "y": [c, "end"]},
        {"a": a, "relation": "before", "b": b, "weight": 0.25, "id": c, "said_at": "2001"},
    ]
    for data in (Statement.of(one).to_json() for one in said):
        document = document_of(rows_of([_json(data)], "text", "x"), "x")
        for ending in ENDINGS[:2]:
            back, _ = there_and_back(document, ending)
            assert [stated.data for stated in back.statements] == [
                stated.data for stated in document.statements
            ]
        try:
            row = [FIELDS[column].write(value) for column, value in data.items()]
            if table_row(list(data), row) != data:
                assert there_and_back(document, ".csv")[1] == 1
        except ValueError:
            assert there_and_back(document, ".csv")[1] == 1


def _json(data: dict) -> str:
    return json.dumps(data)


def test_a_second_occurrence_is_not_taken_for_the_first() -> None:
    lines = [
        "Ann | mayor of | Kelp | 1997 | 1999",
        "Ann | mayor of | Kelp | 2003 | 2005",
        "Ann | mayor of | Kelp | .. | 1999-06 | 1",
    ]
    document = document_of(rows_of(lines, "text", "x"), "x")
    for ending in ENDINGS:
        back, _ = there_and_back(document, ending)
        assert [stated.data for stated in back.statements] == [
            stated.data for stated in document.statements
        ]


@pytest.mark.parametrize("name", ["A | B", '"', 'a "b" | c', "..", "# no", "AT A TIME", "x.start"])
def test_names_of_facts_that_look_like_something_else(name: str) -> None:
    data = {"subject": name, "relation": name, "object": name}
    assert line_of_text(text_of(data)) == data


def test_links_of_another_scheme_are_refused() -> None:
    document = read_all(EXAMPLES["ttk"])[0]
    with pytest.raises(ValueError, match="labels of allen, not of tml"):
        write_as("statements", {"fido": document})
