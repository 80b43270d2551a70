"""Checking networks: consistent, or links that contradict each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from timegraph.commands._networks.reading import read_networks
from timegraph.commands._shared.command import Call
from timegraph.commands._shared.corpus_options import Chosen
from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.terminal.progress import counted
from timegraph.findings import Finding, Severity
from timegraph.findings.rules import Rule
from timegraph.networks import TimedOut
from timegraph.networks.files import NamedNetwork
from timegraph.networks.links import NetworkLink, shown
from timegraph.report import Column, Table
from timegraph.report.findings.report import findings_report
from timegraph.report.report import FindingsSection

__all__ = ["check_networks"]

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
    for named in counted(networks, "checking", len(networks)):
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
