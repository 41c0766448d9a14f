"""The peer: directory, ask and messages as they are usually written, in FastAPI behind Mangum with boto3.resource."""

from __future__ import annotations

import json
import os
import uuid
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated, Any, Literal

import boto3
from aws_lambda_powertools import Logger, Metrics, Tracer
from aws_lambda_powertools.metrics import MetricUnit
from boto3.dynamodb.conditions import Key
from fastapi import Depends, FastAPI, HTTPException, Query, Request
from mangum import Mangum
from pydantic import BaseModel, Field

logger = Logger(service="peer")
tracer = Tracer(service="peer")
metrics = Metrics(namespace="peer", service="peer")
table = boto3.resource("dynamodb").Table(os.environ["TABLE"])
queue = boto3.resource("sqs").Queue(os.environ["QUEUE_URL"])
app = FastAPI(title="Peer")


class PointOfContact(BaseModel):
    id: str
    name: str
    role: str
    description: str
    capabilities: list[str]


class TeamMember(BaseModel):
    role: str
    description: str


class Directory(BaseModel):
    point_of_contact: PointOfContact
    team: list[TeamMember]
    note: str


class Ask(BaseModel):
    message: Annotated[str, Field(min_length=1, max_length=10_000)]


class Standing(BaseModel):
    phase: str
    status: str


class Accepted(BaseModel):
    agent: str = "ceo"
    agent_name: str
    message_id: str
    conversation_id: str
    response: str
    project_status: Standing


class Message(BaseModel):
    id: str
    sender_type: Literal["customer", "agent"]
    sender_agent_type: str | None = None
    content: str
    created_at: datetime
    conversation_id: str
    reply_to: str | None = None


class MessagePage(BaseModel):
    conversation_id: str
    messages: list[Message]
    has_more: bool


class Envelope[T](BaseModel):
    success: bool = True
    data: T


DIRECTORY = Directory(
    point_of_contact=PointOfContact(
        id="ceo",
        name="Ada",
        role="CEO",
        description="Your single point of contact: answers for the whole team.",
        capabilities=["project_updates", "status_reports", "strategic_decisions", "general_questions"],
    ),
    team=[TeamMember(role=role, description=f"The {role} of the team.") for role in ("CTO", "CPO", "CDO", "CMO")],
    note="All communication goes through the CEO agent.",
)


def caller(request: Request) -> dict[str, str]:
    """The context that the authorizer gave: the account's id, and its scopes in one text."""
    context: dict[str, str] = request.scope["aws.event"]["requestContext"]["authorizer"]
    return context


Caller = Annotated[dict[str, str], Depends(caller)]


def require(context: dict[str, str], scope: str) -> None:
    """Raise `HTTPException` 403 unless the key has the scope."""
    if scope not in context["scopes"].split():
        raise HTTPException(403, f"API key missing required scope: {scope}")


def get_project(account_id: str, project_id: str) -> dict[str, Any]:
    """The row of the account's project. Raises `HTTPException` 404 if the account has no such project."""
    found = table.get_item(Key={"pk": f"ACCOUNT#{account_id}", "sk": f"PROJECT#{project_id}"}, ConsistentRead=True)
    if "Item" not in found:
        raise HTTPException(404, "No such project.")
    item: dict[str, Any] = found["Item"]
    return item


@app.get("/agents")
def get_directory(context: Caller) -> Envelope[Directory]:
    require(context, "agents:read")
    return Envelope(data=DIRECTORY)


@app.post("/agents/{project_id}/ask", status_code=202)
@tracer.capture_method(capture_response=False)
def ask(project_id: str, body: Ask, context: Caller) -> Envelope[Accepted]:
    require(context, "agents:write")
    project = get_project(context["account_id"], project_id)
    now = datetime.now(UTC)
    message_id = f"msg_{now:%Y%m%d%H%M%S%f}_{uuid.uuid4().hex[:8]}"
    message = Message(
        id=message_id, sender_type="customer", content=body.message, created_at=now, conversation_id=project_id
    )
    table.put_item(Item={"pk": f"PROJECT#{project_id}", "sk": f"MSG#{message_id}", **message.model_dump(mode="json")})
    queue.send_message(
        MessageBody=json.dumps({"project_id": project_id, "message_id": message_id}),
        MessageGroupId=project_id,
        MessageDeduplicationId=message_id,
    )
    standing = Standing(phase=project["phase"], status=project["status"])
    accepted = Accepted(
        agent_name="Ada",
        message_id=message_id,
        conversation_id=project_id,
        response="Your message has reached the CEO.",
        project_status=standing,
    )
    return Envelope(data=accepted)


@app.get("/agents/{project_id}/messages")
@tracer.capture_method(capture_response=False)
def list_messages(
    project_id: str,
    context: Caller,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: str | None = None,
) -> Envelope[MessagePage]:
    require(context, "agents:read")
    get_project(context["account_id"], project_id)
    newer = Key("sk").lt(f"MSG#{before}") if before else Key("sk").begins_with("MSG#")
    condition = Key("pk").eq(f"PROJECT#{project_id}") & newer
    found = table.query(KeyConditionExpression=condition, ScanIndexForward=False, Limit=limit + 1, ConsistentRead=True)
    messages = [Message.model_validate(item) for item in found["Items"]]
    return Envelope(
        data=MessagePage(conversation_id=project_id, messages=messages[:limit], has_more=len(messages) > limit)
    )


adapter = Mangum(app, lifespan="off")


@tracer.capture_method(capture_response=False)
def count_request(context: dict[str, str], status: int) -> None:
    """Count one request in the account's counters of the day, as the measured product does."""
    now = datetime.now(UTC)
    counted = {"requests", f"hour_{now:%H}"} | ({"errors"} if status >= HTTPStatus.BAD_REQUEST else set())
    table.update_item(
        Key={"pk": f"USAGE#{context['account_id']}", "sk": f"{now:%Y-%m-%d}"},
        UpdateExpression="ADD " + ", ".join(f"#{name} :one" for name in sorted(counted)),
        ExpressionAttributeNames={f"#{name}": name for name in counted},
        ExpressionAttributeValues={":one": 1},
    )


@logger.inject_lambda_context
@tracer.capture_lambda_handler(capture_response=False)
@metrics.log_metrics
def lambda_handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    answer: dict[str, Any] = adapter(event, context)
    count_request(event["requestContext"]["authorizer"], answer["statusCode"])
    metrics.add_metric(name="Requests", unit=MetricUnit.Count, value=1)
    logger.info("request", extra={"path": event["path"], "status": answer["statusCode"]})
    return answer
