"""Where a webhook may go. The same forty targets are tried against a listening socket: nothing may connect."""

from __future__ import annotations

import socket

import pytest

from common.errors import InvalidRequest
from domain.webhooks.records import Reason
from domain.webhooks.targets import NameNotResolved, Target, read_target
from domain.webhooks.wire import Wire
from receivers import LOOPBACK, listening
from tables import for_each

PUBLIC, OTHER_PUBLIC = "93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"

REFUSED_WHEN_MADE = [
    "https://127.0.0.1/",
    "https://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[fe80::1%25eth0]/",
    "https://[fd00:ec2::254]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:7f00:1::]/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://localhost/",
    "https://metadata.google.internal/",
    "https://user:secret@hooks.example.org/",
    "https://hooks.example.org@127.0.0.1/",
    "https://hooks.example.org:8443/",
    "https://hooks.example.org\\@127.0.0.1/",
    "https://１２７.０.０.１/",
    "https://hooks。example.org/",
    "http://hooks.example.org/",
    "https:///",
    "https://hooks.example.org/#part",
    "https://hooks.example.org/a b",
    "https://hooks.example.org/\r\nHost: other",
    f"https://{'a' * 64}.example.org/",
    f"https://hooks.example.org/{'a' * 2_000}",
]
FOR_OTHER_USES = ("192.0.2.1", "203.0.113.9", "240.0.0.1", "192.0.0.9", "fec0::1", "3fff::1", "2001:20::1")
RESOLVING_TO = {
    "loopback": ["127.0.0.1"],
    "link-local": ["169.254.169.254"],
    "mapped": ["::ffff:127.0.0.1"],
    "unique-local": ["fd00::1"],
    "with-a-zone": ["fe80::1%eth0"],
    "nat64": ["64:ff9b::a9fe:a9fe"],
    "teredo": ["2001:0:a9fe:a9fe::1"],
    "multicast": ["239.255.255.250"],
    "one-of-two": [PUBLIC, "127.0.0.1"],
    "one-of-three-v6": [OTHER_PUBLIC, PUBLIC, "::1"],
    **{f"for-other-uses-{n}": [address] for n, address in enumerate(FOR_OTHER_USES)},
    "none": [],
}


@for_each("url", REFUSED_WHEN_MADE, ids=repr)
def test_url_is_refused_when_the_endpoint_is_made(url):
    with pytest.raises(InvalidRequest) as refused:
        read_target(url, private=False)

    assert [problem.field for problem in refused.value.problems] == ["url"]


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("HTTPS://Hooks.Example.org:443/a?b=%20c", Target(True, "hooks.example.org", 443, "/a?b=%20c")),
        ("https://xn--bcher-kva.example", Target(True, "xn--bcher-kva.example", 443, "/")),
        (f"https://{PUBLIC}/", Target(True, PUBLIC, 443, "/")),
        (f"https://[{OTHER_PUBLIC}]/", Target(True, OTHER_PUBLIC, 443, "/")),
    ],
)
def test_public_url_is_read(url, target):
    assert read_target(url, private=False) == target


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/", "http://localhost:9/x", "https://localhost:9/", "http://[::1]/"]
)
def test_of_private_targets_this_machine_alone_is_allowed_where_they_are(url):
    assert read_target(url, private=True)
    for refused, private in ((url, False), ("http://10.0.0.1/", True), ("https://[fd00::1]/", True)):
        with pytest.raises(InvalidRequest):
            read_target(refused, private=private)


def wire_to(listener, addresses, *, private=False):
    """A wire whose name has these addresses, and whose every connection, wherever to, ends at the listener."""

    def resolve(name):
        if not addresses:
            raise NameNotResolved(name)
        return addresses

    def connect(_address, seconds):
        return socket.create_connection((LOOPBACK, listener.port), seconds)

    return Wire(private=private, resolve=resolve, connect=connect, seconds=3.0)


def test_none_of_the_forty_targets_and_more_is_connected_to():
    urls = [*REFUSED_WHEN_MADE, *(f"https://{name}.example.org/" for name in RESOLVING_TO)]

    with listening() as listener:
        reasons = {
            url: wire_to(listener, RESOLVING_TO.get(url[8:].partition(".")[0], [PUBLIC])).post(url, {}, "{}").reason
            for url in urls
        }

    assert len(urls) >= 40
    assert set(reasons.values()) == {Reason.FORBIDDEN_TARGET, Reason.NAME_NOT_RESOLVED}
    assert [url for url, reason in reasons.items() if reason is Reason.NAME_NOT_RESOLVED] == [
        "https://none.example.org/"
    ]
    assert listener.connections == []


def test_listener_counts_what_the_guard_lets_through():
    with listening(lambda connection: connection.close()) as listener:
        outcome = wire_to(listener, [PUBLIC]).post("https://hooks.example.org/", {}, "{}")

    assert outcome.reason in {Reason.TLS_FAILED, Reason.CONNECTION_FAILED}
    assert len(listener.connections) == 1


@pytest.mark.parametrize("url", ["http://hooks.example.org/", "https://hooks.example.org:8443/"])
def test_where_private_targets_are_allowed_http_and_other_ports_reach_this_machine_alone(url):
    with listening() as listener:
        outcome = wire_to(listener, [PUBLIC], private=True).post(url, {}, "{}")

    assert outcome.reason is Reason.FORBIDDEN_TARGET
    assert listener.connections == []


def test_name_is_resolved_once_and_the_address_that_was_checked_is_connected_to():
    answers, connected = [[OTHER_PUBLIC, PUBLIC], ["127.0.0.1"]], []

    def connect(address, _seconds):
        connected.append(address)
        raise ConnectionRefusedError

    outcome = Wire(private=False, resolve=lambda _name: answers.pop(0), connect=connect).post(
        "https://hooks.example.org/", {}, "{}"
    )

    assert outcome.reason is Reason.CONNECTION_FAILED
    assert connected == [(PUBLIC, 443)]
    assert answers == [["127.0.0.1"]]
