"""Documents as a model would write them, recorded and written by a person, and set by code."""
