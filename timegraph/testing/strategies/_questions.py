"""Questions, question sets and their files."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from timegraph.answer import Answer
from timegraph.qa import Gap, Kind, ListRelation, Question, QuestionSet, SetQuestion
from timegraph.testing.strategies._documents import annotated_types, below, span_ids
from timegraph.testing.strategies._serialise import (
    check_collection,
    check_distinct,
    check_members,
    check_number,
    check_sizes,
)
from timeml import Document, Event, Instance, RelType, Timex3, TLink


def questions(
    entities: Sequence[str],
    *,
    kinds: Sequence[Kind | str] = (Kind.IS,),
    relations: Sequence[RelType | str] = tuple(RelType),
) -> st.SearchStrategy[Question]:
    """Questions about ``entities``: ids of a document, or literal dates.

    ``kinds`` are the kinds of question; IS questions use ``relations``, all 16 by default. Both may
    be given by name (``"LIST"``, ``"BEFORE"``). IS and LIST questions are about order, HOW LONG
    questions about one or two entities. A question may name the same entity twice. Shrinks
    to ``IS a BEFORE a`` about the first entity.
    """
    names = check_distinct(entities)
    kinds = check_members("kinds", kinds, Kind)
    relations = check_members("relations", relations, RelType)
    if not names:
        raise InvalidArgument("there are no entities to ask about")
    for name in names:
        if not isinstance(name, str) or len(name.split()) != 1 or name != name.strip():
            raise InvalidArgument(f"{name!r} cannot be an id: it is not a single word")
    if not kinds or (Kind.IS in kinds and not relations):
        raise InvalidArgument("there are no kinds or no relations to ask for")
    entity = st.sampled_from(names)
    forms: list[st.SearchStrategy[Question]] = []
    if Kind.IS in kinds:
        forms.append(
            st.builds(
                Question, st.just(Kind.IS), st.sampled_from(relations), st.tuples(entity, entity)
            )
        )
    if Kind.LIST in kinds:
        for relation in ListRelation:
            args = st.tuples(*[entity] * relation.arguments)
            forms.append(st.builds(Question, st.just(Kind.LIST), st.just(relation), args))
    if Kind.WHEN in kinds:
        forms.append(st.builds(Question, st.just(Kind.WHEN), st.none(), st.tuples(entity)))
    if Kind.HOW_LONG in kinds:
        side = st.sampled_from(["start", "end"])
        forms += [
            st.builds(Question, st.just(Kind.HOW_LONG), st.none(), st.tuples(entity)),
            st.builds(
                Question,
                st.just(Kind.HOW_LONG),
                st.builds(Gap, side, side),
                st.tuples(entity, entity),
            ),
        ]
    return st.one_of(forms)


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


# Dated facts, as knowledge bases have them: who was what, from when to when.


DatedFact = tuple[str, str, str, str | None, str | None]
"""``(subject, relation, object, start, end)``."""

# How many characters of 1998-05-03 give each unit.
_GRAINS = {"year": 4, "month": 7, "day": 10}


def dated_facts(
    *,
    subjects: Sequence[str] = ("Ada", "Bo"),
    relations: Sequence[str] = ("member of", "lives in"),
    objects: Sequence[str] = ("A", "B", "C"),
    min_year: int = 1990,
    max_year: int = 2010,
    allow_open: bool = True,
    units: Sequence[str] = tuple(_GRAINS),
) -> st.SearchStrategy[DatedFact]:
    """Facts ``(subject, relation, object, start, end)``, dates as TIMEX3 values.

    A date is a year, a month or a day (``1998``, ``1998-05``, ``1998-05-03``), as ``units``
    allows; the two dates of a fact may have different units. The end is never before the start.
    With ``allow_open``, one or both may be ``None``: unknown, or not over yet. Shrinks to the
    first subject, relation, object and year.
    """
    names = (("subjects", subjects), ("relations", relations), ("objects", objects))
    for name, some in names:
        if not all(isinstance(text, str) for text in check_collection(name, some, "names")):
            raise InvalidArgument(f"{name}={some!r} has an element that is not a string")
        if not some:
            raise InvalidArgument(f"{name}={some!r} is empty; it needs at least one name")
    check_number("min_year", min_year, least=1)
    check_number("max_year", max_year, least=1)
    if not min_year <= max_year <= 9999:
        raise InvalidArgument(f"min_year={min_year}, max_year={max_year} are not a range of years")
    unit_names = check_collection("units", units, "units")
    if not unit_names or not set(unit_names) <= set(_GRAINS):
        raise InvalidArgument(f"units={units!r} are not some of {', '.join(_GRAINS)}")
    grains = tuple(_GRAINS[unit] for unit in unit_names)
    return _dated_facts(
        tuple(subjects), tuple(relations), tuple(objects), min_year, max_year, allow_open, grains
    )


@st.composite
def _dated_facts(
    draw: st.DrawFn,
    subjects: Sequence[str],
    relations: Sequence[str],
    objects: Sequence[str],
    min_year: int,
    max_year: int,
    allow_open: bool,
    grains: Sequence[int],
) -> DatedFact:
    day = st.builds(
        lambda year, month, day: f"{year:04d}-{month:02d}-{day:02d}",
        st.integers(min_year, max_year),
        st.integers(1, 12),
        st.integers(1, 28),
    )
    # Two days in order stay in order when they are cut to months or years.
    first, last = sorted([draw(day), draw(day)])
    start, end = (date[: draw(st.sampled_from(grains), label="grain")] for date in (first, last))
    sides = st.sampled_from([(True, True), (True, False), (False, True), (False, False)])
    has_start, has_end = draw(sides) if allow_open else (True, True)
    return (
        draw(st.sampled_from(subjects)),
        draw(st.sampled_from(relations)),
        draw(st.sampled_from(objects)),
        start if has_start else None,
        end if has_end else None,
    )


# Annotations by a system: the same text, with other ids and some faults.
#
# A system is the renumbered document with faults. Only the faults are drawn, so that an example
# shrinks to the faults that matter.


Span = tuple[int, int]

_LABELS = st.sampled_from([rel_type.value for rel_type in annotated_types()])


def system_annotations(
    document: Document,
    *,
    max_faults: int = 6,
    allow_missing: bool = True,
    allow_shifted: bool = True,
    allow_extra: bool = True,
    allow_relabelled: bool = True,
) -> st.SearchStrategy[Document]:
    """Annotations of the text of ``document`` by a system with ids of its own.

    All ids are new, and there are up to ``max_faults`` faults: events, timexes, instances and
    TLINKs that are missing (``allow_missing``) or extra (``allow_extra``), events and timexes that
    begin or end up to three characters away (``allow_shifted``), TLINKs of another type
    (``allow_relabelled``). A TLINK whose source or target is missing is missing as well. Signals,
    SLINKs, ALINKs and events outside the text are not annotated. Shrinks to few faults, and to the
    renumbered ``document``.
    """
    if not isinstance(document, Document):
        raise InvalidArgument(f"document={document!r} is not a timeml.Document")
    check_number("max_faults", max_faults)
    forms = _forms(document, allow_missing, allow_shifted, allow_extra, allow_relabelled)
    faults = st.lists(_faults(document, forms), max_size=max_faults if forms else 0)
    return st.builds(_system, st.just(document), faults, _NUMBERS)


@dataclass(frozen=True)
class _Fault:
    """A fault: its kind, the annotation that it concerns (if any), and its details."""

    what: str
    which: str = ""
    shift: tuple[int, int] = (0, 0)
    label: str = ""
    ends: tuple[str, str] = ("", "")


Form = tuple[str, Sequence[str]]
"""A kind of fault, and the annotations that it can concern."""


def _forms(
    document: Document, missing: bool, shifted: bool, extra: bool, relabelled: bool
) -> list[Form]:
    """The kinds of faults that are possible in the document."""
    spans = [a.tid for a in document.timexes if a.start is not None]
    spans += [event.eid for event in document.events if event.start is not None]
    others = [instance.eiid for instance in document.instances]
    others += [] if document.dct is None else [document.dct.tid]
    links = [link.lid for link, _, _ in document.linked]
    # Kinds that need more annotations come last, so that a fault keeps its kind while the document
    # shrinks.
    forms: list[tuple[bool, str, Sequence[str]]] = [
        (extra, "event", [""]),
        (extra, "timex", [""]),
        (missing, "missing", [*spans, *others]),
        (shifted, "shifted", spans),
        (extra, "link", document.entities),
        (missing, "missing", links),
        (relabelled, "relabelled", links),
    ]
    return [(what, which) for allowed, what, which in forms if allowed and which]


_NUMBERS = st.tuples(st.integers(1, 50), st.integers(1, 50))
_STEPS = st.sampled_from([-3, -2, -1, 1, 2, 3])
_NO_STEP = st.just(0)
_SHIFTS = st.tuples(_STEPS, _NO_STEP) | st.tuples(_NO_STEP, _STEPS) | st.tuples(_STEPS, _STEPS)


@st.composite
def _faults(draw: st.DrawFn, document: Document, forms: Sequence[Form]) -> _Fault:
    """One fault.

    Drawing positions is much faster than making a strategy for the annotations of each document.
    """
    what, which = forms[draw(below(len(forms)))]
    if what in ("event", "timex"):
        return _Fault(what, shift=(draw(below(len(document.text) + 1)), draw(below(6))))
    item = which[draw(below(len(which)))]
    if what == "link":
        return _Fault(what, label=draw(_LABELS), ends=(item, which[draw(below(len(which)))]))
    if what == "shifted":
        return _Fault(what, item, shift=draw(_SHIFTS))
    return _Fault(what, item, label=draw(_LABELS) if what == "relabelled" else "")


@dataclass
class _Spans:
    """The spans that the system annotates; they must nest, since TimeML cannot express others."""

    text: str
    taken: list[Span] = field(default_factory=list)

    def take(self, start: int, end: int) -> Span | None:
        """The part of the span within the text; ``None`` if it crosses another span."""
        start = min(max(start, 0), len(self.text))
        end = min(max(end, start), len(self.text))
        if any(a < start < b < end or start < a < end < b for a, b in self.taken):
            return None
        self.taken.append((start, end))
        return start, end


def _system(document: Document, faults: Sequence[_Fault], first: tuple[int, int]) -> Document:
    missing = {fault.which for fault in faults if fault.what == "missing"}
    shifts = {fault.which: fault.shift for fault in faults if fault.what == "shifted"}
    spans = _Spans(document.text)
    events: list[tuple[Span, Event | None]] = []
    timexes: list[tuple[Span, Timex3 | None]] = []

    def place(id: str, start: int | None, end: int | None) -> Span | None:
        if id in missing or start is None or end is None:
            return None
        by = shifts.get(id, (0, 0))
        return spans.take(start + by[0], end + by[1])

    for timex in document.timexes:
        if (span := place(timex.tid, timex.start, timex.end)) is not None:
            timexes.append((span, timex))
    for event in document.events:
        if (span := place(event.eid, event.start, event.end)) is not None:
            events.append((span, event))
    for fault in faults:
        start, length = fault.shift
        if fault.what == "event" and (span := spans.take(start, start + length)) is not None:
            events.append((span, None))
        if fault.what == "timex" and (span := spans.take(start, start + length)) is not None:
            timexes.append((span, None))

    ids: dict[str, str] = {}  # of the document -> of the system
    dct = None
    if document.dct is not None and document.dct.tid not in missing:
        dct = replace(document.dct, tid=f"t{first[0] - 1}")
        ids[document.dct.tid] = dct.tid
    made = _timexes(document.text, timexes, first[0], ids)
    system = Document(
        text=document.text,
        docid=document.docid,
        dct=dct,
        events=_events(document.text, events, missing, first, ids),
        timexes=made if dct is None else (dct, *made),
        name=document.name,
    )
    return replace(system, tlinks=_tlinks(document, faults, missing, ids))


def _text_order(item: tuple[Span, object]) -> Span:
    (start, end), _ = item
    return start, -end


def _timexes(
    text: str, timexes: Sequence[tuple[Span, Timex3 | None]], first: int, ids: dict[str, str]
) -> tuple[Timex3, ...]:
    made = []
    for number, ((start, end), timex) in enumerate(sorted(timexes, key=_text_order), start=first):
        tid = f"t{number}"
        if timex is None:
            timex = Timex3("", "DATE", "1998-05-03", start, end, "")
        else:
            ids[timex.tid] = tid
        covered = text[start:end]
        made.append(replace(timex, tid=tid, start=start, end=end, text=covered))
    return tuple(replace(timex, anchor_time_id=None) for timex in made)


def _events(
    text: str,
    events: Sequence[tuple[Span, Event | None]],
    missing: set[str],
    first: tuple[int, int],
    ids: dict[str, str],
) -> tuple[Event, ...]:
    made = []
    number, eiid_number = first
    for (start, end), event in sorted(events, key=_text_order):
        eid, instances = f"e{number}", []
        number += 1
        theirs: tuple[Instance, ...] = (Instance("", ""),) if event is None else event.instances
        for instance in theirs:
            if instance.eiid in missing:
                continue
            eiid = f"ei{eiid_number}"
            eiid_number += 1
            ids[instance.eiid] = eiid
            instances.append(replace(instance, eiid=eiid, event_id=eid, signal_id=None))
        if event is not None:
            ids[event.eid] = eid
        class_ = "OCCURRENCE" if event is None else event.class_
        made.append(Event(eid, class_, start, end, text[start:end], tuple(instances)))
    return tuple(made)


def _tlinks(
    document: Document, faults: Sequence[_Fault], missing: set[str], ids: dict[str, str]
) -> tuple[TLink, ...]:
    labels = {fault.which: fault.label for fault in faults if fault.what == "relabelled"}
    said = [
        (source, labels.get(link.lid, link.rel_type), target)
        for link, source, target in document.linked
        if link.lid not in missing
    ]
    said += [
        (fault.ends[0], fault.label, fault.ends[1]) for fault in faults if fault.what == "link"
    ]
    made: list[TLink] = []
    for a, label, b in said:
        if a in ids and b in ids:
            source, target = ids[a], ids[b]
            attributes = span_ids(source)[0], span_ids(target)[1]
            made.append(TLink(f"l{len(made) + 1}", label, source, target, *attributes))
    return tuple(made)
