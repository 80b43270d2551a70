"""Every rule that a check of question sets knows.

``tools/make_rule_pages.py`` makes the table in ``docs/question-sets.md`` from them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from timegraph._wording.counting import counted
from timegraph.findings import CitedLink, Describer, Finding
from timegraph.findings.record import Rule
from timegraph.qa.contradictions import Asked, AskedDocument, Branch, Statement
from timeml import Document, Position

_TABLE = (
    Rule(
        "unreadable",
        "error",
        "document that cannot be read",
        "repair the file as the message says",
        explanation="A document of the key or of gold cannot be read.",
    ),
    Rule(
        "faulty-question",
        "error",
        "line that is not a question with an answer",
        "correct the line as the message says",
        explanation="The line is not a question, or its answer is not yes, no or unknown.",
    ),
    Rule(
        "unknown-document",
        "error",
        "document that does not exist",
        "write the name of one of the documents, or add the document",
        explanation="The key has no document of this name.",
    ),
    Rule(
        "unknown-id",
        "error",
        "id that the document does not have",
        "write the id of an event or time expression of the document, or mark it there",
        explanation="The key has no event or time expression with this id.",
    ),
    Rule(
        "contradicting-answers",
        "error",
        "answers that cannot all be true",
        "read the sentences, decide which of these answers is wrong, and change or drop it",
        explanation="No world makes these answers true, and without any one of them there is one.",
    ),
    Rule(
        "not-decided",
        "warning",
        "document whose answers were not decided in time",
        "give a longer --time-limit",
        explanation="The time ran out before it was decided whether the answers of the document "
        "agree, or before all that is wrong with them was found.",
    ),
    Rule(
        "gold-contradicts",
        "error",
        "answer that gold contradicts",
        "read the sentences; correct the answer, or the links of gold that the proof names",
        explanation="The links of gold give another answer; the proof names them.",
    ),
    Rule(
        "gold-open",
        "warning",
        "answer that gold leaves open",
        "improve the annotation of gold, or discard the question",
        explanation="The links of gold allow both answers, so that the question is not valid.",
    ),
    Rule(
        "gold-missing",
        "warning",
        "question about an annotation that gold lacks",
        "add the document or annotation to gold, or discard the question",
        explanation="Gold lacks the document, or one of the two entities.",
    ),
    Rule(
        "determined-unknown",
        "warning",
        "unknown that other answers determine",
        "correct the answer, or one of those that determine it",
        explanation="The answer is unknown, but the other answers allow only one.",
    ),
    Rule(
        "implied-answer",
        "warning",
        "answer that follows from the others",
        "drop the question if each question should measure something new",
        explanation="The answer follows from other answers.",
    ),
    Rule(
        "same-entity",
        "warning",
        "question about an entity and itself",
        "write the id of the other entity",
        explanation="Both ids mean one entity.",
    ),
    Rule(
        "repeated-number",
        "warning",
        "number that two questions have",
        "give each question of a set a number of its own",
        explanation="Another question of the set has this number; scores count both.",
    ),
    Rule(
        "no-answer",
        "note",
        "question without an answer",
        "add the answer, so that the question can be scored",
        explanation="The line has four fields, so that it can be asked but not scored.",
    ),
)

RULES: dict[str, Rule] = {rule.code: rule for rule in _TABLE}
"""Each rule by its code, the gravest first."""


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
        return Finding(
            code=code,
            severity=RULES[code].severity,
            document=about.file,
            message=f"{self.name}: {message}",
            ids=tuple(entry.question.number for entry in concerned),
            position=None if line is None else Position(line),
            mentions=self._describer.mentions(ids),
            sentences=self._describer.sentences(ids),
            links=(*filter(None, map(self._cited, concerned)), *links),
            fix=RULES[code].fix,
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
