"""The receiver of docs/webhooks.md, run exactly as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

import sam_template
from atrium import wait_for
from domain.webhooks.safe import new_secret
from domain.webhooks.signing import signed_headers
from domain.webhooks.wire import Wire
from local.ports import any_free

SECRET, OTHER = new_secret(lambda count: b"a" * count), new_secret(lambda count: b"b" * count)
BODY = '{"id":"evt_1","type":"report.ready","data":{"summary":"Bäckerei: the report is ready"}}'


@pytest.fixture
def documented(tmp_path):
    """The receiver of the document, running; yields its URL and the file with what it prints."""
    text = (sam_template.ROOT / "docs/webhooks.md").read_text()
    (snippet,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    program, printed, port = tmp_path / "receiver.py", tmp_path / "printed", any_free()
    program.write_text(snippet)
    environment = os.environ | {"WEBHOOK_SECRET": SECRET, "PORT": str(port), "PYTHONIOENCODING": "utf-8"}
    with printed.open("w") as out:
        running = subprocess.Popen(
            [sys.executable, str(program)], env=environment, stdout=out, stderr=subprocess.DEVNULL
        )
        yield f"http://127.0.0.1:{port}/", printed
        running.terminate()
        with suppress(subprocess.TimeoutExpired):
            running.wait(5)


def test_receiver_of_the_document_takes_each_event_once_and_refuses_forgeries(documented):
    url, printed = documented
    now = datetime.now(UTC)
    good = signed_headers([SECRET], "evt_1", BODY, now)
    forged = signed_headers([OTHER], "evt_1", BODY, now)
    stale = signed_headers([SECRET], "evt_1", BODY, now - timedelta(minutes=6))

    def post(headers):
        return Wire(private=True).post(url, headers, BODY).status

    assert wait_for(lambda: post(good), seconds=20) == 204
    assert [post(good), post(forged), post(stale), post(good | {"webhook-id": "evt_2"})] == [204, 400, 400, 400]
    assert printed.read_text() == "report.ready Bäckerei: the report is ready\n"
