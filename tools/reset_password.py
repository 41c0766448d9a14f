"""The operator's way to let somebody set a new password: prints a link that is good once and for 30 minutes.

    python -m tools.reset_password --stack atrium --email ada@example.org

It finds the tables of a deployed stack with the AWS credentials of its environment. The security log of the account
says that the operator made a link. Whoever has the link sets the password; the operator does not learn it.
"""

from __future__ import annotations

import sys

from domain.identity.password_changes import password_service
from tools.stack import Stack, operate, public_url


def main() -> int:
    """Print the link; returns 1 when no user has the address."""
    return operate("email", "the address that the user signs in with", _done)


def _done(email: str, stack: Stack) -> str:
    link = link_for(email, public_url(stack))
    return f"{link}\nIt is good once, for 30 minutes. Hand it to the owner of the account alone."


def link_for(email: str, url: str) -> str:
    """The link to the page, with a new token; the environment names the tables. Raises `NotFound`: no such user."""
    return f"{url}/app/#/reset/{password_service().link_by_operator(email.strip().lower())}"


if __name__ == "__main__":
    sys.exit(main())
