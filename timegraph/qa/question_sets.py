"""Question sets: the files of QA TempEval, ``number|document|question|natural language|answer``.

They are UTF-8, with or without a byte order mark, with any line ends; blank lines are skipped. A
line with four fields has no answer: it can be answered but not scored. After the answer, further
fields are kept and ignored. A LIST question may have the expected entities after the natural
language, one per field.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from timegraph._files import no_collections
from timegraph._wording import counted
from timegraph.answer import Answer
from timegraph.qa.questions import Kind, Question, parse_words

_SHOWN_ERRORS = 5

_MOST_HINTS = 1000
"""How many faulty lines are printed with what they may mean. Nobody reads more, and a file of a
million faulty lines is rejected in seconds too."""


class QuestionSetError(ValueError):
    """A question set that cannot be read; the message names the file, each line and the way out.

    ``file`` and ``line`` are attributes; ``line`` is that of the first fault, or 1 if the whole
    file is wrong.
    """

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        super().__init__(message, file, line)
        self.message = message
        self.file = file
        self.line = line

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class SetQuestion:
    """One line of a question set.

    ``query`` is the question as the file spells it, with single blanks, and ``question`` the same
    parsed. ``answer`` is ``None`` for a line without an answer, for LIST and for WHEN. If reading
    was lenient, ``problem`` says what is wrong with a faulty line: its ``answer`` is ``None``, and
    no answer to it is correct; ``question`` is ``None`` if the line does not hold a question.
    ``rest`` has the fields after the natural language.
    """

    number: str
    document: str
    query: str
    question: Question | None
    text: str = ""
    answer: Answer | None = None
    rest: tuple[str, ...] = ()
    problem: str | None = None
    line: int | None = field(default=None, compare=False)

    @property
    def kind(self) -> Kind | None:
        """What the question asks for; ``None`` if the line is not a question."""
        return None if self.question is None else self.question.kind

    @property
    def scored(self) -> bool:
        """Whether the question counts in the score of yes, no and unknown."""
        return self.answer is not None or self.problem is not None

    @property
    def expected(self) -> str:
        """The expected answer as text; for a faulty answer (``is``), the text in the file."""
        return str(self.answer) if self.answer is not None else "".join(self.rest[:1])


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The questions of a file in its order.

    ``digest`` has the first 8 hexadecimal digits of the SHA-256 of the file's bytes, as in a
    signature. ``warnings`` name, with file and line, what was read leniently and the question
    numbers that occur twice. That is allowed, since a question is known by its line.
    """

    questions: tuple[SetQuestion, ...]
    name: str = ""
    digest: str = ""
    lenient: bool = False
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<QuestionSet {self.name!r}: {counted(len(self), 'question')}>"

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents asked about, each once, in the order of their first question."""
        return tuple(dict.fromkeys(question.document for question in self.questions))

    def __len__(self) -> int:
        return len(self.questions)


def read_questions(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview,
    *,
    lenient: bool = False,
    name: str | None = None,
) -> QuestionSet:
    """The question set in a file: its path, or its bytes.

    ``name`` replaces the name taken from the path; bytes without one are called ``questions``.
    With ``lenient=True`` no answer to a faulty line is correct, and ``warnings`` name the line.

    Raises ``OSError`` if the file cannot be read, ``TypeError`` if ``source`` is neither a path nor
    bytes, and :class:`QuestionSetError`, naming file and lines, for malformed lines, unknown
    relations, answers other than yes, no and unknown (in upper or lower case), text that is not
    UTF-8, and a file without questions.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        label = "questions" if name is None else name
        return _parse(bytes(source), label, label, lenient)
    try:
        file = os.fspath(source)
    except TypeError:
        kind = type(source).__name__
        raise TypeError(f"read_questions() takes a path or a file's bytes, not {kind}") from None
    shown = os.path.basename(file) if name is None else name
    return _parse(Path(file).read_bytes(), file, shown, lenient)


def _parse(data: bytes, file: str, name: str, lenient: bool) -> QuestionSet:
    questions: list[SetQuestion] = []
    faulty: list[SetQuestion] = []
    with no_collections():
        for number, line in enumerate(_decode(data, file).split("\n"), start=1):
            if line and not line.isspace():
                question = _question(line, number, hint=len(faulty) < _MOST_HINTS)
                questions.append(question)
                if question.problem is not None:
                    faulty.append(question)
    if not questions:
        raise QuestionSetError(f"{file}:1: the file has no questions; {_FORM}", file, 1)
    shown = faulty if lenient else faulty[:_SHOWN_ERRORS]
    problems = [f"{file}:{q.line}: {q.problem}" for q in shown]
    if all(question.question is None for question in questions):
        message = f"{problems[0]}\n{file}: no line has a question; is this file a question set?"
        raise QuestionSetError(message, file, faulty[0].line)
    if faulty and not lenient:
        more = len(faulty) - len(problems)
        if more:
            problems.append(f"... and {counted(more, 'more such line')}")
        problems.append("correct them, or use --lenient to count them as never correct")
        raise QuestionSetError("\n".join(problems), file, faulty[0].line)
    never_correct = (f"{problem}; it counts as never correct" for problem in problems)
    return QuestionSet(
        questions=tuple(questions),
        name=name,
        digest=hashlib.sha256(data).hexdigest()[:8],
        lenient=lenient,
        warnings=(*never_correct, *_repeated(questions, file)),
    )


def _decode(data: bytes, file: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise QuestionSetError(f"{file}:1: is UTF-16; save it as UTF-8", file, 1)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise QuestionSetError(
            f"{file}:{line}: byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8",
            file,
            line,
        ) from None
    # Not str.splitlines: U+2028 and the like are text, not ends of lines.
    return text.replace("\r\n", "\n").replace("\r", "\n")


_FORM = (
    "write lines like number|document|question|natural language|answer, where |answer is optional"
)

_ANSWERS = {answer.value: answer for answer in Answer}


def _question(line: str, number: int, *, hint: bool) -> SetQuestion:
    fields = [" ".join(part.split()) for part in line.split("|")]
    head = [*fields, "", ""][:3]
    problem = None
    question = None
    answer = None
    if len(fields) < 4:
        problem = f"{counted(len(fields), 'field')} instead of 4 or more; {_FORM}"
    elif not head[1]:
        problem = f"no document is named; {_FORM}"
    try:
        if len(fields) > 2:
            question = parse_words(head[2], head[2].split(" "), hint=hint)
    except ValueError as error:
        problem = problem or str(error)
    if len(fields) > 4 and (question is None or question.kind is Kind.IS):
        answer = _ANSWERS.get(fields[4].lower())
        if answer is None:
            problem = problem or (
                f"the answer {fields[4][:40]!r} is not yes, no or unknown"
                if fields[4]
                else "the answer is empty; write yes, no or unknown, or leave out the last '|'"
            )
    return SetQuestion(
        number=head[0],
        document=sys.intern(head[1]),
        query=head[2],
        question=question,
        text=fields[3] if len(fields) > 3 else "",
        # A faulty question has no correct answer, even if its answer alone is well formed.
        answer=None if problem else answer,
        rest=tuple(map(sys.intern, fields[4:])),
        problem=None if problem is None else sys.intern(problem),
        line=number,
    )


def _repeated(questions: list[SetQuestion], file: str) -> list[str]:
    first: dict[str, int | None] = {}
    warnings = []
    for question in questions:
        if question.number in first:
            warnings.append(
                f"{file}:{question.line}: the number {question.number[:40]!r} is used on line "
                f"{first[question.number]}, too; both questions count"
            )
        else:
            first[question.number] = question.line
    return warnings


# Who contributed an IS question: its field six, ``source=NAME[,NAME]``. The further fields of LIST
# and WHEN are the expected list.


SOURCE = re.compile(r"source=[^,]+(,[^,]+)*")
"""Field six of an IS question that names its sources."""


def sources_of(question: SetQuestion) -> tuple[str, ...]:
    """The sources of a question; none if it does not say."""
    if question.kind is Kind.IS and len(question.rest) > 1 and SOURCE.fullmatch(question.rest[1]):
        return tuple(name.strip() for name in question.rest[1][len("source=") :].split(","))
    return ()
