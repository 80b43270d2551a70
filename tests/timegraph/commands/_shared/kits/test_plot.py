"""The option --plot: what cannot be drawn is refused before the run."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.kits.plot import check_plot


def test_names_and_the_library_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_plot(None)
    with pytest.raises(BadUsage, match=r"ends in \.svg, \.png, \.pdf"):
        check_plot(tmp_path / "a.jpg")
    with pytest.raises(BadUsage, match=r"--plot .*: is a folder"):
        check_plot(tmp_path)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(BadUsage, match="pip install 'timegraph-qa\\[plot\\]'"):
        check_plot(tmp_path / "a.svg")
