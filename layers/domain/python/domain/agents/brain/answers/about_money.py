"""Money, each figure with its noun: planning and documents, which are charged, apart from building the product."""

from __future__ import annotations

from domain.agents.brain import roles, slices
from domain.agents.brain.answers import about_figures
from domain.agents.brain.answers.about_progress import budget_concern, draft_status
from domain.agents.brain.answers.lookup import particular_words
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.asked_for import Figure, Operation
from domain.agents.brain.deciding import revision_price
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import RETURNED, Query
from domain.agents.brain.wording import escaped, project_name
from domain.projects import figures
from domain.projects.documents.markdown import bullets, listed
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import days, money
from domain.projects.rates import DAY_RATES
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
_BESIDE, _CONTENTS = r"extra|on top|separate\w*|additional\w*", "contents"
_REVISIONS = "The first revision of each document is included; each further one costs a quarter of its writing."
_OF_THE_PROJECT = frozenset({Figure.LEFT, Figure.HEADROOM, Figure.LIMIT})


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
    figure = _figure(query)
    is_named = query.phases or (query.documents and figure is not Figure.LEFT)
    is_own = _OF_THE_PROJECT & set(asked.figures) and not is_named
    is_own = figure == _CONTENTS or (is_own and not asked.operation)
    part = None if is_own else about_figures.told(query, facts, estimate)
    if part:  # what is told of single documents or phases stands alone
        return part
    known = _known(facts, estimate)
    others = dict.fromkeys(said for one, said in known.items() if one is not figure)
    details = (bullets(f"{said[0].upper()}{said[1:]}" for said in others),)
    # "How far under the 52,000 are we?" compares with nothing else than the ceiling that it names.
    amounts = {estimate.total, figures.budget(facts.project).ceiling}
    if query.amount is not None and not (query.amount in amounts and asked.is_figure):
        return _compared(query, query.amount, details, facts, estimate)
    contributions = tuple(roles.standing(facts, item.role) for item in estimate.phases) if facts.deliverables else ()
    return Part(f"{_verdict(query, figure, facts, estimate)}{known[figure]}", details, contributions)


def _figure(query: Query) -> Figure | str:
    """The project's figure that is asked for; how far the ceiling is and where the team stops is told with it."""
    asked = query.asked_for.figures
    if query.asked_for.operation is Operation.INCLUDED:
        return _CONTENTS
    learned = next((one for one in asked if one in _OF_THE_PROJECT), None)
    if learned is Figure.LEFT:
        return learned
    if query.asked_for.operation is Operation.PERCENT:
        return Figure.SPENT
    if learned or query.mentions(_CEILING) or Figure.CEILING in asked:
        return Figure.CEILING
    is_spent = query.mentions(_SPENT) or asked[:1] == (Figure.SPENT,)
    return Figure.SPENT if is_spent else Figure.ESTIMATED


def _known(facts: ProjectFacts, estimate: Estimate) -> dict[Figure | str, str]:
    """The table of the project's figures: each as a sentence with its noun."""
    budget, currency = figures.budget(facts.project), estimate.currency
    outlook, most, rates = slices.build_outlook_of(facts), figures.limit(facts.project), DAY_RATES[currency]
    spent, whole = money(budget.spent, currency), money(estimate.total, currency)
    left, build = estimate.total - budget.spent, f"{money(outlook.low, currency)} to {money(outlook.high, currency)}"
    rest = money(left, currency) if left >= 0 else f"nothing, and {money(-left, currency)} less than that,"
    ceiling = "you set no ceiling, so the team stops at no sum."
    if budget.ceiling is not None and most is not None:
        side = "under" if budget.ceiling >= estimate.total else "over"
        ceiling = (
            f"your ceiling is {money(budget.ceiling, currency)}; the estimate of {whole} for planning and documents is "
            f"{money(abs(budget.ceiling - estimate.total), currency)} {side} it. The team stops and asks you at "
            f"{money(most, currency)}, so {money(budget.may_still_spend or 0, currency)} may still be spent."
        )
    wholes = {"the estimate": estimate.total, "your ceiling": budget.ceiling or 0}
    shares = " and ".join(f"{_share(budget.spent, one)} of {name}" for name, one in wholes.items() if one)
    of_it = f", and {spent} of that is spent so far" if facts.project.estimate is not None else ""
    known: dict[Figure | str, str] = {
        Figure.ESTIMATED: f"planning and documents are estimated at {whole}, within {money(estimate.low, currency)} to "
        f"{money(estimate.high, currency)}{of_it}; building the product is not in this figure.",
        Figure.SPENT: f"{spent} of the estimated {whole} for planning and documents is spent so far, {shares}.",
        Figure.LEFT: f"{rest} of the estimate of {whole} for planning and documents is left; {spent} is spent.",
        Figure.CEILING: ceiling,
        _CONTENTS: f"the {whole} is for planning and documents alone, with the first revision of each document; "
        "building, hosting, change requests and what others charge are not in it.",
        "concern": budget_concern(facts) or "",
        "build": f"building the product, not in these figures: {build} by the build outlook; together "
        f"{_together(facts, estimate)}.",
        "rates": f"day rates: {listed(f'{role} {money(of_rule(rates[role]), currency)}' for role in Role)}.",
    }
    if facts.project.estimate is None:
        known |= dict.fromkeys((Figure.SPENT, Figure.LEFT), "nothing is spent yet.")
    return {figure: said for figure, said in known.items() if said}


def _share(part: int, whole: int) -> str:
    """In whole percent, rounded; each step of it is traced."""
    return f"{(200 * part + whole) // (2 * whole)} %"


def _verdict(query: Query, figure: Figure | str, facts: ProjectFacts, estimate: Estimate) -> str:
    """Yes or no to whether something is in the price or left, or the ceiling is kept to."""
    budget = figures.budget(facts.project)
    if figure == _CONTENTS:
        if query.mentions(r"tax\w*|vat|gst"):
            return "It is not in the records whether taxes are in it: "
        of_documents = query.mentions(_OF_DOCUMENTS) and not query.mentions("build\\w*|programm\\w*|develop\\w*")
        return "" if query.mentions(_BESIDE) else verdict(query, holds=of_documents)
    if figure is Figure.LEFT and query.mentions("any|something|anything"):
        return verdict(query, holds=estimate.total > budget.spent)
    if figure is Figure.CEILING and budget.ceiling is not None and query.mentions(f"{_OVER}|{_UNDER}"):
        is_over = budget.ceiling < max(estimate.total, budget.spent)
        return verdict(query, holds=is_over == query.mentions(_OVER))
    return ""


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


def _compared(query: Query, amount: int, details: tuple[str, ...], facts: ProjectFacts, estimate: Estimate) -> Part:
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
    apart = f"Building the product is not in that: {_with_it(facts, estimate)}"
    return Part(f"{answer}{noun} {money(figure, currency)}, {side}. {apart}", details)


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


def _with_it(facts: ProjectFacts, estimate: Estimate) -> str:
    return f"with it, by the build outlook, the whole is {_together(facts, estimate)}."
