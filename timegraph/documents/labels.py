"""Documents with the labels of another scheme."""

from __future__ import annotations

from dataclasses import dataclass, replace

from timegraph._wording.counting import counted
from timegraph.labels.meaning import plain
from timegraph.labels.scheme import Scheme
from timegraph.labels.translate import TranslatedLabel, translation
from timegraph.options import Interpretation
from timeml.document import Document, TLink

__all__ = ["TranslatedDocument", "translate_labels"]

_OTHER_SIDE = {
    "eventInstanceID": "relatedToEventInstance",
    "eventID": "relatedToEvent",
    "timeID": "relatedToTime",
}
_THIS_SIDE = {there: here for here, there in _OTHER_SIDE.items()}


@dataclass(frozen=True, slots=True)
class TranslatedDocument:
    """A document after translation, and what became of each TLINK that it had, in file order.

    ``None`` stands beside links that are not read, and that the result does not have: those whose
    label the scheme lacks by which they are read, and those with the lid of an earlier link.
    """

    document: Document
    links: tuple[tuple[TLink, TranslatedLabel | None], ...]

    def __repr__(self) -> str:
        return f"<TranslatedDocument {self.document.name!r}: {counted(len(self.links), 'TLINK')}>"


def translate_labels(
    document: Document, target: Scheme, interpretation: Interpretation = Interpretation()
) -> TranslatedDocument:
    """The document with its links in the labels of ``target``, as
    :func:`timegraph.labels.translation` has them; ``interpretation`` says how they are
    read (``labels``, ``during``).

    Whatever the links of the result entail, those of the document entail, if these do not
    contradict each other. Where all labels are translated exactly, both entail the same. Raises
    :class:`timegraph.labels.SchemeError` if the document names a scheme that is not known here, and
    the interpretation no other.
    """
    source = interpretation.scheme(document.scheme)
    table = {
        plain(label): translated
        for label, translated in translation(source, target, during=interpretation.during).items()
    }
    lids: set[str] = set()
    links: list[tuple[TLink, TranslatedLabel | None]] = []
    for link in document.tlinks:
        links.append((link, None if link.lid in lids else table.get(plain(link.rel_type))))
        lids.update([link.lid] if link.lid else [])
    kept = tuple(
        _translated(link, translated.target, turned=translated.turned)
        for link, translated in links
        if translated is not None and translated.target is not None
    )
    return TranslatedDocument(replace(document, tlinks=kept, scheme=target.name), tuple(links))


def _translated(link: TLink, label: str, *, turned: bool) -> TLink:
    if not turned:
        return replace(link, rel_type=label)
    return replace(
        link,
        rel_type=label,
        source=link.target,
        target=link.source,
        source_attribute=_THIS_SIDE.get(link.target_attribute, link.target_attribute),
        target_attribute=_OTHER_SIDE.get(link.source_attribute, link.source_attribute),
    )
