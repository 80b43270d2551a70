"""The answers of a set compared with gold's: which it gives, too, contradicts, or leaves open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, get_args

from timegraph._pace.limits import Deadline, TimedOut
from timegraph._wording.counting import counted
from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.documents.build import build
from timegraph.documents.calendar_links import place_of
from timegraph.findings import CitedLink, Describer, Finding
from timegraph.graph import TimeGraph
from timegraph.links import AnyLink, ContradictionError
from timegraph.options import Interpretation
from timegraph.proofs import Proof
from timegraph.qa import DistanceProof, QuestionSet, answer_question, explain_question
from timegraph.qa.answering import proof_in_words
from timegraph.qa.contradictions import (
    NO_DEADLINE,
    Asked,
    AskedDocument,
    Branch,
    Consistency,
    Statement,
    added_in_a_way,
    block_of,
    branches_of,
    consistency,
    minimal_core,
    world_of_block,
)
from timegraph.qa.questions import Resolve, entity_of
from timegraph.task.question_sets.rules import Reporter
from timegraph.torque.questions import related
from timeml import Collection, Document, TimeMLError, TLink, align_ids

# The form of a question set: its lines, ids and words, and questions that are asked again.


FEWEST, MOST = 6, 12
"""How many questions the task asks for about each document."""

_WORD = re.compile(r"\w+")


def set_findings(sets: Sequence[tuple[str, QuestionSet]]) -> Iterator[Finding]:
    """Lines that name no document, and numbers that two questions of one set have."""
    for path, question_set in sets:
        first: dict[str, int | None] = {}
        for question in question_set.questions:
            asked = Asked(path, question)
            reporter = Reporter(AskedDocument(question.document or path, (asked,)))
            if not question.document:
                yield reporter.finding("faulty-question", asked, question.problem or "no document")
            if question.number in first:
                message = (
                    f"question {question.number} ({question.query}): line {first[question.number]}"
                    " has this number, too"
                )
                yield reporter.finding("repeated-number", asked, message)
            else:
                first[question.number] = question.line


def form_findings(asked_document: AskedDocument, reporter: Reporter) -> Iterator[Finding]:
    """What is wrong with the questions about one document by themselves."""
    questions = asked_document.questions
    if asked_document.problem:
        code = "unreadable" if asked_document.unreadable else "unknown-document"
        count = counted(len(questions), "question")
        yield reporter.finding(
            code, questions[0], f"{asked_document.problem}; {count} cannot be checked against it"
        )
    for asked in questions:
        question = asked.question
        if question.problem is not None:
            message = f"{reporter.label(asked)} ({question.query}): {question.problem}"
            yield reporter.finding("faulty-question", asked, message)
        elif question.kind is not None and question.kind.value == "IS" and question.answer is None:
            yield reporter.finding("no-answer", asked, f"{reporter.in_words(asked)} has no answer")
        if asked_document.document is not None and asked.missing:
            ids = ", ".join(asked.missing)
            message = f"{reporter.label(asked)} ({question.query}): the document has no {ids}"
            yield reporter.finding("unknown-id", asked, message)
        if asked.entities is not None and asked.entities[0] == asked.entities[1]:
            yield reporter.finding("same-entity", asked, reporter.in_words(asked))
        if asked_document.document is not None:
            yield from _other_words(asked, asked_document.document, reporter)
    yield from _repeated(questions, reporter)
    if len(questions) < FEWEST:
        message = f"{counted(len(questions), 'question')}, fewer than {FEWEST}"
        yield reporter.finding("few-questions", questions[0], message)
    if len(questions) > MOST:
        message = f"{len(questions)} questions, more than {MOST}"
        yield reporter.finding("many-questions", questions[0], message)


def _other_words(asked: Asked, document: Document, reporter: Reporter) -> Iterator[Finding]:
    """Whether the natural language holds a form of some word of each id's words. The creation time
    is seldom named by its own words, so it is not looked for."""
    question = asked.question.question
    if question is None or not asked.question.text:
        return
    written = _WORD.findall(asked.question.text)
    unnamed = []
    for argument in question.args:
        entity = document.resolve(argument)
        if entity is None:
            continue
        annotation = document.entity(entity)
        words = _WORD.findall(annotation.text)
        if annotation is document.dct or not words:
            continue
        if not any(related(word, other) for word in words for other in written):
            unnamed.append(f'{argument} "{" ".join(annotation.text.split())}"')
    if unnamed:
        message = (
            f"{reporter.label(asked)} does not name {' and '.join(unnamed)}: {asked.question.text}"
        )
        yield reporter.finding("other-words", asked, message)


def repeated_pairs(questions: Sequence[Asked]) -> Iterator[tuple[str, Asked, Asked]]:
    """Each question that repeats an earlier one about the same pair, with the first such one: its
    ``duplicate-question`` or ``converse-question``; or a ``negated-question``, a no to another
    relation than the one that a yes says, with this yes, whichever comes first. What contradicts
    each other is not among them."""
    by_pair: dict[tuple[str, str], list[Asked]] = {}
    for asked in questions:
        if asked.pair is None:
            continue
        a, relation, b = asked.pair
        earlier = by_pair.setdefault((a, b), [])
        answer = asked.question.answer
        for other in earlier:
            assert other.pair is not None
            same = other.pair[1] is relation
            if same and other.question.answer is answer:
                turned = other.entities != asked.entities
                yield ("converse-question" if turned else "duplicate-question"), asked, other
                break
            if not same and {answer, other.question.answer} == {Answer.YES, Answer.NO}:
                no, yes = (asked, other) if answer is Answer.NO else (other, asked)
                yield "negated-question", no, yes
                break
        earlier.append(asked)


def _repeated(questions: Sequence[Asked], reporter: Reporter) -> Iterator[Finding]:
    asks = {
        "duplicate-question": "asks the same as {}",
        "converse-question": "asks the converse of {}",
        "negated-question": "asks about the same pair as {}",
    }
    for code, asked, other in repeated_pairs(questions):
        what = asks[code].format(reporter.in_words(other))
        yield reporter.finding(code, asked, f"{reporter.in_words(asked)} {what}", others=(other,))


# Answers that follow from other answers: to negate them leaves no world.


@dataclass(frozen=True, slots=True)
class Implied:
    """An answer that follows from the statements with the numbers ``premises``, none of which can
    be left out."""

    answer: Answer
    premises: tuple[int, ...]


def implied(
    statements: Sequence[Statement], number: int, deadline: Deadline = NO_DEADLINE
) -> Implied | None:
    """Why the statement of this number follows from all the others, ``None`` if it does not.

    The statements have to agree. Raises :class:`TimedOut` if the time is up.
    """
    negated, block = _negated(statements, number)
    if world_of_block([negated[n] for n in block], deadline) is not None:
        return None
    core = minimal_core(negated, block, deadline)
    answer = Answer.YES if statements[number].holds else Answer.NO
    return Implied(answer, tuple(n for n in core if n != number))


class Gathered:
    """Statements that agree, gathered one by one, and which further ones follow from them.

    What the relations that hold imply is read off a graph, and most of what does not follow is
    shown by a world in which all are true: only what neither decides takes a search.
    """

    def __init__(self, statements: Iterable[Statement] = ()) -> None:
        self._statements: list[Statement] = []
        self._holding = TimeGraph()
        self._world: TimeGraph | None = TimeGraph()
        for statement in statements:
            self.add(statement)

    def add(self, statement: Statement) -> None:
        """Gather a statement, which agrees with the others."""
        self._statements.append(statement)
        if statement.holds:
            self._holding.add(statement.a, statement.relation, statement.b)
        if self._world is not None and not added_in_a_way(self._world, statement):
            self._world = None

    def imply(self, statement: Statement) -> bool:
        """Whether :func:`implied` has a reason for the statement among them, without the reason."""
        a, b = statement.a, statement.b
        for entity in (a, b):
            self._holding.add_entity(entity)
        possible = self._holding.relations(a, b)
        if (
            possible <= AllenSet(statement.relation)
            if statement.holds
            else (statement.relation not in possible)
        ):
            return True
        if self._world is None:
            self._world = world_of_block(self._statements, NO_DEADLINE, self._holding)
        assert self._world is not None, "the statements agree"
        if added_in_a_way(self._world.copy(), statement.negated()):
            return False
        negated, block = _negated([*self._statements, statement], len(self._statements))
        return world_of_block([negated[n] for n in block], NO_DEADLINE, self._holding) is None


def _negated(
    statements: Sequence[Statement], number: int
) -> tuple[list[Statement], tuple[int, ...]]:
    """The statements with this one negated, and the block that it is in."""
    negated = [*statements[:number], statements[number].negated(), *statements[number + 1 :]]
    return negated, block_of(negated, number)


def determined(
    statements: Sequence[Statement], asked: Statement, deadline: Deadline = NO_DEADLINE
) -> Implied | None:
    """The answer that the statements, which have to agree, give to another question; ``None`` if
    both answers are possible with them. Whether ``asked`` holds does not matter.

    Raises :class:`TimedOut` if the time is up.
    """
    together = [*statements, asked]
    for candidate in (together, [*statements, asked.negated()]):
        answer = implied(candidate, len(statements), deadline)
        if answer is not None:
            return answer
    return None


# The answers of a document together: whether they agree, and which follow from others.


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Questions whose answers cannot all be true, none of which can be left out, and why.
    ``explained`` is false if the time was up before all branches were tried."""

    questions: tuple[Asked, ...]
    branches: tuple[Branch, ...]
    explained: bool = True


@dataclass(frozen=True, slots=True)
class Following:
    """A question whose answer follows from those to the questions ``premises``. ``answer`` is what
    follows: for a question with the answer unknown it is another one."""

    question: Asked
    answer: Answer
    premises: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """What the answers to the IS questions of a document say together.

    ``consistent`` is ``None`` if the time was up before it was decided, and then nothing else is
    known. ``contradictions`` are all there are if ``all_found``. ``drop`` are the fewest questions
    without which the others agree, ``None`` if the time was up. ``following`` is ``None`` where
    the answers contradict each other (then any answer follows) or the time was up.
    """

    consistent: bool | None
    contradictions: tuple[Contradiction, ...] = ()
    all_found: bool = True
    drop: tuple[Asked, ...] | None = ()
    following: tuple[Following, ...] | None = None


def check_answers(document: AskedDocument, *, time_limit: float | None = None) -> Answers:
    """Decide whether one world makes all yes and no answers of a document true, and which of them
    follow from the others. Deciding, finding the contradictions, explaining them, and finding what
    follows may each take ``time_limit`` seconds."""
    statements = document.statements
    outcome = consistency(statements, time_limit=time_limit)
    if outcome.consistent:
        return Answers(True, following=_following(document, time_limit))
    return Answers(
        outcome.consistent,
        tuple(_contradictions(statements, outcome, Deadline(time_limit))),
        outcome.all_found,
        None if outcome.drop is None else tuple(_asked(statements[n]) for n in outcome.drop),
    )


def _contradictions(
    statements: tuple[Statement, ...], outcome: Consistency, deadline: Deadline
) -> Iterator[Contradiction]:
    for core in outcome.contradictions:
        members = [statements[n] for n in core]
        branches: list[Branch] = []
        explained = True
        try:
            for branch in branches_of(members, deadline):
                branches.append(branch)
        except TimedOut:
            explained = False
        yield Contradiction(tuple(map(_asked, members)), tuple(branches), explained)


def _asked(statement: Statement) -> Asked:
    asked = statement.source
    assert isinstance(asked, Asked)
    return asked


def _following(document: AskedDocument, time_limit: float | None) -> tuple[Following, ...] | None:
    statements = document.statements
    numbers = {id(statement.source): n for n, statement in enumerate(statements)}
    deadline = Deadline(time_limit)
    following = []
    try:
        for asked in document.questions:
            follows: Implied | None = None
            if id(asked) in numbers:
                follows = implied(statements, numbers[id(asked)], deadline)
            elif asked.entities is not None and asked.question.answer is Answer.UNKNOWN:
                assert asked.relation is not None
                a, b = asked.entities
                follows = determined(statements, Statement(a, asked.relation, b, True), deadline)
            if follows is not None:
                premises = tuple(_asked(statements[n]) for n in follows.premises)
                following.append(Following(asked, follows.answer, premises))
    except TimedOut:
        return None
    return tuple(following)


def answer_findings(
    document: AskedDocument, answers: Answers, reporter: Reporter
) -> Iterator[Finding]:
    """The findings about the answers of a document together."""
    for contradiction in answers.contradictions:
        *others, last = contradiction.questions
        yield reporter.finding(
            "contradicting-answers",
            last,
            reporter.contradiction(
                contradiction.questions,
                contradiction.branches,
                explained=contradiction.explained,
            ),
            others=others,
        )
    count = len(document.statements)
    if answers.consistent is None:
        message = f"not decided in time: whether its {count} yes and no answers can all be true"
        yield reporter.finding("not-decided", document.questions[0], message)
    elif not answers.all_found or answers.drop is None:
        message = "its answers contradict each other; there was no time to find all contradictions"
        yield reporter.finding("not-decided", document.questions[0], message)
    elif answers.consistent and answers.following is None:
        message = "its answers agree; not decided in time: which of them follow from others"
        yield reporter.finding("not-decided", document.questions[0], message)
    repeated = {frozenset((id(a), id(b))) for _, a, b in repeated_pairs(document.questions)}
    for following in answers.following or ():
        asked, premises = following.question, following.premises
        if len(premises) == 1 and frozenset((id(asked), id(premises[0]))) in repeated:
            continue  # reported as a question that is asked again
        because = "; ".join(map(reporter.in_words, premises)) or "an interval equals itself"
        if asked.question.answer is Answer.UNKNOWN:
            message = f"{reporter.in_words(asked)}, but {following.answer} follows from {because}"
            yield reporter.finding("determined-unknown", asked, message, others=premises)
        else:
            message = f"{reporter.in_words(asked)} follows from {because}"
            yield reporter.finding("implied-answer", asked, message, others=premises)


GoldVerdict = Literal["agrees", "contradicts", "open", "missing"]
VERDICTS: tuple[GoldVerdict, ...] = get_args(GoldVerdict)
"""What gold says of an answer: the same, another one, nothing; or it lacks what is asked about."""


@dataclass(frozen=True)
class GoldDocument:
    """A gold document with the ids of the key, its graph, and the ``original`` with ids of its
    own. ``problem`` says why there is none; it is ``unreadable`` then if gold has the document."""

    document: Document | None = None
    original: Document | None = None
    graph: TimeGraph | None = None
    resolve: Resolve | None = None
    problem: str = ""
    unreadable: bool = False
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """A question with an answer, gold's answer to it, and gold's proof (``None`` where gold lacks
    what the question is about)."""

    question: Asked
    verdict: GoldVerdict
    answer: Answer = Answer.UNKNOWN
    proof: Proof | DistanceProof | None = None


def read_beside(
    name: str,
    key: Document | None,
    gold: Collection,
    interpretation: Interpretation,
    *,
    dates: Iterable[str] = (),
) -> GoldDocument:
    """The gold document called ``name`` with the ids of ``key``, found by their place in the text;
    without a key its ids are those of the questions. Literal ``dates`` become entities of its
    graph."""
    try:
        file = gold.match(name)
        if file is None:
            return GoldDocument(problem=f"{gold.path} has no document {name}")
        document = gold.read(file)
    except (OSError, TimeMLError) as error:
        return GoldDocument(problem=str(error), unreadable=True)
    original = document
    resolve: Resolve = document.resolve
    warnings: tuple[str, ...] = ()
    if key is not None:
        alignment = align_ids(system=document, key=key)
        document, resolve = alignment.document, alignment.resolve
        warnings = tuple(f"{gold.path}/{file}: {warning}" for warning in alignment.warnings)
    try:
        graph = build(document, interpretation, dates=_placed(dates, document))
    except ContradictionError as error:
        return GoldDocument(problem=f"{gold.path}/{file}: {error.conflict}", unreadable=True)
    return GoldDocument(document, original, graph, resolve, warnings=warnings)


def _placed(dates: Iterable[str], document: Document) -> Iterator[str]:
    """The literal dates of questions that have a place in time."""
    for date in dict.fromkeys(dates):
        with suppress(ValueError):
            place_of(date, document)
            yield date


def judge(
    asked_document: AskedDocument, gold: GoldDocument, interpretation: Interpretation
) -> list[Judged]:
    """What gold says of each answer to an IS question, in order."""
    judged = []
    for asked in asked_document.questions:
        question, expected = asked.question.question, asked.question.answer
        if expected is None or question is None:
            continue
        graph, document, resolve = gold.graph, gold.document, gold.resolve
        if graph is None or document is None or resolve is None:
            judged.append(Judged(asked, "missing"))
            continue
        if any(entity_of(graph, resolve, argument) is None for argument in question.args):
            judged.append(Judged(asked, "missing"))
            continue
        during = interpretation.during
        answer = answer_question(graph, document, question, during=during, resolve=resolve)
        proof = explain_question(graph, document, question, during=during, resolve=resolve)
        if answer is expected:
            verdict: GoldVerdict = "agrees"
        else:
            verdict = "open" if answer is Answer.UNKNOWN else "contradicts"
        judged.append(Judged(asked, verdict, answer, proof))
    return judged


def gold_findings(
    asked_document: AskedDocument,
    gold: GoldDocument,
    judged: Sequence[Judged],
    reporter: Reporter,
) -> Iterator[Finding]:
    """The findings about answers compared with gold."""
    if gold.problem:
        code = "unreadable" if gold.unreadable else "gold-missing"
        yield reporter.finding(code, asked_document.questions[0], gold.problem)
        return
    assert gold.document is not None
    assert gold.original is not None
    cited = _Citing(gold.document, gold.original)
    for judgement in judged:
        said = reporter.in_words(judgement.question)
        if judgement.verdict == "missing":
            yield reporter.finding(
                "gold-missing",
                judgement.question,
                f"{said}; gold lacks an annotation that it names",
            )
        elif judgement.verdict != "agrees":
            assert judgement.proof is not None
            question = judgement.question.question.question
            assert question is not None
            links = tuple(map(cited, judgement.proof.links))
            if links and isinstance(judgement.proof, Proof):
                proof = f", since {'; '.join(map(str, links))}"
            else:
                proof = f": {proof_in_words(judgement.proof, question)}"
            code = "gold-open" if judgement.verdict == "open" else "gold-contradicts"
            message = f"{said}; gold says {judgement.answer}{proof}"
            yield reporter.finding(code, judgement.question, message, links=links)


class _Citing:
    """Links of an aligned document as gold itself has them, by their lids: with its own ids, words
    and lines."""

    def __init__(self, document: Document, original: Document) -> None:
        self._aligned = Describer(document)
        self._own = Describer(original)
        self._by_lid = {link.lid: link for link in original.tlinks if link.lid}

    def __call__(self, link: AnyLink) -> CitedLink:
        lid = link.source.lid if isinstance(link.source, TLink) else None
        if lid in self._by_lid:
            return self._own.link(self._by_lid[lid])
        return self._aligned.link(link)
