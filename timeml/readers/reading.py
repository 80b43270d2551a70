"""The files that a path holds, and their documents, each with its name or with what is wrong."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from timeml._archives import unpack
from timeml.document import Document, check_lengths
from timeml.errors import TimeMLError, faults_named
from timeml.readers.files import File, Source, next_to
from timeml.readers.formats import FORMATS, FormatName, is_bare, recognise


def read_files(files: Iterable[File], *, format: FormatName | None = None) -> list[Source]:
    """The documents of these files, in the order of the files, those of the same folder together
    where their format demands it.

    Without ``format`` each file is read in the format that its content shows, and a file that
    shows none is passed over, unless it is XML or JSON and has the ending of one that is read: then
    it cannot be read. A file that cannot be read does not keep the others from being
    read. Raises ``ValueError`` for an unknown format.
    """
    if format is not None and format not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}, not {format!r}")
    documents: list[Source] = []
    shown: list[tuple[FormatName | None, File]] = []
    for file in files:
        try:
            shown.append((recognise(file.name, file.head), file))
        except OSError as error:
            documents.append(Source(file.name, file.path, error=_unreadable(file, error)))
    taken: set[str] = set()
    endings: set[str] = set()
    for named, unit in _units(shown, format):
        documents += _read(named, unit)
        taken |= {file.name for file in unit}
        endings |= {_ending(file) for file in unit if not FORMATS[named].spread}
    for begins_like, file in shown:
        if begins_like is not None or file.name in taken or _ending(file) not in endings:
            continue
        if file.head.lstrip()[:1] in (b"<", b"{", b"["):
            message = "begins like no known format, though a file next to it does"
            strange = file.error(f"{message}; correct it, or move it away", 1)
            documents.append(Source(file.name, file.path, error=strange))
    return _named(documents)


def _ending(file: File) -> str:
    return os.path.splitext(file.base)[1].lower() or file.base


def _unreadable(file: File, error: OSError) -> TimeMLError:
    return file.error(f"{error.strerror or error}; make the file readable, or remove it")


def _units(
    shown: Sequence[tuple[FormatName | None, File]], format: FormatName | None
) -> Iterator[tuple[str, list[File]]]:
    """The files that are read together, with their format. ``shown`` has the format that each
    begins like.

    Of several files those have a ``format`` that begin like it; if none does, all are taken to. A
    file that begins like none may hold nothing in the format of those next to it.
    """
    formats = {named for named, _ in shown if named is not None} & FORMATS.keys()
    bare = [named for named in FORMATS if named in (formats if format is None else {format})]
    shown = [
        (
            named
            or next(
                (candidate for candidate in bare if is_bare(candidate, file.name, file.head)), None
            ),
            file,
        )
        for named, file in shown
    ]
    if format is not None:
        of_format = [pair for pair in shown if pair[0] == format]
        shown = of_format or [(format, file) for _, file in shown]
    units: dict[tuple[str, str], list[File]] = {}
    for named, file in shown:
        if named is not None and named in FORMATS:
            key = file.folder if FORMATS[named].spread else file.name
            units.setdefault((named, key), []).append(file)
    for (shared, _), unit in units.items():
        yield shared, unit


def _read(named: str, unit: Sequence[File]) -> Iterator[Source]:
    format = FORMATS[named]
    documents: Callable[[Sequence[File]], Iterator[Document]]
    module, _, name = (format.module or named.replace("-", "_")).partition(":")
    documents = getattr(import_module(f"timeml.readers.{module}"), name or "documents")
    first = unit[0]
    read: list[Document] = []
    error: TimeMLError | None = None
    try:
        with faults_named(first.path, named):
            read.extend(check_lengths(document, first.path) for document in documents(unit))
    except TimeMLError as raised:
        error = raised
    except OSError as raised:
        error = _unreadable(first, raised)
    if error is None and (format.spread or not read):
        empty = next((file for file in unit if not file.data.strip()), None)
        if empty is not None:
            error = empty.error("is empty; download or copy the file again", 1)
    if error is not None:
        # Half of a file's documents would be scored as if they were all.
        yield Source(first.name, error.file or first.path, error=error)
        return
    for document in read:
        # A reader leaves the scheme empty where neither the file nor its kind names one.
        scheme = document.scheme or format.scheme
        layout = replace(document.layout, format=named)
        document = replace(document, scheme=scheme, layout=layout)
        path = first.path
        if format.spread:
            path = f"{os.path.dirname(first.path)}#{document.name}"
        elif len(read) > 1:
            path = f"{first.path}#{document.name}"
        yield Source(document.name, path, document=document)


def _named(documents: Sequence[Source]) -> list[Source]:
    """The documents with names that differ: where several have one, their paths; later documents
    of the same path are numbered."""
    counts = Counter(document.name for document in documents)
    paths: Counter[str] = Counter()
    named = []
    for document in documents:
        paths[document.path] += 1
        if counts[document.name] > 1:
            number = paths[document.path]
            path = document.path if number == 1 else f"{document.path}@{number}"
            document = replace(document, name=path, path=path)
        named.append(document)
    return named


def files_at(path: Path, *, recursive: bool = True) -> Iterator[File]:
    """The file at ``path``, or all files in a folder or in an archive, sorted by name; with
    ``recursive`` those in subfolders, too. Hidden ones are left out.

    Raises ``OSError``, and :class:`TimeMLError` for a damaged archive.
    """
    if path.is_dir():
        names = sorted(_walk(path, recursive))
        for name in names:
            whole = path / name
            yield File(name, str(whole), whole.read_bytes, next_to(whole))
    elif path.name.lower().endswith((".zip", ".tar.gz", ".tgz", ".tar")):
        contents = unpack(path, _visible, recursive=recursive)
        for name, data in contents.items():
            yield File(name, str(path / name), _constant(data), _among(contents, name))
    else:
        yield File(path.name, str(path), path.read_bytes, next_to(path))


def _walk(folder: Path, recursive: bool) -> Iterator[str]:
    for place, folders, files in os.walk(folder, onerror=_raise):
        folders[:] = [name for name in folders if recursive and not name.startswith(".")]
        for name in files:
            whole = Path(place, name)
            if _visible(name) and whole.is_file():  # reading a pipe or a device may never end
                yield whole.relative_to(folder).as_posix()


def _raise(error: OSError) -> None:
    raise error


def _visible(name: str) -> bool:
    return not os.path.basename(name).startswith(".")


def _constant(data: bytes) -> Callable[[], bytes]:
    return lambda: data


def _among(contents: dict[str, bytes], name: str) -> Callable[[str], bytes | None]:
    folder = os.path.dirname(name)
    return lambda other: contents.get(f"{folder}/{other}" if folder else other)
