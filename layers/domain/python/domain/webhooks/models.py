"""Requests and views of webhooks. Standard Webhooks does not define these; we chose them."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StrictBool, model_validator

from common.envelope import RequestModel, View
from common.fields import Instant, Line, RequestInstant
from domain.events.records import EventType
from domain.webhooks.records import Attempt, Delivery, DeliveryStatus, Disabled, Endpoint, Reason
from domain.webhooks.targets import MAX_URL_LENGTH

MAX_GRACE_SECONDS = 24 * 60 * 60


def _in_order(types: list[EventType]) -> list[EventType]:
    if len(set(types)) != len(types):
        raise ValueError("You name a type twice")
    return [one for one in EventType if one in types]


Types = Annotated[list[EventType], Field(min_length=1, max_length=len(EventType)), AfterValidator(_in_order)]
Url = Annotated[Line, Field(min_length=1, max_length=MAX_URL_LENGTH)]
Description = Annotated[Line, Field(min_length=1, max_length=200)]


class CreateEndpoint(RequestModel):
    """A new endpoint: where events of these types are sent."""

    url: Url
    types: Types
    description: Description | None = None


class UpdateEndpoint(RequestModel):
    """The fields to change, at least one. A null `description` removes it."""

    url: Url | None = None
    types: Types | None = None
    description: Description | None = None
    enabled: StrictBool | None = None

    @model_validator(mode="after")
    def _something_to_change(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("Give url, types, description or enabled")
        if any(name in self.model_fields_set and getattr(self, name) is None for name in ("url", "types", "enabled")):
            raise ValueError("Leave url, types and enabled out, or give them a value")
        return self


class RotateSecret(RequestModel):
    """A rotation. For `grace_seconds` deliveries carry two signatures, of the new secret and of the one before."""

    grace_seconds: int = Field(0, ge=0, le=MAX_GRACE_SECONDS)


class Recover(RequestModel):
    """Deliver again what failed from `since` on."""

    since: RequestInstant


class EndpointView(View):
    """An endpoint, without its secret. While `failing_since` is set, no delivery has succeeded from then on."""

    id: str
    url: str
    types: list[EventType]
    description: str | None
    enabled: bool
    disabled_reason: Disabled | None
    disabled_at: Instant | None
    failing_since: Instant | None
    recover_since: Instant | None = Field(description="What to send to `recover`; null when nothing may be missing.")
    previous_secret_until: Instant | None
    created_at: Instant
    updated_at: Instant

    @classmethod
    def of(cls, endpoint: Endpoint) -> Self:
        """The view of a stored endpoint."""
        shown = endpoint.model_dump(include=set(cls.model_fields) & set(Endpoint.model_fields))
        return cls(enabled=endpoint.disabled is None, disabled_reason=endpoint.disabled, **shown)


class EndpointWithSecret(EndpointView):
    """The only answers that ever hold `secret`: of a new endpoint, and of a rotation."""

    secret: str = Field(repr=False, description="`whsec_…`, shown this once. Verify the signatures with it.")

    @classmethod
    def with_secret(cls, endpoint: Endpoint, secret: str) -> Self:
        """The view of an endpoint with its new secret."""
        return cls(secret=secret, **EndpointView.of(endpoint).model_dump())


class EndpointList(View):
    """All endpoints of the account, oldest first; at most ten."""

    webhooks: list[EndpointView]


class EndpointDeleted(View):
    """A deleted endpoint. Nothing more is sent to it."""

    id: str
    deleted: Literal[True] = True


class AttemptView(View):
    """One try. `status` is the receiver's, null when it gave none; `reason` says why the try failed."""

    at: Instant
    status: int | None
    milliseconds: int
    reason: Reason | None
    next_attempt_at: Instant | None

    @classmethod
    def of(cls, attempt: Attempt) -> Self:
        """The view of an attempt."""
        return cls.model_validate(attempt)


class DeliveryView(View):
    """An event on its way to an endpoint. `id` is the event's, which `webhook-id` names."""

    id: str
    type: EventType
    payload: str = Field(description="The body of every attempt, as it is sent: JSON as text.")
    status: DeliveryStatus
    reason: Reason | None
    created_at: Instant
    delivered_at: Instant | None
    next_attempt_at: Instant | None
    attempts: list[AttemptView]

    @classmethod
    def of(cls, delivery: Delivery) -> Self:
        """The view of a stored delivery."""
        shown = delivery.model_dump(include=set(cls.model_fields) - {"payload", "attempts"})
        attempts = [AttemptView.of(attempt) for attempt in delivery.attempts]
        return cls(payload=delivery.body, attempts=attempts, **shown)


class DeliveryList(View):
    """A page of deliveries of the last 30 days, newest first."""

    deliveries: list[DeliveryView]
    has_more: bool
    next_cursor: str | None


class TestSent(View):
    """A test is on its way; `delivery_id` finds it among the endpoint's deliveries in a moment."""

    __test__ = False  # pytest would take it for a test

    delivery_id: str


class Recovered(View):
    """How many deliveries were started again. With `has_more`, go on from `next_since`."""

    recovered: int
    has_more: bool
    next_since: Instant | None
