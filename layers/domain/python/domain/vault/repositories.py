"""Which address of a source repository a credential may name. Pure rules."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from common.errors import InvalidRequest
from domain.vault.records import Credential, CredentialType
from domain.webhooks.targets import read_target

_NOT_OVER_HTTPS = frozenset({"ssh_key", "certificate"})


def require_repository(
    url: str | None, kind: CredentialType, hosts: Sequence[str] | None = None, *, private: bool
) -> None:
    """Raises `InvalidRequest` unless the team can push there, over HTTPS and with a credential of this type.

    Args:
        url: what the customer gave; None is allowed.
        kind: the credential's type.
        hosts: where the credential may be used, if that is limited; the repository must be at one of them.
        private: whether other ports and this machine itself are allowed, too.
    """
    if url is None:
        return
    if kind in _NOT_OVER_HTTPS:
        raise _refused("We deliver documents over https: give a token or a password.")
    try:
        target = read_target(url, private=private)
    except InvalidRequest as error:
        raise _refused(error.problems[0].message) from error
    if not target.tls:
        raise _refused("Give a URL that begins with https://.")
    if hosts and target.host not in hosts:
        raise _refused("Name its host in allowed_hosts too.")
    if urlsplit(url).query or target.path.strip("/") == "":
        raise _refused("Give the address you clone from, such as https://git.example.com/shop.git.")


def repository_of(credential: Credential) -> str | None:
    """The address to which the team may push with a credential; None also when its terms do not name that host."""
    url = credential.repository_url
    if url is None or (credential.allowed_hosts and urlsplit(url).hostname not in credential.allowed_hosts):
        return None
    return url


def _refused(message: str) -> InvalidRequest:
    return InvalidRequest.of("repository_url", message)
