"""The option ``--merged`` of ``timegraph decode``: documents with the links that were chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from timegraph.commands._shared.command import Bundle
from timegraph.commands._shared.declaring import choice_option, path_option
from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.folders import check_merged, check_name, write_files
from timegraph.scoring.agreement.votes import decoded_document
from timeml import Document, Event
from timeml.writers import FORMATS, FormatName, write_as

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from pathlib import Path

    from timegraph.commands._shared.messages import Messages
    from timegraph.decoding.decoder import Decoded
    from timegraph.labels import Scheme
    from timeml import Collection

__all__ = ["Written", "written_options"]


@dataclass(frozen=True, slots=True)
class Written:
    """The folder for the documents (``None``: none are written), their format, and the documents
    so far by the names of their files."""

    folder: Path | None = None
    target: FormatName = "timeml"
    documents: dict[str, Document] = field(default_factory=dict, repr=False)

    def check(self, annotators: Sequence[Path], texts: str | None = None) -> None:
        """Raise :class:`BadUsage` if nothing can be written there, before a long run."""
        if self.folder is not None:
            check_merged(self.folder, annotators, texts)
        elif self.target != "timeml":
            raise BadUsage(f"--to {self.target} goes with --merged DIR")

    def add(self, name: str, document: Document) -> None:
        """One more document."""
        if self.folder is None:
            return
        check_name(name)
        file = name.replace("#", "-")
        file = file[: -len(".tml")] if file.lower().endswith(".tml") else file
        if self.documents.setdefault(file, document) is not document:
            raise BadUsage(f"two documents would both be called {file}")

    def add_votes(
        self, name: Hashable, decoded: Decoded, scheme: Scheme, texts: Collection | None
    ) -> None:
        """What votes without a document decode to: in the document of this name among the
        ``texts``, or in a document that has nothing but what they name."""
        if self.folder is None:
            return
        called = "votes" if name is None else str(name)
        entities = dict.fromkeys(str(entity) for pair in decoded.labels for entity in pair)
        if texts is None:
            events = tuple(Event(entity, None, None, None, entity) for entity in entities)
            base = Document(docid=called, name=called, events=events)
        else:
            base = _text(called, texts, entities)
        self.add(called, decoded_document(base, decoded, scheme))

    def write(self, messages: Messages) -> bool:
        """Write the files, and say what their format cannot represent; whether that is nothing."""
        if self.folder is None:
            return True
        try:
            files, losses = write_as(self.target, self.documents)
        except ValueError as error:
            raise BadUsage(f"cannot be written as {self.target}: {error}") from None
        write_files(self.folder, files)
        number = f"{len(files)} file{'s' * (len(files) != 1)}"
        messages.warn(f"{self.folder}: {number} written")
        messages.losses(losses, self.target)
        return not losses


def _text(name: str, texts: Collection, entities: Iterable[str]) -> Document:
    found = texts.match(name)
    if found is None:
        raise BadUsage(f"--texts {texts.path}: has no document {name}")
    document = texts.read(found)
    missing = next((entity for entity in entities if entity not in document.entities), None)
    if missing is not None:
        raise BadUsage(f"--texts {texts.path}: {found} has no entity {missing}, which votes name")
    return document


written_options = Bundle(
    "written",
    (
        path_option(
            "--merged DIR",
            "Write the documents with the chosen links into DIR; of votes, those of --texts.",
            called="folder",
        ),
        choice_option(
            "--to FORMAT",
            list(FORMATS),
            "The format of these documents, one that `timegraph formats` lists as written.",
            called="target",
            default="timeml",
        ),
    ),
    Written,
)
