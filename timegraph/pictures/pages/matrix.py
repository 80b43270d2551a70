"""The confusion of labels as a matrix for each system."""

from __future__ import annotations

from collections import Counter
from html import escape

from timegraph.report.tables.model import Table

__all__ = ["matrices_html"]


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
