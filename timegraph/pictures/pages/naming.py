"""Names of pages: one for each document, on every file system."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["file_names"]

_LONGEST = 80


def file_names(names: Iterable[str], ending: str = ".html") -> dict[str, str]:
    """A file name for each of ``names``: its last part without ``.tml``, numbered where two would
    get the same one. ``index`` is never given away."""
    taken = {f"index{ending}"}
    found: dict[str, str] = {}
    for name in names:
        last = (
            name.replace("#", "-")
            .replace("\\", "/")
            .rstrip("/")
            .rpartition("/")[2]
            .removesuffix(".tml")
        )
        stem = "".join(c if c.isalnum() or c in "._- " else "-" for c in last)
        stem = stem[:_LONGEST].strip(". ") or "document"
        file, number = f"{stem}{ending}", 2
        while file.lower() in taken:
            file, number = f"{stem}-{number}{ending}", number + 1
        taken.add(file.lower())
        found[name] = file
    return found
