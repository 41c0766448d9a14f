"""Commits in a real repository, by a real Git server (`git http-backend` behind TLS)."""

from __future__ import annotations

import random
import ssl
import traceback
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from domain.projects.states import DeliveryReason
from domain.repository import git
from domain.repository.committing import TRIES, commit_file
from domain.repository.documents import RepositoryFile
from domain.repository.git import Access, NotDelivered
from git_server import BRANCH, SECRET, USERNAME

AT = datetime(2026, 3, 5, 14, 0, tzinfo=UTC)


def file(document, revision, content, path="roadmap.md", title="Roadmap"):
    trailer = f"Atrium-Revision: {document}/{revision}"
    message = f"{title}, revision {revision}, as approved\n\n{trailer}\n"
    return RepositoryFile(("docs", "atrium", path), content, message, trailer, AT)


ROADMAP, SECOND = (file("dlv_1", 1, b"# Roadmap\n\nBread first.\n"), file("dlv_1", 2, b"# Roadmap\n\nCake first.\n"))
SCOPE = file("dlv_2", 1, b"# Scope\n", "scope.md", "Scope")


def access_to(server, secret=SECRET):
    return Access(server.url, USERNAME, secret)


def deliver(server, wire, sent=ROADMAP, left_as=None, *, access=None):
    return commit_file(sent, access or access_to(server), wire, left_as=left_as, now=AT)


def refused(server, wire, sent=ROADMAP, left_as=None, *, access=None):
    with pytest.raises(NotDelivered) as caught:
        deliver(server, wire, sent, left_as, access=access)
    return caught.value.reason


def test_first_delivery_to_an_empty_repository(server, wire):
    made = deliver(server, wire)

    assert server.git("rev-parse", BRANCH) == made.commit
    assert server.git("rev-parse", f"{BRANCH}:docs/atrium/roadmap.md") == made.blob
    assert server.git("show", f"{BRANCH}:docs/atrium/roadmap.md") == ROADMAP.content.decode().strip()
    assert server.git("log", "--format=%an <%ae> %s%n%(trailers)", BRANCH).splitlines() == [
        "Atrium <atrium@documents.invalid> Roadmap, revision 1, as approved",
        "Atrium-Revision: dlv_1/1",
    ]
    server.git("fsck", "--strict")


def test_branch_begins_at_the_default_branch_and_keeps_its_files(server, wire):
    begun = server.commit("src/shop.py", "print('bread')\n")
    server.commit("docs/manual.md", "how to\n")

    deliver(server, wire)

    assert server.git("ls-tree", "-r", "--name-only", BRANCH).splitlines() == [
        "docs/atrium/roadmap.md",
        "docs/manual.md",
        "src/shop.py",
    ]
    assert begun in server.git("rev-list", BRANCH)
    assert server.log("main") == ["Change docs/manual.md", "Change src/shop.py"]
    server.git("fsck", "--strict")


def test_revisions_and_documents_follow_what_others_pushed_as_commits_of_their_own(server, wire):
    first = deliver(server, wire)
    theirs = server.commit("docs/atrium/notes.md", "mine\n", branch=BRANCH)

    second = deliver(server, wire, SECOND, first.blob)
    deliver(server, wire, SCOPE)

    assert server.log() == [
        "Scope, revision 1, as approved",
        "Roadmap, revision 2, as approved",
        "Change docs/atrium/notes.md",
        "Roadmap, revision 1, as approved",
    ]
    assert server.git("rev-parse", f"{second.commit}^") == theirs
    assert server.read("docs/atrium/roadmap.md") == "# Roadmap\n\nCake first."
    assert server.read("docs/atrium/notes.md") == "mine"


@pytest.mark.parametrize("when", ["before the server tells its refs", "after it"])
def test_push_of_another_between_look_and_push_is_followed(server, wire, when):
    """The server's own comparison refuses the first push: nothing is lost, and the second one follows."""
    deliver(server, wire)
    pushed: list[str] = []

    def rival(path):
        if "git-receive-pack" in path and not pushed and (when != "after it" or path.endswith("/git-receive-pack")):
            pushed.append(path)
            server.commit("README.md", "theirs\n", branch=BRANCH)

    server.before = rival

    deliver(server, wire, SCOPE)

    assert server.log()[:2] == ["Scope, revision 1, as approved", "Change README.md"]
    assert server.read("README.md") == "theirs"


def test_branch_that_moves_every_time_is_left_after_a_few_tries(server, wire):
    deliver(server, wire)
    count = iter(range(100))

    def rival(path):
        if path.endswith("/git-receive-pack"):
            server.commit("README.md", f"{next(count)}\n", branch=BRANCH)

    server.before = rival

    assert refused(server, wire, SCOPE) is DeliveryReason.BRANCH_MOVED
    assert next(count) == TRIES
    assert "Scope, revision 1, as approved" not in server.log()


@pytest.mark.parametrize(
    ("hook", "script", "reason"),
    [
        ("pre-receive", "echo 'no documents here' >&2; exit 1", DeliveryReason.HOOK_DECLINED),
        ("update", "exit 1", DeliveryReason.HOOK_DECLINED),
        (None, "", DeliveryReason.REJECTED),
    ],
)
def test_hook_that_declines_and_a_branch_in_the_way_of_ours_are_the_reason(server, wire, hook, script, reason):
    if hook:
        server.hook(hook, script)
    else:
        server.commit("README.md", "theirs\n", branch="atrium")

    assert refused(server, wire) is reason
    assert server.log() == []


def test_word_of_a_hosting_service_on_the_branch_is_understood():
    with pytest.raises(NotDelivered) as caught:
        git._refuse("protected branch hook declined")

    assert caught.value.reason is DeliveryReason.PROTECTED_BRANCH


@pytest.mark.parametrize("content", ["# Roadmap\n\nNo bread.\n", None], ids=["changed", "deleted"])
def test_same_file_changed_by_others_is_a_conflict_and_nothing_is_overwritten(server, wire, content):
    first = deliver(server, wire)
    theirs = server.commit("docs/atrium/roadmap.md", content, branch=BRANCH)

    assert refused(server, wire, SECOND, first.blob) is DeliveryReason.CONFLICT
    assert server.git("rev-parse", BRANCH) == theirs


@pytest.mark.parametrize("path", ["docs/atrium/roadmap.md", "docs/atrium", "docs"])
def test_file_that_was_there_before_us_is_a_conflict(server, wire, path):
    server.commit(path, "theirs\n")

    assert refused(server, wire) is DeliveryReason.CONFLICT
    assert server.log() == []


@pytest.mark.parametrize("path", ["README.md", "docs/atrium/roadmap.md"])
def test_killed_between_push_and_record_finds_its_commit_whatever_others_changed_since(server, wire, path):
    killed = deliver(server, wire)
    server.commit(path, "theirs\n", branch=BRANCH)

    assert deliver(server, wire) == killed
    assert server.log() == [f"Change {path}", "Roadmap, revision 1, as approved"]
    assert server.read(path) == "theirs"


def test_commit_of_others_that_bears_our_line_but_another_file_is_not_taken_for_ours(server, wire):
    first = deliver(server, wire)
    copy = server.folder / "forger"
    server.git("clone", "--quiet", "--branch", BRANCH, str(server.bare), str(copy), at=server.folder)
    server.git("commit", "--quiet", "--allow-empty", "--message", f"x\n\n{SECOND.trailer}", at=copy)
    server.git("push", "--quiet", "origin", BRANCH, at=copy)

    made = deliver(server, wire, SECOND, first.blob)

    assert server.git("rev-parse", BRANCH) == made.commit
    assert server.read("docs/atrium/roadmap.md").endswith("Cake first.")


def test_branch_that_was_merged_and_deleted_begins_anew(server, wire):
    first = deliver(server, wire)
    server.git("update-ref", "refs/heads/main", first.commit)
    server.git("branch", "--delete", "--force", BRANCH)

    deliver(server, wire, SECOND, first.blob)

    assert server.log() == ["Roadmap, revision 2, as approved", "Roadmap, revision 1, as approved"]


def test_file_that_was_delivered_elsewhere_and_never_was_on_this_branch_is_no_conflict(server, wire):
    deliver(server, wire, SCOPE)

    deliver(server, wire, SECOND, "0" * 40)

    assert server.log() == ["Roadmap, revision 2, as approved", "Scope, revision 1, as approved"]


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (403, DeliveryReason.FORBIDDEN),
        (404, DeliveryReason.NOT_FOUND),
        (302, DeliveryReason.REDIRECT),
        (500, DeliveryReason.SERVER_ERROR),
        (200, DeliveryReason.BAD_ANSWER),  # a page for browsers
    ],
)
@pytest.mark.parametrize("service", ["upload", "receive"])
def test_status_of_a_server_that_refuses_is_the_reason(server, wire, status, reason, service):
    server.answer = lambda path: status if service in path else None

    assert refused(server, wire) is reason
    assert not any("elsewhere" in request for request in server.requests)


def test_host_that_resolves_to_a_private_address_is_never_connected_to(server, wire):
    guarded = replace(wire, resolve=lambda _name: ["93.184.215.14", "169.254.169.254"])

    assert refused(server, guarded) is DeliveryReason.FORBIDDEN_TARGET
    assert server.requests == []


def test_certificate_of_an_unknown_authority(server, wire):
    strict = replace(wire, authorities=ssl.create_default_context)

    assert refused(server, strict) is DeliveryReason.TLS_FAILED
    assert server.requests == []


def test_repository_that_sends_too_much_is_left(server, wire, monkeypatch):
    server.commit("a.txt", "bread\n")
    monkeypatch.setattr(git, "MOST_BYTES", 150)

    assert refused(server, wire) is DeliveryReason.TOO_LARGE


@pytest.mark.parametrize("filtered", [True, False])
def test_contents_of_others_files_are_not_fetched_where_the_server_can_leave_them_out(
    server, wire, monkeypatch, filtered
):
    """What does not compress is not among what comes, so a far smaller bound suffices."""
    server.git("config", "uploadpack.allowFilter", str(filtered).lower())
    server.commit("data.txt", random.Random(1).randbytes(100_000).hex())  # noqa: S311 - not for secrets
    if filtered:
        monkeypatch.setattr(git, "MOST_BYTES", 20_000)

    deliver(server, wire)

    assert server.log()[0] == "Roadmap, revision 1, as approved"
    assert server.git("cat-file", "-s", f"{BRANCH}:data.txt") == "200000"


def test_secret_is_in_no_error_and_in_no_text_of_what_carries_it(server, wire):
    server.hook("pre-receive", f"echo {SECRET} >&2; exit 1")
    carried = access_to(server)

    with pytest.raises(NotDelivered) as caught:
        deliver(server, wire, access=carried)

    assert SECRET not in "".join(traceback.format_exception(caught.value))
    assert SECRET not in repr(carried)
