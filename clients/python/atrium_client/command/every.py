"""Builds `atrium` from `commands.toml`. Exit codes: 0 done, 1 refused, 2 usage, 3 not signed in, 4 unreachable."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from datetime import datetime
from inspect import Parameter, Signature
from typing import Annotated, Any, cast

import typer

from atrium_client.command import account, feed, work
from atrium_client.command.running import COMMANDS, GROUPS, TEXTS, Root, Run, run_of
from atrium_client.errors import Conflict

EVERYWHERE = {"json": "--json?", "profile": "--profile", "url": "--url", "key": "--key"}
KINDS: dict[str, Any] = {"": str, "int": int, "date": datetime, "list": list[str]}
MODULES = {"account": account, "feed": feed, "work": work}


def _made(of: dict[str, Any], *, by_itself: bool = True) -> Callable[..., None]:
    """The function that Typer runs for the command `of`. Unless `by_itself`, a subcommand runs instead of it."""
    takes, body = of.get("takes", {}), of.get("body", {})

    def command(ctx: typer.Context, **given: Any) -> None:
        for name, source in EVERYWHERE.items():
            ctx.meta[name] = given[_name(source)] or ctx.meta.get(name)
        if ctx.invoked_subcommand and not by_itself:
            return
        run = run_of(ctx)
        arguments, content = ({name: _value(run, one, given) for name, one in part.items()} for part in (takes, body))
        data = _done(run, of, arguments | ({"body": content} if content else {}))
        data, after = data if isinstance(data, tuple) else (data, None)
        if "head" in of and not run.json:
            run.show(data, of["head"])
        if data is not None:
            run.show(data, of["shows"], of.get("part"))
        if data == []:
            after = of.get("empty", "Nothing.")
        elif "then" in of:
            after = of["then"].format_map(data)
        if after:
            run.say(after)

    sources = [*takes.values(), *body.values(), *EVERYWHERE.values()]
    given = sorted((_parameter(one) for one in sources if _is_given(one)), key=lambda one: one.kind)
    context = Parameter("ctx", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    command.__dict__["__signature__"] = Signature([context, *given])
    command.__annotations__ = {one.name: one.annotation for one in (context, *given)}
    command.__doc__ = of.get("help")
    return command


def _done(run: Run, of: dict[str, Any], arguments: dict[str, Any]) -> Any:
    if "does" in of:
        module, _, name = of["does"].partition(".")
        return getattr(MODULES[module], name)(run, **arguments)
    name = of["in_project"] if arguments.get("project_id") and "in_project" in of else of["call"]
    data = run.atrium.rows(name, of["rows"], **arguments) if "rows" in of else run.atrium.raw(name, **arguments)
    return data[of["gives"]] if "gives" in of else data


def _is_given(source: str) -> bool:
    return source.startswith(("--", "[")) or source.isupper()


def _name(source: str) -> str:
    return source.strip("-?[.]").partition(":")[0].replace("-", "_").lower() + "_"  # `from` is a word of Python


def _value(run: Run, source: str, given: dict[str, Any]) -> Any:
    value = given[_name(source)] if _is_given(source) else source
    match source:
        case "PROJECT" | "--project":
            return run.project_id(value)
        case "@claim":
            file = run.claim_file(given["item_"])
            if not file.exists():
                raise Conflict("NOT_CLAIMED", "This machine has not claimed the item.")
            return file.read_text()
        case "@submission":
            value = run.atrium.raw("work.get_work_item", work_id=given["item_"])["item"]["submission_hash"]
            if value is None:
                raise Conflict("SUBMISSION_REPLACED", "Nothing waits for a review here.")
    return value.date() if isinstance(value, datetime) else value


def _parameter(source: str) -> Parameter:
    """The parameter for a source of `commands.toml`: `--name` makes an option, `NAME` or `[NAME]` an argument."""
    text = TEXTS.get(source.partition(":")[0].removesuffix("?"))
    if not source.startswith("--"):
        kind: Any = str if source[0] != "[" else list[str] | None if source.endswith("...]") else str | None
        default = Parameter.empty if kind is str else None
        kind = Annotated[kind, typer.Argument(metavar=source, help=text)]
        return Parameter(_name(source), Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind)
    flag, (option, _, named) = source.endswith("?"), source.removesuffix("?").partition(":")
    days = ["%Y-%m-%d"] if named == "date" else None
    option = typer.Option(option, help=text, hidden=text is None, formats=days)
    kind = Annotated[bool if flag else KINDS[named] | None, option]
    return Parameter(_name(source), Parameter.KEYWORD_ONLY, default=False if flag else None, annotation=kind)


# A traceback with its variables would show keys.
app = typer.Typer(name="atrium", cls=Root, no_args_is_help=True, pretty_exceptions_enable=False)
app.callback(invoke_without_command=True)(_made(COMMANDS.pop("atrium"), by_itself=False))
for _command, _of in COMMANDS.items():
    if _command not in GROUPS:
        app.command(_command)(_made(_of))
        continue
    _lists = "PROJECT" not in _of["list"].get("takes", {}).values()
    _group = typer.Typer(no_args_is_help=not _lists, help=GROUPS[_command])
    _group.callback(invoke_without_command=_lists)(_made(_of["list"] if _lists else {}, by_itself=False))
    for _part, _one in _of.items():
        _group.command(_part)(_made(_one))
    app.add_typer(_group, name=_command)


def run() -> None:
    """The console script. SIGTERM acts as Ctrl-C; a character that a terminal cannot show becomes a question mark."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    cast(Any, sys.stdout).reconfigure(errors="replace")
    cast(Any, sys.stderr).reconfigure(errors="replace")
    app()
