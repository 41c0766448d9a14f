from __future__ import annotations

import json
from dataclasses import replace

from brain_stories import message, story
from domain.agents.brain.prompt import facts_of, prompt_of
from domain.agents.brain.protocol import Reply
from domain.vault.records import Credential


def test_facts_have_of_credentials_their_names_types_and_dates_only():
    facts = story("unblocked").facts
    (credential,) = facts.credentials
    told = Credential.model_validate({**credential.model_dump(), "username": "root@host", "note": "the blue one"})

    stated = facts_of(replace(facts, credentials=(told,)), message("Which credentials are there?"))

    assert stated["access"]["deposited"] == [{"name": "Hosting", "type": "api_key", "version": 1, "on": "2026-03-11"}]
    assert "root@host" not in json.dumps(stated)
    assert "the blue one" not in json.dumps(stated)


def test_facts_have_the_text_of_the_documents_named_and_of_no_other():
    facts = story("design").facts

    stated = facts_of(facts, message("What does the roadmap say?"))

    assert list(stated["document_texts"]) == ["Roadmap"]
    assert "Milestones" in stated["document_texts"]["Roadmap"]


def test_facts_and_prompt_are_json_in_every_state(state):
    facts = story(state).facts
    question = message("What is the status of the roadmap?")

    turn = json.loads(prompt_of(facts_of(facts, question), question, facts, Reply("A draft.")))

    assert turn["facts"]["project"]["status"] == facts.project.status
    assert turn["draft"] == {"content": "A draft.", "contributions": []}
    assert turn["question"] == question.content


def test_prompt_is_capped_in_history_and_in_the_texts_of_documents():
    facts = story("design").facts
    earlier = tuple(
        message("word " * 1_000).model_copy(update={"id": f"msg_01JNB3ZK8R5V6W7X8Y9Z0A1B{number:02d}"})
        for number in range(20)
    )
    long = tuple(item.model_copy(update={"content": "line\n" * 20_000}) for item in facts.deliverables)
    large = replace(facts, recent=earlier, deliverables=long)
    question = message("What does the roadmap say?")

    turn = json.loads(prompt_of(facts_of(large, question), question, large, Reply("A draft.")))

    assert [len(entry["text"]) for entry in turn["conversation"]] == [1_000] * 6
    assert len(turn["facts"]["document_texts"]["Roadmap"]) == 6_000
