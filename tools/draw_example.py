"""Draws the picture of the README, docs/example.svg and docs/example-dark.svg: a text, its
timeline, and a proof.

    python tools/draw_example.py

Words, timeline, answer and proof are read from a document of the kit, so that the picture stays
true; only what is shown of it is written here.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

import timeml  # noqa: E402
from timegraph import TimeGraph, build, explain  # noqa: E402
from timegraph.links import cite  # noqa: E402
from timegraph.pictures import draw_svg  # noqa: E402
from timegraph.pictures.svg import palette  # noqa: E402

OneTheme = Literal["light", "dark"]
DOCUMENT = ROOT / "examples" / "kit" / "gold" / "blog-sourdough-diary.tml"
PICTURES: dict[OneTheme, Path] = {
    "light": ROOT / "docs" / "example.svg",
    "dark": ROOT / "docs" / "example-dark.svg",
}
EXCERPTS = (
    "I mixed the dough at nine on Friday night",
    "we hung up when the smoke alarm went off",
    "At nine I pulled out a dark, crackling loaf",
    "The neighbours came up to complain",
)
SHOWN = ("ei3", "t2", "ei10", "ei11", "ei13", "t6", "ei14", "ei15", "t7")
ASKED = ("ei11", "before", "ei13")
YES = {"light": "#1a7f37", "dark": palette("dark")["within"]}
WIDTH, LINE, LETTER = 892, 25, 8.4


def marked(document: timeml.Document, excerpt: str, y: float, theme: OneTheme) -> Iterator[str]:
    """A piece of the text in letters of one width, so that its marks stand where they should."""
    colours = palette(theme)
    begin = document.text.index(excerpt)
    for entity in (*document.events, *document.timexes):
        start, end = entity.start, entity.end
        if start is None or end is None or start < begin or end > begin + len(excerpt):
            continue
        fill = colours["timex-fill" if isinstance(entity, timeml.Timex3) else "event-fill"]
        yield (
            f'<rect x="{24 + LETTER * (start - begin + 2) - 2:.1f}" y="{y - 14:.1f}" rx="3" '
            f'width="{LETTER * (end - start) + 4:.1f}" height="19" fill="{fill}"/>'
        )
    yield mono(24, y, f"\N{HORIZONTAL ELLIPSIS} {excerpt} \N{HORIZONTAL ELLIPSIS}")


def mono(x: float, y: float, words: str, **style: str) -> str:
    """Words in letters of one width."""
    attributes = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
        f'font-size="14" textLength="{LETTER * len(words):.1f}"{attributes}>{escape(words)}</text>'
    )


def proof(document: timeml.Document, graph: TimeGraph) -> list[str]:
    """The question, the answer, and each link that it follows from, with the words of the text."""
    found = explain(graph, *ASKED)
    a, relation, b = ASKED
    lines = [f"IS {a} {relation.upper()} {b}?  {found.answer}, since", *map(cite, found.links)]

    def with_words(id: re.Match[str]) -> str:
        return f'{id[0]} "{document.entity(id[0]).text}"'

    return [re.sub(r"\bei\d+", with_words, line) for line in lines]


def drawn(theme: OneTheme) -> str:
    """The picture in a theme."""
    document = timeml.read(DOCUMENT)
    graph = build(document, calendar=True)
    timeline = draw_svg(graph, document, only=SHOWN, theme=theme, notes=False)
    height = float(re.findall(r'<svg [^>]*height="(\d+)"', timeline)[0])
    top = 20 + LINE * len(EXCERPTS) + 10
    lines = proof(document, graph)
    bottom = top + height + 24
    total = bottom + LINE * len(lines)
    colours = palette(theme)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {total:.0f}" '
        f'width="{WIDTH}" height="{total:.0f}" fill="{colours["ink"]}">',
        "<title>Sentences of a text, the timeline of its events, and a question with its answer "
        "and the links that it follows from</title>",
        f'<rect width="{WIDTH}" height="{total:.0f}" rx="10" fill="{colours["paper"]}"/>',
    ]
    for k, excerpt in enumerate(EXCERPTS):
        parts += marked(document, excerpt, 30 + LINE * k, theme)
    parts.append(timeline.replace("<svg ", f'<svg y="{top}" ', 1))
    for k, line in enumerate(lines):
        style = {} if k else {"font_weight": "bold", "fill": YES[theme]}
        parts.append(mono(48 if k else 24, bottom + LINE * k, line, **style))
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    for theme, path in PICTURES.items():
        path.write_text(drawn(theme), encoding="utf-8")
