"""The files in a ``.zip`` or ``.tar.gz``, read into memory within limits."""

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

from timeml.errors import TimeMLError

Wanted = Callable[[str], bool]
"""Whether a file of this path is to be read."""

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


def unpack(path: Path, wanted: Wanted, *, recursive: bool) -> dict[str, bytes]:
    """The wanted files in an archive, by their path in it, without the folders that contain all of
    them and, unless ``recursive``, without those in other folders.

    Raises ``OSError`` and :class:`TimeMLError` as :class:`timeml.Collection` does.
    """
    return _unwrap(_unpack(path, wanted), recursive)


def _unpack(path: Path, wanted: Wanted) -> dict[str, bytes]:
    with open(path, "rb") as stream:
        try:
            if zipfile.is_zipfile(stream):
                return _load(path, _zipped(stream), wanted)
            stream.seek(0)
            is_gzip = stream.read(2) == b"\x1f\x8b"
            stream.seek(0)
            if is_gzip:
                with gzip.GzipFile(fileobj=stream) as plain:
                    return _load(path, _tarred(path, plain), wanted)
            return _load(path, _tarred(path, stream), wanted)
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


def _load(path: Path, members: _Members, wanted: Wanted) -> dict[str, bytes]:
    """Read the wanted files of an archive within the limits."""
    contents: dict[str, bytes] = {}
    left = _MAX_BYTES
    for count, (member, open_member) in enumerate(members):
        if count >= _MAX_MEMBERS:
            message = f"the archive contains more than {_MAX_MEMBERS:,} files"
            raise TimeMLError(f"{message}; unpack it and give the folder", file=str(path))
        name = member.replace("\\", "/")
        parts = name.split("/")
        if not wanted(name) or "__MACOSX" in parts:
            continue
        if name.startswith("/") or ".." in parts or ":" in parts[0]:
            message = f"the archive member {member!r} points outside the archive"
            raise TimeMLError(f"{message}; create the archive without such paths", file=str(path))
        name = "/".join(part for part in parts if part not in ("", "."))
        if name in contents:
            message = f"the archive contains {name!r} twice; remove one of them"
            raise TimeMLError(message, file=str(path))
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
    message = f"the archive is larger than {_MAX_BYTES >> 20} MB when unpacked"
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
