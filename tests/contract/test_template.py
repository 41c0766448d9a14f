"""What the template promises beyond its routes: least privilege, durable tables, queues that fit their workers."""

from __future__ import annotations

import json
import re

import pytest

import sam_template
from common.envelope import STANDING_HEADERS
from domain.leaving import layout
from doors import load
from local.prune import OPERATIONS
from sam_template import listed, statements

FUNCTIONS = sam_template.resources("AWS::Serverless::Function")
TABLES = sam_template.resources("AWS::DynamoDB::Table")
QUEUES = sam_template.resources("AWS::SQS::Queue")
GATEWAY_SECONDS = 29
DEFAULT_TIMEOUT = sam_template.template()["Globals"]["Function"]["Timeout"]
WORKERS = {
    "CeoQueue": "CeoFunction",
    "MailsQueue": "MailFunction",
    "RunsQueue": "PaRunsFunction",
    "ThinkQueue": "ThinkerFunction",
    "DeliveriesQueue": "DeliveriesFunction",
    "SearchQueue": "IndexerFunction",
}


GRANTED = [(name, action, one) for name in FUNCTIONS for one in statements(name) for action in listed(one["Action"])]


def allowed(*actions):
    """The functions that may do one of these, each with what it may do it with."""
    return [(name, one["Resource"]) for name, action, one in GRANTED if action in actions]


def test_no_function_may_do_anything_by_wildcard_scan_or_administer_a_table():
    assert [(name, action) for name, action, one in GRANTED if "*" in action or "*" in listed(one["Resource"])] == []
    assert allowed("dynamodb:Scan", "dynamodb:DeleteTable", "dynamodb:UpdateTable") == []


def test_nobody_but_the_egress_function_reads_what_is_sealed():
    reading = {
        name
        for name, action, one in GRANTED
        if action in {"dynamodb:GetItem", "dynamodb:Query"}
        and "VaultTable.Arn}" not in json.dumps(one["Resource"])
        and "VaultTable" in json.dumps(one["Resource"])
        and "VALUE#*" in json.dumps(one.get("Condition", "VALUE#*"))
    }

    assert reading == {"EgressFunction"}
    assert "Events" not in FUNCTIONS["EgressFunction"]


def test_door_of_webhooks_reads_no_sealed_secret():
    (reading,) = (one for one in statements("WebhooksFunction") if "dynamodb:Query" in listed(one["Action"]))

    assert reading["Condition"]["ForAllValues:StringLike"] == {"dynamodb:LeadingKeys": ["ACCOUNT#*", "ENDPOINT#*"]}


def test_every_table_is_known_to_what_deletes_accounts():
    named = {f"{name.title()}Table" for name in (*layout.TABLES, *layout.TABLES_WITHOUT_SORT_KEY)}

    assert named == TABLES.keys()


def test_who_deletes_accounts_reads_no_ciphertext_no_sealed_secret_and_no_token():
    reads = [
        one
        for one in statements("LeaverFunction")
        if {"dynamodb:Query", "dynamodb:GetItem"} & set(listed(one["Action"]))
    ]
    guarded = [
        one["Condition"]["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]
        for one in reads
        if re.search("VaultTable|WebhooksTable|MailTable", json.dumps(one["Resource"]))
    ]

    assert guarded == [["ACCOUNT#*", "CREDENTIAL#*"], ["ACCOUNT#*", "ENDPOINT#*"], ["ACCOUNT#*"]]


def test_exports_are_gone_after_a_day():
    bucket = sam_template.resources("AWS::S3::Bucket")["ExportsBucket"]
    (rule,) = bucket["LifecycleConfiguration"]["Rules"]

    assert (rule["ExpirationInDays"], rule["AbortIncompleteMultipartUpload"]["DaysAfterInitiation"]) == (1, 1)


@pytest.mark.parametrize("name", ["ExportsBucket", "SearchBucket"])
def test_bucket_is_encrypted_private_and_taken_by_tls_only(name):
    bucket = sam_template.resources("AWS::S3::Bucket")[name]
    policy = sam_template.resources("AWS::S3::BucketPolicy")[f"{name}Policy"]
    (statement,) = policy["PolicyDocument"]["Statement"]

    assert bucket["BucketEncryption"]["ServerSideEncryptionConfiguration"]
    assert set(bucket["PublicAccessBlockConfiguration"].values()) == {True}
    parameters = sam_template.template()["Parameters"]
    assert parameters["ExportsOverPlainHttp"]["Default"] == "false"
    assert (statement["Effect"], statement["Condition"]) == ("Deny", {"Bool": {"aws:SecureTransport": "false"}})


@pytest.mark.parametrize("table", TABLES)
def test_table_is_recoverable_protectable_and_on_demand(table):
    properties = TABLES[table]

    assert properties["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert properties["DeletionProtectionEnabled"] == {"Ref": "DeletionProtection"}
    assert properties["BillingMode"] == "PAY_PER_REQUEST"


@pytest.mark.parametrize(("queue", "worker"), WORKERS.items())
def test_message_stays_hidden_six_times_as_long_as_its_worker_may_take(queue, worker):
    assert QUEUES[queue]["VisibilityTimeout"] >= 6 * FUNCTIONS[worker].get("Timeout", DEFAULT_TIMEOUT)


@pytest.mark.parametrize("queue", WORKERS)
def test_queue_has_dead_letters_that_ring(queue):
    dead_letters = QUEUES[queue]["RedrivePolicy"]["deadLetterTargetArn"]["Fn::GetAtt"][0]
    watched = {
        dimension["Value"]["Fn::GetAtt"][0]
        for alarm in sam_template.resources("AWS::CloudWatch::Alarm").values()
        for dimension in alarm.get("Dimensions", [])
        if "Fn::GetAtt" in dimension["Value"]
    }

    assert dead_letters in QUEUES
    assert {queue, dead_letters} <= watched


def test_worker_gives_up_when_the_queue_does():
    assert QUEUES["CeoQueue"]["RedrivePolicy"]["maxReceiveCount"] == load("ceo").MAX_DELIVERIES


@pytest.mark.parametrize("name", ["CeoQueue", "ThinkQueue"])
def test_queue_of_projects_keeps_order_per_project_and_not_beyond(name):
    queue = QUEUES[name]

    assert (queue["FifoQueue"], queue["DeduplicationScope"], queue["FifoThroughputLimit"]) == (
        True,
        "messageGroup",
        "perMessageGroupId",
    )


def test_scheduler_may_do_nothing_but_deliver_runs():
    role = sam_template.resources("AWS::IAM::Role")["ScheduleRole"]
    (policy,) = role["Policies"]

    assert role["AssumeRolePolicyDocument"]["Statement"][0]["Principal"] == {"Service": "scheduler.amazonaws.com"}
    assert policy["PolicyDocument"]["Statement"] == [
        {"Effect": "Allow", "Action": "sqs:SendMessage", "Resource": {"Fn::GetAtt": ["RunsQueue", "Arn"]}}
    ]


def test_authorizer_answers_are_not_cached():
    api = sam_template.template()["Resources"]["Api"]["Properties"]

    assert api["Auth"]["Authorizers"]["Caller"]["Identity"] == {"ReauthorizeEvery": 0}


def test_every_gateway_response_is_the_envelope_with_the_headers_of_every_answer():
    responses = sam_template.template()["Resources"]["Api"]["Properties"]["GatewayResponses"]

    for response in responses.values():
        headers = response["ResponseParameters"]["Headers"]
        assert {name: headers.get(name) for name in STANDING_HEADERS} == {
            name: f"'{value}'" for name, value in STANDING_HEADERS.items()
        }
        assert response["ResponseTemplates"]["application/json"].startswith('{"success":false,"error":{"code":"')


def test_dashboard_shows_every_alarm_function_and_queue():
    (dashboard,) = sam_template.resources("AWS::CloudWatch::Dashboard").values()
    body = dashboard["DashboardBody"]["Fn::Sub"]
    shown = {reference.split(".")[0] for reference in re.findall(r"\$\{(\w+(?:\.\w+)?)\}", body)}

    assert json.loads(body)["widgets"]
    assert {*sam_template.resources("AWS::CloudWatch::Alarm"), *FUNCTIONS, *QUEUES} <= shown


def test_access_log_is_one_json_object_a_line_and_names_no_one():
    written = sam_template.template()["Resources"]["Api"]["Properties"]["AccessLogSetting"]["Format"]
    line = json.loads(written)

    assert "\n" not in written
    assert line["request_id"] == "$context.requestId"
    assert not re.search(r"\$context\.(identity|authorizer|path|domain)", written)


def test_own_domain_is_made_only_when_it_is_asked_for_and_takes_no_old_tls():
    everything = sam_template.template()["Resources"].items()
    made = {name: resource for name, resource in everything if resource.get("Condition") == "HasDomain"}

    assert {name: resource["Type"].removeprefix("AWS::ApiGateway::") for name, resource in made.items()} == {
        "Domain": "DomainName",
        "DomainMapping": "BasePathMapping",
    }
    assert made["Domain"]["Properties"]["SecurityPolicy"] == "TLS_1_2"
    assert {made["Domain"]["Properties"][key]["Ref"] for key in ("DomainName", "RegionalCertificateArn")} == {
        "DomainName",
        "CertificateArn",
    }


def test_every_operation_a_function_may_call_is_in_the_models_it_is_deployed_with():
    granted = {tuple(action.split(":")) for _, action, _ in GRANTED}
    in_policies = {"sesv2": "ses"}  # version 2 of SES shares the names of actions with version 1
    kept = {(in_policies.get(name, name), operation) for name, called in OPERATIONS.items() for operation in called}

    called_by_the_event_source = {("sqs", name) for name in ("ReceiveMessage", "DeleteMessage", "GetQueueAttributes")}
    not_called_by_that_name = {
        ("bedrock", "InvokeModel"),
        ("dynamodb", "ConditionCheckItem"),
        ("iam", "PassRole"),
        ("lambda", "InvokeFunction"),
        ("s3", "ListBucket"),
    }
    assert granted - called_by_the_event_source - not_called_by_that_name <= kept


def test_who_may_call_another_function_or_hand_work_to_the_thinker():
    queue = {"Fn::GetAtt": ["ThinkQueue", "Arn"]}
    handing = {name for name, resource in allowed("sqs:SendMessage") if resource == queue}

    assert handing == {"CeoFunction", "WorkFunction", "McpFunction", "SweepFunction"}
    assert {(name, called["Fn::GetAtt"][0]) for name, called in allowed("lambda:InvokeFunction")} == {
        ("LeavingFunction", "LeaverFunction"),
        ("SweepFunction", "LeaverFunction"),
        ("VaultFunction", "EgressFunction"),
        ("McpFunction", "EgressFunction"),
        ("McpFunction", "ThinkerFunction"),
        ("PaFunction", "ThinkerFunction"),
    }


def test_thinker_alone_may_call_a_model_and_read_its_key_and_may_delete_or_open_nothing():
    granted = [(listed(one["Action"]), one["Resource"]) for one in statements("ThinkerFunction")]
    (vault,), (pa,) = (
        [one for one in statements("ThinkerFunction") if table in json.dumps(one["Resource"])]
        for table in ("VaultTable", "PaTable")
    )

    able = allowed("bedrock:InvokeModel", "secretsmanager:GetSecretValue")
    assert {name for name, _ in able} == {"ThinkerFunction"}
    assert not [actions for actions, _resource in granted if "dynamodb:DeleteItem" in actions]
    assert pa["Action"] == ["dynamodb:PutItem", "dynamodb:UpdateItem"]  # what the assistant answers later
    assert pa["Resource"] == {"Fn::GetAtt": ["PaTable", "Arn"]}
    assert pa["Condition"]["ForAllValues:StringLike"] == {"dynamodb:LeadingKeys": ["ACCOUNT#*"]}
    assert (vault["Action"], vault["Resource"]) == ("dynamodb:Query", {"Fn::Sub": "${VaultTable.Arn}/index/by_project"})
    assert vault["Condition"]["ForAllValues:StringLike"] == {"dynamodb:LeadingKeys": ["ACCOUNT#*"]}
    assert [resource for actions, resource in granted if actions == ["secretsmanager:GetSecretValue"]] == [
        {"Ref": "ModelKeySecretArn"}
    ]
    assert not [actions for actions, _resource in granted if "kms:Decrypt" in actions]
    assert [actions for actions, resource in granted if resource == {"Fn::GetAtt": ["WorkTable", "Arn"]}] == [
        ["dynamodb:GetItem"],
        ["dynamodb:PutItem"],
    ]


def test_thinker_may_call_any_model_of_bedrock_only_through_the_profile_that_is_configured():
    own, by_profile = (one for one in statements("ThinkerFunction") if listed(one["Action"]) == ["bedrock:InvokeModel"])

    model, profile = own["Resource"]
    assert model["Fn::Sub"][0].endswith("foundation-model/${Id}")
    assert by_profile["Condition"] == {"StringEquals": {"bedrock:InferenceProfileArn": profile}}


@pytest.mark.parametrize("failure", ["denied", "unreachable"])
def test_failing_model_rings_by_what_the_worker_logs(failure):
    metrics = {
        one["MetricTransformations"][0]["MetricName"]
        for one in sam_template.resources("AWS::Logs::MetricFilter").values()
        if f'$.message = "model_failed" && $.failure = "{failure}"' in one["FilterPattern"]
    }
    watched = {alarm["MetricName"] for alarm in sam_template.resources("AWS::CloudWatch::Alarm").values()}

    assert len(metrics) == 1
    assert metrics <= watched
    assert 'logger.warning("model_failed"' in (sam_template.ROOT / "functions/thinker/model_wire/model.py").read_text()


def test_who_sends_mail_may_send_from_one_address_read_no_password_and_follow_nobody_about():
    (sending,) = (one for one in statements("MailFunction") if listed(one["Action"]) == ["ses:SendEmail"])
    reads = [one for one in statements("MailFunction") if "IdentityTable" in json.dumps(one["Resource"])]
    (configuration,) = sam_template.resources("AWS::SES::ConfigurationSet").values()

    assert "TrackingOptions" not in configuration
    assert configuration["DeliveryOptions"] == {"TlsPolicy": "REQUIRE"}
    assert [name for name, _ in allowed("ses:SendEmail")] == ["MailFunction"]
    assert sending["Condition"] == {"StringEquals": {"ses:FromAddress": {"Ref": "MailFrom"}}}
    assert [one["Condition"]["ForAllValues:StringLike"] for one in reads] == [
        {"dynamodb:LeadingKeys": ["ACCOUNT#*"]}  # users' rows begin with USER#
    ]


def test_bounces_and_complaints_reach_their_function_and_only_ses_may_say_so():
    topic = {"Ref": "MailFeedbackTopic"}
    (destination,) = sam_template.resources("AWS::SES::ConfigurationSetEventDestination").values()
    (policy,) = sam_template.resources("AWS::SNS::TopicPolicy").values()
    (statement,) = policy["PolicyDocument"]["Statement"]

    assert destination["EventDestination"]["MatchingEventTypes"] == ["bounce", "complaint"]
    assert destination["EventDestination"]["SnsDestination"] == {"TopicARN": topic}
    assert (statement["Principal"], statement["Action"]) == ({"Service": "ses.amazonaws.com"}, "sns:Publish")
    assert FUNCTIONS["MailFeedbackFunction"]["Events"]["Notice"]["Properties"]["Topic"] == topic


def on_events(function: str) -> list[tuple[frozenset[str], frozenset[str]]]:
    """What a function may do with rows of the events table: actions, and the leading keys that they are held to."""
    found = []
    for one in statements(function):
        if {"Fn::GetAtt": ["EventsTable", "Arn"]} in listed(one["Resource"]):
            keys = one["Condition"]["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]
            found.append((frozenset(listed(one["Action"])), frozenset(keys)))
    return found


RECORDING = [name for name in FUNCTIONS if on_events(name) and name not in {"FilingFunction", "LeaverFunction"}]


@pytest.mark.parametrize("function", RECORDING)
def test_who_records_events_changes_nothing_that_is_filed_or_chained(function):
    writing = {"dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"}
    changed = {key for actions, keys in on_events(function) if actions & writing for key in keys}

    assert changed <= {"NEW#*", "LATER#*", "ATTENTION#*", "CHANGED#*"}


def test_the_filing_worker_alone_writes_the_security_log_and_nobody_updates_it():
    able = {
        (name, action)
        for name in FUNCTIONS
        for actions, keys in on_events(name)
        if "AUDIT#*" in keys
        for action in actions - {"dynamodb:GetItem", "dynamodb:Query"}
    }

    assert able == {
        ("FilingFunction", "dynamodb:PutItem"),
        ("FilingFunction", "dynamodb:DeleteItem"),
        ("LeaverFunction", "dynamodb:DeleteItem"),  # with its account
    }


def test_condition_for_all_values_is_never_alone_as_it_passes_where_there_are_none():
    for name, _, one in GRANTED:
        condition = one.get("Condition", {})
        for operator, tested in condition.items():
            if operator.startswith("ForAllValues:"):
                assert condition.get("Null") == dict.fromkeys(tested, "false"), (name, one)
