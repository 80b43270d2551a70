"""The page of a measure that has only tables to show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from timegraph.pictures.pages.folder import INDEX, write_pages
from timegraph.pictures.pages.runs import overview_page
from timegraph.report.measures import run_tables
from timegraph.report.tables.table import Table
from timegraph.scoring.measure import Grouping
from timegraph.scoring.run import Run

__all__ = ["captioned_tables", "matrices_html", "write_table_pages"]


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
