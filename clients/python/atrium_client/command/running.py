"""One run of the command: which service, which key, how to print; and how an error ends it."""

from __future__ import annotations

import errno
import os
import tomllib
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from atrium_client.client import Atrium, Retrying, network
from atrium_client.command import output
from atrium_client.errors import AtriumError, InvalidRequest, NotFound, NotSignedIn, Unavailable
from atrium_client.profiles import Profiles

REFUSED, USAGE, NOT_SIGNED_IN, UNREACHABLE = 1, 2, 3, 4
DEFAULT_URL = "http://localhost:8000"
COMMANDS: dict[str, Any] = tomllib.loads(resources.files(__package__).joinpath("commands.toml").read_text("utf-8"))
HINTS, GROUPS, TEXTS = (COMMANDS.pop(one) for one in ("hints", "groups", "texts"))


@dataclass(frozen=True)
class Run:
    """The choices of one run, from options and environment: JSON or not, profile, address, key."""

    json: bool
    profile: str
    url: str | None
    key: str | None

    @cached_property
    def profiles(self) -> Profiles:
        """The profiles that this machine keeps."""
        return Profiles(Path(typer.get_app_dir("atrium")) / "profiles.json")

    @cached_property
    def atrium(self) -> Atrium:
        """The service, with three attempts for each request because a person waits. Raises `NotSignedIn`: no key."""
        url, key, _ = self.found
        if key is None:
            raise NotSignedIn("NOT_SIGNED_IN", f"There is no key for {url}.")
        return Atrium(url, key, transport=Retrying(network(url), attempts=3))

    @property
    def found(self) -> tuple[str, str | None, str]:
        """Address, key (or None), and source of the key. A profile's key goes to the profile's own address only."""
        if self.key is not None:
            kept = self.profiles.all().get(self.profile)
            return self.url or (kept.url if kept else DEFAULT_URL), self.key, "--key or ATRIUM_API_KEY"
        profile = self.profiles.find(self.profile)
        if profile is None or (self.url is not None and self.url.rstrip("/") != profile.url):
            return self.url or DEFAULT_URL, None, "nowhere"
        return profile.url, profile.key, f"profile {self.profile}"

    def show(self, data: Any, names: str, part: str | None = None) -> None:
        """Print `data` as JSON if asked for; else the fields `names` of `data` or `data[part]`: a record, or rows."""
        shown = data[part] if part else data
        if self.json:
            output.write_json(data, 2)
        elif isinstance(shown, list):
            output.table(shown, names.split())
        else:
            output.record(shown, names.split())

    def say(self, text: str) -> None:
        """Print a line for people to standard error; nothing with JSON."""
        if not self.json:
            output.tell(text)

    def project_id(self, named: str | None) -> str | None:
        """The id of the project of this name; returns an id or None as it is. Raises `NotFound`: none or several."""
        if named is None or named.startswith("prj_"):
            return named
        every = self.atrium.rows("projects.list_projects", "projects")
        found = [str(one["id"]) for one in every if one["name"].casefold() == named.casefold()]
        if len(found) != 1:
            several = f"Several projects have this name: {', '.join(found)}." if found else "No project has this name."
            raise NotFound("NOT_FOUND", several)
        return found[0]

    def claim_file(self, item: str) -> Path:
        """The file for this machine's claim of a work item; makes the folder. Raises `InvalidRequest`: no id."""
        if not item.isidentifier():
            raise InvalidRequest("NO_ID", "A work item's id is wrk_ and letters and digits.")
        folder = self.profiles.file.parent / "claims"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder / item


def run_of(ctx: Any) -> Run:
    """The choices that the command's options make; an option that is not given comes from its environment variable."""
    url, key, profile = (
        ctx.meta.get(name) or os.environ.get(variable) or None
        for name, variable in (("url", "ATRIUM_URL"), ("key", "ATRIUM_API_KEY"), ("profile", "ATRIUM_PROFILE"))
    )
    return Run(bool(ctx.meta.get("json")), profile or "default", url, key)


class Root(TyperGroup):
    """The whole command: it turns errors into a message and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run the chosen command; print an error and end with its exit code."""
        try:
            return super().invoke(ctx)
        except AtriumError as error:
            codes = {
                NotSignedIn: NOT_SIGNED_IN,
                Unavailable: UNREACHABLE,
                InvalidRequest: REFUSED if error.status else USAGE,
            }
            _fail(ctx, codes.get(type(error), REFUSED), error)
        except UnicodeDecodeError:
            _fail(ctx, USAGE, AtriumError("NO_TEXT", "This is no text in UTF-8."))
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            _fail(ctx, REFUSED, AtriumError("FILE", f"{error.strerror or error}: {error.filename or ''}"))


def _fail(ctx: Any, exit_code: int, error: AtriumError) -> NoReturn:
    """Put an error on standard error, with its fields and what to do next, and end."""
    missing = error.details.get("missing_scopes") if isinstance(error.details, dict) else None
    after = HINTS["next"].get(error.code, "atrium login" if isinstance(error, NotSignedIn) else None)
    if missing:
        after = f"atrium login --scopes '{' '.join(missing)}', and whatever else you need"
    elif error.retry_after_seconds:
        after = f"the same again in {error.retry_after_seconds} seconds"
    elif isinstance(error, NotFound):
        after = HINTS["not_found"].get(ctx.invoked_subcommand, "atrium projects")
    run = run_of(ctx)
    if run.json:
        told = {"code": error.code, "message": error.message, "details": error.details, "next": after}
        output.write_json({"error": told}, stderr=True)
    wrong = error.details if isinstance(error.details, list) else []
    fields = "".join(f"\n  {one['field']}: {one['message']}" for one in wrong)
    run.say(error.message + fields + (f"\nNext: {after}" if after else ""))
    raise typer.Exit(exit_code)
