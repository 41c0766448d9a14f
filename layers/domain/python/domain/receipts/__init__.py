"""Receipts: how each figure of an answer was derived, and from which versions of which records (docs/receipts.md)."""
