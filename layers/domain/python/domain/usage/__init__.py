"""Counters of accounts' requests, by day and key, and of language models' tokens; and a log of requests."""
