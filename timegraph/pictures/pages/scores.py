"""The folder of pages of a score: of one kit, or a folder for each of several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timegraph._wording.counting import counted
from timegraph.corpus import Source
from timegraph.documents.build import build
from timegraph.options import Interpretation
from timegraph.pictures.page import page_of
from timegraph.pictures.pages.awareness import beside_pages
from timegraph.pictures.pages.runs import overview_page, score_pages
from timegraph.pictures.pages.writing import (
    INDEX,
    MOST_TIMELINES,
    NO_TIMELINES,
    FileNames,
    Resolve,
    Timelines,
    file_names,
    names_in,
    write_pages,
)
from timegraph.report.agreement import agreement_tables
from timegraph.report.measures import run_tables
from timegraph.report.tables import Table
from timegraph.scoring.agreement.compare import TextDifferences, differing_texts
from timegraph.scoring.agreement.measure import Agreement
from timegraph.scoring.measure import Grouping
from timegraph.scoring.qa_tempeval.comparison import DocumentAnswers
from timegraph.scoring.run import Run
from timegraph.scoring.signature import Notice, unread_labels
from timegraph.scoring.statistics import FEW_DOCUMENTS
from timeml import TimeMLError, align_ids
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timegraph.scoring.qa_tempeval.kits import Kit
    from timeml import Collection


# The page of a measure that has only tables to show.


def captioned_tables(
    run: Run[Any], groupings: Sequence[Grouping[Any]] = ()
) -> list[tuple[str, Table]]:
    """The table of all systems and one for each kind of groups, each with its caption."""
    (overview,) = run_tables(run)
    grouped = run_tables(run, groupings) if groupings else []
    names = ("By " + grouping.name.replace(",", " and ") for grouping in groupings)
    return [("Systems", overview), *zip(names, grouped, strict=True)]


def write_table_pages(
    folder: Path,
    run: Run[Any],
    groupings: Sequence[Grouping[Any]] = (),
    *,
    title: str,
    tables: Sequence[tuple[str, Table]] = (),
    confusion: Table | None = None,
) -> Path:
    """Write a page with a plot and the tables of a run, one for each of ``groupings``, and further
    ``tables`` with their captions. ``confusion`` (system, label in gold, label given, count) is
    drawn as a matrix for each system. Returns its path."""
    captioned = [*captioned_tables(run, groupings), *tables]
    notes = [*run.warnings, *run.remarks]
    notes += [f"{system.name}: not scored: {system.reason}" for system in run.unusable]
    matrices = "" if confusion is None else matrices_html(confusion)
    write_pages(
        folder, [(INDEX, overview_page(title, captioned, (), notes, run.results, matrices))]
    )
    return folder / INDEX


def matrices_html(table: Table) -> str:
    """A matrix for each system of a table whose rows are a system, a label expected, a label given
    and how often that was: a line for each label expected, a column for each given."""
    by_system: dict[str, Counter[tuple[str, str]]] = {}
    for system, expected, given, count in table.rows:
        by_system.setdefault(str(system), Counter())[str(expected), str(given)] += int(str(count))
    matrices = "".join(_matrix(system, counts) for system, counts in by_system.items())
    return f'<div class="charts">{matrices}</div>' if matrices else ""


def _matrix(system: str, counts: Counter[tuple[str, str]]) -> str:
    rows: Counter[str] = Counter()
    for (expected, _), count in counts.items():
        rows[expected] += count
    lines = [label for label, _ in rows.most_common()]
    given = {label for _, label in counts}
    columns = [label for label in lines if label in given] + sorted(given - set(lines))
    heads = "".join(f'<th scope="col">{escape(label)}</th>' for label in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(line)}</th>'
        f"{''.join(_cell(counts[line, label], right=line == label) for label in columns)}</tr>"
        for line in lines
    )
    caption = f"Label in gold (rows), and given: {escape(system)}"
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{caption}"><table>'
        f"<caption>{caption}</caption><thead><tr><td></td>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(count: int, *, right: bool) -> str:
    if not count:
        return "<td></td>"
    return f'<td class="right v{"r" if right else "w"}">{count}</td>'


_TITLE = "Scores by question answering"

Captioned = Sequence[tuple[str, "Table"]]
"""Tables with their captions."""

Tables = Callable[[Run[DocumentAnswers]], Captioned]
Groupings = Sequence[Grouping[DocumentAnswers]]


def write_score_pages(
    folder: Path,
    run: Run[DocumentAnswers],
    kits: Mapping[str, Kit],
    *,
    groupings: Groupings = (),
    interpretation: Interpretation = Interpretation(),
    title: str = _TITLE,
    tables: Tables | None = None,
    opens: str = "all",
    progress: Callable[[str], object] | None = None,
) -> Path:
    """Write the pages of a run over ``kits`` (:func:`~timegraph.scoring.score_kits` with
    ``explain=True``): tables, every question with what each system answers, and the timelines of
    the systems' documents. Returns the page to open first.

    There is a table with intervals for each of ``groupings``, unless ``tables`` makes others.
    ``opens`` says which questions are listed at first: "all", or those on which systems "differ".
    Several kits have a folder each, and a page of the tables over all of them. ``progress`` is
    called with the name of each document whose timeline is drawn.
    """
    if tables is None:
        run = run.with_statistics()
    made = tables or (lambda part: captioned_tables(part, groupings))
    if len(kits) == 1:
        ((name, kit),) = kits.items()
        _write(folder, title, run, kit, made(run), interpretation, opens, progress)
        return folder / INDEX
    folders = file_names(kits, "")
    for name, kit in kits.items():
        part = run.within(name)
        subfolder = folder / folders[name]
        _write(
            subfolder, f"{title}: {name}", part, kit, made(part), interpretation, opens, progress
        )
    links = [(name, f"{folders[name]}/{INDEX}") for name in kits]
    page = overview_page(title, made(run), links, [*run.warnings, *run.remarks], run.results)
    write_pages(folder, [(INDEX, page)])
    return folder / INDEX


def _write(
    folder: Path,
    title: str,
    run: Run[DocumentAnswers],
    kit: Kit,
    tables: Captioned,
    interpretation: Interpretation,
    opens: str,
    progress: Callable[[str], object] | None,
) -> None:
    notes = [*run.warnings, *run.remarks]
    notes += [f"{system.name}: not scored: {system.reason}" for system in run.unusable]
    timelines = Timelines()
    if len(run.results) * len(kit.questions.documents) <= MOST_TIMELINES:
        for system, document, address, html, resolve in _timelines(kit, interpretation):
            timelines.add((system, document), address, resolve)
            write_pages(folder, [(address, html)])
            if progress is not None:
                progress(document)
    else:
        notes.append(NO_TIMELINES)

    def view(system: str, document: str, ids: tuple[str, ...]) -> str | None:
        return timelines.view((system, document), ids)

    write_pages(folder, score_pages(title, run.results, tables, notes, view, opens=opens))


def _timelines(
    kit: Kit, interpretation: Interpretation
) -> Iterator[tuple[str, str, str, str, Resolve]]:
    """A system, a document as questions name it, the path of its page, the page, and what ids
    mean."""
    names = file_names(kit.questions.documents)
    folders = file_names(kit.systems.collections, "")
    for system, collection in kit.systems.collections.items():
        for asked in kit.questions.documents:
            source = Source.matching(collection, asked)
            try:
                document = None if source is None else source.read()
                if document is None:
                    continue
                resolve: Resolve = document.resolve
                if kit.key is not None:
                    alignment = align_ids(
                        system=document, key=kit.key[asked], align_by=kit.align_by
                    )
                    document, resolve = alignment.document, alignment.resolve
                graph = build(document, interpretation)
            except (OSError, TimeMLError, ValueError, KeyError):
                continue  # the run itself has reported why
            html = page_of(graph, document, home="../../index.html")
            yield system, asked, f"timelines/{folders[system]}/{names[asked]}", html, resolve


# The folder of pages of annotators: every two annotations of a text side by side.


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
                write_pages(folder, drawn_timelines(text))
            yield text
            if progress is not None:
                progress(text.text.name)

    def drawn_timelines(text: TextDifferences) -> Iterator[tuple[str, str]]:
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
    title = " and ".join(agreement.annotators)
    write_pages(folder, beside_pages(title, texts(), captioned, notes, view))
    return folder / INDEX


_SHOWN = 3
"""How many notices of a kind a page has, as the terminal: thousands would not help."""


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
