"""`python -m tests.upgrade [commit]`: the former edition's stack with a customer's data, and this code over it.

Nothing may be lost, no key or session may end, and nothing may be asked of the owner that `docs/upgrade.md` does not
say. It needs the repository's history, for the former edition is built from its commit.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from atrium import PASSWORD, Customer, wait_for
from bench.brief import ANSWERS
from local.cloud import start, stop
from local.console import Problem, guarded, step
from local.paths import REPOSITORY, Home
from local.ports import any_free
from tests.upgrade.life import Life, everything, lived, lost, settled

FORMER_EDITION = "331447df156681fd428ea161f7de24b54e9ac53c"
"""The last commit of 1.1."""


def main() -> None:
    """Raises `Problem` with everything that was lost."""
    commit = sys.argv[1] if len(sys.argv) > 1 else FORMER_EDITION
    folder = Path(tempfile.mkdtemp(prefix="atrium-upgrade-"))
    home, port, cloud_port = Home(folder / "home"), any_free(), any_free()
    try:
        old = _unpacked(commit, folder / "old")
        with step(f"\nThe stack of {commit[:7]}, and a customer's life on it\n"):
            _local(old, "up", "--home", str(home.root), "--port", str(port), "--cloud-port", str(cloud_port))
            life = lived(f"http://localhost:{port}")
            settled(life)
            _local(old, "down", "--home", str(home.root))
        with step("\nThis code over it\n"):
            start(home, port=port, cloud_port=cloud_port)
        problems = list(_problems(life))
    finally:
        stop(home)
        shutil.rmtree(folder, ignore_errors=True)
    if problems:
        raise Problem("The upgrade lost something:\n" + "\n".join(problems), fix="see docs/upgrade.md")
    sys.stdout.write(f"\n{len(life.read)} answers of the former edition hold after the upgrade; it works on.\n")


def _problems(life: Life) -> Iterator[str]:
    """What was lost, and what does not work any more."""
    now = dict(everything(life.customer))
    for path, before in life.read.items():
        if path not in now:
            yield f"{path} is gone"
        else:
            yield from lost(before, now[path], path)
    yield from _life_goes_on(life)


def _life_goes_on(life: Life) -> Iterator[str]:
    """Does, on what the former edition stored, what a customer does next."""
    customer = life.customer
    if customer.call("GET", "/agents", key=life.revoked_key).status != 401:
        yield "a key that was revoked before the upgrade works"
    projects = {one["name"]: one for one in customer.call("GET", "/projects").data["projects"]}
    draft = projects.pop("A draft")
    yield from _archive_is_kept(customer, next(iter(projects.values())))
    yield from _draft_goes_on(customer, draft)
    task = customer.call("GET", "/pa/tasks").data["tasks"][0]
    reports = len(customer.call("GET", "/pa/reports").data["reports"])
    customer.call("POST", f"/pa/tasks/{task['id']}/run")
    wait_for(lambda: len(customer.call("GET", "/pa/reports").data["reports"]) > reports)
    credentials = {"email": customer.email, "password": PASSWORD}
    signed_in = customer.by_session("POST", "/api/auth/login", credentials)
    if signed_in.status != 200:
        yield f"the password is refused: {signed_in.content}"
    names = {one["name"] for one in customer.by_session("GET", "/api/account/api-keys").data["api_keys"]}
    if "Reads only" not in names:
        yield "a key is not listed"
    if customer.by_session("GET", "/api/account/connections").data["connections"]:
        yield "a program is connected that nobody has connected"


def _archive_is_kept(customer: Customer, project: dict[str, Any]) -> Iterator[str]:
    """What was submitted is read and found as it was, and nothing of it changes; its brief begins a new project."""
    path = f"/projects/{project['id']}"
    if not project["archived"]:
        yield f"{path} is no archive"
    if "newsletter" not in str(customer.messages(project["id"])):
        yield "the conversation of an archive is gone"
    searched = f"/search?q=newsletter&project_id={project['id']}"
    wait_for(lambda: customer.call("GET", searched).data["results"])
    for method, at, body in (
        ("POST", f"{path}/status", {"action": "pause"}),
        ("PATCH", path, {"name": "Renamed"}),
        ("POST", f"{path}/brief/entries", {"type": "must_have", "text": "One thing more"}),
        ("POST", f"/agents/{project['id']}/ask", {"message": "What is the status?"}),
        *(
            ("POST", f"{path}/approvals/{one['id']}", {"decision": "approve"})
            for one in customer.pending_approvals(project["id"])[:1]
        ),
    ):
        if (reply := customer.call(method, at, body)).status != 409:
            yield f"{method} {at} of an archive answers {reply.status}"
    intake = customer.call("GET", f"{path}/intake").data["questions"]
    answers = {one["id"]: one["answer"] for one in intake if one["answer"] is not None}
    new = customer.create_project("Goes on")
    filled = customer.call("POST", f"/projects/{new}/intake", {"answers": answers})
    if filled.status != 200 or not filled.data["complete"]:
        yield f"an archive's intake does not begin a new project: {filled.content}"
    customer.call("POST", f"/projects/{new}/submit", {"accept_over_ceiling": True})
    said = customer.reply_to(new, customer.ask(new, "What is the status?"))
    if not said["content"]:
        yield "the CEO does not answer in a new project"


def _draft_goes_on(customer: Customer, draft: dict[str, Any]) -> Iterator[str]:
    """A draft keeps its answers, takes more, and is submitted by the new estimate."""
    path = f"/projects/{draft['id']}"
    before = customer.call("GET", f"{path}/intake").data
    if not any(one["answer"] for one in before["questions"]):
        yield "the answers of a draft are gone"
    answered = customer.call("POST", f"{path}/intake", {"answers": ANSWERS})
    if answered.status != 200 or not answered.data["complete"]:
        yield f"a draft takes no answers: {answered.content}"
    if customer.call("GET", f"{path}/estimate").data["rule_version"] != 2:
        yield "a draft is not estimated by the new rule"
    if (reply := customer.call("POST", f"{path}/submit", {"accept_over_ceiling": True})).status != 200:
        yield f"a draft cannot be submitted: {reply.content}"


def _unpacked(commit: str, folder: Path) -> Path:
    """The files of a commit, beside the tools of this checkout."""
    archive = subprocess.run(["git", "archive", commit], cwd=REPOSITORY, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    (folder / ".venvs").symlink_to(REPOSITORY / ".venvs")
    return folder


def _local(checkout: Path, *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "local", *arguments], cwd=checkout, check=True)


if __name__ == "__main__":
    sys.exit(guarded(main))
