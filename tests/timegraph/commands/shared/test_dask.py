"""Ctrl-C while a cluster works; ``tests/timegraph/corpus/test_dask.py`` tests the cluster."""

from __future__ import annotations

import signal

import pytest

from timegraph.commands.shared.dask import _CtrlC


class Interrupted:
    """Meets Ctrl-C while it is deleted, where Python prints what is raised and goes on."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def delete() -> None:
    met = Interrupted()
    del met


def test_ctrl_c_is_raised_at_once() -> None:
    with pytest.raises(KeyboardInterrupt), _CtrlC():
        signal.raise_signal(signal.SIGINT)


def test_ctrl_c_in_a_finaliser_is_raised_at_the_next_check() -> None:
    reached = []

    def work() -> None:
        with _CtrlC() as ctrl_c:
            delete()
            reached.append("the check")
            ctrl_c.check()
            reached.append("the end")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert reached == ["the check"]


def test_ctrl_c_in_a_finaliser_is_raised_at_the_end() -> None:
    with pytest.raises(KeyboardInterrupt), _CtrlC():
        delete()


def test_the_handler_is_put_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with _CtrlC():
        assert signal.getsignal(signal.SIGINT) != before
    assert signal.getsignal(signal.SIGINT) == before


def test_a_handler_of_somebody_else_stays() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with _CtrlC():
            assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
