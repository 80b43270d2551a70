"""``timegraph annotate``: a baseline that is trained on a corpus, and annotates other texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

import click

import timeml
from timegraph._wording import counted
from timegraph.annotation import (
    CONTRADICTIONS,
    Annotator,
    Contradictions,
    ModelError,
    annotate,
    train,
)
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.lazy_group import LazyGroup
from timegraph.commands.shared.named_documents import (
    DocumentPaths,
    check_folder,
    document_paths,
    open_workers,
    output_folder_option,
    write_files,
)
from timegraph.commands.shared.options import (
    choice_option,
    jobs_option,
    message_options,
    option,
    path_argument,
    path_option,
)
from timegraph.commands.shared.terminal import with_count
from timegraph.corpus import Item, run
from timeml import Document, TimeMLError
from timeml.collection import bare_name
from timeml.plain_text import creation_time, make_document, unwritable
from timeml.readers import recognise
from timeml.timex_value import Unresolvable, parse_value

_TRAIN = """\b
Example (from the project root):
  timegraph annotate train --output model.json examples/kit/gold

CORPUS is any format and label scheme of `timegraph formats`, so any language. What it has no
example of, the model does not annotate, and says so. Needs the extra annotate.
"""

_RUN = """\b
Example (from the project root; after the training above):
  timegraph annotate run model.json --output annotated \\
      examples/kit/eval-questions/question-events

PATH is a text (.txt), an input document, or a document whose events and times stay as they are; its
links are replaced. TimeML is written, each link with its probability as weight, so that
`timegraph decode` weighs them. docs/annotate.md has figures.

Exit code 1: a document could not be read or has no text; the others are written.
"""


@command_with(
    document_paths("CORPUS..."),
    path_option("--output FILE", "The model, JSON.", called="target", required=True),
    call=(message_options,),
    epilog=_TRAIN,
    progress="training",
)
def train_command(call: Call, *, documents: DocumentPaths, target: Path) -> None:
    """Learn to annotate from the documents of CORPUS."""
    named, unusable = documents.open(call.messages, "there are no documents to learn from")
    read, failed = [], bool(unusable)
    for document in named:
        try:
            read.append(document.load().read())
        except (OSError, TimeMLError) as error:
            call.messages.warn(f"{document.path}: {error}")
            failed = True
    try:
        model = train(read)
    except ModelError as error:
        raise BadUsage(str(error)) from None
    model.save(target)
    passed = len(read) - len(model.documents)
    if passed:
        call.messages.warn(f"{counted(passed, 'document')} without text taught nothing")
    _say_lacking(call, model)
    call.finish(complete=not failed)


def _say_lacking(call: Call, model: Annotator) -> None:
    for part in model.lacks:
        call.messages.warn(f"the corpus has no {part} to learn from; none will be annotated")


@command_with(
    path_argument("model", "MODEL"),
    document_paths("PATH..."),
    output_folder_option(),
    choice_option(
        "--contradictions HOW",
        CONTRADICTIONS,
        "What becomes of links that contradict each other: the less probable ones go (greedy), "
        "those whose loss weighs least (decode), or all stay (keep).",
        default="greedy",
    ),
    option("--created DATE", "When the texts (.txt) were written, as 2024-05-31."),
    call=(
        jobs_option,
        message_options,
    ),
    epilog=_RUN,
    progress="annotating",
)
def run_command(
    call: Call,
    *,
    model: Path,
    documents: DocumentPaths,
    target: Path,
    contradictions: Contradictions,
    created: str | None,
) -> None:
    """Annotate the documents of PATH by MODEL, and write them as TimeML."""
    check_folder(target, [(Path(path), "the input") for path in documents.paths])
    if created is not None:
        place = parse_value(created)
        wrong = f"{place}; " if isinstance(place, Unresolvable) else ""
        if wrong or not re.match(r"\d{4}-\d\d-\d\d(?:T|$)", created):
            raise BadUsage(f"--created {created}: {wrong}write a date as 2024-05-31")
    try:
        _loaded.cache_clear()  # the file may have changed since
        annotator = _loaded(model)
    except ModelError as error:
        raise BadUsage(str(error)) from None
    _say_lacking(call, annotator)
    files: dict[str, bytes] = {}
    complete = True
    inputs = list(_inputs(documents, created, call))
    work = partial(_written, model, contradictions)
    with open_workers(call) as executor:
        items = (Item(name, rest=document) for name, document in inputs)
        done = run(work, items, executor=executor, total=len(inputs))
        for (name, _), (data, problem) in zip(
            inputs, with_count(done, "annotating", len(inputs)), strict=True
        ):
            file = f"{bare_name(name)}.tml"
            if problem:
                call.messages.warn(f"{name}: {problem}")
                complete = False
            elif file in files:
                raise BadUsage(f"two documents would be written to {file}; nothing was written")
            else:
                files[file] = data
    write_files(target, files)
    call.finish(complete=complete and bool(files))


def _written(model: Path, contradictions: Contradictions, item: Item) -> tuple[bytes, str]:
    """The file of the annotated document, or what is wrong with it."""
    document: Document | None = item.rest
    if document is None:
        return b"", "could not be read; a text has to be UTF-8"
    if not document.text.strip():
        return b"", f"has no text{'; give --texts DIR' if document.tlinks else ''}"
    if next(unwritable(document.text), None) is not None:
        return b"", "holds characters that TimeML cannot"
    return timeml.write(annotate(document, _loaded(model), contradictions=contradictions)), ""


_loaded = lru_cache(maxsize=1)(Annotator.load)
"""The model in a file, read once in each process."""


def _inputs(
    documents: DocumentPaths, created: str | None, call: Call
) -> Iterator[tuple[str, Document | None]]:
    """Each document by its name; ``None`` for one that cannot be read."""
    rest = []
    for path in documents.paths:
        texts = list(_texts(path))
        for text in texts:
            document = _of_text(text, created)
            yield str(text) if document is None else text.stem, document
        inputs = sorted(map(str, Path(path).glob("*.TE3input")))
        rest += inputs
        if (not texts and not inputs) or any(Path(path).glob("*.tml")):
            rest.append(path)
    if not rest:
        return
    named, unusable = replace(documents, paths=tuple(rest)).open(
        call.messages, "there are no documents to annotate"
    )
    yield from ((str(path), None) for path in unusable)
    for entry in named:
        try:
            document = entry.load().read()
        except (OSError, TimeMLError) as error:
            call.messages.warn(str(error))
            yield entry.path, None
        else:
            yield document.name or Path(entry.path).name, document


def _texts(path: str) -> Iterator[Path]:
    """The plain texts that a path names: itself, or those in a folder."""
    whole = Path(path)
    files = sorted(whole.glob("*.txt")) if whole.is_dir() else [whole]
    for file in files:
        if file.suffix.lower() == ".txt" and file.is_file() and _is_text(file):
            yield file


def _is_text(path: Path) -> bool:
    """Whether a file that ends in .txt is not in a known format, such as a list of links."""
    with path.open("rb") as stream:
        try:
            return recognise(str(path), stream.read(4096)) is None
        except (TimeMLError, ValueError):
            return True


def _of_text(path: Path, created: str | None) -> Document | None:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None
    dct = None if created is None else creation_time(created)
    return replace(make_document(text, docid=path.stem, created=dct), name=path.stem)


_COMMANDS = {
    "run": ("timegraph.annotation.command:run_command", "Annotate texts by a model."),
    "train": ("timegraph.annotation.command:train_command", "Learn from a corpus."),
}

_GROUP_EPILOG = """\b
Example (from the project root):
  timegraph annotate train --output model.json examples/kit/gold
"""


@click.command(cls=LazyGroup, epilog=_GROUP_EPILOG, homes=_COMMANDS)
def command() -> None:
    """Train a baseline on a corpus, and annotate texts with it."""
