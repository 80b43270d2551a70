"""The pages of temporal awareness: every counted link, who has it, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from timegraph.options import Interpretation
from timegraph.pictures.pages.runs import Item, RunPages, captioned_tables
from timegraph.pictures.pages.writing import Row, RowWords, names_in, term
from timegraph.report.tables import Cell, Column, Table
from timegraph.scoring.awareness.awareness_counts import AwarenessScore, Method
from timegraph.scoring.awareness.judged_links import (
    JudgedDocument,
    JudgedLink,
    judged_documents,
)
from timegraph.scoring.measure import by_unit
from timegraph.scoring.pairs import Gold
from timegraph.scoring.run import Run
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection

_TITLE = "Temporal awareness"
_STATUS = {"missing": "is not there", "failed": "cannot be read"}
_SIGN = {"entailed": "+", "open": "?", "contradicted": "-"}
_FOUND = {"entailed": "found", "open": "missing", "contradicted": "contradicted"}
_ENTAILED = {"entailed": "entailed", "open": "not entailed", "contradicted": "contradicted"}
_STYLE = {"entailed": "vr", "open": "vu", "contradicted": "vw"}
_OF_GOLD = {"+": ("found",), "?": ("missing",), "-": ("missing", "contradicted")}
_OF_SYSTEMS = {"+": ("entailed",), "?": ("not-entailed",), "-": ("not-entailed", "contradicted")}
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
    kinds=(
        ("missing", "gold's links that it does not find"),
        ("found", "gold's links that it finds"),
        ("not-entailed", "its links that gold does not entail"),
        ("entailed", "its links that gold entails without having them"),
        ("contradicted", "contradictions"),
        ("only", "only this system right"),
    ),
    sides=(
        ("gold", "Gold's links", ("found", "contradicted", "missing")),
        ("own", "Links that gold has not", ("entailed", "contradicted", "left open")),
    ),
    labels=True,
)
_BY_RELATION = (
    Column("relation", kind="key"),
    Column("name", "system", kind="key"),
    Column("precision_matched", "P matched"),
    Column("system_total", "of system"),
    Column("recall_matched", "R matched"),
    Column("gold_total", "of gold"),
)


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
    pages = RunPages(folder, _TITLE, _WORDS, names, gold.documents, gold=True)
    counts: Counter[tuple[str, int, str]] = Counter()
    for document in judged_documents(
        gold, systems, method=method, interpretation=interpretation, align_by=align_by
    ):
        if pages.drawn:
            _draw(document, pages)
        addresses = [(name, pages.view(name, document.name)) for name in ("", *names)]
        timelines = " ".join(
            f'<a href="../{escape(address)}">timeline of {escape(name or "gold")}</a>'
            for name, address in addresses
            if address is not None
        )
        lacking = "".join(
            f'<p class="note">{escape(system.name)}: the document {_STATUS[system.status]}.</p>'
            for system in document.systems
            if system.status != "found"
        )
        pages.add(document.name, list(_items(document, pages)), timelines, lacking)
        _count(document, counts)
    tables = captioned_tables(run, [by_unit(run.measure)])
    return pages.finish(run, [*tables, ("By relation", _by_relation(counts, names))])


def _draw(document: JudgedDocument, pages: RunPages) -> None:
    if len(document.graph):
        own = names_in(document.graph, {})
        pages.draw("", document.name, document.graph, document.gold, own)
    for system in document.systems:
        if len(system.graph):
            resolve = names_in(system.graph, system.names)
            pages.draw(system.name, document.name, system.graph, system.document, resolve)


def _items(document: JudgedDocument, pages: RunPages) -> Iterator[Item]:
    """Every counted link once, gold's first; one and its inverse are one."""
    first = document.systems[0].gold_links if document.systems else ()
    gold = {link.key: k for k, link in reversed(list(enumerate(first)))}
    for k in sorted(gold.values()):
        judged = {s: system.gold_links[k] for s, system in enumerate(document.systems)}
        yield _item(document, judged, pages, of_gold=True)
    system_only: dict[object, dict[int, JudgedLink]] = {}
    for s, system in enumerate(document.systems):
        for link in system.own_links:
            if link.key not in gold:
                system_only.setdefault(link.key, {}).setdefault(s, link)
    for judged in system_only.values():
        yield _item(document, judged, pages, of_gold=False)


def _item(
    document: JudgedDocument, judged: dict[int, JudgedLink], pages: RunPages, *, of_gold: bool
) -> Item:
    """A link of gold, or one that systems alone have: what each system has to do with it."""
    first = next(iter(judged.values()))
    link, words = first.link, _FOUND if of_gold else _ENTAILED
    answers = [judged.get(k) for k in range(len(document.systems))]
    row = Row(
        number=link.id if of_gold else "",
        document=document.name,
        words=f"{link.source} {link.relation} {link.target}",
        expected="yes" if of_gold else "",
        verdicts="".join("." if each is None else _SIGN[each.judgement] for each in answers),
        answers=tuple("" if each is None else words[each.judgement] for each in answers),
        relation=link.relation,
        reasons=tuple(
            ""
            if each is None or not each.brief
            else each.brief
            if of_gold
            else f"gold: {each.brief}"
            for each in answers
        ),
    )
    address = pages.view("", document.name, first.ids)
    terms = [
        _said("gold", str(link), address) if of_gold else _judged("gold", first, words, address)
    ]
    for k, answer in judged.items():
        name = document.systems[k].name
        address = pages.view(name, document.name, answer.ids)
        terms.append(
            _judged(name, answer, words, address)
            if of_gold
            else _said(name, str(answer.link), address)
        )
    kinds = _OF_GOLD if of_gold else _OF_SYSTEMS
    return Item(row, kinds=kinds, head=row.words, sentences=first.sentences, terms=terms)


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
