"""What ``check``, ``ask`` and ``closure`` do with networks of any disjunctions (``--from csp``)."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from timegraph import report
from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.commands.shared.command import BadUsage, Call
from timegraph.commands.shared.corpus_options import Chosen
from timegraph.commands.shared.terminal.progress import with_count
from timegraph.findings import Finding, Severity
from timegraph.findings.record import Rule
from timegraph.links import Placement
from timegraph.networks import InconsistentError, IntervalNetwork, TimedOut
from timegraph.networks.files import NamedNetwork, NetworkFormat, networks_in
from timegraph.networks.links import NetworkLink, shown
from timegraph.networks.questions import NetworkQuestion, parse_network_question
from timegraph.report import Column, Report, Table
from timegraph.report.findings import findings_report
from timegraph.report.report import FindingsSection

# Which paths are networks, and reading them.


_ENDINGS = {"csp": "*.csp", "csp-points": "*.csp", "network": "*.json"}


def read_networks(paths: Sequence[str], chosen: Chosen) -> tuple[list[NamedNetwork], list[str]]:
    """Every network of these paths that is chosen, and what is wrong with files that hold none.
    Raises :class:`BadUsage` if there is no network, or a wanted one is in none of them."""
    if chosen.layers or chosen.texts is not None:
        raise BadUsage("--layer and --texts are for documents, not for networks")
    networks: list[NamedNetwork] = []
    failures = []
    for path in paths:
        try:
            for file in _files(path, chosen):
                networks += _networks_of(file, chosen)
        except OSError as error:
            failures.append(f"{path}: {error.strerror or error}")
        except ValueError as error:
            failures.append(str(error))
    if not networks:
        raise BadUsage("\n".join([*failures, "no PATH holds a network"]))
    by_name = {network.name: network for network in networks}
    return [by_name[name] for name in chosen.pick(by_name)], failures


def read_network(path: str, chosen: Chosen) -> NamedNetwork:
    """The one network in a file; in a file of several the one that is chosen. Raises
    :class:`BadUsage` if there are several, or none."""
    networks, failures = read_networks([path], chosen)
    if failures:
        raise BadUsage(failures[0])
    if len(networks) > 1:
        names = ", ".join(network.name.rpartition("#")[2] for network in networks[:3])
        more = ", ..." if len(networks) > 3 else ""
        raise BadUsage(
            f"{path}: holds {len(networks)} networks; --document NAME takes one: {names}{more}"
        )
    return networks[0]


def _files(path: str, chosen: Chosen) -> Iterator[str]:
    if path == "-" or not Path(path).is_dir():
        yield path
        return
    yield from map(str, sorted(Path(path).rglob(_ENDINGS[str(chosen.format or "csp")])))


def _networks_of(path: str, chosen: Chosen) -> tuple[NamedNetwork, ...]:
    data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    format = chosen.format or ("csp" if path.lower().endswith(".csp") else "network")
    return networks_in(data, path, cast(NetworkFormat, format))


# Asking a network: yes, no or unknown, and possible relations.


class _Answered(NamedTuple):
    question: str
    text: str
    record: dict[str, object]


def ask_network(
    path: str, questions: Sequence[str], chosen: Chosen, call: Call, format_: str, *, why: bool
) -> None:
    """Print the answer to each question, or to each line of stdin, and end the command."""
    if not questions and (path == "-" or sys.stdin.isatty()):
        raise BadUsage(
            "a network has no prompt: give questions as arguments, as in 'IS a before|meets b' or "
            "'RELATIONS a b'"
        )
    asked = [*map(_parsed, questions or filter(str.strip, sys.stdin))]
    name, network = read_network(path, chosen)
    answering = _Answering(network, call, why=why)
    try:
        answers = [*answering.all(asked)]
    except (InconsistentError, OverflowError) as error:
        raise BadUsage(f"{name}: {error}") from None
    rows = tuple((answered.question, answered.text) for answered in answers)
    table = report.Table((report.Column("question"), report.Column("answer")), rows, name="answers")
    record = {"answers": [answered.record for answered in answers], "warnings": []}
    plain = [answered.text for answered in answers]
    call.print(report.Report([table], record, plain=plain), format_)
    call.finish(complete=not answering.problems)


def _parsed(text: str) -> NetworkQuestion:
    try:
        return parse_network_question(text)
    except ValueError as error:
        raise BadUsage(str(error)) from None


class _Answering:
    """Answers questions, and counts those that had something wrong with them."""

    def __init__(self, network: IntervalNetwork[Any], call: Call, *, why: bool) -> None:
        self._network, self._call, self._why = network, call, why
        self.problems = 0

    def all(self, questions: Sequence[NetworkQuestion]) -> Iterator[_Answered]:
        """The answers, each with its question."""
        for question in questions:
            missing = question.missing(self._network)
            try:
                answer = (
                    Answer.UNKNOWN
                    if missing
                    else question.answer(self._network, self._call.time_limit)
                )
            except TimedOut as error:
                self._problem(f"{question.text}: {error}; give a larger --time-limit")
                yield _Answered(question.text, "undecided", _record(question, "undecided"))
                continue
            for name in missing:
                self._problem(
                    f"{question.text}: the network has no interval {name}, so the answer is unknown"
                )
            yield self._answered(question, answer, explained=self._why and not missing)

    def _answered(
        self, question: NetworkQuestion, answer: Answer | AllenSet, *, explained: bool
    ) -> _Answered:
        if isinstance(answer, AllenSet):
            names = [relation.value for relation in answer]
            return _Answered(question.text, ", ".join(names), _record(question, names))
        record = _record(question, answer.value)
        if not explained or answer is Answer.UNKNOWN:
            return _Answered(question.text, answer.value, record)
        links = [*map(shown, question.why(self._network, answer, self._call.time_limit))]
        return _Answered(
            question.text, f"{answer.value}: {'; '.join(links)}", {**record, "links": links}
        )

    def _problem(self, message: str) -> None:
        self.problems += 1
        self._call.messages.warn(message)


def _record(question: NetworkQuestion, answer: object) -> dict[str, object]:
    return {"question": question.text, "answer": answer}


# Checking networks: consistent, or links that contradict each other.


_RULES: Mapping[str, Rule] = {
    rule.code: rule
    for rule in (
        Rule(
            "inconsistent-network",
            "error",
            "network that no assignment of times satisfies",
            "remove or change one of the links; without any one of them the others agree",
        ),
        Rule(
            "undecided-network",
            "warning",
            "network that was not decided in time",
            "give a larger --time-limit, or none",
        ),
    )
}
_COLUMNS = tuple(map(Column, ("network", "intervals", "links", "consistent")))


def check_networks(
    paths: Sequence[str],
    chosen: Chosen,
    call: Call,
    format_: str,
    *,
    most: int,
    severities: Sequence[Severity],
) -> None:
    """Print for each network whether it is consistent, or its conflict, and end the command."""
    networks, failures = read_networks(paths, chosen)
    for failure in failures:
        call.messages.warn(failure)
    findings: list[Finding] = []
    rows = []
    for named in with_count(networks, "checking", len(networks)):
        finding = _finding_in(named, call.parallel.time_limit)
        findings += [finding] if finding else []
        verdict = {"": "yes", "error": "no"}.get(finding.severity if finding else "", "undecided")
        rows.append((named.name, len(named.network), len(named.network.links), verdict))
    section = FindingsSection([f for f in findings if f.severity in severities], _RULES, most=most)
    call.print(findings_report([section], [Table(_COLUMNS, tuple(rows), name="networks")]), format_)
    call.finish(complete=not failures and not findings)


def _finding_in(named: NamedNetwork, time_limit: float | None) -> Finding | None:
    try:
        links = named.network.conflict(time_limit=time_limit)
        if not links:
            return None
    except TimedOut as error:
        if not error.known:
            return _finding("undecided-network", named.name, f"{error}")
        return _contradiction(named.name, error.known, "; the time was up, so that perhaps not all")
    except OverflowError as error:
        raise BadUsage(f"{named.name}: {error}") from None
    return _contradiction(named.name, links, "")


def _contradiction(name: str, links: Sequence[NetworkLink], more: str) -> Finding:
    contradict = "this contradicts itself" if len(links) == 1 else "these contradict each other"
    needed = f"{more} are needed" if more else ""
    words = "; ".join(map(shown, links))
    return _finding("inconsistent-network", name, f"{contradict}{needed}: {words}", links)


def _finding(code: str, name: str, message: str, links: Sequence[NetworkLink] = ()) -> Finding:
    rule = _RULES[code]
    ids = tuple(dict.fromkeys(map(shown, links)))
    return Finding(
        code=code,
        severity=rule.severity,
        document=name,
        message=message,
        ids=ids,
        fix=rule.fix,
    )


# The closure of a network: possible relations of each pair, or one world.


World = Literal["scenario", "schedule"]
"""One world of a network: the relation of each pair, or a time for each end."""

_EPOCH = datetime(1970, 1, 1)


def close_network(path: str, chosen: Chosen, call: Call, format_: str, world: World | None) -> None:
    """Print the possible relations of each pair, or one world, and end the command."""
    name, network = read_network(path, chosen)
    try:
        table = _table(network, world, call.time_limit)
    except (TimedOut, InconsistentError) as error:
        call.messages.warn(f"{name}: {error}; nothing is written")
        call.finish(complete=False)
        return
    except (OverflowError, ValueError) as error:
        raise BadUsage(f"{name}: {error}") from None
    records: list[dict[str, object]] = [{**row} for row in table.records]
    if world is None:
        records = [{**row, "relation": str(row["relation"]).split(", ")} for row in records]
    call.print(Report([table], {table.name: records}), format_)


def _table(network: IntervalNetwork[Any], world: World | None, time_limit: float | None) -> Table:
    columns = (Column("a", kind="key"), Column("relation"), Column("b", kind="key"))
    if world == "schedule":
        times = network.schedule(time_limit=time_limit)
        dated = any(isinstance(link, Placement) for link in network.links)
        ends = [[_time(times[a, side], dated) for side in ("start", "end")] for a in network]
        rows = tuple((str(a), *relations) for a, relations in zip(network, ends, strict=True))
        return Table(tuple(map(Column, ("interval", "start", "end"))), rows, name="schedule")
    if world == "scenario":
        links = network.scenario(time_limit=time_limit).links()
        atoms = tuple((str(link.a), str(link.relation), str(link.b)) for link in links)
        return Table(columns, atoms, name="scenario")
    return Table(columns, tuple(_possible(network, time_limit)), name="relations")


def _possible(
    network: IntervalNetwork[Any], time_limit: float | None
) -> Iterator[tuple[str, str, str]]:
    """The pairs of which not everything is possible."""
    for (a, b), relations in network.minimal_network(time_limit=time_limit).items():
        if len(relations) < len(Allen):
            yield str(a), str(relations), str(b)


def _time(seconds: Fraction, dated: bool) -> str:
    """A time as a date where there are dates, else as a number; exact in either form."""
    parts = seconds * 1_000_000
    try:
        if dated and parts.denominator == 1:
            return (_EPOCH + timedelta(microseconds=int(parts))).isoformat()
    except OverflowError:  # before the year 1 or after 9999
        pass
    return str(seconds)
