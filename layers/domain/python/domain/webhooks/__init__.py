"""Webhooks: events of an account, sent signed to addresses of the customer's own (Standard Webhooks)."""
