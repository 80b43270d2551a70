"""The option --html: folders are made before the run, pages written where they belong."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.html.folder import check_html, write_pages


def test_the_folder_is_made_or_refused(tmp_path: Path) -> None:
    check_html(None)
    check_html(tmp_path / "new" / "pages")
    assert (tmp_path / "new" / "pages").is_dir()
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BadUsage, match="--html"):
        check_html(tmp_path / "file")


def test_pages_stand_in_their_folders(tmp_path: Path) -> None:
    write_pages(tmp_path, [("index.html", "a"), ("one/two.html", "é")])
    assert (tmp_path / "one" / "two.html").read_text(encoding="utf-8") == "é"
