"""How the commands of ``timegraph torque`` name problems."""

from __future__ import annotations

from collections.abc import Iterable

from timegraph.commands.shared.command import Call
from timegraph.findings import Finding
from timegraph.torque.passages import heading

_SHOWN = 5


def name_problems(call: Call, problems: Iterable[Finding]) -> bool:
    """Name the problems on stderr, by kind. Returns whether there are any."""
    by_code: dict[str, list[Finding]] = {}
    for problem in problems:
        by_code.setdefault(problem.code, []).append(problem)
    every = call.messages.verbosity == "verbose"
    for code, same in by_code.items():
        call.messages.warn(f"{heading(code, len(same))}:")
        for found in same if every else same[:_SHOWN]:
            call.messages.warn("  " + ": ".join(filter(None, (found.document, found.message))))
        if len(same) > _SHOWN and not every:
            call.messages.warn(f"  and {len(same) - _SHOWN} more (--verbose)")
    return bool(by_code)
