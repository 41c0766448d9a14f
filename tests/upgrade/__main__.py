"""`python -m tests.upgrade [commit]`: the first edition's stack with a customer's data, and this code deployed over it.

Nothing may be lost, no key or session may end, and nothing may be asked of the owner that `docs/upgrade.md` does not
say. It needs the repository's history, for the first edition is built from its commit.
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

from atrium import PASSWORD, wait_for
from local.cloud import Cloud, start, stop
from local.console import Problem, guarded, step
from local.paths import REPOSITORY, Home
from local.ports import any_free
from tests.upgrade.life import Life, everything, lived, lost, settled

FIRST_EDITION = "33dfa4fb25c35e59f3135775b3ab6ed53fdea82d"


def main() -> None:
    """Raises `Problem` with everything that was lost."""
    commit = sys.argv[1] if len(sys.argv) > 1 else FIRST_EDITION
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
            cloud = start(home, port=port, cloud_port=cloud_port)
        problems = list(_problems(life, cloud))
    finally:
        stop(home)
        shutil.rmtree(folder, ignore_errors=True)
    if problems:
        raise Problem("The upgrade lost something:\n" + "\n".join(problems), fix="see docs/upgrade.md")
    sys.stdout.write(f"\n{len(life.read)} answers of the first edition hold after the upgrade; it works on.\n")


def _problems(life: Life, cloud: Cloud) -> Iterator[str]:
    """What was lost, and what does not work any more."""
    now = dict(everything(life.customer))
    for path, before in life.read.items():
        if path not in now:
            yield f"{path} is gone"
        else:
            yield from lost(before, now[path], path)
    yield from _life_goes_on(life, cloud)


def _life_goes_on(life: Life, cloud: Cloud) -> Iterator[str]:
    """Does, on what the first edition stored, what a customer does next."""
    customer = life.customer
    if customer.call("GET", "/agents", key=life.revoked_key).status != 401:
        yield "a key that was revoked before the upgrade works"
    (project,) = [one for one in customer.call("GET", "/projects").data["projects"] if one["status"] == "active"]
    reply = customer.reply_to(project["id"], customer.ask(project["id"], "What is the status?"))
    if "newsletter" not in str(customer.messages(project["id"])) or not reply["content"]:
        yield "the CEO does not answer, or has forgotten what was said"
    for approval in customer.pending_approvals(project["id"])[:1]:
        path = f"/projects/{project['id']}/approvals/{approval['id']}"
        if customer.call("POST", path, {"decision": "approve"}).status != 200:
            yield "a document of before cannot be approved"
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
    searched = f"/search?q=newsletter&project_id={project['id']}"
    wait_for(lambda: customer.call("GET", searched).data["results"])
    if customer.by_session("GET", "/api/account/connections").data["connections"]:
        yield "a program is connected that nobody has connected"
    del cloud


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
