"""Accounts, users, passwords and sessions: the people behind a caller."""
