"""The folder of pages of a check, with the timelines of the documents that have findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from timegraph.checking.document import CheckedDocument
from timegraph.documents.build import build
from timegraph.options import Interpretation
from timegraph.pictures.page import page_of
from timegraph.pictures.pages.checks import check_pages
from timegraph.pictures.pages.folder import INDEX, MOST_TIMELINES, Timelines, write_pages
from timegraph.pictures.pages.naming import file_names

if TYPE_CHECKING:
    from timeml import Document

__all__ = ["write_check_pages"]


def write_check_pages(
    folder: Path,
    checked: Sequence[CheckedDocument],
    documents: Mapping[str, Callable[[], Document]],
    *,
    interpretation: Interpretation = Interpretation(),
    progress: Callable[[str], object] | None = None,
) -> Path:
    """Write the pages of a check; ``documents`` read each document by its path. Returns the page to
    open first. ``progress`` is called with the path of each document whose timeline is drawn."""
    faulty = [document.path for document in checked if document.findings and not document.error]
    names = file_names(sorted(faulty))
    timelines = Timelines()
    for path in faulty if len(faulty) <= MOST_TIMELINES else ():
        document = documents[path]()
        html = page_of(build(document, interpretation), document, home="../index.html")
        address = f"timelines/{names[path]}"
        timelines.add(path, address, document.resolve)
        write_pages(folder, [(address, html)])
        if progress is not None:
            progress(path)
    write_pages(folder, check_pages(checked, timelines.view))
    return folder / INDEX
