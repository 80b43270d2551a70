"""``timegraph formats``: the formats that are read and written, and the label schemes."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence

import click

from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.options import of_call
from timegraph.corpus.runner import did_you_mean, nearest
from timegraph.labels import SCHEMES, find_scheme
from timegraph.report import Column, Report, Table
from timeml.readers.formats import FORMATS as READ
from timeml.writers import FORMATS as WRITTEN

_EPILOG = """\b
Examples:
  timegraph formats
  timegraph formats thyme
  timegraph formats marks  # also the schema, an example, and instructions
  timegraph formats --format json

Files are recognised by their content; --from names the format where that does not show it. Links
are read by the label scheme of their format, or by that of --labels. docs/corpora.md says what is
read of each format, and how to write a scheme of your own.
"""

_FORMAT_COLUMNS = (
    Column("name", "format", kind="key"),
    Column("read"),
    Column("written"),
    Column("labels"),
    Column("about"),
)
_SCHEME_COLUMNS = (Column("name", "scheme", kind="key"), Column("about"), Column("labels"))
_LABEL_COLUMNS = (Column("label", kind="key"), Column("meaning"))
_FORMATS = {
    "timeml": ("TimeML", "tml"),
    **{name: (format.about, format.scheme) for name, format in READ.items()},
}
"""By its name, what a format is, and the label scheme that is usual in it."""


@command_with(
    click.Argument(["name"], required=False),
    call=of_call("format output"),
    epilog=_EPILOG,
)
def command(call: Call, *, name: str | None) -> None:
    """List the formats of files and the label schemes, or explain the one of this NAME: a format,
    a scheme, or both."""
    formats = [format for format in _FORMATS if name in (None, format)]
    schemes = [scheme for scheme in SCHEMES if name in (None, scheme)]
    if name is not None and not formats and not schemes:
        names = dict.fromkeys((*_FORMATS, *SCHEMES))
        way_out = did_you_mean(nearest(name, names)) or f"; there are {', '.join(names)}"
        raise BadUsage(f"neither a format nor a label scheme is called {name}{way_out}")
    tables = [_format_table(formats)] if formats else []
    if name is None:
        rows = tuple((each, SCHEMES[each], ", ".join(find_scheme(each).names)) for each in schemes)
        tables.append(Table(_SCHEME_COLUMNS, rows, name="schemes"))
    else:
        tables += [_label_table(scheme) for scheme in schemes or [_FORMATS[name][1]]]
    record = {
        "formats": _format_table(formats).records,
        "schemes": [
            {
                "name": scheme,
                "about": SCHEMES[scheme],
                "labels": dict(find_scheme(scheme).labels),
            }
            for scheme in schemes
        ],
    }
    guide = _guide() if name == "marks" else {}
    lines = [part for heading, text in guide.items() for part in ("", f"{heading}:", text)]
    call.print(Report(tables, record | guide, lines=lines))
    call.finish(complete=True)


def _guide() -> dict[str, str]:
    """What a person or a language model needs to write marks."""
    from timeml.readers.marks import marks_schema  # one format of many

    schema = marks_schema()
    instructions, (example,) = schema["description"], schema["examples"]
    return {
        "instructions": textwrap.fill(instructions, 78),
        "example": json.dumps(example, indent=1),
        "schema": json.dumps(schema, indent=1, ensure_ascii=False),
    }


def _format_table(names: Sequence[str]) -> Table:
    rows = []
    for name in names:
        about, scheme = _FORMATS[name]
        rows.append((name, "yes", "yes" if name in WRITTEN else "no", scheme, about))
    return Table(_FORMAT_COLUMNS, tuple(rows), name="formats")


def _label_table(name: str) -> Table:
    scheme = find_scheme(name)
    return Table(_LABEL_COLUMNS, scheme.labels, (f"{name}: {scheme.about}",), name="labels")
