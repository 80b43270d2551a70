"""Questions in the words of their document, and the one place where their findings are made."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from timegraph._wording.counting import counted
from timegraph.findings import CitedLink, Describer, Finding
from timegraph.qa.contradictions import Asked, AskedDocument, Branch, Statement
from timegraph.task.question_sets.rules import RULES
from timeml import Document, Position

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


def _number(statement: Statement) -> str:
    asked = statement.source
    return asked.question.number if isinstance(asked, Asked) else str(statement)


def branch_to_json(branch: Branch) -> Mapping[str, object]:
    """A branch as JSON data: the ways taken, by question, and the chain that excludes them."""
    return {
        "choices": [
            {"question": _number(statement), "way": str(constraint)}
            for statement, constraint in branch.choices
        ],
        "chain": {
            "excluded": str(branch.excluded[1]),
            "by": _number(branch.excluded[0]),
            "conclusion": str(branch.chain.conclusion),
            "steps": [
                {
                    "claim": step.claim,
                    "question": None
                    if step.link is None or not isinstance(step.link.source, Statement)
                    else _number(step.link.source),
                }
                for step in branch.chain.steps
            ],
        },
    }
