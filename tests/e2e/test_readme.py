"""What the README and docs/workers.md say to paste into a shell, as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import uuid
from contextlib import closing
from pathlib import Path

import pytest

import sam_template
from atrium import Customer
from atrium_client import Atrium, errors
from atrium_client.generated.api.agents import get_agent_directory
from atrium_client.generated.api.keys import create_api_key, list_api_keys, revoke_api_key
from atrium_client.generated.api.projects import create_project
from atrium_client.generated.api.session import sign_up
from local.cloud import Cloud

README = (sam_template.ROOT / "README.md").read_text()
WORKERS = (sam_template.ROOT / "docs" / "workers.md").read_text()
# What the reader has to write: it answers every criterion of the brief.
DO_THE_WORK = r"""
do_the_work() { python3 -c '
import json, re, sys
asked = re.findall(r"^- \*\*(.+?)\*\*", sys.stdin.read().split("## Acceptance criteria")[1], re.MULTILINE)
link = "https://git.example.org/bakery/pull/7"
evidence = [{"criterion": one, "text": "Its test passes in the linked run.", "link": link} for one in asked]
print(json.dumps({"summary": "It works.", "links": [link], "evidence": evidence}))'; }
"""


def test_curl_journey_works_as_pasted(cloud: Cloud, tmp_path: Path) -> None:
    found = re.search(r"### With curl.*?```sh\n(.*?)```", README, re.DOTALL)
    assert found is not None
    script = found[1].replace("http://localhost:8000", cloud.base_url).replace("me@", f"{uuid.uuid4().hex}@")

    done = subprocess.run(["bash", "-eu", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert '"sender_agent_type":"ceo"' in done.stdout
    assert "The project is a draft" in done.stdout
    assert done.stdout.rstrip().endswith("401")


def test_client_does_the_same_journey(cloud: Cloud) -> None:
    with Atrium(cloud.base_url) as session:
        email = f"{uuid.uuid4().hex}@example.org"
        session.call(sign_up, body={"email": email, "password": "four random words walk", "name": "Me"})
        key = session.call(create_api_key, body={"name": "assistant", "preset": "mcp_assistant"})
        full = session.call(create_api_key, body={"name": "script", "preset": "full_access"})
        with Atrium(cloud.base_url, full.key) as script, Atrium(cloud.base_url, key.key) as assistant:
            with pytest.raises(errors.Forbidden, match="projects:write"):
                assistant.call(create_project, body={"name": "Bakery"})
            project = script.call(create_project, body={"name": "Bakery"})

            reply = assistant.ask(project.id, "Where do we stand?")
            event = next(script.events(0, types=["project.created"]))

            ids = {one.name: one.id for one in session.call(list_api_keys).api_keys}
            session.call(revoke_api_key, key_id=ids["assistant"])
            with pytest.raises(errors.NotSignedIn):
                assistant.call(get_agent_directory)

    assert (reply.sender_agent_type, "The project is a draft" in reply.content) == ("ceo", True)
    assert event.data["project_id"] == project.id


@pytest.mark.nightly
def test_worker_that_is_a_shell_script_does_every_item(cloud: Cloud) -> None:
    found = re.search(r"## With curl.*?```sh\n(.*?)```", WORKERS, re.DOTALL)
    assert found is not None
    with closing(Customer(cloud.base_url)) as customer:
        project_id = customer.submit_project()
        for title in ("Book a table", "Cancel a table"):
            customer.create_work_item(project_id, "A guest can", "Nobody else can", title=title)
        key = customer.create_key(preset="worker", project_ids=[project_id])["key"]
        known = {"ATRIUM_URL": cloud.base_url, "ATRIUM_KEY": key, "PROJECT": project_id}

        subprocess.run(["bash", "-c", DO_THE_WORK + found[1]], env=os.environ | known, check=True, timeout=120)

        items = customer.call("GET", f"/projects/{project_id}/work-items").data["items"]
        assert [(item["state"], item["title"]) for item in items] == [
            ("in_review", "Book a table"),
            ("in_review", "Cancel a table"),
        ]
