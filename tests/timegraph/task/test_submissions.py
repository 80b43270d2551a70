"""Submissions against the documents that were handed out."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import timeml
from timegraph.task.submissions import (
    CheckedSubmission,
    TextChange,
    check_submission,
    find_files,
    text_change,
)

INPUT = (
    '<TimeML>\n<DCT><TIMEX3 tid="t0" value="1998-04-18"/></DCT>\n'
    "<TEXT>\nIt rained\nin Leeds.\n</TEXT>\n</TimeML>\n"
)
GOOD = (
    '<TimeML>\n<DCT><TIMEX3 tid="t9" value="1998-04-18"/></DCT>\n'
    '<TEXT>It <EVENT eid="e1">rained</EVENT> in Leeds.</TEXT>\n'
    '<MAKEINSTANCE eiid="ei1" eventID="e1"/>\n'
    '<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToTime="t9"/>\n</TimeML>\n'
)


def check(tmp_path: Path, content: str | bytes, **options: float) -> CheckedSubmission:
    folder = tmp_path / "run1"
    folder.mkdir(exist_ok=True)
    data = content.encode() if isinstance(content, str) else content
    (folder / "a.tml").write_bytes(data)
    collection = timeml.open_collection(folder, recursive=True, inputs=True)
    inputs = {"a.TE3input": timeml.read(INPUT.encode())}
    return check_submission(collection, name="run1", inputs=inputs, **options)


def test_a_good_one(tmp_path: Path) -> None:
    checked = check(tmp_path, GOOD)
    assert checked.accepted
    assert not checked.findings
    (file,) = checked.files
    assert (file.size, file.events, file.timexes, file.links) == (len(GOOD), 1, 1, 1)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Leeds", "York", "text-changed: first difference: the input has 'It rained in Leeds.'"),
        ("Leeds", "LEEDS", "case-changed: first difference: the input has 'It rained in Leeds.'"),
        (" in Leeds", "", "text-changed: first difference: the input has 'It rained in Leeds.'"),
        ("1998-04-18", "1998-04-19", "creation-time-changed: the creation time is 1998-04-19, but"),
        ('<TIMEX3 tid="t9" value="1998-04-18"/>', "", "creation-time-changed: the creation time"),
        ('"ei1" ev', '"t9" ev', "duplicate-id: MAKEINSTANCE t9: another annotation has the same"),
        ('InstanceID="ei1"', 'InstanceID="ei7"', "dangling-id: TLINK l1"),
        ('relType="BEFORE"', 'relType="AMID"', "unknown-reltype: TLINK l1"),
        ("</TEXT>", "", "unreadable: not well-formed XML"),
    ],
)
def test_faults(tmp_path: Path, old: str, new: str, expected: str) -> None:
    checked = check(tmp_path, GOOD.replace(old, new, 1))
    found = [f"{finding.code}: {finding.message}" for finding in checked.findings]
    assert any(message.startswith(expected) for message in found), found
    assert checked.accepted == (expected.startswith("case"))
    assert {finding.document for finding in checked.findings} == {"run1/a.tml"}


def test_text_changes_are_measured(tmp_path: Path) -> None:
    (found,) = check(tmp_path, GOOD.replace("Leeds", "York")).findings
    assert found.message == (
        "first difference: the input has 'It rained in Leeds.', the submission 'It rained in "
        "York.'; not in the input: 4 of the submission's 15 characters; missing: 5 of the "
        "input's 16 characters"
    )


def test_white_space_may_differ(tmp_path: Path) -> None:
    assert check(tmp_path, GOOD.replace(" in ", "\n\t in\n")).accepted


def test_inputs_handed_in_again_and_sizes(tmp_path: Path) -> None:
    assert [finding.code for finding in check(tmp_path, INPUT).findings] == ["no-annotations"]
    checked = check(tmp_path, GOOD, max_megabytes=0.0001)
    assert [finding.code for finding in checked.findings] == ["too-large"]
    assert checked.files[0].size == len(GOOD)
    assert checked.files[0].events is None


def test_a_file_that_vanished_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "run1"
    folder.mkdir()
    (folder / "a.tml").symlink_to(tmp_path / "nowhere")
    collection = timeml.open_collection(folder, recursive=True, inputs=True)
    inputs = {"a": timeml.read(INPUT.encode()), "b": timeml.read(INPUT.encode())}
    checked = check_submission(collection, name="run1", inputs=inputs)
    assert [(finding.code, finding.ids) for finding in checked.findings] == [
        ("missing-document", ("b",)),
        ("unreadable", ()),
    ]
    assert checked.count("error") == 2


TEXT = "One. The crane toppled onto the quay on Thursday morning, hours after the warning of gusts."


@given(st.text("ab \n\t\u00a0", max_size=12), st.text("ab \n\t\u00a0", max_size=12))
def test_white_space_does_not_count(one: str, other: str) -> None:
    same = [c for c in one if not c.isspace()] == [c for c in other if not c.isspace()]
    assert (text_change(one, other) is None) == same


def test_the_first_difference_has_its_words() -> None:
    change = text_change(TEXT, TEXT.replace("Thursday", "Friday").replace("gusts", "hail"))
    assert change == TextChange(
        "...crane toppled onto the quay on Thursday morning, hours after the warnin...",
        "...crane toppled onto the quay on Friday morning, hours after the warning...",
    )


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ("", TextChange("One.", "")),
        ("One", TextChange("One.", "One")),
        ("One.\nTwo.", TextChange("One.", "One. Two.")),
        ("one.", TextChange("One.", "one.", case_only=True)),
    ],
)
def test_ends_and_case(found: str, expected: TextChange) -> None:
    assert text_change("One.", found) == expected


def found(names: list[str], documents: list[str]) -> tuple[dict[str, str], list[str]]:
    by_document, findings = find_files(names, documents, "run1")
    return by_document, [f"{finding.code} {finding.document}" for finding in findings]


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
    assert not [finding for finding in findings if not finding.startswith("extra-document")]


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
    _, findings = find_files(["x/a.tml", "y/b.tml", "y/c.tml"], ["a", "b", "c"], "run1")
    assert [finding.message for finding in findings] == [
        "1 document in the folder x: a.tml",
        "2 documents in the folder y: b.tml, c.tml",
    ]
