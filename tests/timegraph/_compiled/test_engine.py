"""The choice of how graphs are closed: one checked, frozen value."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from timegraph import _compiled as engine
from timegraph._compiled import Engine


def test_the_default_chooses_everything_by_itself():
    assert Engine() == Engine(kind="auto", memory_budget=None, kernels="auto")


@pytest.mark.parametrize("kernels", ["always", "never"])
def test_a_choice_of_kernels_holds_whatever_the_amount(kernels):
    for amount in (0, 10**9):
        uses = Engine(kernels=kernels).uses_kernels(amount, pays_from=10, pays_from_loaded=5)
        assert uses == (kernels == "always")


@pytest.mark.parametrize("loaded", [False, True])
def test_kernels_pay_sooner_where_they_are_loaded(loaded, monkeypatch):
    monkeypatch.setattr(engine, "kernels_loaded", lambda: loaded)
    for amount in (4, 5, 9, 10):
        uses = Engine().uses_kernels(amount, pays_from=10, pays_from_loaded=5)
        assert uses == (amount >= (5 if loaded else 10))


@pytest.mark.parametrize(("name", "value"), [("kind", "rows"), ("kernels", True)])
def test_unknown_choices_are_refused(name, value):
    with pytest.raises(ValueError, match=rf"{name} is one of auto, .*, not "):
        Engine(**{name: value})


@pytest.mark.parametrize("budget", [-1, np.int64(-1), 1.5, float("nan"), "1GB", True, [1]])
def test_a_memory_budget_is_a_number_of_bytes(budget):
    with pytest.raises(ValueError, match="memory_budget is a whole number of bytes from 0 on"):
        Engine(memory_budget=budget)


def test_a_memory_budget_may_be_an_integer_of_numpy():
    budget = Engine(memory_budget=np.int64(5)).memory_budget
    assert (budget, type(budget)) == (5, int)


def test_engines_are_values():
    one = Engine("grail_index", 2**30, "always")
    assert pickle.loads(pickle.dumps(one)) == one
    assert len({one, Engine("grail_index", 2**30, "always"), Engine()}) == 2
