"""Asking a network: yes, no or unknown, and possible relations."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from timegraph import report
from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.commands._networks.reading import read_network
from timegraph.commands._shared.command import Call
from timegraph.commands._shared.corpus_options import Chosen
from timegraph.commands._shared.files import BadUsage
from timegraph.networks import InconsistentError, IntervalNetwork, TimedOut
from timegraph.networks.asking import NetworkQuestion, parse_network_question
from timegraph.networks.links import shown

__all__ = ["ask_network"]


class _Answered(NamedTuple):
    question: str
    text: str
    record: dict[str, object]


def ask_network(
    path: str, questions: Sequence[str], chosen: Chosen, call: Call, format_: str, *, why: bool
) -> None:
    """Print the answer to each question, or to each line of stdin, and end the command."""
    if not questions and (path == "-" or sys.stdin.isatty()):
        raise BadUsage(
            "a network has no prompt: give questions as arguments, as in 'IS a before|meets b' or "
            "'RELATIONS a b'"
        )
    asked = [*map(_parsed, questions or filter(str.strip, sys.stdin))]
    name, network = read_network(path, chosen)
    answering = _Answering(network, call, why=why)
    try:
        answers = [*answering.all(asked)]
    except (InconsistentError, OverflowError) as error:
        raise BadUsage(f"{name}: {error}") from None
    rows = tuple((answered.question, answered.text) for answered in answers)
    table = report.Table((report.Column("question"), report.Column("answer")), rows, name="answers")
    record = {"answers": [answered.record for answered in answers], "warnings": []}
    plain = [answered.text for answered in answers]
    call.print(report.Report([table], record, plain=plain), format_)
    call.finish(complete=not answering.problems)


def _parsed(text: str) -> NetworkQuestion:
    try:
        return parse_network_question(text)
    except ValueError as error:
        raise BadUsage(str(error)) from None


class _Answering:
    """Answers questions, and counts those that had something wrong with them."""

    def __init__(self, network: IntervalNetwork[Any], call: Call, *, why: bool) -> None:
        self._network, self._call, self._why = network, call, why
        self.problems = 0

    def all(self, questions: Sequence[NetworkQuestion]) -> Iterator[_Answered]:
        """The answers, each beside its question."""
        for question in questions:
            missing = question.missing(self._network)
            try:
                answer = (
                    Answer.UNKNOWN
                    if missing
                    else question.answer(self._network, self._call.time_limit)
                )
            except TimedOut as error:
                self._problem(f"{question.text}: {error}; give a larger --time-limit")
                yield _Answered(question.text, "undecided", _record(question, "undecided"))
                continue
            for name in missing:
                self._problem(
                    f"{question.text}: the network has no interval {name}, so the answer is unknown"
                )
            yield self._answered(question, answer, explained=self._why and not missing)

    def _answered(
        self, question: NetworkQuestion, answer: Answer | AllenSet, *, explained: bool
    ) -> _Answered:
        if isinstance(answer, AllenSet):
            names = [relation.value for relation in answer]
            return _Answered(question.text, ", ".join(names), _record(question, names))
        record = _record(question, answer.value)
        if not explained or answer is Answer.UNKNOWN:
            return _Answered(question.text, answer.value, record)
        links = [*map(shown, question.why(self._network, answer, self._call.time_limit))]
        return _Answered(
            question.text, f"{answer.value}: {'; '.join(links)}", {**record, "links": links}
        )

    def _problem(self, message: str) -> None:
        self.problems += 1
        self._call.messages.warn(message)


def _record(question: NetworkQuestion, answer: object) -> dict[str, object]:
    return {"question": question.text, "answer": answer}
