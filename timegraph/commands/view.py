"""``timegraph view``: a document's timeline, to look at and to click through."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from timegraph import pictures
from timegraph._pace import TimeLimitError, time_limit
from timegraph.commands.shared.command import (
    BadUsage,
    Call,
    check_writable,
    command_with,
    write_result,
)
from timegraph.commands.shared.named_documents import DocumentPaths, NamedDocument, document_paths
from timegraph.commands.shared.options import (
    choice_option,
    interpretation_options,
    of_call,
    option,
    path_option,
)
from timegraph.commands.shared.terminal import on_terminal, screen_width, with_count
from timegraph.documents.build import build
from timegraph.findings import naming
from timegraph.links import ContradictionError
from timegraph.options import Interpretation
from timegraph.scoring.annotation_notices import annotation_faults, left_out
from timegraph.stated_links import has_choices, leaves_orders
from timeml import Document, TimeMLError

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph


ViewFormat = Literal["html", "svg", "text"]
_ENDINGS: dict[ViewFormat, str] = {"html": ".html", "svg": ".svg", "text": ".txt"}
_KNOWN_ENDINGS = {*_ENDINGS.values(), ".htm", ""}

_EPILOG = """\b
Examples (from the project root):
  timegraph view examples/kit/gold/news-festival-storm.tml --output storm.html
  timegraph view examples/kit/gold/news-festival-storm.tml
  timegraph view --only ei4,ei5,ei9,t2 \\
      examples/kit/gold/news-festival-storm.tml --output storm.svg
  timegraph view examples/kit/gold --output pages

On a terminal a document is drawn in plain characters. A page needs no network and no other file.
Position claims one thing only: on the calendar and within a frame, what stands wholly left of
something is before it, or right before it. Colours and signs say the rest when a word is selected.
SVG is a single picture.

Exit code 1 means that a document could not be read or drawn, that its annotations have faults, or
that links were left out as contradictory (--quiet does not say so).
"""


@command_with(
    document_paths(),
    interpretation_options(
        Interpretation(on_conflict="drop-link", calendar=True),
    ),
    choice_option(
        "--format",
        tuple(_ENDINGS),
        "A page to click through, a picture, or a timeline in plain characters.  [default: "
        "what the ending of --output says; else text on a terminal, and html elsewhere]",
        called="format_",
    ),
    option(
        "--only ID,ID,...",
        "Draw these events and times alone; what is certain of them is still what all links say.",
    ),
    call=(
        path_option(
            "--output FILE|FOLDER",
            "Where to write; a folder, with a list of its pages, for several documents.",
        ),
        *of_call("messages time-limit"),
    ),
    epilog=_EPILOG,
    progress="drawing",
)
def command(
    call: Call,
    *,
    documents: DocumentPaths,
    interpretation: Interpretation,
    format_: ViewFormat | None,
    only: str | None,
) -> None:
    """Draw what is certain about the documents in each PATH: a file, a folder, an archive, or - for
    stdin."""
    named_format, format_ = format_, format_ or _format_of(call.output)
    ids = None if only is None else tuple(filter(None, (id.strip() for id in only.split(","))))
    if ids is not None and format_ == "html":
        raise BadUsage("--only is for pictures (--format svg or text); a page shows all")
    named, unusable = documents.open(call.messages, "nothing to view: no PATH holds a document")
    single = len(named) == 1 and (call.output is None or not call.output.is_dir())
    if single:
        _check_single(call.output, format_, by_ending=named_format is None)
        output = call.output
    else:
        output = _folder(call.output, len(named), ids)
    index = "index.html" if format_ == "html" and not single else None
    draw = partial(_picture, format_=format_, ids=ids, home=index)
    paths = [] if single else [document.path for document in named]
    names = pictures.file_names(paths, _ENDINGS[format_]) if paths else {}
    drawn = _drawn(named, interpretation, draw, call)
    listed, clean = [], not unusable
    # What goes to a terminal waits until no progress is shown there.
    for path, picture, lost, faults in list(drawn) if single else drawn:
        name = names.get(path, "")
        write_result(picture, output and output / name)
        listed.append((path, name, lost))
        clean = clean and not (lost or faults)
    if index is not None and output is not None:
        write_result(pictures.index_of(listed), output / index)
    call.finish(complete=clean and len(listed) == len(named))


def _format_of(output: Path | None) -> ViewFormat:
    """The format that the ending of a file says; without a file that of where the result goes."""
    if on_terminal(output):
        return "text"
    ending = "" if output is None or output.is_dir() else output.suffix.lower()
    return next((name for name, endings in _ENDINGS.items() if endings == ending), "html")


def _check_single(output: Path | None, format_: ViewFormat, *, by_ending: bool) -> None:
    check_writable(output)
    if by_ending and output is not None and output.suffix.lower() not in _KNOWN_ENDINGS:
        raise BadUsage(
            f"{output}: its ending says no format; end it in .html, .svg or .txt, or give --format"
        )
    if output is None and format_ == "html" and sys.stdout.isatty():
        raise BadUsage("give --output FILE.html, or --format text for a terminal")


def _drawn(
    documents: list[NamedDocument],
    interpretation: Interpretation,
    draw: Callable[[Document, TimeGraph], str],
    call: Call,
) -> Iterator[tuple[str, str, int, int]]:
    """The path of each document, its picture, how many links were left out, and how many faults it
    has."""
    messages = call.messages
    for named in with_count(documents, "drawing", len(documents)):
        try:
            document = named.load().read()
        except (OSError, TimeMLError) as error:
            messages.warn(str(error))
            continue
        try:
            with time_limit(call.time_limit):
                graph = build(document, interpretation)
                lost = len(graph.conflicts)
                picture = draw(document, graph)
        except ContradictionError as error:
            fault = left_out(error.conflict, named.path, words=naming(document))
            messages.warn(f"{fault}; it is not drawn")
            continue
        except TimeLimitError as error:
            messages.warn(f"{named.path}: {error}")
            continue
        if lost:
            links = "1 link" if lost == 1 else f"{lost} links"
            messages.warn(f"{named.path}: {links} left out as contradictory")
        if has_choices(document) or leaves_orders(document):
            messages.warn(
                f"{named.path}: choices are not decided in a picture, which draws less than is "
                "certain; ask, open and closure decide them"
            )
        name = document.name or named.path
        notices = list(annotation_faults(document, name, interpretation))
        messages.notices(name, notices)
        yield named.path, picture, lost, len(notices)


def _picture(
    document: Document,
    graph: TimeGraph,
    *,
    format_: ViewFormat,
    ids: tuple[str, ...] | None,
    home: str | None,
) -> str:
    if format_ == "html":
        return pictures.page_of(graph, document, home=home)
    try:
        if format_ == "text":
            return pictures.draw_text(graph, document, only=ids, width=screen_width(None) or 80)
        return pictures.draw_svg(graph, document, only=ids)
    except KeyError as error:
        raise BadUsage(f"{document.name}: --only: {error.args[0]}") from None


def _folder(output: Path | None, documents: int, ids: tuple[str, ...] | None) -> Path:
    """The folder for several pictures, which is made if need be."""
    if output is None:
        raise BadUsage(f"there are {documents} documents; give --output FOLDER")
    if ids is not None:
        raise BadUsage("--only is for one document")
    if output.suffix and output.suffix.lower() in _KNOWN_ENDINGS and not output.is_dir():
        raise BadUsage(
            f"--output {output}: there are {documents} documents, which go into a folder; "
            f"leave out {output.suffix}, or name one document"
        )
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadUsage(f"--output {output}: {error.strerror or error}") from None
    return output
