"""Question sets of several sources as one kit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import timeml
from timegraph.documents.build import label_for, relation_for
from timegraph.qa import Kind, Question, QuestionSet, SetQuestion
from timegraph.qa.question_sets import SOURCE, SourceTable, source_field, source_table, sources_of
from timegraph.task.submissions import kit_files
from timeml import Collection, Document, Event, RelType, Timex3, align_ids

# Key documents of the same text as one, aligned by position.


_AROUND = 30
"""Characters of the texts that are shown before and after their first difference."""

S = TypeVar("S", Event, Timex3)


class MergeError(ValueError):
    """Sets that cannot be merged; the message names the document, and says why and what to do."""


_Meaning = Callable[[str], str | None]
"""The id in a merged document of what an id in a question about one of its sources means."""


def add_key(first: Document, other: Document, name: str) -> tuple[Document, _Meaning]:
    """Both documents, which are called ``name``, as one, with all ids that the first had and fresh
    ones for what only the other marks; and what ids of the other mean in it.

    Annotations of the other that are on the same words as those of the first are the same, be
    their ids what they may (:func:`timeml.align_ids`); all others within the text are added.

    Raises :class:`MergeError` if the texts differ in more than white space, or if annotations
    overlap without one lying in the other.
    """
    places = _same_places(other.text, first.text, name)
    alignment = align_ids(system=other, key=first)
    aligned = alignment.document
    merged = first
    if more := [*_events(first, aligned, places)]:
        by_id = {event.eid: event for event in more}
        events = [by_id.pop(event.eid, event) for event in first.events] + list(by_id.values())
        merged = replace(merged, events=tuple(sorted(events, key=_place)))
    if timexes := [*_timexes(first, aligned, places)]:
        in_text = [timex for timex in first.timexes if timex is not first.dct]
        dct = first.timexes[: len(first.timexes) - len(in_text)]
        merged = replace(merged, timexes=(*dct, *sorted([*in_text, *timexes], key=_place)))
    _check_nesting(merged, name)

    def meaning(id: str) -> str | None:
        entity = other.resolve(id)
        return None if entity is None else alignment.renamed.get(entity)

    return merged, meaning


_Places = tuple[list[int], list[int]]
"""Where each character that is not white space stands in the other and in the first text."""


def _events(first: Document, aligned: Document, places: _Places) -> Iterator[Event]:
    """The events that only the other document has, and those of the first with its instances."""
    by_id = {event.eid: event for event in first.events}
    for event in aligned.events:
        mine = by_id.get(event.eid)
        if mine is None:
            if event.start is not None:
                yield _moved(event, places)
        elif (whole := _with_instances(mine, event)) != mine:
            yield whole


def _timexes(first: Document, aligned: Document, places: _Places) -> Iterator[Timex3]:
    """The timexes within the text that only the other document has."""
    ids = {timex.tid for timex in first.timexes}
    for timex in aligned.timexes:
        if timex.tid not in ids and timex.start is not None:
            yield _moved(timex, places)


def _with_instances(mine: Event, event: Event) -> Event:
    """The event with the instances that only the other document has, aligned by their order."""
    more = event.instances[len(mine.instances) :]
    if not more or (not mine.instances and len(event.instances) == 1):
        return mine  # an event without instance is its own only one
    return replace(mine, instances=(*mine.instances, *more))


def _place(annotation: Event | Timex3) -> tuple[int, int]:
    """Text order; what stands outside the text comes first, where it was."""
    if annotation.start is None or annotation.end is None:
        return -1, 0
    return annotation.start, -annotation.end


def _moved(annotation: S, places: _Places) -> S:
    """An annotation of the other text at the same words of the first."""
    start, end = annotation.start, annotation.end
    assert start is not None
    assert end is not None
    theirs, ours = places
    inside = [k for k, place in enumerate(theirs) if start <= place < end]
    if not inside:  # it stands on no words: put it before the word that follows
        after = next((k for k, place in enumerate(theirs) if place >= end), None)
        place = (ours[-1] + 1 if ours else 0) if after is None else ours[after]
        return replace(annotation, start=place, end=place)
    return replace(annotation, start=ours[inside[0]], end=ours[inside[-1]] + 1)


def _same_places(other: str, first: str, name: str) -> _Places:
    """The places of the characters that both texts share: all that are not white space."""
    theirs = [k for k, character in enumerate(other) if not character.isspace()]
    ours = [k for k, character in enumerate(first) if not character.isspace()]
    if "".join(first.split()) == "".join(other.split()):
        return theirs, ours
    both = zip(theirs, ours, strict=False)
    at = next(
        (k for k, (x, y) in enumerate(both) if other[x] != first[y]), min(len(theirs), len(ours))
    )
    raise MergeError(
        f"{name}: two different texts have this name; the first has {_excerpt(first, ours, at)}, "
        f"the other {_excerpt(other, theirs, at)}. Give one of them another name"
    )


def _excerpt(text: str, places: list[int], at: int) -> str:
    ends = at == len(places)
    place = len(text) if ends else places[at]
    shown = " ".join(text[max(0, place - _AROUND) : place + _AROUND].split())
    before = "..." if place > _AROUND else ""
    after = "..." if place + _AROUND < len(text) else ""
    return f'"{before}{shown}{after}"{" and ends" if ends else ""}'


def _check_nesting(document: Document, name: str) -> None:
    every: tuple[Event | Timex3, ...] = (*document.events, *document.timexes)
    spans = [
        (annotation.start, annotation.end, annotation)
        for annotation in every
        if annotation.start is not None and annotation.end is not None
    ]
    open_spans: list[tuple[int, Event | Timex3]] = []
    for start, end, annotation in sorted(spans, key=lambda span: (span[0], -span[1])):
        while open_spans and open_spans[-1][0] <= start:
            open_spans.pop()
        if open_spans and open_spans[-1][0] < end:
            outer = open_spans[-1][1]
            raise MergeError(
                f'{name}: the sets mark "{" ".join(outer.text.split())}" and '
                f'"{" ".join(annotation.text.split())}", which overlap without one lying in the '
                "other; mark the same words in both"
            )
        open_spans.append((end, annotation))


# Merging question sets: equal questions once with all their sources, different answers never.


@dataclass(frozen=True)
class Contribution:
    """A question set and its key, by the source ``name``; ``path`` names the set in messages.
    ``table`` has sources of its own that stand next to the set."""

    name: str
    path: str
    questions: QuestionSet
    key: Collection
    table: SourceTable = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MergedQuestion:
    """A question of the merged set, with the ids of its key. ``extra`` are the fields after the
    answer that a question had before, without sources."""

    number: str
    document: str
    query: str
    text: str
    fields: tuple[str, ...]
    sources: tuple[str, ...]
    kind: Kind

    @property
    def in_table(self) -> bool:
        """Whether its sources stand in the table, since its further fields say something else."""
        return self.kind is not Kind.IS or len(self.fields) != 1

    @property
    def line(self) -> str:
        """The line of the set."""
        more = self.fields if self.in_table else (*self.fields, source_field(self.sources))
        return "|".join((self.number, self.document, self.query, self.text, *more))


@dataclass(frozen=True, slots=True)
class Conflict:
    """A question that sources answer differently: none is kept."""

    document: str
    query: str
    answers: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        said = "; ".join(f"{name}: {answer}" for name, answer in self.answers)
        return f"{self.document}: {self.query}: {said}; none is kept"


@dataclass(frozen=True)
class Merged:
    """The merged set: its questions, its key documents as files, and the questions that sources
    answer differently."""

    questions: tuple[MergedQuestion, ...]
    keys: Mapping[str, bytes]
    conflicts: tuple[Conflict, ...]

    @property
    def files(self) -> dict[str, bytes]:
        """The kit, by relative path."""
        files = kit_files((question.line for question in self.questions), self.keys)
        rows = [(q.number, q.document, q.sources) for q in self.questions if q.in_table]
        if rows:
            files["eval-questions/sources.tsv"] = source_table(rows).encode()
        return files


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question of a contribution with the ids of the merged key."""

    source: str
    first: bool
    document: _Placed
    question: SetQuestion
    asked: Question
    entities: tuple[str, ...]
    expected: tuple[str, ...]
    sources: tuple[str, ...]


_Key = tuple[str, Kind, object, tuple[str, ...]]


def merge_sets(
    contributions: Sequence[Contribution],
    *,
    progress: Callable[[str], object] | None = None,
) -> Merged:
    """All questions as one set, with the key documents that they need.

    The ids and the numbers of the first contribution stay; what the others add is numbered on.
    Two questions are equal if they are about the same entities by their place in the text and ask
    for the same relation, or one for the converse. Equal questions keep all their sources. Where
    sources answer equal ones differently, none stays.

    ``progress`` is called with the name of each key document that is in.

    Raises :class:`MergeError` for two different texts of one name, for documents that a key lacks
    and for ids that it does not have.
    """
    keys = _Keys()
    placed = [keys.add(contribution, progress) for contribution in contributions]
    asked = [
        _mapped(contribution, question, documents[question.document], first=place == 0)
        for place, (contribution, documents) in enumerate(zip(contributions, placed, strict=True))
        for question in contribution.questions.questions
    ]
    groups: dict[_Key, list[_Asked]] = {}
    for question in asked:
        groups.setdefault(_key(question), []).append(question)
    kept: list[tuple[_Asked, tuple[str, ...]]] = []
    conflicts: list[Conflict] = []
    for group in groups.values():
        entries, conflict = _chosen(group)
        if conflict is not None:
            conflicts.append(conflict)
        kept += [(entry, _sources(entry, group)) for entry in entries]
    order = {id(question): place for place, question in enumerate(asked)}
    kept.sort(key=lambda group: order[id(group[0])])
    return Merged(tuple(_numbered(kept, contributions[0])), keys.files(), tuple(conflicts))


@dataclass(frozen=True, slots=True)
class _Placed:
    """A document that a contribution asks about: its file in the merged kit, how questions spell
    it, and what their ids mean in the merged document, once all contributions are in."""

    file: str
    spelt: str
    meaning: _Meaning


class _Keys:
    """The key documents so far, by the name of their file in the merged kit."""

    def __init__(self) -> None:
        self._documents: dict[str, Document] = {}
        self._data: dict[str, bytes] = {}
        self._spelt: dict[str, str] = {}
        self._collections: list[tuple[Collection, dict[str, str]]] = []

    def add(
        self, contribution: Contribution, progress: Callable[[str], object] | None
    ) -> dict[str, _Placed]:
        """Add the key of a contribution; what each document is that its questions name."""
        names: dict[str, str] = {}
        ids: dict[str, _Meaning] = {}
        for file in contribution.key.names:
            document = contribution.key.read(file)
            name = self._known(file)
            if name is None:
                name = file
                self._documents[name] = document
                self._data[name] = contribution.key.bytes(file)
                ids[file] = document.resolve
            else:
                ids[file] = self._join(name, document)
            names[file] = name
            if progress is not None:
                progress(file)
        self._collections.append((contribution.key, names))
        placed = {}
        for asked in contribution.questions.documents:
            match = contribution.key.match(asked)
            if match is None:
                raise MergeError(
                    f"{contribution.path}: {contribution.key.path} has no document {asked}"
                )
            spelt = self._spelt.setdefault(names[match], asked)
            placed[asked] = _Placed(names[match], spelt, self._merged(names[match], ids[match]))
        return placed

    def _known(self, file: str) -> str | None:
        for collection, names in self._collections:
            match = collection.match(file)
            if match is not None:
                return names[match]
        return None

    def _join(self, name: str, document: Document) -> _Meaning:
        before = self._documents[name]
        merged, meaning = add_key(before, document, name)
        if merged != before:
            self._documents[name] = merged
            self._data[name] = timeml.write(merged)
        return meaning

    def _merged(self, name: str, ids: _Meaning) -> _Meaning:
        def meaning(id: str) -> str | None:
            new = ids(id)
            return None if new is None else self._documents[name].resolve(new)

        return meaning

    def files(self) -> dict[str, bytes]:
        """The key documents; those that nothing was added to as their first source has them."""
        return dict(sorted(self._data.items()))


def _mapped(
    contribution: Contribution,
    question: SetQuestion,
    document: _Placed,
    *,
    first: bool,
) -> _Asked:
    asked, meaning = question.question, document.meaning
    where = f"{contribution.path}:{question.line}"
    if asked is None:
        raise MergeError(f"{where}: {question.problem}")

    def entity(id: str) -> str:
        aligned = id if id in asked.dates and meaning(id) is None else meaning(id)
        if aligned is None:
            raise MergeError(f"{where}: question {question.number}: {document.file} has no {id}")
        return aligned

    entities = tuple(map(entity, asked.args))
    expected: tuple[str, ...] = ()
    if asked.kind is not Kind.IS:
        # What is expected may also be words for people, as the answers to WHEN questions are.
        expected = tuple(meaning(item) or item for item in question.rest)
    sources = sources_of(question, contribution.table) or (contribution.name,)
    return _Asked(contribution.name, first, document, question, asked, entities, expected, sources)


def _key(entry: _Asked) -> _Key:
    relation = entry.asked.relation
    if isinstance(relation, RelType) and entry.entities[0] > entry.entities[1]:
        return entry.document.file, entry.asked.kind, _converse(relation), entry.entities[::-1]
    return entry.document.file, entry.asked.kind, relation, entry.entities


def _converse(relation: RelType) -> RelType:
    if relation is RelType.IDENTITY:
        return relation
    if relation in (RelType.DURING, RelType.DURING_INV):
        return RelType.DURING_INV if relation is RelType.DURING else RelType.DURING
    return label_for(relation_for(relation).converse)


def _answer(entry: _Asked) -> tuple[str, ...]:
    """What a question expects; nothing if it has no answer."""
    if entry.asked.kind is Kind.IS:
        return (entry.question.expected.lower(),) if entry.question.expected else ()
    return tuple(sorted(entry.expected)) if entry.asked.kind is Kind.LIST else entry.expected


def _chosen(group: list[_Asked]) -> tuple[list[_Asked], Conflict | None]:
    """Of equal questions those that stay: all that the first source has, if the sources agree."""
    answers: dict[str, set[tuple[str, ...]]] = {}
    for entry in group:
        given = answers.setdefault(entry.source, set())
        if _answer(entry):
            given.add(_answer(entry))
    said = [given for given in answers.values() if given]
    if all(given == said[0] for given in said):
        # A source without an answer leaves the question to one that has it.
        best = next((entry.source for entry in group if _answer(entry)), group[0].source)
        return [entry for entry in group if entry.source == best], None
    named = tuple(
        (name, " and ".join(sorted(", ".join(answer) for answer in given)))
        for name, given in answers.items()
        if given
    )
    return [], Conflict(group[0].document.spelt, group[0].question.query, named)


def _sources(entry: _Asked, group: Iterable[_Asked]) -> tuple[str, ...]:
    """All sources of a question: of those equal to it with its answer or none."""
    agreeing = (other for other in group if _answer(other) in ((), _answer(entry)))
    return tuple(dict.fromkeys(name for other in agreeing for name in other.sources))


def _numbered(
    kept: Sequence[tuple[_Asked, tuple[str, ...]]], first: Contribution
) -> Iterable[MergedQuestion]:
    numbers = [question.number for question in first.questions.questions]
    last = max((int(number) for number in numbers if number.isdecimal()), default=0)
    for entry, sources in kept:
        question = entry.question
        number, query, rest = question.number, question.query, question.rest
        if not entry.first:
            last += 1
            number = str(last)
            query = str(Question(entry.asked.kind, entry.asked.relation, entry.entities))
            rest = entry.expected if entry.asked.kind is not Kind.IS else rest
        document = question.document if entry.first else entry.document.spelt
        if entry.asked.kind is Kind.IS and len(rest) == 2 and SOURCE.fullmatch(rest[1]):
            rest = rest[:1]
        yield MergedQuestion(
            number, document, query, question.text, rest, sources, entry.asked.kind
        )
