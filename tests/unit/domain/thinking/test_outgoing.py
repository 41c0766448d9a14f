"""No secret leaves for a model: neither what a customer typed nor what a tool found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.thinking.asking import LEFT_OUT, searched
from domain.thinking.task import Failure, ModelFailed

# Made up, in the forms of real ones.
CANARIES = {
    "github": "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "aws": "AKIA" + "QWERTYUIOPASDFGH",
    "model": "sk-" + "proj-Zx81Kq92Vb73Nm64Lp55Hj46Gf37Ds28",
    "private key": "-----BEGIN " + "OPENSSH PRIVATE KEY-----",
    "behind a word": "password: " + "xK9mQ2vL8nR4tY7wB3",
}


@pytest.mark.parametrize("secret", CANARIES.values(), ids=CANARIES)
@pytest.mark.parametrize(
    "place",
    [
        lambda text: {"question": text},
        lambda text: {"question": f"Here it is:\n{text}\nIs that enough?"},
        lambda text: {"documents": [{"sections": [{"text": f'He said "{text}".'}]}]},
        lambda text: {text: "a name"},
        lambda text: {"api_key": text},
    ],
    ids=["alone", "on a line of its own", "deep", "as a name", "behind a name"],
)
def test_secret_in_the_data_keeps_all_of_it_here(desk, question, secret, place):
    with pytest.raises(ModelFailed) as failed:
        desk.ask(replace(question, data=place(secret)))

    assert failed.value.failure is Failure.WITHHELD
    assert desk.model.asked == []
    assert desk.promised_and_spent() == (0, 0)


def test_secret_is_in_no_log(question, caplog, capsys):
    with pytest.raises(ModelFailed):
        searched(replace(question, data={"question": CANARIES["github"]}))

    assert CANARIES["github"] not in capsys.readouterr().out + caplog.text


def test_secret_that_a_tool_finds_is_left_out(question):
    def read_entry(number: int) -> str:
        """Read an entry."""
        return CANARIES["github"] if number else "Friday"

    (tool,) = searched(replace(question, tools=(read_entry,))).tools

    assert (tool(0), tool(1)) == ("Friday", LEFT_OUT)
    assert (tool.__name__, tool.__doc__) == ("read_entry", "Read an entry.")
