"""What a door does once for a route, and not in every request."""

from __future__ import annotations

from common.envelope import Envelope, FieldDetail
from common.gate import Access
from common.http import CurrentCaller, Door
from doors import CONTEXT, event, key_caller


def test_annotations_of_a_route_are_evaluated_in_its_first_request() -> None:
    door = Door("projects")

    @door.route("GET", "/projects", Access(scopes=("projects:read",)))
    def shown(caller: CurrentCaller) -> Envelope[FieldDetail]:
        return Envelope(data=FieldDetail(field="account", message=caller.account_id))

    assert {*map(type, shown.__annotations__.values())} == {str}
    answer = door(event("GET", "/projects", caller=key_caller()), CONTEXT)

    assert (answer["statusCode"], "acc_1" in answer["body"]) == (200, True)
    assert str not in {*map(type, shown.__annotations__.values())}
