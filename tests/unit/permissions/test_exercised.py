"""Requests are stored by the template's names, which are the same in every cloud."""

from __future__ import annotations

import json

from tests.permissions import exercised
from tests.permissions.exercised import Names
from tests.permissions.requests import Request

TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/"
RESOURCES = {
    "DoorFunctionRole": "atrium-DoorFunctionRole-1",
    "DeliveriesQueue": "http://localhost:4566/000000000000/atrium-DeliveriesQueue-2",
    "KeysTable": "atrium-KeysTable-3",
    "ApiStage": "live",  # stands in the middle of a queue's name
    "Nothing": "",
}
NAMES = Names.of(RESOURCES)


def test_stored_requests_come_back_with_the_names_of_another_cloud(tmp_path):
    role, file = "atrium-DoorFunctionRole-1", tmp_path / "stored.json"
    asked = [
        Request(role, "dynamodb:GetItem", TABLE + "atrium-KeysTable-3", ("key_01J",)),
        Request(role, "dynamodb:GetItem", TABLE + "atrium-KeysTable-3", ("Gl8gU8hA",)),
        Request(role, "dynamodb:Query", TABLE + "atrium-KeysTable-3/index/of_account", ("acc_01J",)),
        Request(role, "kms:Encrypt", "arn:aws:kms:::key/1", ("account", "project")),
        Request(role, "sqs:SendMessage", "arn:aws:sqs:::atrium-DeliveriesQueue-2"),
    ]

    exercised.save(NAMES, asked, file)
    other = Names.of({logical: physical.replace("atrium-", "other-") for logical, physical in RESOURCES.items()})

    assert json.loads(file.read_text()) == {
        "DoorFunctionRole": {
            TABLE + "KeysTable": ["dynamodb:GetItem key_…", "dynamodb:GetItem …"],
            TABLE + "KeysTable/index/of_account": ["dynamodb:Query acc_…"],
            "arn:aws:kms:::key/1": ["kms:Encrypt account project"],
            "arn:aws:sqs:::DeliveriesQueue": ["sqs:SendMessage"],
        }
    }
    back = exercised.load(other, file)
    assert {one.role for one in back} == {"other-DoorFunctionRole-1"}
    assert {(one.kind, one.resource) for one in back} >= {
        ("key_", TABLE + "other-KeysTable-3"),
        ("", TABLE + "other-KeysTable-3"),
        ("account project", "arn:aws:kms:::key/1"),
        ("", "arn:aws:sqs:::other-DeliveriesQueue-2"),
    }


