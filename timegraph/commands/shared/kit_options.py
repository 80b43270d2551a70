"""The options of commands that ask systems a question set: which systems, kits and groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from timegraph import pictures
from timegraph.commands.shared.command import BadUsage, Bundle, Call, Part
from timegraph.commands.shared.corpus_options import from_option
from timegraph.commands.shared.measure_command import working
from timegraph.commands.shared.options import (
    align_options,
    choice_option,
    option,
    path_argument,
    path_option,
    switch,
)
from timegraph.commands.shared.score_options import Statistics
from timegraph.commands.shared.terminal.progress import progress
from timegraph.corpus.runner import did_you_mean, nearest, open_documents
from timegraph.options import Interpretation
from timegraph.qa import Listed
from timegraph.qa.places import UNITS, Unit
from timegraph.scoring import KeyFilesError
from timegraph.scoring.measure import Grouping
from timegraph.scoring.qa_tempeval.comparison import DocumentAnswers
from timegraph.scoring.qa_tempeval.kits import NO_QUESTIONS, Kit, KitInput, open_kits, score_kits
from timegraph.scoring.qa_tempeval.measure import KINDS, groupings
from timegraph.scoring.run import Run
from timeml.normalize import AlignBy
from timeml.readers import FormatName

_SPECIAL = "=,|/"
_BY_PLACE = ("sentence", "distance")


@dataclass(frozen=True, slots=True)
class KitInputs:
    """The inputs of each kit by its name, as the user names them (without ``--kit`` the only name
    is ``""``), and ``aliases``: of names of systems the name that is used in tables."""

    kits: Mapping[str, KitInput]
    aliases: Mapping[str, str]


def kit_inputs(*, several: bool = True) -> Bundle[KitInputs]:
    """The argument SYSTEM... and the options for questions, key, kits and alignment, with
    ``several`` for more than one kit; the command receives one argument, ``inputs``."""
    return Bundle("inputs", (*_options(several), *([_SYSTEM] if several else [])), _inputs)


def _options(several: bool) -> tuple[Part, ...]:
    """The options; there may be more than one kit and question set in any case."""
    kits = " May be repeated: scores are then by kit, called NAME, and over all."
    return (
        path_argument("systems", "SYSTEM...", nargs=-1),
        option(
            "--questions [KIT=]FILE" if several else "--questions FILE",
            "The question set; with --kit, its name there"
            + ("; KIT=FILE for one of several." if several else "."),
            multiple=True,
        ),
        path_option("--key DIR", "The key documents, whose ids the questions use."),
        option(
            "--kit [NAME=]DIR" if several else "--kit DIR",
            "Take questions, key and systems from a folder in the layout of the official kits."
            + (kits if several else ""),
            multiple=True,
        ),
        align_options("the key"),
        switch("--lenient", "Count faulty lines of the questions as never correct."),
        from_option,
        option(
            "--predictions [KIT=]NAME=FILE" if several else "--predictions NAME=FILE",
            "Also score the answers in FILE, as those of the system NAME: question (its number, or "
            "its query) and yes, no or unknown, with the document where that is needed; TSV, CSV "
            "or JSON lines. May be repeated.",
            multiple=True,
        ),
    )


_SYSTEM = option(
    "--system NAME=A,B",
    "A and B, of different kits, are one system, called NAME. May be repeated.",
    called="called",
    multiple=True,
)


def _inputs(
    systems: tuple[Path, ...],
    questions: tuple[str, ...],
    key: Path | None,
    kit: tuple[str, ...],
    align_by: AlignBy | None,
    lenient: bool,
    format_from: FormatName | None,
    predictions: tuple[str, ...],
    called: tuple[str, ...] = (),
) -> KitInputs:
    kits = _named_kits(kit)
    paths = by_kit("--questions", questions, list(kits))
    files = _predictions_by_kit(predictions, list(kits))
    inputs = {
        name: KitInput(
            systems, paths.get(name), key, folder, align_by, lenient, format_from, files[name]
        )
        for name, folder in kits.items()
    }
    return KitInputs(inputs, _aliases(called))


def _predictions_by_kit(texts: Sequence[str], kits: Sequence[str]) -> dict[str, dict[str, Path]]:
    """The files of answers of each kit; of several kits each file names its own, since their
    questions have the same numbers."""
    if len(kits) == 1:
        return {kits[0]: _prediction_files(texts)}
    of_kits: dict[str, list[str]] = {kit: [] for kit in kits}
    for text in texts:
        kit, _, file = text.partition("=")
        if kit not in of_kits:
            raise BadUsage(
                f"--predictions {text}: say whose questions it answers: KIT=NAME=FILE; the kits "
                f"are {', '.join(kits)}"
            )
        of_kits[kit].append(file)
    return {kit: _prediction_files(files) for kit, files in of_kits.items()}


def _prediction_files(texts: Sequence[str]) -> dict[str, Path]:
    """The file of each system of answers by its name, which is that of the file by default."""
    files: dict[str, Path] = {}
    for text in texts:
        name, equals, file = text.partition("=")
        path = Path(file)
        if Path(text).exists() or not (equals and name and file):
            path = Path(text)
            name = path.stem
        if name in files:
            raise BadUsage(f"--predictions {text}: another file is called {name}: write NAME=FILE")
        files[name] = path
    return files


def _named_kits(texts: Sequence[str]) -> dict[str, Path | None]:
    """The folder of each kit by its name."""
    kits: dict[str, Path | None] = {}
    for text in texts:
        name, equals, folder = text.partition("=")
        path = Path(folder)
        if Path(text).exists() or not (equals and name and folder):
            path = Path(text)
            name = path.resolve().name
        if name in kits:
            raise BadUsage(
                f"--kit {text}: another kit is called {name}; give each a name of its own: "
                "--kit NAME=DIR"
            )
        if len(texts) > 1 and (not name or set(name) & set(_SPECIAL)):
            raise BadUsage(
                f"--kit {text}: {name!r} cannot be the name of a kit, which is not empty and has "
                f"none of {' '.join(_SPECIAL)}; give another one: --kit NAME=DIR"
            )
        kits[name] = path
    return kits or {"": None}


def by_kit(option: str, texts: Sequence[str], kits: Sequence[str]) -> dict[str, str]:
    """What an option chooses for each kit: NAME=VALUE for the kit NAME, VALUE for all that have
    nothing of their own. A path that exists as written is a VALUE."""
    named: dict[str, str] = {}
    others: list[str] = []
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or Path(text).exists() or kits == [""]:
            others.append(text)
        elif name not in kits:
            guess = did_you_mean(nearest(name, kits))
            hint = f"the kits are {', '.join(kits)}"
            raise BadUsage(f"{option} {text}: no kit is called {name}{guess or '; ' + hint}")
        elif name in named:
            raise BadUsage(f"{option} {text}: the kit {name} has {named[name]} already")
        else:
            named[name] = value
    if len(others) > 1:
        way_out = "" if kits == [""] else "; choose for one kit with KIT=VALUE"
        raise BadUsage(f"{option} {others[1]}: {others[0]} is given already{way_out}")
    return {name: named.get(name, *others) for name in kits if name in named or others}


def _aliases(texts: Sequence[str]) -> dict[str, str]:
    """The name of the system that each folder is."""
    names: dict[str, str] = {}
    for text in texts:
        called, _, folders = text.partition("=")
        members = [folder.strip() for folder in folders.split(",") if folder.strip()]
        if not called.strip() or not members:
            raise BadUsage(f"--system {text}: write NAME=A,B, the folders that are one system")
        for folder in members:
            if folder in names:
                raise BadUsage(
                    f"--system {text}: {folder} is {names[folder]} already; a folder is one system"
                )
            names[folder] = called.strip()
    return names


def opened_kits(call: Call, inputs: KitInputs, *, answering: bool = False) -> dict[str, Kit]:
    """The kits, opened; what is to be known of questions and keys is printed. Raises
    :class:`BadUsage` for what cannot be used."""
    try:
        kits = open_kits(inputs.kits, aliases=inputs.aliases, answering=answering)
    except KeyFilesError as error:
        if call.messages.verbosity == "verbose" or str(error) == error.in_full:
            raise BadUsage(error.in_full) from None
        raise BadUsage(f"{error}\n(--verbose names them all)") from None
    for kit in kits.values():
        if kit.chosen.key is not None and kit.chosen.align_by is None:
            call.messages.warn("--key is not used with --align off")
        told = {str(notice) for notice in kit.notices}
        call.messages.lines([warning for warning in kit.warnings if warning not in told])
        call.messages.notices("key", kit.notices)
    return kits


def ask_kits(
    call: Call,
    kits: Mapping[str, Kit],
    statistics: Statistics = Statistics(),
    *,
    interpretation: Interpretation,
    listed: Listed = "all",
    explain: bool = False,
    consistency: bool = False,
) -> Run[DocumentAnswers]:
    """Ask the systems of each kit its questions; the options are those of
    :func:`timegraph.scoring.score_kits`."""
    total = sum(len(kit.names) * len(kit.questions.documents) for kit in kits.values())
    systems = dict.fromkeys(name for kit in kits.values() for name in kit.names)
    with working(call, total, systems, statistics) as running:
        return score_kits(
            kits,
            interpretation=interpretation,
            listed=listed,
            explain=explain,
            consistency=consistency,
            **running,
        )


def draw_pages(
    folder: Path, run: Run[DocumentAnswers], kits: Mapping[str, Kit], **options: Any
) -> Path:
    """Write the pages of a run over the kits; ``options`` are those of
    :func:`timegraph.pictures.write_score_pages`. Returns the page to open first."""
    number = sum(len(kit.names) * len(kit.questions.documents) for kit in kits.values())
    with progress("drawing", number, "pages") as step:
        return pictures.write_score_pages(folder, run, kits, progress=step, **options)


@dataclass(frozen=True, slots=True)
class GroupOptions:
    """The kinds of groups that get a table each, the unit of distances, and gold as the user names
    it for each kit."""

    by: tuple[str, ...]
    unit: Unit
    gold: tuple[str, ...]

    def check(self, *, distances: bool) -> None:
        """Raise :class:`BadUsage` for an option that has no effect; ``distances`` says that some
        are measured."""
        if self.unit != "sentences" and not distances:
            raise BadUsage(
                f"--distance {self.unit} has no effect without a table of distances: add "
                "--by distance"
            )
        if self.gold and (self.unit != "events" or not distances):
            raise BadUsage(
                f"--gold counts events: add --by distance --distance events; {NO_QUESTIONS}"
            )

    def groupings(
        self, call: Call, kits: Mapping[str, Kit], by: Sequence[str]
    ) -> dict[str, Grouping[DocumentAnswers]]:
        """The groupings of these kinds for the questions of the kits.

        Raises :class:`BadUsage` for what cannot be measured.
        """
        kinds = {kind for name in by for kind in name.split(",")}
        if kinds & set(_BY_PLACE) and any(kit.key is None for kit in kits.values()):
            raise BadUsage(
                "distances are those in the key: --by sentence and distance do not go with "
                "--align off"
            )
        with_gold = self._with_gold(call, kits) if self.gold else kits
        return groupings(by, with_gold, unit=self.unit)

    @property
    def distances(self) -> bool:
        """Whether a table is by distance."""
        return any("distance" in name.split(",") for name in self.by)

    def _with_gold(self, call: Call, kits: Mapping[str, Kit]) -> dict[str, Kit]:
        """The kits with the documents whose events count."""
        gold_folders = by_kit("--gold", self.gold, list(kits))
        opened = dict(kits)
        for name, path in gold_folders.items():
            kit = kits[name]
            gold = open_documents(Path(path), "--gold", format=kit.chosen.format)
            asked = kit.questions.documents
            missing = [document for document in asked if not gold.match(document)]
            if missing and len(missing) == len(asked):
                raise BadUsage(
                    f"--gold {path}: has none of the documents that are asked about, such as "
                    f"{missing[0]}"
                )
            call.messages.lines(
                [
                    f"--gold {path}: {document} is not there; no distance is known in it"
                    for document in missing
                ]
            )
            opened[name] = replace(kit, gold=gold)
        return opened


def _groups(by: tuple[str, ...], unit: Unit, gold: tuple[str, ...]) -> GroupOptions:
    return GroupOptions(tuple(dict.fromkeys(map(_kinds, by))), unit, gold)


def _kinds(text: str) -> str:
    """One kind, or two that are crossed, as they are named in tables."""
    kinds = [kind.strip() for kind in text.split(",")]
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


group_options = Bundle(
    "grouping",
    (
        option(
            "--by KIND[,KIND]",
            "Add a row for each group of questions: by "
            f"{', '.join(KINDS[:-1])} or {KINDS[-1]}. May be repeated: a table for each; two kinds "
            "with a comma: one for all pairs.",
            multiple=True,
        ),
        choice_option(
            "--distance UNIT",
            UNITS,
            "Unit of distances: sentences, words or events.",
            called="unit",
            default="sentences",
        ),
        option(
            "--gold [KIT=]DIR",
            "Annotated documents whose events --distance events counts, instead of the key's.",
            multiple=True,
        ),
    ),
    _groups,
)
"""The options that group scores of question sets; the command receives one argument,
``grouping``."""
