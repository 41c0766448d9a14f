"""The figures the product is held to, each measured beside its yardstick in the same run: `python -m bench`."""
