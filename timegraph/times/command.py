"""``timegraph times``: answers about time, scored by the stretches of time that they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from timegraph._wording import numbered
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.lazy_group import LazyGroup
from timegraph.commands.shared.measure_command import (
    by_option,
    finish_measure,
    measure_call,
    table_pages,
    working,
)
from timegraph.commands.shared.options import option, path_argument, switch
from timegraph.facts.scoring.scorers import Predictions, read_predictions
from timegraph.findings import Finding
from timegraph.report.tables import SYSTEM, Cell, Column, Table
from timegraph.scoring.agreement.coefficients import rate
from timegraph.scoring.measure import Result
from timegraph.scoring.signature import NO_PREDICTION, Notice, gaps_in
from timegraph.times.measure import (
    CHOICES,
    FIELDS,
    GROUPS,
    TIMES,
    ComparedPair,
    TimeOptions,
    TimePair,
    read_time_pairs,
    score_times,
    time_grouping,
)

_EPILOG = """\b
Examples (from the project root):
  timegraph times score examples/times/answers.jsonl --by precision
  timegraph times score examples/times/answers.jsonl \\
      --against-judge judged --errors

FILE has rows with gold and answer, as JSON lines, JSON or CSV; where they are there, anchor (when
the answer was written), question (what it repeats does not count), id and group count, too.
Fields of other names: --field gold=NAME. docs/time-answers.md says what a text names, and what each
verdict is.
"""

_ERRORS = (SYSTEM, *(Column(name, kind="key") for name in ("id", "gold", "answer", "verdict")))
_JUDGED = (
    SYSTEM,
    Column("judged"),
    Column("agreement"),
    Column("kappa"),
    Column("only_judge", "right for the judge alone"),
    Column("only_times", "right by the times alone"),
)


@command_with(
    path_argument("files", "FILE...", nargs=-1, required=True),
    option(
        "--predictions FILE|FIELD",
        'Also score other answers to the same golds: a file with "id" and "answer", or a field of '
        "FILE. May be repeated.",
        multiple=True,
    ),
    option(
        "--field NAME=FIELD",
        f"Where FILE has {', '.join(FIELDS)}. May be repeated.",
        called="fields",
        multiple=True,
        callback=lambda context, option, value: _fields(value),
    ),
    option(
        "--against-judge FIELD",
        "Compare with the verdicts of a judge in FIELD: true or false, or a list of them.",
        called="judge",
    ),
    option(
        "--right CHOICES",
        "What counts as right: accept=same, several=any, approximate=one-unit, with commas.",
        called="options",
        callback=lambda context, option, value: _options(value or ""),
    ),
    by_option(*GROUPS),
    switch("--errors", "Also print each answer that is not right, with its verdict in words."),
    call=measure_call(TIMES, GROUPS, (*_ERRORS, *_JUDGED[1:])),
    epilog=_EPILOG,
    progress="scoring",
)
def score(
    call: Call,
    *,
    files: tuple[Path, ...],
    predictions: tuple[str, ...],
    fields: dict[str, str],
    judge: str | None,
    options: TimeOptions,
    by: tuple[str, ...],
    errors: bool,
) -> None:
    """Score answers about time: right, compatible, how far off, always by the same rules."""
    answering: list[_System] = []
    problems: list[Finding] = []
    try:
        read = partial(read_time_pairs, fields=fields, judge=judge or "")
        golds = [read(path, answered=not predictions) for path in files]
        known = {pair.id for pairs, _ in golds for pair in pairs}
        known.update(id for _, wrong in golds for finding in wrong for id in finding.ids)
        for path, of_file in zip(files, golds, strict=True):
            found, wrong = _systems(path, of_file, fields, judge or "", predictions, known)
            problems += wrong
            answering += found
        names = numbered(system.name for system in answering)
        systems = {name: system.pairs for name, system in zip(names, answering, strict=True)}
        total = sum(map(len, systems.values()))
        with working(call, total, systems, units="answers") as running:
            run = score_times(systems, options=options, **running)
    except ValueError as error:
        raise BadUsage(str(error)) from None
    for problem in problems:
        call.messages.warn(f"{problem.place}: {problem.message}")
    results = (
        replace(result, notices=(*result.notices, *system.gaps))
        for result, system in zip(run.results, answering, strict=True)
    )
    incomplete = bool(problems or any(system.gaps for system in answering))
    run = replace(run, results=tuple(results), incomplete=incomplete)
    tables = [_judged(run.results, options, judge)] if judge is not None else []
    if errors:
        rows = (
            (name, pair.id, pair.gold, pair.answer, str(found))
            for name, (pair, found, _) in _compared(run.results)
            if not options.is_right(found)
        )
        tables.append(Table(_ERRORS, tuple(rows), name="errors"))
    groupings = [time_grouping(kind) for kind in by]
    draw = table_pages(run, groupings, "Answers about time", tables)
    finish_measure(call, run, groupings, tables=tables, problems=problems, draw=draw)


class _System(NamedTuple):
    """The answers of a system, and what it does not answer."""

    name: str
    pairs: list[TimePair]
    gaps: tuple[Notice, ...] = ()


def _systems(
    path: Path,
    of_file: tuple[list[TimePair], list[Finding]],
    fields: Mapping[str, str],
    judge: str,
    predictions: Iterable[str],
    known: Collection[str],
) -> tuple[list[_System], list[Finding]]:
    """The answers in a file, and others to all its golds, in other files or other fields of it; of
    these one that is missing is empty. A file of golds alone has no answers of its own. ``known``
    are the ids of all files."""
    golds, wrong = of_file
    systems, problems = [_System(path.stem, golds)], dict.fromkeys(wrong)
    if predictions:
        try:
            own, wrong = read_time_pairs(path, fields=fields, judge=judge)
            systems = [_System(path.stem, own)]
            problems |= dict.fromkeys(wrong)
        except ValueError:
            systems = []
    for name in predictions:
        if Path(name).is_file():
            predicted = read_predictions(Path(name))
            systems.append(_predicted(golds, predicted, known))
            problems |= dict.fromkeys(predicted.problems)
            continue
        other = {**fields, "answer": name}
        try:
            _, wrong = read_time_pairs(path, fields=other)
        except ValueError:
            reason = f"--predictions {name}: is neither a file nor a field of {path}"
            raise BadUsage(reason) from None
        pairs, _ = read_time_pairs(path, fields=other, answered=False)
        systems.append(_System(name, pairs))
        problems |= dict.fromkeys(wrong)
    return systems, list(problems)


def _predicted(
    golds: Sequence[TimePair], predicted: Predictions, known: Collection[str]
) -> _System:
    """The answers to the golds in a file of predictions, by their ids."""
    answers = {id: "; ".join(given) for id, given in predicted.answers.items()}
    pairs = [replace(pair, answer=answers.get(pair.id, ""), judge=None) for pair in golds]
    silent = [(pair.id, NO_PREDICTION) for pair in golds if pair.id not in answers]
    unknown = (id for id in predicted.ids if id not in known)
    gaps = gaps_in([pair.id for pair in golds], silent, unknown)
    return _System(predicted.name, pairs, tuple(gaps))


def _fields(texts: Iterable[str]) -> dict[str, str]:
    fields = dict(text.partition("=")[::2] for text in texts)
    for name, column in fields.items():
        if name not in FIELDS or not column:
            raise BadUsage(f"--field {name}={column}: write one of {', '.join(FIELDS)}=NAME")
    return fields


def _compared(results: Iterable[Result[ComparedPair]]) -> Iterator[tuple[str, ComparedPair]]:
    """The pairs that are scored, with the name of their system."""
    for result in results:
        values = (unit.value for unit in result.units)
        yield from ((result.name, each) for each in values if each.comparison.verdict != "unread")


def _judged(results: Sequence[Result[ComparedPair]], options: TimeOptions, field: str) -> Table:
    """How far the verdicts of a judge agree with the times, and how often only one says right."""
    systems: dict[str, list[tuple[bool, bool]]] = {}
    for name, each in _compared(results):
        if each.pair.judge is not None:
            verdicts = (each.pair.judge, options.is_right(each.comparison))
            systems.setdefault(name, []).append(verdicts)
    if not systems:
        raise BadUsage(f"--against-judge {field}: no row has this field")
    rows: list[tuple[Cell, ...]] = []
    for name, pairs in systems.items():
        both, rated = Counter(pairs), rate(pairs, 2)
        alone = both[True, False], both[False, True]
        rows.append((name, len(pairs), rated.raw, rated.cohen, *alone))
    return Table(_JUDGED, tuple(rows), name="judge")


def _options(text: str) -> TimeOptions:
    """The choices of ``--right``."""
    choices = dict(part.strip().partition("=")[::2] for part in text.split(",") if part.strip())
    for name, value in choices.items():
        if value not in CHOICES.get(name, ()):
            ways = "; ".join(f"{key}={' or '.join(values)}" for key, values in CHOICES.items())
            raise BadUsage(f"--right {name}={value}: the choices are {ways}")
    return TimeOptions(**choices)  # type: ignore[arg-type]


_GROUP_EPILOG = """\b
Example: timegraph times score examples/times/answers.jsonl
"""

_COMMANDS = {"score": ("timegraph.times.command:score", "Score answers about time.")}


@click.command(cls=LazyGroup, epilog=_GROUP_EPILOG, homes=_COMMANDS)
def command() -> None:
    """Score answers about time without a judge."""
