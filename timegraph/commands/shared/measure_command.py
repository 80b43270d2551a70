"""What the commands of all measures share: their options, running the measure, the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from timegraph import pictures
from timegraph.commands.shared.command import BadUsage, Bundle, Call, Part
from timegraph.commands.shared.corpus_options import Chosen, corpus_options
from timegraph.commands.shared.named_documents import open_workers
from timegraph.commands.shared.options import (
    choice_option,
    measure_format_option,
    message_options,
    option,
    output_option,
    parallel_options,
    path_argument,
    path_option,
    switch,
)
from timegraph.commands.shared.terminal import progress
from timegraph.corpus.runner import did_you_mean, nearest, open_documents
from timegraph.options import Interpretation
from timegraph.report import Format
from timegraph.report.formats import seen
from timegraph.report.measures import columns_of, measure_report
from timegraph.report.tables import Column, TableOptions, UnknownColumnError, machine_name
from timegraph.scoring.measure import Grouping, Measure
from timegraph.scoring.pairs import PAIR_KINDS, Gold, read_gold
from timegraph.scoring.run import Run, RunOptions, Task, Workers, open_systems, run_measure
from timegraph.scoring.signature import faulty
from timegraph.scoring.statistics import LEVEL, SEED

if TYPE_CHECKING:
    from timegraph.findings import Finding
    from timegraph.report.tables import Report, Table
    from timeml import Collection


# How tables are printed: ``--columns``, ``--decimals`` and ``--format``.


def table_options(columns: Sequence[Column] = ()) -> Bundle[TableOptions]:
    """The options ``--columns``, ``--decimals`` and ``--format``; the command has them as
    :attr:`Call.tables`.

    ``columns`` are all that the command may print: a name that none of them has is bad usage
    before anything is measured. Without them names are checked when the tables are there.
    """

    def value(parts: tuple[str, ...], decimals: int | None, format_: Format) -> TableOptions:
        stripped = (name.strip() for part in parts for name in part.split(","))
        names = tuple(name for name in stripped if name)
        if format_ == "json" and (names or decimals is not None):
            option = "--columns" if names else "--decimals"
            raise BadUsage(
                f"{option} has no effect with --format json, which always has every figure "
                "with all its digits; leave it out"
            )
        try:
            chosen = tuple(machine_name(name, columns) for name in names) if columns else names
        except UnknownColumnError as error:
            raise BadUsage(f"--columns: {error}") from None
        return TableOptions(format_, columns=chosen, decimals=decimals)

    return Bundle("chosen_tables", (_COLUMNS, _DECIMALS, measure_format_option), value)


_COLUMNS = option(
    "--columns NAMES",
    "Only these columns, by heading or name in CSV, separated by commas; those that name a "
    "row stay.",
    called="parts",
    multiple=True,
)
_DECIMALS = option(
    "--decimals N", "Decimals of the figures.  [default: 3; csv: 6]", type=click.IntRange(1, 15)
)


def _listed(kinds: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))


def _once_each(
    context: click.Context, option: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def by_option(*kinds: str, of: str = "system") -> click.Option:
    """The option ``--by`` of a command that groups scores; the command receives each kind of
    group that the user chose once, in order, as ``by``."""
    return choice_option(
        "--by",
        kinds,
        f"Add a row for each {_listed(kinds)} of each {of}."
        + (" May be repeated: one table for each kind." if len(kinds) > 1 else ""),
        multiple=True,
        callback=_once_each,
    )


seed_option = option(
    "--seed N", "Seed of the randomisation test.", type=click.IntRange(min=0), default=SEED
)

against_option = option("--against SYSTEM", "The system to compare with.  [default: the best]")

confidence_option = switch(
    "--confidence",
    f"Add {LEVEL:.0%} intervals (jackknife over documents), and p of the difference from the "
    "best system (approximate randomisation, Holm).",
)


def _statistics(confidence: bool, seed: int, against: str | None) -> RunOptions:
    if against is not None and not confidence:
        raise BadUsage("--against has no effect without --confidence, which adds p; leave it out")
    return {"statistics": confidence, "seed": seed, "against": against or ""}


confidence_options = Bundle(
    "statistics", (confidence_option, against_option, seed_option), _statistics
)
"""The options ``--confidence``, ``--against`` and ``--seed``: :attr:`Call.statistics`, with which a
measure is run."""


kind_option = choice_option(
    "--kind KIND",
    PAIR_KINDS,
    f"Only links of this kind: {_listed(PAIR_KINDS)}; may be repeated.",
    called="kinds",
    multiple=True,
    callback=_once_each,
)


V = TypeVar("V")


def _folder(context: click.Context, option: click.Parameter, folder: Path | None) -> Path | None:
    """The folder, made: before a long run it shows whether it can be."""
    if folder is not None:
        if folder.exists() and not folder.is_dir():
            raise BadUsage(f"--html {folder}: is a file; give the name of a folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadUsage(f"--html {folder}: {error.strerror or error}") from None
    return folder


html_option = path_option(
    "--html FOLDER", "Also write pages into FOLDER; open its index.html.", callback=_folder
)


def measure_call(
    measure: Measure[Any], kinds: Sequence[str] = (), columns: Sequence[Column] = ()
) -> tuple[Part, ...]:
    """The options for statistics, and those of :func:`running_options` for tables with all
    ``kinds`` of groups and further ``columns``."""
    return (confidence_options, *running_options((*columns_of(measure, kinds), *columns)))


def running_options(columns: Sequence[Column]) -> tuple[Part, ...]:
    """The options for pages, who works, which messages there are, and how tables with these
    columns are printed."""
    printing = (message_options, table_options(columns), output_option)
    return (html_option, *parallel_options, *printing)


@contextmanager
def working(
    call: Call,
    total: int,
    systems: Iterable[str],
    *,
    label: str = "scoring",
    units: str = "documents",
) -> Iterator[RunOptions]:
    """How the measure of a call is run over the named ``systems``."""
    check_against(call.statistics.get("against"), systems)
    with open_workers(call) as executor, progress(label, total, units) as step:
        workers = Workers(executor=executor, seconds=call.time_limit)
        yield {**call.statistics, "workers": workers, "progress": step}


def check_against(against: str | None, names: Iterable[str]) -> None:
    """Raise :class:`BadUsage` if no system has the name that ``--against`` says: before a long run,
    not after it."""
    listed = list(names)
    if against and against not in listed:
        guess = did_you_mean(nearest(against, listed))
        raise BadUsage(
            f"--against: no system is called {against}; the systems are {', '.join(listed)}{guess}"
        )


def finish_measure(
    call: Call,
    run: Run[Any],
    groupings: Sequence[Grouping[Any]] = (),
    *,
    tables: Sequence[Table] = (),
    problems: Sequence[Finding] = (),
    draw: Callable[[Path], Path],
) -> None:
    """Say what readers of the scores should know, write the report and, into the folder that the
    user names, the pages that ``draw`` draws, and end the command: with exit code 1 if a system or
    a document could not be measured, or if annotations have faults. Further ``tables`` and
    ``problems`` are those of :func:`measure_report`."""
    report = measure_report(run, groupings, tables=tables, problems=problems)
    finish_report(call, run, report, draw=draw)


def finish_report(
    call: Call,
    run: Run[Any],
    report: Report,
    *,
    draw: Callable[[Path], Path],
    done: str = "scored",
) -> None:
    """As :func:`finish_measure`, with a report of its own; ``done`` is what was to be done with
    the systems."""
    for result in run.results:
        call.messages.notices(result.name, result.notices)
    left_out = [f"{system.name}: not {done}: {system.reason}" for system in run.unusable]
    shown = seen(report, call.tables)
    for line in left_out:
        if line not in shown:
            call.messages.warn(line)
    for remark in run.remarks:
        call.messages.warn(remark)
    call.messages.close()
    call.print(report)
    if call.html is not None:
        call.messages.warn(f"open {draw(call.html)}")
    clean = not any(faulty(result.notices) for result in run.results)
    call.finish(complete=run.complete and clean)


def table_pages(
    run: Run[Any],
    groupings: Sequence[Grouping[Any]],
    title: str,
    tables: Sequence[Table] = (),
) -> Callable[[Path], Path]:
    """What draws the page of a measure that has only tables to show, with further ``tables``."""
    return lambda folder: pictures.write_table_pages(
        folder, run, groupings, title=title, tables=tables
    )


@dataclass(frozen=True, slots=True)
class GoldInputs:
    """The systems and the gold documents as the user names them, and which documents count."""

    systems: tuple[Path, ...]
    gold: Path | None
    corpus: Chosen


def gold_inputs(*, layers: bool = False) -> Bundle[GoldInputs]:
    """The argument SYSTEM... and the options for gold and documents; the command receives one
    argument, ``inputs``."""
    systems = path_argument("systems", "SYSTEM...", nargs=-1)
    gold = path_option("--gold DIR", "The gold documents, a folder, archive or file of them.")
    return Bundle("inputs", (systems, gold, corpus_options(layers=layers)), GoldInputs)


def run_against_gold(
    call: Call,
    measure: Measure[V],
    inputs: GoldInputs,
    **options: Any,
) -> tuple[Run[V], Gold, Mapping[str, Collection]]:
    """``measure`` run over the systems, with gold and the documents of each system; ``options`` are
    those of its tasks. What is to be known of gold is printed. Raises :class:`BadUsage` where there
    is nothing to measure."""
    chosen = inputs.corpus
    if not inputs.systems:
        raise BadUsage("no system: name the folders or archives to score")
    opened, unusable, remarks = open_systems(inputs.systems, format=chosen.format)
    check_against(call.statistics.get("against"), opened)
    collections = {name: chosen.of(collection, name) for name, collection in opened.items()}
    read_as = options.get("interpretation", Interpretation())
    with open_workers(call) as executor:
        workers = Workers(executor=executor, seconds=call.time_limit)
        gold = _read_gold(inputs.gold, chosen, read_as, workers)
        call.messages.notices("gold", gold.warnings)
        for remark in remarks:
            call.messages.warn(remark)
        with progress("scoring", len(collections) * len(gold.documents)) as step:
            running: RunOptions = {**call.statistics, "workers": workers, "progress": step}
            run = run_measure(
                measure,
                _tasks(measure, gold, collections, chosen, options),
                **running,
                unusable=unusable,
                warnings=[*map(str, gold.warnings), *remarks],
                incomplete=bool(gold.failed) or faulty(gold.warnings),
            )
    return run, gold, collections


def _tasks(
    measure: Measure[V],
    gold: Gold,
    systems: Mapping[str, Collection],
    chosen: Chosen,
    options: Mapping[str, Any],
) -> Iterator[Task[V]]:
    for name, system in systems.items():
        task: Task[V] = measure.task(gold=gold, system=system, name=name, **options)
        yield replace(task, signature=chosen.signed(task.signature))


def _read_gold(
    path: Path | None, chosen: Chosen, interpretation: Interpretation, workers: Workers
) -> Gold:
    if path is None:
        raise BadUsage("no gold: give --gold DIR, the documents to compare with")
    collection = open_documents(path, "--gold", format=chosen.format)
    if chosen.names is not None:
        collection = collection.restricted(chosen.pick(collection.names))
    if chosen.layers:
        files = [collection.found(name) for name in collection.names]
        chosen.check_layers([file.document for file in files if file and file.document])
    collection = chosen.of(collection, f"--gold {path}")
    gold = read_gold(collection, interpretation=interpretation, executor=workers.executor)
    if len(gold.failed) == len(gold.documents):
        first = gold.warnings[0].message
        raise BadUsage(f"--gold {path}: none of its documents can be read; the first: {first}")
    return gold
