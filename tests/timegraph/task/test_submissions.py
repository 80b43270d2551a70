"""Submissions against the documents that were handed out."""

from __future__ import annotations

from pathlib import Path

import pytest

import timeml
from timegraph.task.files import CheckedSubmission, check_submission

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


def check(tmp_path: Path, content: str) -> CheckedSubmission:
    folder = tmp_path / "run1"
    folder.mkdir(exist_ok=True)
    (folder / "a.tml").write_text(content)
    collection = timeml.open_collection(folder)
    inputs = {"a.TE3input": timeml.read(INPUT.encode())}
    return check_submission(collection, name="run1", inputs=inputs)


def test_a_good_one(tmp_path: Path) -> None:
    checked = check(tmp_path, GOOD)
    assert not checked.findings
    assert checked.rows == (("a.TE3input", len(GOOD), 1, 1, 1, 0, 0),)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Leeds", "York", "text-changed: first difference: the input has 'It rained in Leeds.'"),
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
    assert checked.count("error")
    assert {finding.document for finding in checked.findings} == {"run1/a.tml"}


def test_text_changes_are_measured(tmp_path: Path) -> None:
    (found,) = check(tmp_path, GOOD.replace("Leeds", "York")).findings
    assert found.message == (
        "first difference: the input has 'It rained in Leeds.', the submission 'It rained in "
        "York.'; not in the input: 4 of the submission's 15 characters; missing: 5 of the "
        "input's 16 characters"
    )


def test_white_space_and_case_may_differ(tmp_path: Path) -> None:
    assert not check(tmp_path, GOOD.replace(" in ", "\n\t IN\n")).findings


def test_inputs_handed_in_again(tmp_path: Path) -> None:
    assert [finding.code for finding in check(tmp_path, INPUT).findings] == ["no-annotations"]


def test_a_file_that_vanished_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "run1"
    folder.mkdir()
    (folder / "a.tml").symlink_to(tmp_path / "nowhere")
    collection = timeml.open_collection(folder)
    inputs = {"a": timeml.read(INPUT.encode()), "b": timeml.read(INPUT.encode())}
    checked = check_submission(collection, name="run1", inputs=inputs)
    assert [(finding.code, finding.ids) for finding in checked.findings] == [
        ("unreadable", ()),
        ("missing-document", ("b",)),
    ]
    assert checked.count("error") == 2


def test_names_are_compared_as_score_compares_them(tmp_path: Path) -> None:
    (tmp_path / "run1").mkdir()
    for name in ("A.tml", "b.TE3input.tml", "d.tml"):
        (tmp_path / "run1" / name).write_text(GOOD)
    inputs = dict.fromkeys(["a.tml", "b.TE3input", "c"], timeml.read(INPUT.encode()))
    checked = check_submission(
        timeml.open_collection(tmp_path / "run1"), name="run1", inputs=inputs
    )
    assert [(finding.code, finding.document) for finding in checked.findings] == [
        ("missing-document", "run1"),
        ("extra-document", "run1/d.tml"),
    ]


def test_the_first_difference_has_its_words(tmp_path: Path) -> None:
    text = "One. The crane toppled onto the quay on Thursday morning, hours after the warning."
    old = timeml.read(f"<TimeML><TEXT>{text}</TEXT></TimeML>".encode())
    (tmp_path / "run1").mkdir()
    for name, changed in (("a", text.replace("Thursday", "Friday")), ("b", "One")):
        content = f'<TimeML><TEXT>{changed}<EVENT eid="e1"/></TEXT></TimeML>'
        (tmp_path / "run1" / f"{name}.tml").write_text(content)
    submission = timeml.open_collection(tmp_path / "run1")
    first, second = check_submission(submission, name="run1", inputs={"a": old, "b": old}).findings
    assert first.message.startswith(
        "first difference: the input has '...crane toppled onto the quay on Thursday morning, "
        "hours after the warnin...', the submission '...crane toppled onto the quay on Friday "
        "morning, hours after the warning.'"
    )
    assert "the submission 'One'" in second.message
