"""What the body of a command receives for some parts: for tests of bundles and options."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from click.testing import CliRunner, Result

from timegraph.commands.shared.command import Call, Part, command_with


def called(parts: tuple[Part, ...], *args: str) -> tuple[Result, Call | None, dict[str, Any]]:
    """The result of a command of these parts that does nothing, the Call, and the values; ``None``
    and no values if the body was not called."""
    received: list[tuple[Call, dict[str, Any]]] = []

    names = {field.name for field in fields(Call)}
    of_call = tuple(part for part in parts if part.name in names)

    @command_with(*(part for part in parts if part not in of_call), call=of_call, epilog="")
    def command(call: Call, **values: Any) -> None:
        """Receive the values."""
        received.append((call, values))

    result = CliRunner().invoke(command, args)
    call, values = received[0] if received else (None, {})
    return result, call, values
