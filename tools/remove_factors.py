"""The operator's way to let somebody in who lost their passkeys, their app and their recovery codes.

    python -m tools.remove_factors --stack atrium --email ada@example.org

It finds the tables of a deployed stack with the AWS credentials of its environment. Afterwards the password alone signs
in. The security log of the account says that the operator did it, and a mail tells the owner.
"""

from __future__ import annotations

import os
import sys

from domain.identity.lost_factors import lost_factor_service
from tools.stack import Stack, mail_from, operate, public_url


def main() -> int:
    """Remove the factors and print which; returns 1 when there is nothing to remove."""
    return operate("email", "the address that the user signs in with", _done)


def _done(email: str, stack: Stack) -> str:
    os.environ |= {"MAIL_FROM": mail_from(stack), "PUBLIC_URL": public_url(stack)}
    removed = lost_factor_service().remove(email.strip().lower())
    return f"Removed: {', '.join(removed)}. Every session has ended; the password alone signs in now."


if __name__ == "__main__":
    sys.exit(main())
