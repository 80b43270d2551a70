"""One way through many choices says what the search says."""

from __future__ import annotations

import random

import pytest

from timegraph import AllenSet, Answer, InconsistentError, IntervalNetwork
from timegraph.networks import solver

CHOICES = [{"before", "after"}, {"before", "after", "overlaps"}, {"meets", "during", "after"}]


def drawn(seed: int, *, measured: bool) -> IntervalNetwork[int]:
    rng = random.Random(seed)
    network: IntervalNetwork[int] = IntervalNetwork()
    for _ in range(rng.randrange(8)):
        a, b = rng.sample(range(6), 2)
        least = rng.randrange(-5, 6)
        if measured and rng.random() < 0.6:
            most = least + rng.randrange(6)
            network.add_distance((a, "start"), (b, "end"), at_least=least, at_most=most)
        else:
            network.add(a, rng.choice(["before", "overlaps", "during", "starts"]), b)
    for _ in range(rng.randrange(1, 8)):
        a, b, c = rng.sample(range(6), 3)
        if rng.random() < 0.3:
            network.add_any_of(
                [[(a, "before", b), (b, {"before", "meets"}, c)], [(c, "starts", a)]]
            )
        else:
            network.add(a, rng.choice(CHOICES), b)
    return network


def answers(network: IntervalNetwork[int]) -> list[object]:
    if not network.consistent():
        return [False]
    pairs = [(a, b) for a in network.entities for b in network.entities if a < b]
    asked = [network.ask(a, {"before", "overlaps"}, b) for a, b in pairs]
    assert set(asked) <= {*Answer}
    return [True, asked, [network.relations(a, b) for a, b in pairs]]


@pytest.mark.parametrize("measured", [False, True])
def test_a_trial_answers_as_the_search_does(
    measured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(150):
        network = drawn(seed, measured=measured)
        searched = answers(network)
        with monkeypatch.context() as patch:
            patch.setattr(solver, "_MOST_WHOLE", -1)
            patch.setattr(solver, "_TRIAL_FROM", 0)
            tried = network.copy()
            assert answers(tried) == searched, seed
            if searched[0]:
                world = tried.scenario()
                for link in tried.links:
                    if isinstance(getattr(link, "relation", None), AllenSet):
                        assert world.relation(link.a, link.b) in link.relation
            else:
                with pytest.raises(InconsistentError):
                    tried.schedule()


def test_many_choices_need_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "_search_of", None)
    network: IntervalNetwork[int] = IntervalNetwork()
    for k in range(300):
        network.add_distance((k, "start"), (k + 1, "start"), at_least=1, at_most=9)
        network.add(k, {"before", "after"}, (7 * k + 2) % 300)
    network.add(300, {"before", "after"}, 0)
    assert network.consistent()
    assert network.ask(0, "before", 2) is Answer.YES
    assert network.ask(3, "meets", 5) is Answer.UNKNOWN
    world = network.scenario()
    assert all(
        world.relation(link.a, link.b) in link.relation
        for link in network.links
        if hasattr(link, "relation")
    )


@pytest.mark.parametrize("seed", range(40))
def test_a_search_of_choices_alone_answers_as_one_of_all_links(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = drawn(seed, measured=False).consistent()
    monkeypatch.setattr(solver, "_MOST_WHOLE", -1)
    assert drawn(seed, measured=False).consistent() is whole
