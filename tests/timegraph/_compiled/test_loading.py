"""Machine code is loaded beside the caller. Each test runs Python in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest

BESIDE = """
    import threading
    from timegraph._compiled import log_failure
    from timegraph._graph.arguments import DISTANCES, ORDER
"""


def run(code, **variables):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(BESIDE) + textwrap.dedent(code)],
        capture_output=True, text=True, encoding="utf-8", timeout=300, check=False,
        env=os.environ | variables,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_kernels_are_loaded_while_the_caller_goes_on():
    code = """
        ORDER.start()
        ORDER.start()
        assert [thread.name for thread in threading.enumerate()][1:] == ["timegraph-kernels"]
        assert ORDER.wait(200.0)
        assert ORDER.loaded()
        assert ORDER.wait(0.0)
    """
    run(code)


@pytest.mark.slow
def test_a_program_that_ends_does_not_wait_for_all_kernels(tmp_path):
    code = """
        import atexit
        from timegraph._compiled import kernels_loaded
        ORDER.start()
        atexit.register(lambda: print(kernels_loaded()))
    """
    # With an empty cache all would be compiled, which takes many steps.
    assert run(code, NUMBA_CACHE_DIR=str(tmp_path)) == "False\n"


@pytest.mark.slow
def test_short_work_does_not_wait_for_the_compiler(tmp_path):
    code = """
        ORDER._changed.wait = None  # cannot be called
        assert not ORDER.wait(1.0)
    """
    run(code, NUMBA_CACHE_DIR=str(tmp_path))


def test_without_working_compiled_code_python_goes_on():
    code = """
        import sys
        sys.modules["numba"] = None  # importing it fails
        assert not ORDER.wait(60.0)
        ORDER.start()
        assert threading.active_count() == 1 or ORDER._thread is not None
        from timegraph import TimeGraph
        graph = TimeGraph(on_conflict="drop-link")
        for k in range(12_000):
            graph.add(k, "before", k + 1)
        print(graph.ask(0, "before", 12_000).value)
    """
    assert run(code) == "yes\n"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_child_of_a_fork_loads_them_again():
    code = """
        import os, warnings
        warnings.simplefilter("ignore")  # forking a process with threads
        ORDER.start()
        child = os.fork()
        if not child:
            os._exit(0 if ORDER.wait(200.0) else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert ORDER.wait(200.0)
    """
    run(code)


def test_a_failure_is_logged_where_somebody_listens():
    code = """
        import logging
        log_failure("not loaded: %s", RuntimeError("first"))
        logging.basicConfig(format="%(name)s: %(message)s", stream=__import__("sys").stdout)
        log_failure("not loaded: %s", RuntimeError("second"))
    """
    assert run(code) == "timegraph: not loaded: second\n"
