"""Money, each figure with its noun: planning and documents, which are charged, apart from building the product.

One table has the figures of each document and phase, another those of the project (ADR 55).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from domain.agents.brain import slices
from domain.agents.brain.answers.about_progress import budget_concern, draft_status, ended
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.asked_for import Figure, Of, Operation
from domain.agents.brain.deciding import revision_price
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import RETURNED, Query
from domain.agents.brain.wording import escaped
from domain.language.dialogue import About
from domain.projects import figures, rates
from domain.projects.documents.markdown import bullets, listed
from domain.projects.documents.parts import days, money, working_days
from domain.projects.phases import spec_of
from domain.projects.records import Estimate, EstimateLine, EstimatePhase
from domain.projects.states import Role
from domain.receipts.tracing import named, of_rule, total
from domain.work_items import telling

_CEILING = (
    r"ceiling|limit|cap|at most|maximum|max|(?:over|under|within|in|inside)(?: the| my| our)? budget|overspen\w+|"
    r"exceed\w*|budget (?:ok|okay|fine|enough)"
)
_ALL_IN = "all in|altogether|in total|in all|together|everything|overall|the whole"
_SPENT = r"spent|spend|spending|burn\w*|paid|used up|so far|already"
_OVER = "over|more|above|exceed\\w*|beyond|higher|past|expensive|dearer|overspen\\w+"
_UNDER = (
    "under|less|below|within|inside|in|enough|afford|cheaper|fit\\w*|stay\\w*|keep\\w*|at most|up to|with|suffic\\w+|"
    "ok|okay|fine"
)
_BUILDING = r"build\w*|programm\w*|develop\w*|hosting|cod(?:e|ing)|fees?"
_CONTENTS, _REVISION = "contents", "revision"
_OF_THE_PROJECT = frozenset({_CONTENTS, _REVISION, Figure.LEFT, Figure.CEILING})


def costs(query: Query, facts: ProjectFacts) -> Part:
    """The figure asked for first, the others below it; what is told of documents or phases stands alone."""
    estimate = slices.estimate_of(facts)
    if estimate is None:
        return draft_status(facts)
    figure = _figure(query)
    is_named = query.phases or query.asked_for.operation or (query.documents and figure is not Figure.LEFT)
    is_own = figure in _OF_THE_PROJECT and not (is_named and figure in Figure)
    if not is_own and (part := _of_rows(query, facts, estimate)):
        return part
    known = _known(facts, estimate)
    others = dict.fromkeys(said for one, said in known.items() if one is not figure)
    details = (
        ended(facts) if slices.is_over(facts) else "",
        bullets(f"{said[0].upper()}{said[1:]}" for said in others),
    )
    # "How far under the 52,000 are we?" compares with nothing else than the ceiling that it names.
    amounts = {estimate.total, figures.budget(facts.project).ceiling}
    if query.amount is not None and not (query.amount in amounts and query.asked_for.is_figure):
        return replace(_compared(query, query.amount, figure, facts, estimate), details=details)
    return Part(f"{_verdict(query, figure, facts, estimate)}{known[figure]}", details)


def _figure(query: Query) -> Figure | str:
    """The project's figure that is asked for; how far the ceiling is and where the team stops is told with it."""
    asked, operation = {*query.asked_for.figures}, query.asked_for.operation
    if operation is Operation.INCLUDED:
        return _CONTENTS
    is_plain = not (operation or query.documents or Figure.CEILING in asked)
    if is_plain and (query.mentions("revisions?|chang\\w+") or RETURNED.search(query.plain)):
        return _REVISION
    if Figure.LEFT in asked:
        return Figure.LEFT
    if operation is Operation.PERCENT:
        return Figure.SPENT
    if {Figure.HEADROOM, Figure.LIMIT, Figure.CEILING} & asked or query.mentions(_CEILING):
        return Figure.CEILING
    is_spent = query.mentions(_SPENT) or query.asked_for.figures[:1] == (Figure.SPENT,)
    return Figure.SPENT if is_spent else Figure.ESTIMATED


def _known(facts: ProjectFacts, estimate: Estimate) -> dict[Figure | str, str]:
    """The table of the project's figures: each as a sentence with its noun."""
    budget, currency, pending = figures.budget(facts.project), estimate.currency, slices.pending_approvals(facts)
    spent, whole, left = money(budget.spent, currency), money(estimate.total, currency), estimate.total - budget.spent
    rest = money(left, currency) if left >= 0 else f"nothing, and {money(-left, currency)} less than that,"
    most, ceiling = figures.limit(facts.project), "you set no ceiling, so the team stops at no sum."
    if budget.ceiling is not None and most is not None:
        side = "under" if budget.ceiling >= estimate.total else "over"
        ceiling = (
            f"your ceiling is {money(budget.ceiling, currency)}; the estimate of {whole} for planning and documents is "
            f"{money(abs(budget.ceiling - estimate.total), currency)} {side} it."
        )
        if not slices.is_over(facts):
            ceiling += (
                f" The team stops and asks you at {money(most, currency)}, so "
                f"{money(budget.may_still_spend or 0, currency)} may still be spent."
            )
    wholes = {"the estimate": estimate.total, "your ceiling": budget.ceiling or 0}
    # In whole percent, rounded; each step of it is traced.
    percent = {name: (200 * budget.spent + one) // (2 * one) for name, one in wholes.items() if one}
    shares = " and ".join(f"{share} % of {name}" for name, share in percent.items())
    is_accepted, day_rates = facts.project.estimate is not None, rates.DAY_RATES[currency]
    known: dict[Figure | str, str] = {
        Figure.ESTIMATED: f"planning and documents are estimated at {whole}, within {money(estimate.low, currency)} to "
        f"{money(estimate.high, currency)}{f', and {spent} of that is spent so far' if is_accepted else ''}; building "
        "the product is not in this figure.",
        Figure.SPENT: f"{spent} of the estimated {whole} for planning and documents is spent so far, {shares}.",
        Figure.LEFT: f"{rest} of the estimate of {whole} for planning and documents is left; {spent} is spent.",
        Figure.CEILING: ceiling,
        _REVISION: "the first revision of each document is included; each further one costs a quarter of its writing."
        f"{f' For example, {revision_price(pending[0], facts)}.' if pending else ''}",
        _CONTENTS: f"the {whole} is for planning and documents alone, with the first revision of each document; "
        "building, hosting, change requests and what others charge are not in it. Whether taxes are in it is not in "
        "the records.",
        "concern": budget_concern(facts) or "",
        "build": f"building the product, not in these figures: {_of_build(facts, None)} by the build outlook; together "
        f"{_of_build(facts, estimate)}.",
        "rates": f"day rates: {listed(f'{role} {money(of_rule(day_rates[role]), currency)}' for role in Role)}.",
    }
    if not is_accepted:
        known |= dict.fromkeys((Figure.SPENT, Figure.LEFT), "nothing is spent yet.")
    return {figure: said for figure, said in known.items() if said}


def _of_build(facts: ProjectFacts, estimate: Estimate | None) -> str:
    """From the least to the most by the build outlook, with planning and documents if their estimate is given."""
    outlook, apart = slices.build_outlook_of(facts), [estimate.total] if estimate else []
    low, high = total([*apart, outlook.low]), total([*apart, outlook.high])
    return f"{money(low, outlook.currency)} to {money(high, outlook.currency)}"


def _verdict(query: Query, figure: Figure | str, facts: ProjectFacts, estimate: Estimate) -> str:
    """Yes or no to whether building is in the price, or the ceiling is kept to."""
    budget = figures.budget(facts.project)
    if figure == _CONTENTS and query.mentions(_BUILDING) and not query.mentions("extra|on top|separate\\w*"):
        return verdict(query, holds=False)
    if figure is Figure.CEILING and budget.ceiling is not None and query.mentions(f"{_OVER}|{_UNDER}"):
        is_over = budget.ceiling < max(estimate.total, budget.spent)
        return verdict(query, holds=is_over == query.mentions(_OVER))
    return ""


def build(query: Query, facts: ProjectFacts) -> Part:
    """What building the product may take, by the outlook, and plainly apart the price of the documents."""
    outlook, estimate = slices.build_outlook_of(facts), slices.estimate_of(facts)
    plan = telling.planned(slices.board_of(facts)) or "The approved delivery plan has its packages."
    plan = plan if slices.is_build_planned(facts) else "Nobody has planned the build yet."
    headline = (
        f"building the product: {_of_build(facts, None)}, {days(outlook.working_days)} working days, by the build "
        f"outlook. That is a wide range by the published rule `{outlook.rule}`. {plan} Atrium does not charge for the "
        "build."
    )
    apart = estimate.total if estimate and query.mentions(_ALL_IN) else 0
    if estimate is not None:
        together = _of_build(facts, estimate)
        headline += f" Not in it: planning and documents, {money(estimate.total, estimate.currency)}"
        headline = f"all in, {together}: {headline}." if apart else f"{headline}; together {together}."
    if query.amount is not None:
        answer = _answer(query, outlook.low + apart, outlook.high + apart, query.amount)
        headline = f"{answer}you name {money(named(query.amount), outlook.currency)}; {headline}"
    longest = sorted(outlook.basis, key=lambda line: -line.days.high)
    lines = (f"“{escaped(line.text)}”: {days(line.days)} days of effort ({line.kind})" for line in longest)
    return Part(headline, (folded(lines),))


def _compared(query: Query, amount: int, figure: Figure | str, facts: ProjectFacts, estimate: Estimate) -> Part:
    """The figure a question is about held against the sum it names; both are said, and the whole with the build."""
    currency = estimate.currency
    value, noun = estimate.total, "the estimate for planning and documents is"
    if figure is Figure.SPENT:
        value, noun = facts.project.spent, "spent so far is"
    answer = "" if query.mentions(_ALL_IN) else _answer(query, value, value, amount)
    if answer and value == estimate.total <= amount < value + slices.build_outlook_of(facts).low:
        answer = f"For planning and documents alone {answer.lower()}"
    gap, side = money(abs(value - amount), currency), "more" if value > amount else "less"
    side = f"{gap} {side} than {money(named(amount), currency)}" if value != amount else "the same"
    whole = f"with it, by the build outlook, the whole is {_of_build(facts, estimate)}."
    return Part(f"{answer}{noun} {money(value, currency)}, {side}. Building the product is not in that: {whole}")


def _answer(query: Query, low: int, high: int, amount: int) -> str:
    """Yes or no to whether a figure, from `low` to `high`, is over or under an amount, or just that; else open."""
    if low <= amount < high:
        return "That is open: "
    if query.mentions(_OVER):
        return verdict(query, holds=low > amount)
    return verdict(query, holds=high <= amount if high > low or query.mentions(_UNDER) else low == amount)


def _of_rows(query: Query, facts: ProjectFacts, estimate: Estimate) -> Part | None:
    """The documents or phases that are named, or all where each is asked for, the dearest first, or the cheapest.

    None where a figure of the whole project is asked for.
    """
    operation, of = query.asked_for.operation, query.asked_for.of
    is_ranked = operation in {Operation.MOST, Operation.LEAST}
    phases = [one for one in estimate.phases if one.phase in query.phases]
    rows: Sequence[EstimateLine | EstimatePhase] = phases
    if query.documents:
        rows = [one for one in estimate.lines if one.kind in query.documents]
    if of is Of.DOCUMENTS and not query.documents:
        own = {one.phase for one in phases or estimate.phases}
        rows = [one for one in estimate.lines if spec_of(one.kind).phase in own]
    elif (of or is_ranked) and len(rows) <= 1:  # "Is the roadmap the cheapest?" is answered by all of its kind
        rows = estimate.lines if query.documents else estimate.phases
    if not rows:
        return None
    if of or is_ranked:
        rows = sorted(rows, key=lambda one: one.cost, reverse=operation is not Operation.LEAST)
    names, lines = tuple(map(_title, rows)), [_line(one, facts, estimate.currency) for one in rows]
    if not (of or is_ranked):
        waiting = [item for item in slices.pending_approvals(facts) if item.deliverable_kind in query.documents]
        more = f" Approving it costs nothing; {revision_price(waiting[0], facts)}." if waiting else ""
        return Part(f"{'; '.join(lines)}.{more}", about=About(names=names if len(names) == 1 else (), shown=names))
    first = "The cheapest first" if operation is Operation.LEAST else "The dearest first"
    whole = money(total(one.cost for one in rows), estimate.currency)
    said = f"{lines[0]}." if is_ranked else f"Together {whole} by the estimate."
    about = About(names=names[:1] if is_ranked else (), shown=names)
    return Part(said, (f"{first}:\n\n{bullets(lines)}",), about=about)


def _title(row: EstimateLine | EstimatePhase) -> str:
    return spec_of(row.kind).title if isinstance(row, EstimateLine) else row.phase.value.capitalize()


def _line(row: EstimateLine | EstimatePhase, facts: ProjectFacts, currency: str) -> str:
    """`**Roadmap** (CPO): EUR 400 by the estimate, EUR 400 spent so far`; of a phase also its days."""
    takes = "" if isinstance(row, EstimateLine) else f"{working_days(row.working_days)}, "
    own = [item for item in facts.deliverables if _title(row) in {item.title, item.phase.value.capitalize()}]
    spent = total(rates.cost(item.spent_hours, role=row.role, currency=currency) for item in own)
    cost = f"{money(row.cost, currency)} by the estimate, {money(spent, currency)} spent so far"
    return f"**{_title(row)}** ({row.role}): {takes}{cost}"
