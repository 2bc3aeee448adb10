"""What the commands print: data on standard output, hints and problems on standard error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pydantic import BaseModel
    from rich.console import Console
    from rich.text import Text

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def print_json(report: BaseModel) -> None:
    """A report as one JSON document."""
    typer.echo(report.model_dump_json(by_alias=True, indent=2))


def console(err: bool = False) -> Console:
    """A console that takes text as it is: no markup, no guessed colours, no wrapping of its own."""
    from rich.console import Console

    return Console(stderr=err, highlight=False, markup=False, emoji=False, soft_wrap=True)


def print_lines(lines: Iterable[Text | str]) -> None:
    """Lines on standard output."""
    out = console()
    for line in lines:
        out.print(line)


def hint(message: str) -> None:
    """One line of advice on standard error."""
    console(err=True).print(message, style="dim")


def complain(messages: Sequence[str]) -> None:
    """One line for each problem on standard error, then exit status 2; nothing where there is none."""
    for message in messages:
        typer.echo(f"mnemosaic: {message}", err=True)
    if messages:
        raise typer.Exit(2)


def clean(text: str) -> str:
    """A stored text without line breaks and the control characters by which it could steer a terminal."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text.replace("\n", " "))


def plain(text: str) -> str:
    """As `clean`, with every run of white space made one space."""
    return clean(" ".join(text.split()))


def styled(*parts: tuple[str, str]) -> Text:
    """A line made of pairs of text and style."""
    from rich.text import Text

    return Text.assemble(*((clean(text), style) for text, style in parts))


def counted(number: int, noun: str) -> str:
    """A number with its noun, such as `1 turn` or `1,200 turns`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
