"""Names of pages: one for each document, on every file system."""

from __future__ import annotations

import ntpath
import posixpath
from collections.abc import Iterable

__all__ = ["FileNames", "file_names", "home_of"]

_LONGEST = 80
_BYTES = 240
"""File systems take names of 255 bytes, with the number and the ending."""


class FileNames:
    """Names of files that end in ``ending``, given one by one."""

    def __init__(self, ending: str = ".html") -> None:
        self._ending = ending
        self._taken = {f"index{ending}"}

    def of(self, name: str) -> str:
        """A file name for ``name``: its last part without ``.tml``, numbered where it was given
        before. ``index`` is never given away."""
        last = (
            name.replace("#", "-")
            .replace("\\", "/")
            .rstrip("/")
            .rpartition("/")[2]
            .removesuffix(".tml")
        )
        stem = "".join(c if c.isalnum() or c in "._- " else "-" for c in last)
        stem = stem[:_LONGEST].encode()[:_BYTES].decode(errors="ignore").strip(". ") or "document"
        file, number = f"{stem}{self._ending}", 2
        while file.lower() in self._taken:
            file, number = f"{stem}-{number}{self._ending}", number + 1
        self._taken.add(file.lower())
        return file


def file_names(names: Iterable[str], ending: str = ".html") -> dict[str, str]:
    """A file name for each of ``names``, as :class:`FileNames` gives them."""
    given = FileNames(ending)
    return {name: given.of(name) for name in dict.fromkeys(names)}


def home_of(paths: Iterable[str]) -> str:
    """The folder of all ``paths``, with the slash at its end, if they are absolute; else "". Pages
    leave it out, since it says nothing to readers on other machines."""
    named = list(paths)
    for kind in (posixpath, ntpath):
        if named and all(map(kind.isabs, named)):
            try:
                folder = kind.commonpath([kind.dirname(path) for path in named])
            except ValueError:  # several drives
                return ""
            return named[0][: len(folder.rstrip("/\\")) + 1]
    return ""
