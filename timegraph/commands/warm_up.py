"""``timegraph warm-up``: compile what large graphs need, once."""

from __future__ import annotations

import sys

import click

from timegraph.commands.shared.command import Call, command_with
from timegraph.commands.shared.options import format_option, output_option
from timegraph.report import Column, Format, Report, Table
from timegraph.warming import warm_up

_EPILOG = """\b
Examples:
  timegraph warm-up
  NUMBA_CACHE_DIR=/opt/timegraph-code timegraph warm-up

Large graphs are worked on by compiled code. Where there is none yet, graphs are worked on in
Python, and a thread compiles meanwhile. After this command, no program on this machine compiles.

The machine code is kept in the folders that are printed: those of the package or, if they cannot
be written to, one of the user's. For a container image, run this while the image is made. If the
image will run with a read-only file system or as another user, set NUMBA_CACHE_DIR to a folder of
the image, here and whenever timegraph runs. The code is valid for this version of Python, numba and
timegraph, and for this kind of processor.

Exits with 1 if no folder can be written to, so that nothing is kept.
"""

_NOT_KEPT = (
    "the machine code is not kept, since no folder can be written to; set NUMBA_CACHE_DIR to one "
    "that can"
)


@command_with(
    format_option,
    call=(output_option,),
    epilog=_EPILOG,
)
def command(call: Call, *, format_: Format) -> None:
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
    call.print(Report([Table(tuple(map(Column, columns)), (row,))], record), format_)
    if not done.folders:
        call.messages.warn(f"Warning: {_NOT_KEPT}")
    call.finish(complete=bool(done.folders))
