"""Guessing at a cloud with production's limits: from one address, while the owner signs in from another."""

from __future__ import annotations

import uuid
from collections import Counter

import httpx

from atrium import PASSWORD
from local.cloud import Cloud

EMAIL = f"{uuid.uuid4().hex}@lockout.example"


def somebody_at(cloud: Cloud, address: str) -> httpx.Client:
    return httpx.Client(base_url=cloud.base_url, transport=httpx.HTTPTransport(local_address=address), timeout=60)


def log_in(client: httpx.Client, password: str, email: str = EMAIL, **headers: str) -> str:
    """The outcome: "in", or the error's code."""
    answer = client.post("/api/auth/login", json={"email": email, "password": password}, headers=headers)
    return "in" if answer.status_code == 200 else answer.json()["error"]["code"]


def test_100_accounts_tried_from_one_address_are_30_tried_at_most_and_the_owner_signs_in_meanwhile(limited):
    with somebody_at(limited, "127.0.0.5") as owner, somebody_at(limited, "127.0.0.6") as attacker:
        sign_up = {"email": EMAIL, "password": PASSWORD, "name": "Owner"}
        assert owner.post("/api/auth/signup", json=sign_up).status_code == 201

        at_the_owner = [log_in(attacker, "wrong") for _ in range(8)]
        meanwhile = log_in(owner, PASSWORD)
        at_others = [log_in(attacker, "wrong", f"customer{number}@lockout.example") for number in range(100)]
        spoofed = log_in(attacker, "wrong", "another@lockout.example", **{"X-Forwarded-For": "127.0.0.9"})

        assert Counter(at_the_owner)["INVALID_CREDENTIALS"] >= 5  # then it waits, a second at first
        assert Counter(at_the_owner + at_others)["INVALID_CREDENTIALS"] == 30
        assert spoofed in {"RATE_LIMITED", "TOO_MANY_ATTEMPTS"}
        assert (meanwhile, log_in(owner, PASSWORD)) == ("in", "in")
        assert log_in(attacker, PASSWORD) != "in"
