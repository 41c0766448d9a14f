"""The event log: what happened in an account, in one gapless order, for whoever must hear of it."""
