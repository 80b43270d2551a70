"""Whether a scorer of anybody's counts QA TempEval's answers as the definition says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import given
from hypothesis import strategies as st

import timeml
from timegraph.documents.build import build
from timegraph.qa import Question, answer_question
from timegraph.scoring import score_answers
from timegraph.testing.conformance import NonconformingError, drawn_the_same
from timegraph.testing.strategies import documents, questions, system_annotations

__all__ = ["check_scorer"]

Scorer = Callable[[str, str, str], tuple[int, int, int]]


def check_scorer(score: Scorer, *, examples: int = 200) -> None:
    """Raise :class:`NonconformingError` if ``score`` is wrong for one of ``examples`` small kits.

    ``score(questions, key, system)`` gets three texts: a file of questions about ``doc.tml`` with
    their answers (``1|doc.tml|IS ei1 BEFORE ei2||yes``), and two TimeML documents of that name, the
    key's and the system's, which has ids of its own. It returns how many questions there are, how
    many are answered (yes, no, or the right unknown) and how many correctly, as the software of QA
    TempEval counts (Llorens et al. 2015): ids are aligned by the text, and what contradicts earlier
    links is left out by constraint. The smallest kit that shows a fault is in the message.
    Needs hypothesis (the extra ``testing``).
    """

    @drawn_the_same(examples)
    @given(_kits())
    def check(kit: tuple[timeml.Document, timeml.Document, list[Question]]) -> None:
        key, system, asked = kit
        if asked:
            _check(score, key, system, asked)

    check()


@st.composite
def _kits(draw: st.DrawFn) -> tuple[timeml.Document, timeml.Document, list[Question]]:
    key = draw(documents(max_events=3, max_timexes=1, max_tlinks=4))
    system = draw(system_annotations(key))
    if not key.entities:
        return key, system, []
    asked = st.lists(questions(list(key.entities)), min_size=1, max_size=3)
    return key, system, draw(asked)


def _check(
    score: Scorer, key: timeml.Document, system: timeml.Document, asked: Sequence[Question]
) -> None:
    graph = build(key)
    expected = [answer_question(graph, key, question) for question in asked]
    lines = [
        f"{number}|doc.tml|{question}||{answer}\n"
        for number, (question, answer) in enumerate(zip(asked, expected, strict=True), 1)
    ]
    aligned = timeml.align_ids(system=system, key=key).document
    closed = build(aligned)
    predicted = [answer_question(closed, aligned, question) for question in asked]
    counted = score_answers(expected=expected, predicted=predicted)
    counts = (counted.questions, counted.answered, counted.correct)
    texts = ("".join(lines), *(timeml.write(document).decode() for document in (key, system)))
    call = f"score({', '.join(map(repr, texts))})"
    try:
        given_counts = tuple(score(*texts))
    except Exception as error:
        what = f"{call} raised {type(error).__name__}: {error}; it is {counts}"
        raise NonconformingError(what) from error
    if given_counts != counts:
        answers = ", ".join(map(str, predicted))
        raise NonconformingError(
            f"assert {call} == {counts}  # not {given_counts}: the system answers {answers}"
        )
