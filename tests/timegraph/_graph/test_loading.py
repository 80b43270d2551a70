"""The code of distances is loaded beside the caller. Each test runs Python in a process of its
own."""

from __future__ import annotations

import os
import textwrap

import pytest

from tests.timegraph._compiled.test_loading import run

BEGIN = """
    import os, sys
    from timegraph import TimeGraph
    from timegraph._compiled import Engine
"""


@pytest.mark.slow
def test_kernels_are_loaded_while_the_caller_goes_on() -> None:
    code = """
        DISTANCES.start()
        DISTANCES.start()
        names = sorted(thread.name for thread in threading.enumerate())[1:]
        assert names == ["timegraph-distances", "timegraph-kernels"]
        assert not DISTANCES.usable(Engine(kernels="never"), 200.0)
        assert DISTANCES.usable(Engine(), 200.0)
        assert DISTANCES.usable(Engine()) and not DISTANCES.usable(Engine(kernels="never"))
    """
    run(textwrap.dedent(BEGIN) + textwrap.dedent(code))


@pytest.mark.slow
def test_nobody_waits_for_the_compiler(tmp_path) -> None:
    code = """
        graph = TimeGraph(on_conflict="drop-link")
        for k in range(3_000):
            graph.add(k, "before", k + 1)
            graph.add_duration(k, at_most="3 days")
        assert graph.ask(0, "before", 3_000) == "yes"
        assert graph.distance((0, "start"), (7, "end")).upper is None
        assert "timegraph._metric.compiled" not in sys.modules
    """
    run(textwrap.dedent(BEGIN) + textwrap.dedent(code), NUMBA_CACHE_DIR=str(tmp_path))


def test_without_working_compiled_code_python_goes_on() -> None:
    code = """
        sys.modules["numba"] = None
        DISTANCES.start()
        assert not DISTANCES.usable(Engine(), 100.0)
        graph = TimeGraph()
        graph.add_duration("a", "3 days")
        assert str(graph.distance(("a", "start"), ("a", "end"))) == "exactly 3 days"
    """
    run(textwrap.dedent(BEGIN) + textwrap.dedent(code))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_child_of_a_fork_loads_them_again() -> None:
    code = """
        import warnings
        warnings.simplefilter("ignore")  # forking a process with threads
        DISTANCES.start()
        child = os.fork()
        if not child:
            os._exit(0 if DISTANCES.usable(Engine(), 200.0) else 1)
        assert os.waitpid(child, 0)[1] == 0
    """
    run(textwrap.dedent(BEGIN) + textwrap.dedent(code))
