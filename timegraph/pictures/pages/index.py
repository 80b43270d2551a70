"""The page that lists the pages of a folder."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from timegraph._wording.counting import counted
from timegraph.pictures.pages.html import Part, page
from timegraph.pictures.pages.naming import home_of

__all__ = ["index_of"]

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
