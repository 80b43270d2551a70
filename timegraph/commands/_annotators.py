"""Annotators of the same texts, or voters, opened as the user names them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from timegraph.commands.shared.corpus_options import Chosen
from timegraph.commands.shared.terminal import Messages
from timegraph.scoring.run import open_systems

if TYPE_CHECKING:
    from timeml import Collection


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
