"""``timegraph convert``: documents in another format, and what that format cannot say of them."""

from __future__ import annotations

import os
from pathlib import Path

import click

from timegraph.commands._shared.corpus_options import Chosen, corpus_options
from timegraph.commands._shared.files import BadUsage, check_writable, write_bytes, write_result
from timegraph.commands._shared.folders import check_folder, write_files
from timegraph.commands._shared.messages import Messages, message_options
from timegraph.commands._shared.named_documents import named_documents
from timeml import Document, TimeMLError
from timeml.writers import FORMATS, Format, write_as

__all__ = ["command"]

_EPILOG = """\b
Examples (from the project root):
  timegraph convert --to brat --output brat examples/kit/gold  (a folder)
  timegraph convert --to link-list --output links.tsv examples/kit/gold
  timegraph convert --to timeml --document storm examples/corpora/dense.tsv

Labels are written as they are. Where the reader of the target format takes them for those of
another scheme, a message names the scheme to read them with (--labels). Links have the ids of event
instances, or of events that have none.

Exit code 1 means that something could not be said in the target format, or that a document could
not be read: each kind of thing is reported on stderr, with its number and the first few.
"""


@click.command(epilog=_EPILOG)
@click.argument("paths", nargs=-1, required=True, metavar="INPUT...")
@corpus_options(layers=True)
@click.option(
    "--to",
    "target",
    type=click.Choice(list(FORMATS)),
    required=True,
    help="The format to write: "
    + "; ".join(f"{one.name}: {one.about}" for one in FORMATS.values()),
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE|DIR",
    help="A folder for the files, which is made if need be; or, where the result is one file, its "
    "name. Without --output one file is written to stdout.",
)
@message_options
@click.pass_context
def command(
    context: click.Context,
    *,
    paths: tuple[str, ...],
    target: str,
    output: Path | None,
    corpus: Chosen,
    messages: Messages,
) -> None:
    """Write the documents of INPUT (files, folders, archives, - for stdin) in another format."""
    format = FORMATS[target]
    documents, clean = _documents(paths, corpus, messages)
    try:
        files, losses = write_as(target, documents)
    except ValueError as error:
        raise BadUsage(f"cannot be written as {target}: {error}; nothing was written") from None
    _write(files, format, output, [Path(path) for path in paths if path != "-"])
    schemes = {one.scheme for one in documents.values() if one.tlinks}
    for scheme in sorted(schemes - {format.scheme}):
        messages.warn(f"the labels are those of the scheme {scheme}: read with --labels {scheme}")
    for loss in losses:
        more = ", ..." if loss.count > len(loss.examples) else ""
        examples = ", ".join(loss.examples)
        messages.warn(f"{target} cannot say {loss.what}: {loss.count:,} ({examples}{more})")
    if any(not one.text.strip() for one in documents.values()) and any(
        "in the text" in loss.what for loss in losses
    ):
        messages.warn("documents without text: --texts DIR, a folder of TimeML, has texts for them")
    messages.close()
    if losses or not clean:
        context.exit(1)


def _documents(
    paths: tuple[str, ...], chosen: Chosen, messages: Messages
) -> tuple[dict[str, Document], bool]:
    """The documents by the names of their files, and whether all could be read."""
    found, failures = named_documents(paths, chosen)
    for failure in failures:
        messages.warn(f"{failure.place}: {failure.reason}")
    clean = not failures
    documents: dict[str, Document] = {}
    places: dict[str, str] = {}
    for named in found:
        try:
            document = named.load().read()
        except (OSError, TimeMLError) as error:
            messages.warn(str(error) if named.path in str(error) else f"{named.path}: {error}")
            clean = False
            continue
        name = _stem(document.name or ("stdin" if named.path == "-" else named.path))
        if name in places:
            raise BadUsage(f"{named.path} and {places[name]} would both be called {name}")
        documents[name], places[name] = document, named.path
    if not documents:
        raise BadUsage("nothing to convert: no path holds a document that can be read")
    return documents, clean


def _stem(name: str) -> str:
    base = os.path.basename(name)
    return base[: -len(".tml")] if base.lower().endswith(".tml") else base


def _write(
    files: dict[str, bytes], format: Format, output: Path | None, inputs: list[Path]
) -> None:
    """Write the files under ``output``, or the only one there or to stdout."""
    if output is None or str(output) == "-":
        if len(files) > 1:
            raise BadUsage(f"{format.name} makes {len(files)} files of this; give --output DIR")
        (data,) = files.values()
        write_result(data.decode("utf-8"), None)
    elif output.is_dir() or len(files) > 1:
        folders = [(path, f"the input {path}") for path in inputs if path.is_dir()]
        check_folder(output, folders)
        output.mkdir(parents=True, exist_ok=True)
        write_files(output, files)
    else:
        check_writable(output)
        (data,) = files.values()
        write_bytes([data], output)
