"""``timegraph warm-up``: compile what large graphs need, once."""

from __future__ import annotations

import sys

import click

from timegraph.commands.shared.command import Call, command_with
from timegraph.commands.shared.options import of_call
from timegraph.report import Column, Report, Table
from timegraph.warming import warm_up

_EPILOG = """\b
Examples:
  timegraph warm-up
  NUMBA_CACHE_DIR=/opt/timegraph-code timegraph warm-up

Large graphs are worked on by compiled code, which a thread compiles where there is none yet. After
this command, no program on this machine compiles: the code is kept in the folders that are printed,
for this version of Python, numba and timegraph, and for this kind of processor. Run it while a
container image is made, and set NUMBA_CACHE_DIR to a folder of the image, here and whenever
timegraph runs, if its file system will be read-only or its user another one.

Exits with 1 if no folder can be written to, so that nothing is kept.
"""

_NOT_KEPT = (
    "the machine code is not kept, since no folder can be written to; set NUMBA_CACHE_DIR to one "
    "that can"
)


@command_with(
    call=of_call("format output"),
    epilog=_EPILOG,
)
def command(call: Call) -> None:
    """Compile what large graphs need, once, and say where it is kept."""
    if sys.stderr.isatty():
        click.echo("compiling what is not compiled yet, which may take a minute ...", err=True)
    done = warm_up()
    columns = ("functions", "compiled now", "seconds", "kept in")
    kept = ", ".join(done.folders) or None
    row = (str(done.kernels), str(done.compiled), f"{done.seconds:.1f}", kept)
    record = {
        "kernels": done.kernels,
        "compiled": done.compiled,
        "seconds": done.seconds,
        "folders": list(done.folders),
    }
    call.print(Report([Table(tuple(map(Column, columns)), (row,))], record))
    if not done.folders:
        call.messages.warn(f"Warning: {_NOT_KEPT}")
    call.finish(complete=bool(done.folders))
