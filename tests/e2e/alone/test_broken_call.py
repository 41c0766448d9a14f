"""The egress function ends in the middle of a call: who called is told, and may see what became of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from atrium import Customer
from echo import Answer, Call, Echo, authority, echoing, text
from local.cloud import Cloud
from local.paths import Home
from mcp_clients import Refused, assistant

pytestmark = pytest.mark.nightly

SLOW = "/slow"


def answer(call: Call) -> Answer:
    if call.path == SLOW:
        time.sleep(4)
    return text("fine")


@pytest.fixture
def host(cloud: Cloud, home: Home) -> Iterator[Echo]:
    """A host over TLS whose one path takes longer than the egress function may live meanwhile."""
    file = home.state / "authority.pem"
    file.write_bytes(authority().pem)
    functions, name = cloud.client("lambda"), cloud.resources["EgressFunction"]
    before = functions.get_function_configuration(FunctionName=name)["Timeout"]
    functions.update_function_configuration(FunctionName=name, Timeout=2)
    try:
        with echoing(answer) as echo:
            yield echo
    finally:
        functions.update_function_configuration(FunctionName=name, Timeout=before)
        file.unlink()


def test_call_that_broke_off_is_told_and_on_record_and_the_next_one_works(cloud: Cloud, host: Echo) -> None:
    with closing(Customer(cloud.base_url)) as customer:
        project_id = customer.create_project()
        terms = {"allowed_hosts": ["localhost"], "use_policy": "workers"}
        deposit = {"name": "Shop", "type": "token", "value": "an-octopus-in-the-vault", **terms}
        credential_id = customer.by_session("POST", f"/vault/credentials/{project_id}", deposit).data["id"]
        base, purpose = f"https://localhost:{host.port}", "Look at the account"
        path = f"/vault/credentials/{credential_id}"

        def call(url: str) -> Any:
            return customer.call("POST", f"{path}/call", {"method": "GET", "url": url, "purpose": purpose})

        async def by_an_assistant() -> str:
            async with assistant(customer.base_url, customer.key) as connected:
                asked = {"method": "GET", "url": base + SLOW, "purpose": purpose}
                with pytest.raises(Refused) as refused:
                    await connected.call("call_with_credential", credential_id=credential_id, **asked)
                return str(refused.value)

        broken, told, fine = call(base + SLOW), asyncio.run(by_an_assistant()), call(base)

        assert (broken.status, broken.error["code"]) == (504, "TARGET_TIMED_OUT")
        assert told.startswith("TARGET_TIMED_OUT")
        assert (fine.status, fine.data["body"]) == (200, "fine")
        uses = customer.call("GET", f"{path}/uses").data["uses"]
        ended = [(use["status"], use["problem"]) for use in uses]
        assert ended == [("answered", None), ("failed", "lost"), ("failed", "lost")]
