"""``timegraph warm-up``: compile what large graphs need, once."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from timegraph.commands._shared.files import check_writable, write_result
from timegraph.commands._shared.options import format_option, output_option
from timegraph.report import Column, Format, Table, render, render_json
from timegraph.warming import warm_up

__all__ = ["command"]

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


@click.command(epilog=_EPILOG)
@format_option
@output_option
@click.pass_context
def command(context: click.Context, *, format_: Format, output: Path | None) -> None:
    """Compile what large graphs need, once, and say where it is kept."""
    check_writable(output)
    if sys.stderr.isatty():
        click.echo("compiling what is not compiled yet, which may take a minute ...", err=True)
    done = warm_up()
    if format_ == "json":
        result = render_json(
            {
                "kernels": done.kernels,
                "compiled": done.compiled,
                "seconds": done.seconds,
                "folders": list(done.folders),
            }
        )
    else:
        columns = ("functions", "compiled now", "seconds", "kept in")
        kept = ", ".join(done.folders) or None
        row = (str(done.kernels), str(done.compiled), f"{done.seconds:.1f}", kept)
        result = render(Table(tuple(map(Column, columns)), (row,)), format_)
    write_result(result, output)
    if not done.folders:
        click.echo(f"Warning: {_NOT_KEPT}", err=True)
        context.exit(1)
