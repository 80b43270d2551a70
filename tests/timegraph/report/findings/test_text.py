"""Findings as text: what causes most first, and nothing wider than the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hypothesis import given, strategies as st

from timegraph.findings import CitedLink, Finding, Mark, Mention, Rule, Sentence
from timegraph.report.findings import blames, findings_text, grouped, key
from timegraph.report.tables import Advice, FindingsSection
from timeml import Position

TITLES = {"contradiction": "cannot be", "no-dct": "no creation time", "unknown-pos": "no such pos"}
RULES = {
    code: Rule(code, "note", title, "why", "what to do", "an example")
    for code, title in TITLES.items()
}
ATE, SLEPT = Mention("ei1", "ate"), Mention("ei2", "slept")
ONE = CitedLink("l1", ATE, "BEFORE", SLEPT, 9, ("ei1.end < ei2.start",))


def contradiction(name: str, line: int, document: str = "a.tml") -> Finding:
    own = CitedLink(name, SLEPT, "BEFORE", ATE, line, ("ei2.end < ei1.start",))
    return Finding(
        code="contradiction",
        severity="error",
        document=document,
        message="it cannot be",
        ids=(name,),
        position=Position(line, 1),
        sentences=(Sentence("She ate.", (Mark(4, 7, "ei1"),)),),
        links=(own, ONE),
        fix="decide",
    )


def other(code: str = "no-dct", document: str = "a.tml", fix: str = "add one") -> Finding:
    return Finding(code=code, severity="note", document=document, message="it has none", fix=fix)


def text_of(
    findings: Sequence[Finding],
    *,
    advice: Mapping[str, Advice] | None = None,
    most: int = 0,
    width: int | None = None,
    colour: bool = False,
) -> str:
    section = FindingsSection(findings, RULES, advice or {}, most)
    return findings_text(section, width=width, colour=colour)


def test_nothing_is_nothing() -> None:
    assert text_of([]) == ""


def test_a_rule_is_a_heading_with_its_findings() -> None:
    text = text_of([other(), other(document="b.tml")])
    assert text == (
        "no-dct (note): no creation time: 2 findings in 2 documents\n"
        "  Fix: add one\n"
        "  a.tml: it has none\n"
        "  b.tml: it has none\n"
        "\n"
    )


def test_fixes_that_differ_stand_beside_their_findings() -> None:
    text = text_of([other(fix="a"), other(fix="b"), other(fix="")])
    assert text.splitlines()[1:4] == [
        "  a.tml: it has none. Fix: a",
        "  a.tml: it has none. Fix: b",
        "  a.tml: it has none",
    ]


def test_rules_come_in_the_order_of_titles_and_at_most_so_many_findings() -> None:
    findings = [other(), *[contradiction(f"l{n}", n) for n in range(10, 14)], other("new")]
    text = text_of(findings, most=2)
    heads = [line for line in text.splitlines() if line and line[0] != " "]
    assert [head.split()[0] for head in heads] == ["contradiction", "no-dct", "new"]
    assert "  and 2 more; --max 0 shows all\n" in text
    assert text.count("contradicts") == 2
    assert heads[-1] == "new (note): 1 finding in 1 document"


def test_contradictions_of_one_cause_stand_below_it() -> None:
    text = text_of([contradiction("l3", 11), contradiction("l4", 12)])
    assert text.splitlines() == [
        "contradiction (error): cannot be: 2 findings in 1 document",
        "  Fix: decide",
        "  a.tml: 2 contradictions (--repair says which)",
        '  line 9: l1: ei1 "ate" BEFORE ei2 "slept": in 2 of 2 contradictions',
        '    a.tml:11:1: l3: ei2 "slept" BEFORE ei1 "ate" (ei2.end < ei1.start) contradicts',
        '        line 9: l1: ei1 "ate" BEFORE ei2 "slept" (ei1.end < ei2.start)',
        "      | She [ate ei1].",
        '    a.tml:12:1: l4: ei2 "slept" BEFORE ei1 "ate" (ei2.end < ei1.start) contradicts',
        '        line 9: l1: ei1 "ate" BEFORE ei2 "slept" (ei1.end < ei2.start)',
        "      | She [ate ei1].",
        "",
    ]


def test_contradictions_without_a_chain_say_so() -> None:
    found = contradiction("l5", 13)
    alone = replace(found, links=(replace(found.links[0], uses=()),), message="nobody looked")
    text = text_of([contradiction("l3", 11), contradiction("l4", 12), alone])
    assert "in 2 of 2 contradictions" in text
    assert "  a.tml:13:1: nobody looked" in text.splitlines()
    assert "by itself" not in text


def test_the_document_with_most_contradictions_comes_first() -> None:
    findings = [contradiction("l3", 11), *(contradiction(f"k{n}", n, "b.tml") for n in (1, 2))]
    lines = text_of(findings).splitlines()
    assert lines[2].startswith("  b.tml: 2 contradictions")
    only = text_of(findings, most=1)
    assert "a.tml" not in only
    assert "and 2 more" in only


def test_a_repair_comes_before_the_contradictions() -> None:
    advice = {"a.tml": Advice(1, (ONE,), "a smallest set")}
    lines = text_of([contradiction("l3", 11)], advice=advice).splitlines()
    assert lines[2:4] == [
        "  a.tml: leave out 1 link, and the others agree (a smallest set)",
        '    - line 9: l1: ei1 "ate" BEFORE ei2 "slept"',
    ]
    least = {"a.tml": Advice(2)}
    text = text_of([contradiction("l3", 11), contradiction("l4", 12)], advice=least)
    assert (
        "  a.tml: 2 contradictions; at least 2 links must be removed (--repair says which)\n"
        in text
    )


def test_lines_fit_a_narrow_terminal_and_steer_it_nowhere() -> None:
    findings = [contradiction("l3", 11), other(document="bell\a.tml")]
    text = text_of(findings, width=40)
    assert all(len(line) <= 40 for line in text.splitlines())
    assert "bell\\x07.tml" in text


def test_headings_are_coloured_by_severity() -> None:
    text = text_of([other()], colour=True)
    plain = text_of([other()])
    heading = plain.splitlines()[0]
    assert text.splitlines()[0] == f"\x1b[1m{heading}\x1b[0m"  # a note
    assert text.splitlines()[1:] == plain.splitlines()[1:]


def unknown(label: str, document: str, fix: str) -> Finding:
    return Finding(
        code="unknown-reltype",
        severity="error",
        document=document,
        message=f"a link has {label!r}",
        links=(CitedLink("l1", ATE, label, SLEPT),),
        fix=fix,
    )


def test_links_with_an_unknown_label_are_counted() -> None:
    findings = [unknown("AMID", "a.tml", "write")]
    findings += [unknown("OVERLAP", f"{n % 2}.tml", "choose nt") for n in range(11)]
    findings += [unknown("VAGUE", f"{n}.tml", "or" if n < 2 else "choose nt") for n in range(40)]
    text = text_of(findings, most=20)
    assert text == (
        "unknown-reltype (error): 52 findings in 41 documents\n"
        "  40 links in 40 documents have the label 'VAGUE'. Fix for most of them: choose nt\n"
        "  0.tml: a link has 'VAGUE'. Fix: or\n"
        "  1.tml: a link has 'VAGUE'. Fix: or\n"
        "  2.tml: a link has 'VAGUE'\n"
        "  11 links in 2 documents have the label 'OVERLAP'. Fix: choose nt\n"
        "  0.tml: a link has 'OVERLAP'\n"
        "  1.tml: a link has 'OVERLAP'\n"
        "  0.tml: a link has 'OVERLAP'\n"
        "  a.tml: a link has 'AMID'. Fix: write\n"
        "  and 45 more; --max 0 shows all\n"
        "\n"
    )


def test_all_links_with_an_unknown_label_can_be_had() -> None:
    findings = [unknown("VAGUE", f"{n}.tml", "choose nt") for n in range(40)]
    lines = text_of(findings).splitlines()
    assert lines[1] == "  Fix: choose nt"
    assert lines[2] == "  40 links in 40 documents have the label 'VAGUE'"
    assert lines[3:-1] == [f"  {n}.tml: a link has 'VAGUE'" for n in range(40)]
    few = text_of(findings, most=2).splitlines()
    assert few[3:] == [
        "  0.tml: a link has 'VAGUE'",
        "  1.tml: a link has 'VAGUE'",
        "  and 38 more; --max 0 shows all",
        "",
    ]


def link(name: str, origin: str = "TLINK") -> CitedLink:
    return CitedLink(name, Mention("a", "a"), "BEFORE", Mention("b", "b"), None, (), origin)


def finding(*names: str, code: str = "contradiction", document: str = "d") -> Finding:
    links = tuple(link("", "calendar") if name == "calendar" else link(name) for name in names)
    return Finding(
        code=code, severity="error", document=document, message="m", ids=names[:1], links=links
    )


def shown(findings: list[Finding], *repair: str) -> list[tuple[str, list[str], int]]:
    return [
        (blame.link.id, [blamed.ids[0] for blamed in blame.findings], blame.share)
        for blame in blames(findings, [link(name) for name in repair])
    ]


def test_the_link_that_most_share_comes_first_with_all_of_them() -> None:
    findings = [finding("x", "p"), finding("y", "q"), finding("z", "q"), finding("w", "q", "p")]
    assert shown(findings) == [("q", ["y", "z", "w"], 3), ("x", ["x"], 1)]


def test_of_equals_the_link_that_was_left_out_counts() -> None:
    assert shown([finding("x", "p", "q")]) == [("x", ["x"], 1)]


def test_links_of_a_repair_go_first() -> None:
    findings = [finding("x", "p", "q"), finding("y", "p", "q"), finding("z", "r")]
    assert shown(findings, "q", "r") == [("q", ["x", "y"], 2), ("r", ["z"], 1)]


def test_the_calendar_is_not_to_blame() -> None:
    findings = [finding("x", "calendar"), finding("y", "calendar")]
    assert shown(findings) == [("x", ["x"], 1), ("y", ["y"], 1)]
    assert shown([finding("calendar", "calendar")]) == [("", ["calendar"], 1)]


def test_groups_keep_an_order() -> None:
    first, second = finding("x", code="b"), finding("y", code="a", document="e")
    third = finding("z", code="zz")
    assert list(grouped([first, second, third], "code", ("a", "c", "b"))) == ["a", "b", "zz"]
    assert grouped([first, second, third], "document") == {"d": [first, third], "e": [second]}


NAMES = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=4, unique=True)


@given(st.lists(NAMES, max_size=12), st.lists(st.sampled_from("abcdefgh"), max_size=3))
def test_each_finding_is_in_one_group_whose_link_it_has(
    names: list[list[str]], repair: list[str]
) -> None:
    findings = [finding(*own) for own in names]
    groups = blames(findings, [link(name) for name in repair])
    assert sorted(id(blamed) for blame in groups for blamed in blame.findings) == sorted(
        map(id, findings)
    )
    left = list(findings)
    for blame in groups:
        assert all(key(blame.link) in map(key, blamed.links) for blamed in blame.findings)
        assert blame.share == sum(blame.link in blamed.links for blamed in findings)
        # Greedy: no other link of the same standing is in more of those that were left.
        for other in "abcdefgh":
            if (other in repair) == (blame.link.id in repair):
                assert sum(link(other) in blamed.links for blamed in left) <= len(blame.findings)
        left = [blamed for blamed in left if all(blamed is not mine for mine in blame.findings)]
