"""The frame of every page: one file, nothing from any network, a policy that says so."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from timegraph.report.formats.html import table_html
from timegraph.report.tables import Table

__all__ = ["Part", "data_block", "filters", "page", "pages_style", "static", "tables_html", "term"]


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


def tables_html(tables: Sequence[tuple[str, Table]], *, open_first: bool = True) -> str:
    """Tables with their captions, all but the first folded up (or all)."""
    return "".join(
        html
        if open_first and not k
        else f"<details><summary>{escape(caption)}</summary>{html}</details>"
        for k, (caption, table) in enumerate(tables)
        for html in [table_html(table, caption=caption)]
    )


def filters(kinds: Sequence[tuple[str, str]], systems: Sequence[str] = ()) -> str:
    """The filters of a page of articles, for ``articles.js``: a choice of ``kinds``, each with its
    words, of ``systems`` if there are several, and a box to find words with."""
    names = "".join(
        f'<option value="{k}">{escape(system)}</option>' for k, system in enumerate(systems)
    )
    system = f'<label>System <select id="system">{names}</select></label> ' if names else ""
    options = "".join(
        f'<option value="{escape(kind.replace(" ", "-"))}">{escape(words)}</option>'
        for kind, words in kinds
    )
    return (
        f'<p class="filters">{system}<label>Show <select id="show"><option value="">all</option>'
        f'{options}</select></label> <label>Find <input type="search" id="find" autocomplete="off">'
        '</label> <span id="count" aria-live="polite"></span></p>'
        "<p><small>Keys: j and k go to the next and the previous one.</small></p>"
    )


def term(name: str, address: str | None) -> str:
    """The term of a list: who says what follows, with the ``address`` of a timeline, if there is
    one, relative to the folder above the page."""
    link = "" if address is None else f' <small><a href="../{escape(address)}">timeline</a></small>'
    return f"<dt>{escape(name)}{link}</dt>"
