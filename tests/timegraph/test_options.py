"""The choices about annotations: declared once, checked, printed and offered as options."""

from __future__ import annotations

import pickle
from dataclasses import asdict, fields, replace
from typing import Any, get_args, get_type_hints

import pytest

from tests.parts import called
from timegraph import Answer, build, options
from timegraph.commands.shared.options import interpretation_options
from timegraph.options import (
    CALENDAR_READINGS,
    CHOICES,
    COARSE,
    DURATIONS,
    DURING,
    LABELS,
    POLICIES,
    Choice,
    Choices,
    Interpretation,
    NoEffectError,
    SchemeName,
)
from timegraph.qa import Session
from timeml import Document, Event, TLink
from timeml.timex_value import READINGS

CONTAINED = Document(
    events=tuple(Event(eid, "OCCURRENCE", None, None, "") for eid in ("e1", "e2")),
    tlinks=(TLink("l1", "DURING", "e1", "e2"),),
)


def entails(graph: Any) -> Answer:
    answer: Answer = graph.ask("e1", "during", "e2")
    return answer


def test_every_choice_is_declared_whole() -> None:
    hints = get_type_hints(Interpretation)
    assert get_type_hints(Choices) == hints
    assert list(CHOICES) == [field.name for field in fields(Interpretation)]
    for choice in CHOICES.values():
        assert choice.about
        if choice.own is None:
            known = () if hints[choice.name] is bool else get_args(hints[choice.name])
            assert tuple(choice.values) == known
        else:
            names, own = get_args(hints[choice.name])
            assert (get_args(names), own) == (tuple(choice.values), choice.own)
        assert choice.default == getattr(Interpretation(), choice.name)
    assert tuple(tuple(c.values) for c in CHOICES.values() if c.values) == (
        POLICIES,
        DURING,
        CALENDAR_READINGS,
        COARSE,
        LABELS,
        DURATIONS,
    )
    assert CALENDAR_READINGS == READINGS, "the format knows the same readings"


def test_the_signature_has_every_choice() -> None:
    assert Interpretation().signature() == {
        "on_conflict": "drop-constraint",
        "during": "simultaneous",
        "calendar": "off",
        "coarse": "exact",
    }


def test_the_signature_names_durations_where_they_are_read() -> None:
    assert Interpretation(durations="soft").signature()["durations"] == "soft"
    assert "durations" not in Interpretation().signature()


def test_the_signature_names_the_reading_of_the_calendar() -> None:
    on = Interpretation(calendar=True).signature()
    assert (on["calendar"], on["coarse"]) == ("annotators", "-")
    # Signatures had "on" before there were two readings.
    for reading in ("edtf", "edtf-as-written"):
        edtf = Interpretation(calendar=True, calendar_reading=reading).signature()  # type: ignore[arg-type]
        assert (edtf["calendar"], edtf["coarse"]) == (reading, "-")
    exact = Interpretation(calendar=True, calendar_reading="exact", coarse="bounds").signature()
    assert (exact["calendar"], exact["coarse"]) == ("on", "bounds")
    assert list(on) == list(exact) == list(Interpretation().signature())


def test_a_choice_without_effect_is_an_error_that_names_what_it_needs() -> None:
    with pytest.raises(NoEffectError, match="calendar_reading has no effect without calendar=True"):
        Interpretation(calendar_reading="exact")
    with pytest.raises(
        NoEffectError, match="coarse has no effect without calendar_reading='exact'"
    ) as found:
        Interpretation(calendar=True, coarse="bounds")
    again = pickle.loads(pickle.dumps(found.value))
    assert (str(again), again.other) == (str(found.value), "calendar_reading")
    assert Interpretation(coarse="bounds").coarse == "bounds"  # as before there were readings


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--calendar-reading", "exact"], "--calendar-reading has no effect without --calendar;"),
        (["--calendar-reading", "annotators"], "--calendar-reading has no effect without --cal"),
        (
            ["--calendar", "--coarse", "bounds"],
            "--coarse has no effect without --calendar-reading exact;",
        ),
        (
            ["--calendar", "--coarse", "exact"],
            "--coarse has no effect without --calendar-reading exact;",
        ),
    ],
)
def test_an_option_without_effect_is_bad_usage_even_with_its_default(
    arguments: list[str], complaint: str
) -> None:
    received, printed = chosen(*arguments)
    assert received is None
    assert complaint in printed


@pytest.mark.parametrize("choice", CHOICES.values(), ids=CHOICES)
@pytest.mark.parametrize("value", ["sometimes", 1, None, [], ""])
def test_other_values_are_errors_that_name_the_right_ones(choice: Choice, value: Any) -> None:
    named = ", ".join(choice.values) or "True or False"
    with pytest.raises(ValueError, match=f"^{choice.name} is .*{named}, not "):
        Interpretation(**{choice.name: value})


def test_equal_choices_are_equal_wherever_they_go() -> None:
    one = Interpretation(calendar=True, during="contained")
    assert pickle.loads(pickle.dumps(one)) == one
    assert hash(Interpretation(**asdict(one))) == hash(one)
    assert one != Interpretation()


@pytest.mark.parametrize("make", [build, lambda *a, **k: Session(*a, **k).graph])
def test_choices_by_keyword_take_the_place_of_those_given_together(make: Any) -> None:
    contained = Interpretation(during="contained")
    assert entails(make(CONTAINED)) is Answer.NO
    assert entails(make(CONTAINED, contained)) is Answer.YES
    assert entails(make(CONTAINED, during="contained")) is Answer.YES
    assert entails(make(CONTAINED, contained, during="simultaneous")) is Answer.NO
    with pytest.raises(ValueError, match="during is one of"):
        make(CONTAINED, contained, during="inside")
    with pytest.raises(TypeError, match="durin"):
        make(CONTAINED, durin="contained")


def test_a_session_has_a_calendar_unless_told_otherwise() -> None:
    assert Session(CONTAINED).calendar
    assert not Session(CONTAINED, calendar=False).calendar
    assert not Session(CONTAINED, Interpretation()).calendar


def chosen(*arguments: str, **settings: Any) -> tuple[Interpretation | None, str]:
    """What a command with the options receives, and what it prints."""
    result, _, values = called((interpretation_options(**settings),), *arguments)
    return values.get("interpretation"), result.output


def test_commands_receive_one_interpretation() -> None:
    assert chosen()[0] == Interpretation()
    every = ("--on-conflict", "error", "--during", "contained", "--calendar")
    exact = ("--calendar-reading", "exact", "--coarse", "bounds")
    assert chosen(*every, *exact)[0] == Interpretation(
        on_conflict="error",
        during="contained",
        calendar=True,
        calendar_reading="exact",
        coarse="bounds",
    )
    assert chosen(*every)[0] == Interpretation(
        on_conflict="error", during="contained", calendar=True
    )


def test_a_command_may_have_other_defaults_and_fewer_options() -> None:
    default = Interpretation(on_conflict="drop-link", calendar=True)
    assert chosen(default=default)[0] == default
    off = chosen("--no-calendar", default=default)[0]
    assert off == replace(default, calendar=False)
    received, printed = chosen("--on-conflict", "error", default=default, without=["on_conflict"])
    assert received is None
    assert "No such option" in printed


def test_help_explains_every_value() -> None:
    def joined(text: str) -> str:
        return "".join(text.split())  # a line may end at any blank or hyphen

    printed = joined(chosen("--help")[1])
    for choice in CHOICES.values():
        assert f"--{choice.key}" in printed
        assert joined(choice.about) in printed
        for value, meaning in choice.values.items():
            # Help names label schemes; `timegraph formats` lists them.
            assert choice.own is not None or joined(f"{value}: {meaning}") in printed
    assert joined("default: (off)") in printed


def test_everything_public_is_listed() -> None:
    assert set(options.__all__) <= set(vars(options))


def test_the_names_of_schemes_for_type_checkers() -> None:
    assert get_args(SchemeName) == LABELS
