"""The folder of pages of a check, with the timelines of the documents that have findings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from timegraph.checking import CheckedDocument, check_documents
from timegraph.corpus import Source
from timegraph.pictures.pages import checks_folder
from timegraph.pictures.pages.checks_folder import write_check_pages
from timeml import Document, read

Checked = tuple[list[CheckedDocument], dict[str, Callable[[], Document]]]


def checked_system(folder: Path) -> Checked:
    """The documents of a system with their findings and repairs, and how each is read."""
    paths = sorted(folder.iterdir())
    sources = [(Source(path.name, str(path), path.read_bytes()), "") for path in paths]
    checked = list(check_documents(iter(sources), time_limit=10.0, whole_chains=True))
    return checked, {str(path): partial(read, path) for path in paths}


@pytest.fixture(scope="module")
def hasty(kit: Path) -> Checked:
    return checked_system(kit / "systems" / "hasty")


def test_documents_with_findings_have_a_timeline(hasty: Checked, tmp_path: Path) -> None:
    checked, documents = hasty
    seen: list[str] = []
    path = write_check_pages(tmp_path / "pages", checked, documents, progress=seen.append)
    assert path == tmp_path / "pages" / "index.html"
    faulty = [document.path for document in checked if document.findings]
    assert seen == faulty
    drawn = {page.stem for page in (tmp_path / "pages" / "timelines").iterdir()}
    assert drawn == {Path(name).stem for name in faulty}


def test_timelines_of_very_many_documents_are_left_out(
    hasty: Checked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked, documents = hasty
    faulty = sum(bool(document.findings) for document in checked)
    monkeypatch.setattr(checks_folder, "MOST_TIMELINES", faulty - 1)
    path = write_check_pages(tmp_path, checked, documents)
    assert path.is_file()
    assert not (tmp_path / "timelines").exists()
