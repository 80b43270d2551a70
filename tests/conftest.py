"""Fixtures shared by all tests: where the evaluation data and the shipped kit are."""

from __future__ import annotations

import gc
import os
import secrets
import signal
from collections import Counter
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# The default run draws the same examples each time; the thorough one draws new ones.
settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=100,
)
settings.register_profile("fast", parent=settings.get_profile("default"), max_examples=50)
settings.register_profile(
    "thorough",
    parent=settings.get_profile("default"),
    derandomize=False,
    max_examples=2000,
    print_blob=True,
)


LEFT_OUT = pytest.StashKey[int]()
"""How many tests are left out because they are slow."""


def pytest_configure(config: pytest.Config) -> None:
    """Choose how examples are drawn, before any test is imported, and let Ctrl-C be heard.

    Half as many where slow tests are left out, which the default is: who runs that wants to know
    soon. Tests that are named run, slow or not. What a script starts in the background ignores
    Ctrl-C, and so would every process that tests send it.
    """
    if config.option.markexpr == "not slow" and all("::" in path for path in config.args):
        config.option.markexpr = ""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.pop("COLUMNS", None)  # results are those of a pipe, whatever runs the tests
    fast = "not slow" in config.option.markexpr
    profile = os.environ.get("TIMEGRAPH_HYPOTHESIS_PROFILE", "fast" if fast else "default")
    settings.load_profile(profile)
    # Tests beside each other share what is costly, so each process gets them in a row, and takes
    # from another's when it has done its own.
    if getattr(config.option, "dist", "no") == "load":
        config.option.dist = "worksteal"
    # Hypothesis reads the option after this; processes of pytest-xdist are given ours.
    if not settings().derandomize and config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(secrets.randbits(32))


def how_to_repeat(config: pytest.Config) -> str | None:
    """How to draw the same examples again, if they are random."""
    if settings().derandomize:
        return None
    profile = settings.get_current_profile_name()
    return (
        f"random examples; to draw them again: TIMEGRAPH_HYPOTHESIS_PROFILE={profile} "
        f"python -m pytest --hypothesis-seed={config.option.hypothesis_seed}"
    )


def pytest_report_header(config: pytest.Config) -> str | None:
    return how_to_repeat(config)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no file of tests that has no slow one, where slow ones alone are asked for."""
    if config.option.markexpr != "slow" or collection_path.suffix != ".py":
        return None
    return b"slow" not in collection_path.read_bytes() or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "data" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.data)


def pytest_collection_finish() -> None:
    """Keep what all tests hold out of the collector's way, and forked processes from copying it."""
    gc.freeze()


# Two processes of pytest-xdist share what all need and Python keeps on disk. Each would else do all
# of it, in a fresh clone, beside the other; where it is there already, this takes a second.


def process_of_whole_run(config: pytest.Config) -> str:
    """The name of this process of pytest-xdist (``"gw0"``), if all tests are asked for."""
    worker = getattr(config, "workerinput", None)
    return worker["workerid"] if worker and config.args == config.getini("testpaths") else ""


def pytest_collection(session: pytest.Session) -> None:
    """Let the second process import the latter half of the tests before it collects them: while the
    first collects the former half, and so compiles that for both."""
    if process_of_whole_run(session.config) == "gw1":
        files = sorted((ROOT / "tests").rglob("test_*.py"))
        for file in files[len(files) // 2 :]:
            # What is wrong with a file, or missing for it, the collection says.
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    """Let each of two processes compile half of the kernels before its first test."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return
    process = process_of_whole_run(session.config)
    if process == "gw0":
        from timegraph._closure import indexes as closure

        for _ in closure.steps():
            pass
    elif process == "gw1":
        from timegraph._metric import compiled as distances
        from timegraph.networks import solver as networks

        distances.use_all()
        networks.use_all()


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Count the slow tests, unless -k has chosen among all."""
    config = items[0].config
    if not config.option.keyword:
        config.stash[LEFT_OUT] = sum(item.get_closest_marker("slow") is not None for item in items)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that reports to the terminal, if it is another one."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Each process of pytest-xdist has collected all tests, unless it died."""
    if hasattr(node, "workeroutput"):
        node.config.stash[LEFT_OUT] = node.workeroutput["left_out"]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say below everything else how to repeat a failure, and what was not tested."""
    repeat = how_to_repeat(config)
    if repeat is not None and terminalreporter.stats.get("failed"):
        terminalreporter.write_line(repeat, yellow=True)
    reasons = Counter(
        str(report.longrepr[2]).removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", ())
        if isinstance(report.longrepr, tuple)
    )
    slow = config.stash.get(LEFT_OUT, 0)
    if slow:
        reasons["slow; python -m pytest -m slow runs them"] = slow
    if reasons:
        terminalreporter.section("NOT TESTED", sep="=", yellow=True, bold=True)
        for reason, number in reasons.most_common():
            tests = "test" if number == 1 else "tests"
            terminalreporter.write_line(f"{number} {tests}: {reason}", yellow=True)
    took = os.times()
    processor = took.user + took.system + took.children_user + took.children_system
    terminalreporter.write_line(f"all processes together took {processor:.0f} s of processor time")


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's root folder."""
    return ROOT


@pytest.fixture(scope="session")
def kit(root: Path) -> Path:
    """The kit of documents, questions and systems that the project ships."""
    return root / "examples" / "kit"


@pytest.fixture(scope="session")
def data(root: Path) -> Path:
    """The evaluation data; tests that ask for it are skipped, and say so, where it is absent."""
    place = Path(os.environ.get("TIMEGRAPH_DATA", root / ".." / "shared" / "data")).resolve()
    if not place.is_dir():
        pytest.skip("the evaluation data is not here; set TIMEGRAPH_DATA to its folder")
    return place
