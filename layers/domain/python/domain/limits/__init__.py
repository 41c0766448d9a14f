"""How often something may be done: from an address, for an account. It knows no domain and no caller."""
