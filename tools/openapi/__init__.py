"""The OpenAPI document: every door's routes in one, with the refusals as they really are."""

import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]

# The layers are found where a function finds them: on the path, not as installed packages.
sys.path[:0] = [str(REPOSITORY / "layers" / name / "python") for name in ("common", "domain")]
