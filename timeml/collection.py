"""A folder, ``.zip`` or ``.tar.gz`` of TimeML documents, matched by name."""

from __future__ import annotations

import errno
import gzip
import os
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any

from timeml.document import Document
from timeml.errors import TimeMLError

__all__ = ["Collection", "bare_name", "open_collection"]

_ENDING = ".tml"
_INPUT_ENDING = ".te3input"

_MAX_BYTES = 512 * 2**20
"""The limit for all documents of an archive together.

They are kept in memory, and a small archive can unpack to any size.
"""

_MAX_MEMBERS = 100_000

_CHUNK = 2**20

_DAMAGE = (
    *(zipfile.BadZipFile, tarfile.TarError, gzip.BadGzipFile),
    *(zlib.error, EOFError, NotImplementedError),
    # The standard library raises these where lengths, offsets or names are wrong.
    *(ValueError, OverflowError, struct.error),
)


class Collection:
    """Documents by name, in sorted order.

    Documents are files whose name ends in ``.tml`` (upper or lower case) and does not start with
    a dot; other files are ignored. In a folder these are the files directly in it; with
    ``recursive`` also those in its subfolders, named by their path relative to the folder, with
    ``/``. An archive is read in the same way; folders that contain all of its documents are
    ignored. Nothing is unpacked to disk. Symbolic links to folders are not followed. With
    ``inputs``, files that end in ``.TE3input`` are documents too: the inputs of TempEval-3 and
    QA TempEval have this ending, before or after ``.tml``.

    Raises ``FileNotFoundError`` if there is nothing at ``path``, ``OSError`` if it cannot be
    read, and :class:`TimeMLError` if it is neither a folder nor an archive, or an archive that is
    damaged, encrypted, larger than 512 MB unpacked, or contains paths that lead out of it.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, recursive: bool = False, inputs: bool = False
    ) -> None:
        self.path = Path(path)
        self._contents: dict[str, bytes] = {}
        endings = (_ENDING, _INPUT_ENDING) if inputs else (_ENDING,)
        if self.path.is_dir():
            self._names = tuple(sorted(_files(self.path, recursive, endings)))
        else:
            self._contents = _unwrap(_unpack(self.path, endings), recursive)
            self._names = tuple(self._contents)
        # The names by what they are matched by, the strictest first.
        self._by_key: list[tuple[Callable[[str], str], dict[str, list[str]]]] = []
        for key in (str, _stem, _folded, _bare):
            index: dict[str, list[str]] = {}
            for name in self._names:
                index.setdefault(key(name), []).append(name)
            self._by_key.append((key, index))

    def __repr__(self) -> str:
        return f"<Collection {str(self.path)!r}: {len(self)} documents>"

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    @property
    def names(self) -> tuple[str, ...]:
        """The documents' names, sorted by code point."""
        return self._names

    def bytes(self, name: str) -> bytes:
        """The bytes of the document with exactly this name. Raises ``KeyError`` if there is none,
        ``OSError`` if its file cannot be read."""
        if name in self._contents:
            return self._contents[name]
        self._check(name)
        return (self.path / name).read_bytes()

    def read(self, name: str) -> Document:
        """The document with exactly this name. Raises as :meth:`bytes` and :func:`timeml.read`."""
        from timeml.parser import read  # loads lxml, which help and other processes do without

        if name in self._contents:
            try:
                return read(self._contents[name], name=os.path.basename(name))
            except TimeMLError as error:
                file = os.path.join(self.path, name)
                raise TimeMLError(error.message, file=file, line=error.line) from None
        self._check(name)
        return read(self.path / name)

    def _check(self, name: str) -> None:
        if name not in self._by_key[0][1]:
            raise KeyError(f"no document {name!r} in {self.path}")

    def match(self, name: str) -> str | None:
        """The name of the document that ``name`` means; ``None`` if there is none.

        That is the document with exactly this name, else with the same name apart from the ending
        ``.tml``, else also in other upper and lower case, else also apart from the ending
        ``.TE3input``, before or after ``.tml``. Raises :class:`TimeMLError` if several documents
        fit equally well.
        """
        for key, index in self._by_key:
            names = index.get(key(name), [])
            if len(names) > 1:
                message = f"{name!r} may be any of {', '.join(names)}; rename all but one"
                raise TimeMLError(message, file=str(self.path))
            if names:
                return names[0]
        return None


def open_collection(
    path: str | os.PathLike[str], *, recursive: bool = False, inputs: bool = False
) -> Collection:
    """The documents in a folder, ``.zip`` or ``.tar.gz``; see :class:`Collection`."""
    return Collection(path, recursive=recursive, inputs=inputs)


def _stem(name: str) -> str:
    return name[: -len(_ENDING)] if name.lower().endswith(_ENDING) else name


def _folded(name: str) -> str:
    return _stem(name).casefold()


def bare_name(name: str) -> str:
    """A document's name without ``.tml`` and ``.TE3input``, in whatever order it has them: of
    ``a.tml.TE3input`` it is ``a``."""
    while name.lower().endswith((_ENDING, _INPUT_ENDING)):
        name = name[: name.rindex(".")]
    return name


def _bare(name: str) -> str:
    return bare_name(name).casefold()


def _is_document(name: str, endings: tuple[str, ...]) -> bool:
    return name.lower().endswith(endings) and not os.path.basename(name).startswith(".")


def _files(folder: Path, recursive: bool, endings: tuple[str, ...]) -> Iterator[str]:
    """The documents in a folder, by their relative path."""
    for place, _, files in os.walk(folder, onerror=_raise):
        for file in files:
            path = os.path.join(place, file)
            # Reading a pipe or a device may never end. A link to nothing is an error to report.
            if _is_document(file, endings) and (os.path.isfile(path) or not os.path.exists(path)):
                yield Path(path).relative_to(folder).as_posix()
        if not recursive:
            return


def _raise(error: OSError) -> None:
    raise error


def _unpack(path: Path, endings: tuple[str, ...]) -> dict[str, bytes]:
    """The documents in an archive, by their path in it."""
    with open(path, "rb") as stream:
        try:
            if zipfile.is_zipfile(stream):
                return _load(path, _zipped(stream), endings)
            stream.seek(0)
            is_gzip = stream.read(2) == b"\x1f\x8b"
            stream.seek(0)
            if is_gzip:
                with gzip.GzipFile(fileobj=stream) as plain:
                    return _load(path, _tarred(path, plain), endings)
            return _load(path, _tarred(path, stream), endings)
        except TimeMLError:
            raise
        except _DAMAGE as error:
            raise TimeMLError(f"the archive is damaged: {error}", file=str(path)) from None
        except OSError as error:
            if error.errno != errno.EINVAL:  # a wrong offset in the archive: seeking failed
                raise
            raise TimeMLError(f"the archive is damaged: {error}", file=str(path)) from None
        except RuntimeError as error:  # zipfile raises it for an encrypted member
            raise TimeMLError(f"the archive cannot be read: {error}", file=str(path)) from None


_Members = Iterator[tuple[str, Callable[[], IO[bytes] | None]]]


def _zipped(stream: IO[bytes]) -> _Members:
    with zipfile.ZipFile(stream) as archive:
        for info in archive.infolist():
            if not info.is_dir():
                yield info.filename, partial(archive.open, info)


class _Bounded:
    """A stream with a limit for one read.

    tarfile reads headers of any length at once, and a few bytes can unpack to any number.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self.seek, self.tell = stream.seek, stream.tell

    def read(self, size: int) -> bytes:
        if size > _CHUNK:
            raise tarfile.ReadError("a header is too long")
        data: bytes = self._stream.read(size)
        return data


def _tarred(path: Path, stream: Any) -> _Members:
    try:
        bounded: Any = _Bounded(stream)
        archive = tarfile.open(fileobj=bounded, mode="r:")  # noqa: SIM115 -- closed below
    except tarfile.ReadError:
        message = "is not a folder, .zip or .tar.gz of documents"
        raise TimeMLError(message, file=str(path)) from None
    left = _MAX_BYTES
    with archive:
        for info in archive:
            # Members that are skipped are unpacked too.
            left -= info.size
            if left < 0:
                raise _too_large(path)
            if info.isfile():
                yield info.name, partial(archive.extractfile, info)


def _load(path: Path, members: _Members, endings: tuple[str, ...]) -> dict[str, bytes]:
    """Read an archive's documents within the limits."""
    contents: dict[str, bytes] = {}
    left = _MAX_BYTES
    for count, (member, open_member) in enumerate(members):
        if count >= _MAX_MEMBERS:
            message = f"the archive contains more than {_MAX_MEMBERS:,} files"
            raise TimeMLError(f"{message}; unpack it and give the folder", file=str(path))
        name = member.replace("\\", "/")
        parts = name.split("/")
        if not _is_document(name, endings) or "__MACOSX" in parts:
            continue
        if name.startswith("/") or ".." in parts or ":" in parts[0]:
            message = f"the member {member!r} of the archive leads out of it"
            raise TimeMLError(f"{message}; pack it without such paths", file=str(path))
        name = "/".join(part for part in parts if part not in ("", "."))
        if name in contents:
            raise TimeMLError(f"the archive contains {name!r} twice", file=str(path))
        stream = open_member()
        if stream is None:
            continue
        chunks: list[bytes] = []
        with stream:
            while chunk := stream.read(_CHUNK):
                chunks.append(chunk)
                left -= len(chunk)
                if left < 0:
                    raise _too_large(path)
        contents[name] = b"".join(chunks)
    return contents


def _too_large(path: Path) -> TimeMLError:
    message = f"the archive has more than {_MAX_BYTES >> 20} MB unpacked"
    return TimeMLError(f"{message}; unpack it and give the folder", file=str(path))


def _unwrap(contents: dict[str, bytes], recursive: bool) -> dict[str, bytes]:
    """Sorted, without the folders that contain everything, and without subfolders unless wanted."""
    prefix = _common_folder(contents)
    result = {name[len(prefix) :]: contents[name] for name in sorted(contents)}
    return {name: data for name, data in result.items() if recursive or "/" not in name}


def _common_folder(names: Iterable[str]) -> str:
    folders = {os.path.dirname(name) for name in names}
    common = os.path.commonpath(folders) if folders else ""
    return f"{common}/" if common else ""
