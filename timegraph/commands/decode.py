"""``timegraph decode``: the consistent annotation of greatest weight."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from timegraph._wording import counted
from timegraph.commands.shared.command import BadUsage, Bundle, Call, command_with
from timegraph.commands.shared.corpus_options import Chosen, corpus_options, open_annotators
from timegraph.commands.shared.named_documents import (
    check_merged,
    check_name,
    named_documents,
    open_workers,
    write_files,
)
from timegraph.commands.shared.options import (
    align_options,
    choice_option,
    interpretation_options,
    most_option,
    of_call,
    option,
    path_argument,
    path_option,
    switch,
)
from timegraph.commands.shared.terminal import Messages, listing, progress
from timegraph.corpus import Item
from timegraph.corpus.runner import ARCHIVES
from timegraph.decoding import MODES, CandidateError, Mode, decode_documents
from timegraph.decoding.candidates import Candidate, candidates_in
from timegraph.labels import Scheme
from timegraph.options import CHOICES, Interpretation
from timegraph.report import Column, Report, Table
from timegraph.report.formats import RECORD_FORMATS
from timegraph.scoring import Notice
from timegraph.scoring.agreement.compare import Votes, decoded_document, shared_names, texts_of
from timegraph.scoring.agreement.measure import DecodedText, decode_texts
from timegraph.scoring.run import system_names
from timegraph.scoring.signature import faulty
from timeml import Document, Event, TimeMLError
from timeml.document import stem
from timeml.normalize import AlignBy
from timeml.readers.formats import begins_as
from timeml.readers.records import records
from timeml.readers.statement_lines import rows_of
from timeml.writers import FORMATS, FormatName, write_as

if TYPE_CHECKING:
    from timegraph.decoding.decoder import Decoded
    from timegraph.report import Cell
    from timeml import Collection

_EPILOG = """\b
Examples (from the project root):
  timegraph decode examples/decoding/votes.jsonl --labels matres
  timegraph decode examples/decoding/votes.jsonl --labels matres \\
      --mode links --why
  timegraph decode examples/agreement/ada examples/agreement/ben
  timegraph decode examples/agreement/* --merged best  # a folder

VOTES.jsonl has a line of JSON for each pair, those of a document in a row: {"document": "d", "a":
"e1", "b": "e2", "weights": {"BEFORE": 4, "AFTER": 1}}; or for each candidate, with "label",
"weight" and, if you like, "source". Of several files each is a source. Documents of one name are
annotations of one text, and so are files of one document each. Each of their links is a vote, or
weighs what its attribute weight says. docs/decoding.md says more.

Exit code 0: proven to be the best; 1: the time was up for some document, whose result may not be
the best (its gap is printed), an annotation is missing or cannot be read, or the format of --to
cannot represent all of the documents; 2: bad usage.
"""


# Files of votes or scores: objects of JSON, or tables.


_DOCUMENTS = (*ARCHIVES, ".tml", ".xml")


def are_votes(path: Path) -> bool:
    """Whether there is a file that begins like none of the formats of documents."""
    if str(path) == "-":
        return True
    if not path.is_file() or path.name.lower().endswith(_DOCUMENTS):
        return False
    if path.name.lower().endswith(".jsonl"):
        return True
    begins = begins_as(path)
    return begins is None or (begins == "statements" and _weighed(path))


def _weighed(path: Path) -> bool:
    """Whether the first statement of a file has a weight: it is a vote, whatever its columns."""
    with path.open(encoding="utf-8-sig") as lines:
        try:
            _, first = next(records(lines), (0, None))
        except ValueError:
            return False
    return isinstance(first, dict) and not {"weight", "weights"}.isdisjoint(first)


def votes_in(paths: Sequence[Path], scheme: Scheme) -> Iterator[Candidate]:
    """What the files say, document by document; of one file as it is read. Of several files each is
    a source, and all are in memory. Raises :class:`BadUsage` for lines that cannot be used, and
    :class:`DocumentsError` for a file that is given twice."""
    if len(paths) == 1:
        return _candidates(paths[0], scheme, None)
    documents: dict[Hashable, list[Candidate]] = {}
    for path, source in zip(paths, system_names(paths, called="voter"), strict=True):
        for candidate in _candidates(path, scheme, source):
            documents.setdefault(candidate.document, []).append(candidate)
    return chain.from_iterable(documents.values())


def _candidates(path: Path, scheme: Scheme, source: str | None) -> Iterator[Candidate]:
    with nullcontext(sys.stdin) if str(path) == "-" else path.open(encoding="utf-8-sig") as lines:
        try:
            for row in rows_of(lines, "json", str(path), partial(_voted, scheme, source)):
                yield from row.data
        except TimeMLError as error:
            raise BadUsage(str(error)) from None


def _voted(scheme: Scheme, source: str | None, row: Any, line: int) -> list[Candidate]:
    """The candidates of a statement with weights, whose relation is a label of the scheme."""
    if not isinstance(row, dict):
        raise ValueError("is not an object with a, b and weights")
    if source is not None:
        row.setdefault("source", source)
    return candidates_in(row, scheme, "the line")


# Annotations of the same texts that several voters made, opened as the user names them.


def open_voters(
    paths: Sequence[Path], corpus: Chosen, messages: Messages
) -> tuple[tuple[str, ...], Iterable[Item], bool]:
    """The voters' names, the texts with the sources of all in this order, read when their turn
    comes, and whether each voter has some that can be used.

    They are folders, archives or files of documents, which belong together by their names; or files
    of one document each, which are annotations of one text. Raises as :func:`open_annotators`.
    """
    single = _single_files(paths, corpus)
    if single is not None:
        return tuple(system_names(paths, called="voter")), (single,), True
    collections, complete = open_annotators(paths, corpus, messages, "voter")
    texts = (texts_of(name, own, collections) for name, own in shared_names(collections))
    return tuple(collections), texts, complete


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


# What decoding gave, as a report: a row for each document, and what was given up.


_FIGURES = ("pairs", "value", "bound", "loss", "overruled")
_COLUMNS = (Column("document", kind="key"), *map(Column, (*_FIGURES, "gap")))
_LABELS = (Column("document", kind="key"), *map(Column, ("a", "label", "b")))


@dataclass(slots=True)
class Results:
    """The results so far, with ``why`` also the reason why a label was given up; text names
    ``most`` of these (0: all). Only a report for programs is ``complete``, with ``records`` that
    have all labels: there may be millions of them."""

    why: bool
    most: int
    complete: bool = False
    optimal: bool = True
    rows: list[tuple[Cell, ...]] = field(default_factory=list)
    records: list[dict[str, Any]] = field(default_factory=list)
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
        name = None if document is None else str(document)
        weights = map(_number, (decoded.value, decoded.bound, decoded.loss))
        figures = (len(decoded.labels), *weights, len(decoded.outvoted))
        self.rows.append((name, *figures, "none" if decoded.gap == 0 else f"{decoded.gap:.2%}"))
        if self.complete:
            pairs = decoded.labels.items()
            record = {
                "document": name,
                **dict(zip(_FIGURES, figures, strict=True)),
                "gap": decoded.gap,
                "optimal": decoded.optimal,
                "labels": [{"a": str(a), "label": label, "b": str(b)} for (a, b), label in pairs],
            }
            self.records.append(record | ({"why": [*map(str, outvoted)]} if self.why else {}))

    def report(self) -> Report:
        """The report."""
        more = [f"and {self.more:,} more (--max 0 names all)"] if self.more else []
        heading = [*self.given_up, *more]
        labels = tuple(
            (record["document"], *label.values())
            for record in self.records
            for label in record["labels"]
        )
        return Report(
            [Table(_COLUMNS, tuple(self.rows), name="documents")],
            {"documents": self.records},
            rows=[Table(_LABELS, labels, name="labels")],
            heading=[*heading, ""] if heading else [],
        )


def _number(weight: Any) -> int | float:
    return weight if isinstance(weight, int) else float(weight)


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
        file = stem(name.replace("#", "-"))
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


@command_with(
    path_argument("paths", "VOTES.jsonl|ANNOTATOR...", nargs=-1, required=True),
    corpus_options(),
    interpretation_options(without=[name for name in CHOICES if name != "labels"]),
    choice_option(
        "--mode MODE",
        MODES,
        "What an annotation is: closed under what it entails, any consistent links, or an "
        "order.  [default: closed; links for documents whose labels compare intervals]",
    ),
    align_options("the first annotator's"),
    option(
        "--time-limit SECONDS",
        "How long to search in each document; then the best found, with its bound.",
        called="seconds",
        type=click.FloatRange(min=0),
    ),
    Bundle(
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
    ),
    switch("--why", "Name the chosen links that exclude each label that was given up."),
    most_option,
    call=of_call("format jobs messages output"),
    epilog=_EPILOG,
    progress="decoding",
)
def command(
    call: Call,
    *,
    paths: tuple[Path, ...],
    corpus: Chosen,
    interpretation: Interpretation,
    mode: Mode | None,
    align_by: AlignBy | None,
    seconds: float | None,
    written: Written,
    why: bool,
    most: int,
) -> None:
    """Find the consistent annotation of greatest weight, from the votes or scores of models, runs
    or annotators, with a proven bound of how much better any other could be."""
    votes = _all_are_votes(paths, corpus)
    written.check(() if votes else paths, corpus.texts)
    results = Results(why, most, call.format_ in RECORD_FORMATS)
    with open_workers(call) as executor, progress("decoding") as step:
        if votes:
            complete = True
            scheme = _scheme_of_votes(interpretation)
            search = partial(decode_documents, labels=scheme, mode=mode or "closed")
            candidates = votes_in(paths, scheme)
            try:
                for name, decoded in search(candidates, time_limit=seconds, executor=executor):
                    if step is not None:
                        step("" if name is None else str(name))
                    results.add(name, decoded)
                    written.add_votes(name, decoded, scheme, corpus.base)
            except CandidateError as error:
                raise BadUsage(f"{', '.join(map(str, paths))}: {error}") from None
        else:
            voters, texts, complete = open_voters(paths, corpus, call.messages)
            decoded_texts = decode_texts(
                texts,
                voters,
                interpretation=interpretation,
                align_by=align_by,
                mode=mode,
                time_limit=seconds,
                executor=executor,
                progress=step,
            )
            complete &= _add_texts(call, voters, decoded_texts, results, written)
    complete = written.write(call.messages) and complete
    call.print(results.report())
    call.finish(complete=complete and results.optimal)


def _all_are_votes(paths: Sequence[Path], corpus: Chosen) -> bool:
    """Whether the paths are files of votes. Raises :class:`BadUsage` if only some are."""
    votes = [corpus.format is None and are_votes(path) for path in paths]
    if any(votes) and not all(votes):
        some, other = paths[votes.index(True)], paths[votes.index(False)]
        raise BadUsage(f"{some} is a file of votes, {other} is not; give only one kind")
    return all(votes)


def _scheme_of_votes(interpretation: Interpretation) -> Scheme:
    """What the labels of votes mean, which do not say so themselves."""
    if interpretation.labels == "document":
        raise BadUsage("say what the labels of the votes mean: --labels SCHEME, such as matres")
    return interpretation.scheme("")


def _add_texts(
    call: Call,
    voters: Sequence[str],
    texts: Iterable[DecodedText],
    results: Results,
    written: Written,
) -> bool:
    """Take in what the links of voters decode to; whether nothing was missing or unusable."""
    votes: list[Votes] = []
    notices: dict[Notice, None] = {}
    complete = True
    for text in texts:
        if text.decoded is not None and text.document is not None:
            results.add(text.name, text.decoded)
            written.add(text.name, text.document)
        votes.append(replace(text.votes, candidates=()))
        notices.update(dict.fromkeys(text.notices))
        complete = complete and not text.incomplete
    if not results.rows:
        first = f"; the first: {next(iter(notices)).message}" if notices else ""
        raise BadUsage(f"no document can be decoded{first}")
    call.messages.notices("voters", tuple(notices))
    call.messages.warn(_weights_in_words(voters, votes))
    return complete and not faulty(notices)


def _weights_in_words(names: Sequence[str], votes: Sequence[Votes]) -> str:
    """Who voted, and what a link weighs."""
    links, weighed, unplaced = (
        sum(getattr(vote, name) for vote in votes) for name in ("links", "weighed", "unplaced")
    )
    who = f"{counted(len(names), 'voter')} ({listing(names, 60)})"
    what = "each link is a vote"
    if weighed:
        what = "links weigh what their attribute weight says"
        if weighed < links:
            what += f"; {links - weighed:,} have none and are one vote each"
    if unplaced:
        what += f"; {counted(unplaced, 'link')} left out, of entities that the first voter lacks"
    return f"{who}: {what}"
