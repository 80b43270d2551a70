"""The file of all answers."""

from __future__ import annotations

from dataclasses import replace

from tests.results import answered
from timegraph.answer import Answer
from timegraph.qa import read_questions
from timegraph.report.qa_tempeval import answers_to_tsv
from timegraph.scoring import (
    AnsweredList,
    AnsweredQuestion,
    AnsweredTime,
    DocumentAnswers,
    Run,
    answers_of,
)


def test_every_answer_of_every_system_has_a_line(scored: Run[DocumentAnswers]) -> None:
    head, *lines = answers_to_tsv(scored.results).splitlines()
    assert head.split("\t")[:4] == ["system", "question", "document", "query"]
    assert len(lines) == sum(len(answers_of(result).answers) for result in scored.results)
    assert {line.count("\t") for line in lines} == {head.count("\t")}
    assert head.split("\t")[8:] == ["correct", "text", "sentence", "reason"]
    rows = [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]
    careful = [row for row in rows if row["system"] == "careful"]
    assert sum(row["correct"] == "yes" for row in careful) == scored.results[0].score.correct
    for row in rows:
        assert (row["reason"] != "") == (row["predicted"] == "unknown")
        assert row["text"]
        assert row["sentence"]
    reasons = {row["reason"].partition(":")[0] for row in rows}
    assert reasons == {"", "entity missing", "not annotated", "no path"}


def test_lists_and_times_stand_in_the_order_of_the_questions() -> None:
    text = (
        "1|a.tml|WHEN ei1|When?\n"
        "2|a.tml|IS ei1 BEFORE ei2|Was it?|yes\n"
        "3|a.tml|LIST AFTER ei1|What came\tlater?|ei2|ei3\n"
    )
    when, is_, listed = read_questions(text.encode()).questions
    entities = AnsweredList(listed, ("ei2", "ei5"), ("ei2", "ei3"), "ei2 cited, ei5 sold")
    result = answered(
        "s",
        [AnsweredQuestion(is_, Answer.YES, position=1)],
        [replace(entities, position=2)],
        [AnsweredTime(when, "before 1998", position=0)],
    )
    rows = [line.split("\t") for line in answers_to_tsv([result]).splitlines()[1:]]
    assert [row[1] for row in rows] == ["1", "2", "3"]
    assert rows[0][5] == "before 1998"
    assert [row[8] for row in rows] == ["", "yes", "no"]
    assert rows[2][4:7] == ["ei2|ei3", "ei2|ei5", "ei2 cited, ei5 sold"]
