"""Two annotations of one text side by side: the text with both, and only the differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from urllib.parse import quote

from timegraph._wording.counting import counted
from timegraph.pictures.marked_text import MOST_CHARACTERS
from timegraph.pictures.pages.html import filters, page, pages_style, static, tables_html, term
from timegraph.pictures.pages.naming import FileNames
from timegraph.pictures.pages.sentences import marked_sentence
from timegraph.report.tables import Table
from timegraph.scoring.agreement.differences import (
    EntityDifference,
    LinkDifference,
    PairStatement,
    TextDifferences,
)
from timeml.marked_text import marked_html

__all__ = ["MOST_DIFFERENCES", "beside_pages"]

MOST_DIFFERENCES = 2_000
"""Differences of one text that its page shows."""

View = Callable[[TextDifferences, int, tuple[str, ...]], "str | None"]

_SIGNS = {
    "contradicting": ("\u2260", "vw"),
    "different": ("~", "vu"),
    "only first": ("1", "one"),
    "only second": ("2", "two"),
    "attributes": ("~", "vu"),
}


def beside_pages(
    title: str,
    texts: Iterable[TextDifferences],
    tables: Sequence[tuple[str, Table]] = (),
    notes: Sequence[str] = (),
    view: View = lambda text, side, ids: None,
) -> Iterator[tuple[str, str]]:
    """Every page of the folder: its path in it, and its HTML; ``index.html``, with the ``tables``
    and the texts, those with the most differences first, is the last.

    ``view`` gives the address of a timeline of one side (0 or 1) of a text, relative to the folder,
    with these ids selected; ``None`` where there is none.
    """
    listed: list[tuple[str, tuple[str, str], dict[str, int], str]] = []
    names = FileNames()
    for text in texts:
        who = (annotator.replace("/", "-") for annotator in text.annotators)
        name = "-".join((text.text.name.removesuffix(".tml"), *who))
        address = f"texts/{names.of(name)}"
        listed.append((text.text.name, text.annotators, text.counts(), address))
        yield address, _document(text, view)
    yield "index.html", _index(title, listed, tables, notes)


def _index(
    title: str,
    listed: Sequence[tuple[str, tuple[str, str], dict[str, int], str]],
    tables: Sequence[tuple[str, Table]],
    notes: Sequence[str],
) -> str:
    rows = []
    for name, who, counts, address in sorted(listed, key=lambda text: -sum(text[2].values())):
        cells = "".join(f'<td class="right">{count}</td>' for count in counts.values())
        rows.append(
            f'<tr><td><a href="{escape(quote(address))}">{escape(name)}</a></td>'
            f"<td>{escape(' beside '.join(who))}</td>{cells}</tr>"
        )
    heads = (
        *("contradicting links", "different", "only the first's", "only the second's"),
        *("entities only the first has", "only the second", "attributes differ"),
    )
    said = "".join(f'<p class="note">{escape(note)}</p>' for note in notes)
    body = (
        f'<header><h1>{escape(title)}</h1></header><main class="wide">{said}'
        '<div class="scroll" tabindex="0" role="region" aria-label="Texts"><table>'
        "<caption>Texts, those with the most differences first</caption><thead><tr>"
        '<th scope="col">text</th><th scope="col">annotations</th>'
        + "".join(f'<th scope="col" class="right">{escape(head)}</th>' for head in heads)
        + f"</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
        + tables_html(tables, open_first=False)
        + "</main>"
    )
    return page(title, body, style=pages_style())


def _document(text: TextDifferences, view: View) -> str:
    who = text.annotators
    both: list[LinkDifference | EntityDifference] = [*text.links, *text.entities]
    shown = both[:MOST_DIFFERENCES]
    links = [
        f'<a href="../{escape(address)}">timeline of {escape(name)}</a>'
        for side, name in enumerate(who)
        if (address := view(text, side, ())) is not None
    ]
    counts = text.counts()
    choices = [(kind, f"{_words(kind, who)} ({count})") for kind, count in counts.items() if count]
    left_out = len(both) - len(shown)
    more = f'<p class="note">{left_out} more are not shown.</p>' if left_out else ""
    body = (
        f'<header><h1>{escape(text.text.name)}</h1><a href="../index.html">all texts</a>'
        f'{" ".join(links)}</header><main class="beside">'
        f'<section id="text" aria-label="Text" tabindex="0">{_legend(who)}'
        f"{_texts(text, shown)}</section>"
        f'<section aria-label="Differences"><h2>{escape(who[0])} beside {escape(who[1])}: '
        f"{counted(len(both), 'difference')}</h2>"
        f"<p>Of {text.agreeing} more linked pairs both mean the same.</p>"
        f"{filters(choices) if both else ''}"
        + "".join(_article(text, entry, k, view) for k, entry in enumerate(shown, start=1))
        + f"{more}</section></main>"
    )
    title = f"{text.text.name}: {' beside '.join(who)}"
    style, script = pages_style(), static("articles.js")
    return page(title, body, style=style, script=script)


def _words(kind: str, who: Sequence[str]) -> str:
    """What a kind of differences is called."""
    return {
        "contradicting": "contradicting links",
        "different": "different links that can both be true",
        "only first": f"only {who[0]}'s links say it",
        "only second": f"only {who[1]}'s links say it",
        "entity only first": f"entities that only {who[0]} has",
        "entity only second": f"entities that only {who[1]} has",
        "entity attributes": "entities with other words or attributes",
    }[kind]


def _legend(who: Sequence[str]) -> str:
    return (
        '<p class="legend"><mark class="one"><span class="sign">1</span> only '
        f'{escape(who[0])}</mark> <mark class="two"><span class="sign">2</span> only '
        f'{escape(who[1])}</mark> <mark class="differs"><span class="sign">\u2260</span> both, in '
        'a difference</mark> <mark class="alike">both</mark></p>'
    )


def _texts(text: TextDifferences, shown: Sequence[LinkDifference | EntityDifference]) -> str:
    """The text with the entities of both, or each side's where the texts are not the same."""
    numbers: dict[str, list[int]] = {}
    for number, entry in enumerate(shown, start=1):
        for id in entry.ids:
            numbers.setdefault(id, []).append(number)
    shared = set(text.text.entities)
    marks: tuple[list[tuple[int, int, str]], list[tuple[int, int, str]]] = ([], [])
    outside = []
    for side, document in enumerate(text.text.documents):
        for entity in document.entities:
            name = text.text.names[side].get(entity, "")
            if name in shared and side and text.text.same_text[1]:
                continue  # the first's mark stands for both
            of = numbers.get(name or entity, [])
            kind = ("one", "two")[side]
            if name in shared:
                kind = "differs" if of else "alike"
            opening = _mark(entity, kind, of)
            annotation = document.entity(entity)
            if annotation.start is None or annotation.end is None:
                if of and not (name in shared and side):
                    outside.append(f"{opening}{escape(annotation.text or entity)}</mark>")
            elif annotation.start < MOST_CHARACTERS:
                marks[side].append((annotation.start, annotation.end, opening))
    parts = [f'<p class="outside">Outside the text: {" ".join(outside)}</p>'] if outside else []
    if text.text.same_text[1]:
        whole = text.text.documents[0].text[:MOST_CHARACTERS]
        parts.append(f'<div class="body">{marked_html(whole, [*marks[0], *marks[1]])}</div>')
    else:
        for who, document, of_side in zip(text.annotators, text.text.documents, marks, strict=True):
            whole = marked_html(document.text[:MOST_CHARACTERS], of_side)
            parts.append(f'<h3>{escape(who)}</h3><div class="body">{whole}</div>')
    if any(len(document.text) > MOST_CHARACTERS for document in text.text.documents):
        parts.append('<p class="note">The rest of the text is left out.</p>')
    return "".join(parts)


def _mark(id: str, kind: str, numbers: Sequence[int]) -> str:
    sign = {"one": "1", "two": "2", "differs": "\u2260"}.get(kind, "")
    shown = f'<span class="sign" aria-hidden="true">{sign}</span>' if sign else ""
    role = ""
    if numbers:
        role = f' role="button" tabindex="0" data-to="{" ".join(map(str, numbers))}"'
    return f'<mark class="{kind}" title="{escape(id)}"{role}>{shown}'


def _article(
    text: TextDifferences, difference: LinkDifference | EntityDifference, number: int, view: View
) -> str:
    who = text.annotators
    of_link = isinstance(difference, LinkDifference)
    kind = difference.kind if of_link else f"entity {difference.kind}"
    sign, style = _SIGNS[difference.kind]
    head = {
        "contradicting": "contradict",
        "different": "differ",
        "only first": f"only {who[0]}",
        "only second": f"only {who[1]}",
        "attributes": "attributes differ",
    }[difference.kind]
    mentions = (
        difference.mentions if isinstance(difference, LinkDifference) else (difference.mention,)
    )
    parts = [
        f'<article id="d{number}" tabindex="-1" data-kinds="{escape(kind.replace(" ", "-"))}" '
        f'data-marks="{number}"><h3><span class="verdict {style}">{sign} {escape(head)}</span> '
        f"{escape(' and '.join(map(str, mentions)))}</h3>",
        *(
            f"<blockquote>{marked_sentence(sentence)}</blockquote>"
            for sentence in difference.sentences
        ),
        "<dl>",
    ]
    for side, name in enumerate(who):
        if isinstance(difference, LinkDifference):
            said = _statement(difference, difference.sides[side])
        else:
            said = _entity(difference, side)
        there = of_link or difference.kind in ("attributes", ("only first", "only second")[side])
        address = view(text, side, difference.ids) if there else None
        parts.append(f"{term(name, address)}<dd>{said}</dd>")
    return "".join((*parts, "</dl></article>"))


def _statement(difference: LinkDifference, said: PairStatement) -> str:
    a, b = difference.mentions
    parts = [f"<p>{escape(str(link))}</p>" for link in said.links]
    if said.left_out:
        parts.append("<p>left out, since it contradicts other links of the same side</p>")
    none = "" if said.links else "no link; "
    if not said.label:
        parts.append(f"<p>{none}the relation stays open</p>")
    elif said.why or not said.links or said.left_out:
        with_its_own = said.links and not said.left_out
        since = ""
        if said.why:
            since = " with" if with_its_own else ", since"
        parts.append(f"<p>{escape(f'{none}it follows that {a} {said.label} {b}')}{since}</p>")
        if said.why:
            parts.append(
                f"<ul>{''.join(f'<li>{escape(str(reason))}</li>' for reason in said.why)}</ul>"
            )
    return "".join(parts)


def _entity(difference: EntityDifference, side: int) -> str:
    if difference.kind == "attributes":
        return "".join(
            f"<p>{escape(name)}: {escape(str(values[side] or 'none'))}</p>"
            for name, *values in difference.values
        )
    if difference.kind != ("only first", "only second")[side]:
        return "<p>not annotated</p>"
    if not difference.links:
        return "<p>annotated, in no link</p>"
    return "".join(f"<p>{escape(str(link))}</p>" for link in difference.links)
