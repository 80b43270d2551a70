"""``timegraph task baseline``: annotations that ignore the text, or are learned, as documents that
are scored like any system's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, count, pairwise
from pathlib import Path
from typing import Literal, get_args

import click

import timeml
from timegraph.annotation import Annotator, ModelError, annotate, train
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.named_documents import (
    check_folder,
    output_folder_option,
    write_files,
)
from timegraph.commands.shared.options import of_call, path_option
from timegraph.corpus.runner import open_documents
from timegraph.report import Cell, Column, Report, Table
from timeml import Collection, Document, Event, Instance, RelType, TLink

Baseline = Literal["nothing", "text-order", "creation-time", "learned"]
BASELINES: tuple[Baseline, ...] = get_args(Baseline)

_EPILOG = """\b
Examples (from the project root):
  timegraph task baseline text-order --output text-order \\
      --key examples/kit/eval-questions/question-events

\b
  nothing        the entities of the key, and no link
  text-order     each event BEFORE the next
  creation-time  each event BEFORE the creation time
  learned        links of a model that is trained on documents of --gold which
                 the key does not have; needs the extra annotate

The documents are scored like those of any system: timegraph score --kit KIT DIR.

Exit code 1: something could not be written, such as a link to a creation time that is not
there.
"""


@command_with(
    click.Argument(["baseline"], metavar="BASELINE", type=click.Choice(BASELINES)),
    path_option("--key DIR", "The key documents, whose entities are annotated.", required=True),
    path_option("--gold DIR", "The gold documents; for the baseline learned."),
    output_folder_option(),
    call=of_call("format messages"),
    epilog=_EPILOG,
    progress="answering",
)
def command(
    call: Call,
    *,
    baseline: Baseline,
    key: Path,
    gold: Path | None,
    target: Path,
) -> None:
    """Write the annotations of a BASELINE (see below) for each document of the key."""
    if (baseline == "learned") is (gold is None):
        raise BadUsage("--gold DIR, the documents with the links, goes with the baseline learned")
    check_folder(target, [(key, "the key"), *([(gold, "gold")] if gold is not None else [])])
    keys = open_documents(key, "--key")
    model = None if gold is None else _trained(open_documents(gold, "--gold"), keys)
    files: dict[str, bytes] = {}
    rows: list[tuple[Cell, ...]] = []
    undated = []
    for name in keys.names:
        document = baseline_document(baseline, keys.read(name), model)
        if baseline == "creation-time" and document.dct is None:
            undated.append(f"{name}: the document has no creation time; left out")
        files[name] = timeml.write(document)
        rows.append((name, len(document.entities), len(document.tlinks)))
    write_files(target, files)
    call.messages.lines(undated)
    columns = Column("document"), Column("entities"), Column("links")
    table = Table(columns, tuple(rows), name="documents")
    call.print(Report([table]))
    call.finish(complete=not undated)


def _trained(golds: Collection, keys: Collection) -> Annotator:
    """A model of the gold documents that are not the key's: it must not know the answers."""
    others = [name for name in golds.names if keys.match(name) is None]
    try:
        return train((golds.read(name) for name in others), entities=False)
    except ModelError as error:
        raise BadUsage(f"--gold {golds.path}, without the key's documents: {error}") from None


def baseline_document(
    baseline: Baseline, key: Document, model: Annotator | None = None
) -> Document:
    """The annotations of a baseline for the document ``key``: its entities, with an instance for
    each event, and not its links, but those of the baseline; ``learned`` needs a ``model``."""
    bare = _with_instances(replace(key, tlinks=(), slinks=(), alinks=()))
    if model is not None:
        return annotate(bare, model)
    owners = (bare.entity(id) for id in bare.entities)
    events = [owner for owner in dict.fromkeys(owners) if isinstance(owner, Event)]
    pairs: Iterable[tuple[str, str]] = ()
    if baseline == "text-order":
        pairs = ((a, b) for event, other in pairwise(events) for a in event.ids for b in other.ids)
    elif baseline == "creation-time" and bare.dct is not None:
        dct = bare.dct.tid
        pairs = ((id, dct) for event in events for id in event.ids)
    target = "relatedToTime" if baseline == "creation-time" else "relatedToEventInstance"
    tlinks = tuple(
        TLink(f"l{number}", RelType.BEFORE.value, a, b, "eventInstanceID", target)
        for number, (a, b) in enumerate(pairs, 1)
    )
    return replace(bare, tlinks=tlinks)


def _with_instances(document: Document) -> Document:
    """The document with an instance ``eiN`` for each event ``eN`` that has none, as the task's
    normaliser numbers them; another free number if that id is taken."""
    taken = {timex.tid for timex in document.timexes}
    taken.update(event.eid for event in document.events)
    taken.update(instance.eiid for instance in document.instances)
    events = []
    for event in document.events:
        if not event.instances and event.eid in document.entities:
            eiid = f"ei{event.eid[1:] if event.eid.startswith('e') else event.eid}"
            names = chain([eiid], (f"{eiid}-{number}" for number in count(2)))
            eiid = next(name for name in names if name not in taken)
            taken.add(eiid)
            event = replace(event, instances=(Instance(eiid, event.eid),))
        events.append(event)
    return replace(document, events=tuple(events))
