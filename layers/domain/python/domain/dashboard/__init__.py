"""The account at a glance, its usage, and both as files."""
