"""The brief, read in the open: its entries, what each is taken to be, and what that costs (docs/estimate.md)."""
