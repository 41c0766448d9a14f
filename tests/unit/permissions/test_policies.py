"""Which permissions count as unused."""

from __future__ import annotations

from tests.permissions.policies import unused
from tests.permissions.requests import Request


def test_permission_is_used_by_a_request_of_its_role_action_and_resource():
    statement = {"Action": ["s3:PutObject", "s3:GetObject"], "Resource": "arn:aws:s3:::files/*"}
    polling = {"Action": "sqs:ReceiveMessage", "Resource": "queue"}  # Lambda's, not the function's
    policies = {"door": [{"Statement": [statement, polling]}], "other": [{"Statement": statement}]}

    idle = list(unused(policies, [Request("door", "s3:PutObject", "arn:aws:s3:::files/any")]))

    assert idle == [
        ("door", "s3:GetObject", "arn:aws:s3:::files/*"),
        ("other", "s3:PutObject", "arn:aws:s3:::files/*"),
        ("other", "s3:GetObject", "arn:aws:s3:::files/*"),
    ]
