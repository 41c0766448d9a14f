from __future__ import annotations

import re

from local import install
from local.paths import REPOSITORY, REQUIREMENTS


def test_requirements_are_exact_and_pinned_by_hash_and_name_no_index() -> None:
    files = {
        *REQUIREMENTS.glob("*.txt"),
        *REPOSITORY.glob("layers/*/python/*.txt"),
        *REPOSITORY.glob("functions/*/*.txt"),
        *REPOSITORY.glob("clients/*/*.txt"),
    }
    assert len(files) > len(install.ENVIRONMENTS)
    for file in files:
        wanted = [line for line in file.read_text().splitlines() if line and not line.startswith(("#", "-r "))]
        joined = "\n".join(wanted).replace(" \\\n", "").splitlines()
        assert all(re.match(r"\S+==\S+( +--hash=sha256:[0-9a-f]{64})+$", line) for line in joined), file
        assert "://" not in file.read_text(), file
