"""The README's journey, pasted into a shell as it stands."""

from __future__ import annotations

import re
import subprocess
import uuid
from pathlib import Path

import sam_template
from local.cloud import Cloud

README = (sam_template.ROOT / "README.md").read_text()


def test_curl_journey_works_as_pasted(cloud: Cloud, tmp_path: Path) -> None:
    found = re.search(r"### With curl.*?```sh\n(.*?)```", README, re.DOTALL)
    assert found is not None
    script = found[1].replace("http://localhost:8000", cloud.base_url).replace("me@", f"{uuid.uuid4().hex}@")

    done = subprocess.run(["bash", "-eu", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert '"sender_agent_type":"ceo"' in done.stdout
    assert "intake phase" in done.stdout
    assert done.stdout.rstrip().endswith("401")
