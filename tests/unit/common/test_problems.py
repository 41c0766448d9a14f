from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import Field, ValidationError

from common.envelope import RequestModel
from common.fields import Line
from common.problems import invalid_request


class Order(RequestModel):
    name: Annotated[Line, Field(min_length=1, max_length=5)]
    code: Annotated[Line, Field(min_length=3)] = "abc"
    loaves: list[str] = Field(["rye"], min_length=1)


@pytest.mark.parametrize(
    ("body", "field", "message"),
    [
        ({}, "name", "This is required."),
        ({"name": ""}, "name", "This must not be empty."),
        ({"name": "sourdough"}, "name", "This takes at most 5 characters."),
        ({"name": "rye", "code": "a"}, "code", "This needs at least 3 characters."),
        ({"name": "rye", "loaves": []}, "loaves", "This must not be empty."),
        ({"name": "rye", "naem": "rye"}, "naem", "There is no such field."),
        ({"name": "rye\n\0"}, "name", "This must be one line, without control characters."),
        ({"name": 7}, "name", "Give text."),
    ],
)
def test_invalid_request_says_in_plain_words_what_is_wrong_with_a_field(body: dict[str, Any], field: str, message: str):
    with pytest.raises(ValidationError) as refused:
        Order.model_validate(body)

    error = invalid_request(refused.value.errors())

    assert [(problem.field, problem.message) for problem in error.problems] == [(field, message)]
