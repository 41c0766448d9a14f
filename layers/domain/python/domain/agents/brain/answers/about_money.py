"""Money, each figure with its noun: planning and documents, which are charged, apart from building the product."""

from __future__ import annotations

from dataclasses import replace

from domain.agents.brain import roles, slices
from domain.agents.brain.answers import about_figures
from domain.agents.brain.answers.about_progress import budget_concern, draft_status
from domain.agents.brain.answers.lookup import particular_words
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.asked_for import Figure, Operation
from domain.agents.brain.deciding import revision_price
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import RETURNED, Query
from domain.agents.brain.wording import escaped, project_name, quoted_text
from domain.projects import figures, rates
from domain.projects.documents.markdown import bullets, listed
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import days, money
from domain.projects.records import Estimate
from domain.projects.states import Role
from domain.receipts.tracing import named, of_rule, total
from domain.work_items import telling

_CEILING = (
    r"ceiling|limit|cap|at most|maximum|max|(?:over|under|within|in|inside)(?: the| my| our)? budget|overspen\w+|"
    r"exceed\w*|budget (?:ok|okay|fine|enough)"
)
_ALL_IN = "all in|altogether|in total|in all|together|everything|overall|the whole"
_LEFT = r"left|remain\w*|rest|available"
_SPENT = r"spent|spend|spending|burn\w*|paid|used up|so far|already"
_OVER = "over|more|above|exceed\\w*|beyond|higher|past|expensive|dearer|overspen\\w+"
_UNDER = (
    "under|less|below|within|inside|in|enough|afford|cheaper|fit\\w*|stay\\w*|keep\\w*|at most|up to|with|suffic\\w+|"
    "ok|okay|fine"
)
_OF_DOCUMENTS = r"documents?|papers?|docs|texts?|planning|writing|revisions?|corrections?"
_REVISIONS = "The first revision of each document is included; each further one costs a quarter of its writing."
_BOUNDED = frozenset({Figure.CEILING, Figure.HEADROOM, Figure.LIMIT})


def costs(query: Query, facts: ProjectFacts) -> Part:
    """The figure asked for first, the others below it."""
    estimate = slices.estimate_of(facts)
    if estimate is None:
        return _unknown(query, facts)
    asked, pending = query.asked_for, slices.pending_approvals(facts)
    if asked.operation and query.mentions("must haves?|features?|requirements?"):
        return build(query, facts)
    is_of_change = query.mentions("revisions?|chang\\w+") or RETURNED.search(query.plain)
    if is_of_change and pending and not (asked.operation or query.documents or Figure.CEILING in asked.figures):
        return Part(f"{_REVISIONS} For example, {revision_price(pending[0], facts)}.")
    if asked.operation is Operation.INCLUDED:
        return _included(query, facts, estimate)
    details = [bullets(_figures(facts, estimate))]
    if query.mentions("rates?|day rates?|per day"):
        priced = rates.DAY_RATES[estimate.currency]
        details.insert(0, bullets(f"{role}: {money(of_rule(priced[role]), estimate.currency)} a day" for role in Role))
    figure = next((one for one in asked.figures if one in {*_BOUNDED, Figure.LEFT} - {Figure.CEILING}), None)
    is_own = figure and not (query.phases or (query.documents and figure is not Figure.LEFT))
    part = None if is_own and not asked.operation else about_figures.told(query, facts, estimate)
    if part:  # what is told of single documents or phases stands alone
        return part if part.about.shown else replace(part, details=(*part.details, *details))
    ceiling = figures.budget(facts.project).ceiling
    # "How far under the 52,000 are we?" compares with nothing else than the ceiling that it names.
    is_other = query.amount not in {estimate.total, ceiling} or not asked.is_figure
    if query.amount is not None and is_other:
        return _compared(query, query.amount, details, facts, estimate)
    contributions = tuple(roles.standing(facts, item.role) for item in estimate.phases) if facts.deliverables else ()
    return Part(_headline(query, figure, facts, estimate), tuple(details), contributions)


def build(query: Query, facts: ProjectFacts) -> Part:
    """What building the product may take, by the outlook, and plainly apart the price of the documents."""
    outlook, estimate = slices.build_outlook_of(facts), slices.estimate_of(facts)
    span = f"{money(outlook.low, outlook.currency)} to {money(outlook.high, outlook.currency)}"
    plan = telling.planned(slices.board_of(facts)) or "The approved delivery plan has its packages."
    plan = plan if slices.is_build_planned(facts) else "Nobody has planned the build yet."
    headline = (
        f"Building the product: {span}, {days(outlook.working_days)} working days, by the build outlook. That is a "
        f"wide range by the published rule `{outlook.rule}`. {plan} Atrium does not charge for the build."
    )
    low, high = outlook.low, outlook.high
    if estimate is not None:
        headline += f" Not in it: planning and documents, {money(estimate.total, estimate.currency)}"
        if query.mentions(_ALL_IN):
            headline = f"All in: {_together(facts, estimate)}, the build by its outlook. {headline}."
            low, high = low + estimate.total, high + estimate.total
        else:
            headline += f"; together {_together(facts, estimate)}."
    if query.amount is not None:
        answer = _answer(query, low, high, query.amount)
        headline = f"{answer}you name {money(named(query.amount), outlook.currency)}. {headline}"
    elif query.mentions("includ\\w*"):
        headline = f"{verdict(query, holds=False)}the two are kept apart. {headline}"
    wanted, said_by = particular_words(query.plain), (roles.standing(facts, Role.CTO),)
    longest = sorted(outlook.basis, key=lambda line: -line.days.high)
    lines = [f"“{escaped(line.text)}”: {days(line.days)} days of effort ({line.kind})" for line in longest]
    meant = next((said for line, said in zip(longest, lines, strict=True) if wanted & tokens(line.text)), "")
    return Part(f"{meant}. {headline}" if meant else headline, () if meant else (folded(lines),), said_by)


def _unknown(query: Query, facts: ProjectFacts) -> Part:
    ceiling = facts.project.ceiling
    known = f" Your ceiling is {money(ceiling.amount, ceiling.currency)}." if ceiling else ""
    asks_now = query.mentions(rf"{_SPENT}|now|cost me|charg\w+")
    headline = (
        f"{verdict(query, holds=False) if asks_now else ''}nothing is spent before the brief is submitted. I can't say "
        f"yet what the documents of {project_name(facts)} will cost: an honest estimate needs more answers.{known}"
    )
    return Part(headline, draft_status(facts).details)


def _headline(query: Query, figure: Figure | None, facts: ProjectFacts, estimate: Estimate) -> str:
    """The project's figure that is asked for, as a sentence."""
    currency, asked = estimate.currency, query.asked_for.figures
    spent, whole = money(facts.project.spent, currency), money(estimate.total, currency)
    if figure in _BOUNDED or (figure is None and (query.mentions(_CEILING) or Figure.CEILING in asked)):
        return _ceiling(query, facts, estimate)
    if facts.project.estimate is None:
        low, high = money(estimate.low, currency), money(estimate.high, currency)
        return (
            f"Planning and documents are estimated at {whole}, within {low} to {high}; nothing is spent yet, and "
            "building the product is not in this figure."
        )
    if figure is Figure.LEFT:
        left = estimate.total - facts.project.spent
        answer = verdict(query, holds=left > 0) if query.mentions("any|something|anything") else ""
        rest = money(left, currency) if left >= 0 else "nothing"
        return f"{answer}{rest} of the estimate of {whole} for planning and documents is left; {spent} is spent."
    if query.mentions(_SPENT) or asked[:1] == (Figure.SPENT,):
        return f"{spent} of the estimated {whole} for planning and documents is spent so far."
    return (
        f"Planning and documents are estimated at {whole}, and {spent} of that is spent so far; building the product "
        "is not in this figure."
    )


def _compared(query: Query, amount: int, details: list[str], facts: ProjectFacts, estimate: Estimate) -> Part:
    """The figure a question is about held against the sum it names; both are said, and the whole with the build."""
    if query.mentions(_ALL_IN):
        return build(query, facts)
    spent, currency = facts.project.spent, estimate.currency
    figure, noun = estimate.total, "the estimate for planning and documents is"
    if query.mentions(_LEFT):
        figure, noun = estimate.total - spent, "of the estimate for planning and documents there is left"
    elif query.mentions(_SPENT):
        figure, noun = spent, "spent so far is"
    answer = _answer(query, figure, figure, amount)
    if answer and noun.startswith("the") and figure <= amount < figure + slices.build_outlook_of(facts).low:
        answer = f"For planning and documents alone {answer.lower()}"
    gap = money(abs(figure - amount), currency)
    side = f"{gap} {'more' if figure > amount else 'less'} than {money(named(amount), currency)}"
    side = "the same" if figure == amount else side
    apart = f"Building the product is not in that: {_with_the_build(facts, estimate)}"
    return Part(f"{answer}{noun} {money(figure, currency)}, {side}. {apart}", tuple(details))


def _answer(query: Query, low: int, high: int, amount: int) -> str:
    """Yes or no to whether a figure, from `low` to `high`, is over or under an amount, or just that; else open."""
    if low <= amount < high:
        return "That is open: "
    if query.mentions(_OVER):
        return verdict(query, holds=low > amount)
    if query.mentions(_LEFT) and not query.mentions("under|less|below"):
        return verdict(query, holds=low >= amount)
    return verdict(query, holds=high <= amount if high > low or query.mentions(_UNDER) else low == amount)


def _together(facts: ProjectFacts, estimate: Estimate) -> str:
    """Planning, documents and the build, from the least by the outlook to the most."""
    outlook = slices.build_outlook_of(facts)
    low, high = total([estimate.total, outlook.low]), total([estimate.total, outlook.high])
    return f"{money(low, estimate.currency)} to {money(high, estimate.currency)}"


def _with_the_build(facts: ProjectFacts, estimate: Estimate) -> str:
    return f"with it, by the build outlook, the whole is {_together(facts, estimate)}."


def _ceiling(query: Query, facts: ProjectFacts, estimate: Estimate) -> str:
    """The ceiling, how far the estimate is under or over it, and where the team stops."""
    budget, currency, most = figures.budget(facts.project), estimate.currency, figures.limit(facts.project)
    spent, whole = money(budget.spent, currency), money(estimate.total, currency)
    not_in_it = f"Building the product is not in it: {_with_the_build(facts, estimate)}"
    if budget.ceiling is None or most is None:
        return (
            f"You set no ceiling, so the team stops at no sum; {spent} of the estimated {whole} for planning and "
            f"documents is spent. {not_in_it}"
        )
    is_over = budget.ceiling < max(estimate.total, budget.spent)
    answer = ""
    if query.mentions(f"{_OVER}|{_UNDER}"):
        answer = verdict(query, holds=is_over == query.mentions(_OVER))
    gap = money(abs(budget.ceiling - estimate.total), currency)
    side = "under" if budget.ceiling >= estimate.total else "over"
    return (
        f"{answer}your ceiling is {money(budget.ceiling, currency)}; the estimate of {whole} for planning and "
        f"documents is {gap} {side} it. {spent} is spent so far; the team stops and asks you at "
        f"{money(most, currency)}, so {money(budget.may_still_spend or 0, currency)} may still be spent. {not_in_it}"
    )


def _included(query: Query, facts: ProjectFacts, estimate: Estimate) -> Part:
    """That the figures have planning and documents alone, with what is and what is not in them."""
    outlook = slices.build_outlook_of(facts)
    span = f"{money(outlook.low, outlook.currency)} to {money(outlook.high, outlook.currency)}"
    of_documents = query.mentions(_OF_DOCUMENTS) and not query.mentions("build\\w*|programm\\w*|develop\\w*")
    answer = "" if query.mentions("extra|on top|separate\\w*|additional\\w*") else verdict(query, holds=of_documents)
    if query.mentions(r"tax\w*|vat|gst"):
        answer = "It is not in the records whether taxes are in it: "
    build = f"building the product ({span}, by the build outlook), for which Atrium does not charge"
    lines = [_REVISIONS, f"Not in it: {build}, and what others charge, such as hosting, stores or services."]
    if wishes := slices.wishes(facts):
        names = listed(quoted_text(wish.text) for wish in wishes)
        lines.append(f"Change requests are not part of the brief and not in the price: {names}.")
    whole = f"the {money(estimate.total, estimate.currency)} is for planning and documents alone"
    return Part(f"{answer}{whole}; building, hosting and what others charge are not in it.", (bullets(lines),))


def _figures(facts: ProjectFacts, estimate: Estimate) -> list[str]:
    budget, currency = figures.budget(facts.project), estimate.currency
    low, high = money(estimate.low, currency), money(estimate.high, currency)
    lines = [f"Planning and documents: {money(estimate.total, currency)} (range {low} to {high})"]
    if facts.project.estimate is not None:
        left = estimate.total - budget.spent
        rest = money(left, currency) if left >= 0 else f"none, {money(-left, currency)} over it"
        lines.append(f"Spent: {money(budget.spent, currency)}; left: {rest}")
    ceiling = money(budget.ceiling, currency) if budget.ceiling is not None else "none set"
    lines.append(f"Your ceiling, for planning and documents: {ceiling}")
    if concern := budget_concern(facts):
        lines.append(concern)
    outlook = slices.build_outlook_of(facts)
    span = f"{money(outlook.low, outlook.currency)} to {money(outlook.high, outlook.currency)}"
    return [*lines, f"Building the product, not in these figures: {span} by the build outlook"]
