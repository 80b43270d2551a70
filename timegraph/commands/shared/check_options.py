"""Which findings a check shows: options, and the configuration where they are not given."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

import click
from click.core import ParameterSource

from timegraph.checking.config import (
    Baseline,
    BaselineError,
    Config,
    ConfigError,
    find_config,
    read_baseline,
    read_config,
)
from timegraph.checking.document import RULES, Selection, UnknownRuleError
from timegraph.commands.shared.command import BadUsage, Bundle
from timegraph.commands.shared.options import choice_option, most_option, option
from timegraph.findings import SEVERITIES, Severity
from timegraph.findings.record import Rule

_NONE = "none"
"""The value of --config for no configuration."""


@dataclass(frozen=True, slots=True)
class ShownRules:
    """The rules whose findings are shown, and how many findings of each in text."""

    selection: Selection
    most: int


def selection_options(rules: Mapping[str, Rule], page: str) -> Bundle[ShownRules]:
    """The options for rules alone, of which ``page`` explains each; the command receives one
    argument, ``shown``. Nothing comes from a configuration."""

    def value(
        select: tuple[str, ...], ignore: tuple[str, ...], severity: Severity | None, most: int
    ) -> ShownRules:
        return ShownRules(_selection(select, ignore, severity, rules), most)

    select_option = option(
        "--select RULES",
        "Only these rules, separated by commas; patterns such as 'gold-*' name several. "
        f"{page} explains all.",
        multiple=True,
    )
    return Bundle("shown", (select_option, _IGNORE, _SEVERITY, most_option), value)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a check shows: the rules, the file of findings that are known, and how many in text."""

    selection: Selection
    baseline: str | None
    most: int

    def known(self) -> Baseline | None:
        """The findings that are known. Raises :class:`BadUsage` if they cannot be read."""
        return None if self.baseline is None else _known(self.baseline)


def _shown(
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severity: Severity | None,
    baseline: str | None,
    most: int,
    config: str | None,
) -> Shown:
    """What is not given on the command line comes from the configuration."""
    configured = None if config == _NONE else _config(config)
    if configured is not None:
        if not select:
            select, severity = configured.select, severity or configured.severity
            ignore = ignore or configured.ignore
        baseline = baseline or configured.baseline
        source = click.get_current_context().get_parameter_source("most")
        if source is ParameterSource.DEFAULT and configured.max is not None:
            most = configured.max
    return Shown(_selection(select, ignore, severity, RULES), baseline, most)


_IGNORE = option("--ignore RULES", "All rules but these, in the same way.", multiple=True)
_SEVERITY = choice_option(
    "--severity",
    SEVERITIES,
    "Hide findings that are less severe.  [default: warning; with --select: note]",
)

shown_options = Bundle(
    "shown",
    (
        option(
            "--select RULES",
            "Only these rules, separated by commas; patterns such as 'timex-*' name several "
            "(docs/checks.md). Overrides the rules and severity of the configuration.",
            multiple=True,
        ),
        _IGNORE,
        _SEVERITY,
        option(
            "--baseline FILE",
            "Show only findings that are not in FILE, which --format baseline has written. A "
            "finding is the same if rule, document and ids are, whatever its line.",
        ),
        most_option,
        option(
            f"--config FILE|{_NONE}",
            "The configuration: what these options leave open.  [default: timegraph.toml or "
            "the section [tool:timegraph] of setup.cfg, here or in a folder above]",
        ),
    ),
    _shown,
)
"""The options for rules and baselines; the command receives them as one argument, ``shown``."""


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
        config = read_config(path)
    except ConfigError as error:
        raise BadUsage(str(error)) from None
    if config is None:
        raise BadUsage(f"--config {path}: has no section [tool:timegraph]")
    return config


def _known(path: str) -> Baseline:
    try:
        return read_baseline(path)
    except BaselineError as error:
        raise BadUsage(str(error)) from None
    except OSError as error:
        reason = error.strerror or error
        raise BadUsage(f"--baseline {path}: {reason}; --format baseline writes one") from None


def _split(codes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(code for part in codes for code in part.replace(",", " ").split())
