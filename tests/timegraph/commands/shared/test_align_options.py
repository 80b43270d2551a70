"""The option ``--align``: whether and how ids are aligned."""

from __future__ import annotations

import pytest

from tests.parts import called
from timegraph.commands.shared.options import align_by_option, align_options


@pytest.mark.parametrize(
    ("args", "align_by"),
    [
        ((), "overlap"),
        (("--align", "first-token"), "first-token"),
        (("--align", "off"), None),
    ],
)
def test_ids_are_aligned_by_overlap_unless_asked_otherwise(
    args: tuple[str, ...], align_by: str | None
) -> None:
    assert called((align_options("the key"),), *args)[2] == {"align_by": align_by}


def test_where_ids_are_always_aligned_they_cannot_be_left_alone() -> None:
    assert called((align_by_option(),))[2] == {"align_by": "overlap"}
    refused = called((align_by_option(),), "--align", "off")[0]
    assert (refused.exit_code, "'overlap', 'first-token'" in refused.stderr) == (2, True)


def test_help_names_the_default_and_whose_ids() -> None:
    shown = " ".join(called((align_options("the key"),), "--help")[0].output.split())
    assert "those of the key" in shown
    assert "[default: overlap]" in shown
