"""The QA TempEval score of a system: how well its annotations answer the questions of the key.

The task is that of Llorens et al. (2015, "SemEval-2015 Task 5: QA TempEval"). Each document that
questions are about is read, its ids are renamed to those of the key's document
(:func:`timeml.align_ids`), a graph is built from its links (:func:`timegraph.build`), and the graph
answers the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, Literal, get_args

from timegraph import qa
from timegraph._pace import TimeLimitError, check
from timegraph.answer import Answer
from timegraph.corpus import Documents, Item, Progress
from timegraph.corpus.runner import failed_at, is_about_input, source_of
from timegraph.documents.build import build
from timegraph.documents.calendar_links import place_of
from timegraph.documents.conventions import with_dates
from timegraph.findings import Describer, naming
from timegraph.links import ContradictionError
from timegraph.options import During, Interpretation
from timegraph.proofs import Proof
from timegraph.qa import (
    Kind,
    Listed,
    QuestionSet,
    SetQuestion,
    answer_in_words,
    answer_question,
    explain_question,
    missing_entities,
)
from timegraph.qa.question_sets import sources_of
from timegraph.qa.questions import Resolve, entity_of, is_listed
from timegraph.scoring.annotation_notices import (
    alignment_notices,
    annotation_faults,
    left_out,
    links_left_out,
)
from timegraph.scoring.measure import (
    FIGURES,
    PRF,
    Figure,
    Grouping,
    Measure,
    Measured,
    Result,
    Scores,
    single,
)
from timegraph.scoring.pairs import (
    BIN_NAMES,
    CREATION_TIME,
    DISTANCE_FIELDS,
    NO_PLACE,
    SPLITTER,
    Places,
)
from timegraph.scoring.qa_tempeval.comparison import (
    MALFORMED,
    RELATIONS,
    SIGNATURE,
    AnsweredList,
    AnsweredQuestion,
    AnsweredTime,
    AnyAnswered,
    DocumentAnswers,
    QuestionContext,
    Score,
    Unknown,
    UnknownReason,
    described,
    document_of,
    left_open,
    linked_entities,
    not_linked,
    relation_of,
    score_of,
    unanswered,
)
from timegraph.scoring.run import Task, Workers, run_measure
from timegraph.scoring.signature import Notice, Signature, failure_code, fields_of_reading
from timeml import Collection, Document, align_ids
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph.graph import TimeGraph
    from timegraph.links import Naming
    from timegraph.options import Choices
    from timegraph.qa import DistanceProof, Question


# All the questions about one document of a system.
#
# The document is read, its ids are renamed to those of the key, and a graph is built from it. If
# one of these fails, all answers are unknown, and a notice says why.


def ask_document(
    item: Item,
    *,
    interpretation: Interpretation,
    listed: Listed,
    explain: bool,
    align_by: AlignBy = "overlap",
) -> Measured[DocumentAnswers]:
    """The answers to all questions about one document of the system; the options are those of
    :func:`timegraph.scoring.questions_task`.

    The sources of ``item`` are the system's document (``None`` if it has none) and the key's
    (``None`` if the ids are equal); its ``rest`` has the document's name in questions, and the
    questions with their positions.
    """
    source, key = item.sources
    asked: str
    numbered: Sequence[tuple[int, SetQuestion]]
    asked, numbered = item.rest
    questions = [question for _, question in numbered]
    notices: list[Notice] = []
    key_document: Document | None = None

    def unknown(reason: UnknownReason, detail: str) -> DocumentAnswers:
        why = Unknown(reason, detail)
        return DocumentAnswers(
            tuple(
                unanswered(
                    question,
                    position,
                    _expected(question, key_document, listed),
                    _unasked(question, key_document, why) if explain else None,
                )
                for position, question in numbered
            )
        )

    file = None if source is None else source.name

    def failed(error: Exception, words: Naming | None = None) -> Measured[DocumentAnswers]:
        message = _message(error, file or asked, words)
        failure = Notice(failure_code(error), asked, message, asked)
        answers = unknown("document failed", failure.message)
        return Measured(asked, answers, "failed", (*notices, failure), file or None)

    dates: Mapping[str, str] = {}
    words: Naming | None = None
    try:
        key_document = None if key is None else key.read()
        if source is None:
            message = f"{asked}: document missing, but questions ask about it"
            missing = Notice("missing-document", asked, message, asked)
            answers = unknown("document missing", f"the system has no {asked}")
            return Measured(asked, answers, "missing", (missing,))
        document = source.read()
        notices += annotation_faults(document, source.name, interpretation, scored=True)
        resolve: Resolve = document.resolve
        if key_document is not None:
            alignment = align_ids(system=document, key=key_document, align_by=align_by)
            document, resolve = alignment.document, alignment.resolve
            notices += alignment_notices(alignment, asked, source.name)
        dates = _dates(document, questions, calendar=interpretation.calendar)
        datable = [date for date, reason in dates.items() if not reason]
        words = naming(document)
        graph = build(document, interpretation, dates=datable)
        notices += links_left_out(graph, source.name, words=words)
    except Exception as error:
        if not is_about_input(error):
            raise
        return failed(error, words)
    asking = Asking(
        graph=graph,
        document=document,
        key=key_document or document,
        resolve=resolve,
        dates=dates,
        during=interpretation.during,
        listed=listed,
        explain=explain,
    )
    about_distances = any(q.question is not None and q.question.about_distance for q in questions)
    dated = replace(asking, graph=with_dates(graph)) if about_distances else asking
    answered: list[AnyAnswered] = []
    try:
        for position, question in numbered:
            check()
            asks_distance = question.question is not None and question.question.about_distance
            answered.append((dated if asks_distance else asking).answered(question, position))
            notices += _unresolved(document, question, resolve, dates)
        judged = DocumentAnswers(tuple(answered), not graph.conflicts)
    except TimeLimitError as error:
        return failed(error)
    return Measured(asked, judged, "found", tuple(notices), file)


@dataclass(frozen=True)
class Asking:
    """One document while it is asked: the graph of the system's ``document``, what ids in questions
    mean in it, and the ``key`` (the document itself without one). ``dates`` has, for each literal
    date that a question names, why it has no answer, ``""`` if it has one."""

    graph: TimeGraph
    document: Document
    key: Document
    resolve: Resolve
    dates: Mapping[str, str]
    during: During = "simultaneous"
    listed: Listed = "all"
    explain: bool = False

    @cached_property
    def linked(self) -> frozenset[Hashable]:
        """The entities that some link is about."""
        return linked_entities(self.graph)

    @cached_property
    def describer(self) -> Describer:
        """The system's words."""
        return Describer(self.document)

    @cached_property
    def key_describer(self) -> Describer:
        """The words of the ids in questions."""
        return self.describer if self.key is self.document else Describer(self.key)

    def answered(self, question: SetQuestion, position: int) -> AnyAnswered:
        """The answer to a question of the set."""
        asked, graph, document, resolve = (
            question.question,
            self.graph,
            self.document,
            self.resolve,
        )
        explain = self.explain
        times = (Kind.WHEN, Kind.HOW_LONG)
        # The answer to WHEN and HOW LONG is not scored, and takes a search.
        if asked is None or (asked.kind in times and not explain):
            return unanswered(question, position)
        if asked.kind in times:
            answer_to = qa.answer_when if asked.kind is Kind.WHEN else qa.answer_how_long
            words = answer_in_words(document, answer_to(graph, document, asked, resolve=resolve))
            context = self.context(asked, answered=words != str(Answer.UNKNOWN))
            return AnsweredTime(question, words, context, position)
        if asked.kind is Kind.LIST:
            expected = _expected(question, self.key, self.listed, resolve)
            found = qa.answer_list(graph, document, asked, listed=self.listed, resolve=resolve)
            certain = AnsweredList(question, found.certain, expected, position=position)
            if not explain:
                return certain
            context = self.context(asked, answered=bool(found.certain))
            return replace(certain, in_words=answer_in_words(document, found), context=context)
        answer = answer_question(graph, document, asked, during=self.during, resolve=resolve)
        if not explain:
            return AnsweredQuestion(question, answer, position=position)
        proof = None
        if answer is not Answer.UNKNOWN:
            proof = explain_question(graph, document, asked, during=self.during, resolve=resolve)
        context = self.context(asked, answered=answer is not Answer.UNKNOWN, proof=proof)
        return AnsweredQuestion(question, answer, proof, context, position)

    def context(
        self, question: Question, *, answered: bool, proof: Proof | DistanceProof | None = None
    ) -> QuestionContext:
        """The context of a question, which is ``answered`` or not, by ``proof`` if there is one."""
        description = described(question, self.key_describer)
        links = () if proof is None else tuple(map(self.describer.link, proof.links))
        unknown = None if answered else self._unknown(question)
        return QuestionContext(description.mentions, description.sentences, links, unknown)

    def _unknown(self, question: Question) -> Unknown:
        of = {arg: entity_of(self.graph, self.resolve, arg) for arg in question.args}
        dates = [self.dates[arg] for arg in of if self.dates.get(arg)]
        if dates:
            return Unknown("date unknown", "; ".join(dates))
        absent = not_linked(of, self.key_describer, self.linked)
        if absent is not None:
            return absent
        if question.about_distance:
            asked = explain_question(self.graph, self.document, question, resolve=self.resolve)
            distances = [] if asked is None or isinstance(asked, Proof) else asked.known
            claims = " and ".join(question.claim for question in distances)
            return Unknown("no path", f"all that follows is that {claims}")
        entities = list(of.values())
        if len(entities) != 2:
            return Unknown("no path", "no chain of links leads to an answer")
        return left_open(self.graph, *entities)


def _unasked(
    question: SetQuestion, key: Document | None, unknown: Unknown
) -> QuestionContext | None:
    """The context of a question about a document that cannot be asked."""
    if question.question is None:
        return None
    if key is None:
        return QuestionContext(unknown=unknown)
    return described(question.question, Describer(key), unknown)


def _expected(
    question: SetQuestion,
    key: Document | None,
    listed: Listed,
    resolve: Resolve | None = None,
) -> tuple[str, ...] | None:
    """The expected list as entities of the system, ``None`` if the question has none.

    Ids that ``key`` knows are left out if lists are not about them; unknown ids stay.
    """
    if question.question is None or question.question.kind is not Kind.LIST or not question.rest:
        return None
    ids = dict.fromkeys(field.strip() for field in question.rest if field.strip())
    if key is not None and listed != "all":
        meant = {id: key.resolve(id) for id in ids}
        ids = {id: None for id, e in meant.items() if e is None or is_listed(key, e, listed)}
    return tuple((None if resolve is None else resolve(id)) or id for id in ids)


def _dates(
    document: Document, questions: Iterable[SetQuestion], *, calendar: bool
) -> dict[str, str]:
    """The literal dates of the questions, each with the reason why it has no answer (``""`` if it
    has one)."""
    asked = (date for q in questions if q.question is not None for date in q.question.dates)
    reasons: dict[str, str] = {}
    for date in dict.fromkeys(asked):
        try:
            place_of(date, document)
            reasons[date] = "" if calendar else f"without the calendar nothing is known of {date}"
        except ValueError as error:
            reasons[date] = str(error)
    return reasons


def _message(error: Exception, file: str, words: Naming | None) -> str:
    if isinstance(error, ContradictionError):  # its own message does not name the document
        return left_out(error.conflict, file, words=words).message
    return failed_at(file, error)


def _unresolved(
    document: Document, question: SetQuestion, resolve: Resolve, dates: Mapping[str, str]
) -> Iterable[Notice]:
    """The arguments that the system lacks, and dates without an answer (:func:`_dates`)."""
    if question.question is None:
        return
    for arg in missing_entities(document, question.question, resolve=resolve):
        where = f"{question.document}: question {question.number} ({question.query})"
        about = f"question {question.number} {arg}"
        if arg not in question.question.dates:
            message = f"{where}: the system has no {arg}"
            yield Notice("missing-entity", question.document, message, about)
        elif dates[arg]:
            message = f"{where}: {dates[arg]}"
            yield Notice("literal-date", question.document, message, about)


# Groups of questions: by where they come from, what they ask, and how far apart their entities
# stand. A group is the name that a function gives to an answered question.


KindOfGroup = Literal["source", "sentence", "distance", "answer", "relation", "document"]
KINDS: tuple[KindOfGroup, ...] = get_args(KindOfGroup)
"""What questions can be grouped by."""

WITHOUT_INTERVALS = ("document", "relation")
"""The kinds that every run has, whatever its questions and its key; their figures have no
intervals."""

_NO_SOURCE = "(no source)"
_WITHIN, _ACROSS = "within", "across"
_ANSWERS = tuple(map(str, (Answer.YES, Answer.NO, Answer.UNKNOWN)))

GroupsOf = Callable[[AnsweredQuestion], Sequence[str]]
"""The names of the groups that a question belongs to: one, or of its sources several."""


def groupings(
    by: Sequence[str], *, key: Mapping[str, Document] | None
) -> list[Grouping[DocumentAnswers]]:
    """The grouping of questions of each kind: by their sources, by the distance of their entities
    in the ``key``, and so on. Raises ``ValueError`` for a kind that does not exist."""
    groups = []
    for kind in by:
        if kind not in KINDS:
            raise ValueError(f"{kind}: groups are by {', '.join(KINDS)}")
        of, order, fields = _kind_of_group(kind, key)
        groups.append(
            Grouping(
                kind,
                partial(_split, of),
                arrange=partial(_arranged, order),
                fields=fields,
                drawn=kind not in WITHOUT_INTERVALS,
                figures=("questions", "answered", "correct", "coverage", *FIGURES),
            )
        )
    return groups


def _kind_of_group(
    kind: str, key: Mapping[str, Document] | None
) -> tuple[GroupsOf, Sequence[str], Mapping[str, str]]:
    """The groups of a question, the names of those that stand first, and what they add to a
    signature."""
    if kind == "source":
        return lambda one: sources_of(one.question) or (_NO_SOURCE,), (), {}
    if kind == "answer":
        called = dict(zip((*Answer, None), (*_ANSWERS, MALFORMED), strict=True))
        return lambda one: (called[one.question.answer],), _ANSWERS, {}
    if kind == "relation":
        return relation_of, RELATIONS, {}
    if kind == "document":
        return document_of, (), {}
    places = lru_cache(maxsize=None)(lambda name: None if key is None else Places(key[name]))
    if kind == "sentence":
        shown = dict.fromkeys(BIN_NAMES, _ACROSS) | {BIN_NAMES[0]: _WITHIN}
        names: Sequence[str] = (_WITHIN, _ACROSS, CREATION_TIME)
        return partial(_apart, places, shown), names, {"splitter": SPLITTER}
    return partial(_apart, places, {}), (*BIN_NAMES, CREATION_TIME), DISTANCE_FIELDS


def _split(of: GroupsOf, unit: Measured[DocumentAnswers]) -> dict[tuple[str, ...], Scores]:
    """The score of a document's questions in each group that has some."""
    groups: dict[str, list[AnsweredQuestion]] = {}
    for answered in unit.value.answers:
        for name in of(answered):
            groups.setdefault(name, []).append(answered)
    scores = {name: score_of(answers) for name, answers in groups.items()}
    return {(name,): single(score) for name, score in scores.items() if score.questions}


def _arranged(order: Sequence[str], groups: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The groups in the order of tables: first those of ``order``, then others as they come, and at
    last those in parentheses, which say that the question belongs to no group."""
    rank = {name: k for k, name in enumerate(order)}
    last = len(rank)
    return sorted(groups, key=lambda g: last + 1 if g[0][:1] == "(" else rank.get(g[0], last))


def _apart(
    places_of: Callable[[str], Places | None], shown: Mapping[str, str], one: AnsweredQuestion
) -> tuple[str]:
    """The bin of the distance between the entities of a question as it is ``shown``, or the group
    of questions that have none."""
    question = one.question.question
    if question is None:
        return (MALFORMED,)
    places = places_of(one.question.document)
    a, b = (None, None) if places is None else map(places.document.resolve, question.args)
    if places is None or a is None or b is None:
        return (NO_PLACE,)
    group = places.group("distance", a, b)
    return (shown.get(group, group),)


_SHOWN = 5


class KeyFilesError(ValueError):
    """The key lacks documents that questions are about, or some of them cannot be read.

    ``problems`` names every one of them, the message the first few, ``in_full`` is the message
    with all.
    """

    def __init__(
        self, message: str, problems: Sequence[str] = (), in_full: str | None = None
    ) -> None:
        super().__init__(message)
        self.problems = tuple(problems)
        self.in_full = in_full or message


def read_key(key: Collection, questions: QuestionSet) -> Documents:
    """The key's document for each document that ``questions`` name.

    Raises :class:`KeyFilesError` for documents that the key lacks, that several of its files may
    be, or that cannot be read: without them ids cannot be aligned, and a score would be wrong.
    """
    names: dict[str, str] = {}
    problems = []
    for name in _asked(questions):
        try:
            file = key.match(name)
        except ValueError as error:
            problems.append(str(error))
        else:
            if file is None:
                problems.append(f"{name}: document missing, but questions ask about it")
            else:
                names[name] = file
    documents = Documents(key, names)
    for name in documents:
        try:
            documents[name]
        except (ValueError, OSError) as error:
            problems.append(str(error))
    if problems:
        brief, full = (_key_message(key, problems, most) for most in (_SHOWN, len(problems)))
        raise KeyFilesError(brief, problems, full)
    return documents


def _key_message(key: Collection, problems: Sequence[str], most: int) -> str:
    more = len(problems) - most
    lines = [f"the key {key.path} cannot serve these questions:"]
    lines += [f"  {problem}" for problem in problems[:most]]
    if more > 0:
        lines.append(f"  and {more} more")
    lines += ["give the folder of the key documents, or score without alignment (--align off)"]
    return "\n".join(lines)


def questions_beside_key(questions: QuestionSet, key: Mapping[str, Document]) -> list[Notice]:
    """A notice for each id in ``questions`` that the key's document does not have. No system can
    answer such a question; most often the question or the key is wrong."""
    return [
        Notice(
            "not-in-key",
            question.document,
            f"{question.document}: question {question.number} ({question.query}): the key has no"
            f" {arg}",
            f"question {question.number} {arg}",
        )
        for question in questions.questions
        if question.question is not None and question.document in key
        for arg in missing_entities(key[question.document], question.question)
        if arg not in question.question.dates
    ]


def questions_task(
    *,
    system: Collection,
    questions: QuestionSet,
    key: Mapping[str, Document] | None,
    name: str = "",
    interpretation: Interpretation = Interpretation(),
    listed: Listed = "all",
    explain: bool = False,
    align_by: AlignBy = "overlap",
) -> Task[DocumentAnswers]:
    """The task that asks ``system`` the ``questions``. Each document is read, aligned and closed
    once.

    ``key`` has, by the names in questions, the documents whose ids questions use
    (:func:`read_key`); with ``None``, ids are not aligned (files that were normalised before).
    ``align_by`` is that of :func:`timeml.align_ids`, ``interpretation`` that of
    :func:`timegraph.build`; ``listed`` says which entities LIST questions are about. With
    ``explain``, every yes and no has its proof, and WHEN and HOW LONG questions are answered.

    If a document is missing, cannot be read, or contradicts itself under ``on_conflict="error"``,
    all answers about it are UNKNOWN, and the result names it; the other documents are scored all
    the same.
    """
    questions = _one_name_each(questions, system)
    about: dict[str, list[tuple[int, SetQuestion]]] = {}
    for position, question in enumerate(questions.questions):
        about.setdefault(question.document, []).append((position, question))
    # Lines that name no document, if reading was lenient.
    silent = about.pop("", [])
    title = name or system.path.name

    def items(as_bytes: bool) -> Iterator[Item]:
        for asked, numbered in about.items():
            key_source = None if key is None else source_of(key, asked, as_bytes=as_bytes)
            sources = (system.matching(asked), key_source)
            yield Item(f"{title}: {asked}", sources, (asked, tuple(numbered)))

    def finish(units: Sequence[Measured[DocumentAnswers]]) -> Sequence[Measured[DocumentAnswers]]:
        if not silent:
            return units
        faulty = tuple(unanswered(question, position) for position, question in silent)
        return (*units, Measured("", DocumentAnswers(faulty)))

    return Task(
        system=title,
        items=items,
        count=partial(
            ask_document,
            interpretation=interpretation,
            listed=listed,
            explain=explain,
            align_by=align_by,
        ),
        finish=finish,
        total=len(about),
        remarks=partial(_not_asked_about, system),
        signature=Signature.of(
            "qa-tempeval",
            SIGNATURE,
            questions=questions.digest or "none",
            **fields_of_reading(interpretation, system.schemes, None if key is None else align_by),
            lenient="yes" if questions.lenient else "no",
            lists=listed,
        ),
    )


def _scores(answers: DocumentAnswers) -> Scores:
    score = answers.score
    return single(score) if score.questions else {}


QA_TEMPEVAL: Measure[DocumentAnswers] = Measure(
    name="qa-tempeval",
    figures=(*map(Figure, ("questions", "answered", "correct", "coverage")), *PRF),
    empty=Score(),
    scores=_scores,
    intervals=("coverage", *FIGURES),
    decisive=("questions", "answered", "correct"),
    task=questions_task,
)
"""The score of QA TempEval."""

WITH_CONSISTENCY = replace(
    QA_TEMPEVAL, figures=(*QA_TEMPEVAL.figures, Figure("consistent", attribute="consistent_share"))
)
"""The same, with the share of documents of which one world makes everything true that the system
says."""


def score_system(
    system: Collection,
    *,
    questions: QuestionSet,
    key: Mapping[str, Document] | None,
    name: str = "",
    interpretation: Interpretation = Interpretation(),
    listed: Listed = "all",
    explain: bool = False,
    align_by: AlignBy = "overlap",
    progress: Progress | None = None,
    workers: Workers = Workers(),
    **choices: Unpack[Choices],
) -> Result[DocumentAnswers]:
    """The answers of ``system`` to ``questions``, and their score: :data:`QA_TEMPEVAL` run on one
    system, with the inputs of :func:`questions_task` and the choices by keyword of
    :func:`timegraph.build`.

    ``progress`` is called with the name of each document when it is done; ``workers`` are those of
    :func:`timegraph.scoring.run_measure`. :func:`timegraph.scoring.answers_of` has the answers.
    """
    task = questions_task(
        system=system,
        questions=questions,
        key=key,
        name=name,
        interpretation=replace(interpretation, **choices),
        listed=listed,
        explain=explain,
        align_by=align_by,
    )
    return run_measure(QA_TEMPEVAL, [task], workers=workers, progress=progress).results[0]


def _one_name_each(questions: QuestionSet, system: Collection) -> QuestionSet:
    """The questions with one name for each document of ``system``: the first of the names that
    they use (``a`` and ``a.tml``), so that the document is read and counted once."""
    first: dict[str, str] = {}
    names: dict[str, str] = {}
    for name in _asked(questions):
        source = system.matching(name)
        names[name] = name if source is None else first.setdefault(source.name or name, name)
    if len(set(names.values())) == len(names):
        return questions
    renamed = (replace(q, document=names.get(q.document, q.document)) for q in questions.questions)
    return replace(questions, questions=tuple(renamed))


def _asked(questions: QuestionSet) -> Iterable[str]:
    # A malformed line that was read leniently may not name a document.
    return (name for name in questions.documents if name)


def _not_asked_about(system: Collection, measured: Iterable[Measured[Any]]) -> Iterator[Notice]:
    used = {unit.file for unit in measured}
    for name in system.names:
        if name not in used:
            yield Notice("extra-document", name, f"{name}: no question is about it", name)
