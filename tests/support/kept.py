"""Everything that a cloud keeps, for tests that look for secrets in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import sam_template
from local.cloud import Cloud
from local.paths import Home


def everything_kept(cloud: Cloud, home: Home) -> Iterator[tuple[str, str]]:
    """(where, content) of each table's rows, each log line, each waiting message and each file of the cloud."""
    with closing(cloud.client("dynamodb")) as dynamodb:
        for table in sam_template.resources("AWS::DynamoDB::Table"):  # tests make others, which come and go
            for page in dynamodb.get_paginator("scan").paginate(TableName=cloud.resources[table]):
                yield table, str(page["Items"])
    with closing(cloud.client("logs")) as logs:
        listed = logs.get_paginator("describe_log_groups").paginate()
        for name in [group["logGroupName"] for page in listed for group in page["logGroups"]]:
            for page in logs.get_paginator("filter_log_events").paginate(logGroupName=name):
                yield name, str([event["message"] for event in page["events"]])
    with closing(cloud.client("sqs")) as sqs:
        for queue in sqs.list_queues()["QueueUrls"]:
            yield queue, str(sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=10, VisibilityTimeout=0))
    for path in home.root.rglob("*"):
        if path.is_file() and "layer_" not in str(path):
            yield str(path), path.read_bytes().decode("latin-1")  # as it stands there, whatever it is
