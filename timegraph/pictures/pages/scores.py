"""The one writer of folders of pages: tables, a line and an article for each item, timelines; and
the pages of each measure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from timegraph._wording import counted
from timegraph.documents.build import build
from timegraph.findings import Sentence
from timegraph.options import Interpretation
from timegraph.pictures.pages.documents import page_of
from timegraph.pictures.pages.writing import (
    INDEX,
    Resolve,
    Row,
    RowWords,
    file_names,
    filters,
    marked_sentence,
    names_in,
    page,
    pages_style,
    row_page,
    static,
    tables_html,
    term,
    write_page,
)
from timegraph.pictures.svg import width_of
from timegraph.report.agreement import agreement_tables
from timegraph.report.measures import run_tables
from timegraph.report.tables import Cell, Column, Table
from timegraph.scoring import AnsweredQuestion, answers_of
from timegraph.scoring.agreement.measure import Agreement
from timegraph.scoring.awareness import (
    AwarenessScore,
    JudgedDocument,
    JudgedLink,
    Method,
    judged_documents,
)
from timegraph.scoring.measure import Grouping, Result, by_unit, figure_intervals
from timegraph.scoring.pairs import Gold
from timegraph.scoring.qa_tempeval.comparison import DocumentAnswers
from timegraph.scoring.run import Run
from timegraph.scoring.signature import Notice, unread_labels
from timegraph.scoring.statistics import FEW_DOCUMENTS, Interval
from timeml import Document, TimeMLError, align_ids
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timegraph.scoring.qa_tempeval.kits import Kit
    from timeml import Collection


Captioned = Sequence[tuple[str, Table]]
"""Tables with their captions."""

MOST_TIMELINES = 400
"""Timelines of systems' documents that a run's pages have; more would take minutes to write."""

NO_TIMELINES = (
    f"The run has more than {MOST_TIMELINES} documents, so timelines are left out; timegraph "
    "view draws those of a folder"
)

# The scores of systems with their intervals, as a picture at the top of a page.


Bar = tuple[float, float, float]
"""A value between the ends of its interval, which are the value itself where there is none."""


def bar_of(value: float, interval: Interval) -> Bar:
    """The bar of a value with its interval."""
    low, high = (value if end is None else end for end in (interval.low, interval.high))
    return min(low, value), value, max(high, value)


def bars_of(result: Result[Any], figures: Sequence[str]) -> dict[str, Bar]:
    """The bar of each of the figures of a system that is defined."""
    measure = result.measure
    scores = [score for unit in result.units for score in measure.scores(unit.value).values()]
    if not scores or result.score is None:
        return {}
    intervals = figure_intervals(measure, scores, figures)
    values = measure.record(result.score)
    return {
        name: bar_of(values[name], intervals[name]) for name in figures if values[name] is not None
    }


_FIGURES = ("f1", "precision", "recall")
_MOST = 3
_NAME, _SCALE, _VALUE, _ROW, _TOP = 150, 150, 44, 22, 24
_WIDTH = _NAME + _SCALE + _VALUE


def score_plot(results: Sequence[Result[Any]]) -> str:
    """A panel of F1, one of precision and one of recall (of a measure without these: of the first
    three figures that have intervals), each with a line for each system: its value with the 95 %
    interval over documents. Empty without systems, and where a system has several scores."""
    if not results or results[0].measure.labels:
        return ""
    measure = results[0].measure
    figures = _FIGURES if set(_FIGURES) <= set(measure.titles) else measure.intervals[:_MOST]
    drawn = [(result.name, bars_of(result, figures)) for result in results]
    if not any(bars for _, bars in drawn):
        return ""
    panels = "".join(_panel(figure, measure.titles[figure], drawn) for figure in figures)
    return f'<div class="plots">{panels}</div>'


def _panel(figure: str, title: str, systems: Sequence[tuple[str, dict[str, Bar]]]) -> str:
    height = _TOP + _ROW * len(systems) + 16
    parts = [
        f'<svg class="plot" role="img" aria-label="{title} of each system, with 95 % intervals" '
        f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}">'
        f'<text class="title" x="{_NAME}" y="13">{title}</text>'
    ]
    bottom = _TOP + _ROW * len(systems)
    for share in (0.0, 0.5, 1.0):
        x = _NAME + share * _SCALE
        parts.append(f'<path class="rule" d="M{x:.1f} {_TOP - 4}V{bottom}"/>')
        parts.append(f'<text class="tick" x="{x - 7:.1f}" y="{bottom + 12}">{share:g}</text>')
    for k, (name, bars) in enumerate(systems):
        parts += _line(name, bars.get(figure), _TOP + _ROW * k + _ROW / 2)
    return "".join((*parts, "</svg>"))


def _line(name: str, bar: Bar | None, y: float) -> Iterator[str]:
    short = name
    while len(short) > 1 and width_of(short) > _NAME - 8:
        short = f"{short.rstrip(_CUT)[:-1]}{_CUT}"
    yield f'<text y="{y + 4:.1f}">{escape(short)}<title>{escape(name)}</title></text>'
    if bar is None:
        yield f'<text class="tick" x="{_NAME + 6}" y="{y + 4:.1f}">undefined</text>'
        return
    low, value, high = (_NAME + _SCALE * share for share in bar)
    yield f'<path class="interval" d="M{low:.1f} {y}H{high:.1f}m0-4v8M{low:.1f} {y - 4}v8"/>'
    yield f'<circle class="value" cx="{value:.1f}" cy="{y}" r="4"/>'
    yield f'<text x="{_NAME + _SCALE + 8}" y="{y + 4:.1f}">{bar[1]:.3f}</text>'


_CUT = "\N{HORIZONTAL ELLIPSIS}"


# A folder of pages that opens from a disk. The first page has the tables and a line for each item;
# the details of a document's items are in a page of its own, so that a run of 1,000 documents loads
# in pieces.


@dataclass(frozen=True, slots=True)
class Item:
    """A question or a link: its line on the first page, and its article on its document's page.

    ``kinds`` are what filters call the line's verdicts, ``head`` is the article's heading,
    ``below`` HTML under that, and ``terms`` say, as HTML, who answers what.
    """

    row: Row
    kinds: Mapping[str, Sequence[str]]
    head: str
    sentences: Sequence[Sentence]
    terms: Sequence[str]
    below: str = ""

    def article(self, number: int) -> str:
        """The article, with a number that is its own on the page."""
        signs = self.row.verdicts
        kinds = [
            f"{k}{kind}" for k, sign in enumerate(signs) for kind in _kinds(sign, signs, self.kinds)
        ]
        parts = (
            f'<article id="q{number}" tabindex="-1" data-kinds="{" ".join(kinds)}">'
            f"<h2>{escape(self.head)}</h2>{self.below}",
            *(f"<blockquote>{marked_sentence(each)}</blockquote>" for each in self.sentences),
        )
        return "".join((*parts, "<dl>", *self.terms, "</dl></article>"))


def _kinds(sign: str, signs: str, kinds: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield from kinds.get(sign, ())
    if sign == "+" and signs.count("+") == 1:
        yield "only"


def notes_of(run: Run[Any]) -> list[str]:
    """What readers of a run should know, and why systems are not in it."""
    unusable = [f"{system.name}: not scored: {system.reason}" for system in run.unusable]
    return [*run.warnings, *run.remarks, *unusable]


def captioned_tables(
    run: Run[Any], groupings: Sequence[Grouping[Any]] = ()
) -> list[tuple[str, Table]]:
    """The table of all systems and one for each kind of groups, each with its caption."""
    grouped = run_tables(run, groupings) if groupings else []
    names = ("Systems", *(f"By {grouping.name}" for grouping in groupings))
    return list(zip(names, [*run_tables(run), *grouped], strict=True))


def _above(notes: Sequence[str], results: Sequence[Result[Any]], tables: Captioned) -> str:
    said = "".join(f'<p class="note">{escape(note)}</p>' for note in notes)
    return f"{said}{score_plot(results)}{tables_html(tables)}"


def write_overview(
    folder: Path,
    title: str,
    tables: Captioned,
    notes: Sequence[str] = (),
    results: Sequence[Result[Any]] = (),
    below: str = "",
) -> Path:
    """Write a page of a plot of the ``results``, ``tables`` with their captions, and HTML ``below``
    them. Returns its path."""
    body = (
        f'<header><h1>{escape(title)}</h1></header><main class="wide">'
        f"{_above(notes, results, tables)}{below}</main>"
    )
    return write_page(folder, INDEX, page(title, body, style=pages_style()))


class RunPages:
    """The pages of a run, written one document at a time: first the timelines of a document
    (:meth:`draw`), then its items (:meth:`add`), and at last the first page (:meth:`finish`).

    The timelines are those of ``systems`` and, called "", of gold.
    """

    def __init__(
        self,
        folder: Path,
        title: str,
        words: RowWords,
        systems: Sequence[str],
        documents: Iterable[str],
        *,
        gold: bool = False,
    ) -> None:
        self._folder, self._title, self._words, self._systems = folder, title, words, systems
        self._files = file_names(documents)
        self._sides = {"": "gold", **file_names(systems, "", taken=["gold"])}
        self._rows: list[Row] = []
        self._timelines: dict[tuple[str, str], tuple[str, Resolve]] = {}
        self.drawn = (len(systems) + gold) * len(self._files) <= MOST_TIMELINES
        """Whether there are timelines: a run of many documents has none."""

    def draw(
        self, system: str, document: str, graph: TimeGraph, text: Document, resolve: Resolve
    ) -> None:
        """Write the timeline of a system's document, in which ids are what ``resolve`` says."""
        address = f"timelines/{self._sides[system]}/{self._files[document]}"
        write_page(self._folder, address, page_of(graph, text, home=f"../../{INDEX}"))
        self._timelines[system, document] = address, resolve

    def view(self, system: str, document: str, ids: Iterable[str] = ()) -> str | None:
        """The address of a timeline with these ids selected, relative to the folder; ``None`` if it
        was not written."""
        if (system, document) not in self._timelines:
            return None
        address, resolve = self._timelines[system, document]
        entities = [entity for id in ids if (entity := resolve(id)) is not None]
        return f"{quote(address)}#{','.join(entities)}" if entities else quote(address)

    def add(self, document: str, items: Sequence[Item], head: str = "", above: str = "") -> None:
        """Write the page of a document: with HTML in its ``head``, and ``above`` its items."""
        address = f"documents/{self._files[document]}"
        for number, item in enumerate(items, 1):
            self._rows.append(replace(item.row, address=f"{quote(address)}#q{number}"))
        articles = "".join(item.article(number) for number, item in enumerate(items, 1))
        body = (
            f'<header><h1>{escape(document)}</h1><a href="../{INDEX}">all '
            f"{escape(self._words.title.lower())}</a>{head}</header><main>{above}"
            f"{filters(self._words.kinds, self._systems)}{articles}</main>"
        )
        title = f"{document}: {self._title}"
        html = page(title, body, style=pages_style(), script=static("articles.js"))
        write_page(self._folder, address, html)

    def finish(self, run: Run[Any], tables: Captioned, opens: str = "all") -> Path:
        """Write the first page: what to know of the run, a plot, ``tables``, and the lines of all
        items, those at first that ``opens`` is the code of. Returns its path."""
        notes = [*notes_of(run), *([] if self.drawn else [NO_TIMELINES])]
        above = _above(notes, run.results, tables)
        html = row_page(
            self._title, above, self._rows, systems=self._systems, words=self._words, opens=opens
        )
        return write_page(self._folder, INDEX, html)


# The pages of each measure.


_AWARENESS_TITLE = "Temporal awareness"
_STATUS = {"missing": "is not there", "failed": "cannot be read"}
_SIGN = {"entailed": "+", "open": "?", "contradicted": "-"}
_FOUND = {"entailed": "found", "open": "missing", "contradicted": "contradicted"}
_ENTAILED = {"entailed": "entailed", "open": "not entailed", "contradicted": "contradicted"}
_STYLE = {"entailed": "vr", "open": "vu", "contradicted": "vw"}
_OF_GOLD = {"+": ("found",), "?": ("missing",), "-": ("missing", "contradicted")}
_OF_SYSTEMS = {"+": ("entailed",), "?": ("not-entailed",), "-": ("not-entailed", "contradicted")}
_AWARENESS_WORDS = RowWords(
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
    pages = RunPages(folder, _AWARENESS_TITLE, _AWARENESS_WORDS, names, gold.documents, gold=True)
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
        yield _awareness_item(document, judged, pages, of_gold=True)
    system_only: dict[object, dict[int, JudgedLink]] = {}
    for s, system in enumerate(document.systems):
        for link in system.own_links:
            if link.key not in gold:
                system_only.setdefault(link.key, {}).setdefault(s, link)
    for judged in system_only.values():
        yield _awareness_item(document, judged, pages, of_gold=False)


def _awareness_item(
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


# The page of a measure that has only tables to show.


def write_table_pages(
    folder: Path,
    run: Run[Any],
    groupings: Sequence[Grouping[Any]] = (),
    *,
    title: str,
    tables: Sequence[Table] = (),
) -> Path:
    """Write a page with a plot and the tables of a run, one for each of ``groupings``, and further
    ``tables`` with their names as captions. One called ``confusion`` (system, label in gold, label
    given, count) is drawn as a matrix for each system. Returns its path."""
    captioned = captioned_tables(run, groupings)
    captioned += [(_caption(table), table) for table in tables if table.name != "confusion"]
    matrices = "".join(matrices_html(table) for table in tables if table.name == "confusion")
    return write_overview(folder, title, captioned, notes_of(run), run.results, matrices)


def _caption(table: Table) -> str:
    return table.name.replace("_", " ").capitalize()


def matrices_html(table: Table) -> str:
    """A matrix for each system of a table whose rows are a system, a label expected, a label given
    and how often that was: a line for each label expected, a column for each given."""
    by_system: dict[str, Counter[tuple[str, str]]] = {}
    for system, expected, given, count in table.rows:
        by_system.setdefault(str(system), Counter())[str(expected), str(given)] += int(str(count))
    matrices = "".join(_matrix(system, counts) for system, counts in by_system.items())
    return f'<div class="charts">{matrices}</div>' if matrices else ""


def _matrix(system: str, counts: Counter[tuple[str, str]]) -> str:
    rows: Counter[str] = Counter()
    for (expected, _), count in counts.items():
        rows[expected] += count
    lines = [label for label, _ in rows.most_common()]
    given = {label for _, label in counts}
    columns = [label for label in lines if label in given] + sorted(given - set(lines))
    heads = "".join(f'<th scope="col">{escape(label)}</th>' for label in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(line)}</th>'
        f"{''.join(_cell(counts[line, label], right=line == label) for label in columns)}</tr>"
        for line in lines
    )
    caption = f"Label in gold (rows), and given: {escape(system)}"
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{caption}"><table>'
        f"<caption>{caption}</caption><thead><tr><td></td>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(count: int, *, right: bool) -> str:
    if not count:
        return "<td></td>"
    return f'<td class="right v{"r" if right else "w"}">{count}</td>'


# The pages of questions.


_TITLE = "Scores by question answering"
_WORDS = RowWords(
    title="Questions",
    heads=("document", "no.", "question", "expected"),
    choices=(
        ("-", "wrong"),
        ("?", "unknown"),
        ("x", "wrong or unknown"),
        ("+", "right"),
        ("only", "only this system right"),
        ("differ", "systems differ"),
    ),
    signs="+ right, - wrong, ? unknown where yes or no is expected",
    kinds=(
        ("wrong", "wrong"),
        ("unknown", "unknown"),
        ("not-right", "wrong or unknown"),
        ("right", "right"),
        ("only", "only this system right"),
    ),
)
_VERDICTS = {"+": "right", "-": "wrong", "?": "unknown", ".": "not scored"}
_KINDS = {"+": ("right",), "-": ("wrong", "not-right"), "?": ("unknown", "not-right")}


def write_score_pages(
    folder: Path,
    run: Run[DocumentAnswers],
    kit: Kit,
    *,
    groupings: Sequence[Grouping[DocumentAnswers]] = (),
    interpretation: Interpretation = Interpretation(),
    title: str = _TITLE,
    tables: Captioned = (),
    opens: str = "all",
    progress: Callable[[str], object] | None = None,
) -> Path:
    """Write the pages of a run over ``kit`` (:func:`~timegraph.scoring.score_kit` with
    ``explain=True``): tables, every question with what each system answers, and the timelines of
    the systems' documents. Returns the page to open first.

    There is a table with intervals for each of ``groupings``, unless there are other ``tables``.
    ``opens`` says which questions are listed at first: "all", or those on which systems "differ".
    ``progress`` is called with the name of each document whose timeline is drawn.
    """
    if not tables:
        run = run.with_statistics()
        tables = captioned_tables(run, groupings)
    names = [result.name for result in run.results]
    pages = RunPages(folder, title, _WORDS, names, kit.questions.documents)
    if pages.drawn:
        for system, document, graph, text, resolve in _timelines(kit, interpretation):
            pages.draw(system, document, graph, text, resolve)
            if progress is not None:
                progress(document)
    by_document: dict[str, list[Item]] = {}
    every = [answers_of(result).answers for result in run.results]
    for answers in zip(*every, strict=True):
        item = _item(answers, names, pages)
        by_document.setdefault(item.row.document, []).append(item)
    for name, items in by_document.items():
        pages.add(name, items)
    return pages.finish(run, tables, opens)


def _timelines(
    kit: Kit, interpretation: Interpretation
) -> Iterator[tuple[str, str, TimeGraph, Document, Resolve]]:
    """A system, a document as questions name it, its graph, the document, and what ids mean."""
    for system, collection in kit.systems.items():
        for asked in kit.questions.documents:
            source = collection.matching(asked)
            try:
                document = None if source is None else source.read()
                if document is None:
                    continue
                resolve: Resolve = document.resolve
                if kit.key is not None:
                    alignment = align_ids(
                        system=document, key=kit.key[asked], align_by=kit.align_by
                    )
                    document, resolve = alignment.document, alignment.resolve
                graph = build(document, interpretation)
            except (OSError, TimeMLError, ValueError, KeyError):
                continue  # the run itself has reported why
            yield system, asked, graph, document, resolve


def _item(answers: Sequence[AnsweredQuestion], names: Sequence[str], pages: RunPages) -> Item:
    """A question with the answers of the systems."""
    asked = answers[0].question
    context = next((answer.context for answer in answers if answer.context is not None), None)
    words = asked.query if context is None else context.in_words(asked)
    expected = "no expected answer" if asked.answer is None else f"expected {asked.answer}"
    row = Row(
        number=str(asked.number),
        document=asked.document,
        words=asked.text or asked.query,
        expected="" if asked.answer is None else str(asked.answer),
        verdicts="".join(map(_verdict, answers)),
        answers=tuple(str(answer.predicted) for answer in answers),
        relation="" if asked.question is None else asked.question.group or "",
        reasons=tuple(map(_reason, answers)),
    )
    return Item(
        row,
        kinds=_KINDS,
        head=f"Question {asked.number}: {row.words}",
        below=f"<p>{escape(words)} &middot; <b>{escape(expected)}</b></p>",
        sentences=() if context is None else context.sentences,
        terms=[_answer(*answer, pages) for answer in zip(names, answers, strict=True)],
    )


def _reason(answered: AnsweredQuestion) -> str:
    """Why an answer is not right, in a few words."""
    if answered.wrong:
        return f"says {answered.predicted}, not {answered.question.answer}"
    unknown = None if answered.context is None else answered.context.unknown
    return unknown.reason if answered.left_open and unknown is not None else ""


def _verdict(answered: AnsweredQuestion) -> str:
    if answered.wrong:
        return "-"
    if answered.left_open:
        return "?"
    return "+" if answered.question.scored and answered.correct else "."


def _answer(system: str, answered: AnsweredQuestion, pages: RunPages) -> str:
    verdict = _verdict(answered)
    sign = "" if verdict == "." else f"{verdict} "
    address = None
    if answered.question.question is not None:
        address = pages.view(system, answered.question.document, answered.question.question.args)
    said = "" if verdict == "?" else f" {_VERDICTS[verdict]}"
    return (
        f"{term(system, address)}<dd>"
        f'<span class="verdict v{_VERDICTS[verdict][0]}">{sign}'
        f"{escape(str(answered.predicted))}</span>{said}{_why(answered)}</dd>"
    )


def _why(answered: AnsweredQuestion) -> str:
    context = answered.context
    if context is not None and context.unknown is not None:
        return f"<p>{escape(str(context.unknown))}</p>"
    parts = []
    if answered.why:
        parts.append(f"<p>{escape(answered.why)}</p>")
    if context is not None and context.links:
        links = "".join(f"<li>{escape(str(link))}</li>" for link in context.links)
        parts.append(f"<ul>{links}</ul>")
    return "".join(parts)


# The page of annotators.


_CAPTIONS = {
    "entities": "Entities",
    "links": "Links as annotated",
    "relations": "Relations of links, and of what they entail",
    "union": "What all say together",
}


def write_agreement_page(folder: Path, agreement: Agreement, by: Sequence[str] = ()) -> Path:
    """Write a page with the tables of an ``agreement``, those of groups ``by`` these kinds among
    them. Returns its path."""
    confidence = agreement.documents >= FEW_DOCUMENTS
    notes = [*agreement.remarks(confidence=confidence), *_folded(agreement.warnings)]
    notes[:0] = [
        f"{group.name}: {remark}" for group in agreement.groups for remark in group.remarks
    ]
    tables = agreement_tables(agreement, confidence=confidence, by=by)
    captioned = [(_CAPTIONS.get(table.name, _caption(table)), table) for table in tables]
    title = " and ".join(agreement.annotators)
    return write_overview(folder, title, captioned, notes)


_SHOWN = 3
"""How many notices of a kind a page has, as the terminal: thousands would not help."""


def _folded(notices: Sequence[Notice]) -> list[str]:
    """Labels that are not read, then the first few notices of each kind and how many more."""
    kinds: dict[str, list[str]] = {}
    for notice in notices:
        if notice.unread is None:
            kinds.setdefault(notice.code, []).append(str(notice))
    lines = unread_labels(notices)
    for code, messages in kinds.items():
        lines += messages[:_SHOWN]
        if len(messages) > _SHOWN:
            more = counted(len(messages) - _SHOWN, "more notice", "more notices")
            lines.append(f"and {more} of this kind ({code})")
    return lines
