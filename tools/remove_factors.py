"""The operator's way to let somebody in who lost their passkeys, their app and their recovery codes.

    python -m tools.remove_factors --stack atrium --email ada@example.org

It finds the tables of a deployed stack with the AWS credentials of its environment. Afterwards the password alone signs
in. The security log of the account says that the operator did it, and a mail tells the owner.
"""

from __future__ import annotations

import argparse
import os
import sys

from common.errors import NotFound
from tools.stack import mail_from, public_url, use_stack


def main() -> int:
    """Parse the command line, say what was removed; 1 when there is nothing to remove."""
    options = argparse.ArgumentParser(prog="python -m tools.remove_factors", description="Remove lost second factors.")
    options.add_argument("--email", required=True, help="the address that the user signs in with")
    options.add_argument("--stack", default="atrium", help="the name of the CloudFormation stack")
    chosen = options.parse_args()
    stack = use_stack(chosen.stack)
    os.environ |= {"MAIL_FROM": mail_from(stack), "PUBLIC_URL": public_url(stack)}
    try:
        removed = remove(chosen.email)
    except NotFound as error:
        sys.stderr.write(f"{error.message}\n")
        return 1
    sys.stdout.write(f"Removed: {', '.join(removed)}. Every session has ended; the password alone signs in now.\n")
    return 0


def remove(email: str) -> list[str]:
    """What was removed; the environment names the tables. Raises `NotFound`."""
    from domain.identity.lost_factors import lost_factor_service  # noqa: PLC0415 - the environment is set by now

    return lost_factor_service().remove(email.strip().lower())


if __name__ == "__main__":
    sys.exit(main())
