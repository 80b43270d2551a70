"""What authors are told of a marked text that can be read."""

from __future__ import annotations

import pytest

from timegraph.task.files import KEY_RULES, check_marked_text, parse_marked_text

HEAD = "document: farkas\ncreated: 1998-04-18\n\n"


def codes(content: str) -> list[str]:
    marked = parse_marked_text(content.encode(), "m.txt")
    return [found.code for found in check_marked_text(marked, "m.txt")]


def test_a_good_text_has_no_findings() -> None:
    # Neither the lack of classes and instances, nor that of links, is a fault of a key.
    assert codes(f"{HEAD}It [rained]{{e1}} [then]{{t1 1998}}.\n---\nIS e1 BEFORE t1|x|no\n") == []


def test_marks_that_nobody_asks_about() -> None:
    content = f"{HEAD}It\n[rained]{{e1}} and [blew]{{e2}}.\n---\nIS ei1 BEFORE t0 | x | yes\n"
    (found,) = check_marked_text(parse_marked_text(content.encode(), "m.txt"), "m.txt")
    assert str(found) == 'm.txt:5:18: no question names e2 "blew" [unasked-mark]'
    assert [str(sentence) for sentence in found.sentences] == ["It rained and [blew e2]."]
    # A LIST question may rightly not list it.
    assert codes(f"{content}LIST BEFORE t0 | x | e1\n") == []


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (f"{HEAD}[now]{{t1 1998-13}}\n---\nWHEN t1 | x\n", "timex-range"),
        (f"{HEAD}[now]{{t1 soon}}\n---\nWHEN t1 | x\n", "timex-form"),
        (f"{HEAD}[]{{e1}}\n---\nWHEN e1 | x\n", "empty-mark"),
        (f"{HEAD}[a]{{e1}}\n---\n", "no-questions"),
        ("document: a\n\n[a]{e1}\n---\nWHEN e1 | x\n", "no-dct"),
    ],
)
def test_other_findings(content: str, code: str) -> None:
    assert codes(content) == [code]


def test_rules_for_keys_are_rules() -> None:
    assert "missing-attribute" not in KEY_RULES
    assert "no-instance" not in KEY_RULES
