"""Opening several kits, and asking their systems."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from timegraph.commands._shared.files import BadUsage, did_you_mean, nearest
from timegraph.commands._shared.kit import Kit, open_kit
from timegraph.commands._shared.kits.options import KitsInputs
from timegraph.commands._shared.messages import Messages
from timegraph.commands._shared.parallel import Parallel
from timegraph.commands._shared.question_inputs import (
    AskedSystems,
    OpenedInputs,
    QuestionInputs,
    ask_systems,
    open_inputs,
)
from timegraph.commands._shared.systems import OpenedSystems
from timegraph.report.systems import UnusableSystem
from timegraph.scoring.qa_tempeval.kits import KitsResult, pool_kits
from timeml import Collection

__all__ = ["AskedKits", "Opened", "ask_kits", "open_kits"]

Opened = Mapping[str, OpenedInputs]
"""The opened inputs of each kit."""


@dataclass(frozen=True, slots=True)
class AskedKits:
    """The answers of the systems of each kit, and what is pooled of them."""

    by_kit: Mapping[str, AskedSystems]
    results: tuple[KitsResult, ...]
    warnings: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether every system of a kit could be asked in it, in every document."""
        return all(asked.complete for asked in self.by_kit.values())

    @property
    def unusable(self) -> dict[str, tuple[UnusableSystem, ...]]:
        """The systems of each kit that could not be asked."""
        return {kit: asked.systems.unusable for kit, asked in self.by_kit.items()}

    @property
    def nowhere(self) -> tuple[UnusableSystem, ...]:
        """The systems that could not be asked and have no results in other kits to stand beside."""
        known = {one.name for one in self.results}
        found = []
        for kit, asked in self.by_kit.items():
            elsewhere = known - {one.name for one in asked.results}
            for one in asked.systems.unusable:
                if one.name not in elsewhere:
                    reason = f"{kit}: {one.reason}" if len(self.by_kit) > 1 else one.reason
                    found.append(replace(one, reason=reason))
        return tuple(found)


def open_kits(inputs: KitsInputs, messages: Messages, *, answering: bool) -> Opened:
    """Open each kit, by its name (without ``--kit`` that of the question set); what is to be known
    of questions and keys is printed.

    With several kits a SYSTEM is one by its name in any of them, or a path to annotations, which
    are a system of those kits of which they have a document. Raises :class:`BadUsage` for what
    cannot be used.
    """
    chosen = _chosen(inputs) if inputs.several else inputs.kits
    opened = {kit: open_inputs(own, messages, answering=answering) for kit, own in chosen.items()}
    if inputs.several:
        opened = {kit: replace(one, systems=_present(one, kit)) for kit, one in opened.items()}
    known = {name for one in opened.values() for name in _names(one.systems)}
    for own in inputs.kits.values() if inputs.aliases else ():  # the user may choose a few of them
        kit = None if own.kit is None else open_kit(own.kit, with_systems=False)
        known |= {kit.name_of(one) for one in kit.systems} if kit is not None else set()
    for folder in inputs.aliases:
        if folder not in known:
            guess = did_you_mean(nearest(folder, known))
            raise BadUsage(f"--system: no system is called {folder}{guess or _listed(known)}")
    return {
        kit or one.question_file.stem: replace(
            one, systems=_called(one.systems, inputs.aliases, kit)
        )
        for kit, one in opened.items()
    }


def ask_kits(
    opened: Opened, *, parallel: Parallel, messages: Messages, **options: Any
) -> AskedKits:
    """Ask the systems of each kit its questions; ``options`` are those of :func:`ask_systems`."""
    several = len(opened) > 1
    asked: dict[str, AskedSystems] = {}
    for kit, one in opened.items():
        own = parallel
        if several and parallel.resume is not None:  # a file continues one run
            own = replace(
                parallel, resume=parallel.resume.with_name(f"{parallel.resume.name}.{kit}")
            )
        asked[kit] = ask_systems(one, parallel=own, messages=messages, **options)
    results = tuple(
        pool_kits(
            {kit: one.results for kit, one in asked.items()},
            {kit: one.questions.digest for kit, one in opened.items()},
        )
    )
    lacking = [one.lacks for one in results if one.lacking]
    messages.lines(lacking)
    if len(lacking) == len(results):
        messages.warn(
            "no system is in every kit, so that there are no figures over all; "
            "--system NAME=A,B says which folders are one system"
        )
    messages.close()
    known = dict.fromkeys(warning for one in asked.values() for warning in one.warnings)
    return AskedKits(asked, results, (*known, *lacking))


def _chosen(inputs: KitsInputs) -> dict[str, QuestionInputs]:
    """The inputs of each kit with the systems that are the user's choice there."""
    named = next(iter(inputs.kits.values())).systems
    kits = {
        name: open_kit(own.kit, with_systems=not named)
        for name, own in inputs.kits.items()
        if own.kit is not None
    }
    known = {
        one
        for kit in kits.values()
        for system in kit.systems
        for one in _called_in(kit, system, inputs.aliases)
    }
    for name in map(str, named):
        if name not in known and not Path(name).exists():
            guess = did_you_mean(nearest(name, known))
            raise BadUsage(f"system {name}: is in no kit{guess or _listed(known)}")
    chosen = {}
    for kit, own in inputs.kits.items():
        kits[kit].question_file(own.questions, kit=kit)  # here, for the message has the kit's name
        systems = [path for name in named for path in _in_kit(str(name), kits[kit], inputs.aliases)]
        if named and not systems:
            wanted = ", ".join(map(str, named))
            raise BadUsage(f"--kit {kit}: has none of these systems: {wanted}; leave the kit out")
        chosen[kit] = replace(own, systems=tuple(systems))
    return chosen


def _in_kit(name: str, kit: Kit, aliases: Mapping[str, str]) -> list[Path]:
    """The system called ``name`` of a kit, or what is at that path."""
    if Path(name).exists():
        return [Path(name)]
    return [one for one in kit.systems if name in _called_in(kit, one, aliases)]


def _called_in(kit: Kit, system: Path, aliases: Mapping[str, str]) -> set[str]:
    """All names of a system of a kit."""
    names = {system.name, kit.name_of(system)}
    return names | {aliases[one] for one in names if one in aliases}


def _present(opened: OpenedInputs, kit: str) -> OpenedSystems:
    """The systems without those from outside the kit that have none of its documents."""
    assert opened.chosen.kit is not None
    home = os.path.abspath(opened.chosen.kit)
    there = {
        name: one
        for name, one in opened.systems.collections.items()
        if os.path.abspath(one.path).startswith(home + os.sep)
        or any(_has(one, document) for document in opened.questions.documents)
    }
    if not there:
        names = ", ".join(opened.systems.names)
        raise BadUsage(f"--kit {kit}: these systems have none of its documents: {names}")
    return replace(opened.systems, collections=there)


def _has(system: Collection, document: str) -> bool:
    try:
        return bool(document) and system.match(document) is not None
    except ValueError:  # several of its files may be the document, which is reported
        return True


def _called(systems: OpenedSystems, aliases: Mapping[str, str], kit: str) -> OpenedSystems:
    """The systems under the names that the user gives them."""
    collections: dict[str, Collection] = {}
    folders: dict[str, str] = {}
    for folder, one in systems.collections.items():
        name = aliases.get(folder, folder)
        if name in collections:
            where = f"the kit {kit}" if kit else "the systems"
            raise BadUsage(
                f"--system: {folders[name]} and {folder} are both in {where}, so that they cannot "
                f"be one system, {name}"
            )
        collections[name], folders[name] = one, folder
    unusable = (replace(one, name=aliases.get(one.name, one.name)) for one in systems.unusable)
    return replace(systems, collections=collections, unusable=tuple(unusable))


def _names(systems: OpenedSystems) -> Sequence[str]:
    return [*systems.names, *(one.name for one in systems.unusable)]


def _listed(names: Iterable[str]) -> str:
    return f"; there are {', '.join(sorted(names))}"
