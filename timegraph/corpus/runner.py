"""The same work on many documents: in parallel, and in order.

Documents are independent of each other, so tasks are chunks of them (64 documents, for which the
cost of a task is negligible). They go to processes of the run's own (``jobs=2``) or to any
:class:`concurrent.futures.Executor`, such as that of a cluster. The results are those of one
process, in the same order. The number of chunks under way is bounded, so that memory does not grow
with the corpus. Workers receive the bytes of documents, not their paths: they do not need a common
file system.

    from timegraph import build, corpus
    from timeml import open_collection

    def links_left_out(document):
        return len(build(document).conflicts)

    if __name__ == "__main__":  # a process starts by importing the script
        for done in corpus.map_documents(links_left_out, open_collection("folder"), jobs=2):
            print(done.name, done.value if done.error is None else done.error)
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypedDict, TypeVar

import timeml
from timegraph._pace import (
    TimedOut,
    TimeLimitError as TimeLimitError,
    check_number,
    in_order,
    time_limit as time_limit,
)
from timegraph._version import __version__
from timegraph.labels import SchemeError
from timegraph.links import ContradictionError
from timeml import Document, TimeMLError
from timeml.readers.files import Source as Source
from timeml.readers.formats import FormatName, begins_as

if TYPE_CHECKING:
    from pathlib import Path

    from typing_extensions import Unpack

    from timeml import Collection


T = TypeVar("T")
R = TypeVar("R")


class WorkerError(RuntimeError):
    """Worker processes cannot start, or one of them died."""


_DIED = (
    "a worker process died, most often since the machine has too little memory for so many jobs; "
    "give fewer. If none could start, its messages are above: a script that uses several jobs "
    'needs `if __name__ == "__main__":` around its code'
)


def check_sendable(work: Callable[..., Any]) -> None:
    """Raise ``TypeError`` if a function cannot be sent to a process."""
    try:
        pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        raise TypeError(
            "this cannot be sent to other processes: the function must be defined in a module, "
            "with def and not within another function, and what functools.partial adds to it must "
            f"be picklable ({error})"
        ) from error


# Documents as work for a process: read here, or sent as bytes to where they are read.


KEPT = 1000
"""How many documents :class:`Documents` keeps."""


@dataclass(frozen=True)
class Item:
    """One piece of work: its ``name``, unique in a run, the ``sources`` that it reads, and whatever
    else it needs, which must be small and picklable."""

    name: str
    sources: tuple[Source | None, ...] = ()
    rest: Any = None

    def __repr__(self) -> str:
        return f"<Item {self.name!r}: {len(self.sources)} sources>"

    @property
    def size(self) -> int:
        """The bytes of its documents."""
        return sum(len(source.data) for source in self.sources if source is not None)


class Documents(Mapping[str, Document]):
    """Documents of a collection, each read when it is needed; a thousand of them are kept.

    ``names`` has the name of the file for each key. Keys in ``absent`` have documents without
    annotations; the documents in ``kept`` were read before.
    """

    def __init__(
        self,
        collection: Collection,
        names: Mapping[str, str],
        *,
        absent: Iterable[str] = (),
        kept: Mapping[str, Document] = MappingProxyType({}),
    ) -> None:
        self._collection = collection
        self._names = dict(names)
        self._absent = frozenset(absent)
        self._kept = dict(kept)
        for name in self._absent:
            self._kept[name] = Document(name=os.path.basename(name))
        self._last: tuple[str, Document] | None = None

    def __getitem__(self, name: str) -> Document:
        if name in self._kept:
            return self._kept[name]
        if self._last is not None and self._last[0] == name:
            return self._last[1]
        document = self._collection.read(self._names[name])
        if len(self._kept) < KEPT:
            self._kept[name] = document
        self._last = name, document
        return document

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def source(self, name: str) -> Source:
        """One of the documents as bytes; a document that is absent as itself."""
        if name in self._absent:
            return Source(name, name, document=self[name])
        return self._collection.source(self._names[name])


def source_of(documents: Mapping[str, Document], name: str, *, as_bytes: bool) -> Source:
    """One of ``documents`` for an :class:`Item`: its bytes, if wanted (to send
    them) and known, else the document itself."""
    if as_bytes and isinstance(documents, Documents):
        return documents.source(name)
    return Source(name, name, document=documents[name])


CHUNK = 64
"""Documents per task, unless there are so few that workers would have none."""

_CHUNK_BYTES = 8 * 2**20

Progress = Callable[[str], object]
"""Called with the name of each document when its result is available, in order."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """The result for one document: a ``value``, or the ``error`` that says why there is none."""

    name: str
    value: T | None = None
    error: str | None = None


class Running(TypedDict, total=False):
    """How :func:`run` works on its items, as keyword arguments; it explains them."""

    jobs: int
    executor: Executor | None
    progress: Progress | None
    total: int | None
    chunk: int | None
    seconds: float | None


def run(
    work: Callable[[Item], R],
    items: Iterable[Item],
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    total: int | None = None,
    chunk: int | None = None,
    ahead: int | None = None,
    seconds: float | None = None,
) -> Iterator[R]:
    """``work(item)`` for each of ``items``, in order, as results become available.

    ``executor``, or ``jobs`` processes if there is none, take chunks of at most ``chunk`` items;
    ``work`` must then be picklable (a function defined in a module, or a
    :func:`functools.partial` of one), except for threads. At most ``ahead`` chunks, by default four
    per worker, are under way: ``items`` is not read further, and no more results wait. ``total`` is
    the number of items, if known; if there are few, chunks are smaller. Within ``work`` an item may
    take so many
    ``seconds``; then closing its links, and what else looks at the clock, raises
    :class:`timegraph.corpus.TimeLimitError`.

    An exception of ``work`` ends the run, so that what may happen to single documents belongs in
    its result. If the iterator is closed, or an exception (Ctrl-C) passes through it, waiting
    chunks are cancelled and the run's own processes killed.

    Raises ``ValueError`` for numbers that are not whole and positive, ``TypeError`` for ``work``
    that cannot be sent to a process, and :class:`WorkerError`.
    """
    for name, number in (("jobs", jobs), ("chunk", chunk), ("ahead", ahead)):
        if number is not None:
            check_number(name, number)
    if jobs > 1 or not (executor is None or isinstance(executor, ThreadPoolExecutor)):
        check_sendable(work)
    if seconds is not None:
        work = partial(_limited, work, seconds)
    results = _results(work, iter(items), jobs, executor, total, chunk, ahead)
    return _reported(results, progress)


def map_documents(
    function: Callable[[Document], T],
    documents: Collection,
    **running: Unpack[Running],
) -> Iterator[Outcome[T]]:
    """``function(document)`` for each document of a collection, in order of their names.

    A document has an error instead of a value if it cannot be read, or if ``function`` raises an
    error of timeml, timegraph or the file system. The options are those of :func:`run`.
    """
    running.setdefault("total", len(documents))
    return run(
        partial(_applied, function),
        (Item(name, (documents.source(name),)) for name in documents.names),
        **running,
    )


def run_on_sources(
    function: Callable[..., R],
    failed: Callable[..., R],
    sources: Iterable[tuple[Source, str]],
    **running: Unpack[Running],
) -> Iterator[R]:
    """``function(source, path=, folder=)`` for each of ``sources``, in order, or, where a document
    cannot be used, ``failed(error=, line=, path=, folder=)``. With each source comes the folder
    that a summary counts it in."""
    items = (Item(source.path, (source,), folder) for source, folder in sources)
    return run(partial(_on_source, function, failed), items, **running)


def is_about_input(error: Exception) -> bool:
    """Whether an error is about a document: one of the file system, or one that timeml or timegraph
    raise on purpose. Any other is a fault of the program and must not be reported as the
    document's."""
    home = type(error).__module__.partition(".")[0]
    return isinstance(error, OSError) or (
        home in ("timegraph", "timeml") and not isinstance(error, WorkerError)
    )


UNUSABLE = (OSError, TimeMLError, SchemeError, TimedOut, TimeLimitError, ContradictionError)
"""Why a document may not be used: it cannot be read, nor closed as is wanted."""


def why_unusable(error: Exception) -> tuple[str, int | None]:
    """The reason that one of these errors says, and its line, if that is known."""
    if isinstance(error, ContradictionError):
        return str(error.conflict), getattr(error.conflict.link.source, "line", None)
    if isinstance(error, TimeMLError):
        return error.message, error.line
    return getattr(error, "strerror", None) or str(error), None


def failed_at(path: str, error: Exception) -> str:
    """``PATH: what is wrong``; the messages of some errors name the path themselves."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or path}: {error.strerror}"
    return str(error) if path in str(error) else f"{path}: {error}"


def _applied(function: Callable[[Document], T], item: Item) -> Outcome[T]:
    (source,) = item.sources
    assert source is not None
    try:
        return Outcome(item.name, function(source.read()))
    except Exception as error:
        if not is_about_input(error):
            raise
        return Outcome(item.name, error=failed_at(source.path, error))


def _on_source(function: Callable[..., R], failed: Callable[..., R], item: Item) -> R:
    names = {"path": item.name, "folder": item.rest}
    try:
        return function(*item.sources, **names)
    except UNUSABLE as error:
        reason, line = why_unusable(error)
        return failed(error=reason, line=line, **names)


def _limited(work: Callable[[Item], R], seconds: float, item: Item) -> R:
    with time_limit(seconds):
        return work(item)


def _results(
    work: Callable[[Item], R],
    items: Iterator[Item],
    jobs: int,
    executor: Executor | None,
    total: int | None,
    chunk: int | None,
    ahead: int | None,
) -> Generator[tuple[str, R], None, None]:
    if executor is None and jobs == 1:
        for item in items:
            yield item.name, work(item)
        return
    workers = _workers(executor, jobs)
    if chunk is None:
        chunk = CHUNK if total is None else max(1, min(CHUNK, -(-total // (4 * workers))))
    parts = _parts(items, chunk)
    if executor is not None:
        yield from _parallel(work, parts, executor, ahead or 4 * workers)
        return
    from timegraph.corpus.pool import Pool  # few runs need processes

    with Pool(jobs) as pool:
        yield from _parallel(work, parts, pool, ahead or 4 * workers)


def _parallel(
    work: Callable[[Item], R],
    parts: Iterator[list[Item]],
    executor: Executor,
    ahead: int,
) -> Iterator[tuple[str, R]]:
    tasks = (([item.name for item in part], part) for part in parts)
    try:
        with closing(in_order(executor, partial(_do, __version__, work), tasks, ahead)) as done:
            for names, results in done:
                yield from zip(names, results, strict=True)
    except BrokenExecutor:
        raise WorkerError(_DIED) from None


def _do(version: str, work: Callable[[Item], R], items: list[Item]) -> list[R]:
    """A task: the work on a chunk, in a worker."""
    if version != __version__:
        raise WorkerError(
            f"a worker has timegraph {__version__}, this program {version}; install the same "
            "version everywhere, since results may differ"
        )
    try:
        return [work(item) for item in items]
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:  # it could not be sent back, and would take the whole pool with it
            raise WorkerError(f"{type(error).__name__}: {error}") from None
        raise


def _parts(items: Iterator[Item], chunk: int) -> Iterator[list[Item]]:
    part: list[Item] = []
    size = 0
    for item in items:
        part.append(item)
        size += item.size
        if len(part) >= chunk or size >= _CHUNK_BYTES:
            yield part
            part, size = [], 0
    if part:
        yield part


def _workers(executor: Executor | None, jobs: int) -> int:
    if executor is None:
        return jobs
    number = getattr(executor, "jobs", None) or getattr(executor, "_max_workers", None)
    return number if isinstance(number, int) else os.cpu_count() or 1


def _reported(
    results: Generator[tuple[str, R], None, None], progress: Progress | None
) -> Iterator[R]:
    with closing(results):  # it kills processes, which must not wait for the garbage collector
        for name, result in results:
            if progress is not None:
                progress(name)
            yield result


# Collections that must hold documents, and what the user may have meant where there are none.


ARCHIVES = (".zip", ".tar.gz", ".tgz")
"""The endings of archives."""


class DocumentsError(ValueError):
    """A path holds no documents, or cannot be read; the message says what to give instead."""


def open_documents(
    path: Path,
    what: str,
    *,
    inputs: bool = False,
    format: FormatName | None = None,
    similar: Callable[[Path], str] | None = None,
) -> Collection:
    """The documents in the folder, the archive or, in other formats than TimeML, the file
    ``path``. ``what`` names them in errors. With ``inputs``, files that end in ``.TE3input`` are
    documents too; ``format`` is that of :class:`timeml.Collection`. ``similar`` says what the user
    may have meant by a path to nothing, by default what stands next to it.

    Raises :class:`DocumentsError` if there are none, since the path is nearly always mistyped then.
    """
    if path.suffix.lower() in (".tml", ".xml") and _is_timeml(path, format):
        raise DocumentsError(f"{what} {path}: is a document; give the folder that it is in")
    try:
        collection = timeml.open_collection(path, inputs=inputs, format=format)
    except OSError as error:
        guess = (similar or similar_path)(path)
        raise DocumentsError(f"{what} {path}: {error.strerror or error}{guess}") from None
    except TimeMLError as error:  # its own message names the path again
        raise DocumentsError(f"{what} {path}: {error.message}") from None
    if not len(collection):
        in_folders = _in_own_folders(path, format)
        if in_folders is not None:
            return in_folders
        raise DocumentsError(
            f"{what} {path}: holds no TimeML documents (files that end in .tml){_inside(path)}"
        )
    return collection


def _in_own_folders(path: Path, format: FormatName | None) -> Collection | None:
    """The documents of a corpus, not in TimeML, of which each lies in a folder of its own name, as
    Anafora keeps them; ``None`` if ``path`` holds something else, such as a folder for each
    system."""
    if not path.is_dir():
        return None
    deeper = timeml.open_collection(path, recursive=True, format=format)
    for name in deeper.names:
        document = deeper.found(name)
        if document is None or os.path.basename(os.path.dirname(document.path)) != name:
            return None
    return deeper if len(deeper) else None


def _is_timeml(path: Path, format: FormatName | None) -> bool:
    """Whether a file is a TimeML document, or one that shows no format."""
    if format is not None or not path.is_file():
        return format == "timeml"
    try:
        return begins_as(path) in (None, "timeml")
    except OSError:
        return False  # opening it says why


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The one of ``names`` that resembles ``name``, ``None`` if none does."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, list(names), n=1)), None)


def did_you_mean(guess: object) -> str:
    """A question to end a message with; ``""`` without a guess."""
    return f"; did you mean {guess}?" if guess else ""


def similar_path(path: Path) -> str:
    """:func:`did_you_mean` about what stands next to ``path``, if nothing is at ``path``."""
    if path.exists() or not path.parent.is_dir():
        return ""
    guess = nearest(path.name, os.listdir(path.parent))
    return did_you_mean(guess and path.parent / guess)


def _inside(path: Path) -> str:
    """Where documents are, if ``path`` is a folder of folders or archives that hold some."""
    if (path / "eval-questions").is_dir():
        return f"; it is a kit: give --kit {path}, or {path / 'systems'}"
    if not path.is_dir():
        return ""
    holding = [
        child
        for child in sorted(path.iterdir())
        if (child.is_dir() and any(child.glob("*.tml"))) or child.name.endswith(ARCHIVES)
    ]
    if not holding:
        return ""
    return f"; give {holding[0]}" + (f", or {path}/* for all in it" if len(holding) > 1 else "")
