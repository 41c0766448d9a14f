"""The event log: what happened in an account, in one order without gaps, for feeds, webhooks, mails and search."""
