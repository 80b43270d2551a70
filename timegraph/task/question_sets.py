"""Every rule that a check of question sets knows.

``tools/make_rule_pages.py`` makes the table in ``docs/question-sets.md`` from them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from timegraph._pace import Deadline, TimedOut, TimeLimitError, time_limit as limited
from timegraph._wording import counted
from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.checking.document import Selection
from timegraph.documents.build import build
from timegraph.documents.calendar_links import place_of
from timegraph.findings import CitedLink, Describer, Finding, Rule, Severity
from timegraph.graph import TimeGraph
from timegraph.links import AnyLink, ContradictionError
from timegraph.options import Interpretation
from timegraph.proofs import Proof
from timegraph.qa import QuestionSet, answer_question, explain_question
from timegraph.qa.answering import proof_in_words
from timegraph.qa.contradictions import (
    NO_DEADLINE,
    Asked,
    AskedDocument,
    Branch,
    Consistency,
    Statement,
    added_in_a_way,
    ask_sets,
    block_of,
    branches_of,
    consistency,
    minimal_core,
    world_of_block,
)
from timegraph.qa.questions import entity_of
from timeml import Collection, Document, Position, TimeMLError, TLink, align_ids

_TABLE: tuple[tuple[str, Severity, str, str, str], ...] = (
    ("unreadable", "error", "document that cannot be read", "repair the file as the message says",
     "A document of the key or of gold cannot be read."),
    ("faulty-question", "error", "line that is not a question with an answer",
     "correct the line as the message says",
     "The line is not a question, or its answer is not yes, no or unknown."),
    ("unknown-document", "error", "document that does not exist",
     "write the name of one of the documents, or add the document",
     "The key has no document of this name."),
    ("unknown-id", "error", "id that the document does not have",
     "write the id of an event or time expression of the document, or mark it there",
     "The key has no event or time expression with this id."),
    ("contradicting-answers", "error", "answers that cannot all be true",
     "read the sentences, decide which of these answers is wrong, and change or drop it",
     "No world makes these answers true, and without any one of them there is one."),
    ("not-decided", "warning", "document whose answers were not decided in time",
     "give a longer --time-limit",
     "The time ran out before it was decided whether the answers of the document agree, or "
     "before all that is wrong with them was found."),
    ("gold-contradicts", "error", "answer that gold contradicts",
     "read the sentences; correct the answer, or the links of gold that the proof names",
     "The links of gold give another answer; the proof names them."),
    ("gold-open", "warning", "answer that gold leaves open",
     "improve the annotation of gold, or discard the question",
     "The links of gold allow both answers, so that the question is not valid."),
    ("gold-missing", "warning", "question about an annotation that gold lacks",
     "add the document or annotation to gold, or discard the question",
     "Gold lacks the document, or one of the two entities."),
    ("determined-unknown", "warning", "unknown that other answers determine",
     "correct the answer, or one of those that determine it",
     "The answer is unknown, but the other answers allow only one."),
    ("implied-answer", "warning", "answer that follows from the others",
     "drop the question if each question should measure something new",
     "The answer follows from other answers."),
    ("same-entity", "warning", "question about an entity and itself",
     "write the id of the other entity", "Both ids mean one entity."),
    ("repeated-number", "warning", "number that two questions have",
     "give each question of a set a number of its own",
     "Another question of the set has this number; scores count both."),
    ("no-answer", "note", "question without an answer",
     "add the answer, so that the question can be scored",
     "The line has four fields, so that it can be asked but not scored."),
)  # fmt: skip

RULES: dict[str, Rule] = {row[0]: Rule(*row) for row in _TABLE}
"""Each rule by its code, the gravest first: severity, title, fix, explanation."""


# Questions in the words of their document, and the one place where their findings are made.


_BRANCHES = 4
"""Ways of a contradiction that its message goes through."""


class Reporter:
    """Makes findings about the questions of one document.

    With ``several`` sets a question is named by its number and its file.
    """

    def __init__(self, document: AskedDocument, *, several: bool = False) -> None:
        self.name = document.name
        self._describer = Describer(document.document or Document())
        self._several = several

    def label(self, asked: Asked) -> str:
        """``question 7``, or ``question 7 of set-b.txt``."""
        file = f" of {os.path.basename(asked.file)}" if self._several else ""
        return f"question {asked.question.number}{file}"

    def in_words(self, asked: Asked) -> str:
        """The question with its answer and the words of its ids: ``question 7 (yes): ei1 "ate"
        BEFORE ei2 "slept"``."""
        return (
            f"{self.label(asked)} ({asked.question.expected or 'no answer'}): {self._asks(asked)}"
        )

    def _asks(self, asked: Asked) -> str:
        question = asked.question.question
        if question is None:
            return asked.question.query
        relation = "" if question.relation is None else question.relation.value
        words = [str(self._describer.mention(argument)) for argument in question.args]
        if len(words) == 2 and question.kind.value == "IS":
            return f"{words[0]} {relation} {words[1]}"
        return " ".join(filter(None, (question.kind.value, relation, *words)))

    def finding(
        self,
        code: str,
        about: Asked,
        message: str,
        *,
        others: Sequence[Asked] = (),
        links: Sequence[CitedLink] = (),
    ) -> Finding:
        """A finding about one question, and ``others`` that it has to do with. Of the links, the
        questions themselves are the first."""
        concerned = (about, *others)
        ids = [
            argument
            for entry in concerned
            if entry.question.question is not None
            for argument in entry.question.question.args
        ]
        line = about.question.line
        return RULES[code].found(
            about.file,
            f"{self.name}: {message}",
            ids=tuple(entry.question.number for entry in concerned),
            position=None if line is None else Position(line),
            mentions=self._describer.mentions(ids),
            sentences=self._describer.sentences(ids),
            links=(*filter(None, map(self._cited, concerned)), *links),
        )

    def _cited(self, asked: Asked) -> CitedLink | None:
        question = asked.question.question
        if question is None or question.relation is None or len(question.args) != 2:
            return None
        a, b = map(self._describer.mention, question.args)
        answer = asked.question.expected or "no answer"
        return CitedLink(
            asked.question.number,
            a,
            question.relation.value,
            b,
            asked.question.line,
            uses=(answer,),
            origin="question",
        )

    def contradiction(
        self, core: Sequence[Asked], branches: Sequence[Branch], *, explained: bool = True
    ) -> str:
        """Why the answers of ``core`` cannot all be true; not all ``branches`` are there unless
        ``explained``."""
        said = "; ".join(map(self.in_words, core))
        shown = [self._branch(branch) for branch in branches[:_BRANCHES]]
        if len(branches) > _BRANCHES:
            shown.append(f"and likewise in {counted(len(branches) - _BRANCHES, 'more way')}")
        if not explained:
            shown.append("the other ways were not examined in time")
        cannot = "this can never be true" if len(core) == 1 else "these cannot all be true"
        return f"{cannot}: {said}. {'; '.join(shown)}"

    def _branch(self, branch: Branch) -> str:
        steps = []
        for step in branch.chain.steps:
            source = None if step.link is None else step.link.source
            steps.append(self._by(step.claim, source))
        denied, excluded = branch.excluded
        why = f"{', '.join(steps)}, but {self._by(excluded, denied)}"
        if not branch.choices:
            return why
        taken = [self._by(constraint, statement) for statement, constraint in branch.choices]
        return f"if {' and '.join(taken)}: {why}"

    def _by(self, claim: object, statement: object) -> str:
        """``ei1.end < ei2.start (question 7)``."""
        asked = statement.source if isinstance(statement, Statement) else None
        return f"{claim} ({self.label(asked)})" if isinstance(asked, Asked) else str(claim)


VERDICTS = ("agrees", "contradicts", "open", "missing")
"""What gold says of an answer: the same, another one, nothing; or it lacks what is asked about."""


@dataclass(frozen=True)
class CheckedDocument:
    """The questions about one document: whether their yes and no answers can all be true, and how
    many answers follow from others (``None`` where they cannot, or the time was up).

    ``verdicts`` counts what gold says of the answers; ``None`` without gold.
    """

    asked: AskedDocument
    answers: Consistency
    following: int | None
    verdicts: Counter[str] | None = None


@dataclass(frozen=True)
class CheckedSets:
    """The result of a check: the documents in the order of the sets, and the findings by file and
    line. ``warnings`` are about gold as a whole."""

    documents: tuple[CheckedDocument, ...]
    findings: tuple[Finding, ...]
    warnings: tuple[str, ...] = ()


def check_question_sets(
    sets: Sequence[tuple[str, QuestionSet]],
    *,
    key: Collection,
    gold: Collection | None = None,
    selection: Selection = Selection(rules=RULES),
    interpretation: Interpretation = Interpretation(),
    time_limit: float | None = None,
    progress: Callable[[str], object] | None = None,
) -> CheckedSets:
    """Check ``sets``, each with the path that findings call it, together.

    ``key`` has the documents whose ids the questions use, ``gold`` (which may be the same) those
    whose links the answers are compared with, read as ``interpretation`` says. Findings are those
    of the rules in ``selection``. For each document, deciding, finding the contradictions,
    explaining them, finding what follows and reading gold may each take ``time_limit`` seconds.
    ``progress`` is called with the name of each document when it is done.
    """
    findings = list(set_findings(sets))
    warnings: list[str] = []
    documents = []
    for asked in ask_sets(sets, key, during=interpretation.during):
        reporter = Reporter(asked, several=len(sets) > 1)
        findings += form_findings(asked, reporter)
        answers, following, found = answer_findings(asked, reporter, time_limit=time_limit)
        findings += found
        verdicts = None
        if gold is not None:
            own_ids = None if gold.path == key.path else asked.document
            verdicts, found, said = gold_findings(
                asked, own_ids, gold, interpretation, reporter, time_limit=time_limit
            )
            findings += found
            warnings += said
        documents.append(CheckedDocument(asked, answers, following, verdicts))
        if progress is not None:
            progress(asked.name)
    order = {path: number for number, (path, _) in enumerate(sets)}

    def place(finding: Finding) -> tuple[int, int]:
        line = 0 if finding.position is None else finding.position.line
        return order[finding.document], line

    shown = (finding for finding in findings if finding.code in selection.codes)
    return CheckedSets(tuple(documents), tuple(sorted(shown, key=place)), tuple(warnings))


# The form of a question set: its lines and ids.


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
        label = f"{reporter.label(asked)} ({question.query})"
        if question.problem is not None:
            yield reporter.finding("faulty-question", asked, f"{label}: {question.problem}")
        elif question.kind is not None and question.kind.value == "IS" and question.answer is None:
            yield reporter.finding("no-answer", asked, f"{reporter.in_words(asked)} has no answer")
        if asked_document.document is not None and asked.missing:
            message = f"{label}: the document has no {', '.join(asked.missing)}"
            yield reporter.finding("unknown-id", asked, message)
        if asked.entities is not None and asked.entities[0] == asked.entities[1]:
            yield reporter.finding("same-entity", asked, reporter.in_words(asked))


# Answers that follow from other answers: to negate them leaves no world.


def implied(
    statements: Sequence[Statement], number: int, deadline: Deadline = NO_DEADLINE
) -> tuple[int, ...] | None:
    """The numbers of statements, none of which can be left out, from which the statement of this
    number follows; ``None`` if it does not follow from all the others.

    The statements have to agree. Raises :class:`TimedOut` if the time is up.
    """
    negated, block = _negated(statements, number)
    if world_of_block([negated[n] for n in block], deadline) is not None:
        return None
    return tuple(n for n in minimal_core(negated, block, deadline) if n != number)


class Gathered:
    """Statements that agree, gathered one by one, and which further ones follow from them.

    What the relations that hold imply is read off a graph, and most of what does not follow is
    shown by a world in which all are true: only what neither decides takes a search.
    """

    def __init__(self) -> None:
        self._statements: list[Statement] = []
        self._holding = TimeGraph()
        self._world: TimeGraph | None = TimeGraph()

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


def following_of(
    document: AskedDocument, deadline: Deadline
) -> Iterator[tuple[Asked, Answer, tuple[Asked, ...]]]:
    """The questions whose answers follow from those to others, which agree: each with the answer
    that follows, which is another one where unknown was given, and with the premises."""
    statements = document.statements
    numbers = {id(statement.source): n for n, statement in enumerate(statements)}
    for asked in document.questions:
        ways: list[tuple[Sequence[Statement], int]] = []
        if id(asked) in numbers:
            ways = [(statements, numbers[id(asked)])]
        elif asked.entities is not None and asked.question.answer is Answer.UNKNOWN:
            assert asked.relation is not None
            a, b = asked.entities
            possible = (Statement(a, asked.relation, b, holds) for holds in (True, False))
            ways = [([*statements, statement], len(statements)) for statement in possible]
        for together, number in ways:
            premises = implied(together, number, deadline)
            if premises is not None:
                answer = Answer.YES if together[number].holds else Answer.NO
                yield asked, answer, tuple(_asked(statements[n]) for n in premises)
                break


def _asked(statement: Statement) -> Asked:
    asked = statement.source
    assert isinstance(asked, Asked)
    return asked


# The answers of a document together: whether they agree, and which follow from others.


def answer_findings(
    document: AskedDocument, reporter: Reporter, *, time_limit: float | None = None
) -> tuple[Consistency, int | None, list[Finding]]:
    """Whether one world makes all yes and no answers of a document true, how many of its answers
    follow from others (``None`` where not all can be true or the time was up), and the findings
    about both."""
    statements = document.statements
    outcome = consistency(statements, time_limit=time_limit)
    if outcome.consistent:
        found: list[Finding] = []
        try:
            for asked, answer, premises in following_of(document, Deadline(time_limit)):
                found.append(_follows(asked, answer, premises, reporter))
        except TimedOut:
            message = "its answers agree; not decided in time: which of them follow from others"
            return outcome, None, [reporter.finding("not-decided", document.questions[0], message)]
        return outcome, len(found), found
    findings = list(_contradictions(statements, outcome, Deadline(time_limit), reporter))
    message = ""
    if outcome.consistent is None:
        count = len(statements)
        message = f"not decided in time: whether its {count} yes and no answers can all be true"
    elif not outcome.all_found or outcome.drop is None:
        message = "its answers contradict each other; there was no time to find all contradictions"
    if message:
        findings.append(reporter.finding("not-decided", document.questions[0], message))
    return outcome, None, findings


def _contradictions(
    statements: Sequence[Statement], outcome: Consistency, deadline: Deadline, reporter: Reporter
) -> Iterator[Finding]:
    for core in outcome.contradictions:
        members = [statements[n] for n in core]
        branches: list[Branch] = []
        explained = True
        try:
            for branch in branches_of(members, deadline):
                branches.append(branch)
        except TimedOut:
            explained = False
        *others, last = questions = list(map(_asked, members))
        message = reporter.contradiction(questions, branches, explained=explained)
        yield reporter.finding("contradicting-answers", last, message, others=others)


def _follows(
    asked: Asked, answer: Answer, premises: Sequence[Asked], reporter: Reporter
) -> Finding:
    because = "; ".join(map(reporter.in_words, premises)) or "an interval equals itself"
    if asked.question.answer is Answer.UNKNOWN:
        message = f"{reporter.in_words(asked)}, but {answer} follows from {because}"
        return reporter.finding("determined-unknown", asked, message, others=premises)
    message = f"{reporter.in_words(asked)} follows from {because}"
    return reporter.finding("implied-answer", asked, message, others=premises)


# Answers compared with gold's: which it gives, too, contradicts, or leaves open.


class _NoGold(ValueError):
    """Gold has no document to compare with; ``code`` is the rule's."""

    def __init__(self, code: str, problem: str) -> None:
        super().__init__(problem)
        self.code = code


def gold_findings(
    asked_document: AskedDocument,
    key: Document | None,
    gold: Collection,
    interpretation: Interpretation,
    reporter: Reporter,
    *,
    time_limit: float | None = None,
) -> tuple[Counter[str], list[Finding], tuple[str, ...]]:
    """What gold says of the answers to the IS questions about a document, counted; the findings
    about them, and warnings about gold's document.

    Gold's annotations are those at the same words of ``key``; without it their ids are those of
    the questions.
    """
    answered = [
        asked
        for asked in asked_document.questions
        if asked.question.answer is not None and asked.question.question is not None
    ]
    verdicts: Counter[str] = Counter()
    findings: list[Finding] = []
    try:
        with limited(time_limit):
            judge = _Gold(asked_document, key, gold, interpretation)
            for asked in answered:
                verdict, answer = judge.answer_to(asked)
                verdicts[verdict] += 1
                if verdict != "agrees":
                    findings.append(judge.finding(asked, verdict, answer, reporter))
    except (_NoGold, TimeLimitError) as error:
        code, problem = "unreadable", f"{gold.path}/{reporter.name}: {error}"
        if isinstance(error, _NoGold):
            code, problem = error.code, str(error)
        finding = reporter.finding(code, asked_document.questions[0], problem)
        return Counter(missing=len(answered)), [finding], ()
    return verdicts, findings, judge.warnings


class _Gold:
    """The gold document next to the questions about one document, as a graph."""

    def __init__(
        self,
        asked: AskedDocument,
        key: Document | None,
        gold: Collection,
        interpretation: Interpretation,
    ) -> None:
        try:
            file = gold.match(asked.name)
            if file is None:
                raise _NoGold("gold-missing", f"{gold.path} has no document {asked.name}")
            document = gold.read(file)
        except (OSError, TimeMLError) as error:
            raise _NoGold("unreadable", str(error)) from None
        self._by_lid = {link.lid: link for link in document.tlinks if link.lid}
        self._own = Describer(document)
        self._resolve = document.resolve
        self._during = interpretation.during
        self.warnings: tuple[str, ...] = ()
        if key is not None:
            alignment = align_ids(system=document, key=key)
            document, self._resolve = alignment.document, alignment.resolve
            self.warnings = tuple(f"{gold.path}/{file}: {said}" for said in alignment.warnings)
        self._document = document
        self._aligned = Describer(document)
        dates = (
            date
            for each in asked.questions
            if each.question.question is not None
            for date in each.question.question.dates
        )
        try:
            self._graph = build(document, interpretation, dates=_placed(dates, document))
        except ContradictionError as error:
            raise _NoGold("unreadable", f"{gold.path}/{file}: {error.conflict}") from None

    def answer_to(self, asked: Asked) -> tuple[str, Answer]:
        """The verdict on an answer, and gold's own."""
        question = asked.question.question
        assert question is not None
        if any(entity_of(self._graph, self._resolve, id) is None for id in question.args):
            return "missing", Answer.UNKNOWN
        answer = answer_question(
            self._graph, self._document, question, during=self._during, resolve=self._resolve
        )
        if answer is asked.question.answer:
            return "agrees", answer
        return ("open" if answer is Answer.UNKNOWN else "contradicts"), answer

    def finding(self, asked: Asked, verdict: str, answer: Answer, reporter: Reporter) -> Finding:
        """The finding about an answer that gold does not give."""
        said = reporter.in_words(asked)
        if verdict == "missing":
            message = f"{said}; gold lacks an annotation that it names"
            return reporter.finding("gold-missing", asked, message)
        question = asked.question.question
        assert question is not None
        proof = explain_question(
            self._graph, self._document, question, during=self._during, resolve=self._resolve
        )
        assert proof is not None
        links = tuple(map(self._cited, proof.links))
        if links and isinstance(proof, Proof):
            why = f", since {'; '.join(map(str, links))}"
        else:
            why = f": {proof_in_words(proof, question)}"
        code = "gold-open" if verdict == "open" else "gold-contradicts"
        message = f"{said}; gold says {answer}{why}"
        return reporter.finding(code, asked, message, links=links)

    def _cited(self, link: AnyLink) -> CitedLink:
        """A link of the aligned document as gold itself has it, by its lid: with gold's own ids,
        words and lines."""
        lid = link.source.lid if isinstance(link.source, TLink) else None
        if lid in self._by_lid:
            return self._own.link(self._by_lid[lid])
        return self._aligned.link(link)


def _placed(dates: Iterable[str], document: Document) -> Iterator[str]:
    """The literal dates of questions that have a place in time."""
    for date in dict.fromkeys(dates):
        with suppress(ValueError):
            place_of(date, document)
            yield date
