"""Annotations of the same texts that several voters made, opened as the user names them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from timegraph.commands._shared.named_documents import named_documents
from timegraph.corpus import Item
from timegraph.corpus.opening import ARCHIVES
from timegraph.scoring.agreement.texts import shared_names, texts_of
from timegraph.scoring.systems import open_systems, system_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from timegraph.commands._shared.corpus_options import Chosen
    from timegraph.commands._shared.messages import Messages
    from timeml import Collection

__all__ = ["Voters", "open_annotators", "open_voters"]


@dataclass(frozen=True, slots=True)
class Voters:
    """The texts that ``names`` annotated, each with the sources of all in this order, read when
    their turn comes; not ``complete`` if some voter has none that can be used."""

    names: tuple[str, ...]
    texts: Iterable[Item]
    complete: bool = True


def open_voters(paths: Sequence[Path], corpus: Chosen, messages: Messages) -> Voters:
    """The voters: folders, archives or files of documents, which belong together by their names;
    or files of one document each, which are annotations of one text. Raises as
    :func:`open_annotators`."""
    single = _single_files(paths, corpus)
    if single is not None:
        return Voters(tuple(system_names(paths, called="voter")), (single,))
    collections, complete = open_annotators(paths, corpus, messages, "voter")
    texts = (texts_of(name, own, collections) for name, own in shared_names(collections))
    return Voters(tuple(collections), texts, complete)


def _single_files(paths: Sequence[Path], corpus: Chosen) -> Item | None:
    """The text of which each path is the only document; ``None`` if they are something else."""
    if not all(path.is_file() and not path.name.lower().endswith(ARCHIVES) for path in paths):
        return None
    found = []
    for path in paths:
        documents, unusable = named_documents([str(path)], corpus)
        if len(documents) != 1 or unusable:
            return None
        found += documents
    names = {document.name for document in found}  # "" in TimeML, where the file has the name
    if len(names) > 1:
        return None
    return Item(names.pop() or paths[0].name, tuple(document.load() for document in found))


def open_annotators(
    paths: Sequence[Path], corpus: Chosen, messages: Messages, called: str, unused: str = "not used"
) -> tuple[dict[str, Collection], bool]:
    """The chosen documents of each annotator by name, and whether all could be opened. ``called``
    is what messages call an annotator, ``unused`` what they say of one who has no documents.
    Raises :class:`BadUsage` for a document that is wanted and not there, and
    :class:`DocumentsError` if nobody has any."""
    opened = open_systems(paths, format=corpus.format, called=called)
    for remark in opened.remarks:
        messages.warn(remark)
    for unusable in opened.unusable:
        messages.warn(f"{unusable.name}: {unused}: {unusable.reason}")
    collections = {}
    for name, collection in opened.collections.items():
        if corpus.names is not None:
            collection = collection.restricted(corpus.available(collection.names))
        collections[name] = corpus.of(collection, name)
    if corpus.names is not None:
        corpus.pick(sorted({name for texts in collections.values() for name in texts.names}))
    return collections, not opened.unusable
