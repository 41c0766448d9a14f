"""The security log: who did what to an account, and from where. Entries are added and never changed."""
