"""The report on what is open."""

from __future__ import annotations

import csv
import io
import json

import pytest

from timegraph.checking.undecided import OpenDocument, open_document
from timegraph.report import Format, TableOptions, render
from timegraph.report.documents import open_report
from timeml import read

DATA = b"""<TimeML><TEXT>She <EVENT eid="e1">ate</EVENT> and <EVENT eid="e2">slept</EVENT>. Then she
<EVENT eid="e3">woke</EVENT>.</TEXT><TLINK lid="l1" relType="BEFORE" eventID="e1"
 relatedToEvent="e2"/></TimeML>"""
OPEN = open_document(read(DATA), path="d/a.tml", folder="d", count=2)
FAILED = OpenDocument("e/b.tml", "e", error="broken", line=2)


def rendered(documents: list[OpenDocument], format: Format, width: int | None = None) -> str:
    return render(open_report(documents), TableOptions(format, width))


def test_text() -> None:
    assert rendered([OPEN, FAILED], "text") == (
        "d/a.tml: 1 of 3 pairs are decided (33 %), something is known of 1; 2 of 3 events are in a "
        "link\n"
        "  2 islands that nothing connects: of 2 entities, and 1 of one entity\n"
        "  to annotate next:\n"
        '    e2 "slept" and e3 "woke": any relation\n'
        "      | She ate and [slept e2].\n"
        "      | Then she [woke e3].\n"
        '    e1 "ate" and e3 "woke": any relation\n'
        "      | She [ate e1] and slept.\n"
        "      | Then she [woke e3].\n"
        "\n"
        "folder  documents  events  linked  pairs  decided  share  known  islands\n"
        "d               1       3       2      3        1  0.333      1        2\n"
        "e               0       0       0      0        0      -      0        0\n"
        "all             1       3       2      3        1  0.333      1        2\n"
    )


def test_text_fits_a_narrow_terminal() -> None:
    lines = rendered([OPEN], "text", width=40).splitlines()
    assert all(len(line) <= 40 for line in lines)


def test_relations_have_the_names_of_timeml() -> None:
    link = b'<TLINK lid="l2" relType="INCLUDES" eventID="e3" relatedToEvent="e1"/></TimeML>'
    document = read(DATA.replace(b"</TimeML>", link))
    text = rendered([open_document(document, path="a", count=1)], "text")
    assert 'e2 "slept" and e3 "woke": IS_INCLUDED or ENDS or OVERLAPPED_BY or IAFTER or' in text


def test_json_and_csv() -> None:
    content = json.loads(rendered([OPEN, FAILED], "json"))
    document, failed = content["documents"]
    assert (document["pairs"], document["settled"], document["known"]) == (3, 1, 1)
    assert document["islands"] == [["e1", "e2"], ["e3"]]
    assert document["next"][0]["a"] == {"id": "e2", "words": "slept", "kind": "event"}
    assert failed == {"path": "e/b.tml", "error": "broken", "line": 2}
    assert [row["folder"] for row in content["folders"]] == ["d", "e", "all"]
    rows = list(csv.DictReader(io.StringIO(rendered([OPEN, FAILED], "csv"))))
    assert [(row["a"], row["b"], row["b_words"]) for row in rows] == [
        ("e2", "e3", "woke"),
        ("e1", "e3", "woke"),
    ]


@pytest.mark.parametrize("format", ["markdown", "latex"])
def test_tables_are_the_summary(format: Format) -> None:
    assert "islands" in rendered([OPEN], format)
    assert "woke" not in rendered([OPEN], format)
