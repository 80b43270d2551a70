"""Options of earlier versions: each is gone, and the message says what to write instead."""

from __future__ import annotations

import importlib
import re
from functools import reduce
from importlib import import_module

import click
import pytest

from tests.timegraph.commands.test_width import LEAVES, long_options
from timegraph.commands._shared.moved import MOVED, moved


def test_an_option_that_never_was_keeps_its_message() -> None:
    error = click.NoSuchOption("--never")
    assert moved(error, click.Context(click.Command("x"))) is error


def test_every_entry_is_an_option_with_a_way_out() -> None:
    for name, way_out in MOVED.items():
        assert name.rpartition(" ")[2].startswith("--"), name
        assert way_out, name


def test_every_python_function_that_is_named_is_there() -> None:
    for name, way_out in MOVED.items():
        for path in re.findall(r"timegraph(?:\.\w+)+", way_out):
            module, _, attribute = path.rpartition(".")
            assert hasattr(importlib.import_module(module), attribute), (name, path)


def test_what_is_gone_is_gone() -> None:
    for name in MOVED:
        path, _, option = name.rpartition(" ")
        commands = [path] if path else list(LEAVES)
        assert not any(option in long_options(LEAVES[command]) for command in commands), name


@pytest.mark.parametrize("name", MOVED)
def test_the_way_out_is_there(name: str) -> None:
    way_out = MOVED[name]
    every = set().union(*map(long_options, LEAVES.values()))
    assert set(re.findall(r"--[a-z-]+", way_out)) <= every
    for path in re.findall(r"timegraph(?:\.\w+)+", way_out):
        parts = path.split(".")
        attributes = 2 if parts[-2][0].isupper() else 1
        reduce(getattr, parts[-attributes:], import_module(".".join(parts[:-attributes])))
