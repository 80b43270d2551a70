"""Printing tables: text, JSON, CSV, Markdown or LaTeX.

JSON and CSV name columns by their machine name, the other formats by their title. JSON has all
digits of a figure, CSV six unless the user chooses, the others three.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from timegraph._version import __version__
from timegraph.report.formats import FORMATS, Format
from timegraph.report.tables.choosing import choose_columns
from timegraph.report.tables.latex import table_latex
from timegraph.report.tables.markdown import table_markdown
from timegraph.report.tables.model import DECIMALS, Plain, Table
from timegraph.report.tables.text import table_text

__all__ = ["TableOptions", "json_pieces", "render", "render_json", "render_tables"]

_SCHEMA = 1
_CSV_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How tables are printed.

    ``columns`` are those that the user chooses, in this order (``()``: all), ``decimals`` those of
    figures (``None``: as the format has them). The others are for text: ``width`` is the most
    columns of a line (``None``: no limit), ``terminal`` says that the text goes to one, so that
    signatures are broken as well, and ``colour`` that ANSI codes may stand in it.
    """

    format: Format = "text"
    width: int | None = None
    columns: tuple[str, ...] = ()
    decimals: int | None = None
    terminal: bool = False
    colour: bool = False


def render_tables(tables: Sequence[Table], options: TableOptions) -> str:
    """The tables below each other, with the columns that ``options`` choose.

    Raises :class:`UnknownColumnError` for a column that none of them has.
    """
    chosen = choose_columns(tables, options.columns)
    return "\n".join(_rendered(table, options) for table in chosen)


def render(table: Table, format: Format, *, width: int | None = None) -> str:
    """``table`` in ``format``, ending in a line feed.

    ``width`` is the number of columns for text (``None``: no limit). A wider table is split into
    several, or the first cell of its rows goes on a line of its own, so that nothing is cut off.
    CSV cannot have notes and leaves them out. Raises ``ValueError`` for an unknown format.
    """
    return _rendered(table, TableOptions(format, width))


def render_json(content: dict[str, object]) -> str:
    """``content`` as a JSON object that begins with ``schema`` and ``version``, as every command
    writes it; ends in a line feed. ``None`` becomes ``null``."""
    import json  # here, as csv below: most commands print neither

    whole = {"schema": _SCHEMA, "version": __version__, **content}
    return json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def json_pieces(
    content: dict[str, object], name: str, items: Iterable[dict[str, object]]
) -> Iterator[str]:
    """The text of :func:`render_json` for ``content`` with the list ``items`` as its last member
    ``name``, piece by piece: the list need not fit into memory."""
    import json

    yield render_json({**content, name: []}).removesuffix("]\n}\n")
    encode = json.JSONEncoder(ensure_ascii=False, indent=2, allow_nan=False).encode
    before = "\n    "
    for item in items:
        yield before + encode(item).replace("\n", "\n    ")
        before = ",\n    "
    yield "]\n}\n" if before == "\n    " else "\n  ]\n}\n"


def _rendered(table: Table, options: TableOptions) -> str:
    decimals = DECIMALS if options.decimals is None else options.decimals
    if options.format == "text":
        return table_text(
            table,
            decimals=decimals,
            width=options.width,
            terminal=options.terminal,
            colour=options.colour,
        )
    if options.format == "json":
        extra: dict[str, object] = {"notes": list(table.notes)} if table.notes else {}
        return render_json({table.name: table.records, **extra})
    if options.format == "csv":
        return _csv(table, _CSV_DECIMALS if options.decimals is None else decimals)
    if options.format == "markdown":
        return table_markdown(table, decimals=decimals)
    if options.format == "latex":
        return table_latex(table, decimals=decimals)
    raise ValueError(f"unknown format {options.format!r}; known: {', '.join(FORMATS)}")


def _csv(table: Table, decimals: int) -> str:
    import csv
    import io

    lines = []
    rows: list[Sequence[Plain]] = [table.plain_columns, *table.plain_rows()]
    for row in rows:
        out = io.StringIO()
        # With \r\n for line ends, the writer quotes both characters; with \n, \r is left bare.
        csv.writer(out, lineterminator="\r\n").writerow(
            ["" if c is None else f"{c:.{decimals}f}" if isinstance(c, float) else c for c in row]
        )
        lines.append(out.getvalue()[:-2])
    return "".join(f"{line}\n" for line in lines)
