"""Money, each figure with its noun: planning and documents, which are charged, apart from building the product."""

from __future__ import annotations

from dataclasses import replace

from domain.agents.brain import roles, slices
from domain.agents.brain.answers import about_figures
from domain.agents.brain.answers.about_progress import budget_concern, draft_status
from domain.agents.brain.answers.lookup import particular_words
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.asked_for import Figure
from domain.agents.brain.deciding import revision_price
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import RETURNED, Query
from domain.agents.brain.wording import escaped, project_name
from domain.projects import figures, rates
from domain.projects.documents.markdown import bullets
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import money
from domain.projects.effort import entries
from domain.projects.records import Estimate
from domain.projects.states import ProjectStatus, Role
from domain.receipts.tracing import named, of_rule, total
from domain.work_items import telling

_CHEAPEST = "cheapest|least|lowest"
_SUPERLATIVE = "most expensive|dearest|costs? (?:the )?most|biggest|cheapest|least|lowest|highest"
_CEILING = (
    r"ceiling|limit|cap|at most|maximum|max|(?:over|under|within|in|inside)(?: the| my| our)? budget|overspen\w+|"
    r"exceed\w*|budget (?:ok|okay|fine|enough)"
)
_ALL_IN = "all in|altogether|in total|in all|together|everything|overall|the whole"
_LEFT = r"left|remain\w*|rest|available"
_SPENT = r"spent|spend|spending|burn\w*|paid|used up|so far|already"


def costs(query: Query, facts: ProjectFacts) -> Part:
    """The figure asked for first, the others below it."""
    estimate = slices.estimate_of(facts)
    if estimate is None:
        return _unknown(query, facts)
    asked = query.asked_for
    if query.mentions(_SUPERLATIVE) and query.mentions("must haves?|features?|requirements?"):
        return build(query, facts)
    pending = slices.pending_approvals(facts)
    is_of_change = query.mentions("revisions?|chang\\w+") or RETURNED.search(query.plain)
    if is_of_change and pending and not (asked.operation or query.documents or Figure.CEILING in asked.figures):
        rule = "The first revision of each document is included; each further one costs a quarter of its writing."
        return Part(f"{rule} For example, {revision_price(pending[0], facts)}.")
    if facts.project.status is ProjectStatus.ON_HOLD and query.mentions(
        "meanwhile|paused?|on hold|while|standing still"
    ):
        still = f"{verdict(query, holds=False)}nothing is spent while {project_name(facts)} is on hold."
        return Part(still, (bullets(_figures(facts, estimate)),))
    details = [bullets(_figures(facts, estimate))]
    if query.mentions("rates?|day rates?|per day"):
        priced = rates.DAY_RATES[estimate.currency]
        details.insert(0, bullets(f"{role}: {money(of_rule(priced[role]), estimate.currency)} a day" for role in Role))
    amount = None if query.amount in _known_amounts(facts, estimate) else query.amount
    is_own = query.documents or query.phases or asked.operation or asked.of or Figure.HEADROOM in asked.figures
    if (amount is None or is_own) and (part := about_figures.told(query, facts, estimate)):
        # What is told of single documents or phases stands alone.
        return part if part.about.shown else replace(part, details=(*part.details, *details))
    if query.amount is not None and (amount is not None or not asked.is_figure):
        return Part(_compared(query, query.amount, facts, estimate), tuple(details))
    contributions = tuple(roles.standing(facts, item.role) for item in estimate.phases) if facts.deliverables else ()
    return Part(_headline(query, facts, estimate), tuple(details), contributions)


def _known_amounts(facts: ProjectFacts, estimate: Estimate) -> set[int]:
    """Sums that name a figure of the project: "how far under the 52,000 are we?" compares with nothing else."""
    ceiling = facts.project.ceiling
    return {estimate.total, *([ceiling.amount] if ceiling else ())}


def build(query: Query, facts: ProjectFacts) -> Part:
    """What building the product may take, by the outlook, and plainly apart the price of the documents."""
    outlook = slices.build_outlook_of(facts)
    span = f"{money(outlook.low, outlook.currency)} to {money(outlook.high, outlook.currency)}"
    days = f"{outlook.working_days.low} to {outlook.working_days.high} working days"
    plan = telling.planned(slices.board_of(facts)) or "The approved delivery plan has its packages."
    plan = plan if slices.is_build_planned(facts) else "Nobody has planned the build yet."
    rule = f"That is a wide range by the published rule `{outlook.rule}`. {plan} Atrium does not charge for the build."
    headline = f"Building the product: {span}, {days}, by the build outlook. {rule}"
    estimate = slices.estimate_of(facts)
    if query.amount is None and query.mentions("includ\\w*|extra|on top|separate\\w*"):
        headline = f"{verdict(query, holds=not query.mentions('includ\\w*'))}the two are kept apart. {headline}"
    if estimate is not None:
        documents = money(estimate.total, estimate.currency)
        headline += f" Not in it: planning and documents, {documents}"
        headline += "." if query.mentions(_ALL_IN) else f"; together {_together(facts, estimate)}."
        if query.mentions(_ALL_IN):
            headline = f"All in: {_together(facts, estimate)}, the build by its outlook. {headline}"
    wanted = particular_words(query.plain)
    for line in outlook.basis:
        if wanted & tokens(line.text):
            own = f"“{escaped(line.text)}”: about {line.days.low}–{line.days.high} days of effort ({line.kind})."
            return Part(f"{own} {headline}", contributions=(roles.standing(facts, Role.CTO),))
    longest = sorted(outlook.basis, key=lambda line: -line.days.high)
    if query.amount is not None:
        beside = estimate.total if estimate is not None and query.mentions(_ALL_IN) else 0
        fits, exceeds = outlook.high + beside <= query.amount, outlook.low + beside > query.amount
        said = verdict(query, holds=fits != query.mentions(_OVER)) if fits or exceeds else "That is open: "
        headline = f"{said}you name {money(named(query.amount), outlook.currency)}. {headline}"
    if query.mentions(_SUPERLATIVE):
        musts = [line for line in longest if line.text in entries(facts.intake.answers, "must_haves")]
        most = musts[-1 if query.mentions(_CHEAPEST) else 0 :][:1]
        told = [
            f"“{escaped(line.text)}”: {line.days.low}–{line.days.high} days, by the build outlook." for line in most
        ]
        headline = " ".join([*told, headline])
    lines = folded(f"{escaped(line.text)} ({line.kind}): {line.days.low} to {line.days.high} days" for line in longest)
    return Part(headline, (lines,), (roles.standing(facts, Role.CTO),))


def _unknown(query: Query, facts: ProjectFacts) -> Part:
    ceiling = figures.budget(facts.project)
    known = ""
    if ceiling.ceiling is not None and ceiling.currency:
        known = f" Your ceiling is {money(ceiling.ceiling, ceiling.currency)}."
    if facts.project.status is ProjectStatus.CANCELLED:
        return Part(f"{project_name(facts)} was cancelled before it had an estimate; nothing was spent.{known}")
    asks_now = query.mentions(rf"{_SPENT}|now|cost me|charg\w+")
    free = f"{verdict(query, holds=False)}nothing is spent before the brief is submitted. " if asks_now else ""
    headline = (
        f"{free}I can't say yet what the documents of {project_name(facts)} will cost: an honest estimate needs more "
        f"answers.{known}"
    )
    return Part(headline, draft_status(facts).details)


def _headline(query: Query, facts: ProjectFacts, estimate: Estimate) -> str:
    spent, total = money(facts.project.spent, estimate.currency), money(estimate.total, estimate.currency)
    apart = "building the product is not in this figure"
    if query.mentions(_CEILING) or Figure.CEILING in query.asked_for.figures:
        return _ceiling(query, facts, estimate)
    if facts.project.estimate is None:
        low, high = money(estimate.low, estimate.currency), money(estimate.high, estimate.currency)
        return (
            f"Planning and documents are estimated at {total}, within {low} to {high}; nothing is spent yet, and "
            f"{apart}."
        )
    if query.mentions(f"{_SPENT}|half") or query.asked_for.figures[:1] == (Figure.SPENT,):
        more = verdict(query, holds=2 * facts.project.spent > estimate.total) if query.mentions("half") else ""
        return f"{more}{spent} of the estimated {total} for planning and documents is spent so far."
    return f"Planning and documents are estimated at {total}, and {spent} of that is spent so far; {apart}."


_OVER = "over|more|above|exceed\\w*|beyond|higher|past|expensive|dearer"
_UNDER = (
    "under|less|below|within|inside|in|enough|afford|cheaper|fit\\w*|stay\\w*|keep\\w*|at most|up to|with|suffic\\w+"
)


def _compared(query: Query, amount: int, facts: ProjectFacts, estimate: Estimate) -> str:
    """The figure a question is about held against the sum it names; both are said."""
    spent, currency = facts.project.spent, estimate.currency
    figure, noun = estimate.total, "the estimate for planning and documents is"
    budget, is_whole = figures.budget(facts.project), False
    if query.mentions(_LEFT):
        figure, noun = estimate.total - spent, "of the estimate for planning and documents there is left"
    elif query.mentions(_SPENT):
        figure, noun = spent, "spent so far is"
    elif query.mentions("ceiling|limit|cap|allow\\w*|maximum") and budget.ceiling is not None:
        figure, noun = budget.ceiling, "your ceiling is"
    else:
        is_whole = True
    said_amount = money(named(amount), currency)
    if is_whole and query.mentions(_ALL_IN):
        return _whole_against(query, amount, facts, estimate)
    side = "the same" if figure == amount else f"{'more' if figure > amount else 'less'} than {said_amount}"
    wants_most = query.mentions(_UNDER) and not query.mentions(_LEFT)
    holds = figure > amount if query.mentions(_OVER) else figure <= amount if wants_most else figure == amount
    if query.mentions(_LEFT) and not query.mentions(f"{_OVER}|under|less|below"):
        holds = figure >= amount
    answer = verdict(query, holds=holds)
    if not is_whole:
        return f"{answer}{noun} {money(figure, currency)}, {side}. Building the product is not in that."
    is_over = answer and figure <= amount < figure + slices.build_outlook_of(facts).low
    answer = f"For planning and documents alone {answer.lower()}" if is_over else answer
    return f"{answer}{noun} {money(figure, currency)}, {side}. {_with_the_build(amount, facts, estimate)}"


def _together(facts: ProjectFacts, estimate: Estimate) -> str:
    """Planning, documents and the build, from the least by the outlook to the most."""
    outlook = slices.build_outlook_of(facts)
    low, high = total([estimate.total, outlook.low]), total([estimate.total, outlook.high])
    return f"{money(low, estimate.currency)} to {money(high, estimate.currency)}"


def _whole_against(query: Query, amount: int, facts: ProjectFacts, estimate: Estimate) -> str:
    """Documents and building together held against an amount."""
    outlook = slices.build_outlook_of(facts)
    fits, exceeds = estimate.total + outlook.high <= amount, estimate.total + outlook.low > amount
    said = verdict(query, holds=fits != query.mentions(_OVER)) if fits or exceeds else "That is open: "
    side = "all of it above" if exceeds else "all of it within" if fits else "on both sides of"
    named_amount = money(named(amount), estimate.currency)
    return (
        f"{said}documents and building together are {_together(facts, estimate)}, by the build outlook, {side} "
        f"{named_amount}."
    )


def _with_the_build(amount: int, facts: ProjectFacts, estimate: Estimate) -> str:
    """How the sum of documents and build stands to an amount that is enough for the documents."""
    outlook = slices.build_outlook_of(facts)
    least, most = estimate.total + outlook.low, estimate.total + outlook.high
    side = "all of it above that" if least > amount else "within that" if most <= amount else "so that is open"
    return (
        "Building the product is not in that: with it, by the build outlook, the whole is "
        f"{_together(facts, estimate)}, {side}."
    )


def _ceiling(query: Query, facts: ProjectFacts, estimate: Estimate) -> str:
    budget = figures.budget(facts.project)
    spent, total = money(budget.spent, estimate.currency), money(estimate.total, estimate.currency)
    if budget.ceiling is None:
        spent_of = f"{spent} of the estimated {total} for planning and documents is spent"
        return f"You set no ceiling; {spent_of}. {about_figures.NOT_IN_IT}"
    over = budget.ceiling < max(estimate.total, budget.spent)
    answer = ""
    if query.mentions(f"{_OVER}|overspen\\w+|{_UNDER}|ok|okay|fine"):
        answer = verdict(query, holds=over == query.mentions(f"{_OVER}|overspen\\w+"))
    gap = money(abs(budget.ceiling - estimate.total), estimate.currency)
    whole = f"With it, by the build outlook, the whole is {_together(facts, estimate)}."
    side = "under" if budget.ceiling >= estimate.total else "over"
    return (
        f"{answer}your ceiling is {money(budget.ceiling, estimate.currency)}; the estimate of {total} for planning and "
        f"documents is {gap} {side} it. {spent} is spent so far. {about_figures.NOT_IN_IT} {whole}"
    )


def _figures(facts: ProjectFacts, estimate: Estimate) -> list[str]:
    budget, currency = figures.budget(facts.project), estimate.currency
    low, high = money(estimate.low, currency), money(estimate.high, currency)
    lines = [f"Planning and documents: {money(estimate.total, currency)} (range {low} to {high})"]
    if facts.project.estimate is not None:
        lines.append(
            f"Spent: {money(budget.spent, currency)}; left: {_signed(estimate.total - budget.spent, currency)}"
        )
    ceiling = money(budget.ceiling, currency) if budget.ceiling is not None else "none set"
    lines.append(f"Your ceiling, for planning and documents: {ceiling}")
    if concern := budget_concern(facts):
        lines.append(concern)
    outlook = slices.build_outlook_of(facts)
    span = f"{money(outlook.low, outlook.currency)} to {money(outlook.high, outlook.currency)}"
    return [*lines, f"Building the product, not in these figures: {span} by the build outlook"]


def _signed(amount: int, currency: str) -> str:
    return money(amount, currency) if amount >= 0 else f"none, {money(-amount, currency)} over it"
