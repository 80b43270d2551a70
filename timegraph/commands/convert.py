"""``timegraph convert``: documents in another format, and what that format cannot represent."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from timegraph._files import write_bytes
from timegraph._wording import counted as counted_in_words
from timegraph.commands.shared.command import (
    BadUsage,
    Call,
    check_writable,
    command_with,
    write_result,
)
from timegraph.commands.shared.named_documents import (
    DocumentPaths,
    check_folder,
    check_no_input,
    document_paths,
    write_files,
)
from timegraph.commands.shared.options import (
    align_by_option,
    choice_option,
    interpretation_options,
    message_options,
    path_option,
    switch,
    to_labels_option,
)
from timegraph.commands.shared.terminal import Messages, with_count
from timegraph.corpus.runner import open_documents
from timegraph.documents.build import build, faults_of, labelled
from timegraph.documents.closure import translate_labels
from timegraph.labels import SCHEMES, Fit, Scheme, find_scheme
from timegraph.options import CHOICES, Interpretation
from timegraph.scoring import Notice
from timegraph.scoring.annotation_notices import alignment_notices, annotation_faults
from timegraph.scoring.signature import faulty
from timeml import Document, TimeMLError, align_ids
from timeml.document import stem
from timeml.normalize import AlignBy
from timeml.readers import recognise
from timeml.readers.statement_lines import ENDINGS
from timeml.writers import FORMATS, Format, FormatName, Loss, Losses, write_as

_EPILOG = """\b
Examples (from the project root):
  timegraph convert --to brat --output brat examples/kit/gold  # a folder
  timegraph convert --to link-list --output links.tsv examples/kit/gold
  timegraph convert --to timeml --to-labels tml --document storm \\
      examples/corpora/dense.tsv
  timegraph convert --to timeml --to-labels thyme --output w examples/kit/gold
  timegraph convert --to statements --output d.csv examples/statements/dig.txt
  timegraph convert --to timeml --ids-of examples/kit/gold --output aligned \\
      examples/kit/systems/hasty

A label that the target format's own scheme does not have in that meaning is refused: --to-labels
translates labels, never to a stronger one (statements can say all), --as-label writes them as they
are; docs/corpora.md says more. Links have the ids of event instances, or of events without one.

Exit code 1 means that something could not be represented in the target format or scheme, or that a
document could not be read: each kind of thing is reported on stderr, with its number and the first
few. So are faults in the annotations, such as places that are not in the text.
"""


@command_with(
    document_paths("INPUT..."),
    choice_option(
        "--to FORMAT",
        list(FORMATS),
        "The format to write, one that `timegraph formats` lists as written.",
        called="target",
        required=True,
    ),
    to_labels_option,
    path_option(
        "--ids-of DIR",
        "Give events and timexes the ids of the documents of the same names in DIR, a key: those "
        "at the same place in the text; what has no counterpart gets a new id.",
        called="key",
    ),
    align_by_option(),
    switch(
        "--as-label",
        "Write labels as they are, although the target format's own scheme has none of that "
        "meaning; the files name the scheme that they are of.",
    ),
    interpretation_options(without=[name for name in CHOICES if name not in ("labels", "during")]),
    call=(
        path_option(
            "--output FILE|DIR",
            "A folder for the files, which is made if need be; or, where the result is one file "
            "and the name has an ending, that file. Without --output one file goes to stdout.",
        ),
        message_options,
    ),
    epilog=_EPILOG,
    progress="converting",
)
def command(
    call: Call,
    *,
    documents: DocumentPaths,
    target: FormatName,
    to_labels: Scheme | None,
    key: Path | None,
    align_by: AlignBy,
    as_label: bool,
    interpretation: Interpretation,
) -> None:
    """Write the documents of INPUT (files, folders, archives, - for stdin) in another format."""
    format = FORMATS[target]
    if to_labels is not None and as_label:
        raise BadUsage("--as-label has no effect with --to-labels; leave one of them out")
    if target == "statements":  # whose scheme can say whatever others do
        to_labels = to_labels or find_scheme(format.scheme)
    if to_labels is None and interpretation.during != Interpretation().during:
        raise BadUsage("--during has no effect without --to-labels; leave it out")
    read, clean = _documents(documents, interpretation, call.messages)
    if key is not None:
        read, aligned = _with_ids_of(key, read, align_by, call.messages)
        clean = clean and aligned
    read, fits, in_labels = _relabelled(read, to_labels, interpretation)
    strange = _strange(read, format, interpretation) if to_labels is None else ""
    if strange and not as_label:
        raise BadUsage(
            f"{strange}; nothing was written. Translate them with --to-labels {format.scheme}, or "
            "write them as they are with --as-label: then the files name their scheme"
        )
    try:
        files, losses = write_as(target, read, call.output.suffix if call.output else None)
    except ValueError as error:
        raise BadUsage(f"cannot be written as {target}: {error}; nothing was written") from None
    inputs = [Path(path) for path in documents.paths if path != "-"]
    _write(files, format, call.output, [*inputs, *([key] if key else [])])
    if to_labels is not None and fits:
        counts = ", ".join(f"{fits[fit]:,} {fit}" for fit in get_args(Fit))
        call.messages.warn(f"labels of links in the scheme {to_labels.name}: {counts}")
    if strange:
        call.messages.warn(f"{strange}; written as they are")
    _advise(read, files, format, call.messages)
    if to_labels is not None:
        call.messages.losses(in_labels, f"the scheme {to_labels.name}")
    call.messages.losses(losses, target)
    if any(not document.text.strip() for document in read.values()) and any(
        "in the text" in loss.what for loss in losses
    ):
        call.messages.warn(
            "some documents have no text: give --texts DIR, a folder of TimeML documents of the "
            "same names"
        )
    call.finish(complete=clean and not losses and not in_labels)


def _with_ids_of(
    key: Path, documents: Mapping[str, Document], align_by: AlignBy, messages: Messages
) -> tuple[dict[str, Document], bool]:
    """The documents that the key has, with its ids, and whether each of the key's was found and
    nothing is wrong with these."""
    keys = open_documents(key, "--ids-of")
    of_key = {stem(os.path.basename(name)): keys.read(name) for name in keys.names}
    faults = [fault for name, of in of_key.items() for fault in annotation_faults(of, name)]
    messages.notices("key", faults)
    notices = [
        Notice("missing-document", name, f"{name}: not in the input", name)
        for name in of_key
        if name not in documents
    ]
    complete = not notices and not faulty(faults)
    aligned = {}
    for name, document in with_count(documents.items(), "aligning", len(documents)):
        if name not in of_key:
            notices.append(Notice("extra-document", name, f"{name}: not in the key", name))
            continue
        alignment = align_ids(system=document, key=of_key[name], align_by=align_by)
        aligned[name] = alignment.document
        notices += alignment_notices(alignment, name, name)
        ids = {id for _, id in alignment.pairs}
        paired = len(ids.intersection(of_key[name].entities))
        messages.warn(
            f"{name}: {paired} of {counted_in_words(len(document.entities), 'entity', 'entities')} "
            f"paired with {len(of_key[name].entities)} of the key, {len(alignment.partial)} in part"
        )
    messages.notices("aligned", notices)
    if not aligned:
        raise BadUsage(f"--ids-of {key}: has no document of the name of one that is converted")
    return aligned, complete


def _has_no_fault(
    path: str, document: Document, interpretation: Interpretation, messages: Messages
) -> bool:
    """Whether the annotations have no fault; else these are named, those of marks in full for
    whoever wrote them."""
    if not path.lower().endswith(".marks.json"):
        name = document.name or path
        notices = list(annotation_faults(document, name, interpretation))
        messages.notices(name, notices)
        return not notices
    faults = [fault.message for fault in faults_of(document)]
    graph = build(document, on_conflict="drop-link", calendar=True)
    faults += [f"{conflict}; correct one of these links" for conflict in graph.conflicts]
    for fault in faults:
        messages.warn(f"{path}: {fault}")
    return not faults


def _strange(
    documents: Mapping[str, Document], format: Format, interpretation: Interpretation
) -> str:
    """Which labels say less, or other things, than the scheme of the target format lets its readers
    believe; "" if there are none."""
    usual = find_scheme(format.scheme)
    counts: Counter[str] = Counter()
    schemes: set[str] = set()
    for document in documents.values():
        if document.scheme == format.scheme:
            continue
        scheme = interpretation.scheme(document.scheme)
        labels = document.labels
        lacking = {label for label in labels if not usual.holds(label, scheme.meaning(label))}
        counts.update({label: labels[label] for label in lacking})
        schemes.update([scheme.name] if lacking else [])
    if not counts:
        return ""
    number = counted_in_words(counts.total(), "label")
    by_count = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    named = ", ".join(f"{label or '(empty)'} {count:,}" for label, count in by_count)
    return (
        f"{number} of the scheme {'+'.join(sorted(schemes))} cannot be expressed in the labels of "
        f"{format.name} ({format.scheme}): {named}"
    )


def _advise(
    documents: Mapping[str, Document],
    files: Mapping[str, bytes],
    format: Format,
    messages: Messages,
) -> None:
    """Say by which labels the files are read, if not by the usual ones, and which options they must
    be read with: ``--from`` if their beginning is not like one of the format, ``--labels`` if the
    scheme that they name is the user's own."""
    annotations = {name: data for name, data in files.items() if not name.endswith(".txt")}
    shown = all(recognise(name, data) == format.name for name, data in annotations.items() if data)
    named = "" if shown else f"--from {format.name}"
    schemes = {document.scheme for document in documents.values() if document.tlinks}
    for scheme in sorted(schemes - {format.scheme}):
        labels = "" if scheme in SCHEMES else "--labels FILE.toml, its file"
        options = " ".join(filter(None, (named, labels)))
        how = f": read with {options}" if options else ""
        messages.warn(f"the labels are those of the scheme {scheme}, which the files name{how}")
    if named and not schemes - {format.scheme}:
        messages.warn(f"the files do not show their format: read with {named}")


def _relabelled(
    documents: dict[str, Document],
    target: Scheme | None,
    interpretation: Interpretation,
) -> tuple[dict[str, Document], Mapping[str, int], tuple[Loss, ...]]:
    """The documents with the labels of ``target``, how many fit how well, and what it cannot say of
    theirs; without a target as they are read."""
    fits: Counter[str] = Counter()
    if target is None:
        return (
            {name: labelled(document, interpretation) for name, document in documents.items()},
            fits,
            (),
        )
    losses = Losses()
    translated = {}
    for name, document in losses.each(documents):
        done = translate_labels(document, target, interpretation)
        translated[name] = done.document
        for link, label in done.links:
            if label is None:
                losses.add(f"links with the unknown label {link.rel_type!r}", link.lid)
                continue
            fits[label.fit] += 1
            if label.fit == "weakened":
                turned = ", the other way round" * label.turned
                losses.add(f"{label.label} (weakened to {label.target}{turned})", link.lid)
            elif label.fit == "dropped":
                losses.add(f"{label.label or 'empty labels'} (dropped)", link.lid)
    return translated, fits, losses.counted


def _documents(
    paths: DocumentPaths, interpretation: Interpretation, messages: Messages
) -> tuple[dict[str, Document], bool]:
    """The documents by the names of their files, and whether all could be read without a fault."""
    nothing = "nothing to convert: no path holds a document that can be read"
    sources, failures = paths.open(messages, nothing)
    clean = not failures
    documents: dict[str, Document] = {}
    places: dict[str, str] = {}
    for named in with_count(sources, "reading", len(sources)):
        try:
            document = named.load().read()
        except (OSError, TimeMLError) as error:
            messages.warn(str(error) if named.path in str(error) else f"{named.path}: {error}")
            clean = False
            continue
        clean = _has_no_fault(named.path, document, interpretation, messages) and clean
        name = document.name or ("stdin" if named.path == "-" else named.path)
        name = stem(os.path.basename(name))
        if document.scheme == "allen" and name == os.path.basename(named.path):
            bare, ending = os.path.splitext(name)
            name = bare if ending in ENDINGS else name
        if name in places:
            raise BadUsage(f"{named.path} and {places[name]} would both be called {name}")
        documents[name], places[name] = document, named.path
    if not documents:
        raise BadUsage(nothing)
    return documents, clean


def _write(
    files: dict[str, bytes], format: Format, output: Path | None, inputs: list[Path]
) -> None:
    """Write the files under ``output``, or the only one there or to stdout."""
    if output is None or str(output) == "-":
        if len(files) > 1:
            raise BadUsage(f"{format.name} makes {len(files)} files of this; give --output DIR")
        (data,) = files.values()
        write_result(data.decode("utf-8"), None)
    elif output.is_dir() or len(files) > 1 or not (output.suffix or output.exists()):
        folders = [(path, f"the input {path}") for path in inputs if path.is_dir()]
        check_folder(output, folders)
        for name in files:
            check_no_input(output / name, inputs)
        write_files(output, files)
    else:
        check_writable(output)
        (data,) = files.values()
        write_bytes([data], output)
