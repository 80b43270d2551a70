"""The first page of a run: its tables, and a line for each question or link, to filter.

Many lines are several pages, so that each loads fast; each is filtered by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import islice

from timegraph.pictures.pages.html import data_block, page, pages_style, static

__all__ = ["MOST_ROWS", "Row", "RowWords", "row_pages"]

MOST_ROWS = 20_000
"""Lines of one page."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line: what is asked where, and a verdict and an answer for each system.

    A verdict is ``+``, ``-``, ``?``, or ``.`` where there is none. ``address`` leads to the
    details; ``relation`` is what lines are filtered by, and ``reasons`` say in a few words why
    each system's answer is not right.
    """

    number: str
    document: str
    words: str
    expected: str
    verdicts: str
    answers: tuple[str, ...]
    address: str
    relation: str = ""
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowWords:
    """What a page calls its lines: the ``title`` above them, the ``heads`` of the columns before
    those of systems, ``choices`` to filter by (their codes in ``questions.js``, and their words),
    what ``signs`` mean, and ``sides``: the kinds of lines of which the relations are counted, each
    with its code in ``choices`` ("" for all lines), its title and what the three verdicts ``+-?``
    mean of it. ``labels``: lines are links, which compare the labels of two sides."""

    title: str
    heads: tuple[str, str, str, str]
    choices: tuple[tuple[str, str], ...]
    signs: str
    sides: tuple[tuple[str, str, tuple[str, str, str]], ...] = (
        ("", "Relations", ("right", "wrong", "unknown")),
    )
    labels: bool = False


def row_pages(
    title: str,
    above: str,
    rows: Iterable[Row],
    *,
    systems: Sequence[str],
    words: RowWords,
    opens: str = "all",
) -> Iterator[tuple[str, str]]:
    """The pages of ``rows`` with their paths, ``index.html`` first, which has ``above`` (HTML) over
    its lines; if they are more than :data:`MOST_ROWS`, the others are ``rows-2.html`` and so on.
    ``opens`` is the code of the lines that are shown at first."""
    rest = iter(rows)
    pieces: list[list[Row]] = []
    while piece := list(islice(rest, MOST_ROWS)):
        pieces.append(piece)
    pieces = pieces or [[]]
    total = sum(map(len, pieces))
    done = 0
    for k, piece in enumerate(pieces):
        name = _name(k)
        where = _where(k, len(pieces), done, len(piece), total)
        done += len(piece)
        yield name, _page(title, above if not k else "", piece, where, systems, words, opens)


def _name(k: int) -> str:
    return f"rows-{k + 1}.html" if k else "index.html"


def _where(k: int, pieces: int, done: int, here: int, total: int) -> str:
    if pieces == 1:
        return ""
    links = [
        f'<a href="{_name(other)}">{word}</a>'
        for other, word in ((k - 1, "the ones before"), (k + 1, "the next ones"))
        if 0 <= other < pieces
    ]
    return f"<p>{done + 1:,} to {done + here:,} of {total:,}: {', '.join(links)}</p>"


def _page(
    title: str,
    above: str,
    rows: Sequence[Row],
    where: str,
    systems: Sequence[str],
    words: RowWords,
    opens: str,
) -> str:
    names = "".join(
        f'<option value="{k}">{escape(system)}</option>' for k, system in enumerate(systems)
    )
    choices = "".join(
        f'<option value="{code}">{escape(choice)}</option>' for code, choice in words.choices
    )
    relations = "".join(
        f"<option>{escape(relation)}</option>"
        for relation in sorted({row.relation for row in rows} - {""})
    )
    below = " (of the lines of this page)" if where else ""
    body = (
        f'<header><h1>{escape(title)}</h1></header><main class="wide">{above}'
        f'<details id="charts" open><summary>What is wrong, and where{below}</summary>'
        f'<div class="charts"></div></details><h2>{escape(words.title)}</h2>'
        f'{where}<p class="filters"><label>System <select id="system">{names}</select></label> '
        f'<label>Show <select id="show"><option value="all">all</option>{choices}</select></label> '
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
