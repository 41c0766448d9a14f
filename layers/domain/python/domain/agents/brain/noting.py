"""What becomes of wishes and decisions a customer states: put on record, or told why not."""

from __future__ import annotations

from domain.agents.brain import slices
from domain.agents.brain.answers.about_progress import ended
from domain.agents.brain.answers.part import Part
from domain.agents.brain.protocol import ProjectFacts, RecordDecision, RecordWish
from domain.agents.brain.wishes_and_decisions import Wish
from domain.agents.brain.wording import approval_name, project_name, quoted_text
from domain.agents.records import Contribution
from domain.projects.documents.parts import money
from domain.projects.estimate import estimate
from domain.projects.records import Estimate
from domain.projects.states import ProjectStatus

_ONE_MORE = "\x00"  # an entry no customer can have written, so that it is never one that is there already


def wish_noted(wish: Wish, facts: ProjectFacts) -> Part:
    """The wish as a change request of its owner; before submission it belongs into the intake instead."""
    if slices.is_over(facts):
        return Part(f"I can't note that any more. {ended(facts)}")
    if facts.project.status is ProjectStatus.DRAFT:
        return Part(
            f"{project_name(facts)} is still a draft, so you can put that into the brief yourself: add it to the "
            f"intake answer "
            "`must_haves` (or the one it belongs to). Nothing was recorded here."
        )
    return Part(
        f"Noted as a change request, with the {wish.owner}: {quoted_text(wish.text)}",
        (f"It is on record, not yet part of the accepted brief. {_price(facts)} {_way_in(facts)}".rstrip(),),
        contributions=(Contribution(role=wish.owner, summary="I keep this wish and weigh it against the brief."),),
        actions=(RecordWish(" ".join(wish.text.split()), wish.owner),),
    )


def wish_weighed(wish: Wish, facts: ProjectFacts) -> Part:
    """What the wish would mean, without recording it."""
    if slices.is_over(facts):
        return Part(ended(facts))
    price = _price(facts) or "I can't say what it would cost before the intake is complete."
    return Part(
        f"{price} Whether it is worth it is yours to decide; nothing was recorded.",
        ("Say “please add …” and I put it on record as a change request.",) if slices.is_running(facts) else (),
        contributions=(Contribution(role=wish.owner, summary="It would fall into my remit."),),
    )


def decision_noted(text: str, facts: ProjectFacts, *, may_decide: bool) -> Part:
    """The customer's decision, on record."""
    if not may_decide:
        return Part(
            "Your key may ask, but not decide, so I did not put that on record as a decision. Use a key with the scope "
            "`projects:write`, or tell me from the dashboard."
        )
    if slices.is_over(facts):
        return Part(f"I can't record that any more. {ended(facts)}")
    return Part(
        f"Recorded as your decision: {quoted_text(text)}",
        (_way_in(facts),),
        actions=(RecordDecision(" ".join(text.split())),),
    )


def _price(facts: ProjectFacts) -> str:
    """What one more must-have costs by the published rule, everything else being as it is."""
    before = slices.estimate_of(facts)
    if before is None:
        return ""
    after = with_one_more(facts, before)
    if not after:
        return "By the published rule one more must-have changes the estimate by nothing."
    return f"By the published rule one more must-have costs {money(after, before.currency)}."


def with_one_more(facts: ProjectFacts, before: Estimate) -> int:
    """The difference that one more must-have makes to the estimate, in its currency."""
    answers = dict(facts.intake.answers)
    musts = answers.get("must_haves")
    more = (*(musts if isinstance(musts, tuple) else ()), _ONE_MORE)
    today = before.computed_on
    return estimate({**answers, "must_haves": more}, today=today).total - estimate(answers, today=today).total


def _way_in(facts: ProjectFacts) -> str:
    pending = slices.pending_approvals(facts)
    if not pending or facts.project.status is ProjectStatus.ON_HOLD:
        return ""
    return (
        f"To have it written into a document now, request it there, for example: “request changes on the "
        f"{pending[0].title}: …” "
        f"({approval_name(pending[0])} waits for you)."
    )
