"""``timegraph view``: a document's timeline, to look at and to click through."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from timegraph import pictures
from timegraph.builder import build
from timegraph.commands._shared.corpus_options import Chosen, corpus_options
from timegraph.commands._shared.files import (
    BadUsage,
    check_writable,
    terminal_width,
    write_bytes,
    write_result,
)
from timegraph.commands._shared.messages import Messages, message_options
from timegraph.commands._shared.named_documents import NamedDocument, named_documents
from timegraph.commands._shared.options import interpretation_options
from timegraph.commands._shared.terminal.progress import counted, shows_progress
from timegraph.options import Interpretation
from timeml import Document, TimeMLError

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph

__all__ = ["command"]

ViewFormat = Literal["html", "svg", "png", "text"]
_ENDINGS: dict[ViewFormat, str] = {"html": ".html", "svg": ".svg", "png": ".png", "text": ".txt"}

_EPILOG = """\b
Examples (from the project root):
  timegraph view examples/kit/gold/news-festival-storm.tml --output storm.html
  timegraph view --format text examples/kit/gold/news-festival-storm.tml
  timegraph view --only ei4,ei5,ei9,t2 \\
      examples/kit/gold/news-festival-storm.tml --output storm.svg
  timegraph view examples/kit/gold --output pages

A page needs no network and no other file. Position claims an order in two places only: on the
calendar, windows that do not touch; in a group's part, what stands wholly left of something else.
Colours and signs say the rest when a word is selected. SVG and PNG are single pictures; PNG needs
the extra "browser" and Chromium.

Exit code 1 means that a document could not be read or drawn, or that links were left out as
contradictory (--quiet does not say so).
"""


@click.command(epilog=_EPILOG)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@corpus_options(layers=True)
@interpretation_options(
    Interpretation(on_conflict="drop-link", calendar=True),
    policies=["drop-link", "drop-constraint"],
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(tuple(_ENDINGS)),
    help="A page to click through, a picture, or a timeline in plain characters.  [default: what "
    "the ending of --output says; else html]",
)
@click.option(
    "--only",
    metavar="ID,ID,...",
    help="Draw these events and times alone; what is certain of them is still what all links say.",
)
@click.option(
    "--arrows/--no-arrows",
    default=None,
    help="Draw the arrows between parts of a group, or none of them  [default: at most 25]",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE|FOLDER",
    help="Where to write; a folder, with a list of its pages, for several documents.",
)
@message_options
@click.pass_context
@shows_progress("drawing")
def command(
    context: click.Context,
    *,
    paths: tuple[str, ...],
    corpus: Chosen,
    interpretation: Interpretation,
    format_: ViewFormat | None,
    only: str | None,
    arrows: bool | None,
    output: Path | None,
    messages: Messages,
) -> None:
    """Draw what is certain about the documents in each PATH: a file, a folder, an archive, or - for
    stdin."""
    format_ = format_ or _format_of(output)
    ids = None if only is None else tuple(filter(None, (id.strip() for id in only.split(","))))
    if ids is not None and format_ == "html":
        raise BadUsage("--only is for pictures (--format svg, png or text); a page shows all")
    if arrows is not None and format_ not in ("svg", "png"):
        raise BadUsage("--arrows is for --format svg and png; a page has a switch, text a list")
    what = _What(format_, ids, arrows)
    documents, unusable = named_documents(paths, corpus)
    for one in unusable:
        messages.warn(f"{one.place}: {one.reason}")
    if not documents:
        raise BadUsage("there is nothing to view")
    if len(documents) == 1 and (output is None or not output.is_dir()):
        _check_single(output, format_)
        done = list(_drawn(documents, interpretation, what, messages))
        for _, drawn, _ in done:
            _write(drawn, output)
    else:
        done = _write_folder(documents, interpretation, what, output, messages)
    messages.close()
    if unusable or len(done) < len(documents) or any(left_out for *_, left_out in done):
        context.exit(1)


@dataclass(frozen=True, slots=True)
class _What:
    """What is to be drawn: the form, the entities if not all, and whether arrows are."""

    format: ViewFormat
    ids: tuple[str, ...] | None
    arrows: bool | None


_Drawn = tuple[NamedDocument, str | bytes, int]
"""A document, its picture, and how many links were left out."""


def _format_of(output: Path | None) -> ViewFormat:
    """The format that the ending of a file says."""
    ending = "" if output is None or output.is_dir() else output.suffix.lower()
    return next((name for name, own in _ENDINGS.items() if own == ending), "html")


def _check_single(output: Path | None, format_: ViewFormat) -> None:
    check_writable(output)
    if output is None and format_ == "png":
        raise BadUsage("a PNG picture is not for a terminal; give --output FILE.png")
    if output is None and format_ == "html" and sys.stdout.isatty():
        raise BadUsage("give --output FILE.html, or --format text for a terminal")


def _drawn(
    documents: list[NamedDocument],
    interpretation: Interpretation,
    what: _What,
    messages: Messages,
    home: str | None = None,
) -> Iterator[_Drawn]:
    for named in counted(documents, "drawing", len(documents)):
        try:
            document = named.load().read()
        except (OSError, TimeMLError) as error:
            messages.warn(str(error))
            continue
        graph = build(document, interpretation)
        left_out = len(graph.conflicts)
        if left_out:
            messages.warn(f"{named.path}: {left_out} links left out as contradictory")
        yield named, _picture(document, graph, what, home), left_out


def _picture(
    document: Document,
    graph: TimeGraph,
    what: _What,
    home: str | None,
) -> str | bytes:
    if what.format == "html":
        return pictures.page_of(graph, document, home=home)
    try:
        if what.format == "text":
            return pictures.draw_text(graph, document, only=what.ids, width=terminal_width() or 80)
        svg = pictures.draw_svg(graph, document, only=what.ids, with_arrows=what.arrows)
    except KeyError as error:
        raise BadUsage(f"{document.name}: --only: {error.args[0]}") from None
    if what.format == "svg":
        return svg
    try:
        return pictures.png_of(svg)
    except pictures.BrowserMissingError as error:
        raise BadUsage(str(error)) from None


def _write(drawn: str | bytes, output: Path | None) -> None:
    if isinstance(drawn, bytes):
        assert output is not None
        write_bytes([drawn], output)
    else:
        write_result(drawn, output)


def _write_folder(
    documents: list[NamedDocument],
    interpretation: Interpretation,
    what: _What,
    output: Path | None,
    messages: Messages,
) -> list[_Drawn]:
    """Write a file for each document, and for pages the list of them."""
    if output is None:
        raise BadUsage(f"there are {len(documents)} documents; give --output FOLDER")
    if what.ids is not None:
        raise BadUsage("--only is for one document")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadUsage(f"--output {output}: {error.strerror or error}") from None
    names = pictures.file_names((one.path for one in documents), _ENDINGS[what.format])
    home = "index.html" if what.format == "html" else None
    done: list[_Drawn] = []
    listed = []
    for drawn in _drawn(documents, interpretation, what, messages, home):
        named, picture, left_out = drawn
        _write(picture, output / names[named.path])
        listed.append((named.path, names[named.path], left_out))
        done.append((named, "", left_out))
    if home is not None:
        write_result(pictures.index_of(listed), output / home)
    return done
