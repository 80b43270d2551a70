"""The options that group scores of question sets: ``--by``, ``--distance`` and ``--gold``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from timegraph.commands._shared.files import BadUsage, did_you_mean, nearest, open_documents
from timegraph.commands._shared.kits.opening import Opened
from timegraph.commands._shared.kits.options import by_kit
from timegraph.commands._shared.messages import Messages
from timegraph.qa.places import UNITS, Unit
from timegraph.qa.sources import read_source_table
from timegraph.scoring.qa_tempeval.groups import KINDS, Groups, KitTexts, groupings
from timeml import Collection

__all__ = ["GroupOptions", "group_options"]

R = TypeVar("R")

_BY_PLACE = ("sentence", "distance")


@dataclass(frozen=True, slots=True)
class GroupOptions:
    """The kinds of groups that get a table each, the unit of distances, and gold as the user names
    it for each kit."""

    by: tuple[str, ...]
    unit: Unit
    gold: tuple[str, ...]

    def groups(self, opened: Opened, messages: Messages, *, more: Sequence[str] = ()) -> Groups:
        """The groupings of the tables, and of the kinds ``more``, for the questions of these kits.

        Raises :class:`BadUsage` for what cannot be measured.
        """
        by = tuple(dict.fromkeys((*more, *self.by)))
        kinds = {kind for one in by for kind in one.split(",")}
        gold = self._opened_gold(opened, messages) if self.gold else {}
        if kinds & set(_BY_PLACE) and any(one.key is None for one in opened.values()):
            raise BadUsage(
                "distances are those in the key: --by sentence and distance do not go with "
                "--no-align"
            )
        kits = {
            kit: KitTexts(
                one.key,
                gold.get(kit),
                read_source_table(one.question_file) if "source" in kinds else {},
                one.chosen.align_by,
            )
            for kit, one in opened.items()
        }
        return groupings(by, kits, unit=self.unit)

    def check(self, *, distances: bool) -> None:
        """Raise :class:`BadUsage` for an option that has no effect; ``distances`` says that some
        are measured."""
        if self.unit != "sentences" and not distances:
            raise BadUsage(
                f"--distance {self.unit} has no effect without a table or plot of distances: add "
                "--by distance"
            )
        if self.gold and (self.unit != "events" or not distances):
            raise BadUsage(
                "--gold counts the events of distances: add --by distance --distance events"
            )

    def only(self, *kinds: str) -> GroupOptions:
        """The same for other tables."""
        return replace(self, by=kinds)

    @property
    def distances(self) -> bool:
        """Whether a table is by distance."""
        return any("distance" in one.split(",") for one in self.by)

    def _opened_gold(self, opened: Opened, messages: Messages) -> dict[str, Collection]:
        chosen = by_kit("--gold", self.gold, list(opened))
        found = {}
        for kit, path in chosen.items():
            gold = open_documents(Path(path), "--gold", format=opened[kit].chosen.format)
            missing = [one for one in opened[kit].questions.documents if not gold.match(one)]
            if missing and len(missing) == len(opened[kit].questions.documents):
                raise BadUsage(
                    f"--gold {path}: has none of the documents that are asked about, such as "
                    f"{missing[0]}"
                )
            messages.lines(
                [
                    f"--gold {path}: {one} is not there; no distance is known in it"
                    for one in missing
                ]
            )
            found[kit] = gold
        return found


def group_options(command: Callable[..., R]) -> Callable[..., R]:
    """The options; the command receives one argument, ``grouping``."""

    @wraps(command)
    def collected(
        *args: Any, by: tuple[str, ...], unit: Unit, gold: tuple[str, ...], **options: Any
    ) -> R:
        kinds = tuple(dict.fromkeys(_kinds(one) for one in by))
        return command(*args, grouping=GroupOptions(kinds, unit, gold), **options)

    decorated: Callable[..., R] = collected
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


def _kinds(text: str) -> str:
    """One kind, or two that are crossed, as they are named in tables."""
    kinds = [one.strip() for one in text.split(",")]
    for kind in kinds:
        if kind not in KINDS:
            guess = did_you_mean(nearest(kind, KINDS))
            raise BadUsage(
                f"Invalid value for '--by': {kind!r} is not one of {', '.join(map(repr, KINDS))}"
                f"{guess}"
            )
    if len(kinds) > 2 or len(set(kinds)) < len(kinds):
        raise BadUsage(f"--by {text}: a table is by one kind of groups or by two different ones")
    return ",".join(kinds)


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--by",
        multiple=True,
        metavar="KIND[,KIND]",
        help=f"Add a row for each group of questions of each system: by {', '.join(KINDS[:-1])} or "
        f"{KINDS[-1]}. May be repeated: one table for each kind; with two kinds and a comma one "
        "for all pairs of their groups.",
    ),
    click.option(
        "--distance",
        "unit",
        type=click.Choice(UNITS),
        default="sentences",
        show_default=True,
        help="What distances between the two entities of a question are counted in: sentences, "
        "words between them, or events between them.",
    ),
    click.option(
        "--gold",
        multiple=True,
        metavar="[KIT=]DIR",
        help="Annotated documents whose events --distance events counts, instead of the key's.",
    ),
)
