"""The mails that a local cloud sent to customers, and the links in them."""

from __future__ import annotations

import re

import httpx

from atrium import Customer, wait_for
from local.cloud import Cloud
from local.mail import SentMail, sent_mails


def mails_to(cloud: Cloud, address: str) -> list[SentMail]:
    """The mails that were sent to an address, oldest first."""
    return [mail for mail in sent_mails(cloud.access) if address in mail.to]


def wait_for_mails(cloud: Cloud, address: str, count: int) -> list[SentMail]:
    """The mails to an address, once there are `count` of them; fails after two minutes."""
    return wait_for(lambda: found if len(found := mails_to(cloud, address)) >= count else None, seconds=120)


def token_in(mail: SentMail, place: str) -> str:
    """The token of a mail's link to a page, such as `verify` or `decide`."""
    found = re.search(rf"http://localhost:\d+/app/#/{place}/([\w-]+)", mail.text)
    assert found, mail.text
    return found[1]


def verify(cloud: Cloud, token: str) -> int:
    """Send the token of a verification mail; returns the status of the answer."""
    return httpx.post(f"{cloud.base_url}/api/auth/verify", json={"token": token}).status_code


def with_verified_address(cloud: Cloud, customer: Customer) -> Customer:
    """Verify the customer's address by the link of their first mail; returns the customer."""
    token = token_in(wait_for_mails(cloud, customer.email, 1)[0], "verify")
    assert verify(cloud, token) == 200
    return customer
