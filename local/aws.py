"""Access to the local cloud alone: no AWS account, profile or credential of this machine is ever used."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from typing import Any, Self

import boto3
import botocore.config
import botocore.session
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.httpsession import URLLib3Session

from local.paths import Home

REGION = "us-east-1"
# AWS_ variables that keep any SDK from this machine's AWS files and from the instance metadata service.
SETTINGS: Mapping[str, str] = {
    "AWS_DEFAULT_REGION": REGION,
    "AWS_CONFIG_FILE": os.devnull,
    "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    "AWS_EC2_METADATA_DISABLED": "true",
}
KEY_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def endpoint_url(port: int) -> str:
    """The emulator's address; loopback by number, because `localhost` may mean ::1 first."""
    return f"http://127.0.0.1:{port}"


@dataclass(frozen=True, slots=True)
class Access:
    """The address of a local cloud's emulator, and the credentials of its root user, which no other cloud has."""

    endpoint: str
    access_key: str
    secret_key: str = field(repr=False)

    @classmethod
    def of(cls, home: Home, endpoint: str) -> Self:
        """Access to the cloud of `home` at `endpoint`. The first call makes random credentials, kept there."""
        if not home.credentials.exists():
            key = "AKIA" + "".join(secrets.choice(KEY_LETTERS) for _ in range(16))
            home.root.mkdir(parents=True, exist_ok=True)
            fresh = home.credentials.with_suffix(".new")
            fresh.touch(mode=0o600)
            fresh.write_text(json.dumps({"access_key": key, "secret_key": secrets.token_urlsafe(30)}))
            fresh.replace(home.credentials)
        return cls(endpoint, **json.loads(home.credentials.read_text()))

    @property
    def front_token(self) -> str:
        """The token by which the emulator knows the front, made from the secret key: see `inside/guard.py`."""
        return hmac.new(self.secret_key.encode(), b"front", hashlib.sha256).hexdigest()

    @property
    def credentials(self) -> Mapping[str, str]:
        """Variables that make any AWS SDK use these credentials, and look for no others."""
        return {"AWS_ACCESS_KEY_ID": self.access_key, "AWS_SECRET_ACCESS_KEY": self.secret_key, **SETTINGS}

    @property
    def environment(self) -> dict[str, str]:
        """This process's environment for a child that speaks to the cloud, with ours in place of its AWS settings."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        return {**ours, **self.credentials, "AWS_ENDPOINT_URL": self.endpoint}

    def client(self, service: str) -> Any:
        """The boto3 client of a service, such as `sqs`; there is one per process."""
        return _client(self, service)

    def get(self, path: str) -> bytes:
        """The body at a path of the emulator. Raises `BotoCoreError` without an answer, `OSError` if not 200."""
        request = AWSRequest("GET", self.endpoint + path)
        SigV4Auth(Credentials(self.access_key, self.secret_key), "emulator", REGION).add_auth(request)
        with closing(URLLib3Session(timeout=10)) as session:
            answer = session.send(request.prepare())
        if answer.status_code != HTTPStatus.OK:
            raise OSError(f"the emulator answered {answer.status_code}")
        return bytes(answer.content)


@cache
def _client(access: Access, service: str) -> Any:
    nothing_configured = {
        "profile": (None, None, None, None),
        "config_file": (None, None, os.devnull, None),
        "credentials_file": (None, None, os.devnull, None),
    }
    session = boto3.session.Session(
        aws_access_key_id=access.access_key,
        aws_secret_access_key=access.secret_key,
        region_name=REGION,
        botocore_session=botocore.session.Session(session_vars=nothing_configured),
    )
    # The emulator answers 500 when something it lists is being made meanwhile; it has to be asked again.
    config = botocore.config.Config(retries={"mode": "standard", "max_attempts": 10})
    return session.client(service, endpoint_url=access.endpoint, config=config)
