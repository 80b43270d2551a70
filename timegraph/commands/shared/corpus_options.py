"""The options of commands that read documents of any format, and which documents they choose."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import click

import timeml
from timegraph._lazy import Later
from timegraph.commands.shared.command import BadUsage, Bundle
from timegraph.commands.shared.options import choice_option, option
from timegraph.commands.shared.terminal import Messages, remark
from timegraph.labels import near
from timeml import readers
from timeml.document import stem, with_base
from timeml.readers.formats import FORMATS, FormatName, in_layers, layer_of, recognise, unknown

if TYPE_CHECKING:
    from pathlib import Path

    from timegraph.scoring import Signature
    from timeml import Collection, Document
    from timeml.readers import timelines as task_timelines
    from timeml.readers.files import Source
else:
    task_timelines = Later("timeml.readers.timelines")


Timelines = Literal["anchors", "ordering"]
"""The links by which SemEval-2015 Task 4 scores timelines: all, or those between events."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The format in which files are read (``None``: as their content shows), the names of the
    documents that are wanted (``None``: all), the layers whose links are (``()``: all), the
    folder of TimeML documents from which documents without text take theirs, the links of
    timelines, if their task's are wanted, and the rules that hold in statements, too."""

    format: FormatName | None = None
    names: tuple[str, ...] | None = None
    layers: tuple[str, ...] = ()
    texts: str | None = None
    timelines: Timelines | None = None
    rules: tuple[Mapping[str, str], ...] = ()

    @property
    def base(self) -> Collection | None:
        """The documents that others without text take theirs from. Raises
        :class:`~timegraph.corpus.runner.DocumentsError` if they cannot be opened."""
        return None if self.texts is None else _texts(self.texts)

    def available(self, names: Iterable[str]) -> list[str]:
        """As :meth:`pick`, but a wanted name that ``names`` lack is not a fault."""
        listed = list(names)
        if self.names is None:
            return listed
        keys = {key for name in self.names for key in _keys(name)}
        return [name for name in listed if not keys.isdisjoint(_keys(name))]

    def narrowed(self, document: Document) -> Document:
        """The document with its text, if that is elsewhere, and the links of the wanted
        layers."""
        base = self.base
        if base is not None and not document.text.strip():
            name = base.match(document.name)
            document = document if name is None else with_base(document, base.read(name))
        if self.rules and document.scheme == "allen":
            from timeml.readers.statements import with_rules  # few runs name rules

            document = with_rules(document, self.rules)
        if not self.layers:
            return document
        return replace(document, tlinks=in_layers(document.tlinks, self.layers))

    def of(self, collection: Collection, called: str = "") -> Collection:
        """The wanted documents of the collection, each as :meth:`narrowed` makes it.

        Raises :class:`BadUsage` if it is in TimeML, which has no layers, and names it as it is
        ``called``.
        """

        def narrowed(source: Source) -> Source:
            whole = source.document
            return source if whole is None else replace(source, document=self.narrowed(whole))

        collection = collection.restricted(self.available(collection.names))
        if self.timelines is not None:
            collection = collection.changed(_as_scored(collection, self.timelines))
        if self.layers and any(collection.found(name) is None for name in collection.names):
            raise BadUsage(f"--layer {self.layers[0]}: {called} is TimeML, which has no layers")
        changed = self.layers or self.base is not None
        return collection.changed(narrowed) if changed else collection

    def signed(self, signature: Signature) -> Signature:
        """The signature with the wanted layers, and how timelines are read, where there is such a
        choice."""
        if self.timelines is not None:
            signature = signature.adding(timelines=self.timelines)
        if not self.layers:
            return signature
        return signature.adding(layers=",".join(sorted(layer.casefold() for layer in self.layers)))

    def check_layers(self, documents: Iterable[Document]) -> None:
        """Raise :class:`BadUsage` if a wanted layer has no link in any of the documents."""
        if self.layers:
            layers = {
                layer_of(link.extra) for document in documents for link in document.tlinks
            } - {""}
            for layer in self.layers:
                if layer.casefold() not in {name.casefold() for name in layers}:
                    there = (
                        f"the layers are {', '.join(sorted(layers))}"
                        if layers
                        else "there are none"
                    )
                    raise BadUsage(f"none of the links is of the layer {layer}; {there}")

    def pick(self, names: Iterable[str], also: Mapping[str, str] | None = None) -> list[str]:
        """Those of ``names`` that are wanted, in their order. ``also`` has second names of some,
        by which they may be wanted, too.

        Raises :class:`BadUsage` if there is one with a wanted name that ``names`` lack, since a
        list that fits only in part would give a wrong score in silence.
        """
        available = list(names)
        if self.names is None:
            return available
        second = also or {}
        by_key: dict[str, list[str]] = {}
        for name in available:
            for key in dict.fromkeys((*_keys(name), *_keys(second.get(name, name)))):
                by_key.setdefault(key, []).append(name)
        picked: set[str] = set()
        for name in self.names:
            matching = next((by_key[key] for key in _keys(name) if key in by_key), None)
            if matching is None:
                short = [second.get(name) or _short(name) for name in available]
                meant = near(name, tuple(short))
                hint = f"; did you mean {meant}?" if meant else _some(short)
                raise BadUsage(f"no document {name}{hint}")
            picked.update(matching)
        return [name for name in available if name in picked]


@lru_cache(maxsize=4)
def _texts(path: str) -> Collection:
    # Loading these takes longer than answering a question.
    from pathlib import Path

    from timegraph.corpus.runner import open_documents

    return open_documents(Path(path), "--texts")


def _as_scored(collection: Collection, timelines: Timelines) -> Callable[[Source], Source]:
    """What reads the timelines of a collection again, by the links of their task."""
    files = collection.files()

    def again(source: Source) -> Source:
        read = source.document
        if read is None or read.layout.format != "timeline":
            return source
        file = files[source.path.partition("@")[0]]
        document = task_timelines.scored(file, ordering=timelines == "ordering")
        return replace(source, document=replace(document, layout=read.layout))

    return again


# The one document of a command that reads one.


def read_document(path: str, chosen: Chosen) -> Document:
    """The one document in the file ``path``, or on stdin for ``-``; in a file of many, or in a
    folder, the one that is chosen.

    Raises :class:`BadUsage` if there are several, or none.
    """
    named = chosen.format
    if path != "-" and os.path.isdir(path):
        if chosen.names is None:
            raise BadUsage(f"{path}: is a folder; give one of its documents, or --document NAME")
        collection = timeml.open_collection(path, recursive=True, format=named)
        (name,) = _one(path, chosen.pick(collection.names))
        return chosen.narrowed(collection.read(name))
    if path == "-":
        data = sys.stdin.buffer.read()
    else:
        with open(path, "rb") as stream:
            data = stream.read()
    named = named or recognise(path, data)
    if named not in FORMATS:
        strange = None if named else unknown(path, data)
        if strange is not None:
            raise strange
        if path == "-":
            return timeml.read(data)
        return readers.Source(path, path, data).read()
    file = readers.File(os.path.basename(path), path, lambda: data, readers.next_to(path))
    entries = readers.read_files([file], format=named)
    for entry in entries:
        if entry.error is not None:
            raise entry.error
    by_name = {entry.name: entry.document for entry in entries}
    (name,) = _one(path, chosen.pick(by_name))
    document = by_name[name]
    assert document is not None
    name_unread_columns(document, path)
    return chosen.narrowed(document)


def name_unread_columns(document: Document, path: str) -> None:
    """Say which columns of a table of statements are passed over."""
    for diagnostic in document.layout.diagnostics:
        if diagnostic.code == "unread-columns":
            remark(f"{path}:{diagnostic.line}: {diagnostic.message}")


def _one(path: str, names: list[str]) -> list[str]:
    if len(names) == 1:
        return names
    if not names:
        raise BadUsage(f"{path}: holds no document")
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    listed = f"{', '.join(names[:3])}{more}"
    raise BadUsage(f"{path}: holds {len(names)} documents; --document NAME takes one: {listed}")


def _some(names: list[str]) -> str:
    if not names:
        return ""
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return f"; there are {', '.join(names[:5])}{more}"


def _short(name: str) -> str:
    return name.rpartition("#")[2].rpartition("/")[2]


def _keys(name: str) -> tuple[str, ...]:
    """What a document's name is matched by, the strictest first: itself, its part after ``#``, or
    without folders and ending."""
    last = _short(name)
    return tuple(dict.fromkeys((name, last, stem(last), stem(last).casefold())))


def corpus_options(*, layers: bool = False, also: Sequence[str] = ()) -> Bundle[Chosen]:
    """The options ``--from``, ``--document``, ``--texts`` and, with ``layers``, ``--layer``; the
    command receives them as one argument, ``corpus``. ``also`` are formats besides those of
    documents."""
    formats = _from_option(also) if also else from_option
    return Bundle("corpus", (formats, *([_LAYER] if layers else []), *_NAMES), _chosen)


def _chosen(
    format_from: FormatName | None,
    documents: tuple[str, ...],
    texts: str | None,
    layers: tuple[str, ...] = (),
) -> Chosen:
    return Chosen(format_from, _names(documents), layers, texts)


def _names(documents: Sequence[str]) -> tuple[str, ...] | None:
    """The names, with those that the file LIST names in the place of ``@LIST``."""
    if not documents:
        return None
    names: list[str] = []
    for name in documents:
        names += _listed(name[1:]) if name.startswith("@") else [name]
    return tuple(dict.fromkeys(names))


def _listed(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8-sig") as stream:
            lines = stream.read().splitlines()
    except OSError as error:
        raise BadUsage(f"--document @{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadUsage(f"--document @{path}: is not UTF-8; save it as UTF-8") from None
    names = [line.strip() for line in lines if line.strip() and line[0] != "#"]
    if not names:
        raise BadUsage(f"--document @{path}: names no document; write one per line")
    return names


def _from_option(also: Sequence[str] = ()) -> click.Option:
    return choice_option(
        "--from FORMAT",
        ["timeml", *FORMATS, *also],
        "The format of the files, where their content does not show it (`timegraph formats`)."
        + (" dates, facts, memory: tables." if "dates" in also else ""),
        called="format_from",
    )


from_option = _from_option()

_NAMES = (
    option(
        "--texts DIR",
        "TimeML documents of the same names, for documents without text, such as lists of links.",
        type=click.Path(),
    ),
    option(
        "--document NAME|@LIST",
        "Only the document of this name, or those that the file LIST names, one per line; "
        "may be repeated.",
        called="documents",
        multiple=True,
    ),
)

_LAYER = option(
    "--layer NAME",
    "Only the links of this layer (in Anafora TLINK or DocTimeRel); may be repeated.",
    called="layers",
    multiple=True,
)


def open_annotators(
    paths: Sequence[Path], corpus: Chosen, messages: Messages, called: str, unused: str = "not used"
) -> tuple[dict[str, Collection], bool]:
    """The chosen documents of each annotator by name, and whether all could be opened. ``called``
    is what messages call an annotator, ``unused`` what they say of one who has no documents.
    Raises :class:`BadUsage` for a document that is wanted and not there, and
    :class:`DocumentsError` if nobody has any."""
    from timegraph.scoring.run import open_systems  # ask and check have no annotators

    opened, unusable, remarks = open_systems(paths, format=corpus.format, called=called)
    for words in remarks:
        messages.warn(words)
    for system in unusable:
        messages.warn(f"{system.name}: {unused}: {system.reason}")
    collections = {}
    for name, collection in opened.items():
        collections[name] = corpus.of(collection, name)
    if corpus.names is not None:
        corpus.pick(sorted({name for texts in collections.values() for name in texts.names}))
    return collections, not unusable
