"""Goals grow and shrink with the machine."""

from __future__ import annotations

import pytest


@pytest.fixture
def module(benchmark_module):
    return benchmark_module("yardstick")


def test_a_goal_is_as_many_steps_here_as_where_it_was_set(module, monkeypatch):
    stick = module.YARDSTICKS["python"]
    monkeypatch.setattr(stick, "measured", 3 * stick.where_goals_were_set)
    monkeypatch.setattr(stick, "at", float("inf"))
    assert module.goal(0.5) == pytest.approx(1.5)


def test_a_result_stands_beside_its_goal(module, benchmark_module, monkeypatch):
    stick = module.YARDSTICKS["words"]
    monkeypatch.setattr(stick, "measured", 2 * stick.where_goals_were_set)
    monkeypatch.setattr(stick, "at", float("inf"))
    result = benchmark_module("measuring").Result("large", "index", seconds=1.0)
    beside = module.beside_goal(result, 2.0, "words")
    assert (beside.against, beside.other, beside.ratio, beside.met) == ("goal", 4.0, 4.0, True)
    assert module.beside_goal(result, 0.1, "words").met is False
    assert module.beside_goal(result, 0.1, "words", held=False).met is None


@pytest.mark.slow
def test_both_yardsticks_are_measured(module):
    assert all(0 < stick.seconds < 1e-3 for stick in module.YARDSTICKS.values())
    assert "a step of Python took" in module.pace()
