"""How annotations are read: the choices that can change what the graph of a document entails.

Each choice is declared once, as a field of :class:`Interpretation` with its default and the
meaning of each value. The signature of a score (:meth:`Interpretation.signature`) and the options
of the commands (:data:`CHOICES`) are made from these declarations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, TypedDict, get_args

from timegraph.labels import SCHEMES, Scheme, SchemeError, find_scheme
from timegraph.links import POLICIES, Policy

__all__ = [
    "CALENDAR_READINGS",
    "CHOICES",
    "COARSE",
    "DURING",
    "POLICIES",
    "CalendarReading",
    "Choice",
    "Choices",
    "Coarse",
    "DURATIONS",
    "Durations",
    "During",
    "Interpretation",
    "LABELS",
    "Labels",
    "NoEffectError",
    "Policy",
    "SchemeName",
]

During = Literal["simultaneous", "contained"]
DURING: tuple[During, ...] = get_args(During)
"""How TimeML's DURING is read: as the evaluations do, or as the word says."""

CalendarReading = Literal["annotators", "exact", "edtf", "edtf-as-written"]
CALENDAR_READINGS: tuple[CalendarReading, ...] = get_args(CalendarReading)
"""How the calendar reads values: as annotators mean them; at their word; or as annotators mean
them, and in EDTF where TIMEX3 has no such form."""

Coarse = Literal["exact", "bounds"]
COARSE: tuple[Coarse, ...] = get_args(Coarse)
"""How the calendar, in the reading ``exact``, reads a value longer than a day: as all of the
period or as some of it."""


# fmt: off
SchemeName = Literal[
    "document", "tml", "tml-weak", "tbd", "matres", "tcr", "nt", "thyme", "anafora", "meantime",
    "esl", "est", "tempeval2", "i2b2", "maven", "allen",
]
# fmt: on
"""What the labels of links are read by: each document's own scheme, or a named one."""

Labels = SchemeName | Scheme
"""The name of a label scheme, or a user's own."""

_AS_DOCUMENT: Literal["document"] = "document"
LABELS: tuple[str, ...] = (_AS_DOCUMENT, *SCHEMES)
"""How the labels of links are read: as the document's format says, or by a named scheme."""


Durations = Literal["off", "soft", "exact"]
DURATIONS: tuple[Durations, ...] = get_args(Durations)
"""How the lengths of durations are read: not at all, exact to their unit, or at their word."""


class Choices(TypedDict, total=False):
    """The fields of :class:`Interpretation` as keyword arguments, any of which may be left out."""

    on_conflict: Policy
    during: During
    calendar: bool
    calendar_reading: CalendarReading
    coarse: Coarse
    labels: Labels
    durations: Durations


class Choice(NamedTuple):
    """One choice: its name in Python, what it is about, and its values.

    ``values`` has the meaning of each value; it is empty for a switch, which is true or false.
    Where users can bring a value of their own, ``own`` is its type.
    """

    name: str
    default: Any
    about: str
    values: Mapping[str, str]
    own: type | None = None

    def __repr__(self) -> str:
        return f"<Choice {self.name}: {len(self.values) or 2} values>"

    @property
    def key(self) -> str:
        """The name on the command line, after ``--``, and in signatures."""
        return self.name.replace("_", "-")

    def check(self, value: object) -> None:
        """Raise ``ValueError`` for a value that the choice does not have."""
        if self.own is not None and isinstance(value, self.own):
            return
        if self.values:
            if value not in tuple(self.values):
                raise ValueError(f"{self.name} is one of {', '.join(self.values)}, not {value!r}")
        elif not isinstance(value, bool):
            raise ValueError(f"{self.name} is True or False, not {value!r}")

    def printed(self, value: Any) -> str:
        """A value as signatures have it."""
        if self.own is not None and isinstance(value, self.own):
            return str(getattr(value, "name", value))
        return str(value) if self.values else "on" if value else "off"


def _choice(
    about: str, values: Mapping[str, str] | None = None, own: type | None = None
) -> dict[str, Any]:
    return {"about": about, "values": values or {}, "own": own}


class NoEffectError(ValueError):
    """A choice was made that has no effect unless ``other`` has the value ``needed``."""

    def __init__(self, name: str, other: str, needed: str | bool) -> None:
        super().__init__(f"{name} has no effect without {other}={needed!r}; leave it out")
        self.name, self.other, self.needed = name, other, needed

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.name, self.other, self.needed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation:
    """How the annotations of a document are read; the defaults are those of QA TempEval.

    ``on_conflict`` is the policy of :class:`timegraph.TimeGraph` for links that contradict those
    before them in the file. ``during`` says what DURING and DURING_INV mean: SIMULTANEOUS, as in
    TempEval-3 and QA TempEval (UzZaman et al. 2013), or IS_INCLUDED and INCLUDES. With
    ``calendar`` time expressions are also ordered by their values. ``calendar_reading`` says how:
    ``annotators`` puts what is certain before all links and what is only a convention after
    them, where nothing contradicts it; ``edtf`` and ``edtf-as-written`` are the same, and read
    values in EDTF that TIMEX3 does not have; ``exact`` puts all arithmetic before all links, and
    there ``coarse`` says whether a value longer than a day means the whole period or some interval
    in it. ``labels`` says what the labels of links mean: by default each document's own scheme
    (:attr:`timeml.Document.scheme`), else the named one or a :class:`timegraph.labels.Scheme`.

    Raises ``ValueError`` for a value that a choice does not have, and :class:`NoEffectError` for
    one that would be ignored: a ``calendar_reading`` other than the default without ``calendar``,
    a ``coarse`` other than the default with another reading than ``exact``.
    """

    on_conflict: Policy = field(
        default="drop-constraint",
        metadata=_choice(
            "What to leave out of a link that contradicts links before it",
            {
                "error": "nothing, the document fails",
                "drop-constraint": "the contradicted point constraints",
                "drop-link": "all of it",
            },
        ),
    )
    during: During = field(
        default="simultaneous",
        metadata=_choice(
            "What DURING and DURING_INV mean",
            {
                "simultaneous": "SIMULTANEOUS, as in the evaluations",
                "contained": "IS_INCLUDED and INCLUDES",
            },
        ),
    )
    calendar: bool = field(
        default=False,
        metadata=_choice(
            "Also order time expressions by their values, as QA TempEval's TREFL does; published "
            "figures do not, unless they say so"
        ),
    )
    calendar_reading: CalendarReading = field(
        default="annotators",
        metadata=_choice(
            "How the calendar reads values",
            {
                "annotators": "as they mean them",
                "exact": "at their word, before all links",
                "edtf": "as annotators, and EDTF",
                "edtf-as-written": "so, ? and ~ ignored",
            },
        ),
    )
    coarse: Coarse = field(
        default="exact",
        metadata=_choice(
            "What a value longer than a day (1998-05) means to an exact calendar",
            {"exact": "the whole period", "bounds": "some interval in it"},
        ),
    )
    labels: Labels = field(
        default=_AS_DOCUMENT,
        metadata=_choice(
            "What the labels of links mean",
            {_AS_DOCUMENT: "what is usual in the document's format", **SCHEMES},
            own=Scheme,
        ),
    )

    durations: Durations = field(
        default="off",
        metadata=_choice(
            "How long a DURATION of n units lasts, where nothing contradicts it",
            {
                "off": "not used, as in published figures",
                "soft": "more than n - 1 and less than n + 1 units",
                "exact": "n units",
            },
        ),
    )

    def __post_init__(self) -> None:
        for choice in CHOICES.values():
            choice.check(getattr(self, choice.name))
        for name, choice in CHOICES.items():
            if getattr(self, name) != choice.default:
                self.check_effect(name)

    def check_effect(self, name: str) -> None:
        """Raise :class:`NoEffectError` if the choice ``name`` has no effect with the others.
        ``coarse`` may be given without any calendar."""
        if name == "calendar_reading" and not self.calendar:
            raise NoEffectError(name, "calendar", True)
        if name == "coarse" and self.calendar and self.calendar_reading != "exact":
            raise NoEffectError(name, "calendar_reading", "exact")

    def scheme(self, of: str = "tml") -> Scheme:
        """The label scheme by which a document is read whose own scheme is called ``of``.

        Raises :class:`timegraph.labels.SchemeError` if there is none of that name.
        """
        if isinstance(self.labels, Scheme):
            return self.labels
        if self.labels != _AS_DOCUMENT:
            return find_scheme(self.labels)
        if of not in SCHEMES:
            message = f"the labels are of the scheme {of!r}, which does not come with timegraph"
            raise SchemeError(f"{message}; name the file that has it with --labels FILE.toml")
        return find_scheme(of)

    def signature(self, schemes: Iterable[str] = ()) -> dict[str, str]:
        """Each choice as signatures print it, by its name. The calendar's reading is in the
        field ``calendar``: ``on`` is ``exact``, since signatures had it before there were two.
        A scheme of the user's own is signed by what it says (:attr:`Scheme.signed`).
        ``labels`` is left out where they are TimeML's, and ``durations`` where they are off, since
        signatures did not have them at first; where documents are read by their own ``schemes``,
        ``labels`` has all of these.
        """
        printed = {name: choice.printed(getattr(self, name)) for name, choice in CHOICES.items()}
        reading = printed.pop("calendar_reading")
        if self.calendar and reading != "exact":
            printed |= {"calendar": reading, "coarse": "-"}
        if isinstance(self.labels, Scheme):
            name = self.labels.name
            builtin = name in SCHEMES and find_scheme(name) == self.labels
            printed["labels"] = name if builtin else self.labels.signed
        if self.labels == _AS_DOCUMENT:
            printed["labels"] = "+".join(sorted({*schemes} or {"tml"}))
        if printed["labels"] == "tml":
            del printed["labels"]
        if self.durations == "off":
            del printed["durations"]
        return printed


CHOICES: dict[str, Choice] = {
    field.name: Choice(field.name, field.default, **field.metadata)
    for field in fields(Interpretation)
}
"""Every choice by its name, in the order of the fields of :class:`Interpretation`."""
