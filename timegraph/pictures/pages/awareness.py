"""The pages of temporal awareness: every counted link, who has it, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from timegraph._wording.counting import counted
from timegraph.options import Interpretation
from timegraph.pictures.page import MOST_CHARACTERS, page_of
from timegraph.pictures.pages.runs import score_plot
from timegraph.pictures.pages.writing import (
    INDEX,
    MOST_TIMELINES,
    NO_TIMELINES,
    FileNames,
    Row,
    RowWords,
    Timelines,
    file_names,
    filters,
    marked_sentence,
    names_in,
    page,
    pages_style,
    row_pages,
    static,
    tables_html,
    term,
    write_pages,
)
from timegraph.report.measures import run_tables
from timegraph.report.tables import Cell, Column, Table
from timegraph.scoring.agreement.compare import (
    EntityDifference,
    LinkDifference,
    PairStatement,
    TextDifferences,
)
from timegraph.scoring.awareness.awareness_counts import AwarenessScore, Method
from timegraph.scoring.awareness.judged_links import (
    JudgedDocument,
    JudgedLink,
    JudgedSystem,
    judged_documents,
)
from timegraph.scoring.measure import Result, by_unit
from timegraph.scoring.pairs import Gold
from timegraph.scoring.run import Run
from timeml.marked_text import marked_html
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection


# Two annotations of one text side by side: the text with both, and only the differences.


MOST_DIFFERENCES = 2_000
"""Differences of one text that its page shows."""

SideView = Callable[[TextDifferences, int, tuple[str, ...]], "str | None"]

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
    view: SideView = lambda text, side, ids: None,
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
        yield address, _side_by_side(text, view)
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
            f"<td>{escape(' and '.join(who))}</td>{cells}</tr>"
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


def _side_by_side(text: TextDifferences, view: SideView) -> str:
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
        f'<section aria-label="Differences"><h2>{escape(who[0])} and {escape(who[1])}: '
        f"{counted(len(both), 'difference')}</h2>"
        f"<p>Of {text.agreeing} more linked pairs both mean the same.</p>"
        f"{filters(choices) if both else ''}"
        + "".join(
            _difference_article(text, entry, k, view) for k, entry in enumerate(shown, start=1)
        )
        + f"{more}</section></main>"
    )
    title = f"{text.text.name}: {' and '.join(who)}"
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


def _difference_article(
    text: TextDifferences,
    difference: LinkDifference | EntityDifference,
    number: int,
    view: SideView,
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


DocumentView = Callable[[JudgedDocument, "JudgedSystem | None", tuple[str, ...]], "str | None"]

_SIGN = {"entailed": "+", "open": "?", "contradicted": "-"}
_FOUND = {"entailed": "found", "open": "missing", "contradicted": "contradicted"}
_ENTAILED = {"entailed": "entailed", "open": "not entailed", "contradicted": "contradicted"}
_STYLE = {"entailed": "vr", "open": "vu", "contradicted": "vw"}
_WORDS = RowWords(
    title="Links",
    heads=("document", "link", "in words", "in gold"),
    choices=(
        ("x", "links of both that are not right"),
        ("gold:x", "gold's links that it does not find"),
        ("gold:?", "gold's links that it misses"),
        ("gold:-", "gold's links that it contradicts"),
        ("gold:+", "gold's links that it finds"),
        ("own:x", "its links that gold does not entail"),
        ("own:?", "its links that gold leaves open"),
        ("own:-", "its links that gold contradicts"),
        ("own:+", "its links that gold entails without having them"),
        ("only", "only this system right"),
        ("differ", "systems differ"),
    ),
    signs="+ found, or entailed by gold, ? missing, or left open by gold, - contradicted",
    sides=(
        ("gold", "Gold's links", ("found", "contradicted", "missing")),
        ("own", "Links that gold has not", ("entailed", "contradicted", "left open")),
    ),
    labels=True,
)
_KINDS = (
    ("missing", "gold's links that it does not find"),
    ("found", "gold's links that it finds"),
    ("not-entailed", "its links that gold does not entail"),
    ("entailed", "its links that gold entails without having them"),
    ("contradicted", "contradictions"),
    ("only", "only this system right"),
)
_BY_RELATION = (
    Column("relation", kind="key"),
    Column("name", "system", kind="key"),
    Column("precision_matched", "P matched"),
    Column("system_total", "of system"),
    Column("recall_matched", "R matched"),
    Column("gold_total", "of gold"),
)


def awareness_pages(
    title: str,
    documents: Iterable[JudgedDocument],
    systems: Sequence[str],
    tables: Sequence[tuple[str, Table]] = (),
    notes: Sequence[str] = (),
    view: DocumentView = lambda document, system, ids: None,
    *,
    results: Sequence[Result[Any]] = (),
) -> Iterator[tuple[str, str]]:
    """Every page of the folder: its path in it, and its HTML. A page for each document comes first,
    then ``index.html`` with a plot of the ``results``, if there are any, the ``tables``, one by
    relation, and a line for each link.

    ``view`` gives the address of the timeline of a system's document, of gold's for ``None``,
    relative to the folder, with these ids of gold selected; ``None`` where there is none.
    """
    rows: list[Row] = []
    counts: Counter[tuple[str, int, str]] = Counter()
    names = FileNames()
    for document in documents:
        address = f"documents/{names.of(document.name)}"
        links = list(_links(document))
        rows += [_row(document, link, quote(address)) for link in links]
        _count(document, counts)
        yield address, _document(document, links, title, view)
    every = [*tables, ("By relation", _by_relation(counts, systems))]
    said = "".join(f'<p class="note">{escape(note)}</p>' for note in notes)
    yield from row_pages(
        title,
        f"{said}{score_plot(results)}{tables_html(every)}",
        rows,
        systems=systems,
        words=_WORDS,
    )


class _Link:
    """A link of gold, or one that systems alone have: what each system has to do with it."""

    def __init__(self, number: int, *, gold: bool, judged: dict[int, JudgedLink]) -> None:
        self.number, self.gold, self.judged = number, gold, judged
        self.first = next(iter(judged.values()))

    def verdicts(self, systems: int) -> str:
        """The sign of each system."""
        of = {k: _SIGN[link.judgement] for k, link in self.judged.items()}
        return "".join(of.get(k, ".") for k in range(systems))

    def kinds(self, systems: int) -> Iterator[str]:
        """What filters know the link by, each with the number of a system."""
        signs = self.verdicts(systems)
        for k, sign in enumerate(signs):
            if sign == ".":
                continue
            right = sign == "+"
            if self.gold:
                yield f"{k}{'found' if right else 'missing'}"
            else:
                yield f"{k}{'entailed' if right else 'not-entailed'}"
            if sign == "-":
                yield f"{k}contradicted"
            if right and signs.count("+") == 1:
                yield f"{k}only"


def _links(document: JudgedDocument) -> Iterator[_Link]:
    """Every counted link once, gold's first; one and its inverse are one."""
    first = document.systems[0].gold_links if document.systems else ()
    gold = {link.key: k for k, link in reversed(list(enumerate(first)))}
    number = 0
    for k in sorted(gold.values()):
        number += 1
        yield _Link(
            number,
            gold=True,
            judged={s: system.gold_links[k] for s, system in enumerate(document.systems)},
        )
    system_only: dict[object, dict[int, JudgedLink]] = {}
    for s, system in enumerate(document.systems):
        for link in system.own_links:
            if link.key not in gold:
                system_only.setdefault(link.key, {}).setdefault(s, link)
    for judged in system_only.values():
        number += 1
        yield _Link(number, gold=False, judged=judged)


def _row(document: JudgedDocument, entry: _Link, address: str) -> Row:
    words = _FOUND if entry.gold else _ENTAILED
    link = entry.first.link
    judged = [entry.judged.get(k) for k in range(len(document.systems))]
    return Row(
        number=link.id if entry.gold else "",
        document=document.name,
        words=f"{link.source} {link.relation} {link.target}",
        expected="yes" if entry.gold else "",
        verdicts=entry.verdicts(len(document.systems)),
        answers=tuple("" if answer is None else words[answer.judgement] for answer in judged),
        address=f"{address}#q{entry.number}",
        relation=link.relation,
        reasons=tuple(
            ""
            if answer is None or not answer.brief
            else answer.brief
            if entry.gold
            else f"gold: {answer.brief}"
            for answer in judged
        ),
    )


def _count(document: JudgedDocument, counts: Counter[tuple[str, int, str]]) -> None:
    for k, system in enumerate(document.systems):
        for links, matched, total in (
            (system.own_links, "precision_matched", "system_total"),
            (system.gold_links, "recall_matched", "gold_total"),
        ):
            for link in links:
                counts[link.link.relation, k, total] += 1
                counts[link.link.relation, k, matched] += link.judgement == "entailed"


def _by_relation(counts: Counter[tuple[str, int, str]], systems: Sequence[str]) -> Table:
    figures = [column.name for column in _BY_RELATION[2:]]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (relation, name, *(counts[relation, k, figure] for figure in figures))
        for relation in sorted({relation for relation, _, _ in counts})
        for k, name in enumerate(systems)
    )
    return Table(_BY_RELATION, rows, name="by_relation")


def _document(
    document: JudgedDocument, links: Sequence[_Link], title: str, view: DocumentView
) -> str:
    addresses = [("gold", view(document, None, ()))]
    addresses += [(system.name, view(document, system, ())) for system in document.systems]
    timelines = " ".join(
        f'<a href="../{escape(address)}">timeline of {escape(name)}</a>'
        for name, address in addresses
        if address is not None
    )
    lacking = "".join(
        f'<p class="note">{escape(system.name)}: the document {_STATUS[system.status]}.</p>'
        for system in document.systems
        if system.status != "found"
    )
    articles = "".join(_article(document, link, view) for link in links)
    body = (
        f'<header><h1>{escape(document.name)}</h1><a href="../index.html">all links</a>{timelines}'
        f"</header><main>{lacking}{filters(_KINDS, [system.name for system in document.systems])}"
        f"{articles}</main>"
    )
    style, script = pages_style(), static("articles.js")
    return page(f"{document.name}: {title}", body, style=style, script=script)


_STATUS = {"missing": "is not there", "failed": "cannot be read"}


def _article(document: JudgedDocument, entry: _Link, view: DocumentView) -> str:
    first = entry.first
    head = f"{first.link.source} {first.link.relation} {first.link.target}"
    kinds = " ".join(entry.kinds(len(document.systems)))
    parts = [
        f'<article id="q{entry.number}" tabindex="-1" data-kinds="{kinds}"><h2>{escape(head)}</h2>',
        *(f"<blockquote>{marked_sentence(sentence)}</blockquote>" for sentence in first.sentences),
        "<dl>",
    ]
    if entry.gold:
        parts.append(_said("gold", str(first.link), view(document, None, first.ids)))
    else:
        parts.append(_judged("gold", first, _ENTAILED, view(document, None, first.ids)))
    for k, answer in entry.judged.items():
        system = document.systems[k]
        address = view(document, system, answer.ids)
        if entry.gold:
            parts.append(_judged(system.name, answer, _FOUND, address))
        else:
            parts.append(_said(system.name, str(answer.link), address))
    return "".join((*parts, "</dl></article>"))


def _said(name: str, link: str, address: str | None) -> str:
    return f"{term(name, address)}<dd><p>{escape(link)}</p></dd>"


def _judged(name: str, answer: JudgedLink, words: dict[str, str], address: str | None) -> str:
    verdict = (
        f'<span class="verdict {_STYLE[answer.judgement]}">{_SIGN[answer.judgement]} '
        f"{words[answer.judgement]}</span>"
    )
    links = list(map(str, answer.why))
    since = more = ""
    if len(links) == 1:
        since = f"since {links[0]}"
    elif links:
        since = "since"
        more = f"<ul>{''.join(f'<li>{escape(link)}</li>' for link in links)}</ul>"
    return f"{term(name, address)}<dd><p>{verdict} {escape(answer.reason or since)}</p>{more}</dd>"


_TITLE = "Temporal awareness"


def write_awareness_pages(
    folder: Path,
    run: Run[AwarenessScore],
    *,
    gold: Gold,
    systems: Mapping[str, Collection],
    method: Method = "default",
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    align_by: AlignBy | None = "overlap",
) -> Path:
    """Write the tables of a run of :data:`~timegraph.scoring.AWARENESS` over ``systems``, with
    intervals, every link, and the timelines of gold and the systems. Returns the page to open
    first."""
    run = run.with_statistics() if len(gold.documents) > 1 else run
    names = list(systems)
    drawn = (len(names) + 1) * len(gold.documents) <= MOST_TIMELINES
    notes = [*run.warnings, *run.remarks]
    notes += [f"{system.name}: not scored: {system.reason}" for system in run.unusable]
    if not drawn:
        notes.append(NO_TIMELINES)
    timelines = Timelines()
    files = file_names(gold.documents)
    folder_names = FileNames("")
    folders = {name: folder_names.of(name or "gold") for name in ("", *names)}

    def judged() -> Iterator[JudgedDocument]:
        for document in judged_documents(
            gold, systems, method=method, interpretation=interpretation, align_by=align_by
        ):
            if drawn:
                write_pages(folder, _timelines(document))
            yield document

    def _timelines(document: JudgedDocument) -> Iterator[tuple[str, str]]:
        for system in (None, *document.systems):
            side = document if system is None else system
            text = document.gold if system is None else system.document
            if not len(side.graph):
                continue
            address = (
                f"timelines/{folders['' if system is None else system.name]}/{files[document.name]}"
            )
            own_names = {} if system is None else system.names
            key = None if system is None else system.name, document.name
            timelines.add(key, address, names_in(side.graph, own_names))
            yield address, page_of(side.graph, text, home="../../index.html")

    def view(
        document: JudgedDocument, system: JudgedSystem | None, ids: tuple[str, ...]
    ) -> str | None:
        name = None if system is None else system.name
        return timelines.view((name, document.name), ids)

    tables = [*run_tables(run), *run_tables(run, [by_unit(run.measure)])]
    captioned = list(zip(("Systems", "By document"), tables, strict=True))
    pages = awareness_pages(_TITLE, judged(), names, captioned, notes, view, results=run.results)
    write_pages(folder, pages)
    return folder / INDEX
