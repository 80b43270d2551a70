"""Figures from papers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from timegraph.scoring.answers.scorers import FIGURES, Figures, read_published


def test_figures_by_system(tmp_path: Path) -> None:
    file = tmp_path / "published.json"
    file.write_text(json.dumps({"A": dict.fromkeys(FIGURES, 0.5)}), encoding="utf-8")
    assert read_published(file) == {"A": Figures(0.5, 0.5, 0.5, 0.5)}


@pytest.mark.parametrize(
    "broken", ["[1]", '{"A": {}}', '{"A": 5}', "{", '{"A": {"set_accuracy": "x"}}']
)
def test_other_forms_are_refused(tmp_path: Path, broken: str) -> None:
    file = tmp_path / "published.json"
    file.write_text(broken, encoding="utf-8")
    with pytest.raises(ValueError, match=r"."):
        read_published(file)
    with pytest.raises(OSError, match="none"):
        read_published(tmp_path / "none")
