"""The limits of a local cloud: a thousand times the template's, or the template's own with `LIMITS=production`.

Tests and benchmarks send more from one key and one address than any customer does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from local.console import Problem
from local.paths import REPOSITORY

PRODUCTION = "production"
TIMES = 1_000
_LIMIT = re.compile(r"^  (\w+Per[A-Z]\w*):.*\n(?:    .*\n)*?    Default: (\d+)$", re.MULTILINE)


def parameters(chosen: str) -> Mapping[str, str]:
    """The template's limits, which are its parameters with `Per` in their names, with their values for this cloud.

    Raises `Problem` when `chosen` is neither empty nor "production".
    """
    if chosen not in {"", PRODUCTION}:
        raise Problem(f"LIMITS={chosen} means nothing.", fix=f"leave it out, or: make up LIMITS={PRODUCTION}")
    times = 1 if chosen else TIMES
    defaults = _LIMIT.findall((REPOSITORY / "template.yaml").read_text())
    return {name: str(times * int(most)) for name, most in defaults}
