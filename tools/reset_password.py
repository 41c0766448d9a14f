"""The operator's way to let somebody set a new password: prints a link that is good once and for 30 minutes.

    python -m tools.reset_password --stack atrium --email ada@example.org

It finds the tables of a deployed stack with the AWS credentials of its environment. The security log of the account
says that the operator made a link; who it is for sets the password, and nobody else learns it.
"""

from __future__ import annotations

import argparse
import sys

from common.errors import NotFound
from tools.stack import public_url, use_stack


def main() -> int:
    """Parse the command line, print the link; 1 when nobody has the address."""
    options = argparse.ArgumentParser(prog="python -m tools.reset_password", description="A link to set a password.")
    options.add_argument("--email", required=True, help="the address that the user signs in with")
    options.add_argument("--stack", default="atrium", help="the name of the CloudFormation stack")
    chosen = options.parse_args()
    stack = use_stack(chosen.stack)
    try:
        link = link_for(chosen.email, public_url(stack))
    except NotFound as error:
        sys.stderr.write(f"{error.message}\n")
        return 1
    sys.stdout.write(f"{link}\nIt is good once, for 30 minutes. Hand it to the owner of the account alone.\n")
    return 0


def link_for(email: str, url: str) -> str:
    """The page with a new token; the environment names the tables. Raises `NotFound`."""
    from domain.identity.new_passwords import password_service  # noqa: PLC0415 - the environment is set by now

    return f"{url}/app/#/reset/{password_service().link_by_operator(email.strip().lower())}"


if __name__ == "__main__":
    sys.exit(main())
