"""The frame of every page: one file, nothing from any network, a policy that says so."""

from __future__ import annotations

import base64
import hashlib
import json
import ntpath
import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from timegraph._files import write_bytes
from timegraph._wording import counted
from timegraph.findings import Sentence
from timegraph.report.formats import table_html
from timegraph.report.tables import Table

if TYPE_CHECKING:
    from timegraph.readable_graph import ReadableGraph


@dataclass(frozen=True, slots=True)
class Part:
    """A script or a style of a page."""

    text: str

    @property
    def digest(self) -> str:
        """What the page's policy calls it."""
        hashed = hashlib.sha256(self.text.encode()).digest()
        return f"'sha256-{base64.b64encode(hashed).decode()}'"


def static(*names: str) -> Part:
    """Files of ``timegraph/pictures/static``, one after the other."""
    folder = files("timegraph.pictures").joinpath("static")
    return Part("".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names))


def pages_style() -> Part:
    """The style of pages of scores, checks and comparisons."""
    return static("palette.css", "pages.css")


def page(title: str, body: str, *, style: Part, script: Part | None = None) -> str:
    """A page of HTML; ``body`` is HTML already, ``title`` is text.

    The Content-Security-Policy allows this style and this script and nothing else.
    """
    allowed = "" if script is None else f" script-src {script.digest};"
    policy = f"default-src 'none';{allowed} style-src {style.digest}; base-uri 'none'"
    end = "" if script is None else f"<script>{script.text}</script>"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style.text}</style></head>\n"
        f"<body>{body}{end}</body></html>\n"
    )


def data_block(id: str, content: object) -> str:
    """JSON data as an element of a page, which no text in it can end."""
    data = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    data = data.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    return f'<script type="application/json" id="{escape(id)}">{data}</script>'


def tables_html(tables: Sequence[tuple[str, Table]]) -> str:
    """Tables with their captions, all but the first folded up."""
    return "".join(
        html if not k else f"<details><summary>{escape(caption)}</summary>{html}</details>"
        for k, (caption, table) in enumerate(tables)
        for html in [table_html(table, caption=caption)]
    )


def options(choices: Iterable[tuple[object, str]]) -> str:
    """The options of a choice: the value of each, and its words."""
    return "".join(f'<option value="{code}">{escape(words)}</option>' for code, words in choices)


def filters(kinds: Sequence[tuple[str, str]], systems: Sequence[str] = ()) -> str:
    """The filters of a page of articles, for ``articles.js``: a choice of ``kinds``, each with its
    words, of ``systems`` if there are several, and a box to find words with."""
    names = options(enumerate(systems))
    system = f'<label>System <select id="system">{names}</select></label> ' if names else ""
    return (
        f'<p class="filters">{system}<label>Show <select id="show"><option value="">all</option>'
        f'{options(kinds)}</select></label> <label>Find <input type="search" id="find" '
        'autocomplete="off"></label> <span id="count" aria-live="polite"></span></p>'
        "<p><small>Keys: j and k go to the next and the previous one.</small></p>"
    )


def term(name: str, address: str | None) -> str:
    """The term of a list: who says what follows, with the ``address`` of a timeline, if there is
    one, relative to the folder above the page."""
    link = "" if address is None else f' <small><a href="../{escape(address)}">timeline</a></small>'
    return f"<dt>{escape(name)}{link}</dt>"


# Names of pages: one for each document, on every file system.


_LONGEST = 80
_BYTES = 240
"""File systems take names of 255 bytes, with the number and the ending."""


def file_names(
    names: Iterable[str], ending: str = ".html", taken: Sequence[str] = ("index",)
) -> dict[str, str]:
    """A file name for each of ``names``: its last part without ``.tml``, with the ``ending``, and
    numbered where it was given before. ``taken`` are never given away."""
    used = {f"{name}{ending}" for name in taken}
    given = {}
    for name in dict.fromkeys(names):
        last = (
            name.replace("#", "-")
            .replace("\\", "/")
            .rstrip("/")
            .rpartition("/")[2]
            .removesuffix(".tml")
        )
        stem = "".join(c if c.isalnum() or c in "._- " else "-" for c in last)
        stem = stem[:_LONGEST].encode()[:_BYTES].decode(errors="ignore").strip(". ") or "document"
        file, number = f"{stem}{ending}", 2
        while file.lower() in used:
            file, number = f"{stem}-{number}{ending}", number + 1
        used.add(file.lower())
        given[name] = file
    return given


def home_of(paths: Iterable[str]) -> str:
    """The folder of all ``paths``, with the slash at its end, if they are absolute; else "". Pages
    leave it out, since it says nothing to readers on other machines."""
    named = list(paths)
    for kind in (posixpath, ntpath):
        if named and all(map(kind.isabs, named)):
            try:
                folder = kind.commonpath([kind.dirname(path) for path in named])
            except ValueError:  # several drives
                return ""
            return named[0][: len(folder.rstrip("/\\")) + 1]
    return ""


# A folder of pages that opens from a disk: what the pages of all runs share.


Resolve = Callable[[str], "str | None"]
"""What an id in a question or a finding means in a document."""

INDEX = "index.html"
"""The page of a folder that is opened first."""


def write_page(folder: Path, name: str, html: str) -> Path:
    """Write a page to its path in the folder, which is returned."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes([html.encode("utf-8", "backslashreplace")], path)
    return path


def names_in(graph: ReadableGraph, names: Mapping[str, str]) -> Resolve:
    """What ids mean in a timeline of ``graph``, which has other ``names`` for some of them."""

    def resolve(id: str) -> str | None:
        name = names.get(id, id)
        return name if name in graph else None

    return resolve


# The page that lists the pages of a folder.


_STYLE = """
:root{color-scheme:light dark;background:Canvas;color:CanvasText}
body{font:15px/1.6 system-ui,"Segoe UI",Helvetica,Arial,sans-serif}
body{margin:1rem auto;max-width:50rem;padding:0 1rem}
li{overflow-wrap:anywhere}
"""


def index_of(pages: Iterable[tuple[str, str, int]]) -> str:
    """A list of pages: of each document its path, the name of its page, and how many of its links
    were left out as contradictory."""
    rows = []
    listed = list(pages)
    home = home_of(path for path, _, _ in listed)
    for path, name, left_out in listed:
        note = f" ({counted(left_out, 'link')} left out as contradictory)" if left_out else ""
        rows.append(
            f'<li><a href="{escape(quote(name))}">{escape(path.removeprefix(home))}</a>{note}</li>'
        )
    body = f"<main><h1>{counted(len(rows), 'document')}</h1><ul>{''.join(rows)}</ul></main>"
    return page("Documents", body, style=Part(_STYLE))


# Sentences as HTML, with their marks.


def marked_sentence(sentence: Sentence) -> str:
    """A sentence with its words marked and their ids; of marks that overlap, the first stays."""
    parts: list[str] = []
    at = 0
    for mark in sorted(sentence.marks, key=lambda mark: (mark.start, -mark.end)):
        if mark.start < at:
            continue
        words = escape(sentence.text[mark.start : mark.end])
        parts.append(escape(sentence.text[at : mark.start]))
        parts.append(f"<mark>{words} <small>{escape(mark.id)}</small></mark>")
        at = mark.end
    return "".join((*parts, escape(sentence.text[at:])))


# The first page of a run: its tables, and a line for each question or link, to filter.


@dataclass(frozen=True, slots=True)
class Row:
    """One line: what is asked where, and a verdict and an answer for each system.

    A verdict is ``+``, ``-``, ``?``, or ``.`` where there is none. ``relation`` is what lines are
    filtered by, ``reasons`` say in a few words why each system's answer is not right, and
    ``address`` leads to the details.
    """

    number: str
    document: str
    words: str
    expected: str
    verdicts: str
    answers: tuple[str, ...]
    relation: str = ""
    reasons: tuple[str, ...] = ()
    address: str = ""


@dataclass(frozen=True, slots=True)
class RowWords:
    """What a page calls its lines: the ``title`` above them, the ``heads`` of the columns before
    those of systems, ``choices`` to filter by (their codes in ``questions.js``, and their words),
    what ``signs`` mean, ``kinds`` of articles to filter by, and ``sides``: the kinds of lines of
    which the relations are counted, each with its code in ``choices`` ("" for all lines), its title
    and what the three verdicts ``+-?`` mean of it. ``labels``: lines are links, which compare the
    labels of two sides."""

    title: str
    heads: tuple[str, str, str, str]
    choices: tuple[tuple[str, str], ...]
    signs: str
    kinds: tuple[tuple[str, str], ...] = ()
    sides: tuple[tuple[str, str, tuple[str, str, str]], ...] = (
        ("", "Relations", ("right", "wrong", "unknown")),
    )
    labels: bool = False


def row_page(
    title: str,
    above: str,
    rows: Sequence[Row],
    *,
    systems: Sequence[str],
    words: RowWords,
    opens: str = "all",
) -> str:
    """The page of ``rows``, with ``above`` (HTML) over its lines; ``opens`` is the code of those
    that are shown at first."""
    relations = "".join(
        f"<option>{escape(relation)}</option>"
        for relation in sorted({row.relation for row in rows} - {""})
    )
    body = (
        f'<header><h1>{escape(title)}</h1></header><main class="wide">{above}'
        '<details id="charts" open><summary>What is wrong, and where</summary>'
        f'<div class="charts"></div></details><h2>{escape(words.title)}</h2>'
        '<p class="filters"><label>System <select id="system">'
        f"{options(enumerate(systems))}</select></label> "
        '<label>Show <select id="show"><option value="all">all</option>'
        f"{options(words.choices)}</select></label> "
        f'<label>Relation <select id="relation"><option value="">all</option>{relations}</select>'
        '</label> <label>Find <input type="search" id="find" autocomplete="off"></label> '
        '<span id="count" aria-live="polite"></span> <span id="active"></span></p>'
        f"<p><small>Signs: {escape(words.signs)}. Keys: j and k go to the next and the previous "
        "line, Enter opens it.</small></p>"
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(words.title)}">'
        '<table id="questions"><thead></thead><tbody></tbody></table></div>'
        '<p><button type="button" id="more" hidden>more</button></p></main>'
        f"{data_block('data', _data(rows, systems, words, opens))}"
    )
    return page(title, body, style=pages_style(), script=static("charts.js", "questions.js"))


def _data(
    rows: Sequence[Row], systems: Sequence[str], words: RowWords, opens: str
) -> dict[str, object]:
    return {
        "opens": opens,
        "systems": list(systems),
        "heads": list(words.heads),
        "sides": [[code, title, list(verdicts)] for code, title, verdicts in words.sides],
        "labels": words.labels,
        "rows": [
            [
                *(row.number, row.document, row.words, row.expected, row.verdicts),
                *(list(row.answers), row.address, row.relation, list(row.reasons)),
            ]
            for row in rows
        ],
    }
