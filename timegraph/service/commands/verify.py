"""``timegraph verify``: claims against a timeline."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.corpus_options import Chosen, corpus_options, read_document
from timegraph.commands.shared.lazy_group import added
from timegraph.commands.shared.options import (
    format_option,
    output_option,
    path_argument,
    path_option,
    switch,
)
from timegraph.commands.shared.terminal import remark
from timegraph.findings import Finding
from timegraph.graph import TimeGraph
from timegraph.links import GraphFormatError, renamed
from timegraph.report import Column, Report, Table
from timegraph.service import ServiceError, Verdict, Verified, verify
from timegraph.service.claims import Claim, claim_of, verify_claims, verify_document
from timegraph.stated_links import links_of
from timegraph.statements import Statement
from timeml import Document, TimeMLError
from timeml.readers.formats import begins_as, is_saved_graph
from timeml.readers.statement_lines import checked, rows_of, spelling_of, unread_columns

_EPILOG = """\b
Examples (from the project root):
  timegraph verify examples/service/claims.jsonl \\
      --against examples/kit/gold/news-festival-storm.tml
  timegraph verify summary.tml --against source.tml
  timegraph verify claims.csv --against facts.csv

CLAIMS is a list or lines of JSON (statements and questions, as docs/service.md shows them), a
document over the text of the other one, whose events are paired by their places, or dated facts.
A claim is read weakly: "before" may touch, "within" may share ends, "at the same time" needs one
instant in common.

Exit code 0: no claim is contradicted or disputed; 1: one is; 2: bad usage.
"""

_OF_QUESTIONS = {"question", "id", "source"}
_COLUMNS = (Column("id", kind="key"), Column("verdict"), Column("claim"), Column("reason"))
_COUNTS = tuple(Column(verdict.value) for verdict in Verdict)


@command_with(
    path_argument("claims", "CLAIMS"),
    path_option(
        "--against FILE",
        "A document, a graph that was saved (TimeGraph.save, to_json), or dated facts.",
        required=True,
    ),
    switch("--strict", "Take relations as they are, so that what differs in degree differs."),
    corpus_options(),
    call=(format_option, output_option),
    epilog=_EPILOG,
    progress="verifying",
)
def command(call: Call, *, claims: Path, against: Path, strict: bool, corpus: Chosen) -> None:
    """Say of each claim whether a timeline supports or contradicts it, disputes it, or leaves it
    unknown; with the reason."""
    try:
        verified, problems = _verified(claims, against, strict, corpus)
    except ServiceError as error:
        raise BadUsage(f"{claims}: {error}") from None
    counts = Counter(str(verdict.verdict) for verdict in verified)
    rows = tuple((v.claim.id, str(v.verdict), v.claim.text, v.reason) for v in verified)
    record = {"counts": dict(counts), "verdicts": [verdict.to_json() for verdict in verified]}
    lines = [
        line
        for found in verified
        for line in (f"{found.claim.id}: {found.verdict}: {found.claim.text}", f"  {found.reason}")
    ]
    summary = Table(_COUNTS, (tuple(counts[verdict.value] for verdict in Verdict),), name="counts")
    verdicts = Table(_COLUMNS, rows, name="verdicts")
    call.print(Report([summary], record, rows=[verdicts], heading=[*lines, ""]))
    call.messages.lines([str(problem) for problem in problems])
    call.finish(
        complete=not counts.keys() & {"contradicted", "disputed"}
        and all(problem.severity == "note" for problem in problems)
    )


def _verified(
    claims: Path, against: Path, strict: bool, corpus: Chosen
) -> tuple[list[Verified], Sequence[Finding]]:
    """The verdicts, and what is wrong with files of facts."""
    of_facts = added("claims about dated facts")
    facts = of_facts.facts_in(against)
    if facts is not None:
        claimed = of_facts.facts_in(claims)
        # Facts among other statements are links of one graph, and so are claims about it.
        unread = [*claimed.unread, *facts.unread] if claimed is not None else []
        among = any(line.code == "not-a-fact" and not line.subject for line in unread)
        if claimed is not None and not (among and begins_as(against) == "statements"):
            verdicts = of_facts.verify_facts(claimed, facts.base, of_facts.ids_in(claims))
            return verdicts, [*claimed.problems, *facts.problems]
        if begins_as(against) != "statements" or begins_as(claims) not in ("statements", None):
            raise BadUsage(f"{claims}: holds no dated facts, as {against} does")
    return _of_document(claims, against, strict, corpus), []


def _of_document(claims: Path, against: Path, strict: bool, corpus: Chosen) -> list[Verified]:
    graph = _saved(against)
    timeline = None if graph is not None else read_document(str(against), corpus)
    listed = _claims(claims)
    if listed is not None:
        if timeline is None:
            assert graph is not None
            return verify(graph, listed, strict=strict)
        resolved = [_resolved(claim, timeline) for claim in listed]
        return verify_claims(resolved, timeline, strict=strict)
    document = read_document(str(claims), corpus)
    if timeline is None:
        raise BadUsage(f"{claims}: is a document; give --against a document, too")
    return verify_document(document, timeline, strict=strict)


def _saved(path: Path) -> TimeGraph[Any] | None:
    """The graph that was saved as a file or as JSON; ``None`` for anything else."""
    with path.open("rb") as stream:
        head = stream.read(200)
    if not is_saved_graph(head.decode(errors="replace")):
        return None
    try:
        if b'"timegraph file"' in head:
            return TimeGraph.load(path)
        return TimeGraph.from_json(path.read_bytes())
    except GraphFormatError as error:
        raise BadUsage(f"{path}: {error}") from None


def _claims(path: Path) -> list[Claim] | None:
    """The claims in a file of statements and questions; ``None`` for a file that is something
    else."""
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    spelling = spelling_of(text[:8192])
    if spelling == "table" and (unread := unread_columns(text)):
        remark(f"{path}:1: not read, since statements have no such columns: {', '.join(unread)}")
    if spelling is None:
        if is_saved_graph(text):
            raise BadUsage(f"{path}: is a saved graph; CLAIMS are statements or questions")
        if text.lstrip()[:1] not in ("[", "{") or begins_as(path) is not None:
            return None
    in_json = spelling in ("json", None)

    def claim(data: Any, line: int) -> Claim:
        if isinstance(data, dict) and "question" in data:
            if not (isinstance(data["question"], str) and data.keys() <= _OF_QUESTIONS):
                raise ValueError('a question is {"question": "IS a BEFORE b"}, with an id or not')
            return claim_of({"id": "", **data}, 0, "claim")
        stated = Statement(checked(data), str(path), line)
        links = links_of(stated.data, (stated.source if in_json else stated.where) or None)
        fact = stated.data if stated.kind == "fact" else None
        return Claim(stated.data.get("id", ""), links, fact=fact)

    try:
        claims = rows_of(io.StringIO(text), spelling or "json", str(path), claim)
        return [
            replace(claim, id=claim.id or str(number if in_json else line))
            for number, (line, claim) in enumerate(claims, 1)
        ]
    except TimeMLError as error:
        raise BadUsage(str(error)) from None


def _resolved(claim: Claim, document: Document) -> Claim:
    """The claim about the entities of a document that its ids mean (``e1`` its first instance)."""

    def meant(end: Any) -> Any:
        return (document.resolve(end) or end) if isinstance(end, str) else end

    return replace(claim, links=tuple(renamed(link, meant) for link in claim.links))
