"""The documents that a command names: files, folders with their subfolders, archives, stdin."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from timegraph._files import write_bytes
from timegraph._lazy import Later
from timegraph.commands.shared.command import BadUsage, Bundle, Call
from timegraph.commands.shared.corpus_options import Chosen, corpus_options, name_unread_columns
from timegraph.commands.shared.options import (
    one_object_option,
    one_subject_option,
    option,
    path_option,
)
from timegraph.commands.shared.terminal import Messages, progress
from timegraph.corpus import Source, WorkerError
from timegraph.corpus.runner import ARCHIVES
from timeml import Document, TimeMLError, open_collection
from timeml.readers import FORMATS, File, FormatName, read_files, recognise
from timeml.readers.formats import unknown
from timeml.readers.reading import files_at

if TYPE_CHECKING:
    from timeml.readers import statements
else:
    statements = Later("timeml.readers.statements")  # few runs name rules

T = TypeVar("T")

# How commands work on many documents: in processes of their own, or on a cluster.


@contextmanager
def open_workers(call: Call) -> Iterator[Executor | None]:
    """Who works on the documents of a call, ``None`` for this process alone. Raises
    :class:`BadUsage` for workers that are lost for good."""
    try:
        if call.jobs == 1:
            yield None
            return
        from timegraph.corpus.pool import Pool  # few runs need processes

        with Pool(call.jobs) as pool:
            yield pool
    except WorkerError as error:
        raise BadUsage(str(error)) from None


def each_document(
    call: Call,
    label: str,
    function: Callable[..., Iterable[T]],
    documents: Iterable[tuple[Source, str]],
    total: int,
    **options: Any,
) -> list[T]:
    """What a ``function`` such as :func:`~timegraph.checking.check_documents` gives for documents
    with their folders, with the workers, the progress and the time limit of a call."""
    with open_workers(call) as executor, progress(label, total) as step:
        running = {"executor": executor, "progress": step, "seconds": call.time_limit}
        return list(function(documents, total=total, **running, **options))


_ARCHIVES = (".zip", ".tar.gz", ".tgz", ".tar")


@dataclass(frozen=True, slots=True)
class NamedDocument:
    """A document: its path, the folder that a summary counts it in, and how to get it; ``name`` is
    what the document itself is called, if that is known without reading it."""

    path: str
    folder: str
    load: Callable[[], Source]
    name: str = ""


def named_documents(
    paths: Sequence[str], chosen: Chosen
) -> tuple[list[NamedDocument], list[TimeMLError]]:
    """Every document of these paths that is chosen, each once, and what is wrong with paths that
    hold none. Raises :class:`BadUsage` if a wanted document is in none of them."""
    by_place: dict[str, NamedDocument] = {}
    unusable = []
    named_too = frozenset(map(_real, paths))
    for path in paths:
        try:
            documents = list(_documents_of(path, chosen.format))
        except OSError as error:
            unusable.append(TimeMLError(error.strerror or str(error), file=path))
        except TimeMLError as error:
            unusable.append(
                error if error.file else TimeMLError(error.message, file=path, line=error.line)
            )
        else:
            for document in documents:
                by_place.setdefault(_real(document.path), document)
            if not documents:
                reason = "holds no TimeML documents (files that end in .tml)"
                if chosen.format != "timeml":
                    reason += ", and no file that begins like one of another known format"
                    reason += f" ({', '.join(FORMATS)})"
                unusable.append(TimeMLError(reason, file=path))
            unusable += _archives_within(path, named_too)
    named = {document.path: document for document in by_place.values()}
    names = {path: document.name for path, document in named.items() if document.name}
    picked = [named[path] for path in chosen.pick(named, names)]
    changed = chosen.layers or chosen.rules or chosen.texts is not None
    return (_narrowed(picked, chosen) if changed else picked), unusable


def _archives_within(path: str, named_too: Collection[str]) -> Iterator[TimeMLError]:
    """The archives in a folder or in another archive, which are not opened there."""
    if os.path.isdir(path):
        for place, _, files in os.walk(path):
            for name in sorted(files):
                whole = os.path.join(place, name)
                if name.lower().endswith(_ARCHIVES) and _real(whole) not in named_too:
                    reason = "is an archive in a folder, and is not read there; name it, too"
                    yield TimeMLError(reason, file=whole)
    elif path.lower().endswith(_ARCHIVES):
        for name in _members(path):
            if name.lower().endswith(_ARCHIVES):
                reason = "is an archive in an archive, and is not read; unpack it"
                yield TimeMLError(reason, file=f"{path}/{name}")


def _members(path: str) -> list[str]:
    """The names in an archive of either kind, whatever its ending; its documents were read, so that
    it is whole and within the limits."""
    import tarfile  # few paths are archives
    import zipfile

    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as zipped:
            return zipped.namelist()
    with tarfile.open(path) as tarred:
        return tarred.getnames()


def _real(path: str) -> str:
    return path if "\0" in path else os.path.realpath(path)


def _narrowed(documents: Sequence[NamedDocument], chosen: Chosen) -> list[NamedDocument]:
    """The documents with the links of the wanted layers only."""
    sources = [document.load() for document in documents]
    narrowed: list[NamedDocument] = []
    whole: list[Document] = []
    for named, source in zip(documents, sources, strict=True):
        try:
            document = source.read()
        except (OSError, TimeMLError):
            narrowed.append(named)  # whoever reads it will say why it cannot be
            continue
        whole.append(document)
        part = replace(source, data=b"", document=chosen.narrowed(document))
        narrowed.append(replace(named, load=partial(_itself, part)))
    chosen.check_layers(whole)
    if chosen.rules and whole:
        every = (stated.data for document in whole for stated in document.statements)
        there = (data["relation"] for data in every if "subject" in data)
        if missing := statements.missing_relation(chosen.rules, there):
            raise BadUsage(missing)
    return narrowed


def _itself(source: Source) -> Source:
    return source


def _documents_of(path: str, format: FormatName | None) -> Iterator[NamedDocument]:
    if path == "-" or not (os.path.isdir(path) or path.lower().endswith(_ARCHIVES)):
        if path != "-" and not os.path.exists(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        file = next(files_at(Path(path))) if path != "-" else File("-", "-", sys.stdin.buffer.read)
        strange = None
        try:
            named = format or recognise(path, file.head)
            if named is None:
                strange = unknown(path, file.head)
        except OSError:
            named = None  # reading it as a document will say why
        if named in FORMATS:
            yield from map(_read_already, read_files([file], format=named))
        elif strange is not None:
            raise strange
        else:
            yield NamedDocument(path, os.path.dirname(path), partial(_loaded, path, file))
        return
    collection = open_collection(path, recursive=True, format=format)
    for name in collection:
        document = collection.found(name)
        if document is not None:
            yield _read_already(document)
            continue
        whole = os.path.join(path, name)
        yield NamedDocument(whole, os.path.dirname(whole), partial(collection.source, name))


def _read_already(document: Source) -> NamedDocument:
    folder = os.path.dirname(document.path.rpartition("#")[0] or document.path)
    name = ""
    if document.document is not None:
        name = document.document.name
        name_unread_columns(document.document, document.path)
    return NamedDocument(document.path, folder, partial(_itself, document), name)


def _loaded(path: str, file: File) -> Source:
    try:
        return Source(path, path, file.data)
    except OSError as error:
        return Source(path, path, error=error)


@dataclass(frozen=True, slots=True)
class DocumentPaths:
    """The paths that the user names, and which of their documents are wanted."""

    paths: tuple[str, ...]
    corpus: Chosen
    order: tuple[str, ...] = ()
    """Columns of dates that must follow one another."""
    one_object: tuple[str, ...] = ()
    one_subject: tuple[str, ...] = ()
    """Relations of facts of which there is one object, or one subject, at a time."""
    columns_as: Mapping[str, str] = field(default_factory=dict)
    """The columns of a memory's export that have other names than most."""

    @property
    def rules(self) -> tuple[Mapping[str, str], ...]:
        """The same as statements."""
        if not (self.one_object or self.one_subject):
            return ()
        return statements.rules_of(self.one_object, self.one_subject)

    @property
    def tables(self) -> str:
        """Of which kind the paths are as tables, ``dates``, ``facts`` or ``memory`` (an export of
        one), as the user says or, of memories, their headings show; "" for documents."""
        if self.corpus.format is not None:
            named = str(self.corpus.format)
            return named if named in ("dates", "facts", "memory") else ""
        return "memory" if self.columns_as or all(map(_begins_as_memory, self.paths)) else ""

    def open(
        self, messages: Messages, nothing: str
    ) -> tuple[list[NamedDocument], list[TimeMLError]]:
        """As :func:`named_documents`; what is wrong with paths is printed. Raises
        :class:`BadUsage` with the words ``nothing`` if there is not a document."""
        documents, unusable = named_documents(self.paths, replace(self.corpus, rules=self.rules))
        for path in unusable:
            messages.warn(str(path))
        if not documents:
            raise BadUsage(nothing)
        return documents, unusable


def _begins_as_memory(path: str) -> bool:
    if path == "-" or not os.path.isfile(path):
        return False
    from timegraph.dates.tables import is_memory  # loads what reads dates

    with open(path, "rb") as stream:
        return is_memory(stream.read(8192).decode("utf-8", "replace"))


def document_paths(metavar: str = "PATH...") -> Bundle[DocumentPaths]:
    """The argument PATH... and the options that choose documents; the command receives one
    argument, ``documents``."""
    paths = click.Argument(["paths"], metavar=metavar, nargs=-1, required=True)
    return Bundle("documents", (paths, corpus_options(layers=True)), DocumentPaths)


def paths_or_tables() -> Bundle[DocumentPaths]:
    """The same for a command that takes tables of dates (``--from dates``) or of facts
    (``--from facts``) and exports of memories (``--from memory``), too."""
    paths = click.Argument(["paths"], metavar="PATH...", nargs=-1, required=True)
    order = option(
        "--order COLUMN,COLUMN",
        "With --from dates, columns in order, as birth,death.",
    )
    columns_as = option(
        "--columns-as F=NAME",
        "A column of a memory by its name: subject=who.",
        multiple=True,
    )
    formats = corpus_options(layers=True, also=("dates", "facts", "memory"))
    parts = (paths, formats, order, one_object_option, one_subject_option, columns_as)
    return Bundle("documents", parts, _with_order)


def _with_order(
    paths: tuple[str, ...],
    corpus: Chosen,
    order: str | None,
    one_object: tuple[str, ...],
    one_subject: tuple[str, ...],
    columns_as: tuple[str, ...],
) -> DocumentPaths:
    columns = tuple(name.strip() for name in (order or "").split(",") if name.strip())
    wrong = next((text for text in columns_as if not all(text.partition("="))), None)
    if wrong is not None:
        raise BadUsage(f"--columns-as takes FIELD=COLUMN, as subject=who, not {wrong!r}")
    named = dict(text.split("=", 1) for text in columns_as)
    documents = DocumentPaths(paths, corpus, columns, one_object, one_subject, named)
    if (one_object or one_subject) and documents.tables == "dates":
        raise BadUsage("--one-object and --one-subject go with statements, facts and memories")
    if columns_as and documents.tables != "memory":
        raise BadUsage("--columns-as goes with --from memory")
    if columns and documents.tables != "dates":
        raise BadUsage("--order goes with --from dates")
    return documents


# Folders out: several files that a command writes, each completely or not at all.


def output_folder_option(metavar: str = "DIR") -> click.Option:
    """The option ``--output`` of commands that always write several files; the command receives
    ``target``."""
    help = "The folder to write to; it is made if it does not exist."
    return path_option(f"--output {metavar}", help, called="target", required=True)


def check_folder(
    output: Path, inputs: Sequence[tuple[Path, str]] = (), option: str = "--output"
) -> None:
    """Raise :class:`BadUsage` if ``output`` cannot be a folder for new files, or is one of the
    ``inputs``, each with its name in errors."""
    if output.exists() and not output.is_dir():
        raise BadUsage(f"{option} {output}: is a file; give a folder")
    for path, what in inputs:
        if output.exists() and path.exists() and output.samefile(path):
            raise BadUsage(f"{option} {output}: is {what}'s own folder; its files would be lost")


def check_no_input(target: Path, inputs: Iterable[str | Path]) -> None:
    """Raise :class:`BadUsage` if a file that is about to be written is one of the inputs."""
    if target.exists() and any(os.path.exists(path) and target.samefile(path) for path in inputs):
        raise BadUsage(f"--output {target.parent}: its {target.name} is read; give another folder")


def check_merged(output: Path, annotators: Iterable[Path], texts: str | None) -> None:
    """As :func:`check_folder`, for ``--merged`` with annotators' documents and the ``texts`` that
    these take. A file is its folder's, and a folder may be one of several annotators in another."""
    owners = [] if texts is None else [(Path(texts), "a text")]
    for path in annotators:
        if path.is_file() and not path.name.lower().endswith(ARCHIVES):
            path = path.parent
        elif path.resolve() in output.resolve().parents:
            path = output
        owners.append((path, "an annotator"))
    check_folder(output, owners, "--merged")


def check_name(name: str) -> None:
    """Raise :class:`BadUsage` unless a document of this name has its file within the folder that is
    written to. Names come from files, too, and need not be those of files."""
    path = Path(name)
    if not path.parts or path.anchor or ".." in path.parts or "\0" in name:
        raise BadUsage(
            f"document {name!r}: its file would be outside the folder that is written to; rename it"
        )


def write_files(output: Path, files: Mapping[str, bytes]) -> None:
    """Write each file under ``output`` by its relative path; folders are made as needed. Raises
    :class:`BadUsage` for a path that :func:`check_name` refuses, and then writes nothing."""
    for name in files:
        check_name(name)
    output.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        target = output / name
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes([data], target)
