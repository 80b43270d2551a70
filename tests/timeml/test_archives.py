"""Archives in memory; tests/timeml/test_collection.py has the damaged and hostile ones."""

from __future__ import annotations

import zipfile
from pathlib import Path

from timeml._archives import unpack


def test_wanted_files_come_without_the_folders_that_hold_them_all(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("top/b.ann", "top/in/c.ann", "top/a.ann", "top/a.txt", "__MACOSX/a.ann"):
            archive.writestr(name, name)
    every = unpack(path, lambda name: name.endswith(".ann"), recursive=True)
    assert every == {"a.ann": b"top/a.ann", "b.ann": b"top/b.ann", "in/c.ann": b"top/in/c.ann"}
    assert list(every) == sorted(every)
    flat = unpack(path, lambda name: name.endswith(".ann"), recursive=False)
    assert list(flat) == ["a.ann", "b.ann"]
