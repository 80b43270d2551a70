"""The pages of a check: documents by the number of findings, and what is wrong with each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from timegraph._wording.counting import counted
from timegraph.checking.document import RULES, CheckedDocument
from timegraph.documents.build import build
from timegraph.documents.closure import CONTRADICTION
from timegraph.findings import SEVERITIES, CitedLink, Finding
from timegraph.options import Interpretation
from timegraph.pictures.page import page_of
from timegraph.pictures.pages.writing import (
    INDEX,
    MOST_TIMELINES,
    Timelines,
    file_names,
    home_of,
    marked_sentence,
    page,
    pages_style,
    static,
    write_pages,
)
from timegraph.report.findings import by_code

if TYPE_CHECKING:
    from timeml import Document


_MOST = 500
"""Findings of one rule that the page of a document shows."""


def check_pages(
    checked: Sequence[CheckedDocument],
    view: Callable[[str, tuple[str, ...]], str | None] = lambda path, ids: None,
) -> Iterator[tuple[str, str]]:
    """Every page of the folder: its path in it, and its HTML; ``index.html`` is the first.

    ``view`` gives the address of a document's timeline, relative to the folder, with these ids
    selected; ``None`` where there is none.
    """
    faulty = [document for document in checked if document.findings]
    names = file_names(document.path for document in faulty)
    home = home_of(document.path for document in checked)
    yield "index.html", _index(checked, names, home)
    for document in faulty:
        yield f"documents/{names[document.path]}", _document(document, view, home)


def _index(checked: Sequence[CheckedDocument], names: Mapping[str, str], home: str) -> str:
    def weight(document: CheckedDocument) -> list[int]:
        counts = Counter(finding.severity for finding in document.findings)
        return [-counts[severity] for severity in SEVERITIES]

    rows = []
    for document in sorted((document for document in checked if document.findings), key=weight):
        counts = "".join(f'<td class="right">{-count}</td>' for count in weight(document))
        address = escape(f"documents/{quote(names[document.path])}")
        name = document.path.removeprefix(home)
        lost = document.links_left_out if document.closed else "not closed"
        rows.append(
            f'<tr><td><a href="{address}">{escape(name)}</a></td>{counts}'
            f'<td class="right">{lost}</td></tr>'
        )
    heads = "".join(f'<th scope="col" class="right">{severity}s</th>' for severity in SEVERITIES)
    clean = sum(not document.findings for document in checked)
    body = (
        f'<header><h1>{counted(len(checked), "document")} checked</h1></header><main class="wide">'
        f"<p>{len(rows)} with findings, {clean} without.</p>{_by_rule(checked)}"
        '<div class="scroll" tabindex="0" role="region" aria-label="Documents"><table>'
        "<caption>Documents, those with the most errors first</caption><thead><tr>"
        f'<th scope="col">document</th>{heads}<th scope="col" class="right">links left out</th>'
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table></div></main>"
    )
    return page("Documents checked", body, style=pages_style())


def _by_rule(checked: Sequence[CheckedDocument]) -> str:
    counts = Counter(finding.code for document in checked for finding in document.findings)
    rows = "".join(
        f"<tr><td>{escape(code)}</td><td>{escape(RULES[code].severity)}</td>"
        f'<td>{escape(RULES[code].title)}</td><td class="right">{counts[code]}</td></tr>'
        for code in RULES
        if counts[code]
    )
    return (
        '<details><summary>By rule</summary><div class="scroll" tabindex="0" role="region" '
        'aria-label="Findings of each rule"><table><thead><tr><th scope="col">rule</th>'
        '<th scope="col">severity</th><th scope="col">what it finds</th>'
        f'<th scope="col" class="right">findings</th></tr></thead><tbody>{rows}</tbody></table>'
        "</div></details>"
    )


def _document(
    document: CheckedDocument, view: Callable[[str, tuple[str, ...]], str | None], home: str
) -> str:
    name = document.path.removeprefix(home)
    repair = () if document.repairs is None else document.repairs.cited
    address = view(document.path, ())
    link = "" if address is None else f' <a href="../{escape(address)}">timeline</a>'
    parts = [
        f'<header><h1>{escape(name)}</h1><a href="../index.html">all documents</a>{link}'
        "</header><main>",
        _repair(repair),
    ]
    number = 0
    for code, findings in by_code(document.findings, RULES).items():
        rule = RULES[code]
        parts.append(
            f"<h2>{escape(rule.title)} ({rule.severity}): {len(findings)}</h2>"
            f"<p>Fix: {escape(rule.fix)}.</p>"
        )
        for finding in findings[:_MOST]:
            number += 1
            parts.append(_finding(finding, number, repair, document, view, home))
        if len(findings) > _MOST:
            parts.append(f'<p class="note">{len(findings) - _MOST} more are not shown.</p>')
    parts.append("</main>")
    style, script = pages_style(), static("articles.js")
    return page(f"{name}: findings", "".join(parts), style=style, script=script)


def _repair(repair: Sequence[CitedLink]) -> str:
    if not repair:
        return ""
    links = "".join(f"<li>{escape(str(link))}</li>" for link in repair)
    return f'<div class="note"><p>Without these links the others agree:</p><ul>{links}</ul></div>'


def _finding(
    finding: Finding,
    number: int,
    repair: Sequence[CitedLink],
    document: CheckedDocument,
    view: Callable[[str, tuple[str, ...]], str | None],
    home: str,
) -> str:
    names = {(link.id, link.line) for link in repair}
    claim, *against = finding.links or (None,)
    contradicts = bool(against) and finding.code == CONTRADICTION.code
    ids = tuple(mention.id for mention in finding.mentions[:2])
    address = view(document.path, ids)
    place = finding.place.removeprefix(home)
    parts = [
        f'<article id="f{number}" tabindex="-1"><p><b>{escape(place)}</b> '
        f"{escape(str(claim) if contradicts else finding.message)}"
    ]
    parts.append("" if address is None else f' <a href="../{escape(address)}">timeline</a>')
    parts.append("</p>")
    parts += [
        f"<blockquote>{marked_sentence(sentence)}</blockquote>"
        for sentence in finding.sentences[:6]
    ]
    if against:
        parts.append(f"<p>{'contradicts, one after the other' if contradicts else 'with'}:</p><ol>")
        for step, link in enumerate(against):
            if finding.links_between and step == len(against) // 2:
                parts.append(f"<li>{finding.links_between} more links</li>")
            removed = " (the repair leaves it out)" if (link.id, link.line) in names else ""
            uses = f" ({' and '.join(link.uses)})" if link.uses else ""
            line = "" if link.line is None else f"line {link.line}: "
            parts.append(f"<li>{escape(f'{line}{link}{uses}{removed}')}</li>")
        parts.append("</ol>")
    return "".join((*parts, "</article>"))


def write_check_pages(
    folder: Path,
    checked: Sequence[CheckedDocument],
    documents: Mapping[str, Callable[[], Document]],
    *,
    interpretation: Interpretation = Interpretation(),
    progress: Callable[[str], object] | None = None,
) -> Path:
    """Write the pages of a check; ``documents`` read each document by its path. Returns the page to
    open first. ``progress`` is called with the path of each document whose timeline is drawn."""
    faulty = [document.path for document in checked if document.findings and not document.error]
    names = file_names(sorted(faulty))
    timelines = Timelines()
    for path in faulty if len(faulty) <= MOST_TIMELINES else ():
        document = documents[path]()
        html = page_of(build(document, interpretation), document, home="../index.html")
        address = f"timelines/{names[path]}"
        timelines.add(path, address, document.resolve)
        write_pages(folder, [(address, html)])
        if progress is not None:
            progress(path)
    write_pages(folder, check_pages(checked, timelines.view))
    return folder / INDEX
