"""SES's notices, as SNS hands them over."""

from __future__ import annotations

import json

import pytest

from domain.mail.store import mail_store
from doors import CONTEXT, load


def notice(kind, **said):
    record = {"Sns": {"Message": json.dumps({"eventType": kind, **said})}}
    return {"Records": [record]}


def bounce(kind, *addresses):
    return notice(
        "Bounce", bounce={"bounceType": kind, "bouncedRecipients": [{"emailAddress": one} for one in addresses]}
    )


def complaint(address, **more):
    return notice("Complaint", complaint={"complainedRecipients": [{"emailAddress": address}], **more})


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (bounce("Permanent", "Mira@Example.com"), "bounced"),
        (complaint("mira@example.com", complaintFeedbackType="abuse"), "complained"),
        (complaint("mira@example.com"), "complained"),
        (bounce("Transient", "mira@example.com"), None),
        (bounce("Undetermined", "mira@example.com"), None),
        (complaint("mira@example.com", complaintFeedbackType="not-spam"), None),
        (notice("Delivery", delivery={"recipients": ["mira@example.com"]}), None),
    ],
    ids=["bounce", "abuse", "complaint", "full-box", "undetermined", "not-spam", "delivered"],
)
def test_bounce_for_good_and_complaint_suppress_the_address(aws, event, reason):
    for _ in range(2):
        load("mail_feedback").lambda_handler(event, CONTEXT)

    assert mail_store().find_suppression("mira@example.com") == reason
    assert mail_store().find_suppression("other@example.com") is None


def test_list_does_not_tell_whom_we_know(aws):
    load("mail_feedback").lambda_handler(bounce("Permanent", "mira@example.com"), CONTEXT)

    assert "mira" not in str(aws("dynamodb").scan(TableName=mail_store().table.name)["Items"])


def test_greeting_by_which_ses_tries_the_topic_is_no_notice(aws):
    greeting = {"Sns": {"Message": "Successfully validated SNS topic for Amazon SES event publishing."}}
    said = bounce("Permanent", "mira@example.com")["Records"]

    load("mail_feedback").lambda_handler({"Records": [greeting, *said]}, CONTEXT)

    assert mail_store().find_suppression("mira@example.com") == "bounced"
