"""The formats in which reports are printed, found by their names.

A format is a function from a :class:`~timegraph.report.report.Report` and
:class:`~timegraph.report.report.TableOptions` to text, called ``render_`` and its name. Nothing
else asks which format it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, get_args

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.report.formats.written import (
        render_csv,
        render_github,
        render_json,
        render_latex,
        render_markdown,
        render_text,
    )
    from timegraph.report.report import Report, TableOptions

__all__ = [
    "FINDING_FORMATS",
    "FORMATS",
    "FindingFormat",
    "LISTING_FORMATS",
    "RECORD_FORMATS",
    "Format",
    "render",
    "render_csv",
    "render_github",
    "render_json",
    "render_latex",
    "render_markdown",
    "render_text",
    "seen",
]

Format = Literal["text", "json", "csv", "markdown", "latex"]
FORMATS: tuple[Format, ...] = get_args(Format)
"""The formats of every report."""

LISTING_FORMATS: tuple[Format, ...] = ("text", "json", "csv")
"""Those in which findings stand below the tables; the others are for a paper."""

RECORD_FORMATS: tuple[Format, ...] = ("json", "csv")
"""Those for programs, which have all that there is; the others are read by people."""

FindingFormat = Format | Literal["github"]
FINDING_FORMATS: tuple[FindingFormat, ...] = (*FORMATS, "github")
"""The formats of reports that have findings."""

_HOMES = {
    "written": ("render_csv render_github render_json render_latex render_markdown render_text"),
}

_lazy, __dir__, _ = lazily(__name__, _HOMES)
__getattr__ = _lazy


def seen(report: Report, options: TableOptions) -> frozenset[str]:
    """The notes that stand before the user's eyes once the report is printed, so that no message
    has to say them, too: those below tables of text on a terminal."""
    if not options.terminal or options.format != "text":
        return frozenset()
    return frozenset(report.all_notes)


def render(report: Report, options: TableOptions) -> str:
    """``report`` in the format of ``options``, ending in a line feed.

    Raises ``ValueError`` for an unknown format, and
    :class:`~timegraph.report.tables.UnknownColumnError` for a column that no table has.
    """
    if options.format not in FINDING_FORMATS:
        formats = ", ".join(FINDING_FORMATS)
        raise ValueError(f"unknown format {options.format!r}; the formats are {formats}")
    renderer: Callable[[Report, TableOptions], str] = _lazy(f"render_{options.format}")
    return renderer(report, options)
