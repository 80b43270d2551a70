"""What gold lacks: the fewest links that would answer a question that gold leaves open.

Every link between two entities at most two sentences from those of the question is tried, with
every relation that gold leaves open between them, never the asked pair itself. Where no single link
gives an answer, all pairs of links among the 20 nearest are. The search is complete in that space:
what a link changes is decided on the closed labels of the points that it touches, which for the
convex point algebra is exact.

For a question that gold contradicts, the fewest links of gold's proof without which it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Literal, get_args

from timegraph._pace import limits
from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.checking.document import Selection
from timegraph.documents.build import label_for
from timegraph.findings import Finding
from timegraph.graph import TimeGraph
from timegraph.links import AnyLink, ends_of
from timegraph.options import Interpretation
from timegraph.points import EQ, GE, GT, LE, LT, NONE, constraints_of, mask_of_labels
from timegraph.qa import QuestionSet
from timegraph.qa.contradictions import Asked, AskedDocument, ask_sets
from timegraph.qa.places import Places
from timegraph.task.question_sets.gold_answers import (
    Answers,
    GoldDocument,
    Judged,
    answer_findings,
    check_answers,
    form_findings,
    gold_findings,
    judge,
    read_beside,
    set_findings,
)
from timegraph.task.question_sets.rules import RULES, Reporter
from timegraph.task.question_sets.rules import Places as rules_Places
from timeml import Collection, Document, TLink

MOST_PAIRS = 20
"""How many of the nearest pairs of entities are tried two by two."""

_SENTENCES = 2
_WEAK, _STRICT = 1, 2
_STRENGTH = {"<": _STRICT, "<=": _WEAK}

Pair = tuple[str, str]
Rows = list[list[int]]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Links to add: the pairs of entities, and the labels with which the answer would be yes, and
    those with which it would be no. ``distance`` has the sentences between the entities and those
    of the question."""

    pairs: tuple[Pair, ...]
    yes: tuple[tuple[str, ...], ...]
    no: tuple[tuple[str, ...], ...]
    distance: int


def missing_links(
    graph: TimeGraph, document: Document, a: str, relation: Allen, b: str
) -> list[Suggestion]:
    """The smallest sets of links that would answer "a relation b", which ``graph`` leaves open,
    nearest first; none if no one or two links in the space would."""
    nearby = _pairs_near(graph, document, a, b)
    singles = list(_answering(graph, relation, (a, b), [((pair,), far) for pair, far in nearby]))
    if singles:
        return singles
    nearest = nearby[:MOST_PAIRS]
    twos = [((p, q), near + far) for (p, near), (q, far) in combinations(nearest, 2)]
    return list(_answering(graph, relation, (a, b), sorted(twos, key=lambda two: two[1])))


def _pairs_near(graph: TimeGraph, document: Document, a: str, b: str) -> list[tuple[Pair, int]]:
    """The open pairs of entities near the question's, with their distance, nearest first."""
    places = Places(document)
    asked = [places.sentence(entity) for entity in (a, b)]
    far: dict[str, int] = {}
    for entity in document.entities:
        sentence = places.sentence(entity)
        gaps = [
            abs(sentence - place) for place in asked if place is not None and sentence is not None
        ]
        if entity in (a, b):
            far[entity] = 0
        elif gaps and min(gaps) <= _SENTENCES and entity in graph:
            far[entity] = min(gaps)
    pairs = []
    for c, d in combinations(far, 2):
        if {c, d} != {a, b} and len(graph.relations(c, d)) > 1:
            apart = places.apart(c, d, "words")
            pairs.append(((c, d), far[c] + far[d], 0 if apart is None else apart))
    pairs.sort(key=lambda pair: pair[1:])
    return [(pair, distance) for pair, distance, _ in pairs]


def _answering(
    graph: TimeGraph,
    relation: Allen,
    asked: Pair,
    candidates: Sequence[tuple[tuple[Pair, ...], int]],
) -> Iterator[Suggestion]:
    """Those of the candidates that give an answer with some labels."""
    for pairs, distance in candidates:
        entities = list(dict.fromkeys((*asked, *(entity for pair in pairs for entity in pair))))
        rows = _rows(graph, entities)
        number = {entity: 2 * k for k, entity in enumerate(entities)}
        answers: dict[Answer, list[tuple[str, ...]]] = {Answer.YES: [], Answer.NO: []}
        for labels, changed in _choices(graph, rows, number, pairs):
            answer = _answer(changed, relation)
            if answer is not Answer.UNKNOWN:
                answers[answer].append(labels)
        if answers[Answer.YES] or answers[Answer.NO]:
            yes, no = (tuple(answers[answer]) for answer in (Answer.YES, Answer.NO))
            yield Suggestion(pairs, yes, no, distance)


def _choices(
    graph: TimeGraph, rows: Rows, number: dict[str, int], pairs: tuple[Pair, ...]
) -> Iterator[tuple[tuple[str, ...], Rows]]:
    """Each choice of a possible label for each pair, with what then follows; choices that
    contradict each other are left out."""
    if not pairs:
        yield (), rows
        return
    (c, d), *others = pairs
    for possible in graph.relations(c, d):
        changed = _with_link(rows, number[c], possible, number[d])
        if changed is not None:
            for labels, further in _choices(graph, changed, number, tuple(others)):
                yield (label_for(possible).value, *labels), further


def _rows(graph: TimeGraph, entities: Sequence[str]) -> Rows:
    """For each two points of the entities whether the one is before the other, strictly or not."""
    points = [point for entity in entities for point in ends_of(entity)]
    rows = [[0] * len(points) for _ in points]
    for i, x in enumerate(points):
        rows[i][i] = _WEAK
        for j, y in enumerate(points):
            if i != j:
                label = graph.label(x, y)
                rows[i][j] = _WEAK if label == "=" else _STRENGTH.get(label or "", 0)
    return rows


def _with_link(rows: Rows, c: int, relation: Allen, d: int) -> Rows | None:
    """What follows with one more link; ``None`` if it contradicts."""
    points = (c, c + 1, d, d + 1)
    changed = [list(row) for row in rows]
    for p, op, q in constraints_of(AllenSet(relation).mask):
        x, y = points[p], points[q]
        steps = [(x, y, _WEAK), (y, x, _WEAK)] if op == "=" else [(x, y, _STRENGTH[op])]
        for low, high, strength in steps:
            _add(changed, low, high, strength)
    if any(row[k] == _STRICT for k, row in enumerate(changed)):
        return None
    return changed


def _add(rows: Rows, x: int, y: int, strength: int) -> None:
    """Close ``rows`` again after "x before y"."""
    if rows[x][y] >= strength:
        return
    after = list(rows[y])
    for row in rows:
        before = row[x]
        if not before:
            continue
        for k, behind in enumerate(after):
            if behind:
                step = _STRICT if _STRICT in (before, strength, behind) else _WEAK
                row[k] = max(row[k], step)


def _answer(rows: Rows, relation: Allen) -> Answer:
    """The answer about the first two entities."""
    codes = (_label(rows, p, q) for p in (0, 1) for q in (2, 3))
    possible = AllenSet.from_mask(mask_of_labels(*codes))
    if relation not in possible:
        return Answer.NO
    return Answer.YES if len(possible) == 1 else Answer.UNKNOWN


def _label(rows: Rows, p: int, q: int) -> int:
    there, back = rows[p][q], rows[q][p]
    if there and back:
        return EQ
    return (NONE, LE, LT)[there] if there else (NONE, GE, GT)[back]


def fewest_to_drop(
    graph: TimeGraph, links: Sequence[AnyLink], a: str, relation: Allen, b: str
) -> tuple[AnyLink, ...]:
    """The fewest of ``links``, a proof in ``graph`` of the wrong answer to "a relation b", without
    which the graph does not give that answer any more; of several sets the first, and none if more
    than two are needed. Only TLINKs are dropped, not what the calendar says."""
    wrong = graph.ask(a, relation, b)
    links = [link for link in links if isinstance(link.source, TLink)]
    for size in (1, 2):
        for dropped in combinations(links, size):
            without = graph.copy()
            for source in dict.fromkeys(link.source for link in dropped):
                without.retract(source)
            if without.ask(a, relation, b) is not wrong:
                return dropped
    return ()


@dataclass(frozen=True, slots=True)
class Advice:
    """What would make gold answer a question: links to ``add`` where it is open, nearest first, or
    the fewest to ``drop`` where it gives another answer."""

    judged: Judged
    add: tuple[Suggestion, ...] = ()
    drop: tuple[AnyLink, ...] = ()


def advice_for(judged: Sequence[Judged], gold: GoldDocument) -> Iterator[Advice]:
    """The advice about each IS question of two entities that gold leaves open or contradicts."""
    graph, document, resolve = gold.graph, gold.document, gold.resolve
    if graph is None or document is None or resolve is None:
        return
    for judgement in judged:
        question, relation = judgement.question.question.question, judgement.question.relation
        if question is None or relation is None or judgement.verdict not in ("open", "contradicts"):
            continue
        a, b = (resolve(argument) for argument in question.args)
        if a is None or b is None:
            continue
        if judgement.verdict == "open":
            yield Advice(judgement, tuple(missing_links(graph, document, a, relation, b)))
        elif judgement.proof is not None:
            yield Advice(
                judgement, drop=fewest_to_drop(graph, judgement.proof.links, a, relation, b)
            )


# Checking question sets: form, agreement, and what gold says, as data.


GroupBy = Literal["relation", "kinds", "distance"]
GROUPS: tuple[GroupBy, ...] = get_args(GroupBy)
"""What questions are counted by."""


@dataclass(frozen=True)
class CheckedDocument:
    """The questions about one document. ``judged`` is ``None`` without gold; ``advice`` is there if
    it is wanted."""

    asked: AskedDocument
    answers: Answers
    judged: tuple[Judged, ...] | None = None
    advice: tuple[Advice, ...] = ()

    def group(self, by: GroupBy, asked: Asked) -> str | None:
        """What a question is counted under: its relation, the kinds of its two entities or their
        distance; ``None`` if that is not known."""
        question, document = asked.question.question, self.asked.document
        if question is None:
            return None
        if by == "relation":
            return question.group or question.kind.value
        if self._places is None or document is None or asked.entities is None:
            return None
        a, b = asked.entities
        if a not in document.entities or b not in document.entities:  # a literal date
            return None
        return self._places.kinds(a, b) if by == "kinds" else self._places.bin(a, b)

    @cached_property
    def _places(self) -> rules_Places | None:
        return None if self.asked.document is None else rules_Places(self.asked.document)


@dataclass(frozen=True)
class CheckedSets:
    """The result of a check: the documents in the order of the sets, and the findings by file and
    line. ``warnings`` are about gold as a whole."""

    documents: tuple[CheckedDocument, ...]
    findings: tuple[Finding, ...]
    warnings: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether the findings hold no error and no warning."""
        return all(finding.severity == "note" for finding in self.findings)


def check_question_sets(
    sets: Sequence[tuple[str, QuestionSet]],
    *,
    key: Collection,
    gold: Collection | None = None,
    selection: Selection = Selection(rules=RULES),
    interpretation: Interpretation = Interpretation(),
    time_limit: float | None = None,
    suggest: bool = False,
    progress: Callable[[str], object] | None = None,
) -> CheckedSets:
    """Check ``sets``, each with the path that findings call it, together.

    ``key`` has the documents whose ids the questions use, ``gold`` (which may be the same) those
    whose links the answers are compared with, read as ``interpretation`` says. Findings are those
    of the rules in ``selection``. ``time_limit`` is that of :func:`check_answers`, for each
    document. With ``suggest`` there is advice on what would make gold answer the questions.
    ``progress`` is called with the name of each document when it is done.
    """
    several = len(sets) > 1
    findings = list(set_findings(sets))
    warnings: list[str] = []
    documents = []
    for asked in ask_sets(sets, key, during=interpretation.during):
        reporter = Reporter(asked, several=several)
        findings += form_findings(asked, reporter)
        answers = check_answers(asked, time_limit=time_limit)
        findings += answer_findings(asked, answers, reporter)
        judged = None
        advice: tuple[Advice, ...] = ()
        if gold is not None:
            key_document = None if gold.path == key.path else asked.document
            dates = [
                date
                for question in asked.questions
                if question.question.question is not None
                for date in question.question.question.dates
            ]
            try:
                with limits.time_limit(time_limit):
                    beside = read_beside(
                        asked.name, key_document, gold, interpretation, dates=dates
                    )
                    judged = tuple(judge(asked, beside, interpretation))
            except limits.TimeLimitError as error:
                problem = f"{gold.path}/{asked.name}: {error}"
                beside = GoldDocument(problem=problem, unreadable=True)
                judged = tuple(judge(asked, beside, interpretation))
            warnings += beside.warnings
            findings += gold_findings(asked, beside, judged, reporter)
            advice = tuple(advice_for(judged, beside)) if suggest else ()
        documents.append(CheckedDocument(asked, answers, judged, advice))
        if progress is not None:
            progress(asked.name)
    order = {path: number for number, (path, _) in enumerate(sets)}

    def place(finding: Finding) -> tuple[int, int]:
        line = 0 if finding.position is None else finding.position.line
        return order[finding.document], line

    shown = (finding for finding in findings if finding.code in selection.codes)
    return CheckedSets(tuple(documents), tuple(sorted(shown, key=place)), tuple(warnings))
