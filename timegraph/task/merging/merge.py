"""Merging question sets: equal questions once with all their sources, different answers never."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import timeml
from timegraph.documents.build import label_for, relation_for
from timegraph.qa import Kind, Question, QuestionSet, SetQuestion
from timegraph.qa.sources import SOURCE, SourceTable, source_field, source_table, sources_of
from timegraph.task.kits import kit_files
from timegraph.task.merging.keys import MergeError, add_key
from timeml import Collection, Document, RelType

__all__ = ["Conflict", "Contribution", "Merged", "MergedQuestion", "merge_sets"]


@dataclass(frozen=True)
class Contribution:
    """A question set and its key, by the source ``name``; ``path`` names the set in messages.
    ``table`` has sources of its own that stand beside the set."""

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
    """A question that sources answer differently; ``kept`` is the source whose answer stays,
    ``None`` if none does."""

    document: str
    query: str
    answers: tuple[tuple[str, str], ...]
    kept: str | None

    def __str__(self) -> str:
        said = "; ".join(f"{name}: {answer}" for name, answer in self.answers)
        outcome = "none is kept" if self.kept is None else f"the answer of {self.kept} is kept"
        return f"{self.document}: {self.query}: {said}; {outcome}"


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
    prefer: str | None = None,
    progress: Callable[[str], object] | None = None,
) -> Merged:
    """All questions as one set, with the key documents that they need.

    The ids and the numbers of the first contribution stay; what the others add is numbered on.
    Two questions are equal if they are about the same entities by their place in the text and ask
    for the same relation, or one for the converse. Equal questions keep all their sources. Where
    sources answer equal ones differently, none stays, or those of the source ``prefer``.

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
        entries, conflict = _chosen(group, prefer)
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
    meaning: Callable[[str], str | None]


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
        ids: dict[str, Callable[[str], str | None]] = {}
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

    def _join(self, name: str, document: Document) -> Callable[[str], str | None]:
        before = self._documents[name]
        added = add_key(before, document, name)
        if added.document != before:
            self._documents[name] = added.document
            self._data[name] = timeml.write(added.document)
        return added.meaning

    def _merged(self, name: str, ids: Callable[[str], str | None]) -> Callable[[str], str | None]:
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


def _chosen(group: list[_Asked], prefer: str | None) -> tuple[list[_Asked], Conflict | None]:
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
    kept = prefer if prefer is not None and answers.get(prefer) else None
    named = tuple(
        (name, " and ".join(sorted(", ".join(answer) for answer in given)))
        for name, given in answers.items()
        if given
    )
    conflict = Conflict(group[0].document.spelt, group[0].question.query, named, kept)
    return [entry for entry in group if entry.source == kept], conflict


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
