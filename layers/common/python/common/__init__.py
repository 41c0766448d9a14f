"""The kernel every function shares; it knows no domain."""
