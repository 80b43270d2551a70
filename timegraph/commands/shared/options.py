"""The options that several commands share, each declared and explained once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from timegraph.commands.shared.command import Bundle, Part, check_writable
from timegraph.commands.shared.terminal import Messages, Verbosity
from timegraph.findings import Severity
from timegraph.labels import Scheme, SchemeError, find_scheme, read_scheme
from timegraph.options import CHOICES, LABELS, Choice, Interpretation, Labels, NoEffectError
from timegraph.report import FORMATS

if TYPE_CHECKING:
    from pathlib import Path

    from timeml.normalize import AlignBy


# Arguments and options in a few words, spelled as the help shows them.


class _Path(click.Path):
    """As ``click.Path(path_type=Path)``, but loads ``pathlib`` only if a path is given: loading it
    takes longer than answering a question."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        from pathlib import Path

        return Path(str(super().convert(value, param, ctx)))


def option(spelled: str, help: str, *, called: str = "", **more: Any) -> click.Option:
    """The option that is ``spelled`` so, such as ``--kit DIR``; the command receives its value
    under the name that it is ``called``, by default its own. The help shows a default, unless
    ``show_default`` is among what ``more`` there is to say to ``click.Option``."""
    name, _, metavar = spelled.partition(" ")
    if more.get("default") is not None:
        more.setdefault("show_default", True)
    return click.Option([name, *filter(None, [called])], metavar=metavar or None, help=help, **more)


def switch(spelled: str, help: str, *, called: str = "") -> click.Option:
    """An option without a value."""
    return option(spelled, help, called=called, is_flag=True)


def path_option(spelled: str, help: str, *, called: str = "", **more: Any) -> click.Option:
    """An option whose value is a path."""
    return option(spelled, help, called=called, type=_Path(), **more)


def choice_option(
    spelled: str, choices: Sequence[str], help: str, *, called: str = "", **more: Any
) -> click.Option:
    """An option whose value is one of ``choices``."""
    return option(spelled, help, called=called, type=click.Choice(choices), **more)


def path_argument(called: str, metavar: str | None = None, **more: Any) -> click.Argument:
    """An argument that is a path, or with ``nargs=-1`` any number of them."""
    return click.Argument([called], metavar=metavar, type=_Path(), **more)


if TYPE_CHECKING:
    _Param = click.ParamType[Labels]
    _Number = click.ParamType[float]
else:
    _Param = _Number = click.ParamType  # which takes no type when it runs


MOST = 20
"""Findings of a kind that text shows by default."""


def _messages(*, quiet: bool, verbose: bool) -> Messages:
    if quiet and verbose:
        raise click.UsageError("--quiet and --verbose exclude each other")
    verbosity: Verbosity = "quiet" if quiet else "verbose" if verbose else "brief"
    return Messages(verbosity)


message_options = Bundle(
    "messages",
    (
        switch("--quiet", "Print no warnings."),
        switch("--verbose", "Print every warning in full, one per line."),
    ),
    _messages,
)


def interpretation_options(
    default: Interpretation = Interpretation(),
    *,
    without: Collection[str] = (),
) -> Bundle[Interpretation]:
    """An option for each choice about how annotations are read; the command receives them all as
    one argument, ``interpretation``.

    ``default`` has the command's defaults; choices in ``without`` keep theirs and have no option.
    """
    offered = [choice for choice in CHOICES.values() if choice.name not in without]
    options = tuple(_option(choice, getattr(default, choice.name)) for choice in offered)
    return Bundle("interpretation", options, partial(_interpretation, default))


def _interpretation(default: Interpretation, **chosen: Any) -> Interpretation:
    """The choices of the command line; one that somebody made and that has no effect with the
    others is bad usage, even if it names the default."""
    source = click.get_current_context().get_parameter_source
    try:
        interpretation = replace(default, **chosen)
        for name in chosen:
            if source(name) is not ParameterSource.DEFAULT:
                interpretation.check_effect(name)
    except NoEffectError as error:
        other = CHOICES[error.other].key
        needed = f"{other} {error.needed}" if CHOICES[error.other].values else other
        raise click.UsageError(
            f"--{CHOICES[error.name].key} has no effect without --{needed}; leave it out"
        ) from None
    return interpretation


def _option(choice: Choice, default: Any) -> click.Option:
    if not choice.values:
        return click.Option(
            [f"--{choice.key}/--no-{choice.key}"],
            default=default,
            show_default="on" if default else "off",
            help=f"{choice.about}.",
        )
    if choice.own is Scheme:
        return click.Option(
            [f"--{choice.key}"],
            type=_Labels(_as_named),
            default=default,
            show_default=True,
            metavar="SCHEME",
            help=f"{choice.about}: a scheme of `timegraph formats`, FILE.toml with your own, or "
            "document, as is usual in the format.",
        )
    meanings = "; ".join(f"{value}: {meaning}" for value, meaning in choice.values.items())
    return click.Option(
        [f"--{choice.key}"],
        type=click.Choice(tuple(choice.values)),
        default=default,
        show_default=True,
        metavar="POLICY" if choice.name == "on_conflict" else "HOW",
        help=f"{choice.about}. {meanings}.",
    )


class _Seconds(_Number):
    """A number of seconds above 0."""

    name = "seconds"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        try:
            seconds = float(value)
        except ValueError:
            seconds = 0.0
        if not 0 < seconds < float("inf"):
            self.fail(
                f"{value!r} is not a number of seconds above 0; leave the option out for no limit",
                param,
                ctx,
            )
        return seconds


time_limit_option = option(
    "--time-limit SECONDS",
    "Documents that take longer fail; the others go on.",
    type=_Seconds(),
)

jobs_option = option(
    "--jobs N",
    "Work in N processes; results are the same.",
    type=click.IntRange(min=1),
    default=1,
)

parallel_options = (jobs_option, time_limit_option)


listed_option = choice_option(
    "--listed KIND",
    ["all", "events", "timexes"],
    "LIST names all, events or timexes.",
    default="all",
)


def format_option_of(
    formats: Sequence[str], more: str = "", *, default: str = "text"
) -> click.Option:
    """The option ``--format`` of a command that has these formats, with ``more`` to say of them;
    the command receives ``format_``."""
    return choice_option(
        "--format FORMAT",
        formats,
        f"How results are printed: {', '.join(formats[:-1])} or {formats[-1]}.{more}",
        called="format_",
        default=default,
    )


_PLAIN_FORMATS = tuple(name for name in FORMATS if name != "latex")
FINDING_FORMATS = (*_PLAIN_FORMATS, "github")
"""The formats of commands that print findings."""

format_option = format_option_of(_PLAIN_FORMATS)
measure_format_option = format_option_of(FORMATS)
"""Tables of measures go into papers, so they alone are LaTeX, too."""

one_object_option = option(
    "--one-object RELATION",
    "A subject has one object (a team one head coach).",
    multiple=True,
)

one_subject_option = option(
    "--one-subject RELATION",
    "An object has one subject (an office one holder).",
    multiple=True,
)

most_option = option(
    "--max N",
    "In text show at most N findings of a kind; 0 is all.",
    called="most",
    type=click.IntRange(min=0),
    default=MOST,
)


@dataclass(frozen=True, slots=True)
class ShownRules:
    """The rules whose findings are shown, as the user names them, and how many findings of each
    in text."""

    select: tuple[str, ...]
    ignore: tuple[str, ...]
    severity: Severity | None
    most: int


def rule_options(severities: Sequence[Severity], pattern: str, page: str) -> Bundle[ShownRules]:
    """The options for rules of these ``severities``, of which ``pattern`` names several and
    ``page`` explains each; the command receives one argument, ``shown``."""
    select = option(
        "--select RULES",
        f"Only these rules, separated by commas; patterns such as '{pattern}' name several. "
        f"{page} explains all.",
        multiple=True,
        callback=_codes,
    )
    ignore = option(
        "--ignore RULES", "All rules but these, in the same way.", multiple=True, callback=_codes
    )
    severity = choice_option(
        "--severity",
        severities,
        "Hide findings that are less severe.  [default: warning; with --select: note]",
    )
    return Bundle("shown", (select, ignore, severity, most_option), ShownRules)


def _codes(
    context: click.Context, option: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(code for part in values for code in part.replace(",", " ").split())


def _as_named(name: str) -> Labels:
    return name if name in LABELS else find_scheme(name)  # type: ignore[return-value]


class _Labels(_Param):
    """The name of a label scheme, or the scheme in a TOML file."""

    name = "scheme"

    def __init__(self, named: Callable[[str], Labels]) -> None:
        self._named = named

    def convert(self, value: Any, param: Any, ctx: Any) -> Labels:
        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]
        try:
            if value.lower().endswith(".toml"):
                return read_scheme(value)
            return self._named(value)
        except SchemeError as error:
            self.fail(str(error), param, ctx)
        except OSError as error:
            self.fail(f"{value}: {error.strerror or error}", param, ctx)


to_labels_option = option(
    "--to-labels SCHEME",
    "Translate the labels of links into those of this scheme, or that of FILE.toml.",
    type=_Labels(find_scheme),
)


def _writable(context: click.Context, option: click.Parameter, path: Path | None) -> Path | None:
    check_writable(path)
    return path


output_option = path_option(
    "--output FILE", "Write the results to FILE instead of stdout.", callback=_writable
)
"""The option ``--output``, which :class:`Call` writes to. A FILE that cannot be written is bad
usage before a long run, not after it."""

_OF_CALL: dict[str, Part] = {
    "format": format_option,
    "jobs": jobs_option,
    "messages": message_options,
    "output": output_option,
    "time-limit": time_limit_option,
}


def of_call(names: str) -> tuple[Part, ...]:
    """The options for a :class:`Call` of these names, such as ``"format messages output"``."""
    return tuple(_OF_CALL[name] for name in names.split())


def findings_format(more: str = "") -> click.Option:
    """The option ``--format`` of commands that print findings, with ``more`` to say of it."""
    return format_option_of(FINDING_FORMATS, more)


_BY_MEANING = (
    "overlap: by the most shared characters; first-token: events only by the same first token, as "
    "in published figures"
)


def align_by_option() -> click.Option:
    """The option ``--align`` of commands that always align."""
    return _align_option(f"How annotations are paired. {_BY_MEANING}.", called="align_by")


def align_options(whose: str) -> Bundle[AlignBy | None]:
    """The option ``--align`` for ids of ``whose`` documents; the command receives ``align_by``,
    ``None`` where ids are not to be aligned."""
    help = f"How ids become those of {whose}. {_BY_MEANING}; off: not at all."
    return Bundle(
        "align_by", (_align_option(help, "off"),), lambda align: None if align == "off" else align
    )


def _align_option(help: str, *further: str, called: str = "") -> click.Option:
    from timeml.normalize import ALIGN_BY  # most commands do not align

    values = (*ALIGN_BY, *further)
    return choice_option("--align HOW", values, help, called=called, default="overlap")
