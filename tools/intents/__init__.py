"""Learns the weights with which the assistant recognises what a question asks for (ADR 15)."""
