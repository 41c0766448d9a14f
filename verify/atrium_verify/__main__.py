"""`atrium-verify export.zip`: says whether an account's export is whole, or what is wrong with it (then status 1)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from atrium_verify.export import verified


def main() -> int:
    """Read the command line, verify, print; returns 0, or 1 when something is wrong."""
    asked = argparse.ArgumentParser(prog="atrium-verify", description="Verify an account's export from Atrium.")
    asked.add_argument("export", type=Path, help="the zip file")
    asked.add_argument("--key", type=Path, help="a file with the public key that you noted earlier, in base64")
    asked.add_argument("--seen", action="append", default=[], help="number:hash of an entry of the security log")
    options = asked.parse_args()
    public_key = options.key.read_text(encoding="utf-8").strip() if options.key else None
    seen = {int(number): value for number, _, value in (one.partition(":") for one in options.seen)}
    outcome = verified(options.export, public_key, seen)
    for problem in outcome.problems:
        sys.stdout.write(problem + "\n")
    if outcome.problems:
        return 1
    sys.stdout.write(outcome.summary + "\n")
    if public_key is None:
        sys.stdout.write(f"It names its key itself; compare it with the one you know:\n{outcome.public_key}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
