"""Counts the outcomes of requests when things go wrong: doubled nudges, outages, lost answers, killed workers."""
