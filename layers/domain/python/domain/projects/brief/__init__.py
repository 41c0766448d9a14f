"""The brief of a project: its entries, how each was read, and what they cost (docs/estimate.md)."""
