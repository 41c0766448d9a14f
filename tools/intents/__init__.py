"""The weights behind the assistant's reading of questions, learned from the labelled ones (ADR 15)."""
