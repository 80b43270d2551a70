"""Messages: what costs a score is named, the rest is counted, and nothing is hidden for good."""

from __future__ import annotations

from typing import Any

import pytest

from tests.parts import called
from timegraph.commands.shared.options import message_options
from timegraph.commands.shared.terminal import Messages, listing
from timegraph.scoring import Notice

HINT = "(--verbose prints every warning in full)"


def missing(count: int) -> list[Notice]:
    names = [f"document-{n:04d}.tml" for n in range(count)]
    return [Notice("missing-document", name, f"{name}: not there", name) for name in names]


def notices(code: str, count: int) -> list[Notice]:
    return [Notice(code, "a.tml", f"sentence {n} on it", f"a.tml:{n}") for n in range(count)]


def printed(capsys: pytest.CaptureFixture[str], verbosity: Any, *groups: list[Notice]) -> list[str]:
    messages = Messages(verbosity)
    messages.notices("s", [notice for group in groups for notice in group])
    messages.close()
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()


def test_pairs_in_part_are_for_those_who_want_to_read_everything(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert printed(capsys, "brief", notices("partial-pair", 2)) == []
    assert printed(capsys, "verbose", notices("partial-pair", 2)) == [
        "s: 2 pairs of annotations with different characters",
        "  sentence 0 on it",
        "  sentence 1 on it",
    ]


def test_what_is_not_answered_stands_below_the_sentence_that_counts_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    count = Notice("unanswered", "", "2 of 6 questions not answered; they count as wrong", "2")
    below = ["  sentence 0 on it", "  sentence 1 on it"]
    both = printed(capsys, "brief", [count], notices("not-answered", 2))
    assert both == ["s: 2 of 6 questions not answered; they count as wrong", *below]
    assert printed(capsys, "brief", [count]) == both[:1]
    alone = printed(capsys, "brief", notices("not-answered", 2))
    assert alone == ["s: 2 questions not answered", *below]


@pytest.mark.parametrize("count", [1, 3, 25, 100])
def test_every_missing_document_is_named(capsys: pytest.CaptureFixture[str], count: int) -> None:
    lines = printed(capsys, "brief", missing(count))
    words = " ".join(lines).replace(",", " ").replace(":", " ").split()
    assert all(notice.document in words for notice in missing(count))
    assert max(map(len, lines)) <= 80
    assert HINT not in lines


def test_names_beyond_a_hundred_are_counted_and_the_way_to_them_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = printed(capsys, "brief", missing(130))
    assert lines[0] == "s: 130 documents missing:"
    assert " ".join(lines[:-1]).split()[-3:] == ["and", "30", "more"]
    assert lines[-1] == HINT
    whole = printed(capsys, "verbose", missing(130))
    assert whole[1:] == [f"  {notice.message}" for notice in missing(130)]


def test_every_failed_document_is_named_the_first_with_its_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = printed(capsys, "brief", notices("failed-document", 23))
    assert lines[0] == "s: 23 documents failed"
    assert lines[1] == "  sentence 0 on it"
    assert lines[-1] == "  and 3 more: a.tml:20, a.tml:21, a.tml:22"


def test_other_warnings_are_counted_and_some_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = printed(capsys, "brief", notices("left-out", 50), notices("differing-text", 5))
    assert lines[:5] == [
        "s: 5 texts differ from those that they are aligned with",
        *(f"  sentence {n} on it" for n in range(3)),
        "  and 2 more",
    ]
    assert lines[5] == "s: 50 links left out as contradictory:"
    assert lines[6].startswith("  a.tml:0, a.tml:1, ")
    assert " and " in lines[6]
    assert lines[7:] == [HINT]


def test_verbose_prints_all_and_quiet_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    kinds = ("left-out", "missing-entity", "differing-text", "failed-document")
    groups = [notices(code, 30) for code in kinds]
    assert printed(capsys, "quiet", *groups) == []
    lines = printed(capsys, "verbose", *groups)
    assert sum(line.startswith("  sentence") for line in lines) == 120
    assert HINT not in lines


@pytest.mark.parametrize(("verbosity", "count"), [("quiet", 0), ("brief", 5), ("verbose", 9)])
def test_lines(capsys: pytest.CaptureFixture[str], verbosity: Any, count: int) -> None:
    messages = Messages(verbosity)
    messages.lines([f"line {n}" for n in range(9)])
    messages.close()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == count
    assert ("and 6 more such lines" in lines) == (verbosity == "brief")


@pytest.mark.parametrize("names", [["a"], ["a" * 90, "b"], [f"name{n}" for n in range(10_000)]])
def test_a_list_fills_its_width(names: list[str]) -> None:
    text = listing(names, 40)
    assert text.startswith(names[0])
    assert len(text) <= 40 or text.endswith(" and 1 more")
    shown, _, more = text.partition(" and ")
    assert len(shown.split(", ")) + int(more.split()[0] if more else 0) == len(names)


def test_a_command_receives_its_messages() -> None:
    for arguments, verbosity in (
        ((), "brief"),
        (("--quiet",), "quiet"),
        (("--verbose",), "verbose"),
    ):
        run = called((message_options,), *arguments)[1]
        assert run is not None
        assert run.messages.verbosity == verbosity
    assert "exclude each other" in called((message_options,), "--quiet", "--verbose")[0].output
