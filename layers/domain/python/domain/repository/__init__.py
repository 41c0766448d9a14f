"""Git delivery: approved documents go into the customer's source repository (ADR 43)."""
