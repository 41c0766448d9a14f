"""The dashboard: a summary of the account, its usage, and exports of projects, budgets, usage and messages."""
