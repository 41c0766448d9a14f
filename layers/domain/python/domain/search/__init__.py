"""Search: an index of each account's texts, which a worker keeps from what changes, and what is found in it."""
