"""Counters of each account's requests, by day and key."""
