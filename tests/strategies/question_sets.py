"""Question sets and their files."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from timegraph.answer import Answer
from timegraph.qa import Kind, Question, QuestionSet, SetQuestion
from timegraph.testing.strategies import questions
from timegraph.testing.strategies._arguments import check_collection, check_members, check_sizes
from timeml import Document


def question_sets(
    documents: Sequence[Document],
    *,
    min_size: int = 1,
    max_size: int | None = None,
    kinds: Sequence[Kind | str] = (Kind.IS,),
    allow_missing: bool = True,
    allow_unanswered: bool = False,
) -> st.SearchStrategy[QuestionSet]:
    """Question sets about ``documents``, by their names; the answers are arbitrary.

    Documents without entities, or with a name that does not fit into a line, are left out. With
    ``allow_missing``, some questions are about documents and entities that do not exist, like
    those that a system lacks. With ``allow_unanswered``, lines may lack the answer. ``digest`` is
    that of the simplest :func:`question_set_bytes`. Shrinks to one question.
    """
    check_sizes(min_size, max_size, least=1)
    kinds = check_members("kinds", kinds, Kind)
    about = []
    for document in check_collection("documents", documents, "timeml.Documents"):
        if not isinstance(document, Document):
            raise InvalidArgument(f"documents: {document!r} is not a timeml.Document")
        if document.entities and _can_be_named(document.name):
            about.append((document.name, list(document.entities)))
    if allow_missing:
        about.append(("missing.tml", ["ei1"]))
        about = [(name, [*ids, "ei998", "t998"]) for name, ids in about]
    if not about:
        raise InvalidArgument("no document has a name and an entity to ask about")
    answers = st.sampled_from([*Answer, *([None] if allow_unanswered else [])])
    entry = st.one_of(
        [
            st.tuples(st.just(name), questions(ids, kinds=kinds), _TEXTS, answers)
            for name, ids in about
        ]
    )
    return st.lists(entry, min_size=min_size, max_size=max_size).map(_question_set)


def _can_be_named(name: str) -> bool:
    return bool(name) and "|" not in name and name == " ".join(name.split())


# Natural language has neither a bar nor a line end, and its runs of blanks are read as one.
_TEXTS = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="|"), max_size=8)


def _question_set(
    drawn: Sequence[tuple[str, Question, str, Answer | None]],
) -> QuestionSet:
    questions = []
    for number, (document, question, text, answer) in enumerate(drawn, start=1):
        scored = question.kind is Kind.IS
        rest = (str(answer),) if scored and answer is not None else ()
        questions.append(
            SetQuestion(
                str(number),
                document,
                str(question),
                question,
                text,
                answer if scored else None,
                rest,
                line=number,
            )
        )
    unhashed = QuestionSet(tuple(questions), name="questions.txt")
    digest = hashlib.sha256(_file(unhashed)).hexdigest()[:8]
    return QuestionSet(unhashed.questions, name="questions.txt", digest=digest)


def question_set_bytes(question_set: QuestionSet) -> st.SearchStrategy[bytes]:
    """Files with ``question_set``: ``read_questions`` returns the same questions for each.

    They vary in byte order mark, line ends, blank lines, blanks around fields, and in case where
    case does not matter. Shrinks to the plainest file.
    """
    if not isinstance(question_set, QuestionSet):
        raise InvalidArgument(f"question_set={question_set!r} is not a QuestionSet")
    return st.builds(
        _file,
        st.just(question_set),
        newline=st.sampled_from(["\n", "\r\n", "\r"]),
        mark=st.booleans(),
        blanks=st.sampled_from(["", " ", "\t "]),
        blank_lines=st.booleans(),
        loud=st.booleans(),
    )


def _file(
    question_set: QuestionSet,
    *,
    newline: str = "\n",
    mark: bool = False,
    blanks: str = "",
    blank_lines: bool = False,
    loud: bool = False,
) -> bytes:
    lines = []
    for question in question_set.questions:
        answer = [value.upper() if loud else value for value in question.rest]
        fields = [question.number, question.document, question.query, question.text, *answer]
        lines.append(f"{blanks}|{blanks}".join([blanks + fields[0], *fields[1:]]) + blanks)
        lines += [blanks] * blank_lines
    text = "".join(line + newline for line in lines)
    return text.encode("utf-8-sig" if mark else "utf-8")
