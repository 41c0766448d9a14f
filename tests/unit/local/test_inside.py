"""What is changed inside the emulator, tried in a process of its own as the emulator is one."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from local import clock
from local.paths import Home

UNPACK = """
import sys, types, zipfile
from pathlib import Path
import sitecustomize
runtime = types.SimpleNamespace(zipfile=zipfile)
sitecustomize.unpack_once(runtime)
for archive, folder in zip(sys.argv[1::2], sys.argv[2::2]):
    Path(folder).mkdir()
    with runtime.zipfile.ZipFile(archive) as opened:
        opened.extractall(folder)
"""
END = """
import threading, types, sitecustomize
persistence = types.SimpleNamespace(save_all=lambda services: print("saved", *services, flush=True))
sitecustomize.end_once_saved(persistence)
threading.Thread(target=threading.Event().wait).start()
persistence.save_all({"sqs": None})
"""


def inside(home: Home, code: str, *arguments: str) -> str:
    """What `code` prints where the emulator's changes are in force."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**clock.environment(home), "ATRIUM_UNPACKED": str(home.root / "unpacked")},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout


def archive_of(folder: Path, name: str, content: str) -> str:
    with zipfile.ZipFile(folder / name, "w") as archive:
        archive.writestr("handler.py", content)
    return str(folder / name)


def test_same_code_is_unpacked_once_and_other_code_beside_it(tmp_path: Path) -> None:
    one, other = archive_of(tmp_path, "one.zip", "A = 1"), archive_of(tmp_path, "other.zip", "A = 2")
    same = shutil.copy(one, tmp_path / "same.zip")
    folders = [str(tmp_path / name) for name in ("first", "second", "third")]

    inside(Home(tmp_path), UNPACK, one, folders[0], str(same), folders[1], other, folders[2])

    first, second, third = (Path(folder, "handler.py") for folder in folders)
    assert [file.read_text() for file in (first, second, third)] == ["A = 1", "A = 1", "A = 2"]
    assert first.samefile(second)
    assert not first.samefile(third)


def test_emulator_ends_once_its_state_is_written_whatever_else_still_runs(tmp_path: Path) -> None:
    assert inside(Home(tmp_path), END) == "saved sqs\n"


SENDING = """
import json, types, sitecustomize
permissions = types.SimpleNamespace(extract_resource_arn=lambda *_request: "*")
sitecustomize.name_the_sender(permissions)
body = json.dumps({"FromEmailAddress": "team@atrium.example"}).encode()
for service, path in (("ses", "/v2/email/outbound-emails"), ("ses", "/v2/email/account"), ("sqs", "/")):
    print(permissions.extract_resource_arn(service, "POST", path, {}, body, {}, "us-east-1", "000000000000"))
"""


def test_permission_to_send_mail_is_checked_on_the_sender(tmp_path: Path) -> None:
    assert inside(Home(tmp_path), SENDING).splitlines() == [
        "arn:aws:ses:us-east-1:000000000000:identity/team@atrium.example",
        "*",
        "*",
    ]


KEYS = """
import json, types, sitecustomize
permissions = types.SimpleNamespace(
    dynamodb_service_context=lambda _body: {},
    dynamodb_transaction_checks=lambda action, _body: [("dynamodb:PutItem", "arn"), ("dynamodb:DeleteItem", "arn")]
    if action == "dynamodb:TransactWriteItems" else [],
)
evaluator = types.SimpleNamespace(enforce=lambda *_asked, resource_arn, service_context: service_context)
sitecustomize.name_leading_keys(permissions)
sitecustomize.weigh_leading_keys(evaluator)
row = {"pk": {"S": "NEW#acc_1"}, "sk": {"S": "EVENT#1"}}
for body in (
    {"Key": row},
    {"Item": row},
    {"KeyConditionExpression": "pk = :pk AND begins_with(sk, :x)", "ExpressionAttributeValues": {":pk": {"S": "A#1"}}},
    {"KeyConditionExpression": "outbox_shard = :shard", "ExpressionAttributeValues": {":shard": {"S": "7"}}},
    {"Key": {"id": {"S": "other"}}},
):
    context = permissions.dynamodb_service_context(json.dumps(body).encode())
    print(evaluator.enforce("key", resource_arn="arn", service_context=context))
items = [{"Put": {"Item": row}}, {"Delete": {"Key": {"pk": {"S": "LATER#acc_1"}, "sk": {"S": "x"}}}}]
body = json.dumps({"TransactItems": items}).encode()
for action, arn in permissions.dynamodb_transaction_checks("dynamodb:TransactWriteItems", body):
    print(action, arn, evaluator.enforce("key", resource_arn=arn, service_context={}))
"""


def test_permission_is_checked_on_the_leading_key_of_each_row(tmp_path: Path) -> None:
    assert inside(Home(tmp_path), KEYS).splitlines() == [
        "{'dynamodb:LeadingKeys': ['NEW#acc_1']}",
        "{'dynamodb:LeadingKeys': ['NEW#acc_1']}",
        "{'dynamodb:LeadingKeys': ['A#1']}",
        "{'dynamodb:LeadingKeys': ['7']}",
        "{}",
        "dynamodb:PutItem arn {'dynamodb:LeadingKeys': ['NEW#acc_1']}",
        "dynamodb:DeleteItem arn {'dynamodb:LeadingKeys': ['LATER#acc_1']}",
    ]


CONTEXTS = """
import types, sitecustomize
permissions = types.SimpleNamespace(request_tag_context=lambda *_request: {"aws:TagKeys": None})
sitecustomize.name_encryption_contexts(permissions)
for service, body in (("kms", b'{"EncryptionContext": {"account": "acc_1"}}'), ("kms", b"{}"), ("sqs", b"text")):
    print(permissions.request_tag_context(service, "x:Y", body, {}))
"""


def test_permission_to_use_a_key_is_checked_on_the_names_of_what_it_is_bound_to(tmp_path: Path) -> None:
    assert inside(Home(tmp_path), CONTEXTS).splitlines() == [
        "{'aws:TagKeys': None, 'kms:EncryptionContextKeys': ['account']}",
        "{'aws:TagKeys': None}",
        "{'aws:TagKeys': None}",
    ]
