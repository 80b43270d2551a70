"""TORQUE's questions asked of TimeML annotations: which events of a passage are in the answer.

An order between two events is a set of Allen relations, so that the graph answers for each event
yes, no or unknown. The annotation of an event decides whether it happens: questions of what might
happen or did not happen look at polarity and modality.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.documents.build import build
from timegraph.findings import Finding
from timegraph.graph import TimeGraph
from timegraph.options import Interpretation
from timegraph.torque.passages import Passage, PassageSet, Span, TorqueQuestion, problem
from timegraph.torque.questions import (
    Asked,
    NotUnderstood,
    Order,
    Side,
    base_forms,
    parse_torque_question,
    related,
)
from timeml import Collection, Document, Event, TimeMLError

# From a passage to the document that it was taken from: its place there, and its events.
#
# Passages are the documents' own sentences, with other white space and other quotation marks.
# Both texts are compared without either; a passage is at the one place where its characters
# occur.


_QUOTES = frozenset("\"'`´‘’“”„«»")


@dataclass(frozen=True, slots=True)
class AlignedPassage:
    """A passage in its document.

    ``entities`` has, for each event of the passage that the document annotates, the id that graphs
    use: the event's first instance, or the event itself if it has none. ``again`` says that the
    text is in the document at other places, too.
    """

    passage: Passage
    document: Document
    entities: Mapping[Span, str]
    again: bool = False


def align_passages(
    passages: PassageSet, *documents: Collection
) -> tuple[dict[str, AlignedPassage], list[Finding]]:
    """The passages that could be placed, by name, and a problem for each other one.

    A document is found by the name that its passage gives, as in every command, in the first of
    ``documents`` that have it. A document that is missing or cannot be read, and a text that is not
    in it, is a problem.
    """
    aligned: dict[str, AlignedPassage] = {}
    problems: list[Finding] = []
    read: dict[str, Document | None] = {}
    for passage in passages.passages:
        name = passage.document
        message = f"its document {name or '(no name)'} cannot be used"
        if name not in read:
            read[name], message = _document(documents, name)
        document = read[name]
        if document is None:
            problems.append(problem("no-document", passage.name, "", message))
            continue
        try:
            aligned[passage.name] = align_passage(passage, document)
        except LookupError as error:
            problems.append(problem("not-aligned", passage.name, "", str(error.args[0])))
    return aligned, problems


def _document(documents: Sequence[Collection], name: str) -> tuple[Document | None, str]:
    """The document of a name, or why there is none."""
    try:
        for among in documents:
            file = among.match(name) if name else None
            if file is not None:
                return among.read(file), ""
    except (TimeMLError, OSError, ValueError) as error:
        return None, str(error)
    paths = ", ".join(str(among.path) for among in documents)
    return None, f"{paths}: no document {name or 'of this name'}"


def align_passage(passage: Passage, document: Document) -> AlignedPassage:
    """A passage in its document: at the first place where its text is. A passage without a list of
    events has those that the document annotates in it. Raises ``LookupError`` if its text is not
    there."""
    theirs, places = _characters(document.text)
    ours, characters = _characters(passage.text)
    first = theirs.find(ours) if ours else -1
    if first < 0:
        raise LookupError(f"{document.name}: the document does not contain the passage")
    inside = places[first : first + len(ours)]
    there = dict(zip(characters, inside, strict=True))
    if not passage.listed:
        passage = replace(passage, events=_annotated(document, inside, characters))
    entities = {}
    for event in passage.events:
        covered = [there[place] for place in range(*event) if place in there]
        entity = _entity(document, covered[0], covered[-1] + 1) if covered else None
        if entity is not None:
            entities[event] = entity
    again = theirs.find(ours, first + 1) >= 0
    return AlignedPassage(passage, document, entities, again)


def _annotated(
    document: Document, places: Sequence[int], characters: Sequence[int]
) -> tuple[Span, ...]:
    """The events of a document as spans of a passage whose ``characters`` are at its ``places``:
    the words that each event covers there; of events that overlap the first counts."""
    spans: list[Span] = []
    begin, end = places[0], places[-1] + 1
    bounds = ((event.start, event.end) for event in document.events)
    placed = [(start, end) for start, end in bounds if start is not None and end is not None]
    for start, after in sorted(placed):
        if begin <= start < after <= end:
            covered = characters[bisect_left(places, start) : bisect_left(places, after)]
            if covered and (not spans or spans[-1][1] <= covered[0]):
                spans.append((covered[0], covered[-1] + 1))
    return tuple(spans)


def _characters(text: str) -> tuple[str, list[int]]:
    """The characters that count, case-folded one by one, and the offset of each."""
    kept = [
        (character.casefold()[:1], place)
        for place, character in enumerate(text)
        if not character.isspace() and character not in _QUOTES
    ]
    return "".join(character for character, _ in kept), [place for _, place in kept]


def _entity(document: Document, start: int, end: int) -> str | None:
    """The entity of the annotated event that shares most characters with a span; of several the
    one that begins where the span does, then the first."""
    shared = [
        (min(event.end, end) - max(event.start, start), event.start == start, event)
        for event in document.events
        if event.start is not None and event.end is not None
    ]
    most, _, event = max(shared, key=lambda each: each[:2], default=(0, False, None))
    return event.ids[0] if event is not None and most > 0 else None


# The event of the passage that a question's anchor names: "he *said* the errata do not matter".
#
# Each word of the anchor is matched with the passage's events by their forms. Among the words
# that name an event, the finite verb of the anchor's first clause counts before the head noun of
# its first phrase, and these before all others. Where a word occurs in several places, the event
# whose neighbours the anchor also has is meant.


_WORD = re.compile(r"[\w$%.,'’-]*\w")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BE = _words("am is are was were be been being 's 're")
_HAVE = _words("has have had having")
_AUXILIARIES = _BE | _HAVE | _words("do does did will would shall should can could may might must")
_ADVERBS = _words("not n't also still already never ever just only even yet then now")
_PREPOSITIONS = _words(
    "of in at on for from with by to between over under about against into onto toward "
    "towards through within without across among during before after since that which who "
    "whom whose where when while as than because if whether and or but "
)
_DETERMINERS = _words(
    "the a an this that these those his her its their our your my some any no each every both "
    "all several many few more most other another two three four five ten first second last "
)
_PHASES: dict[str, Side] = {
    **dict.fromkeys(_words("start starts started begin begins began begun"), "start"),
    **dict.fromkeys(
        _words(
            "end ends ended finish finishes finished stop stops stopped "
            "conclude concludes concluded complete completes completed"
        ),
        "end",
    ),
}
_SAYING = _words(
    "say speak talk tell state add explain announce report declare comment remark discuss "
    "stress emphasize claim statement discussion speech comment remark announcement "
    "explanation communicate inform information "
)
# Verbs that only say that the noun before them happens.
_LIGHT = _words("happen happens happened occur occurs occurred occured place took take")


def find_anchor(anchor: str, passage: Passage) -> tuple[Span | None, Side | None]:
    """The event that ``anchor``, the text after a question's connective, names, and which of its
    points is meant where the question says so ("after the rally *began*"); ``None`` if no word of
    it is a form of an event of the passage."""
    words = _WORD.findall(anchor)
    candidates = {k: named for k, word in enumerate(words) if (named := _events(word, passage))}
    if not candidates:
        # "the spokesman spoke", where the passage has "said": one verb of saying for another.
        says = [event for event in passage.events if any(map(_says, _words_at(event, passage)))]
        saying = (k for k, word in enumerate(words) if says and _says(word.removesuffix("'s")))
        candidates = {k: [(1, event) for event in says] for k in saying}
    if not candidates:
        return None, None
    order = _by_importance(words)
    position = min(candidates, key=order.__getitem__)
    strongest = max(strength for strength, _ in candidates[position])
    events = [event for strength, event in candidates[position] if strength == strongest]
    event = max(events, key=lambda one: (_shared_context(one, words, passage), -one[0]))
    # "the rally began", "the end of the war"
    near = [word.lower() for word in (*words[position + 1 : position + 4], *words[:position])]
    return event, next((_PHASES[word] for word in near if word in _PHASES), None)


def _words_at(event: Span, passage: Passage) -> list[str]:
    return _WORD.findall(passage.words(event))


def _says(word: str) -> bool:
    return not base_forms(word).isdisjoint(_SAYING)


def _events(word: str, passage: Passage) -> list[tuple[int, Span]]:
    """The events that a word may name, with how near it comes."""
    plain = word.lower().removesuffix("'s").removesuffix("’s")
    if plain in _DETERMINERS or plain in _PREPOSITIONS:
        return []
    parts = [part for part in (plain, *plain.split("-")) if part]
    graded = (
        (max((related(p, w) for p in parts for w in _words_at(event, passage)), default=0), event)
        for event in passage.events
    )
    return [(strength, event) for strength, event in graded if strength]


def _by_importance(words: Sequence[str]) -> list[tuple[int, int]]:
    """A rank for each word, the smallest for the one that most likely names the anchor."""
    lowered = [word.lower() for word in words]
    verb = _finite_verb(lowered)
    noun = _head_noun(lowered[:verb] if verb else lowered)

    def rank(position: int, word: str) -> int:
        if position == verb:
            # "the rally began", "the meeting took place": what began is meant.
            return 2 if word in _PHASES or word in _LIGHT else 0
        return 1 if position == noun else 4 if word in _AUXILIARIES else 3

    return [(rank(position, word), position) for position, word in enumerate(lowered)]


def _finite_verb(words: Sequence[str]) -> int | None:
    """The position of the first clause's verb: after its auxiliaries, or with an ending or form of
    its own; a word in -ing only where the anchor begins with it."""
    for position, word in enumerate(words):
        if word in _AUXILIARIES or word.endswith("n't"):
            for further in range(position + 1, len(words)):
                after = words[further]
                if after in _AUXILIARIES or after in _ADVERBS or after.endswith("ly"):
                    continue
                # "was at 3.2 francs", "had an identity card": the auxiliary is the verb itself.
                itself = after in _PREPOSITIONS or after in _DETERMINERS
                return position if itself else further
            return position
        before = words[position - 1] if position else ""
        if position == 0 and word.endswith("ing"):
            return 0
        if position and before not in _DETERMINERS and before not in _PREPOSITIONS:
            # An irregular past that is not the present as well: "went", "said", not "cut".
            irregular = not word.endswith(("s", "ing", "ed")) and any(
                form[0] == word[0] or word == "went" for form in base_forms(word) - {word}
            )
            if word.endswith("ed") or irregular:
                return position
        if before in _PRONOUNS:
            return position
    return None


_PRONOUNS = _words("i you he she it we they who people someone somebody everyone")


def _head_noun(words: Sequence[str]) -> int | None:
    """The position of the last word of the first noun phrase."""
    last = None
    for position, word in enumerate(words):
        if last is not None and (word in _PREPOSITIONS or word in _AUXILIARIES):
            break
        if word not in _DETERMINERS and word not in _PREPOSITIONS:
            last = position
    return last


def _shared_context(event: Span, words: Sequence[str], passage: Passage) -> float:
    """How many of the anchor's other words stand near an event, near ones counting more."""
    before = _WORD.findall(passage.text[: event[0]])[-12:]
    after = _WORD.findall(passage.text[event[1] :])[:12]
    near = [(word, k + 1) for k, word in enumerate(reversed(before))]
    near += [(word, k + 1) for k, word in enumerate(after)]
    telling = [word for word in words if word.lower() not in _PREPOSITIONS | _DETERMINERS]
    nearest = (min((n for other, n in near if related(w, other) >= 2), default=0) for w in telling)
    return sum(1 / gap for gap in nearest if gap)


# Answers that ignore the text: what any system has to be better than.
#
# Each is a function from passages to answers by passage and question, as a prediction file has
# them.


Baseline = Callable[[Passage, TorqueQuestion], frozenset[Span]]

_FINISHED = "what events have already finished"


def _finished(passage: Passage, question: TorqueQuestion) -> frozenset[Span]:
    """All events are finished; nothing else is answered."""
    asked = question.text.strip().rstrip("?").casefold()
    return frozenset(passage.events) if asked == _FINISHED else frozenset()


def _all_but_anchor(passage: Passage, question: TorqueQuestion) -> frozenset[Span]:
    """All events are finished; other questions get all events but the one that the last word of
    theirs that names an event does. (No parser is needed for that, as befits a baseline.)"""
    if question.warm_up:
        return _finished(passage, question)
    words = reversed(re.findall(r"[\w'-]+", question.text))
    named = (e for word in words for e in passage.events if related(passage.words(e), word) >= 2)
    return frozenset(passage.events) - {next(named, None)}


BASELINES: Mapping[str, Baseline] = {
    "nothing": lambda passage, question: frozenset(),
    "everything": lambda passage, question: frozenset(passage.events),
    "finished": _finished,
    "all-but-anchor": _all_but_anchor,
    "majority": lambda passage, question: question.answer,
}
"""Each baseline by its name; the majority is the answer made of the annotators': how well a person
could do."""


def answers_of(baseline: Baseline, passages: PassageSet) -> dict[tuple[str, str], frozenset[Span]]:
    """The answers of a baseline to all questions, by passage and text."""
    return {
        question.key: baseline(passage, question)
        for passage in passages.passages
        for question in passage.questions
    }


TorqueReading = Literal["starts", "intervals"]
"""What before and after compare: the starts of both events, or the end of one and the start of
the other."""

TorquePolicy = Literal["entailed", "possible", "all-but-excluded"]
"""Which events are in the answer: those of which the annotation entails it; also those of which it
leaves it open; also those that are not annotated at all."""

Reason = Literal["yes", "no", "unknown", "not annotated", "anchor", "reality", "anchor itself"]


@dataclass(frozen=True, slots=True)
class EventVerdict:
    """Whether an event is in the answer, and the reason: what the graph answers, that the event or
    the question's anchor is not annotated, or that the event is not of the kind asked for."""

    event: Span
    entity: str | None
    chosen: bool
    reason: Reason


@dataclass(frozen=True, slots=True)
class AnsweredTorque:
    """A question about an ``aligned`` passage with its answer by the ``graph`` of the document.
    ``asked`` is ``None`` where the question was not understood; ``anchor`` is the event of the
    passage that it is about, and ``anchor_entity`` its id, both ``None`` where there is none; the
    creation time has only the id. ``wanted`` are the relations to the anchor that the question
    asks for."""

    aligned: AlignedPassage
    graph: TimeGraph
    question: TorqueQuestion
    asked: Asked | None
    anchor: Span | None = None
    anchor_entity: str | None = None
    events: tuple[EventVerdict, ...] = ()
    wanted: AllenSet = field(default_factory=AllenSet)

    @property
    def answer(self) -> frozenset[Span]:
        """The events of the answer."""
        return frozenset(verdict.event for verdict in self.events if verdict.chosen)


@cache
def relations_asked(
    order: Order, side: Side | None, anchor_side: Side | None, reading: TorqueReading
) -> AllenSet:
    """The Allen relations of an event to the anchor that a question asks for.

    ``side`` and ``anchor_side`` are the points that the question names. Where it names none,
    ``reading`` decides: the starts of both for ``starts``; for ``intervals`` the end of what is
    before and the start of what is after. Overlap: each starts before the other ends.
    """
    if order == "overlap":
        return AllenSet(r for r in Allen if r.signs[1] < 0 < r.signs[2])
    strict = reading == "starts" or side is not None
    first: Side = side or ("end" if reading == "intervals" and order == "before" else "start")
    other: Side = anchor_side or ("end" if reading == "intervals" and order == "after" else "start")
    pair = 2 * (first == "end") + (other == "end")
    sign = -1 if order == "before" else 1
    return AllenSet(
        r for r in Allen if r.signs[pair] == sign or (not strict and r.signs[pair] == 0)
    )


def answer_passages(
    passages: Iterable[AlignedPassage],
    *,
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    reading: TorqueReading = "starts",
    policy: TorquePolicy = "entailed",
) -> Iterator[AnsweredTorque]:
    """The answers to all questions of the passages, in their order. The graph of a document is made
    once, as ``interpretation`` says."""
    graphs: dict[int, TimeGraph] = {}
    for aligned in passages:
        graph = graphs.get(id(aligned.document))
        if graph is None:
            graph = graphs[id(aligned.document)] = build(aligned.document, interpretation)
        for question in aligned.passage.questions:
            yield _answer(aligned, question, graph, reading, policy)


def _answer(
    aligned: AlignedPassage,
    question: TorqueQuestion,
    graph: TimeGraph,
    reading: TorqueReading,
    policy: TorquePolicy,
) -> AnsweredTorque:
    try:
        asked = parse_torque_question(question.text)
    except NotUnderstood:
        return AnsweredTorque(aligned, graph, question, None)
    anchor, entity, anchor_side = None, None, asked.anchor_side
    if asked.anchor is None:
        dct = aligned.document.dct
        entity = None if dct is None else dct.tid
    else:
        anchor, anchor_side = find_anchor(asked.anchor, aligned.passage)
        entity = None if anchor is None else aligned.entities.get(anchor)
    relations = relations_asked(asked.order, asked.side, anchor_side, reading)
    verdicts = []
    for event in aligned.passage.events:
        instance = aligned.entities.get(event)
        reason = _reason(graph, aligned.document, asked, relations, instance, entity)
        if event == anchor:
            reason = "anchor itself"
        is_answer = reason == "yes" or (policy != "entailed" and reason == "unknown")
        if policy == "all-but-excluded":
            is_answer = reason not in ("no", "reality", "anchor itself")
        verdicts.append(EventVerdict(event, instance, is_answer, reason))
    return AnsweredTorque(
        aligned, graph, question, asked, anchor, entity, tuple(verdicts), relations
    )


def _reason(
    graph: TimeGraph,
    document: Document,
    asked: Asked,
    wanted: AllenSet,
    entity: str | None,
    anchor: str | None,
) -> Reason:
    """Why an event is in the answer or not. What did not happen has negative polarity; other
    questions take any event: TORQUE's annotators list negated and modal events among those that
    happened."""
    if entity is None:
        return "not annotated"
    event = document.entity(entity) if asked.negated else None
    instances = event.instances if isinstance(event, Event) else ()
    if asked.negated and not any(i.eiid == entity and i.polarity == "NEG" for i in instances):
        return "reality"
    if anchor is None:
        return "anchor"
    answer = graph.ask(entity, wanted, anchor, missing="unknown")
    return "unknown" if answer is Answer.UNKNOWN else "yes" if answer is Answer.YES else "no"
