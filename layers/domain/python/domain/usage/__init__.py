"""Counters of what each account asked for, by day and key."""
