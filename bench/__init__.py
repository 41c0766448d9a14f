"""The benchmark, `python -m bench`: measures the product and, in the same run, a yardstick to compare it with."""
