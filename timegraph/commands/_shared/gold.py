"""Measuring systems against gold documents: what the commands that do so share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import click

from timegraph.commands._shared.corpus_options import EVERY, Chosen
from timegraph.commands._shared.files import BadUsage, open_documents
from timegraph.commands._shared.messages import Messages
from timegraph.commands._shared.parallel import Parallel, open_workers
from timegraph.commands._shared.systems import open_systems
from timegraph.commands._shared.terminal.progress import progress
from timegraph.options import Interpretation
from timegraph.report.systems import UnusableSystem
from timegraph.scoring import Gold, read_gold
from timegraph.scoring.system_result import MeasuredSystem

if TYPE_CHECKING:
    from timeml import Collection

__all__ = ["AgainstGold", "gold_option", "measure_against_gold"]

R = TypeVar("R", bound=MeasuredSystem[Any])

gold_option: Callable[[Any], Any] = click.option(
    "--gold",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The gold documents, a folder, archive or file of them.",
)


@dataclass(frozen=True, slots=True)
class AgainstGold(Generic[R]):
    """The gold documents, and each system with its documents and its result."""

    gold: Gold
    results: tuple[R, ...]
    unusable: tuple[UnusableSystem, ...] = ()
    remarks: tuple[str, ...] = ()
    collections: Mapping[str, Collection] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every system and every document is there and could be read."""
        if self.unusable:
            return False
        return not self.gold.failed and not any(one.failed or one.missing for one in self.results)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What readers of the scores should know about gold, and where systems were found."""
        return (*map(str, self.gold.warnings), *self.remarks)


def measure_against_gold(
    measure: Callable[..., R],
    systems: Sequence[Path],
    gold: Path | None,
    *,
    parallel: Parallel,
    messages: Messages,
    command: str,
    chosen: Chosen = EVERY,
    interpretation: Interpretation | None = None,
    **options: object,
) -> AgainstGold[R]:
    """``measure`` of each system against ``gold``, with ``options`` and, if there is one, the
    ``interpretation``; warnings are printed. ``chosen`` says which documents are compared.

    Raises :class:`BadUsage` where there is nothing to measure.
    """
    if not systems:
        raise BadUsage("no system: name the folders or archives to score")
    opened = open_systems(systems, format=chosen.format)
    names = opened.names
    if interpretation is not None:
        options["interpretation"] = interpretation
    run = {"command": command, "systems": names, "chosen": chosen, **options}
    with open_workers(parallel, **run) as workers:
        read_as = interpretation or Interpretation()
        documents = _read_gold(gold, chosen, read_as, executor=workers["executor"])
        messages.notices("gold", documents.warnings)
        results = []
        collections = {}
        with progress("scoring", len(names) * len(documents.documents)) as step:
            for name, every in opened.collections.items():
                collection = every
                if chosen.names is not None:
                    collection = every.restricted(chosen.available(every.names))
                collection = chosen.of(collection, name)
                collections[name] = collection
                named = {"gold": documents, "system": collection, "name": name, "progress": step}
                result = measure(**named, **options, **workers)
                results.append(replace(result, signature=chosen.signed(result.signature)))
    for result in results:
        messages.notices(result.name, result.warnings)
    opened.warn(messages)
    messages.close()
    return AgainstGold(documents, tuple(results), opened.unusable, opened.remarks, collections)


def _read_gold(
    path: Path | None, chosen: Chosen, interpretation: Interpretation, *, executor: Executor | None
) -> Gold:
    if path is None:
        raise BadUsage("no gold: give --gold DIR, the documents to compare with")
    collection = open_documents(path, "--gold", format=chosen.format)
    if chosen.names is not None:
        collection = collection.restricted(chosen.pick(collection.names))
    if chosen.layers:
        found = [collection.found(name) for name in collection.names]
        chosen.check_layers([one.document for one in found if one is not None and one.document])
    collection = chosen.of(collection, f"--gold {path}")
    gold = read_gold(collection, interpretation=interpretation, executor=executor)
    if len(gold.failed) == len(gold.documents):
        first = gold.warnings[0].message
        raise BadUsage(f"--gold {path}: none of its documents can be read; the first: {first}")
    return gold
