"""Asking a system's documents: ids aligned, faults named, and nothing lost or made up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.results import grouped_by
from timegraph import TimeGraph, __version__
from timegraph.answer import Answer
from timegraph.qa import QuestionSet, read_questions
from timegraph.scoring import (
    DocumentAnswers,
    KeyFilesError,
    Result,
    Score,
    answers_of,
    questions_beside_key,
    read_key,
    score_system,
)
from timegraph.scoring.annotation_notices import links_left_out
from timegraph.scoring.measure import Status
from timeml import TLink, open_collection

QUESTIONS = """\
1|a.tml|IS e1 BEFORE e2|Did she eat before she slept?|yes
2|a.tml|IS ei2 BEFORE ei1|The reverse?|no
3|a.tml|IS e1 BEFORE t0|Before the report?|yes
4|a.tml|IS e3 AFTER e2|Dreamt after?|unknown
"""

STATUSES: tuple[Status, ...] = ("found", "missing", "failed")

Folder = Callable[..., Path]
Text = Callable[..., str]
Questions = Callable[..., QuestionSet]


@pytest.fixture
def questions(tmp_path: Path) -> Callable[..., QuestionSet]:
    def read(text: str = QUESTIONS, *, lenient: bool = False) -> QuestionSet:
        path = tmp_path / "questions.txt"
        path.write_text(text, encoding="utf-8")
        return read_questions(path, lenient=lenient)

    return read


def scored(
    system: Path, key: Path | None, questions: QuestionSet, **options: object
) -> Result[DocumentAnswers]:
    documents = None if key is None else read_key(open_collection(key), questions)
    return score_system(
        open_collection(system),
        questions=questions,
        key=documents,
        **options,  # type: ignore[arg-type]
    )


def by_relation(result: Result[DocumentAnswers]) -> dict[str, Score]:
    """The score of the questions about each relation."""
    groups = result.group_scores(grouped_by("relation")["relation"])
    return {
        name: sum((score for score in labels[()]), Score())  # type: ignore[misc]
        for (name,), labels in groups.items()
    }


def test_ids_are_aligned_and_counted_as_the_task_says(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    result = scored(
        folder("sys", **{"a.tml": system_text()}), folder("key", **{"a.tml": key_text}), questions()
    )
    assert [a.predicted for a in answers_of(result).answers] == [
        Answer.YES,
        Answer.NO,
        Answer.UNKNOWN,
        Answer.UNKNOWN,
    ]
    assert [a.correct for a in answers_of(result).answers] == [True, True, False, True]
    assert result.score == Score(questions=4, answered=3, correct=3)
    assert result.name == "sys"
    assert result.having("found") == ("a.tml",)
    # That e3 is not in the system is told, although its answer happens to be right.
    assert [(w.code, w.brief) for w in result.notices] == [("missing-entity", "question 4 e3")]


def test_without_alignment_ids_are_taken_as_they_are(
    folder: Folder, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    system = folder("sys", **{"a.tml": system_text()})
    own = questions("1|a.tml|IS ei70 BEFORE e8||yes\n2|a.tml|IS e1 BEFORE e2||yes\n")
    result = scored(system, None, own)
    assert [a.predicted for a in answers_of(result).answers] == [Answer.YES, Answer.UNKNOWN]
    assert "|align:none|" in str(result.signature)
    assert "|align-by:-|" in str(result.signature)


def test_the_signature_names_every_choice(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    asked = questions()
    result = scored(
        folder("sys", **{"a.tml": system_text()}),
        folder("key", **{"a.tml": key_text}),
        asked,
        on_conflict="drop-link",
        during="contained",
        align_by="first-token",
    )
    assert str(result.signature) == (
        f"measure:qa-tempeval|questions:{asked.digest}|align:text|on-conflict:drop-link"
        f"|during:contained|calendar:off|lenient:no|coarse:exact|lists:all|align-by:first-token"
        f"|version:{__version__}"
    )


def test_missing_documents_answer_unknown_and_are_named(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    key = folder("key", **{"a.tml": key_text, "b.tml": key_text})
    system = folder("sys", **{"a.tml": system_text(), "other.tml": system_text()})
    result = scored(system, key, questions(QUESTIONS + "5|b.tml|IS e1 BEFORE e2||yes\n"))
    assert result.score == Score(questions=5, answered=3, correct=3)
    assert [result.having(status) for status in STATUSES] == [("a.tml",), ("b.tml",), ()]
    codes = {(w.code, w.document) for w in result.notices}
    assert {("missing-document", "b.tml"), ("extra-document", "other.tml")} <= codes


def test_a_document_that_cannot_be_read_never_stops_the_others(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    key = folder("key", **{"a.tml": key_text, "b.tml": key_text})
    system = folder("sys", **{"a.tml": system_text(), "b.tml": "<TimeML><TEXT>She"})
    result = scored(system, key, questions(QUESTIONS + "5|b.tml|IS e1 BEFORE e2||yes\n"))
    assert result.score == Score(questions=5, answered=3, correct=3)
    assert result.having("failed") == ("b.tml",)
    (failure,) = [w for w in result.notices if w.code == "failed-document"]
    assert "b.tml:1" in failure.message


def test_a_fault_of_ours_is_not_told_as_the_documents(
    folder: Folder,
    key_text: str,
    system_text: Text,
    questions: Callable[..., QuestionSet],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr("timegraph.scoring.qa_tempeval.measure.build", broken)
    key = folder("key", **{"a.tml": key_text})
    with pytest.raises(KeyError, match="a bug"):
        scored(folder("sys", **{"a.tml": system_text()}), key, questions())


CONTRADICTION = (
    '<TLINK lid="l2" eventInstanceID="ei80" relType="BEFORE" relatedToEventInstance="ei70"/>'
)


def test_links_left_out_are_named_with_what_they_contradict(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    key = folder("key", **{"a.tml": key_text})
    system = folder("sys", **{"a.tml": system_text(CONTRADICTION)})
    result = scored(system, key, questions())
    assert result.score == Score(questions=4, answered=3, correct=3)
    (left_out,) = [w for w in result.notices if w.code == "left-out"]
    assert left_out.brief == "a.tml:8 l2"
    assert left_out.message == (
        'a.tml:8: l2: ei2 "slept" BEFORE ei1 "ate" (ei2.end < ei1.start) contradicts '
        'l1: ei1 "ate" BEFORE ei2 "slept"'
    )


def test_links_left_out_without_lid_are_named_by_line() -> None:
    links = (
        TLink("", "BEFORE", "e1", "e2", line=2),
        TLink("", "AFTER", "e1", "e2", line=3),
        TLink("", "IBEFORE", "e1", "e2"),
    )
    graph = TimeGraph(on_conflict="drop-link")
    for link, relation in zip(links, ("before", "after", "meets"), strict=True):
        graph.add(link.source, relation, link.target, link)
    first, second = links_left_out(graph, "a.tml")
    assert (first.message, first.brief) == (
        "a.tml:3: e1 AFTER e2 (e2.end < e1.start) contradicts line 2: e1 BEFORE e2",
        "a.tml:3",
    )
    assert second.message == (
        "a.tml: e1 IBEFORE e2 (e1.end = e2.start) contradicts line 2: e1 BEFORE e2"
    )
    assert second.brief == "a.tml e1 IBEFORE e2"


def test_under_error_a_contradicting_document_fails(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    key = folder("key", **{"a.tml": key_text})
    system = folder("sys", **{"a.tml": system_text(CONTRADICTION)})
    result = scored(system, key, questions(), on_conflict="error")
    assert result.having("failed") == ("a.tml",)
    assert result.score == Score(questions=4, answered=1, correct=1)
    (failure,) = [w for w in result.notices if w.code == "failed-document"]
    assert failure.message.startswith("a.tml:8: l2: ")


def test_annotations_kept_out_of_the_graph_are_named(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    links = (
        '<TLINK lid="l2" eventInstanceID="ei70" relType="NEAR" relatedToEventInstance="ei80"/>'
        '<TLINK lid="l3" eventInstanceID="ei99" relType="AFTER" relatedToEventInstance="ei80"/>'
    )
    system = folder("sys", **{"a.tml": system_text(links)})
    result = scored(system, folder("key", **{"a.tml": key_text}), questions())
    assert [w.brief for w in result.notices if w.code == "diagnostic"] == ["a.tml:8 l3"]
    (labels,) = [w.unread for w in result.notices if w.code == "unread-labels"]
    assert labels is not None
    assert labels.unknown == (("NEAR", 1),)


def test_differing_texts_are_told(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    system = folder("sys", **{"a.tml": system_text().replace("and dreamt", "or did not")})
    result = scored(system, folder("key", **{"a.tml": key_text}), questions())
    assert result.score == Score(questions=4, answered=3, correct=3)
    assert [w.document for w in result.notices if w.code == "differing-text"] == ["a.tml"]


def test_by_first_token_annotations_that_begin_in_another_token_do_not_pair(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    # The system's event "slept" is the key's event "then slept".
    begun = key_text.replace(' then <EVENT eid="e2">slept', ' <EVENT eid="e2">then slept')
    key = folder("key", **{"a.tml": begun})
    system = folder("sys", **{"a.tml": system_text()})
    by_overlap = scored(system, key, questions())
    assert by_overlap.score.correct == 3
    (notice,) = [w for w in by_overlap.notices if w.code == "partial-pair"]
    assert (notice.document, notice.brief) == ("a.tml", "a.tml e8")
    assert notice.message == "a.tml: e8 'slept' is paired with e2 'then slept'"
    by_token = scored(system, key, questions(), align_by="first-token")
    assert by_token.score.correct == 1  # nothing is known of e2
    assert {w.code for w in by_token.notices} == {"missing-entity"}
    assert "|align-by:first-token|" in str(by_token.signature)


def test_names_are_matched_without_ending_and_case(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    key = folder("key", **{"A.tml": key_text})
    system = folder("sys", **{"a.TML": system_text()})
    result = scored(system, key, questions(QUESTIONS.replace("a.tml", "a")))
    assert result.score.correct == 3


def test_a_key_without_the_documents_asked_about_is_refused(
    folder: Folder, key_text: str, questions: Callable[..., QuestionSet]
) -> None:
    many = "".join(f"{n}|d{n}.tml|IS e1 BEFORE e2||yes\n" for n in range(9))
    key = open_collection(folder("key", **{"a.tml": key_text}))
    with pytest.raises(KeyFilesError) as caught:
        read_key(key, questions(many))
    message = str(caught.value)
    missing = "document missing, but questions ask about it"
    assert f"d0.tml: {missing}" in message
    assert "and 4 more" in message
    assert all(f"d{n}.tml: {missing}" in caught.value.in_full for n in range(9))
    assert "more" not in caught.value.in_full
    assert "--align off" in message


def test_a_key_that_cannot_be_read_is_refused(
    folder: Folder, questions: Callable[..., QuestionSet]
) -> None:
    key = open_collection(folder("key", **{"a.tml": "<TimeML>"}))
    with pytest.raises(KeyFilesError, match=r"a\.tml:1"):
        read_key(key, questions())


def test_ids_that_the_key_lacks_are_told(
    folder: Folder, key_text: str, questions: Callable[..., QuestionSet]
) -> None:
    asked = questions("1|a.tml|IS e1 BEFORE e55||yes\n2|a.tml|IS e1 BEFORE 1998||yes\n")
    key = read_key(open_collection(folder("key", **{"a.tml": key_text})), asked)
    assert [n.brief for n in questions_beside_key(asked, key)] == ["question 1 e55"]


def test_literal_dates_answer_unknown_and_are_told(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    key = folder("key", **{"a.tml": key_text})
    asked = questions("1|a.tml|IS e1 BEFORE 1998-05||yes\n")
    result = scored(folder("sys", **{"a.tml": system_text()}), key, asked)
    assert result.score == Score(1, 0, 0)
    assert [w.code for w in result.notices] == ["literal-date"]


def test_faulty_questions_are_never_correct(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    asked = questions(
        "1|a.tml|IS e1 BEFORE e2||yes\n"
        "2|a.tml|IS e1 BEFORE e2||is\n"  # asked, and answered: never correct
        "3|a.tml|IS e1 NEAR e2||yes\n"
        "nonsense\n",
        lenient=True,
    )
    key = folder("key", **{"a.tml": key_text})
    result = scored(folder("sys", **{"a.tml": system_text()}), key, asked)
    assert result.score == Score(questions=4, answered=2, correct=1)
    assert by_relation(result) == {"BEFORE": Score(2, 2, 1), "(malformed)": Score(2, 0, 0)}
    assert "lenient:yes" in str(result.signature)


def test_questions_without_answer_are_asked_but_not_scored(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    asked = questions(
        "1|a.tml|IS e1 BEFORE e2|no answer\n2|a.tml|WHEN e1|when?\n3|a.tml|IS e2 AFTER e1||yes\n"
    )
    key = folder("key", **{"a.tml": key_text})
    result = scored(folder("sys", **{"a.tml": system_text()}), key, asked)
    assert [a.predicted for a in answers_of(result).answers] == [Answer.YES, Answer.YES]
    assert result.score == Score(1, 1, 1)


def test_groups_add_up(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    key = folder("key", **{"a.tml": key_text, "b.tml": key_text})
    system = folder("sys", **{"a.tml": system_text(), "b.tml": system_text()})
    asked = questions(QUESTIONS + QUESTIONS.replace("a.tml", "b.tml"))
    result = scored(system, key, asked)
    assert sum((answers.score for answers in result.by_unit().values()), Score()) == result.score
    assert sum(by_relation(result).values(), Score()) == result.score
    assert list(result.by_unit()) == ["a.tml", "b.tml"]
    assert list(by_relation(result)) == ["BEFORE", "AFTER"]


def test_each_document_is_read_once_and_told_to_the_progress(
    folder: Folder, key_text: str, system_text: Text, questions: Callable[..., QuestionSet]
) -> None:
    seen: list[str] = []
    key = folder("key", **{"a.tml": key_text})
    scored(
        folder("sys", **{"a.tml": system_text()}), key, questions(QUESTIONS), progress=seen.append
    )
    assert seen == ["a.tml"]


def test_a_document_has_one_name_however_it_is_spelt(
    folder: Folder, key_text: str, system_text: Text, questions: Questions
) -> None:
    asked = questions(QUESTIONS.replace("2|a.tml", "2|a").replace("3|a.tml", "3|A.TML"))
    key, system = folder("key", **{"a.tml": key_text}), folder("sys", **{"a.tml": system_text()})
    result = scored(system, key, asked)
    assert result.having("found") == ("a.tml",)
    assert list(result.by_unit()) == ["a.tml"]
    assert result.score == scored(system, key, questions()).score


def test_names_that_differ_in_case_may_be_two_documents(
    folder: Folder, key_text: str, system_text: Text, questions: Questions
) -> None:
    asked = questions("1|A.tml|IS e1 BEFORE e2|Before?|yes\n2|a.tml|IS e1 BEFORE e2|Before?|no\n")
    after = system_text().replace("BEFORE", "AFTER")
    key = folder("key", **{"A.tml": key_text, "a.tml": key_text})
    system = folder("sys", **{"A.tml": system_text(), "a.tml": after})
    result = scored(system, key, asked)
    assert result.having("found") == ("A.tml", "a.tml")
    assert result.score.correct == 2


def test_a_yes_to_a_faulty_question_is_wrong(
    folder: Folder, key_text: str, system_text: Text, questions: Questions
) -> None:
    asked = questions("1|a.tml|IS e1 BEFORE e2|Before?|is\n" + QUESTIONS, lenient=True)
    key, system = folder("key", **{"a.tml": key_text}), folder("sys", **{"a.tml": system_text()})
    first, *rest = answers_of(scored(system, key, asked, explain=True)).answers
    assert (first.predicted, first.correct, first.wrong) == (Answer.YES, False, True)
    assert first.question.expected == "is"
    claim = 'ei1 "ate" BEFORE ei2 "slept"'
    assert first.why == f"{claim}, since l1: {claim}"
    assert not any(answered.wrong for answered in rest)


def test_lists_are_scored_by_what_they_are_about(
    folder: Folder, key_text: str, system_text: Text, questions: Questions
) -> None:
    asked = questions("1|a.tml|LIST AFTER e1|What came later?|e2|t0|e3|e99\n")
    key, system = folder("key", **{"a.tml": key_text}), folder("sys", **{"a.tml": system_text()})
    for listed, expected in (
        ("all", ("ei2", "t0", "e3", "e99")),
        ("events", ("ei2", "e3", "e99")),
        ("timexes", ("t0", "e99")),
    ):
        for place in (system, folder(f"without {listed}")):
            result = scored(place, key, asked, listed=listed, explain=True)
            (answered,) = answers_of(result).lists
            found = {None if id.startswith("ei") else id for id in answered.expected or ()}
            assert len(answered.expected or ()) == len(expected)
            assert found - {None, "e2"} == {id for id in expected if not id.startswith("ei")}
            if place is system and listed == "events":
                assert answered.in_words == "ei2 slept"


def test_a_date_that_is_none_is_told_with_its_reason(
    folder: Folder, key_text: str, system_text: Text, questions: Questions
) -> None:
    asked = questions("1|a.tml|IS e1 BEFORE 1998-13|Before?|yes\n")
    key, system = folder("key", **{"a.tml": key_text}), folder("sys", **{"a.tml": system_text()})
    for calendar in (True, False):
        result = scored(system, key, asked, calendar=calendar)
        (told,) = [notice.message for notice in result.notices if notice.code == "literal-date"]
        assert "[no-such-date]" in told
    asked = questions("1|a.tml|IS e1 BEFORE 1998-12|Before?|yes\n")
    (told,) = [o.message for o in scored(system, key, asked).notices if o.code == "literal-date"]
    assert told.endswith("without the calendar nothing is known of 1998-12")
