"""Which findings a check shows: options, and the configuration where they are not given."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from timegraph.checking.baseline import Baseline, BaselineError, read_baseline
from timegraph.checking.config import Config, ConfigError, find_config, read_config
from timegraph.checking.rules import RULES, Rule
from timegraph.checking.selection import Selection, UnknownRuleError
from timegraph.commands._shared.files import BadUsage
from timegraph.findings import SEVERITIES, Severity

__all__ = ["Shown", "selection_options", "shown_options"]

R = TypeVar("R")

_MOST = 20
"""Findings of each rule that text shows by default."""


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def selection_options(rules: Mapping[str, Rule], page: str) -> Decorator:
    """The options for rules alone, of which ``page`` explains each; the command receives
    ``selection`` and ``most``. Nothing comes from a configuration."""

    def decorate(command: Callable[..., R]) -> Callable[..., R]:
        @wraps(command)
        def collected(
            *args: Any,
            select: tuple[str, ...],
            ignore: tuple[str, ...],
            severity: Severity | None,
            most: int | None,
            **options: Any,
        ) -> R:
            selection = _selection(select, ignore, severity, rules)
            shown = _MOST if most is None else most
            return command(*args, selection=selection, most=shown, **options)

        select_option = click.option(
            "--select",
            multiple=True,
            metavar="RULES",
            help="Only these rules, separated by commas; patterns such as 'gold-*' name several. "
            f"{page} explains all.",
        )
        decorated: Callable[..., R] = collected
        for option in (_MAX, _SEVERITY, _IGNORE, select_option):
            decorated = option(decorated)
        return decorated

    return decorate


@dataclass(frozen=True, slots=True)
class Shown:
    """What a check shows: the rules, the findings that are known, and how many in text.

    With ``write_baseline`` all findings are to become known, in this file.
    """

    selection: Selection
    baseline: Baseline | None
    write_baseline: Path | None
    most: int


def shown_options(command: Callable[..., R]) -> Callable[..., R]:
    """The options for rules and baselines; the command receives them as one argument, ``shown``.

    What is not given on the command line comes from the configuration.
    """

    @wraps(command)
    def collected(
        *args: Any,
        select: tuple[str, ...],
        ignore: tuple[str, ...],
        severity: Severity | None,
        baseline: str | None,
        write_baseline: Path | None,
        most: int | None,
        config: str | None,
        no_config: bool,
        **options: Any,
    ) -> R:
        if config is not None and no_config:
            raise BadUsage("--config and --no-config exclude each other")
        found = None if no_config else _config(config)
        if found is not None:
            if not select:
                select, severity = found.select, severity or found.severity
                ignore = ignore or found.ignore
            baseline = baseline or found.baseline
            most = found.max if most is None else most
        selection = _selection(select, ignore, severity, RULES)
        # A file that is to be written need not exist yet.
        known = None if baseline is None or write_baseline is not None else _known(baseline)
        shown = Shown(selection, known, write_baseline, _MOST if most is None else most)
        return command(*args, shown=shown, **options)

    decorated: Callable[..., R] = collected
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


_IGNORE = click.option(
    "--ignore", multiple=True, metavar="RULES", help="All rules but these, in the same way."
)
_SEVERITY = click.option(
    "--severity",
    type=click.Choice(SEVERITIES),
    help="Hide findings that are less severe.  [default: warning; with --select: note]",
)
_MAX = click.option(
    "--max",
    "most",
    type=click.IntRange(min=0),
    metavar="N",
    help=f"In text show at most N findings of each rule; 0 is all.  [default: {_MOST}]",
)

_OPTIONS = (
    click.option(
        "--select",
        multiple=True,
        metavar="RULES",
        help="Only these rules, separated by commas; patterns such as 'timex-*' name several. "
        "docs/checks.md explains all. Sets aside the rules and the severity that the "
        "configuration has.",
    ),
    _IGNORE,
    _SEVERITY,
    click.option(
        "--baseline",
        metavar="FILE",
        help="Show only findings that are not in FILE, which --write-baseline has written. A "
        "finding is the same if rule, document and ids are, whatever its line.",
    ),
    click.option(
        "--write-baseline",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Write all findings to FILE as known, and show none of them.",
    ),
    _MAX,
    click.option(
        "--config",
        metavar="FILE",
        help="Take from FILE what these options do not say. By default from timegraph.toml, or "
        "else from the section [tool:timegraph] of setup.cfg, here or in a folder above.",
    ),
    click.option("--no-config", is_flag=True, help="Read no configuration."),
)


def _selection(
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severity: Severity | None,
    rules: Mapping[str, Rule],
) -> Selection:
    try:
        return Selection(_split(select), _split(ignore), severity, rules)
    except UnknownRuleError as error:
        raise BadUsage(str(error)) from None


def _config(path: str | None) -> Config | None:
    try:
        if path is None:
            return find_config(os.getcwd())
        found = read_config(path)
    except ConfigError as error:
        raise BadUsage(str(error)) from None
    if found is None:
        raise BadUsage(f"--config {path}: has no section [tool:timegraph]")
    return found


def _known(path: str) -> Baseline:
    try:
        return read_baseline(path)
    except BaselineError as error:
        raise BadUsage(str(error)) from None
    except OSError as error:
        reason = error.strerror or error
        raise BadUsage(f"--baseline {path}: {reason}; --write-baseline makes one") from None


def _split(codes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(code for part in codes for code in part.replace(",", " ").split())
