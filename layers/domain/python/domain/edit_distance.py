"""Typing mistakes: whether two words differ by only a few letters."""


def within_edits(left: str, right: str, limit: int) -> bool:
    """Whether at most `limit` edits turn `left` into `right`.

    One edit inserts, drops or replaces a letter, or swaps two neighbouring letters.
    """
    if abs(len(left) - len(right)) > limit:
        return False
    before: list[int] = []
    previous = list(range(len(right) + 1))
    for row, letter in enumerate(left, start=1):
        current = [row]
        for column, other in enumerate(right, start=1):
            cost = min(previous[column] + 1, current[-1] + 1, previous[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return False
        before, previous = previous, current
    return previous[-1] <= limit
