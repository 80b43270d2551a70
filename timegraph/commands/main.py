"""The command line ``timegraph``: a group of commands, each in a file loaded when it is called.

Exit codes, the same for every command: 0 clean; 1 finished, but problems were found or documents
failed, each named; 2 bad usage, question set or key, and nothing was scored; 130 Ctrl-C. If a pipe
is closed, the program ends without a message.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from typing import Any

import click

from timegraph._lazy import missing_library
from timegraph._version import NAMESAKE, __version__, replaced, shared
from timegraph.commands.shared.lazy_group import LazyGroup

# Command: its module, and its line in the help of the group, so that help loads no command.
_COMMANDS = {
    "agreement": ("timegraph.commands.agreement", "Compare annotators of the same texts."),
    "annotate": ("timegraph.annotation.command", "Train a baseline, and annotate texts with it."),
    "ask": ("timegraph.commands.ask", "Ask a document whether one thing was before another."),
    "awareness": ("timegraph.commands.awareness", "Score systems' links as TempEval-3 does."),
    "check": ("timegraph.commands.check", "Find what is wrong with documents, and why."),
    "closure": ("timegraph.commands.closure", "Write all that a document's links entail."),
    "compare": ("timegraph.commands.compare", "Compare systems, question by question."),
    "convert": ("timegraph.commands.convert", "Write documents in another format."),
    "decode": ("timegraph.commands.decode", "Make one consistent annotation of many votes."),
    "entities": ("timegraph.commands.entities", "Score systems' events and timexes."),
    "facts": ("timegraph.facts.commands", "Answer, score and make questions on dated facts."),
    "formats": ("timegraph.commands.formats", "List formats of files and label schemes."),
    "open": ("timegraph.commands.open", "Show what is not annotated yet, and what to do next."),
    "questions": ("timegraph.task.commands:questions", "Write, check and draw question sets."),
    "relations": ("timegraph.commands.relations", "Score the labels of given pairs."),
    "score": ("timegraph.commands.score", "Score systems by the questions they answer."),
    "serve": ("timegraph.service.commands.serve", "Hold graphs for other programs and agents."),
    "task": ("timegraph.task.commands:task", "Run a shared task: inputs, submissions, baselines."),
    "times": ("timegraph.times.command", "Score answers about time, without a judge."),
    "torque": ("timegraph.torque.commands", "Score TORQUE answers, and answer its questions."),
    "verify": ("timegraph.service.commands.verify", "Compare claims with a timeline."),
    "view": ("timegraph.commands.view", "Draw a document's timeline, to click through."),
    "warm-up": ("timegraph.commands.warm_up", "Compile what large graphs need, once."),
}

_EPILOG = """\b
Example (from the project root):
  timegraph score --kit examples/kit

Exit codes: 0 clean; 1 finished, but problems were found or documents failed, each named; 2 bad
usage, question set or key, nothing was scored; 130 interrupted. Results go to stdout, messages to
stderr.
"""


class _Failure(click.ClickException):
    exit_code = 2


class _Commands(LazyGroup):
    """The commands, and what becomes of the errors that end them."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()  # a closed pipe shows here, and not while the interpreter ends
            return result
        except (KeyboardInterrupt, click.Abort):
            ctx.exit(130)
        except BrokenPipeError:
            _forget_stdout()
            ctx.exit(0)
        except ModuleNotFoundError as error:
            missing = missing_library(error)
            if missing is None:
                raise
            raise _Failure(missing) from None
        except OSError as error:
            raise _Failure(_described(error)) from None
        except ValueError as error:
            if _expected(error):
                raise _Failure(str(error)) from None
            raise


def _version(ctx: click.Context, parameter: click.Parameter, asked: bool) -> None:
    """Print the version and end; options that are eager, as ``--verbose``, are read before it."""
    if not asked or ctx.resilient_parsing:
        return
    if ctx.params["verbose"]:
        from timegraph.commands.shared.command import describe_environment

        click.echo("\n".join(describe_environment()))
    else:
        click.echo(f"timegraph {__version__}")
    ctx.exit()


@click.command(
    cls=_Commands,
    homes=_COMMANDS,
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--version", is_flag=True, callback=_version, help="Show the version and exit.")
@click.option(
    "--verbose", is_flag=True, is_eager=True, help="With --version: also what it runs on."
)
def timegraph(version: bool, verbose: bool) -> None:
    """Exact temporal reasoning over annotations and facts: answers, why, scores."""
    if verbose:
        raise click.UsageError("--verbose stands after a command, or with --version")


def main() -> None:
    """Run the command line; the entry point of the installed ``timegraph``."""
    # To look for garbage once more at exit takes a tenth of a small command's time.
    atexit.register(gc.freeze)
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # UTF-8 and line feeds everywhere; a file name that is not UTF-8 is spelt out.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    if shared() and replaced():  # else the import has warned
        click.echo(f"Warning: {NAMESAKE}", err=True)
    try:
        timegraph(prog_name="timegraph")
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # help and version are written before any command is invoked
        _forget_stdout()


def _open_closed_streams() -> None:
    """Open the null device for streams that were closed (``>&-``), for which Python has
    ``None``."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _forget_stdout() -> None:
    # The interpreter would write what is buffered when it ends, and fail again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _described(error: OSError) -> str:
    name = error.filename
    what = error.strerror or str(error) or type(error).__name__
    return f"{os.fsdecode(name)}: {what}" if isinstance(name, (str, bytes)) else what


def _expected(error: ValueError) -> bool:
    """Whether the error is one of ours, whose message is for the user; any other is a bug."""
    home = type(error).__module__.partition(".")[0]
    return home in ("timegraph", "timeml")
