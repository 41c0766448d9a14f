"""A summary of the account, its usage, and exports of both."""
