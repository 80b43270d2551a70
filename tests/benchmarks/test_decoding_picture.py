"""The picture of what decoding takes and gains."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def picture(benchmark_module):
    return benchmark_module("decoding_picture")


TIMES = [
    {"line": f"random order of {size}, {noise}", "method": method, "value": 9, "bound": bound,
     "seconds": seconds}
    for size, noise, method, bound, seconds in (
        (20, "b10", "program", 9, 1.0), (20, "b22", "program", 9, 2.0),
        (20, "b22", "program", 9, 4.0), (30, "b22", "program", 11, 30.0),
    )
]  # fmt: skip
GAINS = [
    {"line": f"OmniTemp {noise}, seed {seed}", "decoded": {"f1": f1}, "heaviest": {"f1": f1 - 5}}
    for noise, seed, f1 in (("b10", 1, 90.0), ("b10", 2, 92.0), ("b30", 1, 80.0))
] + [{"line": "random orders of 20, b22", "decoded": {"f1": 85.0}}]


def test_what_is_drawn(picture) -> None:
    unended = {"line": "random order of 20, b10", "method": "RC2"}
    assert picture.times_of([*TIMES, unended], "RC2") == {}
    assert picture.times_of(TIMES, "program") == {
        (20, "b10"): (1.0, True), (20, "b22"): (3.0, True), (30, "b22"): (30.0, False),
    }  # fmt: skip
    assert picture.gains_by_noise(GAINS, "OmniTemp", "decoded") == {"b10": 91.0, "b30": 80.0}
    assert picture.gains_by_size(GAINS, "decoded") == {20: 85.0}
    assert picture.gains_by_size(GAINS, "heaviest") == {}


def test_the_picture_is_800_pixels_wide(picture, tmp_path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "picture.png"
    picture.draw(TIMES, GAINS, path)
    assert int.from_bytes(path.read_bytes()[16:20], "big") == 800
