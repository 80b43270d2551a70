"""The folder of pages of annotators: every two annotations of a text side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from timegraph._wording.counting import counted
from timegraph.options import Interpretation
from timegraph.pictures.page import page_of
from timegraph.pictures.pages.beside import beside_pages
from timegraph.pictures.pages.folder import (
    INDEX,
    MOST_TIMELINES,
    NO_TIMELINES,
    Timelines,
    names_in,
    write_pages,
)
from timegraph.pictures.pages.naming import FileNames
from timegraph.report.agreement import agreement_tables
from timegraph.scoring.agreement.differences import TextDifferences, differing_texts
from timegraph.scoring.agreement.measure import Agreement
from timegraph.scoring.notices import Notice, unread_labels
from timegraph.scoring.statistics import FEW_DOCUMENTS
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection

__all__ = ["write_agreement_pages"]

_CAPTIONS = {
    "entities": "Entities",
    "links": "Links as annotated",
    "relations": "Relations of links, and of what they entail",
    "union": "What all say together",
}


def write_agreement_pages(
    folder: Path,
    agreement: Agreement,
    annotators: Mapping[str, Collection],
    *,
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    align_by: AlignBy | None = "overlap",
    progress: Callable[[str], object] | None = None,
) -> Path:
    """Write the tables of an ``agreement``, a page for each text of every two ``annotators``, and
    the timelines of their links; the inputs are those of
    :func:`timegraph.scoring.agreement.measure.measure_agreement`. ``progress`` is called with the
    name of each text of each two of them. Returns the page to open first."""
    confidence = agreement.documents >= FEW_DOCUMENTS
    pairs = [group for group in agreement.groups if len(group.annotators) == 2]
    notes = [*agreement.remarks(confidence=confidence), *_folded(agreement.warnings)]
    notes[:0] = [
        f"{group.name}: {remark}" for group in agreement.groups for remark in group.remarks
    ]
    drawn = 2 * sum(len(group.texts) for group in pairs) <= MOST_TIMELINES
    if not drawn:
        notes.append(NO_TIMELINES)
    timelines = Timelines()
    files = FileNames()

    def texts() -> Iterator[TextDifferences]:
        for text in differing_texts(annotators, interpretation=interpretation, align_by=align_by):
            if drawn:
                write_pages(folder, _timelines(text))
            yield text
            if progress is not None:
                progress(text.text.name)

    def _timelines(text: TextDifferences) -> Iterator[tuple[str, str]]:
        for side, who in enumerate(text.annotators):
            graph = text.graphs[side]
            name = f"{text.text.name.removesuffix('.tml')}-{who}"
            address = f"timelines/{files.of(name.replace('/', '-'))}"
            names = {meant: entity for entity, meant in text.text.names[side].items()}
            key = text.text.name, text.annotators, side
            timelines.add(key, address, names_in(graph, names))
            yield address, page_of(graph, text.text.documents[side], home="../index.html")

    def view(text: TextDifferences, side: int, ids: tuple[str, ...]) -> str | None:
        return timelines.view((text.text.name, text.annotators, side), ids)

    tables = agreement_tables(agreement, confidence=confidence)
    captioned = [(_CAPTIONS[table.name], table) for table in tables]
    title = " beside ".join(agreement.annotators)
    write_pages(folder, beside_pages(title, texts(), captioned, notes, view))
    return folder / INDEX


_SHOWN = 3
"""How many notices of a kind a page has, as the terminal: thousands are no help."""


def _folded(notices: Sequence[Notice]) -> list[str]:
    """Labels that are not read, then the first few notices of each kind and how many more."""
    kinds: dict[str, list[str]] = {}
    for notice in notices:
        if notice.unread is None:
            kinds.setdefault(notice.code, []).append(str(notice))
    lines = unread_labels(notices)
    for code, messages in kinds.items():
        lines += messages[:_SHOWN]
        if len(messages) > _SHOWN:
            more = counted(len(messages) - _SHOWN, "more notice", "more notices")
            lines.append(f"and {more} of this kind ({code})")
    return lines
