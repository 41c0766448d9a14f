"""Packs the playbooks of a build into one file: `python -m tools.playbooks FOLDER`. Needs the layers on its path."""

from __future__ import annotations

import sys
from pathlib import Path

from domain.playbooks.sources import pack

if __name__ == "__main__":
    pack(Path(sys.argv[1]))
