"""Which file is which document."""

from __future__ import annotations

import pytest

from timegraph.task.submissions.files import find_files


def found(names: list[str], documents: list[str]) -> tuple[dict[str, str], list[str]]:
    result = find_files(names, documents, "run1")
    return result.by_document, [f"{one.code} {one.document}" for one in result.findings]


@pytest.mark.parametrize(
    ("names", "document", "file"),
    [
        (["a.tml", "A.tml"], "a.tml", "a.tml"),
        (["A.TML"], "a.tml", "A.TML"),
        (["a.TE3input.tml"], "a.tml.TE3input", "a.TE3input.tml"),
        (["a.tml"], "a.TE3input", "a.tml"),
        (["a.tml", "a.TE3input.tml"], "a.TE3input.tml", "a.TE3input.tml"),
        (["a.tml", "sub/a.tml"], "a.tml", "a.tml"),
    ],
)
def test_names_are_compared_without_endings(names: list[str], document: str, file: str) -> None:
    by_document, findings = found(names, [document])
    assert by_document == {document: file}
    assert not [one for one in findings if not one.startswith("extra-document")]


def test_problems() -> None:
    names = ["a.tml", "a.TML", "s/b.tml", "s/c.tml", "c.TE3input", "d.tml"]
    by_document, findings = found(names, ["a", "b", "c", "e"])
    assert by_document == {"b": "s/b.tml", "c": "c.TE3input"}
    assert findings == [
        "ambiguous-name run1",
        "missing-document run1",
        "wrong-folder run1",
        "wrong-ending run1/c.TE3input",
        "extra-document run1/d.tml",
    ]


def test_a_folder_that_holds_everything_is_looked_into() -> None:
    by_document, findings = found(["x/y/a.tml", "x/y/b.tml", "x/y/z/c.tml"], ["a", "b", "c"])
    assert by_document == {"a": "x/y/a.tml", "b": "x/y/b.tml", "c": "x/y/z/c.tml"}
    assert findings == ["inner-folder run1", "wrong-folder run1"]


def test_documents_of_two_folders_are_named_by_folder() -> None:
    result = find_files(["x/a.tml", "y/b.tml", "y/c.tml"], ["a", "b", "c"], "run1")
    assert [one.message for one in result.findings] == [
        "1 document in the folder x: a.tml",
        "2 documents in the folder y: b.tml, c.tml",
    ]
