"""What needs the customer arrives in the digest of the next morning, if they want that."""

from __future__ import annotations

from datetime import timedelta

import pytest

from atrium import Customer, wait_for
from cloud_time import pass_time
from letterbox import mails_to, wait_for_mails
from local.cloud import Cloud
from local.paths import Home


def sentences(customer: Customer) -> list[str]:
    """What the feed told as opened."""
    events = customer.call("GET", "/events?types=attention.opened&limit=100").data["events"]
    return [event["data"]["summary"] for event in events]


def waiting(customer: Customer) -> list[str]:
    """Of these, what waits for an approval."""
    return [sentence for sentence in sentences(customer) if "approval" in sentence]


@pytest.mark.nightly
def test_daily_digest_tells_it_at_eight_in_one_mail(cloud: Cloud, home: Home, owner: Customer) -> None:
    owner.by_session("PATCH", "/api/account/notifications", {"needs_you": "daily"})
    project_id = owner.submit_project()
    wait_for(lambda: len(owner.pending_approvals(project_id)) == 3)
    wait_for(lambda: len(waiting(owner)) == 3, seconds=120)
    before = len(mails_to(cloud, owner.email))

    pass_time(cloud, home, timedelta(days=1, minutes=1))  # it may be just past eight
    digest = wait_for_mails(cloud, owner.email, 2)[1:]

    assert before == 1
    assert len(digest) == 1
    assert "items need you" in digest[0].subject
    # How many messages are unread changes meanwhile; what waits for an approval stays as it was told.
    assert all(sentence in digest[0].text for sentence in waiting(owner))
