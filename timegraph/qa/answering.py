"""Answers to IS questions, and their proofs; HOW LONG questions have proofs, too.

Ids are resolved by the document, relations by the graph. LIST and WHEN questions are
answered in :mod:`timegraph.qa.answers`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from timegraph import _pace, proofs
from timegraph._lazy import Later
from timegraph.answer import Answer
from timegraph.documents.build import build, label_for, relation_for, with_lengths
from timegraph.documents.conventions import with_dates
from timegraph.graph import TimeGraph
from timegraph.options import Interpretation
from timegraph.qa.questions import (
    EndpointRelation,
    Kind,
    Listed,
    Question,
    Resolve,
    StatedRelation,
    entity_of,
    parse_question,
)
from timeml import RelType

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph import stated_links
    from timegraph.allen import Allen, AllenSet
    from timegraph.links import Naming
    from timegraph.options import Choices, During
    from timegraph.proofs import Proof
    from timegraph.qa import answers, distance_answers
    from timegraph.qa.answers import AnyAnswer
    from timegraph.qa.distance_answers import DistanceProof
    from timeml import Document
    from timeml.timex_value import CalendarInterval, Reference
else:
    distance_answers = Later("timegraph.qa.distance_answers")
    answers = Later("timegraph.qa.answers")
    stated_links = Later("timegraph.stated_links")


class _Terms(TypedDict, total=False):
    relation: str
    claim: str
    labels: Callable[[Allen], str]


def answer_question(
    graph: TimeGraph,
    document: Document,
    question: Question,
    *,
    during: During = "simultaneous",
    resolve: Resolve | None = None,
) -> Answer:
    """The answer of ``graph``, built from ``document``, to an IS question.

    Ids are resolved as by :meth:`timeml.Document.resolve`: eiids and tids, then eids, then ``eiN``
    for ``eN``. An entity that the document lacks, or a literal date that the graph was not built
    with, gives UNKNOWN, as QA TempEval scores it; :func:`missing_entities` lists these. ``during``
    says what DURING and DURING_INV mean, as in :func:`timegraph.build`. ``resolve`` replaces the
    document's own, where the ids are those of a key (:meth:`timeml.Alignment.resolve`).

    Raises ``ValueError`` for questions of other kinds.
    """
    if question.about_distance:
        return distance_answers.answer_distance(graph, document, question, resolve=resolve)
    meaning = _meaning(question, during)
    a, b = (entity_of(graph, resolve or document.resolve, arg) for arg in question.args)
    if a is None or b is None:
        return Answer.UNKNOWN
    return graph.ask(a, meaning, b, missing="unknown")


def explain_question(
    graph: TimeGraph,
    document: Document,
    question: Question,
    *,
    during: During = "simultaneous",
    resolve: Resolve | None = None,
    name: Naming | None = None,
) -> Proof | DistanceProof | None:
    """The proof of the answer of :func:`answer_question` or :func:`answer_how_long`; ``None`` if
    the graph lacks an entity. Its texts call the entities as ``name`` says.

    :func:`proof_in_words` writes it in the question's own terms. Raises ``ValueError`` for LIST and
    WHEN questions.
    """
    if question.about_distance:
        plain = getattr(graph, "plain", graph)
        how_long = question.kind is Kind.HOW_LONG
        ask: Any = getattr(distance_answers, "answer_how_long" if how_long else "answer_distance")
        found = (ask(of, document, question, resolve=resolve) for of in {plain, graph})
        if hasattr(plain, "proof") or len({*found}) > 1:
            return None  # over all branches there is no one chain of bounds
        return distance_answers.explain_length(
            plain, document, question, resolve=resolve, name=name
        )
    meaning = _meaning(question, during)
    a, b = (entity_of(graph, resolve or document.resolve, arg) for arg in question.args)
    if a is None or b is None or a not in graph or b not in graph:
        return None
    asked: Any = graph  # or, for statements with choices, a network, whose proofs have these texts
    if isinstance(asked, TimeGraph):
        return proofs.explain(graph, a, meaning, b, name=name)
    return asked.proof(a, meaning, b, name=name)  # type: ignore[no-any-return]


def proof_in_words(proof: Any, question: Question) -> str:
    """The proof of the answer to an IS or HOW LONG question in the question's own terms, in one
    line."""
    if question.about_distance:
        return str(proof.text())
    return str(proof.text(**_terms(proof, question)))


def proof_in_lines(proof: Any, question: Question) -> list[str]:
    """The same line by line: what is proved, then a step a line."""
    if question.about_distance:
        return list(proof.lines())
    return list(proof.lines(**_terms(proof, question)))


def _terms(proof: Any, question: Question) -> _Terms:
    """The words of the question for its relation, and for those that are still possible."""
    if question.about_ends:
        claim = str(question).removeprefix(f"{Kind.IS.value} ")
        return {"claim": claim, "labels": lambda relation: label_for(relation).value}
    asked = _relation(question)
    possible = proof.relation

    def label(relation: Allen) -> str:
        return (asked if relation in possible else label_for(relation)).value

    return {"relation": asked.value, "labels": label}


def _meaning(question: Question, during: During) -> Allen | AllenSet:
    relation = question.relation
    if question.kind is Kind.IS and isinstance(relation, (EndpointRelation, StatedRelation)):
        return relation.meaning
    return relation_for(_relation(question), during=during)


def _relation(question: Question) -> RelType:
    if question.kind is not Kind.IS or not isinstance(question.relation, RelType):
        raise ValueError(f"{question} cannot be answered yes or no; ask an IS question")
    return question.relation


# Answers in words and as JSON data.


def answer_in_words(document: Document, answer: AnyAnswer, *, possible: bool = False) -> str:
    """One line: ``yes``; ``ei21 cited, ei24 ordered`` or ``none``; ``1998-04-18, within t1
    Saturday`` or ``unknown``; ``at least 3 days``. ``possible`` adds what is possible but not
    certain to lists."""
    if isinstance(answer, Answer):
        return str(answer)
    return answer.in_words(document, possible=possible)


def answer_to_json(answer: AnyAnswer) -> Any:
    """The answer as JSON data: a string; an object with ``certain`` and ``possible`` ids; an
    object with ``earliest``, ``latest`` (ISO 8601, ``null`` if not known; the end is exclusive)
    and ``within``; or, of a length, one with ``at_least`` and ``at_most``: ``seconds``, a whole
    number or a fraction as text, and whether it is ``reached``, or ``null``; and ``words``."""
    return str(answer) if isinstance(answer, Answer) else answer.to_json()


# A session of questions about one document.
#
# A literal date (``IS ei3 BEFORE 1998-05``) must be an entity of the graph, so a question with a
# new date builds the graph again; all other questions use the graph that is there.


class AsWritten(NamedTuple):
    """The answer if the ``?``, ``~`` and ``%`` of dates say nothing, and what they say, in words:
    ``["1850 is approximate"]``."""

    answer: AnyAnswer
    because: list[str]


class Session:
    """Asks ``document`` questions of every kind.

    The document is read as ``interpretation`` says, or the choices given by keyword, as in
    :func:`timegraph.build`; the calendar is on by default. With ``as_written`` the ``?``, ``~`` and
    ``%`` of dates in questions are taken at their word, else they give no bound. Raises what
    ``build`` raises.
    """

    def __init__(
        self,
        document: Document,
        interpretation: Interpretation = Interpretation(calendar=True),
        *,
        as_written: bool = False,
        **choices: Unpack[Choices],
    ) -> None:
        self.document = document
        self.interpretation = replace(interpretation, **choices)
        self._has_choices = False
        if document.scheme == "allen":  # whose DURING is Allen's
            self.interpretation = replace(self.interpretation, during="contained")
            self._has_choices = stated_links.has_choices(document)
        self._takes_as_written = as_written
        self._as_written: Session | None = None
        self._dates: dict[str, CalendarInterval | Reference] = {}
        self._order = self._built()
        self._latest = self._over_branches(self._order)
        self._lengths: TimeGraph | None = None
        self._distances: TimeGraph | None = None

    @property
    def calendar(self) -> bool:
        """Whether there is a calendar, so that questions may name literal dates."""
        return self.interpretation.calendar

    def _built(self) -> Any:
        # Without lengths, which come last: most questions are answered without them.
        order = replace(self.interpretation, durations="off")
        if self._has_choices:
            return stated_links.network_of(self.document, dates=self._dates)
        return build(self.document, order, dates=self._dates)

    @cached_property
    def _left_open(self) -> tuple[stated_links.Order, ...]:
        return stated_links.left_open(
            self._order, [statement.data for statement in self.document.statements]
        )

    def _over_branches(self, graph: Any) -> Any:
        """The graph, with the orders of occurrences that it leaves open as choices."""
        left = self._left_open if self.document.statements else ()
        return stated_links.Branches(graph, left, _pace.seconds_left()) if left else graph

    def _with_lengths(self) -> Any:
        if self._lengths is None:
            self._lengths = with_lengths(self._order, self.document, self.interpretation)
        return self._lengths

    def _with_distances(self) -> Any:
        if self._distances is None:
            self._distances = with_dates(self._with_lengths())
        return self._distances

    @property
    def graph(self) -> Any:
        """The graph that answered the latest question."""
        return self._latest

    def prepare(self, question: Question) -> None:
        """Choose the graph for ``question``, with the dates that it names, if there is a calendar.

        Raises ``ValueError``, changing nothing, for a date that the calendar cannot resolve.
        """
        new = [d for d in self.dates(question) if d not in self._dates]
        if new and self.calendar:
            before = self._dates
            self._dates = {**before, **{date: self._place_of(date) for date in new}}
            try:
                self._order = self._built()
            except ValueError:
                self._dates = before
                raise
            self._lengths = self._distances = None
        graph = self._order if question.kind is Kind.IS else self._with_lengths()
        self._latest = self._over_branches(
            self._with_distances() if question.about_distance else graph
        )

    def _place_of(self, date: str) -> CalendarInterval | Reference:
        return answers.place_of_literal(
            *(date, self.document),
            reading=self.interpretation.calendar_reading,
            as_written=self._takes_as_written,
        )

    def dates(self, question: Question) -> tuple[str, ...]:
        """The arguments of ``question`` that are dates and not ids of the document."""
        return tuple(date for date in question.dates if self.document.resolve(date) is None)

    def is_date(self, text: str) -> bool:
        """Whether a question may name a time so."""
        try:
            self._place_of(text)
        except ValueError:
            return False
        return True

    def otherwise(
        self, question: Question, answer: AnyAnswer, *, listed: Listed = "all"
    ) -> AsWritten | None:
        """What the answer is with ``as_written``, if that is another one than ``answer``."""
        dates = (*self.dates(question), *self._values_in_edtf)
        marked = [date for date in dates if not {*date}.isdisjoint("?~%")]
        if not marked or not self.calendar:
            return None
        other = self.ask(question, listed=listed, as_written=True)
        because = [words for date in dict.fromkeys(marked) for words in answers.qualities_of(date)]
        return None if other == answer else AsWritten(other, because)

    @property
    def _values_in_edtf(self) -> list[str]:
        """The values of the document's time expressions, if they are read in EDTF."""
        if self.interpretation.calendar_reading != "edtf":
            return []
        return [timex.value for timex in self.document.timexes if timex.value]

    def missing(self, question: Question) -> tuple[str, ...]:
        """The arguments of ``question`` that are neither in the document nor dates."""
        dates = self.dates(question)
        return tuple(
            arg
            for arg in dict.fromkeys(question.args)
            if arg not in dates and self.document.resolve(arg) is None
        )

    def ask(
        self, question: Question | str, *, listed: Listed = "all", as_written: bool = False
    ) -> AnyAnswer:
        """The answer: an :class:`Answer`, a :class:`ListAnswer`, a :class:`WhenAnswer` or a
        :class:`LengthAnswer`.

        The answer is unknown or empty if the document lacks an entity, or if the question names
        a date and there is no calendar. ``listed`` is for LIST questions. With ``as_written``
        ``?``, ``~`` and ``%`` in its dates are taken at their word. Raises ``ValueError`` for text
        that is not a question and for a date that the calendar cannot resolve.
        """
        asked = parse_question(question) if isinstance(question, str) else question
        if as_written and not self._takes_as_written:
            if self._as_written is None:
                reads = self.interpretation
                if reads.calendar_reading == "edtf":
                    reads = replace(reads, calendar_reading="edtf-as-written")
                self._as_written = Session(self.document, reads, as_written=True)
            return self._as_written.ask(asked, listed=listed)
        self.prepare(asked)
        if asked.kind is Kind.LIST:
            return answers.answer_list(self._latest, self.document, asked, listed=listed)
        if asked.kind is Kind.WHEN:
            return answers.answer_when(self._latest, self.document, asked)
        if asked.kind is Kind.HOW_LONG:
            return distance_answers.answer_how_long(self._latest, self.document, asked)
        during = self.interpretation.during
        answer = answer_question(self._latest, self.document, asked, during=during)
        unknown = answer is Answer.UNKNOWN and not asked.about_distance
        # Lengths come after everything else, so they change no yes and no no.
        if unknown and (lengths := self._with_lengths()) is not self._order:
            self._latest = self._over_branches(lengths)
            answer = answer_question(self._latest, self.document, asked, during=during)
        return answer
