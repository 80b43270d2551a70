"""Answers from files: scores as of annotations, and whether one world makes all of them true."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from tests.drawing import examples
from tests.oracle.facts import AnswersByWorlds
from timegraph import __version__
from timegraph.allen import Allen
from timegraph.answer import Answer
from timegraph.documents.build import relation_for
from timegraph.qa import QuestionSet, SetQuestion, parse_question
from timegraph.report.qa_tempeval import answers_to_tsv
from timegraph.scoring import answers_of
from timegraph.scoring.qa_tempeval.answer_files import AnswerFile, answers_task, contradiction_among
from timegraph.scoring.qa_tempeval.comparison import AnsweredQuestion
from timegraph.scoring.qa_tempeval.kits import KitInput, open_kit, score_kit
from timegraph.scoring.qa_tempeval.measure import QA_TEMPEVAL
from timegraph.scoring.run import run_measure
from timeml import RelType

RELATIONS = [kind for kind in RelType if kind is not RelType.IDENTITY]


def answered(a: str, relation: RelType, b: str, answer: Answer, number: int) -> AnsweredQuestion:
    query = f"IS {a} {relation.value} {b}"
    question = SetQuestion(str(number), "a.tml", query, parse_question(query), answer=answer)
    return AnsweredQuestion(question, answer, position=number)


some_answers = st.lists(
    st.tuples(
        st.permutations(["ei1", "ei2", "ei3", "ei4"]).map(lambda ids: tuple(ids[:2])),
        st.sampled_from(RELATIONS),
        st.sampled_from(list(Answer)),
    ),
    max_size=7,
)


def checked(answers: list[AnsweredQuestion]) -> tuple[AnsweredQuestion, ...]:
    """The contradiction that is found, which is one of the smallest by brute force."""
    said = []
    numbers = []
    for number, one in enumerate(answers):
        question = one.question.question
        assert question is not None
        assert isinstance(question.relation, RelType)
        if one.predicted is not Answer.UNKNOWN:
            a, b = question.args
            relation: Allen = relation_for(question.relation)
            said.append((a, relation, b, one.predicted is Answer.YES))
            numbers.append(number)
    worlds = AnswersByWorlds(said)
    found = contradiction_among(answers, time_limit=None)
    assert found is not None
    chosen = [numbers.index(answers.index(one)) for one in found]
    contradictions = worlds.contradictions()
    assert bool(found) == bool(contradictions)
    if contradictions:
        assert tuple(chosen) in contradictions
        assert len(chosen) == min(map(len, contradictions))
    return found


@given(some_answers)
@examples(60)
def test_the_smallest_contradiction_is_that_of_brute_force(
    drawn: list[tuple[tuple[str, str], RelType, Answer]],
) -> None:
    checked([answered(a, r, b, said, n) for n, ((a, b), r, said) in enumerate(drawn)])


@given(st.integers(0, 10**6))
def test_planted_contradictions_are_all_found(seed: int) -> None:
    """Answers true in a drawn world, and one more that contradicts two of them."""
    draw = random.Random(seed)
    starts = {f"ei{k}": draw.randrange(8) for k in range(1, 5)}
    ends = {name: start + draw.randint(1, 4) for name, start in starts.items()}
    true = []
    for a in starts:
        for b in starts:
            if a != b and draw.random() < 0.3:
                holds = ends[a] < starts[b]
                said = Answer.YES if holds else Answer.NO
                true.append(answered(a, RelType.BEFORE, b, said, len(true)))
    assert checked(true) == ()
    first = len(true)
    chain = [("ei1", "ei2"), ("ei2", "ei3"), ("ei3", "ei1")]
    planted = [answered(a, RelType.BEFORE, b, Answer.YES, first + n) for n, (a, b) in
               enumerate(chain)]  # fmt: skip
    assert checked([*true, *planted])


def test_answers_equal_to_those_of_a_system_have_its_scores(kit: Path, tmp_path: Path) -> None:
    run = score_kit(open_kit(KitInput(folder=kit)))
    file = tmp_path / "all.tsv"
    file.write_text(answers_to_tsv(run.results), encoding="utf-8")
    for result in run.results:
        inputs = KitInput(folder=kit, systems=(Path("careful"),), predictions={"model": file})
        text = file.read_text(encoding="utf-8").replace(f"\n{result.name}\t", "\nmodel\t")
        (tmp_path / "own.tsv").write_text(text, encoding="utf-8")
        inputs = replace(inputs, predictions={"model": tmp_path / "own.tsv"})
        given_answers = score_kit(open_kit(inputs)).results[1]
        assert given_answers.score == result.score
        assert [unit.value.score for unit in given_answers.units] == [
            unit.value.score for unit in result.units
        ]
        assert given_answers.score.consistent == given_answers.score.decided == 8
        assert given_answers.notices == ()
    assert run.results[1].score.consistent_share == 5 / 8


@pytest.mark.parametrize("program", ["official", "exact"])
def test_the_official_answers_have_the_official_scores(program: str, data: Path) -> None:
    kit = data / "qa-tempeval" / "train"
    for system, official, exact in (
        ("human-fold1-original", (34, 29), (34, 29)),
        ("human-fold1-timlinks", (41, 36), (42, 37)),
        ("TIPSem-fold1-original", (28, 16), (28, 16)),
        ("TIPSem-fold1-with-timex", (42, 29), (42, 29)),
    ):
        opened = open_kit(KitInput(folder=kit, lenient=True))
        rows = (kit / "official-answers" / f"{system}.tsv").read_text(encoding="utf-8").split("\n")
        head, *rows = [row.split("\t") for row in rows if row]
        said = [Answer(row[head.index(program)]) for row in rows]
        task = answers_task(
            name=system,
            file=AnswerFile(dict(enumerate(said))),
            questions=opened.questions,
            key=opened.key,
        )
        score = run_measure(QA_TEMPEVAL, [task]).results[0].score
        assert (score.answered, score.correct) == (official if program == "official" else exact)


def test_no_answer_is_never_correct(kit: Path) -> None:
    opened = open_kit(KitInput(folder=kit))
    unknown = next(
        n for n, q in enumerate(opened.questions.questions) if q.answer is Answer.UNKNOWN
    )
    tasks = [
        answers_task(name=name, file=AnswerFile(own), questions=opened.questions, key=opened.key)
        for name, own in (("says", {unknown: Answer.UNKNOWN}), ("chats", {unknown: None}))
    ]
    says, chats = run_measure(QA_TEMPEVAL, tasks).results
    assert (says.score.correct, chats.score.correct) == (1, 0)
    assert says.score.answered == chats.score.answered
    assert not any(answer.given for answer in answers_of(chats).answers)
    assert any("questions of the set are not in the file" in str(n) for n in says.notices)


def test_what_takes_too_long_is_not_decided() -> None:
    answers = [answered("ei1", RelType.BEFORE, "ei2", Answer.YES, 1)]
    assert contradiction_among(answers, time_limit=0.0) in (None, ())


def test_the_signature_names_every_choice_that_could_change_the_score() -> None:
    questions = QuestionSet((answered("ei1", RelType.BEFORE, "ei2", Answer.YES, 1).question,))
    task = answers_task(name="A", file=AnswerFile({}), questions=questions, key=None)
    assert str(task.signature) == (
        "measure:qa-tempeval|questions:none|align:-|on-conflict:-|during:simultaneous|calendar:-"
        f"|lenient:no|coarse:-|lists:all|align-by:-|answers:given|version:{__version__}"
    )
