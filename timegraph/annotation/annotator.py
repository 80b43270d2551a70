"""Training an annotator on documents, and annotating others with it: docs/annotate.md."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from timegraph.annotation.entities import EntityModel, learn_entities, with_entities
from timegraph.annotation.learning import Classifier, ModelError, read_model, writable, write_model
from timegraph.annotation.links import (
    Contradictions,
    consistent,
    learn_links,
    probable_links,
    with_links,
)
from timegraph.labels import SCHEMES, find_scheme
from timegraph.scoring.annotation_notices import TRAINED_ON_IT
from timeml import Document
from timeml.collection import bare_name


@dataclass(frozen=True)
class Annotator:
    """What was learnt of a corpus: the label ``scheme``, classifiers of ``links`` by the kind of
    pair, how many pairs are linked for each entity (``density``), what finds ``entities``, and the
    names of the ``documents``; ``without`` are the groups of features that it does not look at."""

    scheme: str
    links: Mapping[str, Classifier]
    density: float
    entities: EntityModel
    documents: tuple[str, ...] = field(default=(), repr=False)
    without: tuple[str, ...] = ()

    def __repr__(self) -> str:
        learnt, lacks = len(self.documents), ", ".join(self.lacks) or "nothing"
        return f"<Annotator, {self.scheme}: {learnt} documents; lacks {lacks}>"

    @property
    def lacks(self) -> tuple[str, ...]:
        """What the corpus has no example of, so that it is not annotated."""
        found = {
            "links": self.links,
            "events": self.entities.event,
            "times": self.entities.time,
            "attributes of events": self.entities.attributes,
        }
        return tuple(name for name, part in found.items() if not part)

    def has_seen(self, document: Document) -> bool:
        """Whether it was trained on a document of this name."""
        return bool(document.name) and _folded(document.name) in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(map(_folded, self.documents))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model as JSON. Raises ``OSError``."""
        parts: dict[str, Any] = {"scheme": self.scheme, "density": self.density}
        parts |= {
            "documents": self.documents,
            "without": self.without,
            "values": self.entities.values,
        }
        parts |= {f"link {kind}": classifier for kind, classifier in self.links.items()}
        parts |= {f"attribute {name}": c for name, c in self.entities.attributes.items()}
        ends = {"event": self.entities.event, "time": self.entities.time}
        write_model(path, parts | {name: part for name, part in ends.items() if part})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Annotator:
        """The model in a file. Raises ``OSError``, and :class:`ModelError` for a file that is not a
        model of this version."""
        content = read_model(path)
        try:
            parts = {k: v for k, v in content.items() if isinstance(v, Classifier)}
            scheme, values = content["scheme"], content["values"]
            density, documents = float(content["density"]), tuple(map(str, content["documents"]))
            without = tuple(map(str, content["without"]))
            if scheme not in SCHEMES or not writable(values.values()) or not 0 <= density < 1e6:
                raise ValueError
        except (AttributeError, KeyError, TypeError, ValueError):
            raise ModelError(f"{path}: is damaged; train the model again") from None
        entities = EntityModel(
            parts.get("event"), parts.get("time"), _named(parts, "attribute "), values
        )
        return cls(scheme, _named(parts, "link "), density, entities, documents, without)


def _folded(name: str) -> str:
    return bare_name(name).casefold()


def _named(parts: Mapping[str, Classifier], start: str) -> dict[str, Classifier]:
    return {name.removeprefix(start): c for name, c in parts.items() if name.startswith(start)}


def train(
    documents: Iterable[Document], *, without: Iterable[str] = (), entities: bool = True
) -> Annotator:
    """The annotator that these documents teach. ``without`` names groups of features of links that
    are left out (:data:`timegraph.annotation.GROUPS`); with ``entities=False`` it learns links
    only. The same documents, in whatever order, give the same annotator.

    Raises :class:`ModelError` if there is no document, none has a text, or their links are of
    several label schemes; needs scikit-learn (the extra ``annotate``)."""
    without = frozenset(without)
    known = sorted(documents, key=lambda document: (document.name, document.text))
    texts = [document for document in known if document.text.strip()]
    if not texts:
        missing = "none of the documents has a text" if known else "there is no document"
        raise ModelError(f"nothing to learn from: {missing}")
    schemes = sorted({document.scheme for document in texts})
    if len(schemes) > 1:
        raise ModelError(f"the documents have several label schemes: {', '.join(schemes)}")
    links, density = learn_links(texts, without=without)
    found = learn_entities(texts) if entities else EntityModel()
    names = tuple(document.name for document in texts)
    return Annotator(schemes[0], links, density, found, names, tuple(sorted(without)))


def annotate(
    document: Document, model: Annotator, *, contradictions: Contradictions = "greedy"
) -> Document:
    """The document with links by ``model``, each with its probability as ``weight``. Where it has
    neither events nor times in its text, these are found first; else they stay as they are.
    ``contradictions`` says what becomes of links that contradict each other
    (:data:`timegraph.annotation.CONTRADICTIONS`). Links of a document by whose name the model was
    trained say so in the attribute ``model``, and scores in their notes."""
    inside: Sequence[object] = document.timexes[document.dct is not None :]
    if not document.events and not inside:
        document = with_entities(document, model.entities)
    # So many links as the corpus has: of the rules that were compared, the best for texts by other
    # annotators (docs/annotate.md).
    most = round(model.density * len(document.entities))
    found = probable_links(document, model.links, without=frozenset(model.without))[:most]
    kept = consistent(found, find_scheme(model.scheme), contradictions)
    linked = replace(with_links(document, kept), scheme=model.scheme)
    return _marked(linked) if model.has_seen(document) else linked


def _marked(document: Document) -> Document:
    """The document with :data:`TRAINED_ON_IT` on its links, and on its events if it has none."""
    mark = (TRAINED_ON_IT,)
    if document.tlinks:
        links = tuple(replace(link, extra=link.extra + mark) for link in document.tlinks)
        return replace(document, tlinks=links)
    return replace(document, events=tuple(replace(e, extra=mark) for e in document.events))
