"""The table of durations: what the page says is what the corpora say."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def durations(root: Path) -> ModuleType:
    """The script of the benchmarks, which is not a package."""
    sys.path.insert(0, str(root / "benchmarks"))
    try:
        import durations

        return durations
    finally:
        sys.path.remove(str(root / "benchmarks"))
        for name in ("durations", "folders"):
            sys.modules.pop(name, None)


@pytest.mark.data
def test_the_page_has_the_counts_of_the_corpora(
    data: Path, durations: ModuleType, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durations, "DATA", data)
    page = (root / "docs" / "distances.md").read_text(encoding="utf-8")
    for corpus in durations.CORPORA:
        name = corpus.rpartition("/")[2]
        (row,) = re.findall(rf"^\| {name} \| (.*) \|$", page, re.MULTILINE)
        soft, exact = durations.counts(corpus), durations.counts(corpus, "exact")
        order = ("all", "used", "anchored", "length-unknown", "no-bounds", "contradicted")
        figures = [soft[column] for column in order]
        assert list(map(int, row.split(" | "))) == [*figures, exact["contradicted"], soft["events"]]
        assert soft["rounded"] == 0
