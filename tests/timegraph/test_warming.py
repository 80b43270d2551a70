"""Everything is compiled beforehand, and the machine code is kept where it is said to be."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.timegraph._closure.kernels.test_kernels import COMPILED

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not COMPILED, reason="kernels are not compiled"),
]


def run(code, **variables):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True, text=True, encoding="utf-8", timeout=300, check=False,
        env=os.environ | variables,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_code_is_loaded():
    code = """
        import timegraph
        from timegraph._graph.arguments import DISTANCES, ORDER
        warmed = timegraph.warm_up()
        assert ORDER.loaded() and DISTANCES.loaded()
        assert warmed.kernels > 30
        assert warmed.seconds > 0
        print("\\n".join(warmed.folders))
    """
    folders = run(code).split()
    assert folders
    assert all(list(Path(folder).glob("*.nbi")) for folder in folders)


def test_a_warm_process_loads_nothing_later():
    code = """
        import threading, timegraph
        timegraph.warm_up()
        for policy in ("error", "drop-link", "drop-constraint"):
            graph = timegraph.TimeGraph(on_conflict=policy)
            for k in range(1500):
                graph.add(k, "before", k + 1)
                graph.ask(0, "before", k)
        assert threading.active_count() == 1
        from timegraph._closure.incremental import IncrementalClosure
        assert isinstance(graph._state.closure, IncrementalClosure)
    """
    run(code)
