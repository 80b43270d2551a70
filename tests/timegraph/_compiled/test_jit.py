"""Compiled code on disk: optional, safe for several processes, and never older than its source."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core import caching

from timegraph._closure import kernels
from timegraph._compiled.jit import jit

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
FOLDER = Path(kernels.__file__).parent
UNKNOWN, EQUAL = 0, 3


def test_a_kernel_is_cached_only_if_some_folder_can_be_written_to(monkeypatch):
    def double(x: int) -> int:
        return 2 * x

    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    assert jit(double)(21) == 42


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="kernels are not compiled")
def test_processes_may_compile_at_the_same_time(tmp_path, root):
    script = SCRIPT.replace("copied", kernels.__name__)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script], cwd=root, env=environment, stdout=subprocess.PIPE
        )
        for _ in range(2)
    ]
    assert [int(process.communicate(timeout=300)[0]) for process in processes] == [UNKNOWN, UNKNOWN]
    assert [process.returncode for process in processes] == [0, 0]
    assert list(tmp_path.rglob("*.nbi"))


# Does what a kernel computes follow a change of the helpers it calls?

SCRIPT = """
import numpy as np
from copied import dynamic_order
point = np.zeros((2, 8), np.int32)
point[:, dynamic_order.PARENT] = point[:, dynamic_order.POSITION] = 0, 1
point[:, dynamic_order.OUT] = -1
edge = np.zeros((1, 5), np.int32)
print(dynamic_order.label(point, edge, 0, 1, np.zeros(4, np.int32), False))
"""


def label_of_copy(folder: Path) -> int:
    """What a new process computes with the kernels in ``folder / "copied"``: the label of two
    points of which nothing is known."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=folder,
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


def copied_kernels(folder: Path) -> Path:
    copied = folder / "copied"
    shutil.copytree(FOLDER, copied, ignore=shutil.ignore_patterns("__pycache__"))
    for path in copied.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        path.write_text(source.replace(kernels.__name__, "copied"), encoding="utf-8")
    return copied


def change_roots(copied: Path) -> int:
    """Make every point equal to point 0, in each file that looks roots up; how many these are."""
    changed = 0
    for path in copied.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        new = re.sub(r"(def _root\(.*\n)(    while .*\n)", r"\1    p = 0\n\2", source)
        if new != source:
            changed += 1
            path.write_text(new, encoding="utf-8")
    return changed


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="kernels are not compiled")
def test_compiled_code_follows_a_change_of_a_helper(tmp_path):
    """Numba looks only at the file of the kernel itself, so helpers must stand in it."""
    copied = copied_kernels(tmp_path)
    assert label_of_copy(tmp_path) == UNKNOWN
    assert change_roots(copied) >= 1
    assert label_of_copy(tmp_path) == EQUAL


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="kernels are not compiled")
def test_a_helper_of_another_file_would_leave_stale_code(tmp_path):
    """The counter-example: if this fails, numba has learnt to look, and the rule can go."""
    copied = copied_kernels(tmp_path)
    kernel = copied / "dynamic_order.py"
    source = kernel.read_text(encoding="utf-8")
    own = source[source.index("@helper\ndef _root") : source.index("@helper\ndef _forward")]
    head = "from timegraph._compiled.jit import helper\n\nPARENT = 1\n\n\n"
    (copied / "roots.py").write_text(head + own.replace("point: Ints", "point"))
    kernel.write_text(source.replace(own, "from copied.roots import _root\n\n\n"))
    before = label_of_copy(tmp_path)
    assert change_roots(copied) >= 1
    assert label_of_copy(tmp_path) == before
