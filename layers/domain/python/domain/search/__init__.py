"""Search: an index of each account's texts, which a worker keeps up to date, and queries in it."""
