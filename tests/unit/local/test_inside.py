"""What is changed inside the emulator, tried in a process of its own as the emulator is one."""

from __future__ import annotations

import json
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

PERMISSIONS = """
import json, types, condition_keys
actions = types.SimpleNamespace(
    request_tag_context=lambda *request: {"aws:TagKeys": []},
    dynamodb_transaction_checks=lambda action, body, *where: [
        ("dynamodb:" + next(iter(item)) + "Item", "arn") for item in json.loads(body).get("TransactItems", [])
    ],
)
asked = []
evaluator = types.SimpleNamespace(
    evaluate=None, enforce=lambda key, action, **options: asked.append((str(action), options["service_context"]))
)
condition_keys.complete_requests(actions)
condition_keys.complete_evaluation(evaluator)
for service, request in json.loads(input()):
    body = json.dumps(request).encode()
    told = actions.request_tag_context(service, "action", body, {})
    for action, arn in actions.dynamodb_transaction_checks("action", body) or [("action", "arn")]:
        evaluator.enforce("key", action, service_context=told)
print(json.dumps(asked))
"""


def inside(home: Home, code: str, *arguments: str, given: str = "") -> str:
    """What `code` prints where the emulator's changes are in force."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=given,
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


def test_batch_has_the_leading_keys_of_all_its_rows(tmp_path: Path) -> None:
    row = {"pk": {"S": "SESSION#1"}}
    requests = [
        ("dynamodb", {"RequestItems": {"table": {"Keys": [row, {"pk": {"S": "USER#1"}}]}}}),
        ("dynamodb", {"RequestItems": {"table": [{"PutRequest": {"Item": row}}, {"DeleteRequest": {"Key": row}}]}}),
    ]

    asked = json.loads(inside(Home(tmp_path), PERMISSIONS, given=json.dumps(requests)))

    assert [told["dynamodb:LeadingKeys"] for _, told in asked] == [["SESSION#1", "USER#1"], ["SESSION#1"]]


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


SENDER = """
import types, condition_keys
asked = []
evaluator = types.SimpleNamespace(evaluate=None, enforce=lambda *request, **told: asked.append(told["service_context"]))
condition_keys.complete_evaluation(evaluator)
arn = "arn:aws:ses:us-east-1:000000000000:identity/team@atrium.example"
for action in ("ses:SendEmail", "ses:GetAccount"):
    evaluator.enforce("key", action, "sesv2", "us-east-1", resource_arn=arn, service_context=None)
print(asked)
"""


def test_permission_to_send_mail_looks_at_the_sender(tmp_path: Path) -> None:
    assert inside(Home(tmp_path), SENDER) == "[{'ses:FromAddress': 'team@atrium.example'}, None]\n"


BESIDES = """
import json, sys, types, condition_keys, sitecustomize
s3 = types.SimpleNamespace(_buckets={"files": {"objects": {"there": {}}}})
sys.modules |= dict.fromkeys(("ministack", "ministack.services", "ministack.services.s3"), s3)
permissions = types.SimpleNamespace(extract_resource_arn=lambda service, method, path, *_request: path)
sitecustomize.tell_schedule_groups_apart(permissions)
sitecustomize.name_the_sender(permissions)
asked = []
def enforce(key, action, service, region, *, resource_arn, service_context=None):
    asked.append((action, resource_arn, service_context))
    return resource_arn == "arn/foreign"
evaluator = types.SimpleNamespace(evaluate=None, enforce=enforce)
condition_keys.complete_evaluation(evaluator)
for service, action, path, request in json.loads(input()):
    body = json.dumps(request).encode() if request else b""
    where = permissions.extract_resource_arn(service, "POST", path, {}, body, {}, "us-east-1", "000000000000")
    print(bool(evaluator.enforce("key", action, service, "us-east-1", resource_arn=where)))
print(json.dumps(asked))
"""


def test_permissions_are_asked_for_that_aws_asks_for_besides(tmp_path: Path) -> None:
    schedule, ses = "arn:schedule/default/one", "arn:aws:ses:us-east-1:000000000000"
    mail = {"FromEmailAddress": "team@atrium.example"}
    requests = [
        ("scheduler", "scheduler:CreateSchedule", schedule, {"GroupName": "tasks", "Target": {"RoleArn": "arn/own"}}),
        ("scheduler", "scheduler:CreateSchedule", schedule, {"Target": {"RoleArn": "arn/foreign"}}),
        ("scheduler", "scheduler:DeleteSchedule", schedule, {}),
        ("ses", "ses:SendEmail", "/v2/email/outbound-emails", {**mail, "ConfigurationSetName": "mails"}),
        ("ses", "ses:SendEmail", "/v2/email/outbound-emails", mail),
        ("s3", "s3:GetObject", "arn:aws:s3:::files/there", {}),
        ("s3", "s3:GetObject", "arn:aws:s3:::files/folder/missing", {}),
    ]

    *denied, asked = inside(Home(tmp_path), BESIDES, given=json.dumps(requests)).splitlines()

    passed, sender = {"iam:PassedToService": "scheduler.amazonaws.com"}, {"ses:FromAddress": "team@atrium.example"}
    assert denied == ["False", "True", "False", "False", "False", "False", "False"]
    assert json.loads(asked) == [
        ["scheduler:CreateSchedule", "arn:schedule/tasks/one", None],
        ["iam:PassRole", "arn/own", passed],
        ["scheduler:CreateSchedule", schedule, None],
        ["iam:PassRole", "arn/foreign", passed],
        ["scheduler:DeleteSchedule", schedule, None],
        ["ses:SendEmail", f"{ses}:identity/team@atrium.example", sender],
        ["ses:SendEmail", f"{ses}:configuration-set/mails", sender],
        ["ses:SendEmail", f"{ses}:identity/team@atrium.example", sender],
        ["s3:GetObject", "arn:aws:s3:::files/there", None],
        ["s3:GetObject", "arn:aws:s3:::files/folder/missing", None],
        ["s3:ListBucket", "arn:aws:s3:::files", {}],
    ]


RECORDING = """
import sys, types, condition_keys
condition_keys.RECORD = sys.argv[1]
def enforce(access_key, action, *where, service_context, **told):
    keys = {name.lower(): value for name, value in service_context.items()}
    evaluator.evaluate(types.SimpleNamespace(principal_arn="arn/role/session", action=action, resource_arn="table",
                                             service_context=keys))
evaluator = types.SimpleNamespace(evaluate=lambda context: None, enforce=enforce)
condition_keys.complete_evaluation(evaluator)
for key in ("USER#1", "USER#2", "SESSION#1", "acc_1", "key_1", "key_2", "a8Zk2B1x", "0kkByUh1", "MODEL"):
    evaluator.enforce("key", "dynamodb:GetItem", "table", service_context={"dynamodb:LeadingKeys": [key]})
"""


def test_record_has_one_request_for_each_kind_of_row(tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"

    inside(Home(tmp_path), RECORDING, str(record))

    asked = [json.loads(line) for line in record.read_text().splitlines()]
    assert [one["context"]["dynamodb:leadingkeys"] for one in asked] == [
        ["USER#1"],
        ["SESSION#1"],
        ["acc_1"],
        ["key_1"],
        ["a8Zk2B1x"],
        ["MODEL"],
    ]
    assert {(one["principal"], one["action"], one["resource"], one["decision"]) for one in asked} == {
        ("arn/role/session", "dynamodb:GetItem", "table", "Allow")
    }


def test_permissions_are_checked_on_the_keys_that_aws_checks_them_on(tmp_path: Path) -> None:
    row, other = {"pk": {"S": "VALUE#1"}, "sk": {"S": "1"}}, {"pk": {"S": "ACCOUNT#1"}}
    query = {"KeyConditionExpression": "pk = :pk AND sk > :sk", "ExpressionAttributeValues": {":pk": {"S": "NEW#1"}}}
    requests = [
        ("dynamodb", {"Key": row}),
        ("dynamodb", {"Item": other}),
        ("dynamodb", query),
        ("dynamodb", {"TransactItems": [{"Put": {"Item": row}}, {"Update": {"Key": other}}]}),
        ("kms", {"EncryptionContext": {"version": "1", "account": "acc_1"}}),
        ("sqs", {"Key": row}),
    ]

    asked = json.loads(inside(Home(tmp_path), PERMISSIONS, given=json.dumps(requests)))

    assert [(action, told.get("dynamodb:LeadingKeys")) for action, told in asked] == [
        ("action", ["VALUE#1"]),
        ("action", ["ACCOUNT#1"]),
        ("action", ["NEW#1"]),
        ("dynamodb:PutItem", ["VALUE#1"]),
        ("dynamodb:UpdateItem", ["ACCOUNT#1"]),
        ("action", None),
        ("action", None),
    ]
    assert asked[5][1]["kms:EncryptionContextKeys"] == ["account", "version"]
    assert asked[5][1]["kms:EncryptionContext:account"] == "acc_1"


WORKERS = """
import types, sitecustomize
lambdas = types.SimpleNamespace(_ESM_SQS_DEFAULT_CONCURRENCY=5, _sqs_esm_concurrency=lambda wanted, *_more: wanted)
sitecustomize.start_few_workers(lambdas)
print(*(lambdas._sqs_esm_concurrency(wanted, {}, {}) for wanted in (1, 5, 100)))
"""


def test_a_queue_starts_no_more_workers_than_a_machine_bears(tmp_path: Path) -> None:
    assert inside(Home(tmp_path), WORKERS) == "1 5 5\n"
