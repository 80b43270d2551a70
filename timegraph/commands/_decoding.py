"""What ``timegraph decode`` reads, and what it prints."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from timegraph.commands.shared.command import BadUsage, Bundle
from timegraph.commands.shared.named_documents import (
    check_merged,
    check_name,
    named_documents,
    write_files,
)
from timegraph.commands.shared.options import choice_option, path_option
from timegraph.corpus import Item
from timegraph.corpus.runner import ARCHIVES
from timegraph.decoding.candidates import Candidate, CandidateError, candidates_of
from timegraph.labels import SchemeError
from timegraph.report import Column, Report, Table
from timegraph.scoring.agreement.compare import decoded_document, shared_names, texts_of
from timegraph.scoring.run import open_systems, system_names
from timeml import Document, Event, TimeMLError
from timeml.readers.formats import begins_as
from timeml.readers.records import BrokenLine, records
from timeml.writers import FORMATS, FormatName, write_as

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from timegraph.commands.shared.corpus_options import Chosen
    from timegraph.commands.shared.terminal import Messages
    from timegraph.decoding.decoder import Decoded
    from timegraph.labels import Scheme
    from timeml import Collection


# Files of votes or scores: objects of JSON, or tables.


_DOCUMENTS = (*ARCHIVES, ".tml", ".xml")


def are_votes(path: Path) -> bool:
    """Whether there is a file that begins like none of the formats of documents."""
    if str(path) == "-":
        return True
    if not path.is_file() or path.name.lower().endswith(_DOCUMENTS):
        return False
    return path.name.lower().endswith(".jsonl") or begins_as(path) is None


def candidates_in(paths: Sequence[Path], scheme: Scheme) -> Iterator[Candidate]:
    """What the files say, document by document; of one file as it is read. Of several files each is
    a source, and all are in memory. Raises :class:`BadUsage` for a line that cannot be used, and
    :class:`DocumentsError` for a file that is given twice."""
    if len(paths) == 1:
        return _candidates(paths[0], scheme, None)
    documents: dict[Hashable, list[Candidate]] = {}
    for path, source in zip(paths, system_names(paths, called="voter"), strict=True):
        for candidate in _candidates(path, scheme, source):
            documents.setdefault(candidate.document, []).append(candidate)
    return chain.from_iterable(documents.values())


def _candidates(path: Path, scheme: Scheme, source: str | None) -> Iterator[Candidate]:
    stdin = str(path) == "-"
    with nullcontext(sys.stdin) if stdin else path.open(encoding="utf-8-sig") as lines:
        try:
            for line, row in records(lines):
                yield from _of_row(row, f"{path}:{line}", scheme, source)
        except UnicodeDecodeError:
            raise BadUsage(f"{path}: is not UTF-8; save it as UTF-8") from None
        except TimeMLError as error:
            raise BadUsage(f"{path}:{error.line}: {error.message}") from None


def _of_row(row: Any, place: str, scheme: Scheme, source: str | None) -> list[Candidate]:
    if not isinstance(row, dict):
        wrong = (
            row.message if isinstance(row, BrokenLine) else "is not an object with a, b and weights"
        )
        raise BadUsage(f"{place}: {wrong}")
    if source is not None:
        row.setdefault("source", source)
    try:
        return list(candidates_of([row], scheme, called="the line"))
    except (CandidateError, SchemeError) as error:
        raise BadUsage(f"{place}: {error}") from None


# Annotations of the same texts that several voters made, opened as the user names them.


@dataclass(frozen=True, slots=True)
class Voters:
    """The texts that ``names`` annotated, each with the sources of all in this order, read when
    their turn comes; not ``complete`` if some voter has none that can be used."""

    names: tuple[str, ...]
    texts: Iterable[Item]
    complete: bool = True


def open_voters(paths: Sequence[Path], corpus: Chosen, messages: Messages) -> Voters:
    """The voters: folders, archives or files of documents, which belong together by their names;
    or files of one document each, which are annotations of one text. Raises as
    :func:`open_annotators`."""
    single = _single_files(paths, corpus)
    if single is not None:
        return Voters(tuple(system_names(paths, called="voter")), (single,))
    collections, complete = open_annotators(paths, corpus, messages, "voter")
    texts = (texts_of(name, own, collections) for name, own in shared_names(collections))
    return Voters(tuple(collections), texts, complete)


def _single_files(paths: Sequence[Path], corpus: Chosen) -> Item | None:
    """The text of which each path is the only document; ``None`` if they are something else."""
    if not all(path.is_file() and not path.name.lower().endswith(ARCHIVES) for path in paths):
        return None
    found = []
    for path in paths:
        documents, unusable = named_documents([str(path)], corpus)
        if len(documents) != 1 or unusable:
            return None
        found += documents
    names = {document.name for document in found}  # "" in TimeML, where the file has the name
    if len(names) > 1:
        return None
    return Item(names.pop() or paths[0].name, tuple(document.load() for document in found))


def open_annotators(
    paths: Sequence[Path], corpus: Chosen, messages: Messages, called: str, unused: str = "not used"
) -> tuple[dict[str, Collection], bool]:
    """The chosen documents of each annotator by name, and whether all could be opened. ``called``
    is what messages call an annotator, ``unused`` what they say of one who has no documents.
    Raises :class:`BadUsage` for a document that is wanted and not there, and
    :class:`DocumentsError` if nobody has any."""
    opened = open_systems(paths, format=corpus.format, called=called)
    for remark in opened.remarks:
        messages.warn(remark)
    for unusable in opened.unusable:
        messages.warn(f"{unusable.name}: {unused}: {unusable.reason}")
    collections = {}
    for name, collection in opened.collections.items():
        if corpus.names is not None:
            collection = collection.restricted(corpus.available(collection.names))
        collections[name] = corpus.of(collection, name)
    if corpus.names is not None:
        corpus.pick(sorted({name for texts in collections.values() for name in texts.names}))
    return collections, not opened.unusable


# What decoding gave, as a report: a row for each document, and what was given up.


_COUNTED = ("pairs", "value", "bound", "loss", "overruled")
_COLUMNS = (
    Column("document", kind="key"),
    *(Column(name) for name in _COUNTED),
    Column("gap"),
)
_LABELS = (Column("document", kind="key"), Column("a"), Column("label"), Column("b"))


class _Text(NamedTuple):
    """What is kept of a result; there may be millions of them."""

    document: str | None
    pairs: int
    value: int | float
    bound: int | float
    loss: int | float
    overruled: int
    gap: float
    optimal: bool
    labels: tuple[tuple[str, str, str], ...]
    why: tuple[str, ...] | None

    def record(self) -> dict[str, Any]:
        """As an object of JSON."""
        record = self._asdict()
        record["labels"] = [{"a": a, "label": label, "b": b} for a, label, b in self.labels]
        if self.why is None:
            del record["why"]
        else:
            record["why"] = list(self.why)
        return record


@dataclass(slots=True)
class Results:
    """The results so far, with ``why`` also the reason why a label was given up; text names
    ``most`` of these (0: all). Only a report for programs is ``complete``, with all labels."""

    why: bool
    most: int
    complete: bool = False
    optimal: bool = True
    texts: list[_Text] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    more: int = 0

    def add(self, document: Hashable, decoded: Decoded) -> None:
        """One more document."""
        self.optimal = self.optimal and decoded.optimal
        outvoted: tuple[object, ...] = decoded.overruled if self.why else decoded.outvoted
        room = self.most - len(self.given_up) if self.most else len(outvoted)
        head = "" if document is None else f"{document}: "
        self.given_up += [f"{head}{pair}" for pair in outvoted[:room]]
        self.more += max(len(outvoted) - room, 0)
        labels: tuple[tuple[str, str, str], ...] = ()
        if self.complete:
            labels = tuple((str(a), label, str(b)) for (a, b), label in decoded.labels.items())
        self.texts.append(
            _Text(
                None if document is None else str(document), len(decoded.labels),
                _number(decoded.value), _number(decoded.bound), _number(decoded.loss),
                len(decoded.outvoted), decoded.gap, decoded.optimal, labels,
                tuple(map(str, outvoted)) if self.why and self.complete else None,
            )
        )  # fmt: skip

    def report(self) -> Report:
        """The report."""
        more = [f"and {self.more:,} more (--max 0 names all)"] if self.more else []
        heading = [*self.given_up, *more]
        rows = tuple(
            (text.document, *(getattr(text, name) for name in _COUNTED), _share(text.gap))
            for text in self.texts
        )
        labels = tuple((text.document, *row) for text in self.texts for row in text.labels)
        records = [text.record() for text in self.texts] if self.complete else []
        return Report(
            [Table(_COLUMNS, rows, name="documents")],
            {"documents": records},
            rows=[Table(_LABELS, labels, name="labels")],
            heading=[*heading, ""] if heading else [],
        )


def _number(weight: Any) -> int | float:
    return weight if isinstance(weight, int) else float(weight)


def _share(gap: float) -> str:
    return "none" if gap == 0 else f"{gap:.2%}"


# The option ``--merged`` of ``timegraph decode``: documents with the links that were chosen.


@dataclass(frozen=True, slots=True)
class Written:
    """The folder for the documents (``None``: none are written), their format, and the documents
    so far by the names of their files."""

    folder: Path | None = None
    target: FormatName = "timeml"
    documents: dict[str, Document] = field(default_factory=dict, repr=False)

    def check(self, annotators: Sequence[Path], texts: str | None = None) -> None:
        """Raise :class:`BadUsage` if nothing can be written there, before a long run."""
        if self.folder is not None:
            check_merged(self.folder, annotators, texts)
        elif self.target != "timeml":
            raise BadUsage(f"--to {self.target} goes with --merged DIR")

    def add(self, name: str, document: Document) -> None:
        """One more document."""
        if self.folder is None:
            return
        check_name(name)
        file = name.replace("#", "-")
        file = file[: -len(".tml")] if file.lower().endswith(".tml") else file
        if self.documents.setdefault(file, document) is not document:
            raise BadUsage(f"two documents would both be called {file}")

    def add_votes(
        self, name: Hashable, decoded: Decoded, scheme: Scheme, texts: Collection | None
    ) -> None:
        """What votes without a document decode to: in the document of this name among the
        ``texts``, or in a document that has nothing but what they name."""
        if self.folder is None:
            return
        called = "votes" if name is None else str(name)
        entities = dict.fromkeys(str(entity) for pair in decoded.labels for entity in pair)
        if texts is None:
            events = tuple(Event(entity, None, None, None, entity) for entity in entities)
            base = Document(docid=called, name=called, events=events)
        else:
            base = _text(called, texts, entities)
        self.add(called, decoded_document(base, decoded, scheme))

    def write(self, messages: Messages) -> bool:
        """Write the files, and say what their format cannot represent; whether that is nothing."""
        if self.folder is None:
            return True
        try:
            files, losses = write_as(self.target, self.documents)
        except ValueError as error:
            raise BadUsage(f"cannot be written as {self.target}: {error}") from None
        write_files(self.folder, files)
        number = f"{len(files)} file{'s' * (len(files) != 1)}"
        messages.warn(f"{self.folder}: {number} written")
        messages.losses(losses, self.target)
        return not losses


def _text(name: str, texts: Collection, entities: Iterable[str]) -> Document:
    found = texts.match(name)
    if found is None:
        raise BadUsage(f"--texts {texts.path}: has no document {name}")
    document = texts.read(found)
    missing = next((entity for entity in entities if entity not in document.entities), None)
    if missing is not None:
        raise BadUsage(f"--texts {texts.path}: {found} has no entity {missing}, which votes name")
    return document


written_options = Bundle(
    "written",
    (
        path_option(
            "--merged DIR",
            "Write the documents with the chosen links into DIR; of votes, those of --texts.",
            called="folder",
        ),
        choice_option(
            "--to FORMAT",
            list(FORMATS),
            "The format of these documents, one that `timegraph formats` lists as written.",
            called="target",
            default="timeml",
        ),
    ),
    Written,
)
